"""The staff above the tabs: its advice, and what a player can delegate to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ecs import Command, Forecast
from ecs.core.commands import EndPhase
from game.opponents.table_players import purpose_of
from game.play.delegation import TURN
from game.play.standing_orders import ADVANCES, LOSSES, RETREATS, STANDING, ordered
from game.ui.descriptions import number, percent, say
from game.ui.interaction.click_commands import hex_of, place_name, words
from game.ui.interaction.controller import TableController
from game.ui.interaction.group_orders import army_of, headquarters_of
from game.ui.interaction.selection import mine
from game.ui.panels.decision_box import asks
from game.ui.widgets import Ui, escape

# -- Staff advice above the tabs: the order, its purpose, its possible results. --------------------------------------

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
    told = f"Move {len(able)} units along their waypoints" if len(able) > 1 else "Move 1 unit along its waypoints"
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


# -- What a player can delegate: standing orders for questions, and units led by the staff. --------------------------

TITLES = {
    LOSSES: "When we take losses",
    RETREATS: "When our units retreat",
    ADVANCES: "When the enemy leaves a hex",
}
WHAT = "Answered for you in this game, by the same orders you would give. A message says so each time."
WIDE = 440
LED = "The staff leads them now. They are ringed on the map."
LEADS = "A computer officer leads them this turn. Hold the right button on a hex for longer or shorter."


def standing_box(ui: Ui, desk: TableController) -> bool:
    """Declare the dialog; True while it stays open."""
    with ui.modal("standing", "Standing orders", WIDE) as dialog:
        ui.text(WHAT, "small", "muted")
        for question, orders in STANDING.items():
            ui.label(TITLES[question], bold=True)
            now = ordered(desk.session, desk.view.side, question)
            with ui.scope(question):
                for order, words in orders.items():
                    if ui.button(words, name=order, pressed=order == now, left=True) and order != now:
                        desk.quick.stand_by(question, order)
        led = sorted(desk.led.units)
        if led and ui.button(f"Lead {told_units(desk, led)} yourself", name="take all back", tooltip=LED):
            desk.led.take_back(led)
        if ui.button("Close", "Esc", name="close standing", kind="primary"):
            return False
    return not dialog.cancelled


def lead_button(ui: Ui, desk: TableController) -> None:
    """The button that leaves the picked units to the staff for the turn, or takes them back."""
    names = [name for name in desk.state.selection if mine(desk.view, name)]
    if not names or desk.view.decision is not None:
        return
    if desk.led.units.issuperset(names):
        if ui.button(f"Lead {told_units(desk, names)} yourself", name="take back"):
            desk.led.take_back(names)
        others = sorted(desk.led.units)
        if len(others) > len(names) and ui.button(f"Lead all {len(others)} units yourself", name="take back all"):
            desk.led.take_back(others)
        return
    if ui.button(f"Staff leads {told_units(desk, names)}", name="entrust", tooltip=LEADS):
        desk.led.entrust(names, TURN)
    army, team = army_led(desk, names[0])
    if army and ui.button(f"Staff leads {army}: {len(team)} units", name="entrust army", tooltip=LEADS):
        desk.led.entrust(team, TURN)


# -- Units that are left to the staff; the menu of a hex has all terms, the column the usual one. ---------------------


def army_led(desk: TableController, name: str) -> tuple[str, list[str]]:
    """What the headquarters of a unit is called, and all that can act in its range; "" where there is none, or nobody
    else."""
    unit, game = desk.view.unit(name), desk.session.game
    area = headquarters_of(desk.view, game, unit) if unit is not None and unit.hex >= 0 else None
    head = desk.view.unit(area.unit) if area is not None else None
    if unit is None or head is None:
        return "", []
    team = army_of(desk, game, unit)
    return (head.long_name, team) if len(team) > 1 else ("", [])


def told_units(desk: TableController, names: Sequence[str]) -> str:
    """ "17.A", "these 5 units"."""
    unit = desk.view.unit(names[0])
    return unit.name if len(names) == 1 and unit is not None else f"these {len(names)} units"
