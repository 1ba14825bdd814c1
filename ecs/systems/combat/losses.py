"""The losses of a battle, taken step by step, the defender's first; a side without a choice is not asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ecs.core.commands import Command, TakeHit
from ecs.core.components import Battle, CombatPhase, CombatRoll, Side
from ecs.core.ruleset import Decision
from ecs.core.world import Unit, World
from ecs.systems.combat.rules import LossRules, question
from ecs.systems.rulebook import rulebook
from ecs.systems.sentences import named

# -- Who takes part in the battle being fought. ----------------------------------------------------------------------


def attacking_side(w: World) -> Side:
    """The side that attacks."""
    return rulebook(w).combat.attacker(w)


def defending_side(w: World) -> Side:
    """The side that defends."""
    return attacking_side(w).other


def bases_of(units: Iterable[Unit]) -> tuple[int, ...]:
    """The hexes in which some units stand, by number."""
    return tuple(sorted({u.hex for u in units}))


def write_down(
    w: World,
    index: int,
    attackers: Iterable[Unit],
    defenders: Iterable[Unit],
    came_from: tuple[int, ...],
    struck: Sequence[int] = (),
    odds: tuple[int, int] | None = None,
) -> None:
    """Note whose battle for a hex begins, and from which hexes the attackers come.

    :param struck: hexes that may not be attacked again in this segment.
    :param odds: the column it is fought in, and the modifier of its die.
    """
    if struck:
        w.mark(CombatPhase, w.table, struck=(*w[CombatPhase].struck, *struck))
    ours, theirs = tuple(u.entity for u in attackers), tuple(u.entity for u in defenders)
    w.mark(Battle, w.table, hex=index, attackers=ours, defenders=theirs, came_from=came_from)
    if odds is not None:
        w.mark(CombatRoll, w.table, odds=odds[0], drm=odds[1])


def on_map(w: World, entities: Sequence[int]) -> list[Unit]:
    """Those of some counters of a battle that are left on the map."""
    return [u for e in entities if (u := w.by_entity[e]).hex >= 0]


def attackers(w: World) -> list[Unit]:
    """The attackers that are left and take losses."""
    return list(filter(rulebook(w).combat.fights, on_map(w, w[Battle].attackers)))


def defenders(w: World) -> list[Unit]:
    """The defenders that are left and take losses, wherever they have fallen back to."""
    rules = rulebook(w).combat
    here = on_map(w, w[Battle].defenders) if rules.holding is None else rules.holding(w)
    return list(filter(rules.fights, here))


# -- Who takes the next loss. ----------------------------------------------------------------------------------------


def owe(w: World, *, defender: int = 0, attacker: int = 0) -> None:
    """Have either side lose that many more steps."""
    theirs, ours = _rules(w).owed(w)
    _rules(w).note(w, theirs + defender, ours + attacker)


def _next(w: World) -> tuple[bool, int]:
    """Does the defender owe what is lost next, and how much is it?"""
    theirs, ours = _rules(w).owed(w)
    return theirs > 0, theirs or ours


def owed(w: World) -> int:
    """The steps still to be lost by the side now taking losses: the defender first."""
    return _next(w)[1]


def involved(w: World) -> list[Unit]:
    """The units left of the side now taking losses."""
    return defenders(w) if _next(w)[0] else attackers(w)


def pending(w: World) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    rules = _rules(w)
    while owed(w):
        units = rules.takers(w)
        if units and _has_choice(w, units):
            w.ask(rules.question)
            return True
        if units:
            _lose(w, units[0])
        else:
            number = owed(w)
            rules.nobody_left(w, number, _settle(w, number))
    return False


def _settle(w: World, number: int) -> bool:
    """That many steps less to lose; True: for the defender."""
    defender, _ = _next(w)
    owe(w, defender=-number if defender else 0, attacker=0 if defender else -number)
    return defender


def _lose(w: World, unit: Unit) -> None:
    _rules(w).lose(w, unit, _settle(w, 1))


def _rules(w: World) -> LossRules:
    found = rulebook(w).combat.losses
    assert found is not None
    return found


def _has_choice(w: World, takers: Iterable[Unit]) -> bool:
    """Does it matter who takes the loss?  Not if all die, or if all are alike."""
    if owed(w) >= sum(_rules(w).steps_left(u) for u in involved(w)):
        return False
    return len({_rules(w).likeness(u) for u in takers}) > 1


# -- the question ----------------------------------------------------------------------------------------------------


def _side(w: World) -> Side:
    return defending_side(w) if _next(w)[0] else attacking_side(w)


def _commands(w: World) -> list[Command]:
    return [TakeHit(u.id) for u in _rules(w).takers(w)]


def _asked(w: World) -> str:
    words, lost = ("one step", "it") if owed(w) == 1 else (f"{owed(w)} steps", "one")
    return f"{words} must be lost at {named(w, w[Battle].hex)}. Which unit loses {lost}?"


def loss_question(name: str = "losses", words: Callable[[World], str] = _asked) -> Decision:
    """The question of who takes the next loss.  ``words``: as it is put, after whose question it is."""
    return question(name, _side, _commands, words, lambda w: _rules(w).rule, count=owed)


DECISION = loss_question()


def take_hit(w: World, command: TakeHit) -> None:
    """Take the next loss on the unit its owner chose."""
    w.answered(_rules(w).question)
    _lose(w, w.by_id[command.unit])
