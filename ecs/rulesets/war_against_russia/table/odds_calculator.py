"""The odds of an attack typed in as figures, off the map."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.view import Forecast
from ecs.rulesets.war_against_russia.combat.odds import (
    ARMOUR,
    CAVALRY,
    GERMAN,
    INFANTRY,
    RUSSIAN,
    AttackConditions,
    Combatant,
    facing,
)
from ecs.rulesets.war_against_russia.data.tables import GROUND, WEATHERS, tables
from ecs.rulesets.war_against_russia.table.forecast import work_out
from ecs.systems.forecast import GivenFigures, OddsError

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 4a,4,2u (a armour, c cavalry, y an ally of the Germans, f Finnish, u out of "
               "supply, r across a river, l across a lake, k across the strait, n over no fortified line)"),
    ("defence", "defenders' factors, e.g. 2,1a (a armour, c cavalry, y an ally, f Finnish, d Dispersed); empty: a "
                "victory city's militia"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("turn", "turn 0 to 12 (default 1)"),
    ("weather", "Good, Mud, 'Hard Frost', Snow or Subarctic, in the hex attacked (default Good)"),
    ("terrain", "clear, swamp, hills or mountain (default clear)"),
    ("place", "none, victory, major, city or town (default none)"),
    ("fortress", "yes or no: the hex is a fortress (default no)"),
    ("line", "yes or no: attackers come over a fortified line (default no)"),
    ("intrinsic", "factor of a victory city's militia, 0 to 2 (default 0)"),
    ("river", "yes or no: all attackers are across a river (default no)"),
    ("lake", "yes or no: all attackers are across a lake (default no)"),
    ("strait", "none, held or open: all attackers are across the strait, whose sea they control or not (default none)"),
    ("air", "air units of the attacker, 0 to 3 (default 0)"),
    ("dispersed", "yes or no: all defenders are Dispersed (default no)"),
    ("surrounded", "yes or no: the defenders have no way to retreat (default no)"),
    ("stand", "yes or no: the defenders are ordered not to retreat (default no)"),
    ("prepared", "yes or no: it is a prepared attack (default yes)"),
)  # fmt: skip
PLACES = {"none": "", "victory": "victory", "major": "major", "city": "town", "town": "locality"}
STRAITS = ("none", "held", "open")
MARKS = "acyfurlknd"
ACROSS = {"r": "river", "l": "lake", "k": "strait", "s": "stalin_line"}
ALLY, FINN = "RUM", "FIN"


def odds(arguments: dict[str, str]) -> Forecast:
    """An attack from figures.

    :raises OddsError: for an unknown argument or a figure out of range.
    """
    given = GivenFigures(arguments, ODDS_ARGUMENTS)
    side = given.side()
    strait = given.choice("strait", *STRAITS)
    weather = given.choice("weather", *WEATHERS)
    marks = {mark for mark, name in (("r", "river"), ("l", "lake"), ("s", "line")) if given.yes(name)}
    marks |= {"k"} if strait != "none" else set()
    intrinsic = given.number("intrinsic", 0, 0, 2)
    team = tuple(_troop(word, f"A{n}", side, marks) for n, word in enumerate(given.units("attack"), 1))
    tired = {"d"} if given.yes("dispersed") else set()
    foes = tuple(_troop(word, f"D{n}", side.other, tired) for n, word in enumerate(given.units("defence"), 1))
    place = PLACES[given.choice("place", *PLACES)]
    if intrinsic and place != "victory":
        raise OddsError("intrinsic: only a victory city has a militia; add --place victory")
    if not team or not (foes or intrinsic):
        raise OddsError("attack and defence: at least one unit each, e.g. --attack 4a,4 --defence 2,1a")
    here = AttackConditions(
        side,
        foes,
        given.choice("terrain", *GROUND),
        place,
        given.yes("fortress"),
        intrinsic,
        given.number("turn", 1, 0, len(tables().turn) - 1),
        weather,
        weather in tables().weather.frozen,
        given.number("air", 0, 0, 3),
        given.yes("prepared", "yes"),
        frozenset(tables().sea.holds if strait == "held" else ()),
        surrounded=given.yes("surrounded"),
        standing=frozenset(foe.id for foe in foes if foe.nation in (GERMAN, RUSSIAN) and given.yes("stand")),
    )
    return work_out(facing(here, team), team)


def _troop(word: str, name: str, side: Side, given: set[str]) -> Combatant:
    number = word.rstrip(MARKS)
    marks = {*word[len(number) :], *given}
    if not number.isdigit() or len(number) > 2:
        raise OddsError(f"{word!r}: expected a factor such as 4 or 2, followed by letters of {MARKS}")
    if {"a", "c"} <= marks or {"y", "f"} <= marks:
        raise OddsError(f"{word!r}: one of a and c, and one of y and f, only")
    if side is Side.SOVIET and marks & {"y", "f"}:
        raise OddsError(f"{word!r}: the Soviets have no allies")
    home = RUSSIAN if side is Side.SOVIET else GERMAN
    marks -= {"s"} if "n" in marks else set()
    return Combatant(
        name,
        word,
        int(number),
        int(number),
        ARMOUR if "a" in marks else CAVALRY if "c" in marks else INFANTRY,
        ALLY if "y" in marks else FINN if "f" in marks else home,
        dispersed="d" in marks,
        supplied="u" not in marks,
        across=frozenset(name for mark, name in ACROSS.items() if mark in marks),
    )
