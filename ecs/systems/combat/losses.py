"""The losses of a battle, taken step by step, the defender's first; a side without a choice is not asked.

``LossesOwed.defender_owes`` and ``attacker_owes`` are the steps still to lose."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs.core.commands import Command, TakeHit
from ecs.core.components import Battle, LossesOwed, Side
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
    w: World, index: int, attackers: Iterable[Unit], defenders: Iterable[Unit], came_from: tuple[int, ...]
) -> None:
    """Note whose battle for a hex begins, and from which hexes the attackers come."""
    ours, theirs = tuple(u.entity for u in attackers), tuple(u.entity for u in defenders)
    w.mark(Battle, w.table, hex=index, attackers=ours, defenders=theirs, came_from=came_from)


def on_map(w: World, entities: Sequence[int]) -> list[Unit]:
    """Those of some counters of a battle that are left on the map."""
    return [u for e in entities if (u := w.by_entity[e]).hex >= 0]


def attackers(w: World) -> list[Unit]:
    """The attackers that are left and take losses."""
    return list(filter(rulebook(w).combat.fights, on_map(w, w[Battle].attackers)))


def defenders(w: World) -> list[Unit]:
    """The defenders that are left and take losses, wherever they have fallen back to."""
    return list(filter(rulebook(w).combat.fights, on_map(w, w[Battle].defenders)))


# -- Who takes the next loss. ----------------------------------------------------------------------------------------


def side_taking_losses(w: World) -> str:
    """The side now taking losses in the battle: the defender first."""
    return "defender_owes" if w[LossesOwed].defender_owes else "attacker_owes"


def owed(w: World) -> int:
    """The steps still to be lost by the side now taking losses."""
    return w[LossesOwed].defender_owes or w[LossesOwed].attacker_owes


def involved(w: World) -> list[Unit]:
    """The units left of the side now taking losses."""
    return defenders(w) if w[LossesOwed].defender_owes else attackers(w)


def pending(w: World) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    while owed(w):
        units = _rules(w).takers(w)
        if not units:
            w.add(LossesOwed, w.table, side_taking_losses(w), -owed(w))
        elif _has_choice(w, units):
            w.ask(QUESTION)
            return True
        else:
            _rules(w).lose(w, units[0])
    return False


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
    return defending_side(w) if w[LossesOwed].defender_owes else attacking_side(w)


def _commands(w: World) -> list[Command]:
    return [TakeHit(u.id) for u in _rules(w).takers(w)]


def _asked(w: World) -> str:
    words = "one step" if owed(w) == 1 else f"{owed(w)} steps"
    return f"{words} to lose at {named(w, w[Battle].hex)}: which unit?"


QUESTION = "losses"
DECISION = question(QUESTION, _side, _commands, _asked, lambda w: _rules(w).rule, count=owed)


def take_hit(w: World, command: TakeHit) -> None:
    """Take the next loss on the unit its owner chose."""
    w.answered(QUESTION)
    _rules(w).lose(w, w.by_id[command.unit])
