"""What is marked in this game alone: the battle, the ledger of the campaign, tank factories."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components import COUNTER, HEX, Activity, Clock, Condition, Decisions, Dice, Ground, Place, Weather


@dataclass(slots=True, kw_only=True)
class Battle:
    """The battle being fought; hex is -1 between battles.

    ``engaged`` attackers by entity; ``bases``: the hex each of the first attackers came from;
    ``strength0``: unmodified fire of the defenders at the start; ``vacated``: somebody retreated.
    """

    hex: int = field(default=-1, metadata=HEX)
    wave: int = 0
    rounds: int = 0
    round: int = 0
    engaged: tuple[int, ...] = field(default=(), metadata=COUNTER)
    bases: tuple[int, ...] = field(default=(), metadata=HEX)
    defender_hits: int = 0
    attacker_hits: int = 0
    surplus: int = 0
    strength0: int = 0
    vacated: bool = False
    ford: bool = False
    had_defender: bool = False
    entered: tuple[int, ...] = field(default=(), metadata=COUNTER)
    advanced: tuple[int, ...] = field(default=(), metadata=COUNTER)


@dataclass(slots=True, kw_only=True)
class Ledger:
    """Counts kept for the whole game: pools, flags and one-off events.

    ``links``: targets that must be attacked alike; ``fought_rounds``: (target, rounds) fought this phase;
    ``broken_off``: targets whose attackers went home after one round of their own will;
    ``drafting``: replacements have begun, nobody may be disbanded any more.
    """

    tank_points: int = 0
    infantry_points: int = 0
    sailed: bool = False
    reserve_turn: int = 0
    rumania_open: bool = False
    ford_used: bool = False
    links: tuple[tuple[int, ...], ...] = field(default=(), metadata=HEX)
    fought_rounds: tuple[tuple[int, int], ...] = ()
    broken_off: tuple[int, ...] = field(default=(), metadata=HEX)
    drafting: bool = False
    lifted: int = field(default=-1, metadata=COUNTER)
    result: str = ""


@dataclass(slots=True, kw_only=True)
class Factory:
    """A tank factory: running, packed, transit, offmap or lost; ``since`` the turn it became so."""

    state: str = "running"
    since: int = 0


MARKS: tuple[type, ...] = (Place, Condition, Activity, Ground, Clock, Dice, Decisions, Weather, Battle, Ledger, Factory)
"""The marks of this game, in the order in which a position tells them."""
