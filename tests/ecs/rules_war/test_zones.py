"""Chapter 7: zones of control."""

from __future__ import annotations

from ecs.core.components import Garrison, Ground, Side, Weather
from ecs.core.world import World
from ecs.rulesets.war_against_russia.ground.control import (
    blocked_map,
    casts_zone_from,
    disperse,
    foe_map,
    zone_map,
    zones,
)
from tests.ecs.rules_war.stage import at, position

ARMY, RIFLES = "ger_army", "rus_rifkor"


def zone(w: World, side: Side) -> set[str]:
    """Labels of the hexes in a side's zones."""
    return {w.board.hexes[i].label for i, in_zone in enumerate(zone_map(w, side)) if in_zone}


def test_every_combat_unit_has_a_zone_of_six_hexes() -> None:
    w = position({"A": (ARMY, "Q10"), "R": ("rum_cav", "S12"), "K": (RIFLES, "W12")})
    assert {"Q9", "Q11", "P10", "P11", "R10", "R11"} <= zone(w, Side.AXIS) and len(zone(w, Side.AXIS)) == 12
    assert len(zone(w, Side.SOVIET)) == 6
    assert zones(w, Side.SOVIET)[at(w, "W11")] == ("K",)


def test_a_dispersed_unit_has_none() -> None:
    w = position({"A": (ARMY, "Q10"), "B": (ARMY, "U10")}, dispersed=["A"])
    assert len(zone(w, Side.AXIS)) == 6 and casts_zone_from(w, w.by_id["A"], at(w, "Q10")) == ()
    disperse(w, [w.by_id["B"]], "of the test")
    assert not zone(w, Side.AXIS)


def test_a_zone_ends_at_the_strait_and_at_an_open_lake() -> None:
    w = position({"A": (ARMY, "KK13"), "B": (ARMY, "J15")})
    assert "KK14" not in zone(w, Side.AXIS) and "K14" not in zone(w, Side.AXIS)
    w.mark(Weather, w.table, name="Snow")
    assert "KK14" not in zone(w, Side.AXIS) and "K14" in zone(w, Side.AXIS)


def test_an_enemy_zone_blocks_a_path_unless_an_own_unit_is_there() -> None:
    w = position({"A": (ARMY, "Q10"), "K": (RIFLES, "Q11")})
    blocked = blocked_map(w, Side.SOVIET)
    assert blocked[at(w, "Q10")] and blocked[at(w, "R10")] and not blocked[at(w, "Q11")]
    assert blocked_map(w, Side.AXIS)[at(w, "Q11")] and not blocked_map(w, Side.AXIS)[at(w, "Q9")]


def test_the_people_of_a_victory_city_block_it_until_it_has_been_taken() -> None:
    w = position({})
    assert foe_map(w, Side.AXIS)[at(w, "Q8")] and blocked_map(w, Side.AXIS)[at(w, "Q8")]
    assert not foe_map(w, Side.SOVIET)[at(w, "Q8")]
    w.mark(Ground, w.hexes[at(w, "Q8")], control=Side.SOVIET)
    w.mark(Garrison, w.hexes[at(w, "Q8")], garrisoned=False)
    assert not foe_map(w, Side.AXIS)[at(w, "Q8")]
