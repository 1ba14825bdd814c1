"""What must differ differs for every eye, in every pack: sides, states, kinds, supply, reach, seasons."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import combinations, product

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.packs.listing import list_packs
from game.packs.loader import SpritePack, load_sprite_pack
from game.packs.manifest import boxed
from game.system.paths import data_root
from game.ui.map_view.camera import LEVELS
from game.ui.map_view.counters.counter_faces import CounterLook, Counters, look_of
from game.ui.map_view.counters.glyphs import AREAS, FAR_BELOW, ROUND, STROKES
from game.ui.map_view.counters.stack_layout import counter_size
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.hex_markers import Stamps
from game.ui.map_view.terrain.surroundings import Surroundings, dimmed
from game.ui.map_view.view_state import TableState
from tests.game.ui.test_table import FLAT, SCREEN, table, toy, unit, view
from tests.kits.colour_vision import Colour, contrast, delta_e, part_seen_apart, pixels_of

EYES = ("deutan", "protan", "grey")
SHIPPED = tuple(info.id for info in list_packs("sprites", (data_root() / "sprites",)))
SEASONS = ("good", "mixed", "mud", "snow")
SIZES = (12, 48)  # from afar and near
STATES = ((), ("reduced",), ("disrupted",), ("unsupplied",), ("isolated",), ("moved",))
NATIONS = (("GER", ""), ("GER", "SS"), ("SOV", "brown"), ("SOV", "white"))
KINDS = ("infantry", "armour", "mechanised", "cavalry", "artillery", "hq", "air", "antitank", "engineer", "mountain")


@pytest.fixture(autouse=True, scope="module")
def window() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SCREEN.size)
    yield
    pygame.display.quit()


@pytest.fixture(scope="module", params=SHIPPED)
def pack(request: pytest.FixtureRequest) -> SpritePack:
    return load_sprite_pack(request.param)


def face(
    pack: SpritePack, size: int, nation: str, style: str = "", symbol: str = "infantry", state: tuple[str, ...] = ()
) -> list[Colour]:
    """A counter on open ground."""
    look = CounterLook(
        nation, style, symbol, "corps", "I.K", "3-4", state, "disrupted" in state, False, "moved" in state
    )
    return pixels_of(Counters(pack, Letters()).picture(look, size), pack.terrain("clear").fill)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("size", SIZES)
def test_every_state_of_a_counter_is_seen_by_every_eye(pack: SpritePack, size: int, eye: str) -> None:
    """Near and far: a lost step, disruption, want of supply, encirclement and having moved."""
    for nation, style in NATIONS:
        faces = {state: face(pack, size, nation, style, state=state) for state in STATES}
        for one, two in combinations(STATES, 2):
            assert part_seen_apart(faces[one], faces[two], eye) >= 0.03, (nation, style, one, two)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("size", SIZES)
def test_the_sides_are_told_apart_by_every_eye(pack: SpritePack, size: int, eye: str) -> None:
    for (axis, grey), (soviet, red) in product(
        (("GER", ""), ("RUM", ""), ("GER", "SS")), (("SOV", "brown"), ("SOV", "red"))
    ):
        differ = part_seen_apart(face(pack, size, axis, grey), face(pack, size, soviet, red), eye)
        assert differ >= 0.04, (axis, soviet, differ)


@pytest.mark.parametrize("eye", EYES)
def test_the_kinds_of_units_are_told_apart_from_afar(pack: SpritePack, eye: str) -> None:
    for nation, style in NATIONS:
        faces = {kind: face(pack, 12, nation, style, kind) for kind in KINDS}
        for one, two in combinations(KINDS, 2):
            assert part_seen_apart(faces[one], faces[two], eye) >= 0.04, (nation, one, two)


def test_every_symbol_has_a_glyph_for_afar() -> None:
    drawn = {path.stem for path in (data_root() / "sprites" / "standard" / "symbols").glob("*.svg")}
    assert drawn == {*STROKES, *AREAS, *ROUND} and max(SIZES[:1]) < FAR_BELOW


@pytest.mark.parametrize("eye", EYES)
def test_classes_of_supply_and_both_kinds_of_reach_differ_on_every_ground(pack: SpritePack, eye: str) -> None:
    stamps, level = Stamps(toy(FLAT), pack), LEVELS.index(1.0)
    for names in (("supply_full", "supply_limited", "supply_out"), ("reach", "reach_no_attack", "enemy_reach")):
        marks = {name: stamps.stamp(name, level) for name in names}
        for ground, season in product(("clear", "forest", "swamp"), SEASONS):
            fill = pack.terrain(ground, season).fill
            seen = {name: pixels_of(mark, fill) for name, mark in marks.items()}
            for one, two in combinations(names, 2):
                assert part_seen_apart(seen[one], seen[two], eye) >= 0.05, (one, two, ground, season)


@pytest.mark.parametrize("eye", ["normal", *EYES])
def test_reach_is_no_river(pack: SpritePack, eye: str) -> None:
    """Rivers run along hexsides, and so does the rim of what can be reached: neither pattern nor colour may be one."""
    for name in ("reach", "reach_no_attack"):
        style = pack.overlay(name)
        assert style.pattern in ("fringe", "comb")
        if eye != "grey":
            for kind in ("river", "major_river", "volga"):
                assert delta_e(style.colour, pack.line(kind).colour, eye) >= 20, (name, kind)


@pytest.mark.parametrize("eye", ["normal", *EYES])
@pytest.mark.parametrize("ground", ["clear", "forest", "hills", "swamp"])
def test_seasons_differ_at_a_glance(pack: SpritePack, ground: str, eye: str) -> None:
    """By the colour of the ground or, where that is of one brightness, by what is drawn on it."""
    for one, two in combinations(SEASONS, 2):
        first, second = pack.terrain(ground, one), pack.terrain(ground, two)
        signs = set(first.glyphs) != set(second.glyphs) and delta_e(second.fill, second.ink, eye) >= 15
        assert signs or delta_e(first.fill, second.fill, eye) >= 4, (one, two)
    dry, mud = pack.terrain(ground, "good").fill, pack.terrain(ground, "mud").fill
    assert delta_e(dry, mud, eye) >= 11


def test_mud_is_brown_and_snow_does_not_glare(pack: SpritePack) -> None:
    red, green, blue = pack.terrain("clear", "mud").fill
    assert red > green > blue and red - blue >= 60
    white: Colour = (255, 255, 255)
    assert contrast(pack.terrain("clear", "snow").fill, white) >= 1.2
    assert contrast(dimmed(pack.terrain("clear", "snow").fill, "dark", "snow"), white) >= 1.8


@pytest.mark.parametrize("season", SEASONS)
def test_names_and_counters_are_read_on_the_ground_of_the_dark_theme(pack: SpritePack, season: str) -> None:
    """The map is dimmed there, the names keep their pale rim."""
    assert contrast(pack.colour("name"), pack.colour("name_halo")) >= 7
    for ground in ("clear", "forest", "hills", "mountain", "swamp", "desert_steppe"):
        fill = dimmed(pack.terrain(ground, season).fill, "dark", season)
        assert contrast(pack.colour("name"), fill) >= 3, ground


def test_the_table_round_the_map_follows_the_theme(pack: SpritePack) -> None:
    desks = {theme: Surroundings(pack, theme).desk for theme in ("light", "dark", "contrast")}
    assert all(contrast(desks["light"], desks[theme]) >= 2.5 for theme in ("dark", "contrast"))
    for theme, desk in desks.items():
        assert contrast(desk, Surroundings(pack, theme).paper) >= 1.6, theme


def test_a_unit_that_can_still_attack_is_not_pale_for_having_moved(pack: SpritePack) -> None:
    moved = unit("1.A", 0, badges=("moved",))
    counters = Counters(pack, Letters())
    ground = pack.terrain("clear").fill
    weary, fresh, idle = (
        pixels_of(counters.picture(look, 48), ground)
        for look in (look_of(moved), look_of(moved, fresh=True), look_of(unit("1.A", 0)))
    )
    assert part_seen_apart(weary, idle, "grey", 5) > 2 * part_seen_apart(fresh, idle, "grey", 5)


def test_what_is_picked_in_a_stack_of_five_lies_larger_over_it(pack: SpritePack) -> None:
    board = toy(FLAT)
    names = [f"{number}.A" for number in range(1, 6)]
    five = table(board, pack, view(board, *(unit(name, 7) for name in names)))
    at, size = five.to_screen(7), counter_size(board, five.camera.zoom)
    before, after = pygame.Surface(SCREEN.size), pygame.Surface(SCREEN.size)
    five.draw(before, SCREEN, TableState())
    five.draw(after, SCREEN, TableState(selection=("4.A",)))
    bright = pack.overlay("selection").colour
    spots = [(at[0] + dx, at[1] + dy) for dx in range(-size, size) for dy in range(-size, size)]
    inside = [spot for spot in spots if before.get_rect().collidepoint(spot)]
    assert not any(before.get_at(spot)[:3] == bright for spot in inside)
    assert sum(after.get_at(spot)[:3] == bright for spot in inside) > 2 * size


def test_symbols_that_stand_free_have_no_light_box_behind_them() -> None:
    assert boxed(load_sprite_pack("standard").manifests) and boxed(load_sprite_pack("staff").manifests)
    assert not boxed(load_sprite_pack("silhouettes").manifests)
