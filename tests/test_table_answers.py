"""Answers at the table: what undo takes back, and what is asked of the player in a battle."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, find_scenario
from game.opponents import Seat, adviser, make_player
from game.play.session import GameSetup, begin
from game.ui.interaction.controller import TableController
from tests.ecs.rules_dc.battles import OPEN, battle, shoot
from tests.windowkit import HUMANS

SCENARIO = "barbarossa-1941"


def _play_until_owed(desk: TableController) -> None:
    """Play on until an only answer has been given that can be taken back."""
    session = desk.session
    minds = {side: make_player("recruit", side, 1) for side in Side}
    for _ in range(400):
        if session.hands_over:
            session.take_seat(session.game.to_act or Side.AXIS)
            desk.refresh()
        owed = desk.only_answer
        if owed is not None:
            desk.give(owed)
            if session.game.can_undo:
                return
            continue
        assert session.game.to_act is not None
        desk.give(minds[session.game.to_act].choose(Seat(session.game, session.game.to_act))[0])
    pytest.fail("nobody ever had an only answer")


def test_undo_goes_back_to_the_players_last_real_choice_and_names_it() -> None:
    session = begin(GameSetup(find_scenario(SCENARIO), HUMANS, {"only_answers": "asked"}, 1))
    desk = TableController(session)
    _play_until_owed(desk)
    owed, chosen, commands = session.game.log[-1], session.game.log[-2], len(session.game.log)
    assert session.last_choice is chosen
    assert owed.command.split(" ")[1] not in desk.undo_words
    desk.undo()
    assert len(session.game.log) == commands - 2 and desk.only_answer is None
    desk.redo()
    assert desk.only_answer is not None and desk.only_answer.text() == owed.command


def test_where_all_that_was_done_was_owed_undo_says_so() -> None:
    session = begin(GameSetup(find_scenario(SCENARIO), HUMANS, {"only_answers": "asked"}, 1))
    desk = TableController(session)
    _play_until_owed(desk)
    session.forget_choices()
    assert session.game.can_undo and session.undo() is None
    assert "had to be done" in desk.undo_words


def _answer_hits(game: Game, side: Side, fresh: bool) -> None:
    """A staff answers all hits of a side; ``fresh``: another officer each time, who saw none of the former ones."""
    staff = adviser(side, 1)
    while game.moment[2] == "hits" and game.to_act is side:
        staff = adviser(side, 1) if fresh else staff
        game.apply(staff.choose(Seat(game, side))[0])


@pytest.mark.parametrize("fresh", [False, True])
def test_the_staff_lets_one_army_take_the_hits_and_the_others_fight_on(monkeypatch: Any, fresh: bool) -> None:
    units = {"K9": ["18.A", "17.A"], "K10": ["9.A"], OPEN: ["16.A", "19.A", "5.Mech"]}
    game = battle(units, *(f"{name} {OPEN}" for name in ("18.A", "17.A", "9.A")))
    shoot(game, monkeypatch, 6, 4)
    if game.to_act is Side.SOVIET:
        _answer_hits(game, Side.SOVIET, fresh)
    view = game.look(Side.AXIS)
    assert view.decision is not None and (view.decision.id, view.decision.count) == ("hits", 2)
    _answer_hits(game, Side.AXIS, fresh)
    armies = [u for u in game.look(Side.AXIS).units if u.id in ("18.A", "17.A", "9.A")]
    assert [u.disrupted for u in armies].count(True) == 1 and all(u.hex >= 0 for u in armies)
