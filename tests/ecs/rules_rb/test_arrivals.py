"""Chapters 14 and 18: who comes, where, who leaves, and who becomes something else?"""

from __future__ import annotations

import pytest

from ecs.core.commands import Enter
from ecs.core.components import Clock, Place, Replacements, Steps, SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import arrivals, conversions, income, leaders
from ecs.rulesets.russia_besieged.data.units import card, current_class
from ecs.rulesets.russia_besieged.ground.removal import left_alone, stack_lost
from ecs.rulesets.russia_besieged.sequence import PHASES
from tests.ecs.rules_rb.stage import load_dice, position, where
from tests.ecs.staging import begin

STAGE = {"I.K": ("ger_inf_54", "1224"), "8.A": ("army_33", "3520")}


def opened(phase: str, turn: int, **facts) -> World:  # type: ignore[no-untyped-def]
    units = {**STAGE, **facts.pop("units", {})}
    w = position(units, turn=turn, phase=phase, **facts)
    begin(w, PHASES)
    w.forget()
    return w


def hexes(w: World, unit: str) -> set[str]:
    return {c.text().split()[-1] for c in arrivals.enter_commands(w, w.by_id[unit])}


def why(w: World, unit: str, spot: str) -> str:
    found = arrivals.judge_enter(w, Enter(unit, spot))
    return found.reason if found else ""


def test_german_corps_come_in_at_the_towns_of_the_east_that_the_railway_feeds() -> None:
    w = opened("arrive-axis", 2)
    assert hexes(w, "XL.Pz") == {"0223", "0627", "1321", "1326", "1021", "0725", "1026", "1029"}
    assert hexes(w, "CSIR") == {"0735", "1235"}
    assert why(w, "XL.Pz", "3520") == "no-door"
    arrivals.enter(w, Enter("XL.Pz", "1326"))
    assert where(w, "XL.Pz") == "1326"
    assert w.events[-1].text == "German XL Panzer Corps arrives at Warsaw 1326."
    assert why(w, "XL.Pz", "1326") == "not-waiting"


def test_no_unit_comes_in_beside_the_enemy_or_out_of_turn() -> None:
    w = opened("arrive-axis", 2, units={"3.A": ("army_33", "1425")})
    assert "1326" not in hexes(w, "XL.Pz")
    w = position(STAGE, turn=2, phase="move1-axis")
    assert why(w, "XL.Pz", "1326") == "no-entry"


def test_units_just_alike_come_in_one_after_the_other() -> None:
    w = opened("arrive-axis", 2)
    assert why(w, "XXVII.K", "0223") == "alike"
    assert hexes(w, "XXVII.K") == set()


def test_soviet_armies_come_in_at_the_edge_and_two_to_a_city_of_the_east() -> None:
    w = opened("arrive-soviet", 2)
    assert {"5018", "5323", "5626", "3520", "4418"} <= hexes(w, "18.A")
    assert "2630" not in hexes(w, "18.A")
    for name in ("18.A", "29.A"):
        arrivals.enter(w, Enter(name, "4418"))
    assert why(w, "30.A", "4418") == "city-full"
    for name in ("30.A", "31.A"):
        arrivals.enter(w, Enter(name, "5018"))
    assert why(w, "32.A", "5018") == "overstacked"


def test_artillery_comes_into_a_city_that_has_had_its_two_armies() -> None:
    units = {"AR-5": ("art_82", "[raised]")}
    for first, second in (("AR-5", "30.A"), ("30.A", "AR-5")):  # whoever is asked first
        w = opened("arrive-soviet", 2, units=units)
        for name in ("18.A", "29.A"):
            arrivals.enter(w, Enter(name, "4418"))
        found = {name: hexes(w, name) for name in (first, second)}
        assert "4418" in found["AR-5"] and "4418" not in found["30.A"]


def test_a_named_place_goes_before_all_others_while_it_is_safe() -> None:
    w = opened("arrive-soviet", 2)
    assert hexes(w, "51.A") == {"3142"}
    assert why(w, "51.A", "5018") == "named-place"
    w = opened("arrive-soviet", 2, control={"axis": ["3142", "2630"]})
    assert hexes(w, "51.A") == {"5018", "5323", "5626"}
    assert hexes(w, "Kiev-1") == set()


def test_a_unit_that_could_not_be_placed_goes_on_waiting() -> None:
    w = opened("arrive-axis", 2)
    income.close(w)
    w.mark(Clock, w.table, turn=3)
    begin(w, PHASES)
    assert where(w, "XL.Pz") == "arrived"
    assert w.by_id["XL.Pz"] in arrivals.waiting(w, w.by_id["XL.Pz"].type.side)


def test_who_waits_for_a_country_to_leave_does_not_come_before() -> None:
    w = opened("arrive-axis", 21)
    assert where(w, "XVIII.Gb") == "turn:21"
    w = opened("arrive-soviet", 21)
    assert where(w, "Rum1") == "turn:21"


# -- withdrawals, returns, conversions ----------------------------------------------------------------------


def test_a_unit_called_away_returns_stronger() -> None:
    w = opened("arrive-axis", 16, units={"II.SS": ("ss_pz_107", "1326")})
    assert where(w, "II.SS") == "withdrawn"
    w.mark(Clock, w.table, turn=18)
    begin(w, PHASES)
    assert (where(w, "II.SS"), current_class(w.by_id["II.SS"])) == ("arrived", "ss_pz_97")


def test_a_lost_unit_that_should_leave_costs_replacements() -> None:
    w = opened("arrive-axis", 16, units={"II.SS": ("ss_pz_107", "[dead]")})
    assert where(w, "II.SS") == "dead"
    assert w[Replacements].infantry == 6 - 2


@pytest.mark.parametrize(
    ("side", "turn", "name", "grades", "box"),
    [("axis", 18, "II.SS", ("ss_pz_107", "ss_pz_97"), "[dead]"),
     ("axis", 23, "II.SS", ("ss_pz_97", "ss_pz_97"), "[surrendered]"),
     ("soviet", 14, "4.TA", ("tank_army_46", "tank_army_66"), "[dead]"),
     ("soviet", 14, "4.TA", ("tank_army_46", "tank_army_66"), "[surrendered:17]")],
)  # fmt: skip
def test_11_4_ii_ss_and_4th_tank_army_arrive_on_their_dates_though_dead_before(
    side: str, turn: int, name: str, grades: tuple[str, str], box: str
) -> None:
    w = opened(f"arrive-{side}", turn, units={name: (grades[0], box)})
    assert (where(w, name), current_class(w.by_id[name]), w.by_id[name][Steps].lost) == ("arrived", grades[1], 0)
    assert name in {u.id for u in arrivals.waiting(w, w.by_id[name].type.side)}


def test_11_4_one_that_is_on_the_map_stays_there() -> None:
    w = opened("arrive-axis", 18, units={"II.SS": ("ss_pz_107", "1326")})
    assert (where(w, "II.SS"), current_class(w.by_id["II.SS"])) == ("1326", "ss_pz_107")


def test_a_surrounded_unit_leaves_as_soon_as_it_can() -> None:
    w = opened("arrive-axis", 16, units={"II.SS": ("ss_pz_107", "2222")}, supply={"II.SS": 2})
    assert where(w, "II.SS") == "2222"
    w.mark(SupplyState, w.by_id["II.SS"], level=0)
    w.mark(Clock, w.table, turn=17)
    begin(w, PHASES)
    assert where(w, "II.SS") == "withdrawn"


def test_a_late_scenario_calls_it_away_a_turn_later() -> None:
    w = opened("arrive-axis", 19, units={"II.SS": ("ss_pz_97", "1326")}, start_turn=19)
    assert where(w, "II.SS") == "1326"
    w.mark(Clock, w.table, turn=20)
    begin(w, PHASES)
    assert where(w, "II.SS") == "withdrawn"


def test_an_army_becomes_a_guards_army_in_place_and_keeps_its_losses() -> None:
    w = opened("arrive-soviet", 12, units={"62.A": ("army_43", "4733")}, reduced=["62.A"])
    unit = w.by_id["62.A"]
    assert (where(w, "62.A"), current_class(unit), unit[Steps].lost) == ("4733", "guards_64", 1)
    assert conversions.title(w, unit) == "Soviet 8th Guards Army"
    assert "Soviet 62nd Army becomes 8th Guards Army." in [event.text for event in w.events]


@pytest.mark.parametrize(("box", "turn"), [("[dead]", 14), ("[surrendered:13]", 16)])
def test_a_lost_army_comes_back_in_its_new_form(box: str, turn: int) -> None:
    w = opened("arrive-soviet", 12, units={"62.A": ("army_43", box)})
    assert where(w, "62.A") == f"turn:{turn}"
    assert card(w.by_id["62.A"]).full == (6, 4)


def test_waves_lift_old_classes_on_map_and_off_it() -> None:
    units = {"3.A": ("army_33", "3522"), "10.A": ("army_43", "[dead]"), "1.TA": ("tank_army_76", "3523")}
    w = opened("arrive-soviet", 13, units=units)
    assert current_class(w.by_id["3.A"]) == current_class(w.by_id["10.A"]) == "army_44"
    w.mark(Clock, w.table, turn=19)
    begin(w, PHASES)
    assert (current_class(w.by_id["3.A"]), current_class(w.by_id["1.TA"])) == ("army_54", "gd_tank_army_87")
    assert current_class(w.by_id["I.K"]) == "ger_inf_54"


def test_armies_raised_anew_only_if_they_are_lost() -> None:
    w = opened("arrive-soviet", 13, units={"27.A": ("army_33", "[dead]"), "53.A": ("army_33", "3522")})
    assert where(w, "27.A") == "arrived"
    assert where(w, "53.A") == "3522"


# -- leaders ------------------------------------------------------------------------------------------------


def test_marshals_and_dictators_take_their_posts() -> None:
    w = opened("arrive-axis", 1)
    assert where(w, "Hitler") == "0223"
    assert [where(w, n) for n in ("Leeb", "Bock", "Rundstedt", "Manstein")] == ["arrived", "arrived", "arrived", "pool"]
    assert "1326" in hexes(w, "Bock")
    w = opened("arrive-soviet", 3)
    assert (where(w, "Stalin"), where(w, "Zhukov")) == ("3520", "arrived")
    assert "3520" in hexes(w, "Zhukov")


def test_marshals_are_relieved_at_the_end_of_their_last_turn() -> None:
    w = position({"Leeb": ("ger_marshal", "1321"), "Bock": ("ger_marshal", "1326")}, turn=5, phase="end")
    leaders.close_turn(w)
    assert (where(w, "Leeb"), where(w, "Bock")) == ("gone", "1326")


def test_a_marshal_with_a_lost_stack_is_lost_on_a_low_die(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 3, 4)
    w = position({"Leeb": ("ger_marshal", "2222"), "Bock": ("ger_marshal", "2223")}, turn=4)
    stack_lost(w, w.by_id["Leeb"], surrendered=False)
    stack_lost(w, w.by_id["Bock"], surrendered=False)
    assert (where(w, "Leeb"), where(w, "Bock")) == ("gone", "returns:6")
    w.mark(Clock, w.table, turn=6, phase=w.phases.index("arrive-axis"))
    begin(w, PHASES)
    assert where(w, "Bock") == "arrived"


@pytest.mark.parametrize(("die", "surrendered", "safe"), [(5, False, True), (4, False, False), (6, True, False)])
def test_a_dictator_left_alone_gets_away_or_is_lost(
    monkeypatch: pytest.MonkeyPatch, die: int, surrendered: bool, safe: bool
) -> None:
    load_dice(monkeypatch, die)
    w = position({"Stalin": ("stalin", "3520"), "8.A": ("army_33", "4418"), "Zhukov": ("sov_marshal", "4418")}, turn=4)
    left_alone(w, w.by_id["8.A"].hex, w.by_id["8.A"].type.side, surrendered)
    left_alone(w, w.by_id["Stalin"].hex, w.by_id["Stalin"].type.side, surrendered)
    assert (where(w, "Stalin") != "dead") is safe
    assert leaders.is_lost(w, w.by_id["Stalin"].type.side) is not safe
    assert where(w, "Zhukov") == "4418"


def test_everybody_in_the_calendar_finds_a_door_in_his_turn() -> None:
    w = position({"I.K": ("ger_inf_54", "0524"), "8.A": ("army_33", "5322")}, phase="arrive-axis", turn=1)
    for turn in range(1, 26):
        for phase in ("arrive-axis", "arrive-soviet"):
            w.mark(Clock, w.table, turn=turn, phase=w.phases.index(phase))
            begin(w, PHASES)
            side = w.by_id["I.K" if phase == "arrive-axis" else "8.A"].type.side
            for unit in arrivals.waiting(w, side):
                assert arrivals.entry_hexes(w, unit), (turn, unit.id)
                found = arrivals.enter_commands(w, unit)
                if not found:
                    w.mark(Place, unit, box="gone")
                    continue
                assert arrivals.judge_enter(w, found[0]) is None  # type: ignore[arg-type]
                arrivals.enter(w, found[0])  # type: ignore[arg-type]
                w.mark(Place, unit, hex=-1, box="gone")
            income.close(w)
    assert {u.id for u in w.units if u.place.box.startswith("turn:")} == {"XVIII.Gb", "Rum1", "Rum4"}
