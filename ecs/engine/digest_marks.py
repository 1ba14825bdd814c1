"""The digests of a game, kept at the start of every phase."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """A digest at the start of a phase: after ``commands`` commands."""

    commands: int
    turn: int
    phase: str
    digest: str
