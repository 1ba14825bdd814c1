"""What a game remembers of its position is what it would work out anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from ecs import RULESETS, Side, find_scenario, list_scenarios
from ecs.core.remembered_answers import RememberedAnswers
from ecs.untrusted_input import parse_toml
from game.play.autoplay import make_players, play_on
from game.play.scenarios import new_game

COMMANDS = 300
OFTEN = 10  # so many answers of a kind are worked out again nearly always, later ones less and less


class Auditor:
    """Works out again, now and then, what is given from memory; two questions under one key come out as a difference.

    A key that leaves out something the answer depends on shows only when both questions are put to one position.
    """

    def __init__(self, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.lots = random.Random(seed)
        self.faults: list[str] = []
        self.looked = 0
        self._busy = False
        self._given: Counter[Any] = Counter()
        for name in ("memo", "keep", "recent", "lasting", "latest"):
            patch.setattr(RememberedAnswers, name, self._watched(name, getattr(RememberedAnswers, name)))

    def _watched(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        def asked(answers: RememberedAnswers, key: Any, *more: Any) -> Any:
            given = plain(answers, key, *more)
            family = key[0] if isinstance(key, tuple) else key
            self._given[family] += not self._busy
            if not self._busy and self.lots.random() * (1 + self._given[family] / OFTEN) < 1:
                self._look(answers, name, key, more[-1], given)
            return given

        return asked

    def _look(self, answers: RememberedAnswers, name: str, key: Any, make: Callable[[], Any], given: Any) -> None:
        self._busy = True
        with answers.unremembered():
            anew = make()
        self._busy = False
        self.looked += 1
        if anew != {} and not _alike(given, anew):  # what begins empty is filled by those who ask
            self.faults.append(f"{name} {str(key)[:200]}: {str(given)[:200]}, anew {str(anew)[:200]}")


def _alike(one: Any, other: Any) -> bool:
    if type(one) is not type(other) or one == other or callable(one):
        return type(one) is type(other)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    return hasattr(one, "__dict__") and _alike(vars(one), vars(other))


LAST = {find_scenario(path.stem).ruleset: path.stem for path in list_scenarios() if "tutorial" not in path.stem}


@pytest.mark.parametrize("system", RULESETS)
def test_what_is_remembered_is_what_would_be_worked_out(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    auditor = Auditor(monkeypatch, seed=3)
    game = new_game(LAST[system], seed=298)
    play_on(game, make_players(dict.fromkeys(Side, "random"), 298), COMMANDS)
    game.close()
    assert auditor.faults == [] and auditor.looked > 100


def test_what_a_text_says_can_be_changed_by_one_reader_and_is_as_it_was_for_the_next() -> None:
    text = b"[a]\nb = [1, { c = 2 }]\n"
    first = parse_toml(text)
    first["a"]["b"][1]["c"] = 9
    first["a"]["b"].append(3)
    first["d"] = True
    assert parse_toml(text) == {"a": {"b": [1, {"c": 2}]}}
