"""Text on the map: fonts by size, and finished words with a halo, kept for reuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pygame

from ecs import Side
from ecs.core.events import Attacked, Event, Fired
from game.packs.loader import SpritePack
from game.packs.picture_store import Store
from game.play.story import Battle, Fold, Kind, of
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
    """What a throw brought: "2 hits", or the result of the table, a dash in words."""
    return _result(event.result) if isinstance(event, Attacked) else _hits(event.hits)


def _result(code: str) -> str:
    return "no effect" if code in DASHES else code


def _hits(count: int) -> str:
    return "no hit" if not count else "1 hit" if count == 1 else f"{count} hits"


def _fire(hits: Mapping[Side, int]) -> str:
    """The hits of all shots together; where both sides fired, of each that scored."""
    if len(hits) < 2 or not any(hits.values()):
        return _hits(sum(hits.values()))
    return ", ".join(f"{side} {_hits(count)}" for side, count in hits.items() if count)


def outcome(fold: Fold, events: Iterable[Event], name: Callable[[str], str]) -> tuple[int, str] | None:
    """The hex of a battle, and its overall result; outside of battles, where units fell.

    :param fold: takes the events; it knows what came before them.
    :param name: of a unit by its id; "" for a hidden one.
    :return: None if no die was thrown, no place taken and no unit destroyed.
    """
    told = [one for event in events if (one := fold.take(event)) is not None]
    fought = [one for one in of(told, Kind.THROW, Kind.DESTROYED, Kind.CITY, Kind.PLACE) if one.battle]
    if fought:
        battle = fold.battles[fought[-1].battle]
        return battle.hex, _battle_words(battle, name, fold.board.hexes[battle.hex].name if battle.hex >= 0 else "")
    fallen = of(told, Kind.DESTROYED)
    return (fallen[0].hex, _dead_words([one.units[0] for one in fallen], name)) if fallen else None


def _battle_words(battle: Battle, name: Callable[[str], str], place: str) -> str:
    """The result of a battle: who has the place, else what the dice brought; then the losses."""
    dead = [unit for units in battle.dead.values() for unit in units]
    steps, parts = sum(battle.steps.values()), list[str]()
    if battle.taken is not None:
        parts.append(f"{place or 'Hex'} taken")
    elif battle.result:
        parts.append(_result(battle.result))
    elif battle.hits and not dead:
        parts.append(_fire(battle.hits))
    if dead:
        parts.append(_dead_words(dead, name))
    if steps:
        parts.append("1 step lost" if steps == 1 else f"{steps} steps lost")
    if battle.back:
        parts.append("1 falls back" if battle.back == 1 else f"{battle.back} fall back")
    if battle.cleared and not dead and not battle.back and battle.taken is None:
        parts.append("hex cleared")
    return " · ".join(parts)


def _dead_words(dead: Sequence[str], name: Callable[[str], str]) -> str:
    names = [name(unit) or "a unit" for unit in dead]
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"{', '.join(names[:MOST_NAMES])}{more} destroyed"


# -- Dice: with pips where a hand of them is thrown for hits, with the number where one is read on a table. ----------

MOST = 6
FACE, INK = (255, 255, 255, 255), (120, 20, 30)
TURN, APART = 5, 2
"""How a tumbling die goes from face to face, and how far a die is ahead of the one before it."""


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
