"""How a save whose commands are no longer legal continues: from the position in it; its commands stay on record.

Between two versions a rule or a set-up may change, so that the commands of an older save lead elsewhere.  Its shortcut
still holds the position it was left at.  If that fits the counters, the map and the marks of today, the game continues
from there, and the next save of it holds that position among its commands.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from ecs import UNFIT, CommandError, DigestMark, Game, IllegalCommand, Side, parse
from ecs.core.events import Record
from ecs.engine.invariants import examine
from ecs.engine.serialization import SerializationError, migrate_position, read_records, write_position
from game.saves.cached_position import PIECE, ShortcutError, pieces_of, unpacked
from game.saves.file_format import SaveFile
from game.system.slices import Progress, Steps

IMPOSSIBLE = "its position is impossible"
ON_TRUST = "the rules cannot continue from its position, which may be forged"


class BasedError(ValueError):
    """A position that cannot be taken up; the message is a reason."""


class PositionUnusable(RuntimeError):
    """The rules cannot continue from a position that no commands lead to; the message is :data:`ON_TRUST`."""


@dataclass(frozen=True, slots=True)
class Base:
    """Where a game continues: the position after so many commands that were played under older rules.

    ``sealed``: not everyone may read those commands.
    """

    commands: int
    position: bytes = field(repr=False)
    sealed: bool = False


def packed_position(base: Base | None) -> str:
    """A position as a save keeps it; "" where there is none."""
    return base64.b64encode(zlib.compress(base.position, 6)).decode("ascii") if base is not None else ""


def base_of(file: SaveFile) -> Base | None:
    """Where a saved game continues, if it was begun under older rules.

    :raises BasedError: if the position is damaged.
    """
    if not file.position:
        return None
    try:
        data = base64.b64decode(file.position, validate=True)
        return Base(file.header.base, unpacked(data), bool(file.header.seal))
    except (binascii.Error, SerializationError):
        raise BasedError("the position the game starts from is damaged") from None


def lay_out(game: Game, base: Base, log: Sequence[Record], marks: Sequence[DigestMark]) -> None:
    """Bring a game just set up to the point where it continues.

    :param log: the records up to there, that of the set-up first.
    :raises BasedError: if that is not possible; the game is of no use then.
    """
    try:
        game.resume(migrate_position(game, base.position), log, [m for m in marks if m.commands <= base.commands])
        _ = [game.view(side) for side in Side]
    except SerializationError as e:
        raise BasedError(str(e)) from None
    except UNFIT:
        raise BasedError(IMPOSSIBLE) from None
    if game.stuck:
        raise BasedError("nobody can move in the position")


def let_in(game: Game) -> None:
    """Accept a position whose commands cannot be replayed.

    :raises BasedError: if no game could lead there.
    """
    try:
        examine(game)
    except UNFIT:
        raise BasedError(IMPOSSIBLE) from None


def plain_log(game: Game, file: SaveFile, count: int) -> list[Record]:
    """The first commands of a save as bare records."""
    sides = {phase.id: phase.side for phase in game.ruleset.sequence.phases}
    starts = [mark.commands for mark in file.marks]
    log = [game.log[0]]
    for number, command in enumerate(file.commands[:count], 1):
        at = bisect_right(starts, number - 1) - 1
        turn, phase = (file.marks[at].turn, file.marks[at].phase) if at >= 0 else (1, "")
        log.append(Record(number, sides.get(phase), command, turn, phase, ()))
    return log


def take_last_position(game: Game, file: SaveFile) -> Base:
    """Bring a game just set up to the last position of a save, whatever rules it was played by.

    :raises BasedError: if that is not possible; the game is of no use then.
    """
    try:
        pieces = pieces_of(file.shortcut, file.inner)
        text = unpacked(pieces[0])
    except (ShortcutError, SerializationError, IndexError):
        raise BasedError("the save holds no sound position") from None
    base = Base(len(file.commands), text, bool(file.header.seal))
    lay_out(game, base, _told_log(game, file, pieces) or plain_log(game, file, base.commands), file.marks)
    let_in(game)
    return Base(base.commands, write_position(game), base.sealed)


def _told_log(game: Game, file: SaveFile, pieces: Sequence[bytes]) -> list[Record]:
    """The log of a shortcut; empty if its events differ from today's."""
    log = [game.log[0]]
    try:
        for number, piece in enumerate(pieces[1:]):
            commands = file.commands[number * PIECE : (number + 1) * PIECE]
            log += read_records(unpacked(piece), len(log), commands)
    except (SerializationError, *UNFIT):
        return []
    return log if len(log) == len(file.commands) + 1 else []


def play_what_goes(game: Game, file: SaveFile, first: int) -> Steps[tuple[int, str]]:
    """Play the commands of a save from number ``first`` (from 0) on while they are legal: how many stand, and why no
    more ("" if all)."""
    for number, text in enumerate(file.commands[first:], first):
        try:
            game.apply(parse(text))
        except (CommandError, IllegalCommand) as e:
            return number, str(e)
        except UNFIT:
            if file.position:
                return number, ON_TRUST
            raise
        yield Progress("Replaying as far as possible", (number + 1) / len(file.commands))
    return len(file.commands), ""
