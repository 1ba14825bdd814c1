"""What is spoken of is in sight, what has been read goes, and nothing moves the map that need not."""

from __future__ import annotations

import pytest
from pygame import Rect

from ecs import Side
from ecs.core.commands import EndPhase
from ecs.core.events import Attacked
from game.app.intents import Intent
from game.app.settings import CONFIRMATIONS
from game.opponents import Seat as Officers
from game.play.autoplay import make_players
from game.play.front import front_of
from game.play.session import HUMAN
from game.screens.replay import Replay
from game.ui.cards.placing import hex_rect
from game.ui.descriptions import battle_title, side_lines
from game.ui.map_view.first_look import READABLE, bring_in
from game.ui.panels.phase_end import Check, checks, point_out
from game.ui.widgets import Ui
from tests.kits.pilot import unwatched
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
BESIEGED = "rb-barbarossa-5"
VALLEY = "tdv-barbarossa-1941"


def to_phase(seat: Seat, phase: str) -> Seat:
    """End phases, and begin with the first chit there is, until this one."""
    scene, game = seat.scene, seat.scene.session.game
    for _ in range(60):
        if game.moment[1] == phase:
            break
        scene.session.do(EndPhase() if game.is_legal(EndPhase()) else game.legal()[0])
    assert game.moment[1] == phase
    assert game.to_act is not None
    scene.session.take_seat(game.to_act)
    scene.desk.refresh()
    scene.drain()
    looked_up(seat)
    return seat


def looked_up(seat: Seat) -> None:
    """All that may be done is known."""
    for _ in range(400):
        if seat.scene.desk.orders.complete and not seat.scene.desk.lit.owes:
            return
        seat.pilot.wait(0.1, 1)


# -- the other side's turn -----------------------------------------------------------------------------


def test_a_question_that_ends_a_hurried_turn_of_the_computer_is_shown_where_it_is_asked() -> None:
    seat = sit_down({Side.AXIS: "officer", Side.SOVIET: HUMAN}, scenario=BESIEGED, seed=4)
    scene = seat.scene
    with unwatched(seat.app):
        for _ in range(3000):
            decision = scene.desk.view.decision
            if decision is not None and scene.session.human_to_act and decision.hex >= 0:
                break
            if scene.session.human_to_act:
                scene.desk.end_phase()
            scene.playback.fast = "turn"
            scene.table.camera.centre_on(0, 0)
            seat.app.step((), 0.2)
    seat.pilot.wait(0.1, 3)
    decision = scene.desk.view.decision
    assert decision is not None and not scene.playback.fast
    assert scene.layout.map_rect.collidepoint(scene.table.to_screen(decision.hex))


def test_a_hex_is_brought_out_from_under_the_small_map_and_shows_no_more_backdrop_than_need_be() -> None:
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941", size=(1920, 1080))
    table, board, layout = seat.scene.table, seat.scene.table.board, seat.scene.layout
    camera, small = table.camera, layout.minimap
    camera.zoom_to(READABLE)
    inland = board.by_label["R10"]
    table.centre_on(board.by_label["R13"])
    before = table.to_screen(inland)
    bring_in(table, inland)
    assert table.to_screen(inland) == before, "it is seen"
    card = Rect(0, 0, 60, 60)
    card.center = before
    bring_in(table, inland, card)
    assert not card.collidepoint(table.to_screen(inland)), "something lies on it"
    western = board.by_label["W2"]
    camera.centre_on(board.width, 0)
    bring_in(table, western, small)
    spot = table.to_screen(western)
    assert camera.clear.collidepoint(spot) and not small.collidepoint(spot)
    assert camera.to_map(camera.clear.left, camera.clear.top)[0] == pytest.approx(0, abs=1), (
        "no backdrop beside the map"
    )
    northern = board.by_label["A10"] if "A10" in board.by_label else min(board.by_label.values())
    camera.centre_on(board.width / 2, board.height)
    bring_in(table, northern)
    assert camera.clear.collidepoint(table.to_screen(northern))
    beyond = -camera.to_map(camera.clear.left, camera.clear.top)[1] * camera.zoom
    assert beyond < board.layout.tile_h * camera.zoom, "hardly any beyond a hex at the very edge"


def test_a_first_look_shows_the_hex_that_is_asked_about() -> None:
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941")
    scene, game = seat.scene, seat.scene.session.game
    officers, seen = make_players(dict.fromkeys(Side, "officer"), 1), 0
    for _ in range(400):
        side = game.to_act
        assert side is not None
        decision = game.view(side).decision
        if decision is not None and decision.hex >= 0:
            scene.session.take_seat(side)
            scene.desk.refresh()
            scene.table.camera.centre_on(0, 0)
            scene.open_view()
            assert scene.table.camera.shows(*game.board.centre(decision.hex), 20)
            seen += 1
            if seen > 3:
                break
        scene.session.do(officers[side].choose(Officers(game, side))[0])
    assert seen > 3


def test_a_phase_ended_in_spite_of_a_warning_turns_to_the_battles_unless_one_is_in_sight() -> None:
    seat = to_phase(sit_down(HUMANS, scenario=BESIEGED), "move1-axis")
    scene, table = seat.scene, seat.scene.table
    table.camera.centre_on(table.board.width, 0)
    scene.end_phase(anyway=True)
    waiting = [battle.hex for battle in scene.desk.view.battles]
    assert waiting and any(table.camera.shows(*table.board.centre(index)) for index in waiting)
    scene.desk.undo()
    table.centre_on(waiting[0])
    table.camera.pan(0, 40)
    before = table.camera.y
    scene.end_phase(anyway=True)
    assert scene.desk.view.battles and table.camera.y == before


def test_a_counter_that_is_picked_to_be_brought_in_shows_where_it_may_come() -> None:
    seat = sit_down(HUMANS, scenario=BESIEGED)
    scene, table = seat.scene, seat.scene.table
    looked_up(seat)
    name = next(u.name for u in scene.desk.view.units if u.hex < 0 and scene.desk.orders.hexes(u.id))
    table.camera.centre_on(table.board.width, table.board.height)
    seat.pilot.press(name)
    lit = {*scene.desk.state.reach, *scene.desk.state.choices}
    assert lit and any(table.camera.shows(*table.board.centre(index)) for index in lit)


# -- supply --------------------------------------------------------------------------------------------


def test_allies_who_live_on_sources_of_their_own_are_not_cut_off() -> None:
    seat = sit_down(scenario=BESIEGED)
    desk, game = seat.scene.desk, seat.scene.session.game
    finns = [unit for unit in desk.view.units if unit.nation == "FIN" and unit.hex >= 0]
    assert finns and not {unit.hex for unit in finns} & game.supply(Side.AXIS)
    assert all(game.is_fed(unit.id) for unit in finns) and Side.AXIS not in front_of(game, desk.view).cut_off.ground
    to_phase(seat, "move1-axis")
    told = checks(desk, lambda kind: kind == "out_of_supply")
    assert not {unit.hex for unit in finns} & {desk.view.board.by_label[h] for c in told for h in c.hexes}


# -- tooltips and words ----------------------------------------------------------------------------------


def pick_one(seat: Seat) -> int:
    """A unit that can march is clicked on the map; its hex."""
    to_phase(seat, "move1-axis")
    desk = seat.scene.desk
    unit = next(u for name in desk.can_act() if (u := desk.view.unit(name)) and any(desk.orders.hexes(name)))
    label = desk.view.board.hexes[unit.hex].label
    seat.click_counter(label)
    assert desk.picked is not None and desk.picked.hex == unit.hex
    return unit.hex


def tips(seat: Seat) -> str:
    """What the tooltip says, if there is one."""
    shown = seat.app.ui._tip_shown
    return shown[0] if shown is not None else ""


def test_no_tooltip_tells_of_a_hex_that_the_pointer_has_left_for_a_panel() -> None:
    seat = sit_down(scenario=BESIEGED)
    seat.pilot.move(*seat.at("1922"))
    seat.pilot.wait(1.0, 3)
    assert "Vilna" in tips(seat)
    column = seat.scene.layout.column
    seat.pilot.move(column.centerx, column.y + 90)
    seat.pilot.wait(1.0, 3)
    assert seat.scene.desk.state.hover is None and "Vilna" not in tips(seat)


def test_a_click_of_the_mouse_puts_the_hex_cursor_away_and_its_tooltip() -> None:
    seat = sit_down(scenario=BESIEGED)
    seat.pilot.key("Enter")
    assert seat.scene.desk.state.cursor is not None
    seat.click("1922")
    assert seat.scene.desk.state.cursor is None and not seat.app.inputs.cursor_mode


def test_the_tooltip_of_the_hex_cursor_goes_with_any_other_key_and_comes_with_its_next_hex() -> None:
    seat = sit_down(scenario=BESIEGED)
    for way, key in (("Num 9", "L"), ("Num 3", "Left"), ("Num 9", "Tab"), ("Num 3", "+")):
        for _ in range(2):
            seat.pilot.key(way)  # the first only shows the cursor
            seat.pilot.wait(0.1, 1)
            assert not tips(seat)
        seat.pilot.wait(1.0, 3)
        here = seat.scene.table.board.hexes[seat.scene.desk.state.cursor].label
        assert here in tips(seat), key
        seat.pilot.key(key)
        seat.pilot.wait(1.0, 3)
        assert here not in tips(seat), key
        if key == "Tab":
            seat.pilot.key("Esc")


def test_the_fan_tells_of_the_picked_stack_and_no_tooltip_says_it_again() -> None:
    seat = sit_down(scenario=BESIEGED)
    index = pick_one(seat)
    seat.pilot.wait(1.0, 3)
    assert seat.scene.widgets.cards.fan.rect.width and not tips(seat)
    near = next(i for i in seat.scene.desk.view.board.neighbours[index] if not seat.scene.desk.view.at(i))
    seat.pilot.move(*seat.scene.table.to_screen(near))
    seat.pilot.wait(1.0, 3)
    assert tips(seat)


def test_a_tooltip_of_an_enemy_leaves_ones_own_round_him_in_sight() -> None:
    seat = to_phase(sit_down(HUMANS, scenario=VALLEY, seed=5), "fight-axis")
    desk, table = seat.scene.desk, seat.scene.table
    index = desk.plans.targets.of(desk.position)[0][0]
    seat.pilot.move(*seat.at(table.board.hexes[index].label))
    seat.pilot.wait(1.0, 3)
    assert tips(seat)
    ours = {unit.hex for unit in desk.view.units if unit.side is desk.view.side} & set(table.board.neighbours[index])
    box = seat.app.ui._beside(hex_rect(table, index), 240, 130)
    assert ours and not box.collidelistall([hex_rect(table, own).inflate(-8, -8) for own in sorted(ours)])


def test_words_over_a_hex_go_by_themselves_when_they_have_been_read() -> None:
    seat = sit_down()
    looked_up(seat)
    animation, now = seat.scene.table.animation, seat.app.ui.now
    animation.word((100, 100), "9.A destroyed", now)
    waits = seat.scene.stage.wake_in(now, None)
    assert waits is not None and 0 < waits <= 3.0, "the window wakes to put them away"
    frames = seat.app.frames
    seat.app.step((), waits + 0.1)
    assert not animation.cues and seat.app.frames > frames


def test_hexsides_are_told_by_the_compass() -> None:
    seat = sit_down(scenario=BESIEGED)
    view, terms = seat.scene.desk.view, seat.scene.desk.terms
    told = side_lines(terms, view, view.board.by_label["1625"])
    assert told == ["Border: south-west.", "River: south-west."]


# -- planning and battles ----------------------------------------------------------------------------------


def test_who_is_ticked_for_an_attack_is_drawn_on_the_map_until_it_is_declared() -> None:
    seat = to_phase(sit_down(HUMANS, scenario=VALLEY, seed=5), "fight-axis")
    desk = seat.scene.desk
    desk.plans.open(min(desk.state.targets))
    seat.pilot.wait(0.1, 2)
    planned = desk.state.planned
    assert planned is not None and planned.attackers == desk.plans.ticked
    desk.plans.tick(desk.plans.ticked[0], False)
    seat.pilot.wait(0.1, 2)
    fewer = desk.state.planned
    assert fewer is None or fewer.attackers == desk.plans.ticked
    desk.plans.close()
    seat.pilot.wait(0.1, 2)
    assert desk.state.planned is None


def test_an_enemy_is_planned_against_though_somebody_is_picked_who_marches_no_more() -> None:
    seat = sit_down(scenario=BESIEGED)
    desk = to_phase(seat, "move1-axis").scene.desk
    foe = min(desk.state.overruns)
    enemy = desk.view.at(foe)[0].id
    name = next(n for n in desk.can_act() if desk.orders.hexes(n) and foe not in desk.orders.hexes(n))
    desk.select((name,))
    desk.click(foe, enemy)
    assert desk.plans.target < 0, "while it can march it is told why it cannot get there"
    desk.state.reach = {}
    desk.click(foe, enemy)
    assert desk.plans.target == foe and desk.plans.ticked


def test_the_card_of_a_battle_leaves_free_what_its_question_asks_for() -> None:
    seat = to_phase(sit_down(HUMANS, scenario=VALLEY, seed=5), "fight-axis")
    scene, desk = seat.scene, seat.scene.desk
    asked = 0
    for _ in range(60):
        decision = desk.view.decision
        if decision is None:
            if not desk.state.targets:
                break
            desk.plans.open(desk.plans.targets.of(desk.position)[0][0])
            if not desk.quick.attack():
                break
        else:
            seat.settle()
            seat.pilot.wait(0.1, 3)
            card = scene.widgets.cards.planner.rect
            hexes = {*desk.state.reach, *desk.state.choices}
            if card.width and hexes:
                asked += 1
                spots = [scene.table.to_screen(index) for index in hexes]
                assert not any(card.collidepoint(spot) for spot in spots)
            desk.staff.answer()
            scene.drain()
        if asked > 3:
            break
    assert asked


def test_a_battle_is_named_by_the_nearest_town() -> None:
    board = sit_down(scenario=BESIEGED).scene.session.game.board
    assert battle_title(board, board.by_label["1922"]) == "Battle for Vilna (1922)"
    assert battle_title(board, board.by_label["1821"]) == "Battle south-east of Kovno (1821)"


def test_all_that_is_left_to_the_staff_goes_on_through_the_questions_of_its_battles() -> None:
    seat = to_phase(sit_down({Side.AXIS: HUMAN, Side.SOVIET: "recruit"}, scenario=VALLEY, seed=5), "fight-axis")
    desk, game = seat.scene.desk, seat.scene.session.game
    begun = game.moment[:2]
    desk.staff.ask()
    desk.staff.accept_all()
    with unwatched(seat.app):
        for _ in range(3000):
            if not desk.staff.going_on:
                break
            seat.app.step((), 2.0)
    fought = sum(isinstance(event, Attacked) for record in game.log for event in record.events)
    assert fought > 1 and game.moment == (*begun, "")
    assert desk.staff.advice is not None and isinstance(desk.staff.advice.command, EndPhase)


def test_the_hex_cursor_is_gone_while_the_other_side_plays_and_a_key_brings_it_back() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN})
    state = seat.scene.desk.state
    seat.scene.hands.handle(Intent("cursor_6"))
    assert state.cursor is not None and state.hover is not None
    seat.scene.playback.one()
    assert state.cursor is None and state.hover is None
    seat.scene.hands.handle(Intent("cursor_6"))
    seat.scene.playback.one()
    assert state.cursor is not None, "who looks round meanwhile keeps it"


@pytest.mark.parametrize("forgotten", [False, True])
def test_the_key_that_ends_a_phase_waits_while_the_staff_still_gives_its_orders(forgotten: bool) -> None:
    seat = to_phase(sit_down(HUMANS, scenario="barbarossa-1941"), "A2a-move")
    desk, game = seat.scene.desk, seat.scene.session.game
    seat.app.settings.confirm = dict.fromkeys(CONFIRMATIONS, False)
    begun = game.moment[:2]
    desk.staff.accept_all()
    with unwatched(seat.app):
        seat.app.step((), 0.05)
        given = len(game.log)
        seat.scene.handle(Intent("end_phase"))
        assert desk.staff.going_on and game.moment[:2] == begun and "Esc keeps it open" in seat.notices()[-1]
        if forgotten:
            seat.scene.handle(Intent("back"))
        for _ in range(600):
            seat.app.step((), 2.0)
            if game.moment[:2] != begun or not desk.staff.going_on:
                break
        seat.pilot.wait(1, 4)
    assert (game.moment[:2] == begun) == forgotten
    assert forgotten or sum(record.command.startswith("move") for record in game.log[given:]) > 3


def test_esc_that_closes_the_planner_leaves_the_advances_that_go_on_unasked() -> None:
    seat = to_phase(sit_down(HUMANS, scenario=VALLEY, seed=5), "fight-axis")
    desk = seat.scene.desk
    desk.quick.advance_always()
    desk.plans.open(min(desk.state.targets))
    seat.pilot.wait(0.1, 2)
    seat.pilot.key("Esc")
    assert desk.plans.target < 0
    seat.pilot.key("Esc")
    assert not desk.quick.stop() and not seat.scene.panels.menu_open, "the second one stopped them"


# -- the end of a phase --------------------------------------------------------------------------------------


def test_a_warning_in_sight_moves_no_map_and_one_out_of_sight_comes_into_view() -> None:
    seat = sit_down(scenario=BESIEGED)
    scene, camera = seat.scene, seat.scene.table.camera
    seat.at("1922")
    before = camera.x, camera.y
    point_out(scene.desk, Check("out_of_supply", "", ("1922",)))
    scene.drain()
    assert (camera.x, camera.y) == before and scene.desk.here == scene.table.board.by_label["1922"]
    point_out(scene.desk, Check("out_of_supply", "", ("3042",)))
    scene.drain()
    assert scene.layout.map_rect.collidepoint(scene.table.to_screen(scene.table.board.by_label["3042"]))


# -- other things seen ---------------------------------------------------------------------------------------


def test_a_replay_begins_near_enough_to_be_read() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN}, scenario=BESIEGED)
    for _ in range(400):
        if len(seat.scene.session.game.log) > 40:
            break
        seat.scene.playback.fast = "turn"
        seat.app.step((), 0.1)
    seat.app.push(Replay(seat.scene.kit, seat.scene.session, 10))
    seat.pilot.wait(0.1, 3)
    replay = seat.app.top
    assert isinstance(replay, Replay) and replay.table.camera.zoom >= READABLE * 0.7 and not replay.table.far
    controls = [spot.rect for spot in seat.app.ui.spots if spot.id.endswith(("/First", "/leave", "/live"))]
    assert len({rect.centery for rect in controls}) == 1, "one row of buttons at 1280x720"
    assert replay.state.known["front"], "the front is drawn as at the table"


def test_the_air_bases_of_the_first_turn_can_be_left_alone_and_are_told_of() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, hints=True)
    scene = seat.scene
    scene.first.introduce()
    scene.first.introducing = False
    to_phase(seat, "air-axis")
    assert scene.first.offer
    seat.pilot.wait(0.1, 3)
    said = " ".join(spot.text for spot in seat.app.ui.spots)
    assert scene.first.offer in said


def test_a_hint_points_at_a_unit_of_ones_own_where_units_march_and_at_nobody_once_one_is_picked() -> None:
    seat = sit_down(scenario=BESIEGED, hints=True)
    scene, desk = seat.scene, seat.scene.desk
    scene.first.introduce()
    scene.first.introducing = False
    to_phase(seat, "move1-axis")
    index = scene.first._spoken_of()
    assert index >= 0 and any(unit.side is desk.view.side for unit in desk.view.at(index))
    desk.select((desk.can_act()[0],))
    assert scene.first._spoken_of() == -1
    seat.pilot.wait(0.2, 3)
    hint = next(spot.rect for spot in seat.app.ui.spots if spot.id.endswith("panel:firsthint"))
    assert not hint.colliderect(scene.layout.minimap)


def test_the_ticker_is_no_higher_than_what_it_says() -> None:
    seat = sit_down(scenario=VALLEY)
    seat.pilot.wait(0.1, 3)
    ui, layout = seat.app.ui, seat.scene.layout
    line = ui.text_of.line_height("small")
    assert len(seat.scene.log.lines()) < 3 and layout.log.height < 3 * line
    assert layout.log.colliderect(Rect(0, 0, *ui.size))


def test_a_long_strip_ends_above_the_small_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit scrolls; it was drawn under the small map."""
    seat = sit_down(column=False, text_scale=2.0)
    seat.settle()
    layout = seat.scene.layout
    monkeypatch.setattr(Ui, "height_of", lambda ui, name, least: 900)
    strip = layout.strip(seat.app.ui, "briefing")
    assert layout.minimap.width and strip.height > 200 and not strip.colliderect(layout.minimap)
