"""Chapter 18: what the calendar still has in store for a counter.  Two that are alike today may not be so for long."""

from __future__ import annotations

from typing import NamedTuple

from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign.conversions import due_turn
from ecs.rulesets.russia_besieged.data.charts import turn_name
from ecs.rulesets.russia_besieged.data.tables import SHELF
from ecs.rulesets.russia_besieged.data.units import Withdrawal, arrivals, classes


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
    """What is to come for a counter after this turn, soonest first; the names it will take are no part of it."""
    found = list(_calendar().get(unit.id, ()))
    found += [UpcomingChange(due_turn(w, line), "withdraw") for line in _leaving().get(unit.id, ())]
    return tuple(sorted(change for change in found if change.turn > w.clock.turn))


def words(w: World, unit: Unit) -> str:
    """The same in words, "" if there is nothing."""
    return "; ".join(_words(change) for change in outlook(w, unit))


def _words(change: UpcomingChange) -> str:
    when = turn_name(change.turn)
    if change.what == "withdraw":
        return f"leaves in {when}"
    card = classes()[change.grade]
    new = f"{card.name} {card.full[0]}-{card.full[1]}"
    if change.what == "convert":
        return f"becomes {new} in {when}"
    if change.what == "back":
        return f"is back as {new} in {when}"
    return f"is raised anew as {new} in {when} if it is lost then"
