"""The optional rules of the game."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.core.world import World
from ecs.systems.deployment import Gift, Handicap

ON_OFF = (("on", "In force"), ("off", "Left out"))
PRINTED, LONGER, PINNED, ALL = "printed", "longer", "pinned", "all"
PANZER_FOOT, THREE = "panzer_foot", "three"
CITY_HALVES, ATTACKERS = "city_halves", "attackers"
ZONES_SHIELD, SOVIET = "zones_shield", "soviet"
SUPPLY_LINE, EIGHT_HEXES, NINE_HEXES = "axis_supply_line", "eight", "nine"
SUMMER_CHITS, FIRST_SUMMER, BOTH_SUMMERS = "summer_chits", "1941", "1942"
ATTRITION, SLOW, AT_ONCE = "attrition", "slow", "at_once"
RAILHEAD, IMMEDIATE = "soviet_railhead", "at_once"
UNFED, OWN_HEX, ZONE = "unsupplied_on_rails", "own_hex", "zone"
BID, BIDS = "bid", range(14, 30)

HANDICAP = Handicap(
    "8.3",
    axis=Gift(1, "{} more infantry steps a month"),
    soviet=Gift(3, "{} more replacement factors a month, once replacements begin"),
)
OPTIONS = (
    Option(
        "crt_die",
        "Combat die",
        "5.4",
        (("6", "Six-sided, with die-roll modifiers"), ("8", "Eight-sided, no modifiers")),
        "6",
    ),
    Option("partisans", "Partisans", "8.12", ON_OFF, "on"),
    Option("finns", "Finland", "8.10", ON_OFF, "on"),
    Option(
        "md_lock", "Military districts", "8.8", (("on", "Locked in June 1941"), ("off", "Free from the start")), "on"
    ),
    Option(
        "random_weather",
        "Weather",
        "7.1",
        (("off", "By the calendar"), ("on", "A die may change it in spring and autumn")),
        "off",
    ),
    Option(
        "halve_once", "Halving", "5.3", (("on", "A unit is halved only once"), ("off", "Each reason halves it")), "on"
    ),
    Option(
        CITY_HALVES,
        "Mechanised units in a city",
        "5.3",
        (("both", "Halved in attack and defence"), (ATTACKERS, "Halved in attack only")),
        "both",
        "The chart says “mech halved” for cities as it does for marsh, where it halves both sides. The change spares a "
        "city's defenders.",
    ),
    Option(
        ZONES_SHIELD,
        "Fortified Zones",
        "8.13",
        (("either", "Shelter either side, the whole war"), (SOVIET, "Soviets only, void once the Axis holds them")),
        "either",
        "By the chart a Fortified Zone costs only the Axis extra movement, but shifts the column for any defender. "
        "With the change it shelters only the Soviets, and no one once the Axis has held it.",
    ),
    Option(
        SUPPLY_LINE,
        "Axis line of supply",
        "4.2",
        (
            (PRINTED, "Six hexes, the whole war"),
            (LONGER, "Nine from March 1942"),
            (EIGHT_HEXES, "Eight, the whole war"),
            (NINE_HEXES, "Nine, the whole war"),
        ),
        PRINTED,
        "6 hexes in Fair weather, 5 in Mixed, 4 in Mud and Snow; or 8, 7, "
        "5 and 5; or 9, 8, 7 and 7. These ranges are ours: no "
        "source gives the printed ones. Nine from turn 10 supplies the long later fronts from five depots.",
    ),
    Option(
        SUMMER_CHITS,
        "Move/Combat chits in summer",
        "2.4",
        (
            ("two", "Two a month"),
            (FIRST_SUMMER, "Three, June to September 1941"),
            (BOTH_SUMMERS, "Three, also in 1942"),
        ),
        FIRST_SUMMER,
        "Published play shows at least two a month in June 1941. A third "
        "lets the infantry keep up with the panzer divisions.",
    ),
    Option(
        ATTRITION,
        "Isolated units",
        "4.3",
        (
            (SLOW, "Lose a step on 1-3, from the second Logistics chit"),
            ("quick", "On 1-4, from the second"),
            (AT_ONCE, "On 1-4, from the first"),
        ),
        SLOW,
        "In a city, a fort, mountains or marsh the range is one less. With the first change, most pockets "
        "die within two months. With the second, they roll in the very month they close.",
    ),
    Option(
        RAILHEAD,
        "Soviet railhead",
        "4.1",
        (
            (IMMEDIATE, "Retaken railways supply at once"),
            ("8", "Advances eight hexes a month"),
            ("7", "Advances seven hexes a month"),
        ),
        IMMEDIATE,
        "With the change, a retaken railway is torn up. It brings the Soviets no supply and "
        "no trains until their railhead arrives with the Logistics chit.",
    ),
    Option(
        UNFED,
        "Units out of supply on railways",
        "4.5",
        ((OWN_HEX, "Close only their own hex"), (ZONE, "Close and capture their whole zone")),
        OWN_HEX,
        "A unit out of supply closes no railway beyond its own hex, and Soviets out of supply capture no open "
        "railway. With the change, remnants behind the front stop trains and depots like any unit.",
    ),
    Option(
        PANZER_FOOT,
        "Panzer army chit",
        "2.3",
        ((ALL, "All Germans in range act"), (THREE, "At most three units on foot")),
        ALL,
        "In published accounts, all units in range act. With the change, all "
        "mechanised and cavalry units act, but only three on foot.",
    ),
    Option(
        "zone_to_zone",
        "Pinned units",
        "3.5",
        ((PRINTED, "One free step from zone to zone"), (PINNED, "Emergency retreat only")),
        PRINTED,
        "As printed, a unit on foot among enemy zones may move one hex from zone to zone. "
        "With the change, it can only make an emergency retreat, which costs a step.",
    ),
    Option(
        "german_rebuilding",
        "Eliminated German units",
        "8.3",
        ((PRINTED, "Only two-step units are rebuilt"), (ALL, "All are rebuilt")),
        PRINTED,
        "As printed, two steps rebuild a two-step German unit at reduced strength. A one-step "
        "division is lost for good. With the change, two steps rebuild it too.",
    ),
    Option(
        BID,
        "Victory city bid",
        "9.3",
        ((PRINTED, "As printed"), *((str(cities), f"{cities} cities") for cities in BIDS)),
        PRINTED,
        "Operation Barbarossa only: the Axis also wins with this many victory cities at the "
        "end. With 20, two computer players are about even.",
    ),
    HANDICAP.option(),
)


def is_printed(w: World, key: str) -> bool:
    """Is a rule played as it is printed?"""
    return w.options[key] == PRINTED


def cities_bid(w: World) -> int:
    """Victory cities the Axis needs when the last turn of Barbarossa ends; 0 if there was no bid (9.3)."""
    chosen = w.options.get(BID, PRINTED)
    return int(chosen) if chosen.isdigit() else 0


TERMS = ScenarioTerms(
    calendar=48,
    weathers=("Fair", "Mixed", "Mud", "Snow"),
    points="How many victory cities a place counts for (9).",
    zones="Before the first turn, a counter with a zone may move within it. Every key applies.",
    numbers=(
        ScenarioNumber(
            "victory", 0, 4,
            "which victory conditions apply: 0 the campaign (9.4), 1 Barbarossa (9.3), 2 Fall Blau (9.5), 3 Zitadelle "
            "(9.6), 4 Bagration (9.7)", "0", victory="conditions",
        ),
        ScenarioNumber("fort_", 1, 2, "a fort in this hex: 1 weak, 2 strong", "none"),
        ScenarioNumber("works_", 1, 1, "Defensive Works in this hex", "none"),
    ),
    doors=True,
    boxes=(
        ScenarioBox("arrived", "arrived, to be placed when the game begins"),
        ScenarioBox("turn:", "arrives that turn"),
        ScenarioBox("reserve", "the STAVKA reserve"),
        ScenarioBox("new", "built, to be placed"),
        ScenarioBox("dead", "eliminated, may be rebuilt"),
        ScenarioBox("depots", "a depot to be brought back"),
        ScenarioBox("mint", "enters play only by conversion"),
        ScenarioBox("withdrawn", "withdrawn; some return"),
        ScenarioBox("merged", "merged into another unit"),
        ScenarioBox("gone", "out of the game"),
    ),
    overdue="new",
    unsaid={
        "Place": "Whether counters arrive this turn (none do on a scenario's first turn)",
        "Activation": "Which units the chit in play lets act",
        "Immobility": "Which units may not leave their hex",
        "DepotAdvance": "How far depots may still advance this turn",
        "Cup": "The chits of this turn (the cup is refilled)",
        "ChitInPlay": "The chit in play",
        "DefensiveWorks": "Defensive Works",
        "Fort": "Forts printed on the map that have fallen (they return)",
        "VoidZone": "Fortified Zones that no longer count, on ground the Axis does not hold",
        "PartisanMarker": "Partisans on railways",
        "Milestones": "Milestones the Soviets have missed",
        "AirSupply": "A pocket supplied by air",
        "GarrisonStand": "Whether a garrison stands fast",
    },
)  # fmt: skip
