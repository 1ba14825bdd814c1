"""The other side's turn as news: up to three headlines by weight, the balance of both sides, and the orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ecs import Game, Side
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.great_events import THE, broken_through, on_tracks, start_of
from game.play.story import GAINS, Happening, Kind, Story, captures, of, still_cut_off

MOST_STORIES, NEAR, WORTH = 3, 2, 6
"""Stories on a page; hexes within which what happens is one story; the weight above which it is news."""
MOST_NAMES, LONG = 3, 42
"""Names in a sentence, and letters of a headline."""


@dataclass(frozen=True, slots=True)
class Headline:
    """A headline with its story.

    ``title`` and ``text``: a few words, and up to three sentences.  ``hex``: where, -1 for nowhere.  ``bad``: bad news.
    ``record``: where in the game's log it stands first.
    """

    title: str
    text: str
    hex: int
    weight: int
    bad: bool
    record: int


@dataclass(frozen=True, slots=True)
class Dispatch:
    """The page a side reads when its turn begins.

    ``summary``: all of it in one line.  ``stories``: the weightiest first.  ``balance``: what was counted, by the Axis
    and by the Soviets.  ``score`` and ``orders``: how the game stands, and what the news asks for.
    """

    summary: str
    stories: tuple[Headline, ...]
    balance: tuple[tuple[str, int, int], ...]
    score: str
    orders: str

    @property
    def heavy(self) -> bool:
        """Is it worth a page of its own?"""
        return bool(self.stories) and self.stories[0].weight > WORTH


def dispatch_of(game: Game, side: Side, story: Story) -> Dispatch:
    """The page a side reads about a story."""
    return _Desk(game, side, story).page()


@dataclass(slots=True)
class _Story:
    """What happened near one place."""

    hex: int
    told: list[Happening] = field(default_factory=list)

    @property
    def weight(self) -> int:
        return sum(one.weight * max(1, len(one.units) if one.kind is Kind.POCKET else 1) for one in self.told)


class _Desk:
    """Sorts what happened into stories and writes them."""

    def __init__(self, game: Game, side: Side, story: Story) -> None:
        self.game, self.side, self.board = game, side, game.board
        self.unit, self.happened, self.battles = story.roster.unit, story.happenings, story.fold.battles
        self.view = game.look(side)
        self.taken = captures(self.happened)
        self.cut = [one for one in still_cut_off(self.happened) if self._on_map(one)]
        self.dead = of(self.happened, Kind.DESTROYED)
        through = broken_through(self.happened, self.view)
        self.through = [replace(one, weight=one.weight * len(on_tracks(one, self.view))) for one in through]

    def _on_map(self, one: Happening) -> bool:
        unit = self.unit(one.units[0])
        return unit is not None and unit.hex >= 0

    def page(self) -> Dispatch:
        """The whole page."""
        stories = sorted(self._stories(), key=lambda story: -story.weight)[:MOST_STORIES]
        axis, soviet = ([one.side is side for one in (*self.taken, *self.dead)] for side in Side)
        n = len(self.taken)
        balance = (
            ("Places taken", sum(axis[:n]), sum(soviet[:n])),
            ("Units destroyed", sum(soviet[n:]), sum(axis[n:])),
        )
        tally = self.view.tally
        score = ", ".join(tally.parts[:2])
        written = tuple(self._write(story) for story in stories if story.weight)
        return Dispatch(self._summary(), written, balance, score, self._orders(stories))

    def _stories(self) -> list[_Story]:
        """What happened, grouped round its weightiest events."""
        found: list[_Story] = []
        weighty = [*self.taken, *self.dead, *self.cut, *self.through, *of(self.happened, Kind.COUNTRY)]
        for one in sorted(weighty, key=lambda one: -one.weight):
            near = (s for s in found if s.hex >= 0 and one.hex >= 0 and self.board.distance(s.hex, one.hex) <= NEAR)
            story = next(near, None)
            if story is None:
                found.append(story := _Story(one.hex))
            story.told.append(one)
        return found

    # -- words --------------------------------------------------------------------------------------------

    def _write(self, story: _Story) -> Headline:
        lead = story.told[0]
        bad = (lead.side is self.side) is not (lead.kind in GAINS)
        title = self._title(story, lead)
        text = " ".join(line for line in self._sentences(story, title) if line.rstrip(".") != title)
        first = min(one.record for one in story.told)
        return Headline(title, text, story.hex, story.weight, bad, first)

    def _title(self, story: _Story, lead: Happening) -> str:
        """A title of names and a verb that is short enough for a headline."""
        own = lead.side is self.side
        if lead.kind in (Kind.CITY, Kind.PLACE):
            names = [self._place(one) for one in of(story.told, Kind.CITY, Kind.PLACE) if one.side is lead.side]
            verb = ("fall" if len(names) > 1 else "falls") if lead.great or not own else "taken"
            return _fitting(f"{_listed(names[:n])} {verb}" for n in (len(names), 2, 1) if n <= len(names))
        if lead.kind is Kind.COUNTRY:
            return str(lead.event.text).rstrip(".")
        if lead.kind is Kind.THROUGH:
            return f"Breakthrough {self._near(story.hex)}"
        alike = [one for one in story.told if one.kind is lead.kind and one.side is lead.side]
        what = "cut off" if lead.kind is Kind.CUT_OFF else "lost" if own else "destroyed"
        where = self._near(story.hex)
        whose = "" if own else f"{lead.side} "
        count = f"{_number(len(alike)).capitalize()} {whose}units"
        strongest = self._named(alike)[:1]
        names = [*strongest, "A unit"] if len(alike) == 1 else [count]
        return _fitting(f"{name} {what} {where}".strip() for name in names)

    def _sentences(self, story: _Story, title: str) -> Iterator[str]:
        """What fell, what it cost, and who is cut off, without repeating the headline."""
        for side in (self.side.other, self.side):
            won = [one for one in of(story.told, Kind.CITY, Kind.PLACE) if one.side is side]
            if won:
                yield from self._captured(side, won, title if story.told[0].kind in (Kind.CITY, Kind.PLACE) else "")
        for own in (True, False):
            dead = [one for one in of(story.told, Kind.DESTROYED) if (one.side is self.side) is own]
            if dead:
                yield from self._lost(self.side if own else self.side.other, dead, title)
        for own in (True, False):
            cut = [one for one in of(story.told, Kind.CUT_OFF) if (one.side is self.side) is own]
            if cut and not self._all_named(cut, title):
                units = len({name for one in cut for name in one.units})
                yield f"{start_of(self._many(cut))} {'is' if units == 1 else 'are'} cut off."
        for one in of(story.told, Kind.THROUGH):
            names = _names(on_tracks(one, self.view))
            yield f"{start_of(_shortly(names))} {'is' if len(names) == 1 else 'are'} through."
        yield from (str(one.event.text) for one in of(story.told, Kind.COUNTRY))

    def _captured(self, side: Side, won: Sequence[Happening], title: str) -> Iterator[str]:
        """Who took what, and its worth."""
        names, worth = [self._place(one) for one in won], sum(one.now for one in won)
        more = [name for name in names if name not in title]
        points = f"worth {worth} point{'s' if worth > 1 else ''}"
        if len(more) == len(names):
            take = "takes" if side is Side.AXIS else "take"
            yield f"{start_of(THE[side])} {take} {_shortly(names)}{f', {points}' if worth else ''}."
        else:
            if more:
                yield f"{_shortly(more)} {'falls' if len(more) == 1 else 'fall'} too."
            if worth:
                yield f"{'It is' if len(names) == 1 else 'Together they are'} {points}."
        there = [unit for unit in self.view.at(won[0].hex) if unit.side is side]
        if there:
            where = "it" if len(names) == 1 else names[0]
            yield f"{_shortly(_names(there))} {'holds' if len(there) == 1 else 'hold'} {where} now."

    def _lost(self, side: Side, dead: Sequence[Happening], title: str) -> Iterator[str]:
        """Which units a side has lost, and how: out of supply, or in which battle."""
        if not self._all_named(dead, title):
            yield f"{start_of(THE[side])} {'loses' if side is Side.AXIS else 'lose'} {self._many(dead)}."
        starved = sum(one.starved for one in dead)
        if starved:
            who = "it" if len(dead) == 1 else "they" if starved == len(dead) else f"{_number(starved)} of them"
            yield f"Out of supply, {who} surrendered."
            return
        battle = self.battles.get(dead[0].battle)
        if battle is not None and battle.side is not side:
            team = [unit for name in battle.attackers if (unit := self.unit(name)) is not None]
            if team:
                odds = f" at {battle.odds}" if battle.odds else ""
                yield f"{start_of(_shortly(_names(team)))} attacked{odds}."

    def _all_named(self, told: Sequence[Happening], title: str) -> bool:
        """Does the headline name all of them?"""
        return all(name in title for name in self._named(told))

    def _many(self, told: Sequence[Happening]) -> str:
        return _shortly(self._named(told))

    def _named(self, told: Iterable[Happening]) -> list[str]:
        """The units, the strongest first."""
        return _names(unit for one in told for name in one.units if (unit := self.unit(name)) is not None)

    def _place(self, one: Happening) -> str:
        spot = self.board.hexes[one.hex]
        return spot.name or spot.label

    def _near(self, index: int) -> str:
        place, away = nearest_place(self.board, index) if index >= 0 else ("", 0)
        return f"{'near' if away else 'at'} {place}" if place else ""

    def _summary(self) -> str:
        """One line for the whole turn."""
        lost = sum(one.side is not self.side for one in self.taken)
        dead = sum(one.side is self.side for one in self.dead)
        cut = sum(one.side is self.side for one in self.cut)
        counts = [(lost, "place", "lost"), (dead, "unit", "destroyed"), (cut, "unit", "cut off")]
        parts = [f"{_number(n)} {what}{'s' if n > 1 else ''} {how}" for n, what, how in counts if n]
        foes = sum(one.side is not self.side for one in self.dead)
        if foes and not parts:
            parts = [f"{_number(foes)} {self.side.other} unit{'s' if foes > 1 else ''} destroyed"]
        whose = "The Soviet turn" if self.side is Side.AXIS else "The Axis turn"
        return f"{whose}: {_listed(parts)}" if parts else f"{whose}: nothing lost"

    def _orders(self, stories: Sequence[_Story]) -> str:
        """What the staff would look at first; a place lost in the weightiest story that tells of one."""
        cut = [one for one in self.cut if one.side is self.side]
        told = [one for story in stories for one in of(story.told, Kind.CITY, Kind.PLACE)]
        lost = [one for one in (*told, *self.taken) if one.side is not self.side]
        if cut:
            verb = "is" if len(cut) == 1 else "are"
            spots = dict.fromkeys(near for one in cut if (near := self._near(one.hex)))
            at = {near.removeprefix("at ") for near in spots}
            where = _shortly([near for near in spots if near.removeprefix("near ") not in at])
            return f"{self._many(cut)} {verb} out of supply {where}. Open a road to them, or bring them out."
        if lost:
            return f"Look at {self._place(lost[0])} first: it is the heaviest loss of the turn."
        dead = max((one for one in self.dead if one.side is self.side), key=lambda one: one.weight, default=None)
        if dead is not None and (where := self._near(dead.hex)):
            return f"Look at the front {where} first: what was lost there may have left a gap."
        return "No place was lost. Choose where to strike."


def _names(units: Iterable[UnitView]) -> list[str]:
    """Names of units in sentences, the strongest first."""
    return [unit.long_name for unit in sorted(units, key=_by_strength)]


def _shortly(names: Sequence[str]) -> str:
    """All names, or the first of them and a count of the rest."""
    if len(names) <= MOST_NAMES:
        return _listed(names)
    return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more"


def _by_strength(unit: UnitView) -> tuple[int, str]:
    return -unit.attack - unit.defence, unit.id


def _fitting(titles: Iterable[str]) -> str:
    """The first text that is short enough, else the last."""
    title = ""
    for title in titles:
        if len(title) <= LONG:
            break
    return title


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def _number(count: int) -> str:
    """A number, in words up to twelve."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count] if count < len(words) else str(count)
