"""Which of the things that have just happened are great, and the words for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ecs import Side, View
from ecs.core.events import Event, Moved
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.story import Happening, Kind, happenings_of, of

Rank = Literal["city", "destroyed", "pocket", "weather", "country"]

STRONG = (2, 3)  # part of its side's strongest unit, from which one unit's end is great
MANY_LOST = 3  # units of one side destroyed at one time
THE = {Side.AXIS: "the Axis", Side.SOVIET: "the Soviets"}


@dataclass(frozen=True, slots=True)
class Moment:
    """Something great that happened.

    ``title``: in a few words, ``text``: one sentence more, or "".  ``names``: the cities or units, the greatest first;
    ``total``: how many there are.  ``side``: who took the city, who lost the units, None for neither.  ``hex``: board
    index to look at, -1 for nowhere.  ``unit``: id of the unit to picture; ``weather``: as the game names it.
    """

    kind: Rank
    title: str
    text: str = ""
    names: tuple[str, ...] = ()
    total: int = 1
    side: Side | None = None
    hex: int = -1
    unit: str = ""
    weather: str = ""


def moments(events: Sequence[Event], view: View) -> tuple[Moment, ...]:
    """The great ones of events that one command brought about, the greatest first.

    :param events: as the side that looks on may see them.
    :param view: what that side sees after them.
    """
    told = [one for one in happenings_of(events, view) if one.great]
    found = [*_cities(told, events, view), *_countries(told), *pockets(told, view)]
    for side in Side:
        found += _dead(side, told, view)
    found += _weather(told)
    return merged(found)


def merged(found: Iterable[Moment]) -> tuple[Moment, ...]:
    """Cities taken by one side, and units lost by one side, told in one moment each."""
    kept: list[Moment] = []
    for moment in found:
        for at, other in enumerate(kept):
            if moment.kind == other.kind and moment.side is other.side and moment.kind in ("city", "destroyed"):
                if moment != other:
                    kept[at] = _together(other, moment)
                break
        else:
            kept.append(moment)
    return tuple(kept)


def _together(one: Moment, two: Moment) -> Moment:
    names = tuple(dict.fromkeys((*one.names, *two.names)))
    total = max(len(names), one.total + two.total - len({*one.names} & {*two.names}))
    both = replace(one, names=names, total=total, text="")
    return replace(both, title=_fallen(both) if one.kind == "city" else _lost(both))


def listed(names: Sequence[str], total: int, others: str) -> str:
    """ "A", "A and B", "A and 3 other cities"."""
    if total == 1:
        return names[0]
    return f"{names[0]} and {names[1]}" if total == 2 and len(names) == 2 else f"{names[0]} and {total - 1} {others}"


# -- cities ---------------------------------------------------------------------------------------


def _cities(told: Iterable[Happening], events: Sequence[Event], view: View) -> Iterable[Moment]:
    """Great places that changed hands; what fell and was retaken at once is as it was."""
    last = {one.hex: one for one in of(told, Kind.CITY)}
    for one in sorted(last.values(), key=lambda one: (-one.weight, -one.now)):
        spot = view.board.hexes[one.hex]
        moment = Moment("city", "", "", (spot.name or spot.label,), 1, one.side, one.hex)
        taker = _who_entered(one, events, view)
        text = f"{taker.name} marches in." if taker else ""
        yield replace(moment, title=_fallen(moment), text=text, unit=taker.id if taker else "")


def _fallen(moment: Moment) -> str:
    assert moment.side is not None
    have = "has" if moment.total == 1 else "have"
    return f"{listed(moment.names, moment.total, 'other cities')} {have} fallen to {THE[moment.side]}"


def _who_entered(one: Happening, events: Iterable[Event], view: View) -> UnitView | None:
    into = [e.unit for e in events if isinstance(e, Moved) and e.path and e.path[-1] == one.event.hex]
    units = [unit for name in into if (unit := view.unit(name)) is not None and unit.side is one.side]
    return units[0] if units else None


# -- units ----------------------------------------------------------------------------------------


def _dead(side: Side, told: Iterable[Happening], view: View) -> Iterable[Moment]:
    """Units of a side that are off the map, if one of them is among its strongest or there are many."""
    gone = [one for one in of(told, Kind.DESTROYED) if one.side is side]
    lost = [(unit, one) for one in gone if (unit := view.unit(one.units[0])) is not None]
    if not lost:
        return
    lost.sort(key=lambda pair: (-_strength(pair[0]), pair[0].id))
    strongest = max(_strength(unit) for unit in view.units if unit.side is side)
    part, whole = STRONG
    if len(lost) < MANY_LOST and whole * _strength(lost[0][0]) < part * strongest:
        return
    unit, first = lost[0]
    names = tuple(dict.fromkeys(dead.name for dead, _ in lost))
    text = first.event.text if len(lost) == 1 else ""
    moment = Moment("destroyed", "", text, names, len(lost), side, first.hex, unit.id)
    yield replace(moment, title=_lost(moment))


def _strength(unit: UnitView) -> int:
    """Of one in a box too: what it counts at the front."""
    return unit.attack + unit.defence


def _lost(moment: Moment) -> str:
    """ "4.A is destroyed", "4.A and 3 other units are destroyed"."""
    is_or_are = "is" if moment.total == 1 else "are"
    return f"{listed(moment.names, moment.total, 'other units')} {is_or_are} destroyed"


def pockets(told: Iterable[Happening], view: View) -> Iterable[Moment]:
    """Great pockets that were closed."""
    for one in of(told, Kind.POCKET):
        if one.great:
            where = nearest_place(view.board, one.hex)[0]
            near = f" near {where}" if where else ""
            text = f"{len(one.units)} units of {THE[one.side]} are cut off." if one.side else ""
            yield Moment("pocket", f"A pocket closes{near}", text, (), len(one.units), one.side, one.hex)


# -- the course of the war ------------------------------------------------------------------------


def _countries(told: Iterable[Happening]) -> Iterable[Moment]:
    for one in of(told, Kind.COUNTRY):
        if one.event.text:
            yield Moment("country", one.event.text.rstrip("."), names=(one.event.country,))


def _weather(told: Iterable[Happening]) -> Iterable[Moment]:
    """A change of the weather that holds everywhere; a zone's own is left to the log."""
    turned = [one.event for one in of(told, Kind.WEATHER) if not one.event.zone]
    if turned and turned[-1].weather != turned[0].before:
        event = turned[-1]
        yield Moment("weather", f"Weather: {event.weather}", event.text, weather=event.weather)
