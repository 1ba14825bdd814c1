"""What a game knows when it is taken up again.  What was done after its save, and which dice were seen before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ecs import UNFIT, CommandError, HouseRuleError, IllegalCommand, parse
from game.saves.fallback_position import ON_TRUST
from game.saves.file_format import SaveError
from game.saves.listing import info_of
from game.saves.loading import Loaded, loading, replayed
from game.saves.storage.game_folders import Slot
from game.saves.storage.journal import journal_of, read_journal
from game.system.slices import Steps


def with_journal(loaded: Loaded) -> Steps[Loaded]:
    """A game just loaded, and what was done in it after the autosave; whatever is amiss there is only told."""
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
        notes.append(f"Taken up where it broke off, {done} command{'s' if done > 1 else ''} after this autosave.")
    if problem:
        notes.append(f"{journal_of(path).name}: {problem}; what it tells from there on is left out.")
    return replace(loaded, warnings=tuple(notes))


def reloads_of(slot: Slot, loaded: Loaded) -> Steps[int]:
    """How often a game was taken up at a place behind which dice had already been seen, this time among them."""
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
