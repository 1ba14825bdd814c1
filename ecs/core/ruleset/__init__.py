"""A game's rulebook: a record of functions and tables; nothing asks which game it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ecs.core.components import ENGINE, Clock, HexType, UnitType
from ecs.core.events import Sentences
from ecs.core.glossary import Glossary
from ecs.core.ruleset.callbacks import (
    AttackQuery,
    BattlefieldAnswers,
    CombatAnswers,
    FigureAnswers,
    Secrecy,
    VictoryAnswers,
    as_it_is,
    nothing_hidden,
)
from ecs.core.ruleset.scenario import (
    ASKED,
    FRESH,
    LOADING,
    TABLE_OPTIONS,
    UNASKED,
    Briefing,
    Option,
    Scenario,
    ScenarioBox,
    ScenarioNumber,
    ScenarioTerms,
    SetupError,
)
from ecs.core.ruleset.sequence_of_play import (
    Chapter,
    Decision,
    Handler,
    Handlers,
    Lister,
    OrderClashError,
    Phase,
    SequenceOfPlay,
    System,
    UnitLister,
    gathered,
)
from ecs.core.world import World

__all__ = [
    "ASKED",
    "FRESH",
    "LOADING",
    "TABLE_OPTIONS",
    "UNASKED",
    "AttackQuery",
    "BattlefieldAnswers",
    "Briefing",
    "Chapter",
    "CombatAnswers",
    "Decision",
    "FigureAnswers",
    "Handler",
    "Handlers",
    "Lister",
    "Option",
    "OrderClashError",
    "Phase",
    "Remembers",
    "Ruleset",
    "Scenario",
    "ScenarioBox",
    "ScenarioNumber",
    "ScenarioTerms",
    "Secrecy",
    "SequenceOfPlay",
    "SetupError",
    "System",
    "UnitLister",
    "VictoryAnswers",
    "as_it_is",
    "chosen_options",
    "gathered",
    "nothing_hidden",
    "options_in_force",
    "options_of",
]


@dataclass(frozen=True, slots=True)
class Remembers:
    """The kinds of mark a game has besides those its set-up makes, by what they are written on.

    Each is a dataclass whose fields have defaults. It is blank when the set-up has ended.
    """

    table: tuple[type, ...] = ()
    counters: tuple[type, ...] = ()
    hexes: tuple[type, ...] = ()

    @property
    def kinds(self) -> tuple[type, ...]:
        """All of them, in the order in which positions tell them."""
        return (*self.counters, *self.hexes, *self.table)

    @property
    def along(self) -> Mapping[type, tuple[type, ...]]:
        """A component that only such a thing has -> the marks it gets as well."""
        return {UnitType: self.counters, HexType: self.hexes, Clock: self.table}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The table of contents of a game.

    ``components``: the kinds of mark of this game, in the order in which positions tell them; those of every game come
    first unless they are named among them.  ``terms``: what its scenarios may say.  ``set_up``: a scenario
    put on the board.  ``glossary``: what things are called.
    ``sentences``: what the log says of an event.  ``traits``: what kind of game it is, for the code that chooses
    a computer player.  ``rulebook``: what the systems ask of it, a ``Rulebook`` of ecs/systems.  ``remembers``: marks
    that are made without a word in ``set_up``, so that a plug-in can remember something under the set-up of another
    game.
    """

    id: str
    title: str
    credit: str
    components: tuple[type, ...]
    options: tuple[Option, ...]
    terms: ScenarioTerms
    figures: FigureAnswers
    set_up: Callable[[World, Scenario], None]
    sequence: SequenceOfPlay
    orders: Handlers
    battlefield: BattlefieldAnswers
    combat: CombatAnswers
    victory: VictoryAnswers
    glossary: Glossary
    secrecy: Secrecy = field(default_factory=Secrecy)
    sentences: Sentences = field(default_factory=dict)
    traits: Mapping[str, Any] = field(default_factory=dict)
    rulebook: Any = None
    remembers: Remembers = field(default_factory=Remembers)

    @property
    def kinds(self) -> tuple[type, ...]:
        """All that can be marked in this game: what every game has, and its own."""
        own = (*self.components, *self.remembers.kinds)
        return (*(kind for kind in ENGINE if kind not in own), *own)


def options_of(ruleset: Ruleset, scenario: Scenario | None = None) -> tuple[Option, ...]:
    """Everything that may be chosen in a game: by its rulebook, then at every table; with a scenario, what it uses."""
    unused = () if scenario is None else scenario.unused_options
    return tuple(option for option in (*ruleset.options, *TABLE_OPTIONS) if option.key not in unused)


def options_in_force(ruleset: Ruleset, scenario: Scenario, options: Mapping[str, str]) -> dict[str, str]:
    """The full set of options of a game: the rulebook's, changed by the scenario, changed by those who play it.

    :raises SetupError: for an unknown key or value; for a changed option that the scenario has no use for.
    """
    usual, chosen = (chosen_options(ruleset, {**scenario.options, **more}) for more in ({}, options))
    for key in scenario.unused_options:
        if chosen.get(key) != usual.get(key):
            raise SetupError(f"{scenario.title} has no use for the option {key}")
    return chosen


def chosen_options(ruleset: Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """The full set of options in force.

    :raises SetupError: for an unknown key or value, naming what there is.
    """
    known = {option.key: option for option in options_of(ruleset)}
    chosen = {option.key: option.default for option in options_of(ruleset)}
    for key, value in options.items():
        if key not in known:
            raise SetupError(f"no option {key!r} in {ruleset.id}; there are: {', '.join(sorted(known))}")
        values = [v for v, _ in known[key].choices]
        if value not in values:
            raise SetupError(f"option {key} = {value!r}; expected one of: {', '.join(values)}")
        chosen[key] = value
    return chosen
