"""The games for programs that learn: ``from rasputitsa import learn``; see docs/learning.md.

>>> learn.env("tutorial-kiev-1941").reset(seed=1)
"""

try:
    from game.learning import HEX_FIGURES, UNIT_FIGURES, WordGame, Wording
    from game.learning_env import RasputitsaEnv, env, raw_env
except ModuleNotFoundError as error:
    if error.name not in ("numpy", "gymnasium", "pettingzoo"):
        raise
    told = f'{error.name} is not installed: pip install "rasputitsa[learn]"'
    raise ModuleNotFoundError(told, name=error.name) from None

__all__ = ["HEX_FIGURES", "UNIT_FIGURES", "RasputitsaEnv", "WordGame", "Wording", "env", "raw_env"]
