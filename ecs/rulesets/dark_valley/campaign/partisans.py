"""Chapter 8.12: where partisans strike.  The Soviet player decides; a staff advises."""

from __future__ import annotations

from collections.abc import Collection

from ecs.core.commands import AsAdvised, Command, Rise
from ecs.core.components import Ground, Place, Side, Steps
from ecs.core.dice import roll
from ecs.core.events import RailwayCut, RailwayRestored, Rolled
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, UNIT_MARKS, ChitInPlay, PartisanMarker
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.ground.occupancy import DEPENDS, armies
from ecs.rulesets.dark_valley.ground.railways import lines_without
from ecs.rulesets.dark_valley.ground.terrain import PARTISANS
from ecs.systems.sentences import label, named
from ecs.systems.supply import distances

PHASE = "partisans-soviet"
APART = 4  # hexes: the staff spreads markers as far as this, no further
DEEP = 8  # and goes so far behind the nearest Axis unit


def rise(w: World) -> None:
    """Logistics begins: the old markers go, the die says how many new ones break a railway (8.12)."""
    PARTISANS.lift(w, PARTISANS.hexes(w))
    table = rules(w).partisans
    if w.options.get("partisans") != "on" or not table.from_turn <= w.clock.turn <= table.less[-1][0]:
        return
    die = roll(w)
    due = max(0, min(table.most, die - by_turn(table.less, w.clock.turn)[0]))
    w.mark(ChitInPlay, w.table, quota=due)
    w.emit(Rolled(rule="8.12", what="partisans", faces=(die,), brings=due))


def sleep(w: World) -> None:
    """Markers that find no railway to break are lost (8.12)."""
    w.mark(ChitInPlay, w.table, quota=0)


# -- where ------------------------------------------------------------------------------------------


@remembered()
def _country(w: World) -> tuple[int, ...]:
    fair = (h for h in w.board.hexes if "rail" in h.traits and h.nation == "SOV" and h.place != "major")
    return tuple(h.index for h in fair if h.terrain in rules(w).partisans.terrain)


@remembered(Place, Steps, Ground, PartisanMarker)
def targets(w: World) -> list[int]:
    """Rail hexes in woods or marsh of the Soviet Union under Axis control, far enough from its units, none marked."""
    table = rules(w).partisans
    guarded = guards(w)
    free = [i for i in _country(w) if i not in PARTISANS.hexes(w) and w.ground[i].control is Side.AXIS]
    return [i for i in free if guarded[i] >= table.distance]


def guards(w: World) -> list[int]:
    """For every hex, how far it is to the nearest Axis combat unit."""
    return distances(w.board.neighbours, [i for i, side in armies(w).items() if side is Side.AXIS])


@remembered(*DEPENDS, *UNIT_MARKS, Ground, *CUP_MARKS)
def advice(w: World) -> list[int]:
    """Where the staff would place what is due: first where depots are cut off or their detours closed, then deep in
    the rear and well apart."""
    chosen: list[int] = []
    free, guarded = targets(w), guards(w)
    while free and len(chosen) < w[ChitInPlay].quota:
        lines = lines_without(w, chosen)
        placed = [*PARTISANS.hexes(w), *chosen]
        best = max(free, key=lambda i: (_cut(lines, i), _apart(w, placed, i), min(DEEP, guarded[i]), -i))
        chosen.append(best)
        free = [i for i in free if i != best]
    return chosen


def _cut(lines: Collection[Collection[int]], index: int) -> int:
    return sum(index in line for line in lines)


def _apart(w: World, placed: list[int], index: int) -> int:
    return min([APART, *(w.board.distance(index, j) for j in placed)])


# -- commands ---------------------------------------------------------------------------------------


def commands(w: World) -> list[Command]:
    """Every hex a marker may be placed in, and all of them as the staff would place them."""
    free = targets(w) if w[ChitInPlay].quota else []
    return [*(Rise(label(w, i)) for i in free), *([AsAdvised()] if free else [])]


def may_end(w: World) -> Refusal | None:
    """Why the phase cannot end yet: markers are due, and there is a railway to break (8.12)."""
    if not w[ChitInPlay].quota or not targets(w):
        return None
    words = "one more marker" if w[ChitInPlay].quota == 1 else f"{w[ChitInPlay].quota} more markers"
    return Refusal("partisans-due", f"Place {words} on railways behind Axis lines first.", "8.12")


def place(w: World, command: Rise) -> None:
    """Break the railway there."""
    _mark(w, [w.board.by_label[command.hex]])


def as_advised(w: World, command: AsAdvised) -> None:
    """Place all that is due as the staff would."""
    _mark(w, advice(w))


def _mark(w: World, spots: list[int]) -> None:
    for index in spots:
        PARTISANS.lay(w, index)
    w.mark(ChitInPlay, w.table, quota=w[ChitInPlay].quota - len(spots))
    where = tuple(label(w, i) for i in sorted(spots))
    w.emit(RailwayCut(where=where, rule="8.12", hexes=where))


def judge_rise(w: World, command: Rise) -> Refusal | None:
    """Why partisans may not rise there."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "11")
    if w.phase != PHASE or not w[ChitInPlay].quota:
        return Refusal("no-partisans", "Partisans appear with the Logistics chit, if the die allows.", "8.12")
    if index in PARTISANS.hexes(w):
        return Refusal("partisans-there", f"Partisans have already cut the railway at {named(w, index)}.", "8.12")
    table = rules(w).partisans
    if guards(w)[index] < table.distance and w.ground[index].control is Side.AXIS:
        return Refusal(
            "guarded", f"An Axis combat unit is within {table.distance - 1} hexes of {named(w, index)}.", "8.12"
        )
    text = f"{named(w, index)} is not an Axis-held railway hex in Soviet woods or marsh, outside cities."
    return Refusal("no-railway", text, "8.12")


def judge_advised(w: World, command: AsAdvised) -> Refusal | None:
    """Why there is nothing to place."""
    return Refusal("no-partisans", "No partisans are waiting to be placed.", "8.12")


# -- driven off -------------------------------------------------------------------------------------


def sweep(w: World) -> None:
    """The Axis has moved: markers with one of its units in the hex or next to it go (8.12)."""
    army, near = armies(w), w.board.neighbours
    found = [i for i in PARTISANS.hexes(w) if any(army.get(j) is Side.AXIS for j in (i, *near[i]))]
    if found:
        gone = tuple(label(w, i) for i in found)
        PARTISANS.lift(w, found)
        w.emit(RailwayRestored(where=gone, rule="8.12", hexes=gone))


ORDERS = (Handler(Rise, place, judge_rise), Handler(AsAdvised, as_advised, judge_advised))
