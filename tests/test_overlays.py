"""Every map overlay is declared once, and its key, legend, help and pictures follow from that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ecs import Side
from game.app.key_bindings import BY_NAME, KeyMap
from game.play.autoplay import make_players, play_on
from game.play.scenarios import new_game
from game.ui.help.help_texts import WORDS
from game.ui.map_view.overlays.declaration import Overlay
from game.ui.map_view.overlays.enemy_reach import danger, enemy_reach
from game.ui.map_view.overlays.front_line import front_of
from game.ui.map_view.overlays.registry import OBJECTIVES, OVERLAYS, key_action
from game.ui.panels.legend import entries
from tests.windowkit import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

ROOT = Path(__file__).parent.parent
EVERY = pytest.mark.parametrize("overlay", OVERLAYS, ids=lambda overlay: overlay.id)
ADDED = """
from dataclasses import replace
from game.ui.map_view.overlays import painters, registry
from game.ui.map_view.overlays.declaration import Mark, Overlay

asked = []
registry.OVERLAYS = (*registry.OVERLAYS, Overlay(
    "shade", "Y", "A shade", "Hexes in the shade.", (Mark("cold", "In the shade"),),
    ask=lambda game, view: asked.append(view) or frozenset({7}),
    paint=lambda brush, known: brush.stamps.each("cold", known, brush.level, brush.at),
))

from game.app.key_bindings import ACTIONS
from game.tools.soak.random_user import OVERLAYS as tried
from game.ui.help.help_card import Meant
from game.ui.panels.legend import entries
from tests.windowkit import sit_down

seat = sit_down()
scene = seat.scene
assert any(a.name == "overlay_14" and a.label == "Show a shade" and a.keys == ("Y",) for a in ACTIONS)
assert scene.app.inputs.keymap.search("shade")
assert tried[-1].id == "shade" and "shade" in registry.overlay_ids()
before = scene.table.overlays.dress(scene.desk.view, scene.desk.state)
seat.pilot.key("Y")
assert "shade" in scene.desk.overlays and asked
lines = entries(scene.table, scene.desk.state)
assert [text for picture, text, name in lines if name == "shade" and picture is not None] == ["In the shade"]
card = scene.guide.topic_card("overlay:shade|In the shade")
assert card.title == "In the shade" and "Hexes in the shade." in card.lines
assert "**Y** switches it on and off." in card.lines
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
    told = [text for _, text, name in entries(seat.scene.table, seat.scene.desk.state) if name == overlay.id]
    assert told == ([mark.text for mark in overlay.lines] or [overlay.title])
    card = seat.scene.guide.topic_card(f"overlay:{overlay.id}|{overlay.title}")
    assert card is not None and overlay.help in card.lines
    assert f"**{overlay.key}** switches it on and off." in card.lines
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


def test_the_front_runs_along_every_hexside_between_the_sides_and_nowhere_else() -> None:
    view = sit_down().scene.desk.view
    found = {(i, j) for i, (_, beyond) in front_of(view).items() for j in beyond}
    wanted = {
        (i, j)
        for i, around in enumerate(view.board.neighbours)
        for j in around
        if view.control[i] is not None and view.control[j] is view.control[i].other
    }
    assert found == wanted and wanted
    assert all(holder is view.control[i] for i, (holder, _) in front_of(view).items())


@pytest.mark.parametrize("scenario", ["barbarossa-1941", "rb-barbarossa-5"])
def test_who_is_in_danger_can_be_met_by_enemies_so_many_times_as_strong(scenario: str) -> None:
    """Counted anew from the reach of every enemy, which the overlay of reach shows hex by hex."""
    game = new_game(scenario, seed=3)
    play_on(game, make_players(dict.fromkeys(Side, "recruit"), 3), 200)
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
