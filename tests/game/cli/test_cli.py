"""Does the command line do what it says, refuse in one sentence, and give the right exit code?"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import copytree
from typing import Any

import pygame
import pytest

from ecs import RULESETS, Side, find_scenario, list_scenarios, options_of
from game.cli.entry_point import SUBCOMMANDS, main
from game.cli.playing.play import NO_DISPLAY
from game.play import autoplay
from game.play.autoplay import MatchFault, MatchResult, play_game
from game.play.scenarios import new_game
from game.saves.storage.save_folder import load_game
from game.simulation import series
from game.simulation.chronicle import chronicle
from tests import ROOT

SCENARIO = "barbarossa-1941"
SHORT = "tutorial-kiev-1941"
RULESET = "darkest-crusade"
NAMES = tuple(SUBCOMMANDS)
RANDOM = ("--axis", "random", "--soviet", "random")


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one call."""
    try:
        code = main(words)
    except SystemExit as e:
        code = int(e.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = asked(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def in_process(words: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
    env: Mapping[str, str] = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-m", "game", *words], capture_output=True, text=True, env=env, cwd=ROOT, check=False
    )


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of random moves, as a save."""
    folder = tmp_path_factory.mktemp("games")
    words = ["simulate", "--scenario", SHORT, "--games", "1", "--seed", "4", *RANDOM, "--save", str(folder)]
    assert main(words) == 0
    return folder / f"{SHORT}-4.save"


# -- help, usage, refusals ------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_subcommand_explains_itself(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, err = asked(capsys, name, "--help")
    assert (code, err) == (0, "")
    assert f"rasputitsa {name}" in out


def test_the_help_names_every_subcommand(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "--help")
    assert code == 0
    assert all(name in out for name in NAMES)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "--version")
    assert code == 0 and out.startswith("rasputitsa ")


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("simulate",),
        ("simulate", "--scenario", SCENARIO, "--games", "0"),
        ("simulate", "--scenario", SCENARIO, "--games", "many"),
        ("simulate", "--scenario", SCENARIO, "--seed", "-1"),
        ("simulate", "--scenario", SCENARIO, "--seed", str(2**63)),
        ("simulate", "--scenario", SCENARIO, "--axis", "god"),
        ("simulate", "--scenario", SCENARIO, "--option", "x"),
        ("simulate", "--scenario", SCENARIO, "--option", "=x"),
        ("simulate", "--scenario", SCENARIO, "--jobs", "0"),
        ("replay",),
        ("replay", "x", "--to", "-1"),
        ("tables",),
        ("odds",),
        ("odds", "chess"),
        ("odds", RULESET, "--nonsense", "4"),
        ("check",),
        ("screenshot", "--scenario", SCENARIO),
        ("screenshot", "--out", "x.png"),
        ("screenshot", "--out", "x.png", "--scenario", SCENARIO, "--load", "x.save"),
        ("screenshot", "--out", "x.png", "--load", "x.save", "--option", "secret_setup=on"),
        ("screenshot", "--out", "x.png", "--scenario", SCENARIO, "--board-only", "--scene", "report"),
        ("screenshot", "--out", "x.png", "--scenario", SCENARIO, "--board-only", "--tab", "hex"),
        ("screenshot", "--out", "x.gif", "--scenario", SCENARIO),
        ("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--size", "big"),
        ("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--size", "9x9"),
        ("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--size", "9999x9999"),
        ("play", "--axis", "god"),
        ("--nonsense",),
        ("play", "--option", "novalue"),
    ],
)
def test_wrong_usage_gives_exit_code_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = asked(capsys, *words)
    assert (code, out) == (2, "")
    assert "usage:" in err


@pytest.mark.parametrize(
    "words, said",
    [
        (("simulate", "--scenario", "kursk", *RANDOM), "kursk"),
        (("simulate", "--scenario", "../../x", *RANDOM), "../../x"),
        (("simulate", "--scenario", SCENARIO, "--option", "magic=on", *RANDOM), "magic"),
        (("simulate", "--scenario", SCENARIO, "--option", "secret_setup=maybe", *RANDOM), "maybe"),
        (("tables", "chess"), "chess"),
        (("replay", "nowhere.save"), "nowhere.save"),
        (("replay", "."), "no such file"),
        (("replay", "a\0b"), "no such file"),
        (("check", "nowhere.tmx"), None),
        (("play", "--scenario", "kursk"), "kursk"),
        (("play", "--option", "a=b"), "--scenario"),
        (("play", "--scenario", SCENARIO, "--load", "x"), "not both"),
        (("screenshot", "--scenario", "kursk", "--out", "x.png", *RANDOM), "kursk"),
        (("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--overlay", "fog"), "'fog'; choose from: "),
        (("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--select", "me"), "no counter 'me'"),
        (("screenshot", "--scenario", SCENARIO, "--out", "nowhere/x.png"), "nowhere"),
        (("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--pack", "me"), "usable packs: plain, "),
        (("screenshot", "--scenario", SCENARIO, "--out", "x.png", "--theme", "me"), "from: dark, light, contrast"),
        (("screenshot", "--load", "nowhere.save", "--out", "x.png"), "nowhere.save"),
    ],
)
def test_a_refusal_is_one_sentence_and_exit_code_1(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str | None
) -> None:
    code, _, err = asked(capsys, *words)
    assert code == 1
    assert "Traceback" not in err
    if said is not None:
        assert said in err and err.startswith("rasputitsa: ") and err.count("\n") == 1


def test_without_a_display_play_names_what_works_without(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    for words in ((), ("play",), ("--scenario", SCENARIO), ("play", "--seed", "4")):
        code, out, err = asked(capsys, *words)
        assert (code, out, err) == (1, "", f"rasputitsa: {NO_DISPLAY}\n")
    assert "simulate" in NO_DISPLAY and "screenshot" in NO_DISPLAY


# -- scenarios, tables, odds ----------------------------------------------------------------------


def test_scenarios_lists_every_scenario_with_its_rules_of_choice(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "scenarios")
    assert [s["id"] for s in found] == [path.stem for path in list_scenarios()]
    for scenario in found:
        keys = [o.key for o in options_of(RULESETS[scenario["ruleset"]], find_scenario(scenario["id"]))]
        assert [o["key"] for o in scenario["options"]] == keys
        for option in scenario["options"]:
            assert option["default"] in [c["value"] for c in option["choices"]]


def test_scenarios_is_a_table_of_one_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "scenarios")
    lines = out.splitlines()
    assert code == 0 and lines[0].split() == ["id", "title", "game", "turns", "minutes"]
    assert [line.split()[0] for line in lines[2:-2]] == [path.stem for path in list_scenarios()]
    assert len(lines) < 30 and "secret_setup" not in out


def test_scenarios_tells_the_options_once_a_game_and_what_a_scenario_chooses_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = asked(capsys, "scenarios", "--options")
    assert code == 0 and out.count("--option secret_setup=") == 1
    for ruleset in RULESETS.values():
        assert out.count(f"\n{ruleset.title} ({ruleset.id})\n") == 1
    other = next(s for s in map(find_scenario, [p.stem for p in list_scenarios()]) if s.options)
    changed = [f"{key}={value}" for key, value in other.options.items() if key not in other.unused_options]
    assert f"  {other.id}: {', '.join((*changed, *(f'no {key}' for key in other.unused_options)))}\n" in out


def test_scenarios_tells_all_of_one_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, "scenarios", SCENARIO)
    scenario = find_scenario(SCENARIO)
    assert code == 0 and out.startswith(f"{SCENARIO}  {scenario.title}\n") and "secret_setup" in out
    assert figures(capsys, "scenarios", SCENARIO)["history"] == scenario.history
    code, out, err = asked(capsys, "scenarios", "kursk")
    assert (code, out) == (1, "") and "no scenario 'kursk'" in err


STEERING = "\x1b]0;pwn\x07\x9b2J\u202e\u2028\r\x08"


def test_what_strangers_write_never_steers_the_terminal(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blurbs, histories, titles, names of figures and of files, whatever prints them and wherever."""
    own = home / "scenarios"
    own.mkdir(parents=True)
    quoted = json.dumps(STEERING)
    head = f'extends = "tutorial-kiev-1941"\nblurb = {quoted}\nhistory = {quoted}\n'
    (own / "wild.toml").write_text(f'id = "wild"\ntitle = "x"\n{head}', encoding="utf-8")
    (own / "worse.toml").write_text(f'id = "worse"\ntitle = "x"\n{head}[tables]\n{quoted} = 3\n', encoding="utf-8")
    linked = tmp_path / "target.toml"
    linked.write_text(f"id = {quoted}\ntitle = {quoted}\n{quoted} = 1\n", encoding="utf-8")
    (own / "linked.toml").symlink_to(linked)
    shown = []
    for words in (
        ["scenarios"], ["scenarios", "wild"], ["scenarios", "worse"], ["check", str(own)], ["check", str(linked)],
        ["scenarios", STEERING], ["odds", STEERING], ["play", "--load", STEERING], ["simulate", "--scenario", STEERING],
        ["tables", STEERING], [STEERING], ["addon", "check", STEERING],
    ):  # fmt: skip
        with suppress(SystemExit):
            main(words)
        told = capsys.readouterr()
        shown.append(told.out + told.err)
    assert sum("pwn" in text for text in shown) > 6, "it is told all the same"
    moves = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
    assert [text for text in shown if moves.search(text)] == []


def test_everything_that_is_printed_passes_the_one_door() -> None:
    code = (
        "import sys; from game.cli.entry_point import main; main(['scenarios', 'x']); "
        "print('\\x1b[31m'); sys.exit('\\x1b[2J')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert "\x1b" not in done.stdout + done.stderr and "\\x1b[31m" in done.stdout and "\\x1b[2J" in done.stderr


def test_tables_prints_every_table_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "tables", RULESET)
    assert [t["title"] for t in found["tables"]] == [title for title, _ in RULESETS[RULESET].figures.tables()]
    assert all(t["rows"] for t in found["tables"])
    code, out, _ = asked(capsys, "tables", RULESET)
    assert code == 0
    assert all(t["title"] in out for t in found["tables"])


def test_odds_alone_lists_the_names_of_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    for ruleset in RULESETS.values():
        code, out, err = asked(capsys, "odds", ruleset.id)
        assert (code, err) == (0, "")
        assert all(name in out and words in out for name, words in ruleset.combat.odds_arguments)
        assert figures(capsys, "odds", ruleset.id)["figures"] == dict(ruleset.combat.odds_arguments)


def test_the_two_sides_of_a_battle_are_called_alike_in_every_game() -> None:
    for name in RULESETS.own:
        assert [word for word, _ in RULESETS[name].combat.odds_arguments][:2] == ["attack", "defend"]


def test_odds_takes_figures_as_words_as_options_or_mixed(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = figures(capsys, "odds", RULESET, "--attack", "4,3", "--defend", "0-1", "--weather-mode", "die")
    assert wanted["attack"]["strength"] == 7
    assert figures(capsys, "odds", RULESET, "attack=4,3", "defend=0-1", "weather_mode=die") == wanted
    assert figures(capsys, "odds", RULESET, "attack=4,3", "--defend", "0-1", "weather-mode=die") == wanted


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("atack=4",), "no figure 'atack'; choose from: attack,"),
        (("atack=4",), "did you mean attack?"),
        (("attack=4", "--attack", "3"), "the figure attack is given twice: '3' and '4'"),
        (("attack=4", "attack=3"), "is given twice"),
        (("terrain=sea", "attack=4"), "terrain"),
    ],
)
def test_odds_refuses_figures_it_does_not_know(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    code, out, err = asked(capsys, "odds", RULESET, *words)
    assert (code, out) == (1, "")
    assert said in err and err.count("\n") == 1


# -- pictures -------------------------------------------------------------------------------------


def test_a_picture_is_drawn_in_another_pack_or_theme(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    drawn = {}
    for look in ((), ("--pack", "plain"), ("--theme", "dark")):
        out = tmp_path / f"drawn{''.join(look)}.png"
        words = ("screenshot", "--scenario", SCENARIO, "--size", "640x480", "--out", str(out), *look)
        assert asked(capsys, *words) == (0, "", "")
        drawn[look] = out.read_bytes()
    assert len(set(drawn.values())) == 3


def test_a_picture_of_a_save_is_that_of_the_game_in_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, saved: Path
) -> None:
    new, old = tmp_path / "new.png", tmp_path / "old.png"
    size = ("--size", "640x480", "--scene", "report")
    assert asked(capsys, "screenshot", "--load", str(saved), "--out", str(old), *size)[0] == 0
    words = ("--scenario", SHORT, "--seed", "4", "--after", "100000", *RANDOM)
    assert asked(capsys, "screenshot", *words, "--out", str(new), *size)[0] == 0
    assert old.read_bytes() == new.read_bytes()


def test_the_board_alone_fills_the_picture_and_leaves_no_paper(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    board, plain, part = tmp_path / "board.png", tmp_path / "plain.png", tmp_path / "part.png"
    words = ("screenshot", "--scenario", SCENARIO, "--board-only", "--size", "800x600")
    assert asked(capsys, *words, "--overlay", "supply", "--out", str(board))[0] == 0
    assert asked(capsys, *words, "--out", str(plain))[0] == 0
    assert asked(capsys, *words, "--at", "Moscow", "--out", str(part))[0] == 0
    whole = pygame.image.load(board)
    wide, high = (getattr(new_game(SCENARIO).board, name) for name in ("width", "height"))
    assert whole.get_height() == 600 and abs(whole.get_width() - 600 * wide / high) <= 1
    assert board.read_bytes() != plain.read_bytes()
    assert pygame.image.load(part).get_size() == (800, 600)


# -- simulate and replay --------------------------------------------------------------------------


def test_simulate_gives_each_game_its_seed_winner_level_turns_commands_digest_and_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = figures(capsys, "simulate", "--scenario", SHORT, "--games", "2", "--seed", "11", *RANDOM)
    assert [g["seed"] for g in found["games"]] == [11, 12]
    for game in found["games"]:
        assert game["winner"] in ("axis", "soviet", "draw")
        assert game["level"] and game["turns"] >= 1 and game["commands"] > 10 and game["seconds"] > 0
        assert len(game["digest"]) == 16
    results = found["summary"]["results"]
    assert sum(share["games"] for share in results.values()) == 2
    assert all(0 <= s["low"] <= s["share"] <= s["high"] <= 1 for s in results.values())


def test_simulate_prints_a_table_with_confidence_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = asked(capsys, "simulate", "--scenario", SHORT, "--games", "1", "--seed", "1", *RANDOM)
    assert (code, err) == (0, "")
    assert "95 % confidence" in out and "digest" in out


def timeless(found: Any) -> list[dict[str, Any]]:
    return [{key: value for key, value in game.items() if key != "seconds"} for game in found["games"]]


def test_the_number_of_processes_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "--scenario", SHORT, "--games", "3", "--seed", "20", *RANDOM)
    assert timeless(figures(capsys, *words)) == timeless(figures(capsys, *words, "--jobs", "2"))


def test_an_option_reaches_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", "--scenario", SHORT, "--games", "1", "--seed", "7", *RANDOM)
    plain = timeless(figures(capsys, *words))
    other = timeless(figures(capsys, *words, "--option", "combat_dice=lotsa_dice"))
    assert plain != other


def test_the_hash_seed_of_python_changes_nothing() -> None:
    words = ["simulate", "--scenario", SHORT, "--games", "1", "--seed", "3", *RANDOM, "--json"]
    runs = [in_process(words, PYTHONHASHSEED=value) for value in ("0", "4242")]
    assert [run.returncode for run in runs] == [0, 0], runs[0].stderr
    games = [timeless(json.loads(run.stdout)) for run in runs]
    assert games[0] == games[1]


def test_a_saved_game_replays_to_the_same_digest_under_another_hash_seed(saved: Path) -> None:
    run = in_process(["replay", str(saved), "--verify", "--json"], PYTHONHASHSEED="77")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["digest"] == load_game(saved).file.header.digest


def test_a_game_that_stops_is_named_and_gives_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*args: Any) -> MatchResult:
        raise MatchFault("barbarossa-1941, seed 5, command 12: nobody can move")

    monkeypatch.setattr(series, "play_game", stuck)
    code, _, err = asked(capsys, "simulate", "--scenario", SCENARIO, "--games", "1", "--seed", "5", *RANDOM)
    assert code == 1 and "seed 5, command 12" in err


def test_a_player_that_breaks_the_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from ecs import parse

    class Cheat:
        def choose(self, game: Any) -> tuple[Any, str]:
            return parse("advance nobody Z9"), "cheating"

    monkeypatch.setattr(autoplay, "make_player", lambda *args: Cheat())
    with pytest.raises(MatchFault, match=f"{SCENARIO}, seed 6, command 1"):
        play_game(SCENARIO, 6, {}, dict.fromkeys(Side, "random"))


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autoplay, "LIMIT", 20)
    monkeypatch.setattr(autoplay.play_on, "__defaults__", (20, None))
    with pytest.raises(MatchFault, match="the game had not ended after 20 commands"):
        play_game(SCENARIO, 6, {}, dict.fromkeys(Side, "random"))


def test_replay_tells_the_game_command_by_command(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    code, out, err = asked(capsys, "replay", str(saved))
    assert (code, err) == (0, "")
    found = figures(capsys, "replay", str(saved))
    assert found["over"] and found["result"]
    assert len(found["log"]) == found["commands"] + 1
    assert all(line["command"] in out for line in found["log"][:50])


def test_replay_stops_where_it_is_told(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    found = figures(capsys, "replay", str(saved), "--to", "5")
    assert found["commands"] == 5 and len(found["log"]) == 6 and not found["over"]
    assert figures(capsys, "replay", str(saved), "--to", "0")["commands"] == 0


def test_replay_verify_compares_every_digest(capsys: pytest.CaptureFixture[str], saved: Path) -> None:
    code, out, _ = asked(capsys, "replay", str(saved), "--verify")
    assert code == 0 and "agree" in out and out.count("\n") == 1


def test_replay_does_not_tell_hidden_orders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = (
        "simulate",
        "--scenario",
        SCENARIO,
        "--games",
        "1",
        "--seed",
        "2",
        *RANDOM,
        "--option",
        "secret_setup=on",
    )
    assert asked(capsys, *words, "--save", str(tmp_path))[0] == 0
    path = tmp_path / f"{SCENARIO}-2.save"
    _, axis, _ = asked(capsys, "replay", str(path), "--to", "12", "--side", "axis")
    _, soviet, _ = asked(capsys, "replay", str(path), "--to", "12", "--side", "soviet")
    assert "deploy" not in axis and "lift" not in axis
    assert "deploy" in soviet


# -- check ----------------------------------------------------------------------------------------


ROOMS = [sorted(room.glob("*.toml")) for room in sorted((ROOT / "maps" / "scenarios").iterdir())]
ONE_EACH = [room[-1] for room in ROOMS]
"""A scenario of every game: `rasputitsa check maps` takes them all."""
OWN = [*sorted((ROOT / "maps").glob("*.tmx")), *ONE_EACH, ROOT / "sprites" / "standard"]


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_check_finds_the_games_own_maps_scenarios_and_packs_sound(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    """One by one: a turn of a large scenario takes a while."""
    found = figures(capsys, "check", str(path))
    assert (found["checked"], found["faulty"]) == (1, 0)


def test_check_goes_through_folders(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("one", "other"):
        manifest = copytree(ROOT / "sprites" / "staff", tmp_path / "sprites" / name) / "pack.toml"
        text = manifest.read_text(encoding="utf-8")
        manifest.write_text(text.replace('id = "staff"', f'id = "{name}"'), encoding="utf-8")
    found = figures(capsys, "check", str(tmp_path))
    assert (found["checked"], found["faulty"]) == (2, 0)


def test_check_lists_every_fault_and_gives_exit_code_1(
    capsys: pytest.CaptureFixture[str], saved: Path, tmp_path: Path
) -> None:
    (tmp_path / "good.save").write_bytes(saved.read_bytes())
    (tmp_path / "cut.save").write_bytes(saved.read_bytes()[:500])
    (tmp_path / "map.tmx").write_text("<map")
    (tmp_path / "scenarios" / "x").mkdir(parents=True)
    (tmp_path / "scenarios" / "x" / "y.toml").write_text("id = 7")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "pack.toml").write_bytes(b"\xff\xff")
    code, out, err = asked(capsys, "check", "--json", str(tmp_path))
    found = json.loads(out)
    assert (code, err) == (1, "")
    assert (found["checked"], found["faulty"]) == (5, 4)
    assert not found["faults"][str(tmp_path / "good.save")]
    code, out, err = asked(capsys, "check", str(tmp_path))
    assert code == 1 and "cut.save, line" in out and "Traceback" not in err


@pytest.mark.parametrize("name", ["x.txt", "x", "x.save", "x.tmx", "x.toml", "pack.toml"])
def test_check_refuses_rubbish_of_every_kind(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(bytes(range(256)) * 40)
    code, out, err = asked(capsys, "check", str(tmp_path / name))
    assert code == 1 and "fault" in out and "Traceback" not in err


def test_check_says_when_there_is_nothing_to_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = asked(capsys, "check", str(tmp_path), str(tmp_path / "gone"))
    assert code == 1 and out.count("fault") == 2


# -- chronicle ------------------------------------------------------------------------------------


def test_a_chronicle_tells_what_fell_when_and_what_it_cost(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("chronicle", "--scenario", SCENARIO, "--games", "1", "--seed", "3", *RANDOM, "--place", "Warsaw")
    found = figures(capsys, *words)["games"][0]
    played = figures(capsys, "simulate", "--scenario", SCENARIO, "--games", "1", "--seed", "3", *RANDOM)["games"][0]
    assert (found["winner"], found["text"]) == (played["winner"], played["text"])
    assert max(map(int, found["points"])) == played["turns"] and found["losses"]
    code, out, _ = asked(capsys, *words)
    assert code == 0 and "| Warsaw |" in out and "Axis CF lost" in out
    assert asked(capsys, "chronicle", "--scenario", SCENARIO, "--place", "Nowhere")[0] == 1


def test_a_chronicle_tells_what_each_side_was_after(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(SCENARIO)
    places = [h.name for h in game.board.hexes if h.name]
    game.close()
    played = chronicle(SCENARIO, 1, {}, dict.fromkeys(Side, "officer"), places)
    sides = [(passage.turn, passage.side) for passage in played.story]
    assert {side for _, side in sides} == {"axis", "soviet"} and len(set(sides)) == len(sides)
    assert [turn for turn, _ in sides] == sorted(turn for turn, _ in sides)
    taken = {name for passage in played.story for name in passage.taken}
    assert taken and taken <= set(played.fell)
    assert sum(passage.enemy_lost for passage in played.story) > 0
    monkeypatch.setattr("game.cli.analysis.chronicle.one", lambda order: played)
    words = ("chronicle", "--scenario", SCENARIO, "--seed", "1")
    code, alone, _ = asked(capsys, *words, "--games", "1")
    assert code == 0 and "\n## The game of seed 1\n\n### June 1941\n\n**Axis.** " in alone
    for passage in played.story:
        assert passage.operations and all(line in alone for line in passage.operations)
    assert "## The game of" not in asked(capsys, *words, "--games", "2")[1]
    assert asked(capsys, *words, "--games", "2", "--story")[1].count("## The game of") == 2
    assert figures(capsys, *words, "--games", "1")["games"][0]["story"][0]["side"] == "axis"


@pytest.mark.parametrize(("words", "unbuffered"), [(("--help",), "1"), (("scenarios",), "")])
@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_whoever_stops_reading_gets_no_trace(words: tuple[str, ...], unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(
        [sys.executable, "-m", "game", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=environment,
    )
    os.close(writer)
    assert done.returncode in (0, 1) and done.stderr == ""
