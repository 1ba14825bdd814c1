"""Rasputitsa for programs and notebooks: ``import rasputitsa``; see docs/api.md.

>>> import rasputitsa
>>> rasputitsa.new("barbarossa-1941", seed=1).turn
1
"""

from game.api import *  # noqa: F403
from game.api import __all__ as __all__
