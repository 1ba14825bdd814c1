"""12: air units."""

from __future__ import annotations

import pytest

from ecs import new_game
from ecs.core.commands import Aim, Airlift
from ecs.core.components import Assignment, Clock, Place, Side, SupplyState
from ecs.core.events import Mustered
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import air, declaring
from ecs.rulesets.war_against_russia.ground import supply
from ecs.systems.combat.counter_state import call_back, send
from ecs.systems.combat.declared_attacks import lapse
from tests.ecs.rules_war.stage import at, board, position, where
from tests.ecs.worlds import world_of
from tests.kits.random_play import Picker

UNITS = {
    "4.A": ("ger_army", "R3"), "7.InfKps": ("ger_infkps", "R3"), "6.A": ("ger_army", "T3"),
    "4.A(R)": ("rus_army41", "S4"), "5.A": ("rus_army41", "T4"),
    "Lft.1": ("ger_air", "[rest]"), "Lft.2": ("ger_air", "[rest]"), "Lft.4": ("ger_air", "[rest]"),
    "VVS.1": ("rus_air", "[rest]"),
}  # fmt: skip
READY = {name: (kind, "[air]" if kind.endswith("_air") else spot) for name, (kind, spot) in UNITS.items()}


def ready(w: World, side: Side = Side.AXIS) -> list[str]:
    return [u.id for u in air.air_units(w, side) if u.place.box == "air"]


def declare(w: World, unit: str, spot: str, wave: int = 1) -> None:
    w.mark(Assignment, w.by_id[unit], target=at(w, spot), wave=wave)


def aim_reason(w: World, unit: str, spot: str) -> str:
    found = air.MISSION.judge(w, Aim(unit, spot))
    return found.reason if found else ""


def lift_reason(w: World, unit: str, spot: str) -> str:
    found = air.AIRLIFT.judge(w, Airlift(unit, spot))
    return found.reason if found else ""


# -- how many -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "weather", "axis", "soviet"),
    [
        (1, "Good", 3, 0), (6, "Hard Frost", 3, 0), (5, "Mud", 1, 0), (7, "Subarctic", 1, 1), (10, "Snow", 1, 1),
        (11, "Mud", 1, 1), (12, "Good", 2, 1), (0, "Good", 3, 0),
    ],
)  # fmt: skip
def test_air_units_of_a_turn(turn: int, weather: str, axis: int, soviet: int) -> None:
    w = position(UNITS, turn=turn, weather=weather, phase="initial-axis")
    air.get_ready(w)
    assert len(ready(w)) == axis == air.number(w, Side.AXIS)
    assert air.number(w, Side.SOVIET) == soviet


def test_12_the_one_air_unit_of_mud_and_snow_binds_the_russians_if_so_agreed() -> None:
    for option, found in (("germans", 1), ("both", 0)):
        w = position(UNITS, turn=7, weather="Subarctic", phase="initial-soviet", options={"winter_air": option})
        assert air.number(w, Side.SOVIET) == found and air.number(w, Side.AXIS) == 1


def test_the_highest_number_stays_away_first() -> None:
    w = position(READY, turn=12, phase="initial-axis")
    air.get_ready(w)
    assert ready(w) == ["Lft.1", "Lft.2"] and where(w, "Lft.4") == "rest" and where(w, "VVS.1") == "air"


def test_used_air_units_come_back_in_their_initial_phase() -> None:
    w = position({**READY, "Lft.1": ("ger_air", "[flown]"), "Lft.2": ("ger_air", "[lift]")}, phase="initial-axis")
    w.mark(Assignment, w.by_id["Lft.2"], target=at(w, "R3"))
    air.get_ready(w)
    assert ready(w) == ["Lft.1", "Lft.2", "Lft.4"] and w.by_id["Lft.2"][Assignment].target == -1


def test_air_units_of_a_later_turn_come_in_it_and_those_out_of_the_game_never() -> None:
    later = {**READY, "Lft.2": ("ger_air", "[turn:12]"), "Lft.4": ("ger_air", "[gone]")}
    for turn, found in ((11, ["Lft.1"]), (12, ["Lft.1", "Lft.2"])):
        w = position(later, turn=turn, phase="initial-axis")
        air.get_ready(w)
        assert ready(w) == found and where(w, "Lft.4") == "gone"
        come = [e.units for e in w.events if isinstance(e, Mustered) and e.source == "reinforcement"]
        assert come == ([("Lft.2",)] if turn == 12 else [])


def test_in_the_crimea_two_more_air_units_fly_from_may_on() -> None:
    game, picker, flying = new_game("war-crimea-1942", seed=3), Picker(3), {}
    while game.turn < 13:
        game.apply(picker.pick(game))
        w = world_of(game)
        if w.phase == "initial-axis":
            flying.setdefault(game.turn, (w.weather.name, len(ready(w))))
    assert flying[12] == ("Good", 3)
    assert all(found == 1 for turn, (_, found) in flying.items() if turn < 12)


# -- support --------------------------------------------------------------------------------------------------


def test_an_air_unit_supports_a_declared_attack() -> None:
    w = position(READY, phase="plan1-axis")
    assert air.aim_commands(w, w.by_id["Lft.1"]) == [] and aim_reason(w, "Lft.1", "S4") == "no-attack"
    declare(w, "4.A", "S4")
    assert air.aim_commands(w, w.by_id["Lft.1"]) == [Aim("Lft.1", "S4")]
    send(w, Aim("Lft.1", "S4"), air.RULE)
    assert [u.id for u in declaring.party(w, at(w, "S4"), 1)] == ["4.A", "Lft.1"]
    assert aim_reason(w, "Lft.2", "S4") == "enough" and aim_reason(w, "Lft.1", "S4") == "aimed"


def test_only_when_attacks_are_declared_and_only_own_ready_ones() -> None:
    w = position(READY, phase="plan2-axis")
    declare(w, "4.A", "S4")
    assert aim_reason(w, "VVS.1", "S4") == "enemy-unit" and aim_reason(w, "4.A", "S4") == "no-aircraft"
    assert aim_reason(w, "Nobody", "S4") == "no-such-unit"
    w.mark(Place, w.by_id["Lft.1"], box="flown")
    w.mark(Place, w.by_id["Lft.2"], box="rest")
    assert aim_reason(w, "Lft.1", "S4") == "used" and aim_reason(w, "Lft.2", "S4") == "grounded"
    w = position(READY, phase="move-axis")
    declare(w, "4.A", "S4")
    assert aim_reason(w, "Lft.1", "S4") == "no-missions"


def test_it_may_be_called_back() -> None:
    w = position(READY, phase="plan1-axis")
    declare(w, "4.A", "S4")
    found = air.judge_unaim(w, w.by_id["Lft.1"])
    assert found is not None and found.reason == "not-aimed"
    send(w, Aim("Lft.1", "S4"), air.RULE)
    assert air.judge_unaim(w, w.by_id["Lft.1"]) is None
    call_back(w, w.by_id["Lft.1"], air.RULE)
    assert w.by_id["Lft.1"][Assignment].target == -1 and aim_reason(w, "Lft.2", "S4") == ""


def test_after_the_battle_it_is_used_and_without_one_it_is_free_again() -> None:
    w = position(READY, phase="fight1-axis")
    declare(w, "4.A", "S4")
    declare(w, "6.A", "T4")
    declare(w, "Lft.1", "S4", 0)
    declare(w, "Lft.2", "T4", 0)
    declaring.fly(w, at(w, "S4"))
    lapse(w)
    assert where(w, "Lft.1") == "flown" and ready(w) == ["Lft.2", "Lft.4"]
    assert w.by_id["Lft.2"][Assignment].target == -1


# -- supply ---------------------------------------------------------------------------------------------------


def pocket(phase: str) -> World:
    """A German army near Moscow, far from anybody."""
    foes = {f"X{i}": ("rus_army41", board().hexes[i].label) for i in board().neighbours[board().by_label["Q16"]]}
    return position({**READY, **foes, "2.A": ("ger_army", "Q16")}, phase=phase, unsupplied=["2.A"])


def test_an_air_unit_feeds_a_hex_at_once() -> None:
    w = pocket("initial-axis")
    unit = w.by_id["2.A"]
    assert not supply.is_supplied(w, unit)
    assert Airlift("Lft.1", "Q16") in air.airlift_commands(w, w.by_id["Lft.1"])
    air.airlift(w, Airlift("Lft.1", "Q16"))
    assert where(w, "Lft.1") == "lift" and supply.is_supplied(w, unit) and unit[SupplyState].supplied
    assert lift_reason(w, "Lft.2", "Q16") == "fed" and lift_reason(w, "Lft.1", "R3") == "used"
    assert lift_reason(w, "Lft.2", "Q19") == "nobody-there"


def test_until_its_owner_has_the_turn_again() -> None:
    w = pocket("plan1-axis")
    air.airlift(w, Airlift("Lft.1", "Q16"))
    w.mark(Clock, w.table, phase=w.phases.index("check-soviet"))
    assert supply.is_supplied(w, w.by_id["2.A"])
    w.mark(Clock, w.table, phase=w.phases.index("initial-axis"), turn=2)
    air.get_ready(w)
    assert not supply.is_supplied(w, w.by_id["2.A"]) and ready(w) == ["Lft.1", "Lft.2", "Lft.4"]


def test_no_airlift_during_movement_or_by_one_that_is_given_to_an_attack() -> None:
    assert lift_reason(pocket("move-axis"), "Lft.1", "Q16") == "no-airlift-now"
    w = pocket("plan1-axis")
    declare(w, "4.A", "S4")
    send(w, Aim("Lft.1", "S4"), air.RULE)
    assert lift_reason(w, "Lft.1", "Q16") == "aimed" and air.airlift_commands(w, w.by_id["4.A"]) == []
