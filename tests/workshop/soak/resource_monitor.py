"""Whether a program that runs for hours grows.  Memory, games, caches, threads, files, looked at from time to time."""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, median
from typing import Any

from ecs import Game
from ecs.engine.invariants import worlds_kept
from game.system.memory import resident

WARM = 0.25  # the part of a session that fills the caches
ENOUGH = 4  # samples after the warm-up
RISE = 1.05  # a second half that is no more than so many times the first is no growth
DRIFT = 1.0  # MB an hour below which a slope is no growth


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: hours of the session, memory in MB (0 if the system does not tell), and what is alive."""

    hours: float
    memory: float
    games: int
    worlds: int
    objects: int
    cached: int
    threads: int
    files: int


def look(hours: float) -> Sample:
    """Count now."""
    gc.collect()
    alive = gc.get_objects()
    games = sum(1 for thing in alive if isinstance(thing, Game))
    cached = sum(cache.cache_info().currsize for _, cache in caches())
    return Sample(hours, resident(), games, worlds_kept(), len(alive), cached, threading.active_count(), open_files())


def open_files() -> int:
    """Files this process holds open, or 0 if the system does not say."""
    try:
        return len(os.listdir("/proc/self/fd"))
    except OSError:
        return 0


def caches() -> Iterator[tuple[str, Any]]:
    """Answers remembered by functions of the game: (module and name, the cache)."""
    for module_name, module in sorted(sys.modules.items()):
        if module is not None and module_name.split(".")[0] in ("ecs", "game"):
            for name, thing in sorted(vars(module).items()):
                if callable(getattr(thing, "cache_info", None)) and thing.__module__ == module_name:
                    yield f"{module_name}.{name}", thing


def boundless() -> list[str]:
    """Caches that may grow without end; there should be none but of functions without arguments."""
    return [name for name, cache in caches() if cache.cache_info().maxsize is None]


def slope(samples: Sequence[Sample]) -> float:
    """MB an hour by which memory grew after the warm-up: the straight line nearest to the samples."""
    late = after_warm_up(samples)
    if len(late) < 2:
        return 0.0
    x, y = mean(s.hours for s in late), mean(s.memory for s in late)
    spread = sum((s.hours - x) ** 2 for s in late)
    return sum((s.hours - x) * (s.memory - y) for s in late) / spread if spread else 0.0


def after_warm_up(samples: Sequence[Sample]) -> list[Sample]:
    """The samples that count."""
    last = samples[-1].hours if samples else 0.0
    return [s for s in samples if s.hours >= WARM * last]


def halves(samples: Sequence[Sample]) -> tuple[float, float]:
    """Median MB in the first and in the second half of the time after the warm-up."""
    late = after_warm_up(samples)
    half = len(late) // 2
    return median(s.memory for s in late[:half]), median(s.memory for s in late[half:])


def grew(samples: Sequence[Sample]) -> bool:
    """Did memory grow after the warm-up, both by the slope and by its halves?"""
    if len(after_warm_up(samples)) < ENOUGH:
        return False
    first, second = halves(samples)
    return slope(samples) > DRIFT and second > first * RISE


def verdict(samples: Sequence[Sample]) -> str:
    """One sentence on growth after the warm-up."""
    late = after_warm_up(samples)
    if len(late) < ENOUGH:
        return "Too short to say whether memory grows."
    first, second = halves(samples)
    words = "Memory grew" if grew(samples) else "Memory did not grow"
    return (
        f"{words} after the warm-up: {slope(samples):+.2f} MB an hour; median {first:.1f} MB in the first half of it, "
        f"{second:.1f} MB in the second; most {max(s.memory for s in late):.1f} MB."
    )


def table(samples: Sequence[Sample]) -> list[str]:
    """All samples, in Markdown."""
    lines = ["| hours | memory, MB | games | their worlds | objects | answers kept | threads | files |"]
    lines.append("|--:" * 8 + "|")
    for s in samples:
        figures = f"{s.games} | {s.worlds} | {s.objects:,} | {s.cached:,} | {s.threads} | {s.files}"
        lines.append(f"| {s.hours:.2f} | {s.memory:.1f} | {figures} |")
    return lines
