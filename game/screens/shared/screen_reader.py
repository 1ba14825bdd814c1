"""Text for a screen reader: the screen, the focus, what is picked, the phase, questions, headlines.

The texts are those on the screen.  A line is written when what it tells has changed, and says first what it is about.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from ecs.untrusted_input import harmless
from game.app.application import App
from game.screens.play.play_screen import TableScene
from game.ui.descriptions import badge_words, full_name, hex_words, percent, question_words
from game.ui.interaction.click_commands import place_name, words
from game.ui.interaction.controller import TableController
from game.ui.widgets import plain, sentence
from game.ui.widgets.layout import Spot

KINDS = {"primary": "button", "radio": "choice", "row": "line", "entry": "text field", "checkbox": "check box"}
MOST_LINES = 12  # of the log at once
ANSWERS = 9


class Reader:
    """Looks at the window after every frame and writes what is new.

    :param write: takes one line.
    """

    def __init__(self, app: App, write: Callable[[str], None]) -> None:
        self.app, self.write = app, write
        self._said: dict[str, str] = {}
        self._notices: list[str] = []
        self._log = 0
        self._screen: object = None

    def look(self) -> None:
        """Write what has changed."""
        if not self.app.scenes:
            return
        if self.app.top is not self._screen:
            self._screen, self._said, self._log = self.app.top, {}, -1
        now = dict(self._topics())
        for topic, text in now.items():
            if text and text != self._said.get(topic):
                self._say(topic, text)
        self._said = now
        told = [plain(notice.text) for notice in self.app.ui.notices]
        for text in told:
            if text not in self._notices:
                self._say("Notice", text)
        self._notices = told
        if isinstance(self.app.top, TableScene):
            self._read_log(self.app.top)

    def _say(self, topic: str, text: str) -> None:
        self.write(f"{topic}: {' '.join(text.split())}")

    def _topics(self) -> Iterator[tuple[str, str]]:
        """What to say, by topic, the most important first."""
        scene = self.app.top
        yield "Screen", plain(scene.help_card().title)
        asked = [spot.text for spot in self.app.ui.spots if spot.kind == "panel" and "modal:" in spot.id]
        yield "Dialog", plain(asked[-1]) if asked else ""
        if isinstance(scene, TableScene) and not scene.session.hands_over:
            yield from self._table(scene)
        yield "Page", scene.aloud()
        yield "Focus", self._focus()

    def _focus(self) -> str:
        """The widget with the keyboard focus."""
        ui = self.app.ui
        spot = ui.find(ui.focus) if ui.focus_shown else None
        if spot is None:
            return ""
        kind, state = KINDS.get(spot.kind, spot.kind), f", {spot.state}" if spot.state else ""
        return f"{_words_of(spot)}, {kind}{state}{'' if spot.enabled else ', not available now'}"

    def _table(self, scene: TableScene) -> Iterator[tuple[str, str]]:
        desk = scene.desk
        view = desk.view
        side = f", {view.phase.side}" if view.phase.side else ""
        yield "Phase", f"{view.turn_name}, {view.weather}{side}: {view.phase.title}. {plain(view.phase.text)}"
        yield "Score", " · ".join(view.tally.parts)
        shown = scene.headlines.shown
        yield "Headline", scene.moment_layer.told() or (f"{shown.title}. {shown.text}" if shown is not None else "")
        yield "Briefing", scene.news.told or " ".join(line.text for line in scene.playback.briefing)
        yield "First turn", scene.first.words
        yield "Question", _question(desk)
        yield "Warning", " ".join(plain(check.text) for check in scene.panels.checks)
        yield "Planner", _planner(desk)
        yield "Menu", "; ".join(f"{number} {choice.text}" for number, choice in enumerate(desk.menu, 1))
        yield "Picked", _picked(desk)
        index = desk.state.cursor if desk.state.cursor is not None else desk.here
        yield "Hex", plain(hex_words(desk.session.game, view, index, desk.selection.first)) if index >= 0 else ""

    def _read_log(self, scene: TableScene) -> None:
        lines = scene.log.lines()
        start = len(lines) if self._log < 0 else min(self._log, len(lines))
        for line in lines[max(start, len(lines) - MOST_LINES) :]:
            self._say("Log", plain(line.markup))
        self._log = len(lines)


def _words_of(spot: Spot) -> str:
    tip = plain(spot.tooltip).strip()
    text = spot.text or spot.id.rpartition("/")[2]
    return f"{sentence(text)} {tip}" if tip and tip != text else text


def _question(desk: TableController) -> str:
    """The open question and its answers."""
    decision = desk.view.decision
    if decision is None or not desk.session.human_to_act:
        return ""
    found = [words(command, desk.view, desk.terms) for command in desk.orders.all()]
    more = f", and {len(found) - ANSWERS} more" if len(found) > ANSWERS else ""
    return f"{question_words(desk.view, desk.orders)} Answers: {'; '.join(found[:ANSWERS])}{more}."


def _planner(desk: TableController) -> str:
    """The attack being planned and its chance; "" once its dice have fallen."""
    plans, asked = desk.plans, desk.view.decision
    fallen = plans.fighting and asked is not None and asked.id != "fire"
    if plans.target < 0 or fallen:
        return ""
    team = [unit.name for name in plans.ticked if (unit := desk.view.unit(name)) is not None]
    chance = percent(plans.forecast.p_cleared)
    return f"{place_name(desk.view.board, plans.target)}, {chance} to take it, with {', '.join(team) or 'nobody'}."


def _picked(desk: TableController) -> str:
    """The picked unit that acts, its state, and how many are picked with it."""
    unit = desk.picked
    if unit is None:
        return ""
    more = f", and {len(desk.state.selection) - 1} more" if len(desk.state.selection) > 1 else ""
    state = plain(" ".join(badge_words(desk.terms, unit)))
    ways = len(desk.orders.hexes(unit.id))
    lit = "hex" if ways == 1 else "hexes"
    where = place_name(desk.view.board, unit.hex)
    return f"{full_name(desk.terms, unit)}, {unit.factors}, at {where}{more}. {state} {ways} lit {lit}."


def speaker(where: str) -> Callable[[str], None]:
    """A writer that writes each line at once: to a file, or for "-" to standard output.

    :raises OSError: if the file cannot be opened.  When a line cannot be written any more, it falls silent.
    """
    out = sys.stdout if where == "-" else open(where, "w", encoding="utf-8")  # noqa: SIM115 (open as long as the window)
    silent = False

    def write(line: str) -> None:
        nonlocal silent
        if silent:
            return
        try:
            print(harmless(line), file=out, flush=True)
        except (OSError, ValueError):
            silent = True

    return write
