"""24.5 (11.3): the free set-up of June 1941."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.commands import Deploy
from ecs.core.components import Clock, CounterInHand, Place, Side
from ecs.core.files.scenarios import find_scenario
from ecs.core.ruleset import Handler
from ecs.core.world import World
from ecs.rulesets.russia_besieged import RULESET
from ecs.rulesets.russia_besieged.campaign import setup
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.units import districts, letter
from ecs.rulesets.russia_besieged.ground.occupancy import over
from ecs.systems import deployment
from ecs.systems.stacking import on_map, stacks
from tests.ecs.rules_rb import stage
from tests.ecs.rules_rb.stage import PHASES, at, board, do, position, where, why
from tests.kits import openings

ON = {"free_setup": "on"}
SETUP = ("setup-soviet", "setup-axis", *PHASES)


@pytest.fixture(autouse=True)
def _orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "PHASES", SETUP)
    monkeypatch.setitem(stage.ORDERS, "deploy", Handler(Deploy, deployment.deploy, judge))


def judge(w: World, command: Any) -> Any:
    """As the engine asks: a command that is offered is not judged."""
    offered = w[CounterInHand].lifted >= 0 and command in deployment.deploy_commands(w)
    return None if offered else deployment.judge_deploy(w, command)


def june(side: str, **options: str) -> World:
    """The morning of 22 June 1941, before the first turn."""
    w = openings.laid_out(RULESET, board(), find_scenario("rb-campaign-1941"), SETUP, {**ON, **options})
    w.mark(Clock, w.table, phase=SETUP.index(f"setup-{side}"))
    return w


def labels(w: World, unit: str) -> set[str]:
    """Where a counter may be put down."""
    return {w.board.hexes[i].label for i in setup.berths(w, w.by_id[unit])}


# -- when -----------------------------------------------------------------------------------------------------


def test_only_in_june_1941_and_only_if_chosen() -> None:
    assert setup.is_setting_up(june("soviet"))
    assert not setup.is_setting_up(june("soviet", free_setup="off"))
    w = june("soviet")
    w.mark(Clock, w.table, turn=2)
    assert not setup.is_setting_up(w)
    later = position({}, turn=7, options=ON, start_turn=7, ground="axis_1942_05")
    assert not setup.is_setting_up(later)


def test_every_district_is_on_the_map() -> None:
    for name, district in tables().district.items():
        assert board().regions[district.region], name
        assert not district.border or board().regions[district.border]
    assert set(tables().district) - {"Axis leaders", "Axis air"} <= set(districts().values())


def test_the_side_whose_phase_it_is_lifts_its_own() -> None:
    w = june("soviet")
    assert why(w, "lift XXVI.K") == "no-lifting" and why(w, "lift Stalin") == "fixed"
    assert why(w, "lift Nobody") == "no-such-unit" and why(w, "deploy 1619") == "nothing-lifted"
    assert {u.id for u in on_map(w, Side.SOVIET) if deployment.lift_commands(w, u)} == {
        u.id for u in on_map(w, Side.SOVIET) if u.id != "Stalin"
    }
    w.mark(Clock, w.table, phase=SETUP.index("supply-axis"))
    assert why(w, "lift 8.A") == "no-lifting"


# -- where ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_every_counter_may_stay_and_goes_nowhere_but_its_district(side: str) -> None:
    w = june(side)
    for unit in on_map(w, Side(side)):
        if setup.cannot_lift(w, unit) is None:
            district = setup.district_of(w, unit)
            found = setup.berths(w, unit)
            assert district is not None and unit.hex in found, unit.id
            assert len(found) > 1 or setup.needed_for(w, unit), unit.id
            assert set(found) <= {*w.board.regions[district.region], unit.hex}, unit.id


def test_armies_go_anywhere_in_their_district() -> None:
    w = june("soviet")
    assert {"3031", "4531"} <= labels(w, "19.A") and "4631" not in labels(w, "19.A")
    assert "1721" in labels(w, "27.A") and "2223" not in labels(w, "27.A")
    assert {"5047", "5949"} <= labels(w, "44.A")
    axis = june("axis")
    assert labels(axis, "F-VI") <= {w.board.hexes[i].label for i in w.board.regions["FIN"]}
    assert "2241" in labels(axis, "XI.K") and "1622" not in labels(axis, "XI.K")


def test_motorised_units_stay_out_of_swamps_without_a_railway() -> None:
    w = june("soviet")
    for unit in ("5.MC", "16.A"):
        found = setup.berths(w, w.by_id[unit])
        swamps = [i for i in found if w.board.hexes[i].terrain == "marsh" and "rail" not in w.board.hexes[i].traits]
        assert bool(swamps) == (unit == "16.A")
        assert not set(found) & set(w.board.regions["northern_swamp"])


def test_a_full_hex_takes_nobody_more() -> None:
    w = june("axis")
    assert "1421" in labels(w, "XXXVIII.K") and "1522" not in labels(w, "XXXVIII.K")


def test_a_field_marshal_goes_to_german_troops_and_is_not_left_alone() -> None:
    w = june("axis")
    assert {"1526", "1622"} <= labels(w, "Leeb") and "1527" not in labels(w, "Leeb")
    assert "1524" not in labels(w, "Leeb") and "0725" not in labels(w, "Leeb")
    for unit in ("I.K", "XLI.Pz"):
        do(w, f"lift {unit}", "deploy 1420" if unit == "I.K" else "deploy 1421")
    assert why(w, "lift LVI.Pz") == "lone-marshal"
    do(w, "lift Leeb", "deploy 1420")
    assert not why(w, "lift LVI.Pz")


def test_air_groups_go_to_bases_and_their_airbase_stays() -> None:
    w = june("axis")
    assert "0223" in labels(w, "Luft-5") and "2010" not in labels(w, "Luft-5")
    assert why(w, "lift Axis-base-1") == "groups-there"
    do(w, "lift Luft-4", "deploy 0223")
    assert not why(w, "lift Axis-base-1") and len(labels(w, "Axis-base-1")) > 5


# -- the border -------------------------------------------------------------------------------------------------


def test_a_border_that_is_guarded_stays_guarded() -> None:
    w = june("soviet")
    lone = [u for u in on_map(w, Side.SOVIET) if setup.needed_for(w, u)]
    assert lone
    for unit in lone:
        watch = setup.needed_for(w, unit)
        for index in setup.berths(w, unit):
            assert all(w.board.distance(index, j) <= 1 for j in watch)
    unit = lone[0]
    open_there = set(setup.zone_hexes(w, unit)) - set(setup.berths(w, unit))
    do(w, f"lift {unit.id}")
    found = {why(w, f"deploy {w.board.hexes[i].label}") for i in open_there}
    assert "border" in found
    assert setup.set_up_done(w) is None


def test_a_border_torn_open_is_refused_at_the_end() -> None:
    w = june("soviet")
    lone = next(u for u in on_map(w, Side.SOVIET) if setup.needed_for(w, u))
    w.mark(Place, lone, hex=at(w, "4531"))
    refusal = setup.set_up_done(w)
    assert refusal is not None and refusal.reason == "border-open"
    w.mark(Clock, w.table, phase=SETUP.index("setup-axis"))
    assert setup.set_up_done(w) is None


def test_lifting_and_putting_down() -> None:
    w = june("soviet")
    do(w, "lift 19.A")
    assert w.decisions.stack == ("deploy",) and deployment.deploy_side(w) is Side.SOVIET
    assert "19th Army" in deployment.deploy_view(w).prompt
    assert why(w, "deploy 0223") == "no-berth"
    do(w, "deploy 3031")
    assert where(w, "19.A") == "3031" and not w.decisions.stack and w[CounterInHand].lifted == -1


@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_after_a_whole_shuffle_the_set_up_is_sound(side: str) -> None:
    w = june(side)
    for number, unit in enumerate(on_map(w, Side(side))):
        if not deployment.lift_commands(w, unit):
            continue
        do(w, f"lift {unit.id}")
        offered = deployment.deploy_commands(w)
        do(w, offered[number * 7 % len(offered)].text())
    assert setup.set_up_done(w) is None
    assert not any(over(w, i) for i in stacks(w))
    assert all(w.ground[u.hex].control is u.type.side for u in on_map(w, Side(side)) if letter(u) != "BASE")
