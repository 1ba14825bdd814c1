"""Chapter 2.7: Deep Battle: who leads a breakthrough, and who moves again after it."""

from __future__ import annotations

from ecs.core.commands import Command, Spearhead
from ecs.core.components import Marched, Side
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign.chit_cup import activate
from ecs.rulesets.dark_valley.data.chits import EXPLOIT
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit, strange
from ecs.rulesets.dark_valley.ground import supply
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, state, zone_map
from ecs.rulesets.dark_valley.ground.terrain import within
from ecs.systems.sentences import tell_change
from ecs.systems.stacking import on_map

SPEARS = frozenset({"tank_army42", "tank_army", "gd_tank_army", "gd_mech", "gd_tank"})


def spear_choices(w: World, unit: Unit) -> list[Command]:
    """May the unit lead a breakthrough: a supplied tank army or Guards mobile corps, once a turn (2.7)?"""
    if unit.hex < 0 or current_class(unit) not in SPEARS or unit.entity in w[Cup].spears or w[ChitInPlay].mode:
        return []
    supplied = state(w, unit) == SUPPLIED or supply.supply_of(w, unit) == SUPPLIED
    return [Spearhead(unit.id)] if supplied else []


def spearhead(w: World, command: Spearhead) -> None:
    """Name the spearhead: all units round it may act."""
    unit = w.by_id[command.unit]
    w.mark(Cup, w.table, spears=(*w[Cup].spears, unit.entity))
    w.mark(ChitInPlay, w.table, mode="lead")
    tell_change(w, unit, "spearhead", "2.7")
    area = within(w, unit.hex, rules(w).chits.deep_battle)
    activate(w, [u for u in on_map(w, Side.SOVIET) if u.hex in area and not has(u, "air") and not has(u, "hq")])


def exploit(w: World) -> None:
    """After the fight the mechanised units not next to an enemy may go on, at half speed (2.7)."""
    if w[ChitInPlay].chit != "SU_DB" or w[ChitInPlay].mode == EXPLOIT:
        return
    foes = zone_map(w, Side.AXIS)
    beside = {j for u in on_map(w, Side.AXIS) if is_combat_unit(u) for j in w.board.neighbours[u.hex]}
    for unit in on_map(w, Side.SOVIET):
        if unit[Activation].active:
            goes = has(unit, "mech") and unit.hex not in beside and not foes[unit.hex]
            w.mark(Activation, unit, active=goes)
            w.mark(Marched, unit, moved=0)
    w.mark(ChitInPlay, w.table, mode=EXPLOIT)


def after_spear(w: World) -> str:
    """Without a spearhead there is no breakthrough."""
    return "move-soviet" if w[ChitInPlay].mode else "close"


def judge_spear(w: World, command: Spearhead) -> Refusal | None:
    """Why a unit may not lead."""
    refusal = strange(w, command.unit)
    return refusal or Refusal(
        "no-spearhead",
        "A Deep Battle needs a leader: a supplied tank army or Guards mobile corps that has not led this turn.",
        "2.7",
    )


ORDERS = (Handler(Spearhead, spearhead, judge_spear),)
