"""Chapter 24: the optional rules."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.core.unit_names import signed
from ecs.core.world import World
from ecs.systems.deployment import Gift, Handicap

ON, OFF = ("on", "In force"), ("off", "Left out")
PARS = range(15, 35)
BIDS = range(1, 9)
SCENARIO = "scenario"


def _rp_bid(points: int) -> tuple[str, str]:
    return str(points), f"{signed(points)} RP" if points else "None"


HANDICAP = Handicap(
    "19.2",
    axis=Gift(2, "{} more RP a turn"),
    soviet=Gift(2, "{} more RP a turn"),
)
OPTIONS = (
    Option(
        "first_winter", "First winter", "24.6", (ON, OFF), "on",
        "In Snow on turns 4 to 6: Soviet attackers +1, Axis attackers −1.",
    ),
    Option(
        "linked_weather", "Linked weather", "24.3", (OFF, ON), "off",
        "Clear in the First Impulse of September brings Snow in November. Light Mud brings Light Mud.",
    ),
    Option(
        "historical_weather", "Historical weather", "24.4", (OFF, ON), "off",
        "Historical weather 1941 to 1945, without dice. It overrides linked weather.",
    ),
    Option(
        "snow_air", "Soviet aircraft in Snow", "11.4", (OFF, ON), "off",
        "Two Soviet air groups may support an attack in Snow. The Axis stays grounded.",
    ),
    Option(
        "fortress", "Fortresses", "24.2", (OFF, ON), "off",
        "The Axis may declare cities fortresses from turn 17, the Soviets Leningrad, Odessa and Sevastopol.",
    ),
    Option(
        "workers", "Workers", "24.1", (OFF, ON), "off",
        "Soviet RP come from worker counters, not cities. Workers may go east by rail.",
    ),
    Option(
        "city_points", "Soviet city points", "19.1",
        (("2", "One RP for two points"), ("1", "One RP for each point")), "2",
        "Soviet cities give 11 or 21 RP on the first turn, on top of eastern industry.",
    ),
    Option(
        "free_setup", "Free set-up", "24.5", (OFF, ON), "off",
        "Before a game that starts in June 1941 both sides may move counters within their districts.",
    ),
    Option(
        "par", "Victory point bid", "23.8",
        ((SCENARIO, "Par of the scenario"), *((str(vp), f"{vp} VP") for vp in PARS)), SCENARIO,
        "The Axis target in scenarios decided by victory points.",
    ),
    Option(
        "rp_bid", "Replacement bid", "23.8",
        tuple(_rp_bid(n) for n in (0, *BIDS, *(-n for n in BIDS))), "0",
        "RP the Soviets gain or lose, one a turn. If the bid exceeds the number of turns, it starts over.",
    ),
    HANDICAP.option(),
)  # fmt: skip


_USUAL = {option.key: option.default for option in OPTIONS}


def is_on(w: World, key: str) -> bool:
    """Is an optional rule in force: as chosen for this game, else its default (24)?"""
    return w.options.get(key, _USUAL[key]) == "on"


TERMS = ScenarioTerms(
    calendar=25,
    weathers=("Clear", "Lt Mud", "Mud", "Snow"),
    points="Axis victory points (22.4), where `par` decides. Major Cities keep their status.",
    endless=False,
    zones="Named ground, for terrain only. The free set-up uses the districts of the tables.",
    numbers=(
        ScenarioNumber(
            "par", 0, 999, "victory points the Axis needs (22.4); 0: points do not count", "0", victory="par"
        ),
        ScenarioNumber(
            "cities", 0, 99, "Major Cities the Axis needs at the end (23.7); 0: cities do not count", "0",
            victory="cities",
        ),
        ScenarioNumber(
            "gauge_gap", 0, 99, "hexes by which converted railways lag behind the front (10.7)", "0"
        ),
    ),
    doors=True,
    boxes=(
        ScenarioBox("arrived", "arrived, to be placed"),
        ScenarioBox("turn:", "comes in that turn"),
        ScenarioBox("raised", "rebuilt, to be placed"),
        ScenarioBox("pool", "markers and leaders not in use"),
        ScenarioBox("dead", "eliminated, may be rebuilt"),
        ScenarioBox("surrendered", "eliminated out of supply"),
        ScenarioBox("surrendered:", "eliminated out of supply, since that turn"),
        ScenarioBox("back:", "returns to the eliminated box in that turn"),
        ScenarioBox("east:", "workers gone east"),
        ScenarioBox("withdrawn", "withdrawn; some return"),
        ScenarioBox("gone", "out of the game"),
    ),
    opening={"free_setup": "off", "rp_bid": "0"},
    unsaid={
        "Partisan": "The stage of partisan bands",
        "Track": "Whose trains run: railways follow the front at a fixed distance",
        "Impulse": "The impulse, and the weather of both",
        "JointAttacks": "Battles that continue in the second impulse, and joint attacks",
        "AutomaticVictory": "Units that won an automatic victory this impulse",
        "IceRoadUse": "Units that used the ice road this impulse",
        "FortressMarker": "Cities that are fortresses",
    },
)  # fmt: skip
