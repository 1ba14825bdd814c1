"""The operational plan of the stronger army: drives on far places, a lane for every unit, sieges of strong points.

It is drawn up from what a seat sees at one moment, so that a loaded game is led as one played through.  Distances are
in hexes, worth and force in combat factors; hexes are board indices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.opponents.shared.map_analysis import FAR, MapAnalysis
from game.opponents.shared.phase_staff import counted
from game.opponents.shared.position_reading import nearest_place, place_name

FEWEST = 3


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """The figures that shape a plan: the table ``[plan]`` of a doctrine, which explains each."""

    beyond: int
    near: float
    fade: float
    apart: int
    most: int
    ahead: int
    beside: int
    fed: int
    odds: float
    corps: int


@dataclass(frozen=True, slots=True)
class Marcher:
    """A unit in a plan.  ``fast``: on wheels; ``army``: the name of its army, or ""."""

    id: str
    hex: int
    fast: bool
    force: float
    army: str = ""


@dataclass(frozen=True, slots=True)
class PlanGround:
    """The inputs of a plan.

    ``places``: enemy places and their worth; ``foes``: enemy factors in every hex; ``gap``: hexes to the nearest hex in
    supply; ``behind``: railway hexes the depots live on; ``ways``: those they are to take, the nearest first;
    ``broken``: hexes of either that are to be opened first.
    """

    atlas: MapAnalysis
    places: Mapping[int, float]
    foes: Sequence[float]
    gap: Sequence[int]
    behind: Collection[int]
    ways: Iterable[Sequence[int]]
    broken: Collection[int]


@dataclass(frozen=True, slots=True)
class Drive:
    """A far place, and the units whose lane leads there."""

    goal: int
    units: tuple[Marcher, ...]


@dataclass(slots=True)
class StrongPoint:
    """Something that must fall for the army to live, the factors needed, and the corps sent to it."""

    hex: int
    demand: float
    corps: list[Marcher] = field(default_factory=list)


class OperationalPlan:
    """The destination of every unit.

    ``drives``: from north to south; ``lane``: unit -> the far end of its lane; ``siege``: unit on foot -> the strong
    point that keeps it from its lane.
    """

    def __init__(self, ground: PlanGround, marchers: Sequence[Marcher], by: PlanFigures) -> None:
        self._ground, self._by = ground, by
        self._row = [spot.row for spot in ground.atlas.board.hexes]
        self.drives = self._share(far_places(ground.atlas, ground.places, {m.hex for m in marchers}, by), marchers)
        self.lane = {m.id: drive.goal for drive in self.drives for m in drive.units}
        self.strong_points = self._strong_points()
        self.siege = self._besiege([m for m in marchers if not m.fast])

    def _share(self, places: Sequence[tuple[int, float]], marchers: Sequence[Marcher]) -> list[Drive]:
        """Share out the fast units and the others separately, from north to south, by the weight of the places."""
        total, row = sum(weight for _, weight in places), self._row
        units: list[list[Marcher]] = [[] for _ in places]
        for fast in (True, False) if places else ():
            group = sorted((m for m in marchers if m.fast is fast), key=lambda m: (row[m.hex], m.id))
            k, past = 0, 0.0
            for number, marcher in enumerate(group):
                share = (number + 0.5) / len(group) * total
                while k < len(places) - 1 and past + places[k][1] < share:
                    past += places[k][1]
                    k += 1
                units[k].append(marcher)
        return [Drive(h, tuple(found)) for (h, _), found in zip(places, units, strict=True)]

    def _strong_points(self) -> list[StrongPoint]:
        """Broken hexes, then enemies on the railways, the nearest to a depot first, then cities near supply."""
        ground, by, atlas = self._ground, self._by, self._ground.atlas
        rank: dict[int, int] = {}
        for line in sorted(ground.behind):
            for h, away in atlas.disk(line, by.beside):
                if ground.foes[h]:
                    rank[h] = min(rank.get(h, FAR), 0 if away <= 1 else 2)
        for way in ground.ways:
            for k, line in enumerate(way[: by.ahead]):
                for h, away in atlas.disk(line, 1):
                    if ground.foes[h] or h in ground.places:
                        rank[h] = min(rank.get(h, FAR), k + away)
        for h in ground.places:
            if ground.gap[h] <= by.fed:
                rank[h] = min(rank.get(h, FAR), by.fed + ground.gap[h])
        rank.update((h, -1) for h in ground.broken if not ground.foes[h])
        points = sorted(rank, key=lambda h: (rank[h], h))
        return [StrongPoint(h, max(1.0, by.odds * ground.foes[h] * atlas.cover[h])) for h in points]

    def _besiege(self, corps: Sequence[Marcher]) -> dict[str, StrongPoint]:
        """Assign the nearest corps to each strong point, no more than needed."""
        out: dict[str, StrongPoint] = {}
        for point in self.strong_points:
            way, sent = self._ground.atlas.far(point.hex), 0.0
            near = [m for m in corps if m.id not in out and way[m.hex] <= self._by.corps]
            for marcher in sorted(near, key=lambda m: (way[m.hex], m.id)):
                if sent >= point.demand:
                    break
                out[marcher.id] = point
                point.corps.append(marcher)
                sent += marcher.force
        return out

    def _siege(self, point: StrongPoint) -> str:
        place, away = nearest_place(self._ground.atlas.board, point.hex)
        verbs = ("besieges", "besiege") if self._ground.foes[point.hex] else ("marches on", "march on")
        if away and self._ground.foes[point.hex]:
            verbs = ("closes in on the enemy near", "close in on the enemy near")
        elif away:
            verbs = ("opens the railway near", "open the railway near")
        return _told(len(point.corps), verbs, place)

    def intent(self, unit: str) -> str:
        """The purpose of a unit's orders in a sentence: the siege it is part of, or its drive; "" for
        neither."""
        board = self._ground.atlas.board
        point = self.siege.get(unit)
        if point is not None:
            return self._siege(point)
        drive = next((d for d in self.drives if any(m.id == unit for m in d.units)), None)
        if drive is None:
            return ""
        armies = [m.army for m in drive.units if m.army]
        leader = max(sorted(set(armies)), key=armies.count, default="")
        if armies.count(leader) >= FEWEST:
            return f"{leader} drives on {place_name(board, drive.goal)}."
        return _told(len(drive.units), ("drives on", "drive on"), place_name(board, drive.goal))


def far_places(
    atlas: MapAnalysis, worth: Mapping[int, float], front: Iterable[int], by: PlanFigures
) -> list[tuple[int, float]]:
    """(board index, weight) of the far places, from north to south.

    :param worth: board index -> what an enemy place counts; ``front``: hexes of own units.
    """
    away = atlas.steps(front)
    row = [spot.row for spot in atlas.board.hexes]

    def value(h: int) -> float:
        over = away[h] - by.beyond
        return worth[h] * (by.fade**over if over >= 0 else by.near)

    chosen: list[int] = []
    for h in sorted(worth, key=lambda h: (-value(h), h)):
        if len(chosen) < by.most and all(abs(row[h] - row[other]) >= by.apart for other in chosen):
            chosen.append(h)
    return [(h, value(h)) for h in sorted(chosen, key=lambda h: (row[h], h))]


def _told(number: int, verbs: tuple[str, str], place: str) -> str:
    who = counted(number, "unit", "units")
    return f"{who[:1].upper()}{who[1:]} {verbs[number > 1]} {place}."
