"""The optional rules of Darkest Crusade."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.systems.deployment import Gift, Handicap

HANDICAP = Handicap(
    "16",
    axis=Gift(1, "wins with {} fewer points"),
    soviet=Gift(1, "{} more infantry factors a turn"),
)
SNOWS = "snow_turns"
OPTIONS = (
    Option(
        "combat_dice",
        "Combat dice",
        "9.1",
        (("table", "One die on the strength table"), ("lotsa_dice", "Lotsa Dice: one die per strength point")),
        "table",
    ),
    Option(
        "weather_mode",
        "Weather and fire",
        "14",
        (("columns", "Two columns down"), ("die", "Die one worse")),
        "columns",
    ),
    Option(
        "supply_mode",
        "Fire out of supply",
        "15.3",
        (("halve", "Halved"), ("hits", "One hit fewer"), ("die", "Die one worse")),
        "halve",
    ),
    Option(
        "supply_screen",
        "German units that screen supply",
        "15.1",
        (("all", "Every army and panzergruppe"), ("ready", "Only those not Disrupted")),
        "all",
    ),
    Option(
        "after_sailing",
        "Units that have sailed",
        "18",
        (("act", "May move and attack in the same turn"), ("rest", "Are done for the turn")),
        "act",
    ),
    Option(
        "axis_oil",
        "Romania's oil is lost",
        "6.5",
        (("all", "When the Soviets hold all of Romania"), ("any", "When they hold any hex of it")),
        "all",
    ),
    Option(
        "first_turn_river_mode",
        "First-turn river surprise",
        "19",
        (("once", "One river hexside in the whole turn"), ("per_attack", "Each attack ignores one river hexside")),
        "once",
    ),
    Option(
        "panzer_op_move",
        "Panzer operational move",
        "Q1",
        (("1", "One hex"), ("2", "Two hexes")),
        "1",
        "The rules give two hexes to Soviet tanks only.",
    ),
    Option(
        "secret_setup",
        "Secret Soviet set-up",
        "20",
        (("off", "Historical set-up"), ("on", "Face down, anywhere; all thresholds favour the Axis by 2")),
        "off",
    ),
    Option(
        "finns", "Finnish army", "22.1", (("restricted", "Keeps to Karelia"), ("free", "Goes anywhere")), "restricted"
    ),
    Option(
        "rumania",
        "Romania before the Axis attacks from it",
        "9.2",
        (("spared", "The Soviets may enter it but not attack there"), ("closed", "The Soviets must keep out")),
        "spared",
        "Applies until the Axis attacks out of Romania. If the Soviets may enter it, garrison Bucharest in June.",
    ),
    Option(
        "new_units",
        "New units in a hex",
        "16.3",
        (("one", "One a turn; at Leningrad one of infantry and one of tanks"), ("each", "One of each kind everywhere")),
        "one",
    ),
    HANDICAP.option(),
)

TERMS = ScenarioTerms(
    calendar=9,
    lasting=False,
    weathers=("Good", "Mud", "Snow"),
    points="Axis victory points (21). Places not named keep theirs.",
    zones="Named areas, for `ground` only. Only the keys `regions` and `also` apply.",
    numbers=(
        ScenarioNumber("axis_win", -99, 999, "points the Axis needs to win", "as in the tables", victory="axis_win"),
        ScenarioNumber(
            "soviet_win", -99, 999, "highest Axis score with which the Soviets still win", "as in the tables",
            victory="soviet_win",
        ),
        ScenarioNumber(
            "key_city", 0, 1, "1: the Axis also needs Leningrad, Moscow or Stalingrad; 0: it does not", "1",
            victory="key_city",
        ),
        ScenarioNumber(
            SNOWS, 0, 9, "months of Snow before the first turn (no Blitzkrieg in the first of them, 6.3)",
            "by the calendar",
        ),
    ),
    boxes=(
        ScenarioBox("coming", "Axis reinforcements still to come"),
        ScenarioBox("pool", "the Soviet replacement pool"),
        ScenarioBox("siberia", "the Siberian reserve"),
        ScenarioBox("transit", "a factory on its way east"),
        ScenarioBox("offmap", "rebuilt, waiting to enter"),
        ScenarioBox("unused", "dummies for the secret set-up"),
        ScenarioBox("dead", "eliminated for good"),
    ),
    opening={"secret_setup": "off"},
    unsaid={
        "Strength": "Which side of a counter is up (the weak one at first)",
        "UnderFire": "Hits taken in this battle",
        "FireRounds": "The rounds of the battle being fought",
        "Aftermath": "Which units advanced into the battle hex",
        "PhaseBattles": "Battles of this phase already fought or linked",
        "ReplacementPool": "Soviet replacement factors in hand",
        "SiberianReserve": "Whether the Siberian reserve has come west",
        "Borders": "Whether the Axis has attacked out of Romania, and which river hexside is ignored",
        "Factory": "State of the tank factories (working at first)",
    },
)  # fmt: skip
