"""5.3, 5.4: terrain and class effects, halves and doublings, shifts and die-roll modifiers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ecs import Side
from ecs.core.components import Weather
from ecs.rulesets.dark_valley.combat.battlefield import attack_conditions, odds_of
from ecs.rulesets.dark_valley.combat.odds import AttackConditions, Combatant, work_out_odds
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS
from ecs.systems.combat.odds import NO_COLUMN, mixed
from tests.ecs.rules_tdv.ground import beside, board, first, plain
from tests.ecs.rules_tdv.stage import only, only_fort, position

CORPS = Combatant("corps", "corps", 5, 2, german=True)
PANZER = Combatant("panzer", "panzer", 4, 2, tank=True, mech=True, german=True, solo=True)
MOTOR = Combatant("motor", "motor", 3, 1, mech=True, german=True, solo=True)
RIFLES = Combatant("rifles", "rifles", 1)
TANKS = Combatant("tanks", "tanks", 3, tank=True, mech=True)
ARMY = Combatant("army", "army", 4, 2)


def attack(*team: Combatant, ground: tuple[str, ...] = ("clear",), side: Side = Side.AXIS, **more: object) -> Fraction:
    return work_out_odds(AttackConditions(side, ground, **more), team, (RIFLES,)).attack.total  # type: ignore[arg-type]


def defence(*foes: Combatant, ground: tuple[str, ...] = ("clear",), side: Side = Side.AXIS, **more: object) -> Fraction:
    return work_out_odds(AttackConditions(side, ground, **more), (CORPS,), foes).defence.total  # type: ignore[arg-type]


def shift(*ground: str, side: Side = Side.AXIS, team: tuple[Combatant, ...] = (CORPS,), turn: int = 2) -> int:
    return sum(line.value for line in work_out_odds(AttackConditions(side, ground, turn), team, (RIFLES,)).shifts)


# -- the terrain chart, combat column -----------------------------------------------------------------


def test_clear_has_no_effect() -> None:
    assert attack(CORPS, PANZER, MOTOR) == 12
    assert defence(RIFLES, TANKS) == 4
    assert shift("clear") == 0


def test_woods_take_one_factor_off_every_tank_unit_on_both_sides() -> None:
    assert attack(CORPS, PANZER, MOTOR, ground=("woods",)) == 5 + 3 + 3
    assert defence(TANKS, TANKS, RIFLES, ground=("woods",)) == 2 + 2 + 1


def test_tank_units_of_one_hex_never_fall_below_one_factor_in_woods() -> None:
    weak, small = PANZER._replace(lost=1), PANZER._replace(full=1, weak=0)
    assert attack(weak, weak, ground=("woods",)) == 2
    assert attack(small, small, ground=("woods",)) == 1
    assert attack(small, small._replace(base=7), ground=("woods",)) == 2
    assert defence(small, small, ground=("woods",)) == 1


def test_the_factor_saved_in_woods_is_halved_like_any_other() -> None:
    small = PANZER._replace(full=1, weak=0, supply=1)
    assert attack(small, small, ground=("woods",)) == Fraction(1, 2)


def test_marsh_halves_mechanised_units_on_both_sides() -> None:
    assert attack(CORPS, MOTOR, ground=("marsh",)) == 5 + Fraction(3, 2)
    assert defence(TANKS, RIFLES, ground=("marsh",)) == Fraction(3, 2) + 1


def test_rough_shifts_one_column() -> None:
    assert shift("rough") == -1
    assert shift("rough", side=Side.SOVIET) == -1


def test_mountain_doubles_the_defender() -> None:
    assert defence(RIFLES, TANKS, ground=("mountain",)) == 8


def test_a_town_adds_one_to_the_defence_once() -> None:
    assert defence(RIFLES, RIFLES, ground=("clear", "town")) == 3
    assert defence(CORPS, ground=("clear", "town"), side=Side.SOVIET) == 6


def test_a_city_halves_the_attackers_vehicles_and_shifts_one_column() -> None:
    assert attack(CORPS, MOTOR, ground=("clear", "city")) == 5 + Fraction(3, 2)
    assert shift("clear", "city") == -1


@pytest.mark.parametrize("ground", [("marsh",), ("clear", "city"), ("woods", "city"), ("marsh", "city")])
def test_5_3_mech_halved_holds_for_attack_and_defence_wherever_the_chart_says_so(ground: tuple[str, ...]) -> None:
    toll = int("woods" in ground)
    assert attack(MOTOR, ground=ground) == Fraction(3, 2)
    assert defence(TANKS, RIFLES, ground=ground) == Fraction(3 - toll, 2) + 1
    assert defence(MOTOR, ground=ground, side=Side.SOVIET) == Fraction(3, 2)


def test_by_an_option_a_city_halves_the_attackers_alone() -> None:
    assert attack(MOTOR, ground=("clear", "city"), city_spares=True) == Fraction(3, 2)
    assert defence(TANKS, ground=("clear", "city"), city_spares=True) == 3
    assert defence(TANKS, ground=("marsh", "city"), city_spares=True) == Fraction(3, 2)


@pytest.mark.parametrize(("choice", "worth"), [("both", Fraction(5, 2)), ("attackers", Fraction(5))])
def test_the_option_decides_what_panzers_count_that_defend_a_city(choice: str, worth: Fraction) -> None:
    field = first("clear", "major")
    units = {"p": ("panzer43", field()), "s": ("army42", field(0, -1))}
    game = position(units, phase="fight-soviet", chit="SU_CB", options={"city_halves": choice})
    w = game._w
    assert odds_of(w, field.index, Side.SOVIET, [w.by_id["s"]]).defence.total == worth


def test_no_city_shift_for_the_axis_on_the_first_turn() -> None:
    assert shift("clear", "city", turn=1) == 0
    assert shift("clear", "city", turn=1, side=Side.SOVIET) == -1
    assert attack(MOTOR, ground=("clear", "city"), turn=1) == Fraction(3, 2)


def test_a_river_shifts_one_column_if_all_attack_across_rivers() -> None:
    wet, wide, dry = CORPS._replace(water="river"), CORPS._replace(water="major_river"), CORPS
    assert shift("clear", team=(wet, wet)) == -1
    assert shift("clear", team=(wet, dry)) == 0
    assert shift("clear", team=(wet, wide)) == -1
    assert shift("clear", team=(wide, wide)) == 0


def test_a_major_river_halves_those_who_attack_across_it() -> None:
    assert attack(CORPS._replace(water="major_river"), CORPS) == Fraction(5, 2) + 5


def test_the_volga_halves_soviet_attackers() -> None:
    assert attack(ARMY._replace(water="volga"), ARMY, side=Side.SOVIET) == 2 + 4


def test_5_3_a_fortified_zone_shifts_one_column_for_whoever_defends() -> None:
    assert shift("clear", "fortified_zone") == shift("clear", "fortified_zone", side=Side.SOVIET) == -1


@pytest.mark.parametrize(("choice", "shifts"), [("either", [-1, -1]), ("soviet", [-1, 0])])
def test_8_13_the_option_decides_whom_fortified_zones_shelter(choice: str, shifts: list[int]) -> None:
    spot = next(h for h in board().hexes if "fortified_zone" in h.traits and h.terrain == "clear" and not h.place)
    near = next(
        j for j in board().neighbours[spot.index] if not board().kinds(spot.index, j) & {"river", "major_river"}
    )
    found = []
    for side, defender, attacker in ((Side.AXIS, "army42", "inf_corps"), (Side.SOVIET, "inf_corps", "army42")):
        units = {"d": (defender, spot.label), "a": (attacker, board().hexes[near].label)}
        w = position(units, turn=20, weather="Fair", options={"zones_shield": choice})._w
        found.append(sum(line.value for line in odds_of(w, spot.index, side, [w.by_id["a"]]).shifts))
        assert "fortified_zone" in attack_conditions(w, spot.index, side).ground
    assert found == shifts


def test_defensive_works_add_one_for_a_soviet_defender_only() -> None:
    assert defence(RIFLES, RIFLES, ground=("clear", "works")) == 3
    assert defence(CORPS, ground=("clear", "works"), side=Side.SOVIET) == 5


def test_a_weak_fort_has_no_effect_on_the_odds() -> None:
    assert defence(RIFLES, ground=("clear", "weak_fort")) == 1
    assert shift("clear", "weak_fort") == 0


def test_a_fort_doubles_and_a_city_with_one_adds_its_shift() -> None:
    assert defence(RIFLES, RIFLES, ground=("clear", "fort")) == 4
    leningrad = ("woods", "city", "fort", "works")
    assert defence(RIFLES, RIFLES, ground=leningrad) == 5
    assert shift(*leningrad) == -1


def test_the_strait_doubles_the_defender_if_all_attack_across_it() -> None:
    over = CORPS._replace(water="strait")
    odds = work_out_odds(AttackConditions(Side.AXIS), (over, over), (RIFLES, RIFLES))
    assert odds.defence.total == 4
    assert work_out_odds(AttackConditions(Side.AXIS), (over, CORPS), (RIFLES, RIFLES)).defence.total == 2


def test_desert_steppe_halves_the_defender() -> None:
    assert defence(ARMY, ground=("desert_steppe",)) == 2


def test_the_defender_is_doubled_once_at_most() -> None:
    assert defence(RIFLES, RIFLES, ground=("mountain", "fort")) == 4


def test_town_and_works_are_added_after_doubling() -> None:
    assert defence(RIFLES, RIFLES, ground=("mountain", "town", "works")) == 6


# -- halving ------------------------------------------------------------------------------------------


def test_out_of_supply_attackers_are_halved_and_such_defenders_are_not() -> None:
    assert attack(CORPS._replace(supply=1)) == Fraction(5, 2)
    assert defence(ARMY._replace(supply=1)) == 4


def test_isolated_units_are_halved_on_both_sides() -> None:
    assert attack(CORPS._replace(supply=2)) == Fraction(5, 2)
    assert defence(ARMY._replace(supply=2)) == 2


def test_a_unit_is_halved_once_at_most() -> None:
    unlucky = MOTOR._replace(supply=1, water="major_river")
    assert attack(unlucky, ground=("marsh",)) == Fraction(3, 2)
    assert attack(unlucky, ground=("marsh",), halve_once=False) == Fraction(3, 8)
    assert defence(ARMY._replace(supply=2), ground=("desert_steppe",)) == 2
    assert defence(ARMY._replace(supply=2), ground=("desert_steppe",), halve_once=False) == 1


def test_a_unit_that_fell_back_onto_a_stack_adds_nothing_to_it() -> None:
    tired = ARMY._replace(idle=True)
    assert defence(ARMY, tired) == 4
    assert defence(tired) == 4


def test_the_lines_name_every_reason_and_the_halves() -> None:
    lines = work_out_odds(AttackConditions(Side.AXIS, ("clear", "city")), (MOTOR,), (RIFLES,)).attack.lines
    assert [line.text for line in lines] == ["motor, halved (city), counts 1½"]
    assert [mixed(Fraction(n, 4)) for n in (1, 2, 3, 4, 6)] == ["¼", "½", "¾", "1", "1½"]


# -- die-roll modifiers ---------------------------------------------------------------------------------


def drm(team: tuple[Combatant, ...] = (CORPS,), foes: tuple[Combatant, ...] = (RIFLES,), **more: object) -> int:
    side = more.pop("side", Side.AXIS)
    return work_out_odds(AttackConditions(side, **more), team, foes).drm  # type: ignore[arg-type]


def test_led_tanks_add_one() -> None:
    assert drm((PANZER, CORPS), (TANKS,), led=True) == 1
    assert drm((CORPS,), (TANKS,), led=True) == 0
    assert drm((PANZER._replace(supply=1),), (TANKS,), led=True) == 0


@pytest.mark.parametrize("ground", ["woods", "marsh", "mountain"])
def test_tanks_against_none_add_one_in_open_ground_only(ground: str) -> None:
    assert drm((PANZER,)) == 1
    assert drm((PANZER,), (RIFLES, TANKS)) == 0
    assert drm((PANZER._replace(supply=1),)) == 0
    assert drm((PANZER,), ground=(ground,)) == 0
    assert drm((PANZER,), ground=("clear", "city")) == 0
    assert drm((PANZER,), ground=("clear", "fort")) == 0
    assert drm((PANZER,), ground=("rough", "town", "weak_fort")) == 1


def test_surprise_isolation_and_mud() -> None:
    assert drm(turn=1) == 1
    assert drm(turn=1, side=Side.SOVIET) == 0
    assert drm(foes=(RIFLES._replace(supply=2),)) == 1
    assert drm(weather="Mud") == -1


def test_modifiers_are_clamped_to_plus_two() -> None:
    assert drm((PANZER,), (RIFLES._replace(supply=2),), led=True, turn=1) == 2


def test_the_eight_sided_die_knows_no_modifiers() -> None:
    odds = work_out_odds(AttackConditions(Side.AXIS, turn=1, led=True, eight=True), (PANZER,), (RIFLES,))
    assert (odds.drm, odds.drms, odds.dice) == (0, (), 8)


# -- columns ----------------------------------------------------------------------------------------------


def test_shifts_apply_after_the_cap_at_six_to_one() -> None:
    odds = work_out_odds(AttackConditions(Side.AXIS, ("rough",)), (CORPS,) * 4, (RIFLES,))
    assert (odds.title, odds.result(6)) == ("5-1", "DE")


def test_a_shift_off_the_table_eliminates_the_attacker() -> None:
    odds = work_out_odds(AttackConditions(Side.AXIS, ("rough",)), (RIFLES,), (TANKS,))
    assert (odds.ratio, odds.column, odds.result(6)) == (0, NO_COLUMN, "AE")


# -- test vectors (12.3) ------------------------------------------------------------------------------------


def test_vector_1_three_corps_and_three_panzer_divisions_on_the_first_day() -> None:
    odds = work_out_odds(AttackConditions(Side.AXIS, turn=1), (CORPS,) * 3 + (PANZER,) * 3, (RIFLES,) * 3)
    assert (odds.attack.total, odds.defence.total, odds.title, odds.drm) == (27, 3, "6-1", 2)
    assert (odds.read(3), odds.result(3)) == (5, "DE")


def test_vector_2_woods_in_the_mud() -> None:
    team = (PANZER, CORPS._replace(full=6))
    odds = work_out_odds(AttackConditions(Side.AXIS, ("woods",), 5, "Mud"), team, (RIFLES,) * 3)
    assert (odds.attack.total, odds.title, odds.drm) == (9, "3-1", -1)


def test_vector_4_a_motorised_division_before_a_city() -> None:
    odds = work_out_odds(AttackConditions(Side.AXIS, ("clear", "city")), (MOTOR,), (RIFLES,))
    assert odds.attack.total == Fraction(3, 2)
    assert (odds.ratio, odds.column) == (2, 1)


def test_vector_15_six_to_twenty_is_no_attack_at_all() -> None:
    odds = work_out_odds(AttackConditions(Side.SOVIET), (TANKS, TANKS), (CORPS,) * 4)
    assert (odds.attack.total, odds.defence.total) == (6, 20)
    assert {odds.result(die) for die in range(1, 7)} == {"AE"}


# -- what the map says ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terrain", "place", "rows"),
    [
        ("clear", "town", ("clear", "town")),
        ("clear", "major", ("clear", "city")),
        ("woods", "", ("woods",)),
        ("marsh", "", ("marsh",)),
        ("rough", "", ("rough",)),
        ("mountain", "", ("mountain",)),
        ("desert_steppe", "", ("desert_steppe",)),
    ],
)
def test_the_rows_of_the_chart_are_read_off_the_map(terrain: str, place: str, rows: tuple[str, ...]) -> None:
    field = first(terrain, place)
    game = position({"d": ("rifle_div", field())})
    assert attack_conditions(game._w, field.index, Side.AXIS).ground == rows


def test_marsh_counts_as_woods_in_snow() -> None:
    field = first("marsh")
    game = position({"d": ("rifle_div", field())}, turn=20, weather="Snow")
    assert attack_conditions(game._w, field.index, Side.AXIS).ground == ("woods",)


def test_works_and_forts_are_read_off_the_table() -> None:
    field = first("clear", "major")
    game = position({"d": ("rifle_div", field())})
    w = game._w
    only(w, DEFENSIVE_WORKS, field.index)
    only_fort(w, field.index, 2)
    assert attack_conditions(w, field.index, Side.AXIS).ground == ("clear", "city", "works", "fort")
    only(w, DEFENSIVE_WORKS)
    only_fort(w, field.index, 1)
    assert attack_conditions(w, field.index, Side.AXIS).ground == ("clear", "city", "weak_fort")


def test_vector_5_one_dry_hexside_spares_the_shift() -> None:
    here, there = beside("river")
    game = position({"a": ("inf_corps", here), "b": ("inf_corps", here), "d": ("rifle_div", there)})
    w = game._w
    index = w.board.by_label[there]
    team = [w.by_id["a"], w.by_id["b"]]
    assert sum(line.value for line in odds_of(w, index, Side.AXIS, team).shifts) == -1
    around = w.board.neighbours[index]
    dry = next(j for j in around if not {"river", "major_river", "volga", "strait"} & w.board.kinds(j, index))
    assert odds_of(w, index, Side.AXIS, team, {"b": dry}).shifts == ()
    w.mark(Weather, w.table, name="Snow")
    assert odds_of(w, index, Side.AXIS, team).shifts == ()


def test_a_headquarters_chit_leads_and_a_general_one_does_not() -> None:
    field = first("clear")
    for chit, led in (("AX_MC", False), ("AX_PZ1", True), ("SU_ZH", True), ("SU_SC", True), ("SU_DB", True)):
        game = position({"d": ("rifle_div", field())}, chit="")
        game._w.mark(ChitInPlay, game._w.table, chit=chit)
        assert attack_conditions(game._w, field.index, Side.AXIS).led is led


def test_vector_13_the_first_winter_halves_the_axis_outside_cities() -> None:
    field = plain()
    units = {f"a{n}": ("inf_corps", field(0, -1)) for n in range(3)}
    units |= {f"p{n}": ("pz_brigade", field(1, -1)) for n in range(2)}
    units |= {"c": ("inf_corps", field(-1, 0)), "d": ("guards", field())}
    game = position(units, turn=7)
    w = game._w
    odds = odds_of(w, field.index, Side.AXIS, [w.by_id[u] for u in units if u != "d"])
    assert (odds.attack.total, odds.defence.total, odds.title, odds.table) == (12, 6, "2-1", "B")


def test_romanians_far_from_home_are_halved_in_snow() -> None:
    field = plain()
    units = {"r": ("rum_corps", field(0, -1)), "d": ("rifle_div", field())}
    game = position(units, turn=20)
    w = game._w
    assert w.weather.name == "Snow"
    assert odds_of(w, field.index, Side.AXIS, [w.by_id["r"]]).attack.total == 1
