"""The list of hexes that can be attacked, under the declared battles, the likeliest first."""

from __future__ import annotations

from ecs.core.view import Forecast
from game.ui.interaction.attack_targets import Targets
from game.ui.interaction.controller import TableController
from game.ui.panels.text.descriptions import place_in_brief, place_near
from game.ui.panels.text.number_format import number, percent
from game.ui.widgets import Ui


def target_list(ui: Ui, desk: TableController, known: Targets) -> None:
    """A button for each hex that can be attacked; it opens the planner there."""
    declared = frozenset(battle.hex for battle in desk.view.battles if battle.state == "declared")
    found = known.of(desk.position)
    attacked = frozenset[int]() if desk.plans.gathering else declared
    fresh = [entry for entry in found if entry[0] not in attacked]
    again = [entry for entry in found if entry[0] in attacked]
    for title, entries in (("Can be attacked", fresh), ("Again, in another wave", again)):
        if entries and _targets(ui, desk, title, entries):
            return


def _targets(ui: Ui, desk: TableController, title: str, found: list[tuple[int, Forecast]]) -> bool:
    """One list with its heading; True when a hex of it was chosen."""
    ui.separator()
    ui.label(title, "large", bold=True)
    for index, ahead in found:
        chance = "not alone" if ahead.refusal else f"{percent(ahead.p_cleared)} at {ahead.odds}"
        losses = number(ahead.mean_attacker_factors_lost)
        tip = f"{place_near(desk.view.board, index)}: all {len(ahead.attackers)} that may join, together; "
        tip += f"expected to lose {losses} factors."
        text = f"{place_in_brief(desk.view.board, index)}: {chance}"
        if ui.button(text, name=f"target {index}", tooltip=tip):
            desk.out.look_at = desk.here = index
            if not desk.quick.propose(index):
                desk.plans.open(index)
            return True
    return False
