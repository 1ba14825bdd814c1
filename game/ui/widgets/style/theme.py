"""The colours and sizes the window uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from game.packs.validation import contrast

Colour = tuple[int, int, int]

NAMES = (
    "panel",
    "panel2",
    "text",
    "muted",
    "accent",
    "warn",
    "good",
    "bad",
    "focus",
    "button",
    "button_hover",
    "button_text",
    "shadow",
    "border",
)


@dataclass(frozen=True, slots=True)
class Theme:
    """Named colours; text, muted, accent, warn, good and bad are ink and meet 4.5:1 on both panels."""

    panel: Colour = (37, 34, 28)
    panel2: Colour = (48, 44, 36)
    text: Colour = (243, 235, 218)
    muted: Colour = (189, 179, 158)
    accent: Colour = (229, 178, 90)
    warn: Colour = (242, 182, 50)
    good: Colour = (134, 199, 146)
    bad: Colour = (244, 151, 138)
    focus: Colour = (120, 200, 255)
    button: Colour = (61, 57, 47)
    button_hover: Colour = (76, 71, 57)
    button_text: Colour = (243, 235, 218)
    shadow: Colour = (10, 9, 7)
    border: Colour = (133, 123, 102)

    def colour(self, name: str) -> Colour:
        """A colour by name, or "#rrggbb" as it is; raises KeyError for an unknown name."""
        if name.startswith("#"):
            return parse_colour(name)
        if name not in NAMES:
            raise KeyError(f"no theme colour named {name!r}; known: {', '.join(NAMES)}")
        found: Colour = getattr(self, name)
        return found

    @property
    def hairline(self) -> Colour:
        """The quiet line inside a panel: visible, but never competing with text."""
        return mix(self.panel, self.border, 0.45)

    @property
    def seal(self) -> tuple[Colour, Colour, Colour]:
        """Ground, ink and edge of the one gold button of a screen."""
        if contrast(self.panel, (255, 255, 255)) >= 20:  # the theme of highest contrast
            return (255, 225, 77), (0, 0, 0), (255, 255, 255)
        if contrast(self.panel, (0, 0, 0)) < 4:
            return (229, 178, 90), (28, 21, 8), (229, 178, 90)
        return (227, 167, 47), (36, 31, 23), (107, 74, 12)

    @property
    def selection(self) -> Colour:
        """Ground of the chosen row."""
        return mix(self.panel2, self.accent, 0.22)


DARK = Theme()
LIGHT = Theme(
    panel=(245, 238, 220),
    panel2=(233, 223, 199),
    text=(36, 31, 23),
    muted=(85, 76, 61),
    accent=(127, 67, 7),
    warn=(112, 74, 0),
    good=(25, 92, 49),
    bad=(152, 33, 26),
    focus=(10, 85, 163),
    button=(221, 209, 179),
    button_hover=(207, 193, 157),
    button_text=(36, 31, 23),
    shadow=(74, 64, 44),
    border=(123, 111, 87),
)
CONTRAST = Theme(
    panel=(0, 0, 0),
    panel2=(20, 20, 20),
    text=(255, 255, 255),
    muted=(224, 224, 224),
    accent=(255, 225, 77),
    warn=(255, 194, 71),
    good=(125, 240, 154),
    bad=(255, 156, 148),
    focus=(102, 224, 255),
    button=(31, 31, 31),
    button_hover=(58, 58, 58),
    button_text=(255, 255, 255),
    shadow=(0, 0, 0),
    border=(255, 255, 255),
)
BUILT_IN: Mapping[str, Theme] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}


def theme_from(palette: Mapping[str, str | Colour], base: Theme = DARK) -> Theme:
    """A theme from a pack's palette; colours it does not name come from `base`, other names are ignored."""
    known = {field.name for field in fields(Theme)}
    chosen = {name: parse_colour(value) for name, value in palette.items() if name in known}
    return replace(base, **chosen)


def parse_colour(value: str | Colour) -> Colour:
    """(r, g, b) from "#rrggbb"; raises ValueError for anything else."""
    if not isinstance(value, str):
        return value
    digits = value.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"{value!r} is not a colour of the form #rrggbb")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


@lru_cache(maxsize=1024)
def mix(first: Colour, second: Colour, part: float) -> Colour:
    """The colour `part` of the way (0-1) from `first` to `second`."""
    r, g, b = (round(a + (z - a) * part) for a, z in zip(first, second, strict=True))
    return r, g, b


@lru_cache(maxsize=1024)
def ink_on(ground: Colour, *choices: Colour) -> Colour:
    """The choice that reads best on `ground`; black and white are candidates of last resort."""
    for choice in choices:
        if contrast(choice, ground) >= 4.5:
            return choice
    return max(((0, 0, 0), (255, 255, 255)), key=lambda colour: contrast(colour, ground))


# -- How large everything is drawn in a window: larger on a display of many pixels, smaller where there is little room.

USUAL = (1920, 1080)
"""Pixels of the window that 100 % is made for."""
STEP = 4
"""Steps in a whole: sizes between them would blur thin lines."""
MOST = 2.5
HOLDS = (640, 360)
"""Pixels of the smallest window that holds every screen at 100 %."""
SMALLEST = 0.6
"""Anything smaller than this is unreadable: a window with less room shows a part of the screen."""
LEAST = (round(HOLDS[0] * SMALLEST), round(HOLDS[1] * SMALLEST))
FINENESS = 20
"""Steps in a whole, in which it becomes smaller with the window."""


def display_scale(size: tuple[int, int]) -> float:
    """1 for a window of usual size or smaller; larger in steps of a quarter for one that has both the width and the
    height for it (2 at 3840 by 2160)."""
    room = min(size[0] / USUAL[0], size[1] / USUAL[1])
    return min(MOST, max(1.0, int(room * STEP) / STEP))


def laid_out(size: tuple[int, int]) -> tuple[int, int]:
    """The size a screen is laid out for in a window of this size: this, but never too small to hold it."""
    return max(size[0], LEAST[0]), max(size[1], LEAST[1])


def fitting_scale(chosen: float, size: tuple[int, int]) -> float:
    """The chosen scale of text times that of the display; less in a window that cannot hold it."""
    room = min(size[0] / HOLDS[0], size[1] / HOLDS[1])
    return max(SMALLEST, min(chosen * display_scale(size), int(room * FINENESS) / FINENESS))
