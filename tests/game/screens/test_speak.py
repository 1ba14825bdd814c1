"""What a screen reader would say: the same words as on the screen, when they change, and nothing that is hidden."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ecs import Side
from game.screens.shared.screen_reader import Reader, speaker
from game.ui.descriptions import full_name
from game.ui.widgets import plain
from tests.kits.window import AGAINST_RECRUIT, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def listening(**settings: object) -> tuple[Seat, list[str]]:
    """A game with somebody who listens."""
    seat, said = sit_down(AGAINST_RECRUIT, **settings), list[str]()
    seat.app.after_frame = Reader(seat.app, said.append).look
    seat.app.dirty = True
    seat.pilot.wait(0.2)
    return seat, said


def about(said: list[str], topic: str) -> list[str]:
    return [line.partition(": ")[2] for line in said if line.startswith(f"{topic}: ")]


def test_screen_phase_and_score_are_said_once() -> None:
    seat, said = listening()
    for _ in range(5):
        seat.app.dirty = True
        seat.pilot.wait(0.2)
    assert len(about(said, "Screen")) == len(about(said, "Phase")) == len(about(said, "Score")) == 1
    assert seat.scene.desk.view.phase.title in about(said, "Phase")[0]


def test_the_focus_is_said_with_its_kind_and_state() -> None:
    seat, said = listening()
    seat.pilot.key("F10")
    assert about(said, "Screen")[-1] == "Options"
    seat.focus("Reduce motion: show results at once")
    assert about(said, "Focus")[-1] == "Reduce motion: show results at once, check box, not ticked"
    seat.pilot.key("Space")
    assert about(said, "Focus")[-1].endswith("check box, ticked")


def test_picking_a_unit_says_who_it_is_and_the_hex_cursor_where_it_is() -> None:
    seat, said = listening()
    seat.pilot.key("N")
    desk = seat.scene.desk
    assert desk.picked is not None
    assert about(said, "Picked")[-1].startswith(full_name(desk.terms, desk.picked))
    seat.pilot.key("C")
    for key in ("D", "D"):
        seat.pilot.key(key)
        cursor = desk.state.cursor
        assert cursor is not None
        assert desk.view.board.hexes[cursor].label in about(said, "Hex")[-1]


def test_a_refusal_and_what_is_logged_are_said_in_the_words_of_the_screen() -> None:
    seat, said = listening()
    seat.pilot.key("R")
    assert about(said, "Notice")[-1] in [plain(text) for text in seat.notices()]
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.wait(0.5)
    assert set(about(said, "Log")) & {" ".join(plain(line.markup).split()) for line in seat.scene.log.lines()}


def test_a_question_is_said_with_its_answers() -> None:
    seat, said = listening()
    seat.pilot.key("Ctrl+Q")
    seat.app.ask_quit()
    seat.pilot.wait(0.2)
    assert about(said, "Dialog")[-1].startswith("Quit Rasputitsa?")


def test_nothing_is_told_of_what_is_hidden() -> None:
    seat, said = listening(options={"secret_setup": "on"})
    view = seat.scene.desk.view
    hidden = [unit for unit in view.units if unit.id.startswith("?") and unit.hex >= 0]
    assert view.side is Side.AXIS and hidden
    for unit in hidden[:5]:
        seat.scene.desk.here = unit.hex
        seat.app.dirty = True
        seat.pilot.wait(0.2)
        assert "Unknown, face down" in about(said, "Hex")[-1]


class Full(io.StringIO):
    """A stream that takes nothing more."""

    asked = 0

    def write(self, text: str) -> int:
        Full.asked += 1
        raise OSError(28, "No space left on device")


def test_lines_are_written_at_once_and_a_full_disk_ends_the_talk_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "said.txt"
    say = speaker(str(path))
    say("Screen: Title")
    assert path.read_text(encoding="utf-8") == "Screen: Title\n"
    with pytest.raises(OSError, match="gone"):
        speaker(str(tmp_path / "gone" / "said.txt"))
    monkeypatch.setattr(sys, "stdout", Full())
    full = speaker("-")
    full("one")
    full("two")
    assert Full.asked == 1
