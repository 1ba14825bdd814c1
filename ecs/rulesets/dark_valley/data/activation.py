"""Chapter 2.3: whom the chit in play lets act."""

from __future__ import annotations

from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.chits import NAMES, is_panzer, side_of
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay
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
    extras = w[ChitInPlay].extras
    if is_panzer(chit) and _walks(unit) and unit.entity not in extras and len(extras) >= rules(w).chits.extras:
        return Refusal(
            "extras-spent",
            f"{NAMES[chit][0]} takes along no more than {rules(w).chits.extras} units without vehicles.",
            "2.3",
        )
    return None


def _walks(unit: Unit) -> bool:
    return not any(has(unit, trait) for trait in ("mech", "cav", "hq", "air"))


def spend(w: World, unit: Unit) -> None:
    """Count a unit on foot that a panzer chit takes along (2.3)."""
    if is_panzer(w[ChitInPlay].chit) and _walks(unit) and unit.entity not in w[ChitInPlay].extras:
        w.mark(ChitInPlay, w.table, extras=(*w[ChitInPlay].extras, unit.entity))
