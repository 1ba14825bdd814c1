"""Chapter 7: who goes by sea, and where to."""

from __future__ import annotations

from ecs.core.commands import Sail
from ecs.core.components import Side, Transport
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import strange
from ecs.rulesets.war_against_russia.ground.borders import barred, barred_ground
from ecs.rulesets.war_against_russia.ground.control import controls_sea
from ecs.rulesets.war_against_russia.ground.movement import go, is_held, is_spent, not_yours
from ecs.rulesets.war_against_russia.ground.occupancy import army_at, holder
from ecs.rulesets.war_against_russia.ground.stacking import full_for, no_room
from ecs.systems.ground.journeys import Journey
from ecs.systems.table.names import named

PHASE = "initial"
COAST = "coast_"


def open_transport(w: World) -> None:
    """A player-turn begins: no train has left yet, and every ship is in port."""
    if w[Transport].rail or w[Transport].sea:
        w.mark(Transport, w.table, rail=0, sea=0)


# -- ports ------------------------------------------------------------------------------------------------


def ports(w: World) -> tuple[int, ...]:
    """The ports of the map."""
    return w.keep("ports", lambda: tuple(h.index for h in w.board.hexes if "port" in h.traits))


def seas_of(w: World, index: int) -> frozenset[str]:
    """The seas a port lies on; none if the hex is no port."""

    def make() -> dict[int, frozenset[str]]:
        traits = {i: w.board.hexes[i].traits for i in ports(w)}
        return {i: frozenset(t.removeprefix(COAST) for t in own if t.startswith(COAST)) for i, own in traits.items()}

    return w.keep("seas", make).get(index, frozenset())


def is_port_of(w: World, index: int, side: Side) -> bool:
    """A port that a side holds?"""
    return index in ports(w) and holder(w, index) is side and army_at(w, index) is not side.other


def seas_from(w: World, index: int, side: Side) -> frozenset[str]:
    """The seas a side commands on which a port lies."""
    return frozenset(sea for sea in seas_of(w, index) if controls_sea(w, sea, side))


# -- who sails --------------------------------------------------------------------------------------------


def cannot_embark(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not go by sea at all now."""
    name, side = unit.type.name, unit.type.side
    if not w.phase.startswith(PHASE):
        return Refusal("no-sailing", "Units go by sea in the initial phase of their side.", "7")
    refusal = not_yours(w, unit, "7") or is_spent(unit, f"{name} has attacked in this turn and stays where it is.")
    if refusal is not None:
        return refusal
    if not is_port_of(w, unit.hex, side):
        return Refusal("no-port", f"{name} is in no port of its side.", "7")
    if not seas_from(w, unit.hex, side):
        return Refusal("no-control", f"The sea off {named(w, unit.hex)} is not under {side} control.", "7")
    most = rules(w).sea.units
    if w[Transport].sea >= most:
        words = f"The ships carry {most} unit{'s' if most != 1 else ''} in a player-turn, and have sailed."
        return Refusal("ships-used", words, "7")
    return None


def havens(w: World, unit: Unit) -> list[int]:
    """Ports that a unit in a port may be shipped to, stacks apart."""
    side, shut = unit.type.side, barred_ground(w, unit)
    seas = seas_from(w, unit.hex, side)
    return [i for i in ports(w) if i != unit.hex and seas & seas_of(w, i) and is_port_of(w, i, side) and i not in shut]


def goals(w: World, unit: Unit) -> list[int]:
    """Where a unit in a port may be shipped now."""
    full = full_for(w, unit)
    return [i for i in havens(w, unit) if i not in full]


def sail(w: World, command: Sail) -> None:
    """Ship the unit: it moves no more this turn, but may attack."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    go(w, unit, (unit.hex, there), "sea", "7")
    w.mark(Transport, w.table, sea=w[Transport].sea + 1)


def cannot_disembark(w: World, unit: Unit, there: int) -> Refusal | None:
    """Why a unit may not be put ashore in a hex."""
    refusal = is_held(w, unit.type.side, there) or barred(w, unit, there)
    if refusal is not None:
        return refusal
    if there not in havens(w, unit):
        return Refusal("no-haven", f"{named(w, there)} is no port of your side on the same sea.", "7")
    return no_room(w, unit, there)


BY_SEA = Journey(Sail, strange, cannot_embark, cannot_disembark, "7", goals)
sail_commands, judge_sail = BY_SEA.commands, BY_SEA.judge
ORDERS = (Order(Sail, sail, judge_sail),)
