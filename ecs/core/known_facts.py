"""What the sentences of a view, a forecast and a question say, in figures and fixed words, for a program that cannot
read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from ecs.core.commands import Command
from ecs.core.components import Side

Power = Literal["move", "fight", "attack"]
"""What a chit lets units do; "attack": they must."""
PhaseWork = Literal["", "set up", "opening", "arrivals", "march", "plan", "fight", "landing", "conversion", "surrender"]
"""What a side is about in a phase, whatever the game calls it; "opening": arrivals, rebuilding and journeys in one."""
Favour = Literal["attacker", "defender", "nobody"]


class Sky(Enum):
    """The weather by what it does to armies, whatever the game calls it.

    ``WET``: ways are softer, but no morass; ``FROST``: cold and dry, almost fair; ``ARCTIC``: more than snow.
    """

    FAIR = "fair"
    WET = "wet"
    MUD = "mud"
    FROST = "frost"
    SNOW = "snow"
    ARCTIC = "arctic"


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """A place that counts for more than its points, whoever holds it now.

    ``side``: whose it is by right; ``capital``: its capital; ``source``: the side's railways are supplied from there;
    ``weight``: how much more the place counts than it scores, in half points of victory.
    """

    hex: int
    side: Side
    capital: bool = False
    source: bool = False
    weight: int = 0


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
class ResultEffects:
    """What a result of combat does, under its name in the table.  ``breakthrough``: the attackers may attack again."""

    code: str
    attackers: SideEffect = UNHURT
    defenders: SideEffect = UNHURT
    breakthrough: bool = False


@dataclass(frozen=True, slots=True)
class StackRoom:
    """How many combat units may share a hex, and how many armies among them; 0 where there is no such limit.

    ``city``: units in a great city, where armies are not counted; 0 if it is as any hex.  ``rough_armour``: tanks in a
    mountain, or in a swamp that is not frozen.
    """

    units: int = 0
    armies: int = 0
    city: int = 0
    rough_armour: int = 0


@dataclass(frozen=True, slots=True)
class OddsColumn:
    """A column of the table of combat results: its odds, and what each face of the die does.

    ``trapped``: what it does to defenders without a way out; ``standing``: to those who are not to retreat.
    """

    odds: float
    faces: tuple[ResultEffects, ...] = ()
    trapped: tuple[ResultEffects, ...] = ()
    standing: tuple[ResultEffects, ...] = ()


@dataclass(frozen=True, slots=True)
class GroundEffect:
    """What ground does to the factors of units that fight there.

    ``where``: a terrain, place or trait of the hex, or a kind of hexside; ``kind``: the trait of those it is for, ""
    for all; ``side``: whose they are, None for both.  ``attack``: of attackers, else of defenders.  ``plus``: added to
    each unit, less than nothing taken away; ``times``: then multiplied.  ``thaws``: not while it is frozen.
    """

    where: str
    kind: str = ""
    side: Side | None = None
    attack: bool = False
    plus: int = 0
    times: float = 1.0
    thaws: bool = False


Going = Literal["free", "stop", "rail", "never"]
"""How a unit enters ground: as any other, and stops there, along a railway alone, not at all."""


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """Figures of the rules in force that a planner counts with; 0 or empty where a game has no such thing.

    ``columns``: of the table of combat results, the worst odds first; ``swift_odds``: those of the table for swift
    attacks; ``outright``: odds to one that win without a die.  ``ground``: what terrain and places do to factors.
    ``first_winter``: first and last turn of the winter that finds the Axis unready.  ``safe_call``: the turn from which
    the reserve comes without risk.  ``depot_hop``: most hexes that a depot advances along its railway.  ``air_range``:
    hexes that aircraft of either side reach; ``drop_range``: hexes of a jump now.  ``air_bases``: groups that a great
    city, a smaller place and an airbase hold, and most in one hex.  ``going``: by terrain, how those on foot and those
    on wheels enter it, and whether a railway leads through as over open ground.
    """

    room: StackRoom = StackRoom()
    columns: tuple[OddsColumn, ...] = ()
    swift_odds: tuple[float, ...] = ()
    outright: int = 0
    ground: tuple[GroundEffect, ...] = ()
    first_winter: tuple[int, int] = (0, 0)
    safe_call: int = 0
    depot_hop: int = 0
    air_range: tuple[tuple[Side, int], ...] = ()
    drop_range: int = 0
    air_bases: tuple[int, int, int, int] = (0, 0, 0, 0)
    going: tuple[tuple[str, Going, Going, bool], ...] = ()


NO_FIGURES = RuleFigures()


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """What a side may know of the turn besides the map; 0 or empty where a game has no such thing.

    ``trains``: what its trains still carry in this phase; ``group_hexes``: hexes of railway that one of its groups
    converts this turn; ``air_groups``: most of them in one attack of its own now; ``calendar``: the weather of every
    turn from the first, "" where a die decides; ``decisive``: board indices of places that win the game by themselves,
    or with one other.  ``capitals``: board indices of the side's own places that it may lose least of all: the enemy
    wins by them, or not without one of them.  ``winter``: it snows, and supply is worth most.  ``key_places``: by board
    index.  ``due``: ids of the units that arrive in a turn still to come, by turn.  ``sky``: the weather now, None
    before it is known; ``skies``: of every turn from the first, None where a die decides; ``likely``: which is
    likeliest in every turn from the first, where dice decide.  ``supply_paths``: hexes that a path of supply may count
    in the turn to come, by the weather it may bring.  ``attackers``: ids of the own units that may attack after the
    march of this phase, None where any may.  ``figures``: what the rules say in figures.
    """

    trains: int = 0
    group_hexes: int = 0
    air_groups: int = 0
    calendar: tuple[str, ...] = ()
    decisive: tuple[int, ...] = ()
    capitals: tuple[int, ...] = ()
    winter: bool = False
    key_places: tuple[KeyPlace, ...] = ()
    due: tuple[tuple[int, tuple[str, ...]], ...] = ()
    sky: Sky | None = None
    skies: tuple[Sky | None, ...] = ()
    likely: tuple[Sky, ...] = ()
    supply_paths: tuple[tuple[Sky, int], ...] = ()
    attackers: frozenset[str] | None = None
    figures: RuleFigures = NO_FIGURES


NO_FACTS = KnownFacts()


@dataclass(frozen=True, slots=True)
class DieFace:
    """One face of the die in a forecast: what is read for it, and the result.

    ``printed``: what the table has there, before circumstances turn it into what it ``brings``; ``trapped``: what it
    would bring if the defenders had no way out, None if the same; ``meaning``: in words; ``even``: neither side loses
    more steps than the other has; ``advance``: hexes of advance printed with it; ``price``: factors for which the
    attacker may have all the defenders instead, None if they are not for sale.
    """

    read: int
    brings: ResultEffects
    printed: str
    meaning: str
    trapped: ResultEffects | None = None
    even: bool = False
    advance: int = 0
    price: int | None = None

    @property
    def code(self) -> str:
        """The name of the result."""
        return self.brings.code

    @property
    def attackers(self) -> SideEffect:
        """What happens to the attackers."""
        return self.brings.attackers

    @property
    def defenders(self) -> SideEffect:
        """What happens to the defenders."""
        return self.brings.defenders

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
class GaugeMark:
    """A threshold: good for ``side`` once ``counts`` has ``figure`` or more; ``fewer``: or less.

    ``turn``: the first turn that asks for it, 0 at any time.
    """

    side: Side
    counts: Side
    figure: int
    fewer: bool = False
    turn: int = 0

    def met(self, gauge: Gauge) -> bool:
        """Is the threshold reached now?"""
        has = gauge.of(self.counts)
        return has <= self.figure if self.fewer else has >= self.figure


@dataclass(frozen=True, slots=True)
class Gauge:
    """The score as a line with an end for each side: out of ``most``, what counts for either; the rest for neither.

    ``lead``: the side whose figure the game goes by, None where each has its own.  ``goals``: what it takes.
    """

    most: int
    axis: int
    soviet: int
    goals: tuple[GaugeMark, ...] = ()
    lead: Side | None = Side.AXIS

    def of(self, side: Side) -> int:
        """What counts for a side."""
        return self.axis if side is Side.AXIS else self.soviet


@dataclass(frozen=True, slots=True)
class Tally:
    """The score in a line: ``parts``, the most important first; ``goal``: the second, as short as it can be.

    ``gauge``: the same in figures, None where there are none; ``rule``: the chapter on victory.
    """

    parts: tuple[str, ...]
    goal: str = ""
    gauge: Gauge | None = None
    rule: str = ""

    @property
    def text(self) -> str:
        """The whole line."""
        return " · ".join(self.parts)


@dataclass(frozen=True, slots=True)
class Fact:
    """Another fact that matters now: its name and how it stands.

    ``means``: it matters when units are brought in; ``side``: whose it is, None for the side that acts or both.
    ``risk``: it is what an order of this kind may bring.
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
