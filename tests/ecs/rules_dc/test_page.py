"""Do the figures on Darkest Crusade's rules page agree with the tables, the map and the scenario?"""

from __future__ import annotations

import re

import pytest

from ecs import RULESETS, new_game
from ecs.core.files.toml_files import ORIGINS
from ecs.rulesets.darkest_crusade.data.tables import classes, tables
from tests.ecs.staging import do, is_disrupted, load_dice, stage, texts, where
from tests.kits.rules_pages import headings, page, table

GAME = "darkest-crusade"


@pytest.mark.parametrize("rule", ["2.1", "6.2", "6.4", "9.2.3", "15.2", "16.3", "16.4"])
def test_rules_named_in_the_code_s_explanations_have_a_heading(rule: str) -> None:
    assert rule in headings(GAME)


def test_the_strength_table_on_the_page_is_the_one_in_force() -> None:
    printed = table(GAME, "### 9.1 ")
    rows = [[int(cell.replace("–", "0")) for cell in row] for row in printed]
    hits = tables().hits
    assert rows == [[strength, *(hits[face][strength - 1] for face in range(6))] for strength in range(1, 26)]


def test_the_units_on_the_page_are_those_in_force() -> None:
    printed = [tuple(int(cell) for cell in row[2:5]) for row in table(GAME, "### 2.2 ")]
    wanted = []
    for kind in classes().values():
        if not {"factory", "dummy"}.intersection(kind.traits):
            wanted.append((kind.attack, max(kind.attack, kind.defence), kind.hits))
            wanted += [kind.strong] if kind.strong else []
    assert sorted(printed) == sorted(wanted)
    told = [row[-1] for row in dict(RULESETS[GAME].figures.tables())["Units (2.2)"][1:]]
    assert [row[-1] for row in table(GAME, "### 2.2 ")][:8] == told[:8] and {*told[8:]} == {"ours"}


def test_the_calendar_on_the_page_is_the_one_in_force() -> None:
    printed = [(row[1], row[-1]) for row in table(GAME, "## 3. ")]
    assert printed == [(turn.name, ORIGINS[turn.origin]) for turn in tables().turn]


def test_the_places_on_the_page_are_those_of_the_map() -> None:
    board = new_game("barbarossa-1941", seed=1).board
    rows = {row[0]: set(re.findall(r"\b[A-R]\d{1,2}\b", row[1])) for row in _places()}
    assert rows["Victory cities"] == {h.label for h in board.hexes if h.place == "victory"}
    assert rows["Major cities"] == {h.label for h in board.hexes if h.place == "major"}
    assert rows["Fortresses"] == {h.label for h in board.hexes if "fortress" in h.traits}
    assert rows["Infantry centres"] == {h.label for h in board.hexes if "irc" in h.traits}
    assert rows["Tank factories"] == {h.label for h in board.hexes if "tankfactory" in h.traits}
    for sea in ("Baltic", "Black", "Azov"):
        row = rows["Black Sea ports" if sea == "Black" else f"{sea} ports"]
        assert row == {h.label for h in board.hexes if {"port", f"coast_{sea}"} <= h.traits}
    for terrain in ("hills", "swamp", "mountain"):
        assert rows[terrain.capitalize()] == {h.label for h in board.hexes if h.terrain == terrain}


def _places() -> list[list[str]]:
    """All two-column rows of section 4.2."""
    section = page(GAME).split("### 4.2", 1)[1].split("### 4.3", 1)[0]
    return [[c.strip() for c in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]


def test_the_victory_points_on_the_page_are_those_in_force() -> None:
    found: dict[str, int] = {}
    for places, points in table(GAME, "## 21. "):
        found |= {spot: int(points[0]) for spot in re.findall(r"\b[A-R]\d{1,2}\b", places)}
    board = new_game("barbarossa-1941", seed=1).board
    worth = {board.hexes[i].label: n for name, n in tables().victory.points.items() for i in board.named(name)}
    assert found == worth


def test_the_set_up_on_the_page_puts_as_many_units_in_each_hex_as_the_scenario() -> None:
    game = new_game("barbarossa-1941", seed=1)
    start: dict[str, int] = {}
    for unit in game._w.units:
        if unit.hex >= 0 and "factory" not in unit.type:
            label = game.board.hexes[unit.hex].label
            start[label] = start.get(label, 0) + 1
    printed = {}
    for heading in ("### 22.1 ", "### 22.2 "):
        for place, units in table(GAME, heading):
            count = len(re.findall(r"\d+(?:st|nd|rd|th)\b|Hungarian|Karelian", units))
            if count:
                printed[place.split()[-1]] = count
    assert printed == start


def test_the_worked_example_and_the_chances_beside_it_are_exact() -> None:
    odds = RULESETS["darkest-crusade"].combat.odds
    rows = [int(row[1].removesuffix(" %")) for row in table(GAME, "## 24. ")]
    battles = [
        {"attack": "3", "defend": "0-1"},
        {"attack": "3", "defend": "0-1", "rivers": "1"},
        {"attack": "4,3", "defend": "0-1,0-1,1-0,1-0", "terrain": "forest"},
        {"attack": "4,3,3", "defend": "0-1,0-1,1-0,1-0", "terrain": "forest", "sides": "2"},
        {"attack": "4", "defend": "0-1", "rounds": "1"},
        {"attack": "4", "defend": "0-1d", "rounds": "1"},
        {"attack": "4,3", "defend": "0-1,0-1", "place": "victory"},
        {"attack": "3", "defend": "", "place": "victory"},
        {"side": "soviet", "attack": "1-0,1-0,1-0", "defend": "4"},
        {"side": "soviet", "attack": "2,2,2", "defend": "3", "weather": "Snow"},
        {"side": "soviet", "attack": "2,2,2", "defend": "3", "weather": "Snow", "place": "town"},
    ]
    assert rows == [round(100 * odds(battle).p_cleared) for battle in battles]
    assert "26 of 27" in page(GAME)
    assert str(odds({"attack": "4,3", "defend": "0-1,1-0"}).p_cleared) == "26/27"


def test_the_worked_example_plays_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stage("A2a0-attack", {"E3": ["16.A(G)", "4.PzGr"], "E4": ["11.A(R)", "3.Mech"]}, turn=1)
    load_dice(monkeypatch, 5, 2, 4, 3)
    do(game, "attack 16.A(G) E4 1", "attack 4.PzGr E4 1", "end", "resolve E4 1", "ford", "fire 0")
    do(game, "hit 11.A(R)", "hit 3.Mech", "hit 16.A(G)", "hit 16.A(G)")
    assert where(game, "3.Mech") == "pool" and is_disrupted(game, "11.A(R)") and is_disrupted(game, "16.A(G)")
    assert texts(game, "retreat")
    do(game, "done", "fire 0")
    assert texts(game) == ["advance 4.PzGr E4"]
    do(game, "advance 4.PzGr E4")
    assert where(game, "4.PzGr") == "E4" and where(game, "11.A(R)") == "pool"
    assert texts(game, "move")


def test_the_regions_and_edges_on_the_page_are_those_of_the_map() -> None:
    board = new_game("barbarossa-1941", seed=1).board
    names = ["germany", "romania", "hungary", "finland", "frontier", "edge_axis", "edge_rus_entry", "edge_rus_supply"]
    rows = [set(row[1].split()) for row in table(GAME, "### 4.4 ")]
    assert rows == [{board.hexes[i].label for i in board.regions[name]} for name in names]
