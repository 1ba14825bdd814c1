"""The story of a game: its events folded into happenings, as one side may know them.

Log, briefing, cards, labels on the map, report, atlas and chronicle read happenings and add no more than their own
form.  None of them decides for itself what a capture, a loss, a battle or a pocket is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, NamedTuple

from ecs import Board, Game, Side, View, start
from ecs.core.events import (
    Advanced,
    Arrived,
    Attacked,
    BattleBegan,
    Captured,
    Cause,
    ChitPlayed,
    Cleared,
    Converted,
    CountryLeft,
    CutOff,
    Declared,
    Destroyed,
    Ended,
    Event,
    Fired,
    Income,
    Joined,
    Lapsed,
    MilestoneReached,
    Moved,
    Mustered,
    PhaseBegan,
    PocketClosed,
    Record,
    Relieved,
    Retreated,
    ScoreChanged,
    StepLost,
    WeatherTurned,
    Withdrawn,
    veiled,
)
from ecs.core.view import UnitView

GREAT_PLACES = frozenset({"major", "victory"})
"""Kinds of places whose fall is great news, whatever they count for."""
ON_TRACKS = ("armour", "mechanised", "motorised")
"""Symbols of the units that make a breakthrough of a hole in the front."""
ONE_HOLE = 2
"""Hexes that far apart are one hole."""
MANY_CUT_OFF = 4
"""Units in a pocket that is great news."""
STARVED = (Cause.NO_SUPPLY, Cause.SURRENDER)
CITY, SCORING, PLACE, UNIT, FEARED, ARMY, THROUGH = 30, 15, 3, 4, 10, 4, 5
"""What news weighs: a great city, one that scores, another place; each unit destroyed, each own unit cut off, each
arrival, each unit through a hole in the front."""


class Kind(Enum):
    """The kinds of happening."""

    CITY = "a great city or scoring place changed hands"
    PLACE = "another place changed hands"
    DESTROYED = "a unit is off the map"
    STEP = "a unit lost a step"
    CUT_OFF = "a unit's supply became worse"
    RELIEVED = "a unit's supply became better"
    POCKET = "units were cut off together"
    THROUGH = "a unit went through a gap that a battle had torn in the front"
    BATTLE = "a battle began"
    THROW = "the dice of a battle fell"
    ARRIVED = "units arrived"
    LEFT = "a unit was taken from the front"
    POINTS = "the points of a side changed"
    WEATHER = "the weather changed"
    COUNTRY = "a country left the war"
    COURSE = "a milestone, a chit or the end"


GAINS = (Kind.CITY, Kind.PLACE, Kind.THROUGH)
"""Good news for the side it is about."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened.

    ``side``: who took the place, has lost the units, is cut off, throws, or has other points; None for neither.
    Of a hole in the front: ``hex``; ``units``, all that have gone through it this turn, the latest last.
    ``record``: where in the game's log; ``turn``: in which it happened (the last order of a turn leads on into the next
    one).  ``hex``: board index, -1 for nowhere.  ``units``: by id.  ``now``: what a place is worth, factors lost, or
    points, that were ``before`` something else.  ``weight``: how much it is news to a reader; ``great``: it
    is a headline.  ``battle``: number of the battle it belongs to, 0 for none.  ``event``: as it may be seen.
    """

    kind: Kind
    side: Side | None
    record: int
    turn: int
    event: Any
    hex: int = -1
    units: tuple[str, ...] = ()
    before: int = 0
    now: int = 0
    weight: int = 0
    great: bool = False
    battle: int = 0

    def tone(self, side: Side) -> str:
        """What it is for a side: "good", "bad", or neither ("accent")."""
        if self.side is None or self.kind not in (*GAINS, Kind.DESTROYED, Kind.POCKET, Kind.CUT_OFF):
            return "accent"
        return "good" if (self.side is side) is (self.kind in GAINS) else "bad"

    @property
    def starved(self) -> bool:
        """Was the unit lost for lack of supply?"""
        return self.event.captive or self.event.cause in STARVED


@dataclass(slots=True)
class Battle:
    """An attack and everything that has come of it so far.

    ``side`` attacks; ``odds``: the column as printed, "" where fire is exchanged; ``dice``: the attackers', as thrown;
    ``result``: its code in the table; ``hits``: by who scored them; ``dead``, ``steps``, ``factors``: units, steps and
    strength lost, by whose they were; ``back``: how many fell back; ``taken``: who has taken the place by it.
    ``weighed``: it came to the dice and is no mere strike from the air.  ``gone``: who has left its hex, dead or alive.
    """

    number: int
    turn: int
    hex: int
    side: Side = Side.AXIS
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    odds: str = ""
    dice: tuple[int, ...] = ()
    result: str = ""
    weighed: bool = False
    hits: dict[Side, int] = field(default_factory=dict)
    dead: dict[Side | None, list[str]] = field(default_factory=dict)
    steps: dict[Side | None, int] = field(default_factory=dict)
    factors: dict[Side | None, int] = field(default_factory=dict)
    back: int = 0
    cleared: bool = False
    taken: Side | None = None
    gone: set[str] = field(default_factory=set)

    @property
    def won(self) -> bool:
        """Is the hex empty of its defenders?"""
        return (
            self.cleared or self.taken is self.side or (bool(self.defenders) and self.gone.issuperset(self.defenders))
        )

    @property
    def lost(self) -> int:
        """Factors the attackers lost."""
        return self.factors.get(self.side, 0)

    @property
    def killed(self) -> int:
        """Factors the defenders lost."""
        return self.factors.get(self.side.other, 0)


# -- Where in the course of the game a thing stands: turn, phase, and the battle it belongs to. -----------------------

OF_BATTLES = (Declared, BattleBegan, Fired, Attacked, Joined)
AFTER_BATTLES = (Retreated, Advanced)
ELSEWHERE = (
    *(PhaseBegan, Moved, Income, CutOff, Relieved, WeatherTurned, Mustered, ChitPlayed, Withdrawn, Converted),
    *(Lapsed, CountryLeft, MilestoneReached, Ended),
)


@dataclass(slots=True)
class Hole:
    """One or more adjacent hexes whose defenders a battle has driven out: ``side`` tore it in ``turn``.

    ``behind``: hexes from which it was entered; ``through``: units that have gone beyond it.
    """

    side: Side
    turn: int
    behind: set[int] = field(default_factory=set)
    through: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Passage:
    """Where an event stands: ``turn``, ``phase`` by its id, and ``battle``, the label of the hex fought for, or "".

    ``part``: number of the phase in the game, ``fight``: number of the battle in the game; ``fought``: it is being
    fought, and not only announced.
    """

    turn: int = 0
    phase: str = ""
    part: int = 0
    battle: str = ""
    fight: int = 0
    fought: bool = False


START = Passage()


def passage_of(event: Event, was: Passage, quiet: frozenset[str] = frozenset()) -> Passage:
    """The passage of an event, after another.

    :param quiet: phases the log does not name; they open no passage of their own.
    """
    if isinstance(event, PhaseBegan) and (event.phase not in quiet or event.turn != was.turn):
        return Passage(event.turn, event.phase, was.part + 1, "", was.fight)
    if isinstance(event, OF_BATTLES) and event.hex:
        fought = not isinstance(event, Declared)
        if event.hex != was.battle or (was.fought and isinstance(event, (BattleBegan, Declared))):
            return Passage(was.turn, was.phase, was.part, event.hex, was.fight + 1, fought)
        return replace(was, fought=True) if fought and not was.fought else was
    if was.battle and isinstance(event, ELSEWHERE) and not isinstance(event, AFTER_BATTLES):
        return Passage(was.turn, was.phase, was.part, "", was.fight)
    return was


# -- The fold. ---------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """An event, as it was and as it may be seen, its passage, and the happening it caused, if any."""

    event: Event
    seen: Event
    passage: Passage
    happening: Happening | None


class Fold:
    """Folds events one after the other, each as it may be seen.

    :param board: of the game.
    :param whose: the side of a unit, None if that is not known.
    :param side: who looks on; None for one who sees everything and takes no part.
    """

    def __init__(self, board: Board, whose: Callable[[str], Side | None], side: Side | None) -> None:
        self.board, self.whose, self.side = board, whose, side
        self.quiet = frozenset[str]()
        self.happenings: list[Happening] = []
        self.battles: dict[int, Battle] = {}
        self.holes: dict[int, Hole] = {}
        self.passage = START
        self._record = self._turn = self._fight = 0

    def take(self, event: Event, record: int = 0, turn: int = 0) -> Happening | None:
        """Add an event; return the happening it caused."""
        passage = self.passage = passage_of(event, self.passage, self.quiet)
        self._record, self._turn = record, passage.turn or turn
        fight = self._fight = passage.fight if passage.fought else 0
        if fight:
            if fight not in self.battles:
                self.battles[fight] = Battle(fight, self._turn, self._at(passage.battle))
            self._note(self.battles[fight], event)
            if self.battles[fight].won:
                self._tear(self.battles[fight])
        tell = TELLING.get(type(event))
        found: Happening | None = tell(self, event) if tell is not None else None
        if found is not None:
            self.happenings.append(found)
        return found

    def _at(self, label: str) -> int:
        return self.board.by_label.get(label, -1)

    def _news(self, kind: Kind, side: Side | None, event: Event, label: str = "", **more: Any) -> Happening:
        at = self._at(label)
        return Happening(kind, side, self._record, self._turn, event, at, battle=self._fight, **more)

    def _capital(self, event: CountryLeft) -> str:
        """The place of a country that is worth most; without one on the map, where its troops stood."""
        named = [spot for spot in self.board.hexes if spot.nation == event.country and spot.name]
        return max(named, key=lambda spot: spot.vp).label if named else next(iter(event.where), "")

    def _note(self, battle: Battle, event: Event) -> None:
        """Note what an event adds to the battle it belongs to."""
        if isinstance(event, BattleBegan):
            side = self.whose(event.attackers[0]) if event.attackers else None
            battle.side = side or battle.side
            battle.attackers, battle.defenders = event.attackers, event.defenders
            battle.odds, battle.weighed = event.odds, bool(event.attackers) and not event.automatic
        elif isinstance(event, Attacked) and not (event.bombardment and battle.weighed):
            battle.odds, battle.dice, battle.result = event.odds, event.faces, event.result
        elif isinstance(event, Fired):
            battle.hits[event.side] = battle.hits.get(event.side, 0) + event.hits
            battle.dice += event.faces if event.side is battle.side else ()
        elif isinstance(event, Destroyed | StepLost):
            side = self.whose(event.unit)
            battle.factors[side] = battle.factors.get(side, 0) + event.factors
            if isinstance(event, Destroyed):
                battle.dead.setdefault(side, []).append(event.unit)
                battle.gone.add(event.unit)
            else:
                battle.steps[side] = battle.steps.get(side, 0) + 1
        elif isinstance(event, Captured):
            battle.taken = event.side if self._at(event.hex) == battle.hex else battle.taken
        elif isinstance(event, Retreated):
            battle.back += 1
            battle.gone.add(event.unit)
        elif isinstance(event, Cleared):
            battle.cleared = True

    def _tear(self, battle: Battle) -> None:
        """A battle has torn a hole in the front; holes of other turns are closed."""
        known = self.holes.get(battle.hex)
        if known is None or (known.side, known.turn) != (battle.side, battle.turn):
            self.holes = {at: hole for at, hole in self.holes.items() if hole.turn == battle.turn}
            near = (hole for at, hole in self.holes.items() if self.board.distance(at, battle.hex) <= ONE_HOLE)
            beside = (hole for hole in near if hole.side is battle.side)
            self.holes[battle.hex] = next(beside, None) or Hole(battle.side, battle.turn)

    # -- what each kind of event is, as news --------------------------------------------------------------

    def _captured(self, event: Captured) -> Happening | None:
        index = self._at(event.hex)
        spot = self.board.hexes[index] if index >= 0 else None
        if spot is None or not (event.worth > 0 or (spot.place and spot.name)):
            return None
        great = spot.place in GREAT_PLACES
        kind = Kind.CITY if great or event.worth > 0 else Kind.PLACE
        weight = CITY if great else SCORING if event.worth > 0 else PLACE
        return self._news(kind, event.side, event, event.hex, now=event.worth, weight=weight, great=kind is Kind.CITY)

    def _lost(self, event: Destroyed | StepLost) -> Happening:
        side = self.whose(event.unit)
        dead = isinstance(event, Destroyed)
        kind, weight = (Kind.DESTROYED, UNIT * 3 // 2 if side is self.side else UNIT) if dead else (Kind.STEP, 1)
        return self._news(
            kind, side, event, event.hex, units=(event.unit,), now=event.factors, weight=weight, great=dead
        )

    def _supply(self, event: CutOff | Relieved) -> Happening:
        side, cut = self.whose(event.unit), isinstance(event, CutOff)
        weight = 0 if not cut else FEARED if side is self.side else UNIT
        kind = Kind.CUT_OFF if cut else Kind.RELIEVED
        return self._news(kind, side, event, event.hex, units=(event.unit,), weight=weight)

    def _pocket(self, event: PocketClosed) -> Happening:
        weight = (FEARED if event.side is self.side else UNIT) * len(event.units)
        great = len(event.units) >= MANY_CUT_OFF
        return self._news(Kind.POCKET, event.side, event, event.hexes[0], units=event.units, weight=weight, great=great)

    def _moved(self, event: Moved) -> Happening | None:
        """A march into a hole, or through it and beyond."""
        side, path = self.whose(event.unit), [self._at(label) for label in event.path]
        found = None
        for n, index in enumerate(path):
            hole = self.holes.get(index)
            if hole is None or hole.side is not side or hole.turn != self._turn:
                continue
            if n:
                hole.behind.add(path[n - 1])
            near = [self.board.distance(path[-1], index), *(self.board.distance(path[-1], i) - 1 for i in hole.behind)]
            if hole.behind and min(near) >= 1 and event.unit not in hole.through:
                hole.through.append(event.unit)
                there, units = event.path[n], tuple(hole.through)
                found = self._news(Kind.THROUGH, side, event, there, units=units, now=min(near), weight=THROUGH)
        return found

    def _arrived(self, event: Arrived | Mustered) -> Happening:
        units = event.units if isinstance(event, Mustered) else (event.unit,)
        return self._news(Kind.ARRIVED, self.whose(units[0]) if units else None, event, units=units, weight=ARMY)


TELLING: Mapping[type[Event], Callable[[Fold, Any], Happening | None]] = {
    Captured: Fold._captured,
    Destroyed: Fold._lost,
    StepLost: Fold._lost,
    CutOff: Fold._supply,
    Relieved: Fold._supply,
    PocketClosed: Fold._pocket,
    **dict.fromkeys((Moved, Advanced), Fold._moved),
    Arrived: Fold._arrived,
    Mustered: Fold._arrived,
    BattleBegan: lambda fold, event: fold._news(Kind.BATTLE, None, event, event.hex, units=event.attackers),
    Fired: lambda fold, event: fold._news(Kind.THROW, event.side, event, event.hex),
    Attacked: lambda fold, event: fold._news(Kind.THROW, None, event, event.hex),
    Withdrawn: lambda fold, event: fold._news(
        Kind.LEFT, fold.whose(event.unit), event, event.hex, units=(event.unit,), weight=1
    ),
    ScoreChanged: lambda fold, event: fold._news(
        Kind.POINTS, event.side, event, before=event.before, now=event.now, weight=PLACE
    ),
    WeatherTurned: lambda fold, event: fold._news(
        Kind.WEATHER, None, event, weight=1, great=event.before not in ("", event.weather)
    ),
    CountryLeft: lambda fold, event: fold._news(
        Kind.COUNTRY, None, event, fold._capital(event), weight=CITY, great=True
    ),
    **dict.fromkeys(
        (MilestoneReached, ChitPlayed, Ended), lambda fold, event: fold._news(Kind.COURSE, None, event, great=True)
    ),
}
"""By kind of event: what happened by it.  Events that are not here are no news by themselves."""


class Roster:
    """Every counter of a game by id, as it is now, or as it began if it has left the game.

    It answers about counters that an event names, which is how a side knows of them; of one the side does not see it
    says only that it is off the map.

    :param side: by whose eyes; None: each side's own by its own.
    """

    def __init__(self, game: Game, side: Side | None) -> None:
        self._game, self._side = game, side
        self._seen: dict[str, UnitView] = {}
        self._own: dict[str, UnitView] = {}
        self._first: dict[str, UnitView] | None = None

    def refresh(self) -> None:
        """Look at the position again."""
        if self._side is not None:
            self._seen |= {unit.id: unit for unit in self._game.look(self._side).units}
        self._own |= _by_own_eyes(self._game)

    def unit(self, name: str) -> UnitView | None:
        """The counter with this id; None if the viewer does not know it."""
        found = self._seen.get(name) or self._named(name)
        return found if found is None or self._side is None or name in self._seen or found.hex < 0 else None

    def side_of(self, name: str) -> Side | None:
        """The side of a counter; None for an unknown one."""
        found = self._seen.get(name) or self._named(name)
        return found.side if found is not None else None

    def _named(self, name: str) -> UnitView | None:
        """A counter as its own side sees it; one that has left the game as it began, but off the map."""
        if name not in self._own and self._first is None:
            first = start(self._game.scenario, self._game.options, self._game.seed)
            self._first = {key: replace(unit, hex=-1) for key, unit in _by_own_eyes(first).items()}
            self._own = self._first | self._own
            first.close()
        return self._own.get(name)


def _by_own_eyes(game: Game) -> dict[str, UnitView]:
    return {unit.id: unit for side in Side for unit in game.look(side).units if unit.side is side}


class Story:
    """The story of a game as one side may know it; ``follow`` reads on in the log.

    ``told``: by record of the log, its events that may be seen.  ``edition``: a new one begins when an undo takes back
    something told.

    :param side: who looks on; None for everything there was, which only a game that is over tells.
    """

    def __init__(self, game: Game, side: Side | None) -> None:
        self.game, self.side, self.edition = game, side, 0
        self.roster = Roster(game, side)
        self._begin()

    def _begin(self) -> None:
        self.fold = Fold(self.game.board, self.roster.side_of, self.side)
        self.fold.quiet = self.game.ruleset.glossary.quiet
        self.told: list[tuple[Told, ...]] = []
        self._last: Record | None = None

    @property
    def happenings(self) -> list[Happening]:
        """All happenings, in order."""
        return self.fold.happenings

    def follow(self) -> Story:
        """Read on to the end of the log, or from the beginning if it has been rewritten."""
        log, read = self.game.log, len(self.told)
        if read > len(log) or (read and log[read - 1] is not self._last):
            self._begin()
            self.edition += 1
        if len(self.told) < len(log):
            self.roster.refresh()
            for record in log[len(self.told) :]:
                self.told.append(tuple(told_of(self.fold, record)))
            self._last = log[-1]
        return self


def told_of(fold: Fold, record: Record) -> Iterable[Told]:
    """The events of a record that the viewer may see, folded."""
    for event in record.events:
        seen = event if fold.side is None else veiled(event, fold.side)
        if seen is not None:
            happening = fold.take(seen, record.number, record.turn)
            yield Told(event, seen, fold.passage, happening)


def story_of(game: Game, side: Side | None = None) -> Story:
    """The whole story of a game so far, as a side may know it, or complete."""
    return Story(game, side).follow()


def happenings_of(events: Iterable[Event], view: View, fold: Fold | None = None) -> list[Happening]:
    """The happenings caused by some events, as the side of a view may see them.

    :param fold: has taken the events before them, and knows battles that were still being fought.
    """
    if fold is None:
        units = {unit.id: unit.side for unit in view.units}
        fold = Fold(view.board, units.get, view.side)
    return [found for event in events if (found := fold.take(event, turn=view.turn)) is not None]


# -- What is asked of happenings. --------------------------------------------------------------------------------------


def of(happenings: Iterable[Happening], *kinds: Kind) -> list[Happening]:
    """The happenings of some kinds."""
    return [one for one in happenings if one.kind in kinds]


def captures(happenings: Iterable[Happening]) -> list[Happening]:
    """The last capture of each place that has changed hands for good, the weightiest first."""
    first: dict[int, Side | None] = {}
    last: dict[int, Happening] = {}
    for one in of(happenings, Kind.CITY, Kind.PLACE):
        first.setdefault(one.hex, one.side)
        last[one.hex] = one
    kept = [one for index, one in last.items() if one.side is first[index]]
    return sorted(kept, key=lambda one: (-one.now, -one.weight))


def still_cut_off(happenings: Iterable[Happening]) -> list[Happening]:
    """Units that lost their supply and have neither regained it nor been destroyed since."""
    now: dict[str, Happening] = {}
    for one in of(happenings, Kind.CUT_OFF, Kind.RELIEVED, Kind.DESTROYED):
        if one.kind is Kind.CUT_OFF:
            now.setdefault(one.units[0], one)
        else:
            now.pop(one.units[0], None)
    return list(now.values())


class Bill(NamedTuple):
    """A side's losses: units off the map, and factors, including those of lost steps."""

    units: int
    factors: int


def bill(happenings: Iterable[Happening], side: Side) -> Bill:
    """The losses of a side."""
    gone = [one for one in of(happenings, Kind.DESTROYED, Kind.STEP) if one.side is side]
    return Bill(sum(one.kind is Kind.DESTROYED for one in gone), sum(one.now for one in gone))
