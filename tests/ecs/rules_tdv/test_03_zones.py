"""3.2-3.5: zones of control, what they do to movement, and the way out."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, parse
from ecs.core.components import Side
from ecs.rulesets.dark_valley.data.tables import classes
from ecs.rulesets.dark_valley.data.units import steps_left
from ecs.rulesets.dark_valley.ground import movement, terrain
from ecs.rulesets.dark_valley.ground.occupancy import blocked_map, has_zone, zone_map, zones
from tests.ecs.rules_tdv.ground import beside, board, first, level
from tests.ecs.rules_tdv.stage import do, load_dice, only_fort, position, texts, where, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
OPEN = level()
NAMES = board().by_label

# 1.3: who exerts a zone
ZONES = """
inf_corps yes; inf_div no; weak_div no; mtn_corps yes; light_div no; mtn_div no; cav_div no; panzer41 yes; panzer43 yes;
ss_panzer yes; mot_div yes; ss_mot yes; pzgren yes; gd yes; gd_panzer yes; para_div no; rum_corps yes; hun_corps yes;
ita_corps yes; rum_mtn yes; rum_cav yes; rum_arm yes; hun_arm yes; hun_fast yes; slo_fast no; fin_corps yes;
rifle_div no; mtn_rifle no; militia no; rifle_corps yes; cav_corps no; gd_cav yes; airborne no; mech41 yes; army41 yes;
army42 yes; shock yes; guards yes; tank_corps yes; gd_tank yes; mech42 yes; gd_mech yes; tank_army42 yes;
tank_army yes; gd_tank_army yes; art_corps no; ger_arty no; pz_hq no; zhukov no; stavka no; depot no
"""
TABLE = [entry.split() for entry in ZONES.replace("\n", " ").strip().split(";")]


def refused(game: Game, line: str) -> tuple[str, str]:
    refusal = game.why_not(parse(line))
    assert refusal is not None, line
    return refusal.reason, refusal.rule


def moving(units: dict[str, tuple[str, str]], side: str = "axis", **more: Any) -> Game:
    chit = {"axis": "AX_MC", "soviet": "SU_MV"}[side]
    return position(units, phase=f"move-{side}", chit=chit, **more)


def ends(game: Game, unit: str) -> set[str]:
    """Hexes a unit may move to."""
    return {line.split()[2] for line in texts(game, "move") if line.split()[1] == unit}


# -- who has one (3.2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "zone"), TABLE)
def test_who_has_a_zone(kind: str, zone: str) -> None:
    w = position({"U": (kind, OPEN())}, turn=20)._w
    unit = w.by_id["U"]
    assert has_zone(w, unit) is (zone == "yes")
    around = {board().hexes[j].label for j in board().neighbours[NAMES[OPEN()]]}
    found = {board().hexes[i].label for i in zones(w, unit.type.side)}
    assert found == (around if zone == "yes" else set())


def test_every_class_is_in_the_table_or_flies_or_is_small() -> None:
    rest = set(classes()) - {kind for kind, _ in TABLE}
    flies = {n for n in rest if "air" in classes()[n].traits}
    assert all(classes()[n].zoc is (classes()[n].size in ("corps", "army") or "mech" in classes()[n].traits)
               for n in rest - flies)  # fmt: skip


def test_reduced_units_keep_their_zone() -> None:
    w = position({"U": ("inf_corps", OPEN())}, reduced=["U"])._w
    assert has_zone(w, w.by_id["U"])


def test_isolated_units_lose_it_and_hungry_ones_keep_it() -> None:
    for state, wanted in ((0, True), (1, True), (2, False)):
        w = position({"U": ("inf_corps", OPEN())}, supply={"U": state})._w
        assert has_zone(w, w.by_id["U"]) is wanted


def test_a_zone_knows_whose_it_is() -> None:
    w = position({"A": ("inf_corps", OPEN()), "B": ("panzer41", OPEN()), "C": ("inf_div", OPEN())})._w
    assert zones(w, AXIS)[NAMES[OPEN(0, 1)]] == ("A", "B") and not zones(w, SOVIET)


def test_units_off_the_map_have_none() -> None:
    w = position({"U": ("inf_corps", "[dead]")})._w
    assert not zones(w, AXIS)


@pytest.mark.parametrize(
    ("kind", "passes"), [("river", True), ("major_river", True), ("volga", False), ("lake", False), ("strait", False)]
)
def test_over_which_hexsides_a_zone_reaches(kind: str, passes: bool) -> None:
    if kind in ("river", "major_river", "volga"):
        a, b = beside(kind)
    else:
        side = next(s for s in board().hexsides if kind in s.kinds)
        a, b = board().hexes[side.a].label, board().hexes[side.b].label
    w = position({"U": ("tank_corps", a)}, turn=20)._w
    assert bool(zone_map(w, SOVIET)[NAMES[b]]) is passes


@pytest.mark.parametrize(("size", "open_"), [(1, True), (2, False)])
def test_a_zone_does_not_reach_into_a_fort(size: int, open_: bool) -> None:
    game = position({"U": ("inf_corps", OPEN())})
    only_fort(game._w, NAMES[OPEN(0, 1)], size)
    assert bool(zone_map(game._w, AXIS)[NAMES[OPEN(0, 1)]]) is open_
    assert zone_map(game._w, AXIS)[NAMES[OPEN(1, 0)]]


def test_the_printed_forts_are_closed_to_zones() -> None:
    for fortress in ("W4702", "W2717", "E1849"):
        near = next(j for j in board().neighbours[NAMES[fortress]] if board().kinds(j, NAMES[fortress]) <= {"rail"})
        w = position({"U": ("inf_corps", board().hexes[near].label), "V": ("army41", board().hexes[near].label)})._w
        assert not zone_map(w, AXIS)[NAMES[fortress]]


# -- what it does to movement (3.3) -----------------------------------------------------------------------


def test_on_foot_one_stops_on_entering_a_zone() -> None:
    game = moving({"I": ("inf_corps", OPEN(0, -2)), "S": ("army41", OPEN(0, 1))})
    assert OPEN() in ends(game, "I")
    paths = game.reach("I")
    for step in paths.values():
        zone = zone_map(game._w, SOVIET)
        assert not any(zone[i] for i in step.path[1:-1])


def test_on_foot_one_leaves_a_zone_freely_and_may_enter_another() -> None:
    game = moving({"I": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1))})
    assert {OPEN(0, -1), OPEN(0, -2), OPEN(0, -3)} <= ends(game, "I")
    step = game.reach("I")[NAMES[OPEN(0, -2)]]
    assert step.cost == 2


def test_on_foot_zone_to_zone_is_the_whole_move() -> None:
    game = moving({"I": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1)), "S1": ("army41", OPEN(1, -2))})
    step = game.reach("I")[NAMES[OPEN(1, 0)]]
    assert step.path == (NAMES[OPEN()], NAMES[OPEN(1, 0)]) and step.cost == 4
    assert not any(NAMES[OPEN(1, 0)] in s.path[1:-1] for s in game.reach("I").values())


def test_on_foot_one_may_go_round_through_a_free_hex() -> None:
    game = moving({"I": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1))})
    assert game.reach("I")[NAMES[OPEN(1, 0)]].path == tuple(NAMES[OPEN(*at)] for at in ((0, 0), (1, -1), (1, 0)))


def test_horsemen_are_no_vehicles() -> None:
    game = moving({"K": ("cav_div", OPEN(0, -2)), "S": ("army41", OPEN(0, 1))})
    assert not any(zone_map(game._w, SOVIET)[i] for s in game.reach("K").values() for i in s.path[1:-1])


def test_mechanised_units_pay_two_for_each_zone_hex_they_leave() -> None:
    game = moving({"P": ("panzer41", OPEN()), "S": ("army41", OPEN(0, 1))})
    reach = game.reach("P")
    assert reach[NAMES[OPEN(0, -1)]].cost == 3, "out of the zone"
    assert reach[NAMES[OPEN(1, 0)]].cost == 3, "from zone to zone"
    assert reach[NAMES[OPEN(2, 0)]].cost == 5, "cheaper round the zone than through it"
    assert reach[NAMES[OPEN(1, 1)]].cost == 6, "twice from zone to zone"


def test_mechanised_units_do_not_stop_when_they_enter() -> None:
    game = moving({"P": ("panzer41", OPEN(-1, 0)), "S": ("army41", OPEN(0, 1))})
    zone = zone_map(game._w, SOVIET)
    assert any(zone[i] for s in game.reach("P").values() for i in s.path[1:-1])


def test_own_units_do_not_lift_a_zone_for_movement() -> None:
    game = moving({"I": ("inf_corps", OPEN(0, -2)), "G": ("inf_div", OPEN()), "S": ("army41", OPEN(0, 1))})
    assert not any(NAMES[OPEN()] in s.path[1:-1] for s in game.reach("I").values())


def test_own_units_lift_a_zone_for_supply_and_railways() -> None:
    units = {"S": ("army41", OPEN(0, 1))}
    for guard, blocked in ((None, True), ("inf_div", False), ("pz_hq", True), ("ger_arty", True)):
        game = position(units | ({"G": (guard, OPEN())} if guard else {}))
        assert bool(blocked_map(game._w, AXIS)[NAMES[OPEN()]]) is blocked
    assert blocked_map(position(units)._w, AXIS)[NAMES[OPEN(0, 1)]]


# -- emergency retreat (3.5) ---------------------------------------------------------------------------------

PINNED = {"zone_to_zone": "pinned"}
FOES = {"S1": ("army41", OPEN(1, -2)), "S2": ("army41", OPEN(-2, 0))}


def pinned(kind: str = "inf_corps", **more: Any) -> Game:
    """A unit in an enemy zone, with zones all round it, where only an emergency retreat is left to such units."""
    return moving({"U": (kind, OPEN()), "S": ("army41", OPEN(0, 1)), **FOES}, options=PINNED, **more)


def test_3_5_as_printed_a_unit_among_zones_goes_one_hex_from_zone_to_zone() -> None:
    game = moving({"U": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1)), **FOES})
    near = {OPEN(1, 0), OPEN(1, -1), OPEN(0, -1), OPEN(-1, 0), OPEN(-1, 1)}
    assert ends(game, "U") == near and not texts(game, "flee")
    assert refused(game, f"flee U {OPEN(0, -1)}") == ("no-need", "3.3")
    do(game, f"move U {OPEN(0, -1)}")
    assert where(game, "U") == OPEN(0, -1) and steps_left(game._w.by_id["U"]) == 2


def test_a_pinned_unit_may_only_slip_away() -> None:
    game = pinned()
    assert ends(game, "U") == set()
    near = {OPEN(1, 0), OPEN(1, -1), OPEN(0, -1), OPEN(-1, 0), OPEN(-1, 1)}
    assert {line.split()[2] for line in texts(game, "flee")} == near
    assert refused(game, f"move U {OPEN(0, -1)}") == ("pinned", "3.5")
    assert refused(game, f"flee U {OPEN(0, -2)}") == ("flee-where", "3.5")


def test_it_costs_a_step() -> None:
    game = pinned()
    do(game, f"flee U {OPEN(0, -1)}")
    assert where(game, "U") == OPEN(0, -1) and steps_left(game._w.by_id["U"]) == 1
    assert refused(game, f"flee U {OPEN(0, -2)}") == ("moved", "2.5")


@pytest.mark.parametrize(("die", "lives"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
@pytest.mark.parametrize("kind", ["inf_div", "inf_corps"])
def test_a_unit_of_one_step_dies_on_1_to_3(monkeypatch: Any, kind: str, die: int, lives: bool) -> None:
    game = pinned(kind, reduced=["U"] if kind == "inf_corps" else [])
    load_dice(monkeypatch, die)
    do(game, f"flee U {OPEN(0, -1)}")
    assert where(game, "U") == (OPEN(0, -1) if lives else "dead")


def test_mechanised_units_pay_their_way_instead() -> None:
    game = pinned("panzer41")
    assert OPEN(0, -1) in ends(game, "U") and not texts(game, "flee")
    assert refused(game, f"flee U {OPEN(0, -1)}") == ("not-pinned", "3.5")


def test_one_free_hex_is_enough_to_walk() -> None:
    game = moving({"U": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1))}, options=PINNED)
    assert not movement.pinned(game._w, game._w.by_id["U"])
    assert refused(game, f"flee U {OPEN(0, -1)}") == ("not-pinned", "3.5")


def test_a_unit_outside_all_zones_is_not_pinned() -> None:
    spots = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]
    ring = {f"S{n}": ("rifle_div", OPEN(*spot)) for n, spot in enumerate(spots)}
    game = moving({"U": ("inf_corps", OPEN()), **ring}, options=PINNED)
    assert not movement.pinned(game._w, game._w.by_id["U"]) and not ends(game, "U")


def test_hexes_it_may_not_enter_do_not_free_it(monkeypatch: Any) -> None:
    game = moving({"U": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1))}, options=PINNED)
    shut = frozenset(NAMES[OPEN(*spot)] for spot in ((0, -1), (1, -1), (-1, 0)))
    monkeypatch.setattr(movement, "barred_ground", lambda w, unit: shut)
    assert movement.pinned(game._w, game._w.by_id["U"])


def test_it_does_not_slip_into_a_full_hex() -> None:
    full = {f"G{n}": ("inf_div", OPEN(0, -1)) for n in (1, 2, 3)}
    game = moving({"U": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1)), **FOES, **full}, options=PINNED)
    assert OPEN(0, -1) not in {line.split()[2] for line in texts(game, "flee") if line.split()[1] == "U"}


def test_headquarters_with_a_unit_are_not_pinned() -> None:
    units = {"U": ("inf_corps", OPEN()), "S": ("army41", OPEN(0, 1)), "PzA1": ("pz_hq", OPEN()), **FOES}
    game = moving(units, options=PINNED)
    assert OPEN(0, -1) in ends(game, "PzA1") and not any("PzA1" in line for line in texts(game, "flee"))


# -- the Soviets too -----------------------------------------------------------------------------------------


def test_axis_vehicles_in_mud_hold_nobody() -> None:
    units = {"R": ("rifle_div", OPEN(0, -2)), "P": ("panzer41", OPEN(0, 1))}
    dry, wet = moving(units, "soviet", turn=20), moving(units, "soviet", turn=20, weather="Mud")
    assert zone_map(dry._w, AXIS)[NAMES[OPEN()]] and not zone_map(wet._w, AXIS)[NAMES[OPEN()]]


def test_a_district_is_closed_ground_for_a_pinned_unit_too() -> None:
    border = next(i for i in board().regions["WMD"] if any(j in board().regions["KMD"] for j in board().neighbours[i]))
    game = moving({"R": ("rifle_div", board().hexes[border].label)}, "soviet", turn=1)
    barred = terrain.barred_ground(game._w, game._w.by_id["R"])
    ways = movement.ways_out(game._w, game._w.by_id["R"])
    assert barred and not barred.intersection(ways)


def test_marsh_hexes_carry_zones_like_any_other() -> None:
    field = first("marsh")
    w = position({"U": ("inf_corps", field())})._w
    shut = {"lake", "volga", "impassable", "strait"}
    open_to_it = [j for j in board().neighbours[field.index] if not board().kinds(field.index, j) & shut]
    assert sorted(zones(w, AXIS)) == sorted(open_to_it)


def test_an_illegal_flight_tells_why() -> None:
    game = pinned()
    assert why(game, f"flee X {OPEN(0, -1)}") == "no-such-unit" and why(game, "flee U Z1") == "no-such-hex"
    assert why(game, f"flee S {OPEN(0, -1)}") == "enemy-unit"
