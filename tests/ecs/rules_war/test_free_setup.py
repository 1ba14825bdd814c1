"""14: where the Axis may put its counters."""

from __future__ import annotations

import pytest

from ecs.core.commands import Deploy, Lift
from ecs.core.components import Clock, CounterInHand, Side
from ecs.core.files.scenarios import find_scenario
from ecs.core.world import World
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.campaign import setup
from ecs.rulesets.war_against_russia.ground.control import over
from ecs.rulesets.war_against_russia.ground.terrain import region
from ecs.systems import deployment
from ecs.systems.stacking import on_map, stacks
from tests.ecs.rules_war.stage import PHASES, board, where
from tests.kits import openings

ARMIES = {
    "18.A",
    "4.PzGr",
    "16.A",
    "3.PzGr",
    "9.A",
    "4.A",
    "2.PzGr",
    "6.A",
    "1.PzGr",
    "17.A",
    "3.RomA",
    "11.A",
    "4.RomA",
}
FORMING = {"2.A", "40.PzKps"}


def june(mode: str, **options: str) -> World:
    scenario = find_scenario("war-barbarossa-1941")
    return openings.laid_out(RULESET, board(), scenario, PHASES, {"setup": mode, **options})


def labels(w: World, unit: str) -> set[str]:
    return {w.board.hexes[i].label for i in setup.berths(w, w.by_id[unit])}


def country(w: World, name: str) -> set[str]:
    return {w.board.hexes[i].label for i in region(w, name)}


def why(w: World, line: str) -> str:
    verb, name = line.split()
    found = deployment.judge_lift(w, Lift(name)) if verb == "lift" else deployment.judge_deploy(w, Deploy(name))
    return found.reason if found else ""


def put(w: World, unit: str, spot: str) -> None:
    deployment.lift(w, Lift(unit))
    assert Deploy(spot) in deployment.deploy_commands(w), (unit, spot)
    deployment.deploy(w, Deploy(spot))


def liftable(w: World) -> set[str]:
    return {u.id for u in w.units if deployment.lift_commands(w, u)}


# -- when, who ------------------------------------------------------------------------------------------------


def test_before_the_first_turn_unless_the_set_up_is_the_printed_one() -> None:
    assert not setup.is_setting_up(june("quick"))
    for mode in ("corps", "free"):
        w = june(mode)
        assert setup.is_setting_up(w)
        w.mark(Clock, w.table, turn=2)
        assert not setup.is_setting_up(w)
    w = june("corps", may_turn="on")
    assert w.clock.turn == 0 and setup.is_setting_up(w)
    w.mark(Clock, w.table, turn=1)
    assert not setup.is_setting_up(w)


def test_corps_are_placed_and_armies_have_their_hex() -> None:
    w = june("corps")
    every = {u.id for u in on_map(w, Side.AXIS)}
    assert liftable(w) == every - ARMIES - FORMING and len(liftable(w)) == 28
    assert why(w, "lift 18.A") == "fixed" and why(w, "lift 8.A") == "no-lifting"
    assert why(w, "lift ItAutoCrps") == "no-lifting" and why(w, "lift Nobody") == "no-such-unit"


def test_under_the_free_set_up_all_are_but_those_still_forming() -> None:
    w = june("free")
    assert liftable(w) == {u.id for u in on_map(w, Side.AXIS)} - FORMING


# -- where ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["corps", "free"])
def test_14_corps_of_every_nation_go_anywhere_on_the_axis_side_of_the_border(mode: str) -> None:
    w = june(mode)
    for unit in ("1.InfKps", "56.PzKps", "RomCavCrps", "2.FinCrps", "HunMobCrps"):
        found = labels(w, unit)
        for name, spot in (("germany", "M3"), ("hungary", "Z1"), ("finland", "E10")):
            assert spot in found & country(w, name), (unit, spot)
        assert not found - country(w, "germany") - country(w, "hungary") - country(w, "rumania") - country(w, "finland")
    assert "HH2" in labels(w, "RomCavCrps") and "EE4" in labels(w, "56.PzKps")
    assert not labels(w, "HunMobCrps") & country(w, "rumania")


def test_no_more_than_two_german_infantry_corps_in_rumania() -> None:
    w = june("corps")
    assert country(w, "rumania") & labels(w, "30.InfKps") and not country(w, "rumania") & labels(w, "1.InfKps")
    deployment.lift(w, Lift("1.InfKps"))
    assert why(w, "deploy EE4") == "rumania-full" and why(w, "deploy Q3") == "no-berth"
    deployment.deploy(w, Deploy("M4"))
    put(w, "54.InfKps", "T1")
    assert "EE4" in labels(w, "1.InfKps") and "EE4" in labels(w, "49.MtnKps")


def test_hungarians_and_rumanians_do_not_share_a_hex_in_the_set_up() -> None:
    w = june("corps")
    put(w, "RomCavCrps", "Z1")
    assert "Z1" not in labels(w, "HunMobCrps")


def test_no_more_than_nine_german_units_in_rumania_under_the_free_set_up() -> None:
    w = june("free")
    movers = ["56.PzKps", "1.InfKps", "4.PzGr", "18.A", "16.A", "3.PzGr"]
    for unit, spot in zip(movers, ("EE4", "EE3", "GG3", "HH4", "FF3", "FF1"), strict=True):
        put(w, unit, spot)
    assert len(setup.germans_in_rumania(w)) == 9
    assert not labels(w, "9.A") & country(w, "rumania") and "HH2" in labels(w, "11.A")
    deployment.lift(w, Lift("9.A"))
    assert why(w, "deploy GG1") == "rumania-full"


def test_full_hexes_and_russian_ground_are_shut() -> None:
    w = june("corps")
    assert "L4" not in labels(w, "2.InfKps") and "N4" in labels(w, "2.InfKps") and "W1" not in labels(w, "2.InfKps")
    assert why(w, "deploy M4") == "nothing-lifted"


def test_the_counter_in_hand_is_put_down() -> None:
    w = june("corps")
    deployment.lift(w, Lift("2.InfKps"))
    assert w.decisions.stack == ("deploy",) and deployment.deploy_side(w) is Side.AXIS
    assert "2nd Infantry Corps" in deployment.deploy_view(w).prompt
    deployment.deploy(w, Deploy("O1"))
    assert where(w, "2.InfKps") == "O1" and not w.decisions.stack and w[CounterInHand].lifted == -1


@pytest.mark.parametrize("mode", ["corps", "free"])
def test_after_a_whole_shuffle_the_set_up_is_sound(mode: str) -> None:
    w = june(mode)
    for number, unit in enumerate(on_map(w, Side.AXIS)):
        if deployment.lift_commands(w, unit):
            deployment.lift(w, Lift(unit.id))
            offered = deployment.deploy_commands(w)
            deployment.deploy(w, Deploy(offered[number * 7 % len(offered)].text().split()[1]))
    assert not any(over(w, i) for i in stacks(w))
    assert all(w.ground[u.hex].control is Side.AXIS for u in on_map(w, Side.AXIS))
    germans = setup.germans_in_rumania(w)
    corps = [u for u in germans if "infantry" in u.type and u.type.size == "corps"]
    assert len(germans) <= 9 if mode == "free" else len(corps) <= 2
