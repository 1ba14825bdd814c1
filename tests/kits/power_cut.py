"""What may a power cut leave?  A disk that remembers what was asked of it, and tells every state it may be in.

What it takes for possible:

* What was flushed is there.  A file's bytes are flushed by `flush` of that file, and only those written before it.
* Every write not flushed is there, or torn, or so many zeros, or missing (then there are zeros where something stands
  behind it, else the file is shorter), each independent of the others, in any order.
* What a flush that failed should have flushed is never known to be there, whatever later flushes say: the system may
  have thrown it away.
* A name given, changed or taken away is one change, done whole or not at all.  LOOSE, the least that POSIX promises:
  each change since the last `flush_name` in its folder is done or not, independent of all others; a file whose name
  is missing is lost however well it was flushed, and so is whatever stands in a folder whose name is missing.
  ORDERED, a journal of names (NTFS; ext4 and APFS at their best): changes are done in their order up to some point,
  and every flush of a file does all before it; a folder is never flushed, as on Windows.
* A disk that says "flushed" has flushed: one that lies cannot be helped.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from game.system.disk import Disk

LOOSE, ORDERED = "loose", "ordered"
PENDING, DOUBTFUL, SURE = range(3)
HOWS = ("whole", "missing", "torn", "zeros")
State = Mapping[str, bytes]
"""What is in a folder: path, relative to it and with "/" -> bytes."""


@dataclass(slots=True)
class Write:
    """Something done to the bytes of a file: bytes put at a place, or (None) all from there on cut off."""

    at: int
    data: bytes | None
    state: int = PENDING

    def done_to(self, content: bytearray, how: str) -> None:
        """Do it: "whole", "torn", "zeros" or "missing"."""
        if self.data is None:
            if how == "whole":
                del content[self.at :]
            return
        data = {"whole": self.data, "torn": self.data[: len(self.data) // 2], "zeros": bytes(len(self.data))}.get(how)
        if data is not None:
            content.extend(bytes(max(0, self.at - len(content))))
            content[self.at : self.at + len(data)] = data


@dataclass(eq=False, slots=True)
class File:
    """A file without a name: what is surely in it, and what was done to it since."""

    sure: bytes = b""
    writes: list[Write] = field(default_factory=list)
    size: int = 0

    @property
    def unsure(self) -> int:
        """How many writes may be lost."""
        return sum(write.state != SURE for write in self.writes)

    def flushed(self, well: bool) -> None:
        """Everything done so far is sure, or in doubt for good."""
        for write in self.writes:
            if write.state == PENDING:
                write.state = SURE if well else DOUBTFUL
        if not self.unsure:
            self.sure, self.writes = self.content(()), []

    def content(self, hows: Sequence[str]) -> bytes:
        """Its bytes, if the writes that are not sure came out so."""
        content, left = bytearray(self.sure), iter(hows)
        for write in self.writes:
            write.done_to(content, "whole" if write.state == SURE else next(left))
        return bytes(content)


@dataclass(eq=False, slots=True)
class Folder:
    """A folder: what is surely in it, and what is in it as far as the program knows."""

    sure: dict[str, File | Folder] = field(default_factory=dict)
    names: dict[str, File | Folder] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Change:
    """Names that come to mean something else, or (None) nothing.  It is settled with the first one's folder."""

    names: list[tuple[Folder, str, File | Folder | None]]

    def done_to(self, table: Callable[[Folder], dict[str, File | Folder]]) -> None:
        """Do it, in the tables of names of the folders."""
        for folder, name, node in self.names:
            if node is None:
                table(folder).pop(name, None)
            else:
                table(folder)[name] = node


class Remembering(Disk):
    """A real disk that remembers what is not yet durable below a folder.

    :param root: the folder; all that is in it now is durable.
    :param model: LOOSE or ORDERED.
    """

    def __init__(self, root: Path, model: str = LOOSE) -> None:
        self.root, self.model = root, model
        self.folder = _found(root)
        self._open: dict[int, File] = {}
        self._pending: list[Change] = []

    # -- what is asked ----------------------------------------------------------------------------

    def make_folder(self, folder: Path) -> None:
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        super().make_folder(folder)
        for place in reversed(missing):
            self._change((place, Folder()))

    def create(self, path: Path) -> int:
        handle = super().create(path)
        file = self._at(path.parent).names.get(path.name)
        if isinstance(file, File):
            file.writes.append(Write(0, None))
            file.size = 0
        else:
            file = File()
            self._change((path, file))
        self._open[handle] = file
        return handle

    def open_to_append(self, path: Path) -> int:
        return self._opened(path, super().open_to_append(path))

    def touch(self, path: Path) -> int:
        there = path.exists()
        handle = super().touch(path)
        if not there:
            self._change((path, File()))
        return self._opened(path, handle)

    def _opened(self, path: Path, handle: int) -> int:
        file = self._at(path.parent).names[path.name]
        assert isinstance(file, File)
        self._open[handle] = file
        return handle

    def write(self, handle: int, data: bytes) -> int:
        count, file = super().write(handle, data), self._open[handle]
        file.writes.append(Write(file.size, data[:count]))
        file.size += count
        return count

    def flush(self, handle: int) -> None:
        self._open[handle].flushed(well=True)
        if self.model == ORDERED:
            self._settle(self._pending)

    def flush_in_vain(self, handle: int) -> None:
        """A flush that fails."""
        self._open[handle].flushed(well=False)

    def truncate(self, handle: int, size: int) -> None:
        super().truncate(handle, size)
        self._open[handle].writes.append(Write(size, None))
        self._open[handle].size = size

    def close(self, handle: int) -> None:
        self._open.pop(handle, None)
        super().close(handle)

    def rename(self, old: Path, new: Path) -> None:
        super().rename(old, new)
        self._change((new, self._at(old.parent).names[old.name]), (old, None))

    def claim(self, old: Path, new: Path) -> None:
        super().claim(old, new)
        self._change((new, self._at(old.parent).names[old.name]), (old, None))

    def remove(self, path: Path) -> None:
        there = path.exists()
        super().remove(path)
        if there:
            self._change((path, None))

    def remove_folder(self, folder: Path) -> None:
        super().remove_folder(folder)
        self._change((folder, None))

    def flush_name(self, path: Path) -> None:
        place = self._at(path.parent)
        if self.model == LOOSE:
            self._settle([change for change in self._pending if change.names[0][0] is place])
        elif isinstance(place.names[path.name], File):
            self._settle(self._pending)

    def give_back(self) -> None:
        """Close what a program that broke off left open."""
        for handle in list(self._open):
            self.close(handle)

    def _at(self, folder: Path) -> Folder:
        place: File | Folder = self.folder
        for name in folder.relative_to(self.root).parts:
            assert isinstance(place, Folder)
            place = place.names[name]
        assert isinstance(place, Folder)
        return place

    def _change(self, *names: tuple[Path, File | Folder | None]) -> None:
        change = Change([(self._at(path.parent), path.name, node) for path, node in names])
        change.done_to(lambda folder: folder.names)
        self._pending.append(change)

    def _settle(self, changes: Sequence[Change]) -> None:
        for change in changes:
            change.done_to(lambda folder: folder.sure)
        self._pending = [change for change in self._pending if change not in changes]

    # -- what may be left -------------------------------------------------------------------------

    def left(self, dice: random.Random, most: int) -> Iterator[State]:
        """States the folder may be in if the power is cut now: all if they are no more than so many, else a choice
        of them, which has the plainest ones in it.  One state may come more than once."""
        wanted = list(self._choices_of_names(dice, most))
        for done in wanted:
            tables = self._tables(done)
            files = [file for file in _files(self.folder, tables) if file.unsure]
            for hows in _choices([len(HOWS)] * sum(file.unsure for file in files), dice, max(3, most // len(wanted))):
                words = iter([HOWS[how] for how in hows])
                contents = {id(file): file.content([next(words) for _ in range(file.unsure)]) for file in files}
                yield dict(_paths(self.folder, tables, contents, ""))

    def _choices_of_names(self, dice: random.Random, most: int) -> Iterator[list[Change]]:
        if self.model == ORDERED:
            yield from (self._pending[:count] for count in range(len(self._pending), -1, -1))
            return
        for missing in _choices([2] * len(self._pending), dice, most):
            yield [change for change, lost in zip(self._pending, missing, strict=True) if not lost]

    def _tables(self, done: Sequence[Change]) -> dict[int, dict[str, File | Folder]]:
        tables: dict[int, dict[str, File | Folder]] = {}
        for change in done:
            change.done_to(lambda folder: tables.setdefault(id(folder), dict(folder.sure)))
        return tables


def _choices(ways: Sequence[int], dice: random.Random, most: int) -> Iterator[tuple[int, ...]]:
    """One number for each, below so many: all if they are few, else none, each alone, all, and some by chance."""
    count = 1
    for way in ways:
        count *= way
    if count <= most:
        yield from itertools.product(*(range(way) for way in ways))
        return
    yield (0,) * len(ways)
    yield (1,) * len(ways)
    for _ in range(most - 2):
        often = dice.random()
        yield tuple(dice.randrange(1, way) if dice.random() < often else 0 for way in ways)


def _found(place: Path) -> Folder:
    names: dict[str, File | Folder] = {}
    for path in sorted(place.iterdir()):
        if path.is_dir():
            names[path.name] = _found(path)
        else:
            names[path.name] = File(path.read_bytes(), size=path.stat().st_size)
    return Folder(dict(names), names)


def _inside(folder: Folder, tables: Mapping[int, dict[str, File | Folder]]) -> dict[str, File | Folder]:
    return tables.get(id(folder), folder.sure)


def _files(folder: Folder, tables: Mapping[int, dict[str, File | Folder]]) -> list[File]:
    """Every file that has a name, once."""
    found: dict[int, File] = {}
    for node in _inside(folder, tables).values():
        for file in [node] if isinstance(node, File) else _files(node, tables):
            found[id(file)] = file
    return list(found.values())


def _paths(
    folder: Folder, tables: Mapping[int, dict[str, File | Folder]], contents: Mapping[int, bytes], above: str
) -> Iterator[tuple[str, bytes]]:
    for name, node in sorted(_inside(folder, tables).items()):
        if isinstance(node, Folder):
            yield from _paths(node, tables, contents, f"{above}{name}/")
        else:
            yield above + name, contents.get(id(node), node.sure)


def lay_out(state: State, place: Path) -> None:
    """Put a state into a new folder."""
    for path, data in state.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)


def name_of(state: State) -> int:
    """States that are alike have the same."""
    return hash(tuple(sorted(state.items())))


def real_temporary() -> str | None:
    """A folder in memory if there is one: what is tried here need not reach a real disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
