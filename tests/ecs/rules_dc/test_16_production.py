"""Chapter 16: Soviet replacements, production, evacuation and the 16th Army."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Clock, Place, SupplyState
from ecs.core.events import Cause
from ecs.rulesets.darkest_crusade.data.components import Factory, ReplacementPool
from ecs.rulesets.darkest_crusade.ground.control import take_control
from ecs.rulesets.darkest_crusade.ground.losses import eliminate
from tests.ecs.rules_dc.ground import GERMANS, begin, ring
from tests.ecs.staging import do, enter, is_disrupted, load_dice, stage, texts, where, why

MP = pytest.MonkeyPatch
CENTRES = ["C8", "G5", "H9", "H12", "J5", "K8", "L6", "L7", "L12", "M3", "N8", "N10"]
ENTRIES = [
    "D12", "E12", "F12", "G12", "H12", "I12", "J12", "K12", "L12", "M12", "N12", "O12", "P12", "Q11",
]  # fmt: skip


def pool(game: Game, *units: str) -> Game:
    """Put counters into the replacement pool."""
    for name in units:
        game._w.mark(Place, game._w.by_id[name], hex=-1, box="pool")
    return game


def at_work(units: dict[str, list[str]] | None = None, *waiting: str, turn: int = 2, **more: object) -> Game:
    """A Soviet replacement phase with its income drawn and these counters in the pool."""
    game = pool(stage("B1", units, turn=turn, **more), *waiting)  # type: ignore[arg-type]
    enter(game)
    return game


def spots(game: Game, unit: str) -> set[str]:
    return {t.split()[2] for t in texts(game, "raise") if t.split()[1] == unit}


# -- infantry -------------------------------------------------------------------------------------


def test_each_supplied_soviet_centre_yields_one_infantry_factor() -> None:
    assert at_work()._w[ReplacementPool].infantry_points == 12


def test_the_centres_yield_from_the_first_turn_on() -> None:
    assert at_work(turn=1)._w[ReplacementPool].infantry_points == 12


def test_a_centre_that_is_lost_or_cut_off_yields_nothing() -> None:
    assert at_work({"G5": ["4.A"]})._w[ReplacementPool].infantry_points == 11
    assert at_work(ring("K8", GERMANS))._w[ReplacementPool].infantry_points == 11


def test_an_enemy_next_to_a_centre_does_not_matter() -> None:
    assert at_work({"H8": ["4.A"]})._w[ReplacementPool].infantry_points == 12


def test_infantry_appears_on_a_centre_or_on_the_eastern_edge() -> None:
    assert spots(at_work(None, "29.A"), "29.A") == {*CENTRES, *ENTRIES}


def test_infantry_is_disrupted_on_a_centre_and_ready_on_the_edge() -> None:
    game = at_work(None, "29.A", "30.A")
    do(game, "raise 29.A H9", "raise 30.A J12")
    assert is_disrupted(game, "29.A") and not is_disrupted(game, "30.A")


def test_one_infantry_unit_a_hex() -> None:
    game = at_work(None, "29.A", "30.A")
    do(game, "raise 29.A H9")
    assert "H9" not in spots(game, "30.A") and why(game, "raise 30.A H9") == "not-a-centre"
    assert "J12" in spots(game, "30.A")


def test_16_3_one_new_unit_a_centre_or_hex_infantry_or_tank() -> None:
    for first, second in (("29.A", "15.Mech"), ("15.Mech", "29.A")):
        for spot in ("L7", "K12"):
            game = at_work(None, "29.A", "15.Mech")
            do(game, f"raise {first} {spot}")
            assert why(game, f"raise {second} {spot}") == "not-a-centre" and spot not in spots(game, second)


def test_16_3_by_an_option_every_hex_takes_one_of_each_kind() -> None:
    game = at_work(None, "29.A", "30.A", "15.Mech", options={"new_units": "each"})
    do(game, "raise 29.A L7")
    assert why(game, "raise 30.A L7") == "not-a-centre" and why(game, "raise 15.Mech L7") == ""


def test_16_4_an_infantry_and_a_tank_unit_both_arrive_only_at_leningrad() -> None:
    game = at_work(None, "29.A", "30.A", "15.Mech", "18.Mech")
    do(game, "raise 29.A C8", "raise 15.Mech C8")
    assert why(game, "raise 30.A C8") == why(game, "raise 18.Mech C8") == "not-a-centre"


def test_16_2_16th_army_taken_off_the_map_unsupplied_is_not_lost_for_good() -> None:
    game = at_work({"K10": ["16.A"]}, unsupplied=["16.A"])
    assert texts(game, "substitute") == []
    do(game, "disband 16.A")
    assert where(game, "16.A") == "pool"
    do(game, "raise 16.A H9")
    assert where(game, "16.A") == "H9" and game._w[ReplacementPool].infantry_points == 10


def test_16_2_16th_army_may_be_replaced_by_a_0_1_army_and_comes_back_at_its_price() -> None:
    game = at_work({"K10": ["16.A"]}, "29.A", "33.A", unsupplied=["16.A"])
    assert texts(game, "substitute") == ["substitute 16.A 29.A"]
    do(game, "substitute 16.A 29.A")
    assert (where(game, "16.A"), where(game, "29.A")) == ("pool", "K10")


def test_infantry_factors_are_spent_and_not_saved() -> None:
    game = at_work(None, "29.A", "30.A")
    do(game, "raise 29.A H9")
    assert game._w[ReplacementPool].infantry_points == 11
    enter(game)
    assert game._w[ReplacementPool].infantry_points == 12


def test_without_factors_nobody_is_raised() -> None:
    game = pool(stage("B1", infantry_points=0), "29.A")
    assert why(game, "raise 29.A H9") == "no-points"


def test_the_factors_of_several_centres_combine_for_a_costlier_unit() -> None:
    game = at_work(None, "16.A")
    do(game, "raise 16.A H9")
    assert game._w[ReplacementPool].infantry_points == 10 and is_disrupted(game, "16.A")
    assert why(pool(stage("B1", infantry_points=1), "16.A"), "raise 16.A H9") == "no-points"


def test_a_unit_appears_on_a_centre_in_supply_only() -> None:
    game = at_work(ring("K8", GERMANS), "29.A")
    assert "K8" not in spots(game, "29.A")


def test_nothing_enters_on_an_edge_hex_held_by_the_enemy() -> None:
    assert "J12" not in spots(at_work({"J12": ["4.A"]}, "29.A"), "29.A")


def test_units_of_a_class_are_alike_and_come_in_their_order() -> None:
    game = at_work(None, "29.A", "30.A")
    assert why(game, "raise 30.A H9") == "alike"


def test_later_armies_are_raised_from_august_on() -> None:
    assert why(at_work(None, "33.A"), "raise 33.A H9") == "later-armies"
    assert why(at_work(None, "33.A", turn=3), "raise 33.A H9") == ""


def test_units_are_raised_in_the_soviet_replacement_phase_only() -> None:
    assert why(pool(stage("B2a-move"), "29.A"), "raise 29.A H9") == "not-b1"


def test_only_units_of_the_pool_are_raised() -> None:
    assert why(at_work({"H9": ["8.A"]}), "raise 8.A H9") == "not-in-pool"
    assert why(at_work(), "raise 99.A H9") == "no-such-unit"
    assert why(at_work(None, "29.A"), "raise 29.A Z9") == "no-such-unit"


# -- tanks ----------------------------------------------------------------------------------------


def test_three_factories_and_the_reserve_give_seven_tank_factors_at_first() -> None:
    assert at_work(turn=1)._w[ReplacementPool].tank_points == 4 + 3


def test_unused_tank_factors_accumulate() -> None:
    game = at_work()
    enter(game)
    assert game._w[ReplacementPool].tank_points == 4 + 3 + 3


def test_a_factory_cut_off_produces_nothing() -> None:
    assert at_work(ring("L7", GERMANS))._w[ReplacementPool].tank_points == 4 + 2


def test_a_captured_factory_is_lost() -> None:
    game = at_work({"L7": ["4.A"]})
    assert where(game, "TF-Kharkov") == "dead" and game._w[ReplacementPool].tank_points == 4 + 2


def test_a_mechanised_korps_arrives_ready_on_a_factory_or_the_edge() -> None:
    game = at_work(None, "15.Mech")
    assert spots(game, "15.Mech") == {"C8", "L7", "N10", *ENTRIES}
    do(game, "raise 15.Mech L7")
    assert not is_disrupted(game, "15.Mech") and game._w[ReplacementPool].tank_points == 6


def test_one_mechanised_korps_a_hex() -> None:
    game = at_work(None, "15.Mech", "18.Mech")
    do(game, "raise 15.Mech L7")
    assert why(game, "raise 18.Mech L7") == "not-a-centre"


def test_an_infantry_unit_and_a_korps_may_both_arrive_on_leningrad() -> None:
    game = at_work(None, "15.Mech", "29.A")
    do(game, "raise 15.Mech C8", "raise 29.A C8")
    assert where(game, "15.Mech") == where(game, "29.A") == "C8"


# -- the dead -------------------------------------------------------------------------------------


def test_brown_units_come_back_and_white_ones_never(monkeypatch: MP) -> None:
    game = stage("A2c", {"H9": ["8.A", "12.Mech", "33.A", "1.GdsK", "1.Shock", "16.A"]})
    for name in ("8.A", "12.Mech", "33.A", "1.GdsK", "1.Shock", "16.A"):
        eliminate(game._w, game._w.by_id[name], Cause.FIRE, "test", "9.5")
    assert [where(game, u) for u in ("8.A", "12.Mech", "33.A", "16.A")] == ["pool"] * 4
    assert [where(game, u) for u in ("1.GdsK", "1.Shock")] == ["dead"] * 2


def test_the_16th_army_is_gone_for_good_if_eliminated_while_out_of_supply(monkeypatch: MP) -> None:
    game = stage("A2a-attack", {"J8": ["4.A", "3.PzGr"], "J9": ["16.A"]}, unsupplied=["16.A"])
    load_dice(monkeypatch, 1, 6)
    begin(game, "J9", "4.A", "3.PzGr")
    do(game, "fire 0")
    assert where(game, "16.A") == "dead"


def test_units_may_be_disbanded_first_thing_in_the_phase() -> None:
    game = at_work({"H9": ["8.A", "1.GdsK"]}, "29.A")
    do(game, "disband 8.A", "disband 1.GdsK")
    assert where(game, "8.A") == "pool" and where(game, "1.GdsK") == "dead"


def test_nobody_is_disbanded_after_a_replacement_has_been_placed() -> None:
    game = at_work({"H9": ["8.A"]}, "29.A")
    do(game, "raise 29.A J12")
    assert why(game, "disband 8.A") == "drafting"


def test_only_own_units_are_disbanded_and_only_in_the_replacement_phase() -> None:
    assert why(at_work({"G5": ["4.A"]}), "disband 4.A") == "not-yours"
    assert why(stage("B2a-move", {"H9": ["8.A"]}), "disband 8.A") == "not-b1"


def test_a_disbanded_army_may_be_raised_again_at_once() -> None:
    game = at_work({"K10": ["8.A"]})
    do(game, "disband 8.A", "raise 8.A H9")
    assert where(game, "8.A") == "H9"


# -- the 16th Army ---------------------------------------------------------------------------------


def test_the_16th_army_may_be_relieved_by_a_brown_army_even_when_surrounded() -> None:
    game = at_work({"K10": ["16.A"], **ring("K10", GERMANS)}, "29.A", unsupplied=["16.A"], disrupted=["16.A"])
    do(game, "substitute 16.A 29.A")
    assert where(game, "16.A") == "pool" and where(game, "29.A") == "K10"
    assert is_disrupted(game, "29.A") and not game._w.by_id["29.A"][SupplyState].supplied


def test_only_the_16th_army_is_relieved_and_only_by_a_0_1_army() -> None:
    game = at_work({"K10": ["16.A", "8.A"]}, "29.A", "33.A", "15.Mech", turn=4)
    for line in ("substitute 8.A 29.A", "substitute 16.A 33.A", "substitute 16.A 15.Mech", "substitute 16.A 8.A"):
        assert why(game, line) == "only-sixteenth"


def test_the_16th_army_comes_back_for_two_factors() -> None:
    game = at_work({"K10": ["16.A"]}, "29.A")
    do(game, "substitute 16.A 29.A", "raise 16.A J12")
    assert where(game, "16.A") == "J12" and game._w[ReplacementPool].infantry_points == 10


# -- evacuation -----------------------------------------------------------------------------------


def state(game: Game, factory: str) -> str:
    found = game._w.by_id[factory][Factory]
    assert found is not None
    return found.state


def next_turn(game: Game) -> None:
    """On to the replacement phase of the next turn."""
    game._w.mark(Clock, game._w.table, turn=game._w.clock.turn + 1)
    enter(game)


def test_a_factory_is_packed_sent_east_and_produces_again_two_turns_after_that() -> None:
    game = at_work(turn=2)
    do(game, "evacuate TF-Kharkov")
    assert state(game, "TF-Kharkov") == "packed" and where(game, "TF-Kharkov") == "L7"
    next_turn(game)
    assert game._w[ReplacementPool].tank_points == 6 + 2
    do(game, "evacuate TF-Kharkov")
    assert state(game, "TF-Kharkov") == "transit" and where(game, "TF-Kharkov") == "transit"
    next_turn(game)
    assert game._w[ReplacementPool].tank_points == 6 + 4
    next_turn(game)
    assert state(game, "TF-Kharkov") == "offmap" and game._w[ReplacementPool].tank_points == 6 + 4 + 3


def test_a_factory_packed_this_turn_yields_nothing_this_turn() -> None:
    game = at_work()
    assert game._w[ReplacementPool].tank_points == 7
    do(game, "evacuate TF-Kharkov")
    assert game._w[ReplacementPool].tank_points == 6


def test_a_factory_whose_factor_is_spent_cannot_be_packed_this_turn() -> None:
    game = stage("B1", tank_points=0)
    assert why(game, "evacuate TF-Kharkov") == "factor-spent"


def test_only_factories_are_evacuated() -> None:
    assert why(at_work({"H9": ["8.A"]}), "evacuate 8.A") == "no-factory"


def test_a_factory_is_not_sent_east_in_the_turn_it_is_packed() -> None:
    game = at_work()
    do(game, "evacuate TF-Kharkov")
    assert why(game, "evacuate TF-Kharkov") == "no-evacuation"


def test_a_factory_cut_off_is_neither_packed_nor_sent() -> None:
    assert why(at_work(ring("L7", GERMANS)), "evacuate TF-Kharkov") == "no-evacuation"
    game = at_work()
    do(game, "evacuate TF-Kharkov")
    for spot, (name,) in ring("L7", GERMANS).items():
        game._w.mark(Place, game._w.by_id[name], hex=game.board.by_label[spot], box="")
    next_turn(game)
    assert why(game, "evacuate TF-Kharkov") == "no-evacuation"


def test_a_packed_factory_is_lost_with_its_city_and_one_on_the_way_is_not() -> None:
    game = at_work()
    do(game, "evacuate TF-Kharkov")
    take_control(game._w, game.board.by_label["L7"], Side.AXIS)
    assert state(game, "TF-Kharkov") == "lost"
    game = at_work()
    do(game, "evacuate TF-Kharkov")
    next_turn(game)
    do(game, "evacuate TF-Kharkov")
    take_control(game._w, game.board.by_label["L7"], Side.AXIS)
    assert state(game, "TF-Kharkov") == "transit"


# -- Axis reinforcements ----------------------------------------------------------------------------


def test_the_axis_has_no_replacements_and_two_reinforcements_at_warsaw() -> None:
    for turn, arrived in ((1, []), (2, ["2.A"]), (3, ["2.A", "40.PzKps"])):
        game = stage("A1", turn=turn)
        for name in ("2.A", "40.PzKps"):
            game._w.mark(Place, game._w.by_id[name], hex=-1, box="coming")
        enter(game)
        assert [u for u in ("2.A", "40.PzKps") if where(game, u) == "F2"] == arrived
        assert not any(is_disrupted(game, u) for u in arrived)


def test_reinforcements_wait_while_warsaw_is_lost() -> None:
    game = stage("A1", {"F2": ["8.A"]}, turn=2)
    game._w.mark(Place, game._w.by_id["2.A"], hex=-1, box="coming")
    enter(game)
    assert where(game, "2.A") == "coming"


def test_the_16th_army_that_starves_is_gone_for_good() -> None:
    game = stage("B3", {"K10": ["16.A"], **ring("K10", GERMANS)}, disrupted=["16.A"])
    enter(game)
    assert where(game, "16.A") == "dead"
