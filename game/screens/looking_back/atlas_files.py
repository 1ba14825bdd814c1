"""The atlas of a game as files among the player's own: a page of HTML, and its pages as pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.play.atlas.page.atlas_page import atlas_page
from game.saves.storage.save_writing import safe_name
from game.system.disk import make_folder
from game.system.open_file import open_file
from game.system.output_files import OutputError, write_output
from game.system.paths import user_root
from game.ui.atlas_pages.page_files import write_pages
from game.ui.atlas_pages.pages import AtlasPages
from game.ui.widgets import Ui


class AtlasFiles:
    """Two buttons: to write the page, to write the pictures; once written, each opens what it wrote.

    :param name: what the files are called by, without their ending.
    """

    def __init__(self, pages: AtlasPages, name: str) -> None:
        self._pages, self._name = pages, safe_name(name)
        self.page: Path | None = None
        self.pictures: Path | None = None
        self.said = ""

    def build(self, ui: Ui) -> None:
        """The buttons, and where the files lie."""
        if self.page is None:
            if ui.button("Write as one page", fill=False, name="page"):
                self.page = self._written("The page", self._write_page)
        elif ui.button("Open the page", fill=False, name="open page"):
            self._open(self.page)
        if self.pictures is None:
            if ui.button("Write as pictures", fill=False, name="pictures"):
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
            self.said = f"{what} {'were' if many else 'was'} not written: {error}"
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
            self.said = f"Nothing here opens it. It lies at {path}"
