"""The compiled board: hexes, neighbours, hexsides, regions, and the lines drawn on it.

A `Board` never changes. Hexes are numbered from 0 in reading order (row by row, each from the left), and
every other part of the program names a hex by that number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from types import MappingProxyType
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from ecs.board.hexgrid import Axial, Layout, Point, distance

NO_KINDS: frozenset[str] = frozenset()
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hex:
    """One playable hex, as printed on the map. `col` and `row` count from 0 and feed `Layout`."""

    index: int
    label: str
    col: int
    row: int
    terrain: str
    name: str = ""
    place: str = ""
    vp: int = 0
    owner: str = ""
    nation: str = ""
    traits: frozenset[str] = NO_KINDS


@dataclass(frozen=True, slots=True)
class Hexside:
    """What lies on the side from hex `a` towards hex `b`; a directed kind works only that way."""

    a: int
    b: int
    kinds: frozenset[str]
    names: tuple[str, ...] = ()


class ArtLine(NamedTuple):
    """A decorative line or area to draw, in map pixels; it has no effect on the rules."""

    kind: str
    name: str
    closed: bool
    points: tuple[Point, ...]


class FeatureLine(NamedTuple):
    """A hexside feature or road as one line through its corners or hex centres, in map pixels."""

    kind: str
    name: str
    points: tuple[Point, ...]


class Label(NamedTuple):
    """A name to write on the map at a map pixel: a sea, a country, a region."""

    kind: str
    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Board:
    """The whole map. Sizes and points are map pixels; hexes are indexes into `hexes`.

    `sides` holds both orders of every pair of neighbours that has something between them. A directed
    kind stands only in the order attacker, defender. `roles`: what rules call hexes, whatever their places are called.
    `game`: the id of the rules the map is made for, "" if it does not say.
    `digest` covers what the rules read of the ground, not the decoration, nor the roles: these name hexes.
    `answers` is no part of the map: what games have worked out from it alone (`ecs/core/remembered_answers.py`).
    """

    name: str
    layout: Layout
    hexes: tuple[Hex, ...]
    by_label: Mapping[str, int]
    neighbours: tuple[tuple[int, ...], ...]
    hexsides: tuple[Hexside, ...]
    sides: Mapping[tuple[int, int], frozenset[str]]
    regions: Mapping[str, tuple[int, ...]]
    art: tuple[ArtLine, ...]
    hexside_lines: tuple[FeatureLine, ...]
    roads: tuple[FeatureLine, ...]
    labels: tuple[Label, ...]
    roles: Mapping[str, tuple[int, ...]]
    game: str
    digest: str
    width: int
    height: int
    axials: tuple[Axial, ...] = field(repr=False)
    by_offset: Mapping[tuple[int, int], int] = field(repr=False)
    by_name: Mapping[str, tuple[int, ...]] = field(repr=False)
    answers: dict[Any, Any] = field(init=False, default_factory=dict, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.digest)

    def kinds(self, a: int, b: int) -> frozenset[str]:
        """What lies on the hexside crossed by going or attacking from `a` to its neighbour `b`."""
        return self.sides.get((a, b), NO_KINDS)

    def distance(self, a: int, b: int) -> int:
        """Hexes from `a` to `b` as the crow flies, over sea and anything else."""
        return distance(self.axials[a], self.axials[b])

    def hex_at(self, x: float, y: float) -> int | None:
        """The playable hex under a map pixel, or None over sea and off the map."""
        return self.by_offset.get(self.layout.hex_at(x, y))

    def centre(self, index: int) -> Point:
        """Centre of a hex in map pixels."""
        return self.layout.centre(self.hexes[index].col, self.hexes[index].row)

    def corners(self, index: int) -> tuple[Point, ...]:
        """The six corners of a hex in map pixels, clockwise."""
        return self.layout.corners(self.hexes[index].col, self.hexes[index].row)

    def hexside_points(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between neighbours, in map pixels. Raises ValueError if not neighbours."""
        one, other = self.hexes[a], self.hexes[b]
        return self.layout.hexside((one.col, one.row), (other.col, other.row))

    def named(self, name: str) -> tuple[int, ...]:
        """The hexes that rules or scenarios mean by a name: those with this role, else the hex with this place, else
        the hex with this label; none if the map has none of these."""
        found = self.by_name.get(name)
        if found is None:
            return (self.by_label[name],) if name in self.by_label else ()
        return found

    def called(self, word: str) -> tuple[int, ...]:
        """The hexes a scenario may mean by a word: the one with this label, else all with this name or role."""
        if word in self.by_label:
            return (self.by_label[word],)
        named = (spot.index for spot in self.hexes if word and spot.name == word)
        return tuple(sorted({*named, *self.roles.get(word, ())}))

    def spots(self, names: Iterable[str]) -> tuple[int, ...]:
        """The hexes of several names, in their order; what the map lacks is left out."""
        return tuple(index for name in names for index in self.named(name))

    def spot(self, name: str) -> int | None:
        """The hex of a name (the first one of a role that several have); None if the map lacks it."""
        return next(iter(self.named(name)), None)

    @property
    def words(self) -> frozenset[str]:
        """Every word that names a hex of the map: labels, places, roles."""
        return frozenset((*self.by_label, *self.by_name))

    def find(self, text: str) -> list[int]:
        """Hexes whose label or place name begins with `text`; an exact label comes first."""
        wanted = text.strip().casefold()
        if not wanted:
            return []
        found = [h for h in self.hexes if _matches(h, wanted)]
        return [h.index for h in sorted(found, key=lambda h: (h.label.casefold() != wanted, h.index))]


def _matches(a_hex: Hex, wanted: str) -> bool:
    words = (a_hex.label, a_hex.name, *a_hex.name.replace("-", " ").split())
    return any(word.casefold().startswith(wanted) for word in words)


def _numbered(hexes: Iterable[Hex]) -> tuple[tuple[Hex, ...], dict[tuple[int, int], int]]:
    """The hexes, and their numbers by column and row."""
    listed = tuple(hexes)
    assert [h.index for h in listed] == list(range(len(listed))), "hexes must be numbered in order"
    return listed, {(h.col, h.row): h.index for h in listed}


def make_board(
    name: str, layout: Layout, hexes: Iterable[Hex], *,
    hexsides: Iterable[Hexside] = (), regions: Mapping[str, tuple[int, ...]] | None = None,
    roles: Mapping[str, tuple[int, ...]] | None = None, game: str = "",
    art: Iterable[ArtLine] = (), hexside_lines: Iterable[FeatureLine] = (), roads: Iterable[FeatureLine] = (),
    labels: Iterable[Label] = (), size: tuple[int, int] | None = None,
) -> Board:  # fmt: skip
    """Build a board from its parts, working out neighbours, look-ups and digest.

    `hexsides`: both orders of a pair, save for directed kinds. `size`: columns, rows; else what the hexes need.
    """
    listed, by_offset = _numbered(hexes)
    merged = tuple(sorted(hexsides, key=lambda s: (s.a, s.b)))
    named = {k: tuple(sorted(v)) for k, v in sorted((regions or {}).items())}
    meant = {k: tuple(sorted(v)) for k, v in sorted((roles or {}).items())}
    width, height = layout.pixel_size(*(size or _size(listed)))
    return Board(
        name=name,
        layout=layout,
        hexes=listed,
        by_label=MappingProxyType({h.label: h.index for h in listed}),
        neighbours=tuple(_neighbours(layout, h, by_offset) for h in listed),
        hexsides=merged,
        sides=MappingProxyType({(s.a, s.b): s.kinds for s in merged}),
        regions=MappingProxyType(named),
        art=tuple(art),
        hexside_lines=tuple(hexside_lines),
        roads=tuple(roads),
        labels=tuple(labels),
        roles=MappingProxyType(meant),
        game=game,
        digest=_digest(name, layout, listed, merged, named),
        width=width,
        height=height,
        axials=tuple(layout.to_axial(h.col, h.row) for h in listed),
        by_offset=MappingProxyType(by_offset),
        by_name=MappingProxyType({h.name: (h.index,) for h in listed if h.name} | meant),
    )


def _size(hexes: tuple[Hex, ...]) -> tuple[int, int]:
    return max((h.col for h in hexes), default=0) + 1, max((h.row for h in hexes), default=0) + 1


def _neighbours(layout: Layout, h: Hex, by_offset: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    around = (by_offset.get(offset) for offset in layout.neighbours(h.col, h.row))
    return tuple(sorted(i for i in around if i is not None))


def _digest(
    name: str,
    layout: Layout,
    hexes: tuple[Hex, ...],
    sides: tuple[Hexside, ...],
    regions: Mapping[str, tuple[int, ...]],
) -> str:
    digest = hashlib.sha256(f"board {name} {layout.orientation} {layout.stagger}".encode())
    for h in hexes:
        facts = (h.label, h.col, h.row, h.terrain, h.name, h.place, h.vp, h.owner, h.nation)
        digest.update(("\n" + "|".join(map(str, facts)) + "|" + ",".join(sorted(h.traits))).encode())
    for s in sides:
        digest.update(f"\n{s.a}>{s.b} {','.join(sorted(s.kinds))}".encode())
    for key, members in regions.items():
        digest.update(f"\n{key}={','.join(map(str, members))}".encode())
    return digest.hexdigest()


def per_board(ask: Callable[Concatenate[Board, P], T]) -> Callable[Concatenate[Board, P], T]:
    """Remember what follows from a map alone with the map.

    A cache beside it would compare two equal maps, read from two files or twice, hex by hex at every question.
    """
    name = f"{ask.__module__}.{ask.__qualname__}"

    @wraps(ask)
    def asked(board: Board, /, *args: P.args, **named: P.kwargs) -> T:
        kept = board.answers.setdefault(name, {})
        key = (args, *named.items())
        if key not in kept:
            kept[key] = ask(board, *args, **named)
        found: T = kept[key]
        return found

    return asked
