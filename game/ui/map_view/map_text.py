"""Text on the map. Fonts by size, and finished words with a halo, kept for the next time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import pygame

from ecs.core.events import Attacked, CalledOff, Cleared, Destroyed, Event, Fired, Moved, StepLost
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.ui.map_view.smooth_shapes import Colour, blank
from game.ui.widgets.style.text_rendering import letters

FACES = {"plain": "plain", "bold": "bold", "serif": "title"}
SMALLEST = 6

Look = tuple[str, str, int, Colour, Colour | None, int, bool]


def font(face: str, size: int, slanted: bool = False) -> pygame.font.Font:
    """The font of this face ("plain", "bold", "serif") with `size` pixels."""
    return letters(FACES[face], max(SMALLEST, size), slanted)


class Letters:
    """Finished words, premultiplied: blit them with BLEND_PREMULTIPLIED."""

    def __init__(self) -> None:
        self._store: Store[Look] = Store()

    def word(
        self,
        text: str,
        size: int,
        colour: Colour,
        *,
        face: str = "plain",
        halo: Colour | None = None,
        spaced: int = 0,
        slanted: bool = False,
    ) -> pygame.Surface:
        """A line of text; `halo` draws a rim of that colour, `spaced` adds pixels between letters."""
        key: Look = (text, f"{face}/{spaced}", size, colour, halo, spaced, slanted)
        return self._store.get(key, lambda: _word(text, font(face, size, slanted), colour, halo, spaced))


def _word(text: str, face: pygame.font.Font, colour: Colour, halo: Colour | None, spaced: int) -> pygame.Surface:
    bare = _spread(text, face, colour, spaced) if spaced else face.render(text, True, colour)
    if halo is None:
        return bare.premul_alpha()
    rim = max(1, round(face.get_height() / 11))
    under = (_spread(text, face, halo, spaced) if spaced else face.render(text, True, halo)).premul_alpha()
    whole = blank((bare.get_width() + 2 * rim, bare.get_height() + 2 * rim))
    reach = range(-rim, rim + 1)
    spots = [(dx, dy) for dy in reach for dx in reach if dx * dx + dy * dy <= rim * rim + 1]
    flag = pygame.BLEND_PREMULTIPLIED
    whole.fblits([(under, (rim + dx, rim + dy)) for dx, dy in spots], flag)
    whole.blit(bare.premul_alpha(), (rim, rim), special_flags=flag)
    return whole


def _spread(text: str, face: pygame.font.Font, colour: Colour, spaced: int) -> pygame.Surface:
    letters = [face.render(letter, True, colour) for letter in text]
    whole = blank((sum(part.get_width() + spaced for part in letters), face.get_height()))
    x = 0
    for part in letters:
        whole.blit(part, (x, 0), special_flags=pygame.BLEND_RGBA_ADD)
        x += part.get_width() + spaced
    return whole


# -- What a battle came to, in the few words that are written over its hex. ------------------------------------------

MOST_NAMES = 2
DASHES = ("-", "–", "—")  # how a table prints that nothing happens


def dice_words(event: Fired | Attacked) -> str:
    """What a throw brought: "2 hits", or the result as the table has it, a dash in words."""
    if isinstance(event, Attacked):
        return "no effect" if event.result in DASHES else event.result
    return _hits(event.hits)


def _hits(count: int) -> str:
    return "no hit" if not count else "1 hit" if count == 1 else f"{count} hits"


def _fire(shots: Sequence[Fired]) -> str:
    """The hits of all shots together; where both sides fired, of each that scored."""
    scored = Counter(dict.fromkeys(dict.fromkeys(shot.side for shot in shots), 0))
    for shot in shots:
        scored[shot.side] += shot.hits
    if len(scored) < 2 or not any(scored.values()):
        return _hits(sum(scored.values()))
    return ", ".join(f"{side} {_hits(count)}" for side, count in scored.items() if count)


def outcome(events: Iterable[Event], name: Callable[[str], str]) -> tuple[str, str] | None:
    """The hex of a battle and what came of it; None if no die was thrown and nobody was destroyed.

    :param name: of a unit by its id; "" for one that may not be told.
    """
    place, result, dead, steps, back, cleared = "", "", list[str](), 0, 0, False
    shots: list[Fired] = []
    for event in events:
        if isinstance(event, Fired):
            place, shots = event.hex, [*shots, event]
            result = _fire(shots)
        elif isinstance(event, Attacked):
            place, result = event.hex, dice_words(event)
        elif isinstance(event, Destroyed):
            place = place or event.hex
            dead.append(name(event.unit) or "a unit")
        elif isinstance(event, StepLost):
            steps += 1
        elif isinstance(event, Moved) and event.how == "retreat":
            back += 1
        elif isinstance(event, CalledOff | Cleared):
            place, cleared = place or event.hex, cleared or isinstance(event, Cleared)
    if not place or not (result or dead):
        return None
    parts = [result] if result and not (shots and dead) else []
    if dead:
        more = f" and {len(dead) - MOST_NAMES} more" if len(dead) > MOST_NAMES else ""
        parts.append(f"{', '.join(dead[:MOST_NAMES])}{more} destroyed")
    if steps:
        parts.append("1 step lost" if steps == 1 else f"{steps} steps lost")
    if back:
        parts.append("1 falls back" if back == 1 else f"{back} fall back")
    if cleared and not dead and not back:
        parts.append("hex cleared")
    return place, " · ".join(parts)


# -- Dice: with pips where a hand of them is thrown for hits, with the number where one is read on a table. ----------

MOST = 6
FACE, INK = (255, 255, 255, 255), (120, 20, 30)
TURN, APART = 5, 2
"""How a tumbling die goes from face to face, and how far a die is ahead of the one before it: no chance is asked."""


def dice_row(
    pack: SpritePack, letters: Letters, faces: Sequence[int], size: int, shown: int = -1, pips: bool = True
) -> pygame.Surface:
    """Dice side by side as they fell.

    :param shown: the how-manieth face of their tumbling they show; -1: they lie still.
    :param pips: six-sided dice with pips; False: figures.
    """
    found = list(faces[:MOST])
    row = blank((max(1, len(found)) * (size + 4), size))
    for i, face in enumerate(found):
        if shown >= 0:
            face = 1 + (shown * TURN + i * APART + face) % 6
        corner = (i * (size + 4), 0)
        pygame.draw.rect(row, FACE, pygame.Rect(corner[0] + 1, 1, size - 2, size - 2), border_radius=size // 6)
        if pips and 1 <= face <= 6:
            picture = pack.surface(f"icons/dice_{face}", size, INK).premul_alpha()
        else:
            picture = letters.word(str(face), round(size * 0.7), INK, face="bold")
        box = picture.get_rect(center=(corner[0] + size // 2, size // 2))
        row.blit(picture, box, special_flags=pygame.BLEND_PREMULTIPLIED)
    return row
