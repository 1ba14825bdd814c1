"""Turning a save back into a game: by its shortcut, or by replaying its commands.

A save whose commands are no longer legal continues from its last position; without one, as far as it can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ecs import (
    RULESETS,
    UNFIT,
    CommandError,
    Game,
    HouseRuleError,
    IllegalCommand,
    MapError,
    PluginCodeError,
    ReplayError,
    Scenario,
    SetupError,
    Side,
    TableError,
    map_of,
    parse,
    replay_steps,
    start,
    with_sound_figures,
    without_figures,
)
from ecs.engine.serialization import stamp
from game.play.scenarios import find_scenario
from game.saves.cached_position import FOREIGN, ShortcutError, is_own, take_shortcut
from game.saves.compatibility_notes import (
    EDITED,
    HUMAN,
    addon_notes,
    by_side,
    changes,
    figure_notes,
    figures_of,
    known_player,
    no_rules_note,
    notes,
)
from game.saves.fallback_position import (
    ON_TRUST,
    Base,
    BasedError,
    base_of,
    lay_out,
    let_in,
    plain_log,
    play_what_goes,
    take_last_position,
)
from game.saves.file_format import SaveError, SaveFile
from game.saves.file_reader import decode, read_bytes
from game.saves.listing import info_of
from game.saves.saving import Particulars, ways_taken_up
from game.saves.storage.crash_journal import journal_of, read_journal
from game.saves.storage.game_folders import Slot
from game.system.slices import Progress, Steps, ahead, done


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that continues, its save, and what the player should know about it.

    ``name``: for the next save; "" for the name of this one.  ``reloads``: how often the game was taken up behind dice
    already seen, this time among them.
    """

    game: Game
    file: SaveFile
    warnings: tuple[str, ...]
    passphrase: str = field(repr=False, default="")
    base: Base | None = field(repr=False, default=None)
    name: str = ""
    reloads: int = 0

    def particulars(self) -> Particulars:
        """What the next save of this game repeats; a human takes over from a missing level."""
        h = self.file.header
        players = {side: who if known_player(who) else HUMAN for side, who in by_side(h.players).items()}
        return Particulars(
            name=self.name or h.name,
            date=h.date,
            players=players,
            names=by_side(h.names),
            pack=h.pack,
            pack_version=h.pack_version,
            edited=h.edited,
            passphrase=self.passphrase,
            base=self.base,
            game=h.game,
            reloads=max(self.reloads, h.reloads),
            ways=ways_taken_up(self.game, h.ways) if h.ways else {},
            standing=dict(h.standing or {}),
            led=dict(h.led or {}),
        )


def read_save(path: Path, passphrase: str = "", allow_edited: bool = False) -> SaveFile:
    """A save, read and checked but not yet replayed.

    :raises SaveError: naming file, line and cause.
    """
    return decode(path, read_bytes(path), passphrase, allow_edited)


def load_game(
    path: Path,
    *,
    passphrase: str = "",
    packs: Mapping[str, str] | None = None,
    allow_edited: bool = False,
    thorough: bool = False,
) -> Loaded:
    """The game of a save: from its shortcut, or replayed command by command with digests compared.

    If the rules or the set-up have changed so that its commands are no longer legal, it continues from its last
    position. A window loads it by ``loading``, a slice at a time.

    :param packs: installed sprite packs, id -> version; looked up if not given.
    :param thorough: play the commands in any case, and compare the shortcut with what comes of them.
    :raises SaveError: naming file, line and cause; nothing has changed then.
    """
    return done(loading(path, passphrase=passphrase, packs=packs, allow_edited=allow_edited, thorough=thorough))


def loading(
    path: Path,
    *,
    passphrase: str = "",
    packs: Mapping[str, str] | None = None,
    allow_edited: bool = False,
    thorough: bool = False,
) -> Steps[Loaded]:
    """Like ``load_game``, command by command; if abandoned halfway, nothing has changed."""
    file = read_save(path, passphrase, allow_edited)
    scenario = scenario_of(file)
    yield from _map_ahead(scenario)
    try:
        loaded = yield from _loading(file, scenario, passphrase, packs, thorough)
        if scenario.figures:
            _ = loaded.game.legal(), [loaded.game.look(side) for side in Side]
    except HouseRuleError as e:
        printed = without_figures(scenario, [figure.keys for figure in e.changed])
        cause = SaveError(file.path, 0, f"{e}.")
        return _from_last_position(
            file, printed, (f"{e}. The printed figure applies from here on.",), passphrase, cause
        )
    return loaded


def _loading(
    file: SaveFile, scenario: Scenario, passphrase: str, packs: Mapping[str, str] | None, thorough: bool
) -> Steps[Loaded]:
    game = begin(file, scenario)
    changed = changes(file, scenario, game)
    known, why = (*changed, *figure_notes(file, game), *notes(file, packs)), tuple[str, ...]()
    if file.shortcut and not thorough:
        try:
            with given_back(game):
                yield from _jump(file, game, changed)
                return Loaded(game, file, known, passphrase, _base(file))
        except ShortcutError as e:
            why = (_why_played(file, e),)
            game = begin(file, scenario)
    try:
        with given_back(game):
            base = yield from _play(file, game, changed)
            if thorough and file.shortcut:
                yield from _compare(file, game, changed)
    except SaveError as e:
        if thorough or not file.shortcut or not (set(changed) - {EDITED} or _of_other_rules(file, game)):
            raise
        return _from_last_position(file, scenario, known, passphrase, e)
    return Loaded(game, file, (*known, *why), passphrase, base)


@contextmanager
def given_back(game: Game) -> Iterator[None]:
    """Close a game if what is done with it fails or is abandoned."""
    try:
        yield
    except BaseException:
        game.close()
        raise


def _map_ahead(scenario: Scenario) -> Steps[None]:
    """Have a worker compile a map that is not stored, which takes a while."""
    yield from ahead("Reading the map", lambda: map_of(scenario), (MapError, SetupError, TableError))


def salvage_game(path: Path, *, passphrase: str = "", packs: Mapping[str, str] | None = None) -> Loaded:
    """What can still be played of a refused save: its commands while they are legal, under a new name.

    :raises SaveError: if nothing can.
    """
    return done(salvaging(path, passphrase=passphrase, packs=packs))


def salvaging(path: Path, *, passphrase: str = "", packs: Mapping[str, str] | None = None) -> Steps[Loaded]:
    """Like ``salvage_game``, command by command."""
    file = decode(path, read_bytes(path), passphrase, lenient=True)
    scenario = scenario_of(file)
    yield from _map_ahead(scenario)
    game = begin(file, scenario)
    with given_back(game):
        base = _lay_base(file, game)
        count, why = yield from play_what_goes(game, file, base.commands if base is not None else 0)
        if not count:
            raise SaveError(path, _line(file, 1), f"not even its first command can be replayed{': ' * bool(why)}{why}")
    game.close_past("the game was loaded")
    all_of_it = file.header.commands
    note = f"Replayed as far as possible: {count} of {all_of_it}"
    note += f"; line {_line(file, count + 1)}: {why}" if why else "."
    name = f"{file.header.name or path.stem} (to command {count})"
    return Loaded(game, file, (note, *figure_notes(file, game), *notes(file, packs)), passphrase, base, name)


def _from_last_position(
    file: SaveFile, scenario: Scenario, told: tuple[str, ...], passphrase: str, cause: SaveError
) -> Loaded:
    """A game that continues where it was left, though its commands are no longer legal."""
    game = begin(file, scenario)
    try:
        base = take_last_position(game, file)
    except BasedError as e:
        game.close()
        raise SaveError(file.path, cause.line, f"{cause.cause} Its last position cannot be loaded: {e}.") from None
    count = len(file.commands)
    note = (
        "The rules or the set-up have changed since this game began. It resumes where you left it. "
        f"Its {count} commands stay on record but can no longer be replayed."
    )
    return Loaded(game, file, (note, *told), passphrase, base)


def _base(file: SaveFile) -> Base | None:
    try:
        return base_of(file)
    except BasedError as e:
        raise SaveError(file.path, 0, f"{e}") from None


def _of_other_rules(file: SaveFile, game: Game) -> bool:
    """Was the shortcut written under rules other than today's?"""
    return file.shortcut.split(b" ", 3)[2:3] != [stamp(game).encode()]


def _why_played(file: SaveFile, reason: ShortcutError) -> str:
    count = len(file.commands)
    if str(reason) == FOREIGN:
        return f"Saved on another computer: replayed {count} commands to verify it."
    return f"Replayed {count} commands, because the shortcut is unusable: {reason}."


def _jump(file: SaveFile, game: Game, changed: tuple[str, ...], trusted: bool = False) -> Steps[None]:
    if set(changed) - {EDITED}:
        raise ShortcutError("the game has changed since")
    based = bool(file.position)
    yield from take_shortcut(game, file.shortcut, file.inner, file.commands, file.marks, based, trusted)
    if game.digest() != file.header.digest:
        raise ShortcutError("it leads to another position")


def _compare(file: SaveFile, game: Game, changed: tuple[str, ...]) -> Steps[None]:
    """Raise SaveError if the log of the shortcut is not that of the commands; an unusable shortcut is ignored."""
    twin = begin(file, game.scenario)
    try:
        yield from _jump(file, twin, changed, trusted=True)
        first = file.header.base + 1  # what older rules told is on record there alone
        same = twin.log[first:] == game.log[first:]
    except ShortcutError:
        return
    finally:
        twin.close()
    if not same:
        raise SaveError(file.path, len(file.lines), "the log does not match the commands")


def verified_in(loaded: Loaded) -> str:
    """What a full check found out about a save, in one sentence without a full stop."""
    file, count = loaded.file, len(loaded.file.commands) - loaded.file.header.base
    where = "saved here" if file.shortcut and is_own(file.shortcut) else "not saved here"
    text = f"{where}; replayed {count} commands and verified it"
    if file.position:
        text += (
            f"; their starting position, after {file.header.base} commands under older rules, is possible, "
            "but nobody knows whether they led there"
        )
    return text


def scenario_of(file: SaveFile) -> Scenario:
    """The scenario of a save, with the figures of the game.

    :raises SaveError: if it, its ruleset or its map is not here.
    """
    header = file.header
    if header.ruleset not in RULESETS:
        raise SaveError(file.path, 1, " ".join((*addon_notes(file), no_rules_note(header))))
    try:
        scenario = find_scenario(header.scenario)
    except (SetupError, TableError) as e:
        raise SaveError(file.path, 1, " ".join((*addon_notes(file), str(e)))) from None
    if scenario.ruleset != header.ruleset:
        raise SaveError(
            file.path,
            1,
            f"scenario {scenario.id!r} is played by {scenario.ruleset!r}, not {header.ruleset!r}",
        )
    try:
        return with_sound_figures(replace(scenario, figures=figures_of(header)))
    except (SetupError, TableError, MapError) as e:
        raise SaveError(file.path, 1, str(e)) from None


def begin(file: SaveFile, scenario: Scenario) -> Game:
    """The game of a save before its first command.

    :raises SaveError: for a missing map or an option that does not exist.
    """
    try:
        return start(scenario, file.header.options, file.header.seed)
    except HouseRuleError:
        raise
    except (SetupError, TableError, MapError) as e:
        raise SaveError(file.path, 1, " ".join((*addon_notes(file), str(e)))) from None


def _play(file: SaveFile, game: Game, changed: tuple[str, ...]) -> Steps[Base | None]:
    because = "".join(f" {note}" for note in changed)
    base = _lay_base(file, game, because)
    if base is None:
        _same_opening(file, game, because)
    first = base.commands if base is not None else 0
    try:
        lines = file.commands[first:]
        for number in replay_steps(game, lines, file.marks):
            yield replayed(number, len(lines))
    except ReplayError as e:
        raise SaveError(file.path, _line(file, first + e.number), f"{e}.{because}") from None
    except UNFIT as e:
        if isinstance(e, PluginCodeError):
            raise SaveError(file.path, 0, f"{e}.") from None
        if base is None or isinstance(e, HouseRuleError):
            raise
        raise SaveError(file.path, 0, ON_TRUST) from None
    if game.digest() != file.header.digest and not file.header.edited:
        raise SaveError(file.path, 1, f"the last position differs from the one saved.{because}")
    game.close_past("the game was loaded")
    return base


def open_at_base(file: SaveFile, passphrase: str = "") -> Game:
    """The game of a save before the first of its commands that can be replayed.

    :raises SaveError: if that is not possible.
    """
    game = begin(file, scenario_of(file))
    try:
        _lay_base(file, game)
    except SaveError:
        game.close()
        raise
    return game


def _lay_base(file: SaveFile, game: Game, because: str = "") -> Base | None:
    """Bring a game just set up to where that of a save continues; None if it continues from the set-up."""
    base = _base(file)
    if base is not None:
        try:
            lay_out(game, base, plain_log(game, file, base.commands), file.marks)
            let_in(game)
        except BasedError as e:
            raise SaveError(file.path, 0, f"{e}.{because}") from None
    return base


def replayed(number: int, last: int) -> Progress:
    """How many commands of a save have been replayed."""
    return Progress(f"Replaying {last:,} commands", number / last)


def _same_opening(file: SaveFile, game: Game, because: str) -> None:
    opening = [mark for mark in file.marks if mark.commands == 0]
    for mark, recorded in zip(game.marks, opening, strict=False):
        if mark != recorded:
            raise SaveError(file.path, 2, f"the opening position differs (turn {mark.turn}, {mark.phase}).{because}")


def _line(file: SaveFile, number: int) -> int:
    return file.lines[number - 1] if 1 <= number <= len(file.lines) else 0


# -- What a game knows when it is taken up again.  What was done after its save, and which dice were seen before. ----


def with_journal(loaded: Loaded) -> Steps[Loaded]:
    """A loaded game with what followed its autosave; problems are only reported."""
    path, game = loaded.file.path, loaded.game
    if not loaded.file.checksum:
        return loaded
    commands, problem = read_journal(path, loaded.file.checksum, loaded.passphrase)
    done = 0
    try:
        for command in commands:
            game.apply(parse(command))
            done += 1
            yield replayed(done, len(commands))
    except (CommandError, IllegalCommand, HouseRuleError) as e:
        problem = f"command {done + 1}: {e}"
    except UNFIT:
        if loaded.base is None:
            raise
        problem = f"command {done + 1}: {ON_TRUST}"  # a position that nobody could play again led here
    notes = list(loaded.warnings)
    if done:
        notes.append(f"Resumed where it broke off, {done} command{'s' if done > 1 else ''} after this autosave.")
    if problem:
        notes.append(f"{journal_of(path).name}: {problem}; the rest is ignored.")
    return replace(loaded, warnings=tuple(notes))


def reloads_of(slot: Slot, loaded: Loaded) -> Steps[int]:
    """How often a game was reloaded to before dice already seen, this time included."""
    known, seen = [loaded.file.header], 0
    for tip in slot.look().tips.values():
        header = info_of(tip.path).header
        if tip.path == loaded.file.path or header is None:
            continue
        known.append(header)
        if header.seal or tip.journal.exists():  # it does not say, or dice may have been thrown after it
            seen = max(seen, (yield from _thrown_after(tip.path, loaded.passphrase)))
    seen = max(seen, *(header.thrown for header in known))
    return max(header.reloads for header in known) + (seen > loaded.game.thrown)


def _thrown_after(path: Path, passphrase: str) -> Steps[int]:
    try:
        loaded = yield from loading(path, passphrase=passphrase)
    except SaveError:
        return 0
    try:
        return (yield from with_journal(loaded)).game.thrown
    finally:
        loaded.game.close()
