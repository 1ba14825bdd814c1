"""A position as every staff reads it: who stands where, names of hexes, who reaches what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ecs import Board, Forecast, Side, View, per_board
from ecs.core.commands import Assign
from ecs.core.known_facts import RuleFigures, Sky
from ecs.core.view import BattleView, ReachStep, UnitView
from game.opponents.seat import Seat
from game.opponents.shared.map_analysis import FAR, MapAnalysis, Net, asked_once, atlas_of

# -- The names a staff gives to hexes.  By the place in it, else by the place nearest to it: never by its number. ----


@per_board
def nearest_place(board: Board, index: int) -> tuple[str, int]:
    """The named place nearest to a hex, and how many hexes away it is; ("", 0) on a map without names."""
    away, _, name = min(((board.distance(index, h), h, name) for h, name in _named(board)), default=(0, 0, ""))
    return name, away


@per_board
def _named(board: Board) -> tuple[tuple[int, str], ...]:
    """Hexes with the names of the places in them."""
    return tuple((spot.index, spot.name) for spot in board.hexes if spot.name)


def place_of(board: Board, index: int) -> str:
    """ "at Minsk", "near Minsk": where something happens."""
    return f"at {place_name(board, index)}".replace("at the hex near", "near")


def place_name(board: Board, index: int) -> str:
    """ "Minsk", "the hex near Minsk"; the label only on a map without names."""
    name, away = nearest_place(board, index)
    return (f"the hex near {name}" if away else name) if name else board.hexes[index].label


# -- How a staff leans.  What it goes for, what it keeps, what it fears, and the places it has set its mind on. ------


@dataclass(frozen=True, slots=True)
class Style:
    """A leaning that every staff understands; all factors are 1 for the usual one.

    ``take``, ``hold``, ``fear``: what the enemy has, what it has itself, what may be lost, is worth N times as
    much.  ``thrift``: the least an attack must bring, N times as much.  ``focus``: (board index of a place,
    factor on its worth).  ``words``: what a player reads of it.
    """

    name: str = "usual"
    words: str = "Leads as usual"
    take: float = 1.0
    hold: float = 1.0
    fear: float = 1.0
    thrift: float = 1.0
    focus: tuple[tuple[int, float], ...] = ()

    def weigh(self, worth: MutableMapping[int, float] | list[float]) -> None:
        """Change the values of places, by board index, to what a staff of this leaning makes of them."""
        for index, factor in self.focus:
            if isinstance(worth, list) or index in worth:
                worth[index] *= factor


USUAL = Style()


NO_LIMIT = 99


class Reading:
    """A view, sorted by hex.  Equal views give equal readings, whatever order hidden counters come in.

    ``mine`` and ``foes`` are combat units on the map; ``tail`` and ``foe_tail`` everything else there.

    :param is_fighter: whether a unit is a combat unit in this game.
    """

    def __init__(self, view: View, is_fighter: Callable[[UnitView], bool]) -> None:
        self.view, self.side, self.board = view, view.side, view.board
        on_map = sorted((u for u in view.units if u.hex >= 0), key=lambda u: (u.hex, u.id))
        self.by_id: dict[str, UnitView] = {u.id: u for u in view.units}
        own, theirs = ([u for u in on_map if (u.side is view.side) is ours] for ours in (True, False))
        self.mine, self.tail = _parted(own, is_fighter)
        self.foes, self.foe_tail = _parted(theirs, is_fighter)
        self.mine_at, self.foes_at = by_hex(self.mine), by_hex(self.foes)

    def holder(self, index: int) -> Side | None:
        """The side that controls a hex."""
        return self.view.control[index]

    def label(self, index: int) -> str:
        """The printed label."""
        return self.board.hexes[index].label

    def at(self, label: str) -> int:
        """Board index of a label."""
        return self.board.by_label[label]

    def name(self, index: int) -> str:
        """The name for a hex: the place in it, or the nearest one."""
        return place_name(self.board, index)

    def where(self, index: int) -> str:
        """ "at Minsk", "near Minsk"."""
        return place_of(self.board, index)

    @cached_property
    def assignable(self) -> dict[str, list[int]]:
        """Own units that may be assigned to an attack now, and the hexes each may attack."""
        out: dict[str, list[int]] = {}
        for command in self.view.legal:
            if isinstance(command, Assign):
                out.setdefault(command.unit, []).append(self.at(command.hex))
        return out

    @property
    def figures(self) -> RuleFigures:
        """The figures of the rules in force."""
        return self.view.known.figures

    @cached_property
    def room_each(self) -> int:
        """Combat units that may share an ordinary hex."""
        return self.figures.room.units or NO_LIMIT

    @cached_property
    def armies_each(self) -> int:
        """Armies that may share an ordinary hex."""
        return self.figures.room.armies or NO_LIMIT

    @property
    def battle(self) -> BattleView | None:
        """The battle being fought; None if none is."""
        return next((b for b in self.view.battles if b.state == "fighting"), None)


class FrontReading(Reading):
    """A reading with what its seat can ask; each question is asked once.  Lists are by board index.

    Everything is as the seat sees it at this moment: make a new one after each command that matters.

    :param style: how the staff leans that looks at it.
    :param view: what the seat sees; its look, without the list of commands, where that is not read here.
    """

    SIGHT = FAR
    """Hexes up to which the distance to the next unit is known."""

    def __init__(
        self, seat: Seat, style: Style, is_fighter: Callable[[UnitView], bool], view: View | None = None
    ) -> None:
        super().__init__(view or seat.view, is_fighter)
        self.seat, self.style = seat, style
        self.atlas: MapAnalysis = atlas_of(self.board)
        self.net: Net = self.atlas.net
        self._forecasts: dict[tuple[int, tuple[tuple[str, int], ...], int, bool], Forecast] = {}

    @property
    def zone_net(self) -> Net:
        """Neighbours that zones of control reach: not over a strait."""
        return self.atlas.zone_net

    @cached_property
    def own_zones(self) -> frozenset[int]:
        """Hexes in own zones of control."""
        return frozenset(self.seat.zones(self.side))

    @cached_property
    def foe_zones(self) -> frozenset[int]:
        """Hexes in enemy zones of control."""
        return frozenset(self.seat.zones(self.side.other))

    @cached_property
    def supply(self) -> frozenset[int]:
        """Hexes from which the own side can trace supply now."""
        return self.seat.supply(self.side)

    @cached_property
    def foe_supply(self) -> frozenset[int]:
        """Hexes from which the enemy can trace supply now."""
        return self.seat.supply(self.side.other)

    @cached_property
    def far_foe(self) -> Sequence[int]:
        """Hexes to the nearest enemy combat unit."""
        return self.atlas.steps(self.foes_at, (), self.SIGHT)

    @cached_property
    def far_own(self) -> Sequence[int]:
        """Hexes to the nearest own combat unit."""
        return self.atlas.steps(self.mine_at, (), self.SIGHT)

    @asked_once
    def reach(self, unit_id: str) -> dict[int, ReachStep]:
        """Where an own unit could move now."""
        return self.seat.reach(unit_id)

    def pace(self, unit: UnitView, sky: Sky | None, turn: int) -> int:
        """Hexes a unit of either side may move in the weather of a turn; as printed where a die decides on it."""
        return unit.movement if sky is None else self._pace(unit.id, sky, turn)

    @asked_once
    def _pace(self, unit_id: str, sky: Sky, turn: int) -> int:
        return self.seat.pace(self.by_id[unit_id], sky, turn)

    def forecast(
        self,
        index: int,
        team: Iterable[tuple[str, int]],
        helpers: Iterable[str] = (),
        press: int = 0,
        ends: bool = True,
    ) -> Forecast:
        """An attack by units at hexes, with aircraft and leaders, worked out exactly; as far as the die without its
        ends."""
        pairs = tuple(sorted(team)) + tuple((name, -1) for name in sorted(helpers))
        key = (index, pairs, press, ends)
        if key not in self._forecasts:
            at = {name: h for name, h in pairs if h >= 0}
            self._forecasts[key] = self.seat.forecast(index, [name for name, _ in pairs], press, at=at, ends=ends)
        return self._forecasts[key]

    def pressure(self, factors: Mapping[int, float], fade: tuple[float, ...]) -> Sequence[float]:
        """Factors that can be brought to every hex, by the hexes they stand in.

        :param fade: what is left of them at each distance; nothing farther away.
        """
        return self.atlas.recall(("pressure", tuple(factors.items()), fade), lambda: self._pressure(factors, fade))

    def _pressure(self, factors: Mapping[int, float], fade: tuple[float, ...]) -> tuple[float, ...]:
        out, radius = [0.0] * self.atlas.size, len(fade) - 1
        for start, force in factors.items():
            for left, ring in zip(fade, self.atlas.rings(start, radius), strict=True):
                felt = force * left
                for h in ring:
                    out[h] += felt
        return tuple(out)

    def pull(self, goals: Mapping[int, float], fade: tuple[float, ...]) -> Sequence[float]:
        """How strongly places attract from every hex: the best of worth against distance.

        :param goals: what each place is worth; ``fade``: what is left of that at each distance; nothing farther away.
        """
        return self.atlas.recall(("pull", tuple(goals.items()), fade), lambda: self._pull(goals, fade))

    def _pull(self, goals: Mapping[int, float], fade: tuple[float, ...]) -> tuple[float, ...]:
        out, most = [0.0] * self.atlas.size, len(fade)
        for goal, worth in goals.items():
            for h, d in enumerate(self.atlas.far(goal)):
                if d < most and (found := worth * fade[d]) > out[h]:
                    out[h] = found
        return tuple(out)


class FactorReading(FrontReading, ABC):
    """A reading with the factors in every hex, own and enemy."""

    BOLD = 1.15
    """How much stronger an army is that goes for places far ahead."""

    @property
    @abstractmethod
    def own_cf(self) -> Sequence[float]:
        """Own factors in every hex."""

    @property
    @abstractmethod
    def foe_cf(self) -> Sequence[float]:
        """Enemy factors in every hex."""

    @cached_property
    def balance(self) -> float:
        """Own factors on the map against the enemy's."""
        return (sum(self.own_cf) + 1) / (sum(self.foe_cf) + 1)

    @property
    def bold(self) -> bool:
        """Is the side strong enough to go for distant places?"""
        return self.balance > self.BOLD


def by_hex(units: Iterable[UnitView]) -> dict[int, list[UnitView]]:
    """Units sorted into their hexes."""
    out: dict[int, list[UnitView]] = {}
    for unit in units:
        out.setdefault(unit.hex, []).append(unit)
    return out


def _parted(units: Iterable[UnitView], is_fighter: Callable[[UnitView], bool]) -> tuple[list[UnitView], list[UnitView]]:
    """Combat units, and all others."""
    parts: tuple[list[UnitView], list[UnitView]] = [], []
    for unit in units:
        parts[not is_fighter(unit)].append(unit)
    return parts


# -- Who stands beside whom: what every staff asks of a stack before it sends a unit there. --------------------------


def stand_together(units: Sequence[UnitView]) -> bool:
    """May the nations of these units share a hex?"""
    nations = {unit.nation for unit in units}
    return all(unit.apart.isdisjoint(nations) for unit in units)
