"""Chapter 11.2: where defenders may retreat after the first round."""

from __future__ import annotations

from ecs.core.commands import Command, Done, Retreat
from ecs.core.components import Assignment, Battle, Disruption, Garrison, Place, Side
from ecs.core.events import Retreated
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat.attacks import declaring
from ecs.rulesets.darkest_crusade.data.components import Aftermath, Strength, UnderFire
from ecs.rulesets.darkest_crusade.data.turn import turn_side
from ecs.rulesets.darkest_crusade.ground.borders import bar
from ecs.rulesets.darkest_crusade.ground.control import take_control
from ecs.rulesets.darkest_crusade.ground.losses import disrupt, factors
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible
from ecs.systems.combat.waves import assigned
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label, named


def is_open(w: World, unit: Unit, origin: int, there: int, bases: tuple[int, ...]) -> bool:
    """May the unit retreat from ``origin`` to ``there``, attacked out of ``bases``?"""
    if not is_accessible(w, origin, there) or bar(w, unit, there) is not None:
        return False
    touching = any(there == b or (there in w.board.neighbours[b] and is_accessible(w, b, there)) for b in bases)
    if not touching:
        return True
    friends = units_at(w, there)
    return bool(friends) and not _overmatched(w, there, friends)


def _overmatched(w: World, there: int, friends: list[Unit]) -> bool:
    """Do the friends there face an unresolved attack at least as strong as they are?"""
    coming = declaring.attack_points(w, there)
    faced = any(target == there for target, _ in assigned(w))
    return faced and coming >= sum(factors(u)[1] for u in friends)


def exits(w: World, unit: Unit, origin: int, bases: tuple[int, ...]) -> list[int]:
    """The hexes open to a retreating unit."""
    return [j for j in w.board.neighbours[origin] if is_open(w, unit, origin, j, bases)]


def retreaters(w: World) -> list[Unit]:
    """The defenders still in the attacked hex."""
    return units_at(w, w[Battle].hex)


def retreat_commands(w: World) -> list[Command]:
    """Every retreat open to the defenders; empty if nobody can."""
    return [Retreat(u.id, label(w, j)) for u in retreaters(w) for j in exits(w, u, w[Battle].hex, w[Battle].came_from)]


def choices(w: World) -> list[Command]:
    """The retreats, or an end of it."""
    return [*retreat_commands(w), Done()]


def retreat_side(w: World) -> Side:
    """The defender chooses."""
    return turn_side(w).other


def fall_back(w: World, command: Retreat) -> None:
    """Retreat the unit; it becomes or stays Disrupted, and gives up fort or emplacement."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    origin = unit.hex
    w.mark(Strength, unit, strong=False)
    w.mark(Place, unit, hex=there)
    w.mark(UnderFire, unit, struck=True)
    w.mark(Assignment, unit, target=-1, wave=0)
    w.mark(Aftermath, w.table, vacated=True)
    w.mark(Garrison, w.hexes[there], garrisoned=True)
    path = (label(w, origin), command.hex)
    w.emit(Retreated(where=path, rule="11.2", unit=unit.id, path=path))
    take_control(w, there, unit.type.side)
    if not unit[Disruption].disrupted:
        disrupt(w, unit, "retreat", "11.2")


def retreat_view(w: World) -> DecisionView:
    """What is asked."""
    side = retreat_side(w)
    return DecisionView(
        "retreat", side, f"{side}: retreat from {named(w, w[Battle].hex)}, or stand?", w[Battle].hex, "11.2"
    )


def judge_retreat(w: World, command: Retreat) -> Refusal | None:
    """Why a unit may not retreat there."""
    unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
    if w.decisions.stack[-1:] != ("retreat",) or unit is None or there is None or unit not in retreaters(w):
        return Refusal("no-retreat-now", "Only defenders retreat, after the first round of their battle.", "11.2")
    if there not in w.board.neighbours[unit.hex] or not is_accessible(w, unit.hex, there):
        return Refusal("retreat-one-hex", "A retreat is one hex, not across a strait, an open lake or sea.", "11.2")
    return bar(w, unit, there) or Refusal(
        "retreat-closed",
        f"{named(w, there)} touches a hex the attack came from, and no friends hold it safely.",
        "11.2",
    )
