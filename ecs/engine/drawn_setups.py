"""Set-ups drawn in Tiled: the counters of a scenario as points on a copy of its map, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from ecs.board.board import Board
from ecs.board.map_compiler import RawObject
from ecs.board.map_loader import read_drawing
from ecs.board.map_starts import map_bytes, next_layer_id, set_property
from ecs.board.map_validator import MAX_MAP_BYTES, Fault, MapError, XmlTally, read_tree
from ecs.core.components import Side
from ecs.core.ruleset import Scenario
from ecs.engine.scenario_drafts import DraftCounter, DraftFault, ScenarioDraft
from ecs.untrusted_input import meant

COUNTER, LAYER = "counter", "counters"
NAMED, TITLED, HELD = "scenario", "title", "ground"
ACROSS = 3  # counters of one hex lie in rows of so many
APART = 8  # an eighth of a hex from one to the next
TRAY = (110, 40)  # off the map: pixels from one to the next
BELOW = 60
SIDES = {side.value: side for side in Side}


@dataclass(frozen=True, slots=True)
class DrawnSetup:
    """A map with counters drawn on it: ``scenario``: the id of the one it was drawn from, "" if it names none;
    ``title``: of the scenario that is drawn, "" if it has none; ``ground``: what the Axis holds, None where it does not
    say."""

    path: Path
    board: Board
    scenario: str
    counters: tuple[RawObject, ...]
    title: str = ""
    ground: str | None = None


def read_drawn(path: Path) -> DrawnSetup:
    """A map with the counters that are drawn on it.

    :raises MapError: with all that is wrong with the map.
    """
    raw, board = read_drawing(path)
    counters = tuple(item for item in raw.objects if item.kind == COUNTER)
    ground = raw.text(HELD) if HELD in raw.properties else None
    return DrawnSetup(path, board, raw.text(NAMED), counters, raw.text(TITLED), ground)


def draft_drawn(drawn: DrawnSetup, base: Scenario, classes: Iterable[str], digest: str) -> ScenarioDraft:
    """The drawn counters as a draft that extends a scenario: those that are not drawn do not take part.

    Class and side may be left out of a counter that the scenario has.  Where the ground is not that of the scenario's
    map, the draft is played on the drawn one.

    :param classes: the classes of counters there are.
    :param digest: the fingerprint of the scenario's own map.
    :raises MapError: with a fault for each counter that cannot be read, naming file and object.
    """
    known: dict[str, tuple[Side, str]] = {}
    for side, entry in base.units:
        known |= {text.partition(":")[0]: (Side(side), text.partition(":")[2]) for text in entry.units}
    faults: list[Fault] = []
    counters: dict[str, DraftCounter] = {}
    for item in drawn.counters:
        causes = [*_causes(item, known, [*classes], counters)]
        faults += [Fault(drawn.path.name, item.where, _place(drawn, item), cause) for cause in causes]
        if not causes:
            counters[item.name] = _counter(drawn, item, known)
    if faults:
        raise MapError(faults)
    board = base.map if drawn.board.digest == digest else drawn.path
    ground = base.ground if drawn.ground is None else drawn.ground
    return ScenarioDraft(base, replace(base, units=(), map=board, ground=ground), counters)


def _causes(
    item: RawObject, known: Mapping[str, tuple[Side, str]], classes: list[str], seen: Mapping[str, DraftCounter]
) -> Iterator[str]:
    """Why a drawn counter cannot be read."""
    side, unit = str(item.properties.get("side", "")), str(item.properties.get("unit", ""))
    if item.name in seen:
        yield "another counter has this name"
    if side and side not in SIDES:
        yield f"side '{side[:40]}': expected axis or soviet"
    if unit and unit not in classes:
        yield f"unit '{unit[:40]}': no such class of counters{meant(unit, classes)}"
    if item.name not in known and not (side and unit):
        yield "the scenario has no such counter: set its properties unit (the class) and side"


def _place(drawn: DrawnSetup, item: RawObject) -> str:
    x, y = item.points[0]
    index = drawn.board.hex_at(x, y)
    return f"at {drawn.board.hexes[index].label}" if index is not None else f"at {x:g},{y:g}"


def _counter(drawn: DrawnSetup, item: RawObject, known: Mapping[str, tuple[Side, str]]) -> DraftCounter:
    said = item.properties
    side, unit, box = str(said.get("side", "")), str(said.get("unit", "")), str(said.get("box", ""))
    index = drawn.board.hex_at(*item.points[0])
    return DraftCounter(
        item.name,
        unit or known[item.name][1],
        SIDES[side] if side else known[item.name][0],
        "" if box or index is None else drawn.board.hexes[index].label,
        box,
        str(said.get("zone", "")),
        int(said.get("lost", 0)),
        bool(said.get("dispersed", False)),
    )


def object_faults(drawn: DrawnSetup, faults: Iterable[DraftFault]) -> list[Fault]:
    """Faults of a draft told of the objects they are about."""
    items = {item.name: item for item in drawn.counters}
    return [
        Fault(drawn.path.name, item.where, _place(drawn, item), fault.text.removeprefix(f"{fault.counter}: "))
        if (item := items.get(fault.counter))
        else Fault(drawn.path.name, "", "", fault.text)
        for fault in faults
    ]


# -- drawing ----------------------------------------------------------------------------------------


def drawn_map(scenario: Scenario, board: Board) -> bytes:
    """The map of a scenario with its counters as points, as the bytes of a Tiled map; those off the map lie below it.

    :raises MapError: if the map cannot be read.
    """
    root = _bare(scenario)
    numbers = [int(item.get("id", "0")) for item in root.iter("object")]
    first_layer = next_layer_id(root)
    number = max([*numbers, int(root.get("nextobjectid", "1")) - 1, 0]) + 1
    taken = {node.get("name") for node in root}
    layer = next(name for n in range(1, 100) if (name := LAYER if n == 1 else f"{LAYER} {n}") not in taken)
    group = SubElement(root, "objectgroup", {"color": "#d06010", "id": str(first_layer), "name": layer})
    for counter, (x, y) in _laid(scenario, board):
        _point(group, number, counter, x, y)
        number += 1
    root.set("nextlayerid", str(first_layer + 1))
    root.set("nextobjectid", str(number))
    return map_bytes(root)


def _bare(scenario: Scenario) -> Element:
    """The map of a scenario without the counters that are drawn on it, and with the name of the scenario."""
    root = read_tree(scenario.map, MAX_MAP_BYTES, XmlTally())
    for group in [*root.iter("objectgroup")]:
        drawn = [item for item in group.findall("object") if item.get("type", item.get("class")) == COUNTER]
        for item in drawn:
            group.remove(item)
        if drawn and group.get("name") == LAYER and not group.findall("object") and group in root:
            root.remove(group)
    _name(root, scenario)
    return root


def _name(root: Element, scenario: Scenario) -> None:
    """Write down which scenario the map was drawn from, and what the Axis holds in it; it is to have its own title."""
    for name, value in ((NAMED, scenario.id), (TITLED, ""), (HELD, scenario.ground)):
        set_property(root, name, value)


def _laid(scenario: Scenario, board: Board) -> Iterator[tuple[DraftCounter, tuple[int, int]]]:
    """Each counter and the point at which it is drawn."""
    here: dict[str, int] = {}
    away, across = 0, max(1, board.width // TRAY[0])
    for side, entry in scenario.units:
        for text in entry.units:
            name, _, kind = text.partition(":")
            spot = (entry.hex, entry.box, entry.zone)
            counter = DraftCounter(name, kind, Side(side), *spot, entry.lost, entry.dispersed)
            if entry.hex:
                number = here[entry.hex] = here.get(entry.hex, -1) + 1
                yield counter, _in_hex(board, board.by_label[entry.hex], number)
            else:
                row, column = divmod(away, across)
                away += 1
                yield counter, (TRAY[0] // 2 + column * TRAY[0], board.height + BELOW + row * TRAY[1])


def _in_hex(board: Board, index: int, number: int) -> tuple[int, int]:
    """The point of the counter of this number in a hex: three by three round the middle, the tenth like the first."""
    x, y = board.centre(index)
    row, column = divmod(number % ACROSS**2, ACROSS)
    step_x, step_y = board.layout.tile_w // APART, board.layout.tile_h // APART
    return round(x + (column - 1) * step_x), round(y + (row - 1) * step_y)


def _point(group: Element, number: int, counter: DraftCounter, x: int, y: int) -> None:
    place = {"id": str(number), "name": counter.id, "type": COUNTER, "x": str(x), "y": str(y)}
    node = SubElement(group, "object", place)
    properties = SubElement(node, "properties")
    said = {
        "box": ("string", counter.box),
        "dispersed": ("bool", "true" if counter.dispersed else ""),
        "lost": ("int", str(counter.lost or "")),
        "side": ("string", counter.side.value),
        "unit": ("string", counter.kind),
        "zone": ("string", counter.zone),
    }
    for name, (kind, value) in said.items():
        if value:
            typed = {"type": kind} if kind != "string" else {}
            SubElement(properties, "property", {"name": name, **typed, "value": value})
    SubElement(node, "point")
