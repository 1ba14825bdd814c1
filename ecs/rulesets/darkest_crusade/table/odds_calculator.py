"""The odds of a battle typed in as figures, off the map."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.view import Forecast
from ecs.rulesets.darkest_crusade.combat.fire import AttackConditions, Combatant, press_limit
from ecs.rulesets.darkest_crusade.table.forecast import work_out
from ecs.systems.forecast import GivenFigures, OddsError

ODDS_ARGUMENTS = (
    ("attack", "attackers' factors, e.g. 4,3 (add u for unsupplied: 3u)"),
    ("defend", "defenders as printed, e.g. 0-1,1-0 or 3 (d Disrupted, u unsupplied, f fortified); empty for none"),
    ("side", "attacking side: axis or soviet (default axis)"),
    ("terrain", "clear, hills, forest, swamp or mountain (default clear)"),
    ("rivers", "hexsides attacked across a river (default 0)"),
    ("sides", "hexsides attacked over in all (default 1)"),
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
