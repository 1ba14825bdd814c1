"""Chapter 6: who may move, how far, and what stops or bars him."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ecs.core.components import Flags, Marched, Side, Steps
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, IceRoadUse, Impulse, JointAttacks, Partisan
from ecs.rulesets.russia_besieged.data.tables import SHELF
from ecs.rulesets.russia_besieged.ground.movement import allowance, can_enter
from ecs.systems.marches import reach
from tests.ecs.rules_rb.stage import at, do, moves, position, refusal, where, why

PZ, INF, MTN, GUN = "ger_pz_87", "ger_inf_54", "ger_mtn_64", "ger_art_62"
ARMY, MECH, CAV = "army_33", "mech41_35", "cav_25"


def cost(w: World, unit: str, spot: str) -> int | None:
    """Hexes to a place; None if the unit does not get there."""
    step = reach(w, w.by_id[unit]).get(at(w, spot))
    return step.cost if step else None


# -- 3.4: movement allowances ---------------------------------------------------------------------------

# printed: Panzer 7, German infantry 4, Romanian cavalry 5; Soviet mech 5, cavalry 5, army 3, Shock 4
UNITS = {
    "Pz": (PZ, "0927"), "In": (INF, "0928"), "Cv": ("rum_cav_25", "0929"),
    "MC": (MECH, "4628"), "CC": (CAV, "4629"), "Ar": (ARMY, "4630"), "Sh": ("shock_54", "4631"),
}  # fmt: skip
CELLS = [
    # weather, impulse, turn, Panzer, infantry, cavalry, mech, cavalry, army, Shock
    ("Clear", 1, 2, 7, 4, 5, 5, 5, 3, 4),
    ("Clear", 2, 2, 4, 2, 2, 2, 3, 1, 1),
    ("Clear", 2, 12, 4, 2, 2, 2, 3, 1, 1),
    ("Clear", 2, 13, 4, 2, 2, 2, 3, 2, 2),
    ("Lt Mud", 1, 3, 5, 3, 4, 3, 4, 2, 3),
    ("Lt Mud", 2, 3, 2, 1, 1, 2, 2, 1, 1),
    ("Mud", 1, 3, 2, 2, 2, 2, 2, 2, 2),
    ("Mud", 2, 3, 1, 1, 1, 1, 1, 1, 1),
    ("Snow", 1, 4, 4, 2, 2, 4, 5, 3, 4),
    ("Snow", 2, 4, 1, 1, 1, 2, 3, 2, 2),
    ("Snow", 1, 6, 4, 2, 2, 4, 5, 3, 4),
    ("Snow", 1, 10, 5, 3, 4, 4, 5, 3, 4),
    ("Snow", 2, 10, 2, 1, 1, 2, 2, 1, 1),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda c: f"{c[0]}-{c[1]}-T{c[2]}")
def test_the_allowance_is_that_of_weather_impulse_side_and_class(cell: tuple[str, int, int, int]) -> None:
    weather, number, turn, *wanted = cell
    w = position(UNITS, turn=turn, weather=weather, phase=f"move{number}-axis")
    assert [allowance(w, w.by_id[name]) for name in UNITS] == wanted


@pytest.mark.parametrize(("turn", "number", "hexes"), [(5, 1, 4), (5, 2, 2), (10, 1, 4), (10, 2, 1)])
def test_finns_march_in_snow_like_soviets(turn: int, number: int, hexes: int) -> None:
    w = position({"F": ("fin_inf_44", "2409")}, turn=turn, weather="Snow", phase=f"move{number}-axis")
    assert allowance(w, w.by_id["F"]) == hexes


def test_out_of_supply_halves_the_allowance_rounded_up() -> None:
    w = position(UNITS, supply={"Pz": 1, "In": 2, "Ar": 1})
    assert [allowance(w, w.by_id[name]) for name in ("Pz", "In", "Ar")] == [4, 2, 2]
    w = position(UNITS, supply={"Ar": 1}, phase="move2-soviet")
    assert allowance(w, w.by_id["Ar"]) == 1


def test_the_reduced_side_of_a_panzer_corps_is_a_hex_slower_and_a_converted_unit_has_its_new_allowance() -> None:
    w = position({**UNITS, "Gun": (GUN, "0930")}, reduced=["Pz"])
    assert allowance(w, w.by_id["Pz"]) == 6 and allowance(w, w.by_id["Gun"]) == 2
    w.mark(Steps, w.by_id["In"], grade="ger_pg_76")
    assert allowance(w, w.by_id["In"]) == 6


def test_a_side_short_of_oil_drives_a_hex_less_and_the_axis_but_one_in_the_second_impulse() -> None:
    w = position(UNITS)
    w.mark(Flags, w.table, flags=("dry-axis", "dry-soviet"))
    assert [allowance(w, w.by_id[name]) for name in ("Pz", "In", "MC", "CC")] == [6, 4, 4, 5]
    w.mark(Impulse, w.table, number=2)
    assert [allowance(w, w.by_id[name]) for name in ("Pz", "In", "MC", "CC")] == [1, 2, 2, 3]


def test_nobody_marches_in_the_impulse_after_the_loss_of_the_dictator() -> None:
    w = position(UNITS)
    w.mark(Flags, w.table, flags=("leaderless-axis",))
    assert allowance(w, w.by_id["Pz"]) == 0 and allowance(w, w.by_id["MC"]) == 5
    assert why(w, "move Pz 0926") == "leaderless" and not moves(w, "Pz")


# -- 6.1: stops and bans ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "hexes"), [(INF, 2), (MTN, 2), (GUN, 2), (PZ, None), (MECH, None), ("ger_pg_76", None)]
)
def test_motorised_units_stop_in_a_forest_and_others_do_not(kind: str, hexes: int | None) -> None:
    side = "soviet" if kind == MECH else "axis"
    w = position({"U": (kind, "3512")}, phase=f"move1-{side}", weather="Mud")
    assert cost(w, "U", "3611") == 1
    assert cost(w, "U", "3711") == hexes


def test_no_stop_in_a_forest_along_a_railway_of_ones_own_gauge() -> None:
    w = position({"U": (PZ, "3116")}, weather="Mud")
    assert cost(w, "U", "3015") == 1 and cost(w, "U", "2915") is None
    w = position({"U": (PZ, "3116")}, weather="Mud", gauge={"axis": ["3116", "3015", "2915"]})
    assert cost(w, "U", "2915") == 2
    w = position({"U": (PZ, "3116")}, weather="Mud", gauge={"axis": ["3015", "2915"]})
    assert cost(w, "U", "2915") is None
    w = position({"U": (MECH, "3116")}, weather="Mud", phase="move1-soviet")
    assert cost(w, "U", "2915") == 2


def test_swamp_stops_men_and_horses_and_is_closed_to_wheels_off_the_railway() -> None:
    w = position({"I": (INF, "1423"), "P": (PZ, "1423")}, weather="Mud")
    assert cost(w, "I", "1524") == 1 and cost(w, "I", "1624") is None
    assert cost(w, "P", "1524") is None and why(w, "move P 1524") == "no-railway"
    w = position({"P": (PZ, "2814")}, weather="Mud")
    assert cost(w, "P", "2815") == 1 and cost(w, "P", "2816") is None


def test_in_snow_swamp_is_as_clear_ground() -> None:
    w = position({"I": (INF, "1423"), "P": (PZ, "1423")}, weather="Snow", turn=10)
    assert cost(w, "I", "1624") == 2 and cost(w, "P", "1624") == 2


def test_mountains_stop_all_but_mountain_troops_and_are_closed_to_wheels_off_the_railway() -> None:
    w = position({"I": (INF, "0426"), "M": (MTN, "0426"), "P": (PZ, "0426")}, weather="Mud")
    assert cost(w, "I", "0427") == 1 and cost(w, "I", "0428") is None
    assert cost(w, "M", "0428") == 2
    assert cost(w, "P", "0427") is None and why(w, "move P 0427") == "no-railway"
    w = position({"P": (PZ, "1334")}, weather="Mud")
    assert cost(w, "P", "1433") == 1 and cost(w, "P", "1533") is None


@pytest.mark.parametrize(
    ("weather", "phase", "kind", "on"),
    [
        ("Clear", "move1-axis", INF, True),
        ("Clear", "move1-axis", PZ, True),
        ("Lt Mud", "move1-axis", INF, True),
        ("Lt Mud", "move2-axis", PZ, False),
        ("Mud", "move1-axis", INF, False),
        ("Mud", "move1-axis", PZ, False),
        ("Snow", "move1-axis", INF, True),
        ("Snow", "move2-axis", PZ, True),
    ],
)
def test_a_river_stops_wheels_in_light_mud_and_everybody_in_mud(weather: str, phase: str, kind: str, on: bool) -> None:
    w = position({"U": (kind, "2623")}, weather=weather, phase=phase, turn=10)
    assert cost(w, "U", "2624") == 1
    assert (cost(w, "U", "2625") == 2) is on


def test_nobody_walks_over_a_lake_or_the_sea() -> None:
    w = position({"I": (ARMY, "2611")}, phase="move1-soviet", turn=1)
    assert cost(w, "I", "2612") == 2 and why(w, "move I 2612") == ""
    w = position({"I": (ARMY, "2611")}, phase="move2-soviet", turn=1)
    assert why(w, "move I 2612") == "water-between"


# -- 4.0: zones of control and movement ---------------------------------------------------------------------


RING = ("3830", "3832", "3731", "3931", "3732", "3932")  # round 3831


def test_entering_an_enemy_zone_ends_the_move() -> None:
    w = position({"P": (PZ, "3629"), "R": (ARMY, "3831")})
    zone = {at(w, spot) for spot in RING}
    steps = reach(w, w.by_id["P"])
    assert cost(w, "P", "3731") == 2 and cost(w, "P", "3732") == 3
    assert zone & set(steps) and all(not zone & set(step.path[1:-1]) for step in steps.values())
    w = position({"P": (PZ, "3730"), "R": (ARMY, "3831")}, weather="Mud")
    assert why(w, "move P 3931") == "zone-stop" and why(w, "move P 3830") == ""


def test_one_hex_from_zone_to_zone_and_out_of_one_freely() -> None:
    w = position({"P": (PZ, "3731"), "R": (ARMY, "3831")})
    assert cost(w, "P", "3830") == 1 and cost(w, "P", "3732") == 1
    assert cost(w, "P", "3931") != 2
    assert cost(w, "P", "3630") == 1 and cost(w, "P", "3628") == 3


def test_own_units_do_not_cancel_enemy_zones_for_movement() -> None:
    w = position({"P": (PZ, "3629"), "Q": (INF, "3731"), "R": (ARMY, "3831")})
    zone = {at(w, spot) for spot in RING}
    assert all(not zone & set(step.path[1:-1]) for step in reach(w, w.by_id["P"]).values())


def test_enemy_occupied_hexes_are_closed_but_those_that_cannot_fight_are_driven_out() -> None:
    w = position({"P": (PZ, "3628"), "R": (ARMY, "3729"), "G": ("art_42", "3529"), "B": (PZ, "3527")})
    assert why(w, "move P 3729") == "enemy-occupied"
    do(w, "move B 3529")
    assert where(w, "B") == "3529" and where(w, "G") == "dead"


# -- 6.2 Kerch, 6.3 ice road, 6.4 Northern Swamp ------------------------------------------------------------


def test_the_strait_of_kerch_takes_a_whole_move_from_its_shore() -> None:
    w = position({"P": (PZ, "3541"), "Q": (INF, "3441")})
    assert cost(w, "P", "3641") == 7
    assert cost(w, "Q", "3541") == 1 and cost(w, "Q", "3641") is None
    assert "3742" not in moves(w, "P")
    do(w, "move P 3641")
    assert where(w, "P") == "3641"


def test_the_strait_is_closed_in_mud_and_from_zone_to_zone() -> None:
    w = position({"P": (PZ, "3541")}, weather="Mud")
    found = refusal(w, "move P 3641")
    assert found is not None and (found.reason, found.rule) == ("strait", "6.2")
    units = {"P": (PZ, "3541"), "A": (ARMY, "3441")}
    assert cost(position(units), "P", "3641") == 7
    assert why(position({**units, "B": (ARMY, "3742")}), "move P 3641") == "strait"
    assert cost(position({"P": (PZ, "3541"), "B": (ARMY, "3742")}), "P", "3641") == 7


CUT = {"X": (INF, "2813")}  # its zone covers 2812, the way by land


def test_the_ice_road_takes_one_soviet_unit_an_impulse_either_way_in_snow() -> None:
    units = {**CUT, "A": (ARMY, "2712"), "B": (ARMY, "2912"), "C": (MECH, "2712")}
    w = position(units, weather="Snow", turn=5, phase="move1-soviet")
    assert cost(w, "A", "2912") == 3 and cost(w, "B", "2712") == 3 and cost(w, "C", "2912") == 4
    assert cost(w, "C", "3012") is None
    do(w, "move A 2912")
    assert where(w, "A") == "2912"
    found = refusal(w, "move C 2912")
    assert found is not None and (found.reason, found.rule) == ("ice-road", "6.3")
    for weather in ("Clear", "Lt Mud", "Mud"):
        w = position(units, weather=weather, phase="move1-soviet")
        assert why(w, "move A 2912") == "ice-road"


def test_the_way_by_land_to_the_end_of_the_ice_road_uses_nobody_s_turn_on_it() -> None:
    w = position({"A": (ARMY, "2712"), "B": (ARMY, "2712")}, weather="Snow", turn=5, phase="move1-soviet")
    assert cost(w, "A", "2912") == 2
    do(w, "move A 2912")
    assert w[IceRoadUse].units == ()


def test_the_ice_road_is_closed_to_the_axis_and_by_its_zone_over_the_far_end() -> None:
    w = position({"P": (PZ, "2712"), "A": (ARMY, "2813")}, weather="Snow", turn=5)
    assert why(w, "move P 2912") == "ice-road"
    units = {**CUT, "A": (ARMY, "2712"), "P": (INF, "3012")}
    w = position(units, weather="Snow", turn=5, phase="move1-soviet")
    assert why(w, "move A 2912") == "ice-road"
    w = position({**units, "B": (ARMY, "2912")}, weather="Snow", turn=5, phase="move1-soviet")
    assert cost(w, "A", "2912") == 3


def test_the_northern_swamp_takes_men_in_snow_one_hex_at_a_time() -> None:
    units = {"A": (ARMY, "3405"), "M": (MECH, "3405"), "C": (CAV, "3404"), "G": ("art_42", "3405")}
    w = position(units, weather="Snow", turn=10, phase="move1-soviet")
    assert cost(w, "A", "3406") == 1 and cost(w, "A", "3407") != 2
    assert cost(w, "C", "3505") == 1
    for name in ("M", "G"):
        assert why(w, f"move {name} 3406") == "northern-swamp"
    w = position(units, phase="move1-soviet")
    found = refusal(w, "move A 3406")
    assert found is not None and (found.reason, found.rule) == ("northern-swamp", "6.4")


def test_who_never_enters_the_northern_swamp_stands_in_the_table() -> None:
    SHELF.lay({"tables": {"terrain": {"northern_swamp": {"banned": ["C"]}}}})
    units = {"C": (CAV, "3404"), "G": ("art_42", "3405")}
    w = position(units, weather="Snow", turn=10, phase="move1-soviet")
    assert why(w, "move C 3505") == "northern-swamp" and cost(w, "G", "3406") == 1


def test_a_unit_in_the_northern_swamp_leaves_it_by_one_hex_in_any_weather() -> None:
    for weather in ("Clear", "Mud", "Snow"):
        w = position({"A": (ARMY, "3406")}, weather=weather, turn=10, phase="move1-soviet")
        assert cost(w, "A", "3306") == 1 and cost(w, "A", "3404") is None
        assert (cost(w, "A", "3507") == 1) is (weather == "Snow")


# -- 21: closed countries -------------------------------------------------------------------------------------


def test_finns_stay_in_finland_and_its_border_country_and_never_enter_leningrad() -> None:
    w = position({"F": ("fin_inf_44", "2611")})
    assert why(w, "move F 2712") == "closed-country"
    assert "2711" in moves(w, "F")
    w = position({"F": ("fin_inf_44", "3010")})
    assert why(w, "move F 3012") == "closed-country" and "3011" in moves(w, "F")


def test_romanians_stay_south_of_row_27_and_hungarians_out_of_romania() -> None:
    w = position({"R": ("rum_inf_33", "2627"), "H": ("hun_inf_33", "1437")}, turn=7)
    assert why(w, "move R 2626") == "closed-country"
    w = position({"H": ("hun_inf_33", "1235")}, turn=7)
    inside = {w.board.hexes[i].label for i in w.board.regions["romania"]}
    assert moves(w, "H") and not inside & moves(w, "H")


def test_bulgaria_is_closed_to_all_and_later_open_to_the_soviets() -> None:
    units = {"P": (PZ, "1642"), "A": (ARMY, "1843")}
    bulgaria = {h.label for h in position({}).board.hexes if h.nation == "BUL"}
    assert not bulgaria & moves(position(units, turn=21), "P")
    assert not bulgaria & moves(position(units, turn=20, phase="move1-soviet"), "A")
    assert bulgaria & moves(position(units, turn=21, phase="move1-soviet"), "A")


def test_only_one_german_corps_goes_to_finland() -> None:
    w = position({"A": (INF, "2609"), "B": (INF, "2608")})
    assert why(w, "move A 2509") == "closed-country"
    assert "2509" in moves(w, "B")
    assert why(position({"A": (INF, "2609")}), "move A 2509") == ""


def test_the_transcaucasus_is_not_left_before_the_third_turn() -> None:
    units = {"46.A": ("army_23", "4143")}
    for turn, fair in ((2, False), (3, True)):
        w = position(units, turn=turn, phase="move1-soviet")
        assert ("4142" in moves(w, "46.A")) is fair


# -- who may move -----------------------------------------------------------------------------------------------


def test_a_unit_moves_once_an_impulse_in_its_own_movement_segment() -> None:
    w = position({"P": (PZ, "3628"), "A": (ARMY, "4630"), "D": (PZ, "[dead]"), "L": ("ger_air", "0223")})
    assert why(w, "move X 3627") == "no-such-unit" and why(w, "move P 9999") == "no-such-hex"
    assert why(w, "move A 4629") == "enemy-unit" and why(w, "move D 3627") == "off-map"
    assert why(w, "move L 0224") == "no-legs" and why(w, "move P 3628") == "same-hex"
    do(w, "move P 3627")
    assert why(w, "move P 3626") == "moved" and not moves(w, "P")
    assert w.by_id["P"][Marched].hexes == 1
    assert why(position({"P": (PZ, "3628")}, phase="fight1-axis"), "move P 3627") == "no-movement"
    assert why(position({"P": (PZ, "3628")}), "move P 3618") == "too-far"


def test_militia_locked_units_and_the_victors_of_an_automatic_victory_stay() -> None:
    w = position({"V": ("volkssturm", "0627"), "P": (PZ, "3628")})
    assert why(w, "move V 0626") == "immobile"
    p = w.by_id["P"].entity
    w.mark(JointAttacks, w.table, locked=((at(w, "3629"), (p,)),))
    assert why(w, "move P 3627") == ""
    w.mark(Impulse, w.table, number=2)
    assert why(w, "move P 3627") == "locked"
    w.mark(JointAttacks, w.table, locked=())
    w.mark(AutomaticVictory, w.table, units=(p,))
    assert why(w, "move P 3627") == "victor"


def test_every_refusal_is_a_sentence_with_a_rule() -> None:
    w = position({"P": (PZ, "3730"), "R": (ARMY, "3831"), "V": ("volkssturm", "0627"), "I": (INF, "3528")})
    for line in ("move P 3831", "move P 3940", "move V 0626", "move I 3520", "move R 3832", "move I 3528"):
        found = refusal(w, line)
        assert found is not None and found.text.endswith(".") and found.rule, line


@pytest.mark.parametrize(
    ("kind", "start", "weather", "there", "reason"),
    [
        (PZ, "3512", "Mud", "3711", "terrain-stop"),
        (INF, "0426", "Mud", "0428", "terrain-stop"),
        (INF, "2623", "Mud", "2625", "river-stop"),
        (INF, "2622", "Clear", "2627", "too-far"),
        (PZ, "1423", "Mud", "1524", "no-railway"),
        (PZ, "0426", "Snow", "0427", "no-railway"),
    ],
)
def test_a_refusal_names_what_ends_the_move(kind: str, start: str, weather: str, there: str, reason: str) -> None:
    w = position({"U": (kind, start)}, weather=weather, turn=10)
    assert why(w, f"move U {there}") == reason


def test_a_move_never_ends_on_a_full_hex_but_goes_through() -> None:
    stack = dict.fromkeys(("A", "B", "C"), (INF, "3629"))
    w = position({"P": (PZ, "3628"), **stack})
    assert why(w, "move P 3629") == "overstacked" and "3629" not in moves(w, "P")
    assert cost(w, "P", "3630") == 2


def test_a_unit_takes_every_hex_it_enters() -> None:
    w = position({"P": (PZ, "3628")})
    path = reach(w, w.by_id["P"])[at(w, "3631")].path
    do(w, "move P 3631")
    assert all(w.ground[i].control is Side.AXIS for i in path)


def test_partisans_stop_the_unit_that_disperses_them() -> None:
    w = position({"P": (PZ, "3628"), "B": ("partisan", "3629")}, weather="Mud")
    assert cost(w, "P", "3629") == 1
    assert all(at(w, "3629") not in one.path[1:-1] for one in reach(w, w.by_id["P"]).values())
    do(w, "move P 3629")
    assert where(w, "B") == "pool"


def test_partisans_of_the_second_stage_are_to_be_attacked_not_ridden_down() -> None:
    w = position({"P": (PZ, "3628"), "B": ("partisan", "3629")})
    w.mark(Partisan, w.by_id["B"], promoted=True)
    assert why(w, "move P 3629") == "enemy-occupied"


def test_what_a_retreat_may_enter() -> None:
    w = position({"I": (INF, "1423"), "P": (PZ, "1423"), "K": (INF, "3541"), "F": ("fin_inf_44", "2611")})
    known = w.by_id
    assert can_enter(w, known["I"], at(w, "1423"), at(w, "1524"))
    assert not can_enter(w, known["P"], at(w, "1423"), at(w, "1524"))
    assert not can_enter(w, known["K"], at(w, "3541"), at(w, "3641"))
    assert not can_enter(w, known["F"], at(w, "2611"), at(w, "2712"))
    assert not can_enter(w, known["F"], at(w, "2611"), at(w, "2612"))


CROWD = {
    "Pz": (PZ, "2622"), "In": (INF, "2622"), "Mt": (MTN, "4144"), "Gn": (GUN, "2623"), "Fn": ("fin_inf_44", "2611"),
    "Rm": ("rum_inf_33", "2537"), "Hn": ("hun_inf_33", "1235"), "Bk": ("ger_marshal", "2622"), "Kr": (PZ, "3541"),
    "A": (ARMY, "2723"), "B": (ARMY, "2712"), "C": (MECH, "2915"), "D": (CAV, "3404"), "E": ("art_42", "2723"),
    "F": (ARMY, "3406"), "G": ("militia", "3520"), "Zh": ("sov_marshal", "3520"), "H": (ARMY, "2813"),
}  # fmt: skip


@pytest.mark.parametrize("weather", ["Clear", "Lt Mud", "Mud", "Snow"])
@pytest.mark.parametrize("phase", ["move1-axis", "move2-axis", "move1-soviet", "move2-soviet"])
def test_the_judge_refuses_exactly_what_is_not_listed_and_paths_are_unbroken(weather: str, phase: str) -> None:
    w = position(CROWD, weather=weather, phase=phase, turn=10)
    for unit in w.units:
        if unit.hex < 0:
            continue
        listed = moves(w, unit.id)
        near = [h.label for h in w.board.hexes if w.board.distance(unit.hex, h.index) <= 8]
        assert listed <= set(near) or unit.id in ("Bk", "Zh")
        for spot in near:
            found = refusal(w, f"move {unit.id} {spot}")
            assert (found is None) is (spot in listed), (unit.id, spot, found)
            assert found is None or (found.text.endswith(".") and found.rule)
        for there, step in reach(w, unit).items():
            assert step.path[0] == unit.hex and step.path[-1] == there and step.hex == there
            assert step.cost <= allowance(w, unit)
            assert all(b in w.board.neighbours[a] or len(step.path) == 2 for a, b in pairwise(step.path))


# -- 14: leaders ------------------------------------------------------------------------------------------------


def test_a_field_marshal_goes_ten_hexes_through_his_own_country_to_a_unit_or_a_city() -> None:
    w = position({"Bock": ("ger_marshal", "0923"), "P": (PZ, "1527"), "Q": (PZ, "0723")})
    assert {"1527", "0723", "1326"} <= moves(w, "Bock")
    assert why(w, "move Bock 0924") == "no-seat" and why(w, "move Bock 3520") in ("too-far", "no-seat")
    do(w, "move Bock 1527")
    assert where(w, "Bock") == "1527" and w.ground[at(w, "1527")].control is Side.AXIS


def test_a_dictator_goes_six_hexes() -> None:
    w = position({"Hitler": ("hitler", "0223")})
    assert "0823" in moves(w, "Hitler") and "0923" not in moves(w, "Hitler")
