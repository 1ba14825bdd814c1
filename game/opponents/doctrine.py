"""What a staff weighs by: the figures of `doctrines/FAMILY.toml`, read into typed records and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

Family = Literal["salvo", "campaign", "impulse", "operations"]
"""Games that one staff leads: both sides fire; chits and depots; two impulses and obligatory attacks; prepared and
operational attacks."""
FAMILIES: tuple[Family, ...] = ("salvo", "campaign", "impulse", "operations")
FOLDER = Path(__file__).parent / "doctrines"
USUAL_MOOD = "usual"

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
    return _record(family, name, _read(family, folder).get(name, {}), kind)


def tables(family: Family, name: str, kind: type[R], folder: Path = FOLDER) -> dict[str, R]:
    """The tables of a doctrine under one name, each as a record.

    :raises DoctrineError: as above.
    """
    found = _read(family, folder).get(name, {})
    return {key: _record(family, f"{name}.{key}", row, kind) for key, row in found.items()}


def moods(family: Family, kind: type[R], folder: Path = FOLDER) -> dict[str, R]:
    """How a staff leans by mood: each says what it has otherwise than the usual one.

    :raises DoctrineError: as above.
    """
    found = _read(family, folder).get("temper", {})
    usual = found.get(USUAL_MOOD, {})
    return {key: _record(family, f"temper.{key}", {**usual, **row}, kind) for key, row in found.items()}


@lru_cache(maxsize=16)
def _read(family: Family, folder: Path) -> Mapping[str, Any]:
    return tomllib.loads((folder / f"{family}.toml").read_text(encoding="utf-8"))


def _record(family: Family, where: str, row: Mapping[str, Any], kind: type[R]) -> R:
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    strange = sorted(set(row) - known)
    if strange:
        raise DoctrineError(f"{family}.toml: {where}: no figure {strange[0]!r}; there are: {', '.join(sorted(known))}")
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise DoctrineError(f"{family}.toml: {where}: {error}") from None
