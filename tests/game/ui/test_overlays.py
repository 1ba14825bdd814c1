"""Every map overlay is declared once, and its key, legend, help and pictures follow from that."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest

from ecs import Game, Side
from ecs.core.commands import Move
from game.app.key_bindings import BY_NAME, KeyMap
from game.packs.loader import load_sprite_pack
from game.play.atlas.outlines import NEAR
from game.play.front import fighters, front_of
from game.play.scenarios import new_game
from game.play.session import Session
from game.saves.compatibility_notes import HUMAN
from game.ui.help.help_card import WORDS
from game.ui.interaction.controller import TableController
from game.ui.map_view.board_view import BoardView
from game.ui.map_view.counters.glyphs import ENDANGERED
from game.ui.map_view.overlays.advances import advances, arrow, strength
from game.ui.map_view.overlays.declaration import Overlay
from game.ui.map_view.overlays.enemy_reach import danger, enemy_reach
from game.ui.map_view.overlays.registry import OBJECTIVES, OVERLAYS, key_action
from game.ui.map_view.overlays.supply_lines import line_from, supply_lines
from game.ui.panels.legend import entries
from tests import ROOT
from tests.kits.recruits_games import between, played
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

EVERY = pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda overlay: overlay.id)
ADDED = """
from dataclasses import replace
from game.ui.map_view.overlays import painters, registry
from game.ui.map_view.overlays.declaration import Mark, Overlay

asked = []
registry.OVERLAYS = (*registry.OVERLAYS, Overlay(
    "shade", "Shift+Y", "A shade", "Hexes in the shade.", (Mark("cold", "In the shade"),),
    ask=lambda game, view: asked.append(view) or frozenset({7}),
    paint=lambda brush, known: brush.stamps.each("cold", known, brush.level, brush.at),
))

from game.app.key_bindings import ACTIONS
from tests.workshop.soak.random_user import OVERLAYS as tried
from game.packs.loader import load_sprite_pack
from game.saves.compatibility_notes import HUMAN
from game.ui.interaction.controller import TableController
from game.ui.map_view.board_view import BoardView
from game.ui.map_view.counters.glyphs import ENDANGERED
from game.ui.help.help_card import Meant
from game.ui.panels.legend import entries
from tests.kits.window import sit_down

seat = sit_down()
scene = seat.scene
assert any(a.name == "overlay_16" and a.label == "Show a shade" and a.keys == ("Shift+Y",) for a in ACTIONS)
assert scene.app.inputs.keymap.search("shade")
assert tried[-1].id == "shade" and "shade" in registry.overlay_ids()
seat.pilot.key("Shift+K")
seat.pilot.key("K")
before = scene.table.overlays.dress(scene.desk.view, scene.desk.state)
seat.pilot.key("Shift+Y")
assert "shade" in scene.desk.overlays and asked
lines = entries(scene.table, scene.desk.state)
assert [text for picture, text, name in lines if name == "shade" and picture is not None] == ["In the shade"]
card = scene.guide.topic_card("overlay:shade|In the shade")
assert card.title == "In the shade" and "Hexes in the shade." in card.lines
assert "**Shift+Y** turns it on and off." in card.lines
assert before is None and scene.table.overlays.dress(scene.desk.view, scene.desk.state) is not None
"""


@EVERY
def test_an_overlay_is_switched_by_its_key_and_told_in_legend_and_help(overlay: Overlay) -> None:
    seat = sit_down()
    if overlay.standing:
        seat.pilot.key(OBJECTIVES.key)  # the legend is open for what is switched on
    else:
        seat.pilot.key(overlay.key)
    assert overlay.id in seat.scene.desk.overlays
    if overlay.standing:  # told where there is anything of it
        seat.scene.desk.state.known[overlay.id] = {}
        assert all(name != overlay.id for _, _, name in entries(seat.scene.table, seat.scene.desk.state))
        seat.scene.desk.state.known[overlay.id] = {0: 1}
    told = [text for _, text, name in entries(seat.scene.table, seat.scene.desk.state) if name == overlay.id]
    assert told == ([mark.text for mark in overlay.lines] or [overlay.title])
    card = seat.scene.guide.topic_card(f"overlay:{overlay.id}|{overlay.title}")
    assert card is not None and overlay.help in card.lines
    assert f"**{overlay.key}** turns it on and off." in card.lines
    seat.pilot.key(overlay.key)
    assert overlay.id not in seat.scene.desk.overlays


@EVERY
def test_the_list_of_keys_has_an_overlay_under_its_title(overlay: Overlay) -> None:
    action = BY_NAME[key_action(overlay)]
    assert action.keys == (overlay.key,) and overlay.title.lower() in action.label.lower()
    assert action in KeyMap().search(overlay.title)
    assert 1 <= len(overlay.help.split()) <= WORDS


def test_no_two_overlays_share_a_name_or_a_key() -> None:
    assert len({overlay.id for overlay in OVERLAYS}) == len({overlay.key for overlay in OVERLAYS}) == len(OVERLAYS)


def test_the_key_5_shows_who_holds_each_hex() -> None:
    assert BY_NAME["overlay_5"].label == "Show who holds each hex"


def test_an_overlay_is_added_by_its_painter_and_its_entry_alone() -> None:
    """A new one in the list, in a program of its own: key, legend, help, picture and soak have it."""
    done = subprocess.run([sys.executable, "-c", ADDED], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("scenario", ["barbarossa-1941", "rb-barbarossa-5"])
def test_who_is_in_danger_can_be_met_by_enemies_so_many_times_as_strong(scenario: str) -> None:
    """Counted anew from the reach of every enemy, which the overlay of reach shows hex by hex."""
    game = between(scenario, 3, 200)
    side = game.to_act or Side.AXIS
    view, found, counts = game.look(side), danger(game, side), enemy_reach(game, side)
    enemies = {u.hex: u for u in view.units if u.side is not side and u.hex >= 0}
    for index, times in found.items():
        own = sum(u.defence for u in view.at(index) if u.side is side)
        near = [j for i in view.board.neighbours[index] for j in (i,) if j in counts or j in enemies]
        assert times >= 2 and own and near
        assert times * own <= sum(u.attack for u in view.units if u.side is not side and u.hex >= 0)
    assert found and all(any(u.side is side for u in view.at(index)) for index in found)
    game.close()


def test_the_reach_of_the_enemy_is_told_where_attacks_are_owed_before_he_moves() -> None:
    """In Russia Besieged whoever stands next to an enemy must attack him: that may not be called off for ever."""
    game = new_game("rb-barbarossa-5", seed=3)
    assert len(enemy_reach(game, Side.AXIS)) > 100
    game.close()


GAMES = ("barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941", "tdv-barbarossa-1941")


@pytest.fixture(scope="module", params=GAMES)
def fought(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game in which both sides have marched and fought."""
    game = between(request.param, 3, 400)
    yield game
    game.close()


def test_every_fed_hex_has_a_way_that_ends_where_supply_begins(fought: Game) -> None:
    for side in Side:
        ways = fought.supply_ways(side)
        assert fought.supply(side) <= ways.keys()
        for index in ways:
            line = line_from(ways, index)
            assert len(line) == len(set(line)) and ways[line[-1]] == line[-1]
            assert all(b in fought.board.neighbours[a] for a, b in pairwise(line))


def test_a_supply_line_leads_to_every_fed_stack_and_breaks_before_those_that_are_cut_off(fought: Game) -> None:
    for side in Side:
        view = fought.look(side)
        lines = supply_lines(fought, view)
        for home in {u.hex for u in fighters(view.units) if u.side is side}:
            line = line_from(lines.ways, home)
            assert [lines.far[i] for i in line] == list(reversed(range(len(line))))
        starving = {u.hex for u in view.units if u.id in front_of(fought, view).cut_off.units and u.side is side}
        for broken in lines.broken:
            assert broken[0] in lines.ways and broken[-1] in starving
            assert all(b in view.board.neighbours[a] for a, b in pairwise(broken))
            assert lines.ways.keys().isdisjoint(broken[1:])


def test_who_would_be_out_of_supply_is_marked_on_the_counter_and_its_supply_is_shown_when_it_is_picked() -> None:
    game = played("crusade-4", 185)
    session = Session(game, dict.fromkeys(Side, HUMAN))
    desk = TableController(session)
    desk.light()
    while not desk.orders.complete or desk.lit.owes:
        desk.look_on(1.0)
    table = BoardView(game.board, load_sprite_pack("standard"))
    unit = desk.view.unit("3.PzGr")
    assert unit is not None and unit.supplied and unit.id in desk.state.known["pockets"].units
    table.set_view(desk.view)
    assert ENDANGERED in table._look_of(unit, desk.state).badges
    assert "supply" not in desk.state.known
    desk.select((unit.id,))
    assert desk.state.known["supply"].broken
    desk.toggle("pockets")
    assert ENDANGERED not in table._look_of(unit, desk.state).badges
    game.close()


def test_arrows_are_made_of_the_marches_of_this_turn_and_lead_against_the_enemy(fought: Game) -> None:
    for side in Side:
        view = fought.look(side)
        found = advances(fought, view)
        names = [name for thrust in found for name in thrust.units]
        assert len(names) == len(set(names))
        for thrust in found:
            foes = [u.hex for u in view.units if u.side is not thrust.side and u.hex >= 0]
            assert min(view.board.distance(thrust.way[-1], foe) for foe in foes) <= NEAR
            assert thrust.factors == sum(view.unit(name).attack for name in thrust.units)  # type: ignore[union-attr]
            shape = arrow(view.board, thrust.way, strength(thrust.factors))
            centre = view.board.centre(thrust.way[-1])
            assert min(math.dist(spot, centre) for spot in shape) < view.board.layout.tile_w
    assert any(advances(fought, fought.look(side)) for side in Side)


def test_arrows_name_nobody_who_is_hidden_from_us() -> None:
    game = played("crusade-secret", 150)
    view = game.look(Side.AXIS)
    known = {u.id for u in view.units if not u.id.startswith("?")}
    assert all(known.issuperset(thrust.units) for thrust in advances(game, view))
    game.close()


@pytest.mark.parametrize("record", ["besieged-3", "war-4"])
def test_a_hex_in_an_enemy_zone_is_not_called_out_of_supply_where_the_unit_would_be_fed(record: str) -> None:
    """On the first day all who cross the border are in supply behind the front, and no hex says otherwise."""
    desk = TableController(Session(played(record, 40), dict.fromkeys(Side, HUMAN)))
    game = desk.session.game
    fed, tried = game.supply(desk.view.side), 0
    for name in desk.can_act():
        desk.select((name,))
        ways = {i: c for i, cs in desk.orders.hexes(name).items() for c in cs if isinstance(c, Move)}
        ends = [i for i in sorted(desk.state.reach.keys() - fed) if i in ways and i not in desk.state.dry]
        for index in ends[:1]:
            with game.what_if() as later:
                later.apply(ways[index])
                assert later.is_fed(name)
            tried += 1
        assert not desk.state.dry
    assert tried > 5
    game.close()


def test_a_lit_hex_without_supply_has_a_broken_link_and_the_legend_says_so() -> None:
    """Only for who needs supply, only where supply does not reach, and only while somebody is picked."""
    desk = TableController(Session(played("war-4", 150), dict.fromkeys(Side, HUMAN)))
    fed, found = desk.session.game.supply(desk.view.side), False
    for name in desk.can_act():
        desk.select((name,))
        assert desk.state.dry <= desk.state.reach.keys() - fed
        found = found or bool(desk.state.dry)
        if desk.state.dry:
            view = BoardView(desk.view.board, load_sprite_pack("standard"))
            view.set_view(desk.view)
            assert "Out of supply there" in [text for _, text, _ in entries(view, desk.state)]
    assert found
    desk.select(())
    assert not desk.state.dry
    desk.session.game.close()
