"""Small positions of Russia Besieged for the tests: a phase, an impulse, a few counters in hexes of the real map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from ecs.board.board import Board
from ecs.board.map_loader import load_board
from ecs.core.commands import Command, parse
from ecs.core.components import Clock, Ground, Side, Steps, SupplyState, Weather
from ecs.core.files.scenarios import UnitEntry, maps_root
from ecs.core.ruleset import Scenario
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.russia_besieged import RULESET
from ecs.rulesets.russia_besieged.data.components import Impulse, Track
from ecs.rulesets.russia_besieged.data.units import classes
from ecs.systems import marches
from tests.kits import loaded_dice, openings

SOVIETS = ("SOV", "POL")
PHASES = (
    "weather",
    *(
        f"{name}-{side}"
        for side in ("axis", "soviet")
        for name in (
            "supply", "arrive", "ready", "move1", "plan1", "fight1", "land1", "move2", "plan2", "fight2",
            "land2", "convert", "surrender", "check",
        )
    ),
    "end",
)  # fmt: skip
ORDERS = {kind.verb: order for kind, order in RULESET.orders.items()}


@lru_cache(maxsize=1)
def board() -> Board:
    """The map."""
    return load_board(maps_root() / "east_front_55km.tmx")


def majors(owner: str) -> dict[str, str]:
    """Label by name of the Major Cities of a side, as the map has them."""
    return {h.name: h.label for h in board().hexes if h.place == "major" and h.owner == owner}


def spots(*names: str) -> list[str]:
    """Labels of the hexes of names."""
    return [board().hexes[index].label for index in board().spots(names)]


def scenario(entries: Iterable[tuple[str, UnitEntry]] = (), **facts: Any) -> Scenario:
    """A scenario with these counters and nothing else."""
    given: dict[str, Any] = {
        "id": "staged", "ruleset": "russia-besieged", "title": "Staged", "map": maps_root() / "east_front_55km.tmx",
        "turns": 25, "minutes": 1, "blurb": "", "history": "", "units": tuple(entries),
        "path": maps_root() / "staged.toml",
    }  # fmt: skip
    return Scenario(**{**given, **facts})


def side_of(kind: str) -> str:
    """Whose side a class of counters is on."""
    return "soviet" if classes()[kind].nation in SOVIETS else "axis"


def position(
    units: Mapping[str, tuple[str, str]],
    *,
    turn: int = 2,
    phase: str = "move1-axis",
    weather: str = "Clear",
    control: Mapping[str, Iterable[str]] | None = None,
    gauge: Mapping[str, Iterable[str]] | None = None,
    reduced: Iterable[str] = (),
    supply: Mapping[str, int] | None = None,
    options: Mapping[str, str] | None = None,
    **facts: Any,
) -> World:
    """A position in a phase of a turn, the impulse as the phase says.

    :param units: counter id -> (class, hex label or box name in brackets: "[dead]").
    :param control: side word -> hex labels it holds besides where its units stand; ``gauge``: where its trains run.
    :param supply: counter id -> 1 out of supply, 2 surrounded; everybody else is in supply.
    """
    entries = []
    for name, (kind, spot) in units.items():
        at = {"box": spot[1:-1]} if spot.startswith("[") else {"hex": spot}
        entries.append((side_of(kind), UnitEntry(units=[f"{name}:{kind}"], **at)))
    staged = scenario(entries, **facts)
    w = openings.world_like(RULESET, board(), staged, PHASES, options)
    w.mark(Clock, w.table, turn=turn, phase=PHASES.index(phase))
    number = 2 if phase.split("-")[0].endswith("2") else 1
    w.mark(Weather, w.table, name=weather)
    w.mark(Impulse, w.table, number=number, first=weather, second=weather)
    for unit in w.units:
        if unit.hex >= 0:
            w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    for name, labels in (control or {}).items():
        for spot in labels:
            w.mark(Ground, w.hexes[w.board.by_label[spot]], control=Side(name))
    for name, labels in (gauge or {}).items():
        for spot in labels:
            w.mark(Track, w.hexes[w.board.by_label[spot]], gauge=Side(name))
    for name in reduced:
        w.mark(Steps, w.by_id[name], lost=1)
    for name, state in (supply or {}).items():
        w.mark(SupplyState, w.by_id[name], level=state)
    w.forget()
    return w


def at(w: World, spot: str) -> int:
    """Board index of a label."""
    return w.board.by_label[spot]


def where(w: World, unit: str) -> str:
    """The hex label or box of a counter."""
    place = w.by_id[unit].place
    return w.board.hexes[place.hex].label if place.hex >= 0 else place.box


def refusal(w: World, line: str) -> Refusal | None:
    """What the judge of a command line says."""
    command: Command = parse(line)
    judge = ORDERS[command.verb].judge
    return judge(w, command) if judge is not None else None


def why(w: World, line: str) -> str:
    """The reason id of a refusal; "" if there is none."""
    found = refusal(w, line)
    return found.reason if found else ""


def do(w: World, *lines: str) -> None:
    """Apply command lines."""
    for line in lines:
        assert not why(w, line), refusal(w, line)
        command = parse(line)
        ORDERS[command.verb].handle(w, command)


def moves(w: World, unit: str) -> set[str]:
    """Labels of the hexes a unit may move to."""
    return {c.text().split()[-1] for c in marches.move_commands(w, w.by_id[unit])}


def load_dice(monkeypatch: Any, *faces: int) -> None:
    """Make the next dice fall as told, wherever they are rolled; running out of them is an error."""
    loaded_dice.load("russia_besieged", monkeypatch, faces)
