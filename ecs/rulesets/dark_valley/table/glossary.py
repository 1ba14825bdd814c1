"""The vocabulary of this game: its states, factors and places, and what a click means."""

from __future__ import annotations

from ecs.core import commands
from ecs.core.components import Side
from ecs.core.glossary import Glossary, ResultsChart
from ecs.core.view import UnitView
from ecs.rulesets.dark_valley.data.tables import classes

WORKS = {"works": "Defensive Works", "weak_fort": "a Weak Fort", "fort": "a Fort", "factors": "replacement factors"}


MEANT: dict[str, tuple[type[commands.Command], ...]] = {  # what a click most likely means, by phase
    "setup": (commands.Deploy,),
    "build": (commands.Enter, commands.Build, commands.Raze),
    "air": (commands.Rebase,),
    "rail": (commands.MoveByRail, commands.Sail, commands.AirDrop, commands.Move, commands.Flee),
    "move": (commands.Move, commands.Flee),
    "fight": (commands.Assign, commands.Aim, commands.Resolve),
}


def figures(unit: UnitView) -> str:
    """Its numbers spelt out: combat and movement factor, or bombardment strength; "" for a depot."""
    if not unit.factors:
        return ""
    steps = "1 step" if unit.hits == 1 else f"{unit.hits} steps"
    if unit.support:
        words = f"bombardment {unit.support}"
        return words if "air" in unit.traits else f"{words} · movement {unit.movement}"
    if "hq" in unit.traits:
        return f"movement {unit.movement}"
    return f"combat {unit.attack} · movement {unit.movement} · {steps}"


def kind_name(word: str) -> str:
    """The name of a class of units, or of a work."""
    known = classes().get(word)
    return known.name if known is not None else WORKS.get(word, word)


GLOSSARY = Glossary(
    badges={
        "reduced": ("Reduced", "has lost a step; replacements restore it"),
        "unsupplied": ("Out of supply", "attacks at half strength, moves less, gets no replacements"),
        "isolated": ("Isolated", "no line of communications: fights and moves at half, exerts no zone, may starve"),
        "attacking": ("Attacking", "in a declared attack or bombardment"),
        "crowded": ("Overstacked", "too many units in the hex: one must leave before movement ends"),
        "spent": ("Done for the month", "ready again after a month at its base"),
        "moved": ("Done", "has acted with this chit"),
    },
    traits={
        "zoc": "exerts a zone of control",
        "mech": "mechanised",
        "cav": "cavalry",
        "panzer_tank": "armour: may attack alone and brings DRMs",
        "mountain": "mountain troops",
        "guards": "Guards",
        "ss": "SS",
        "finn": "Finnish restrictions",
        "far_east": "from the Far East",
        "airborne": "may be dropped from the air",
        "art": "bombards",
        "air": "bombards from the air",
        "hq": "its chit lets units in range act",
        "depot": "supplies all units in range while its railway is open",
        "eighth": "+1 to the bombardment result",
    },
    nations={
        "GER": "German",
        "ROM": "Romanian",
        "HUN": "Hungarian",
        "FIN": "Finnish",
        "ITA": "Italian",
        "SLK": "Slovak",
        "BUL": "Bulgarian",
        "POL": "Polish",
        "SOV": "Soviet",
    },
    symbols={"armour": "armoured", "hq": "headquarters", "depot": "supply depot", "air": "air unit"},
    sizes={"army_group": "", "none": ""},
    places={"major": "city", "town": "town"},
    ground={
        "port": "port",
        "key_city": "key city",
        "fortified_zone": "Fortified Zone",
        "edge_axis": "western edge: Axis supply",
        "edge_rus_supply": "eastern edge: Soviet supply",
        "rail": "railway",
        "road": "road",
    },
    hexsides={"volga": "the Volga", "major_river": "major river", "rail": "railway"},
    figures=figures,
    cost=("movement point", "movement points"),
    kind=kind_name,
    fights=lambda unit: unit.attack > 0,
    zone_rule="3.3",
    meant={
        **{f"{word}-{side.value}": kinds for word, kinds in MEANT.items() for side in Side},
        "mode-axis": (commands.Assign, commands.Aim, commands.Resolve),
        "entry-soviet": (commands.Enter,),
        "log-axis": (commands.Airlift,),
        "partisans-soviet": (commands.Rise,),
        "depots-axis": (commands.MoveDepot,),
    },
    answers={
        "strike": (commands.Resolve,),
        "retreat": (commands.Retreat,),
        "advance": (commands.Advance,),
        "deploy": (commands.Deploy,),
    },
    done={
        "noeffect": "Stop here",
        "stand": "Retreat",
        "strike": "No attack",
        "advance": "No more advances",
        ":advised": "Place the rest as advised",
    },
    advice={
        "mode move": ("Move", "all units of the side may move. None may fight with this chit."),
        "mode combat": ("Fight", "all units of the side may bombard and attack. None may move with this chit."),
        "again": ("Roll again", "one more roll. A second “no effect” costs the attacker a step."),
        "end held-axis": ("Keep it", "you get one more chance to play it."),
        "end held-soviet": ("Keep it", "you get one more chance to play it."),
        "defer AX_OD": ("Ask me after my next chit", ""),
        "defer SU_ST": ("Ask me after the next chit", ""),
        "waive AX_OD": ("Not this month", ""),
        "waive SU_ST": ("Not this month", ""),
        "announce AX_OD": ("Play it after this chit", "it comes as soon as one of your chits is done."),
        "announce SU_ST": ("Play it after this chit", "it comes as soon as the chit in play is done."),
        "retract AX_OD": ("Keep it in hand", "it does not come next."),
        "retract SU_ST": ("Keep it in hand", "it does not come next."),
        "stand": ("Stand fast", "the garrison loses one more step and keeps the hex."),
    },
    parts=(
        ("Set-up", ("setup-soviet", "setup-axis")),
        ("Build-up", ("dawn", "build-axis", "build-soviet")),
        ("Airbases", ("air-axis", "air-soviet")),
        ("Strategic movement", ("rail-axis", "rail-soviet")),
        ("The cup", ("fill", "choose-axis", "first-axis", "first-soviet")),
        (
            "Chits",
            (
                "held-axis",
                "held-soviet",
                "draw",
                "mode-axis",
                "spear-soviet",
                "entry-soviet",
                "move-axis",
                "fight-axis",
                "move-soviet",
                "fight-soviet",
                "partisans-soviet",
                "log-axis",
                "depots-axis",
                "close",
            ),
        ),
        ("End of the month", ("end",)),
    ),
    odds=True,
    retreats="5.9",
    improve=(
        commands.Recall,
        commands.Refit,
        commands.Rebuild,
        commands.Cadre,
        commands.Convert,
        commands.Merge,
        commands.Split,
        commands.Build,
        commands.Raze,
        commands.Store,
    ),
    quiet=frozenset(("fill", "held-axis", "held-soviet", "draw", "mode-axis", "close", "first-axis", "first-soviet")),
    hit="loses a step",
    charts=(ResultsChart("Combat table A (5.6)"), ResultsChart("Combat table B (5.7)")),
    boxes={"arrived": "Arrived, to be placed", "reserve": "STAVKA reserve", "dead": "Eliminated"},
)
