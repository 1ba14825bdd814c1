"""14: the set-up of 22 June 1941, counter by counter."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ecs import new_game
from ecs.core.components import Disruption, Place, Side
from ecs.core.files.scenario_grammar import ZoneEntry
from ecs.core.files.scenarios import find_scenario
from ecs.core.ruleset import Scenario
from ecs.core.world import World
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.rulesets.war_against_russia.ground.control import foe_map, intrinsic_factor, is_defended, over
from ecs.systems.stacking import on_map, stacks
from tests.ecs.rules_war.stage import PHASES, at, board
from tests.ecs.worlds import world_of
from tests.kits import openings

# class -> counters and their hexes
AXIS = {
    "ger_army": "18.A L4, 16.A N4, 9.A P3, 4.A R3, 6.A T3, 17.A V2, 11.A CC4, 2.A Q1",
    "ger_pzkps": "56.PzKps L4, 39.PzKps O4, 47.PzKps S2, 24.PzKps S3, 48.PzKps U2, 3.PzKps U3, 40.PzKps Q1",
    "ger_pzgr": "4.PzGr M4, 3.PzGr O4, 2.PzGr S3, 1.PzGr U3",
    "ger_infkps": (
        "1.InfKps M4, 2.InfKps N4, 42.InfKps O3, 20.InfKps O3, 5.InfKps P3, 59.InfKps Q2, 7.InfKps R3, "
        "12.InfKps S2, 29.InfKps T3, 44.InfKps U2, 34.InfKps V2, 30.InfKps DD4, 54.InfKps FF5"
    ),
    "ger_mtnkps": "49.MtnKps V1",
    "ger_ltkps": "52.LtKps V1",
    "hun_mob": "HunMobCrps X1",
    "rum_army": "3.RomA BB4, 4.RomA FF5",
    "rum_corps": "RomMtnCrps BB4",
    "rum_cav": "RomCavCrps CC4",
    "fin_corps": "2.FinCrps D13, 4.FinCrps D13, 6.FinCrps C14, 7.FinCrps C14",
}
RUSSIANS = {
    "rus_army41": (
        "8.A L5, 11.A(R) N5, 27.A J11, 23.A G15, 3.A P4, 10.A Q3, 4.A(R) S4, 13.A Q8, 5.A T4, 6.A(R) W2, "
        "26.A W1, 12.A AA4, 18.A(R) CC6, 9.A(R) GG6, 22.A N13, 20.A Q13, 21.A U12, 24.A N18, 28.A A25, "
        "19.A CC13"
    ),
    "rus_mexkor": (
        "3.MexKor N6, 12.MexKor K5, 1.MexKor I13, 10.MexKor E14, 6.MexKor Q4, 11.MexKor Q4, 14.MexKor S5, "
        "4.MexKor X3, 8.MexKor X2, 15.MexKor W5, 9.MexKor X7, 2.MexKor DD6, 18.MexKor FF6, 5.MexKor Y13, "
        "7.MexKor Q16, 21.MexKor N12"
    ),
    "rus_rifkor": "56.RifKor C17, 42.RifKor A18",
    "rus_kavkor": "6.CosKav Q3, 5.KavKor W3, 2.KavKor EE6",
    "rus_army42": "16.A(R) Y10",
}
TO_COME = {
    "turn:2": "ItAutoCrps ital_corps, 29.A rus_army42, 30.A rus_army42, 31.A rus_army42, 32.A rus_army42",
    "turn:3": ("33.A rus_army42, 34.A rus_army42, 37.A rus_army42, 38.A rus_army42, 40.A rus_army42, 43.A rus_army42"),
    "turn:4": "49.A rus_army42, 50.A rus_army42, 51.A rus_army42, 54.A rus_army42, 55.A rus_army42",
    "turn:11": "2.HunA hun_army, 8.ItA ital_army",
    "siberia": "1.GdsKor rus_gdskor, 1.Shock rus_shock, 2.Shock rus_shock, 3.Shock rus_shock, 4.Shock rus_shock",
    "rest": "Lft.1 ger_air, Lft.2 ger_air, Lft.4 ger_air, VVS.1 rus_air",
}


def june(scenario: Scenario | None = None, **options: str) -> World:
    scenario = scenario or find_scenario("war-barbarossa-1941")
    return openings.laid_out(RULESET, board(), scenario, PHASES, options)


def listed(table: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Counter -> key of the table, second word."""
    rows = ((key, *item.split(" ")) for key, line in table.items() for item in line.split(", "))
    return {name: (key, word) for key, name, word in rows}


def standing(w: World, side: Side) -> dict[str, tuple[str, str]]:
    return {u.id: (u.type.kind, w.board.hexes[u.hex].label) for u in on_map(w, side)}


def test_every_counter_of_the_axis_stands_where_it_should() -> None:
    assert standing(june(), Side.AXIS) == listed(AXIS) and len(listed(AXIS)) == 43


def test_every_russian_counter_too() -> None:
    assert standing(june(), Side.SOVIET) == listed(RUSSIANS) and len(listed(RUSSIANS)) == 42


def test_those_to_come() -> None:
    w = june()
    found = {u.id: (u.place.box, u.type.kind) for u in w.units if u.hex < 0}
    assert found == listed(TO_COME)


def test_two_units_begin_dispersed_in_warsaw() -> None:
    w = june()
    assert [u.id for u in w.units if u[Disruption].disrupted] == ["2.A", "40.PzKps"]
    assert {u.type.set for u in w.units if u[Disruption].disrupted} == {"d"}


def test_all_stand_on_own_ground_and_no_stack_is_too_large() -> None:
    w = june()
    assert all(w.ground[u.hex].control is u.type.side for u in w.units if u.hex >= 0)
    assert [over(w, i) for i in stacks(w) if over(w, i)] == []


def test_the_calendar_and_the_units_it_names() -> None:
    w = june()
    named = {name for group in tables().siberia.groups for name in group}
    named |= {name for units in tables().soviet.also_at.values() for name in units} | {tables().countries.rumanian_army}
    assert named <= set(w.by_id)
    assert w.turns == 12 and len(tables().turn) == 15
    assert tables().turn[1].name == "June 1941" and tables().turn[w.turns].name == "May 1942"


def test_twenty_eight_corps_may_be_placed_by_their_owner() -> None:
    zones = Counter(u.type.set for u in june().units if u.type.set)
    assert zones == {"german-corps": 21, "rumanian-corps": 2, "hungarian-corps": 1, "finnish-corps": 4, "d": 2}


def test_the_war_begins_in_may_if_so_chosen() -> None:
    assert june().clock.turn == 1 and june(may_turn="on").clock.turn == 0


def test_8_the_people_of_a_city_that_begins_in_axis_hands_are_beaten() -> None:
    scenario = find_scenario("war-barbarossa-1941")
    zone = ZoneEntry(
        name="held", title="Held", regions=["germany", "hungary", "rumania", "finland"], also=["Q8", "G15"]
    )
    scenario = replace(scenario, zones={**scenario.zones, "held": zone}, ground="held")
    w = june(scenario)
    cities = {h.index: h.label for h in w.board.hexes if h.vp}
    assert {cities[i] for i in cities if not intrinsic_factor(w, i)} == {"Q8", "G15"}
    assert is_defended(w, at(w, "Q13"), Side.AXIS)  # Smolensk fights
    for unit in w.units:
        if unit.hex == at(w, "Q8"):  # the army of Minsk goes, and nobody bars the way in
            w.mark(Place, unit, hex=-1, box="dead")
    assert not any(is_defended(w, at(w, "Q8"), side) or foe_map(w, side)[at(w, "Q8")] for side in Side)


def test_8_no_city_of_the_crimea_that_the_axis_holds_in_1942_has_people_to_fight_for_it() -> None:
    game = new_game("war-crimea-1942")
    w = world_of(game)
    found = {h.label: (w.ground[h.index].control, intrinsic_factor(w, h.index)) for h in game.board.hexes if h.vp}
    assert {people for side, people in found.values() if side is Side.AXIS} == {0}


def test_every_victory_city_has_its_own_people() -> None:
    w = june()
    found = {h.name: intrinsic_factor(w, h.index) for h in w.board.hexes if intrinsic_factor(w, h.index)}
    assert len(found) == 12 and {name for name, factor in found.items() if factor == 2} == {"Leningrad", "Moscow"}
