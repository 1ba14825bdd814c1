"""What the sentences of a view, a forecast and a question say, in figures and fixed words, for whoever is no reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ecs.core.commands import Command
from ecs.core.components import Side

Power = Literal["move", "fight", "attack"]
"""What a chit lets units do; "attack": they must."""
Favour = Literal["attacker", "defender", "nobody"]


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What a side may know of the turn beside what stands on the map; 0 or empty where a game has no such thing.

    ``trains``: what its trains still carry in this phase; ``group_hexes``: hexes of railway that one of its groups
    converts this turn; ``air_groups``: most of them in one attack of its own now; ``calendar``: the weather of every
    turn from the first, "" where a die decides; ``decisive``: board indices of places that win the game by themselves,
    or with one other.  ``capitals``: board indices of the side's own places that it may lose least of all: the enemy
    wins by them, or not without one of them.  ``winter``: it snows, and supply is worth most.
    """

    trains: int = 0
    group_hexes: int = 0
    air_groups: int = 0
    calendar: tuple[str, ...] = ()
    decisive: tuple[int, ...] = ()
    capitals: tuple[int, ...] = ()
    winter: bool = False


NO_FACTS = KnownFacts()


@dataclass(frozen=True, slots=True)
class SideEffect:
    """What a result does to one side.

    ``lost``: steps; ``all``: every unit is eliminated; ``pays``: factors as many as the enemy has there; ``retreat``:
    fewest and most hexes, (0, 0) none; ``disrupted``: those who stay alive are out of order.
    """

    lost: int = 0
    all: bool = False
    pays: bool = False
    retreat: tuple[int, int] = (0, 0)
    disrupted: bool = False

    @property
    def beaten(self) -> bool:
        """Does the side lose anything, or its place?"""
        return bool(self.lost or self.all or self.pays or self.retreat[1])


UNHURT = SideEffect()


@dataclass(frozen=True, slots=True)
class DieFace:
    """One face of the die in a forecast: what is read for it, and the result.

    ``code``: the result by its name in the table; ``printed``: what the table has there, before circumstances turn it
    into ``code``; ``trapped``: what it would be if the defenders had no way out; ``meaning``: in words; ``even``:
    neither side loses more steps than the other has; ``advance``: hexes of advance printed with it; ``price``: factors
    for which the attacker may have all the defenders instead, None if they are not for sale.
    """

    read: int
    code: str
    printed: str
    trapped: str
    meaning: str
    attackers: SideEffect = UNHURT
    defenders: SideEffect = UNHURT
    even: bool = False
    advance: int = 0
    price: int | None = None

    @property
    def result(self) -> str:
        """The result as the table prints it, its advance included."""
        return f"{self.code} Adv {self.advance}" if self.advance else self.code

    @property
    def favours(self) -> Favour:
        """Whom the result is good for."""
        ours, theirs = self.attackers.beaten, self.defenders.beaten
        if ours:
            return "nobody" if theirs else "defender"
        return "attacker" if theirs or self.defenders.disrupted else "nobody"


@dataclass(frozen=True, slots=True)
class Tally:
    """The score in a line: ``parts``, the most important first; ``goal``: the second as short as it can be said."""

    parts: tuple[str, ...]
    goal: str = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return " · ".join(self.parts)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something else that counts just now: what, and how it stands.

    ``means``: it matters when units are brought in; ``side``: whose it is, None for whoever acts or both.  ``risk``: it
    is what an order of this kind may bring.
    """

    subject: str
    state: str
    means: bool = False
    side: Side | None = None
    risk: type[Command] | None = None


class Note(str):
    """A sentence about a forecast with its rule number in brackets behind it; ``words`` and ``rule`` apart."""

    words: str
    rule: str

    def __new__(cls, words: str, rule: str) -> Note:
        """Put the number before the full stop."""
        made = super().__new__(cls, f"{words} ({rule}).")
        made.words, made.rule = words, rule
        return made

    def __reduce__(self) -> tuple[type[Note], tuple[str, str]]:
        """For copies."""
        return Note, (self.words, self.rule)
