"""A letter of a game by mail: two lines of text, its contents and its author's signature; and the dice it brings.

    {"rasputitsa_letter":1,"game":"...","number":12,"side":"axis","before":"...","commands":["move 18.A E4"], ...}
    <Ed25519 signature of the first line, 128 hex digits>

Letters alternate: the inviter's have even numbers.  0 is the invitation, 1 the acceptance; from 2 on they
hold commands.  Each names the one before it by its hash, so that none can be exchanged or left out.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ecs import Side
from ecs.core.commands import Renew
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.saves.encryption import is_signed, public_key, signature
from game.saves.file_format import Choice, Text, Word

FORMAT = 1
ENDING = ".letter"
MOST_BYTES = 1_000_000
MOST_LETTERS = 20_000
MOST_COMMANDS = 4_000
MOST_NAME = 40
EACH, TURN = "each", "turn"
"""How dice are thrown: each order that rolls them is answered first, or the last letter answers for a whole turn."""

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}\Z")]
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
MaybeHash = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")]
Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,200}\Z")]
Name = Annotated[str, Meta(pattern=rf"^[^\x00-\x1f\x7f]{{1,{MOST_NAME}}}\Z")]
Number = Annotated[int, Meta(ge=0, le=MOST_LETTERS)]


class LetterError(Exception):
    """A letter that is refused; the message is one sentence for the player."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The author: name, public key, program version.  In the first letter of each player."""

    name: Name
    key: Hash
    version: Text = ""


class Invitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game offered, in letter 0."""

    scenario: Word
    options: Annotated[dict[Word, Choice], Meta(max_length=100)]
    dice: Literal["each", "turn"]


class Letter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The contents of a letter.

    ``before``: hash of the letter before it.  ``rolls``: the last command rolls dice, and is carried out only when the
    next letter has answered it.  ``digest``: of the position after the commands carried out.  ``secret``: 32 bytes for
    the dice, to which the sender's letter before this committed himself; ``commitment``: hash of those in his next.
    ``reloads``: how often he has gone back to an earlier save since his last letter.
    """

    rasputitsa_letter: Literal[1] = 1
    game: Id
    number: Number
    side: Literal["axis", "soviet"]
    before: MaybeHash = ""
    hello: Hello | None = None
    invitation: Invitation | None = None
    commands: Annotated[tuple[Line, ...], Meta(max_length=MOST_COMMANDS)] = ()
    rolls: bool = False
    digest: Annotated[str, Meta(pattern=r"^([0-9a-f]{16})?\Z")] = ""
    secret: MaybeHash = ""
    commitment: Hash
    reloads: Annotated[int, Meta(ge=0, le=10**6)] = 0


@dataclass(frozen=True, slots=True)
class SealedLetter:
    """A letter as it was written: ``line`` is the signed text."""

    letter: Letter
    line: bytes
    signed: bytes

    @property
    def hash(self) -> str:
        """The hash by which the next letter names it: 64 hex digits."""
        return hashlib.sha256(self.line).hexdigest()

    @property
    def data(self) -> bytes:
        """The bytes of its file."""
        return self.line + b"\n" + self.signed.hex().encode() + b"\n"

    @property
    def name(self) -> str:
        """The name of its file."""
        letter = self.letter
        return file_name(letter.game, letter.number, Side(letter.side))

    def is_from(self, key: str) -> bool:
        """Did the owner of a public key sign the letter?"""
        return is_signed(bytes.fromhex(key), self.line, self.signed)


def file_name(game: str, number: int, side: Side) -> str:
    """The name of a letter's file in a folder."""
    return f"{game}-{number:05d}-{side.value}{ENDING}"


def sealed(letter: Letter, secret_key: bytes) -> SealedLetter:
    """A letter, signed."""
    line = msgspec.json.encode(letter)
    return SealedLetter(letter, line, signature(secret_key, line))


def public_key_of(secret_key: bytes) -> str:
    """The public key for a secret signing key: 64 hex digits."""
    return public_key(secret_key).hex()


def read_letter(data: bytes) -> SealedLetter:
    """A letter from the bytes of its file; its author and place are not checked.

    :raises LetterError: if it is none.
    """
    if len(data) > MOST_BYTES:
        raise LetterError("This file is too large to be a letter.")
    line, _, rest = data.partition(b"\n")
    if rest[-1:] == b"\n" and len(rest) == 129 and not set(rest[:128]) - set(b"0123456789abcdef"):
        try:
            return SealedLetter(msgspec.json.decode(line, type=Letter), line, bytes.fromhex(rest[:128].decode()))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
    raise LetterError(f"This letter is damaged{_newer(line)}.")


def _newer(line: bytes) -> str:
    """A hint for a letter that a later version wrote."""
    try:
        told = msgspec.json.decode(line, type=dict[str, object]).get("rasputitsa_letter")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
    return " or from a later version of Rasputitsa" if isinstance(told, int) and told > FORMAT else ""


def read_letter_file(path: Path) -> SealedLetter:
    """The letter in a file.

    :raises LetterError: if it is none, or cannot be read.
    """
    try:
        return read_letter(read_ordinary(path, MOST_BYTES))
    except UnreadableError as error:
        raise LetterError(f"The letter {path.name} {error}.") from None


# -- The dice of a game by mail: both players contribute to every seed, and neither can choose or foresee it. --------
# A player's secret for his letter n is made from his master secret, so that nothing else need be kept. Its hash stands
# in his letter before, the secret itself in letter n. The seed of letter n is a hash of that secret and of the one in
# letter n - 1, which the friend had promised before either was shown.

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
