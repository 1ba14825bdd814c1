"""Great moments: what fills the map and what only gets a card, and that they come whole and one after the other."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from ecs import Side
from ecs.core.commands import EndPhase
from ecs.core.events import (
    BattleBegan,
    Captured,
    ChitPlayed,
    Ended,
    Event,
    Moved,
    PocketClosed,
    Retreated,
    WeatherTurned,
)
from ecs.core.view import BattleView, ChitView, Result
from game.play.great_events import Moment, breakthrough_from, great_city, moments
from game.play.story import ON_TRACKS
from game.screens.game_report import Report
from game.ui.moments.chit_draw import ChitDrawn
from game.ui.moments.layer import APART
from game.ui.moments.painting import GOLD, outlines
from game.ui.moments.plays import Scenery
from tests.kits.window import AGAINST_RECRUIT, HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def seat_at(**settings: object) -> Seat:
    """The player is to act, and the map is painted."""
    seat = sit_down(AGAINST_RECRUIT, seed=3, **{"drama": "full", **settings})  # type: ignore[arg-type]
    seat.scene.table.eager = True
    seat.pilot.wait(0.3, 3)
    return seat


def falls(seat: Seat, name: str) -> Captured:
    """A city falls to the Axis."""
    board = seat.scene.session.game.board
    return Captured(hex=board.hexes[board.named(name)[0]].label, side=Side.AXIS, worth=1)


def happen(seat: Seat, *events: Event) -> None:
    """As if an order of the player had brought this about."""
    seat.scene.desk.out.events += events
    for _ in range(3):
        seat.app.step((), 0.02)


def playing(seat: Seat) -> str:
    """The kind of the moment that is played; "" for none."""
    shown = seat.scene.moment_layer.shown
    return shown.kind if shown is not None else ""


def cards(seat: Seat) -> list[str]:
    """What the card on the map says."""
    return [spot.text for spot in seat.app.ui.spots if spot.id.endswith("headline")]


def test_a_capital_has_the_whole_window_and_a_lesser_city_a_card() -> None:
    seat = seat_at()
    happen(seat, falls(seat, "Smolensk"))
    assert not playing(seat) and "Smolensk" in cards(seat)[0]
    happen(seat, falls(seat, "Moscow"))
    assert playing(seat) == "city" and not cards(seat)
    assert [spot.id for spot in seat.app.ui.spots] == ["TableScene/moment"], "nothing else is on the screen"
    told = seat.scene.moment_layer.told()
    assert told.startswith("Moscow has fallen to the Axis. Axis 3 points.") and "outer suburbs" in told


def test_the_map_shows_no_paper_at_its_sides_after_a_city() -> None:
    seat = seat_at()
    camera, board = seat.scene.table.camera, seat.scene.table.board
    for name in ("Warsaw", "Gorki"):
        seat.scene.moment_layer._frame(Moment("city", name, hex=board.named(name)[0], side=Side.AXIS))
        half = camera.clear.width / camera.zoom / 2
        assert camera.x == pytest.approx(board.width / 2) or half <= camera.x <= board.width - half


def test_a_card_that_a_moment_interrupts_comes_back_whole() -> None:
    seat = seat_at()
    happen(seat, falls(seat, "Smolensk"))
    happen(seat, falls(seat, "Moscow"))
    seat.pilot.wait(8, 80)
    assert not playing(seat) and "Smolensk" in cards(seat)[0]


def test_the_place_with_the_highest_worth_of_a_small_war_is_its_capital() -> None:
    seat = sit_down(scenario="war-crimea-1942")
    board = seat.scene.session.game.board
    label = {name: board.hexes[board.named(name)[0]].label for name in ("Sevastopol", "Kerch")}
    view = seat.scene.desk.view
    sizes = {n: moments([Captured(hex=at, side=Side.AXIS, worth=4 if n == "Sevastopol" else 2)], view)[0].size
             for n, at in label.items()}  # fmt: skip
    assert sizes == {"Sevastopol": "window", "Kerch": "card"}


def test_a_breakthrough_has_a_card_and_twice_as_many_units_the_map() -> None:
    """Mechanised units go one after the other through the hex that a battle has emptied."""
    seat = seat_at()
    view, board = seat.scene.desk.view, seat.scene.session.game.board
    few = breakthrough_from(Side.AXIS, view)
    team = [u.id for u in view.units if u.side is Side.AXIS and u.symbol in ON_TRACKS and u.hex >= 0][: 2 * few]
    assert len(team) == 2 * few
    foe = next(u for u in view.units if u.side is Side.SOVIET and u.hex >= 0)
    around = board.neighbours[foe.hex]
    ahead = max(around, key=lambda i: board.distance(i, around[0]))
    behind, hole, beyond = (board.hexes[i].label for i in (around[0], foe.hex, ahead))
    foes = tuple(u.id for u in view.at(foe.hex))
    happen(seat, BattleBegan(hex=hole, attackers=tuple(team), defenders=foes))
    happen(seat, *(Retreated(unit=name, path=(hole, beyond)) for name in foes))
    told = []
    for name in team:
        seat.scene.headlines.take([Moved(unit=name, path=(behind, hole, beyond), how="move")], view, seat.app.ui.now)
        shown = seat.scene.headlines.shown
        told.append(shown.kind if shown is not None else "")
        seat.scene.headlines.skip()
    assert told == [""] * (few - 1) + ["breakthrough"] + [""] * few
    seat.pilot.wait(2, 20)  # the retreats are seen first
    assert playing(seat) == "breakthrough"
    assert "through near" in seat.scene.moment_layer.told()


@pytest.mark.parametrize("act", ["Space", "Enter", "Esc", "click"])
def test_one_key_or_click_hurries_to_the_last_picture_and_the_next_leaves(act: str) -> None:
    seat = seat_at()
    happen(seat, falls(seat, "Moscow"))
    layer = seat.scene.moment_layer

    def press() -> None:
        seat.pilot.click(600, 400) if act == "click" else seat.pilot.key(act)

    before = layer.until
    press()
    assert layer.until == before, "nothing is taken in its first moment"
    seat.pilot.wait(0.3, 10)
    press()
    seat.app.step((), 0.02)
    assert playing(seat) and layer.until < before and not layer.moving(seat.app.ui.now)
    press()
    seat.pilot.wait(0.4, 8)
    assert not playing(seat) and not seat.scene.panels.menu_open and seat.scene.desk.state.selection == ()


def test_turned_off_there_are_none() -> None:
    seat = seat_at(drama="off")
    happen(seat, falls(seat, "Moscow"))
    assert not playing(seat) and not cards(seat)


def test_without_motion_the_last_picture_is_there_at_once_and_stays() -> None:
    seat = seat_at(reduce_motion=True)
    happen(seat, falls(seat, "Moscow"))
    pictures = []
    for _ in range(3):
        seat.pilot.wait(0.4, 4)
        pictures.append(pygame.image.tobytes(seat.app.surface, "RGB"))
    assert playing(seat) and len(set(pictures)) == 1
    seat.pilot.wait(3, 30)
    assert not playing(seat)


def test_the_computer_waits_until_it_is_over() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: "human"}, seed=4, drama="full")
    seat.scene.table.eager = True
    seat.pilot.wait(0.1)
    happen(seat, falls(seat, "Moscow"))
    played = len(seat.scene.session.game.log)
    seat.pilot.wait(2, 20)
    assert playing(seat) and len(seat.scene.session.game.log) == played
    seat.pilot.wait(10, 100)
    assert len(seat.scene.session.game.log) > played


def test_two_that_fill_the_map_are_never_close_together_but_a_capital_is_never_left_out() -> None:
    seat = seat_at()
    board, layer = seat.scene.session.game.board, seat.scene.moment_layer
    pocket = PocketClosed(side=Side.SOVIET, hexes=(board.hexes[40].label,), units=tuple("abcdefg"))
    happen(seat, pocket)
    assert playing(seat) == "pocket"
    seat.pilot.wait(5, 50)
    happen(seat, replace(pocket, hexes=(board.hexes[60].label,)))
    assert not playing(seat) and "pocket" in cards(seat)[0]
    seat.scene.headlines.skip()
    happen(seat, falls(seat, "Moscow"))
    assert playing(seat) == "city"
    layer.clear()
    seat.pilot.wait(APART, 4)
    happen(seat, replace(pocket, hexes=(board.hexes[60].label,)))
    assert playing(seat) == "pocket"


def test_the_season_turns_where_the_ground_does() -> None:
    seat = seat_at()
    happen(seat, WeatherTurned(weather="Snow", before="Mud", text="Snow: no naval transport."))
    assert playing(seat) == "weather"


def test_the_drawn_chit_is_shown_and_not_told_in_a_notice_as_well() -> None:
    seat = sit_down(HUMANS, scenario="tdv-typhoon-1941", drama="full")
    seat.scene.table.eager = True
    seat.pilot.wait(0.3, 3)
    view = seat.scene.desk.view
    chit = ChitView("AX_PZ2", "2nd Panzer Army", Side.AXIS, "now", text="Its units move, then fight.")
    now = replace(view, chits=(*view.chits, chit))
    told = moments([ChitPlayed(chit=chit.id, how="drawn")], now)
    assert [(one.kind, one.title, one.size) for one in told] == [("chit", chit.name, "map")]
    assert seat.scene.moment_layer.offer(told[0], seat.app.ui.now)
    seat.pilot.wait(2, 40)
    assert playing(seat) == "chit" and not seat.scene.desk.chits_told and chit.name in seat.scene.moment_layer.told()


@pytest.mark.parametrize("drama", ["brisk", "full"])
def test_a_chit_shows_whom_it_moves_and_how_much_they_can_attack(drama: str) -> None:
    """Cup, chit, and its army lit by its headquarters, with gold round each stack."""
    seat = sit_down(HUMANS, scenario="tdv-typhoon-1941", drama=drama, size=(1920, 1080))
    scene = seat.scene
    scene.table.eager = True
    while scene.desk.view.phase.id != "first-axis":
        scene.session.do(EndPhase() if scene.session.game.is_legal(EndPhase()) else scene.session.game.legal()[0])
        scene.desk.refresh()
    scene.drain()
    seat.pilot.wait(1, 10)
    seat.pilot.press("2nd Panzer Army")
    seat.pilot.wait(0.8, 8)
    play = scene.moment_layer._scene
    assert isinstance(play, ChitDrawn) and play.at.spots
    view, led = scene.desk.view, scene._led()
    ours = [unit for index in led for unit in view.at(index) if unit.side is Side.AXIS and unit.attack]
    assert len(play.at.trays) == len({unit.hex for unit in ours}) and f" {len(ours)} units, " in play.told
    picture = pygame.Surface((1920, 1080))
    play.paint(picture, play.lasts)
    assert all(picture.get_at((tray.left - 3, tray.centery))[:3] == GOLD for tray in play.at.trays)


@pytest.mark.parametrize("place", [(400, 500), (1500, 300)])
def test_the_drawn_chit_never_lies_on_the_troops_it_moves(place: tuple[int, int]) -> None:
    """On the right of the map it would hide Moscow just when Zhukov is drawn."""
    seat = sit_down(HUMANS, scenario="tdv-typhoon-1941", drama="full")
    desk, size = seat.scene.desk, (1920, 1080)
    sheet = pygame.Surface(size)
    pack = seat.scene.table.pack
    at = Scenery(size, Rect(0, 40, 1920, 1040), 1.0, sheet, sheet, desk.view, None, pack, (place,), 300, "good")
    moment = Moment("chit", "Zhukov", "Units move.", names=("drawn",), side=Side.SOVIET, chit="SV_ZH")
    play = ChitDrawn(moment, at)
    chit = play.face.get_rect(center=play.chit_at)
    near = min(max(place[0], chit.left), chit.right), min(max(place[1], chit.top), chit.bottom)
    assert pygame.Vector2(place).distance_to(near) > 290 and pygame.Rect(0, 0, *size).contains(chit)
    assert (play.cup_at[0] < 960) == (play.chit_at[0] < 960)


def test_the_end_is_told_before_its_page_opens() -> None:
    seat = seat_at()
    seat.scene.desk.view = replace(seat.scene.desk.view, result=Result(Side.AXIS, "win", "Eight points."))
    happen(seat, Ended(result="win"))
    assert playing(seat) == "end" and not isinstance(seat.app.top, Report)
    layer, window = seat.scene.moment_layer, seat.scene.layout.window
    assert layer.told() == "Axis victory. Eight points."
    seat.pilot.wait(0.2, 4)
    bright = pygame.transform.average_color(layer._after or pytest.fail("the map is not painted"))
    layer.draw(seat.app.surface, window, layer.until - 0.001)
    last = pygame.transform.average_color(seat.app.surface)
    assert sum(last[:3]) < sum(bright[:3]) / 2, "the map does not come back before the page"


def test_every_skyline_can_be_drawn() -> None:
    for name in ("Moscow", "Leningrad", "Kiev", "Stalingrad", "Berlin", "Sevastopol", "Narva"):
        layers = outlines(name)
        assert len(layers) == 3 and all(len(shape) >= 4 for shapes in layers for shape in shapes)
        tall = max(y for shapes in layers for shape in shapes for _, y in shape)
        assert tall <= 25, f"{name} reaches out of its picture"
    assert outlines("Narva") == outlines("other") and great_city("Moscow").capital and not great_city("Narva").capital


def test_who_is_committed_to_an_attack_is_not_counted_among_those_who_can_act() -> None:
    desk = seat_at(drama="off").scene.desk
    able = desk.can_act()
    assert desk.able == len(able) > 0
    desk.view = replace(desk.view, battles=(BattleView(0, 1, able[:1], (), "declared"),))
    desk.light()
    assert desk.able == len(able) - 1
