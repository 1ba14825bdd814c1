"""Chapter 14.16: whether the hex of a Dictator was surrounded when the enemy came."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.components import Side
from ecs.core.world import World
from ecs.rulesets.russia_besieged.ground.occupancy import army_at
from ecs.rulesets.russia_besieged.ground.removal.leaders import dictator, ringed
from ecs.rulesets.russia_besieged.ground.supply.paths import ANY, path_map
from ecs.rulesets.russia_besieged.ground.terrain import open_net
from ecs.rulesets.russia_besieged.ground.transport.rail_network import GERMAN, SOVIET
from ecs.systems.campaign import tallies


def is_ringed(w: World, side: Side, index: int) -> bool:
    """Does no supply path of any length lead out of a hex of a side to a railway or source that feeds it?  What is in
    the hex itself is no way out, nor is a Major City or a port that feeds so many."""
    found = path_map(w, GERMAN if side is Side.AXIS else SOVIET, ANY)
    if army_at(w, index) is side:
        return not found[index]
    return not found[index] and not any(found[j] for j in open_net(w)[index])


def note(w: World, hexes: Iterable[int], side: Side) -> None:
    """The enemy is about to attack or to enter hexes: if the Dictator of a side is in one, write down whether it is
    surrounded."""
    leader = dictator(w, side)
    if leader is not None and leader.hex >= 0 and leader.hex in hexes:
        tallies.flag(w, ringed(side), is_ringed(w, side, leader.hex))
