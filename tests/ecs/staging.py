"""Small positions for the tests: a phase, a turn, a few counters in hexes, and nothing else on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ecs import Game, new_game, parse
from ecs.core.components import (
    Assignment,
    Clock,
    Concealment,
    Decisions,
    Disruption,
    Engagement,
    Garrison,
    Ground,
    Marched,
    Place,
    Readiness,
    SupplyState,
    Weather,
)
from ecs.core.ruleset import ASKED, UNASKED, Phase
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.data.components import TABLE_MARKS, ReplacementPool, Strength
from ecs.rulesets.darkest_crusade.ground.control import take_control
from ecs.rulesets.darkest_crusade.sequence import PHASES
from tests.kits import loaded_dice

ORDER = [phase.id for phase in PHASES]


def stage(
    phase: str,
    units: Mapping[str, Iterable[str]] | None = None,
    *,
    turn: int = 2,
    weather: str = "Good",
    options: Mapping[str, str] | None = None,
    seed: int = 1,
    disrupted: Iterable[str] = (),
    unsupplied: Iterable[str] = (),
    strong: Iterable[str] = (),
    control: Mapping[str, Iterable[str]] | None = None,
    unasked: bool = False,
    **ledger: Any,
) -> Game:
    """A game at the start of a phase, with only the named counters on the map.

    ``units``: hex label -> counter ids; all other counters lie in the box "aside".  Entry systems of the phase
    are not run; call ``enter`` for that.  Units of the side not to act garrison where they stand.
    ``control``: side word -> hexes it holds besides where its units stand.  ``unasked``: give only answers by itself,
    as in play; else every question is asked, so that the rules can be looked at step by step.
    """
    answers = {UNASKED: "given" if unasked else ASKED}
    game = new_game("barbarossa-1941", seed=seed, options={**answers, **(options or {})})
    w = game._w
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    w.mark(Decisions, w.table, stack=())
    w.mark(Weather, w.table, name=weather, snow_turns=2 if weather == "Snow" else 0)
    for unit in w.units:
        w.mark(Place, unit, hex=-1, box="aside")
        w.mark(Marched, unit, moved=0)
        w.mark(Assignment, unit, target=-1, wave=0)
        w.mark(Engagement, unit, fought=False)
        w.mark(Readiness, unit, spent=False)
        w.mark(Disruption, unit, disrupted=False)
        w.mark(SupplyState, unit, level=0)
        w.mark(Strength, unit, strong=False)
        w.mark(Concealment, unit, hidden=False)
    for here in w.hexes:
        w.mark(Garrison, here, garrisoned=False, drawn=0)
    for side, labels in (control or {}).items():
        for spot in labels:
            w.mark(Ground, w.hexes[w.board.by_label[spot]], control=side_of(side))
    for spot, names in (units or {}).items():
        for name in names:
            unit = w.by_id[name]
            w.mark(Place, unit, hex=w.board.by_label[spot], box="")
            take_control(w, unit.hex, unit.type.side)
            w.mark(
                Garrison,
                w.hexes[unit.hex],
                garrisoned=unit.type.side is not side_of("axis" if phase < "B" else "soviet"),
            )
    for name in disrupted:
        w.mark(Disruption, w.by_id[name], disrupted=True)
    for name in unsupplied:
        w.mark(SupplyState, w.by_id[name], level=1)
    for name in strong:
        w.mark(Strength, w.by_id[name], strong=True)
    if ledger:
        for kind in (ReplacementPool, *TABLE_MARKS):
            named = {name: value for name, value in ledger.items() if name in kind.__dataclass_fields__}
            w.mark(kind, w.table, **named)
    w.events = []
    game._undo.clear()
    return game


def side_of(word: str) -> Any:
    """ "axis" or "soviet" as a Side."""
    from ecs import Side

    return Side(word)


def begin(w: World, phases: Iterable[Phase]) -> None:
    """Run the entry systems of the present phase, one of these."""
    for system in next(phase.on_enter for phase in phases if phase.id == w.phase):
        system(w)


def enter(game: Game) -> None:
    """Run the entry systems of the present phase."""
    begin(game._w, game.ruleset.sequence.phases)


def do(game: Game, *lines: str) -> None:
    """Apply command lines."""
    for line in lines:
        game.apply(parse(line))


def texts(game: Game, verb: str = "") -> list[str]:
    """The legal list as lines, of one verb or all."""
    return [c.text() for c in game.legal() if not verb or c.verb == verb]


def why(game: Game, line: str) -> str:
    """The reason id of a refusal; "" if the command is legal."""
    refusal = game.why_not(parse(line))
    return refusal.reason if refusal else ""


def where(game: Game, unit: str) -> str:
    """The hex label or box of a counter."""
    place = game._w.by_id[unit].place
    return game.board.hexes[place.hex].label if place.hex >= 0 else place.box


def is_disrupted(game: Game, unit: str) -> bool:
    """Is the counter Disrupted?"""
    return game._w.by_id[unit][Disruption].disrupted


def load_dice(monkeypatch: Any, *faces: int) -> None:
    """Make the next dice fall as told; running out of them is an error."""
    loaded_dice.load("darkest_crusade", monkeypatch, faces)
