"""The figures a staff weighs by: `doctrines/FAMILY.toml`, read into typed records and checked.

Those of add-ons in use are laid over ours, figure by figure, when a staff is first asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import msgspec

from ecs.untrusted_input import UnreadableError, meant, parse_toml, plain, read_ordinary
from game.packs.addons.library import further
from game.packs.safe_files import line_of

Family = Literal["salvo", "campaign", "impulse", "operations"]
"""Games that one staff leads: both sides fire; chits and depots; two impulses and obligatory attacks; prepared and
operational attacks."""
FAMILIES: tuple[Family, ...] = get_args(Family)
FOLDER = Path(__file__).parent / "doctrines"
TEMPER, USUAL_MOOD = "temper", "usual"
MOST_BYTES = 64 * 1024
WIDEST, MOST_ENTRIES = 10, 12  # how many times ours a figure of an add-on may be; entries of a list

ODDS, LEAST_ODDS = "odds.", 0.1  # figures of this table are divided by

R = TypeVar("R")


class DoctrineError(ValueError):
    """A doctrine that cannot be used: names the file, the table and the cause."""


@dataclass(frozen=True, slots=True)
class Taking:
    """How eager a side is to take places, by the balance of forces: ``base``, and ``slope`` times its own strength in
    parts of the enemy's, between ``least`` and ``most``."""

    base: float
    slope: float
    least: float
    most: float

    def at(self, balance: float) -> float:
        """The eagerness at a balance of forces."""
        return min(self.most, max(self.least, self.base + self.slope * balance))


def table(family: Family, name: str, kind: type[R], folder: Path = FOLDER) -> R:
    """A table of a doctrine as a record.

    :raises DoctrineError: for a table that is missing, a figure that is missing, of another kind, or unknown.
    """
    return _record(family, name, in_force(family, folder).get(name, {}), kind)


def tables(family: Family, name: str, kind: type[R], folder: Path = FOLDER) -> dict[str, R]:
    """The tables of a doctrine under one name, each as a record.

    :raises DoctrineError: as above.
    """
    found = in_force(family, folder).get(name, {})
    return {key: _record(family, f"{name}.{key}", row, kind) for key, row in found.items()}


def moods(family: Family, kind: type[R], folder: Path = FOLDER) -> dict[str, R]:
    """How a staff plays in each mood: a mood lists only what differs from the usual one.

    :raises DoctrineError: as above.
    """
    found = in_force(family, folder).get(TEMPER, {})
    usual = found.get(USUAL_MOOD, {})
    return {key: _record(family, f"temper.{key}", {**usual, **row}, kind) for key, row in found.items()}


@lru_cache(maxsize=16)
def in_force(family: Family, folder: Path = FOLDER) -> Mapping[str, Any]:
    """All figures of a doctrine: the game's, with those of add-ons in use laid over them, the first add-on's on top."""
    found = _ours(family, folder)
    for path in reversed([content.folder / f"{family}.toml" for content in further("doctrines") if content.addon]):
        if folder == FOLDER and path.is_file() and not doctrine_faults(path):
            found = _over(found, _filled(found[TEMPER], parse_toml(read_ordinary(path, MOST_BYTES))))
    return found


def _ours(family: str, folder: Path) -> Mapping[str, Any]:
    return tomllib.loads((folder / f"{family}.toml").read_text(encoding="utf-8"))


def _filled(ours: Mapping[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """The figures of an add-on, with the tables in its moods completed from the usual one."""
    for mood, row in theirs.get(TEMPER, {}).items():
        for key, value in row.items():
            if isinstance(value, dict):
                row[key] = {**ours[USUAL_MOOD][key], **ours[mood].get(key, {}), **value}
    return theirs


def _over(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one; where both have a figure, the second's."""
    both = {key: _over(low[key], value) for key, value in high.items() if isinstance(value, dict) and key in low}
    return {**low, **high, **both}


def _record(family: Family, where: str, row: Mapping[str, Any], kind: type[R]) -> R:
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    strange = sorted(set(row) - known)
    if strange:
        there = ", ".join(sorted(known))
        raise DoctrineError(f"{family}.toml: {where}: no figure {strange[0]!r}; choose from: {there}")
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise DoctrineError(f"{family}.toml: {where}: {error}") from None


# -- what add-ons change ------------------------------------------------------------------------------------


def doctrine_faults(path: Path) -> list[str]:
    """What is wrong with a file of an add-on that changes figures of a doctrine, one sentence each."""
    if path.stem not in FAMILIES:
        return [plain(f"{path}: there is no doctrine '{plain(path.stem, 60)}'{meant(path.stem, FAMILIES)}")]
    ours = dict(_ours(path.stem, FOLDER))
    usual = ours[TEMPER][USUAL_MOOD]
    ours[TEMPER] = {mood: {**usual, **row} for mood, row in ours[TEMPER].items()}
    try:
        data = read_ordinary(path, MOST_BYTES)
        theirs = parse_toml(data)
    except UnreadableError as error:
        return [plain(f"{path}: {error}")]
    text = data.decode("utf-8-sig")
    return [
        plain(f"{path}, line {line_of(text, where)} [{plain(where, 80)}]: {cause}")
        for where, cause in _amiss(ours, theirs, "")
    ]


def _amiss(ours: Mapping[str, Any], theirs: Mapping[str, Any], at: str) -> Iterator[tuple[str, str]]:
    """Where a figure of an add-on is unknown or of the wrong kind, and why."""
    for key, value in theirs.items():
        if key not in ours:
            yield f"{at}{key}", f"there is no such figure{meant(key, ours)}"
        elif isinstance(ours[key], dict) and isinstance(value, dict):
            yield from _amiss(ours[key], value, f"{at}{key}.")
        elif cause := _unlike(ours[key], value, LEAST_ODDS if at == ODDS else 0):
            yield f"{at}{key}", cause


def _unlike(ours: object, value: object, least: float = 0) -> str:
    """Why a value cannot stand where ours does; "" if it can.

    :param least: the smallest number that can.
    """
    if isinstance(ours, list):
        if not isinstance(value, list) or not 0 < len(value) <= MOST_ENTRIES:
            return f"expected a list of 1 to {MOST_ENTRIES} entries"
        return next((cause for entry in value if (cause := _unlike(max(ours), entry))), "")
    if isinstance(ours, dict):
        return "expected a table"
    if isinstance(ours, bool):
        return "" if isinstance(value, bool) else "expected true or false"
    most = round(WIDEST * max(1, abs(ours))) if isinstance(ours, int | float) else 0
    whole = isinstance(ours, int)
    number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if number and least <= value <= most:  # type: ignore[operator]
        return ""
    return f"expected a {'whole number' if whole else 'number'} from {least} to {most}"
