"""The card that announces a great event, near the upper edge of the map, and the flag on its hex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame
from pygame import Rect

from ecs import Side
from ecs.core.events import Event
from ecs.core.view import View
from game.play.great_events import Moment, merged, moments
from game.play.story import Fold
from game.ui.cards.placing import NEVER, aside, best_place
from game.ui.map_view import BoardView
from game.ui.map_view.counters.counter_faces import look_of
from game.ui.map_view.view_state import sky_name
from game.ui.moments.layer import MomentLayer, sound_of
from game.ui.widgets import Ui
from game.ui.widgets.style import drawing

SECONDS, WAITS = {"brisk": 2.5, "full": 5.0}, {"brisk": 1.4, "full": 5.0}
"""How long a card is shown, and for how much of it the game waits."""
RISING = 0.7  # seconds until the flag is at the top of its pole
MOST_WAITING = 4
NAME = "headline"
NO_CARD = ("chit", "end")  # a chit lies in the bar, and the end has a page of its own
POINTING = ("hover", "pan", "zoom", "scroll")  # intents that leave the card as it is
CASING = (250, 248, 240)
WIDE, NARROW, PICTURE = 460, 240, 44  # pixels at 100 %


class DramaChosen(Protocol):
    """The settings that headlines use."""

    @property
    def drama(self) -> str:
        """ "off", "brisk": the game waits for a card to be read once, or "full": as long as it is shown."""

    @property
    def reduce_motion(self) -> bool:
        """Show the flag at once, without motion."""


class Headlines:
    """The card shown, and those waiting (at most `MOST_WAITING`, merged where they are alike).

    `silent`: say nothing.

    :param layer: plays the greatest, for which no card would do; cards wait for it.
    :param go_to: shows a hex.
    :param play: plays a sound.
    """

    def __init__(
        self,
        table: BoardView,
        choice: DramaChosen,
        layer: MomentLayer,
        go_to: Callable[[int], None],
        play: Callable[[str], None],
    ) -> None:
        self.table, self.choice, self.layer, self.go_to, self.play = table, choice, layer, go_to, play
        self.waiting: tuple[Moment, ...] = ()
        self.shown: Moment | None = None
        self.since = self.until = self._held_until = 0.0
        self.silent = self._changed = False
        self._sides: dict[str, Side] = {}
        self._fold: Fold | None = None

    def take(self, events: Sequence[Event], view: View, now: float) -> None:
        """Announce the great ones among recent events."""
        great = () if self.silent or self.choice.drama == "off" else moments(events, view, self._read(view))
        found = [one for one in great if not self.layer.offer(one, now) and one.kind not in NO_CARD]
        if found:
            self.waiting = merged((*self.waiting, *found))[:MOST_WAITING]
            self.pass_time(now)

    def _read(self, view: View) -> Fold:
        """The state of battles and holes in the front up to now."""
        self._sides.update((unit.id, unit.side) for unit in view.units)
        if self._fold is None:
            self._fold = Fold(view.board, self._sides.get, view.side)
        self._fold.happenings.clear()
        return self._fold

    def pass_time(self, now: float) -> bool:
        """Remove what has been shown long enough, and show the next; True if anything changed."""
        changed, self._changed = self._changed, False
        if self.layer.due:
            self.waiting = (self.shown, *self.waiting) if self.shown is not None else self.waiting
            self.shown = None
            return changed
        until = self._held_until if self.waiting else self.until
        if now < until if self.shown is not None else not self.waiting:
            return changed
        self.shown, self.waiting = (self.waiting[0], self.waiting[1:]) if self.waiting else (None, ())
        self.since, self.until = now, now + SECONDS.get(self.choice.drama, 0.0)
        self._held_until = now + WAITS.get(self.choice.drama, 0.0)
        if self.shown is not None:
            if self.shown.kind == "city":
                self.table.animation.wipe_words()  # the flag goes up there
            burnt = self.shown.kind == "destroyed"  # which was heard when the counter burnt
            self.play("page" if burnt else sound_of(self.shown, self.layer.viewer()))
        return True

    def skip(self) -> bool:
        """Remove everything; return whether there was anything."""
        had = self.shown is not None
        self._changed = self._changed or had
        self.shown, self.waiting = None, ()
        return had

    def clear(self) -> None:
        """Skip everything that has happened so far."""
        self._fold = None
        self.skip()
        self.layer.clear()

    def holds(self, now: float) -> bool:
        """Must the game wait until the cards have been read?"""
        return bool(self.waiting) or (self.shown is not None and now < self._held_until)

    def rising(self, now: float) -> bool:
        """Is the flag still rising?"""
        flagged = self.shown is not None and self.shown.kind == "city" and not self.choice.reduce_motion
        return flagged and now < self.since + RISING

    def put_away(self, intent: str) -> bool:
        """The player acted on the map: remove the card, unless the pointer only moved; only Esc is used up by that."""
        return intent not in POINTING and self.skip() and intent == "back"

    def wake_in(self, now: float, machine: float | None) -> float | None:
        """Seconds until the card goes or the computer plays on; None if neither will.

        :param machine: when the computer would play on, if no card holds it up.
        """
        if self.layer.due:
            return self.layer.wake_in(now)
        if self.shown is None:
            return machine
        if self.holds(now):
            return max(0.0, self._held_until - now)
        left = max(0.0, self.until - now)
        return left if machine is None else min(left, machine)

    # -- drawing ----------------------------------------------------------------------------------

    def build(self, ui: Ui, area: Rect, top: int) -> None:
        """Declare the card below a pixel row of the map, clear of panels. A click on it shows the place; one elsewhere
        puts it away."""
        shown = self.shown
        if shown is None:
            return
        if ui.pressed and not ui.pressed.endswith(NAME):
            self.skip()
            return
        pad, side = ui.px(12), ui.px(PICTURE)
        room, lying = Rect(area.x, top, area.width, area.bottom - top), [*ui.lying, *ui.panels_so_far()]
        for broad in (WIDE, NARROW):
            wide = min(ui.px(broad), area.width - 2 * pad)
            rows = self._rows(ui, shown, wide - side - 3 * pad)
            words = sum(ui.text_of.line_height(size) for _, _, size, _ in rows)
            box = Rect(area.centerx - wide // 2, top, wide, max(side, words) + 2 * pad)
            lower = [Rect(box.x, rect.bottom + pad, *box.size) for rect in lying if box.colliderect(rect)]
            places = [box, *lower, *aside(*box.size, lying, box, room)]
            box = best_place(places, room, [(rect, NEVER) for rect in lying])
            if box.collidelist(lying) < 0:
                break
        name = ui.name(NAME)
        with ui.above():
            ui.spot(name, "button", box, text=shown.title, focusable=False)
            ui.note(drawing.draw_shadow, box, ui.theme.shadow, ui.px(10))
            ui.note_box(box, ui.theme.panel, self._edge(ui), 7)
            self._picture(ui, shown, Rect(box.x + pad, box.centery - side // 2, side, side))
            y = box.centery - words // 2
            for text, colour, size, bold in rows:
                ui.note_text(text, (box.x + side + 2 * pad, y), colour, size, bold)
                y += ui.text_of.line_height(size)
        if ui.used(name):
            self.skip()
            ui.unstable = True
            if shown.hex >= 0:
                self.go_to(shown.hex)

    @staticmethod
    def _rows(ui: Ui, shown: Moment, room: int) -> list[tuple[str, str, str, bool]]:
        """Its lines, each with colour, size and whether it is bold."""
        rows = [(text, "text", "large", True) for text in ui.text_of.wrap(shown.title, "large", True, room)]
        if shown.text:
            rows += [(text, "muted", "small", False) for text in ui.text_of.wrap(shown.text, "small", False, room)]
        return rows

    def _edge(self, ui: Ui) -> tuple[int, int, int]:
        side = self.shown.side if self.shown is not None else None
        return self.table.pack.colour(side.value) if side is not None else ui.theme.border

    def _picture(self, ui: Ui, shown: Moment, rect: Rect) -> None:
        """The counter that was lost, struck through; else a flag or the weather."""
        pack, view = self.table.pack, self.table.view
        unit = view.unit(shown.unit) if view is not None and shown.kind == "destroyed" else None
        if unit is not None:
            pad = self.table.counters.pad(rect.width)
            ui.note(_counter, self.table.counters.picture(look_of(unit), rect.width), rect.move(-pad, -pad).topleft)
            ui.note(_strike, rect, ui.theme.bad)
            return
        sky = f"icons/weather_{sky_name(shown.weather)}"
        icon = {"city": "icons/major", "pocket": "icons/zone", "weather": sky}.get(shown.kind, "icons/flag_axis")
        tint = pack.colour(shown.side.value) if shown.side is not None else ui.theme.text
        if shown.kind in ("city", "breakthrough") and shown.side is not None:
            icon = f"icons/flag_{shown.side.value}"
        ui.note_picture(pack.surface(icon, rect.width, tint), rect.topleft)

    def draw_flag(self, surface: pygame.Surface, area: Rect, now: float) -> None:
        """The flag of a side going up over the city that it took."""
        shown = self.shown
        if shown is None or shown.kind != "city" or shown.side is None or shown.hex < 0:
            return
        x, y = self.table.to_screen(shown.hex)
        tall = max(36, round(self.table.board.layout.tile_h * self.table.camera.zoom * 0.75))
        if not area.inflate(0, -2 * tall).collidepoint(x, y):
            return
        part = min(1.0, (now - self.since) / RISING) if self.rising(now) else 1.0
        name, pack = f"icons/flag_{shown.side.value}", self.table.pack
        flag, casing = pack.surface(name, tall, pack.colour(shown.side.value)), pack.surface(name, tall, CASING)
        foot = y + round(tall * 0.5 * (1 - part))
        place = flag.get_rect(midbottom=(x + tall // 4, foot))
        clip = surface.get_clip()
        surface.set_clip(Rect(area.x, area.y, area.width, y - area.y).clip(clip))
        surface.fblits([(casing, place.move(dx, dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2)])
        surface.blit(flag, place)
        surface.set_clip(clip)


def _counter(surface: pygame.Surface, picture: pygame.Surface, at: tuple[int, int]) -> None:
    surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)


def _strike(surface: pygame.Surface, rect: Rect, colour: tuple[int, int, int]) -> None:
    """A cross over a lost counter."""
    width = max(3, rect.width // 12)
    pygame.draw.line(surface, colour, rect.topleft, rect.bottomright, width)
    pygame.draw.line(surface, colour, rect.topright, rect.bottomleft, width)
