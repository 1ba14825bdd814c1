"""Chapter 18: which units are withdrawn, return, or become something else."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.components import Flags, Side, Steps, Withdrawals
from ecs.core.events import ClassRaised, Converted, Forfeited
from ecs.core.unit_names import long_name, with_nation
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign.income import debt_word
from ecs.rulesets.russia_besieged.campaign.leaders import WAITING
from ecs.rulesets.russia_besieged.data.calendar import turn_name, turn_side
from ecs.rulesets.russia_besieged.data.tables import SHELF, rules
from ecs.rulesets.russia_besieged.data.units import (
    SURROUNDED,
    Withdrawal,
    arrivals,
    classes,
    current_class,
    full_steps,
    grade_on,
    state,
)
from ecs.rulesets.russia_besieged.ground.removal import CAPTIVE, DEAD, GONE, REMOVAL
from ecs.systems import scorekeeping
from ecs.systems.arrivals import schedule
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import label

WITHDRAWN = "withdrawn"


def open_turn(w: World) -> None:
    """A side's arrivals begin: withdrawals, returns, units raised again, conversions, waves, in this order (18)."""
    side = turn_side(w)
    withdraw(w, side)
    _return(w, side)
    _restore(w, side)
    _convert(w, side)
    _waves(w, side)


def renamed(unit: Unit) -> Flag:
    """Flag of a unit that has another name since its conversion."""
    return Flag(f"renamed:{unit.id}")


def title(w: World, unit: Unit) -> str:
    """The name of a unit in a sentence now, with its nation, after a conversion that renamed it."""
    return with_nation(long_name(name_now(w, unit)), unit.type.nation)


def name_now(w: World, unit: Unit) -> str:
    """The name on a counter now, after a conversion that gave it a new one."""
    names = {line.unit: (line.grade, line.name) for line in arrivals().convert if line.name}
    found = names.get(unit.id)
    return found[1] if found and scorekeeping.has_flag(w, renamed(unit)) else unit.type.name


# -- withdrawals and returns --------------------------------------------------------------------------------


def due_turn(w: World, line: Withdrawal) -> int:
    """The turn on which a line of withdrawals falls due in this game."""
    late = line.late and f"start:{line.turn}" in w[Flags].flags
    return line.late if late else line.turn


def withdraw(w: World, side: Side) -> None:
    """Units the calendar withdraws leave at once; a surrounded one leaves as soon as it can (18)."""
    names = [name for line in arrivals().withdraw if w.clock.turn == due_turn(w, line) for name in line.units]
    orders = [*w[Withdrawals].orders, *(name for name in names if name not in w[Withdrawals].orders)]
    left = []
    for name in orders:
        unit = w.unit(name)
        if unit is None or unit.place.box in (GONE, WITHDRAWN) or unit.place.box.startswith("turn:"):
            continue
        if unit.type.side is not side or (unit.hex >= 0 and state(unit) == SURROUNDED):
            left.append(name)
        elif unit.place.box == DEAD or unit.place.box.startswith(CAPTIVE):
            less = rules(w).arrive.unpaid
            scorekeeping.add(w, debt_word(side), less)
            w.emit(Forfeited(rule="18", side=side, unit=unit.id, points=less))
        else:
            REMOVAL.withdraw(w, unit, WITHDRAWN, "18")
    w.mark(Withdrawals, w.table, orders=tuple(left))


def _return(w: World, side: Side) -> None:
    """Formations the calendar brings again come on their date, whether they were withdrawn or lost (11.4)."""
    for line in arrivals().back:
        unit = w.unit(line.unit)
        if line.turn != w.clock.turn or unit is None or unit.type.side is not side:
            continue
        box = unit.place.box
        if box in (WITHDRAWN, DEAD) or box.startswith(CAPTIVE):
            _raise(w, unit, line.grade, "return" if box == WITHDRAWN else "raised")


def _restore(w: World, side: Side) -> None:
    """Armies raised again if they are lost (11.4)."""
    for line in arrivals().restore:
        for name in line.units:
            unit = w.unit(name)
            if line.turn != w.clock.turn or unit is None or unit.type.side is not side or unit.hex >= 0:
                continue
            if unit.place.box in (DEAD, GONE) or unit.place.box.startswith(CAPTIVE):
                _raise(w, unit, line.grade, "raised")


def _raise(w: World, unit: Unit, new: str, source: str) -> None:
    REMOVAL.raise_anew(w, unit, WAITING, new, "18", source)


# -- conversions --------------------------------------------------------------------------------------------


def _convert(w: World, side: Side) -> None:
    """Units become another class in place; lost ones come back in their new form later (18)."""
    table = rules(w).arrive
    for line in arrivals().convert:
        unit = w.unit(line.unit)
        if line.turn != w.clock.turn or unit is None or unit.type.side is not side:
            continue
        box = unit.place.box
        if box in (GONE, WITHDRAWN):
            continue
        old = title(w, unit)
        if line.name:
            scorekeeping.flag(w, renamed(unit))
        if current_class(unit) != line.grade:
            regrade(w, unit, line.grade)
            seen = (label(w, unit.hex),) if unit.hex >= 0 else ()
            w.emit(Converted(where=seen, rule="18", unit=unit.id, into=line.grade, was=old, named=line.name))
        wait = table.converted_dead if box == DEAD else table.converted_captured if box.startswith(CAPTIVE) else 0
        if wait:
            schedule(w, unit, w.clock.turn + wait)


def _waves(w: World, side: Side) -> None:
    """Old classes count as new ones (11.4)."""
    for unit in w.units:
        if unit.type.side is side:
            new = grade_on(current_class(unit), w.clock.turn)
            if new != current_class(unit):
                regrade(w, unit, new)
    for wave in arrivals().wave:
        if wave.turn == w.clock.turn and (classes()[wave.new].nation in ("SOV", "POL")) is (side is Side.SOVIET):
            w.emit(ClassRaised(rule="18", old=tuple(wave.old), new=wave.new))


def regrade(w: World, unit: Unit, new: str) -> None:
    """Make a unit one of another class; its losses stay as far as the class can bear them."""
    w.mark(Steps, unit, grade=new)
    if unit[Steps].lost >= full_steps(unit):
        w.mark(Steps, unit, lost=full_steps(unit) - 1)


# -- Chapter 18: what the calendar still has in store for a counter.  Two that are alike today may not be so for long.


class UpcomingChange(NamedTuple):
    """A line of the calendar that names a counter: ``what`` is convert, withdraw, back or restore."""

    turn: int
    what: str
    grade: str = ""


@SHELF.remembered()
def _calendar() -> dict[str, tuple[UpcomingChange, ...]]:
    """Every change but the withdrawals, by counter."""
    found: dict[str, list[UpcomingChange]] = {}
    for line in arrivals().convert:
        found.setdefault(line.unit, []).append(UpcomingChange(line.turn, "convert", line.grade))
    for back in arrivals().back:
        found.setdefault(back.unit, []).append(UpcomingChange(back.turn, "back", back.grade))
    for raised in arrivals().restore:
        for name in raised.units:
            found.setdefault(name, []).append(UpcomingChange(raised.turn, "restore", raised.grade))
    return {name: tuple(sorted(changes)) for name, changes in found.items()}


@SHELF.remembered()
def _leaving() -> dict[str, tuple[Withdrawal, ...]]:
    found: dict[str, list[Withdrawal]] = {}
    for line in arrivals().withdraw:
        for name in line.units:
            found.setdefault(name, []).append(line)
    return {name: tuple(lines) for name, lines in found.items()}


def outlook(w: World, unit: Unit) -> tuple[UpcomingChange, ...]:
    """Changes due for a counter after this turn, soonest first; its new names are no part of them."""
    found = list(_calendar().get(unit.id, ()))
    found += [UpcomingChange(due_turn(w, line), "withdraw") for line in _leaving().get(unit.id, ())]
    return tuple(sorted(change for change in found if change.turn > w.clock.turn))


def words(w: World, unit: Unit) -> str:
    """The outlook in words; "" if there is none."""
    return "; ".join(_words(change) for change in outlook(w, unit))


def _words(change: UpcomingChange) -> str:
    when = turn_name(change.turn)
    if change.what == "withdraw":
        return f"is withdrawn in {when}"
    card = classes()[change.grade]
    article = "an" if card.name.startswith(("A", "I", "SS ")) else "a"
    new = f"{article} {card.name} ({card.full[0]}-{card.full[1]})"
    if change.what == "convert":
        return f"becomes {new} in {when}"
    if change.what == "back":
        return f"returns as {new} in {when}"
    return f"returns as {new} in {when} if lost by then"
