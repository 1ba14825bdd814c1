"""What happened in the months of a turn on the East Front itself, to be read beside what happened on the map."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def _told() -> dict[str, dict[str, str]]:
    """The history by year and month."""
    return tomllib.loads(files(__package__).joinpath("history.toml").read_text(encoding="utf-8"))


def history(turn: str) -> str:
    """What happened in a turn of this name ("June 1941", "July/August 1942"); "" for one without a month of the war."""
    dates, _, year = turn.rpartition(" ")
    months = _told().get(year, {})
    return " ".join(months[word] for word in dates.replace("/", " ").split() if word in months)
