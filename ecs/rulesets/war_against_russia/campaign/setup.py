"""Chapter 14: the set-up of the board."""

from __future__ import annotations

from typing import Any

from ecs.core.commands import Deploy
from ecs.core.components import (
    BATTLE_MARKS,
    Clock,
    CounterInHand,
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
from ecs.core.ruleset import Phase, Scenario
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.campaign.replacements import LATE
from ecs.rulesets.war_against_russia.data.components import COMBAT_MARKS, TABLE_MARKS, UNIT_MARKS
from ecs.rulesets.war_against_russia.data.options import FREE, MAY, QUICK, SETUP
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import classes, is_army, is_german, is_infantry, strange
from ecs.rulesets.war_against_russia.ground.control import army_at, holder, no_room
from ecs.rulesets.war_against_russia.ground.terrain import RUMANIA_OPEN, barred_ground, in_rumania, region
from ecs.systems import deployment
from ecs.systems.deployment import Deployment, ground_held, place_counters, start_owner
from ecs.systems.stacking import units_at


def marks(entry: UnitEntry, kind: UnitType) -> tuple[Any, ...]:
    """The marks of a counter."""
    return Disruption(disrupted=entry.dispersed), SupplyState(), *(kind() for kind in UNIT_MARKS)


def set_up(w: World, scenario: Scenario) -> None:
    """Make every entity of the game: hexes, the scenario's counters, those still to come, the table.

    Under the free set-up the Soviets may go into Romania from the start (14).

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


# -- Chapter 14: where the Axis may put its counters before the first turn. ------------------------------------------
# The scenario's zones say where: a counter's own zone when only corps are placed, the zone of its nation when all are.

RULE = "14"
SIDE = Side.AXIS


def mode(w: World) -> str:
    """How the Axis sets up: quick, by corps or free."""
    return w.options.get(SETUP, QUICK)


def first_turn(w: World) -> int:
    """The turn the game begins with."""
    found: int = 0 if w.options.get(MAY) == "on" else w.scenario.start_turn
    return found


def is_setting_up(w: World) -> bool:
    """Is it before the first turn, and may the Axis place counters in this game?"""
    return mode(w) != QUICK and w.clock.turn == first_turn(w)


# -- picking up -----------------------------------------------------------------------------------------------


def zone_of(w: World, unit: Unit) -> Any:
    """The zone within which a counter may be placed; None for one that keeps its starting hex."""
    if unit.type.set == LATE:
        return None
    name = f"free-{unit.type.nation}" if mode(w) == FREE else unit.type.set
    return w.scenario.zones.get(name)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter may not be picked up."""
    if zone_of(w, unit) is None:
        return Refusal("fixed", f"{unit.type.long_name} keeps its starting hex.", RULE)
    return None


# -- putting down ---------------------------------------------------------------------------------------------


def berths(w: World, unit: Unit) -> list[int]:
    """Where the counter may be put down; its own hex is always one."""
    zone = zone_of(w, unit)
    names = zone.regions if zone is not None else []
    shut = barred_ground(w, unit)
    if not may_start_in_rumania(w, unit):
        shut |= region(w, rules(w).countries.rumania)
    found = {i for name in names for i in region(w, name)} | _also(w, zone)
    found -= set(shut)
    return sorted({unit.hex, *(i for i in found if _is_berth(w, unit, i))})


def _also(w: World, zone: Any) -> set[int]:
    return {w.board.by_label[spot] for spot in zone.also} if zone is not None else set()


def _is_berth(w: World, unit: Unit, index: int) -> bool:
    ours = holder(w, index) is SIDE and army_at(w, index) is not SIDE.other
    return ours and no_room(w, unit, index) is None


def may_start_in_rumania(w: World, unit: Unit) -> bool:
    """Is there still a place for this counter in Romania?  German ones are few there: two infantry corps beside an
    army, or nine units of any kind under the free set-up.  Of other corps nothing is said."""
    if not is_german(unit):
        return True
    table = rules(w).countries
    others = [u for u in germans_in_rumania(w) if u is not unit]
    if mode(w) == FREE:
        return len(others) < table.germans_in_rumania_free
    guests = [u for u in others if is_infantry(u) and not is_army(u)]
    return not is_infantry(unit) or len(guests) < table.german_infantry_in_rumania


def germans_in_rumania(w: World) -> list[Unit]:
    """German units in Romania, by hex."""
    there = sorted(region(w, rules(w).countries.rumania))
    return [u for i in there for u in units_at(w, i) if is_german(u)]


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter in hand may not be put down there."""
    index = w.board.by_label.get(command.hex, -1)
    if w[CounterInHand].lifted >= 0 and index >= 0 and in_rumania(w, index):
        unit = deployment.in_hand(w)
        if not may_start_in_rumania(w, unit):
            table = rules(w).countries
            few = f"{table.german_infantry_in_rumania} German infantry corps besides {table.rumanian_army}"
            most = f"{table.germans_in_rumania_free} German units" if mode(w) == FREE else few
            return Refusal("rumania-full", f"At most {most} may start in Romania.", RULE)
    return deployment.no_berth(w, lambda unit: zone_of(w, unit).title)


DEPLOYMENT = Deployment(RULE, lambda w: SIDE, strange, cannot_lift, berths, judge_deploy)


PHASES = (
    Phase(
        "setup-axis",
        "Set-up",
        SIDE,
        "You may move counters without a printed hex anywhere on the Axis side of the border.",
        RULE,
        when=is_setting_up,
        unit_commands=(deployment.lift_commands,),
        set_up=True,
        work="set up",
    ),
)
