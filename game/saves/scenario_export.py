"""Writing a position as a scenario file: from the command line by name, from the window into the player's folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ecs import Game, ScenarioDraft, SetupError, check_scenario, retold, scenario_id_fault, toml_text
from ecs.untrusted_input import plain
from game.play.scenarios import list_scenarios
from game.system.output_files import OutputError, check_output, write_output
from game.system.paths import user_root

HEADING = (
    "Written by `rasputitsa export` from a saved game: counters, steps lost, ground, turn, weather and options are as "
    "there."
)
LEFT_OUT = "A scenario cannot say:"
DRAWN = "Drawn in the set-up editor: all else is as in the scenario it extends."


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
    :raises SetupError: if the scenario could not be begun; what was there before is there again then.
    """
    path = _check_name(path, force)
    if path.stem == draft.base.id:
        raise SetupError(f"{path.stem!r} is the id of the scenario that this one extends: give the file another name")
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
        raise OutputError(plain(f"{path}: already exists; --force overwrites it", 400))
    return Path(os.path.realpath(path.parent)) / path.name


def _write(path: Path, table: Mapping[str, Any], remarks: Iterable[str]) -> None:
    """Write a scenario file and check it.

    :raises SetupError: if it could not be begun; what was there before is there again then.
    """
    before = path.read_bytes() if path.exists() else None
    write_output(path, toml_text(table, remarks).encode())
    faults = check_scenario(path)
    if faults:
        if before is None:
            path.unlink()
        else:
            write_output(path, before)
        raise SetupError(f"the scenario could not be begun: {faults[0]}")


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
