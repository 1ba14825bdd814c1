"""Chapter 6.4: where air units are based, and when they are ready again."""

from __future__ import annotations

from ecs.core.commands import Rebase
from ecs.core.components import Readiness, Rebasing
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.turn import strange, turn_side
from ecs.rulesets.dark_valley.data.unit_facts import has
from ecs.rulesets.dark_valley.ground.occupancy import army_at
from ecs.rulesets.dark_valley.ground.stacking import has_room
from ecs.rulesets.dark_valley.ground.supply.judging import bases
from ecs.rulesets.dark_valley.ground.supply.state import SUPPLIED, state
from ecs.rulesets.dark_valley.ground.terrain import places
from ecs.systems.ground.journeys import Journey, travel
from ecs.systems.ground.stacking import on_map
from ecs.systems.table.names import named
from ecs.systems.table.tellings import tell_change


def start_air(w: World) -> None:
    """Air units may change base again; supplied artillery gets ready."""
    for unit in on_map(w, turn_side(w)):
        if has(unit, "air") and unit[Rebasing].based:
            w.mark(Rebasing, unit, based=False)
        elif has(unit, "art") and unit[Readiness].spent and state(w, unit) == SUPPLIED:
            get_ready(w, unit)


def end_air(w: World) -> None:
    """Air units that stayed at their base get ready."""
    for unit in on_map(w, turn_side(w)):
        if has(unit, "air") and unit[Readiness].spent and not unit[Rebasing].based:
            get_ready(w, unit)


def get_ready(w: World, unit: Unit) -> None:
    """Turn a spent unit to its ready side."""
    w.mark(Readiness, unit, spent=False)
    tell_change(w, unit, "ready", "6.4")


def cannot_rebase(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not change its base at all."""
    name = unit.type.name
    if not w.phase.startswith("air-"):
        return Refusal("no-bases-now", "Air units change base in their own phase.", "6.4")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "6.4")
    if not has(unit, "air") or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is no air unit on the map.", "6.4")
    if unit[Rebasing].based:
        return Refusal("based", f"{name} has changed its base this turn.", "6.4")
    return None


def bases_in_range(w: World, unit: Unit) -> list[int]:
    """Every base an air unit may fly to."""
    limit = rules(w).bombard.rebase
    near = (i for i in bases(w, unit.type.side) if i != unit.hex and w.board.distance(unit.hex, i) <= limit)
    return [i for i in near if has_room(w, unit, i)]


def rebase(w: World, command: Rebase) -> None:
    """Fly to another base: the unit is spent until it has stayed there a turn."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Readiness, unit, spent=True)
    w.mark(Rebasing, unit, based=True)
    travel(w, unit, (unit.hex, there), "base", "6.4")


def _cannot_be_based(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why an air unit may not fly to a base."""
    if there not in places(w) or army_at(w, there) is unit.type.side.other:
        return Refusal("no-base", f"{named(w, there)} is no own town or city.", "6.4")
    if there not in bases(w, unit.type.side):
        return Refusal("no-communications", f"{named(w, there)} is not yours, or is cut off.", "6.4")
    limit, most = rules(w).bombard.rebase, rules(w).bombard.most_at_base
    if w.board.distance(unit.hex, there) > limit:
        return Refusal("too-far", f"{named(w, there)} is more than {limit} hexes away.", "6.4")
    return Refusal("base-full", f"At most {most} air units share a base.", "6.4")


TO_BASE = Journey(
    Rebase, strange, cannot_rebase, _cannot_be_based, "6.4", bases_in_range, lambda unit: has(unit, "air")
)
base_commands = TO_BASE.commands
ORDERS = (Order(Rebase, rebase, TO_BASE.judge),)
