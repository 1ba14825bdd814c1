"""What does the costliest map cost, of those that are accepted and of those that are refused?

    python -m tests.hostile_input.costliest_map         every knob alone, and 200 maps with several turned at once
    python -m tests.hostile_input.costliest_map --together 1000 --seed 9

Each map (``costly_maps.py``) is checked in a process of its own, and its processor time and memory are taken.  None may
take more than SECONDS or MEGABYTES, none may end in an error, and a refusal is a plain sentence that names the file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from game.cli.lookup.check import faults_of
from game.system.memory import peak, resident
from tests import ROOT
from tests.hostile_input import costly_maps
from tests.hostile_input.costly_maps import Knobs
from tests.hostile_input.harm import MEGABYTES, SECONDS, bound, in_time, unkind
from tests.kits.patience import slowness, spent

BARE = 60  # megabytes of a program that has read nothing: whoever forks a twin of itself may have far more


@dataclass(frozen=True, slots=True)
class Cost:
    """What reading a map came to: processor time in seconds of a machine at rest, megabytes, and what was said."""

    name: str
    seconds: float
    megabytes: float
    faults: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return not self.faults

    @property
    def harm(self) -> str:
        """What must not be; "" if nothing."""
        if self.seconds > SECONDS or self.megabytes > MEGABYTES:
            return f"{self.name}: {self.seconds:.1f} s and {self.megabytes:.0f} MB"
        return next((f"{self.name}: {why}" for text in self.faults if (why := unkind(text, Path("costly.tmx")))), "")


def cost_of(name: str, path: Path) -> Cost:
    """Check a map in a twin of this process."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writer, json.dumps(_measured(path)).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    if not told:
        return Cost(name, float("inf"), float("inf"), ())
    seconds, megabytes, faults = json.loads(told)
    return Cost(name, seconds / slowness(), megabytes, tuple(faults))


def _measured(path: Path) -> tuple[float, float, list[str]]:
    bound()
    begun, had = spent(), resident()
    with in_time():
        faults = faults_of(path)
    return spent() - begun, peak() - had + BARE, [fault[:900] for fault in faults[:9]]


def costs(made: Iterable[tuple[str, Knobs]], folder: Path) -> Iterable[Cost]:
    """What each of these maps costs."""
    faults_of(ROOT / "maps" / "western_russia.tmx")  # what reading any map loads is loaded before
    for name, knobs in made:
        yield cost_of(name, costly_maps.write(folder, knobs))


def worst(found: Sequence[Cost]) -> list[str]:
    """The costliest of those accepted and of those refused, by time and by memory."""
    lines = []
    for sound, word in ((True, "accepted"), (False, "refused")):
        alike = [cost for cost in found if cost.sound is sound]
        if alike:
            slow = max(alike, key=lambda cost: cost.seconds)
            large = max(alike, key=lambda cost: cost.megabytes)
            lines.append(
                f"{len(alike)} {word}; at most {slow.seconds:.2f} s ({slow.name}), "
                f"{large.megabytes:.0f} MB ({large.name})"
            )
    return lines


def main(argv: Iterable[str] | None = None) -> int:
    """Measure them; 1 if any costs too much."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile_input.costliest_map", description="Measure the costliest maps."
    )
    parser.add_argument("--together", type=int, default=200, help="how many maps with several numbers turned up")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(None if argv is None else list(argv))
    found = []
    with TemporaryDirectory() as folder:
        made = [*costly_maps.alone(), *costly_maps.together(args.together, args.seed)]
        for cost in costs(made, Path(folder)):
            found.append(cost)
            if cost.harm:
                print(cost.harm, flush=True)
    print("\n".join(worst(found)), flush=True)
    return int(any(cost.harm for cost in found))


if __name__ == "__main__":
    sys.exit(main())
