"""The state of a game.  The only file that touches esper's worlds.

Each game owns one esper world.  Entities are made once, at set-up, in a fixed order; afterwards only
marks change, always through :meth:`World.mark`, so that remembered answers never go stale, every change can
be rolled back, and the cost of either is that of what changed, not of the whole table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, make_dataclass, replace
from functools import lru_cache
from itertools import count
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar, overload
from weakref import finalize

import esper

from ecs.core.components import Clock, Concealment, Decisions, Dice, Ground, Installation, Place, UnitType, Weather
from ecs.core.entities import Components, Entity, Unit, UnknownMarkError, is_hidden
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


@lru_cache(maxsize=256)
def _blank(kind: type) -> dict[str, Any]:
    """The fields of a mark as they are before the game."""
    fresh = kind()
    return {f.name: getattr(fresh, f.name) for f in fields(kind)}


@lru_cache(maxsize=256)
def _reader(kind: type) -> tuple[Callable[[Any], Any], tuple[str, ...]]:
    """What reads the fields of a mark, and their names."""
    names = tuple(f.name for f in fields(kind))
    return attrgetter(*names), names


@lru_cache(maxsize=256)
def _copier(kind: type) -> Callable[[Any], Any]:
    """What makes another mark of this kind with the same values; by position, which is quicker than by name."""
    read, names = _reader(kind)
    row: Any = make_dataclass(kind.__name__, names)
    fill, single = row.__init__, len(names) == 1

    def copied(part: Any) -> Any:
        made: Any = object.__new__(kind)
        fill(made, read(part)) if single else fill(made, *read(part))
        return made

    return copied


class ClosedWorldError(RuntimeError):
    """A game was asked about its counters after its world was given back."""


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
        self._texts: list[str] = []
        self._answers: dict[Any, list[Any]] = {}
        self._stale: set[int] = set()
        self._image: list[Any] = []
        self._unread: set[int] = set()
        self._sealed = False
        release_worlds()
        self._name = f"game-{next(_numbers)}"
        finalize(self, _forgotten.append, self._name)
        self._made: list[tuple[Any, ...]] = []
        self._along = along or {}

    # -- set-up -----------------------------------------------------------------------------------

    def activate(self) -> None:
        """Make this game's world esper's current one.

        :raises ClosedWorldError: if it was given back.
        """
        if esper.current_world != self._name:
            if self._sealed and self._name not in esper.list_worlds():
                raise ClosedWorldError(f"{self._name} was closed: its world in esper is gone")
            esper.switch_world(self._name)

    def create(self, *parts: Any) -> Entity:
        """Make an entity; only before :meth:`seal`."""
        assert not self._sealed, "nothing is created after set-up"
        also = [kind() for part in parts for kind in self._along.get(type(part), ())]
        parts = (*parts, *also)
        self._check_known(type(part) for part in parts)
        self.activate()
        self._made.append(parts)
        return Entity(esper.create_entity(*parts))

    def seal(self) -> None:
        """End the set-up: from here on only marks change."""
        self._find_all()
        self._number_marks()

    def _find_all(self) -> None:
        self._sealed = True
        every = [Unit(entity, self._made_of(entity)) for entity, *_ in self._ask_esper(UnitType, Place)]
        self.units = [u for u in every if Installation not in u]
        self.installations = [u for u in every if Installation in u]
        self._faces = [(u, u[Concealment]) for u in self.units if Concealment in u]
        self.by_id = {u.id: u for u in every}
        self.by_entity = {u.entity: u for u in every}
        self.hexes = [entity for entity, _ in self.each_entity(Ground)]
        self.ground = self.by_hex(Ground)
        ((self.table, _),) = self.each_entity(Clock)
        self._table = self._made_of(self.table)
        self.clock, self.dice = self[Clock], self[Dice]
        self.decisions, self.weather = self[Decisions], self[Weather]

    def _number_marks(self) -> None:
        self._marks: list[tuple[Any, Callable[[Any], Any], tuple[str, ...]]] = []
        self._numbers: dict[Any, dict[int, int]] = {}
        self._whose: list[int] = []
        for kind in self.kinds:
            (read, names), found = _reader(kind), self._ask_esper(kind)
            self._numbers[kind] = {entity: number for number, (entity, _) in enumerate(found, len(self._marks))}
            self._marks += [(part, read, names) for _, part in found]
            self._whose += [entity for entity, _ in found]
        self._parts = [part for part, _, _ in self._marks]
        self._texts = [""] * len(self._marks)
        self._stale = set(range(len(self._marks)))
        self._image, self._unread = [None] * len(self._marks), set(self._stale)

    def _made_of(self, entity: int) -> Components:
        parts: tuple[Any, ...] = esper.components_for_entity(entity)
        return Components((type(part), part) for part in parts)

    def close(self) -> None:
        """Give the esper world back; of a game no longer held, when the next one begins."""
        _delete(self._name)

    # -- reading ----------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The id of the present phase."""
        return self.phases[self.clock.phase]

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

        Nothing is created after set-up, so that esper is asked once for each tuple of kinds.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        found = self._answers.get(kinds)
        if found is None:
            known, asked = self.by_entity, self._ask_esper(*kinds)
            found = self._answers[kinds] = [(known[e], *parts) for e, *parts in asked if e in known]
        return found

    def each_entity(self, kind: type[T]) -> list[tuple[Entity, T]]:
        """What is no counter and has this component, by entity: hexes by index, or markers, or the table.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        found = self._answers.get(("entity", kind))
        if found is None:
            asked = self._ask_esper(kind)
            found = self._answers["entity", kind] = [(Entity(e), part) for e, part in asked if e not in self.by_entity]
        return found

    def by_hex(self, kind: type[T]) -> list[T]:
        """The components of a kind that every hex has, by the index of the hex."""
        found = self._answers.get(("hex", kind))
        if found is None:
            found = self._answers["hex", kind] = [part for _, part in self.each_entity(kind)]
            assert len(found) == len(self.hexes), f"not every hex has a {kind.__name__}"
        return found

    def _ask_esper(self, *kinds: type) -> list[tuple[Any, ...]]:
        """Entities having all these components, by entity number: (entity, part, part ...)."""
        self._check_known(kinds)
        self.activate()
        found: Any = esper.get_components(*kinds)
        return sorted(((e, *parts) for e, parts in found), key=itemgetter(0))

    def _check_known(self, kinds: Iterable[type]) -> None:
        for kind in kinds:
            made = getattr(kind, "__dataclass_params__", None)
            if kind not in self.ages and not (made and made.frozen):
                raise UnknownMarkError(f"this game has registered no {kind.__name__}")

    def unit(self, unit_id: str) -> Unit | None:
        """The counter with this id."""
        return self.by_id.get(unit_id)

    def values(self, kinds: Iterable[type], unit: Unit | None = None) -> tuple[object, ...]:
        """The contents of marks of these kinds on a unit, or on the table, for comparing."""
        on = self._table if unit is None else unit
        return tuple([_reader(kind)[0](on[kind]) for kind in kinds])

    def hidden_units(self) -> list[Unit]:
        """The counters that lie face down."""
        return [u for u, face in self._faces if face.hidden]

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
        self._write(place, {count: getattr(self._marks[place][0], count) + number})

    def _number_of(self, kind: Any, on: Unit | Entity) -> int:
        entity = on.entity if isinstance(on, Unit) else on
        try:
            return self._numbers[kind][entity]
        except KeyError:
            self._refuse(kind, on)

    def _refuse(self, kind: Any, on: Unit | Entity) -> NoReturn:
        whom = on.id if isinstance(on, Unit) else "the table" if on == self.table else f"entity {on}"
        name = getattr(kind, "__name__", kind)
        if self._numbers.get(kind):
            raise UnknownMarkError(f"{whom} has no {name}")
        raise UnknownMarkError(f"this game has registered no {name}: nothing can be marked on {whom}")

    def _write(self, number: int, values: Mapping[str, Any]) -> None:
        part, changed = self._marks[number][0], False
        for name, value in values.items():
            old = getattr(part, name)
            if old != value:
                setattr(part, name, value)
                self._journal.append((number, name, old))
                changed = True
        if changed:
            self._stale.add(number)
            self._unread.add(number)
            self.outdate(type(part), self._whose[number])

    @property
    def written(self) -> int:
        """How much has been written since :meth:`forget`: a place :meth:`roll_back` can go back to."""
        return len(self._journal)

    def roll_back(self, written: int) -> None:
        """Take back everything written since."""
        touched = dict[int, None]()
        while len(self._journal) > written:
            number, name, old = self._journal.pop()
            setattr(self._marks[number][0], name, old)
            touched[number] = None
        self._stale.update(touched)
        self._unread.update(touched)
        for number in touched:
            self.outdate(type(self._marks[number][0]), self._whose[number])

    def forget(self) -> None:
        """Nothing that was written can be taken back any more."""
        self._journal.clear()

    def reset(self, kind: type, on: Unit | Entity) -> None:
        """Wipe a mark: every field as it was before the game."""
        self._write(self._number_of(kind, on), _blank(kind))

    def wipe(self, on: Unit | Entity, kinds: Iterable[type]) -> None:
        """Wipe marks of an entity, those of these kinds that it has.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        entity = on.entity if isinstance(on, Unit) else on
        for kind in kinds:
            if kind not in self._numbers:
                self._refuse(kind, on)
            if entity in self._numbers[kind]:
                self.reset(kind, on)

    def wipe_units(self, kinds: Iterable[type]) -> None:
        """Wipe marks of all units, those of these kinds that they have.

        :raises UnknownMarkError: for a kind the game never registered.
        """
        for kind in kinds:
            if kind not in self._numbers:
                self._refuse(kind, self.table)
            blank, read, places = _blank(kind), attrgetter(*_blank(kind)), self._numbers[kind]
            bare = read(kind())
            for unit in self.units:
                place = places.get(unit.entity, -1)
                if place >= 0 and read(self._marks[place][0]) != bare:
                    self._write(place, blank)

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
        """The same table in an esper world of its own: what is printed is shared, what is marked is copied."""
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
        copiers, copies = {kind: _copier(kind) for kind in self.kinds}, dict[int, Any]()
        for parts in self._made:
            twins = tuple([copiers[type(part)](part) if type(part) in copiers else part for part in parts])
            copies.update(zip(map(id, parts), twins, strict=True))
            made._made.append(twins)
            esper.create_entity(*twins)
        made._find_all()
        # made in the same order, entities and marks have the same numbers, and what was read of a mark is true of both
        made._numbers, made._whose = self._numbers, self._whose
        made._marks = [(copies[id(part)], read, names) for part, read, names in self._marks]
        made._parts = [part for part, _, _ in made._marks]
        made._texts, made._stale = list(self._texts), set(self._stale)
        made._image, made._unread = list(self._image), set(self._unread)
        return made

    def snapshot(self) -> Snapshot:
        """All marks as one tuple; equal games give equal tuples."""
        for number in self._unread:
            part, read, _ = self._marks[number]
            self._image[number] = read(part)
        self._unread.clear()
        return tuple(self._image)

    def restore(self, snapshot: Snapshot) -> None:
        """Put all marks back as they were."""
        assert len(snapshot) == len(self._marks), (len(snapshot), len(self._marks))
        for number, (now, values) in enumerate(zip(self.snapshot(), snapshot, strict=True)):
            if now != values:
                names = self._marks[number][2]
                row = (values,) if len(names) == 1 else values
                self._write(number, dict(zip(names, row, strict=True)))

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All marks, kind by kind, fields in the order of the kind: the snapshot as a save keeps it."""
        found: dict[str, list[tuple[Any, ...]]] = {kind.__name__: [] for kind in self.kinds}
        for part, read, names in self._marks:
            found[type(part).__name__].append((read(part),) if len(names) == 1 else read(part))
        return found

    def marked(self) -> Iterator[tuple[int, type, dict[str, Any]]]:
        """Every mark, in the order of the rows: the entity it is on, its kind, its fields."""
        for entity, (part, read, names) in zip(self._whose, self._marks, strict=True):
            yield entity, type(part), dict(zip(names, (read(part),) if len(names) == 1 else read(part), strict=True))

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
        """SHA-256 of all marks, 16 hex digits: equal in every process for equal games.

        Only what differs from a blank mark counts, so that a mark or a field that is added later changes the digest of
        no game that does not use it.
        """
        for number in self._stale:
            self._texts[number] = self._told(number)
        self._stale.clear()
        return hashlib.sha256("".join(self._texts).encode()).hexdigest()[:16]

    def _told(self, number: int) -> str:
        """A mark as a line of the digest; nothing for a blank mark."""
        part = self._marks[number][0]
        kind: type = type(part)
        blanks = _blank(kind).items()
        written = [f"{name}={value!r}" for name, blank in blanks if (value := getattr(part, name)) != blank]
        if not written:
            return ""
        rank = number - next(iter(self._numbers[kind].values()))
        return f"{kind.__name__} {rank} {' '.join(written)}\n"
