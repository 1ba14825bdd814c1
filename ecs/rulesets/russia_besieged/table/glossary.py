"""The vocabulary of this game: its states, factors and places, and what a click means."""

from __future__ import annotations

from ecs.core import commands
from ecs.core.components import Side
from ecs.core.glossary import Glossary, ResultsChart
from ecs.core.view import UnitView
from ecs.rulesets.russia_besieged.data.units import classes
from ecs.rulesets.russia_besieged.ground.removal import DEAD

WORKS = {"fortress": "a fortress", "factors": "replacement points"}
IMPULSE = ("move", "plan", "fight", "land")


MEANT: dict[str, tuple[type[commands.Command], ...]] = {  # what a click most likely means, by phase
    "setup": (commands.Deploy,),
    "arrive": (commands.Enter, commands.Rebase),
    **dict.fromkeys(("move1", "move2"), (commands.Move, commands.MoveByRail, commands.Sail, commands.AirDrop)),
    **dict.fromkeys(("plan1", "plan2"), (commands.Assign, commands.Aim, commands.Lead, commands.Join)),
    **dict.fromkeys(("fight1", "fight2"), (commands.Resolve, commands.Blitz)),
    **dict.fromkeys(("land1", "land2"), (commands.Rebase,)),
    "convert": (commands.Regauge,),
    "surrender": (commands.Airlift,),
}


def figures(unit: UnitView) -> str:
    """Its numbers spelt out: combat factor, movement allowance and steps; "" if it has none."""
    steps = "1 step" if unit.hits == 1 else f"{unit.hits} steps"
    if "air" in unit.traits:
        return f"{unit.support} factors to one attack"
    if "marshal" in unit.traits:
        return "±1 in one battle per player turn · movement 10"
    if "dictator" in unit.traits:
        return f"defence 1 · movement {unit.movement}"
    if "partisans" in unit.traits:
        return "2nd stage: blocks the hexes around it too" if unit.stage == 2 else "1st stage: blocks the railway"
    if "art" in unit.traits:
        return f"adds {unit.support} to an attack from its own hex · movement {unit.movement}"
    return f"combat {unit.attack} · movement {unit.movement} · {steps}" if unit.factors else ""


def can_fight(unit: UnitView) -> bool:
    """May it be in an attack, on either side?  Guns, aircraft and leaders only help one; bands of the 2nd stage are
    attacked like units."""
    return (unit.attack > 0 and "art" not in unit.traits) or ("partisans" in unit.traits and unit.stage == 2)


def kind_name(word: str) -> str:
    """The name of a class of units, or of a work."""
    known = classes().get(word)
    return known.name if known is not None else WORKS.get(word, word)


def _part(side: str, number: int) -> tuple[str, ...]:
    return tuple(f"{name}{number}-{side}" for name in IMPULSE)


def _turn(side: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    name = side.capitalize()
    return (
        (f"{name} arrivals", tuple(f"{p}-{side}" for p in ("supply", "arrive", "ready"))),
        (f"{name} First Impulse", _part(side, 1)),
        (f"{name} Second Impulse", _part(side, 2)),
        (f"{name} railways, surrender", tuple(f"{p}-{side}" for p in ("convert", "surrender", "check"))),
    )


GLOSSARY = Glossary(
    badges={
        "reduced": ("Reduced", "has lost a step; a replacement point restores it"),
        "unsupplied": ("Out of supply", "attacks at half strength, moves half as far, gets no replacements"),
        "isolated": ("Surrounded", "no supply path at all: surrenders at the end of its turn unless relieved"),
        "attacking": ("Attacking", "in a declared attack"),
        "allotted": ("Attacking, assigned for you", "it must attack; remove it from the attack to send it elsewhere"),
        "locked": ("Locked", "raging battle: cannot move, must attack the same hex again"),
        "victor": ("Victor", "won an automatic victory: acts again in the next impulse"),
        "spent": ("Used", "has flown or led a battle; ready again next turn"),
        "moved": ("Done", "has acted in this impulse"),
    },
    traits={
        "zoc": "exerts a zone of control",
        "armour": "armour: may lead a Blitzkrieg attack, +1 if the enemy has no armour",
        "mech": "motorised",
        "cav": "cavalry",
        "mountain": "mountain troops",
        "guards": "Guards",
        "tank_army": "tank army",
        "mech41": "mechanised corps of 1941: no rebuilding after August 1941",
        "german": "German",
        "airborne": "may be dropped from the air",
        "art": "artillery: adds to an attack from its hex",
        "air": "air group: adds its factors to an attack in range",
        "base": "base for two air groups",
        "marshal": "Field Marshal",
        "dictator": "Dictator",
        "partisans": "partisans: block trains and rail supply",
        "militia": "stays in its city and never retreats",
        "workers": "give replacement points; never attack or retreat",
    },
    nations={
        "GER": "German",
        "SS": "SS",
        "ROM": "Romanian",
        "HUN": "Hungarian",
        "FIN": "Finnish",
        "ITA": "Italian",
        "SLK": "Slovak",
        "SPA": "Spanish",
        "POL": "Polish",
        "SOV": "Soviet",
    },
    symbols={"armour": "armoured", "hq": "leader", "air": "air group", "fortification": "fortification"},
    sizes={"army_group": "", "none": ""},
    places={"major": "Major City", "town": "Minor City", "locality": "town"},
    ground={
        "port": "port",
        "oil": "Oil Well",
        "rail": "railway",
        "edge_axis": "western edge: Axis supply",
        "edge_rus_supply": "eastern edge: Soviet supply",
    },
    hexsides={"river": "river", "strait": "strait", "rail": "railway"},
    figures=figures,
    cost=("movement point", "movement points"),
    kind=kind_name,
    fights=can_fight,
    zone_rule="4.0",
    meant={f"{word}-{side.value}": kinds for word, kinds in MEANT.items() for side in Side},
    answers={"retreat": (commands.Retreat,), "advance": (commands.Advance,), "deploy": (commands.Deploy,)},
    done={"retreat": "Stay here", "advance": "No more advances", "marshal": "Keep for another battle"},
    parts=(
        ("Set-up", ("setup-soviet", "setup-axis")),
        ("Weather", ("weather",)),
        *_turn("axis"),
        *_turn("soviet"),
        ("End of the turn", ("end",)),
    ),
    odds=True,
    pool=DEAD,
    retreats="10.7",
    all_attack=True,
    tables=((0, "Combat results", commands.Resolve), (1, "Blitzkrieg", commands.Blitz)),
    improve=(commands.Refit, commands.Convert, commands.Build),
    risky={commands.Overwhelm: "9.4"},
    quiet=frozenset((*(f"{p}-{s}" for p in ("supply", "ready", "check") for s in ("axis", "soviet")),)),
    hit="loses a step",
    charts=(ResultsChart("Combat results (10.2)"), ResultsChart("Blitzkrieg attacks (10.9)")),
    boxes={
        "arrived": "To be placed",
        "raised": "Rebuilt, to be placed",
        DEAD: "Eliminated, can be rebuilt",
        "surrendered": "Surrendered",
        "returns": "Coming back",
        "east": "Workers gone east",
    },
)
