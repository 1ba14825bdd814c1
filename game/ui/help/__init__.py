"""F1: a small card that explains what is under the pointer or the focus, with its rule."""

from game.ui.help.help_card import Card, Meant

__all__ = ["Card", "Meant"]
