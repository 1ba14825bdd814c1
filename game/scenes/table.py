"""How is a game played in the window?  The table: the map, the panels round it, and the game going on."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter

import pygame
from pygame import Rect

from ecs import Side
from ecs.events import BattleBegan, Event, Fired, Moved
from game import thumbnail
from game.based import ON_TRUST
from game.crash import game_state
from game.help.card import Card, Meant
from game.help.table import TableHelp
from game.input import Intent
from game.panels.desk import Desk
from game.panels.endcheck import Check, checks
from game.panels.finder import Finder
from game.panels.logstrip import Log
from game.panels.wording import hex_title
from game.saves import SaveError
from game.scenes.base import Scene
from game.scenes.furniture import Furniture
from game.scenes.gamemenu import PRACTICE
from game.scenes.hands import Hands
from game.scenes.kit import Kit
from game.session import Deed, Session
from game.shortcut import UNSOUND
from game.table import Minimap, Table
from game.ui import Ui, escape

READABLE, NEAREST = 0.85, 1.2  # the zoom from which counters show their names; the most a first look takes
BUDGET = 0.03  # seconds of fast play between two frames
LOOK_ON = 0.008  # seconds a frame spent on looking up what else may be done


class TableScene(Scene):
    """The table. What is picked and lit is on the `desk`; widgets are in `furniture`, input in `hands`."""

    def __init__(self, kit: Kit, session: Session, eager: bool = False) -> None:
        self.kit, self.session, self.eager = kit, session, eager
        self.desk = Desk(session)
        self.log = Log(session, kit.app.settings.show_ai_reasons)
        self.table = self._new_table()
        self.minimap = Minimap(self.table)
        self.furniture = Furniture(self)
        self.hands = Hands(self)
        self.guide = TableHelp(self)
        self.finder: Finder | None = None
        self.checks: list[Check] = []
        self.menu_open = self.paused = self.reported = self.announced = self.played = False
        self.fast = ""  # "battle" or "turn": play on without showing it
        self.next_at = 0.0
        self.read_until = 0
        self.review: list[tuple[str, int]] = []
        self.review_at = -1
        self._fitted = False
        self._pictured = 0  # automatic saves of this session, as of the last picture of it

    def _new_table(self) -> Table:
        table = Table(self.session.game.board, self.kit.pack, self.kit.app.settings, eager=self.eager)
        table.animation.speed = self.kit.app.settings.animation_speed
        return table

    # -- coming and going ---------------------------------------------------------------------------

    def on_enter(self) -> None:
        """First, or back from another screen: settings and packs may have changed."""
        if self.table.pack is not self.kit.pack:
            camera = self.table.camera
            self.table = self._new_table()
            self.table.camera = camera
            self.minimap = Minimap(self.table)
        self.table.animation.speed = self.app.settings.animation_speed
        self.table.animation.reduce_motion = self.app.settings.reduce_motion
        self.log.reasons = self.app.settings.show_ai_reasons
        self.desk.refresh()
        self.table.set_view(self.desk.view)

    def on_focus(self, focused: bool) -> None:
        """The window went behind another, or came back."""
        if self.app.settings.mute_on_focus_loss:
            self.kit.audio.muted = self.app.settings.mute or not focused
            if not focused:
                self.kit.audio.stop()

    def quit_question(self) -> str:
        """What becomes of the game."""
        return "" if self.session.game.over else self.session.parting()

    def state_text(self) -> str:
        """For a crash report: enough to play it again."""
        players = ", ".join(f"{side} {who}" for side, who in sorted(self.session.players.items()))
        return f"{type(self).__name__}, players: {players}\n{game_state(self.session.game)}"

    def rescue(self) -> str:
        """The game, as it was after the last command."""
        path = self.session.rescue()
        return path.name if path is not None else ""

    def gone_astray(self) -> bool:
        """Back to the title with a sentence, where the game goes on from a position that no commands lead to."""
        from game.scenes.title import Title  # which imports this screen

        if self.session.about.base is None:
            return False
        with suppress(*UNSOUND):
            self.session.close()
        self.app.replace(Title(self.kit))
        self.app.ui.notice(escape(f"{self.session.game.scenario.title}: {ON_TRUST}."), "bad")
        return True

    def explain(self, meant: Meant) -> Card | None:
        """What F1 tells of the thing under the pointer or the focus."""
        return self.guide.explain(meant)

    def help_card(self) -> Card:
        """What F1 tells of the table: what this phase asks for."""
        return self.guide.screen(super().help_card())

    def help_place(self) -> Rect | None:
        """The hex cursor, if it is shown."""
        index = self.desk.state.cursor
        if index is None:
            return None
        x, y = self.table.to_screen(index)
        return Rect(x, y, 1, 1).inflate(self.app.ui.px(24), self.app.ui.px(24))

    # -- a frame ------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Let the computer play, hand over, tell what is to be told."""
        del dt
        game, now = self.session.game, self.app.ui.now
        self.drain()
        if self.app.top is not self:
            return
        self.session.settle()
        self.desk.tell_problem()
        if self.session.hands_over:
            self._hand_over()
        elif game.over and not self.table.animation.running(now):
            self._report()
        elif self.session.machine_to_act and not self.paused and not self.app.ui.in_dialog:
            self._machine(now)
        elif self.session.human_to_act and not self.table.animation.running(now):
            self._only_answer()
        if self.desk.look_on(LOOK_ON):
            self.redraw()
        if self.session.saved != self._pictured and not self.fast:
            self._keep_picture()

    def _keep_picture(self) -> None:
        """After an automatic save: what the game looks like; where two share a table and hide things, only the map."""
        self._pictured = self.session.saved
        shown = not (self.session.secret and self.session.hotseat)
        if self.session.saves is not None:
            picture = thumbnail.encode(self.minimap.picture(thumbnail.SIZE, counters=shown))
            self.session.saves.keep_picture(self.session.game, picture)

    def _only_answer(self) -> None:
        """A question with one answer is not asked; only the dice wait for the player's hand."""
        decision = self.desk.view.decision
        if decision is None or decision.id == "fire":
            return
        answers = [*self.desk.orders.all()]
        if len(answers) == 1:
            self.desk.give(answers[0])
            self.drain()

    def drain(self) -> None:
        """Carry out what the desk asks for: sounds, messages, animation, a hex to look at."""
        out, ui = self.desk.out, self.app.ui
        if self.table.view is not self.desk.view:
            self.table.set_view(self.desk.view)
            self.redraw()
        if out.still:
            out.still = False
            self.table.animation.skip()
        if out.events:
            if self.fast:
                self.table.animation.skip()
            else:
                self.table.play(out.events, ui.now)
        for name in out.sounds:
            self.kit.play(name)
        for message in out.messages:
            ui.notice(message.text, message.kind, message.target)
        if out.link:
            link, out.link = out.link, ""
            self.hands.handle(Intent("link", text=link))
        if out.look_at >= 0 and not self.fast:
            self._bring_in(out.look_at)
        if out.sounds or out.events or out.messages or out.look_at >= 0:
            out.sounds, out.events, out.messages, out.look_at = [], [], [], -1
            self.redraw()

    def _bring_in(self, index: int) -> None:
        """Show a hex with what lies round it, moving the map only if need be."""
        camera, board = self.table.camera, self.table.board
        margin = min(round(board.layout.tile_h * camera.zoom * 1.1), min(camera.view.size) // 3)
        if not camera.shows(*board.centre(index), margin):
            self.table.centre_on(index)

    @property
    def animating(self) -> bool:
        """Is something moving?"""
        return self.table.animation.running(self.app.ui.now) or bool(self.fast) or self.table.rough

    def wake_in(self) -> float | None:
        """When the computer is to play on."""
        if self.app.top is self and not self.desk.orders.complete:
            return 0.0
        if self.app.top is not self or self.paused or not self.session.machine_to_act:
            return None
        return max(0.0, self.next_at - self.app.ui.now)

    def draw(self, surface: pygame.Surface) -> None:
        """The map in the room the panels leave it."""
        for rect in self.furniture.bare:
            surface.fill(self.app.ui.theme.panel2, rect)
        self.table.draw(surface, self.furniture.map_rect, self.desk.state, self.app.ui.now)

    def build(self, ui: Ui) -> None:
        """The panels."""
        self.furniture.build(ui)
        if not self._fitted:
            self._fitted = True
            self.open_view()

    def open_view(self) -> None:
        """A first look that shows the front large enough to read."""
        camera = self.table.camera
        camera.resize(self.furniture.map_rect)
        camera.fit()
        board, view = self.table.board, self.desk.view
        held = [{u.hex for u in view.units if u.hex >= 0 and u.side is side} for side in Side]
        front = [i for i in held[0] if held[1].intersection(board.neighbours[i])] or sorted(held[0] | held[1])
        if not front or camera.zoom >= READABLE:
            return
        camera.zoom_to(min(NEAREST, max(READABLE, camera.view.width / board.width)))
        points = [board.centre(i) for i in front]
        x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        wide, high = camera.view.width / camera.zoom / 2, camera.view.height / camera.zoom / 2
        camera.centre_on(_inside(x + wide / 3, board.width, wide), _inside(y, board.height, high))

    def handle(self, intent: Intent) -> bool:
        """Mouse and keys that no widget took."""
        used = self.hands.handle(intent)
        if used:
            self.drain()
        return used

    # -- the computer's turn ------------------------------------------------------------------------

    def _machine(self, now: float) -> None:
        """One command of the computer player, when the last has been seen."""
        if self.fast:
            self._race()
            return
        if self.table.animation.running(now) or now < self.next_at:
            return
        if not self.announced:
            self.announced = True
            self.redraw()
            return
        self._think()
        self.next_at = max(now, self.table.animation.end) + self._pause

    def _think(self) -> None:
        deed = self._one()
        self._pause = self._pause_after(deed.events)
        self.desk.out.look_at = self._seen_at(deed.events)
        self.drain()
        if not self.session.machine_to_act:
            self._back_to_player()

    def _one(self) -> Deed:
        """One command of the computer player."""
        self.played = self.played or self.desk.view.phase.side not in self.session.humans
        deed = self.session.think()
        self.desk.take_in(deed)
        return deed

    _pause = 0.0

    def _pause_after(self, events: tuple[Event, ...]) -> float:
        settings = self.app.settings
        if any(isinstance(e, (BattleBegan, Fired)) for e in events):
            return settings.battle_pause_ms / 1000
        return settings.ai_pause_ms / 1000 if any(isinstance(e, Moved) for e in events) else 0.02

    def _seen_at(self, events: tuple[Event, ...]) -> int:
        """The last hex of what happened, if the viewer may know of it."""
        by_label = self.session.game.board.by_label
        shown = [e for e in self.desk.seen(events) if isinstance(e, (Moved, BattleBegan)) and e.where]
        return by_label.get(shown[-1].where[-1], -1) if shown else -1

    def _race(self) -> None:
        """Play on for a moment without showing it."""
        began = perf_counter()
        while self.session.machine_to_act and self.fast and perf_counter() - began < BUDGET:
            self._one()
            if self.fast == "battle" and not self.desk.plans.fighting:
                self.fast = ""
        self.drain()
        if not self.session.machine_to_act:
            self._back_to_player()
        self.redraw()

    def _back_to_player(self) -> None:
        """The computer's turn is over: offer what it did for review."""
        self.fast, self.announced, self.next_at = "", False, 0.0
        if not self.played:
            return
        self.played = False
        by_label = self.session.game.board.by_label
        fresh = self.log.lines()[self.read_until :]
        self.review = [(line.markup, by_label[line.hexes[-1]]) for line in fresh if line.hexes]
        self.review_at = -1

    def mark_read(self) -> None:
        """The player has seen all that happened up to now."""
        self.read_until = len(self.log.lines())

    # -- hand-over, report --------------------------------------------------------------------------

    def _hand_over(self) -> None:
        """Another player takes the seat; with hidden things on the table, only after a screen that hides it."""
        side = self.session.game.to_act
        assert side is not None
        if self.table.animation.running(self.app.ui.now):
            return
        if self.session.secret or (self.desk.view.decision is None and self.app.settings.asks("hand_over")):
            from game.scenes.handover import HandOver

            self.app.push(HandOver(self, side))
        else:
            self.seat(side)

    def seat(self, side: Side) -> None:
        """This side looks on from now on."""
        self.session.take_seat(side)
        self.desk.state.selection = ()
        self.desk.refresh()
        if self.desk.view.decision is not None:
            self.desk.tell(f"The **{side}** player decides.", "warn")
        self.drain()

    def _report(self) -> None:
        if not self.reported:
            from game.scenes.report import Report

            self.reported = True
            self.app.push(Report(self.kit, self.session))

    # -- what buttons and keys do ---------------------------------------------------------------------

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase, after what the player should know."""
        self.mark_read()
        if not self.session.human_to_act or self.desk.view.decision is not None:
            self.desk.end_phase()
        else:
            self.checks = [] if anyway else checks(self.desk, self.app.settings.asks)
            if not self.checks:
                self.desk.end_phase()
            elif not self.checks[0].kind:
                self.kit.play("refuse")
        self.drain()
        self.redraw()

    def forget_check(self, kind: str) -> None:
        """Never warn of this again."""
        self.app.settings.confirm[kind] = False
        self.kit.keep_settings()
        self.checks = [check for check in self.checks if check.kind != kind]

    def go_to(self, index: int) -> None:
        """Show a hex and what is in it."""
        self.desk.here = index
        self.table.centre_on(index)
        self.redraw()

    def quick_save(self) -> None:
        """Save in the quick slot and say so."""
        if self.session.saves is None:
            self.app.ui.notice(PRACTICE)
            return
        try:
            self.session.quicksave()
            self.app.ui.notice("Saved. F9 brings this position back.", "good")
        except SaveError as error:
            self.app.ui.notice(escape(str(error)), "bad")

    def say_here(self) -> str:
        """The hex under the cursor in words."""
        return hex_title(self.desk.view, self.desk.here) if self.desk.here >= 0 else ""


def _inside(middle: float, length: float, half: float) -> float:
    """The middle of a view that shows no paper beyond the map, if the map is large enough."""
    return min(max(middle, half), length - half) if length > 2 * half else length / 2
