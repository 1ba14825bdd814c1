"""What a newcomer meets: the title alive, four games as pictures, a briefing, offers and hints in the first turn."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame
import pytest

import ecs
from ecs import RULESETS, CommandError, IllegalCommand, Scenario, Side, changed_figures, find_scenario, parse, start
from ecs.core.commands import Assign, EndPhase
from game.app.application import App
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.packs.loader import load_sprite_pack
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.new_game import NewGame
from game.screens.play.play_screen import TableScene
from game.screens.shared import start_choices
from game.screens.shared.game_pictures import OPENING, SIZE, GamePictures
from game.screens.shared.resources import SharedResources
from game.screens.shared.title_map import FIRST, path_of, read_record
from game.screens.title import Title
from game.system.paths import CacheFolder
from game.ui.cards.first_turn import words_of
from game.ui.help.help_card import WORDS, entries
from game.ui.map_view.board_view import CHUNKS_A_FRAME
from game.ui.map_view.terrain.terrain_tiles import Terrain
from tests.kits import painted_grounds
from tests.kits.pilot import Pilot
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = sorted(RULESETS)


def lobby(size: tuple[int, int] = (1280, 720), **settings: object) -> tuple[App, SharedResources, Pilot]:
    app = App(Settings(first_run=False, drama="off", **settings), headless=True, size=size)  # type: ignore[arg-type]
    kit = all_resources(app, Saves(), silent=True)
    app.push(Title(kit))
    return app, kit, Pilot(app)


def begin(game: str, side: str = "Play the Axis", **settings: object) -> tuple[TableScene, Pilot]:
    """A new game, begun by the screen for it."""
    app, _kit, pilot = lobby(**settings)
    pilot.press("New game")
    pilot.press(RULESETS[game].title)
    pilot.press(side)
    pilot.press("Start game")
    pilot.wait(0.5, 5)
    assert isinstance(app.top, TableScene)
    return app.top, pilot


def shown(scene: TableScene, name: str) -> bool:
    return any(spot.id.endswith(name) for spot in scene.app.ui.spots)


# -- the title --------------------------------------------------------------------------------------


def test_the_recorded_campaign_plays_to_its_end() -> None:
    scenario, seed, orders = read_record()
    game = start(find_scenario(scenario), {}, seed)
    for order in orders:
        try:
            game.apply(parse(order))
        except (CommandError, IllegalCommand) as error:
            raise AssertionError("python -m tests.programs.make_title_campaign writes it again") from error
    assert game.over and path_of().stat().st_size < 20_000


def test_the_map_behind_the_title_lives_and_gives_its_game_back() -> None:
    app, _kit, pilot = lobby()
    title = app.top
    assert isinstance(title, Title)
    before = pygame.image.tobytes(app.surface, "RGB")
    pilot.wait(FIRST + 20, 200)
    war = title.backdrop._war
    assert war is not None and len(war.log) > 1
    table = title.backdrop._table
    assert table is not None and table.camera.zoom >= 0.8, "as near as the still picture"
    assert pygame.image.tobytes(app.surface, "RGB") != before
    pilot.press("Rules")
    assert title.backdrop._war is None


def test_with_reduced_motion_the_title_stands_still() -> None:
    app, _kit, pilot = lobby(reduce_motion=True)
    title = app.top
    assert isinstance(title, Title)
    pilot.wait(FIRST + 20, 100)
    assert title.backdrop._war is None and title.wake_in() is None


# -- New game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_words_of_its_card_and_three_hints_a_side(game: str) -> None:
    assert all(words_of(game, "game", what) for what in ("scale", "mood", "level"))
    known = {phase.id for phase in RULESETS[game].sequence.phases}
    found = entries(f"first/{game}")
    assert set(found["offers"]) | set(found["hints"]) <= known
    assert len({entry.text for entry in found["hints"].values()}) == 3
    assert all(len(entry.text.split()) <= WORDS for table in found.values() for entry in table.values())


def test_pictures_of_games_are_painted_once_and_kept(tmp_path) -> None:  # type: ignore[no-untyped-def]
    _app, kit, _pilot = lobby()
    scenario = find_scenario("barbarossa-1941")
    first = GamePictures(kit.pack, CacheFolder(tmp_path, ".picture"))
    assert first.get(scenario, (200, 90)) is None
    assert _pieces(first, scenario) > 0 and _pieces(first, scenario) == 0
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1
    again = GamePictures(kit.pack, CacheFolder(tmp_path, ".picture"))
    _pieces(again, scenario)
    one, other = first.get(scenario, SIZE), again.get(scenario, SIZE)
    assert one is not None and other is not None
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")
    kept[0].write_bytes(b"no picture")
    damaged = GamePictures(kit.pack, CacheFolder(tmp_path, ".picture"))
    _pieces(damaged, scenario)
    assert damaged.get(scenario, SIZE) is not None


def _pieces(pictures: GamePictures, scenario: Scenario) -> int:
    """Paint a scenario's picture: in how many pieces?"""
    return sum(1 for _ in iter(partial(pictures.paint, [scenario]), False))


def test_a_picture_is_painted_in_pieces_between_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _app, kit, _pilot = lobby()
    painted: list[int] = []
    paint = Terrain._paint
    monkeypatch.setattr(Terrain, "_paint", lambda *of: painted.append(1) or paint(*of))
    scenario = find_scenario("barbarossa-1941")
    pictures = GamePictures(kit.pack, CacheFolder(tmp_path, ".picture"), OPENING)
    monkeypatch.setattr(painted_grounds, "data_root", lambda: tmp_path)  # or it may have been painted for another test
    while not pictures.knows(scenario):
        before = len(painted)
        pictures.paint([scenario])
        assert len(painted) - before <= CHUNKS_A_FRAME
    assert len(painted) > CHUNKS_A_FRAME
    pictures.use(load_sprite_pack("plain"))
    assert pictures.paint([scenario]) and not pictures.knows(scenario)
    pictures.use(kit.pack)
    assert pictures._at_work is None, "what was half painted with the other pack is left"


@pytest.mark.parametrize(("size", "roomy"), [((1920, 1080), True), ((1280, 720), False)])
def test_what_is_left_of_the_screen_shows_the_opening_of_the_scenario(size: tuple[int, int], roomy: bool) -> None:
    app, kit, _pilot = lobby(size)
    screen = NewGame(kit, "war-barbarossa-1941")
    app.push(screen)
    for _ in range(12):
        app.step((), 0.1)
    assert screen.scenario is not None and screen.openings.knows(screen.scenario) == roomy
    assert not screen.animating
    fold, foot = (next(s.rect for s in app.ui.spots if s.id.endswith(end)) for end in ("/fold", "foot"))
    assert fold.bottom < foot.top, "nothing is pushed off the screen by it"


def test_the_side_that_is_played_is_one_click_and_the_computer_keeps_its_level() -> None:
    app, kit, pilot = lobby()
    app.push(NewGame(kit))
    pilot.wait(0.2)
    screen = app.top
    assert isinstance(screen, NewGame)
    pilot.press("Computer: officer")
    pilot.press("Computer: recruit")
    for words, players in (
        ("Play the Soviets", ("recruit", "human")),
        ("Hotseat", ("human", "human")),
        ("Watch", ("officer", "officer")),
        ("Play the Axis", ("human", "officer")),
    ):
        pilot.press(words)
        assert tuple(screen.players[side] for side in sorted(Side)) == players


@pytest.mark.parametrize("scenario", ["tdv-typhoon-1941", "war-crimea-1942", "barbarossa-1941"])
def test_new_game_and_the_opening_card_speak_of_the_scenario_and_not_in_raw_tables(scenario: str) -> None:
    found = find_scenario(scenario)
    app, kit, pilot = lobby()
    app.push(NewGame(kit, scenario))
    pilot.wait(0.2)
    words = " ".join(spot.text for spot in app.ui.spots)
    assert "[[" not in words and "_" not in words and "instead of" not in words
    seat = sit_down(scenario=scenario, hints=True)
    seat.scene.first.introduce()
    told = seat.scene.first.words
    assert told.startswith(found.title)
    side = seat.scene.desk.view.side
    assert found.blurb in told and found.briefing[side].aim in told
    assert ".." not in told and "**" not in told and "•" not in told


def test_what_a_scenario_adjusts_is_named_without_what_its_rows_stand_for() -> None:
    names = [start_choices._subject(figure) for figure in changed_figures(find_scenario("tdv-typhoon-1941"))]
    assert names[:2] == ["City points the Axis needs to win", "Axis supply range"] and len({*names}) == 6


# -- the first turn ---------------------------------------------------------------------------------


def test_the_soviet_player_sees_the_map_before_he_is_attacked() -> None:
    scene, pilot = begin("darkest-crusade", "Play the Soviets")
    pilot.wait(5, 20)
    assert len(scene.session.game.log) == 1 and shown(scene, "first on")
    assert not shown(scene, "pause"), "the computer waits, so there is nothing to pause"
    pilot.key("Enter")
    pilot.wait(3, 20)
    assert len(scene.session.game.log) > 1 and not shown(scene, "first on")


def test_the_printed_set_up_is_one_button_and_once_said_is_kept_in_every_new_game() -> None:
    scene, pilot = begin("dark-valley")
    pilot.press("Let the enemy begin")
    pilot.wait(3, 20)
    assert scene.desk.view.phase.id == "setup-axis"
    pilot.press("Skip it in every new game")
    pilot.press("Keep the printed set-up")
    pilot.wait(1, 5)
    assert scene.desk.view.phase.id != "setup-axis"
    assert load_settings()[0].offers_taken == ["dark-valley:setup-axis"]
    scene, pilot = begin("dark-valley", offers_taken=["dark-valley:setup-axis"])
    pilot.press("Let the enemy begin")
    pilot.wait(3, 20)
    assert scene.desk.view.phase.id != "setup-axis"


def test_whoever_sees_to_a_phase_himself_is_not_asked_again() -> None:
    scene, pilot = begin("russia-besieged")
    phase = scene.desk.view.phase.id
    pilot.press("Play this phase")
    assert scene.desk.view.phase.id == phase and not shown(scene, "first offer")


def test_a_hint_put_away_never_comes_again_and_options_bring_it_back() -> None:
    scene, pilot = begin("darkest-crusade")
    pilot.key("Enter")
    pilot.wait(0.5, 5)
    assert shown(scene, "hint seen")
    pilot.press("Got it")
    assert not shown(scene, "hint seen")
    seen = load_settings()[0].hints_seen
    assert len(seen) == 1
    scene, pilot = begin("darkest-crusade", hints_seen=seen)
    pilot.key("Enter")
    pilot.wait(0.5, 5)
    assert not shown(scene, "hint seen")
    pilot.key("F10")
    pilot.press("Questions")
    pilot.press("Show closed hints again")
    pilot.press("Back")
    pilot.wait(0.2)
    assert shown(scene, "hint seen")
    pilot.press("No more hints")
    assert not scene.app.settings.hints and not shown(scene, "hint seen")


def test_a_hint_that_has_been_followed_is_gone_until_the_order_is_taken_back() -> None:
    scene, pilot = begin("darkest-crusade")
    pilot.key("Enter")
    assert scene.desk.view.phase.id == "A2a0-attack" and shown(scene, "hint seen")
    order = next(c for c in scene.desk.orders.all() if isinstance(c, Assign))
    assert scene.desk.give(order)
    pilot.wait(0.2, 2)
    assert not shown(scene, "hint seen")
    scene.desk.undo()
    pilot.wait(0.2, 2)
    assert shown(scene, "hint seen")


def test_a_hint_lies_where_it_covers_no_hex_that_is_lit_if_there_is_such_a_place() -> None:
    seat = sit_down(scenario="war-crimea-1942", hints=True)
    scene = seat.scene
    scene.first.introduce()
    scene.first.introducing = False
    while scene.desk.view.phase.id != "move-axis":
        scene.desk.give(EndPhase())
        scene.drain()
    seat.pilot.wait(1, 5)
    scene.table.centre_on(scene.session.game.board.by_label["L9"])
    for unit in ("11.A", "30.InfKps", "42.InfKps", "Rum8.Kav"):
        scene.desk.select((unit,))
        seat.app.dirty = True
        seat.pilot.wait(0.1, 3)
        (hint,) = [spot.rect for spot in seat.app.ui.spots if spot.id.endswith("firsthint")]
        assert scene.desk.state.reach
        assert not [i for i in scene.desk.state.reach if hint.collidepoint(scene.table.to_screen(i))], unit


def test_a_hint_rings_a_stack_of_which_none_is_done_before_one_of_which_some_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat = sit_down(scenario="war-barbarossa-1941", hints=True)
    desk, table = seat.scene.desk, seat.scene.table
    while desk.view.phase.id != "move-axis":
        desk.give(EndPhase())
        seat.scene.drain()
    seat.pilot.wait(1, 5)
    clear = table.camera.clear
    spots = {unit.id: table.to_screen(unit.hex) for name in desk.can_act() if (unit := desk.view.unit(name))}
    seen = [desk.view.unit(name) for name, at in spots.items() if clear.inflate(-80, -80).collidepoint(at)]
    away = {u.hex: pygame.Vector2(spots[u.id]).distance_to(clear.center) for u in seen if u is not None}
    stack = min((h for h in away if len(desk.view.at(h)) > 1), key=away.__getitem__)
    whole = max(away, key=away.__getitem__)
    some = desk.view.at(stack)[0].id
    assert away[whole] > away[stack]
    monkeypatch.setattr(desk, "can_act", lambda: (some,))
    assert seat.scene.first._spoken_of() == stack
    monkeypatch.setattr(desk, "can_act", lambda: (some, *(u.id for u in desk.view.at(whole))))
    assert seat.scene.first._spoken_of() == whole


def test_a_game_taken_up_again_has_neither_card_nor_hint() -> None:
    scene, pilot = begin("darkest-crusade")
    kit, session = scene.kit, scene.session
    scene.app.push(kit.doors.table(session))
    pilot.wait(0.5, 5)
    assert not shown(scene, "first offer") and not shown(scene, "hint seen")


def test_the_menu_lies_over_briefing_and_hints() -> None:
    """Who has opened the menu can quit, though a card of the first turn stands on the map."""
    scene, pilot = begin("darkest-crusade")
    assert shown(scene, "first offer")
    pilot.click(36, 23)
    spots = scene.app.ui.spots
    card = next(spot for spot in spots if spot.id.endswith("first offer"))
    assert card.layer < next(spot for spot in spots if spot.text == "Quit").layer
    pilot.press("Quit")
    assert not scene.app.running or any(spot.text == "Leave" for spot in scene.app.ui.spots)


@pytest.mark.parametrize("path", ecs.list_scenarios(), ids=lambda path: path.stem)
def test_every_scenario_tells_each_side_its_aim_and_what_to_try(path: Path) -> None:
    scenario = ecs.load_scenario(path)
    assert set(scenario.briefing) == set(Side)
    for told in scenario.briefing.values():
        assert 4 <= len(told.aim.split()) <= 50 and 2 <= len(told.ideas) <= 3
        assert all(len(idea.split()) <= 25 for idea in told.ideas)
    assert len({told.aim for told in scenario.briefing.values()}) == 2
