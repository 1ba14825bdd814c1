"""The colours of the sheets beside the map: paper as it is in the season, or the panels of a dark theme."""

from __future__ import annotations

from dataclasses import dataclass

from ecs import Side
from game.packs.checks.contrast import contrast
from game.packs.loader import SpritePack
from game.ui.map_view.drawing.smooth_shapes import Rgb, mix
from game.ui.map_view.terrain.surroundings import dimmed

SEASONS: dict[str, tuple[Rgb, float]] = {
    "snow": ((236, 242, 248), 0.45),
    "mud": ((140, 112, 78), 0.10),
    "mixed": ((150, 140, 110), 0.06),
}
"""What a season does to the paper, and how much."""
TINTS: dict[str, tuple[Rgb, float]] = {
    "snow": ((150, 185, 220), 0.34),
    "subarctic": ((120, 150, 205), 0.42),
    "frost": ((165, 195, 215), 0.28),
    "mud": ((134, 98, 56), 0.24),
    "mixed": ((150, 140, 80), 0.18),
}
"""The ground of a turn by its weather, and how much of it shows."""
LEAST_CONTRAST = 4.5
SIDES = tuple(side.value for side in Side)


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by part: paper, ink, muted, line, edge, now, lit, past, axis, soviet, "flag:SIDE" and
    "weather:NAME"."""

    parts: tuple[tuple[str, Rgb], ...]

    def of(self, part: str) -> Rgb:
        """A colour by the name of its part; that of a weather without one is the paper's."""
        found = dict(self.parts)
        return found.get(part, found["paper"])


def _legible(colour: Rgb, ink: Rgb, grounds: tuple[Rgb, ...]) -> Rgb:
    """A colour as near to ink as it must be to be read on every ground."""
    for tenths in range(2, 10):
        found = mix(colour, ink, tenths / 10)
        if all(contrast(found, ground) >= LEAST_CONTRAST for ground in grounds):
            return found
    return ink


def palette_of(pack: SpritePack, theme: str, ground: str) -> Palette:
    """The colours of sheets in a theme.

    :param ground: how the ground looks: "good", "mixed", "mud" or "snow".
    """
    panels = pack.theme(theme)
    bright = theme not in ("dark", "contrast")
    paper: Rgb = pack.colour("paper") if bright else panels.panel
    if bright:
        tint, share = SEASONS.get(ground, (paper, 0.0))
        paper = dimmed(mix(paper, tint, share), theme, "good")
    ink: Rgb = panels.text
    parts: dict[str, Rgb] = {
        "paper": paper,
        "ink": ink,
        "muted": mix(paper, ink, 0.74),
        "line": mix(paper, ink, 0.45),
        "edge": mix(paper, ink, 0.7),
        "cell": mix(paper, ink, 0.16),
        "past": mix(paper, ink, 0.09),
        "now": panels.accent,
        "lit": mix(paper, panels.accent, 0.36),
    }
    parts |= {f"weather:{name}": mix(paper, tint, share) for name, (tint, share) in TINTS.items()}
    for side in SIDES:
        colour: Rgb = pack.colour(side)
        parts[f"flag:{side}"] = colour
        parts[side] = _legible(colour, ink, (paper, *(parts[name] for name in parts if name.startswith("weather:"))))
    return Palette(tuple(parts.items()))
