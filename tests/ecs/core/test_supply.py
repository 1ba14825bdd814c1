"""Does the game take only what it has named beforehand: libraries by their hashes, actions by their commits?"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests import ROOT

LOCKS = ROOT / "packaging" / "locks"
NAMES = ("test", "build", "game")  # from the widest to the narrowest
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS = [*WORKFLOWS, ROOT / ".ci" / "run", ROOT / ".ci" / "bundle"]
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


@cache
def pinned(lock: str) -> dict[str, tuple[Requirement, tuple[str, ...]]]:
    """What a lock holds: by name, the requirement and its hashes."""
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            head, *hashes = line.split(" --hash=")
            wanted = Requirement(head)
            assert canonicalize_name(wanted.name) not in found, f"{lock}.txt has {wanted.name} twice"
            found[canonicalize_name(wanted.name)] = wanted, tuple(hashes)
    return found


def asked(lock: str) -> list[str]:
    """What pyproject.toml asks for and this lock must answer."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    game = project["project"]["dependencies"]
    build = [*game, *project["build-system"]["requires"], *project["dependency-groups"]["build"]]
    extras = project["project"]["optional-dependencies"]
    test = [*build, *extras["test"], *extras["learn"]]
    return {"game": game, "build": build, "test": test}[lock]


# -- libraries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", NAMES)
def test_a_lock_answers_all_of_pyproject_within_its_bounds(lock: str) -> None:
    """Where it does not: python packaging/lock.py"""
    for line in asked(lock):
        wanted = Requirement(line)
        assert canonicalize_name(wanted.name) in pinned(lock), f"{lock}.txt has no {wanted.name}"
        (pin,) = pinned(lock)[canonicalize_name(wanted.name)][0].specifier
        assert pin.version in wanted.specifier, f"{lock}.txt has {wanted.name} {pin.version}, wanted: {line}"


@pytest.mark.parametrize("lock", NAMES)
def test_everything_in_a_lock_has_one_version_and_hashes(lock: str) -> None:
    for name, (wanted, hashes) in pinned(lock).items():
        (pin,) = wanted.specifier
        assert pin.operator == "==" and Version(pin.version), name
        assert hashes and all(HASH.fullmatch(f"--hash={one.strip()}") for one in hashes), name
        assert wanted.url is None and not wanted.extras, name


@pytest.mark.parametrize("lock", NAMES)
def test_a_lock_names_no_host_and_no_option(lock: str) -> None:
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")
    assert "://" not in text and "\r" not in text and "@" not in text
    assert not [line for line in text.splitlines() if line.startswith("-")]


@pytest.mark.parametrize(("wide", "narrow"), [("test", "build"), ("build", "game")])
def test_a_wider_lock_holds_the_narrower_one(wide: str, narrow: str) -> None:
    for name, (wanted, hashes) in pinned(narrow).items():
        found, more = pinned(wide)[name]
        assert (found.specifier, sorted(more)) == (wanted.specifier, sorted(hashes)), name


def test_the_lock_is_made_of_what_pyproject_asks() -> None:
    code = "import sys; sys.path.insert(0, 'packaging'); import lock; print(*lock.wanted(sys.argv[1]), sep='\\n')"
    for name in NAMES:
        words = [sys.executable, "-c", code, name]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        assert sorted(done.stdout.splitlines()) == sorted(asked(name))


def test_what_is_installed_by_scripts_and_workflows_is_in_a_lock() -> None:
    """By its hashes, or out of this folder with no index in reach."""
    calls = 0
    for path in SCRIPTS:
        for line in path.read_text(encoding="utf-8").splitlines():
            if "pip install" in line:
                calls += 1
                locked = "--require-hashes -r " in line and "packaging/locks/" in line
                assert locked or "--no-index --no-build-isolation" in line, f"{path.name}: {line.strip()}"
            assert "-m build" not in line or "--no-isolation" in line, f"{path.name}: {line.strip()}"
    assert calls >= 8
    made = (ROOT / "packaging" / "build.py").read_text(encoding="utf-8")
    assert made.count("*pip,") == made.count('"--require-hashes"') + made.count('"--no-index"') == 2


# -- workflows ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.name)
def test_every_action_is_named_by_its_commit_and_its_version(path: Path) -> None:
    used = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
    assert used
    for line in used:
        assert re.fullmatch(r"(- )?uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


def test_one_action_is_used_in_one_version() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    used = set(re.findall(r"uses: (\S+)@(\S+ # \S+)", text))
    assert len({name for name, _ in used}) == len(used)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.name)
def test_a_workflow_may_read_and_only_a_release_may_write(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\npermissions:\n  contents: read\n" in text
    for job in re.split(r"\n  (?=[\w-]+:\n)", text.partition("\njobs:\n")[2]):
        if "write" in re.sub(r"#.*", "", job):
            assert "startsWith(github.ref, 'refs/tags/v')" in job.partition("steps:")[0], job[:40]
            assert "actions/checkout" not in job and "pip install" not in job, "who may write runs nothing of ours"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda p: p.name)
def test_no_stranger_gets_hold_of_a_token_or_of_a_command(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "pull_request_target" not in text and "workflow_run" not in text and "secrets." not in text
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")
    told = set(re.findall(r"\$\{\{\s*([\w.]+)", text))
    assert told <= {"matrix.os", "github.token", "github.ref_name"}
    for line in text.splitlines():  # what a tag is called comes as a variable, never as a part of a command
        if "github." in line and "${{" in line:
            assert re.fullmatch(r"\s+(GH_TOKEN|TAG): \$\{\{ [\w.]+ \}\}", line), line
        assert not ("run:" in line and "${{" in line), line


def test_a_release_has_checksums_and_tells_who_built_it() -> None:
    text = (ROOT / ".github" / "workflows" / "bundles.yml").read_text(encoding="utf-8")
    release = text.partition("\n  release:\n")[2]
    words = ("sha256sum -- * >SHA256SUMS", "attest-build-provenance@", "gh release upload")
    steps = [release.index(word) for word in words]
    assert steps == sorted(steps) and "subject-path: dist/*" in release


# -- the same bytes -------------------------------------------------------------------------------


def test_a_bundle_is_packed_into_the_same_bytes_whenever_and_by_whom(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, 'packaging'); import build; "
        "print(build.archive(Path(sys.argv[1])))"
    )
    seen = []
    for number, made in enumerate((1_000_000_000, 1_700_000_000)):
        bundle = tmp_path / str(number) / "rasputitsa"
        (bundle / "docs").mkdir(parents=True)
        for name in sorted(("b", "a", "docs/c"), reverse=bool(number)):
            (bundle / name).write_text(name)
            os.utime(bundle / name, (made, made))
        words = [sys.executable, "-c", code, str(bundle)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        seen.append(Path(done.stdout.strip()).read_bytes())
    assert seen[0] == seen[1]
