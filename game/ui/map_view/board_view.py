"""The appearance of the board: one object that draws a view and tells what lies under the pointer."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from ecs import Side
from ecs.board.board import Board
from ecs.core.events import Attacked, BattleBegan, Destroyed, Event, Fired, Moved
from ecs.core.view import UnitView, View
from game.packs.loader import SpritePack
from game.play.story import Fold
from game.ui.map_view.animation import Animation, Vec, march_sound, tumbling
from game.ui.map_view.camera import Camera
from game.ui.map_view.counters.counter_faces import CounterLook, Counters, look_of
from game.ui.map_view.counters.stack_layout import (
    Pile,
    counter_size,
    draw_picked,
    fan_rects,
    found,
    framed,
    middle,
    picked_of,
    piles,
    raised,
)
from game.ui.map_view.map_text import Letters, dice_row, dice_words, outcome
from game.ui.map_view.overlays.far_map import CampaignMap
from game.ui.map_view.overlays.goal_discs import GoalDiscs
from game.ui.map_view.overlays.overlay_layers import Overlays
from game.ui.map_view.overlays.registry import CUT_OFF
from game.ui.map_view.smooth_shapes import shade
from game.ui.map_view.terrain.map_lines import is_fine
from game.ui.map_view.terrain.terrain_tiles import ALL_CHUNKS, Terrain
from game.ui.map_view.view_state import Plain, Settings, TableState, ground_name

FADED = 40
CHUNKS_A_FRAME = 2
PREMULTIPLIED = pygame.BLEND_PREMULTIPLIED


Lain = tuple[int, float, float, tuple[tuple[CounterLook, int, int], ...]]


class BoardView:
    """The board on screen. `draw` changes nothing but its own stores of pictures.

    :param eager: paint every missing piece of the map at once, instead of a few a frame with a rough one meanwhile.
    """

    def __init__(self, board: Board, pack: SpritePack, settings: Settings | None = None, eager: bool = False) -> None:
        self.board, self.settings = board, settings or Plain()
        self.eager, self.rough = eager, False  # rough: some of the map still waits to be painted
        self._seen = eager  # the first picture is rough, so that it is there soon
        self.fine = is_fine(board)
        self.camera = Camera(board.width, board.height)
        self.camera.fit()
        self.view: View | None = None
        self._before: View | None = None
        self._after: View | None = None
        self._fold = Fold(board, self._whose, None)
        self.animation = Animation(reduce_motion=self.settings.reduce_motion)
        self._piles: dict[int, Pile] = {}
        self._piled: tuple[object, ...] = ()
        self._lain: list[Lain] = []
        self._lain_for: tuple[object, ...] = ()
        self.use_pack(pack)

    def use_pack(self, pack: SpritePack) -> None:
        """Use the pictures of this pack from now on; all motion stops."""
        self.pack = pack
        self.letters = Letters()
        self.look = self._look(pack)
        self.terrain = Terrain(self.board, pack, self.letters, self.settings.text_scale, self.settings.theme)
        self.counters = Counters(pack, self.letters)
        self.overlays = Overlays(self.board, pack, self.letters)
        self.goals = GoalDiscs(pack)
        self.campaign = CampaignMap(self.board, pack, self.letters, self.counters, self.overlays.disc)
        self.animation.skip()
        self._piled = ()

    def follow(self, pack: SpritePack) -> bool:
        """Use this pack as the settings say; False if nothing changes."""
        if self.look == self._look(pack):
            return False
        self.use_pack(pack)
        return True

    def _look(self, pack: SpritePack) -> tuple[SpritePack, float, str]:
        """Everything that all pictures of the map depend on."""
        return pack, self.settings.text_scale, self.settings.theme

    @property
    def board_size(self) -> tuple[int, int]:
        """The size of the board in map pixels."""
        return self.board.width, self.board.height

    @property
    def far(self) -> bool:
        """Is the campaign map shown: the player wants formations, and counters would be too small?"""
        return self.settings.campaign_map and self.campaign.wanted(self.camera)

    # -- asking -----------------------------------------------------------------------------------

    def set_view(self, view: View) -> None:
        """Show this position from now on; unfinished animation of the last one is dropped."""
        if self._after is not None:
            self.animation.skip()
            self._lift()
        self._before, self.view, self._piled = self.view, view, ()

    @property
    def newest(self) -> View | None:
        """The position given last; the map may still show the one before it, until the dice have fallen."""
        return self._after or self.view

    def held(self, now: float) -> bool:
        """Does the map still show the position before the dice fell?"""
        return self._after is not None and self.animation.held(now)

    def _hold(self) -> None:
        """Show the position before the last one until all that is planned has been seen."""
        if self._before is not None and self.view is not None:
            self.animation.hold()
            self._after, self.view, self._piled = self.view, self._before, ()

    def _lift(self) -> None:
        if self._after is not None:
            self.view, self._after, self._piled = self._after, None, ()

    def hex_at(self, x: int, y: int) -> int | None:
        """The hex under a screen pixel, or None."""
        if not self.camera.view.collidepoint(x, y):
            return None
        return self.board.hex_at(*self.camera.to_map(x, y))

    def unit_at(self, x: int, y: int, state: TableState) -> str | None:
        """The id of the counter at a screen pixel, or None."""
        if not self.camera.view.collidepoint(x, y) or state.bare:
            return None
        for unit_id, rect in reversed(self.fan(state)):
            if rect.collidepoint(x, y):
                return unit_id
        size = counter_size(self.board, self.camera.zoom)
        for index in reversed(self._stacks(state)):
            at = self.camera.to_screen(*middle(self.board, index))
            hit = found(self._piles[index], at, size, x, y) if index != state.fan else None
            if hit:
                return hit
        return None

    def stack(self, index: int, state: TableState) -> tuple[str, ...]:
        """Ids of the counters in a hex, the uppermost first."""
        pile = self._stacks(state).get(index)
        return tuple(u.id for u in pile.units) if pile else ()

    def below(self, unit_id: str) -> str:
        """The counter that comes up when a stack is clicked again: the next in stacking order, then the first."""
        unit = self.view.unit(unit_id) if self.view else None
        if unit is None or self.view is None or unit.hex < 0:
            return unit_id
        names = [u.id for u in self.view.at(unit.hex)]
        return names[(names.index(unit_id) + 1) % len(names)]

    def fan(self, state: TableState) -> list[tuple[str, pygame.Rect]]:
        """Screen places of the spread-out stack's counters; empty if there is none."""
        pile = self._stacks(state).get(state.fan) if state.fan is not None else None
        if pile is None:
            return []
        size = max(56, counter_size(self.board, self.camera.zoom))
        return fan_rects(pile.units, self.camera.to_screen(*self.board.centre(pile.hex)), size, self.camera.clear)

    def to_screen(self, index: int) -> tuple[int, int]:
        """The screen pixel at the middle of a hex."""
        return self.camera.to_screen(*self.board.centre(index))

    def centre_on(self, index: int) -> None:
        """Bring a hex to the middle."""
        self.camera.centre_on(*self.board.centre(index))

    def show(self, index: int) -> None:
        """Bring a hex into view, moving the map only if necessary."""
        if not self.camera.shows(*self.board.centre(index)):
            self.centre_on(index)

    def _stacks(self, state: TableState) -> dict[int, Pile]:
        """The piles, sorted again only when the view or their order has changed."""
        view = self.view
        key = (tuple(sorted(state.tops.items())), state.selection[:1])
        if key != self._piled:
            tops = (*raised(state.tops), *state.selection[:1])
            self._piles = piles(view.units, tops) if view else {}
            self._lain, self._piled = [], key
        return self._piles

    def _look_of(self, unit: UnitView, state: TableState) -> CounterLook:
        """A counter as it looks now."""
        cut_off = state.known.get(CUT_OFF.id)
        return look_of(unit, unit.id in state.fresh, cut_off is not None and unit.id in cut_off.units)

    @property
    def weather(self) -> str:
        """The weather to paint: "good", "mixed", "mud" or "snow"."""
        return ground_name(self.view.weather) if self.view and self.view.weather else "good"

    def play(self, events: Sequence[Event], now: float) -> None:
        """Plan the animation of these events, once the position after them has been set.

        One after the other; until the last dice have fallen the map shows what was before.  At the end, in words, what
        came of it.
        """
        dice = [n for n, event in enumerate(events) if isinstance(event, Fired | Attacked) and self._spot(event.hex)]
        last = dice[-1] + 1 if dice else 0
        for event in events[:last]:
            self._plan(event, now)
        if dice and self.animation.pace > 0 and self.animation.running(now):
            self._hold()
        for event in events[last:]:
            self._plan(event, now)
        told = outcome(self._fold, events, self._name)
        if told and told[0] >= 0 and told[1]:
            self.animation.word(middle(self.board, told[0]), told[1], now)

    def _plan(self, event: Event, now: float) -> None:
        plan, spot = self.animation, self._spot(getattr(event, "hex", ""))
        if isinstance(event, Moved):
            points = tuple(point for h in event.path if (point := self._spot(h)) is not None)
            unit = self._last_seen(event.unit)
            sound = march_sound(event.how, unit.symbol if unit else "")
            plan.move(event.unit, points, now, event.how == "retreat", sound)
        elif spot is not None and isinstance(event, BattleBegan):
            plan.flash(spot, now, event.odds)
        elif spot is not None and isinstance(event, Fired | Attacked):
            plan.dice(spot, event.faces, now, dice_words(event), pips=isinstance(event, Fired))
        elif spot is not None and isinstance(event, Destroyed) and self._last_seen(event.unit) is not None:
            own = self.view is not None and self._whose(event.unit) is self.view.side
            plan.loss(event.unit, spot, now, "own_loss" if own else "enemy_loss")

    def _spot(self, label: str) -> Vec | None:
        """The middle of a hex, in map pixels; None for no hex of this map."""
        index = self.board.by_label.get(label)
        return middle(self.board, index) if index is not None else None

    def _last_seen(self, unit_id: str) -> UnitView | None:
        """A unit as it was before the last position, or as it is."""
        found = self._before.unit(unit_id) if self._before else None
        return found or (self.view.unit(unit_id) if self.view else None)

    def _name(self, unit_id: str) -> str:
        unit = self._last_seen(unit_id)
        return unit.name if unit else ""

    def _whose(self, unit_id: str) -> Side | None:
        unit = self._last_seen(unit_id)
        return unit.side if unit else None

    # -- drawing ----------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, rect: pygame.Rect, state: TableState, now: float = 0.0) -> None:
        """Draw the board into a rectangle of the screen; `now` is the time in seconds, for what moves."""
        if rect != self.camera.view:
            self.camera.resize(rect)
        if not self.animation.held(now):
            self._lift()
        state = state.hushed() if self._after is not None else state
        clip = surface.get_clip()
        surface.set_clip(rect.clip(clip))
        numbers = state.numbers or "numbers" in state.overlays
        allowance = ALL_CHUNKS if self.eager else 0 if not self._seen else 1 if self.fine else CHUNKS_A_FRAME
        self._seen = True
        far = self.far
        more = self.campaign.painter(self.camera, self.settings.text_scale, state.former) if far else None
        dress = self.overlays.dress(self.view, state, more)
        plain = self.campaign.scale(self.camera, self.settings.text_scale) if far else 0.0
        self.rough = not self.terrain.draw(surface, self.camera, self.weather, numbers, allowance, dress, plain=plain)
        if state.margins is not None:
            self.rough |= not state.margins.draw(surface, self.camera, self.eager)
        if self.view:
            stars = self.terrain.stars(self.camera.level, numbers, plain)
            self.goals.draw(surface, self.camera, self.view, stars, self.settings.text_scale)
            self.overlays.under(surface, self.camera, self.view, state)
            if not state.bare:
                self._draw_counters(surface, state, now)
                self._draw_picked(surface, state, now)
            self.overlays.over(surface, self.camera, self.view, state)
            if not state.bare:
                self._count(surface, state)
                self._point_out(surface, state, now)
                self._draw_fan(surface, state)
            self._draw_motion(surface, now)
        if state.box is not None:
            style = self.pack.overlay("selection")
            pygame.draw.rect(surface, style.casing, state.box, 4)
            pygame.draw.rect(surface, style.colour, state.box, 2)
        surface.set_clip(clip)

    def _draw_counters(self, surface: pygame.Surface, state: TableState, now: float) -> None:
        if self.far and self.view is not None:
            scale, moving = self.settings.text_scale, self.animation.moving(now)
            self.campaign.draw(surface, self.camera, self.view, scale, state.former, moving)
            return
        alpha = FADED if state.counters == "faded" else 255
        size = counter_size(self.board, self.camera.zoom)
        pad, reach = self.counters.pad(size), size * 2
        left, top = self.camera.origin
        view, zoom = self.camera.view, self.camera.zoom
        blits = []
        for index, x, y, looks in self._laid(state, now):
            sx, sy = round(x * zoom) - left + view.x, round(y * zoom) - top + view.y
            if index != state.fan and -reach < sx - view.x < view.w + reach and -reach < sy - view.y < view.h + reach:
                blits += [
                    (self.counters.picture(look, size, alpha), (sx + dx - pad, sy + dy - pad)) for look, dx, dy in looks
                ]
        surface.fblits(blits, PREMULTIPLIED)

    def _laid(self, state: TableState, now: float) -> list[Lain]:
        """Looks and offsets of all counters, kept until the piles or the zoom change."""
        stacks = self._stacks(state)
        size = counter_size(self.board, self.camera.zoom)
        moving = self.animation.moving(now)
        key = (size, moving, state.fresh, state.known.get(CUT_OFF.id))
        if self._lain and self._lain_for == key:
            return self._lain
        self._lain = []
        for index, pile in stacks.items():
            spots = zip(pile.shown(), pile.spots(size), strict=True)
            looks = tuple((self._look_of(u, state), dx, dy) for u, (dx, dy) in spots if u.id not in moving)
            self._lain.append((index, *middle(self.board, index), looks))
        self._lain_for = key
        return self._lain

    def _count(self, surface: pygame.Surface, state: TableState) -> None:
        """Draw the number of counters in each pile, on a small disc at its upper left corner."""
        size = counter_size(self.board, self.camera.zoom)
        if size < 20 or state.counters != "shown" or self.far:
            return
        blits = []
        for index, pile in self._stacks(state).items():
            if len(pile.units) > 1 and index != state.fan:
                x, y = self.camera.to_screen(*middle(self.board, index))
                dx, dy = pile.spots(size)[-1]
                disc = self.overlays.disc(str(len(pile.units)), max(13, round(size * 0.3)))
                out = disc.get_width() // 2 if self.fine else disc.get_width() * 2 // 3  # names stay legible
                blits.append((disc, (x + dx - out, y + dy - out)))
        surface.fblits(blits, PREMULTIPLIED)

    def _draw_picked(self, surface: pygame.Surface, state: TableState, now: float) -> None:
        """Draw the picked counters, lifted off their piles."""
        size, moving = counter_size(self.board, self.camera.zoom), self.animation.moving(now)
        for index, pile in self._stacks(state).items() if state.selection else ():
            names = picked_of(pile, state.selection, moving) if index != state.fan else []
            at = self.camera.to_screen(*middle(self.board, index))
            if names and surface.get_clip().inflate(size * 2, size * 2).collidepoint(at):
                shown = [self._look_of(u, state) for name in names[-3:] for u in pile.units if u.id == name]
                draw_picked(surface, self.counters, shown, at, size)

    def _draw_fan(self, surface: pygame.Surface, state: TableState) -> None:
        """The spread-out stack on a small tray."""
        spread = self.fan(state)
        if not spread or self.view is None:
            return
        tray = spread[0][1].unionall([rect for _, rect in spread]).inflate(16, 16)
        board = pygame.Surface(tray.size, pygame.SRCALPHA)
        pygame.draw.rect(board, shade(self.pack.colour("shadow"), 190), board.get_rect(), border_radius=8)
        surface.blit(board, tray, special_flags=PREMULTIPLIED)
        for unit_id, rect in spread:
            unit = self.view.unit(unit_id)
            if unit:
                pad, picked = self.counters.pad(rect.w), unit_id in state.selection
                lifted = rect.move(0, -rect.h // 10 if picked else 0)
                if picked:
                    framed(surface, lifted, self.pack.overlay("selection"))
                where = (lifted.x - pad, lifted.y - pad)
                surface.blit(
                    self.counters.picture(self._look_of(unit, state), rect.w),
                    where,
                    special_flags=PREMULTIPLIED,
                )

    def _point_out(self, surface: pygame.Surface, state: TableState, now: float) -> None:
        """Draw a breathing frame round the units to point out; a still one with reduced motion."""
        if not state.flash or self.view is None:
            return
        size = counter_size(self.board, self.camera.zoom)
        grow = 6 if self.settings.reduce_motion else 6 + round(3 * math.sin(now * math.tau))
        style = self.pack.overlay("reach")
        for index in sorted({u.hex for u in self.view.units if u.id in state.flash and u.hex >= 0}):
            frame = pygame.Rect(0, 0, size + 2 * grow, size + 2 * grow)
            frame.center = self.camera.to_screen(*middle(self.board, index))
            pygame.draw.rect(surface, style.casing, frame, 5, 6)
            pygame.draw.rect(surface, style.colour, frame.inflate(-2, -2), 3, 5)

    def _draw_motion(self, surface: pygame.Surface, now: float) -> None:
        """Draw the animation of this moment."""
        size = counter_size(self.board, self.camera.zoom)
        for cue, point, part in self.animation.at(now):
            x, y = self.camera.to_screen(*point)
            if cue.kind == "move":
                unit = self.view.unit(cue.unit) if self.view else None
                picture = self.counters.picture(look_of(unit), size) if unit else None
            elif cue.kind == "flash":
                picture = self.overlays.burst(round(size * 0.8 * self.animation.pulse(part)) // 4 * 4)
                self._write(surface, cue.text, x, y - size, size)
            elif cue.kind == "loss":
                lost = self._last_seen(cue.unit)
                fading = round(255 * (1 - part)) // 32 * 32
                picture = self.counters.picture(look_of(lost), size, fading) if lost and fading else None
            elif cue.kind == "word":
                picture = None
                self._write(surface, cue.text, x, y - round(size * 0.95), size)
            else:
                face = tumbling(part, self.animation.reduce_motion)
                picture = dice_row(self.pack, self.letters, cue.faces, max(30, round(size * 0.6)), face, cue.pips)
                y -= round(size * 0.9)
                if face < 0:
                    self._write(surface, cue.text, x, y - round(size * 0.75), size)
            if picture:
                surface.blit(picture, picture.get_rect(center=(x, y)), special_flags=PREMULTIPLIED)

    def _write(self, surface: pygame.Surface, text: str, x: int, y: int, size: int) -> None:
        """Write a few words on a dark disc over a hex, kept in sight."""
        if text:
            tag = self.overlays.disc(text, max(24, round(size * 0.42)))
            box = tag.get_rect(center=(x, y)).clamp(self.camera.clear)
            surface.blit(tag, box, special_flags=PREMULTIPLIED)
