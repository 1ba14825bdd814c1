"""Does a board of thousands of small hexes stay readable: names, lines, ranges, markers, chits, counters?"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from ecs.board.board import Board
from ecs.board.map_loader import load_board
from ecs.core.components import Side
from ecs.core.view import Marker, RangeArea
from game.packs.loader import SpritePack, load_sprite_pack
from game.system.paths import data_root
from game.ui.map_view import BoardView, Minimap, TableState
from game.ui.map_view.counters.chit_faces import CHITS, chit_code, chit_face
from game.ui.map_view.counters.counter_faces import FULL_FROM, Counters, look_of
from game.ui.map_view.counters.stack_layout import counter_size, middle
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.hex_markers import Spots
from game.ui.map_view.overlays.painters import asked_for
from game.ui.map_view.terrain.ground_colours import shores
from game.ui.map_view.terrain.map_labels import LabelPlan
from game.ui.map_view.terrain.map_lines import courses, line_scale, pitch, ticks_of
from game.ui.map_view.terrain.terrain_tiles import CHUNK
from tests.game.ui.test_table import FLAT, SCREEN, drawn, table, toy, unit, view


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
def front() -> Board:
    return load_board(data_root() / "maps" / "east_front_36km.tmx")


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [0.17, 0.3, 0.5, 0.85, 1.2, 2.0])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_no_name_covers_another(pack: SpritePack, front: Board, zoom: float, text_scale: float) -> None:
    plan = LabelPlan(front, pack, Letters(), zoom, False, text_scale)
    words = [p.rect.inflate(-4, -p.rect.h // 3) for p in (*plan.names, *plan.titles)]
    assert all(word.collidelist(words[i + 1 :]) < 0 for i, word in enumerate(words))


def test_lesser_names_are_left_out_from_afar(pack: SpritePack, front: Board) -> None:
    counts = [len(LabelPlan(front, pack, Letters(), zoom, False).names) for zoom in (0.25, 0.6, 1.2)]
    assert 20 < counts[0] < counts[1] < counts[2]


def test_hex_numbers_are_shown_only_when_asked_for(pack: SpritePack, front: Board) -> None:
    made = BoardView(front, pack)
    level = made.camera.level = len(front.hexes) and 12
    quiet, asked = (len(made.terrain._plan(level, numbers).pieces) for numbers in (False, True))
    assert asked > quiet + 1000


def test_a_name_stands_below_the_counter_of_its_hex(front: Board) -> None:
    index = front.by_label["W4702"]
    bottom = middle(front, index)[1] + counter_size(front, 1.0) / 2
    assert front.centre(index)[1] + front.layout.tile_h * 0.4 - 5 > bottom


# -- lines ----------------------------------------------------------------------------------------


def test_lines_of_a_board_with_small_hexes_are_thinner(front: Board) -> None:
    assert line_scale(front) < 1.0 == line_scale(toy())


def test_railways_lie_over_roads(front: Board) -> None:
    kinds = [road.kind for road in courses(front, shores(front)).roads]
    assert kinds == sorted(kinds, key=lambda kind: kind == "rail")
    assert {"rail", "road"} <= set(kinds)


def test_ticks_of_a_railway_keep_their_distance_on_the_screen(pack: SpritePack) -> None:
    style = pack.line("rail")
    for zoom in (0.5, 1.0, 3.0):
        step = pitch(style, zoom)
        assert step * zoom >= 8
        assert len(ticks_of([(0.0, 0.0), (10 * step, 0.0)], step)) == 10


def test_a_fortified_zone_is_marked_on_its_outer_sides_only(front: Board) -> None:
    works = courses(front, shores(front)).works
    zones = {h.index for h in front.hexes if "fortified_zone" in h.traits}
    assert 0 < len(works) < 6 * len(zones)
    assert {front.hex_at(*inside) for _, _, inside in works} == zones


# -- speed ----------------------------------------------------------------------------------------


def test_only_marks_in_view_are_drawn(pack: SpritePack, front: Board) -> None:
    made = table(front, pack)
    every = range(len(front.hexes))
    at = Spots(made.camera.origin, made.camera.view, made.camera.zoom, [front.centre(i) for i in every])
    assert 20 < len(at.seen(every)) < 500
    assert len(made.overlays.stamps.area("reach", every, made.camera.level, at, 30)) == len(at.seen(every))
    assert made.overlays.stamps.area("air", every, made.camera.level, at) == []


def test_a_chunk_still_to_come_shows_what_another_zoom_has_painted(pack: SpritePack, front: Board) -> None:
    made = table(front, pack)
    drawn(made)
    key = next(iter(made.terrain.store._kept))
    near = (key[0], key[1] + 1, key[2] + 1, key[3] + 1, *key[4:])
    stand_in = made.terrain._from_other_level((*key[:1], key[1], *key[2:]))
    assert stand_in is None or stand_in.get_size() == (CHUNK, CHUNK)
    assert made.terrain._rough(near).get_size() == (CHUNK, CHUNK)


def test_the_minimap_draws_small_marks_on_a_large_board(pack: SpritePack, front: Board) -> None:
    made = table(front, pack, view(front, unit("1.A", 60), unit("9.A", 900, Side.SOVIET)))
    small = Minimap(made)
    area = pygame.Rect(0, 0, 230, 190)
    dots = small._units(made.view, small.area(area)) if made.view else []
    assert len(dots) == 2 and all(dot.get_width() < 6 for dot, _ in dots)
    small.draw(pygame.Surface(area.size), area)


def test_overlays_are_laid_on_the_map_once_and_again_when_what_they_show_changes(pack: SpritePack) -> None:
    board = toy(FLAT)
    made, state = table(board, pack), TableState(overlays=frozenset({"enemy_reach"}), known={"enemy_reach": {0: 1}})
    bare = made.overlays.dress(made.view, TableState())
    first = made.overlays.dress(made.view, state)
    assert bare is None and first is not None
    assert made.overlays.dress(made.view, replace(state, hover=3)) is first
    assert made.overlays.dress(made.view, replace(state, known={"enemy_reach": {1: 1}})) is not first
    before = drawn(made, state)
    assert drawn(made, replace(state, known={"enemy_reach": {1: 1}})) != before == drawn(made, state)


# -- ranges and markers ------------------------------------------------------------------------------

RING = RangeArea("headquarters", "1.A", "PzA1", Side.AXIS, (5, 6, 7))
DEPOT = RangeArea("depot", "2.A", "Depot", Side.AXIS, (10, 11), (6, 5))


def test_a_range_is_drawn_for_the_picked_unit_or_for_all_when_asked() -> None:
    both = (RING, DEPOT)
    assert asked_for(TableState(areas=both)) == ()
    assert asked_for(TableState(areas=both, selection=("1.A",))) == (RING,)
    assert asked_for(TableState(areas=both, overlays=frozenset({"ranges"}))) == both


def test_each_kind_of_range_looks_different(pack: SpritePack) -> None:
    board = toy(FLAT)
    made = table(board, pack)
    shown = [
        drawn(made, TableState(overlays=frozenset({"ranges"}), areas=areas))
        for areas in (
            (),
            (RING,),
            (replace(RING, kind="air"),),
            (replace(RING, kind="depot"),),
            (DEPOT,),
            (replace(DEPOT, live=False),),
        )
    ]
    assert len(set(shown)) == len(shown)


def test_markers_are_drawn_by_kind_and_hidden_with_the_counters(pack: SpritePack) -> None:
    board = toy(FLAT)
    pictures = set()
    for kind in ("", "works", "weak_fort", "fort", "partisan", "no_such_kind"):
        markers = (Marker(6, kind, ""),) if kind else ()
        made = table(board, pack, replace(view(board), markers=markers))
        pictures.add(drawn(made))
    assert len(pictures) == 6
    assert drawn(made, TableState(counters="hidden")) == drawn(table(board, pack), TableState(counters="hidden"))


# -- chits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "plain"])
def test_every_chit_can_be_told_from_every_other(name: str) -> None:
    fresh = load_sprite_pack(name)
    for size in (20, 32, 64):
        faces = {chit: chit_face(fresh, chit, size) for chit in CHITS}
        assert all(face.get_size() == (size, size) for face in faces.values())
        assert all(pixels(faces[a]) != pixels(faces[b]) for a, b in combinations(faces, 2))
    assert fresh.warnings == []


def test_chits_of_the_sides_differ_in_their_corners(pack: SpritePack) -> None:
    axis, soviet = (chit_face(pack, "?", 48, side) for side in (Side.AXIS, Side.SOVIET))
    assert axis.get_at((3, 3)).a > 200 > 60 > soviet.get_at((3, 3)).a


def test_a_played_chit_is_pale_and_an_unknown_one_shows_the_end_of_its_id(pack: SpritePack) -> None:
    assert pixels(chit_face(pack, "AX_MC", 40)) != pixels(chit_face(pack, "AX_MC", 40, faded=True))
    assert chit_code("XX_NEW") == "NEW" and chit_code("AX_PZ3") == "3 Pz" and chit_code("?") == ""
    assert chit_face(pack, "XX_NEW", 40, Side.AXIS).get_size() == (40, 40)


# -- counters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "plain"])
def test_every_class_of_the_dark_valley_has_its_picture_and_its_colours(name: str) -> None:
    fresh = load_sprite_pack(name)
    file = data_root() / "ecs" / "rulesets" / "dark_valley" / "data" / "units.toml"
    for card in tomllib.loads(file.read_text(encoding="utf-8")).values():
        nation, style = card["nation"], card["style"]
        assert fresh.has(f"symbols/{card['symbol']}"), card
        assert style == nation or fresh.counter(nation, style) != fresh.counter(nation), card
        fresh.counter(nation, "" if style == nation else style)
    assert fresh.warnings == []


def test_a_reduced_counter_shows_a_band_behind_its_numbers(pack: SpritePack) -> None:
    counters = Counters(pack, Letters())
    full, reduced = (counters.picture(look_of(unit("1.A", 0, badges=b)), 64) for b in ((), ("reduced",)))
    spot = (counters.pad(64) + 60, counters.pad(64) + 50)
    assert full.get_at(spot)[:3] != reduced.get_at(spot)[:3]


def test_a_headquarters_shows_its_name_where_there_is_no_room_for_both(pack: SpritePack) -> None:
    counters = Counters(pack, Letters())
    staffs = [look_of(replace(unit(name, 0), symbol="hq", factors="6")) for name in ("PzA1", "PzA2")]
    for size in (24, 39, FULL_FROM):
        assert len({pixels(counters.picture(look, size)) for look in staffs}) == 2
    corps = [look_of(replace(unit(name, 0), factors="6")) for name in ("I.K", "II.K")]
    assert len({pixels(counters.picture(look, 39)) for look in corps}) == 1


def test_fair_weather_is_painted_like_good_weather(pack: SpritePack) -> None:
    board = toy(FLAT)
    assert table(board, pack, view(board, weather="Fair")).weather == "good"
    pictures = {drawn(table(board, pack, view(board, weather=w))) for w in ("Fair", "Good", "Mixed", "Mud", "Snow")}
    assert len(pictures) == 4
