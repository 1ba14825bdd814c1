"""The games as a PettingZoo environment of two agents, ``axis`` and ``soviet``: ``rasputitsa.learn``.

Install it with ``pip install "rasputitsa[learn]"``.  See docs/learning.md.

>>> environment = env("tutorial-kiev-1941")
>>> environment.reset(seed=1)
>>> observation, reward, ended, broken_off, info = environment.last()
>>> environment.agent_selection, sorted(observation), sorted(observation["observation"])
('axis', ['action_mask', 'observation'], ['hexes', 'spoken', 'table', 'units'])
>>> environment.unwrapped.words[int(observation["action_mask"].argmax())]
'end'
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import pygame
from gymnasium import spaces

from ecs import Side, start
from game.learning import WordGame
from game.play.scenarios import find_scenario
from game.ui.atlas_pages.board_picture import board_surface


@contextmanager
def _sound_left_alone() -> Iterator[None]:
    """PettingZoo, when it is imported, sends all sound of the process to a device that few computers have."""
    name = "SDL_AUDIODRIVER"
    before = os.environ.get(name)
    yield
    if before is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = before


with _sound_left_alone():
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

LARGEST = 1e6
"""No figure of an observation is greater."""


class RasputitsaEnv(AECEnv):
    """One scenario.  An agent gives commands word by word, and acts until the other side has something to decide.

    :param scenario: an id, as ``rasputitsa scenarios`` lists them.
    :param options: optional rules, as ``{"secret_setup": "on"}``.
    :param points: every change of the score is a reward too, as a share of all there is to score; the last reward is
        1 for the winner, -1 for the loser and 0 in a draw, with or without.
    :param most_commands: after as many, the game is broken off (a truncation).
    :param render_mode: "ansi" for a line of text, "rgb_array" for the board as the agent to act sees it.
    :raises ecs.SetupError: for an unknown scenario, option or value.
    """

    metadata = {"name": "rasputitsa_v1", "render_modes": ["ansi", "rgb_array"], "is_parallelizable": False}

    def __init__(
        self,
        scenario: str = "barbarossa-1941",
        *,
        options: Mapping[str, str] | None = None,
        points: bool = False,
        most_commands: int = 20_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._scenario, self._options, self._most = find_scenario(scenario), dict(options or {}), most_commands
        self._points, self._seed = points, 0
        self._table: WordGame | None = None
        self.possible_agents = [side.value for side in Side]
        table = self._begun(0)
        shapes, self.words = table.shapes, table.wording.words
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Dict(
                        {name: spaces.Box(0, LARGEST, shape, np.float32) for name, shape in shapes.items()}
                    ),
                    "action_mask": spaces.Box(0, 1, (len(self.words),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(self.words)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what :meth:`observe` returns."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """One action a word, by its place in ``words``."""
        return self.action_spaces[agent]

    @property
    def table(self) -> WordGame:
        """The underlying game, which sees both sides: for opponents and records, not for a policy."""
        return self._table or self._begun(self._seed)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game.

        :param seed: of the dice; without one, that of the last game + 1.
        """
        self._begun(self._seed + 1 if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = (self.table.to_act or Side.AXIS).value

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and the words it may say next."""
        side = Side(agent)
        return {"observation": self.table.seen(side), "action_mask": self.table.mask(side)}

    def step(self, action: int | None) -> None:
        """Say a word for the selected agent.

        :raises ValueError: for a word that cannot follow.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act, and None is no word")
        self._after(lambda table: table.say(int(action)))

    def let(self, level: str) -> None:
        """Let a computer player give the selected agent's next command, instead of :meth:`step`.

        :param level: "random", "recruit", "officer" or "general".
        :raises ValueError: for an unknown level, or after the end of the game.
        """
        self._after(lambda table: table.give(table.advised(level)))

    def _after(self, act: Any) -> None:
        table, agent = self.table, self.agent_selection
        before = {side: table.share(side) for side in Side} if self._points else {}
        act(table)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        for side, share in before.items():
            self.rewards[side.value] += table.share(side) - share
        result = table.game.result if table.game.over else None
        for side in Side:
            if result is not None and result.winner is not None:
                self.rewards[side.value] += 1.0 if result.winner is side else -1.0
            self.terminations[side.value] = table.game.over
            self.truncations[side.value] = table.broken_off
        self._accumulate_rewards()
        if table.to_act is None:
            self._deads_step_first()
        else:
            self.agent_selection = table.to_act.value

    def render(self) -> Any:
        """The game as ``render_mode`` says; None without one."""
        game = self.table.game
        side = game.to_act or Side.AXIS
        if self.render_mode == "ansi":
            said = " ".join(self.words[word] for word in self.table.spoken)
            return f"{game.scenario.id}, turn {game.turn}, {side}: {game.look(side).phase.title}: {said}"
        if self.render_mode == "rgb_array":
            return pygame.surfarray.array3d(board_surface(game, side, (600, 500))).swapaxes(0, 1)
        return None

    def close(self) -> None:
        """Release the memory of the game."""
        if self._table is not None:
            self._table.game.close()
            self._table = None

    def _begun(self, seed: int) -> WordGame:
        self.close()
        self._seed = seed
        self._table = table = WordGame(start(self._scenario, self._options, seed), self._most)
        return table


def env(scenario: str = "barbarossa-1941", **how: Any) -> Any:
    """The environment with PettingZoo's usual guards: an illegal word loses the game.

    :param how: as :class:`RasputitsaEnv` has them.
    """
    made = wrappers.TerminateIllegalWrapper(RasputitsaEnv(scenario, **how), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(scenario: str = "barbarossa-1941", **how: Any) -> RasputitsaEnv:
    """The bare environment, as PettingZoo's tools expect it."""
    return RasputitsaEnv(scenario, **how)
