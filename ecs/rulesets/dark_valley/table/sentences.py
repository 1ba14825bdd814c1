"""What the log says of each kind of event."""

from __future__ import annotations

from fractions import Fraction

from ecs.core import events
from ecs.core.components import Side
from ecs.core.unit_names import printed, signed
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign import victory
from ecs.rulesets.dark_valley.campaign.fortifications import STRONG, WORKS
from ecs.rulesets.dark_valley.combat.battle import MEANING
from ecs.rulesets.dark_valley.combat.bombardment import bombards
from ecs.rulesets.dark_valley.data.chits import NAMES, side_of
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, kind, mf
from ecs.rulesets.dark_valley.ground.supply import WORDS
from ecs.systems import deployment
from ecs.systems.combat.odds import mixed
from ecs.systems.sentences import (
    JOURNEYS,
    Says,
    captured,
    destroyed,
    die_read,
    ended,
    place_name,
    step_lost,
    travelled,
    unit_name,
    unit_names,
    up_to,
)

# -- counters that come and go --------------------------------------------------------------------------------

JOURNEY_WORDS = {
    "base": "{unit} flies from {start} to {end}.",
    "fly-out": "{unit} flies out of the pocket at {start} to {end}.",
    "drop": "{unit} lands at {end}.",
    "landing": "{unit} lands at {end}.",
    "sea": "{unit} sails to {end}.",
    "depot-back": "{unit} moves back from {start} to {end}.",
    "displaced": "{unit} escapes from {start} to {end}.",
}


def moved(w: World, event: events.Moved) -> str:
    """How a counter went from hex to hex."""
    return (Says(JOURNEY_WORDS[event.how]) if event.how in JOURNEY_WORDS else travelled)(w, event)


COMES = {"return": "returns", "raised": "is rebuilt", "finland": "marches on Leningrad"}


def arrived(w: World, event: events.Arrived) -> str:
    """Who has come, and where; a depot that was captured is set up again."""
    name = unit_name(w, event.unit)
    if not event.path:
        return f"{name} {COMES[event.source]}."
    return f"{name} {'is back' if event.source == 'return' else 'arrives'} at {place_name(w, event.path[-1])}."


def converted(w: World, event: events.Converted) -> str:
    """What a unit has become: another class, factors, several units, part of another, its cadre."""
    unit, name = w.by_id[event.unit], unit_name(w, event.unit)
    if event.factors:
        return f"{name} disbands for {event.factors} replacement factors."
    if event.made:
        return f"{name} splits at {place_name(w, event.hex)} into {unit_names(w, event.made)}."
    if event.parts:
        parts = unit_names(w, (event.unit, *event.parts))
        return f"{parts} form {unit_name(w, event.into)} at {place_name(w, event.hex)}."
    if event.into in w.by_id:
        return f"{name} at {place_name(w, event.hex)} becomes the cadre of {unit_name(w, event.into)}."
    return f"{name} converts to {'an' if cf(unit) == 8 else 'a'} {cf(unit)}-{mf(unit)} {kind(unit).name}."


STATES = {
    "captured": "{unit} captured.",
    "displaced": "{unit} finds no safe hex near {hex} and leaves the map.",
    "feeding": "{unit} supplies the pocket at {hex} by air.",
    "ready": "{unit} is Ready at {hex}.",
    "refitted": "{unit} is back at full strength.",
    "reserve": "{unit} goes to the reserve.",
    "spearhead": "{unit} leads the breakthrough.",
}


def changed(w: World, event: events.Changed) -> str:
    """A counter's new state."""
    if event.state != "rebuilt":
        return Says(STATES[event.state])(w, event)
    axis = w.by_id[event.unit].type.side is Side.AXIS
    return f"{unit_name(w, event.unit)} is rebuilt{' and arrives next turn' if axis else ''}."


# -- attacks and supply -----------------------------------------------------------------------------------------


def declared(w: World, event: events.Declared) -> str:
    """Who attacks, or bombards, what."""
    name = unit_name(w, event.unit)
    if event.back:
        return f"{name} leaves the attack."
    return f"{name} {'bombards' if bombards(w.by_id[event.unit]) else 'attacks'} {place_name(w, event.hex)}."


def battle_began(w: World, event: events.BattleBegan) -> str:
    """Who fights whom, at what odds."""
    attack, defence = (mixed(Fraction(factors)) for factors in event.exact)
    who = f"{unit_names(w, event.attackers)} against {unit_names(w, event.defenders)}"
    shifts = "".join(f", {words} {signed(columns)}" for words, columns in event.shifts)
    return f"Attack on {place_name(w, event.hex)}: {who}, {attack} to {defence}{shifts}: {event.odds}."


def attacked(w: World, event: events.Attacked) -> str:
    """Column, die and result, of an attack or a bombardment."""
    if not event.bombardment:
        return f"{event.odds} on table {event.table}, {die_read(event)}: {event.result}, {MEANING[event.result]}."
    sums = sum(amount for _, amount in event.modifiers)
    changes = f"{signed(sums)} = {printed(event.read)}" if event.modifiers else ""
    words = ("step loss" if event.result else "no effect") + (", done for the month" if event.spent else "")
    alone = len(event.attackers) == 1
    who = f"{unit_name(w, event.attackers[0])} bombards" if alone else f"{unit_names(w, event.attackers)} bombard"
    where = f"{who} {place_name(w, event.hex)}"
    return f"{where} at {event.odds}, die {event.faces[0]}{changes}: {words}."


def attacks_owed(w: World, event: events.AttacksOwed) -> str:
    """How many attacks a counterattack demands."""
    words = "one attack" if event.number == 1 else f"{event.number} attacks"
    return f"Counterattack! The Soviets must make {words} if they can."


def supply_changed(w: World, event: events.CutOff | events.Relieved) -> str:
    """A unit's new supply state."""
    return f"{unit_name(w, event.unit)} is {WORDS[event.level]} at {place_name(w, event.hex)}."


# -- chits ------------------------------------------------------------------------------------------------------

OPENINGS: dict[str, dict[Side | None, str]] = {
    "drawn": {Side.AXIS: "Axis chit:", Side.SOVIET: "Soviet chit:", None: "Chit:"},
    "first": {Side.AXIS: "The Axis starts with", Side.SOVIET: "The Soviets start with"},
    "played": {Side.AXIS: "The Axis plays", Side.SOVIET: "The Soviets play"},
}
SETTLED = {"waived": "will not be played this month", "announced": "comes next", "retracted": "stays in hand"}


def chit_played(w: World, event: events.ChitPlayed) -> str:
    """Which chit is in play, and what it does."""
    name, text = NAMES[event.chit]
    opening = OPENINGS[event.how][side_of(event.chit)]
    return f"{opening} {name}{'' if name.endswith('!') else '.'} {text}"


def chit_settled(w: World, event: events.ChitSettled) -> str:
    """What has been decided about a chit."""
    if event.how in SETTLED:
        return f"{side_of(event.chit)}: {NAMES[event.chit][0]} {SETTLED[event.how]}."
    if event.how == "cup":
        return f"The Axis puts the {NAMES[event.chit][0]} chit into the cup."
    return f"Axis: all units {'move' if event.how == 'move' else 'fight'}."


# -- the course of the war --------------------------------------------------------------------------------------


def income(w: World, event: events.Income) -> str:
    """Replacement points received, or works to place."""
    points, hand = dict(event.points), dict(event.hand)
    if WORKS in points:
        return f"The Soviets have {points[WORKS]} more Defensive Works to place."
    if "infantry" in points:
        steps = f"{points['infantry']} infantry, {points['panzer']} panzer steps"
        return f"Axis replacements: {steps}{deployment.words(points)}."
    if "panzer" in points:
        return f"The Axis gets {points['panzer']} more panzer steps."
    return f"Soviet replacements: {points['factors']} factors{deployment.words(points)}, {hand['factors']} in all."


def weather_turned(w: World, event: events.WeatherTurned) -> str:
    """The weather, and what it does."""
    return f"{event.weather} weather. {rules(w).weather[event.weather].text}"


def country_left(w: World, event: events.CountryLeft) -> str:
    """How a country leaves the war."""
    return f"{event.country} {'changes sides' if event.how == 'switched' else 'leaves the war and recalls its units'}."


def fortified(w: World, event: events.Fortified) -> str:
    """What has been built where."""
    where = place_name(w, event.hex)
    if event.what == WORKS:
        return f"The Soviets place Defensive Works at {where}."
    return f"{where} becomes {'a Fort: its garrison must stay' if event.what == STRONG else 'a Weak Fort'}."


def railway_cut(w: World, event: events.RailwayCut) -> str:
    """Where partisans are at work."""
    return f"Partisans cut the railway at {', '.join(place_name(w, spot) for spot in event.hexes)}."


def railway_restored(w: World, event: events.RailwayRestored) -> str:
    """Where partisans have been driven off."""
    return f"Partisans are driven off at {', '.join(place_name(w, spot) for spot in event.hexes)}."


def rolled(w: World, event: events.Rolled) -> str:
    """What a die was thrown for, and the result it needed."""
    if event.what == "STAVKA reserve":
        return f"STAVKA may commit {event.brings} units from the reserve."
    die = f"die {event.faces[0]}"
    if event.what == "weather":
        return f"Weather: {die}."
    if event.what == "partisans":
        words = "none" if not event.brings else "one marker" if event.brings == 1 else f"{event.brings} markers"
        return f"Partisans: {die}, {words}."
    name, where = unit_name(w, event.unit), place_name(w, event.hex)
    match event.what:
        case "depot":
            return f"{name} at {where}: {die}, may advance {event.brings} hexes."
        case "attrition":
            return f"{name} holds out at {where}: {die}, step lost on {up_to(event.limit)}."
        case "drop":
            return f"{name} drops at {where}: {die}, lost on {up_to(event.limit)}."
    return f"{name} makes an emergency retreat to {where}: {die}, lost on {up_to(event.limit)}."


_OWN: dict[type[events.Event], events.Sentence] = {
    events.Moved: moved,
    events.Arrived: arrived,
    events.Mustered: Says("{side} reinforcements: {units}."),
    events.Withdrawn: Says("{unit} leaves the front."),
    events.Forfeited: Says("The unit due to leave is already lost. The Axis loses infantry steps instead."),
    events.Converted: converted,
    events.Changed: changed,
    events.StepLost: step_lost,
    events.Destroyed: destroyed,
    events.Declared: declared,
    events.BattleBegan: battle_began,
    events.Attacked: attacked,
    events.AttacksOwed: attacks_owed,
    events.StandOrdered: Says("The garrison of {hex} stands fast."),
    events.CutOff: supply_changed,
    events.Relieved: supply_changed,
    events.ChitPlayed: chit_played,
    events.ChitSettled: chit_settled,
    events.Income: income,
    events.WeatherTurned: weather_turned,
    events.Captured: captured,
    events.CountryLeft: country_left,
    events.MilestoneReached: Says("The Soviets miss a milestone: the Axis holds more than {cities} cities."),
    events.Fortified: fortified,
    events.Unfortified: Says("The Soviets remove the Defensive Works at {hex}."),
    events.RailwayCut: railway_cut,
    events.RailwayRestored: railway_restored,
    events.Rolled: rolled,
    events.Ended: ended(victory.RESULTS),
}
SENTENCES: events.Sentences = {**JOURNEYS, **_OWN}
"""A line for each kind of event of the game."""
