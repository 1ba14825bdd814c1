"""By which doors do files of strangers come in?  Each door reads a file as the program does, and gives its refusals."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn
from unittest.mock import patch

import pygame

from ecs import CommandError, Game, IllegalCommand, ReplayError, SetupError, TableError, new_game, parse, replay
from ecs.rulesets.dark_valley.data import tables as valley
from ecs.rulesets.darkest_crusade.data import tables as crusade
from ecs.rulesets.russia_besieged.data import tables as besieged
from ecs.rulesets.russia_besieged.data import units as besieged_roster
from ecs.rulesets.war_against_russia.data import tables as war
from ecs.untrusted_input import plain
from game.app import settings
from game.app.key_bindings import KeyMap
from game.cli.entry_point import main
from game.cli.lookup.check import faults_of
from game.cli.options import Refused
from game.mail.correspondence import accept
from game.mail.letters import LetterError, read_letter_file
from game.mail.own_part import MailError
from game.packs.listing import list_packs
from game.packs.loader import PackError, load_sound_pack, load_sprite_pack
from game.packs.safe_files import SOUNDS
from game.packs.validation import check_pack
from game.saves.compatibility_notes import installed_packs
from game.saves.file_format import SaveError
from game.saves.file_reader import read_header
from game.saves.storage.crash_journal import read_journal
from game.saves.storage.save_folder import load_game
from game.system.paths import data_root
from tests.hostile_input import sounds as hostile_sound

SIZES = (1, 7, 64, 512)
WEATHERS = ("good", "mixed", "mud", "snow")


def check(path: Path) -> list[str]:
    """Map, scenario, pack or save, as `rasputitsa check` reads it."""
    return faults_of(path)


def table(path: Path) -> list[str]:
    """A table of a ruleset: its folder is called as the ruleset, its file as the table."""
    try:
        READERS[path.parents[1].name, path.stem](path)
    except TableError as error:
        return [str(error)]
    return []


def _from_folder(module: Any, question: str) -> Callable[[Path], object]:
    """A reader that knows only its own folder, made to read in another."""

    def read(path: Path) -> object:
        ask, own = getattr(module, question), module.HERE
        module.HERE = path.parent
        try:
            return ask.__wrapped__()
        finally:
            module.HERE = own

    return read


READERS: dict[tuple[str, str], Callable[[Path], object]] = {
    ("darkest_crusade", "tables"): _from_folder(crusade, "tables"),
    ("darkest_crusade", "units"): _from_folder(crusade, "classes"),
    ("dark_valley", "tables"): _from_folder(valley, "tables"),
    ("dark_valley", "arrivals"): _from_folder(valley, "arrivals"),
    ("russia_besieged", "tables"): besieged.read_tables,
    ("russia_besieged", "units"): besieged_roster.read_units,
    ("russia_besieged", "arrivals"): lambda path: besieged_roster.read_arrivals(path, besieged_roster.units()),
    ("war_against_russia", "tables"): war.read_tables,
}


def chosen(path: Path) -> list[str]:
    """The settings, and the keys in them."""
    found, problem = settings.load(path.parent)
    KeyMap(found.controls, found.keys)
    settings.save(found, path.parent / "again")
    return [problem] if problem else []


ELSEWHERE = "Saved on another computer"  # which is no refusal


def save(path: Path) -> list[str]:
    """A save, for the list and to be played on."""
    try:
        read_header(path)
    except SaveError as error:
        return [str(error)]
    try:
        loaded = load_game(path)
    except SaveError as error:
        return [str(error)]
    legal = loaded.game.legal()
    if legal:
        loaded.game.apply(legal[0])
    loaded.game.close()
    return [plain(f"{path.name}: {note}") for note in loaded.warnings if not note.startswith(ELSEWHERE)]


def journal(path: Path) -> list[str]:
    """What stands beside an autosave."""
    commands, problem = read_journal(path.with_suffix(".save"), "0" * 64)
    assert all(isinstance(command, str) for command in commands)
    return [f"{path.name}: {problem}"] if problem else []


def letter(path: Path) -> list[str]:
    """A letter of a game by mail, as it is found in a folder and accepted as an invitation."""
    try:
        found = read_letter_file(path)
        accept(found.data, path.parent, "Boris", root=path.parent / "home").close()
    except (LetterError, MailError, SetupError) as error:
        return [f"{path.name}: {error}"]
    return []


def pack(path: Path) -> list[str]:
    """A pack: listed, checked, every picture drawn and every sound heard."""
    kind = "sounds" if any(file.endswith(SOUNDS) for _, _, files in os.walk(path) for file in files) else "sprites"
    problems = [info.problem for info in list_packs(kind, (path.parent,)) if info.problem and info.folder == path]
    installed_packs()
    faults = check_pack(path)
    try:
        if kind == "sounds":
            faults += _heard(path)
        else:
            _drawn(path)
    except PackError as error:
        faults.append(str(error))
    return problems + faults


def _heard(path: Path) -> list[str]:
    sounds, silent = load_sound_pack(path.name, (path.parent, data_root() / "sounds")), []
    for name in sounds.names():
        try:
            pygame.mixer.Sound(file=io.BytesIO(sounds.data(name)))
        except pygame.error as error:
            silent.append(f"{path.name}: {name}: {error}")
    return silent


def _drawn(path: Path) -> None:
    look = load_sprite_pack(path.name, (path.parent, data_root() / "sprites"))
    for file in sorted(path.rglob("*.*")):
        if file.suffix in (".svg", ".png"):
            for size in SIZES:
                name = file.relative_to(path).with_suffix("").as_posix()
                assert look.surface(name, size, (20, 30, 40)).get_size() == (size, size)
    for code in ("clear", "forest", "..", "\ud800"):
        for weather in WEATHERS:
            assert all(isinstance(look.has(glyph), bool) for glyph in look.terrain(code, weather).glyphs)
    for name in ("light", "", "../../x"):
        look.theme(name), look.line(name), look.counter(name, name), look.overlay(name), look.colour(f"theme.{name}.x")


def typed(path: Path) -> list[str]:
    """Commands, one a line, as a log or an order gives them; the game must refuse all of them and stay as it was."""
    game = _game()
    before, refusals = game.digest(), []
    lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
    for line in lines:
        try:
            command = parse(line)
            refusal = None if game.is_legal(command) else game.why_not(command)
            if refusal is not None:
                refusals.append(f"{path.name}: {refusal}")
                game.apply(command)
        except (CommandError, IllegalCommand) as error:
            refusals.append(f"{path.name}: {error}")
    try:
        with game.what_if(3):
            replay(game, lines)
    except ReplayError as error:
        refusals.append(f"{path.name}: {error}")
    assert game.digest() == before
    return refusals


@lru_cache(maxsize=1)
def _game() -> Game:
    return new_game("barbarossa-1941")


def _no_window(*given: object) -> NoReturn:
    raise Refused("no window is opened here")


def asked(path: Path) -> list[str]:
    """Words of a command line, as JSON; "@" stands for the folder the file lies in.  Exit code 0 means accepted."""
    try:
        words = [str(word).replace("@", str(path.parent)) for word in json.loads(path.read_bytes())]
    except (ValueError, TypeError, RecursionError):  # no command line, so nothing to be read
        return [f"{path.name}: no words"]
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("game.app.launch.App", _no_window):
        try:
            code = main(words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    assert code in (0, 1, 2), code
    assert "Traceback" not in err.getvalue() + out.getvalue()
    if code == 0:
        return []
    assert (out.getvalue() + err.getvalue()).strip(), "refused without a word"
    return [f"{path.name}: {line}" for line in err.getvalue().splitlines() if line.strip()] or [f"{path.name}: refused"]


DOORS: dict[str, Callable[[Path], list[str]]] = {
    "check": check,
    "table": table,
    "settings": chosen,
    "save": save,
    "journal": journal,
    "letter": letter,
    "pack": pack,
    "command": typed,
    "words": asked,
}


def warm(door: str) -> None:
    """Read something sound first, so that whatever the program loads of its own is loaded before anybody watches."""
    if not pygame.mixer.get_init():
        pygame.mixer.init(frequency=44100, size=-16, channels=2, buffer=512)
    with TemporaryDirectory() as folder:
        for case in hostile_sound.cases(Path(folder), [door]):
            DOORS[door](case.path)
        if door == "pack":
            for case in hostile_sound.cases(Path(folder), [door]):
                hostile_sound.written(case.path / "pack.toml", hostile_sound.HEAD.format(case.path.name) + "wings = 2")
                pack(case.path)
    if door == "command":
        _game()
    plain("\x1b")
