"""Phases that the player passes over: chosen in the menu, brought back under Options, and not if something is to do."""

from __future__ import annotations

import pytest

from ecs import Side
from game.app.settings import Settings, as_text
from game.play.autoplay import make_players, play_on
from game.screens.options import PAGES, Options
from tests.kits.recruits_games import orders
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
RAILWAYS = "convert-axis"


def until(seat: Seat, phase: str) -> None:
    """Let recruits play until this phase is at the table: from the beginning as they did once, later on anew."""
    game, desk = seat.scene.session.game, seat.scene.desk
    players = make_players(dict.fromkeys(Side, "recruit"), 3)
    written = iter(orders("besieged-3") if len(game.log) == 1 else ())
    for _ in range(3000):
        if (order := next(written, None)) is None:
            play_on(game, players, 1)
        else:
            game.apply(order)
        if game.moment[1] == phase and not game.moment[2]:
            break
    assert game.moment[1] == phase
    seat.scene.session.take_seat(game.to_act or Side.AXIS)
    desk.refresh()


def table() -> Seat:
    """Russia Besieged, both sides played here, in an early phase of the Axis."""
    return sit_down(HUMANS, scenario="rb-barbarossa-5", seed=3, confirm={"hand_over": False})


def test_a_phase_chosen_in_the_menu_is_ended_now_and_as_it_begins() -> None:
    seat = table()
    until(seat, RAILWAYS)
    seat.pilot.key("Esc")
    seat.pilot.press("Skip this phase from now on")
    seat.pilot.wait(0.5)
    assert list(seat.app.settings.passed) == [f"russia-besieged:{RAILWAYS}"]
    assert seat.scene.desk.view.phase.id != RAILWAYS
    assert any("skipped" in said for said in seat.notices())
    until(seat, RAILWAYS)
    seat.app.step((), 0.1)
    assert seat.scene.desk.view.phase.id != RAILWAYS, "a turn later it is ended by itself"


def test_what_is_owed_or_forgotten_keeps_a_phase_at_the_table() -> None:
    """Replacements that could be brought in."""
    seat = table()
    until(seat, "arrive-soviet")
    passed = seat.scene.passed
    seat.app.settings.passed[passed.key] = "Arrivals and replacements"
    assert not passed.step() and seat.scene.desk.view.phase.id == "arrive-soviet"
    assert "there is something to do" in seat.scene.desk.out.messages[-1].text


def test_a_phase_come_back_to_by_undo_is_left_to_the_player() -> None:
    seat = table()
    until(seat, RAILWAYS)
    passed = seat.scene.passed
    assert not passed.step(), "not chosen"
    seat.app.settings.passed[passed.key] = "Rail conversion"
    assert not passed.step(), "it did not begin just now"


def test_it_is_brought_back_under_options_and_kept_in_the_settings() -> None:
    seat = table()
    seat.app.settings.passed["russia-besieged:convert-axis"] = "Rail conversion (Barbarossa, Axis)"
    assert b"convert-axis" in as_text(seat.app.settings)
    options = Options(seat.scene.kit)
    options.page = PAGES.index("Questions")
    seat.app.push(options)
    seat.pilot.wait(0.2)
    seat.pilot.press("Rail conversion (Barbarossa, Axis)")
    seat.pilot.wait(0.2)
    assert not seat.app.settings.passed


def test_practice_passes_nothing_over() -> None:
    seat = table()
    until(seat, RAILWAYS)
    seat.scene.session.saves = None
    seat.app.settings.passed[seat.scene.passed.key] = "Rail conversion"
    assert seat.scene.passed.offer == "" and not seat.scene.passed.step()
    assert Settings().passed == {}
