"""The state of a game.  The only file that touches esper's worlds.

Each game owns one esper world.  Entities are made once, at set-up, in a fixed order; afterwards only
marks change, always through :meth:`World.mark`, so that remembered answers never go stale, every change can
be rolled back, and the cost of either is that of what changed, not of the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar, overload
from weakref import finalize

import esper

from ecs.core.components import Clock, Concealment, Decisions, Dice, Ground, Installation, Place, UnitType, Weather
from ecs.core.entities import Components, Entity, Marks, Unit, UnknownMarkError, blank, is_hidden, named, reader, values
from ecs.core.remembered_answers import RememberedAnswers

if TYPE_CHECKING:
    from ecs.board.board import Board
    from ecs.core.events import Event, Sentences

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
P = ParamSpec("P")
__all__ = [
    "ClosedWorldError",
    "Entity",
    "Unit",
    "UnknownMarkError",
    "World",
    "is_hidden",
    "release_worlds",
    "worlds_kept",
]
Snapshot = tuple[Any, ...]
_numbers = count(1)
_forgotten: list[str] = []
"""Worlds of games that are no longer held; esper keeps them until told."""


class ClosedWorldError(RuntimeError):
    """A closed game, whose world is gone, cannot answer about its counters."""


def release_worlds() -> None:
    """Delete the worlds of games that are no longer held."""
    while _forgotten:
        _delete(_forgotten.pop())


def _delete(name: str) -> None:
    if esper.current_world == name:
        esper.switch_world("default")
    if name in esper.list_worlds():
        esper.delete_world(name)


def worlds_kept() -> int:
    """How many games have a world in this process."""
    release_worlds()
    return sum(1 for name in esper.list_worlds() if name.startswith("game-"))


@lru_cache(maxsize=256)
def _is_frozen(kind: type) -> bool:
    made = getattr(kind, "__dataclass_params__", None)
    return made is not None and made.frozen


class World(RememberedAnswers):
    """The marks of one game on one board, with the tables and options in force.

    :param rules: the ruleset's own tables; the systems that use them know their type.
    :param options: option key -> chosen value.
    :param phases: ids of the phases of a turn, in order.
    :param set_up: those in which counters are put about before the game.
    :param kinds: what can be marked in this game, in the order in which positions tell it.
    :param sentences: what the log says of each kind of event.
    :param figures: which house rules its figures are under; "" for those that are printed.
    :param rulebook: what the game decides of each chapter: a ``Rulebook`` of ecs/systems.
    :param along: a component -> the marks that whatever is made with it gets as well.

    ``scenario``: the record the game was set up from.
    """

    def __init__(
        self,
        board: Board,
        rules: Any,
        options: Mapping[str, str],
        turns: int,
        phases: tuple[str, ...],
        kinds: tuple[type, ...],
        sentences: Sentences | None = None,
        set_up: Iterable[str] = (),
        figures: str = "",
        rulebook: Any = None,
        along: Mapping[type, tuple[type, ...]] | None = None,
    ) -> None:
        super().__init__(board, rules, kinds, figures)
        self.rulebook = rulebook
        self.sentences = sentences or {}
        self.options = dict(options)
        self.turns = turns
        self.phases, self._set_up = phases, frozenset(set_up)
        self.kinds = kinds
        self.scenario: Any = None
        self.events: list[Event] = []
        self._journal: list[tuple[int, str, Any]] = []
        self._answers: dict[Any, list[Any]] = {}
        self._fixed: dict[int, dict[type, Any]] = {}
        self._made: dict[type, list[tuple[int, Any]]] = {kind: [] for kind in kinds}
        self._found: dict[tuple[type, ...], list[int]] = {}
        self._sealed, self._esper_knows = False, True
        release_worlds()
        self._name = f"game-{next(_numbers)}"
        finalize(self, _forgotten.append, self._name)
        self._along = along or {}

    # -- set-up -----------------------------------------------------------------------------------

    def activate(self) -> None:
        """Make this game's world esper's current one.

        :raises ClosedWorldError: if the game is closed.
        """
        if esper.current_world != self._name:
            if self._sealed and self._name not in esper.list_worlds():
                raise ClosedWorldError(f"{self._name} was closed: its world in esper is gone")
            esper.switch_world(self._name)
        if not self._esper_knows:
            self._esper_knows = True
            parts = {entity: [*fixed.values()] for entity, fixed in self._fixed.items()}
            for number, entity in enumerate(self._marks.whose):
                parts[entity].append(self._marks.part(number))
            for made in parts.values():
                esper.create_entity(*made)

    def create(self, *parts: Any) -> Entity:
        """Make an entity; only before :meth:`seal`."""
        assert not self._sealed, "nothing is created after set-up"
        if self._along:
            parts = (*parts, *[kind() for part in parts for kind in self._along.get(type(part), ())])
        self._check_known(map(type, parts))
        self.activate()
        entity = Entity(esper.create_entity(*parts))
        fixed = self._fixed[entity] = {}
        for part in parts:
            if (marks := self._made.get(type(part))) is not None:
                marks.append((entity, part))
            else:
                fixed[type(part)] = part
        return entity

    def seal(self) -> None:
        """End the set-up: from here on only marks change."""
        self._sealed = True
        self._marks, self._made = Marks(self._made), {}
        self.hexes = [Entity(e) for e in self._having(Ground)]
        (self.table,) = map(Entity, self._having(Clock))
        self._take_up()

    def _take_up(self) -> None:
        """Make the handles of what is on the table."""
        every = [Unit(e, self._fixed[e], self._marks) for e in self._having(UnitType, Place)]
        self.units = [u for u in every if Installation not in u]
        self.installations = [u for u in every if Installation in u]
        self.by_id = {u.type.id: u for u in every}
        self.by_entity = {u.entity: u for u in every}
        self._table = Components(self.table, self._fixed[self.table], self._marks)
        self.clock, self.dice = self[Clock], self[Dice]
        self.decisions, self.weather = self[Decisions], self[Weather]

    def close(self) -> None:
        """Give the esper world back, and forget all answers; of a game no longer held, when the next one begins."""
        _delete(self._name)
        self.drop_answers()

    # -- reading ----------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The id of the present phase."""
        return self.phases[self.clock.phase]

    @cached_property
    def ground(self) -> list[Ground]:
        """Who holds each hex, by its index."""
        return self.by_hex(Ground)

    @property
    def is_set_up(self) -> bool:
        """Are counters put about now, before the game?"""
        return self.phase in self._set_up

    def __getitem__(self, kind: type[T]) -> T:
        """A mark of the table."""
        part: T = self._table[kind]
        return part

    @overload
    def each(self, a: type[A], /) -> list[tuple[Unit, A]]: ...
    @overload
    def each(self, a: type[A], b: type[B], /) -> list[tuple[Unit, A, B]]: ...
    @overload
    def each(self, a: type[A], b: type[B], c: type[C], /) -> list[tuple[Unit, A, B, C]]: ...
    @overload
    def each(self, a: type[A], b: type[B], c: type[C], d: type[D], /) -> list[tuple[Unit, A, B, C, D]]: ...
    def each(self, *kinds: type) -> list[Any]:
        """The counters that have all these components, in set-up order: (unit, part, part ...), all of it live.

        Nothing is created after set-up, so one call to esper serves each tuple of kinds.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        found = self._answers.get(kinds)
        if found is None:
            units = [self.by_entity[e] for e in self._having(*kinds) if e in self.by_entity]
            found = self._answers[kinds] = [(unit, *[unit[kind] for kind in kinds]) for unit in units]
        return found

    def each_entity(self, kind: type[T]) -> list[tuple[Entity, T]]:
        """What is no counter and has this component, by entity: hexes by index, or markers, or the table.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        found = self._answers.get(("entity", kind))
        if found is None:
            entities = [Entity(e) for e in self._having(kind) if e not in self.by_entity]
            known = kind in self._marks.numbers
            parts = self._marks.of_kind(kind, entities) if known else [self._fixed[e][kind] for e in entities]
            found = self._answers["entity", kind] = list(zip(entities, parts, strict=True))
        return found

    def by_hex(self, kind: type[T]) -> list[T]:
        """The components of a kind that every hex has, by the index of the hex."""
        found = self._answers.get(("hex", kind))
        if found is None:
            found = self._answers["hex", kind] = [part for _, part in self.each_entity(kind)]
            assert len(found) == len(self.hexes), f"not every hex has a {kind.__name__}"
        return found

    def _having(self, *kinds: type) -> list[int]:
        """Entities having all these components, by number.  Copies share them: one call to esper serves all."""
        found = self._found.get(kinds)
        if found is None:
            self._check_known(kinds)
            self.activate()
            found = self._found[kinds] = sorted(entity for entity, _ in esper.get_components(*kinds))
        return found

    def _check_known(self, kinds: Iterable[type]) -> None:
        for kind in kinds:
            if kind not in self.ages and not _is_frozen(kind):
                raise UnknownMarkError(f"this game has registered no {kind.__name__}")

    def unit(self, unit_id: str) -> Unit | None:
        """The counter with this id."""
        return self.by_id.get(unit_id)

    def values(self, kinds: Iterable[type], unit: Unit | None = None) -> tuple[object, ...]:
        """The contents of marks of these kinds on a unit, or on the table, for comparing."""
        on = self._table if unit is None else unit
        return tuple([reader(kind)(on[kind]) for kind in kinds])

    def hidden_units(self) -> list[Unit]:
        """The counters that lie face down."""
        if Concealment not in self.ages:
            return []
        return [u for u, face in self.each(Concealment) if face.hidden and Installation not in u]

    # -- changing ---------------------------------------------------------------------------------

    def mark(self, kind: Callable[P, object], on: Unit | Entity, *args: P.args, **values: P.kwargs) -> None:
        """Write on the table: the only way state changes.

        :param kind: the kind of mark; only its fields can be named, each with a value of its type.
        :param on: a unit, or the number of a hex (``hexes[index]``) or of the table (``table``).
        :raises UnknownMarkError: if the entity has no such mark.
        """
        if args:
            raise TypeError(f"marks are written by name: {kind}")
        self._write(self._number_of(kind, on), values)

    def add(self, kind: type, on: Unit | Entity, count: str, number: int) -> None:
        """Change a count by so much; ``count``: its name, where that is looked up in a table."""
        place = self._number_of(kind, on)
        self._write(place, {count: getattr(self._marks.part(place), count) + number})

    def _number_of(self, kind: Any, on: Unit | Entity) -> int:
        entity = on.entity if isinstance(on, Unit) else on
        try:
            return self._marks.numbers[kind][entity]
        except KeyError:
            self._refuse(kind, on)

    def _refuse(self, kind: Any, on: Unit | Entity) -> NoReturn:
        whom = on.id if isinstance(on, Unit) else "the table" if on == self.table else f"entity {on}"
        name = getattr(kind, "__name__", kind)
        if self._marks.numbers.get(kind):
            raise UnknownMarkError(f"{whom} has no {name}")
        raise UnknownMarkError(f"this game has registered no {name}: nothing can be marked on {whom}")

    def _write(self, number: int, values: Mapping[str, Any]) -> None:
        part, changed = self._marks.part(number), False
        for name, value in values.items():
            old = getattr(part, name)
            if old != value:
                setattr(part, name, value)
                self._journal.append((number, name, old))
                changed = True
        if changed:
            self._marks.outdate((number,))
            self.outdate(type(part), self._marks.whose[number])

    @property
    def written(self) -> int:
        """How much has been written since :meth:`forget`: a place :meth:`roll_back` can go back to."""
        return len(self._journal)

    def roll_back(self, written: int) -> None:
        """Take back everything written since."""
        touched = dict[int, None]()
        while len(self._journal) > written:
            number, name, old = self._journal.pop()
            setattr(self._marks.part(number), name, old)
            touched[number] = None
        self._marks.outdate(touched)
        for number in touched:
            self.outdate(self._marks.kinds[number], self._marks.whose[number])

    def forget(self) -> None:
        """Nothing that was written can be taken back any more."""
        self._journal.clear()

    def reset(self, kind: type, on: Unit | Entity) -> None:
        """Wipe a mark: every field as it was before the game."""
        self._write(self._number_of(kind, on), blank(kind))

    def wipe(self, on: Unit | Entity, kinds: Iterable[type]) -> None:
        """Wipe marks of an entity, those of these kinds that it has.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        entity = on.entity if isinstance(on, Unit) else on
        for kind in kinds:
            if kind not in self._marks.numbers:
                self._refuse(kind, on)
            if entity in self._marks.numbers[kind]:
                self.reset(kind, on)

    def wipe_units(self, kinds: Iterable[type]) -> None:
        """Wipe marks of all units, those of these kinds that they have.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        for kind in kinds:
            if kind not in self._marks.numbers:
                self._refuse(kind, self.table)
            places, read = self._marks.numbers[kind], reader(kind)
            bare = read(kind())
            for unit in self.units:
                if unit.entity in places and read(unit[kind]) != bare:
                    self.reset(kind, unit)

    def ask(self, question: str) -> None:
        """Open a decision; play continues when it has been answered."""
        self.mark(Decisions, self.table, stack=(*self.decisions.stack, question))

    def answered(self, question: str) -> None:
        """Close the decision asked last."""
        stack = self.decisions.stack
        assert stack[-1:] == (question,), (stack, question)
        self.mark(Decisions, self.table, stack=stack[:-1])

    def emit(self, event: Event) -> None:
        """Tell what happened: the game's sentence for such an event becomes its line in the log."""
        sentence = None if event.text else self.sentences.get(type(event))
        self.events.append(replace(event, text=sentence(self, event)) if sentence is not None else event)

    # -- copies -----------------------------------------------------------------------------------

    def twin(self) -> World:
        """The same table in a world of its own: what is printed is shared, what is marked is copied when it is read.

        Its world in esper is filled when esper is first asked something that was not asked before.
        """
        made = World(
            self.board,
            self.rules,
            self.options,
            self.turns,
            self.phases,
            self.kinds,
            self.sentences,
            self._set_up,
            self.figures,
            self.rulebook,
        )
        made.scenario = self.scenario
        made.activate()
        # made in the same order, entities and marks have the same numbers
        made._fixed, made._found, made.hexes, made.table = self._fixed, self._found, self.hexes, self.table
        made._sealed, made._esper_knows = True, False
        made._marks = self._marks.copy()
        made._take_up()
        return made

    def snapshot(self) -> Snapshot:
        """All marks as one tuple; equal games give equal tuples."""
        return tuple(self._marks.rows())

    def restore(self, snapshot: Snapshot) -> None:
        """Put all marks back as they were."""
        now = self.snapshot()
        assert len(snapshot) == len(now), (len(snapshot), len(now))
        for number, (old, row) in enumerate(zip(now, snapshot, strict=True)):
            if old != row:
                self._write(number, named(self._marks.kinds[number], row))

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All marks, kind by kind, fields in the order of the kind: the snapshot as a save keeps it."""
        found: dict[str, list[tuple[Any, ...]]] = {kind.__name__: [] for kind in self.kinds}
        for _, kind, row in self._marks.each():
            found[kind.__name__].append(values(kind, row))
        return found

    def marked(self) -> Iterator[tuple[int, type, dict[str, Any]]]:
        """Every mark, in the order of the rows: the entity it is on, its kind, its fields."""
        return ((entity, kind, named(kind, row)) for entity, kind, row in self._marks.each())

    def lay_out(self, rows: Mapping[str, Sequence[tuple[Any, ...]]]) -> None:
        """Set all marks from the rows that :meth:`rows` gave.

        :raises ValueError: if they are of a game with other counters or another map.
        """
        expected = {kind: len(found) for kind, found in self.rows().items()}
        if expected != {kind: len(found) for kind, found in rows.items()}:
            raise ValueError("the marks belong to another game")
        parts = (row if len(row) > 1 else row[0] for kind in self.kinds for row in rows[kind.__name__])
        self.restore(tuple(parts))

    @contextmanager
    def what_if(self, seed: int = 0) -> Iterator[World]:
        """Try things and take them back.  The dice in here are others than the game's own."""
        start, events, answers = self.written, self.events, self.of_position
        self.events, self.of_position = [], self.store()
        self.mark(Dice, self.table, state=(seed * 0x9E3779B97F4A7C15 + 0x5851F42D4C957F2D) % 2**64)
        try:
            yield self
        finally:
            self.roll_back(start)
            self.events, self.of_position = events, answers

    def digest(self) -> str:
        """SHA-256 of all marks, 16 hex digits: equal in every process for equal games."""
        return self._marks.digest()
