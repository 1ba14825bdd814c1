"""Chapter 7: movement by rail."""

from __future__ import annotations

from itertools import pairwise

from ecs.core.commands import Move, MoveByRail
from ecs.core.components import Clock, Engagement, Marched, Readiness, Side, Transport
from ecs.core.world import World
from ecs.rulesets.war_against_russia.ground.transport import (
    RAILWAYS,
)
from ecs.systems.marches import judge_move
from ecs.systems.trains import judge_rail, move_by_rail, open_transport, rail_commands, rail_path, room_left
from tests.ecs.rules_war.stage import at, position, where

ARMY, INFANTRY, RIFLES, RED_ARMY = "ger_army", "ger_infkps", "rus_rifkor", "rus_army41"
MINSK, BORISOV, SMOLENSK, MOSCOW, GORKI = "Q8", "Q10", "Q13", "Q19", "Q25"


def why(w: World, unit: str, spot: str) -> str:
    """The reason a journey is refused; "" if it is not."""
    refusal = judge_rail(w, MoveByRail(unit, spot))
    return refusal.reason if refusal else ""


def test_a_unit_goes_from_place_to_place_and_moves_no_more_that_turn() -> None:
    w = position({"R": (RIFLES, SMOLENSK)}, phase="initial-soviet")
    move_by_rail(w, MoveByRail("R", GORKI))
    assert where(w, "R") == GORKI and w.by_id["R"][Marched].moved == 1 and not w.by_id["R"][Engagement].fought
    assert w[Transport].rail == 1 and w.events[-1].rule == "7" and why(w, "R", MOSCOW) == "moved"
    w.mark(Clock, w.table, phase=w.phases.index("move-soviet"))
    refusal = judge_move(w, Move("R", "Q24"))
    assert refusal is not None and refusal.reason == "moved"


def test_it_stops_at_cities_and_towns_only() -> None:
    w = position({"R": (RIFLES, SMOLENSK), "S": (RIFLES, "Q14")}, phase="initial-soviet")
    assert why(w, "R", "Q14") == "no-station" == why(w, "S", MOSCOW)
    offered = {c.text().split()[-1] for c in rail_commands(w, w.by_id["R"])}
    assert {MINSK, BORISOV, MOSCOW} <= offered and not {"Q14", SMOLENSK} & offered


def test_every_journey_offered_is_lawful_and_every_other_is_refused() -> None:
    units = {"R": (RIFLES, SMOLENSK), "A": (ARMY, "Q11"), "S": (RED_ARMY, GORKI), "T": (RED_ARMY, MOSCOW)}
    w = position({**units, "U": (RIFLES, MOSCOW)}, phase="initial-soviet")
    offered = {c.text().split()[-1] for c in rail_commands(w, w.by_id["R"])}
    assert offered == {h.label for h in w.board.hexes if not why(w, "R", h.label)} and GORKI in offered
    assert why(w, "R", MOSCOW) == "overstacked" and BORISOV not in offered


def test_enemy_zones_and_enemy_ground_cut_the_line() -> None:
    w = position({"R": (RIFLES, SMOLENSK), "A": (ARMY, "P11"), "S": (RIFLES, BORISOV)}, phase="initial-soviet")
    assert why(w, "S", MOSCOW) == "enemy-zone" == why(w, "R", BORISOV) and not why(w, "R", MINSK)
    w = position({"R": (RIFLES, SMOLENSK)}, phase="initial-soviet", control={"axis": ["Q9", "Q7", "P8", "R9"]})
    assert why(w, "R", MINSK) == "no-line" and not why(w, "R", BORISOV)
    w = position({"R": (RIFLES, SMOLENSK), "A": (ARMY, "P11")}, phase="initial-soviet", dispersed=["A"])
    assert not why(w, "R", BORISOV)


def test_the_axis_sends_two_units_a_turn_and_the_russians_four() -> None:
    names = ("A", "B", "C", "D", "E")
    towns = (SMOLENSK, BORISOV, MINSK, "Q16", "T19")
    w = position({name: (RIFLES, spot) for name, spot in zip(names, towns, strict=True)}, phase="initial-soviet")
    assert room_left(w, Side.SOVIET) == 4
    for name, spot in zip(names, ("Y10", "X8", GORKI, "N22"), strict=False):
        move_by_rail(w, MoveByRail(name, spot))
    assert why(w, "E", MOSCOW) == "trains-used" and not rail_commands(w, w.by_id["E"])
    open_transport(w)
    assert not why(w, "E", MOSCOW)
    w = position({}, phase="initial-axis")
    assert room_left(w, Side.AXIS) == 2


def test_who_does_not_board() -> None:
    units = {"D": (RIFLES, SMOLENSK), "I": (RIFLES, MINSK), "A": (ARMY, "S2"), "B": (RIFLES, "[dead]")}
    w = position(units, phase="initial-soviet", dispersed=["D"])
    w.mark(Readiness, w.by_id["I"], spent=True)
    assert [why(w, name, MOSCOW) for name in units] == ["dispersed", "idle", "enemy-unit", "off-map"]
    w = position(units, phase="move-soviet")
    assert why(w, "I", MOSCOW) == "no-rail"


def test_the_way_follows_the_railway() -> None:
    w = position({"R": (RIFLES, SMOLENSK)}, phase="initial-soviet")
    path = rail_path(w, w.by_id["R"], at(w, GORKI))
    assert len(path) == 13 and all("rail" in w.board.kinds(a, b) for a, b in pairwise(path))
    numbers = RAILWAYS.lines(w, Side.SOVIET)
    assert len({numbers[i] for i in path}) == 1


def test_no_train_runs_into_a_closed_country() -> None:
    for option, reason in (("closed", "rumania-closed"), ("open", "")):
        w = position({"R": (RIFLES, "DD6")}, phase="initial-soviet", control={"soviet": ["DD5"]},
                     options={"rumania": option})  # fmt: skip
        assert why(w, "R", "DD5") == reason
