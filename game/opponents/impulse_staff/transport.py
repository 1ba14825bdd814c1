"""Which units go by rail or sea to where they are wanted, and which are dropped on the enemy's railways."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs import Side
from ecs.core.commands import AirDrop, Move, MoveByRail, Sail
from ecs.core.view import UnitView
from game.opponents.impulse_staff.figures import TRIP
from game.opponents.impulse_staff.position import is_army
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.players import Choice
from game.opponents.shared.map_analysis import FAR

SAFE = 2
HEAVY = 2


def journeys(rear: RearPosition, used: frozenset[str]) -> list[Choice]:
    """Air drops first, then ships, then trains."""
    found = drops(rear, used) if rear.side is Side.SOVIET else []
    found += hunts(rear, used)
    found += rescues(rear, used | _named(found))
    return found + trains(rear, used | _named(found))


def _named(choices: list[Choice]) -> frozenset[str]:
    return frozenset(c.unit for c, _ in choices if isinstance(c, AirDrop | Move | MoveByRail | Sail))


# -- trains ---------------------------------------------------------------------------------------------------


def weight(unit: UnitView) -> int:
    """What a unit takes of the railway's capacity."""
    heavy = is_army(unit) and not {"armour", "guards"}.isdisjoint(unit.traits)
    return HEAVY if heavy or "art" in unit.traits else 1


@dataclass(slots=True)
class Carriage:
    """What the trains may still do.  ``left``: capacity; ``stops``: where units may get off; ``wanted``: how much they
    are, by hex; ``men``, ``armies``: how many units and armies stand there; ``sent``: (hex, factors) so far."""

    left: int
    units: list[UnitView]
    stops: list[int]
    wanted: dict[int, float]
    men: dict[int, int]
    armies: dict[int, int]
    sent: list[tuple[int, int]] = field(default_factory=list)


def trains(rear: RearPosition, used: frozenset[str]) -> list[Choice]:
    """Send reserves where they are wanted most, one after another."""
    now, numbers = rear.now, rear.lines
    units = [u for u in _passengers(rear) if u.id not in used]
    here = {numbers[u.hex] for u in units}
    stops = [h for h, n in enumerate(numbers) if n in here and h not in now.foe_zones and SAFE <= now.far_foe[h] < FAR]
    cars = Carriage(
        now.view.known.trains,
        units,
        stops,
        {h: rear.need(h) for h in {*stops, *(u.hex for u in units)}},
        {h: len(stack) for h, stack in now.mine_at.items()},
        {h: sum(map(is_army, stack)) for h, stack in now.mine_at.items()},
    )
    out: list[Choice] = []
    while cars.units and cars.left:
        ride = _best_ride(rear, cars)
        if ride is None:
            break
        unit, there, command = ride
        cars.units.remove(unit)
        cars.left -= weight(unit)
        cars.sent.append((there, unit.attack))
        cars.men[there] = cars.men.get(there, 0) + ("art" not in unit.traits)
        cars.armies[there] = cars.armies.get(there, 0) + is_army(unit)
        out.append((command, f"Reserves for {now.name(there)}."))
    return out


def _best_ride(rear: RearPosition, cars: Carriage) -> tuple[UnitView, int, MoveByRail] | None:
    """The next ride to make, of those allowed; None if none is worth it.  Stops where the best may not
    get off are struck off."""
    for value, name, minus in sorted(_rides(rear, cars).values(), reverse=True):
        if value < TRIP.least:
            return None
        command = MoveByRail(name, rear.now.label(-minus))
        if rear.now.seat.allows(command):
            return rear.now.by_id[name], -minus, command
        cars.stops.remove(-minus)
    return None


def _rides(rear: RearPosition, cars: Carriage) -> dict[int, tuple[float, str, int]]:
    """By stop the best ride there: its worth, who takes it, and the stop again, less than zero."""
    best: dict[int, tuple[float, str, int]] = {}
    numbers, crowds = rear.lines, {h: _crowding(rear, cars.sent, h) for h in cars.stops}
    alike = {(u.hex, u.attack, weight(u), is_army(u), "art" in u.traits): u for u in sorted(cars.units, key=_name)}
    open_to: dict[tuple[bool, bool, int], list[int]] = {}  # stops with room, by kind of unit and railway
    for u in alike.values():  # of those that are alike the last by name goes first
        if weight(u) > cars.left:
            continue
        force, here = max(u.attack, 1) ** 0.5, cars.wanted[u.hex]
        kind = is_army(u), "art" in u.traits, numbers[u.hex]
        if kind not in open_to:
            open_to[kind] = [h for h in cars.stops if numbers[h] == kind[2] and _has_room(rear, cars, u, h)]
        for h in open_to[kind]:
            value = (cars.wanted[h] - here) * force - crowds[h]
            if h != u.hex and (h not in best or (value, u.id) > best[h][:2]):
                best[h] = value, u.id, -h
    return best


def _name(unit: UnitView) -> str:
    return unit.id


def _has_room(rear: RearPosition, cars: Carriage, unit: UnitView, h: int) -> bool:
    """Is there room: guns need company, and too many armies crowd a hex that is no city?"""
    if not cars.men.get(h) if "art" in unit.traits else cars.men.get(h, 0) >= rear.now.room(h):
        return False
    return not is_army(unit) or cars.armies.get(h, 0) < rear.now.armies_each or rear.now.is_city(h)


def _passengers(rear: RearPosition) -> list[UnitView]:
    now, numbers = rear.now, rear.lines
    out = []
    for u in (*now.mine, *(g for g in now.tail if "art" in g.traits)):
        free = u.can_act and u.supplied and numbers[u.hex] and u.hex not in now.foe_zones
        if free and "militia" not in u.traits and now.far_foe[u.hex] >= TRIP.reserve:
            out.append(u)
    return out


def _crowding(rear: RearPosition, sent: list[tuple[int, int]], h: int) -> float:
    return sum(TRIP.sent * force * TRIP.spread ** rear.board.distance(h, there) for there, force in sent)


# -- partisans ------------------------------------------------------------------------------------------------


def hunts(rear: RearPosition, used: frozenset[str]) -> list[Choice]:
    """Send the least missed unit to drive bands off the railways."""
    now, out, gone = rear.now, list[Choice](), set(used)
    bands = [u for u in now.foe_tail if "partisans" in u.traits and now.has_rail(u.hex) and u.stage != 2]
    for band in sorted(bands, key=lambda u: u.hex):
        near = [u for u in now.mine if u.id not in gone and u.can_act and "locked" not in u.badges]
        near = [u for u in near if rear.board.distance(u.hex, band.hex) <= TRIP.hunt and now.far_foe[u.hex] >= 2]
        near.sort(key=lambda u: (_missed(rear, u), u.id))
        for unit in near:
            command = Move(unit.id, now.label(band.hex))
            if now.seat.allows(command):
                out.append((command, f"Drive off the partisans {now.where(band.hex)}."))
                gone.add(unit.id)
                break
    return out


def _missed(rear: RearPosition, unit: UnitView) -> float:
    """How much the front would miss a unit that hunts."""
    force = unit.attack * (TRIP.hunt_fast if "mech" in unit.traits else 1.0)
    return force - TRIP.hunt_far * rear.now.far_foe[unit.hex]


# -- ships ----------------------------------------------------------------------------------------------------


def rescues(rear: RearPosition, used: frozenset[str]) -> list[Choice]:
    """From a port that is cut off and about to fall, ship out all but a rear guard."""
    now = rear.now
    out: list[Choice] = []
    for h, stack in sorted(now.mine_at.items()):
        if "port" not in rear.board.hexes[h].traits or rear.railhead[h] < FAR or now.far_foe[h] > 2:
            continue
        if rear.threat[h] < TRIP.lost * (rear.support[h] + 1):
            continue
        men = [u for u in stack if u.id not in used and u.supplied and u.can_act]
        men.sort(key=lambda u: (-u.attack, u.id))
        ports = [i.index for i in rear.board.hexes if "port" in i.traits and now.holder(i.index) is rear.side]
        ports.sort(key=lambda i: (-rear.need(i), i))
        for unit in men[: max(0, len(stack) - TRIP.left)]:
            safe = (Sail(unit.id, now.label(i)) for i in ports if i != h and now.far_foe[i] > 2)
            command = next((c for c in safe if now.seat.allows(c)), None)
            if command is not None:
                out.append((command, f"Evacuate {unit.long_name} from {now.name(h)}."))
    return out


# -- jumps ----------------------------------------------------------------------------------------------------


def drops(rear: RearPosition, used: frozenset[str]) -> list[Choice]:
    """Drop airborne corps on the railways the enemy lives by."""
    now = rear.now
    reach = now.figures.drop_range
    out: list[Choice] = []
    jumpers = [u for u in now.mine if "airborne" in u.traits and u.can_act and u.id not in used]
    jumpers = [u for u in jumpers if rear.board.hexes[u.hex].place and now.far_foe[u.hex] < FAR]
    if not jumpers:
        return out
    load = {h for h, force in rear.foe_load.items() if force >= TRIP.starved and h not in now.foes_at}
    near = {h for h in load if any(rear.board.distance(h, u.hex) <= reach for u in jumpers)}
    spots = sorted(((rear.barrier(h), -h) for h in near), reverse=True)
    for unit in jumpers:
        for value, minus in spots:
            if value < TRIP.starved or rear.board.distance(unit.hex, -minus) > reach:
                continue
            command = AirDrop(unit.id, now.label(-minus))
            if now.seat.allows(command):
                out.append((command, f"Cut the railway {now.where(-minus)}, which supplies {value:.0f} factors."))
                break
        if out:
            break
    return out
