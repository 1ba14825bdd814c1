"""How do counters and ground stand?  Questions every chapter asks, losses, and who holds what."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from ecs.components import Place, Side, Steps
from ecs.events import Captured, Changed
from ecs.rulesets.dark_valley.data import WEATHERS, Tables, UnitClass, classes
from ecs.rulesets.dark_valley.ground_tables import Terrain, WeatherLine
from ecs.systems.naming import label, named, unknown
from ecs.systems.stacking import stacks, units_at
from ecs.view import Refusal
from ecs.world import Unit, World

NO_FIGHTERS = frozenset({"hq", "air", "depot", "art"})
CLOSED = frozenset({"lake", "impassable"})
SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase but the last names its side."""
    return Side.AXIS if "axis" in w.phase else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "1.2", "11")


def spots(w: World, labels: list[str]) -> tuple[int, ...]:
    """Board indices of printed labels."""
    return tuple(w.board.by_label[name] for name in labels)


# -- counters -------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def trait_sets() -> dict[str, frozenset[str]]:
    """Traits of every class."""
    return {name: frozenset(one.traits) for name, one in classes().items()}


def grade(unit: Unit) -> str:
    """The class the unit belongs to now, after conversions (8.5)."""
    return unit.steps.grade or unit.type.kind


def kind(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter now."""
    return classes()[unit.steps.grade or unit.type.kind]


def has(unit: Unit, trait: str) -> bool:
    """Does the unit's present class have a trait?"""
    return trait in trait_sets()[unit.steps.grade or unit.type.kind]


def fights(unit: Unit) -> bool:
    """Is it a combat unit: no headquarters, air unit, artillery or depot?"""
    return not NO_FIGHTERS & trait_sets()[unit.steps.grade or unit.type.kind]


def cf(unit: Unit) -> int:
    """Combat factor of the side that is up."""
    card = kind(unit)
    return card.reduced[0] if unit.steps.lost and card.reduced else card.full[0]


def mf(unit: Unit) -> int:
    """Movement factor of the side that is up."""
    card = kind(unit)
    return card.reduced[1] if unit.steps.lost and card.reduced else card.full[1]


def full_steps(unit: Unit) -> int:
    """Steps at full strength."""
    return kind(unit).steps


def steps_left(unit: Unit) -> int:
    """Steps it still has."""
    return kind(unit).steps - unit.steps.lost


def is_german(unit: Unit) -> bool:
    """German, SS included; not the Axis allies."""
    return has(unit, "german")


def army_at(w: World, index: int) -> Side | None:
    """The side that has combat units in a hex; None if nobody has."""
    return armies(w).get(index)


def armies(w: World) -> dict[int, Side]:
    """Board index -> the side whose combat units stand there."""

    def make() -> dict[int, Side]:
        return {i: u.type.side for i, stack in stacks(w).items() for u in stack if fights(u)}

    return w.lasting("armies", (Place, Steps), make)


def fighters_at(w: World, index: int) -> list[Unit]:
    """The combat units in a hex, by entity."""
    return [u for u in units_at(w, index) if fights(u)]


def state(w: World, unit: Unit) -> int:
    """Supply state that counts now: 0 supplied, 1 out of supply, 2 isolated (4.4).

    A unit reached again at the start of its chit, or just landed from the air, counts as supplied; in the first
    winter no Axis unit outside a city does.
    """
    duty = unit.duty
    now = SUPPLIED if duty.relieved or duty.dropped else duty.supply
    if now == SUPPLIED and is_first_winter(w) and unit.type.side is Side.AXIS and unit.hex >= 0:
        return SUPPLIED if is_city(w, unit.hex) else OUT_OF_SUPPLY
    return now


def takes_hexes(w: World, unit: Unit) -> bool:
    """Does the unit take control of hexes: a combat unit, not isolated unless the table lets it (9.2)?"""
    return fights(unit) and (rules(w).supply.isolated_takes or state(w, unit) != ISOLATED)


# -- weather and ground ----------------------------------------------------------------------------


def weather(w: World) -> WeatherLine:
    """What the weather of the turn does (7.2)."""
    return rules(w).weather[w.weather.name]


def season(w: World) -> int:
    """0 Fair, 1 Mixed, 2 Mud, 3 Snow."""
    return WEATHERS.index(w.weather.name)


def is_first_winter(w: World) -> bool:
    """Is it December 1941 to February 1942, in Snow (4.4, 5.5)?"""
    first, last = rules(w).winter_turns
    return first <= w.clock.turn <= last and w.weather.name == "Snow"


def is_city(w: World, index: int) -> bool:
    """Does a city stand there?"""
    return w.board.hexes[index].place == "major"


def is_place(w: World, index: int) -> bool:
    """A town or city?"""
    return w.board.hexes[index].place in ("major", "town")


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex."""
    side: Side | None = w.ground[index].control
    return side


def fort_at(w: World, index: int) -> int:
    """0 none, 1 Weak Fort, 2 Fort: printed and not yet used up, or built (8.13)."""
    for spot, size in w.campaign.forts:
        if spot == index:
            return size
    return 0


def has_zone_works(w: World, index: int) -> bool:
    """A Fortified Zone that still counts: Soviet only, void for good once the Axis has held it (8.13)."""
    return "fortified_zone" in w.board.hexes[index].traits and index not in w.campaign.void


def rows(w: World, index: int) -> tuple[Terrain, ...]:
    """The rows of the terrain chart that apply to a hex: its ground first, then what stands on it."""
    table, spot = rules(w).terrain, w.board.hexes[index]
    ground = spot.terrain
    if ground == "marsh" and w.weather.name == "Snow":
        ground = "woods"
    out = [table[ground]]
    if spot.place in ("major", "town"):
        out.append(table["city" if spot.place == "major" else "town"])
    if has_zone_works(w, index):
        out.append(table["fortified_zone"])
    if index in w.campaign.works:
        out.append(table["works"])
    fort = fort_at(w, index)
    if fort:
        out.append(table["weak_fort" if fort == 1 else "fort"])
    return tuple(out)


def is_closed(w: World, a: int, b: int) -> bool:
    """Lake or sea between two hexes: nothing goes across (3.6)."""
    return not CLOSED.isdisjoint(w.board.kinds(a, b))


def line_between(w: World, a: int, b: int) -> str:
    """The water that counts on the side between two hexes: volga, major_river, river, strait or "" (5.3).

    Rivers freeze in Snow; the great ones do not (7.2).
    """
    kinds = w.board.kinds(a, b)
    for name in ("strait", "volga", "major_river"):
        if name in kinds:
            return name
    return "river" if "river" in kinds and not weather(w).frozen else ""


def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the hexes next to it that are not across a lake or the sea."""
    return w.on_board(
        "open-net",
        lambda: tuple(tuple(j for j in row if not is_closed(w, i, j)) for i, row in enumerate(w.board.neighbours)),
    )


def within(w: World, start: int, reach: int) -> frozenset[int]:
    """Hexes at most so many steps away, counted round lakes and seas, enemies or not (2.6)."""

    def make() -> frozenset[int]:
        net, seen, ring = open_net(w), {start}, [start]
        for _ in range(reach):
            ring = sorted({j for i in ring for j in net[i] if j not in seen})
            seen.update(ring)
        return frozenset(seen)

    return w.keep(("within", start, reach), make)


# -- losses and captures ---------------------------------------------------------------------------


def leave_map(w: World, unit: Unit, box: str) -> None:
    """Take a counter off the map, clean of all marks but its class."""
    w.mark(unit.place, hex=-1, box=box)
    w.mark(unit.steps, lost=0)
    w.reset(unit.duty)


def eliminate(w: World, unit: Unit, why: str, rule: str) -> None:
    """Remove a unit from play; most may be rebuilt later (8.3, 8.4)."""
    where, spot = named(w, unit.hex), label(w, unit.hex)
    factors, cut_off = kind(unit).full[0], unit.duty.supply == ISOLATED
    gone = unit.duty.dropped or (has(unit, "airborne") and "dropped-" + unit.id in w.campaign.flags)
    leave_map(w, unit, "gone" if gone else "dead")
    w.mark(unit.duty, lost_cut_off=cut_off)
    w.emit(
        Changed(
            text=f"{unit.type.name} is eliminated at {where}: {why}.",
            where=(spot,),
            rule=rule,
            unit=unit.id,
            state="eliminated",
            factors=factors,
        )
    )


def lose_step(w: World, unit: Unit, why: str, rule: str) -> None:
    """One step off a unit; the last one eliminates it (5.8)."""
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


def take_control(w: World, index: int, side: Side) -> None:
    """Write down who controls a hex now; works there are lost with it (8.13, 9.2)."""
    if w.ground[index].control is side:
        return
    w.mark(w.ground[index], control=side)
    if side is Side.AXIS and has_zone_works(w, index):
        w.mark(w.campaign, void=tuple(sorted((*w.campaign.void, index))))
    if index in w.campaign.works and side is Side.AXIS:
        w.mark(w.campaign, works=tuple(i for i in w.campaign.works if i != index))
    if index in w.campaign.partisans and side is Side.AXIS:
        w.mark(w.campaign, partisans=tuple(i for i in w.campaign.partisans if i != index))
    spot = w.board.hexes[index]
    if side is Side.SOVIET and f"built:{spot.label}" in w.campaign.flags:
        w.mark(w.campaign, forts=tuple(f for f in w.campaign.forts if f[0] != index))
    if spot.place in ("major", "town"):
        w.emit(
            Captured(
                text=f"{side}: takes {named(w, index)}.", where=(spot.label,), rule="9.2", hex=spot.label, side=side
            )
        )
