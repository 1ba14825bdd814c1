"""13: who comes when, and where."""

from __future__ import annotations

from ecs.core.commands import Enter
from ecs.core.components import Clock, Disruption, Marched, Readiness, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign import arrivals
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.rulesets.war_against_russia.ground.terrain import region
from ecs.rulesets.war_against_russia.sequence import PHASES
from tests.ecs.rules_war.stage import position, where
from tests.ecs.staging import begin

STAGE = {"4.A": ("ger_army", "R3"), "8.A": ("rus_army41", "L5")}
GERMAN_EDGE = {f"{row}1" for row in "LMNOPRSTUV"}


def opened(side: str, turn: int, units: dict[str, tuple[str, str]], **facts) -> World:  # type: ignore[no-untyped-def]
    w = position({**STAGE, **units}, turn=turn, phase=f"initial-{side}", **facts)
    begin(w, PHASES)
    w.forget()
    return w


def hexes(w: World, unit: str) -> set[str]:
    return {c.text().split()[-1] for c in arrivals.enter_commands(w, w.by_id[unit])}


def why(w: World, unit: str, spot: str) -> str:
    found = arrivals.BY_GATE.judge(w, Enter(unit, spot))
    return found.reason if found else ""


# -- when -----------------------------------------------------------------------------------------------------


def test_units_come_in_their_turn_and_wait_until_they_are_placed() -> None:
    w = opened("axis", 2, {"ItAutoCrps": ("ital_corps", "[turn:2]"), "8.ItA": ("ital_army", "[turn:11]")})
    assert (where(w, "ItAutoCrps"), where(w, "8.ItA")) == ("waiting", "turn:11")
    assert any("ItAutoCrps" in event.text for event in w.events)
    assert [u.id for u in arrivals.waiting(w, Side.AXIS)] == ["ItAutoCrps"] and not arrivals.waiting(w, Side.SOVIET)
    w.mark(Clock, w.table, turn=3)
    assert hexes(w, "ItAutoCrps") == {"Q1"} and hexes(w, "8.ItA") == set()
    assert why(w, "8.ItA", "Q1") == "not-waiting"


def test_only_in_the_own_initial_phase() -> None:
    w = position({**STAGE, "It": ("ital_corps", "[waiting]")}, turn=2, phase="move-axis")
    assert why(w, "It", "Q1") == "no-entry" and hexes(w, "It") == set()
    w = position({**STAGE, "It": ("ital_corps", "[waiting]")}, turn=2, phase="initial-soviet")
    assert why(w, "It", "Q1") == "no-entry"
    assert why(w, "Nobody", "Q1") == "no-such-unit" and why(w, "It", "Q99") == "no-such-hex"


def test_a_side_musters_its_own_alone() -> None:
    w = opened("axis", 2, {"29.A": ("rus_army42", "[turn:2]")})
    assert where(w, "29.A") == "turn:2" and not any("29.A" in event.text for event in w.events)


# -- the Axis -------------------------------------------------------------------------------------------------


def test_the_axis_comes_in_at_warsaw_and_may_act_at_once() -> None:
    w = opened("axis", 2, {"It": ("ital_corps", "[turn:2]")})
    assert why(w, "It", "L1") == "no-gate"
    arrivals.enter(w, Enter("It", "Q1"))
    unit = w.by_id["It"]
    assert where(w, "It") == "Q1" and not unit[Marched].moved and not unit[Readiness].spent
    assert not unit[Disruption].disrupted


def test_when_warsaw_is_full_the_edge_of_germany_is_open() -> None:
    crowd = {"2.A": ("ger_army", "Q1"), "40.PzKps": ("ger_pzkps", "Q1"), "It": ("ital_corps", "[turn:2]")}
    assert hexes(opened("axis", 2, crowd), "It") == GERMAN_EDGE


def test_when_warsaw_is_lost_too() -> None:
    w = opened("axis", 2, {"It": ("ital_corps", "[turn:2]"), "X": ("rus_army41", "Q1")})
    assert hexes(w, "It") == GERMAN_EDGE - {"P1", "R1"} and why(w, "It", "Q1") == "no-gate"


def test_rumanians_come_in_at_iasi_and_finns_at_helsinki() -> None:
    w = opened("axis", 11, {"Rum": ("rum_army", "[waiting]"), "Fin": ("fin_corps", "[waiting]")})
    assert hexes(w, "Rum") == {"DD5"} and hexes(w, "Fin") == {"E10"}
    w = opened("axis", 11, {"Rum": ("rum_army", "[waiting]"), "X": ("rus_army41", "DD5")})
    assert hexes(w, "Rum") == {"DD1", "EE1", "FF1", "GG1", "HH1"}


# -- the Russians ---------------------------------------------------------------------------------------------


def test_russian_armies_come_in_at_the_eastern_edge() -> None:
    w = opened("soviet", 3, {"33.A": ("rus_army42", "[turn:3]")})
    edge = {w.board.hexes[i].label for i in region(w, "edge_rus_entry")}
    assert hexes(w, "33.A") == edge and "A20" in edge and "Q28" in edge and "QQ26" in edge
    assert why(w, "33.A", "Q19") == "no-gate"


def test_those_of_july_also_at_moscow() -> None:
    w = opened("soviet", 2, {"29.A": ("rus_army42", "[turn:2]")})
    assert "Q19" in hexes(w, "29.A") and "Q28" in hexes(w, "29.A")
    lost = opened("soviet", 2, {"29.A": ("rus_army42", "[turn:2]"), "X": ("ger_army", "Q19")})
    assert "Q19" not in hexes(lost, "29.A")
    ring = {f"X{n}": ("ger_army", spot) for n, spot in enumerate(("Q18", "Q20", "P18", "P19", "R18", "R19"))}
    cut_off = opened("soviet", 2, {"29.A": ("rus_army42", "[turn:2]"), **ring})
    assert "Q19" not in hexes(cut_off, "29.A")


def test_an_edge_the_enemy_holds_is_shut_and_a_full_hex_too() -> None:
    w = opened(
        "soviet", 3, {"33.A": ("rus_army42", "[turn:3]"), "X": ("ger_army", "Q28"), "7.A": ("rus_army41", "O28")}
    )
    assert not {"Q28", "O28"} & hexes(w, "33.A")
    assert why(w, "33.A", "Q28") == "no-gate" and why(w, "33.A", "O28") == "overstacked"


def test_units_just_alike_come_in_one_after_the_other() -> None:
    w = opened("soviet", 3, {"33.A": ("rus_army42", "[turn:3]"), "34.A": ("rus_army42", "[turn:3]")})
    assert why(w, "34.A", "Q28") == "alike" and hexes(w, "34.A") == set()
    arrivals.enter(w, Enter("33.A", "Q28"))
    assert "O28" in hexes(w, "34.A") and "Q28" not in hexes(w, "34.A")


def test_those_with_moscow_in_their_orders_are_not_like_the_others() -> None:
    w = opened("soviet", 3, {"29.A": ("rus_army42", "[waiting]"), "33.A": ("rus_army42", "[turn:3]")})
    assert "Q19" in hexes(w, "29.A") and "Q28" in hexes(w, "33.A") and "Q19" not in hexes(w, "33.A")


# -- April 1942 -----------------------------------------------------------------------------------------------


def test_lost_allies_come_back_once_in_april_1942_dispersed() -> None:
    dead = {"Rum": ("rum_army", "[dead]"), "Hun": ("hun_mob", "[dead]"), "G": ("ger_army", "[dead]")}
    assert where(opened("axis", 10, dead), "Rum") == "dead"
    w = opened("axis", 11, dead)
    assert [where(w, u) for u in dead] == ["waiting", "waiting", "dead"]
    arrivals.enter(w, Enter("Rum", "DD5"))
    assert where(w, "Rum") == "DD5" and w.by_id["Rum"][Disruption].disrupted
    assert where(opened("axis", 12, dead), "Rum") == "dead"
    assert tables().turn[11].name == "April 1942"
