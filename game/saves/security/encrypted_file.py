"""What can be read of a game that has secrets.  A few words for the list of saves; the save itself is closed.

    {"rasputitsa_save":3,"title":"...", ... ,"seal":"argon2id:3:65536:<salt>"}
    !<piece>
    !<piece>
    # sha256 ...

The pieces together are a whole open save, compressed.  With a passphrase they are locked: none can be read, changed,
exchanged or left out unnoticed, and neither can the words in clear.  Without one ("envelope:<salt>") they only cannot
be read in a text editor; anybody who has this program can open them.
"""

from __future__ import annotations

import base64
import binascii
import os
import zlib
from collections.abc import Iterator, Sequence

from game.saves.security.encryption import Cipher, fresh_words
from game.saves.security.obfuscation import Seal, SealError

PIECE = 48_000
_PURPOSE = b"rasputitsa save"
_ENVELOPE = "envelope:"


def seal_words(passphrase: str) -> str:
    """How a new save is closed, as its first line says."""
    return fresh_words(passphrase) if passphrase else _ENVELOPE + os.urandom(16).hex()


class _Cover:
    """Closes and opens the pieces of one save.

    :param first: the first line of the file, to which locked pieces are bound.
    """

    def __init__(self, words: str, passphrase: str, first: bytes) -> None:
        self._first = first
        self._lock: Cipher | None = None
        if words.startswith(_ENVELOPE):
            self._seal = Seal(bytes.fromhex(words.removeprefix(_ENVELOPE)))
        else:
            self._lock = Cipher(passphrase, words, _PURPOSE)

    def _bound(self, number: int, last: bool) -> bytes:
        return b"%d %d " % (number, last) + self._first

    def close(self, number: int, last: bool, piece: bytes) -> bytes:
        if self._lock is not None:
            return self._lock.close(piece, self._bound(number, last))
        return self._seal.mix(number, piece)

    def open(self, number: int, last: bool, piece: bytes) -> bytes:
        if self._lock is not None:
            return self._lock.open(piece, self._bound(number, last))
        return self._seal.mix(number, piece)


def covered(save: bytes, words: str, passphrase: str, first: bytes) -> bytes:
    """The lines of a closed save that stand behind its first line.

    :raises SealError: if it cannot be locked.
    """
    cover, packed = _Cover(words, passphrase, first), zlib.compress(save, 3)
    starts = range(0, len(packed), PIECE)
    lines = []
    for number, start in enumerate(starts):
        piece = cover.close(number, number == len(starts) - 1, packed[start : start + PIECE])
        lines.append(b"!" + base64.b64encode(piece) + b"\n")
    return b"".join(lines)


def uncovered(
    lines: Sequence[str], words: str, passphrase: str, first: bytes, most: int, lenient: bool = False
) -> bytes:
    """The save that was closed.

    :param most: bytes it may have.
    :param lenient: as far as it can be opened.
    :raises SealError: if it does not open, or is larger than that.
    """
    unpacker, found = zlib.decompressobj(), b""
    try:
        for piece in _pieces(lines, _Cover(words, passphrase, first)):
            found += unpacker.decompress(piece, most + 1 - len(found))
            if len(found) > most or unpacker.unconsumed_tail:
                raise SealError("what is closed in it is far too large")
        if not unpacker.eof:
            raise SealError("what is closed in it is cut short")
    except (SealError, zlib.error, binascii.Error, ValueError) as e:
        if lenient and b"\n" in found:
            return found[: found.rindex(b"\n") + 1]
        raise (e if isinstance(e, SealError) else SealError("what is closed in it is damaged")) from None
    return found


def _pieces(lines: Sequence[str], cover: _Cover) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if not line.startswith("!"):
            raise SealError("what is closed in it is damaged")
        yield cover.open(number, number == len(lines) - 1, base64.b64decode(line[1:], validate=True))
