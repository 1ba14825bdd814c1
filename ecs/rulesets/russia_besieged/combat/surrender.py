"""Chapter 13.1: surrounded units that surrender, and those that aircraft save."""

from __future__ import annotations

from ecs.core.commands import Airlift, Command
from ecs.core.components import Readiness, Side, SupplyState
from ecs.core.events import Cause, Changed
from ecs.core.ruleset import Handler
from ecs.core.unit_names import weather_words
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import fortresses
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side, weathers
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import SURROUNDED, cf, is_army, letter
from ecs.rulesets.russia_besieged.ground.removal import left_alone, surrender
from ecs.rulesets.russia_besieged.ground.supply import supply_state
from ecs.rulesets.russia_besieged.ground.supply_paths import in_supply
from ecs.systems.sentences import label, named
from ecs.systems.stacking import on_map

PHASE = "surrender"


def is_doomed(w: World, unit: Unit) -> bool:
    """Is it surrounded now, as when the player turn began, and not supplied by aircraft (13.1)?"""
    return (
        unit[SupplyState].level == SURROUNDED and not unit[SupplyState].relieved and supply_state(w, unit) == SURROUNDED
    )


def doomed(w: World, side: Side) -> list[Unit]:
    """The units of a side that would surrender now, by entity; a fortress saves some for a time (24.2)."""
    found = [u for u in on_map(w, side) if is_doomed(w, u)]
    safe = fortresses.spared(w, found)
    return [u for u in found if u.entity not in safe]


def surrender_check(w: World) -> None:
    """The units of the side whose phase it is that are surrounded for a whole player turn surrender; leaders share the
    fate of their stack (13.1, 14.15, 14.2)."""
    side = turn_side(w)
    trapped = [u for u in on_map(w, side) if u[SupplyState].level == SURROUNDED and supply_state(w, u) == SURROUNDED]
    lost = doomed(w, side)
    fortresses.tell_spared(w, (u for u in trapped if u not in lost and not u[SupplyState].relieved))
    fortresses.count_sieges(w, trapped)
    hexes = sorted({u.hex for u in lost})
    for unit in lost:
        surrender(w, unit, Cause.NO_SUPPLY, "surrounded for a whole turn", "13.1")
    for index in hexes:
        left_alone(w, index, side, True)


# -- supply from the air ----------------------------------------------------------------------------------


def lifts_left(w: World, side: Side) -> int:
    """Surrounded units that can still be supplied from the air this turn."""
    fed = sum(1 for u in on_map(w, side) if u[SupplyState].relieved)
    return max(0, rules(w).supply.air_lifted - fed)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why an air group may not supply any unit."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-airlift", "Supply surrounded units by air at the surrender check.", "13.1")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "3.0")
    if letter(unit) != "AIR" or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is not an air group on the map.", "11.2")
    if unit[Readiness].spent:
        return Refusal("used", f"{name} is Used.", "11.2")
    if weathers(w)[1] in rules(w).supply.air_lift_not:
        return Refusal("weather", f"In {weather_words(weathers(w)[1])} there is no supply by air.", "13.1")
    if unit.hex not in in_supply(w, side):
        return Refusal("unsupplied", f"The base of {name} is out of supply.", "11.2")
    if not lifts_left(w, side):
        most = rules(w).supply.air_lifted
        return Refusal("lifted", f"Aircraft have supplied {most} units, the most for a turn.", "13.1")
    return None


def airlift_commands(w: World, unit: Unit) -> list[Command]:
    """Every hex in which an air group may supply a surrounded unit."""
    if letter(unit) != "AIR" or cannot_lift(w, unit) is not None:
        return []
    reach = rules(w).air.range.of(unit.type.side)
    hexes = sorted({u.hex for u in doomed(w, unit.type.side)})
    return [Airlift(unit.id, name) for name in sorted(label(w, i) for i in hexes if _near(w, unit, i, reach))]


def _near(w: World, unit: Unit, index: int, reach: int) -> bool:
    return w.board.distance(unit.hex, index) <= reach


def airlift(w: World, command: Airlift) -> None:
    """Supply one unit in the hex, armies and the strongest first: it does not surrender this time."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    hungry = [u for u in doomed(w, unit.type.side) if u.hex == there]
    fed = min(hungry, key=lambda u: (not is_army(u), -cf(u), u.entity))
    w.mark(Readiness, unit, spent=True)
    w.mark(SupplyState, fed, relieved=True)
    w.emit(
        Changed(
            where=(label(w, unit.hex), command.hex),
            rule="13.1",
            unit=unit.id,
            state="feeding",
            hex=command.hex,
            other=fed.id,
        )
    )


def judge_airlift(w: World, command: Airlift) -> Refusal | None:
    """Why an air group may not supply a surrounded unit in a hex."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_lift(w, unit)
    if refusal is not None:
        return refusal
    if not any(u.hex == there for u in doomed(w, unit.type.side)):
        return Refusal("nobody-doomed", f"No unit at {named(w, there)} would surrender now.", "13.1")
    reach = rules(w).air.range.of(unit.type.side)
    if not _near(w, unit, there, reach):
        return Refusal(
            "out-of-range", f"{named(w, there)} is more than {reach} hexes from {unit.type.long_name}.", "11.2"
        )
    return None


ORDERS = (Handler(Airlift, airlift, judge_airlift),)
