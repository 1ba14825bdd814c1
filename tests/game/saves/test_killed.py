"""Does a killed program lose more than one command, or leave a broken save, wherever it is killed?"""

from __future__ import annotations

import os

import pytest

from tests.programs import killing

KILLS, ROUNDS = 15, 4  # `python -m tests.programs.killing` goes on for thousands

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="players are forked")


def test_kills_at_random_moments_lose_at_most_one_command_each() -> None:
    tally = killing.run(KILLS, seed=1)
    assert tally.faults == []
    assert tally.kills == KILLS and tally.commands > KILLS


@pytest.mark.parametrize("players", [3])
def test_several_windows_killed_one_after_the_other_lose_no_game_and_one_command_each(players: int) -> None:
    tally = killing.run(ROUNDS, seed=2, players=players)
    assert tally.faults == []
    assert tally.kills == ROUNDS * players and tally.games >= players
