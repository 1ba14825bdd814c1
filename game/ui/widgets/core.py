"""How the widgets of one frame are declared.

Widgets are declared again in `build`: each call takes a place, notes what it looks like and where it can
be hit, and answers whether it was used since the last build. `draw` only plays the notes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pygame
from pygame import Rect

from game.ui.widgets.events import EventHandling
from game.ui.widgets.layout import Column, Field, Flow, Layout, Region, Row, Spot
from game.ui.widgets.style import drawing
from game.ui.widgets.style.rich_text import RichText
from game.ui.widgets.style.text_rendering import Text
from game.ui.widgets.style.theme import DARK, Colour, Theme, fitting_scale, laid_out

CONTROL = 34  # height of a button at 100 %; never under the 32 px a finger needs
GAP = 8
PAD = 10
OVER, POPUP, TOAST, CARD, TIP = 5, 1000, 2000, 2500, 3000  # layers; dialogs use 10, 20, …
Painter = Callable[..., None]


class Core(EventHandling):
    """Places, notes and identities; the widget classes build on it."""

    def __init__(self, theme: Theme = DARK, scale: float = 1.0) -> None:
        super().__init__()
        self.theme = theme
        self.text_scale = scale  # as chosen; `scale` is that times what the display asks for
        self.text_of = Text(scale)
        self.rich_of = RichText(self.text_of)
        self.size = (1280, 720)
        self._notes: dict[int, list[tuple[Rect | None, Painter, tuple[Any, ...]]]] = {}
        self._layouts: list[Layout] = []
        self._clips: list[Rect | None] = [None]
        self._scopes: list[str] = []
        self._scrolls: list[str] = []
        self._topics: list[str] = [""]
        self._seen: dict[str, int] = {}
        self._layer = 0
        self._frozen = False
        self._heights: dict[str, int] = {}
        self._held: dict[str, tuple[object, int]] = {}  # the height of a column, and what it is about
        self._plans: dict[Any, Any] = {}  # tables laid out
        self._carets: dict[str, int] = {}
        self._rows_chosen: dict[str, int] = {}
        self._all_of = self._sent = ""
        self.unstable = False

    # ---- scale --------------------------------------------------------------------------------
    @property
    def scale(self) -> float:
        """Size factor: the chosen one, 0.8-2.0, times that of the display, as far as the window holds it."""
        return self.text_of.scale

    def set_look(self, theme: Theme, scale: float) -> None:
        """Change colours and size at once; takes effect at the next build.  The display may enlarge it further."""
        self.theme = theme
        self.text_scale = min(2.0, max(0.8, scale))
        self._enlarge()

    def _enlarge(self) -> None:
        """Enlarge text to the chosen size, as far as this window holds it."""
        scale = fitting_scale(self.text_scale, self.size)
        if scale != self.text_of.scale:
            self.text_of = Text(scale)
            self.rich_of = RichText(self.text_of)
            self._heights.clear()

    def renew_letters(self) -> None:
        """Measure and draw all text again, with new fonts."""
        self.text_of = Text(self.text_of.scale)
        self.rich_of = RichText(self.text_of)
        self._heights.clear()

    def px(self, design: float) -> int:
        """Screen pixels for a length given at 100 %."""
        return round(design * self.text_of.scale)

    # ---- one build -----------------------------------------------------------------------------
    def begin(self, size: tuple[int, int]) -> None:
        """Start declaring the widgets of a window of this size; a smaller one than holds them is taken as that."""
        size = laid_out(size)
        if size != self.size:
            self.size = size
            self._enlarge()
        self._notes = {}
        self._layouts = [Column(0, 0, size[0], self.px(GAP))]
        self._clips, self._scopes, self._scrolls, self._seen = [None], [], [], {}
        self._topics = [""]
        self._layer, self._frozen, self.unstable = 0, False, False
        self.open_spots()

    def end(self) -> None:
        """Finish declaring widgets: forget what was used, keep all places."""
        self.close_spots()

    def draw(self, surface: pygame.Surface) -> None:
        """Play back the last build; changes nothing."""
        clip: Rect | None = None
        for layer in sorted(self._notes):
            for wanted, painter, arguments in self._notes[layer]:
                if wanted is not clip:
                    surface.set_clip(wanted)
                    clip = wanted
                painter(surface, *arguments)
        surface.set_clip(None)

    # ---- notes ----------------------------------------------------------------------------------
    def note(self, painter: Painter, *arguments: Any) -> None:
        """Draw with `painter(surface, *arguments)` at this point of the layer, inside the clip."""
        self._notes.setdefault(self._layer, []).append((self._clips[-1], painter, arguments))

    def note_box(self, rect: Rect, fill: Colour, edge: Colour | None = None, radius: float = 6) -> None:
        """A round-cornered box."""
        if self.visible(rect):
            self.note(drawing.draw_box, rect, fill, edge, self.px(radius), max(1, self.px(1)))

    def note_picture(self, picture: pygame.Surface, at: tuple[int, int]) -> None:
        """A ready picture."""
        self.note(_blit, picture, at)

    def note_text(
        self, text: str, at: tuple[int, int], colour: str | Colour = "text", size: str = "body", bold: bool = False
    ) -> None:
        """One line of text with its top left at a pixel."""
        if text:
            ink = self.theme.colour(colour) if isinstance(colour, str) else colour
            self.note(_blit, self.text_of.picture(text, size, bold, ink), at)

    def note_mark(self, name: str, rect: Rect, colour: Colour) -> None:
        """A mark (check, cross, down …) centred in a square as large as the shorter side."""
        side = min(rect.width, rect.height)
        self.note(_blit, drawing.mark(name, side, colour), (rect.centerx - side // 2, rect.centery - side // 2))

    def visible(self, rect: Rect) -> bool:
        """Is any of it visible?"""
        clip = self._clips[-1]
        return clip is None or bool(clip.colliderect(rect))

    # ---- places -----------------------------------------------------------------------------------
    @property
    def layout(self) -> Layout:
        """The innermost layout."""
        return self._layouts[-1]

    def place(self, natural: int, height: int, fill: bool = True) -> Rect:
        """Take the next place: `natural` pixels wide, or the whole column or cell."""
        layout = self._layouts[-1]
        return layout.take(layout.width_for(natural, fill), height)

    def space(self, design: float = GAP) -> None:
        """Leave a gap, in pixels at 100 %."""
        self.place(0, self.px(design), fill=False)

    @contextmanager
    def area(self, rect: Rect, gap: float = GAP) -> Iterator[Column]:
        """A column at a fixed place on screen."""
        column = Column(rect.x, rect.y, rect.width, self.px(gap))
        self._layouts.append(column)
        yield column
        self._layouts.pop()

    @contextmanager
    def row(self, *shares: float, gap: float = GAP) -> Iterator[Row]:
        """Cells beside one another: shares of the width, or a width at 100 % if below 0 (`-32`)."""
        widths = [share if share > 0 else share * self.scale for share in shares or (1, 1)]
        with self._inner(lambda x, y, w: Row(x, y, w, self.px(gap), widths)) as row:
            assert isinstance(row, Row)
            yield row

    @contextmanager
    def flow(self, gap: float = GAP) -> Iterator[Flow]:
        """Widgets of natural width beside one another, wrapping where the width ends."""
        with self._inner(lambda x, y, w: Flow(x, y, w, self.px(gap))) as flow:
            assert isinstance(flow, Flow)
            yield flow

    @contextmanager
    def column(self, width: float = 0, gap: float = GAP) -> Iterator[Column]:
        """Widgets below one another in the next cell; `width` at 100 % inside a flow."""
        with self._inner(lambda x, y, w: Column(x, y, w, self.px(gap)), self.px(width)) as column:
            assert isinstance(column, Column)
            yield column

    @contextmanager
    def holding(self, name: str, about: object, least: int = 0) -> Iterator[None]:
        """A column that does not shrink while its subject stays the same, so that what lies below stays put.

        :param least: pixels it has from the start.
        """
        key = f"{name}:held"
        known, high = self._held.get(key, (None, 0))
        high = max(high, least) if known == (about, self.scale) else least
        outer = self.layout
        with self.column() as place:
            yield
            place.bottom += max(0, high - place.height)
            self._held[key] = ((about, self.scale), place.height)
        if not place.height and isinstance(outer, Column):
            outer.y -= outer.gap

    @contextmanager
    def _inner(self, make: Callable[[int, int, int], Layout], natural: int = 0) -> Iterator[Layout]:
        """A layout inside the next place of another; the place grows to what was put in it."""
        outer = self._layouts[-1]
        width = outer.width_for(natural or 10**6, natural == 0)
        rect = outer.take(width, 0)
        inner = make(rect.x, rect.y, rect.width)
        self._layouts.append(inner)
        yield inner
        self._layouts.pop()
        _grow(outer, inner.bottom - rect.y)

    # ---- names and clips ----------------------------------------------------------------------------
    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Widgets inside have names of their own, even with the same text."""
        self._scopes.append(name)
        yield
        self._scopes.pop()

    def name(self, text: str) -> str:
        """The identity of a widget: its scope and text, and a number if that is taken."""
        base = "/".join((*self._scopes, text))
        count = self._seen.get(base, 0)
        self._seen[base] = count + 1
        return f"{base}#{count + 1}" if count else base

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Nothing inside is visible outside `rect`."""
        outer = self._clips[-1]
        self._clips.append(rect.clip(outer) if outer is not None else rect.copy())
        yield
        self._clips.pop()

    @contextmanager
    def layered(self, layer: int) -> Iterator[None]:
        """Everything inside lies on another layer, unclipped by its surroundings."""
        before = self._layer
        self._layer = layer
        self._clips.append(None)
        yield
        self._clips.pop()
        self._layer = before

    @contextmanager
    def above(self) -> Iterator[None]:
        """Everything inside lies over its surroundings, and under every dialog."""
        with self.layered(self._layer + OVER):
            yield

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Widgets inside are only shown, not active: the scene below a dialog."""
        before, self._frozen = self._frozen, True
        self._layer -= 500
        yield
        self._layer += 500
        self._frozen = before

    def spot(self, name: str, kind: str, rect: Rect, **more: Any) -> Spot:
        """Note a place that reacts."""
        clip = self._clips[-1]
        seen = rect.clip(clip) if clip is not None else rect
        spot = Spot(name, kind, rect, seen, self._layer, **more)
        spot.scroll = self._scrolls[-1] if self._scrolls else ""
        spot.topic = self._topics[-1]
        if self._frozen:
            spot.enabled = spot.focusable = False
        self.add_spot(spot)
        return spot

    @contextmanager
    def about(self, topic: str) -> Iterator[None]:
        """What is declared inside belongs to a topic of help, such as "hex:12"."""
        layout = self._layouts[-1]
        top = layout.y
        self._topics.append(topic)
        yield
        self._topics.pop()
        if isinstance(layout, Column) and layout is self._layouts[-1]:
            self.tell_of(topic, Rect(layout.x, top, layout.width, layout.bottom - top))

    def tell_of(self, topic: str, rect: Rect) -> None:
        """Note a place with a topic of help, without a widget."""
        clip = self._clips[-1]
        seen = rect.clip(clip) if clip is not None else rect
        if not self._frozen and seen.width > 0 and seen.height > 0:
            self.add_field(Field(topic, seen, self._layer))

    def region(self, region: Region) -> None:
        """Note an area that scrolls."""
        if not self._frozen:
            self.add_region(region)

    def height_of(self, name: str, otherwise: int = 0) -> int:
        """The height in pixels of a panel's contents in the last build; 0 or `otherwise` before the first."""
        return self._heights.get(f"{name}:body", otherwise)

    def measured(self, name: str, height: int) -> None:
        """Remember a height for the next build; another build follows if it changed."""
        if self._heights.get(name) != height:
            self._heights[name] = height
            self.unstable = True

    # ---- shared looks ---------------------------------------------------------------------------------
    def ring(self, spot: Spot, outset: float = 2, radius: float = 8) -> None:
        """The focus ring, if the keyboard is on this widget."""
        if spot.id == self.focus and self.focus_shown and spot.focusable:
            grow = 2 * self.px(outset)
            rect = spot.rect.inflate(grow, grow)
            self.note(drawing.draw_ring, rect, self.theme.focus, max(2, self.px(2)), self.px(radius))


def _blit(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int]) -> None:
    surface.blit(picture, at)


def _grow(layout: Layout, height: int) -> None:
    """Set the real height of the place just taken."""
    if isinstance(layout, Column):
        layout.bottom += height
        layout.y += height
    else:
        layout.height = max(layout.height, height)
