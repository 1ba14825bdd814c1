"""Chapter 16: partisans rise, break railways, are promoted and hunted down."""

from __future__ import annotations

from typing import Any

import pytest

from ecs.core.commands import Command, parse
from ecs.core.components import Clock, Ground, Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import partisans
from ecs.rulesets.russia_besieged.data.components import Partisan
from tests.ecs.rules_rb.stage import at, load_dice, position, where

FIELD, NEAR, FAR = "2826", "2825", "2823"


def staged(units: dict[str, tuple[str, str]], **facts: Any) -> World:
    """Partisans on ground the Axis has won: everything round the field."""
    facts.setdefault("turn", 7)
    facts.setdefault("phase", "arrive-soviet")
    w = position(units, **facts)
    for index in range(len(w.board.hexes)):
        if w.board.distance(index, at(w, FIELD)) <= 8:
            w.mark(Ground, w.hexes[index], control=Side.AXIS)
    w.forget()
    return w


def why(w: World, line: str) -> str:
    """The reason id of a refusal; "" if there is none."""
    command: Command = parse(line)
    judge: Any = partisans.judge_rise if command.verb == "enter" else partisans.judge_promote
    found = judge(w, command)
    return found.reason if found else ""


def do(w: World, line: str) -> None:
    """Obey a command line."""
    assert not why(w, line)
    command: Any = parse(line)
    (partisans.place_band if command.verb == "enter" else partisans.promote)(w, command)


def a_city(w: World) -> str:
    """A city held by the Axis."""
    return next(h.label for h in w.board.hexes if h.name == "Smolensk")


def test_bands_rise_on_soviet_ground_in_axis_hands() -> None:
    w = staged({"P": ("partisan", "[pool]")})
    assert f"enter P {FIELD}" in {c.text() for c in partisans.rise_commands(w, w.by_id["P"])}
    do(w, f"enter P {FIELD}")
    assert where(w, "P") == FIELD
    assert partisans.placed(w) == 1


def test_no_band_rises_abroad_in_a_city_or_where_the_soviets_are() -> None:
    w = staged({"P": ("partisan", "[pool]"), "I": ("army_33", "3425")})
    assert why(w, "enter P 0627") == "foreign"
    assert why(w, f"enter P {a_city(w)}") == "city"
    assert why(w, "enter P 5020") == "not-occupied"
    assert why(w, "enter I 2826") == "no-partisans"
    assert why(w, "enter X 2826") == "no-such-unit"


def test_germans_keep_bands_away_and_rough_ground_shelters_them() -> None:
    w = staged({"P": ("partisan", "[pool]"), "G": ("ger_inf_54", FIELD)})
    assert why(w, f"enter P {FIELD}") == "occupied"
    for index in w.board.neighbours[at(w, FIELD)]:
        spot = w.board.hexes[index]
        rough = spot.terrain in ("woods", "marsh")
        assert why(w, f"enter P {spot.label}") in (("", "city") if rough else ("germans-near", "city"))


def test_bands_rise_only_so_many_a_turn_and_not_next_to_each_other() -> None:
    w = staged({"P": ("partisan", "[pool]"), "Q": ("partisan", "[pool]"), "R": ("partisan", "[pool]")})
    do(w, f"enter P {FIELD}")
    assert why(w, f"enter Q {NEAR}") == "partisans-near"
    do(w, f"enter Q {FAR}")
    assert why(w, "enter R 2829") == "enough-risen"
    partisans.rise(w)
    assert why(w, "enter R 2829") == ""
    w.mark(Clock, w.table, turn=2)
    assert why(w, "enter R 2829") == "enough-risen"


def test_there_is_a_most_of_bands_on_the_map() -> None:
    w = staged({"P": ("partisan", "2826"), "Q": ("partisan", "2823"), "R": ("partisan", "2829"),
                "S": ("partisan", "[pool]")}, turn=4)  # fmt: skip
    assert why(w, "enter S 3126") == "enough-bands"
    w.mark(Clock, w.table, turn=5)
    assert why(w, "enter S 3126") in ("", "city")


def test_partisans_act_among_the_soviet_arrivals_only() -> None:
    w = staged({"P": ("partisan", "[pool]"), "Q": ("partisan", FIELD)}, phase="move1-soviet")
    assert why(w, "enter P 2823") == "no-rising-now"
    assert why(w, "convert Q second") == "no-rising-now"


def test_a_band_that_outlasts_an_axis_turn_is_promoted() -> None:
    w = staged({"P": ("partisan", "[pool]")})
    do(w, f"enter P {FIELD}")
    assert why(w, "convert P second") == "too-new"
    partisans.rise(w)
    assert [c.text() for c in partisans.promote_commands(w, w.by_id["P"])] == ["convert P second"]
    assert why(w, "convert P first") == "no-such-class"
    do(w, "convert P second")
    assert why(w, "convert P second") == "promoted"


def test_promotion_comes_late_and_two_at_a_time() -> None:
    units = {"P": ("partisan", "2826"), "Q": ("partisan", "2823"), "R": ("partisan", "2829")}
    w = staged(units, turn=6)
    assert why(w, "convert P second") == "too-early"
    w = staged(units)
    do(w, "convert P second")
    do(w, "convert Q second")
    assert why(w, "convert R second") == "enough-promoted"


@pytest.mark.parametrize(("die", "gone"), [(7, False), (8, True)])
def test_a_band_is_hunted_by_the_axis_near_it(monkeypatch: pytest.MonkeyPatch, die: int, gone: bool) -> None:
    w = staged({"P": ("partisan", "3532"), "G": ("ger_inf_54", "3534")}, phase="ready-axis")
    band = w.by_id["P"]
    shelter = -2 if w.board.hexes[band.hex].terrain != "clear" else 0
    assert partisans.hunt_modifier(w, band) == shelter == 0
    load_dice(monkeypatch, die)
    partisans.hunt(w)
    assert where(w, "P") == ("pool" if gone else "3532")


def test_more_hunters_help_and_the_second_stage_hides_better() -> None:
    hunters = {f"G{n}": ("ger_inf_54", spot) for n, spot in enumerate(("3534", "3632", "3432", "3631", "3531"))}
    w = staged({"P": ("partisan", "3532"), **hunters}, phase="ready-axis")
    assert partisans.hunt_modifier(w, w.by_id["P"]) == 3
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert partisans.hunt_modifier(w, w.by_id["P"]) == 1


def test_nobody_hunts_from_afar(monkeypatch: pytest.MonkeyPatch) -> None:
    w = staged({"P": ("partisan", FIELD), "G": ("ger_inf_54", "2822")}, phase="ready-axis")
    load_dice(monkeypatch)
    partisans.hunt(w)
    assert where(w, "P") == FIELD


def test_the_front_passes_over_a_band() -> None:
    w = staged({"P": ("partisan", FIELD)})
    partisans.fade(w)
    assert where(w, "P") == FIELD
    w.mark(Ground, w.hexes[at(w, FIELD)], control=Side.SOVIET)
    partisans.fade(w)
    assert where(w, "P") == "pool"
    assert partisans.waiting(w)
