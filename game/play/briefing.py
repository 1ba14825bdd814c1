"""What happened while a side looked on, in the few lines that its commander is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ecs import Game, Side
from ecs.core.events import (
    Arrived,
    Captured,
    CutOff,
    Destroyed,
    Event,
    Mustered,
    Record,
    Relieved,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
    veiled,
)
from ecs.core.view import UnitView
from game.opponents.shared.place_names import nearest_place

Kind = Literal["lost", "taken", "destroyed", "killed", "cut off", "encircled", "points", "weather", "arrived", "left"]
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class BriefingLine:
    """One thing that happened.

    ``kind``: "lost", "taken": places that changed hands for good; "destroyed", "killed": units of one's own and of the
    enemy; "cut off", "encircled": those that are out of supply since; "points", "weather", "arrived", "left".
    ``number``: of how many places or units, or the points of the side now.  ``hex``: board index to look at, -1 for
    nowhere.  ``bad``: bad news.
    """

    kind: Kind
    text: str
    number: int
    hex: int = -1
    bad: bool = False


def briefing(game: Game, side: Side, since: int = 0, until: int | None = None) -> tuple[BriefingLine, ...]:
    """What a side learns of the records numbered ``since`` to before ``until`` of a game's log, the gravest first.

    Only what the side may read counts; what was undone again (a place lost and retaken) is left out.
    """
    return tuple(_Briefing(game, side, game.log[since:until]).lines())


def last_turn_of_others(log: Sequence[Record], side: Side) -> int:
    """The number of the record at which the story of a game that is taken up again begins: the start of this turn, or
    of the one before while the other side has done nothing yet."""
    if not log:
        return 0
    turn = log[-1].turn
    if not any(r.turn == turn and r.side is side.other for r in log):
        turn -= 1
    return next((n for n, r in enumerate(log) if r.turn >= turn), 0)


class _Briefing:
    """The facts of a stretch of the log, sorted."""

    def __init__(self, game: Game, side: Side, log: Iterable[Record]) -> None:
        self.game, self.side, self.board = game, side, game.board
        view = game.look(side)
        self.units: Mapping[str, UnitView] = {u.id: u for u in view.units}
        self.events: list[Event] = []
        for record in log:
            self.events += [seen for event in record.events if (seen := veiled(event, side)) is not None]

    def lines(self) -> Iterator[BriefingLine]:
        """All lines in the order of their weight."""
        yield from self._places(self.side.other, "lost", "Lost")
        yield from self._dead(self.side, "destroyed", "Destroyed")
        yield from self._starved(self.side, "cut off", "Cut off")
        yield from self._places(self.side, "taken", "Taken")
        yield from self._dead(self.side.other, "killed", "Enemy destroyed")
        yield from self._starved(self.side.other, "encircled", "Enemy cut off")
        yield from self._points()
        yield from self._weather()
        yield from self._comings("arrived", "Arrived", self._arrived())
        yield from self._comings("left", "Taken from the front", self._left())

    # -- places ---------------------------------------------------------------------------------------

    def _places(self, winner: Side, kind: Kind, head: str) -> Iterator[BriefingLine]:
        """Named places, and those that count, which a side has now and had not before."""
        first: dict[str, Side] = {}
        last: dict[str, Side] = {}
        worth: dict[str, int] = {}
        for event in self.events:
            if isinstance(event, Captured) and self._counts(event):
                first.setdefault(event.hex, event.side)
                last[event.hex] = event.side
                worth[event.hex] = event.worth
        won = [h for h in last if last[h] is winner and first[h] is winner]
        won.sort(key=lambda label: -worth[label])
        if won:
            spots = [self.board.hexes[self.board.by_label[label]] for label in won]
            names = [spot.name or spot.label for spot in spots]
            yield BriefingLine(kind, f"{head}: {_listed(names)}.", len(won), spots[0].index, kind == "lost")

    def _counts(self, event: Captured) -> bool:
        spot = self.board.hexes[self.board.by_label[event.hex]]
        return event.worth > 0 or bool(spot.place and spot.name)

    # -- units ----------------------------------------------------------------------------------------

    def _dead(self, side: Side, kind: Kind, head: str) -> Iterator[BriefingLine]:
        """Units that are off the map; those that were raised again meanwhile count all the same."""
        found = [e for e in self.events if isinstance(e, Destroyed) and self._is_of(e.unit, side)]
        yield from self._by_place(kind, head, [(e.unit, e.hex) for e in found], side is self.side)

    def _starved(self, side: Side, kind: Kind, head: str) -> Iterator[BriefingLine]:
        """Units that lost their supply, still want it and are on the map."""
        now: dict[str, str] = {}
        for event in self.events:
            if isinstance(event, CutOff):
                now.setdefault(event.unit, event.hex)
            elif isinstance(event, (Relieved, Destroyed)):
                now.pop(event.unit, None)
        found = [(u, h) for u, h in now.items() if self._is_of(u, side) and self.units[u].hex >= 0]
        yield from self._by_place(kind, head, found, side is self.side)

    def _is_of(self, unit: str, side: Side) -> bool:
        known = self.units.get(unit)
        return known is not None and known.side is side

    def _by_place(self, kind: Kind, head: str, found: Sequence[tuple[str, str]], bad: bool) -> Iterator[BriefingLine]:
        """One line: the units, and about where most of them were."""
        if not found:
            return
        places = [nearest_place(self.board, self.board.by_label[h])[0] for _, h in found if h in self.board.by_label]
        names = [self.units[unit].name for unit, _ in sorted(found, key=lambda f: (-self._weight(f[0]), f[0]))]
        at = [name for name in dict.fromkeys(places) if name]
        where = f", near {_listed(sorted(at, key=lambda n: -places.count(n)), 2, 'other places')}" if at else ""
        most = max(dict.fromkeys(h for _, h in found), key=[f[1] for f in found].count)
        index = self.board.by_label.get(most, -1)
        yield BriefingLine(kind, f"{head}: {_listed(names)}{where}.", len(found), index, bad)

    def _weight(self, unit: str) -> int:
        known = self.units[unit]
        return known.attack + known.defence

    # -- the course of the war --------------------------------------------------------------------------

    def _points(self) -> Iterator[BriefingLine]:
        for side in (self.side, self.side.other):
            changes = [e for e in self.events if isinstance(e, ScoreChanged) and e.side is side]
            if changes and changes[0].before != changes[-1].now:
                before, now = changes[0].before, changes[-1].now
                bad = (now < before) is (side is self.side)
                yield BriefingLine("points", f"{side} points: {before}, now {now}.", now, bad=bad)

    def _weather(self) -> Iterator[BriefingLine]:
        found = [e for e in self.events if isinstance(e, WeatherTurned)]
        first = {e.zone: e.before for e in reversed(found)}
        turned = {e.zone: e.weather for e in found}
        news = [f"{now}{f' in the {zone}' if zone else ''}" for zone, now in turned.items() if now != first[zone]]
        if news:
            yield BriefingLine("weather", f"Weather: {_listed(news)}.", len(news))

    def _arrived(self) -> list[str]:
        out: list[str] = []
        for event in self.events:
            if isinstance(event, Mustered):
                out += event.units
            elif isinstance(event, Arrived):
                out.append(event.unit)
        return out

    def _left(self) -> list[str]:
        return [e.unit for e in self.events if isinstance(e, Withdrawn)]

    def _comings(self, kind: Kind, head: str, found: Iterable[str]) -> Iterator[BriefingLine]:
        own = [unit for unit in dict.fromkeys(found) if self._is_of(unit, self.side)]
        if own:
            own.sort(key=lambda unit: -self._weight(unit))
            index = max(self.units[unit].hex for unit in own[:1])
            yield BriefingLine(kind, f"{head}: {_listed([self.units[u].name for u in own])}.", len(own), index)


def _listed(names: Sequence[str], most: int = MOST_NAMED, others: str = "more") -> str:
    """ "A, B and C"; of many the first ones, and how many more."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} {others}"
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
