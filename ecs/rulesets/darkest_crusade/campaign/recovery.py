"""Chapter 10: recovery from Disruption."""

from __future__ import annotations

from ecs.core.components import Disruption, Garrison, Side, Transport
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import UNIT_MARKS, ReplacementPool, UnderFire
from ecs.rulesets.darkest_crusade.data.tables import classes
from ecs.rulesets.darkest_crusade.ground.losses import COUNTERS
from ecs.rulesets.darkest_crusade.ground.supply import is_supplied
from ecs.systems.combat.declared_attacks import assigned_by_wave


def recovery_class(unit: Unit) -> str:
    """GER, RED, BLACK or RUM."""
    return classes()[unit.type.kind].recovery


recover = COUNTERS.recover


def _tired(w: World, kind: str) -> list[Unit]:
    return [
        u for u in w.units if u.hex >= 0 and u[Disruption].disrupted and recovery_class(u) == kind and is_supplied(w, u)
    ]


def recover_germans(w: World) -> None:
    """A2e: German and Finnish units in supply."""
    for unit in _tired(w, "GER"):
        recover(w, unit, "10")


def recover_red(w: World) -> None:
    """B4: red-marked Soviet units in supply."""
    for unit in _tired(w, "RED"):
        recover(w, unit, "10")


def _unattacked(w: World, kind: str) -> None:
    targets = {t for t, _ in assigned_by_wave(w)}
    for unit in _tired(w, kind):
        if unit.hex not in targets:
            recover(w, unit, "10")


def recover_black_unattacked(w: World) -> None:
    """A2b: black Soviet units in supply that are not under a declared attack."""
    _unattacked(w, "BLACK")


def recover_allies_unattacked(w: World) -> None:
    """B2b: Rumanian and Hungarian units in supply that are not under a declared attack."""
    _unattacked(w, "RUM")


def _unhurt(w: World, kind: str) -> None:
    for unit in _tired(w, kind):
        if unit[UnderFire].was_disrupted and unit[UnderFire].attacked and not unit[UnderFire].struck:
            recover(w, unit, "10")


def recover_black_unhurt(w: World) -> None:
    """End of A2c: black Soviet units Disrupted before it, attacked, and not hurt again."""
    _unhurt(w, "BLACK")


def recover_allies_unhurt(w: World) -> None:
    """End of B2c: the same for Rumanian and Hungarian units."""
    _unhurt(w, "RUM")


def begin_axis_turn(w: World) -> None:
    """A1: everybody may act again; note which hexes the Soviets hold at the start (13)."""
    _begin(w, Side.AXIS)


def begin_soviet_turn(w: World) -> None:
    """B1: everybody may act again; note which hexes the Axis holds at the start (13)."""
    _begin(w, Side.SOVIET)


def _begin(w: World, side: Side) -> None:
    for unit in w.units:
        w.wipe(unit, UNIT_MARKS)
    held = {u.hex for u in w.units if u.hex >= 0 and u.type.side is side.other}
    for index, here in enumerate(w.hexes):
        w.mark(Garrison, here, garrisoned=index in held, drawn=0)
    w.mark(Transport, w.table, sea=0)
    w.mark(ReplacementPool, w.table, drafting=False)
