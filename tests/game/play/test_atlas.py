"""The atlas of a game: what it counts is what the log says, its luck is exact, and its page tells nobody too much."""

from __future__ import annotations

import gc
import itertools
import re
import weakref
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from ecs import Game, Side, start
from ecs.board.map_loader import load_board
from ecs.core.events import Destroyed, Fired
from ecs.core.known_facts import DieFace, ResultEffects, SideEffect
from ecs.engine.invariants import worlds_kept
from game.cli.entry_point import main
from game.packs.picture_store import BUDGET, Budget, Store
from game.play.atlas.html_page import atlas_page
from game.play.atlas.luck import Throw, luck_of, throw_of, turned, worth_to_attacker
from game.play.atlas.outlines import fronts, outlines, path, smoothed, thinned
from game.play.atlas.record import Atlas, Gathering, Stack, gather
from game.play.atlas.text import history, turn_in_words
from game.play.atlas.war_map import Shape, WarMap
from game.play.scenarios import new_game
from game.saves.saving import Particulars
from game.saves.storage.save_folder import load_game, write_save
from game.screens.atlas_view import AtlasView
from game.screens.game_report import Report
from game.screens.shared.screen_reader import Reader
from game.system.paths import data_root, user_root
from game.ui.atlas_pages.map_plate import MapPlate
from game.ui.atlas_pages.pages import SHEET, AtlasPages
from game.ui.map_view.smooth_shapes import FINE
from tests import TESTS
from tests.ecs.worlds import world_of
from tests.kits.recruits_games import WHOLE, between
from tests.kits.shown_to_a_side import twins
from tests.kits.window import sit_down

GAMES = {"barbarossa-1941": WHOLE, "war-barbarossa-1941": 260, "rb-barbarossa-5": 260, "tdv-barbarossa-1941": 330}
HOSTILE = '<script>alert("x")</script>&'
DIE = [(1, 1), (2, 1), (2, 1), (3, 1), (5, 1), (5, 1)]
"""What the faces of a die are worth."""


@pytest.fixture(scope="module", params=GAMES)
def told(request: pytest.FixtureRequest) -> Iterator[tuple[Game, Atlas]]:
    """A game between recruits, and its atlas: whole where the game is over, else as the Axis sees it."""
    game = between(request.param, 4, GAMES[request.param])
    yield game, gather(game, None if game.over else Side.AXIS)
    game.close()


# -- what happened --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "said"), [(1, "1 Soviet stack was cut off."), (2, "2 Soviet stacks were cut off.")])
def test_as_many_stacks_are_cut_off_as_the_verb_says(told: tuple[Game, Atlas], cut: int, said: str) -> None:
    stacks = tuple(Stack(index, Side.SOVIET, 1, 1, armour=False, cut_off=True) for index in range(cut))
    assert [*turn_in_words(replace(told[1].turns[0], stacks=stacks))][-1] == f"At the end of the turn {said}"


def test_a_game_is_read_on_one_copy_of_it() -> None:
    """Nobody goes back in what is read once from beginning to end, and each copy of a large game takes megabytes."""
    game = between("barbarossa-1941", 1, 150)
    before = worlds_kept()
    work = Gathering(game, Side.AXIS)
    while work.step():
        assert worlds_kept() == before + 1
    work.close()
    assert worlds_kept() == before and work.atlas.turns


@pytest.mark.parametrize("scenario", GAMES)
def test_the_copy_an_atlas_was_read_on_is_gone_at_once(scenario: str) -> None:
    """Nothing in it holds itself, so that the pages are drawn without it: no search for garbage comes in between."""
    game = between(scenario, 4, 60)
    work = Gathering(game, Side.AXIS)
    while work.step():
        pass
    table = weakref.ref(world_of(work.playback.game))
    gc.disable()
    try:
        work.close()
        del work
        assert table() is None
    finally:
        gc.enable()


def test_losses_and_ground_are_those_of_the_log_and_the_map(told: tuple[Game, Atlas]) -> None:
    game, atlas = told
    first = start(game.scenario, game.options, game.seed)  # with the units of a country that left the war meanwhile
    sides = {u.id: u.side for at in (first, game) for side in Side for u in at.look(side).units}
    dead = [sides[e.unit] for r in game.log for e in r.events if isinstance(e, Destroyed) and e.unit in sides]
    for side in Side:
        assert sum(turn.dead[side] for turn in atlas.turns) == dead.count(side)
    assert dead and atlas.battles
    assert atlas.turns[-1].control == game.look(Side.AXIS).control
    assert [turn.number for turn in atlas.turns] == sorted({record.turn for record in game.log[1:]} | {1})


def test_ground_won_turn_by_turn_leads_from_the_first_map_to_the_last(told: tuple[Game, Atlas]) -> None:
    _, atlas = told
    held = list(atlas.before)
    for turn in atlas.turns:
        for side in Side:
            for index in turn.won[side]:
                assert held[index] is not side
                held[index] = side
        assert held == [now or was for now, was in zip(turn.control, held, strict=True)]


def test_nearly_every_throw_of_a_battle_is_weighed(told: tuple[Game, Atlas]) -> None:
    game, atlas = told
    assert atlas.luck.throws and atlas.luck.unweighed * 2 <= len(atlas.luck.throws), (
        "the Blitzkrieg table is chosen after the forecast"
    )
    salvos = [e for record in game.log for e in record.events if isinstance(e, Fired)]
    assert all(e.chances and any(hits == e.hits for hits, _ in e.chances) for e in salvos)


def test_a_page_needs_nothing_from_anywhere_and_is_small(told: tuple[Game, Atlas]) -> None:
    _, atlas = told
    page = atlas_page(atlas)
    assert len(page) < 120_000 + 60_000 * len(atlas.turns)
    assert not re.search(r"<script|<link|<img|@import|src=|javascript:", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    for drawing in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(drawing)
    named = set(re.findall(r'id="([^"]+)"', page))
    assert set(re.findall(r'(?:href="|url\()#([\w-]+)', page)) <= named
    assert all(turn.name in page for turn in atlas.turns)


def test_hostile_names_are_written_as_words() -> None:
    game = between("barbarossa-1941", 1, 150)
    atlas = gather(game, Side.AXIS)
    game.close()
    spots = tuple(replace(spot, name=HOSTILE) for spot in atlas.view.board.hexes)
    atlas.view = replace(atlas.view, title=HOSTILE, turn_name=HOSTILE, board=replace(atlas.view.board, hexes=spots))
    atlas.names = {unit: (HOSTILE, side) for unit, (_, side) in atlas.names.items()}
    atlas.turns = [replace(turn, name=HOSTILE, weather=HOSTILE, taken=dict.fromkeys(Side, (HOSTILE,)))
                   for turn in atlas.turns]  # fmt: skip
    page = atlas_page(atlas)
    assert "<script" not in page and "&lt;script&gt;" in page


@pytest.mark.parametrize(("scenario", "most"), [("barbarossa-1941", 40), ("tdv-zitadelle-1943", 12)])
def test_the_page_of_a_side_tells_nothing_that_is_hidden_from_it(scenario: str, most: int) -> None:
    looked = 0
    for pair in twins(scenario, 1, most, most // 2):
        one, other = (atlas_page(gather(game, pair.blind)) for game in (pair.one, pair.other))
        assert one == other
        looked += 1
    assert looked


def test_a_game_that_goes_on_is_told_to_one_side() -> None:
    game = new_game("barbarossa-1941", seed=1)
    with pytest.raises(ValueError, match="one side"):
        gather(game)
    assert len(gather(game, Side.SOVIET).turns) == 1
    game.close()


# -- luck -----------------------------------------------------------------------------------------------


def test_the_luck_of_some_throws_is_the_share_of_all_their_ends() -> None:
    """Against every one of the 1,296 ends of four dice."""
    fell = (2, 5, 1, 5)
    found = luck_of(throw_of(DIE, worth) for worth in fell)
    place = {worth: throw_of(DIE, worth).place for worth, _ in DIE}
    mine = sum(place[worth] for worth in fell)
    sums = [sum(place[worth] for worth, _ in ends) for ends in itertools.product(DIE, repeat=4)]
    expected = Fraction(sum(s < mine for s in sums) * 2 + sum(s == mine for s in sums), 2 * len(sums))
    assert found.unluckier == pytest.approx(float(expected), abs=1e-9)
    assert found.place == mine / 4


def test_all_ends_of_a_throw_lie_in_the_middle_on_the_whole_and_mirror_each_other() -> None:
    throws = [throw_of(DIE, worth) for worth, _ in DIE]
    assert sum(throw.place for throw in throws) == Fraction(len(DIE), 2)
    assert [turned(turned(throw)) for throw in throws] == throws
    for mine in itertools.product(throws, repeat=2):
        assert luck_of(mine).unluckier + luck_of(map(turned, mine)).unluckier == pytest.approx(1)
    with pytest.raises(ValueError, match="worth 4"):
        throw_of(DIE, 4)


def test_very_many_throws_are_weighed_too() -> None:
    good = throw_of(DIE, 5)
    assert luck_of([good] * 600).unluckier == pytest.approx(1)
    assert luck_of([]).unluckier == 0.5
    assert isinstance(good, Throw) and good.place == Fraction(5, 6)


def test_what_hurts_the_defenders_is_better_for_the_attacker() -> None:
    quiet, lost, all_lost = SideEffect(), SideEffect(lost=1), SideEffect(all=True)
    ends = [(all_lost, quiet), (quiet, quiet), (quiet, lost), (quiet, all_lost)]
    worths = [worth_to_attacker(DieFace(1, ResultEffects("", mine, theirs), "", "")) for mine, theirs in ends]
    assert worths == sorted(worths) and len(set(worths)) == 4


# -- lines ----------------------------------------------------------------------------------------------


def test_outlines_are_closed_and_hold_every_hexside_of_the_rim_once() -> None:
    board = load_board(data_root() / "maps" / "western_russia.tmx")
    held = [i for i in range(len(board.hexes)) if i % 3]
    found = outlines(board, held)
    assert all(line[0] == line[-1] for line in found)
    rim = 0
    for index in held:
        spot = board.hexes[index]
        around = [board.by_offset.get(place) for place in board.layout.neighbours(spot.col, spot.row)]
        rim += sum(n is None or n not in set(held) for n in around)
    assert sum(len(line) - 1 for line in found) == rim


def test_the_front_runs_only_between_the_two_sides() -> None:
    board = load_board(data_root() / "maps" / "western_russia.tmx")
    control = [(Side.AXIS, Side.SOVIET, None)[i % 3] for i in range(len(board.hexes))]
    drawn = {frozenset(edge) for line in fronts(board, control) for edge in itertools.pairwise(line)}
    wanted = set()
    for index, around in enumerate(board.neighbours):
        for other in around:
            if control[index] is Side.AXIS and control[other] is Side.SOVIET:
                wanted.add(frozenset(board.hexside_points(index, other)))
    assert drawn == wanted


def test_a_thinned_line_keeps_its_ends_and_its_corners() -> None:
    line = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2)]
    assert thinned(line, 0.5) == [(0, 0), (3, 0), (3, 2)]
    assert path([(0, 0), (3, 0), (3, 2)], closed=True) == "M0 0l3 0 0 2z"


def test_the_history_knows_every_month_of_the_war_and_no_other() -> None:
    months = [name for scenario in ("tdv-campaign-1941", "rb-campaign-1941") for name in _turns(scenario)]
    assert len(months) > 60 and all(history(name) for name in months)
    assert history("July/August 1941") == f"{history('July 1941')} {history('August 1941')}"
    assert history("") == history("May 1940") == history("The first day") == ""


def _turns(scenario: str) -> list[str]:
    game = new_game(scenario, seed=1)
    try:
        return [name for name, _ in game.look(Side.AXIS).turn_track]
    finally:
        game.close()


# -- from the command line and the window -----------------------------------------------------------------


def test_a_save_is_reported_to_the_side_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = between("barbarossa-1941", 2, 120)
    save = write_save(tmp_path / "one.save", game, Particulars())
    game.close()
    page = tmp_path / "one.html"
    assert main(["report", str(save), "--out", str(page)]) == 1
    assert "--side axis" in capsys.readouterr().err and not page.exists()
    assert main(["report", str(save), "--out", str(page), "--side", "soviet"]) == 0
    assert "As seen by the Soviets" in page.read_text(encoding="utf-8")
    assert "1 turns" not in capsys.readouterr().out


def test_a_save_whose_rules_were_mended_since_can_be_reported() -> None:
    for name in ("dc-open", "tdv-mended"):
        loaded = load_game(TESTS / "saves" / "format-1" / f"{name}.save")
        page = atlas_page(gather(loaded.game, Side.AXIS, loaded.base))
        loaded.game.close()
        assert ("began under older rules" in page) == (loaded.base is not None) == (name == "tdv-mended")


def test_pages_are_written_as_pictures_of_one_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = between("barbarossa-1941", 2, 160)
    save = write_save(tmp_path / "one.save", game, Particulars())
    turns = len(gather(game, Side.AXIS).turns)
    game.close()
    assert main(["report", str(save), "--pages", str(tmp_path / "all" / "pages"), "--side", "axis"]) == 0
    found = sorted((tmp_path / "all" / "pages").iterdir())
    assert len(found) == turns + 2 and f"{turns + 2} pictures" in capsys.readouterr().out
    assert {pygame.image.load(path).get_size() for path in found} == {SHEET}
    assert [path.name for path in found[:3]] == ["01-the-game.png", "02-battles.png", "03-june-1941.png"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["report", str(save), "--pages", str(tmp_path / "file"), "--side", "axis"]) == 1
    assert "not a folder" in capsys.readouterr().err
    assert main(["report", str(save)]) == 2 and "--pages FOLDER" in capsys.readouterr().err


def test_every_page_has_its_words_and_fits_small_windows_and_large_text(told: tuple[Game, Atlas]) -> None:
    _, atlas = told
    pages = AtlasPages(atlas)
    assert pages.titles[0] == "The game" and len(pages.titles) == len(atlas.turns) + bool(atlas.battles) + 1
    for number, title in list(enumerate(pages.titles))[:3]:
        for size, scale in (((1280, 640), 1.0), ((1280, 640), 2.0), ((2560, 1000), 0.8)):
            assert pages.draw(number, size, scale).get_size() == size
            assert any(title in words for words in pages.told) or number < 2, (title, pages.told)
    with pytest.raises(IndexError):
        pages.draw(len(pages.titles), (800, 600), 1.0)


def test_arrows_end_at_counters_pockets_are_hatched_and_battles_are_stars(told: tuple[Game, Atlas]) -> None:
    _, atlas = told
    war = WarMap(atlas.view.board)
    thrusts = pockets = stars = 0
    for turn in atlas.turns:
        looks = [item for item in war.signs(turn, None, atlas.battles) if isinstance(item, Shape)]
        stacks = {(stack.hex, stack.side) for stack in turn.stacks}
        for thrust in turn.thrusts:
            assert (thrust.way[-1], thrust.side) in stacks and thrust.factors > 0
        for side, shut in turn.front.cut_off.ground.items():
            assert shut and all(turn.front.ground[index] is side for index in shut)
        thrusts += sum(len(item.lines) for item in looks if item.look.endswith("thrust"))
        pockets += sum(len(item.lines) > 0 for item in looks if item.look.endswith("shut"))
        stars += sum(len(item.lines) for item in looks if item.look == "fight")
        assert sum(len(item.lines) for item in looks if item.look.endswith("thrust")) == len(turn.thrusts)
    assert thrusts and stars == len({(b.turn, b.hex) for b in atlas.battles})


def test_a_smooth_line_keeps_its_ends_and_bends_at_its_corners() -> None:
    corner = [(0, 0), (10, 0), (10, 10)]
    curve = smoothed(corner)
    assert (curve[0], curve[-1]) == ((0, 0), (10, 10)) and (10, 0) not in curve
    assert path(corner, smooth=True) == "M0 0q10 0 10 10"
    assert smoothed(corner[:2]) == corner[:2] and path(corner[:2], smooth=True) == "M0 0l10 0"


def test_the_atlas_is_leafed_through_in_the_window_and_written_from_there() -> None:
    seat = sit_down(dict.fromkeys(Side, "recruit"), seed=4)
    session = seat.scene.session
    while session.game.turn < 2:
        session.think()
    digest = session.game.digest()
    seat.app.push(Report(seat.scene.kit, session))
    said: list[str] = []
    seat.app.after_frame = Reader(seat.app, said.append).look
    seat.pilot.wait(0.2)
    seat.pilot.press("The atlas")
    view = seat.app.top
    assert isinstance(view, AtlasView)
    for _ in range(400):
        if view.pages is not None:
            break
        seat.pilot.wait(0.05)
    assert view.pages is not None and view.at == 0
    for key, page in (("Right", 1), ("Right", 2), ("Left", 1), ("Home", 0)):
        seat.pilot.key(key)
        assert view.at == page
    seat.pilot.key("Right")
    seat.pilot.wait(0.1)
    assert any(line.startswith("Page: The decisive battles") for line in said)
    seat.pilot.press("Save as one page")
    seat.pilot.press("Save as pictures")
    assert view.files is not None and view.files.page is not None and view.files.pictures is not None
    assert view.files.page.parent == view.files.pictures.parent == user_root() / "reports"
    assert "As seen by the " in view.files.page.read_text(encoding="utf-8")
    assert len(list(view.files.pictures.iterdir())) == len(view.pages.titles)
    seat.pilot.wait(0.1)
    seat.pilot.press("Open the page")
    assert any("No program on this computer can open it" in said for said in seat.notices())
    seat.pilot.key("Esc")
    assert isinstance(seat.app.top, Report) and session.game.digest() == digest


def test_a_map_plate_makes_room_for_the_sheets_it_does_not_keep(
    told: tuple[Game, Atlas], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, atlas = told
    plate, others = MapPlate(WarMap(atlas.view.board), (200, 200)), Store[int](budget := Budget(0))
    sheet = 4 * plate.size[0] * FINE * plate.size[1] * FINE
    budget.limit, plate._sheets = 6 * sheet, Store(budget)
    held: list[int] = []
    monkeypatch.setattr(plate, "_draw", lambda *_: held.append(budget.held))
    for n in range(6):
        others.put(n, pygame.Surface((plate.size[0] * FINE, plate.size[1] * FINE), depth=32))
    for _ in range(2):
        plate.draw(atlas.turns[-1], named=False)
        assert max(held) == 3 * sheet and len(plate._sheets) == 1 and len(others) == 2
    budget.limit = 3 * sheet
    plate.draw(atlas.turns[-1], named=False)
    assert len(plate._sheets) == 1 and not len(others), "its own sheet is needed"


def test_the_sheet_of_a_map_plate_is_kept_under_the_budget_of_all_pictures(told: tuple[Game, Atlas]) -> None:
    _, atlas = told
    plate = MapPlate(WarMap(atlas.view.board), (200, 200))
    first = plate.draw(atlas.turns[-1], named=False)
    assert plate._sheets.held == 4 * plate.size[0] * FINE * plate.size[1] * FINE
    assert plate._sheets.held <= BUDGET.held <= BUDGET.limit
    assert not [name for name, kept in vars(plate).items() if isinstance(kept, pygame.Surface)]
    second = plate.draw(atlas.turns[-1], named=False)
    assert first.get_buffer().raw == second.get_buffer().raw
