"""Chapters 10 and 16: recovery from Disruption, Soviet replacements, production, and factories that move east."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntFlag

from ecs.core.commands import Command, Disband, Emplace, Evacuate, Fortify, Raise, Substitute
from ecs.core.components import Concealment, Disruption, Garrison, Marched, Place, Readiness, Side, SupplyState
from ecs.core.events import Cause, Changed, Converted, Destroyed
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import (
    UNIT_MARKS,
    Factory,
    ReplacementPool,
    Strength,
    UnderFire,
    turn_side,
)
from ecs.rulesets.darkest_crusade.data.options import HANDICAP
from ecs.rulesets.darkest_crusade.data.tables import classes, rules
from ecs.rulesets.darkest_crusade.ground.losses import COUNTERS, box_of_the_dead, leave_map
from ecs.rulesets.darkest_crusade.ground.supply import in_supply, is_supplied
from ecs.systems.arrivals import Alike, bring_in
from ecs.systems.combat.declared_attacks import assigned_by_wave
from ecs.systems.replacements import Drawn, IncomeRules, RecoveryRules
from ecs.systems.sentences import called, label, named, tell_change
from ecs.systems.stacking import in_box, on_map, side_at
from ecs.systems.trains import open_transport

# -- Chapter 16: Soviet replacements, production and the evacuation of factories. ------------------------------------


class Arm(IntFlag):
    """Kinds of new units, as a hex remembers which have come in it."""

    INFANTRY = 1
    TANKS = 2


def works(unit: Unit) -> Factory:
    """The state of a factory counter."""
    return unit[Factory]


def held(w: World, index: int) -> bool:
    """Soviet-held, in supply and free of the enemy at this moment."""
    return (
        w.ground[index].control is Side.SOVIET
        and side_at(w, index) is not Side.AXIS
        and index in in_supply(w, Side.SOVIET)
    )


def centres(w: World) -> list[int]:
    """Infantry replacement centres that yield a factor."""
    return [h.index for h in w.board.hexes if "irc" in h.traits and held(w, h.index)]


def entries(w: World) -> list[int]:
    """Eastern edge hexes where units can enter."""
    return [
        h.index
        for h in w.board.hexes
        if "edge_rus_entry" in h.traits
        and side_at(w, h.index) is not Side.AXIS
        and w.ground[h.index].control is Side.SOVIET
    ]


def running(w: World) -> list[Unit]:
    """Factories on the map that produce."""
    return [f for f in w.installations if f.hex >= 0 and works(f).state == "running" and held(w, f.hex)]


def _draw(w: World, side: Side, extra: int) -> Drawn:
    """B1: moving factories, then this turn's infantry and tank factors."""
    for unit in w.installations:
        factory = works(unit)
        if factory.state == "transit" and w.clock.turn >= factory.since + rules(w).production.transit_turns:
            w.mark(Factory, unit, state="offmap", since=w.clock.turn)
            w.mark(Place, unit, box="offmap")
            w.emit(Changed(rule="16", unit=unit.id, state="offmap"))
    away = sum(1 for f in w.installations if works(f).state == "offmap")
    infantry, tanks = len(centres(w)) + extra, len(running(w)) + away
    w.mark(ReplacementPool, w.table, infantry_points=infantry, tank_points=w[ReplacementPool].tank_points + tanks)
    hand = (("infantry", infantry), ("tank", w[ReplacementPool].tank_points))
    return Drawn("16", (("infantry", infantry), ("tank", tanks)), hand)


INCOME = IncomeRules(turn_side, HANDICAP, _draw)


# -- raising units ----------------------------------------------------------------------------------


def kind_of(unit: Unit) -> Arm:
    """Does the unit cost infantry or tank factors?"""
    return Arm.TANKS if "mech" in unit.type else Arm.INFANTRY


ALIKE = Alike(lambda w, unit: unit.type.kind, (Place,))


def candidates(w: World) -> list[Unit]:
    """One unit of each class waiting in the pool: those of a class are alike."""
    return list(ALIKE.firsts(w, "pool").values())


def cannot_raise(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot be raised anywhere now."""
    if w.phase != "B1":
        return Refusal("not-b1", "The Soviets can rebuild units only in their replacement phase.", "16")
    if unit.place.box != "pool":
        return Refusal("not-in-pool", f"{unit.type.long_name} is not in the replacement pool.", "16")
    if unit not in candidates(w):
        return Refusal("alike", f"Another unit identical to {unit.type.long_name} comes first.", "16")
    if "later" in unit.type and w.clock.turn < rules(w).production.later_from_turn:
        return Refusal("later-armies", "The later armies are available only from August 1941 on.", "16.6")
    points = w[ReplacementPool].tank_points if kind_of(unit) is Arm.TANKS else w[ReplacementPool].infantry_points
    if unit.type.cost > points:
        word = (
            f"{'tank' if kind_of(unit) is Arm.TANKS else 'infantry'} {'factor' if unit.type.cost == 1 else 'factors'}"
        )
        return Refusal(
            "no-points", f"{unit.type.long_name} costs {unit.type.cost} {word}. You have {points} left.", "16"
        )
    return None


def sites(w: World, unit: Unit) -> list[int]:
    """Where the unit may be raised: one new unit a hex and turn; at Leningrad one of infantry and one of tanks."""
    kind = kind_of(unit)
    inside = [f.hex for f in running(w)] if kind is Arm.TANKS else centres(w)
    return sorted({i for i in [*inside, *entries(w)] if not w.by_hex(Garrison)[i].drawn & _taken_by(w, i, kind)})


def _taken_by(w: World, index: int, kind: Arm) -> Arm:
    """The kinds of new units that fill a hex for one of this kind."""
    both = w.options["new_units"] == "each" or index in w.board.spots(rules(w).production.both_hexes)
    return kind if both else Arm.INFANTRY | Arm.TANKS


def raise_commands(w: World) -> list[Command]:
    """Every unit class and every place it may appear."""
    return [Raise(u.id, label(w, i)) for u in candidates(w) if cannot_raise(w, u) is None for i in sites(w, u)]


def raise_unit(w: World, command: Raise) -> None:
    """Place the unit: infantry on a centre is Disrupted, anything else is ready (16.3, 16.4)."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    kind, cost = kind_of(unit), unit.type.cost
    if kind is Arm.TANKS:
        w.mark(ReplacementPool, w.table, tank_points=w[ReplacementPool].tank_points - cost, drafting=True)
    else:
        w.mark(ReplacementPool, w.table, infantry_points=w[ReplacementPool].infantry_points - cost, drafting=True)
    tired = kind is Arm.INFANTRY and index not in entries(w)
    w.mark(Garrison, w.hexes[index], drawn=int(w.by_hex(Garrison)[index].drawn | kind))
    hidden = w.options["secret_setup"] == "on" and "may_return_hidden" in unit.type
    w.mark(SupplyState, unit, level=0)
    w.mark(Concealment, unit, hidden=hidden)
    veil = f"A hidden unit returns at {named(w, index)}." if hidden else ""
    bring_in(w, unit, index, "16", source="replacement", disordered=tired, factors=cost, veil=veil, owner=Side.SOVIET)


def judge_raise(w: World, command: Raise) -> Refusal | None:
    """Why a unit may not be raised there."""
    unit, index = w.unit(command.unit), w.board.by_label.get(command.hex)
    if unit is None or index is None:
        return Refusal("no-such-unit", "There is no such unit or hex.", "2")
    return cannot_raise(w, unit) or Refusal(
        "not-a-centre",
        f"{named(w, index)} is not a centre, factory or entry hex in supply that can still take a unit this turn.",
        "16",
    )


# -- eliminating, relieving -------------------------------------------------------------------------


def disband_commands(w: World) -> list[Command]:
    """Soviet units that may be eliminated to be raised again, at the start of the phase (16.1)."""
    if w[ReplacementPool].drafting:
        return []
    return [Disband(u.id) for u in on_map(w, Side.SOVIET)]


def disband(w: World, command: Disband) -> None:
    """Eliminate one of the side's units.  16th Army returns at its price if taken off the map in time (16.2)."""
    unit = w.by_id[command.unit]
    where, spot, secret = named(w, unit.hex), label(w, unit.hex), unit[Concealment].hidden
    leave_map(w, unit, "pool" if "sixteenth" in unit.type else box_of_the_dead(unit))
    w.emit(
        Destroyed(
            where=(spot,),
            rule="16.1",
            unit=unit.id,
            hex=spot,
            cause=Cause.DISBANDED,
            veil=f"A hidden unit disbands at {where}." if secret else "",
            owner=Side.SOVIET,
        )
    )


def judge_disband(w: World, command: Disband) -> Refusal | None:
    """Why a unit may not be disbanded."""
    if w.phase != "B1":
        return Refusal("not-b1", "The Soviets can disband units only at the start of their replacement phase.", "16.1")
    if w[ReplacementPool].drafting:
        return Refusal("drafting", "You can disband units only before you place replacements.", "16.1")
    return Refusal("not-yours", f"{called(w, command.unit)} is not a Soviet unit on the map.", "16.1")


def substitute_commands(w: World) -> list[Command]:
    """16th Army may be relieved by a 0-1 army from the pool (16.2)."""
    spare = [u for u in candidates(w) if "brown" in u.type and "infantry" in u.type]
    return [Substitute(u.id, s.id) for u in on_map(w, Side.SOVIET) if "sixteenth" in u.type for s in spare]


def substitute(w: World, command: Substitute) -> None:
    """Swap 16th Army for the other army, as it lies."""
    unit, other = w.by_id[command.unit], w.by_id[command.by]
    index, secret = unit.hex, unit[Concealment].hidden
    w.mark(Place, other, hex=index, box="")
    w.mark(Disruption, other, disrupted=unit[Disruption].disrupted)
    w.mark(SupplyState, other, level=unit[SupplyState].level)
    w.mark(Concealment, other, hidden=secret)
    leave_map(w, unit, "pool")
    w.emit(
        Converted(
            where=(label(w, index),),
            rule="16.2",
            unit=unit.id,
            into=other.id,
            hex=label(w, index),
            veil=f"A hidden unit is relieved at {named(w, index)}." if secret else "",
            owner=Side.SOVIET,
        )
    )


def judge_substitute(w: World, command: Substitute) -> Refusal | None:
    """Why a unit may not be relieved."""
    return Refusal(
        "only-sixteenth",
        "Only a 0-1 army in the pool can relieve the 16th Army, and only in the Soviet replacement phase.",
        "16.2",
    )


# -- factories, emplacement, fortification ----------------------------------------------------------


def evacuate_commands(w: World) -> list[Command]:
    """Factories that can take a step of their evacuation now."""
    return [Evacuate(f.id) for f in w.installations if cannot_evacuate(w, f) is None]


def cannot_evacuate(w: World, unit: Unit) -> Refusal | None:
    """Why a factory cannot take a step of its evacuation now.

    Packing costs this turn's factor, which is drawn as the phase begins: a packed factory yields nothing.
    """
    factory = works(unit)
    next_step = factory.state == "packed" and w.clock.turn > factory.since
    if w.phase != "B1" or unit.hex < 0 or not held(w, unit.hex) or not (factory.state == "running" or next_step):
        return Refusal(
            "no-evacuation",
            "Pack a factory in one Soviet turn and send it east in a later "
            "one. Its city must be Soviet-held and in supply.",
            "16",
        )
    if factory.state == "running" and w[ReplacementPool].tank_points < 1:
        return Refusal(
            "factor-spent",
            f"{unit.type.long_name} has already produced this turn. A factory packs up instead of producing.",
            "16",
        )
    return None


def evacuate(w: World, command: Evacuate) -> None:
    """Pack the factory, or send it east."""
    unit = w.by_id[command.unit]
    where = label(w, unit.hex)
    if works(unit).state == "running":
        w.mark(ReplacementPool, w.table, tank_points=w[ReplacementPool].tank_points - 1)
        w.mark(Factory, unit, state="packed", since=w.clock.turn)
    else:
        w.mark(Factory, unit, state="transit", since=w.clock.turn)
        w.mark(Place, unit, hex=-1, box="transit")
    w.emit(Changed(rule="16", unit=unit.id, state=works(unit).state, hex=where))


def judge_evacuate(w: World, command: Evacuate) -> Refusal | None:
    """Why a factory may not be evacuated."""
    unit = w.unit(command.unit)
    if unit is None or Factory not in unit:
        return Refusal("no-factory", f"{called(w, command.unit)} is not a factory.", "16")
    return cannot_evacuate(w, unit)


def emplace_commands(w: World) -> list[Command]:
    """Shock armies that may turn to their stronger side (17)."""
    return [
        Emplace(u.id)
        for u in on_map(w, Side.SOVIET)
        if u.type.strong is not None and u.ready and not u[Strength].strong and is_supplied(w, u)
    ]


def emplace(w: World, command: Emplace) -> None:
    """Flip the shock army."""
    unit = w.by_id[command.unit]
    w.mark(Strength, unit, strong=True)
    tell_change(w, unit, "emplaced", "17")


def judge_emplace(w: World, command: Emplace) -> Refusal | None:
    """Why a unit may not be emplaced."""
    return Refusal(
        "no-emplacement",
        "A shock army can be emplaced as it arrives, or in the Soviet replacement phase in supply and good order.",
        "17",
    )


def fortify_commands(w: World) -> list[Command]:
    """German armies that may dig in instead of doing anything else (13)."""
    return [
        Fortify(u.id)
        for u in on_map(w, Side.AXIS)
        if "can_fortify" in u.type and u.ready and not u[Strength].strong and not _has_acted(u)
    ]


def _has_acted(unit: Unit) -> bool:
    return unit[Readiness].spent or bool(unit[Marched].moved)


def fortify(w: World, command: Fortify) -> None:
    """Dig in for the player-turn."""
    unit = w.by_id[command.unit]
    w.mark(Strength, unit, strong=True)
    w.mark(Readiness, unit, spent=True)
    tell_change(w, unit, "fortified", "13")


def judge_fortify(w: World, command: Fortify) -> Refusal | None:
    """Why a unit may not fortify."""
    return Refusal(
        "no-fortifying",
        "A German army may fortify at the start of the Axis player-turn if it is not Disrupted. "
        "It does nothing else that player-turn.",
        "13",
    )


def bring_reinforcements(w: World) -> None:
    """A1: the Axis reinforcements due arrive at Warsaw, or wait while it is lost, or not on the map (3)."""
    due = {name for turn in rules(w).turn[: w.clock.turn] for name in turn.arrive}
    for index in w.board.named(rules(w).special.arrival_hex)[:1]:
        for unit in in_box(w, "coming"):
            if unit.id in due and w.ground[index].control is Side.AXIS and side_at(w, index) is not Side.SOVIET:
                bring_in(w, unit, index, "3")


ORDERS = (
    Handler(Fortify, fortify, judge_fortify),
    Handler(Disband, disband, judge_disband),
    Handler(Substitute, substitute, judge_substitute),
    Handler(Raise, raise_unit, judge_raise),
    Handler(Evacuate, evacuate, judge_evacuate),
    Handler(Emplace, emplace, judge_emplace),
)

# -- Chapter 10: recovery from Disruption. ---------------------------------------------------------------------------


def _is_unattacked(w: World, unit: Unit) -> bool:
    """Is its hex not among those that are attacked?"""
    return unit.hex not in {target for target, _ in assigned_by_wave(w)}


def _is_unhurt(w: World, unit: Unit) -> bool:
    """Was it Disrupted before the battles, attacked in them, and not hurt again?"""
    return unit[UnderFire].was_disrupted and unit[UnderFire].attacked and not unit[UnderFire].struck


def _always(w: World, unit: Unit) -> bool:
    """Germans and Soviets recover whatever happened to them."""
    return True


WHEN: Mapping[str, tuple[str, Callable[[World, Unit], bool]]] = {
    "A2b": ("BLACK", _is_unattacked),
    "A2c": ("BLACK", _is_unhurt),
    "A2e": ("GER", _always),
    "B2b": ("RUM", _is_unattacked),
    "B2c": ("RUM", _is_unhurt),
    "B4": ("RED", _always),
}
"""Phase -> the class of units in supply that recover in it, and which of them."""


def _recovers(w: World, unit: Unit) -> bool:
    """Does a unit recover in this phase?"""
    kind, fair = WHEN[w.phase]
    return classes()[unit.type.kind].recovery == kind and is_supplied(w, unit) and fair(w, unit)


RECOVERY = RecoveryRules("10", _recovers, COUNTERS)


def begin_turn(w: World) -> None:
    """A1, B1: all units may act again; note which hexes the enemy holds at the start (13)."""
    w.wipe_units(UNIT_MARKS)
    open_transport(w)
    held = {u.hex for u in w.units if u.hex >= 0 and u.type.side is not turn_side(w)}
    for index, here in enumerate(w.hexes):
        w.mark(Garrison, here, garrisoned=index in held, drawn=0)
    w.mark(ReplacementPool, w.table, drafting=False)
