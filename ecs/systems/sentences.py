"""Log lines that several games share: one made from each kind of event.

A game's own ``table/sentences.py`` takes what it likes from here and adds what it says in its own words.  A sentence
reads the facts of its event, and of the world no more than what things are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ecs.board.board import Board
from ecs.core import events
from ecs.core.components import Side
from ecs.core.remembered_answers import remembered
from ecs.core.unit_names import printed, signed, with_nation
from ecs.core.view import Refusal, Result
from ecs.core.world import Unit, World

# -- The names of hexes and counters. --------------------------------------------------------------------------------


def label(w: World, index: int) -> str:
    """The printed label of a hex."""
    return w.board.hexes[index].label


@remembered(shared=True)
def labels(w: World) -> tuple[str, ...]:
    """The printed labels of all hexes, by index."""
    return tuple(spot.label for spot in w.board.hexes)


@remembered(shared=True)
def named(w: World, index: int) -> str:
    """A hex by its place and label: "Kiev J5"; where there is no place, by the nearest: "J7 near Kiev"."""
    spot = w.board.hexes[index]
    return f"{spot.name} {spot.label}" if spot.name else f"{spot.label}{_near(w.board, index)}"


def _near(board: Board, index: int) -> str:
    """ " near Kiev": the place nearest to a hex that has none."""
    places = ((board.distance(index, spot.index), spot.index) for spot in board.hexes if spot.name)
    _, there = min(places, default=(0, -1))
    return f" near {board.hexes[there].name}" if there >= 0 else ""


def unknown(w: World, unit_id: str, spot: str | None = None, *, unit_rule: str, hex_rule: str) -> Refusal | None:
    """Why a command is meaningless here: it names no counter, or no hex, of this game.

    :param unit_rule: where the rulebook speaks of counters; ``hex_rule``: of the map.
    """
    if w.unit(unit_id) is None:
        return Refusal("no-such-unit", f"There is no unit {unit_id}.", unit_rule)
    return None if spot is None else unknown_hex(w, spot, hex_rule)


def unknown_hex(w: World, spot: str, rule: str) -> Refusal | None:
    """Why a command is meaningless here: it names no hex of this game.

    :param rule: where the rulebook speaks of the map.
    """
    return None if spot in w.board.by_label else Refusal("no-such-hex", f"There is no hex {spot} on this map.", rule)


def closed_country(w: World, unit: Unit, index: int, rule: str) -> Refusal:
    """Why a unit may not enter a hex of a country that is closed to it for now."""
    return Refusal("closed-country", f"{named(w, index)} is closed to {unit.type.long_name} now.", rule)


DEPLOY = "deploy"
FAR = frozenset({"rail", "sea"})
"""Journeys whose start the log names."""
VERBS = {
    "advance": "advances",
    "retreat": "retreats",
    "flee": "escapes",
    "rail": "goes by rail",
    "sea": "sails",
}


def unit_name(w: World, unit: str) -> str:
    """The name of a counter in a sentence, with its nation if it is numbered: "German 4th Panzer Group"."""
    printed = w.by_id[unit].type
    return with_nation(printed.long_name, printed.nation)


def unit_names(w: World, units: Iterable[str]) -> str:
    """The printed names of counters, between commas: "4.PzGr, 16.A"."""
    return ", ".join(w.by_id[unit].type.name for unit in units)


def called(w: World, unit_id: str) -> str:
    """The name of a command's counter, for a refusal; an unknown id as it was given."""
    unit = w.unit(unit_id)
    return unit_id if unit is None else str(unit.type.long_name)


def place_name(w: World, spot: str) -> str:
    """Name and label of a hex given by its label."""
    return named(w, w.board.by_label[spot])


def travelled(w: World, event: events.Moved) -> str:
    """Where to, and how; of a long journey also from where."""
    name, end = unit_name(w, event.unit), place_name(w, event.path[-1])
    if event.how == DEPLOY:
        return f"{name} sets up at {end}."
    start = f" from {place_name(w, event.path[0])}" if event.how in FAR else ""
    return f"{name} {VERBS.get(event.how, 'moves')}{start} to {end}."


def die_read(event: events.Attacked) -> str:
    """The die of an attack, with its modifiers."""
    changes = ", ".join(f"{words} {signed(amount)}" for words, amount in event.modifiers)
    verb = "stays" if event.read == str(event.faces[0]) else "becomes"
    return f"die {event.faces[0]}" + (f" {verb} {printed(event.read)} ({changes})" if event.modifiers else "")


def up_to(limit: int) -> str:
    """The faces of a die from 1 to a limit: "1", "1–3"."""
    return "1" if limit == 1 else f"1–{limit}"


@dataclass(frozen=True, slots=True)
class Says:
    """A line made from the facts of an event, by their names in braces.

    Counters (``{unit}``, ``{into}``, ``{other}``, ``{units}`` ...) appear by their names; ``{hex}``, and
    ``{start}`` and ``{end}`` of a path, by name and label; any other fact as it is.
    """

    template: str

    def __call__(self, w: World, event: events.Event) -> str:
        """The line."""
        return self.template.format_map(_Facts(w, event))


class _Facts(dict[str, str]):
    def __init__(self, w: World, event: events.Event) -> None:
        super().__init__()
        self._w, self._event = w, event

    def __missing__(self, name: str) -> str:
        if name in ENDS:
            return place_name(self._w, self._event.path[ENDS[name]])  # type: ignore[attr-defined]
        fact = getattr(self._event, name)
        return TELL[name](self._w, fact) if name in TELL else str(fact)


ENDS = {"start": 0, "end": -1}
TELL: Mapping[str, Callable[[World, Any], str]] = {
    **dict.fromkeys(("unit", "into", "other"), unit_name),
    **dict.fromkeys(("units", "attackers", "defenders", "made"), unit_names),
    "hex": place_name,
}


@dataclass(frozen=True, slots=True)
class SaysBy:
    """A line for each value of one fact of an event."""

    fact: str
    templates: Mapping[str, str]

    def __call__(self, w: World, event: events.Event) -> str:
        """The line."""
        return Says(self.templates[getattr(event, self.fact)])(w, event)


TAKES = {Side.AXIS: "The Axis takes", Side.SOVIET: "The Soviets take"}


def captured(w: World, event: events.Captured) -> str:
    """Who takes which place."""
    return f"{TAKES[event.side]} {place_name(w, event.hex)}."


def destroyed(w: World, event: events.Destroyed) -> str:
    """Who is destroyed and where; why, if not by combat."""
    return f"{unit_name(w, event.unit)} destroyed at {place_name(w, event.hex)}{_because(event)}."


def step_lost(w: World, event: events.StepLost) -> str:
    """Who loses a step and where; why, if not by combat."""
    return f"{unit_name(w, event.unit)} loses a step at {place_name(w, event.hex)}{_because(event)}."


def _because(event: events.Destroyed | events.StepLost) -> str:
    return f" ({event.why})" if event.why and event.cause is not events.Cause.FIRE else ""


recovered = Says("{unit} recovers at {hex}.")
cut_off = Says("{unit} is out of supply at {hex}.")
relieved = Says("{unit} is in supply again at {hex}.")
reserve_called = Says("The Siberian reserve comes west.")


def ended(results: Mapping[str, Result]) -> events.Sentence:
    """How the game has ended, in the words of its results."""

    def words(w: Any, event: events.Ended) -> str:
        return results[event.result].text

    return words


JOURNEYS: events.Sentences = {events.Moved: travelled, events.Retreated: travelled, events.Advanced: travelled}
"""Lines for every counter that goes from hex to hex, where a game has none of its own."""

# -- How it is told that a counter has changed, or that a die fell for it. -------------------------------------------


def tell_change(w: World, unit: Unit, state: str, rule: str, *, factors: int = 0, other: str = "") -> None:
    """Tell that a counter on the map, where it stands, has a new state."""
    spot = label(w, unit.hex)
    w.emit(events.Changed(where=(spot,), rule=rule, unit=unit.id, state=state, factors=factors, hex=spot, other=other))


def tell_roll(
    w: World,
    unit: Unit,
    die: int,
    what: str,
    rule: str,
    *,
    limit: int = 0,
    brings: int = 0,
    least: int = 0,
    drm: int = 0,
) -> None:
    """Tell of a die that fell for a counter on the map, where it stands; the figures are those of :class:`Rolled`."""
    spot = label(w, unit.hex)
    w.emit(
        events.Rolled(
            where=(spot,),
            rule=rule,
            what=what,
            faces=(die,),
            modifier=drm,
            unit=unit.id,
            hex=spot,
            limit=limit,
            brings=brings,
            least=least,
        )
    )
