"""Turning a game into a save: what the save says of it, and its bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from msgspec import UNSET

from ecs import Game, Side
from game.saves.cached_position import write_shortcut
from game.saves.compatibility_notes import addons_of, engine_version, file_hash, plugin_of
from game.saves.encryption import SealError, fresh_words
from game.saves.fallback_position import Base, packed_position
from game.saves.file_format import (
    LONGEST_WAY,
    MAX_BYTES,
    MOST_WAYS,
    Header,
    SaveError,
    checksum_of,
    close,
    encode,
    one_line,
)

Ways = dict[str, dict[int, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a save says besides the game itself; the caller gives the date as the list should show it.

    ``players``: side -> "human" or a level; ``names``: side -> the player's name.  ``base``: where a game continues
    that was begun under older rules.  ``game``, ``order``: whose save it is, and of which number; ``reloads``: how
    often it was taken up behind dice already seen; the folder of saves says.  ``ways``: unit -> hex where it stood ->
    the waypoints it had before it there; they change as they are set, and so do ``standing``: question -> what the
    player has ordered once for all, and ``led``: unit -> how long the staff leads it.
    """

    name: str = ""
    date: str = ""
    players: Mapping[Side, str] = field(default_factory=dict)
    names: Mapping[Side, str] = field(default_factory=dict)
    pack: str = ""
    pack_version: str = ""
    edited: bool = False
    passphrase: str = field(default="", repr=False)
    base: Base | None = field(default=None, repr=False)
    game: str = ""
    order: int = 0
    reloads: int = 0
    ways: Ways = field(default_factory=dict)
    standing: dict[str, str] = field(default_factory=dict)
    led: dict[str, str] = field(default_factory=dict)


def ways_told(game: Game, ways: Ways) -> dict[str, tuple[str, ...]]:
    """The waypoints still ahead of units, up to the number a save may hold."""
    labels = [spot.label for spot in game.board.hexes]
    found = {name: ways[name].get(index, ()) for name, index in places(game).items() if name in ways}
    told = {name: tuple(labels[i] for i in way[:LONGEST_WAY]) for name, way in sorted(found.items()) if way}
    return dict(list(told.items())[:MOST_WAYS])


def ways_taken_up(game: Game, told: Mapping[str, tuple[str, ...]]) -> Ways:
    """The waypoints of a save, without those its game does not know."""
    known = game.board.by_label
    ways = {name: tuple(known[label] for label in way if label in known) for name, way in told.items()}
    return {name: {index: ways[name]} for name, index in places(game).items() if ways.get(name)}


def places(game: Game) -> dict[str, int]:
    """The hexes of the units on the map, each as its own side sees it."""
    return {u.id: u.hex for side in Side for u in game.look(side).units if u.side is side and u.hex >= 0}


def encode_game(game: Game, about: Particulars) -> bytes:
    """The bytes of a save of this game, encrypted if it has secrets or a passphrase.

    :raises SaveError: if it cannot be locked.
    """
    commands, header = [record.command for record in game.log[1:]], header_of(game, about)
    save = encode(header, commands, game.marks, packed_position(about.base))
    shortcut = write_shortcut(game, checksum_of(save))
    if not (about.passphrase or has_secrets(game) or (about.base is not None and about.base.sealed)):
        return save + shortcut if len(save) + len(shortcut) <= MAX_BYTES else save
    words = fresh_words(about.passphrase)
    try:
        closed = close(header, save + shortcut, words, about.passphrase)
        fits = max(len(closed), len(save) + len(shortcut)) <= MAX_BYTES
        return closed if fits else close(header, save, words, about.passphrase)
    except SealError as e:
        raise SaveError(header.name or header.title, 0, str(e)) from None


def header_of(game: Game, about: Particulars) -> Header:
    """The first line of a save of this game now."""
    view = game.look(game.to_act or Side.AXIS)
    return Header(
        engine=engine_version(),
        ruleset=game.ruleset.id,
        scenario=game.scenario.id,
        scenario_sha256=file_hash(game.scenario.path),
        map=game.board.name,
        board_digest=game.board.digest,
        pack=about.pack,
        pack_version=about.pack_version,
        addons=addons_of(game.scenario),
        plugin=plugin_of(game.ruleset.id),
        seed=game.seed,
        options=dict(game.options),
        figures={part: dict(rows) for part, rows in game.scenario.figures.items()} or UNSET,
        players={side.value: about.players[side] for side in sorted(about.players)},
        names={side.value: one_line(about.names[side]) for side in sorted(about.names)},
        name=one_line(about.name),
        date=one_line(about.date),
        edited=about.edited,
        title=game.scenario.title,
        turn=game.turn,
        turn_name=view.turn_name,
        phase=view.phase.title,
        to_act=game.to_act.value if game.to_act else "",
        commands=len(game.log) - 1,
        base=about.base.commands if about.base is not None else 0,
        digest=game.digest(),
        game=about.game,
        order=about.order,
        thrown=game.thrown,
        reloads=about.reloads,
        ways=(ways_told(game, about.ways) if about.ways else {}) or UNSET,
        standing=dict(about.standing) or UNSET,
        led=dict(list(about.led.items())[:MOST_WAYS]) or UNSET,
    )


def has_secrets(game: Game) -> bool:
    """Is, or was, anything in this game hidden from one side?"""
    return game.secret or bool(secret_commands(game)) or any(event.veil for event in game.log[0].events)


def secret_commands(game: Game) -> frozenset[int]:
    """Numbers (from 0) of the commands the other side must not read, according to the rulebook."""
    return frozenset(number for number, record in enumerate(game.log[1:]) if game.is_sealed(record))
