"""Who won, and why.  The report of a game, finished or not: objectives, losses, luck, points by turn."""

from __future__ import annotations

import pygame
from pygame import Rect

from ecs import Side, View
from game.app.intents import Intent
from game.play.atlas.text import counted, verdict
from game.play.playback import Playback, axis_points, points_by_turn
from game.play.session import Session
from game.play.story import Bill, bill
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources, foot_height
from game.screens.shared.title_map import Backdrop
from game.ui.interaction.ui_messages import Outbox
from game.ui.panels.score_tab import MANY, holders, luck_lines
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import Colour, mix

STEPS_A_FRAME = 8  # commands played again between two frames


class Report(Scene):
    """The last screen of a game, or a look at how it stands."""

    def __init__(self, kit: SharedResources, session: Session) -> None:
        self.kit, self.session = kit, session
        self.backdrop = Backdrop(kit.pack, session.game, session.viewer)
        self.points: dict[int, int] = {}
        self.counting = True
        self._playback = Playback(session.game, session.about.base)
        self._tally = points_by_turn(self._playback)

    @property
    def view(self) -> View:
        """The game as the player may see it; at the end, as it was."""
        return self.session.view

    def on_leave(self) -> None:
        """The copies that were played over are given back."""
        if not self.counting:
            self._playback.close()

    def update(self, dt: float) -> None:
        """Count the points of past turns, a little at a time."""
        del dt
        for _ in range(STEPS_A_FRAME if self.counting else 0):
            found = next(self._tally, StopIteration)
            if found is StopIteration:
                self.counting = False
                break
            if isinstance(found, tuple):
                self.points[found[0]] = found[1]
        if self.counting:
            self.redraw()

    @property
    def animating(self) -> bool:
        """Until everything is counted."""
        return self.counting

    def count_all(self) -> None:
        """Finish the count at once."""
        while self.counting:
            self.update(0)

    def draw(self, surface: pygame.Surface) -> None:
        """The last position, dimmed."""
        self.backdrop.draw(surface, self.app.ui.theme)

    def build(self, ui: Ui) -> None:
        """The verdict on top, the figures in two columns, the buttons below."""
        margin = ui.px(16)
        wide = min(ui.size[0] - 2 * margin, ui.px(1080))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        with ui.panel("report", Rect(rect.x, rect.y, rect.width, rect.height - foot - ui.px(6)), pad=22):
            self._verdict(ui)
            if wide >= ui.px(760):
                with ui.row(1, 1, gap=28):
                    with ui.column():
                        self._objectives(ui)
                    with ui.column():
                        self._figures(ui)
            else:
                self._objectives(ui)
                self._figures(ui)
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13), ui.row(4, 6, 5, 4, 3):
            self._buttons(ui)

    def _verdict(self, ui: Ui) -> None:
        view, result = self.view, self.view.result
        title = f"{view.title}: how it stands" if result is None else verdict(result)
        ui.label(title, "display" if result else "title", align="centre")
        if result:
            ui.label(result.text, "large", align="centre")
        number = f", turn {view.turn} of {view.turns}" if view.turn else ""
        ui.label(f"{view.turn_name}{number} · {view.score_text}", "body", "muted", align="centre")
        ui.separator()

    def _objectives(self, ui: Ui) -> None:
        ui.heading("Objectives")
        if len(self.view.score) > MANY:
            out = Outbox()
            holders(ui, self.view, out)
            if out.link:
                self.handle(Intent("link", text=out.link))
            return
        for line in self.view.score:
            counts = f"[warn]{escape(line.note or 'does not count')}[/]"
            if line.counts_for:
                kind = "good" if line.counts_for is self.session.viewer else "bad"
                counts = f"[{kind}]counts for the {line.counts_for}[/]"
            holder = f"{line.holder}-held" if line.holder else "held by neither side"
            ui.text(f"**{line.points}**  {escape(line.name)} — {holder}, {counts}")

    def _figures(self, ui: Ui) -> None:
        """The curve of points, losses and luck."""
        ui.heading("Points of the Axis by turn")
        self._curve(ui)
        if self.counting:
            done = 100 * self._playback.at // max(1, self._playback.last)
            ui.label(f"Counting past turns … {done} %", "small", "muted")
        ui.separator()
        ui.heading("Losses")
        for side, (units, factors) in losses(self.session).items():
            ui.text(f"**{side}**: {counted(units, 'unit')} destroyed, {counted(factors, 'factor')} lost", "small")
        ui.separator()
        ledger = self.session.luck()
        if not self.session.game.ruleset.glossary.odds or ledger.throws:
            luck_lines(ui, ledger)
        again = self.session.about.reloads
        if again:
            times = "time" if again == 1 else "times"
            ui.text(f"Reloaded after dice were rolled: **{again}** {times}.", "small")

    def _curve(self, ui: Ui) -> None:
        """Points over months, each dot with its figure."""
        first = self.session.game.scenario.start_turn - 1
        known = {**self.points, self.view.turn: axis_points(self.view)}
        points = {turn - first: value for turn, value in known.items() if turn > first} or {1: 0}
        turns = max(self.view.turns - first, 1)
        rect, theme, high = ui.place(ui.px(300), ui.px(200)), ui.theme, ui.text_of.line_height("small")
        ui.note(graph, rect, points, turns, theme.accent, theme.text, theme.panel2, theme.hairline)
        step = rect.width / (turns + 1)

        def write(text: str, turn: int, y: int, colour: str, bold: bool) -> None:
            x = rect.x + round(step * turn) - ui.text_of.width(text, "small", bold) // 2
            ui.note_text(text, (x, y), colour, "small", bold)

        every = max(1, -(-(ui.text_of.width("Aaaa", "small") + ui.px(4)) // max(1, round(step))))
        for turn, (name, _what) in enumerate(self.view.turn_track[first:], 1):
            if (turn - 1) % every == 0:
                write(name.split(" ")[0][:3], turn, rect.bottom - high, "muted", False)
        for turn, value in sorted(points.items()):
            if (turn - 1) % every == 0 or turn == max(points):
                write(str(value), turn, _height(rect, value, points) - high - ui.px(6), "text", True)

    def _buttons(self, ui: Ui) -> None:
        """The foot; the atlas is in the middle."""
        over, doors = self.session.game.over, self.kit.doors
        back = ui.button("Back to the map", "Esc", kind="normal" if over else "primary")
        replay = ui.button("Replay the game", name="replay")
        atlas = ui.button("The atlas", name="atlas")
        save = ui.button("Save", self.app.key("save"), enabled=self.session.saves is not None, intent="save")
        title = ui.button("Title", kind="primary" if over else "normal", name="to title")
        if back:
            self.app.pop()
        elif replay:
            self.app.push(doors.replay(self.session))
        elif atlas:
            self.app.push(doors.atlas(self.session))
        elif save:
            self.app.push(doors.saves(self.session))
        elif title:
            self.session.close()
            self.app.replace(doors.title())

    def handle(self, intent: Intent) -> bool:
        """Hex links go back to the map."""
        if intent.name == "link" and intent.text.startswith("hex:"):
            self.app.pop()
            return self.app.top.handle(intent)
        return False


def losses(session: Session) -> dict[Side, Bill]:
    """What each side has lost; units that died face down are counted when the game is over."""
    told = session.story(whole=True).happenings
    return {side: bill(told, side) for side in sorted(Side)}


def _height(rect: Rect, value: int, points: dict[int, int]) -> int:
    top = max(8, *points.values())
    room = rect.height * 62 // 100
    return rect.bottom - rect.height * 16 // 100 - room * value // top


def graph(
    surface: pygame.Surface,
    rect: Rect,
    points: dict[int, int],
    turns: int,
    line: Colour,
    ink: Colour,
    ground: Colour,
    grid: Colour,
) -> None:
    """A stepped line of points over turns, with dots."""
    surface.fill(ground, rect)
    step = rect.width / (turns + 1)
    for turn in range(1, turns + 1):
        x = rect.x + round(step * turn)
        pygame.draw.line(surface, grid, (x, rect.y + 8), (x, rect.bottom - rect.height * 16 // 100))
    spots = [(rect.x + round(step * turn), _height(rect, value, points)) for turn, value in sorted(points.items())]
    if len(spots) > 1:
        pygame.draw.lines(surface, line, False, spots, 3)
    for spot in spots:
        pygame.draw.circle(surface, mix(line, ink, 0.3), spot, 5)
