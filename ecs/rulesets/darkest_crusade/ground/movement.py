"""Chapters 6 and 18: how far a unit may go by land, and movement by sea."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ecs.core.commands import Command, Move, Sail
from ecs.core.components import (
    Assignment,
    Concealment,
    Disruption,
    Engagement,
    Installation,
    Marched,
    Readiness,
    Side,
    Transport,
)
from ecs.core.dice import roll
from ecs.core.events import Cause, Rolled
from ecs.core.remembered_answers import FEW, per_position, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Strength, frozen, strange, turn_side
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import (
    bar,
    barred_map,
    lost_oil,
    sea_control,
    seas_of,
    take_control,
    zones,
)
from ecs.rulesets.darkest_crusade.ground.losses import eliminate
from ecs.rulesets.darkest_crusade.ground.terrain import is_closed, is_narrow
from ecs.systems.marches import end_move, go, make_move
from ecs.systems.movement import Arrival, Journey, MarchRules, Terms, Way
from ecs.systems.sentences import label, named, up_to
from ecs.systems.stacking import on_map, side_at
from ecs.systems.zones import flags

# -- Chapter 6: how far a unit may go. -------------------------------------------------------------------------------

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
    """Why the unit cannot begin to move in this phase."""
    phase = w.phase
    if phase not in MOVE_PHASES:
        return Refusal("no-movement", "Units move only in movement phases.", "5")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{unit.type.long_name} is not yours to move.", "5")
    if unit.hex < 0 or Installation in unit:
        return Refusal("off-map", f"{unit.type.long_name} is not on the map.", "6.1")
    if unit[Disruption].disrupted:
        return Refusal("disrupted", f"{unit.type.long_name} is Disrupted and cannot move.", "10")
    if unit[Readiness].spent:
        return Refusal("spent", f"{unit.type.long_name} is done for this player-turn.", "18")
    if unit[Marched].moved:
        return Refusal("moved", f"{unit.type.long_name} has already moved this phase.", "5")
    if "finnish" in unit.type and w.clock.turn < rules(w).special.finns_from_turn and w.options["finns"] != "free":
        return Refusal("finns-wait", "The Finnish army may not move or attack until July.", "22.1")
    if sum(allowance(w, unit)) == 0:
        return Refusal("no-second-move", f"{unit.type.long_name} has no second move now.", "6.3")
    return None


class Stride(NamedTuple):
    """What the steps of a unit depend on besides the hexes closed to it.  Costs in half hexes.

    ``base``: what it may march and attack after; ``zones``: hexes in enemy zones and who exerts them; ``friends``: own
    units beside the start.  ``road``: cost of a highway step; ``extra``: may take one highway step free.
    """

    base: int
    zones: frozenset[tuple[int, tuple[str, ...]]]
    friends: tuple[int, ...]
    frozen: bool
    road: int
    extra: bool


def terms(w: World, unit: Unit) -> Terms:
    """The terms on which a unit moves now."""
    base, bonus = allowance(w, unit)
    side, panzer, table = unit.type.side, "panzer" in unit.type, rules(w).movement
    fast = panzer and not (side is Side.AXIS and lost_oil(w, side))
    hostile = _zones_against(w, side)
    friends = tuple(j for j in w.board.neighbours[unit.hex] if side_at(w, j) is side) if hostile else ()
    stride = Stride(2 * base, hostile, friends, frozen(w), 1 if fast else 2, not panzer and table.highway_extra > 0)
    return Terms(unit.hex, 2 * (base + bonus), stride, barred_map(w, unit), _halts(w, hostile))


@remembered(most=FEW)
def _halts(w: World, hostile: frozenset[tuple[int, tuple[str, ...]]]) -> bytes:
    return flags(w, dict(hostile))


@per_position
def _zones_against(w: World, side: Side) -> frozenset[tuple[int, tuple[str, ...]]]:
    """The zones of control that hinder a side: only German units have any (7)."""
    return frozenset() if side is Side.AXIS else frozenset(zones(w, side.other).items())


@remembered()
def links(w: World, icy: bool) -> list[list[tuple[int, bool, bool]]]:
    """For every hex, the neighbours that are not across water: (index, narrow, highway)."""
    return [
        [(j, is_narrow(w, i, j), "highway" in w.board.kinds(i, j)) for j in row if not is_closed(w, i, j)]
        for i, row in enumerate(w.board.neighbours)
    ]


def ways(w: World, walk: Terms) -> Callable[[int, bool, int], list[Way]]:
    """The steps out of a hex on some terms."""
    stride, start = walk.stride, walk.start
    net, zone_of = links(w, stride.frozen), dict(stride.zones)

    def out_of(here: int, used: bool, spent: int) -> list[Way]:
        """``used``: the free highway step has been taken."""
        out: list[Way] = []
        near = zone_of.get(here, ())
        for there, narrow, highway in net[here]:
            onto_friend = here == start and there in stride.friends
            if near and not onto_friend and not set(near).isdisjoint(zone_of.get(there, ())):
                continue
            if narrow:
                # a strait takes the whole move: from the start hex only, and no bonus (6.4)
                if here == start and stride.base:
                    out.append((there, stride.base, used, True))
                continue
            out.append((there, stride.road if highway else 2, used, False))
            if highway and stride.extra and not used:
                out.append((there, 0, True, False))
        return out

    return out_of


def step(w: World, walk: Terms, arrival: Arrival) -> ReachStep:
    """A step in hexes; one that takes the bonus, or crosses a strait or lake, leaves no attack (6.1, 6.4)."""
    (there, cost, path), base = arrival, walk.stride.base
    late = cost > base or not base or is_narrow(w, path[-2], there)
    return ReachStep(there, (cost + 1) // 2, path, late, "no attack after this move" if late else "")


def _march(w: World, unit: Unit, step: ReachStep) -> None:
    w.mark(Strength, unit, strong=False)
    make_move(w, unit, step.path, "move", "6.1", bonus=step.bonus)


def _enters(w: World, unit: Unit, index: int, last: bool) -> None:
    if last:
        take_control(w, index, unit.type.side)


def _veil(w: World, path: tuple[int, ...], how: str) -> str:
    does = "lands at" if how == "sea" else f"moves from {label(w, path[0])} to"
    return f"A hidden unit {does} {named(w, path[-1])}."


def cannot_march_to(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not end its march in a hex."""
    refusal = bar(w, unit, there)
    if refusal is not None:
        return refusal
    if there in w.board.neighbours[unit.hex] and is_closed(w, unit.hex, there):
        return Refusal("sea-between", "Water separates these hexes.", "4.3")
    near = zones(w, unit.type.side.other)
    if set(near.get(unit.hex, ())).intersection(near.get(there, ())) and there in w.board.neighbours[unit.hex]:
        return Refusal(
            "zone-to-zone",
            f"{unit.type.long_name} may not move between two hexes in the zone of control of the same German unit, "
            "except onto a friendly unit.",
            "7",
        )
    base, bonus = allowance(w, unit)
    return Refusal(
        "too-far",
        f"{named(w, there)} is out of reach: {unit.type.long_name} may move {base} "
        f"{'hex' if base == 1 else 'hexes'}, or {base + bonus} if it does not attack. "
        "Zones of control, water and enemy units block the way.",
        "6.1",
    )


MARCH = MarchRules(
    Journey(Move, strange, cannot_move, cannot_march_to, "6.1"),
    terms,
    ways,
    _march,
    _enters,
    veil=_veil,
    step=step,
    passing=(Marched, Engagement, Assignment),
)

# -- Chapter 18: movement by sea. ------------------------------------------------------------------------------------

OWNERS = {"A1": Side.AXIS, "B1": Side.SOVIET}


def cannot_sail(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not be shipped now."""
    name = unit.type.long_name
    if OWNERS.get(w.phase) is not unit.type.side or Installation in unit:
        return Refusal("no-sailing", "Each side may ship one unit a player-turn, and only in its first phase.", "18")
    if w[Transport].sea:
        return Refusal("sailed", "You have already shipped a unit this player-turn.", "18")
    if unit.hex < 0 or not seas_of(w, unit.hex):
        return Refusal("no-coast", f"{name} is not on the coast.", "18")
    if unit[Disruption].disrupted or unit[Readiness].spent:
        return Refusal("not-ready", f"{name} is Disrupted or has already acted this player-turn.", "18")
    return None


def ports(w: World, unit: Unit) -> list[int]:
    """Friendly ports on the unit's seas that it may enter."""
    seas, side = seas_of(w, unit.hex), unit.type.side
    return [
        h.index
        for h in w.board.hexes
        if "port" in h.traits
        and h.index != unit.hex
        and w.ground[h.index].control is side
        and side_at(w, h.index) is not side.other
        and seas & seas_of(w, h.index)
        and bar(w, unit, h.index) is None
    ]


def sail_commands(w: World) -> list[Command]:
    """Every voyage open to the side to act."""
    side = OWNERS.get(w.phase)
    if side is None or w[Transport].sea:
        return []
    return [Sail(u.id, label(w, i)) for u in on_map(w, side) if cannot_sail(w, u) is None for i in ports(w, u)]


def danger(w: World, unit: Unit, port: int) -> int:
    """Faces of the die, 1..n, that sink the unit: those of the safest sea both hexes share."""
    table = rules(w).sea
    shared = sorted(seas_of(w, unit.hex) & seas_of(w, port))
    return min(table.friendly if sea_control(w, s) is unit.type.side else table.hostile for s in shared)


def sail(w: World, command: Sail) -> None:
    """Ship the unit: it is sunk, or arrives, and may move and attack later in the turn, unless an option forbids it."""
    unit, port = w.by_id[command.unit], w.board.by_label[command.hex]
    limit, face, start = danger(w, unit, port), roll(w), unit.hex
    w.mark(Transport, w.table, sea=1)
    if w.options["after_sailing"] == "rest":
        w.mark(Readiness, unit, spent=True)
    else:
        end_move(w, unit)
    secret = unit[Concealment].hidden
    w.emit(
        Rolled(
            where=(label(w, start), command.hex),
            rule="18",
            what="sea",
            faces=(face,),
            limit=limit,
            unit=unit.id,
            hex=command.hex,
            veil=f"A hidden unit sails: die {face}, sunk on {up_to(limit)}." if secret else "",
            owner=unit.type.side,
        )
    )
    if face <= limit:
        eliminate(w, unit, Cause.AT_SEA, "sunk at sea", "18")
        return
    w.mark(Strength, unit, strong=False)
    go(w, unit, (start, port), "sea", "18")


def judge_sail(w: World, command: Sail) -> Refusal | None:
    """Why a unit may not be shipped there."""
    refusal = strange(w, command.unit) or cannot_sail(w, w.by_id[command.unit])
    return refusal or Refusal("no-port", f"{command.hex} is not a friendly port on the same sea.", "18")


ORDERS = (Handler(Sail, sail, judge_sail),)
