"""The strips above the tabs: how far the computer is, what it did step by step, what the staff advises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from game.opponents.at_table.told import purpose_of
from game.play.session import Session
from game.screens.play.playback import Playback
from game.ui.interaction.controller import TableController
from game.ui.panels.event_log import open_reason, operation_now
from game.ui.panels.forces.chit_cup import how_far, in_play
from game.ui.panels.questions.staff_box import staff_box
from game.ui.panels.text.linked_text import say
from game.ui.widgets import Ui, escape


class ReasonsShown(Protocol):
    """What the strips read of the settings."""

    show_ai_reasons: bool


class TurnStrips:
    """Declares the strips; their buttons hurry, pause and step.

    :param key: the key of an action.
    :param go_to: shows a hex.
    """

    def __init__(
        self,
        session: Session,
        desk: TableController,
        playback: Playback,
        settings: ReasonsShown,
        key: Callable[[str], str],
        go_to: Callable[[int], None],
    ) -> None:
        self.session, self.desk, self.playback = session, desk, playback
        self.settings, self.key, self.go_to = settings, key, go_to

    def build(self, ui: Ui, name: str) -> None:
        """The strip of that name: "machine", "review" or "staff"."""
        if name == "staff":
            staff_box(ui, self.desk, self.key)
        else:
            (self._machine if name == "machine" else self._review)(ui)

    def _machine(self, ui: Ui) -> None:
        """The computer's turn: how far it is, and how to hurry or stop it."""
        session, view, playback = self.session, self.desk.view, self.playback
        done, total = how_far(view)
        level = session.players.get(session.game.to_act or view.side, "").replace("-", ", ")
        chit = in_play(view)
        what = f"{chit.name}, {view.phase.title.lower()}" if chit is not None else view.phase.title
        ui.progress((done + 1) / (total + 1), f"{session.game.to_act} ({level}): {what}")
        for line in self._last_reasons():
            ui.text(escape(line), "small")
        with ui.flow(gap=6):
            if ui.button("Go on" if playback.paused else "Pause", name="pause", fill=False):
                playback.paused = not playback.paused
            if ui.button("To end of battle", self.key("skip"), name="skip", fill=False, intent="skip"):
                playback.fast = "battle"
            if ui.button("To my turn", self.key("skip_to_me"), name="skip turn", fill=False, intent="skip_to_me"):
                playback.fast, playback.paused = "turn", False
            if playback.paused and ui.button("Play this side myself", fill=False):
                self._take_over()

    def _take_over(self) -> None:
        side = self.session.game.to_act
        assert side is not None
        self.session.reseat({**self.session.players, side: "human"})
        self.playback.paused = False

    def _last_reasons(self) -> tuple[str, ...]:
        """What the plan is after, and what its last order was for."""
        if not self.settings.show_ai_reasons or not self.session.reasons:
            return ()
        purpose = purpose_of(open_reason(self.session, max(self.session.reasons)))[1]
        return tuple(line for line in (operation_now(self.session), purpose) if line)

    def _review(self, ui: Ui) -> None:
        """What the other side did, step by step."""
        playback = self.playback
        steps, at = playback.review, playback.review_at
        done = "one thing" if len(steps) == 1 else f"{len(steps)} things"
        text = steps[at][0] if at >= 0 else f"The other side did {done}. Step through, or just play on."
        say(ui, self.desk.out, text, "small")
        with ui.flow(gap=6):
            if ui.button("Back", name="review back", fill=False, enabled=at > 0):
                self._review_to(at - 1)
            if ui.button("Next" if at >= 0 else "Show me", name="review next", fill=False, enabled=at < len(steps) - 1):
                self._review_to(at + 1)
            if at >= 0:
                ui.label(f"{at + 1} of {len(steps)}", "small", "muted")
            if ui.button("Close", name="review close", fill=False):
                playback.review = []

    def _review_to(self, at: int) -> None:
        self.playback.review_at = at
        self.go_to(self.playback.review[at][1])
