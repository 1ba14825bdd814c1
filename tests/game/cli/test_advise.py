"""rasputitsa advise: the orders it prints, its exit codes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ecs import Game, Side, parse
from ecs.core.commands import EndPhase, Move
from game.cli.entry_point import main
from game.opponents import Seat, make_player
from game.play.scenarios import new_game
from game.saves.saving import Particulars
from game.saves.storage.save_folder import write_save

SCENARIO = "barbarossa-1941"


def marching() -> Game:
    """The first march of the Axis."""
    game = new_game(SCENARIO, seed=3)
    while not any(isinstance(command, Move) for command in game.legal()):
        game.apply(EndPhase())
    return game


def kept(game: Game, folder: Path) -> str:
    """The path of a save of a game, which is closed."""
    path = write_save(folder / "advised.save", game, Particulars())
    game.close()
    return str(path)


def test_it_prints_orders_that_may_be_given_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(marching(), tmp_path)
    before = Path(path).read_bytes()
    assert main(["advise", path, "--orders", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["side"] == "axis" and 1 <= len(told["orders"]) <= 4
    game = marching()
    for order in told["orders"]:
        game.apply(parse(order["command"]))
    game.close()
    assert main(["advise", path, "--orders", "4"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    for order in told["orders"]:
        assert order["command"] in lines and (not order["reason"] or order["reason"] in lines)
    assert any(order["reason"] for order in told["orders"])
    assert Path(path).read_bytes() == before, "the save is not changed"


def test_it_needs_a_side_while_something_is_hidden_and_advises_only_the_one_to_act(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = new_game(SCENARIO, options={"secret_setup": "on"}, seed=3)
    players = {side: make_player("random", side, 1) for side in Side}
    while not game.secret:
        side = game.to_act
        assert side is not None
        game.apply(players[side].choose(Seat(game, side))[0])
    to_act = game.to_act
    assert to_act is not None
    path = kept(game, tmp_path)
    assert main(["advise", path]) == 1
    assert f"this game hides counters: add --side {to_act.value}" in capsys.readouterr().err
    assert main(["advise", path, "--side", to_act.other.value]) == 1
    assert f"it is the {to_act} player's turn" in capsys.readouterr().err
    assert main(["advise", path, "--side", to_act.value, "--orders", "1"]) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("words", [("nothing.save",), ("nothing.save", "--orders", "0"), ("x", "--side", "both")])
def test_it_refuses_in_a_sentence(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["advise", str(tmp_path / words[0]), *words[1:]])
    out, err = capsys.readouterr()
    assert code == (1 if len(words) == 1 else 2) and not out
    assert err.splitlines()[-1].startswith("rasputitsa")


def test_it_tells_what_the_staff_would_order_the_units_it_leads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = marching()
    able = sorted({c.unit for c in game.legal() if isinstance(c, Move)})[::2]
    path = kept(game, tmp_path)
    assert main(["advise", path, "--units", ",".join(able), "--json", "--orders", "50"]) == 0
    orders = json.loads(capsys.readouterr().out)["orders"]
    assert orders and all(any(name in order["command"] for name in able) for order in orders)
    assert main(["advise", path, "--units", "nobody"]) == 1
    assert "nobody" in capsys.readouterr().err
