"""The top layer, on which great moments are played one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pygame
from pygame import Rect, Surface

from ecs import Side
from ecs.core.view import View
from game.play.great_events import Moment
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.counters.stack_layout import Pile, counter_size, middle
from game.ui.map_view.view_state import ground_name
from game.ui.moments.chit_draw import ChitDrawn
from game.ui.moments.painting import key_cap, lay
from game.ui.moments.plays import SEASONS, BreaksThrough, CityFalls, Play, Ringed, Scenery, SeasonTurns, TheEnd
from game.ui.widgets import Ui
from game.ui.widgets.core import TOAST

PACE = {"brisk": 1.5, "full": 1.0}
"""How much faster than in full a moment is played."""
RANKS = ("end", "city", "pocket", "breakthrough", "destroyed", "weather", "chit")
"""The first is played first."""
MOST, APART = 2, 20.0
"""Moments that wait at most, and seconds between two that fill the map, but for chits and the end."""
DEAF, FADE, SHORT = 0.25, 0.25, 0.6
"""Seconds without input at the start, of the fade at the end, and that a moment stays when it has been hurried."""
CALM, HELD = 0.12, 2.0
"""Without motion: seconds of the one cross-fade, and that the last frame is held."""
AGAIN = 0.65
"""Part of its time that a chit takes when it is not the first of its turn."""
SOUNDS = {
    "breakthrough": ("artillery", "artillery"),
    "weather": ("season", "season"),
    "city": ("flag", "flag_lost"),
    "pocket": ("pocket", "pocket_lost"),
    "destroyed": ("enemy_loss", "own_loss"),
    "end": ("victory", "defeat"),
}
"""What a moment sounds like if it is good for the onlooker, and if it is bad; all others like a page."""
PLAYS: dict[str, type[Play]] = {
    "city": CityFalls,
    "pocket": Ringed,
    "breakthrough": BreaksThrough,
    "destroyed": Ringed,
    "weather": SeasonTurns,
    "chit": ChitDrawn,
    "end": TheEnd,
}
ABOVE, NEAR = 0.27, 2.4
"""Where in the window a city lies that falls; hexes round a place that are lit."""
NAME = "moment"


def sound_of(moment: Moment, viewer: Side | None) -> str:
    """The sound of a moment for a side; None: for both at one table, or for none, to whom it is never bad."""
    good, bad = SOUNDS.get(moment.kind, ("page", "page"))
    if viewer is None or moment.side is None:
        return good
    gains = moment.kind in ("city", "end")  # `side` took the city, won the war; else it lost its units
    return good if (moment.side is viewer) is gains else bad


class MomentsChosen(Protocol):
    """The settings that moments use."""

    @property
    def drama(self) -> str:
        """ "off", "brisk" or "full"."""

    @property
    def reduce_motion(self) -> bool:
        """Show the last frame at once."""


class MomentLayer:
    """Plays moments; while one plays nothing else is shown, and the game waits.

    :param viewer: who looks on; None for both sides at one table, or nobody.
    :param reach: board indices of what the chit in play reaches.
    :param play: plays a sound.
    """

    def __init__(
        self,
        table: BoardView,
        choice: MomentsChosen,
        viewer: Callable[[], Side | None],
        reach: Callable[[], tuple[int, ...]],
        play: Callable[[str], None],
    ) -> None:
        self.table, self.choice, self.viewer, self.reach, self.sound = table, choice, viewer, reach, play
        self.waiting: list[Moment] = []
        self.shown: Moment | None = None
        self.since = self.until = 0.0
        self._last = -APART
        self._unheard = False
        self._scene: Play | None = None
        self._before: Surface | None = None
        self._after: Surface | None = None
        self._final: Surface | None = None
        self._speed = 1.0
        self._hurried = False
        self._turn = (0, "")
        self.scale = 1.0

    @property
    def plays(self) -> bool:
        """Is a moment being played, or about to be?"""
        return self.shown is not None

    @property
    def due(self) -> bool:
        """Must the game wait for a moment?"""
        return self.shown is not None or bool(self.waiting)

    def wants(self, moment: Moment) -> bool:
        """Is this played here rather than shown on a card?"""
        if moment.size == "card" and moment.kind != "weather":
            return False
        if moment.kind == "weather":
            was, now = ground_name(moment.was), ground_name(moment.weather)
            return was != now and {was, now} <= SEASONS.keys()
        return moment.kind in PLAYS

    def offer(self, moment: Moment, now: float) -> bool:
        """Queue this moment; False if there are too many already and a card must do."""
        full = moment.kind not in ("end", "chit")
        busy = full and (now < self._last + APART or any(m.kind not in ("end", "chit") for m in self.waiting))
        capital = moment.kind == "city"
        if not self.wants(moment) or (busy and not capital):
            return False
        others = [m for m in self.waiting if not m.kind == moment.kind == "chit"]
        self.waiting = sorted((*others, moment), key=lambda m: RANKS.index(m.kind))[:MOST]
        return moment in self.waiting

    def pass_time(self, now: float) -> bool:
        """Begin the next moment when nothing moves, end one that is over; True if anything changed."""
        if self.shown is not None:
            if self._unheard and self._scene is not None and self._at(now) >= self._scene.heard:
                self._unheard = False
                self.sound(sound_of(self.shown, self.viewer()))
            if now < self.until:
                return False
            self.stop()
            return True
        if not self.waiting or self.table.animation.running(now):
            return False
        self.shown = self.waiting.pop(0)
        self.table.animation.wipe_words()
        self._scene = self._before = self._after = self._final = None
        self.since, self._hurried = now, False
        self.until = now + 10  # until it is known how long it lasts
        if self.shown.kind not in ("end", "chit"):
            self._last = now
        self._unheard = True
        self._frame(self.shown)
        return True

    def stop(self) -> None:
        """Leave the moment."""
        self.shown = self._scene = self._before = self._after = self._final = None

    def clear(self) -> None:
        """Leave the moment, and forget those that wait."""
        self.waiting = []
        self.stop()

    def hurry(self, now: float) -> None:
        """A key or a click: to the last frame; a second one leaves it."""
        if self.shown is None or now < self.since + DEAF:
            return
        if self._hurried or self._scene is None or self._at(now) >= self._scene.settles:
            self.until = min(self.until, now + FADE)
            self._hurried = True
            return
        self._hurried = True
        self.since = now - self._scene.settles / self._speed
        self.until = now + SHORT + FADE

    def moving(self, now: float) -> bool:
        """Does the next frame differ?"""
        if self.shown is None or self._scene is None:
            return self.shown is not None
        settled = now > self.since + CALM if self.choice.reduce_motion else self._at(now) >= self._scene.settles
        return not settled or now > self.until - FADE - 0.05

    def wake_in(self, now: float) -> float | None:
        """Seconds until it is over; None if nothing is played."""
        if self.shown is None:
            return 0.0 if self.waiting else None
        return max(0.0, self.until - FADE - now)

    def told(self) -> str:
        """The moment as a screen reader says it."""
        return "" if self.shown is None else self._scene.told if self._scene is not None else self.shown.title

    # -- drawing ------------------------------------------------------------------------------------------

    def build(self, ui: Ui) -> None:
        """One place as large as the window: a click on it hurries."""
        self.scale = ui.scale
        name = ui.name(NAME)
        with ui.layered(TOAST + 100):
            ui.spot(name, "button", Rect(0, 0, *ui.size), text=self.told(), focusable=False)
        if ui.used(name):
            self.hurry(ui.now)

    def draw(self, surface: Surface, window: Rect, now: float) -> bool:
        """Draw the present frame; False while the map below it is not painted yet.

        :param window: the map in the window.
        """
        if self._before is None:
            self._before = surface.copy()
        if self._scene is None and not self._prepared(surface, window, now):
            return False
        scene, after = self._scene, self._after
        assert scene is not None and after is not None
        at = self._at(now)
        if self.choice.reduce_motion:
            surface.blit(self._before, (0, 0))
            lay(surface, self._last_frame(), (0, 0), min(1.0, (now - self.since) / CALM))
        elif at >= scene.settles:
            surface.blit(self._last_frame(), (0, 0))
        else:
            scene.paint(surface, at)
        if scene.moment.kind != "end":  # which stays until its page is there
            lay(surface, after, (0, 0), 1 - (self.until - now) / FADE)
        return True

    def _at(self, now: float) -> float:
        return (now - self.since) * self._speed

    def _last_frame(self) -> Surface:
        """The final frame, with everything at rest and the key that leaves it."""
        if self._final is None:
            assert self._after is not None and self._scene is not None
            self._final = self._after.copy()
            self._scene.paint(self._final, self._scene.lasts)
            cap, pad = key_cap("Space", round(14 * self.scale)), round(18 * self.scale)
            size = self._final.get_size()
            lift = round(86 * self.scale) if self._scene.moment.kind == "city" else pad
            self._final.blit(cap, (size[0] - cap.get_width() - pad, size[1] - cap.get_height() - lift))
        return self._final

    def _prepared(self, surface: Surface, window: Rect, now: float) -> bool:
        """Paint the map alone, and everything the moment is made of."""
        table, moment, view = self.table, self.shown, self.table.newest
        assert moment is not None and self._before is not None and view is not None
        surface.blit(self._before, (0, 0))
        table.draw(surface, window, TableState(), now)
        if table.rough:
            surface.blit(self._before, (0, 0))
            return False
        self._after = surface.copy()
        spots, radius = self._lit(moment)
        at = Scenery(
            *(surface.get_size(), window, self.scale, self._before, self._after, view, self.viewer(), table.pack),
            *(spots, radius, table.weather, *self._led(moment, view)),
        )
        self._scene = PLAYS[moment.kind](moment, at)
        self._pace(moment, self._scene, view, now)
        return True

    def _pace(self, moment: Moment, scene: Play, view: View, now: float) -> None:
        """Set the pace at which it is played from now on."""
        self._speed = PACE.get(self.choice.drama, 1.0)
        turn = (view.turn, view.turn_name)
        if moment.kind == "chit":
            self._speed /= 1.0 if turn != self._turn else AGAIN
            self._turn = turn
        if moment.size == "window":
            self._speed = min(1.2, self._speed)
        self.since = now
        self.until = now + (HELD + 2 * CALM if self.choice.reduce_motion else scene.lasts / self._speed + FADE)

    # -- where --------------------------------------------------------------------------------------------

    def _frame(self, moment: Moment) -> None:
        """Move the map to its subject."""
        table, camera = self.table, self.table.camera
        if moment.hex < 0:
            return
        board = table.board
        x, y = map(float, board.centre(moment.hex))
        wide, high = camera.clear.width / camera.zoom, camera.clear.height / camera.zoom
        if moment.kind == "city":
            camera.centre_on(_inside(x, board.width, wide / 2), y + high * (0.5 - ABOVE))
            return
        if moment.kind == "chit":
            x, y = x + wide * 0.14, y - high * 0.08
        elif camera.shows(x, y, camera.clear.height // 4):
            return
        camera.centre_on(_inside(x, board.width, wide / 2), _inside(y, board.height, high / 2))

    def _led(self, moment: Moment, view: View) -> tuple[tuple[Rect, ...], str]:
        """Where the stacks lie that a chit moves, and what they are, in words."""
        table, camera = self.table, self.table.camera
        reach = self.reach() if moment.kind == "chit" and moment.hex >= 0 else ()
        stacks = {i: n for i in reach if (n := sum(u.side is moment.side and u.attack > 0 for u in view.at(i)))}
        beside = {foe for index in stacks for foe in table.board.neighbours[index]}
        foes = sum(any(unit.side is not moment.side for unit in view.at(foe)) for foe in beside)
        side, trays = counter_size(table.board, camera.zoom), []
        for index in stacks:
            x, y = camera.to_screen(*middle(table.board, index))
            left, top = Pile(index, tuple(view.at(index))).spots(side)[-1]  # of the counter on top
            trays.append(Rect(x + left, y + top, side, side))
        units = sum(stacks.values())
        led = f"{units} unit{'s' if units > 1 else ''}"
        led += f", {foes} attack{'s' if foes > 1 else ''} in reach" if foes else ""
        return tuple(trays), led if units else ""

    def _lit(self, moment: Moment) -> tuple[tuple[tuple[int, int], ...], int]:
        """The pixels at the middle of what is lit, and the radius of the light."""
        table = self.table
        tall = table.board.layout.tile_h * table.camera.zoom
        hexes = (moment.hex,) if moment.kind in ("city", "chit") else moment.hexes or (moment.hex,)
        spots = tuple(table.to_screen(index) for index in hexes if index >= 0)
        radius = round(tall * (NEAR if moment.kind == "city" else 1.3))
        if moment.kind == "chit" and spots:
            middle = pygame.Vector2(spots[0])
            far = [middle.distance_to(table.to_screen(index)) for index in self.reach()]
            radius = round(max(far, default=0.0) + tall * 0.6) if far else radius
            radius = min(radius, round(table.camera.clear.height * 0.75))
        return spots, radius


def _inside(middle: float, length: float, half: float) -> float:
    """The middle of a view that shows no paper beyond the map, if the map is large enough."""
    return min(max(middle, half), length - half) if length > 2 * half else length / 2
