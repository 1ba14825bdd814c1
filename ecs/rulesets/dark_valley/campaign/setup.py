"""Chapter 10: the set-up of the board, and where a counter may be moved before the first turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ecs.core.commands import Deploy
from ecs.core.components import Clock, Decisions, Dice, Flags, Ground, HexType, Side, Weather
from ecs.core.files.scenarios import UnitEntry, ZoneEntry
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Scenario, SetupError
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign.fortifications import HAND, printed
from ecs.rulesets.dark_valley.data.components import BATTLE_MARKS, CUP_MARKS, WAR_MARKS, Fort, marks
from ecs.rulesets.dark_valley.data.tables import arrivals, classes, rules
from ecs.rulesets.dark_valley.data.units import has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import army_at, excess, has_room
from ecs.rulesets.dark_valley.ground.terrain import (
    DEFENSIVE_WORKS,
    FORTS,
    PARTISANS,
    VOID_ZONES,
    build_fort,
    built,
    falls_void,
    is_fortified_zone,
    places,
)
from ecs.systems import deployment, scorekeeping
from ecs.systems.deployment import Deployment, check_regions, ground_held, place_counters, start_owner, unseen
from ecs.systems.sentences import label, named
from ecs.systems.stacking import stacks, units_at
from ecs.systems.supply import FAR, distances


def set_up(w: World, scenario: Scenario) -> None:
    """Make every entity of the game: hexes, the scenario's counters, those still to come, the table.

    :raises SetupError: for an unknown class, hex, zone or region, or a counter named twice.
    """
    _make_hexes(w, scenario)
    check_regions(w, scenario)
    seen: set[str] = set()
    for side, entry in scenario.units:
        place_counters(w, scenario, Side(side), entry, seen, classes(), marks)
    _place_arrivals(w, scenario, seen)
    today = rules(w).turn[min(scenario.start_turn, len(rules(w).turn)) - 1]
    conditions = scenario.rules.get("conditions", scenario.rules.get("victory", 0))
    flags = (f"start:{scenario.start_turn}", f"victory:{conditions}")
    w.create(
        Clock(turn=scenario.start_turn),
        Dice(),
        Decisions(),
        Weather(name=scenario.weather or today.weather),
        Flags(flags=flags),
        *(kind() for kind in (*BATTLE_MARKS, *CUP_MARKS, *WAR_MARKS) if kind is not Flags),
    )
    forts, works = _built(w, scenario, "fort_"), _built(w, scenario, "works_")
    _make_markers(w, len(forts), len(works))
    w.seal()
    for spot in w.board.hexes:
        if w.ground[spot.index].control is Side.AXIS and falls_void(w, spot.index):
            VOID_ZONES.lay(w, spot.index)
    _build(w, scenario, forts, works)


def _make_hexes(w: World, scenario: Scenario) -> None:
    """Hexes are held as the scenario says, else as the map does."""
    held = ground_held(w, scenario)
    for spot in w.board.hexes:
        w.create(HexType(spot.index), Ground(control=start_owner(spot, held)))


def calendar() -> list[tuple[str, str, str]]:
    """Every counter that no scenario need name: its side, "id:class", and the box it begins in."""
    come = [(line.side, text, f"turn:{line.turn}") for line in arrivals().arrive for text in line.units]
    return come + [(_side_of(text), text, entry.box) for entry in arrivals().mint for text in entry.units]


def _side_of(text: str) -> str:
    nation = classes()[text.partition(":")[2]].nation
    return "axis" if nation in AXIS_NATIONS else "soviet"


def _place_arrivals(w: World, scenario: Scenario, seen: set[str]) -> None:
    """Counters still to come, and those that may be raised; what the scenario has placed, or lets stay away, is left
    out."""
    seen.update(scenario.absent)
    for arrival in arrivals().arrive:
        if scenario.start_turn < arrival.turn:
            entry = UnitEntry(units=unseen(arrival.units, seen), box=f"turn:{arrival.turn}")
            place_counters(w, scenario, Side(arrival.side), entry, seen, classes(), marks)
    for pool in arrivals().mint:
        for text in unseen(pool.units, seen):
            entry = UnitEntry(units=[text], box=pool.box)
            place_counters(w, scenario, Side(_side_of(text)), entry, seen, classes(), marks)


def _make_markers(w: World, forts: int, works: int) -> None:
    """As many markers as there can ever be on the map, with that many forts and works at the start (8.12, 8.13)."""
    table, (first, last) = rules(w).forts, rules(w).forts.weak_turns
    DEFENSIVE_WORKS.make(w, max(works, *(number for _, number in table.works)))
    FORTS.make(w, len(printed(w)) + forts + last - first + 1 + table.strong_most)
    VOID_ZONES.make(w, sum(is_fortified_zone(w, h.index) for h in w.board.hexes))
    PARTISANS.make(w, rules(w).partisans.most)


def _build(w: World, scenario: Scenario, forts: Mapping[int, int], works: Iterable[int]) -> None:
    """Forts of the map; forts and Defensive Works the scenario says stand already; the other works in hand (8.13)."""
    for index, size in sorted({**dict(printed(w)), **forts}.items()):
        build_fort(w, index, size)
    for index in sorted(works):
        DEFENSIVE_WORKS.lay(w, index)
    for index in sorted(forts):
        scorekeeping.flag(w, built(w, index))
    scorekeeping.add(w, HAND, by_turn(rules(w).forts.works, scenario.start_turn)[0] - len(DEFENSIVE_WORKS.hexes(w)))


def _built(w: World, scenario: Scenario, word: str) -> dict[int, int]:
    """Hex -> size, from numbers of the scenario like ``fort_W4717 = 1``."""
    found = {key.removeprefix(word): size for key, size in scenario.rules.items() if key.startswith(word)}
    unknown = sorted(set(found) - set(w.board.by_label))
    if unknown:
        raise SetupError(f"{scenario.path.name}: no hex {unknown[0]!r} on {w.board.name}")
    return {w.board.by_label[spot]: size for spot, size in found.items()}


def told_numbers(w: World) -> dict[str, int]:
    """The numbers of the scenario, with the forts and Defensive Works now standing."""
    found = {key: number for key, number in w.scenario.rules.items() if not key.startswith(("fort_", "works_"))}
    standing = {(mark.hex, mark.size) for _, mark in w.each_entity(Fort) if mark.hex >= 0} - set(printed(w))
    found |= {f"fort_{label(w, index)}": size for index, size in sorted(standing)}
    return found | {f"works_{label(w, index)}": 1 for index in DEFENSIVE_WORKS.hexes(w)}


AXIS_NATIONS = frozenset({"GER", "ROM", "HUN", "ITA", "SLK", "FIN"})


# -- free set-up -----------------------------------------------------------------------------------

FREE = "10.1"


def is_setting_up(w: World) -> bool:
    """Is the game still before its first turn?"""
    return bool(w.clock.turn == w.scenario.start_turn)


def zone_of(w: World, unit: Unit) -> ZoneEntry | None:
    """The zone within which a counter may be moved; None for one with a printed hex."""
    found: ZoneEntry | None = w.scenario.zones.get(unit.type.set)
    return found


@remembered(Ground)
def zone_hexes(w: World, name: str, side: Side) -> tuple[int, ...]:
    """The hexes of a set-up zone, as the ground is held at the start."""
    zone: ZoneEntry = w.scenario.zones[name]
    inside = {i for region in zone.regions for i in w.board.regions[region]}
    outside = {i for region in zone.outside for i in w.board.regions[region]}
    near = distances(w.board.neighbours, w.board.regions[zone.front]) if zone.front else None
    first, last = zone.rows
    return tuple(
        h.index
        for h in w.board.hexes
        if w.ground[h.index].control is side
        and (not zone.regions or h.index in inside or h.label in zone.also)
        and h.index not in outside
        and first <= int(h.label[-2:]) <= last
        and (near is None or near[h.index] <= (zone.depth or FAR))
        and (not zone.places or h.place in ("major", "town"))
    )


@remembered(Ground)
def air_bases(w: World, name: str, side: Side) -> tuple[int, ...]:
    """Own towns and cities where air units of a zone are set up: in it, or near it in some countries (10.1)."""
    zone, inside = w.scenario.zones[name], zone_hexes(w, name, side)
    near = distances(w.board.neighbours, inside)
    lands = {i for region in zone.air_in for i in w.board.regions[region]}
    fair = (i for i in places(w) if w.ground[i].control is side)
    return tuple(i for i in fair if near[i] == 0 or (near[i] <= zone.air and i in lands))


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter may not be picked up."""
    if zone_of(w, unit) is None:
        return Refusal("fixed", f"{unit.type.long_name} keeps its starting hex.", "10.1")
    if (
        is_combat_unit(unit)
        and sum(1 for u in units_at(w, unit.hex) if is_combat_unit(u)) == 1
        and _would_open(w, unit.hex)
    ):
        return Refusal("border", f"That would open the line at {named(w, unit.hex)}. The unit must stay.", "10.1")
    if _tanks_at(w, unit.hex) == [unit] and any(u.type.kind == "pz_hq" for u in units_at(w, unit.hex)):
        return Refusal("lone-headquarters", "A panzer army's headquarters starts with a German mechanised unit.", "2.6")
    return None


def _tanks_at(w: World, index: int) -> list[Unit]:
    """German mechanised units in a hex: a panzer army's headquarters starts with one (2.6)."""
    return [u for u in units_at(w, index) if has(u, "mech") and has(u, "german")]


def _would_open(w: World, index: int) -> bool:
    """Would an empty hex here leave the line of a zone open, here or beside it?"""
    near = (index, *w.board.neighbours[index])
    return any(
        j in cover and gap(w, j, cover, every, index) for cover, every in covers(w) if index in cover for j in near
    )


def gap(w: World, index: int, line: frozenset[int], every: int, emptied: int = -1) -> bool:
    """Is a hex of a line not held: by a unit in it or, where every second hex will do, in a hex of the line next to
    it?"""
    near = [index, *(j for j in w.board.neighbours[index] if j in line)] if every > 1 else [index]
    side = w.ground[index].control
    return side is None or not deployment.is_held(w, near, side, is_combat_unit, emptied)


@remembered()
def covers(w: World) -> tuple[tuple[frozenset[int], int], ...]:
    """The lines that must be held: hexes, and every how many of them must hold a unit (10.1 step 4, 10.6)."""
    zones = [zone for zone in w.scenario.zones.values() if zone.cover]
    return tuple((frozenset(w.board.regions[z.cover]), z.every) for z in zones)


def berths(w: World, unit: Unit) -> list[int]:
    """Where the counter may be put down."""
    zone = zone_of(w, unit)
    if zone is None:
        return [unit.hex]
    if has(unit, "air"):
        return [i for i in air_bases(w, zone.name, unit.type.side) if i == unit.hex or has_room(w, unit, i)]
    out = []
    for index in zone_hexes(w, zone.name, unit.type.side):
        if index != unit.hex and index in stacks(w):
            others = [u for u in units_at(w, index) if u is not unit]
            crowd = sum(1 for u in others if is_combat_unit(u)) if is_combat_unit(unit) else 0
            if excess(w, [*others, unit]) or (zone.most and crowd >= zone.most):
                continue
            if army_at(w, index) is unit.type.side.other:
                continue
        if unit.type.kind != "pz_hq" or _tanks_at(w, index):
            out.append(index)
    return out


def uncovered(w: World, zone: ZoneEntry, side: Side) -> list[int]:
    """Hexes of a front or border that must hold a unit and do not (10.1 step 4, 10.6)."""
    mine, line = set(zone_hexes(w, zone.name, side)), frozenset(w.board.regions[zone.cover])
    return [i for i in w.board.regions[zone.cover] if i in mine and gap(w, i, line, zone.every)]


def set_up_done(w: World) -> Refusal | None:
    """Why the set-up cannot end yet: a hex that must hold a unit is empty."""
    side = turn_side(w)
    for zone in w.scenario.zones.values():
        if zone.cover and any(u.type.set == zone.name and u.type.side is side for u in w.units):
            empty = uncovered(w, zone, side)
            if empty:
                return Refusal("border-open", f"Place a unit on the border at {named(w, empty[0])}.", "10.1")
    return None


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter may not be put down there."""

    def title(unit: Unit) -> str:
        zone = zone_of(w, unit)
        return zone.title if zone else "its printed hex"

    return deployment.no_berth(w, title)


DEPLOYMENT = Deployment(FREE, turn_side, strange, cannot_lift, berths, judge_deploy)
