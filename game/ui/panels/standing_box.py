"""The dialog of standing orders: questions that are answered once for all."""

from __future__ import annotations

from game.play.standing_orders import ADVANCES, ASK, LOSSES, RETREATS, STANDING
from game.ui.interaction.controller import TableController
from game.ui.widgets import Ui

TITLES = {
    LOSSES: "When we take losses",
    RETREATS: "When our units retreat",
    ADVANCES: "When the enemy leaves a hex",
}
WHAT = "Answered for you in this game, by the same orders you would give. A message says so each time."
WIDE = 440


def standing_box(ui: Ui, desk: TableController) -> bool:
    """Declare the dialog; True while it stays open."""
    with ui.modal("standing", "Standing orders", WIDE) as dialog:
        ui.text(WHAT, "small", "muted")
        for question, orders in STANDING.items():
            ui.label(TITLES[question], bold=True)
            now = desk.session.about.standing.get(question, ASK)
            with ui.scope(question):
                for order, words in orders.items():
                    if ui.button(words, name=order, pressed=order == now, left=True) and order != now:
                        desk.quick.stand_by(question, order)
        if ui.button("Close", "Esc", name="close standing", kind="primary"):
            return False
    return not dialog.cancelled
