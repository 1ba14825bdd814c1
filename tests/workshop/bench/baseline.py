"""Whether the game is slower than it was.  Figures are compared with stored ones, each as a multiple of its
calibrator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ecs.untrusted_input import UnreadableError, plain, read_ordinary
from game.system.output_files import write_output
from tests.workshop.bench.timing import Measure

FORMAT = 1
SLOWER = 1.25
MOST_BYTES = 2_000_000


class BaselineError(ValueError):
    """Stored figures that cannot be read; the message names the file and the cause."""


class Row(msgspec.Struct, frozen=True):
    """A stored figure: what it was, how it was sampled, and the calibrator's milliseconds meanwhile."""

    sampling: str
    scenario: str
    name: str
    median: float
    worst: float
    unit: str
    samples: int
    calibrator: float

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is compared by."""
        return self.sampling, self.scenario, self.name


class Baseline(msgspec.Struct, frozen=True):
    """Stored figures, and of which version and machine."""

    format: int
    machine: dict[str, str]
    rows: list[Row]


class Verdict(msgspec.Struct, frozen=True):
    """A figure beside the stored one.

    ``expected``: the stored one as this machine should show it now; ``ratio``: above 1 is slower.
    """

    expected: float
    ratio: float

    @property
    def mark(self) -> str:
        """A word for the table."""
        return "slower" if self.ratio > SLOWER else ""


def usual() -> Path:
    """The stored figures."""
    return Path(__file__).with_name("baseline.json")


def scenarios() -> tuple[str, ...]:
    """The scenarios that stand for the games, one of each: those the stored figures are of.

    :raises BaselineError: if there are no stored figures.
    """
    return tuple(dict.fromkeys(row.scenario for row in read_baseline(usual()).rows if row.scenario))


def read_baseline(path: Path) -> Baseline:
    """Stored figures.

    :raises BaselineError: if the file is not there, too large, or no baseline.
    """
    try:
        found = msgspec.json.decode(read_ordinary(path, MOST_BYTES), type=Baseline)
    except UnreadableError as e:
        raise BaselineError(f"{_told(path)}: {e}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise BaselineError(f"{_told(path)}: no baseline of the bench: {e}") from None
    if found.format != FORMAT:
        raise BaselineError(f"{_told(path)}: a baseline of format {found.format}; this version reads format {FORMAT}")
    return found


def _told(path: Path) -> str:
    return plain(str(path), 300)


def write_baseline(path: Path, sampling: str, machine: dict[str, str], measures: Sequence[Measure]) -> None:
    """Store these figures; those of other scenarios and samplings the file already holds stay.

    :raises BaselineError: if there is a file that is no baseline.  :raises OutputError: if it cannot be written.
    """
    rows = {row.key: row for row in read_baseline(path).rows} if path.exists() else {}
    for m in measures:
        row = Row(
            sampling,
            m.scenario,
            m.name,
            round(m.median, 4),
            round(m.worst, 4),
            m.unit,
            m.samples,
            round(m.calibrator, 3),
        )
        rows[row.key] = row
    data = msgspec.json.encode(Baseline(FORMAT, machine, [rows[key] for key in sorted(rows)]))
    write_output(path, msgspec.json.format(data, indent=1) + b"\n")


def judge(measure: Measure, sampling: str, baseline: Baseline) -> Verdict | None:
    """How a figure compares with the stored one of the same name; None if there is none to compare it with."""
    wanted = (sampling, measure.scenario, measure.name)
    row = next((row for row in baseline.rows if row.key == wanted), None)
    if row is None or not measure.compared or row.unit != measure.unit or row.median <= 0:
        return None
    pace = measure.calibrator / row.calibrator if measure.calibrator and row.calibrator else 1.0
    expected = row.median * pace
    return Verdict(expected, measure.median / expected)
