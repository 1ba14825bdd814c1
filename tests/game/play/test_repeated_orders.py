"""What was ordered in the same phase of an earlier turn is offered again, as far as it is legal."""

from __future__ import annotations

import pytest

from ecs import Side
from game.opponents import Seat as OpponentSeat
from game.play.autoplay import make_players
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def raising() -> Seat:
    """The Soviet replacements of the second turn of Darkest Crusade, when some were raised in the first."""
    seat = sit_down({Side.AXIS: "human", Side.SOVIET: "human"})
    session, desk = seat.scene.session, seat.scene.desk
    players = make_players(dict.fromkeys(Side, "recruit"), 1)
    for _ in range(3000):
        game = session.game
        if session.hands_over:
            seat.scene.seat(game.to_act or Side.AXIS)
        if game.moment[1] == "B1" and game.turn > game.scenario.start_turn and game.moment[2] == "":
            return seat
        side = game.to_act or Side.AXIS
        command, _ = players[side].choose(OpponentSeat(game, side))
        assert desk.give(command)
    raise AssertionError("the second turn never comes")


def test_replacements_are_repeated_by_one_key_and_taken_back_by_one_undo() -> None:
    seat = raising()
    desk, game = seat.scene.desk, seat.scene.session.game
    offered = desk.quick.routine.offer()
    assert offered and all(game.why_not(command, desk.view.side) is None for command in offered)
    before, count = game.digest(), len(game.log)
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    assert seat.pilot.find("As before: ").id.endswith("repeat")
    seat.pilot.key("Shift+R")
    given = [record.command for record in game.log[count:]]
    assert given and given[0] == offered[0].text() and set(given) <= {command.text() for command in offered}
    desk.undo()
    assert game.digest() == before


def test_nothing_is_offered_in_the_first_turn() -> None:
    seat = sit_down({Side.AXIS: "human", Side.SOVIET: "recruit"})
    assert seat.scene.desk.quick.routine.offer() == [] and seat.scene.desk.quick.routine.told() == ""
    seat.pilot.key("Shift+R")
    assert any("No orders from an earlier turn" in text for text in seat.notices())
