"""Chapter 21: which ally leaves the war, when, and what becomes of its country?"""

from __future__ import annotations

from ecs.core.components import Clock, Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import allies, arrivals
from ecs.rulesets.russia_besieged.sequence import PHASES
from tests.ecs.rules_rb.stage import at, position, where
from tests.ecs.staging import begin

UNITS = {
    "F-II": ("fin_inf_44", "2010"), "R-V": ("rum_inf_33", "2138"), "R-II": ("rum_inf_23", "[dead]"),
    "I.K": ("ger_inf_54", "1326"), "H-Rapid": ("hun_mot_25", "3330"),
}  # fmt: skip


def ended(turn: int, soviet: tuple[str, ...] = (), **units: tuple[str, str]) -> World:
    w = position({**UNITS, **units}, turn=turn, phase="end", control={"soviet": soviet})
    allies.end_of_turn(w)
    w.forget()
    return w


def test_nobody_leaves_without_a_reason() -> None:
    w = ended(20)
    assert not any(allies.has_left(w, nation) for nation in ("FIN", "ROM", "HUN"))
    assert (where(w, "F-II"), where(w, "R-V")) == ("2010", "2138")


def test_contingents_go_home_at_the_end_of_their_time() -> None:
    units = {"CSIR": ("ita_mot_35", "3331"), "Sp250": ("spa_inf_24", "2612")}
    w = ended(12, **units)
    assert (where(w, "CSIR"), where(w, "Sp250")) == ("gone", "2612")
    assert where(ended(16, **units), "Sp250") == "gone"
    assert where(ended(20, Slovak=("slk_mot_15", "3331")), "Slovak") == "gone"


def test_finland_tires_late_once_leningrad_is_safe() -> None:
    assert where(ended(20, ("2712",)), "F-II") == "2010"
    w = ended(21, ("2712",))
    assert (where(w, "F-II"), where(w, "F-IV")) == ("gone", "gone")
    assert w.ground[at(w, "2010")].control is Side.SOVIET
    assert where(w, "XVIII.Gb") == "turn:22"


def test_germans_in_finland_are_lost_with_it() -> None:
    spot = next(h.label for h in position(UNITS).board.hexes if h.nation == "FIN")
    w = ended(21, ("2712",), **{"XXXVI.Gb": ("ger_mtn_64", spot)})
    assert where(w, "XXXVI.Gb") == "dead"


def test_the_fall_of_helsinki_ends_it_at_any_time() -> None:
    w = ended(5, ("2010",), **{"F-II": ("fin_inf_44", "2510")})
    assert where(w, "F-II") == "gone"
    assert where(w, "XVIII.Gb") == "turn:21"


def test_romania_changes_sides_with_bucharest_or_two_other_cities() -> None:
    assert not allies.has_left(ended(15, ("2137",)), "ROM")
    for soviet in (("1842",), ("2137", "2141")):
        w = ended(15, soviet)
        assert (where(w, "R-V"), where(w, "R-II"), where(w, "R-IV")) == ("gone", "gone", "gone")


def test_romanian_cities_without_axis_units_open_and_two_armies_change_sides() -> None:
    w = ended(15, ("1842",), **{"XI.K": ("ger_inf_54", "1841")})
    assert w.ground[at(w, "2243")].control is Side.SOVIET
    assert w.ground[at(w, "1841")].control is Side.AXIS
    assert (where(w, "Rum1"), where(w, "Rum4")) == ("turn:16", "turn:16")
    w.mark(Clock, w.table, turn=16, phase=w.phases.index("arrive-soviet"))
    begin(w, PHASES)
    found = {c.text().split()[-1] for c in arrivals.enter_commands(w, w.by_id["Rum1"])}
    assert found == {"2137", "2141", "2243"}


def test_hungary_leaves_with_budapest() -> None:
    w = ended(22, ("0735",))
    assert where(w, "H-Rapid") == "gone"
    assert allies.has_left(w, "HUN")
