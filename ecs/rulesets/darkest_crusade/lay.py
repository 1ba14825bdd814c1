"""How does the land lie?  Hexsides, control, seas and entry: questions every chapter asks."""

from __future__ import annotations

from typing import cast

from ecs.components import Ground, Place, Side
from ecs.events import Captured, Changed
from ecs.rulesets.darkest_crusade.data import Tables
from ecs.systems.naming import label, named, unknown
from ecs.systems.stacking import side_at, stacks, units_at
from ecs.view import Refusal
from ecs.world import Unit, World

ROUGH = ("swamp", "mountain")
SEAS = ("Baltic", "Black", "Azov")


def rules(w: World) -> Tables:
    """The tables in force."""
    return cast(Tables, w.rules)


def frozen(w: World) -> bool:
    """Snow freezes swamps, rivers and lakes (14)."""
    return w.weather.name == "Snow"


def turn_side(w: World) -> Side:
    """Whose player-turn it is: the phases of the Axis are lettered A, those of the Soviets B (5)."""
    return Side.AXIS if w.phase.startswith("A") else Side.SOVIET


def strange(w: World, unit_id: str, spot: str | None = None) -> Refusal | None:
    """Why a command makes no sense at all: it names no counter, or no hex, of this game."""
    return unknown(w, unit_id, spot, "2", "4")


def is_closed(w: World, a: int, b: int) -> bool:
    """Sea between two land hexes: nothing goes across, whatever the weather (4.3)."""
    kinds = w.board.kinds(a, b)
    return "impassable" in kinds or "supply_only" in kinds


def is_narrow(w: World, a: int, b: int) -> bool:
    """A strait, or a lake that is not frozen: one unit at a time, and all its move (4.3, 6.4)."""
    kinds = w.board.kinds(a, b)
    return "strait" in kinds or ("lake" in kinds and not frozen(w))


def is_accessible(w: World, a: int, b: int) -> bool:
    """An ordinary hexside: zones of control and retreats reach across it (7)."""
    return not is_closed(w, a, b) and not is_narrow(w, a, b)


def is_rough(w: World, index: int) -> bool:
    """Swamp that is not frozen, or mountain (8)."""
    terrain = w.board.hexes[index].terrain
    return terrain == "mountain" or (terrain == "swamp" and not frozen(w))


def is_clear(w: World, index: int) -> bool:
    """Clear terrain; a city does not change it (7)."""
    return w.board.hexes[index].terrain == "clear"


def region(w: World, name: str) -> tuple[int, ...]:
    """The hexes of a named region."""
    return w.board.regions[name]


def in_rumania(w: World, index: int) -> bool:
    """Is the hex in Rumania (4.4)?"""
    return index in region(w, rules(w).special.rumania)


def is_spared(w: World, index: int) -> bool:
    """Is the hex in Rumania, and must the Soviets leave whoever stands there alone?  An option spares its ground too
    (9.2)."""
    if not in_rumania(w, index) or w.ledger.rumania_open:
        return False
    return w.options["rumania"] == "closed" or side_at(w, index) is Side.AXIS


def lost_oil(w: World, side: Side) -> bool:
    """Has the side lost its oil: Rumania or Grozny (6.5)?"""
    if side is Side.AXIS:
        hexes = region(w, rules(w).special.rumania)
    else:
        hexes = (w.board.by_label[rules(w).special.grozny],)
    return any(w.ground[h].control is side.other for h in hexes)


def needs_assault(w: World, index: int, side: Side) -> bool:
    """Must ``side`` attack this hex to take it even if nobody defends it (13)?"""
    spot, ground = w.board.hexes[index], w.ground[index]
    if ground.control is not side.other:
        return False
    if spot.place == "victory" or "fortress" in spot.traits:
        return True
    return spot.place == "major" and ground.garrisoned


def foe_map(w: World, side: Side) -> bytes:
    """Of every hex, 1 if ``side`` must attack to get in: enemies, or a place that falls to no march (13)."""

    def make() -> bytes:
        out = bytearray(len(w.board.hexes))
        for index, stack in stacks(w).items():
            out[index] = stack[0].type.side is not side
        for index in w.on_board("strongpoints", lambda: [h.index for h in w.board.hexes if h.place or h.traits]):
            out[index] = out[index] or needs_assault(w, index, side)
        return bytes(out)

    return w.lasting(("foes", side), (Place, Ground), make)


def clashes(w: World, unit: Unit, index: int) -> bool:
    """Would Hungarians and Rumanians share a hex (6.1)?"""
    enemy = {"HUN": "RUM", "RUM": "HUN"}.get(unit.type.nation)
    return enemy is not None and any(u.type.nation == enemy for u in units_at(w, index))


def is_finn_barred(w: World, unit: Unit, index: int) -> bool:
    """Finnish war aims: the hexes the Finnish army keeps out of (22.1)."""
    if "finnish" not in unit.type or w.options["finns"] == "free":
        return False
    return label(w, index) not in rules(w).special.finn_hexes


def bar(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why a unit may not enter a hex at all, however it comes there; None if it may."""
    side = unit.type.side
    if side_at(w, index) is side.other:
        return Refusal("enemy-occupied", f"{named(w, index)} is held by the enemy.", "6.1")
    if clashes(w, unit, index):
        return Refusal("hun-rum", "Hungarian and Rumanian units may not be in the same hex.", "6.1")
    refusal = bar_of_nation(w, unit, index)
    if refusal is not None:
        return refusal
    if needs_assault(w, index, side):
        return Refusal("must-attack", f"{named(w, index)} has to be attacked, even if nobody defends it.", "13")
    return None


def bar_of_nation(w: World, unit: Unit, index: int) -> Refusal | None:
    """Why units of this nation keep out of a hex whoever stands there; None if they do not."""
    side = unit.type.side
    if unit.type.nation == "HUN" and in_rumania(w, index):
        return Refusal("hun-rumania", "The Hungarian unit may not enter Rumania.", "22.1")
    if is_finn_barred(w, unit, index):
        return Refusal("finns", "The Finnish army keeps to Karelia.", "22.1")
    if side is Side.SOVIET and w.options["rumania"] == "closed" and is_spared(w, index):
        return Refusal("rumania-closed", "Rumania is closed to Soviet units until an attack comes out of it.", "9.2")
    return None


def open_hexes(w: World, unit: Unit) -> bytes:
    """Of every hex, 1 if :func:`bar` lets units of this side and nation in."""
    return w.memo(("open", unit.type.side, unit.type.nation), lambda: _open(w, unit))


def _open(w: World, unit: Unit) -> bytes:
    side = unit.type.side
    key = ("nation", side, unit.type.nation, w.ledger.rumania_open)
    board = w.board.hexes
    out = bytearray(w.keep(key, lambda: bytes(bar_of_nation(w, unit, h.index) is None for h in board)))
    for index, foe in enumerate(foe_map(w, side)):
        if foe:
            out[index] = 0
    for index in stacks(w):
        if clashes(w, unit, index):
            out[index] = 0
    return bytes(out)


def seas_of(w: World, index: int) -> set[str]:
    """The seas a hex touches."""
    return {s for s in SEAS if f"coast_{s}" in w.board.hexes[index].traits}


def sea_control(w: World, sea: str) -> Side | None:
    """Who controls a sea; None if nobody does (18)."""
    table = rules(w).sea
    keys = {"Baltic": [table.baltic], "Black": [table.black], "Azov": table.azov}[sea]
    holders = {w.ground[w.board.by_label[k]].control for k in keys}
    return holders.pop() if len(holders) == 1 else None


def take_control(w: World, index: int, side: Side) -> None:
    """A unit has ended a movement, advance or retreat here: the hex is its side's (6.1)."""
    ground = w.ground[index]
    if ground.control is side:
        return
    w.mark(ground, control=side)
    spot = w.board.hexes[index]
    if spot.place or "fortress" in spot.traits:
        w.emit(
            Captured(
                text=f"{named(w, index)} is taken by the {side}.",
                where=(spot.label,),
                rule="6.1",
                hex=spot.label,
                side=side,
            )
        )
    for factory in w.factories:
        if factory.hex == index and factory.factory is not None and side is not factory.type.side:
            lose_factory(w, factory)


def lose_factory(w: World, factory: Unit) -> None:
    """A tank factory falls into enemy hands (16)."""
    w.mark(factory.factory, state="lost", since=w.clock.turn)
    w.mark(factory.place, hex=-1, box="dead")
    w.emit(Changed(text=f"{factory.type.name} is lost.", rule="16", unit=factory.id, state="lost"))
