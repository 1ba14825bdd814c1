"""The odds of a battle typed in as figures, off the map."""

from __future__ import annotations

from dataclasses import replace

from ecs.core.components import Side
from ecs.core.known_facts import Note
from ecs.core.view import Forecast
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    MOUNTAIN_TROOPS,
    blitz_refusal,
    victory_refusal,
)
from ecs.rulesets.russia_besieged.combat.outcomes import LOST, RetreatCosts
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
from ecs.rulesets.russia_besieged.data.tables import WEATHERS, tables
from ecs.rulesets.russia_besieged.table.forecast import work_out
from ecs.systems.forecast import GivenFigures, OddsError, unit_list

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 8/4a,5/4;3n (full/reduced side; a semicolon begins another hex; a armour, "
               "m mountain troops, g artillery, r reduced, n no combat supply, o out of supply, s surrounded, w across "
               "water, y an ally of another nation, f Finnish)"),
    ("defence", "defenders in the same way, all in one hex, e.g. 3/1,5/2a"),
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
    foes = _team(given.text("defence"), side.other, -1, False)
    if not team or not foes:
        raise OddsError("attack and defence: at least one unit each, e.g. --attack 8/4a,5/4 --defence 3/1,3/1")
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
        Note(
            f"At {tables().victory_at_odds.odds}-1 it is an automatic victory if it is declared during movement", "9.1"
        ),
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
        raise OddsError(f"{word!r}: one of a, m and g only")
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
