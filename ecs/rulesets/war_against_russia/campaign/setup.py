"""Chapter 14: the set-up of the board."""

from __future__ import annotations

from typing import Any

from ecs.core.components import (
    BATTLE_MARKS,
    Clock,
    Decisions,
    Dice,
    Disruption,
    Flags,
    Garrison,
    Ground,
    HexType,
    Side,
    SupplyState,
    UnitType,
    Weather,
)
from ecs.core.files.scenarios import UnitEntry
from ecs.core.ruleset import Scenario
from ecs.core.world import World
from ecs.rulesets.war_against_russia.data.components import COMBAT_MARKS, TABLE_MARKS, UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import FREE, MAY, SETUP
from ecs.rulesets.war_against_russia.data.units import classes
from ecs.rulesets.war_against_russia.ground.borders import RUMANIA_OPEN
from ecs.systems.campaign.setup import ground_held, place_counters, start_owner


def marks(entry: UnitEntry, kind: UnitType) -> tuple[Any, ...]:
    """What is written on a counter."""
    return Disruption(disrupted=entry.dispersed), SupplyState(), *(kind() for kind in UNIT_MARKS)


def set_up(w: World, scenario: Scenario) -> None:
    """Make every entity of the game: hexes, the scenario's counters, those still to come, the table.

    Under the free set-up the Russians may go into Rumania from the start (14).

    :raises SetupError: for an unknown class or hex, or a counter named twice.
    """
    held = ground_held(w, scenario)
    for here in w.board.hexes:
        owner = start_owner(here, held)
        people = here.place == "victory" and owner is not Side.AXIS  # they fight until the city is taken (8)
        w.create(HexType(here.index), Ground(control=owner), Garrison(garrisoned=people))
    seen: set[str] = set()
    for side, entry in scenario.units:
        place_counters(w, scenario, Side(side), entry, seen, classes(), marks)
    start = 0 if w.options.get(MAY) == "on" else scenario.start_turn
    flags = (RUMANIA_OPEN,) if w.options.get(SETUP) == FREE else ()
    marked = (Clock(turn=start), Dice(), Decisions(), Weather(name="Good"), Flags(flags=flags))
    w.create(*marked, *(kind() for kind in (*BATTLE_MARKS, *TABLE_MARKS, *COMBAT_MARKS)))
    w.seal()
