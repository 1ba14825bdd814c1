"""Does the computer send a Field Marshal into the largest battle he can still affect?"""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.commands import Done, EndPhase, Spend, parse
from game.opponents.impulse_staff.officer import ImpulseOfficer
from game.opponents.seat import Seat
from tests.game.opponents.test_impulse_lines import stage

SMALL, LARGE = "3925", "3926"
TROOPS = {"I.K": "3824", "III.Pz": "3927", "XIV.Pz": "3927", "3.A": SMALL, "5.A": LARGE, "6.A": LARGE, "Zhukov": LARGE}


def fighting() -> Game:
    """One corps attacks 3rd Army, two Panzer corps the armies where Zhukov is, next to it."""
    game = stage("plan1-axis", TROOPS, turn=3, front=60)
    for line in (f"attack I.K {SMALL} 1", f"attack III.Pz {LARGE} 1", f"attack XIV.Pz {LARGE} 1"):
        game.apply(parse(line))
    game.apply(EndPhase())
    return game


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_a_field_marshal_is_kept_for_the_largest_battle_he_can_still_affect(level: str) -> None:
    for spot, answer in ((SMALL, Done()), (LARGE, Spend("Zhukov"))):
        game = fighting()
        game.apply(parse(f"resolve {spot} 1"))
        assert game.to_act is Side.SOVIET and game.moment[2] == "marshal"
        command, why = ImpulseOfficer(Side.SOVIET, 1, level).choose(Seat(game, Side.SOVIET))
        assert command == answer and "battle" in why
