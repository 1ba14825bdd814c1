"""The trial of house rules: games are played by lot to their ends by the figures of a file, in slices.

What is found is known to `rules_faults` from then on, until the file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from ecs import Scenario, list_scenarios, load_scenario
from game.packs.addons.house_rules import HouseRules, keep_verdict, laid_under, rules_in, untried
from game.packs.addons.library import installed
from game.play.scenario_trial import Trial

GAMES = 2  # scenarios that are played, the shortest of those shipped


class RulesTrial:
    """Files of house rules that have not been tried yet, one after the other.

    :ivar path: the file that is being tried; None if there is none.
    :ivar share: how much of its trial is done.
    :ivar faults: what was found so far.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self.path: Path | None = None
        self.share = 0.0
        self.faults: list[str] = []
        self._steps = self._all([(path, rules) for path in paths if (rules := untried(path)) is not None])
        self.going = self.step()

    def step(self) -> bool:
        """Go on by one command; is there more to do?"""
        self.going = next(self._steps, False)
        return self.going

    def _all(self, files: Iterable[tuple[Path, HouseRules]]) -> Iterator[bool]:
        for path, rules in files:
            self.path, self.share, fault = path, 0.0, ""
            games = _games(rules.ruleset)
            for number, scenario in enumerate(games):
                played = Trial(replace(laid_under(rules, scenario), path=path), to_its_end=True)
                for part in played.slices:
                    self.share = (number + part) / len(games)
                    yield True
                if played.fault:
                    fault = f"{path.parent}/{played.fault}"
                    self.faults.append(fault)
                    break
            keep_verdict(path, fault)
        self.path = None


def rules_in_use() -> list[Path]:
    """The files of house rules of all add-ons in use."""
    return [path for addon in installed() if addon.used for path in rules_in(addon)]


def try_out(paths: Iterable[Path], tell: Callable[[str], object]) -> None:
    """The whole trial at once.

    :param tell: is told how far it is, each time that changes.
    """
    trial, said = RulesTrial(paths), ""
    while trial.going:
        trial.step()
        now = f"Trying out {trial.path.name}: {100 * trial.share:.0f} %" if trial.path is not None else ""
        if now != said:
            said = now
            tell(now)


def _games(ruleset: str) -> list[Scenario]:
    shipped = [scenario for scenario in map(load_scenario, list_scenarios()) if scenario.ruleset == ruleset]
    return sorted(shipped, key=lambda scenario: (scenario.turns - scenario.start_turn, scenario.id))[:GAMES]
