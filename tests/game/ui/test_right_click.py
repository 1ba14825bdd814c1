"""The right button does what the hex asks for; waypoints are marched along by one order; one key picks an army."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest
from msgspec import structs

from ecs import Side
from ecs.core.commands import Assign, Move
from ecs.core.events import Moved
from ecs.core.view import ReachStep
from game.play.session import Session
from game.saves.loading import load_game
from game.saves.saving import encode_game
from game.ui.interaction.controller import TableController
from game.ui.interaction.marches import distances, way
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
QUIET = {Side.AXIS: "human", Side.SOVIET: "recruit"}


def marching(**settings: object) -> tuple[Seat, str, dict[int, Move]]:
    """The first movement of War Against Russia, a unit that can march far, and where to."""
    seat = sit_down(QUIET, scenario="war-barbarossa-1941", **settings)  # type: ignore[arg-type]
    desk = seat.scene.desk
    while desk.view.phase.id != "move-axis":
        desk.end_phase()
    seat.settle()
    ways = {name: moves(seat, name) for name in desk.can_act()}
    name = max(ways, key=lambda each: len(ways[each]))
    return seat, name, ways[name]


def moves(seat: Seat, name: str) -> dict[int, Move]:
    """Empty hexes to which nothing but a march leads a unit."""
    desk = seat.scene.desk
    found = desk.orders.hexes(name).items()
    return {i: cs[0] for i, cs in found if len(cs) == 1 and isinstance(cs[0], Move) and not desk.view.at(i)}


def spot(seat: Seat, index: int) -> tuple[int, int]:
    """A pixel of a hex, beside its counters."""
    x, y = seat.at(seat.scene.session.game.board.hexes[index].label)
    return x, y + round(seat.scene.table.board.layout.tile_h * seat.scene.table.camera.zoom * 0.36)


def test_a_right_click_on_a_lit_hex_marches_there() -> None:
    seat, name, ways = marching()
    desk = seat.scene.desk
    goal = min(ways)
    desk.select((name,))
    seat.pilot.click(*spot(seat, goal), button=3)
    unit = desk.view.unit(name)
    assert unit is not None and unit.hex == goal


def test_a_right_click_on_an_own_stack_in_reach_joins_it() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    unit = desk.view.unit(name)
    assert unit is not None
    found = {i: cs for i, cs in desk.orders.hexes(name).items() if len(cs) == 1 and isinstance(cs[0], Move)}
    goal = min(i for i in found if i != unit.hex and any(u.side is desk.view.side for u in desk.view.at(i)))
    desk.select((name,))
    x, y = seat.at(desk.view.board.hexes[goal].label)
    seat.pilot.click(x, y - 4, button=3)
    moved = desk.view.unit(name)
    assert moved is not None and moved.hex == goal


def test_a_right_click_elsewhere_is_a_step_back_and_with_nobody_picked_the_menu() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    here = desk.view.unit(name)
    assert here is not None
    field = distances(desk.view.board, here.hex, frozenset())
    far = max(field, key=lambda i: field[i])
    desk.select((name,))
    seat.pilot.click(*spot(seat, far), button=3)
    assert not desk.state.selection and not desk.menu
    seat.pilot.click(*spot(seat, far), button=3)
    assert any(choice.text == "Look at this hex" for choice in desk.menu)


@pytest.mark.parametrize("how", ["ctrl", "long"])
def test_held_long_or_with_ctrl_the_right_button_opens_the_menu_whoever_is_picked(how: str) -> None:
    seat, name, ways = marching()
    desk = seat.scene.desk
    desk.select((name,))
    x, y = spot(seat, min(ways))
    if how == "ctrl":
        seat.pilot.click(x, y, button=3, mods="Ctrl")
    else:
        seat.pilot.move(x, y)
        seat.pilot._post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=3)
        seat.pilot.wait(0.8)
        seat.pilot._post(pygame.MOUSEBUTTONUP, pos=(x, y), button=3)
    assert desk.state.selection == (name,)
    assert any(choice.order == ways[min(ways)].text() for choice in desk.menu)


def test_a_right_click_on_an_enemy_plans_with_those_picked_and_a_second_one_declares() -> None:
    seat = sit_down(QUIET)
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    seat.scene.panels.checks = []
    desk = seat.scene.desk
    target = seat.scene.session.game.board.by_label["G3"]
    name = next(n for n in desk.can_act() if any(isinstance(c, Assign) for c in desk.orders.hexes(n).get(target, ())))
    desk.select((name,))
    x, y = seat.at("G3")
    seat.pilot.click(x, y, button=3)
    assert desk.plans.target == target and desk.plans.ticked == (name,) and not desk.view.battles
    seat.pilot.wait(1)
    seat.pilot.click(x, y, button=3)
    assert [battle.attackers for battle in desk.view.battles] == [(name,)]


def test_one_key_attacks_as_planned() -> None:
    seat = sit_down(QUIET)
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    seat.scene.panels.checks = []
    seat.click("G3")
    team = set(seat.scene.desk.plans.ticked)
    seat.pilot.key("Shift+B")
    assert [set(battle.attackers) for battle in seat.scene.desk.view.battles] == [team]


def far_goal(seat: Seat, name: str) -> int:
    """A hex on the way east of a unit that it does not reach in this phase."""
    desk = seat.scene.desk
    unit = desk.view.unit(name)
    assert unit is not None
    foes = frozenset(u.hex for u in desk.view.units if u.side is not desk.view.side)
    field = distances(desk.view.board, unit.hex, foes)
    reach = desk.orders.hexes(name)
    return min((i for i in field if field[i] > 3 and i not in reach), key=lambda i: (field[i], i))


def test_shift_and_a_click_set_waypoints_and_the_way_is_drawn() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    desk.select((name,))
    goal = far_goal(seat, name)
    seat.pilot.click(*spot(seat, goal), mods="Shift")
    assert desk.quick.marches.left(name) == (goal,)
    assert [(route[0], route[-1]) for route in desk.state.routes] == [(desk.picked.hex if desk.picked else -1, goal)]
    seat.pilot.wait(1)
    seat.pilot.click(*spot(seat, goal), mods="Shift")
    assert desk.quick.marches.left(name) == () and not desk.state.routes


def test_a_key_marches_towards_the_waypoint_and_undo_brings_march_and_waypoint_back() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    unit = desk.view.unit(name)
    assert unit is not None
    goal = far_goal(seat, name)
    foes = frozenset(u.hex for u in desk.view.units if u.side is not desk.view.side)
    field = distances(desk.view.board, goal, foes)
    desk.select((name,))
    assert desk.quick.marches.add(goal)
    seat.pilot.wait(0.2)
    assert "Move 1 unit along its waypoints" in seat.pilot.texts()
    seat.pilot.key("Shift+M")
    gone = desk.view.unit(name)
    assert gone is not None and field[gone.hex] < field[unit.hex]
    assert desk.quick.marches.left(name) == (goal,)
    desk.undo()
    assert desk.view.unit(name) == unit and desk.quick.marches.left(name) == (goal,)


def test_a_waypoint_that_is_reached_is_done_with() -> None:
    seat, name, ways = marching()
    desk = seat.scene.desk
    goal = max(ways)
    desk.select((name,))
    desk.quick.marches.add(goal)
    assert desk.click(goal)
    unit = desk.view.unit(name)
    assert unit is not None and unit.hex == goal and desk.quick.marches.left(name) == ()


def test_an_army_marches_by_one_order_and_comes_back_by_one_undo() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    desk.select((name,))
    seat.pilot.key("Ctrl+Shift+G")
    army = desk.state.selection
    assert len(army) > 1 and name in army
    before = seat.scene.session.game.digest()
    where = {unit.id: unit.hex for unit in desk.view.units}
    desk.quick.marches.add(far_goal(seat, name))
    seat.pilot.wait(0.2)
    assert f"Move {len(desk.quick.marches.able())} units along their waypoints" in seat.pilot.texts()
    seat.pilot.key("Shift+M")
    gone = [n for n in army if (u := desk.view.unit(n)) is not None and u.hex != where[n]]
    assert len(gone) > 1
    desk.undo()
    assert seat.scene.session.game.digest() == before


def test_a_key_takes_the_whole_stack_and_one_alone_again() -> None:
    seat, _, _ = marching()
    desk = seat.scene.desk
    index = next(u.hex for n in desk.can_act() if (u := desk.view.unit(n)) and len(desk.view.at(u.hex)) > 1)
    names = [u.id for u in desk.view.at(index)]
    desk.select((names[0],))
    seat.pilot.key("Ctrl+G")
    assert set(desk.state.selection) == set(names)
    seat.pilot.key("Ctrl+G")
    assert len(desk.state.selection) == 1


def test_a_way_goes_round_the_enemy() -> None:
    seat, name, _ = marching()
    board = seat.scene.session.game.board
    unit = seat.scene.desk.view.unit(name)
    assert unit is not None
    goal = far_goal(seat, name)
    plain = way(board, unit.hex, (goal,), frozenset())
    blocked = frozenset(plain[1:2])
    found = way(board, unit.hex, (goal,), blocked)
    assert found[0] == unit.hex and found[-1] == goal and not blocked & set(found)
    assert all(there in board.neighbours[here] for here, there in pairwise(found))


# -- a way bent inside one march -----------------------------------------------------------------------


def bent(seat: Seat, name: str) -> tuple[int, int, int]:
    """A hex off the straight way of a unit, one to which it gets via it, and one to which it does not."""
    game, lit = seat.scene.session.game, moves(seat, name)
    straight = game.reach(name)
    for via in sorted(lit):
        by = game.reach(name, (via,))
        over = [i for i in by if i in lit and via not in straight[i].path and i != via]
        if over and lit.keys() - by.keys():
            return via, over[0], min(lit.keys() - by.keys())
    raise AssertionError(f"{name} goes straight everywhere")


def test_a_waypoint_within_reach_bends_the_march_and_one_undo_takes_it_back() -> None:
    seat, name, _ = marching()
    desk, game = seat.scene.desk, seat.scene.session.game
    via, end, _ = bent(seat, name)
    before = game.digest()
    desk.select((name,))
    seat.pilot.click(*spot(seat, via), mods="Shift")
    assert set(desk.state.reach) <= set(game.reach(name, (via,))) and via in desk.state.routes[0]
    desk.hover(end)
    assert via in desk.state.path and desk.state.path[-1] == end
    seat.pilot.wait(1)
    seat.pilot.click(*spot(seat, end))
    unit, moved = desk.view.unit(name), [e for e in game.log[-1].events if isinstance(e, Moved)]
    labels = [here.label for here in game.board.hexes]
    assert unit is not None and unit.hex == end and labels[via] in moved[0].path
    assert "via" in desk.undo_words and desk.quick.marches.left(name) == ()
    desk.undo()
    assert game.digest() == before and desk.quick.marches.left(name) == (via,)


def test_a_hex_too_far_by_way_of_the_waypoints_is_refused_with_its_rule_until_they_are_forgotten() -> None:
    seat, name, _ = marching()
    desk = seat.scene.desk
    via, _, beyond = bent(seat, name)
    desk.select((name,))
    desk.quick.marches.add(via)
    assert beyond not in desk.state.reach and beyond not in desk.state.choices
    desk.click(beyond)
    seat.scene.drain()
    told = " ".join(seat.notices())
    assert "The route via" in told and "rule:7" in told and "Remove them" in told
    seat.pilot.wait(0.2, 2)
    seat.pilot.press("Clear the waypoints")
    assert beyond in desk.state.reach
    desk.click(beyond)
    unit = desk.view.unit(name)
    assert unit is not None and unit.hex == beyond


def post(seat: Seat, kind: int, pos: tuple[int, int], button: int = 1) -> None:
    """An event of the mouse with the left button held."""
    more = {"rel": (1, 1), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": button}
    seat.app.step([pygame.event.Event(kind, pos=pos, **more)])


@pytest.mark.parametrize("hand", ["keyboard", "mouse"])
def test_waypoints_are_set_by_the_keyboard_alone_and_while_a_counter_is_dragged(hand: str) -> None:
    seat, name, _ = marching()
    desk, game = seat.scene.desk, seat.scene.session.game
    via, end, _ = bent(seat, name)
    desk.select((name,))
    seat.pilot.key("C")
    desk.state.cursor = via
    seat.pilot.key("Shift+Enter")
    assert desk.quick.marches.via(name) == (via,)
    desk.state.cursor = end
    seat.pilot.key("Enter")
    assert f"march {name} " in game.log[-1].command
    desk.undo()
    seat.pilot.key("Esc")
    desk.quick.marches.forget((name,))
    unit = desk.view.unit(name)
    assert unit is not None
    seat.scene.table.centre_on(via)
    start, there = seat.scene.table.to_screen(unit.hex), seat.scene.table.to_screen(via)
    desk.selection.tops[unit.hex] = name
    desk.select((name,))
    seat.pilot.wait(1)
    post(seat, pygame.MOUSEBUTTONDOWN, start)
    for part in (1, 2, 3):
        post(
            seat,
            pygame.MOUSEMOTION,
            (start[0] + (there[0] - start[0]) * part // 3, start[1] + (there[1] - start[1]) * part // 3),
        )
    if hand == "keyboard":
        seat.pilot.key("Shift+Enter")
    else:
        post(seat, pygame.MOUSEBUTTONDOWN, there, button=3)
        post(seat, pygame.MOUSEBUTTONUP, there, button=3)
    assert desk.state.held and desk.quick.marches.via(name) == (via,)
    post(seat, pygame.MOUSEMOTION, seat.scene.table.to_screen(end))
    post(seat, pygame.MOUSEBUTTONUP, seat.scene.table.to_screen(end))
    gone = desk.view.unit(name)
    assert gone is not None and gone.hex == end and f"march {name} " in game.log[-1].command


def test_a_group_marches_over_its_waypoint_and_who_cannot_stays_and_says_why() -> None:
    seat, _, _ = marching()
    desk, game = seat.scene.desk, seat.scene.session.game
    straight = {n: (game.reach(n), moves(seat, n)) for n in desk.can_act()}
    first, other, slow, via, end = _three(seat, straight)
    before = game.digest()
    desk.select((first, other))
    desk.quick.marches.add(via)
    desk.click(end)
    places = [unit.hex for n in (first, other) if (unit := desk.view.unit(n)) is not None]
    assert places == [end, end] and all(record.command.startswith("march ") for record in game.log[-2:])
    desk.undo()
    assert game.digest() == before
    desk.quick.marches.forget((first, other))
    desk.select((first, slow))
    desk.quick.marches.add(via)
    desk.click(end)
    seat.scene.drain()
    assert desk.state.selection == (slow,) and "stays" in " ".join(seat.notices())
    assert "rule:7" in " ".join(seat.notices())
    desk.undo()
    assert game.digest() == before


def _three(
    seat: Seat, straight: dict[str, tuple[Mapping[int, ReachStep], dict[int, Move]]]
) -> tuple[str, str, str, int, int]:
    """Two units that get to a hex via another, a third that only gets there straight, and the two hexes."""
    game = seat.scene.session.game
    for first, (reach, lit) in straight.items():
        for via in sorted(reach.keys() & lit.keys()):
            by = {n: game.reach(n, (via,)) for n in straight if via in straight[n][0]}
            for end in sorted(by[first].keys() & lit.keys() - {via}):
                if via in reach[end].path:
                    continue
                able = [n for n, found in by.items() if end in found and end in straight[n][1] and n != first]
                slow = [n for n, (_, ends) in straight.items() if end in ends and n in by and end not in by[n]]
                if able and slow:
                    return first, able[0], slow[0], via, end
    raise AssertionError("nobody shares a way")


def test_waypoints_are_kept_with_the_save() -> None:
    seat, name, _ = marching()
    desk, session = seat.scene.desk, seat.scene.session
    goal = far_goal(seat, name)
    via, _, _ = bent(seat, name)
    desk.select((name,))
    plain_save = encode_game(session.game, session.particulars())
    assert b'"ways"' not in plain_save
    desk.quick.marches.add(via)
    desk.quick.marches.add(goal)
    path = session.save("on the march")
    loaded = load_game(path)
    unit = desk.view.unit(name)
    assert unit is not None and loaded.particulars().ways == {name: {unit.hex: (via, goal)}}
    again = Session(loaded.game, seat.scene.session.players, None, loaded.particulars())
    assert TableController(again).quick.marches.left(name) == (via, goal)
    header = structs.replace(loaded.file.header, ways={"nobody": ("A1",), name: ("??",)})
    strange = replace(loaded, file=replace(loaded.file, header=header))
    assert strange.particulars().ways == {}


def test_a_counter_dragged_from_the_fan_onto_a_lit_hex_goes_there_alone_and_the_next_one_after_it() -> None:
    seat, _, _ = marching(next_after_march=True)
    desk, ui = seat.scene.desk, seat.app.ui
    piles = {u.hex: [v.id for v in desk.view.at(u.hex)] for n in desk.can_act() if (u := desk.view.unit(n)) is not None}
    index, names = next((i, found) for i, found in piles.items() if sum(bool(moves(seat, n)) for n in found) > 1)
    able = [name for name in names if moves(seat, name)]
    seat.scene.table.centre_on(index)
    desk.select((able[0],))
    for name in able[::-1][:2]:  # the one below first
        seat.app.dirty = True
        seat.pilot.wait(0.3)
        face = ui.find(f"TableScene/stackfan/fan:{name}")
        assert face is not None
        table = seat.scene.table
        clear = table.camera.clear.inflate(-80, -80)
        places = {i: table.to_screen(i) for i in moves(seat, name)}
        goal = next(i for i, place in places.items() if clear.collidepoint(place) and not ui.over(place))
        seat.pilot.drag(face.rect.center, places[goal])
        seat.pilot.wait(0.3)
        gone = desk.view.unit(name)
        assert gone is not None and gone.hex == goal
        others = [unit for other in names if other != name and (unit := desk.view.unit(other)) is not None]
        assert sum(unit.hex == goal for unit in others) == 0
        seat.scene.table.centre_on(index)
