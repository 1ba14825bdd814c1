"""Is a soak to be trusted?  It finds what is broken, names it so that it can be seen again, and loses nothing."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ecs import RULESETS, Side, list_scenarios, load_scenario, new_game
from ecs.core.components import Place
from ecs.engine import invariants
from ecs.engine.engine import Game
from ecs.engine.invariants import worlds_kept
from game.play.autoplay import play_game
from game.saves.file_format import SaveError
from game.saves.storage.save_folder import read_save
from tests import ROOT
from tests.ecs.worlds import world_of
from tests.workshop.__main__ import main
from tests.workshop.soak import resource_monitor, soak_session
from tests.workshop.soak import soak_state as states
from tests.workshop.soak.game_run import Course, Outcome, course, drawn, play
from tests.workshop.soak.schedule import Schedule
from tests.workshop.soak.soak_session import Soak
from tests.workshop.soak.soak_state import State, Tally, joined, read_state, write_state
from tests.workshop.soak.window_session import Evening

pytestmark = pytest.mark.usefixtures("worlds_given_back")

SMALL = min((load_scenario(path) for path in list_scenarios()), key=lambda s: (s.minutes, s.id)).id
ONE = ["soak", "--scenario", SMALL, "--levels", "random"]


def soaked(state: Path, *words: str) -> int:
    return main([*ONE, "--state", str(state), *words])


def kept(state: Path) -> Tally:
    """The only tally in a state file."""
    (tally,) = read_state(state).tallies
    return tally


def test_games_are_counted_kept_and_told_on_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state, report = tmp_path / "soak.json", tmp_path / "report.md"
    assert soaked(state, "--games", "2", "--out", str(report)) == 0
    tally = kept(state)
    assert (tally.scenario, tally.games, tally.faults, tally.seeds) == (SMALL, 2, 0, [(1, 2)])
    assert tally.commands > 0 and sum(tally.winners.values()) == 2
    page = report.read_text(encoding="utf-8")
    assert f"| {SMALL} | random | 2 |" in page and "0 faults" in page and "calibrator" in page
    assert page in capsys.readouterr().out


def test_a_soak_goes_on_where_it_stopped_and_fills_gaps(tmp_path: Path) -> None:
    state = tmp_path / "soak.json"
    soaked(state, "--games", "1", "--seed", "3")
    soaked(state, "--games", "2", "--seed", "2")
    assert kept(state).seeds == [(2, 4)] and kept(state).games == 3


def test_every_invariant_is_asked_in_the_course_of_some_games(tmp_path: Path) -> None:
    state = tmp_path / "soak.json"
    soaked(state, "--games", "8")
    asked = read_state(state).asked
    assert {"barrier", "legal list", "undoing", "refusing", "twins", "keeping", "replaying", "saving"} <= set(asked)


def test_a_watched_game_is_the_game_that_is_played_unwatched() -> None:
    outcome = play(Course(SMALL, 5, "random", "random"))
    alone = play_game(SMALL, 5, {}, dict.fromkeys(Side, "random"))
    assert (outcome.winner, outcome.commands, outcome.turn) == (alone.winner, alone.commands, alone.turns)


def test_a_broken_rule_is_caught_and_named_so_that_it_can_be_seen_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A counter that is put in two places at once, thirty commands into the game."""
    apply = Game.apply

    def slips(game: Game, command: object) -> object:
        events = apply(game, command)  # type: ignore[arg-type]
        if len(game.log) == 30:
            unit = next(u for u in world_of(game).units if u.hex >= 0)
            world_of(game).mark(Place, unit, box="dead")
        return events

    monkeypatch.setattr(Game, "apply", slips)
    state = tmp_path / "soak.json"
    assert soaked(state, "--games", "1") == 1
    (fault,) = read_state(state).faults
    assert fault.fault == "counters" and f"{SMALL}:1:random/random" in fault.again and fault.command >= 29
    assert f"FAULT {fault.line()}" in capsys.readouterr().err
    folder = tmp_path / "soak-faults"
    trace = (folder / f"{fault.files}.txt").read_text(encoding="utf-8")
    assert f"soak --again {fault.again}" in trace and "is in hex" in trace
    assert len(read_save(folder / f"{fault.files}.save").commands) == fault.command
    assert main(["soak", "--again", fault.again, "--state", str(state)]) == 1
    monkeypatch.undo()
    assert main(["soak", "--again", fault.again, "--state", str(state)]) == 0


def test_an_error_in_the_rules_is_a_fault_and_too_many_end_the_soak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(game: Game) -> None:
        if game.turn > 1:
            raise ZeroDivisionError("nothing\nto divide by")

    monkeypatch.setattr(invariants, "legal_list", fails)
    monkeypatch.setattr(soak_session, "TOO_MANY", 2)
    fails.__name__ = "legal_list"
    state = tmp_path / "soak.json"
    assert soaked(state, "--games", "9") == 1
    faults = read_state(state).faults
    assert [f.fault for f in faults] == ["ZeroDivisionError"] * 2 and kept(state).faults == 2
    assert faults[0].text == "nothing to divide by"


def test_a_killed_soak_leaves_a_whole_state(tmp_path: Path) -> None:
    state = tmp_path / "soak.json"
    call = [sys.executable, "-m", "tests.workshop", *ONE, "--state", str(state), "--games", "400"]
    with subprocess.Popen(call, cwd=ROOT, stdout=subprocess.PIPE, env={**os.environ}) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(3)]
        process.kill()
    assert all(SMALL in line.decode() for line in told)
    done = kept(state)
    assert done.games >= 3 and done.seeds == [(1, done.games)]


def test_several_processes_count_the_same_games(tmp_path: Path) -> None:
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    soaked(one, "--games", "2")
    soaked(two, "--games", "2", "--jobs", "2")
    assert (kept(one).seeds, kept(one).commands, kept(one).winners) == (
        kept(two).seeds,
        kept(two).commands,
        kept(two).winners,
    )


def test_two_soaks_do_not_write_over_one_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state, real = tmp_path / "soak.json", soak_session.play

    def meanwhile(wanted: Course, stopped: Callable[[], bool]) -> Outcome:
        monkeypatch.setattr(soak_session, "play", real)
        soaked(state, "--games", "1", "--seed", "7")
        return real(wanted, stopped)

    soaked(state, "--games", "1")
    monkeypatch.setattr(soak_session, "play", meanwhile)
    capsys.readouterr()
    assert soaked(state, "--games", "2", "--seed", "3") == 1
    assert kept(state).seeds == [(1, 1), (7, 7)]
    assert "one soak at a time" in capsys.readouterr().err


def test_ctrl_c_loses_nothing_but_the_game_in_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Course] = []

    def interrupted(wanted: Course, stopped: object) -> object:
        if played:
            raise KeyboardInterrupt
        played.append(wanted)
        return play(wanted)

    monkeypatch.setattr(soak_session, "play", interrupted)
    state = tmp_path / "soak.json"
    assert soaked(state, "--games", "5") == 130
    assert kept(state).seeds == [(1, 1)]


def test_a_game_that_is_not_over_in_time_counts_for_nothing(tmp_path: Path) -> None:
    state = State()
    schedule = Schedule(state, {SMALL: load_scenario(list_scenarios()[0]).ruleset}, ("random",))
    Soak(state, tmp_path / "soak.json", schedule, 1e-9, lambda outcome: None).run(1)
    assert not state.tallies and not (tmp_path / "soak.json").exists()


def test_counts_by_other_rules_are_told_apart(tmp_path: Path) -> None:
    state = tmp_path / "soak.json"
    soaked(state, "--games", "2")
    old = read_state(state)
    old.tallies[0].stamp = "0" * 16
    write_state(state, old)
    report = tmp_path / "report.md"
    soaked(state, "--games", "1", "--out", str(report))
    assert sorted(t.games for t in read_state(state).tallies) == [1, 2]
    page = report.read_text(encoding="utf-8")
    assert page.index(f"| {SMALL} | random | 1 |") < page.index("By earlier rules") < page.index("| random | 2 |")


def test_rulesets_share_the_time_equally(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "rules_stamp", lambda scenario: "0" * 16)

    class Fake:
        def __init__(self, wanted: Course, seconds: float) -> None:
            self.course, self.seconds, self.commands, self.winner, self.fault = wanted, seconds, 1, "draw", ""
            self.asked: dict[str, int] = {}

    rulesets = {s.id: s.ruleset for s in map(load_scenario, list_scenarios())}
    schedule = Schedule(State(), rulesets, ("random", "officer"))
    spent: dict[tuple[str, str], float] = {}
    cost = {name: number for number, name in enumerate(sorted(set(rulesets.values())), 1)}
    for _ in range(400):
        turn = schedule.next()
        assert turn is not None
        seconds = cost[turn.ruleset] * (1.0 if turn.level == "random" else 3.0)
        spent[turn.ruleset, turn.level] = spent.get((turn.ruleset, turn.level), 0) + seconds
        schedule.back(turn, Fake(turn.course, seconds))  # type: ignore[arg-type]
    assert len(spent) == 8 and max(spent.values()) - min(spent.values()) <= 2 * 3 * 4


def test_a_game_that_nobody_holds_any_more_gives_its_world_back() -> None:
    gc.collect()  # games that other tests have let go
    before = worlds_kept()
    game: Game | None = new_game(SMALL)
    twin = new_game(SMALL)
    assert worlds_kept() == before + 2
    game = None
    gc.collect()
    assert game is None and worlds_kept() == before + 1
    assert twin.legal()


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("nowhere", "is not of the form"),
        (f"{SMALL}:x", "is not of the form"),
        (f"{SMALL}:1:wise/random", "no level 'wise'"),
        (f"{SMALL}:1:random/random:colour", "is not of the form KEY=VALUE"),
        ("nowhere:1", "no scenario 'nowhere'"),
        (f"{SMALL}:1:-:x=y", "no option 'x'"),
    ],
)
def test_a_game_that_cannot_be_played_again_is_refused_in_a_sentence(
    text: str, cause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["soak", "--again", text]) == 1
    told = capsys.readouterr().err
    assert told.startswith("rasputitsa: ") and cause in told and told.count("\n") == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_game_is_written_as_it_is_read(seed: int) -> None:
    wanted = drawn(SMALL, seed, "officer", ("random", "officer"))
    assert course(wanted.text()) == wanted


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"rasputitsa_soak": 9}', '{"tallies": 3}', '{"what": 1}', "\udcff" * 3, "[" * 9000]
)
def test_a_state_that_is_none_is_refused_and_left_alone(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "soak.json"
    state.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = state.read_bytes()
    assert soaked(state, "--games", "1") == 1
    assert capsys.readouterr().err.startswith("rasputitsa: soak.json: ")
    assert state.read_bytes() == before
    with pytest.raises(SaveError):
        read_state(state)


def test_ranges_of_seeds() -> None:
    assert joined([(5, 5), (1, 2), (3, 3), (9, 9)]) == [(1, 3), (5, 5), (9, 9)]
    tally = Tally(ruleset="", scenario="", stamp="", version="", level="", seeds=[(2, 3), (5, 5)])
    free = tally.free(1)
    assert [next(free) for _ in range(4)] == [1, 4, 6, 7]


# -- an evening at the window -------------------------------------------------------------------------


def test_some_minutes_at_the_window_leave_one_game_and_bounded_caches(tmp_path: Path) -> None:
    """Every game is begun, left for the next one, and given back."""
    before = resource_monitor.look(0.0)
    evening = Evening(7, tmp_path / "saves", hours=0.03, every=0.6, stay=2)
    samples = evening.run()
    evening.close()
    assert set(evening.games) == set(RULESETS) and evening.acts["another game"] >= 4
    assert max(s.games for s in samples) <= before.games + 2
    assert max(s.worlds for s in samples) <= before.worlds + 2
    assert all(s.threads <= before.threads + 1 for s in samples)  # one more while a bed of sound is read
    assert resource_monitor.look(0.0).threads == before.threads
    assert not resource_monitor.boundless() and "games begun" in evening.page()


def samples(*megabytes: float) -> list[resource_monitor.Sample]:
    return [resource_monitor.Sample(n / 6, mb, 1, 1, 1, 1, 1, 1) for n, mb in enumerate(megabytes)]


def test_growth_after_the_warm_up_is_told() -> None:
    level = samples(90, 200, 300, *([310, 312] * 20))
    assert not resource_monitor.grew(level) and resource_monitor.verdict(level).startswith("Memory did not grow")
    rising = samples(90, 200, 300, *(310 + 2 * n for n in range(40)))
    assert resource_monitor.grew(rising) and "+12.00 MB an hour" in resource_monitor.verdict(rising)
    assert "Too short" in resource_monitor.verdict(samples(90, 100))
