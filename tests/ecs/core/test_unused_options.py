"""Optional rules that mean nothing in a scenario: they are not offered, nobody may change them, and they do nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ecs import (
    Scenario,
    SetupError,
    check_scenario,
    find_scenario,
    list_scenarios,
    load_scenario,
    new_game,
    options_of,
    ruleset_of,
    start,
)
from tests.kits.random_play import Picker

WITH_UNUSED = [told for path in list_scenarios() if (told := load_scenario(path)).unused_options]
PLAYED = {"tdv-typhoon-1941": 2000, "war-crimea-1942": 2000}
NONSENSE = {"finns", "setup", "may_turn"}  # these would do something: bring Finns to Moscow, begin in turn 0


def others(told: Scenario) -> dict[str, str]:
    """For each option that means nothing in a scenario, a value it does not have there."""
    known = {option.key: option for option in options_of(ruleset_of(told))}
    now = {key: told.options.get(key, known[key].default) for key in told.unused_options}
    return {key: next(value for value, _ in known[key].choices if value != now[key]) for key in now}


@pytest.mark.parametrize("told", WITH_UNUSED, ids=lambda told: told.id)
def test_an_option_that_means_nothing_is_not_offered_and_cannot_be_changed(told: Scenario) -> None:
    every, offered = ({option.key for option in options_of(ruleset_of(told), *which)} for which in ((), (told,)))
    assert every - offered == {*told.unused_options}
    for key, value in others(told).items():
        with pytest.raises(SetupError, match=re.escape(f"{told.title} does not use the option {key}")):
            new_game(told.id, options={key: value})


@pytest.mark.parametrize("name", PLAYED)
def test_an_option_that_means_nothing_would_change_nothing(name: str) -> None:
    told = replace(find_scenario(name), unused_options=())
    changed = {key: value for key, value in others(find_scenario(name)).items() if key not in NONSENSE}
    assert changed and logged(told, changed, PLAYED[name]) == logged(told, {}, PLAYED[name])


def logged(told: Scenario, options: Mapping[str, str], most: int) -> list[str]:
    """What a game played by lot logs."""
    picker = Picker(5, careful=True)
    with closing(start(told, options, 5)) as game:
        for _ in range(most):
            if game.over:
                break
            game.apply(picker.pick(game))
        return [str(record) for record in game.log]


def test_a_scenario_that_names_an_option_its_game_does_not_have_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('id = "mine"\nextends = "rb-blue-1942"\ntitle = "Mine"\nunused_options = ["worker"]\n')
    (fault,) = check_scenario(path)
    assert "line 4" in fault and "'worker'" in fault and "'workers'" in fault
