"""The declaration of a map overlay: its name, key, words, legend, what it needs from the game, and its painter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import pygame

from ecs import Game
from ecs.board.board import Board
from ecs.core.view import View
from game.packs.loader import SpritePack
from game.ui.map_view.overlays.hex_markers import Blit, Spots, Stamps
from game.ui.map_view.smooth_shapes import Colour


class DrawDisc(Protocol):
    """Draws a short text on a disc of so many pixels; without a colour on a dark one."""

    def __call__(self, text: str, size: int, face: Colour | None = None) -> pygame.Surface:
        """The picture, drawn once for each text, size and colour."""


@dataclass(frozen=True, slots=True)
class Brush:
    """A painter's tools: the board, the pack's stamps and discs, and the place of each hex on the picture.

    `level` and `zoom`: how near the map is looked at. `fine`: the board has very small hexes.
    `picked`: units the player has picked; only for what lies over the ground, not for what is painted on it.
    """

    board: Board
    pack: SpritePack
    stamps: Stamps
    disc: DrawDisc
    fine: bool
    view: View
    level: int
    zoom: float
    at: Spots
    picked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of the legend: a style of the pack and its meaning; `shape` is how it is drawn."""

    style: str
    text: str
    shape: Literal["hex", "rail", "arrow", "front", "supply", "cross"] = "hex"


Painter = Callable[[Brush, Any], Iterable[Blit]]


@dataclass(frozen=True, slots=True)
class Overlay:
    """A map overlay, in full.

    :param id: its name in commands, saves of the tutorial and packs.
    :param key: the key that switches it, unless the player has chosen another.
    :param title: what it shows; "Show" and the title are the words of its key; the legend has it if it has no lines.
    :param help: the sentence that F1 tells of it.
    :param lines: those of the legend; none: the title alone.
    :param guessed: those lines where something may be hidden from us, if they differ.
    :param ask: what it must know of the game, for one side's view; None: the view alone.
    :param paint: draws it from that knowledge; None: the map or the lit hexes obey its name.
    :param layer: painted on the ground itself (with the pieces of the map), under the counters (what changes often),
        or over them.
    :param empty: what to tell a player who switches it on when there is nothing to show.
    :param standing: on from the start, until the player switches it off.
    :param rule: the entry of a game's own help that tells its rule.
    """

    id: str
    key: str
    title: str
    help: str
    lines: tuple[Mark, ...] = ()
    guessed: tuple[Mark, ...] = ()
    ask: Callable[[Game, View], Any] | None = None
    paint: Painter | None = None
    layer: Literal["ground", "under", "over"] = "ground"
    empty: str = ""
    standing: bool = False
    rule: str = ""

    @property
    def action(self) -> str:
        """The description of its key: "Show who holds each hex"."""
        return f"Show {self.title[:1].lower()}{self.title[1:]}"
