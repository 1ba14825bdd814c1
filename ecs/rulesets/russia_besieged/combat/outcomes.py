"""Chapter 10: how an attack can end, and the chance of each end.

Losses fall as a careful owner would let them, where they cost fewest factors; retreats take the best way there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ecs.core.components import Readiness, Side
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import declared_attacks, fortresses, retreat_and_advance
from ecs.rulesets.russia_besieged.combat.declared_attacks import attack_conditions, foes_at, is_defended, team_of
from ecs.rulesets.russia_besieged.combat.odds import (
    CRT,
    AttackOdds,
    TableResult,
    first_losers,
    lookup,
    result_cost,
    traits_of,
    work_out_odds,
)
from ecs.rulesets.russia_besieged.combat.strength import ARTILLERY, AttackConditions, Combatant, Team, steps_of
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.tables import SHELF
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, is_gun, letter
from ecs.systems.combat.odds import NO_COLUMN, AttackEnd, Ends, likeliest_first

LONG, EITHER = (2, 2), (1, 2)
LOST, HOLDS = -1, 99  # instead of steps: no retreat; it holds its fortress for a step (24.2)
Ways = tuple[tuple[str, int], ...]  # unit id, steps its retreat costs


class RetreatCosts(NamedTuple):
    """The cost of retreats to either side: of two hexes, and of one or two."""

    defenders: Ways = ()
    defenders_short: Ways = ()
    attackers: Ways = ()
    attackers_short: Ways = ()


def next_loss(team: Sequence[Combatant], pool: Sequence[Combatant]) -> int:
    """Which unit of a team takes the next step: the one of a pool with the fewest factors to lose."""
    fair = [i for i, troop in enumerate(team) if troop in pool]
    return min(fair, key=lambda i: (team[i].cf - (team[i].weak if team[i].steps > 1 else 0), i))


def lose(team: Team, steps: int, first: Sequence[Combatant] = ()) -> Team:
    """The team after losing steps, the first by one of ``first``; those that have retreated lose theirs last."""
    left = list(team)
    for n in range(min(steps, sum(t.steps for t in team))):
        steady = [t for t in left if not t.idle]
        i = next_loss(left, (first if not n else ()) or steady or left)
        if left[i].steps > 1:
            left[i] = left[i]._replace(lost=left[i].lost + 1)
        else:
            del left[i]
    return tuple(left)


def flee(team: Team, ways: Ways) -> Team:
    """The team after its retreat."""
    price = dict(ways)
    out: Team = ()
    for troop in team:
        cost = price.get(troop.id, 0)
        out += () if cost == LOST else lose((troop,), 1 if cost == HOLDS else cost)
    return out


def holding(team: Team, ways: Ways) -> int:
    """How many of a beaten team stay in their fortress."""
    stay = {name for name, cost in ways if cost == HOLDS}
    return sum(1 for t in team if t.id in stay)


def outcome_of(result: TableResult, team: Team, foes: Team, terms: RetreatCosts, table: str = CRT) -> AttackEnd:
    """How a result ends (10.6); without defenders there are partisans, whom any result that beats them removes."""
    ours, theirs = (tuple(t for t in side if t.kind != ARTILLERY) for side in (team, foes))
    cost = result_cost(result, steps_of(ours), steps_of(theirs))
    first = first_losers(ours, table, result, traits_of)
    a1, d1 = lose(ours, cost.attacker, first), lose(theirs, cost.defender)
    beaten = max(cost.defender_retreat) > 0
    held = 0
    if beaten:
        back = terms.defenders if cost.defender_retreat[0] > 1 else terms.defenders_short
        d1 = flee(d1, back)
        held = holding(d1, back)
    if max(cost.attacker_retreat):
        a1 = flee(a1, terms.attackers if cost.attacker_retreat[0] > 1 else terms.attackers_short)
    d_factors = sum(t.cf for t in theirs) - sum(t.cf for t in d1)
    a_factors = sum(t.cf for t in ours) - sum(t.cf for t in a1)
    left = len(d1) - held if beaten else 0
    fate = result.effect.defender
    scattered = fate.all or (max(fate.retreat) > 0 and not result.effect.even)
    cleared = (beaten and not held) or not d1 if theirs else scattered
    return AttackEnd(
        result.title,
        cleared,
        d_lost=len(theirs) - len(d1),
        left=left,
        a_lost=len(ours) - len(a1),
        d_factors=d_factors,
        a_factors=a_factors,
    )


def results(odds: AttackOdds) -> list[tuple[TableResult, Fraction]]:
    """The result of every face with its chance; below the table there is only one."""
    if odds.column == NO_COLUMN:
        return [(lookup(odds.table, NO_COLUMN, 0), Fraction(1))]
    return [(face.result, Fraction(1, odds.dice)) for face in odds.faces()]


@SHELF.remembered(20000)
def ends_of(here: AttackConditions, team: Team, table: str, terms: RetreatCosts) -> Ends:
    """How an attack by a team on a site can end."""
    faces = results(work_out_odds(here, team, table)) if team else ()
    return likeliest_first((outcome_of(result, team, here.foes, terms, table), p) for result, p in faces)


# -- an attack on the map -----------------------------------------------------------------------------------


class PlannedAttack(NamedTuple):
    """An attack as figures: who fights, against which hexes out of which, and the cost of retreats."""

    units: tuple[Unit, ...]
    hexes: tuple[int, ...]
    bases: tuple[int, ...]
    here: AttackConditions
    team: Team
    terms: RetreatCosts


def planned(
    w: World,
    side: Side,
    index: int,
    attackers: Sequence[str],
    at: Mapping[str, int] | None = None,
    retreats: bool = True,
) -> PlannedAttack:
    """An attack on a hex, and those joined to it, by units as they stand, or as ``at`` puts them.  Guns, aircraft and
    the Field Marshal given to this attack count without being named.

    :param retreats: False: what they cost does not matter.
    """
    place = at or {}
    units = taking_part(w, side, index, attackers)
    hexes = tuple(i for i in declared_attacks.hexes_of(w, index) if is_defended(w, i, side)) or (index,)
    foes = [u for i in hexes for u in foes_at(w, i, side)]
    fighting = tuple(u for u in units if is_combat_unit(u))
    bases = tuple(sorted({place.get(u.id, u.hex) for u in fighting}))
    terms = _retreat_costs(w, foes, bases, fighting, hexes, place) if retreats else RetreatCosts()
    here, team = attack_conditions(w, hexes, side, units, place), team_of(w, units, hexes, place)
    return PlannedAttack(fighting, hexes, bases, here, team, terms)


def taking_part(w: World, side: Side, index: int, attackers: Sequence[str]) -> list[Unit]:
    """The combat units named, then the guns, aircraft and Field Marshal named or given to the attack."""
    chosen = [u for name in attackers if (u := w.unit(name)) is not None and u.hex >= 0 and u.type.side is side]
    given = declared_attacks.support(w, index) if side is turn_side(w) else []
    helpers = {
        u.entity: u for u in (*chosen, *given) if is_gun(u) or (letter(u) in ("AIR", "FM") and not u[Readiness].spent)
    }
    return [*(u for u in chosen if is_combat_unit(u)), *helpers.values()]


def _retreat_costs(
    w: World,
    foes: Sequence[Unit],
    bases: Sequence[int],
    fighting: Sequence[Unit],
    hexes: Sequence[int],
    place: Mapping[str, int],
) -> RetreatCosts:
    """The ways back of defenders from the attackers' hexes, and of attackers from the defenders'."""

    def ways(who: Sequence[Unit], enemies: Sequence[int], paces: tuple[int, int]) -> Ways:
        if not enemies:
            return ()
        return tuple((u.id, _way_back(w, u, place.get(u.id, u.hex), enemies, paces)) for u in who)

    return RetreatCosts(
        ways(foes, bases, LONG), ways(foes, bases, EITHER), ways(fighting, hexes, LONG), ways(fighting, hexes, EITHER)
    )


def _way_back(w: World, unit: Unit, start: int, enemies: Sequence[int], paces: tuple[int, int]) -> int:
    cost = retreat_and_advance.escape(w, unit, start, enemies, paces)
    return HOLDS if cost > 0 and unit.hex == start and fortresses.may_stand(w, unit) else cost
