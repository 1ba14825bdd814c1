"""No test opens a window, makes a sound or touches the player's own folder."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import esper
import pytest
from hypothesis import HealthCheck, settings

from game.system.memory import resident, trim
from tests.kits import painted_grounds
from tests.kits.patience import Ticks

# how long an example takes by the clock says how busy the machine is, and nothing else
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.load_profile("any machine")

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ.setdefault("RASPUTITSA_HOME", tempfile.mkdtemp(prefix="rasputitsa-tests-"))


_homes = count()
MUCH, MORE = 300, 100  # megabytes: from where on they are given back, and so many more than were left the last time


def pytest_configure(config: pytest.Config) -> None:
    """Where nothing compiled may lie beside the modules, it is kept in the cache of pytest: else every worker and every
    program a test starts compiles the house anew."""
    if sys.dont_write_bytecode and sys.pycache_prefix is None and config.pluginmanager.has_plugin("cacheprovider"):
        sys.pycache_prefix = str(config.cache.mkdir("compiled"))
        sys.dont_write_bytecode = False
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Thousands of tests and everything imported stay to the end: the search for garbage need not go over them again
    for every position a test sets up."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A worker that has done its tests takes over half of what another still has: the long ones stand together."""
    if config.getoption("dist") != "load":
        return None
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


@pytest.fixture(autouse=True, scope="session")
def ticks() -> Iterator[None]:
    """Where the game looks at the clock, time goes on by a tick a look: a busy machine neither puts off a save nor
    breaks off what is done between two frames."""
    patch = pytest.MonkeyPatch()
    for place in (
        "game.play.session.monotonic",
        "game.screens.play.playback.perf_counter",
        "game.ui.interaction.click_commands.perf_counter",
    ):
        patch.setattr(place, Ticks())
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def painted_once() -> Iterator[None]:
    """The maps that come with the game are painted once for all tests of a process."""
    patch = pytest.MonkeyPatch()
    painted_grounds.share(patch)
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def unflushed() -> Iterator[None]:
    """What is saved is not pushed down to the disk: nobody cuts the power of this machine, and tests of a disk that
    fails bring their own."""
    patch = pytest.MonkeyPatch()
    patch.setattr(os, "fsync", lambda handle: None)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def memory_given_back() -> Iterator[None]:
    """Windows of earlier tests are found and their room given back whenever it has become much: the search for garbage
    counts objects, not the pictures they hold, and a worker would grow to four times what it needs."""
    global _bound
    yield
    if resident() > _bound:
        gc.collect()
        trim()
        _bound = max(MUCH, resident() + MORE)


_bound: float = MUCH


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The player's folder: another one for every test."""
    folder = tmp_path_factory.mktemp(f"home{next(_homes)}", numbered=False) / "rasputitsa"
    monkeypatch.setenv("RASPUTITSA_HOME", str(folder))
    yield folder


@pytest.fixture(autouse=True)
def nothing_hushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The passphrases of another test are words like any other."""
    monkeypatch.setattr("game.system.redaction._hushed", set())


@pytest.fixture(autouse=True)
def worlds_given_back() -> Iterator[None]:
    """Delete every world that is new since the test began: a game is large, there are thousands of them, and esper
    keeps each until told."""
    before = set(esper.list_worlds())
    yield
    for name in esper.list_worlds():
        if name not in before:
            if esper.current_world == name:
                esper.switch_world("default")
            esper.delete_world(name)


@pytest.fixture
def own_scenarios(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of the scenarios of a player whose folder is fresh."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    folder = tmp_path / "maps" / "scenarios"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy this machine is, no autosave is put off."""
    monkeypatch.setattr("game.play.session.SLOW", 3600)
