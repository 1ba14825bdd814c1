"""How does a trained staff play?"""

from __future__ import annotations

from game.opponents.recruit import Recruit


class Officer(Recruit):
    """Plays as the recruit does."""
