"""The vocabulary of this game: its states, factors and places, and what a click means."""

from __future__ import annotations

from ecs.core import commands
from ecs.core.components import Side
from ecs.core.glossary import Glossary, ResultsChart
from ecs.core.view import UnitView
from ecs.rulesets.war_against_russia.data.units import classes

PREPARED, OPERATIONAL = ("plan1", "fight1"), ("plan2", "fight2")


MEANT: dict[str, tuple[type[commands.Command], ...]] = {  # what a click most likely means, by phase
    "initial": (commands.Enter, commands.Raise, commands.MoveByRail, commands.Sail, commands.Airlift),
    **dict.fromkeys(("plan1", "plan2"), (commands.Assign, commands.Aim)),
    **dict.fromkeys(("fight1", "fight2"), (commands.Resolve, commands.Assign, commands.Aim)),
    "move": (commands.Move,),
}


def figures(unit: UnitView) -> str:
    """Its factors, spelt out."""
    if "air" in unit.traits:
        return "+1 column, or supplies a hex"
    return f"attack {unit.attack} · defence {unit.defence} · movement {unit.movement}"


def can_fight(unit: UnitView) -> bool:
    """Can it be in an attack, on either side?"""
    return "air" not in unit.traits


def kind_name(word: str) -> str:
    """The name of a class of units."""
    known = classes().get(word)
    return known.name if known is not None else word


def _turn(side: str, name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return (
        (f"{name} initial phase", (f"initial-{side}",)),
        (f"{name} prepared attacks", tuple(f"{word}-{side}" for word in PREPARED)),
        (f"{name} movement", (f"move-{side}",)),
        (f"{name} operational attacks", (*(f"{word}-{side}" for word in OPERATIONAL), f"check-{side}")),
    )


GLOSSARY = Glossary(
    badges={
        "dispersed": (
            "Dispersed",
            "cannot move or attack, has no zone of control; attacks on it gain a column; out of supply it is lost",
        ),
        "unsupplied": ("Out of supply", "attacks at half strength, does not recover"),
        "attacking": ("Attacking", "in a declared attack"),
        "broken_through": ("Breakthrough", "may attack once more"),
        "spent": ("Flown", "is ready again next turn"),
        "moved": ("Done", "has acted this turn"),
    },
    traits={
        "armour": "armour: two road hexes for one factor; overruns infantry and cavalry in the open",
        "motorised": "motorised: two road hexes for one factor",
        "cavalry": "cavalry: no help from terrain or roads, overrun like infantry",
        "german": "German: may stand fast instead of retreating",
        "guards": "Guards",
        "air": "air unit",
    },
    nations={
        "GER": "German",
        "RUM": "Romanian",
        "HUN": "Hungarian",
        "FIN": "Finnish",
        "ITA": "Italian",
        "SOV": "Soviet",
    },
    symbols={"armour": "armoured", "air": "air unit"},
    sizes={"none": ""},
    places={"victory": "victory city", "major": "major city", "town": "city", "locality": "town"},
    ground={
        "port": "port",
        "fortress": "fortress",
        "tankfactory": "tank factory",
        "irc": "infantry replacements",
        "oil": "oil",
        "edge_axis": "western edge: Axis supply",
        "edge_rus_supply": "eastern edge: Soviet supply",
        "edge_rus_entry": "Soviet units enter here",
    },
    hexsides={
        "river": "river",
        "lake": "lake shore",
        "strait": "strait",
        "stalin_line": "Stalin Line",
        "road": "road",
        "highway": "all-weather highway",
        "rail": "railway",
    },
    figures=figures,
    cost=("movement factor", "movement factors"),
    kind=kind_name,
    fights=can_fight,
    zone_rule="7",
    meant={
        "setup-axis": (commands.Deploy,),
        **{f"{word}-{side.value}": kinds for word, kinds in MEANT.items() for side in Side},
    },
    answers={
        "retreat": (commands.Retreat,),
        "advance": (commands.Advance,),
        "deploy": (commands.Deploy,),
        "pick": (commands.TakeHit,),
        "cede": (commands.TakeHit,),
        "breakthrough": (commands.Assign, commands.Resolve),
    },
    done={
        "retreat": "Stop retreating",
        "advance": "No more advances",
        "stand": "Let all retreat",
        "stand:stand": "No Retreat! for all Germans there",
        ":stand": "No Retreat! for all Soviets",
        ":call": "Call the Siberian reserve",
        "buy": "Keep the result",
        "pick": "No more defenders",
        "decline": "Accept the exchange",
        "decline:stand": "Refuse the exchange",
        "breakthrough": "No more attacks",
    },
    parts=(
        ("Set-up", ("setup-axis",)),
        ("Weather", ("turn",)),
        *_turn("axis", "Axis"),
        *_turn("soviet", "Soviet"),
        ("Re-facing", ("end",)),
    ),
    odds=True,
    pool="dead",
    retreats="10.1",
    tables=((0, "Combat results", commands.Resolve),),
    risky={commands.CallReserve: "13", commands.StandFast: "9.6"},
    warnings={
        commands.CallReserve: "The Siberian reserve comes west, group by group.",
        commands.StandFast: "No Soviet unit retreats until your next turn. Units "
        "that would are Dispersed instead, or lost.",
    },
    climate={"Subarctic": ("subarctic", "Subarctic, north-east of this line")},
    quiet=frozenset(("check-axis", "check-soviet", "turn")),
    hit="is eliminated",
    charts=(ResultsChart("Combat results (9.2)"),),
    boxes={
        "waiting": "To be placed",
        "dead": "Lost, can be rebuilt",
        "siberia": "Siberian reserve",
        "air": "Aircraft ready",
        "flown": "Aircraft flown",
        "rest": "Aircraft grounded",
        "lift": "Aircraft on supply flights",
    },
)
