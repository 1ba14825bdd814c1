"""Does the officer of a game of fire stand in company, enter what he has won, and leave weak attacks alone?"""

from __future__ import annotations

from ecs import Game, Side, parse
from ecs.core.commands import Advance, Unassign
from game.opponents import Seat
from game.opponents.salvo_staff.attack_planner import repair
from game.opponents.salvo_staff.battle_answers import advance
from game.opponents.salvo_staff.movement_planner import TEMPERS, MovementPlanner, waiting
from game.opponents.salvo_staff.position import Position, endurance, survival
from tests.ecs.staging import stage


def position(game: Game, side: Side) -> Position:
    return Position(game.view(side))


def planner(game: Game, side: Side, reserve: str = "") -> MovementPlanner:
    return MovementPlanner(position(game, side), TEMPERS["usual"], zoned=side is Side.AXIS, reserve=reserve)


def test_a_lone_unit_dies_of_a_hit_in_each_round_and_company_bears_far_more() -> None:
    game = stage("A2a-move", {"G5": ["3.PzGr", "4.A", "9.A"], "H9": ["1.Mech", "18.A"]})
    mine, foes = position(game, Side.AXIS).by_id, position(game, Side.SOVIET).by_id
    assert endurance([mine["3.PzGr"]]) == endurance([mine["4.A"]]) == 2
    assert endurance([mine["4.A"], mine["9.A"]]) == 8
    assert endurance([mine["3.PzGr"], mine["4.A"], mine["9.A"]]) > endurance([mine["4.A"], mine["9.A"]])
    assert endurance([]) == 0
    assert endurance([foes["1.Mech"]]) == 2 and endurance([foes["18.A"], foes["1.Mech"]]) >= 2


def test_who_is_out_of_order_bears_no_more_than_a_hit() -> None:
    game = stage("A2a-move", {"G5": ["4.A", "9.A"], "H9": ["1.Mech"]}, disrupted=["9.A"])
    mine = position(game, Side.AXIS).by_id
    assert endurance([mine["9.A"]]) == 2
    assert endurance([mine["4.A"], mine["9.A"]]) < 8


def test_survival_is_even_at_as_many_factors_as_hits_and_falls_with_more() -> None:
    assert survival(4.0, 4.0) == 0.5 and survival(0.0, 0.0) == 1.0
    assert survival(10.0, 4.0) > 0.9 > 0.2 > survival(2.0, 4.0)


def test_company_makes_a_hex_better_for_both_who_stand_there() -> None:
    lone = stage("A2a-move", {"G5": ["3.PzGr"], "F5": ["4.A"], "G7": ["1.Mech", "2.Mech", "5.Mech", "7.Mech"]})
    plan = planner(lone, Side.AXIS)
    unit = plan.now.by_id["4.A"]
    index = lone.board.by_label["G5"]
    alone = plan._exposure(index, [], unit)
    assert plan._exposure(index, [plan.now.by_id["3.PzGr"]], unit) < alone


def test_the_enemys_reserve_counts_near_a_home_city_once_it_may_be_expected() -> None:
    garrison = {"F2": ["2.A"], "G4": ["4.Mech"]}
    for turn, near in ((2, False), (7, True)):
        game = stage("A2a-move", garrison, turn=turn, weather="Snow" if near else "Good")
        reading = position(game, Side.AXIS)
        fresh = waiting(reading, "siberia")
        with_it, without = (planner(game, Side.AXIS, box) for box in ("siberia", ""))
        warsaw = game.board.by_label["F2"]
        assert (with_it.near[warsaw] > without.near[warsaw]) is (near and fresh > 0)
        assert waiting(reading, "") == 0.0


def owing(game: Game) -> Game:
    """A fair attack has been announced that obliges its side to another, on L9."""
    for line in ("attack 5.Mech L10 1", "attack 16.A L10 1"):
        if parse(line) in game.legal():
            game.apply(parse(line))
    return game


def test_an_attack_that_obliges_to_a_poor_one_is_given_up_and_a_fair_one_is_joined_in() -> None:
    weak = owing(stage("B2a-attack", {"K9": ["5.Mech", "2.Mech"], "L10": ["40.PzKps"], "L9": ["18.A"]}))
    seat = Seat(weak, Side.SOVIET)
    choice = repair(seat, position(weak, Side.SOVIET), weak.legal())
    assert choice is not None and isinstance(choice[0], Unassign)
    korps = ["5.Mech", "2.Mech", "16.A", "1.GdsK", "1.Shock"]
    strong = owing(stage("B2a-attack", {"K9": korps, "L10": ["40.PzKps"], "L9": ["18.A"]}))
    choice = repair(Seat(strong, Side.SOVIET), position(strong, Side.SOVIET), strong.legal())
    assert choice is not None and choice[0].text().startswith("attack") and " L9 " in choice[0].text()


def test_units_that_would_not_go_alone_go_into_a_won_hex_together() -> None:
    game = stage("A2a-move", {"F4": ["4.A"], "E4": ["9.A"], "H6": ["1.Mech"]})
    reading = position(game, Side.AXIS)
    ways = [Advance("4.A", "F5"), Advance("9.A", "F5")]
    spot = game.board.by_label["F5"]

    def ground(index: int, unit: object) -> float:
        """Worth going in company, not alone."""
        return (3.0 if len(reading.mine_at.get(index, ())) else -2.0) if index == spot else 0.0

    command, _ = advance(reading, [*ways, parse("done")], ground)
    assert command in ways
    assert advance(reading, [ways[0], parse("done")], ground)[0] == parse("done")
    assert len(reading.mine_at[game.board.by_label["F4"]]) == 1


def test_a_last_attack_pays_for_what_it_puts_at_stake() -> None:
    game = stage("A2d-move", {"G5": ["3.PzGr"], "G7": ["1.Mech", "2.Mech", "5.Mech", "7.Mech"], "H5": ["16.A"]})
    plan = planner(game, Side.AXIS)
    there, here, target = (game.board.by_label[label] for label in ("G6", "G5", "G7"))
    assert plan.venture(target, {"3.PzGr": there}, 0.3) > plan.venture(target, {"3.PzGr": here}, 0.3) >= 0.0
