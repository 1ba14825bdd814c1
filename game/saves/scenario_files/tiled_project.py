"""What Tiled needs beside a map of the player's: the project with the object classes and commands, and the tiles."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from ecs.untrusted_input import plain
from game.saves.scenario_files.scenario_export import own_folder
from game.system.output_files import OutputError, write_output
from game.system.paths import data_root

PROJECT, CLASSES = "rasputitsa.tiled-project", "objecttypes.xml"


def write_project(folder: Path | None = None) -> list[Path]:
    """Lay project, object classes and all tilesets into a folder of maps; those that were not there already.

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
