"""All widgets of the table, declared once for each build: phase bar, column, log, map edge, menus, dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pygame import Rect

from game.play.session import Session
from game.screens.play.playback import Playback
from game.screens.play.screen_layout import ABOVE, MapEdge, ScreenLayout
from game.screens.play.side_column import PhaseEnd, SideColumn
from game.screens.play.turn_strips import TurnStrips
from game.ui.cards.first_turn import FirstTurn
from game.ui.cards.map_cards import MapCards
from game.ui.interaction.controller import Choice, TableController
from game.ui.map_view import BoardView
from game.ui.panels.arrivals_box import wanted
from game.ui.panels.attack_list import fight_button, fights_well
from game.ui.panels.chit_cup import chooses
from game.ui.panels.decision_box import GoldAnswer, gold_answer, gold_key
from game.ui.panels.event_log import Log
from game.ui.panels.journal import journal, ticker
from game.ui.panels.open_panels import ORDERS, OpenPanels, TabFollower
from game.ui.panels.phase_bar import Bar, bar_high, end_seal, phase_bar
from game.ui.panels.phase_end import FIGHT_ALL, fight_words, fights_owed
from game.ui.panels.staff_box import standing_box
from game.ui.widgets import MenuItem, Ui
from game.ui.widgets.seal import seal

UNMEANT = 0.25  # seconds in which a question on the seal takes no click


class Dialogs(PhaseEnd, Protocol):
    """What the panels can ask of the screen."""

    def key(self, action: str) -> str:
        """The key of an action."""

    def menu(self, ui: Ui) -> None:
        """Show the menu of the game."""

    def go_to(self, index: int) -> None:
        """Show a hex and what is in it."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the screen that declare widgets of their own."""

    column: SideColumn
    edge: MapEdge
    strips: TurnStrips
    follower: TabFollower
    first: FirstTurn


class TablePanels:
    """Declares the widgets of the table, and acts on those used."""

    def __init__(
        self,
        session: Session,
        desk: TableController,
        table: BoardView,
        log: Log,
        panels: OpenPanels,
        layout: ScreenLayout,
        playback: Playback,
        parts: Parts,
        screen: Dialogs,
    ) -> None:
        self.session, self.desk, self.table, self.log = session, desk, table, log
        self.panels, self.layout, self.playback = panels, layout, playback
        self.parts, self.screen = parts, screen
        self.cards = MapCards(desk, table, panels, layout, screen.key)
        self._asked: tuple[object, float] = (None, 0.0)  # the position of the open question, and since when

    def build(self, ui: Ui) -> None:
        """Declare everything once."""
        layout, parts = self.layout, self.parts
        parts.follower.follow(ui)
        layout.arrange(ui, self._bar(ui), self._fights_apart and not (parts.first.asks or self.panels.checks))
        layout.frame(self.table.camera)
        self.cards.settle(ui)
        strip = self._strip()
        if layout.column.width:
            parts.column.build(ui, layout.column, "" if self._map_strip else strip)
        elif not parts.first.asks:
            layout.asked = min(layout.asked, parts.column.corner(ui, layout.corner(ui), strip).bottom)
        ui.keep_in_sight(layout.seal)
        if layout.log.height:
            self._log(ui, layout.log)
            ui.keep_in_sight(layout.log)
        self._strip_on_map(ui)
        parts.edge.build(ui)
        self.cards.build(ui)
        self._seal(ui)
        parts.edge.carry(ui)
        parts.edge.hint(ui)
        self._orders_menu(ui)
        self._dialogs(ui)

    @property
    def _fights_apart(self) -> bool:
        """Are there good attacks, and is fighting them not what the seal does already?"""
        return fights_well(self.desk) and fights_owed(self.desk) != self.desk.quick.good_fights()

    # -- the bar ------------------------------------------------------------------------------------

    def _bar(self, ui: Ui) -> int:
        """The phase bar; its lower edge."""
        desk, game = self.desk, self.session.game
        mine = self.session.human_to_act
        can = mine and self.session.last_choice is not None, mine and game.can_redo
        bar = Bar(mine, desk.undo_words, *can, self.panels.column_open, self._chips(), self.screen.key)
        self._used(phase_bar(ui, desk.view, desk.terms, self.table.pack, bar))
        self.screen.drain()
        ui.keep_in_sight(Rect(0, 0, ui.size[0], bar_high(ui)))
        return bar_high(ui)

    def _seal(self, ui: Ui) -> None:
        """The seal ends the phase, or plays on to the player's turn; the button above fights all good attacks."""
        desk, place = self.desk, self.layout.seal
        if self.parts.first.asks:
            self.parts.first.seal(ui, place)
            return
        if self._strip() == "machine":
            self.parts.strips.seal(ui, place)
            return
        if self.layout.second.height:
            with ui.area(self.layout.second) as above, ui.scope("seal"):
                fight_button(ui, desk)
            ui.measured(f"{ABOVE}:body", above.height)
        if (answer := gold_answer(desk)) is not None:
            self._answer_seal(ui, place, answer)
            return
        may_end = desk.session.human_to_act and desk.view.decision is None and (desk.orders.end or not chooses(desk))
        warned = self.panels.only_warned
        may_end = may_end and (warned or not self.panels.checks)
        if may_end and (owed := fights_owed(desk)):
            with ui.scope("seal"), ui.about("phase:"):
                words, key, quiet = fight_words(owed), self.screen.key("end_phase"), ui.has_primary
                if seal(ui, place, words, "", key, name="fight owed", guarded=True, quiet=quiet, tooltip=FIGHT_ALL):
                    self.screen.end_phase()
            return
        if end_seal(ui, desk, place, may_end, warned, self.screen.key("end_phase")):
            self.screen.end_phase(anyway=warned)

    def _answer_seal(self, ui: Ui, place: Rect, answer: GoldAnswer) -> None:
        """The seal answers the open question; not so soon after it came up that the click was meant for another."""
        if self._asked[0] is not self.desk.view:
            self._asked = (self.desk.view, ui.now)
        quiet = ui.has_primary
        key, intent = ("", "") if quiet else gold_key(self.desk, self.screen.key)
        with ui.scope("seal"), ui.about("question"):
            words = (answer.text, answer.more, key)
            used = seal(ui, place, *words, name=answer.name, intent=intent, quiet=quiet, tooltip=answer.tip)
        if used and ui.now - self._asked[1] >= UNMEANT:
            answer.act()
            self.screen.drain()

    def _used(self, button: str) -> None:
        """Act on a button of the bar."""
        if button == "menu":
            self.panels.menu_open = True
        elif button == "undo":
            self.desk.undo()
        elif button == "redo":
            self.desk.redo()
        elif button == "details":
            self.panels.column_open = not self.panels.column_open

    def _chips(self) -> tuple[str, ...]:
        """Modes that are on; the seal says who plays."""
        session = self.session
        on = {
            "Paused": session.machine_to_act and self.playback.paused,
            session.awaited.rstrip("."): bool(session.awaited),
            "Watching": not session.humans,
            "Edited": session.about.edited,
        }
        return tuple(words for words, shown in on.items() if shown)

    # -- log and map ----------------------------------------------------------------------------------

    def _log(self, ui: Ui, rect: Rect) -> None:
        panels, desk, key = self.panels, self.desk, self.screen.key("log")
        if panels.log_open:
            panels.log_open = journal(ui, desk.out, self.log, desk.view, rect, panels.journal, key)
            again, panels.journal.again = panels.journal.again, -1
            if again >= 0:
                self.parts.strips.leave_for(f"replay:{max(0, again - 1)}")
        else:
            panels.journal.shown = False
            panels.log_open = ticker(ui, self.log, rect, key)

    def _strip(self) -> str:
        """Which strip is shown: the staff's advice comes before what the other side did, and after a warning.  None
        while the briefing is read, for which the computer waits."""
        if self.parts.first.asks:
            return ""
        advised = self.desk.staff.advice is not None and not self.panels.checks
        return "staff" if advised else self.playback.strip(bool(self.panels.checks))

    @property
    def _map_strip(self) -> bool:
        """Does the strip lie on the map, as the column is closed or shows arrivals?"""
        return not self.panels.column_open or wanted(self.desk)

    def _strip_on_map(self, ui: Ui) -> None:
        """The computer's strip, the dispatches or the staff's advice, along the upper edge of the map."""
        strip = self._strip() if self._map_strip else ""
        if strip:
            with ui.panel(strip, self.layout.strip(ui, strip), pad=9):
                self.parts.strips.foot(ui, strip)
                self.parts.strips.build(ui, strip)
            self.screen.drain()

    # -- menus and dialogs ----------------------------------------------------------------------------

    def _orders_menu(self, ui: Ui) -> None:
        choices = self.desk.menu
        if not choices:
            return
        items = [MenuItem(choice.text, choice.key or str(number)) for number, choice in enumerate(choices, 1)]
        picked = ui.menu(ORDERS, items)
        if picked is not None:
            take(self.desk, choices[picked], self.screen.drain)
        elif ui.popup != ORDERS:
            self.desk.menu = ()

    def _dialogs(self, ui: Ui) -> None:
        panels, desk = self.panels, self.desk
        if panels.menu_open:
            self.screen.menu(ui)
        elif panels.standing_open:
            panels.standing_open = standing_box(ui, desk)
        elif panels.finder is not None:
            found = panels.finder.build(ui, desk.terms, desk.view)
            if found is not None:
                panels.finder = None
            if found is not None and not isinstance(found, bool):
                self.screen.go_to(found.hex)
                if found.unit:
                    desk.click(found.hex, found.unit)


def take(desk: TableController, choice: Choice, drain: Callable[[], None]) -> None:
    """Act on a line of the menu."""
    desk.menu = ()
    choice.act()
    drain()
