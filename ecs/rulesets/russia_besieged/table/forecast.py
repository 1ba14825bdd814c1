"""Chapter 10: the forecast of an attack: every result with its exact chance, on the map or typed in as figures.

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
from ecs.rulesets.russia_besieged.combat.declared_attacks import defending_marshals, foes_at
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    MOUNTAIN_TROOPS,
    AttackOdds,
    TableResult,
    blitz_refusal,
    columns,
    ratio_name,
    victory_refusal,
    work_out_odds,
)
from ecs.rulesets.russia_besieged.combat.outcomes import LONG, LOST, PlannedAttack, RetreatCosts, ends_of, planned
from ecs.rulesets.russia_besieged.combat.strength import (
    ARTILLERY,
    NO_COMBAT_SUPPLY,
    OUT_OF_SUPPLY,
    SUPPLIED,
    AttackConditions,
    Combatant,
    DefendedHex,
    Team,
)
from ecs.rulesets.russia_besieged.data.combat_tables import SideResult
from ecs.rulesets.russia_besieged.data.tables import SHELF, WEATHERS, tables
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.forecast import GivenFigures, OddsError, Worth, answer, forecast_of, outcome, unit_list
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
        out.append(Note("The odds are below the table: the attackers surrender without a roll", "10.1"))
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
    return [Note(f"If the defenders keep {' and '.join(names)} for another battle, the die roll is 1 better", "14.2")]


def _no_blitz(here: AttackConditions, team: Team, press: int) -> str:
    refusal = blitz_refusal(here, team) if press else None
    return str(refusal) if refusal is not None else ""


def _refusals(w: World, plan: PlannedAttack, place: Mapping[str, int]) -> Iterator[Refusal | None]:
    """Why these units may not make this attack."""
    for unit in plan.units:
        yield declaring.unfit(w, unit)
        yield from (declaring.cannot_target(w, unit, there, place.get(unit.id)) for there in plan.hexes)


# -- The odds of a battle typed in as figures, off the map. ----------------------------------------------------------

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 8/4a,5/4;3n (full/reduced side; a semicolon begins another hex; a armour, "
               "m mountain troops, g artillery, r reduced, n no combat supply, o out of supply, s surrounded, w across "
               "water, y an ally of another nation, f Finnish)"),
    ("defend", "defenders in the same way, all in one hex, e.g. 3/1,5/2a"),
    ("table", "crt or blitz (default crt)"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("turn", "turn 1 to 25 (default 2)"),
    ("weather", "Clear, 'Lt Mud', Mud or Snow (default Clear)"),
    ("terrain", "clear, forest, swamp, northern_swamp or mountain (default clear)"),
    ("city", "yes or no: the hex is a Major City (default no)"),
    ("fortress", "yes or no: the hex is a fortress (default no)"),
    ("river", "yes or no: all attackers are across a river (default no)"),
    ("marshal", "who has a Field Marshal: none, attacker, defender or both (default none)"),
    ("armour", "whose first unit is armour: none, attacker, defender or both (default none)"),
    ("air", "air groups of the attacker, 0 to 8 (default 0)"),
    ("retreat", "steps the retreat costs, or none if the defenders cannot retreat (default 0)"),
    ("winter", "on or off: the first winter's modifiers (default on)"),
)  # fmt: skip
GROUNDS = ("clear", "forest", "swamp", "northern_swamp", "mountain")
SIDES = ("none", "attacker", "defender", "both")
MARKS = "amgrnoswyf"
HOME = {Side.AXIS: ("GER", "ROM"), Side.SOVIET: ("SOV", "POL")}


def odds(arguments: dict[str, str]) -> Forecast:
    """An attack from figures.

    :raises OddsError: for an unknown argument or a figure out of range.
    """
    given = GivenFigures(arguments, ODDS_ARGUMENTS)
    side = given.side()
    armour, marshals = given.choice("armour", *SIDES), given.choice("marshal", *SIDES)
    river = given.yes("river")
    groups = [part for part in given.text("attack").split(";") if part.strip()]
    team = tuple(t for base, part in enumerate(groups) for t in _team(part, side, base, river))
    foes = _team(given.text("defend"), side.other, -1, False)
    if not team or not foes:
        raise OddsError("attack and defend: at least one unit each, e.g. --attack 8/4a,5/4 --defend 3/1,3/1")
    team = _numbered(team, "A", armour in ("attacker", "both"))
    foes = _numbered(foes, "D", armour in ("defender", "both"))
    ground = given.choice("terrain", *GROUNDS)
    here = AttackConditions(
        side,
        (DefendedHex("major_city" if given.yes("city") else ground, foes, given.yes("fortress")),),
        given.number("turn", 2, 1, 25),
        given.choice("weather", *WEATHERS),
        given.number("air", 0, 0, 8),
        (marshals in ("attacker", "both"), marshals in ("defender", "both")),
        first_winter=given.choice("winter", "on", "off") == "on",
    )
    table = CRT if given.choice("table", CRT, "blitz", BLITZKRIEG) == CRT else BLITZKRIEG
    cost = given.number_or_none("retreat", 0, 0, 3)
    price = LOST if cost is None else cost
    ways = tuple((t.id, price) for t in foes)
    found = work_out(here, team, table, RetreatCosts(ways, ways))
    refusal = blitz_refusal(here, team) if table == BLITZKRIEG else None
    return replace(found, notes=(*found.notes, *_on_the_march(here, team)), refusal=str(refusal) if refusal else "")


def _on_the_march(here: AttackConditions, team: Team) -> tuple[Note, ...]:
    """Would it be an automatic victory during movement (9.1)?"""
    if victory_refusal(here, team) is not None:
        return ()
    return (
        Note(f"At {tables().victory_at_odds.odds}-1 it is an automatic victory if declared during movement", "9.1"),
    )


def _numbered(team: Team, letter: str, armour: bool) -> Team:
    out = tuple(t._replace(id=f"{letter}{n}") for n, t in enumerate(team, 1))
    return (out[0]._replace(kind="A"), *out[1:]) if armour else out


def _team(text: str, side: Side, base: int, across: bool) -> Team:
    return tuple(_troop(word, side, base, across) for word in unit_list(text))


def _troop(word: str, side: Side, base: int, across: bool) -> Combatant:
    printed, marks = word.rstrip(MARKS), set(word[len(word.rstrip(MARKS)) :])
    full, slash, weak = printed.partition("/")
    if not full.isdigit() or (slash and not weak.isdigit()) or max(len(full), len(weak)) > 2 or not int(full):
        raise OddsError(f"{word!r}: expected combat factors such as 8/4 or 3, followed by letters of {MARKS}")
    if "r" in marks and not (slash and int(weak)):
        raise OddsError(f"{word!r}: a unit of one step has no reduced side")
    kinds = [kind for mark, kind in (("a", "A"), ("m", MOUNTAIN_TROOPS), ("g", ARTILLERY)) if mark in marks]
    if len(kinds) > 1:
        raise OddsError(f"{word!r}: use only one of a, m and g")
    return Combatant(
        word,
        word,
        kinds[0] if kinds else "I",
        int(full),
        int(weak) if slash else 0,
        int("r" in marks),
        "FIN" if "f" in marks else HOME[side]["y" in marks],
        base,
        frozenset({(0, "river")}) if across or "w" in marks else frozenset(),
        OUT_OF_SUPPLY if marks & {"o", "s"} else NO_COMBAT_SUPPLY if "n" in marks else SUPPLIED,
        surrounded="s" in marks,
    )
