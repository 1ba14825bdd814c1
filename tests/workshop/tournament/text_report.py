"""A tournament in tables: for the terminal and, in Markdown, for a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tests.workshop.tournament.blunders.diary import BLUNDERS
from tests.workshop.tournament.figures import Chair, Figures, Share
from tests.workshop.tournament.stopping import StopRule

Row = Sequence[str]
MATCHES = ("scenario", "levels", "pairs", "by margin", "share", "by result", "share", "mean margin")
CHAIRS = ("scenario", "level", "side", "games", "won", "drawn", "lost", "points at the end", "median s", "worst s")
DIARY = ("scenario", "level", "side", "games")


def markdown(all_figures: Sequence[Figures], rule: StopRule) -> str:
    """The whole of it, as it stands in docs/tournament.md."""
    parts = [
        [*_table(MATCHES, (_match(f) for f in all_figures))],
        [*_table(CHAIRS, (_chair(f, c) for f in all_figures for c in f.chairs))],
        ["Blunders in ten turns:", ""],
        [*_table((*DIARY, *BLUNDERS), (_diary(f, c) for f in all_figures for c in f.chairs))],
        [f"* `{blunder}`: {words}" for blunder, (words, _) in BLUNDERS.items()],
        [*_endings(all_figures, rule)],
    ]
    return "\n".join("\n".join([*part, ""]) for part in parts)


def rule_in_words(rule: StopRule) -> str:
    """What ends a series, and how surely."""
    if rule.rule == "wilson":
        return "A series ends when Wilson’s bounds (95 %) of the share of pairs leave one half out."
    if rule.rule == "sprt":
        return (
            f"A series ends by Wald’s test: H0, a share of {rule.worse:g}, H1, a share of {rule.better:g}, error rates"
            f" {rule.error:g}; it is decided at a log-likelihood ratio of ±{rule.bound:.2f}."
        )
    return "All pairs are played."


def _endings(all_figures: Iterable[Figures], rule: StopRule) -> Iterator[str]:
    yield rule_in_words(rule)
    for f in all_figures:
        ratio = f" (log-likelihood ratio {f.ratio:+.2f})" if rule.rule == "sprt" else ""
        if f.verdict or ratio:
            yield f"* {f.scenario}, after {f.pairs} pairs: {f.verdict or 'not decided'}{ratio}."
        yield from (f"* FAULT {fault}" for fault in f.faults)


def _match(f: Figures) -> Row:
    by_margin, by_result = f.shares["margin"], f.shares["result"]
    return (
        f.scenario,
        f"{f.one} v {f.other}",
        str(f.pairs),
        _count(by_margin),
        share_in_words(by_margin),
        _count(by_result),
        share_in_words(by_result),
        f"{100 * f.margin:+.1f} ± {100 * f.error:.1f} %",
    )


def _count(share: Share) -> str:
    return f"{share.won}-{share.drawn}-{share.lost}"


def share_in_words(share: Share) -> str:
    """A share with its bounds: "75 % (41 to 93)"."""
    return f"{100 * share.share:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _chair(f: Figures, c: Chair) -> Row:
    own, enemy = c.points[-1]
    counts = (str(c.games), str(c.won), str(c.drawn), str(c.lost))
    return (f.scenario, c.level, str(c.side), *counts, f"{own:.1f} to {enemy:.1f}", f"{c.median:.2f}", f"{c.worst:.1f}")


def _diary(f: Figures, c: Chair) -> Row:
    return (f.scenario, c.level, str(c.side), str(c.games), *(f"{c.blunders[blunder]:.1f}" for blunder in BLUNDERS))


def _table(heading: Row, rows: Iterable[Row]) -> Iterator[str]:
    yield f"| {' | '.join(heading)} |"
    yield f"|{'---|' * len(heading)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
