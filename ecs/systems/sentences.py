"""What the log says where several games say the same: a line made from each kind of event.

A game's own ``table/sentences.py`` takes what it likes from here and adds what it says in its own words.  A sentence
reads the facts of its event, and of the world no more than what things are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ecs.core.events import (
    Advanced,
    Attacked,
    Captured,
    Changed,
    CutOff,
    Destroyed,
    Ended,
    Moved,
    Recovered,
    Relieved,
    ReserveCalled,
    Retreated,
    Rolled,
    Sentence,
    Sentences,
    StepLost,
)
from ecs.core.view import Refusal, Result
from ecs.core.world import Unit, World

# -- The names of hexes and counters. --------------------------------------------------------------------------------


def label(w: World, index: int) -> str:
    """The printed label of a hex."""
    return w.board.hexes[index].label


def labels(w: World) -> tuple[str, ...]:
    """The printed labels of all hexes, by index."""
    return w.on_board("labels", lambda: tuple(spot.label for spot in w.board.hexes))


def named(w: World, index: int) -> str:
    """Place name and label for the log: "Kiev J5"."""
    spot = w.board.hexes[index]
    return f"{spot.name} {spot.label}" if spot.name else spot.label


def unknown(w: World, unit_id: str, spot: str | None = None, *, unit_rule: str, hex_rule: str) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game.

    :param unit_rule: where the rulebook speaks of counters; ``hex_rule``: of the map.
    """
    if w.unit(unit_id) is None:
        return Refusal("no-such-unit", f"There is no unit {unit_id}.", unit_rule)
    return None if spot is None else unknown_hex(w, spot, hex_rule)


def unknown_hex(w: World, spot: str, rule: str) -> Refusal | None:
    """Why a command makes no sense at all: it names no hex of this game.

    :param rule: where the rulebook speaks of the map.
    """
    return None if spot in w.board.by_label else Refusal("no-such-hex", f"There is no hex {spot} on this map.", rule)


DEPLOY = "deploy"
VERBS = {
    "advance": "advances",
    "retreat": "falls back",
    "flee": "slips away",
    "rail": "goes by rail",
    "sea": "sails",
}


def unit_name(w: World, unit: str) -> str:
    """What a counter is called."""
    name: str = w.by_id[unit].type.name
    return name


def unit_names(w: World, units: Iterable[str]) -> str:
    """What counters are called, between commas."""
    return ", ".join(unit_name(w, unit) for unit in units)


def place_name(w: World, spot: str) -> str:
    """Name and label of a hex told by its label."""
    return named(w, w.board.by_label[spot])


def travelled(w: World, event: Moved) -> str:
    """From where to where, and how; or only where to, for a counter that is set up."""
    name, end = unit_name(w, event.unit), place_name(w, event.path[-1])
    if event.how == DEPLOY:
        return f"{name} is set up at {end}."
    return f"{name} {VERBS.get(event.how, 'moves')} {place_name(w, event.path[0])}–{end}."


def captured(w: World, event: Captured) -> str:
    """Who has taken a place."""
    return f"{place_name(w, event.hex)} is taken by the {event.side}."


def destroyed(w: World, event: Destroyed) -> str:
    """Who is lost, where and why."""
    return f"{unit_name(w, event.unit)} is eliminated at {place_name(w, event.hex)}: {event.why}."


def step_lost(w: World, event: StepLost) -> str:
    """Who loses a step, where and why."""
    return f"{unit_name(w, event.unit)} loses a step at {place_name(w, event.hex)}: {event.why}."


def takes(w: World, event: Captured) -> str:
    """Who takes a place."""
    return f"{event.side}: takes {place_name(w, event.hex)}."


def die_read(event: Attacked) -> str:
    """The die of an attack, and how it is read."""
    changes = "".join(f", {words} {amount:+d}" for words, amount in event.modifiers)
    return f"die {event.faces[0]}" + (f" (reads {event.read}{changes})" if event.modifiers else "")


def signed(number: int) -> str:
    """A number with its sign, as it is printed."""
    return f"{number:+d}".replace("-", "−")


def recovered(w: World, event: Recovered) -> str:
    """Who is in order again."""
    return f"{unit_name(w, event.unit)} at {place_name(w, event.hex)} recovers."


def cut_off(w: World, event: CutOff) -> str:
    """Who is out of supply."""
    return f"{unit_name(w, event.unit)} at {place_name(w, event.hex)} is out of supply."


def relieved(w: World, event: Relieved) -> str:
    """Who is in supply again."""
    return f"{unit_name(w, event.unit)} at {place_name(w, event.hex)} is in supply again."


def reserve_called(w: World, event: ReserveCalled) -> str:
    """Who is called west."""
    return "The Siberian reserve is called west."


def ended(results: Mapping[str, Result]) -> Sentence:
    """How the game has ended, in the words of its results."""

    def words(w: Any, event: Ended) -> str:
        return results[event.result].text

    return words


JOURNEYS: Sentences = {Moved: travelled, Retreated: travelled, Advanced: travelled}
"""What is said of every counter that goes from hex to hex, where a game says nothing else."""

# -- How it is told that a counter has changed, or that a die fell for it. -------------------------------------------


def tell_change(w: World, unit: Unit, state: str, rule: str, *, factors: int = 0, other: str = "") -> None:
    """Tell that a counter on the map is in another state now, where it stands."""
    spot = label(w, unit.hex)
    w.emit(Changed(where=(spot,), rule=rule, unit=unit.id, state=state, factors=factors, hex=spot, other=other))


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
        Rolled(
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
