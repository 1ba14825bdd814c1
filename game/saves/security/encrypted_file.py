"""What can be read of a game that has secrets.  A few words for the list of saves; the save itself is closed.

    {"rasputitsa_save":1,"title":"...", ... ,"seal":"argon2id:3:65536:<salt>"}
    !<piece>
    !<piece>
    # sha256 ...

The pieces together are a whole open save, compressed.  With a passphrase none can be read, changed, exchanged or left
out unnoticed, and neither can the words in clear.  Without one ("envelope") they only cannot be read in a text editor;
anybody who has this program can open them.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence

from game.saves.security.encryption import DAMAGED, ENVELOPE, Cipher, SealError

PIECE = 48_000
_PURPOSE = b"rasputitsa save"


def _bound(number: int, last: bool, words: str, first: bytes) -> bytes:
    """To what a piece is bound: its place, and with a passphrase the first line of the file."""
    return b"%d %d " % (number, last) + (b"" if words == ENVELOPE else first)


def covered(save: bytes, words: str, passphrase: str, first: bytes) -> bytes:
    """The lines of a closed save that stand behind its first line.

    :raises SealError: if it cannot be locked.
    """
    cipher, packed = Cipher(passphrase, words, _PURPOSE), zlib.compress(save, 3)
    starts = range(0, len(packed), PIECE)
    lines = []
    for number, start in enumerate(starts):
        bound = _bound(number, number == len(starts) - 1, words, first)
        piece = cipher.close(packed[start : start + PIECE], bound)
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
        for piece in _pieces(lines, Cipher(passphrase, words, _PURPOSE), first):
            found += unpacker.decompress(piece, most + 1 - len(found))
            if len(found) > most or unpacker.unconsumed_tail:
                raise SealError("what is closed in it is far too large")
        if not unpacker.eof:
            raise SealError("what is closed in it is cut short")
    except (SealError, zlib.error, binascii.Error, ValueError) as e:
        if lenient and b"\n" in found:
            return found[: found.rindex(b"\n") + 1]
        raise (e if isinstance(e, SealError) else SealError(DAMAGED)) from None
    return found


def _pieces(lines: Sequence[str], cipher: Cipher, first: bytes) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if not line.startswith("!"):
            raise SealError(DAMAGED)
        bound = _bound(number, number == len(lines) - 1, cipher.words, first)
        yield cipher.open(base64.b64decode(line[1:], validate=True), bound)
