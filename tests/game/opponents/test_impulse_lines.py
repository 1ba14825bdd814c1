"""Where the staff for games of impulses puts units that have no attack, in positions of Russia Besieged."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import Move
from ecs.core.components import Clock, Ground, Place, Weather
from ecs.rulesets.russia_besieged.data.components import Impulse, Track
from ecs.rulesets.russia_besieged.sequence import PHASES
from game.opponents import Seat
from game.opponents.impulse_staff import movement_planner
from game.opponents.impulse_staff.position import Position
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ORDER = [phase.id for phase in PHASES]
NOBODY: frozenset[str] = frozenset()
RING = {"10.A": "3029", "XXIV.Pz": "2827", "XLVII.Pz": "2830", "XLVI.Pz": "2828", "LVI.Pz": "2831", "XX.K": "2829"}


def stage(phase: str, at: Mapping[str, str], *, turn: int = 3, weather: str = "Clear", front: int = 25) -> Game:
    """June 1941 with nobody on the map but those named; the Axis holds what lies west of a column, railways and all."""
    game = new_game("rb-barbarossa-7", seed=1)
    w = world_of(game)
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    w.mark(Weather, w.table, name=weather)
    w.mark(Impulse, w.table, number=2 if "2-" in phase else 1, first=weather, second=weather)
    for hex_ in w.board.hexes:
        west = hex_.col + 1 < front
        if west:
            w.mark(Ground, w.hexes[hex_.index], control=AXIS)
        if w.by_hex(Track)[hex_.index].gauge is not None:
            w.mark(Track, w.hexes[hex_.index], gauge=AXIS if west else SOVIET)
    for unit in w.units:
        w.mark(Place, unit, hex=-1, box="aside")
    for name, spot in at.items():
        unit = w.by_id[name]
        w.mark(Place, unit, hex=w.board.by_label[spot], box="")
        w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    game.close_past("staged")
    return game


def theatre(game: Game) -> Position:
    """The position for the side to act."""
    assert game.to_act is not None
    return Position(Seat(game, game.to_act))


def march(game: Game, thorough: bool = True) -> list[Move]:
    """Plan the moves of everybody and make them; each must be legal in its turn."""
    out = []
    for command, why in movement_planner.posts(theatre(game), NOBODY, thorough):
        assert isinstance(command, Move) and why
        assert game.is_legal(command), command
        game.apply(command)
        out.append(command)
    return out


def where(game: Game, unit: str) -> str:
    """The hex of a unit."""
    w = world_of(game)
    return w.board.hexes[w.by_id[unit].hex].label


def june(phase: str) -> Game:
    """June 1941 as the armies are set up, in a phase of the first turn."""
    game = new_game("rb-barbarossa-7", seed=5)
    world_of(game).mark(Clock, world_of(game).table, phase=ORDER.index(phase), over=False)
    game.close_past("staged")
    return game


def test_a_weaker_army_leaves_the_zones_it_need_not_fight_in() -> None:
    game = stage("move1-soviet", {"8.A": "2822", "3.A": "2825", "XXIV.Pz": "2725", "XLVI.Pz": "2725"})
    march(game)
    zones = Seat(game, SOVIET).zones(AXIS)
    assert world_of(game).by_id["3.A"].hex not in zones


@pytest.mark.parametrize("side", list(Side))
def test_every_order_is_legal_in_its_turn_and_leads_into_no_needless_fight(side: Side) -> None:
    game = june(f"move1-{side.value}")
    moved = {c.unit for c in march(game)}
    assert len(moved) > 20
    zones = Seat(game, side).zones(side.other)
    for unit in (world_of(game).by_id[name] for name in moved):
        assert unit.hex not in zones or world_of(game).board.hexes[unit.hex].place == "major"


def test_fast_units_close_a_ring_without_touching_the_enemy() -> None:
    game = stage("move2-axis", RING, front=29)
    assert world_of(game).by_id["10.A"].hex in Seat(game, AXIS).supply(SOVIET)
    march(game)
    assert world_of(game).by_id["10.A"].hex not in Seat(game, AXIS).supply(SOVIET)
    zones = Seat(game, AXIS).zones(SOVIET)
    assert not any(world_of(game).by_id[name].hex in zones for name in RING if name.endswith("Pz"))


def test_an_open_city_is_taken() -> None:
    game = stage("move1-axis", {"XXIV.Pz": "2423", "5.A": "3425"})
    march(game)
    assert world_of(game).ground[world_of(game).board.by_label["2822"]].control is AXIS


def test_a_city_in_reach_of_raiders_keeps_a_guard() -> None:
    at = {"IX.K": "2223", "XIII.K": "2223", "XXIV.Pz": "2223", "6.MC": "2524"}
    game = stage("move1-axis", at)
    march(game)
    assert any(where(game, name) == "2223" for name in ("IX.K", "XIII.K", "XXIV.Pz"))


def test_a_recruit_closes_no_rings() -> None:
    plan = movement_planner.posts(theatre(stage("move2-axis", RING, front=29)), NOBODY, thorough=False)
    assert not any(why.startswith("To cut off") for _, why in plan)
