"""Chapter 16: where partisans rise, what they break, and who hunts them down.

On a partisan counter ``AttackObligation.active`` is its 2nd stage; ``based``: it was placed this turn, ``done``:
promoted.
"""

from __future__ import annotations

from ecs.core.commands import Command, Convert, Enter
from ecs.core.components import Ground, Place, Side, Steps
from ecs.core.dice import roll
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import strange
from ecs.rulesets.russia_besieged.data.components import Partisan
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_german, is_second_stage, letter
from ecs.rulesets.russia_besieged.ground.control import drive_out
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, holder
from ecs.rulesets.russia_besieged.ground.occupancy import partisans as bands
from ecs.rulesets.russia_besieged.ground.removal import POOL
from ecs.rulesets.russia_besieged.ground.terrain import is_city, terrain
from ecs.systems.arrivals import bring_in
from ecs.systems.movement import Journey
from ecs.systems.sentences import named, tell_change, tell_roll
from ecs.systems.stacking import in_box, on_map
from ecs.systems.supply import distances

SECOND = "second"
PHASE = "arrive-soviet"


def rise(w: World) -> None:
    """The Soviet arrivals begin: bands may be placed and promoted again (16.1, 16.4)."""
    for _, unit in sorted(bands(w).items()):
        if unit[Partisan].placed or unit[Partisan].flipped:
            w.mark(Partisan, unit, placed=False, flipped=False)


# -- placing (16.1) -----------------------------------------------------------------------------------------


def placed(w: World) -> int:
    """Bands placed this turn."""
    return sum(1 for unit in bands(w).values() if unit[Partisan].placed)


def cannot_rise(w: World, unit: Unit) -> Refusal | None:
    """Why a band cannot be placed now."""
    table, turn = rules(w).partisans, w.clock.turn
    if letter(unit) != "PT":
        return Refusal("no-partisans", f"{unit.type.long_name} is not a partisan band.", "16.1")
    if w.phase != PHASE:
        return Refusal("no-rising-now", "Place partisans during Soviet arrivals.", "16.1")
    if unit.hex >= 0 or unit.place.box != POOL:
        return Refusal("not-waiting", f"{unit.type.long_name} is not waiting to be placed.", "16.1")
    fresh, most = by_turn(table.placed, turn)[0], by_turn(table.most, turn)[0]
    if placed(w) >= fresh:
        words = f"At most {fresh} new band{'s' if fresh != 1 else ''} may appear this turn."
        return Refusal("enough-risen", words, "16.1")
    if len(bands(w)) >= most:
        return Refusal("enough-bands", f"You may have at most {most} partisan bands on the map now.", "16.1")
    return None


@remembered(Place, Steps)
def german_distances(w: World) -> list[int]:
    """For every hex, how far the nearest German combat unit is."""
    germans = {u.hex for u in on_map(w, Side.AXIS) if is_combat_unit(u) and is_german(u)}
    return list(distances(w.board.neighbours, sorted(germans)))


def no_rising(w: World, index: int) -> Refusal | None:
    """Why no band may be placed in a hex."""
    table, spot, name = rules(w).partisans, w.board.hexes[index], named(w, index)
    if spot.owner != Side.SOVIET.value:
        return Refusal("foreign", f"{name} was not Soviet territory in 1941.", "16.1")
    if is_city(w, index):
        return Refusal("city", f"{name} is a city.", "16.1")
    if holder(w, index) is not Side.AXIS:
        return Refusal("not-occupied", f"{name} is not under Axis control.", "16.1")
    if army_at(w, index) is not None:
        return Refusal("occupied", f"There are combat units at {name}.", "16.1")
    least = table.german_rough if terrain(w, index).cover else table.german
    if 0 <= german_distances(w)[index] < least:
        return Refusal("germans-near", f"A German unit is less than {least} hexes from {name}.", "16.1")
    if any(w.board.distance(index, i) < table.apart for i in bands(w)):
        return Refusal("partisans-near", f"Another band is less than {table.apart} hexes away.", "16.1")
    return None


def _country(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes a waiting band may be placed in."""
    return _restless(w)


@remembered(Place, Steps, Ground)
def _restless(w: World) -> tuple[int, ...]:
    return tuple(i for i in _soviet_ground(w) if holder(w, i) is Side.AXIS and no_rising(w, i) is None)


@remembered(shared=True)
def _soviet_ground(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if h.owner == Side.SOVIET.value)


def place_band(w: World, command: Enter) -> None:
    """Put a band on the map."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(Partisan, unit, placed=True)
    bring_in(w, unit, index, "16.1")


# -- the 2nd stage (16.4) -----------------------------------------------------------------------------------


def cannot_promote(w: World, unit: Unit) -> Refusal | None:
    """Why a band may not be promoted now."""
    table, name = rules(w).partisans, unit.type.long_name
    if letter(unit) != "PT" or unit.hex < 0:
        return Refusal("no-partisans", f"{name} is not a partisan band on the map.", "16.4")
    if w.phase != PHASE:
        return Refusal("no-rising-now", "Promote partisans during Soviet arrivals.", "16.4")
    if w.clock.turn < table.stage_2_from:
        return Refusal("too-early", f"Partisans have no second stage before turn {table.stage_2_from}.", "16.4")
    if is_second_stage(unit):
        return Refusal("promoted", f"{name} has already reached its second stage.", "16.4")
    if unit[Partisan].placed:
        return Refusal("too-new", f"{name} must first survive an Axis player turn.", "16.4")
    if sum(1 for other in bands(w).values() if other[Partisan].flipped) >= table.flips:
        return Refusal("enough-promoted", f"You may promote at most {table.flips} bands a turn.", "16.4")
    return None


def promote_commands(w: World, unit: Unit) -> list[Command]:
    """The promotion of a band, if it can be had."""
    if letter(unit) != "PT" or cannot_promote(w, unit) is not None:
        return []
    return [Convert(unit.id, SECOND)]


def judge_promote(w: World, command: Convert) -> Refusal | None:
    """Why a band may not be promoted."""
    refusal = strange(w, command.unit)
    if refusal is not None:
        return refusal
    if command.into != SECOND:
        return Refusal("no-such-class", "Partisans can only be promoted to the second stage.", "16.4")
    return cannot_promote(w, w.by_id[command.unit])


def promote(w: World, command: Convert) -> None:
    """Turn a band to its 2nd stage."""
    unit = w.by_id[command.unit]
    w.mark(Partisan, unit, promoted=True, flipped=True)
    tell_change(w, unit, "promoted", "16.4")


# -- elimination (16.3) -----------------------------------------------------------------------------------------


def hunters(w: World, index: int) -> int:
    """Axis combat units near enough to hunt a band in a hex."""
    reach = rules(w).partisans.hunted
    return sum(
        1 for unit in on_map(w, Side.AXIS) if is_combat_unit(unit) and w.board.distance(unit.hex, index) <= reach
    )


def hunt_modifier(w: World, unit: Unit) -> int:
    """What is added to the die of a hunt: further hunters, ground, stage."""
    table = rules(w).partisans
    found = min(table.hunt_most, table.hunt_unit * (hunters(w, unit.hex) - 1))
    found += table.hunt_rough if terrain(w, unit.hex).cover else 0
    return found + (table.hunt_stage_2 if is_second_stage(unit) else 0)


def hunt(w: World) -> None:
    """The Axis readies: each band with Axis units near is hunted, by hex (16.3)."""
    table = rules(w).partisans
    for index, unit in sorted(bands(w).items()):
        if not hunters(w, index):
            continue
        modifier, die = hunt_modifier(w, unit), roll(w, rules(w).combat.faces)
        tell_roll(w, unit, die, "hunt", "16.3", drm=modifier, least=table.hunt)
        if die + modifier >= table.hunt:
            drive_out(w, unit)


def fade(w: World) -> None:
    """Bands in hexes the Axis no longer controls have been overtaken by the front (16.5)."""
    for index, unit in sorted(bands(w).items()):
        if holder(w, index) is not Side.AXIS:
            drive_out(w, unit)


def waiting(w: World) -> list[Unit]:
    """Bands that could be placed, by entity."""
    return [unit for unit in in_box(w, POOL) if letter(unit) == "PT"]


RISING = Journey(
    Enter,
    strange,
    cannot_rise,
    lambda w, unit, index: no_rising(w, index),
    goals=_country,
    goes=lambda unit: letter(unit) == "PT",
)
rise_commands, judge_rise = RISING.commands, RISING.judge
ORDERS = (Handler(Convert, promote, judge_promote),)
