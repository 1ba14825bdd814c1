"""What the log says where several games say the same: a line made from each kind of event.

A game's own ``table/sentences.py`` takes what it likes from here and adds what it says in its own words.  A sentence
reads the facts of its event, and of the world no more than what things are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ecs.core.events import (
    Advanced,
    Attacked,
    Captured,
    CutOff,
    Destroyed,
    Ended,
    Moved,
    Recovered,
    Relieved,
    ReserveCalled,
    Retreated,
    Sentence,
    Sentences,
    StepLost,
)
from ecs.core.view import Result
from ecs.core.world import World
from ecs.systems.table.names import named

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
