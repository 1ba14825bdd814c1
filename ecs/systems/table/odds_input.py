"""What do figures typed for an imagined battle say?  Words and numbers checked, the first bad one named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MOST_UNITS = 18


class OddsError(ValueError):
    """Figures that make no battle: names the argument and what was expected."""


def check_arguments(arguments: Mapping[str, str], known: Iterable[tuple[str, str]]) -> None:
    """Are all these arguments among the known (name, words) pairs?

    :raises OddsError: naming the first that is not.
    """
    names = [name for name, _ in known]
    for key in arguments:
        if key not in names:
            raise OddsError(f"no argument {key!r}; there are: {', '.join(names)}")


def choice_value(text: str, name: str, choices: tuple[str, ...]) -> str:
    """One of some words.

    :raises OddsError: for any other.
    """
    if text not in choices:
        raise OddsError(f"{name} = {text!r}; expected one of: {', '.join(choices)}")
    return text


def number_value(text: str, name: str, least: int, most: int) -> int:
    """A whole number within bounds.

    :raises OddsError: otherwise.
    """
    if not text.isdigit() or not least <= int(text) <= most:
        raise OddsError(f"{name} = {text!r}; expected a whole number from {least} to {most}")
    return int(text)


def unit_list(text: str) -> list[str]:
    """The units of one side, between commas.

    :raises OddsError: if they are too many.
    """
    found = [part for part in text.replace(" ", "").split(",") if part]
    if len(found) > MOST_UNITS:
        raise OddsError(f"{len(found)} units on one side; at most {MOST_UNITS}")
    return found
