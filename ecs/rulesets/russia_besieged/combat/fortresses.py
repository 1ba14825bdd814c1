"""Chapters 13.1 and 24.2: cities that are fortresses, and surrounded units that hold out in them or surrender."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import Airlift, Build, Command
from ecs.core.components import Readiness, Side, SupplyState
from ecs.core.events import Cause, Changed, Fortified
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.unit_names import weather_words
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side, weathers
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import SURROUNDED, cf, is_army, is_german, letter
from ecs.rulesets.russia_besieged.ground.control import siege
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, fighters_at, holder
from ecs.rulesets.russia_besieged.ground.removal import left_alone, lose_step, surrender
from ecs.rulesets.russia_besieged.ground.supply import in_supply, supply_state
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES, is_fortress, is_major, is_minor
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named, tell_change, unknown_hex
from ecs.systems.stacking import on_map

# -- Chapter 24.2: cities that are fortresses, and what their garrisons withstand (9.9). -----------------------------
# Markers lie on the fortresses there are now; counts keep which cities have ever been one, the units of a battle that
# have held their ground, and the turns a fortress has been surrounded.

WORK, OPTION, PHASE = "fortress", "fortress", "arrive"
RULE = "24.2"


def _ever(w: World, index: int) -> Count:
    return Count(f"fortress:{label(w, index)}")


def _stood(w: World, index: int) -> Count:
    return Count(f"stood:{label(w, index)}")


def _declared(side: Side) -> Count:
    return Count(f"fortresses:{side.value}")


# -- declaring ----------------------------------------------------------------------------------------------


def cannot_declare(w: World) -> Refusal | None:
    """Why no city may be declared a fortress now."""
    table, side = rules(w).fortress, turn_side(w)
    if not is_on(w, OPTION):
        return Refusal("no-fortresses", "This game has no fortresses.", RULE)
    if not w.phase.startswith(PHASE):
        return Refusal("no-fortress-now", "Declare fortresses during arrivals.", RULE)
    if side is Side.AXIS and w.clock.turn < table.from_turn:
        return Refusal("too-early", f"The Axis may not declare fortresses before turn {table.from_turn}.", RULE)
    if scorekeeping.count(w, this_turn(_declared(side))) >= table.declared:
        return Refusal("once", f"No more fortresses may be declared this turn (limit {table.declared}).", RULE)
    if side is Side.AXIS and scorekeeping.count(w, _declared(side)) >= table.most:
        return Refusal("enough", f"The Axis may declare at most {table.most} fortresses in a game.", RULE)
    return None


def no_fortress(w: World, index: int) -> Refusal | None:
    """Why a hex may not become a fortress."""
    side, name = turn_side(w), named(w, index)
    if scorekeeping.count(w, _ever(w, index)):
        return Refusal("declared", f"{name} has already been a fortress.", RULE)
    if side is Side.SOVIET:
        cities = rules(w).fortress.soviet
        if index not in w.board.spots(cities):
            return Refusal("no-such-fortress", f"Only {', '.join(cities)} can become Soviet fortresses.", RULE)
    elif not (is_major(w, index) or is_minor(w, index)):
        return Refusal("no-city", f"{name} is neither a Major nor a Minor City.", RULE)
    if holder(w, index) is not side or not _is_manned(w, index, side):
        whose = "German" if side is Side.AXIS else "Soviet"
        return Refusal("no-garrison", f"There is no {whose} combat unit in {name}.", RULE)
    return None


def _is_manned(w: World, index: int, side: Side) -> bool:
    if army_at(w, index) is not side:
        return False
    return side is Side.SOVIET or any(is_german(u) for u in fighters_at(w, index))


@remembered()
def _cities(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if h.place in ("major", "town"))


def declare_commands(w: World) -> list[Command]:
    """Every city that may be declared a fortress."""
    if cannot_declare(w) is not None:
        return []
    return [Build(WORK, label(w, i)) for i in _cities(w) if no_fortress(w, i) is None]


def judge_declare(w: World, command: Build) -> Refusal | None:
    """Why a hex may not be declared a fortress."""
    refusal = unknown_hex(w, command.hex, "2.1") or cannot_declare(w)
    return refusal or no_fortress(w, w.board.by_label[command.hex])


def declare(w: World, command: Build) -> None:
    """Make a city a fortress."""
    side, index = turn_side(w), w.board.by_label[command.hex]
    FORTRESSES.lay(w, index)
    scorekeeping.add(w, _ever(w, index))
    scorekeeping.add(w, _declared(side))
    scorekeeping.add(w, this_turn(_declared(side)))
    w.emit(Fortified(where=(command.hex,), rule=RULE, side=side, hex=command.hex, what="fortress"))


# -- holding out in battle ----------------------------------------------------------------------------------


def begin_retreats(w: World) -> None:
    """The retreats of a battle begin: no unit has held its ground yet."""
    for index in FORTRESSES.hexes(w):
        scorekeeping.put(w, _stood(w, index), 0)


def may_stand(w: World, unit: Unit) -> bool:
    """May a unit hold its ground instead of retreating: it stands in a fortress, and not too many have before it?"""
    held = is_fortress(w, unit.hex) and holder(w, unit.hex) is unit.type.side
    return held and scorekeeping.count(w, _stood(w, unit.hex)) < rules(w).fortress.units


def stand(w: World, unit: Unit) -> None:
    """The unit holds its ground: the retreat becomes the loss of a step."""
    scorekeeping.add(w, _stood(w, unit.hex))
    lose_step(w, unit, Cause.STOOD_FAST, "to hold the fortress", RULE)


# -- holding out surrounded ---------------------------------------------------------------------------------


def spared(w: World, doomed: Iterable[Unit]) -> frozenset[int]:
    """Of units that would surrender, those a fortress saves for a time, by entity: armies and the strongest first."""
    table = rules(w).fortress
    out: set[int] = set()
    trapped = list(doomed)
    for index in FORTRESSES.hexes(w):
        if scorekeeping.count(w, siege(w, index)) >= table.held:
            continue
        inside = sorted((u for u in trapped if u.hex == index), key=lambda u: (not is_army(u), -cf(u), u.entity))
        out.update(u.entity for u in inside[: table.units])
    return frozenset(out)


def count_sieges(w: World, surrounded: Iterable[Unit]) -> None:
    """The surrender of a side has been checked: count the turns running its fortresses have been surrounded."""
    cut = {u.hex for u in surrounded}
    for index in FORTRESSES.hexes(w):
        if holder(w, index) is turn_side(w):
            scorekeeping.put(w, siege(w, index), scorekeeping.count(w, siege(w, index)) + 1 if index in cut else 0)


def tell_spared(w: World, units: Iterable[Unit]) -> None:
    """Tell which units hold out."""
    for unit in units:
        tell_change(w, unit, "held", RULE)


# -- Chapter 13.1: surrounded units that surrender, and those that aircraft save. ------------------------------------

SURRENDERS = "surrender"


def is_doomed(w: World, unit: Unit) -> bool:
    """Is it surrounded now, as when the player turn began, and not supplied by aircraft (13.1)?"""
    return (
        unit[SupplyState].level == SURROUNDED and not unit[SupplyState].relieved and supply_state(w, unit) == SURROUNDED
    )


def doomed(w: World, side: Side) -> list[Unit]:
    """The units of a side that would surrender now, by entity; a fortress saves some for a time (24.2)."""
    found = [u for u in on_map(w, side) if is_doomed(w, u)]
    safe = spared(w, found)
    return [u for u in found if u.entity not in safe]


def surrender_check(w: World) -> None:
    """The units of the side whose phase it is that are surrounded for a whole player turn surrender; leaders share the
    fate of their stack (13.1, 14.15, 14.2)."""
    side = turn_side(w)
    trapped = [u for u in on_map(w, side) if u[SupplyState].level == SURROUNDED and supply_state(w, u) == SURROUNDED]
    lost = doomed(w, side)
    tell_spared(w, (u for u in trapped if u not in lost and not u[SupplyState].relieved))
    count_sieges(w, trapped)
    hexes = sorted({u.hex for u in lost})
    for unit in lost:
        surrender(w, unit, Cause.NO_SUPPLY, "surrounded for a whole turn", "13.1")
    for index in hexes:
        left_alone(w, index, side, True)


# -- supply from the air ----------------------------------------------------------------------------------


def lifts_left(w: World, side: Side) -> int:
    """Surrounded units that can still be supplied from the air this turn."""
    fed = sum(1 for u in on_map(w, side) if u[SupplyState].relieved)
    return max(0, rules(w).supply.air_lifted - fed)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why an air group may not supply any unit."""
    name, side = unit.type.long_name, unit.type.side
    if not w.phase.startswith(SURRENDERS):
        return Refusal("no-airlift", "Supply surrounded units by air at the surrender check.", "13.1")
    if side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "3.0")
    if letter(unit) != "AIR" or unit.hex < 0:
        return Refusal("no-aircraft", f"{name} is not an air group on the map.", "11.2")
    if unit[Readiness].spent:
        return Refusal("used", f"{name} is Used.", "11.2")
    if weathers(w)[1] in rules(w).supply.air_lift_not:
        return Refusal("weather", f"There is no supply by air in {weather_words(weathers(w)[1])}.", "13.1")
    if unit.hex not in in_supply(w, side):
        return Refusal("unsupplied", f"The base of {name} is out of supply.", "11.2")
    if not lifts_left(w, side):
        most = rules(w).supply.air_lifted
        return Refusal("lifted", f"Aircraft have already supplied {most} units, the limit for a turn.", "13.1")
    return None


def airlift_commands(w: World, unit: Unit) -> list[Command]:
    """Every hex in which an air group may supply a surrounded unit."""
    if letter(unit) != "AIR" or cannot_lift(w, unit) is not None:
        return []
    reach = rules(w).air.range.of(unit.type.side)
    hexes = sorted({u.hex for u in doomed(w, unit.type.side)})
    return [Airlift(unit.id, name) for name in sorted(label(w, i) for i in hexes if _near(w, unit, i, reach))]


def _near(w: World, unit: Unit, index: int, reach: int) -> bool:
    return w.board.distance(unit.hex, index) <= reach


def airlift(w: World, command: Airlift) -> None:
    """Supply one unit in the hex, armies and the strongest first: it does not surrender this time."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    hungry = [u for u in doomed(w, unit.type.side) if u.hex == there]
    fed = min(hungry, key=lambda u: (not is_army(u), -cf(u), u.entity))
    w.mark(Readiness, unit, spent=True)
    w.mark(SupplyState, fed, relieved=True)
    w.emit(
        Changed(
            where=(label(w, unit.hex), command.hex),
            rule="13.1",
            unit=unit.id,
            state="feeding",
            hex=command.hex,
            other=fed.id,
        )
    )


def judge_airlift(w: World, command: Airlift) -> Refusal | None:
    """Why an air group may not supply a surrounded unit in a hex."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_lift(w, unit)
    if refusal is not None:
        return refusal
    if not any(u.hex == there for u in doomed(w, unit.type.side)):
        return Refusal("nobody-doomed", f"No unit at {named(w, there)} would surrender now.", "13.1")
    reach = rules(w).air.range.of(unit.type.side)
    if not _near(w, unit, there, reach):
        return Refusal(
            "out-of-range", f"{named(w, there)} is more than {reach} hexes from {unit.type.long_name}.", "11.2"
        )
    return None


ORDERS = (Handler(Airlift, airlift, judge_airlift),)
