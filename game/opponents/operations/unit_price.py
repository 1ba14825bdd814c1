"""What a unit is worth to its side."""

from __future__ import annotations

from ecs.core.view import UnitView

LEADING_FACTOR = 1.8


def price(unit: UnitView) -> float:
    """Its factors, those of the leading nation more, since so few are replaced."""
    return unit.cost * (LEADING_FACTOR if unit.leading else 1.0)
