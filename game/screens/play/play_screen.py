"""The screen on which a game is played: joins its parts and passes them frames, intents and the game.

`desk`: what is picked and lit, and what a click does. `playback`: the computer's moves. `panels`: what is open;
`layout`: where it lies; `widgets` declare it. `hands`: input. `guide`: help.
"""

from __future__ import annotations

from contextlib import suppress

import pygame
from pygame import Rect

from ecs import UNFIT, Game, HouseRuleError, PluginCodeError, Side
from game.app.crash_reports import game_state
from game.app.intents import Intent
from game.opponents import Thought
from game.play.session import LISTEN, Session
from game.saves.fallback_position import ON_TRUST
from game.screens.play.game_menu import HandOver, LostFolder, game_menu, leave_for, quick_save
from game.screens.play.input_handler import InputHandler
from game.screens.play.map_input import MapKeys, MouseInput
from game.screens.play.playback import Playback
from game.screens.play.screen_layout import MapEdge, ScreenLayout
from game.screens.play.side_column import SideColumn
from game.screens.play.table_panels import Parts, TablePanels
from game.screens.play.turn_strips import TurnStrips
from game.screens.saved_games import keep_picture, quick_load
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.ui.battle_stage import BattleStage
from game.ui.cards.dispatches import NewsPage
from game.ui.cards.first_turn import FirstTurn
from game.ui.cards.headline import POINTING, Headlines
from game.ui.help.help_card import Card, Meant
from game.ui.help.table_help import TableHelp
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView, Minimap
from game.ui.map_view.first_look import bring_in, out_of_sight, show_front
from game.ui.moments.layer import MomentLayer
from game.ui.panels.event_log import Log
from game.ui.panels.open_panels import ORDERS, OpenPanels, TabFollower
from game.ui.panels.phase_end import PassedPhases, checks, fights_owed, point_out
from game.ui.widgets import Ui, escape

LOOK_ON = 0.008  # seconds a frame spent on looking up what else may be done


class TableScene(Scene):
    """The table."""

    def __init__(self, kit: SharedResources, session: Session, eager: bool = False) -> None:
        self.kit, self.app = kit, kit.app
        self.table = BoardView(
            session.game.board, kit.pack.of_game(session.game.ruleset.id), kit.app.settings, eager=eager
        )
        self.table.animation.speed = kit.app.settings.animation_speed
        self.minimap = Minimap(self.table)
        self._fitted = False
        self.unseated = False  # a curtain is due before anything is shown
        self._pictured = 0  # automatic saves of this session, as of the last picture of it
        self.assemble(session)

    def assemble(self, session: Session) -> None:
        """All parts, for this game; the pictures of the map are kept."""
        settings, ui, inputs = self.app.settings, self.app.ui, self.app.inputs
        self.session = session
        self.reported = False
        self._to_end: tuple[int, str] | None = None  # the phase that is to end when the orders under way are done
        self.desk = desk = TableController(session)
        desk.quick.habits = settings
        self.passed = PassedPhases(desk, settings)
        self.first = FirstTurn(desk, self.table, settings, self.kit.keep_settings)
        self.log = Log(session, settings.show_ai_reasons)
        self.panels = panels = OpenPanels()
        self.layout = self._layout()
        self.follower = TabFollower(desk, panels)
        self.moment_layer = MomentLayer(self.table, settings, self._one_viewer, self._led, self.kit.play)
        self.headlines = Headlines(self.table, settings, self.moment_layer, self.go_to, self.kit.play)
        self.stage = stage = BattleStage(self.table, self.headlines, settings, self.kit.play)
        self.playback = Playback(session, desk, stage, self.log, settings, self.drain, self.redraw)
        self.news = NewsPage(desk, self.table, self.key, self.go_to, self.leave_for)
        self.guide = TableHelp(desk, self.table, self.layout, panels, self.key)
        mouse = MouseInput(desk, self.table, panels, inputs, self.unfold)
        map_keys = MapKeys(desk, self.table, inputs, self.unfold)
        self.hands = InputHandler(desk, self.playback, panels, ui, inputs, mouse, map_keys, self)
        self.lost_folder = LostFolder(session)
        self.widgets = self._widgets()
        session.thought.breath = self.breathe

    def _one_viewer(self) -> Side | None:
        """The side of the only human at the table."""
        humans = self.session.humans
        return humans[0] if len(humans) == 1 else None

    def _led(self) -> tuple[int, ...]:
        """The range of the headquarters whose chit is in play."""
        leading = self.desk.position.leading
        areas = (area for area in self.desk.state.areas if area.unit in leading)
        return tuple(index for area in areas for index in area.hexes)

    def breathe(self, thought: Thought) -> None:
        """Keep the window alive while a computer player thinks, and let the player end it."""
        self.app.thinking.breathe(thought, self.desk.view.phase.title)

    def _layout(self) -> ScreenLayout:
        return ScreenLayout(self.panels, self.app.settings, self.table.board_size)

    def _widgets(self) -> TablePanels:
        session, desk, table, panels = self.session, self.desk, self.table, self.panels
        strips = TurnStrips(session, desk, self.playback, self.app.settings, self.key, self.go_to, self.leave_for)
        column = SideColumn(desk, table, panels, strips, self)
        edge = MapEdge(desk, table, self.minimap, panels, self.layout, self.unfold, self.drain, self.app.explain)
        parts = Parts(column, edge, strips, self.follower, self.first)
        return TablePanels(session, desk, table, self.log, panels, self.layout, self.playback, parts, self)

    # -- coming and going ---------------------------------------------------------------------------

    def on_enter(self) -> None:
        """Adopt changed settings and packs, the first time and after another screen."""
        if self.table.follow(self.kit.pack.of_game(self.session.game.ruleset.id)):
            self.minimap.forget()
        self.table.animation.speed = self.app.settings.animation_speed
        self.table.animation.reduce_motion = self.app.settings.reduce_motion
        self.desk.chits_told = self.app.settings.drama == "off"
        self.log.reasons = self.app.settings.show_ai_reasons
        self.playback.heed()
        self.desk.refresh()
        self.table.set_view(self.desk.view)

    def on_focus(self, focused: bool) -> None:
        """The window went behind another, or came back."""
        if self.app.settings.mute_on_focus_loss:
            self.kit.audio.muted = self.app.settings.mute or not focused
            if not focused:
                self.kit.audio.stop()

    def quit_question(self) -> str:
        """What becomes of the game if the window closes."""
        return "" if self.session.game.over else self.session.parting()

    def state_text(self) -> str:
        """For a crash report: enough to replay the game."""
        players = ", ".join(f"{side} {who}" for side, who in sorted(self.session.players.items()))
        return f"{type(self).__name__}, players: {players}\n{game_state(self.session.game)}"

    def rescue(self) -> str:
        """The game, as it was after the last command."""
        path = self.session.rescue()
        return path.name if path is not None else ""

    def gone_astray(self, error: Exception) -> bool:
        """Back to the title with a sentence, where the rules fail under house rules or in a plug-in, or the game goes
        on from a position that no commands lead to."""
        game = self.session.game
        error = game.plugin_code_error(error) or error
        known = isinstance(error, (HouseRuleError, PluginCodeError))
        if not known and self.session.about.base is None:
            return False
        why = str(error) if known else f"{game.scenario.title}: {ON_TRUST}"
        with suppress(*UNFIT):
            self.session.close()
        self.app.replace(self.kit.doors.title())
        self.app.ui.notice(escape(f"{why}."), "bad")
        return True

    def explain(self, meant: Meant) -> Card | None:
        """What F1 says about the thing under the pointer or the focus."""
        return self.guide.explain(meant)

    def help_card(self) -> Card:
        """What F1 says about the table: what this phase is for."""
        return self.guide.screen(super().help_card())

    def help_place(self) -> Rect | None:
        """The place of the hex cursor, if it is shown."""
        index = self.desk.state.cursor
        if index is None:
            return None
        x, y = self.table.to_screen(index)
        return Rect(x, y, 1, 1).inflate(self.app.ui.px(24), self.app.ui.px(24))

    # -- a frame ------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Let the computer play, hand over, tell the news."""
        del dt
        game, now = self.session.game, self.app.ui.now
        self.drain()
        if self.app.top is not self:
            return
        if self.stage.pass_time(now) or self.moment_layer.pass_time(now) or self.headlines.pass_time(now):
            self.redraw()
        if self._fitted:  # nothing is read for it before the first frame
            self.kit.bed(self.table.weather)
        if self.moment_layer.due:
            return
        self._bring_news()
        if self.news.shown is not None:
            return
        self.session.settle()
        self.playback.hear()
        if self.lost_folder.changed:
            self.redraw()
        self.desk.tell_problem()
        if self.playback.turn_begun:
            self.playback.seated()
        if self.session.hands_over or (self.unseated and game.to_act is not None):
            self._hand_over()
        elif game.over and not self.table.animation.running(now):
            self._report()
        elif self.session.machine_to_act and not self.playback.paused and not self.app.ui.in_dialog:
            if not self.first.holds(self.playback.fast) and (self.playback.fast or not self.headlines.holds(now)):
                self.playback.advance(now)
        elif self.session.human_to_act and not self.table.animation.running(now) and not self.headlines.holds(now):
            self._staff_or_only_answer()
        if self._fitted and self.desk.look_on(LOOK_ON):
            self.redraw()
        if self._picture_owed and self._fitted:
            self._pictured = self.session.saved  # after an automatic save
            keep_picture(self.session, self.minimap)

    def _bring_news(self) -> None:
        """Open the page of news, if there is one and nothing moves."""
        page = self.playback.dispatch
        if page is None or not (self._fitted and self.app.settings.dispatches):
            return
        if self.table.animation.running(self.app.ui.now) or self.headlines.holds(self.app.ui.now):
            return
        if self.session.human_to_act and not self.session.hands_over and self.desk.view.decision is None:
            self.playback.dispatch = None
            self.headlines.skip()
            self.news.open(page, self.playback.again_from)
            self.redraw()

    def _read(self, used: str) -> None:
        """Handle a choice on the page of news."""
        if not used:
            return
        self.news.close()
        if used == "log":
            self.panels.log_open = True
        if used == "steps":
            self.playback.review_at = 0 if self.playback.review else -1
        else:
            self.playback.put_away()
        self.redraw()

    @property
    def _picture_owed(self) -> bool:
        return self.session.saved != self._pictured and not self.playback.fast

    def _staff_or_only_answer(self) -> None:
        """Give the next order accepted from the staff; else a delegated one; else the only answer to a question."""
        to_end, self._to_end = self._to_end, self._to_end if self._at_work else None
        if self.desk.staff.going_on:
            self.desk.staff.step()
        elif self.desk.staff.entrusted:
            self.desk.staff.answer_quietly()
        elif to_end == self.session.game.moment[:2] and not self._at_work:
            self.end_phase()
        elif not (self.desk.led.step() or self.desk.quick.step()):
            self.only_answer()
        self.drain()

    def only_answer(self) -> None:
        """Give the only answer to a question; only the dice wait for the player's hand."""
        answer = self.desk.only_answer
        if (self.first.step() or self.passed.step()) if answer is None else self.desk.give(answer):
            self.drain()

    def drain(self) -> None:
        """Carry out what the desk asks for: sounds, messages, animation, a hex to look at."""
        out, ui = self.desk.out, self.app.ui
        if self.table.newest is not self.desk.view:
            self.table.set_view(self.desk.view)
            self.redraw()
        if out.still:
            out.still = False
            self.stage.at_once()
        if out.events and self.playback.fast:
            self.stage.at_once()
        elif out.events:
            self.stage.play(out.events, self.desk.view, ui.now)
        for name in out.sounds:
            self.kit.play(name)
        out.post(ui)
        if out.link:
            link, out.link, out.look_at = out.link, "", -1
            self.follow_link(link)
        if out.look_at >= 0 and not self.playback.fast:
            advice = self.layout.advice(ui, self.desk.staff.advice is not None)
            bring_in(self.table, out.look_at, self.layout.minimap, advice)
        if out.sounds or out.events or out.messages or out.look_at >= 0:
            out.sounds, out.events, out.messages, out.look_at = [], [], [], -1
            self.redraw()

    @property
    def animating(self) -> bool:
        """Is something moving?"""
        now = self.app.ui.now
        if self.moment_layer.plays:
            return self.moment_layer.moving(now)
        if self.news.shown is not None:
            return self.news.rough
        moves = self.table.animation.running(now) or self.headlines.rising(now) or self.table.rough
        return moves or bool(self.playback.fast) or self._at_work or self._to_end is not None

    def wake_in(self) -> float | None:
        """Seconds until the computer should play on."""
        if self.app.top is not self:
            return None
        if self._picture_owed or not self.desk.orders.complete or self.desk.lit.owes:
            return 0.0
        waits = (
            LISTEN if self.session.mail is not None else None,
            self.stage.wake_in(self.app.ui.now, self.playback.wake_in(self.app.ui.now)),
            self.kit.audio.wake_in(),
        )
        return min((wait for wait in waits if wait is not None), default=None)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the map under the panels, or a great moment alone."""
        if self.moment_layer.plays:
            self.moment_layer.draw(surface, self.layout.window, self.app.ui.now)
            return
        if self.news.shown is not None:
            self.news.draw(surface, lambda: self._draw_map(surface))
            return
        self._draw_map(surface)

    def _draw_map(self, surface: pygame.Surface) -> None:
        """Draw the map as it is played on."""
        self.stage.keep(surface)
        self.desk.state.far = self.table.far
        self.table.draw(surface, self.layout.window, self.desk.state, self.app.ui.now)
        self.headlines.draw_flag(surface, self.layout.map_rect, self.app.ui.now)

    def build(self, ui: Ui) -> None:
        """The panels."""
        ui.hushed = self.moment_layer.plays or self.news.shown is not None
        if self.moment_layer.plays:
            self.moment_layer.build(ui)
            return
        if self.news.shown is not None:
            self._read(self.news.build(ui))
            return
        planner = self.widgets.cards.planner
        if self.stage.covers(ui, planner.tie):
            self.headlines.build(ui, self.layout.map_rect, self.layout.card_top(ui))
            return
        self.widgets.build(ui)
        self.stage.remember(ui, planner.rect, planner.about)
        self.headlines.build(ui, self.layout.map_rect, self.layout.card_top(ui))
        free, seen = self.layout.free(), self.layout.map_rect
        self.first.build(ui, seen.clip(free), free.bottom)
        self.lost_folder.build(ui)
        if not self._fitted:
            self._fitted = True
            self.open_view()

    def open_view(self) -> None:
        """Show the front first, large enough to read."""
        self.layout.frame(self.table.camera)
        show_front(self.table, self.desk.view)

    def handle(self, intent: Intent) -> bool:
        """Handle mouse and keys that no widget took."""
        if self.moment_layer.plays:
            if intent.name not in POINTING:
                self.moment_layer.hurry(self.app.ui.now)
            return True
        if self.news.shown is not None:
            self._read("close" if intent.name in ("back", "cursor_click", "skip", "briefing") else "")
            return True
        if intent.name == "back":
            self._to_end = None
        elif intent.name == "end_phase" and self._put_off():
            return True
        if self.stage.cut_short(intent.name, self.app.ui.now):
            return True
        used = self.headlines.put_away(intent.name) or self.hands.handle(intent)
        if used:
            self.drain()
        return used

    def _put_off(self) -> bool:
        """Keep the end of the phase for when the orders that are being given are done; Esc forgets it.  False if none
        are."""
        if not self._at_work:
            return False
        self._to_end = self.session.game.moment[:2]
        self.app.ui.notice("The phase ends when these orders are done. Esc keeps it open.")
        return True

    @property
    def _at_work(self) -> bool:
        """Are orders being given that the player does not give one by one?"""
        desk = self.desk
        return desk.staff.going_on or desk.staff.entrusted or desk.quick.going or desk.led.busy

    # -- hand-over, report --------------------------------------------------------------------------

    def _hand_over(self) -> None:
        """Hand the seat to another player; with hidden things on the table, only after a screen that hides it."""
        side = self.session.game.to_act
        assert side is not None
        if self.table.animation.running(self.app.ui.now):
            return
        if self.session.secret or (self.desk.view.decision is None and self.app.settings.asks("hand_over")):
            self.app.push(HandOver(self.session, side, self.seat_behind_curtain))
        else:
            self.seat(side)

    def seat(self, side: Side) -> None:
        """Show the table to this side from now on."""
        self.unseated = False
        self.session.take_seat(side)
        self.headlines.clear()
        self.desk.state.selection = ()
        self.playback.seated()
        if self.desk.view.decision is not None:
            self.desk.tell(f"The **{side}** player decides.", "warn")
        self.drain()

    def seat_behind_curtain(self, side: Side) -> None:
        """The same, clearing what the other player had picked, opened or looked at."""
        if side is not self.session.viewer:
            desk, panels, first, told = self.desk, self.panels, self.first, self.playback.turn_of
            self.session.take_seat(side)
            self.assemble(self.session)
            self.desk.overlays.update(desk.overlays)
            self.panels.show_minimap, self.panels.show_legend = panels.show_minimap, panels.show_legend
            self.panels.column_open, self.panels.log_open = panels.column_open, panels.log_open
            self.first.take_over(first)
            self.playback.turn_of = told
            self.playback.mark_read()
            self.app.ui.scrolled.clear()
            self.app.ui.look_away()
            self._fitted = False
        self.seat(side)

    def _report(self) -> None:
        if not self.reported:
            self.reported = True
            self.app.push(self.kit.doors.report(self.session))

    def played(self) -> Game | None:
        """The game at this table."""
        return self.session.game

    def leave_game(self) -> None:
        """Leave the game without losing any of it."""
        self.session.close()

    # -- what buttons and keys do ---------------------------------------------------------------------

    def key(self, action: str) -> str:
        """The key of an action."""
        return self.app.key(action)

    def unfold(self, pos: tuple[int, int]) -> None:
        """Open the menu for a click that may mean several things."""
        if self.desk.menu:
            self.app.ui.open_menu(ORDERS, pos)

    def menu(self, ui: Ui) -> None:
        """Show the menu of the game."""
        chosen = game_menu(ui, self.desk.view.title, self.key, self.passed.offer)
        if chosen is not None:
            self.panels.menu_open = False
            self.leave_for(chosen)

    def leave_for(self, what: str) -> None:
        """Open another screen over the table, or leave it; or ask the staff."""
        at_table = {"staff": self.desk.staff.ask, "briefing": self.recall, "pass": self.passed.take}
        at_table["standing"] = lambda: setattr(self.panels, "standing_open", True)
        if what in at_table:
            at_table[what]()
            self.drain()
            return
        if what not in ("title", "load") or self.lost_folder.keep(self.app.ui):
            leave_for(self.kit, self.session, self.desk.view.phase.rule, what)

    def recall(self) -> None:
        """Show again what happened since the player's last order, even if that is nothing."""
        self.playback.recall()
        self._bring_news()

    def follow_link(self, link: str) -> bool:
        """Show what a link leads to: a hex, or a rule; False if it leads nowhere."""
        kind, _colon, what = link.partition(":")
        if kind == "hex" and what in self.table.board.by_label:
            self.go_to(self.table.board.by_label[what])
        elif kind == "rule":
            self.app.push(self.kit.doors.rules(self.session.game.ruleset.id, what.replace("_", " ")))
        else:
            return False
        return True

    def flip_column(self) -> None:
        """Move the side column to the other side."""
        settings = self.app.settings
        settings.column_side = "left" if settings.column_side == "right" else "right"

    def flip_sound(self) -> None:
        """Switch the sound on or off."""
        self.kit.flip_sound()

    def quick_load(self) -> None:
        """Load the quick save."""
        if self.lost_folder.keep(self.app.ui):
            quick_load(self.kit)

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase, after any warnings."""
        if self._put_off():
            return
        self.playback.mark_read()
        if not self.session.human_to_act or self.desk.view.decision is not None:
            self.desk.end_phase()
        elif fights_owed(self.desk):
            self.desk.quick.fight_all()  # as the seal says
        else:
            self.panels.checks = [] if anyway else checks(self.desk, self.app.settings.asks)
            if self.panels.checks:
                point_out(self.desk, self.panels.checks[0])
            else:
                self.desk.state.looked = -1  # what was pointed out has been seen
                self.desk.end_phase()
                self._look_at_battles()
        self.drain()
        self.redraw()

    def _look_at_battles(self) -> None:
        """Turn to an attack that waits to be fought if none is in sight: a warning may have led elsewhere."""
        waiting = [battle.hex for battle in self.desk.view.battles if battle.state == "declared"]
        if self.session.human_to_act:
            self.desk.out.look_at = out_of_sight(self.table, waiting)

    def forget_check(self, kind: str) -> None:
        """Never give this warning again."""
        self.app.settings.confirm[kind] = False
        self.kit.keep_settings()
        self.panels.checks = [check for check in self.panels.checks if check.kind != kind]

    def go_to(self, index: int) -> None:
        """Show a hex and what is in it."""
        self.desk.here = self.desk.state.looked = index
        self.table.centre_on(index)
        self.redraw()

    def quick_save(self) -> None:
        """Save in the quick slot and say so."""
        quick_save(self.session, self.app.ui)
