"""Chapter 6: stacking."""

from __future__ import annotations

from ecs.core.commands import Move
from ecs.core.components import Weather
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.ground.control import excess, full_for, no_room, over
from ecs.systems.marches import judge_move, move_commands
from tests.ecs.rules_war.stage import at, position

ARMY, GROUP, CORPS, PANZERS = "ger_army", "ger_pzgr", "ger_infkps", "ger_pzkps"
RUMANIANS, HUNGARIANS = "rum_corps", "hun_mob"


def test_two_units_to_a_hex_and_one_of_them_larger_than_a_corps() -> None:
    units = {"A": (ARMY, "Q5"), "C": (CORPS, "Q5"), "G": (GROUP, "Q6"), "D": (CORPS, "Q7"), "E": (CORPS, "Q7")}
    w = position(units)
    refusal = no_room(w, w.by_id["D"], at(w, "Q5"))
    assert refusal is not None and refusal.rule == "6" and "at most 2 units" in refusal.text
    army = no_room(w, w.by_id["A"], at(w, "Q6"))
    assert army is not None and "larger than a corps" in army.text
    assert no_room(w, w.by_id["D"], at(w, "Q6")) is None is no_room(w, w.by_id["A"], at(w, "Q5"))
    assert full_for(w, w.by_id["A"]) == {at(w, "Q6"), at(w, "Q7")}
    assert full_for(w, w.by_id["D"]) == {at(w, "Q5")} and not over(w, at(w, "Q5"))


def test_6_one_armour_unit_in_mountain_and_in_swamp_not_frozen() -> None:
    units = {"A": (PANZERS, "T6"), "B": (PANZERS, "T4"), "C": (CORPS, "T4"), "M": ("rus_mexkor", "AA1")}
    w = position(units, weather="Mud")
    assert w.board.hexes[at(w, "T6")].terrain == "swamp" and w.board.hexes[at(w, "AA1")].terrain == "mountain"
    refusal = no_room(w, w.by_id["B"], at(w, "T6"))
    assert refusal is not None and "swamp or mountain" in refusal.text
    assert no_room(w, w.by_id["C"], at(w, "T6")) is None and at(w, "T6") in full_for(w, w.by_id["B"])
    assert excess(w, [w.by_id["M"], w.by_id["M"]], at(w, "AA1")) and not excess(w, [w.by_id["M"]], at(w, "AA1"))
    for sky in ("Good", "Mud", "Hard Frost", "Snow", "Subarctic"):
        w.mark(Weather, w.table, name=sky)
        frozen = sky in ("Snow", "Subarctic")
        assert (no_room(w, w.by_id["B"], at(w, "T6")) is None) is frozen, sky
        assert (at(w, "T6") in full_for(w, w.by_id["B"])) is not frozen, sky
        assert excess(w, [w.by_id["M"], w.by_id["M"]], at(w, "AA1")), sky  # mountains never freeze


def test_6_armour_that_came_over_the_ice_stays_when_it_thaws() -> None:
    w = position({"A": (PANZERS, "T6"), "B": (PANZERS, "T6"), "C": (PANZERS, "AA1"), "D": (PANZERS, "AA1")})
    ask = RULESET.battlefield.excess
    assert over(w, at(w, "T6")) and not ask(w, [w.by_id["A"], w.by_id["B"]], at(w, "T6"))
    assert ask(w, [w.by_id["C"], w.by_id["D"]], at(w, "AA1"))
    moves = {command.text() for command in move_commands(w, w.by_id["A"])}
    assert "move A T5" in moves and judge_move(w, Move("A", "T5")) is None


def test_hungarians_and_rumanians_never_share_a_hex() -> None:
    units = {"R": (RUMANIANS, "X3"), "H": (HUNGARIANS, "X1"), "G": (CORPS, "X2")}
    w = position(units)
    refusal = no_room(w, w.by_id["H"], at(w, "X3"))
    assert refusal is not None and "Hungarians and Romanians" in refusal.text
    assert full_for(w, w.by_id["R"]) == {at(w, "X1")} and not full_for(w, w.by_id["G"])


def test_aircraft_do_not_count() -> None:
    w = position({"L": ("ger_air", "[air]"), "A": (ARMY, "Q5"), "C": (CORPS, "Q5")})
    assert not full_for(w, w.by_id["L"]) and no_room(w, w.by_id["L"], at(w, "Q5")) is None
