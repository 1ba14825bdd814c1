"""What a pack may say beyond colours: fonts, tints, places, looks by game, single units; and slips of the pen."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from ecs import RULESETS, Side
from ecs.core.view import UnitView
from game.app.application import App
from game.app.settings import Settings
from game.cli.entry_point import main
from game.packs.decoder_process import decode
from game.packs.listing import list_packs
from game.packs.loader import Kind, Rgb, SpritePack, load_sprite_pack
from game.packs.media_trial import DIED, tried
from game.packs.safe_files import line_of
from game.packs.validation import check_pack, pack_warnings
from game.screens.all_screens import all_resources
from game.system.paths import data_root
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.counters.counter_faces import Counters, look_of
from game.ui.map_view.map_text import Letters
from game.ui.map_view.terrain.map_labels import LabelPlan
from game.ui.widgets.style.text_rendering import FACES, FOLDER, letters, use_letters
from tests.game.ui.test_table import unit
from tests.hostile_input.sounds import HEAD, SVG, written
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
OVER = 'fallback = "standard"\n'
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#000"/></svg>'
COUNTER = (
    'face = "#FFFFFF"\nedge = "#000000"\nink = "#000000"\nstripe = "#888888"\nsymbol = "#000000"\nframe = "square"\n'
)


@pytest.fixture
def pack(home: Path) -> Path:
    """The folder of a pack of the player's."""
    return home / "sprites" / "mine"


def faults(pack: Path, text: str) -> list[str]:
    """What is said of a pack with these tables."""
    written(pack / "pack.toml", HEAD.format("mine") + OVER + text)
    return check_pack(pack)


def loaded(pack: Path, text: str) -> SpritePack:
    """The pack with these tables."""
    written(pack / "pack.toml", HEAD.format("mine") + OVER + text)
    return load_sprite_pack("mine")


# -- entries that change a little ---------------------------------------------------------------------------


def test_one_colour_is_a_pack_and_the_rest_comes_from_beneath(pack: Path) -> None:
    standard = load_sprite_pack("standard")
    text = '[terrain.clear]\nfill = "#112233"\n[counters.GER]\nface = "#445566"\n[theme.dark]\npanel = "#070809"\n'
    written(pack / "pack.toml", 'id = "mine"\ntitle = "One colour"\nlicence = "CC0-1.0"\n' + OVER + text)
    assert check_pack(pack) == []
    mine = load_sprite_pack("mine")
    assert mine.terrain("clear") == replace(standard.terrain("clear"), fill=Rgb((0x11, 0x22, 0x33)))
    assert mine.theme("dark") == replace(standard.theme("dark"), panel=Rgb((7, 8, 9)))
    assert mine.terrain("clear", "snow").mottle == standard.terrain("clear", "snow").mottle, "winter still comes"
    for game in ("", *RULESETS):
        old = standard.of_game(game).counter("GER")
        assert mine.of_game(game).counter("GER") == replace(old, face=Rgb((0x44, 0x55, 0x66))), game


def test_a_season_may_change_one_colour_of_the_season_beneath(pack: Path) -> None:
    standard = load_sprite_pack("standard").terrain("clear", "snow")
    mine = loaded(pack, '[terrain_snow.clear]\nink = "#010203"\n')
    assert mine.terrain("clear", "snow") == replace(standard, ink=Rgb((1, 2, 3)))


def test_ground_drawn_anew_has_no_winter_of_another_pack(pack: Path) -> None:
    mine = loaded(pack, '[terrain.clear]\nfill = "#000000"\nmottle = "#000000"\nink = "#000000"\n')
    assert mine.terrain("clear", "snow") == mine.terrain("clear")


def test_a_variant_that_is_new_changes_its_nation(pack: Path) -> None:
    mine = loaded(pack, 'new = ["counters.FIN_green"]\n[counters.FIN_green]\nface = "#010203"\n')
    assert mine.counter("FIN", "green") == replace(mine.counter("FIN"), face=Rgb((1, 2, 3)))


def test_every_fault_of_a_pack_is_told_with_its_line_and_what_was_meant(pack: Path) -> None:
    told = faults(pack, '[terrain.clear]\nfil = "#000000"\n[theme.dark]\npanel = "dark"\n[sky]\n')
    assert [("sky" in fault, "line 9" in fault, "line 11" in fault) for fault in told].count((False, False, False)) == 0
    assert len(told) == 3 and any("'dark': expected a colour, written \"#rrggbb\"" in fault for fault in told)


def test_the_keys_that_an_entry_lacks_are_one_fault(pack: Path) -> None:
    (told,) = faults(pack, '[counters.GRE]\nface = "#112233"\nframe = "cut"\n')
    assert "line 8 [counters.GRE]: 'edge', 'ink', 'stripe', 'symbol' are missing (no pack beneath has" in told
    assert told.endswith("did you mean 'GER'?)")


def test_a_mark_of_notepad_before_the_text_is_no_fault(pack: Path) -> None:
    pack.mkdir(parents=True)
    (pack / "pack.toml").write_bytes(b"\xef\xbb\xbf" + (HEAD.format("mine") + OVER).encode())
    assert check_pack(pack) == []


# -- slips of the pen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[terrain.claer]\nfill = "#000000"\nmottle = "#000000"\nink = "#000000"\n', "line 8 [terrain.claer]"),
        ('[colours]\ngird = "#000000"\n', "line 9 [colours.gird]"),
        (f"[counters.GRE]\n{COUNTER}", "line 8 [counters.GRE]"),
        ('[lines.rivr]\ncolour = "#000000"\nwidth = 2\ncasing = "#000000"\n', "line 8 [lines.rivr]"),
        ('[terrain_snow.foerst]\nfill = "#FFFFFF"\n', "line 8 [terrain_snow.foerst]"),
        ('[tints]\n"badges/disruptd" = "#000000"\n', "[tints.badges/disruptd]"),
        ('[counters.GER."dark-valey"]\nface = "#FFFFFF"\n', "[counters.GER.dark-valey]"),
    ],
)
def test_a_misspelt_name_is_a_fault_with_its_line_and_what_was_meant(pack: Path, text: str, told: str) -> None:
    (fault,) = faults(pack, text)
    assert told in fault and "did you mean '" in fault


@pytest.mark.parametrize("name", ["icons/twon", "symbols/infantery", "badges/moovd", "echelons/armyy", "symbls/hq"])
def test_a_misspelt_picture_is_a_fault(pack: Path, name: str) -> None:
    written(pack / f"{name}.svg", SVG)
    (fault,) = faults(pack, "")
    assert f"{name}.svg" in fault and "did you mean '" in fault


def test_what_is_new_on_purpose_says_so(pack: Path) -> None:
    written(pack / "symbols/ski.svg", SVG)
    text = f"[counters.EST]\n{COUNTER}"
    assert len(faults(pack, text)) == 2
    assert faults(pack, 'new = ["symbols/ski", "counters.EST"]\n' + text) == []
    assert any("is nothing that a pack can add" in fault for fault in faults(pack, 'new = ["engine.x"]\n'))


def test_a_fallback_that_is_not_there_and_an_id_that_is_taken_are_faults(pack: Path, home: Path) -> None:
    written(pack / "pack.toml", HEAD.format("mine") + 'fallback = "standrad"\n')
    assert "standrad" in check_pack(pack)[0]
    own = home / "sprites" / "standard"
    written(own / "pack.toml", HEAD.format("standard"))
    assert "'standard' is taken by" in check_pack(own)[0]


def test_a_sound_nothing_asks_for_is_a_fault(home: Path) -> None:
    folder = home / "sounds" / "mine"
    shutil.copytree(data_root() / "sounds" / "standard", folder)
    text = (
        (folder / "pack.toml")
        .read_text()
        .replace('id = "standard"', 'id = "mine"')
        .replace("[sounds.bell]", "[sounds.bel]")
    )
    written(folder / "pack.toml", text)
    line = text.splitlines().index("[sounds.bel]") + 1
    assert any(
        f"line {line} [sounds.bel]: the game uses nothing called" in f and "did you mean 'bell'?" in f
        for f in check_pack(folder)
    )


def test_a_sound_pack_without_its_files_is_told_what_it_lacks(home: Path) -> None:
    folder = home / "sounds" / "mine"
    written(folder / "pack.toml", HEAD.format("mine") + '[sounds.bell]\nfile = "ring.wav"\n')
    assert [fault.partition("pack.toml")[2] for fault in check_pack(folder)] == [
        ", line 8 [sounds.bell.file]: there is no file 'ring.wav'"
    ]
    (folder / "Ring.ogg").write_bytes((data_root() / "sounds" / "standard" / "bell.ogg").read_bytes())
    written(folder / "pack.toml", HEAD.format("mine") + '[sounds.bell]\nfile = "ring.ogg"\n')
    assert check_pack(folder)[0].endswith("there is no file 'ring.ogg'; did you mean 'Ring.ogg'?")


def test_a_picture_whose_ending_is_in_capitals_is_a_fault(pack: Path) -> None:
    assert faults(pack, "") == []
    (pack / "icons").mkdir()
    (pack / "icons" / "town.SVG").write_text(SVG)
    assert "a pack may not contain '.SVG' files; it can have: .svg" in faults(pack, "")[0]


def test_colours_that_are_hard_to_read_are_a_warning_that_names_the_pair(pack: Path) -> None:
    text = f"[counters.GER]\n{COUNTER}".replace('ink = "#000000"', 'ink = "#AAAAAA"')
    assert faults(pack, text) == []
    (told,) = pack_warnings(pack)
    assert "line 8 [counters.GER] ink on face: a contrast of 2.3:1; at least 4.5:1" in told


@pytest.mark.parametrize("name", ["standard", "plain"])
def test_the_games_own_packs_warn_of_nothing(name: str) -> None:
    assert pack_warnings(data_root() / "sprites" / name) == []


def test_a_picture_of_a_counter_that_no_scenario_has_is_told_with_what_was_meant(pack: Path) -> None:
    for name in ("4.PzG", "4.PzGr", "Partisan-3", "1.ResA"):  # the last two come by the rules and by a calendar
        written(pack / f"units/{name}.svg", SVG)
    assert faults(pack, "") == []
    (told,) = pack_warnings(pack)
    assert told == f"{pack / 'units/4.PzG.svg'}: no scenario here has a counter '4.PzG'; did you mean '4.PzGr'?"
    head = 'id = "mine"\nextends = "tdv-barbarossa-1941"\ntitle = "mine"\n'
    added = f'{head}add = {{ axis = [{{ box = "dead", units = ["4.PzG:inf_div"] }}] }}\n'
    written(pack.parent.parent / "scenarios" / "mine.toml", added)
    assert not pack_warnings(pack)


@pytest.mark.parametrize("kind", ["sprites", "sounds"])
def test_a_zip_among_packs_is_listed_and_found_by_check_with_what_to_do(
    home: Path, kind: Kind, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / kind / "winter.zip"
    written(path, b"PK")
    told = f"{path}: zip files are not read here; move it to the folder 'addons', or unpack it here"
    assert [info.problem for info in list_packs(kind) if info.id == "winter.zip"] == [told]
    for given in (path, path.parent):
        assert main(["check", str(given)]) == 1
        assert told in capsys.readouterr().out


def test_litter_in_a_pack_is_passed_over_with_a_note(pack: Path) -> None:
    for name in (".DS_Store", "icons/Thumbs.db", "icons/town.svg~", ".git/config"):
        written(pack / name, b"x")
    assert faults(pack, "") == []
    assert len(pack_warnings(pack)) == 4


def test_the_line_of_a_key_is_found_in_every_way_of_writing_it() -> None:
    text = 'id = "x"\n[a]\nb = 1\n[a."c d"]\ne.f = 2\n[[g]]\nh = [\n1]\n'
    found = [line_of(text, key) for key in ("id", "a.b", 'a."c d"', 'a."c d".e.f', "g.h", "a.z", "nothing")]
    assert found == [1, 3, 4, 5, 7, 2, 0]


# -- to the last pixel --------------------------------------------------------------------------------------


def test_a_tint_holds_whatever_ink_the_game_would_use(pack: Path) -> None:
    written(pack / "badges/moved.svg", PLAIN)
    found = loaded(pack, '[tints]\n"badges/moved" = "#10C020"\n')
    assert tuple(found.surface("badges/moved", 20, (200, 0, 0)).get_at((10, 10)))[:3] == (0x10, 0xC0, 0x20)
    assert tuple(loaded(pack, "").surface("badges/moved", 20, (200, 0, 0)).get_at((10, 10)))[:3] == (200, 0, 0)


def test_chits_have_the_paper_and_ink_of_the_pack(pack: Path) -> None:
    found = loaded(pack, '[colours]\nchit_paper = "#2030A0"\nchit_ink = "#FFFFFF"\n')
    chit = chit_face(found, "LOG", 60)
    assert tuple(chit.get_at((30, 6)))[:3] == (0x20, 0x30, 0xA0)


def test_a_nation_looks_otherwise_in_one_game(pack: Path) -> None:
    found = loaded(pack, '[counters.GER."dark-valley"]\nface = "#112233"\n')
    usual = load_sprite_pack("standard").counter("GER")
    assert found.counter("GER") == usual == found.of_game("russia-besieged").counter("GER")
    there = found.of_game("dark-valley").counter("GER")
    assert there.face == (0x11, 0x22, 0x33) and there.ink == usual.ink
    assert found.of_game("dark-valley") is found.of_game("dark-valley")


def test_a_pack_that_redraws_a_nation_does_not_get_anothers_look_for_a_game(pack: Path, home: Path) -> None:
    loaded(pack, '[counters.GER."dark-valley"]\nface = "#112233"\n')
    over = home / "sprites" / "over"
    written(over / "pack.toml", HEAD.format("over") + f'fallback = "mine"\n[counters.GER]\n{COUNTER}')
    assert load_sprite_pack("over").of_game("dark-valley").counter("GER").face == (255, 255, 255)


def test_a_single_unit_has_a_picture_of_its_own(pack: Path) -> None:
    written(pack / "units/1.A.svg", PLAIN)
    found = loaded(pack, "")
    counters = Counters(found, Letters())

    def middle(one: UnitView) -> tuple[int, ...]:
        at = 40 + counters.pad(80)
        return tuple(counters.picture(look_of(one), 80).get_at((at, at - 6)))

    ink = found.counter("GER").symbol
    seen = [middle(unit(name, 0, Side.AXIS)) for name in ("1.A", "2.A")]
    far = [max(abs(a - b) for a, b in zip(one, ink, strict=False)) for one in seen]
    assert far[0] <= 1 < far[1]  # scaling takes the last bit of opacity
    assert found.has_unit("1.A") and not found.has_unit("2.A")


def test_a_unit_face_down_never_shows_its_own_picture(pack: Path) -> None:
    written(pack / "units/1.A.svg", PLAIN)
    assert look_of(unit("?1", 0, Side.SOVIET)).unit == ""


def test_places_are_written_as_the_pack_says(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = loaded(pack, '[places]\n"Kiev" = "Kyjiw"\n')
    board = sit_down().scene.session.game.board
    assert any(h.name == "Kiev" for h in board.hexes)
    said: list[str] = []
    letters = Letters()
    word = letters.word
    monkeypatch.setattr(letters, "word", lambda text, *more, **named: said.append(text) or word(text, *more, **named))
    LabelPlan(board, found, letters, 1.0, False)
    assert "Kyjiw".upper() in {text.upper() for text in said} and "KIEV" not in {text.upper() for text in said}


# -- fonts --------------------------------------------------------------------------------------------------


def font_of(face: str) -> bytes:
    """One of the game's own fonts."""
    return (FOLDER / FACES[face]).read_bytes()


def body_of(font: bytes) -> bytes:
    """The letters of a font, as another process hands them back."""
    pygame.font.init()
    cause, body = decode(".ttf", font)
    assert not cause
    return body


def ink(picture: pygame.Surface) -> bytes:
    """Every pixel."""
    return pygame.image.tobytes(picture, "RGBA")


@pytest.mark.parametrize("face", sorted(FACES))
def test_letters_from_another_process_look_as_if_they_were_drawn_here(face: str) -> None:
    ours = {size: letters(face, size) for size in (9, 16, 32)}
    use_letters({face: body_of(font_of(face))})
    try:
        for size, font in ours.items():
            theirs = letters(face, size)
            assert theirs.get_linesize() == font.get_linesize() and theirs.get_ascent() == font.get_ascent()
            for letter in "Amg1Ж":
                one, other = (found.render(letter, True, (9, 60, 200)) for found in (theirs, font))
                assert one.get_height() == other.get_height() and abs(one.get_width() - other.get_width()) <= 1
                assert _cropped(one) == _cropped(other)
            wide = font.size("Rasputitsa 1941")[0]
            assert abs(theirs.size("Rasputitsa 1941")[0] - wide) < wide / 20
    finally:
        use_letters({})


def _cropped(picture: pygame.Surface) -> bytes:
    return ink(picture.subsurface(picture.get_bounding_rect()))


def test_letters_larger_than_any_that_were_drawn_and_slanted_ones_are_drawn_all_the_same() -> None:
    use_letters({"title": body_of(font_of("title"))})
    try:
        for size, slanted in ((60, False), (200, False), (30, True)):
            font = letters("title", size, slanted)
            picture = font.render("Black Sea", True, (9, 60, 200))
            assert picture.get_size() == font.size("Black Sea")
            assert abs(font.get_height() - size * 1.2) < size * 0.4
    finally:
        use_letters({})


def test_a_pack_with_a_font_is_sound_with_its_licence_beside_it(pack: Path) -> None:
    written(pack / "fonts/own.ttf", font_of("plain"))
    text = '[fonts]\nplain = "fonts/own.ttf"\n'
    (fault,) = faults(pack, text)
    assert "needs its licence beside it" in fault
    written(pack / "fonts/OFL.txt", "SIL OPEN FONT LICENSE")
    assert faults(pack, text) == []
    assert load_sprite_pack("mine").font("plain") == body_of(font_of("plain"))
    assert load_sprite_pack("mine").font("bold") == b""
    assert "[fonts.bold]: there is no file 'fonts/none.ttf'" in faults(pack, text + 'bold = "fonts/none.ttf"\n')[0]


def _font(**changed: bytes) -> bytes:
    """A font of the game with tables exchanged; an empty one is left out."""
    data = font_of("plain")
    count = struct.unpack_from(">H", data, 4)[0]
    entries = [struct.unpack_from(">4s3L", data, 12 + 16 * n) for n in range(count)]
    tables = {name: data[start : start + size] for name, _, start, size in entries}
    tables.update({name.encode(): value for name, value in changed.items()})
    tables = {name: value for name, value in tables.items() if value}
    out, start, bodies = [data[:4] + struct.pack(">4H", len(tables), 0, 0, 0)], 12 + 16 * len(tables), []
    for name, value in tables.items():
        out.append(struct.pack(">4s3L", name, 0, start, len(value)))
        bodies.append(value)
        start += len(value)
    return b"".join((*out, *bodies))


def _tables(data: bytes) -> dict[bytes, bytes]:
    count = struct.unpack_from(">H", data, 4)[0]
    entries = [struct.unpack_from(">4s3L", data, 12 + 16 * n) for n in range(count)]
    return {name: data[start : start + size] for name, _, start, size in entries}


FONTS = {
    "nothing": b"",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(40),
    "a collection": b"ttcf" + bytes(40),
    "a font of the web": b"wOFF" + bytes(40),
    "cut short": font_of("plain")[:2000],
    "no outlines": _font(glyf=b""),
    "no size": _font(head=bytes(54)),
    "a short table": _font(head=b"x"),
}


def test_a_font_that_is_none_is_refused() -> None:
    for name, data in FONTS.items():
        (answer,) = tried([(".ttf", data)])
        assert answer.cause and not answer.body, name


def _glyphs(**drawn: bytes) -> bytes:
    """A font of the game in which some letters, by name of their character, are drawn otherwise: with new outlines at
    the end of the table."""
    tables = _tables(font_of("plain"))
    body, head, most = tables[b"glyf"], bytearray(tables[b"head"]), bytearray(tables[b"maxp"])
    most[6:] = b"\x40" * (len(most) - 6)  # no outline is too deep or too large
    assert head[51] == 0, "places are told in pairs of bytes, as the font has them"
    places = [2 * at for at in struct.unpack(f">{len(tables[b'loca']) // 2}H", tables[b"loca"])]
    head[51] = 1
    numbers = [_number(letter) for letter in drawn]
    count = len(places) - 1
    order = dict(zip(numbers, drawn.values(), strict=True))
    out, offsets = bytearray(), []
    for number in range(count):
        offsets.append(len(out))
        out += order.get(number, bytes(body[places[number] : places[number + 1]]))
        out += bytes(-len(out) % 4)
    offsets.append(len(out))
    return _font(glyf=bytes(out), loca=struct.pack(f">{len(offsets)}L", *offsets), head=bytes(head), maxp=bytes(most))


def _box(size: int) -> bytes:
    """A square outline, as many units wide and high."""
    head = struct.pack(">5h", 1, 0, 0, size, size) + struct.pack(">2H", 3, 0)
    across = struct.pack(">4h", 0, size, 0, -size)
    down = struct.pack(">4h", 0, 0, size, 0)
    return head + bytes([1] * 4) + across + down


def _pile(letter: int, count: int) -> bytes:
    """An outline made of another one, many times."""
    parts = [struct.pack(">2H2b", 0x0022 if n < count - 1 else 0x0002, letter, 0, 0) for n in range(count)]
    return struct.pack(">5h", -1, 0, 0, 100, 100) + b"".join(parts)


def _number(letter: str) -> int:
    """Its glyph, by the table of letters of the kind 4."""
    cmap = _tables(font_of("plain"))[b"cmap"]
    count = struct.unpack_from(">H", cmap, 2)[0]
    rows = (struct.unpack_from(">2HL", cmap, 4 + 8 * row) for row in range(count))
    at = next(at for _, _, at in rows if struct.unpack_from(">H", cmap, at)[0] == 4)
    twice, code = struct.unpack_from(">H", cmap, at + 6)[0], ord(letter)
    ends = struct.unpack_from(f">{twice // 2}H", cmap, at + 14)
    spot = at + 16 + twice + 2 * next(number for number, end in enumerate(ends) if end >= code)
    start, delta, offset = (struct.unpack_from(">H", cmap, spot + step * twice)[0] for step in range(3))
    if offset:
        code = struct.unpack_from(">H", cmap, spot + 2 * twice + offset + 2 * (code - start))[0]
    return int(code + delta) & 0xFFFF


def _bomb(last: str) -> bytes:
    """Piles of piles of nothing: 24 of 24 of 24 …, eight deep; the last is drawn for a letter or sign."""
    row = "ĀāĂăĄąĆ" + last
    return _glyphs(**{letter: _pile(_number(before), 24) for before, letter in zip(" " + row, row, strict=False)})


WILD = {
    "piles of piles at a letter": lambda: _bomb("B"),
    "piles of piles at a quotation mark": lambda: _bomb("“"),
    "an outline far larger than its letter": lambda: _glyphs(B=_box(32000)),
    "a quotation mark far larger than its letter": lambda: _glyphs(**{"”": _box(32000)}),
    "letters far apart": lambda: _font(hmtx=struct.pack(">2H", 60000, 0) * 2000),
}


@pytest.mark.parametrize("name", WILD)
def test_a_font_that_asks_for_too_much_never_keeps_the_game_from_starting(home: Path, name: str) -> None:
    """Whatever its check says: with it in the settings the window opens, and draws all that the game may write."""
    pack = home / "sprites" / "wild"
    written(pack / "fonts/own.ttf", WILD[name]())
    written(pack / "fonts/OFL.txt", "SIL OPEN FONT LICENSE")
    written(pack / "pack.toml", HEAD.format("wild") + OVER + '[fonts]\nplain = "fonts/own.ttf"\n')
    app = App(Settings(first_run=False, sprite_pack="wild"), headless=True)
    kit = all_resources(app, silent=True)
    app.push(kit.doors.title())
    for text in ("“Quoted” • bullet → arrow … ≤ − ×", "Minsk fällt", "Москва", "東部戦線"):
        app.ui.notice(text)
    assert app.step((), 0.1)
    assert kit.pack.id == "standard" or "own.ttf" in " ".join(kit.problems) or letters("plain", 16).size("“•”")[0] < 200
    use_letters({})


def test_what_a_font_lacks_is_drawn_with_our_own() -> None:
    ours = letters("plain", 20)
    use_letters({"plain": body_of(_glyphs(A=_box(900)))})
    theirs = letters("plain", 20)
    use_letters({})
    for text in ("Α, Greek", "日本", "A\u200bB", ""):
        assert theirs.size(text) == ours.size(text)
        assert ink(theirs.render(text, True, (0, 0, 0))) == ink(ours.render(text, True, (0, 0, 0)))
    assert ink(theirs.render("A", True, (0, 0, 0))) != ink(ours.render("A", True, (0, 0, 0)))


def test_a_letter_without_any_width_takes_no_room() -> None:
    """It is an error to SDL."""
    widths = bytearray(_tables(font_of("plain"))[b"hmtx"])
    widths[4 * _number("B") : 4 * _number("B") + 4] = bytes(4)
    hollow = _tables(_glyphs(B=b""))
    own = {name.decode(): hollow[name] for name in (b"glyf", b"loca", b"head")}
    use_letters({"plain": body_of(_font(hmtx=bytes(widths), **own))})
    font = letters("plain", 24)
    use_letters({})
    assert font.size("ABA") == font.size("AA") and font.render("B", True, (0, 0, 0)).get_width() <= 1


def test_a_font_that_broke_the_games_own_process_is_refused() -> None:
    """FreeType will not open it; the library gives a font all the same, and its first use ends the process."""
    (answer,) = tried([(".ttf", b"true")])
    assert answer.cause == DIED
