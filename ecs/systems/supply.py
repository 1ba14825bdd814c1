"""How far it is to a source, and who is judged in or out of supply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ecs.core.components import Side, SupplyState
from ecs.core.entities import is_hidden
from ecs.core.events import CutOff, Relieved
from ecs.core.world import Unit, World
from ecs.systems.network import tell_pockets
from ecs.systems.sentences import label

FAR = 10_000


def distances(neighbours: Sequence[Sequence[int]], sources: Iterable[int]) -> list[int]:
    """Hexes from each board index to the nearest source; ``FAR`` where none can be reached."""
    out = [FAR] * len(neighbours)
    ring = sorted(set(sources))
    for i in ring:
        out[i] = 0
    steps = 0
    while ring:
        steps += 1
        nxt = []
        for i in ring:
            for j in neighbours[i]:
                if out[j] == FAR:
                    out[j] = steps
                    nxt.append(j)
        ring = nxt
    return out


def ways_back(
    net: Sequence[Sequence[int]], fed: Collection[int], feeders: Mapping[int, int], ports: Iterable[int] = ()
) -> dict[int, int]:
    """Of every fed hex, the next one on a shortest way back to where supply comes from; one that leads to itself is
    where a way begins.

    :param feeders: hexes that feed the land round them, each with the next one towards its source, itself if it is one.
    :param ports: hexes that feed what no way over land leads to from these; what is left is fed where it stands.
    """
    out = dict(feeders)
    for starts in (list(feeders), [i for i in ports if i in fed]):
        ring = starts
        for i in ring:
            out.setdefault(i, i)
            for j in net[i]:
                if j in fed and j not in out:
                    out[j] = i
                    ring.append(j)
    return {**{i: i for i in fed}, **out}


def _nothing_more(w: World, unit: Unit) -> None:
    pass


@dataclass(frozen=True, slots=True)
class SupplyCheck:
    """What a game decides of the tick that judges who is in supply.

    Levels: 0 in supply, 1 out of supply, 2 isolated or surrounded.  ``judged``: how a unit stands now; ``marked``: how
    it was judged last; ``mark`` writes it down, and whatever is over with it; ``after``: what follows for a unit once
    it has been told of.  ``secret``: units may be hidden, so that only their owner reads of them.
    """

    rule: str
    judged: Callable[[World, Unit], int]
    marked: Callable[[Unit], int]
    mark: Callable[[World, Unit, int], None]
    after: Callable[[World, Unit], None] = _nothing_more
    secret: bool = False

    def tick(self, w: World, units: Sequence[Unit]) -> list[tuple[Unit, int]]:
        """Judge all these units at one instant, write it down, tell of every change and new pocket; the levels."""
        found = [(unit, self.judged(w, unit)) for unit in units]
        cut_off = [unit for unit, now in found if now and not self.marked(unit)]
        for unit, now in found:
            before = self.marked(unit)
            self.mark(w, unit, now)
            if now != before:
                self._tell(w, unit, before, now)
            self.after(w, unit)
        for side in Side:
            tell_pockets(w, side, [unit for unit in cut_off if unit.type.side is side])
        return found

    def _tell(self, w: World, unit: Unit, before: int, now: int) -> None:
        kind, spot = CutOff if now > before else Relieved, label(w, unit.hex)
        veil, owner = "-" if self.secret and is_hidden(unit) else "", unit.type.side if self.secret else None
        w.emit(kind(where=(spot,), rule=self.rule, unit=unit.id, hex=spot, level=now, veil=veil, owner=owner))


def in_or_out(rule: str, is_supplied: Callable[[World, Unit], bool], secret: bool = False) -> SupplyCheck:
    """The tick of a game that knows two levels only, in supply or out of it."""

    def mark(w: World, unit: Unit, level: int) -> None:
        if unit[SupplyState].supplied is bool(level):
            w.mark(SupplyState, unit, level=level)

    return SupplyCheck(
        rule, lambda w, unit: int(not is_supplied(w, unit)), lambda unit: int(not unit[SupplyState].supplied), mark,
        secret=secret,
    )  # fmt: skip


def by_level(
    rule: str, judged: Callable[[World, Unit], int], after: Callable[[World, Unit], None] = _nothing_more
) -> SupplyCheck:
    """The tick of a game that knows three levels; being judged ends what landings and relief from the air were good
    for."""

    def mark(w: World, unit: Unit, level: int) -> None:
        if level != unit[SupplyState].level or unit[SupplyState].dropped or unit[SupplyState].relieved:
            w.mark(SupplyState, unit, level=level, dropped=False, relieved=False)

    return SupplyCheck(rule, judged, lambda unit: unit[SupplyState].level, mark, after)
