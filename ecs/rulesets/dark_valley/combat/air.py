"""Chapter 6.4: where air units are based, and when they are ready again."""

from __future__ import annotations

from ecs.core.commands import AirDrop, Command, Done, Rebase, Resolve
from ecs.core.components import Flags, Marched, Place, Readiness, Rebasing, SupplyState, Transport
from ecs.core.dice import roll
from ecs.core.events import Cause, Moved, Rolled
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.battlefield import odds_of
from ecs.rulesets.dark_valley.combat.declaring import cannot_target
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has, strange, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, army_at, has_room, state
from ecs.rulesets.dark_valley.ground.removal import eliminate
from ecs.rulesets.dark_valley.ground.supply import bases, loc_map
from ecs.rulesets.dark_valley.ground.terrain import barred_ground, is_city, places
from ecs.rulesets.dark_valley.ground.transport import cannot_travel, seize
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.combat.rules import question
from ecs.systems.movement import Journey, travel
from ecs.systems.sentences import label, named, tell_change
from ecs.systems.stacking import on_map, stacks


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
    """Why a unit cannot change its base."""
    name = unit.type.long_name
    if not w.phase.startswith("air-"):
        return Refusal("no-bases-now", "Air units change base only in the airbase phase.", "6.4")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "6.4")
    if not has(unit, "air") or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is not an air unit on the map.", "6.4")
    if unit[Rebasing].based:
        return Refusal("based", f"{name} has already changed its base this turn.", "6.4")
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
        return Refusal("no-base", f"{named(w, there)} is not a friendly town or city.", "6.4")
    if there not in bases(w, unit.type.side):
        return Refusal("no-communications", f"{named(w, there)} is not yours, or is cut off.", "6.4")
    limit, most = rules(w).bombard.rebase, rules(w).bombard.most_at_base
    if w.board.distance(unit.hex, there) > limit:
        return Refusal("too-far", f"{named(w, there)} is more than {limit} hexes away.", "6.4")
    return Refusal("base-full", f"At most {most} air units may share a base.", "6.4")


TO_BASE = Journey(
    Rebase, strange, cannot_rebase, _cannot_be_based, "6.4", bases_in_range, lambda unit: has(unit, "air")
)
base_commands = TO_BASE.commands

# -- Chapter 3.9: who jumps, where, and who comes down alive. --------------------------------------------------------

STRIKE, JUMPER = "strike", "drop:"


def cannot_jump(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not be dropped."""
    refusal = cannot_travel(w, unit)
    if refusal is not None:
        return refusal
    name = unit.type.long_name
    if not has(unit, "airborne"):
        return Refusal("not-airborne", f"{name} is not an airborne unit.", "3.9")
    if w.weather.name == "Mud":
        return Refusal("mud", "There are no air drops in Mud.", "3.9")
    if "drop" in w[Transport].voyages:
        return Refusal("dropped", "You may drop only one unit a turn.", "3.9")
    if not is_city(w, unit.hex) or not loc_map(w, unit.type.side)[unit.hex]:
        return Refusal("no-airfield", f"{name} is not in a friendly city with a line of communications.", "3.9")
    return None


def drop_zones(w: World, unit: Unit) -> list[int]:
    """Hexes a unit may be dropped in: empty, no city, in range."""
    shut, taken = barred_ground(w, unit), stacks(w)
    return [i for i in _in_range(w, unit.hex) if i not in taken and i not in shut]


@remembered()
def _in_range(w: World, start: int) -> tuple[int, ...]:
    limit, away = rules(w).drop.range, w.board.distance
    return tuple(h.index for h in w.board.hexes if h.place != "major" and away(start, h.index) <= limit)


def air_drop(w: World, command: AirDrop) -> None:
    """Drop the unit: lost for good, or behind the enemy and in supply until the next logistics."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    start_hex, killed, die = unit.hex, rules(w).drop.killed, roll(w)
    voyages, flags = w[Transport].voyages, w[Flags].flags
    w.mark(Transport, w.table, voyages=(*voyages, "drop", JUMPER + unit.id))
    w.mark(Flags, w.table, flags=(*flags, "dropped-" + unit.id))
    w.mark(Place, unit, hex=there)
    w.mark(Marched, unit, moved=1)
    w.mark(SupplyState, unit, dropped=True)
    path = (label(w, start_hex), command.hex)
    w.emit(Rolled(where=path, rule="3.9", what="drop", faces=(die,), unit=unit.id, hex=command.hex, limit=killed))
    if die <= killed:
        eliminate(w, unit, Cause.IN_THE_DROP, "lost in the drop", "3.9")
        return
    w.emit(Moved(where=path, rule="3.9", unit=unit.id, path=path, how="drop"))
    seize(w, unit)
    if prey(w):
        w.ask(STRIKE)


# -- the attack out of the landing ------------------------------------------------------------------


def jumper(w: World) -> Unit | None:
    """The corps that has landed in this phase."""
    word = next((v for v in w[Transport].voyages if v.startswith(JUMPER)), "")
    return w.unit(word.removeprefix(JUMPER)) if word else None


def prey(w: World) -> list[int]:
    """The hexes next to the corps that it may attack at once, alone."""
    unit = jumper(w)
    if unit is None or unit.hex < 0:
        return []
    return [j for j in w.board.neighbours[unit.hex] if cannot_target(w, unit, j) is None]


def strike_commands(w: World) -> list[Command]:
    """An attack on one hex beside it, or none."""
    return [*(Resolve(label(w, i), 1) for i in prey(w)), Done()]


def _landed(w: World) -> Unit:
    unit = jumper(w)
    assert unit is not None
    return unit


def _asked(w: World) -> str:
    """The question to the side that jumped, with the odds of every attack."""
    unit = _landed(w)
    found = {i: odds_of(w, i, unit.type.side, [unit]) for i in prey(w)}
    lost = "too weak: it would be lost"
    odds = "; ".join(f"{named(w, i)}: {lost if o.column == NO_COLUMN else o.title}" for i, o in found.items())
    return f"{unit.type.long_name} has landed at {named(w, unit.hex)}. Does it attack at once, alone? {odds}."


ASKED = question(STRIKE, turn_side, strike_commands, _asked, "3.9", where=lambda w: _landed(w).hex)


def cannot_come_down(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not come down in a hex."""
    if there in stacks(w):
        words = "the enemy" if army_at(w, there) is unit.type.side.other else "other units"
        return Refusal("occupied", f"{named(w, there)} is held by {words}.", "3.9")
    if is_city(w, there):
        return Refusal("city", f"{named(w, there)} is a city.", "3.9")
    if there in barred_ground(w, unit):
        return Refusal("closed-country", f"{named(w, there)} is closed to {unit.type.long_name} now.", "8.8")
    return Refusal("too-far", f"{named(w, there)} is more than {rules(w).drop.range} hexes away.", "3.9")


BY_AIR = Journey(
    AirDrop, strange, cannot_jump, cannot_come_down, goals=drop_zones, goes=lambda unit: has(unit, "airborne")
)
drop_commands, judge_drop = BY_AIR.commands, BY_AIR.judge

ORDERS = (
    Handler(Rebase, rebase, TO_BASE.judge),
    Handler(AirDrop, air_drop, judge_drop),
)
