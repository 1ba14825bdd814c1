"""Chapter 2.7: Deep Battle.  Who leads a breakthrough, and who goes on after it?"""

from __future__ import annotations

from ecs.commands import Command, Spearhead
from ecs.components import Side
from ecs.events import Event
from ecs.rulesets.dark_valley import supply
from ecs.rulesets.dark_valley.chits import EXPLOIT, activate
from ecs.rulesets.dark_valley.lay import SUPPLIED, fights, grade, has, rules, state, strange, within
from ecs.rulesets.dark_valley.zones import zone_map
from ecs.systems.stacking import on_map
from ecs.view import Refusal
from ecs.world import Unit, World

SPEARS = frozenset({"tank_army42", "tank_army", "gd_tank_army", "gd_mech", "gd_tank"})


def spear_choices(w: World, unit: Unit) -> list[Command]:
    """May the unit lead a breakthrough: a supplied tank army or Guards mobile corps, once a turn (2.7)?"""
    if unit.hex < 0 or grade(unit) not in SPEARS or unit.entity in w.cup.spears or w.cup.mode:
        return []
    supplied = state(w, unit) == SUPPLIED or supply.supply_of(w, unit) == SUPPLIED
    return [Spearhead(unit.id)] if supplied else []


def spearhead(w: World, command: Spearhead) -> None:
    """Name the spearhead: all units round it may act."""
    unit = w.by_id[command.unit]
    w.mark(w.cup, spears=(*w.cup.spears, unit.entity), mode="lead")
    w.emit(Event(text=f"{unit.type.name} leads the breakthrough.", where=(w.board.hexes[unit.hex].label,), rule="2.7"))
    area = within(w, unit.hex, rules(w).chits.deep_battle)
    activate(w, [u for u in on_map(w, Side.SOVIET) if u.hex in area and not has(u, "air") and not has(u, "hq")])


def exploit(w: World) -> None:
    """After the fight the mechanised units not next to an enemy may go on, at half speed (2.7)."""
    if w.cup.chit != "SU_DB" or w.cup.mode == EXPLOIT:
        return
    foes = zone_map(w, Side.AXIS)
    beside = {j for u in on_map(w, Side.AXIS) if fights(u) for j in w.board.neighbours[u.hex]}
    for unit in on_map(w, Side.SOVIET):
        if unit.duty.active:
            goes = has(unit, "mech") and unit.hex not in beside and not foes[unit.hex]
            w.mark(unit.duty, active=goes, moved=False)
    w.mark(w.cup, mode=EXPLOIT)


def after_spear(w: World) -> str:
    """No spearhead, no breakthrough."""
    return "move-soviet" if w.cup.mode else "close"


def judge_spear(w: World, command: Spearhead) -> Refusal | None:
    """Why a unit may not lead."""
    refusal = strange(w, command.unit)
    return refusal or Refusal(
        "no-spearhead",
        "A Deep Battle chit is led by a supplied tank army or Guards mobile corps that has not led this turn.",
        "2.7",
    )
