"""Staff advice above the tabs: the order, its purpose, its possible results."""

from __future__ import annotations

from collections.abc import Callable

from ecs import Command, Forecast
from ecs.core.commands import EndPhase
from game.opponents.table_players import purpose_of
from game.ui.descriptions import number, percent, say
from game.ui.interaction.click_commands import hex_of, place_name, words
from game.ui.interaction.controller import TableController
from game.ui.panels.decision_box import asks
from game.ui.widgets import Ui, escape

PLAN = "The plan for this phase:"
NO_MORE = "The staff sees nothing more to gain: end the phase."


def staff_button(ui: Ui, desk: TableController, key: Callable[[str], str]) -> bool:
    """The button for advice; grey unless the player at the table is to act.  True while it can be pressed."""
    able = desk.session.human_to_act and not desk.session.hands_over and not asks(desk)
    if ui.button("Staff advice", key("staff"), name="ask staff", intent="staff", enabled=able):
        desk.staff.ask()
    return able


def repeat_button(ui: Ui, desk: TableController, key: Callable[[str], str]) -> None:
    """The button that repeats what was done in this phase of an earlier turn, while some of it is legal."""
    routine = desk.quick.routine
    told = routine.told()
    tip = "Repeats your orders from this phase last turn, where legal. One undo takes them back."
    if told and ui.button(told, key("repeat"), name="repeat", tooltip=tip):
        routine.repeat()


def march_button(ui: Ui, desk: TableController, key: Callable[[str], str]) -> None:
    """The button that marches on all units with waypoints, while one can."""
    able = desk.quick.marches.able()
    told = f"March on: {len(able)} with waypoints"
    if able and ui.button(
        told, key("march"), name="march on", tooltip="As far as this phase allows. One undo takes it back."
    ):
        desk.quick.marches.march(able)


def staff_box(ui: Ui, desk: TableController) -> None:
    """The open advice."""
    advice = desk.staff.advice
    if advice is None:
        return
    ends = isinstance(advice.command, EndPhase)
    if not ends:
        ui.label("The staff suggests", "small", "muted")
    say(ui, desk.out, f"**{escape(NO_MORE if ends else order_words(desk, advice.command))}**")
    plan, purpose = purpose_of(advice.reason)
    if purpose:
        say(ui, desk.out, escape(purpose), "small")
    if advice.forecast is not None:
        say(ui, desk.out, escape(prospect(advice.forecast, "%" not in purpose)), "small")
    if plan:
        say(ui, desk.out, f"{PLAN} {escape(plan)}", "small", "muted")


def staff_foot(ui: Ui, desk: TableController, key: Callable[[str], str]) -> None:
    """Its buttons."""
    staff = desk.staff
    if staff.advice is None:
        return
    ends = isinstance(staff.advice.command, EndPhase)
    with ui.flow(gap=6):
        if ui.button(
            "Accept", key("staff_accept"), name="staff accept", kind="primary", fill=False, intent="staff_accept"
        ):
            staff.accept()
        if not ends and ui.button(
            "Accept all advice", key("staff_all"), name="staff all", fill=False, intent="staff_all"
        ):
            staff.accept_all()
        if ui.button("Stop" if staff.going_on else "Dismiss", name="staff dismiss", fill=False):
            staff.dismiss()


def order_words(desk: TableController, command: Command) -> str:
    """An order in the table's words, with its place."""
    told = words(command, desk.view, desk.terms)
    index = desk.view.board.by_label.get(hex_of(command), -1)
    place = place_name(desk.view.board, index)
    return told if index < 0 or place in told else f"{told}, {place}"


def prospect(forecast: Forecast, chance: bool = True) -> str:
    """The possible results of an attack, in a line; ``chance``: that of clearing the hex too."""
    odds = f"At {forecast.odds}: " if forecast.odds else ""
    guess = "about " if forecast.estimate else ""
    first = f"{odds}{guess}{percent(forecast.p_cleared)} to clear the hex. " if chance else ""
    ours = forecast.mean_attacker_factors_lost or forecast.mean_attackers_lost
    theirs = forecast.mean_defender_factors_lost or forecast.mean_defenders_lost
    kind = "factors" if forecast.odds else "units"
    return f"{first}On average you lose {number(ours)} {kind}, the enemy {number(theirs)}."
