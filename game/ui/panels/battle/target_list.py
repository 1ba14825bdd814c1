"""The list of hexes that can be attacked, under the declared battles, the likeliest first."""

from __future__ import annotations

from game.ui.interaction.attack_targets import Targets
from game.ui.interaction.controller import TableController
from game.ui.panels.text.descriptions import place_in_brief, place_near
from game.ui.panels.text.number_format import number, percent
from game.ui.widgets import Ui


def target_list(ui: Ui, desk: TableController, known: Targets) -> None:
    """A button for each hex that can be attacked; it opens the planner there."""
    found = known.of(desk.position)
    if not found:
        return
    ui.separator()
    ui.label("Can be attacked", "large", bold=True)
    for index, ahead in found:
        chance = "not alone" if ahead.refusal else f"{percent(ahead.p_cleared)} at {ahead.odds}"
        losses = number(ahead.mean_attacker_factors_lost)
        tip = f"{place_near(desk.view.board, index)}: all {len(ahead.attackers)} that may join, together; "
        tip += f"expected to lose {losses} factors."
        text = f"{place_in_brief(desk.view.board, index)}: {chance}"
        if ui.button(text, name=f"target {index}", tooltip=tip):
            desk.out.look_at = desk.here = index
            desk.plans.open(index)
            return
