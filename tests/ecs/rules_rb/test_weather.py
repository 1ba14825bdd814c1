"""Chapter 17: what weather do the dice bring, and what does a new impulse wipe away?"""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Clock, Engagement, Flags, Marched, Side, SupplyState
from ecs.core.known_facts import Sky
from ecs.rulesets.russia_besieged.data.calendar import weathers
from ecs.rulesets.russia_besieged.data.components import AutomaticVictory, Impulse, JointAttacks
from ecs.rulesets.russia_besieged.ground import impulses
from ecs.rulesets.russia_besieged.ground.removal import leaderless
from ecs.rulesets.russia_besieged.table.view import known, weather_text
from ecs.systems import weather
from tests.ecs.rules_rb.stage import load_dice, position

UNIT = {"I.K": ("ger_inf_54", "1224")}


def pair(monkeypatch, turn, *dice, before=("Lt Mud", "Mud"), **options):  # type: ignore[no-untyped-def]
    load_dice(monkeypatch, *dice)
    w = position(UNIT, turn=turn, phase="weather", options=options)
    w.mark(Impulse, w.table, first=before[0], second=before[1])
    weather.turn(w)
    return weathers(w)


@pytest.mark.parametrize(
    ("turn", "dice", "expected"),
    [
        (1, (), ("Clear", "Clear")), (2, (), ("Clear", "Clear")), (5, (), ("Snow", "Snow")),
        (3, (2,), ("Clear", "Clear")), (3, (3,), ("Clear", "Lt Mud")), (3, (9,), ("Lt Mud", "Mud")),
        (3, (10,), ("Mud", "Mud")), (4, (1,), ("Lt Mud", "Lt Mud")), (4, (6,), ("Mud", "Snow")),
        (6, (3,), ("Snow", "Mud")), (6, (10,), ("Mud", "Lt Mud")),
    ],
)  # fmt: skip
def test_the_month_and_the_die_give_the_pair_of_the_turn(monkeypatch, turn, dice, expected) -> None:  # type: ignore[no-untyped-def]
    assert pair(monkeypatch, turn, *dice) == expected


def test_a_side_is_told_what_is_likeliest_and_how_long_its_supply_paths_may_be_then() -> None:
    """Of both impulses: September has Lt Mud on most rolls, November Snow, March Mud."""
    w = position(UNIT, turn=1)
    likely = ["fair", "fair", "wet", "snow", "snow", "mud", "fair"]
    assert [sky.value for sky in known(w, Side.AXIS).likely[:7]] == likely
    paths = {sky.value: hexes for sky, hexes in known(w, Side.AXIS).supply_paths}
    assert paths == {"fair": 14, "wet": 10, "mud": 7, "snow": 8}, "the chart's row of turn 2"
    w = position(UNIT, turn=9)
    assert dict(known(w, Side.AXIS).supply_paths)[Sky.FAIR] == 12
    assert dict(known(w, Side.SOVIET).supply_paths)[Sky.FAIR] == 9


def test_a_clear_autumn_makes_a_hard_winter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pair(monkeypatch, 4, 2, before=("Clear", "Clear")) == ("Snow", "Snow")
    assert pair(monkeypatch, 4, 2, before=("Clear", "Lt Mud")) == ("Lt Mud", "Snow")


def test_linked_weather_follows_the_autumn_without_a_die(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pair(monkeypatch, 4, before=("Clear", "Mud"), linked_weather="on") == ("Snow", "Snow")
    assert pair(monkeypatch, 4, before=("Lt Mud", "Mud"), linked_weather="on") == ("Lt Mud", "Lt Mud")
    assert pair(monkeypatch, 4, 10, before=("Mud", "Mud"), linked_weather="on") == ("Snow", "Snow")


def test_historical_weather_needs_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    assert pair(monkeypatch, 3, historical_weather="on") == ("Clear", "Mud")
    assert pair(monkeypatch, 10, historical_weather="on") == ("Mud", "Snow")
    assert pair(monkeypatch, 7, historical_weather="on") == ("Clear", "Clear")


def test_the_first_turn_of_a_scenario_knows_no_autumn(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, 2)
    w = position(UNIT, turn=4, phase="weather", start_turn=4)
    weather.turn(w)
    assert weathers(w) == ("Lt Mud", "Lt Mud")
    assert weather_text(w).startswith("Light Mud in both impulses.")
    assert w.events[-1].text.endswith(": Light Mud in both impulses.")


def test_an_impulse_brings_its_weather_and_fresh_units() -> None:
    w = position(UNIT, turn=3, phase="move1-axis")
    w.mark(Impulse, w.table, first="Clear", second="Mud")
    w.mark(AutomaticVictory, w.table, units=(3,))
    w.mark(JointAttacks, w.table, locked=((5, (1,)),), joined=((5, 6),))
    w.mark(Marched, w.by_id["I.K"], moved=1, hexes=2)
    w.mark(Engagement, w.by_id["I.K"], fought=True)
    w.mark(Assignment, w.by_id["I.K"], target=7)
    w.mark(Clock, w.table, phase=w.phases.index("move2-axis"))
    impulses.open_impulse(w)
    unit = w.by_id["I.K"]
    assert (w.weather.name, w[Impulse].number, w[AutomaticVictory].units) == ("Mud", 2, ())
    assert (w[JointAttacks].locked, w[JointAttacks].joined) == (((5, (1,)),), ((5, 6),))
    assert (unit[Marched], unit[Engagement], unit[Assignment]) == (Marched(), Engagement(), Assignment())
    w.mark(Clock, w.table, phase=w.phases.index("supply-soviet"))
    impulses.open_player_turn(w)
    assert (w.weather.name, w[Impulse].number, w[JointAttacks].locked) == ("Clear", 1, ())


def test_what_landed_last_turn_may_fight_again() -> None:
    w = position({"5.AB": ("airborne_13", "3520"), "I.K": ("ger_inf_54", "1224")}, phase="supply-soviet")
    for name in ("5.AB", "I.K"):
        w.mark(SupplyState, w.by_id[name], dropped=True)
        w.mark(Engagement, w.by_id[name], landed=True)
    impulses.open_player_turn(w)
    assert not w.by_id["5.AB"][Engagement].landed and not w.by_id["5.AB"][SupplyState].dropped
    assert w.by_id["I.K"][Engagement].landed


def test_the_shock_of_a_lost_dictator_lasts_one_movement_segment() -> None:
    w = position(UNIT, phase="move1-axis")
    w.mark(Flags, w.table, flags=(leaderless(Side.AXIS), leaderless(Side.SOVIET)))
    impulses.close_movement(w)
    assert w[Flags].flags == (leaderless(Side.SOVIET),)
