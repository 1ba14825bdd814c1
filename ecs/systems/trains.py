"""Journeys by rail: a side's remaining trains, who may board, where to, and how an order is carried out."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, MoveByRail
from ecs.core.components import Marched, Side, Transport
from ecs.core.remembered_answers import MANY, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.marches import circumstances, make_move, standing
from ecs.systems.rail import RailRules, rail_net, shortest
from ecs.systems.rulebook import rulebook


def _rules(w: World) -> RailRules:
    found = rulebook(w).rail
    assert found is not None, "a game without railways lists no trains"
    return found


def open_transport(w: World) -> None:
    """Open transport: no train has left yet, and every ship is in port."""
    w.reset(Transport, w.table)


def note_voyage(w: World, *words: str) -> None:
    """Write down what has sailed or dropped, in the words by which its game counts them."""
    w.mark(Transport, w.table, voyages=(*w[Transport].voyages, *words))


def room_left(w: World, side: Side) -> int:
    """What the trains of a side can still carry in this turn."""
    return _rules(w).capacity(w, side) - w[Transport].rail


def rail_goals(w: World, unit: Unit) -> frozenset[int]:
    """Hexes to which a train can take a unit on a railway, stacking aside."""
    rules = _rules(w)
    shut, besides = rules.shut(w, unit), rules.off_map(w, unit)
    return rules.railways.ends(w, unit.type.side, unit.hex, shut, besides) - {unit.hex}


def rail_path(w: World, unit: Unit, end: int) -> tuple[int, ...]:
    """The shortest way along open railways, or round the edge off the map."""
    rules = _rules(w)
    numbers = rules.railways.lines(w, unit.type.side, rules.shut(w, unit))
    if numbers[unit.hex] != numbers[end]:
        return unit.hex, end
    return shortest(rail_net(w), numbers, unit.hex, end)


def rail_commands(w: World, unit: Unit) -> Sequence[Command]:
    """Every journey by rail open to a unit."""
    rules, side = _rules(w), unit.type.side
    if unit.place.hex < 0 or unit[Marched].moved:
        return []
    if not rules.remembers(unit):
        return _rides(w, unit)
    common = circumstances(w, side), w[Transport].rail, rules.railways.open_to(w, side)
    depends = common, standing(w, unit), rulebook(w).stacking.full_hexes(w, unit)
    return _known_rides(w, unit, depends)


@remembered(most=MANY)
def _known_rides(w: World, unit: Unit, depends: object) -> Sequence[Command]:
    return _rides(w, unit)


def _rides(w: World, unit: Unit) -> Sequence[Command]:
    rules = _rules(w)
    if rules.journey.cannot_leave(w, unit) is not None:
        return []
    fair = rules.room(w, unit, rail_goals(w, unit))
    return rules.journey.orders(w, unit, fair - rulebook(w).stacking.full_hexes(w, unit))


def move_by_rail(w: World, command: MoveByRail) -> None:
    """Send the unit by rail."""
    rules, unit = _rules(w), w.by_id[command.unit]
    path = rail_path(w, unit, w.board.by_label[command.hex])
    make_move(w, unit, path, "rail", rules.journey.elsewhere, hexes=rules.hexes(w, path))
    w.add(Transport, w.table, "rail", rules.weight(unit))


def judge_rail(w: World, command: MoveByRail) -> Refusal | None:
    """Why a unit cannot go by rail to a hex."""
    return _rules(w).journey.judge(w, command)


ORDERS = (Handler(MoveByRail, move_by_rail, judge_rail),)
