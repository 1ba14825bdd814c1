"""How are the losses of a battle taken, step by step?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs.core.components import Clash
from ecs.core.world import Unit, World


def side_taking_losses(w: World) -> str:
    """Which side's losses of the battle are being taken: the defender's first."""
    return "defender_owes" if w[Clash].defender_owes else "attacker_owes"


def _forgive(w: World) -> None:
    """Nobody is left to take the losses of the side whose turn it is."""
    if w[Clash].defender_owes:
        w.mark(Clash, w.table, defender_owes=0)
    else:
        w.mark(Clash, w.table, attacker_owes=0)


def take_forced_losses(
    w: World,
    takers: Callable[[World], Sequence[Unit]],
    has_choice: Callable[[World], bool],
    lose: Callable[[World, Unit], None],
) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    clash = w[Clash]
    while clash.defender_owes or clash.attacker_owes:
        units = takers(w)
        if not units:
            _forgive(w)
        elif has_choice(w):
            w.ask("losses")
            return True
        else:
            lose(w, units[0])
    return False
