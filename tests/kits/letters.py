"""Two homes that play a game by mail with each other, and letters changed on purpose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ecs import Game, Side
from game.mail.clerk import Clerk, open_mail
from game.mail.correspondence import accept, invite
from game.mail.letters import EACH, SealedLetter, sealed
from game.opponents import make_player

SCENARIO = "tutorial-kiev-1941"


@dataclass
class Homes:
    """Anna, who invited and has the Axis, and Boris; ``post``: the folder they share."""

    anna: Clerk
    boris: Clerk
    post: Path

    def of(self, side: Side) -> Clerk:
        """The clerk of a side."""
        return self.anna if side is Side.AXIS else self.boris

    def reopen(self, side: Side) -> None:
        """The program of a side is killed and started again: all that it had not written is gone."""
        old = self.of(side)
        home = old.mail.own.home
        old.close()
        fresh = Clerk(open_mail(home), recruit(side))
        if side is Side.AXIS:
            self.anna = fresh
        else:
            self.boris = fresh

    def close(self) -> None:
        """Give both back."""
        self.anna.close()
        self.boris.close()


def recruit(side: Side) -> Any:
    """A computer player of a side."""
    return make_player("recruit", side, 7)


def two_homes(folder: Path, dice: str = EACH, scenario: str = SCENARIO, anna: Path | None = None) -> Homes:
    """An invitation, accepted; each side is played by a recruit.

    :param anna: where Anna keeps her games by mail.
    """
    post = folder / "post"
    first = invite(scenario, Side.AXIS, post, "Anna", dice=dice, root=anna or folder / "anna")
    data = next(post.glob("*.letter")).read_bytes()
    second = accept(data, post, "Boris", root=folder / "boris")
    return Homes(Clerk(first, recruit(Side.AXIS)), Clerk(second, recruit(Side.SOVIET)), post)


def play(homes: Homes, letters: int = 10_000) -> tuple[Game, Game]:
    """Both play on until so many letters are there or nothing changes any more; the games of both."""
    idle = 0
    while idle < 2 and len(homes.anna.mail.letters) < letters:
        changed = [clerk.step() for clerk in (homes.anna, homes.boris)]
        idle = 0 if any(changed) else idle + 1
    assert homes.anna.game is not None and homes.boris.game is not None
    return homes.anna.game, homes.boris.game


def to_read(homes: Homes, letters: int) -> tuple[Clerk, SealedLetter, Clerk]:
    """Play until a letter of that number or a later one is written and not yet read; who is to read it, the letter, who
    wrote it."""
    for _ in range(10_000):
        longer, shorter = sorted((homes.anna, homes.boris), key=lambda clerk: -len(clerk.mail.letters))
        if len(longer.mail.letters) > max(letters, len(shorter.mail.letters)):
            shorter.catch_up()
            return shorter, longer.mail.letters[-1], longer
        equal = len(longer.mail.letters) == len(shorter.mail.letters)
        (longer if equal and longer.mail.due else shorter).step()
    raise AssertionError("no such letter is written")


def changed(letter: SealedLetter, writer: Clerk, key: bytes = b"", **fields: Any) -> bytes:
    """The letter with other fields, signed anew by its writer or with another key."""
    fresh = msgspec.structs.replace(letter.letter, **fields)
    return sealed(fresh, key or writer.mail.own.secret_key).data
