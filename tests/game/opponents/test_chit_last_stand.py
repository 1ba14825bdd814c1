"""How the staff for The Dark Valley holds the one city with which the war is lost."""

from __future__ import annotations

from dataclasses import replace

from ecs import Game, Side
from game.opponents import Seat, make_player
from game.opponents.chit_staff.combat_phase import _forward
from game.opponents.chit_staff.movement_orders import TEMPERS, share_out
from game.opponents.chit_staff.movement_planner import MovementPlanner
from game.opponents.chit_staff.position import Position
from game.opponents.shared.map_analysis import atlas_of
from tests.ecs.rules_tdv.stage import position

AXIS, SOVIET = Side.AXIS, Side.SOVIET
BERLIN, RING = "W1121", {"W1120", "W1021", "W1221", "W1022", "W1122", "W1222"}
DIVISIONS = {f"{n}.ID": ("inf_div", BERLIN) for n in (1, 2, 3)}
CORPS = {f"{n}.K": ("inf_corps", spot) for n, spot in enumerate(("W1122", "W1222", "W1123", "W1223"))}
RAIDERS = {f"{n}.A": ("army42", spot) for n, spot in enumerate(("W1520", "W1521", "W1522", "W1620"))}
ARMIES = {f"{n}.TA": ("tank_army42", spot) for n, spot in enumerate(("W1720", "W1721", "W1722", "W1820"))}


def march(units: dict[str, tuple[str, str]], side: Side = AXIS) -> Game:
    """A game in which the officer of a side has led a movement segment."""
    game = position(units, turn=21, phase="move-axis")
    player, seat, moment = make_player("officer", side, 7), Seat(game, side), game.moment[:2]
    for _ in range(60):
        if game.to_act is not side or game.moment[:2] != moment:
            break
        game.apply(player.choose(seat)[0])
    return game


def standing(game: Game, *hexes: str) -> list[str]:
    """The Axis units in some hexes."""
    spots = {game.board.by_label[h] for h in hexes}
    return sorted(u.id for u in game.view(AXIS).units if u.hex in spots and u.side is AXIS)


def test_the_strongest_relieve_the_weakest_in_a_capital_the_enemy_marches_on() -> None:
    game = march(DIVISIONS | CORPS | RAIDERS | ARMIES)
    inside = standing(game, BERLIN)
    assert sum(name in CORPS for name in inside) == 3, inside
    assert len(standing(game, *RING)) >= 3, "those who gave way hold the hexes round it"


def test_far_away_or_weak_enemies_call_nobody_to_the_capital() -> None:
    far = {f"{n}.A": ("army42", f"W40{20 + n}") for n in range(6)}
    now = Position(Seat(position(DIVISIONS | far, turn=21, phase="move-axis"), AXIS))
    assert not now.bold and not now.last_stand
    weak = {"1.SD": ("rifle_div", "W1520"), "2.SD": ("rifle_div", "W1521")}
    now = Position(Seat(position(DIVISIONS | CORPS | weak, turn=21, phase="move-axis"), AXIS))
    assert not now.last_stand


def test_a_side_with_more_than_one_capital_makes_no_last_stand() -> None:
    units = {"1.SD": ("rifle_div", "E2314")} | {f"P{n}": ("panzer41", f"E20{14 + n}") for n in range(4)}
    now = Position(Seat(position(units, phase="move-soviet", chit="SU_MV"), SOVIET))
    assert len(now.view.known.capitals) > 1 and not now.bold and not now.last_stand


def test_armies_far_off_are_called_home_to_the_capital() -> None:
    units = DIVISIONS | {"V.K": ("inf_corps", "W2121")} | RAIDERS | ARMIES
    now = Position(Seat(position(units, turn=21, phase="move-axis"), AXIS))
    errand = share_out(now, now.mine, 0.6, 1.0, lambda unit, goal: 1.0)["V.K"]
    assert errand.last and now.label(errand.hex) in RING | {BERLIN}


def test_who_holds_the_capital_does_not_follow_the_beaten() -> None:
    units = {"I.K": ("inf_corps", BERLIN), "II.K": ("inf_corps", "W1122")} | RAIDERS | ARMIES
    now = Position(Seat(position(units, turn=21), AXIS))
    won = now.at("W1221")
    stays = _forward(now, now.by_id["I.K"], won, won, [now.by_id["I.K"]])
    now.last_stand = []
    assert stays < _forward(now, now.by_id["I.K"], won, won, [now.by_id["I.K"]])
    assert stays < 0


def test_neither_danger_nor_a_closed_ring_drives_anybody_out_of_the_capital() -> None:
    board = position({}).board
    ring = [h for h, d in atlas_of(board).disk(board.by_label[BERLIN], 2) if d == 2]
    units = {f"{n}.A": ("army42", board.hexes[h].label) for n, h in enumerate(ring)} | {"I.K": ("inf_corps", BERLIN)}
    now = Position(Seat(position(units, turn=21, phase="move-axis", ground="axis_1942_06"), AXIS))
    unit, planner = (
        now.by_id["I.K"],
        MovementPlanner(now, replace(TEMPERS["usual"], cut=0.7, fear=0.8), False, 9, False),
    )
    assert now.open_ground[unit.hex] and now.threat[unit.hex] > 9
    held = planner._value(unit, unit.hex, None)
    planner.errand["I.K"].last = False
    assert held > planner._value(unit, unit.hex, None) + 5
