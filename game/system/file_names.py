"""File names made from what a player typed: every script is kept, and two names never share a file.

What no file system refuses stays as it is.  A name that had to be changed gets a mark, as "Kiev~x3k6rcfp" for "Kiev?",
and so does one that some file system takes for another that is there already, as "kiev" beside "Kiev".
"""

from __future__ import annotations

import hashlib
import os
import unicodedata
from base64 import b32encode
from pathlib import Path

LONGEST = 200  # bytes of a name: with its ending, and half-written under another, it stays below the 255 there are
MARK = "~"
_SUM = 5  # bytes of the sum in a mark, 8 letters
_JOINERS = "\u200c\u200d"  # they belong to words of Persian and Hindi, and to pictures made of several
_REFUSED = frozenset(f'/\\:*?"<>|{MARK}')  # by Windows; the mark is ours
_UNPRINTED = frozenset(("Cc", "Cf", "Cn", "Cs", "Zl", "Zp"))  # macOS refuses what is not assigned
_FRONT, _END = " .@", " ."  # hidden files and saves of earlier versions; what Windows strips
_PORTS = frozenset(f"{port}{number}" for port in ("com", "lpt") for number in "123456789¹²³")
_DEVICES = _PORTS | {"con", "prn", "aux", "nul", "conin$", "conout$"}
_HANGUL = (("\u1100", "\u11ff"), ("\ua960", "\ua97f"), ("\ud7b0", "\ud7ff"))  # letters that syllables are made of
_VOWELS = "\u0e33\u0eb3"  # of Thai and Lao, which belong to the letter before them
_SKINS, _FLAGS = ("\U0001f3fb", "\U0001f3ff"), ("\U0001f1e6", "\U0001f1ff")
_TIES = 9  # combining class of the sign that ties consonants to one another
_PASSED_OVER = (  # signs without a look of their own, which some file systems pass over
    *(("\u034f", "\u034f"), ("\u115f", "\u1160"), ("\u17b4", "\u17b5"), ("\u180b", "\u180f"), ("\u200c", "\u200d")),
    *(("\u3164", "\u3164"), ("\ufe00", "\ufe0f"), ("\uffa0", "\uffa0"), ("\U000e0100", "\U000e01ef")),
)


def path_for(folder: Path, text: str, ending: str = "") -> Path:
    """The file in a folder that belongs to a text and to no other."""
    return unshared(folder, safe_name(text), marked(text), ending)


def unshared(folder: Path, name: str, other: str, ending: str = "") -> Path:
    """The file of a name; that of the other name, if there is one already or some file system takes another for it."""
    try:
        there = [_composed(entry.removesuffix(ending)) for entry in os.listdir(folder) if entry.endswith(ending)]
    except OSError:
        there = []
    folded = _folded(name)
    shared = other in there or any(entry != name and _folded(entry) == folded for entry in there)
    return folder / ((other if shared else name) + ending)


def safe_name(text: str) -> str:
    """The name of a file for a text, without an ending: never empty, and of no other text but for capitals and such.

    Texts are the same if only the way their accents are composed differs.
    """
    name = _kept(text)
    if name and name == _composed(text) and not is_device(name) and len(name.encode()) <= LONGEST:
        return name
    return marked(text)


def marked(text: str) -> str:
    """The name of a file for a text and no other: what can be kept of it, and its mark."""
    mark = MARK + mark_of(text)
    return _cut(_kept(text) or "save", LONGEST - len(mark)).rstrip(_END) + mark


def mark_of(text: str) -> str:
    """A few letters by which two texts are told apart."""
    total = hashlib.sha256(_composed(text).encode("utf-8", "surrogatepass")).digest()[:_SUM]
    return b32encode(total).decode().lower()


def is_device(name: str) -> bool:
    """Does Windows take a file of this name for a device, whatever its ending?"""
    return name.partition(".")[0].rstrip().casefold() in _DEVICES


def _kept(text: str) -> str:
    """What of a text every file system holds."""
    held = "".join(c if _is_held(c) else " " for c in _composed(text))
    return _composed(" ".join(held.split()).lstrip(_FRONT).rstrip(_END))


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _is_held(char: str) -> bool:
    return char in _JOINERS or (char not in _REFUSED and unicodedata.category(char) not in _UNPRINTED)


def _folded(name: str) -> str:
    """The same for all names that some file system takes for one another."""
    bare = "".join(c for c in name if not _is_among(c, *_PASSED_OVER))
    large = unicodedata.normalize("NFKD", bare).upper()
    return unicodedata.normalize("NFKD", large.casefold())


def _cut(name: str, most: int) -> str:
    """As much of a name as so many bytes hold, to the end of a letter with all that belongs to it."""
    if len(name.encode()) <= most:
        return name
    end = len(name.encode()[:most].decode(errors="ignore"))
    while end and _belongs(name, end):
        end -= 1
    return name[:end]


def _belongs(name: str, at: int) -> bool:
    """Is a character part of the letter, the syllable or the picture before it?"""
    before, char = name[at - 1], name[at]
    if unicodedata.category(char).startswith("M") or char in _VOWELS or _is_among(char, _SKINS):
        return True
    if before in _JOINERS or char in _JOINERS or unicodedata.combining(before) == _TIES:
        return True
    if _is_among(char, _FLAGS):  # two of them make a flag
        start = at
        while start and _is_among(name[start - 1], _FLAGS):
            start -= 1
        return (at - start) % 2 == 1
    return _is_among(before, *_HANGUL) and _is_among(char, *_HANGUL)


def _is_among(char: str, *ranges: tuple[str, str]) -> bool:
    return any(first <= char <= last for first, last in ranges)
