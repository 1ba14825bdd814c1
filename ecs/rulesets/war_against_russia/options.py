"""Chapters 4 and 14: which rules may be chosen before the game?"""

from __future__ import annotations

from ecs.ruleset import Option

MAY, SETUP = "may_turn", "setup"
QUICK, CORPS, FREE = "quick", "corps", "free"
ENTRY, OPEN, CLOSED = "rumania", "open", "closed"

OPTIONS = (
    Option(
        SETUP, "Set-up", "14",
        (
            (QUICK, "As printed"),
            (CORPS, "Axis corps are placed by their owner"),
            (FREE, "All Axis units are placed by their owner"),
        ),
        QUICK,
        "Armies have printed hexes, corps go to any Axis country. If all units are free, the Axis may crowd into "
        "Rumania, but the Russians may attack there from the start.",
    ),
    Option(
        ENTRY, "Rumania before an Axis attack out of it", "14",
        ((OPEN, "Russians may enter it, but attack nobody there"), (CLOSED, "Closed to the Russians")),
        OPEN, "Once the Axis has attacked out of Rumania, it is a country like any other.", CLOSED,
    ),
    Option(
        MAY, "May 1941", "4", (("off", "The war begins in June"), ("on", "A turn in May is played first")), "off",
        "In May the weather is Good or Mud, by the die.",
    ),
)  # fmt: skip
