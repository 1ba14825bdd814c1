"""How do counters and ground stand?  Questions every chapter asks, and losses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ecs.components import Condition, Place, Side
from ecs.events import Captured, Changed
from ecs.rulesets.war_against_russia.data import Tables
from ecs.rulesets.war_against_russia.options import AXIS as GIVEN
from ecs.rulesets.war_against_russia.options import BALTIC
from ecs.rulesets.war_against_russia.roster import UnitClass, classes
from ecs.systems.naming import label, named, unknown
from ecs.systems.stacking import stacks, units_at
from ecs.view import Refusal
from ecs.world import Unit, World

CLOSED, LAKE, STRAIT, RIVER, FORTS = "impassable", "lake", "strait", "river", "stalin_line"
ROUGH = ("swamp", "mountain")
DEAD = "dead"
BALTIC_SEA = "Baltic"
AIR_BOX, FLOWN, LIFT = "air", "flown", "lift"


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)


def turn_side(w: World) -> Side:
    """Whose phase it is: every phase with a side names it last."""
    return Side.AXIS if w.phase.endswith("axis") else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "2", "3")


# -- counters ---------------------------------------------------------------------------------------------


def card(unit: Unit) -> UnitClass:
    """What is printed on the unit's counter."""
    return classes()[unit.type.kind]


def is_air(unit: Unit) -> bool:
    """An air unit: never on the map but over the hex it attacks or feeds (12)?"""
    return "air" in unit.type


def is_infantry(unit: Unit) -> bool:
    """Of the infantry type (2.2)?"""
    return "infantry" in unit.type


def is_armour(unit: Unit) -> bool:
    """Of the armour type (2.2)?"""
    return "armour" in unit.type


def is_army(unit: Unit) -> bool:
    """Larger than a corps (2.2)?"""
    return unit.type.size == "army"


def is_german(unit: Unit) -> bool:
    """German, not an Axis ally?"""
    return unit.type.nation == "GER"


def is_dispersed(unit: Unit) -> bool:
    """Dispersed (11)?"""
    return unit.condition.disrupted


def fighters_at(w: World, index: int, side: Side | None = None) -> list[Unit]:
    """The combat units in a hex, by entity; of one side if told."""
    return [u for u in units_at(w, index) if side is None or u.type.side is side]


def holders(w: World) -> dict[int, Side]:
    """Board index -> the side whose units stand there."""

    def make() -> dict[int, Side]:
        return {i: stack[0].type.side for i, stack in stacks(w).items()}

    return w.lasting("holders", (Place,), make)


def army_at(w: World, index: int) -> Side | None:
    """The side that has units in a hex; None if nobody has."""
    return holders(w).get(index)


# -- weather ----------------------------------------------------------------------------------------------


def weather_at(w: World, index: int) -> str:
    """The weather of a hex: Subarctic north-east of the weather line, Snow elsewhere (4)."""
    name, table = w.weather.name, rules(w).weather
    if name == table.cold and index not in region(w, table.cold_region):
        return "Snow"
    return name


def is_frozen(w: World) -> bool:
    """Are rivers, lakes and swamps frozen (4)?"""
    return w.weather.name in rules(w).weather.frozen


# -- ground -----------------------------------------------------------------------------------------------


def region(w: World, name: str) -> frozenset[int]:
    """The hexes of a named region."""
    return w.keep(("region", name), lambda: frozenset(w.board.regions.get(name, ())))


def in_country(w: World, index: int, name: str) -> bool:
    """Does a hex lie in rumania, hungary or finland (3.4)?"""
    return index in region(w, getattr(rules(w).countries, name))


def spot(w: World, printed: str) -> int:
    """Board index of a printed label."""
    return w.board.by_label[printed]


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two hexes: nothing goes across."""
    return CLOSED in w.board.kinds(a, b)


def is_narrow(w: World, a: int, b: int) -> bool:
    """The strait, or a lake that is not frozen: the unit's whole move, and no zone (7, 8)."""
    kinds = w.board.kinds(a, b)
    return STRAIT in kinds or (LAKE in kinds and not is_frozen(w))


def is_rough(w: World, index: int) -> bool:
    """Swamp or mountain, frozen or not: hard on armour (6)."""
    return w.board.hexes[index].terrain in ROUGH


def open_net(w: World) -> tuple[tuple[int, ...], ...]:
    """Of every hex, the hexes next to it with no sea, open lake or strait between: zones, retreats, supply (7, 10)."""
    frozen = is_frozen(w)

    def make() -> tuple[tuple[int, ...], ...]:
        shut = {CLOSED, STRAIT} if frozen else {CLOSED, STRAIT, LAKE}
        board = w.board
        return tuple(tuple(j for j in row if not shut & board.kinds(i, j)) for i, row in enumerate(board.neighbours))

    return w.on_board(("open-net", frozen), make)


def is_place(w: World, index: int) -> bool:
    """A city or town of any size (3.3)?"""
    return bool(w.board.hexes[index].name)


def is_fortress(w: World, index: int) -> bool:
    """A fortress (8)?"""
    return "fortress" in w.board.hexes[index].traits


def holder(w: World, index: int) -> Side | None:
    """Who controls a hex."""
    side: Side | None = w.ground[index].control
    return side


def intrinsic_factor(w: World, index: int) -> int:
    """The defence factor of a victory city's own people, while it has never been taken (8)."""
    here, table = w.board.hexes[index], rules(w).defence
    if here.place != "victory" or not w.ground[index].garrisoned:
        return 0
    return table.intrinsic_great if here.label in table.great else table.intrinsic


def is_defended(w: World, index: int, side: Side) -> bool:
    """Is there anything ``side`` could attack: units, or a victory city's own people (8)?"""
    if army_at(w, index) is side.other:
        return True
    return army_at(w, index) is None and holder(w, index) is side.other and intrinsic_factor(w, index) > 0


def controls_sea(w: World, sea: str, side: Side) -> bool:
    """Does a side control a sea: does it hold every hex that commands it (7, 3.4), unless the sea was given away?"""
    if sea == BALTIC_SEA and w.options.get(BALTIC) == GIVEN:
        return side is Side.AXIS
    keys = rules(w).sea.holds.get(sea, [])
    return bool(keys) and all(holder(w, spot(w, key)) is side for key in keys)


def take_control(w: World, index: int, side: Side) -> None:
    """A unit has come to a hex: it is its side's; a victory city's own people fight no more (8)."""
    ground = w.ground[index]
    if ground.control is side:
        return
    w.mark(ground, control=side, garrisoned=False)
    if is_place(w, index) or is_fortress(w, index):
        text = f"{named(w, index)} is taken by the {side}."
        w.emit(Captured(text=text, where=(label(w, index),), rule="15", hex=label(w, index), side=side))


# -- losses -----------------------------------------------------------------------------------------------


def eliminate(w: World, unit: Unit, why: str, rule: str = "9.3") -> None:
    """Take a unit off the map; it may be rebuilt with replacements (13)."""
    here = label(w, unit.hex)
    text = f"{unit.type.name} is eliminated at {named(w, unit.hex)}: {why}."
    factors = max(unit.type.attack, unit.type.defence)
    w.mark(unit.place, hex=-1, box=DEAD)
    w.reset(unit.condition)
    w.reset(unit.activity)
    w.emit(Changed(text=text, where=(here,), rule=rule, unit=unit.id, state="eliminated", factors=factors))


def disperse(w: World, units: Iterable[Unit], why: str, rule: str = "9.3") -> None:
    """Turn units face down (11)."""
    for unit in units:
        if unit.hex >= 0 and not unit.condition.disrupted:
            w.mark(unit.condition, disrupted=True)
            text = f"{unit.type.name} is Dispersed at {named(w, unit.hex)}: {why}."
            w.emit(Changed(text=text, where=(label(w, unit.hex),), rule=rule, unit=unit.id, state="dispersed"))


DEPENDS = (Place, Condition)
