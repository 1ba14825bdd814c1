"""Set-ups in Tiled: a scenario written as a map with its counters, and read back from one."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from ecs import (
    DrawnSetup,
    MapError,
    Scenario,
    SetupError,
    TableError,
    draft_drawn_on,
    drawn_faults,
    drawn_map_of,
    load_scenario,
    read_drawn,
)
from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.play.scenarios import find_scenario, list_scenarios
from game.saves.scenario_files.scenario_export import own_folder, title_of, write_draft
from game.system.output_files import OutputError, check_output, write_output

HEADING = "Drawn in Tiled: what is not said here is as in the scenario it extends."
LARGEST_PICTURE = 4_000_000


def write_map(scenario_id: str, path: Path | None = None, force: bool = False) -> Path:
    """Write a copy of the map of a scenario with its counters as points; where.

    Tilesets that do not lie beside it yet are copied.

    :param path: the map to write; by default one named like the scenario in the player's folder of maps.
    :param force: an older file of that name may be written over.
    :raises SetupError: if there is no such scenario.  :raises OutputError: if something cannot be written.
    """
    scenario = load_scenario(find_scenario(scenario_id).path)
    if path is None:
        path = own_folder().parent / f"{scenario.id}.tmx"
    if path.suffix != ".tmx":
        raise OutputError(plain(f"{path.name}: a Tiled map ends in .tmx", 300))
    if check_output(path).exists() and not force:
        raise OutputError(plain(f"{path}: is there already; --force writes over it", 400))
    if path.resolve() == scenario.map.resolve():
        raise OutputError(plain(f"{path}: is the map itself: give the copy another name", 400))
    data = drawn_map_of(scenario)
    _copy_tilesets(scenario.map.parent, data, path.parent)
    write_output(path, data)
    return path


def _copy_tilesets(source: Path, drawn: bytes, target: Path) -> None:
    """The tilesets a map names, and their pictures, lie beside its copy as well; what is there stays as it is."""
    if source.resolve() == target.resolve():
        return
    for name in _sources(drawn, "tileset"):
        tileset = _copied(source / name, target / name)
        for picture in _sources(tileset, "image"):
            _copied((source / name).parent / picture, (target / name).parent / picture)


def _sources(data: bytes, tag: str) -> list[str]:
    """The files that elements of a file that has been checked already name."""
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


# -- the way back -----------------------------------------------------------------------------------


def _base(drawn: DrawnSetup, extends: str = "") -> Scenario:
    """The scenario a drawn set-up extends.

    :raises SetupError: if none is named, or there is none of that id.
    """
    name = extends or drawn.scenario
    if not name:
        raise SetupError(
            f"{drawn.path.name}: names no scenario: set the map's property 'scenario', or say --extends ID"
        )
    try:
        return load_scenario(find_scenario(name).path)
    except SetupError as error:
        raise SetupError(f"{drawn.path.name}: map property 'scenario': {error}") from None


def write_drawn(map_file: Path, path: Path, extends: str = "", force: bool = False, title: str = "") -> None:
    """Write the counters drawn on a map as a scenario file that extends the one they were drawn from.

    :param extends: the id of the scenario, if the map does not name it.
    :param title: of the scenario; by default the map's property of that name, else the name of the file in words.
    :raises MapError: with all that is wrong with the map.
    :raises SetupError: with a fault for each object that cannot be read; if the scenario could not be begun.
    :raises OutputError: if it cannot be written.
    """
    drawn = read_drawn(map_file)
    base = _base(drawn, extends)
    faults = drawn_faults(drawn, base)
    if faults:
        raise SetupError("\n".join(faults))
    title = title or drawn.title or title_of(path.stem)
    write_draft(draft_drawn_on(drawn, base).said(title=title or base.title), path, force, HEADING)


def set_up_faults(map_file: Path) -> list[str]:
    """All that is wrong with the counters drawn on a sound map, a sentence each; nothing if there are none."""
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
        if path.exists() and HEADING not in path.read_text(encoding="utf-8", errors="replace"):
            raise OutputError(f"{path}: is there already, and was not drawn in Tiled: name the map otherwise")
        write_drawn(map_file, path, force=True)
        return path.stem
    for path in list_scenarios():
        try:
            if load_scenario(path).map.resolve() == map_file.resolve():
                return path.stem
        except (SetupError, TableError, MapError):
            continue
    raise SetupError(f"{map_file.name}: no scenario is played on it, and no counters are drawn on it")
