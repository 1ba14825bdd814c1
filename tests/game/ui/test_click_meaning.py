"""A click has one meaning, told by one function that does nothing."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import Move
from game.play.session import HUMAN, Session
from game.ui.interaction.controller import TableController
from game.ui.interaction.meaning import Act, Click, Explain, Nothing, Pick, PlanAttack, meaning
from tests import TESTS
from tests.kits.recruits_games import played
from tests.programs.clicks_of_an_evening import golden

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def test_clicks_of_recorded_games_mean_what_they_meant() -> None:
    known = (TESTS / "golden" / "clicks.txt").read_text(encoding="utf-8").splitlines()
    found = list(golden())
    assert len(found) > 100
    changed = [(was, now) for was, now in zip(known, found, strict=True) if was != now]
    assert not changed, changed[:3]


def test_asking_what_a_click_means_changes_nothing() -> None:
    game = played("besieged-3", 60)
    desk = TableController(Session(game, dict.fromkeys(Side, HUMAN)))
    before, log = game.digest(), len(game.log)
    for index in range(len(desk.view.board.hexes)):
        top = next((unit.id for unit in desk.view.at(index)), "")
        told = [meaning(desk.before_the_eyes(), Click(index, top)) for _ in range(2)]
        assert told[0] == told[1]
    assert game.digest() == before and len(game.log) == log and desk.state.selection == () and desk.plans.target < 0
    game.close()


def test_the_table_of_meanings_in_its_plain_rows() -> None:
    game = played("besieged-3", 60)
    desk = TableController(Session(game, dict.fromkeys(Side, HUMAN)))
    name = next(
        n for n in desk.can_act() if any(isinstance(c, Move) for cs in desk.orders.hexes(n).values() for c in cs)
    )
    unit = desk.view.unit(name)
    assert unit is not None
    picked = meaning(desk.before_the_eyes(), Click(unit.hex, name))
    assert isinstance(picked, Pick) and desk.orders.can_act(picked.units[0])
    desk.select((name,))
    empty = next(i for i, cs in desk.orders.hexes(name).items() if len(cs) == 1 and not desk.view.at(i))
    assert meaning(desk.before_the_eyes(), Click(empty)) == Act(tuple(desk.orders.hexes(name)[empty]))
    assert isinstance(meaning(desk.before_the_eyes(), Click(empty, acts=False)), Explain), "another button moves"
    far = next(i for i in range(len(desk.view.board.hexes)) if i not in desk.orders.hexes(name) and not desk.view.at(i))
    assert meaning(desk.before_the_eyes(), Click(far)) == Explain(far)
    assert meaning(desk.before_the_eyes(), Click(far, right=True)) == Nothing()
    added = meaning(desk.before_the_eyes(), Click(unit.hex, name, add=True))
    assert added == Pick(())
    foe = next((u for u in desk.view.units if u.side is not unit.side and u.hex in desk.state.targets), None)
    desk.select(())
    if foe is not None:
        assert meaning(desk.before_the_eyes(), Click(foe.hex, foe.id)) == PlanAttack(foe.hex)
    game.close()
