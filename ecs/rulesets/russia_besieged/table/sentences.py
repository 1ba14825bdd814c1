"""What the log says of each kind of event."""

from __future__ import annotations

from ecs.core import events
from ecs.core.components import Side
from ecs.core.unit_names import long_name, signed, weather_words
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import victory
from ecs.rulesets.russia_besieged.campaign.allies import COUNTRIES
from ecs.rulesets.russia_besieged.campaign.conversions import name_now, title
from ecs.rulesets.russia_besieged.combat.odds import BLITZKRIEG
from ecs.rulesets.russia_besieged.data.calendar import weathers
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.units import classes, letter
from ecs.rulesets.russia_besieged.ground.supply import WORDS
from ecs.rulesets.russia_besieged.table.view import turn_name
from ecs.systems import deployment, sentences
from ecs.systems.sentences import (
    JOURNEYS,
    Says,
    captured,
    die_read,
    ended,
    place_name,
    step_lost,
    travelled,
    unit_name,
    unit_names,
)

# -- What the log says of attacks, losses and supply. ----------------------------------------------------------------

# words for one unit, for several
VERBS = {"only": ("must attack", "must attack")}
ATTACKS = ("attacks", "attack")
REASONS = {
    "only": (": it has no other target", ": they have no other target"),
    "spare": (": no other unit is free", ": no other unit is free"),
}


def assigned(w: World, event: events.Assigned) -> str:
    """Which units the rules have sent where."""
    names, many = [unit_name(w, unit) for unit in event.units], len(event.units) > 1
    who = f"{', '.join(names[:-1])} and {names[-1]}" if many else names[0]
    reason = REASONS[event.why][many] if event.why in REASONS else ""
    return f"{who} {VERBS.get(event.why, ATTACKS)[many]} {place_name(w, event.hex)}{reason}."


def declared(w: World, event: events.Declared) -> str:
    """Who attacks what; aircraft fly, and Field Marshals lead."""
    unit = w.by_id[event.unit]
    name, word = unit_name(w, event.unit), letter(unit)
    if word == "AIR":
        spot = w.board.hexes[unit.hex].label if event.back else event.hex
        return f"{name} {'stays at' if event.back else 'flies to'} {place_name(w, spot)}."
    if event.back:
        return f"{name} leaves the attack."
    return f"{name} {'leads the attack on' if word == 'FM' else 'attacks'} {place_name(w, event.hex)}."


def battle_began(w: World, event: events.BattleBegan) -> str:
    """Who fights whom, at what odds; or that no die is needed."""
    factors = "{} to {}".format(*event.factors)
    where = " and ".join(place_name(w, spot) for spot in event.joined or (event.hex,))
    if event.automatic:
        return f"Automatic victory at {where}: {factors}."
    foes = unit_names(w, event.defenders) or "partisans"
    return f"Attack on {where}: {unit_names(w, event.attackers)} against {foes}, {factors}, {event.odds}."


def attacked(w: World, event: events.Attacked) -> str:
    """Column, die and result."""
    table = " on the Blitzkrieg table" if event.table == BLITZKRIEG else ""
    effect = tables().result[event.result.partition(" Adv ")[0]]
    return f"{event.odds}{table}, {die_read(event)}: {event.result}, {effect.text}."


def destroyed(w: World, event: events.Destroyed) -> str:
    """Who is lost, where and why; leaders are lost with others, partisans disperse."""
    name, where = unit_name(w, event.unit), place_name(w, event.hex)
    if not event.why:
        return f"{name} disperses at {where}." if letter(w.by_id[event.unit]) == "PT" else f"{name} is lost at {where}."
    if event.captive:
        return f"{name} surrenders at {where} ({event.why})."
    return sentences.destroyed(w, event)


def supply_changed(w: World, event: events.CutOff | events.Relieved) -> str:
    """A unit's new supply state; or for whom its side has decided."""
    if event.shared:
        words = "is in supply" if isinstance(event, events.Relieved) else "goes without supply"
    else:
        words = f"is {WORDS[event.level]}"
    return f"{unit_name(w, event.unit)} {words} at {place_name(w, event.hex)}."


BATTLES: events.Sentences = {
    events.Assigned: assigned,
    events.Declared: declared,
    events.AttackWidened: lambda w, e: f"The attack on {place_name(w, e.hex)} also covers {place_name(w, e.other)}.",
    events.BattleBegan: battle_began,
    events.Attacked: attacked,
    events.RagesOn: Says("The battle at {hex} rages on into the Second Impulse."),
    events.Destroyed: destroyed,
    events.CutOff: supply_changed,
    events.Relieved: supply_changed,
}

# -- counters that come and go --------------------------------------------------------------------------------


def moved(w: World, event: events.Moved) -> str:
    """How a counter went from hex to hex."""
    word, name, end = letter(w.by_id[event.unit]), unit_name(w, event.unit), place_name(w, event.path[-1])
    if event.how == "displaced":
        return (
            f"{name} flies from {place_name(w, event.path[0])} to {end}."
            if word == "AIR"
            else f"{name} moves to {end}."
        )
    if event.how == "base" and word == "AIR":
        return f"{name} lands at {end}."
    return f"{name} lands at {end}." if event.how == "drop" else travelled(w, event)


COMES = {"return": "returns", "raised": "is rebuilt", "command": "takes command"}
COMES_AT = {"PT": "appears", "AIR": "arrives", "BASE": "opens", "DI": "is"}


def arrived(w: World, event: events.Arrived) -> str:
    """Who has come, and where."""
    name = title(w, w.by_id[event.unit])
    if not event.path:
        return f"{name} {COMES[event.source]}."
    return f"{name} {COMES_AT.get(letter(w.by_id[event.unit]), 'arrives')} at {place_name(w, event.path[-1])}."


def mustered(w: World, event: events.Mustered) -> str:
    """Which units may come in now."""
    return f"{event.side} reinforcements: {', '.join(name_now(w, w.by_id[unit]) for unit in event.units)}."


def withdrawn(w: World, event: events.Withdrawn) -> str:
    """Who is withdrawn: a marshal, an air group or a unit of the front."""
    unit = w.by_id[event.unit]
    if letter(unit) == "FM":
        return f"{unit.type.long_name} loses his command."
    if letter(unit) == "AIR":
        at = f" {place_name(w, event.hex)}" if event.hex else ""
        return f"{unit.type.long_name} leaves{at} for another front."
    return f"{title(w, unit)} leaves the front."


def forfeited(w: World, event: events.Forfeited) -> str:
    """What is given up for a unit that is lost."""
    return f"{title(w, w.by_id[event.unit])} was due to leave: {event.points} RP lost instead."


def converted(w: World, event: events.Converted) -> str:
    """What a unit has become: another by name, or one of another class."""
    if event.named:
        return f"{event.was} becomes {long_name(event.named)}."
    attack, move = classes()[event.into].full
    return f"{event.was} is now {attack}-{move}."


def class_raised(w: World, event: events.ClassRaised) -> str:
    """Which old classes count as which new one."""
    factors, fresh = dict.fromkeys(classes()[name].full for name in event.old), classes()[event.new]
    *most, last = [f"{attack}-{move}" for attack, move in factors]
    old = f"{', '.join(most)} and {last}" if most else last
    return f"{fresh.name}: {old} counters now count as {fresh.full[0]}-{fresh.full[1]}."


# -- states of counters ---------------------------------------------------------------------------------------

STATES: dict[str, events.Sentence] = {
    "promoted": Says("{unit} at {hex} reaches its second stage."),
    "refitted": Says("{unit} is back at full strength."),
    "rebuilt": Says("{unit} is rebuilt."),
    "held": Says("{unit} holds out in the fortress of {hex}."),
    "helping": Says("{unit} helps the defenders of {hex}."),
    "ready": Says("{unit} is Ready at {hex}."),
    "used": Says("{unit} is Used at {hex}."),
    "feeding": Says("{unit} supplies {other} at {hex} by air."),
    "fed-by-air": Says("{unit} is supplied by air instead of {other}."),
    "escaped": Says("{unit} escapes at {hex}."),
    "driven-out": lambda w, e: f"{unit_name(w, e.unit)} {_driven(w, e)} at {place_name(w, e.hex)}.",
}


def _driven(w: World, event: events.Changed) -> str:
    return "leaves his post" if letter(w.by_id[event.unit]) == "FM" else "is overrun"


# -- the course of the war ------------------------------------------------------------------------------------


def weather_turned(w: World, event: events.WeatherTurned) -> str:
    """The weather of both impulses."""
    first, second = weather_words(event.weather), weather_words(event.later)
    both = f"{first} in both impulses" if first == second else f"{first}, then {second}"
    return f"Weather for {turn_name(w, w.clock.turn)}: {both}."


def income(w: World, event: events.Income) -> str:
    """Replacement points received."""
    points = dict(event.points)
    bid = f", {signed(points['bid'])} from the bid" if points.get("bid") else ""
    who = "German" if event.side is Side.AXIS else "Soviet"
    return f"{who} replacements: {points['RP']} RP{bid}{deployment.words(points)}, {dict(event.hand)['RP']} in all."


def passed_over(w: World, event: events.PassedOver) -> str:
    """Which units go without supply, or are not ready."""
    names = unit_names(w, event.units)
    if event.what == "supply":
        return f"Not enough supply for {names}. You can change which units go without during arrivals."
    when = "You can make others ready instead in the First Impulse."
    return f"Not ready in {weather_words(weathers(w)[0])}: {names}. {when}"


LEAVES = {
    "home": "{} recalls its troops.",
    "fallen": "Budapest has fallen: {} leaves the war.",
    "peace": "{} leaves the war.",
    "switched": "{} changes sides.",
}


def country_left(w: World, event: events.CountryLeft) -> str:
    """How a country leaves the war."""
    return LEAVES[event.how].format(COUNTRIES[event.country])


RAIL_GROUP = {Side.AXIS: "An Axis rail group converts", Side.SOVIET: "A Soviet rail group converts"}


def track_converted(w: World, event: events.TrackConverted) -> str:
    """How far a railway has been converted."""
    words = f"Two {event.side} rail groups convert" if event.groups > 1 else RAIL_GROUP[event.side]
    size = f"{len(event.hexes)} hex{'es' if len(event.hexes) > 1 else ''}"
    return f"{words} the railway to {place_name(w, event.hexes[-1])} ({size})."


# -- dice -----------------------------------------------------------------------------------------------------


def _weather_die(w: World, event: events.Rolled) -> str:
    more = f", {signed(event.modifier)} for the autumn" if event.modifier else ""
    return f"Weather die {event.faces[0]}{more}."


def _die(event: events.Rolled) -> str:
    return f"die {event.faces[0]}{f' {signed(event.modifier)}' if event.modifier else ''}"


def _thrown(opening: str, ending: str) -> events.Sentence:
    """A line about a die: what it was thrown for, the roll, and what it needed."""
    return lambda w, event: f"{Says(opening)(w, event)}: {_die(event)}, {Says(ending)(w, event)}"


def _sea_die(w: World, event: events.Rolled) -> str:
    words = "{unit}: {errand} at {hex}" if event.errand == "invasion" else "{unit}: {errand} to {hex}"
    return _thrown(words, "safe on {least} or more.")(w, event)


def _evacuation_die(w: World, event: events.Rolled) -> str:
    words = "{unit} escapes to {hex}" if event.hex else "{unit} fails to escape"
    return _thrown(words, "escapes on {least} or more.")(w, event)


DICE: dict[str, events.Sentence] = {
    "weather": _weather_die,
    "sea": _sea_die,
    "drop": _thrown("{unit} jumps over {hex}", "lands on {least} or more."),
    "hunt": _thrown("Hunt for {unit} at {hex}", "removed on {least} or more."),
    "marshal": _thrown("{unit}", "lost on {limit} or less."),
    "evacuation": _evacuation_die,
    "lend-lease": _thrown("Archangel convoys", "{brings} RP."),
}

_CAMPAIGN: dict[type[events.Event], events.Sentence] = {
    events.Moved: moved,
    events.LeftMap: Says("{unit} goes east from {start} and works again from turn {turn}."),
    events.Arrived: arrived,
    events.Mustered: mustered,
    events.Withdrawn: withdrawn,
    events.Forfeited: forfeited,
    events.Converted: converted,
    events.ClassRaised: class_raised,
    events.Changed: lambda w, event: STATES[event.state](w, event),
    events.StepLost: step_lost,
    events.Captured: captured,
    events.WeatherTurned: weather_turned,
    events.Income: income,
    events.PassedOver: passed_over,
    events.CountryLeft: country_left,
    events.MilestoneReached: Says("The Axis takes Moscow: {points} VP for good."),
    events.Fortified: Says("{side} fortress declared at {hex}."),
    events.Unfortified: Says("Fortress {hex} falls."),
    events.TrackConverted: track_converted,
    events.Rolled: lambda w, event: DICE[event.what](w, event),
    events.Ended: ended(victory.RESULTS),
}
SENTENCES: events.Sentences = {**JOURNEYS, **_CAMPAIGN, **BATTLES}
"""A line for each kind of event of the game."""
