"""Where does everything stand on the table?  The phase bar, the side column, the log, the small map, the menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pygame import Rect

from game.panels.cup import choice_box, chooses, cup_tab, how_far, in_play
from game.panels.desk import Choice
from game.panels.endcheck import check_box, remedy_for
from game.panels.inspector import hex_tab, picture, stack_tab
from game.panels.legend import legend
from game.panels.logstrip import log_strip, open_reason
from game.panels.muster import Muster, muster_box, wanted
from game.panels.phasebar import Bar, end_words, phase_bar
from game.panels.planner import planner_tab
from game.panels.pool import FACE, carried
from game.panels.questions import asks, question_box, question_foot
from game.panels.say import say
from game.panels.score import score_tab
from game.panels.wording import hover_text
from game.scenes.gamemenu import game_menu
from game.ui import MenuItem, Ui, escape
from game.ui.core import TOAST

if TYPE_CHECKING:
    from game.scenes.table import TableScene

TABS = ("Hex", "Stack", "Planner", "Score", "Cup")
HEX, STACK, PLANNER, SCORE, CUP = range(5)
COLUMN = 340
FOOT = "questionfoot"
ORDERS = "orders"


class Furniture:
    """Declares the widgets of the table, and remembers which panels are open."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self.map_rect = Rect(0, 46, 940, 560)
        self.tab, self.column_open, self.show_minimap, self.show_legend = HEX, True, True, True
        self.log_kind, self.log_open = "All", False
        self._was: tuple[int, tuple[str, ...], int] = (-1, (), -1)
        self.bare: tuple[Rect, ...] = ()  # what shows behind round corners
        self._phase = ""
        self.muster = Muster()
        self._area = Rect(0, 0, 1, 1)
        self._carried = ""

    def build(self, ui: Ui) -> None:
        """Everything, once."""
        self._follow()
        top = self._bar(ui)
        self._area = Rect(0, top, ui.size[0], ui.size[1] - top - self.foot(ui))
        column = self._column_rect(ui)
        log = self._log_rect(ui, column)
        self.map_rect = self._rest(column, log)
        self.scene.table.camera.resize(self.map_rect)
        if column.width:
            self._column(ui, column)
        self.bare = (log,)
        self._log(ui, log)
        self._on_map(ui)
        self._carry(ui)
        self._hover(ui)
        self._orders_menu(ui)
        self._dialogs(ui)

    def foot(self, ui: Ui) -> int:
        """Pixels to keep free along the lower edge."""
        del ui
        return 0

    def _follow(self) -> None:
        """Turn to the tab that answers what the player has just done."""
        desk = self.scene.desk
        now = (desk.plans.target, desk.state.selection, desk.here)
        if now[0] != self._was[0]:
            self.scene.app.ui.scrolled.pop(f"tab{PLANNER}:body", None)
            more = desk.terms.odds and bool(desk.state.targets)
            self.tab = PLANNER if now[0] >= 0 or more else STACK if desk.state.selection else HEX
        elif now[1] != self._was[1] and now[1] and self.tab != PLANNER:
            self.tab = STACK
        elif now[2] != self._was[2] and not now[1] and self.tab in (HEX, STACK):
            self.tab = STACK if desk.view.at(desk.here) else HEX
        self._was = now
        phase = f"{desk.view.turn} {desk.view.phase.id}"
        if phase != self._phase:
            self._phase = phase
            battles = bool(desk.state.targets) and (desk.terms.odds or not desk.orders.by_unit)
            self.tab = PLANNER if battles or desk.plans.target >= 0 else HEX if self.tab == PLANNER else self.tab

    # -- the bar ------------------------------------------------------------------------------------

    def _bar(self, ui: Ui) -> int:
        scene, desk = self.scene, self.scene.desk
        game = scene.session.game
        mine = scene.session.human_to_act
        bar = Bar(
            end_words(desk),
            mine,
            mine and desk.view.decision is None and (desk.orders.end or not chooses(desk)),
            game.undo_words(scene.session.viewer),
            mine and game.can_undo,
            mine and game.can_redo,
            self._chips(),
            scene.app.key,
        )
        used = phase_bar(ui, desk.view, desk.terms, scene.kit.pack, bar)
        if used == "menu":
            scene.menu_open = True
        elif used == "undo":
            desk.undo()
        elif used == "redo":
            desk.redo()
        elif used == "end":
            scene.end_phase(anyway=bool(scene.checks) and all(c.kind for c in scene.checks))
        scene.drain()
        return max(ui.px(46), ui.height_of("phasebar") + ui.px(12))

    def _chips(self) -> tuple[str, ...]:
        scene = self.scene
        chips = []
        if scene.session.machine_to_act:
            chips.append("Paused" if scene.paused else f"{scene.session.game.to_act} computer plays")
        if not scene.session.humans:
            chips.append("Watching")
        if scene.session.about.edited:
            chips.append("Edited")
        return tuple(chips)

    # -- rectangles -----------------------------------------------------------------------------------

    def _column_rect(self, ui: Ui) -> Rect:
        if not self.column_open:
            return Rect(0, 0, 0, 0)
        wide = min(ui.px(COLUMN), self._area.width * 45 // 100)
        left = self.scene.app.settings.column_side == "left"
        x = 0 if left else self._area.right - wide
        return Rect(x, self._area.y, wide, self._area.height)

    def _log_rect(self, ui: Ui, column: Rect) -> Rect:
        line = ui.text_of.line_height("small") + ui.px(2)
        high = self._area.height * 45 // 100 if self.log_open else min(3 * line + ui.px(14), self._area.height // 5)
        left = column.right if column.width and column.x == 0 else 0
        return Rect(left, self._area.bottom - high, self._area.width - column.width, high)

    def _rest(self, column: Rect, log: Rect) -> Rect:
        return Rect(log.x, self._area.y, log.width, self._area.height - log.height)

    # -- the column -----------------------------------------------------------------------------------

    def _column(self, ui: Ui, rect: Rect) -> None:
        scene = self.scene
        head = Rect(rect.x, rect.y, rect.width, ui.height_of("tabs", ui.px(34)) + ui.px(12))
        with ui.panel("tabs", head, pad=6, radius=0):
            titles = TABS if scene.desk.view.chits else TABS[:CUP]
            self.tab = ui.tabs("tab", titles, min(self.tab, len(titles) - 1))
        y = head.bottom
        if self._strip_on() == "machine":
            y = self._boxed(ui, Rect(rect.x, y, rect.width, rect.bottom - y), "machine", self._machine_strip)
        elif self._strip_on() == "review":
            y = self._boxed(ui, Rect(rect.x, y, rect.width, rect.bottom - y), "review", self._review_strip)
        if scene.checks or scene.desk.view.decision is not None or chooses(scene.desk) or wanted(scene.desk):
            y = self._boxed(ui, Rect(rect.x, y, rect.width, rect.bottom - y), "question", self._question)
            y = self._question_foot(ui, Rect(rect.x, y, rect.width, rect.bottom - y))
        else:
            self.muster.asked = None
        with ui.panel(f"tab{self.tab}", Rect(rect.x, y, rect.width, rect.bottom - y), radius=0):
            self._tab(ui)
        scene.drain()

    def _boxed(self, ui: Ui, room: Rect, name: str, build: Callable[[Ui], None]) -> int:
        """A box above the tabs, as high as its content if there is room; where it ends."""
        share = 55
        if name == "question":
            share = 90 if chooses(self.scene.desk) else 70 if wanted(self.scene.desk) else 55
        foot = ui.height_of(FOOT) + ui.px(14) if name == "question" and self._foot_on() else 0
        high = min(room.height * share // 100 - foot, ui.height_of(name, ui.px(80)) + ui.px(28))
        with ui.panel(name, Rect(room.x, room.y, room.width, high), color="panel2", radius=0):
            build(ui)
        return room.y + high

    def _foot_on(self) -> bool:
        """Has the question buttons that must always be in sight?"""
        return not self.scene.checks and asks(self.scene.desk)

    def _question_foot(self, ui: Ui, room: Rect) -> int:
        """The buttons that end a question, below it and never scrolled away; where they end."""
        if not self._foot_on():
            return room.y
        high = min(room.height // 2, ui.height_of(FOOT, ui.px(40)) + ui.px(14))
        rect = Rect(room.x, room.y, room.width, high)
        with ui.panel(FOOT, rect, color="panel2", radius=0, pad=7), ui.about("question"):
            question_foot(ui, self.scene.desk)
        return rect.bottom

    def _strip_on(self) -> str:
        """Which strip about the other side's turn is shown: "machine", "review" or ""."""
        session, scene = self.scene.session, self.scene
        if session.machine_to_act and (scene.paused or scene.desk.view.phase.side not in session.humans):
            return "machine"
        return "review" if scene.review and scene.desk.view.decision is None and not scene.checks else ""

    def _question(self, ui: Ui) -> None:
        scene = self.scene
        asked = scene.desk.view.decision is not None or scene.checks
        with ui.about("question" if asked else "phase:" if chooses(scene.desk) else "muster"):
            self._asked(ui)

    def _asked(self, ui: Ui) -> None:
        scene = self.scene
        if scene.checks:
            remedy = remedy_for(scene.desk)
            answer = check_box(ui, scene.desk.out, scene.checks, scene.forget_check, remedy)
            if answer == "end":
                scene.end_phase(anyway=True)
            elif answer:
                scene.checks = []
            if answer == "mend":
                scene.desk.give_all(remedy)
            if chooses(scene.desk):
                before = scene.desk.view
                choice_box(ui, scene.desk, scene.kit.pack)
                scene.checks = scene.checks if scene.desk.view is before else []
        elif scene.desk.view.decision is not None:
            question_box(ui, scene.desk, scene.kit.pack)
        elif chooses(scene.desk):
            choice_box(ui, scene.desk, scene.kit.pack)
        else:
            muster_box(ui, scene.desk, scene.table, self.muster)

    def _tab(self, ui: Ui) -> None:
        desk, table = self.scene.desk, self.scene.table
        if self.tab == HEX:
            hex_tab(ui, desk, table)
        elif self.tab == STACK:
            stack_tab(ui, desk, table)
        elif self.tab == PLANNER:
            planner_tab(ui, desk, self.scene.kit.pack)
        elif self.tab == CUP:
            cup_tab(ui, desk, self.scene.kit.pack)
        else:
            score_tab(ui, desk)

    # -- log and map --------------------------------------------------------------------------------

    def _log(self, ui: Ui, rect: Rect) -> None:
        key = self.scene.app.key("log")
        self.log_kind, self.log_open = log_strip(
            ui, self.scene.desk.out, self.scene.log, rect, self.log_kind, self.log_open, key
        )

    def _on_map(self, ui: Ui) -> None:
        """What lies on the edge of the map: small map, legend, the computer's strip."""
        area = self.map_rect
        mini = self._minimap(ui) if self.show_minimap else Rect(area.x, area.bottom, 0, 0)
        ui.notice_area = Rect(mini.right, area.y, area.right - mini.right, area.height)
        if self.show_legend:
            legend(ui, self.scene.table, self.scene.desk.state, ui.notice_area)
        strip = "" if self.column_open else self._strip_on()
        if strip:  # with the column shut there is no better place
            with ui.panel(strip, self._strip(ui, strip), pad=9):
                (self._machine_strip if strip == "machine" else self._review_strip)(ui)

    def _minimap(self, ui: Ui) -> Rect:
        board, area = self.scene.session.game.board, self.map_rect
        high = min(ui.px(190), area.height * 35 // 100)
        rect = Rect(area.x + ui.px(6), 0, high * board.width // board.height, high)
        rect.bottom = area.bottom - ui.px(6)
        name = ui.name("minimap")
        ui.spot(name, "button", rect, text="Small map", focusable=False)
        ui.note_box(rect.inflate(ui.px(6), ui.px(6)), ui.theme.panel, ui.theme.border, 3)
        ui.note(self.scene.minimap.draw, rect)
        if ui.used(name) or ui.pressed == name:
            self.scene.minimap.jump(rect, ui.mouse)
        return rect

    def _strip(self, ui: Ui, name: str) -> Rect:
        wide = min(ui.px(620), self.map_rect.width - ui.px(24))
        high = ui.height_of(name, ui.px(40)) + ui.px(18)
        return Rect(self.map_rect.centerx - wide // 2, self.map_rect.y + ui.px(8), wide, high)

    def _machine_strip(self, ui: Ui) -> None:
        """The computer's turn: how far it is, and how to hurry or stop it."""
        scene, view = self.scene, self.scene.desk.view
        done, total = how_far(view)
        level = scene.session.players.get(scene.session.game.to_act or view.side, "")
        chit = in_play(view)
        what = f"{chit.name}, {view.phase.title.lower()}" if chit is not None else view.phase.title
        ui.progress((done + 1) / (total + 1), f"{scene.session.game.to_act} ({level}): {what}")
        reason = self._last_reason()
        if reason:
            ui.text(escape(reason), "small")
        with ui.flow(gap=6):
            if ui.button("Go on" if scene.paused else "Pause", name="pause", fill=False):
                scene.paused = not scene.paused
            if ui.button("To end of battle", scene.app.key("skip"), name="skip", fill=False, intent="skip"):
                scene.fast = "battle"
            if ui.button(
                "To my turn", scene.app.key("skip_to_me"), name="skip turn", fill=False, intent="skip_to_me"
            ):
                scene.fast, scene.paused = "turn", False
            if scene.paused and ui.button("Play this side myself", fill=False):
                side = scene.session.game.to_act
                assert side is not None
                scene.session.reseat({**scene.session.players, side: "human"})
                scene.paused = False

    def _last_reason(self) -> str:
        session = self.scene.session
        if not self.scene.app.settings.show_ai_reasons or not session.reasons:
            return ""
        return open_reason(session, max(session.reasons))

    def _review_strip(self, ui: Ui) -> None:
        """What the other side did, step by step."""
        scene = self.scene
        steps, at = scene.review, scene.review_at
        done = "one thing" if len(steps) == 1 else f"{len(steps)} things"
        text = steps[at][0] if at >= 0 else f"The other side did {done}. Step through, or just play on."
        say(ui, scene.desk.out, text, "small")
        with ui.flow(gap=6):
            if ui.button("Back", name="review back", fill=False, enabled=at > 0):
                self._review_to(at - 1)
            if ui.button(
                "Next" if at >= 0 else "Show me", name="review next", fill=False, enabled=at < len(steps) - 1
            ):
                self._review_to(at + 1)
            if at >= 0:
                ui.label(f"{at + 1} of {len(steps)}", "small", "muted")
            if ui.button("Close", name="review close", fill=False):
                scene.review = []

    def _review_to(self, at: int) -> None:
        self.scene.review_at = at
        self.scene.go_to(self.scene.review[at][1])

    # -- pointer and menus --------------------------------------------------------------------------

    def _hover(self, ui: Ui) -> None:
        desk, table = self.scene.desk, self.scene.table
        index = desk.state.hover if desk.state.cursor is None else desk.state.cursor
        if index is None or table.animation.running(ui.now):
            return
        picked = desk.state.selection[0] if desk.state.selection and desk.state.reach else ""
        x, y = table.to_screen(index)
        size = round(table.board.layout.tile_h * table.camera.zoom / 2)
        if self.map_rect.collidepoint(x, y):
            ui.hint(f"hex{index}", hover_text(self.scene.session.game, desk.view, index, picked), (x + size, y))

    def _carry(self, ui: Ui) -> None:
        """A counter dragged off a list onto the map: in hand when it leaves the list, put down where it is let go."""
        scene, desk = self.scene, self.scene.desk
        over = self.map_rect.collidepoint(ui.mouse)
        _, found, name = ui.pressed.rpartition("unit:")
        if found and over and not self._carried and carried(desk, name):
            self._carried = name
            scene.drain()
        if not self._carried:
            return
        index = scene.table.hex_at(*ui.mouse) if over else None
        desk.hover(index)
        if ui.pressed:
            unit = desk.view.unit(self._carried)
            if unit is not None:
                size = ui.px(FACE)
                with ui.layered(TOAST):
                    picture(ui, scene.table.counters, unit, (ui.mouse[0] - size // 2, ui.mouse[1] - size // 2), size)
            return
        self._carried = ""
        if index is not None and index in desk.orders.hexes(desk.state.selection[0] if desk.state.selection else ""):
            desk.click(index)
            if desk.menu:
                self.open_orders(ui.mouse)
        scene.drain()

    def open_orders(self, pos: tuple[int, int]) -> None:
        """Unfold the menu of what a click may mean."""
        self.scene.app.ui.open_menu(ORDERS, pos)

    def _orders_menu(self, ui: Ui) -> None:
        choices = self.scene.desk.menu
        if not choices:
            return
        items = [MenuItem(choice.text, choice.key or str(number)) for number, choice in enumerate(choices, 1)]
        picked = ui.menu(ORDERS, items)
        if picked is not None:
            self.take(choices[picked])
        elif ui.popup != ORDERS:
            self.scene.desk.menu = ()

    def take(self, choice: Choice) -> None:
        """A line of the menu was chosen."""
        self.scene.desk.menu = ()
        choice.act()
        self.scene.drain()

    def _dialogs(self, ui: Ui) -> None:
        scene = self.scene
        if scene.menu_open:
            game_menu(ui, scene)
        elif scene.finder is not None:
            found = scene.finder.build(ui, scene.desk.terms, scene.desk.view)
            if found is not None:
                scene.finder = None
            if found is not None and not isinstance(found, bool):
                scene.go_to(found.hex)
                if found.unit:
                    scene.desk.click(found.hex, found.unit)
