"""The words for a newcomer to a game, from its file beside the help: card, briefing, offers, hints."""

from __future__ import annotations

from ecs import Side
from game.ui.help.help_texts import entries


def words_of(game: str, kind: str, name: str) -> str:
    """What the file of a game says of one thing; "" where it says nothing.

    :param kind: "game" (``scale``, ``mood``, ``level``), "briefing" (a side), "offers" or "hints" (a phase).
    """
    found = entries(f"first/{game}").get(kind, {}).get(name)
    return found.text if found is not None else ""


def briefing_of(game: str, side: Side) -> str:
    """What is before a side when the game begins."""
    return words_of(game, "briefing", side.value)


def offer_of(game: str, phase: str) -> str:
    """What the button says that ends a phase of the first turn that need not be played; "" for any other."""
    return words_of(game, "offers", phase)


def hint_of(game: str, phase: str) -> tuple[str, str]:
    """The hint for a phase of the first turn, and its name in the settings: one for all phases it is for."""
    text = words_of(game, "hints", phase)
    table = entries(f"first/{game}").get("hints", {})
    first = next((name for name, entry in table.items() if entry.text == text), "") if text else ""
    return text, f"{game}:{first}" if first else ""
