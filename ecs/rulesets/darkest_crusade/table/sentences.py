"""What the log says of each kind of event."""

from __future__ import annotations

from ecs.core import events
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.campaign.victory import RESULTS
from ecs.systems import deployment
from ecs.systems import sentences as shared
from ecs.systems.sentences import Says, SaysBy, place_name, unit_name, unit_names, up_to

WEATHER = {
    "Good": "Good weather: Blitzkrieg follows the battles, and fire does not shift.",
    "Mud": "Mud: no Blitzkrieg. All fire shifts two columns down, except in defence of cities and towns.",
    "Snow": "Snow: rivers, lakes and swamps freeze. Axis fire shifts two columns down outside cities and towns.",
}
STATES = {
    "offmap": "{unit} produces again beyond the Urals.",
    "packed": "{unit} packs up and stops producing.",
    "transit": "{unit} leaves {hex} for the east.",
    "lost": "{unit} is lost.",
    "emplaced": "{unit} digs in its guns at {hex}.",
    "fortified": "{unit} fortifies {hex}.",
    "unfortified": "{unit} leaves its fortifications.",
    "breached": "{unit} loses its fortifications.",
    "revealed": "{unit} turns face up at {hex}.",
}
DISBANDED = Says("{unit} disbands at {hex}.")
ARRIVALS = {"reinforcement": "arrives", "replacement": "returns", "reserve": "enters"}


def _moved(w: World, e: events.Moved) -> str:
    name, end = unit_name(w, e.unit), place_name(w, e.path[-1])
    if e.how == "sea":
        return f"{name} lands at {end}."
    if e.how != "move":
        return shared.travelled(w, e)
    return f"{name} moves to {end}{', using its bonus hex' if e.bonus else ''}."


def _arrived(w: World, e: events.Arrived) -> str:
    state = ", Disrupted" if e.disordered else ""
    return f"{unit_name(w, e.unit)} {ARRIVALS[e.source]} at {place_name(w, e.path[-1])}{state}."


def _destroyed(w: World, e: events.Destroyed) -> str:
    if e.cause is events.Cause.DISBANDED:
        return DISBANDED(w, e)
    return shared.destroyed(w, e)


def _declared(w: World, e: events.Declared) -> str:
    name = unit_name(w, e.unit)
    if e.back:
        return f"{name} leaves the attack."
    return f"{name} attacks {place_name(w, e.hex)}{f' (wave {e.wave})' if e.wave > 1 else ''}."


def _battle(w: World, e: events.BattleBegan) -> str:
    theirs = unit_names(w, e.defenders) or "the city alone"
    return f"Battle for {place_name(w, e.hex)}: {unit_names(w, e.attackers)} against {theirs}."


def _fired(w: World, e: events.Fired) -> str:
    pressed = f", pressed by {e.press}" if e.press else ""
    dice = " ".join(map(str, e.faces)) or "none"
    fire = f"Round {e.round}, {e.side} fire: strength {e.strength}, column {e.column}{pressed}, die {dice}"
    return f"{fire}: {e.hits} {'hit' if e.hits == 1 else 'hits'}."


def _rolled(w: World, e: events.Rolled) -> str:
    (die,) = e.faces
    if e.what == "weather":
        return f"Weather: die {die}, {e.result}."
    if e.what == "sea":
        return f"{unit_name(w, e.unit)} sails for {place_name(w, e.hex)}: die {die}, sunk on {up_to(e.limit)}."
    return f"Siberian gamble: die {die}, lost on {up_to(e.limit)}."


def _income(w: World, e: events.Income) -> str:
    points, hand = dict(e.points), dict(e.hand)
    words = f"infantry factors {points['infantry']}, tank factors {points['tank']} ({hand['tank']} in hand)"
    return f"Soviet income: {words}{deployment.words(points)}."


SENTENCES: events.Sentences = {
    events.Advanced: Says("{unit} advances to {end}."),
    events.Arrived: _arrived,
    events.BattleBegan: _battle,
    events.BorderOpened: Says("The Axis attacks out of Romania. The Soviets may now attack into it."),
    events.CalledOff: Says("The attackers call off the battle for {hex}."),
    events.Captured: shared.captured,
    events.Changed: SaysBy("state", STATES),
    events.Cleared: Says("The attackers clear {hex}."),
    events.Converted: Says("{into} relieves {unit} at {hex}."),
    events.CutOff: shared.cut_off,
    events.Declared: _declared,
    events.Destroyed: _destroyed,
    events.Disordered: Says("{unit} is Disrupted."),
    events.Ended: shared.ended(RESULTS),
    events.Fired: _fired,
    events.Income: _income,
    events.Joined: Says("{unit} joins the battle for {hex}."),
    events.Lapsed: Says("No defender is left at {hex}: no battle."),
    events.Moved: _moved,
    events.Recovered: shared.recovered,
    events.Relieved: shared.relieved,
    events.ReserveCalled: shared.reserve_called,
    events.Retreated: lambda w, e: f"{unit_name(w, e.unit)} retreats to {place_name(w, e.path[-1])}.",
    events.Rolled: _rolled,
    events.WeatherTurned: SaysBy("weather", WEATHER),
}
