"""Do the screens round the table work?  Saves, looks, title, options, rules, report, replay."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from ecs import Side, find_scenario, new_game
from ecs.engine.invariants import worlds_kept
from game.app import launch
from game.app.application import App
from game.app.launch import PictureOptions, open_plan, players_of, screenshot
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.play.atlas.record import gather
from game.play.autoplay import make_players, play_on
from game.play.playback import Playback, axis_points
from game.play.session import GameSetup, begin, reopen
from game.saves.listing import all_saves
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.game_report import STEPS_A_FRAME, THUMB, Report
from game.screens.new_game import NewGame, how_long
from game.screens.options import Options
from game.screens.play.play_screen import TableScene
from game.screens.rules import Rules
from game.screens.shared.resources import SharedResources
from game.screens.shared.start_choices import WORDS
from game.screens.title import Title
from game.ui.atlas_pages.board_picture import seated
from game.ui.atlas_pages.map_plate import MapPlate
from game.ui.help.rules_pages import markup, read_pages, section_of, sections
from game.ui.widgets.seal import seal_rect
from tests.ecs.worlds import world_of
from tests.kits.pilot import Pilot
from tests.kits.recruits_games import between, orders
from tests.kits.showroom import SCREENS, check_places
from tests.kits.window import HUMANS, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET


# -- saves ------------------------------------------------------------------------------------------


def test_every_phase_that_begins_is_saved_by_itself() -> None:
    seat = sit_down()
    before = len(all_saves(seat.scene.kit.saves.folder))
    seat.pilot.key("Ctrl+Enter")
    kinds = [info.kind for info in all_saves(seat.scene.kit.saves.folder)]
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
    found = [info for info in all_saves(seat.scene.kit.saves.folder) if info.kind == "named"]
    assert [info.name for info in found] == ["To Moscow!"]
    session, warnings = reopen(found[0].path, seat.scene.kit.saves)
    assert session.game.digest() == seat.scene.session.game.digest() and not warnings


def test_a_damaged_save_is_refused_with_a_message_and_the_game_goes_on() -> None:
    seat = sit_down()
    seat.pilot.key("F5")
    path = next(info.path for info in all_saves(seat.scene.kit.saves.folder) if info.kind == "quick")
    path.write_bytes(path.read_bytes().replace(b"\n# sha256 ", b"\n# sha256 x"))
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


@pytest.mark.parametrize("scale", [0.8, 2.0])
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


@pytest.mark.parametrize("scale", [0.8, 2.0])
def test_the_table_fits_at_1280_by_720_at_this_text_scale(scale: float) -> None:
    seat = sit_down(text_scale=scale)
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    seat.pilot.wait(0.2, 4)
    check_places(seat.app)
    for tab in range(4):
        seat.scene.panels.tab = tab
        seat.app.dirty = True
        seat.pilot.wait(0.2, 4)
        check_places(seat.app)
    assert seat.scene.layout.map_rect.width >= 500 and seat.scene.layout.map_rect.height >= 300


BEGUN = ["barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941", "tutorial-kiev-1941"]


@pytest.mark.parametrize("scenario", BEGUN)
def test_the_seal_that_ends_the_phase_stays_in_the_lower_right_corner(scenario: str) -> None:
    seat, seen = sit_down(HUMANS, scenario=scenario), set()
    for _ in range(8):
        seat.settle()
        for button in [spot.rect for spot in seat.app.ui.spots if spot.id.endswith(("/end phase", "/end anyway"))]:
            assert button.bottom == seal_rect(seat.app.ui).bottom and button.size == seal_rect(seat.app.ui).size
            assert not button.colliderect(seat.scene.layout.column) and button.right >= 920, seat.title
            seen.add(seat.title)
        seat.pilot.key("Ctrl+Enter")
        seat.pilot.key("Ctrl+Enter")
    assert len(seen) > 1


@pytest.mark.parametrize(("minutes", "text"), [(15, "15 min"), (60, "1 h"), (90, "1½ h"), (1210, "20 h")])
def test_the_list_says_how_long_a_scenario_takes_to_the_half_hour(minutes: int, text: str) -> None:
    assert how_long(minutes) == text


@pytest.mark.parametrize("scene", ["table", "title", "planner", "news", "report", "setup"])
def test_a_picture_of_a_position_is_drawn_without_a_display(scene: str, tmp_path: Path) -> None:
    out = tmp_path / "shot.png"
    assert screenshot(new_game("barbarossa-1941", seed=2), out, (800, 600), PictureOptions("supply", scene)) == 0
    picture = pygame.image.load(out)
    assert picture.get_size() == (800, 600)
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 800, 20) for y in range(0, 600, 20)}) > 20


def test_a_picture_of_the_planner_shows_the_attack_that_was_asked_for_or_the_best() -> None:
    seat = sit_down(HUMANS)
    seat.pilot.key("Ctrl+Enter")
    table = seat.scene
    found = {}
    for index in (-1, *sorted(table.desk.state.targets)):
        open_plan(table, index)
        found[index] = table.desk.plans.target
    best = found.pop(-1)
    assert best in found and len(found) > 2 and all(index == shown for index, shown in found.items())


def test_a_picture_of_the_news_or_of_the_end_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page covers the table; the end page has the map of every turn."""
    drawn: list[App] = []
    monkeypatch.setattr(launch, "_keep_picture", lambda surface, out: drawn.append(apps[-1]))
    apps: list[App] = []
    monkeypatch.setattr(launch, "App", lambda *a, **more: apps.append(App(*a, **more)) or apps[-1])
    game = between("barbarossa-1941", 4)
    screenshot(game, tmp_path / "end.png", (1920, 1080), PictureOptions(scene="report"))
    report = drawn[-1].top
    assert isinstance(report, Report) and len(report._thumbs) == len(report.atlas.turns) > 4
    under_way = between("barbarossa-1941", 4, 300)
    screenshot(under_way, tmp_path / "news.png", (1920, 1080), PictureOptions(scene="news"))
    assert "Take command" in [spot.text for spot in drawn[-1].ui.spots]


# -- title, new game, options, rules ----------------------------------------------------------------


def lobby(text_scale: float = 1.0) -> tuple[App, SharedResources]:
    app = App(Settings(first_run=False, text_scale=text_scale), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    return app, kit


def test_a_game_starts_in_two_choices_from_the_title() -> None:
    app, _kit = lobby()
    pilot = Pilot(app)
    pilot.press("New game")
    pilot.press("Start game")
    assert isinstance(app.top, TableScene)
    assert app.top.session.players == {AXIS: "human", SOVIET: "officer"}


def test_the_title_offers_to_continue_the_last_game() -> None:
    app, kit = lobby()
    session = begin(GameSetup(find_scenario("barbarossa-1941"), HUMANS, {}, 5), kit.saves)
    session.autosave()
    session.close()
    app.pop()
    app.running = True
    app.push(Title(kit))
    pilot = Pilot(app)
    pilot.press("Continue")
    pilot.key("Enter")  # the curtain of a shared table
    assert isinstance(app.top, TableScene) and app.top.session.game.digest() == session.game.digest()


@pytest.mark.parametrize("scenario", ["tdv-typhoon-1941", "rb-blue-1942"])
def test_a_high_window_lists_every_scenario_of_a_game(scenario: str) -> None:
    app, kit = lobby()
    app.window.resize((1920, 1080))
    page = NewGame(kit, scenario)
    app.push(page)
    app.step((), 0.05)
    app.step((), 0.05)
    shown = {spot.text: spot for spot in app.ui.spots if "scenarios" in spot.id}
    assert all(shown[s.title].clip.height == shown[s.title].rect.height for s in page.scenarios)
    assert "fold" in {spot.id.rpartition("/")[2] for spot in app.ui.spots if spot.clip.bottom < 1080}


def test_the_options_chosen_on_the_new_game_screen_reach_the_game() -> None:
    app, _kit = lobby()
    pilot = Pilot(app)
    pilot.press("New game")
    pilot.press("Optional rules")
    pilot.wait(0.2)
    pilot.press("Lotsa Dice")
    entry = pilot.find("NewGame1/new/seed")
    pilot.click(*entry.clip.center)
    pilot.key("Ctrl+A")
    pilot.type("77x")
    pilot.press("Start game")
    assert isinstance(app.top, TableScene)
    game = app.top.session.game
    assert game.options["combat_dice"] == "lotsa_dice" and game.seed == 77


def choose(pilot: Pilot, now: str, words: str) -> None:
    """Choose an entry of a list that opens where another is shown."""
    pilot.press(now)
    pilot.press(words)


def test_a_general_is_given_his_time_before_the_game_and_the_save_keeps_it() -> None:
    app, kit = lobby()
    pilot = Pilot(app)
    pilot.press("New game")
    with pytest.raises(LookupError):
        pilot.find(WORDS["normal"])
    choose(pilot, "Computer: officer", "Computer: general")
    choose(pilot, WORDS["normal"], WORDS["patient"])
    pilot.press("Start game")
    assert isinstance(app.top, TableScene)
    assert app.top.session.players == {AXIS: "human", SOVIET: "general-patient"}
    session, warnings = reopen(all_saves(kit.saves.folder)[0].path, kit.saves)
    assert session.players[SOVIET] == "general-patient" and not warnings
    assert load_settings()[0].patience == "patient"


def test_a_general_hurries_as_soon_as_the_options_say_so_and_nobody_else_minds() -> None:
    seat = sit_down({AXIS: "human", SOVIET: "general-patient"})
    seat.pilot.key("F10")
    seat.pilot.press("Back")
    assert seat.scene.session.players[SOVIET] == "general-patient", "as the game was begun"
    seat.pilot.key("F10")
    seat.pilot.press("Mouse and pace")
    seat.pilot.wheel(-20, 640, 400)
    choose(seat.pilot, WORDS["normal"], WORDS["quick"])
    seat.pilot.press("Back")
    assert seat.scene.session.players == {AXIS: "human", SOVIET: "general-quick"}
    assert seat.scene.session.particulars().players[SOVIET] == "general-quick"


def test_a_key_is_rebound_and_a_conflict_is_asked_about() -> None:
    seat = sit_down()
    seat.pilot.key("F10")
    options = seat.app.top
    assert isinstance(options, Options)
    seat.pilot.press("Keys")
    seat.pilot.press("Change this key")
    seat.pilot.key("Ctrl+Z")
    assert options.conflict is not None
    seat.pilot.press("Cancel")
    assert seat.app.inputs.keymap.keys("next_unit") == ("N",)
    seat.pilot.press("Change this key")
    seat.pilot.key("Ctrl+K")
    assert seat.app.inputs.keymap.keys("next_unit") == ("Ctrl+K",)
    seat.pilot.press("Back")
    assert load_settings()[0].keys == {"next_unit": ["Ctrl+K"]}


def test_text_grows_at_once_while_the_slider_moves() -> None:
    seat = sit_down()
    seat.pilot.key("F10")
    before = seat.pilot.find("Display").rect.height
    seat.focus("Size of text and buttons")
    for _ in range(8):
        seat.pilot.key("Right")
    assert seat.app.ui.scale == pytest.approx(1.8)
    assert seat.pilot.find("Display").rect.height > before


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
    for order in orders("crusade-1")[:commands]:
        seat.scene.session.do(order)
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


def test_a_replay_keeps_positions_and_no_second_game() -> None:
    game = between("tdv-barbarossa-1941", 4, 130)
    before = worlds_kept()
    playback = Playback(game)
    assert worlds_kept() == before + 1
    for number in (playback.last, 45, 85, 3, playback.last):
        playback.go(number)
        assert [record.command for record in playback.game.log[1:]] == playback.commands[:number]
    assert worlds_kept() == before + 1
    assert playback.game.digest() == game.digest()
    playback.close()
    assert worlds_kept() == before


def test_neither_a_replayed_game_nor_the_one_behind_it_remembers_what_nobody_asks() -> None:
    game = between("tdv-barbarossa-1941", 4, 130)
    game.legal()
    assert world_of(game).remembered_bytes
    playback = Playback(game)
    assert not world_of(game).remembered_bytes and not world_of(game).shelves
    playback.go(playback.last // playback._every * playback._every)
    assert not world_of(playback.game).remembered_bytes and not world_of(playback.game).shelves
    assert playback.game.legal()
    playback.close()


def test_positions_a_replay_keeps_share_what_did_not_change() -> None:
    playback = Playback(between("tdv-barbarossa-1941", 4, 130))
    playback.go(playback.last)
    kept = [back.args[0] for back in playback._kept.values()]  # type: ignore[attr-defined]
    rows = [row for position in kept for part in position.values() for row in part]
    assert len(kept) == 4 and len({id(row) for row in rows}) < len(rows) / 3
    playback.close()


def test_the_report_counts_some_commands_a_frame_and_takes_input_meanwhile() -> None:
    """However long the war: what a frame plays again is counted, not timed."""
    game = between("tdv-barbarossa-1941", 4, 500)
    app, kit = lobby()
    session = seated(game, AXIS)
    report = Report(kit, session)
    app.push(report)
    frames = 0
    while report.counting:
        assert report._work is not None
        playback = report._work.playback
        before = playback.at
        app.step((), 0.05)
        frames += 1
        assert playback.at - before <= STEPS_A_FRAME
        assert frames < 1000
    assert frames >= len(game.log) // STEPS_A_FRAME and len(report.points) >= game.turn
    again = Report(kit, session)
    app.push(again)
    app.step((), 0.05)
    assert again.counting
    Pilot(app).key("Esc")
    assert app.top is report, "nobody waits for the count"


def test_an_atlas_that_is_left_early_goes_on_being_read_under_the_report() -> None:
    """What had been counted stays on the page."""
    app, kit = lobby()
    report = Report(kit, seated(between("tdv-barbarossa-1941", 4, 500), AXIS))
    app.push(report)
    for _ in range(4):
        app.step((), 0.05)
    assert report._work is not None
    read = report._work.playback
    before = read.at
    Pilot(app).key("Enter")
    for _ in range(4):
        app.step((), 0.05)
    assert app.top is not report and read.at > before, "the atlas reads on where the report was"
    before = read.at
    Pilot(app).key("Esc")
    app.step((), 0.05)
    assert app.top is report and read.at >= before
    report.count_all()
    assert report._found is not None and report.points


def test_the_last_position_fills_the_map_of_the_report_and_few_turns_have_large_maps() -> None:
    app, kit = lobby()
    app.window.resize((1920, 1080))
    report = Report(kit, seated(between("barbarossa-1941", 1, 60), AXIS))
    app.push(report)
    app.step((), 0.05)
    room = report._room
    drawn = app.surface.copy()
    assert report.counting and 0 < room.width < 1920
    app.surface.fill((255, 0, 255))
    report.backdrop.draw(app.surface, app.ui.theme, room)
    assert app.surface.get_at((room.right + 5, 500))[:3] == (255, 0, 255)
    assert app.surface.get_at((room.width // 2, 500)) == drawn.get_at((room.width // 2, 500))
    report.count_all()
    for _ in range(6):
        app.step((), 0.05)
    thumbs = [spot.rect for spot in app.ui.spots if "/turn " in spot.id]
    assert len(thumbs) == len(report.atlas.turns) and min(thumbs[0].size) > min(THUMB)


@pytest.mark.parametrize(
    ("scenario", "size"),
    [("war-crimea-1942", (1280, 720)), ("war-crimea-1942", (3840, 2160)), ("barbarossa-1941", (1600, 1000))],
)
def test_the_map_of_the_report_leaves_no_paper_round_it_and_shows_every_battle(
    scenario: str, size: tuple[int, int]
) -> None:
    """It is cut where nothing happened, and the maps of the turns keep within the page."""
    game = new_game(scenario, seed=1)
    play_on(game, make_players(dict.fromkeys(Side, "recruit"), 1), 200)
    app, kit = lobby()
    app.window.resize(size)
    report = Report(kit, seated(game, AXIS))
    app.push(report)
    app.step((), 0.05)
    report.count_all()
    for _ in range(6):
        app.step((), 0.05)
    assert report._map is not None and report._found is not None
    room, picture, plate = report._room, report._map[1], report._map[2]
    assert picture.get_width() >= room.width - 1 and picture.get_height() >= room.height - 1
    everywhere = pygame.Rect(0, 0, game.board.width, game.board.height)
    assert MapPlate(report._war, room.size, [everywhere]).size == room.size, "nor where the front crosses the board"
    battles = [plate.at(game.board.centre(battle.hex)) for battle in report._found.decisive]
    assert battles and all(map(room.collidepoint, battles))
    thumbs = [spot.rect for spot in app.ui.spots if "/turn " in spot.id]
    assert thumbs and all(room.right < thumb.left and thumb.right <= size[0] for thumb in thumbs)


def test_the_buttons_of_the_report_are_one_line_high_in_the_largest_letters() -> None:
    app, kit = lobby(text_scale=2.0)
    app.push(Report(kit, seated(between("barbarossa-1941", 1, 60), AXIS)))
    for _ in range(4):
        app.step((), 0.05)
    foot = [spot for spot in app.ui.spots if spot.text in ("Back to map", "Replay", "Save", "Quit to title")]
    assert len(foot) == 4 and len({spot.rect.height for spot in foot}) == 1
    assert all(spot.clip == spot.rect for spot in foot)


def test_points_by_turn_end_with_the_points_of_now() -> None:
    scene = played(120)
    last = gather(scene.session.game, AXIS).turns[-1]
    assert (last.number, last.score) == (scene.session.game.turn, axis_points(scene.session.game.view(AXIS)))


def test_the_luck_ledger_counts_every_salvo() -> None:
    scene = played(150)
    fired = [e for r in scene.session.game.log for e in r.events if type(e).__name__ == "Fired"]
    luck = scene.session.luck().salvos.values()
    assert fired and sum(side.fired for side in luck) == len(fired)
    assert sum(side.scored for side in luck) == sum(e.hits for e in fired)  # type: ignore[attr-defined]


def test_watching_two_computer_players_goes_on_by_itself_and_can_be_taken_over() -> None:
    seat = sit_down({AXIS: "recruit", SOVIET: "recruit"})
    seat.pilot.wait(12, 60)
    assert len(seat.scene.session.game.log) > 3
    seat.pilot.press("Pause")
    commands = len(seat.scene.session.game.log)
    seat.pilot.wait(10, 20)
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
    assert seat.scene.session.human_to_act and not seat.scene.playback.fast


def test_who_plays_is_completed_from_the_command_line() -> None:
    assert players_of({AXIS: None, SOVIET: None}) == {AXIS: "human", SOVIET: "officer"}
    assert players_of({AXIS: None, SOVIET: "human"}) == {AXIS: "officer", SOVIET: "human"}
    assert players_of({AXIS: "recruit", SOVIET: None}) == {AXIS: "recruit", SOVIET: "human"}


def test_a_finished_game_shows_the_report() -> None:
    seat = sit_down({AXIS: "recruit", SOVIET: "recruit"}, seed=4)
    for order in orders("crusade-4"):
        seat.scene.session.do(order)
    assert seat.scene.session.game.over
    seat.scene.desk.refresh()
    seat.pilot.wait(1)
    assert isinstance(seat.app.top, Report)
    seat.app.top.count_all()
    seat.pilot.wait(0.1)
    assert seat.app.top.points and seat.pilot.find("Replay")
    seat.pilot.press("Open the atlas")
    seat.pilot.wait(0.5, 5)
    gold = [spot.text for spot in seat.app.ui.spots if spot.kind == "primary"]
    assert gold == ["Next"], "an open atlas is for leafing through"
    for _ in seat.app.top.pages.titles[1:]:
        seat.pilot.press("Next")
    gold = [spot.text for spot in seat.app.ui.spots if spot.kind == "primary"]
    assert gold == ["Leave"], "at its end it is for leaving"
