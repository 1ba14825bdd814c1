"""Chapters 4 and 14: the optional rules."""

from __future__ import annotations

from ecs.core.ruleset import Option, ScenarioBox, ScenarioNumber, ScenarioTerms
from ecs.systems.deployment import Gift, Handicap

MAY, SETUP = "may_turn", "setup"
QUICK, CORPS, FREE = "quick", "corps", "free"
SLIP, TOGETHER, ALONE = "slip", "together", "alone"
WINTER_AIR, GERMANS, BOTH = "winter_air", "germans", "both"
BALTIC, FLEET, AXIS = "baltic", "fleet", "axis"
ENTRY, OPEN, CLOSED = "rumania", "open", "closed"

HANDICAP = Handicap(
    "13",
    axis=Gift(2, "{} more infantry factors a month, once replacements begin"),
    soviet=Gift(2, "{} more infantry factors a month, once replacements begin"),
)
OPTIONS = (
    Option(
        SETUP, "Set-up", "14",
        (
            (QUICK, "As printed"),
            (CORPS, "The Axis places its corps"),
            (FREE, "The Axis places all its units"),
        ),
        QUICK,
        "Armies have printed hexes, corps go to any Axis country. If all units are free, the Axis may mass in "
        "Romania, but the Soviets may attack there from the start.",
    ),
    Option(
        ENTRY, "Romania before the Axis attacks from it", "14",
        ((OPEN, "The Soviets may enter it but not attack there"), (CLOSED, "Closed to the Soviets")),
        OPEN, "Once the Axis has attacked out of Romania, the limit ends.",
    ),
    Option(
        SLIP, "Zone-to-zone moves of German corps", "7",
        ((TOGETHER, "Only behind an army, into the same hex"), (ALONE, "From an army's hex, to any hex")),
        TOGETHER, "A German army may move straight from hex to hex in one enemy's zone. Corps with it may too.",
    ),
    Option(
        WINTER_AIR, "One air unit in Mud and Snow", "12",
        ((GERMANS, "Limits only the Germans"), (BOTH, "No Soviet air unit flies then")), GERMANS,
        "The Soviets have an air unit from December 1941 on.",
    ),
    Option(
        BALTIC, "Control of the Baltic", "7",
        ((FLEET, "The side that holds Leningrad"), (AXIS, "The Axis, from the start")), FLEET,
        "A side ships units and supplies ports only on a sea it controls.",
    ),
    Option(
        MAY, "May 1941", "4", (("off", "The war begins in June"), ("on", "A turn in May is played first")), "off",
        "In May a die decides between Good weather and Mud.",
    ),
    HANDICAP.option(),
)  # fmt: skip

TERMS = ScenarioTerms(
    calendar=14,
    weathers=("Good", "Mud", "Snow", "Subarctic", "Hard Frost"),
    points="Victory city points (15). A place with points is a victory city.",
    zones="Where Axis counters may go under the set-up option: a counter's own zone, or free-NATION. "
    "Only the keys `regions` and `also` count.",
    numbers=(
        ScenarioNumber("axis_win", 1, 999, "points the Axis needs to win", "as in the tables", victory="axis_win"),
        ScenarioNumber(
            "soviet_win", 1, 999, "points the Soviets need to win", "as in the tables", victory="soviet_win"
        ),
        ScenarioNumber("by_sea", 0, 1, "1: Soviet cities supplied by sea count too", "0: overland"),
    ),
    doors=True,
    boxes=(
        ScenarioBox("turn:", "comes in that turn"),
        ScenarioBox("waiting", "arrived, to be placed"),
        ScenarioBox("siberia", "the Siberian reserve"),
        ScenarioBox("air", "aircraft that are ready"),
        ScenarioBox("rest", "aircraft grounded this month"),
        ScenarioBox("dead", "lost, may be rebuilt"),
        ScenarioBox("gone", "out of the game"),
    ),
    dispersed=True,
    opening={MAY: "off", SETUP: QUICK},
    unsaid={
        "Breakthrough": "Which units have broken through",
        "ExchangeUnderway": "An exchange under way",
        "Pursuit": "A pursuit under way",
        "StandOrder": "Which Germans stand fast in the battle being fought",
        "Slip": "Which armies have slipped from zone to zone",
        "NoRetreat": "Whether the Soviets stand fast until their next turn",
    },
)  # fmt: skip
