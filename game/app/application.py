"""The running program: a window, a clock, a stack of screens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import pygame
from pygame.event import Event

from ecs import UNFIT
from game.app.crash_reports import CrashGuard
from game.app.gamepad import GamePad
from game.app.intents import Inputs, Intent, KeyMap
from game.app.settings import Settings
from game.app.thinking_strip import ThinkingStrip
from game.app.window import Shape, Window, closed_by_signals, give_memory_back
from game.packs.picture_store import BUDGET
from game.screens.shared.base import Scene
from game.system.memory import forget_new
from game.ui.help.help_card import Explainer
from game.ui.widgets import BUILT_IN, Theme, Ui
from game.ui.widgets.layout import ACTIVATE

FPS = 60
BUILDS = 4  # a build may call for another one, when sizes are found out or a value changed
RESTLESS = 12  # builds one after another that each call for the next: after so many the screen is shown as it is
IDLE = 5.0  # seconds asleep at most when nothing happens
LOOKOUT = 1.0  # seconds between two looks at what changes on the disk
ALWAYS = ("fullscreen", "larger", "smaller", "help")  # these work under a dialog too


def _nothing() -> None:
    """Report no frames."""


def _leave_it(_file: str) -> None:
    """Take no files."""


class App:
    """The window and its screens. Nothing is drawn unless something changed."""

    def __init__(
        self, settings: Settings | None = None, headless: bool = False, size: tuple[int, int] | None = None
    ) -> None:
        self.settings = settings or Settings()
        self.headless = headless
        shape = Shape.of(self.settings)
        self.window = Window(replace(shape, size=size or shape.size), headless=headless)
        self.themes: dict[str, Theme] = dict(BUILT_IN)
        self.ui = Ui()
        self.inputs = Inputs()
        self.help = Explainer(self)
        self.thinking = ThinkingStrip(self)
        self.pad = GamePad(self)
        if not headless:
            self.pad.look_for_controllers()
        self.scenes: list[Scene] = []
        self.running = True
        self.dirty = True
        self.focused = True
        self.frames = 0
        self.lookout: Callable[[], None] | None = None  # asked about once a second while the window is seen
        self._unlooked = 0.0
        self.take_file: Callable[[str], None] = _leave_it  # one that was dropped onto the window, by its path
        self.after_frame: Callable[[], None] = _nothing
        self._leaving = ""
        self._restless = 0
        self._moved = False  # the last frame showed something on its way
        self._tidy = True
        self._left = False  # a screen that lay over another
        self.apply_settings()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on, as large as the window."""
        return self.window.surface

    @property
    def fullscreen(self) -> bool:
        """Does the window fill the display?"""
        return self.window.shape.fullscreen

    # ---- settings -----------------------------------------------------------------------------------
    def apply_settings(self) -> None:
        """Take over changed settings at once: colours, size, keys, delays."""
        chosen = self.settings
        self.ui.set_look(self.themes.get(chosen.theme, BUILT_IN["light"]), chosen.text_scale)
        self.ui.tooltip_ms = chosen.tooltip_ms
        self.inputs.keymap = KeyMap(chosen.controls, chosen.keys, chosen.wheel)
        self.inputs.wheel_reversed = chosen.wheel_reversed
        self.dirty = True

    def key(self, action: str) -> str:
        """The key of an action, for a button's face."""
        return self.inputs.keymap.text(action)

    def explain(self) -> None:
        """Show the card of help on what is under the pointer or the focus, as F1 does."""
        self.help.ask()

    # ---- screens --------------------------------------------------------------------------------------
    @property
    def top(self) -> Scene:
        """The screen in front; raises IndexError if there is none."""
        return self.scenes[-1]

    def push(self, scene: Scene) -> None:
        """Put a screen on top of the others."""
        if self.scenes:
            self.top.on_leave()
        scene.app = self
        self.scenes.append(scene)
        self._entered()

    def pop(self) -> None:
        """Leave the top screen; leaving the last ends the program."""
        self.scenes.pop().on_leave()
        self._left = True
        if self.scenes:
            self._entered()
        else:
            self.running = False

    def replace(self, scene: Scene) -> None:
        """Leave all screens for another."""
        while self.scenes:
            self.scenes.pop().on_leave()
        self._tidy = False
        self.push(scene)

    def _entered(self) -> None:
        self.ui.popup, self.ui.focus, self.ui.focus_shown = "", "", False
        self.inputs.cursor_mode = False
        self.help.close()
        self.dirty = True
        self.top.on_enter()

    def ask_quit(self) -> None:
        """Close the window, after the screen's question if it has one."""
        question = next((text for scene in reversed(self.scenes) if (text := scene.quit_question())), "")
        if question and self.settings.asks("quit"):
            self._leaving, self.dirty = question, True
        else:
            self.running = False

    # ---- one frame --------------------------------------------------------------------------------------
    def step(self, events: Iterable[Event] = (), dt: float = 0.0) -> bool:
        """Take events, let `dt` seconds pass, draw if needed; False when the program is over."""
        self.ui.now += dt
        self.inputs.now = self.ui.now
        for event in self.inputs.settled((*self.thinking.waiting(), *events)):
            if self.running and self.scenes and not self.pad.take(event):
                self.dispatch(event)
        if self.running and self.scenes:
            self.pad.pass_time(self.ui.now)
        if not (self.running and self.scenes):
            return False
        self.top.update(dt)
        self._look_out(dt)
        wake = self.ui.wake_in()
        moves = self.top.animating
        if self.dirty or self.ui.changed or moves or self._moved or (wake is not None and wake <= 0):
            self._moved = moves  # once more when it has arrived, however late that is noticed
            self._frame()
        if not self._tidy:
            self._tidy, self._left = True, False
            give_memory_back()
        elif self._left:
            self._left = False
            forget_new()
        return self.running and bool(self.scenes)

    def _look_out(self, dt: float) -> None:
        """Check whether anything has changed on disk."""
        self._unlooked += dt
        if self.lookout is not None and self._unlooked >= LOOKOUT and self.window.seen:
            self._unlooked = 0.0
            self.lookout()

    def _frame(self) -> None:
        self.dirty = self.ui.changed = False
        BUDGET.follow(self.surface.get_size())
        self._build()
        if not self.scenes:
            return
        field = self.ui.find(self.ui.focus) if self.ui.typing else None
        self.window.take_text(field.rect if field is not None else None)
        self._paint()
        self.frames += 1
        self.after_frame()

    def _paint(self) -> None:
        """Draw the screens in front, and the widgets over them."""
        first = max(index for index, scene in enumerate(self.scenes) if scene.covers or index == 0)
        for scene in self.scenes[first:]:
            scene.draw(self.surface)
        self.ui.draw(self.surface)
        self.window.flip()

    def _build(self) -> None:
        """Declare the widgets until no further round is needed."""
        for _ in range(BUILDS):
            answering = self.ui.pending
            followed, told = self._declare()
            if told:
                self.help.follow(told)
            if followed and self.scenes:
                self._intent(Intent("link", text=followed))
            if not (answering or self.ui.unstable) or not self.scenes:
                self._restless = 0
                return
            self._restless += 1
            self.dirty = self.dirty or answering or self._restless < RESTLESS

    def _declare(self) -> tuple[str, str]:
        """One round of widgets; follow links in notices, tooltips and the card of help."""
        ui, stack = self.ui, list(self.scenes)
        ui.begin(self.surface.get_size())
        first = max(index for index, scene in enumerate(stack) if scene.covers or index == 0)
        for index, scene in enumerate(stack[first:], start=first):
            with ui.scope(f"{type(scene).__name__}{index}" if index else type(scene).__name__):
                if scene is stack[-1] and not self._leaving:
                    scene.build(ui)
                else:
                    with ui.frozen():
                        scene.build(ui)
        self._quit_dialog()
        told = self.help.build()
        followed = ui.overlays()
        ui.end()
        return followed, told

    def _quit_dialog(self) -> None:
        if not self._leaving:
            return
        answer = self.ui.dialog("leave", "Quit Rasputitsa?", self._leaving, ("Leave", "Stay"))
        if answer == "Leave":
            self.running = False
        if answer:
            self._leaving = ""

    def splash(self) -> None:
        """Show the title of the game while pictures and maps are read; the first frame replaces it."""
        ui, theme = self.ui, self.ui.theme
        ui.begin(self.surface.get_size())  # the display may call for larger letters
        ui.end()
        self.surface.fill(theme.panel2)
        middle = self.surface.get_rect().center
        title = ui.text_of.picture("Rasputitsa", "display", False, theme.text)
        words = ui.text_of.picture("The war in the East, 1941–1945", "large", False, theme.muted)
        self.surface.blit(title, title.get_rect(midbottom=middle))
        self.surface.blit(words, words.get_rect(midtop=middle))
        self.window.flip()
        pygame.event.pump()
        self.dirty = True

    def say_at_once(self, text: str) -> None:
        """Show a line in the window before something slow; the next frame replaces it."""
        words = self.ui.text_of.picture(text, "large", True, self.ui.theme.text)
        box = words.get_rect(center=self.surface.get_rect().center)
        self.surface.fill(self.ui.theme.panel, box.inflate(self.ui.px(32), self.ui.px(24)))
        self.surface.blit(words, box)
        self.window.flip()
        pygame.event.pump()
        self.dirty = True

    # ---- events ---------------------------------------------------------------------------------------
    def dispatch(self, event: Event) -> None:
        """Take one event: to the card of help, the window, a widget, or the screen."""
        self._restless = 0
        if self.help.take(event) or self._window_event(event) or self._idle_repeat(event):
            self.inputs.watch(event)
            return
        mouse = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        taken = False if mouse and self.inputs.busy else self.ui.handle(event)
        if not taken:
            for intent in self.inputs.translate(event):
                self._intent(self._at_pointer(intent))
        self.inputs.watch(event)
        if self.ui.pending and self.scenes:
            self.dirty = True
            self._build()

    def _at_pointer(self, intent: Intent) -> Intent:
        return replace(intent, pos=self.ui.mouse) if intent.pos == (-1, -1) else intent

    def _idle_repeat(self, event: Event) -> bool:
        """Is a held Enter or Space about to press a button again?"""
        return self.inputs.is_repeat(event) and event.key in ACTIVATE

    def _window_event(self, event: Event) -> bool:
        if self.window.take(event):
            self.dirty = True
        elif event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.WINDOWCLOSE:
            self.ask_quit()
        elif event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.focused = event.type == pygame.WINDOWFOCUSGAINED
            self.pad.let_go()
            self.ui.look_away()
            self.top.on_focus(self.focused)
            self.dirty = True
        elif event.type == pygame.DROPFILE:
            self.take_file(event.file)
            self.dirty = True
        elif event.type == pygame.WINDOWLEAVE:
            self.ui.look_away()
        else:
            return False
        return True

    def _intent(self, intent: Intent) -> None:
        """Give an intent to a button on screen, else to the program, else to the screen."""
        mouse = intent.name in ("hover", "click", "drag", "pan", "zoom", "scroll")
        if not mouse and intent.amount and self.ui.offer(intent.name):
            return
        if self.ui.in_dialog and intent.name not in ALWAYS:
            return
        if intent.name in ALWAYS:
            self._own(intent.name)
        elif self.top.handle(intent):
            self.dirty = True
        elif intent.name == "back":
            self._back()

    def _back(self) -> None:
        if len(self.scenes) > 1:
            self.pop()
        else:
            self.ask_quit()

    def _own(self, name: str) -> None:
        if name == "fullscreen":
            self.toggle_fullscreen()
            return
        if name == "help":
            self.help.ask()
            return
        step = 0.1 if name == "larger" else -0.1
        self.settings.text_scale = round(min(2.0, max(0.8, self.settings.text_scale + step)), 2)
        self.apply_settings()

    def toggle_fullscreen(self) -> None:
        """Switch between window and full screen."""
        self.window.toggle_fullscreen()
        self.dirty = True

    # ---- running ----------------------------------------------------------------------------------------
    def run(self) -> None:
        """Run until the player leaves; an error is written to a report.  Sleeps while nothing happens."""
        with CrashGuard(self.state_text, self._tell, self.rescue), closed_by_signals():
            last = time.perf_counter()
            while self.running and self.scenes:
                events = self._wait()
                now = time.perf_counter()
                self.guarded_step(events, min(now - last, IDLE))
                last = now
        if not self.headless:
            self.window.shape.keep(self.settings)

    def guarded_step(self, events: Iterable[Event], dt: float) -> None:
        """A step whose failure a screen may explain: rules that got a forged position, or bad figures."""
        try:
            self.step(events, dt)
        except UNFIT as error:
            if not any(scene.gone_astray(error) for scene in list(self.scenes)):
                raise

    def _wait(self) -> list[Event]:
        """The next events, or none when the next frame is due."""
        if self.dirty or self.ui.changed or self.top.animating or self._moved:
            seconds = 1 / FPS
        else:
            seen = self.lookout is not None and self.window.seen
            waits = [LOOKOUT if seen else IDLE, self.ui.wake_in(), self.top.wake_in(), self.pad.wake_in()]
            seconds = max(1 / FPS, min(wait for wait in waits if wait is not None))
        start = time.perf_counter()
        heard = self.window.events(seconds)
        spare = 1 / FPS - (time.perf_counter() - start)
        if heard and heard[0].type == pygame.MOUSEMOTION and spare > 0:
            pygame.time.wait(round(spare * 1000))  # a fast mouse reports far more often than anyone can see
            heard += self.window.events()
        return heard

    def state_text(self) -> str:
        """What all screens have to say for a crash report."""
        wide, high = self.surface.get_size()
        return f"Window {wide} x {high}; screens:\n" + "\n".join(scene.state_text() for scene in self.scenes)

    def rescue(self) -> str:
        """Save the game after a crash; the name of the save, or ""."""
        return next((name for scene in self.scenes if (name := scene.rescue())), "")

    def _tell(self, message: str) -> None:
        if not self.headless:
            pygame.display.message_box("Rasputitsa", message, message_type="error")
