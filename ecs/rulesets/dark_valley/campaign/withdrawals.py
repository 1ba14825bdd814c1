"""Chapter 8.6: Axis units that must go elsewhere, and those that come back."""

from __future__ import annotations

from ecs.core.commands import Command, Recall
from ecs.core.components import Flags, Replacements, Side, Steps, SupplyState, Withdrawals
from ecs.core.events import Forfeited, Income
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, kind, strange, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED
from ecs.rulesets.dark_valley.ground.removal import REMOVAL, leave_map
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Flag
from ecs.systems.stacking import on_map

DIVISION, PZGREN = "division", "class:pzgren"
INSTEAD = "for:"
BEHIND = ("arrived", "new")


def is_german_division(unit: Unit) -> bool:
    """A German infantry division of one step, of whatever kind."""
    card = kind(unit)
    return has(unit, "german") and has(unit, "inf") and card.size == "division" and card.steps == 1


# -- the start of the turn --------------------------------------------------------------------------


def open_turn(w: World) -> None:
    """Units that come back, and orders for those that must go (8.6)."""
    _return(w)
    _restore(w)
    orders: list[str] = []
    for line in rules(w).withdraw:
        if line.turn == w.clock.turn:
            orders += [order for name in line.units if (order := _order(w, name))]
            orders += [DIVISION] * line.divisions + [PZGREN] * line.pzgren
    w.mark(Withdrawals, w.table, orders=tuple(orders))
    going: list[Unit] = []
    for order in orders:
        fit = [u for u in candidates(w, order) if u not in going]
        if fit:
            going.append(fit[0])
        else:
            _forfeit(w, order)
    _go_unasked(w)


def _go_unasked(w: World) -> None:
    """Withdraw units without asking where an order leaves no choice."""
    for order in dict.fromkeys(w[Withdrawals].orders):
        fit = candidates(w, order)
        if len(fit) <= w[Withdrawals].orders.count(order):
            for unit in fit:
                _leave(w, order, unit)


def _order(w: World, name: str) -> str:
    """The order for a unit named: itself, another of its class if it is lost, or none."""
    unit = w.unit(name)
    if unit is None or unit.place.box in ("gone", "withdrawn") or unit.place.box.startswith("turn:"):
        return ""
    if unit.place.box in BEHIND:
        leave_map(w, unit, "withdrawn")
        return ""
    return f"unit:{name}" if can_leave(unit) else f"{INSTEAD}{name}"


def can_leave(unit: Unit) -> bool:
    """Is the unit on the map and in supply?"""
    return unit.hex >= 0 and unit[SupplyState].level == SUPPLIED


@per_position
def candidates(w: World, order: str) -> list[Unit]:
    """The units any of which meets an order, by entity."""
    what, _, name = order.partition(":")
    if what == "unit":
        unit = w.unit(name)
        return [unit] if unit is not None and can_leave(unit) else []
    fit = [u for u in on_map(w, Side.AXIS) if can_leave(u) and f"unit:{u.id}" not in w[Withdrawals].orders]
    if what == "for":
        return [u for u in fit if current_class(u) == current_class(w.by_id[name])]
    if what == "class":
        return [u for u in fit if current_class(u) == name]
    return [u for u in fit if is_german_division(u) and current_class(u) != "blue_div"]


def _forfeit(w: World, order: str) -> None:
    """With no such unit left, infantry steps are lost instead."""
    orders = list(w[Withdrawals].orders)
    orders.remove(order)
    fewer = max(0, w[Replacements].infantry - rules(w).replace.forfeit)
    w.mark(Withdrawals, w.table, orders=tuple(orders))
    w.mark(Replacements, w.table, infantry=fewer)
    w.emit(Forfeited(rule="8.6", side=Side.AXIS, points=rules(w).replace.forfeit))


def _return(w: World) -> None:
    """Units come back at full strength, in the form they were converted to."""
    for line in rules(w).back:
        if line.turn != w.clock.turn:
            continue
        unit = _who_returns(w, line.unit)
        if unit is None:
            continue
        REMOVAL.raise_anew(w, unit, "arrived", line.grade or unit[Steps].grade, "8.6", "return")


def _who_returns(w: World, name: str) -> Unit | None:
    """The unit that was called away, or the one that went in its place; None if neither is away.

    One that was lost, and cost its side steps instead of another unit, is raised again.
    """
    word = f"{INSTEAD}{name}="
    deputy = next((f.removeprefix(word) for f in w[Flags].flags if f.startswith(word)), "")
    if deputy:
        scorekeeping.strike(w, lambda name: name.startswith(word))
        unit, boxes = w.unit(deputy), {"withdrawn"}
    else:
        unit, boxes = w.unit(name), {"withdrawn", "dead"}
    return unit if unit is not None and unit.place.box in boxes else None


def raised_as(w: World, unit: Unit) -> str:
    """The class a unit is raised in ("": as printed): an Axis one in that of its time, once it is converted no longer
    (8.5)."""
    if unit.type.side is Side.AXIS:
        for row in rules(w).convert:
            if row.old == current_class(unit) and row.turns[1] < w.clock.turn:
                return row.new
    return unit[Steps].grade


def _restore(w: World) -> None:
    """Units raised again if they have been lost, or else steps for the others (10.3)."""
    for line in rules(w).restore:
        if line.turn != w.clock.turn:
            continue
        lost = [u for name in line.units if (u := w.unit(name)) is not None and u.place.box == "dead"]
        for unit in lost:
            REMOVAL.raise_anew(w, unit, "arrived", raised_as(w, unit), "10.3", "raised")
        if not lost and line.panzer:
            w.mark(Replacements, w.table, panzer=w[Replacements].panzer + line.panzer)
            w.emit(Income(rule="10.3", side=Side.AXIS, points=(("panzer", line.panzer),)))


# -- commands --------------------------------------------------------------------------------------


def commands(w: World, unit: Unit) -> list[Command]:
    """May the unit be the one that goes?"""
    return [Recall(unit.id)] if w[Withdrawals].orders and _order_met(w, unit) else []


def _order_met(w: World, unit: Unit) -> str:
    """The first order that the unit meets; "" if none."""
    if w.phase != "build-axis" or unit.type.side is not Side.AXIS or unit.hex < 0:
        return ""
    return next((order for order in w[Withdrawals].orders if unit in candidates(w, order)), "")


def recall(w: World, command: Recall) -> None:
    """Take the unit off the map."""
    unit = w.by_id[command.unit]
    _leave(w, _order_met(w, unit), unit)


def _leave(w: World, order: str, unit: Unit) -> None:
    orders = list(w[Withdrawals].orders)
    orders.remove(order)
    if order.startswith(INSTEAD):
        scorekeeping.flag(w, Flag(f"{order}={unit.id}"))
    w.mark(Withdrawals, w.table, orders=tuple(orders))
    REMOVAL.withdraw(w, unit, "withdrawn", "8.6")


def judge_recall(w: World, command: Recall) -> Refusal | None:
    """Why a unit may not be withdrawn."""
    refusal = strange(w, command.unit)
    if refusal is not None:
        return refusal
    unit = w.by_id[command.unit]
    return Refusal("not-recalled", f"{unit.type.long_name} is not due to leave now.", "8.6")


def may_end(w: World) -> Refusal | None:
    """Why the phase cannot end yet: units must still leave."""
    if turn_side(w) is Side.AXIS:
        for order in w[Withdrawals].orders:
            fit = candidates(w, order)
            if fit:
                who = fit[0].type.long_name if order.startswith("unit:") else _words(w, order)
                return Refusal("must-withdraw", f"First withdraw {who}.", "8.6")
    return None


def _words(w: World, order: str) -> str:
    if order == DIVISION:
        return "a German infantry division"
    if order.startswith(INSTEAD):
        return f"a unit like {w.by_id[order.removeprefix(INSTEAD)].type.long_name}"
    return "a Panzergrenadier division"


ORDERS = (Handler(Recall, recall, judge_recall),)
