"""Chapter 8.12: where do the partisans strike?"""

from __future__ import annotations

from ecs.components import Side
from ecs.dice import roll
from ecs.events import Event, Rolled
from ecs.rulesets.dark_valley import supply
from ecs.rulesets.dark_valley.lay import armies, rules
from ecs.systems.naming import label
from ecs.systems.supply import distances
from ecs.tables import by_turn
from ecs.world import World


def rise(w: World) -> None:
    """Logistics begins: the old markers go, the die says how many new ones break a railway (8.12)."""
    if w.campaign.partisans:
        w.mark(w.campaign, partisans=())
    table = rules(w).partisans
    if w.options.get("partisans") != "on" or not table.from_turn <= w.clock.turn <= table.less[-1][0]:
        return
    die = roll(w)
    markers = min(table.most, die - by_turn(table.less, w.clock.turn)[0])
    w.emit(Rolled(text=f"Partisans: die {die}.", rule="8.12", what="partisans", faces=(die,)))
    chosen: list[int] = []
    while len(chosen) < markers:
        targets = [i for i in best_targets(w) if all(w.board.distance(i, j) > table.distance for j in chosen)]
        if not targets:
            break
        chosen.append(targets[roll(w, len(targets)) - 1] if len(targets) > 1 else targets[0])
    if chosen:
        w.mark(w.campaign, partisans=tuple(sorted(chosen)))
        where = tuple(label(w, i) for i in sorted(chosen))
        w.emit(Event(text=f"Partisans break the railway at {', '.join(where)}.", where=where, rule="8.12"))


def targets(w: World) -> list[int]:
    """Rail hexes in woods or marsh of the Soviet Union under Axis control, far enough from its units."""
    table = rules(w).partisans
    marked = w.keep(
        "partisan-country",
        lambda: [
            h.index
            for h in w.board.hexes
            if "rail" in h.traits and h.terrain in table.terrain and h.nation == "SOV" and h.place != "major"
        ],
    )
    guarded = distances(w.board.neighbours, [i for i, side in armies(w).items() if side is Side.AXIS])
    return [i for i in marked if w.ground[i].control is Side.AXIS and guarded[i] >= table.distance]


def best_targets(w: World) -> list[int]:
    """Those on the line behind a depot, if there are any: the Soviets strike where it hurts."""
    every = targets(w)
    lines = {i for depot in supply.depots(w) if depot.hex >= 0 for i in supply.rail_line(w, depot)}
    return [i for i in every if i in lines] or every


def sweep(w: World) -> None:
    """The Axis has moved: markers with one of its units in the hex or next to it go (8.12)."""
    if not w.campaign.partisans:
        return
    army, near = armies(w), w.board.neighbours
    kept = tuple(i for i in w.campaign.partisans if not any(army.get(j) is Side.AXIS for j in (i, *near[i])))
    if kept != w.campaign.partisans:
        gone = tuple(label(w, i) for i in w.campaign.partisans if i not in kept)
        w.mark(w.campaign, partisans=kept)
        w.emit(Event(text=f"Partisans are driven off at {', '.join(gone)}.", where=gone, rule="8.12"))
