"""A game's rulebook: a record of functions and tables; nothing asks which game it is.

First its sequence of play, then the answers it gives, then the record of both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ecs.core.commands import Command
from ecs.core.components import ENGINE, Clock, HexType, Side, UnitType
from ecs.core.events import Record, Sentences
from ecs.core.files.figures import FigureShelf, PrintedAnswer
from ecs.core.glossary import Glossary
from ecs.core.known_facts import PhaseWork, Sky, Tally
from ecs.core.scenario import (
    ASKED,
    FRESH,
    LOADING,
    TABLE_OPTIONS,
    UNASKED,
    Briefing,
    MapNeeds,
    Option,
    Scenario,
    ScenarioBox,
    ScenarioNumber,
    ScenarioTerms,
    SetupError,
    any_map,
)
from ecs.core.view import (
    NOTHING_HIDDEN,
    BattleView,
    Bombardment,
    DecisionView,
    Forecast,
    HiddenInformation,
    OverrunView,
    RangeArea,
    ReachStep,
    Refusal,
    Result,
    ScoreLine,
)
from ecs.core.world import Unit, World

# -- The sequence of play: phases, the questions that interrupt them, and what may be said at any time. --------------

System = Callable[[World], None]
Lister = Callable[[World], Iterable[Command]]
UnitLister = Callable[[World, Unit], Iterable[Command]]


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of the sequence of play.

    ``when``: the phase is skipped, with a line in the log, while this says no.  ``may_end`` says what
    still stands in the way of closing it; ``auto_end`` closes it when nothing is left to do in it.  ``alone`` gives the
    only order there is, even if it closes the phase, as long as no die is thrown, nothing hidden is shown and the same
    side goes on: so the player can take back his own last choice.
    ``commands`` list what the side may do; ``unit_commands`` what it may do with one unit of its own, so that a
    single order can be judged without listing all of them: no command that names a unit may stand in ``commands``
    when there are any.  ``afield``: those are for counters on the map alone.  ``then``: the id of the phase that
    follows, where it is not the next one.  ``set_up``: of the first turn alone, before the game.  ``work`` and
    ``part``: what it is for, as the view tells it.
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
    afield: bool = False
    then: Callable[[World], str] | None = None
    set_up: bool = False
    work: PhaseWork = ""
    part: int = 1


@dataclass(frozen=True, slots=True)
class Decision:
    """A question that must be answered before play continues.

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
class SequenceOfPlay:
    """The phases of a turn in their order, and the questions that can come up in them, by id.

    ``asides``: what a side may announce at any time, also while the other side acts.
    """

    phases: tuple[Phase, ...]
    decisions: Mapping[str, Decision]
    asides: Callable[[World, Side], tuple[Command, ...]] = lambda w, side: ()

    @property
    def set_up(self) -> tuple[str, ...]:
        """The phases in which counters are placed before the game."""
        return tuple(phase.id for phase in self.phases if phase.set_up)


# -- Orders: for each kind of command, who says why it may not be given and who carries it out. ----------------------

C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Handler(Generic[C]):
    """How one kind of command is carried out, and why one may be illegal.

    ``handle`` changes the table; only commands in the legal list reach it.  ``judge`` says why a command is
    not in it; where there is none, the phase or the open question is the reason.
    """

    command: type[C]
    handle: Callable[[World, C], None]
    judge: Callable[[World, C], Refusal | None] | None = None


Handlers = Mapping[type[Command], Handler[Any]]


class Chapter(Protocol):
    """A module of rules that declares, at its end, the orders it handles."""

    @property
    def __name__(self) -> str: ...

    @property
    def ORDERS(self) -> tuple[Handler[Any], ...]: ...


class OrderClashError(TypeError):
    """Two chapters of one game want to handle the same kind of command."""


def gathered(*chapters: Chapter) -> Handlers:
    """The orders of a game, from the chapters that declare them.

    :raises OrderClashError: if a kind of command is declared twice, naming it and both chapters.
    """
    found: dict[type[Command], Handler[Any]] = {}
    declared: dict[type[Command], str] = {}
    for chapter in chapters:
        for order in chapter.ORDERS:
            if order.command in found:
                both = f"{declared[order.command]} and {chapter.__name__}"
                raise OrderClashError(f"{order.command.__name__} is declared by {both}")
            found[order.command] = order
            declared[order.command] = chapter.__name__
    return found


# -- The answers a game gives, grouped by who needs them: battlefield, display, combat, secrecy, victory. ------------


@dataclass(frozen=True, slots=True)
class FigureAnswers:
    """The figures of a game.

    ``shelf``: those in force, and how a scenario changes them; ``rules``: its tables, ``classes``: its classes of
    counters; ``tables``: what there is to look up, title and rows; ``needs``: what a map must have; ``calendar``: the
    counters that come though no scenario names them, each with its side, "id:class" and the box it begins in;
    ``words``: what its commands may name besides counters, hexes and numbers, as chits and kinds of works.
    """

    shelf: FigureShelf
    rules: Callable[[], Any]
    classes: Callable[[], Mapping[str, Any]]
    tables: PrintedAnswer[list[tuple[str, list[list[Any]]]]]
    needs: Callable[[], MapNeeds] = any_map
    calendar: Callable[[], Iterable[tuple[str, str, str]]] = tuple
    words: Callable[[], Iterable[str]] = tuple


def nothing_hidden(w: World, side: Side) -> HiddenInformation:
    """A game in which both sides see everything."""
    return NOTHING_HIDDEN


def as_it_is(w: World) -> None:
    """The position unchanged: what a side supposes where nothing is hidden."""


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What one side may not know; by default nothing is hidden.

    ``concealed``: what is hidden from a side just now; nothing else asks for options or phases to find out.
    ``seals``: commands the other side must not read, though no event of theirs is veiled.  ``guesses``:
    what a side may suppose of all that is hidden from it, the same whatever the truth is: each lays one possibility
    on the table, for looking ahead, and together they leave none out; empty where no look ahead would be fair.
    ``suppose``: one position as it may be, drawn by lot from what a side may know, to be played on; the lot depends on
    the number alone.  ``ever``: may anything be hidden in this game, now or later?  None: if ``concealed`` is given.
    """

    concealed: Callable[[World, Side], HiddenInformation] = nothing_hidden
    ever: Callable[[World], bool] | None = None
    seals: Callable[[World, Record], bool] = lambda w, record: False
    guesses: Callable[[World, Side], tuple[System, ...]] = lambda w, side: (as_it_is,)
    suppose: Callable[[World, Side, int], System] = lambda w, side, lot: as_it_is


@dataclass(frozen=True, slots=True)
class BattlefieldAnswers:
    """What the hexes of the map mean at the moment.

    ``reach``: hex index -> step, for a unit of the side to act.  ``supply``: hexes from which a side can trace
    supply.  ``zones``: hexes in a side's zones of control -> ids of those who exert them.  ``holds``: would a unit
    on the map take the hex it stands in for its side now, if no enemy is there? ``stations``: of the many hexes a
    train may be left in, those that are wanted most often; the table lights them first, the others on request.
    ``areas``: ranges and lines to draw for a side.  ``ways``: of every hex from which a side can trace supply, the next
    one on a shortest way back; one that leads to itself is where the way begins.  ``excess``: why units of one side may
    not stand in a hex together, in a sentence; "" if they may.  ``reach_by``: like ``reach``, via some hexes in
    turn.  ``judged``: how the supply check would judge a unit on the map if it came now: 0 in supply or never judged,
    1 out of supply, 2 isolated or surrounded.  ``pace``: hexes a unit in order and in supply may go in some weather of
    a turn, at the first march of that turn; None where the weather changes nothing.
    """

    reach: Callable[[World, Unit], dict[int, ReachStep]]
    supply: Callable[[World, Side], frozenset[int]]
    zones: Callable[[World, Side], Mapping[int, tuple[str, ...]]]
    judged: Callable[[World, Unit], int]
    reach_by: Callable[[World, Unit, tuple[int, ...]], dict[int, ReachStep]] = lambda w, unit, via: {}
    holds: Callable[[World, Unit], bool] = lambda w, unit: True
    stations: Callable[[World, Side], frozenset[int]] = lambda w, side: frozenset()
    areas: Callable[[World, Side], tuple[RangeArea, ...]] = lambda w, side: ()
    ways: Callable[[World, Side], Mapping[int, int]] = lambda w, side: {}
    excess: Callable[[World, Iterable[Unit], int], str] = lambda w, units, index: ""
    pace: Callable[[World, Unit, Sky, int], int] | None = None


class AttackQuery(NamedTuple):
    """An attack to forecast: who attacks which hex, and how.

    ``attackers``: ids of counters; aircraft, guns and leaders given to the attack count without being named.
    ``press``: a way of attacking beyond the plain one, by number: columns pressed, the other table, who must stand.
    ``stand``: defenders who may choose stand fast.  ``rounds``: 0 for the number the present phase allows.
    ``at``: hexes from which counters would attack, where they do not stand there yet.
    ``ends``: False: the forecast may leave out how it ends, if that is less work.
    """

    side: Side
    hex: int
    attackers: tuple[str, ...]
    press: int = 0
    stand: bool = True
    rounds: int = 0
    at: Mapping[str, int] = MappingProxyType({})
    ends: bool = True

    def base(self, unit: Unit) -> int:
        """The hex a unit attacks from."""
        return self.at.get(unit.id, unit.hex)

    def units(self, w: World) -> list[Unit]:
        """The side's own among the counters named, on the map."""
        named = (u for name in self.attackers if (u := w.unit(name)) is not None)
        return [u for u in named if u.hex >= 0 and u.type.side is self.side]

    def bases(self, units: Iterable[Unit]) -> dict[int, list[Unit]]:
        """The hexes that units attack from, in order, each with those who do."""
        found: dict[int, list[Unit]] = {}
        for unit in units:
            found.setdefault(self.base(unit), []).append(unit)
        return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class CombatAnswers:
    """What can be known of combat before the die is thrown.

    ``battles``: the attacks declared, as a side sees them.  ``forecast``: an attack worked out on the map;
    ``odds``: one from typed figures alone, ``odds_arguments``
    their names and meanings.  ``bombardment``: None in a game without any.  ``overrun``: what some units bring towards
    an automatic victory over a hex.
    """

    battles: Callable[[World, Side], tuple[BattleView, ...]]
    forecast: Callable[[World, AttackQuery], Forecast]
    odds: PrintedAnswer[Forecast]
    odds_arguments: tuple[tuple[str, str], ...] = ()
    bombardment: Callable[[World, Side, int, tuple[str, ...]], Bombardment] | None = None
    overrun: Callable[[World, Side, int, tuple[str, ...]], OverrunView | None] = lambda w, side, index, units: None


@dataclass(frozen=True, slots=True)
class VictoryAnswers:
    """How the game stands and how it ended: ``result`` is None while it continues."""

    score: Callable[[World], tuple[ScoreLine, ...]]
    tally: Callable[[World], Tally]
    result: Callable[[World], Result | None]


# -- A game's rulebook: a record of functions and tables; nothing asks which game it is. -----------------------------

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
            raise SetupError(f"{scenario.title} does not use the option {key}")
    return chosen


def chosen_options(ruleset: Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """The full set of options in force.

    :raises SetupError: for an unknown key or value, naming what there is.
    """
    known = {option.key: option for option in options_of(ruleset)}
    chosen = {option.key: option.default for option in options_of(ruleset)}
    for key, value in options.items():
        if key not in known:
            raise SetupError(f"no option {key!r} in {ruleset.id}; choose from: {', '.join(sorted(known))}")
        values = [v for v, _ in known[key].choices]
        if value not in values:
            raise SetupError(f"option {key} = {value!r}; expected one of: {', '.join(values)}")
        chosen[key] = value
    return chosen
