"""How much a general may rehearse.  Counted in rehearsals and commands, never in seconds: games can be repeated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.opponents.staffs import Family

QUICK, NORMAL, PATIENT = "quick", "normal", "patient"
EFFORTS = (QUICK, NORMAL, PATIENT)
GENERALS = {effort: "general" if effort == NORMAL else f"general-{effort}" for effort in EFFORTS}
"""How a general with so much time is called wherever players are named: in saves, on the command line."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What is rehearsed before a stretch of orders.

    ``field``: how many styles are tried with the first dice, how many of them with the second, and so on; the usual one
    is always among them.  ``stretches``: how far a rehearsal goes: 1 to the end of the own orders, 2 with the enemy's
    reply.  ``commands``: most in one rehearsal.
    """

    field: tuple[int, ...]
    stretches: int = 2
    commands: int = 1500

    @property
    def rehearsals(self) -> int:
        """How many there are in all."""
        return sum(self.field)


BUDGETS: Mapping[Family, Mapping[str, Budget]] = {
    "salvo": {QUICK: Budget((3,)), NORMAL: Budget((6, 4, 3)), PATIENT: Budget((6, 6, 6, 5, 4))},
    "operations": {QUICK: Budget((2,)), NORMAL: Budget((4, 2)), PATIENT: Budget((6, 4, 3))},
    "impulse": {QUICK: Budget((2,), 1), NORMAL: Budget((3, 2), 1), PATIENT: Budget((4, 3))},
    "campaign": {QUICK: Budget((2,), 1), NORMAL: Budget((3,), 1), PATIENT: Budget((5, 3), 1)},
}
"""By family of games: the dearer a turn, the fewer rehearsals."""
