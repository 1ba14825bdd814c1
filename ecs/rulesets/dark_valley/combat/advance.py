"""Chapter 5.10: the advance after combat."""

from __future__ import annotations

from ecs.core.components import Battle, CombatRoll
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.losses import attackers
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.turn import turn_side
from ecs.rulesets.dark_valley.data.unit_facts import has
from ecs.rulesets.dark_valley.ground.borders import closed_country
from ecs.rulesets.dark_valley.ground.movement import bounds, go
from ecs.rulesets.dark_valley.ground.occupancy import armies, army_at
from ecs.rulesets.dark_valley.ground.stacking import full_for
from ecs.rulesets.dark_valley.ground.supply.state import SUPPLIED, state
from ecs.rulesets.dark_valley.ground.terrain import is_closed, line_between, open_net
from ecs.systems.combat.advance import QUESTION, AdvanceChoice, Path
from ecs.systems.table.names import named

FAR_CODES = ("DR", "DR*", "DE")
TOO_WIDE = frozenset({"major_river", "volga", "strait"})


def is_vacant(w: World) -> bool:
    """Is the attacked hex free of defenders?"""
    return army_at(w, w[Battle].hex) is not turn_side(w).other


def able(w: World) -> list[Unit]:
    """Attackers that are not bound to a fortress."""
    return [u for u in attackers(w) if not u[Immobility].rooted]


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first."""
    target = w[Battle].hex
    if target not in w.board.neighbours[unit.hex] or is_closed(w, unit.hex, target):
        return {}
    full = full_for(w, unit)
    found: dict[int, Path] = {}
    if target not in full:
        found[target] = (unit.hex, target)
    if goes_far(w, unit):
        shut = closed_country(w, unit)
        for j in open_net(w)[target]:
            if j != unit.hex and j not in full and j not in shut and _is_easy(w, unit, target, j):
                found[j] = (unit.hex, target, j)
    limit = bounds(w, unit)
    return {j: path for j, path in sorted(found.items()) if limit is None or j in limit}


def goes_far(w: World, unit: Unit) -> bool:
    """A second hex: mechanised, in supply, and the defenders were thrown out or destroyed."""
    far = w[CombatRoll].code in FAR_CODES and rules(w).combat.advance_mech > rules(w).combat.advance_other
    return far and has(unit, "mech") and state(w, unit) == SUPPLIED


def _is_easy(w: World, unit: Unit, a: int, b: int) -> bool:
    """No enemies there, no marsh or mountain, no great river between."""
    terrain = w.board.hexes[b].terrain
    if terrain == "mountain" or (terrain == "marsh" and w.weather.name != "Snow"):
        return False
    return armies(w).get(b) is not unit.type.side.other and line_between(w, a, b) not in TOO_WIDE


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; control changes hands where it goes."""
    go(w, unit, path, QUESTION, "5.10")


CHOICE = AdvanceChoice(
    "5.10",
    turn_side,
    able,
    advances,
    _go,
    asked=lambda w: f"who advances into {named(w, w[Battle].hex)}",
    not_now="Attackers advance when they have emptied a hex.",
    not_able="no attacker that could still advance",
    elsewhere=(
        "An advance leads into the emptied hex if there is room; mechanised units in supply may go one hex further "
        "after DR, DR* or DE, not into marsh or mountain nor across a great river."
    ),
)
