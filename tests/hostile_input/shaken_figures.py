"""Every number and every list of the tables of rules, made too large, too small, empty or too short.

    python -m tests.hostile_input.shaken_figures [--seed N] [--only RULESET] [--scenario ID] [--together N]

lays each change over the printed figures.  A change the readers let in is played: by lot, to the end of a game, a
handful of changes at a time; where a game breaks, the one to blame is looked for.  A sample of it is a test
(tests/game/play/test_house_rules.py); the whole takes an hour or two.
"""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import ecs
from ecs import RULESETS, board_of
from ecs.core.files.figures import FREE_TEXT
from ecs.core.files.toml_files import laid_over, read_toml
from game.play.scenario_trial import trial

PLAYED = {
    "darkest-crusade": ("tutorial-kiev-1941", 5),
    "dark-valley": ("tdv-typhoon-1941", 7),
    "russia-besieged": ("rb-barbarossa-5", 1),
    "war-against-russia": ("war-crimea-1942", 14),
}
"""Ruleset -> the scenario its shaken figures are played by, and its last turn then."""
SECONDS = 12  # of the processor for a game; one that is slower is only told
NUMBERS = (-3, 0, 1, 20, 999)
Key = str | int


@dataclass(frozen=True, slots=True)
class Shake:
    """One figure that is another now: which, and the overlay that says so."""

    place: tuple[Key, ...]
    value: Any
    overlay: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.place))} = {self.value!r}"


def shakes(ruleset: str) -> list[Shake]:
    """Every number of every table and counter class in five ways, every list emptied and cut short."""
    found = []
    for sheet in RULESETS[ruleset].figures.shelf.sheets:
        raw = read_toml(sheet.path)
        printed = raw[sheet.key] if sheet.key else raw
        for place, value in _figures(printed, ()):
            if place[0] == "map" or (sheet.part == "units" and place[-1] in sheet.kept) or place[-1] in FREE_TEXT:
                continue
            found += [Shake((sheet.part, *place), new, {sheet.part: _over(printed, place, new)}) for new in _new(value)]
    return found


def scenario_of(ruleset: str) -> ecs.Scenario:
    """What the shaken figures of a game are played by."""
    name, turns = PLAYED[ruleset]
    return replace(ecs.find_scenario(name), turns=turns)


def is_refused(shake: Shake, scenario: ecs.Scenario) -> bool:
    """Do the readers refuse it?

    :raises AssertionError: if they do not name table and key.
    """
    board = board_of(scenario)
    shelf = RULESETS[scenario.ruleset].figures.shelf
    faults = shelf.faults(shake.overlay, board.words, frozenset(board.regions))
    keys = [part for part in shake.place if isinstance(part, str)]
    for fault in faults:
        named = [str(part) for part in fault.path] + fault.cause.replace(":", " ").replace(".", " ").split()
        assert all(key in named or key in fault.cause for key in keys[:3]), f"{shake}: {fault}"
    return bool(faults)


def broken(together: Sequence[Shake], scenario: ecs.Scenario) -> tuple[Sequence[Shake], str]:
    """The fewest of some changes that break a game, halved as long as a half does; and how.  Nothing if all go well."""
    why = played(together, scenario)
    if f"more than {SECONDS} seconds" in why:
        print(f"slow: {' AND '.join(map(str, together))}", flush=True)
        return (), ""
    if not why or len(together) == 1:
        return (together if why else ()), why
    half = len(together) // 2
    for part in (together[:half], together[half:]):
        fewer, cause = broken(part, scenario)
        if cause:
            return fewer, cause
    return together, why


def played(together: Sequence[Shake], scenario: ecs.Scenario) -> str:
    """What goes wrong in a game by lot under these changes."""
    figures: dict[str, Any] = {}
    for shake in together:
        figures = laid_over(figures, shake.overlay)
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return trial(replace(scenario, figures=figures), to_its_end=True)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(*_: object) -> None:
    raise RuntimeError(f"it takes more than {SECONDS} seconds of the processor")


def handfuls(found: Sequence[Shake], seed: int, size: int) -> Iterator[list[Shake]]:
    """All of them in handfuls, by lot; those of one table are never together, as one would cover the other."""
    left = sorted(found, key=lambda shake: (hash_of(seed, str(shake)), str(shake)))
    while left:
        taken: dict[tuple[Key, ...], Shake] = {}
        for shake in left:
            if shake.place[:2] not in taken and len(taken) < size:
                taken[shake.place[:2]] = shake
        yield list(taken.values())
        chosen = set(map(str, taken.values()))
        left = [shake for shake in left if str(shake) not in chosen]


def hash_of(seed: int, text: str) -> int:
    """A number that looks like chance and is the same everywhere."""
    state = seed + 1
    for letter in text.encode():
        state = (state * 6364136223846793005 + letter * 1442695040888963407 + 1) % 2**64
    return state >> 20


def _figures(value: Any, place: tuple[Key, ...]) -> Iterator[tuple[tuple[Key, ...], Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _figures(inner, (*place, key))
    elif isinstance(value, list):
        yield place, value
        for number, inner in enumerate(value):
            yield from _figures(inner, (*place, number))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place, value


def _new(value: Any) -> list[Any]:
    if isinstance(value, list):
        shorter = [[], value[:1], value[:-1]]
        return [new for number, new in enumerate(shorter) if new != value and new not in shorter[:number]]
    return [new for new in NUMBERS if new != value]


def _over(printed: Any, place: tuple[Key, ...], new: Any) -> Any:
    """The overlay that puts ``new`` at a place: tables by their keys, a list whole."""
    if not place:
        return new
    key = place[0]
    if isinstance(key, str):
        return {key: _over(printed[key], place[1:], new)}
    whole = deepcopy(printed)
    at = whole
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = new
    return whole


def main() -> None:
    """Shake everything, and tell what breaks."""
    parser = argparse.ArgumentParser(description="Shakes every figure of the rules.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--together", type=int, default=12)
    parser.add_argument("--scenario", help="play this one; to be given with --only")
    parser.add_argument("--only", choices=PLAYED, action="append")
    asked = parser.parse_args()
    for ruleset in asked.only or PLAYED:
        scenario = scenario_of(ruleset)
        if asked.scenario:
            scenario = ecs.find_scenario(asked.scenario)
        found, let_in = shakes(ruleset), []
        for shake in found:
            try:
                if not is_refused(shake, scenario):
                    let_in.append(shake)
            except AssertionError as error:
                print(f"not named: {error}", flush=True)
        print(f"{ruleset}: {len(found)} changes, {len(found) - len(let_in)} refused", flush=True)
        for number, handful in enumerate(handfuls(let_in, asked.seed, asked.together), 1):
            fewest, why = broken(handful, scenario)
            if why:
                print(f"breaks (handful {number}): {' AND '.join(map(str, fewest))}: {why}", flush=True)
            if number % 5 == 0:
                print(f"  {number} handfuls played", flush=True)


if __name__ == "__main__":
    main()
