"""What an exchange would cost.  Its price is in factors, but whole units pay it: they are named before it is made."""

from __future__ import annotations

from ecs import Command, Game, View
from ecs.core.commands import Exchange, TakeHit
from ecs.core.view import UnitView
from game.ui.interaction.controller import TableController
from game.ui.panels.text.linked_text import say
from game.ui.widgets import Ui, escape

MOST = 12  # units that are given up before the reckoning ends


class ExchangePrice:
    """Works it out once a position."""

    def __init__(self) -> None:
        self._of: View | None = None
        self._told = ""

    def build(self, ui: Ui, desk: TableController) -> None:
        """A line under the question, if it is one for an exchange."""
        if not any(isinstance(command, Exchange) for command in desk.orders.general):
            return
        if self._of is not desk.view:
            self._of, self._told = desk.view, price_words(desk)
        if self._told:
            say(ui, desk.out, self._told, "small")


def price_words(desk: TableController) -> str:
    """ "It costs 17.A 4-4-4 whole."; where there is a choice, the cheapest of those who could pay."""
    lost, choice = cheapest(desk.session.game, desk.view, Exchange())
    names = " and ".join(f"**{escape(unit.name)}** {escape(unit.factors)}" for unit in lost)
    if not lost:
        return ""
    return f"Whole units pay: {'the least would be' if choice else 'it costs'} {names}."


def cheapest(game: Game, view: View, order: Command) -> tuple[list[UnitView], bool]:
    """Own units that an order would destroy, the smallest that can pay first, and whether others could pay."""
    side, choice = view.side, False
    with game.what_if() as table:
        table.apply(order)
        for _ in range(MOST):
            asked = table.look(side).decision
            hits = [command for command in table.legal() if isinstance(command, TakeHit)]
            if asked is None or asked.side is not side or not hits:
                break
            choice = True
            table.apply(_smallest(view, hits, asked.count))
        after = table.look(side)
    own = (unit for unit in view.units if unit.side is side and unit.hex >= 0)
    return [u for u in own if (now := after.unit(u.id)) is None or now.hex < 0], choice


def _smallest(view: View, hits: list[TakeHit], owed: int) -> TakeHit:
    """The loss that costs least: the smallest unit that pays all, else the largest."""

    def worth(hit: TakeHit) -> int:
        unit = view.unit(hit.unit)
        return unit.attack if unit is not None else 0

    paying = [hit for hit in hits if worth(hit) >= owed]
    return min(paying, key=worth) if paying else max(hits, key=worth)
