"""Who is assigned to which attack?  For games that write the target of a unit into its duty."""

from __future__ import annotations

from collections.abc import Callable

from ecs.core.components import Assignment, Place, Steps
from ecs.core.world import Unit, World


def assigned(w: World, fights: Callable[[Unit], bool]) -> dict[int, list[Unit]]:
    """Target -> the combat units assigned to the attack on it, by entity.

    :param fights: is it a combat unit?  By its marks of place, duty and steps alone.
    """

    def make() -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in w.units:
            if unit[Assignment].target >= 0 and unit.hex >= 0 and fights(unit):
                found.setdefault(unit[Assignment].target, []).append(unit)
        return dict(sorted(found.items()))

    return w.lasting("assigned", (Place, Assignment, Steps), make)
