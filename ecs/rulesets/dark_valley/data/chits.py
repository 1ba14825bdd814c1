"""Chapter 2.3: the chits: whose each is, what it lets units do, and which headquarters it belongs to."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.known_facts import Power
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay
from ecs.rulesets.dark_valley.data.options import PANZER_FOOT, THREE
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import has

NAMES = {
    "AX_MC": ("Move/Combat", "All Axis units move, or all fight."),
    "AX_PZ1": ("1st Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ2": ("2nd Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ3": ("3rd Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ4": ("4th Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_OD": ("Odessa Front", "The Romanians and the 11th Army move, then fight."),
    "SU_MV": ("Soviet Move", "All Soviet units move."),
    "SU_CB": ("Soviet Combat", "All Soviet units fight."),
    "SU_CA": ("Counterattack!", "The Soviets must make some attacks and may make more."),
    "SU_ZH": ("Zhukov", "Units within range of Zhukov move, then fight."),
    "SU_ZC": ("Zhukov Combat", "Units within range of Zhukov fight."),
    "SU_ST": ("STAVKA", "The reserve enters. Units in range move and fight, and stay in range."),
    "SU_SC": ("STAVKA Combat", "Units within range of STAVKA or Zhukov fight."),
    "SU_DB": ("Deep Battle", "Units around a spearhead move and fight, then its tanks exploit."),
    "LOG": ("Logistics", "Check supply. Pockets lose steps, then depots advance."),
}
HEADQUARTERS = {"SU_ZH": "Zhukov", "SU_ZC": "Zhukov", "SU_ST": "STAVKA", "SU_SC": "STAVKA"}
POWERS: dict[str, tuple[Power, ...]] = {
    **dict.fromkeys(("AX_MC", "AX_PZ1", "AX_PZ2", "AX_PZ3", "AX_PZ4", "AX_OD"), ("move", "fight")),
    **dict.fromkeys(("SU_ZH", "SU_ST", "SU_DB"), ("move", "fight")),
    **dict.fromkeys(("SU_CB", "SU_ZC", "SU_SC"), ("fight",)),
    "SU_MV": ("move",),
    "SU_CA": ("attack",),
    "LOG": (),
}
EITHER = "AX_MC"
LED_BY = {"SU_ST": ("SU_ST", "SU_ZH"), "SU_SC": ("SU_ST", "SU_ZH")}
EXPLOIT = "exploit"
PANZERS = ("AX_PZ1", "AX_PZ2", "AX_PZ3", "AX_PZ4")


def side_of(chit: str) -> Side | None:
    """Whose chit it is; None for Logistics."""
    return {"A": Side.AXIS, "S": Side.SOVIET}.get(chit[:1])


def is_panzer(chit: str) -> bool:
    """A panzer army's chit."""
    return chit.startswith("AX_PZ")


def chits_of(name: str) -> tuple[str, ...]:
    """The chits of a headquarters, by its id."""
    panzers = [c for c in PANZERS if name == f"PzA{c[5:]}"]
    return (*panzers, *(chit for chit, head in HEADQUARTERS.items() if head == name))


# -- Chapter 2.3: whom the chit in play lets act. --------------------------------------------------------------------


def cannot_use(w: World, unit: Unit) -> Refusal | None:
    """Why the chit in play does not let a unit act; None if it does."""
    chit = w[ChitInPlay].chit
    if not chit or unit.type.side is not side_of(chit):
        return Refusal("no-chit", f"No chit lets {unit.type.long_name} act now.", "2.3")
    if (has(unit, "air") or has(unit, "art")) and w.phase.startswith("fight-"):
        return None
    if not unit[Activation].active:
        return Refusal("not-named", f"{unit.type.long_name} cannot act with the {NAMES[chit][0]} chit.", "2.3")
    extras, most = w[ChitInPlay].extras, most_on_foot(w, chit)
    if most is not None and _walks(unit) and unit.entity not in extras and len(extras) >= most:
        return Refusal("extras-spent", f"The {NAMES[chit][0]} chit lets at most {most} units on foot act.", "2.3")
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
