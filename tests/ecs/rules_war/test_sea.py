"""Chapter 7: movement by sea."""

from __future__ import annotations

from ecs.core.commands import Sail
from ecs.core.components import Marched, Readiness, Side, Transport
from ecs.core.world import World
from ecs.rulesets.war_against_russia.ground.transport import (
    judge_sail,
    ports,
    sail,
    sail_commands,
    seas_from,
    seas_of,
)
from ecs.systems.trains import open_transport
from tests.ecs.rules_war.stage import at, position, where

ARMY, RIFLES, RED_ARMY = "ger_army", "rus_rifkor", "rus_army41"
ODESSA, SEVASTOPOL, NOVOROSSISK, KERCH, ROSTOV, CONSTANTA = "GG8", "KK10", "MM15", "KK13", "HH19", "JJ4"


def why(w: World, unit: str, spot: str) -> str:
    """The reason a voyage is refused; "" if it is not."""
    refusal = judge_sail(w, Sail(unit, spot))
    return refusal.reason if refusal else ""


def test_a_port_lies_on_a_sea_and_kerch_on_two() -> None:
    w = position({})
    assert all(seas_of(w, i) for i in ports(w)) and not seas_of(w, at(w, "Q19"))
    assert seas_of(w, at(w, KERCH)) == {"Black", "Azov"} and seas_of(w, at(w, ODESSA)) == {"Black"}


def test_a_unit_sails_from_port_to_port_of_a_sea_its_side_controls_and_moves_no_more() -> None:
    w = position({"R": (RIFLES, ODESSA)}, phase="initial-soviet")
    assert {c.text().split()[-1] for c in sail_commands(w, w.by_id["R"])} == {"FF10", SEVASTOPOL, KERCH, NOVOROSSISK}
    sail(w, Sail("R", NOVOROSSISK))
    assert where(w, "R") == NOVOROSSISK and w.by_id["R"][Marched].moved == 1 and w[Transport].sea == 1
    assert w.events[-1].rule == "7" and why(w, "R", ODESSA) == "moved"


def test_every_voyage_offered_is_lawful_and_every_other_is_refused() -> None:
    units = {"R": (RIFLES, ODESSA), "S": (RED_ARMY, KERCH), "T": (RIFLES, KERCH), "A": (ARMY, NOVOROSSISK)}
    w = position(units, phase="initial-soviet", options={"rumania": "closed"})
    offered = {c.text().split()[-1] for c in sail_commands(w, w.by_id["R"])}
    assert offered == {h.label for h in w.board.hexes if not why(w, "R", h.label)} == {"FF10", SEVASTOPOL}
    assert why(w, "R", KERCH) == "overstacked" and why(w, "R", NOVOROSSISK) == "enemy-occupied"
    assert why(w, "R", ROSTOV) == "no-haven" and why(w, "R", CONSTANTA) == "rumania-closed"


def test_who_holds_sevastopol_controls_the_black_sea() -> None:
    units = {"A": (ARMY, CONSTANTA), "R": (RIFLES, ODESSA)}
    w = position(units, phase="initial-axis")
    assert why(w, "A", "FF10") == "no-control" and seas_from(w, at(w, ODESSA), Side.SOVIET) == {"Black"}
    w = position(units, phase="initial-axis", control={"axis": [SEVASTOPOL, "FF10"]})
    assert not why(w, "A", "FF10") and why(w, "A", NOVOROSSISK) == "no-haven"
    w = position(units, phase="initial-soviet", control={"axis": [SEVASTOPOL]})
    assert why(w, "R", NOVOROSSISK) == "no-control"


def test_one_unit_a_player_turn() -> None:
    w = position({"R": (RIFLES, ODESSA), "S": (RIFLES, SEVASTOPOL)}, phase="initial-soviet")
    sail(w, Sail("R", NOVOROSSISK))
    assert why(w, "S", ODESSA) == "ships-used" and not sail_commands(w, w.by_id["S"])
    open_transport(w)
    assert not why(w, "S", ODESSA)


def test_who_does_not_sail() -> None:
    units = {
        "D": (RIFLES, ODESSA), "I": (RIFLES, SEVASTOPOL), "N": (RIFLES, "Q19"), "A": (ARMY, CONSTANTA),
        "B": (RIFLES, "[dead]"), "M": (RIFLES, "J8"),
    }  # fmt: skip
    w = position(units, phase="initial-soviet", dispersed=["D"])
    w.mark(Readiness, w.by_id["I"], spent=True)
    reasons = [why(w, name, NOVOROSSISK) for name in units]
    assert reasons == ["dispersed", "idle", "no-port", "enemy-unit", "off-map", "no-haven"]
    assert why(w, "M", "J8") == "same-hex" and why(w, "M", "Z99") == "no-such-hex"
    w = position(units, phase="move-soviet")
    assert why(w, "I", NOVOROSSISK) == "no-sailing"


def test_7_the_baltic_is_commanded_from_leningrad_or_if_so_agreed_by_the_axis() -> None:
    units = {"A": (ARMY, "L3"), "R": (RIFLES, "F10")}
    held = {"axis": ("J8",), "soviet": ("G15",)}
    for option, side in (("fleet", "R"), ("axis", "A")):
        w = position(units, phase="initial-axis", control=held, options={"baltic": option})
        assert (not why(w, "A", "J8")) is (side == "A") and bool(seas_from(w, at(w, "L3"), Side.AXIS)) is (side == "A")
        w = position(units, phase="initial-soviet", control=held, options={"baltic": option})
        assert (not why(w, "R", "G15")) is (side == "R")
