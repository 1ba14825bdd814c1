"""What goes wrong, as one family: each error has a reason for programs, a sentence for people, and a rule."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Forecast
from ecs.untrusted_input import plain
from game.opponents import PLAYERS


class ApiError(Exception):
    """What was asked for cannot be done.  ``reason``: an id for programs; ``text``: a sentence; ``rule``: of the rules
    page, or ""."""

    def __init__(self, reason: str, text: str, rule: str = "") -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.reason, self.text, self.rule = reason, text, rule


class NameUnknown(ApiError):
    """There is no such scenario, option, side, hex, unit, level, overlay or pack; the sentence says which there are."""


class CommandRefused(ApiError):
    """A command that is not in the legal list, or a text that is no command."""


class UndoRefused(ApiError):
    """Nothing can be taken back: a die has been rolled, or another barrier stands before it."""


class AttackRefused(ApiError):
    """The attack that was to be forecast may not be made; ``forecast`` has its figures all the same."""

    def __init__(self, text: str, rule: str, forecast: Forecast) -> None:
        super().__init__("no-attack", text, rule)
        self.forecast = forecast


class FileRefused(ApiError):
    """A file that cannot be read or written."""


class MatchStopped(ApiError):
    """A game between computer players did not come to its end."""


def allowed(forecast: Forecast) -> Forecast:
    """The forecast.

    :raises AttackRefused: if the attack may not be made.
    """
    if not forecast.refusal:
        return forecast
    sentence, _, rule = forecast.refusal.rpartition(" (")
    if not sentence or not rule.endswith(")"):
        raise AttackRefused(forecast.refusal, "", forecast)
    raise AttackRefused(sentence, rule[:-1], forecast)


def known_level(level: str) -> str:
    """The level of a computer player.

    :raises NameUnknown: naming those there are.
    """
    one_of("level", level, PLAYERS)
    return level


def one_of(kind: str, word: object, known: Sequence[str]) -> None:
    """Nothing, if the word is among those known.

    :raises NameUnknown: naming those there are.
    """
    if word not in known:
        raise NameUnknown(kind, plain(f"no {kind} {str(word)[:40]!r}; there are: {', '.join(known)}"))
