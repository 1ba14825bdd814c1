"""Units that are left to the staff: it orders those and no other, with a reason, and undo takes all of it back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ecs import Side
from ecs.core.commands import Move
from game.opponents import Thought
from game.play.delegation import NEWS, PHASE, TURN, Delegation, orders_for
from game.play.session import HUMAN, Session, reopen
from game.play.story import ON_TRACKS, Happening, Kind
from game.saves.storage.save_folder import Saves
from game.ui.interaction.click_commands import unit_of
from game.ui.interaction.controller import TableController
from tests.kits.recruits_games import played
from tests.kits.window import HUMANS, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
RECORD = ("war-3", 60)  # the Axis moves


def at_table() -> tuple[TableController, frozenset[str]]:
    """A seat in the movement of War Against Russia, and half of those who can march."""
    desk = TableController(Session(played(*RECORD), dict.fromkeys(Side, HUMAN)))
    able = [n for n in desk.can_act() if any(isinstance(c, Move) for cs in desk.orders.hexes(n).values() for c in cs)]
    assert len(able) > 8
    return desk, frozenset(able[::2])


def test_an_officer_orders_the_units_he_leads_and_the_game_is_as_it_was() -> None:
    desk, led = at_table()
    game = desk.session.game
    before = game.digest()
    found = orders_for(game, desk.view.side, led, Thought())
    assert found and {unit_of(c) for c, _ in found} <= led and game.digest() == before
    assert all(reason for command, reason in found if isinstance(command, Move))
    game.close()


def test_led_units_are_ordered_as_one_order_and_the_round_passes_over_them() -> None:
    desk, led = at_table()
    log, start = desk.session.game.log, len(desk.session.game.log)
    desk.led.entrust(led, TURN)
    assert not led & set(desk.can_act()) and desk.state.led
    while desk.led.step():
        pass
    given = log[start:]
    assert given and {unit_of_text(record.command) for record in given} <= led
    assert all(desk.session.reasons.get(record.number) for record in given)
    assert not desk.led.step(), "the staff looks once"
    desk.undo()
    assert len(desk.session.game.log) == start and not desk.led.step()
    desk.led.take_back(led)
    assert set(desk.can_act()) >= led and not desk.state.led
    desk.session.game.close()


def unit_of_text(text: str) -> str:
    """The unit of a command as it is written down."""
    return text.split()[1]


def test_how_long_the_staff_leads() -> None:
    desk, led = at_table()
    delegation, (first, second, third, *_) = Delegation(desk.session), sorted(led)
    for name, until in ((first, PHASE), (second, TURN), (third, NEWS)):
        delegation.entrust((name,), until)
    assert delegation.led == {first, second, third}
    assert desk.end_phase()
    while not desk.session.human_to_act or desk.view.decision is not None:
        desk.give(next(desk.orders.all()))
    side = desk.view.side
    assert delegation.led == {second, third} and side is desk.session.viewer
    desk.session.about.led[second] = "turn 0"
    assert delegation.led == {third} and not delegation.expire()
    assert set(desk.session.about.led) == {third}
    desk.session.game.close()


@pytest.mark.parametrize("kind", [Kind.CITY, Kind.CUT_OFF, Kind.THROUGH])
def test_whoever_is_led_until_something_happens_comes_back_when_it_does(kind: Kind) -> None:
    """A city that scores is lost, an own unit is cut off, or the enemy breaks through; older news does not count."""
    desk, led = at_table()
    session, side = desk.session, desk.view.side
    theirs = [u.id for u in desk.view.units if u.side is side.other and u.symbol in ON_TRACKS][:9]
    units = {Kind.CUT_OFF: (min(led),), Kind.THROUGH: tuple(theirs)}.get(kind, ())
    whose = side if kind is Kind.CUT_OFF else side.other
    city = desk.view.board.by_label[desk.view.score[0].hexes[0]]
    news = Happening(kind, whose, len(session.game.log), desk.view.turn, None, city, units)
    delegation = Delegation(session)
    session.story().happenings.append(replace(news, record=len(session.game.log) - 1))
    delegation.entrust(led, NEWS)
    assert not delegation.expire() and delegation.led == led
    session.story().happenings.append(news)
    (told,) = delegation.expire()
    assert told.startswith("The staff needs you: ") and not delegation.led
    assert {Kind.CITY: "is lost", Kind.CUT_OFF: "is cut off", Kind.THROUGH: "through near"}[kind] in told
    session.game.close()


def test_a_cut_off_unit_off_the_map_does_not_hide_one_that_is_on_it() -> None:
    desk, led = at_table()
    session, view = desk.session, desk.view
    gone = next(u.id for u in view.units if u.side is view.side and u.hex < 0)
    here = min(led)
    delegation = Delegation(session)
    delegation.entrust(led, NEWS)
    for name in (gone, here):
        cut = Happening(Kind.CUT_OFF, view.side, len(session.game.log), view.turn, None, 0, (name,))
        session.story().happenings.append(cut)
    assert delegation.expire() == (f"The staff needs you: {view.unit(here).long_name} is cut off.",)
    session.game.close()


def test_the_save_keeps_who_is_led(tmp_path: Path) -> None:
    desk, led = at_table()
    session = desk.session
    session.saves = Saves(tmp_path)
    desk.led.entrust(led, NEWS)
    path = session.save("led")
    session.game.close()
    again, _ = reopen(path, Saves(tmp_path), copy=True)
    assert Delegation(again).led == led
    again.game.close()


def test_one_button_takes_all_back_that_the_staff_leads() -> None:
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941")
    desk = seat.scene.desk
    while len(able := desk.can_act()) < 3:
        desk.end_phase()
    desk.led.entrust(able[:3], PHASE)
    desk.select(able[:1])
    seat.scene.panels.column_open = True
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    seat.pilot.press("Lead all 3 units yourself")
    assert not desk.led.units
