"""Invariants that hold in every position of every game, and a watcher that checks a game as it is played.

Asked by the tests at many positions of short games, and by a soak at some positions of whole ones."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

from ecs.core.commands import Command, CommandError, EndPhase, parse
from ecs.core.components import COUNTER, HEX, Dice, Side
from ecs.core.events import told
from ecs.core.view import View
from ecs.core.world import Unit, is_hidden, worlds_kept
from ecs.engine.engine import Game, IllegalCommand, ReplayError, replay
from ecs.engine.serialization import SerializationError, read_position, write_position
from ecs.systems.stacking import stacks

MOST_COMMANDS = 60_000
TRIES = 3  # commands tried and taken back at a position
LOOKS = 4  # units of a side whose reach and attacks are asked for

__all__ = [
    "InvariantViolation",
    "Lot",
    "asking",
    "candour",
    "choice",
    "counters",
    "give",
    "keeping",
    "legal_list",
    "possession",
    "readable",
    "refusing",
    "remembering",
    "replaying",
    "secrets",
    "telling",
    "trying",
    "twins",
    "undoing",
    "worlds_kept",
]

Lot = Callable[[int], int]
"""Draws a whole number from 0 to n - 1."""


class InvariantViolation(AssertionError):
    """An invariant does not hold; ``invariant`` is its name."""

    def __init__(self, invariant: str, what: str) -> None:
        super().__init__(f"{invariant}: {what}")
        self.invariant = invariant


def _hold(sound: bool, invariant: str, what: object = "") -> None:
    if not sound:
        raise InvariantViolation(invariant, str(what)[:400])


# -- of one position --------------------------------------------------------------------------------


def choice(game: Game) -> None:
    """The game continues while a side has a command to give, and has a result when neither has."""
    name = "choice"
    legal, side = game.legal(), game.to_act
    _hold(bool(legal) != game.over, name, f"{len(legal)} commands, but over is {game.over}")
    _hold((side is None) == game.over, name, f"{side} is to act, but over is {game.over}")
    _hold(not game.stuck, name, "neither side can continue")
    _hold(not game.over or game.result is not None, name, "the game is over but has no result")
    _hold(len(game.log) <= MOST_COMMANDS, name, f"no end after {MOST_COMMANDS} commands")


def legal_list(game: Game) -> None:
    """The legal list is sorted, without doubles, for one side only, and reads the same when written down."""
    name = "legal list"
    legal, side = game.legal(), game.to_act
    keys = [command.sort_key() for command in legal]
    _hold(keys == sorted(keys), name, "it is not sorted")
    _hold(len(set(legal)) == len(legal), name, f"doubles: {_doubles(legal)}")
    for viewer in Side:
        _hold(game.view(viewer).legal == (legal if viewer is side else ()), name, f"the view of {viewer} differs")
    for command in legal:
        _hold(_read(command) == command, name, f"{command!r} reads {_read(command)!r}")


def _doubles(legal: tuple[Command, ...]) -> str:
    return ", ".join(command.text() for command, times in Counter(legal).items() if times > 1)


@lru_cache(maxsize=1 << 16)
def _read(command: Command) -> Command | None:
    try:
        return parse(command.text())
    except CommandError:
        return None


def counters(game: Game) -> None:
    """Every counter is in one hex or in one box, whole or reduced as its sides allow; every hex has its owner."""
    name, w = "counters", game._w
    for unit in w.by_id.values():
        there = unit.place.hex
        _hold((there >= 0) != bool(unit.place.box), name, f"{unit.id} is in hex {there} and in box {unit.place.box!r}")
        _hold(there < len(game.board.hexes), name, f"{unit.id} is off the map: {there}")
    for side in Side:
        zones, supplied = game.zones(side), game.supply(side)
        _hold(all(0 <= i < len(game.board.hexes) for i in (*zones, *supplied)), name, f"{side}: off the map")
        for unit_id in {u for units in zones.values() for u in units}:
            caster = w.unit(unit_id)
            _hold(caster is not None and caster.hex >= 0, name, f"{unit_id} has a zone but is not on the map")


def possession(game: Game) -> None:
    """No hex is controlled by a side while only units of the other side that would take it stand there; a unit in the
    middle of its retreat takes none yet."""
    if game.moment[2] == "retreat":
        return
    w, held = game._w, game.ruleset.battlefield.holds
    for index, stack in stacks(w).items():
        owner, sides = w.ground[index].control, {u.type.side for u in stack}
        takers = [u for u in stack if held(w, u)] if owner is not None and sides == {owner.other} else []
        where = game.board.hexes[index].label
        _hold(not takers, "possession", f"{where} is {owner}-controlled, but holds {', '.join(u.id for u in takers)}")


def secrets(game: Game) -> None:
    """Nothing a side can read names a counter that is hidden from it."""
    name, w = "secrets", game._w
    for side in Side:
        concealed = game.concealed(side)
        hidden = [w.by_id[name] for name in sorted(concealed.units)]
        if not hidden:
            continue
        view = game.view(side)
        text = readable(view) + repr((game.zones(side), game.zones(side.other), game.areas(side)))
        for unit in hidden:
            _hold(view.unit(unit.id) is None, name, f"{side} sees {unit.id}")
            _hold(not _named(game, unit, text), name, f"{side} can read about {unit.id}")
        lists = repr((view.boxes, view.facts))
        for unit in w.units:
            if unit.type.side is side.other and unit.place.box in concealed.boxes:
                _hold(not _named(game, unit, lists), name, f"{side} can read about {unit.id} in a box")


def readable(view: View) -> str:
    """All that can be read in a view but for the map itself: every list, box and line there is, by whatever name."""
    counters = repr([(unit.id, unit.name) for unit in view.units])
    orders = "\n".join(command.text() for command in view.legal)
    told_apart = {"board", "units", "legal"}
    rest = [repr(getattr(view, part.name)) for part in fields(view) if part.name not in told_apart]
    return "\n".join([counters, orders, *rest])


def candour(game: Game) -> None:
    """What the rulebook says is hidden from a side, that side does not see, and all the rest it sees as the other."""
    name, w = "candour", game._w
    for side in Side:
        hidden, mine, theirs = game.concealed(side), game.look(side), game.look(side.other)
        for unit in theirs.units:
            if unit.side is side.other:
                covered = unit.id in hidden.units or unit.box in hidden.boxes
                _hold((mine.unit(unit.id) == unit) != covered, name, f"{side} and {unit.id}: hidden is {covered}")
        _hold(all(w.by_id[unit_id].hex >= 0 for unit_id in hidden.units), name, f"{side}: hidden off the map")
        told, known = _in_cup(mine), _in_cup(theirs)
        if not game.concealed(side.other).chits:
            open_ones = {*known} - {*hidden.chits}
            _hold(open_ones <= {*told} and len(told) == len(known), name, f"{side}: chits {told}")
        _hold(not {*hidden.chits} & {*told}, name, f"{side} knows {hidden.chits}")
        if not hidden:
            _hold(mine.battles == theirs.battles or bool(game.concealed(side.other)), name, f"{side}: battles")


def _in_cup(look: View) -> list[str]:
    """The chits still to be drawn, as a side knows them."""
    return [chit.id for chit in look.chits if chit.state == "cup" for _ in range(chit.count)]


def _named(game: Game, unit: Unit, text: str) -> bool:
    """Does a text name the unit, by its id or by a name that no other counter bears?"""
    others = {name for u in game._w.units if u is not unit for name in (u.type.name, u.type.long_name)}
    words = {unit.id, unit.type.name, unit.type.long_name} - others
    return any(re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w.(-])", text) for word in words if word in text)


# -- of one position and what may be done from it --------------------------------------------------------


def trying(game: Game, lot: Lot) -> None:
    """Listed commands can be tried and taken back without a trace."""
    before, legal, lines = game.digest(), game.legal(), len(game.log)
    for _ in range(TRIES if legal else 0):
        command = legal[lot(len(legal))]
        with game.what_if(seed=lot(99)):
            game.apply(command)
        _hold(game.digest() == before and len(game.log) == lines, "trying", f"{command.text()} leaves a trace")
    _hold(game.legal() == legal, "trying", "the legal list has changed afterwards")


def refusing(game: Game, lot: Lot, seen: MutableMapping[str, Command]) -> None:
    """Commands off the list (such as were on it earlier) are refused for a reason and change nothing; one on it is not.

    :param seen: a command of each verb from earlier positions; one of this position is added.
    """
    name, legal = "refusing", game.legal()
    listed = set(legal)
    before, lines = game.digest(), len(game.log)
    for command in [c for c in seen.values() if c not in listed]:
        refusal = game.why_not(command)
        told_well = refusal is not None and refusal.reason and refusal.text[-1:] in (".", "?")
        _hold(bool(told_well), name, f"{command.text()}: {refusal}")
        try:
            game.apply(command)
        except IllegalCommand:
            pass
        else:
            raise InvariantViolation(name, f"{command.text()} is not listed, but not refused")
        same = (game.digest(), len(game.log)) == (before, lines)
        _hold(same, name, f"{command.text()} was refused but changed something")
    if legal:
        sample = legal[lot(len(legal))]
        _hold(game.why_not(sample) is None, name, f"{sample.text()} is listed but refused: {game.why_not(sample)}")
        seen[sample.verb] = sample


def asking(game: Game) -> None:
    """Questions change nothing."""
    before = game.digest()
    for side in Side:
        view = game.view(side)
        game.supply(side), game.zones(side), game.reading(side)
        own = [u for u in view.units if u.side is side and u.hex >= 0]
        for unit in own[:LOOKS]:
            game.reach(unit.id)
            for index in game.board.neighbours[unit.hex][:2]:
                game.forecast(side, index, [unit.id])
    game.legal(), game.why_not(EndPhase())
    _hold(game.digest() == before, "asking", "the position has changed afterwards")


def remembering(game: Game) -> None:
    """The legal list, the orders of every unit and what both sides see are the same when all is worked out again, and
    what a unit may be ordered to do is on the list."""
    name, before, listed = "remembering", _answers(game), set(game.legal())
    strays = [command.text() for unit in game.unit_ids() for command in game.orders_for(unit) if command not in listed]
    _hold(not strays, name, f"not on the list: {strays}")
    with game.forgetting():
        after = _answers(game)
    _hold(len(before) == len(after), name, f"{len(before)} answers remembered, {len(after)} worked out afresh")
    for kept, fresh in zip(before, after, strict=True):
        if kept != fresh:  # to write out what both sides see takes longer than to compare it
            _hold(False, name, f"remembered {kept!r}, worked out afresh {fresh!r}")


def _answers(game: Game) -> list[object]:
    orders = [command for unit in game.unit_ids() for command in game.orders_for(unit)]
    return [command.text() for command in (*game.legal(), *orders)] + [game.look(side) for side in Side]


def twins(game: Game, lot: Lot) -> None:
    """A twin has the same position and list, and plays on alone."""
    name, before = "twins", game.digest()
    twin = game.fork()
    try:
        _hold(twin.digest() == before and twin.legal() == game.legal(), name, "the twin differs")
        if legal := twin.legal():
            twin.apply(legal[lot(len(legal))])
        _hold(game.digest() == before, name, "what the twin does happens here too")
    finally:
        twin.close()


def keeping(game: Game) -> None:
    """A position written down and read again is the same one, with the same list."""
    name = "keeping"
    twin = game.fork()
    try:
        if legal := twin.legal():
            twin.apply(legal[-1])
        twin.resume(read_position(write_position(game), game.ruleset.kinds), game.log, game.marks)
        _hold(twin.digest() == game.digest(), name, "the position read back differs")
        _hold(twin.legal() == game.legal(), name, "the legal list read back differs")
    except (SerializationError, ValueError) as e:
        raise InvariantViolation(name, str(e)) from None
    finally:
        twin.close()


def undoing(game: Game, trail: Mapping[int, str], most: int = MOST_COMMANDS) -> None:
    """Undo goes back through the very positions there were, as far as the barrier; redo comes forward again.

    :param trail: length of the log -> digest of the position then, as far as known.
    :param most: that many commands are taken back at most.
    """
    name = "undoing"
    here, lines = game.digest(), len(game.log)
    back = {lines: here}
    while game.can_undo and len(back) <= most:
        command = game.undo()
        _hold(command is not None and game.is_legal(command), name, f"{command} cannot be given again")
        back[len(game.log)] = game.digest()
    for length, digest in back.items():
        _hold(trail.get(length, digest) == digest, name, f"the position differs after {length - 1} commands")
    while game.can_redo:
        game.redo()
        _hold(game.digest() == back[len(game.log)], name, f"redo: the position differs after {len(game.log) - 1}")
    _hold((game.digest(), len(game.log)) == (here, lines), name, "redo does not restore the position")


# -- of one command ---------------------------------------------------------------------------------


def give(game: Game, command: Command) -> None:
    """Apply a command: it can be taken back unless it rolled a die, showed a hidden unit or changed the side to act."""
    name, w = "barrier", game._w
    side, thrown, covered = game.to_act, w.dice.thrown, w.hidden_units()
    game.apply(command)
    shown = any(u.hex >= 0 and not is_hidden(u) for u in covered)
    crossed = w.dice.thrown != thrown or shown or game.to_act is not side
    _hold(game.can_undo is not crossed, name, f"{command.text()} can{'' if game.can_undo else 'not'} be taken back")
    if crossed:
        _hold(game.undo() is None and "Nothing to undo" in game.undo_reason, name, game.undo_reason)


def telling(game: Game) -> None:
    """The last command's effects reach no side from which they are still hidden."""
    w, record = game._w, game.log[-1]
    for side in Side:
        lines = "\n".join(told(event, side) for event in record.events)
        for unit in w.units:
            if lines and unit.id in game.concealed(side).units:
                _hold(not _named(game, unit, lines), "telling", f"{side} can read about {unit.id}: {lines}")


# -- of a whole game ---------------------------------------------------------------------------------


def replaying(game: Game) -> None:
    """The log, played on a fresh game, leads to the same position through the same marks, and reads the same."""
    name = "replaying"
    lines = [record.command for record in game.log if record.side is not None]
    twin = type(game)(game.ruleset, game.scenario, game.board, game.options, game.seed)
    try:
        replay(twin, lines, game.marks)
        _hold(twin.digest() == game.digest(), name, f"digest {twin.digest()}, was {game.digest()}")
        _hold(twin.marks == game.marks, name, "the digests of the phases differ")
        for side in Side:
            _hold(twin.reading(side) == game.reading(side), name, f"the log {side} reads differs")
    except ReplayError as e:
        raise InvariantViolation(name, str(e)) from None
    finally:
        twin.close()


# -- Checks that a position can come from a game.  What is asked of one whose commands nobody can play again. --------
# First what stands in the marks: numbers within bounds, hexes of the map, counters there are, phases and decisions of
# these rules. Then everybody looks at it, and it is played on a little in a twin, with other dice.

MOST = 1_000_000  # the largest number but for the state of the dice
LONGEST = 4000  # entries of a list
WORDS = 200  # letters of a word
DEEPEST = 8  # decisions open at once
STEPS = 24  # commands played on in the twin
TRIALS = 3


class ImpossiblePosition(ValueError):
    """A position that no game leads to; the message says what is wrong with it."""


def examine(game: Game) -> None:
    """Look at a position from all sides.

    :raises Impossible: if something is plainly wrong with it; the rules may also raise whatever they raise when they
        meet what cannot be.
    """
    _marks(game)
    _cursor(game)
    choice(game)
    counters(game)
    legal_list(game)
    asking(game)
    keeping(game)
    twin = game.fork()
    try:
        for trial in range(TRIALS):
            _played_on(game, twin, trial)
    finally:
        twin.close()


def _marks(game: Game) -> None:
    rows, entities = game.position(), frozenset(game._w.by_entity)
    for kind in game.ruleset.kinds:
        for row in rows[kind.__name__]:
            for mark, value in zip(fields(kind), row, strict=True):
                _value(game, f"{kind.__name__}.{mark.name}", mark.metadata, value, entities)
    if not 0 <= game._w.dice.state < 2**64:
        raise ImpossiblePosition("no seed gives these dice")


def _value(game: Game, name: str, means: Mapping[Any, Any], value: Any, entities: frozenset[int]) -> None:
    numbers = [n for n in _leaves(name, value) if isinstance(n, int) and not isinstance(n, bool)]
    if means == HEX and not all(-1 <= n < len(game.board.hexes) for n in numbers):
        raise ImpossiblePosition(f"{name} is off the map")
    if means == COUNTER and not all(n == -1 or n in entities for n in numbers):
        raise ImpossiblePosition(f"{name} names a counter that is not there")
    if name != f"{Dice.__name__}.state" and not all(-MOST <= n <= MOST for n in numbers):
        raise ImpossiblePosition(f"{name} is out of bounds")


def _leaves(name: str, value: Any) -> Iterator[Any]:
    """The plain values in a mark, however deep."""
    if isinstance(value, tuple):
        if len(value) > LONGEST:
            raise ImpossiblePosition(f"{name} has {len(value)} entries")
        for inner in value:
            yield from _leaves(name, inner)
    elif isinstance(value, str) and (len(value) > WORDS or not value.isprintable()):
        raise ImpossiblePosition(f"{name} is not a word")
    else:
        yield value


def _cursor(game: Game) -> None:
    """Play stands at a phase, a turn and decisions that exist."""
    w, sequence = game._w, game.ruleset.sequence
    if not 0 <= w.clock.phase < len(sequence.phases):
        raise ImpossiblePosition(f"there is no phase {w.clock.phase}")
    if not 1 <= w.clock.turn <= w.turns + 1:
        raise ImpossiblePosition(f"there is no turn {w.clock.turn}")
    strange = [word for word in w.decisions.stack if word not in sequence.decisions]
    if strange or len(w.decisions.stack) > DEEPEST:
        raise ImpossiblePosition("impossible decisions are open")


def _played_on(game: Game, twin: Game, trial: int) -> None:
    """Some commands, one out of the list each time; the game must end or go on."""
    twin.resume(game.position(), game.log, game.marks)
    twin._w.mark(Dice, twin._w.table, state=(twin._w.dice.state + trial + 1) % 2**64)
    for step in range(STEPS):
        legal = twin.legal()
        if not legal:
            break
        twin.apply(legal[(step * 7919 + trial * 104_729) % len(legal)])
    choice(twin)
    _ = [twin.view(side) for side in Side]
