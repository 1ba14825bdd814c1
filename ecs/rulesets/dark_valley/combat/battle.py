"""Chapters 5.1-5.10: an attack, from the die to the advance."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Done, Resolve, RollAgain, StandFast, TakeHit
from ecs.core.components import (
    Battle,
    CombatRoll,
    LossesOwed,
    Side,
)
from ecs.core.dice import roll
from ecs.core.events import Attacked, Cause, StandOrdered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat import air, declaring, retreat_and_advance
from ecs.rulesets.dark_valley.combat.battlefield import odds_of
from ecs.rulesets.dark_valley.combat.declaring import assigned
from ecs.rulesets.dark_valley.combat.odds import AttackOdds
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.components import BATTLE_MARKS, ChitInPlay, GarrisonStand
from ecs.rulesets.dark_valley.data.units import is_german, steps_left, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import fighters_at
from ecs.rulesets.dark_valley.ground.removal import eliminate
from ecs.rulesets.dark_valley.ground.terrain import FORTS, WEAK, fort_at
from ecs.systems.combat import battles, losses
from ecs.systems.combat.battles import announce, go_on, take_hit
from ecs.systems.combat.declared_attacks import engage
from ecs.systems.combat.losses import attackers, bases_of, defenders, owe, write_down
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.combat.retreat_and_advance import ADVANCE_DECISION, RETREAT_DECISION, press_on
from ecs.systems.combat.rules import CombatRules, question
from ecs.systems.sentences import label, named

MEANING = {
    "AE": "all attackers eliminated",
    "AL1": "the attacker loses a step",
    "BL1": "each side loses a step",
    "EX": "defenders eliminated; the attacker loses as many steps",
    "DR": "the defenders retreat",
    "DR*": "the defenders retreat and lose a step, unless it is their last",
    "DE": "defenders eliminated",
    "NE": "no effect",
}


def resolve(w: World, command: Resolve) -> None:
    """Carry out a declared attack."""
    index, side = w.board.by_label[command.hex], turn_side(w)
    team, foes = team_for(w, index), fighters_at(w, index)
    odds = odds_of(w, index, side, team)
    if declaring.pays_off(w, index, team):
        w.mark(ChitInPlay, w.table, quota=w[ChitInPlay].quota - 1)
    engage(w, team)
    for unit in team:
        chits.spend(w, unit)
    if w.decisions.stack:
        w.answered(air.STRIKE)
    write_down(w, index, team, foes, bases_of(team), struck=[index], odds=(odds.column, odds.drm))
    attack, defence = odds.attack.total, odds.defence.total
    announce(
        w,
        "5.2",
        team,
        foes,
        factors=(int(attack), int(defence)),
        exact=(str(attack), str(defence)),
        shifts=odds.shifts,
        odds=odds.title,
    )
    if odds.column == NO_COLUMN:
        inflict(w, "AE")
    else:
        throw(w, odds)


def team_for(w: World, index: int) -> list[Unit]:
    """Who attacks a hex now: the corps that has just landed, or those assigned."""
    landed = air.jumper(w) if w.decisions.stack[-1:] == (air.STRIKE,) else None
    return [landed] if landed is not None else assigned(w)[index]


def throw(w: World, odds: AttackOdds) -> None:
    """Roll, read the table; a second result of no effect costs the attacker a step (5.8)."""
    die = roll(w, odds.dice)
    code = odds.result(die)
    if code == "NE" and w[CombatRoll].again:
        code = "AL1"
    w.mark(CombatRoll, w.table, die=die)
    w.emit(
        Attacked(
            where=(label(w, w[Battle].hex),),
            rule="5.6" if odds.table == "A" else "5.7",
            hex=label(w, w[Battle].hex),
            faces=(die,),
            odds=odds.title,
            table=odds.table,
            modifiers=tuple((line.text, line.value) for line in odds.drms),
            read=str(odds.read(die)),
            result=code,
        )
    )
    inflict(w, code)


# -- results (5.8) ------------------------------------------------------------------------------------


def inflict(w: World, code: str) -> None:
    """Apply a result: who is lost at once, and who owes steps."""
    ours, theirs = attackers(w), defenders(w)
    w.mark(CombatRoll, w.table, code=code)
    if code == "NE":
        if turn_side(w) is Side.SOVIET:
            w.ask("noeffect")
        else:
            battles.finish(w)
        return
    if code == "AE":
        for unit in ours:
            eliminate(w, unit, Cause.FIRE, "result AE", "5.8")
    elif code == "AL1":
        owe(w, attacker=1)
    elif code == "BL1":
        owe(w, attacker=1, defender=1)
    elif code in ("EX", "DE"):
        _destroy(w, theirs, code)
    elif code == "DR*" and sum(steps_left(u) for u in theirs) > 1:
        owe(w, defender=1)
    go_on(w)


def _destroy(w: World, theirs: Sequence[Unit], code: str) -> None:
    bled = code == "DE" and turn_side(w) is Side.SOVIET and any(is_german(u) for u in theirs)
    owed = sum(steps_left(u) for u in theirs) if code == "EX" else int(bled)
    for unit in theirs:
        eliminate(w, unit, Cause.EXCHANGE if code == "EX" else Cause.FIRE, f"result {code}", "5.8")
    w.mark(LossesOwed, w.table, german_bled=bled)
    owe(w, attacker=owed)


# -- answers ------------------------------------------------------------------------------------------


def roll_again(w: World, command: RollAgain) -> None:
    """Roll a result of no effect once more."""
    w.answered("noeffect")
    w.mark(CombatRoll, w.table, again=True)
    throw(w, odds_of(w, w[Battle].hex, turn_side(w), attackers(w)))


def stand_fast(w: World, command: StandFast) -> None:
    """The garrison stays, one step weaker; a Weak Fort is used up by it."""
    w.answered("stand")
    w.mark(GarrisonStand, w.table, asked=True, stood=True)
    owe(w, defender=1)
    spot, units = label(w, w[Battle].hex), tuple(u.id for u in defenders(w))
    w.emit(StandOrdered(where=(spot,), rule="5.8", side=turn_side(w).other, hex=spot, units=units))
    if fort_at(w, w[Battle].hex) == WEAK:
        FORTS.lift(w, [w[Battle].hex])
    go_on(w)


def _leave(w: World) -> None:
    w.mark(GarrisonStand, w.table, asked=True)
    go_on(w)


# -- the questions --------------------------------------------------------------------------------------


NO_EFFECT = question(
    "noeffect",
    turn_side,
    lambda w: [RollAgain(), Done()],
    lambda w: f"no effect at {named(w, w[Battle].hex)}. Roll again? A second “no effect” costs a step.",
    "5.8",
)
DECISIONS = {
    asked.id: asked
    for asked in (
        NO_EFFECT,
        losses.DECISION,
        retreat_and_advance.STAND,
        RETREAT_DECISION,
        air.ASKED,
        ADVANCE_DECISION,
    )
}
COMBAT = CombatRules(
    "",
    turn_side,
    retreat_and_advance.ADVANCE,
    course=(retreat_and_advance.lose_and_retreat, press_on),
    questions=DECISIONS,
    marks=BATTLE_MARKS,
    closes={"stand": _leave, air.STRIKE: lambda w: None},
    losses=retreat_and_advance.LOSSES,
    retreat=retreat_and_advance.RETREAT,
)


def judge_again(w: World, command: RollAgain) -> Refusal | None:
    """Why there is no second roll."""
    return Refusal("no-reroll", "Only the Soviets may reroll a “no effect” result, and only once.", "5.8")


ORDERS = (
    Handler(Resolve, resolve, declaring.judge_resolve),
    Handler(TakeHit, take_hit, retreat_and_advance.judge_hit),
    Handler(RollAgain, roll_again, judge_again),
    Handler(StandFast, stand_fast, retreat_and_advance.judge_stand),
    *battles.ORDERS,
)
