"""Does any hexagonal map from Tiled become the start of one for the game, and is what it still needs told?"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest

from ecs import MapError, check_board, load_board, maps_root, start_of
from game.cli.entry_point import main
from tests.ecs.board.test_mapfile import run_tiled
from tests.hostile_input.maps import EDITS
from tests.hostile_input.sounds import the_map

GROUND = ("grass", "water", "hill", "xx7")
TILES = "".join(f'<tile id="{i}"><image width="60" height="52" source="{n}.png"/></tile>' for i, n in enumerate(GROUND))
TILESET = f'<tileset name="hex" tilewidth="60" tileheight="52" tilecount="4" columns="0">{TILES}</tileset>'
CELLS = "0,1,1,1,2,1,3,1,4,1,1,2"
TOWN = '<object id="1" name="Springfield" class="City" x="105" y="78" width="4" height="4"/>'
LINE = '<object id="3" name="Main" type="railroad" x="75" y="52"><polyline points="0,0 45,26"/></object>'
OTHER = '<object id="2" name="x" type="spawn" x="100" y="120"><point/></object>'
LAYER = f'<layer id="1" name="Ground" width="4" height="3"><data encoding="csv">{CELLS}</data></layer>'
MAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" orientation="hexagonal" width="4" height="3" '
    'tilewidth="60" tileheight="52" infinite="0" hexsidelength="30" staggeraxis="x" staggerindex="odd">'
    '<tileset firstgid="1" source="tiles/hex.tsx"/>'
    '<imagelayer id="4" name="scan"><image source="scans/old.png" width="9" height="9"/></imagelayer>'
    f'<group id="7" name="g">{LAYER}</group>'
    f'<objectgroup id="2" name="Stuff">{TOWN}{OTHER}{LINE}</objectgroup></map>'
)


@pytest.fixture
def strange(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A stranger's map in a folder of its own; the player's folder is empty."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "theirs"
    (folder / "tiles").mkdir(parents=True)
    for name in GROUND:
        pygame.image.save(pygame.Surface((60, 52)), folder / "tiles" / f"{name}.png")
    (folder / "tiles" / "hex.tsx").write_text(TILESET, encoding="utf-8")
    path = folder / "world.tmx"
    path.write_text(MAP, encoding="utf-8")
    return path


def test_a_strangers_map_keeps_grid_and_tiles_and_gets_our_words(
    strange: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = strange.read_bytes(), (strange.parent / "tiles" / "hex.tsx").read_bytes()
    assert main(["check", str(strange)]) == 1 and "run `rasputitsa from-tiled world.tmx`" in capsys.readouterr().out
    assert main(["from-tiled", str(strange)]) == 0
    told = capsys.readouterr().out
    copy = tmp_path / "home" / "maps" / "world.tmx"
    assert (strange.read_bytes(), (strange.parent / "tiles" / "hex.tsx").read_bytes()) == before
    board = load_board(copy)
    codes = [board.hexes[board.by_offset[at]].terrain for at in [(1, 0), (2, 1), (0, 2)]]
    assert codes == ["clear", "rough", "clear"] and len(board.hexes) == 9
    assert [h.index for h in board.hexes if h.name == "Springfield"] == [board.by_offset[2, 1]]
    assert [(line.kind, line.name) for line in board.roads] == [("rail", "Main")]
    for line in (
        "tile layer 'Ground' has the ground and is now called terrain",
        "hexes without a tile are off the map: 1",
        "hexes of each: clear 8, rough 1, sea 2",
        "so they are clear: tile 3 (xx7) of 'hex' (1 hex)",
        "1 object of class 'City' has class town now",
        "1 object of class 'spawn' has no class now",
        "world.tmx: names no game: set the map's property 'game' to one of darkest-crusade",
        "cannot be played by the rules of Darkest Crusade",
    ):
        assert line in told, line
    root = ElementTree.parse(copy).getroot()
    cells = [node.text for node in root.iter("data")]
    assert cells == [CELLS] and root.get("tilewidth") == "60"
    names = [node.get("name") for node in root.iter("objectgroup")]
    assert names[:2] == ["Stuff", "Stuff (left over)"] and {"rivers", "places", "regions"} <= set(names)
    ids = [node.get("id") for node in root.iter() if node.tag in ("layer", "objectgroup", "group", "imagelayer")]
    assert len(set(ids)) == len(ids) and max(int(number or 0) for number in ids) < int(root.get("nextlayerid", ""))


def test_the_copy_finds_its_pictures_and_opens_in_tiled(strange: Path, tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "mine.tmx"
    copy.parent.mkdir()
    assert main(["from-tiled", str(strange), "--out", str(copy), "--game", "war-against-russia"]) == 0
    root = ElementTree.parse(copy).getroot()
    pictures = [node.get("source", "") for node in root.iter("image")]
    assert pictures == [*(f"tiles/{name}.png" for name in GROUND), "../theirs/scans/old.png"]
    assert all((copy.parent / picture).is_file() for picture in pictures[:4])
    assert (copy.parent / "rasputitsa.tiled-project").is_file()
    assert any("no hex has the role or name 'German entry'" in fault for fault in check_board(copy)[0])
    drawn = tmp_path / "drawn.png"
    if run_tiled("tmxrasterizer", tmp_path, "--hide-layer", "scan", str(copy), str(drawn)):
        assert pygame.image.load(drawn).get_size() == (195, 182)


def test_a_game_that_is_named_says_what_it_looks_for(strange: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["from-tiled", str(strange), "--game", "war-against-russia"]) == 0
    told = capsys.readouterr().out
    assert "no hex has the role or name 'German entry': German and Italian units enter" in told
    assert "look for:" not in told
    strange.write_text(strange.read_text(encoding="utf-8").replace('x="105" y="78"', 'x="0" y="0"'), encoding="utf-8")
    assert main(["from-tiled", str(strange), "--game", "war-against-russia", "--force"]) == 0
    told = capsys.readouterr().out
    assert "'Springfield': at 2,2: the place is not in a playable hex" in told
    assert "The rules of War Against Russia look for:\n    hex 'German entry': German and Italian units enter" in told
    assert main(["from-tiled", str(strange), "--game", "war-against-russland", "--force"]) == 1
    assert "war-against-russland" in capsys.readouterr().err


WANG = (
    '<wangsets><wangset name="w" type="corner" tile="-1"><wangcolor name="Marshland" color="#f00" tile="0"/>'
    '<wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>'
)


@pytest.mark.parametrize(
    ("tile", "code"),
    [
        ('<tile id="0" type="Deep Water"/>', "sea"),
        ('<tile id="0" class="forest"/>', "forest"),
        ('<tile id="0"><properties><property name="kind" value="Pine Trees"/></properties></tile>', "woods"),
        (WANG, "marsh"),
        ("", "clear"),
    ],
)
def test_what_a_tile_says_of_itself_is_its_terrain(strange: Path, tmp_path: Path, tile: str, code: str) -> None:
    image = '<image source="grass.png" width="60" height="52"/>'
    (strange.parent / "tiles" / "hex.tsx").write_text(
        f'<tileset name="hex" tilewidth="60" tileheight="52" tilecount="1" columns="1">{image}{tile}</tileset>'
    )
    strange.write_text(MAP.replace(CELLS, "1,1,1,1,1,1,1,1,1,1,1,1").replace(TOWN + OTHER + LINE, ""))
    assert main(["from-tiled", str(strange)]) == 0
    root = ElementTree.parse(tmp_path / "home" / "maps" / "world.tmx").getroot()
    (found,) = root.findall("tileset/tile/properties/property[@name='code']")
    assert found.get("value") == code


def test_our_own_maps_stay_as_they_are(strange: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = maps_root() / "crimea_18km.tmx"
    (tmp_path / "again").mkdir()
    assert main(["from-tiled", str(source), "--out", str(tmp_path / "again" / "crimea.tmx")]) == 0
    assert load_board(tmp_path / "again" / "crimea.tmx").digest == load_board(source).digest
    assert "Changed:\n    new layers for" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('orientation="hexagonal"', 'orientation="orthogonal"', "the orientation must be hexagonal"),
        (CELLS, "0,0,0,0,0,0,0,0,0,0,0,0", "no tile layer whose tiles can be read"),
        ("tiles/hex.tsx", "../hex.tsx", "must be a .tsx file inside the map's folder"),
        ("<map ", "<!DOCTYPE map><map ", "document types, entities"),
    ],
)
def test_what_is_no_map_of_hexes_is_refused_and_nothing_is_written(
    strange: Path, tmp_path: Path, old: str, new: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    strange.write_text(strange.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert main(["from-tiled", str(strange)]) == 1
    assert said in capsys.readouterr().err and not (tmp_path / "home" / "maps" / "world.tmx").exists()


def test_nothing_is_written_over_unasked_and_words_of_a_scenario_are_told_apart(
    strange: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["from-tiled", str(strange)]) == 0 and main(["from-tiled", str(strange)]) == 1
    assert "--force overwrites it" in capsys.readouterr().err
    assert main(["from-tiled", str(strange), "--force"]) == 0
    assert main(["from-tiled", str(strange), "--out", str(strange), "--force"]) == 1
    assert main(["from-tiled", str(strange), "--title", "x"]) == 1 and "--scenario" in capsys.readouterr().err
    assert main(["from-tiled", str(strange), "--scenario", "x.toml", "--game", "x"]) == 1


@pytest.mark.parametrize("number", range(0, len(EDITS), 8))
def test_a_hostile_map_is_no_start_or_a_harmless_one(tmp_path: Path, number: int) -> None:
    for name in [*EDITS][number : number + 8]:
        old, new = EDITS[name]
        path = the_map(tmp_path / str(number) / name.replace(" ", "_"))
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        try:
            start = start_of(path, tmp_path / "copies")
        except MapError as error:
            assert str(error).startswith("tiny.tmx: "), name
        else:
            assert all(not Path(picture).is_absolute() and ".." not in picture for picture in start.pictures), name
