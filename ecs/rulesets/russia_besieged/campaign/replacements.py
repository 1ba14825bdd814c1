"""Chapter 19: losses made good."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Command, Rebuild, Refit
from ecs.core.components import Clock, Place, Replacements, Side, Steps
from ecs.core.events import Changed
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.campaign.conversions import outlook
from ecs.rulesets.russia_besieged.campaign.income import PURSES, city_word, purse_word
from ecs.rulesets.russia_besieged.data.calendar import has_been_raised, raised_word, strange, turn_side
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import SUPPLIED, cf, current_class, full_steps, has, letter, state
from ecs.rulesets.russia_besieged.ground.movement import oil_shortage_flag
from ecs.rulesets.russia_besieged.ground.occupancy import zone_map
from ecs.rulesets.russia_besieged.ground.removal import DEAD, POOL, REMOVAL
from ecs.rulesets.russia_besieged.ground.supply import is_place_fed
from ecs.rulesets.russia_besieged.ground.terrain import is_major
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import tell_change
from ecs.systems.single_orders import Errand

RAISED = "raised"
AIRBORNE = Count("airborne")
NATIONS = {
    "GER": "German", "SOV": "Soviet", "POL": "Soviet", "ROM": "Romanian", "HUN": "Hungarian", "FIN": "Finnish",
    "ITA": "Italian",
}  # fmt: skip


# -- purses -------------------------------------------------------------------------------------------------


def cut_off_city(w: World, unit: Unit) -> str:
    """The cut-off city in which the unit stands and whose RP alone it may use; "" if none."""
    if unit.hex < 0 or unit.type.side is Side.AXIS:
        return ""
    if not is_major(w, unit.hex) or is_place_fed(w, Side.SOVIET, unit.hex):
        return ""
    return next((name for name in rules(w).replace.cities if unit.hex in w.board.named(name)), "")


def money(w: World, unit: Unit) -> int:
    """The RP available for a unit now."""
    city = cut_off_city(w, unit)
    if city:
        return scorekeeping.count(w, city_word(city))
    word = PURSES.get(unit.type.nation)
    found = int(getattr(w[Replacements], word)) if word else scorekeeping.count(w, purse_word(unit.type.nation))
    return min(found, w[Replacements].panzer) if _is_german_armour(w, unit) else found


def _is_german_armour(w: World, unit: Unit) -> bool:
    return unit.type.nation == "GER" and letter(unit) in rules(w).replace.armour_classes


def pay(w: World, unit: Unit, price: int) -> None:
    """Take RP away."""
    city, word = cut_off_city(w, unit), PURSES.get(unit.type.nation)
    if city:
        scorekeeping.add(w, city_word(city), -price)
    elif word:
        w.add(Replacements, w.table, word, -price)
    else:
        scorekeeping.add(w, purse_word(unit.type.nation), -price)
    if _is_german_armour(w, unit):
        w.mark(Replacements, w.table, panzer=w[Replacements].panzer - price)


def step_price(w: World, unit: Unit) -> int:
    """RP that a step of the unit costs; 0: it is never replaced (19.2)."""
    table, word = rules(w).replace, letter(unit)
    if word in table.never or unit.type.nation in table.never_nations:
        return 0
    if word == "AIR":
        return table.cost_air
    if word == "A" and unit.type.side is Side.SOVIET and scorekeeping.has_flag(w, oil_shortage_flag(Side.SOVIET)):
        return rules(w).oil.soviet_armour_cost
    return table.cost.get(word, 0)


def _poor(w: World, unit: Unit, price: int) -> Refusal | None:
    name, found = unit.type.long_name, money(w, unit)
    if found >= price:
        return None
    if _is_german_armour(w, unit) and w[Replacements].infantry >= price:
        text = f"{name} costs {price} RP. RP left for armour this turn: {w[Replacements].panzer}."
        return Refusal("armour-limit", text, "19.2")
    whose = cut_off_city(w, unit) or NATIONS.get(unit.type.nation, "Other")
    return Refusal("no-points", f"{name} costs {price} RP. {whose} RP left: {found}.", "19.2")


def _not_now(w: World, unit: Unit) -> Refusal | None:
    if not w.phase.startswith("arrive-") or unit.type.side is not turn_side(w):
        return Refusal("no-building", "Spend replacements at the start of your turn.", "19.2")
    if not step_price(w, unit):
        return Refusal("no-replacements", f"There are no replacements for {unit.type.long_name}.", "19.2")
    return None


def _air_word(unit: Unit) -> Count:
    return this_turn(f"air:{unit.type.side.value}")


# -- commands -----------------------------------------------------------------------------------------------


def commands(w: World, unit: Unit) -> Sequence[Command]:
    """The orders by which replacements can help one unit."""
    if unit.hex >= 0:
        return REFITTING.commands(w, unit)
    if unit.place.box != DEAD:
        return []
    return [Rebuild(unit.id, n) for n in range(full_steps(unit)) if cannot_rebuild(w, unit, n) is None]


def cannot_refit(w: World, unit: Unit) -> Refusal | None:
    """Why a lost step cannot be made good (19.2)."""
    name = unit.type.long_name
    refusal = _not_now(w, unit)
    if refusal is not None:
        return refusal
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "19.2")
    if not unit[Steps].lost:
        return Refusal("full-strength", f"{name} is at full strength.", "19.2")
    if state(unit) != SUPPLIED:
        return Refusal("no-supply", f"{name} is out of supply and gets no replacements.", "13.1")
    if zone_map(w, unit.type.side.other)[unit.hex]:
        return Refusal("enemy-zone", f"{name} is in an enemy zone of control and gets no replacements.", "19.2")
    if has_been_raised(w, unit):
        return Refusal("once", f"{name} has already regained a step this turn.", "19.2")
    return _poor(w, unit, step_price(w, unit))


REFITTING = Errand(Refit, strange, cannot_refit, lambda unit: unit[Steps].lost > 0)


def refit(w: World, command: Refit) -> None:
    """Give the unit a step back."""
    unit = w.by_id[command.unit]
    before = cf(unit)
    pay(w, unit, step_price(w, unit))
    scorekeeping.add(w, raised_word(unit))
    w.mark(Steps, unit, lost=unit[Steps].lost - 1)
    tell_change(w, unit, "refitted", "19.2", factors=cf(unit) - before)


def _likeness(w: World, unit: Unit) -> tuple[object, ...]:
    """What makes units of one class and side with the same calendar ahead interchangeable."""
    return unit.type.side, current_class(unit), outlook(w, unit)


ALIKE = Alike(_likeness, (Place, Steps, Clock))


def cannot_rebuild(w: World, unit: Unit, lost: int) -> Refusal | None:
    """Why an eliminated unit cannot be rebuilt at this many steps down (19.2)."""
    table, name = rules(w).replace, unit.type.long_name
    refusal = _not_now(w, unit)
    if refusal is not None:
        return refusal
    if unit.place.box != DEAD:
        return Refusal("not-dead", f"{name} cannot be rebuilt.", "19.2")
    if has(unit, "mech41") and w.clock.turn >= table.no_mech41_from:
        return Refusal("class-gone", f"Units like {name} can no longer be rebuilt.", "19.2")
    if letter(unit) == "AB" and scorekeeping.count(w, AIRBORNE) >= table.airborne_most:
        return Refusal("class-gone", f"You may rebuild airborne corps only {table.airborne_most} times a game.", "19.2")
    if letter(unit) == "AIR" and scorekeeping.count(w, _air_word(unit)) >= rules(w).air.rebuilt:
        return Refusal("once", f"You may rebuild at most {rules(w).air.rebuilt} air groups a turn.", "11.3")
    refusal = ALIKE.not_first(w, unit, "19.2")
    if refusal is not None:
        return refusal
    if lost not in range(full_steps(unit)):
        return Refusal("no-such-side", f"{name} cannot be rebuilt at that strength.", "19.2")
    return _poor(w, unit, step_price(w, unit) * (full_steps(unit) - lost))


def judge_rebuild(w: World, command: Rebuild) -> Refusal | None:
    """Why a unit may not be rebuilt so."""
    return strange(w, command.unit) or cannot_rebuild(w, w.by_id[command.unit], command.lost)


def rebuild(w: World, command: Rebuild) -> None:
    """Raise the unit: it waits to be placed like a reinforcement, an air group with the others of the pool (19.2)."""
    unit = w.by_id[command.unit]
    pay(w, unit, step_price(w, unit) * (full_steps(unit) - command.lost))
    if letter(unit) == "AIR":
        scorekeeping.add(w, _air_word(unit))
    if letter(unit) == "AB":
        scorekeeping.add(w, AIRBORNE)
    scorekeeping.add(w, raised_word(unit))
    REMOVAL.put(w, unit, POOL if letter(unit) == "AIR" else RAISED, lost=command.lost)
    w.emit(Changed(rule="19.2", unit=unit.id, state="rebuilt", factors=cf(unit)))


ORDERS = (Handler(Refit, refit, REFITTING.judge), Handler(Rebuild, rebuild, judge_rebuild))
