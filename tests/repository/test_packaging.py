"""Is everything the program reads packed: into the bundle, the wheel and the source archive?"""

from __future__ import annotations

import gzip
import os
import plistlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from ecs import RULESETS, Side
from game.mail.correspondence import invite
from game.mail.letters import ENDING
from game.saves.storage.save_folder import ENDING as SAVE_ENDING
from game.system import versions
from tests import ROOT

READ = ("maps", "sprites", "sounds", "docs/rules", "ecs", "game")
MODULES = (".py", ".pyc")


@pytest.fixture(scope="module")
def contents() -> object:
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import contents
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    return contents


def tracked(*folders: str) -> set[str]:
    """What git keeps there; what lies there, where this is no checkout."""
    done = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0 and done.stdout:
        return set(done.stdout.splitlines())
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts}


def test_the_bundle_holds_every_file_that_is_no_module(contents: object) -> None:
    packed = {
        f"{folder}/{Path(path).name}": path
        for path, folder in contents.data_files()  # type: ignore[attr-defined]
    }
    missing = {path for path in tracked(*READ) if not path.endswith(MODULES)} - set(packed)
    assert not missing, f"no rule in packaging/contents.py packs {sorted(missing)}"
    for place, path in packed.items():
        assert Path(path) == ROOT / place


def test_the_papers_of_the_bundle_are_there_and_the_licences_named(contents: object) -> None:
    for path in contents.BESIDE:  # type: ignore[attr-defined]
        assert (ROOT / path).exists(), path
    listed = (ROOT / "packaging" / "licences" / "READ-ME.txt").read_text(encoding="utf-8")
    for path in (ROOT / "packaging" / "licences").glob("*.txt"):
        assert path.name == "READ-ME.txt" or path.name in listed or path.stem == "apache-2.0", path.name
    for name in ("pygame-ce", "PyTMX", "esper", "msgspec", "Python", "SDL", "EB Garamond", "Open Sans"):
        assert name in listed


def test_letters_are_opened_on_windows_by_the_program_without_a_console() -> None:
    script = (ROOT / "packaging" / "open-letters.cmd").read_text(encoding="ascii")
    keys = re.findall(r'reg add "%CLASSES%\\(\S+)" /ve /d (.+) /f', script)
    assert keys == [
        (ENDING, "Rasputitsa.letter"),
        ("Rasputitsa.letter", '"Rasputitsa letter of a game by mail"'),
        (r"Rasputitsa.letter\shell\open\command", r'"\"%~dp0rasputitsaw.exe\" \"%%1\""'),
    ]
    assert "set CLASSES=HKCU\\Software\\Classes\n" in script  # for this user: no administrator is asked
    assert 'program("rasputitsaw", False)' in (ROOT / "packaging" / "rasputitsa.spec").read_text(encoding="utf-8")
    mime = (ROOT / "packaging" / "rasputitsa.mime.xml").read_text(encoding="utf-8")
    assert f'pattern="*{ENDING}"' in mime


def test_nothing_that_is_left_out_is_imported_by_the_game(contents: object) -> None:
    code = (
        "import sys, game.cli.entry_point, game.app.launch, game.screens.options, game.screens.rules, "
        "game.screens.new_game, game.screens.saved_games, game.opponents, concurrent.futures.process\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    spared = {"bz2", "lzma"}  # imported by the library only if they are there
    spared |= {"pygame.sndarray", "pygame.surfarray"}  # pygame names them where numpy is installed, and loads neither
    left_out = set(contents.LEFT_OUT) - spared  # type: ignore[attr-defined]
    assert not loaded & left_out and "numpy" not in loaded


def test_the_command_line_answers_without_pygame() -> None:
    code = "import sys, game.cli.entry_point; sys.exit('pygame' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_wheel_takes_what_lies_outside_its_packages() -> None:
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["packages"]) | set(wheel["force-include"]) == {*READ, "packaging/rasputitsa"}
    for folder, place in wheel["force-include"].items():
        assert place == f"rasputitsa_data/{folder}"


@pytest.fixture(scope="module")
def hook() -> object:
    """What hatchling is told besides; without hatchling the builds of CI try it."""
    pytest.importorskip("hatchling", reason="hatchling is not installed: it is in packaging/locks/build.txt")
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        import hatch_build
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    return hatch_build


def test_the_readme_of_the_package_stands_alone(hook: object) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert hook.HERE in readme  # type: ignore[attr-defined]
    source = "https://example.org/owner/rasputitsa/blob/v1.0"
    for where, pictures in (("", 0), (source, readme.count("!["))):
        told = hook.stand_alone(readme, where)  # type: ignore[attr-defined]
        targets = re.findall(r"\]\(([^)]+)\)", told)
        assert targets and all(target.startswith("https://") for target in targets)
        assert told.count("![") == pictures and hook.FROM_INDEX in told  # type: ignore[attr-defined]
        assert not re.search(r"^\|[ |]*\|$", told, re.MULTILINE) or where
    assert f"{source}/docs/playing.md" in told and f"{source}/docs/screenshots/tdv-chit.png?raw=true" in told


def test_the_wheel_has_every_page_and_example_that_git_keeps_and_no_picture_of_the_docs(hook: object) -> None:
    packed = hook.pages(ROOT)  # type: ignore[attr-defined]
    inside = {Path(path).relative_to(ROOT).as_posix() for path in packed}
    wanted = {p for p in tracked("docs") if p.startswith("docs/examples/") or (p.endswith(".md") and p.count("/") == 1)}
    assert inside == {*wanted, "CHANGELOG.md"}
    assert all(place.startswith("rasputitsa_data/docs/") for place in packed.values())


def invitation(folder: Path) -> bytes:
    """A letter of a game by mail."""
    mail = invite("tutorial-kiev-1941", Side.AXIS, folder, "Anna", root=folder)
    mail.close()
    return mail.letters[0].data


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="there is no dpkg-deb to pack with")
def test_a_bundle_becomes_a_debian_package_and_the_folder_of_an_appimage(tmp_path: Path) -> None:
    bundle = tmp_path / "rasputitsa"
    bundle.mkdir()
    program = bundle / "rasputitsa"
    program.write_text(f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m game "$@"\n')
    program.chmod(0o755)
    words = [sys.executable, str(ROOT / "packaging" / "linux.py"), str(bundle), "--out", str(tmp_path / "out")]
    subprocess.run(words, check=True, capture_output=True)
    (package,) = (tmp_path / "out").glob("*.deb")
    subprocess.run(["dpkg-deb", "-x", str(package), str(tmp_path / "tree")], check=True)
    for tree in (tmp_path / "tree", tmp_path / "out" / "Rasputitsa.AppDir"):
        entry = (tree / "usr/share/applications/rasputitsa.desktop").read_text()
        asked = dict(line.split("=", 1) for line in entry.splitlines() if "=" in line)
        command, argument = asked["Exec"].split()
        assert os.readlink(tree / "usr/bin" / command) == "../lib/rasputitsa/rasputitsa" and argument == "%f"
        assert [*(tree / "usr/share/icons/hicolor").rglob(f"{asked['Icon']}.svg")]
        kinds = ElementTree.parse(tree / "usr/share/mime/packages/rasputitsa.xml").getroot()
        assert "".join(f"{kind.get('type')};" for kind in kinds) == asked["MimeType"]
        starts = [part.get("value") or "" for part in kinds.iter() if part.tag.endswith("match")]
        ours = [path.read_text(encoding="utf-8", errors="ignore") for path in (ROOT / "tests/saves").rglob("*.save")]
        ours.append(invitation(tmp_path / tree.name).decode())
        assert len(starts) == 2 and all(any(text.startswith(start) for text in ours) for start in starts)
        about = ElementTree.parse(tree / "usr/share/metainfo/rasputitsa.metainfo.xml").getroot()
        assert about.findtext("launchable") == "rasputitsa.desktop" and about.findtext("provides/binary") == command
        assert b"rasputitsa" in gzip.decompress((tree / "usr/share/man/man6/rasputitsa.6.gz").read_bytes())
    started = subprocess.run([str(tree / "AppRun"), "docs", "playing", "--path"], capture_output=True, check=True)
    assert started.stdout.strip().endswith(b"playing.md")


def test_without_a_bundle_there_is_no_package(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "packaging" / "linux.py"), str(tmp_path), "--out", str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.startswith("linux: ") and done.stderr.count("\n") == 1


def test_the_versions_of_game_rules_libraries_and_system_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    told = versions.versions()
    assert told.startswith("rasputitsa ")
    for name in (*RULESETS, *versions.PACKAGES, "SDL 2.", "Python 3.", "system ", str(tmp_path)):
        assert name in told, name


MUTE = """
import platform, sys, uuid  # uuid asks when it is imported, though not on Windows

def never_answers(*_):
    raise SystemExit("WMI was asked")

for name in ("uname", "platform", "system", "node", "release", "version", "machine", "processor", "win32_ver"):
    setattr(platform, name, never_answers)
from game.app.crash_reports import report_text
from game.cli.entry_point import main
print(report_text(ValueError("a fault"), ""))
sys.exit(main(["--version"]))
"""


def test_versions_and_crash_reports_are_told_where_nobody_answers_for_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", MUTE], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\nsystem ") == 2


def test_windows_is_named_by_its_true_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    told = SimpleNamespace(platform_version=(10, 0, 22631))
    monkeypatch.setattr(sys, "getwindowsversion", lambda: told, raising=False)
    for processor, name in (("AMD64", "Windows 10.0.22631 AMD64"), ("", "Windows 10.0.22631")):
        monkeypatch.setenv("PROCESSOR_ARCHITECTURE", processor)
        assert versions.system() == name


def test_each_games_rules_have_a_version_of_their_own_and_a_missing_package_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert len({versions.rules_version(ruleset) for ruleset in RULESETS}) == len(RULESETS)
    assert versions.version_of("no-such-package") == "(not installed as a package)"
    folder = tmp_path / "rulesets" / "a_game"
    folder.mkdir(parents=True)
    monkeypatch.setattr(versions.ecs, "__file__", str(tmp_path / "__init__.py"))
    seen = set()
    for text in (b"a = 1\n", b"a = 1\r\n", b"a = 2\n"):
        (folder / "tables.toml").write_bytes(text)
        seen.add(versions.rules_version("a-game"))
    assert len(seen) == 2


def test_the_icon_for_windows_holds_a_picture_of_every_size(tmp_path: Path) -> None:
    icon = tmp_path / "sign.ico"
    subprocess.run([sys.executable, str(ROOT / "packaging" / "icon.py"), str(icon)], check=True, capture_output=True)
    data = icon.read_bytes()
    count = int.from_bytes(data[4:6], "little")
    assert data[:4] == b"\0\0\1\0" and count == 7
    for entry in range(count):
        size, place = (int.from_bytes(data[at : at + 4], "little") for at in (14 + 16 * entry, 18 + 16 * entry))
        picture = data[place : place + size]
        side = int.from_bytes(picture[16:20], "big")
        assert picture.startswith(b"\x89PNG") and picture.endswith(b"IEND\xaeB`\x82")
        assert side % 256 == data[6 + 16 * entry]


def test_the_icon_for_macos_holds_a_picture_of_every_size(tmp_path: Path) -> None:
    icon = tmp_path / "sign.icns"
    subprocess.run([sys.executable, str(ROOT / "packaging" / "icon.py"), str(icon)], check=True, capture_output=True)
    data, at, sides = icon.read_bytes(), 8, []
    assert data[:4] == b"icns" and int.from_bytes(data[4:8], "big") == len(data)
    while at < len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "big")
        picture = data[at + 8 : at + size]
        assert picture.startswith(b"\x89PNG") and picture.endswith(b"IEND\xaeB`\x82")
        sides.append(int.from_bytes(picture[16:20], "big"))
        at += size
    assert sides == [16, 32, 64, 128, 256, 512, 1024]


def test_the_app_for_macos_opens_saves_and_letters(contents: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """The spec as PyInstaller runs it there, with its tools replaced by what notes what they are given."""
    hooks = SimpleNamespace(collect_submodules=lambda name: [], copy_metadata=lambda name: [])
    for name in ("PyInstaller", "PyInstaller.utils", "PyInstaller.utils.hooks"):
        monkeypatch.setitem(sys.modules, name, hooks)  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "build", raising=False)
    given: dict[str, Any] = {}
    tools: dict[str, Any] = {
        "Analysis": lambda *words, **more: SimpleNamespace(pure=[], scripts=[], binaries=["lib"], datas=["data"]),
        "PYZ": lambda pure: pure,
        "EXE": lambda *words, **more: more,
        "COLLECT": lambda *words, **more: None,
        "BUNDLE": lambda program, *more, **said: given.update(said, program=program),
    }
    spec = ROOT / "packaging" / "rasputitsa.spec"
    exec(spec.read_text(encoding="utf-8"), {**tools, "SPECPATH": str(spec.parent), "workpath": "/tmp/work"})
    monkeypatch.delitem(sys.modules, "build")
    assert given["name"] == "Rasputitsa.app" and Path(given["icon"]).name == "rasputitsa.icns"
    assert given["program"]["console"] is False and re.fullmatch(r"\d+\.\d+\.\d+", given["version"])
    said = plistlib.loads(plistlib.dumps(given["info_plist"]))
    assert said == contents.info_plist()  # type: ignore[attr-defined]
    kinds = {kind["UTTypeIdentifier"]: kind["UTTypeTagSpecification"] for kind in said["UTExportedTypeDeclarations"]}
    opened = [kinds[kind] for types in said["CFBundleDocumentTypes"] for kind in types["LSItemContentTypes"]]
    assert opened == [{"public.filename-extension": [ending.lstrip(".")]} for ending in (SAVE_ENDING, ENDING)]
    assert all(kind.startswith(given["bundle_identifier"]) for kind in kinds)


@pytest.mark.parametrize(("megabytes", "said"), [(0, "smoke: "), (71, "must stay below 70")])
def test_a_bundle_that_is_none_or_too_large_is_refused_in_one_line(megabytes: int, said: str, tmp_path: Path) -> None:
    with (tmp_path / "library").open("wb") as file:
        file.truncate(megabytes * 1_000_000)
    script = str(ROOT / "packaging" / "smoke.py")
    done = subprocess.run([sys.executable, script, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and said in done.stderr.lower() and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [(("fly",), "no such subcommand: 'fly'"), (("play", "--scenario", "no-such"), "no scenario"), (("--version",), "")],
)
def test_without_a_console_a_failure_is_shown_in_a_box(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pygame

    shown: list[str] = []
    monkeypatch.setattr(pygame.display, "message_box", lambda title, text, **_: shown.append(text))
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import start

    monkeypatch.setattr(sys, "argv", ["rasputitsaw", *words])
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    code = start.run()
    assert (code == 0) is (not said) and len(shown) == bool(said)
    assert all(said in text for text in shown)


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--out", "FILE"), "build: "), (("--no-such",), "unrecognized arguments")],
)
def test_a_build_that_cannot_be_says_so_in_one_line(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    asked = [str(file) if word == "FILE" else word for word in words]
    done = subprocess.run(
        [sys.executable, str(ROOT / "packaging" / "build.py"), *asked], capture_output=True, text=True, check=False
    )
    assert done.returncode != 0 and said in done.stderr and "Traceback" not in done.stderr


WAY = """
from pathlib import Path
import sys

import clicks

shadow = clicks.Shadow(Path(sys.argv[1]))
click = lambda place: shadow.pilot.click(*place)
seen = []
def shows(what):
    seen.append((what, shadow.settle().copy()))
shows("the first questions")
for button in ("Begin", "New game", "Start game"):
    click(shadow.place(button))
    shows(button)
click(shadow.counter())
shows("a counter picked")
clicks.leave(shadow, click, shows)
assert not shadow.app.running
same = [one[0] for one, other in zip(seen, seen[1:]) if clicks.alike(one[1], other[1]) == 1]
assert not same, f"nothing changed after {same}"
print(len(seen))
"""


def test_the_way_of_the_click_trial_is_open(tmp_path: Path) -> None:
    """The shadow that says where to click walks the whole way by itself: title, map, counter, menu, out."""
    done = subprocess.run(
        [sys.executable, "-c", WAY, str(tmp_path)],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT / "packaging")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 6
