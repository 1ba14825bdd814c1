"""Writing a position as a scenario file, or as a Tiled map with its counters, and reading such a map back."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from ecs import (
    RULESETS,
    DrawnSetup,
    Game,
    MapError,
    MapStart,
    Scenario,
    ScenarioDraft,
    SetupError,
    TableError,
    check_scenario,
    draft_drawn_on,
    drawn_faults,
    drawn_map_of,
    find_map,
    load_scenario,
    read_drawn,
    retold,
    scenario_id_fault,
    start_of,
    toml_text,
)
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.play.scenarios import find_scenario, list_scenarios
from game.system.output_files import OutputError, check_output, write_output
from game.system.paths import data_root, user_root

# -- Writing a position as a scenario file: from the command line by name, from the window into the player's folder. -

HEADING = (
    "Written by `rasputitsa export` from a saved game: counters, steps lost, ground, turn, weather and options are as "
    "in that game."
)
LEFT_OUT = "A scenario cannot record:"
DRAWN = "Drawn in the set-up editor: everything else is as in the scenario it extends."


def write_scenario(game: Game, path: Path, force: bool = False) -> tuple[str, ...]:
    """Write the position of a game as a scenario file; return what it does not say, a sentence each.

    :param force: an older file of that name may be written over.
    :raises OutputError: if the file cannot be written, or is there already.
    :raises SetupError: if no scenario can state the position, or it could not begin; nothing is written then
        or taken away again.
    """
    path = _check_name(path, force)
    told = retold(game, path.stem)
    _write(path, told.table, (HEADING, LEFT_OUT, *(f"- {note}" for note in told.notes)))
    return told.notes


def write_draft(draft: ScenarioDraft, path: Path, force: bool = False, heading: str = DRAWN) -> None:
    """Write an edited set-up as a scenario file; its name is the id.

    :param heading: the remark at its top.
    :raises OutputError: if the file cannot be written, or is there already.
    :raises SetupError: if the scenario cannot be started; what was there before is there again then.
    """
    path = _check_name(path, force)
    if path.stem == draft.base.id:
        raise SetupError(f"This scenario extends {path.stem!r}. Choose another file name.")
    _write(path, draft.table(path.stem), (heading,))


def _check_name(path: Path, force: bool) -> Path:
    """The path to write, read and remove: no way to its folder may lead through a missing one.

    :raises OutputError: if it is no name for a scenario, or a file that is to stay.
    """
    if path.suffix != ".toml":
        raise OutputError(plain(f"{path.name}: a scenario file ends in .toml", 400))
    fault = scenario_id_fault(path.stem)
    if fault:
        raise OutputError(plain(f"{path.name}: {fault}", 400))
    if check_output(path).exists() and not force:
        raise OutputError(plain(f"{path} already exists; --force overwrites it", 400))
    return Path(os.path.realpath(path.parent)) / path.name


def _write(path: Path, table: Mapping[str, Any], remarks: Iterable[str]) -> None:
    """Write a scenario file and check it.

    :raises SetupError: if it cannot be started; what was there before is there again then.
    """
    before = path.read_bytes() if path.exists() else None
    write_output(path, toml_text(table, remarks).encode())
    faults = check_scenario(path)
    if faults:
        if before is None:
            path.unlink()
        else:
            write_output(path, before)
        raise SetupError(f"the scenario cannot be started: {faults[0]}")


def own_folder() -> Path:
    """The player's folder of scenarios, made if missing.

    :raises OutputError: if it cannot be made.
    """
    folder = user_root() / "maps" / "scenarios"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from None
    return folder


def free_name(folder: Path, stem: str) -> str:
    """A name that no other scenario in a folder has: this one, or with a number after it."""
    taken = {path.stem.casefold() for path in list_scenarios()} | {path.stem.casefold() for path in folder.iterdir()}
    return next(name for n in range(1, 10_000) if (name := stem if n == 1 else f"{stem}-{n}").casefold() not in taken)


def title_of(stem: str) -> str:
    """The title of a scenario without one of its own, from the name of its file."""
    words = re.sub(r"[-_]+", " ", stem).strip()
    return words[:1].upper() + words[1:]


def write_own_scenario(game: Game) -> tuple[Path, tuple[str, ...]]:
    """Write the position of a game into the player's folder of scenarios, under a name that is free; where, and what it
    does not say.

    :raises OutputError: if it cannot be written.  :raises SetupError: if the position cannot be written as a scenario.
    """
    folder = own_folder()
    path = folder / f"{free_name(folder, f'{game.scenario.id[:60]}-turn-{game.turn}')}.toml"
    return path, write_scenario(game, path)


# -- Set-ups in Tiled: writing a scenario as a map with its counters, and reading one back. --------------------------

DRAWN_HEADING = "Drawn in Tiled: everything else is as in the scenario it extends."
LARGEST_PICTURE = 4_000_000


def write_map(scenario_id: str, path: Path | None = None, force: bool = False) -> Path:
    """Write a copy of a scenario's map with its counters as points; return its path.

    Tilesets that do not lie beside it yet are copied.

    :param path: the map to write; by default one named like the scenario in the player's folder of maps.
    :param force: an older file of that name may be written over.
    :raises SetupError: if there is no such scenario.  :raises OutputError: if something cannot be written.
    """
    scenario = load_scenario(find_scenario(scenario_id).path)
    if path is None:
        path = own_folder().parent / f"{scenario.id}.tmx"
    _check_target(path, scenario.map, force)
    data = drawn_map_of(scenario)
    _copy_tilesets(scenario.map.parent, data, path.parent)
    write_output(path, data)
    return path


def _check_target(path: Path, source: Path, force: bool) -> None:
    """Check that a copy of a map may be written there.

    :raises OutputError: if not.
    """
    if path.suffix != ".tmx":
        raise OutputError(plain(f"{path.name}: a Tiled map ends in .tmx", 300))
    if check_output(path).exists() and not force:
        raise OutputError(plain(f"{path} already exists; --force overwrites it", 400))
    if path.resolve() == source.resolve():
        raise OutputError(plain(f"{path} is the map itself. Choose another name for the copy.", 400))


def _copy_tilesets(source: Path, drawn: bytes, target: Path) -> None:
    """Copy the tilesets a map names, and their pictures, beside its copy; existing files stay as they are."""
    if source.resolve() == target.resolve():
        return
    for name in _sources(drawn, "tileset"):
        tileset = _copied(source / name, target / name)
        for picture in _sources(tileset, "image"):
            _copied((source / name).parent / picture, (target / name).parent / picture)


def _sources(data: bytes, tag: str) -> list[str]:
    """The files named by elements of a checked file."""
    found = ElementTree.fromstring(data).iter(tag)
    return [source for node in found if (source := node.get("source", "")) and not Path(source).is_absolute()]


def _copied(source: Path, target: Path) -> bytes:
    try:
        data = read_ordinary(source, LARGEST_PICTURE)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_output(target, data)
    except UnreadableError as error:
        raise OutputError(f"{plain(str(source))}: {error}") from None
    except OSError as error:
        raise OutputError(f"{plain(str(target))}: {error.strerror or error}") from None
    return data


def write_start(map_file: Path, path: Path | None = None, game: str = "", force: bool = False) -> tuple[Path, MapStart]:
    """Write a copy of a stranger's map that is the start of one for the game, its pictures beside it; where, and what.

    :param path: the map to write; by default one of the same name in the player's folder of maps.
    :param game: the id of the rules it is made for.
    :raises MapError: if it is no hexagonal map.  :raises SetupError: if there is no such game.
    :raises OutputError: if something cannot be written.
    """
    if game and game not in RULESETS:
        raise SetupError(RULESETS.absent(game))
    if path is None:
        path = own_folder().parent / map_file.name
        if path.resolve() == map_file.resolve():
            path = path.with_name(f"{map_file.stem}-start.tmx")
    start = start_of(map_file, path.parent, game)
    _check_target(path, map_file, force)
    for picture in start.pictures if map_file.parent.resolve() != path.parent.resolve() else ():
        _copied(map_file.parent / picture, path.parent / picture)
    write_output(path, start.data)
    return path, start


# -- the way back -----------------------------------------------------------------------------------


def _base(drawn: DrawnSetup, extends: str = "") -> Scenario:
    """The scenario a drawn set-up extends.

    :raises SetupError: if none is named, or there is none of that id.
    """
    name = extends or drawn.scenario
    if not name:
        raise SetupError(f"{drawn.path.name} names no scenario: set the map's property 'scenario', or add --extends ID")
    try:
        return load_scenario(find_scenario(name).path)
    except SetupError as error:
        raise SetupError(f"{drawn.path.name}: map property 'scenario': {error}") from None


def write_drawn(map_file: Path, path: Path, extends: str = "", force: bool = False, title: str = "") -> None:
    """Write the counters drawn on a map as a scenario file that extends the one they were drawn from.

    :param extends: the id of the scenario, if the map does not name it.
    :param title: of the scenario; by default the map's property of that name, else the name of the file in words.
    :raises MapError: with all that is wrong with the map.
    :raises SetupError: with a fault for each object that cannot be read; if the scenario cannot be started.
    :raises OutputError: if it cannot be written.
    """
    drawn = read_drawn(map_file)
    base = _base(drawn, extends)
    faults = drawn_faults(drawn, base)
    if faults:
        raise SetupError("\n".join(faults))
    draft = draft_drawn_on(drawn, base)
    if draft.scenario.map != base.map and find_map(path, map_file.name).resolve() != map_file.resolve():
        raise SetupError(
            f"{map_file.name}: its terrain differs from {base.id}, so {path.name} needs this map but cannot find it. "
            f"Put the map and tilesets into {own_folder().parent}, and the scenario into {own_folder()}."
        )
    title = title or drawn.title or title_of(path.stem)
    write_draft(draft.said(title=title or base.title), path, force, DRAWN_HEADING)


def set_up_faults(map_file: Path) -> list[str]:
    """Everything wrong with the counters drawn on a sound map, a sentence each; empty if there are none."""
    drawn = read_drawn(map_file)
    if not drawn.counters:
        return []
    try:
        return drawn_faults(drawn, _base(drawn))
    except (SetupError, TableError) as error:
        return [str(error)]


def scenario_played_on(map_file: Path) -> str:
    """The id of a scenario to play on a map: of the set-up drawn on it, which is written into the player's folder for
    it, or of the first scenario that names the map.

    :raises MapError, SetupError, OutputError: if there is none.
    """
    drawn = read_drawn(map_file)
    if drawn.counters:
        stem = re.sub(r"[^A-Za-z0-9_.-]", "-", map_file.stem).strip("-.") or "map"
        path = own_folder() / f"{stem[:60]}-drawn.toml"
        if path.exists() and DRAWN_HEADING not in path.read_text(encoding="utf-8", errors="replace"):
            raise OutputError(f"{path} already exists and was not drawn in Tiled. Choose another name.")
        write_drawn(map_file, path, force=True)
        return path.stem
    for path in list_scenarios():
        try:
            if load_scenario(path).map.resolve() == map_file.resolve():
                return path.stem
        except (SetupError, TableError, MapError):
            continue
    raise SetupError(f"{map_file.name}: no scenario is played on it, and no counters are drawn on it")


# -- What Tiled needs beside a map of the player's: the project with the object classes and commands, and the tiles. -

PROJECT, CLASSES = "rasputitsa.tiled-project", "objecttypes.xml"


def write_project(folder: Path | None = None) -> list[Path]:
    """Write project, object classes and all tilesets into a folder of maps; return the new ones.

    The commands of the project, Check and Play, call this very program, wherever it is installed.

    :param folder: by default the player's own.
    :raises OutputError: if something cannot be written.
    """
    folder = own_folder().parent if folder is None else folder
    source = data_root() / "maps"
    wanted = {
        PROJECT: _project((source / PROJECT).read_text(encoding="utf-8")),
        CLASSES: (source / CLASSES).read_bytes(),
        **{f"tilesets/{path.name}": path.read_bytes() for path in sorted((source / "tilesets").glob("*.*"))},
    }
    written = []
    for name, data in wanted.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(plain(f"{path.parent}: {error.strerror or error}", 300)) from None
        if not path.exists():
            write_output(path, data)
            written.append(path)
    return written


def _project(text: str) -> bytes:
    """The project of the game's own maps, with commands that find this program."""
    program, first = (sys.executable, "") if getattr(sys, "frozen", False) else (sys.executable, "-m game ")
    project = json.loads(text)
    for command in project["commands"]:
        command |= {"command": program, "arguments": first + command["arguments"], "workingDirectory": str(data_root())}
    return f"{json.dumps(project, indent=4)}\n".encode()
