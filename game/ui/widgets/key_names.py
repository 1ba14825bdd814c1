"""The names of key presses: the same for the map, for text fields and for players' own key bindings.

SDL tells three things of a key: its code, which is what stands on the cap without Shift; its place on the keyboard
(the scancode, named after the American layout); and, only while text is typed, the letter or sign that comes of it.
Keyboards agree on none of them. French digits need Shift, Russian letters are not Latin, a German accent waits for
another letter and has no code at all. So a press has several names, the likeliest first, and means the first of them
that means anything.
"""

from __future__ import annotations

import sys

import pygame

MODIFIERS = ("Ctrl", "Alt", "Shift")
CONTROL = pygame.KMOD_CTRL | pygame.KMOD_META
_BITS = {"Ctrl": CONTROL, "Alt": pygame.KMOD_ALT, "Shift": pygame.KMOD_SHIFT}
SPECIAL = {
    pygame.K_RETURN: "Enter",
    pygame.K_ESCAPE: "Esc",
    pygame.K_SPACE: "Space",
    pygame.K_TAB: "Tab",
    pygame.K_BACKSPACE: "Backspace",
    pygame.K_DELETE: "Delete",
    pygame.K_INSERT: "Insert",
    pygame.K_HOME: "Home",
    pygame.K_END: "End",
    pygame.K_PAGEUP: "Page Up",
    pygame.K_PAGEDOWN: "Page Down",
    pygame.K_LEFT: "Left",
    pygame.K_RIGHT: "Right",
    pygame.K_UP: "Up",
    pygame.K_DOWN: "Down",
    pygame.K_KP_ENTER: "Num Enter",
    pygame.K_KP_PLUS: "Num Plus",
    pygame.K_KP_MINUS: "Num Minus",
    **{pygame.K_F1 + n: f"F{n + 1}" for n in range(12)},
    **{getattr(pygame, f"K_KP_{n}"): f"Num {n}" for n in range(10)},
}
CODES = {name: code for code, name in SPECIAL.items()}
_DIGITS = {getattr(pygame, f"KSCAN_{digit}"): digit for digit in "0123456789"}
_LETTERS = {getattr(pygame, f"KSCAN_{letter}"): letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_SIGNS = {
    pygame.KSCAN_MINUS: "-_",
    pygame.KSCAN_EQUALS: "=+",
    pygame.KSCAN_LEFTBRACKET: "[{",
    pygame.KSCAN_RIGHTBRACKET: "]}",
    pygame.KSCAN_BACKSLASH: "\\|",
    pygame.KSCAN_SEMICOLON: ";:",
    pygame.KSCAN_APOSTROPHE: "'\"",
    pygame.KSCAN_GRAVE: "`~",
    pygame.KSCAN_COMMA: ",<",
    pygame.KSCAN_PERIOD: ".>",
    pygame.KSCAN_SLASH: "/?",
}
"""By place: the signs of the American keyboard, plain and with Shift."""
CLIPBOARD = {"Ctrl+A": pygame.K_a, "Ctrl+C": pygame.K_c, "Ctrl+V": pygame.K_v, "Ctrl+X": pygame.K_x}
"""What Ctrl (on a Mac the command key) does in a text field."""


def chords(code: int, mods: int, unicode: str = "", scancode: int = 0) -> tuple[str, ...]:
    """The names of a key press, such as "Ctrl+Enter", the likeliest first; none for a modifier alone.

    Letters go by their cap where it is Latin, else by their place; digits of the upper row by their place; signs by
    what is typed, by the cap, and then by their place.
    """
    held = [name for name in MODIFIERS if mods & _BITS[name]]
    bare = [name for name in held if name != "Shift"]
    if code in SPECIAL:
        return ("+".join((*held, SPECIAL[code])),)
    cap = chr(code).upper() if 33 <= code <= 126 else ""
    typed = unicode if len(unicode) == 1 and unicode.isascii() and unicode.isprintable() else ""
    sign = typed if not typed.isalnum() and typed.strip() else ""
    plain = len(bare) == len(held)
    if scancode in _DIGITS and not cap.isalpha():
        digit = _DIGITS[scancode]
        names = [(bare, sign if not plain else ""), (held, digit), (bare, digit if typed == digit else sign)]
    elif cap.isalnum():
        names = [(bare, sign if not plain else ""), (held, cap)]
    elif scancode in _LETTERS and not cap:
        names = [(held, _LETTERS[scancode])]
    else:
        there = _SIGNS.get(scancode, "  ")[0 if plain else 1].strip()
        american = cap == _SIGNS.get(scancode, " ")[0]
        names = [(bare, sign if sign != cap else ""), (bare, there if american else ""), (held, cap), (bare, there)]
    return tuple(dict.fromkeys("+".join((*mods_, key)) for mods_, key in names if key))


def types_text(mods: int) -> bool:
    """Do these modifiers type a character, as AltGr does, or Option on a Mac?"""
    altgr = mods & (pygame.KMOD_RALT | pygame.KMOD_MODE) or (mods & pygame.KMOD_CTRL and mods & pygame.KMOD_ALT)
    return bool(altgr or (sys.platform == "darwin" and mods & pygame.KMOD_ALT))
