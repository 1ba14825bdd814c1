"""Chapter 12: artillery that may be given to an attack."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.components import Engagement, Marched
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.turn import turn_side, weather
from ecs.rulesets.russia_besieged.data.unit_facts import is_combat_unit, is_gun
from ecs.rulesets.russia_besieged.ground.supply import judging
from ecs.rulesets.russia_besieged.ground.supply.state import SUPPLIED
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.systems.table.names import named


def limit(w: World, hexes: Sequence[int]) -> int:
    """Pieces an attack on these hexes may have: more only where all of them are Major Cities."""
    table = rules(w).artillery
    return table.attack_city if all(is_major(w, i) for i in hexes) else table.attack


def cannot_fire(w: World, gun: Unit) -> Refusal | None:
    """Why a piece of artillery may not be given to any attack."""
    name, table = gun.type.name, rules(w).artillery
    if not w.phase.startswith("plan"):
        return Refusal("no-planning", "Artillery is given to attacks after movement.", "12")
    if gun.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "12")
    if gun.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "12")
    if gun[Engagement].fought:
        return Refusal("fought", f"{name} has fired in this segment.", "12")
    if weather(w) not in table.weather:
        return Refusal("gun-weather", f"Artillery does not fire in {weather(w)}.", "12")
    if gun[Marched].hexes > table.moved:
        plural = "es" if table.moved != 1 else ""
        words = f"{name} has come too far: only guns that move no more than {table.moved} hex{plural} fire."
        return Refusal("gun-moved", words, "12")
    if judging.attack_supply(w, gun) != SUPPLIED:
        return Refusal("gun-supply", f"{name} is not in combat supply.", "12")
    return None


def cannot_serve(w: World, gun: Unit, team: Sequence[Unit], hexes: Sequence[int]) -> Refusal | None:
    """Why a piece that may fire may not be given to the attack of a team, guns among it, on some hexes."""
    name, spot = gun.type.name, named(w, hexes[0])
    pieces = [u for u in team if is_gun(u) and u is not gun]
    if not any(is_combat_unit(u) for u in team):
        return Refusal("no-attack", f"No attack on {spot} is declared that {name} could help.", "12")
    if not any(u.hex == gun.hex for u in team if is_combat_unit(u)):
        return Refusal("no-company", f"{name} fires with a unit of its own hex only; none attacks {spot}.", "12")
    most = limit(w, hexes)
    if len(pieces) >= most:
        plural = "s" if most > 1 else ""
        return Refusal("enough-guns", f"The attack on {spot} has {most} artillery unit{plural}, and no more.", "12")
    return None
