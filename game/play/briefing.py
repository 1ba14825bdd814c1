"""What happened while a side looked on, in a few lines for its commander."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ecs import Game, Side
from ecs.core.commands import Renew
from ecs.core.events import PhaseBegan, Record
from ecs.core.unit_names import printed, signed, weather_words
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.story import Happening, Kind, Roster, Story, captures, of, still_cut_off, told_of

Line = Literal["lost", "taken", "destroyed", "killed", "cut off", "encircled", "points", "weather", "arrived", "left"]
MOST_NAMED, MOST_PLACES, MOST_AREAS = 3, 8, 3
NOTHING = "No place fell, and no unit was lost or cut off."
Piece = tuple[str, int]
"""Some words, and the board index they lead to, or -1."""


@dataclass(frozen=True, slots=True)
class BriefingLine:
    """One thing that happened.

    ``kind``: "lost", "taken": places that changed hands for good; "destroyed", "killed": own units and the
    enemy's; "cut off", "encircled": those that are out of supply since; "points", "weather", "arrived", "left".
    ``head``: its first words; ``pieces``: the rest, as words with the board index they lead to (-1: nowhere).
    ``number``: of how many places or units, or the points of the side now.  ``hex``: board index to look at, -1 for
    nowhere.  ``bad``: bad news.  ``record``: where in the game's log the first of it stands, -1 if nowhere.
    """

    kind: Line
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


Weighed = tuple[int, BriefingLine]
"""What a line weighs as news, and the line."""
HEADS: Mapping[tuple[Kind, bool], tuple[Line, str]] = {
    (Kind.PLACE, False): ("lost", "Lost"),
    (Kind.PLACE, True): ("taken", "Taken"),
    (Kind.DESTROYED, True): ("destroyed", "Destroyed"),
    (Kind.DESTROYED, False): ("killed", "Enemy destroyed"),
    (Kind.CUT_OFF, True): ("cut off", "Cut off"),
    (Kind.CUT_OFF, False): ("encircled", "Enemy cut off"),
    (Kind.ARRIVED, True): ("arrived", "Arrived"),
    (Kind.LEFT, True): ("left", "Left the front"),
}
"""By what happened, and whether the side that reads took the place, or the units are its own."""


def briefing(game: Game, side: Side, records: Iterable[Record] | None = None) -> tuple[BriefingLine, ...]:
    """What a side learns of some records of a game's log, or of all of them, the gravest first.

    Only what the side may read counts; what was undone again (a place lost and retaken) is left out.
    """
    return lines_of(game, side, heard(game, side, game.log if records is None else records))


def heard(game: Game, side: Side, records: Iterable[Record]) -> Story:
    """The story of some records of a game's log, as a side may know it."""
    story = Story(game, side)
    story.roster.refresh()
    story.told = [tuple(told_of(story.fold, record)) for record in records]
    return story


def lines_of(game: Game, side: Side, story: Story) -> tuple[BriefingLine, ...]:
    """The lines of a story."""
    return tuple(_Briefing(game, side, story.roster, story.happenings).lines())


@dataclass(frozen=True, slots=True)
class Unread:
    """What is news to a side: what its order numbered ``after`` led to, and everything after it."""

    after: int
    records: tuple[Record, ...]


def unread(game: Game, side: Side) -> Unread:
    """What happened between a side's last order and the enemy's latest, without its own turn.

    What is given in a phase of its own, an order or the answer to a last battle, is its own turn: only what it led to
    when that phase was over (the weather of a new turn, say) is news.  An answer in the enemy's phase is no order.  The
    side's first order in the turn that is played now ends the news.
    """
    log = game.log
    sides = {phase.id: phase.side for phase in game.ruleset.sequence.phases}
    in_phase = {n: sides.get(log[n - 1].phase) for n in range(1, len(log))}
    given = [n for n, holder in in_phase.items() if log[n].side is holder and not _is_referee(log[n])]
    latest = max((n for n in given if log[n].side is side.other), default=0)
    own = [n for n in given if log[n].side is side]
    after = max((n for n in own if n < latest), default=0)
    until = min((n for n in own if n > latest and log[n - 1].turn == game.turn), default=len(log))
    found = (_outcome(log[n]) if in_phase.get(n, side) is side and n else log[n] for n in range(after, until))
    return Unread(after, tuple(found))


def _is_referee(record: Record) -> bool:
    """Is it no order of a side's but new dice from the referee?"""
    return record.command.split(" ")[0] == Renew.verb


def _outcome(record: Record) -> Record:
    """What an order led to after its own phase."""
    begins = next((n for n, event in enumerate(record.events) if isinstance(event, PhaseBegan)), len(record.events))
    return replace(record, events=record.events[begins:])


def news(game: Game, side: Side) -> tuple[BriefingLine, ...]:
    """The news for a side when its turn comes, live or from a save."""
    return briefing(game, side, unread(game, side).records)


class _Briefing:
    """What happened in a stretch of the log, as lines."""

    def __init__(self, game: Game, side: Side, roster: Roster, happenings: Sequence[Happening]) -> None:
        self.side, self.board, self.unit, self.happenings = side, game.board, roster.unit, happenings

    def lines(self) -> list[BriefingLine]:
        """All lines, the weightiest first."""
        found = (self._places, self._dead, self._starved, self._points, self._weather, self._comings)
        return [line for _, line in sorted((pair for lines in found for pair in lines()), key=lambda pair: -pair[0])]

    def _line(
        self,
        head: tuple[Line, str],
        pieces: Sequence[Piece],
        told: Sequence[Happening],
        at: int = -1,
        bad: bool = False,
    ) -> Weighed:
        """A line with its weight.

        :param told: what it tells of.
        """
        kind, words = head
        number = told[-1].now if kind == "points" else sum(len(one.units) or 1 for one in told)
        line = BriefingLine(kind, words, (*pieces, (".", -1)), number, at, bad, min(one.record for one in told))
        return sum(one.weight for one in told), line

    def _by_side(self, found: Sequence[Happening]) -> Iterator[tuple[bool, list[Happening]]]:
        """Those of the own side, marked as own, then those of the enemy."""
        for side in (self.side, self.side.other):
            if these := [one for one in found if one.side is side]:
                yield side is self.side, these

    def _places(self) -> Iterator[Weighed]:
        for own, won in self._by_side(captures(self.happenings)):
            spots = [self.board.hexes[one.hex] for one in won]
            named = [(spot.name or spot.label, spot.index) for spot in spots]
            head = HEADS[Kind.PLACE, own]
            yield self._line(head, _linked(named, MOST_PLACES), won, spots[0].index, not own)

    def _dead(self) -> Iterator[Weighed]:
        """Units off the map, including those raised again since."""
        for own, dead in self._by_side(of(self.happenings, Kind.DESTROYED)):
            cut = sum(one.starved for one in dead)
            note = "" if not cut else ", cut off" if cut == len(dead) else f", {cut} of them cut off"
            yield self._by_place(HEADS[Kind.DESTROYED, own], dead, own, note)

    def _starved(self) -> Iterator[Weighed]:
        """Units on the map that have lost supply since."""
        for own, cut in self._by_side(still_cut_off(self.happenings)):
            there = [one for one in cut if (unit := self.unit(one.units[0])) is not None and unit.hex >= 0]
            if there:
                yield self._by_place(HEADS[Kind.CUT_OFF, own], there, own)

    def _by_place(self, head: tuple[Line, str], found: Sequence[Happening], own: bool, note: str = "") -> Weighed:
        """One line: how many units, the strongest by name, and roughly where they were, the largest group first."""
        names = [unit.long_name for unit in self._ranked(found)]
        words = f"{len(found)} units{note} ({_listed(names)})" if len(found) > 1 else f"{names[0]}{note}"
        areas = self._areas(found)
        near = ((", near ", -1), *_linked(areas, MOST_AREAS, "other places")) if areas else ()
        return self._line(head, ((words, -1), *near), found, areas[0][1] if areas else -1, own)

    def _ranked(self, found: Iterable[Happening]) -> list[UnitView]:
        """The units of some happenings, the strongest first."""
        units = [unit for one in found for name in one.units if (unit := self.unit(name)) is not None]
        return sorted(units, key=lambda unit: (-unit.attack - unit.defence, unit.id))

    def _areas(self, found: Sequence[Happening]) -> list[Piece]:
        """The places near which things happened, each with its busiest hex."""
        by_area: dict[str, list[int]] = {}
        for one in found:
            area = nearest_place(self.board, one.hex)[0] if one.hex >= 0 else ""
            if area:
                by_area.setdefault(area, []).append(one.hex)
        ranked = sorted(by_area.items(), key=lambda item: -len(item[1]))
        several = len(ranked) > 1
        return [
            (f"{area} ({len(at)})" if several and len(at) > 1 else area, max(dict.fromkeys(at), key=at.count))
            for area, at in ranked
        ]

    # -- the course of the war --------------------------------------------------------------------------

    def _points(self) -> Iterator[Weighed]:
        for own, changes in self._by_side(of(self.happenings, Kind.POINTS)):
            before, now, side = changes[0].before, changes[-1].now, changes[0].side
            if now != before:
                pieces = ((f"{printed(now)} ({signed(now - before)})", -1),)
                yield self._line(("points", f"{side} points"), pieces, changes, bad=(now < before) is own)

    def _weather(self) -> Iterator[Weighed]:
        found = of(self.happenings, Kind.WEATHER)
        first = {one.event.zone: one.event.before for one in reversed(found)}
        turned = {one.event.zone: one.event.weather for one in found}
        news = [
            f"{weather_words(now)}{f' in the {zone}' if zone else ''}"
            for zone, now in turned.items()
            if now != first[zone]
        ]
        if news:
            yield self._line(("weather", "Weather"), ((_listed(news), -1),), found)

    def _comings(self) -> Iterator[Weighed]:
        """Own units that arrived or were withdrawn."""
        for kind in (Kind.ARRIVED, Kind.LEFT):
            found = [one for one in of(self.happenings, kind) if one.side is self.side]
            units = list({unit.id: unit for unit in self._ranked(found)}.values())
            if units:
                named = [(unit.long_name, unit.hex) for unit in units]
                weight, line = self._line(HEADS[kind, True], _linked(named, MOST_NAMED), found, units[0].hex)
                yield weight, replace(line, number=len(units))


def _listed(names: Sequence[str], most: int = MOST_NAMED, others: str = "more") -> str:
    """ "A, B and C"; of many the first ones, and a count of the rest."""
    return "".join(words for words, _ in _linked([(name, -1) for name in names], most, others))


def _linked(named: Sequence[Piece], most: int, others: str = "more") -> list[Piece]:
    """The same in pieces, each name leading to its hex."""
    shown = [*named] if len(named) <= most + 1 else [*named[:most], (f"{len(named) - most} {others}", -1)]
    out = [shown[0]]
    for number, piece in enumerate(shown[1:], 2):
        out += [(" and " if number == len(shown) else ", ", -1), piece]
    return out
