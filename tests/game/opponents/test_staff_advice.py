"""What the staff advises a player at the table: its next order, accepted, taken back, played on, put away."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import EndPhase
from tests.kits.window import Seat, sit_down


@pytest.fixture
def seat() -> Seat:
    found = sit_down({Side.AXIS: "human", Side.SOVIET: "recruit"})
    desk = found.scene.desk
    for _ in range(20):
        desk.staff.ask()
        if desk.staff.advice is not None and not isinstance(desk.staff.advice.command, EndPhase):
            return found
        desk.staff.accept()
        found.settle()
    raise AssertionError("the staff has no order to give")


def test_advice_does_nothing_until_it_is_accepted_and_is_taken_back_by_undo(seat: Seat) -> None:
    game, staff = seat.scene.session.game, seat.scene.desk.staff
    advice, digest = staff.advice, game.digest()
    assert advice is not None and advice.reason and game.is_legal(advice.command)
    assert seat.scene.desk.state.advised[0].next
    seat.pilot.key("Shift+H")
    assert game.log[-1].command == advice.command.text()
    seat.scene.desk.undo()
    assert game.digest() == digest and staff.advice is None, "advice for another position is put away"


def test_esc_puts_advice_away(seat: Seat) -> None:
    digest = seat.scene.session.game.digest()
    seat.pilot.key("Esc")
    assert seat.scene.desk.staff.advice is None and not seat.scene.desk.state.advised
    assert seat.scene.session.game.digest() == digest


def test_all_that_is_left_is_done_but_the_end_of_the_phase(seat: Seat) -> None:
    game, staff = seat.scene.session.game, seat.scene.desk.staff
    begun = game.moment
    seat.pilot.key("Ctrl+H")
    for _ in range(200):
        if not staff.going_on:
            break
        seat.settle()
    assert game.moment == begun and staff.advice is not None and isinstance(staff.advice.command, EndPhase)
