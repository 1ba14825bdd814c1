"""Chapters 4 and 14: which rules may be chosen before the game?"""

from __future__ import annotations

from ecs.ruleset import Option

MAY, SETUP = "may_turn", "setup"
QUICK, CORPS, FREE = "quick", "corps", "free"

OPTIONS = (
    Option(
        SETUP, "Set-up", "14",
        (
            (QUICK, "As printed"),
            (CORPS, "Axis corps are placed by their owner"),
            (FREE, "All Axis units are placed by their owner"),
        ),
        QUICK,
        "Armies have printed hexes. If all units are free, the Axis may crowd into Rumania, but Rumania is open to the "
        "Russians from the start and units that begin Dispersed stay so for a turn.",
    ),
    Option(
        MAY, "May 1941", "4", (("off", "The war begins in June"), ("on", "A turn in May is played first")), "off",
        "In May the weather is Good or Mud, by the die.",
    ),
)  # fmt: skip
