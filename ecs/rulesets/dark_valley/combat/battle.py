"""Chapters 5.1-5.10: an attack, from the die to the advance."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import (
    Advance,
    Done,
    Resolve,
    Retreat,
    RollAgain,
    StandFast,
    TakeHit,
)
from ecs.core.components import (
    BATTLE_MARKS,
    Assignment,
    Battle,
    CombatPhase,
    CombatRoll,
    Engagement,
    GarrisonStand,
    LossesOwed,
    Side,
)
from ecs.core.dice import roll
from ecs.core.events import Attacked, BattleBegan, Cause, StandOrdered
from ecs.core.ruleset import Decision, Handler
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.combat import air, counterattack, declaring, retreat_and_advance
from ecs.rulesets.dark_valley.combat.battlefield import odds_of
from ecs.rulesets.dark_valley.combat.eligibility import assigned
from ecs.rulesets.dark_valley.combat.odds import AttackOdds
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.components import ChitInPlay
from ecs.rulesets.dark_valley.data.units import is_german, steps_left, turn_side
from ecs.rulesets.dark_valley.ground.occupancy import fighters_at
from ecs.rulesets.dark_valley.ground.removal import eliminate
from ecs.rulesets.dark_valley.ground.terrain import FORTS, WEAK, fort_at
from ecs.systems.combat.battles import BattleCourse, cannot_close
from ecs.systems.combat.losses import bases_of, write_down
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.sentences import label, named

MEANING = {
    "AE": "all attackers eliminated",
    "AL1": "the attacker loses a step",
    "BL1": "each side loses a step",
    "EX": "defenders eliminated, the attacker loses as many steps",
    "DR": "the defenders retreat",
    "DR*": "the defenders lose a step and retreat",
    "DE": "defenders eliminated",
    "NE": "no effect",
}


def resolve(w: World, command: Resolve) -> None:
    """Carry out a declared attack."""
    index, side = w.board.by_label[command.hex], turn_side(w)
    team, foes = team_for(w, index), fighters_at(w, index)
    odds = odds_of(w, index, side, team)
    if counterattack.pays_off(w, index, team):
        w.mark(ChitInPlay, w.table, quota=w[ChitInPlay].quota - 1)
    for unit in team:
        w.mark(Assignment, unit, target=-1)
        w.mark(Engagement, unit, fought=True)
        chits.spend(w, unit)
    if w.decisions.stack:
        w.answered(air.STRIKE)
    w.mark(CombatPhase, w.table, struck=(*w[CombatPhase].struck, index))
    write_down(w, index, team, foes, bases_of(team))
    w.mark(CombatRoll, w.table, odds=odds.column, drm=odds.drm)
    _announce(w, odds, team, foes)
    if odds.column == NO_COLUMN:
        inflict(w, "AE")
    else:
        throw(w, odds)


def _announce(w: World, odds: AttackOdds, team: Sequence[Unit], foes: Sequence[Unit]) -> None:
    spot = label(w, w[Battle].hex)
    w.emit(
        BattleBegan(
            where=(spot, *(label(w, b) for b in w[Battle].came_from)),
            rule="5.2",
            hex=spot,
            attackers=tuple(u.id for u in team),
            defenders=tuple(u.id for u in foes),
            factors=(int(odds.attack.total), int(odds.defence.total)),
            exact=(str(odds.attack.total), str(odds.defence.total)),
            shifts=tuple((line.text, line.value) for line in odds.shifts),
            odds=odds.title,
        )
    )


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
    ours, theirs = retreat_and_advance.attackers(w), retreat_and_advance.defenders(w)
    w.mark(CombatRoll, w.table, code=code)
    if code == "NE":
        if turn_side(w) is Side.SOVIET:
            w.ask("noeffect")
        else:
            finish(w)
        return
    if code == "AE":
        for unit in ours:
            eliminate(w, unit, Cause.FIRE, "result AE", "5.8")
    elif code == "AL1":
        w.mark(LossesOwed, w.table, attacker_owes=1)
    elif code == "BL1":
        w.mark(LossesOwed, w.table, attacker_owes=1, defender_owes=1)
    elif code in ("EX", "DE"):
        _destroy(w, theirs, code)
    elif code == "DR*" and sum(steps_left(u) for u in theirs) > 1:
        w.mark(LossesOwed, w.table, defender_owes=1)
    settle(w)


def _destroy(w: World, theirs: Sequence[Unit], code: str) -> None:
    bled = code == "DE" and turn_side(w) is Side.SOVIET and any(is_german(u) for u in theirs)
    owed = sum(steps_left(u) for u in theirs) if code == "EX" else int(bled)
    for unit in theirs:
        eliminate(w, unit, Cause.EXCHANGE if code == "EX" else Cause.FIRE, f"result {code}", "5.8")
    w.mark(LossesOwed, w.table, attacker_owes=owed, german_bled=bled)


def settle(w: World) -> None:
    """Go on with the attack until somebody has a choice or it is over: losses, retreat, advance."""
    while True:
        if retreat_and_advance.LOSSES.pending(w):
            return
        if w[CombatRoll].code == retreat_and_advance.HIT:
            break
        if not retreat_and_advance.is_due(w):
            break
        if retreat_and_advance.may_stand(w):
            w.ask("stand")
            return
        if retreat_and_advance.pace(w):
            return
    if (
        w[CombatRoll].code != retreat_and_advance.HIT
        and retreat_and_advance.is_vacant(w)
        and retreat_and_advance.CHOICE.commands(w)
    ):
        w.ask("advance")
    else:
        finish(w)


def finish(w: World) -> None:
    """The attack is over."""
    w.wipe(w.table, BATTLE_MARKS)


# -- answers ------------------------------------------------------------------------------------------


def roll_again(w: World, command: RollAgain) -> None:
    """Roll a result of no effect once more."""
    w.answered("noeffect")
    w.mark(CombatRoll, w.table, again=True)
    throw(w, odds_of(w, w[Battle].hex, turn_side(w), retreat_and_advance.attackers(w)))


def stand_fast(w: World, command: StandFast) -> None:
    """The garrison stays, one step weaker; a Weak Fort is used up by it."""
    w.answered("stand")
    w.mark(GarrisonStand, w.table, asked=True, stood=True)
    w.mark(LossesOwed, w.table, defender_owes=1)
    spot, units = label(w, w[Battle].hex), tuple(u.id for u in retreat_and_advance.defenders(w))
    w.emit(StandOrdered(where=(spot,), rule="5.8", side=turn_side(w).other, hex=spot, units=units))
    if fort_at(w, w[Battle].hex) == WEAK:
        FORTS.lift(w, [w[Battle].hex])
    settle(w)


COURSE = BattleCourse(
    settle,
    finish,
    retreat_and_advance.lose,
    step=lambda w, unit, index: retreat_and_advance.step(w, index),
    advance=retreat_and_advance.CHOICE,
)


def done(w: World, command: Done) -> None:
    """No effect is accepted, the garrison leaves, nobody else advances."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    if question == "stand":
        w.mark(GarrisonStand, w.table, asked=True)
        settle(w)
    elif question != air.STRIKE:
        finish(w)


# -- the questions --------------------------------------------------------------------------------------


def _noeffect_view(w: World) -> DecisionView:
    side, index = turn_side(w), w[Battle].hex
    text = f"{side}: no effect at {named(w, index)}. Roll again? A second one costs a step."
    return DecisionView("noeffect", side, text, index, "5.8")


def _defender(w: World) -> Side:
    return turn_side(w).other


DECISIONS: dict[str, Decision] = {
    "noeffect": Decision("noeffect", turn_side, lambda w: [RollAgain(), Done()], _noeffect_view),
    "losses": Decision(
        "losses", retreat_and_advance.LOSSES.side, retreat_and_advance.LOSSES.commands, retreat_and_advance.LOSSES.view
    ),
    "stand": Decision("stand", _defender, lambda w: [StandFast(), Done()], retreat_and_advance.stand_view),
    "retreat": Decision("retreat", _defender, retreat_and_advance.retreat_commands, retreat_and_advance.retreat_view),
    air.STRIKE: Decision(air.STRIKE, turn_side, air.strike_commands, air.strike_view),
    "advance": Decision("advance", turn_side, retreat_and_advance.CHOICE.choices, retreat_and_advance.CHOICE.view),
}


def judge_again(w: World, command: RollAgain) -> Refusal | None:
    """Why there is no second roll."""
    return Refusal("no-reroll", "Only a Soviet result of no effect may be rolled again, once.", "5.8")


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why there is nothing to close."""
    return cannot_close(w, DECISIONS, "")


ORDERS = (
    Handler(Resolve, resolve, declaring.judge_resolve),
    Handler(TakeHit, COURSE.take_hit, retreat_and_advance.judge_hit),
    Handler(RollAgain, roll_again, judge_again),
    Handler(StandFast, stand_fast, retreat_and_advance.judge_stand),
    Handler(Retreat, COURSE.fall_back, retreat_and_advance.judge_retreat),
    Handler(Advance, COURSE.go_forward, retreat_and_advance.CHOICE.judge),
    Handler(Done, done, judge_done),
)
