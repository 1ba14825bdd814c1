"""What the right button means: the picked march to the hex, plan the attack on it, or go on with what is planned."""

from __future__ import annotations

from typing import Protocol

from ecs import View
from ecs.core.commands import Assign
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.click_commands import Orders
from game.ui.interaction.shortcuts.quick_orders import QuickOrders
from game.ui.map_view import TableState


class ClickedDesk(Protocol):
    """The player's seat as a click sees it."""

    view: View
    orders: Orders
    state: TableState
    plans: BattlePlan
    quick: QuickOrders

    def click(self, index: int | None, unit_id: str = "") -> None:
        """A click: a lit hex is acted on."""


def do_the_obvious(desk: ClickedDesk, index: int) -> bool:
    """Do with the picked units what the hex asks for; False if that is nothing in particular."""
    picked, view = desk.state.selection, desk.view
    foes = [unit for unit in view.at(index) if unit.side is not view.side]
    if foes and (desk.quick.gather(index) or desk.quick.confirm(index)):
        return True
    if not picked:
        return False
    if foes and desk.plans.may_open(index):
        return _plan(desk, index)
    if desk.orders.hexes(picked[0]).get(index):
        desk.click(index)
        return True
    return False


def _plan(desk: ClickedDesk, index: int) -> bool:
    """Plan the attack on a hex with those that are picked, as far as they can join; False if none of them can."""
    plans, picked = desk.plans, desk.state.selection
    before = plans.target
    plans.open(index)
    able = {unit.id for unit, reason in plans.candidates() if not reason}
    team = tuple(name for name in picked if name in able)
    if team and not plans.gathering and not plans.fighting:
        plans.ticked = team
        return True
    if not team and _assigns(desk, picked[0], index):
        desk.click(index)
        return True
    if not team and before < 0 and not plans.fighting:
        plans.close()
    return bool(team)


def _assigns(desk: ClickedDesk, name: str, index: int) -> bool:
    """May a unit be sent to attack the hex from where it is, though it stands not beside it?"""
    return any(isinstance(c, Assign) for c in desk.orders.hexes(name).get(index, ()))
