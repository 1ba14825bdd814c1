"""Chapters 5.1 and 5.12: who may attack what, with whom, and what does the Counterattack! chit demand?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ecs.commands import Assign, CancelAttacks, Command, Resolve, Unassign
from ecs.components import Campaign, Cup, Duty, Ground, Place, Side, Steps, Weather
from ecs.dice import roll
from ecs.events import Declared, Event
from ecs.rulesets.dark_valley import chits
from ecs.rulesets.dark_valley.allies import cannot_act, closed_country, quarrel
from ecs.rulesets.dark_valley.lay import (
    ISOLATED,
    SUPPLIED,
    armies,
    cf,
    fighters_at,
    fights,
    has,
    is_closed,
    open_net,
    rules,
    state,
    strange,
    turn_side,
)
from ecs.rulesets.dark_valley.odds import BELOW
from ecs.rulesets.dark_valley.site import may_go_alone, odds_of
from ecs.rulesets.dark_valley.zones import zone_map
from ecs.systems.naming import label, named
from ecs.view import BattleView, Refusal
from ecs.world import Unit, World

COUNTERATTACK = "SU_CA"
WAVE = 1


def start_fighting(w: World) -> None:
    """Open a combat segment: nobody has fought, nothing has been attacked; the Counterattack! die (5.12)."""
    for unit in w.units:
        duty = unit.duty
        if duty.fought or duty.target >= 0 or duty.routed:
            w.mark(duty, fought=False, target=-1, routed=False)
    w.mark(w.cup, struck=(), quota=0)
    if w.cup.chit == COUNTERATTACK:
        dice = [roll(w) for _ in range(rules(w).combat.counter_dice)]
        w.mark(w.cup, quota=sum(dice))
        words = "one attack" if sum(dice) == 1 else f"{sum(dice)} attacks"
        w.emit(Event(text=f"Counterattack! The Soviets must make {words}, if they can.", rule="5.12"))


def stop_fighting(w: World) -> None:
    """Close a combat segment: attacks that were not resolved lapse."""
    for unit in w.units:
        if unit.duty.target >= 0:
            release(w, unit)


# -- who may attack (5.1, 4.4) ----------------------------------------------------------------------


def cannot_attack(w: World, unit: Unit) -> Refusal | None:
    """Why a unit may not attack anything in this segment."""
    name = unit.type.name
    if not w.phase.startswith("fight-"):
        return Refusal("no-combat", "Attacks are made when a chit lets units fight.", "2.3")
    if unit.type.side is not turn_side(w):
        return Refusal("enemy-unit", f"{name} is not yours.", "5.1")
    if unit.hex < 0:
        return Refusal("off-map", f"{name} is not on the map.", "5.1")
    if not fights(unit) or not cf(unit):
        return Refusal("no-fighter", f"{name} is no combat unit.", "5.1")
    if unit.duty.fought:
        return Refusal("fought", f"{name} has attacked in this segment.", "5.1")
    if unit.duty.landed:
        return Refusal("landed", f"{name} has just landed and may not attack this turn.", "3.8")
    refusal = chits.cannot_use(w, unit) or cannot_act(w, unit)
    if refusal is not None:
        return refusal
    if state(w, unit) == ISOLATED and not is_boxed_in(w, unit):
        return Refusal("isolated", f"{name} is isolated, and not boxed in: it may not attack.", "4.4")
    return _extras_full(w, unit)


def is_boxed_in(w: World, unit: Unit) -> bool:
    """Are there only enemies, or their zones, all round the unit (4.4)?"""
    side, zones, foes = unit.type.side, zone_map(w, unit.type.side.other), armies(w)
    return all(zones[j] or foes.get(j) is side.other for j in open_net(w)[unit.hex])


def _extras_full(w: World, unit: Unit) -> Refusal | None:
    """A panzer chit takes only a few units on foot along, those assigned to attacks included (2.3)."""
    if not chits.is_panzer(w.cup.chit) or may_go_alone(unit) or unit.entity in w.cup.extras:
        return None
    waiting = [u for us in assigned(w).values() for u in us if not may_go_alone(u) and u.entity not in w.cup.extras]
    most = rules(w).chits.extras
    if unit in waiting or len(w.cup.extras) + len(waiting) < most:
        return None
    return Refusal("extras-spent", f"A panzer army takes along no more than {most} units without vehicles.", "2.3")


def cannot_target(w: World, unit: Unit, index: int, base: int | None = None) -> Refusal | None:
    """Why a unit that may attack may not attack this hex, from where it stands or from ``base``."""
    side, origin = unit.type.side, unit.hex if base is None else base
    if index not in w.board.neighbours[origin]:
        return Refusal("not-adjacent", f"{named(w, index)} is not next to {unit.type.name}.", "5.1")
    if armies(w).get(index) is not side.other:
        return Refusal("nothing-there", f"No enemy combat unit stands at {named(w, index)}.", "5.1")
    if is_closed(w, origin, index):
        return Refusal("water-between", "There is a lake or the sea between these hexes.", "5.3")
    if side is Side.AXIS and "volga" in w.board.kinds(origin, index):
        return Refusal("volga", "Axis units never attack across the Volga.", "5.3")
    if index in closed_country(w, unit):
        return Refusal("closed-country", f"{named(w, index)} is closed to {unit.type.name} now.", "8.9")
    if index in w.cup.struck:
        return Refusal("struck", f"{named(w, index)} has been attacked in this segment.", "5.1")
    return None


# -- declaring --------------------------------------------------------------------------------------


def assigned(w: World) -> dict[int, list[Unit]]:
    """Target -> the combat units assigned to the attack on it, by entity."""

    def make() -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in w.units:
            if unit.duty.target >= 0 and unit.hex >= 0 and fights(unit):
                found.setdefault(unit.duty.target, []).append(unit)
        return dict(sorted(found.items()))

    return w.lasting("assigned", (Place, Duty, Steps), make)


def attack_commands(w: World, unit: Unit) -> list[Command]:
    """Every attack open to a unit, or the way out of the one it is assigned to."""
    if unit.hex < 0 or unit.type.side is not turn_side(w):
        return []
    if unit.duty.target >= 0:
        return [Unassign(unit.id)]
    if not _meets_enemies(w, unit) or cannot_attack(w, unit) is not None:
        return []
    return [Assign(unit.id, label(w, i), WAVE) for i in targets(w, unit)]


def _meets_enemies(w: World, unit: Unit) -> bool:
    who, enemy = armies(w), unit.type.side.other
    return any(who.get(j) is enemy for j in w.board.neighbours[unit.hex])


def targets(w: World, unit: Unit) -> list[int]:
    """The hexes a unit that may attack may be assigned to."""
    who, enemy = armies(w), unit.type.side.other
    near = [j for j in w.board.neighbours[unit.hex] if who.get(j) is enemy]
    return [j for j in near if cannot_target(w, unit, j) is None]


def battle_commands(w: World) -> list[Command]:
    """The declared attacks that can be resolved, and an end to all of them."""
    teams = assigned(w)
    if not teams:
        return []
    ready = [Resolve(label(w, i), WAVE) for i, team in teams.items() if cannot_resolve(w, team, i) is None]
    return [*ready, CancelAttacks()]


def cannot_resolve(w: World, team: Sequence[Unit], index: int) -> Refusal | None:
    """Why these units may not carry out an attack together."""
    if not team:
        return Refusal("no-attackers", f"Nobody is assigned to an attack on {named(w, index)}.", "5.1")
    if len(team) == 1 and not may_go_alone(team[0]):
        return Refusal(
            "alone", f"{team[0].type.name} may not attack alone: infantry needs another combat unit beside it.", "5.1"
        )
    if quarrel(team):
        return Refusal("quarrel", "Hungarians and Romanians never take part in one attack.", "8.11")
    return None


def assign(w: World, command: Assign) -> None:
    """Assign the unit."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    w.mark(unit.duty, target=index)
    _tell(w, unit, f"is to attack {named(w, index)}", command.hex)


def unassign(w: World, command: Unassign) -> None:
    """Take the unit out of its attack, or its bombardment."""
    unit = w.by_id[command.unit]
    _tell(w, unit, "is taken out", label(w, unit.duty.target))
    release(w, unit)


def cancel_attacks(w: World, command: CancelAttacks) -> None:
    """Take every combat unit out."""
    for units in list(assigned(w).values()):
        for unit in units:
            release(w, unit)


def release(w: World, unit: Unit) -> None:
    """End a unit's assignment."""
    w.mark(unit.duty, target=-1)


def _tell(w: World, unit: Unit, words: str, target: str) -> None:
    w.emit(
        Declared(
            text=f"{unit.type.name} {words}.", where=(label(w, unit.hex), target), rule="5.1", unit=unit.id, hex=target
        )
    )


def battles(w: World, side: Side) -> tuple[BattleView, ...]:
    """The attack being resolved, and those declared; a bombardment is none."""
    clash, out = w.clash, []
    if clash.attackers:
        out.append(_battle(w, clash.hex, [w.by_entity[e] for e in clash.attackers], "fighting"))
    out += [_battle(w, index, team, "declared") for index, team in assigned(w).items()]
    return tuple(out)


def _battle(w: World, index: int, team: Sequence[Unit], how: str) -> BattleView:
    side = team[0].type.side
    if how == "fighting":
        defenders = [w.by_entity[e] for e in w.clash.defenders]
    else:
        defenders = [u for u in fighters_at(w, index) if u.type.side is not side]
    ours, theirs = tuple(u.id for u in team if u.hex >= 0), tuple(u.id for u in defenders if u.hex >= 0)
    return BattleView(index, WAVE, ours, theirs, how, 1 if how == "fighting" else 0, 1)


# -- Counterattack! (5.12) --------------------------------------------------------------------------


def may_end(w: World) -> Refusal | None:
    """What the Counterattack! chit still demands before the segment may end."""
    if not w.cup.quota or w.cup.chit != COUNTERATTACK:
        return None
    index = w.lasting("counterattack", (Place, Steps, Duty, Cup, Campaign, Ground, Weather), lambda: _possible(w))
    if index < 0:
        return None
    words = "one attack is" if w.cup.quota == 1 else f"{w.cup.quota} attacks are"
    return Refusal("counterattack", f"Counterattack! {words} still owed; {named(w, index)} can be attacked.", "5.12")


def _possible(w: World) -> int:
    """A hex on which an attack that counts can still be made; -1 if there is none."""
    for index, team in could_attack(w).items():
        if is_proper(w, index, team):
            return index
    return -1


def could_attack(w: World) -> dict[int, list[Unit]]:
    """Target -> all units that have not fought and may attack it."""
    found: dict[int, list[Unit]] = {}
    side = turn_side(w)
    for unit in w.units:
        if unit.hex < 0 or unit.type.side is not side or not _meets_enemies(w, unit) or cannot_attack(w, unit):
            continue
        for index in targets(w, unit):
            found.setdefault(index, []).append(unit)
    return dict(sorted(found.items()))


def is_proper(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Is this an attack as Counterattack! asks for: two units at least, and not below 1-3?"""
    return len(team) > 1 and odds_of(w, index, turn_side(w), team).column != BELOW


def pays_off(w: World, index: int, team: Sequence[Unit]) -> bool:
    """Does an attack count towards Counterattack!?  While mechanised corps in supply could take part in one, only an
    attack with such a corps does."""
    if w.cup.chit != COUNTERATTACK or not w.cup.quota or not is_proper(w, index, team):
        return False
    if any(is_eager(w, u) for u in team):
        return True
    chances: Mapping[int, list[Unit]] = could_attack(w)
    return not any(is_eager(w, u) for i, us in chances.items() if is_proper(w, i, us) for u in us)


def is_eager(w: World, unit: Unit) -> bool:
    """A mechanised corps in supply."""
    return has(unit, "panzer_tank") and state(w, unit) == SUPPLIED


# -- judging ----------------------------------------------------------------------------------------


def judge_assign(w: World, command: Assign) -> Refusal | None:
    """Why a unit may not be assigned to an attack."""
    refusal = strange(w, command.unit, command.hex)
    if refusal is not None:
        return refusal
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    refusal = cannot_attack(w, unit) or cannot_target(w, unit, index)
    if refusal is not None:
        return refusal
    if unit.duty.target >= 0:
        return Refusal("assigned", f"{unit.type.name} is assigned to an attack already; take it out first.", "5.1")
    return Refusal("no-such-wave", "Each hex is attacked once: there is one wave only.", "5.1")


def judge_unassign(w: World, command: Unassign) -> Refusal | None:
    """Why a unit may not be taken out of an attack."""
    return Refusal("not-assigned", f"{command.unit} is not assigned to an attack or bombardment of yours.", "5.1")


def judge_cancel(w: World, command: CancelAttacks) -> Refusal | None:
    """Why there is nothing to cancel."""
    return Refusal("no-attacks", "No attack is declared.", "5.1")


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why an attack may not be resolved."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return strange(w, next(iter(w.by_id)), command.hex)
    team = assigned(w).get(index, [])
    return cannot_resolve(w, team, index) or Refusal(
        "no-such-battle", f"No attack on {command.hex} waits to be resolved now.", "5.1"
    )
