"""What the staff for The Dark Valley sees to first: railways, cities, won hexes, room, supply in the snow."""

from __future__ import annotations

from ecs import Game, Side
from ecs.core.commands import Advance, Assign, Move, Resolve
from ecs.core.components import Marched
from game.opponents import Seat, make_player
from game.opponents.chit_staff.combat_phase import _forward, answer
from game.opponents.chit_staff.movement_orders import TEMPERS, MovementOrders, share_out
from game.opponents.chit_staff.officer import ChitOfficer
from game.opponents.chit_staff.position import Position
from game.opponents.chit_staff.standing_tasks import fall_back
from tests.ecs.rules_tdv.stage import position
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
LINE = ("W2725", "W2825", "W2925", "W3026", "W3126", "W3226", "W3326", "W3426")
"""Railway hexes from Warsaw to the east."""


def lead(game: Game, side: Side, most: int = 40) -> None:
    """Let the officer of a side play the phase."""
    player, seat, moment = make_player("officer", side, 7), Seat(game, side), game.moment[:2]
    for _ in range(most):
        if game.to_act is not side or game.moment[:2] != moment:
            return
        game.apply(player.choose(seat)[0])


def where(game: Game) -> dict[str, str]:
    """Unit -> the label of its hex."""
    return {u.id: game.board.hexes[u.hex].label for u in game.view(AXIS).units if u.hex >= 0}


def test_a_railway_hex_ahead_of_a_depot_that_only_a_zone_closes_is_occupied() -> None:
    units = {"D-Center": ("depot", "W2925"), "1.ID": ("inf_div", "W2925"), "2.ID": ("inf_div", "W2926")}
    units |= {"I.K": ("inf_corps", "W2926"), "1.MK": ("mech41", "W3127")}
    game = position(units, phase="move-axis", control={"axis": LINE[:6]})
    now = Position(Seat(game, AXIS))
    closed = [h for h in now.railways.ways["D-Center"][:4] if now.railways.is_broken(h)]
    assert closed, "the corps casts its zone on the line"
    lead(game, AXIS)
    assert {game.board.hexes[h].label for h in closed} & set(where(game).values())


def test_whoever_keeps_a_railway_open_under_the_enemy_s_zones_stays() -> None:
    units = {"D-Center": ("depot", "W3226"), "1.ID": ("inf_div", "W3226"), "2.ID": ("inf_div", "W3126")}
    units |= {"1.MK": ("mech41", "W3127")}
    game = position(units, phase="move-axis", control={"axis": LINE[:6]})
    now = Position(Seat(game, AXIS))
    assert now.by_id["2.ID"].hex in now.railways.covered
    lead(game, AXIS)
    assert where(game)["2.ID"] == "W3126"


def test_a_city_that_an_army_can_reach_is_held_by_more_than_one_division() -> None:
    units = {"1.ID": ("inf_div", "W2725"), "2.ID": ("inf_div", "W2526"), "I.K": ("inf_corps", "W2526")}
    units |= {f"{n}.A": ("army42", "W3025") for n in (1, 2)} | {"3.A": ("army42", "W3026")}
    game = position(units, phase="move-axis")
    lead(game, AXIS)
    assert sum(label == "W2725" for label in where(game).values()) >= 2


def test_a_won_hex_is_entered_though_the_enemy_is_near() -> None:
    units = {f"P{n}": ("panzer41", "W3920") for n in range(3)} | {"D-Center": ("depot", "W3823")}
    units |= {"1.SD": ("rifle_div", "W3919"), "2.A": ("army41", "W4117"), "3.A": ("army41", "W4118")}
    game = position(units, seed=3)
    for n in range(3):
        game.apply(Assign(f"P{n}", "W3919", 1))
    game.apply(Resolve("W3919", 1))
    while game.moment[2] and game.moment[2] != "advance":
        side = game.to_act
        assert side is not None
        game.apply(answer(Position(Seat(game, side)))[0])
    assert game.moment[2] == "advance", "the division is beaten"
    command, _ = answer(Position(Seat(game, AXIS)))
    assert isinstance(command, Advance)


def test_whoever_makes_room_goes_no_farther_than_he_must() -> None:
    units = {f"P{n}": ("panzer41", "W3919") for n in range(4)} | {"1.SD": ("rifle_div", "W4117")}
    game = position(units, phase="move-axis")
    w = world_of(game)
    for name in ("P1", "P2", "P3"):
        w.mark(Marched, w.by_id[name], moved=1)
    player, seat = ChitOfficer(AXIS, 7, "officer"), Seat(game, AXIS)
    choice = player._make_room(seat)
    assert choice is not None and isinstance(choice[0], Move)
    assert game.board.distance(game.board.by_label["W3919"], game.board.by_label[choice[0].hex]) == 1


def test_tanks_leave_a_beaten_stack_to_the_infantry_and_make_for_the_city() -> None:
    units = {"P1": ("panzer41", "W3920"), "I.K": ("inf_corps", "W3920"), "II.K": ("inf_corps", "W3920")}
    units |= {"1.SD": ("rifle_div", "W3919"), "D-Center": ("depot", "W3823")}
    now = Position(Seat(position(units, phase="move-axis"), AXIS))
    errands = share_out(now, now.mine, 1.4, 0.6, lambda unit, goal: 1.0)
    assert not errands["P1"].army and errands["P1"].worth >= 4


def test_in_the_snow_nobody_marches_out_of_supply_for_a_place_far_off() -> None:
    spots = {"1.A": "E2320", "2.A": "E2321"}
    units = {n: ("army42", spot) for n, spot in spots.items()} | {"1.ID": ("inf_div", "W3919")}
    game = position(units, turn=8, weather="Snow", phase="move-soviet", chit="SU_MV", ground="axis_1942_06")
    fed = game.supply(SOVIET)
    assert all(game.board.by_label[spot] in fed for spot in spots.values())
    lead(game, SOVIET)
    fed = game.supply(SOVIET)
    assert all(game.board.by_label[where(game)[name]] in fed for name in spots)


def test_in_the_snow_the_hungry_go_back_to_where_there_is_supply() -> None:
    units = {"1.A": ("army42", "E1619"), "1.ID": ("inf_div", "W3919")}
    game = position(units, turn=8, weather="Snow", phase="move-soviet", chit="SU_MV", ground="axis_1942_06")
    now = Position(Seat(game, SOVIET))
    m = MovementOrders(now, TEMPERS["usual"])
    reach, here = m.steps["1.A"], game.board.by_label["E1619"]
    now.__dict__["supply"] = frozenset(h for h in reach if now.board.distance(h, here) == 2)
    fall_back(m)
    assert m.placed["1.A"] in now.supply


def test_the_last_unit_that_keeps_a_railway_open_does_not_advance_off_it() -> None:
    units = {"D-Center": ("depot", "W2925"), "1.ID": ("inf_div", "W2925"), "P1": ("panzer41", "W3126")}
    units |= {"1.SD": ("rifle_div", "W3125"), "1.MK": ("mech41", "W3127")}
    game = position(units, control={"axis": LINE[:6]})
    now = Position(Seat(game, AXIS))
    tank, won = now.by_id["P1"], game.board.by_label["W3125"]
    assert tank.hex in now.railways.covered
    alone = _forward(now, tank, won, won, [tank])
    now.mine_at[tank.hex].append(now.by_id["1.ID"])
    assert alone < 0 < _forward(now, tank, won, won, [tank])
