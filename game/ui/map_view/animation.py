"""Animation of the table: what moves, and where it is at a given moment. A timetable: nothing here waits or blocks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

from game.play.story import ON_TRACKS

Vec = tuple[float, float]

HEX_SECONDS = 0.16
RETREAT_SECONDS = 0.24
FLASH_SECONDS = 0.6
DICE_SECONDS = 0.9
TUMBLE = 0.45
"""Share of its time that a die tumbles before it lies still."""
TUMBLES = 14
"""Faces a tumbling die shows."""
LOSS_SECONDS = 0.5
WORD_SECONDS = 3.0
FLASHES = 1.5
"""Flashes in a second: well below the three that can do harm."""


WAYS = {"rail": "train", "sea": "ship", "drop": "aircraft", "base": "aircraft"}


@dataclass(frozen=True, slots=True)
class Cue:
    """One thing on the timetable: from `start` for `lasts` seconds. Points are map pixels.

    `text`: what is written with it: the odds with the flash, what the dice brought.  `pips`: the dice have pips.
    `sounds`: what is heard with it, each after a part of its time.
    """

    kind: Literal["move", "flash", "dice", "loss", "word"]
    start: float
    lasts: float
    unit: str = ""
    points: tuple[Vec, ...] = ()
    faces: tuple[int, ...] = ()
    text: str = ""
    pips: bool = True
    sounds: tuple[tuple[float, str], ...] = ()

    @property
    def end(self) -> float:
        """The time when it is over."""
        return self.start + self.lasts


@dataclass(slots=True)
class Animation:
    """The timetable of one review. `at` gives what is visible at a moment; asking changes nothing.

    :param speed: 1.0 as meant, 4.0 four times as fast; 0 shows results at once.
    :param pace: how much longer than usual battles take; 0: the map shows how they end at once.
    :ivar held_until: until then the map shows what was before the dice fell.
    """

    speed: float = 1.0
    reduce_motion: bool = False
    pace: float = 1.0
    cues: list[Cue] = field(default_factory=list)
    held_until: float = 0.0
    _planned: float = 0.0
    _heard: float = 0.0

    @property
    def end(self) -> float:
        """The time when everything is over; 0 if nothing is planned."""
        return max((cue.end for cue in self.cues if cue.kind != "word"), default=0.0)

    def due_sounds(self, now: float) -> list[str]:
        """Sounds of what has been seen since the last call."""
        since, self._heard = self._heard, now
        return [name for cue in self.cues for part, name in cue.sounds if since <= cue.start + part * cue.lasts < now]

    def moving(self, now: float) -> frozenset[str]:
        """Units that are moving, or waiting to, and are not in their pile."""
        return frozenset(cue.unit for cue in self.cues if cue.kind == "move" and now < cue.end)

    def running(self, now: float) -> bool:
        """Is anything still to be seen?"""
        return now < self.end

    def held(self, now: float) -> bool:
        """Must the map still wait for the dice?"""
        return now < self.held_until

    def hold(self) -> None:
        """Finish what is planned so far before the map changes."""
        self.held_until = self.end

    def skip(self) -> None:
        """Drop everything that moves: the view shows the end.  Words stay until they are read."""
        self.cues = [replace(cue, start=min(cue.start, self._planned)) for cue in self.cues if cue.kind == "word"]
        self.held_until = 0.0

    def words_left(self, now: float) -> float | None:
        """Seconds until the words over a hex have been read; None if there are none."""
        return max((cue.end - now for cue in self.cues if cue.kind == "word"), default=None)

    def drop_words(self, now: float) -> bool:
        """Remove words that have been read; return whether there were any."""
        kept = [cue for cue in self.cues if cue.kind != "word" or now < cue.end]
        read, self.cues = len(kept) < len(self.cues), kept
        return read

    def wipe_words(self) -> None:
        """Remove words, read or not."""
        self.cues = [cue for cue in self.cues if cue.kind != "word"]

    def move(self, unit: str, points: tuple[Vec, ...], now: float, retreat: bool = False, sound: str = "") -> None:
        """Plan a unit's way through hex centres, after what is already planned."""
        seconds = (RETREAT_SECONDS if retreat else HEX_SECONDS) * max(0, len(points) - 1)
        if len(points) > 1:
            seconds = 0 if self.reduce_motion else seconds  # it is only heard
            self._plan(Cue("move", 0, seconds, unit, points, sounds=((0, sound),) if sound else ()), now)

    def flash(self, point: Vec, now: float, text: str = "") -> None:
        """Plan a flash over a battle, with its odds; with reduced motion a still mark for as long."""
        seconds, sounds = FLASH_SECONDS * (self.pace or 1), ((0.0, "artillery"),)
        self._plan(Cue("flash", 0, seconds, points=(point,), text=text, sounds=sounds), now)

    def dice(self, point: Vec, faces: tuple[int, ...], now: float, text: str = "", pips: bool = True) -> None:
        """Plan dice over a hex that tumble and then show their result."""
        sounds = ((0.0, "dice"),) if self.reduce_motion else ((0.0, "shake"), (TUMBLE, "dice"))
        self._plan(Cue("dice", 0, DICE_SECONDS * (self.pace or 1), "", (point,), faces, text, pips, sounds), now)

    def loss(self, unit: str, point: Vec, now: float, sound: str = "") -> None:
        """Plan the end of a unit that is no longer in the view."""
        self._plan(Cue("loss", 0, LOSS_SECONDS, unit, (point,), sounds=((0, sound),) if sound else ()), now)

    def word(self, point: Vec, text: str, now: float) -> None:
        """Plan a few words over a hex, after everything else.  Nothing waits for them."""
        self._plan(Cue("word", 0, WORD_SECONDS * self.speed, points=(point,), text=text), now)

    def _plan(self, cue: Cue, now: float) -> None:
        if self.speed <= 0:
            return
        start, self._planned = max(now, self.end), now
        self.cues = [old for old in self.cues if now <= old.end and not (old.kind == cue.kind == "word")]
        self.cues.append(replace(cue, start=start, lasts=cue.lasts / self.speed))

    def at(self, now: float) -> list[tuple[Cue, Vec, float]]:
        """Visible cues, each with its place and progress (0 to 1).

        A unit waits at the start of its way until its turn comes.
        """
        seen: list[tuple[Cue, Vec, float]] = []
        waiting: set[str] = set()
        for cue in self.cues:
            if cue.kind == "move" and now < cue.start and cue.unit not in waiting:
                seen.append((cue, cue.points[0], 0.0))
            elif cue.start <= now < cue.end:
                part = (now - cue.start) / cue.lasts if cue.lasts else 1.0
                seen.append((cue, along_way(cue.points, eased(part)), part))
            if cue.kind == "move" and now < cue.end:
                waiting.add(cue.unit)
        return seen

    def pulse(self, part: float) -> float:
        """Size of a flash at a moment of its life, around 1; still when motion is reduced."""
        return 1.0 if self.reduce_motion else 1.0 + 0.22 * math.sin(part * math.tau * FLASHES * FLASH_SECONDS)


def march_sound(how: str, symbol: str) -> str:
    """The sound of a march, by its kind ("move", "rail", ...) and the unit's symbol."""
    return WAYS.get(how, "aircraft" if symbol == "air" else "tracks" if symbol in ON_TRACKS else "step")


def tumbling(part: float, still: bool = False) -> int:
    """The index of the face that a tumbling die shows at a moment of its life; -1: it lies still."""
    return -1 if still or part >= TUMBLE else int(part / TUMBLE * TUMBLES)


def eased(part: float) -> float:
    """Progress slowed at both ends."""
    return part * part * (3 - 2 * part)


def along_way(points: tuple[Vec, ...], part: float) -> Vec:
    """The point at a fraction (0 to 1) of the way through points, each leg taking the same time."""
    if len(points) == 1:
        return points[0]
    legs = len(points) - 1
    leg = min(int(part * legs), legs - 1)
    (ax, ay), (bx, by), inside = points[leg], points[leg + 1], part * legs - leg
    return ax + (bx - ax) * inside, ay + (by - ay) * inside
