"""Fewer clicks: a second click declares, one fights all, one advances all, a frame picks, the next unit follows."""

from __future__ import annotations

import pygame
import pytest

from ecs import Side
from ecs.core.commands import Advance
from ecs.core.events import BattleBegan
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
KEYDOWN, KEYUP, SHIFT = pygame.KEYDOWN, pygame.KEYUP, pygame.K_LSHIFT
QUIET = {Side.AXIS: "human", Side.SOVIET: "recruit"}


def attacking(**settings: object) -> Seat:
    """The first attacks of June 1941, in which nothing is declared yet."""
    seat = sit_down(QUIET, **settings)
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    assert seat.scene.desk.view.phase.id == "A2a0-attack"
    return seat


def test_a_second_click_on_the_planned_hex_declares_the_attack_as_proposed() -> None:
    seat = attacking()
    desk = seat.scene.desk
    seat.click("G3")
    proposed = set(desk.plans.ticked)
    assert proposed and not desk.view.battles
    seat.click("G3")
    assert [set(battle.attackers) for battle in desk.view.battles] == [proposed]


def test_all_that_is_declared_is_fought_by_one_button_and_questions_wait() -> None:
    seat = attacking()
    desk = seat.scene.desk
    for label in ("G3", "F4"):
        seat.click(label)
        seat.click(label)
    assert len(desk.view.battles) == 2
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    desk.plans.close()
    seat.scene.panels.tab = 2
    seat.app.dirty = True
    seat.pilot.wait(0.2)
    seat.pilot.press("Fight all battles")
    for _ in range(400):
        seat.pilot.wait(0.3, 2)
        decision = desk.view.decision
        if desk.view.phase.id != "A2a0-fight":
            break
        if decision is not None and decision.id != "fire" and seat.scene.session.human_to_act:
            desk.staff.answer()
    begun = [event for r in seat.scene.session.game.log for event in r.events if isinstance(event, BattleBegan)]
    assert len(begun) == 2 and desk.view.phase.id != "A2a0-fight"


def test_esc_stops_the_battles_that_go_on_by_themselves() -> None:
    seat = attacking()
    desk = seat.scene.desk
    for label in ("G3", "F4"):
        seat.click(label)
        seat.click(label)
    desk.end_phase()
    desk.quick.fight_all()
    assert desk.quick.going
    assert desk.quick.stop() and not desk.quick.going


def test_shift_and_a_drag_over_empty_ground_pick_all_inside_the_frame() -> None:
    seat = sit_down(QUIET, scenario="war-barbarossa-1941")
    desk = seat.scene.desk
    while desk.view.phase.id != "move-axis":
        desk.end_phase()
    seat.settle()
    able = set(desk.can_act())
    area = seat.scene.layout.map_rect
    seat.pilot._post(KEYDOWN, key=SHIFT, mod=0, unicode="", scancode=0)
    start = next(
        (x, y)
        for x in range(area.left + 4, area.right, 5)
        for y in range(area.top + 4, area.bottom, 5)
        if seat.scene.table.unit_at(x, y, desk.state) is None and not seat.app.ui.meant((x, y), 99)[0]
    )
    seat.pilot.drag(start, (area.right - 4, area.bottom - 4))
    seat.pilot._post(KEYUP, key=SHIFT, mod=0, unicode="", scancode=0)
    picked = set(desk.state.selection)
    assert len(picked) > 2 and picked <= able and desk.state.box is None


def test_with_the_option_the_nearest_unit_that_can_still_act_is_picked_after_a_march() -> None:
    for wanted in (True, False):
        seat = sit_down(QUIET, scenario="war-barbarossa-1941", next_after_march=wanted)
        desk = seat.scene.desk
        while desk.view.phase.id != "move-axis":
            desk.end_phase()
        unit = desk.view.unit(desk.can_act()[0])
        assert unit is not None
        desk.select((unit.id,))
        index = next(i for i, cs in desk.orders.hexes(unit.id).items() if len(cs) == 1 and cs[0].verb == "move")
        desk.click(index)
        first = desk.selection.first
        assert (first != unit.id and first in desk.can_act()) if wanted else first == unit.id


def test_everybody_advances_by_one_button_and_one_undo_takes_it_back() -> None:
    seat = sit_down(HUMANS, scenario="tdv-barbarossa-1941", seed=2)
    desk = seat.scene.desk
    for _ in range(500):
        seat.scene.seat(desk.session.game.to_act or Side.AXIS)
        if len(desk.quick.advances()) > 1:
            break
        desk.staff.ask()
        advice = desk.staff.advice
        desk.staff.dismiss()
        assert advice is not None and desk.give(advice.command)
    wanted = desk.quick.advances()
    where = {unit.id: unit.hex for unit in desk.view.units}
    before = len(desk.session.game.log)
    desk.quick.advance_all()
    made = [r.command for r in desk.session.game.log[before:] if r.command.startswith(Advance.verb)]
    assert len(made) >= 2 and wanted[0].text() in made
    desk.undo()
    assert {unit.id: unit.hex for unit in desk.view.units} == where


def planning() -> Seat:
    """Attacks to be planned, with a good one that nobody has declared; the end of the phase is warned of."""
    seat = sit_down(QUIET, scenario="war-barbarossa-1941")
    seat.scene.desk.end_phase()
    seat.settle()
    assert seat.scene.desk.view.phase.id == "plan1-axis"
    seat.pilot.key("Ctrl+Enter")
    assert seat.scene.panels.checks
    return seat


def test_the_end_of_a_phase_goes_to_what_is_forgotten() -> None:
    seat = planning()
    first = seat.scene.panels.checks[0].hexes[0]
    index = seat.scene.session.game.board.by_label[first]
    assert seat.scene.desk.here == index
    assert seat.scene.layout.map_rect.collidepoint(seat.scene.table.to_screen(index))


def test_warnings_go_with_the_position_they_were_about() -> None:
    seat = planning()
    desk = seat.scene.desk
    assert desk.give(next(c for cs in desk.orders.by_unit.values() for by in cs.values() for c in by))
    seat.app.dirty = True
    seat.pilot.wait(0.2)
    assert not seat.scene.panels.checks


def test_all_advance_after_every_battle_of_the_turn_until_esc() -> None:
    seat = sit_down(HUMANS, scenario="tdv-barbarossa-1941", seed=2)
    desk = seat.scene.desk
    for _ in range(500):
        seat.scene.seat(desk.session.game.to_act or Side.AXIS)
        if desk.quick.advances():
            break
        desk.staff.ask()
        advice = desk.staff.advice
        desk.staff.dismiss()
        assert advice is not None and desk.give(advice.command)
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    seat.pilot.press("Advance all, always this turn")
    seat.settle()
    target = max(desk.state.targets, key=lambda index: _odds(seat, index))
    desk.plans.open(target)
    where = {unit.id: unit.hex for unit in desk.view.units}
    assert desk.quick.attack()
    for _ in range(30):
        seat.pilot.wait(0.5)
        if desk.view.decision is None or not desk.quick.advances():
            break
    gone = [unit for unit in desk.view.units if unit.hex == target and where.get(unit.id) != target]
    assert gone and not desk.quick.advances()
    assert desk.quick.stop() and not desk.quick.stop()


def _odds(seat: Seat, index: int) -> float:
    seat.scene.desk.plans.open(index)
    chance = float(seat.scene.desk.plans.forecast.p_cleared) if seat.scene.desk.plans.target >= 0 else 0.0
    seat.scene.desk.plans.close()
    return chance
