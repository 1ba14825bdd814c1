"""A group is led with one order: all who can go do so, the others say why not, and one undo takes it back."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import Assign, Move
from ecs.core.view import UnitView
from game.ui.interaction.controller import TableController
from game.ui.interaction.group_orders import is_for_groups
from game.ui.map_view.counters.stack_layout import piles
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def marching(scenario: str) -> tuple[Seat, int]:
    """A table at a phase of movement, and a hex with several units that can march."""
    seat = sit_down(HUMANS, scenario=scenario, seed=2)
    desk = seat.scene.desk
    for _ in range(60):
        found = [h for h in range(len(desk.view.board.hexes)) if len(movers(desk, h)) > 1]
        if found:
            return seat, found[0]
        command = next(iter(desk.orders.all())) if desk.view.decision is not None else None
        if not (desk.give(command) if command is not None else desk.end_phase()):
            desk.give(next(iter(desk.orders.all())))
        if seat.scene.session.hands_over:
            seat.scene.session.take_seat(seat.scene.session.game.to_act or Side.AXIS)
            desk.refresh()
    raise AssertionError("nobody ever marches")


def movers(desk: TableController, index: int) -> list[UnitView]:
    """Own units in a hex that can march."""
    return [u for u in desk.view.at(index) if u.side is desk.view.side and goals(desk, u.id)]


def goals(desk: TableController, unit: str) -> set[int]:
    """Hexes a unit can march to."""
    return {i for i, cs in desk.orders.hexes(unit).items() if [type(c) for c in cs] == [Move]}


@pytest.mark.parametrize("scenario", ["war-barbarossa-1941", "rb-barbarossa-5"])
def test_a_whole_stack_marches_with_one_order_and_comes_back_with_one_undo(scenario: str) -> None:
    seat, start = marching(scenario)
    desk = seat.scene.desk
    units = [u.id for u in movers(desk, start)]
    x, y = seat.at(desk.view.board.hexes[start].label)
    seat.pilot.click(x, y - 4, mods="Ctrl")
    assert set(units) <= set(desk.state.selection) and desk.state.selection[0] in units
    common = set.intersection(*(goals(desk, unit) for unit in units))
    goal = min(common, key=lambda h: (len(desk.view.at(h)), h))
    before = seat.scene.session.game.digest()
    desk.click(goal)
    there = {u.id for u in desk.view.at(goal)}
    told = [message.text for message in desk.out.messages]
    stayed = [unit for unit in units if unit not in there]
    assert len(there & set(units)) >= 2 or stayed
    assert all(any(f"**{desk.view.unit(name).name}** stays." in text for text in told) for name in stayed[:2])  # type: ignore[union-attr]
    desk.undo()
    assert seat.scene.session.game.digest() == before


def test_who_finds_no_room_is_named_with_the_rule() -> None:
    """More than a hex holds: those who stay are picked still, and say why."""
    seat, start = marching("rb-barbarossa-5")
    desk = seat.scene.desk
    able = sorted(u for h in range(len(desk.view.board.hexes)) for u in (m.id for m in movers(desk, h)))
    goal = max(
        {h for unit in able for h in goals(desk, unit)},
        key=lambda h: (desk.view.board.hexes[h].place == "", sum(h in goals(desk, unit) for unit in able), -h),
    )
    group = [unit for unit in able if goal in goals(desk, unit)][:8]
    desk.select(group)
    desk.click(goal)
    there = [u.id for u in desk.view.at(goal) if u.id in group]
    left = [unit for unit in group if unit not in there]
    assert there and left and start >= 0
    assert list(desk.state.selection) == left
    told = [message.text for message in desk.out.messages]
    assert "stays." in told[0] and "rule:" in told[0]
    assert len(told) == min(len(left), 2) + (len(left) > 2)


def test_only_marches_and_attacks_are_for_groups() -> None:
    assert is_for_groups(Move("1.A", "E4")) and is_for_groups(Assign("1.A", "E4", 1))
    seat = sit_down(HUMANS, seed=1)
    commands = {type(c) for c in seat.scene.desk.orders.all()}
    assert commands and not any(is_for_groups(c) for c in seat.scene.desk.orders.all() if type(c) not in (Move, Assign))


def test_the_strongest_lies_on_top_unless_another_was_picked() -> None:
    seat = sit_down(HUMANS, scenario="rb-barbarossa-5", seed=1)
    units = seat.scene.desk.view.units
    for pile in piles(units).values():
        assert pile.units[0].attack == max(u.attack for u in pile.units)
    low = next(pile.units[-1] for pile in piles(units).values() if len(pile.units) > 1)
    assert piles(units, (low.id,))[low.hex].units[0] is low


def test_a_leader_and_aircraft_follow_the_stack_they_are_picked_with() -> None:
    """A Field Marshal may go only where a combat unit stands, so the corps leads and he follows."""
    seat, _ = marching("rb-barbarossa-5")
    desk = seat.scene.desk
    marshal = next(u for u in desk.view.units if u.symbol == "marshal" and len(movers(desk, u.hex)) > 1)
    desk.select((marshal.id,))
    desk.quick.whole_stack()
    first = desk.picked
    assert first is not None and first.movement and marshal.id in desk.state.selection
    ahead = desk.state.reach.keys() - goals(desk, marshal.id)
    goal = min(i for i in ahead if not desk.view.at(i) and desk.view.board.distance(i, marshal.hex) == 1)
    desk.click(goal)
    assert marshal.id in {u.id for u in desk.view.at(goal)}
