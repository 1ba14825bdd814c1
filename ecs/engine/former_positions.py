"""Positions of older versions: the fields of marks that have been shared out otherwise since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ecs.core.components.former import FormerMarks

if TYPE_CHECKING:
    from ecs.engine.engine import Game

Carried = dict[type, dict[int, dict[str, Any]]]


def carried_over(game: Game, raw: dict[str, Any], told: Mapping[str, Sequence[str]]) -> Carried:
    """What is written in marks of older kinds, for the kinds of today: kind -> number of its row -> field -> value.

    Rows of older kinds are taken out of the position.

    :param raw: the rows of the position by name of the kind.
    :param told: the fields of each kind in the order in which the position tells them, where it says so.
    :raises LookupError: if there are not as many rows as entities.
    """
    found: Carried = {}
    for former in game.ruleset.told:
        if isinstance(former, FormerMarks):
            names, rows = list(told.get(former.name) or former.fields), raw.get(former.name) or []
            if set(names) == set(former.fields) and all(len(row) == len(names) for row in rows):
                _carry(game, former, names, rows, found)
                raw.pop(former.name, None)
    return found


def _carry(
    game: Game, former: FormerMarks, names: Sequence[str], rows: Sequence[Sequence[Any]], found: Carried
) -> None:
    stood = game.marked(former.on)
    if rows and len(rows) != len(stood):
        raise LookupError(f"{len(rows)} rows for {len(stood)} entities")
    places = {kind: {entity: row for row, entity in enumerate(game.marked(kind))} for kind in game.ruleset.kinds}
    for entity, row in zip(stood, rows, strict=False):
        for name, value in zip(names, row, strict=True):
            gathered = former.fields[name].gathered
            if gathered is not None:
                made = gathered.made(value, len(places[gathered.kind]))
                found.setdefault(gathered.kind, {}).update(enumerate(made))
                continue
            here = next((now for now in former.fields[name].places if entity in places.get(now.kind, ())), None)
            if here is not None:
                values = found.setdefault(here.kind, {}).setdefault(places[here.kind][entity], {})
                values[here.name] = value if here.made is None else here.made(value)
