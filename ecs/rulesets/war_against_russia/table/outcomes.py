"""Chapter 9: the end each face of the die brings.  Pure figures, no world.

The free choices inside a result are taken like this: attackers lose what costs them least; in an exchange they take as
many defenders as they can pay if that does not cost them more than it costs the enemy, else as few as they may, and
Axis defenders, who choose who goes first, give up what costs least;
defenders in mountains refuse an exchange; beaten defenders are driven out of the hex, by a way that ends some if there
is one.  Exchanges by choice after the die are not made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import NamedTuple

from ecs.core.components import Side
from ecs.rulesets.war_against_russia.combat.odds import (
    LOSS,
    AttackOdds,
    can_pay,
    convert,
    declined,
    effect_of,
    empties,
    exchange_cost,
    payers,
    payment,
    toll,
)
from ecs.rulesets.war_against_russia.combat.strength import AttackConditions, Combatant, Team, stands
from ecs.rulesets.war_against_russia.data.tables import SHELF
from ecs.systems.combat.outcomes import AttackEnd


class RetreatBlocks(NamedTuple):
    """Defenders, by id, that find no way when their stack is driven back: far, which ends them; near, where they stay
    (10.1)."""

    far: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()


FREE = RetreatBlocks()


# -- who is lost (9.3, 9.5) -------------------------------------------------------------------------------


@SHELF.remembered(20000)
def cheapest(here: AttackConditions, pool: Team, cost: int) -> Team:
    """Those of a pool whose loss pays so many factors and costs least; all of them if they have no more."""
    need = 2 * cost
    if sum(payment(here, troop) for troop in pool) <= need:
        return pool if cost else ()
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for i, troop in enumerate(pool):
        for paid, (lost, units, chosen) in sorted(best.items()):
            now = min(need, paid + payment(here, troop))
            found = lost + troop.cost, units + 1, (*chosen, i)
            if now > paid and (now not in best or found < best[now]):
                best[now] = found
    return tuple(pool[i] for i in best[need][2])


def exchanged(here: AttackConditions, team: Team) -> tuple[Team, Team] | None:
    """Who falls on either side in an exchange, defenders and attackers; None if not even one can be paid for.  A city's
    own people, alone, cost nothing."""
    if not here.foes:
        return (), ()
    ways: list[tuple[Team, Team]] = []
    for size in range(1, len(here.foes) + 1):
        for picked in combinations(here.foes, size):
            cost = exchange_cost(here, (foe.id for foe in picked))
            if can_pay(here, team, cost):
                ways.append((picked, cheapest(here, payers(here, team), cost)))
    if not ways:
        return None
    if here.side is Side.SOVIET:
        first = min((way[0][0] for way in ways if len(way[0]) == 1), key=lambda foe: foe.cost)
        ways = [way for way in ways if first in way[0]]
    most = max(ways, key=lambda way: (cost_of(way[0]), -cost_of(way[1])))
    fewest = min(ways, key=lambda way: (cost_of(way[1]), -cost_of(way[0])))
    return most if cost_of(most[0]) >= cost_of(most[1]) else fewest


def cost_of(team: Iterable[Combatant]) -> int:
    """The factors a team is worth, as replacements (13)."""
    return sum(troop.cost for troop in team)


# -- how a face ends --------------------------------------------------------------------------------------


def end_of(odds: AttackOdds, die: int, terms: RetreatBlocks = FREE) -> AttackEnd:
    """What a face of the die brings."""
    here, code = odds.site, final_code(odds, die)
    if effect_of(code).exchange:
        picked, paid = exchanged(here, odds.team) or ((), ())
        stay = [foe for foe in here.foes if foe not in picked]
        tired = [foe for foe in stay if foe.dispersed]
        return _end(code, empties(here, code, len(stay)), picked, (), tired, paid, ())
    lost: list[Combatant] = []
    gone: list[Combatant] = []
    stay, tired = [], []
    for foe in here.foes:
        effect = effect_of(code_for(odds, die, foe))
        far = effect.retreat[1] > 1
        if effect.eliminated or (far and foe.id in terms.far):
            lost.append(foe)
            continue
        driven = effect.retreat[1] > 0 and (far or foe.id not in terms.near)
        (gone if driven else stay).append(foe)
        if effect.dispersed or foe.dispersed:
            tired.append(foe)
    if not effect_of(code).attackers:
        return _end(code, empties(here, code, len(stay)), lost, gone, tired, (), ())
    paid = cheapest(here, odds.team, toll(here))
    hurt = [troop for troop in odds.team if troop not in paid]
    return _end(code, empties(here, code, len(stay)), lost, gone, tired, paid, hurt)


def final_code(odds: AttackOdds, die: int) -> str:
    """The code a die ends in: an exchange that cannot be paid is AE, one that is refused what it is refused for."""
    code = odds.code(die)
    if not effect_of(code).exchange:
        return code
    return declined(odds.site, code) if exchanged(odds.site, odds.team) is not None else LOSS


def code_for(odds: AttackOdds, die: int, foe: Combatant) -> str:
    """The result for one defender: who is not told to stand follows it as it would be without that (9.6)."""
    here = odds.site
    if here.stand and not stands(here, foe):
        raw = odds.result(die)
        return convert(raw, here, odds.team, False, False) if not effect_of(raw).exchange else final_code(odds, die)
    return final_code(odds, die)


def _end(
    code: str,
    cleared: bool,
    lost: Collection[Combatant],
    gone: Collection[Combatant],
    tired: Collection[Combatant],
    paid: Collection[Combatant],
    hurt: Collection[Combatant],
) -> AttackEnd:
    return AttackEnd(
        code, cleared, len(lost), len(gone), len(tired), len(paid), len(hurt), cost_of(lost), cost_of(paid)
    )
