"""What the log says of each kind of event."""

from __future__ import annotations

from ecs.core.events import (
    Advanced,
    Arrived,
    BattleBegan,
    BorderOpened,
    CalledOff,
    Captured,
    Cause,
    Changed,
    Cleared,
    Converted,
    CutOff,
    Declared,
    Destroyed,
    Disordered,
    Ended,
    Fired,
    Income,
    Joined,
    Lapsed,
    Moved,
    Recovered,
    Relieved,
    ReserveCalled,
    Retreated,
    Rolled,
    Sentences,
    WeatherTurned,
)
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.campaign.victory import RESULTS
from ecs.systems import sentences as shared
from ecs.systems import setup
from ecs.systems.sentences import place_name, unit_name, unit_names

WEATHER = {
    "Good": "Good weather: Blitzkrieg after the battles; no shifts.",
    "Mud": "Mud: no Blitzkrieg; every fire two columns down, except for defenders of cities and towns.",
    "Snow": "Snow: rivers, lakes and swamps frozen; Axis fire two columns down outside cities and towns.",
}
STATES = {
    "offmap": "{unit} produces again beyond the Urals.",
    "packed": "{unit} at {place} is packed and stops producing.",
    "transit": "{unit} leaves {place} for the east.",
    "lost": "{unit} is lost.",
    "emplaced": "{unit} is emplaced at {place}.",
    "fortified": "{unit} fortifies {place}.",
    "unfortified": "{unit} leaves its fortifications.",
    "breached": "The fortification of {unit} is destroyed.",
    "revealed": "{unit} is revealed at {place}.",
}
ARRIVALS = {"reinforcement": "arrives", "replacement": "is raised", "reserve": "enters"}


def _moved(w: World, e: Moved) -> str:
    name, end = unit_name(w, e.unit), place_name(w, e.path[-1])
    if e.how == "sea":
        return f"{name} lands at {end}."
    if e.how != "move":
        return shared.travelled(w, e)
    return f"{name} moves {e.path[0]}–{end}{' by bonus' if e.bonus else ''}."


def _arrived(w: World, e: Arrived) -> str:
    state = ", Disrupted" if e.disordered else ""
    return f"{unit_name(w, e.unit)} {ARRIVALS[e.source]} at {place_name(w, e.path[-1])}{state}."


def _retreated(w: World, e: Retreated) -> str:
    return f"{unit_name(w, e.unit)} retreats {e.path[0]}–{place_name(w, e.path[-1])}."


def _advanced(w: World, e: Advanced) -> str:
    return f"{unit_name(w, e.unit)} advances to {place_name(w, e.path[-1])}."


def _changed(w: World, e: Changed) -> str:
    return STATES[e.state].format(unit=unit_name(w, e.unit), place=place_name(w, e.hex) if e.hex else "")


def _converted(w: World, e: Converted) -> str:
    return f"{unit_name(w, e.unit)} at {place_name(w, e.hex)} is relieved by {unit_name(w, e.into)}."


def _destroyed(w: World, e: Destroyed) -> str:
    if e.cause is Cause.DISBANDED:
        return f"{unit_name(w, e.unit)} at {place_name(w, e.hex)} is disbanded."
    return shared.destroyed(w, e)


def _disrupted(w: World, e: Disordered) -> str:
    return f"{unit_name(w, e.unit)} is Disrupted: {e.why}."


def _declared(w: World, e: Declared) -> str:
    name = unit_name(w, e.unit)
    if e.back:
        return f"{name} is taken out of the attack."
    return f"{name} attacks {place_name(w, e.hex)}{f' (wave {e.wave})' if e.wave > 1 else ''}."


def _battle(w: World, e: BattleBegan) -> str:
    theirs = unit_names(w, e.defenders) or "the place itself"
    return f"Battle for {place_name(w, e.hex)}: {unit_names(w, e.attackers)} against {theirs}."


def _joined(w: World, e: Joined) -> str:
    return f"{unit_name(w, e.unit)} joins the battle for {place_name(w, e.hex)}."


def _fired(w: World, e: Fired) -> str:
    pressed = f", pressed by {e.press}" if e.press else ""
    dice = " ".join(map(str, e.faces)) or "none"
    fire = f"Round {e.round}, {e.side} fire: strength {e.strength}, column {e.column}{pressed}, die {dice}"
    return f"{fire}: {e.hits} {'hit' if e.hits == 1 else 'hits'}."


def _cleared(w: World, e: Cleared) -> str:
    return f"{place_name(w, e.hex)} is cleared."


def _called_off(w: World, e: CalledOff) -> str:
    return f"The attack on {place_name(w, e.hex)} is called off."


def _lapsed(w: World, e: Lapsed) -> str:
    return f"The attack on {place_name(w, e.hex)} lapses: nobody is left there."


def _rolled(w: World, e: Rolled) -> str:
    (die,) = e.faces
    if e.what == "weather":
        return f"Weather roll {die}: {e.result}."
    if e.what == "sea":
        return f"{unit_name(w, e.unit)} sails for {place_name(w, e.hex)}: die {die}, sunk on 1–{e.limit}."
    return f"Siberian gamble: die {die}, lost on 1–{e.limit}."


def _income(w: World, e: Income) -> str:
    points, hand = dict(e.points), dict(e.hand)
    words = f"{points['infantry']} infantry, {points['tank']} tank factors ({hand['tank']} in hand)"
    return f"Soviet income: {words}{setup.words(points)}."


def _weather(w: World, e: WeatherTurned) -> str:
    return WEATHER[e.weather]


def _border(w: World, e: BorderOpened) -> str:
    return "The Axis has attacked out of Rumania: the Soviets may now attack into it."


SENTENCES: Sentences = {
    Advanced: _advanced,
    Arrived: _arrived,
    BattleBegan: _battle,
    BorderOpened: _border,
    CalledOff: _called_off,
    Captured: shared.captured,
    Changed: _changed,
    Cleared: _cleared,
    Converted: _converted,
    CutOff: shared.cut_off,
    Declared: _declared,
    Destroyed: _destroyed,
    Disordered: _disrupted,
    Ended: shared.ended(RESULTS),
    Fired: _fired,
    Income: _income,
    Joined: _joined,
    Lapsed: _lapsed,
    Moved: _moved,
    Recovered: shared.recovered,
    Relieved: shared.relieved,
    ReserveCalled: shared.reserve_called,
    Retreated: _retreated,
    Rolled: _rolled,
    WeatherTurned: _weather,
}
