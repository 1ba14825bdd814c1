"""What is a game's rulebook?  A record of functions and tables; nothing asks which game it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ecs.core.commands import Command
from ecs.core.components import ENGINE, Side
from ecs.core.events import Record, Sentences
from ecs.core.glossary import Glossary
from ecs.core.known_facts import NO_FACTS, KnownFacts
from ecs.core.view import (
    NOTHING_HIDDEN,
    BattleView,
    Bombardment,
    ChitView,
    DecisionView,
    Forecast,
    HiddenInformation,
    Marker,
    OverrunView,
    RangeArea,
    ReachStep,
    Refusal,
    Result,
    ScoreLine,
    UnitView,
    WeatherView,
)
from ecs.core.world import Unit, World
from ecs.untrusted_input import plain

System = Callable[[World], None]
Lister = Callable[[World], Iterable[Command]]
UnitLister = Callable[[World, Unit], Iterable[Command]]
Handler = Callable[[World, Any], None]
Judge = Callable[[World, Any], Refusal | None]


def nothing_hidden(w: World, side: Side) -> HiddenInformation:
    """A game in which both sides see everything."""
    return NOTHING_HIDDEN


def as_it_is(w: World) -> None:
    """The position as it lies: what is supposed where nothing is hidden."""


class SetupError(ValueError):
    """A scenario or an option that cannot be used."""

    def __init__(self, text: str) -> None:
        super().__init__(plain(text))


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of the sequence of play.

    ``when``: the phase is skipped, with a line in the log, while this says no.  ``may_end`` says what
    still stands in the way of closing it; ``auto_end`` closes it when nothing is left to do in it.  ``alone`` gives the
    only order there is, be it to close the phase, as far as no die is thrown, nobody hidden is shown and the same side
    goes on: so the player can take back his own last choice.
    ``commands`` list what the side may do; ``unit_commands`` what it may do with one unit of its own, so that a
    single order can be judged without listing all of them: no command that names a unit may stand in ``commands``
    when there are any.  ``then``: the id of the phase that follows, where it is not the next one.
    """

    id: str
    title: str
    side: Side | None
    text: str
    rule: str
    on_enter: tuple[System, ...] = ()
    commands: tuple[Lister, ...] = ()
    on_exit: tuple[System, ...] = ()
    when: Callable[[World], bool] | None = None
    may_end: Callable[[World], Refusal | None] | None = None
    auto_end: bool = False
    alone: bool = False
    unit_commands: tuple[UnitLister, ...] = ()
    then: Callable[[World], str] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that must be answered before play goes on.

    ``alone``: an only answer is given unasked, and told; ``gently``, as far as that says so just now: but not if a die
    falls by it, a hidden unit is shown or the other side is to act, while the player could still have taken back his
    own last choice.
    """

    id: str
    side: Callable[[World], Side]
    commands: Lister
    view: Callable[[World], DecisionView]
    alone: bool = False
    gently: Callable[[World], bool] = lambda w: False


@dataclass(frozen=True, slots=True)
class Option:
    """A rule the players may choose before the game: (value, words) pairs, the default first or named.

    ``older``: what a game was played by that was begun before there was the choice, where that is not the default.
    """

    key: str
    title: str
    rule: str
    choices: tuple[tuple[str, str], ...]
    default: str
    note: str = ""
    older: str = ""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A starting position: which rules, which map, which counters where.

    ``turns``: the last turn; ``start_turn``: the first.  ``ground``: the map region the Axis holds at the start
    (none: by the owners on the map).  ``zones``: set-up zones by name.  ``rules``: numbers of this scenario alone.
    """

    id: str
    ruleset: str
    title: str
    map: Path
    turns: int
    minutes: int
    blurb: str
    history: str
    units: tuple[Any, ...]
    path: Path
    options: Mapping[str, str] = field(default_factory=dict)
    start_turn: int = 1
    ground: str = ""
    zones: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The table of contents of a game.

    ``components``: the kinds of mark of this game, in the order in which positions tell them; those of every game come
    first unless they are named among them. ``concealed``: what is hidden from a side just now; nothing else asks for
    options or phases to find out. ``seals``: commands the other side must not read though nothing was told of them
    under a veil. ``guesses``: what a side may suppose of all that is hidden from it, the same whatever the truth is:
    each lays one possibility on the table, for looking ahead, and together they leave none out; empty where no look
    ahead would be fair. ``holds``: would a unit on the map take the hex it stands in for its side now, if no enemy is
    there? ``stations``: of the many hexes a train may be left in, those that are wanted most often; the table lights
    them first, the others on request. ``asides``: what a side may announce at any time, also while the other side
    acts.
    """

    id: str
    title: str
    credit: str
    components: tuple[type, ...]
    options: tuple[Option, ...]
    phases: tuple[Phase, ...]
    decisions: Mapping[str, Decision]
    handlers: Mapping[type[Command], Handler]
    judges: Mapping[type[Command], Judge]
    load_rules: Callable[[], Any]
    set_up: Callable[[World, Scenario], None]
    turn_name: Callable[[World, int], str]
    weather_text: Callable[[World], str]
    turn_track: Callable[[World], tuple[tuple[str, str], ...]]
    unit_view: Callable[[World, Unit, Side], UnitView | None]
    concealed: Callable[[World, Side], HiddenInformation]
    battles: Callable[[World, Side], tuple[BattleView, ...]]
    score: Callable[[World], tuple[ScoreLine, ...]]
    score_text: Callable[[World], str]
    boxes: Callable[[World, Side], tuple[tuple[str, str], ...]]
    facts: Callable[[World, Side], tuple[tuple[str, str], ...]]
    result: Callable[[World], Result | None]
    reach: Callable[[World, Unit], dict[int, ReachStep]]
    forecast: Callable[..., Forecast]
    supply: Callable[[World, Side], frozenset[int]]
    zones: Callable[[World, Side], Mapping[int, tuple[str, ...]]]
    tables: Callable[[], list[tuple[str, list[list[Any]]]]]
    odds: Callable[..., Forecast]
    glossary: Glossary
    odds_arguments: tuple[tuple[str, str], ...] = ()
    chits: Callable[[World, Side], tuple[ChitView, ...]] = lambda w, side: ()
    bombardment: Callable[[World, Side, int, tuple[str, ...]], Bombardment] | None = None
    areas: Callable[[World, Side], tuple[RangeArea, ...]] = lambda w, side: ()
    markers: Callable[[World], tuple[Marker, ...]] = lambda w: ()
    gauges: Callable[[World], tuple[Side | None, ...]] = lambda w: ()
    skies: Callable[[World], tuple[WeatherView, ...]] = lambda w: ()
    known: Callable[[World, Side], KnownFacts] = lambda w, side: NO_FACTS
    overrun: Callable[[World, Side, int, tuple[str, ...]], OverrunView | None] = lambda w, side, index, units: None
    traits: Mapping[str, Any] = field(default_factory=dict)
    asides: Callable[[World, Side], tuple[Command, ...]] = lambda w, side: ()
    seals: Callable[[World, Record], bool] = lambda w, record: False
    guesses: Callable[[World, Side], tuple[System, ...]] = lambda w, side: (as_it_is,)
    holds: Callable[[World, Unit], bool] = lambda w, unit: True
    stations: Callable[[World, Side], frozenset[int]] = lambda w, side: frozenset()
    sentences: Sentences = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[type, ...]:
        """All that can be marked in this game: what every game has, and its own."""
        return (*(kind for kind in ENGINE if kind not in self.components), *self.components)


LOADING, FRESH = "dice_after_loading", "fresh"
UNASKED, ASKED = "only_answers", "asked"
TABLE_OPTIONS = (
    Option(
        LOADING,
        "Dice after loading",
        "",
        (("same", "As they would have fallen"), (FRESH, "Fresh dice")),
        "same",
        "Whoever loads a game to have a die again gets the same one, or a fresh one; either way it is counted.",
    ),
    Option(
        UNASKED,
        "Questions with one answer",
        "",
        (("given", "Answered for you"), (ASKED, "Asked all the same")),
        "given",
        "What can be answered in one way only is done for you and told in the log, as far as it costs you no undo.",
        older=ASKED,
    ),
)
"""What may be chosen in every game: it concerns the table, not the rules."""


def options_of(ruleset: Ruleset) -> tuple[Option, ...]:
    """Everything that may be chosen in a game: by its rulebook, then at every table."""
    return (*ruleset.options, *TABLE_OPTIONS)


def older_options(ruleset: Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a game that was begun when there were fewer: in what it could not choose it stays as it was."""
    return {option.key: option.older for option in options_of(ruleset) if option.older} | dict(options)


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
