"""Chapters 19 and 20: what comes in, and what does it buy?"""

from __future__ import annotations

import pytest

from ecs.core.commands import Rebuild, Refit
from ecs.core.components import Flags, Ground, Replacements, Side, Steps
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import arrivals, income, replacements
from ecs.rulesets.russia_besieged.data.options import OPTIONS
from ecs.rulesets.russia_besieged.data.tables import SHELF, tables
from ecs.rulesets.russia_besieged.ground.movement import oil_shortage_flag
from ecs.systems import scorekeeping
from ecs.systems.replacements import draw_income
from tests.ecs.rules_rb.stage import board, load_dice, position, where

STAGE = {"Hitler": ("hitler", "0223"), "Stalin": ("stalin", "3520"), "8.A": ("army_33", "3520")}


def staged(phase: str = "arrive-soviet", turn: int = 2, **facts) -> World:  # type: ignore[no-untyped-def]
    options = {"city_points": "2", **facts.pop("options", {})}
    return position({**STAGE, **facts.pop("units", {})}, turn=turn, phase=phase, options=options, **facts)


def refit_reason(w: World, unit: str) -> str:
    found = replacements.REFITTING.judge(w, Refit(unit))
    return found.reason if found else ""


def rebuild_reason(w: World, unit: str, lost: int = 0) -> str:
    found = replacements.judge_rebuild(w, Rebuild(unit, lost))
    return found.reason if found else ""


# -- income -------------------------------------------------------------------------------------------------


def test_two_points_of_cities_make_one_rp_and_the_east_adds_its_own() -> None:
    assert sum(tables().replace.cities.values()) == 21
    assert income.soviet_income(staged(turn=1)) == 11 + 1
    assert income.soviet_income(staged(turn=5)) == 11 + 3


@pytest.mark.parametrize(("chosen", "cities"), [("1", 21), ("2", 11)])
def test_9_2_what_a_point_of_a_city_is_worth_is_chosen_before_the_game(chosen: str, cities: int) -> None:
    assert income.soviet_income(staged(turn=1, options={"city_points": chosen})) == cities + 1
    w = staged(turn=1, options={"city_points": chosen})
    draw_income(w)
    assert w[Replacements].factors == cities + 1


def test_9_2_two_points_make_a_replacement_point_unless_chosen_otherwise() -> None:
    option = next(o for o in OPTIONS if o.key == "city_points")
    assert option.default == "2"
    assert income.city_points(position(STAGE)) == 2


def test_a_city_lost_gives_nothing() -> None:
    assert income.soviet_income(staged(control={"axis": ["3431"]})) == 10 + 1


def test_a_city_cut_off_gives_half_to_those_inside_alone() -> None:
    centre = board().by_label["3431"]
    ring = [h.label for h in board().hexes if board().distance(centre, h.index) == 2]
    units = {f"R{n}": ("ger_inf_54", spot) for n, spot in enumerate(ring)}
    w = staged(units={**units, "38.A": ("army_23", "3431"), "3.A": ("army_33", "3522")}, reduced=["38.A", "3.A"])
    assert income.limited_cities(w) == {"Kharkov": 1}
    assert income.soviet_income(w) == 10 + 1
    draw_income(w)
    assert replacements.money(w, w.by_id["38.A"]) == 1
    assert refit_reason(w, "38.A") == ""
    replacements.refit(w, Refit("38.A"))
    assert (replacements.money(w, w.by_id["38.A"]), w[Replacements].factors) == (0, 11)
    assert replacements.money(w, w.by_id["3.A"]) == 11


def test_stalin_away_from_moscow_costs_two() -> None:
    w = staged(units={"Stalin": ("stalin", "5323")})
    assert income.soviet_income(w) == 12 - 2


@pytest.mark.parametrize(("turn", "rp"), [(1, 0), (2, 3), (5, 5), (11, 6), (23, 4)])
def test_german_income_by_turn(turn: int, rp: int) -> None:
    assert income.axis_income(staged("arrive-axis", turn)) == rp


def test_german_income_falls_with_the_cities_of_the_reich() -> None:
    w = staged("arrive-axis", 20, control={"soviet": ["1841", "0627"]})
    assert income.axis_income(w) == 6 - 3
    assert income.axis_income(staged("arrive-axis", 20, control={"soviet": ["0223"]})) == 0


def test_the_allies_pay_for_their_own_and_keep_nothing() -> None:
    w = staged("arrive-axis", 8)
    draw_income(w)
    assert (w[Replacements].allies, w[Replacements].hungary) == (1, 1)
    assert [scorekeeping.count(w, income.purse_word(n)) for n in ("FIN", "ITA")] == [1, 1]
    income.close(w)
    assert (w[Replacements].infantry, w[Replacements].allies, w[Replacements].hungary) == (3, 0, 0)
    assert scorekeeping.count(w, income.purse_word("FIN")) == 0
    scorekeeping.flag(w, "out-ROM")
    draw_income(w)
    assert (w[Replacements].infantry, w[Replacements].allies) == (3 + 5, 0)


def test_the_soviets_save_five() -> None:
    w = staged()
    draw_income(w)
    assert w[Replacements].factors == 12
    income.close(w)
    assert w[Replacements].factors == 5


def test_the_loss_of_a_dictator_halves_the_next_income_only() -> None:
    w = staged(units={"Stalin": ("stalin", "[dead]")})
    w.mark(Flags, w.table, flags=("dictator-lost-soviet",))
    draw_income(w)
    assert w[Replacements].factors == 6
    w.mark(Replacements, w.table, factors=0)
    draw_income(w)
    assert w[Replacements].factors == 12


# -- lend-lease and oil -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "dice", "rp"),
    [(3, (), 0), (4, (3,), 0), (4, (7,), 1), (4, (10,), 2), (7, (1,), 2), (11, (8,), 2 + 1 + 2 + 1), (13, (8,), 8 - 1)],
)
def test_lend_lease_comes_by_three_ways(monkeypatch, turn, dice, rp) -> None:  # type: ignore[no-untyped-def]
    load_dice(monkeypatch, *dice)
    assert income.lend_lease(staged(turn=turn)) == rp


def test_no_convoy_unloads_where_the_railway_is_cut() -> None:
    w = staged(turn=4, units={"I.K": ("ger_inf_54", "3809")})
    assert not income.is_archangel_open(w)
    assert income.lend_lease(w) == 0
    assert income.is_archangel_open(staged(turn=4))


def test_with_moscow_lost_the_line_to_gorki_will_do() -> None:
    w = staged(turn=4, units={"8.A": ("army_33", "[dead]"), "Stalin": ("stalin", "4418")}, control={"axis": ["3520"]})
    assert income.is_archangel_open(w)


def test_the_axis_without_ploesti_runs_dry_in_two_turns() -> None:
    w = staged("arrive-axis", 20, control={"soviet": ["1841"]})
    draw_income(w)
    assert oil_shortage_flag(Side.AXIS) not in w[Flags].flags
    draw_income(w)
    assert oil_shortage_flag(Side.AXIS) in w[Flags].flags
    w.mark(Ground, w.hexes[w.board.by_label["1841"]], control=Side.AXIS)
    draw_income(w)
    assert oil_shortage_flag(Side.AXIS) not in w[Flags].flags


def test_soviet_tanks_are_dear_without_baku_and_grozny() -> None:
    w = staged(control={"axis": ["5949", "5144"]}, units={"3.TA": ("tank_army_56", "[dead]")}, turn=8)
    load = w.by_id["3.TA"]
    assert replacements.step_price(w, load) == 2
    scorekeeping.flag(w, oil_shortage_flag(Side.SOVIET))
    assert replacements.step_price(w, load) == 3


# -- spending -----------------------------------------------------------------------------------------------


def test_a_step_is_given_back_to_a_unit_in_supply_away_from_the_enemy() -> None:
    units = {"3.A": ("army_33", "3522"), "4.A": ("army_33", "2222"), "I.K": ("ger_inf_54", "2322")}
    w = staged(units={**units, "5.A": ("army_43", "3622")}, reduced=["3.A", "4.A", "5.A"], supply={"5.A": 1})
    assert refit_reason(w, "3.A") == "no-points"
    w.mark(Replacements, w.table, factors=3)
    assert refit_reason(w, "4.A") == "enemy-zone"
    assert refit_reason(w, "5.A") == "no-supply"
    assert refit_reason(w, "I.K") == "no-building"
    assert refit_reason(w, "8.A") == "full-strength"
    assert replacements.commands(w, w.by_id["3.A"]) == [Refit("3.A")]
    replacements.refit(w, Refit("3.A"))
    assert (w.by_id["3.A"][Steps].lost, w[Replacements].factors) == (0, 2)


def test_an_army_is_rebuilt_at_one_step_or_two_and_comes_in_like_a_reinforcement() -> None:
    w = staged(units={"3.A": ("army_33", "[dead]"), "4.A": ("army_33", "[dead]")})
    w.mark(Replacements, w.table, factors=2)
    assert replacements.commands(w, w.by_id["3.A"]) == [Rebuild("3.A", 0), Rebuild("3.A", 1)]
    assert rebuild_reason(w, "4.A") == "alike"
    replacements.rebuild(w, Rebuild("3.A", 1))
    assert (where(w, "3.A"), w[Replacements].factors) == ("raised", 1)
    enter = arrivals.enter_commands(w, w.by_id["3.A"])
    assert enter
    arrivals.enter(w, enter[0])  # type: ignore[arg-type]
    assert refit_reason(w, "3.A") == "once"
    assert rebuild_reason(w, "4.A", 0) == "no-points"


def test_what_is_never_rebuilt() -> None:
    units = {
        "Len-1": ("militia", "[dead]"), "3.MC": ("mech41_35", "[dead]"), "5.AB": ("airborne_13", "[dead]"),
        "4.A": ("army_33", "[surrendered:9]"),
    }  # fmt: skip
    w = staged(units=units, turn=3)
    w.mark(Replacements, w.table, factors=9)
    assert rebuild_reason(w, "Len-1") == "no-replacements"
    assert rebuild_reason(w, "3.MC") == "class-gone"
    assert rebuild_reason(w, "4.A") == "not-dead"
    assert rebuild_reason(w, "5.AB") == ""
    scorekeeping.add(w, "airborne", 2)
    assert rebuild_reason(w, "5.AB") == "class-gone"


def test_captured_soviet_units_may_be_rebuilt_when_their_time_has_come() -> None:
    w = staged(units={"4.A": ("army_33", "[surrendered:9]")}, turn=9)
    draw_income(w)
    assert where(w, "4.A") == "dead"


def test_german_armour_takes_only_so_much_a_turn() -> None:
    units = {"XLI.Pz": ("ger_pz_87", "[dead]"), "L.K": ("ger_inf_44", "[dead]"), "Sp250": ("spa_inf_24", "[dead]")}
    w = staged("arrive-axis", 5, units=units)
    draw_income(w)
    assert (w[Replacements].infantry, w[Replacements].panzer) == (5, 2)
    assert rebuild_reason(w, "XLI.Pz", 0) == "armour-limit"
    assert rebuild_reason(w, "Sp250") == "no-replacements"
    replacements.rebuild(w, Rebuild("XLI.Pz", 1))
    assert (w[Replacements].infantry, w[Replacements].panzer) == (3, 0)
    replacements.rebuild(w, Rebuild("L.K", 0))
    assert w[Replacements].infantry == 1


def test_one_air_group_a_turn_is_rebuilt_into_the_pool() -> None:
    units = {"Luft-1": ("ger_air", "[dead]"), "Luft-2": ("ger_air", "[dead]")}
    w = staged("arrive-axis", 5, units=units)
    w.mark(Replacements, w.table, infantry=9)
    replacements.rebuild(w, Rebuild("Luft-1", 0))
    assert (where(w, "Luft-1"), w[Replacements].infantry) == ("pool", 6)
    assert rebuild_reason(w, "Luft-2") == "once"


def test_more_air_groups_are_rebuilt_in_a_turn_if_the_table_says_so() -> None:
    SHELF.lay({"tables": {"air": {"rebuilt": 2}}})
    w = staged("arrive-axis", 5, units={f"Luft-{n}": ("ger_air", "[dead]") for n in (1, 2, 3)})
    w.mark(Replacements, w.table, infantry=9)
    replacements.rebuild(w, Rebuild("Luft-1", 0))
    assert rebuild_reason(w, "Luft-2") != "once"
    replacements.rebuild(w, Rebuild("Luft-2", 0))
    assert rebuild_reason(w, "Luft-3") == "once"
