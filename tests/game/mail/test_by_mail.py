"""Do two homes play one game by mail, and is a letter that does not belong there refused in a sentence?"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ecs import Side
from game.mail import own_part
from game.mail.clerk import Clerk, find_home, mail_games, open_mail
from game.mail.correspondence import CONCEALED, accept, invite
from game.mail.letters import EACH, TURN, LetterError, SealedLetter, read_letter
from game.mail.own_part import LockedError, MailError, OwnPart, homes
from game.saves import encryption
from tests.kits.letters import SCENARIO, Homes, changed, play, recruit, to_read, two_homes

pytestmark = pytest.mark.usefixtures("worlds_given_back")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Homes]:
    pair = two_homes(tmp_path)
    yield pair
    pair.close()


@dataclass
class Due:
    """A letter that is to be read, by whom, and who wrote it."""

    reader: Clerk
    letter: SealedLetter
    writer: Clerk

    def refusal(self, data: bytes) -> str:
        """Why these bytes are not taken; nothing has changed then, and the right letter is."""
        mail, game = self.reader.mail, self.reader.game
        before = len(mail.letters), game.digest() if game is not None else ""
        with pytest.raises(LetterError) as error:
            mail.receive(data, game)
        assert (len(mail.letters), game.digest() if game is not None else "") == before
        assert str(error.value).endswith(".")
        return str(error.value)

    def resigned(self, **fields: Any) -> bytes:
        """The letter with other fields, signed by its writer."""
        return changed(self.letter, self.writer, **fields)


@pytest.fixture
def due(pair: Homes) -> Iterator[Due]:
    due = Due(*to_read(pair, 5))
    yield due
    due.reader.mail.receive(due.letter.data, due.reader.game)  # nothing that was refused stands in its way


@pytest.mark.parametrize("dice", [EACH, TURN])
def test_two_homes_play_a_whole_game(tmp_path: Path, dice: str) -> None:
    pair = two_homes(tmp_path, dice)
    first, second = play(pair)
    assert first.over and second.over and first.digest() == second.digest()
    assert [r.command for r in first.log] == [r.command for r in second.log]
    assert not pair.anna.mail.notices and not pair.boris.mail.notices
    pair.close()


@pytest.mark.parametrize("dice", [EACH, TURN])
def test_kills_old_files_and_foreign_letters_change_nothing(tmp_path: Path, dice: str) -> None:
    pair, lots = two_homes(tmp_path, dice), random.Random(11)
    other = two_homes(tmp_path / "other", dice)
    play(other, 4)
    foreign, old, idle = other.anna.mail.letters[-1].data, dict[str, bytes](), 0
    while idle < 3:
        before = len(pair.anna.mail.letters), len(pair.boris.mail.letters)
        for side in Side:
            for _ in range(lots.randrange(1, 40)):
                pair.of(side).step()
            if lots.random() < 0.3:
                pair.reopen(side)
        for path in pair.post.glob("*.letter"):
            old.setdefault(path.name, path.read_bytes())
            if lots.random() < 0.1:
                path.write_bytes(lots.choice([foreign, *old.values(), b"torn"]))
        for clerk in (pair.anna, pair.boris):
            clerk.mail.deliver()
        idle = idle + 1 if before == (len(pair.anna.mail.letters), len(pair.boris.mail.letters)) else 0
    first, second = play(pair)
    assert first.over and second.over and first.digest() == second.digest()
    for clerk in (pair.anna, pair.boris, other.anna, other.boris):
        clerk.close()


def test_a_damaged_letter(due: Due) -> None:
    assert due.refusal(due.letter.data[:-5]) == "This letter is damaged."


def test_a_forged_letter(due: Due) -> None:
    forged = changed(due.letter, due.writer, key=bytes(32))
    assert "forged" in due.refusal(forged)
    assert "forged" in due.refusal(due.letter.line.replace(b'"reloads":0', b'"reloads":1') + due.letter.data[-130:])


def test_a_foreign_letter(due: Due) -> None:
    assert due.refusal(due.resigned(game="f" * 16)) == "This letter belongs to another game."


def test_an_old_letter(due: Due) -> None:
    old = due.reader.mail.letters[-2].data
    number = due.letter.letter.number - 2
    assert due.refusal(old) == f"Letter {number} is old: it has already been played."


def test_a_letter_too_early(due: Due) -> None:
    number = due.letter.letter.number
    early = due.resigned(number=number + 2)
    assert due.refusal(early) == f"Letter {number + 2} is here, but letter {number} is missing."


def test_a_letter_that_follows_another(due: Due) -> None:
    assert "does not follow" in due.refusal(due.resigned(before="0" * 64))


def test_a_letter_of_the_wrong_side(due: Due) -> None:
    assert "yours to write" in due.refusal(due.resigned(side=due.reader.mail.side.value))


def test_a_letter_whose_position_differs(due: Due) -> None:
    assert "other rules" in due.refusal(due.resigned(digest="0" * 16))


def test_a_letter_with_other_dice_than_promised(due: Due) -> None:
    assert "the dice that" in due.refusal(due.resigned(secret="0" * 64))


@pytest.mark.parametrize("order", ["march of the dead", "renew 5", "move nobody A1", "end now"])
def test_a_letter_with_an_order_that_cannot_be_given(pair: Homes, order: str) -> None:
    due = Due(*to_read(pair, 2))
    assert "order" in due.refusal(due.resigned(commands=(order,), rolls=False))
    assert "order" in due.refusal(due.resigned(commands=(order,), rolls=True))


def test_dice_that_nobody_answered_are_not_taken(pair: Homes) -> None:
    number = 2
    while not (due := Due(*to_read(pair, number))).letter.letter.rolls:
        number += 1
    assert "nobody answered" in due.refusal(due.resigned(rolls=False))


@pytest.mark.parametrize("fields", [{"secret": ""}, {"digest": ""}, {"rolls": True, "commands": ()}])
def test_a_letter_that_lacks_what_it_must_have(due: Due, fields: dict[str, Any]) -> None:
    assert "damaged" in due.refusal(due.resigned(**fields))


def test_a_player_who_writes_a_letter_anew_is_seen_and_the_first_counts(pair: Homes) -> None:
    reader, letter, writer = to_read(pair, 4)
    assert reader.step() and reader.mail.letters[-1].data == letter.data
    again = changed(letter, writer, reloads=1)
    (pair.post / letter.name).write_bytes(again)
    assert any(reader.step() and reader.mail.notices for _ in range(50))
    assert "wrote letter" in reader.mail.notices[0] and "The first one counts" in reader.mail.notices[0]
    assert letter.data in [one.data for one in reader.mail.letters]


def test_going_back_to_an_earlier_save_is_told_to_the_friend(tmp_path: Path) -> None:
    pair = two_homes(tmp_path)
    play(pair, 4)
    mail, game = pair.anna.mail, pair.anna.game
    assert game is not None
    earlier = mail.begin()  # the position of an old save, before every order
    mail.take_up(earlier)
    assert mail.own.reloads == 1 and mail.queue
    pair.reopen(Side.AXIS)
    play(pair)
    assert pair.boris.mail.notices == ["Anna went back to an earlier save once before this letter."]
    earlier.close()
    pair.close()


def test_orders_whose_dice_were_seen_cannot_be_given_anew(tmp_path: Path) -> None:
    pair = two_homes(tmp_path, TURN)
    clerk = pair.anna
    while clerk.game is None or clerk.game.thrown == 0 or not clerk.mail.own.draft:
        pair.boris.step()
        clerk.step()
    seen, thrown = [record.command for record in clerk.game.log], clerk.game.thrown
    pair.reopen(Side.AXIS)
    again = pair.anna.catch_up()
    assert again is not None and [record.command for record in again.log] == seen[: len(again.log)]
    assert again.thrown == thrown
    pair.close()


def test_a_save_that_differs_from_the_letters_is_refused(pair: Homes) -> None:
    play(pair, 5)
    game = pair.anna.mail.begin()
    game.apply(game.legal()[-1])
    with pytest.raises(MailError, match="differ"):
        pair.anna.mail.take_up(game)


def test_games_that_hide_something_are_not_offered(tmp_path: Path) -> None:
    for scenario, options in (("tdv-typhoon-1941", {}), ("barbarossa-1941", {"secret_setup": "on"})):
        with pytest.raises(MailError) as error:
            invite(scenario, Side.AXIS, tmp_path, "Anna", options, root=tmp_path / "a")
        assert str(error.value) == CONCEALED
    assert not homes(tmp_path / "a")


def test_an_invitation_is_accepted_once_and_only_as_it_was_sent(pair: Homes, tmp_path: Path) -> None:
    first = pair.anna.mail.letters[0]
    with pytest.raises(MailError, match="already"):
        accept(first.data, tmp_path, "Boris", root=tmp_path / "boris")
    with pytest.raises(LetterError, match="signature"):
        accept(changed(first, pair.boris), tmp_path, "Boris", root=tmp_path / "c")
    with pytest.raises(LetterError, match="not an invitation"):
        accept(pair.boris.mail.letters[1].data, tmp_path, "Boris", root=tmp_path / "c")


def test_the_own_part_is_locked_with_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encryption, "ROUNDS", 1)
    monkeypatch.setattr(encryption, "MEMORY", 64)
    encryption.fresh_words.cache_clear()
    mail = invite(SCENARIO, Side.AXIS, tmp_path / "post", "Anna", passphrase="Vyazma", root=tmp_path)
    with monkeypatch.context() as elsewhere:  # the locks of this process are not those of another
        elsewhere.setattr(own_part, "_here", {})
        with pytest.raises(MailError, match="another window"):
            open_mail(mail.own.home, "Vyazma")
    mail.close()
    home = find_home("", tmp_path)
    with pytest.raises(LockedError, match="cannot be opened"):
        open_mail(home, "Moscow")
    (told,) = mail_games(root=tmp_path)
    assert told.locked and told.scenario == SCENARIO and "Enter its passphrase" in told.state
    assert mail_games("Vyazma", tmp_path)[0].state == "Waiting for your friend to accept."
    opened = open_mail(home, "Vyazma")
    assert opened.own.secret_key.hex() not in (home / "own.part").read_text()
    opened.own.relock("")
    opened.close()
    open_mail(home).close()
    (home / "own.part").write_bytes(b"{}\n")
    with pytest.raises(MailError, match="damaged"):
        OwnPart.open(home)
    encryption.fresh_words.cache_clear()


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_kept(tmp_path: Path) -> None:
    blocked, root = tmp_path / "post", tmp_path / "a"
    blocked.write_text("a file")
    with pytest.raises(MailError, match="Letters cannot be put into"):
        invite(SCENARIO, Side.AXIS, blocked, "Anna", root=root)
    with pytest.raises(MailError, match="40 characters"):
        invite(SCENARIO, Side.AXIS, tmp_path / "other", "A\nnna", root=root)
    assert not root.exists() and not (tmp_path / "other").exists()


def test_a_folder_that_is_gone_is_told_and_tried_again(tmp_path: Path) -> None:
    post = tmp_path / "post"
    mail = invite(SCENARIO, Side.AXIS, post, "Anna", root=tmp_path / "a")
    assert [path.suffix for path in post.iterdir()] == [".letter"]
    shutil.rmtree(post)
    post.write_text("a file")
    mail.poll(None)
    assert len(mail.notices) == 1 and "cannot be put" in mail.notices[0]
    post.unlink()
    mail.poll(None)
    assert read_letter(next(post.glob("*.letter")).read_bytes()).letter.number == 0
    mail.close()


def test_a_list_says_what_waits_in_the_folder_and_changes_nothing(tmp_path: Path) -> None:
    pair = two_homes(tmp_path)
    post = {path.name: path.read_bytes() for path in pair.post.iterdir()}
    (told,) = mail_games(root=tmp_path / "anna")
    assert told.state == "A letter from your friend is waiting." and told.own_name == "Anna"
    assert mail_games(root=tmp_path / "boris")[0].state == "Waiting for Anna to begin."
    assert len(pair.anna.mail.own.letters()) == 1
    assert {path.name: path.read_bytes() for path in pair.post.iterdir()} == post
    next(pair.post.glob("*-00001-*")).write_bytes(b"torn")
    assert mail_games(root=tmp_path / "anna")[0].state == "Waiting for your friend to accept."
    pair.close()


def test_a_recruit_plays_for_the_player_only_when_it_is_his_turn(pair: Homes) -> None:
    play(pair, 4)
    idle = Clerk(pair.anna.mail)
    idle.game = pair.anna.game
    written = len(idle.mail.letters)
    for _ in range(20):
        idle.step()
    assert idle.player is None and len(idle.mail.letters) - written <= 1
    assert recruit(Side.AXIS) is not None
