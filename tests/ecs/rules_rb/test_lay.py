"""What a counter is worth, what a hex is, and how both are lost."""

from __future__ import annotations

import pytest

from ecs.core.components import Flags, Readiness, Side, Steps, SupplyState
from ecs.core.events import Captured, Cause
from ecs.rulesets.russia_besieged import RULESET
from ecs.rulesets.russia_besieged.data import calendar as turn_facts
from ecs.rulesets.russia_besieged.data import units as state
from ecs.rulesets.russia_besieged.data import units as unit_facts
from ecs.rulesets.russia_besieged.data.components import Track
from ecs.rulesets.russia_besieged.ground import control, occupancy, removal, terrain
from tests.ecs.rules_rb.stage import at, do, load_dice, position, scenario, where

PZ, INF, ARMY = "ger_pz_87", "ger_inf_54", "army_33"


# -- counters -----------------------------------------------------------------------------------------------


def test_what_is_printed_on_the_side_that_is_up() -> None:
    w = position({"P": (PZ, "0923"), "C": ("cav_25", "4630")}, reduced=["P"])
    p, c = w.by_id["P"], w.by_id["C"]
    assert (unit_facts.cf(p), unit_facts.ma(p), unit_facts.steps_left(p), unit_facts.full_steps(p)) == (4, 6, 1, 2)
    assert (unit_facts.cf(c), unit_facts.ma(c), unit_facts.steps_left(c)) == (2, 5, 1)
    assert (
        unit_facts.is_armour(p)
        and not unit_facts.is_armour(c)
        and unit_facts.is_german(p)
        and not unit_facts.is_german(c)
    )


def test_a_converted_counter_is_of_its_new_class() -> None:
    w = position({"A": (ARMY, "4630")})
    unit = w.by_id["A"]
    assert unit_facts.letter(unit) == "I" and unit_facts.mobility(unit) == "foot"
    w.mark(Steps, unit, grade="shock_54")
    assert (unit_facts.current_class(unit), unit_facts.letter(unit), unit_facts.cf(unit)) == (
        "shock_54",
        "S",
        5,
    ) and unit_facts.is_armour(unit)


@pytest.mark.parametrize(
    ("kind", "fights"),
    [
        (PZ, True), (INF, True), ("militia", True), ("airborne_13", True), ("ger_art_62", False), ("ger_air", False),
        ("ger_base", False), ("ger_marshal", False), ("stalin", False), ("partisan", False),
    ],
)  # fmt: skip
def test_who_holds_a_hex_by_himself(kind: str, fights: bool) -> None:
    w = position({"U": (kind, "0923")})
    assert unit_facts.is_combat_unit(w.by_id["U"]) is fights
    assert (occupancy.army_at(w, at(w, "0923")) is not None) is fights


def test_armies_and_corps() -> None:
    w = position({"A": (ARMY, "4630"), "C": ("cav_25", "4631"), "P": (PZ, "0923")})
    assert [unit_facts.is_army(w.by_id[name]) for name in "ACP"] == [True, False, False]
    assert occupancy.armies(w) == {at(w, "4630"): Side.SOVIET, at(w, "4631"): Side.SOVIET, at(w, "0923"): Side.AXIS}


def test_a_unit_just_dropped_is_in_supply() -> None:
    w = position({"D": ("airborne_13", "2626")}, supply={"D": 2})
    assert state.state(w.by_id["D"]) == 2
    w.mark(SupplyState, w.by_id["D"], dropped=True)
    assert state.state(w.by_id["D"]) == 0


# -- ground -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spot", "word"),
    [
        ("3520", "major_city"), ("1626", "clear"), ("1726", "forest"), ("2128", "swamp"), ("4144", "mountain"),
        ("3406", "northern_swamp"), ("3609", "northern_swamp"),
    ],
)  # fmt: skip
def test_the_ground_of_a_hex(spot: str, word: str) -> None:
    w = position({})
    assert terrain.ground_word(w, at(w, spot)) == word


def test_cities_and_wells() -> None:
    w = position({})
    moscow, brest, maikop, kerch = (at(w, spot) for spot in ("3520", "1626", "4142", "3541"))
    assert [terrain.is_city(w, i) for i in (moscow, brest, maikop, kerch)] == [True, True, True, False]
    assert terrain.is_major(w, moscow) and terrain.is_minor(w, brest) and terrain.is_well(w, maikop)
    assert not terrain.is_minor(w, maikop) and not terrain.is_major(w, brest)
    assert terrain.place(w, "Moscow") == moscow and terrain.place(w, "Kerch") == kerch


def test_water_between_two_hexes() -> None:
    w = position({})
    sides = [("1626", "1526", "river"), ("3541", "3641", "strait"), ("1626", "1726", None)]
    assert [next(iter(terrain.between(w, at(w, a), at(w, b))), None) for a, b, _ in sides] == [
        word for *_, word in sides
    ]
    assert (
        terrain.is_closed(w, at(w, "2611"), at(w, "2512")) and at(w, "2512") not in terrain.open_net(w)[at(w, "2611")]
    )
    assert (
        at(w, "3641") in terrain.open_net(w)[at(w, "3541")] and at(w, "3641") not in terrain.land_net(w)[at(w, "3541")]
    )


def test_the_gauge_of_the_border_of_1941() -> None:
    w = position({})
    for spot, side in (("1326", Side.AXIS), ("2010", Side.AXIS), ("1842", Side.AXIS), ("1626", Side.SOVIET)):
        assert terrain.gauge(w, at(w, spot)) is side and terrain.rail_map(w, side)[at(w, spot)] == 1
    assert terrain.gauge(w, at(w, "3730")) is None
    w.mark(Track, w.hexes[at(w, "1626")], gauge=Side.AXIS)
    assert terrain.rail_map(w, Side.AXIS)[at(w, "1626")] == 1


def test_weather_and_first_winter_are_those_of_the_impulse() -> None:
    w = position({}, turn=4, weather="Snow", phase="move2-axis")
    assert turn_facts.impulse(w) == 2 and turn_facts.weather(w) == "Snow"
    assert turn_facts.is_first_winter(4, "Snow")
    assert not turn_facts.is_first_winter(4, "Mud") and not turn_facts.is_first_winter(10, "Snow")


# -- losses and captures --------------------------------------------------------------------------------------


def test_steps_go_one_by_one_and_the_last_eliminates() -> None:
    w = position({"P": (PZ, "0923")})
    unit = w.by_id["P"]
    removal.lose_step(w, unit, Cause.FIRE, "tested")
    assert unit[Steps].lost == 1 and unit.hex >= 0
    removal.lose_step(w, unit, Cause.FIRE, "tested")
    assert where(w, "P") == "dead" and unit[Steps].lost == 0
    assert [event.rule for event in w.events] == ["10.61", "10.61"]


@pytest.mark.parametrize(("turn", "box"), [(2, "surrendered:6"), (12, "surrendered:16"), (13, "surrendered:15")])
def test_soviet_units_come_back_from_surrender_and_axis_ones_do_not(turn: int, box: str) -> None:
    w = position({"P": (PZ, "0923"), "A": (ARMY, "4630")}, turn=turn)
    for name in "PA":
        removal.surrender(w, w.by_id[name], Cause.FIRE, "tested")
    assert (where(w, "P"), where(w, "A")) == ("surrendered", box)


def test_control_changes_with_every_hex_entered_and_cities_are_told_of() -> None:
    w = position({"P": (PZ, "1526")}, turn=1)
    do(w, "move P 1727")
    for spot in ("1626", "1727"):
        assert occupancy.holder(w, at(w, spot)) is Side.AXIS
    taken = [event for event in w.events if isinstance(event, Captured)]
    assert [event.hex for event in taken] == ["1626"]


def test_open_country_goes_to_the_side_whose_zones_alone_cover_it() -> None:
    w = position({"P": (PZ, "3630"), "A": (ARMY, "3831")})
    control.settle_control(w)
    assert occupancy.holder(w, at(w, "3629")) is Side.AXIS
    assert occupancy.holder(w, at(w, "3731")) is Side.SOVIET  # in zones of both
    w = position({"P": (PZ, "3419")})
    control.settle_control(w)
    assert occupancy.holder(w, at(w, "3520")) is Side.SOVIET and occupancy.holder(w, at(w, "3420")) is Side.AXIS


def test_what_cannot_fight_is_driven_out() -> None:
    units = {
        "P": (PZ, "3628"), "G": ("art_42", "3629"), "B": ("sov_base", "3629"), "M": ("sov_marshal", "3629"),
        "L": ("sov_air", "3629"),
    }  # fmt: skip
    w = position(units, turn=8)
    do(w, "move P 3629")
    assert (where(w, "G"), where(w, "M"), where(w, "B")) == ("dead", "returns:10", "returns:9")
    assert where(w, "L") == "3428" and w.by_id["L"][Readiness].spent


def test_air_groups_with_no_base_near_enough_are_lost() -> None:
    far = {h.label for h in position({}).board.hexes if h.place}
    w = position({"P": (PZ, "3628"), "L": ("sov_air", "3629")}, control={"axis": far})
    do(w, "move P 3629")
    assert where(w, "L") == "dead"


def test_a_dictator_gets_away_or_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"P": (PZ, "3419"), "Stalin": ("stalin", "3520")}
    for die, lost in ((5, False), (4, True)):
        w = position(units)
        load_dice(monkeypatch, die)
        do(w, "move P 3520")
        assert where(w, "Stalin") == ("dead" if lost else "2822")
        assert ("leaderless-soviet" in w[Flags].flags) is lost


@pytest.mark.parametrize(
    ("die", "ring", "away"), [(4, False, False), (5, False, True), (6, True, False), (7, True, True)]
)
def test_9_5_a_dictator_escapes_on_7_or_more_if_his_hex_was_surrounded(
    monkeypatch: pytest.MonkeyPatch, die: int, ring: bool, away: bool
) -> None:
    kharkov = "3431"
    around = [w.board.hexes[j].label for w in [position({})] for j in w.board.neighbours[at(w, kharkov)]]
    units = {f"G{n}": (PZ, label) for n, label in enumerate(around if ring else around[:1])}
    w = position(units | {"Stalin": ("stalin", kharkov)})
    load_dice(monkeypatch, die)
    do(w, f"move G0 {kharkov}")
    assert (where(w, "Stalin") != "dead") is away and (where(w, "Stalin") == "dead") is not away
    assert not [flag for flag in w[Flags].flags if flag.startswith("ringed")]
    assert w.by_id["Stalin"][SupplyState].level == 0


# -- set-up -------------------------------------------------------------------------------------------------------


def test_counters_the_scenario_does_not_name_wait_for_their_turn_or_in_the_pool() -> None:
    w = position({"P": (PZ, "0923")})
    assert where(w, "XL.Pz") == "turn:2" and where(w, "Zhukov") == "pool" and where(w, "Partisan-3") == "pool"
    assert where(w, "I.K") == "gone"
    w = position({"P": (PZ, "0923")}, start_turn=7, turn=7)
    assert where(w, "XL.Pz") == "gone" and where(w, "H-III") == "turn:7"


def test_the_railhead_lags_behind_the_front_of_a_later_start() -> None:
    w = position({}, start_turn=7, turn=7, ground="axis_1942_05", rules={"gauge_gap": 2})
    front = set(w.board.regions["front_1942_05"])
    held = set(w.board.regions["axis_1942_05"])
    assert front <= held
    assert all(terrain.gauge(w, i) is not Side.AXIS for i in front)
    assert terrain.gauge(w, at(w, "2223")) is Side.AXIS and occupancy.holder(w, at(w, "2223")) is Side.AXIS
    assert occupancy.holder(w, at(w, "3520")) is Side.SOVIET
    w = position({}, start_turn=7, turn=7, ground="axis_1942_05")
    assert any(terrain.gauge(w, i) is Side.AXIS for i in front)


@pytest.mark.parametrize(
    ("text", "at_", "words"),
    [
        ("A:nonsense", {"hex": "3520"}, "no unit class"),
        ("A:army_33", {"hex": "9999"}, "no hex"),
        ("A:army_33", {}, "either a hex or a box"),
        (":army_33", {"hex": "3520"}, "unique"),
        ("A:cav_25", {"hex": "3520", "lost": 1}, "lost 1 of its 1 steps"),
    ],
)
def test_a_wrong_scenario_is_named(text: str, at_: dict[str, object], words: str) -> None:
    from ecs.core.files.scenarios import UnitEntry
    from ecs.core.ruleset import SetupError
    from tests.ecs.rules_rb.stage import PHASES, board
    from tests.kits import openings

    wrong = scenario([("soviet", UnitEntry(units=[text], **at_))])  # type: ignore[arg-type]
    with pytest.raises(SetupError, match=words):
        openings.laid_out(RULESET, board(), wrong, PHASES)
