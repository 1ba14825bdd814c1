"""The rulesets, each loaded on first use: no evening needs the rules of all four."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from ecs.core.files.scenario_source import CALENDARS
from ecs.core.ruleset import Ruleset
from ecs.untrusted_input import meant

GAMES = ("darkest-crusade", "dark-valley", "russia-besieged", "war-against-russia")  # in the order they are offered in


class Rulesets(Mapping[str, Ruleset]):
    """Rulesets by their id; a package of this folder has the id for its name, and its record is called RULESET.

    Behind them come those of others: see :meth:`look_also_in`.
    """

    def __init__(self, ids: tuple[str, ...]) -> None:
        self._read: dict[str, Ruleset | None] = dict.fromkeys(ids)
        self._elsewhere: dict[Callable[[], Mapping[str, Ruleset]], tuple[Callable[[str], str], ...]] = {}

    @property
    def own(self) -> tuple[str, ...]:
        """Ids of the built-in games."""
        return tuple(self._read)

    def look_also_in(
        self,
        others: Callable[[], Mapping[str, Ruleset]],
        digest_of: Callable[[str], str],
        why_absent: Callable[[str], str],
        home_of: Callable[[str], str],
    ) -> None:
        """Find further games here; the id of a built-in game keeps its meaning.

        :param digest_of: what a game's rules were read from, as a digest that another version of them does not have.
        :param why_absent: why a game is not among the others although it is at hand, in words; "" if it is not.
        :param home_of: the folder in which the code of a game lies; "" if it is not among the others.
        """
        self._elsewhere.setdefault(others, (digest_of, why_absent, home_of))

    def digest_of(self, ruleset: str) -> str:
        """Digest of the files of an added game; "" for a built-in one."""
        found = () if ruleset in self._read else (digest_of(ruleset) for digest_of, *_ in self._elsewhere.values())
        return next(filter(None, found), "")

    def home_of(self, ruleset: str) -> str:
        """The folder with the code of an added game; "" for a built-in one."""
        found = () if ruleset in self._read else (home_of(ruleset) for *_, home_of in self._elsewhere.values())
        return next(filter(None, found), "")

    def absent(self, ruleset: str) -> str:
        """Why there is no game of this id, worded to follow a file and a line."""
        known = (why_absent(ruleset) for _, why_absent, _ in self._elsewhere.values())
        return next(filter(None, known), f"no ruleset {ruleset[:40]!r}{meant(ruleset, self)}")

    def __getitem__(self, ruleset: str) -> Ruleset:
        if ruleset not in self._read:
            return self._others()[ruleset]
        found = self._read[ruleset]
        if found is None:
            package = import_module(f"{__name__}.{ruleset.replace('-', '_')}")
            found = self._read[ruleset] = package.RULESET
        return found

    def __contains__(self, ruleset: object) -> bool:
        return ruleset in self._read or ruleset in self._others()

    def __iter__(self) -> Iterator[str]:
        yield from self._read
        yield from (ruleset for ruleset in self._others() if ruleset not in self._read)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _others(self) -> Mapping[str, Ruleset]:
        return {ruleset: found for others in self._elsewhere for ruleset, found in others().items()}


RULESETS = Rulesets(GAMES)
CALENDARS.append(lambda ruleset: RULESETS[ruleset].figures.calendar() if ruleset in RULESETS else ())
