"""Chapter 18: who is withdrawn, who returns, and who becomes something else?"""

from __future__ import annotations

from ecs.components import Side
from ecs.events import Changed, Event
from ecs.rulesets.russia_besieged.income import debt_word
from ecs.rulesets.russia_besieged.lay import CAPTIVE, DEAD, SURROUNDED, card, full_steps, grade, leave_map, rules, state
from ecs.rulesets.russia_besieged.leaders import WAITING
from ecs.rulesets.russia_besieged.roster import Withdraw, arrivals, classes, grade_on
from ecs.rulesets.russia_besieged.setup import GONE
from ecs.systems import counts
from ecs.systems.naming import label
from ecs.world import Unit, World

WITHDRAWN = "withdrawn"


def open_turn(w: World, side: Side) -> None:
    """A side's arrivals begin: withdrawals, returns, units raised anew, conversions, waves, in this order (18)."""
    withdraw(w, side)
    _return(w, side)
    _restore(w, side)
    _convert(w, side)
    _waves(w, side)


def title(w: World, unit: Unit) -> str:
    """The name of a unit now, after a conversion that gave it a new one."""
    names = {line.unit: (line.grade, line.name) for line in arrivals().convert if line.name}
    found = names.get(unit.id)
    return found[1] if found and counts.has_flag(w, f"renamed:{unit.id}") else unit.type.name


# -- withdrawals and returns --------------------------------------------------------------------------------


def due_turn(w: World, line: Withdraw) -> int:
    """The turn on which a line of withdrawals falls due in this game."""
    late = line.late and f"start:{line.turn}" in w.campaign.flags
    return line.late if late else line.turn


def withdraw(w: World, side: Side) -> None:
    """Units the calendar calls away go at once; one that is surrounded goes as soon as it can (18)."""
    names = [name for line in arrivals().withdraw if w.clock.turn == due_turn(w, line) for name in line.units]
    orders = [*w.campaign.orders, *(name for name in names if name not in w.campaign.orders)]
    left = []
    for name in orders:
        unit = w.unit(name)
        if unit is None or unit.place.box in (GONE, WITHDRAWN) or unit.place.box.startswith("turn:"):
            continue
        if unit.type.side is not side or (unit.hex >= 0 and state(unit) == SURROUNDED):
            left.append(name)
        elif unit.place.box == DEAD or unit.place.box.startswith(CAPTIVE):
            less = rules(w).arrive.unpaid
            counts.add(w, debt_word(side), less)
            w.emit(Event(text=f"{title(w, unit)} was to leave: {less} RP go instead.", rule="18"))
        else:
            _take_away(w, unit)
    w.mark(w.campaign, orders=tuple(left))


def _take_away(w: World, unit: Unit) -> None:
    seen = (label(w, unit.hex),) if unit.hex >= 0 else ()
    name = title(w, unit)
    leave_map(w, unit, WITHDRAWN)
    w.emit(Changed(text=f"{name} is withdrawn from the front.", where=seen, rule="18", unit=unit.id, state="withdrawn"))


def _return(w: World, side: Side) -> None:
    """Formations the calendar brings again come on their date, whether they were withdrawn or lost (11.4)."""
    for line in arrivals().back:
        unit = w.unit(line.unit)
        if line.turn != w.clock.turn or unit is None or unit.type.side is not side:
            continue
        box = unit.place.box
        if box in (WITHDRAWN, DEAD) or box.startswith(CAPTIVE):
            _raise(w, unit, line.grade, "is back" if box == WITHDRAWN else "is raised anew")


def _restore(w: World, side: Side) -> None:
    """Armies raised anew if they are lost (11.4)."""
    for line in arrivals().restore:
        for name in line.units:
            unit = w.unit(name)
            if line.turn != w.clock.turn or unit is None or unit.type.side is not side or unit.hex >= 0:
                continue
            if unit.place.box in (DEAD, GONE) or unit.place.box.startswith(CAPTIVE):
                _raise(w, unit, line.grade, "is raised anew")


def _raise(w: World, unit: Unit, new: str, words: str) -> None:
    w.mark(unit.place, hex=-1, box=WAITING)
    w.mark(unit.steps, lost=0, grade=new)
    w.reset(unit.duty)
    w.emit(Changed(text=f"{title(w, unit)} {words}.", rule="18", unit=unit.id, state="arrived"))


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
            counts.flag(w, f"renamed:{unit.id}")
        if grade(unit) != line.grade:
            regrade(w, unit, line.grade)
            seen = (label(w, unit.hex),) if unit.hex >= 0 else ()
            text = f"{old} becomes {line.name or 'a stronger unit'} ({card(unit).name})."
            w.emit(Changed(text=text, where=seen, rule="18", unit=unit.id, state="converted"))
        wait = table.converted_dead if box == DEAD else table.converted_captured if box.startswith(CAPTIVE) else 0
        if wait:
            w.mark(unit.place, box=f"turn:{w.clock.turn + wait}")


def _waves(w: World, side: Side) -> None:
    """Old classes count as new ones (11.4)."""
    for unit in w.units:
        if unit.type.side is side:
            new = grade_on(grade(unit), w.clock.turn)
            if new != grade(unit):
                regrade(w, unit, new)
    for wave in arrivals().wave:
        if wave.turn == w.clock.turn and (classes()[wave.new].nation in ("SOV", "POL")) is (side is Side.SOVIET):
            names = ", ".join(f"{classes()[name].full[0]}-{classes()[name].full[1]}" for name in wave.old)
            fresh = classes()[wave.new]
            text = f"{fresh.name}: counters of {names} count as {fresh.full[0]}-{fresh.full[1]} from now on."
            w.emit(Event(text=text, rule="18"))


def regrade(w: World, unit: Unit, new: str) -> None:
    """Make a unit one of another class; its losses stay as far as the class can bear them."""
    w.mark(unit.steps, grade=new)
    if unit.steps.lost >= full_steps(unit):
        w.mark(unit.steps, lost=full_steps(unit) - 1)
