"""What a side sees of the counters and of the rest of the table, built from what each game says of its counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, Required, TypedDict

from ecs.core.components import Assignment, Place, Side
from ecs.core.known_facts import NO_FACTS, Fact, KnownFacts
from ecs.core.remembered_answers import of_each_counter, remembered
from ecs.core.view import ChitView, Marker, UnitView, WeatherView
from ecs.core.world import Unit, World, is_hidden
from ecs.systems.arrivals import as_in_calendar, said_arrivals
from ecs.systems.sentences import label
from ecs.systems.stacking import boxes as waiting
from ecs.systems.stacking import units_at

DISORDERED = frozenset({"disrupted", "dispersed"})
CUT_OFF = frozenset({"unsupplied", "isolated"})
Lines = tuple[tuple[str, str], ...]


class Face(TypedDict, total=False):
    """What the face-up side of a counter shows: fields of ``UnitView``."""

    symbol: Required[str]
    size: Required[str]
    style: Required[str]
    attack: Required[int]
    defence: Required[int]
    hits: Required[int]
    factors: Required[str]
    traits: Required[frozenset[str]]
    cost: int
    outlook: str
    movement: int
    support: int
    stage: int
    armour: bool
    leading: bool
    northern: bool
    apart: frozenset[str]


UNKNOWN = Face(
    symbol="unknown", size="army", style="brown", attack=0, defence=0, hits=0, factors="?", traits=frozenset()
)


def numbers_as_begun(w: World) -> Mapping[str, int]:
    """The numbers of the scenario from which the game began."""
    found: Mapping[str, int] = w.scenario.rules
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Display:
    """A game's rules on what a side sees on and beside the map.

    ``face``: the side of a counter that is up; ``badges``: its state words in drawing order, each with whether it is
    shown; ``can_act``: may it still be ordered about?  ``unseen``: does a side know nothing of a counter?
    ``surroundings``: what a counter's look depends on beside its own marks, so that only counters that changed are
    looked at again; None where it is unknown.
    ``turn_name`` and ``turn_track``: what turns are called and bring; ``weather_text`` a line, ``skies`` the weather of
    the parts of a turn.  ``boxes`` and ``facts``: what lies off the map and what else counts just now.
    ``chits``: those in the cup, held and drawn.  ``markers``: what lies on hexes beside counters; ``gauges``: whose
    trains run, hex by hex.  ``known``: figures for a planner.  ``told_numbers``: what a scenario that begins with
    the present position says in ``[rules]``.
    """

    face: Callable[[World, Unit], Face]
    badges: Callable[[World, Unit], Mapping[str, object]]
    can_act: Callable[[Unit], bool]
    unseen: Callable[[World, Unit, Side], bool]
    turn_name: Callable[[World, int], str]
    turn_track: Callable[[World], Lines]
    weather_text: Callable[[World], str]
    boxes: Callable[[World, Side], Lines]
    facts: Callable[[World, Side], tuple[Fact, ...]]
    chits: Callable[[World, Side], tuple[ChitView, ...]] = lambda w, side: ()
    markers: Callable[[World], tuple[Marker, ...]] = lambda w: ()
    gauges: Callable[[World], tuple[Side | None, ...]] = lambda w: ()
    skies: Callable[[World], tuple[WeatherView, ...]] = lambda w: ()
    known: Callable[[World, Side], KnownFacts] = lambda w, side: NO_FACTS
    surroundings: Callable[[World], Hashable] | None = None
    told_numbers: Callable[[World], Mapping[str, int]] = numbers_as_begun

    def unit_view(self, w: World, unit: Unit, side: Side) -> UnitView | None:
        """A counter as a side sees it; None if it sees none."""
        if self.unseen(w, unit, side):
            return None
        kind = unit.type
        if is_hidden(unit) and kind.side is not side:
            number = [u for u in units_at(w, unit.hex) if is_hidden(u)].index(unit) + 1
            name = f"?{label(w, unit.hex)}.{number}"
            return UnitView(name, "?", kind.side, kind.nation, hex=unit.hex, box="", badges=("hidden",), **UNKNOWN)
        badges = tuple([name for name, on in self.badges(w, unit).items() if on])
        return UnitView(
            kind.id,
            kind.name,
            kind.side,
            kind.nation,
            hex=unit.hex,
            box=unit.place.box,
            badges=badges,
            disrupted=not DISORDERED.isdisjoint(badges),
            supplied=CUT_OFF.isdisjoint(badges),
            target=unit[Assignment].target,
            can_act=self.can_act(unit),
            **self.face(w, unit),
        )

    def unit_views(self, w: World, side: Side) -> list[UnitView]:
        """All counters a side sees, in set-up order, installations last."""
        every = _counters(w)
        if self.surroundings is None:
            views = [self.unit_view(w, unit, side) for unit in every]
        else:
            views = _views(w, every, self, side, self.surroundings(w))
        return [view for view in views if view is not None]


@remembered()
def _counters(w: World) -> tuple[Unit, ...]:
    return (*w.units, *w.installations)


@of_each_counter
def _views(w: World, unit: Unit, display: Display, side: Side, around: Hashable) -> UnitView | None:
    return display.unit_view(w, unit, side)


# -- Lists in words. -------------------------------------------------------------------------------------------------


def counted(words: Iterable[str]) -> str:
    """A list with like things counted: "2 × Infantry 4-3, Armour 8-6"."""
    return ", ".join(f"{n} × {word}" if n > 1 else word for word, n in Counter(words).items())


class Box(NamedTuple):
    """A line of the panel: its title, the boxes it shows, and the only side that has any, whose name goes unsaid."""

    title: str
    words: tuple[str, ...]
    owner: Side | None = None


def off_map(w: World, boxes: Iterable[Box], names: Callable[[list[Unit]], Iterable[str]]) -> Lines:
    """(title, units) for every box with units in it, each side by itself.

    :param names: what units are called, in the order in which they are listed.
    """
    out = []
    for title, words, owner in boxes:
        for side in Side if owner is None else (owner,):
            if units := _waiting(w, words, side):
                out.append((f"{title} ({side})" if owner is None else title, counted(names(units))))
    return tuple(out)


@remembered(Place)
def _waiting(w: World, words: tuple[str, ...], side: Side) -> list[Unit]:
    found = (units for box, units in waiting(w).items() if box and box.partition(":")[0] in words)
    return sorted((u for units in found for u in units if u.type.side is side), key=lambda u: u.entity)


def comers(
    w: World, calendar: Iterable[tuple[int, str, list[str]]], names: Callable[[list[str]], Iterable[str]]
) -> dict[int, str]:
    """Who arrives in which turn: by the calendar, and by the scenario's own schedule.

    :param calendar: turn, side, and counters as "id:class"; ``names``: what such counters are called.
    """
    found: dict[int, dict[Side, list[str]]] = {}
    lines = [(turn, side, as_in_calendar(w, texts)) for turn, side, texts in calendar]
    for turn, side, texts in (*lines, *said_arrivals(w)):
        if texts:
            found.setdefault(turn, {}).setdefault(Side(side), []).extend(names(texts))
    return {
        turn: "; ".join(f"{side}: {counted(units)}" for side, units in come.items()) for turn, come in found.items()
    }


@remembered()
def disc(w: World, middle: int, reach: int) -> tuple[int, ...]:
    """The hexes within reach of a hex, by index."""
    board = w.board
    return tuple(h.index for h in board.hexes if board.distance(middle, h.index) <= reach)
