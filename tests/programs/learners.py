"""Random games through the environment for programs that learn: python -m tests.programs.learners [--games N]

Plays the scenarios in turn, with every word drawn from the mask, and says how the games ended.  Every
observation must be in its space, every word of the mask must be taken, and rewards must sum to 0.  Exit code 0: all of
it; an assertion names the scenario and the seed otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np
from rasputitsa import learn

from ecs import list_scenarios

LOOKS = 50  # every so many words the observation is compared with its space


@dataclass(frozen=True, slots=True)
class RandomGame:
    """What came of a game.  ``words``: said in it; ``commands``: made of them; ``rewards``: of each agent, summed."""

    words: int
    commands: int
    rewards: dict[str, float]
    broken_off: bool
    digest: str


def random_game(scenario: str, seed: int, most: int = 3000) -> RandomGame:
    """A whole game of words drawn from the mask.

    :param most: commands after which it is broken off.
    """
    environment = learn.raw_env(scenario, most_commands=most)
    environment.reset(seed=seed)
    draw, words, rewards = np.random.default_rng(seed), 0, dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter(max_iter=sys.maxsize):
        looks = words % LOOKS == 0
        observation, reward, ended, broken_off, _ = environment.last(observe=looks)
        rewards[agent] += reward
        assert not looks or environment.observation_space(agent).contains(observation), (scenario, seed, words)
        if ended or broken_off:
            environment.step(None)
            continue
        mask = environment.table.mask(environment.table.to_act)
        environment.step(int(draw.choice(np.flatnonzero(mask))))
        words += 1
    game = environment.table.game
    found = RandomGame(words, len(game.log) - 1, rewards, environment.table.broken_off, game.digest())
    environment.close()
    assert sum(found.rewards.values()) == 0, (scenario, seed, found)
    return found


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description="Random games through the environment for programs that learn.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--scenario", action="append", help="only these (default: all, in turn)")
    args = parser.parse_args()
    scenarios = args.scenario or sorted(path.stem for path in list_scenarios())
    words, commands, ends = 0, 0, Counter[str]()
    for seed in range(args.games):
        played = random_game(scenarios[seed % len(scenarios)], seed)
        words, commands = words + played.words, commands + played.commands
        won = next((agent for agent, reward in played.rewards.items() if reward > 0), "draw")
        ends["broken off" if played.broken_off else won] += 1
    print(f"{args.games} games, {words} words, {commands} commands")
    print(", ".join(f"{end} {count}" for end, count in sorted(ends.items())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
