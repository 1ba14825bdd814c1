"""What the log says of each kind of event."""

from __future__ import annotations

from ecs.core import events
from ecs.core.components import Side
from ecs.core.unit_names import signed
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign.replacements import purse_text
from ecs.rulesets.war_against_russia.campaign.victory import RESULTS
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_air
from ecs.systems import deployment
from ecs.systems import sentences as shared
from ecs.systems.combat.losses import defenders
from ecs.systems.sentences import Says, place_name, unit_name, unit_names, up_to

WEATHER = {
    "Good": "full movement, all aircraft fly.",
    "Mud": "short moves, no roads but the Moscow highway, most aircraft grounded.",
    "Hard Frost": "same as Good weather.",
    "Snow": "rivers, lakes and swamps freeze. The Axis moves slowly, most aircraft are grounded.",
    "Subarctic": "same as Snow. North-east of the line, Soviet attacks gain a column, except on cities and towns.",
}


def _arrived(w: World, e: events.Arrived) -> str:
    verb = "returns" if e.source == "replacement" else "arrives"
    return f"{unit_name(w, e.unit)} {verb} at {place_name(w, e.path[-1])}{', Dispersed' if e.disordered else ''}."


def _mustered(w: World, e: events.Mustered) -> str:
    names = unit_names(w, e.units)
    if e.source == "air":
        whose = "Soviet" if e.side is Side.SOVIET else "German"
        return f"{whose} air units ready: {names}." if names else f"No {whose} air unit flies this turn."
    if e.source == "return":
        return f"German allies rebuilt: {names}."
    if e.source == "reserve":
        return f"From Siberia: {names}."
    return f"{'Soviet' if e.side is Side.SOVIET else 'Axis'} reinforcements: {names}."


def _declared(w: World, e: events.Declared) -> str:
    name = unit_name(w, e.unit)
    if is_air(w.by_id[e.unit]):
        return f"{name} stays at its base." if e.back else f"{name} supports the attack on {place_name(w, e.hex)}."
    if e.back:
        return f"{name} leaves the attack."
    return f"{name} attacks {place_name(w, e.hex)}{f' in wave {e.wave}' if e.wave > 1 else ''}."


def _battle(w: World, e: events.BattleBegan) -> str:
    ours = unit_names(w, (*e.attackers, *e.support))
    theirs = unit_names(w, e.defenders) or "the city’s militia"
    return f"Attack on {place_name(w, e.hex)}: {ours} against {theirs}, {e.factors[0]} to {e.factors[1]}, {e.odds}."


def _attacked(w: World, e: events.Attacked) -> str:
    shifts = "".join(f", {words} {signed(amount)}" for words, amount in e.modifiers)
    codes = f"{e.plain}, " if e.result == e.plain else f"{e.plain} becomes {e.result}, "
    shown = codes.replace("becomes -, ", "becomes ").removeprefix("-, ")
    return f"{e.odds}{shifts}; die {e.faces[0]}: {shown}{_meaning(w, e.result)}."


def _meaning(w: World, code: str) -> str:
    effect = rules(w).result[code]
    if defenders(w) or effect.attackers:
        return effect.text
    return "the militia gives way" if code in rules(w).exchange.intrinsic_falls else "the militia holds"


def _rolled(w: World, e: events.Rolled) -> str:
    (die,) = e.faces
    if e.what == "weather":
        return f"Weather die {die}: {e.result} (Good on {up_to(e.limit)})."
    return f"Siberian gamble: die {die}, lost on {up_to(e.limit)}."


def _result_changed(w: World, e: events.ResultChanged) -> str:
    if e.why == "declined":
        return f"The defenders of {place_name(w, e.hex)} refuse the exchange."
    return f"The attackers cannot pay for an exchange. The result becomes {e.now}."


def _stand(w: World, e: events.StandOrdered) -> str:
    if not e.units:
        return "No Retreat! All Soviet units stand fast until their next turn."
    names = " and ".join(unit_name(w, unit) for unit in e.units)
    return f"{names} {'stands' if len(e.units) == 1 else 'stand'} fast at {place_name(w, e.hex)}."


def _income(w: World, e: events.Income) -> str:
    whose = "German" if e.side is Side.AXIS else "Soviet"
    return f"{whose} replacements: {purse_text(dict(e.hand))} in hand{deployment.words(dict(e.points))}."


def _weather(w: World, e: events.WeatherTurned) -> str:
    month = rules(w).turn[min(w.clock.turn, len(rules(w).turn) - 1)].name
    return f"{month}, {e.weather}: {WEATHER[e.weather]}"


SENTENCES: events.Sentences = {
    **shared.JOURNEYS,
    events.Arrived: _arrived,
    events.Attacked: _attacked,
    events.BattleBegan: _battle,
    events.BorderOpened: Says("The Axis attacks out of Romania at {hex}. The Soviets may now enter it."),
    events.Captured: shared.captured,
    events.Changed: Says("{unit} supplies {hex} by air."),
    events.Cleared: Says("The militia of {hex} is beaten."),
    events.CutOff: shared.cut_off,
    events.Declared: _declared,
    events.Destroyed: shared.destroyed,
    events.Disordered: Says("{unit} is Dispersed at {hex}."),
    events.Ended: shared.ended(RESULTS),
    events.Income: _income,
    events.Mustered: _mustered,
    events.Recovered: shared.recovered,
    events.Relieved: shared.relieved,
    events.ReserveCalled: shared.reserve_called,
    events.ResultChanged: _result_changed,
    events.Rolled: _rolled,
    events.StandOrdered: _stand,
    events.WeatherTurned: _weather,
}
