"""Chapter 12: air units: when they are ready, what they support, and whom they supply.

An air unit never stands on the map.  It waits in a box: ready, used, feeding a hex, or not there at all this turn.
``Assignment.target`` is the hex it is sent to, to support the first attack there, or to feed.
"""

from __future__ import annotations

from functools import partial

from ecs.core.commands import Aim, Airlift
from ecs.core.components import Assignment, Place, Side, SupplyState
from ecs.core.events import Changed, Mustered
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.declaring import support
from ecs.rulesets.war_against_russia.data.components import UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import BOTH, WINTER_AIR
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import AIR_BOX, GONE, LIFT, is_air, strange, turn_side
from ecs.rulesets.war_against_russia.ground.control import fighters_at
from ecs.rulesets.war_against_russia.ground.supply import fed_from_air
from ecs.systems.arrivals import call_in, comes_now
from ecs.systems.combat.counter_state import send
from ecs.systems.combat.declared_attacks import assigned_by_wave, waves_on
from ecs.systems.movement import Journey
from ecs.systems.sentences import named
from ecs.systems.stacking import stacks

RULE = "12"
REST, LATER = "rest", "turn:"
PLAN, INITIAL = "plan", "initial"


@remembered()
def air_units(w: World, side: Side) -> tuple[Unit, ...]:
    """A side's air units, by entity."""
    return tuple(u for u in w.units if is_air(u) and u.type.side is side)


def number(w: World, side: Side) -> int:
    """Air units a side may use this turn: by the calendar, fewer Germans in bad weather; no Soviets if so agreed."""
    table = rules(w).weather
    most = by_turn(rules(w).air.of(side), w.clock.turn)[0]
    if side is Side.SOVIET and w.options.get(WINTER_AIR) != BOTH:
        return most
    return min(most, table.air_then.of(side)) if w.weather.name in table.air_grounded else most


def get_ready(w: World) -> None:
    """A side's Initial phase begins: its air units come back; as many as fly this turn are ready, the first ones.

    Those of a later turn, or out of the game, stay where they are.
    """
    side = turn_side(w)
    call_in(w, side, [u for u in air_units(w, side) if comes_now(w, u)], AIR_BOX, RULE)
    units = [u for u in air_units(w, side) if u.place.box != GONE and not u.place.box.startswith(LATER)]
    able = units[: number(w, side)]
    for unit in units:
        w.wipe(unit, UNIT_MARKS)
        w.mark(Place, unit, hex=-1, box=AIR_BOX if unit in able else REST)
    if units:
        w.emit(Mustered(rule=RULE, side=side, units=tuple(u.id for u in able), source="air"))


# -- support of an attack -------------------------------------------------------------------------------------


def no_mission(w: World, index: int) -> Refusal | None:
    """Why no air unit can support an attack on a hex."""
    if not waves_on(w, index):
        return Refusal("no-attack", f"There is no declared attack on {named(w, index)}.", RULE)
    if len(support(w, index)) >= rules(w).air.an_attack:
        return Refusal("enough", f"The attack on {named(w, index)} already has an air unit.", RULE)
    return None


def cannot_fly(w: World, unit: Unit) -> Refusal | None:
    """Why an air unit cannot be sent anywhere now."""
    name = unit.type.long_name
    if not is_air(unit):
        return Refusal("no-aircraft", f"{name} is not an air unit.", RULE)
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", RULE)
    if unit.place.box == REST:
        return Refusal("grounded", f"{name} is grounded this turn.", RULE)
    if unit.place.box != AIR_BOX:
        return Refusal("used", f"{name} has already flown this turn.", RULE)
    if unit[Assignment].target >= 0:
        text = f"{name} already supports the attack on {named(w, unit[Assignment].target)}. Call it back first."
        return Refusal("aimed", text, RULE)
    return None


def cannot_aim(w: World, unit: Unit) -> Refusal | None:
    """Why an air unit may not support any attack now."""
    if not w.phase.startswith(PLAN):
        return Refusal("no-missions", "Assign air units while you declare attacks.", RULE)
    return cannot_fly(w, unit)


def _missions(w: World, unit: Unit) -> list[int]:
    """Every declared attack an air unit may support."""
    declared = sorted({index for index, _ in assigned_by_wave(w)})
    return [i for i in declared if no_mission(w, i) is None]


def judge_unaim(w: World, unit: Unit) -> Refusal | None:
    """Why an air unit may not be called back."""
    if not is_air(unit):
        return Refusal("no-aircraft", f"{unit.type.long_name} is not an air unit.", RULE)
    if unit.type.side is not turn_side(w) or not w.phase.startswith(PLAN):
        return Refusal(
            "no-missions", "You can call back only your own air units, and only while you declare attacks.", RULE
        )
    if unit.place.box != AIR_BOX or unit[Assignment].target < 0:
        return Refusal("not-aimed", f"{unit.type.long_name} is not supporting an attack.", RULE)
    return None


# -- supply ---------------------------------------------------------------------------------------------------


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why an air unit cannot supply any unit now."""
    if not w.phase.startswith((INITIAL, PLAN)):
        text = "Air units may supply a hex in the Initial phase or while you declare attacks."
        return Refusal("no-airlift-now", text, RULE)
    return cannot_fly(w, unit)


def _hungry(w: World, unit: Unit) -> list[int]:
    """Every hex an air unit may supply: those with own units, and no other air unit yet."""
    side = unit.type.side
    fed = fed_from_air(w, side)
    return [i for i, stack in sorted(stacks(w).items()) if stack[0].type.side is side and i not in fed]


def _cannot_feed(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why an air unit that may fly cannot supply a hex."""
    if not fighters_at(w, index, unit.type.side):
        return Refusal("nobody-there", f"You have no unit at {named(w, index)}.", RULE)
    if index in fed_from_air(w, unit.type.side):
        return Refusal("fed", f"{named(w, index)} is already supplied by air.", RULE)
    return None


def airlift(w: World, command: Airlift) -> None:
    """Supply a hex: the units in it are in supply at once, until the end of the next enemy player-turn."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Place, unit, box=LIFT)
    w.mark(Assignment, unit, target=index)
    w.emit(Changed(where=(command.hex,), rule=RULE, unit=unit.id, state="airlift", hex=command.hex))
    for other in fighters_at(w, index, unit.type.side):
        w.mark(SupplyState, other, level=0)


MISSION = Journey(Aim, strange, cannot_aim, lambda w, unit, index: no_mission(w, index), goals=_missions, goes=is_air)
AIRLIFT = Journey(Airlift, strange, cannot_lift, _cannot_feed, goals=_hungry, goes=is_air)
aim_commands, airlift_commands = MISSION.commands, AIRLIFT.commands
ORDERS = (
    Handler(Aim, partial(send, rule=RULE), MISSION.judge),
    Handler(Airlift, airlift, AIRLIFT.judge),
)
