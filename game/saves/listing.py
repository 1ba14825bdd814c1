"""The saves and their games.  Only first lines are read; what cannot be read is listed all the same."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ecs.untrusted_input import plain
from game.saves.file_format import Header, SaveError
from game.saves.file_reader import read_header
from game.saves.storage.game_folders import (
    ENDING,
    Contents,
    Slot,
    Stand,
    can_be_played,
    slot_of,
    slots,
)
from game.system.disk import is_there
from game.system.file_locks import is_held

TRUSTED = 10**9  # a save of somebody else's may say any number: from here on it counts as none


@dataclass(frozen=True, slots=True)
class SaveInfo:
    """One line of the list of saves; ``header`` is None and ``problem`` says why, if it cannot be loaded.

    kind: "auto", "quick" or "named".  order: the higher, the later it was kept; 0 if that is not known.  ended: it is
    where a line of its game ends that was not played on.
    """

    path: Path
    kind: str
    header: Header | None
    problem: str = ""
    order: int = 0
    ended: bool = False

    @property
    def name(self) -> str:
        """The player's name for it."""
        return (self.header.name if self.header else "") or plain(self.path.stem, 80)

    @property
    def rank(self) -> tuple[int, str, str]:
        """The order that finds the later of two; dates, which a clock may have wrong, only as a last resort."""
        return self.order, self.header.date if self.header else "", self.path.name


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game in the list.

    ``id``: "" for a file that cannot be read; ``last``: where it stands; ``own``: what the player saved, the newest
    first; ``held``: another window is at it; ``interrupted``: it was not left in good order.
    """

    id: str
    last: SaveInfo
    own: tuple[SaveInfo, ...] = ()
    order: int = 0
    held: bool = False
    interrupted: bool = False
    slot: Slot | None = field(default=None, repr=False)
    found: Contents = field(default_factory=Contents, repr=False)

    @property
    def unfinished(self) -> bool:
        """Can the game be continued?"""
        return can_be_played(self.last.header)

    def earlier(self) -> list[SaveInfo]:
        """Its automatic saves before the last, newest first."""
        tips = {stand.path for stand in self.found.tips.values()}
        stands = [stand for stand in reversed(self.found.stands) if stand.path != self.last.path]
        return _there(_of_stand(stand, ended=stand.path in tips) for stand in stands)


def identity(header: Header) -> str:
    """Whose save this is.  One written outside the folder of saves names no game: it gets that of its scenario, seed
    and options, so that all such saves of a game belong together."""
    if header.game:
        return header.game
    options = [f"{name}={value}" for name, value in sorted(header.options.items())]
    return hashlib.sha256("\n".join([header.scenario, str(header.seed), *options]).encode()).hexdigest()[:16]


def info_of(path: Path) -> SaveInfo:
    """A save for the list."""
    slot = slot_of(path)
    kind = "named" if slot is None else "quick" if path == slot.quick else "auto"
    try:
        header = read_header(path)
    except SaveError as e:
        return SaveInfo(path, kind, None, str(e))
    return SaveInfo(path, kind, header, order=header.order if header.order < TRUSTED else 0)


def own_saves(folder: Path) -> list[SaveInfo]:
    """The saves that the player named."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return _there(info_of(folder / name) for name in names if name.endswith(ENDING) and not name.startswith("."))


def quick_saves(folder: Path) -> list[SaveInfo]:
    """The quick saves of all games."""
    return _there(info for slot in slots(folder) for info in _quick(slot))


def all_saves(folder: Path) -> list[SaveInfo]:
    """Every save of every game, the newest first."""
    found = own_saves(folder)
    for slot in slots(folder):
        there = slot.look()
        tips = {stand.path for stand in there.tips.values()} - {there.stands[-1].path if there.stands else None}
        found += _there([*(_of_stand(stand, stand.path in tips) for stand in there.stands), *_quick(slot)])
    return sorted(found, key=lambda info: info.rank, reverse=True)


def all_games(folder: Path, mine: Collection[str] = ()) -> list[GameInfo]:
    """Every game with a save, the last played first.

    :param mine: the games this process has open: no other has.
    """
    own: dict[str, list[SaveInfo]] = {}
    found = []
    for info in own_saves(folder):
        if info.header is None:
            found.append(GameInfo("", info))
        else:
            own.setdefault(identity(info.header), []).append(info)
    for slot in slots(folder):
        game = _game(slot, own.pop(slot.id, []), mine)
        found += [game] if game is not None else []
    for name, infos in own.items():
        game = _game(None, infos, (), name)
        found += [game] if game is not None else []
    return sorted(found, key=lambda g: (g.order, g.interrupted, g.last.rank), reverse=True)


def _game(slot: Slot | None, infos: list[SaveInfo], mine: Collection[str], name: str = "") -> GameInfo | None:
    found = slot.look() if slot is not None else Contents()
    own = tuple(sorted([*infos, *_there(_quick(slot))], key=lambda i: i.rank, reverse=True))
    last = last_stand(found)
    interrupted = last is not None and found.interrupted
    last = last or next(iter(own), None)
    if last is None:
        return None
    order = max(found.highest, last.order, *(info.order for info in own), 0)
    held = slot is not None and slot.id not in mine and is_held(slot.lock)
    return GameInfo(slot.id if slot is not None else name, last, own, order, held, interrupted, slot, found)


def last_stand(found: Contents) -> SaveInfo | None:
    """Where a game stands: its last readable save, or its last if none can be read."""
    read = None
    for stand in reversed(found.stands):
        info = _of_stand(stand)
        if info.header is not None:
            return info
        read = read or next(iter(_there([info])), None)
    return read


def _of_stand(stand: Stand, ended: bool = False) -> SaveInfo:
    info = info_of(stand.path)
    return SaveInfo(info.path, "auto", info.header, info.problem, stand.number, ended)


def _quick(slot: Slot | None) -> list[SaveInfo]:
    return [info_of(slot.quick)] if slot is not None and is_there(slot.quick) else []


def _there(infos: Iterable[SaveInfo]) -> list[SaveInfo]:
    """Without saves that another window has removed meanwhile."""
    return [info for info in infos if info.header is not None or is_there(info.path)]
