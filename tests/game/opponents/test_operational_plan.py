"""The operational plan: far places, lanes from north to south, sieges, what a player reads of it, and who drives."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from ecs import Game, Side
from ecs.core.commands import ChooseMode
from game.opponents import Seat
from game.opponents.chit_staff.drive import DRIVE, PLAN, DepotDrive, drives
from game.opponents.chit_staff.figures import RAIL
from game.opponents.chit_staff.movement_orders import TEMPERS, MovementOrders
from game.opponents.chit_staff.movement_planner import MovementPlanner
from game.opponents.chit_staff.officer import mode
from game.opponents.chit_staff.position import Position
from game.opponents.shared.map_analysis import MapAnalysis, atlas_of
from game.opponents.shared.operational_plan import Marcher, OperationalPlan, PlanGround, far_places
from game.play.scenarios import new_game
from tests.ecs.rules_tdv.stage import position

STRONGER = TEMPERS["stronger"]
AXIS, SOVIET = Side.AXIS, Side.SOVIET


def barbarossa() -> Game:
    return new_game("tdv-barbarossa-1941", options={}, seed=1)


def seen(game: Game, side: Side = AXIS) -> Position:
    return Position(Seat(game, side))


def atlas() -> MapAnalysis:
    return atlas_of(position({}).board)


def at(label: str) -> int:
    return atlas().board.by_label[label]


def ground(
    places: dict[str, float],
    foes: dict[str, float] | None = None,
    way: tuple[str, ...] = (),
    broken: tuple[str, ...] = (),
) -> PlanGround:
    """A map with enemy places and factors, a depot's way ahead and hexes to be opened; all of it in supply."""
    factors = [0.0] * atlas().size
    for label, force in (foes or {}).items():
        factors[at(label)] = force
    worth = {at(label): value for label, value in places.items()}
    ahead, closed = [[at(h) for h in way]], {at(h) for h in broken}
    return PlanGround(atlas(), worth, factors, [0] * atlas().size, (), ahead, closed)


def corps(number: int, label: str, fast: bool = False, army: str = "") -> Marcher:
    return Marcher(f"{number}.K", at(label), fast, 5.0, army)


LENINGRAD, MOSCOW, KHARKOV, MINSK, BREST = "W4702", "E2314", "E2233", "W4121", "W3425"


def test_a_place_within_a_march_is_no_far_one_while_there_are_others() -> None:
    worth = {at(MINSK): 8.0, at(MOSCOW): 8.0}
    far = far_places(atlas(), worth, [at(BREST)], replace(PLAN, beyond=9, most=1))
    assert [h for h, _ in far] == [at(MOSCOW)]
    assert [h for h, _ in far_places(atlas(), {at(MINSK): 8.0}, [at(BREST)], PLAN)] == [at(MINSK)]


def test_lanes_run_from_north_to_south_for_those_on_wheels_and_on_foot() -> None:
    game = barbarossa()
    now = seen(game)
    plan = DepotDrive(now, MovementOrders(now, TEMPERS["stronger"]), {}).plan
    row = [spot.row for spot in game.board.hexes]
    assert len(plan.drives) >= 4 and set(plan.lane) == {u.id for u in now.mine}
    for first, second in pairwise(plan.drives):
        assert row[first.goal] < row[second.goal]
        for fast in (True, False):
            north = [row[m.hex] for m in first.units if m.fast is fast]
            south = [row[m.hex] for m in second.units if m.fast is fast]
            assert not north or not south or max(north) <= min(south)


def test_the_weight_of_a_place_is_its_share_of_the_army() -> None:
    everybody = [corps(n, BREST) for n in range(12)]
    plan = OperationalPlan(ground({LENINGRAD: 4.0, KHARKOV: 8.0}), everybody, replace(PLAN, fade=1.0, beyond=5))
    assert [len(drive.units) for drive in plan.drives] == [4, 8]


def test_the_nearest_corps_besiege_what_stands_on_the_railway_and_no_more_than_it_takes() -> None:
    near, far = [corps(n, BREST) for n in range(6)], corps(9, "W2725")
    plan = OperationalPlan(ground({MOSCOW: 8.0}, {"W3426": 3.0}, ("W3425", "W3426")), [*near, far], PLAN)
    sent = sum(m.force for m in plan.strong_points[0].corps)
    demand = plan.strong_points[0].demand
    assert demand <= sent < demand + 5.0
    assert far.id not in plan.siege and set(plan.siege) < {m.id for m in near}


def test_those_on_wheels_besiege_nothing() -> None:
    plan = OperationalPlan(ground({MOSCOW: 8.0}, {"W3426": 3.0}, ("W3426",)), [corps(1, BREST, fast=True)], PLAN)
    assert plan.strong_points and not plan.siege


def test_a_broken_railway_comes_before_the_enemy_ahead() -> None:
    found = ground({MOSCOW: 8.0}, {"W3426": 3.0}, ("W3426",), ("W3324",))
    plan = OperationalPlan(found, [corps(1, BREST)], PLAN)
    assert plan.siege["1.K"].hex == at("W3324")


def test_a_player_reads_who_drives_where_and_who_besieges_what() -> None:
    fast = [corps(n, BREST, True, "2nd Panzer Army") for n in range(3)]
    plan = OperationalPlan(ground({MOSCOW: 8.0, MINSK: 5.6}, {MINSK: 1.0}, (MINSK,)), [*fast, corps(7, "W4021")], PLAN)
    assert plan.intent(fast[0].id) == "2nd Panzer Army drives on Moscow."
    assert plan.intent("7.K") == "One unit besieges Minsk."
    assert plan.intent("8.K") == ""
    field = OperationalPlan(ground({MOSCOW: 8.0}, {"W3624": 1.0}, ("W3624",)), [corps(1, BREST)], PLAN)
    assert field.intent("1.K") == "One unit closes in on the enemy near Slonim."
    rails = OperationalPlan(ground({MOSCOW: 8.0}, broken=("W3624",)), [corps(1, BREST)], PLAN)
    assert rails.intent("1.K") == "One unit opens the railway near Slonim."


def test_an_order_on_a_lane_is_given_for_what_the_plan_is_after() -> None:
    game = barbarossa()
    now = seen(game)
    planner = MovementPlanner(now, TEMPERS["stronger"], False, 99, False)
    assert planner.drive is not None
    told = {planner.drive.plan.intent(u.id) for u in now.mine}
    assert any("drives on" in text for text in told) and "" not in told


def test_equal_views_make_equal_plans_whoever_looks() -> None:
    game, again = barbarossa(), barbarossa()
    one, other = (DepotDrive(seen(g), MovementOrders(seen(g), TEMPERS["stronger"]), {}).plan for g in (game, again))
    assert one.lane == other.lane
    assert {name: point.hex for name, point in one.siege.items()} == {
        name: point.hex for name, point in other.siege.items()
    }


def test_only_a_stronger_army_on_depots_drives_and_not_in_the_snow() -> None:
    strong = {"D-Center": ("depot", "W2925"), "I.K": ("inf_corps", "W2925"), "II.K": ("inf_corps", "W2926")}
    foe = {"1.SD": ("rifle_div", "W3919")}
    assert drives(seen(position(strong | foe)), STRONGER)
    assert not drives(seen(position(strong | foe, turn=8, weather="Snow")), STRONGER)
    many = {f"{n}.A": ("army42", f"W39{n}") for n in range(10, 20)}
    assert not drives(seen(position(strong | many)), STRONGER)
    assert not drives(seen(position(foe | many), SOVIET), STRONGER)


def test_an_army_halts_when_too_much_of_it_is_out_of_supply() -> None:
    now = seen(barbarossa())
    assert drives(now, STRONGER) and not drives(now, TEMPERS["recruit"])
    spots = [u.hex for u in now.mine]
    now.__dict__["supply"] = frozenset(spots[int(1.2 * DRIVE.halt * len(spots)) :])
    assert not drives(now, STRONGER)


def test_on_a_drive_a_chit_is_for_marching_unless_attacks_gain_much_more() -> None:
    mood = TEMPERS["stronger"].mood
    border = seen(barbarossa())
    assert mode(border, mood, driving=True)[0] == ChooseMode("combat"), "the first chit of June"
    units = {f"{n}.K": ("inf_corps", "W2925") for n in (1, 2)} | {"1.SD": ("rifle_div", "W3025")}
    near = seen(position(units | {"D-Center": ("depot", "W2925")}))
    assert mode(near, mood)[0] == ChooseMode("combat")
    near.__dict__["far_foe"] = [2] * near.atlas.size
    assert mode(near, mood, driving=True) == (ChooseMode("move"), "The drive continues.")


def test_a_dead_depot_is_joined_to_a_source_and_not_to_a_city_fed_by_another() -> None:
    units = {"D-Center": ("depot", "W2832"), "D-South": ("depot", "W3433"), "1.ID": ("inf_div", "W3433")}
    units |= {"2.ID": ("inf_div", "W2832"), "3.ID": ("inf_div", "W3333"), "1.SD": ("rifle_div", "W3919")}
    game = position(units, phase="move-axis")
    now = seen(game)
    south = next(area for area in now.seat.areas() if area.unit == "D-South")
    assert not south.live and at("W3333") in now.supply
    assert RAIL.restored in now.railways.wanted.values()
