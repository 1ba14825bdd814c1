"""Chapter 11: the set-up of the board."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import Deploy
from ecs.core.components import (
    BATTLE_MARKS,
    Clock,
    CounterInHand,
    Decisions,
    Dice,
    Flags,
    Ground,
    HexType,
    Side,
    Weather,
)
from ecs.core.files.scenarios import UnitEntry
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Phase, Scenario
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign.income import settle_in
from ecs.rulesets.russia_besieged.combat.air_bases import no_site
from ecs.rulesets.russia_besieged.data.calendar import strange, turn_side
from ecs.rulesets.russia_besieged.data.campaign_tables import District
from ecs.rulesets.russia_besieged.data.components import IMPULSE_MARKS, WAR_MARKS, Impulse, Track, marks
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import (
    arrivals,
    classes,
    districts,
    is_combat_unit,
    is_german,
    kind,
    kinds,
    letter,
    mobility,
    units,
)
from ecs.rulesets.russia_besieged.ground.movement import is_seat
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, barred_ground, fighters_at, holder, no_room
from ecs.rulesets.russia_besieged.ground.removal import GONE, POOL, room_for_air
from ecs.rulesets.russia_besieged.ground.terrain import (
    FORTRESSES,
    is_city,
    region,
    terrain,
)
from ecs.systems import deployment
from ecs.systems.deployment import Deployment, ground_held, place_counters, start_owner, unseen
from ecs.systems.sentences import named
from ecs.systems.stacking import units_at
from ecs.systems.supply import distances

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
    converted = {spot.index for spot in rails if w.by_hex(Track)[spot.index].gauge is Side.AXIS}
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
    place_counters(w, scenario, side, UnitEntry(units=unseen(texts, seen), box=box), seen, classes(), marks)


# -- Chapter 24.5 (11.3): where counters may be put before June 1941. ------------------------------------------------
# The printed set-up is where they begin. Every hex of a border that it guards, by a unit with a zone of control in it
# or next to it, stays guarded.

OPTION, RULE = "free_setup", "24.5"
FIXED = ("DI", "PT", "W", "V")


def is_setting_up(w: World) -> bool:
    """Is it before the first turn of a scenario of June 1941, in a game with free set-up?"""
    june = w.scenario.start_turn == 1 and not w.scenario.ground
    return is_on(w, OPTION) and june and w.clock.turn == w.scenario.start_turn


def district_of(w: World, unit: Unit) -> District | None:
    """The district within which a counter may be moved; None for one with a printed hex."""
    return None if letter(unit) in FIXED else rules(w).district.get(districts().get(unit.id, ""))


# -- picking up ---------------------------------------------------------------------------------------------


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter may not be picked up."""
    name, spot = unit.type.long_name, named(w, unit.hex)
    if district_of(w, unit) is None:
        return Refusal("fixed", f"{name} keeps its starting hex.", RULE)
    if letter(unit) == "BASE" and _is_needed(w, unit):
        return Refusal("groups-there", f"The air groups at {spot} need {name}.", "11.1")
    if is_combat_unit(unit) and _would_strand(w, unit):
        return Refusal("lone-marshal", f"That would leave the Field Marshal at {spot} without German troops.", "14.2")
    return None


def _is_needed(w: World, base: Unit) -> bool:
    groups = any(letter(u) == "AIR" for u in units_at(w, base.hex))
    return groups and room_for_air(w, base.type.side, base.hex) < rules(w).air.base.marker


def _would_strand(w: World, unit: Unit) -> bool:
    """Would a Field Marshal be left alone outside a city?"""
    if is_city(w, unit.hex) or not any(letter(u) == "FM" for u in units_at(w, unit.hex)):
        return False
    return not any(is_german(u) for u in fighters_at(w, unit.hex) if u is not unit)


# -- putting down -------------------------------------------------------------------------------------------


def zone_hexes(w: World, unit: Unit) -> tuple[int, ...]:
    """The hexes of a counter's district it can stand in; none for one with a printed hex."""
    district = district_of(w, unit)
    if district is None:
        return ()
    side, shut = unit.type.side, barred_ground(w, unit)
    fair = (i for i in sorted(region(w, district.region)) if holder(w, i) is side and i not in shut)
    return tuple(i for i in fair if _is_fit(w, unit, i))


def _is_fit(w: World, unit: Unit, index: int) -> bool:
    row = terrain(w, index)
    on_rail = "rail" in w.board.hexes[index].traits
    return not row.no_setup and (mobility(unit) != "mot" or on_rail or row.mot in ("free", "stop"))


def berths(w: World, unit: Unit) -> list[int]:
    """Where the counter may be put down; its own hex is always one."""
    watch = needed_for(w, unit)
    return sorted(
        {unit.hex, *(i for i in zone_hexes(w, unit) if _is_berth(w, unit, i) and all(_near(w, i, j) for j in watch))}
    )


def _near(w: World, index: int, border: int) -> bool:
    return index == border or index in w.board.neighbours[border]


def _is_berth(w: World, unit: Unit, index: int) -> bool:
    side, word = unit.type.side, letter(unit)
    if word == "AIR":
        return room_for_air(w, side, index) > 0
    if word == "BASE":
        return no_site(w, side, index) is None
    if army_at(w, index) is side.other or no_room(w, unit, index) is not None:
        return False
    if word == "FM":
        return is_seat(w, unit, index) and any(is_german(u) for u in fighters_at(w, index))
    return True


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter may not be put down there."""
    there = w.board.by_label.get(command.hex)
    if w[CounterInHand].lifted >= 0 and there is not None:
        unit = deployment.in_hand(w)
        bare = [j for j in needed_for(w, unit) if not _near(w, there, j)]
        if there in zone_hexes(w, unit) and _is_berth(w, unit, there) and bare:
            return Refusal("border", f"That would leave the border at {named(w, bare[0])} unguarded.", RULE)
    return deployment.no_berth(w, lambda unit: districts().get(unit.id, "none"))


DEPLOYMENT = Deployment(RULE, turn_side, strange, cannot_lift, berths, judge_deploy)


# -- the border ---------------------------------------------------------------------------------------------


@remembered()
def guarded(w: World) -> tuple[int, ...]:
    """The border hexes guarded in the printed set-up, which must stay guarded."""
    posts = list(_printed_posts(w))
    border = {i for d in rules(w).district.values() if d.border for i in region(w, d.border)}
    return tuple(i for i in sorted(border) if any(_near(w, post, i) for post in posts))


def _printed_posts(w: World) -> Iterable[int]:
    """Where the scenario puts Soviet units with a zone of control."""
    for side, entry in w.scenario.units:
        grades = (text.partition(":")[2] for text in entry.units)
        if Side(side) is Side.SOVIET and entry.hex and any(kinds()[classes()[g].kind].zoc for g in grades):
            yield w.board.by_label[entry.hex]


def _is_open(w: World, border: int, without: int = -1) -> bool:
    near = (border, *w.board.neighbours[border])
    return not deployment.is_held(w, near, Side.SOVIET, lambda u: kind(u).zoc, without)


def needed_for(w: World, unit: Unit) -> list[int]:
    """Border hexes that no other unit guards: the counter may be put down only next to all of them."""
    if unit.type.side is Side.AXIS or not kind(unit).zoc:
        return []
    alone = not any(u is not unit and kind(u).zoc for u in units_at(w, unit.hex))
    return [j for j in guarded(w) if alone and _near(w, unit.hex, j) and _is_open(w, j, unit.hex)]


def set_up_done(w: World) -> Refusal | None:
    """Why the set-up cannot end yet: a border hex that must be guarded is not."""
    if turn_side(w) is Side.SOVIET:
        for index in guarded(w):
            if _is_open(w, index):
                return Refusal("border-open", f"Leave a guard on the border at {named(w, index)}.", RULE)
    return None


# -- the sequence ---------------------------------------------------------------------------------------------


def _phase(side: Side, text: str) -> Phase:
    return Phase(
        f"setup-{side.value}",
        "Set-up",
        side,
        text,
        RULE,
        when=is_setting_up,
        unit_commands=(deployment.lift_commands,),
        may_end=set_up_done,
        set_up=True,
    )


PHASES = (
    _phase(Side.SOVIET, "You may move armies within their districts. Keep every guarded border hex guarded."),
    _phase(Side.AXIS, "You may move corps within their army group's area, Romanians and Finns within their country."),
)
