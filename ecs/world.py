"""Where does the state of a game live?  The only file that touches esper's worlds.

Each game owns one esper world.  Entities are made once, at set-up, in a fixed order; afterwards only
marks change, always through :meth:`World.mark`, so that memoised answers never go stale, every change can
be rolled back, and the cost of either is that of what changed, not of the whole table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from itertools import count
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast
from weakref import finalize

import esper

from ecs.components import (
    MARKED,
    Activity,
    Battle,
    Campaign,
    Clash,
    Clock,
    Condition,
    Cup,
    Decisions,
    Dice,
    Duty,
    Factory,
    Ground,
    Impulse,
    Ledger,
    Operation,
    Place,
    Steps,
    Track,
    UnitType,
    Weather,
)

if TYPE_CHECKING:
    from ecs.board import Board
    from ecs.events import Event

T = TypeVar("T")
RECENT = 16
Snapshot = tuple[Any, ...]
_numbers = count(1)
_forgotten: list[str] = []
"""Worlds of games that nobody holds any more; esper keeps them until told."""


@dataclass(slots=True, eq=False)
class Unit:
    """A counter and its components, all live: the handle the rules work with.

    A game gives its counters the marks it plays with; those it does not use read as untouched.
    """

    entity: int
    type: UnitType
    place: Place
    condition: Condition
    activity: Activity
    factory: Factory | None = None
    steps: Steps = field(default_factory=Steps)
    duty: Duty = field(default_factory=Duty)

    @property
    def id(self) -> str:
        """The counter id."""
        return self.type.id

    @property
    def hex(self) -> int:
        """Board index, or -1 when in a box."""
        return self.place.hex

    @property
    def ready(self) -> bool:
        """On the map and UnDisrupted."""
        return self.place.hex >= 0 and not self.condition.disrupted


def give_back() -> None:
    """Delete the worlds of games that nobody holds any more."""
    while _forgotten:
        _delete(_forgotten.pop())


def _delete(name: str) -> None:
    if esper.current_world == name:
        esper.switch_world("default")
    if name in esper.list_worlds():
        esper.delete_world(name)


def worlds_kept() -> int:
    """How many games have a world in this process."""
    give_back()
    return sum(1 for name in esper.list_worlds() if name.startswith("game-"))


class World:
    """The marks of one game on one board, with the tables and options in force.

    :param rules: the ruleset's own tables; the systems that use them know their type.
    :param options: option key -> chosen value.
    :param phases: ids of the phases of a turn, in order.

    ``scenario``: the record the game was set up from.
    """

    def __init__(
        self, board: Board, rules: Any, options: Mapping[str, str], turns: int, phases: tuple[str, ...]
    ) -> None:
        self.board = board
        self.rules = rules
        self.options = dict(options)
        self.turns = turns
        self.phases = phases
        self.scenario: Any = None
        self.events: list[Event] = []
        self._memo: dict[Any, Any] = {}
        self._kept: dict[Any, Any] = {}
        self._lasting: dict[Any, tuple[tuple[int, ...], Any]] = {}
        self._ages: dict[type, int] = dict.fromkeys(MARKED, 0)
        self._journal: list[tuple[Any, str, Any]] = []
        self._texts: list[str] = []
        self._stale: set[int] = set()
        give_back()
        self._name = f"game-{next(_numbers)}"
        finalize(self, _forgotten.append, self._name)
        self._sealed = False

    # -- set-up -----------------------------------------------------------------------------------

    def activate(self) -> None:
        """Make this game's world esper's current one."""
        if esper.current_world != self._name:
            esper.switch_world(self._name)

    def create(self, *parts: Any) -> int:
        """Make an entity; only before :meth:`seal`."""
        assert not self._sealed, "nothing is created after set-up"
        self.activate()
        return int(esper.create_entity(*parts))

    def seal(self) -> None:
        """End the set-up: from here on only marks change."""
        self._sealed = True
        self.ground = [ground for _, ground in self.each(Ground)]
        self.track = [track for _, track in self.each(Track)]
        every = [self._handle(e, kind, place) for e, kind, place in self.each(UnitType, Place)]
        self.units = [u for u in every if u.factory is None]
        self.factories = [u for u in every if u.factory is not None]
        self.by_id = {u.id: u for u in every}
        self.by_entity = {u.entity: u for u in every}
        (self.table,) = [e for e, _ in self.each(Clock)]
        self.clock = self.of(self.table, Clock)
        self.dice = self.of(self.table, Dice)
        self.decisions = self.of(self.table, Decisions)
        self.weather = self.of(self.table, Weather)
        self.battle = self._part(self.table, Battle)
        self.ledger = self._part(self.table, Ledger)
        self.clash = self._part(self.table, Clash)
        self.cup = self._part(self.table, Cup)
        self.campaign = self._part(self.table, Campaign)
        self.impulse = self._part(self.table, Impulse)
        self.operation = self._part(self.table, Operation)
        self._marks: list[tuple[Any, Callable[[Any], Any], tuple[str, ...]]] = []
        for kind in MARKED:
            names = tuple(f.name for f in fields(kind))
            read = attrgetter(*names)
            self._marks += [(part, read, names) for _, part in self.each(kind)]
        self._number = {id(part): number for number, (part, _, _) in enumerate(self._marks)}
        self._texts = [""] * len(self._marks)
        self._stale = set(range(len(self._marks)))

    def _handle(self, entity: int, kind: UnitType, place: Place) -> Unit:
        return Unit(
            entity,
            kind,
            place,
            self._part(entity, Condition),
            self._part(entity, Activity),
            esper.try_component(entity, Factory),
            self._part(entity, Steps),
            self._part(entity, Duty),
        )

    def _part(self, entity: int, kind: type[T]) -> T:
        """A component, or a blank one off the table where this game does not use it."""
        found: T | None = esper.try_component(entity, kind)
        return kind() if found is None else found

    def close(self) -> None:
        """Give the esper world back; of a game that nobody holds any more it is given back when the next one begins."""
        _delete(self._name)

    # -- reading ----------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The id of the present phase."""
        return self.phases[self.clock.phase]

    def each(self, *kinds: type) -> list[tuple[Any, ...]]:
        """Entities having all these components, by entity number: (entity, part, part ...)."""
        self.activate()
        if len(kinds) == 1:
            return sorted(esper.get_component(kinds[0]), key=itemgetter(0))
        found: Any = esper.get_components(*kinds)
        return sorted(((e, *parts) for e, parts in found), key=itemgetter(0))

    def of(self, entity: int, kind: type[T]) -> T:
        """The component of an entity."""
        self.activate()
        return esper.component_for_entity(entity, kind)

    def unit(self, unit_id: str) -> Unit | None:
        """The counter with this id."""
        return self.by_id.get(unit_id)

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question about the position, worked out once per position."""
        found = self._memo.get(key, self)
        if found is self:
            found = self._memo[key] = make()
        return cast(T, found)

    def keep(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that ``key`` fixes whatever the position; forgotten when there are too many."""
        found = self._kept.get(key, self)
        if found is self:
            if len(self._kept) > 4000:
                self._kept.clear()
            found = self._kept[key] = make()
        return cast(T, found)

    def on_board(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that the board alone fixes, for every game of these rules that is played on it."""
        answers, whole = self.board.answers, (type(self.rules), key)
        if whole not in answers:
            answers[whole] = make()
        return cast(T, answers[whole])

    def recent(self, name: Any, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question that ``key`` alone fixes; of each name only the last few are remembered."""
        answers: dict[Any, T] = self.keep(("recent", name), dict)
        if key not in answers:
            if len(answers) >= RECENT:
                answers.clear()
            answers[key] = make()
        return answers[key]

    def lasting(self, key: Any, kinds: tuple[type, ...], make: Callable[[], T]) -> T:
        """The answer to a question that depends on no marks but those of these kinds; worked out when one changed."""
        ages = tuple([self._ages[kind] for kind in kinds])
        found = self._lasting.get(key)
        if found is None or found[0] != ages:
            found = self._lasting[key] = ages, make()
        return cast(T, found[1])

    # -- changing ---------------------------------------------------------------------------------

    def mark(self, part: Any, **values: Any) -> None:
        """Write on the table: the only way state changes."""
        number = self._number.get(id(part))
        for name, value in values.items():
            old = getattr(part, name)
            setattr(part, name, value)
            if number is not None and old != value:
                self._journal.append((part, name, old))
                self._stale.add(number)
        self._touch(type(part))

    def _touch(self, kind: type) -> None:
        self._ages[kind] += 1
        self._memo.clear()

    @property
    def written(self) -> int:
        """How much has been written since :meth:`forget`: a place :meth:`roll_back` can go back to."""
        return len(self._journal)

    def roll_back(self, written: int) -> None:
        """Take back everything written since."""
        touched = set()
        while len(self._journal) > written:
            part, name, old = self._journal.pop()
            setattr(part, name, old)
            self._stale.add(self._number[id(part)])
            touched.add(type(part))
        for kind in touched:
            self._touch(kind)

    def forget(self) -> None:
        """Nothing that was written can be taken back any more."""
        self._journal.clear()

    def reset(self, part: Any) -> None:
        """Wipe a mark: every field as it was before the game."""
        fresh = type(part)()
        self.mark(part, **{f.name: getattr(fresh, f.name) for f in fields(part)})

    def ask(self, question: str) -> None:
        """Open a decision; play goes on when it has been answered."""
        self.mark(self.decisions, stack=(*self.decisions.stack, question))

    def answered(self, question: str) -> None:
        """Close the decision asked last."""
        stack = self.decisions.stack
        assert stack[-1:] == (question,), (stack, question)
        self.mark(self.decisions, stack=stack[:-1])

    def emit(self, event: Event) -> None:
        """Tell what happened."""
        self.events.append(event)

    # -- copies -----------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """All marks as one tuple; equal games give equal tuples."""
        return tuple([read(part) for part, read, _ in self._marks])

    def restore(self, snapshot: Snapshot) -> None:
        """Put all marks back as they were."""
        assert len(snapshot) == len(self._marks), (len(snapshot), len(self._marks))
        for (part, read, names), values in zip(self._marks, snapshot, strict=True):
            if read(part) != values:
                row = (values,) if len(names) == 1 else values
                self.mark(part, **dict(zip(names, row, strict=True)))

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All marks, kind by kind, fields in the order of the kind: the snapshot as a save keeps it."""
        found: dict[str, list[tuple[Any, ...]]] = {kind.__name__: [] for kind in MARKED}
        for part, read, names in self._marks:
            found[type(part).__name__].append((read(part),) if len(names) == 1 else read(part))
        return found

    def lay_out(self, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
        """Put all marks as :meth:`rows` told them.

        :raises ValueError: if they are of a game with other counters or another map.
        """
        expected = {kind: len(found) for kind, found in self.rows().items()}
        if expected != {kind: len(found) for kind, found in rows.items()}:
            raise ValueError("the marks are of another game")
        parts = (row if len(row) > 1 else row[0] for kind in MARKED for row in rows[kind.__name__])
        self.restore(tuple(parts))

    @contextmanager
    def what_if(self, seed: int = 0) -> Iterator[World]:
        """Try things and take them back.  The dice in here are others than the game's own."""
        start, events, memo = self.written, self.events, self._memo
        self.events, self._memo = [], {}
        self.mark(self.dice, state=(seed * 0x9E3779B97F4A7C15 + 0x5851F42D4C957F2D) % 2**64)
        try:
            yield self
        finally:
            self.roll_back(start)
            self.events, self._memo = events, memo

    def digest(self) -> str:
        """SHA-256 of all marks, 16 hex digits: equal in every process for equal games."""
        for number in self._stale:
            part, read, _ = self._marks[number]
            self._texts[number] = repr(read(part))
        self._stale.clear()
        return hashlib.sha256(f"({', '.join(self._texts)})".encode()).hexdigest()[:16]
