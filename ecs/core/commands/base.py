"""The base of all commands: verb, fields, one-line text; and the table of verbs that parses texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from itertools import chain
from operator import attrgetter, itemgetter
from typing import Any, ClassVar, TypeVar, dataclass_transform

from ecs.untrusted_input import plain

_VERBS: dict[str, type[Command]] = {}


LONGEST_WORD = 60
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)


class CommandError(ValueError):
    """A text that is not a command."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands.  Fields are str or int; none may hold a space."""

    verb: ClassVar[str] = ""
    label: ClassVar[str] = ""
    names: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[tuple[tuple[str, bool], ...]] = ()
    """Name of each field, and whether it is a whole number."""
    values: ClassVar[Any] = None
    aside: ClassVar[bool] = False
    """May it be given while the other side acts?  Such commands have a list of their own."""
    unlisted: ClassVar[bool] = False
    """Is it one of so many that the legal list leaves them out?  Its judge alone says whether it may be given."""

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self.names)})"

    def text(self) -> str:
        """The one-line text form, e.g. ``move 18.A E4``."""
        return " ".join([self.verb, *(str(getattr(self, name)) for name in self.names)])

    def __lt__(self, other: Command) -> bool:
        return self.sort_key() < other.sort_key()

    def sort_key(self) -> tuple[Any, ...]:
        """Order of the legal list: by verb, then field by field (numbers as numbers)."""
        return self.verb, self.values(self)


def in_order(commands: Iterable[Command]) -> list[Command]:
    """Commands in the order of the legal list: that of their sort keys."""
    verbs: dict[str, list[Command]] = {}
    for command in commands:
        verbs.setdefault(command.verb, []).append(command)
    return [command for verb in sorted(verbs) for command in sorted(verbs[verb], key=verbs[verb][0].values)]


class UnitOrders(list[Command]):
    """Orders of one verb for one unit, already in the order of the legal list."""


def joined_in_order(lists: Iterable[Iterable[Command]]) -> list[Command]:
    """The commands of several lists in the order of the legal list; orders of single units are not sorted again."""
    loose: dict[str, list[Command]] = {}
    runs: dict[str, list[UnitOrders]] = {}
    for part in lists:
        if isinstance(part, UnitOrders):
            if part:
                runs.setdefault(part[0].verb, []).append(part)
        else:
            for command in part:
                loose.setdefault(command.verb, []).append(command)
    out: list[Command] = []
    for verb in sorted({*loose, *runs}):
        out += _of_one_verb(loose.get(verb, []), runs.get(verb, []))
    return out


def _of_one_verb(loose: list[Command], runs: list[UnitOrders]) -> list[Command]:
    owners = [_whose(run) for run in runs]
    every = [*loose, *chain.from_iterable(run for _, run in sorted(zip(owners, runs, strict=True), key=itemgetter(0)))]
    if loose or len(set(owners)) < len(owners):
        every.sort(key=every[0].values)
    return every


def _whose(run: UnitOrders) -> str:
    unit: str = run[0].unit  # type: ignore[attr-defined]
    return unit


def _nothing(command: Any) -> tuple[()]:
    return ()


C = TypeVar("C", bound=Command)


@dataclass_transform(frozen_default=True)
def command(verb: str, label: str) -> Callable[[type[C]], type[C]]:
    """Class decorator: make a frozen, slotted command with its verb and its button text."""

    def make(cls: type[C]) -> type[C]:
        made = dataclass(frozen=True, slots=True, repr=False)(cls)  # that of all: there are many, and made at the start
        made.verb, made.label = verb, label
        made.names = tuple(f.name for f in fields(made))
        made.words = tuple((f.name, f.type in ("int", int)) for f in fields(made))
        made.values = staticmethod(attrgetter(*made.names) if made.names else _nothing)
        if verb in _VERBS:
            raise ValueError(f"two commands are called {verb!r}")
        _VERBS[verb] = made
        return made

    return make


def parse(text: str) -> Command:
    """The command a line stands for.

    :raises CommandError: naming the verb or field that is wrong.
    """
    words = text.split(" ")
    kind = _VERBS.get(words[0])
    if kind is None:
        raise CommandError(f"unknown command {words[0][:40]!r}")
    wanted = kind.words
    if len(words) - 1 != len(wanted):
        raise CommandError(f"{words[0]!r} takes {len(wanted)} words, not {len(words) - 1}")
    values: dict[str, str | int] = {}
    for (name, is_number), word in zip(wanted, words[1:], strict=True):
        if is_number:
            if not _WHOLE.fullmatch(word):
                raise CommandError(f"{words[0]!r}: {name} must be a whole number, not {word[:40]!r}")
            values[name] = int(word)
        elif not word or len(word) > LONGEST_WORD or not word.isprintable():
            raise CommandError(f"{words[0]!r}: {name} must be a name, not {word[:40]!r}")
        else:
            values[name] = word
    return kind(**values)


def verbs() -> tuple[str, ...]:
    """All verbs, sorted."""
    return tuple(sorted(_VERBS))
