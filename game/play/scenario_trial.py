"""The trial of a scenario: everything wrong with it; if nothing is, a game of random moves seen by both sides.

A scenario is played for a turn.  House rules are played to the end of a game, in slices, as that takes a while; what is
found is known to `rules_faults` from then on, until their file changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path

from ecs import (
    UNFIT,
    Game,
    IllegalCommand,
    MapError,
    Scenario,
    SetupError,
    Side,
    TableError,
    changed_figures,
    check_scenario,
    list_scenarios,
    load_scenario,
    position_faults,
    start,
)
from ecs.untrusted_input import plain
from game.opponents import Seat
from game.opponents.players import PATIENCE, RandomPlayer
from game.packs.addons.house_rules import HouseRules, keep_verdict, laid_under, rules_in, untried
from game.packs.addons.library import installed
from game.play.scenarios import clash_of

MOST_COMMANDS = 1500  # longer than any turn of a shipped scenario by lot
MOST_OF_A_GAME = 40_000  # longer than any shipped scenario by lot
BRISK = 4  # commands of a phase that is tried, on the average
GAMES = 2  # scenarios house rules are played in, the shortest of those shipped
TOLD = 3  # changed figures a fault names one by one


def faults_of_scenario(path: Path) -> list[str]:
    """All that is wrong with a scenario file, one sentence each; empty if it can be played."""
    faults = [*filter(None, [clash_of(path)]), *check_scenario(path)]
    return faults or [*position_faults(path), *filter(None, [trial(load_scenario(path))])]


def trial(scenario: Scenario, to_its_end: bool = False) -> str:
    """What goes wrong in a turn, or a game, of random moves, in a sentence; "" if nothing does."""
    played = Trial(scenario, to_its_end)
    for _ in played.slices:
        pass
    return played.fault


class Trial:
    """A game of random moves.

    :ivar slices: a step of it each; the share of the game that is played.
    :ivar fault: what has gone wrong, in a sentence; "" if nothing has.
    """

    def __init__(self, scenario: Scenario, to_its_end: bool = False) -> None:
        self.scenario, self.fault = scenario, ""
        self.slices = self._played(MOST_OF_A_GAME if to_its_end else MOST_COMMANDS, to_its_end)
        self._where = "at the start"

    def _played(self, most: int, to_its_end: bool) -> Iterator[float]:
        try:
            with closing(start(self.scenario)) as game:
                yield from self._turns(game, most, to_its_end)
        except (SetupError, TableError, MapError) as error:
            self.fault = str(error)
        except IllegalCommand as error:
            self._found(f"a command from the legal list was refused {self._where}: {plain(str(error))}")
        except UNFIT as error:
            what = plain(f"{type(error).__name__} {error}")
            self._found(f"counters, map, rules and figures do not fit together {self._where}: {what}")

    def _found(self, said: str) -> None:
        """A fault, with the figures that differ from the printed ones."""
        changed = changed_figures(self.scenario)
        rules = ", ".join(figure.placed for figure in changed[:TOLD])
        more = f" and {len(changed) - TOLD} more" if len(changed) > TOLD else ""
        by = f" under the house rule {rules}{more}" if changed else ""
        self.fault = f"{self.scenario.path.name}: played with random orders{by}, {said}"

    def _turns(self, game: Game, most: int, to_its_end: bool) -> Iterator[float]:
        """Let both sides look at every new phase and question; then play a command of the side to act."""
        patience = PATIENCE if to_its_end else BRISK
        seats = {side: (Seat(game, side), RandomPlayer(n, patience)) for n, side in enumerate(Side)}
        first, seen = game.turn, ("", "")
        last = max(first, game.look(Side.AXIS).turns)
        for number in count():
            if seen != game.moment[1:]:
                seen = game.moment[1:]
                for side in Side:
                    game.look(side)
            if game.over or (game.turn != first and not to_its_end):
                return
            if number >= most:
                if to_its_end:
                    self._found(f"the game had not ended after {most} commands")
                return
            self._where = f"in turn {game.turn}, phase {game.moment[1]}, after {number} commands"
            if game.stuck or game.to_act is None:
                self._found(f"nobody has a legal command {self._where}")
                return
            seat, player = seats[game.to_act]
            game.apply(player.choose(seat)[0])
            yield (game.turn - first) / (last - first + 1)


# -- house rules of add-ons ------------------------------------------------------------------------------------------


class RulesTrial:
    """Trials of untested files of house rules, one after the other.

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
        """Play one more command; return whether there is more to do."""
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

    :param tell: hears how far it is, each time that changes.
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
