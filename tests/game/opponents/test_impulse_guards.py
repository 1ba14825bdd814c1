"""Cities are not stripped for an attack, and on the last march of a scenario they are manned."""

from __future__ import annotations

from ecs import Game
from game.opponents.impulse_staff import movement_planner
from game.opponents.impulse_staff.movement_planner import guards
from tests.game.opponents.test_impulse_lines import NOBODY, june, march, stage, theatre, where

REAR = {"Warsaw", "Cracow", "Danzig"}


def spot(game: Game, name: str) -> str:
    """The label of a city."""
    return game.board.hexes[game.board.find(name)[0]].label


def near(game: Game, name: str, away: int) -> str:
    """A hex east of a city."""
    here = game.board.find(name)[0]
    at = game.board.hexes[here]
    found = (h for h in game.board.hexes if game.board.distance(h.index, here) == away and h.col > at.col)
    return next(h.label for h in found if h.terrain == "clear" and not h.place)


def garrison(phase: str, turn: int = 3) -> Game:
    """Two Axis corps in Minsk, two Soviet armies four hexes off."""
    bare = stage(phase, {})
    minsk, out = spot(bare, "Minsk"), near(bare, "Minsk", 4)
    return stage(phase, {"XX.K": minsk, "XXIV.Pz": minsk, "8.A": out, "3.A": out}, turn=turn, front=27)


def test_the_last_man_in_a_threatened_city_is_bound_to_it() -> None:
    assert "XX.K" in guards(theatre(garrison("move2-axis")))


def test_nobody_is_bound_while_the_second_impulse_is_to_come() -> None:
    assert not guards(theatre(garrison("move1-axis")))


def test_a_city_out_of_the_enemys_reach_binds_nobody() -> None:
    bare = stage("move2-axis", {})
    game = stage("move2-axis", {"XX.K": spot(bare, "Warsaw"), "8.A": near(bare, "Kharkov", 3)})
    assert not guards(theatre(game))


def test_on_the_last_march_open_cities_are_manned() -> None:
    bare = stage("move2-axis", {})
    minsk, beside, out = spot(bare, "Minsk"), near(bare, "Minsk", 2), near(bare, "Minsk", 4)
    game = stage("move2-axis", {"XX.K": beside, "X.K": beside, "8.A": out}, turn=7, front=27)
    march(game)
    assert minsk in {where(game, "XX.K"), where(game, "X.K")}


def test_rear_cities_draw_nobody_back_in_the_first_impulse() -> None:
    game = june("move1-axis")
    back = {f"To cover {name}." for name in REAR}
    assert not any(why in back for _, why in movement_planner.posts(theatre(game), NOBODY))
