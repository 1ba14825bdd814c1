"""Chapter 9: how a battle is fought, from the stand of the Germans and the losses to the breakthrough."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ecs.core.commands import Command, Done, Exchange, Hold, Resolve, StandFast, TakeHit
from ecs.core.components import BATTLE_MARKS, Battle, CombatPhase, CombatRoll, Garrison, Side, SupplyState
from ecs.core.dice import roll
from ecs.core.events import Attacked, Cause, Cleared, ResultChanged
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import breakthrough, declaring, odds, retreat_and_advance
from ecs.rulesets.war_against_russia.combat.battlefield import odds_of, site, team_of
from ecs.rulesets.war_against_russia.combat.odds import LOSS, AttackConditions, AttackOdds, Team, columns, convert
from ecs.rulesets.war_against_russia.data.components import Breakthrough, ExchangeUnderway, Pursuit, StandOrder
from ecs.rulesets.war_against_russia.data.tables import Effect, rules
from ecs.rulesets.war_against_russia.data.units import is_air, is_dispersed, is_german, turn_side
from ecs.rulesets.war_against_russia.ground import terrain
from ecs.rulesets.war_against_russia.ground.control import (
    disperse,
    eliminate,
    fighters_at,
    intrinsic_factor,
    is_defended,
)
from ecs.rulesets.war_against_russia.ground.terrain import ground
from ecs.systems.combat import battles
from ecs.systems.combat.battles import announce, go_on
from ecs.systems.combat.declared_attacks import assigned_by_wave, engage, stand_down, waves_on
from ecs.systems.combat.losses import attackers, bases_of, defenders, defending_side, write_down
from ecs.systems.combat.odds import mixed
from ecs.systems.combat.retreat_and_advance import ADVANCE_DECISION, RETREAT_DECISION, begin, flee, press_on
from ecs.systems.combat.rules import CombatRules, question
from ecs.systems.sentences import label, named

# -- Chapters 9.3 and 9.5: which attackers are lost, and in payment for which defenders. -----------------------------
# ``ExchangeUnderway.owed`` is twice the factors still to be paid, since halved attackers count halves.

X = "X"


def scene(w: World) -> tuple[AttackConditions, Team]:
    """The battle as figures: the hex, and the attackers left."""
    units = attackers(w)
    return site(w, w[Battle].hex, turn_side(w), units), team_of(w, units, w[Battle].hex)


# -- the exchange of an X (9.5) -----------------------------------------------------------------------------


def affordable(w: World) -> list[Unit]:
    """Defenders the attacker can still choose to eliminate: he can pay for each together with those picked."""
    here, team = scene(w)
    picked = [w.by_entity[e].id for e in w[ExchangeUnderway].picked]
    return [
        u
        for u in defenders(w)
        if u.id not in picked and odds.can_pay(here, team, odds.exchange_cost(here, [*picked, u.id]))
    ]


def may_decline(w: World) -> bool:
    """Do the defenders stand where they may turn the exchange into another result (8)?"""
    return X in ground(w, w[Battle].hex).declines


def pick(w: World, unit: Unit) -> None:
    """The attacker will pay for this defender."""
    w.mark(ExchangeUnderway, w.table, picked=(*w[ExchangeUnderway].picked, unit.entity))


def picking(w: World) -> bool:
    """Pick those that leave no choice; True if a player has to choose now: the attacker, but who of an Axis stack goes
    first the Axis, and then the Soviets whether they pay for more."""
    while options := affordable(w):
        ceded = turn_side(w) is Side.SOVIET and not w[ExchangeUnderway].picked
        if w[ExchangeUnderway].picked or (len(options) > 1 and not (ceded and _alike(options))):
            w.ask("cede" if ceded else "pick")
            return True
        pick(w, options[0])
    return False


def settle(w: World) -> None:
    """The picked defenders are lost, and attackers owed for them."""
    chosen = [w.by_entity[e] for e in w[ExchangeUnderway].picked]
    cost = odds.exchange_cost(scene(w)[0], [u.id for u in chosen])
    w.mark(ExchangeUnderway, w.table, owed=2 * cost)
    for unit in chosen:
        eliminate(w, unit, Cause.EXCHANGE, "exchanged", "9.5")


# -- the exchange the Germans may choose (9.5) --------------------------------------------------------------


def price(w: World) -> int | None:
    """What the Germans pay for the defenders instead of the result; None if they cannot.  Only units can be bought."""
    if not defenders(w):
        return None
    here, team = scene(w)
    return odds.offer(here, team, w[CombatRoll].code)


def buy_out(w: World) -> None:
    """The Germans pay for all defenders."""
    cost = price(w)
    assert cost is not None, w[CombatRoll].code
    units = defenders(w)
    w.mark(CombatRoll, w.table, code=X)
    w.mark(ExchangeUnderway, w.table, bought=True, picked=tuple(u.entity for u in units), owed=2 * cost)
    for unit in units:
        eliminate(w, unit, Cause.EXCHANGE, "exchange the Germans paid for", "9.5")


# -- paying (9.3, 9.5) --------------------------------------------------------------------------------------


def payers(w: World) -> list[Unit]:
    """The attackers among which losses fall: all of them, but in an exchange not those an Axis attack spares, and in
    one they chose only Germans."""
    units = attackers(w)
    if w[ExchangeUnderway].bought:
        return [u for u in units if is_german(u)]
    if w[ExchangeUnderway].picked and turn_side(w) is Side.AXIS:
        return [u for u in units if u.type.nation not in rules(w).exchange.spared]
    return units


def worth(w: World) -> dict[int, int]:
    """Entity -> twice the factors that are paid with each of the attackers."""
    here, team = scene(w)
    return {w.by_id[t.id].entity: odds.payment(here, t) for t in team}


def pay(w: World, unit: Unit) -> None:
    """Lose this attacker in payment; any excess is not given back."""
    w.mark(ExchangeUnderway, w.table, owed=max(0, w[ExchangeUnderway].owed - worth(w)[unit.entity]))
    if w[ExchangeUnderway].picked:
        eliminate(w, unit, Cause.EXCHANGE, "exchanged", "9.5")
    else:
        eliminate(w, unit, Cause.FIRE, f"result {w[CombatRoll].code}", "9.3")


def pending(w: World) -> bool:
    """Take all losses that leave no choice; True if the attacker has to choose now."""
    while w[ExchangeUnderway].owed:
        units, value = payers(w), worth(w)
        if not units:
            w.mark(ExchangeUnderway, w.table, owed=0)
            break
        worths = [value[u.entity] for u in units]
        if sum(worths) - min(worths) < w[ExchangeUnderway].owed or _alike(units):
            pay(w, units[0])
        else:
            w.ask("losses")
            return True
    return False


def _alike(units: list[Unit]) -> bool:
    return len({(u.type.kind, u.hex, u[SupplyState].supplied) for u in units}) == 1


# -- the questions ------------------------------------------------------------------------------------------


def words_of(doubled: int) -> str:
    """A number of factors given doubled: "2½ factors"."""
    return f"{mixed(Fraction(doubled, 2))} factor{'' if doubled == 2 else 's'}"


def _here(w: World) -> str:
    return named(w, w[Battle].hex)


def _buy(w: World) -> str:
    paid = words_of(2 * (price(w) or 0)).replace(" ", " German ", 1)
    return f"pay {paid} to destroy the defenders of {_here(w)} (result was {w[CombatRoll].code})?"


def _defenders_named(w: World) -> list[Command]:
    """The question of which defender is exchanged, or given up."""
    return [TakeHit(u.id) for u in affordable(w)]


def _pick_commands(w: World) -> list[Command]:
    return [*_defenders_named(w), Done()] if w[ExchangeUnderway].picked else _defenders_named(w)


BUY = question(
    "buy",
    turn_side,
    lambda w: [Exchange(), Done()],
    _buy,
    "9.5",
    count=lambda w: price(w) or 0,
    result=lambda w: odds.effects_of(w[CombatRoll].code),
)
DECLINE = question(
    "decline",
    defending_side,
    lambda w: [StandFast(), Done()],
    lambda w: f"refuse the exchange at {_here(w)} and be Dispersed instead?",
    "8",
)
PICK = question("pick", turn_side, _pick_commands, lambda w: f"which defender at {_here(w)} do you exchange?", "9.5")
CEDE = question(
    "cede",
    defending_side,
    _defenders_named,
    lambda w: f"exchange at {_here(w)}. Which of your units do you give up?",
    "9.5",
)
LOSSES = question(
    "losses",
    turn_side,
    lambda w: [TakeHit(u.id) for u in payers(w)],
    lambda w: f"{words_of(w[ExchangeUnderway].owed)} must be lost at {_here(w)}. Which unit?",
    lambda w: "9.5" if w[ExchangeUnderway].picked else "9.3",
    count=lambda w: -(-w[ExchangeUnderway].owed // 2),
)


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not be chosen."""
    question, unit = w.decisions.stack[-1:], w.unit(command.unit)
    if question not in (("losses",), ("pick",), ("cede",)) or unit is None:
        return Refusal("no-loss", "There is no loss to take.", "9.3")
    if question != ("losses",):
        if unit in affordable(w):
            return None
        if unit in defenders(w):
            return Refusal("too-dear", f"The attackers cannot pay for {unit.type.long_name}.", "9.5")
        return Refusal("no-defender", f"{unit.type.long_name} is not a defender you can exchange.", "9.5")
    if unit in payers(w):
        return None
    if unit in attackers(w):
        return Refusal("spared", f"{unit.type.long_name} may not pay for an exchange.", "9.5")
    return Refusal("not-in-battle", f"{unit.type.long_name} is not an attacker in this battle.", "9.3")


def judge_buy(w: World, command: Exchange) -> Refusal | None:
    """Why the Germans may not buy the defenders."""
    if w.decisions.stack[-1:] == ("buy",):
        return None
    words = "In Good weather or Hard Frost, after the die roll, Germans may pay to destroy the Soviets they attack."
    return Refusal("no-exchange-now", words, "9.5")


# -- Chapter 9: how a battle is fought, from the stand of the Germans to the breakthrough. ---------------------------


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why no unit can stand fast now."""
    if w.decisions.stack[-1:] in (("stand",), ("decline",)):
        return None
    return Refusal("no-stand-now", "Order Germans to stand fast when they are attacked, before the die roll.", "9.6")


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
    if side is Side.AXIS and price(w) is not None:
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
    here, team = scene(w)
    raw = rules(w).crt.cells[w[CombatRoll].die - 1][w[CombatRoll].odds]
    return convert(raw, here, team, False, False)


def _exchange(w: World) -> None:
    """An X result: no units to exchange, none that can be paid for, or a choice (9.5)."""
    if not defenders(w):
        go_on(w)
    elif not affordable(w):
        w.mark(CombatRoll, w.table, code=LOSS)
        here = label(w, w[Battle].hex)
        w.emit(ResultChanged(where=(here,), rule="9.5", hex=here, before=X, now=LOSS, why="unaffordable"))
        inflict(w)
    elif may_decline(w):
        w.ask("decline")
    else:
        _pick(w)


def _pick(w: World) -> None:
    if not picking(w):
        settle(w)
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
    buy_out(w)
    go_on(w)


def take_hit(w: World, command: TakeHit) -> None:
    """Pick a defender for the exchange, or an attacker to pay."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    unit = w.by_id[command.unit]
    if question in ("pick", "cede"):
        pick(w, unit)
        _pick(w)
    else:
        pay(w, unit)
        go_on(w)


# -- the questions a battle asks, and what closing them leads on to ---------------------------------------------


def _settle(w: World) -> None:
    settle(w)
    go_on(w)


DECISIONS = {
    asked.id: asked
    for asked in (
        retreat_and_advance.STAND_QUESTION,
        BUY,
        DECLINE,
        PICK,
        CEDE,
        LOSSES,
        RETREAT_DECISION,
        ADVANCE_DECISION,
        breakthrough.ASKED,
    )
}
COMBAT = CombatRules(
    "9",
    turn_side,
    retreat_and_advance.ADVANCE,
    course=(pending, _exhaust, flee, _people_give_way, press_on),
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
    Handler(Exchange, buy, judge_buy),
    Handler(TakeHit, take_hit, judge_hit),
    *battles.ORDERS,
)
