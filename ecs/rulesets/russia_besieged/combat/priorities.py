"""Chapters 11.9, 13.1, 13.4: the owner's preferences where there is not enough for all.

The rules choose first, and the owner may change it: which units a limited source feeds, while he brings in his
arrivals; which air groups got ready in bad weather, during his first movement; whom aircraft have fed, until the
surrender is checked.  One of those chosen always makes room for one of the others.
"""

from __future__ import annotations

from collections.abc import Callable

from ecs.core.commands import Command, Feed, Ready
from ecs.core.components import Assignment, Readiness, Side, SupplyState
from ecs.core.events import CutOff, PassedOver, Relieved
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.air_and_artillery import readied, waits
from ecs.rulesets.russia_besieged.combat.fortresses import doomed
from ecs.rulesets.russia_besieged.data.calendar import has_been_raised, strange, turn_side
from ecs.rulesets.russia_besieged.data.units import SUPPLIED, letter, state
from ecs.rulesets.russia_besieged.ground.supply import FED, Ranks, judged, ranks, served, sustained
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import label, named, tell_change
from ecs.systems.stacking import on_map

# -- limited sources (13.4, 13.6) ---------------------------------------------------------------------------


@per_position
def _hungry(w: World, side: Side) -> tuple[Unit, ...]:
    """Units out of supply that a limited source would supply if it supplied no others."""
    fed = sustained(w, side)
    lean = [u for u in on_map(w, side) if state(u) != SUPPLIED and u.entity not in fed]
    return tuple(u for u in lean if u.entity in served(w, side, ((u.id, -1),)))


def _preferring(w: World, unit: Unit, instead: Unit) -> Ranks:
    """The owners' wishes if one unit is preferred to another: it comes first of all, the other last."""
    known = dict(ranks(w))
    first, last = min(0, *known.values(), 0) - 1, max(0, *known.values(), 0) + 1
    return tuple(sorted((known | {unit.id: first, instead.id: last}).items()))


def _cannot_share_out(w: World, unit: Unit, instead: Unit) -> Refusal | None:
    side = unit.type.side
    if state(unit) == SUPPLIED:
        return Refusal("supplied", f"{unit.type.long_name} is in supply.", "13.4")
    if unit not in _hungry(w, side):
        words = f"{unit.type.long_name} is too far from every city and port that could supply it."
        return Refusal("no-source", words, "13.4")
    before = sustained(w, side)
    if instead.entity not in before or state(instead) != SUPPLIED:
        return Refusal("not-fed", f"{instead.type.long_name} draws no supply from a city or port.", "13.4")
    if has_been_raised(w, instead):
        words = f"{instead.type.long_name} has regained a step and must stay in supply."
        return Refusal("raised", words, "19.2")
    after = served(w, side, _preferring(w, unit, instead))
    if unit.entity not in after or not before - {instead.entity} <= after:
        words = f"{unit.type.long_name} and {instead.type.long_name} do not draw supply from the same city or port."
        return Refusal("other-source", words, "13.4")
    return None


def _share_out(w: World, unit: Unit, instead: Unit) -> None:
    wishes = dict(_preferring(w, unit, instead))
    for one in (unit, instead):
        scorekeeping.put(w, Count(FED + one.id), wishes[one.id])
    for one in (unit, instead):
        now = judged(w, one)
        w.mark(SupplyState, one, level=now)
        kind, spot = Relieved if now == SUPPLIED else CutOff, label(w, one.hex)
        w.emit(kind(where=(spot,), rule="13.4", unit=one.id, hex=spot, level=now, shared=True))


def tell(w: World) -> None:
    """Supply has been judged: tell for whom there is not enough."""
    hungry = _hungry(w, turn_side(w))
    if hungry:
        where = tuple(dict.fromkeys(label(w, u.hex) for u in hungry))
        w.emit(PassedOver(where=where, rule="13.4", units=tuple(u.id for u in hungry), what="supply"))


# -- supply from the air (13.1) -----------------------------------------------------------------------------


def _cannot_save(w: World, unit: Unit, instead: Unit) -> Refusal | None:
    if unit not in doomed(w, unit.type.side):
        return Refusal("not-doomed", f"{unit.type.long_name} is in no danger of surrendering.", "13.1")
    if not instead[SupplyState].relieved or instead.hex != unit.hex:
        words = f"{instead.type.long_name} gets no supply by air at {named(w, unit.hex)}."
        return Refusal("not-lifted", words, "13.1")
    return None


def _save(w: World, unit: Unit, instead: Unit) -> None:
    w.mark(SupplyState, instead, relieved=False)
    w.mark(SupplyState, unit, relieved=True)
    tell_change(w, unit, "fed-by-air", "13.1", other=instead.id)


# -- both ---------------------------------------------------------------------------------------------------


def cannot_feed(w: World, unit: Unit, instead: Unit) -> Refusal | None:
    """Why a unit may not be supplied instead of another."""
    side = turn_side(w)
    for one in (unit, instead):
        if one.type.side is not side:
            return Refusal("enemy-unit", f"{one.type.long_name} is not yours.", "13.4")
        if one.hex < 0:
            return Refusal("off-map", f"{one.type.long_name} is not on the map.", "13.4")
    if w.phase.startswith("arrive-"):
        return _cannot_share_out(w, unit, instead)
    if w.phase.startswith("surrender-"):
        return _cannot_save(w, unit, instead)
    words = "Choose which units get supply during arrivals, and which get it by air at the surrender check."
    return Refusal("not-feeding", words, "13.4")


def feed_commands(w: World, unit: Unit) -> list[Command]:
    """The units instead of which a unit may be supplied now."""
    side = unit.type.side
    if unit.hex < 0 or side is not turn_side(w) or state(unit) == SUPPLIED:
        return []
    found: list[Unit] = []
    if w.phase.startswith("arrive-") and unit in _hungry(w, side):
        found = [w.by_entity[entity] for entity in sorted(sustained(w, side))]
    elif w.phase.startswith("surrender-"):
        found = [u for u in on_map(w, side) if u[SupplyState].relieved and u.hex == unit.hex]
    return [Feed(unit.id, other.id) for other in found if cannot_feed(w, unit, other) is None]


def judge_feed(w: World, command: Feed) -> Refusal | None:
    """Why a unit may not be supplied instead of another."""
    return _judge(w, command.unit, command.instead, cannot_feed)


def feed(w: World, command: Feed) -> None:
    """Supply one unit instead of another."""
    do = _share_out if w.phase.startswith("arrive-") else _save
    do(w, w.by_id[command.unit], w.by_id[command.instead])


def _judge(w: World, unit: str, instead: str, cannot: Callable[[World, Unit, Unit], Refusal | None]) -> Refusal | None:
    return strange(w, unit) or strange(w, instead) or cannot(w, w.by_id[unit], w.by_id[instead])


# -- aircraft that get ready (11.9) -------------------------------------------------------------------------


def cannot_ready(w: World, unit: Unit, instead: Unit) -> Refusal | None:
    """Why a group may not be Ready instead of another."""
    if not w.phase.startswith("move1-"):
        return Refusal(
            "no-readying", "Choose which air groups become ready while you move in the First Impulse.", "11.9"
        )
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{unit.type.long_name} is not yours.", "11.9")
    if unit.hex < 0 or not scorekeeping.count(w, waits(unit)):
        words = f"{unit.type.long_name} could not have become ready."
        return Refusal("not-waiting", words, "11.9")
    if instead.hex < 0 or not scorekeeping.count(w, readied(instead)):
        return Refusal("not-readied", f"{instead.type.long_name} did not become ready this turn.", "11.9")
    if instead[Readiness].spent or instead[Assignment].target >= 0:
        return Refusal("sent", f"{instead.type.long_name} has already flown.", "11.9")
    return None


def ready_commands(w: World, unit: Unit) -> list[Command]:
    """The groups instead of which a Used group may be Ready."""
    if letter(unit) != "AIR" or not unit[Readiness].spent or not scorekeeping.count(w, waits(unit)):
        return []
    mates = (u for u in on_map(w, unit.type.side) if letter(u) == "AIR")
    return [Ready(unit.id, other.id) for other in mates if cannot_ready(w, unit, other) is None]


def judge_ready(w: World, command: Ready) -> Refusal | None:
    """Why a group may not be Ready instead of another."""
    return _judge(w, command.unit, command.instead, cannot_ready)


def ready(w: World, command: Ready) -> None:
    """Make one group Ready and leave another Used."""
    unit, instead = w.by_id[command.unit], w.by_id[command.instead]
    for one, now in ((unit, True), (instead, False)):
        w.mark(Readiness, one, spent=not now)
        scorekeeping.put(w, readied(one), int(now))
        scorekeeping.put(w, waits(one), int(not now))
        tell_change(w, one, "ready" if now else "used", "11.9")


ORDERS = (
    Handler(Feed, feed, judge_feed),
    Handler(Ready, ready, judge_ready),
)
