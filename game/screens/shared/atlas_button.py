"""A button that writes the atlas of a game as a page, a little at a time, and says where it lies."""

from __future__ import annotations

from pathlib import Path

from ecs import Game, Side
from game.play.atlas.page import atlas_page
from game.play.atlas.record import Gathering
from game.saves.fallback_position import Base
from game.saves.storage.save_writing import safe_name
from game.system.disk import make_folder
from game.system.open_file import open_file
from game.system.output_files import OutputError, write_output
from game.system.paths import user_root
from game.ui.widgets import Ui

STEPS = 10
"""Commands played again between two frames."""


class AtlasButton:
    """The atlas of one game.

    :param side: who looks at a game that goes on.
    :param base: where the game goes on, if it was begun under older rules.
    :param name: what the page is called by, without its ending.
    """

    def __init__(self, game: Game, side: Side, base: Base | None, name: str) -> None:
        self._game, self._side, self._base, self._name = game, side, base, name
        self._gathering: Gathering | None = None
        self.path: Path | None = None
        self.said = ""

    @property
    def busy(self) -> bool:
        """Whether the page is being made."""
        return self._gathering is not None

    def step(self) -> None:
        """Go on with the page; at the end write it."""
        work = self._gathering
        if work is not None and not all(work.step() for _ in range(STEPS)):
            try:
                self._write(atlas_page(work.atlas).encode())
            finally:
                self.leave()

    def leave(self) -> None:
        """Give the copies of the game back."""
        if self._gathering is not None:
            self._gathering.close()
        self._gathering = None

    def _write(self, page: bytes) -> None:
        path = user_root() / "reports" / f"{safe_name(self._name)}.html"
        try:
            make_folder(path.parent)
            write_output(path, page)
        except (OSError, OutputError) as error:
            self.said = f"The page was not written: {error}"
        else:
            self.path, self.said = path, f"The page is written: {path}"

    def build(self, ui: Ui) -> None:
        """The button: to write the page, how far it is, and to look at it when it is there."""
        work = self._gathering
        if work is not None:
            ui.button(f"Writing … {work.share:.0%}", name="page", enabled=False)
        elif self.path is None:
            if ui.button("Report as a page", name="page"):
                self._gathering = Gathering(self._game, None if self._game.over else self._side, self._base)
        elif ui.button("Open the page", name="open page") and not open_file(self.path):
            self.said = f"Nothing here opens pages. It lies at {self.path}"
        if self.said:
            ui.notice(self.said)
            self.said = ""
