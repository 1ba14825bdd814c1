"""The odds of a battle typed in as figures, off the map."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.view import Forecast
from ecs.rulesets.dark_valley.combat.odds import AttackConditions, Combatant
from ecs.rulesets.dark_valley.data.tables import GROUND, HEXSIDES, STANDING, WEATHERS, tables
from ecs.rulesets.dark_valley.table.forecast import NO_WAY, RetreatCosts, work_out
from ecs.systems.forecast import GivenFigures, OddsError

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 5/2,4/2t (full/reduced side; t tank, m mech, g German, r reduced, o, i, w)"),
    ("defend", "defenders in the same way, e.g. 1,1,2tm (o out of supply, i isolated)"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("turn", "turn 1 to 48: which table, surprise (default 2)"),
    ("terrain", "clear, woods, marsh, rough, mountain or desert_steppe (default clear)"),
    ("place", "what stands there, e.g. city,fort: town, city, fortified_zone, works, weak_fort, fort (default none)"),
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
        raise OddsError(f"{word!r}: expected combat factors such as 5/2 or 1, followed by letters of {MARKS}")
    if "r" in marks and not slash:
        raise OddsError(f"{word!r}: a unit of one step has no reduced side")
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
