"""Whether everybody can read a pack's colours: what must stand out from what, and by how much (WCAG 2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.packs.manifest import SpriteManifest

Colour = tuple[int, int, int]
WORDS = ("text", "muted", "accent", "warn", "good", "bad")


class Pair(NamedTuple):
    """Two colours of a table that must be told apart, and the least contrast."""

    table: str
    first: str
    second: str
    colours: tuple[Colour, Colour]
    least: float


def luminance(colour: Colour) -> float:
    """Relative luminance, 0-1 (WCAG 2.1)."""
    r, g, b = (_linear(channel / 255) for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio, 1-21 (WCAG 2.1)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4


def hard_to_read(manifest: SpriteManifest) -> Iterator[str]:
    """Pairs of a pack's colours that stand out less than those of the game's own packs must, a sentence each."""
    for pair in _pairs(manifest):
        found = contrast(*pair.colours)
        if found < pair.least:
            yield (
                f"[{pair.table}] {pair.first} on {pair.second}: a contrast of {found:.1f}:1; at least {pair.least:g}:1 "
                "can be read by everybody"
            )


def _pairs(manifest: SpriteManifest) -> Iterator[Pair]:
    for name, style in manifest.counters.items():
        for part in ("ink", "symbol"):
            yield Pair(f"counters.{name}", part, "face", (getattr(style, part), style.face), 4.5)
    for name, theme in manifest.theme.items():
        least = 7.0 if name == "contrast" else 4.5
        for ground, word in ((ground, word) for ground in ("panel", "panel2") for word in WORDS):
            yield Pair(f"theme.{name}", word, ground, (getattr(theme, word), getattr(theme, ground)), least)
        for ground in ("button", "button_hover"):
            yield Pair(f"theme.{name}", "button_text", ground, (theme.button_text, getattr(theme, ground)), least)
        yield Pair(f"theme.{name}", "focus", "panel", (theme.focus, theme.panel), 3.0)
    for name, overlay in manifest.overlay.items():
        yield Pair(f"overlay.{name}", "colour", "casing", (overlay.colour, overlay.casing), 3.0)
    yield from _names_on_grounds(manifest)


def _names_on_grounds(manifest: SpriteManifest) -> Iterator[Pair]:
    ink = manifest.colours.get("name")
    for table in ("terrain", "terrain_mud", "terrain_snow") if ink is not None else ():
        for name, ground in getattr(manifest, table).items():
            if ground.fill is not None:
                assert ink is not None
                yield Pair(f"{table}.{name}", "colours.name", "fill", (ink, ground.fill), 4.5)
