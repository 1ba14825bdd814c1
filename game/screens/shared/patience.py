"""The choice of how long computer generals think: on the screen before a game, and among the options."""

from __future__ import annotations

from typing import get_args

from game.app.settings import Effort, Settings
from game.ui.widgets import Ui

WORDS = {
    "quick": "Quick: a few seconds a turn",
    "normal": "Normal: some ten seconds",
    "patient": "Patient: half a minute",
}
NOTE = (
    "It is counted in rehearsals, not in seconds, so that the same seed gives the same game on every machine; a slow "
    "one takes longer."
)


def patience(ui: Ui, settings: Settings) -> None:
    """A list of the three, which is the player’s setting."""
    efforts: tuple[Effort, ...] = get_args(Effort)
    with ui.row(1, 2):
        ui.label("A general thinks", tooltip=NOTE)
        chosen = ui.dropdown("patience", [WORDS[effort] for effort in efforts], efforts.index(settings.patience))
    settings.patience = efforts[chosen]
