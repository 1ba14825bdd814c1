"""From afar the map is a campaign map: counters gather into symbols, and the fronts of earlier turns stay on it."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from ecs import Game, Side
from game.app.settings import load as load_settings
from game.packs.loader import load_sprite_pack
from game.play.autoplay import make_players, play_on
from game.play.front import front_of
from game.play.scenarios import new_game
from game.screens.options import Options
from game.ui.map_view.map_text import Letters
from game.ui.map_view.overlays.earlier_fronts import FrontHistory
from game.ui.map_view.overlays.far_map import formations
from game.ui.map_view.terrain.map_labels import LabelPlan
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

VALLEY = "tdv-barbarossa-1941"


@pytest.fixture(scope="module", params=["barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941", VALLEY])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """The first position of a game."""
    found = new_game(request.param, seed=3)
    yield found
    found.close()


@pytest.mark.parametrize("near", [0.0, 150.0, 400.0, 5000.0])
def test_every_unit_that_fights_is_in_one_formation_of_its_side_with_all_its_factors(game: Game, near: float) -> None:
    view = game.look(Side.AXIS)
    found = formations(view.board, view.units, near)
    for side in Side:
        mine = [u for u in view.units if u.side is side and u.hex >= 0 and (u.attack or u.defence)]
        led = [u for u in view.units if u.side is side and u.hex >= 0 and u.symbol == "hq" and u not in mine]
        assert sum(one.units for one in found if one.side is side) == len(mine) + len(led)
        attack = sum(one.factors for one in found if one.side is side and one.lead.attack)
        assert attack == sum(u.attack for u in mine)
    assert len(found) == len({(one.side, one.lead.hex) for one in found})


def test_symbols_do_not_cover_each_other(game: Game) -> None:
    view = game.look(Side.SOVIET)
    least = 130.0
    found = formations(view.board, view.units, least * 1.15)
    covered = 0
    for n, one in enumerate(found):
        for two in found[n + 1 :]:
            apart = max(abs(one.at[0] - two.at[0]), abs(one.at[1] - two.at[1]))
            covered += apart < least * 0.75
    assert len(found) > 4 and covered <= len(found) // 10


def seat_from_afar(size: tuple[int, int] = (1280, 720), **settings: object) -> Seat:
    seat = sit_down(scenario=VALLEY, size=size, **settings)  # type: ignore[arg-type]
    seat.scene.table.camera.fit()
    seat.app.dirty = True
    seat.app.step()
    return seat


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_a_whole_theatre_is_shown_as_a_campaign_map_at_every_size(size: tuple[int, int]) -> None:
    seat = seat_from_afar(size)
    table, view = seat.scene.table, seat.scene.desk.view
    found = table.campaign.gathered(table.camera, view, table.campaign.size(table.camera, 1.0))
    stacks = {(u.side, u.hex) for u in view.units if u.hex >= 0}
    assert table.far and seat.scene.desk.state.far and 10 < len(found) < len(stacks) * 2 // 3


def test_nearer_the_counters_themselves_come_back() -> None:
    seat = seat_from_afar()
    seat.scene.table.camera.zoom_to(1.0)
    assert not seat.scene.table.far


def test_the_options_switch_the_campaign_map_off_for_good() -> None:
    seat = seat_from_afar()
    seat.app.push(Options(seat.scene.kit))
    seat.pilot.wait(0.1)
    seat.pilot.press("Campaign map: group counters too small to read into formations")
    seat.pilot.key("Esc")
    assert not seat.scene.table.far and not load_settings()[0].campaign_map


def test_a_click_on_a_symbol_goes_nearer_to_its_units() -> None:
    seat = seat_from_afar((1920, 1080))
    table, desk = seat.scene.table, seat.scene.desk
    desk.select(())
    desk.state.targets = frozenset()
    found = table.campaign.gathered(table.camera, desk.view, table.campaign.size(table.camera, 1.0))
    one = next(f for f in found if table.camera.clear.inflate(-300, -300).collidepoint(table.camera.to_screen(*f.at)))
    seat.pilot.click(*table.camera.to_screen(*one.at))
    assert not table.far and table.camera.shows(*one.home) and not desk.state.selection


def test_at_rest_nothing_of_the_campaign_map_is_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = seat_from_afar()
    table = seat.scene.table
    drawn: list[pygame.Surface] = []
    monkeypatch.setattr(table.campaign, "_symbols", lambda *_: drawn.append(seat.app.surface) or [])
    monkeypatch.setattr(table.campaign, "paint", lambda *_, **__: drawn.append(seat.app.surface) or iter(()))
    for _ in range(3):
        seat.scene.draw(seat.app.surface)
    assert not drawn


# -- fronts of earlier turns -----------------------------------------------------------------------------


def watched(scenario: str, turns: int) -> tuple[Game, FrontHistory, dict[int, object]]:
    """A game of some turns, its fronts as they were noted after each command, and where they ran as each turn ended."""
    game = new_game(scenario, seed=3)
    history, ends = FrontHistory(game), dict[int, object]()
    players = make_players(dict.fromkeys(Side, "recruit"), 3)
    while game.turn <= turns and not game.over:
        note(game, history)
        ends[game.turn] = front_of(game, game.look(Side.AXIS)).lines
        play_on(game, players, 1)
    note(game, history)
    return game, history, ends


def note(game: Game, history: FrontHistory) -> None:
    view = game.look(Side.AXIS)
    history.note(view, front_of(game, view))


def test_the_fronts_that_were_watched_are_those_with_which_the_turns_ended() -> None:
    game, history, ends = watched("barbarossa-1941", 4)
    found = history.shown(game.look(Side.AXIS))
    assert found and all(front.lines == ends[front.turn] for front in found)
    assert [front.turn for front in found] == sorted(front.turn for front in found)
    assert all(front.title == game.look(Side.AXIS).turn_track[front.turn - 1][0] for front in found)
    game.close()


def test_a_game_taken_up_late_finds_the_same_fronts_in_its_log() -> None:
    game, history, _ = watched("barbarossa-1941", 3)
    late = FrontHistory(game)
    note(game, late)
    assert not late.shown(game.look(Side.AXIS)) and not late.complete
    while not late.look_back(1.0):
        pass
    assert late.shown(game.look(Side.AXIS)) == history.shown(game.look(Side.AXIS))
    game.close()


def test_a_turn_that_was_taken_back_has_left_no_front() -> None:
    game, history, _ = watched("barbarossa-1941", 2)
    later, earlier = game.look(Side.AXIS), new_game("barbarossa-1941", seed=3)
    note(earlier, history)
    assert not history.shown(earlier.look(Side.AXIS))
    assert all(front.turn < 2 for front in history.shown(later))
    game.close()
    earlier.close()


def test_from_afar_only_great_places_are_named_at_a_size_that_fits_the_display(game: Game) -> None:
    board, letters = game.board, Letters()
    pack = load_sprite_pack("standard")
    small, large = (LabelPlan(board, pack, letters, 0.6, False, scale, great=True) for scale in (1.0, 2.0))
    every = LabelPlan(board, pack, letters, 0.6, False)
    assert 0 < len(small.names) <= len(every.names)
    assert max(p.rect.height for p in large.names) > max(p.rect.height for p in small.names)
