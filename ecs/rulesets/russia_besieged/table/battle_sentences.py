"""What the log says of attacks, losses and supply."""

from __future__ import annotations

from ecs.core.events import (
    Assigned,
    Attacked,
    AttackWidened,
    BattleBegan,
    CutOff,
    Declared,
    Destroyed,
    RagesOn,
    Relieved,
    Sentences,
)
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat.odds import BLITZKRIEG
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.data.unit_facts import letter
from ecs.rulesets.russia_besieged.ground.supply.judging import WORDS
from ecs.systems.table import sentences
from ecs.systems.table.sentences import die_read, place_name, unit_name, unit_names

# words for one unit, for several
VERBS = {"only": ("must attack", "must attack")}
IS_TO = ("is to attack", "are to attack")
REASONS = {
    "only": (": no other hex is open to it", ": no other hex is open to them"),
    "spare": (": nobody else is free for it", ": nobody else is free for it"),
}


def assigned(w: World, event: Assigned) -> str:
    """Whom the rules have sent where."""
    names, many = [unit_name(w, unit) for unit in event.units], len(event.units) > 1
    who = f"{', '.join(names[:-1])} and {names[-1]}" if many else names[0]
    reason = REASONS[event.why][many] if event.why in REASONS else ""
    return f"{who} {VERBS.get(event.why, IS_TO)[many]} {place_name(w, event.hex)}{reason}."


def declared(w: World, event: Declared) -> str:
    """Who attacks what; aircraft fly, and Field Marshals lead."""
    unit = w.by_id[event.unit]
    name, word = unit.type.name, letter(unit)
    if word == "AIR":
        spot = w.board.hexes[unit.hex].label if event.back else event.hex
        return f"{name} {'stays at' if event.back else 'flies to'} {place_name(w, spot)}."
    if event.back:
        return f"{name} is taken out."
    return f"{name} {'leads the attack on' if word == 'FM' else 'is to attack'} {place_name(w, event.hex)}."


def widened(w: World, event: AttackWidened) -> str:
    """Two hexes in one battle."""
    return f"{place_name(w, event.hex)} and {place_name(w, event.other)} are attacked as one."


def battle_began(w: World, event: BattleBegan) -> str:
    """Who fights whom, at what odds; or that no die is needed."""
    factors = "{} to {}".format(*event.factors)
    where = " and ".join(place_name(w, spot) for spot in event.joined or (event.hex,))
    if event.automatic:
        return f"Automatic victory at {where}: {factors}."
    foes = unit_names(w, event.defenders) or "partisans"
    return f"Attack on {where}: {unit_names(w, event.attackers)} against {foes}, {factors}, {event.odds}."


def attacked(w: World, event: Attacked) -> str:
    """Column, die and result."""
    table = " on the Blitzkrieg table" if event.table == BLITZKRIEG else ""
    effect = tables().result[event.result.partition(" Adv ")[0]]
    return f"{event.odds}{table}, {die_read(event)}: {event.result}, {effect.text}."


def rages_on(w: World, event: RagesOn) -> str:
    """A battle that is not decided in the First Impulse."""
    return f"The battle at {place_name(w, event.hex)} rages on into the Second Impulse."


def destroyed(w: World, event: Destroyed) -> str:
    """Who is lost, where and why; leaders are lost with others, partisans disperse."""
    name, where = unit_name(w, event.unit), place_name(w, event.hex)
    if not event.why:
        return f"{name} at {where} disperse." if letter(w.by_id[event.unit]) == "PT" else f"{name} is lost at {where}."
    if event.captive:
        return f"{name} surrenders at {where}: {event.why}."
    return sentences.destroyed(w, event)


def supply_changed(w: World, event: CutOff | Relieved) -> str:
    """How a unit is supplied now; or for whom its side has decided."""
    if event.shared:
        words = "is fed" if isinstance(event, Relieved) else "goes without"
    else:
        words = f"is {WORDS[event.level]}"
    return f"{unit_name(w, event.unit)} at {place_name(w, event.hex)} {words}."


BATTLES: Sentences = {
    Assigned: assigned,
    Declared: declared,
    AttackWidened: widened,
    BattleBegan: battle_began,
    Attacked: attacked,
    RagesOn: rages_on,
    Destroyed: destroyed,
    CutOff: supply_changed,
    Relieved: supply_changed,
}
