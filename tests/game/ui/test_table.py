"""Does the board on screen show what it should, and answer what lies under the pointer?"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from tests import ROOT

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from ecs import board_of, find_scenario
from ecs.board.board import Board, Hex, Hexside, make_board
from ecs.board.hexgrid import Layout
from ecs.board.map_loader import load_board
from ecs.core.components import Side
from ecs.core.events import BattleBegan, Fired, Moved
from ecs.core.view import (
    BattleView,
    PhaseView,
    RangeArea,
    ReachStep,
    ScoreLine,
    UnitView,
    View,
)
from game.packs.loader import SpritePack, load_sprite_pack
from game.packs.picture_store import BUDGET
from game.play.atlas.outlines import Thrust
from game.play.front import CutOff, Front
from game.ui.map_view import BoardView, Camera, Minimap, TableState
from game.ui.map_view.animation import Animation
from game.ui.map_view.camera import LEVELS, first, leap, step
from game.ui.map_view.counters.counter_faces import Counters, look_of
from game.ui.map_view.counters.glyphs import outline
from game.ui.map_view.counters.stack_layout import counter_size, middle, piles
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.overlay_layers import LEGENDS
from game.ui.map_view.overlays.registry import OVERLAYS, overlay_ids
from game.ui.map_view.overlays.supply_lines import SupplyLines
from game.ui.map_view.smooth_shapes import Sheet, broken, clipped, noise, rounded
from game.ui.map_view.terrain.map_labels import LabelPlan
from game.ui.map_view.terrain.terrain_tiles import CHUNK, PLANS, Terrain

POINTY = Layout("pointy", "odd", 112, 128, 64)
FLAT = Layout("flat", "odd", 64, 56, 32)
SCREEN = pygame.Rect(0, 0, 640, 480)
MAP = ROOT / "maps" / "western_russia.tmx"


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SCREEN.size)
    yield
    pygame.display.quit()


@pytest.fixture(scope="module")
def pack() -> SpritePack:
    return load_sprite_pack("standard")


@pytest.fixture(scope="module")
def russia() -> Board:
    return load_board(MAP)


def toy(layout: Layout = POINTY, gap: tuple[int, int] = (2, 1)) -> Board:
    """A board of 5 by 4 hexes with one hole, a river, a wood and a city."""
    city = {(1, 1): ("Minsk", "major")}
    cells = [(c, r) for r in range(4) for c in range(5) if (c, r) != gap]
    hexes = [
        Hex(
            i,
            f"{'ABCD'[r]}{c + 1}",
            c,
            r,
            "forest" if c == 3 else "clear",
            *city.get((c, r), ("", "")),
            owner="axis" if c < 2 else "soviet",
        )
        for i, (c, r) in enumerate(cells)
    ]
    sides = [Hexside(0, 1, frozenset({"river"})), Hexside(1, 0, frozenset({"river"}))]
    return make_board("toy", layout, hexes, hexsides=sides)


def unit(name: str, where: int, side: Side = Side.AXIS, badges: tuple[str, ...] = ()) -> UnitView:
    nation, style = ("GER", "GER") if side is Side.AXIS else ("SOV", "brown")
    return UnitView(
        name,
        name.strip("?"),
        side,
        nation,
        "infantry",
        "army",
        style,
        where,
        "",
        3,
        3,
        3,
        "3",
        frozenset(),
        badges,
        disrupted="disrupted" in badges,
    )


def view(board: Board, *units: UnitView, weather: str = "Good", battles: tuple[BattleView, ...] = ()) -> View:
    phase = PhaseView("movement", "Movement", Side.AXIS, "", "6", "now")
    score = (ScoreLine("Minsk", 1, ("B2",), Side.SOVIET, None),)
    return View(
        Side.AXIS,
        Side.AXIS,
        "toy",
        "Toy",
        1,
        9,
        "Jun41",
        weather,
        "",
        phase,
        (phase,),
        board,
        units,
        tuple(Side(h.owner) for h in board.hexes),
        None,
        battles,
        (),
        score,
        "",
        (),
        (),
        None,
    )


def table(board: Board, pack: SpritePack, shown: View | None = None) -> BoardView:
    made = BoardView(board, pack, eager=True)
    made.camera.resize(SCREEN)
    made.camera.zoom_to(1.0)
    made.camera.centre_on(board.width / 2, board.height / 2)
    made.set_view(shown or view(board))
    return made


def drawn(made: BoardView, state: TableState | None = None, now: float = 0.0) -> bytes:
    surface = pygame.Surface(SCREEN.size)
    made.draw(surface, SCREEN, state or TableState(), now)
    return pygame.image.tobytes(surface, "RGB")


def contrast(a: tuple[int, int, int], b: tuple[int, int, int]) -> float:
    def light(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    bright, dark = sorted((light(a), light(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


# -- camera ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_a_map_pixel_and_its_screen_pixel_belong_together_at_every_zoom(level: int) -> None:
    camera = Camera(1400, 1760, pygame.Rect(30, 40, 900, 600), level)
    camera.centre_on(700, 800)
    for x, y in ((650, 800), (700, 811), (731, 777)):
        back = camera.to_map(*camera.to_screen(x, y))
        assert abs(back[0] - x) * camera.zoom <= 1 and abs(back[1] - y) * camera.zoom <= 1


def test_zooming_keeps_the_map_under_the_pointer_and_can_be_taken_back() -> None:
    camera = Camera(1400, 1760, SCREEN.copy(), LEVELS.index(1.0))
    camera.centre_on(700, 900)
    at, before = (150, 333), (camera.x, camera.y)
    under = camera.to_map(*at)
    for _ in range(3):
        camera.zoom_by(1, at)
        now = camera.to_map(*at)
        assert abs(now[0] - under[0]) < 1.1 and abs(now[1] - under[1]) < 1.1
    camera.zoom_by(-3, at)
    assert (camera.x, camera.y) == pytest.approx(before)


def test_the_view_cannot_leave_the_map() -> None:
    camera = Camera(1400, 1760, SCREEN.copy())
    for dx, dy in ((-99999, 0), (99999, 0), (0, -99999), (0, 99999)):
        camera.pan(dx, dy)
        assert pygame.Rect(0, 0, 1400, 1760).colliderect(camera.visible())
    camera.zoom_by(-99)
    assert camera.level == 0
    camera.zoom_by(99)
    assert camera.zoom == LEVELS[-1]


def test_fit_shows_the_whole_map() -> None:
    camera = Camera(1400, 1760, pygame.Rect(0, 0, 1000, 700))
    camera.fit()
    for corner in ((0, 0), (1400, 1760)):
        assert camera.view.inflate(2, 2).collidepoint(camera.to_screen(*corner))


# -- what lies under the pointer --------------------------------------------------------------------


@pytest.mark.parametrize("layout", [POINTY, FLAT])
def test_the_middle_of_every_hex_is_that_hex_at_every_zoom(layout: Layout, pack: SpritePack) -> None:
    made = table(toy(layout), pack)
    for level in range(len(LEVELS)):
        made.camera.level = level
        for h in made.board.hexes:
            made.centre_on(h.index)
            assert made.hex_at(*made.to_screen(h.index)) == h.index


def test_beside_the_board_and_over_water_there_is_no_hex(pack: SpritePack) -> None:
    made = table(toy(), pack)
    x, y = made.camera.to_screen(*made.board.layout.centre(2, 1))
    assert made.hex_at(x, y) is None
    assert made.hex_at(-5, -5) is None


def test_a_counter_is_hit_where_it_is_drawn_and_nowhere_else(pack: SpritePack) -> None:
    board = toy()
    bare, made = table(board, pack), table(board, pack, view(board, unit("1.A", 6)))
    before, after = drawn(bare), drawn(made)
    size = counter_size(board, 1.0)
    x0, y0 = made.camera.to_screen(*middle(board, 6))
    for dx in range(-size, size, 3):
        for dy in range(-size, size, 3):
            x, y = x0 + dx, y0 + dy
            spot = 3 * (y * SCREEN.w + x)
            changed = before[spot : spot + 3] != after[spot : spot + 3]
            hit = made.unit_at(x, y, TableState()) == "1.A"
            rim = min(abs(abs(dx) - size / 2), abs(abs(dy) - size / 2)) < 6
            assert hit == changed or rim or (changed and not hit and max(dx, dy) <= size / 2 + 6), (dx, dy)


def test_the_top_counter_of_a_pile_is_hit_first_and_the_edges_of_the_lower_ones_show(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, unit("1.A", 6), unit("2.A", 6), unit("3.A", 6), unit("4.A", 6)))
    state, size = TableState(), counter_size(board, 1.0)
    x, y = made.camera.to_screen(*middle(board, 6))
    assert made.unit_at(x, y, state) == "1.A"
    spots = piles(made.view.units)[6].spots(size)  # type: ignore[union-attr]
    right = x + spots[0][0] + size - 1
    assert made.unit_at(right, y, state) == "3.A"
    assert made.stack(6, state) == ("1.A", "2.A", "3.A", "4.A")


def test_the_picked_unit_and_the_noted_one_come_to_the_top(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, unit("1.A", 6), unit("2.A", 6), unit("3.A", 6)))
    assert made.stack(6, TableState(tops={6: "3.A"}))[0] == "3.A"
    assert made.stack(6, TableState(tops={6: "3.A"}, selection=("2.A",)))[:2] == ("2.A", "3.A")


def test_clicking_again_goes_down_the_stack_and_round(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, unit("1.A", 6), unit("5.A", 2), unit("2.A", 6), unit("3.A", 6)))
    assert [made.below(name) for name in ("1.A", "2.A", "3.A", "5.A", "9.A")] == ["2.A", "3.A", "1.A", "5.A", "9.A"]


def test_a_place_that_has_changed_hands_carries_a_flag(pack: SpritePack) -> None:
    board = toy()
    before = view(board)
    held = tuple(Side.SOVIET if h.label == "B2" else side for h, side in zip(board.hexes, before.control, strict=True))
    made = table(board, pack, before)
    assert drawn(made) != drawn(table(board, pack, replace(before, control=held)))


def test_a_stack_spread_out_lies_in_view_and_every_counter_can_be_clicked(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, *(unit(f"{i}.A", 0) for i in range(7))))
    state = TableState(fan=0)
    spread = made.fan(state)
    assert [unit_id for unit_id, _ in spread] == [f"{i}.A" for i in range(7)]
    for unit_id, rect in spread:
        assert SCREEN.contains(rect)
        assert made.unit_at(*rect.center, state) == unit_id


def test_hidden_counters_cannot_be_hit(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, unit("1.A", 6)))
    at = made.camera.to_screen(*middle(board, 6))
    assert made.unit_at(*at, TableState(counters="hidden")) is None
    assert made.unit_at(*at, TableState(overlays=frozenset({"terrain"}))) is None


# -- drawing --------------------------------------------------------------------------------------


EMPTY = {
    "selection": (),
    "hover": None,
    "cursor": None,
    "reach": {},
    "path": (),
    "choices": frozenset(),
    "targets": frozenset(),
    "flash": frozenset(),
}


FRONT = Front(
    (Side.AXIS,),
    (((10.0, 60.0), (90.0, 70.0), (200.0, 60.0)),),
    CutOff({Side.AXIS: frozenset({6})}, (((20.0, 20.0), (90.0, 20.0), (20.0, 20.0)),), frozenset({"2.A"})),
)


def full_state() -> TableState:
    return TableState(
        selection=("1.A",),
        hover=3,
        cursor=4,
        reach={7: ReachStep(7, 1, (6, 7), False), 8: ReachStep(8, 2, (), True)},
        choices=frozenset({9}),
        targets=frozenset({10}),
        path=(6, 7, 8),
        path_text="2 hexes",
        overlays=frozenset(overlay_ids()) - {"terrain"},
        flash=frozenset({"2.A"}),
        known={
            "supply": SupplyLines({5: 6, 6: 7, 7: 7}, {5: 2, 6: 1, 7: 0}, ((7, 11, 10),), {"2.A": 5}),
            "zones": {6: ("9.A",)},
            "enemy_reach": {7: 2},
            "front": FRONT,
            "danger": {6: 3},
            "pockets": FRONT.cut_off,
            "advances": (Thrust(Side.AXIS, (5, 6, 7), ("2.A",), 9),),
        },
        areas=(
            RangeArea("headquarters", "2.A", "", Side.AXIS, (5, 6, 7)),
            RangeArea("air", "9.A", "", Side.AXIS, (1, 2)),
            RangeArea("depot", "5.A", "", Side.AXIS, (10, 11), (6, 5)),
        ),
    )


@pytest.mark.parametrize("layout", [POINTY, FLAT])
def test_drawing_changes_nothing_and_gives_the_same_picture_again(layout: Layout, pack: SpritePack) -> None:
    board = toy(layout)
    battle = (BattleView(7, 1, ("1.A",), ("9.A",), "declared"), BattleView(7, 2, ("2.A",), ("9.A",), "declared"))
    shown = view(
        board,
        unit("1.A", 6),
        unit("2.A", 6, badges=("disrupted", "moved")),
        unit("9.A", 7, Side.SOVIET),
        battles=battle,
    )
    made, state = table(board, pack, shown), full_state()
    camera = (made.camera.x, made.camera.y, made.camera.level)
    pictures = {drawn(made, state, 0.25) for _ in range(3)}
    assert len(pictures) == 1
    assert state == full_state() and (made.camera.x, made.camera.y, made.camera.level) == camera
    assert drawn(table(board, pack, shown), state, 0.25) in pictures


def test_the_standard_pack_has_every_picture_the_table_asks_for(russia: Board) -> None:
    fresh = load_sprite_pack("standard")
    shown = view(russia, unit("1.A", 6), unit("9.A", 7, Side.SOVIET), unit("?1", 8, Side.SOVIET))
    made = table(russia, fresh, shown)
    for weather in ("Good", "Mud", "Snow"):
        made.set_view(view(russia, *shown.units, weather=weather))
        drawn(made, TableState(overlays=frozenset(overlay_ids())))
    assert fresh.warnings == []


def test_every_weather_has_its_own_picture(pack: SpritePack) -> None:
    board = toy()
    assert len({drawn(table(board, pack, view(board, weather=w))) for w in ("Good", "Mud", "Snow")}) == 3


def test_every_overlay_changes_the_picture(pack: SpritePack) -> None:
    board = toy()
    units = (unit("1.A", 6, badges=("moved",)), unit("9.A", 5, Side.SOVIET))
    made = table(board, pack, view(board, *units))
    pictures = set()
    names = [name for name in overlay_ids() if name not in ("gauges", "my_reach")]  # not in all games; lit by the desk
    for name in names:
        made.camera.zoom_to(0.6)
        pictures.add(drawn(made, replace(full_state(), **EMPTY, overlays=frozenset({name}))))
    plain = drawn(made, replace(full_state(), **EMPTY, overlays=frozenset()))
    assert len(pictures | {plain}) == len(names) + 1


def test_every_mark_has_a_legend(pack: SpritePack) -> None:
    overlays = table(toy(), pack).overlays
    for name in LEGENDS:
        assert all(entry.text and entry.picture.get_width() for entry in overlays.legend(name))
    for overlay in OVERLAYS:
        drawn = [overlays.entry(mark) for mark in (*overlay.lines, *overlay.guessed)]
        assert all(entry.text and entry.picture.get_width() for entry in drawn)
        assert bool(drawn) or overlay.paint is None, f"{overlay.id} is painted without a word"


def test_an_area_is_outlined_only_along_its_rim(pack: SpritePack) -> None:
    stamps = table(toy(), pack).overlays.stamps
    assert stamps.rim(0, frozenset({0})) == 63
    assert stamps.rim(0, frozenset({0, 1})) == 63 - stamps.facing(0, 1)


def test_missing_chunks_are_shown_roughly_and_painted_a_few_a_frame(pack: SpritePack, russia: Board) -> None:
    terrain = Terrain(russia, pack, Letters())
    camera = Camera(russia.width, russia.height, pygame.Rect(0, 0, 1600, 1100))
    camera.centre_on(700, 800)
    surface = pygame.Surface((1600, 1100))
    assert not terrain.draw(surface, camera, "good", False, 2)
    assert len(terrain.store) == 2
    for _ in range(9):
        done = terrain.draw(surface, camera, "good", False, 2)
    assert done


def test_in_the_dark_a_missing_chunk_is_no_brighter_than_the_map(pack: SpritePack, russia: Board) -> None:
    light, dark = (Terrain(russia, pack, Letters(), theme=theme) for theme in ("light", "dark"))
    key = ("good", LEVELS.index(1.0), 1, 1, False, 0.0)
    bright, dim = (sum(pygame.transform.average_color(one._rough(key))[:3]) for one in (light, dark))
    assert dim < bright


def test_the_store_of_map_chunks_stays_within_its_bound(pack: SpritePack, monkeypatch: pytest.MonkeyPatch) -> None:
    board = toy()
    made = table(board, pack)
    monkeypatch.setattr(BUDGET, "limit", 4 * CHUNK * CHUNK * 4)
    for level in range(4, len(LEVELS)):
        made.camera.level = level
        drawn(made)
        assert made.terrain.store.held <= BUDGET.held <= BUDGET.limit


def test_names_and_sleepers_of_railways_are_kept_for_a_few_zooms_only(pack: SpritePack) -> None:
    board = board_of(find_scenario("war-crimea-1942"))
    terrain, whole = Terrain(board, pack, Letters()), (0.0, 0.0, 9e9, 9e9)
    painter, sleepers = terrain._painter("good"), set[int]()
    for level in (4, 6, 8, 9, 10):
        terrain.stars(level, True)
        painter.roads(Sheet((64, 64), LEVELS[level]), whole)
        sleepers.add(sum(map(len, painter._ticks.values())))
    assert len(terrain._plans) == PLANS
    assert len(sleepers) > 1 and 0 < max(sleepers) < sum(sleepers), "those of other zooms are gone"


# -- counters -------------------------------------------------------------------------------------


def test_counters_of_the_two_sides_differ_in_shape(pack: SpritePack) -> None:
    counters = Counters(pack, Letters())
    for size in (20, 48, 96):
        axis, soviet = (counters.picture(look_of(unit("1.A", 0, side)), size) for side in (Side.AXIS, Side.SOVIET))
        corner = counters.pad(size) + 1
        assert axis.get_at((corner, corner)).a > 200
        assert soviet.get_at((corner, corner)).a < 100
    assert len(outline("square")) < len(outline("cut")) < len(outline("round"))


def test_a_disrupted_counter_differs_in_shape_and_carries_a_badge(pack: SpritePack) -> None:
    counters = Counters(pack, Letters())
    steady, shaken = (counters.picture(look_of(unit("1.A", 0, badges=b)), 64) for b in ((), ("disrupted",)))
    differing = sum(
        abs(steady.get_at((x, y)).a - shaken.get_at((x, y)).a) > 100
        for x in range(steady.get_width())
        for y in range(steady.get_height())
    )
    assert differing > 120


def test_an_unknown_enemy_shows_neither_name_nor_factors() -> None:
    look = look_of(unit("?3", 0, Side.SOVIET, badges=("hidden",)))
    assert look.veiled and look.name == "" and look.factors == "" and look.badges == ()


def test_alike_counters_share_one_picture(pack: SpritePack) -> None:
    counters = Counters(pack, Letters())
    assert counters.picture(look_of(unit("?1", 0)), 48) is counters.picture(look_of(unit("?2", 5)), 48)


@pytest.mark.parametrize(
    "nation,style",
    [
        ("GER", ""),
        ("RUM", ""),
        ("HUN", ""),
        ("FIN", ""),
        ("SOV", "brown"),
        ("SOV", "tan"),
        ("SOV", "white"),
        ("SOV", "red"),
        ("GER", "SS"),
        ("ROM", ""),
        ("ITA", ""),
        ("SLK", ""),
        ("POL", ""),
        ("BUL", ""),
    ],
)
def test_what_is_printed_on_counters_can_be_read(pack: SpritePack, nation: str, style: str) -> None:
    look = pack.counter(nation, style)
    assert contrast(look.ink, look.face) >= 4.5
    assert contrast(look.ink, look.stripe) >= 4.5


@pytest.mark.parametrize("weather", ["good", "mud", "snow"])
def test_names_can_be_read_on_every_ground(pack: SpritePack, weather: str) -> None:
    for code in ("clear", "forest", "hills", "mountain", "swamp", "desert_steppe"):
        assert contrast(pack.colour("name"), pack.terrain(code, weather).fill) >= 4.5
    assert contrast(pack.colour("name"), pack.colour("name_halo")) >= 7


# -- names on the map -------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", LEVELS)
def test_no_name_on_the_map_covers_another(pack: SpritePack, russia: Board, zoom: float) -> None:
    plan = LabelPlan(russia, pack, Letters(), zoom, numbers=zoom >= 0.7)
    words = [p.rect.inflate(-4, -p.rect.h // 3) for p in (*plan.names, *plan.titles)]
    for i, word in enumerate(words):
        assert word.collidelist(words[i + 1 :]) < 0


# -- keyboard, minimap, animation -------------------------------------------------------------------


def test_the_cursor_steps_in_six_directions_over_water_and_stops_at_the_edge() -> None:
    board = toy()
    b2 = board.by_label["B2"]
    ways = {key: board.hexes[step(board, b2, key)].label for key in "796413"}
    assert ways == {"7": "A2", "9": "A3", "4": "B1", "6": "B4", "1": "C2", "3": "C3"}
    assert step(board, b2, "8") == b2
    assert step(board, board.by_label["A1"], "4") == board.by_label["A1"]


def test_on_a_flat_topped_board_the_cursor_goes_north_and_south() -> None:
    board = toy(FLAT)
    a2 = board.by_label["B2"]
    assert board.hexes[step(board, a2, "8")].label == "A2"
    assert board.hexes[step(board, a2, "2")].label == "C2"
    assert step(board, a2, "6") == a2


def test_the_cursor_leaps_to_the_next_hex_that_differs() -> None:
    board = toy()
    found = leap(board, board.by_label["C1"], "6", lambda i: board.hexes[i].terrain)
    assert board.hexes[found].label == "C4"
    assert first(board, *board.centre(5)) == 5


def test_a_click_in_the_minimap_takes_the_map_there(pack: SpritePack) -> None:
    made = table(toy(), pack)
    minimap, rect = Minimap(made), pygame.Rect(400, 300, 200, 150)
    minimap.draw(pygame.Surface(SCREEN.size), rect)
    made.camera.zoom_to(3.0)
    area = minimap.area(rect)
    assert minimap.jump(rect, area.center)
    assert made.camera.x == pytest.approx(made.board.width / 2, abs=5)
    assert not minimap.jump(rect, (10, 10))


def test_marks_in_the_minimap_differ_in_shape(pack: SpritePack) -> None:
    minimap = Minimap(table(toy(), pack))
    assert minimap.dot(Side.AXIS, 12).get_at((0, 0)).a > 200
    assert minimap.dot(Side.SOVIET, 12).get_at((0, 0)).a < 100


def test_a_moving_unit_goes_from_the_first_hex_to_the_last_and_is_then_in_its_pile() -> None:
    animation = Animation()
    animation.move("1.A", ((0, 0), (100, 0), (100, 50)), now=5.0)
    assert animation.moving(5.0) == {"1.A"}
    assert animation.at(5.0)[0][1] == (0, 0)
    assert animation.at(animation.end - 1e-9)[0][1] == pytest.approx((100, 50))
    assert animation.at(5.1) == animation.at(5.1)
    assert animation.moving(animation.end) == frozenset() and not animation.running(animation.end)


def test_a_unit_waits_where_it_was_until_its_turn_comes() -> None:
    animation = Animation()
    animation.move("1.A", ((0, 0), (9, 0)), now=0.0)
    animation.move("2.A", ((5, 5), (9, 5)), now=0.0)
    assert [(cue.unit, point) for cue, point, _ in animation.at(0.0)] == [("1.A", (0, 0)), ("2.A", (5, 5))]
    animation.skip()
    assert animation.at(0.0) == []


def test_without_motion_units_are_where_they_belong_at_once() -> None:
    calm = Animation(reduce_motion=True)
    calm.move("1.A", ((0, 0), (9, 0)), now=0.0)
    assert calm.moving(0.0) == frozenset() and calm.pulse(0.3) == 1.0
    instant = Animation(speed=0)
    instant.dice((0, 0), (3, 4), now=0.0)
    assert not instant.running(0.0)


def test_events_are_played_one_after_another_and_drawn(pack: SpritePack) -> None:
    board = toy()
    made = table(board, pack, view(board, unit("1.A", 6), unit("9.A", 7, Side.SOVIET)))
    made.play(
        (
            Moved(text="", unit="1.A", path=("A1", "B1"), how="move"),
            BattleBegan(text="", hex="B4", attackers=("1.A",), defenders=("9.A",)),
            Fired(text="", hex="B4", side=Side.AXIS, round=1, lines=(), strength=3, column=3, faces=(2, 6), hits=1),
        ),
        1.0,
    )
    kinds = [cue.kind for cue in made.animation.cues]
    assert kinds == ["move", "flash", "dice", "word"]
    times = (1.05, made.animation.cues[1].start + 0.1, made.animation.cues[2].start + 0.1, made.animation.end)
    assert len({drawn(made, now=moment) for moment in times}) == 4


# -- the small tools --------------------------------------------------------------------------------


def test_lines_are_broken_clipped_and_rounded() -> None:
    assert broken([(0, 0), (10, 0)], 3, 2) == [[(0, 0), (3, 0)], [(5, 0), (8, 0)]]
    assert sorted(clipped([(-5, -5), (5, -5), (5, 5), (-5, 5)], 0, 0, 9, 9)) == [(0, 0), (0, 5), (5, 0), (5, 5)]
    bend = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    assert rounded(bend)[0] == bend[0] and rounded(bend)[-1] == bend[-1] and bend[1] not in rounded(bend)
    assert rounded(bend, keep=frozenset({(10.0, 0.0)})) == bend
    assert noise(3, 4) == noise(3, 4) != noise(4, 3)


def test_a_card_that_comes_or_goes_does_not_move_the_map_and_what_is_shown_lies_beside_it() -> None:
    camera = Camera(1400, 1760)
    window, clear = pygame.Rect(0, 46, 1280, 674), pygame.Rect(0, 46, 940, 590)
    camera.resize(window)
    camera.zoom_to(1.2)
    camera.centre_on(700, 800)
    before = camera.to_screen(650, 790)
    camera.resize(window, clear)
    assert camera.to_screen(650, 790) == before
    under_the_column = camera.to_map(1200, 300)
    assert not camera.shows(*under_the_column)
    camera.centre_on(700, 800)
    assert camera.shows(700, 800) and camera.to_screen(700, 800) == clear.center
    assert not camera.shows(*under_the_column)
    camera.resize(window)
    assert camera.to_screen(700, 800) == clear.center
