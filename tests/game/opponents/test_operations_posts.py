"""Where units without an attack march, in positions of War Against Russia."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import Move
from ecs.core.components import Clock, Disruption, Garrison, Ground, Place, Weather
from ecs.rulesets.war_against_russia.sequence import PHASES
from game.opponents import Seat
from game.opponents.operations_staff import movement_planner
from game.opponents.operations_staff.movement_orders import MovementOrders
from game.opponents.operations_staff.position import Position
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ORDER = [phase.id for phase in PHASES]
NOBODY: frozenset[str] = frozenset()
ENEMY = {"24.A": "N18", "21.A": "U12"}


def stage(phase: str, at: Mapping[str, str], *, turn: int = 3, weather: str = "Good", west_of: int = 10) -> Game:
    """The map with nobody on it but those named; the Axis holds what lies west of a column, cities and all."""
    game = new_game("war-barbarossa-1941", seed=1)
    w = world_of(game)
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    w.mark(Weather, w.table, name=weather)
    for hex_ in w.board.hexes:
        if hex_.col + 1 < west_of:
            w.mark(Ground, w.hexes[hex_.index], control=AXIS)
            w.mark(Garrison, w.hexes[hex_.index], garrisoned=False)
    for unit in w.units:
        w.mark(Place, unit, hex=-1, box="aside")
        w.mark(Disruption, unit, disrupted=False)
    for name, spot in at.items():
        unit = w.by_id[name]
        w.mark(Place, unit, hex=w.board.by_label[spot], box="")
        w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    game.close_past("staged")
    return game


def front(game: Game) -> Position:
    """The position for the side to act."""
    assert game.to_act is not None
    return Position(Seat(game, game.to_act))


def march(game: Game, thorough: bool = True) -> list[Move]:
    """Plan the moves of everybody and make them; each must be legal in its turn."""
    out = []
    for command, why in movement_planner.posts(front(game), NOBODY, thorough):
        assert isinstance(command, Move) and why
        assert game.is_legal(command), command
        game.apply(command)
        out.append(command)
    return out


def where(game: Game, unit: str) -> str:
    """The hex of a unit."""
    w = world_of(game)
    return w.board.hexes[w.by_id[unit].hex].label


def far(game: Game, a: str, b: str) -> int:
    """Hexes between two labels."""
    return game.board.distance(game.board.by_label[a], game.board.by_label[b])


def opening(phase: str) -> Game:
    """June 1941 as it begins, in a movement phase."""
    game = new_game("war-barbarossa-1941", seed=1)
    w = world_of(game)
    w.mark(Clock, w.table, phase=ORDER.index(phase))
    game.close_past("staged")
    return game


# -- orders -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["move-axis", "move-soviet"])
@pytest.mark.parametrize("thorough", [True, False])
def test_everybody_is_told_where_to_go_and_every_move_is_legal(phase: str, thorough: bool) -> None:
    game = opening(phase)
    orders = march(game, thorough)
    assert len(orders) > 10
    assert len({c.unit for c in orders}) == len(orders)


def test_the_same_position_brings_the_same_moves() -> None:
    assert movement_planner.posts(front(opening("move-axis")), NOBODY) == movement_planner.posts(
        front(opening("move-axis")), NOBODY
    )


def test_those_who_have_an_attack_are_left_alone() -> None:
    game = opening("move-axis")
    used = frozenset({"2.PzGr", "24.PzKps"})
    moved = {c.unit for c, _ in movement_planner.posts(front(game), used) if isinstance(c, Move)}
    assert moved and not moved & used


def ground(now: Position, terrain: str) -> int:
    """A hex of some terrain."""
    return next(h for h, spot in enumerate(now.board.hexes) if spot.terrain == terrain)


def test_two_to_a_hex_and_one_army_among_them() -> None:
    now = front(stage("move-axis", {"9.A": "Q8", "4.A": "Q7", "5.InfKps": "R8", "7.InfKps": "R7", **ENEMY}))
    nine, four, five, seven = (now.by_id[n] for n in ("9.A", "4.A", "5.InfKps", "7.InfKps"))
    h = ground(now, "clear")
    assert now.fits([five, nine], h) and not now.fits([four, nine], h) and not now.fits([seven, nine, five], h)


def test_one_panzer_corps_in_a_swamp_and_no_hungarians_beside_rumanians() -> None:
    now = front(
        stage("move-axis", {"24.PzKps": "Q8", "47.PzKps": "Q7", "HunMobCrps": "W6", "RomCavCrps": "X6", **ENEMY})
    )
    tanks, more, magyars, rumanians = (now.by_id[n] for n in ("24.PzKps", "47.PzKps", "HunMobCrps", "RomCavCrps"))
    dry, wet = ground(now, "clear"), ground(now, "swamp")
    assert now.fits([tanks, more], dry) and not now.fits([tanks, more], wet)
    assert not now.fits([magyars, rumanians], dry)


# -- the stronger army --------------------------------------------------------------------------------------

POCKET = {"2.PzGr": "Q11", "3.PzGr": "O11", "24.PzKps": "Q11", "39.PzKps": "O11", "4.A": "P10", "9.A": "O10"}


def test_panzers_close_a_ring_behind_an_army() -> None:
    game = stage("move-axis", {**POCKET, "20.A": "P13", "13.A": "P13", "24.A": "Y20"})
    doomed = game.board.by_label["P13"]
    assert doomed in front(game).foe_supply
    march(game)
    assert doomed not in Seat(game, AXIS).supply(SOVIET)


def test_undefended_towns_are_taken_on_the_way() -> None:
    game = stage("move-axis", {**POCKET, "24.A": "T19"})
    march(game)
    control, hexes = Seat(game, AXIS).view.control, game.board.hexes
    assert [h.name for h in hexes if h.place == "town" and h.col >= 10 and control[h.index] is AXIS]


def test_infantry_follows() -> None:
    game = stage("move-axis", {**POCKET, "7.InfKps": "Q4", "20.A": "Q16", "24.A": "N18"})
    march(game)
    assert far(game, where(game, "7.InfKps"), "Q4") >= 3


# -- the weaker army ----------------------------------------------------------------------------------------

HOST = {**POCKET, "16.A": "R12", "47.PzKps": "Q12", "1.InfKps": "R12", "7.InfKps": "P11"}


def test_moscow_is_garrisoned_before_anything_else() -> None:
    game = stage("move-soviet", {**HOST, "20.A": "S18", "7.MexKor": "Q21", "22.A": "T22"}, west_of=15)
    march(game)
    there = {u.id for u in Seat(game, SOVIET).view.units if u.hex == game.board.by_label["Q19"]}
    assert len(there) == 2


def test_the_garrison_of_a_threatened_city_does_not_go_for_a_ring() -> None:
    game = stage("move-soviet", {**HOST, "16.A(R)": "Q19", "7.MexKor": "Q19", "24.A": "N18"}, west_of=15)
    march(game)
    assert where(game, "16.A(R)") == "Q19"


def test_armies_that_hold_no_city_stand_in_the_enemys_way() -> None:
    spare = {"20.A": "Q16", "22.A": "S15", "21.A": "N16", "24.A": "O17", "19.A": "T15"}
    game = stage("move-soviet", {**HOST, **spare, "16.A(R)": "Q19", "7.MexKor": "Q19"}, west_of=15)
    march(game)
    now = front(game)
    assert sum(now.far_foe[now.by_id[name].hex] <= 2 for name in spare) >= 3


def test_a_lone_army_does_not_stay_before_the_panzers() -> None:
    game = stage("move-soviet", {**HOST, "20.A": "R14", "7.MexKor": "Q19", "24.A": "Q19"}, west_of=15)
    now = front(game)
    before = MovementOrders(now, NOBODY).storms.fall()[game.board.by_label["R14"]]
    march(game)
    after = MovementOrders(front(game), NOBODY).storms.fall()[game.board.by_label[where(game, "20.A")]]
    assert after <= before


def test_the_axis_does_not_attack_on_in_the_snow_when_it_is_the_weaker() -> None:
    spread = {name: "N18" if k < 2 else "N19" for k, name in enumerate(("20.A", "22.A", "5.MexKor", "7.MexKor"))}
    game = stage("move-axis", {"4.A": "Q12", **spread}, weather="Snow", turn=10, west_of=14)
    assert not movement_planner.is_bold(front(game))
