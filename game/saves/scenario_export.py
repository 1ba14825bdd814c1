"""A position written as a scenario file: for the command line by its name, for the window into the player's folder."""

from __future__ import annotations

from pathlib import Path

from ecs import Game, SetupError, check_scenario, retold, scenario_id_fault, toml_text
from game.play.scenarios import list_scenarios
from game.system.output_files import OutputError, check_output, write_output
from game.system.paths import user_root

HEADING = (
    "Written by `rasputitsa export` from a saved game: counters, steps lost, ground, turn and options are as there."
)
LEFT_OUT = "A scenario cannot say:"


def write_scenario(game: Game, path: Path, force: bool = False) -> tuple[str, ...]:
    """Write the position of a game as a scenario file; what it does not say, a sentence each.

    :param force: an older file of that name may be written over.
    :raises OutputError: if the file cannot be written, or is there already.
    :raises SetupError: if the position cannot be told, or the scenario could not be begun; the file is not written then
        or taken away again.
    """
    if path.suffix != ".toml":
        raise OutputError(f"{path.name}: a scenario file ends in .toml")
    fault = scenario_id_fault(path.stem)
    if fault:
        raise OutputError(f"{path.name}: {fault}")
    if check_output(path).exists() and not force:
        raise OutputError(f"{path}: is there already; --force writes over it")
    told = retold(game, path.stem)
    text = toml_text(told.table, (HEADING, LEFT_OUT, *(f"- {note}" for note in told.notes)))
    before = path.read_bytes() if path.exists() else None
    write_output(path, text.encode())
    faults = check_scenario(path)
    if faults:
        if before is None:
            path.unlink()
        else:
            write_output(path, before)
        raise SetupError(f"the scenario could not be begun: {faults[0]}")
    return told.notes


def write_own_scenario(game: Game) -> tuple[Path, tuple[str, ...]]:
    """Write the position of a game into the player's folder of scenarios, under a name that is free; where, and what it
    does not say.

    :raises OutputError: if it cannot be written.  :raises SetupError: if the position cannot be told.
    """
    folder = user_root() / "maps" / "scenarios"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from None
    taken = {path.stem.casefold() for path in list_scenarios()} | {path.stem.casefold() for path in folder.iterdir()}
    stem = f"{game.scenario.id[:60]}-turn-{game.turn}"
    name = next(name for n in range(1, 10_000) if (name := stem if n == 1 else f"{stem}-{n}").casefold() not in taken)
    path = folder / f"{name}.toml"
    return path, write_scenario(game, path)
