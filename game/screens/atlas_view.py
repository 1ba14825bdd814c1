"""The atlas of a game in the window, page by page: how it ended, its battles, a map for each turn."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
from pygame import Rect

from game.app.intents import Intent
from game.packs.picture_store import Store
from game.play.atlas.html_page import atlas_page
from game.play.atlas.record import Atlas, Gathering
from game.play.atlas.text import percent
from game.play.session import Session
from game.saves.storage.save_writing import safe_name
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources, foot_height
from game.system.disk import make_folder
from game.system.output_files import OutputError, open_file, write_output
from game.system.paths import user_root
from game.ui.atlas_pages.pages import AtlasPages, write_pages
from game.ui.widgets import Ui

# -- The atlas of a game as files among the player's own: a page of HTML, and its pages as pictures. -----------------


class AtlasFiles:
    """Two buttons that write the page or the pictures, and then open them.

    :param name: what the files are called by, without their ending.
    """

    def __init__(self, pages: AtlasPages, name: str) -> None:
        self._pages, self._name = pages, safe_name(name)
        self.page: Path | None = None
        self.pictures: Path | None = None
        self.said = ""

    def build(self, ui: Ui) -> None:
        """The buttons, and the path of the files."""
        if self.page is None:
            if ui.button("Save as one page", fill=False, name="page"):
                self.page = self._written("The page", self._write_page)
        elif ui.button("Open the page", fill=False, name="open page"):
            self._open(self.page)
        if self.pictures is None:
            if ui.button("Save as pictures", fill=False, name="pictures"):
                self.pictures = self._written("The pictures", self._write_pictures)
        elif ui.button("Open the pictures", fill=False, name="open pictures"):
            self._open(self.pictures)
        if self.said:
            ui.notice(self.said)
            self.said = ""

    def _written(self, what: str, write: Callable[[], Path]) -> Path | None:
        many = what.endswith("s")
        try:
            path = write()
        except (OSError, OutputError) as error:
            self.said = f"{what} {'were' if many else 'was'} not saved: {error}"
            return None
        self.said = f"{what} {'are' if many else 'is'} written: {path}"
        return path

    def _write_page(self) -> Path:
        path = user_root() / "reports" / f"{self._name}.html"
        make_folder(path.parent)
        write_output(path, atlas_page(self._pages.atlas).encode())
        return path

    def _write_pictures(self) -> Path:
        folder = user_root() / "reports" / self._name
        write_pages(self._pages, folder)
        return folder

    def _open(self, path: Path) -> None:
        if not open_file(path):
            self.said = f"No program on this computer can open it. It is at {path}"


STEPS = 8
"""Commands played again between two frames."""
READING = 420  # width of the box that tells how far it is, at 100 %


class AtlasView(Scene):
    """Replays the game a little at a time, then shows its pages; the game itself is not touched.

    :param read: the game as another screen has read it, or is reading it and will read on.
    """

    def __init__(
        self, kit: SharedResources, session: Session, read: Gathering | Atlas | None = None, page: int = 0
    ) -> None:
        self.kit, self.session = kit, session
        game, about = session.game, session.about
        side = None if game.over else session.viewer
        self._own = read is None
        read = read or Gathering(game, side, about.base)
        self._gathering: Gathering | None = read if isinstance(read, Gathering) else None
        self.pages: AtlasPages | None = None
        self.files: AtlasFiles | None = None
        self.at = page
        if isinstance(read, Atlas):
            self._bind(read)
        self._drawn: Store[tuple[int, tuple[int, int], float]] = Store()
        self._room = Rect(0, 0, 1, 1)

    # -- reading the game ------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Go on reading the game."""
        del dt
        work = self._gathering
        if work is None:
            return
        if not all(work.step() for _ in range(STEPS)):
            self._close()
            self._bind(work.atlas)
        self.redraw()

    def _bind(self, atlas: Atlas) -> None:
        """Make the pages once everything is gathered."""
        self.pages = AtlasPages(atlas)
        self.files = AtlasFiles(self.pages, self.session.about.name or self.session.view.title)
        self.at = min(self.at, len(self.pages.titles) - 1)

    @property
    def animating(self) -> bool:
        """True while the game is read."""
        return self._gathering is not None

    def leave(self) -> None:
        """Leave."""
        self._close()
        self.app.pop()

    def _close(self) -> None:
        """Read no more, and close the copies of the game that are this screen's own."""
        if self._gathering is not None and self._own:
            self._gathering.close()
        self._gathering = None

    # -- leafing ---------------------------------------------------------------------------------------

    def go(self, page: int) -> None:
        """Show a page, or the nearest one."""
        last = len(self.pages.titles) - 1 if self.pages is not None else 0
        self.at = max(0, min(last, page))
        self.redraw()

    def handle(self, intent: Intent) -> bool:
        """The wheel turns pages, Esc leaves."""
        if intent.name == "back":
            self.leave()
        elif intent.name in ("zoom", "scroll"):
            up = intent.amount if intent.name == "zoom" else intent.delta[1]
            self.go(self.at - (1 if up > 0 else -1))
        else:
            return False
        return True

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the page, which is kept until another is shown."""
        super().draw(surface)
        pages = self.pages
        if pages is None:
            return
        key = self.at, self._room.size, self.app.ui.text_of.scale
        surface.blit(self._drawn.get(key, lambda: pages.draw(*key)), self._room)

    def aloud(self) -> str:
        """The text of the page."""
        return ". ".join(self.pages.told) if self.pages is not None else ""

    def build(self, ui: Ui) -> None:
        """The page fills the window except for the buttons below it."""
        foot = foot_height(ui)
        self._room = Rect(0, 0, ui.size[0], ui.size[1] - foot)
        with ui.panel("foot", Rect(0, ui.size[1] - foot, ui.size[0], foot), pad=13, radius=0), ui.flow():
            self._buttons(ui)
        if self._gathering is not None:
            wide = min(ui.px(READING), self._room.width - ui.px(40))
            box = Rect(0, 0, wide, ui.px(96))
            box.center = self._room.center
            with ui.panel("reading", box):
                ui.label("Building the atlas …", align="centre")
                ui.progress(float(self._gathering.share), percent(self._gathering.share, 0))

    def _buttons(self, ui: Ui) -> None:
        pages, gold = self.pages, ("normal", "primary")  # to turn the page; at the last one, to leave
        on = pages is not None and self.at < len(pages.titles) - 1
        if pages is not None:
            if ui.button("First", "Home", fill=False, enabled=self.at > 0, intent="zoom_fit"):
                self.go(0)
            if ui.button("Back", "Left", fill=False, enabled=self.at > 0, name="page back", intent="pan_left"):
                self.go(self.at - 1)
            if ui.button("Next", "Right", fill=False, enabled=on, kind=gold[on], name="page on", intent="pan_right"):
                self.go(self.at + 1)
            chosen = ui.dropdown("page of the atlas", pages.titles, self.at)
            if chosen != self.at:
                self.go(chosen)
            if self.files is not None:
                self.files.build(ui)
        if ui.button("Leave", "Esc", fill=False, kind=gold[not on], name="leave"):
            self.leave()
