"""Chapter 2.3: whom the chit in play lets act."""

from __future__ import annotations

from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.chits import NAMES, is_panzer, side_of
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay
from ecs.rulesets.dark_valley.data.options import PANZER_FOOT, THREE
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.unit_facts import has


def cannot_use(w: World, unit: Unit) -> Refusal | None:
    """Why the chit in play does not let a unit act; None if it does."""
    chit = w[ChitInPlay].chit
    if not chit or unit.type.side is not side_of(chit):
        return Refusal("no-chit", f"No chit lets {unit.type.name} act now.", "2.3")
    if (has(unit, "air") or has(unit, "art")) and w.phase.startswith("fight-"):
        return None
    if not unit[Activation].active:
        return Refusal("not-named", f"{unit.type.name} is not among the units that {NAMES[chit][0]} lets act.", "2.3")
    extras, most = w[ChitInPlay].extras, most_on_foot(w, chit)
    if most is not None and _walks(unit) and unit.entity not in extras and len(extras) >= most:
        return Refusal("extras-spent", f"{NAMES[chit][0]} takes along no more than {most} units on foot.", "2.3")
    return None


def most_on_foot(w: World, chit: str) -> int | None:
    """How many units on foot a chit takes along; None if all that it names (2.3)."""
    return rules(w).chits.extras if is_panzer(chit) and w.options[PANZER_FOOT] == THREE else None


def _walks(unit: Unit) -> bool:
    return not any(has(unit, trait) for trait in ("mech", "cav", "hq", "air"))


def spend(w: World, unit: Unit) -> None:
    """Count a unit on foot that a panzer chit takes along (2.3)."""
    chit, extras = w[ChitInPlay].chit, w[ChitInPlay].extras
    if most_on_foot(w, chit) is not None and _walks(unit) and unit.entity not in extras:
        w.mark(ChitInPlay, w.table, extras=(*extras, unit.entity))
