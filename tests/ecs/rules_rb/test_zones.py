"""Chapter 4.0: who has a zone of control, and where it reaches."""

from __future__ import annotations

import pytest

from ecs.core.components import Place, Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.ground.occupancy import blocked_map, casts_zone_from, has_zone, zone_map, zones
from tests.ecs.rules_rb.stage import at, position


def covered(w: World, side: Side) -> set[str]:
    """Labels of the hexes in a side's zones."""
    return {w.board.hexes[i].label for i in zones(w, side)}


@pytest.mark.parametrize(
    ("kind", "zone"),
    [
        ("ger_pz_87", True), ("ger_pg_76", True), ("ita_mot_35", True), ("ger_inf_54", True), ("ger_mtn_64", True),
        ("rum_cav_25", True), ("airborne_13", True), ("shock_54", True), ("ger_art_62", False), ("militia", False),
        ("ger_marshal", False), ("stalin", False), ("sov_air", False), ("ger_base", False), ("partisan", False),
    ],
)  # fmt: skip
def test_who_has_a_zone(kind: str, zone: bool) -> None:
    w = position({"U": (kind, "3831")})
    unit = w.by_id["U"]
    assert has_zone(w, unit) is zone
    ring = {"3830", "3832", "3731", "3931", "3732", "3932"}
    assert covered(w, unit.type.side) == (ring if zone else set())


def test_a_zone_does_not_hang_on_strength_supply_or_weather() -> None:
    for weather in ("Clear", "Mud", "Snow"):
        w = position({"U": ("ger_pz_87", "3831")}, reduced=["U"], supply={"U": 2}, weather=weather)
        assert len(covered(w, Side.AXIS)) == 6


def test_a_unit_in_a_box_has_none() -> None:
    assert not covered(position({"U": ("ger_pz_87", "[dead]")}), Side.AXIS)


def test_no_zone_across_lake_sea_or_strait() -> None:
    w = position({"U": ("army_33", "2611")})
    assert covered(w, Side.SOVIET) == {"2610", "2711", "2712"}
    assert covered(position({"U": ("army_33", "3641")}), Side.SOVIET) == {"3741", "3742"}
    assert covered(position({"U": ("army_33", "3541")}), Side.SOVIET) == {"3441"}


def test_no_zone_into_or_out_of_the_northern_swamp() -> None:
    w = position({"U": ("army_33", "3405"), "X": ("fin_inf_44", "3406")})
    assert covered(w, Side.SOVIET) == {"3404", "3305", "3306"}
    assert not covered(w, Side.AXIS)


def test_a_zone_reaches_over_rivers_and_into_cities() -> None:
    assert {"1526", "1527", "1627"} <= covered(position({"U": ("army_33", "1626")}), Side.SOVIET)
    assert "3520" in covered(position({"U": ("ger_pz_87", "3419")}), Side.AXIS)


def test_zones_name_who_exerts_them_and_follow_every_move() -> None:
    w = position({"A": ("ger_inf_54", "3831"), "B": ("ger_inf_54", "3831"), "C": ("ger_inf_54", "3630")})
    assert zones(w, Side.AXIS)[at(w, "3731")] == ("A", "B", "C")
    w.mark(Place, w.by_id["A"], hex=-1, box="dead")
    assert zones(w, Side.AXIS)[at(w, "3731")] == ("B", "C")
    assert zone_map(w, Side.AXIS)[at(w, "3731")] == 1 and zone_map(w, Side.AXIS)[at(w, "3831")] == 0
    assert len(casts_zone_from(w, w.by_id["C"], at(w, "3831"))) == 6


def test_own_units_cancel_enemy_zones_for_supply_retreat_and_rail() -> None:
    w = position({"A": ("ger_inf_54", "3831"), "B": ("army_33", "3731"), "G": ("art_42", "3732")})
    shut = blocked_map(w, Side.SOVIET)
    assert [shut[at(w, s)] for s in ("3831", "3731", "3732", "3830", "3630")] == [1, 0, 1, 1, 0]
