"""Small positions of The Dark Valley for the tests: a phase, a chit, a few counters in hexes of the real map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ecs import Game, Scenario, Side, start
from ecs.core.components import Clock, Decisions, Ground, Steps, SupplyState, Weather
from ecs.core.files.scenarios import UnitEntry, maps_root
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign import chit_cup
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, UNIT_MARKS, Activation, ChitInPlay
from ecs.rulesets.dark_valley.ground.terrain import FORTS, build_fort
from ecs.rulesets.dark_valley.sequence import PHASES
from ecs.systems.control import Markers
from tests.ecs.staging import do, texts, where, why
from tests.kits import loaded_dice, openings

__all__ = ["do", "load_dice", "position", "texts", "where", "why"]
ORDER = [phase.id for phase in PHASES]
SOVIETS = ("SOV", "POL", "BUL")


def position(
    units: Mapping[str, tuple[str, str]],
    *,
    turn: int = 2,
    phase: str = "fight-axis",
    chit: str = "AX_MC",
    weather: str | None = None,
    options: Mapping[str, str] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    reduced: Iterable[str] = (),
    supply: Mapping[str, int] | None = None,
    seed: int = 1,
    start_turn: int = 1,
    victory: int = 1,
    ground: str = "",
) -> Game:
    """A game in a phase of a turn, with a chit in play that has named every unit it can.

    :param units: counter id -> (class, hex label or box name in brackets: "[dead]").
    :param control: side word -> hex labels it holds besides where its units stand.
    :param supply: counter id -> 1 out of supply, 2 isolated; everybody else is in supply.
    """
    from ecs.rulesets.dark_valley.data.tables import classes

    entries = []
    for name, (kind, spot) in units.items():
        card = classes()[kind]
        side = "soviet" if card.nation in SOVIETS or "sov" in kind else "axis"
        at = {"box": spot[1:-1]} if spot.startswith("[") else {"hex": spot}
        entries.append((side, UnitEntry(units=[f"{name}:{kind}"], **at)))
    scenario = Scenario(
        id="staged",
        ruleset="dark-valley",
        title="Staged",
        map=maps_root() / "east_front_36km.tmx",
        turns=48,
        minutes=1,
        blurb="",
        history="",
        units=tuple(entries),
        path=maps_root() / "staged.toml",
        start_turn=start_turn,
        ground=ground,
        rules={"victory": victory},
    )
    game = openings.game_like((scenario, options, seed), lambda: start(scenario, options, seed))
    w = game._w
    w.mark(Decisions, w.table, stack=())
    calendar = w.rules.turn[turn - 1]
    w.mark(Weather, w.table, name=weather or calendar.weather)
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    for name, labels in (control or {}).items():
        for spot in labels:
            w.mark(Ground, w.hexes[w.board.by_label[spot]], control=Side(name))
    for unit in w.units:
        w.wipe(unit, UNIT_MARKS)
        if unit.hex >= 0:
            w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    for name in reduced:
        w.mark(Steps, w.by_id[name], lost=1)
    for name, state in (supply or {}).items():
        w.mark(SupplyState, w.by_id[name], level=state)
    w.wipe(w.table, CUP_MARKS)
    if chit:
        w.mark(ChitInPlay, w.table, chit=chit)
        if chit not in ("LOG", "SU_ST", "SU_DB"):
            for unit in chit_cup.units_of(w, chit):
                w.mark(Activation, unit, active=True)
    w.events = []
    game._undo.clear()
    return game


def load_dice(monkeypatch: Any, *faces: int) -> None:
    """Make the next dice fall as told, wherever they are rolled; running out of them is an error."""
    loaded_dice.load("dark_valley", monkeypatch, faces)


def only(w: World, markers: Markers, *hexes: int) -> None:
    """Lay markers of a kind on these hexes, and take up all others."""
    markers.lift(w, markers.hexes(w))
    for index in hexes:
        markers.lay(w, index)


def only_fort(w: World, index: int, size: int) -> None:
    """A fort in one hex and nowhere else; of size 0 in none."""
    FORTS.lift(w, FORTS.hexes(w))
    if size:
        build_fort(w, index, size)
