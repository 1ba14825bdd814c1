"""Deployment: counters come onto the table, and may be put elsewhere before the first turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ecs.board.board import Hex
from ecs.core.commands import Command, Deploy, Lift
from ecs.core.components import CounterInHand, Place, Side, UnitType
from ecs.core.entities import is_hidden
from ecs.core.events import Moved
from ecs.core.known_facts import Fact
from ecs.core.ruleset import Decision, Handler, Option, Scenario, SetupError
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label, named
from ecs.systems.stacking import stacks

if TYPE_CHECKING:
    from ecs.core.files.scenarios import UnitEntry

# -- Set-up: the counters of a scenario file come onto the table. ----------------------------------------------------

_SIDES = {side.value: side for side in Side}


class PrintedValues(Protocol):
    """What the set-up needs to know of a class of counters."""

    @property
    def nation(self) -> str: ...

    @property
    def symbol(self) -> str: ...

    @property
    def size(self) -> str: ...

    @property
    def style(self) -> str: ...

    @property
    def factors(self) -> tuple[int, int]: ...

    @property
    def traits(self) -> Sequence[str]: ...

    @property
    def steps(self) -> int: ...


def ground_held(w: World, scenario: Scenario) -> frozenset[int] | None:
    """The hexes the Axis holds at the start: a zone of the scenario or a region of the map; None: as the map says.

    :raises SetupError: for a name that is neither, or a zone of what is not on the map.
    """
    if not scenario.ground:
        return None
    zone = scenario.zones.get(scenario.ground)
    if zone is None:
        return frozenset(_region(w, scenario, scenario.ground))
    for spot in zone.also:
        if spot not in w.board.by_label:
            raise SetupError(f"{scenario.path.name}: zone {zone.name!r}: no hex {spot!r} on {w.board.name}")
    held = {w.board.by_label[spot] for spot in zone.also}
    held.update(*(_region(w, scenario, name) for name in zone.regions))
    return frozenset(held.difference(*(_region(w, scenario, name) for name in zone.outside)))


def start_owner(spot: Hex, held: frozenset[int] | None) -> Side | None:
    """The side that holds a hex at the start."""
    if held is not None:
        return Side.AXIS if spot.index in held else Side.SOVIET
    return _SIDES[spot.owner] if spot.owner else None


def check_regions(w: World, scenario: Scenario) -> None:
    """Check that every region named by a zone of the scenario is on the map.

    :raises SetupError: naming one that is not.
    """
    for zone in scenario.zones.values():
        for name in filter(None, [*zone.regions, *zone.outside, *zone.air_in, zone.front, zone.cover]):
            _region(w, scenario, name)


def _region(w: World, scenario: Scenario, name: str) -> Collection[int]:
    found = w.board.regions.get(name)
    if found is None:
        raise SetupError(f"{scenario.path.name}: no region {name!r} on {w.board.name}")
    return found


def place_counters(
    w: World,
    scenario: Scenario,
    side: Side,
    entry: UnitEntry,
    seen: set[str],
    classes: Mapping[str, PrintedValues],
    marks: Callable[[UnitEntry, UnitType], tuple[Any, ...]],
    type_of: Callable[[str, Side, str, Any, str], UnitType] | None = None,
) -> None:
    """Make the counters of one entry, each "id:class".

    :param seen: ids used so far; they are added to.
    :param marks: what is written on a counter in this game.
    :param type_of: what a counter is, where that is more than its class says.
    :raises SetupError: for an unknown class, hex or zone, steps a class has not, or a counter named twice.
    """
    for text in entry.units:
        unit_id, _, kind = text.partition(":")
        printed = classes.get(kind)
        if printed is None:
            raise SetupError(f"{scenario.path.name}: {text!r}: no unit class {kind!r}")
        if unit_id in seen or " " in unit_id or not unit_id:
            raise SetupError(f"{scenario.path.name}: {text!r}: counter ids must be unique and contain no spaces")
        _check_place(w, scenario, entry, text, printed.steps)
        seen.add(unit_id)
        place = Place(hex=w.board.by_label[entry.hex]) if entry.hex else Place(box=entry.box)
        made = (type_of or printed_type)(unit_id, side, kind, printed, entry.zone)
        w.create(made, place, *marks(entry, made))


def unseen(texts: Iterable[str], seen: Collection[str]) -> list[str]:
    """Those of some counters, each "id:class", that the scenario has not dealt with."""
    return [text for text in texts if text.partition(":")[0] not in seen]


def _check_place(w: World, scenario: Scenario, entry: UnitEntry, text: str, steps: int) -> None:
    """Check that a counter has one existing place, and steps left."""
    if entry.hex and entry.hex not in w.board.by_label:
        raise SetupError(f"{scenario.path.name}: {text!r}: no hex {entry.hex!r} on {w.board.name}")
    if bool(entry.hex) == bool(entry.box):
        raise SetupError(f"{scenario.path.name}: {text!r}: a counter needs either a hex or a box")
    if entry.zone and entry.zone not in scenario.zones:
        raise SetupError(f"{scenario.path.name}: {text!r}: no zone {entry.zone!r}")
    if entry.lost and not 0 < entry.lost < steps:
        raise SetupError(f"{scenario.path.name}: {text!r}: it cannot have lost {entry.lost} of its {steps} steps")


def printed_type(unit_id: str, side: Side, kind: str, printed: PrintedValues, zone: str) -> UnitType:
    """The type of a counter, by its class."""
    return UnitType(
        unit_id,
        unit_id,
        side,
        printed.nation,
        kind,
        printed.symbol,
        printed.size,
        printed.style,
        *printed.factors,
        printed.steps,
        frozenset(printed.traits),
        set=zone,
    )


# -- A handicap that the players agree on before the game: one side is given more than its tables give; no die changes.
# It is no printed rule of any game. Levels 1 to 3 of it are values of one option, ``axis1`` to ``soviet3``.

KEY, NONE, MOST = "handicap", "none", 3
NOTE = "Not in the printed game. It balances two players of unequal skill and leaves the dice alone."


@dataclass(frozen=True, slots=True)
class Gift:
    """What one level gives: ``each`` of something; ``words`` say so, with "{}" for how many."""

    each: int
    words: str


@dataclass(frozen=True, slots=True)
class Handicap:
    """What a game gives the side to be helped; ``rule``: the one by which such things are given anyway."""

    rule: str
    axis: Gift
    soviet: Gift

    def _of(self, side: Side) -> Gift:
        return self.axis if side is Side.AXIS else self.soviet

    def option(self) -> Option:
        """The choice offered before the game."""
        choices = [(NONE, "Neither side")]
        for side in Side:
            gift = self._of(side)
            words = (f"{side}: {gift.words.format(gift.each * level)}" for level in range(1, MOST + 1))
            choices += [(f"{side.value}{level}", text) for level, text in enumerate(words, 1)]
        return Option(KEY, "Handicap in favour of", self.rule, tuple(choices), NONE, NOTE)

    def extra(self, w: World, side: Side) -> int:
        """How much a side receives in this game: 0 for nothing."""
        chosen = w.options.get(KEY, NONE)
        return self._of(side).each * int(chosen[-1]) if chosen.startswith(side.value) else 0

    def facts(self, w: World) -> list[Fact]:
        """The line for the panel, if one is in force."""
        return [
            Fact("Handicap", f"{side}: {self._of(side).words.format(extra)}")
            for side in Side
            if (extra := self.extra(w, side))
        ]


def points(given: int) -> tuple[tuple[str, int], ...]:
    """The points that an event of replacements mentions."""
    return ((KEY, given),) if given else ()


def words(found: Mapping[str, int]) -> str:
    """What the log says of it; "" if nothing was given."""
    return f", {found[KEY]} from the handicap" if found.get(KEY) else ""


# -- Deployment: lifting a counter before the first turn and putting it down elsewhere. ------------------------------

QUESTION = "deploy"


@dataclass(frozen=True, slots=True)
class Deployment:
    """A game's rules on placing counters before the first turn."""

    rule: str
    side: Callable[[World], Side]
    """Whose counters are put about in a phase."""
    strange: Callable[[World, str], Refusal | None]
    """Why an order names no counter of the game."""
    cannot_lift: Callable[[World, Unit], Refusal | None]
    """Why a counter of the side whose phase it is may not be picked up."""
    berths: Callable[[World, Unit], Iterable[int]]
    """Where a counter may be put down."""
    judge: Callable[[World, Deploy], Refusal | None]
    """Why the counter in hand may not be put down in a hex that is no berth."""
    secret: bool = False
    """Units may be hidden, so that their owner alone reads of them."""


def _rules(w: World) -> Deployment:
    found: Deployment = w.rulebook.deployment
    return found


def no_lifting(rule: str) -> Refusal:
    """Why a counter cannot be lifted now, whatever its berths."""
    return Refusal("no-lifting", "You can move counters freely only during your own set-up.", rule)


def cannot_lift(w: World, unit: Unit) -> Refusal | None:
    """Why a counter cannot be lifted."""
    rules = _rules(w)
    if not w.is_set_up or unit.hex < 0 or unit.type.side is not rules.side(w):
        return no_lifting(rules.rule)
    return rules.cannot_lift(w, unit)


def lift_commands(w: World, unit: Unit) -> Sequence[Command]:
    """The order to pick the counter up, if it may be."""
    return [Lift(unit.id)] if cannot_lift(w, unit) is None else []


def judge_lift(w: World, command: Lift) -> Refusal | None:
    """Why the counter that an order names cannot be lifted."""
    return _rules(w).strange(w, command.unit) or cannot_lift(w, w.by_id[command.unit])


def lift(w: World, command: Lift) -> None:
    """Pick the counter up; the next command puts it down."""
    w.mark(CounterInHand, w.table, lifted=w.by_id[command.unit].entity)
    w.ask(QUESTION)


def in_hand(w: World) -> Unit:
    """The lifted counter."""
    return w.by_entity[w[CounterInHand].lifted]


def deploy_side(w: World) -> Side:
    """The owner of the lifted counter."""
    return in_hand(w).type.side


def deploy_commands(w: World) -> list[Command]:
    """Every hex for the counter in hand; where there is none (all are full), its own puts it back."""
    unit = in_hand(w)
    return [Deploy(label(w, i)) for i in [*_rules(w).berths(w, unit)] or [unit.hex]]


def deploy(w: World, command: Deploy) -> None:
    """Put the counter down."""
    unit, rules = in_hand(w), _rules(w)
    path = (label(w, unit.hex), command.hex)
    w.mark(Place, unit, hex=w.board.by_label[command.hex])
    w.mark(CounterInHand, w.table, lifted=-1)
    w.answered(QUESTION)
    veil, owner = "-" if is_hidden(unit) else "", unit.type.side if rules.secret else None
    where = (command.hex,)
    w.emit(Moved(where=where, rule=rules.rule, unit=unit.id, path=path, how=QUESTION, veil=veil, owner=owner))


def deploy_view(w: World) -> DecisionView:
    """The question of where the lifted counter goes."""
    unit = in_hand(w)
    what = "the counter" if is_hidden(unit) else unit.type.long_name
    text = f"Place {what}, picked up at {named(w, unit.hex)}."
    return DecisionView(QUESTION, unit.type.side, text, unit.hex, _rules(w).rule)


def judge_deploy(w: World, command: Deploy) -> Refusal | None:
    """Why the counter in hand may not be put down there."""
    return _rules(w).judge(w, command)


def no_berth(w: World, where: Callable[[Unit], str]) -> Refusal:
    """Why the counter in hand may not be put down in a hex that is no berth; ``where`` says where it may be."""
    if w[CounterInHand].lifted < 0:
        return Refusal("nothing-lifted", "Pick a counter up first.", _rules(w).rule)
    words = f"Set this counter up in its zone ({where(in_hand(w))}), within the stacking limit."
    return Refusal("no-berth", words, _rules(w).rule)


def is_held(w: World, hexes: Iterable[int], side: Side, holds: Callable[[Unit], bool], without: int = -1) -> bool:
    """Does a unit of a side that can hold a line stand in one of the hexes, not counting one about to be emptied?"""
    held = stacks(w)
    return any(i != without and any(holds(u) and u.type.side is side for u in held.get(i, ())) for i in hexes)


DECISIONS = {QUESTION: Decision(QUESTION, deploy_side, deploy_commands, deploy_view)}
ORDERS = (
    Handler(Lift, lift, judge_lift),
    Handler(Deploy, deploy, judge_deploy),
)
