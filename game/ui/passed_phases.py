"""Skipped phases: they are ended for the player as they begin, unless something in them should be seen."""

from __future__ import annotations

from collections.abc import MutableMapping

from game.app.settings import PASSED_MOST, Settings
from game.ui.interaction.controller import TableController
from game.ui.panels.end_phase_check import checks

HEEDED = ("", "replacements_unspent", "attack_missed")
"""What keeps a phase from being passed over: something owed, units to be raised, a good attack."""


class PassedPhases:
    """The phases of this game that are skipped; kept in the player's settings by game and phase."""

    def __init__(self, desk: TableController, settings: Settings) -> None:
        self.desk, self.settings = desk, settings
        self._met: tuple[int, str] = (0, "")

    @property
    def key(self) -> str:
        """The key of the present phase in the settings."""
        return f"{self.desk.session.game.ruleset.id}:{self.desk.view.phase.id}"

    @property
    def chosen(self) -> MutableMapping[str, str]:
        """Titles of the skipped phases, by key."""
        return self.settings.passed

    @property
    def offer(self) -> str:
        """The title of the present phase, if it can be skipped from now on; else "", and so in practice."""
        desk = self.desk
        practice = desk.session.saves is None
        may = not practice and desk.session.human_to_act and desk.view.decision is None and self.key not in self.chosen
        return desk.view.phase.title if may and desk.orders.end and len(self.chosen) < PASSED_MOST else ""

    def take(self) -> None:
        """Skip the present phase from now on, this time included."""
        title = self.offer
        if title:
            side = self.desk.view.side
            self.chosen[self.key] = f"{title} ({self.desk.view.title}, {side})"
            self._met = (0, "")
            self.desk.tell(f"**{title}** is skipped from now on. You can change this under Options, Questions.")

    def step(self) -> bool:
        """End a phase that has just begun, if it is skipped and holds nothing to see; return whether it was ended.

        One that the player comes back to by undo is left to him.
        """
        desk, view = self.desk, self.desk.view
        now = (view.turn, view.phase.id)
        if now == self._met or view.decision is not None or not desk.session.human_to_act:
            return False
        self._met = now
        if self.key not in self.chosen or not desk.orders.end or desk.session.saves is None:
            return False
        if checks(desk, lambda kind: kind in HEEDED):
            desk.tell(f"**{view.phase.title}** is not skipped: there is something to do.")
            return False
        title = view.phase.title
        ended = desk.end_phase()
        if ended:
            desk.tell(f"{title}: skipped.")
        return ended
