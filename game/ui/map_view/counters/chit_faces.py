"""The look of an activation chit. A rounded square in its side's colour with a picture and a short code."""

from __future__ import annotations

import pygame

from ecs import Side
from game.packs.loader import SpritePack
from game.packs.picture_store import kept
from game.ui.map_view.map_text import font
from game.ui.map_view.smooth_shapes import FINE, Colour, mix

CODE_FROM = 26
"""From this size on a chit carries its code as well as its picture."""
PAPER: Colour = (247, 242, 228)
INK: Colour = (28, 22, 14)

CHITS: dict[str, tuple[str, str, Side | None]] = {
    "AX_MC": ("chit_move_combat", "M/C", Side.AXIS),
    "AX_PZ1": ("chit_panzer", "1 Pz", Side.AXIS),
    "AX_PZ2": ("chit_panzer", "2 Pz", Side.AXIS),
    "AX_PZ3": ("chit_panzer", "3 Pz", Side.AXIS),
    "AX_PZ4": ("chit_panzer", "4 Pz", Side.AXIS),
    "AX_OD": ("chit_front", "Od", Side.AXIS),
    "SU_MV": ("chit_move", "MV", Side.SOVIET),
    "SU_CB": ("chit_combat", "CB", Side.SOVIET),
    "SU_CA": ("chit_alarm", "CA!", Side.SOVIET),
    "SU_ZH": ("chit_staff", "Zh", Side.SOVIET),
    "SU_ZC": ("chit_combat", "Zh C", Side.SOVIET),
    "SU_ST": ("chit_star", "ST", Side.SOVIET),
    "SU_SC": ("chit_combat", "ST C", Side.SOVIET),
    "SU_DB": ("chit_deep", "DB", Side.SOVIET),
    "LOG": ("chit_logistics", "LOG", None),
    "?": ("chit_secret", "", None),
}
"""Picture, code and side by id; a chit that is not listed shows the end of its id."""


def chit_code(chit_id: str) -> str:
    """The short code on a chit."""
    return CHITS[chit_id][1] if chit_id in CHITS else chit_id.rpartition("_")[2][:4]


@kept
def chit_face(
    pack: SpritePack, chit_id: str, size: int, side: Side | None = None, faded: bool = False
) -> pygame.Surface:
    """A chit of `size` pixels with straight alpha, drawn once and kept; do not draw on it.

    :param side: whose a chit with the id "?" is; others know it themselves.
    :param faded: pale, for a chit that has been played.
    """
    picture, _, owner = CHITS.get(chit_id, ("chit_secret", "", side))
    owner = owner or side
    face, ink = _colours(pack, owner)
    if faded:
        paper = pack.ink("chit_paper", PAPER)
        face, ink = mix(face, paper, 0.72), mix(ink, paper, 0.35 if owner is None else 0.0)
        ink = pack.ink("chit_ink", INK) if owner else ink
    chit = _body(size, face, ink, owner)
    code = chit_code(chit_id)
    if code and size >= CODE_FROM:
        _picture(chit, pack, picture, round(size * 0.46), (0.5, 0.34), ink)
        _word(chit, code, ink, size * 0.36, size * 0.84, 0.75)
    elif code:
        _word(chit, code, ink, size * 0.5, size * 0.86, 0.5)
    else:
        _picture(chit, pack, picture, round(size * 0.7), (0.5, 0.5), ink)
    if faded:
        chit.set_alpha(190)
        chit = _baked(chit)
    return chit


def _colours(pack: SpritePack, side: Side | None) -> tuple[Colour, Colour]:
    """Face and ink: dark with light ink for a side, pale for a chit of both."""
    if side is None:
        return pack.ink("chit_paper", PAPER), pack.ink("chit_ink", INK)
    colour = pack.colour(side.value)
    return (colour[0], colour[1], colour[2]), pack.ink("chit_paper", PAPER)


def _body(size: int, face: Colour, ink: Colour, side: Side | None) -> pygame.Surface:
    """The square: nearly square corners for the Axis, round ones for the Soviets, between them for both."""
    big = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA, 32)
    radius = {Side.AXIS: 0.12, Side.SOVIET: 0.32}.get(side, 0.22) if side else 0.22
    edge = max(FINE, round(size * FINE * 0.05))
    whole = big.get_rect()
    big.fill((*mix(face, INK, 0.6), 0))
    pygame.draw.rect(big, (*mix(face, INK, 0.6), 255), whole, border_radius=round(size * FINE * radius))
    pygame.draw.rect(big, (*ink, 255), whole.inflate(-edge, -edge), border_radius=round(size * FINE * radius * 0.9))
    pygame.draw.rect(
        big, (*face, 255), whole.inflate(-3 * edge, -3 * edge), border_radius=round(size * FINE * radius * 0.75)
    )
    return pygame.transform.smoothscale(big, (size, size))


def _picture(
    chit: pygame.Surface, pack: SpritePack, name: str, size: int, at: tuple[float, float], ink: Colour
) -> None:
    drawn = pack.surface(f"icons/{name}", max(6, size), ink)
    chit.blit(drawn, drawn.get_rect(center=(round(chit.get_width() * at[0]), round(chit.get_height() * at[1]))))


def _word(chit: pygame.Surface, text: str, ink: Colour, pixels: float, room: float, at: float) -> None:
    """The code, its capitals centred at a part of the height."""
    size = max(7, round(pixels))
    while size > 7 and font("bold", size).size(text)[0] > room:
        size -= 1
    word = font("bold", size).render(text, True, ink)
    capital = font("bold", size).get_ascent() - size * 0.36
    chit.blit(word, (round((chit.get_width() - word.get_width()) / 2), round(chit.get_height() * at - capital)))


def _baked(chit: pygame.Surface) -> pygame.Surface:
    """The same picture with its alpha worked in."""
    whole = pygame.Surface(chit.get_size(), pygame.SRCALPHA, 32)
    alpha = chit.get_alpha() or 255
    chit.set_alpha(None)
    whole.blit(chit, (0, 0))
    whole.fill((255, 255, 255, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return whole
