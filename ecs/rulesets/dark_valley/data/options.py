"""The rules that may be chosen before the game."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.core.world import World
from ecs.systems.campaign.handicap import Gift, Handicap

ON_OFF = (("on", "In force"), ("off", "Left out"))
PRINTED, LONGER, PINNED, ALL = "printed", "longer", "pinned", "all"
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
        "axis_supply_line",
        "Axis line of supply",
        "4.2",
        ((PRINTED, "Six hexes, all war"), (LONGER, "Nine from March 1942")),
        PRINTED,
        "As printed, 6 hexes in Fair weather, 5 in Mixed, 4 in Mud and Snow. The change makes it 9, 8, 7 and 7 from "
        "turn 10, so that five depots feed the long fronts of the later years.",
        LONGER,
    ),
    Option(
        "zone_to_zone",
        "Pinned units",
        "3.5",
        ((PRINTED, "One free step from zone to zone"), (PINNED, "Emergency retreat only")),
        PRINTED,
        "As printed, a unit on foot with enemy zones on every side may go one hex from zone to zone as its whole move. "
        "With the change only an emergency retreat is left to it, which costs a step.",
        PINNED,
    ),
    Option(
        "german_rebuilding",
        "Eliminated German units",
        "8.3",
        ((PRINTED, "Units of two steps are rebuilt"), (ALL, "All of them are")),
        PRINTED,
        "As printed, two steps rebuild a German unit of two steps, reduced; a division of one step is lost for good. "
        "With the change two steps rebuild that too.",
        ALL,
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
