"""Where do a player's files go on each system, and where does the game find its own?"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from game.system import paths

HOME = Path("/home/anna")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RASPUTITSA_HOME", "XDG_DATA_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(paths.Path, "home", lambda: HOME)


@pytest.mark.parametrize(
    ("system", "variable", "value", "folder"),
    [
        ("linux", "", "", HOME / ".local" / "share" / "rasputitsa"),
        ("linux", "XDG_DATA_HOME", "/data", Path("/data/rasputitsa")),
        ("linux", "XDG_DATA_HOME", "data", HOME / ".local" / "share" / "rasputitsa"),
        ("linux", "APPDATA", "/elsewhere", HOME / ".local" / "share" / "rasputitsa"),
        ("win32", "APPDATA", "/Users/Anna/Roaming", Path("/Users/Anna/Roaming/rasputitsa")),
        ("win32", "", "", HOME / "AppData" / "Roaming" / "rasputitsa"),
        ("win32", "XDG_DATA_HOME", "/data", HOME / "AppData" / "Roaming" / "rasputitsa"),
        ("darwin", "", "", HOME / "Library" / "Application Support" / "rasputitsa"),
        ("darwin", "XDG_DATA_HOME", "/data", HOME / "Library" / "Application Support" / "rasputitsa"),
    ],
)
def test_a_players_files_go_where_the_system_keeps_them(
    system: str, variable: str, value: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if variable:
        monkeypatch.setenv(variable, value)
    assert paths.user_root() == folder


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
@pytest.mark.parametrize(
    ("chosen", "folder"), [("/mnt/games", Path("/mnt/games")), ("~/games", HOME / "games"), ("games", Path("games"))]
)
def test_a_folder_that_was_named_goes_before_all(
    system: str, chosen: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("APPDATA", "/roaming")
    monkeypatch.setenv("RASPUTITSA_HOME", chosen)
    assert paths.user_root() == folder


@pytest.mark.parametrize("system", ["linux", "win32", "darwin"])
def test_without_a_home_files_go_where_the_program_was_started(
    system: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(paths.Path, "home", nowhere)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.chdir(tmp_path)
    assert tmp_path in paths.user_root().parents


def test_a_bundle_is_looked_in_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = tmp_path / "sprites" / "standard" / "pack.toml"
    pack.parent.mkdir(parents=True)
    pack.write_text("")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert paths.data_root() == tmp_path


def test_a_bundle_without_its_files_says_where_they_were_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "bundle"), raising=False)
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "game" / "system" / "paths.py"))
    with pytest.raises(FileNotFoundError, match=r"sprites/standard.*bundle.*rasputitsa_data"):
        paths.data_root()
