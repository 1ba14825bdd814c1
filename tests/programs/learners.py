"""Random games through the environment for programs that learn: python -m tests.programs.learners [--games N]

Plays the scenarios in turn, with every word drawn from the mask, and says how each game ended and all of them.  Every
observation must be in its space, every word of the mask must be taken, and rewards must sum to 0.  A game in which that
fails, or anything else, is told with its scenario and seed, and the next one is played.  Exit code 0: none failed.
"""

from __future__ import annotations

import argparse
import sys
import traceback
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
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game")
    parser.add_argument("--scenario", action="append", help="only these (default: all, in turn)")
    args = parser.parse_args()
    scenarios = args.scenario or sorted(path.stem for path in list_scenarios())
    words, commands, ends = 0, 0, Counter[str]()
    for seed in range(args.first, args.first + args.games):
        scenario = scenarios[seed % len(scenarios)]
        try:
            played = random_game(scenario, seed)
        except Exception:  # noqa: BLE001 - whatever it is, it is told with the game it is of
            ends["failed"] += 1
            print(f"{scenario}, seed {seed}: failed\n{traceback.format_exc()}", flush=True)
            continue
        words, commands = words + played.words, commands + played.commands
        won = next((agent for agent, reward in played.rewards.items() if reward > 0), "draw")
        end = "broken off" if played.broken_off else won
        ends[end] += 1
        print(f"{scenario}, seed {seed}: {end}, {played.words} words, digest {played.digest}", flush=True)
    print(f"{args.games} games, {words} words, {commands} commands")
    print(", ".join(f"{end} {count}" for end, count in sorted(ends.items())))
    return int(ends["failed"] > 0)


if __name__ == "__main__":
    sys.exit(main())
