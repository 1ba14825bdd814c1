"""The answers a game gives, grouped by who needs them: battlefield, display, combat, secrecy, victory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from ecs.core.components import Side
from ecs.core.events import Record
from ecs.core.files.figures import FigureShelf, PrintedAnswer
from ecs.core.known_facts import Sky, Tally
from ecs.core.ruleset.scenario import MapNeeds, any_map
from ecs.core.ruleset.sequence_of_play import System
from ecs.core.view import (
    NOTHING_HIDDEN,
    BattleView,
    Bombardment,
    Forecast,
    HiddenInformation,
    OverrunView,
    RangeArea,
    ReachStep,
    Result,
    ScoreLine,
)
from ecs.core.world import Unit, World


@dataclass(frozen=True, slots=True)
class FigureAnswers:
    """The figures of a game.

    ``shelf``: those in force, and how a scenario changes them; ``rules``: its tables, ``classes``: its classes of
    counters; ``tables``: what there is to look up, title and rows; ``needs``: what a map must have; ``calendar``: the
    counters that come though no scenario names them, each with its side, "id:class" and the box it begins in;
    ``words``: what its commands may name besides counters, hexes and numbers, as chits and kinds of works.
    """

    shelf: FigureShelf
    rules: Callable[[], Any]
    classes: Callable[[], Mapping[str, Any]]
    tables: PrintedAnswer[list[tuple[str, list[list[Any]]]]]
    needs: Callable[[], MapNeeds] = any_map
    calendar: Callable[[], Iterable[tuple[str, str, str]]] = tuple
    words: Callable[[], Iterable[str]] = tuple


def nothing_hidden(w: World, side: Side) -> HiddenInformation:
    """A game in which both sides see everything."""
    return NOTHING_HIDDEN


def as_it_is(w: World) -> None:
    """The position unchanged: what a side supposes where nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What one side may not know; by default nothing is hidden.

    ``concealed``: what is hidden from a side just now; nothing else asks for options or phases to find out.
    ``seals``: commands the other side must not read, though no event of theirs is veiled.  ``guesses``:
    what a side may suppose of all that is hidden from it, the same whatever the truth is: each lays one possibility
    on the table, for looking ahead, and together they leave none out; empty where no look ahead would be fair.
    ``suppose``: one position as it may be, drawn by lot from what a side may know, to be played on; the lot depends on
    the number alone.  ``ever``: may anything be hidden in this game, now or later?  None: if ``concealed`` is given.
    """

    concealed: Callable[[World, Side], HiddenInformation] = nothing_hidden
    ever: Callable[[World], bool] | None = None
    seals: Callable[[World, Record], bool] = lambda w, record: False
    guesses: Callable[[World, Side], tuple[System, ...]] = lambda w, side: (as_it_is,)
    suppose: Callable[[World, Side, int], System] = lambda w, side, lot: as_it_is


@dataclass(frozen=True, slots=True)
class BattlefieldAnswers:
    """What the hexes of the map mean at the moment.

    ``reach``: hex index -> step, for a unit of the side to act.  ``supply``: hexes from which a side can trace
    supply.  ``zones``: hexes in a side's zones of control -> ids of those who exert them.  ``holds``: would a unit
    on the map take the hex it stands in for its side now, if no enemy is there? ``stations``: of the many hexes a
    train may be left in, those that are wanted most often; the table lights them first, the others on request.
    ``areas``: ranges and lines to draw for a side.  ``ways``: of every hex from which a side can trace supply, the next
    one on a shortest way back; one that leads to itself is where the way begins.  ``excess``: why units of one side may
    not stand in a hex together, in a sentence; "" if they may.  ``reach_by``: like ``reach``, via some hexes in
    turn.  ``judged``: how the supply check would judge a unit on the map if it came now: 0 in supply or never judged,
    1 out of supply, 2 isolated or surrounded.  ``pace``: hexes a unit in order and in supply may go in some weather of
    a turn, at the first march of that turn; None where the weather changes nothing.
    """

    reach: Callable[[World, Unit], dict[int, ReachStep]]
    supply: Callable[[World, Side], frozenset[int]]
    zones: Callable[[World, Side], Mapping[int, tuple[str, ...]]]
    judged: Callable[[World, Unit], int]
    reach_by: Callable[[World, Unit, tuple[int, ...]], dict[int, ReachStep]] = lambda w, unit, via: {}
    holds: Callable[[World, Unit], bool] = lambda w, unit: True
    stations: Callable[[World, Side], frozenset[int]] = lambda w, side: frozenset()
    areas: Callable[[World, Side], tuple[RangeArea, ...]] = lambda w, side: ()
    ways: Callable[[World, Side], Mapping[int, int]] = lambda w, side: {}
    excess: Callable[[World, Iterable[Unit], int], str] = lambda w, units, index: ""
    pace: Callable[[World, Unit, Sky, int], int] | None = None


class AttackQuery(NamedTuple):
    """An attack to forecast: who attacks which hex, and how.

    ``attackers``: ids of counters; aircraft, guns and leaders given to the attack count without being named.
    ``press``: a way of attacking beyond the plain one, by number: columns pressed, the other table, who must stand.
    ``stand``: defenders who may choose stand fast.  ``rounds``: 0 for the number the present phase allows.
    ``at``: hexes from which counters would attack, where they do not stand there yet.
    ``ends``: False: the forecast may leave out how it ends, if that is less work.
    """

    side: Side
    hex: int
    attackers: tuple[str, ...]
    press: int = 0
    stand: bool = True
    rounds: int = 0
    at: Mapping[str, int] = MappingProxyType({})
    ends: bool = True

    def base(self, unit: Unit) -> int:
        """The hex a unit attacks from."""
        return self.at.get(unit.id, unit.hex)

    def units(self, w: World) -> list[Unit]:
        """The side's own among the counters named, on the map."""
        named = (u for name in self.attackers if (u := w.unit(name)) is not None)
        return [u for u in named if u.hex >= 0 and u.type.side is self.side]

    def bases(self, units: Iterable[Unit]) -> dict[int, list[Unit]]:
        """The hexes that units attack from, in order, each with those who do."""
        found: dict[int, list[Unit]] = {}
        for unit in units:
            found.setdefault(self.base(unit), []).append(unit)
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class CombatAnswers:
    """What can be known of combat before the die is thrown.

    ``battles``: the attacks declared, as a side sees them.  ``forecast``: an attack worked out on the map;
    ``odds``: one from typed figures alone, ``odds_arguments``
    their names and meanings.  ``bombardment``: None in a game without any.  ``overrun``: what some units bring towards
    an automatic victory over a hex.
    """

    battles: Callable[[World, Side], tuple[BattleView, ...]]
    forecast: Callable[[World, AttackQuery], Forecast]
    odds: PrintedAnswer[Forecast]
    odds_arguments: tuple[tuple[str, str], ...] = ()
    bombardment: Callable[[World, Side, int, tuple[str, ...]], Bombardment] | None = None
    overrun: Callable[[World, Side, int, tuple[str, ...]], OverrunView | None] = lambda w, side, index, units: None


@dataclass(frozen=True, slots=True)
class VictoryAnswers:
    """How the game stands and how it ended: ``result`` is None while it continues."""

    score: Callable[[World], tuple[ScoreLine, ...]]
    tally: Callable[[World], Tally]
    result: Callable[[World], Result | None]
