"""The games for programs that learn: ``from rasputitsa import learn``; see docs/learning.md.

>>> learn.env("tutorial-kiev-1941").reset(seed=1)
"""

from game.learning import HEX_FIGURES, UNIT_FIGURES, WordGame, Wording
from game.learning_env import RasputitsaEnv, env, raw_env

__all__ = ["HEX_FIGURES", "UNIT_FIGURES", "RasputitsaEnv", "WordGame", "Wording", "env", "raw_env"]
