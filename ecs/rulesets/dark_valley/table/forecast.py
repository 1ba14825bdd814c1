"""Chapter 5: the forecast of an attack: every result with its exact chance, on the map or typed in as figures.

Losses fall as a careful owner would let them: first off units of two steps, where they cost fewest factors.  A
Soviet result of no effect is rolled again.  Retreats take the cheapest way allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from ecs.core.components import Side
from ecs.core.known_facts import UNHURT, DieFace, Note, ResultEffects, SideEffect
from ecs.core.ruleset import AttackQuery
from ecs.core.unit_names import signed
from ecs.core.view import Forecast, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat import declaring, retreat_and_advance
from ecs.rulesets.dark_valley.combat.battle import MEANING
from ecs.rulesets.dark_valley.combat.battlefield import attack_conditions, foes_at, garrison_may_stand, team_of
from ecs.rulesets.dark_valley.combat.declaring import cannot_target
from ecs.rulesets.dark_valley.combat.odds import AttackConditions, AttackOdds, Combatant, Team, columns, work_out_odds
from ecs.rulesets.dark_valley.data.tables import GROUND, HEXSIDES, SHELF, STANDING, WEATHERS, tables
from ecs.rulesets.dark_valley.data.units import is_combat_unit
from ecs.rulesets.dark_valley.ground.occupancy import army_at, fighters_at
from ecs.systems.combat.odds import NO_COLUMN, AttackEnd, likeliest_first, mixed
from ecs.systems.forecast import GivenFigures, OddsError, Worth, answer, forecast_of, outcome, told_faces
from ecs.systems.sentences import label, named

NO_WAY = -1  # no retreat is open
TABLES = ("A", "B")  # as the glossary lists them


class RetreatCosts(NamedTuple):
    """The cost of a retreat: steps the way out costs (-1: there is none), and whether the garrison stands fast."""

    escape: int = 0
    stand: bool = False


# -- losses as a careful owner takes them --------------------------------------------------------------


def next_loss(team: Sequence[Combatant]) -> int:
    """The unit of a team that takes the next step loss: of those allowed, the one with fewest factors to lose."""
    pool = [i for i, t in enumerate(team) if t.steps > 1] or list(range(len(team)))
    return min(pool, key=lambda i: (team[i].cf - (team[i].weak if team[i].steps > 1 else 0), i))


def lose(team: Team, steps: int) -> tuple[Team, bool]:
    """The team after losing steps, and whether a German unit lost one."""
    left, german = list(team), False
    for _ in range(steps):
        if not left:
            break
        i = next_loss(left)
        german = german or left[i].german
        if left[i].steps > 1:
            left[i] = left[i]._replace(lost=left[i].lost + 1)
        else:
            del left[i]
    return tuple(left), german


def steps_of(team: Team) -> int:
    """Steps left in a team."""
    return sum(t.steps for t in team)


def outcome_of(code: str, side: Side, team: Team, foes: Team, terms: RetreatCosts) -> AttackEnd:
    """What a result of the table comes to (5.8)."""
    soviet = side is Side.SOVIET
    if code == "AE":
        return _end(code, team, foes, (), foes, False)
    if code == "AL1":
        return _end(code, team, foes, lose(team, 1)[0], foes, False)
    if code == "BL1":
        rest = lose(foes, 1)[0]
        return _end(code, team, foes, lose(team, 1)[0], rest, not rest)
    if code == "EX":
        return _end(code, team, foes, lose(team, steps_of(foes))[0], (), True)
    if code == "DE":
        owed = int(soviet and any(t.german for t in foes))
        return _end(code, team, foes, lose(team, owed)[0], (), True)
    if code in retreat_and_advance.CODES:
        rest, german = lose(foes, 1) if code == "DR*" and steps_of(foes) > 1 else (foes, False)
        ours = lose(team, int(soviet and german))[0]
        if terms.stand and steps_of(rest) > 1:
            return _end(code, team, foes, ours, lose(rest, 1)[0], False)
        away = lose(rest, terms.escape)[0] if terms.escape > NO_WAY else ()
        return _end(code, team, foes, ours, away, True, len(away))
    return _end(code, team, foes, team, foes, False)


def _end(code: str, a0: Team, d0: Team, a1: Team, d1: Team, cleared: bool, left: int = 0) -> AttackEnd:
    return AttackEnd(
        code,
        cleared,
        d_lost=len(d0) - len(d1),
        left=left,
        a_lost=len(a0) - len(a1),
        d_factors=sum(t.cf for t in d0) - sum(t.cf for t in d1),
        a_factors=sum(t.cf for t in a0) - sum(t.cf for t in a1),
    )


# -- the die -------------------------------------------------------------------------------------------


def codes(odds: AttackOdds, side: Side) -> dict[str, Fraction]:
    """Result -> its chance, a Soviet result of no effect rolled again."""
    if odds.column == NO_COLUMN:
        return {"AE": Fraction(1)}
    first = _once(odds)
    blank = first.get("NE", Fraction(0))
    if not blank or side is not Side.SOVIET:
        return first
    out = {code: p for code, p in first.items() if code != "NE"}
    for code, p in first.items():
        again = "AL1" if code == "NE" else code
        out[again] = out.get(again, Fraction(0)) + blank * p
    return out


def _once(odds: AttackOdds) -> dict[str, Fraction]:
    out: dict[str, Fraction] = {}
    for die in range(1, odds.dice + 1):
        code = odds.result(die)
        out[code] = out.get(code, Fraction(0)) + Fraction(1, odds.dice)
    return out


@SHELF.remembered(20000)
def work_out(here: AttackConditions, team: Team, foes: Team, terms: RetreatCosts) -> Forecast:
    """The forecast of an attack by a team on a site."""
    odds = work_out_odds(here, team, foes)
    chances = codes(odds, here.side).items() if team else ()
    ends = likeliest_first((outcome_of(code, here.side, team, foes, terms), p) for code, p in chances)
    ours = Worth(odds.attack.lines, odds.attack.total, odds.column)
    die = tuple(_face(odds.read(n), odds.result(n)) for n in range(1, odds.dice + 1))
    return replace(
        forecast_of(team, foes, ours, Worth(odds.defence.lines, odds.defence.total), ends, outcome),
        notes=_notes(odds, here, foes, terms),
        odds="AE" if odds.column == NO_COLUMN else odds.title,
        faces=told_faces(die),
        attack_total=odds.attack.total,
        defence_total=odds.defence.total,
        die=die,
        column=columns().odds(odds.column),
        modifier=odds.drm,
        table=TABLES.index(odds.table),
    )


@SHELF.remembered(128)
def _face(read: int, code: str) -> DieFace:
    return DieFace(read, ResultEffects(code, *_fates(code)), code, MEANING[code])


def _fates(code: str) -> tuple[SideEffect, SideEffect]:
    """What a result does to attackers and defenders (5.8)."""
    step, everybody, hexes = SideEffect(lost=1), SideEffect(all=True), (tables().combat.retreat,) * 2
    return {
        "AE": (everybody, UNHURT),
        "AL1": (step, UNHURT),
        "BL1": (step, step),
        "EX": (SideEffect(pays=True), everybody),
        "DR": (UNHURT, SideEffect(retreat=hexes)),
        "DR*": (UNHURT, SideEffect(lost=1, retreat=hexes)),
        "DE": (UNHURT, everybody),
        "NE": (UNHURT, UNHURT),
    }[code]


def _notes(odds: AttackOdds, here: AttackConditions, foes: Team, terms: RetreatCosts) -> tuple[Note, ...]:
    totals = f"{mixed(odds.attack.total)} to {mixed(odds.defence.total)}"
    out = [Note(f"{totals}: {columns().title(odds.ratio)}", "5.2")]
    out += [Note(f"Column shifted {signed(line.value)}: {line.text}", line.rule) for line in odds.shifts]
    out += [Note(f"Die {signed(line.value)}: {line.text}", line.rule) for line in odds.drms]
    if sum(line.value for line in odds.drms) != odds.drm:
        out.append(Note(f"Total DRM capped at {signed(odds.drm)}", "5.4"))
    if odds.column == NO_COLUMN:
        out.append(Note("Below 1-3 all attackers are eliminated without a roll", "5.2"))
        return tuple(out)
    out.append(Note(f"Combat results table {odds.table}", "5.5"))
    if here.side is Side.SOVIET and "NE" in _once(odds):
        out.append(Note("Assumes the Soviets reroll an NE result", "5.8"))
    if terms.stand:
        out.append(Note("The garrison may lose a step instead of retreating", "5.8"))
    elif terms.escape == NO_WAY and foes:
        out.append(Note("The defenders have no way to retreat: a retreat eliminates them", "5.9"))
    elif terms.escape:
        words = "a step" if terms.escape == 1 else f"{terms.escape} steps"
        out.append(Note(f"Retreating through enemy zones costs the defenders {words}", "5.9"))
    return tuple(out)


# -- the planner's forecast ----------------------------------------------------------------------------


def forecast(w: World, asked: AttackQuery) -> Forecast:
    """An attack on a hex by units; a garrison that may stand fast does so if defenders stand."""
    side, index = asked.side, asked.hex
    units = [u for u in asked.units(w) if is_combat_unit(u)]
    defenders = [u for u in fighters_at(w, index) if u.type.side is not side]
    bases = list(asked.bases(units))
    ring = retreat_and_advance.ring_of(w, units, asked.at)
    escape = retreat_and_advance.price(w, defenders, index, bases, ring) if defenders else 0
    firm = garrison_may_stand(w, index, side.other)
    terms = RetreatCosts(escape, asked.stand and firm)
    exits = retreat_and_advance.best(w, defenders, (index,), bases, ring) if defenders else []
    team = team_of(w, units, index, asked.at)
    found = work_out(attack_conditions(w, index, side), team, foes_at(w, index, side), terms)
    return answer(w, asked, found, units, (label(w, j) for j in exits), _refusals(w, asked, units))


def _refusals(w: World, asked: AttackQuery, units: list[Unit]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack."""
    if army_at(w, asked.hex) is not asked.side.other:
        yield Refusal("nothing-there", f"There is no enemy combat unit at {named(w, asked.hex)}.", "")
    yield from (cannot_target(w, unit, asked.hex, asked.at.get(unit.id)) for unit in units)
    yield declaring.cannot_resolve(w, units, asked.hex)


# -- The odds of a battle typed in as figures, off the map. ----------------------------------------------------------

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 5/2,4/2t (full/reduced side; t tank, m mech, g German, r reduced, o, i, w)"),
    ("defend", "defenders in the same form, e.g. 1,1,2tm (o out of supply, i isolated)"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("turn", "turn 1 to 48, for the table and surprise (default 2)"),
    ("terrain", "clear, woods, marsh, rough, mountain or desert_steppe (default clear)"),
    ("place", "what is in the hex, e.g. city,fort: town, city, fortified_zone, works, weak_fort, fort (default none)"),
    ("water", "what attackers marked w cross: river, major_river, volga or strait (default river)"),
    ("weather", "Fair, Mixed, Mud or Snow (default Fair)"),
    ("led", "yes or no: a headquarters' or Deep Battle chit (default no)"),
    ("retreat", "steps the retreat costs, or none if the defenders cannot retreat (default 0)"),
    ("stand", "yes or no: a garrison stands fast (default no)"),
    ("die", "6 or 8: the combat die (default 6)"),
    ("halve_once", "on or off (default on)"),
    ("city_halves", "both or attackers: whose mechanised units a city halves (default both)"),
    ("zones_shield", "either or soviet: whom a Fortified Zone shelters (default either)"),
)
MARKS = "tmgroiw"


def odds(arguments: dict[str, str]) -> Forecast:
    """An attack from figures.

    :raises OddsError: for an unknown argument or a figure out of range.
    """
    given = GivenFigures(arguments, ODDS_ARGUMENTS)
    weather = given.choice("weather", *WEATHERS)
    ground = given.choice("terrain", *GROUND)
    ground = "woods" if ground == "marsh" and weather == "Snow" else ground
    places = given.choices("place", *STANDING)
    water = given.choice("water", *HEXSIDES)
    side = given.side()
    if water == "river" and tables().weather[weather].frozen:
        water = ""
    team = tuple(_troop(word, water) for word in given.units("attack"))
    foes = tuple(_troop(word, "") for word in given.units("defend"))
    if not team or not foes:
        raise OddsError("attack and defend: at least one unit each, e.g. --attack 5/2,4/2t --defend 1,1")
    if side is Side.AXIS and any(t.water == "volga" for t in team):
        raise OddsError("water = 'volga': Axis units never attack across the Volga")
    here = AttackConditions(
        side,
        (ground, *places),
        given.number("turn", 2, 1, 48),
        weather,
        given.yes("led"),
        given.choice("die", "6", "8") == "8",
        given.choice("halve_once", "on", "off") == "on",
        given.choice("city_halves", "both", "attackers") == "attackers",
        given.choice("zones_shield", "either", "soviet") == "soviet",
    )
    cost = given.number_or_none("retreat", 0, 0, 3)
    return work_out(here, team, foes, RetreatCosts(NO_WAY if cost is None else cost, given.yes("stand")))


def _troop(word: str, water: str) -> Combatant:
    figures, marks = word.rstrip(MARKS), set(word[len(word.rstrip(MARKS)) :])
    full, slash, weak = figures.partition("/")
    if not full.isdigit() or (slash and not weak.isdigit()) or max(len(full), len(weak)) > 2 or not int(full):
        raise OddsError(f"{word!r}: expected combat factors such as 5/2 or 1, followed by any of {MARKS}")
    if "r" in marks and not slash:
        raise OddsError(f"{word!r}: a one-step unit has no reduced side")
    return Combatant(
        word,
        word,
        int(full),
        int(weak) if slash else 0,
        int("r" in marks),
        -1,
        water if "w" in marks else "",
        2 if "i" in marks else int("o" in marks),
        "t" in marks,
        bool({"t", "m"} & marks),
        "g" in marks,
        True,
    )
