"""Chapters 10.8 and 10.9: the advance after combat."""

from __future__ import annotations

from ecs.core.components import Battle
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.attacks.declared_attacks import hexes_of
from ecs.rulesets.russia_besieged.combat.losses import attackers, table_and_result
from ecs.rulesets.russia_besieged.combat.odds import advance_of
from ecs.rulesets.russia_besieged.data.turn import turn_side
from ecs.rulesets.russia_besieged.data.unit_facts import is_armour, letter, mobility
from ecs.rulesets.russia_besieged.ground.movement import go
from ecs.rulesets.russia_besieged.ground.movement_range import can_enter
from ecs.rulesets.russia_besieged.ground.occupancy import foe_map
from ecs.rulesets.russia_besieged.ground.stacking import full_for
from ecs.rulesets.russia_besieged.ground.terrain import NORTHERN_SWAMP, ground_word, is_major
from ecs.rulesets.russia_besieged.ground.zones import zone_map
from ecs.systems.combat.advance import QUESTION, AdvanceChoice, Path
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import named


def vacant(w: World) -> list[int]:
    """The attacked hexes that neither enemy combat units nor partisans of the 2nd stage hold any more."""
    foes = foe_map(w, turn_side(w))
    return [i for i in hexes_of(w, w[Battle].hex) if not foes[i]]


def reach_of(w: World, unit: Unit) -> int:
    """Hexes a unit may advance: more than others only for motorised armour in a Blitzkrieg attack."""
    table, result = table_and_result(w)
    armour, others = advance_of(result, table)
    if letter(unit) == "V":
        return 0
    return armour if is_armour(unit) and mobility(unit) == "mot" else min(armour, others)


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first.  The first hex is one the enemy has lost."""
    most = reach_of(w, unit)
    if not most:
        return {}
    full = full_for(w, unit)
    zones, enemy = zone_map(w, unit.type.side.other), unit.type.side.other
    foes = foe_map(w, unit.type.side)
    found: dict[int, Path] = {}
    edge: list[Path] = []
    for index in vacant(w):
        if index in w.board.neighbours[unit.hex] and _may_enter(w, unit, unit.hex, index):
            found[index] = (unit.hex, index)
            edge.append(found[index])
    for _ in range(most - 1):
        ring: list[Path] = []
        for path in edge:
            here = path[-1]
            if len(path) > 2 and zones[here]:
                continue
            for j in w.board.neighbours[here]:
                if j in found or j == unit.hex or foes[j] or not _may_enter(w, unit, here, j):
                    continue
                if is_major(w, j) and any(u.type.side is enemy for u in units_at(w, j)):
                    continue
                found[j] = (*path, j)
                ring.append(found[j])
        edge = ring
    return {j: path for j, path in sorted(found.items()) if j not in full}


def _may_enter(w: World, unit: Unit, here: int, there: int) -> bool:
    return ground_word(w, there) != NORTHERN_SWAMP and can_enter(w, unit, here, there)


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; it takes the hexes it goes through."""
    go(w, unit, path, QUESTION, "10.8" if len(path) == 2 else "10.9")


CHOICE = AdvanceChoice(
    "10.8",
    turn_side,
    attackers,
    advances,
    _go,
    asked=lambda w: f"who advances into {named(w, w[Battle].hex)}",
    not_now="Attackers advance when they have emptied a hex.",
    not_able="no attacker that could still advance",
    elsewhere=(
        "An advance leads into an emptied hex with room; motorised armour goes as far as a Blitzkrieg result says, "
        "until an enemy zone stops it."
    ),
)
