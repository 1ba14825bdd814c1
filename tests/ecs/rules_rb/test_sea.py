"""Chapter 8: transport, invasion and evacuation by sea."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.commands import parse
from ecs.core.components import Clock, Engagement, Flags, Readiness, Side, Steps, SupplyState
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.ground import control, transport
from ecs.systems import trains
from tests.ecs.rules_rb.stage import at, load_dice, position, where

ODESSA, SEVASTOPOL, BATUM, CONSTANZA, RIGA = "2638", "3042", "4448", "2243", "1817"
BEACH, NEXT_TO_ODESSA = "3641", "2637"
ARMY = {"A": ("army_33", SEVASTOPOL)}


def staged(units: dict[str, tuple[str, str]] | None = None, **facts: Any) -> World:
    """Soviet troops in Sevastopol, about to sail."""
    facts.setdefault("phase", "move1-soviet")
    facts.setdefault("turn", 4)
    return position(units or ARMY, **facts)


def why(w: World, line: str) -> str:
    """The reason id of a refusal; "" if there is none."""
    command: Any = parse(line)
    found = transport.judge_sail(w, command)
    return found.reason if found else ""


def do(w: World, line: str) -> None:
    """Obey a command line."""
    assert not why(w, line)
    command: Any = parse(line)
    transport.sail(w, command)


def trip(w: World, unit: str, spot: str) -> tuple[str, int, int]:
    """Mission, lowest die, modifier."""
    found = transport.voyage(w, w.by_id[unit], at(w, spot))
    assert found is not None
    return found.mission, found.need, found.modifier


def test_the_list_and_the_judge_agree() -> None:
    w = staged({**ARMY, "G": ("ger_inf_54", "3541")}, control={"axis": ["3742"]})
    listed = {c.text() for c in transport.sail_commands(w, w.by_id["A"])}
    every = (f"sail A {h.label}" for h in w.board.hexes)
    assert listed == {line for line in every if not why(w, line)}
    assert f"sail A {ODESSA}" in listed


@pytest.mark.parametrize(("die", "lost", "spot"), [(1, 0, "dead"), (2, 0, ODESSA), (3, 0, ODESSA)])
def test_transport_in_safe_waters(monkeypatch: pytest.MonkeyPatch, die: int, lost: int, spot: str) -> None:
    w = staged()
    assert trip(w, "A", ODESSA) == ("transport", 3, 1)
    load_dice(monkeypatch, die)
    do(w, f"sail A {ODESSA}")
    assert (where(w, "A"), w.by_id["A"][Steps].lost) == (spot, lost)


def test_aircraft_make_the_sea_dangerous_and_a_failure_costs_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    raiders = {f"L{n}": ("ger_air", CONSTANZA) for n in range(3)}
    w = staged({**ARMY, **raiders})
    assert trip(w, "A", ODESSA) == ("transport", 3, -1)
    load_dice(monkeypatch, 3)
    do(w, f"sail A {ODESSA}")
    assert (where(w, "A"), w.by_id["A"][Steps].lost) == (ODESSA, 1)


def test_one_step_units_drown_on_a_failure_and_used_aircraft_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged({"C": ("cav_25", SEVASTOPOL), "L": ("ger_air", CONSTANZA), "M": ("ger_air", CONSTANZA)})
    w.mark(Readiness, w.by_id["M"], spent=True)
    assert trip(w, "C", ODESSA) == ("transport", 3, 0)
    load_dice(monkeypatch, 2)
    do(w, f"sail C {ODESSA}")
    assert where(w, "C") == "dead"


def test_ships_carry_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged({f"A{n}": ("army_33", SEVASTOPOL) for n in range(3)})
    load_dice(monkeypatch, 9, 9)
    do(w, f"sail A0 {ODESSA}")
    do(w, f"sail A1 {ODESSA}")
    assert why(w, f"sail A2 {ODESSA}") == "ships-used"
    trains.open_transport(w)
    assert why(w, f"sail A2 {BATUM}") == ""


def test_the_soviets_leave_the_baltic_until_they_regain_a_port() -> None:
    w = staged({"A": ("army_33", RIGA)}, turn=2)
    assert why(w, "sail A 2012") == ""
    w = staged({"A": ("army_33", "2712")}, turn=3, control={"axis": [RIGA, "2012"]})
    assert why(w, "sail A 2012") == "no-ships"
    w = staged({"A": ("army_33", RIGA)}, turn=20, control={"axis": ["2012"]})
    assert why(w, "sail A 2712") == "no-ships"
    w.mark(Flags, w.table, flags=(control.retaken(w, at(w, RIGA)),))
    assert why(w, "sail A 2712") == ""


def test_3_7_the_baltic_opens_again_when_reval_or_riga_is_retaken_not_while_it_was_never_lost() -> None:
    w = staged({"8.A": ("army_33", "2012"), "B": ("army_33", "2712")}, turn=3)
    assert why(w, "sail 8.A 2712") == "no-ships" and not transport.sail_commands(w, w.by_id["8.A"])
    control.take_control(w, at(w, "2012"), Side.AXIS)
    assert why(w, "sail B 2012") == "no-ships"
    control.take_control(w, at(w, "2012"), Side.SOVIET)
    assert why(w, "sail 8.A 2712") == ""
    control.take_control(w, at(w, "2012"), Side.AXIS)
    assert why(w, "sail B 1817") == "no-ships"  # Riga was never lost


def test_northern_ports_freeze() -> None:
    w = staged({"A": ("army_33", RIGA)}, turn=2, weather="Snow")
    assert why(w, "sail A 2012") == "ice"
    w = staged({"A": ("army_33", "4037")}, weather="Snow")
    assert why(w, f"sail A {BATUM}") == "ice"


def test_the_caspian_needs_no_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged({"A": ("army_33", "5949"), "B": ("army_33", "5949")})
    assert trip(w, "A", "5337") == ("transport", 0, 0)
    load_dice(monkeypatch)
    do(w, "sail A 5337")
    assert where(w, "A") == "5337"
    assert why(w, f"sail B {ODESSA}") == "no-voyage"


@pytest.mark.parametrize(("die", "spot"), [(3, "dead"), (4, BEACH), (1, "dead")])
def test_an_invasion_succeeds_or_drowns(monkeypatch: pytest.MonkeyPatch, die: int, spot: str) -> None:
    w = staged(control={"axis": [BEACH]})
    assert trip(w, "A", BEACH) == ("invasion", 5, 1)
    load_dice(monkeypatch, die)
    do(w, f"sail A {BEACH}")
    assert where(w, "A") == spot
    if spot == BEACH:
        assert w.by_id["A"][SupplyState].dropped and not w.by_id["A"][Engagement].landed
        assert w.ground[at(w, BEACH)].control is Side.SOVIET


def test_invasions_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {f"A{n}": ("army_33", spot) for n, spot in enumerate((SEVASTOPOL, SEVASTOPOL, ODESSA, ODESSA))}
    w = staged(units)
    load_dice(monkeypatch, 9, 9, 9)
    for number, beach in enumerate(("3641", "3842", "3741")):
        do(w, f"sail A{number} {beach}")
        if number == 0:
            assert why(w, "sail A1 3842") == "landed"
        trains.open_transport(w)
    assert why(w, "sail A3 2738") == "no-more-landings"
    w.mark(Clock, w.table, turn=5)
    assert why(w, "sail A3 2738") == ""


def test_not_everybody_wades_ashore() -> None:
    beach = {"axis": [BEACH]}
    assert why(staged({"C": ("cav_25", SEVASTOPOL)}, control=beach), f"sail C {BEACH}") == "not-marines"
    assert why(staged(control=beach, weather="Mud"), f"sail A {BEACH}") == "weather"
    assert why(staged({**ARMY, "G": ("ger_inf_54", BEACH)}), f"sail A {BEACH}") == "enemy-occupied"
    assert why(staged({"A": ("army_33", RIGA)}, turn=1, control={"axis": ["1321"]}), "sail A 1321") != ""


def test_the_axis_invades_once(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"R": ("rum_inf_33", CONSTANZA), "G": ("ger_inf_54", CONSTANZA)}
    w = staged(units, phase="move1-axis")
    assert trip(w, "G", "2939") == ("invasion", 7, 1)
    load_dice(monkeypatch, 10)
    do(w, "sail G 2939")
    trains.open_transport(w)
    assert why(w, "sail R 3039") == "no-more-landings"


@pytest.mark.parametrize(("die", "lost"), [(3, 1), (4, 0)])
def test_evacuation(monkeypatch: pytest.MonkeyPatch, die: int, lost: int) -> None:
    w = staged({"A": ("army_33", ODESSA), "B": ("army_33", ODESSA), "C": ("army_33", ODESSA),
                "G": ("ger_inf_54", NEXT_TO_ODESSA)})  # fmt: skip
    assert trip(w, "A", SEVASTOPOL) == ("evacuation", 4, 0)
    assert why(w, f"sail A {BEACH}") == "evacuation"
    load_dice(monkeypatch, die, 9)
    do(w, f"sail A {SEVASTOPOL}")
    assert (where(w, "A"), w.by_id["A"][Steps].lost, w.by_id["A"][Engagement].landed) == (SEVASTOPOL, lost, True)
    do(w, f"sail B {BATUM}")
    assert why(w, f"sail C {BATUM}") == "ships-used"


def test_who_stays_ashore() -> None:
    units = {"T": ("tank_army_56", SEVASTOPOL), "AR": ("art_42", SEVASTOPOL), "X": ("stalin", SEVASTOPOL),
             "I": ("army_33", "3141"), "S": ("army_33", SEVASTOPOL), "V": ("militia", SEVASTOPOL)}  # fmt: skip
    w = staged(units, supply={"S": 1})
    found = {name: why(w, f"sail {name} {ODESSA}") for name in units}
    assert found == {"T": "not-by-sea", "AR": "not-by-sea", "X": "not-by-sea", "I": "no-port", "S": "out-of-supply",
                     "V": "immobile"}  # fmt: skip
    assert why(staged(phase="move2-soviet"), f"sail A {ODESSA}") == "first-impulse"
    assert why(staged(), "sail A 9999") == "no-such-hex"
    assert why(staged(), f"sail A {SEVASTOPOL}") == "same-hex"


def test_a_port_watched_by_the_enemy_is_no_goal() -> None:
    w = staged({**ARMY, "G": ("ger_inf_54", NEXT_TO_ODESSA)})
    assert trip(w, "A", ODESSA)[0] == "invasion"
    w = staged({"C": ("cav_25", SEVASTOPOL), "G": ("ger_inf_54", NEXT_TO_ODESSA)})
    assert why(w, f"sail C {ODESSA}") == "port-in-zone"
    w = staged({**ARMY, "G": ("ger_inf_54", NEXT_TO_ODESSA), "B": ("army_33", ODESSA)})
    assert trip(w, "A", ODESSA) == ("transport", 3, 0)


def test_the_loss_of_the_dictator_does_not_keep_the_ships_in_port() -> None:
    w = staged()
    w.mark(Flags, w.table, flags=("leaderless-soviet",))
    assert why(w, f"sail A {ODESSA}") == ""


def test_partisans_of_the_second_stage_hold_a_landing_place() -> None:
    w = staged({"G": ("ger_inf_54", CONSTANZA), "P": ("partisan", "2939")}, phase="move1-axis")
    assert why(w, "sail G 2939") == ""
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert why(w, "sail G 2939") == "enemy-occupied"
