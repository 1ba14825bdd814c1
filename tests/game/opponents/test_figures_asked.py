"""Do the staffs ask the rules in force for their figures?  Each is changed by a house rule, and the answer follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ecs import Game, Side, find_scenario, start
from ecs.core.commands import CallReserve
from ecs.core.components import Clock, Place
from ecs.core.known_facts import Sky
from ecs.core.view import UnitView
from game.opponents import Seat
from game.opponents.chit_staff import position as chit
from game.opponents.chit_staff import rear_orders
from game.opponents.chit_staff.attack_planner import AttackPlanner
from game.opponents.chit_staff.movement_orders import TEMPERS, MovementOrders
from game.opponents.impulse_staff import position as impulse
from game.opponents.impulse_staff.air import base_value, capacity
from game.opponents.impulse_staff.attack_planner import AttackPlanner as ImpulsePlanner
from game.opponents.impulse_staff.attack_value import TEMPERS as IMPULSE_TEMPERS
from game.opponents.impulse_staff.attack_value import AttackValue as ImpulseValue
from game.opponents.impulse_staff.movement_orders import MovementOrders as ImpulseOrders
from game.opponents.impulse_staff.movement_orders import ways_of
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.operations_staff import position as operations
from game.opponents.operations_staff.attack_planner import AttackPlanner as OperationsPlanner
from game.opponents.operations_staff.attack_value import AttackValue as OperationsValue
from game.opponents.operations_staff.attack_value import has_room
from game.opponents.operations_staff.enemy_threat import EnemyThreat
from game.opponents.operations_staff.rear_orders import Rear
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
WAR, RB, VALLEY, CRUSADE = "war-barbarossa-1941", "rb-barbarossa-7", "tdv-barbarossa-1941", "barbarossa-1941"

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def under(scenario: str, **tables: Any) -> Game:
    """A new game under house rules."""
    return start(replace(find_scenario(scenario), figures={"tables": tables} if tables else {}), {}, 1)


def war(seat: Side = AXIS, **tables: Any) -> operations.Position:
    """The front of June 1941 in War Against Russia under house rules."""
    return operations.Position(Seat(under(WAR, **tables), seat))


def besieged(seat: Side = AXIS, **tables: Any) -> impulse.Position:
    """The front of June 1941 in Russia Besieged under house rules."""
    return impulse.Position(Seat(under(RB, **tables), seat))


def valley(seat: Side = AXIS, **tables: Any) -> chit.Position:
    """The front of June 1941 in The Dark Valley under house rules."""
    return chit.Position(Seat(under(VALLEY, **tables), seat))


def first(units: Iterator[UnitView] | list[UnitView], *traits: str, size: str = "") -> UnitView:
    """The first unit with these traits."""
    return next(u for u in units if set(traits) <= u.traits and (not size or u.size == size))


# -- War Against Russia ----------------------------------------------------------------------------------------------


def test_room_in_a_hex_is_that_of_the_rules() -> None:
    plain, roomy = war(), war(stacking={"most": 4, "armies": 3, "rough_armour": 2})
    corps = [u for u in plain.mine if u.size == "corps" and u.leading and "infantry" in u.traits][:3]
    armies = [u for u in plain.mine if u.size == "army" and u.leading and "infantry" in u.traits][:2]
    clear = next(h for h, spot in enumerate(plain.board.hexes) if spot.terrain == "clear")
    rough = next(h for h, spot in enumerate(plain.board.hexes) if spot.terrain == "mountain")
    tanks = [u for u in plain.mine if "armour" in u.traits and u.size == "corps" and u.leading][:2]
    for units, h in ((corps, clear), (armies, clear), (tanks, rough)):
        assert not plain.fits(units, h) and roomy.fits(units, h)
    full = next(h for h, stack in plain.foes_at.items() if len(stack) == 2)
    corps_there = first(plain.foes, size="corps")
    assert not has_room(plain, corps_there, full) and has_room(roomy, corps_there, full)
    assert max(EnemyThreat(roomy).fall()) > max(EnemyThreat(plain).fall())


def test_a_frozen_swamp_is_no_bar_to_armour() -> None:
    now = war()
    swamp = next(h for h, spot in enumerate(now.board.hexes) if spot.terrain == "swamp")
    assert now.is_rough(swamp)
    now.frozen = True
    assert not now.is_rough(swamp)


def test_marches_in_mud_and_snow_are_those_of_the_rules() -> None:
    plain, soft = war(), war(movement={"mud_army": 1, "mud": 4, "snow_infantry": 1, "snow": 1})
    army = next(u for u in plain.mine if u.size == "army" and u.leading and "infantry" in u.traits)
    tank = first(plain.mine, "armour", size="corps")
    russian = next(u for u in plain.foes if u.movement > 3)
    assert [plain.pace(u, Sky.MUD, 5) for u in (army, tank, russian)] == [2, 3, 3]
    assert [soft.pace(u, Sky.MUD, 5) for u in (army, tank, russian)] == [1, 4, 4]
    assert [plain.pace(u, Sky.SNOW, 8) for u in (army, tank)] == [2, 3]
    assert [soft.pace(u, Sky.SNOW, 8) for u in (army, tank)] == [1, 1]
    assert plain.pace(russian, Sky.SNOW, 8) == soft.pace(russian, Sky.SNOW, 8) == russian.movement
    plain.weather = soft.weather = Sky.MUD
    assert len(soft.ways(tank, frozenset())) > len(plain.ways(tank, frozenset()))


@pytest.mark.parametrize(
    ("tables", "terrain", "place", "more"),
    [
        ({"terrain": {"hills": {"plus": 4}}}, "hills", "", 3),
        ({"terrain": {"mountain": {"plus": 4}}}, "mountain", "", 2),
        ({"defence": {"town": 4}}, "", "town", 3),
        ({"defence": {"victory_times": 4}}, "", "victory", 0),
    ],
    ids=["hills", "mountain", "town", "victory"],
)
def test_ground_helps_as_the_rules_say(tables: dict[str, Any], terrain: str, place: str, more: int) -> None:
    plain, other = war(), war(**tables)
    unit = next(u for u in plain.mine if "infantry" in u.traits and u.defence)
    spots = (h for h, s in enumerate(plain.board.hexes) if (s.terrain == terrain if terrain else s.place == place))
    h = next(spots)
    gained = other.stand([unit], h, Sky.FAIR) - plain.stand([unit], h, Sky.FAIR)
    assert gained == (more or 2 * unit.defence)
    threat, before = EnemyThreat(other), EnemyThreat(plain)
    assert threat.defence(h, [unit]) > before.defence(h, [unit])


def test_the_peoples_of_great_cities_count_as_the_rules_say() -> None:
    plain, other = war(), war(defence={"intrinsic_great": 6})
    great = max(plain.people, key=lambda h: plain.people[h])
    assert other.defence((), great) - plain.defence((), great) == 4


def test_what_odds_bring_is_read_off_the_table() -> None:
    plain, sure = war(), war(crt={"cells": [["DE"] * 11] * 6})
    odds = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0)
    fates = EnemyThreat(plain).fates
    assert [found for found, _ in fates.killed] == list(odds)
    assert [share for _, share in fates.killed] == [0.0, 0.08, 0.08, 0.08, 0.17, 0.33, 0.67, 0.83, 1.0]
    assert [share for _, share in fates.caught] == [0.17, 0.25, 0.25, 0.42, 0.50, 0.67, 1.0, 1.0, 1.0]
    assert [share for _, share in fates.evicted] == [0.17, 0.33, 0.50, 0.67, 0.83, 1.0, 1.0, 1.0, 1.0]
    assert [share for _, share in fates.evicted_standing] == [0.17, 0.17, 0.17, 0.33, 0.50, 0.67, 1.0, 1.0, 1.0]
    assert [share for _, share in fates.driven] == [0.17, 0.17, 0.17, 0.33, 0.33, 0.33, 0.33, 0.17, 0.0]
    assert EnemyThreat(sure).loss(1.0) == 1.0 > EnemyThreat(plain).loss(1.0)


def test_teams_grow_by_the_columns_of_the_table() -> None:
    plain, other = war(), war(crt={"odds": [*([1, n] for n in range(9, 1, -1)), [1, 1], [2, 1], [20, 1]]})
    assert OperationsPlanner(plain, OperationsValue(plain), "stay").columns[-3:] == [10.0, 14.0, 20.0]
    assert OperationsPlanner(other, OperationsValue(other), "stay").columns[-3:] == [20.0, 28.0, 40.0]


def test_the_siberians_are_called_when_the_rules_make_it_safe() -> None:
    assert Rear(war(SOVIET)).reserve([CallReserve()]) is None
    assert Rear(war(SOVIET, siberia={"safe_from": 1})).reserve([CallReserve()]) is not None


# -- The Dark Valley -------------------------------------------------------------------------------------------------


def test_corps_of_the_valley_find_the_room_there_is() -> None:
    plain, tight = valley(), valley(stacking={"most": 1, "armies": 1})
    full = [h for h, stack in plain.mine_at.items() if 1 <= len(stack) < 3]
    assert full
    roomy, narrow = MovementOrders(plain, TEMPERS["usual"]), MovementOrders(tight, TEMPERS["usual"])
    assert all(roomy.has_room(h) and not narrow.has_room(h) for h in full)


def test_headquarters_and_depots_reach_as_far_as_the_rules_say() -> None:
    plain, wide = valley(), valley(chits={"headquarters": 5, "stavka": 8})
    assert (plain.span("PzA1"), wide.span("PzA1")) == (3, 5)
    for tables, reach in (({}, 6), ({"chits": {"stavka": 8}}, 8)):
        game = under(VALLEY, **tables)
        w = world_of(game)
        w.mark(Place, w.by_id["STAVKA"], hex=game.board.find("Moscow")[0], box="")
        game.close_past("staged")
        assert chit.Position(Seat(game, SOVIET)).span("STAVKA") == reach
    far = valley(supply={"axis": [12, 5, 4, 4]})
    depot = next(u for u in plain.tail if "depot" in u.traits)
    worth = [rear_orders._depot_field(now, ())(depot.hex) for now in (plain, far)]
    assert worth[1] > worth[0]


def test_a_depot_looks_as_far_ahead_as_it_can_go() -> None:
    rows = [[2, 2, 2]] * 6
    plain, slow = valley(), valley(depots={"advance": rows})
    assert (plain.figures.depot_hop, slow.figures.depot_hop) == (6, 2)
    for now in (plain, slow):
        for name, way in now.railways.ways.items():
            ahead = [h for h in now.railways.stations if h in way]
            assert all(way.index(h) <= now.figures.depot_hop for h in ahead), name
    assert plain.railways.stations != slow.railways.stations


def test_ground_and_rivers_hinder_attackers_as_the_rules_say() -> None:
    changed = {"woods": {"tanks_lose": 3}, "marsh": {"mech_halved": False}}
    plain = AttackPlanner(valley(), TEMPERS["usual"].mood)
    other = AttackPlanner(valley(terrain=changed, side={"major_river": {"halved": False}}), TEMPERS["usual"].mood)
    board = plain.now.board
    tank = next(u for u in plain.now.mine if {"panzer_tank", "mech"} <= u.traits and u.attack > 3)

    def beside(terrain: str, water: bool) -> tuple[int, int]:
        for target, spot in enumerate(board.hexes):
            for base in board.neighbours[target]:
                kinds = board.kinds(base, target)
                wet = not {"major_river", "volga", "strait", "lake"}.isdisjoint(kinds)
                if spot.terrain == terrain and not spot.place and ("major_river" in kinds if water else not wet):
                    return base, target
        raise AssertionError(terrain)

    woods, marsh, river = beside("woods", False), beside("marsh", False), beside("clear", True)
    full = float(tank.attack)
    assert [plain.factor(tank, *there) for there in (woods, marsh, river)] == [full - 1, full / 2, full / 2]
    assert [other.factor(tank, *there) for there in (woods, marsh, river)] == [full - 3, full, full]


# -- Russia Besieged -------------------------------------------------------------------------------------------------


def test_stacks_airbases_and_ranges_are_those_of_the_rules() -> None:
    plain = besieged()
    other = besieged(stacking={"most": 2, "city": 6}, air={"range": {"axis": 1, "soviet": 12}, "base": {"major": 1}})
    city = next(h for h, spot in enumerate(plain.board.hexes) if spot.place == "major" and plain.holder(h) is AXIS)
    field = next(h for h, spot in enumerate(plain.board.hexes) if not spot.place)
    assert (plain.room(city), plain.room(field)) == (4, 3)
    assert (other.room(city), other.room(field)) == (6, 2)
    before, after = RearPosition(plain), RearPosition(other)
    markers = sum(u.hex == city for u in plain.tail if "base" in u.traits)
    assert not markers and (capacity(before, city), capacity(after, city)) == (3, 1)
    sites = [h for h in sorted(plain.supply) if plain.far_foe[h] <= 4]
    assert any(base_value(before, h) > base_value(after, h) for h in sites)
    feared = [
        len(ImpulseOrders(besieged(SOVIET, air={"range": {"axis": reach, "soviet": 6}}), frozenset())._aircraft())
        for reach in (8, 1)
    ]
    assert feared[0] > feared[1] > 0


def test_odds_that_win_outright_and_swift_attacks_are_those_of_the_rules() -> None:
    plain, easy = besieged(), besieged(victory_at_odds={"odds": 8})
    for now, odds in ((plain, 10), (easy, 8)):
        planner = ImpulsePlanner(now, ImpulseValue(now, IMPULSE_TEMPERS["usual"]))
        assert planner.enough == odds
        assert [planner._column(float(n), 1) for n in (0, 1, 6, 7, odds - 1, odds, 15)] == [0, 1, 6, 7, 7, odds, odds]
    swift = besieged(blitz_table={"odds": [2, 4, 5, 6, 7, 12]})
    assert ImpulseValue(plain, IMPULSE_TEMPERS["usual"]).ratio(99.0, plain.mine[0].hex) == 10
    assert ImpulseValue(swift, IMPULSE_TEMPERS["usual"]).ratio(99.0, plain.mine[0].hex) == 12
    assert min(swift.figures.swift_odds) == 2


def test_the_first_winter_and_marches_through_it_are_those_of_the_rules() -> None:
    plain, early = besieged(), besieged(first_winter=[2, 3])
    assert [plain.is_first_winter(n) for n in (2, 3, 4, 6, 7)] == [False, False, True, True, False]
    assert [early.is_first_winter(n) for n in (2, 3, 4, 6, 7)] == [True, True, False, False, False]
    foot = next(u for u in plain.mine if "mech" not in u.traits and not u.northern and u.movement > 3)
    finn = next(u for u in plain.mine if u.northern and u.movement > 3)
    assert (plain.pace(foot, Sky.SNOW, 4), plain.pace(finn, Sky.SNOW, 4)) == (2, finn.movement)
    deep = besieged(march={"first": {"First winter": {"axis_foot": {"at": 1}}, "Mud": {"axis_foot": {"at": 3}}}})
    assert (deep.pace(foot, Sky.SNOW, 4), deep.pace(foot, Sky.MUD, 9)) == (1, 3)


def test_ways_lead_over_ground_as_the_rules_have_it() -> None:
    plain, dry = besieged(), besieged(terrain={"swamp": {"foot": "free", "mot": "free", "frozen": False}})
    goal = next(h for h, spot in enumerate(plain.board.hexes) if spot.terrain == "marsh" and not plain.has_rail(h))
    near = next(j for j in plain.net[goal] if not plain.has_rail(j))
    for wheels, cost in ((False, 3), (True, 9)):
        assert ways_of(plain.board, plain.figures.going).to(goal, wheels)[near] == cost
        assert ways_of(dry.board, dry.figures.going).to(goal, wheels)[near] == 1


def test_jumps_reach_as_far_as_the_rules_say() -> None:
    assert besieged(SOVIET).figures.drop_range == 6
    assert besieged(SOVIET, drop={"range": [[25, 3]]}).figures.drop_range == 3


# -- Darkest Crusade -------------------------------------------------------------------------------------------------


def test_those_who_attack_after_the_second_march_are_told() -> None:
    game = under(CRUSADE)
    w = world_of(game)
    assert game.look(AXIS).known.attackers is None
    phases = [phase.id for phase in game.ruleset.sequence.phases]
    w.mark(Clock, w.table, phase=phases.index("A2d-move"))
    game.close_past("staged")
    able = game.look(AXIS).known.attackers
    units = {u.id: u for u in game.look(AXIS).units if u.hex >= 0 and u.side is AXIS}
    assert able and all("german" in units[name].traits for name in able)
    assert any("german" not in u.traits for u in units.values())


def test_the_reserve_is_safe_when_the_rules_say_so() -> None:
    assert under(CRUSADE).look(SOVIET).known.figures.safe_call == 7
    assert under(CRUSADE, siberia={"safe_turn": 3}).look(SOVIET).known.figures.safe_call == 3
