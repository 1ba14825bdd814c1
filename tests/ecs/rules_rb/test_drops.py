"""Chapter 15: air drops."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.commands import parse
from ecs.core.components import Clock, Marched, Place, SupplyState, Transport
from ecs.core.world import World
from ecs.rulesets.russia_besieged.ground import air_drops
from tests.ecs.rules_rb.stage import at, load_dice, position, where

MOSCOW, TARGET, FAR = "3520", "3218", "2826"
CORPS = {"AB": ("airborne_13", MOSCOW)}


def staged(units: dict[str, tuple[str, str]] | None = None, **facts: Any) -> World:
    """An airborne corps in Moscow, about to jump."""
    facts.setdefault("phase", "move1-soviet")
    return position({**CORPS, **(units or {})}, **facts)


def why(w: World, line: str) -> str:
    """The reason id of a refusal; "" if there is none."""
    command: Any = parse(line)
    found = air_drops.judge_drop(w, command)
    return found.reason if found else ""


def do(w: World, line: str) -> None:
    """Obey a command line."""
    assert not why(w, line)
    command: Any = parse(line)
    air_drops.air_drop(w, command)


def test_the_list_and_the_judge_agree() -> None:
    w = staged({"G": ("ger_inf_54", "3322")})
    listed = {c.text() for c in air_drops.drop_commands(w, w.by_id["AB"])}
    every = (f"drop AB {h.label}" for h in w.board.hexes)
    assert listed == {line for line in every if not why(w, line)}
    assert f"drop AB {TARGET}" in listed
    assert not air_drops.drop_commands(w, w.by_id["G"])


@pytest.mark.parametrize(("weather", "die", "lands"), [
    ("Clear", 2, False), ("Clear", 3, True), ("Lt Mud", 4, False), ("Lt Mud", 5, True), ("Snow", 5, False),
    ("Snow", 6, True),
])  # fmt: skip
def test_the_die_and_the_weather_decide(monkeypatch: pytest.MonkeyPatch, weather: str, die: int, lands: bool) -> None:
    w = staged(weather=weather)
    load_dice(monkeypatch, die)
    do(w, f"drop AB {TARGET}")
    assert where(w, "AB") == (TARGET if lands else "dead")
    if lands:
        assert w.by_id["AB"][SupplyState].dropped and w.by_id["AB"][Marched].moved


@pytest.mark.parametrize(("die", "lands"), [(3, False), (4, True)])
def test_an_enemy_zone_makes_it_harder(monkeypatch: pytest.MonkeyPatch, die: int, lands: bool) -> None:
    w = staged({"G": ("ger_inf_54", "3217")})
    load_dice(monkeypatch, die)
    do(w, f"drop AB {TARGET}")
    assert (where(w, "AB") == TARGET) is lands


def test_one_drop_a_turn_then_two(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {"B": ("airborne_13", MOSCOW), "C": ("airborne_13", MOSCOW)}
    w = staged(more)
    load_dice(monkeypatch, 10)
    do(w, f"drop AB {TARGET}")
    assert why(w, "drop B 3318") == "dropped"
    w = staged(more, turn=10)
    load_dice(monkeypatch, 10, 10)
    do(w, f"drop AB {TARGET}")
    do(w, "drop B 3318")
    assert why(w, "drop C 3219") == "dropped"


def test_a_corps_rests_three_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged()
    load_dice(monkeypatch, 10)
    do(w, "drop AB 3318")
    w.mark(Marched, w.by_id["AB"], moved=0)
    w.mark(Transport, w.table, voyages=())
    w.mark(Clock, w.table, turn=4)
    assert why(w, "drop AB 3218") == "jumped"
    w.mark(Clock, w.table, turn=5)
    assert why(w, "drop AB 3218") == ""


def test_who_may_not_jump() -> None:
    assert why(staged(weather="Mud"), f"drop AB {TARGET}") == "weather"
    assert why(staged(turn=1), f"drop AB {TARGET}") == "too-early"
    assert why(staged(phase="move2-soviet"), f"drop AB {TARGET}") == "first-impulse"
    assert why(staged(phase="plan1-soviet"), f"drop AB {TARGET}") == "no-movement"
    assert why(staged(phase="move1-axis"), f"drop AB {TARGET}") == "enemy-unit"
    assert why(staged(supply={"AB": 1}), f"drop AB {TARGET}") == "out-of-supply"
    assert why(staged({"G": ("ger_inf_54", "3521")}), f"drop AB {TARGET}") == "in-zone"
    w = staged({"F": ("airborne_13", "3319"), "I": ("army_33", "3319")})
    assert why(w, f"drop F {TARGET}") == "no-airfield"
    assert why(w, f"drop I {TARGET}") == "not-airborne"
    assert why(w, f"drop X {TARGET}") == "no-such-unit"
    assert why(w, "drop AB 9999") == "no-such-hex"


def test_where_nobody_jumps() -> None:
    w = staged({"G": ("ger_inf_54", TARGET)}, control={"axis": ["3431", "3623"]})
    assert why(w, f"drop AB {FAR}") == "too-far"
    assert why(w, f"drop AB {TARGET}") == "enemy-occupied"
    assert why(w, f"drop AB {MOSCOW}") == "same-hex"
    assert why(w, "drop AB 3623") == ""
    w.mark(Place, w.by_id["AB"], hex=at(w, "3828"))
    assert why(w, "drop AB 3431") == "major-city"
    mountain = next(h.label for h in w.board.hexes if h.terrain == "mountain" and h.owner == "soviet")
    w.mark(Place, w.by_id["AB"], hex=at(w, "5144"))
    near = next(h.label for h in w.board.hexes
                if h.terrain == "mountain" and w.board.distance(h.index, at(w, "5144")) <= 6)  # fmt: skip
    assert mountain and why(w, f"drop AB {near}") == "terrain"
