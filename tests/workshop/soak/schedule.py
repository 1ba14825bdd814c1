"""The game that is soaked next.  Every ruleset gets the same time, within it every level, within that every
scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.workshop.soak.game_run import Course, Outcome, drawn
from tests.workshop.soak.soak_state import State

GUESS = 1.0  # seconds of a game of which nothing is known


@dataclass(frozen=True, slots=True)
class Turn:
    """A game on the schedule: the ruleset and the level it counts for."""

    ruleset: str
    level: str
    course: Course


@dataclass(slots=True)
class Schedule:
    """Deals out games and takes their outcomes in.

    :param rulesets: scenario -> its ruleset, for all that take part.
    :param levels: those that take part, the easiest first.
    :param first: the first seed.
    :param most: how many games are dealt; 0 for no end.

    Rulesets and levels share the time of this session, scenarios that of all of them, so that long ones get their turn.
    """

    state: State
    rulesets: Mapping[str, str]
    levels: tuple[str, ...]
    first: int = 1
    most: int = 0
    dealt: int = 0
    _spent: Counter[tuple[str, str]] = field(default_factory=Counter)
    _out: dict[tuple[str, str, int], float] = field(default_factory=dict)

    def next(self) -> Turn | None:
        """The game to be played now; None when all have been dealt."""
        if self.most and self.dealt >= self.most:
            return None
        self.dealt += 1
        spent = self._spent
        ruleset = min(sorted(set(self.rulesets.values())), key=lambda r: sum(spent[r, x] for x in self.levels))
        level = min(self.levels, key=lambda x: spent[ruleset, x])
        mine = sorted(s for s, r in self.rulesets.items() if r == ruleset)
        scenario = min(mine, key=lambda s: self._had(s, level))
        tally = self.state.tally(scenario, level)
        seed = next(s for s in tally.free(self.first) if (scenario, level, s) not in self._out)
        lasts = tally.seconds / tally.games if tally.games else GUESS
        self._out[scenario, level, seed] = lasts
        spent[ruleset, level] += lasts  # type: ignore[assignment]
        return Turn(ruleset, level, drawn(scenario, seed, level, self.levels))

    def _had(self, scenario: str, level: str) -> float:
        """Seconds a scenario has had, games still out counted as they usually last."""
        out = sum(seconds for (s, x, _), seconds in self._out.items() if (s, x) == (scenario, level))
        return out + self.state.tally(scenario, level).seconds

    def back(self, turn: Turn, outcome: Outcome | None, files: str = "") -> None:
        """A game is over, or (None) was broken off."""
        lasts = self._out.pop((turn.course.scenario, turn.level, turn.course.seed))
        seconds = 0.0 if outcome is None else outcome.seconds
        self._spent[turn.ruleset, turn.level] += seconds - lasts  # type: ignore[assignment]
        if outcome is None:
            self.dealt -= 1
        else:
            self.state.add(turn.level, outcome, files)
