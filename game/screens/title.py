"""The title screen: the map far off, the name, and the main choices."""

from __future__ import annotations

import pygame
from pygame import Rect

from ecs import MapError, SetupError, TableError, list_scenarios, load_scenario
from game.app.intents import Intent
from game.mail.clerk import mail_games
from game.packs.picture_store import Store
from game.play.atlas.text import percent
from game.play.plugins import PluginGame, waiting
from game.saves.compatibility_notes import mail_among
from game.saves.storage import thumbnail
from game.saves.storage.save_folder import GameInfo, SaveInfo
from game.screens.saved_games import open_save, whose_turn
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.screens.shared.start_choices import code_question, let_in
from game.screens.shared.title_map import LivingMap
from game.ui.tutorial.script import TutorialError
from game.ui.widgets import Ui, escape

CHOICES: tuple[tuple[str, str], ...] = (
    ("Continue", "continue"),
    ("Continue another game", "others"),
    ("Tutorial", "tutorial"),
    ("New game", "new"),
    ("Load", "load"),
    ("Add-ons", "addons"),
    ("Rules", "rules"),
    ("Options", "options"),
    ("Quit", "quit"),
)
RESUME = "Resume the interrupted game"
LOOK = (150, 96)  # pixels of a picture of the last game, at most, at 100 %
ROOM = 620  # pixels of the window at 100 %, from which there is room for a picture


class Title(Scene):
    """The title screen."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit
        self.backdrop = LivingMap(kit.pack)
        self.games: list[GameInfo] = []
        self.to_move = ""  # in the game last played
        self.focused = True
        self._code: list[PluginGame] | None = None  # plug-ins to ask about; None before anybody has looked
        self._declined: set[str] = set()
        self._pictures: Store[tuple[int, int]] = Store()
        self._pictured = True  # is there a picture of the last game that can be read?

    def on_enter(self) -> None:
        """Look for games to continue; report what went wrong at the start of the program."""
        self.games = self.kit.saves.unfinished()
        header = self.last.header if self.last is not None else None
        by_mail = header is not None and mail_among(header.players)
        self.to_move = whose_turn(header, {game.id: game for game in mail_games()} if by_mail else {})
        self.kit.bed("")
        self._pictures.clear()
        self._pictured = True
        self.backdrop.use(self.kit.pack)
        for problem in self.kit.problems:
            self.app.ui.notice(escape(problem), "warn")
        self.kit.problems.clear()

    def on_content(self) -> None:
        """An add-on may have brought a game; do not ask again about one that was declined."""
        self._code = self._code or None

    def on_leave(self) -> None:
        """End the war behind the title."""
        self.backdrop.close()

    def update(self, dt: float) -> None:
        """Continue the war behind the title, if it is visible."""
        del dt
        if self._code is None and self.app.ui.now > 0 and not self.app.settings.first_run:
            self._code = [plugin for plugin in waiting() if plugin.code not in self._declined]
            self.redraw()
        if self._lives and self.backdrop.pass_time(self.app.ui.now):
            self.redraw()

    @property
    def _lives(self) -> bool:
        settings = self.app.settings
        return self.focused and not settings.reduce_motion and not settings.first_run

    @property
    def animating(self) -> bool:
        """True while a counter moves."""
        return self._lives and self.backdrop.moving(self.app.ui.now)

    def wake_in(self) -> float | None:
        """Seconds until the war continues."""
        return self.backdrop.wake_in(self.app.ui.now) if self._lives else None

    def on_focus(self, focused: bool) -> None:
        """Pause while the window is in the background."""
        self.focused = focused

    @property
    def last(self) -> SaveInfo | None:
        """The last position of the game last played."""
        return self.games[0].last if self.games else None

    @property
    def interrupted(self) -> bool:
        """Was that game not closed properly?"""
        return bool(self.games) and self.games[0].interrupted

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the theatre of war, dimmed."""
        self.backdrop.draw_at(surface, self.app.ui.theme, self.app.ui.now)

    def build(self, ui: Ui) -> None:
        """Name and choices in a column on the left."""
        wide = min(ui.px(380), ui.size[0] - ui.px(32))
        high = ui.height_of("title", ui.px(420)) + ui.px(48)
        high = min(high, ui.size[1] - ui.px(24))
        left = min(ui.px(72), (ui.size[0] - wide) // 2)
        with ui.panel("title", Rect(left, (ui.size[1] - high) // 2, wide, high), pad=24):
            self._sign(ui)
            ui.label("Rasputitsa", "display", align="centre")
            ui.label("The war in the East, 1941–1945", "large", "muted", align="centre")
            ui.space(10)
            for text, what in CHOICES:
                self._choice(ui, text, what)
        self._first_run(ui)
        if self._code:
            self._ask_about(ui, self._code[0])

    def _ask_about(self, ui: Ui, plugin: PluginGame) -> None:
        """The question whether the code of a plug-in's game may run."""
        answer = code_question(ui, plugin)
        for told in let_in(plugin) if answer == "yes" else ():
            self._tell(told)
        if answer and self._code:
            self._declined.add(plugin.code)
            self._code = self._code[1:]

    def _sign(self, ui: Ui) -> None:
        """The wheel in the mud, if there is room for it besides the picture of the last game."""
        if ui.size[1] < ui.px(ROOM) or self._picture(ui) is not None:
            return
        size = ui.px(84)
        rect = ui.place(0, size)
        picture = self.kit.pack.surface("icons/rasputitsa", size, ui.theme.accent)
        ui.note_picture(picture, (rect.centerx - size // 2, rect.y))

    @property
    def default(self) -> str:
        """The choice Enter makes: the game last played; on a first start the tutorial."""
        if self.last is not None:
            return "continue"
        return "new" if self.app.settings.tutorial_done else "tutorial"

    def _choice(self, ui: Ui, text: str, what: str) -> None:
        kind = "primary" if what == self.default else "normal"
        if what == "continue":
            if self.last is None or self.last.header is None:
                return
            self._where(ui, self.last)
            text = RESUME if self.interrupted else text
        if what == "others":
            if len(self.games) < 2:
                return
            text = f"{text} ({len(self.games) - 1})"
        if ui.button(text, name=what, kind=kind):
            self._go(what)

    def _where(self, ui: Ui, info: SaveInfo) -> None:
        """The last game: its name, its picture, whose turn it is, and when it was left."""
        assert info.header is not None
        header = info.header
        picture = self._picture(ui)
        if picture is not None:
            rect = ui.place(0, picture.get_height())
            ui.note_picture(picture, (rect.centerx - picture.get_width() // 2, rect.y))
        date = f" · {header.date[:16]}" if header.date else ""
        ui.label(f"{header.title}: {header.turn_name}, {header.phase}", "small", "muted", align="centre")
        ui.label(f"{self.to_move}{date}", "small", "muted", align="centre")

    def _picture(self, ui: Ui) -> pygame.Surface | None:
        """The picture of the last game, if it has one and there is room."""
        if not self.games or self.games[0].slot is None or ui.size[1] < ui.px(ROOM):
            return None
        size = (ui.px(LOOK[0]), ui.px(LOOK[1]))
        found = self._pictures.find(size)
        if found is None and self._pictured:
            found = thumbnail.read(self.games[0].slot.picture, size)
            self._pictured = found is not None
            if found is not None:
                self._pictures.put(size, found)
        return found

    def handle(self, intent: Intent) -> bool:
        """Enter takes the default choice."""
        if intent.name == "cursor_click":
            self._go(self.default)
            return True
        if intent.name in ("load", "settings", "help"):
            self._go({"load": "load", "settings": "options", "help": "rules"}[intent.name])
            return True
        return False

    def _go(self, what: str) -> None:
        self.kit.play("click")
        if what == "continue" and self.games:
            self._continue(self.games[0].last)
        elif what == "others":
            self.app.push(self.kit.doors.saves(unfinished=True))
        elif what == "tutorial":
            self._learn()
        elif what == "new":
            self.app.push(self.kit.doors.new_game())
        elif what == "load":
            self.app.push(self.kit.doors.saves())
        elif what == "rules":
            first = list_scenarios()
            self.app.push(self.kit.doors.rules(load_scenario(first[0]).ruleset if first else ""))
        elif what == "addons":
            self.app.push(self.kit.doors.addons())
        elif what == "options":
            self.app.push(self.kit.doors.options())
        elif what == "quit":
            self.app.ask_quit()

    def _learn(self) -> None:
        try:
            self.app.replace(self.kit.doors.tutorial())
        except (TutorialError, SetupError, TableError, MapError) as error:
            self.app.ui.notice(escape(str(error)), "bad")

    def _continue(self, info: SaveInfo) -> None:
        """Continue; the list of saves deals with one that is refused."""
        if open_save(self.kit, info.path, newest=True) is not None:
            self.app.push(self.kit.doors.saves())

    def _first_run(self, ui: Ui) -> None:
        """One screen of questions, the first time only."""
        settings = self.app.settings
        if not settings.first_run:
            return
        with ui.modal("first run", "Welcome", 520) as dialog:
            ui.text(
                "Three questions to make the game easy to read and play. You can change this later under **Options**."
            )
            scale = ui.slider(
                "Size of text and buttons", settings.text_scale, 0.8, 2.0, 0.1, shown=lambda v: percent(v, 0)
            )
            themes = ("light", "dark", "contrast")
            with ui.row(1, 1):
                ui.label("Colours")
                now = themes.index(settings.theme) if settings.theme in themes else 0
                chosen = ui.dropdown("theme", ("Light paper", "Dark", "High contrast"), now)
            with ui.row(1, 1):
                sound = ui.checkbox("Sounds", not settings.mute)
                begin = ui.button("Begin", kind="primary")
            if (scale, themes[chosen], not sound) != (settings.text_scale, settings.theme, settings.mute):
                settings.text_scale, settings.theme, settings.mute = round(scale, 2), themes[chosen], not sound
                self.kit.follow()
            if begin or dialog.cancelled:
                settings.first_run = False
                self._tell(self.kit.keep_settings())

    def _tell(self, problem: str) -> None:
        if problem:
            self.app.ui.notice(escape(problem), "warn")
