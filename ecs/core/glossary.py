"""A game's vocabulary: its words for states, ground and losses, and what a click most likely means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ecs.core.commands import Command
from ecs.core.view import UnitView

Kinds = tuple[type[Command], ...]


@dataclass(frozen=True, slots=True)
class ResultsChart:
    """A printed combat results table: its title among the tables of the game, and how its columns are numbered.

    ``lead``: cells of a row before the first column; ``first``: the number forecasts give that column.  ``both``: both
    sides read a column of it.
    """

    title: str
    lead: int = 1
    first: int = 0
    both: bool = False


@dataclass(frozen=True, slots=True)
class Glossary:
    """A game's vocabulary.

    ``badges``: state word -> title and meaning; ``figures``: a counter's numbers spelt out; ``cost``: what movement
    is counted in, one and several; ``zone_rule``: where zones of control are explained. ``parts``: (title, phase ids)
    that the phase bar shows as one mark each; none: every phase has its own. ``meant``, ``answers``: what a click
    most likely means, by the id of the phase and by open decision. ``done``: by decision, what its end is called; by
    "decision:text of a command", what that is called there, and outside questions by ":text". ``advice``: a choice by
    the text of the command: its name, what it means. ``fights``: may a counter be in an attack, on either side?
    ``kind``: what a class of units or a work is called. ``risky``: commands that ask again, with their rule.
    ``odds``: attacks are read off a table of odds, one throw each; else both sides fire. ``improve``: commands listed
    together in the phases in which armies are built up; ``quiet``: phases whose beginning is no news; ``hit``: what a
    unit that takes a loss does. ``tables``: where attacks are announced first and fought in a later phase, on one of
    several tables: (number for the forecast, its name, the command that begins the battle). ``all_attack``: a
    unit beside an enemy must attack, so none is held back. ``pool``: the box of units that may be rebuilt.
    ``retreats``: where retreats are explained. ``warnings``: what a risky command brings, in a sentence. ``climate``:
    weather -> the part of the map where it is different, what it is there. ``new_turn``: the phase with
    which a turn begins, where a bell is rung for it. ``charts``: the tables of results as forecasts number them.
    ``boxes``: box off the map -> its title, those that are shown beside the map, in the order of print.
    """

    badges: Mapping[str, tuple[str, str]]
    traits: Mapping[str, str]
    nations: Mapping[str, str]
    symbols: Mapping[str, str]
    sizes: Mapping[str, str]
    places: Mapping[str, str]
    ground: Mapping[str, str]
    hexsides: Mapping[str, str]
    figures: Callable[[UnitView], str]
    cost: tuple[str, str]
    zone_rule: str
    meant: Mapping[str, Kinds]
    answers: Mapping[str, Kinds]
    done: Mapping[str, str]
    advice: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    risky: Mapping[type[Command], str] = field(default_factory=dict)
    fights: Callable[[UnitView], bool] = lambda unit: unit.symbol != "factory"
    kind: Callable[[str], str] = lambda word: word.replace("_", " ")
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    improve: Kinds = ()
    quiet: frozenset[str] = frozenset()
    hit: str = "takes the hit"
    odds: bool = False
    tables: tuple[tuple[int, str, type[Command]], ...] = ()
    all_attack: bool = False
    pool: str = ""
    retreats: str = ""
    warnings: Mapping[type[Command], str] = field(default_factory=dict)
    climate: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    new_turn: str = ""
    charts: tuple[ResultsChart, ...] = ()
    boxes: Mapping[str, str] = field(default_factory=dict)
