"""Is the game playable in its window?  Whole turns by real input events, and every screen at every size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ecs import Side, find_scenario, new_game
from game.app import App
from game.play import players_of, screenshot
from game.saves import Saves
from game.scenes.base import Scene
from game.scenes.handover import HandOver
from game.scenes.kit import Kit
from game.scenes.newgame import NewGame
from game.scenes.options import Options
from game.scenes.replay import Replay
from game.scenes.report import Report
from game.scenes.rules import Rules, markup, read_pages, section_of, sections
from game.scenes.savelist import SaveList
from game.scenes.table import TableScene
from game.scenes.title import Title
from game.session import Plan, Playback, axis_points, begin, points_by_turn, reopen
from game.settings import Settings
from game.settings import load as load_settings
from tests.windowkit import HUMANS, Seat, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET


# -- a whole player-turn --------------------------------------------------------------------------


def answer_by_mouse(seat: Seat) -> None:
    decision = seat.scene.desk.view.decision
    assert decision is not None
    seat.pilot.press("fire" if decision.id == "fire" else "staff")
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
            seat.pilot.press("end anyway" if seat.scene.checks else "end phase")
    assert moved and {"First-turn battles", "Axis movement", "Blitzkrieg movement"} <= set(done)
    seat.machine()
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
            break
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
    seat.machine()
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
    assert "move 4.A F2" in seat.pilot.find("Undo").tooltip
    seat.pilot.press("Undo")
    assert game.digest() == before
    seat.pilot.press("Redo")
    assert game.digest() != before
    seat.pilot.key("Ctrl+Z")
    seat.pilot.key("Ctrl+Z")
    while game.can_undo:
        seat.pilot.key("U")
    seat.pilot.key("U")
    assert any("Nothing to take back" in text for text in seat.notices())


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
    assert "Declare attack" in texts and "Reckon that survivors retreat" in texts


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
    assert [check.kind for check in seat.scene.checks] == ["attack_missed"]
    seat.pilot.press("Do not warn of this again")
    seat.pilot.key("Ctrl+Enter")
    assert seat.title != "First-turn German attacks"
    assert load_settings()[0].asks("attack_missed") is False


def test_an_open_battle_blocks_the_end_of_the_phase() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("H3")
    seat.pilot.press("Declare attack")
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    assert seat.title == "First-turn battles"
    seat.pilot.key("Ctrl+Enter")
    assert seat.title == "First-turn battles" and seat.scene.checks[0].kind == ""


def test_the_press_slider_shows_its_exact_effect_before_the_dice() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    for unit in ("4.A", "6.A"):
        if unit in seat.scene.desk.plans.ticked:
            seat.scene.desk.plans.tick(unit, False)
    seat.scene.desk.plans.declare()
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.press("fight")
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
    assert len(seat.scene.desk.overlays) == 8 and seat.scene.desk.my_reach
    assert seat.scene.desk.state.supply and seat.scene.desk.state.enemy_reach
    for digit in "123456789":
        seat.pilot.key(digit)
    assert not seat.scene.desk.overlays and not seat.scene.desk.my_reach


def test_the_enemys_reach_is_not_told_while_he_lies_face_down() -> None:
    seat = sit_down(HUMANS, options={"secret_setup": "on"})
    seat.pilot.key("3")
    assert not seat.scene.desk.state.enemy_reach


def test_find_goes_to_a_city_by_its_first_letters() -> None:
    seat = sit_down()
    seat.pilot.key("/")
    seat.pilot.type("kie")
    seat.pilot.key("Enter")
    assert seat.scene.finder is None
    assert seat.scene.desk.here == seat.scene.session.game.board.find("Kiev")[0]


def test_a_link_in_the_log_takes_the_map_to_its_hex() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.click_counter("F3")
    seat.click("F2")
    seat.at("O6")
    seat.pilot.press("F2")
    index = seat.scene.session.game.board.by_label["F2"]
    assert seat.scene.furniture.map_rect.collidepoint(seat.scene.table.to_screen(index))


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
            command, _reason = session.advise(session.game.to_act or AXIS, "recruit")
            desk.give(command)
            seat.settle()
    seat.settle()
    assert seat.app.top is seat.scene and session.viewer is SOVIET
    assert desk.view.decision is not None and desk.view.decision.side is SOVIET


# -- saves ------------------------------------------------------------------------------------------


def test_every_phase_that_begins_is_saved_by_itself() -> None:
    seat = sit_down()
    before = len(seat.scene.kit.saves.list_saves())
    seat.pilot.key("Ctrl+Enter")
    kinds = [info.kind for info in seat.scene.kit.saves.list_saves()]
    assert kinds == ["auto"] * (before + 1)


def test_quick_load_returns_to_the_same_position() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("F5")
    digest = seat.scene.session.game.digest()
    seat.click_counter("F3")
    seat.click("F2")
    seat.pilot.key("F9")
    scene = seat.app.top
    assert isinstance(scene, TableScene) and scene is not seat.scene
    assert scene.session.game.digest() == digest and scene.session.players == seat.scene.session.players


def test_a_game_is_saved_under_a_typed_name_and_found_in_the_list() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+S")
    seat.pilot.press("Name of the save")
    seat.pilot.type("To Moscow!")
    seat.pilot.key("Enter")
    assert seat.app.top is seat.scene
    found = [info for info in seat.scene.kit.saves.list_saves() if info.kind == "named"]
    assert [info.name for info in found] == ["To Moscow!"]
    session, warnings = reopen(found[0].path, Saves())
    assert session.game.digest() == seat.scene.session.game.digest() and not warnings


def test_a_damaged_save_is_refused_with_a_message_and_the_game_goes_on() -> None:
    seat = sit_down()
    seat.pilot.key("F5")
    path = next(info.path for info in seat.scene.kit.saves.list_saves() if info.kind == "quick")
    path.write_bytes(path.read_bytes()[:-40] + b"x" * 40)
    seat.pilot.key("F9")
    assert seat.app.top is seat.scene
    assert any(path.name in text for text in seat.notices())


# -- looks ------------------------------------------------------------------------------------------


def test_the_sprite_pack_switches_in_the_middle_of_a_game() -> None:
    seat = sit_down()
    before = pygame.image.tobytes(seat.app.surface, "RGB")
    digest = seat.scene.session.game.digest()
    seat.pilot.key("F10")
    assert isinstance(seat.app.top, Options)
    seat.app.settings.sprite_pack = "plain"
    seat.scene.kit.follow()
    seat.pilot.key("Esc")
    assert seat.app.top is seat.scene and seat.scene.table.pack.id == "plain"
    seat.pilot.wait(1)
    assert pygame.image.tobytes(seat.app.surface, "RGB") != before
    assert seat.scene.session.game.digest() == digest


SCREENS: dict[str, Callable[[Kit, TableScene], Scene]] = {
    "title": lambda kit, table: Title(kit),
    "new game": lambda kit, table: NewGame(kit),
    "load": lambda kit, table: SaveList(kit),
    "save": lambda kit, table: SaveList(kit, table.session),
    "options": lambda kit, table: Options(kit),
    "rules": lambda kit, table: Rules(kit, "darkest-crusade", "9.2"),
    "report": lambda kit, table: Report(kit, table.session),
    "replay": lambda kit, table: Replay(kit, table.session),
    "hand-over": lambda kit, table: HandOver(table, SOVIET),
}


def check_places(app: App) -> None:
    """Widgets are inside the window or can be scrolled to; panels do not lie on one another."""
    window = app.surface.get_rect()
    for spot in app.ui.spots:
        assert spot.rect.width > 0 and spot.rect.right <= window.right + 1 and spot.rect.left >= -1, spot
        inside = window.contains(spot.rect) or spot.scroll or spot.clip.width == 0
        assert inside, spot
    panels = [spot for spot in app.ui.spots if spot.kind == "panel" and spot.layer == 0]
    fixed = [p for p in panels if not p.id.endswith(("machine", "review", "legend"))]
    for i, one in enumerate(fixed):
        for other in fixed[i + 1 :]:
            assert not one.rect.inflate(-2, -2).colliderect(other.rect.inflate(-2, -2)), (one.id, other.id)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_every_screen_fits_at_1280_by_720_at_this_text_scale(scale: float) -> None:
    seat = sit_down(text_scale=scale)
    for name, make in SCREENS.items():
        seat.app.push(make(seat.scene.kit, seat.scene))
        seat.pilot.wait(0.2, 4)
        check_places(seat.app)
        if name == "options":
            for page in range(5):
                seat.app.top.page = page  # type: ignore[attr-defined]
                seat.app.dirty = True
                seat.pilot.wait(0.2, 4)
                check_places(seat.app)
        seat.app.pop()


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_the_table_fits_at_1280_by_720_at_this_text_scale(scale: float) -> None:
    seat = sit_down(text_scale=scale)
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    seat.pilot.wait(0.2, 4)
    check_places(seat.app)
    for tab in range(4):
        seat.scene.furniture.tab = tab
        seat.app.dirty = True
        seat.pilot.wait(0.2, 4)
        check_places(seat.app)
    assert seat.scene.furniture.map_rect.width >= 500 and seat.scene.furniture.map_rect.height >= 300


@pytest.mark.parametrize("scene", ["table", "title", "planner", "report"])
def test_a_picture_of_a_position_is_drawn_without_a_display(scene: str, tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    assert screenshot(new_game("barbarossa-1941", seed=2), out, (800, 600), "supply", scene) == 0
    picture = pygame.image.load(out)
    assert picture.get_size() == (800, 600)
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 800, 20) for y in range(0, 600, 20)}) > 20


# -- title, new game, options, rules ----------------------------------------------------------------


def lobby() -> tuple[App, Kit]:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    kit = Kit(app, Saves(), silent=True)
    app.push(Title(kit))
    return app, kit


def test_a_game_starts_in_two_choices_from_the_title() -> None:
    app, _kit = lobby()
    pilot = app.pilot()
    pilot.press("New game")
    pilot.press("Begin the game")
    assert isinstance(app.top, TableScene)
    assert app.top.session.players == {AXIS: "human", SOVIET: "officer"}


def test_the_title_offers_to_continue_the_last_game() -> None:
    app, kit = lobby()
    session = begin(Plan(find_scenario("barbarossa-1941"), HUMANS, {}, 5), kit.saves)
    session.autosave()
    app.pop()
    app.running = True
    app.push(Title(kit))
    pilot = app.pilot()
    pilot.press("Continue")
    assert isinstance(app.top, TableScene) and app.top.session.game.digest() == session.game.digest()


def test_the_options_chosen_on_the_new_game_screen_reach_the_game() -> None:
    app, _kit = lobby()
    pilot = app.pilot()
    pilot.press("New game")
    pilot.press("Lotsa Dice")
    entry = pilot.find("NewGame1/new/seed")
    pilot.click(*entry.clip.center)
    pilot.key("Ctrl+A")
    pilot.type("77x")
    pilot.press("Begin the game")
    assert isinstance(app.top, TableScene)
    game = app.top.session.game
    assert game.options["combat_dice"] == "lotsa_dice" and game.seed == 77


def test_a_key_is_rebound_and_a_conflict_is_asked_about() -> None:
    seat = sit_down()
    seat.pilot.key("F10")
    options = seat.app.top
    assert isinstance(options, Options)
    seat.pilot.press("Keys")
    seat.pilot.press("Give it another key")
    seat.pilot.key("Ctrl+Z")
    assert options.conflict is not None
    seat.pilot.press("Leave it")
    assert seat.app.inputs.keymap.keys("next_unit") == ("N",)
    seat.pilot.press("Give it another key")
    seat.pilot.key("Ctrl+K")
    assert seat.app.inputs.keymap.keys("next_unit") == ("Ctrl+K",)
    seat.pilot.press("Back")
    assert load_settings()[0].keys == {"next_unit": ["Ctrl+K"]}


def test_text_grows_at_once_while_the_slider_moves() -> None:
    seat = sit_down()
    seat.pilot.key("F10")
    before = seat.pilot.find("Sight").rect.height
    seat.focus("Size of text and buttons")
    for _ in range(8):
        seat.pilot.key("Right")
    assert seat.app.ui.scale == pytest.approx(1.8)
    assert seat.pilot.find("Sight").rect.height > before


def test_a_missing_rules_page_is_said_and_the_keys_are_still_listed() -> None:
    seat = sit_down()
    rules = Rules(seat.scene.kit, "no-such-game")
    seat.app.push(rules)
    seat.pilot.wait(0.1)
    assert "no rules page" in rules.problem
    assert any(section.title == "Keys and mouse" for section in rules.listed())


def test_a_rule_number_leads_to_its_section_or_the_one_above_it() -> None:
    found = sections("# Game\n\n## 9. Combat\ntext\n\n### 9.2 Declaring\nmore\n")
    assert [found[section_of(found, rule)].title for rule in ("9.2", "9.2.3", "rule:9", "99")] == [
        "9.2 Declaring",
        "9.2 Declaring",
        "9. Combat",
        "Game",
    ]


def test_the_rules_that_refusals_name_are_on_the_rules_page() -> None:
    found, problem = read_pages("darkest-crusade")
    assert not problem
    numbers = {section.rule.partition(".")[0] for section in found}
    assert {"6", "7", "8", "9", "10", "11", "13", "14", "15", "16", "20", "21"} <= numbers


def test_markdown_keeps_its_bold_and_loses_its_links() -> None:
    assert markup("**Rumania.** See [rule 9](x.md) `code`") == "**Rumania.** See rule 9 code"


# -- report, replay, sessions -----------------------------------------------------------------------


def played(commands: int) -> TableScene:
    seat = sit_down({AXIS: "recruit", SOVIET: "recruit"})
    for _ in range(commands):
        seat.scene.session.think()
    return seat.scene


def test_the_replay_steps_back_and_on_without_touching_the_game() -> None:
    scene = played(90)
    game = scene.session.game
    digest = game.digest()
    playback = Playback(game)
    playback.go(90)
    assert playback.game.digest() == digest
    playback.go(30)
    early = playback.game.digest()
    playback.go(89)
    playback.go(30)
    assert playback.game.digest() == early != digest
    assert game.digest() == digest
    playback.close()


def test_points_by_turn_end_with_the_points_of_now() -> None:
    scene = played(120)
    found = [entry for entry in points_by_turn(Playback(scene.session.game)) if entry is not None]
    assert found[-1] == (scene.session.game.turn, axis_points(scene.session.game.view(AXIS)))


def test_the_luck_ledger_counts_every_salvo() -> None:
    scene = played(150)
    fired = [e for r in scene.session.game.log for e in r.events if type(e).__name__ == "Fired"]
    luck = scene.session.luck()
    assert fired and sum(side.salvos for side in luck.values()) == len(fired)
    assert sum(side.scored for side in luck.values()) == sum(e.hits for e in fired)  # type: ignore[attr-defined]


def test_watching_two_computer_players_goes_on_by_itself_and_can_be_taken_over() -> None:
    seat = sit_down({AXIS: "recruit", SOVIET: "recruit"})
    for _ in range(200):
        seat.app.step((), 0.2)
    assert len(seat.scene.session.game.log) > 3
    seat.pilot.press("Pause")
    commands = len(seat.scene.session.game.log)
    for _ in range(20):
        seat.app.step((), 0.5)
    assert len(seat.scene.session.game.log) == commands
    side = seat.scene.session.game.to_act
    assert side is not None
    seat.pilot.press("Play this side myself")
    assert seat.scene.session.players[side] == "human" and seat.scene.session.human_to_act


def test_shift_space_hurries_the_computer_to_the_players_turn() -> None:
    seat = sit_down()
    for _ in range(60):
        if seat.scene.session.machine_to_act:
            break
        seat.pilot.key("Ctrl+Enter")
    assert seat.scene.session.machine_to_act
    seat.pilot.key("Shift+Space")
    for _ in range(2000):
        if not seat.scene.session.machine_to_act:
            break
        seat.app.step((), 0.02)
    assert seat.scene.session.human_to_act and not seat.scene.fast


def test_who_plays_is_completed_from_the_command_line() -> None:
    assert players_of({AXIS: None, SOVIET: None}) == {AXIS: "human", SOVIET: "officer"}
    assert players_of({AXIS: None, SOVIET: "human"}) == {AXIS: "officer", SOVIET: "human"}
    assert players_of({AXIS: "recruit", SOVIET: None}) == {AXIS: "recruit", SOVIET: "human"}


def test_a_finished_game_shows_the_report() -> None:
    seat = sit_down({AXIS: "recruit", SOVIET: "recruit"}, seed=4)
    while not seat.scene.session.game.over:
        seat.scene.session.think()
    seat.scene.desk.refresh()
    seat.pilot.wait(1)
    assert isinstance(seat.app.top, Report)
    seat.app.top.count_all()
    seat.pilot.wait(0.1)
    assert seat.app.top.points and seat.pilot.find("Look back over the game")
