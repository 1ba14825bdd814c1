"""How is a game played?  Legal commands, refusals, apply, undo, look-ahead, replay: the referee."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ecs.board import Board
from ecs.commands import Command, EndPhase, parse
from ecs.components import Side
from ecs.dice import seeded
from ecs.events import Event, PhaseBegan, Record, told
from ecs.ruleset import Decision, Phase, Ruleset, Scenario, chosen_options
from ecs.view import Area, Bombardment, Forecast, PhaseView, Refusal, Result, Step, View
from ecs.world import Snapshot, Unit, World

Position = Mapping[str, Sequence[tuple[Any, ...]]]
"""Kind of mark -> the marks of every counter and hex, in set-up order."""


class IllegalCommand(ValueError):
    """A command outside the legal list; ``refusal`` says why."""

    def __init__(self, command: Command, refusal: Refusal) -> None:
        super().__init__(f"{command.text()}: {refusal}")
        self.command, self.refusal = command, refusal


@dataclass(frozen=True, slots=True)
class Mark:
    """A digest at the start of a phase: after ``commands`` commands."""

    commands: int
    turn: int
    phase: str
    digest: str


@dataclass(slots=True)
class _Memento:
    """What undo puts back: how much had been written, and the lengths of log and marks."""

    written: int
    records: int
    marks: int


class Game:
    """One game.  Everything that is asked or done goes through here.

    :param options: option key -> value, on top of the scenario's and the ruleset's defaults.
    :param seed: any whole number; the same seed and commands give the same game everywhere.
    :raises SetupError: for an option or value that does not exist.
    """

    def __init__(
        self, ruleset: Ruleset, scenario: Scenario, board: Board, options: Mapping[str, str], seed: int
    ) -> None:
        self.ruleset, self.scenario, self.board, self.seed = ruleset, scenario, board, seed
        self.options = chosen_options(ruleset, {**scenario.options, **options})
        phases = tuple(phase.id for phase in ruleset.phases)
        self._w = World(board, ruleset.load_rules(), self.options, scenario.turns, phases)
        self._w.scenario = scenario
        ruleset.set_up(self._w, scenario)
        self._w.mark(self._w.dice, state=seeded(seed))
        self.log: list[Record] = []
        self.marks: list[Mark] = []
        self._undo: list[_Memento] = []
        self._redo: list[Command] = []
        self._barrier = "nothing has been done yet"
        self._trying = 0
        self._w.clock.phase = -1
        self._go_on()
        self._record(None, "start")

    # -- asking -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._w.clock.over

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self.ruleset.result(self._w)

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._w.clock.turn

    @property
    def to_act(self) -> Side | None:
        """The side that must give the next command; None when the game is over."""
        if self.over:
            return None
        decision = self._decision()
        return decision.side(self._w) if decision else self._phase.side

    @property
    def moment(self) -> tuple[int, str, str]:
        """Turn, id of the phase, and of the open decision or ""."""
        stack = self._w.decisions.stack
        return self._w.clock.turn, self._phase.id, stack[-1] if stack else ""

    @property
    def _phase(self) -> Phase:
        return self.ruleset.phases[self._w.clock.phase]

    def _decision(self) -> Decision | None:
        stack = self._w.decisions.stack
        return self.ruleset.decisions[stack[-1]] if stack else None

    def legal(self) -> tuple[Command, ...]:
        """Every command the side to act may give, sorted; empty when the game is over."""
        return self._w.memo("legal", self._legal)

    def _legal(self) -> tuple[Command, ...]:
        if self.over:
            return ()
        decision = self._decision()
        if decision is not None:
            found = list(decision.commands(self._w))
        else:
            found = [c for lister in self._phase.commands for c in lister(self._w)]
            if self._phase.unit_commands:
                found += [c for unit in self._w.units for c in self.orders_of(unit)]
            if self._may_end():
                found.append(EndPhase())
        return tuple(sorted(found, key=Command.sort_key))

    def orders_of(self, unit: Unit) -> list[Command]:
        """The legal commands of one unit in a phase that lists them unit by unit."""
        return [c for lister in self._phase.unit_commands for c in lister(self._w, unit)]

    @property
    def by_unit(self) -> bool:
        """Are orders listed unit by unit now, so that those of one unit can be had without the others'?"""
        return not self.over and not self._w.decisions.stack and bool(self._phase.unit_commands)

    def unit_ids(self) -> tuple[str, ...]:
        """Ids of all counters there ever are, in set-up order."""
        return tuple(unit.id for unit in self._w.units)

    def orders_for(self, unit_id: str) -> list[Command]:
        """The part of the legal list that names one unit, sorted; in a phase that lists them unit by unit."""
        unit = self._w.unit(unit_id)
        return sorted(self.orders_of(unit), key=Command.sort_key) if unit is not None and self.by_unit else []

    def common_orders(self) -> list[Command]:
        """The part of the legal list that names no unit, sorted; in a phase that lists orders unit by unit."""
        found = [c for lister in self._phase.commands for c in lister(self._w)] if self.by_unit else []
        return sorted([*found, EndPhase()] if self.by_unit and self._may_end() else found, key=Command.sort_key)

    def is_legal(self, command: Command) -> bool:
        """Is the command in the legal list?"""
        if self._by_unit(command):
            unit = self._w.unit(command.unit)  # type: ignore[attr-defined]
            return unit is not None and command in self.orders_of(unit)
        if not self.over and not self._w.decisions.stack:
            if isinstance(command, EndPhase):
                return self._may_end()
            if self._phase.unit_commands and "unit" not in command.names:
                return any(command == c for lister in self._phase.commands for c in lister(self._w))
        legal = self.legal()
        place = bisect_left(legal, command.sort_key(), key=Command.sort_key)
        return place < len(legal) and legal[place] == command

    def _may_end(self) -> bool:
        return self._phase.may_end is None or self._phase.may_end(self._w) is None

    def _by_unit(self, command: Command) -> bool:
        """Can the command be judged by looking at its unit alone?"""
        if self.over or self._w.decisions.stack or not self._phase.unit_commands:
            return False
        return "unit" in command.names

    def why_not(self, command: Command, side: Side | None = None) -> Refusal | None:
        """Why a command may not be given: reason id, sentence, rule number.  None if it may.

        :param side: who asks; a side that is not to act is told so.
        """
        if self.over:
            return Refusal("game-over", "The game is over.", "")
        if side is not None and side is not self.to_act:
            return Refusal("not-your-turn", f"It is for the {self.to_act} player to act.", "5")
        if self.is_legal(command):
            return None
        judge = self.ruleset.judges.get(type(command))
        refusal = judge(self._w, command) if judge else None
        if refusal is not None:
            return refusal
        decision = self._decision()
        if decision is not None:
            return Refusal("decision-open", f"First: {decision.view(self._w).prompt}", decision.view(self._w).rule)
        if isinstance(command, EndPhase) and self._phase.may_end is not None:
            refusal = self._phase.may_end(self._w)
            if refusal is not None:
                return refusal
        return Refusal(
            "not-now", f"“{command.label}” is not possible now: this is {self._phase.title}.", self._phase.rule
        )

    def view(self, side: Side) -> View:
        """What one side may see.  Its legal commands are empty unless it is to act."""
        look = self.look(side)
        if side is not self.to_act:
            return look
        return self._w.memo(("view", side), lambda: replace(look, legal=self.legal()))

    def look(self, side: Side) -> View:
        """What one side may see, without the list of its commands: ``legal`` stays empty."""
        return self._w.memo(("look", side), lambda: self._view(side))

    def _view(self, side: Side) -> View:
        w, rules = self._w, self.ruleset
        views = [v for u in [*w.units, *w.factories] if (v := rules.unit_view(w, u, side)) is not None]
        # unknown counters come last, by number: their place among the others would tell who they are
        views.sort(key=lambda v: v.id if v.id.startswith("?") else "")
        decision = self._decision()
        return View(
            side=side,
            to_act=self.to_act,
            scenario=self.scenario.id,
            title=self.scenario.title,
            turn=w.clock.turn,
            turns=w.turns,
            turn_name=rules.turn_name(w, w.clock.turn),
            weather=w.weather.name,
            weather_text=rules.weather_text(w),
            phase=self._phase_view(w.clock.phase),
            phases=self._phase_views(),
            board=self.board,
            units=tuple(views),
            control=tuple(g.control for g in w.ground),
            decision=decision.view(w) if decision and not self.over else None,
            battles=rules.battles(w, side),
            legal=(),
            score=rules.score(w),
            score_text=rules.score_text(w),
            boxes=rules.boxes(w, side),
            facts=rules.facts(w, side),
            result=self.result,
            turn_track=rules.turn_track(w),
            chits=rules.chits(w, side),
            markers=rules.markers(w),
        )

    def _phase_view(self, index: int) -> PhaseView:
        phase, now = self.ruleset.phases[index], self._w.clock.phase
        state = "now" if index == now else "done" if index < now else "next"
        if index > now and phase.when is not None and not phase.when(self._w):
            state = "skipped"
        return PhaseView(phase.id, phase.title, phase.side, phase.text, phase.rule, state)

    def _phase_views(self) -> tuple[PhaseView, ...]:
        return tuple(self._phase_view(i) for i in range(len(self.ruleset.phases)))

    def reach(self, unit_id: str) -> dict[int, Step]:
        """Where a unit of the side to act could move now: board index -> step.  Empty if it cannot."""
        unit = self._w.unit(unit_id)
        return self.ruleset.reach(self._w, unit) if unit else {}

    def forecast(
        self,
        side: Side,
        hex_index: int,
        attackers: Sequence[str],
        press: int = 0,
        stand: bool = True,
        rounds: int = 0,
        at: Mapping[str, int] | None = None,
    ) -> Forecast:
        """An attack by ``side`` on a hex worked out exactly, as far as that side knows the defenders.

        :param stand: the defenders stand; False: they retreat after round 1 where they can.
        :param rounds: 0 for the number the present phase allows.
        :param at: hexes from which units would attack, where they do not stand there yet.
        """
        return self.ruleset.forecast(self._w, side, hex_index, tuple(attackers), press, stand, rounds, at)

    def bombardment(self, side: Side, hex_index: int, units: Sequence[str]) -> Bombardment | None:
        """A bombardment of a hex by some units worked out exactly; None in a game without any."""
        ask = self.ruleset.bombardment
        return ask(self._w, side, hex_index, tuple(units)) if ask is not None else None

    def supply(self, side: Side) -> frozenset[int]:
        """Board indices from which ``side`` can trace supply now."""
        return self.ruleset.supply(self._w, side)

    def areas(self, side: Side) -> tuple[Area, ...]:
        """Ranges and lines to draw for a side: headquarters, depots and their railways, air bases."""
        return self.ruleset.areas(self._w, side)

    def zones(self, side: Side) -> Mapping[int, tuple[str, ...]]:
        """Hexes in ``side``'s zones of control: board index -> ids of the units that exert them."""
        return self.ruleset.zones(self._w, side)

    def reading(self, side: Side) -> list[tuple[Record, str]]:
        """The log as one side may read it: (record, line) pairs, veiled where it must be."""
        lines = []
        for record in self.log:
            for event in record.events:
                text = told(event, side)
                if text:
                    lines.append((record, text))
        return lines

    def digest(self) -> str:
        """16 hex digits that are equal for equal positions in every process."""
        return self._w.digest()

    def snapshot(self) -> Snapshot:
        """All marks of the position."""
        return self._w.snapshot()

    def fork(self) -> Game:
        """A twin in its own world, with the same position and log, that can be played on."""
        twin = Game(self.ruleset, self.scenario, self.board, self.options, self.seed)
        twin._w.restore(self._w.snapshot())
        twin._w.forget()
        twin.log, twin.marks = list(self.log), list(self.marks)
        twin._undo, twin._barrier = [], "the twin begins here"
        return twin

    def position(self) -> Position:
        """All marks of the position as plain data, kind by kind; see ecs/keeping.py."""
        return self._w.rows()

    def resume(self, position: Position, records: Sequence[Record], marks: Sequence[Mark]) -> None:
        """Go on from a position of this very scenario, with the log that led there; undo stops here.

        :raises ValueError: if the position is of another game; nothing has changed then.
        """
        self._w.lay_out(position)
        self.log, self.marks = list(records), list(marks)
        self.close_past("the game was loaded")

    def close_past(self, why: str) -> None:
        """Nothing done so far can be taken back: ``why`` goes into the reason undo gives."""
        self._barrier = why
        self._undo.clear()
        self._redo.clear()
        self._w.forget()

    def close(self) -> None:
        """Release the game's world."""
        self._w.close()

    # -- doing ------------------------------------------------------------------------------------

    def apply(self, command: Command) -> tuple[Event, ...]:
        """Do a command and everything that follows without a further choice.

        :raises IllegalCommand: if it is not in the legal list; nothing has changed then.
        """
        if not self.is_legal(command):
            refusal = self.why_not(command)
            assert refusal is not None, command
            raise IllegalCommand(command, refusal)
        w, side = self._w, self.to_act
        before = None if self._trying else _Memento(w.written, len(self.log), len(self.marks))
        thrown, covered = w.dice.thrown, self._face_down()
        w.events = []
        if isinstance(command, EndPhase):
            self._leave()
        else:
            self.ruleset.handlers[type(command)](w, command)
        self._go_on()
        if self._trying:
            return tuple(w.events)
        record = self._record(side, command.text())
        assert before is not None
        self._guard(before, thrown, covered, side)
        if self._redo and self._redo[-1] == command:
            self._redo.pop()
        else:
            self._redo.clear()
        return record.events

    def _guard(self, before: _Memento, thrown: int, covered: list[Unit], side: Side | None) -> None:
        """Push an undo step, or start afresh behind a barrier."""
        if self._w.dice.thrown != thrown:
            self._barrier = "a die has been rolled"
        elif any(u.hex >= 0 and not u.condition.hidden for u in covered):
            self._barrier = "a hidden unit has been shown"
        elif self.to_act is not side:
            self._barrier = "the other side was to act"
        else:
            self._undo.append(before)
            return
        self._undo.clear()
        self._redo.clear()
        self._w.forget()

    def _face_down(self) -> list[Unit]:
        return [u for u in self._w.units if u.condition.hidden]

    def _record(self, side: Side | None, text: str) -> Record:
        w = self._w
        record = Record(len(self.log), side, text, w.clock.turn, self._phase.id, tuple(w.events))
        self.log.append(record)
        return record

    # -- the phase cursor -------------------------------------------------------------------------

    def _leave(self) -> None:
        for system in self._phase.on_exit:
            system(self._w)
        self._next()

    def _next(self) -> None:
        w = self._w
        if w.clock.over:
            return
        index = w.clock.phase + 1
        if w.clock.phase >= 0 and self._phase.then is not None:
            index = w.phases.index(self._phase.then(w))
        if index >= len(self.ruleset.phases):
            w.mark(w.clock, turn=w.clock.turn + 1, phase=0)
        else:
            w.mark(w.clock, phase=index)
        self._enter()

    def _enter(self) -> None:
        w, phase = self._w, self._phase
        if phase.when is not None and not phase.when(w):
            self._next()
            return
        w.emit(PhaseBegan(text=self._heading(phase), rule=phase.rule, phase=phase.id, turn=w.clock.turn))
        for system in phase.on_enter:
            system(w)
            if w.clock.over:
                return
        if not self._trying:
            self.marks.append(Mark(len(self.log), w.clock.turn, phase.id, w.digest()))

    def _heading(self, phase: Phase) -> str:
        name = self.ruleset.turn_name(self._w, self._w.clock.turn)
        who = f"{phase.side}: " if phase.side else ""
        return f"{name} — {who}{phase.title}"

    def _go_on(self) -> None:
        """Move through the sequence until somebody has a choice or the game is over."""
        w = self._w
        if w.clock.phase < 0:
            self._next()
        while not w.clock.over and not w.decisions.stack:
            phase = self._phase
            asks = phase.commands or phase.unit_commands
            if asks and (self._has_choice() or not (phase.auto_end or self._just_entered())):
                return
            self._leave()

    def _has_choice(self) -> bool:
        """Is there anything to do in the phase but to close it, or anything that forbids closing it?"""
        w, phase = self._w, self._phase
        if any(True for lister in phase.commands for _ in lister(w)):
            return True
        if any(lister(w, unit) for unit in w.units for lister in phase.unit_commands):
            return True
        return phase.may_end is not None and phase.may_end(w) is not None

    def _idle(self) -> bool:
        """Is closing the phase all that is left to do in it?"""
        if any(True for lister in self._phase.commands for _ in lister(self._w)):
            return False
        if self._phase.unit_commands and any(self.orders_of(unit) for unit in self._w.units):
            return False
        return self._may_end()

    def _just_entered(self) -> bool:
        """Was the last thing that happened the beginning of the present phase?"""
        for event in reversed(self._w.events):
            if isinstance(event, PhaseBegan):
                return event.phase == self._phase.id
        return False

    # -- undo and redo ----------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Is there a command that may be taken back?"""
        return bool(self._undo)

    @property
    def undo_reason(self) -> str:
        """What undo would take back, or why it stops here."""
        if self._undo:
            return f"Undo: {self.log[-1].command}"
        return f"Nothing to take back: {self._barrier}."

    @property
    def can_redo(self) -> bool:
        """Is there a command that was taken back and may be done again?"""
        return bool(self._redo)

    def undo(self) -> Command | None:
        """Take the last command back; None (and nothing changes) behind a barrier."""
        if not self._undo:
            return None
        memento = self._undo.pop()
        command = parse(self.log[-1].command)
        self._w.roll_back(memento.written)
        del self.log[memento.records :]
        del self.marks[memento.marks :]
        self._redo.append(command)
        return command

    def redo(self) -> Command | None:
        """Do again what was last taken back."""
        if not self._redo:
            return None
        command = self._redo[-1]
        self.apply(command)
        return command

    @contextmanager
    def what_if(self, seed: int = 0) -> Iterator[Game]:
        """Look ahead on this very game with other dice; everything is put back afterwards."""
        self._trying += 1
        try:
            with self._w.what_if(seed):
                yield self
        finally:
            self._trying -= 1
