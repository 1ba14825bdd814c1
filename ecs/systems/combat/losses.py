"""The losses of a battle, taken step by step: the defender's first, whoever has no choice without being asked.

``LossesOwed.defender_owes`` and ``attacker_owes`` are the steps still to lose."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Command, TakeHit
from ecs.core.components import Battle, LossesOwed, Side
from ecs.core.view import DecisionView
from ecs.core.world import Unit, World
from ecs.systems.sentences import named

# -- Who takes part in the battle being fought. ----------------------------------------------------------------------


def bases_of(units: Iterable[Unit]) -> tuple[int, ...]:
    """The hexes some units stand in, by number."""
    return tuple(sorted({u.hex for u in units}))


def write_down(
    w: World, index: int, attackers: Iterable[Unit], defenders: Iterable[Unit], came_from: tuple[int, ...]
) -> None:
    """Write down whose battle for a hex begins, and out of which hexes the attackers come."""
    ours, theirs = tuple(u.entity for u in attackers), tuple(u.entity for u in defenders)
    w.mark(Battle, w.table, hex=index, attackers=ours, defenders=theirs, came_from=came_from)


def attackers(w: World) -> list[Unit]:
    """The attackers that are left."""
    return [u for e in w[Battle].attackers if (u := w.by_entity[e]).hex >= 0]


def defenders(w: World) -> list[Unit]:
    """The defenders that are left, wherever they have fallen back to."""
    return [u for e in w[Battle].defenders if (u := w.by_entity[e]).hex >= 0]


QUESTION = "losses"


def side_taking_losses(w: World) -> str:
    """Which side's losses of the battle are being taken: the defender's first."""
    return "defender_owes" if w[LossesOwed].defender_owes else "attacker_owes"


def _forgive(w: World) -> None:
    """Nobody is left to take the losses of the side whose turn it is."""
    if w[LossesOwed].defender_owes:
        w.mark(LossesOwed, w.table, defender_owes=0)
    else:
        w.mark(LossesOwed, w.table, attacker_owes=0)


@dataclass(frozen=True, slots=True)
class LossTaking:
    """What a game decides of the losses of a battle.

    ``attacker``: whose attack it is.  ``fights``: does a counter lose steps?  ``takers``: the units among which the
    present loss must fall; ``likeness``: units that have this in common may lose it one for the other; ``lose``: one
    step off a unit, and what comes of that.
    """

    rule: str
    attacker: Callable[[World], Side]
    fights: Callable[[Unit], bool]
    steps_left: Callable[[Unit], int]
    takers: Callable[[World], Sequence[Unit]]
    likeness: Callable[[Unit], Hashable]
    lose: Callable[[World, Unit], None]

    def attackers(self, w: World) -> list[Unit]:
        """The attackers of the battle that are left."""
        return list(filter(self.fights, attackers(w)))

    def defenders(self, w: World) -> list[Unit]:
        """The defenders of the battle that are left, wherever they have fallen back to."""
        return list(filter(self.fights, defenders(w)))

    def involved(self, w: World) -> list[Unit]:
        """The units that are left of the side whose losses are being taken."""
        return self.defenders(w) if w[LossesOwed].defender_owes else self.attackers(w)

    def side(self, w: World) -> Side:
        """Whose losses are being taken."""
        return self.attacker(w).other if w[LossesOwed].defender_owes else self.attacker(w)

    def has_choice(self, w: World) -> bool:
        """Does it matter who takes the loss?  Not if all die, or if all are alike."""
        owed = w[LossesOwed].defender_owes or w[LossesOwed].attacker_owes
        if owed >= sum(self.steps_left(u) for u in self.involved(w)):
            return False
        return len({self.likeness(u) for u in self.takers(w)}) > 1

    def pending(self, w: World) -> bool:
        """Take all losses that leave no choice; True if one has to be chosen now."""
        while w[LossesOwed].defender_owes or w[LossesOwed].attacker_owes:
            units = self.takers(w)
            if not units:
                _forgive(w)
            elif self.has_choice(w):
                w.ask(QUESTION)
                return True
            else:
                self.lose(w, units[0])
        return False

    def commands(self, w: World) -> list[Command]:
        """Who may take the next loss."""
        return [TakeHit(u.id) for u in self.takers(w)]

    def view(self, w: World) -> DecisionView:
        """What is asked."""
        side = self.side(w)
        owed = w[LossesOwed].defender_owes or w[LossesOwed].attacker_owes
        words = "one step" if owed == 1 else f"{owed} steps"
        text = f"{side}: {words} to lose at {named(w, w[Battle].hex)}. From which unit?"
        return DecisionView(QUESTION, side, text, w[Battle].hex, self.rule, owed)
