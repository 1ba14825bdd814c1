"""Chapters 8 and 9.2: who may attack what, who must be attacked, and how linked attacks are made equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import add
from typing import NamedTuple

from ecs.core.commands import Assign, CancelAttacks, Command, Unassign
from ecs.core.components import Assignment, Disruption, Installation, Marched, Readiness, Side
from ecs.core.remembered_answers import per_position
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import PhaseBattles, strange
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import foe_map, is_spared
from ecs.rulesets.darkest_crusade.ground.losses import factors
from ecs.rulesets.darkest_crusade.ground.terrain import in_rumania, is_clear, is_closed, is_narrow, is_rough
from ecs.systems.combat.declared_attacks import (
    AttackRules,
    assigned_by_wave,
    close_ranks,
    open_targets,
    stand_down,
    waves_on,
)
from ecs.systems.sentences import called, label, named
from ecs.systems.stacking import on_map, side_at, units_at

# -- Chapters 8 and 9.2: who may attack what, how many through one hexside, and who must be attacked. ----------------

MOST_WAVES = 4
PHASES = {
    "A2a0-attack": Side.AXIS,
    "A2a-attack": Side.AXIS,
    "A2d-attack": Side.AXIS,
    "B2a-attack": Side.SOVIET,
    "B2d-attack": Side.SOVIET,
}


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this phase."""
    side, name = PHASES.get(w.phase), unit.type.long_name
    if side is None:
        return Refusal("no-declaring", "You can declare attacks only in the attack allocation phases.", "5")
    if unit.type.side is not side:
        return Refusal("enemy-unit", f"{name} is not yours.", "5")
    if unit.hex < 0 or Installation in unit:
        return Refusal("off-map", f"{name} is not on the map.", "9.2")
    if unit[Disruption].disrupted:
        return Refusal("disrupted", f"{name} is Disrupted and cannot attack.", "10")
    if unit[Readiness].spent:
        return Refusal("spent", f"{name} is done for this player-turn.", "18")
    if unit[Marched].by_bonus:
        return Refusal("bonus-move", f"{name} used its movement bonus or crossed a strait and cannot attack.", "6.1")
    return wrong_troops(w, unit, w.phase)


def wrong_troops(w: World, unit: Unit, phase: str) -> Refusal | None:
    """Why a unit does not attack in a phase of attacks, whatever its state; None if it may."""
    if phase in ("A2a0-attack", "A2d-attack") and "german" not in unit.type:
        rule = "19" if phase == "A2a0-attack" else "6.3"
        return Refusal("germans-only", "Only German units may attack in this phase.", rule)
    if phase == "A2d-attack" and "panzer" not in unit.type and w.weather.name == "Snow":
        return Refusal("panzers-only", "In Snow, only panzer units take part in Blitzkrieg.", "6.3")
    if phase == "B2d-attack" and "proriv" not in unit.type:
        return Refusal("proriv-only", "Only white units and the 16th Army may attack in Proriv.", "6.3")
    if "finnish" in unit.type and w.options["finns"] != "free" and w.clock.turn < rules(w).special.finns_from_turn:
        return Refusal("finns-wait", "The Finnish army may not move or attack until July.", "22.1")
    if w.clock.turn == 1 and unit.type.side is Side.AXIS and in_rumania(w, unit.hex):
        return Refusal("rumania-quiet", "The Axis may not attack out of Romania on the first turn.", "19")
    return None


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side = unit.type.side
    origin = unit.hex if base is None else base
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{named(w, index)} is not next to {unit.type.long_name}.", "9.2")
    if not foe_map(w, side)[index]:
        return Refusal("nothing-there", f"There is nothing to attack at {named(w, index)}.", "9.2")
    if is_closed(w, origin, index):
        return Refusal("sea-between", "Water separates these hexes.", "4.3")
    if side is Side.SOVIET and is_spared(w, index):
        return Refusal(
            "rumania-closed", "You may not attack Axis units in Romania until the Axis has attacked out of it.", "9.2"
        )
    if (
        "finnish" in unit.type
        and w.options["finns"] != "free"
        and index in w.board.spots(rules(w).special.finn_forbidden)
    ):
        return Refusal("finns", "The Finnish army may not attack there.", "22.1")
    return None


def overfull(w: World, group: Sequence[Unit], base: int, index: int) -> Refusal | None:
    """Why these units cannot attack together through one hexside (8)."""
    table = rules(w).capacity
    panzers = sum(1 for u in group if "panzer" in u.type)
    if is_narrow(w, base, index) or index in w.board.named(rules(w).place.lone_hex):
        if len(group) > table.narrow_units or panzers:
            return Refusal(
                "narrow", "Only one unit, and no tanks, may attack across a strait or lake or against Kronshtat.", "8"
            )
        return None
    if is_rough(w, base) or is_rough(w, index):
        armies = sum(1 for u in group if "army_sized" in u.type)
        if len(group) > table.rough_units or armies > table.rough_armies or panzers > table.rough_tanks:
            return Refusal(
                "rough",
                "Into or out of swamp or mountain, at most two units may attack across a hexside: "
                "no more than one army or panzergruppe, and no more than one panzer or tank unit.",
                "8",
            )
    if group[0].type.side is Side.SOVIET:
        full = len(group) > table.soviet
    else:
        full = (
            len(group) > table.axis
            or sum(1 for u in group if "limit_army" in u.type) > table.axis_armies
            or sum(1 for u in group if "pzgruppe" in u.type) > table.axis_pzgruppen
        )
    if full:
        return Refusal(
            "hexside-full",
            "At most three units may attack across a hexside. "
            "Of Axis units, at most two may be armies or panzergruppen, and only one a panzergruppe.",
            "8",
        )
    return None


def _open_to(w: World, unit: Unit) -> list[int]:
    return open_targets(w, unit, foe_map(w, unit.type.side), cannot_attack, cannot_target)


WAVES = AttackRules(
    "9.2",
    "8",
    strange,
    lambda w, unit, index: cannot_attack(w, unit) or cannot_target(w, unit, index),
    _open_to,
    no_wave=lambda w: "You must declare the waves against a hex in order, and at most four.",
    most=lambda w: MOST_WAVES,
    overfull=overfull,
    left=close_ranks,
    secret=True,
)


def attack_commands(w: World) -> list[Command]:
    """Every possible assignment, and the way back."""
    side = PHASES.get(w.phase)
    out = [order for u in w.units if u.hex >= 0 and u.type.side is side for order in WAVES.orders(w, u)]
    return [*out, CancelAttacks()] if assigned_by_wave(w) else out


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every unit out of its attack."""
    stand_down(w, [unit for team in assigned_by_wave(w).values() for unit in team])


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return Refusal("not-assigned", f"{called(w, command.unit)} is not in an attack you can still change.", "9.2")


# -- who must be attacked (9.2.3) -------------------------------------------------------------------


def must_also(w: World, base: int, target: int) -> list[int]:
    """Hexes that Soviets attacking ``target`` out of ``base`` must attack as well: adjacent to both, holding an
    UnDisrupted German army, or panzergruppe if both it and the attackers stand in clear.  Not while Romania is
    closed to them."""
    out = []
    for index in w.board.neighbours[base]:
        if index == target or index not in w.board.neighbours[target] or is_closed(w, base, index):
            continue
        if is_spared(w, index):
            continue
        if any(
            u.ready and ("zoc_all" in u.type or ("zoc_clear" in u.type and is_clear(w, index) and is_clear(w, base)))
            for u in units_at(w, index)
        ):
            out.append(index)
    return out


def links(w: World) -> list[tuple[int, int]]:
    """Pairs of hexes joined by the must-attack rule under the present declarations."""
    bases = sorted({(u.hex, target) for (target, _), units in assigned_by_wave(w).items() for u in units})
    return [
        (target, other)
        for base, target in bases
        if side_at(w, target) is Side.AXIS
        for other in must_also(w, base, target)
    ]


def groups(w: World) -> tuple[tuple[int, ...], ...]:
    """Targets that must be attacked alike, as connected groups of two or more."""
    joined: dict[int, set[int]] = {}
    for a, b in links(w):
        merged = joined.get(a, {a}) | joined.get(b, {b})
        for index in merged:
            joined[index] = merged
    return tuple(sorted({tuple(sorted(group)) for group in joined.values()}))


def attack_points(w: World, target: int) -> int:
    """Attack factors assigned against a hex in all waves."""
    return sum(factors(u)[0] for (t, _), units in assigned_by_wave(w).items() if t == target for u in units)


def fix_links(w: World) -> None:
    """Remember, as the allocation ends, which attacks must be fought for the same number of rounds."""
    joined = groups(w) if PHASES.get(w.phase) is Side.SOVIET else ()
    w.mark(PhaseBattles, w.table, links=joined, fought_rounds=(), broken_off=())


ORDERS = (
    Handler(Assign, WAVES.assign, WAVES.judge),
    Handler(Unassign, WAVES.unassign, judge_unassign),
    Handler(CancelAttacks, cancel_attacks),
)

# -- Chapter 9.2: attacks still owed, whether linked attacks are as equal as possible, and how to make them so. ------
# All ways of sharing out the units of a group of linked attacks are gone through: those that attack may go over from
# one attack to another but stay in the battle, those that are free may join. Units of a hex that are alike are
# counted, not told apart, so the search is exact and short.

Points = tuple[int, ...]
"""Firing points against each target of a group, in the group's order."""
Kind = tuple[int, bool, bool]
"""What makes units of a hex alike here: attack factor, whether an army, whether a tank unit."""


class UnitAllocation(NamedTuple):
    """How the units of one hex are shared out: kind -> how many against each target; ``sent``: how many change."""

    counts: tuple[tuple[Kind, Points], ...]
    sent: int


Shares = list[tuple[int, tuple[tuple[Kind, Points], ...]]]
"""How the units of all hexes are shared out: (hex, its counts) pairs."""
Step = tuple[int, Points, Points]
"""Of a sum of points: how many units change for it, the sum without the last hex, and what that hex brings."""


@per_position
def still_owed(w: World) -> Refusal | None:
    """What the must-attack rule still demands before the Soviet player may go on."""
    targets = {t for t, _ in assigned_by_wave(w)}
    for a, b in links(w):
        if b not in targets:
            return Refusal(
                "must-attack-too", f"If you attack {named(w, a)}, you must also attack {named(w, b)}.", "9.2"
            )
    return next((refusal for group in groups(w) if (refusal := uneven(w, group)) is not None), None)


def unevenness(points: Sequence[int]) -> int:
    """How far a group's attacks are from equal: the sum of the differences between every two of them."""
    return sum(abs(a - b) for i, a in enumerate(points) for b in points[:i])


def uneven(w: World, group: tuple[int, ...]) -> Refusal | None:
    """Why the attacks of a group are not as close to equal as they could be, and orders that would mend it."""
    now = tuple(attack_points(w, target) for target in group)
    if not unevenness(now):
        return None
    found = best(w, group)
    if found is None or unevenness(found[0]) >= unevenness(now):
        return None
    leave, orders = placed(w, sent(w, group, found[1]))
    join = {t: [u for u, there, _ in orders if there == t] for _, t, _ in orders}
    words = "; ".join(f"send {_listed(units)} to {named(w, target)}" for target, units in join.items())
    out = [u for u, _, _ in orders if u[Assignment].target >= 0]
    remedy: list[Command] = [Unassign(u.id) for u in (*leave, *out)]
    remedy += [Assign(u.id, label(w, target), wave) for u, target, wave in orders]
    room = f"take {_listed(leave)} out and " if leave else ""
    places = _words([named(w, target) for target in group])
    text = f"The attacks on {places} must be as equal as possible: {room}{words}."
    return Refusal("unequal", text, "9.2", tuple(remedy))


def _listed(units: Sequence[Unit]) -> str:
    return _words([u.type.name for u in units])


def _words(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# -- the search -------------------------------------------------------------------------------------


def best(w: World, group: tuple[int, ...]) -> tuple[Points, Shares] | None:
    """The most equal way to make the attacks of a group, and among those the one that changes least."""
    hexes = [_shares(w, group, base) for base in _bases(w, group)]
    nobody = (0,) * len(group)
    layers: list[dict[Points, Step]] = [{nobody: (0, nobody, nobody)}]
    for _, options in hexes:
        layers.append(_joined(layers[-1], options))
    manned = [any(not factors(u)[0] for u in _against(w, target)) for target in group]
    able = [points for points in layers[-1] if all(p or m for p, m in zip(points, manned, strict=True))]
    points = min(able, key=lambda found: (unevenness(found), layers[-1][found][0], found), default=None)
    if points is None:
        return None
    shares, here = [], points
    for (base, options), layer in zip(reversed(hexes), reversed(layers), strict=False):
        _, here, more = layer[here]
        shares.append((base, options[more].counts))
    return points, shares[::-1]


def _joined(plans: Mapping[Points, Step], options: Mapping[Points, UnitAllocation]) -> dict[Points, Step]:
    """The sums with the units of one more hex."""
    out: dict[Points, Step] = {}
    for points, (sent, _, _) in plans.items():
        for more, share in options.items():
            total, cost = tuple(map(add, points, more)), sent + share.sent
            before = out.get(total)
            if before is None or cost < before[0]:
                out[total] = (cost, points, more)
    return out


def _against(w: World, target: int) -> list[Unit]:
    return [u for (t, _), units in assigned_by_wave(w).items() if t == target for u in units]


def _bases(w: World, group: tuple[int, ...]) -> list[int]:
    """The hexes from which any unit attacks a target of the group, or could."""
    near = {j for target in group for j in w.board.neighbours[target]}
    return sorted({u.hex for u in on_map(w, Side.SOVIET) if u.hex in near and factors(u)[0] and _counts(w, group, u)})


def _counts(w: World, group: tuple[int, ...], unit: Unit) -> bool:
    """Does the unit attack a target of the group, or could it?"""
    if unit[Assignment].target >= 0:
        return unit[Assignment].target in group
    return cannot_attack(w, unit) is None


def _open(w: World, group: tuple[int, ...], base: int, unit: Unit) -> list[int]:
    """Places in the group of the targets that units of a hex attack, or may without a further obligation."""
    held = {u[Assignment].target for u in on_map(w, Side.SOVIET) if u.hex == base}
    return [
        place
        for place, target in enumerate(group)
        if target in held
        or (cannot_target(w, unit, target) is None and set(must_also(w, base, target)).issubset(group))
    ]


def _units(w: World, group: tuple[int, ...], base: int) -> dict[Kind, list[Unit]]:
    """The units of a hex that bear on the balance, by kind."""
    out: dict[Kind, list[Unit]] = {}
    for unit in on_map(w, Side.SOVIET):
        if unit.hex == base and factors(unit)[0] and _counts(w, group, unit):
            out.setdefault(_kind(unit), []).append(unit)
    return dict(sorted(out.items()))


def _kind(unit: Unit) -> Kind:
    return factors(unit)[0], "army_sized" in unit.type, "panzer" in unit.type


def _shares(w: World, group: tuple[int, ...], base: int) -> tuple[int, dict[Points, UnitAllocation]]:
    """Every sum of points that the units of a hex can bring, each by the share that changes least."""
    kinds = _units(w, group, base)
    places = _open(w, group, base, next(iter(kinds.values()))[0])
    rows = [(kind, list(_spreads(group, places, units))) for kind, units in kinds.items()]
    out: dict[Points, UnitAllocation] = {}
    for counts, sent in _mixed(rows):
        if not all(_fits(w, base, group[p], [(k, row[p]) for k, row in counts]) for p in places):
            continue
        points = tuple(sum(kind[0] * row[p] for kind, row in counts) for p in range(len(group)))
        if points not in out or sent < out[points].sent:
            out[points] = UnitAllocation(counts, sent)
    return base, out


def _spreads(group: tuple[int, ...], places: Sequence[int], units: Sequence[Unit]) -> Iterator[tuple[Points, int]]:
    """Every way to spread like units over targets, keeping all in the battle: (counts, how many change)."""
    now = [sum(u[Assignment].target == target for u in units) for target in group]

    def go(left: int, open_to: Sequence[int]) -> Iterator[dict[int, int]]:
        if not open_to:
            yield {}
            return
        for count in range(left + 1):
            for rest in go(left - count, open_to[1:]):
                yield {open_to[0]: count, **rest}

    for spread in go(len(units), places):
        if sum(spread.values()) >= sum(now):
            row = tuple(spread.get(place, 0) for place in range(len(group)))
            yield row, sum(max(0, count - before) for count, before in zip(row, now, strict=True))


def _mixed(
    rows: Sequence[tuple[Kind, Sequence[tuple[Points, int]]]],
) -> Iterator[tuple[tuple[tuple[Kind, Points], ...], int]]:
    """Every choice of one row of each kind, and how many units change by it."""
    if not rows:
        yield (), 0
        return
    kind, options = rows[0]
    for rest, sent in _mixed(rows[1:]):
        for row, more in options:
            yield ((kind, row), *rest), sent + more


def _fits(w: World, base: int, target: int, counts: Sequence[tuple[Kind, int]]) -> bool:
    """Can that many units of each kind pass the hexside in the declared waves (8)?"""
    table, waves = rules(w).capacity, len(waves_on(w, target))
    units = sum(n for _, n in counts)
    armies, tanks = sum(n for kind, n in counts if kind[1]), sum(n for kind, n in counts if kind[2])
    if is_narrow(w, base, target) or target in w.board.named(rules(w).place.lone_hex):
        return units <= table.narrow_units * waves and not tanks
    if is_rough(w, base) or is_rough(w, target):
        most = (table.rough_units, table.rough_armies, table.rough_tanks)
        return all(n <= limit * waves for n, limit in zip((units, armies, tanks), most, strict=True))
    return units <= table.soviet * waves


# -- from a plan to orders ----------------------------------------------------------------------------


def sent(w: World, group: tuple[int, ...], plan: Shares) -> list[tuple[Unit, int]]:
    """Whom a plan sends to which target: of units that are alike those that must go anyway, then the free ones."""
    out: list[tuple[Unit, int]] = []
    for base, counts in plan:
        for kind, row in counts:
            units = _units(w, group, base)[kind]
            there = [[u for u in units if u[Assignment].target == target] for target in group]
            spare = [u for now, count in zip(there, row, strict=True) for u in now[count:]]
            spare += [u for u in units if u[Assignment].target < 0]
            for target, now, count in zip(group, there, row, strict=True):
                out += [(spare.pop(0), target) for _ in range(count - len(now))]
    return sorted(out, key=lambda pair: (pair[1], pair[0].entity))


def placed(w: World, going: Sequence[tuple[Unit, int]]) -> tuple[list[Unit], list[tuple[Unit, int, int]]]:
    """Which units without a factor make room, and who goes to which target in which wave."""
    movers = [unit for unit, _ in going]
    waves = {key: [u for u in units if u not in movers] for key, units in assigned_by_wave(w).items()}
    leave: list[Unit] = []
    orders: list[tuple[Unit, int, int]] = []
    for unit, target in going:
        wave = _room(w, waves, unit, target)
        while not wave and (idle := _idle(waves, unit.hex, target)) is not None:
            leave.append(idle)
            for mates in waves.values():
                if idle in mates:
                    mates.remove(idle)
            wave = _room(w, waves, unit, target)
        waves.setdefault((target, wave or 1), []).append(unit)
        orders.append((unit, target, wave or 1))
    return leave, orders


def _room(w: World, waves: Mapping[tuple[int, int], Sequence[Unit]], unit: Unit, target: int) -> int:
    """The first wave against the target in which there is room for the unit; 0 if there is none."""
    for (there, wave), units in sorted(waves.items()):
        mates = [u for u in units if u.hex == unit.hex]
        if there == target and overfull(w, [*mates, unit], unit.hex, target) is None:
            return wave
    return 0


def _idle(waves: Mapping[tuple[int, int], Sequence[Unit]], base: int, target: int) -> Unit | None:
    """A unit without a factor that fills a hexside."""
    crowd = [u for (t, _), units in waves.items() if t == target for u in units if u.hex == base]
    return next((u for u in crowd if not factors(u)[0]), None)
