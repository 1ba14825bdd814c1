"""The replay of a game, command by command."""

from __future__ import annotations

import pygame
from pygame import Rect

from ecs import parse, veiled
from game.app.intents import Intent
from game.play.playback import Playback
from game.play.session import Session
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.ui.help.help_card import Card, Meant
from game.ui.help.map_help import HelpPosition, map_card
from game.ui.interaction.click_commands import words
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.first_look import bring_in, show_front
from game.ui.map_view.overlays.registry import FRONT, known_of
from game.ui.panels.event_log import log_line
from game.ui.widgets import Ui, escape

SPEEDS = (1, 4, 16)


class Replay(Scene):
    """The replay of a session, as the viewing side sees it; the game itself is not touched.

    :param at: it runs from the position after that many commands; None: it stands at the beginning.
    """

    def __init__(self, kit: SharedResources, session: Session, at: int | None = None) -> None:
        self.kit, self.session = kit, session
        self.playback = Playback(session.game, session.about.base)
        self.table = BoardView(session.game.board, kit.pack.of_game(session.game.ruleset.id), kit.app.settings)
        self.state = TableState(overlays=frozenset({FRONT.id}))
        self.running, self.speed = at is not None, 0
        self.lines: list[str] = []
        self.next_at = 0.0
        self.map_rect = Rect(0, 0, 100, 100)
        self._fitted = False
        if at is not None:
            self.playback.go(at)
        self._show()

    def on_leave(self) -> None:
        """Pause while another screen is in front."""
        self.running = False

    def on_pack(self) -> None:
        """Draw with the pack in use."""
        self.table.follow(self.kit.pack.of_game(self.session.game.ruleset.id))

    def leave(self) -> None:
        """Close the copies and leave."""
        self.playback.close()
        self.app.pop()

    def _show(self) -> None:
        view = self.playback.game.look(self.session.viewer)
        self.table.set_view(view)
        self.state.known = known_of(self.state.overlays, self.playback.game, view)
        record = self.playback.game.log[-1]
        found = [log_line(event, self.session.viewer) for event in record.events]
        self.lines = [line.markup for line in found if line is not None]
        places = [label for line in found if line is not None for label in line.hexes]
        if places and places[-1] in view.board.by_label and self._fitted:
            bring_in(self.table, view.board.by_label[places[-1]])

    @property
    def animating(self) -> bool:
        """True while it runs, or counters move."""
        return self.running or self.table.animation.running(self.app.ui.now) or self.table.rough

    def update(self, dt: float) -> None:
        """Play on, if it runs."""
        del dt
        now = self.app.ui.now
        if self.running and now >= self.next_at and not self.table.animation.running(now):
            self.step(1)
            self.next_at = now + 0.6 / SPEEDS[self.speed]
            self.running = self.playback.at < self.playback.last

    def step(self, count: int) -> None:
        """Go forward or back by some commands."""
        if count == 1:
            events = self.playback.forward()
            self._show()
            if SPEEDS[self.speed] == 1:
                seen = [event for each in events if (event := veiled(each, self.session.viewer)) is not None]
                self.table.play(seen, self.app.ui.now)
        else:
            self.playback.go(self.playback.at + count)
            self.table.animation.skip()
            self._show()
        self.redraw()

    def go(self, number: int) -> None:
        """Show the position after a number of commands."""
        self.playback.go(number)
        self.table.animation.skip()
        self._show()
        self.redraw()

    def phase(self, way: int) -> None:
        """Go to the beginning of the next or previous phase."""
        starts = sorted({mark.commands for mark in self.session.game.marks})
        after = [n for n in starts if n > self.playback.at]
        before = [n for n in starts if n < self.playback.at]
        self.go((after[0] if after else self.playback.last) if way > 0 else (before[-1] if before else 0))

    def explain(self, meant: Meant) -> Card | None:
        """Explain the counter or hex on the map, as it was then."""
        view = self.table.view
        if meant.name or view is None or not self.map_rect.collidepoint(meant.pos):
            return super().explain(meant)
        return map_card(HelpPosition(self.playback.game, view), self.table, self.state, meant.pos)

    def draw(self, surface: pygame.Surface) -> None:
        """The map."""
        surface.fill(self.app.ui.theme.panel2)
        self.table.draw(surface, self.map_rect, self.state, self.app.ui.now)

    def build(self, ui: Ui) -> None:
        """Controls above, the lines of the command below."""
        high = ui.height_of("controls", ui.px(40)) + ui.px(18)
        low = min(ui.size[1] * 30 // 100, max(ui.px(80), ui.height_of("lines") + ui.px(20)))
        self.map_rect = Rect(0, high, ui.size[0], ui.size[1] - high - low)
        self.table.camera.resize(self.map_rect)
        if not self._fitted:
            self._fitted = True
            self._look_closely()
        view = self.table.view
        assert view is not None
        with ui.panel("controls", Rect(0, 0, ui.size[0], high), pad=9, radius=0), ui.flow():
            ui.label("Replay", "heading")
            self._controls(ui)
        with ui.panel("lines", Rect(0, ui.size[1] - low, ui.size[0], low), pad=10, radius=0):
            at = f"{view.turn_name} · {view.phase.title} · {self.playback.at} of {self.playback.last}"
            ui.label(at, "small", "muted")
            if self.playback.at:
                command = parse(self.playback.commands[self.playback.at - 1])
                text = words(command, view, self.session.game.ruleset.glossary)
                ui.text(f"**{escape(text) if self._told() else '…'}**")
            for number, line in enumerate(self.lines):
                target = ui.text(line, "small", name=f"line{number}")
                if target:
                    self.handle(Intent("link", text=target))

    def _look_closely(self) -> None:
        """Show the front large enough to read, and the current event."""
        view = self.table.view
        if view is not None:
            show_front(self.table, view)
        self._show()

    def _told(self) -> bool:
        """May the command itself be named?  Not if it is the other side's and hid something, then or now."""
        now, then = self.session.game, self.playback.game
        return all(game.may_read(then.log[-1], self.session.viewer) for game in (now, then))

    def _controls(self, ui: Ui) -> None:
        at, last = self.playback.at, self.playback.last
        if ui.button("First", "Home", fill=False, enabled=at > 0, intent="zoom_fit"):
            self.go(0)
        if ui.button("Previous phase", "Up", fill=False, enabled=at > 0, intent="pan_up"):
            self.phase(-1)
        if ui.button("Back", "Left", fill=False, enabled=at > 0, name="step back", intent="pan_left"):
            self.step(-1)
        if ui.button("Stop" if self.running else "Play", "Space", fill=False, name="play", intent="skip"):
            self.running = not self.running
        if ui.button("Next", "Right", fill=False, enabled=at < last, name="step on", intent="pan_right"):
            self.step(1)
        if ui.button("Next phase", "Down", fill=False, enabled=at < last, intent="pan_down"):
            self.phase(1)
        if ui.button("Live", "L", fill=False, enabled=at < last, name="live", intent="log"):
            self.go(last)
        if ui.button(f"Speed {SPEEDS[self.speed]}×", fill=False, name="speed"):
            self.speed = (self.speed + 1) % len(SPEEDS)
        if ui.button("Leave", "Esc", fill=False, kind="primary", name="leave"):
            self.leave()

    def handle(self, intent: Intent) -> bool:
        """Handle the camera, and links to hexes."""
        camera = self.table.camera
        if intent.name == "zoom":
            camera.zoom_by(1 if intent.amount > 0 else -1, intent.pos)
        elif intent.name in ("zoom_in", "zoom_out"):
            camera.zoom_by(1 if intent.name == "zoom_in" else -1)
        elif intent.name == "back":
            self.leave()
        elif intent.name == "pan":
            camera.pan(-intent.delta[0], -intent.delta[1])
        elif intent.name == "link" and intent.text.startswith("hex:"):
            label = intent.text.removeprefix("hex:")
            self.table.centre_on(self.session.game.board.by_label[label])
        elif intent.name == "link" and intent.text.startswith("rule:"):
            rule = intent.text.removeprefix("rule:").replace("_", " ")
            self.app.push(self.kit.doors.rules(self.session.game.ruleset.id, rule))
        else:
            return False
        return True
