"""Is the game playable in its window?  Whole turns by real input events, and every screen at every size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from ecs import Side, find_scenario
from game.app.application import App
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.game_menu import HandOver
from game.screens.play.play_screen import TableScene
from game.screens.rules import Rules
from tests.kits.pilot import Pilot
from tests.kits.window import HUMANS, Seat, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET


# -- a whole player-turn --------------------------------------------------------------------------


def answer_by_mouse(seat: Seat) -> None:
    decision = seat.scene.desk.view.decision
    assert decision is not None
    seat.pilot.press("fire" if decision.id == "fire" else "Let the staff choose")
    seat.settle()


def test_a_whole_axis_turn_can_be_played_with_the_mouse_alone() -> None:
    seat = sit_down()
    game = seat.scene.session.game
    seat.pilot.press("end phase")
    assert seat.title == "First-turn German attacks"
    seat.click("H3")
    assert seat.scene.desk.plans.target == game.board.by_label["H3"]
    seat.pilot.press("Declare attack")
    assert [battle.state for battle in seat.scene.desk.view.battles] == ["declared"]
    done: list[str] = []
    moved = False
    for _ in range(80):
        if seat.scene.session.machine_to_act:
            break
        done.append(seat.title)
        if seat.scene.desk.view.decision is not None:
            answer_by_mouse(seat)
        elif seat.scene.desk.orders.by_hex:
            seat.pilot.press("fight")
            seat.settle()
        elif seat.title == "Axis movement" and not moved:
            moved = True
            seat.click_counter("F3")
            assert seat.scene.desk.state.selection == ("4.A",)
            seat.click("F2")
            seat.settle()
            assert seat.scene.desk.view.unit("4.A").hex == game.board.by_label["F2"]  # type: ignore[union-attr]
        else:
            seat.pilot.press("end anyway" if seat.scene.panels.checks else "end phase")
    assert moved and {"First-turn battles", "Axis movement", "Blitzkrieg movement"} <= set(done)
    seat.machine(hurried=True)
    assert game.to_act is AXIS


def answer_by_keys(seat: Seat) -> None:
    decision = seat.scene.desk.view.decision
    assert decision is not None
    if decision.id == "fire":
        seat.pilot.key("Enter")
    else:
        seat.focus("staff")
        seat.pilot.key("Enter")
        seat.pilot.key("Esc")
    seat.settle()


def aim(seat: Seat, lit: Callable[[int], bool]) -> bool:
    """Move the hex cursor to a neighbour that is lit."""
    back = {"E": "Z", "D": "A", "C": "Q", "Z": "E", "A": "D", "Q": "C"}
    for key in back:
        seat.pilot.key(key)
        cursor = seat.scene.desk.state.cursor
        if cursor is not None and lit(cursor):
            return True
        seat.pilot.key(back[key])
    return False


def test_a_whole_axis_turn_can_be_played_with_the_keyboard_alone() -> None:
    seat = sit_down()
    pilot, desk = seat.pilot, seat.scene.desk
    done: list[str] = []
    for _ in range(120):
        if seat.scene.session.machine_to_act:
            if desk.view.phase.side is SOVIET:
                break
            seat.machine()  # the enemy is asked who takes the losses
            seat.settle()
            continue
        fresh = seat.title not in done
        done.append(seat.title)
        if desk.view.decision is not None:
            answer_by_keys(seat)
        elif desk.orders.by_hex:
            seat.focus("fight")
            pilot.key("Enter")
            pilot.key("Esc")
            seat.settle()
        elif fresh and seat.title in ("First-turn German attacks", "Axis movement"):
            pilot.key("N")
            unit = desk.state.selection[0]
            pilot.key("C")
            assert aim(seat, lambda i: i in desk.state.targets or i in desk.state.reach)
            pilot.key("Enter")
            if desk.menu:
                pilot.key("1")
            seat.settle()
            badges = desk.view.unit(unit).badges  # type: ignore[union-attr]
            assert {"attacking", "moved", "noattack"} & set(badges)
            pilot.key("Num 5")
        else:
            pilot.key("Ctrl+Enter")
    assert {"First-turn battles", "Axis movement"} <= set(done)
    seat.machine(hurried=True)
    assert seat.scene.session.game.to_act is AXIS


def test_plain_enter_never_ends_a_phase() -> None:
    seat = sit_down()
    before = len(seat.scene.session.game.log)
    seat.focus("end phase")
    seat.pilot.key("Enter")
    seat.pilot.key("Space")
    assert len(seat.scene.session.game.log) == before


def test_a_click_that_does_nothing_says_why_with_the_rule() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.click_counter("F3")
    seat.click("F8")
    assert any("out of reach" in text and "(rule:6.1)" in text for text in seat.notices())


def test_the_link_in_a_refusal_opens_the_rule() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.click_counter("F3")
    seat.click("F8")
    seat.pilot.press("Rule 6.1")
    assert isinstance(seat.app.top, Rules)


def test_undo_takes_a_move_back_and_says_where_it_stops() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    game = seat.scene.session.game
    before = game.digest()
    seat.click_counter("F3")
    seat.click("F2")
    assert game.digest() != before
    assert "Move 4.A to Warsaw (F2)" in seat.pilot.find("Undo").tooltip
    seat.pilot.press("Undo")
    assert game.digest() == before
    seat.pilot.press("Redo")
    assert game.digest() != before
    seat.pilot.key("Ctrl+Z")
    seat.pilot.key("Ctrl+Z")
    while game.can_undo:
        seat.pilot.key("U")
    seat.pilot.key("U")
    assert any("Nothing to undo" in text for text in seat.notices())


def test_several_meanings_of_one_click_unfold_a_menu() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.click_counter("F3")
    seat.click_counter("G2")
    texts = [choice.text for choice in seat.scene.desk.menu]
    assert any(text.startswith("Move 4.A to") for text in texts) and any(text.startswith("Pick") for text in texts)
    seat.pilot.key("1")
    assert seat.scene.desk.view.unit("4.A").hex == seat.scene.session.game.board.by_label["G2"]  # type: ignore[union-attr]


def test_a_counter_can_be_dragged_to_a_lit_hex() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    x, y = seat.at("F3")
    end = seat.scene.table.to_screen(seat.scene.session.game.board.by_label["F2"])
    seat.pilot.drag((x, y - 4), end)
    assert seat.scene.desk.view.unit("4.A").hex == seat.scene.session.game.board.by_label["F2"]  # type: ignore[union-attr]


def test_the_planner_shows_every_modifier_and_adds_up() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    forecast = seat.scene.desk.plans.forecast
    assert sum(line.value for line in forecast.attack_lines) == forecast.attack_strength
    assert sum(outcome.probability for outcome in forecast.outcomes) == 1
    texts = " ".join(seat.pilot.texts())
    assert "Declare attack" in texts and "Assume survivors retreat" in texts


def test_unticking_an_attacker_changes_the_forecast() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    before = seat.scene.desk.plans.forecast
    seat.pilot.press("2.PzGr")
    after = seat.scene.desk.plans.forecast
    assert after.attack_strength < before.attack_strength


def test_ending_a_phase_warns_of_good_attacks_until_told_not_to() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    assert seat.title == "First-turn German attacks"
    (check,) = seat.scene.panels.checks
    assert check.kind == "attack_missed" and " % chance of success " in check.text
    assert len(check.hexes) > 1 and "good attacks. The best has a " in check.text
    seat.pilot.press("Do not warn me again")
    seat.pilot.key("Ctrl+Enter")
    assert seat.title != "First-turn German attacks"
    assert load_settings()[0].asks("attack_missed") is False


def test_the_press_slider_shows_its_exact_effect_before_the_dice() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    for unit in ("4.A", "6.A"):
        if unit in seat.scene.desk.plans.ticked:
            seat.scene.desk.plans.tick(unit, False)
    seat.scene.desk.plans.declare()
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")  # the only battle begins by itself
    plans = seat.scene.desk.plans
    assert plans.fighting and plans.most_press > 0
    plain = plans.forecast
    seat.focus("Press the attack")
    seat.pilot.key("Right")
    assert plans.press == 1 and plans.forecast != plain


# -- overlays, find, log --------------------------------------------------------------------------


def test_each_digit_lays_something_over_the_map_and_takes_it_off() -> None:
    seat = sit_down()
    for digit in "123456789":
        seat.pilot.key(digit)
    assert len(seat.scene.desk.overlays) == 9 + 2, "front and pockets are on from the start"
    assert {"supply", "zones", "enemy_reach", "front", "pockets"} == seat.scene.desk.state.known.keys()
    for digit in "123456789":
        seat.pilot.key(digit)
    assert seat.scene.desk.overlays == {"front", "pockets"}


def test_the_enemys_reach_is_not_told_while_he_lies_face_down() -> None:
    seat = sit_down(options={"secret_setup": "on"})
    seat.scene.playback.paused = True
    seat.pilot.key("3")
    assert seat.scene.session.viewer is Side.AXIS and not seat.scene.desk.state.known["enemy_reach"]
    assert "enemies lie face down" in seat.notices()[-1]


def test_find_goes_to_a_city_by_its_first_letters() -> None:
    seat = sit_down()
    seat.pilot.key("/")
    seat.pilot.type("kie")
    seat.pilot.key("Enter")
    assert seat.scene.panels.finder is None
    assert seat.scene.desk.here == seat.scene.session.game.board.find("Kiev")[0]


def test_a_link_in_the_log_takes_the_map_to_its_hex() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.click_counter("F3")
    seat.click("F2")
    seat.at("O6")
    seat.pilot.press("TableScene/ticker")  # a click on the latest news opens the log
    seat.pilot.press("F2")
    index = seat.scene.session.game.board.by_label["F2"]
    assert seat.scene.layout.map_rect.collidepoint(seat.scene.table.to_screen(index))


def test_the_log_forgets_what_is_taken_back() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    before = len(seat.scene.log.lines())
    seat.click_counter("F3")
    seat.click("F2")
    assert len(seat.scene.log.lines()) == before + 1
    seat.pilot.key("U")
    assert len(seat.scene.log.lines()) == before


# -- hot seat, hidden things ------------------------------------------------------------------------


def handed_over(options: dict[str, str]) -> Seat:
    seat = sit_down(HUMANS, options=options, theme="light")
    while not isinstance(seat.app.top, HandOver):
        seat.pilot.key("Ctrl+Enter")
        seat.settle()
    return seat


def test_the_hand_over_screen_shows_no_pixel_of_the_map() -> None:
    seat = handed_over({"secret_setup": "on"})
    seat.pilot.move(5, 700)
    seat.pilot.wait(20)
    theme = seat.app.ui.theme
    surface, panel = seat.app.surface, seat.app.ui.find("HandOver1/handover/ready")
    assert panel is not None
    rect = next(spot.rect for spot in seat.app.ui.spots if spot.kind == "panel")
    outside = {
        tuple(surface.get_at((x, y))[:3])
        for x in range(0, 1280, 7)
        for y in range(0, 720, 7)
        if not rect.inflate(4, 4).collidepoint(x, y)
    }
    assert outside == {tuple(theme.panel2)}
    assert seat.pilot.texts() == [f"I am the {seat.scene.session.game.to_act} player"] and not seat.notices()


def test_there_is_no_way_back_from_the_hand_over_to_the_others_map() -> None:
    seat = handed_over({"secret_setup": "on"})
    for key in ("Esc", "Ctrl+Z", "F9", "1", "F1"):
        seat.pilot.key(key)
    assert isinstance(seat.app.top, HandOver)
    assert seat.scene.session.viewer is SOVIET
    seat.pilot.key("Enter")
    assert seat.app.top is seat.scene and seat.scene.session.viewer is AXIS
    shown = [u for u in seat.scene.desk.view.units if u.side is SOVIET and u.hex >= 0 and u.symbol != "factory"]
    assert shown and all(u.id.startswith("?") for u in shown)


def test_whoever_takes_the_seat_sees_nothing_of_what_the_other_looked_at() -> None:
    """Whatever the first player picked, opened, pinned or scrolled to: the second sees a table nobody has touched."""
    seat = sit_down(HUMANS, options={"secret_setup": "on"}, tooltip_ms=0)
    scene, session = seat.scene, seat.scene.session
    seat.click_counter("F8")
    seat.pilot.key("Ctrl+G")
    seat.click("E4")
    seat.pilot.press("Stack")
    for key in ("Num 9", "Num 9", "+", "+", "Left", "Shift+Enter", "/", "L"):
        seat.pilot.key(key)
    scene.desk.state.fan = scene.desk.state.cursor
    scene.panels.log_open = False
    seat.pilot.wait(1.0, 3)
    scene.app.scenes[1:] = []
    while not isinstance(seat.app.top, HandOver):
        scene.desk.end_phase()
        seat.settle()
    seat.pilot.key("Enter")
    assert session.viewer is AXIS and seat.app.top is scene
    picture_of(seat)
    camera = scene.table.camera
    where = (camera.level, camera.x, camera.y)
    scene.open_view()
    now = (camera.level, camera.x, camera.y)
    assert max(abs(a - b) for a, b in zip(where, now, strict=True)) < 40, "the map is shown as at the first look"
    touched = picture_of(seat)
    fresh = TableScene(scene.kit, session)
    fresh.panels.column_open = scene.panels.column_open
    seat.app.scenes[:] = [fresh]
    fresh.on_enter()
    seat.pilot.wait(1, 3)
    fresh.open_view()  # now that it is known how much of the window the map has
    assert picture_of(seat) == touched


def picture_of(seat: Seat) -> bytes:
    """The window at rest, with the pointer outside."""
    seat.pilot._post(pygame.WINDOWLEAVE)
    seat.pilot.move(1279, 0)
    seat.app.ui.notices.clear()
    for _ in range(6):
        seat.app.step((), 3.4)  # each frame paints some more of the ground
    return pygame.image.tobytes(seat.app.surface, "RGB")


def test_at_a_shared_table_the_first_player_finds_a_curtain_too(home: Path) -> None:
    for players, expected in ((HUMANS, True), ({AXIS: "human", SOVIET: "recruit"}, False)):
        app = App(Settings(first_run=False), headless=True)
        kit = all_resources(app, Saves(), silent=True)
        session = begin(GameSetup(find_scenario("barbarossa-1941"), players, {"secret_setup": "on"}, 1), None)
        app.push(kit.doors.table(session, fresh=True))
        app.step()
        assert isinstance(app.top, HandOver) is expected
        if expected:
            Pilot(app).key("Enter")
            assert isinstance(app.top, TableScene) and session.viewer is session.game.to_act


def test_a_hidden_unit_is_never_named_in_what_the_axis_player_reads() -> None:
    seat = handed_over({"secret_setup": "on"})
    seat.pilot.key("Enter")
    game = seat.scene.session.game
    hidden = {u.name for u in game.view(SOVIET).units} - {u.name for u in game.view(AXIS).units}
    seat.click("E4")
    seat.pilot.press("Stack")
    texts = " ".join(seat.pilot.texts() + [line.plain for line in seat.scene.log.lines()])
    assert hidden and not [name for name in hidden if f" {name} " in f" {texts} "]


def test_decisions_inside_a_battle_need_no_hand_over_screen_when_nothing_is_hidden() -> None:
    seat = sit_down(HUMANS)
    session, desk = seat.scene.session, seat.scene.desk
    for _ in range(400):
        if session.game.over or (desk.view.decision is not None and session.game.to_act is SOVIET):
            break
        if isinstance(seat.app.top, HandOver):
            seat.pilot.key("Enter")
        else:
            desk.give(session.staff.advise(session.game.to_act or AXIS).command)
            seat.settle()
    seat.settle()
    assert seat.app.top is seat.scene and session.viewer is SOVIET
    assert desk.view.decision is not None and desk.view.decision.side is SOVIET


# -- units off the map, and the computer's box -----------------------------------------------------


def soviet_replacements() -> Seat:
    """The Soviet player's first replacement phase."""
    seat = sit_down({AXIS: "recruit", SOVIET: "human"})
    for _ in range(400):
        if seat.scene.session.machine_to_act:
            seat.machine(hurried=True)
            continue
        decision = seat.scene.desk.view.decision
        if decision is None:
            break
        seat.pilot.press("fire" if decision.id == "fire" else "Let the staff choose")
        seat.settle()
    assert seat.title == "Soviet replacements"
    return seat


def test_a_unit_of_the_pool_is_raised_by_clicking_it_in_the_column_and_then_a_lit_hex() -> None:
    seat = soviet_replacements()
    seat.pilot.key("Esc")  # what happened meanwhile is read
    seat.pilot.press("8.A")
    assert seat.scene.desk.state.selection == ("8.A",)
    moscow = seat.scene.session.game.board.by_label["H9"]
    assert moscow in seat.scene.desk.state.choices
    seat.click("H9")
    raised = seat.scene.desk.view.unit("8.A")
    assert raised is not None and raised.hex == moscow


def test_calling_the_siberians_states_the_risk_and_asks_again() -> None:
    seat = soviet_replacements()
    seat.pilot.press("Call the strategic reserve …")
    assert any("a roll of 1–6 loses the war" in fact.state for fact in seat.scene.desk.view.facts)
    seat.pilot.press("Not now")
    assert seat.scene.session.game.result is None
    seat.pilot.press("Call the strategic reserve …")
    seat.pilot.press("Do it")
    assert seat.scene.session.game.result is not None  # in June every face of the die loses


def test_what_the_computer_does_is_told_beside_the_map_not_over_it() -> None:
    seat = sit_down({AXIS: "recruit", SOVIET: "human"})
    seat.pilot.wait(1.0, 5)
    boxes = [spot for spot in seat.app.ui.spots if spot.id.endswith("panel:machine")]
    assert boxes and not any(box.rect.colliderect(seat.scene.layout.map_rect) for box in boxes)
