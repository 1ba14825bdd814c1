"""What a player should know about a save: what has changed since, and what is missing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType

from ecs import RULESETS, Game, Scenario, SetupError, Side, TableError, changed_figures, mark_of
from ecs.untrusted_input import UnreadableError, parse_toml, plain, read_ordinary
from game.opponents import PLAYERS
from game.packs.addons.house_rules import ruled_by
from game.packs.addons.library import Addon, addon_of, installed, roots
from game.packs.safe_files import MAX_TOML_BYTES
from game.play.plugins import plugin_in_use, waiting
from game.play.scenarios import find_scenario
from game.saves.file_format import MOST_ADDONS, AddonName, Header, PluginName, SaveFile, one_line
from game.system.versions import installed_version

HUMAN = "human"
EDITED = "This save was changed outside the game."


BY_MAIL = "mail-"  # and the id of a game by mail: its other player


def known_player(who: str) -> bool:
    """Is this "human", a level of the computer, or a friend who plays by mail?"""
    return who == HUMAN or who in PLAYERS or bool(mail_of(who))


def mail_of(who: str) -> str:
    """The id of the game by mail in which this is the other player; "" if he is none."""
    found = re.fullmatch(rf"{BY_MAIL}([0-9a-f]{{16}})", who)
    return found[1] if found is not None else ""


def mail_among(players: Mapping[Any, str]) -> str:
    """The id of the game by mail of these players, by side; "" if it is none."""
    return next(filter(None, map(mail_of, players.values())), "")


def players_told(header: Header) -> str:
    """The players of each side, as a list of saves shows them."""
    told = {
        side: f"{header.names.get(side, 'a friend')}, by mail" if mail_of(who) else who
        for side, who in header.players.items()
    }
    return ", ".join(f"{side}: {who}" for side, who in sorted(told.items()))


@lru_cache(maxsize=1)
def engine_version() -> str:
    """The version of this program."""
    return installed_version("rasputitsa") or "0"


def by_side(words: Mapping[str, str]) -> dict[Side, str]:
    """What a header says of each side."""
    return {side: words[side.value] for side in Side if side.value in words}


def file_hash(path: Path) -> str:
    """The checksum of a text file, whatever its line ends; zeros if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
    except OSError:
        return "0" * 64


def changes(file: SaveFile, scenario: Scenario, game: Game) -> tuple[str, ...]:
    """What has changed since the save was made."""
    header, found = file.header, []
    if header.edited:
        found.append(EDITED)
    if header.scenario_sha256 != file_hash(scenario.path):
        found.append(f"The scenario file {scenario.path.name} has changed since this save.")
    if header.map != game.board.name:
        found.append(f"Saved on the map {header.map!r}; the scenario now uses {game.board.name!r}.")
    elif header.board_digest != game.board.digest:
        found.append(f"The map file {plain(scenario.map.name)} ({header.map}) has changed since this save.")
    for figure in _left_out(header, scenario):
        found.append(plain(f"No game can be played with {figure}; the printed figure applies."))
    if said := _plugin_note(header):
        found.append(said)
    if header.engine != engine_version():
        found.append(f"Saved by version {header.engine}; this is {engine_version()}.")
    return tuple(found)


def addons_of(scenario: Scenario) -> tuple[AddonName, ...]:
    """The add-ons that shape a game of this scenario: its file, its map, its figures."""
    shaping = (addon_of(scenario.path), addon_of(scenario.map), *ruled_by(scenario))
    found = {addon.id: addon for addon in shaping if addon is not None}
    return tuple(AddonName(addon.id, addon.version, addon.digest, one_line(addon.title)) for addon in found.values())[
        :MOST_ADDONS
    ]


def plugin_of(ruleset: str) -> PluginName | UnsetType:
    """The plug-in of these rules; none for a built-in game."""
    used = plugin_in_use(ruleset)
    return UNSET if used is None else PluginName(used.plugin.name, used.version, used.plugin.digest)


def _plugin_note(header: Header) -> str:
    """How the plug-in of a save's rules has changed; "" if it has not."""
    was, now = header.plugin, plugin_of(header.ruleset)
    if was is UNSET or now is UNSET or was == now:
        return ""
    called = plain(f"The plug-in game {was.name}{f' {was.version}' * bool(was.version)} of this save", 300)
    if was.version != now.version:
        return f"{called} is now version {now.version}." if now.version else f"{called} no longer states a version."
    return f"{called} has different files now{', under the same version' * bool(was.version)}."


def no_rules_note(header: Header) -> str:
    """Why a save is refused whose rules are missing."""
    told = f"played by the rules {header.ruleset!r}, which are not installed"
    if header.plugin is UNSET:
        return f"{told}: {RULESETS.absent(header.ruleset)}"
    if any(plugin.ruleset == header.ruleset for plugin in waiting()):
        return f"{told}: {RULESETS.absent(header.ruleset)}"
    name = plain(header.plugin.name)
    version = plain(f" {header.plugin.version}" * bool(header.plugin.version))
    return f"{told}: they belong to the plug-in {name}{version}"


def addon_notes(file: SaveFile) -> tuple[str, ...]:
    """Add-ons that shaped the game of a save and are not here as they were then; of one that brings the rules these
    are named alone."""
    here = {addon.id: addon for addon in reversed(installed())}
    used = plugin_in_use(file.header.ruleset) if _plugin_note(file.header) else None
    told = used.plugin.addon if used is not None else None
    others = (was for was in file.header.addons if told is None or was.id != told.id)
    return tuple(said for was in others if (said := _addon_note(was, here.get(was.id))))


def _addon_note(was: AddonName, now: Addon | None) -> str:
    called = plain(f"The add-on '{was.title or was.id}' ({was.id} {was.version}) of this save", 300)
    if now is None:
        return f"{called} is not installed."
    if not now.used:
        return f"{called} cannot be used: {now.fault}." if now.fault else f"{called} is switched off."
    if now.version != was.version:
        return f"{called} is now version {now.version}."
    return "" if now.digest == was.digest else f"{called} has different files now, under the same version."


def figures_of(header: Header) -> dict[str, dict[str, Any]]:
    """The house rules of a save; none if it names none."""
    return {} if header.figures is UNSET else dict(header.figures)


def _left_out(header: Header, scenario: Scenario) -> list[str]:
    """House rules of a save that are rejected today, in words."""
    theirs = figures_of(header)
    if theirs == scenario.figures:
        return []
    kept, was = changed_figures(scenario), changed_figures(replace(scenario, figures=theirs))
    gone = [figure.placed for figure in was if figure not in kept]
    return gone or sorted(set(theirs) - set(scenario.figures))


def figure_notes(file: SaveFile, game: Game) -> tuple[str, ...]:
    """Which figures of a save differ from a new game of its scenario; the save keeps its own."""
    today, scenario = find_scenario(file.header.scenario), game.scenario
    if mark_of(today.figures) == mark_of(scenario.figures):
        return ()
    try:
        fresh = {figure.place: figure for figure in changed_figures(today)}
    except (SetupError, TableError):
        fresh = {}
    own = {figure.place: figure for figure in game.changed_figures()}
    other = [place for place in (*own, *fresh) if own.get(place) != fresh.get(place)]
    if not other:
        return ()
    place = other[0]
    printed = (own.get(place) or fresh[place]).old
    then, now = (found[place].new if place in found else printed for found in (own, fresh))
    more = f" (and {len(set(other)) - 1} more figures)" if len(set(other)) > 1 else ""
    name = plain(today.path.name)
    return (
        plain(f"It keeps the figures it began with: {place} is {then!r} in this game, {now!r} in {name}") + f"{more}.",
    )


def notes(file: SaveFile, packs: Mapping[str, str] | None) -> tuple[str, ...]:
    """Add-ons, players and sprite packs that are missing.

    :param packs: installed sprite packs, id -> version; looked up if not given.
    """
    return (*addon_notes(file), *_player_notes(file), *_pack_notes(file, installed_packs() if packs is None else packs))


def _player_notes(file: SaveFile) -> tuple[str, ...]:
    strange = {side: who for side, who in by_side(file.header.players).items() if not known_player(who)}
    return tuple(f"The {side} player {who!r} is not installed; a human takes over." for side, who in strange.items())


def _pack_notes(file: SaveFile, packs: Mapping[str, str]) -> tuple[str, ...]:
    header = file.header
    if not header.pack:
        return ()
    if header.pack not in packs:
        return (f"The sprite pack {header.pack!r} is not installed; another one is used.",)
    if header.pack_version and packs[header.pack] != header.pack_version:
        now = packs[header.pack]
        return (f"The sprite pack {header.pack!r} was version {header.pack_version}; now it is {now}.",)
    return ()


def installed_packs() -> dict[str, str]:
    """Installed sprite packs: id -> version; unreadable ones are left out."""
    found: dict[str, str] = {}
    try:
        folders = roots("sprites")
    except FileNotFoundError:
        return found
    for file in (file for root in reversed(folders) for file in sorted(root.glob("*/pack.toml"))):
        try:
            raw = parse_toml(read_ordinary(file, MAX_TOML_BYTES))
        except UnreadableError:
            continue
        found[file.parent.name] = plain(str(raw.get("version", "")), 200)
    return found
