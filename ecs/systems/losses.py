"""How are the losses of a battle taken, step by step?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs.world import Unit, World


def owing(w: World) -> str:
    """Which side's losses of the battle are being taken: the defender's first."""
    return "defender_owes" if w.clash.defender_owes else "attacker_owes"


def pending(
    w: World,
    takers: Callable[[World], Sequence[Unit]],
    has_choice: Callable[[World], bool],
    lose: Callable[[World, Unit], None],
) -> bool:
    """Take all losses that leave no choice; True if one has to be chosen now."""
    clash = w.clash
    while clash.defender_owes or clash.attacker_owes:
        units = takers(w)
        if not units:
            w.mark(clash, **{owing(w): 0})
        elif has_choice(w):
            w.ask("losses")
            return True
        else:
            lose(w, units[0])
    return False
