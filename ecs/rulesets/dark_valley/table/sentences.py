"""What the log says of each kind of event."""

from __future__ import annotations

from fractions import Fraction

from ecs.core.components import Side
from ecs.core.events import (
    Arrived,
    Attacked,
    AttacksOwed,
    BattleBegan,
    Captured,
    Changed,
    ChitPlayed,
    ChitSettled,
    Converted,
    CountryLeft,
    CutOff,
    Declared,
    Destroyed,
    Ended,
    Event,
    Forfeited,
    Fortified,
    Income,
    MilestoneReached,
    Moved,
    Mustered,
    RailwayCut,
    RailwayRestored,
    Relieved,
    Rolled,
    Sentence,
    Sentences,
    StandOrdered,
    StepLost,
    Unfortified,
    WeatherTurned,
    Withdrawn,
)
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign import victory
from ecs.rulesets.dark_valley.campaign.fortifications import STRONG, WORKS
from ecs.rulesets.dark_valley.combat.battle import MEANING
from ecs.rulesets.dark_valley.combat.bombardment import bombards
from ecs.rulesets.dark_valley.data.chits import NAMES, side_of
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, kind, mf
from ecs.rulesets.dark_valley.ground.supply import WORDS
from ecs.systems import setup
from ecs.systems.combat.odds import mixed
from ecs.systems.sentences import (
    JOURNEYS,
    destroyed,
    die_read,
    ended,
    place_name,
    step_lost,
    takes,
    travelled,
    unit_name,
    unit_names,
)

# -- counters that come and go --------------------------------------------------------------------------------

JOURNEY_WORDS = {
    "base": "flies {start}–{end}",
    "fly-out": "leaves {start}, which is cut off, for {end}",
    "drop": "lands at {end}",
    "landing": "lands at {end}",
    "sea": "sails to {end}",
    "depot-back": "is pulled back {start}–{end}",
    "displaced": "escapes from {start} to {end}",
}


def moved(w: World, event: Moved) -> str:
    """How a counter went from hex to hex."""
    words = JOURNEY_WORDS.get(event.how)
    if words is None:
        return travelled(w, event)
    journey = words.format(start=place_name(w, event.path[0]), end=place_name(w, event.path[-1]))
    return f"{unit_name(w, event.unit)} {journey}."


COMES = {"return": "is back", "raised": "is raised anew", "finland": "marches on Leningrad"}


def arrived(w: World, event: Arrived) -> str:
    """Who has come, and where; a depot that was captured is set up again."""
    name = unit_name(w, event.unit)
    if not event.path:
        return f"{name} {COMES[event.source]}."
    return f"{name} {'is set up again' if event.source == 'return' else 'comes in'} at {place_name(w, event.path[-1])}."


def mustered(w: World, event: Mustered) -> str:
    """Whose turn it is to come."""
    return f"{event.side} reinforcements: {unit_names(w, event.units)}."


def withdrawn(w: World, event: Withdrawn) -> str:
    """Who is taken away."""
    return f"{unit_name(w, event.unit)} is withdrawn from the front."


def forfeited(w: World, event: Forfeited) -> str:
    """What goes instead of a unit that is lost."""
    return "A unit to be withdrawn is lost: infantry replacements go instead."


def converted(w: World, event: Converted) -> str:
    """What a unit has become: another class, factors, several units, part of another, its cadre."""
    unit, name = w.by_id[event.unit], unit_name(w, event.unit)
    if event.factors:
        return f"{name} is broken up for {event.factors} replacement factors."
    if event.made:
        return f"{name} at {place_name(w, event.hex)} is divided: {unit_names(w, event.made)}."
    if event.parts:
        parts = unit_names(w, (event.unit, *event.parts))
        return f"{unit_name(w, event.into)} is formed at {place_name(w, event.hex)} of {parts}."
    if event.into in w.by_id:
        return f"{name} at {place_name(w, event.hex)} becomes the cadre of {unit_name(w, event.into)}."
    return f"{name} becomes: {kind(unit).name}, {cf(unit)}-{mf(unit)}."


def changed(w: World, event: Changed) -> str:
    """What a counter is from now on."""
    name, where = unit_name(w, event.unit), place_name(w, event.hex) if event.hex else ""
    match event.state:
        case "displaced":
            return f"{name} leaves {where} and the map: nowhere is safe."
        case "feeding":
            return f"{name} feeds the pocket round {where}."
        case "ready":
            return f"{name} at {where} is ready."
        case "rebuilt":
            axis = w.by_id[event.unit].type.side is Side.AXIS
            return f"{name} is rebuilt{' and comes in next turn' if axis else ''}."
    return f"{name} {STATES[event.state]}."


STATES = {
    "captured": "is captured",
    "refitted": "is brought to full strength",
    "reserve": "goes to the reserve",
    "spearhead": "leads the breakthrough",
}


# -- attacks and supply -----------------------------------------------------------------------------------------


def declared(w: World, event: Declared) -> str:
    """Who attacks, or bombards, what."""
    name = unit_name(w, event.unit)
    if event.back:
        return f"{name} is taken out."
    return f"{name} is to {'bombard' if bombards(w.by_id[event.unit]) else 'attack'} {place_name(w, event.hex)}."


def battle_began(w: World, event: BattleBegan) -> str:
    """Who fights whom, at what odds."""
    attack, defence = (mixed(Fraction(factors)) for factors in event.exact)
    who = f"{unit_names(w, event.attackers)} against {unit_names(w, event.defenders)}"
    shifts = "".join(f", {words} {columns}" for words, columns in event.shifts)
    return f"Attack on {place_name(w, event.hex)}: {who}, {attack} to {defence}{shifts}: {event.odds}."


def attacked(w: World, event: Attacked) -> str:
    """Column, die and result, of an attack or a bombardment."""
    if not event.bombardment:
        return f"{event.odds} on table {event.table}, {die_read(event)}: {event.result}, {MEANING[event.result]}."
    sums = sum(amount for _, amount in event.modifiers)
    changes = f"{sums:+d} = {event.read}" if event.modifiers else ""
    words = ("a step is lost" if event.result else "no effect") + (", spent" if event.spent else "")
    where = f"{unit_names(w, event.attackers)}: bombardment of {place_name(w, event.hex)}"
    return f"{where} at {event.odds}, die {event.faces[0]}{changes}: {words}."


def attacks_owed(w: World, event: AttacksOwed) -> str:
    """How many attacks a counterattack demands."""
    words = "one attack" if event.number == 1 else f"{event.number} attacks"
    return f"Counterattack! The Soviets must make {words}, if they can."


def stand_ordered(w: World, event: StandOrdered) -> str:
    """Whose garrison stays."""
    return f"The garrison of {place_name(w, event.hex)} stands fast."


def supply_changed(w: World, event: CutOff | Relieved) -> str:
    """How a unit is supplied now."""
    return f"{unit_name(w, event.unit)} at {place_name(w, event.hex)} is {WORDS[event.level]}."


# -- chits ------------------------------------------------------------------------------------------------------

OPENINGS = {"drawn": "Drawn from the cup:", "first": "{} begins with", "played": "{} plays"}
SETTLED = {"waived": "is not wanted this month", "announced": "is to come next", "retracted": "stays in hand"}


def chit_played(w: World, event: ChitPlayed) -> str:
    """Which chit is in play, and what it does."""
    name, text = NAMES[event.chit]
    return f"{OPENINGS[event.how].format(side_of(event.chit))} {name}. {text}"


def chit_settled(w: World, event: ChitSettled) -> str:
    """What is to be of a chit."""
    if event.how in SETTLED:
        return f"{side_of(event.chit)}: {NAMES[event.chit][0]} {SETTLED[event.how]}."
    if event.how == "cup":
        return f"The Axis puts {NAMES[event.chit][0]} into the cup."
    return f"Axis: all units {'move' if event.how == 'move' else 'fight'}."


# -- the course of the war --------------------------------------------------------------------------------------


def income(w: World, event: Income) -> str:
    """What there is for replacements, or of works to place."""
    points, hand = dict(event.points), dict(event.hand)
    if WORKS in points:
        return f"Soviets: {points[WORKS]} more Defensive Works to place."
    if "infantry" in points:
        steps = f"{points['infantry']} infantry, {points['panzer']} panzer steps"
        return f"Axis replacements: {steps}{setup.words(points)}."
    if "panzer" in points:
        return f"Axis: {points['panzer']} panzer steps more."
    return f"Soviet replacements: {points['factors']} factors{setup.words(points)}, {hand['factors']} in all."


def weather_turned(w: World, event: WeatherTurned) -> str:
    """The weather, and what it does."""
    return f"{event.weather} weather. {rules(w).weather[event.weather].text}"


def country_left(w: World, event: CountryLeft) -> str:
    """How a country leaves the war."""
    return f"{event.country} {'changes sides' if event.how == 'switched' else 'leaves the war: its units go home'}."


def milestone(w: World, event: MilestoneReached) -> str:
    """What the Soviets have missed."""
    return f"The Soviets miss a milestone: the Axis holds more than {event.cities} cities."


def fortified(w: World, event: Fortified) -> str:
    """What has been built where."""
    where = place_name(w, event.hex)
    if event.what == WORKS:
        return f"Defensive Works at {where}."
    return f"{where} becomes {'a Fort: its garrison stays' if event.what == STRONG else 'a Weak Fort'}."


def unfortified(w: World, event: Unfortified) -> str:
    """Which works are taken up."""
    return f"Defensive Works at {place_name(w, event.hex)} are taken up."


def railway_cut(w: World, event: RailwayCut) -> str:
    """Where partisans are at work."""
    return f"Partisans break the railway at {', '.join(place_name(w, spot) for spot in event.hexes)}."


def railway_restored(w: World, event: RailwayRestored) -> str:
    """Where partisans are gone."""
    return f"Partisans are driven off at {', '.join(event.hexes)}."


def rolled(w: World, event: Rolled) -> str:
    """What a die was thrown for, and what it needs."""
    if event.what == "STAVKA reserve":
        return f"STAVKA may commit {event.brings} units of the reserve."
    die = f"die {event.faces[0]}"
    if event.what == "weather":
        return f"Weather {die}."
    if event.what == "partisans":
        words = "none" if not event.brings else "one marker" if event.brings == 1 else f"{event.brings} markers"
        return f"Partisans: {die}, {words}."
    name, where = unit_name(w, event.unit), place_name(w, event.hex)
    match event.what:
        case "depot":
            return f"{name} at {where}: {die}, may advance {event.brings} hexes."
        case "attrition":
            return f"{name} at {where} holds out: cut off, {die}, step lost on 1–{event.limit}."
        case "drop":
            return f"{name} jumps over {where}: {die}, lost on 1–{event.limit}."
    return f"{name} gets through to {where}: {die}, lost on 1–{event.limit}."


_OWN: dict[type[Event], Sentence] = {
    Moved: moved,
    Arrived: arrived,
    Mustered: mustered,
    Withdrawn: withdrawn,
    Forfeited: forfeited,
    Converted: converted,
    Changed: changed,
    StepLost: step_lost,
    Destroyed: destroyed,
    Declared: declared,
    BattleBegan: battle_began,
    Attacked: attacked,
    AttacksOwed: attacks_owed,
    StandOrdered: stand_ordered,
    CutOff: supply_changed,
    Relieved: supply_changed,
    ChitPlayed: chit_played,
    ChitSettled: chit_settled,
    Income: income,
    WeatherTurned: weather_turned,
    Captured: takes,
    CountryLeft: country_left,
    MilestoneReached: milestone,
    Fortified: fortified,
    Unfortified: unfortified,
    RailwayCut: railway_cut,
    RailwayRestored: railway_restored,
    Rolled: rolled,
    Ended: ended(victory.RESULTS),
}
SENTENCES: Sentences = {**JOURNEYS, **_OWN}
"""A line for each kind of event of the game."""
