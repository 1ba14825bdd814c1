"""The games for programs that learn: words make commands, arrays hide what is hidden, PettingZoo's contract is kept."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import warnings
from collections.abc import Iterator

import pytest

from ecs import Game, Side, list_scenarios, new_game
from tests import ROOT
from tests.kits.random_play import Picker, play_out

np = pytest.importorskip("numpy", reason="numpy is not installed: pip install 'rasputitsa[learn]'")

from game.learning import HEX_FIGURES, LONGEST, NUMBERS, UNIT_FIGURES, WordGame, Wording  # noqa: E402

GAMES = ["barbarossa-1941", "tdv-typhoon-1941", "rb-blue-1942", "war-crimea-1942"]
EVERY = sorted(path.stem for path in list_scenarios())


@pytest.mark.parametrize("gone", ["numpy", "gymnasium", "pettingzoo"])
def test_a_library_that_is_not_there_is_named_with_the_command_that_brings_it(
    gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("rasputitsa.learn", "game.learning"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, gone, None)
    with pytest.raises(ModuleNotFoundError, match=rf'{gone} is not installed: pip install "rasputitsa\[learn\]"'):
        importlib.import_module("rasputitsa.learn")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    begun = new_game(request.param, seed=3)
    yield begun
    begun.close()


# -- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", EVERY)
def test_every_scenario_begins_with_words_for_all_its_commands(scenario: str) -> None:
    game = play_out(scenario, seed=2, most=40)
    wording = Wording(game)
    for command in game.legal():
        said = wording.said(command)
        assert len(said) <= LONGEST and " ".join(wording.words[word] for word in said) == command.text()
    assert len(wording) == sum(map(len, wording.kinds.values()))
    game.close()


def test_the_words_are_the_same_from_first_to_last_and_no_command_lacks_one(game: Game) -> None:
    wording, picker = Wording(game), Picker(7)
    for _ in range(250):
        if game.over:
            break
        for command in game.legal():
            wording.said(command)
        game.apply(picker.pick(game))
    assert Wording(game).words == wording.words
    assert [wording.words[n] for n in wording.kinds["numbers"]] == [str(n) for n in range(NUMBERS)]


def test_what_is_said_word_by_word_is_the_command_and_no_other_word_is_taken(game: Game) -> None:
    table, picker = WordGame(game), Picker(5)
    for _ in range(120):
        side = table.to_act
        if side is None:
            break
        wanted = picker.pick(game)
        words, before = table.wording.said(wanted), len(game.log)
        while len(game.log) == before:
            mask = table.mask(side)
            assert not table.mask(side.other).any() and mask.sum() > 0
            wrong = int(np.flatnonzero(mask == 0)[0])
            with pytest.raises(ValueError, match="cannot be said"):
                table.say(wrong)
            given = table.say(words[len(table.spoken)])
        assert given == wanted and table.spoken == ()


def test_a_game_of_words_is_broken_off_after_so_many_commands() -> None:
    table = WordGame(new_game("barbarossa-1941", seed=1), most=2)
    for _ in range(2):
        table.give(table.advised("random"))
    assert table.broken_off and table.to_act is None and not table.mask(Side.AXIS).any()
    with pytest.raises(ValueError, match="no side can act now"):
        table.advised("random")
    table.game.close()


def test_no_command_is_put_into_words_until_somebody_asks_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    usual = Wording.word
    monkeypatch.setattr(Wording, "word", lambda wording, command, at: asked.append(at) or usual(wording, command, at))
    table = WordGame(new_game("barbarossa-1941", seed=1))
    table.give(table.advised("random"))
    assert not asked
    with pytest.raises(ValueError, match="no level 'wise'; choose from: random, "):
        table.advised("wise")
    assert table.mask(Side.AXIS).any()
    assert asked == [0] * len(table.game.legal())  # of each command its verb, and no more
    table.game.close()


# -- what is seen ---------------------------------------------------------------------------------


def test_what_is_seen_has_its_shape_and_tells_what_the_view_tells(game: Game) -> None:
    table = WordGame(game)
    for side in Side:
        seen, view = table.seen(side), game.look(side)
        assert {name: part.shape for name, part in seen.items()} == table.shapes
        assert all(part.dtype == np.float32 and part.min() >= 0 and np.isfinite(part).all() for part in seen.values())
        counted = seen["hexes"][:, [HEX_FIGURES.index("axis_units"), HEX_FIGURES.index("soviet_units")]].sum()
        assert counted == sum(unit.hex >= 0 for unit in view.units)
        known = seen["units"][:, UNIT_FIGURES.index("known")].sum()
        assert known == sum(not unit.id.startswith("?") for unit in view.units)
        assert seen["table"][0] == (side is Side.AXIS) and seen["table"][1] == (side is game.to_act)


def test_what_lies_face_down_is_counted_and_not_known() -> None:
    game = new_game("barbarossa-1941", options={"secret_setup": "on"}, seed=2)
    picker = Picker(3)
    while not game.concealed(Side.AXIS).units:
        game.apply(picker.pick(game))
    hidden, table = game.concealed(Side.AXIS).units, WordGame(game)
    rows = [game.words().index(unit) for unit in hidden]
    axis, soviet = (table.seen(side) for side in (Side.AXIS, Side.SOVIET))
    assert not axis["units"][rows].any() and soviet["units"][rows, 0].all()
    assert axis["hexes"][:, HEX_FIGURES.index("face_down")].sum() == len(hidden)
    assert not soviet["hexes"][:, HEX_FIGURES.index("face_down")].any()
    game.close()


# -- PettingZoo ------------------------------------------------------------------------------------


@pytest.fixture
def learn() -> object:
    """The door for programs; without PettingZoo there is none."""
    return pytest.importorskip(
        "rasputitsa.learn", reason="PettingZoo is not installed: pip install 'rasputitsa[learn]'"
    )


def test_sound_goes_where_it_went_before(learn: object) -> None:
    """PettingZoo chooses another device for the whole process when it is imported."""
    for before in ("dummy", None):
        known = f"os.environ['SDL_AUDIODRIVER'] = {before!r}" if before else "os.environ.pop('SDL_AUDIODRIVER', None)"
        code = f"import os\n{known}\nimport rasputitsa.learn\nprint(os.environ.get('SDL_AUDIODRIVER'))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
        assert done.stdout.splitlines()[-1] == str(before)


@pytest.mark.parametrize("scenario", ["barbarossa-1941", "war-crimea-1942"])
def test_it_keeps_to_the_contract_of_pettingzoo(learn: object, scenario: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that agents are no player_0, and observations no single array
        environment = learn.env(scenario)  # type: ignore[attr-defined]
        api_test(environment, num_cycles=60)
        environment.close()
        seed_test(lambda: learn.env(scenario), num_cycles=10)  # type: ignore[attr-defined]


@pytest.mark.parametrize("scenario", ["tutorial-kiev-1941", "barbarossa-1941", "tdv-typhoon-1941", "war-crimea-1942"])
def test_a_random_game_ends_with_a_winner_and_one_seed_gives_one_game(learn: object, scenario: str) -> None:
    from tests.programs.learners import random_game

    one, other = (random_game(scenario, seed=4) for _ in range(2))
    assert one == other and one.digest and sum(one.rewards.values()) == 0
    assert set(one.rewards.values()) in ({1.0, -1.0}, {0.0})


def test_points_are_rewards_where_they_are_asked_for(learn: object) -> None:
    environment = learn.raw_env("tutorial-kiev-1941", points=True)  # type: ignore[attr-defined]
    environment.reset(seed=1)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    before = environment.table.share(Side.AXIS)
    while environment.table.to_act is not None:
        environment.let("random")
        for agent, reward in environment.rewards.items():
            total[agent] += reward
    gained = environment.table.share(Side.AXIS) - before
    winner = environment.table.game.result.winner
    assert total["axis"] == pytest.approx(gained + (1 if winner is Side.AXIS else -1)) == -total["soviet"]
    assert all(environment.terminations.values()) and not any(environment.truncations.values())


def test_a_word_that_may_not_be_said_loses_behind_the_guards_and_is_refused_without(learn: object) -> None:
    bare = learn.raw_env("tutorial-kiev-1941")  # type: ignore[attr-defined]
    bare.reset(seed=1)
    wrong = int(np.flatnonzero(bare.observe("axis")["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="cannot be said here"):
        bare.step(wrong)
    with pytest.raises(ValueError, match="None is no word"):
        bare.step(None)
    guarded = learn.env("tutorial-kiev-1941")  # type: ignore[attr-defined]
    guarded.reset(seed=1)
    guarded.last()
    guarded.step(wrong)
    assert guarded.rewards["axis"] == -1 and all(guarded.terminations.values())


def test_a_game_is_shown_as_a_line_and_as_a_picture(learn: object) -> None:
    told, drawn = (
        learn.raw_env("war-crimea-1942", render_mode=mode)  # type: ignore[attr-defined]
        for mode in ("ansi", "rgb_array")
    )
    for environment in (told, drawn):
        environment.reset(seed=1)
    picture = drawn.render()
    assert told.render().startswith("war-crimea-1942, turn") and picture.dtype == np.uint8
    assert picture.ndim == 3 and picture.shape[2] == 3 and (picture.shape[0] == 500 or picture.shape[1] == 600)
    assert learn.raw_env("war-crimea-1942").render() is None  # type: ignore[attr-defined]


def test_the_notebook_runs_from_its_first_cell_to_its_last(learn: object, capsys: pytest.CaptureFixture[str]) -> None:
    """Its cells in order, in one room, with two games instead of all of them."""
    book = json.loads((ROOT / "docs" / "examples" / "learning.ipynb").read_text(encoding="utf-8"))
    code = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert code[0].count("GAMES = 300") == 1
    room: dict[str, object] = {}
    for cell in [code[0].replace("GAMES = 300", "GAMES = 2"), *code[1:]]:
        exec(cell.replace("import matplotlib.pyplot as plt", "raise ImportError"), room)
    assert len(room["scores"]) == 2  # type: ignore[arg-type]
    assert "first tenth" in capsys.readouterr().out
    assert any("image/png" in output.get("data", {}) for cell in book["cells"] for output in cell.get("outputs", ()))
