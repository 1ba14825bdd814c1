"""Chapter 24: the rules that may be switched before the game."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.core.world import World
from ecs.systems.setup import Gift, Handicap

ON, OFF = ("on", "In force"), ("off", "Left out")
PARS = range(15, 35)
BIDS = range(1, 9)
SCENARIO = "scenario"


def _rp_bid(points: int) -> tuple[str, str]:
    return str(points), f"{points:+d} RP".replace("-", "−") if points else "None"


HANDICAP = Handicap(
    "19.2",
    axis=Gift(2, "{} more RP a turn"),
    soviet=Gift(2, "{} more RP a turn"),
)
OPTIONS = (
    Option(
        "first_winter", "First winter", "24.6", (ON, OFF), "on",
        "Soviet attackers +1 and Axis attackers −1 in the Snow of turns 4 to 6.",
    ),
    Option(
        "linked_weather", "Linked weather", "24.3", (OFF, ON), "off",
        "Clear in the First Impulse of September brings Snow in November, light mud brings light mud.",
    ),
    Option(
        "historical_weather", "Historical weather", "24.4", (OFF, ON), "off",
        "The weather of the years 1941 to 1945, without dice; it goes before linked weather.",
    ),
    Option(
        "snow_air", "Soviet aircraft in Snow", "11.4", (OFF, ON), "off",
        "Two Soviet air groups may support an attack in Snow; the Axis stays grounded.",
    ),
    Option(
        "fortress", "Fortresses", "24.2", (OFF, ON), "off",
        "Cities may be declared fortresses: the Axis from turn 17, the Soviets Leningrad, Odessa and Sevastopol.",
    ),
    Option(
        "workers", "Workers", "24.1", (OFF, ON), "off",
        "Soviet RP come from worker counters, which may be taken east by rail, instead of from the cities.",
    ),
    Option(
        "city_points", "Soviet city points", "19.1",
        (("2", "One RP for two points"), ("1", "One RP for each point")), "2",
        "What the Soviet cities yield: 11 RP in the first turn, or 21, beside the industry of the east.",
    ),
    Option(
        "free_setup", "Free set-up", "24.5", (OFF, ON), "off",
        "Both sides may move their counters about in their districts before June 1941.",
    ),
    Option(
        "par", "Victory points bid", "23.8",
        ((SCENARIO, "Par of the scenario"), *((str(vp), f"{vp} VP") for vp in PARS)), SCENARIO,
        "What the Axis must reach in the scenarios that are decided by victory points.",
    ),
    Option(
        "rp_bid", "Replacement bid", "23.8",
        tuple(_rp_bid(n) for n in (0, *BIDS, *(-n for n in BIDS))), "0",
        "Points given to the Soviets, or taken from them, one a turn from the first; a second round follows.",
    ),
    HANDICAP.option(),
)  # fmt: skip


_USUAL = {option.key: option.default for option in OPTIONS}


def is_on(w: World, key: str) -> bool:
    """Is an optional rule in use: as chosen for this game, else as usual (24)?"""
    return w.options.get(key, _USUAL[key]) == "on"


TERMS = ScenarioTerms(
    calendar=25,
    weathers=("Clear", "Lt Mud", "Mud", "Snow"),
    points="Victory points of the Axis (22.4), where `par` decides. Major Cities stay what they are.",
    endless=False,
    zones="Ground with a name, for ground alone; the free set-up goes by the districts of the tables.",
    numbers=(
        ScenarioNumber(
            "par", 0, 999, "victory points the Axis needs (22.4); 0: points do not count", "0", victory="par"
        ),
        ScenarioNumber(
            "cities", 0, 99, "Major Cities the Axis needs at the end (23.7); 0: they do not decide", "0",
            victory="cities",
        ),
        ScenarioNumber(
            "gauge_gap", 0, 99, "hexes of ground won by which the converted railways lag behind the front (10.7)", "0"
        ),
    ),
    doors=True,
    boxes=(
        ScenarioBox("arrived", "arrived, to be placed"),
        ScenarioBox("turn:", "comes in that turn"),
        ScenarioBox("raised", "rebuilt, to be placed"),
        ScenarioBox("pool", "markers and leaders that are not in use"),
        ScenarioBox("dead", "eliminated, may be rebuilt"),
        ScenarioBox("surrendered", "eliminated out of supply"),
        ScenarioBox("surrendered:", "the same, since that turn"),
        ScenarioBox("back:", "comes back to the eliminated in that turn"),
        ScenarioBox("east:", "workers gone east"),
        ScenarioBox("withdrawn", "withdrawn; some return"),
        ScenarioBox("gone", "out of the game"),
    ),
    opening={"free_setup": "off", "rp_bid": "0"},
    unsaid={
        "Partisan": "The stage of partisan bands",
        "Track": "Whose trains run: the railways follow the front at one distance",
        "Impulse": "Which impulse it is, and the weather of either",
        "JointAttacks": "Battles that go on in the second impulse, and attacks made as one",
        "AutomaticVictory": "Who has taken part in an automatic victory in this impulse",
        "IceRoadUse": "Who has gone over the ice road in this impulse",
        "FortressMarker": "Cities that are fortresses",
    },
)  # fmt: skip
