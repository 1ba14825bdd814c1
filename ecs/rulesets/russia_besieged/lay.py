"""How do counters and ground stand?  Questions every chapter asks, and losses."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from ecs.components import Place, Side, Steps, Track
from ecs.events import Changed
from ecs.rulesets.russia_besieged import charts
from ecs.rulesets.russia_besieged.data import Tables
from ecs.rulesets.russia_besieged.ground_tables import Terrain
from ecs.rulesets.russia_besieged.roster import Kind, UnitClass, classes, kinds, units
from ecs.systems.naming import label, named, unknown
from ecs.systems.stacking import stacks, units_at
from ecs.tables import by_turn
from ecs.view import Refusal
from ecs.world import Unit, World

SUPPLIED, OUT_OF_SUPPLY, SURROUNDED = 0, 1, 2
CITIES = ("major", "town")
CLOSED = "impassable"
GROUND = {"woods": "forest", "marsh": "swamp"}
NORTHERN_SWAMP = "northern_swamp"
DEAD, CAPTIVE = "dead", "surrendered"


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return Side.AXIS if w.phase.endswith("axis") else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "1.3", "2.1")


def spots(w: World, labels: list[str]) -> tuple[int, ...]:
    """Board indices of printed labels."""
    return tuple(w.board.by_label[name] for name in labels)


def place(w: World, name: str) -> int:
    """Board index of a place by its name (12.2)."""
    return w.board.by_label[w.keep("places", rules(w).places.hexes)[name]]


# -- counters -------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def trait_sets() -> dict[str, frozenset[str]]:
    """Traits of every class of counters."""
    return {name: frozenset(one.traits) for name, one in classes().items()}


@lru_cache(maxsize=1)
def districts() -> dict[str, str]:
    """Army group or district of June 1941 by counter (11.1, 11.2)."""
    return {text.partition(":")[0]: force.name for force in units().force for text in force.units}


def grade(unit: Unit) -> str:
    """The class of counters the unit belongs to now, after conversions (11.4)."""
    return unit.steps.grade or unit.type.kind


def card(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter now."""
    return classes()[unit.steps.grade or unit.type.kind]


def letter(unit: Unit) -> str:
    """Its class of 1.3: A, PG, MX, S, I, GI, M, C, AB, AR, V; AIR, BASE, FM, DI, PT."""
    return _letters()[unit.steps.grade or unit.type.kind]


@lru_cache(maxsize=1)
def _letters() -> dict[str, str]:
    return {name: front.kind for name, front in classes().items()}


def kind(unit: Unit) -> Kind:
    """What all counters of its class have in common (1.3)."""
    return kinds()[card(unit).kind]


def has(unit: Unit, trait: str) -> bool:
    """Does the unit's present class have a trait?"""
    return trait in trait_sets()[unit.steps.grade or unit.type.kind]


@lru_cache(maxsize=1)
def _fighters() -> frozenset[str]:
    known = kinds()
    return frozenset(n for n, c in classes().items() if known[c.kind].mobility != "none" and c.kind != "AR")


def fights(unit: Unit) -> bool:
    """Does it hold a hex by itself: a combat unit other than artillery (4.1, 9.5)?"""
    return (unit.steps.grade or unit.type.kind) in _fighters()


def is_gun(unit: Unit) -> bool:
    """Artillery (12)?"""
    return letter(unit) == "AR"


def is_leader(unit: Unit) -> bool:
    """A Field Marshal or Dictator (14)?"""
    return letter(unit) in ("FM", "DI")


def is_army(unit: Unit) -> bool:
    """Of army size, not corps (1.3)?"""
    return card(unit).army


def is_armour(unit: Unit) -> bool:
    """Of an armour class: A, PG, MX, S (10.5)?"""
    return kind(unit).armour


def is_german(unit: Unit) -> bool:
    """German, SS included; not the Axis allies."""
    return unit.type.nation == "GER"


def mobility(unit: Unit) -> str:
    """mot, cav, foot; fixed: militia; none: no combat unit (1.3)."""
    return kind(unit).mobility


def cf(unit: Unit) -> int:
    """Combat factor of the side that is up."""
    printed = card(unit)
    return printed.reduced[0] if unit.steps.lost and printed.reduced else printed.full[0]


def ma(unit: Unit) -> int:
    """Movement allowance of the side that is up."""
    printed = card(unit)
    return printed.reduced[1] if unit.steps.lost and printed.reduced else printed.full[1]


def full_steps(unit: Unit) -> int:
    """Steps at full strength."""
    return card(unit).steps


def steps_left(unit: Unit) -> int:
    """Steps it still has."""
    return card(unit).steps - unit.steps.lost


def is_second_stage(unit: Unit) -> bool:
    """Partisans that have been promoted (16.4): their ``Duty.active`` is set."""
    return letter(unit) == "PT" and unit.duty.active


def armies(w: World) -> dict[int, Side]:
    """Board index -> the side whose combat units stand there."""

    def make() -> dict[int, Side]:
        return {i: u.type.side for i, stack in stacks(w).items() for u in stack if fights(u)}

    return w.lasting("armies", (Place, Steps), make)


def army_at(w: World, index: int) -> Side | None:
    """The side that has combat units in a hex; None if nobody has."""
    return armies(w).get(index)


def fighters_at(w: World, index: int) -> list[Unit]:
    """The combat units in a hex, by entity."""
    return [u for u in units_at(w, index) if fights(u)]


def partisans(w: World) -> dict[int, Unit]:
    """Board index -> the partisans there (16)."""
    return w.lasting(
        "partisans",
        (Place, Steps),
        lambda: {i: u for i, stack in stacks(w).items() for u in stack if letter(u) == "PT"},
    )


def state(unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 surrounded (13.1); just dropped counts as 0."""
    return SUPPLIED if unit.duty.dropped else unit.duty.supply


# -- turn and weather -------------------------------------------------------------------------------


def impulse(w: World) -> int:
    """1 or 2 (3.0)."""
    return w.impulse.number


def weather(w: World) -> str:
    """The weather of the impulse being played: Clear, Lt Mud, Mud, Snow (17)."""
    return w.weather.name


def weathers(w: World) -> tuple[str, str]:
    """First and Second Impulse weather of the turn."""
    return w.impulse.first, w.impulse.second


def is_first_winter(w: World) -> bool:
    """Is this a Snow impulse of the first winter (3.4)?"""
    return charts.is_first_winter(w.clock.turn, weather(w))


# -- ground -----------------------------------------------------------------------------------------


def ground_word(w: World, index: int) -> str:
    """The line of the terrain chart a hex stands on: a Major City has no other terrain; clear, forest, swamp,
    mountain, northern_swamp (6.1, 6.4)."""
    if is_major(w, index):
        return "major_city"
    if index in northern_swamp(w):
        return NORTHERN_SWAMP
    terrain: str = w.board.hexes[index].terrain
    return GROUND.get(terrain, terrain)


def terrain(w: World, index: int) -> Terrain:
    """What the terrain chart says of a hex."""
    return rules(w).terrain[ground_word(w, index)]


def northern_swamp(w: World) -> frozenset[int]:
    """The Northern Swamp (6.4)."""
    return w.on_board(NORTHERN_SWAMP, lambda: frozenset(w.board.regions[NORTHERN_SWAMP]))


def is_city(w: World, index: int) -> bool:
    """A Major City, Minor City or Oil Well: what control is a matter of by itself (4.1)?"""
    return w.board.hexes[index].place in CITIES


def is_major(w: World, index: int) -> bool:
    """A Major City?"""
    return w.board.hexes[index].place == "major"


def is_well(w: World, index: int) -> bool:
    """An Oil Well?"""
    return "oil" in w.board.hexes[index].traits


def is_minor(w: World, index: int) -> bool:
    """A Minor City?"""
    return w.board.hexes[index].place == "town" and not is_well(w, index)


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex (4.1)."""
    side: Side | None = w.ground[index].control
    return side


def is_closed(w: World, a: int, b: int) -> bool:
    """Lake or sea between two hexes: nothing goes across (6.1)."""
    return CLOSED in w.board.kinds(a, b)


def line_between(w: World, a: int, b: int) -> str:
    """The water on the side between two hexes: strait, river or "".  Frozen or not is the asker's business."""
    kinds_here = w.board.kinds(a, b)
    return "strait" if "strait" in kinds_here else "river" if "river" in kinds_here else ""


def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the hexes next to it that are not across a lake or the sea; the Kerch strait counts as open."""
    return w.on_board(
        "open-net",
        lambda: tuple(tuple(j for j in row if not is_closed(w, i, j)) for i, row in enumerate(w.board.neighbours)),
    )


def land_net(w: World) -> tuple[tuple[int, ...], ...]:
    """As the open net, without the Kerch strait: for zones, retreats and advances (6.2)."""
    return w.on_board(
        "land-net",
        lambda: tuple(tuple(j for j in row if line_between(w, i, j) != "strait") for i, row in enumerate(open_net(w))),
    )


def within(w: World, start: int, reach: int) -> frozenset[int]:
    """Hexes at most so many steps away over land, enemies or not."""

    def make() -> frozenset[int]:
        net, seen, ring = open_net(w), {start}, [start]
        for _ in range(reach):
            ring = sorted({j for i in ring for j in net[i] if j not in seen})
            seen.update(ring)
        return frozenset(seen)

    return w.keep(("within", start, reach), make)


# -- railways ---------------------------------------------------------------------------------------


def has_rail(w: World, a: int, b: int) -> bool:
    """Does a railway run across the side between two hexes?"""
    return "rail" in w.board.kinds(a, b)


def gauge(w: World, index: int) -> Side | None:
    """Whose trains run in a hex (7.2); None without a railway."""
    side: Side | None = w.track[index].gauge
    return side


def rail_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if its railway is of a side's gauge."""
    return w.lasting(("rails", side), (Track,), lambda: bytes(track.gauge is side for track in w.track))


# -- losses -----------------------------------------------------------------------------------------


def leave_map(w: World, unit: Unit, box: str) -> None:
    """Take a counter off the map, clean of all marks but its class."""
    w.mark(unit.place, hex=-1, box=box)
    w.mark(unit.steps, lost=0)
    w.reset(unit.duty)


def eliminate(w: World, unit: Unit, why: str, rule: str = "10.67") -> None:
    """Put a unit into the Eliminated box, from which it may be rebuilt (10.67)."""
    _remove(w, unit, DEAD, "eliminated", f"{unit.type.name} is eliminated at {named(w, unit.hex)}: {why}.", rule)


def surrender(w: World, unit: Unit, why: str, rule: str = "10.68") -> None:
    """Put a unit into the Surrendered box: for good, but for Soviet ones (10.68).

    Their box also names the turn in which they may be rebuilt again: "surrendered:8".
    """
    box = CAPTIVE
    if unit.type.side is Side.SOVIET:
        box = f"{CAPTIVE}:{w.clock.turn + by_turn(rules(w).surrender.back, w.clock.turn)[0]}"
    _remove(w, unit, box, "surrendered", f"{unit.type.name} surrenders at {named(w, unit.hex)}: {why}.", rule)


def _remove(w: World, unit: Unit, box: str, word: str, text: str, rule: str) -> None:
    spot, factors = label(w, unit.hex), card(unit).full[0]
    leave_map(w, unit, box)
    w.emit(Changed(text=text, where=(spot,), rule=rule, unit=unit.id, state=word, factors=factors))


def lose_step(w: World, unit: Unit, why: str, rule: str = "10.61") -> None:
    """One step off a unit; the last one eliminates it (10.61)."""
    if steps_left(unit) <= 1:
        eliminate(w, unit, why, rule)
        return
    before = cf(unit)
    w.mark(unit.steps, lost=unit.steps.lost + 1)
    w.emit(
        Changed(
            text=f"{unit.type.name} loses a step at {named(w, unit.hex)}: {why}.",
            where=(label(w, unit.hex),),
            rule=rule,
            unit=unit.id,
            state="reduced",
            factors=before - cf(unit),
        )
    )
