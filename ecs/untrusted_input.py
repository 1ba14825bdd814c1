"""Reading a stranger's file: only an ordinary file, only up to a limit, with errors in plain words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

DEEPEST = 32
LARGEST_NUMBER = 2**63
LONGEST = 500
LONGEST_WORD = 60
REMEMBERED = 32 * 1024  # bytes of a TOML text that is not parsed again when it comes again
NO_LETTERS = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""What no name may hold, as part of a pattern: it moves a cursor, ends a line or turns the writing round."""

_MOVES = re.compile(rf"(?![\n\t])[{NO_LETTERS}]")
_PART = r"""(?:(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
_DEEP_KEY = re.compile(f"(?:{_PART}){{{DEEPEST}}}")

_PATTERN = re.compile(r"`str` matching regex '.*?(?<!\\)'(?= - at|$)")


class UnreadableError(ValueError):
    """A file that cannot be used; the message is the cause alone."""


def read_ordinary(path: Path, most: int) -> bytes:
    """The bytes of an ordinary file: a pipe would block for ever, a device would never end.

    :raises UnreadableError: if it is none, or longer than ``most`` bytes.
    """
    try:
        if path.exists() and not path.is_file():
            raise UnreadableError("cannot be read (not an ordinary file)")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UnreadableError(f"cannot be read ({error.strerror})") from None
    if len(data) > most:
        raise UnreadableError(f"cannot be read (larger than {most} bytes)")
    return data


_REMEDIES = {
    "Illegal character '\\n'": "is a closing quotation mark missing?",
    "Invalid value": "put text in straight quotation marks; numbers, true and false need none",
    "Expected '=' after a key": "each line must read KEY = VALUE",
    "Cannot declare": "this table already exists: merge the two, or write [[...]] for a list of tables",
    "Invalid statement": "each line must read KEY = VALUE, or be a heading such as [TABLE]",
    "Expected ']": "a heading must end with as many brackets as it begins with",
    "Cannot overwrite": "this key or table already exists: keep one of the two",
}
"""What to do about what the parser finds, by how it says so."""


def parse_toml(data: bytes) -> dict[str, Any]:
    """The contents of a TOML text: tables at most 32 deep, numbers a machine can hold.

    :raises UnreadableError: naming the place where there is one.
    """
    return copied(_parsed_once(data)) if len(data) <= REMEMBERED else _parsed(data)


def copied(value: Any) -> Any:
    """The contents of a TOML text as tables and lists that may be changed freely."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list) else value


def _parsed(data: bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig")  # Notepad writes a byte-order mark
        if _DEEP_KEY.search(text):  # the parser's time and memory grow with the square of a key's parts
            raise UnreadableError(f"a key with more than {DEEPEST} parts")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise UnreadableError(f"not UTF-8 at byte {error.start}: save it as UTF-8 in your editor") from None
    except tomllib.TOMLDecodeError as error:
        told = plain(str(error), 200)
        remedy = next((f": {remedy}" for start, remedy in _REMEDIES.items() if told.startswith(start)), "")
        raise UnreadableError(f"not TOML: {told}{remedy}") from None
    except RecursionError:
        raise UnreadableError(f"nested too deep: more than {DEEPEST} tables or lists inside one another") from None
    except UnreadableError:
        raise
    except ValueError:  # of a number of more digits than Python reads
        raise UnreadableError("not TOML: a number with too many digits") from None
    _check_values(found)
    return found


_parsed_once = lru_cache(maxsize=64)(_parsed)
"""Lists of scenarios and packs are read again whenever they are shown, as files may have changed; mostly none has."""


def _check_values(found: dict[str, Any]) -> None:
    level: list[Any] = [found]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, int) and not -LARGEST_NUMBER <= value < LARGEST_NUMBER:
                raise UnreadableError("a number that is too large")
            if isinstance(value, dict):
                inner.extend(value.values())
            elif isinstance(value, list):
                inner.extend(value)
        level = inner
    if level:
        raise UnreadableError(f"nested too deep: more than {DEEPEST} tables or lists inside one another")


def cause_of(error: Exception) -> str:
    """What is wrong with a value, without patterns that only a programmer can read."""
    return _PATTERN.sub("a shorter name or text, or other characters", str(error))


def harmless(text: str) -> str:
    """The text, lines and tabs included, with cursor and direction controls spelt out."""
    return text if text.isprintable() else _MOVES.sub(lambda c: c[0].encode("unicode_escape").decode(), text)


def plain(text: str, most: int = LONGEST) -> str:
    """The text on one line, shortened, without cursor and direction controls."""
    kept = text if len(text) <= most else text[: most - 3] + "..."
    if kept.isprintable():
        return kept
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in kept)


def likely(word: str, known: Iterable[str]) -> str:
    """ "; did you mean ...?" for a word that is not among those known; "" where none is like it."""
    words = sorted(set(known))
    same = [found for found in words if found.casefold() == word.casefold()]
    found = same or get_close_matches(word[:LONGEST_WORD], words, 1, 0.65)
    return f"; did you mean {found[0]!r}?" if found else ""


def meant(word: str, known: Iterable[str]) -> str:
    """A suggestion like :func:`likely`; failing that, the known words if they are few."""
    told = ", ".join(sorted(set(known)))
    return likely(word, known) or (f"; choose from: {told}" if 0 < len(told) <= 200 else "")
