"""Chapter 10: what will come of an attack?  Every result with its exact chance.

Losses fall as a careful owner would let them, where they cost fewest factors; retreats take the best way there is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ecs.core.components import Readiness, Side
from ecs.core.known_facts import DieFace, Note, SideEffect
from ecs.core.view import Forecast
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import fortresses, retreat
from ecs.rulesets.russia_besieged.combat.attacks import declared_attacks, declaring
from ecs.rulesets.russia_besieged.combat.battlefield import (
    attack_conditions,
    defending_marshals,
    foes_at,
    is_defended,
    team_of,
)
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    NO_COLUMN,
    AttackOdds,
    TableResult,
    blitz_refusal,
    column_odds,
    lookup,
    ratio_name,
    result_cost,
    work_out_odds,
)
from ecs.rulesets.russia_besieged.combat.strength import (
    ARTILLERY,
    SUPPLIED,
    AttackConditions,
    Combatant,
    Team,
    steps_of,
)
from ecs.rulesets.russia_besieged.data.schema.combat import SideResult
from ecs.rulesets.russia_besieged.data.turn import turn_side
from ecs.rulesets.russia_besieged.data.unit_facts import is_combat_unit, is_gun, letter
from ecs.systems.table.forecast import AttackEnd, outcome
from ecs.systems.table.names import label

LONG, EITHER = (2, 2), (1, 2)
LOST, HOLDS = -1, 99  # instead of steps: no retreat; it holds its fortress for a step (24.2)
Ways = tuple[tuple[str, int], ...]  # unit id, steps its retreat costs


class RetreatCosts(NamedTuple):
    """What retreats cost either side: of two hexes, and of one or two."""

    defenders: Ways = ()
    defenders_short: Ways = ()
    attackers: Ways = ()
    attackers_short: Ways = ()


def next_loss(team: Sequence[Combatant], pool: Sequence[Combatant]) -> int:
    """Which unit of a team takes the next step: the one of a pool with the fewest factors to lose."""
    fair = [i for i, troop in enumerate(team) if troop in pool]
    return min(fair, key=lambda i: (team[i].cf - (team[i].weak if team[i].steps > 1 else 0), i))


def first_losers(team: Team, table: str, result: TableResult) -> Team:
    """Who may lose the attackers' first step: armour in a Blitzkrieg attack; in an even exchange a unit of the nation
    with most factors (10.61)."""
    pool = team
    if table == BLITZKRIEG:
        pool = tuple(t for t in pool if t.armour) or pool
    if result.effect.attacker.lost and result.effect.defender.lost:
        shares: dict[str, int] = {}
        for troop in team:
            shares[troop.nation] = shares.get(troop.nation, 0) + troop.cf
        most = max(shares.values(), default=0)
        pool = tuple(t for t in pool if shares[t.nation] == most) or pool
    return pool


def lose(team: Team, steps: int, first: Team = ()) -> Team:
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
    a1, d1 = lose(ours, cost.attacker, first_losers(ours, table, result)), lose(theirs, cost.defender)
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
    return AttackEnd(cleared, len(theirs) - len(d1), left, len(ours) - len(a1), d_factors, a_factors)


def results(odds: AttackOdds) -> list[tuple[TableResult, Fraction]]:
    """The result of every face with its chance; below the table there is only one."""
    if odds.column == NO_COLUMN:
        return [(lookup(odds.table, NO_COLUMN, 0), Fraction(1))]
    return [(face.result, Fraction(1, odds.dice)) for face in odds.faces()]


@lru_cache(maxsize=20000)
def work_out(here: AttackConditions, team: Team, table: str, terms: RetreatCosts) -> Forecast:
    """The forecast of an attack by a team on a site."""
    odds, foes = work_out_odds(here, team, table), here.foes
    found: dict[tuple[str, AttackEnd], Fraction] = {}
    for result, p in results(odds) if team else ():
        key = result.title, outcome_of(result, team, foes, terms, table)
        found[key] = found.get(key, Fraction(0)) + p
    ends = sorted(found.items(), key=lambda item: (-item[1], item[0]))

    def mean(field: str) -> Fraction:
        return sum((p * getattr(end, field) for (_, end), p in ends), Fraction(0))

    return Forecast(
        hex="",
        attackers=tuple(t.id for t in team),
        defenders=tuple(t.id for t in foes),
        attack_lines=odds.attack.lines,
        attack_strength=odds.attack.total,
        attack_column=max(0, odds.column),
        defence_lines=odds.defence.lines,
        defence_strength=odds.defence.total,
        defence_column=0,
        notes=_notes(odds),
        outcomes=tuple(outcome(title, end, p) for (title, end), p in ends),
        retreats=(),
        rounds=1,
        p_cleared=sum((p for (_, end), p in ends if end.cleared), Fraction(0)),
        mean_defender_factors_lost=mean("d_factors"),
        mean_attacker_factors_lost=mean("a_factors"),
        mean_defenders_lost=mean("d_lost"),
        mean_attackers_lost=mean("a_lost"),
        odds=odds.title,
        faces=_faces(odds),
        attack_total=Fraction(odds.attack.total),
        defence_total=Fraction(odds.defence.total),
        die=_die(odds),
        column=column_odds(odds.table, odds.column),
        modifier=odds.drm,
        halved=frozenset(t.id for t in team if t.supply != SUPPLIED and t.kind != ARTILLERY and not t.idle),
    )


def _faces(odds: AttackOdds) -> tuple[tuple[str, str], ...]:
    if odds.column == NO_COLUMN:
        return ()
    return tuple((str(face.read), f"{face.result.title}: {face.result.effect.text}") for face in odds.faces())


def _die(odds: AttackOdds) -> tuple[DieFace, ...]:
    """The faces in figures."""
    return () if odds.column == NO_COLUMN else tuple(_face(face.read, face.result) for face in odds.faces())


@lru_cache(maxsize=1024)
def _face(read: int, result: TableResult) -> DieFace:
    code, effect = result.code, result.effect
    fates = _side_effect(effect.attacker), _side_effect(effect.defender)
    return DieFace(read, code, code, code, effect.text, *fates, even=effect.even, advance=result.advance)


def _side_effect(fate: SideResult) -> SideEffect:
    return SideEffect(fate.lost, fate.all, retreat=fate.retreat)


def _notes(odds: AttackOdds) -> tuple[Note, ...]:
    out = [Note(f"{odds.attack.total} to {odds.defence.total}: {ratio_name(odds.ratio)}", "10.2")]
    out += [Note(f"Die {line.value:+d}: {line.text}", line.rule) for line in odds.drms]
    if odds.column == NO_COLUMN:
        out.append(Note("At odds below the table the attackers surrender without a die", "10.1"))
    elif odds.table == BLITZKRIEG:
        out.append(Note("Blitzkrieg table", "10.9"))
    return tuple(out)


def forecast(
    w: World,
    side: Side,
    index: int,
    attackers: tuple[str, ...],
    press: int = 0,
    stand: bool = True,
    rounds: int = 0,
    at: Mapping[str, int] | None = None,
) -> Forecast:
    """An attack on a hex, and those joined to it, by units as they stand, or as ``at`` puts them.  Guns, aircraft and
    the Field Marshal given to this attack count without being named.

    :param press: 1: on the Blitzkrieg table.
    :param stand: without meaning here, as ``rounds`` is: an attack is one throw.
    """
    place = dict(at or {})
    units = _taking_part(w, side, index, attackers)
    hexes = tuple(i for i in declared_attacks.hexes_of(w, index) if is_defended(w, i, side)) or (index,)
    foes = [u for i in hexes for u in foes_at(w, i, side)]
    fighting = [u for u in units if is_combat_unit(u)]
    bases = tuple(sorted({place.get(u.id, u.hex) for u in fighting}))
    table = BLITZKRIEG if press else CRT
    here, team = attack_conditions(w, hexes, side, units, place), team_of(w, units, hexes, place)
    exits = {j for u in foes for j in (retreat.best(w, u, (u.hex,), bases, LONG) if bases else ())}
    found = work_out(here, team, table, _retreat_costs(w, foes, bases, fighting, hexes, place))
    return replace(
        found,
        hex=label(w, index),
        notes=(*found.notes, *_kept(w, hexes, side)) if here.marshals[1] else found.notes,
        retreats=tuple(sorted(label(w, j) for j in exits)),
        refusal=_refusal(w, fighting, hexes, place) or _no_blitz(here, team, press),
    )


def _taking_part(w: World, side: Side, index: int, attackers: Sequence[str]) -> list[Unit]:
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
    cost = retreat.escape(w, unit, start, enemies, paces)
    return HOLDS if cost > 0 and unit.hex == start and fortresses.may_stand(w, unit) else cost


def _kept(w: World, hexes: Sequence[int], side: Side) -> list[Note]:
    """That the defenders may spare their Field Marshal."""
    names = [u.type.name for u in defending_marshals(w, hexes, side.other)]
    return [Note(f"The defenders may keep {' and '.join(names)} for another battle: then the die is 1 better", "14.2")]


def _no_blitz(here: AttackConditions, team: Team, press: int) -> str:
    refusal = blitz_refusal(here, team) if press else None
    return str(refusal) if refusal is not None else ""


def _refusal(w: World, units: list[Unit], hexes: Sequence[int], place: Mapping[str, int]) -> str:
    """Why these units may not make this attack, or ""."""
    if not units:
        return "No attackers are chosen."
    for unit in units:
        unfit = declaring.unfit(w, unit)
        if unfit is not None:
            return str(unfit)
        for there in hexes:
            refusal = declaring.cannot_target(w, unit, there, place.get(unit.id))
            if refusal is not None:
                return str(refusal)
    return ""
