"""All attacks that are good enough by one command: from north to south, and no further than a unit of ours is lost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ecs import Side, find_scenario, parse, start
from ecs.core.commands import Assign, Resolve
from game.app.settings import Settings
from game.play.session import HUMAN, Session
from game.ui.interaction.controller import TableController
from game.ui.panels.attack_list import fights_well
from tests.kits.recruits_games import played

pytestmark = pytest.mark.usefixtures("worlds_given_back")
MOST = 400


def in_battle(at: int) -> TableController:
    """The Dark Valley in the first attacks of June 1941, and how good an attack has to be."""
    game = played("valley-3", 60)
    desk = TableController(Session(game, dict.fromkeys(Side, HUMAN)))
    desk.quick.habits = Settings(fight_at=at)
    for _ in range(MOST):
        if desk.view.decision is None and any(isinstance(c, Assign) for c in desk.orders.all()):
            return desk
        desk.give(desk.only_answer or next(desk.orders.all()))
    raise AssertionError("nobody ever attacks")


def test_good_attacks_are_declared_and_fought_and_no_other() -> None:
    desk = in_battle(70)
    good = {i: ahead for i, ahead in desk.plans.targets.of(desk.position) if ahead.p_cleared >= Fraction(7, 10)}
    assert good and desk.quick.good_fights() == len(good)
    before = len(desk.session.game.log)
    desk.quick.fight_good()
    for _ in range(MOST):
        if not desk.quick.going or desk.view.decision is not None:
            break
        desk.quick.step()
    given = [parse(record.command) for record in desk.session.game.log[before:]]
    labels = {desk.view.board.hexes[index].label for index in good}
    fought = [c.hex for c in given if isinstance(c, Resolve)]
    assert fought and set(fought) <= labels, "only good attacks, each an ordinary command"
    assert all(isinstance(c, Assign | Resolve) for c in given)
    heights = [desk.view.board.centre(desk.view.board.by_label[label])[1] for label in fought]
    assert heights == sorted(heights)
    desk.session.game.close()


def test_the_loss_of_a_unit_ends_it_and_so_does_esc() -> None:
    desk = in_battle(70)
    desk.quick.fight_good()
    assert desk.quick.going
    desk.quick._ours |= {"a unit that is no more"}
    log = len(desk.session.game.log)
    assert not desk.quick.step() and not desk.quick.going and len(desk.session.game.log) == log
    assert any("stop" in message.text for message in desk.out.messages)
    desk.quick.fight_good()
    assert desk.quick.stop() and not desk.quick.going
    desk.session.game.close()


def test_attacks_that_are_declared_first_are_declared_only() -> None:
    desk = TableController(Session(start(find_scenario("barbarossa-1941"), {}, 1), dict.fromkeys(Side, HUMAN)))
    desk.quick.habits = Settings(fight_at=60)
    while not any(isinstance(c, Assign) for c in desk.orders.all()):
        assert desk.end_phase()
    phase, count = desk.view.phase.id, desk.quick.good_fights()
    assert count
    desk.quick.fight_good()
    for _ in range(MOST):
        if not desk.quick.step():
            break
    assert desk.view.phase.id == phase and desk.view.battles
    for battle in desk.view.battles:
        ahead = desk.session.game.forecast(desk.view.side, battle.hex, battle.attackers)
        assert ahead.p_cleared >= Fraction(6, 10)
    desk.undo()
    desk.session.game.close()


def test_a_game_with_one_table_of_results_declares_good_attacks_together_too() -> None:
    game = start(find_scenario("war-barbarossa-1941"), seed=1)
    desk = TableController(Session(game, dict.fromkeys(Side, HUMAN)))
    desk.quick.habits = Settings(fight_at=90)
    while not any(isinstance(c, Assign) for c in desk.orders.all()):
        assert desk.end_phase()
    good = desk.quick.good_fights()
    assert good > 1 and fights_well(desk)
    desk.quick.fight_good()
    for _ in range(MOST):
        if not desk.quick.going:
            break
        desk.quick.step()
    assert 1 < len(desk.view.battles) <= good
    desk.quick.step()
    assert desk.plans.target < 0, "no plan is left open"
    desk.session.game.close()
