"""What happened while a side looked on, in the few lines that its commander is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ecs import Game, Side
from ecs.core.events import (
    Arrived,
    Captured,
    Cause,
    CutOff,
    Destroyed,
    Event,
    Mustered,
    PhaseBegan,
    Record,
    Relieved,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
    veiled,
)
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place

Kind = Literal["lost", "taken", "destroyed", "killed", "cut off", "encircled", "points", "weather", "arrived", "left"]
TELLING: Mapping[Kind, tuple[type[Event], ...]] = {
    "lost": (Captured,),
    "taken": (Captured,),
    "destroyed": (Destroyed,),
    "killed": (Destroyed,),
    "cut off": (CutOff,),
    "encircled": (CutOff,),
    "points": (ScoreChanged,),
    "weather": (WeatherTurned,),
    "arrived": (Arrived, Mustered),
    "left": (Withdrawn,),
}
"""By kind of line: what it is made of."""
MOST_NAMED, MOST_PLACES, MOST_AREAS = 3, 8, 3
STARVED = (Cause.NO_SUPPLY, Cause.SURRENDER)
Piece = tuple[str, int]
"""Some words, and the board index they lead to, or -1."""


@dataclass(frozen=True, slots=True)
class BriefingLine:
    """One thing that happened.

    ``kind``: "lost", "taken": places that changed hands for good; "destroyed", "killed": units of one's own and of the
    enemy; "cut off", "encircled": those that are out of supply since; "points", "weather", "arrived", "left".
    ``head``: its first words; ``pieces``: the rest, as words with the board index they lead to (-1: nowhere).
    ``number``: of how many places or units, or the points of the side now.  ``hex``: board index to look at, -1 for
    nowhere.  ``bad``: bad news.  ``record``: where in the game's log the first of it is told, -1 if nowhere.
    """

    kind: Kind
    head: str
    pieces: tuple[Piece, ...]
    number: int
    hex: int = -1
    bad: bool = False
    record: int = -1

    @property
    def text(self) -> str:
        """The whole sentence."""
        return f"{self.head}: {''.join(words for words, _ in self.pieces)}"


def briefing(game: Game, side: Side, records: Iterable[Record] | None = None) -> tuple[BriefingLine, ...]:
    """What a side learns of some records of a game's log, or of all of them, the gravest first.

    Only what the side may read counts; what was undone again (a place lost and retaken) is left out.
    """
    return tuple(_Briefing(game, side, game.log if records is None else records).lines())


@dataclass(frozen=True, slots=True)
class Unread:
    """What a side has not been told of yet: the log after its order numbered ``after``, up to its next one."""

    after: int
    records: tuple[Record, ...]


def unread(game: Game, side: Side) -> Unread:
    """What happened between a side's last order before the enemy's latest one and its next order, if it has given any.

    An answer in the enemy's phase is no order.  Whatever its last order led to once its phase was over (the weather of
    a new turn, say) belongs to it.
    """
    log = game.log
    sides = {phase.id: phase.side for phase in game.ruleset.sequence.phases}
    given = [(n, log[n].side) for n in range(1, len(log)) if log[n].side is sides.get(log[n - 1].phase)]
    latest = max((n for n, who in given if who is side.other), default=0)
    own = [n for n, who in given if who is side]
    after = max((n for n in own if n < latest), default=0)
    until = min((n for n in own if n > latest), default=len(log))
    return Unread(after, (*_outcome(log[after : after + 1], side), *log[after + 1 : until]))


def _outcome(order: Sequence[Record], side: Side) -> list[Record]:
    """What an order led to after its own phase; all of what is told before the first."""
    found = []
    for record in order:
        begins = [n for n, event in enumerate(record.events) if isinstance(event, PhaseBegan)] or [len(record.events)]
        found.append(replace(record, events=record.events[begins[0] :] if record.side is side else record.events))
    return found


def news(game: Game, side: Side) -> tuple[BriefingLine, ...]:
    """What a side is told when it is its turn, live or from a save: all that it has not been told of yet."""
    return briefing(game, side, unread(game, side).records)


class _Briefing:
    """The facts of a stretch of the log, sorted."""

    def __init__(self, game: Game, side: Side, log: Iterable[Record]) -> None:
        self.game, self.side, self.board = game, side, game.board
        view = game.look(side)
        self.units: Mapping[str, UnitView] = {u.id: u for u in view.units}
        self.events: list[Event] = []
        self._told: list[int] = []
        for record in log:
            seen = [seen for event in record.events if (seen := veiled(event, side)) is not None]
            self.events += seen
            self._told += [record.number] * len(seen)

    def lines(self) -> Iterator[BriefingLine]:
        """All lines in the order of their weight, each with the record that tells the first of it."""
        for line in self._lines():
            kinds = TELLING[line.kind]
            first = (n for event, n in zip(self.events, self._told, strict=True) if self._tells(event, kinds, line))
            yield replace(line, record=next(first, -1))

    def _tells(self, event: Event, kinds: tuple[type[Event], ...], line: BriefingLine) -> bool:
        """Whether a line is about this event, or about others and this one."""
        if not isinstance(event, kinds):
            return False
        if isinstance(event, Captured):
            return self._counts(event) and event.side is (self.side.other if line.bad else self.side)
        if isinstance(event, Destroyed | CutOff):
            return self._is_of(event.unit, self.side if line.bad else self.side.other)
        return True

    def _lines(self) -> Iterator[BriefingLine]:
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
            named = [(spot.name or spot.label, spot.index) for spot in spots]
            pieces = (*_linked(named, MOST_PLACES), (".", -1))
            yield BriefingLine(kind, head, pieces, len(won), spots[0].index, kind == "lost")

    def _counts(self, event: Captured) -> bool:
        spot = self.board.hexes[self.board.by_label[event.hex]]
        return event.worth > 0 or bool(spot.place and spot.name)

    # -- units ----------------------------------------------------------------------------------------

    def _dead(self, side: Side, kind: Kind, head: str) -> Iterator[BriefingLine]:
        """Units that are off the map; those that were raised again meanwhile count all the same."""
        found = [e for e in self.events if isinstance(e, Destroyed) and self._is_of(e.unit, side)]
        cut = sum(e.captive or e.cause in STARVED for e in found)
        note = "" if not cut else ", cut off" if cut == len(found) else f", {cut} of them cut off"
        yield from self._by_place(kind, head, [(e.unit, e.hex) for e in found], side is self.side, note)

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

    def _by_place(
        self, kind: Kind, head: str, found: Sequence[tuple[str, str]], bad: bool, note: str = ""
    ) -> Iterator[BriefingLine]:
        """One line: how many units, the strongest by name, and about where they were, most of them first."""
        if not found:
            return
        names = [self.units[unit].name for unit, _ in sorted(found, key=lambda f: (-self._weight(f[0]), f[0]))]
        words = f"{len(found)} units{note} ({_listed(names)})" if len(found) > 1 else f"{names[0]}{note}"
        areas = self._areas(found)
        near = (", near ", -1), *_linked(areas, MOST_AREAS, "other places")
        pieces = ((words, -1), *(near if areas else ()), (".", -1))
        yield BriefingLine(kind, head, pieces, len(found), areas[0][1] if areas else -1, bad)

    def _areas(self, found: Sequence[tuple[str, str]]) -> list[Piece]:
        """The places near which the units of (unit, label) pairs are, with the hex where most of them are."""
        by_area: dict[str, list[int]] = {}
        for _, label in found:
            index = self.board.by_label.get(label, -1)
            area = nearest_place(self.board, index)[0] if index >= 0 else ""
            if area:
                by_area.setdefault(area, []).append(index)
        ranked = sorted(by_area.items(), key=lambda item: -len(item[1]))
        several = len(ranked) > 1
        return [
            (f"{area} ({len(at)})" if several and len(at) > 1 else area, max(dict.fromkeys(at), key=at.count))
            for area, at in ranked
        ]

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
                yield BriefingLine("points", f"{side} points", ((f"{before}, now {now}.", -1),), now, bad=bad)

    def _weather(self) -> Iterator[BriefingLine]:
        found = [e for e in self.events if isinstance(e, WeatherTurned)]
        first = {e.zone: e.before for e in reversed(found)}
        turned = {e.zone: e.weather for e in found}
        news = [f"{now}{f' in the {zone}' if zone else ''}" for zone, now in turned.items() if now != first[zone]]
        if news:
            yield BriefingLine("weather", "Weather", ((f"{_listed(news)}.", -1),), len(news))

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
            named = [(self.units[unit].name, self.units[unit].hex) for unit in own]
            yield BriefingLine(kind, head, (*_linked(named, MOST_NAMED), (".", -1)), len(own), index)


def _listed(names: Sequence[str], most: int = MOST_NAMED, others: str = "more") -> str:
    """ "A, B and C"; of many the first ones, and how many more."""
    return "".join(words for words, _ in _linked([(name, -1) for name in names], most, others))


def _linked(named: Sequence[Piece], most: int, others: str = "more") -> list[Piece]:
    """The same in pieces, each name leading to its hex."""
    shown = [*named] if len(named) <= most + 1 else [*named[:most], (f"{len(named) - most} {others}", -1)]
    out = [shown[0]]
    for number, piece in enumerate(shown[1:], 2):
        out += [(" and " if number == len(shown) else ", ", -1), piece]
    return out
