"""A new map, begun from an empty Tiled file as docs/maps.md tells: what is missing is told, and then it is played."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from ecs import load_board
from game.cli.entry_point import main
from game.ui.map_view.terrain.map_lines import WAYS, courses

HEAD = (
    '<map version="1.8" tiledversion="1.8.2" orientation="hexagonal" renderorder="right-down" width="{0}" height="{1}" '
    'tilewidth="112" tileheight="128" infinite="0" hexsidelength="64" staggeraxis="y" staggerindex="odd" '
    'nextlayerid="9" nextobjectid="99">\n'
)
WIDE, HIGH = 10, 8
SCENARIO = """
id = "ilmen-1942"
ruleset = "war-against-russia"
title = "South of Lake Ilmen"
map = "ilmen.tmx"
start_turn = 9
turns = 12
minutes = 20
ground = "axis_1942"
blurb = "Staraya Russa and Demyansk, spring 1942."
history = ""
victory = { axis_win = 5, soviet_win = 2 }
axis = [
  { hex = "Staraya Russa", units = ["10.K:ger_infkps"] },
  { hex = "D4", units = ["2.K:ger_infkps", "38.K:ger_infkps"] },
]
soviet = [
  { hex = "Demyansk", units = ["34.A:rus_army41"] },
  { hex = "Novgorod", units = ["52.A:rus_army41"] },
  { box = "turn:10", units = ["53.A:rus_army42"] },
]
"""


def centre(column: int, row: int) -> tuple[int, int]:
    return (column - 1) * 112 + 56 + 56 * (row % 2 == 0), (row - 1) * 96 + 64


def point(name: str, kind: str, column: int, row: int, properties: str = "") -> str:
    x, y = centre(column, row)
    inside = f"<properties>{properties}</properties>" if properties else ""
    return f'<object name="{name}" type="{kind}" x="{x}" y="{y}">{inside}<point/></object>'


def way(name: str, kind: str, hexes: Iterable[tuple[int, int]]) -> str:
    (x, y), *rest = (centre(*place) for place in hexes)
    points = " ".join(f"{a - x},{b - y}" for a, b in [(x, y), *rest])
    return f'<object name="{name}" type="{kind}" x="{x}" y="{y}"><polyline points="{points}"/></object>'


def area(name: str, kind: str, x: int, wide: int, y: int = 0, high: int = 800) -> str:
    points = f"0,0 {wide},0 {wide},{high} 0,{high}"
    return f'<object name="{name}" type="{kind}" x="{x}" y="{y}"><polygon points="{points}"/></object>'


def points_worth(points: int) -> str:
    return f'<property name="vp" type="int" value="{points}"/>'


def drawn(tiles: bool = True, objects: str = "", game: str = "") -> str:
    """The file as Tiled saves it; without tiles as it is after File > New."""
    cells = [[2 if tiles and (c, r) == (3, 2) else int(tiles) for c in range(WIDE)] for r in range(HIGH)]
    rows = ",\n".join(",".join(map(str, row)) for row in cells)
    said = f'<properties><property name="game" value="{game}"/></properties>' if game else ""
    tileset = '<tileset firstgid="1" source="tilesets/terrain.tsx"/>' if tiles else ""
    layer = f'<layer id="1" name="{"terrain" if tiles else "Tile Layer 1"}" width="{WIDE}" height="{HIGH}">'
    group = f'<objectgroup id="2" name="all">{objects}</objectgroup>' if objects else ""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{HEAD.format(WIDE, HIGH)}{said}{tileset}'
        f'{layer}<data encoding="csv">\n{rows}\n</data></layer>{group}</map>\n'
    )


LINES = way("Railway", "rail", ((c, 5) for c in range(1, 11))) + way("Road", "road", [(5, 1), (5, 2), (6, 3), (6, 4)])
PLACES = (
    point("Staraya Russa", "victory", 5, 5, points_worth(3))
    + point("Demyansk", "victory", 7, 5, points_worth(3))
    + point("Novgorod", "town", 5, 1)
)
DOORS = (
    point("German entry", "role", 1, 5)
    + area("axis_1942", "region", 0, 600)
    + area("edge_axis", "trait", 0, 100, 380, 200)
    + area("edge_rus_supply", "trait", 1000, 140, 380, 200)
    + area("edge_rus_entry", "trait", 1000, 140, 380, 200)
)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The player's folder of maps, with what a new map begins with."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    assert main(["to-tiled"]) == 0
    return tmp_path / "maps"


def test_check_leads_from_the_empty_file_to_a_map_that_can_be_played(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own / "ilmen.tmx"
    steps = (
        (drawn(tiles=False), 1, "no terrain tile with a code (and 79 more hexes): paint one"),
        (drawn(), 0, "cannot be played by the rules of War Against Russia: no hex has the role or name 'German entry'"),
        (drawn(objects=LINES + PLACES, game="war-against-russia"), 1, "no hex has the trait 'edge_rus_supply'"),
        (drawn(objects=LINES + PLACES + DOORS, game="war-against-russia"), 0, "ilmen.tmx: no faults"),
    )
    for text, code, told in steps:
        path.write_text(text, encoding="utf-8")
        capsys.readouterr()
        assert main(["check", str(path)]) == code
        assert told in capsys.readouterr().out


def test_a_scenario_on_it_is_put_right_by_check_and_played(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (own / "ilmen.tmx").write_text(drawn(objects=LINES + PLACES + DOORS, game="war-against-russia"), encoding="utf-8")
    path = own / "scenarios" / "ilmen-1942.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SCENARIO, encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "A5 (Novgorod): 52.A would be on Axis-held ground" in capsys.readouterr().out
    path.write_text(SCENARIO.replace('"Novgorod"', '"A7"'), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert (
        main(["simulate", "--scenario", "ilmen-1942", "--axis", "officer", "--soviet", "officer", "--games", "2"]) == 0
    )


def test_a_map_with_no_river_draws_its_ways_once(own: Path) -> None:
    path = own / "ilmen.tmx"
    path.write_text(drawn(objects=LINES + PLACES), encoding="utf-8")
    board = load_board(path)
    found = courses(board, ())
    assert {road.kind for road in found.roads} == {"rail", "road"} <= WAYS
    assert not found.hexsides and any("rail" in kinds for kinds in board.sides.values())
