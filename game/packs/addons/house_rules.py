"""Figures of add-ons that replace printed ones: `rules/*.toml`, applied to every new game of their rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

import ecs
from ecs import RULESETS, MapError, Scenario, SetupError, TableError, load_scenario, start
from ecs.core.files.faults import Fault, Source, shape_faults
from ecs.untrusted_input import UnreadableError, meant, parse_toml, plain, read_ordinary
from game.packs.addons.files import LIMITS
from game.packs.addons.library import Addon, installed

Figures = Mapping[str, Mapping[str, Any]]
_verdicts: dict[Path, tuple[int, int, str]] = {}
"""What came of the trial of a file, with its time and size then."""


class HouseRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of house rules: the game it is for, and figures as a scenario lays them over those of its game."""

    ruleset: str
    units: dict[str, dict[str, Any]] = {}
    tables: dict[str, Any] = {}

    @property
    def figures(self) -> Figures:
        """The figures as a scenario states them."""
        return {kind: found for kind, found in (("units", self.units), ("tables", self.tables)) if found}


def under_house_rules(scenario: Scenario) -> Scenario:
    """The scenario with the figures of all add-ons in use; its own go before, then those of earlier add-ons."""
    for _, rules in _in_use(scenario.ruleset):
        scenario = laid_under(rules, scenario)
    return scenario


def laid_under(rules: HouseRules, scenario: Scenario) -> Scenario:
    """The scenario with the figures of a file beneath its own, which win."""
    figures = _over(rules.figures, scenario.figures)
    return scenario if figures == scenario.figures else replace(scenario, figures=figures)


def ruled_by(scenario: Scenario) -> tuple[Addon, ...]:
    """The add-ons whose figures shape a game of this scenario."""
    return tuple(
        addon
        for addon, rules in _in_use(scenario.ruleset)
        if _over(rules.figures, scenario.figures) == scenario.figures
    )


def rules_faults(path: Path) -> list[str]:
    """What is wrong with a file of house rules, by the tests so far, one sentence each; empty if nothing is."""
    try:
        known = path.stat()
    except OSError as error:
        return [f"{path}: {error.strerror or error}"]
    return [*_read(path, known.st_mtime_ns, known.st_size)[1], *filter(None, [_verdict(path)])]


def untried(path: Path) -> HouseRules | None:
    """House rules that the readers accept but no game has been played by yet."""
    if not path.is_file() or _verdict(path) is not None:
        return None
    known = path.stat()
    rules, faults = _read(path, known.st_mtime_ns, known.st_size)
    return None if faults else rules


def keep_verdict(path: Path, fault: str) -> None:
    """Keep the result of games played by a file: "" for no fault.  It holds until the file changes."""
    known = path.stat()
    _verdicts[path] = known.st_mtime_ns, known.st_size, fault


def _verdict(path: Path) -> str | None:
    known = path.stat()
    time, size, fault = _verdicts.get(path, (0, -1, ""))
    return fault if (time, size) == (known.st_mtime_ns, known.st_size) else None


def rules_in(addon: Addon) -> list[Path]:
    """The files of house rules of an add-on."""
    return sorted((addon.folder / "rules").rglob("*.toml")) if "rules" in addon.holds else []


def _in_use(ruleset: str) -> Iterator[tuple[Addon, HouseRules]]:
    """House rules without a fault for one game."""
    for addon in installed():
        for path in rules_in(addon) if addon.used else ():
            known = path.stat()
            rules, faults = _read(path, known.st_mtime_ns, known.st_size)
            if rules is not None and not faults and not _verdict(path) and rules.ruleset == ruleset:
                yield addon, rules


@lru_cache(maxsize=64)
def _read(path: Path, time: int, size: int) -> tuple[HouseRules | None, tuple[str, ...]]:
    del time, size  # the file as it is now
    try:
        raw = parse_toml(read_ordinary(path, LIMITS[".toml"]))
    except UnreadableError as error:
        return None, (plain(f"{path}: {error}"),)
    if faults := list(shape_faults(raw, HouseRules)):
        return None, tuple(f"{path.parent}/{Source(path).tell(fault)}" for fault in faults)
    rules = msgspec.convert(raw, HouseRules)
    if rules.ruleset not in RULESETS:
        likely = meant(rules.ruleset, RULESETS)
        return None, (plain(f"{path} [ruleset]: there is no game '{plain(rules.ruleset, 60)}'{likely}"),)
    return rules, tuple(f"{path.parent}/{fault}" for fault in _tried(path, rules))


def _tried(path: Path, rules: HouseRules) -> list[str]:
    """What the readers of the printed figures say about those of a file."""
    try:
        shipped = next(s for s in map(load_scenario, ecs.list_scenarios()) if s.ruleset == rules.ruleset)
        start(replace(shipped, path=path, figures=rules.figures)).close()
    except (SetupError, TableError, MapError) as error:
        key, _, cause = str(error).removeprefix(f"{path.name}: ").partition(": ")
        return [Source(path).tell(Fault((*key.split("."),), cause))] if cause else [str(error)]
    return []


def _over(low: Mapping[str, Any], high: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one; where both have a value, the second's."""
    out = {**low, **high}
    for key in low.keys() & high.keys():
        if isinstance(low[key], Mapping) and isinstance(high[key], Mapping):
            out[key] = _over(low[key], high[key])
    return out
