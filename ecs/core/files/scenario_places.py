"""Hexes that a scenario names by what is there: a label, the name of a place, or a role, read on its map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import msgspec

from ecs.board.board import Board
from ecs.core.files.faults import Fault, meant, shown
from ecs.core.files.scenario_grammar import UnitEntry, ZoneEntry
from ecs.core.files.toml_places import Path as Place
from ecs.core.ruleset import Scenario, ScenarioTerms

MOST_TOLD = 5


def place_fault(board: Board, word: str) -> str:
    """Why a word names no hex, or not one alone; "" if it does."""
    found = board.called(word)
    if len(found) == 1:
        return ""
    if found:
        labels = [board.hexes[index].label for index in found]
        more = f" and {len(labels) - MOST_TOLD} more" if len(labels) > MOST_TOLD else ""
        return f"{shown(word)}: means {len(found)} hexes of the map {board.name}: {', '.join(labels[:MOST_TOLD])}{more}"
    label = next((label for label in board.by_label if label.casefold() == word.casefold()), "")
    known = {label} if label else {*board.by_name}
    return f"{shown(word)}: no hex of the map {board.name} has this label or name{meant(word, known)}"


def label_of(board: Board, word: str) -> str:
    """The label of the hex that a word means; the word itself where it means none, or several."""
    found = board.called(word)
    return board.hexes[found[0]].label if len(found) == 1 else word


def same_hex_faults(board: Board, key: str, words: Mapping[str, str]) -> Iterator[Fault]:
    """Two keys of a table that mean one hex.

    :param words: key -> the word in it that means a hex.
    """
    seen: dict[str, str] = {}
    for name, word in words.items():
        other = seen.setdefault(label_of(board, word), name)
        if other != name:
            yield Fault((key, name), f"means the same hex as {shown(other)}; say it once")


def located(scenario: Scenario, terms: ScenarioTerms, board: Board) -> Scenario:
    """The scenario with the label of the hex wherever it says the name of a place; the same one if it says none."""
    units = tuple((side, _labelled(entry, board)) for side, entry in scenario.units)
    zones = {name: _zone(zone, board) for name, zone in scenario.zones.items()}
    rules = {_rule(key, terms, board): value for key, value in scenario.rules.items()}
    changed = {"units": units, "zones": zones, "rules": rules}
    was = {"units": scenario.units, "zones": dict(scenario.zones), "rules": dict(scenario.rules)}
    return scenario if changed == was else replace(scenario, units=units, zones=zones, rules=rules)


def hex_in_key(key: str, terms: ScenarioTerms) -> str:
    """The word for a hex that a key of ``[rules]`` ends with; "" if it names none."""
    number = terms.number(key)
    return key.removeprefix(number.key) if number is not None and number.by_hex else ""


def unknown_places(board: Board, words: Iterable[str], place: Place) -> Iterator[Fault]:
    """A fault for each word of a list that names no hex."""
    for number, word in enumerate(words):
        if cause := place_fault(board, word):
            yield Fault((*place, number), cause)


def _rule(key: str, terms: ScenarioTerms, board: Board) -> str:
    word = hex_in_key(key, terms)
    return key.removesuffix(word) + label_of(board, word) if word else key


def _labelled(entry: UnitEntry, board: Board) -> UnitEntry:
    spots = {key: label_of(board, word) for key in ("hex", "at") if (word := getattr(entry, key))}
    changed = {key: label for key, label in spots.items() if label != getattr(entry, key)}
    return msgspec.structs.replace(entry, **changed) if changed else entry


def _zone(zone: ZoneEntry, board: Board) -> ZoneEntry:
    also = [label_of(board, word) for word in zone.also]
    return zone if also == zone.also else msgspec.structs.replace(zone, also=also)
