"""Chapter 6: bombardment by air units and artillery."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from ecs.core.commands import Aim, Strike
from ecs.core.components import (
    Assignment,
    CombatRoll,
    Engagement,
    Place,
    Readiness,
    Side,
    Steps,
)
from ecs.core.dice import roll
from ecs.core.events import Attacked
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Bombardment, CalculationLine, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat.retreat_and_advance import HIT
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import (
    current_class,
    has,
    is_combat_unit,
    is_german,
    kind,
    season,
    strange,
    turn_side,
)
from ecs.rulesets.dark_valley.ground.occupancy import armies, army_at, fighters_at
from ecs.rulesets.dark_valley.ground.terrain import cannot_act, rows
from ecs.systems.combat.battles import finish
from ecs.systems.combat.counter_state import send
from ecs.systems.combat.declared_attacks import engage
from ecs.systems.combat.losses import owe, pending, write_down
from ecs.systems.movement import Journey
from ecs.systems.sentences import label, named
from ecs.systems.single_orders import HexErrand

FAR_FLIERS = "sov_18air"
COLUMNS = ((4, 2, "4-1"), (2, 1, "2-1"), (1, 0, "1-1"))
NO_COLUMN = -1


# -- the table (6.1, 6.2) -------------------------------------------------------------------------


def bombard_value(w: World, index: int) -> int:
    """The divisor of the strength: the highest value among everything in the hex (6.2)."""
    return max(row.bombard for row in rows(w, index))


def column(strength: int, value: int) -> tuple[int, str]:
    """Column of the bombardment table and its name; -1 below 1-1."""
    for ratio, number, name in COLUMNS:
        if strength >= ratio * value:
            return number, name
    return NO_COLUMN, "below 1-1"


def weather_modifier(w: World, units: Iterable[Unit]) -> int:
    """What the weather takes off the die: the worst for any air unit in it, nothing for artillery (6.1)."""
    table, now = rules(w).bombard, season(w)
    found = [0]
    for unit in units:
        if has(unit, "air") and is_german(unit):
            found.append(table.german[now])
        elif current_class(unit) == FAR_FLIERS:
            found.append(table.soviet_18th[now])
    return min(found)


def result_bonus(w: World, units: Iterable[Unit]) -> int:
    """Added to the die for the result alone: the German 8th Air (6.1)."""
    return rules(w).bombard.eighth_air if any(has(u, "eighth") for u in units) else 0


def hits(w: World, number: int, die: int) -> bool:
    """Does the defender lose a step on a modified die?"""
    table = rules(w).bombard.table
    return table[max(1, min(len(table), die)) - 1][number] == HIT


def is_spent(w: World, die: int) -> bool:
    """Are the units Done afterwards?  Read from the die with the weather, without the bonus of the 8th Air."""
    return die <= rules(w).bombard.done_up_to


class BombardmentForecast(NamedTuple):
    """A bombardment worked out: odds, chance of a step lost, chance of being spent, line by line."""

    odds: str
    loss: Fraction
    spent: Fraction
    lines: tuple[CalculationLine, ...]


def forecast_lines(w: World, side: Side, index: int, units: Sequence[Unit]) -> BombardmentForecast:
    """The exact chances of a bombardment of a hex by these units, whether or not it would be allowed."""
    strength, value = sum(kind(u).bombard for u in units), bombard_value(w, index)
    number, odds = column(strength, value)
    cloud, bonus = weather_modifier(w, units), result_bonus(w, units)
    faces = range(1, 7)
    loss = sum(1 for die in faces if number != NO_COLUMN and hits(w, number, die + cloud + bonus))
    spent = sum(1 for die in faces if is_spent(w, die + cloud))
    found = [CalculationLine(u.type.name, kind(u).bombard, "6.2") for u in units]
    found.append(CalculationLine("Value of the hex", value, "6.2"))
    found += [CalculationLine("Weather", cloud, "6.1")] if cloud else []
    found += [CalculationLine("VIII Air Corps, for the step loss only", bonus, "6.1")] if bonus else []
    return BombardmentForecast(odds, Fraction(loss, 6), Fraction(spent, 6), tuple(found))


def forecast(w: World, side: Side, index: int, names: tuple[str, ...]) -> Bombardment:
    """The forecast of a bombardment by these units, for the planner."""
    units = [u for name in names if (u := w.unit(name)) is not None and u.hex >= 0 and bombards(u)]
    chances = forecast_lines(w, side, index, units)
    refusal = too_weak(w, index, units) if units else None
    return Bombardment(
        label(w, index),
        tuple(u.id for u in units),
        chances.odds,
        chances.loss,
        chances.spent,
        chances.lines,
        str(refusal) if refusal is not None else "",
    )


# -- aiming (6.3) ---------------------------------------------------------------------------------


def bombards(unit: Unit) -> bool:
    """Is it an air or artillery unit?"""
    return has(unit, "air") or has(unit, "art")


def range_of(w: World, unit: Unit) -> int:
    """How far it reaches, in hexes."""
    printed, table = kind(unit).range, rules(w).bombard
    if printed:
        return printed
    if unit.type.side is Side.AXIS:
        return table.range_german
    return table.range_soviet_late if w.clock.turn >= table.range_soviet_late_from else table.range_soviet


def aimed(w: World, index: int) -> list[Unit]:
    """The units aimed at a hex, by entity."""
    side = turn_side(w)
    return [u for u in gunners(w) if u[Assignment].target == index and u.type.side is side]


def gunners(w: World) -> list[Unit]:
    """Air and artillery units on the map, by entity."""
    return [u for u in _every_gunner(w) if u.hex >= 0]


@remembered()
def _every_gunner(w: World) -> tuple[Unit, ...]:
    return tuple(u for u in w.units if bombards(u))


@remembered(Place, Steps)
def held_hexes(w: World, side: Side) -> tuple[int, ...]:
    """Hexes with enemy combat units."""
    return tuple(sorted(i for i, s in armies(w).items() if s is not side))


@remembered(Place, Steps)
def touched_hexes(w: World, side: Side) -> frozenset[int]:
    """Those of them that own combat units stand next to."""
    here, near = armies(w), w.board.neighbours
    return frozenset(i for i in held_hexes(w, side) if any(here.get(j) is side for j in near[i]))


def strikes_freely(w: World, unit: Unit) -> bool:
    """German air units on turn 1 need no own unit next to the target."""
    return w.clock.turn <= rules(w).bombard.rebase_free_turn and has(unit, "air") and is_german(unit)


def targets(w: World, unit: Unit) -> list[int]:
    """The hexes a unit may bombard."""
    side, reach, away = unit.type.side, range_of(w, unit), w.board.distance
    touched, free = touched_hexes(w, side), strikes_freely(w, unit)
    return [i for i in held_hexes(w, side) if (free or i in touched) and away(unit.hex, i) <= reach]


@per_position
def battle_joined(w: World) -> bool:
    """Has a combat unit fought in this segment?  Bombardment must come first."""
    side = turn_side(w)
    return any(u[Engagement].fought and u.type.side is side and is_combat_unit(u) for u in w.units)


def cannot_bombard(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot bombard now."""
    name = unit.type.long_name
    if not w.phase.startswith("fight-"):
        return Refusal("no-bombardment", "Units bombard only at the start of a combat segment.", "6.3")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "6.3")
    if not bombards(unit) or unit.hex < 0:
        return Refusal("no-bombs", f"{name} is not an air or artillery unit on the map.", "6.3")
    if unit[Readiness].spent:
        return Refusal("spent", f"{name} is done for the month.", "6.4")
    if unit[Engagement].fought:
        return Refusal("bombarded", f"{name} has already bombarded this segment.", "6.3")
    if battle_joined(w):
        return Refusal("battle-joined", "Bombard before you attack on the ground.", "6.3")
    return cannot_act(w, unit)


def _marks(w: World, unit: Unit) -> list[int]:
    """Every hex a unit may be aimed at."""
    most = rules(w).bombard.together
    return [i for i in targets(w, unit) if i != unit[Assignment].target and len(aimed(w, i)) < most]


def _cannot_hit(w: World, unit: Unit, index: int) -> Refusal:
    """Why a unit may not be aimed at a hex."""
    if unit[Assignment].target == index:
        return Refusal("aimed", f"{unit.type.long_name} already bombards {named(w, index)}.", "6.3")
    if army_at(w, index) is not unit.type.side.other:
        return Refusal("no-target", f"There is no enemy combat unit at {named(w, index)}.", "6.3")
    reach = range_of(w, unit)
    if w.board.distance(unit.hex, index) > reach:
        return Refusal("out-of-range", f"{unit.type.long_name} has a range of {reach} hexes.", "6.3")
    if not strikes_freely(w, unit) and index not in touched_hexes(w, unit.type.side):
        return Refusal("not-touched", f"You have no combat unit next to {named(w, index)}.", "6.3")
    most = rules(w).bombard.together
    return Refusal("enough", f"At most {most} units may bombard the same hex.", "6.3")


BOMBS = Journey(Aim, strange, cannot_bombard, _cannot_hit, goals=_marks, goes=bombards)
aim_commands = BOMBS.commands


# -- the strike -----------------------------------------------------------------------------------


def too_weak(w: World, index: int, units: Sequence[Unit]) -> Refusal | None:
    """Why the units aimed at a hex may not strike: below 1-1."""
    strength, value = sum(kind(u).bombard for u in units), bombard_value(w, index)
    if strength >= value:
        return None
    return Refusal("too-weak", f"Strength {strength} against a hex of value {value} is below 1-1.", "6.2")


def strike(w: World, command: Strike) -> None:
    """One die for all units aimed at the hex: a step lost or not, the units spent or not (6.1, 6.3)."""
    index = w.board.by_label[command.hex]
    units = aimed(w, index)
    number, odds = column(sum(kind(u).bombard for u in units), bombard_value(w, index))
    cloud, bonus, die = weather_modifier(w, units), result_bonus(w, units), roll(w)
    loss, spent = hits(w, number, die + cloud + bonus), is_spent(w, die + cloud)
    changes = (("weather", cloud), ("unit", bonus))
    w.emit(
        Attacked(
            where=(command.hex,),
            rule="6.1",
            what="bombardment",
            bombardment=True,
            hex=command.hex,
            faces=(die,),
            odds=odds,
            modifiers=tuple((words, amount) for words, amount in changes if amount),
            read=str(die + cloud + bonus),
            result=HIT if loss else "",
            attackers=tuple(u.id for u in units),
            spent=spent,
        )
    )
    engage(w, units)
    for unit in units:
        w.mark(Readiness, unit, spent=spent)
    if loss:
        bleed(w, index)


def bleed(w: World, index: int) -> None:
    """Take one step off the hex, in the order of 5.8; where there is a choice the owner decides (6.3)."""
    write_down(w, index, (), fighters_at(w, index), ())
    w.mark(CombatRoll, w.table, code=HIT)
    owe(w, defender=1)
    if not pending(w):
        finish(w)


def cannot_strike(w: World, index: int) -> Refusal | None:
    """Why a hex may not be bombarded now."""
    if not w.phase.startswith("fight-"):
        return Refusal("no-bombardment", "Units bombard only at the start of a combat segment.", "6.3")
    units = aimed(w, index)
    if not units:
        return Refusal("nobody-aimed", f"No air or artillery unit bombards {named(w, index)}.", "6.3")
    if battle_joined(w):
        return Refusal("battle-joined", "Bombard before you attack on the ground.", "6.3")
    if army_at(w, index) is not turn_side(w).other:
        return Refusal("no-target", f"No enemy combat unit is left at {named(w, index)}.", "6.3")
    return too_weak(w, index, units)


def aimed_at(w: World) -> list[int]:
    """The hexes own units are aimed at."""
    side = turn_side(w)
    return sorted({u[Assignment].target for u in gunners(w) if u.type.side is side and u[Assignment].target >= 0})


STRIKES = HexErrand(Strike, "11", cannot_strike, aimed_at)
strike_commands = STRIKES.commands
ORDERS = (
    Handler(Aim, partial(send, rule="6.3"), BOMBS.judge),
    Handler(Strike, strike, STRIKES.judge),
)
