"""Chapter 9: what will come of an attack.  Every result with its exact chance, choices taken as in aftermath.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ecs.core.components import Assignment, Side
from ecs.core.known_facts import DieFace, Note
from ecs.core.view import Forecast, Outcome, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import retreat
from ecs.rulesets.war_against_russia.combat.attacks import declared_attacks, declaring
from ecs.rulesets.war_against_russia.combat.battlefield import foes_at, site, team_of
from ecs.rulesets.war_against_russia.combat.odds import (
    LOSS,
    AttackOdds,
    columns,
    convert,
    declined,
    dice,
    effect_of,
    effects_of,
    offer,
    work_out_odds,
)
from ecs.rulesets.war_against_russia.combat.strength import GERMAN, AttackConditions, Team, crossing_refusal, stands
from ecs.rulesets.war_against_russia.data.components import Breakthrough
from ecs.rulesets.war_against_russia.data.tables import SHELF
from ecs.rulesets.war_against_russia.data.unit_facts import AIR_BOX, is_air
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.rulesets.war_against_russia.ground.stacking import excess, full_for
from ecs.rulesets.war_against_russia.table.outcomes import FREE, RetreatBlocks, end_of, exchanged, final_code
from ecs.systems.combat.outcomes import AttackEnd, likeliest_first
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.forecast import Worth, forecast_of, refusal_text
from ecs.systems.table.names import label, named

NEAR, FAR = 1, retreat.FARTHEST


# -- the forecast -----------------------------------------------------------------------------------------


@SHELF.remembered(20000)
def work_out(here: AttackConditions, team: Team, terms: RetreatBlocks = FREE) -> Forecast:
    """The forecast of an attack by a team on a site."""
    odds = work_out_odds(here, team)
    faces = tuple(dice()) if team and odds.allowed else ()
    told = tuple(_face(odds, die) for die in faces)
    ends = likeliest_first((end_of(odds, die, terms), Fraction(1, len(faces))) for die in faces)
    ours = Worth(odds.attack.lines, odds.attack.total, odds.column)
    return replace(
        forecast_of(team, here.foes, ours, Worth(odds.defence.lines, odds.defence.total), ends, _outcome),
        notes=_notes(odds),
        refusal=refusal_of(odds),
        odds=odds.title,
        faces=tuple((str(face.read), f"{face.code}: {face.meaning}") for face in told),
        attack_total=Fraction(odds.attack.total),
        defence_total=Fraction(odds.defence.total),
        die=told,
        column=columns().odds(odds.column),
    )


def refusal_of(odds: AttackOdds) -> str:
    """Why the figures alone forbid the attack, or ""."""
    return refusal_text(odds.team, _ruled_out(odds))


def _ruled_out(odds: AttackOdds) -> Iterator[Refusal | None]:
    yield from (crossing_refusal(odds.site, troop) for troop in odds.team)
    if not odds.allowed:
        words = f"{odds.attack.total} against {odds.defence.total} is {odds.title}: no attack (9.1)."
        yield Refusal("below-table", words, "")


def _face(odds: AttackOdds, die: int) -> DieFace:
    """A result in figures.  One that circumstances have turned into another is not turned again where there is no way
    out."""
    here, raw, code = odds.site, odds.result(die), final_code(odds, die)
    trapped = convert(raw, here, odds.team, True, False) if raw == code else code
    price = offer(here, odds.team, odds.code(die))
    return DieFace(die, effects_of(code), raw, _meaning(odds, die), effects_of(trapped), price=price)


def _meaning(odds: AttackOdds, die: int) -> str:
    """What a result means, how it came about and what it would cost to buy the defenders instead."""
    here, raw, code = odds.site, odds.result(die), final_code(odds, die)
    words = [effect_of(code).text]
    if effect_of(raw).exchange and code == LOSS:
        words.append(f"{raw} by the die, but nobody can be paid for")
    elif raw != code:
        words.append(f"{raw} by the die")
    elif effect_of(code).exchange and not here.foes:
        words.append("the city's own people cost nothing")
    cost = offer(here, odds.team, odds.code(die))
    if cost is not None:
        words.append(f"the Germans may buy all defenders for {cost} factor{'s' if cost > 1 else ''}")
    return "; ".join(words)


def _notes(odds: AttackOdds) -> tuple[Note, ...]:
    here = odds.site
    out = [Note(f"{odds.attack.total} to {odds.defence.total}: {columns().title(odds.ratio)}", "9.1")]
    out += [Note(f"Column {line.value:+d}: {line.text}", line.rule) for line in odds.shifts]
    if here.stand:
        names = [foe.name for foe in here.foes if stands(here, foe)]
        out.append(
            Note(f"{'The defenders' if len(names) == len(here.foes) else ', '.join(names)} must not retreat", "9.6")
        )
    elif here.surrounded:
        out.append(Note("The defenders have no way to retreat", "9.6"))
    codes = {odds.code(die) for die in dice()} if odds.allowed and odds.team else set()
    swaps = {code for code in codes if effect_of(code).exchange}
    if swaps or any(effect_of(code).attackers for code in codes):
        out.append(Note("Attackers lose what costs them least", "9.3"))
    if any(declined(here, code) != code for code in swaps):
        out.append(Note("Defenders in mountains refuse an exchange", "8"))
    elif swaps and here.foes and exchanged(here, odds.team) is not None:
        out.append(
            Note("An exchange takes all the defenders that can be paid for, or the fewest where that is dear", "9.5")
        )
        if here.side is Side.SOVIET and len(here.foes) > 1:
            out.append(Note("The Axis chooses who of them goes first", "9.5"))
    if any(offer(here, odds.team, code) is not None for code in codes):
        out.append(Note("Defenders bought after the die are not in the chances", "9.5"))
    return tuple(out)


def _outcome(end: AttackEnd, p: Fraction) -> Outcome:
    words = "hex open" if end.cleared else "hex held"
    theirs = f"defender loses {end.d_lost} ({end.d_factors} CF)"
    theirs += f", {end.left} driven back" if end.left else ""
    theirs += f", {end.d_tired} Dispersed" if end.d_tired else ""
    ours = f"attacker loses {end.a_lost} ({end.a_factors} CF)"
    ours += f", {end.a_tired} Dispersed" if end.a_tired else ""
    text = f"{end.code}: {words}; {theirs}; {ours}"
    counts = end.d_lost, end.d_tired, end.a_lost, end.a_tired
    return Outcome(p, end.cleared, *counts, text, end.d_factors, end.a_factors)


def forecast(
    w: World,
    side: Side,
    index: int,
    attackers: tuple[str, ...],
    press: int = 0,
    stand: bool = True,
    rounds: int = 0,
    at: Mapping[str, int] | None = None,
    ends: bool = True,
) -> Forecast:
    """An attack on a hex by units as they stand, or as ``at`` puts them; aircraft aimed at the hex count unnamed.

    :param press: 1: as if the Germans who defend were ordered not to retreat; 2, 3 ...: as if the first of them were
        alone, the second ... (9.6).
    :param stand: without meaning here, as ``rounds`` is: an attack is one throw.
    """
    place = dict(at or {})
    chosen = [u for name in attackers if (u := w.unit(name)) is not None and u.type.side is side]
    ground = [u for u in chosen if u.hex >= 0 and not is_air(u)]
    bases = tuple(sorted({place.get(u.id, u.hex) for u in ground}))
    foes = foes_at(w, index, side) if bases else []
    closed = [retreat.is_surrounded(w, index, bases, hexes) for hexes in (FAR, NEAR)]
    here = site(w, index, side, [*ground, *_flying(w, side, index, ground, attackers)], place, *closed)
    germans = [foe.id for foe in here.foes if foe.nation == GERMAN]
    if press and not here.surrounded and germans:
        here = here._replace(stand=True, firm=frozenset(germans[press - 2 : press - 1] if press > 1 else ()))
    found = work_out(here, team_of(w, ground, index, place), terms_of(w, here, foes, bases))
    exits = {j for u in foes for j in _ends(w, u, bases, FAR)}
    return replace(
        found,
        hex=label(w, index),
        retreats=tuple(sorted(label(w, j) for j in exits)),
        refusal=refusal_text(ground, _refusals(w, side, index, ground, place)) or found.refusal,
    )


def _flying(w: World, side: Side, index: int, ground: Sequence[Unit], chosen: Sequence[str]) -> list[Unit]:
    """The ready aircraft chosen for this attack, or aimed at it (12); none flies for one after a breakthrough."""
    if w[Breakthrough].extra:
        return []
    waves = sorted({u[Assignment].wave for u in ground if u[Assignment].target == index})
    aimed = (
        [u for wave in waves for u in declared_attacks.air_of(w, index, wave)]
        if waves
        else declared_attacks.support(w, index)
    )
    ids = {*chosen, *(u.id for u in aimed)}
    return [u for u in w.units if u.id in ids and is_air(u) and u.place.box == AIR_BOX and u.type.side is side]


# -- ways back (10.1) -------------------------------------------------------------------------------------


def terms_of(w: World, here: AttackConditions, stack: Sequence[Unit], foes: Sequence[int]) -> RetreatBlocks:
    """Who of a stack finds no way, when the attacker sends one after another: far, so that most are lost; near, so that
    fewest stay.  Those who are not to retreat do not go."""
    if len(stack) < 2:
        return FREE
    firm = {foe.id for foe in here.foes if stands(here, foe)}
    units = [u for u in stack if u.id not in firm]
    far = [(u, _ends(w, u, foes, FAR)) for u in units]
    near = [(u, _ends(w, u, foes, NEAR)) for u in units]
    return RetreatBlocks(frozenset(_left_over(w, far, {}, True)), frozenset(_left_over(w, near, {}, False)))


def _ends(w: World, unit: Unit, foes: Sequence[int], hexes: int) -> list[int]:
    """Where a retreat of up to so many hexes may end."""
    full, found = full_for(w, unit), set()
    trails: list[tuple[int, ...]] = [(unit.hex,)]
    for _ in range(hexes):
        trails = [(*trail, j) for trail in trails for j in retreat.exits(w, unit, trail, foes)]
        found |= {trail[-1] for trail in trails if trail[-1] not in full}
    return sorted(found)


def _left_over(
    w: World, queue: Sequence[tuple[Unit, list[int]]], placed: Mapping[int, tuple[Unit, ...]], most: bool
) -> tuple[str, ...]:
    """Those of a queue who find no way, after others have been placed; most or fewest, in factors."""
    if not queue:
        return ()
    (unit, ends), rest = queue[0], queue[1:]
    room = [j for j in ends if j not in placed or not excess(w, [*units_at(w, j), *placed[j], unit], j)]
    if not room:
        return (unit.id, *_left_over(w, rest, placed, most))
    ways = [_left_over(w, rest, {**placed, j: (*placed.get(j, ()), unit)}, most) for j in room]

    def worth(ids: tuple[str, ...]) -> int:
        return sum(w.by_id[name].type.cost for name in ids)

    return max(ways, key=worth) if most else min(ways, key=worth)


def _refusals(w: World, side: Side, index: int, units: list[Unit], at: Mapping[str, int]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack."""
    if not is_defended(w, index, side):
        yield Refusal("nothing-there", f"There is nothing to attack at {named(w, index)}.", "")
    for unit in units:
        fit = declaring.unable if unit.entity in w[Breakthrough].loose else declaring.unfit
        yield fit(w, unit) or declaring.cannot_target(w, unit, index, at.get(unit.id))
    for base in sorted({at.get(u.id, u.hex) for u in units}):
        yield declaring.overfull(w, [u for u in units if at.get(u.id, u.hex) == base], index)
