"""Chapter 15: air drops: who jumps, where, and who lands alive."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import AirDrop
from ecs.core.components import Readiness, Side, SupplyState, Transport
from ecs.core.dice import roll
from ecs.core.events import Cause, Rolled
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.unit_names import weather_words
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import strange, weather
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import SUPPLIED, letter, state
from ecs.rulesets.russia_besieged.ground.movement import cannot_move
from ecs.rulesets.russia_besieged.ground.occupancy import LIMITS, army_at, closed_to, holder, no_room, zone_map
from ecs.rulesets.russia_besieged.ground.removal import eliminate, room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import cities, ground_word, is_city, is_major, terrain
from ecs.systems import scorekeeping
from ecs.systems.marches import make_move
from ecs.systems.movement import Journey
from ecs.systems.scorekeeping import Count
from ecs.systems.sentences import label, named
from ecs.systems.trains import note_voyage

DROP = "drop"


def drop_range(w: World) -> int:
    """Hexes an air drop reaches this turn."""
    return by_turn(rules(w).drop.range, w.clock.turn)[0]


def cannot_jump(w: World, unit: Unit) -> Refusal | None:
    """Why a unit cannot be dropped now."""
    name, table, turn = unit.type.long_name, rules(w).drop, w.clock.turn
    refusal = cannot_move(w, unit)
    if refusal is not None:
        return refusal
    if letter(unit) != "AB":
        return Refusal("not-airborne", f"{name} is not an airborne unit.", "15.0")
    if not w.phase.startswith("move1"):
        return Refusal("first-impulse", "Airborne units may jump only in the First Impulse.", "15.0")
    if turn < table.from_turn:
        return Refusal("too-early", f"There are no air drops before turn {table.from_turn}.", "15.0")
    if weather(w) not in table.success:
        return Refusal("weather", f"There are no air drops in {weather_words(weather(w))}.", "15.0")
    most = by_turn(table.drops, turn)[0]
    if w[Transport].voyages.count(DROP) >= most:
        return Refusal("dropped", f"At most {most} unit{'s' if most > 1 else ''} may be dropped this turn.", "15.0")
    last = scorekeeping.count(w, Count(f"{DROP}-{unit.id}"))
    if last and turn - last < table.again:
        return Refusal("jumped", f"{name} may jump again from turn {last + table.again} on.", "15.0")
    return _no_airfield(w, unit)


def _no_airfield(w: World, unit: Unit) -> Refusal | None:
    name, side = unit.type.long_name, unit.type.side
    if not is_city(w, unit.hex) or holder(w, unit.hex) is not side:
        return Refusal("no-airfield", f"{name} is not in a friendly city.", "15.0")
    if state(unit) != SUPPLIED:
        return Refusal("out-of-supply", f"{name} is out of supply.", "15.0")
    if zone_map(w, side.other)[unit.hex]:
        return Refusal("in-zone", f"{name} is in an enemy zone of control.", "15.0")
    return None


def no_landing(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit cannot be dropped in a hex, lack of room aside."""
    name = named(w, index)
    if w.board.distance(unit.hex, index) > drop_range(w):
        return Refusal("too-far", f"{name} is more than {drop_range(w)} hexes away.", "15.0")
    if army_at(w, index) is unit.type.side.other:
        return Refusal("enemy-occupied", f"{name} is in enemy hands.", "15.0")
    if is_major(w, index) and holder(w, index) is not unit.type.side:
        return Refusal("major-city", f"{name} is an enemy Major City.", "15.0")
    if not terrain(w, index).drops:
        return Refusal("terrain", f"Units cannot jump into {ground_word(w, index).replace('_', ' ')}.", "15.0")
    return closed_to(w, unit, index)


@remembered()
def _in_range(w: World, start: int, reach: int) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if 0 < w.board.distance(start, h.index) <= reach)


def drop_zones(w: World, unit: Unit) -> list[int]:
    """Hexes a unit may be dropped in now."""
    fair = LIMITS.with_room(w, unit, _in_range(w, unit.hex, drop_range(w)))
    return [i for i in fair if no_landing(w, unit, i) is None]


def drop_odds(w: World, unit: Unit, index: int) -> tuple[int, int]:
    """The lowest die that lands the unit alive, and the modifier, for the planner and the dice."""
    table = rules(w).drop
    return table.success[weather(w)], table.zone if zone_map(w, unit.type.side.other)[index] else 0


def air_drop(w: World, command: AirDrop) -> None:
    """Drop the unit: lost, or behind the enemy and supplied for this turn."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    start, die = unit.hex, roll(w, rules(w).combat.faces)
    need, modifier = drop_odds(w, unit, there)
    note_voyage(w, DROP)
    word = Count(f"{DROP}-{unit.id}")
    scorekeeping.add(w, word, w.clock.turn - scorekeeping.count(w, word))
    path = (label(w, start), command.hex)
    w.emit(
        Rolled(
            where=path,
            rule="15.0",
            what="drop",
            faces=(die,),
            unit=unit.id,
            hex=command.hex,
            modifier=modifier,
            least=need,
        )
    )
    if die + modifier < need:
        eliminate(w, unit, Cause.IN_THE_DROP, "lost in the drop", "15.0")
        return
    w.mark(SupplyState, unit, dropped=True)
    make_move(w, unit, (start, there), "drop", "15.0")


def cannot_come_down(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not come down in a hex."""
    return no_landing(w, unit, there) or no_room(w, unit, there)


BY_AIR = Journey(
    AirDrop, strange, cannot_jump, cannot_come_down, "15.0", drop_zones, goes=lambda unit: letter(unit) == "AB"
)
drop_commands, judge_drop = BY_AIR.commands, BY_AIR.judge
ORDERS = (Handler(AirDrop, air_drop, judge_drop),)

# -- Chapters 11.1, 11.2: where air groups may be based, and which of them reach a hex. ------------------------------


@remembered()
def counters(w: World, side: Side, word: str) -> tuple[Unit, ...]:
    """A side's air groups (AIR) or airbase markers (BASE), wherever they are, by entity."""
    return tuple(u for u in w.units if u.type.side is side and letter(u) == word)


def sites(w: World, side: Side) -> list[int]:
    """Hexes that could be bases of a side: cities, and where its markers lie."""
    return sorted({*cities(w), *(u.hex for u in counters(w, side, "BASE") if u.hex >= 0)})


def fields(w: World, side: Side) -> list[int]:
    """Bases with room for one more group."""
    return [i for i in sites(w, side) if room_for_air(w, side, i) > 0]


def groups(w: World, side: Side) -> list[Unit]:
    """A side's air groups on the map, by entity."""
    return [u for u in counters(w, side, "AIR") if u.hex >= 0]


def range_of(w: World, side: Side) -> int:
    """Hexes its air groups reach (11.2)."""
    return rules(w).air.range.of(side)


def ready_in_range(w: World, side: Side, spots: Iterable[int]) -> list[Unit]:
    """A side's Ready groups that reach one of some hexes, by entity."""
    ends, reach = tuple(spots), range_of(w, side)
    near = (u for u in groups(w, side) if not u[Readiness].spent)
    return [u for u in near if any(w.board.distance(u.hex, i) <= reach for i in ends)]
