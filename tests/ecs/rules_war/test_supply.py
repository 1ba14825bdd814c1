"""Chapter 11: supply, and the supply check."""

from __future__ import annotations

from ecs.core.components import Assignment, Clock, Place, Side, SupplyState
from ecs.core.world import World
from ecs.rulesets.war_against_russia.ground.supply import in_supply, is_supplied, overland, sustained
from ecs.systems.supply import judge, starve
from tests.ecs.rules_war.stage import at, position, where

ARMY, INFANTRY, PANZERS, RIFLES, RED_ARMY = "ger_army", "ger_infkps", "ger_pzkps", "rus_rifkor", "rus_army41"
ODESSA, SEVASTOPOL, ROSTOV = "GG8", "KK10", "HH19"


def fed(w: World, side: Side, spot: str) -> bool:
    """Is a hex in supply?"""
    return at(w, spot) in in_supply(w, side)


def ring(w: World, spot: str, sort: str = ARMY) -> dict[str, tuple[str, str]]:
    """Units of a kind in all hexes round a place."""
    around = w.board.neighbours[at(w, spot)]
    return {f"ring{n}": (sort, w.board.hexes[i].label) for n, i in enumerate(around)}


def test_a_path_of_any_length_leads_to_an_edge_of_ones_own() -> None:
    w = position({"A": (ARMY, "Y19"), "R": (RIFLES, "L3")})
    assert fed(w, Side.AXIS, "Y19") and fed(w, Side.SOVIET, "L3")
    assert not fed(w, Side.AXIS, "Q8") and fed(w, Side.SOVIET, "Q8")


def test_an_edge_in_enemy_hands_feeds_nobody() -> None:
    w = position({"A": (ARMY, "Q10")})
    edges = [h.label for h in w.board.hexes if "edge_axis" in h.traits]
    w = position({"A": (ARMY, "Q10")}, control={"soviet": edges})
    assert not fed(w, Side.AXIS, "Q10") and not overland(w, Side.AXIS)


def test_neither_enemies_nor_their_zones_are_passed_unless_an_own_unit_covers_the_hex() -> None:
    w = position({})
    circle = ring(w, "U12")
    cut = position({"R": (RIFLES, "U12"), **circle})
    assert not fed(cut, Side.SOVIET, "U12")
    gap = dict(list(circle.items())[1:])
    beside = position({"R": (RIFLES, "U12"), **gap})
    hole = w.board.hexes[w.board.neighbours[at(w, "U12")][0]].label
    assert not fed(beside, Side.SOVIET, "U12")
    outside = [
        w.board.hexes[i].label
        for i in w.board.neighbours[at(w, hole)]
        if w.board.distance(i, at(w, "U12")) == 2 and all(w.board.hexes[i].label != s for _, s in gap.values())
    ]
    helped = position({"R": (RIFLES, "U12"), "S": (RIFLES, hole), "T": (RIFLES, outside[0]), **gap})
    assert fed(helped, Side.SOVIET, "U12")
    loose = position({"R": (RIFLES, "U12"), **gap}, dispersed=list(gap))
    assert fed(loose, Side.SOVIET, "U12")


def test_empty_enemy_ground_is_passed_but_not_a_city_its_people_defend() -> None:
    w = position({"A": (ARMY, "U9")})
    assert fed(w, Side.AXIS, "U9") and fed(w, Side.AXIS, "U8") and not fed(w, Side.AXIS, "Y10")


def test_a_port_on_a_controlled_sea_feeds_what_a_supplied_port_ships_but_not_overland() -> None:
    w = position({})
    units = {"R": (RED_ARMY, ODESSA), **ring(w, ODESSA)}
    w = position(units)
    assert fed(w, Side.SOVIET, ODESSA) and at(w, ODESSA) not in overland(w, Side.SOVIET)
    w = position(units, control={"axis": [SEVASTOPOL]})
    assert not fed(w, Side.SOVIET, ODESSA)


def test_no_path_leads_over_an_open_lake_or_the_strait() -> None:
    crimea = {"R": (RIFLES, "KK13"), "A": (ARMY, "KK11"), "B": (ARMY, "JJ11")}
    w = position(crimea, control={"axis": [SEVASTOPOL, ROSTOV]})
    assert fed(w, Side.SOVIET, "KK14") and not fed(w, Side.SOVIET, "KK13")
    w = position(crimea, control={"axis": [SEVASTOPOL, ROSTOV]}, weather="Snow")
    assert not fed(w, Side.SOVIET, "KK13")


def test_aircraft_feed_a_hex() -> None:
    w = position({})
    units = {"R": (RIFLES, "U12"), "L": ("rus_air", "[lift]"), "M": ("ger_air", "[lift]"), **ring(w, "U12")}
    w = position(units, phase="initial-soviet")
    assert not is_supplied(w, w.by_id["R"])
    w.mark(Assignment, w.by_id["M"], target=at(w, "U12"))
    assert not is_supplied(w, w.by_id["R"])
    w.mark(Assignment, w.by_id["L"], target=at(w, "U12"))
    assert is_supplied(w, w.by_id["R"]) and not fed(w, Side.SOVIET, "U12")


def test_supply_is_judged_for_the_side_in_its_turn_and_told() -> None:
    w = position({})
    units = {"R": (RIFLES, "U12"), **ring(w, "U12")}
    w = position(units, phase="initial-axis")
    judge(w)
    assert w.by_id["R"][SupplyState].supplied and not w.events
    w.mark(Clock, w.table, phase=w.phases.index("initial-soviet"))
    judge(w)
    assert not w.by_id["R"][SupplyState].supplied and w.events[-1].rule == "11"
    assert "out of supply at Gomel U12" in w.events[-1].text
    judge(w)
    assert len(w.events) == 1
    for name in units:
        if name != "R":
            w.mark(Place, w.by_id[name], hex=-1, box="dead")
    judge(w)
    assert w.by_id["R"][SupplyState].supplied and "in supply again" in w.events[-1].text


def cut_off(spot: str, *kinds: str, dispersed: bool = True) -> World:
    """Russian units in a surrounded hex at their supply check."""
    units = {f"U{n}": (kind, spot) for n, kind in enumerate(kinds)}
    w = position(
        {**units, **ring(position({}), spot)}, phase="check-soviet", dispersed=list(units) if dispersed else ()
    )
    judge(w)
    starve(w)
    return w


def test_dispersed_units_out_of_supply_are_lost_at_the_check() -> None:
    w = cut_off("U9", RED_ARMY, RIFLES)
    assert where(w, "U0") == "dead" == where(w, "U1") and w.events[-1].rule == "11"
    w = cut_off("U9", RED_ARMY, dispersed=False)
    assert where(w, "U0") == "U9" and not w.by_id["U0"][SupplyState].supplied


def test_a_victory_city_or_fortress_keeps_two_alive_a_major_city_the_best_one() -> None:
    for spot in ("Q8", "S4"):
        w = cut_off(spot, RIFLES, RED_ARMY)
        assert where(w, "U0") == spot == where(w, "U1") and sustained(w, at(w, spot), Side.SOVIET) == 2
    w = cut_off("W2", RIFLES, RED_ARMY)
    assert where(w, "U0") == "dead" and where(w, "U1") == "W2" and sustained(w, at(w, "W2"), Side.SOVIET) == 1
    w = cut_off("U12", RED_ARMY)
    assert where(w, "U0") == "dead"


def test_the_dispersed_in_supply_and_those_of_the_other_side_are_left_alone() -> None:
    w = position(
        {"R": (RIFLES, "U12"), "A": (ARMY, "Q19")}, phase="check-soviet", dispersed=["R", "A"], unsupplied=["A"]
    )
    judge(w)
    starve(w)
    assert where(w, "R") == "U12" and where(w, "A") == "Q19" and not w.events
