"""The rules that may be chosen before the game."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.core.world import World
from ecs.systems.setup import Gift, Handicap

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
    soviet=Gift(3, "{} more replacement factors a month, from when there are any"),
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
        (("off", "By the calendar"), ("on", "A die may turn it in spring and autumn")),
        "off",
    ),
    Option(
        "halve_once", "Halving", "5.3", (("on", "A unit is halved once at most"), ("off", "Each reason halves")), "on"
    ),
    Option(
        CITY_HALVES,
        "Mechanised units in a city",
        "5.3",
        (("both", "Halved in attack and defence"), (ATTACKERS, "Halved in attack only")),
        "both",
        'The chart says "mech halved" of cities in the words it has for marsh, where both sides are halved. The change '
        "spares the defenders of a city.",
    ),
    Option(
        ZONES_SHIELD,
        "Fortified Zones",
        "8.13",
        (("either", "Shelter either side, all war"), (SOVIET, "Soviets only, void once the Axis holds them")),
        "either",
        "By the chart only the movement cost of a Fortified Zone is for the Axis alone; its shift is for whoever "
        "defends. With the change it shelters Soviets only, and is void once the Axis has held it.",
    ),
    Option(
        SUPPLY_LINE,
        "Axis line of supply",
        "4.2",
        (
            (PRINTED, "Six hexes, all war"),
            (LONGER, "Nine from March 1942"),
            (EIGHT_HEXES, "Eight, all war"),
            (NINE_HEXES, "Nine, all war"),
        ),
        PRINTED,
        "6 hexes in Fair weather, 5 in Mixed, 4 in Mud and Snow; or 8, 7, 5 and 5; or 9, 8, 7 and 7. All are ours: no "
        "source tells the printed ones. Nine from turn 10 feeds the long fronts of the later years from five depots.",
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
        "two",
        "At least two a month are known from published play in June 1941. A third lets the infantry keep up with the "
        "Panzer divisions.",
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
        "In a city, a fort, mountains or marsh they lose it on one less. With the first change most pockets die within "
        "two months; with the second a pocket is rolled for in the month in which it is closed.",
    ),
    Option(
        RAILHEAD,
        "Soviet railhead",
        "4.1",
        (
            (IMMEDIATE, "Retaken railways feed at once"),
            ("8", "Advances eight hexes a month"),
            ("7", "Advances seven hexes a month"),
        ),
        IMMEDIATE,
        "With the change a railway the Soviets take is torn up: it neither feeds nor carries them until their railhead "
        "has come, with the Logistics chit.",
    ),
    Option(
        UNFED,
        "Units without supply on railways",
        "4.5",
        ((OWN_HEX, "Close only the hex they stand in"), (ZONE, "Close all of their zone, and take it")),
        OWN_HEX,
        "A unit without a line of supply closes no railway beyond its own hex, and Soviets without one take no open "
        "railway. With the change remnants behind the front stop trains and depots as any other unit does.",
    ),
    Option(
        PANZER_FOOT,
        "Panzer army chit",
        "2.3",
        ((ALL, "All Germans in range act"), (THREE, "Three units on foot at most")),
        ALL,
        "The published accounts say: the units within range. The change lets all mechanised and cavalry units act, but "
        "only three on foot.",
    ),
    Option(
        "zone_to_zone",
        "Pinned units",
        "3.5",
        ((PRINTED, "One free step from zone to zone"), (PINNED, "Emergency retreat only")),
        PRINTED,
        "As printed, a unit on foot with enemy zones on every side may go one hex from zone to zone as its whole move. "
        "With the change only an emergency retreat is left to it, which costs a step.",
    ),
    Option(
        "german_rebuilding",
        "Eliminated German units",
        "8.3",
        ((PRINTED, "Units of two steps are rebuilt"), (ALL, "All of them are")),
        PRINTED,
        "As printed, two steps rebuild a German unit of two steps, reduced; a division of one step is lost for good. "
        "With the change two steps rebuild that too.",
    ),
    Option(
        BID,
        "Victory cities bid",
        "9.3",
        ((PRINTED, "As printed"), *((str(cities), f"{cities} cities") for cities in BIDS)),
        PRINTED,
        "Barbarossa alone: the Axis also wins with this many victory cities when the last turn ends. Between computer "
        "officers 18 and 19 are about even.",
    ),
    HANDICAP.option(),
)


def is_printed(w: World, key: str) -> bool:
    """Is a rule played as it is printed?"""
    return w.options[key] == PRINTED


def cities_bid(w: World) -> int:
    """Victory cities the Axis needs when the last turn of Barbarossa ends; 0 if nothing was bid (9.3)."""
    chosen = w.options.get(BID, PRINTED)
    return int(chosen) if chosen.isdigit() else 0


TERMS = ScenarioTerms(
    calendar=48,
    weathers=("Fair", "Mixed", "Mud", "Snow"),
    points="How many victory cities a place is, in all that goes by their number (9).",
    zones="Counters with a zone may be moved about in it before the first turn. All keys count.",
    numbers=(
        ScenarioNumber(
            "victory", 0, 4,
            "whose victory conditions hold: 0 the campaign (9.4), 1 Barbarossa (9.3), 2 Fall Blau (9.5), 3 Zitadelle "
            "(9.6), 4 Bagration (9.7)", "0", victory="conditions",
        ),
        ScenarioNumber("fort_", 1, 2, "a fort that stands in this hex: 1 weak, 2 strong", "none"),
        ScenarioNumber("works_", 1, 1, "Defensive Works that stand in this hex", "none"),
    ),
    doors=True,
    boxes=(
        ScenarioBox("arrived", "arrived, to be placed when the game begins"),
        ScenarioBox("turn:", "comes in that turn"),
        ScenarioBox("reserve", "the STAVKA reserve"),
        ScenarioBox("new", "built, to be placed"),
        ScenarioBox("dead", "eliminated, may be rebuilt"),
        ScenarioBox("depots", "a depot to be brought back"),
        ScenarioBox("mint", "comes into play by conversion alone"),
        ScenarioBox("withdrawn", "withdrawn; some return"),
        ScenarioBox("merged", "has been merged into another"),
        ScenarioBox("gone", "out of the game"),
    ),
    overdue="new",
    unsaid={
        "Place": "That counters come this turn: in the first turn of a scenario nobody does, they come in the next",
        "Activation": "Whom the chit in play lets act",
        "Immobility": "Who may not leave his hex",
        "DepotAdvance": "How far depots may still advance this turn",
        "Cup": "The chits of this turn: they are put into the cup anew",
        "ChitInPlay": "The chit in play",
        "DefensiveWorks": "Defensive Works",
        "Fort": "Forts printed on the map that have fallen: they stand again",
        "VoidZone": "Fortified Zones that count no longer, on ground the Axis does not hold now",
        "PartisanMarker": "Partisans on railways",
        "Milestones": "Milestones the Soviets have missed",
        "AirSupply": "A pocket that is fed from the air",
    },
)  # fmt: skip
