"""How a game is closed.  By a key that only its passphrase gives, or by the program's own key where it has none.

The key of a passphrase: Argon2id.  The cipher: XChaCha20-Poly1305, with 24 fresh random bytes for everything that is
closed, so that one key may close many saves.  Both are libsodium's, by way of PyNaCl, which is imported when a game is
first closed.

The program's own key stands below for everybody to read.  It keeps hidden orders out of a text editor, so that nobody
sees them by accident, and a save opens on a friend's machine too.  It stops nobody who means to look.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from functools import lru_cache

from game.system.redaction import hush

ENVELOPE = "envelope"  # so a file says that the program's own key opens it
_PROGRAM = hashlib.sha256(b"Rasputitsa: out of sight, not under lock and key").digest()
ROUNDS, MEMORY = 3, 65_536  # what a key costs: passes, and KiB of memory
MOST_ROUNDS, MOST_MEMORY = 8, 131_072  # what a file may ask for
_NONCE, _TAG = 24, 16
_WORDS = re.compile(r"argon2id:(\d{1,2}):(\d{1,6}):([0-9a-f]{32})")
MISSING = "it is closed, and the library PyNaCl, which closes and opens games, is not installed here"
WRONG = "it does not open: the passphrase is wrong, or the file was changed (the two cannot be told apart)"
DAMAGED = "what is closed in it is damaged"


class SealError(ValueError):
    """What is closed does not open, or cannot be closed."""


class Cipher:
    """Closes and opens the parts of one file.

    :param words: how the key is made, as the file says; see :func:`fresh_words`.
    :param purpose: what the key is for: no two files of different purpose have the same.
    :raises SealError: if the words ask for more than a key may cost, or the library is missing.
    """

    def __init__(self, passphrase: str, words: str, purpose: bytes) -> None:
        hush([passphrase])
        self.words = words
        self._key = hashlib.blake2b(purpose, key=_master(passphrase, words), digest_size=32).digest()

    def close(self, data: bytes, bound: bytes) -> bytes:
        """Data that nobody else can read; ``bound``: what must be the same when it is opened."""
        from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as encrypt

        nonce = os.urandom(_NONCE)
        return nonce + encrypt(data, bound, nonce, self._key)

    def open(self, data: bytes, bound: bytes) -> bytes:
        """What was closed.

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
    """How keys of this passphrase are made: with one random salt while the program runs, as each key takes a while.
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
        raise SealError("it is locked in a way that is not known here")
    rounds, memory = int(found[1]), int(found[2])
    if not (1 <= rounds <= MOST_ROUNDS and 8 <= memory <= MOST_MEMORY):
        raise SealError(f"its key would take {rounds} passes over {memory} KiB, and no save of ours asks for that")
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    try:
        return crypto_pwhash_alg(32, text, bytes.fromhex(found[3]), rounds, memory << 10, crypto_pwhash_ALG_ARGON2ID13)
    except (CryptoError, RuntimeError):
        raise SealError("there is not enough memory to work out its key") from None
