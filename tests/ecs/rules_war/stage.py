"""Small positions of War Against Russia for the tests: a phase, a few counters in hexes of the real map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ecs.board.board import Board
from ecs.board.map_loader import load_board
from ecs.core.components import Clock, Ground, Side, SupplyState, Weather
from ecs.core.files.scenarios import UnitEntry, maps_root
from ecs.core.ruleset import Scenario
from ecs.core.world import World
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.data.units import classes
from tests.kits import loaded_dice, openings

PHASES = (
    "setup-axis",
    "turn",
    *(
        f"{name}-{side}"
        for side in ("axis", "soviet")
        for name in ("initial", "plan1", "fight1", "move", "plan2", "fight2", "check")
    ),
    "end",
)


@lru_cache(maxsize=1)
def board() -> Board:
    """The map."""
    return load_board(maps_root() / "russia_64km.tmx")


def scenario(entries: Iterable[tuple[str, UnitEntry]] = (), **facts: Any) -> Scenario:
    """A scenario with these counters and nothing else."""
    given: dict[str, Any] = {
        "id": "staged", "ruleset": "war-against-russia", "title": "Staged", "map": maps_root() / "russia_64km.tmx",
        "turns": 12, "minutes": 1, "blurb": "", "history": "", "units": tuple(entries),
        "path": maps_root() / "staged.toml",
    }  # fmt: skip
    return Scenario(**{**given, **facts})


def side_of(kind: str) -> str:
    """Whose side a class of counters is on."""
    return "soviet" if classes()[kind].nation == "SOV" else "axis"


def position(
    units: Mapping[str, tuple[str, str]],
    *,
    turn: int = 1,
    phase: str = "move-axis",
    weather: str = "Good",
    control: Mapping[str, Iterable[str]] | None = None,
    dispersed: Iterable[str] = (),
    unsupplied: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    **facts: Any,
) -> World:
    """A position in a phase of a turn.

    :param units: counter id -> (class, hex label or box name in brackets: "[dead]").
    :param control: side word -> hex labels it holds besides where its units stand.
    """
    entries = []
    for name, (kind, spot) in units.items():
        at = {"box": spot[1:-1]} if spot.startswith("[") else {"hex": spot}
        entries.append((side_of(kind), UnitEntry(units=[f"{name}:{kind}"], dispersed=name in set(dispersed), **at)))
    staged = scenario(entries, **facts)
    w = openings.world_like(RULESET, board(), staged, PHASES, options)
    w.mark(Clock, w.table, turn=turn, phase=PHASES.index(phase))
    w.mark(Weather, w.table, name=weather)
    for unit in w.units:
        if unit.hex >= 0:
            w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    for name, labels in (control or {}).items():
        for spot in labels:
            w.mark(Ground, w.hexes[w.board.by_label[spot]], control=Side(name))
    for name in unsupplied:
        w.mark(SupplyState, w.by_id[name], level=1)
    w.forget()
    return w


def at(w: World, spot: str) -> int:
    """Board index of a label."""
    return w.board.by_label[spot]


def where(w: World, unit: str) -> str:
    """The hex label or box of a counter."""
    place = w.by_id[unit].place
    return w.board.hexes[place.hex].label if place.hex >= 0 else place.box


def load_dice(monkeypatch: Any, *faces: int) -> None:
    """Make the next dice fall as told, wherever they are rolled; running out of them is an error."""
    loaded_dice.load("war_against_russia", monkeypatch, faces)
