"""Figures typed for an imagined battle.  Words and numbers checked, the first bad one named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ecs.core.components import Side

MOST_UNITS = 18


class OddsError(ValueError):
    """Figures that make no battle: names the argument and what was expected."""


class GivenFigures:
    """The arguments of an imagined battle, by name; of words to choose from the first stands if none is given.

    Every method raises ``OddsError`` for an argument that is not as it should be.
    """

    def __init__(self, arguments: Mapping[str, str], known: Iterable[tuple[str, str]]) -> None:
        """Take arguments, all of which must be among the known (name, words) pairs."""
        names = [name for name, _ in known]
        for key in arguments:
            if key not in names:
                raise OddsError(f"no argument {key!r}; there are: {', '.join(names)}")
        self._given = arguments

    def text(self, name: str) -> str:
        """An argument as it was typed; "" if it was not."""
        return self._given.get(name, "")

    def choice(self, name: str, *choices: str) -> str:
        """One of some words."""
        return _one_of(self._given.get(name, choices[0]), name, choices)

    def choices(self, name: str, *choices: str) -> list[str]:
        """Any of some words, between commas; "none" is none of them."""
        return [_one_of(word, name, choices) for word in self.text(name).split(",") if word and word != "none"]

    def yes(self, name: str, default: str = "no") -> bool:
        """Yes or no?"""
        return _one_of(self._given.get(name, default), name, ("yes", "no")) == "yes"

    def side(self) -> Side:
        """The attacking side."""
        return Side(self.choice("side", "axis", "soviet"))

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds."""
        text = self._given.get(name, str(default))
        if not text.isdigit() or not least <= int(text) <= most:
            raise OddsError(f"{name} = {text!r}; expected a whole number from {least} to {most}")
        return int(text)

    def number_or_none(self, name: str, default: int, least: int, most: int) -> int | None:
        """A whole number within bounds; None if the word is "none"."""
        return None if self.text(name) == "none" else self.number(name, default, least, most)

    def units(self, name: str) -> list[str]:
        """The units of one side, between commas."""
        return unit_list(self.text(name))


def unit_list(text: str) -> list[str]:
    """The units of one side, between commas.

    :raises OddsError: if they are too many.
    """
    found = [part for part in text.replace(" ", "").split(",") if part]
    if len(found) > MOST_UNITS:
        raise OddsError(f"{len(found)} units on one side; at most {MOST_UNITS}")
    return found


def _one_of(text: str, name: str, choices: tuple[str, ...]) -> str:
    if text not in choices:
        raise OddsError(f"{name} = {text!r}; expected one of: {', '.join(choices)}")
    return text
