"""What one side may see.  Plain frozen data: the window, the opponents and the tests read nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from ecs.core.commands import Command
from ecs.core.components import Side
from ecs.core.known_facts import NO_FACTS, DieFace, Fact, KnownFacts, Note, PhaseWork, Power, ResultEffects, Sky, Tally
from ecs.core.unit_names import long_name

if TYPE_CHECKING:
    from ecs.board.board import Board


@dataclass(frozen=True, slots=True)
class UnitView:
    """A counter as one side sees it.  A hidden enemy counter has id "?1", "?2" ... and no factors.

    ``hex`` is a board index, -1 in a box.  ``badges``: state words in drawing order (disrupted,
    unsupplied, fortified, emplaced, moved, noattack, attacking, hidden, packed).  ``target``: the hex
    index it is assigned to attack, or -1.  ``factors``: the numbers printed on the side that is up.
    ``cost``: replacement factors it takes to raise it.  ``outlook``: what the calendar has in store for it, in words.
    ``movement``: the printed allowance, 0 without one.  ``support``: factors it adds from afar: an air group's, or
    those of a bombardment.  ``stage``: of a partisan band, 0 otherwise.  ``armour``: it is tanks.  ``leading``: of the
    nation that leads the Axis and replaces its losses hardest; ``northern``: at home in the far north, where its own
    country supplies it and marches through snow.  ``apart``: nations beside which it never stands.
    """

    id: str
    name: str
    side: Side
    nation: str
    symbol: str
    size: str
    style: str
    hex: int
    box: str
    attack: int
    defence: int
    hits: int
    factors: str
    traits: frozenset[str]
    badges: tuple[str, ...]
    disrupted: bool = False
    supplied: bool = True
    target: int = -1
    can_act: bool = False
    cost: int = 0
    outlook: str = ""
    movement: int = 0
    support: int = 0
    stage: int = 0
    armour: bool = False
    leading: bool = False
    northern: bool = False
    apart: frozenset[str] = frozenset()

    @property
    def long_name(self) -> str:
        """The name in sentences; ``name`` is the one printed on the counter."""
        return long_name(self.name)


@dataclass(frozen=True, slots=True)
class PhaseView:
    """One step of the sequence of play, for the phase bar.  ``set_up``: of the first turn alone, before the game.

    ``work``: what it is for, "" where nobody has asked yet; ``part``: which of this work in a side's turn, from 1.
    """

    id: str
    title: str
    side: Side | None
    text: str
    rule: str
    state: str  # done, now, next, skipped
    set_up: bool = False
    work: PhaseWork = ""
    part: int = 1


@dataclass(frozen=True, slots=True)
class DecisionView:
    """An open question: whose, about which hex; ``count``: of how many hits or the like, else 0.

    ``result``: what stands if nothing else is chosen, where that is the question.
    """

    id: str
    side: Side
    prompt: str
    hex: int
    rule: str
    count: int = 0
    result: ResultEffects | None = None


@dataclass(frozen=True, slots=True)
class BattleView:
    """A declared attack.  state: declared, fighting, fought."""

    hex: int
    wave: int
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    state: str
    round: int = 0
    rounds: int = 2


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One objective: who holds it and whether it counts just now."""

    name: str
    points: int
    hexes: tuple[str, ...]
    holder: Side | None
    counts_for: Side | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended; winner is None for a draw.  level: win, smashing, draw."""

    winner: Side | None
    level: str
    text: str


@dataclass(frozen=True, slots=True)
class CalculationLine:
    """One line of a calculation with its rule number; ``shown``: the exact value where it is no whole number."""

    text: str
    value: int
    rule: str = ""
    shown: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a battle can end, with its exact probability.

    ``..._factors_lost``: combat factors, where counters may lose some and stay.
    """

    probability: Fraction
    cleared: bool
    defenders_lost: int
    defenders_disrupted: int
    attackers_lost: int
    attackers_disrupted: int
    text: str = ""
    defender_factors_lost: int = 0
    attacker_factors_lost: int = 0


@dataclass(frozen=True, slots=True)
class Forecast:
    """An attack worked out exactly: both sides' fire line by line, and every result with its chance.

    Unit counts are of units, factor means of combat factors.  ``estimate``: hidden defenders were
    taken as average ones, so the figures are a guess.  ``refusal``: why it may not be declared, or "".
    ``odds``: the column read ("3-1"); ``faces``: per die as thrown, the face read and what it brings;
    ``attack_total``, ``defence_total``: the factors compared, halves included.  ``die``: the same faces in figures;
    ``column``: the odds of the column read, 0 below the table, where the attackers are lost without a die;
    ``modifier``: what is added to the die in all; ``halved``: attackers that count half for want of supply.
    ``table``: which of the printed tables of results is read (`Glossary.charts`), ``attack_column`` its column.
    """

    hex: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack_lines: tuple[CalculationLine, ...]
    attack_strength: int
    attack_column: int
    defence_lines: tuple[CalculationLine, ...]
    defence_strength: int
    defence_column: int
    notes: tuple[Note, ...]
    outcomes: tuple[Outcome, ...]
    retreats: tuple[str, ...]
    rounds: int
    p_cleared: Fraction = Fraction(0)
    mean_defender_factors_lost: Fraction = Fraction(0)
    mean_attacker_factors_lost: Fraction = Fraction(0)
    mean_defenders_lost: Fraction = Fraction(0)
    mean_attackers_lost: Fraction = Fraction(0)
    mean_attackers_disrupted: Fraction = Fraction(0)
    estimate: bool = False
    refusal: str = ""
    odds: str = ""
    faces: tuple[tuple[str, str], ...] = ()
    attack_total: Fraction = Fraction(0)
    defence_total: Fraction = Fraction(0)
    die: tuple[DieFace, ...] = ()
    column: Fraction = Fraction(0)
    modifier: int = 0
    halved: frozenset[str] = frozenset()
    table: int = 0


@dataclass(frozen=True, slots=True)
class Bombardment:
    """A bombardment worked out exactly: odds, line by line; chance of a step lost, and that the units are spent.

    ``refusal``: why it may not be carried out like this, or "".
    """

    hex: str
    units: tuple[str, ...]
    odds: str
    loss: Fraction
    spent: Fraction
    lines: tuple[CalculationLine, ...]
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class ReachStep:
    """A hex a unit can reach: hexes spent, the path (indices, start first), and what it costs later."""

    hex: int
    cost: int
    path: tuple[int, ...]
    bonus: bool
    text: str = ""


@dataclass(frozen=True, slots=True)
class ChitView:
    """One kind of activation chit.  ``state``: cup (``count`` of them still to be drawn), held, now, gone.

    ``id`` is "?" for chits the other side chose in secret.  ``units``: the headquarters it goes by, while in play.
    ``powers``: what it lets units do, in order, or ``either`` of it.  ``on_foot``: most units without vehicles that it
    takes along, None for any number.
    """

    id: str
    name: str
    side: Side | None
    state: str
    count: int = 1
    text: str = ""
    rule: str = ""
    units: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    either: bool = False
    on_foot: int | None = None


@dataclass(frozen=True, slots=True)
class RangeArea:
    """Something that reaches out from a counter: ``kind`` headquarters, depot or air.

    ``hexes``: board indices within its ``reach``, told in hexes of a headquarters;
    ``line``: the railway behind it, source last; ``live``: it works now.
    ``chits``: those that go by a headquarters.
    """

    kind: str
    unit: str
    title: str
    side: Side
    hexes: tuple[int, ...]
    line: tuple[int, ...] = ()
    live: bool = True
    chits: tuple[str, ...] = ()
    reach: int = 0


@dataclass(frozen=True, slots=True)
class Marker:
    """Something laid on a hex that is no unit.  ``kind``: works, weak_fort, fort, partisan, advised, locked, people.

    ``factor``: a number that goes with it, shown from 2 on.
    """

    hex: int
    kind: str
    text: str
    factor: int = 0


@dataclass(frozen=True, slots=True)
class WeatherView:
    """The weather of a part of the turn, by number, where it has several, and what it does.

    ``state``: done, now, next; ``sky``: which weather it is, whatever it is called.
    """

    title: str
    weather: str
    state: str
    text: str
    part: int = 0
    sky: Sky | None = None


@dataclass(frozen=True, slots=True)
class OverrunView:
    """How near some units are to an automatic victory over a hex.

    ``attack`` of the ``needed`` factors; ``units``: who they are.  ``refusal``: why it cannot be won so, or "".
    """

    hex: str
    units: tuple[str, ...]
    attack: int
    defence: int
    needed: int
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class HiddenInformation:
    """What is hidden from one side, named: for the referee, who seals and veils by it, and for tests.

    ``units``: ids of counters on the map of which the side sees no more than that one lies there; ``boxes``: boxes of
    which it sees no more than how many counters lie in them; ``chits``: chits in the cup of which it knows no more than
    their number.  A window may ask whether there is anything, never what.
    """

    units: frozenset[str] = frozenset()
    boxes: frozenset[str] = frozenset()
    chits: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Is anything hidden?"""
        return bool(self.units or self.boxes or self.chits)


NOTHING_HIDDEN = HiddenInformation()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a command is illegal: a reason id, one sentence, a rule number; ``remedy``: orders that clear the way."""

    reason: str
    text: str
    rule: str
    remedy: tuple[Command, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


@dataclass(frozen=True, slots=True)
class View:
    """The game as one side may see it, and what that side may do now (empty unless it is to act).

    ``control`` and ``supply`` are per board index.  ``supply``: sides that can trace supply to the hex
    ("", "axis", "soviet", "both").  ``zones``: per hex, ids of enemy-to-the-other-side units whose zone
    of control covers it, as (side, unit ids).  ``gauges``: per board index, whose trains the railway there is for, None
    without a railway; empty in games without gauges.  ``skies``: the weather of each part of the turn, if it has parts.
    Titles, texts, notes and prompts are for people; the figures and ids beside them say the same.
    """

    side: Side
    to_act: Side | None
    scenario: str
    title: str
    turn: int
    turns: int
    turn_name: str
    weather: str
    weather_text: str
    phase: PhaseView
    phases: tuple[PhaseView, ...]
    board: Board
    units: tuple[UnitView, ...]
    control: tuple[Side | None, ...]
    decision: DecisionView | None
    battles: tuple[BattleView, ...]
    legal: tuple[Command, ...]
    score: tuple[ScoreLine, ...]
    tally: Tally
    boxes: tuple[tuple[str, str], ...]
    facts: tuple[Fact, ...]
    result: Result | None
    turn_track: tuple[tuple[str, str], ...] = field(default=())
    chits: tuple[ChitView, ...] = ()
    markers: tuple[Marker, ...] = ()
    gauges: tuple[Side | None, ...] = ()
    skies: tuple[WeatherView, ...] = ()
    known: KnownFacts = NO_FACTS

    @property
    def score_text(self) -> str:
        """The score and what it takes to win, in a line."""
        return self.tally.text

    def at(self, hex_index: int) -> tuple[UnitView, ...]:
        """The counters in a hex, in stacking order."""
        return tuple(u for u in self.units if u.hex == hex_index)

    def unit(self, unit_id: str) -> UnitView | None:
        """The counter with this id, or None."""
        return next((u for u in self.units if u.id == unit_id), None)
