"""Chapter 9: how a battle is fought, from the stand of the Germans to the breakthrough."""

from __future__ import annotations

from collections.abc import Sequence

from ecs.core.commands import Exchange, Hold, Resolve, StandFast, TakeHit
from ecs.core.components import BATTLE_MARKS, Battle, CombatPhase, CombatRoll, Garrison, Side
from ecs.core.dice import roll
from ecs.core.events import Attacked, Cause, Cleared, ResultChanged
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import breakthrough, declaring, losses, retreat_and_advance
from ecs.rulesets.war_against_russia.combat.battlefield import odds_of
from ecs.rulesets.war_against_russia.combat.losses import X
from ecs.rulesets.war_against_russia.combat.odds import LOSS, AttackOdds, columns, convert
from ecs.rulesets.war_against_russia.data.components import Breakthrough, ExchangeUnderway, Pursuit, StandOrder
from ecs.rulesets.war_against_russia.data.tables import Effect, rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_dispersed, turn_side
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.control import (
    disperse,
    eliminate,
    fighters_at,
    intrinsic_factor,
    is_defended,
)
from ecs.systems.combat import battles
from ecs.systems.combat.battles import announce, go_on
from ecs.systems.combat.declared_attacks import assigned_by_wave, engage, stand_down, waves_on
from ecs.systems.combat.losses import attackers, bases_of, defenders, write_down
from ecs.systems.combat.retreat_and_advance import ADVANCE_DECISION, RETREAT_DECISION, begin, flee, press_on
from ecs.systems.combat.rules import CombatRules
from ecs.systems.sentences import label


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why no unit can stand fast now."""
    if w.decisions.stack[-1:] in (("stand",), ("decline",)):
        return None
    return Refusal("no-stand-now", "Order Germans to stand fast when they are attacked, before the die.", "9.6")


# -- opening a battle ---------------------------------------------------------------------------------------


def resolve(w: World, command: Resolve) -> None:
    """Fight a declared battle, or that after a breakthrough."""
    index, wave = w.board.by_label[command.hex], command.wave
    extra = breakthrough.is_open(w)
    units = assigned_by_wave(w)[(index, wave)] if extra else declaring.party(w, index, wave)
    if extra:
        w.answered(breakthrough.QUESTION)
    _engage(w, index, wave, units, extra)
    if retreat_and_advance.may_stand(w):
        w.ask("stand")
    else:
        throw(w)


def _engage(w: World, index: int, wave: int, units: Sequence[Unit], extra: bool) -> None:
    """Note and tell who takes part."""
    side, ground = turn_side(w), [u for u in units if not is_air(u)]
    bases = bases_of(ground)
    foes = fighters_at(w, index, side.other)
    loose = tuple(e for e in w[Breakthrough].loose if e not in {u.entity for u in ground})
    engage(w, ground)
    struck = tuple(sorted({*w[CombatPhase].struck, index}))
    w.mark(CombatPhase, w.table, wave=wave, struck=struck)
    w.mark(Breakthrough, w.table, extra=extra, loose=loose)
    odds = _odds(w, index, units)
    w.mark(Pursuit, w.table, worth=odds.defence.total)
    shift = sum(line.value for line in odds.shifts)
    write_down(w, index, ground, foes, bases, odds=(odds.column, shift))
    factors, air = (odds.attack.total, odds.defence.total), [u for u in units if is_air(u)]
    title = columns().title(odds.ratio)
    announce(w, "9.4" if extra else "9.1", ground, foes, support=air, factors=factors, odds=title)


def _odds(w: World, index: int, units: Sequence[Unit], surrounded: bool = False) -> AttackOdds:
    return odds_of(w, index, turn_side(w), units, None, surrounded)


# -- No Retreat! (9.6) --------------------------------------------------------------------------------------


def stand_fast(w: World, command: StandFast) -> None:
    """The Germans do not retreat; or defenders in mountains refuse an exchange."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    if question == "stand":
        retreat_and_advance.order(w, retreat_and_advance.germans(w))
        throw(w)
    else:
        w.mark(CombatRoll, w.table, code=terrain.ground(w, w[Battle].hex).declines[X])
        here = label(w, w[Battle].hex)
        w.emit(ResultChanged(where=(here,), rule="8", hex=here, before=X, now=w[CombatRoll].code, why="declined"))
        inflict(w)


def hold(w: World, command: Hold) -> None:
    """A single German unit does not retreat."""
    w.answered("stand")
    retreat_and_advance.order(w, [w.by_id[command.unit]])
    throw(w)


# -- the die (9.1, 9.2) -------------------------------------------------------------------------------------


def throw(w: World) -> None:
    """Throw the die, read the table, convert the result; the Germans may buy the defenders instead."""
    index, side = w[Battle].hex, turn_side(w)
    units = [*attackers(w), *_aircraft(w)]
    plain = _odds(w, index, units)
    die = roll(w)
    raw = plain.result(die)
    far = rules(w).result[raw].retreat[1] or retreat_and_advance.FARTHEST
    surrounded = retreat_and_advance.is_surrounded(w, index, w[Battle].came_from, far)
    odds = _odds(w, index, units, surrounded)
    code = raw if raw == X else odds.code(die)
    if _aircraft(w):
        declaring.fly(w, index)
    w.mark(CombatRoll, w.table, die=die, odds=odds.column, code=code)
    w.emit(
        Attacked(
            where=(label(w, index),),
            rule="9.2",
            faces=(die,),
            hex=label(w, index),
            odds=odds.title,
            modifiers=tuple((line.text, line.value) for line in odds.shifts),
            plain=raw,
            result=code,
        )
    )
    if side is Side.AXIS and losses.price(w) is not None:
        w.ask("buy")
    else:
        inflict(w)


def _aircraft(w: World) -> list[Unit]:
    """The aircraft of the battle being fought: if it is declared, and the first wave left there."""
    later = w[Breakthrough].extra or any(n < w[CombatPhase].wave for n in waves_on(w, w[Battle].hex))
    return [] if later else declaring.support(w, w[Battle].hex)


# -- the result (9.3) ---------------------------------------------------------------------------------------


def inflict(w: World) -> None:
    """Apply the result: an exchange, or what befalls either side."""
    if w[CombatRoll].code == X:
        _exchange(w)
        return
    code = w[CombatRoll].code
    effect = rules(w).result[code]
    if effect.breakthrough and not w[Breakthrough].extra:
        w.mark(Breakthrough, w.table, loose=tuple(u.entity for u in attackers(w) if not is_dispersed(u)))
    fleeing: list[Unit] = []
    fates = [(unit, _fate(w, unit)) for unit in defenders(w)]
    for unit, fate in fates:
        if fate.eliminated:
            eliminate(w, unit, Cause.FIRE, f"result {code}", "9.3")
        if fate.dispersed:
            disperse(w, [unit], f"result {code}")
        if max(fate.retreat):
            fleeing.append(unit)
    if effect.attackers:
        w.mark(ExchangeUnderway, w.table, owed=2 * w[Pursuit].worth)
    begin(w, fleeing)
    go_on(w)


def _fate(w: World, unit: Unit) -> Effect:
    """What the result does to a defender: who stacks with Germans who stand follows it as it would be without that
    (9.6)."""
    code = w[CombatRoll].code
    if w[StandOrder].units and not retreat_and_advance.stands(w, unit):
        code = _without_order(w)
    return rules(w).result[code]


def _without_order(w: World) -> str:
    here, team = losses.scene(w)
    raw = rules(w).crt.cells[w[CombatRoll].die - 1][w[CombatRoll].odds]
    return convert(raw, here, team, False, False)


def _exchange(w: World) -> None:
    """An X result: no units to exchange, none that can be paid for, or a choice (9.5)."""
    if not defenders(w):
        go_on(w)
    elif not losses.affordable(w):
        w.mark(CombatRoll, w.table, code=LOSS)
        here = label(w, w[Battle].hex)
        w.emit(ResultChanged(where=(here,), rule="9.5", hex=here, before=X, now=LOSS, why="unaffordable"))
        inflict(w)
    elif losses.may_decline(w):
        w.ask("decline")
    else:
        _pick(w)


def _pick(w: World) -> None:
    if not losses.picking(w):
        losses.settle(w)
        go_on(w)


def _exhaust(w: World) -> None:
    """Some results make the attackers Spent."""
    if rules(w).result[w[CombatRoll].code].attackers:
        disperse(w, attackers(w), f"result {w[CombatRoll].code}")


def _people_give_way(w: World) -> None:
    """A victory city's militia, left alone, fights no more after a result that destroys them (8)."""
    index = w[Battle].hex
    alone = intrinsic_factor(w, index) and not fighters_at(w, index)
    if alone and w[CombatRoll].code in rules(w).exchange.intrinsic_falls:
        w.mark(Garrison, w.hexes[index], garrisoned=False)
        w.emit(Cleared(where=(label(w, index),), rule="8", hex=label(w, index), people=True))


def _end(w: World) -> None:
    """Units that were to attack a hex now empty are free; units that have broken through may go on."""
    if turn_side(w) is Side.AXIS:
        terrain.open_rumania(w, w[Battle].came_from)
    w.mark(CombatPhase, w.table, wave=0)
    w.mark(Breakthrough, w.table, extra=False)
    for index, wave in list(assigned_by_wave(w)):
        if not is_defended(w, index, turn_side(w)):
            stand_down(w, [*assigned_by_wave(w)[(index, wave)], *declaring.support(w, index)])
    if breakthrough.can_go_on(w):
        w.mark(Breakthrough, w.table, extra=True)
        w.ask(breakthrough.QUESTION)
    else:
        w.mark(Breakthrough, w.table, loose=())


# -- answers ------------------------------------------------------------------------------------------------


def buy(w: World, command: Exchange) -> None:
    """The Germans pay for the defenders."""
    w.answered("buy")
    losses.buy_out(w)
    go_on(w)


def take_hit(w: World, command: TakeHit) -> None:
    """Pick a defender for the exchange, or an attacker to pay."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    unit = w.by_id[command.unit]
    if question in ("pick", "cede"):
        losses.pick(w, unit)
        _pick(w)
    else:
        losses.pay(w, unit)
        go_on(w)


# -- the questions a battle asks, and what closing them leads on to ---------------------------------------------


def _settle(w: World) -> None:
    losses.settle(w)
    go_on(w)


DECISIONS = {
    asked.id: asked
    for asked in (
        retreat_and_advance.STAND_QUESTION,
        losses.BUY,
        losses.DECLINE,
        losses.PICK,
        losses.CEDE,
        losses.LOSSES,
        RETREAT_DECISION,
        ADVANCE_DECISION,
        breakthrough.ASKED,
    )
}
COMBAT = CombatRules(
    "9",
    turn_side,
    retreat_and_advance.ADVANCE,
    course=(losses.pending, _exhaust, flee, _people_give_way, press_on),
    questions=DECISIONS,
    marks=(*BATTLE_MARKS, ExchangeUnderway, Pursuit, StandOrder),
    ends=_end,
    lapses=declaring.lapses,
    closes={
        "stand": throw,
        "buy": inflict,
        "decline": _pick,
        "pick": _settle,
        "retreat": battles.stay,
        breakthrough.QUESTION: breakthrough.close,
    },
    retreat=retreat_and_advance.RETREAT,
)
ORDERS = (
    Handler(Resolve, resolve, breakthrough.RESOLUTION.judge),
    Handler(Hold, hold, retreat_and_advance.judge_hold),
    Handler(Exchange, buy, losses.judge_buy),
    Handler(TakeHit, take_hit, losses.judge_hit),
    *battles.ORDERS,
)
