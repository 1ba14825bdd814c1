"""Chapter 11: the set-up of the board."""

from __future__ import annotations

from ecs.core.components import BATTLE_MARKS, Clock, Decisions, Dice, Flags, Ground, HexType, Side, Weather
from ecs.core.files.scenarios import UnitEntry
from ecs.core.ruleset import Scenario
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign.workers import settle_in
from ecs.rulesets.russia_besieged.data.components import IMPULSE_MARKS, WAR_MARKS, Impulse, Track, marks
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import arrivals, classes, units
from ecs.rulesets.russia_besieged.ground.removal.elimination import GONE, POOL
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES
from ecs.systems.campaign.setup import ground_held, place_counters, start_owner
from ecs.systems.ground.supply import distances

FAIR = "Clear"
GAP = "gauge_gap"
MOST_GAP = 40


def set_up(w: World, scenario: Scenario) -> None:
    """Make every entity of the game: hexes, the scenario's counters, those still to come, the table.

    ``gauge_gap`` in the scenario's rules: how many hexes of ground won the railhead lags behind the front (10.7).

    :raises SetupError: for an unknown class, hex or region, or a counter named twice.
    """
    held = ground_held(w, scenario)
    behind = _gauge_ground(w, held, scenario.rules.get(GAP, 0))
    owners = [start_owner(spot, held) for spot in w.board.hexes]
    for spot, control in zip(w.board.hexes, owners, strict=True):
        trains = None
        if "rail" in spot.traits:
            trains = Side.AXIS if spot.owner == Side.AXIS.value or spot.index in behind else Side.SOVIET
        w.create(HexType(spot.index), Ground(control=control), Track(gauge=trains))
    seen: set[str] = set()
    for side, entry in scenario.units:
        place_counters(w, scenario, Side(side), entry, seen, classes(), marks)
    _still_to_come(w, scenario, seen)
    settle_in(w, scenario, frozenset(i for i, owner in enumerate(owners) if owner is Side.SOVIET), seen)
    w.create(
        Clock(turn=scenario.start_turn),
        Dice(),
        Decisions(),
        Weather(name=FAIR),
        Flags(flags=(f"start:{scenario.start_turn}",)),
        Impulse(first=FAIR, second=FAIR),
        *(kind() for kind in (*BATTLE_MARKS, *WAR_MARKS, *IMPULSE_MARKS) if kind not in (Flags, Impulse)),
    )
    FORTRESSES.make(w, rules(w).fortress.most + len(rules(w).fortress.soviet))
    w.seal()


def _gauge_ground(w: World, held: frozenset[int] | None, lag: int) -> frozenset[int]:
    """Ground the Axis has won whose railways it has converted: all but the last hexes before the front (10.7)."""
    if held is None:
        return frozenset()
    front = [h.index for h in w.board.hexes if h.index not in held]
    away = distances(w.board.neighbours, front)
    return frozenset(i for i in held if away[i] > lag)


def told_numbers(w: World) -> dict[str, int]:
    """The numbers of the scenario, with the distance at which the converted railways follow the front now, as nearly as
    one number can tell it."""
    ours = {spot.index for spot in w.board.hexes if w.ground[spot.index].control is Side.AXIS}
    rails = [spot for spot in w.board.hexes if "rail" in spot.traits and spot.owner != Side.AXIS.value]
    converted = {spot.index for spot in rails if w.of(w.hexes[spot.index], Track).gauge is Side.AXIS}
    front = distances(w.board.neighbours, [spot.index for spot in w.board.hexes if spot.index not in ours])

    def astray(gap: int) -> int:
        return sum((spot.index in ours and front[spot.index] > gap) != (spot.index in converted) for spot in rails)

    gap = min(range(MOST_GAP + 1), key=astray)
    return {**w.scenario.rules, GAP: gap} if gap or GAP in w.scenario.rules else dict(w.scenario.rules)


def calendar() -> list[tuple[str, str, str]]:
    """Every counter that comes by the calendar: its side, "id:class", and the box it begins in."""
    return [(line.side, text, f"turn:{line.turn}") for line in arrivals().arrive for text in line.units]


def _still_to_come(w: World, scenario: Scenario, seen: set[str]) -> None:
    """All counters the scenario neither names nor lets stay away: in the turn they arrive in, in the pool of those that
    do not fight, or out of the war (11.4)."""
    seen.update(scenario.absent)
    for arrival in arrivals().arrive:
        box = f"turn:{arrival.turn}" if arrival.turn >= scenario.start_turn else GONE
        _rest(w, scenario, Side(arrival.side), arrival.units, box, seen)
    for force in units().force:
        idle = [text for text in force.units if not classes()[text.partition(":")[2]].fights]
        _rest(w, scenario, Side(force.side), idle, POOL, seen)
        _rest(w, scenario, Side(force.side), force.units, GONE, seen)


def _rest(w: World, scenario: Scenario, side: Side, texts: list[str], box: str, seen: set[str]) -> None:
    fresh = [text for text in texts if text.partition(":")[0] not in seen]
    place_counters(w, scenario, side, UnitEntry(units=fresh, box=box), seen, classes(), marks)
