"""The referee: applies commands, runs the sequence of play, undoes and looks ahead.  Its questions: queries.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

from ecs.board.board import Board
from ecs.core.commands import Command, CommandError, EndPhase, Renew, parse
from ecs.core.components import Clock, Dice, Side
from ecs.core.dice import seeded
from ecs.core.events import Event, PhaseBegan, Record
from ecs.core.ruleset import ASKED, UNASKED, Phase, Ruleset, Scenario, System, as_it_is
from ecs.core.view import Refusal
from ecs.core.world import Unit, is_hidden
from ecs.engine.figures_in_force import under_house_rules
from ecs.engine.queries import DigestMark, GameQueries
from ecs.systems.rulebook import rulebook
from ecs.untrusted_input import plain

Position = Mapping[str, Sequence[tuple[Any, ...]]]
"""Kind of mark -> the marks of every counter and hex, in set-up order."""


class IllegalCommand(ValueError):
    """A command outside the legal list; ``refusal`` says why."""

    def __init__(self, command: Command, refusal: Refusal) -> None:
        super().__init__(plain(f"{command.text()}: {refusal}"))
        self.command, self.refusal = command, refusal


@dataclass(slots=True)
class _Memento:
    """What undo puts back: how much had been written, and the lengths of log and marks."""

    written: int
    records: int
    marks: int


_Stand = tuple[int, Side | None, list[Unit]]
"""What undo does not go behind, as it was at some moment: dice thrown, side to act, units face down."""


class Game(GameQueries):
    """One game.  Every question and every command goes through here.

    :param options: option key -> value, on top of the scenario's and the ruleset's defaults.
    :param seed: any whole number; the same seed and commands give the same game everywhere.
    :raises SetupError: for an option or value that does not exist.
    """

    FAIR = (IllegalCommand,)

    def __init__(
        self, ruleset: Ruleset, scenario: Scenario, board: Board, options: Mapping[str, str], seed: int
    ) -> None:
        self.seed = seed
        self._set_out(ruleset, scenario, board, options, ruleset.sentences)
        self._w.mark(Dice, self._w.table, state=seeded(seed))
        self.log: list[Record] = []
        self.marks: list[DigestMark] = []
        self._begun: _Stand = (0, None, [])
        self._asks = self.options[UNASKED] == ASKED
        self._undo: list[_Memento] = []
        self._redo: list[Command] = []
        self._barrier = "no order has been given yet"
        self._trying = 0
        self._w.mark(Clock, self._w.table, phase=-1)
        self._w.events += self._told_figures()
        self._go_on()
        self._record(None, "start")

    # -- copies -------------------------------------------------------------------------------------

    def fork(self) -> Game:
        """A twin in its own world, with the same position and log, that can be played on."""
        twin = copy(self)
        twin._world = self._w.twin()
        twin.log, twin.marks = list(self.log), list(self.marks)
        twin._undo, twin._redo, twin._barrier = [], [], "the twin begins here"
        twin._begun, twin._trying = (0, None, []), 0
        return twin

    def _twin_of(self, scenario: Scenario) -> Game:
        twin = Game(self.ruleset, scenario, self.board, self.options, self.seed)
        twin._w.restore(self._w.snapshot())
        twin._w.forget()
        return twin

    def position(self) -> Position:
        """All marks of the position as plain data, kind by kind; see ecs/engine/serialization.py."""
        return self._w.rows()

    def resume(self, position: Position, records: Sequence[Record], marks: Sequence[DigestMark]) -> None:
        """Go on from a position of this very scenario, with the log that led there; undo stops here.

        :raises ValueError: if the position is of another game; nothing has changed then.
        """
        self._w.lay_out(position)
        self.log, self.marks = list(records), list(marks)
        self.close_past("the game was loaded")

    def close_past(self, why: str) -> None:
        """Bar undo from here back; ``why`` goes into the reason it gives."""
        self._barrier = why
        self._undo.clear()
        self._redo.clear()
        self._w.forget()

    def rest(self) -> None:
        """Drop the answers worked out so far: while another game is played through, nobody asks this one."""
        self._w.drop_answers()

    def close(self) -> None:
        """Release the game's world."""
        self._world.close()

    # -- doing ------------------------------------------------------------------------------------

    @under_house_rules
    def apply(self, command: Command) -> tuple[Event, ...]:
        """Do a command and everything that follows without a further choice; a fault in the rules changes nothing.

        :raises IllegalCommand: if it is not in the legal list; nothing has changed then.
        """
        if not self.is_legal(command):
            refusal = self.why_not(command)
            assert refusal is not None, command
            raise IllegalCommand(command, refusal)
        w, side, giver = self._w, self.to_act, self.giver_of(command)
        self._begun = self._stand()
        before = None if self._trying else _Memento(w.written, len(self.log), len(self.marks))
        thrown, _, covered = self._begun
        w.events = []
        try:
            if isinstance(command, EndPhase):
                self._leave()
            elif isinstance(command, Renew):
                self._renew(command)
            else:
                self.ruleset.orders[type(command)].handle(w, command)
            self._go_on()
        except Exception:
            if before is not None:
                self._put_back(before)
            raise
        if self._trying:
            return tuple(w.events)
        record = self._record(giver, command.text())
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
            self._barrier = "a die was rolled"
        elif self.log[-1].command.startswith(Renew.verb):
            self._barrier = "you took fresh dice"
        elif any(u.hex >= 0 and not is_hidden(u) for u in covered):
            self._barrier = "a hidden unit was revealed"
        elif self.to_act is not side:
            self._barrier = "the other side had to act"
        else:
            self._undo.append(before)
            return
        self._undo.clear()
        self._redo.clear()
        self._w.forget()

    def _renew(self, command: Renew) -> None:
        self._w.mark(Dice, self._w.table, state=seeded(command.number))
        self._w.emit(Event(text="Fresh dice."))

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
        if index >= len(self.ruleset.sequence.phases):
            w.mark(Clock, w.table, turn=w.clock.turn + 1, phase=0)
        else:
            w.mark(Clock, w.table, phase=index)
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
            self.marks.append(DigestMark(len(self.log), w.clock.turn, phase.id, w.digest()))

    def _heading(self, phase: Phase) -> str:
        name = rulebook(self._w).display.turn_name(self._w, self._w.clock.turn)
        whose = phase.side is not None and not phase.title.startswith(str(phase.side))
        mark = "," if ":" in phase.title else ":"
        return f"{name} — {phase.side}{mark} {phase.title}" if whose else f"{name} — {phase.title}"

    def _go_on(self) -> None:
        """Move through the sequence until a side has a choice or the game is over."""
        w = self._w
        if w.clock.phase < 0:
            self._next()
        while not w.clock.over:
            if w.decisions.stack:
                if not self._answer_alone():
                    return
                continue
            if self._waits():
                if self._asks or not (self._phase.alone and self._take_care()):
                    return
                continue
            self._leave()

    def _answer_alone(self) -> bool:
        """Answer the open question if there is only one answer and the rulebook allows it unasked; True if done."""
        decision = self._decision()
        assert decision is not None
        if not decision.alone or self._asks:
            return False
        answers = list(decision.commands(self._w))
        if len(answers) != 1:
            return False
        if decision.gently(self._w):
            return self._freely(lambda: self._do_unasked(answers[0]))
        self._do_unasked(answers[0])
        return True

    def _take_care(self) -> bool:
        """Give the only order there is, even one that closes the phase, if that costs no undo; True if done."""
        if self._is_idle():
            return self._freely(self._close_unasked)
        if self._may_end():
            return False
        orders = self.legal()
        return len(orders) == 1 and self._freely(lambda: self._do_unasked(orders[0]))

    def _freely(self, step: Callable[[], None]) -> bool:
        """Take a step if it costs no undo (none is left, or the step crosses no barrier); True if done."""
        if not self._crossed(self._begun):
            return self._quietly(step)
        step()
        return True

    def _close_unasked(self) -> None:
        phase = self._phase
        self._w.emit(Event(text=f"{phase.title}: nothing to do.", rule=phase.rule))
        self._leave()

    def _do_unasked(self, command: Command) -> None:
        self.ruleset.orders[type(command)].handle(self._w, command)

    def _stand(self) -> _Stand:
        return self._w.dice.thrown, self.to_act, self._w.hidden_units()

    def _crossed(self, begun: _Stand) -> bool:
        """Has a barrier to undo been crossed since: a die, a hidden unit shown, another side to act?"""
        thrown, side, covered = begun
        return (
            self._w.dice.thrown != thrown
            or self.to_act is not side
            or any(u.hex >= 0 and not is_hidden(u) for u in covered)
        )

    def _quietly(self, step: Callable[[], None]) -> bool:
        """Take a step of the sequence; if it crosses a barrier, take it back and return False."""
        w, begun = self._w, self._stand()
        written, events, marks = w.written, len(w.events), len(self.marks)
        step()
        self._pass_over()
        if not self._crossed(begun):
            return True
        w.roll_back(written)
        del w.events[events:]
        del self.marks[marks:]
        return False

    def _pass_over(self) -> None:
        """Go on to the next question or phase in which a side has a choice."""
        w = self._w
        while not w.clock.over:
            if w.decisions.stack:
                if not self._answer_alone():
                    return
            elif self._waits():
                return
            else:
                self._leave()

    def _waits(self) -> bool:
        """Does either side have a choice in the present phase?"""
        phase = self._phase
        if not (phase.commands or phase.unit_commands):
            return False
        return not ((phase.auto_end or self._just_entered()) and self._is_idle())

    def _is_idle(self) -> bool:
        """Is closing the phase all that is left to do in it?"""
        return self._may_end() and not self._has_order()

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
        return f"Nothing to undo: {self._barrier}."

    def undo_words(self, side: Side) -> str:
        """The reason as a side may read it: what is sealed for it is not named."""
        if self._undo and not self.may_read(self.log[-1], side):
            return "Undo: the last order of the other side."
        return self.undo_reason

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
        self._put_back(memento)
        self._redo.append(command)
        return command

    def _put_back(self, memento: _Memento) -> None:
        self._w.roll_back(memento.written)
        del self.log[memento.records :]
        del self.marks[memento.marks :]

    def redo(self) -> Command | None:
        """Do again what was last taken back."""
        if not self._redo:
            return None
        command = self._redo[-1]
        self.apply(command)
        return command

    @contextmanager
    def what_if(self, seed: int = 0, guess: System = as_it_is) -> Iterator[Game]:
        """Look ahead on this very game with other dice; everything is put back afterwards.

        :param guess: what is supposed of hidden things: see ``guesses`` and ``suppose`` of the queries.
        """
        self._trying += 1
        try:
            with self._w.what_if(seed):
                guess(self._w)
                yield self
        finally:
            self._trying -= 1

    def recast(self, seed: int) -> None:
        """In a look-ahead: take other dice from here on."""
        assert self._trying, "the dice of a game fall as they fall"
        self._w.mark(Dice, self._w.table, state=seeded(seed))


# -- Playing a log again.  Commands played back, digests compared on the way. ----------------------------------------


class ReplayError(ValueError):
    """A log that does not replay: ``number`` is the command, from 1, at which it differs."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"command {number}: {what}")
        self.number = number


def replay(game: Game, lines: Sequence[str], marks: Sequence[DigestMark] = ()) -> Game:
    """Play a log of command lines on a fresh game.

    :param marks: digests to compare on the way.
    :raises ReplayError: at the first line that is illegal or the first phase whose digest differs.
    """
    for _ in replay_steps(game, lines, marks):
        pass
    return game


def replay_steps(game: Game, lines: Sequence[str], marks: Sequence[DigestMark] = ()) -> Iterator[int]:
    """As :func:`replay`, command by command: the number of each, from 1, when it has been played."""
    expected = _by_place(marks)
    seen = 0
    for number, line in enumerate(lines, 1):
        try:
            game.apply(parse(line))
        except (CommandError, IllegalCommand) as e:
            raise ReplayError(number, str(e)) from None
        seen = _compare(game, expected, seen, number)
        yield number


Place = tuple[int, int, str]


def _by_place(marks: Sequence[DigestMark]) -> dict[Place, list[str]]:
    """Digests by commands, turn and phase; a phase may come round several times before the next command."""
    out: dict[Place, list[str]] = {}
    for mark in marks:
        out.setdefault((mark.commands, mark.turn, mark.phase), []).append(mark.digest)
    return out


def _compare(game: Game, expected: Mapping[Place, Sequence[str]], seen: int, number: int) -> int:
    for place, found in _by_place(game.marks[seen:]).items():
        for digest, want in zip(found, expected.get(place, ()), strict=False):
            if digest != want:
                _, turn, phase = place
                raise ReplayError(number, f"turn {turn}, phase {phase}: digest {digest}, recorded {want}")
    return len(game.marks)
