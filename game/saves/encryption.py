"""Encryption of games: with a key from their passphrase, or with the program's own key if they have none.

The key of a passphrase: Argon2id.  The cipher: XChaCha20-Poly1305, with 24 fresh random bytes for everything that is
closed, so that one key may close many saves.  Both are libsodium's, via PyNaCl, which is imported when a game is
first closed.

The program's own key stands below for all to read.  It keeps hidden orders out of a text editor, so that nobody
sees them by accident, and a save opens on a friend's machine too.  It stops nobody who means to look."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache

from game.system.redaction import hush

ENVELOPE = "envelope"  # so a file says that the program's own key opens it
_PROGRAM = hashlib.sha256(b"Rasputitsa: out of sight, not under lock and key").digest()
ROUNDS, MEMORY = 3, 65_536  # what a key costs: passes, and KiB of memory
MOST_ROUNDS, MOST_MEMORY = 8, 131_072  # what a file may ask for
_NONCE, _TAG = 24, 16
_WORDS = re.compile(r"argon2id:(\d{1,2}):(\d{1,6}):([0-9a-f]{32})")
MISSING = "it is locked, and the library PyNaCl, which locks and opens games, is not installed here"
WRONG = "it does not open: the passphrase is wrong, or the file was changed (the two cannot be told apart)"
DAMAGED = "its contents are damaged"


class SealError(ValueError):
    """A save that cannot be opened or locked."""


class Cipher:
    """Encrypts and decrypts the parts of one file.

    :param words: how the key is made, as the file says; see :func:`fresh_words`.
    :param purpose: what the key is for: no two files of different purpose have the same.
    :raises SealError: if the words ask for more than a key may cost, or the library is missing.
    """

    def __init__(self, passphrase: str, words: str, purpose: bytes) -> None:
        hush([passphrase])
        self.words = words
        self._key = hashlib.blake2b(purpose, key=_master(passphrase, words), digest_size=32).digest()

    def close(self, data: bytes, bound: bytes) -> bytes:
        """Encrypt data; ``bound``: what must be the same when it is opened."""
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt

        nonce = os.urandom(_NONCE)
        return nonce + encrypt(data, bound, nonce, self._key)

    def open(self, data: bytes, bound: bytes) -> bytes:
        """Decrypt data.

        :raises SealError: if that was with another passphrase, or anything was changed since.
        """
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_decrypt as decrypt
        from nacl.exceptions import CryptoError

        wrong = DAMAGED if self.words == ENVELOPE else WRONG
        if len(data) < _NONCE + _TAG:
            raise SealError(wrong)
        try:
            return decrypt(data[_NONCE:], bound, data[:_NONCE], self._key)
        except CryptoError:
            raise SealError(wrong) from None


@lru_cache(maxsize=4)
def fresh_words(passphrase: str) -> str:
    """Parameters for keys of this passphrase, with one random salt for a run of the program, since keys are slow.
    Without a passphrase the program's own key serves."""
    return f"argon2id:{ROUNDS}:{MEMORY}:{os.urandom(16).hex()}" if passphrase else ENVELOPE


@lru_cache(maxsize=8)
def _master(passphrase: str, words: str) -> bytes:
    try:
        from nacl.bindings import crypto_pwhash_alg, crypto_pwhash_ALG_ARGON2ID13
        from nacl.exceptions import CryptoError
    except ImportError:
        raise SealError(MISSING) from None
    if words == ENVELOPE:
        return _PROGRAM
    found = _WORDS.fullmatch(words)
    if found is None:
        raise SealError("this version does not know how to unlock it")
    rounds, memory = int(found[1]), int(found[2])
    if not (1 <= rounds <= MOST_ROUNDS and 8 <= memory <= MOST_MEMORY):
        raise SealError(f"its key would take {rounds} passes over {memory} KiB; no real save needs that")
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    try:
        return crypto_pwhash_alg(32, text, bytes.fromhex(found[3]), rounds, memory << 10, crypto_pwhash_ALG_ARGON2ID13)
    except (CryptoError, RuntimeError):
        raise SealError("there is not enough memory to work out its key") from None


# -- What can be read of a game that has secrets.  A few words for the list of saves; the save itself is closed. -----
# {"rasputitsa_save":1,"title":"...", ... ,"seal":"argon2id:3:65536:<salt>"} !<piece> !<piece> # sha256 ... The pieces
# together are a whole open save, compressed. With a passphrase none can be read, changed, exchanged or left out
# unnoticed, and neither can the words in clear. Without one ("envelope") they only cannot be read in a text editor;
# anybody who has this program can open them.

PIECE = 48_000
_PURPOSE = b"rasputitsa save"


def _bound(number: int, last: bool, words: str, first: bytes) -> bytes:
    """What a piece is bound to: its place, and with a passphrase the first line of the file."""
    return b"%d %d " % (number, last) + (b"" if words == ENVELOPE else first)


def covered(save: bytes, words: str, passphrase: str, first: bytes) -> bytes:
    """The lines of an encrypted save after its first line.

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
    """The save inside an encrypted one.

    :param most: bytes it may have.
    :param lenient: as far as it can be opened.
    :raises SealError: if it does not open, or is larger than that.
    """
    unpacker, found = zlib.decompressobj(), b""
    try:
        for piece in _pieces(lines, Cipher(passphrase, words, _PURPOSE), first):
            found += unpacker.decompress(piece, most + 1 - len(found))
            if len(found) > most or unpacker.unconsumed_tail:
                raise SealError("its contents are far too large")
        if not unpacker.eof:
            raise SealError("its contents are cut short")
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


# -- Signatures of letters.  Ed25519: a key is made from 32 random bytes, and what it signed shows that it was it. ----

KEY = 32


def public_key(secret: bytes) -> bytes:
    """The public key for a secret of 32 bytes, with which others check its signatures.

    :raises SealError: if the library is missing.
    """
    return _pair(secret)[0]


def signature(secret: bytes, data: bytes) -> bytes:
    """A signature of 64 bytes that only the secret can make for this data.

    :raises SealError: if the library is missing.
    """
    pair = _pair(secret)[1]
    from nacl.bindings import crypto_sign

    return crypto_sign(data, pair)[:64]


def is_signed(key: bytes, data: bytes, signed: bytes) -> bool:
    """Was this data signed with the secret of this public key?

    :raises SealError: if the library is missing.
    """
    try:
        from nacl.bindings import crypto_sign_open
        from nacl.exceptions import CryptoError
    except ImportError:
        raise SealError(MISSING) from None
    if len(key) != KEY or len(signed) != 2 * KEY:
        return False
    try:
        return crypto_sign_open(signed + data, key) == data
    except CryptoError:
        return False


def _pair(secret: bytes) -> tuple[bytes, bytes]:
    try:
        from nacl.bindings import crypto_sign_seed_keypair
    except ImportError:
        raise SealError(MISSING) from None
    return crypto_sign_seed_keypair(secret)
