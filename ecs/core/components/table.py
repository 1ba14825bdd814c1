"""What is marked on hexes and on the table: control, the clock, the battle being fought, the course of the war."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components.printed import COUNTER, HEX, Side


@dataclass(slots=True, kw_only=True)
class Ground:
    """Who controls a hex."""

    control: Side | None = None


@dataclass(slots=True, kw_only=True)
class Garrison:
    """``garrisoned``: the hex was defended during this player-turn, or by its own people; ``drawn``: what has arrived
    in it this turn (1 infantry, 2 tanks)."""

    garrisoned: bool = False
    drawn: int = 0


@dataclass(slots=True, kw_only=True)
class Clock:
    """The phase cursor and the turn (from 1)."""

    turn: int = 1
    phase: int = 0
    over: bool = False


@dataclass(slots=True, kw_only=True)
class Dice:
    """The whole state of the dice, one integer; ``thrown`` counts the rolls."""

    state: int = 0
    thrown: int = 0


@dataclass(slots=True, kw_only=True)
class Decisions:
    """Open decisions, innermost last."""

    stack: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Weather:
    """The weather in force."""

    name: str = ""
    snow_turns: int = 0


@dataclass(slots=True, kw_only=True)
class CounterInHand:
    """The counter in hand during set-up, by entity (-1: none)."""

    lifted: int = field(default=-1, metadata=COUNTER)


# -- the battle being fought ----------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class CombatPhase:
    """The combat of a phase: hexes attacked in it, and the wave being fought."""

    struck: tuple[int, ...] = field(default=(), metadata=HEX)
    wave: int = 0


@dataclass(slots=True, kw_only=True)
class Battle:
    """The attack being resolved: its hex (-1 between attacks), who took part, and the hexes the attackers came from."""

    hex: int = field(default=-1, metadata=HEX)
    attackers: tuple[int, ...] = field(default=(), metadata=COUNTER)
    defenders: tuple[int, ...] = field(default=(), metadata=COUNTER)
    came_from: tuple[int, ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class CombatRoll:
    """The throw of a battle: ``odds``: column from 0 (-1: below the table); ``drm``: die-roll modifier; ``die``: as
    thrown; ``code``: the result; ``again``: the re-roll has been used."""

    odds: int = 0
    drm: int = 0
    die: int = 0
    code: str = ""
    again: bool = False


@dataclass(slots=True, kw_only=True)
class LossesOwed:
    """Steps of either side still to be lost in the battle; ``german_bled``: Germans have lost one."""

    defender_owes: int = 0
    attacker_owes: int = 0
    german_bled: bool = False


@dataclass(slots=True, kw_only=True)
class RetreatUnderway:
    """``fleeing``: units still retreating; ``paces``: hexes they have gone; ``trail``: along these."""

    fleeing: tuple[int, ...] = field(default=(), metadata=COUNTER)
    paces: int = 0
    trail: tuple[int, ...] = field(default=(), metadata=HEX)


@dataclass(slots=True, kw_only=True)
class AdvanceUnderway:
    """``ahead``: attackers that have advanced after the battle; ``emptied``: the retreat is over."""

    ahead: tuple[int, ...] = field(default=(), metadata=COUNTER)
    emptied: bool = False


@dataclass(slots=True, kw_only=True)
class GarrisonStand:
    """``asked``: the garrison has been asked whether it stands fast; ``stood``: it does."""

    asked: bool = False
    stood: bool = False


# -- the course of the war --------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Replacements:
    """What there is to spend: German infantry and panzer, Romanian (``allies``) and Hungarian steps or points, Soviet
    ``factors``."""

    infantry: int = 0
    panzer: int = 0
    allies: int = 0
    hungary: int = 0
    factors: int = 0


@dataclass(slots=True, kw_only=True)
class Transport:
    """Moves made this phase by rail and by sea; ``voyages``: what has sailed or dropped, word by word."""

    rail: int = 0
    sea: int = 0
    voyages: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class MapMarker:
    """Where a marker without a side or steps of its own lies, by hex (-1: off the map); kinds of markers are made of
    this one."""

    hex: int = field(default=-1, metadata=HEX)


@dataclass(slots=True, kw_only=True)
class Tallies:
    """(word, count) pairs of what has been done this turn or ever."""

    tally: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True, kw_only=True)
class Flags:
    """Events that happen once."""

    flags: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Withdrawals:
    """Units that must still be withdrawn, as words."""

    orders: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class Verdict:
    """How the game ended ("": it has not)."""

    result: str = ""
