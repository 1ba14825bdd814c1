"""Chapter 13: replacement factors, and what they buy.

Infantry and cavalry are raised with infantry factors, armour with armour factors.  German armour factors may raise
infantry as well."""

from __future__ import annotations

from collections.abc import Mapping

from ecs.core.commands import Raise
from ecs.core.components import Garrison, Place, Replacements, Side, SupplyState
from ecs.core.known_facts import Fact
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign.arrivals import (
    IRC,
    raising_gates,
    russian_edge,
    working_factories,
    yielding_cities,
)
from ecs.rulesets.war_against_russia.data.components import UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import HANDICAP
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_armour, is_german, printed_values, strange, turn_side
from ecs.rulesets.war_against_russia.ground.control import COUNTERS, DEAD, LIMITS, no_room
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike, bring_in
from ecs.systems.movement import Journey
from ecs.systems.replacements import Drawn, IncomeRules, RecoveryRules
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import named

RULE = "13"
INITIAL = "initial-"
SOVIET_ARMOUR = Count("soviet-armour")


# -- income ---------------------------------------------------------------------------------------------------


def _draw(w: World, side: Side, extra: int) -> Drawn | None:
    """A side's Initial phase begins: it gets its factors, and cities may raise units again."""
    for here, garrison in w.each_entity(Garrison):
        if garrison.drawn:
            w.mark(Garrison, here, drawn=0)
    if side is Side.AXIS:
        armour, infantry = axis_income(w)
        if not armour and not infantry:
            return None
        infantry += extra
        w.add(Replacements, w.table, "panzer", armour)
        w.add(Replacements, w.table, "infantry", infantry)
    else:
        if w.clock.turn < rules(w).soviet.from_turn:
            return None
        infantry, armour = soviet_infantry(w) + extra, soviet_armour(w)
        w.add(Replacements, w.table, "factors", infantry)
        scorekeeping.put(w, SOVIET_ARMOUR, armour)
    return Drawn(RULE, (("infantry", infantry), ("armour", armour)), purse(w, side))


INCOME = IncomeRules(turn_side, HANDICAP, _draw)


def close(w: World) -> None:
    """The Soviet Initial phase ends: armour factors not used are lost."""
    if turn_side(w) is Side.SOVIET and scorekeeping.count(w, SOVIET_ARMOUR):
        scorekeeping.put(w, SOVIET_ARMOUR, 0)


def axis_income(w: World) -> tuple[int, int]:
    """Armour and infantry factors the Germans get this turn."""
    table = rules(w).axis
    return (table.armour, table.infantry) if w.clock.turn >= table.from_turn else (0, 0)


def soviet_infantry(w: World) -> int:
    """Infantry factors of the cities and of Siberia this turn."""
    table, great = rules(w).soviet, w.board.spots(rules(w).defence.great)
    return table.siberia + sum(table.infantry_great if i in great else table.infantry_city for i in yielding_cities(w))


def soviet_armour(w: World) -> int:
    """Armour factors of the tank factories and of Siberia this turn."""
    table = rules(w).soviet
    more = table.armour_siberia_more if w.clock.turn >= table.armour_siberia_more_from else 0
    return table.armour_factory * len(working_factories(w)) + table.armour_siberia + more


def purse(w: World, side: Side) -> tuple[tuple[str, int], ...]:
    """The factors a side has in hand, by what they can raise."""
    if side is Side.AXIS:
        return ("infantry", w[Replacements].infantry), ("armour", w[Replacements].panzer)
    return ("infantry", w[Replacements].factors), ("armour", scorekeeping.count(w, SOVIET_ARMOUR))


def purse_text(factors: Mapping[str, int]) -> str:
    """Factors in words, by what they can raise."""
    return f"{factors['infantry']} infantry and {factors['armour']} armour factors"


def purse_facts(w: World, side: Side) -> tuple[Fact, ...]:
    """The panel's lines on a side's replacements."""
    found = Fact("Replacements", purse_text(dict(purse(w, side))), means=True)
    if side is Side.AXIS:
        return (found,)
    worth = purse_text({"infantry": soviet_infantry(w), "armour": soviet_armour(w)})
    return found, Fact("Current income", f"{worth} a turn")


# -- prices ---------------------------------------------------------------------------------------------------


def price(unit: Unit) -> int:
    """Factors needed to raise a unit: the larger of its two."""
    return printed_values(unit).cost


def means(w: World, unit: Unit) -> int:
    """Factors available to raise a unit like this."""
    if unit.type.side is Side.SOVIET:
        return scorekeeping.count(w, SOVIET_ARMOUR) if is_armour(unit) else w[Replacements].factors
    return w[Replacements].panzer if is_armour(unit) else w[Replacements].infantry + w[Replacements].panzer


def pay(w: World, unit: Unit) -> None:
    """Take the factors away; German infantry is paid with infantry factors first."""
    cost = price(unit)
    if unit.type.side is Side.SOVIET:
        if is_armour(unit):
            scorekeeping.add(w, SOVIET_ARMOUR, -cost)
        else:
            w.mark(Replacements, w.table, factors=w[Replacements].factors - cost)
        return
    infantry = 0 if is_armour(unit) else min(cost, w[Replacements].infantry)
    w.mark(
        Replacements,
        w.table,
        infantry=w[Replacements].infantry - infantry,
        panzer=w[Replacements].panzer - (cost - infantry),
    )


# -- commands -------------------------------------------------------------------------------------------------


ALIKE = Alike(lambda w, unit: unit.type.kind, (Place,))


def cannot_raise(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot be raised anywhere now."""
    name = unit.type.long_name
    if not w.phase.startswith(INITIAL) or unit.type.side is not turn_side(w):
        return Refusal("no-raising", "Rebuild lost units in your Initial phase.", RULE)
    if is_air(unit) or unit.place.box != DEAD:
        return Refusal("not-dead", f"{name} is not a lost unit.", RULE)
    if unit.type.side is Side.AXIS and not is_german(unit):
        when = rules(w).turn[rules(w).axis.allies_return].name
        return Refusal("no-replacements", f"{name} gets no replacements. Allies lost earlier return in {when}.", RULE)
    return ALIKE.not_first(w, unit, RULE) or _poor(w, unit)


def _poor(w: World, unit: Unit) -> Refusal | None:
    cost, found = price(unit), means(w, unit)
    if found >= cost:
        return None
    kind = "armour" if is_armour(unit) else "infantry"
    return Refusal("no-factors", f"{unit.type.long_name} costs {cost} {kind} factors. You have {found}.", RULE)


def _goals(w: World, unit: Unit) -> list[int]:
    """The hexes where the unit may be raised now."""
    return LIMITS.with_room(w, unit, raising_gates(w, unit))


def _not_there(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit that may be raised cannot be raised in this hex."""
    if index in raising_gates(w, unit):
        return no_room(w, unit, index)
    spot = named(w, index)
    if unit.type.side is Side.SOVIET and w.by_hex(Garrison)[index].drawn:
        return Refusal("one-a-city", f"A unit has already been rebuilt at {spot} this turn.", RULE)
    if unit.type.side is Side.SOVIET:
        text = f"Units cannot be rebuilt at {spot}, only in supplied cities that give infantry and at the eastern edge."
    else:
        text = (
            f"Germans cannot be rebuilt at {spot}. They return at Warsaw or, if it is closed, at the edge of Germany."
        )
    return Refusal("no-gate", text, RULE)


def raise_unit(w: World, command: Raise) -> None:
    """Raise the unit, Dispersed."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    pay(w, unit)
    if unit.type.side is Side.SOVIET and index not in russian_edge(w) and IRC in w.board.hexes[index].traits:
        w.mark(Garrison, w.hexes[index], drawn=w.by_hex(Garrison)[index].drawn + 1)
    w.wipe(unit, UNIT_MARKS)
    w.mark(SupplyState, unit, level=0)
    bring_in(w, unit, index, RULE, source="replacement", disordered=True, factors=price(unit))


RAISING = Journey(Raise, strange, cannot_raise, _not_there, goals=_goals, goes=lambda unit: unit.place.box == DEAD)
raise_commands = RAISING.commands
ORDERS = (Handler(Raise, raise_unit, RAISING.judge),)

# -- Chapter 11: recovery at the start of a player-turn. -------------------------------------------------------------

LATE, JUNE = "d", 1


def is_still_forming(w: World, unit: Unit) -> bool:
    """Is it a unit marked D in the set-up, which does not recover before June 1941 (14)?"""
    return unit.type.set == LATE and w.clock.turn < JUNE


def _recovers(w: World, unit: Unit) -> bool:
    """B1, C1: Dispersed units of the side in supply become UnDispersed (11)."""
    return unit.type.side is turn_side(w) and unit[SupplyState].supplied and not is_still_forming(w, unit)


RECOVERY = RecoveryRules("11", _recovers, COUNTERS)
