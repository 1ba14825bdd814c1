"""The figures of a game: the printed ones, and those in force under the house rules of a scenario or a save.

A game is played by one set of figures from its first command to its last.  The shelf of its rules holds the set that
is in force; before it answers anything, a game lays its own set on the shelf first (`_w` of ecs/engine/queries.py).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from ecs.core.files.faults import Fault, shape_faults, shown
from ecs.core.files.toml_files import KeyPath as Place
from ecs.core.files.toml_files import TableError, laid_over, read_toml, row_of
from ecs.core.unit_names import printed
from ecs.untrusted_input import meant

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

T = TypeVar("T")
Overlay = Mapping[str, Mapping[str, Any]]
"""Changed figures: "units" -> class -> key -> value, and "tables" -> table -> key -> value, as deep as it goes."""

PRINTED: Overlay = {}
MOST_BYTES = 16_000  # a save says which figures it is played by
LARGEST, TIMES = 1000, 10  # a figure is no larger than this, or than so many times the largest of its file
FIGURE_WORDS, NEVER = "figure_words.toml", 99
"""The file beside the figures that says what they are called, and the last turn of what never ends."""
LONGEST = 240  # letters of a line about a changed figure
FREE_TEXT = ("name", "text", "title", "rule")
"""Keys whose words players read and no rule does."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file of figures: ``part`` of an overlay that changes it, under ``key`` in the file, and what reads it.

    ``kept``: keys of a counter class that no house rule changes.  ``words``: the words the rules know, by what they
    are ("a weather"); a figure that is one of these becomes another of the same.
    """

    part: str
    path: Path
    kind: Any
    read: Callable[[], object]
    key: str = ""
    kept: tuple[str, ...] = ()
    words: Callable[[], Mapping[str, Iterable[str]]] = dict


@dataclass(frozen=True, slots=True)
class ChangedFigure:
    """A figure that is not as printed: where it stands, in keys and in words, as it is printed and as it is now.

    ``row``: how the log writes a row of figures, with their places in braces; "" for dashes between them.
    """

    keys: tuple[str, ...]
    old: Any
    new: Any
    title: str = ""
    row: str = ""

    @property
    def place(self) -> str:
        """Its keys as designers write them."""
        return ".".join(self.keys)

    def __str__(self) -> str:
        """What is changed, and how; of a long table only that it is."""
        told = f"{self.title or self.place}: {self.change}"
        return told if len(told) <= LONGEST else f"{self.title or self.place}: changed"

    @property
    def placed(self) -> str:
        """Its keys, what it is now and was."""
        return f"{self.place}, {self.change}"

    @property
    def change(self) -> str:
        """What it is now and was."""
        return f"{_spoken(self.new, self.row)} instead of {_spoken(self.old, self.row)}"


def without_figure(overlay: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """An overlay without the figure, or table, at some keys; tables left empty go too."""
    out, (key, *more) = dict(overlay), keys
    if more and isinstance(out.get(key), Mapping) and (left := without_figure(out[key], more)):
        out[key] = left
    else:
        out.pop(key, None)
    return out


def mark_of(overlay: Overlay) -> str:
    """16 hex digits that differ when figures differ; "" for the printed ones."""
    if not any(overlay.values()):
        return ""
    return hashlib.sha256(msgspec.json.encode(overlay, order="sorted")).hexdigest()[:16]


class FigureShelf:
    """The figures of one game, and which of them are in force."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.overlay: Overlay = PRINTED
        self.mark = ""
        self._caches: list[Any] = []

    # -- what is in force ---------------------------------------------------------------------------

    def remembered(self, maxsize: int = 1) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
        """Cache a function's answers while these figures are in force."""

        def keep(ask: Callable[..., T]) -> _lru_cache_wrapper[T]:
            kept = lru_cache(maxsize=maxsize)(ask)
            self._caches.append(kept)
            return kept

        return keep

    def lay(self, overlay: Overlay, mark: str | None = None) -> None:
        """Put these figures in force.

        :param mark: :func:`mark_of` them, if it is known.
        """
        mark = mark_of(overlay) if mark is None else mark
        if mark != self.mark:
            self.overlay, self.mark = overlay, mark
            for kept in self._caches:
                kept.cache_clear()

    def outside(self, ask: Callable[..., T]) -> PrintedAnswer[T]:
        """A function that uses the printed figures when called outside a game."""
        return PrintedAnswer(self, ask)

    def over(self, part: str, key: str = "") -> Mapping[str, Any]:
        """The overlay of a file of figures now in force."""
        laid = self.overlay.get(part, {})
        return {key: laid} if key and laid else laid

    # -- what an overlay says -----------------------------------------------------------------------

    def changes(self, overlay: Overlay) -> tuple[ChangedFigure, ...]:
        """The figures that a faultless overlay changes."""
        out: list[ChangedFigure] = []
        for sheet in sorted(self.sheets, key=lambda sheet: sheet.part, reverse=True):  # units, then tables
            printed = _printed(sheet.path, sheet.key)
            for name, rows in overlay.get(sheet.part, {}).items():
                title = _class_name(printed, name) if sheet.part == "units" else _plain(name).capitalize()
                words = _figure_words(sheet.path, sheet.part)
                out += _changed(printed.get(name), rows, (sheet.part, name), title, words)
        return tuple(out)

    def faults(
        self, overlay: Overlay, spots: frozenset[str] = frozenset(), regions: frozenset[str] = frozenset()
    ) -> list[Fault]:
        """Everything wrong with an overlay.

        :param spots: labels and names of hexes that a figure may name; ``regions``: those of the map.
        """
        if len(msgspec.json.encode(overlay)) > MOST_BYTES:
            return [Fault((next(iter(overlay)),), f"more than {MOST_BYTES} bytes of changed figures")]
        known = [sheet.part for sheet in self.sheets]
        found = [Fault((part,), f"no figures{meant(part, known)}") for part in overlay if part not in known]
        for sheet in self.sheets:
            over = overlay.get(sheet.part, {})
            if over:
                found += _Comparison(sheet, spots, regions).faults(over)
        return found or self._unread(overlay)

    def _unread(self, overlay: Overlay) -> list[Fault]:
        """The complaints of the readers of the originals, "key: cause", with the name of their file before each."""
        before = self.overlay
        self.lay(overlay)
        try:
            for sheet in self.sheets:
                sheet.read()
        except TableError as error:
            return [_fault_of(sheet, str(error).removeprefix(f"{sheet.path.name}: "))]
        finally:
            self.lay(before)
        return []


class PrintedAnswer(Generic[T]):
    """An answer from the printed figures; ``in_force`` uses those of the game last active."""

    def __init__(self, shelf: FigureShelf, ask: Callable[..., T]) -> None:
        self.shelf, self.in_force = shelf, ask

    def __call__(self, *args: Any, **named: Any) -> T:
        self.shelf.lay(PRINTED, "")
        return self.in_force(*args, **named)


def _fault_of(sheet: Sheet, told: str) -> Fault:
    """A reader's message, "key: cause" or "cause - at `$.key`", as a fault."""
    shape = _AT.fullmatch(told)
    if shape:
        keys: Place = tuple(int(key) if key.isdigit() else key for key in re.findall(r"[^.\[\]]+", shape[2]))
    else:
        head, _, cause = told.partition(": ")
        keys = tuple(head.split("."))
    return Fault((sheet.part, *keys[keys[:1] == (sheet.key,) :]), shape[1] if shape else cause)


_AT = re.compile(r"(.*) - at `\$\.?(.*?)`")


def _class_name(printed: Mapping[str, Any], key: str) -> str:
    """A class of counters as players read it; with its key where another class has the same name."""
    name = printed.get(key, {}).get("name", "")
    if not name:
        return _plain(key).capitalize()
    alike = [other for other in printed.values() if isinstance(other, Mapping) and other.get("name") == name]
    return name if len(alike) == 1 else f"{name} ({key})"


def _plain(key: str) -> str:
    return key.replace("_", " ")


@lru_cache(maxsize=16)
def _figure_words(sheet: Path, part: str) -> Mapping[str, str]:
    """What the figures of a file are called, by their keys; "*": of any class; ".row": how a row is written."""
    path = sheet.with_name(FIGURE_WORDS)
    found: Mapping[str, str] = read_toml(path).get(part, {}) if path.exists() else {}
    return found


def _spoken(value: Any, row: str = "") -> str:
    """A figure as players read it.

    >>> _spoken([6, 5, 4]), _spoken([[6, 3], [99, 2]]), _spoken([[6, 3], [99, 2]], "{1} until turn {0}")
    ('6–5–4', '6–3, 99–2', '3 until turn 6, 2 to the end')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return printed(value)
    if isinstance(value, list) and any(isinstance(inner, list) for inner in value):
        rows = [row.format(*inner) if row else _spoken(inner) for inner in value]
        return ", ".join(rows).replace(f"until turn {NEVER}", "to the end")
    if isinstance(value, list) and all(isinstance(inner, int) for inner in value):
        return "–".join(map(printed, value)) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else shown(value)


@lru_cache(maxsize=16)
def _printed(path: Path, key: str) -> Mapping[str, Any]:
    raw = read_toml(path)
    found: Mapping[str, Any] = raw[key] if key else raw
    return found


def _inner(printed: Any, key: str | int) -> Any:
    """What is printed under a key of a table, or in the row of a list that a key names; None if nothing is."""
    if isinstance(printed, list):
        number = key if isinstance(key, int) else row_of(key, printed)
        return printed[number] if 0 <= number < len(printed) else None
    return printed.get(key) if isinstance(printed, Mapping) else None


def _changed(
    printed: Any, over: Any, keys: tuple[str, ...], title: str, words: Mapping[str, str]
) -> Iterator[ChangedFigure]:
    path = ".".join(keys[1:])
    title = words.get(path, title)
    if not isinstance(over, Mapping):
        if printed != over:
            yield ChangedFigure(keys, printed, over, title, words.get(f"{path}.row", ""))
        return
    for key, value in over.items():
        word = f"row {key}" if isinstance(printed, list) else words.get(f"*.{key}", _plain(str(key)))
        yield from _changed(_inner(printed, key), value, (*keys, key), f"{title}, {word}", words)


class _Comparison:
    """One file of figures with what is laid over it."""

    def __init__(self, sheet: Sheet, spots: frozenset[str], regions: frozenset[str]) -> None:
        self.sheet = sheet
        self.printed = _printed(sheet.path, sheet.key)
        whole = read_toml(sheet.path)
        self.known = {name: frozenset(words) for name, words in sheet.words().items()}
        self.known |= {"hex of the map": spots | _named(whole), "region of the map": regions}
        self.words = frozenset(_words(whole)) | spots | regions
        self.most = max(LARGEST, TIMES * int(max(_numbers(self.printed), default=0)))

    def faults(self, over: Mapping[str, Any]) -> list[Fault]:
        """What is wrong with it: names, then shapes, then values."""
        part = (self.sheet.part,)
        found = [*self._names(self.printed, over, part)]
        if not found:
            shapes = shape_faults(laid_over(self.printed, over), self.sheet.kind, part)
            found += [Fault(_as_said(fault.path, over), fault.cause) for fault in shapes]
        if not found:
            found += self._values(self.printed, over, part)
        return found

    def _names(self, printed: Any, over: Any, place: Place) -> Iterator[Fault]:
        """Keys that the printed figures do not have."""
        if not isinstance(over, Mapping) or not isinstance(printed, (Mapping, list)):
            return
        if isinstance(printed, list):
            for key, value in over.items():
                if row_of(key, printed) < 0:
                    yield Fault((*place, key), f"no such row; they are numbered from 1 to {len(printed)}")
                else:
                    yield from self._names(_inner(printed, key), value, (*place, key))
            return
        fields = _optional(self.sheet.kind) if place[0] == "units" and len(place) == 2 else ()
        for key, value in over.items():
            if key in self.sheet.kept and len(place) == 2:
                yield Fault((*place, key), "a house rule cannot change this for a class of counters")
            elif key not in printed and key not in fields:
                kept = [name for name in (*printed, *fields) if name not in self.sheet.kept]
                yield Fault((*place, key), f"no such figure{meant(str(key), kept)}")
            else:
                yield from self._names(printed.get(key), value, (*place, key))

    def _values(self, printed: Any, over: Any, place: Place) -> Iterator[Fault]:
        """Faults of values: words the rules do not know, numbers far out of bounds."""
        if isinstance(over, Mapping):
            for key, value in over.items():
                yield from self._values(_inner(printed, key), value, (*place, key))
        elif isinstance(over, list):
            alike = isinstance(printed, list) and not any(isinstance(one, Mapping) for one in printed)
            for number, value in enumerate(over):
                inner = printed[min(number, len(printed) - 1)] if isinstance(printed, list) and printed else None
                yield from self._values(printed if alike and isinstance(value, str) else inner, value, (*place, number))
        elif isinstance(over, str):
            yield from self._word_faults(frozenset(_words(printed)), over, place)
        elif isinstance(over, (int, float)) and not isinstance(over, bool):
            least = self._least(place)
            if not least <= over <= self.most:
                yield Fault(place, f"{over}: expected {least} to {self.most}")

    def _word_faults(self, printed: frozenset[str], word: str, place: Place) -> Iterator[Fault]:
        """A word becomes one of the same kind; of words of no kind any other word of the rules."""
        if place[-1] in FREE_TEXT:
            if not word.isprintable() or not 0 < len(word) <= 200:
                yield Fault(place, f"{shown(word)}: expected one line of 1 to 200 characters")
            return
        alike = {name: words for name, words in self.known.items() if printed - {""} and printed - {""} <= words}
        known = frozenset().union(*alike.values()) if alike else self.words
        if word not in known and (word or "" not in (printed or {""})):
            what = " or ".join(alike) or "such word in these rules, and no such hex or region on the map"
            yield Fault(place, f"{shown(word)}: no {what}{meant(word, known)}")

    def _least(self, place: Place) -> int:
        """0, but where printed figures of the same table are negative."""
        table: Any = self.printed
        for key in place[1:2]:
            table = table.get(key, {}) if isinstance(table, Mapping) else {}
        return -self.most if any(number < 0 for number in _numbers(table)) else 0


def _as_said(path: Place, over: Any) -> Place:
    """A place in what figures come to, as the file says it: a row that it names by number is a key there."""
    said: list[str | int] = [*path[:1]]
    for part in path[1:]:
        key = str(part + 1) if isinstance(part, int) and isinstance(over, Mapping) else part
        over = over.get(key) if isinstance(over, Mapping) else _inner(over, key)
        said.append(key)
    return tuple(said)


def _optional(kind: Any) -> tuple[str, ...]:
    """Keys of a class that may be left out of the file."""
    inner = kind.__args__[1]
    return tuple(field.encode_name for field in msgspec.structs.fields(inner))


def _named(whole: Mapping[str, Any]) -> frozenset[str]:
    """What the rules may look for on a map, if it has it."""
    needs = whole.get("map", {})
    return frozenset((*needs.get("hexes", ()), *needs.get("optional", ())))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (str(key) for key in value)
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _words(inner)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, (int, float)):
        yield value
    elif isinstance(value, (Mapping, list)):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _numbers(inner)
