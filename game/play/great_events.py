"""Which recent events are great, and the words for them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from ecs import Side, View
from ecs.core.events import ChitPlayed, Ended, Event, Moved
from ecs.core.unit_names import weather_words
from ecs.core.view import UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.story import ON_TRACKS, Fold, Happening, Kind, happenings_of, of

Rank = Literal["city", "destroyed", "pocket", "breakthrough", "weather", "country", "chit", "end"]
Size = Literal["card", "map", "window"]

STRONG = (2, 3)  # part of its side's strongest unit, from which one unit's end is great
MANY_LOST = 3  # units of one side destroyed at one time
ARMY_LOST = 6  # and so many that the map stops for it
THROUGH, SHARE = 2, 8  # mechanised units through one hole that are news: so many, or one in so many of their side
RARE = 3  # places at most that share the highest worth, and are told like a capital for it
THE = {Side.AXIS: "the Axis", Side.SOVIET: "the Soviets"}


@dataclass(frozen=True, slots=True)
class Moment:
    """Something great that happened.

    ``title``: in a few words, ``text``: one sentence more, or "".  ``names``: the cities or units, the greatest first,
    or how a chit came; ``total``: how many there are.  ``side``: who took the city, who lost the units, None for
    neither.  ``hex``: board index to look at, -1 for nowhere.  ``unit``: id of the unit to picture; ``weather``: as
    the game names it, ``was``: before.  ``size``: told on a card, over the map, or in the whole window.  ``freed``: the
    city was its taker's when the war began.  ``points``: by how much the taker's points changed.  ``chit``: id of the
    chit.  ``hexes``: board indices it is about.
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
    was: str = ""
    size: Size = "card"
    freed: bool = False
    points: int = 0
    chit: str = ""
    hexes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GreatCity:
    """A city as in great_cities.toml.  ``layers``: of its skyline, the farthest first."""

    capital: bool = False
    taken: str = ""
    retaken: str = ""
    layers: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def _cities_known() -> dict[str, GreatCity]:
    told = tomllib.loads(files(__package__).joinpath("great_cities.toml").read_text(encoding="utf-8"))
    return {
        name: GreatCity(
            city.get("capital", False), city.get("taken", ""), city.get("retaken", ""),
            (city["far"], city["middle"], city["near"]),
        )
        for name, city in told.items()
    }  # fmt: skip


def great_city(name: str) -> GreatCity:
    """The entry of a city; an unlisted one counts as any town."""
    known = _cities_known()
    return known.get(name, known["other"])


def moments(events: Sequence[Event], view: View, fold: Fold | None = None) -> tuple[Moment, ...]:
    """The great moments among the events of one command, the greatest first.

    :param events: as the side that looks on may see them.
    :param view: what that side sees after them.
    :param fold: has taken the events before them.
    """
    happened = happenings_of(events, view, fold)
    told = [one for one in happened if one.great]
    gained = {one.side: one.now - one.before for one in of(happened, Kind.POINTS)}
    cities = (replace(one, points=gained.get(one.side, 0)) for one in _cities(told, events, view))
    found = [*_end(told, view), *cities, *_countries(told), *pockets(told, view)]
    found += breakthroughs(happened, view)
    for side in Side:
        found += _dead(side, told, view)
    found += [*_weather(told), *_chits(told, view)]
    return merged(found)


def merged(found: Iterable[Moment]) -> tuple[Moment, ...]:
    """Moments with cities taken by one side, and units lost by one side, combined into one each."""
    kept: list[Moment] = []
    for moment in found:
        for at, other in enumerate(kept):
            alike = moment.kind == other.kind and moment.side is other.side and moment.size == other.size == "card"
            if alike and moment.kind in ("city", "destroyed"):
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
    """Great places that changed hands for good: one taken and retaken at once does not count."""
    last = {one.hex: one for one in of(told, Kind.CITY)}
    for one in sorted(last.values(), key=lambda one: (-one.weight, -one.now)):
        spot = view.board.hexes[one.hex]
        freed = spot.owner == (one.side.value if one.side else "")
        size: Size = "window" if is_capital(spot.name, one.now, view) else "card"
        moment = Moment("city", "", "", (spot.name or spot.label,), 1, one.side, one.hex, size=size, freed=freed)
        taker = _who_entered(one, events, view)
        text = f"{taker.long_name} marches in." if taker else ""
        yield replace(moment, title=_fallen(moment), text=text, unit=taker.id if taker else "")


def is_capital(name: str, worth: int, view: View) -> bool:
    """Is this one of the cities the war is about, by its name or its share of the points?"""
    most = max((line.points for line in view.score), default=0)
    return great_city(name).capital or (worth == most > 1 and sum(line.points == most for line in view.score) <= RARE)


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
    """Units of a side that are off the map, if they include one of its strongest or are many."""
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
    names = tuple(dict.fromkeys(dead.long_name for dead, _ in lost))
    text = _where_lost(side, first.hex, view) if len(lost) == 1 else ""
    size: Size = "map" if len(lost) >= ARMY_LOST else "card"
    where = tuple(dict.fromkeys(one.hex for _, one in lost if one.hex >= 0))
    moment = Moment("destroyed", "", text, names, len(lost), side, first.hex, unit.id, size=size, hexes=where)
    yield replace(moment, title=_lost(moment))


def _where_lost(side: Side, index: int, view: View) -> str:
    """ "Lost by the Soviets near Kiev."; without a place if there is no hex."""
    town, away = nearest_place(view.board, index) if index >= 0 else ("", 0)
    where = f" {'near' if away else 'at'} {town}" if town else ""
    return f"Lost by {THE[side]}{where}."


def _strength(unit: UnitView) -> int:
    """The strength of a unit at the front, also of one in a box."""
    return unit.attack + unit.defence


def _lost(moment: Moment) -> str:
    """ "4th Army is destroyed", "4th Army and 3 other units are destroyed"."""
    is_or_are = "is" if moment.total == 1 else "are"
    return f"{listed(moment.names, moment.total, 'other units')} {is_or_are} destroyed"


def pockets(told: Iterable[Happening], view: View) -> Iterable[Moment]:
    """Great pockets that were closed."""
    for one in of(told, Kind.POCKET):
        if one.great:
            town = nearest_place(view.board, one.hex)[0]
            near = f" near {town}" if town else ""
            text = f"{len(one.units)} units of {THE[one.side]} are cut off." if one.side else ""
            where = tuple(view.board.by_label[label] for label in one.event.hexes if label in view.board.by_label)
            found = Moment("pocket", f"A pocket closes{near}", text, (), len(one.units), one.side, one.hex)
            yield replace(found, size="map" if len(one.units) >= ARMY_LOST else "card", hexes=where)


def breakthroughs(happened: Iterable[Happening], view: View) -> Iterable[Moment]:
    """Holes in the front through which enough mechanised units of one side have gone in a turn: a card, and the whole
    map once it is twice as many."""
    for one in of(happened, Kind.THROUGH):
        team, few = on_tracks(one, view), breakthrough_from(one.side, view)
        if one.side is None or not team or team[-1].id != one.units[-1] or len(team) not in (few, 2 * few):
            continue
        names = tuple(unit.long_name for unit in team)
        text = f"{listed(names, len(names), 'other units')} {'is' if len(names) == 1 else 'are'} through."
        ends = tuple(unit.hex for unit in team if unit.hex >= 0)
        title = start_of(breaks_through(one.side, view, one.hex))
        found = Moment("breakthrough", title, text, names, len(team), one.side, one.hex, team[0].id)
        yield replace(found, size="map" if len(team) > few else "card", hexes=(one.hex, *ends))


def breakthrough_from(side: Side | None, view: View) -> int:
    """How many mechanised units of a side through one hole make a breakthrough."""
    there = sum(unit.side is side and unit.hex >= 0 and unit.symbol in ON_TRACKS for unit in view.units)
    return max(THROUGH, there // SHARE)


def broken_through(happened: Iterable[Happening], view: View) -> list[Happening]:
    """For every hole with enough mechanised units through it, the last that went through."""
    last = {(one.side, one.units[0], one.turn): one for one in of(happened, Kind.THROUGH)}
    return [one for one in last.values() if len(on_tracks(one, view)) >= breakthrough_from(one.side, view)]


def on_tracks(one: Happening, view: View) -> list[UnitView]:
    """The mechanised units among those of a happening."""
    known = (view.unit(name) for name in one.units)
    return [unit for unit in known if unit is not None and unit.symbol in ON_TRACKS]


def breaks_through(side: Side, view: View, index: int) -> str:
    """ "the Axis breaks through near Minsk": `index` is the board index of the hole."""
    town = nearest_place(view.board, index)[0]
    verb = "breaks" if side is Side.AXIS else "break"
    return f"{THE[side]} {verb} through{f' near {town}' if town else ''}"


def start_of(words: str) -> str:
    """Words with a capital for the start of a sentence."""
    return words[:1].upper() + words[1:]


# -- the course of the war ------------------------------------------------------------------------


def _countries(told: Iterable[Happening]) -> Iterable[Moment]:
    for one in of(told, Kind.COUNTRY):
        if one.event.text:
            yield Moment("country", one.event.text.rstrip("."), names=(one.event.country,), hex=one.hex)


def _weather(told: Iterable[Happening]) -> Iterable[Moment]:
    """A change of the weather everywhere; a single zone's is left to the log."""
    turned = [one.event for one in of(told, Kind.WEATHER) if not one.event.zone]
    if turned and turned[-1].weather != turned[0].before:
        event = turned[-1]
        now = weather_words(event.weather)
        told_of = Moment("weather", f"The weather turns: {now}", event.text, weather=now)
        yield replace(told_of, was=weather_words(turned[0].before))


def _chits(told: Iterable[Happening], view: View) -> Iterable[Moment]:
    """The chit that last came into play: its side, its effect, and its headquarters."""
    played = [one.event for one in told if isinstance(one.event, ChitPlayed)]
    chit = next((c for c in view.chits if played and c.id == played[-1].chit and c.state == "now"), None)
    if chit is None:
        return
    led = tuple(unit.hex for name in chit.units if (unit := view.unit(name)) is not None and unit.hex >= 0)
    where = led[0] if led else -1
    how = (played[-1].how,)
    yield Moment("chit", chit.name, chit.text, how, side=chit.side, hex=where, size="map", chit=chit.id, hexes=led)


def _end(told: Iterable[Happening], view: View) -> Iterable[Moment]:
    """The game is over."""
    if view.result is not None and any(isinstance(one.event, Ended) for one in told):
        yield Moment("end", view.result.text, side=view.result.winner, size="window")
