"""What a table is held to beyond its shape: rows by turn that rise, pairs in order, words that are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ecs.core.files.faults import meant, shown


def step_faults(stepped: Mapping[str, Sequence[Sequence[Any]]], last: int) -> Iterator[str]:
    """Rows of (last turn, ...) rise and reach the last turn they are asked for.

    :param stepped: rows by the key of their table.
    """
    for name, rows in stepped.items():
        lasts = [row[0] for row in rows]
        if not lasts:
            yield f"{name}: an empty list; expected a row for each span of turns"
        elif lasts != sorted(set(lasts)) or lasts[-1] < last:
            yield f"{name}: last turns {shown(lasts)}; expected rising ones up to {last}"


def order_faults(pairs: Mapping[str, Sequence[int] | None]) -> Iterator[str]:
    """Of two numbers that belong together the lower stands first: first and last turn, fewest and most hexes.

    :param pairs: by the key of their table.
    """
    for name, pair in pairs.items():
        if pair is not None and pair[0] > pair[1]:
            yield f"{name}: {list(pair)}; expected the lower number first"


def more_faults(pairs: Mapping[tuple[str, str], tuple[int, int]]) -> Iterator[str]:
    """One figure is larger than another.

    :param pairs: keys of the larger and the smaller -> what they are.
    """
    for (high, low), (more, less) in pairs.items():
        if more <= less:
            yield f"{high}: {more}; expected more than {low}, which is {less}"


def word_faults(named: Mapping[str, Iterable[str]], known: Iterable[str], kind: str) -> Iterator[str]:
    """Words are known; "" names nothing and is let in.

    :param named: words by the key of their table.
    :param kind: what they are: "class of counters".
    """
    known = frozenset(known)
    for name, words in named.items():
        for word in sorted({*words} - known - {""}):
            yield f"{name}: {shown(word)}: no {kind}{meant(word, known)}"
