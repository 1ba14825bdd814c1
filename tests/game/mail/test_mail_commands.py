"""Does ``rasputitsa mail`` begin a game, play it to its end, list it, and refuse in a sentence what cannot be?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli.entry_point import main
from game.mail.clerk import Clerk, open_mail
from game.mail.own_part import OwnPart, homes
from tests.kits.letters import SCENARIO, recruit

pytestmark = pytest.mark.usefixtures("worlds_given_back")


class Desk:
    """Two players at one command line, each with a home of his own."""

    def __init__(self, folder: Path, at: pytest.MonkeyPatch, out: pytest.CaptureFixture[str]) -> None:
        self.folder, self.post, self.at, self.out = folder, folder / "post", at, out

    def says(self, home: str, *words: str, code: int = 0) -> str:
        """What a call in a home says, on either stream."""
        self.at.setenv("RASPUTITSA_HOME", str(self.folder / home))
        assert main(["mail", *words]) == code
        told = self.out.readouterr()
        return told.out + told.err


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)


def begun(desk: Desk) -> None:
    """An invitation, accepted."""
    words = ("--folder", str(desk.post), "--name")
    assert "Waiting for your friend to accept." in desk.says("anna", "new", "--scenario", SCENARIO, *words, "Anna")
    assert "Waiting for Anna to begin." in desk.says("boris", "join", *words, "Boris")


def test_a_game_is_begun_listed_and_played_to_its_end(desk: Desk) -> None:
    begun(desk)
    clerk = Clerk(open_mail(homes(desk.folder / "boris" / "mail")[0]), None)
    clerk.player = recruit(clerk.mail.side)
    desk.at.setattr("game.cli.playing.mail.sleep", lambda _: clerk.step())
    said = desk.says("anna", "watch", "--level", "recruit")
    while clerk.step():
        pass
    assert clerk.game is not None and clerk.game.over and clerk.game.digest() in said
    clerk.close()
    rows = json.loads(desk.says("anna", "status", "--json"))
    assert [(row["friend"], row["state"]) for row in rows] == [("Boris", "The game is over.")]


def test_the_list_says_that_a_letter_waits(desk: Desk) -> None:
    begun(desk)
    for _ in range(2):
        assert "A letter from your friend is waiting." in desk.says("anna", "status")
    assert "Waiting for Anna to begin." in desk.says("boris", "status")
    home = homes(desk.folder / "anna" / "mail")[0]
    (home / "letters" / "00000.letter").write_bytes(b"torn")
    assert "cannot be read" in desk.says("anna", "status")


def test_the_list_opens_each_game_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(desk)
    opened: list[Path] = []
    usual = OwnPart.open
    monkeypatch.setattr(OwnPart, "open", lambda home, words="": opened.append(home) or usual(home, words))
    for home in ("anna", "boris"):
        assert "turn" in json.loads(desk.says(home, "status", "--json"))[0]
    assert [path.parent.parent.name for path in opened] == ["anna", "boris"]


def test_a_letter_is_carried_by_hand(desk: Desk) -> None:
    begun(desk)
    letter = next(desk.post.glob("*-00001-*"))
    carried = desk.folder / "carried"
    letter.rename(carried)
    assert "Boris" in desk.says("anna", "receive", str(carried)) + desk.says("anna", "status", "--json")
    assert "Letter 1 is old" in desk.says("anna", "receive", str(carried), code=1)
    carried.write_bytes(b"torn")
    assert "damaged" in desk.says("anna", "receive", str(carried), code=1)


def test_what_cannot_be_is_refused_in_a_sentence(desk: Desk) -> None:
    folder = ("--folder", str(desk.post))
    assert "hides things" in desk.says("anna", "new", "--scenario", "tdv-typhoon-1941", *folder, code=1)
    assert "no game by mail" in desk.says("anna", "watch", code=1)
    assert "no invitation" in desk.says("anna", "join", *folder, code=1)
    assert "no letter" in desk.says("anna", "join", str(desk.folder / "gone.letter"), code=1)
    assert "You have no games by mail." in desk.says("anna", "status")
    begun(desk)
    assert "no invitation" in desk.says("boris", "join", *folder, code=1)
    assert "Waiting for Anna to begin." in desk.says("boris", "open", code=1)
    desk.says("anna", "new", "--scenario", SCENARIO, *folder)
    assert "several games" in desk.says("anna", "watch", code=1)
    assert "40 characters" in desk.says("anna", "new", "--scenario", SCENARIO, "--name", "x" * 41, code=1)
