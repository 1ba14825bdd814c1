"""Chapter 10: the forecast of an attack: every result with its exact chance.

Losses fall as a careful owner would let them, where they cost fewest factors; retreats take the best way there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from ecs.core.components import Side
from ecs.core.known_facts import DieFace, Note, ResultEffects, SideEffect
from ecs.core.ruleset import AttackQuery
from ecs.core.unit_names import signed
from ecs.core.view import Forecast, Refusal
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import declaring, retreat_and_advance
from ecs.rulesets.russia_besieged.combat.battlefield import (
    defending_marshals,
    foes_at,
)
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    AttackOdds,
    TableResult,
    blitz_refusal,
    columns,
    ratio_name,
    work_out_odds,
)
from ecs.rulesets.russia_besieged.combat.outcomes import LONG, PlannedAttack, RetreatCosts, ends_of, planned
from ecs.rulesets.russia_besieged.combat.strength import (
    ARTILLERY,
    SUPPLIED,
    AttackConditions,
    Team,
)
from ecs.rulesets.russia_besieged.data.combat_tables import SideResult
from ecs.rulesets.russia_besieged.data.tables import SHELF
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.forecast import Worth, answer, forecast_of, outcome
from ecs.systems.sentences import label

TABLES = (CRT, BLITZKRIEG)
"""As the glossary lists them."""


@SHELF.remembered(20000)
def work_out(here: AttackConditions, team: Team, table: str, terms: RetreatCosts | None) -> Forecast:
    """The forecast of an attack by a team on a site; only up to the die if the cost of retreats is not given."""
    odds = work_out_odds(here, team, table)
    ours = Worth(odds.attack.lines, odds.attack.total, odds.column)
    theirs = Worth(odds.defence.lines, odds.defence.total)
    ends = ends_of(here, team, table, terms) if terms is not None else ()
    return replace(
        forecast_of(team, here.foes, ours, theirs, ends, outcome),
        notes=_notes(odds),
        odds=odds.title,
        faces=_faces(odds),
        attack_total=Fraction(odds.attack.total),
        defence_total=Fraction(odds.defence.total),
        die=_die(odds),
        column=columns(odds.table).odds(odds.column),
        modifier=odds.drm,
        table=TABLES.index(odds.table),
        halved=frozenset(t.id for t in team if t.supply != SUPPLIED and t.kind != ARTILLERY and not t.idle),
    )


def _faces(odds: AttackOdds) -> tuple[tuple[str, str], ...]:
    if odds.column == NO_COLUMN:
        return ()
    return tuple((str(face.read), f"{face.result.title}: {face.result.effect.text}") for face in odds.faces())


def _die(odds: AttackOdds) -> tuple[DieFace, ...]:
    """The faces of the die in figures."""
    return () if odds.column == NO_COLUMN else tuple(_face(face.read, face.result) for face in odds.faces())


@SHELF.remembered(1024)
def _face(read: int, result: TableResult) -> DieFace:
    code, effect = result.code, result.effect
    brings = ResultEffects(code, _side_effect(effect.attacker), _side_effect(effect.defender))
    return DieFace(read, brings, code, effect.text, even=effect.even, advance=result.advance)


def _side_effect(fate: SideResult) -> SideEffect:
    return SideEffect(fate.lost, fate.all, retreat=fate.retreat)


def _notes(odds: AttackOdds) -> tuple[Note, ...]:
    out = [Note(f"{odds.attack.total} to {odds.defence.total}: {ratio_name(odds.ratio)}", "10.2")]
    out += [Note(f"Die {signed(line.value)}: {line.text}", line.rule) for line in odds.drms]
    if odds.column == NO_COLUMN:
        out.append(Note("At odds below the table the attackers surrender without a roll", "10.1"))
    elif odds.table == BLITZKRIEG:
        out.append(Note("Blitzkrieg table", "10.9"))
    return tuple(out)


def forecast(w: World, asked: AttackQuery) -> Forecast:
    """An attack on a hex, and those joined to it, by units; pressed, on the Blitzkrieg table."""
    side = asked.side
    plan = planned(w, side, asked.hex, asked.attackers, asked.at, asked.ends)
    here, table = plan.here, BLITZKRIEG if asked.press else CRT
    found = work_out(here, plan.team, table, plan.terms if asked.ends else None)
    found = replace(
        found,
        notes=(*found.notes, *_kept(w, plan.hexes, side)) if here.marshals[1] else found.notes,
        refusal=_no_blitz(here, plan.team, asked.press),
    )
    retreats = _retreats(w, plan, side) if asked.ends else ()
    return answer(w, asked, found, plan.units, retreats, _refusals(w, plan, asked.at))


def _retreats(w: World, plan: PlannedAttack, side: Side) -> tuple[str, ...]:
    """Where the defenders could go from the attackers."""
    foes = [u for i in plan.hexes for u in foes_at(w, i, side)] if plan.bases else []
    exits = {j for u in foes for j in retreat_and_advance.best(w, u, (u.hex,), plan.bases, LONG)}
    return tuple(sorted(label(w, j) for j in exits))


def _kept(w: World, hexes: Sequence[int], side: Side) -> list[Note]:
    """A note that the defenders may spare their Field Marshal."""
    names = [u.type.long_name for u in defending_marshals(w, hexes, side.other)]
    return [Note(f"If the defenders keep {' and '.join(names)} for another battle, the die is 1 better", "14.2")]


def _no_blitz(here: AttackConditions, team: Team, press: int) -> str:
    refusal = blitz_refusal(here, team) if press else None
    return str(refusal) if refusal is not None else ""


def _refusals(w: World, plan: PlannedAttack, place: Mapping[str, int]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack."""
    for unit in plan.units:
        yield declaring.unfit(w, unit)
        yield from (declaring.cannot_target(w, unit, there, place.get(unit.id)) for there in plan.hexes)
