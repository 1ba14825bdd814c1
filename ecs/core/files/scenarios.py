"""Finding and reading scenarios.  Their files are maps/scenarios/<ruleset>/<id>.toml."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from ecs.core.components import Side
from ecs.core.files.faults import Fault, shape_faults
from ecs.core.files.scenario_grammar import (
    MOST_COUNTERS,
    MOST_ZONES,
    Counter,
    Line,
    Name,
    Prose,
    ScenarioFile,
    ScenarioId,
    UnitEntry,
    ZoneEntry,
)
from ecs.core.files.scenario_source import EDITS, REASONS, ScenarioSource, read_source, refuse, without
from ecs.core.files.toml_files import read_toml
from ecs.core.ruleset import Briefing, Scenario, SetupError
from ecs.untrusted_input import likely, plain

__all__ = [
    "Counter",
    "Line",
    "Name",
    "Prose",
    "ScenarioId",
    "UnitEntry",
    "ZoneEntry",
    "extended_by",
    "find_map",
    "find_scenario",
    "list_scenarios",
    "load_scenario",
    "look_also_in",
    "look_for_maps_in",
    "maps_root",
    "read_scenario",
]

FOLDER = "scenarios"
_elsewhere: list[Callable[[], Iterable[Path]]] = []
_lenders: list[Callable[[Path, str], Path | None]] = []


def maps_root() -> Path:
    """The folder of maps and scenarios: in a bundle, a checkout, or beside the installed packages."""
    bundled = getattr(sys, "_MEIPASS", None)
    here = Path(__file__).resolve().parents[3]
    for root in ([Path(bundled)] if bundled else []) + [here, here / "rasputitsa_data"]:
        if (root / "maps").is_dir():
            return root / "maps"
    raise SetupError(f"no maps folder beside {here}")


def list_scenarios(root: Path | None = None) -> list[Path]:
    """All scenario files in a folder and in the folders directly below it, by path."""
    where = root or maps_root() / FOLDER
    return sorted((*where.glob("*.toml"), *where.glob("*/*.toml")))


def look_also_in(lists: Callable[[], Iterable[Path]], why_absent: Callable[[str], str] | None = None) -> None:
    """Also look here for scenarios that others extend: in the player's folder, in an add-on.

    :param why_absent: why one of an id is not among them although it is at hand, in words; "" if it is not.
    """
    if lists not in _elsewhere:
        _elsewhere.append(lists)
        REASONS.extend([] if why_absent is None else [why_absent])


def look_for_maps_in(lender: Callable[[Path, str], Path | None]) -> None:
    """A scenario may be played on a map that is found there: its file and the name of the map -> where, or None."""
    if lender not in _lenders:
        _lenders.append(lender)


def _extended(name: str, path: Path) -> Path | None:
    """The scenario that a file extends, by id: beside it, among the game's own, the player's and the add-ons'."""
    beside = path.with_name(f"{name}.toml")
    if beside != path and (beside.is_symlink() or beside.exists()):
        return beside
    every = (*list_scenarios(), *(there for lists in _elsewhere for there in lists()))
    return next((there for there in every if there.stem == name), None)


def _absent(name: str) -> str:
    """What to say of an id that no scenario has."""
    every = (*list_scenarios(), *(there for lists in _elsewhere for there in lists()))
    return f"there is no scenario with that id{likely(name, (there.stem for there in every))}"


REASONS.append(_absent)


def extended_by(path: Path) -> Path | None:
    """The file of the scenario that another file extends; None if it is complete in itself.

    :raises TableError: if the file cannot be read.
    """
    name = read_toml(path).get("extends")
    return _extended(name, path) if isinstance(name, str) else None


def scenario_id_fault(name: str) -> str:
    """Why a file of this name cannot hold a scenario, in words; "" if it can."""
    return next((fault.cause for fault in shape_faults(name, ScenarioId)), "")


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file.

    A file with ``extends = "id"`` says only what differs from the scenario of that id.

    :raises TableError: if it is malformed.  :raises SetupError: if its map is outside the maps folder.
    """
    source = read_scenario(path)
    refuse(source.faults)
    return made_of(source)


def read_scenario(path: Path) -> ScenarioSource:
    """A scenario file with what it extends; all that is wrong with it in itself stands in its faults.

    :raises TableError: if a file cannot be read, or is no TOML.
    """
    source = read_source(path, _extended)
    found = [fault for fault in shape_faults(source.raw, ScenarioFile, more=EDITS) if source.whole or not fault.missing]
    source.blame(found)
    source.sound = without(source.raw, found)
    source.blame(_own_faults(source))
    return source


def _own_faults(source: ScenarioSource) -> Iterator[Fault]:
    """What is wrong with a scenario of the right shape, whatever its game and map."""
    data, name = msgspec.convert(source.sound, ScenarioFile), source.path.stem
    if data.id != name and data.id == source.raw.get("id"):
        yield Fault(("id",), f"{data.id!r}: expected the file's own name, {plain(name)!r}")
    if data.start_turn > data.turns:
        yield Fault(("start_turn",), f"{data.start_turn}: expected 1 to {data.turns}, its last turn")
    if sum(len(entry.units) for entry in (*data.axis, *data.soviet)) > MOST_COUNTERS:
        yield Fault((), f"more than {MOST_COUNTERS} counters")
    if len(data.zones) > MOST_ZONES:
        yield Fault(("zones",), f"more than {MOST_ZONES} zones")


def made_of(source: ScenarioSource) -> Scenario:
    """The record of a faultless scenario.

    :raises SetupError: if its map is outside the maps folder.
    """
    path, data = source.path, msgspec.convert(source.sound, ScenarioFile)
    board = find_map(path, data.map)
    units = (*(("axis", e) for e in data.axis), *(("soviet", e) for e in data.soviet))
    return Scenario(
        id=data.id,
        ruleset=data.ruleset,
        title=data.title,
        map=board,
        turns=data.turns,
        minutes=data.minutes,
        blurb=data.blurb,
        history=data.history,
        units=units,
        path=path,
        options=data.options,
        unused_options=tuple(data.unused_options),
        start_turn=data.start_turn,
        ground=data.ground,
        zones={zone.name: zone for zone in data.zones},
        rules={**data.rules, **data.victory},
        points=data.points,
        weather=data.weather,
        absent=tuple(data.absent),
        briefing={
            side: Briefing(told.aim, tuple(told.ideas))
            for side, told in ((Side.AXIS, data.briefing.axis), (Side.SOVIET, data.briefing.soviet))
            if told is not None
        },
        figures={key: value for key, value in (("units", data.units), ("tables", data.tables)) if value},
    )


def find_map(path: Path, name: str) -> Path:
    """The map that a scenario of this path names, inside the folder that holds the folder of scenarios; else the game's
    of that name, or one that is lent by others."""
    try:
        folder = path.resolve().parent
        maps = folder.parent if folder.name == FOLDER else folder.parent.parent
        maps = maps / "maps" if (maps / "maps").is_dir() else maps  # of an add-on, where they lie side by side
        board = (maps / name).resolve()
        if maps not in board.parents:
            raise SetupError(f"{path.name}: map {name[:80]!r} is outside the maps folder")
        if board.exists():
            return board
        shipped = maps_root() / board.relative_to(maps)
        lent = (shipped if shipped.is_file() else None, *(lender(path, name) for lender in _lenders))
        return next((found for found in lent if found is not None), board)
    except (OSError, RuntimeError):  # a name no file can have, links that lead round in a ring
        raise SetupError(f"{path.name}: map {name[:80]!r} cannot be found") from None


def find_scenario(scenario_id: str) -> Scenario:
    """The scenario with this id.

    :raises SetupError: naming those there are.
    """
    paths = list_scenarios()
    for path in paths:
        if path.stem == scenario_id:
            return load_scenario(path)
    raise SetupError(f"no scenario {scenario_id!r}; choose from: {', '.join(p.stem for p in paths)}")
