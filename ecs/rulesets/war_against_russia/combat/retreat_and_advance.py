"""Chapter 10.1: where beaten defenders retreat.  The attacker chooses, hex by hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs.core.commands import Command, Done, Hold, StandFast
from ecs.core.components import Battle, CombatRoll, RetreatUnderway, Side
from ecs.core.events import Cause, StandOrdered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.odds import columns, lookup
from ecs.rulesets.war_against_russia.data.components import Pursuit, StandOrder
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_armour, is_dispersed, is_german, turn_side
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.control import (
    blocked_map,
    eliminate,
    fighters_at,
    full_for,
    is_defended,
    no_room,
    take_control,
    zone_map,
)
from ecs.rulesets.war_against_russia.ground.terrain import barred_ground, is_closed, is_narrow, open_net, weather_at
from ecs.systems.combat.declared_attacks import waves_on
from ecs.systems.combat.losses import attackers, defenders, defending_side
from ecs.systems.combat.retreat_and_advance import ROOM, RetreatSearch, candidates, paced
from ecs.systems.combat.rules import AdvanceRules, Path, RetreatRules, question
from ecs.systems.movement import travel
from ecs.systems.sentences import called, label, named
from ecs.systems.stacking import units_at

RULE = "10.1"
FARTHEST = 2


def span(w: World) -> tuple[int, int]:
    """Fewest and most hexes those who retreat are driven back.  No conversion makes a retreat of another result, so the
    plain one holds for all of them."""
    fewest, most = rules(w).result[lookup(w[CombatRoll].odds, w[CombatRoll].die)].retreat
    return fewest, most


# -- where to -----------------------------------------------------------------------------------------------


def exits(w: World, unit: Unit, trail: Path, foes: Iterable[int]) -> list[int]:
    """Hexes open to the next pace of a retreat along a trail from attackers at ``foes``: one more away from the start,
    nearer to none of them, not into an enemy zone unless friends stand there who are not under attack."""
    start, here, distance = trail[0], trail[-1], w.board.distance
    shut, bar = blocked_map(w, unit.type.side), barred_ground(w, unit)
    return [
        j
        for j in open_net(w)[here]
        if not shut[j]
        and j not in bar
        and distance(j, start) == len(trail)
        and all(distance(j, b) >= distance(here, b) for b in foes)
        and not is_besieged(w, j, unit.type.side)
    ]


def is_besieged(w: World, index: int, side: Side) -> bool:
    """Does a hex of ``side`` lie in an enemy zone with an attack on it that has still to be fought?"""
    return bool(zone_map(w, side.other)[index]) and bool(waves_on(w, index))


SEARCH = RetreatSearch(exits, full_for)


def ways(w: World, unit: Unit, trail: Path, foes: Sequence[int], left: int) -> list[int]:
    """The hexes that may be chosen for the next pace: those from which the retreat can end where there is room, with
    hexes ``left`` to go."""
    found = SEARCH.ranked(w, unit, trail, foes, (1, len(trail) + left - 1)) if left > 0 else {}
    return [j for j, worth in found.items() if worth == ROOM]


def has_way(w: World, unit: Unit, foes: Iterable[int], hexes: int = FARTHEST) -> bool:
    """Does a unit have a legal retreat of up to this many hexes from attackers at ``foes``?"""
    return bool(ways(w, unit, (unit.hex,), tuple(foes), hexes))


def is_surrounded(w: World, index: int, foes: Iterable[int], hexes: int = FARTHEST) -> bool:
    """Has no unit of a stack a legal retreat (9.6)?  False for an empty hex."""
    bases, units = tuple(foes), fighters_at(w, index)
    return bool(units) and not any(has_way(w, u, bases, hexes) for u in units)


# -- going --------------------------------------------------------------------------------------------------


def open_ways(w: World, unit: Unit) -> list[int]:
    """The hexes that may be chosen for the next pace of the unit whose turn it is."""
    return ways(w, unit, w[RetreatUnderway].trail, w[Battle].came_from, span(w)[1] - w[RetreatUnderway].paces)


def may_stop(w: World, unit: Unit) -> bool:
    """May the unit stay where it has got to: far enough, and with room?"""
    return w[RetreatUnderway].paces >= span(w)[0] and no_room(w, unit, unit.hex) is None


def step(w: World, unit: Unit, index: int) -> None:
    """The unit falls back one hex."""
    travel(w, unit, (unit.hex, index), "retreat", RULE)
    paced(w, index)
    w.mark(Pursuit, w.table, driven=max(w[Pursuit].driven, w[RetreatUnderway].paces))


def end(w: World, unit: Unit) -> None:
    """The unit can go no further.  Without any way it is lost if it could have been driven far, else it stays: that
    is what the result is for a stack that is surrounded (9.6)."""
    if not w[RetreatUnderway].paces and span(w)[1] > 1:
        eliminate(w, unit, Cause.NO_RETREAT, "no way to retreat", RULE)
    else:
        stop(w, unit)


def stop(w: World, unit: Unit) -> None:
    """The unit stays where it is; driven out of its hex, it holds the one it has come to."""
    if w[RetreatUnderway].paces:
        take_control(w, unit.hex, unit.type.side)


# -- the question -------------------------------------------------------------------------------------------


def _closed(w: World, unit: Unit, there: int) -> Refusal:
    """Why a hex is closed to the unit whose turn it is."""
    if there not in w.board.neighbours[unit.hex]:
        return Refusal("not-adjacent", "Retreat one hex at a time.", RULE)
    if there in exits(w, unit, w[RetreatUnderway].trail, w[Battle].came_from):
        return Refusal("overstacked", f"{named(w, there)} is full, and so are the hexes beyond it.", "6")
    words = (
        "Retreat away from the attacked hex and no nearer to the attackers. Sea, open lakes and straits are "
        "closed, and so are enemy zones of control without friendly units that are not under attack."
    )
    return Refusal("retreat-closed", words, RULE)


RETREAT = RetreatRules(
    RULE,
    turn_side,
    open_ways,
    step,
    end,
    _closed,
    asked=lambda w, unit: f"where does {unit.type.long_name} retreat from {named(w, unit.hex)}",
    not_now="Defenders retreat only when a result says so.",
    may_stop=may_stop,
    stop=stop,
)

# -- Chapter 9.6: Germans who are attacked and told not to retreat. --------------------------------------------------

STAND = "stand"


def may_stand(w: World) -> bool:
    """May the Axis decide whether its stack stands: are there Germans in it who could be driven away?"""
    if turn_side(w) is Side.AXIS or not germans(w):
        return False
    column = [row[w[CombatRoll].odds] for row in rules(w).crt.cells]
    if not any(max(rules(w).result[code].retreat) for code in column):
        return False
    return not is_surrounded(w, w[Battle].hex, w[Battle].came_from)


def germans(w: World) -> list[Unit]:
    """The Germans attacked, by entity."""
    return [u for u in defenders(w) if is_german(u)]


def commands(w: World) -> list[Command]:
    """The choices of the Germans: all stand, one alone stands, or none."""
    found = germans(w)
    alone: list[Command] = [Hold(u.id) for u in found] if len(found) > 1 else []
    return [StandFast(), *alone, Done()]


def stands(w: World, unit: Unit) -> bool:
    """Has this defender been ordered not to retreat?  Never an ally of the Germans."""
    return unit.entity in w[StandOrder].units


def order(w: World, units: list[Unit]) -> None:
    """Order units to stand fast in this battle."""
    w.mark(StandOrder, w.table, units=tuple(u.entity for u in units))
    here = label(w, w[Battle].hex)
    w.emit(StandOrdered(where=(here,), rule="9.6", side=Side.AXIS, hex=here, units=tuple(u.id for u in units)))


def judge_hold(w: World, command: Hold) -> Refusal | None:
    """Why this unit may not stand fast alone."""
    if w.decisions.stack[-1:] != (STAND,):
        return Refusal(
            "no-stand-now", "Order Germans to stand fast when they are attacked, before the die roll.", "9.6"
        )
    if command in commands(w):
        return None
    unit = w.unit(command.unit)
    if unit in germans(w):
        return Refusal("stands-alone", "It is the only German unit there. Order it to stand fast.", "9.6")
    return Refusal("not-german", f"{called(w, command.unit)} is not a German unit under attack here.", "9.6")


def _asked(w: World) -> str:
    at_odds = f"{named(w, w[Battle].hex)} is attacked at {columns().title(w[CombatRoll].odds)}"
    return f"{at_odds}. Which German units stand fast?"


STAND_QUESTION = question(STAND, defending_side, commands, _asked, "9.6")

# -- Chapter 10.2: who advances after combat, who must, and how far. -------------------------------------------------


def is_vacant(w: World) -> bool:
    """Is the attacked hex empty of enemies, the city's militia included?"""
    return not is_defended(w, w[Battle].hex, turn_side(w))


def able(w: World) -> list[Unit]:
    """UnDispersed attackers, once the hex is empty."""
    return [u for u in attackers(w) if not is_dispersed(u)] if is_vacant(w) else []


def reach_of(w: World, unit: Unit) -> int:
    """Hexes a unit may advance: armour by the weather, never further than the defenders were driven back; after their
    elimination that is no limit."""
    table = rules(w).advance
    row = table.armour.get(weather_at(w, w[Battle].hex)) if is_armour(unit) else None
    most = row.of(unit.type.side) if row is not None else table.others
    return min(most, w[Pursuit].driven) if w[Pursuit].driven else most


def can_enter(w: World, unit: Unit, here: int, there: int) -> bool:
    """May an advance go on from one hex to the next: is there no enemy to stop it, and room to stand?"""
    if is_closed(w, here, there) or is_defended(w, there, unit.type.side):
        return False
    return terrain.barred(w, unit, there) is None and no_room(w, unit, there) is None


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first.  One hex: the vacated one, or an empty one next to it; a
    second only through the vacated one."""
    target, start, near = w[Battle].hex, unit.hex, w.board.neighbours
    found: dict[int, Path] = {
        j: (start, j)
        for j in near[start]
        if (j == target or (j in near[target] and not units_at(w, j))) and can_enter(w, unit, start, j)
    }
    if target in found and reach_of(w, unit) > 1 and not is_narrow(w, start, target):
        for j in near[target]:
            if j != start and not is_narrow(w, target, j) and can_enter(w, unit, target, j):
                found[j] = (start, target, j)
    return dict(sorted(found.items()))


def is_due(w: World) -> bool:
    """Must more attackers move into the vacated hex: fewer factors stay there than the defenders had, and more can?
    Who passes through it does not count."""
    inside = sum(w.by_entity[e].type.attack for e in w[Pursuit].entered)
    return inside < w[Pursuit].worth and any(w[Battle].hex in advances(w, u) for u in candidates(w))


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; it takes the hexes it goes through."""
    if path[-1] == w[Battle].hex:
        w.mark(Pursuit, w.table, entered=(*w[Pursuit].entered, unit.entity))
    travel(w, unit, path, "advance", "10.2")
    for index in path[1:]:
        take_control(w, index, unit.type.side)


def _who_advances(w: World) -> str:
    here = named(w, w[Battle].hex)
    return f"which unit must advance into {here} and stay" if is_due(w) else f"who else advances into or next to {here}"


ADVANCE = AdvanceRules(
    "10.2",
    able,
    advances,
    _go,
    _who_advances,
    not_able="not an attacker of this battle that can still advance",
    elsewhere=(
        "Advance into the vacated hex or an empty one next to it, where there is room. Armour "
        "may go on through the vacated hex to a second one if the weather and the retreat allow it."
    ),
    due=is_due,
    takes_it=lambda w, path: path[-1] == w[Battle].hex,
    due_words=lambda w: (
        f"First advance as many factors as the defenders had into {named(w, w[Battle].hex)}. They stay there."
    ),
)
