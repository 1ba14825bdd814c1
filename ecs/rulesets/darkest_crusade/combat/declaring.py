"""Chapters 8 and 9.2: who may attack what, how many through one hexside, and who must be attacked."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Assign, CancelAttacks, Command, Unassign
from ecs.core.components import Disruption, Installation, Marched, Readiness, Side
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import PhaseBattles, strange
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.borders import is_spared
from ecs.rulesets.darkest_crusade.ground.control import foe_map
from ecs.rulesets.darkest_crusade.ground.losses import factors
from ecs.rulesets.darkest_crusade.ground.terrain import in_rumania, is_clear, is_closed, is_narrow, is_rough
from ecs.systems.combat.declared_attacks import AttackRules, assigned_by_wave, close_ranks, open_targets, stand_down
from ecs.systems.sentences import called, named
from ecs.systems.stacking import side_at, units_at

MOST_WAVES = 4
PHASES = {
    "A2a0-attack": Side.AXIS,
    "A2a-attack": Side.AXIS,
    "A2d-attack": Side.AXIS,
    "B2a-attack": Side.SOVIET,
    "B2d-attack": Side.SOVIET,
}


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this phase."""
    side, name = PHASES.get(w.phase), unit.type.long_name
    if side is None:
        return Refusal("no-declaring", "Declare attacks in the attack allocation phases.", "5")
    if unit.type.side is not side:
        return Refusal("enemy-unit", f"{name} is not yours.", "5")
    if unit.hex < 0 or Installation in unit:
        return Refusal("off-map", f"{name} is not on the map.", "9.2")
    if unit[Disruption].disrupted:
        return Refusal("disrupted", f"{name} is Disrupted and cannot attack.", "10")
    if unit[Readiness].spent:
        return Refusal("spent", f"{name} is done for this player-turn.", "18")
    if unit[Marched].by_bonus:
        return Refusal("bonus-move", f"{name} used its movement bonus or crossed a strait and cannot attack.", "6.1")
    return wrong_troops(w, unit, w.phase)


def wrong_troops(w: World, unit: Unit, phase: str) -> Refusal | None:
    """Why a unit does not attack in a phase of attacks, whatever its state; None if it may."""
    if phase in ("A2a0-attack", "A2d-attack") and "german" not in unit.type:
        rule = "19" if phase == "A2a0-attack" else "6.3"
        return Refusal("germans-only", "Only German units attack in this phase.", rule)
    if phase == "A2d-attack" and "panzer" not in unit.type and w.weather.name == "Snow":
        return Refusal("panzers-only", "In Snow only panzer units take part in Blitzkrieg.", "6.3")
    if phase == "B2d-attack" and "proriv" not in unit.type:
        return Refusal("proriv-only", "Only white units and the 16th Army attack in Proriv.", "6.3")
    if "finnish" in unit.type and w.options["finns"] != "free" and w.clock.turn < rules(w).special.finns_from_turn:
        return Refusal("finns-wait", "The Finnish army stays put until July.", "22.1")
    if w.clock.turn == 1 and unit.type.side is Side.AXIS and in_rumania(w, unit.hex):
        return Refusal("rumania-quiet", "The Axis may not attack out of Romania on the first turn.", "19")
    return None


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side = unit.type.side
    origin = unit.hex if base is None else base
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{named(w, index)} is not next to {unit.type.long_name}.", "9.2")
    if not foe_map(w, side)[index]:
        return Refusal("nothing-there", f"There is nothing to attack at {named(w, index)}.", "9.2")
    if is_closed(w, origin, index):
        return Refusal("sea-between", "Water separates these hexes.", "4.3")
    if side is Side.SOVIET and is_spared(w, index):
        return Refusal(
            "rumania-closed", "You may not attack Axis units in Romania until the Axis has attacked out of it.", "9.2"
        )
    if (
        "finnish" in unit.type
        and w.options["finns"] != "free"
        and index in w.board.spots(rules(w).special.finn_forbidden)
    ):
        return Refusal("finns", "The Finnish army does not attack there.", "22.1")
    return None


def overfull(w: World, group: Sequence[Unit], base: int, index: int) -> Refusal | None:
    """Why these units cannot attack together through one hexside (8)."""
    table = rules(w).capacity
    panzers = sum(1 for u in group if "panzer" in u.type)
    if is_narrow(w, base, index) or index in w.board.named(rules(w).place.lone_hex):
        if len(group) > table.narrow_units or panzers:
            return Refusal(
                "narrow", "Only one unit, and no tanks, may attack across a strait or lake or against Kronshtat.", "8"
            )
        return None
    if is_rough(w, base) or is_rough(w, index):
        armies = sum(1 for u in group if "army_sized" in u.type)
        if len(group) > table.rough_units or armies > table.rough_armies or panzers > table.rough_tanks:
            return Refusal(
                "rough",
                "Into or out of swamp or mountain: at most two units a hexside, "
                "one army or panzergruppe, one panzer or tank unit.",
                "8",
            )
    if group[0].type.side is Side.SOVIET:
        full = len(group) > table.soviet
    else:
        full = (
            len(group) > table.axis
            or sum(1 for u in group if "limit_army" in u.type) > table.axis_armies
            or sum(1 for u in group if "pzgruppe" in u.type) > table.axis_pzgruppen
        )
    if full:
        return Refusal(
            "hexside-full",
            "At most three units a hexside. Axis: at most two armies or panzergruppen, one of them a panzergruppe.",
            "8",
        )
    return None


def _open_to(w: World, unit: Unit) -> list[int]:
    return open_targets(w, unit, foe_map(w, unit.type.side), cannot_attack, cannot_target)


WAVES = AttackRules(
    "9.2",
    "8",
    strange,
    lambda w, unit, index: cannot_attack(w, unit) or cannot_target(w, unit, index),
    _open_to,
    no_wave=lambda w: "Declare waves against a hex one after another, at most four.",
    most=lambda w: MOST_WAVES,
    overfull=overfull,
    left=close_ranks,
    secret=True,
)


def attack_commands(w: World) -> list[Command]:
    """Every possible assignment, and the way back."""
    side = PHASES.get(w.phase)
    out = [order for u in w.units if u.hex >= 0 and u.type.side is side for order in WAVES.orders(w, u)]
    return [*out, CancelAttacks()] if assigned_by_wave(w) else out


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every unit out of its attack."""
    stand_down(w, [unit for team in assigned_by_wave(w).values() for unit in team])


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return Refusal("not-assigned", f"{called(w, command.unit)} is in no attack you can still change.", "9.2")


# -- who must be attacked (9.2.3) -------------------------------------------------------------------


def must_also(w: World, base: int, target: int) -> list[int]:
    """Hexes that Soviets attacking ``target`` out of ``base`` must attack as well: adjacent to both, holding an
    UnDisrupted German army, or panzergruppe if both it and the attackers stand in clear.  Not while Romania is
    closed to them."""
    out = []
    for index in w.board.neighbours[base]:
        if index == target or index not in w.board.neighbours[target] or is_closed(w, base, index):
            continue
        if is_spared(w, index):
            continue
        if any(
            u.ready and ("zoc_all" in u.type or ("zoc_clear" in u.type and is_clear(w, index) and is_clear(w, base)))
            for u in units_at(w, index)
        ):
            out.append(index)
    return out


def links(w: World) -> list[tuple[int, int]]:
    """Pairs of hexes joined by the must-attack rule under the present declarations."""
    bases = sorted({(u.hex, target) for (target, _), units in assigned_by_wave(w).items() for u in units})
    return [
        (target, other)
        for base, target in bases
        if side_at(w, target) is Side.AXIS
        for other in must_also(w, base, target)
    ]


def groups(w: World) -> tuple[tuple[int, ...], ...]:
    """Targets that must be attacked alike, as connected groups of two or more."""
    joined: dict[int, set[int]] = {}
    for a, b in links(w):
        merged = joined.get(a, {a}) | joined.get(b, {b})
        for index in merged:
            joined[index] = merged
    return tuple(sorted({tuple(sorted(group)) for group in joined.values()}))


def attack_points(w: World, target: int) -> int:
    """Attack factors assigned against a hex in all waves."""
    return sum(factors(u)[0] for (t, _), units in assigned_by_wave(w).items() if t == target for u in units)


def fix_links(w: World) -> None:
    """Remember, as the allocation ends, which attacks must be fought for the same number of rounds."""
    joined = groups(w) if PHASES.get(w.phase) is Side.SOVIET else ()
    w.mark(PhaseBattles, w.table, links=joined, fought_rounds=(), broken_off=())


ORDERS = (
    Handler(Assign, WAVES.assign, WAVES.judge),
    Handler(Unassign, WAVES.unassign, judge_unassign),
    Handler(CancelAttacks, cancel_attacks),
)
