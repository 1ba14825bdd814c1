"""What may a disk refuse?  One that fails on purpose: at the operation it is told to, in every way there is."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from game.system.disk import DISK, Disk
from tests.kits.power_cut import Remembering

Answer = TypeVar("Answer")
OPERATIONS = sorted(name for name in vars(Disk) if not name.startswith("_"))
FOR_GOOD = 10**9


@contextmanager
def in_place_of_the_disk(other: Disk) -> Iterator[None]:
    """Everything the program asks of the disk is asked of another one."""
    before = dict(vars(DISK))
    vars(DISK).update({name: getattr(other, name) for name in OPERATIONS})
    try:
        yield
    finally:
        vars(DISK).clear()
        vars(DISK).update(before)


CODES: Mapping[str, tuple[int, ...]] = {
    "make_folder": (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO),
    "create": (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EMFILE, errno.EIO),
    "claim": (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EPERM, errno.EIO),
    "open_to_append": (errno.EACCES, errno.EROFS, errno.EMFILE, errno.EIO),
    "touch": (errno.EACCES, errno.EROFS, errno.EMFILE, errno.EIO),
    "write": (errno.ENOSPC, errno.EIO),
    "flush": (errno.EIO, errno.ENOSPC),
    "truncate": (errno.EIO,),
    "close": (errno.EIO,),
    "rename": (errno.EACCES, errno.ENOSPC, errno.EROFS, errno.EIO),
    "remove": (errno.EACCES, errno.EROFS, errno.EIO),
    "remove_folder": (errno.EACCES, errno.EROFS, errno.EIO),
    "flush_name": (errno.EIO,),
    "read": (errno.EACCES, errno.EIO),
    "read_line": (errno.EACCES, errno.EIO),
}
"""What each operation may answer."""

MANNERS: Mapping[str, tuple[str, ...]] = {
    "write": ("refused", "half", "short"),
    "flush": ("refused", "lost"),
    "rename": ("refused", "done"),
    "remove": ("refused", "done"),
    "read": ("refused", "short", "empty"),
    "read_line": ("refused", "short", "empty"),
}
"""How an operation may fail.  half: some is written, then it is refused; short: only some is, without a word; done: it
was done, and an error told all the same; lost: what was to be flushed is never known to be there again."""

PARTLY = ("half", "short", "empty", "lost")
WORDLESS = ("short", "empty")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: operation number ``at`` (from 0) fails so, and after it whatever can fail alike.

    lasting: how many operations, the first among them, until the disk is well again.
    """

    at: int
    code: int
    manner: str = "refused"
    lasting: int = 1

    def hits(self, number: int, operation: str) -> bool:
        """Does it befall this operation?"""
        return number == self.at or (self.at < number < self.at + self.lasting and self.code in CODES[operation])

    def text(self) -> str:
        """For a report."""
        lasting = "for good" if self.lasting == FOR_GOOD else f"{self.lasting} times"
        return f"operation {self.at}: {errno.errorcode[self.code]}, {self.manner}, {lasting}"


def faults_at(number: int, operation: str, lasting: tuple[int, ...] = (1, 25, FOR_GOOD)) -> Iterator[Fault]:
    """Every fault that this operation may have."""
    for manner in MANNERS.get(operation, ("refused",)):
        for code in CODES[operation][-1:] if manner in WORDLESS else CODES[operation]:
            yield from (Fault(number, code, manner, many) for many in lasting)


class Failing(Disk):
    """A disk that numbers what it is asked, and fails as told.

    ``asked``: the operations so far; ``failed``: how many failed, not counting those that did so without a word.
    """

    def __init__(self, inner: Disk, fault: Fault | None = None) -> None:
        self.inner, self.fault = inner, fault
        self.asked: list[str] = []
        self.failed = self.fell_short = 0

    def _ask(self, operation: str, act: Callable[[], Answer], partly: Callable[[str], Answer] | None = None) -> Answer:
        number, fault = len(self.asked), self.fault
        self.asked.append(operation)
        if fault is None or not fault.hits(number, operation):
            return act()
        manner = fault.manner if fault.manner in MANNERS.get(operation, ()) else "refused"
        if partly is not None and manner in WORDLESS:
            self.fell_short += 1
            return partly(manner)
        self.failed += 1
        if partly is not None and manner in PARTLY:
            partly(manner)
        elif manner == "done" or operation == "close":
            act()
        raise OSError(fault.code, os.strerror(fault.code))

    def make_folder(self, folder: Path) -> None:
        self._ask("make_folder", lambda: self.inner.make_folder(folder))

    def create(self, path: Path) -> int:
        return self._ask("create", lambda: self.inner.create(path))

    def open_to_append(self, path: Path) -> int:
        return self._ask("open_to_append", lambda: self.inner.open_to_append(path))

    def touch(self, path: Path) -> int:
        return self._ask("touch", lambda: self.inner.touch(path))

    def write(self, handle: int, data: bytes) -> int:
        half = data[: (len(data) + 1) // 2]
        return self._ask("write", lambda: self.inner.write(handle, data), lambda _: self.inner.write(handle, half))

    def flush(self, handle: int) -> None:
        def lose(_manner: str) -> None:
            if isinstance(self.inner, Remembering):
                self.inner.flush_in_vain(handle)

        self._ask("flush", lambda: self.inner.flush(handle), lose)

    def truncate(self, handle: int, size: int) -> None:
        self._ask("truncate", lambda: self.inner.truncate(handle, size))

    def close(self, handle: int) -> None:
        self._ask("close", lambda: self.inner.close(handle))

    def rename(self, old: Path, new: Path) -> None:
        self._ask("rename", lambda: self.inner.rename(old, new))

    def claim(self, old: Path, new: Path) -> None:
        self._ask("claim", lambda: self.inner.claim(old, new))

    def remove(self, path: Path) -> None:
        self._ask("remove", lambda: self.inner.remove(path))

    def remove_folder(self, folder: Path) -> None:
        self._ask("remove_folder", lambda: self.inner.remove_folder(folder))

    def flush_name(self, path: Path) -> None:
        self._ask("flush_name", lambda: self.inner.flush_name(path))

    def read(self, path: Path, most: int) -> bytes:
        def partly(manner: str) -> bytes:
            data = self.inner.read(path, most)
            return data[: 0 if manner == "empty" else len(data) // 2]

        return self._ask("read", lambda: self.inner.read(path, most), partly)

    def read_line(self, path: Path, most: int) -> bytes:
        def partly(manner: str) -> bytes:
            data = self.inner.read_line(path, most)
            return data[: 0 if manner == "empty" else len(data) // 2]

        return self._ask("read_line", lambda: self.inner.read_line(path, most), partly)
