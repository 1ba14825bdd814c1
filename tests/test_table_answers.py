"""Answers at the table: what undo takes back, and what is asked of the player in a battle."""

from __future__ import annotations

import pytest

from ecs import Side, find_scenario
from game.opponents import Seat, make_player
from game.play.session import GameSetup, begin
from game.ui.interaction.controller import TableController
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
