"""Chapters 8.3-8.4: losses made good."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Cadre, Command, Rebuild, Refit
from ecs.core.components import Place, Replacements, Side, Steps, SupplyState
from ecs.core.events import Changed, Converted
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign.withdrawals import is_german_division, raised_as
from ecs.rulesets.dark_valley.data.options import HANDICAP, is_printed
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import cf, current_class, has, is_combat_unit, kind, strange, turn_side
from ecs.rulesets.dark_valley.ground import supply
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, state
from ecs.rulesets.dark_valley.ground.removal import REMOVAL
from ecs.rulesets.dark_valley.ground.terrain import HUNGARY_FALLEN, ROMANIA_SWITCHED
from ecs.systems import scorekeeping
from ecs.systems.arrivals import Alike
from ecs.systems.replacements import Drawn, IncomeRules
from ecs.systems.scorekeeping import this_turn
from ecs.systems.sentences import called, label
from ecs.systems.single_orders import Errand
from ecs.systems.stacking import in_box, on_map

RIFLES = frozenset({"rifle_div", "mtn_rifle", "militia"})
BEHIND = ("arrived", "reserve")
WORDS = {
    "infantry": "infantry steps",
    "panzer": "panzer steps",
    "allies": "Romanian steps",
    "hungary": "Hungarian steps",
    "factors": "replacement factors",
}


# -- what there is to spend -----------------------------------------------------------------------


def _draw(w: World, side: Side, extra: int) -> Drawn | None:
    """The steps of the turn for the Axis; none is kept (8.3).  Factors of the key cities and the Urals for the Soviets,
    on top of what was saved (8.4)."""
    table, turn = rules(w).replace, w.clock.turn
    if side is Side.SOVIET:
        fresh = income(w) + extra if turn >= table.soviet_from else 0
        w.add(Replacements, w.table, "factors", fresh)
        return Drawn("8.4", (("factors", fresh),), (("factors", w[Replacements].factors),)) if fresh else None
    infantry, panzer = by_turn(table.axis, turn)
    infantry += extra
    first, last = table.romania
    romania = int(first <= turn <= last and not scorekeeping.has_flag(w, ROMANIA_SWITCHED))
    first, last = table.hungary
    hungary = int(first <= turn <= last and (turn - first) % 2 == 0 and not scorekeeping.has_flag(w, HUNGARY_FALLEN))
    w.mark(Replacements, w.table, infantry=infantry, panzer=panzer, allies=romania, hungary=hungary)
    return Drawn("8.3", (("infantry", infantry), ("panzer", panzer)))


INCOME = IncomeRules(turn_side, HANDICAP, _draw)


def income(w: World) -> int:
    """Replacement factors the Soviets get this turn (8.4)."""
    table = rules(w).replace
    if w.clock.turn < table.soviet_from:
        return 0
    return table.city_factors * len(key_cities(w)) + by_turn(table.growth, w.clock.turn)[0]


@remembered()
def _industrial_cities(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if "key_city" in h.traits)


def key_cities(w: World) -> list[int]:
    """Industrial cities the Soviets hold that are not isolated (8.4); Lake Ladoga may supply Leningrad (4.6)."""
    return [i for i in _industrial_cities(w) if w.ground[i].control is Side.SOVIET and not supply.is_cut_off(w, i)]


def purse(unit: Unit) -> str:
    """Which points restore a unit; "" if none do."""
    if unit.type.side is Side.SOVIET:
        return "factors" if is_combat_unit(unit) or has(unit, "art") else ""
    if not is_combat_unit(unit):
        return ""
    if has(unit, "german"):
        return "panzer" if has(unit, "mech") else "infantry"
    return {"ROM": "allies", "HUN": "hungary"}.get(unit.type.nation, "")


def money(w: World, unit: Unit) -> int:
    """The points available for a unit."""
    word = purse(unit)
    return int(getattr(w[Replacements], word)) if word else 0


def pay(w: World, unit: Unit, price: int) -> None:
    """Take points away."""
    w.add(Replacements, w.table, purse(unit), -price)


def refit_price(w: World, unit: Unit) -> int:
    """What a lost step costs: one step, or the difference in factors."""
    if unit.type.side is Side.AXIS:
        return 1
    card = kind(unit)
    return card.full[0] - card.reduced[0] if card.reduced else 0


def rebuild_price(w: World, unit: Unit, lost: int) -> int:
    """What an eliminated unit costs (8.3, 8.4); artillery by its bombardment strength."""
    table, card = rules(w).replace, kind(unit)
    if unit.type.side is Side.AXIS:
        return table.rebuild if has(unit, "german") else table.rebuild_ally
    if lost and card.reduced:
        return card.reduced[0]
    return max(card.full[0], card.bombard)


def _poor(w: World, unit: Unit, price: int) -> Refusal | None:
    word = purse(unit)
    if not word:
        return Refusal("no-replacements", f"There are no replacements for {unit.type.long_name}.", "8.3")
    if money(w, unit) < price:
        steps = WORDS[word].removesuffix("s") if price == 1 else WORDS[word]
        text = f"{unit.type.long_name} costs {price} {steps}. You have {money(w, unit)} left."
        return Refusal("no-points", text, "8.4" if word == "factors" else "8.3")
    return None


def not_building(w: World, unit: Unit) -> Refusal | None:
    """Why replacements can do nothing for the unit now: the wrong phase or side."""
    if not w.phase.startswith("build-") or unit.type.side is not turn_side(w):
        return Refusal("no-building", "You can build up units only at the start of your turn.", "8.3")
    return None


# -- commands --------------------------------------------------------------------------------------


def commands(w: World, unit: Unit) -> Sequence[Command]:
    """What replacements can do for one unit."""
    if unit.type.side is not turn_side(w):
        return []
    if unit[Steps].lost:
        return REFITTING.commands(w, unit)
    if unit.place.box != "dead":
        return []
    found: list[Command] = [Rebuild(unit.id, n) for n in (0, 1) if cannot_rebuild(w, unit, n) is None]
    if current_class(unit) == "inf_corps" and cannot_use_cadre(w, unit) is None:
        found += [Cadre(unit.id, d.id) for d in cadres(w)]
    return found


def cannot_refit(w: World, unit: Unit) -> Refusal | None:
    """Why a lost step cannot be made good (8.3, 8.4)."""
    refusal = not_building(w, unit)
    if refusal is not None:
        return refusal
    if not unit[Steps].lost:
        return Refusal("full-strength", f"{unit.type.long_name} is at full strength.", "8.3")
    if unit.hex < 0 and not (unit.type.side is Side.SOVIET and unit.place.box in BEHIND):
        return Refusal("off-map", f"{unit.type.long_name} is not in play.", "8.3")
    if unit.hex >= 0 and state(w, unit) != SUPPLIED:
        return Refusal("no-supply", f"{unit.type.long_name} is out of supply and cannot take replacements.", "4.4")
    return _poor(w, unit, refit_price(w, unit))


def refit(w: World, command: Refit) -> None:
    """Turn the unit to its full side."""
    unit = w.by_id[command.unit]
    before = cf(unit)
    pay(w, unit, refit_price(w, unit))
    w.mark(Steps, unit, lost=0)
    where = (label(w, unit.hex),) if unit.hex >= 0 else ()
    w.emit(
        Changed(
            where=where,
            rule="8.3" if unit.type.side is Side.AXIS else "8.4",
            unit=unit.id,
            state="refitted",
            factors=cf(unit) - before,
        )
    )


REFITTING = Errand(Refit, strange, cannot_refit)
ALIKE = Alike(lambda w, unit: (unit.type.side, current_class(unit)), (Place, Steps))


def too_late(w: World, unit: Unit) -> bool:
    """Is its class no longer rebuilt: the mechanised corps of 1941, later the rifle divisions (8.4)?"""
    table, turn = rules(w).replace, w.clock.turn
    old = current_class(unit) == "mech41" and turn >= table.no_mech41_from
    return old or (current_class(unit) in RIFLES and turn >= table.no_rifle_from)


def cannot_rebuild(w: World, unit: Unit, lost: int) -> Refusal | None:
    """Why an eliminated unit cannot be rebuilt at this many steps down."""
    refusal = not_building(w, unit)
    if refusal is not None:
        return refusal
    if unit.place.box != "dead":
        return Refusal("not-dead", f"{unit.type.long_name} cannot be rebuilt.", "8.3")
    if too_late(w, unit):
        return Refusal("class-gone", f"Units like {unit.type.long_name} can no longer be rebuilt.", "8.4")
    refusal = ALIKE.not_first(w, unit, "8.3")
    if refusal is not None:
        return refusal
    steps = kind(unit).steps
    if lost not in range(steps):
        return Refusal("no-such-side", f"{unit.type.long_name} has no such side.", "8.3")
    if unit.type.side is Side.AXIS and lost != steps - 1:
        return Refusal("reduced-only", f"{unit.type.long_name} can be rebuilt only at reduced strength.", "8.3")
    if steps == 1 and has(unit, "german") and is_printed(w, "german_rebuilding"):
        return Refusal(
            "one-step",
            f"{unit.type.long_name} had only one step. Only German units with two steps can be rebuilt.",
            "8.3",
        )
    return _poor(w, unit, rebuild_price(w, unit, lost))


def rebuild(w: World, command: Rebuild) -> None:
    """Raise the unit: an Axis one comes next turn, a Soviet one waits to be placed at once (8.3, 8.4)."""
    unit, axis = w.by_id[command.unit], w.by_id[command.unit].type.side is Side.AXIS
    pay(w, unit, rebuild_price(w, unit, command.lost))
    w.mark(Steps, unit, grade=raised_as(w, unit))
    REMOVAL.put(w, unit, "new" if axis else "arrived", lost=command.lost)
    w.emit(Changed(rule="8.3" if axis else "8.4", unit=unit.id, state="rebuilt", factors=cf(unit)))


def judge_rebuild(w: World, command: Rebuild) -> Refusal | None:
    """Why a unit may not be rebuilt so."""
    return strange(w, command.unit) or cannot_rebuild(w, w.by_id[command.unit], command.lost)


# -- corps on a cadre ------------------------------------------------------------------------------


CADRES = this_turn("cadre")


def cadres(w: World) -> list[Unit]:
    """The German infantry divisions in supply: any may become the cadre of a corps (8.3)."""
    return [u for u in on_map(w, Side.AXIS) if is_german_division(u) and state(w, u) == SUPPLIED]


def cannot_use_cadre(w: World, unit: Unit) -> Refusal | None:
    """Why a corps cannot be raised on a cadre (8.3)."""
    refusal = not_building(w, unit)
    if refusal is not None:
        return refusal
    lost = [u for u in in_box(w, "dead") if current_class(u) == "inf_corps" and not u[SupplyState].lost_cut_off]
    if unit.place.box != "dead" or current_class(unit) != "inf_corps" or unit[SupplyState].lost_cut_off:
        text = f"{unit.type.long_name} is not a German infantry corps that was eliminated while in supply."
        return Refusal("no-cadre", text, "8.3")
    if lost[0] is not unit:
        return Refusal(
            "alike", f"Take {lost[0].type.long_name} first. It is identical to {unit.type.long_name}.", "8.3"
        )
    if scorekeeping.count(w, CADRES):
        return Refusal("once", "You may rebuild only one corps a turn from a cadre.", "8.3")
    return _poor(w, unit, 1)


def cadre(w: World, command: Cadre) -> None:
    """The division grows into the corps, at reduced strength, where it stands."""
    unit, division = w.by_id[command.unit], w.by_id[command.by]
    index = division.hex
    pay(w, unit, 1)
    scorekeeping.add(w, CADRES)
    REMOVAL.put(w, division, "merged")
    REMOVAL.put(w, unit, hex=index, lost=kind(unit).steps - 1)
    spot = label(w, index)
    w.emit(Converted(where=(spot,), rule="8.3", unit=division.id, into=unit.id, hex=spot))


def judge_cadre(w: World, command: Cadre) -> Refusal | None:
    """Why a corps may not be raised on that cadre."""
    return (
        strange(w, command.unit)
        or strange(w, command.by)
        or cannot_use_cadre(w, w.by_id[command.unit])
        or Refusal("not-a-cadre", f"{called(w, command.by)} is not a German infantry division in supply.", "8.3")
    )


ORDERS = (
    Handler(Refit, refit, REFITTING.judge),
    Handler(Rebuild, rebuild, judge_rebuild),
    Handler(Cadre, cadre, judge_cadre),
)
