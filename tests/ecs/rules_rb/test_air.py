"""Chapter 11: air groups, their bases, missions, landings and readying; the pool by turn."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import new_game
from ecs.core.commands import EndPhase, Rebase
from ecs.core.components import Assignment, Clock, Place, Readiness, Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import air_and_artillery, air_bases
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.rulesets.russia_besieged.ground import air_drops
from ecs.systems.combat.counter_state import call_back
from tests.ecs.rules_rb.stage import PHASES, at, do, load_dice, position, where, why

WARSAW, BREST, FRONT = "1326", "1626", "1725"
FOE, FIELD = "1724", "1425"
CORPS = {"G": ("ger_inf_54", FRONT), "H": ("ger_inf_54", FRONT), "R": ("army_33", FOE)}


def groups(count: int, spot: str = WARSAW) -> dict[str, tuple[str, str]]:
    """German air groups at a base."""
    return {f"L{n}": ("ger_air", spot) for n in range(count)}


def staged(units: dict[str, tuple[str, str]] | None = None, **facts: Any) -> World:
    """Two German corps that have announced an attack on an army."""
    facts.setdefault("phase", "plan1-axis")
    w = position({**CORPS, **(groups(3) if units is None else units)}, **facts)
    for name in ("G", "H"):
        w.mark(Assignment, w.by_id[name], target=at(w, FOE))
    return w


def to_phase(w: World, name: str) -> None:
    """Go on to another phase."""
    w.mark(Clock, w.table, phase=PHASES.index(name))


# -- missions ---------------------------------------------------------------------------------------------


def test_groups_are_sent_to_announced_attacks() -> None:
    w = staged()
    assert [c.text() for c in air_and_artillery.aim_commands(w, w.by_id["L0"])] == [f"aim L0 {FOE}"]
    do(w, f"aim L0 {FOE}")
    assert [u.id for u in air_and_artillery.aimed(w, at(w, FOE))] == ["L0"]
    assert why(w, f"aim L0 {FOE}") == "aimed"


def test_no_more_groups_than_corps() -> None:
    w = staged()
    do(w, f"aim L0 {FOE}", f"aim L1 {FOE}")
    assert why(w, f"aim L2 {FOE}") == "too-few-corps"


@pytest.mark.parametrize(("weather", "most"), [("Clear", 4), ("Lt Mud", 3), ("Mud", 2), ("Snow", 0)])
def test_the_weather_limits_the_groups(weather: str, most: int) -> None:
    more = {f"K{n}": ("ger_inf_54", spot) for n, spot in enumerate(("1823", "1823", "1723", "1723"))}
    w = staged({**groups(3), **{f"M{n}": ("ger_air", "1321") for n in range(2)}, **more}, weather=weather)
    for name in more:
        w.mark(Assignment, w.by_id[name], target=at(w, FOE))
    names = ("L0", "L1", "L2", "M0", "M1")
    for name in names[:most]:
        do(w, f"aim {name} {FOE}")
    assert why(w, f"aim {names[most]} {FOE}") == "enough"


def test_a_hex_attacked_together_with_another_shares_its_aircraft() -> None:
    other = "1824"
    w = staged({**groups(3), "S": ("army_33", other)})
    w.mark(JointAttacks, w.table, joined=((at(w, FOE), at(w, other)),))
    do(w, f"aim L0 {FOE}", f"aim L1 {other}")
    assert [u.id for u in air_and_artillery.aimed(w, at(w, FOE))] == ["L0", "L1"]
    assert why(w, f"aim L2 {other}") == "too-few-corps"


def test_who_may_not_fly() -> None:
    w = staged({**groups(2), "V": ("sov_air", "3520"), "S": ("army_33", "1926")})
    w.mark(Readiness, w.by_id["L1"], spent=True)
    assert why(w, f"aim L1 {FOE}") == "used"
    assert why(w, f"aim V {FOE}") == "enemy-unit"
    assert why(w, f"aim G {FOE}") == "no-aircraft"
    assert why(w, "aim L0 1926") == "no-attack"
    assert why(w, f"aim L0 {FRONT}") == "no-target"
    assert why(w, "aim L0 9999") == "no-such-hex"
    to_phase(w, "fight1-axis")
    assert why(w, f"aim L0 {FOE}") == "no-missions"
    assert why(staged(groups(1, "0223")), f"aim L0 {FOE}") == "out-of-range"


def test_a_base_must_be_supplied() -> None:
    w = staged({**groups(1, BREST)}, control={"axis": [BREST]}, turn=3)
    assert why(w, f"aim L0 {FOE}") == ""
    ring = {f"R{n}": ("army_33", w.board.hexes[j].label) for n, j in enumerate(w.board.neighbours[at(w, BREST)])
            if w.board.hexes[j].label != FRONT}  # fmt: skip
    w = position({**ring, **groups(1, BREST)}, phase="plan1-axis", control={"axis": [BREST]}, turn=3)
    assert why(w, f"aim L0 {ring['R0'][1]}") == "base-cut-off"


def test_a_group_may_be_called_back() -> None:
    w = staged()
    do(w, f"aim L0 {FOE}")
    assert air_and_artillery.judge_unaim(w, w.by_id["L0"]) is None
    call_back(w, w.by_id["L0"], "11.4")
    assert not air_and_artillery.aimed(w, at(w, FOE))
    refusal = air_and_artillery.judge_unaim(w, w.by_id["L0"])
    assert refusal is not None and refusal.reason == "not-aimed"


def test_aircraft_stay_at_home_if_the_attack_is_called_off() -> None:
    w = staged()
    do(w, f"aim L0 {FOE}", f"aim L1 {FOE}")
    w.mark(Assignment, w.by_id["H"], target=-1)
    air_and_artillery.settle_aims(w)
    assert [u.id for u in air_and_artillery.aimed(w, at(w, FOE))] == ["L0"]
    w.mark(Assignment, w.by_id["G"], target=-1)
    air_and_artillery.settle_aims(w)
    assert w.by_id["L0"][Assignment].target < 0 and not w.by_id["L0"][Readiness].spent


# -- landing and readying -----------------------------------------------------------------------------------


def test_groups_that_have_flown_land_within_range_and_are_used() -> None:
    w = staged()
    do(w, f"aim L0 {FOE}")
    air_and_artillery.fly(w, at(w, FOE))
    to_phase(w, "land1-axis")
    listed = {c.text() for c in air_and_artillery.rebase_commands(w, w.by_id["L0"])}
    assert {f"base L0 {WARSAW}", "base L0 1321"} <= listed
    assert listed == {line for h in w.board.hexes if not why(w, line := f"base L0 {h.label}")}
    assert why(w, "base L0 0223") == "too-far"
    assert why(w, f"base L0 {FRONT}") == "no-base"
    assert why(w, f"base L1 {WARSAW}") == "not-aloft"
    do(w, "base L0 1321")
    assert where(w, "L0") == "1321"
    assert w.by_id["L0"][Readiness].spent and w.by_id["L0"][Assignment].target < 0
    assert why(w, "base L0 1321") == "not-aloft"


def test_groups_nobody_lands_go_home() -> None:
    w = staged()
    do(w, f"aim L0 {FOE}")
    air_and_artillery.fly(w, at(w, FOE))
    to_phase(w, "land1-axis")
    air_and_artillery.end_landing(w)
    assert where(w, "L0") == WARSAW
    assert w.by_id["L0"][Readiness].spent and not air_and_artillery.is_aloft(w.by_id["L0"])
    assert not w.by_id["L1"][Readiness].spent


def test_a_group_without_a_base_is_lost() -> None:
    w = staged({**groups(1, FIELD)})
    w.mark(Readiness, w.by_id["L0"], spent=True)
    w.mark(Assignment, w.by_id["L0"], target=at(w, "5020"))
    to_phase(w, "land1-axis")
    air_and_artillery.end_landing(w)
    assert where(w, "L0") == "dead"


@pytest.mark.parametrize(("weather", "ready"), [("Clear", 3), ("Lt Mud", 3), ("Mud", 2), ("Snow", 2)])
def test_used_groups_get_ready(weather: str, ready: int) -> None:
    w = staged(phase="ready-axis", weather=weather)
    for name in ("L0", "L1", "L2"):
        w.mark(Readiness, w.by_id[name], spent=True)
    air_and_artillery.get_ready(w)
    assert sum(1 for u in air_drops.groups(w, Side.AXIS) if not u[Readiness].spent) == ready


def test_nobody_gets_ready_under_the_guns_of_the_enemy() -> None:
    w = staged({**groups(1), "S": ("army_33", "1426")}, phase="ready-axis")
    w.mark(Readiness, w.by_id["L0"], spent=True)
    air_and_artillery.get_ready(w)
    assert w.by_id["L0"][Readiness].spent


def test_ready_groups_in_range() -> None:
    w = staged({**groups(2), "V": ("sov_air", "3520")})
    w.mark(Readiness, w.by_id["L1"], spent=True)
    assert [u.id for u in air_drops.ready_in_range(w, Side.AXIS, (at(w, FOE), at(w, "3520")))] == ["L0"]
    assert [u.id for u in air_drops.ready_in_range(w, Side.SOVIET, (at(w, "3520"),))] == ["V"]


# -- airbases -------------------------------------------------------------------------------------------------


def test_markers_are_laid_on_open_supplied_ground() -> None:
    first, second = "Axis-base-1", "Axis-base-2"
    w = staged({}, phase="arrive-axis")
    listed = {c.text() for c in air_and_artillery.rebase_commands(w, w.by_id[first])}
    assert f"base {first} {FIELD}" in listed
    assert listed == {line for h in w.board.hexes if not why(w, line := f"base {first} {h.label}")}
    assert why(w, f"base {first} 3520") == "not-yours"
    assert why(w, f"base {first} {WARSAW}") == "terrain"
    assert why(w, f"base {first} {FRONT}") == "in-zone"
    assert why(w, f"base {first} 9999") == "no-such-hex"
    assert why(w, f"base {second} {FIELD}") == "alike" and not air_and_artillery.rebase_commands(w, w.by_id[second])
    do(w, f"base {first} {FIELD}")
    assert where(w, first) == FIELD and "opens at" in w.events[-1].text
    assert why(w, f"base {first} 1424") == "based" and why(w, f"base {second} {FIELD}") == "base-there"
    do(w, f"base {second} 1424")
    w.mark(Place, w.by_id["Axis-base-3"], box="returns:9")
    assert why(w, "base Axis-base-3 1225") == "off-map"


def test_b2_air_groups_come_in_and_markers_are_laid_in_one_phase() -> None:
    w = staged({"B": ("sov_base", "3319")}, phase="arrive-soviet", turn=4)
    assert why(w, "enter VVS-1 3520") == ""
    assert why(w, "base B 3219") == why(w, "base Soviet-base-1 3219") == ""
    do(w, "base Soviet-base-1 3219")
    do(w, "enter VVS-1 3219")
    assert where(w, "VVS-1") == where(w, "Soviet-base-1") == "3219"
    assert why(staged({"B": ("sov_base", "3319")}, phase="arrive-soviet", turn=3), "base B 3219") == "no-aircraft"


def test_b2_nobody_stops_in_a_phase_of_its_own_for_airbases() -> None:
    game = new_game("rb-barbarossa-5", seed=1)
    assert game.moment[1] == "arrive-axis"
    assert {c.unit for c in game.legal() if isinstance(c, Rebase)} == {"Axis-base-3"}  # the others need theirs
    assert ("Axis airbases available", "3") in {(fact.subject, fact.state) for fact in game.view(Side.AXIS).facts}
    game.apply(EndPhase())
    assert game.moment[1] == "move1-axis"


def test_markers_move_among_the_arrivals_unless_aircraft_need_them() -> None:
    w = staged({"B": ("ger_base", FIELD), "C": ("ger_base", "1424"), **groups(1, FIELD)}, phase="arrive-axis")
    assert why(w, "base B 1225") == "groups-there"
    assert why(w, "base C " + FIELD) == "base-there"
    listed = {c.text() for c in air_and_artillery.rebase_commands(w, w.by_id["C"])}
    assert "base C 1225" in listed
    do(w, "base C 1225")
    assert where(w, "C") == "1225"
    assert why(w, "base C 1424") == "based"
    air_bases.begin_bases(w)
    assert why(w, "base C 1424") == ""
    to_phase(w, "move1-axis")
    assert why(w, "base C 1424") == "no-bases-now"


def test_a_marker_that_was_overrun_is_at_hand_again_next_turn() -> None:
    w = staged({"B": ("ger_base", "[returns:3]")}, phase="arrive-axis")
    air_bases.begin_bases(w)
    assert where(w, "B") == "returns:3"
    w.mark(Clock, w.table, turn=3)
    air_bases.begin_bases(w)
    assert where(w, "B") == "pool"


def test_a_base_holds_so_many_groups() -> None:
    w = staged({"B": ("ger_base", FIELD), **groups(2, FIELD), **{f"M{n}": ("ger_air", WARSAW) for n in range(2)}})
    found = air_drops.fields(w, Side.AXIS)
    assert at(w, FIELD) not in found
    assert at(w, WARSAW) in found


# -- the pool ---------------------------------------------------------------------------------------------------


def test_new_groups_come_when_the_calendar_says_so() -> None:
    w = staged({}, phase="arrive-soviet", turn=3)
    assert air_bases.groups_due(w, Side.SOVIET) == 0
    assert why(w, "enter VVS-1 3520") == "pool-empty"
    w.mark(Clock, w.table, turn=4)
    assert "enter VVS-1 3520" in {c.text() for c in air_bases.join_commands(w, w.by_id["VVS-1"])}
    assert why(w, f"enter VVS-1 {WARSAW}") == "no-base"
    assert why(w, f"enter VVS-1 {FRONT}") == "no-base"
    assert why(w, "enter Luft-1 3520") == "enemy-unit"
    do(w, "enter VVS-1 3520")
    assert where(w, "VVS-1") == "3520" and not w.by_id["VVS-1"][Readiness].spent
    assert why(w, "enter VVS-2 3520") == "pool-empty"
    to_phase(w, "move1-soviet")
    assert why(w, "enter VVS-2 3520") == "no-arrivals-now"


def test_groups_leave_eliminated_ones_first() -> None:
    units = {**groups(3), "M0": ("ger_air", "1321"), "M1": ("ger_air", "[dead]")}
    w = staged(units, phase="arrive-axis", turn=4)
    assert air_bases.groups_due(w, Side.AXIS) == -1
    air_bases.trim_pool(w)
    assert where(w, "M1") == "pool"
    w.mark(Clock, w.table, turn=15)
    w.mark(Readiness, w.by_id["L1"], spent=True)
    air_bases.trim_pool(w)
    assert where(w, "L1") == "pool" and len(air_drops.groups(w, Side.AXIS)) == 3
    air_bases.trim_pool(w)
    assert len(air_drops.groups(w, Side.AXIS)) == 3


def test_nothing_here_throws_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged()
    load_dice(monkeypatch)
    do(w, f"aim L0 {FOE}")
    air_and_artillery.fly(w, at(w, FOE))
    to_phase(w, "land1-axis")
    air_and_artillery.end_landing(w)
    assert w.dice.thrown == 0
