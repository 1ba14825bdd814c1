"""Painters of the map overlays: supply, zones of control, reach of the enemy, control, gauges, moved, objectives."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Side
from game.ui.map_view.counters.stack_layout import counter_size
from game.ui.map_view.overlays.declaration import Brush
from game.ui.map_view.overlays.hex_markers import Blit

VEIL = 34
"""How strongly a marked hex is tinted, of 255."""
ACTED = frozenset({"moved", "attacking", "allotted", "noattack"})
"""Badges of units that have done something this turn."""


def paint_supply(brush: Brush, supplied: frozenset[int]) -> list[Blit]:
    """Hexes of ours that supply reaches, and those of ours (and units) that are cut off."""
    view, stamps = brush.view, brush.stamps
    cut = {i for i, side in enumerate(view.control) if side is view.side} - supplied
    cut |= {u.hex for u in view.units if u.hex >= 0 and not u.supplied}
    fed = stamps.each("supply_full", supplied, brush.level, brush.at)
    return fed + stamps.each("supply_out", cut, brush.level, brush.at)


def paint_zones(brush: Brush, zones: Mapping[int, tuple[str, ...]]) -> list[Blit]:
    """A bar on each side across which an enemy unit's zone reaches; `zones`: unit ids by covered hex."""
    blits = []
    homes = {u.id: u.hex for u in brush.view.units}
    for covered in brush.at.seen(zones):
        sides = 0
        for owner in zones[covered]:
            sides |= brush.stamps.facing(covered, homes.get(owner, -1))
        if sides:
            stamp = brush.stamps.stamp("enemy_zoc", brush.level, sides)
            blits.append(brush.stamps.placed(stamp, brush.at[covered]))
    return blits


def paint_enemy_reach(brush: Brush, counts: Mapping[int, int]) -> list[Blit]:
    """Hexes the enemy can come to, with the number of his units where it is more than one."""
    colour = brush.pack.overlay("enemy_reach").colour
    discs = [
        brush.stamps.placed(brush.disc(str(counts[h]), 18, colour), brush.at[h])
        for h in brush.at.seen(counts)
        if counts[h] > 1
    ]
    return brush.stamps.area("enemy_reach", counts, brush.level, brush.at, VEIL) + discs


def paint_danger(brush: Brush, times: Mapping[int, int]) -> list[Blit]:
    """Rings round stacks in danger, and how many times as strong the enemy could be."""
    colour, size = brush.pack.overlay("target").colour, counter_size(brush.board, brush.zoom)
    blits = brush.stamps.each("target", times, brush.level, brush.at)
    for h in brush.at.seen(times):
        x, y = brush.at[h]
        blits.append(
            brush.stamps.placed(brush.disc(f"×{times[h]}", max(18, size * 2 // 5), colour), (x, y + size // 2))
        )
    return blits


def paint_control(brush: Brush, known: object = None) -> list[Blit]:
    """The land of each side, outlined."""
    del known
    blits: list[Blit] = []
    for side, style in ((Side.AXIS, "held_axis"), (Side.SOVIET, "held_soviet")):
        held = [i for i, holder in enumerate(brush.view.control) if holder is side]
        blits += brush.stamps.area(style, held, brush.level, brush.at, VEIL, coasts=not brush.fine)
    return blits


def paint_moved(brush: Brush, known: object = None) -> list[Blit]:
    """Hexes with units that have moved or fought."""
    del known
    done = {u.hex for u in brush.view.units if u.hex >= 0 and not ACTED.isdisjoint(u.badges)}
    return brush.stamps.each("moved", done, brush.level, brush.at, VEIL * 2)


def paint_gauges(brush: Brush, gauges: tuple[Side | None, ...]) -> list[Blit]:
    """Every railway in the colour of the side whose trains run on it; where two gauges meet the line changes."""
    blits: list[Blit] = []
    for casing in (True, False):
        for i in brush.at.seen(i for i, side in enumerate(gauges) if side is not None):
            rails = (j for j in brush.board.neighbours[i] if _is_rail(brush, i, j))
            ways = sum(brush.stamps.facing(i, j) for j in rails)
            if ways:
                track = brush.stamps.track(f"gauge_{gauges[i]!s}".lower(), brush.level, ways, casing)
                blits.append(brush.stamps.placed(track, brush.at[i]))
    return blits


def _is_rail(brush: Brush, a: int, b: int) -> bool:
    return "rail" in brush.board.kinds(a, b) or "rail" in brush.board.kinds(b, a)


def paint_objectives(brush: Brush, known: object = None) -> list[Blit]:
    """Points in a ring of the holder's colour: above the counters of a city, in the middle of a region."""
    del known
    board = brush.board
    size = max(18, round(counter_size(board, brush.zoom) * 0.45))
    lift = round(board.layout.tile_h * brush.zoom * 0.3)
    blits: list[Blit] = []
    for line in brush.view.score:
        spots = [brush.at[board.by_label[label]] for label in line.hexes if label in board.by_label]
        if spots:
            colour = brush.pack.colour(line.holder.value if line.holder else "contested")
            x, y = (sum(axis) // len(spots) for axis in zip(*spots, strict=True))
            blits.append(brush.stamps.placed(brush.disc(str(line.points), size, colour), (x, y - lift)))
    return blits
