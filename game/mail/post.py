"""The folder through which letters travel: shared by both programs, or carried by the player.

Nothing in it is believed: a letter counts by what is in it, and only after it was checked.
"""

from __future__ import annotations

import hashlib
import os
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path

from ecs import Side
from game.mail.letters import ENDING, MOST_BYTES, LetterError, SealedLetter, file_name
from game.mail.own_part import MailError
from game.system.disk import DISK, write_whole

MOST_REFUSED = 64
MOST_LOOKED_AT = 2_000  # files of a folder


class Post:
    """The folder of a game.

    :param folder: made when the first letter is put there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._refused: OrderedDict[str, None] = OrderedDict()

    def prepare(self) -> None:
        """Make the folder, if it is not there, and see that it can be written.

        :raises MailError: if it cannot.
        """
        trial = self.folder / f".{os.getpid()}.trial"
        try:
            write_whole(trial, b"")
            DISK.remove(trial)
        except OSError as e:
            raise MailError(f"Letters cannot be put into {self.folder}: {e.strerror}.") from None

    def put(self, letter: SealedLetter) -> None:
        """Put a letter there, unless the same one is there already.

        :raises MailError: if the folder cannot be written.
        """
        path = self.folder / letter.name
        try:
            if not (path.is_file() and DISK.read(path, MOST_BYTES + 1) == letter.data):
                write_whole(path, letter.data)
        except OSError as e:
            raise MailError(f"The letter cannot be put into {self.folder}: {e.strerror}.") from None

    def look(self, game: str, number: int, side: Side) -> bytes:
        """The letter there with this name; nothing if there is none, or it cannot be read now."""
        return read_bounded(self.folder / file_name(game, number, side))

    def is_there(self, game: str, number: int, side: Side) -> bool:
        """Is there a file of that name?"""
        try:
            return (self.folder / file_name(game, number, side)).is_file()
        except OSError:
            return False

    def invitations(self) -> Iterator[Path]:
        """Names of files that may be invitations."""
        try:
            found = sorted(self.folder.glob(f"*-{0:05d}-*{ENDING}"))
        except OSError:
            return
        yield from found[:MOST_LOOKED_AT]

    def refuse(self, data: bytes, why: LetterError) -> str:
        """Remember that a file was refused; return the sentence, or "" if it was already told."""
        key = hashlib.sha256(data).hexdigest()
        known = key in self._refused
        self._refused[key] = None
        while len(self._refused) > MOST_REFUSED:
            self._refused.popitem(last=False)
        return "" if known else str(why)

    def is_refused(self, data: bytes) -> bool:
        """Was this very file refused before?  It is not read again."""
        return hashlib.sha256(data).hexdigest() in self._refused


def read_bounded(path: Path) -> bytes:
    """The bytes of an ordinary file, up to a limit; nothing if it cannot be read."""
    try:
        return DISK.read(path, MOST_BYTES + 1) if path.is_file() else b""
    except OSError:
        return b""
