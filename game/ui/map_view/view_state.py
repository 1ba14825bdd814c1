"""The state of the table besides the position: what is picked, pointed at and overlaid; and settings it uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pygame import Rect, Surface

from ecs.core.view import BattleView, RangeArea, ReachStep
from game.ui.map_view.camera import Camera
from game.ui.map_view.overlays.earlier_fronts import FormerFront

SKY_NAMES = {"clear": "good", "light mud": "mixed", "hard frost": "frost"}
"""Weathers that a game calls otherwise than the packs do."""
GROUNDS = {"fair": "good", "frost": "good", "subarctic": "snow"}
"""Weathers in which the ground looks as in another."""


class Settings(Protocol):
    """The player's settings that the table uses."""

    @property
    def reduce_motion(self) -> bool:
        """Show results at once instead of moving counters about."""

    @property
    def campaign_map(self) -> bool:
        """Combine counters too small to read into formations."""

    @property
    def map_margins(self) -> bool:
        """Lay turn track, pools, chits and combat results tables beside the map."""

    @property
    def text_scale(self) -> float:
        """How much larger than usual text is."""

    @property
    def theme(self) -> str:
        """The theme of the panels, which the ground beyond the map follows."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Settings for pictures and tests."""

    reduce_motion: bool = False
    text_scale: float = 1.0
    campaign_map: bool = True
    map_margins: bool = True
    theme: str = "light"


@dataclass(frozen=True, slots=True)
class StaffMark:
    """An order the staff advises: ``kind`` march, attack or place; ``way``: hexes, where it goes last; ``next``: it is
    the one to be given now."""

    kind: str
    way: tuple[int, ...]
    next: bool


class Beneath(Protocol):
    """What lies on the ground beside the map.  ``card``: what lies over the map, from behind which nothing peeps."""

    card: Rect

    def draw(self, surface: Surface, camera: Camera, eager: bool) -> bool:
        """Draw it; False if some of it is still unpainted."""

    def cell_at(self, camera: Camera, pos: tuple[int, int]) -> object:
        """The cell under the pointer, None for none."""


@dataclass(slots=True)
class TableState:
    """What is picked, pointed at and overlaid on the map; hexes are board indexes.

    `selection`: unit ids, the first is the one that acts. `reach` and `choices`: hexes that can be clicked, `dry`
    those of the former in which the unit would be out of supply, the second for anything but a move, named by
    `choice_text`. `path`: hexes from start to end, with `path_text` at its tip. `overlays`: names from
    `overlays.registry`. `counters`: "shown", "faded" or "hidden". `tops`: the unit to lay uppermost, by hex. `fan`:
    a hex whose stack is spread out. `flash`: units to point out. `known`: what overlays have asked of the game, by
    name; `supposed`: as far as it can be supposed by us, from whom something may be hidden.
    `areas`: reaches of headquarters, depots and air units; those of the units in `selection` are drawn, or all with
    the overlay "ranges".
    `overruns`: hexes where an automatic victory can be won. `chain`: a railway that a click would convert. `cold`:
    where the weather is harder than elsewhere, named by `cold_text`.
    `former`: where the front ran as earlier turns ended, the oldest first. `far`: the campaign map is shown.
    `advised`: what the staff would do, the next order first. `box`: the corner and size of a frame being drawn with
    the mouse, in pixels. `fresh`: units that can do something in this phase, though they may have moved before.
    `routes`: ways over waypoints, hex by hex, that units have before them. `held`: a counter is being dragged.
    `margins`: what lies beside the map. `planned`: an attack that is being planned, with those who are ticked for it.
    `by_keys`: the hex cursor moved last, not the pointer.
    `led`: hexes of units that the staff leads.
    `looked`: the hex that a link led to, below 0 once the pointer has been on the map again.
    """

    selection: tuple[str, ...] = ()
    hover: int | None = None
    cursor: int | None = None
    by_keys: bool = False
    reach: Mapping[int, ReachStep] = field(default_factory=dict)
    dry: frozenset[int] = frozenset()
    choices: frozenset[int] = frozenset()
    choice_text: str = ""
    targets: frozenset[int] = frozenset()
    overruns: frozenset[int] = frozenset()
    path: tuple[int, ...] = ()
    path_text: str = ""
    overlays: frozenset[str] = frozenset()
    counters: str = "shown"
    numbers: bool = False
    fan: int | None = None
    tops: Mapping[int, str] = field(default_factory=dict)
    flash: frozenset[str] = frozenset()
    known: Mapping[str, Any] = field(default_factory=dict)
    supposed: bool = False
    areas: tuple[RangeArea, ...] = ()
    chain: RangeArea | None = None
    cold: frozenset[int] = frozenset()
    cold_text: str = ""
    advised: tuple[StaffMark, ...] = ()
    former: tuple[FormerFront, ...] = ()
    far: bool = False
    box: tuple[int, int, int, int] | None = None
    routes: tuple[tuple[int, ...], ...] = ()
    held: bool = False
    fresh: frozenset[str] = frozenset()
    margins: Beneath | None = None
    planned: BattleView | None = None
    looked: int = -1
    led: frozenset[int] = frozenset()

    @property
    def bare(self) -> bool:
        """Are the counters hidden?"""
        return self.counters == "hidden" or "terrain" in self.overlays

    def hushed(self) -> TableState:
        """The same without highlights of a battle's end: no unit picked, no hex lit."""
        nothing: Mapping[int, ReachStep] = {}
        none: frozenset[int] = frozenset()
        return replace(self, selection=(), reach=nothing, dry=none, choices=none, targets=none, overruns=none, path=())


def sky_name(weather: str) -> str:
    """The pack's word for a weather: "fair", "good", "frost", "mixed", "mud", "snow" or "subarctic"."""
    word = weather.lower()
    return SKY_NAMES.get(word, word)


def ground_name(weather: str) -> str:
    """The look of the ground in a weather: "good", "mixed", "mud" or "snow"."""
    name = sky_name(weather)
    return GROUNDS.get(name, name)
