"""Chapter 6: how far a unit may go."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ecs.core.commands import Command, Move
from ecs.core.components import (
    Assignment,
    Concealment,
    Disruption,
    Engagement,
    Installation,
    Marched,
    Place,
    Readiness,
    Side,
)
from ecs.core.events import Moved
from ecs.core.ruleset import Handler
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Strength, frozen, strange, turn_side
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.borders import bar, barred_map
from ecs.rulesets.darkest_crusade.ground.control import lost_oil, take_control, zones
from ecs.rulesets.darkest_crusade.ground.terrain import is_closed, is_narrow
from ecs.systems.movement import BentMarch, Journey, March, Way, arrivals_by
from ecs.systems.sentences import label, named
from ecs.systems.stacking import side_at
from ecs.systems.zones import flags

BLITZ_PHASES = ("A2d-move", "B2d-move")
MOVE_PHASES = ("A2a-move", "B2a-move", *BLITZ_PHASES)


def allowance(w: World, unit: Unit) -> tuple[int, int]:
    """Hexes the unit may move, and bonus hexes if it will not attack (6.1, 6.3, 6.5)."""
    table, phase = rules(w).movement, w.phase
    side, panzer = unit.type.side, "panzer" in unit.type
    if phase == "A2d-move":
        return _blitz(w, unit)
    if phase == "B2d-move":
        return (1, 0) if "proriv" in unit.type else (0, 0)
    oil = lost_oil(w, side) and panzer
    if side is Side.AXIS:
        brisk = panzer and w.options["panzer_op_move"] == "2"
        base = table.panzer_option if brisk else table.others
        return (table.no_oil if oil else base), table.bonus_axis
    base = table.mech if panzer else table.others
    return (table.no_oil if oil else base), table.bonus_soviet


def _blitz(w: World, unit: Unit) -> tuple[int, int]:
    """In Snow, Blitzkrieg is for panzers alone: they keep their bonus, others have none (6.3)."""
    table = rules(w).movement
    if "panzer" in unit.type:
        return table.blitz, table.blitz_bonus
    return 0, 0 if w.weather.name == "Snow" else table.blitz_bonus


def cannot_move(w: World, unit: Unit) -> Refusal | None:
    """Why the unit may not begin to move at all in this phase."""
    phase = w.phase
    if phase not in MOVE_PHASES:
        return Refusal("no-movement", "Units move in the movement phases.", "5")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{unit.type.name} is not yours to move.", "5")
    if unit.hex < 0 or Installation in unit:
        return Refusal("off-map", f"{unit.type.name} is no unit on the map.", "6.1")
    if unit[Disruption].disrupted:
        return Refusal("disrupted", f"{unit.type.name} is Disrupted and cannot move.", "10")
    if unit[Readiness].spent:
        return Refusal("spent", f"{unit.type.name} does nothing else this player-turn.", "18")
    if unit[Marched].moved:
        return Refusal("moved", f"{unit.type.name} has moved in this phase.", "5")
    if "finnish" in unit.type and w.clock.turn < rules(w).special.finns_from_turn and w.options["finns"] != "free":
        return Refusal("finns-wait", "The Finnish army waits until July.", "22.1")
    if sum(allowance(w, unit)) == 0:
        return Refusal("no-second-move", f"{unit.type.name} has no second movement now.", "6.3")
    return None


def reach(w: World, unit: Unit) -> dict[int, ReachStep]:
    """Every hex the unit may move to: board index -> the cheapest step there."""
    if cannot_move(w, unit) is not None:
        return {}
    walk = terms(w, unit)
    return w.keep(("reach", walk), lambda: _reach(w, walk))


class MovementTerms(NamedTuple):
    """All that a unit's reach depends on; units on the same terms share it.  Costs in half hexes.

    ``shut``: 1 for each hex it may not enter; ``zones``: hexes in enemy zones and who exerts them; ``friends``: own
    units beside the start.  ``road``: cost of a highway step; ``extra``: may take one highway step free.
    """

    start: int
    base: int
    most: int
    shut: bytes
    zones: frozenset[tuple[int, tuple[str, ...]]]
    friends: tuple[int, ...]
    frozen: bool
    road: int
    extra: bool


def terms(w: World, unit: Unit) -> MovementTerms:
    """The terms on which a unit moves now."""
    base, bonus = allowance(w, unit)
    side, panzer, table = unit.type.side, "panzer" in unit.type, rules(w).movement
    fast = panzer and not (side is Side.AXIS and lost_oil(w, side))
    hostile = _zones_against(w, side)
    friends = tuple(j for j in w.board.neighbours[unit.hex] if side_at(w, j) is side) if hostile else ()
    return MovementTerms(
        unit.hex,
        2 * base,
        2 * (base + bonus),
        barred_map(w, unit),
        hostile,
        friends,
        frozen(w),
        1 if fast else 2,
        not panzer and table.highway_extra > 0,
    )


def _zones_against(w: World, side: Side) -> frozenset[tuple[int, tuple[str, ...]]]:
    """The zones of control that hinder a side: only German units have any (7)."""
    if side is Side.AXIS:
        return frozenset()
    return w.memo("zones-against", lambda: frozenset(zones(w, side.other).items()))


def links(w: World, icy: bool) -> list[list[tuple[int, bool, bool]]]:
    """Of every hex, the hexes next to it that are not across water: (index, narrow, highway)."""

    def make() -> list[list[tuple[int, bool, bool]]]:
        return [
            [(j, is_narrow(w, i, j), "highway" in w.board.kinds(i, j)) for j in row if not is_closed(w, i, j)]
            for i, row in enumerate(w.board.neighbours)
        ]

    return w.keep(("links", icy), make)


def reach_by(w: World, unit: Unit, via: tuple[int, ...]) -> dict[int, ReachStep]:
    """The same, by way of hexes that are passed in turn."""
    return {} if cannot_move(w, unit) is not None else _reach(w, terms(w, unit), via)


def _reach(w: World, walk: MovementTerms, via: tuple[int, ...] = ()) -> dict[int, ReachStep]:
    net, zone_of, start = links(w, walk.frozen), dict(walk.zones), walk.start

    def ways(here: int, used: bool, spent: int) -> list[Way]:
        """``used``: the free highway step has been taken."""
        out: list[Way] = []
        near = zone_of.get(here, ())
        for there, narrow, highway in net[here]:
            onto_friend = here == start and there in walk.friends
            if near and not onto_friend and not set(near).isdisjoint(zone_of.get(there, ())):
                continue
            if narrow:
                # a strait takes the whole move: from the start hex only, and no bonus (6.4)
                if here == start and walk.base:
                    out.append((there, walk.base, used, True))
                continue
            out.append((there, walk.road if highway else 2, used, False))
            if highway and walk.extra and not used:
                out.append((there, 0, True, False))
        return out

    march = March(start, walk.most, ways, walk.shut, (), flags(w, zone_of))
    steps: dict[int, ReachStep] = {}
    for there, cost, path in arrivals_by(march, via):
        late = cost > walk.base or not walk.base or any(j == there and narrow for j, narrow, _ in net[path[-2]])
        steps[there] = ReachStep(there, (cost + 1) // 2, path, late, "no attack after this move" if late else "")
    return steps


def move_commands(w: World) -> list[Command]:
    """Every operational move open to the side to act."""
    side = turn_side(w)
    out: list[Command] = []
    for unit in w.units:
        if unit.hex >= 0 and unit.type.side is side and cannot_move(w, unit) is None:
            out += w.keep(("moves", unit.id, terms(w, unit)), partial(_moves, w, unit))
    return out


def _moves(w: World, unit: Unit) -> list[Command]:
    return [Move(unit.id, label(w, h)) for h in reach(w, unit)]


def move(w: World, command: Move) -> None:
    """Move the unit; an emplaced or fortified one gives that up first (6.3, 13)."""
    unit = w.by_id[command.unit]
    _march(w, unit, reach(w, unit)[w.board.by_label[command.hex]])


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    start = unit.hex
    w.mark(Strength, unit, strong=False)
    w.mark(Marched, unit, moved=2 if step.bonus else 1)
    w.mark(Place, unit, hex=step.hex)
    w.emit(
        Moved(
            where=(label(w, start), label(w, step.hex)),
            rule="6.1",
            unit=unit.id,
            path=tuple(label(w, h) for h in step.path),
            how="move",
            bonus=step.bonus,
            veil=f"A hidden unit moves {label(w, start)}–{named(w, step.hex)}." if unit[Concealment].hidden else "",
            owner=unit.type.side,
        )
    )
    take_control(w, step.hex, unit.type.side)


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    refusal = bar(w, unit, there)
    if refusal is not None:
        return refusal
    if there in w.board.neighbours[unit.hex] and is_closed(w, unit.hex, there):
        return Refusal("sea-between", "There is water between these hexes.", "4.3")
    near = zones(w, unit.type.side.other)
    if set(near.get(unit.hex, ())).intersection(near.get(there, ())) and there in w.board.neighbours[unit.hex]:
        return Refusal(
            "zone-to-zone",
            "It may not go from one hex to another in the same German unit's zone of control, "
            "unless onto a friendly unit.",
            "7",
        )
    base, bonus = allowance(w, unit)
    return Refusal(
        "too-far",
        f"{named(w, there)} is out of reach: {unit.type.name} may move {base} "
        f"{'hex' if base == 1 else 'hexes'}, {base + bonus} if it does not attack; zones of control, water and "
        "enemy units stand in the way.",
        "6.1",
    )


ON_FOOT = Journey(Move, strange, cannot_move, cannot_march_to, "6.1")
judge_move = ON_FOOT.judge


def _moves_of(w: World, unit: Unit) -> list[Command]:
    return [] if cannot_move(w, unit) is not None else _moves(w, unit)


BY_WAY = BentMarch(ON_FOOT, _moves_of, reach_by, _march)


def start_moving(w: World) -> None:
    """Begin an operational phase: nobody has moved, attacked or been assigned in it."""
    for unit in w.units:
        if unit[Marched].moved or unit[Engagement].fought or unit[Assignment].target >= 0:
            w.mark(Marched, unit, moved=0)
            w.mark(Engagement, unit, fought=False)
            w.mark(Assignment, unit, target=-1, wave=0)


ORDERS = (Handler(Move, move, judge_move), BY_WAY.order)
