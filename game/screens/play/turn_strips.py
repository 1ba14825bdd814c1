"""The strips at the foot of the column: the computer's progress, the dispatches, the staff's advice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pygame import Rect

from ecs import Board
from game.opponents.table_players import purpose_of
from game.play.briefing import NOTHING, BriefingLine
from game.play.session import Session
from game.screens.play.playback import Playback
from game.ui.descriptions import say
from game.ui.interaction.controller import TableController
from game.ui.panels.chit_cup import how_far, in_play
from game.ui.panels.event_log import open_reason, operation_now
from game.ui.panels.staff_box import staff_box, staff_foot
from game.ui.widgets import Ui, escape
from game.ui.widgets.seal import seal
from game.ui.widgets.style.theme import mix

MOST_OPERATIONS = 2
BRIEFED = "briefed"  # and a number: the name of a line of the briefing
ONE_ROW = 540  # pixels at 100 % from which on the heading and its buttons stand in one row
ROOMY = 1.3  # size of text up to which the column has room for more than the briefing
AWAITED = (
    "You can look around, save and leave. "
    "Without a shared folder, send your newest letter, and drop your friend's here."
)
GOOD = ("taken", "killed", "encircled")


class ReasonsShown(Protocol):
    """The settings that the strips use."""

    show_ai_reasons: bool


class TurnStrips:
    """Declares the strips; their buttons hurry, pause and step.

    :param key: the key of an action.
    :param go_to: shows a hex.
    :param leave_for: opens another screen over the table.
    """

    def __init__(
        self,
        session: Session,
        desk: TableController,
        playback: Playback,
        settings: ReasonsShown,
        key: Callable[[str], str],
        go_to: Callable[[int], None],
        leave_for: Callable[[str], None],
    ) -> None:
        self.session, self.desk, self.playback = session, desk, playback
        self.settings, self.key, self.go_to, self.leave_for = settings, key, go_to, leave_for

    def build(self, ui: Ui, name: str) -> None:
        """The strip with this name: "machine", "review" or "staff"."""
        if name == "staff":
            staff_box(ui, self.desk)
        else:
            (self._machine if name == "machine" else self._review)(ui)

    def foot(self, ui: Ui, name: str) -> None:
        """Its buttons, each always in the same place."""
        if name == "staff":
            staff_foot(ui, self.desk, self.key)
        else:
            (self._hurry if name == "machine" else self._leaf)(ui)

    def _machine(self, ui: Ui) -> None:
        """The computer's turn: its progress and its aim."""
        session, view, playback = self.session, self.desk.view, self.playback
        done, total = how_far(view)
        if session.awaited:
            ui.progress((done + 1) / (total + 1), session.awaited)
            ui.text(AWAITED, "small", "muted")
            if ui.button("Open folder", name="letters", fill=False):
                self.leave_for("letters")
            return
        level = session.players.get(session.game.to_act or view.side, "").replace("-", ", ")
        level = level if session.mail is None else session.mail.friend
        chit = in_play(view)
        what = chit.name if chit is not None else view.phase.title  # the bar names the phase
        ui.progress((done + 1) / (total + 1), f"{session.game.to_act} ({level}): {what}")
        if view.decision is not None and session.mail is None:
            ui.text(f"{escape(view.decision.prompt)} The computer decides.", "small", "muted")
        if playback.paused and session.mail is None and ui.button("Play this side myself"):
            self._take_over()
        for line in self._last_reasons():
            ui.text(escape(line), "small")

    def _hurry(self, ui: Ui) -> None:
        """Pause, and play on unseen to the next battle; the seal plays on to the player's turn."""
        if self.session.awaited:
            return
        playback = self.playback
        fighting = self.desk.plans.fighting
        words = "To end of battle" if fighting else "To the next battle"
        with ui.row(2, 3, gap=6):
            if ui.button("Continue" if playback.paused else "Pause", name="pause"):
                playback.paused = not playback.paused
            if ui.button(words, self.key("skip"), name="skip", intent="skip"):
                playback.fast, playback.paused = "battle" if fighting else "next", False

    def seal(self, ui: Ui, place: Rect) -> None:
        """The seal while the computer plays: on to the player's turn, unseen."""
        if self.session.awaited:
            return
        side = self.session.game.to_act
        with ui.scope("seal"):
            used = seal(
                *(ui, place, "To my turn", self._plays if side else "", self.key("skip_to_me")),
                name="skip turn",
                intent="skip_to_me",
                quiet=ui.has_primary,
            )
        if used:
            self.playback.fast, self.playback.paused = "turn", False

    @property
    def _plays(self) -> str:
        mail = self.session.mail
        return f"{self.session.game.to_act} computer plays" if mail is None else f"{mail.friend}'s letter"

    def _take_over(self) -> None:
        side = self.session.game.to_act
        assert side is not None
        self.session.reseat({**self.session.players, side: "human"})
        self.playback.paused = False

    def _last_reasons(self) -> tuple[str, ...]:
        """The aim of the plan, and the purpose of its last order."""
        if not self.settings.show_ai_reasons or not self.session.reasons:
            return ()
        purpose = purpose_of(open_reason(self.session, max(self.session.reasons)))[1]
        return tuple(line for line in (operation_now(self.session), purpose) if line)

    def _review(self, ui: Ui) -> None:
        """Dispatches: a briefing, or one step after the other."""
        steps, at = self.playback.review, self.playback.review_at
        headed = self._one_row(ui)
        if at >= 0:
            if not headed:
                ui.label(f"{at + 1} of {len(steps)}", "small", "muted")
            say(ui, self.desk.out, steps[at][0], "small")
            return
        if not headed and ui.text_scale <= ROOMY:
            ui.label("Dispatches", "body", "muted")
        self._briefing(ui)

    def _leaf(self, ui: Ui) -> None:
        """The title, with buttons to step, to replay on the map, or to close; in one row if there is room."""
        steps, at = self.playback.review, self.playback.review_at
        if not self._one_row(ui):
            with ui.row(1, 1, gap=6):
                self._steps(ui)
            with ui.row(1, 1, gap=6):
                self._away(ui)
            return
        with ui.row(-116, 0.8, 1.25, 1.3, 1.1, gap=6):
            if at < 0:
                ui.label("Dispatches", "heading", one_line=True)
            else:
                ui.label(f"{at + 1} of {len(steps)}", color="muted", one_line=True)
            self._steps(ui)
            self._away(ui)

    @staticmethod
    def _one_row(ui: Ui) -> bool:
        return bool(ui.layout.width_for(10**5, fill=True) >= ui.px(ONE_ROW))

    def _steps(self, ui: Ui) -> None:
        """Buttons for one step back and one forward."""
        at = self.playback.review_at
        tip = "One step back. From the first step, back to the summary."
        if ui.button("Back", name="review back", enabled=at >= 0, tooltip=tip):
            self._review_to(at - 1)
        words = "Step through" if at < 0 else "Next"
        if ui.button(words, name="review next", enabled=at < len(self.playback.review) - 1):
            self._review_to(at + 1)

    def _away(self, ui: Ui) -> None:
        """Buttons to replay on the map, or to close."""
        playback = self.playback
        again = playback.review_at >= 0 or bool(playback.briefing)
        if ui.button("Show it again", name="review again", enabled=again, tooltip="On the map, from here."):
            self.leave_for(f"replay:{playback.again_from}")
        if ui.button("Close", self.key("back"), name="review close"):
            playback.put_away()

    def _briefing(self, ui: Ui) -> None:
        """What fell, is cut off, arrived: the first word of a line leads to the place."""
        view, lines = self.desk.view, self.playback.briefing
        for number, line in enumerate(lines):
            with ui.column() as place:
                if number == self.playback.briefing_at:
                    high = ui.height_of(f"{BRIEFED}{number}")
                    rect = Rect(place.x, place.y, place.width, high).inflate(ui.px(8), ui.px(6))
                    ui.note_box(rect, mix(ui.theme.panel2, ui.theme.accent, 0.25), radius=4)
                say(ui, self.desk.out, briefing_words(line, view.board), name=f"{BRIEFED}{number}")
            ui.measured(f"{BRIEFED}{number}:body", place.height)
        if not lines:
            say(ui, self.desk.out, NOTHING)
        if view.phase.text:
            now = f"[accent]**Now: {escape(view.phase.title)}.**[/] {escape(view.phase.text)}"
            say(ui, self.desk.out, now, "small", name="briefed now")
        for operation in self.playback.operations[:MOST_OPERATIONS] if self.settings.show_ai_reasons else ():
            ui.text(escape(f"{view.side.other}: {operation}"), "small", "muted")

    def _review_to(self, at: int) -> None:
        self.playback.review_at = at
        if at >= 0:
            self.go_to(self.playback.review[at][1])


def briefing_words(line: BriefingLine, board: Board) -> str:
    """A line of the briefing; its first words and its places lead to hexes, bad news stand out."""
    colour = "bad" if line.bad else "good" if line.kind in GOOD else "text"
    rest = "".join(_leading(words, index, board) for words, index in line.pieces)
    return f"[{colour}]**{_leading(line.head, line.hex, board)}:**[/] {rest}"


def _leading(words: str, index: int, board: Board) -> str:
    return f"[{escape(words)}](hex:{board.hexes[index].label})" if index >= 0 else escape(words)
