"""What a soak has shown.  One page: every scenario, who won, what was asked, every fault with its seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ecs import SetupError
from game.system.versions import PACKAGES, python_version, version_of
from tests.workshop.bench.timing import calibrator
from tests.workshop.soak.soak_state import WINNERS, State, Tally, rules_stamp

MOST_FAULTS = 40


def page(state: State) -> str:
    """The page, in Markdown."""
    now = [t for t in state.tallies if t.games and is_present(t)]
    before = [t for t in state.tallies if t.games and not is_present(t)]
    games, faults = sum(t.games for t in now), sum(t.faults for t in now)
    lines = ["# What the soak has shown", ""]
    lines += [f"{games:,} games, {sum(t.commands for t in now):,} commands, {faults} faults by the present rules."]
    if before:
        lines[-1] += f" {sum(t.games for t in before):,} games by earlier rules stand below."
    versions = ", ".join(f"{name} {version_of(name)}" for name in PACKAGES)
    lines += ["", f"{versions}, Python {python_version()}; calibrator {calibrator().median:.1f} ms."]
    lines += ["", *_table(now), "", *_asked(state), "", *_faults(state)]
    if before:
        lines += ["", "## By earlier rules", "", *_table(before)]
    return "\n".join(lines) + "\n"


def is_present(tally: Tally) -> bool:
    """Are these games of the rules as they are now?"""
    try:
        return tally.stamp == rules_stamp(tally.scenario)
    except SetupError:
        return False


def _table(tallies: Iterable[Tally]) -> Iterator[str]:
    yield "| scenario | level | games | Axis | Soviet | draw | commands | seconds a game | faults | seeds |"
    yield "|---|---|--:|--:|--:|--:|--:|--:|--:|---|"
    for t in sorted(tallies, key=lambda t: (t.ruleset, t.scenario, t.level, t.stamp)):
        shares = " | ".join(f"{100 * t.winners.get(w, 0) / t.games:.0f} %" for w in WINNERS)
        seeds = ", ".join(f"{low}-{high}" if high > low else f"{low}" for low, high in t.seeds[:4])
        seeds += ", …" if len(t.seeds) > 4 else ""
        figures = f"{t.commands:,} | {t.seconds / t.games:.1f} | {t.faults} | {seeds}"
        yield f"| {t.scenario} | {t.level} | {t.games} | {shares} | {figures} |"


def _asked(state: State) -> Iterator[str]:
    yield "Held, so many times: " + ", ".join(f"{name} {n:,}" for name, n in sorted(state.asked.items())) + "."


def _faults(state: State) -> Iterator[str]:
    yield "## Faults"
    yield ""
    present = {(t.scenario, t.stamp) for t in state.tallies if is_present(t)}
    found = [f for f in state.faults if (f.scenario, f.stamp) in present]
    old = len(state.faults) - len(found)
    if not found:
        yield "None." + (f" {old} were found by earlier rules." if old else "")
        return
    for fault in found[:MOST_FAULTS]:
        yield f"* `{fault.again}` command {fault.command}: {fault.fault}: {fault.text}"
    if len(found) > MOST_FAULTS:
        yield f"* … and {len(found) - MOST_FAULTS} more"
