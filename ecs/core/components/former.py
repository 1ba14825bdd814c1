"""The layout in which digests tell a position, and in which older versions wrote positions down.

Marks may be shared out anew among kinds as the rules grow clearer; what a digest or an older save calls by its former
name is found here, so that digests of equal positions stay equal for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from ecs.core.components.counters import Assignment, Engagement, Marched, Readiness, Rebasing, SupplyState
from ecs.core.components.table import (
    AdvanceUnderway,
    Battle,
    CombatRoll,
    CounterInHand,
    Flags,
    Garrison,
    GarrisonStand,
    Ground,
    LossesOwed,
    MapMarker,
    Replacements,
    RetreatUnderway,
    Tallies,
    Transport,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a former field stands today: the kind of mark and its field; ``made``: the value of today out of the former
    one; ``told``: the former one out of that of today; None where they are the same."""

    kind: type
    name: str
    made: Callable[[Any], Any] | None = None
    told: Callable[[Any], Any] | None = None

    @property
    def default(self) -> Any:
        """The former value where nothing is written."""
        found = next(f.default for f in fields(self.kind) if f.name == self.name)
        return found if self.told is None else self.told(found)


@dataclass(frozen=True, slots=True)
class Gathered:
    """A former field of the table that told of markers, which have marks of their own today.

    ``kind``: of the markers; ``names``: what was told of each, sorted, if it lay on a hex: one field, or a row of some.
    """

    kind: type[MapMarker]
    names: tuple[str, ...]

    def told(self, markers: Sequence[MapMarker]) -> tuple[Any, ...]:
        """The former value."""
        read = attrgetter(*self.names)
        return tuple(sorted(read(m) for m in markers if m.hex >= 0))

    def made(self, value: Sequence[Any], markers: int) -> list[dict[str, Any]]:
        """What the former value writes on so many markers.

        :raises LookupError: if it tells of more.
        """
        if len(value) > markers:
            raise LookupError(f"{len(value)} of {markers} {self.kind.__name__}")
        rows = [row if len(self.names) > 1 else (row,) for row in value]
        laid = [dict(zip(self.names, row, strict=True)) for row in rows]
        return laid + [{f.name: f.default for f in fields(self.kind)}] * (markers - len(laid))


@dataclass(frozen=True, slots=True)
class FormerField:
    """A field of a kind of mark as it was: its value where nothing is written, and where it stands: of several places
    the first whose kind the entity has, or in the marks of all markers of a kind."""

    default: Any
    places: tuple[Standing, ...] = ()
    gathered: Gathered | None = None


Fields = Mapping[str, FormerField]


@dataclass(frozen=True, slots=True)
class FormerMarks:
    """A kind of mark that is no more, or has lost fields.

    ``name``: of the kind; ``on``: a kind of today that every entity has which had that one; ``fields``: all it had, in
    the order in which they are told.
    """

    name: str
    on: type
    fields: Fields


Layout = tuple[type | FormerMarks, ...]
"""The kinds of mark as digests tell them, in order."""


def moved_to(kind: type, *names: str, **renamed: str) -> Fields:
    """Fields that stand in a kind now, by the same name or (old=new) another."""
    places = {name: Standing(kind, name) for name in names} | {old: Standing(kind, new) for old, new in renamed.items()}
    return {name: FormerField(place.default, (place,)) for name, place in places.items()}


def converted(field: str, place: Standing) -> Fields:
    """A field whose values are others now."""
    return {field: FormerField(place.default, (place,))}


def gathered(field: str, kind: type[MapMarker], *names: str) -> Fields:
    """A field that told of all markers of a kind: where they lie, or some fields of each."""
    return {field: FormerField((), gathered=Gathered(kind, names or ("hex",)))}


def unused(**defaults: Any) -> Fields:
    """Fields that this game never wrote in."""
    return {name: FormerField(value) for name, value in defaults.items()}


def rather(usual: Fields, special: Fields) -> Fields:
    """Fields that stand in special kinds where an entity has them, else where they usually do."""
    mixed = {
        name: FormerField(usual[name].default, found.places + usual[name].places) for name, found in special.items()
    }
    return {**usual, **mixed}


def in_order(order: str, *parts: Fields) -> Fields:
    """The fields in the order in which they are told, each from the part that knows of it."""
    known = {name: found for part in parts for name, found in part.items()}
    return {name: known[name] for name in order.split()}


# -- what several games had -----------------------------------------------------------------------------------

GROUND = FormerMarks(
    "Ground",
    Ground,
    in_order("control garrisoned drawn", moved_to(Ground, "control"), moved_to(Garrison, "garrisoned", "drawn")),
)
CLASH = FormerMarks(
    "Clash",
    Battle,
    in_order(
        "hex attackers defenders came_from odds drm die code defender_owes attacker_owes again fleeing paces trail"
        " ahead emptied german_bled asked stood",
        moved_to(Battle, "hex", "attackers", "defenders", "came_from"),
        moved_to(CombatRoll, "odds", "drm", "die", "code", "again"),
        moved_to(LossesOwed, "defender_owes", "attacker_owes", "german_bled"),
        moved_to(RetreatUnderway, "fleeing", "paces", "trail"),
        moved_to(AdvanceUnderway, "ahead", "emptied"),
        moved_to(GarrisonStand, "asked", "stood"),
    ),
)


def campaign(*own: Fields) -> FormerMarks:
    """The counts of the whole war, with what only some games had."""
    return FormerMarks(
        "Campaign",
        Replacements,
        in_order(
            "infantry panzer allies hungary factors rail sea tally works void forts partisans orders flags missed"
            " result lifted fed voyages",
            unused(works=(), void=(), forts=(), partisans=(), orders=(), missed=0, fed=-1),
            moved_to(Replacements, "infantry", "panzer", "allies", "hungary", "factors"),
            moved_to(Transport, "rail", "sea", "voyages"),
            moved_to(Tallies, "tally"),
            moved_to(Flags, "flags"),
            moved_to(Verdict, "result"),
            moved_to(CounterInHand, "lifted"),
            *own,
        ),
    )


def duty(*own: Fields) -> FormerMarks:
    """What a unit with steps may do and has done."""
    return FormerMarks(
        "Duty",
        Marched,
        in_order(
            "active moved fought target done based supply dropped rooted lost_cut_off landed relieved rolled routed",
            unused(active=False, rooted=False, rolled=0),
            converted("moved", Standing(Marched, "moved", int, bool)),
            moved_to(Assignment, "target"),
            moved_to(Engagement, "fought", "landed", "routed"),
            moved_to(Readiness, done="spent"),
            moved_to(Rebasing, "based"),
            moved_to(SupplyState, "dropped", "lost_cut_off", "relieved", supply="level"),
            *own,
        ),
    )


def activity(*own: Fields) -> FormerMarks:
    """What a unit that can be disrupted has done."""
    return FormerMarks(
        "Activity",
        Marched,
        in_order(
            "moved target wave fought idle hurt was_disrupted attacked struck",
            unused(hurt=0, was_disrupted=False, attacked=False, struck=False),
            moved_to(Marched, "moved"),
            moved_to(Assignment, "target", "wave"),
            moved_to(Engagement, "fought"),
            moved_to(Readiness, idle="spent"),
            *own,
        ),
    )
