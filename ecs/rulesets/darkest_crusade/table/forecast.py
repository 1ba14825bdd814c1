"""Chapters 9 and 24: the forecast of an attack: every result with its exact chance, on the map or typed as figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from ecs.core.components import Concealment, Side
from ecs.core.known_facts import Note
from ecs.core.ruleset import AttackQuery
from ecs.core.view import Forecast, Outcome, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat import declaring, retreat_and_advance
from ecs.rulesets.darkest_crusade.combat.battle import rounds_now
from ecs.rulesets.darkest_crusade.combat.fire import (
    AttackConditions,
    Combatant,
    SideFire,
    attack_conditions,
    attack_salvo,
    combatant,
    defence_salvo,
    may_ford,
    press_limit,
    spectrum,
    surprise,
)
from ecs.rulesets.darkest_crusade.data.tables import SHELF
from ecs.rulesets.darkest_crusade.ground.control import foe_map
from ecs.systems.combat.odds import AttackEnd, Ends, likeliest_first
from ecs.systems.forecast import GivenFigures, OddsError, Worth, answer, forecast_of
from ecs.systems.sentences import label, named
from ecs.systems.stacking import units_at

# -- Section 24 and 9: the forecast of an attack: every result with its exact chance. --------------------------------

Team = tuple[Combatant, ...]
FIGURES = ("outcomes", "p_cleared", *(f.name for f in fields(Forecast) if f.name.startswith("mean_")))
UNUSED_FORD = Note("June: before round 1 you may ignore one river hexside here, but only once this turn", "19")
AVERAGE = Combatant("unknown unit", 0, 1, 1)


# -- spreading hits as a sensible owner would -------------------------------------------------------


@SHELF.remembered(20000)
def absorb(team: Team, hits: int) -> tuple[Team, int]:
    """The team after a round's hits, and the hits left over when it is wiped out.

    Loses as few factors as it can: fill up whole units first, largest first, then kill the cheapest, and of
    equals those that are Disrupted anyway.
    """
    capacity = [(1 if f.fortified else 0) + (0 if f.disrupted else f.hits) for f in team]
    order = sorted(range(len(team)), key=lambda i: (-capacity[i], team[i].cost, i))
    taken = [0] * len(team)
    for i in order:
        taken[i] = min(capacity[i], hits)
        hits -= taken[i]
    for i in sorted(range(len(team)), key=lambda i: (team[i].cost, not (taken[i] or team[i].disrupted), i)):
        if hits and taken[i] == capacity[i]:
            taken[i] += 1
            hits -= 1
    after = tuple(
        _after(f, n, capacity[i]) for i, (f, n) in enumerate(zip(team, taken, strict=True)) if n <= capacity[i]
    )
    return after, hits


def _after(f: Combatant, taken: int, capacity: int) -> Combatant:
    if not taken:
        return f
    left = f._replace(fortified=False)
    if f.fortified and taken == 1:
        return left
    weak = left._replace(attack=f.weak_attack, defence=f.weak_defence) if f.weak_attack >= 0 else left
    return weak._replace(disrupted=True)


# -- the rounds ---------------------------------------------------------------------------------------


@SHELF.remembered(20000)
def battle_odds(
    attackers: Team, defenders: Team, here: AttackConditions, rounds: int, press: int, escape: bool
) -> Ends:
    """Exact distribution of how the battle ends, most likely first.

    :param press: columns pressed each round, at most the attackers' factors.
    :param escape: defenders that survive round 1 retreat; else they stand.
    """
    first, rolls = _round(attackers, defenders, here, press)
    found: dict[tuple[AttackEnd, int], int] = {}
    for (a_left, d_left, surplus), n in first.items():
        ends, more = _after_first(attackers, defenders, a_left, d_left, surplus, here, rounds, press, escape)
        for end, m in ends:
            key = end, rolls * more
            found[key] = found.get(key, 0) + n * m
    return likeliest_first((end, Fraction(n, of)) for (end, of), n in found.items())


def _round(
    attackers: Team, defenders: Team, here: AttackConditions, press: int
) -> tuple[dict[tuple[Team, Team, int], int], int]:
    """One round of fire: (attackers left, defenders left, surplus hits) -> rolls that bring it; and how many in all."""
    ours, theirs = attack_salvo(attackers, here), defence_salvo(defenders, attackers, here)
    bold = min(press, press_limit(attackers, here))
    (ours_rows, ours_total), (theirs_rows, theirs_total) = spectrum(ours, here.dice, bold), spectrum(theirs, here.dice)
    found: dict[tuple[Team, Team, int], int] = {}
    for scored, n in ours_rows:
        d_left, surplus = absorb(defenders, scored)
        for taken, m in theirs_rows:
            a_left, _ = absorb(attackers, taken)
            key = (a_left, d_left, surplus)
            found[key] = found.get(key, 0) + n * m
    return found, ours_total * theirs_total


def _after_first(
    a0: Team, d0: Team, a1: Team, d1: Team, surplus: int, here: AttackConditions, rounds: int, press: int, escape: bool
) -> tuple[Sequence[tuple[AttackEnd, int]], int]:
    """The ends a first round leads to, each with the rolls that bring it; and how many rolls there are."""
    if not d1 and surplus >= here.needed:
        return [(_end(True, a0, d0, a1, d1), 1)], 1
    if escape and d1:
        gone = tuple(f._replace(disrupted=True) for f in d1)
        if not here.needed:
            return [(_end(True, a0, d0, a1, gone), 1)], 1
        after, rolls = _place_round(a1, here, rounds, press)
        return [(_end(won, a0, d0, a2, gone), n) for won, a2, n in after], rolls
    fit = tuple(f for f in a1 if not f.disrupted)
    if rounds < 2 or not fit:
        return [(_end(False, a0, d0, a1, d1), 1)], 1
    tired = tuple(f for f in a1 if f.disrupted)
    second, rolls = _round(fit, d1, here, press)
    return [
        (_end(not d2 and extra >= here.needed, a0, d0, tired + a2, d2), n) for (a2, d2, extra), n in second.items()
    ], rolls


def _place_round(a1: Team, here: AttackConditions, rounds: int, press: int) -> tuple[list[tuple[bool, Team, int]], int]:
    """Round 2 against a city or fortress that its defenders have left."""
    fit, tired = tuple(f for f in a1 if not f.disrupted), tuple(f for f in a1 if f.disrupted)
    if rounds < 2 or not fit:
        return [(False, a1, 1)], 1
    found, rolls = _round(fit, (), here, press)
    return [(extra >= here.needed, tired + a2, n) for (a2, _, extra), n in found.items()], rolls


def _end(cleared: bool, a0: Team, d0: Team, a1: Team, d1: Team) -> AttackEnd:
    return AttackEnd(
        "",
        cleared,
        d_lost=len(d0) - len(d1),
        d_tired=sum(1 for f in d1 if f.disrupted),
        a_lost=len(a0) - len(a1),
        a_tired=sum(1 for f in a1 if f.disrupted),
        d_factors=sum(f.cost for f in d0) - sum(f.cost for f in d1),
        a_factors=sum(f.cost for f in a0) - sum(f.cost for f in a1),
    )


# -- the planner's forecast ---------------------------------------------------------------------------


def forecast(w: World, asked: AttackQuery) -> Forecast:
    """An attack on a hex by units, as far as their side knows the defenders."""
    side, index, units = asked.side, asked.hex, asked.units(w)
    facing = [u for u in units_at(w, index) if u.type.side is not side]
    defenders = sorted(facing, key=lambda u: u[Concealment].hidden)  # an unknown one's place in the stack tells nothing
    guess = any(u[Concealment].hidden for u in defenders)
    team = tuple(combatant(u)._replace(base=asked.base(u)) for u in units)
    foes = tuple(AVERAGE if u[Concealment].hidden else combatant(u) for u in defenders)
    bases = tuple(asked.bases(units))
    here = attack_conditions(w, index, side, bases, bool(defenders), surprise(w, units))
    exits = [] if guess else sorted({j for u in defenders for j in retreat_and_advance.exits(w, u, index, bases)})
    told = work_out(team, foes, here, asked.rounds or rounds_now(w), asked.press, asked.stand or not exits)
    return replace(
        answer(w, asked, told, units, (label(w, j) for j in exits), _refusals(w, asked, units)),
        attackers=tuple(u.id for u in units),
        defenders=_names(defenders),
        estimate=guess,
        notes=(*told.notes, UNUSED_FORD) if here.rivers and may_ford(w, units) else told.notes,
    )


def _names(units: list[Unit]) -> tuple[str, ...]:
    return tuple("?" if u[Concealment].hidden else u.id for u in units)


def _refusals(w: World, asked: AttackQuery, units: list[Unit]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack now."""
    if not foe_map(w, asked.side)[asked.hex]:
        yield Refusal("nothing-there", f"There is nothing to attack at {named(w, asked.hex)}.", "")
    yield from (declaring.cannot_target(w, unit, asked.hex, asked.at.get(unit.id)) for unit in units)
    yield from (declaring.overfull(w, group, base, asked.hex) for base, group in asked.bases(units).items())


@SHELF.remembered(20000)
def work_out(team: Team, foes: Team, here: AttackConditions, rounds: int, press: int, stand: bool) -> Forecast:
    """The forecast of a battle between two teams on a site."""
    fit = tuple(f for f in team if not f.disrupted)
    ours, theirs = attack_salvo(fit, here), defence_salvo(foes, fit, here)
    attack, defence = (Worth(fire.lines, fire.strength, fire.column) for fire in (ours, theirs))
    told = forecast_of(fit, foes, attack, defence, (), _outcome)
    if not fit:
        return replace(told, notes=_notes(ours, here, press), rounds=rounds)
    team, others, site = _nameless(fit, foes, here)
    figures = _figures(team, others, site, rounds, press, not stand)
    return replace(told, notes=_notes(ours, here, press), rounds=rounds, **figures)


def _nameless(team: Team, foes: Team, here: AttackConditions) -> tuple[Team, Team, AttackConditions]:
    """The same battle without names, its bases by number, so that like battles in different hexes share figures."""
    number = {base: n for n, base in enumerate(sorted(here.rivers | here.stalin))}
    ours = tuple(Combatant._make(("", *f[1:6], number.get(f.base, -1), *f[7:])) for f in team)
    theirs = tuple(Combatant._make(("", *f[1:6], -1, *f[7:])) for f in foes)
    rivers, stalin = (frozenset(number[base] for base in bases) for bases in (here.rivers, here.stalin))
    return ours, theirs, here._replace(rivers=rivers, stalin=stalin, intrinsic_name="")


@SHELF.remembered(20000)
def _figures(team: Team, foes: Team, here: AttackConditions, rounds: int, press: int, escape: bool) -> dict[str, Any]:
    """The part of a forecast that depends on how the battle ends."""
    told = forecast_of(
        (), (), Worth((), 0), Worth((), 0), battle_odds(team, foes, here, rounds, press, escape), _outcome
    )
    return {name: getattr(told, name) for name in FIGURES}


def _notes(ours: SideFire, here: AttackConditions, press: int) -> tuple[Note, ...]:
    out: list[Note] = []
    if here.needed:
        word = "hit takes" if here.needed == 1 else "hits in one round take"
        out.append(Note(f"Once no defender is left, {here.needed} {word} the place", "13"))
    if press:
        good, bad = (max(0, ours.column + shift) for shift in (press, -press))
        out.append(Note(f"Pressed by {press}: column {good} on a good roll, {bad} on a bad one", "9.4"))
    if here.ford and here.rivers:
        out.append(Note("First turn: attackers ignore one river hexside", "19"))
    return tuple(out)


def _outcome(end: AttackEnd, p: Fraction) -> Outcome:
    words = "hex taken" if end.cleared else "hex held"
    theirs = f"defender loses {end.d_lost}" + (f", {end.d_tired} Disrupted" if end.d_tired else "")
    ours = f"attacker loses {end.a_lost}" + (f", {end.a_tired} Disrupted" if end.a_tired else "")
    return Outcome(p, end.cleared, end.d_lost, end.d_tired, end.a_lost, end.a_tired, f"{words}; {theirs}; {ours}")


# -- The odds of a battle typed in as figures, off the map. ----------------------------------------------------------

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 4,3 (add u if out of supply: 3u)"),
    ("defend", "defenders as printed, e.g. 0-1,1-0 or 3 (d Disrupted, u out of supply, f fortified); empty for none"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("terrain", "clear, hills, forest, swamp or mountain (default clear)"),
    ("rivers", "hexsides attacked across a river (default 0)"),
    ("sides", "hexsides attacked across in all (default 1)"),
    ("stalin", "Stalin Line hexsides attacked across (default 0)"),
    ("place", "none, town, major, victory, fortress, kronshtat, moscow or sevastopol (default none)"),
    ("weather", "Good, Mud or Snow (default Good)"),
    ("rounds", "1 or 2 (default 2)"),
    ("press", "columns pressed each round (default 0)"),
    ("stand", "yes or no: do defenders stand after round 1 (default yes)"),
    ("dice", "table or lotsa_dice (default table)"),
    ("weather_mode", "columns or die (default columns)"),
    ("supply_mode", "halve, hits or die (default halve)"),
)
PLACES = {
    "none": (0, 0, False),
    "town": (0, 0, True),
    "major": (0, 1, True),
    "victory": (1, 1, True),
    "fortress": (1, 1, True),
    "kronshtat": (1, 1, False),
    "moscow": (1, 2, True),
    "sevastopol": (2, 1, True),
}


def odds(arguments: dict[str, str]) -> Forecast:
    """A battle worked out from figures.  Attackers go to the hexsides in turn, rivers and line sides first.

    :raises OddsError: for an unknown argument or a figure out of range.
    """
    given = GivenFigures(arguments, ODDS_ARGUMENTS)
    side, place = given.side(), given.choice("place", *PLACES)
    sides = given.number("sides", 1, 1, 6)
    rivers, stalin = given.number("rivers", 0, 0, sides), given.number("stalin", 0, 0, sides)
    fire, needed, shelter = PLACES[place]
    if place == "moscow" and side is Side.SOVIET:
        needed = 1
    here = AttackConditions(
        given.choice("terrain", "clear", "hills", "forest", "swamp", "mountain"),
        given.choice("weather", "Good", "Mud", "Snow"),
        side,
        frozenset(range(rivers)),
        frozenset(range(stalin)) if side is Side.AXIS else frozenset(),
        fire,
        place,
        needed,
        shelter,
        False,
        given.choice("weather_mode", "columns", "die"),
        given.choice("supply_mode", "halve", "hits", "die"),
        given.choice("dice", "table", "lotsa_dice"),
    )
    team = tuple(_fighter(text, i % sides, True) for i, text in enumerate(given.units("attack")))
    foes = tuple(_fighter(text, -1, False) for text in given.units("defend"))
    if not team:
        raise OddsError("attack: at least one attacking unit, e.g. --attack 4,3")
    press = given.number("press", 0, 0, press_limit(team, here))
    return work_out(team, foes, here, given.number("rounds", 2, 1, 2), press, given.yes("stand", "yes"))


def _fighter(word: str, base: int, attacking: bool) -> Combatant:
    flags = {c for c in word if c in "udf"}
    first, dash, second = word.strip("udf").partition("-")
    if not first.isdigit() or (dash and not second.isdigit()) or max(len(first), len(second)) > 2:
        raise OddsError(f"{word!r}: expected a printed factor such as 3 or 0-1, followed by d, u or f")
    a, h = int(first), int(second) if dash else int(first)
    return Combatant(
        word,
        a,
        max(a, h),
        h,
        a == 0 or not dash,
        True,
        base,
        "u" not in flags,
        "d" in flags and not attacking,
        "f" in flags,
        0,
        -1,
        -1,
        max(a, h),
    )
