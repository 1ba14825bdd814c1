"""Options: what the players may choose before a game, by its rulebook and at every table."""

from __future__ import annotations

from dataclasses import dataclass

from ecs.untrusted_input import plain


class SetupError(ValueError):
    """A scenario or an option that cannot be used."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the players may choose before the game: (value, words) pairs, the default first or named."""

    key: str
    title: str
    rule: str
    choices: tuple[tuple[str, str], ...]
    default: str
    note: str = ""


LOADING, FRESH = "dice_after_loading", "fresh"
UNASKED, ASKED = "only_answers", "asked"
TABLE_OPTIONS = (
    Option(
        LOADING,
        "Dice after loading",
        "",
        (("same", "As they would have fallen"), (FRESH, "Fresh dice")),
        "same",
        "Whoever loads a game to have a die again gets the same one, or a fresh one; either way it is counted.",
    ),
    Option(
        UNASKED,
        "Questions with one answer",
        "",
        (("given", "Answered for you"), (ASKED, "Asked all the same")),
        "given",
        "What can be answered in one way only is done for you and told in the log, as far as it costs you no undo.",
    ),
)
"""What may be chosen in every game: it concerns the table, not the rules."""
