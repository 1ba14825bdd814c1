"""How hidden orders are kept from curious eyes.  A sealed line cannot be read in a text editor.

This is an envelope, not a safe: without a passphrase the program can always open it, and so can anybody who reads this
file.  Saves of formats 1 and 2 relied on it for passphrases too; today those are for game/saves/security/encryption.py.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import zlib
from collections.abc import Sequence
from functools import cached_property

_ROUNDS = 20_000
_MOST = 4_000_000


class SealError(ValueError):
    """A sealed line that does not open."""


class Seal:
    """Seals and opens the lines of one save.

    :param salt: fresh random bytes for every save.
    :param passphrase: "" when only the editor is to be kept out.
    """

    def __init__(self, salt: bytes, passphrase: str = "") -> None:
        self._salt, self._phrase = salt, passphrase.encode("utf-8", "surrogatepass")

    @cached_property
    def _key(self) -> bytes:
        """Ten milliseconds of work, and most saves and journals have no sealed line."""
        return hashlib.pbkdf2_hmac("sha256", self._phrase, self._salt, _ROUNDS)

    def _stream(self, block: int, size: int) -> bytes:
        parts = (size + 31) // 32
        numbers = (b"%d.%d" % (block, part) for part in range(parts))
        return b"".join(hashlib.sha256(self._key + number).digest() for number in numbers)[:size]

    def mix(self, number: int, data: bytes) -> bytes:
        """A piece of a shortcut made unreadable, or readable again; ``number``: which, so that no two look alike."""
        return _xor(data, hashlib.shake_256(self._key + b"%d" % number).digest(len(data)))

    def close(self, block: int, lines: Sequence[str]) -> str:
        """Some lines as one sealed word; ``block`` numbers the words of a file, so that no two look alike."""
        packed = zlib.compress("\n".join(lines).encode(), 9)
        return base64.b64encode(_xor(packed, self._stream(block, len(packed)))).decode("ascii")

    def open(self, block: int, word: str) -> list[str]:
        """The lines of a sealed word.

        :raises SealError: with the wrong passphrase, or if the word is damaged or far too large.
        """
        try:
            packed = base64.b64decode(word, validate=True)
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(_xor(packed, self._stream(block, len(packed))), _MOST)
            if not unpacker.eof:
                raise SealError("the sealed orders are cut short or far too large")
            return text.decode().split("\n")
        except (binascii.Error, zlib.error, UnicodeDecodeError):
            raise SealError("the sealed orders do not open: wrong passphrase, or the line is damaged") from None


def _xor(data: bytes, stream: bytes) -> bytes:
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(data), "big")
