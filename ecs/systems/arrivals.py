"""Arrivals: who waits to be placed, where it comes in, and what the log says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ecs.core.commands import Enter
from ecs.core.components import Disruption, Place, Side
from ecs.core.dice import roll
from ecs.core.events import Arrived, Mustered, ReserveCalled, Rolled
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.movement import Journey
from ecs.systems.sentences import label
from ecs.systems.stacking import boxes, in_box

# -- Counters that wait in a box to be raised or placed: of those just alike only the first is offered. --------------


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """A game's rules on identical counters.

    ``likeness``: what makes them alike; ``depends``: the kinds of marks it is read from.
    """

    likeness: Callable[[World, Unit], Hashable]
    depends: tuple[type, ...]

    @remembered("depends")
    def firsts(self, w: World, box: str) -> Mapping[Hashable, Unit]:
        """Of the counters in a box, the first of each set of identical ones, by entity."""
        found: dict[Hashable, Unit] = {}
        for other in in_box(w, box):
            found.setdefault(self.likeness(w, other), other)
        return found

    def not_first(self, w: World, unit: Unit, rule: str) -> Refusal | None:
        """Why a unit has to wait for an identical one."""
        first = self.firsts(w, unit.place.box)[self.likeness(w, unit)]
        if first is unit:
            return None
        return Refusal("alike", f"Take {first.type.long_name} first: it is just like {unit.type.long_name}.", rule)


def bring_in(
    w: World,
    unit: Unit,
    index: int,
    rule: str,
    *,
    source: str = "reinforcement",
    disordered: bool = False,
    factors: int = 0,
    veil: str = "",
    owner: Side | None = None,
) -> None:
    """Put a unit on the map, and tell of it; the game itself sets its state.

    :param source: where from; ``factors``: paid for it; ``veil``: what the enemy reads instead.
    """
    w.mark(Place, unit, hex=index, box="")
    if disordered:
        w.mark(Disruption, unit, disrupted=True)
    spot = label(w, index)
    w.emit(
        Arrived(
            where=(spot,),
            rule=rule,
            unit=unit.id,
            path=(spot,),
            source=source,
            disordered=disordered,
            factors=factors,
            veil=veil,
            owner=owner,
        )
    )


def due(w: World, words: tuple[str, ...] = ("turn",)) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Who arrives in which of the coming turns: units in a box "turn:4", or one with another of these words."""
    return _due(w, w.clock.turn, words)


@remembered(Place)
def _due(w: World, now: int, words: tuple[str, ...]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    found: dict[int, list[str]] = {}
    for box, units in boxes(w).items():
        word, _, turn = box.partition(":")
        if turn.isdecimal() and word in words and now < int(turn) <= w.turns:
            found.setdefault(int(turn), []).extend(unit.id for unit in units)
    return tuple((turn, tuple(sorted(ids))) for turn, ids in sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A unit that comes in: identical ones are equal, so that answers for one hold for all."""

    likeness: Hashable
    unit: Unit = field(compare=False)


def entry_place(w: World, unit: Unit) -> int:
    """The hex by which the scenario lets a counter come in; -1 if it names none."""
    return _entry_places(w).get(unit.id, -1)


@remembered()
def _entry_places(w: World) -> dict[str, int]:
    named = [(entry.at, entry.units) for _, entry in w.scenario.units if entry.at]
    return {text.partition(":")[0]: w.board.by_label[at] for at, texts in named for text in texts}


def said_arrivals(w: World) -> list[tuple[int, str, list[str]]]:
    """The scenario's own arrivals: turn, side, and counters as "id:class"."""
    lines = ((side, entry.units, *entry.box.partition(":")) for side, entry in w.scenario.units)
    return [(int(turn), side, texts) for side, texts, word, _, turn in lines if word == "turn" and turn.isdecimal()]


def as_in_calendar(w: World, texts: Iterable[str]) -> list[str]:
    """Those counters of a line of the calendar that the scenario does not change."""
    other = {text.partition(":")[0] for _, _, said in said_arrivals(w) for text in said} | {*w.scenario.absent}
    return [text for text in texts if text.partition(":")[0] not in other]


def call_in(w: World, side: Side, units: Sequence[Unit], box: str, rule: str, source: str = "reinforcement") -> None:
    """Units wait to be placed from now on."""
    for unit in units:
        w.mark(Place, unit, box=box)
    if units:
        w.emit(Mustered(rule=rule, side=side, units=tuple(u.id for u in units), source=source))


def schedule(w: World, unit: Unit, turn: int) -> None:
    """A unit off the map comes by the calendar on a turn."""
    w.mark(Place, unit, box=f"turn:{turn}")


def comes_now(w: World, unit: Unit) -> bool:
    """Does a unit come this turn by the calendar?"""
    return unit.place.box == f"turn:{w.clock.turn}"


def has_waited(w: World, unit: Unit, word: str) -> bool:
    """Is a unit in a box "word:TURN", and has that turn come?"""
    name, _, turn = unit.place.box.partition(":")
    return name == word and turn.isdecimal() and int(turn) <= w.clock.turn


@dataclass(frozen=True, slots=True)
class Entry:
    """A game's rules on units that wait to be placed.

    ``phase``: how the phases begin in which they are; ``boxes``: where they wait.  ``rule``: of all this, ``when`` and
    ``nobody``: the refusal for a unit that comes at another time, or does not wait.  ``alike``: who of those
    just alike comes first.  ``doors``: the hexes a unit comes in by, room or not; ``full``: those without room for it,
    and ``no_room`` why; ``no_door``: why it does not come in by a hex.
    """

    phase: str
    boxes: tuple[str, ...]
    rule: str
    when: str
    nobody: str
    turn_side: Callable[[World], Side]
    alike: Alike
    doors: Callable[[World, Unit], Collection[int]]
    full: Callable[[World, Unit], Collection[int]]
    no_room: Callable[[World, Unit, int], Refusal | None]
    no_door: Callable[[World, Unit, int], Refusal]
    is_due: Callable[[World, Unit], bool] = comes_now
    """Does a unit off the map come now, to wait in the first of the boxes?"""
    rule_of: Mapping[Side, str] = field(default_factory=dict)
    """The rule by which a side's units come, where it is not ``rule``."""

    def waiting(self, w: World, side: Side) -> list[Unit]:
        """A side's units still to be placed, by entity."""
        found = (u for box in self.boxes for u in in_box(w, box) if u.type.side is side)
        return sorted(found, key=lambda unit: unit.entity)

    def cannot_enter(self, w: World, unit: Unit) -> Refusal | None:
        """Why a unit cannot come in anywhere now."""
        if not w.phase.startswith(self.phase) or unit.type.side is not self.turn_side(w):
            return Refusal("no-entry", self.when, self.rule)
        if not self.waits(unit):
            return Refusal("not-waiting", f"{unit.type.long_name} is not among {self.nobody}.", self.rule)
        return self.alike.not_first(w, unit, self.rule)

    def waits(self, unit: Unit) -> bool:
        """Is the unit waiting to be placed?"""
        return unit.place.box in self.boxes

    def goals(self, w: World, unit: Unit) -> list[int]:
        """The hexes by which a unit may come in now."""
        full = self.full(w, unit)
        return [i for i in self.doors(w, unit) if i not in full]

    def cannot_enter_by(self, w: World, unit: Unit, index: int) -> Refusal | None:
        """Why a unit that may come in cannot do so by this hex."""
        return self.no_room(w, unit, index) if index in self.doors(w, unit) else self.no_door(w, unit, index)

    def journey(self, strange: Callable[[World, str, str], Refusal | None]) -> Journey[Enter]:
        """Coming in, as a journey: which units can be ordered to, where to, and why not."""
        return Journey(Enter, strange, self.cannot_enter, self.cannot_enter_by, "", self.goals, self.waits)


def muster(w: World) -> None:
    """Units of the active side that are due now wait to be placed."""
    rules: Entry = w.rulebook.arrivals
    side = rules.turn_side(w)
    due = [u for u in w.units if u.type.side is side and rules.is_due(w, u)]
    call_in(w, side, due, rules.boxes[0], rules.rule_of.get(side, rules.rule))


# -- A reserve that its side may call up once: it comes group by group, and may be paid for with the war. ------------

FACES = 6


@dataclass(frozen=True, slots=True)
class CallableReserve:
    """A game's rules on its reserve.

    ``groups``: ids of the units that come together, in the order they come, one group a turn from the call on;
    ``safe_from``: the turn from which the call is safe; every turn before it is a face of the die that loses the war.
    ``called``: the turn of the call, 0 before it; ``write``: writes it down; ``lose``: ends the game.  ``box``: where
    the units wait; ``rule``: of the call.
    """

    side: Side
    box: str
    rule: str
    groups: Callable[[World], Sequence[Sequence[str]]]
    safe_from: Callable[[World], int]
    called: Callable[[World], int]
    write: Callable[[World, int], None]
    lose: Callable[[World], None]

    def risk(self, w: World) -> int:
        """How many faces of the die, from 1 up, lose the war if the reserve is called now."""
        return min(FACES, max(0, self.safe_from(w) - w.clock.turn))

    def due(self, w: World) -> list[Unit]:
        """The units that have come by now and still wait in their box, by entity."""
        if not self.called(w):
            return []
        turns = w.clock.turn - self.called(w) + 1
        names = {name for group in self.groups(w)[:turns] for name in group}
        return [u for u in in_box(w, self.box) if u.id in names]

    def call(self, w: World) -> None:
        """Call the first group; too early a call may lose the war on the spot."""
        self.write(w, w.clock.turn)
        w.emit(ReserveCalled(rule=self.rule, side=self.side))
        danger = self.risk(w)
        if danger:
            face = roll(w)
            w.emit(Rolled(rule=self.rule, what="reserve", faces=(face,), limit=danger))
            if face <= danger:
                self.lose(w)
