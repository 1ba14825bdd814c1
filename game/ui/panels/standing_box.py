"""What a player can delegate: standing orders for questions, and units led by the staff."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.delegation import TURN
from game.play.standing_orders import ADVANCES, LOSSES, RETREATS, STANDING, ordered
from game.ui.interaction.controller import TableController
from game.ui.interaction.group_orders import army_of, headquarters_of
from game.ui.interaction.selection import mine
from game.ui.widgets import Ui

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
