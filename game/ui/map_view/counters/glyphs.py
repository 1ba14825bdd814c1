"""Shapes on a counter that are read from across the table: its states, and the counter itself from far away."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.packs.manifest import CounterStyle, Rgb
from game.ui.map_view.smooth_shapes import Colour, Sheet, Vec, mix

# -- States visible from across the table, each with its own shape and place, beside its badge. ----------------------
# A lost step turns the upper right corner down. Without supply a striped bar runs down the left edge; cut off
# altogether, stripes run all round. Who is without supply, or will be at the next check, is hatched in red. Who is
# disrupted is hatched the other way and lies askew. Who has done his part is pale.

# -- The outline of a counter: square, or with cut or round corners, in the unit square. -----------------------------

CUT = 0.17


def outline(frame: str, inset: float = 0.0) -> list[Vec]:
    """The outline of a counter in the unit square."""
    a, b = inset, 1 - inset
    if frame == "square":
        return [(a, a), (b, a), (b, b), (a, b)]
    if frame == "cut":
        c = CUT
        return [(a + c, a), (b - c, a), (b, a + c), (b, b - c), (b - c, b), (a + c, b), (a, b - c), (a, a + c)]
    r, points = 0.24, list[Vec]()
    for cx, cy, start in ((b - r, a + r, 270), (b - r, b - r, 0), (a + r, b - r, 90), (a + r, a + r, 180)):
        for step in range(7):
            arm = pygame.Vector2(r, 0).rotate(start + step * 15)
            points.append((cx + arm.x, cy + arm.y))
    return points


def fill_outline(sheet: Sheet, frame: str, at: Vec, inset: float, colour: Colour, alpha: int = 255) -> None:
    """The counter's outline filled, moved by `at`."""
    sheet.polygon([(x + at[0], y + at[1]) for x, y in outline(frame, inset)], colour, alpha)


def kept_inside(sheet: Sheet, frame: str, marks: Sheet, inset: float = 0.0) -> None:
    """Lay marks over a counter, cut to its outline."""
    cut = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
    fill_outline(cut, frame, (0, 0), inset, (255, 255, 255))
    marks.surface.blit(cut.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    sheet.lay(marks)


DONE = frozenset({"moved", "spent"})
"""Badges of units that have done what they may."""
CUT_OFF = frozenset({"isolated"})
UNFED = frozenset({"unsupplied", *CUT_OFF})
ENDANGERED = "endangered"
"""Out of supply, if the supply check came now."""
STARVED = frozenset({ENDANGERED, *UNFED})

DARK = Rgb((34, 26, 16))
ALARM = Rgb((206, 66, 0))
GUARDS, GOLD = Rgb((168, 16, 26)), Rgb((250, 214, 120))
FADE = 0.52
"""How pale a unit is that has done its part: 1 is the colour of its stripe."""
HATCH = 70
TURNED = 0.3
"""Side of the corner that a lost step turns down, in counter sides."""
BAR = 0.15
RING = 0.1
GUARD_WIDTH = 0.12
STRIPES = 5
"""Stripes down a side of the counter."""


def faded(style: CounterStyle) -> CounterStyle:
    """The paler colours of a counter that is done for this phase."""
    dark = sum(style.face) < sum(style.ink)
    paper = (120, 124, 126) if dark else (246, 243, 236)
    face = mix(style.face, paper, FADE)
    return CounterStyle(
        face=Rgb(face),
        edge=Rgb(mix(style.edge, face, 0.45)),
        ink=style.ink if dark else Rgb(mix(style.ink, face, 0.18)),
        stripe=Rgb(mix(style.stripe, paper, FADE)),
        symbol=style.symbol if dark else Rgb(mix(style.symbol, face, 0.4)),
        frame=style.frame,
    )


def hatch(sheet: Sheet, style: CounterStyle, colour: Colour, falling: bool = False) -> None:
    """Slanting lines over the face of a counter, under what is printed on it: disrupted, or falling, without supply."""
    lines, ends = _beside(sheet), (0.0, 1.0) if falling else (1.0, 0.0)
    for i in range(-4, 6):
        x = i * 0.2
        lines.line(((x, ends[0]), (x + 1.0, ends[1])), max(0.055, 1 / sheet.zoom), colour, HATCH)
    kept_inside(sheet, style.frame, lines, 0.05)


def taken(badges: tuple[str, ...]) -> tuple[float, float]:
    """What the stripes of a unit out of supply take from the face, in counter sides: on the left, all round."""
    if not CUT_OFF.isdisjoint(badges):
        return 0.0, RING * 0.8
    return (BAR, 0.0) if not UNFED.isdisjoint(badges) else (0.0, 0.0)


def corner_side(style: CounterStyle) -> float:
    """Side of the corner that is turned down: larger where the counter's own corner is cut or round."""
    return TURNED + (0.06 if style.frame == "cut" else 0.03 if style.frame == "round" else 0)


def guard_stripe(sheet: Sheet, style: CounterStyle) -> None:
    """A red stripe between two pale ones down the right side: a formation of the Guards."""
    stripe = _beside(sheet)
    left, wide = 0.985 - GUARD_WIDTH, GUARD_WIDTH
    stripe.polygon(((left, 0), (left + wide, 0), (left + wide, 1), (left, 1)), GOLD)
    stripe.polygon(((left + 0.035, 0), (left + wide - 0.035, 0), (left + wide - 0.035, 1), (left + 0.035, 1)), GUARDS)
    kept_inside(sheet, style.frame, stripe, 0.04)


def mark_states(sheet: Sheet, style: CounterStyle, badges: tuple[str, ...]) -> None:
    """The turned corner and the stripes, over what is printed."""
    if "reduced" in badges:
        turn_corner(sheet, style)
    if not UNFED.isdisjoint(badges):
        stripe_edges(sheet, style, all_round=not CUT_OFF.isdisjoint(badges))


def turn_corner(sheet: Sheet, style: CounterStyle) -> None:
    """The upper right corner folded down: its back is white, and what lay under it is dark."""
    far = max(corner_side(style), 6 / sheet.zoom)
    corner = _beside(sheet)
    corner.polygon(((1 - far, 0), (1, 0), (1, far)), DARK)
    kept_inside(sheet, style.frame, corner)
    fold: tuple[Vec, ...] = ((1 - far, 0), (1 - far, far), (1, far))
    sheet.polygon(((1 - far, 0), (1 - far - 0.045, far + 0.045), (1, far)), DARK)
    sheet.polygon(fold, WHITE)


def stripe_edges(sheet: Sheet, style: CounterStyle, all_round: bool) -> None:
    """Slanting stripes down the left edge, or along all four."""
    wide = max(RING, 2 / sheet.zoom) if all_round else max(BAR, 2.5 / sheet.zoom)
    edge, pitch = max(0.03, 0.8 / sheet.zoom), 1 / STRIPES
    stripes, where = _beside(sheet), _beside(sheet)
    fill_outline(stripes, "square", (0, 0), 0, ALARM)
    for i in range(2 * STRIPES):
        y = i * pitch
        stripes.polygon(((0, y), (1, y - 1), (1, y - 1 + pitch / 2), (0, y + pitch / 2)), WHITE)
    if all_round:
        fill_outline(stripes, style.frame, (0, 0), wide - edge, DARK)
        fill_outline(where, style.frame, (0, 0), 0, WHITE)
        hole = _beside(sheet)
        fill_outline(hole, style.frame, (0, 0), wide, WHITE)
        where.surface.blit(hole.surface, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    else:
        stripes.polygon(((wide, 0), (1, 0), (1, 1), (wide, 1)), DARK)
        where.polygon(((0, 0), (wide + edge, 0), (wide + edge, 1), (0, 1)), WHITE)
    stripes.surface.blit(where.surface, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    kept_inside(sheet, style.frame, stripes)


def _beside(sheet: Sheet) -> Sheet:
    """Another transparent sheet of the same size."""
    return Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)


# -- Counters from far away: the counter itself is the box of the symbol, with a few thick strokes and no letters. ---
# Side by colour and corners, kind by strokes, and the states that matter by the same shapes in the same places as on
# large counters: a white corner for a lost step, stripes for one without supply, a red corner for a disrupted one.

FAR_BELOW = 19
"""Counters of fewer pixels a side are drawn as glyphs."""
TINY = 12
"""Below this the strokes are one pixel thin, so that the colour of the side is what is seen first."""
THICK = 0.14
SHAKEN = Rgb((186, 12, 36))
WHITE = Rgb((255, 255, 255))

LOW, HIGH, LEFT, RIGHT = 0.8, 0.2, 0.16, 0.84
RISING: tuple[Vec, ...] = ((LEFT, LOW), (RIGHT, HIGH))
FALLING: tuple[Vec, ...] = ((LEFT, HIGH), (RIGHT, LOW))
PEAK: tuple[Vec, ...] = ((0.22, 0.8), (0.5, 0.3), (0.78, 0.8))

STROKES: dict[str, tuple[tuple[Vec, ...], ...]] = {
    "infantry": (RISING, FALLING),
    "light": (RISING, FALLING, ((0.5, 0.22), (0.5, 0.5))),
    "motorised": (RISING, FALLING, ((LEFT, 0.86), (RIGHT, 0.86))),
    "airborne": (RISING, FALLING, ((0.24, 0.86), (0.5, 0.74), (0.76, 0.86))),
    "cavalry": (RISING,),
    "engineer": (((0.2, 0.72), (0.2, 0.3), (0.8, 0.3), (0.8, 0.72)), ((0.5, 0.3), (0.5, 0.72))),
    "antitank": (PEAK,),
    "factory": (((0.2, 0.8), (0.2, 0.5), (0.5, 0.36), (0.5, 0.5), (0.8, 0.36), (0.8, 0.8), (0.2, 0.8)),),
    "fortification": (
        ((0.2, 0.7), (0.2, 0.36), (0.4, 0.36), (0.4, 0.56), (0.6, 0.56), (0.6, 0.36), (0.8, 0.36), (0.8, 0.7)),
    ),
    "air": (((0.5, 0.18), (0.5, 0.84)), ((0.14, 0.44), (0.86, 0.44)), ((0.34, 0.8), (0.66, 0.8))),
    "airbase": (((0.5, 0.18), (0.5, 0.84)), ((0.14, 0.44), (0.86, 0.44)), ((0.16, 0.84), (0.84, 0.84))),
    "depot": (((0.2, 0.74), (0.8, 0.74)), ((0.2, 0.52), (0.8, 0.52)), ((0.2, 0.3), (0.8, 0.3))),
    "partisans": (((0.34, 0.84), (0.34, 0.22), (0.66, 0.22), (0.66, 0.52), (0.34, 0.52)),),
    "unknown": (
        ((0.32, 0.36), (0.36, 0.22), (0.62, 0.22), (0.66, 0.4), (0.5, 0.54), (0.5, 0.62)),
        ((0.5, 0.8), (0.5, 0.81)),
    ),
}
"""Strokes through the unit square by symbol."""
AREAS: dict[str, tuple[Vec, ...]] = {
    "hq": ((0.16, 0.2), (0.84, 0.2), (0.84, 0.5), (0.28, 0.5), (0.28, 0.86), (0.16, 0.86)),
    "mountain": PEAK,
    "marshal": (
        (0.5, 0.12),
        (0.62, 0.4),
        (0.9, 0.42),
        (0.68, 0.6),
        (0.76, 0.88),
        (0.5, 0.72),
        (0.24, 0.88),
        (0.32, 0.6),
        (0.1, 0.42),
        (0.38, 0.4),
    ),
}
"""Filled shapes by symbol."""
AREAS["dictator"] = AREAS["marshal"]


def far_face(
    style: CounterStyle, symbol: str, badges: tuple[str, ...], laid: str, veiled: bool, size: int, pad: int
) -> pygame.Surface:
    """A counter of `size` pixels with `pad` around it, premultiplied; its edges lie on whole pixels."""
    whole = size + 2 * pad
    sheet = Sheet((whole, whole), size, -pad, -pad)
    edge = max(1, round(size * 0.06)) / size
    fill_outline(sheet, style.frame, (edge * 0.6, edge * 0.8), 0, Rgb((20, 16, 10)), 90)
    tiny = size < TINY
    fill_outline(sheet, style.frame, (0, 0), 0, mix(style.edge, style.face, 0.35) if tiny else style.edge)
    fill_outline(sheet, style.frame, (0, 0), edge, style.face)
    _kind(sheet, "unknown" if veiled else symbol, style)
    if laid:
        _corner(sheet, style)
    if "reduced" in badges and not veiled:
        turn_corner(sheet, style)
    if not UNFED.isdisjoint(badges):
        stripe_edges(sheet, style, all_round=not CUT_OFF.isdisjoint(badges))
    return sheet.done()


def _kind(sheet: Sheet, symbol: str, style: CounterStyle) -> None:
    """The strokes of a symbol."""
    shapes = ROUND.get(symbol)
    if shapes is not None:
        shapes(sheet, style.symbol, style.face)
    if symbol in AREAS:
        sheet.polygon(AREAS[symbol], style.symbol)
    thick = 1.1 / sheet.zoom if sheet.zoom < TINY else max(THICK, 1.6 / sheet.zoom)
    for line in STROKES.get(symbol, ()):
        sheet.line(line, thick, style.symbol)


def _track(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """The oval of tanks: solid, for a ring would close at this size."""
    del face
    half = 0.16 if sheet.zoom < TINY else 0.22
    sheet.polygon(((0.34, 0.5 - half), (0.66, 0.5 - half), (0.66, 0.5 + half), (0.34, 0.5 + half)), ink)
    sheet.circle((0.34, 0.5), half, ink)
    sheet.circle((0.66, 0.5), half, ink)


def _tracked_foot(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """Armoured infantry: the oval with a cross in it."""
    _track(sheet, ink, face)
    thin = max(0.1, 1.2 / sheet.zoom)
    for line in (((0.22, 0.68), (0.78, 0.32)), ((0.22, 0.32), (0.78, 0.68))):
        sheet.line(line, thin, face)


def _gun(sheet: Sheet, ink: Rgb, face: Rgb) -> None:
    """The dot of the guns."""
    del face
    sheet.circle((0.5, 0.5), 0.22, ink)


ROUND: dict[str, Callable[[Sheet, Rgb, Rgb], None]] = {
    "armour": _track,
    "mechanised": _tracked_foot,
    "artillery": _gun,
}
"""Symbols with round shapes."""


def _corner(sheet: Sheet, style: CounterStyle) -> None:
    """The lower right corner in red: disrupted or dispersed."""
    for far, colour in ((0.58, WHITE), (0.48, SHAKEN)):
        part = Sheet(sheet.size, sheet.zoom, sheet.left, sheet.top)
        part.polygon(((1 - far, 1), (1, 1), (1, 1 - far)), colour)
        kept_inside(sheet, style.frame, part)
