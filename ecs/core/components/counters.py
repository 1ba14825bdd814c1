"""What is marked on counters, one topic each."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.components.printed import HEX


@dataclass(slots=True, kw_only=True)
class Place:
    """Where a counter is: a board index, or -1 and the name of a box."""

    hex: int = field(default=-1, metadata=HEX)
    box: str = ""


@dataclass(slots=True, kw_only=True)
class Steps:
    """What is left of a unit: steps lost, and the class it has been converted to ("": as printed)."""

    lost: int = 0
    grade: str = ""


@dataclass(slots=True, kw_only=True)
class Disruption:
    """Whether the unit is Disrupted or Dispersed."""

    disrupted: bool = False


@dataclass(slots=True, kw_only=True)
class Concealment:
    """Whether the counter lies face down."""

    hidden: bool = False


@dataclass(slots=True, kw_only=True)
class SupplyState:
    """Supply as last judged.

    ``level``: 0 supplied, 1 out of supply, 2 isolated or surrounded.  ``dropped``: it landed from air or sea and still
    lives on what it carried; ``relieved``: in supply for now, whatever the marker says: fed from the air, or reached
    again while the present chit lasts; ``lost_cut_off``: it was isolated when it was eliminated.
    """

    level: int = 0
    dropped: bool = False
    relieved: bool = False
    lost_cut_off: bool = False

    @property
    def supplied(self) -> bool:
        """In supply when last judged?"""
        return self.level == 0


@dataclass(slots=True, kw_only=True)
class Marched:
    """What a unit has marched in this phase or chit.

    ``moved``: 0 not, 1 moved, 2 moved by a bonus after which it may not attack; ``hexes``: how far.
    """

    moved: int = 0
    hexes: int = 0


@dataclass(slots=True, kw_only=True)
class Assignment:
    """The attack a unit is assigned to: its hex (-1: none) and wave; ``allotted``: by the rules for its owner."""

    target: int = field(default=-1, metadata=HEX)
    wave: int = 0
    allotted: bool = False


@dataclass(slots=True, kw_only=True)
class Engagement:
    """The combat of a unit: ``fought``: it has taken part in a battle of this phase; ``landed``: it may not attack this
    turn; ``routed``: it fell back onto another stack in this segment and adds nothing to its defence."""

    fought: bool = False
    landed: bool = False
    routed: bool = False


@dataclass(slots=True, kw_only=True)
class Readiness:
    """``spent``: the unit may do nothing more: aircraft that flew, guns that fired, who dug in, sailed or just came."""

    spent: bool = False


@dataclass(slots=True, kw_only=True)
class Rebasing:
    """``based``: an air group or base has changed its place this turn."""

    based: bool = False
