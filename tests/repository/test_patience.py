"""Do the tests' own limits see what they should, and forgive what they should, on a slow machine?"""

from __future__ import annotations

import sys

import pytest

from tests import ROOT
from tests.hostile_input.harm import environment
from tests.kits import patience


def count(seconds: float) -> None:
    """Work for so long."""
    began = patience.spent()
    while patience.spent() < began + seconds:
        pass


def test_too_much_work_is_seen_and_a_slow_machine_forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "slowness", lambda: 1.0)
    with pytest.raises(AssertionError, match="of a processor"), patience.within(0.05):
        count(0.1)
    monkeypatch.setattr(patience, "slowness", lambda: 20.0)
    with patience.within(0.05):
        count(0.1)


def test_a_machine_is_never_taken_to_be_faster_than_the_one_at_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    assert patience.slowness() >= 1.0
    monkeypatch.setattr(patience, "AT_REST", 1e9)
    assert patience.slowness() == 1.0
    monkeypatch.setattr(patience, "AT_REST", 1e-3)
    assert patience.slowness() > 1000


def test_what_never_comes_is_given_up_when_its_process_has_ended() -> None:
    with pytest.raises(AssertionError, match="the picture does not happen any more: exit code 3"):
        patience.until("the picture", lambda: False, lambda: "exit code 3")
    patience.until("what came before the end", iter([False, True]).__next__, lambda: "exit code 0")


def test_a_program_is_given_everything_and_watched_to_its_end() -> None:
    """More than fits into a pipe, read only after it has been looked at; exit code, words and memory."""
    code = "import sys, time; time.sleep(0.3); x = sys.stdin.read(); print(len(x)); sys.exit(len(x) % 7)"
    done = patience.watched([sys.executable, "-c", code], ROOT, environment(), "y" * 300_000)
    assert (done.code, done.out.strip(), done.err) == (300_000 % 7, "300000", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc tells it")
def test_the_memory_and_the_work_of_another_process_are_seen() -> None:
    code = "import sys; x = b'x' * 300_000_000; sum(range(10**7)); print('.', flush=True); sum(range(5 * 10**6))"
    assert patience.watched([sys.executable, "-c", code], ROOT, environment()).megabytes > 250
    assert patience.worked(0) == 0.0
    turns = patience.Turns(0, seconds=1.0)
    assert turns.due() and not turns.due()


def test_a_clock_of_ticks_goes_on_and_takes_no_time() -> None:
    clock = patience.Ticks()
    assert (clock(), clock()) == (0.005, 0.01)
