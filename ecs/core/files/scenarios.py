"""The scenarios there are, and what they say.  Read from maps/scenarios/<ruleset>/<id>.toml."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from ecs.core.files.toml_tables import TableError, read_toml
from ecs.core.ruleset import Scenario, SetupError
from ecs.untrusted_input import NO_LETTERS, cause_of

MOST_COUNTERS = 2000
MOST_ZONES = 100

Line = Annotated[str, Meta(pattern=rf"^[^{NO_LETTERS}]{{1,200}}\Z")]
Name = Annotated[str, Meta(pattern=rf"^[^{NO_LETTERS}]{{0,60}}\Z")]
Prose = Annotated[str, Meta(max_length=8000)]
ScenarioId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}\Z")]
Counter = Annotated[str, Meta(pattern=rf"^[^\s:{NO_LETTERS}]{{1,40}}:[A-Za-z0-9_]{{1,40}}\Z")]
"""A counter's id and its class.  The id stands in every command, and so in a line of a save."""


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Counters that start together: ``units`` as "id:class", in a hex or a box.

    ``zone``: the set-up zone their owner may move them about in before the first turn.
    ``lost``: steps they have lost already; ``dispersed``: they begin Dispersed.
    """

    units: list[Counter]
    hex: Name = ""
    box: Name = ""
    zone: Name = ""
    lost: Annotated[int, Meta(ge=0, le=9)] = 0
    dispersed: bool = False


class ZoneEntry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A set-up zone: where its units may be put before the first turn.

    ``regions``: map regions it is made of (none: all ground of the side); ``also``: hexes besides; ``front`` and
    ``depth``: only hexes within so many hexes of that region; ``rows``: printed rows, first and last; ``places``:
    only towns and cities; ``outside``: regions that do not belong to it; ``most``: units a hex at most (0: the
    stacking limit).  ``air``, ``air_in``: aircraft may also start so many hexes away, in these regions.
    ``cover``: a region of which every ``every``-th hex must hold a unit.
    """

    name: Name
    title: Line
    regions: list[str] = []
    also: list[str] = []
    front: str = ""
    depth: int = 0
    rows: tuple[int, int] = (0, 999)
    places: bool = False
    outside: list[str] = []
    air: int = 0
    air_in: list[str] = []
    most: int = 0
    cover: str = ""
    every: int = 1


class ScenarioFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The shape of a scenario file."""

    id: ScenarioId
    ruleset: str
    title: Line
    map: Line
    turns: int
    minutes: Annotated[int, Meta(ge=0, le=100_000)]
    blurb: Prose
    history: Prose
    axis: list[UnitEntry]
    soviet: list[UnitEntry]
    options: dict[str, str] = {}
    start_turn: int = 1
    ground: str = ""
    zones: list[ZoneEntry] = []
    rules: dict[str, int] = {}


def maps_root() -> Path:
    """The folder of maps and scenarios: in a bundle, a checkout, or beside the installed packages."""
    bundled = getattr(sys, "_MEIPASS", None)
    here = Path(__file__).resolve().parents[3]
    for root in ([Path(bundled)] if bundled else []) + [here, here / "rasputitsa_data"]:
        if (root / "maps").is_dir():
            return root / "maps"
    raise SetupError(f"no maps folder beside {here}")


def list_scenarios(root: Path | None = None) -> list[Path]:
    """All scenario files, by path."""
    return sorted((root or maps_root() / "scenarios").glob("*/*.toml"))


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file.

    A file with ``extends = "id"`` says only what differs from the scenario of that id beside it.

    :raises TableError: if it is malformed.  :raises SetupError: if its map leaves the maps folder.
    """
    data = _read(path)
    if data.id != path.stem:
        raise SetupError(f"{path.name}: id = {data.id!r}; expected the file's own name")
    board = _map(path, data.map)
    if not 1 <= data.turns <= 200:
        raise SetupError(f"{path.name}: turns = {data.turns}; expected 1 to 200")
    if not 1 <= data.start_turn <= data.turns:
        raise SetupError(f"{path.name}: start_turn = {data.start_turn}; expected 1 to {data.turns}")
    if sum(len(e.units) for e in (*data.axis, *data.soviet)) > MOST_COUNTERS or len(data.zones) > MOST_ZONES:
        raise SetupError(f"{path.name}: more than {MOST_COUNTERS} counters or {MOST_ZONES} set-up zones")
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
        start_turn=data.start_turn,
        ground=data.ground,
        zones={zone.name: zone for zone in data.zones},
        rules=data.rules,
    )


def _map(path: Path, name: str) -> Path:
    """The map a scenario names, inside the folder that holds the folder of scenarios; else the game's of that name."""
    try:
        maps = path.resolve().parent.parent.parent
        maps = maps / "maps" if (maps / "maps").is_dir() else maps  # of an add-on, where they lie side by side
        board = (maps / name).resolve()
        if maps not in board.parents:
            raise SetupError(f"{path.name}: map {name[:80]!r} leaves the maps folder")
        shipped = maps_root() / board.relative_to(maps)
        return shipped if shipped.is_file() and not board.exists() else board
    except (OSError, RuntimeError):  # a name no file can have, links that lead round in a ring
        raise SetupError(f"{path.name}: map {name[:80]!r} cannot be found") from None


def _read(path: Path) -> ScenarioFile:
    raw = read_toml(path)
    if "extends" in raw:
        raw = {**_base(path, raw["extends"]), **{key: value for key, value in raw.items() if key != "extends"}}
    try:
        return msgspec.convert(raw, ScenarioFile)
    except msgspec.ValidationError as e:
        raise TableError(f"{path.name}: {cause_of(e)}") from None


def _base(path: Path, name: object) -> dict[str, object]:
    """The file another one extends: beside it, and complete in itself."""
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9-]{1,80}", name):
        raise SetupError(f"{path.name}: extends {str(name)[:80]!r}; expected the id of a scenario in the same folder")
    if path.with_name(f"{name}.toml").is_symlink():
        raise SetupError(f"{path.name}: extends {name!r}, which is a link to another file")
    raw = read_toml(path.with_name(f"{name}.toml"))
    if "extends" in raw:
        raise SetupError(f"{path.name}: extends {name!r}, which extends another itself")
    return raw


def find_scenario(scenario_id: str, root: Path | None = None) -> Scenario:
    """The scenario with this id.

    :raises SetupError: naming those there are.
    """
    paths = list_scenarios(root)
    for path in paths:
        if path.stem == scenario_id:
            return load_scenario(path)
    raise SetupError(f"no scenario {scenario_id!r}; there are: {', '.join(p.stem for p in paths)}")
