"""rasputitsa check: whether a map, scenario, pack, add-on or save is sound.  Every fault is listed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ecs import SetupError, TableError, check_board
from ecs.untrusted_input import plain
from game.app.launch import passphrase_of
from game.cli.options import Subparsers, add_json, print_json
from game.cli.passphrases import add_passphrase
from game.packs.addons.library import twins
from game.packs.addons.manifest import FILE
from game.packs.listing import zip_among_packs
from game.play.scenario_trial import faults_of_scenario
from game.saves.file_format import SaveError
from game.saves.loading import verified_in
from game.saves.scenario_export import set_up_faults
from game.saves.storage.save_folder import ENDING, load_game

MOST_FILES = 5000
MOST_LINES = 20


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "check",
        help="list every fault in maps, scenarios, packs, add-ons and saves",
        description="Checks maps with their set-ups (.tmx), scenarios (.toml), saves (.save) and packs "
        "(a folder with pack.toml).  Checks add-ons too: a folder with addon.toml, or a zip.  In any other folder it "
        "looks for all of these.",
    )
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path)
    parser.add_argument(
        "--all", action="store_true", help=f"list all faults of a file, not just the first {MOST_LINES}"
    )
    add_passphrase(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check and report; 1 if anything is wrong."""
    phrase, verified = passphrase_of(args), {}
    found, notes = dict[str, list[str]](), dict[str, list[str]]()
    for path in (path for given in args.paths for path in _within(given)):
        name = plain(str(path))
        if path.suffix == ENDING and path.is_file():
            found[name], verified[name] = _save(path, phrase)
            notes[name] = []
        else:
            found[name], notes[name] = _judged(path)
    for twin, cause in twins(path for path in map(Path, found) if _is_scenario(path)):
        found[str(twin)].insert(0, cause)
    faulty = sum(1 for faults in found.values() if faults)
    if args.json:
        told = {"checked": len(found), "faulty": faulty, "faults": found, "verified": verified, "notes": notes}
        print_json(told)
        return int(faulty > 0)
    for name, faults in found.items():
        note = f"; {verified[name]}" if verified.get(name) else ""
        print(f"{name}: {f'no faults{note}' if not faults else f'{len(faults)} fault' + 's' * (len(faults) > 1)}")
        shown = faults if args.all else first_of(faults, "--all")
        for line in (*shown, *(f"note: {note}" for note in notes[name])):
            print(f"    {line}")
    return int(faulty > 0)


def first_of(faults: list[str], how: str) -> list[str]:
    """The faults that are listed, and how many more there are; ``how``: the command that lists them all."""
    more = len(faults) - MOST_LINES
    return [*faults[:MOST_LINES], f"{more} more: {how} lists them"] if more > 0 else faults


def _within(given: Path) -> list[Path]:
    """The thing itself, or everything in a folder that can be checked."""
    if not given.is_dir() or (given / "pack.toml").is_file() or _is_addon(given):
        return [given]
    found: list[Path] = []
    for path in islice(_walked(given), MOST_FILES):
        if path.name == "pack.toml":
            found.append(path.parent)
        elif path.suffix in (".tmx", ENDING) or _is_scenario(path) or _is_stray(path):
            found.append(path)
    return found or [given]


def _walked(given: Path) -> Iterator[Path]:
    """Files in a folder and its subfolders, by name; links to folders are not followed."""
    for folder, inner, files in os.walk(given):
        inner.sort()
        yield from (Path(folder) / name for name in sorted(files))


def _is_addon(path: Path) -> bool:
    """Is it a folder with its head, or a zip?"""
    return (path / FILE).is_file() or (path.suffix == ".zip" and path.is_file())


def _is_stray(path: Path) -> bool:
    """Is it a zip among packs, where none is read?"""
    return path.suffix == ".zip" and path.parent.name in ("sprites", "sounds") and path.is_file()


def _is_scenario(path: Path) -> bool:
    return path.suffix == ".toml" and "scenarios" in (path.parent.name, path.parent.parent.name)


def faults_of(path: Path) -> list[str]:
    """All that is wrong with one thing, one sentence each; empty if it is sound."""
    return _judged(path)[0]


def notes_on(path: Path) -> list[str]:
    """What is no fault of a pack, an add-on or a map and should be known, a sentence each."""
    return _judged(path)[1]


def _judged(path: Path) -> tuple[list[str], list[str]]:
    """Faults and notes."""
    if path.name == "pack.toml":
        path = path.parent
    if not os.path.lexists(path):
        return [f"{plain(str(path))}: there is no such file or folder"], []
    if _is_stray(path):
        return [zip_among_packs(path)], []
    if _is_addon(path) or (path / "pack.toml").is_file():
        from game.cli.lookup.addon import judged

        return judged(path)
    if path.is_dir():
        return [f"{plain(str(path))}: nothing to check in this folder"], []
    if path.suffix == ".tmx":
        faults, notes = check_board(path)
        if any("unknown class" in fault for fault in faults):
            notes.append(f"if this map was not made for the game, run `rasputitsa from-tiled {plain(path.name)}`")
        return faults or set_up_faults(path), notes
    if path.suffix == ".toml":
        return _scenario(path), []
    if path.suffix == ENDING:
        return _save(path)[0], []
    if path.suffix in (".tmj", ".json"):
        return [f"{plain(path.name)}: a map that Tiled wrote as JSON? Use File > Save As > Tiled map files (*.tmx)"], []
    if (small := path.suffix.lower()) != path.suffix and small in (".tmx", ".toml", ".zip", ENDING):
        return [plain(f"{path.name}: its ending must be in small letters: rename it {path.stem}{small}")], []
    kinds = f"a map (.tmx), scenario (.toml), pack (folder with pack.toml), add-on (.zip) or save ({ENDING})"
    return [f"{plain(path.name)}: not {kinds}"], []


def _scenario(path: Path) -> list[str]:
    try:
        return faults_of_scenario(path)
    except (SetupError, TableError) as e:
        return [str(e)]
    except OSError as e:
        return [plain(f"{path.name}: {e.strerror or e}")]


def _save(path: Path, passphrase: str = "") -> tuple[list[str], str]:
    """What is wrong with a save, and how much of it was verified."""
    try:
        loaded = load_game(path, passphrase=passphrase, thorough=True)
    except SaveError as e:
        return [str(e)], ""
    loaded.game.close()
    return [], verified_in(loaded)
