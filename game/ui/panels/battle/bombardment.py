"""What a bombardment would bring, and who takes part.  The part of the planner for air units and artillery."""

from __future__ import annotations

from ecs import Command
from ecs.core.commands import Aim, Strike, Unassign
from ecs.core.view import UnitView
from game.ui.interaction.click_commands import place_name, words
from game.ui.interaction.controller import TableController
from game.ui.panels.text.descriptions import rule_link
from game.ui.panels.text.linked_text import say
from game.ui.panels.text.number_format import percent, sum_line
from game.ui.widgets import Ui, escape


def strike_on(desk: TableController, index: int) -> Strike | None:
    """The order to bombard a hex, if it may be given now."""
    return next((c for c in desk.orders.by_hex.get(index, ()) if isinstance(c, Strike)), None)


def gunners(desk: TableController, index: int) -> list[tuple[UnitView, Command]]:
    """Units that bombard a hex or might, each with the order that takes it out or in."""
    found: list[tuple[UnitView, Command]] = []
    for unit in desk.view.units:
        if unit.side is not desk.view.side or unit.hex < 0 or desk.terms.fights(unit):
            continue
        orders = [*desk.orders.hexes(unit.id).get(index, ()), *desk.orders.buttons(unit.id)]
        wanted = Unassign if unit.target == index else Aim
        order = next((c for c in orders if isinstance(c, wanted)), None)
        if order is not None:
            found.append((unit, order))
    return found


def bombing(ui: Ui, desk: TableController, index: int) -> bool:
    """Who is aimed at a hex and what it will bring; True when an order was given."""
    team = gunners(desk, index)
    if not team or desk.plans.fighting:
        return False
    ui.separator()
    ui.label("Bombardment first", bold=True)
    for unit, order in team:
        with ui.scope(f"aim {unit.id}"):
            on = unit.target == index
            text = f"{unit.name}  {unit.factors}  from {place_name(desk.view.board, unit.hex)}"
            if ui.checkbox(text, on) != on:
                return desk.give(order)
    aimed = tuple(unit.id for unit, _ in team if unit.target == index)
    _chances(ui, desk, index, aimed or tuple(unit.id for unit, _ in team)[:3], bool(aimed))
    strike = strike_on(desk, index)
    if strike is not None and ui.button(words(strike, desk.view, desk.terms), name="strike", kind="primary"):
        return desk.give(strike)
    return False


def _chances(ui: Ui, desk: TableController, index: int, team: tuple[str, ...], aimed: bool) -> None:
    ahead = desk.session.game.bombardment(desk.view.side, index, team)
    if ahead is None:
        return
    who = "They bring" if aimed else "All of these together would bring" if len(team) > 1 else "It would bring"
    say(
        ui,
        desk.out,
        f"{who} odds **{ahead.odds}**: a step is lost with **{percent(ahead.loss)}**, "
        f"and they are spent for the month with {percent(ahead.spent)}.{rule_link('6.1')}",
        "small",
    )
    if aimed:
        for line in ahead.lines:
            sum_line(ui, line)
        if ahead.refusal:
            say(ui, desk.out, f"[warn]{escape(ahead.refusal)}[/]", "small")


def strikes(ui: Ui, desk: TableController) -> bool:
    """Bombardments that are ready to be carried out; True when an order was given."""
    for index, commands in desk.orders.by_hex.items():
        for strike in (c for c in commands if isinstance(c, Strike)):
            team = tuple(u.id for u in desk.view.units if u.target == index and not desk.terms.fights(u))
            ahead = desk.session.game.bombardment(desk.view.side, index, team)
            with ui.scope(f"strike {index}"):
                chance = f" — {percent(ahead.loss)} for a step" if ahead is not None else ""
                say(ui, desk.out, f"**Bombardment of {escape(place_name(desk.view.board, index))}**{chance}")
                with ui.row(1, 1):
                    if ui.button("Look", name="look"):
                        desk.out.look_at = index
                        desk.plans.open(index)
                        return True
                    if ui.button("Bombard", name="strike", kind="primary"):
                        return desk.give(strike)
    return False
