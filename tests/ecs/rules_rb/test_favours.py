"""Chapters 11.9, 13.1, 13.4, 18, 19.2: what the rules choose for the owner he may change before the phase ends."""

from __future__ import annotations

from typing import Any

from ecs.core.components import Assignment, Clock, Readiness, Replacements, Side, Steps, SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import arrivals, conversions, replacements
from ecs.rulesets.russia_besieged.combat import air_and_artillery, fortresses, priorities
from ecs.rulesets.russia_besieged.data.calendar import raised_word
from ecs.rulesets.russia_besieged.data.units import state
from ecs.rulesets.russia_besieged.ground import air_drops
from ecs.rulesets.russia_besieged.table import view as views
from ecs.systems import scorekeeping
from ecs.systems.supply import judge
from tests.ecs.rules_rb import stage
from tests.ecs.rules_rb.stage import do, position, where, why
from tests.ecs.rules_rb.test_supply import FIELD, ring
from tests.ecs.rules_rb.test_surrender import near_pocket

KIEV = "2630"


def to_phase(w: World, name: str) -> None:
    w.mark(Clock, w.table, phase=stage.PHASES.index(name))


def feeding(w: World) -> set[str]:
    units = [u for u in w.units if u.hex >= 0]
    return {command.text() for unit in units for command in priorities.feed_commands(w, unit)}


# -- limited sources ----------------------------------------------------------------------------------------


def at_kiev(**facts: Any) -> World:
    """Four armies and a cavalry corps ringed in Kiev, which feeds four; judged, and the arrivals open."""
    defenders = {f"D{n}": ("army_43", KIEV) for n in range(4)} | {"C": ("cav_25", KIEV)}
    ring_round = {f"G{n}": ("ger_inf_54", label) for n, (_, label) in enumerate(ring(KIEV).values())}
    w = position({**defenders, **ring_round}, phase="supply-soviet", control={"soviet": [KIEV]}, **facts)
    judge(w)
    priorities.tell(w)
    to_phase(w, "arrive-soviet")
    return w


def test_13_4_the_owner_says_whom_a_city_feeds() -> None:
    w = at_kiev()
    assert state(w.by_id["D3"]) == 0 and state(w.by_id["C"]) > 0
    assert any(event.text.startswith("Not enough supply for C.") for event in w.events)
    assert feeding(w) == {f"feed C D{n}" for n in range(4)}
    do(w, "feed C D1")
    assert [state(w.by_id[name]) > 0 for name in ("C", "D0", "D1", "D2", "D3")] == [False, False, True, False, False]
    assert feeding(w) == {f"feed D1 {name}" for name in ("C", "D0", "D2", "D3")}


def test_13_4_what_the_owner_has_said_stands_until_he_changes_it() -> None:
    w = at_kiev()
    do(w, "feed C D1")
    to_phase(w, "supply-soviet")
    judge(w)
    assert state(w.by_id["C"]) == 0 and state(w.by_id["D1"]) > 0
    to_phase(w, "arrive-soviet")
    do(w, "feed D1 C")
    assert state(w.by_id["D1"]) == 0 and state(w.by_id["C"]) > 0
    do(w, "feed C D0", "feed D0 D2", "feed D2 C")
    assert [u.id for u in w.units if u.hex >= 0 and state(u)] == ["C"]


def test_13_4_who_cannot_be_fed_instead_is_told_why() -> None:
    w = at_kiev(reduced=["D0"])
    assert why(w, "feed D0 D1") == "supplied" and why(w, "feed C G0") == "enemy-unit"
    assert why(w, "feed C C") == "not-fed" and why(w, "feed X D1") == "no-such-unit"
    w.mark(Replacements, w.table, factors=5)
    w.mark(Steps, w.by_id["D0"], lost=1)
    scorekeeping.put(w, raised_word(w.by_id["D0"]), 1)
    assert why(w, "feed C D0") == "raised"
    to_phase(w, "move1-soviet")
    assert why(w, "feed C D1") == "not-feeding" and not feeding(w)


def test_13_4_two_cities_do_not_swap_their_guests() -> None:
    """Who is far from the city cannot take a place in it."""
    w = at_kiev()
    far = {**{f"D{n}": ("army_43", KIEV) for n in range(5)}, "F": ("army_43", "3127")}
    spots = [label for _, label in (*ring(KIEV).values(), *ring(FIELD).values())]
    rings = {f"G{n}": ("ger_inf_54", label) for n, label in enumerate(spots)}
    w = position({**far, **rings}, phase="supply-soviet", control={"soviet": [KIEV]})
    judge(w)
    to_phase(w, "arrive-soviet")
    assert state(w.by_id["F"]) > 0 and why(w, "feed F D0") == "no-source"
    assert not priorities.feed_commands(w, w.by_id["F"]) and feeding(w) == {f"feed D4 D{n}" for n in range(4)}


# -- from the air -------------------------------------------------------------------------------------------


def test_13_1_the_owner_says_whom_aircraft_feed() -> None:
    w = near_pocket()
    hex_ = where(w, "G0")
    do(w, f"airlift A0 {hex_}")
    assert w.by_id["G0"][SupplyState].relieved and feeding(w) == {"feed G1 G0", "feed G2 G0"}
    do(w, "feed G2 G0")
    assert [w.by_id[f"G{n}"][SupplyState].relieved for n in range(3)] == [False, False, True]
    fortresses.surrender_check(w)
    assert where(w, "G2") == hex_ and where(w, "G0") != hex_
    assert why(near_pocket(), "feed G1 G0") == "not-lifted"


# -- readying -----------------------------------------------------------------------------------------------


def in_mud(weather: str = "Mud") -> World:
    """Three Used groups in Warsaw; two get ready in bad weather."""
    w = position(
        {f"L{n}": ("ger_air", "1326") for n in range(3)}, turn=1, phase="ready-axis", weather=weather,
        control={"axis": ["1326", "0223"]},
    )  # fmt: skip
    for n in range(3):
        w.mark(Readiness, w.by_id[f"L{n}"], spent=True)
    air_and_artillery.get_ready(w)
    to_phase(w, "move1-axis")
    return w


def readying(w: World) -> set[str]:
    return {command.text() for unit in w.units for command in priorities.ready_commands(w, unit)}


def used(w: World) -> list[str]:
    return [u.id for u in air_drops.groups(w, Side.AXIS) if u[Readiness].spent]


def test_11_9_the_owner_says_which_groups_get_ready_in_bad_weather() -> None:
    w = in_mud()
    assert used(w) == ["L2"] and readying(w) == {"ready L2 L0", "ready L2 L1"}
    assert any("L2" in event.text or "ready instead" in event.text for event in w.events)
    do(w, "ready L2 L0")
    assert used(w) == ["L0"] and readying(w) == {"ready L0 L1", "ready L0 L2"}


def test_11_9_a_group_that_has_been_sent_out_stays_ready() -> None:
    w = in_mud()
    w.mark(Assignment, w.by_id["L0"], target=5)
    assert why(w, "ready L2 L0") == "sent" and why(w, "ready L0 L2") == "not-waiting"
    assert readying(w) == {"ready L2 L1"}
    to_phase(w, "plan1-axis")
    assert why(w, "ready L2 L1") == "no-readying"


def test_11_9_in_good_weather_there_is_nothing_to_choose() -> None:
    w = in_mud("Clear")
    assert not used(w) and not readying(w)


# -- alike, but not for long --------------------------------------------------------------------------------


def test_19_2_of_dead_units_that_are_alike_the_owner_picks_by_what_they_will_become() -> None:
    dead = ("9.A", "16.A", "24.A", "21.A", "10.A")
    w = position(dict.fromkeys(dead, ("army_23", "[dead]")), phase="arrive-soviet", turn=6)
    w.mark(Replacements, w.table, factors=5)
    offered = {name for name in dead if replacements.commands(w, w.by_id[name])}
    assert offered == {"9.A", "16.A", "24.A"}
    assert why(w, "rebuild 10.A 0") == "alike" and why(w, "rebuild 21.A 0") == "alike"
    do(w, "rebuild 16.A 0")
    assert where(w, "16.A") == "raised"


def test_18_units_that_wait_are_placed_in_the_order_the_owner_likes() -> None:
    w = position({"9.A": ("army_23", "[raised]"), "16.A": ("army_23", "[raised]")}, phase="arrive-soviet", turn=6)
    assert arrivals.enter_commands(w, w.by_id["9.A"]) and arrivals.enter_commands(w, w.by_id["16.A"])


def test_18_a_counter_tells_what_the_calendar_has_in_store() -> None:
    w = position({"16.A": ("army_23", "[dead]"), "9.A": ("army_23", "[dead]")}, phase="arrive-soviet", turn=6)
    assert conversions.words(w, w.by_id["16.A"]) == "becomes a Guards army (6-4) in May/June 1943"
    view = views.DISPLAY.unit_view(w, w.by_id["16.A"], Side.SOVIET)
    assert view is not None and view.outlook.endswith("May/June 1943")
    w.mark(Clock, w.table, turn=13)
    assert not conversions.words(w, w.by_id["16.A"]) and not conversions.words(w, w.by_id["9.A"])
