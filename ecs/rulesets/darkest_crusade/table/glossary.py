"""The vocabulary of this game: its states, factors and places, and what a click means."""

from __future__ import annotations

from ecs.core import commands
from ecs.core.glossary import Glossary, ResultsChart
from ecs.core.view import UnitView


def figures(unit: UnitView) -> str:
    """Its factors, spelt out; "" if it has none."""
    if unit.id.startswith("?") or unit.symbol == "factory":
        return ""
    hits = "1 hit" if unit.hits == 1 else f"{unit.hits} hits"
    return f"attack {unit.attack} · defence {unit.defence} · takes {hits}"


GLOSSARY = Glossary(
    new_turn="T0",
    badges={
        "disrupted": ("Disrupted", "cannot move, attack or fire in defence; the next hit destroys it"),
        "unsupplied": (
            "Out of supply",
            "fires at half strength; lost if Disrupted at the supply check",
        ),
        "isolated": ("Isolated", "cannot trace supply"),
        "fortified": ("Fortified", "takes one more hit, until it moves or attacks"),
        "emplaced": ("Emplaced", "on its stronger side until it moves or is Disrupted"),
        "attacking": ("Attacking", "in a declared attack"),
        "noattack": ("Cannot attack", "has used its movement bonus or crossed a strait"),
        "moved": ("Done", "has acted in this phase"),
        "hidden": ("Face down", "the enemy cannot see what it is"),
        "packed": ("Packed", "ready to go east; produces nothing"),
        "transit": ("On the railway", "produces nothing until it arrives"),
    },
    traits={
        "zoc_all": "zone of control into all terrain",
        "zoc_clear": "zone of control into clear terrain",
        "can_fortify": "can fortify",
        "panzer": "armour",
        "proriv": "takes part in Proriv",
        "may_return_hidden": "may come back face down",
        "later": "formed later in the war",
        "shock": "can be emplaced",
        "finnish": "Finnish restrictions",
    },
    nations={
        "GER": "German",
        "RUM": "Romanian",
        "HUN": "Hungarian",
        "FIN": "Finnish",
        "ITA": "Italian",
        "SOV": "Soviet",
    },
    symbols={"armour": "armoured"},
    sizes={"army_group": "army group", "none": ""},
    places={"victory": "victory city", "major": "major city", "town": "town"},
    ground={
        "port": "port",
        "fortress": "fortress",
        "tankfactory": "tank factory site",
        "irc": "infantry replacement centre",
        "edge_axis": "Axis map edge: supply",
        "edge_rus_supply": "eastern edge: Soviet supply",
        "edge_rus_entry": "eastern edge: Soviet units enter here",
        "frontier": "frontier hex",
    },
    hexsides={"stalin_line": "Stalin Line", "supply_only": "supply only"},
    figures=figures,
    cost=("hex", "hexes"),
    zone_rule="7",
    meant={
        "S1": (commands.Deploy,),
        "S2": (commands.Deploy,),
        "A1": (commands.Sail, commands.Enter),
        "B1": (commands.Raise, commands.Enter, commands.Sail),
        **dict.fromkeys(("A2a-move", "A2d-move", "B2a-move", "B2d-move"), (commands.Move,)),
        **dict.fromkeys(("A2a0-attack", "A2a-attack", "A2d-attack", "B2a-attack", "B2d-attack"), (commands.Assign,)),
        **dict.fromkeys(("A2a0-fight", "A2c", "A2d-fight", "B2c", "B2d-fight"), (commands.Resolve,)),
    },
    answers={
        "retreat": (commands.Retreat,),
        "advance": (commands.Advance,),
        "deploy": (commands.Deploy,),
        "fire": (commands.Resolve,),
    },
    done={"retreat": "Stand: no more retreats", "advance": "No more advances"},
    risky={commands.CallReserve: "17"},
    charts=(ResultsChart("Combat table (9.1)", lead=2, first=1, both=True),),
    boxes={"pool": "Replacement pool", "siberia": "Siberian reserve", "dead": "Eliminated for good"},
)
