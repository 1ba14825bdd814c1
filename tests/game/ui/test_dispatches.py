"""The other side's turn as a page of news: what is told, when it comes, and how it is left."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ecs import Game, Side
from game.play.briefing import heard, unread
from game.play.dispatches import LONG, MOST_STORIES, WORTH, Dispatch, Headline, _Desk, dispatch_of
from game.play.session import Session
from game.play.story import Happening, Kind, of
from game.screens.replay import Replay
from game.ui.widgets.seal import seal_rect
from tests.game.screens.test_small_windows import resized
from tests.kits.recruits_games import between
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = {"barbarossa-1941": 600, "war-barbarossa-1941": 500, "rb-barbarossa-5": 500, "tdv-barbarossa-1941": 700}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Some hundred commands between recruits."""
    return between(request.param, 4, GAMES[request.param])


def test_the_page_tells_what_the_log_says_and_the_weightiest_first(game: Game) -> None:
    for side in Side:
        story = heard(game, side, unread(game, side).records)
        found = dispatch_of(game, side, story)
        assert len(found.stories) <= MOST_STORIES
        assert [s.weight for s in found.stories] == sorted((s.weight for s in found.stories), reverse=True)
        assert found.heavy == (bool(found.stories) and found.stories[0].weight > WORTH)
        dead = of(story.happenings, Kind.DESTROYED)
        told = next(row for row in found.balance if row[0] == "Units destroyed")
        assert told[1:] == tuple(sum(one.side is by.other for one in dead) for by in Side)
        happened = {one.hex for one in story.happenings}
        for headline in found.stories:
            assert 0 < len(headline.title) <= LONG and headline.hex in happened
            assert 0 <= headline.record <= len(game.log)
        if any(one.side is side for one in dead):
            assert "destroyed" in found.summary and "No place was lost" not in found.orders


def test_no_story_says_again_what_its_headline_says(game: Game) -> None:
    """The headline names who is lost, cut off or taken; the sentences under it do not."""
    for side in Side:
        for told in dispatch_of(game, side, heard(game, side, game.log)).stories:
            for name in {unit.long_name for unit in game.look(side).units}:
                if told.title.startswith((f"{name} destroyed", f"{name} lost", f"{name} cut off")):
                    assert not [line for line in told.text.split(". ") if name in line and "attacked" not in line]
            fallen = told.title.partition(" fall")[0].split(" and ")
            assert not any(f"take {name}" in told.text or f"takes {name}" in told.text for name in fallen)


def test_the_orders_name_every_place_where_units_are_cut_off(game: Game) -> None:
    desk = _Desk(game, Side.AXIS, heard(game, Side.AXIS, game.log))
    spots = [spot for spot in game.board.hexes if spot.name][:2]
    desk.cut = [Happening(Kind.POCKET, Side.AXIS, 0, 1, None, spot.index) for spot in spots]
    assert all(spot.name in desk._orders([]) for spot in spots)


def test_a_place_is_named_once_if_units_are_cut_off_in_it_and_beside_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = _Desk(game, Side.AXIS, heard(game, Side.AXIS, game.log))
    monkeypatch.setattr(desk, "_near", {1: "near Kerch", 2: "at Kerch", 3: "near Yalta"}.get)
    desk.cut = [Happening(Kind.POCKET, Side.AXIS, 0, 1, None, index) for index in (1, 2, 3)]
    assert "out of supply at Kerch and near Yalta. " in desk._orders([])


def test_the_summary_tells_what_the_enemy_lost_if_nothing_else_was(game: Game) -> None:
    desk = _Desk(game, Side.AXIS, heard(game, Side.AXIS, game.log))
    desk.taken, desk.cut = [], []
    desk.dead = [Happening(Kind.DESTROYED, Side.SOVIET, 0, 1, None)] * 2
    assert desk._summary() == "The Soviet turn: two Soviet units destroyed"
    desk.dead = []
    assert desk._summary() == "The Soviet turn: nothing lost"


def page() -> Dispatch:
    """A page with three stories."""
    stories = [Headline(f"Town {n} falls", "The Soviets take it.", 20 * n, 30 - n, True, 1) for n in (1, 2, 3)]
    return Dispatch("The Soviet turn: three places lost", tuple(stories), (("Places taken", 0, 3),), "Axis 3", "Hold.")


def at_the_news(**settings: object) -> Seat:
    """The player's turn begins, and there is news."""
    seat = sit_down(seed=3, **{"dispatches": True, **settings})  # type: ignore[arg-type]
    seat.pilot.wait(0.2, 2)
    seat.scene.playback.dispatch = page()
    seat.pilot.wait(0.2, 2)
    return seat


def test_the_head_of_the_page_ends_in_two_lines_and_its_summary_is_in_the_real_italic() -> None:
    seat = at_the_news()
    sheet = next(spot.clip for spot in seat.app.ui.spots if spot.id.endswith("dispatches") and spot.kind == "panel")
    first = next(spot.clip for spot in seat.app.ui.spots if spot.id.endswith("story 0"))
    x, ink = sheet.x + sheet.width // 4, seat.app.ui.theme.text  # between the number and the name of the paper
    seat.app.dirty = True
    seat.app.step()
    rows = [y for y in range(sheet.y, first.y) if seat.app.surface.get_at((x, y))[:3] == ink]
    assert len(rows) == 2 and rows[1] - rows[0] == 3
    assert seat.app.ui.text_of.font("aside").name.endswith("Italic"), "drawn so, and not a slanted roman"


def page_of(seat: Seat) -> Dispatch:
    """The page that is open."""
    assert seat.scene.news.shown is not None
    return seat.scene.news.shown


def test_it_opens_when_the_turn_begins_and_nothing_else_is_shown() -> None:
    seat = at_the_news()
    news = page_of(seat)
    seat.app.step((), 0.1)
    assert not [spot for spot in seat.app.ui.spots if "phasebar" in spot.id]
    (command,) = [spot for spot in seat.app.ui.spots if spot.kind == "primary"]
    assert command.text == "Take command" and command.rect == seal_rect(seat.app.ui)
    assert news.stories[0].title in seat.scene.news.told and news.summary in seat.scene.news.told
    played = len(seat.scene.session.game.log)
    seat.pilot.wait(1, 10)
    assert len(seat.scene.session.game.log) == played


@pytest.mark.parametrize("way", ["Enter", "Esc", "Space", "button"])
def test_every_way_out_of_it_takes_command(way: str) -> None:
    seat = at_the_news()
    seat.pilot.press("Take command") if way == "button" else seat.pilot.key(way)
    seat.app.step((), 0.1)
    assert seat.scene.news.shown is None and seat.scene.playback.strip(warned=False) == ""
    assert not seat.scene.panels.menu_open and seat.scene.playback.dispatch is None


def test_a_picture_leads_to_its_place_and_the_buttons_to_log_and_replay() -> None:
    seat = at_the_news()
    scene = seat.scene
    seat.pilot.press("Town 1 falls")
    assert scene.news.shown is None and scene.desk.here == 20
    scene.playback.dispatch = page()
    seat.pilot.wait(0.2, 2)
    seat.pilot.press("Watch it again")
    assert isinstance(seat.app.top, Replay)
    seat.pilot.key("Esc")
    assert scene.news.shown is not None, "back on the page"
    seat.pilot.press("Every move")
    assert scene.panels.log_open and scene.news.shown is None


def test_the_orders_name_a_place_of_the_weightiest_story_that_tells_of_one() -> None:
    """A panzer group lost with its town outweighs an empty town, whichever fell first."""
    game = between("barbarossa-1941", 4, 600)
    story = heard(game, Side.AXIS, game.log)
    towns = [game.board.find(name)[0] for name in ("Riga", "Odessa")]
    unit = next(unit.id for unit in game.look(Side.AXIS).units if unit.side is Side.AXIS)
    how = SimpleNamespace(captive=False, cause="")
    fell = [Happening(Kind.PLACE, Side.SOVIET, n, 1, None, hex=at, weight=8) for n, at in enumerate(towns)]
    lost = Happening(Kind.DESTROYED, Side.AXIS, 2, 1, how, hex=towns[1], units=(unit,), weight=6)
    told: Any = SimpleNamespace(roster=story.roster, happenings=[*fell, lost], fold=story.fold)
    news = dispatch_of(game, Side.AXIS, told)
    assert news.stories[0].hex == towns[1] and news.orders.startswith("Look at Odessa first")


def test_a_page_with_one_story_has_the_orders_beside_it() -> None:
    seat = at_the_news()
    resized(seat.app, (1920, 1080))
    seat.scene.news.shown = replace(page_of(seat), stories=page().stories[:1])
    seat.app.dirty = True
    seat.pilot.wait(0.2, 4)
    (story,) = [spot.rect for spot in seat.app.ui.spots if "/story " in spot.id]
    log = next(spot.rect for spot in seat.app.ui.spots if spot.id.endswith("news log"))
    assert story.right < log.left and log.bottom < story.bottom + 20


def test_a_notice_waits_until_the_page_is_read() -> None:
    seat = at_the_news()
    ui = seat.app.ui
    ui.notice("The staff: hold Riga.")
    for _ in range(4):
        seat.pilot.wait(4, 4)
        assert not [spot for spot in ui.spots if spot.id.startswith("notice")] and ui.notices
    seat.pilot.key("Enter")
    seat.pilot.wait(0.2, 4)
    assert [spot for spot in ui.spots if spot.id.startswith("notice")]


def test_j_brings_it_back() -> None:
    """What the window tells of a game is the page of its log."""
    seat, game = at_the_news(), between("barbarossa-1941", 4, 600)
    seat.pilot.key("Enter")
    scene = seat.scene
    scene.playback.session = Session(game, {Side.AXIS: "human", Side.SOVIET: "recruit"})
    scene.playback._month = 0
    wanted = dispatch_of(game, Side.AXIS, heard(game, Side.AXIS, unread(game, Side.AXIS).records))
    seat.pilot.key("J")
    assert wanted.heavy and scene.news.shown == wanted


def test_turned_off_there_is_no_page() -> None:
    seat = at_the_news(dispatches=False)
    assert seat.scene.news.shown is None


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((2560, 1080), 1.0)])
def test_sheet_and_seal_lie_in_the_window_and_not_on_one_another(size: tuple[int, int], scale: float) -> None:
    seat = at_the_news(text_scale=scale)
    seat.app.window.resize(size) if hasattr(seat.app.window, "resize") else None
    resized(seat.app, size)
    seat.pilot.wait(0.3, 6)
    ui = seat.app.ui
    sheet = next(spot.rect for spot in ui.spots if spot.id.endswith("panel:dispatches"))
    assert not sheet.colliderect(seal_rect(ui)) and seat.app.surface.get_rect().contains(sheet)
