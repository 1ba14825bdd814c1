"""Can either player choose, foresee or change a seed, and do both programs find the same?"""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import new_game
from ecs.core.commands import EndPhase, Renew, parse
from game.mail.correspondence import rolls_dice
from game.mail.letters import (
    EACH,
    SEEDS,
    TURN,
    Letter,
    carried_out,
    commitment_to,
    keeps_promise,
    secret_of,
    seed_in,
    seed_of,
)
from tests.kits.letters import play, two_homes

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAME = "0" * 16


def test_a_secret_depends_on_player_game_and_letter() -> None:
    found = {secret_of(bytes([m]) * 32, f"{g:016x}", n) for m in range(3) for g in range(3) for n in range(3)}
    assert len(found) == 27 and all(len(secret) == 32 for secret in found)


def test_only_the_secret_that_was_promised_keeps_the_promise() -> None:
    secret, other = bytes(32), b"\x01" + bytes(31)
    assert keeps_promise(secret.hex(), commitment_to(secret))
    assert not keeps_promise(other.hex(), commitment_to(secret)) and not keeps_promise("", commitment_to(b""))
    assert secret.hex() not in commitment_to(secret)


def test_each_half_decides_the_seed() -> None:
    one, two = bytes(32), b"\x01" * 32
    seeds = {seed_of(GAME, 5, a, b) for a in (one, two) for b in (one, two)} | {seed_of(GAME, 6, one, one)}
    assert len(seeds) == 5 and all(0 <= seed < SEEDS for seed in seeds)
    assert parse(Renew(max(seeds)).text()) == Renew(max(seeds))


def _letters(rolls: bool) -> list[Letter]:
    texts: tuple[tuple[str, ...], ...] = ((), (), ("a", "b"), (), ("c",))
    return [
        Letter(
            game=GAME,
            number=n,
            side="axis" if n % 2 == 0 else "soviet",
            commands=commands,
            rolls=rolls and n == 2,
            secret=f"{n:064x}",
            commitment="0" * 64,
        )
        for n, commands in enumerate(texts)
    ]


def test_an_order_that_rolls_waits_for_its_answer() -> None:
    letters = _letters(rolls=True)
    assert list(carried_out(letters[:3], 2, EACH)) == ["a"]
    assert list(carried_out(letters[:4], 3, EACH)) == [f"renew {seed_in(letters, 3)}", "b"]
    assert list(carried_out(letters, 4, EACH)) == ["c"]


def test_a_whole_turn_begins_with_fresh_dice() -> None:
    letters = _letters(rolls=False)
    assert list(carried_out(letters, 2, TURN)) == ["a", "b"]  # the game itself begins by the seed of letter 2
    assert list(carried_out(letters, 3, TURN)) == []
    assert list(carried_out(letters, 4, TURN)) == [f"renew {seed_in(letters, 4)}", "c"]


def test_an_order_that_rolls_is_known_beforehand_and_leaves_no_trace() -> None:
    game, found = new_game("tutorial-kiev-1941", seed=3), set()
    for _ in range(30):
        if game.over:
            break
        command = EndPhase() if game.is_legal(EndPhase()) else game.legal()[0]
        before, log, thrown = game.digest(), len(game.log), game.thrown
        rolls = rolls_dice(game, command)
        assert (game.digest(), len(game.log), game.thrown) == (before, log, thrown)
        game.apply(command)
        assert rolls == (game.thrown != thrown)
        found.add(rolls)
    assert found == {True, False}


@pytest.mark.parametrize("dice", [EACH, TURN])
def test_no_die_falls_by_a_seed_that_one_player_knew_when_he_gave_the_order(tmp_path: Path, dice: str) -> None:
    homes = two_homes(tmp_path, dice)
    game, _ = play(homes)
    letters = [one.letter for one in homes.anna.mail.letters]
    if dice == EACH:
        thrown, renewed = 0, True
        twin = homes.anna.mail.begin()
        for record in game.log[1:]:
            twin.apply(parse(record.command))
            assert renewed or twin.thrown == thrown, record
            renewed, thrown = record.command.startswith("renew "), twin.thrown
    for number, letter in enumerate(letters[2:], start=2):
        assert commitment_to(bytes.fromhex(letter.secret)) == letters[number - 2].commitment
    homes.close()
