"""The dice of a game by mail: both players contribute to every seed, and neither can choose or foresee it.

A player's secret for his letter n is made from his master secret, so that nothing else need be kept.  Its hash stands
in his letter before, the secret itself in letter n.  The seed of letter n is a hash of that secret and of the one in
letter n - 1, which the friend had promised before either was shown.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from ecs.core.commands import Renew
from game.mail.letters import TURN, Letter

SEEDS = 10**9  # the command that takes fresh dice names a number below this
FIRST = 2  # the first letter with a seed: the game begins by it


def secret_of(master: bytes, game: str, number: int) -> bytes:
    """A player's share in the dice of a letter, by its number: 32 bytes."""
    return hmac.new(master, f"rasputitsa dice {game} {number}".encode(), "sha256").digest()


def commitment_to(secret: bytes) -> str:
    """The commitment to a secret, shown beforehand: 64 hex digits."""
    return hashlib.sha256(b"rasputitsa commitment " + secret).hexdigest()


def keeps_promise(secret: str, commitment: str) -> bool:
    """Is this the secret (64 hex digits) that was promised?"""
    return bool(secret) and hmac.compare_digest(commitment_to(bytes.fromhex(secret)), commitment)


def seed_of(game: str, number: int, before: bytes, now: bytes) -> int:
    """The seed of letter ``number``, from the secret of the letter before it and its own: 0 up to ``SEEDS``."""
    words = f"rasputitsa seed {game} {number} {before.hex()} {now.hex()}"
    return int.from_bytes(hashlib.sha256(words.encode()).digest(), "big") % SEEDS


def seed_in(letters: Sequence[Letter], number: int) -> int:
    """The seed of a letter, when it and the one before it are there."""
    before, now = (bytes.fromhex(letters[n].secret) for n in (number - 1, number))
    return seed_of(letters[number].game, number, before, now)


def fresh(seed: int) -> str:
    """The command that takes new dice from a seed."""
    return Renew(seed).text()


def carried_out(letters: Sequence[Letter], number: int, dice: str) -> Iterator[str]:
    """The commands carried out once a letter is there, in order, new dice included.

    :param letters: all up to that one.
    :param dice: ``EACH`` or ``TURN``.
    """
    letter = letters[number]
    if number < FIRST:
        return
    if dice == TURN:
        if letter.commands and number > FIRST:
            yield fresh(seed_in(letters, number))
        yield from letter.commands
        return
    if letters[number - 1].rolls:
        yield fresh(seed_in(letters, number))
        yield letters[number - 1].commands[-1]
    yield from letter.commands[: len(letter.commands) - letter.rolls]
