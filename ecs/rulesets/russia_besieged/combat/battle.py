"""Chapters 10.2-10.9 and 14.2: a battle, from the Field Marshal who is spent in it and the die to the advance."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Blitz, Command, Done, Resolve, Spend, TakeHit
from ecs.core.components import Assignment, Battle, CombatRoll, Engagement, Readiness, Side
from ecs.core.dice import roll
from ecs.core.events import Attacked, Cause, Changed, RagesOn
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import declared_attacks, retreat_and_advance
from ecs.rulesets.russia_besieged.combat.declared_attacks import (
    assigned,
    attack_conditions,
    battle_hexes,
    defending_marshals,
    foes_at,
    odds_of,
    party,
    team_of,
)
from ecs.rulesets.russia_besieged.combat.odds import (
    BLITZKRIEG,
    CRT,
    AttackOdds,
    TableResult,
    blitz_refusal,
    lookup,
    ratio_name,
    result_cost,
    surrendered,
)
from ecs.rulesets.russia_besieged.combat.retreat_and_advance import RULES as LOSSES
from ecs.rulesets.russia_besieged.combat.retreat_and_advance import judge_hit, table_and_result
from ecs.rulesets.russia_besieged.combat.strength import Team
from ecs.rulesets.russia_besieged.data.calendar import impulse, turn_side
from ecs.rulesets.russia_besieged.data.components import JointAttacks
from ecs.rulesets.russia_besieged.data.tables import BELOW
from ecs.rulesets.russia_besieged.data.units import is_combat_unit, letter, steps_left
from ecs.rulesets.russia_besieged.ground import supply
from ecs.rulesets.russia_besieged.ground.control import drive_out
from ecs.rulesets.russia_besieged.ground.occupancy import army_at
from ecs.rulesets.russia_besieged.ground.removal import CAPTIVE, eliminate, left_alone, surrender
from ecs.systems.combat import battles, losses
from ecs.systems.combat.battles import Resolution, announce, go_on, take_hit
from ecs.systems.combat.declared_attacks import WAVE
from ecs.systems.combat.losses import attackers, bases_of, defenders, defending_side, write_down
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.combat.retreat_and_advance import ADVANCE_DECISION, RETREAT_DECISION, flee, press_on
from ecs.systems.combat.rules import CombatRules, question
from ecs.systems.sentences import label, named
from ecs.systems.single_orders import HexErrand
from ecs.systems.stacking import units_at

# -- Chapter 14.2: the battle in which the defenders spend a Field Marshal. ------------------------------------------
# While the question stands, the battle is neither begun nor over: ``Battle.hex`` names it, ``CombatRoll.code`` its
# table.

QUESTION = "marshal"


def candidates(w: World, index: int) -> list[Unit]:
    """The Field Marshals who could help the defenders of a declared battle, by entity."""
    return defending_marshals(w, battle_hexes(w, index), turn_side(w).other)


def _odds(w: World, index: int, table: str, helped: bool) -> AttackOdds:
    return odds_of(w, battle_hexes(w, index), turn_side(w), party(w, index), table, helped=helped)


def matters(w: World, index: int, table: str) -> bool:
    """Would a Field Marshal change the result of any face of the die?"""
    helped, alone = (_odds(w, index, table, there) for there in (True, False))
    return alone.column != NO_COLUMN and any(
        a.result != b.result for a, b in zip(helped.faces(), alone.faces(), strict=True)
    )


def elsewhere(w: World, unit: Unit, index: int) -> list[int]:
    """Other battles left in this segment in which a Field Marshal could help."""
    return [i for i in assigned(w) if i != index and unit in candidates(w, i)]


def is_idle(w: World, unit: Unit, index: int) -> bool:
    """Is the battle the last in this player turn in which he could help, as far as can be seen?"""
    return impulse(w) == 2 and not elsewhere(w, unit, index)


def chosen(w: World, index: int, table: str) -> tuple[bool, Unit | None]:
    """Whether the defenders must choose, and if not, whom they send into the battle.

    No one where he changes nothing.  One who has nothing else to do this player turn goes by himself.
    """
    found = candidates(w, index)
    if not found or not matters(w, index, table):
        return False, None
    idle = next((unit for unit in found if is_idle(w, unit, index)), None)
    return idle is None, idle


def ask(w: World, index: int, table: str) -> None:
    """Ask the defenders before the battle begins."""
    team = [u for u in party(w, index) if is_combat_unit(u)]
    foes = [u for i in battle_hexes(w, index) for u in foes_at(w, i, turn_side(w))]
    write_down(w, index, team, foes, bases_of(team))
    w.mark(CombatRoll, w.table, code=table)
    w.ask(QUESTION)


def send(w: World, unit: Unit, index: int) -> None:
    """Spend a Field Marshal on the defence of a battle."""
    w.mark(Readiness, unit, spent=True)
    spot = label(w, index)
    w.emit(Changed(where=(label(w, unit.hex), spot), rule="14.2", unit=unit.id, state="helping", hex=spot))


# -- the question -------------------------------------------------------------------------------------------


def spend_commands(w: World) -> list[Command]:
    """The choices: to send one of them in, or none."""
    return [*(Spend(u.id) for u in candidates(w, w[Battle].hex)), Done()]


def _asked(w: World) -> str:
    """The question: the attack, and where else he could help."""
    index = w[Battle].hex
    found = candidates(w, index)
    names = " or ".join(u.type.long_name for u in found)
    text = f"send {names} to the battle at {named(w, index)} ({_figures(w, index)})? Die roll −1."
    return text + "".join(_choices(w, unit, index) for unit in found)


def _figures(w: World, index: int) -> str:
    odds = _odds(w, index, w[CombatRoll].code, False)
    return f"{odds.attack.total} to {odds.defence.total}, {ratio_name(odds.ratio)}"


def _choices(w: World, unit: Unit, index: int) -> str:
    places = [f"{named(w, i)} ({_figures(w, i)})" for i in elsewhere(w, unit, index)]
    if places:
        return f" {unit.type.long_name} could also help at {', '.join(places)}."
    return f" {unit.type.long_name} could also wait for the Second Impulse." if impulse(w) == 1 else ""


DECISION = question(QUESTION, defending_side, spend_commands, _asked, "14.2")


def judge_spend(w: World, command: Spend) -> Refusal | None:
    """Why a Field Marshal may not be sent in."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] != (QUESTION,) or unit is None:
        words = "Defenders may send in a Field Marshal only before the battle is rolled."
        return Refusal("no-question", words, "14.2")
    if unit in candidates(w, w[Battle].hex):
        return None
    return Refusal("no-help", f"{unit.type.long_name} is not a Field Marshal who can help there.", "14.2")


# -- Chapters 10.2-10.9: a battle, from the die to the advance. ------------------------------------------------------

COMPANY = ("AR", "FM")


# -- opening a battle (10.2) --------------------------------------------------------------------------------


def cannot_resolve(w: World, index: int, wave: int = WAVE) -> Refusal | None:
    """Why a battle cannot be fought now."""
    if wave != WAVE:
        return Refusal("no-such-wave", "You may attack each hex only once a segment.", "10.1")
    if not w.phase.startswith("fight"):
        return Refusal("no-combat", "Fight battles in the combat segment, once all are declared.", "3.0")
    if w[Battle].underway:
        return Refusal("fighting", "Finish the other battle first.", "10.0")
    if not declared_attacks.assigned(w).get(index):
        return Refusal("no-attackers", f"No unit is assigned to attack {named(w, index)}.", "10.1")
    if not battle_hexes(w, index):
        return Refusal("nothing-there", f"No attacker is left at {named(w, index)}.", "10.1")
    return None


def cannot_blitz(w: World, index: int) -> Refusal | None:
    """Why a battle cannot be fought on the Blitzkrieg table."""
    refusal = cannot_resolve(w, index)
    if refusal is not None:
        return refusal
    units, hexes = declared_attacks.party(w, index), battle_hexes(w, index)
    return blitz_refusal(attack_conditions(w, hexes, turn_side(w), units), team_of(w, units, hexes))


RESOLUTION = Resolution(
    "10.1", "2.1", lambda w: ((index, WAVE) for index in declared_attacks.assigned(w)), cannot_resolve
)
BLITZES = HexErrand(Blitz, "2.1", cannot_blitz, declared_attacks.assigned)
may_end_fight = RESOLUTION.may_end


def battle_commands(w: World) -> list[Command]:
    """The battles that can be fought now, on either table."""
    return [*RESOLUTION.commands(w), *BLITZES.commands(w)]


def resolve(w: World, command: Resolve) -> None:
    """Fight a declared battle on the combat results table."""
    fight(w, w.board.by_label[command.hex], CRT)


def blitz(w: World, command: Blitz) -> None:
    """Fight a declared battle on the Blitzkrieg table."""
    fight(w, w.board.by_label[command.hex], BLITZKRIEG)


def fight(w: World, index: int, table: str) -> None:
    """Fight a declared battle; first the defenders say whether a Field Marshal of theirs helps, where it matters."""
    asked, marshal = chosen(w, index, table)
    if asked:
        ask(w, index, table)
    else:
        _fight(w, index, table, marshal)


def spend(w: World, command: Spend) -> None:
    """Use a Field Marshal in the defence."""
    w.answered(QUESTION)
    _answered(w, w.by_id[command.unit])


def _answered(w: World, marshal: Unit | None) -> None:
    index, table = w[Battle].hex, w[CombatRoll].code
    battles.finish(w)
    _fight(w, index, table, marshal)


def _fight(w: World, index: int, table: str, marshal: Unit | None) -> None:
    """Spend what takes part, throw the die, apply the result."""
    side, hexes = turn_side(w), battle_hexes(w, index)
    units = declared_attacks.party(w, index)
    foes = [u for i in hexes for u in foes_at(w, i, side)]
    odds = odds_of(w, hexes, side, units, table, helped=marshal is not None)
    team, theirs = team_of(w, units, hexes), team_of(w, foes, ())
    _engage(w, index, hexes, units, foes, odds)
    factors = odds.attack.total, odds.defence.total
    announce(w, "10.2", units, foes, hexes=hexes, factors=factors, odds=ratio_name(odds.ratio))
    if marshal is not None:
        send(w, marshal, index)
    if odds.column == NO_COLUMN:
        inflict(w, table, lookup(table, NO_COLUMN, 0), team, theirs)
        return
    die = roll(w, odds.dice)
    result = odds.result(die)
    w.mark(CombatRoll, w.table, die=die)
    w.emit(
        Attacked(
            where=(label(w, index),),
            rule="10.9" if table == BLITZKRIEG else "10.2",
            hex=label(w, index),
            faces=(die,),
            odds=odds.title,
            table=table,
            modifiers=tuple((line.text, line.value) for line in odds.drms),
            read=str(odds.read(die)),
            result=result.title,
        )
    )
    inflict(w, table, result, team, theirs)


def _engage(
    w: World, index: int, hexes: Sequence[int], units: Sequence[Unit], foes: Sequence[Unit], odds: AttackOdds
) -> None:
    """Note who takes part; units that only follow a retreat come after the combat units."""
    side, fighting = turn_side(w), [u for u in units if is_combat_unit(u)]
    bases = bases_of(fighting)
    supply.note(w, hexes, side.other)
    supply.note(w, bases, side)
    for unit in units:
        if letter(unit) != "AIR":
            w.mark(Assignment, unit, target=-1)
        if is_combat_unit(unit) or letter(unit) == "AR":
            w.mark(Engagement, unit, fought=True)
        else:
            w.mark(Readiness, unit, spent=True)
    ours, theirs = [*fighting, *_company(w, bases, side)], [*foes, *_company(w, bases_of(foes), side.other)]
    write_down(w, index, ours, theirs, bases, struck=hexes, odds=(odds.column, odds.drm))


def _company(w: World, hexes: Sequence[int], side: Side) -> list[Unit]:
    return [u for i in hexes for u in units_at(w, i) if letter(u) in COMPANY and u.type.side is side]


# -- results (10.6) -----------------------------------------------------------------------------------------


def inflict(w: World, table: str, result: TableResult, team: Team, theirs: Team) -> None:
    """Apply a result: who is lost at once, and who owes steps."""
    cell = f"{result.code}+{result.advance}" if result.advance else result.code
    ours, foes = attackers(w), defenders(w)
    cost = result_cost(result, sum(map(steps_left, ours)), sum(map(steps_left, foes)))
    w.mark(CombatRoll, w.table, code=f"{table} {cell}")
    for side_team, units, fate, attacking in (
        (team, ours, result.effect.attacker, True),
        (theirs, foes, result.effect.defender, False),
    ):
        if fate.all:
            why = "odds too low" if result.code == BELOW else f"result {result.title}"
            wipe_out(w, units, surrendered(result, side_team, attacking), why)
    losses.owe(
        w,
        attacker=0 if result.effect.attacker.all else cost.attacker,
        defender=0 if result.effect.defender.all else cost.defender,
    )
    fate = result.effect.defender
    if fate.all or (max(fate.retreat) and not result.effect.even):
        _scatter_partisans(w)
    go_on(w)


def wipe_out(w: World, units: Sequence[Unit], captives: Sequence[str], why: str) -> None:
    """All these units are lost, some by surrender; leaders share the fate of their stack (10.68, 14.15, 14.2)."""
    stacks = sorted({(u.hex, u.type.side) for u in units})
    taken = {u.hex for u in units if u.id in captives}
    for unit in units:
        if unit.id in captives:
            surrender(w, unit, Cause.SURRENDER, why)
        else:
            eliminate(w, unit, Cause.FIRE, why, "10.6")
    for index, side in stacks:
        left_alone(w, index, side, index in taken)


def _scatter_partisans(w: World) -> None:
    """Any result that beats the defenders removes partisans (16.5)."""
    for index in declared_attacks.hexes_of(w, w[Battle].hex):
        for unit in list(units_at(w, index)):
            if letter(unit) == "PT" and unit.type.side is not turn_side(w):
                drive_out(w, unit)


def _clear_out(w: World) -> None:
    """Guns and leaders without a combat unit go their way: if one of their stack got away in the retreat, a Field
    Marshal does too and a Dictator stays; else they share its fate (10.7, 14.15, 14.2)."""
    side = turn_side(w)
    for involved, hexes, who, left in (
        (w[Battle].defenders, declared_attacks.hexes_of(w, w[Battle].hex), side.other, defenders(w)),
        (w[Battle].attackers, w[Battle].came_from, side, attackers(w)),
    ):
        team = [w.by_entity[e] for e in involved]
        lone = [u for u in team if letter(u) in COMPANY and u.hex >= 0 and army_at(w, u.hex) is not who]
        if not left and any(map(is_combat_unit, team)):
            captured = any(u.place.box.startswith(CAPTIVE) for u in team)
            for index in sorted({*hexes, *(u.hex for u in lone)}):
                left_alone(w, index, who, captured)
        for unit in lone:
            if unit.hex >= 0:
                drive_out(w, unit)


def _lock(w: World) -> None:
    """The battle rages: in the First Impulse those left on either side fight again in the Second (10.6)."""
    ours, foes = attackers(w), defenders(w)
    if not table_and_result(w)[1].effect.lock or impulse(w) != 1 or not ours or not foes:
        return
    battle = (w[Battle].hex, tuple(u.entity for u in ours))
    w.mark(JointAttacks, w.table, locked=tuple(sorted((*w[JointAttacks].locked, battle))))
    spot = label(w, w[Battle].hex)
    w.emit(RagesOn(where=(spot,), rule="10.6", hex=spot))


# -- the questions -----------------------------------------------------------------------------------------


DECISIONS = {asked.id: asked for asked in (losses.DECISION, RETREAT_DECISION, ADVANCE_DECISION, DECISION)}
COMBAT = CombatRules(
    "10.6",
    turn_side,
    retreat_and_advance.ADVANCE,
    course=(losses.pending, retreat_and_advance.begin, flee, _clear_out, _lock, press_on),
    questions=DECISIONS,
    closes={"retreat": battles.stay, QUESTION: lambda w: _answered(w, None)},
    losses=LOSSES,
    retreat=retreat_and_advance.RETREAT,
    lapses=lambda w, unit: letter(unit) != "AIR",  # aircraft have still to land (11.6)
    fights=is_combat_unit,
)
ORDERS = (
    Handler(Resolve, resolve, RESOLUTION.judge),
    Handler(Blitz, blitz, BLITZES.judge),
    Handler(TakeHit, take_hit, judge_hit),
    Handler(Spend, spend, judge_spend),
    *battles.ORDERS,
)
