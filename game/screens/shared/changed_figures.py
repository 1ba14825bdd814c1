"""The house rules of a scenario, told before it is begun: each figure that is not as it is printed."""

from __future__ import annotations

from ecs import Scenario, changed_figures
from game.ui.widgets import Ui, escape

MOST_SHOWN = 12  # changed figures; the command line lists all of them


def changed_figures_of(ui: Ui, scenario: Scenario) -> None:
    """The figures a scenario changes, with those that are printed; nothing if it changes none."""
    changed = changed_figures(scenario)
    if changed:
        ui.label("Changed figures", bold=True, tooltip="House rules of this scenario; all else is as printed.")
    for figure in changed[:MOST_SHOWN]:
        ui.text(escape(str(figure)), "small")
    if len(changed) > MOST_SHOWN:
        ui.label(f"and {len(changed) - MOST_SHOWN} more: rasputitsa scenarios {scenario.id}", "small", "muted")
