"""Goals on the map and the seal: who holds what scores, and what ending the phase means."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from ecs import Side
from ecs.core.view import BattleView
from game.play.scenarios import new_game
from game.ui.map_view import BoardView, TableState
from game.ui.panels import phase_bar
from game.ui.panels.phase_bar import end_words
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.fixture
def seat() -> Seat:
    """The player's turn, with the map painted."""
    seat = sit_down(seed=3)
    seat.scene.table.eager = True
    seat.pilot.wait(0.3, 3)
    return seat


def disc_of(seat: Seat, name: str) -> pygame.Color:
    """The colour a little above the lower edge of the disc beside a name."""
    table = seat.scene.table
    index = table.board.named(name)[0]
    table.centre_on(index)
    picture = pygame.Surface(seat.app.surface.get_size())
    table.draw(picture, picture.get_rect(), TableState())
    star = table.terrain.stars(table.camera.level, False)[index]
    radius = max(8, star.height // 2 + 2)
    left, top = table.camera.origin
    return picture.get_at((star.right - radius - left, star.centery - top + radius * 6 // 10))


def test_a_place_that_scores_has_a_disc_in_the_colour_of_who_holds_it(seat: Seat) -> None:
    table = seat.scene.table
    for name, side in (("Kiev", Side.SOVIET), ("Warsaw", Side.AXIS)):
        assert tuple(disc_of(seat, name))[:3] == tuple(table.pack.colour(side.value))[:3]
    view = seat.scene.desk.view
    taken = tuple(replace(line, holder=Side.AXIS) if line.name == "Kiev" else line for line in view.score)
    table.set_view(replace(view, score=taken))
    assert tuple(disc_of(seat, "Kiev"))[:3] == tuple(table.pack.colour("axis"))[:3], "it turns over with its holder"


def test_only_places_that_score_have_one(seat: Seat) -> None:
    found = seat.scene.table.goals._found(seat.scene.desk.view)
    scoring = {seat.scene.table.board.by_label[line.hexes[0]] for line in seat.scene.desk.view.score if line.points}
    assert {index for index, *_ in found} == scoring
    deciding = {seat.scene.table.board.hexes[index].name for index, _, _, decides in found if decides}
    assert "Moscow" in deciding and "Warsaw" not in deciding


def test_the_far_map_keeps_them() -> None:
    game = new_game("rb-barbarossa-5", seed=1)
    table = BoardView(game.board, sit_down().scene.kit.pack.of_game(game.ruleset.id), eager=True)
    table.set_view(game.look(Side.AXIS))
    stars = table.terrain.stars(0, False, 1.0)
    assert table.board.named("Moscow")[0] in stars
    game.close()


def test_the_seal_counts_arrivals_where_they_are_more_than_those_who_can_act(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = seat.scene.desk
    for off, told in ((3, "3 counters wait off the map"), (1, "2 units can still act")):
        monkeypatch.setattr(phase_bar, "arriving", lambda _, off=off: ([""] * off, ["an air fleet"] * 9))
        desk.able = 2
        assert end_words(desk) == ("End phase", told)


def test_the_seal_says_what_is_still_open(seat: Seat) -> None:
    desk = seat.scene.desk
    assert end_words(desk) == ("End phase", f"{desk.able} unit{'s' if desk.able != 1 else ''} can still act")
    desk.able = 0
    assert "can still act" not in end_words(desk)[1]
    desk.view = replace(desk.view, battles=(BattleView(0, 1, (), (), "declared"),))
    told = end_words(desk)[1]
    assert told == "1 battle open" or not desk.orders.by_hex
