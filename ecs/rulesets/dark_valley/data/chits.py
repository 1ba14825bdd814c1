"""Chapter 2.3: the chits.  Whose is each, what does it let units do, and which headquarters does it belong to?"""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.known_facts import Power

NAMES = {
    "AX_MC": ("Move/Combat", "All Axis units move, or all fight."),
    "AX_PZ1": ("1st Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ2": ("2nd Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ3": ("3rd Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_PZ4": ("4th Panzer Army", "Units within range of the headquarters move, then fight."),
    "AX_OD": ("Odessa Front", "The Romanians and the 11th Army move, then fight."),
    "SU_MV": ("Soviet Move", "All Soviet units move."),
    "SU_CB": ("Soviet Combat", "All Soviet units fight."),
    "SU_CA": ("Counterattack!", "The Soviets must attack, and may attack more."),
    "SU_ZH": ("Zhukov", "Units within range of Zhukov move, then fight."),
    "SU_ZC": ("Zhukov Combat", "Units within range of Zhukov fight."),
    "SU_ST": ("STAVKA", "The reserve comes on; units in range move and fight, and stay in range."),
    "SU_SC": ("STAVKA Combat", "Units within range of STAVKA or Zhukov fight."),
    "SU_DB": ("Deep Battle", "Units round a spearhead move, fight, and its tanks go on."),
    "LOG": ("Logistics", "Supply is judged, pockets starve, depots advance."),
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
