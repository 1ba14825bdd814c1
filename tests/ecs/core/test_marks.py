"""Marks on the wrong thing, under a wrong name or with a wrong value: refused by mypy, or at once in play."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ecs import Game, list_scenarios, new_game
from ecs.core.components import ENGINE, Clock, Place, UnitType
from ecs.core.ruleset import Scenario
from ecs.core.world import UnknownMarkError, World
from ecs.engine.serialization import read_position, write_position
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, ChitInPlay
from ecs.rulesets.darkest_crusade.data.components import Factory
from tests import ROOT

pytestmark = pytest.mark.usefixtures("worlds_given_back")

MARKING = """\
from ecs.core.components import Clock, Ground, Place, Side
from ecs.core.world import Unit, World


def mark(w: World, unit: Unit) -> None:
    w.mark(Place, unit, hex=3, box="")
    w.mark(Clock, w.table, turn=2)
    w.mark(Ground, w.hexes[7], control=Side.AXIS)
    w.mark(Ground, w.hexes[7], control=None)
    w.mark(Place, unit, hexagon=3)  # refused
    w.mark(Place, unit, hex="A1")  # refused
    w.mark(Place, unit, hex=None)  # refused
    w.mark(Place, unit, 3)  # refused
    w.mark(Clock, w.table, over="yes", turn=2)  # refused
    w.mark(Ground, 7, control=Side.AXIS)  # refused
    w.mark(unit.place, unit, hex=3)  # refused
    unit[Place].hexagon  # refused
    w[Clock].turn + ""  # refused
"""


def test_mypy_refuses_names_values_and_places_that_a_mark_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "marking.py").write_text(MARKING)
    root = ROOT
    options = ("--strict", "--no-incremental", "--follow-imports=silent", "--show-error-codes", "--no-error-summary")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", f"--config-file={root / 'pyproject.toml'}", *options, tmp_path / "marking.py"],
        cwd=root,
        check=False,
        capture_output=True,
        text=True,
    )
    errors = [line for line in found.stdout.splitlines() if ": error:" in line]
    lines = {int(line.split("marking.py:")[1].split(":")[0]) for line in errors}
    assert lines == {n for n, line in enumerate(MARKING.splitlines(), 1) if "# refused" in line}, found.stdout


def test_a_mark_that_the_game_never_registered_is_refused_at_once() -> None:
    w = new_game("barbarossa-1941", seed=1)._w
    before = w.digest()
    for refused in (lambda: w.mark(ChitInPlay, w.table, chit="AX_MC"), lambda: w.add(ChitInPlay, w.table, "quota", 1)):
        with pytest.raises(UnknownMarkError, match="registered no ChitInPlay"):
            refused()
    with pytest.raises(UnknownMarkError, match="registered no Cup"):
        w.wipe(w.table, CUP_MARKS)
    with pytest.raises(UnknownMarkError, match="registered no UnitType"):
        w.mark(UnitType, w.units[0], id="x")
    assert w.digest() == before


def test_a_mark_that_an_entity_does_not_have_is_refused_at_once() -> None:
    w = new_game("barbarossa-1941", seed=1)._w
    for kind, on, text in (
        (Clock, w.units[0], f"{w.units[0].id} has no Clock"),
        (Place, w.table, "the table has no Place"),
        (Place, w.hexes[0], "has no Place"),
        (Factory, w.units[0], f"{w.units[0].id} has no Factory"),
    ):
        with pytest.raises(UnknownMarkError, match=text):
            w.reset(kind, on)


def test_a_mark_without_names_or_with_a_wrong_one_is_refused_and_changes_nothing() -> None:
    w = new_game("barbarossa-1941", seed=1)._w
    unit, before = w.units[0], w.digest()
    with pytest.raises(TypeError, match="by name"):
        w.mark(Place, unit, 3)  # type: ignore[misc]
    with pytest.raises(AttributeError):
        w.mark(Place, unit, hexagon=3)  # type: ignore[call-arg]
    every = range(len(w._marks.whose))
    for number in every:
        w._marks.part(number)
    w._marks.outdate(every)
    assert w.digest() == before and not hasattr(unit.place, "hexagon")


@dataclass(slots=True, kw_only=True)
class Morale:
    """A mark of a game that the engine has never heard of."""

    level: int = 3


def game_with_morale() -> Game:
    """Darkest Crusade with one entity more, which only its ruleset knows of."""
    known = new_game("barbarossa-1941", seed=1)

    def set_up(w: World, scenario: Scenario) -> None:
        w.create(Morale())
        known.ruleset.set_up(w, scenario)

    rules = replace(known.ruleset, components=(*known.ruleset.components, Morale), set_up=set_up)
    return Game(rules, known.scenario, known.board, {}, 1)


def test_a_mark_named_by_a_ruleset_alone_is_kept_compared_and_taken_back() -> None:
    game = game_with_morale()
    w = game._w
    ((entity, morale),) = w.each_entity(Morale)
    before, calm = w.digest(), w.snapshot()
    with w.what_if():
        w.mark(Morale, entity, level=5)
        assert w.digest() != before and game.position()["Morale"] == [(5,)]
    assert morale.level == 3 and w.digest() == before and w.snapshot() == calm
    w.mark(Morale, entity, level=1)
    told = write_position(game)
    w.mark(Morale, entity, level=2)
    game.resume(read_position(told, game.ruleset.kinds), game.log, game.marks)
    assert morale.level == 1


def test_a_game_cannot_lay_out_what_its_ruleset_does_not_name() -> None:
    game = game_with_morale()
    rules = replace(game.ruleset, components=tuple(k for k in game.ruleset.components if k is not Morale))
    with pytest.raises(UnknownMarkError, match="registered no Morale"):
        Game(rules, game.scenario, game.board, {}, 1)


@pytest.mark.parametrize("scenario", list_scenarios(), ids=lambda path: path.stem)
def test_a_position_tells_the_marks_of_its_game_and_no_others(scenario: Path) -> None:
    game = new_game(scenario.stem, seed=1)
    rows = game.position()
    assert [*rows] == [kind.__name__ for kind in game.ruleset.kinds]
    assert {*ENGINE} <= {*game.ruleset.kinds} and all(rows[kind.__name__] for kind in ENGINE)
