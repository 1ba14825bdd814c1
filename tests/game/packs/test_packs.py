"""Packs: the fallback chain, the hostile folder, and whether everybody can read the colours."""

from __future__ import annotations

import itertools
import os
import struct
from functools import lru_cache
from pathlib import Path

import pygame
import pytest

from game.packs import safe_files
from game.packs.listing import list_packs
from game.packs.loader import (
    PackError,
    SpritePack,
    load_sound_pack,
    load_sprite_pack,
)
from game.packs.picture_store import BUDGET
from game.packs.validation import check_pack
from game.system.paths import data_root, user_root
from tests.kits.colour_vision import VISION, contrast, delta_e
from tests.kits.rows import of_each

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64">{}</svg>'
PNG_HEAD = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
HEAD = 'id = "{0}"\nversion = "1"\ntitle = "T"\nauthor = "A"\nlicence = "CC0-1.0"\nengine = ">=0.1"\n'
WEATHERS = ("good", "mixed", "mud", "snow")
GROUNDS = ("clear", "forest", "hills", "mountain", "swamp", "desert_steppe", "sea", "offmap")
AXIS = ("GER", "RUM", "HUN", "FIN", "SLO", "GER_SS", "ROM", "ITA", "SLK", "SPA")
SOVIET = ("SOV", "SOV_brown", "SOV_tan", "SOV_white", "SOV_red", "POL", "BUL")
OVERLAYS = (
    "reach",
    "reach_no_attack",
    "enemy_reach",
    "enemy_zoc",
    "supply_full",
    "supply_limited",
    "supply_out",
    "command",
    "air",
    "depot",
    "cold",
    "objective",
    "moved",
    "target",
    "selection",
)
LINES = (
    "river",
    "major_river",
    "volga",
    "lake",
    "strait",
    "supply_only",
    "impassable",
    "stalin_line",
    "fortified_line",
    "road",
    "highway",
    "rail",
    "double_rail",
    "coast",
    "border",
)
PICTURES = {
    "symbols": """infantry armour mechanised motorised cavalry artillery engineer antitank hq airborne
        mountain light factory fortification air depot marshal dictator partisans airbase unknown""",
    "badges": """disrupted unsupplied endangered isolated fortified emplaced moved noattack attacking defending reserve
        hidden packed transit reduced spent active locked victor dispersed broken_through crowded""",
    "icons": """town major victory fortress port factory infantry_centre oil save load undo redo end supply
        zone help log search settings sound mute dice_1 dice_2 dice_3 dice_4 dice_5 dice_6 arrow menu
        flag_axis flag_soviet weather_good weather_mud weather_snow weather_fair weather_mixed fortified_zone
        works weak_fort fort partisan locked overrun people weather_frost weather_subarctic
        chit_move chit_combat chit_move_combat chit_panzer chit_star chit_staff
        chit_deep chit_alarm chit_front chit_logistics chit_secret""",
    "echelons": "battalion regiment brigade division corps army army_group",
}
NAMES = [f"{folder}/{name}" for folder, names in PICTURES.items() for name in names.split()]


PACKS = ("standard", "plain", "staff", "silhouettes")


@pytest.fixture(params=PACKS)
def pack(request: pytest.FixtureRequest) -> SpritePack:
    return loaded(request.param)


@lru_cache
def loaded(name: str) -> SpritePack:
    """A pack that came with the game, for all tests of this file."""
    return load_sprite_pack(name)


def make_pack(root: Path, name: str = "mine", extra: str = "", fallback: str = "") -> Path:
    folder = root / name
    (folder / "icons").mkdir(parents=True)
    (folder / "pack.toml").write_text(HEAD.format(name) + f'fallback = "{fallback}"\n' + extra)
    return folder


def refusal(folder: Path) -> str:
    with pytest.raises(PackError) as caught:
        load_sprite_pack(folder.name, (folder.parent,))
    return str(caught.value)


# ---- what the packs hold -------------------------------------------------------------------------------


def test_own_packs_have_no_faults() -> None:
    for kind in ("sprites", "sounds"):
        for info in list_packs(kind, (data_root() / kind,)):
            assert info.problem == ""
            assert info.licence == "CC0-1.0"
            assert check_pack(info.folder) == []


def test_all_sprite_packs_are_listed_in_order() -> None:
    assert [info.id for info in list_packs("sprites", (data_root() / "sprites",))] == sorted(PACKS)


@of_each("name", NAMES)
def test_every_named_picture_is_drawn_from_small_to_large(pack: SpritePack, name: str) -> None:
    for size in (14, 48, 128):
        picture = pack.surface(name, size)
        assert picture.get_size() == (size, size)
        assert pygame.mask.from_surface(picture, 60).count() > size // 2
    assert pack.warnings == []


def test_every_table_of_the_game_is_there(pack: SpritePack) -> None:
    for ground, weather in itertools.product(GROUNDS, WEATHERS):
        assert all(pack.has(glyph) for glyph in pack.terrain(ground, weather).glyphs)
    for names, ask in ((LINES, pack.line), (OVERLAYS, pack.overlay), ((*AXIS, *SOVIET), pack.counter)):
        assert all(ask(name) for name in names)
    assert all(pack.theme(name) for name in ("dark", "light", "contrast"))
    assert pack.warnings == []


def test_badges_differ_in_outline_and_not_only_in_their_inside() -> None:
    pack = load_sprite_pack("standard")
    masks = {n: pygame.mask.from_surface(pack.surface(n, 32)) for n in NAMES if n.startswith("badges/")}
    for first, second in itertools.combinations(sorted(masks), 2):
        same = masks[first].overlap_area(masks[second], (0, 0))
        differ = masks[first].count() + masks[second].count() - 2 * same
        assert differ > 60, (first, second, differ)


def test_weather_changes_the_ground() -> None:
    pack = load_sprite_pack("standard")
    for ground in ("clear", "forest", "hills", "swamp"):
        assert len({pack.terrain(ground, weather).fill for weather in WEATHERS}) == 4
    assert pack.terrain("sea", "snow") == pack.terrain("sea", "good")


def test_mixed_weather_lies_half_way_between_dry_ground_and_mud(pack: SpritePack) -> None:
    dry, mixed, mud = (pack.terrain("clear", weather) for weather in ("good", "mixed", "mud"))
    assert mixed.glyphs == dry.glyphs
    assert all(abs(2 * b - a - c) <= 1 for a, b, c in zip(dry.fill, mixed.fill, mud.fill, strict=True))
    assert pack.terrain("clear", "fair") == dry


def test_kindred_ground_is_drawn_alike(tmp_path: Path) -> None:
    ground = '[terrain.forest]\nfill="#102030"\nmottle="#000000"\nink="#000000"'
    make_pack(tmp_path, extra=ground, fallback="standard")
    pack = load_sprite_pack("mine", (tmp_path, data_root() / "sprites"))
    assert pack.terrain("woods") == pack.terrain("forest")
    assert pack.terrain("woods").fill == (16, 32, 48)
    assert pack.terrain("marsh") == pack.terrain("swamp") and pack.terrain("rough") == pack.terrain("hills")


def test_the_wider_the_river_the_wider_the_line(pack: SpritePack) -> None:
    assert pack.line("river").width < pack.line("major_river").width < pack.line("volga").width
    assert len({pack.line(kind).colour for kind in ("river", "major_river", "volga")}) == 3


# ---- fallback, tint, placeholder -----------------------------------------------------------------------


def test_a_pack_shows_its_own_entry_and_else_its_fallbacks() -> None:
    standard, plain = load_sprite_pack("standard"), load_sprite_pack("plain")
    assert plain.terrain("clear") != standard.terrain("clear")
    assert plain.overlay("target") == standard.overlay("target")
    own, lent = "icons/town", "icons/save"
    assert pixels(plain.surface(own, 32)) != pixels(standard.surface(own, 32))
    assert pixels(plain.surface(lent, 32)) == pixels(standard.surface(lent, 32))


def pixels(picture: pygame.Surface) -> bytes:
    return pygame.image.tobytes(picture, "RGBA")


def test_tint_turns_black_into_the_ink_and_leaves_white_and_the_outline(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    (folder / "icons/two.svg").write_text(
        SVG.format('<rect width="32" height="64"/><rect x="32" width="16" height="64" fill="#fff"/>')
    )
    pack = load_sprite_pack("mine", (tmp_path,))
    tinted = pack.surface("icons/two", 64, (200, 30, 10))
    assert tinted.get_at((10, 30)) == (200, 30, 10, 255)
    assert tinted.get_at((40, 30)) == (255, 255, 255, 255)
    assert tinted.get_at((60, 30)).a == 0


def test_a_missing_picture_is_a_crossed_box_and_one_warning() -> None:
    pack = load_sprite_pack("plain")
    for size in (20, 40, 20):
        assert pack.surface("icons/no_such", size).get_size() == (size, size)
    assert len(pack.warnings) == 1
    assert "icons/no_such" in pack.warnings[0]


def test_an_unknown_colour_or_line_is_grey_and_one_warning() -> None:
    pack = load_sprite_pack("standard")
    assert pack.colour("no_such") == (128, 128, 128) == pack.colour("theme.dark.no_such")
    assert pack.line("canal") == pack.line("canal")
    assert len(pack.warnings) == 3


def test_colours_are_found_by_dotted_name() -> None:
    pack = load_sprite_pack("standard")
    assert pack.colour("terrain.clear.fill") == pack.terrain("clear").fill
    assert pack.colour("theme.light.text") == pack.theme("light").text
    assert pack.colour("overlay.reach.casing") == (255, 255, 255)


def test_a_counter_without_the_variant_shows_its_nation() -> None:
    pack = load_sprite_pack("standard")
    assert pack.counter("GER", "brown") == pack.counter("GER")
    assert pack.counter("SOV", "white") != pack.counter("SOV", "brown")
    assert pack.warnings == []


def test_the_same_picture_is_drawn_once_and_the_store_stays_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = load_sprite_pack("standard")
    assert pack.surface("icons/save", 32) is pack.surface("icons/save", 32)
    monkeypatch.setattr(BUDGET, "limit", 40_000)
    for size in range(40, 60):
        pack.surface("icons/save", size)
    assert pack._cache.held <= BUDGET.held <= 40_000


def test_a_png_is_scaled_into_the_square(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    picture = pygame.Surface((40, 20))
    picture.fill((10, 200, 30))
    pygame.image.save(picture, str(folder / "icons/wide.png"))
    drawn = load_sprite_pack("mine", (tmp_path,)).surface("icons/wide", 32)
    seen = drawn.get_at((16, 16))
    assert all(abs(a - b) <= 4 for a, b in zip(seen, (10, 200, 30, 255), strict=True))
    assert drawn.get_at((16, 2)).a == 0


def test_the_first_root_wins_over_a_pack_of_the_same_id(tmp_path: Path) -> None:
    first, second = make_pack(tmp_path / "a"), make_pack(tmp_path / "b")
    assert load_sprite_pack("mine", (tmp_path / "a", tmp_path / "b")).folders == (first,)
    used, other = list_packs("sprites", (second.parent, first.parent))
    assert (used.folder, other.folder) == (second, first)
    assert not used.problem
    assert str(first) in other.problem and str(second) in other.problem


# ---- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extra", "key", "cause"),
    [
        ('[colours]\ngrid = "red"', "colours.grid", "#rrggbb"),
        ('[lines.river]\ncolour = "#000000"\nwidth = 900\ncasing = "#000000"', "lines.river.width", "64"),
        ('[lines.river]\ncolour = "#000000"\nwidth = 3', "lines.river", "casing"),
        ('[overlay.x]\ncolour="#000000"\ncasing="#000000"\npattern="zigzag"', "overlay.x.pattern", "zigzag"),
        ('[terrain_snow.clear]\nfil = "#000000"', "terrain_snow.clear.fil", "did you mean 'fill'?"),
        ('[terrain.claer]\nfill = "#000000"', "terrain.claer", "no pack beneath has [terrain.claer]"),
        ("wings = 2", "", "wings"),
        ("[colours", "", "TOML"),
        ("x = " + "9" * 6000, "", "TOML"),
        ("x = " + "[" * 9000, "", "nested too deep"),
    ],
)
def test_a_wrong_entry_is_refused_with_file_key_and_cause(tmp_path: Path, extra: str, key: str, cause: str) -> None:
    message = refusal(make_pack(tmp_path, extra=extra))
    assert "pack.toml" in message
    assert f"[{key}]" in message or not key
    assert cause in message


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ('id = "mine"', 'id = "other"', "the folder is called"),
        (">=0.1", ">=99.0", "needs Rasputitsa"),
        (">=0.1", "any", ">=0.1"),
        ('fallback = ""', 'fallback = "mine"', "falls back on itself"),
        ('fallback = ""', 'fallback = "gone"', "[fallback]: no pack with this id"),
        ('fallback = ""', 'fallback = "min"', "did you mean 'mine'?"),
        ('id = "mine"', 'id = "Mine"', "'Mine': expected 1 to 40 lower-case letters"),
        ('title = "T"', 'title = "T', "is a closing quotation mark missing?"),
        ('title = "T"', "title = T", "put text in straight quotation marks"),
        ('fallback = ""', 'fallback = "../mine"', "fallback"),
        ('title = "T"', 'title = "a\\u001b[31mb"', "title"),
        ('title = "T"\n', "", "'title' is missing"),
        ('licence = "CC0-1.0"', 'license = "CC0-1.0"', "did you mean 'licence'?"),
    ],
)
def test_a_wrong_manifest_is_refused(tmp_path: Path, old: str, new: str, cause: str) -> None:
    file = make_pack(tmp_path) / "pack.toml"
    file.write_text(file.read_text().replace(old, new))
    assert cause in refusal(file.parent)


def test_check_names_the_line_of_a_quoted_key_and_of_a_picture_that_is_not_there(tmp_path: Path) -> None:
    text = '[tints]\n"icons/victory" = "blue"\n'
    folder = make_pack(tmp_path, fallback="standard", extra=text)
    start = len((folder / "pack.toml").read_text().splitlines()) - 2
    assert f"pack.toml, line {start + 2} [tints.icons/victory]" in check_pack(folder)[0]
    text = '[terrain_snow.clear]\nfill = "#FFFFFF"\nglyphs = ["terrain/gras_1"]\n'
    folder = make_pack(tmp_path / "b", fallback="standard", extra=text)
    told = f"pack.toml, line {start + 3} [terrain_snow.clear.glyphs]: there is no picture 'terrain/gras_1'"
    assert told in check_pack(folder)[0]


def test_two_packs_that_fall_back_on_each_other_are_refused(tmp_path: Path) -> None:
    make_pack(tmp_path, "other", fallback="mine")
    assert "falls back on itself" in refusal(make_pack(tmp_path, fallback="other"))


@pytest.mark.parametrize("name", ["../up", "/etc", "a/b", "", "..", "UP", "x" * 50])
def test_a_pack_id_cannot_be_a_path(name: str) -> None:
    with pytest.raises(PackError):
        load_sprite_pack(name)


@pytest.mark.parametrize("name", ["../pack.toml", "/etc/passwd", "icons/../../x.svg", "C:/x", "a\\b", ".x"])
def test_a_file_name_cannot_leave_the_pack(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="inside the pack"):
        safe_files.read_file(make_pack(tmp_path), name)


def test_a_link_out_of_the_pack_is_refused(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    (tmp_path / "secret.svg").write_text(SVG.format(""))
    (folder / "icons/x.svg").symlink_to(tmp_path / "secret.svg")
    assert "outside the pack" in refusal(folder)
    with pytest.raises(PackError, match="outside the pack"):
        safe_files.read_file(folder, "icons/x.svg")


def test_a_linked_folder_is_refused(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    (folder / "more").symlink_to(tmp_path, target_is_directory=True)
    assert "may not be a link" in refusal(folder)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    if not hasattr(os, "mkfifo"):  # Windows has no such file
        return
    os.mkfifo(folder / "icons/x.svg")
    assert "not an ordinary file" in refusal(folder)


def test_too_many_or_too_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = make_pack(tmp_path)
    (folder / "big.png").write_bytes(b"x" * (safe_files.MAX_BYTES + 1))
    assert "larger than 2048 KB" in refusal(folder)
    monkeypatch.setattr(safe_files, "MAX_FILES", 1)
    assert "more than 1 files" in refusal(folder)


@pytest.mark.parametrize(
    ("body", "cause"),
    [
        ("<!DOCTYPE svg>", "not well-formed"),
        ('<!ENTITY a "b">', "not well-formed"),
        ("<script>1</script>", "<script>"),
        ('<image href="#a"/>', "<image>"),
        ('<use href="http://example.org/x"/>', "<use>"),
        ("<foreignObject/>", "<foreignObject>"),
        ("<text>hello</text>", "<text>"),
        ("\0", "not well-formed"),
    ],
)
def test_a_drawing_that_does_more_than_draw_is_refused(tmp_path: Path, body: str, cause: str) -> None:
    folder = make_pack(tmp_path)
    (folder / "icons/x.svg").write_text(SVG.format(body))
    message = refusal(folder)
    assert cause in message
    assert "x.svg" in message


def test_other_disguises_are_refused(tmp_path: Path) -> None:
    folder = make_pack(tmp_path)
    for name, data, cause in (
        ("x.svg", SVG.format("").encode("utf-16"), "cannot read it"),
        ("x.png", PNG_HEAD + struct.pack(">II", 60000, 60000) + b"\0" * 20, "more than 2048"),
        ("x.png", b"GIF89a", "not in PNG"),
        ("x.py", b"print()", "'.py'"),
        ("x.wav", b"MZ", "not in WAV"),
        ("x.ogg", b"OggS" + b"\0" * 30, "cannot read it"),
        ("x.ogg", b"ID3", "not in OGG"),
    ):
        (folder / name).write_bytes(data)
        assert cause in refusal(folder)
        (folder / name).unlink()


def test_a_pack_that_cannot_be_used_is_listed_with_its_problem(tmp_path: Path) -> None:
    make_pack(tmp_path, extra="wings = 2")
    (info,) = list_packs("sprites", (tmp_path, tmp_path / "absent"))
    assert "wings" in info.problem


def test_the_checker_names_missing_glyphs_and_sounds(tmp_path: Path) -> None:
    ground = '[terrain.clear]\nfill="#000000"\nmottle="#000000"\nink="#000000"\nglyphs=["terrain/none"]'
    assert "terrain/none" in check_pack(make_pack(tmp_path, extra=ground))[0]
    sounds = make_pack(tmp_path, "loud", extra='[sounds.bell]\nfile="bell.wav"')
    (sounds / "x.wav").write_bytes((data_root() / "sounds/standard/click.wav").read_bytes())
    assert "bell.wav" in check_pack(sounds)[0]
    assert check_pack(tmp_path) == [f"{tmp_path}: there is no pack.toml"]


# ---- paths ---------------------------------------------------------------------------------------------


def test_the_data_folder_of_a_bundle_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_pack(tmp_path / "sprites", "standard")
    monkeypatch.setattr("sys._MEIPASS", str(tmp_path), raising=False)
    assert data_root() == tmp_path


def test_the_players_folder_can_be_chosen_and_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path / "home"))
    assert user_root() == tmp_path / "home"
    assert list_packs("sounds")[0].id == "standard"
    assert not (tmp_path / "home").exists()


# ---- can everybody read it? ----------------------------------------------------------------------------


def test_ink_on_every_counter_has_contrast_4_5(pack: SpritePack) -> None:
    for name in (*AXIS, *SOVIET):
        style = pack.counter(name)
        assert contrast(style.ink, style.face) >= 4.5, name
        assert contrast(style.symbol, style.face) >= 4.5, name


def test_the_sides_differ_in_frame_shape(pack: SpritePack) -> None:
    assert {pack.counter(name).frame for name in AXIS} == {"square"}
    assert "square" not in {pack.counter(name).frame for name in SOVIET}


@pytest.mark.parametrize("vision", ["normal", "protan", "deutan", "tritan"])
def test_the_sides_differ_in_colour_for_every_eye(pack: SpritePack, vision: str) -> None:
    """In grey only the frame tells the sides apart, which is why it must."""
    for axis, soviet in itertools.product(AXIS, SOVIET):
        assert delta_e(pack.counter(axis).face, pack.counter(soviet).face, vision) >= 12, (axis, soviet)


@pytest.mark.parametrize("vision", sorted(VISION))
def test_overlays_differ_in_pattern_or_plainly_in_colour(pack: SpritePack, vision: str) -> None:
    for first, second in itertools.combinations(OVERLAYS, 2):
        one, two = pack.overlay(first), pack.overlay(second)
        if one.pattern == two.pattern:
            assert delta_e(one.colour, two.colour, vision) >= 20, (first, second)


@pytest.mark.parametrize("vision", sorted(VISION))
def test_an_overlay_or_its_casing_stands_out_on_every_ground(pack: SpritePack, vision: str) -> None:
    for name, ground, weather in itertools.product(OVERLAYS, GROUNDS, WEATHERS):
        style, fill = pack.overlay(name), pack.terrain(ground, weather).fill
        seen = max(delta_e(colour, fill, vision) for colour in (style.colour, style.casing))
        assert seen >= 25, (name, ground, weather)


def test_an_overlay_is_parted_from_its_casing(pack: SpritePack) -> None:
    assert all(contrast(pack.overlay(n).colour, pack.overlay(n).casing) >= 3 for n in OVERLAYS)


def test_overlays_that_fill_a_hex_let_the_ground_show(pack: SpritePack) -> None:
    filling = [pack.overlay(name) for name in OVERLAYS]
    assert all(style.opacity <= 35 for style in filling if style.pattern in ("none", "diagonal", "hatch"))


def test_names_and_numbers_can_be_read_on_every_ground(pack: SpritePack) -> None:
    for ground, weather in itertools.product(GROUNDS, WEATHERS):
        fill = pack.terrain(ground, weather).fill
        assert contrast(pack.colour("name"), fill) >= 4.5, (ground, weather)
        assert contrast(pack.colour("number"), fill) >= 3, (ground, weather)


@pytest.mark.parametrize(("theme", "least"), [("dark", 4.5), ("light", 4.5), ("contrast", 7.0)])
def test_text_on_panels_and_buttons_has_contrast(pack: SpritePack, theme: str, least: float) -> None:
    palette = pack.theme(theme)
    for panel in (palette.panel, palette.panel2):
        for word in ("text", "muted", "accent", "warn", "good", "bad"):
            assert contrast(getattr(palette, word), panel) >= least, (theme, word)
    for button in (palette.button, palette.button_hover):
        assert contrast(palette.button_text, button) >= least


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_the_focus_ring_and_edges_are_visible(pack: SpritePack, theme: str) -> None:
    palette = pack.theme(theme)
    for behind in (palette.panel, palette.panel2, palette.button, palette.button_hover):
        assert contrast(palette.focus, behind) >= 3
    assert contrast(palette.border, palette.panel) >= 3


def test_every_sound_of_the_game_is_there() -> None:
    marches = ("aircraft", "ship", "step", "tracks", "train")
    battle = ("artillery", "shake", "dice", "enemy_loss", "own_loss")
    events = ("bell", "flag", "flag_lost", "pocket", "pocket_lost", "season", "victory", "defeat")
    names = tuple(sorted((*marches, *battle, *events, "bed_good", "bed_mud", "bed_snow", "click", "page", "refuse")))
    pack = load_sound_pack("standard")
    assert pack.names() == names


def test_the_modders_guide_names_every_picture_line_and_overlay() -> None:
    guide = (data_root() / "docs" / "packs.md").read_text(encoding="utf-8")
    words = {word.strip(",|`()./") for word in guide.split()} | {f"dice_{n}" for n in range(1, 7)}
    root = data_root() / "sprites" / "standard"
    drawn = {path.stem for path in root.rglob("*.svg") if path.parent.name != "terrain"}
    assert drawn | {*LINES, *OVERLAYS, *GROUNDS, *AXIS, *SOVIET} <= words
