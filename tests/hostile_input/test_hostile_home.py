"""Does the game open with hostile things in the player's folder, and does the command line refuse them plainly?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ecs import Side
from game.app.application import App
from game.app.settings import FILE, Settings, load
from game.play.scenarios import find_scenario, list_scenarios
from game.play.session import GameSetup, begin
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.new_game import NewGame
from game.screens.options import Options
from game.screens.play.play_screen import TableScene
from game.screens.saved_games import SaveList
from game.screens.title import Title
from tests import ROOT
from tests.hostile_input.harm import environment
from tests.hostile_input.sounds import HEAD, LOOK, SVG, the_sounds, the_sprites, written
from tests.kits.patience import NET
from tests.kits.pilot import Pilot

pytestmark = [
    pytest.mark.usefixtures("worlds_given_back"),
    pytest.mark.skipif(sys.platform == "win32", reason="pipes and links of a POSIX system"),
]
HUMANS = {Side.AXIS: "human", Side.SOVIET: "human"}
WILD = LOOK.replace("[8, 6]", "[1, 1]").replace("width = 4", "width = 64").replace("size = 12", "size = 0")
LINE = """
[lines.{}]
colour = "#102030"
width = 64
casing = "#ffffff"
casing_width = 64
pattern = "{}"
dash = [1, 1]
"""
PATTERNS = (
    ("major_river", "cross"),
    ("lake", "teeth"),
    ("rail", "dash"),
    ("highway", "dash"),
    ("border", "dash"),
    ("stalin_line", "cross"),
)


@pytest.fixture
def wild(home: Path) -> Path:
    """A player's folder in which hardly anything is what it should be."""
    for name, manifest in (("bomb", "a." * 30_000 + "a = 1"), ("lists", "x = " + "[" * 9000), ("wings", "wings = 2")):
        written(the_sprites(home / "sprites" / name) / "pack.toml", HEAD.format(name) + manifest)
    written(the_sprites(home / "sprites/script") / "icons/x.svg", "<svg><script>x()</script></svg>")
    written(the_sounds(home / "sounds/slow") / "bell.wav", b"RIFF\0\0\0\0WAVEfmt ")
    written(home / FILE, '{"sprite_pack": "bomb", "sound_pack": "slow", "keys": {"save": ["Ctrl+\\u0000", ""]}}')
    for folder in ("sprites/pipe", "sounds/pipe", "saves"):
        (home / folder).mkdir(parents=True)
        os.mkfifo(home / folder / "pack.toml")
    (home / "sprites/ring").symlink_to("ring")
    os.mkfifo(home / "saves/pipe.save")
    written(home / "saves/zeros.save", b"\0" * 500)
    written(home / "saves/no letters.save", b'{"rasputitsa_save":1,"name":"\xff"}\n')
    written(home / os.fsdecode(b"saves/\xff\x1b.save"), b"x")
    for name, text in (
        ("deep", "x = " + "[" * 9000),
        ("none", ""),
        ("keys", "a." * 30_000 + "a = 1"),
        ("lines", 'title = "a\\nb"'),
    ):
        written(home / f"maps/scenarios/darkest-crusade/{name}.toml", text)
    os.mkfifo(home / "maps/scenarios/darkest-crusade/pipe.toml")
    return home


def test_every_screen_opens_over_a_hostile_folder(wild: Path) -> None:
    settings, problem = load()
    assert problem == "" and settings.sprite_pack == "bomb"
    app = App(settings, headless=True, size=(1280, 720))
    kit = all_resources(app, Saves())
    assert kit.pack.id == "standard"
    assert any("bomb" in text for text in kit.problems) and any("slow" in text for text in kit.problems)
    pilot = Pilot(app)
    app.push(Title(kit))
    pilot.wait(0.3, 3)
    for scene in (Options(kit), NewGame(kit), SaveList(kit)):
        app.push(scene)
        pilot.wait(0.3, 3)
        app.pop()
        pilot.wait(0.3, 2)
    assert app.running
    assert {path.stem for path in list_scenarios()} >= {"deep", "none", "keys", "lines", "pipe"}


def test_a_pack_of_the_wildest_numbers_is_drawn(home: Path) -> None:
    manifest = HEAD.format("wild") + WILD + "".join(LINE.format(*line) for line in PATTERNS)
    written(the_sprites(home / "sprites/wild") / "pack.toml", manifest)
    written(home / "sprites/wild/icons/town.svg", SVG)
    app = App(Settings(sprite_pack="wild", first_run=False), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    assert kit.pack.id == "wild" and kit.problems == []
    session = begin(GameSetup(find_scenario("barbarossa-1941"), HUMANS, {}, 3), None)
    app.push(TableScene(kit, session))
    Pilot(app).wait(0.5, 3)
    assert app.running


def ran(words: Sequence[str], home: Path) -> subprocess.CompletedProcess[str]:
    """The program itself."""
    env = {**environment(), "RASPUTITSA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "game", *words],
        capture_output=True,
        text=True,
        errors="replace",
        env=env,
        cwd=ROOT,
        check=False,
        timeout=NET,
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["check", "@"], "fault"),
        (["scenarios"], "deep.toml"),
        (["play", "--load", "@/saves/pipe.save"], "pipe.save"),
        (["replay", "@/saves/zeros.save"], "zeros.save, line 1"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_program_refuses_with_a_sentence_and_a_code(wild: Path, words: list[str], told: str) -> None:
    done = ran([word.replace("@", str(wild)) for word in words], wild)
    assert done.returncode == 1
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
