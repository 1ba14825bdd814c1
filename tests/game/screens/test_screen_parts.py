"""The table screen is put together in one place: its parts do not know it, and widgets know no screen."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ecs.core.events import Event
from game.screens.play.playback import Playback
from game.ui.map_view.animation import Animation
from game.ui.panels.event_log import Log
from tests import ROOT
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

GAME = ROOT / "game"
WHOLE = "game.screens.play.play_screen"
PARTS = sorted(path for path in (GAME / "screens" / "play").glob("*.py") if path.stem != "play_screen")
WIDGETS = sorted((GAME / "ui").rglob("*.py"))


class Unseen:
    """A stage that nobody sees."""

    animation = Animation(speed=0)

    def in_sight(self, event: Event) -> bool:
        """Nothing is."""
        return event is None


def imported(path: Path) -> set[str]:
    """All modules a file imports, for types too."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


@pytest.mark.parametrize("path", PARTS, ids=lambda path: path.stem)
def test_a_part_of_the_screen_does_not_know_the_screen(path: Path) -> None:
    assert WHOLE not in imported(path)


def test_widgets_panels_and_help_know_no_screen() -> None:
    assert not [path for path in WIDGETS if any(name.startswith("game.screens") for name in imported(path))]


def test_playback_needs_no_window() -> None:
    """The computer's turn is played, paused and offered for review by that part alone."""
    seat = sit_down()
    desk, session = seat.scene.desk, seat.scene.session
    while session.human_to_act:
        assert desk.end_phase() or desk.give(next(iter(desk.orders.all())))
    done: list[str] = []
    settings = seat.scene.app.settings
    shown, drawn = (lambda: done.append("show")), (lambda: done.append("draw"))
    part = Playback(session, desk, Unseen(), Log(session), settings, shown, drawn)
    before = len(session.game.log)
    part.advance(0.0)
    assert done == ["draw"] and len(session.game.log) == before, "first it is announced"
    part.advance(0.0)
    assert "show" in done and len(session.game.log) > before
    part.fast = "turn"
    for _ in range(1000):
        if session.machine_to_act:
            part.advance(0.0)
    assert not session.machine_to_act and part.fast == "" and part.review and part.review_at == -1
    assert part.wake_in(0.0) is None and part.strip(warned=True) == ""
