"""Marches: where a unit can go on foot, which orders it can get, why not, and how they are carried out."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, Move, MoveBy
from ecs.core.components import Assignment, Marched, Side
from ecs.core.remembered_answers import FEW, MANY, per_position, remembered
from ecs.core.ruleset import Handler
from ecs.core.view import ReachStep, Refusal
from ecs.core.world import Unit, World
from ecs.systems.movement import March, Terms, arrivals_by, travel
from ecs.systems.rulebook import rulebook
from ecs.systems.sentences import named

Reach = dict[int, ReachStep]
"""Board index -> the cheapest step there."""


def reach(w: World, unit: Unit) -> Reach:
    """Every hex a unit may move to or through."""
    rules = rulebook(w).march
    if rules.journey.cannot_leave(w, unit) is not None:
        return {}
    return _reach_on(w, rules.terms(w, unit))


@remembered()
def _reach_on(w: World, walk: Terms) -> Reach:
    return _ways_by(w, walk, ())


def reach_by(w: World, unit: Unit, via: tuple[int, ...]) -> Reach:
    """Every hex a unit may move to or through, via hexes passed in turn."""
    rules = rulebook(w).march
    return {} if rules.journey.cannot_leave(w, unit) is not None else _ways_by(w, rules.terms(w, unit), via)


def _ways_by(w: World, walk: Terms, via: tuple[int, ...]) -> Reach:
    rules, ends = rulebook(w).march, walk.ends
    march = March(walk.start, walk.points, rules.ways(w, walk), walk.foes, walk.shut, walk.halts)
    found = arrivals_by(march, via)
    return {arrival[0]: rules.step(w, walk, arrival) for arrival in found if ends is None or arrival[0] in ends}


@per_position
def circumstances(w: World, side: Side) -> object:
    """Everything the orders of a side depend on now: the same object while it stays equal."""
    return _moment(w, side, rulebook(w).march.circumstances(w, side))


@remembered(most=FEW)
def _moment(w: World, side: Side, facts: tuple[object, ...]) -> object:
    return object()


def standing(w: World, unit: Unit) -> tuple[object, ...]:
    """All marks of a unit that its moves, journeys and attacks depend on."""
    return w.values(rulebook(w).march.standing, unit)


def move_commands(w: World, unit: Unit) -> Sequence[Command]:
    """Every move open to a unit."""
    if unit.place.hex < 0 or unit[Marched].moved:
        return []
    depends = rulebook(w).march.depends(w, unit)
    if depends is None:
        return _moves(w, unit)
    return _known_moves(w, unit, depends)


@remembered(most=MANY)
def _known_moves(w: World, unit: Unit, depends: object) -> Sequence[Command]:
    return _moves(w, unit)


def _moves(w: World, unit: Unit) -> Sequence[Command]:
    rules, steps = rulebook(w).march, reach(w, unit)
    return rules.journey.orders(w, unit, rules.room(w, unit, frozenset(steps))) if steps else []


def go(w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str, *, bonus: bool = False) -> None:
    """Take a unit along a path, whether it moves, retreats or advances: in every hex its game has its say."""
    rules = rulebook(w).march
    rules.sets_out(w, unit, path[1:])
    travel(w, unit, path, how, rule, bonus=bonus)
    for index in path[1:]:
        rules.enters(w, unit, index, index == path[-1])


def make_move(
    w: World, unit: Unit, path: tuple[int, ...], how: str, rule: str, *, hexes: int = 0, bonus: bool = False
) -> None:
    """Take a unit along a path as its move.  ``hexes``: how far that counts, where a game asks for it."""
    go(w, unit, path, how, rule, bonus=bonus)
    end_move(w, unit, hexes=hexes, bonus=bonus)


def end_move(w: World, unit: Unit, *, hexes: int = 0, bonus: bool = False) -> None:
    """A unit moves no more for now, and gives up the attack it was assigned to."""
    w.mark(Marched, unit, moved=2 if bonus else 1, hexes=hexes)
    w.mark(Assignment, unit, target=-1)


def start_afresh(w: World) -> None:
    """All units may move and fight again."""
    w.wipe_units(rulebook(w).march.passing)


def move(w: World, command: Move) -> None:
    """Move the unit along the cheapest path."""
    unit = w.by_id[command.unit]
    rulebook(w).march.go(w, unit, reach(w, unit)[w.board.by_label[command.hex]])


def judge_move(w: World, command: Move) -> Refusal | None:
    """Why a unit cannot march to a hex."""
    return rulebook(w).march.journey.judge(w, command)


# -- by way of hexes that whoever orders it has fixed --------------------------------------------------------------


def move_by(w: World, command: MoveBy) -> None:
    """Move the unit along the cheapest path that passes the hexes."""
    unit = w.by_id[command.unit]
    rulebook(w).march.go(w, unit, reach_by(w, unit, _indices(w, command))[w.board.by_label[command.hex]])


def judge_move_by(w: World, command: MoveBy) -> Refusal | None:
    """Why a unit cannot go to a hex via others."""
    for name in (command.hex, *command.waypoints):
        refusal = rulebook(w).march.journey.strange(w, command.unit, name)
        if refusal is not None:
            return refusal
    unit, straight = w.by_id[command.unit], Move(command.unit, command.hex)
    if straight not in move_commands(w, unit):
        return judge_move(w, straight)
    via = _indices(w, command)
    return None if w.board.by_label[command.hex] in reach_by(w, unit, via) else _too_far(w, unit, via)


def _too_far(w: World, unit: Unit, via: tuple[int, ...]) -> Refusal:
    name, rule = unit.type.long_name, rulebook(w).march.journey.elsewhere
    for number, index in enumerate(via):
        if index == unit.hex:
            return Refusal("back-again", f"{name} starts at {named(w, index)}, so it cannot be a waypoint.", rule)
        if index not in reach_by(w, unit, via[:number]):
            words = f"{name} cannot go through {named(w, index)}: too far, or something stops it"
            return Refusal("waypoint-too-far", f"{words} first.", rule)
    over = ", ".join(named(w, index) for index in via)
    words = f"The route via {over} is too long for {name}."
    return Refusal("way-too-far", words, rule)


def _indices(w: World, command: MoveBy) -> tuple[int, ...]:
    return tuple(w.board.by_label[name] for name in command.waypoints)


BY_WAY = Handler(MoveBy, move_by, judge_move_by)
ORDERS = (Handler(Move, move, judge_move), BY_WAY)
