"""Chapters 11 and 23: the armies of every scenario stand on their own ground, within the limits, and are fed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from ecs import new_game
from ecs.core.components import Clock, Side, Steps, Weather
from ecs.core.files.scenarios import find_scenario, list_scenarios
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged import RULESET
from ecs.rulesets.russia_besieged.campaign import victory
from ecs.rulesets.russia_besieged.combat.air_bases import is_fed, no_site
from ecs.rulesets.russia_besieged.data.calendar import air_pool
from ecs.rulesets.russia_besieged.data.components import Impulse
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.units import (
    arrivals,
    cf,
    classes,
    current_class,
    grade_on,
    is_combat_unit,
    is_gun,
    kind,
    letter,
    mobility,
    parted,
)
from ecs.rulesets.russia_besieged.data.units import units as roster
from ecs.rulesets.russia_besieged.ground import occupancy, supply
from ecs.rulesets.russia_besieged.ground.occupancy import barred_ground, over, zone_map
from ecs.rulesets.russia_besieged.ground.removal import GONE, POOL, room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import gauge, ground_word, place
from ecs.systems import marches
from ecs.systems.stacking import stacks
from tests.ecs.rules_rb.stage import PHASES, board
from tests.kits import openings

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ID = "russia-besieged"
JUNE, BLUE, ZITADELLE, BAGRATION = "rb-barbarossa-7", "rb-blue-1942", "rb-zitadelle-1943", "rb-bagration-1944"
LATER = (BLUE, ZITADELLE, BAGRATION)
FRONTS = (JUNE, *LATER)
TURNS = {
    "rb-barbarossa-5": (1, 5), JUNE: (1, 7), "rb-barbarossa-10": (1, 10), "rb-campaign-1941": (1, 25),
    BLUE: (7, 10), "rb-campaign-1942": (7, 25), ZITADELLE: (13, 16), "rb-campaign-1943": (13, 25),
    BAGRATION: (19, 22), "rb-campaign-1944": (19, 25),
}  # fmt: skip
PAR = {"rb-barbarossa-5": 15, JUNE: 20, "rb-barbarossa-10": 28, BLUE: 28, ZITADELLE: 13}
BASE_OF = {
    "rb-barbarossa-5": JUNE, "rb-barbarossa-10": JUNE, "rb-campaign-1941": JUNE, "rb-campaign-1942": BLUE,
    "rb-campaign-1943": ZITADELLE, "rb-campaign-1944": BAGRATION,
}  # fmt: skip
COUNTED = {JUNE: (50, 57), BLUE: (62, 62), ZITADELLE: (56, 63), BAGRATION: (58, 55)}
FACTORS = {JUNE: (257, 142), BLUE: (247, 135), ZITADELLE: (265, 280), BAGRATION: (242, 296)}
REDUCED = {JUNE: (0, 0), BLUE: (17, 18), ZITADELLE: (8, 0), BAGRATION: (9, 0)}
GUNS = {JUNE: (0, 0), BLUE: (1, 0), ZITADELLE: (2, 3), BAGRATION: (0, 6)}
CITIES = {JUNE: 7, BLUE: 15, ZITADELLE: 16, BAGRATION: 9}
VP = {JUNE: 0, BLUE: 23, ZITADELLE: 25, BAGRATION: 9}
MARSHALS = {
    JUNE: {"Leeb", "Bock", "Rundstedt"},
    BLUE: {"Bock", "Manstein", "Zhukov"},
    ZITADELLE: {"Manstein", "Model", "Zhukov", "Vasilevsky", "Rokossovsky", "Konev"},
    BAGRATION: {"Model", "Zhukov", "Vasilevsky", "Rokossovsky", "Konev"},
}
REGIONS = {BLUE: "1942_05", ZITADELLE: "1943_05", BAGRATION: "1944_05"}
# fronts apart from the great one: the Crimea, the Kuban
BESIDE_THE_FRONT = {
    BLUE: {"3041", "3142", "3441", "3042", "3541"},
    ZITADELLE: {"3641", "3742", "3841", "3842", "3942"},
}


@cache
def laid_out(name: str) -> World:
    """A scenario as it is set up, before anything has happened: only phase and weather are ever changed."""
    return openings.laid_out(RULESET, board(), find_scenario(name), PHASES)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """No world outlives its test: esper's are deleted after each."""
    laid_out.cache_clear()
    yield
    laid_out.cache_clear()


def world(name: str, side: Side = AXIS, sky: str = "Clear") -> World:
    """The table of a scenario as a side's supply phase finds it."""
    w = laid_out(name)
    w.mark(Clock, w.table, phase=PHASES.index(f"supply-{side.value}"))
    w.mark(Weather, w.table, name=sky)
    w.mark(Impulse, w.table, number=1, first=sky, second=sky)
    w.forget()
    return w


def standing(name: str, side: Side | None = None) -> list[Unit]:
    """The combat units on the map."""
    return [u for u in world(name).units if u.hex >= 0 and is_combat_unit(u) and side in (None, u.type.side)]


def spot(w: World, unit: Unit) -> str:
    return str(w.board.hexes[unit.hex].label) if unit.hex >= 0 else f"[{unit.place.box}]"


# -- the list of scenarios (23) -----------------------------------------------------------------------------


def test_there_are_ten_scenarios() -> None:
    assert {p.stem for p in list_scenarios() if p.parent.name == ID} == set(TURNS)


@pytest.mark.parametrize("name", sorted(TURNS))
def test_length_and_aim(name: str) -> None:
    w = world(name)
    assert (w.clock.turn, w.turns) == TURNS[name]
    assert occupancy.par(w) == PAR.get(name, 0)
    assert occupancy.needed(w) == (5 if name == BAGRATION else 0)
    assert victory.is_campaign(w) is name.startswith("rb-campaign")


@pytest.mark.parametrize("name", sorted(TURNS))
def test_every_scenario_is_told_about(name: str) -> None:
    scenario = world(name).scenario
    assert scenario.minutes >= 100
    assert len(scenario.blurb) > 60
    assert len(scenario.history) > 100
    assert scenario.rules.get("gauge_gap", 0) == (2 if scenario.start_turn > 1 else 0)


@pytest.mark.parametrize("name", sorted(BASE_OF))
def test_scenarios_of_one_date_begin_alike(name: str) -> None:
    own, base = world(name), world(BASE_OF[name])
    assert [(u.id, spot(own, u)) for u in own.units] == [(u.id, spot(base, u)) for u in base.units]


def test_titles_and_blurbs_are_all_different() -> None:
    scenarios = [world(name).scenario for name in TURNS]
    assert len({s.title for s in scenarios}) == len({s.blurb for s in scenarios}) == len(TURNS)


@pytest.mark.parametrize("name", sorted(TURNS))
def test_every_scenario_can_be_begun(name: str) -> None:
    game = new_game(name, seed=5)
    assert game.turn == TURNS[name][0]
    assert game.result is None
    assert game.legal()
    game.close()


# -- ground and stacks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FRONTS)
def test_no_stack_is_too_high(name: str) -> None:
    w = world(name)
    assert [(w.board.hexes[i].label, over(w, i)) for i in stacks(w) if over(w, i)] == []


@pytest.mark.parametrize("name", FRONTS)
def test_everybody_stands_on_ground_of_his_own_that_he_may_enter(name: str) -> None:
    w = world(name)
    units = [u for u in w.units if u.hex >= 0]
    assert [(u.id, spot(w, u)) for u in units if w.ground[u.hex].control is not u.type.side] == []
    assert [(u.id, spot(w, u)) for u in units if u.hex in barred_ground(w, u)] == []
    shut = {"impassable", "northern_swamp"}
    assert [(u.id, spot(w, u)) for u in units if ground_word(w, u.hex) in shut] == []


@pytest.mark.parametrize("name", LATER)
def test_wheels_and_tracks_stand_in_swamp_and_mountains_only_on_a_railway(name: str) -> None:
    w = world(name)
    bogged = [u for u in standing(name) if mobility(u) == "mot" and ground_word(w, u.hex) in ("swamp", "mountain")]
    assert [(u.id, spot(w, u)) for u in bogged if "rail" not in w.board.hexes[u.hex].traits] == []


@pytest.mark.parametrize("name", LATER)
def test_the_front_is_a_line_without_holes(name: str) -> None:
    w = world(name)
    for side, word in ((AXIS, "front"), (SOVIET, "soviet_front")):
        manned = {u.hex for u in standing(name, side)}
        empty = set(w.board.regions[f"{word}_{REGIONS[name]}"]) - manned
        assert [w.board.hexes[i].label for i in empty] == [], side


@pytest.mark.parametrize("name", LATER)
def test_front_faces_front(name: str) -> None:
    """Whoever touches the enemy stands in the front line of the rules, in Finland, or on a front apart."""
    w = world(name)
    line = {i for word in ("front", "soviet_front") for i in w.board.regions[f"{word}_{REGIONS[name]}"]}
    known = BESIDE_THE_FRONT.get(name, set()) | {"2510", "2409", "2310", "2607", "2707", "3108", "2908"}
    touching = {u.hex for u in standing(name) if zone_map(w, u.type.side.other)[u.hex]}
    assert {w.board.hexes[i].label for i in touching - line} <= known


# -- how many, how strong -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FRONTS)
def test_counts_of_units_and_factors(name: str) -> None:
    both = [standing(name, side) for side in (AXIS, SOVIET)]
    assert tuple(len(units) for units in both) == COUNTED[name]
    assert tuple(sum(cf(u) for u in units) for units in both) == FACTORS[name]
    assert tuple(sum(1 for u in units if u[Steps].lost) for units in both) == REDUCED[name]


@pytest.mark.parametrize("name", FRONTS)
def test_guns(name: str) -> None:
    guns = [u for u in world(name).units if u.hex >= 0 and is_gun(u)]
    assert tuple(sum(1 for u in guns if u.type.side is side) for side in (AXIS, SOVIET)) == GUNS[name]


@pytest.mark.parametrize("name", LATER)
def test_every_counter_has_the_class_of_its_date(name: str) -> None:
    """The waves are over, and every conversion up to this turn has been made under its new name (11.4)."""
    w = world(name)
    assert [
        u.id for u in w.units if u.hex >= 0 and current_class(u) != grade_on(current_class(u), w.clock.turn - 1)
    ] == []
    early = [line for line in arrivals().convert if line.name and line.turn < w.clock.turn]
    assert [line.unit for line in early if w.unit(line.unit) is not None and w.by_id[line.unit].hex >= 0] == []


@pytest.mark.parametrize("name", LATER)
def test_nobody_is_on_the_map_before_his_time(name: str) -> None:
    w = world(name)
    future = {n for line in arrivals().arrive if line.turn >= w.clock.turn for n, _ in parted(line.units)}
    assert [u.id for u in w.units if u.id in future and not u.place.box.startswith("turn:")] == []


@pytest.mark.parametrize("name", LATER)
def test_every_counter_of_the_war_is_somewhere(name: str) -> None:
    w = world(name)
    known = {n for force in roster().force for n, _ in parted(force.units)}
    known |= {n for line in arrivals().arrive for n, _ in parted(line.units)}
    assert known <= {u.id for u in w.units}
    words = {u.place.box.partition(":")[0] for u in w.units if u.hex < 0}
    assert words <= {POOL, GONE, "dead", "surrendered", "turn", "withdrawn"}


def test_the_mechanised_corps_of_1941_are_prisoners_in_1942_and_forgotten_later() -> None:
    for name, box in ((BLUE, "surrendered"), (ZITADELLE, GONE), (BAGRATION, GONE)):
        lost = [u for u in world(name).units if "mech41" in classes()[u.type.kind].traits]
        assert len(lost) == 25
        assert {u.place.box for u in lost} == {box}


def test_the_dead_of_stalingrad_can_be_raised_again() -> None:
    w = world(ZITADELLE)
    assert {spot(w, w.by_id[n]) for n in ("VIII.K", "XI.K", "LI.K", "XIV.Pz")} == {"[dead]"}
    assert spot(w, w.by_id["4.TA"]) == "[withdrawn]"


def test_in_1943_every_allied_corps_that_can_be_is_reduced() -> None:
    for unit in standing(ZITADELLE, AXIS):
        ally = unit.type.nation not in ("GER", "SPA")
        assert bool(unit[Steps].lost) is (ally and classes()[current_class(unit)].reduced is not None), unit.id


def test_no_italian_is_left_in_1943_and_no_hungarian_stands_in_romania_in_1944() -> None:
    assert not [u.id for u in standing(ZITADELLE) if u.type.nation == "ITA"]
    w = world(BAGRATION)
    hungarians = {u.hex for u in standing(BAGRATION) if u.type.nation == "HUN"}
    assert hungarians
    assert not hungarians.intersection(w.board.regions["romania"])


# -- supply, railways, cities -------------------------------------------------------------------------------


@pytest.mark.parametrize("sky", ["Clear", "Mud", "Snow"])
@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("name", LATER)
def test_everybody_is_fed_in_any_weather(name: str, side: Side, sky: str) -> None:
    w = world(name, side, sky)
    cut = [(u.id, spot(w, u)) for u in w.units if u.type.side is side and supply.supply_state(w, u)]
    assert cut == []


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("name", FRONTS)
def test_everybody_may_attack_at_full_strength_in_clear_weather(name: str, side: Side) -> None:
    w = world(name, side)
    poor = [(u.id, spot(w, u)) for u in standing(name, side) if supply.attack_supply(w, u)]
    assert name == JUNE or poor == []


@pytest.mark.parametrize("name", LATER)
def test_axis_trains_stop_two_hexes_before_the_front(name: str) -> None:
    w = world(name)
    held = set(w.board.regions[f"axis_{REGIONS[name]}"])
    rails = [i for i in held if "rail" in w.board.hexes[i].traits and w.board.hexes[i].owner == SOVIET.value]
    beyond = [i for i in range(len(w.board.hexes)) if i not in held]
    assert {gauge(w, i) for i in rails} == {AXIS, SOVIET}
    for i in rails:
        near = min(w.board.distance(i, j) for j in beyond)
        if near != 2:
            assert (gauge(w, i) is AXIS) is (near > 2), w.board.hexes[i].label


@pytest.mark.parametrize("name", FRONTS)
def test_cities_and_points_held_at_the_start(name: str) -> None:
    w = world(name)
    assert occupancy.major_cities(w, AXIS) == CITIES[name]
    assert occupancy.points(w) == VP[name]


def test_cities_fit_the_charts_of_sudden_death() -> None:
    """Seventeen at the end of 1942, eleven of 1943, five of 1944: the starts lie between them (22.2)."""
    assert CITIES[BLUE] < 17 > CITIES[ZITADELLE] > 11 > CITIES[BAGRATION] > 5


# -- leaders and aircraft -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FRONTS)
def test_field_marshals_of_the_date_stand_with_the_troops(name: str) -> None:
    w = world(name)
    calendar = tables().marshals.who
    due = {n for n, line in calendar.items() if line.turns[0] <= w.clock.turn <= line.turns[1]}
    marshals = [u for u in w.units if letter(u) == "FM" and u.hex >= 0]
    assert {u.id for u in marshals} == MARSHALS[name] == due
    armies = {(u.type.side, u.hex) for u in standing(name)}
    assert all((u.type.side, u.hex) in armies for u in marshals)
    for unit in [u for u in w.units if letter(u) == "FM" and u.hex < 0]:
        past = calendar[unit.id].turns[1] < w.clock.turn
        assert unit.place.box == (GONE if past else POOL), unit.id


@pytest.mark.parametrize("name", FRONTS)
def test_dictators_are_at_home(name: str) -> None:
    w = world(name)
    assert w.by_id["Hitler"].hex == place(w, "Berlin")
    assert w.by_id["Stalin"].hex == place(w, "Moscow")


@pytest.mark.parametrize("name", FRONTS)
def test_air_groups_of_the_date_have_bases(name: str) -> None:
    w = world(name)
    groups = [u for u in w.units if letter(u) == "AIR" and u.hex >= 0]
    for side in (AXIS, SOVIET):
        assert sum(1 for u in groups if u.type.side is side) == air_pool(side, w.clock.turn)
    for unit in groups:
        assert room_for_air(w, unit.type.side, unit.hex) >= 0, unit.id
        assert is_fed(w, unit.type.side, unit.hex), unit.id
        assert name == JUNE or not zone_map(w, unit.type.side.other)[unit.hex], unit.id


@pytest.mark.parametrize("name", LATER)
def test_airbases_lie_where_they_may_be_built(name: str) -> None:
    w = world(name)
    for unit in [u for u in w.units if letter(u) == "BASE" and u.hex >= 0]:
        refusal = no_site(w, unit.type.side, unit.hex)
        assert refusal is not None
        assert refusal.reason == "base-there", (unit.id, refusal.text)


# -- June 1941 (11.1, 11.2) ---------------------------------------------------------------------------------


def test_the_panzers_may_march_on_the_first_morning_and_the_soviets_wait() -> None:
    w = world(JUNE)
    w.mark(Clock, w.table, phase=PHASES.index("move1-axis"))
    w.forget()
    panzers = [u for u in w.units if u.hex >= 0 and u.id.endswith(".Pz")]
    assert len(panzers) == 10
    assert all(marches.move_commands(w, u) for u in panzers)
    assert all(kind(u).armour for u in panzers)
    assert not any(marches.move_commands(w, u) for u in w.units if u.type.side is SOVIET)


def test_in_june_everybody_has_a_path_of_supply() -> None:
    for side in (AXIS, SOVIET):
        w = world(JUNE, side)
        assert [u.id for u in standing(JUNE, side) if supply.supply_state(w, u)] == []
