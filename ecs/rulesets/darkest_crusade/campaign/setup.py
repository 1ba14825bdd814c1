"""Chapters 20 and 22: the set-up of the board, openly or in secret."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ecs.core.commands import Deploy, Lift
from ecs.core.components import (
    Assignment,
    Clock,
    Concealment,
    Decisions,
    Dice,
    Garrison,
    Ground,
    HexType,
    Installation,
    Place,
    Side,
    UnitType,
    Weather,
)
from ecs.core.events import Event, Record
from ecs.core.files.scenarios import UnitEntry
from ecs.core.ruleset import Scenario
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import (
    BATTLE_MARKS,
    TABLE_MARKS,
    UNIT_CONDITION,
    UNIT_MARKS,
    Factory,
    ReplacementPool,
    strange,
)
from ecs.rulesets.darkest_crusade.data.tables import UnitClass, classes, rules
from ecs.rulesets.darkest_crusade.ground.control import clashes
from ecs.rulesets.darkest_crusade.ground.losses import leave_map, reveal
from ecs.rulesets.darkest_crusade.ground.terrain import months_of_snow, region
from ecs.systems.deployment import Deployment, ground_held, no_lifting, place_counters, printed_type, start_owner
from ecs.systems.sentences import named
from ecs.systems.stacking import in_box, on_map, side_at, units_at


def set_up(w: World, scenario: Scenario) -> None:
    """Make every entity of the game: hexes, then counters in the scenario's order, then the table.

    :raises SetupError: for an unknown class, hex or region, or a counter named twice.
    """
    held = ground_held(w, scenario)
    for spot in w.board.hexes:
        w.create(HexType(spot.index), Ground(control=start_owner(spot, held)), Garrison())
    seen: set[str] = set()
    for side, entry in scenario.units:
        place_counters(w, scenario, Side(side), entry, seen, classes(), marks, type_of)
    table = rules(w)
    w.create(
        Clock(turn=scenario.start_turn),
        Dice(),
        Decisions(),
        Weather(name="Good", snow_turns=months_of_snow(w) + (scenario.weather == "Snow")),
        ReplacementPool(tank_points=table.production.tank_reserve),
        *(kind() for kind in (*BATTLE_MARKS, *TABLE_MARKS)),
    )
    w.seal()


def type_of(unit_id: str, side: Side, kind: str, printed: UnitClass, zone: str) -> UnitType:
    """The type of a counter; one of several alike has its place in brackets after its name, some a stronger side."""
    return replace(printed_type(unit_id, side, kind, printed, zone), name=unit_id.split("(")[0], strong=printed.strong)


def marks(entry: UnitEntry, kind: UnitType) -> tuple[Any, ...]:
    """The marks of a counter."""
    works = (Factory(), Installation()) if "factory" in kind else ()
    return *(mark() for mark in (*UNIT_CONDITION, *UNIT_MARKS)), *works


# -- secret set-up ------------------------------------------------------------------------------------


def is_secret(w: World) -> bool:
    """Is this the set-up before the first turn of a game with the secret set-up option?"""
    return w.options["secret_setup"] == "on" and w.clock.turn == 1


def hide_soviets(w: World) -> None:
    """Before the Soviet set-up: all face down, dummies out, one real unit in each frontier hex (20)."""
    for unit, index in zip(in_box(w, "unused"), w.board.spots(rules(w).special.dummy_hexes), strict=False):
        w.mark(Place, unit, hex=index, box="")
    for unit in on_map(w, Side.SOVIET):
        w.mark(Concealment, unit, hidden=True)
    for index in region(w, "frontier"):
        if not real_units(w, index):
            spare = next(u for i in region(w, "frontier") if len(real_units(w, i)) > 1 for u in real_units(w, i)[1:])
            w.mark(Place, spare, hex=index)


def real_units(w: World, index: int) -> list[Unit]:
    """Soviet units in a hex that are not dummies."""
    return [u for u in units_at(w, index) if u.type.side is Side.SOVIET and "dummy" not in u.type]


def remove_dummies(w: World) -> None:
    """Remove the dummies after the German set-up (20)."""
    dummies = [u for u in on_map(w, Side.SOVIET) if "dummy" in u.type]
    for unit in dummies:
        leave_map(w, unit, "unused")
    words = "1 dummy leaves" if len(dummies) == 1 else f"{len(dummies)} dummies leave"
    w.emit(Event(text=f"{words} the map.", rule="20"))


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter may not be picked up."""
    if Installation in unit:
        return no_lifting("20")
    side = unit.type.side
    frontier = unit.hex in region(w, "frontier")
    if side is Side.SOVIET and "dummy" not in unit.type and frontier and len(real_units(w, unit.hex)) == 1:
        return Refusal("frontier", f"{named(w, unit.hex)} must keep at least one real unit.", "20")
    if side is Side.AXIS and not movable(w, unit):
        return Refusal("fixed", f"{unit.type.long_name} keeps its starting hex.", "20")
    return None


def movable(w: World, unit: Unit) -> bool:
    """Is it a German unit in Germany, or 11th Army, which deploy freely (20)?"""
    return "german" in unit.type


def berths(w: World, unit: Unit) -> list[int]:
    """Where a lifted counter may be put down: Soviets anywhere in Soviet territory; Germans in Germany,
    11th Army also in Romania."""
    if unit.type.side is Side.SOVIET:
        return [
            h.index
            for h in w.board.hexes
            if w.ground[h.index].control is Side.SOVIET and side_at(w, h.index) is not Side.AXIS
        ]
    found = set(region(w, "germany"))
    if unit.id == rules(w).special.guest:
        found |= set(region(w, rules(w).special.rumania))
    return sorted(i for i in found if w.ground[i].control is Side.AXIS and not clashes(w, unit, i))


def reveal_attackers(w: World) -> None:
    """As the attack allocation ends, hidden units that attack are turned face up (20)."""
    reveal(w, [u for u in on_map(w, Side.SOVIET) if u[Assignment].target >= 0])


def seals(w: World, record: Record) -> bool:
    """Is the command of a record part of the Soviet set-up, and secret from the other side (20)?"""
    return record.side is Side.SOVIET and record.command.partition(" ")[0] in (Lift.verb, Deploy.verb)


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter may not be put down there."""
    return Refusal(
        "no-berth",
        "Soviet units set up in Soviet territory, German units in Germany. The 11th Army may also set up in Romania.",
        "20",
    )


def _placing_side(w: World) -> Side:
    return Side.SOVIET if w.phase == "S1" else Side.AXIS


DEPLOYMENT = Deployment("20", _placing_side, strange, cannot_lift, berths, judge_deploy, secret=True)
