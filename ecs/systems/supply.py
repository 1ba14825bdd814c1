"""Distances to supply sources, and which units are judged in or out of supply."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ecs.core.components import Disruption, Side, SupplyState
from ecs.core.entities import is_hidden
from ecs.core.events import Cause, CutOff, Relieved
from ecs.core.world import Unit, World
from ecs.systems.network import marked, spread, tell_pockets
from ecs.systems.sentences import label
from ecs.systems.stacking import stacks, units_at

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
    """For every fed hex, the next one on a shortest way back to where supply comes from; one that leads to itself is
    where a way begins.

    :param feeders: hexes that feed the land round them, each with the next one towards its source, itself if it is one.
    :param ports: hexes that feed what no way over land leads to from these; what is left is supplied where it stands.
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


Quays = tuple[tuple[int, frozenset[str]], ...]
"""Ports and the seas they lie on."""


def over_sea(net: Sequence[Sequence[int]], shut: bytes, land: frozenset[int], quays: Quays) -> frozenset[int]:
    """Fed land, with all that ships add: a port on a sea with a fed port is fed, and so is the land that it reaches.

    :param shut: of every hex, 1 if no supply passes.
    """
    found = land
    while True:
        seas = {sea for i, on in quays if i in found for sea in on}
        more = [i for i, on in quays if i not in found and not seas.isdisjoint(on)]
        if not more:
            return found
        found |= marked(spread(net, shut, more))


# -- Units in disorder that starve, but for those a place keeps alive. -----------------------------------------------


@dataclass(frozen=True, slots=True)
class Starvation:
    """A game's rules on disordered units that are out of supply."""

    rule: str
    why: str
    side: Callable[[World], Side]
    """Whose units starve in a phase."""
    sustained: Callable[[World, int, Side], int]
    """How many of them a hex keeps alive."""
    lose: Callable[[World, Unit, Cause, str, str], None]
    """What becomes of the others."""
    order: Callable[[Unit], tuple[int, ...]] = lambda unit: (unit.entity,)
    """Who is kept alive first."""
    question: str = ""
    """The question that asks the owner whom to keep alive, where he may choose."""


# -- Who is in supply: levels are 0 in supply, 1 out of supply, 2 isolated or surrounded. ---------------------------


def _nothing_before(w: World) -> None:
    pass


def _nothing_after(w: World, unit: Unit) -> None:
    pass


@dataclass(frozen=True, slots=True)
class SupplyRules:
    """A game's rules on the tick that judges who is in supply."""

    rule: str
    units: Callable[[World], Sequence[Unit]]
    """Those that are judged, at one instant."""
    level: Callable[[World, Unit], int]
    """How a unit stands now."""
    before: Callable[[World], None] = _nothing_before
    """What is counted before any unit is judged."""
    after: Callable[[World, Unit], None] = _nothing_after
    """What follows for a unit after its line in the log."""
    secret: bool = False
    """Units may be hidden, so that only their owner reads of them."""
    starvation: Starvation | None = None
    """Who is lost for want of supply, where a game has it so."""


def judge(w: World) -> None:
    """Judge all units due now, write it down, and tell every change and every new pocket.

    To be judged ends what landings and relief from the air were good for.
    """
    rules: SupplyRules = w.rulebook.supply
    rules.before(w)
    found = [(unit, unit[SupplyState].level, rules.level(w, unit)) for unit in rules.units(w)]
    for unit, before, now in found:
        if now != before or unit[SupplyState].dropped or unit[SupplyState].relieved:
            w.mark(SupplyState, unit, level=now, dropped=False, relieved=False)
        if now != before:
            _tell(w, unit, before, now, rules)
        rules.after(w, unit)
    for side in Side:
        tell_pockets(w, side, [u for u, before, now in found if now and not before and u.type.side is side])


def _tell(w: World, unit: Unit, before: int, now: int, rules: SupplyRules) -> None:
    kind, spot = CutOff if now > before else Relieved, label(w, unit.hex)
    veil, owner = "-" if rules.secret and is_hidden(unit) else "", unit.type.side if rules.secret else None
    w.emit(kind(where=(spot,), rule=rules.rule, unit=unit.id, hex=spot, level=now, veil=veil, owner=owner))


def starving(w: World, index: int) -> list[Unit]:
    """The units in a hex that are in disorder and out of supply, as last judged; those kept alive first."""
    rules: Starvation = w.rulebook.supply.starvation
    side = rules.side(w)
    here = [u for u in units_at(w, index) if u.type.side is side and u[Disruption].disrupted]
    return sorted((u for u in here if not u[SupplyState].supplied), key=rules.order)


def overfull(w: World) -> list[int]:
    """Hexes that cannot sustain all their starving units."""
    rules: Starvation = w.rulebook.supply.starvation
    return [i for i in sorted(stacks(w)) if len(starving(w, i)) > rules.sustained(w, i, rules.side(w))]


def starve(w: World) -> None:
    """Remove the starving units that no place sustains; ask the owner where there is a choice."""
    rules: Starvation = w.rulebook.supply.starvation
    asking = False
    for index in overfull(w):
        room = rules.sustained(w, index, rules.side(w))
        if room and rules.question:
            asking = True
            continue
        for unit in starving(w, index)[room:]:
            rules.lose(w, unit, Cause.NO_SUPPLY, rules.why, rules.rule)
    if asking and rules.question not in w.decisions.stack:
        w.ask(rules.question)
    elif not asking and rules.question and w.decisions.stack[-1:] == (rules.question,):
        w.answered(rules.question)
