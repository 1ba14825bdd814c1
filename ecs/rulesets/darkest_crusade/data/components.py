"""The marks of this game alone: sides of counters, rounds of fire, production, factories."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from ecs.core.components import (
    COUNTER,
    HEX,
    AdvanceUnderway,
    Assignment,
    Battle,
    Clock,
    Concealment,
    CounterInHand,
    Decisions,
    Dice,
    Disruption,
    Engagement,
    Garrison,
    Ground,
    Marched,
    Place,
    Readiness,
    Side,
    SupplyState,
    Transport,
    Verdict,
    Weather,
)
from ecs.core.world import World
from ecs.systems.sentences import unknown


@dataclass(slots=True, kw_only=True)
class Strength:
    """Which side of the counter is up: the strong one or the weak one."""

    strong: bool = False


@dataclass(slots=True, kw_only=True)
class UnderFire:
    """``hurt``: hits taken in this battle round; ``was_disrupted``: already Disrupted when the enemy's combat began;
    ``attacked``, ``struck``: in it."""

    hurt: int = 0
    was_disrupted: bool = False
    attacked: bool = False
    struck: bool = False


@dataclass(slots=True, kw_only=True)
class FireRounds:
    """The rounds of the battle being fought (9.3, 9.4).

    ``strength0``: unmodified fire of the defenders at the start; ``surplus``: hits with no unit left to take them.
    """

    wave: int = 0
    rounds: int = 0
    round: int = 0
    defender_hits: int = 0
    attacker_hits: int = 0
    surplus: int = 0
    strength0: int = 0
    ford: bool = False
    had_defender: bool = False


@dataclass(slots=True, kw_only=True)
class Aftermath:
    """``vacated``: a unit has retreated from the battle; ``entered``: attackers that have gone into its hex."""

    vacated: bool = False
    entered: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class PhaseBattles:
    """The battles of a combat phase.

    ``links``: targets that must be attacked alike; ``fought_rounds``: (target, rounds) fought; ``broken_off``: targets
    whose attackers went home after one round of their own will.
    """

    links: tuple[tuple[int, ...], ...] = field(default=(), metadata=HEX)
    fought_rounds: tuple[tuple[int, int], ...] = ()
    broken_off: tuple[int, ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class ReplacementPool:
    """Soviet replacement factors in hand; ``drafting``: spending has begun, so no unit may disband any more."""

    tank_points: int = 0
    infantry_points: int = 0
    drafting: bool = False


@dataclass(slots=True, kw_only=True)
class SiberianReserve:
    """The turn the Siberian reserve was called west in (0: not yet)."""

    called: int = 0


@dataclass(slots=True, kw_only=True)
class Borders:
    """``rumania_open``: the Axis has attacked out of Romania; ``ford_used``: the one river side to ignore has been."""

    rumania_open: bool = False
    ford_used: bool = False


@dataclass(slots=True, kw_only=True)
class Factory:
    """A tank factory: running, packed, transit, offmap or lost; ``since`` the turn it became so."""

    state: str = "running"
    since: int = 0


UNIT_CONDITION = (Disruption, SupplyState, Strength, Concealment)
"""What a unit sheds when it leaves the map, of its state."""
UNIT_MARKS = (Marched, Assignment, Engagement, Readiness, UnderFire)
"""What a unit sheds when it leaves the map, of its doings."""
BATTLE_MARKS = (Battle, FireRounds, Aftermath, AdvanceUnderway)
"""What is written of the battle being fought, and wiped after it."""
TABLE_MARKS = (PhaseBattles, SiberianReserve, Borders, Transport, CounterInHand, Verdict)
MARKS: tuple[type, ...] = (
    *(Place, *UNIT_CONDITION, *UNIT_MARKS, Ground, Garrison, Clock, Dice, Decisions, Weather),
    *(*BATTLE_MARKS, *TABLE_MARKS, ReplacementPool, Factory),
)
"""The marks of this game, in the order in which a position tells them."""

# -- Whose player-turn it is, whether snow has frozen the land, and whether a command names what is in the game. -----

strange = partial(unknown, unit_rule="2", hex_rule="4")
"""Why a command makes no sense at all: it names no counter, or no hex, of this game."""


def frozen(w: World) -> bool:
    """Snow freezes swamps, rivers and lakes (14)."""
    return w.weather.name == "Snow"


def turn_side(w: World) -> Side:
    """Whose player-turn it is: the phases of the Axis are lettered A, those of the Soviets B (5)."""
    return Side.AXIS if w.phase.startswith("A") else Side.SOVIET
