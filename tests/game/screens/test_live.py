"""Is what changes on the disk taken in while the window is open, and what is faulty told, the last good one staying?"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import ecs
from ecs import Side
from game.app.application import LOOKOUT
from game.cli.entry_point import main
from game.packs.addons.library import Choice, follow_choice, installed
from game.packs.listing import list_packs
from game.screens.new_game import NewGame
from game.screens.options import Options
from game.screens.shared.live_reloading import Live
from game.system.paths import data_root
from game.ui.widgets.style.text_rendering import FACES, FOLDER, letters
from tests.hostile_input.addons import folder, head, plain_files
from tests.hostile_input.sounds import the_sprites
from tests.kits.pilot import Pilot
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
RED, BLUE = "#C02020", "#2020C0"


@pytest.fixture(autouse=True)
def every_add_on(home: Path) -> Iterator[None]:
    """The player has chosen nothing."""
    del home
    follow_choice(Choice)
    yield
    follow_choice(Choice)


def rewritten(path: Path, text: str | bytes) -> None:
    """A file written anew, at another moment than before."""
    before = path.stat().st_mtime_ns if path.exists() else 10**18
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


@pytest.fixture
def pack(home: Path) -> Path:
    """A pack of the player's, with a clear ground of one colour."""
    made = the_sprites(home / "sprites" / "mine")
    text = (data_root() / "sprites" / "standard" / "pack.toml").read_text()
    lines = text[text.index("[terrain.clear]") : text.index("[terrain.forest]")]
    fill = lines.split('fill = "')[1][:7]
    whole = 'id = "mine"\nversion = "1"\ntitle = "T"\nauthor = "A"\nlicence = "CC0-1.0"\nengine = ">=0.1"\n'
    rewritten(made / "pack.toml", whole + 'fallback = "standard"\n' + lines.replace(fill, RED))
    return made


def watched(pack: str = "standard") -> tuple[Seat, Live]:
    """A table with the eye on the player's folder."""
    seat = sit_down()
    seat.app.settings.sprite_pack = pack
    seat.scene.kit.follow()
    seat.scene.on_enter()
    return seat, Live(seat.scene.kit)


def test_a_changed_pack_repaints_the_table(pack: Path) -> None:
    seat, live = watched("mine")
    assert seat.scene.table.pack.colour("terrain.clear.fill") == (0xC0, 0x20, 0x20)
    live.look()
    before = seat.scene.kit.pack
    rewritten(pack / "pack.toml", (pack / "pack.toml").read_text().replace(RED, BLUE))
    live.look()
    assert seat.scene.kit.pack is not before
    assert seat.scene.table.pack is seat.scene.kit.pack
    assert seat.scene.table.pack.colour("terrain.clear.fill") == (0x20, 0x20, 0xC0)
    assert seat.notices() == []


def test_a_faulty_pack_is_told_with_line_and_key_and_the_last_good_one_stays(pack: Path) -> None:
    seat, live = watched("mine")
    good = (pack / "pack.toml").read_text()
    rewritten(pack / "pack.toml", good.replace(RED, "red"))
    live.look()
    (told,) = seat.notices()
    assert f"pack.toml, line {good[: good.index(RED)].count(chr(10)) + 1}" in told and "terrain.clear" in told
    assert seat.scene.table.pack.colour("terrain.clear.fill") == (0xC0, 0x20, 0x20)
    live.look()
    assert len(seat.notices()) == 1
    rewritten(pack / "pack.toml", good.replace(RED, BLUE))
    live.look()
    assert seat.scene.table.pack.colour("terrain.clear.fill") == (0x20, 0x20, 0xC0)


def test_pictures_of_a_pack_that_is_taken_away_stay_on_the_table(pack: Path) -> None:
    (name,) = {path.stem for path in pack.rglob("*.svg")}
    seat, live = watched("mine")
    (path,) = pack.rglob("*.svg")
    told = path.relative_to(pack).with_suffix("").as_posix()
    before = pygame.image.tobytes(seat.scene.kit.pack.surface(told, 40), "RGBA")
    shutil.rmtree(pack)
    live.look()
    assert seat.notices() and name
    seat.scene.kit.pack._cache.clear()
    assert pygame.image.tobytes(seat.scene.kit.pack.surface(told, 40), "RGBA") == before


def test_sounds_change_too(home: Path) -> None:
    pack = home / "sounds" / "mine"
    shutil.copytree(data_root() / "sounds" / "standard", pack)
    text = (pack / "pack.toml").read_text().replace('id = "standard"', 'id = "mine"')
    rewritten(pack / "pack.toml", text)
    seat, live = watched()
    seat.app.settings.sound_pack = "mine"
    seat.scene.kit.follow()
    live.look()
    rewritten(pack / "pack.toml", text.replace('group = "ui"', 'group = "effects"'))
    live.look()
    record = seat.scene.kit.sounds.record("click")
    assert record is not None and record.group == "effects"


def test_a_sound_pack_is_chosen_and_heard_in_the_options(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = home / "sounds" / "mine"
    shutil.copytree(data_root() / "sounds" / "standard", pack)
    text = (pack / "pack.toml").read_text().replace('id = "standard"', 'id = "mine"')
    rewritten(pack / "pack.toml", re.sub("(?m)^title = .*", 'title = "Field telephone"', text, count=1))
    seat = sit_down()
    kit, heard = seat.scene.kit, list[str]()
    monkeypatch.setattr(kit.audio, "play", heard.append)
    seat.app.settings.mute = False
    screen, pilot = Options(kit), Pilot(seat.app)
    seat.app.push(screen)
    pilot.wait(0.2, 2)
    pilot.press("Sound")
    chosen = pilot.find(next(text for text in pilot.texts() if ", by " in text))
    pilot.click(*chosen.clip.center)
    pilot.press(next(text for text in pilot.texts() if text.startswith("Field telephone")))
    assert seat.app.settings.sound_pack == "mine" and kit.sounds.id == "mine"
    heard.clear()
    pilot.press("Play")
    pilot.press("Play")
    assert len(set(heard)) == 2


def scenario_text(name: str) -> str:
    """A scenario of the game under another id."""
    text = ecs.find_scenario("barbarossa-1941").path.read_text(encoding="utf-8")
    return text.replace('id = "barbarossa-1941"', f'id = "{name}"')


def test_new_scenarios_are_listed_and_a_faulty_one_is_told_and_stays_as_it_was(home: Path) -> None:
    file = home / "maps" / "scenarios" / "mine" / "my-june.toml"
    seat, live = watched()
    new = NewGame(seat.scene.kit)
    seat.app.push(new)
    chosen = new.scenario
    rewritten(file, scenario_text("my-june"))
    live.look()
    assert "my-june" in [scenario.id for scenario in new.scenarios] and seat.notices() == []
    assert new.scenario is not None and chosen is not None and new.scenario.id == chosen.id
    rewritten(file, scenario_text("my-june").replace("turns = ", "trns = ", 1))
    live.look()
    assert any("my-june.toml" in told and "trns" in told for told in seat.notices())
    assert "my-june" in [scenario.id for scenario in new.scenarios]
    file.unlink()
    live.look()
    assert "my-june" not in [scenario.id for scenario in new.scenarios]


def test_a_faulty_map_is_told_and_a_game_being_played_keeps_its_own(home: Path) -> None:
    seat, live = watched()
    board = seat.scene.session.game.board
    rewritten(home / "maps" / "mine.tmx", "<map")
    live.look()
    assert any("mine.tmx" in told for told in seat.notices())
    assert seat.scene.session.game.board is board and seat.scene.session.game.look(Side.AXIS).board is board


def test_add_ons_come_change_break_and_go(home: Path) -> None:
    seat, live = watched()
    source = folder(plain_files())(home / "addons")
    live.look()
    assert seat.notices()[-1] == "The add-on Mine 1.0 was added."
    rewritten(source / "addon.toml", head(version='"1.1"'))
    live.look()
    assert seat.notices()[-1] == "The add-on Mine 1.1 has changed."
    rewritten(source / "addon.toml", head(version='"new"'))
    live.look()
    assert "addon.toml, line 2 [version]: 'new': expected numbers" in seat.notices()[-1].replace("\\", "")
    shutil.rmtree(source)
    live.look()
    assert seat.notices()[-1] == "The add-on mine was removed."


def test_a_pack_of_a_new_add_on_can_be_chosen_at_once(home: Path) -> None:
    seat, live = watched()
    assert main(["addon", "new", "steppe", "--holds", "sprites"]) == 0
    follow_choice(lambda: seat.app.settings.addons)
    live.look()
    assert [pack.addon for pack in list_packs("sprites") if pack.id == "steppe"] == ["Steppe 1.0"]
    assert installed()[0].used


def test_the_window_looks_about_once_a_second_and_not_when_it_is_not_seen() -> None:
    seat = sit_down()
    looks: list[int] = []
    seat.app.lookout = lambda: looks.append(1)
    seat.app.step((), LOOKOUT / 2)
    assert not looks
    seat.app.step((), LOOKOUT / 2)
    assert len(looks) == 1
    seat.app.window.seen = False
    seat.app.step((), LOOKOUT * 5)
    assert len(looks) == 1


def test_nothing_is_read_again_while_nothing_changes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder(plain_files())(home / "addons")
    _, live = watched()
    live.look()
    monkeypatch.setattr("game.packs.addons.library.read_addon", None)
    monkeypatch.setattr("game.screens.shared.live_reloading.load_sprite_pack", None)
    for _ in range(3):
        live.look()
    assert live is not None


def test_the_fonts_of_a_pack_are_used_and_put_away_again(pack: Path) -> None:
    (pack / "fonts").mkdir()
    shutil.copy(FOLDER / FACES["title"], pack / "fonts" / "mine.otf")
    (pack / "fonts" / "OFL.txt").write_text("SIL Open Font License")
    text = (pack / "pack.toml").read_text()
    rewritten(pack / "pack.toml", text + '[fonts]\nplain = "fonts/mine.otf"\n')
    usual = letters("plain", 20).size("Rasputitsa")
    seat, live = watched("mine")
    assert letters("plain", 20).size("Rasputitsa") == letters("title", 20).size("Rasputitsa") != usual
    assert seat.app.ui.text_of.width("Rasputitsa", "body") != 0
    rewritten(pack / "pack.toml", text)
    live.look()
    assert letters("plain", 20).size("Rasputitsa") == usual
