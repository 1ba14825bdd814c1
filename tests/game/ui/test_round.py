"""The round of units: sector by sector, and past those whose every march leads away from the enemy."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import Move
from game.play.session import HUMAN, Session
from game.ui.interaction.click_commands import SECTOR, cycle
from game.ui.interaction.controller import TableController
from game.ui.interaction.selection import away_from_foes
from tests.kits.recruits_games import played

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.fixture
def desk() -> TableController:
    """A seat in the movement of War Against Russia."""
    return TableController(Session(played("war-3", 60), dict.fromkeys(Side, HUMAN)))


def test_the_round_finishes_a_sector_before_it_goes_to_the_next(desk: TableController) -> None:
    board = desk.view.board
    units = [u for name in cycle(desk.view, desk.orders.actors()) if (u := desk.view.unit(name)) is not None]
    sectors = [int(board.centre(u.hex)[1] // (board.layout.tile_h * SECTOR)) for u in units]
    assert len(set(sectors)) > 1 and sectors == sorted(sectors)
    desk.session.game.close()


def test_the_next_unit_is_one_that_can_do_something_useful(desk: TableController) -> None:
    away = away_from_foes(desk.view)
    met = set()
    for _ in desk.can_act():
        desk.next_unit()
        met.add(desk.selection.first)
    assert met == set(desk.selection.useful()) and met < set(desk.can_act())
    for name in set(desk.can_act()) - met:
        unit = desk.view.unit(name)
        assert unit is not None
        for index, commands in desk.orders.hexes(name).items():
            assert away[index] >= away[unit.hex] and all(isinstance(c, Move) for c in commands)
    desk.session.game.close()


def test_the_distance_to_the_enemy_is_that_of_the_board(desk: TableController) -> None:
    away, board = away_from_foes(desk.view), desk.view.board
    foes = [u.hex for u in desk.view.units if u.side is not desk.view.side and u.hex >= 0]
    some = list(away)[::40]
    assert [away[i] for i in some if min(board.distance(i, f) for f in foes) <= 2] == [
        d for i in some if (d := min(board.distance(i, f) for f in foes)) <= 2
    ]
    desk.session.game.close()
