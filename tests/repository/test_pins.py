"""The games still show what they showed: their beginnings here; all of them by ``python -m tests.programs.pinning``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecs import list_scenarios
from tests.programs.pinning import EVERY, Pin, differs, read, walk

SCENARIOS = [path.stem for path in list_scenarios()]
BEGINNING = 40  # commands
WHOLE = {"barbarossa-1941:r1", "barbarossa-1941:r2", "tutorial-kiev-1941:r1", "war-barbarossa-1941:r1"}
LEAST = 200  # games pinned in all


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_pinned_games_of_a_scenario_begin_as_they_did(scenario: str) -> None:
    pins = read(scenario)
    chosen = [pins[0], pins[-1]] + [pin for pin in pins if pin.name in WHOLE]
    assert [line for pin in chosen if (line := differs(pin, 0 if pin.name in WHOLE else BEGINNING))] == []


def test_enough_games_are_pinned_by_lot_and_between_officers() -> None:
    names = [pin.name for scenario in SCENARIOS for pin in read(scenario)]
    assert len(names) == len(set(names)) >= LEAST
    assert all(any(name.startswith(f"{scenario}:r") for name in names) for scenario in SCENARIOS)
    assert sum(":o" in name for name in names) >= len(SCENARIOS) - 1  # the tutorial has no officers


@pytest.mark.parametrize(
    ("changed", "told"),
    [({"seed": 3}, "legal"), ({"seen": ("0" * 32,)}, "legal, log, views, dice by command 0")],
    ids=["another game", "another sight"],
)
def test_a_game_that_shows_something_else_is_found(changed: dict[str, object], told: str) -> None:
    pin = read("tutorial-kiev-1941")[1]
    assert not differs(pin)
    assert told in differs(replace(pin, **changed))  # type: ignore[arg-type]


def test_one_other_letter_in_a_line_of_the_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pin: Pin = read("tutorial-kiev-1941")[0]
    _, seen = walk(pin)
    assert seen == pin.seen
    assert len(seen) > 2
    monkeypatch.setattr("tests.programs.pinning.plain", lambda value, shape=(): "one for all")
    _, blind = walk(pin)
    assert blind[0][:8] == seen[0][:8]
    assert blind[EVERY // EVERY][8:16] != seen[1][8:16]
