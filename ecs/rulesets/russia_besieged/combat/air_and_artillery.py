"""Chapters 11 and 12: air groups and artillery in attacks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ecs.core.commands import Aim, Command, Rebase
from ecs.core.components import Assignment, Engagement, Marched, Readiness
from ecs.core.events import Cause, PassedOver
from ecs.core.ruleset import Handler
from ecs.core.unit_names import weather_words
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.air_bases import is_fed, judge_shift, shift, shift_commands
from ecs.rulesets.russia_besieged.combat.declared_attacks import assigned, first_of, hexes_of, is_defended
from ecs.rulesets.russia_besieged.data import calendar
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side, weather, weathers
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import SUPPLIED, is_combat_unit, is_gun, letter
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.air_drops import fields, groups, range_of
from ecs.rulesets.russia_besieged.ground.occupancy import zone_map
from ecs.rulesets.russia_besieged.ground.removal import eliminate, room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.systems import scorekeeping
from ecs.systems.combat.counter_state import call_back, send
from ecs.systems.movement import Journey, travel
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named, tell_change

# -- Chapter 11: which attacks air groups fly for, where they land, and when they are ready again. -------------------
# On an air group ``Assignment.target`` is the hex it flies to, ``Readiness.spent`` says that it is Used; both: it has
# still to land.


def waits(unit: Unit) -> Count:
    """Name of the count of a group that could have been readied this turn (11.9)."""
    return this_turn(f"waits:{unit.id}")


def readied(unit: Unit) -> Count:
    """Name of the count of a group readied this turn when not all could be (11.9)."""
    return this_turn(f"readied:{unit.id}")


# -- aiming (11.4) --------------------------------------------------------------------------------------------


def attackers(w: World, index: int) -> list[Unit]:
    """The corps and armies declared to attack a hex, by entity."""
    return assigned(w).get(first_of(w, index), [])


def air_limit(w: World, index: int) -> int:
    """Groups the attack on a hex may have: by weather, and no more than attacking corps and armies (11.4)."""
    most = calendar.air_most(turn_side(w), weather(w), is_on(w, "snow_air"))
    return min(most, len(attackers(w, index)))


def aimed(w: World, index: int) -> list[Unit]:
    """The groups that are to fly for the attack on a hex, by entity."""
    there = first_of(w, index)
    waiting = (u for u in groups(w, turn_side(w)) if u[Assignment].target >= 0 and not u[Readiness].spent)
    return [u for u in waiting if first_of(w, u[Assignment].target) == there]


def announced(w: World) -> list[int]:
    """Hexes under declared attack."""
    side = turn_side(w)
    return sorted(i for first in assigned(w) for i in hexes_of(w, first) if is_defended(w, i, side))


def cannot_fly(w: World, unit: Unit) -> Refusal | None:
    """Why a group cannot be sent on a mission now."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(("plan", "move")):
        return Refusal("no-missions", "Assign air groups while you declare attacks.", "11.4")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "11.4")
    if letter(unit) != "AIR" or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is not an air group on the map.", "11.2")
    if unit[Readiness].spent:
        return Refusal("used", f"{name} is Used.", "11.2")
    if not is_fed(w, side, unit.hex):
        return Refusal("base-cut-off", f"The base of {name} is out of supply.", "11.2")
    return None


def _missions(w: World, unit: Unit) -> list[int]:
    """Every declared attack a group may fly for."""
    return [i for i in announced(w) if _no_mission(w, unit, i) is None]


def _no_mission(w: World, unit: Unit, index: int) -> Refusal | None:
    name, reach = named(w, index), range_of(w, unit.type.side)
    if unit[Assignment].target >= 0:
        target = named(w, unit[Assignment].target)
        words = f"{unit.type.long_name} already supports the attack on {target}. Call it back first."
        return Refusal("aimed", words, "11.4")
    if not is_defended(w, index, unit.type.side):
        return Refusal("no-target", f"There is no enemy combat unit at {name}.", "11.4")
    if w.board.distance(unit.hex, index) > reach:
        return Refusal("out-of-range", f"{unit.type.long_name} has a range of {reach} hexes.", "11.2")
    if not attackers(w, index):
        return Refusal("no-attack", f"There is no declared attack on {name}.", "11.4")
    if len([u for u in aimed(w, index) if u is not unit]) < air_limit(w, index):
        return None
    most = calendar.air_most(unit.type.side, weather(w), is_on(w, "snow_air"))
    if air_limit(w, index) < most:
        return Refusal("too-few-corps", "An attack may have one air group for each attacking corps or army.", "11.4")
    words = f"At most {most} air group{'s' if most != 1 else ''}" if most else "No air group"
    return Refusal("enough", f"{words} may support an attack in {weather_words(weather(w))}.", "11.4")


MISSION = Journey(Aim, strange, cannot_fly, _no_mission, goals=_missions, goes=lambda unit: letter(unit) == "AIR")
aim_commands = MISSION.commands


def judge_unaim(w: World, unit: Unit) -> Refusal | None:
    """Why a group may not be called back."""
    refusal = cannot_fly(w, unit)
    if refusal is None and unit[Assignment].target < 0:
        return Refusal("not-aimed", f"{unit.type.long_name} has no mission.", "11.4")
    return refusal


def settle_aims(w: World) -> None:
    """The plans are made: groups sent to no attack, or beyond the limit of one, stay at their bases."""
    for unit in reversed(groups(w, turn_side(w))):
        index = unit[Assignment].target
        if index >= 0 and not unit[Readiness].spent and len(aimed(w, index)) > air_limit(w, index):
            call_back(w, unit, "11.4")


def fly(w: World, index: int) -> None:
    """The attack on a hex has been fought, or won outright: the groups sent there have flown (11.7)."""
    for unit in aimed(w, index):
        w.mark(Readiness, unit, spent=True)


# -- landing (11.6) --------------------------------------------------------------------------------------------


def is_aloft(unit: Unit) -> bool:
    """Has a group flown but not landed yet?"""
    return letter(unit) == "AIR" and unit.hex >= 0 and unit[Readiness].spent and unit[Assignment].target >= 0


def landing_fields(w: World, unit: Unit) -> list[int]:
    """Bases a group that has flown may land at: within range of its target, with room, its own among them."""
    side, reach = unit.type.side, range_of(w, unit.type.side)
    near = [i for i in fields(w, side) if i != unit.hex]
    if room_for_air(w, side, unit.hex) >= 0:
        near.append(unit.hex)
    return sorted(i for i in near if w.board.distance(unit[Assignment].target, i) <= reach)


def cannot_land(w: World, unit: Unit) -> Refusal | None:
    """Why a group may not choose a base now."""
    name = unit.type.long_name
    if not w.phase.startswith("land"):
        return Refusal("no-landing-now", "Air groups land after the combat segment.", "11.6")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "11.6")
    if not is_aloft(unit):
        return Refusal("not-aloft", f"{name} has not flown this impulse.", "11.6")
    return None


def rebase_commands(w: World, unit: Unit) -> list[Command]:
    """Every base a group may land at; every hex an airbase marker may be moved to."""
    if letter(unit) == "BASE":
        return shift_commands(w, unit)
    if letter(unit) != "AIR" or cannot_land(w, unit) is not None:
        return []
    return [Rebase(unit.id, label(w, i)) for i in landing_fields(w, unit)]


def judge_rebase(w: World, command: Rebase) -> Refusal | None:
    """Why a group may not land at a hex, or a marker not be moved there."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    if letter(unit) == "BASE":
        return judge_shift(w, command)
    refusal = cannot_land(w, unit)
    if refusal is not None or index in landing_fields(w, unit):
        return refusal
    reach = range_of(w, unit.type.side)
    if w.board.distance(unit[Assignment].target, index) > reach:
        return Refusal("too-far", f"{named(w, index)} is more than {reach} hexes from the target.", "11.6")
    return Refusal("no-base", f"{named(w, index)} has no friendly base with room.", "11.1")


def rebase(w: World, command: Rebase) -> None:
    """Land a group, Used; or move a marker."""
    unit = w.by_id[command.unit]
    if letter(unit) == "BASE":
        shift(w, command)
    else:
        land(w, unit, w.board.by_label[command.hex])


def land(w: World, unit: Unit, there: int) -> None:
    """A group comes down at a base and is Used."""
    w.mark(Readiness, unit, spent=True)
    w.mark(Assignment, unit, target=-1)
    if unit.hex != there:
        travel(w, unit, (unit.hex, there), "base", "11.6")


def end_landing(w: World) -> None:
    """Groups still in the air land where they came from, or at the nearest base; without one they are lost."""
    for unit in groups(w, turn_side(w)):
        if is_aloft(unit):
            found = landing_fields(w, unit)
            if found:
                land(w, unit, min(found, key=lambda i: (w.board.distance(unit.hex, i), i)))
            else:
                eliminate(w, unit, Cause.BASE_LOST, "no base to land at", "11.6")


# -- readying (11.9) ---------------------------------------------------------------------------------------------


def can_ready(w: World, unit: Unit) -> bool:
    """Is a Used group at a base where it gets ready: supplied, and in no enemy zone?"""
    side = unit.type.side
    return unit[Readiness].spent and is_fed(w, side, unit.hex) and not zone_map(w, side.other)[unit.hex]


def get_ready(w: World) -> None:
    """Used groups become Ready; in a turn that begins in bad weather half of them, rounded up, by entity (11.9)."""
    able = [u for u in groups(w, turn_side(w)) if can_ready(w, u)]
    half = -(-len(able) // 2) if weathers(w)[0] in rules(w).air.half_ready else len(able)
    able, others = able[:half], able[half:]
    for unit in able:
        w.mark(Readiness, unit, spent=False)
        tell_change(w, unit, "ready", "11.9")
    if others:
        _note_halves(w, able, others)


def _note_halves(w: World, chosen: list[Unit], others: list[Unit]) -> None:
    """Bad weather has readied some groups and left others Used: note them, and tell it."""
    for unit in chosen:
        scorekeeping.put(w, readied(unit), 1)
    for unit in others:
        scorekeeping.put(w, waits(unit), 1)
    where = tuple(dict.fromkeys(label(w, u.hex) for u in others))
    w.emit(PassedOver(where=where, rule="11.9", units=tuple(u.id for u in others), what="readiness"))


ORDERS = (
    Handler(Aim, partial(send, rule="11.4"), MISSION.judge),
    Handler(Rebase, rebase, judge_rebase),
)

# -- Chapter 12: artillery that may be given to an attack. -----------------------------------------------------------


def artillery_limit(w: World, hexes: Sequence[int]) -> int:
    """Pieces that may support an attack on these hexes: more only where all are Major Cities."""
    table = rules(w).artillery
    return table.attack_city if all(is_major(w, i) for i in hexes) else table.attack


def cannot_fire(w: World, gun: Unit) -> Refusal | None:
    """Why an artillery piece cannot support any attack."""
    name, table = gun.type.long_name, rules(w).artillery
    if not w.phase.startswith("plan"):
        return Refusal("no-planning", "Assign artillery to attacks after movement.", "12")
    if gun.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "12")
    if gun.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "12")
    if gun[Engagement].fought:
        return Refusal("fought", f"{name} has already fired this segment.", "12")
    if weather(w) not in table.weather:
        return Refusal("gun-weather", f"Artillery cannot fire in {weather_words(weather(w))}.", "12")
    if gun[Marched].hexes > table.moved:
        plural = "es" if table.moved != 1 else ""
        words = f"{name} has moved too far. Artillery may move only {table.moved} hex{plural} and still fire."
        return Refusal("gun-moved", words, "12")
    if supply.attack_supply(w, gun) != SUPPLIED:
        return Refusal("gun-supply", f"{name} is not in combat supply.", "12")
    return None


def cannot_serve(w: World, gun: Unit, team: Sequence[Unit], hexes: Sequence[int]) -> Refusal | None:
    """Why a piece that may fire cannot support the attack of a team, guns among it, on some hexes."""
    name, spot = gun.type.long_name, named(w, hexes[0])
    pieces = [u for u in team if is_gun(u) and u is not gun]
    if not any(is_combat_unit(u) for u in team):
        return Refusal("no-attack", f"{name} has no declared attack on {spot} to support.", "12")
    if not any(u.hex == gun.hex for u in team if is_combat_unit(u)):
        return Refusal("no-company", f"{name} supports only units in its own hex. None of them attacks {spot}.", "12")
    most = artillery_limit(w, hexes)
    if len(pieces) >= most:
        plural = "s" if most > 1 else ""
        return Refusal("enough-guns", f"The attack on {spot} already has {most} artillery unit{plural}.", "12")
    return None
