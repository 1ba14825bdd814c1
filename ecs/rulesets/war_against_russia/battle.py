"""Chapter 9: how is a battle fought, from the question whether Germans stand to the breakthrough?"""

from __future__ import annotations

from collections.abc import Sequence

from ecs.commands import Advance, Command, Done, Exchange, Hold, Resolve, Retreat, StandFast, TakeHit
from ecs.components import Side
from ecs.dice import roll
from ecs.events import BattleBegan, Event, Rolled
from ecs.ruleset import Decision
from ecs.rulesets.war_against_russia import (
    advance,
    attack,
    breakthrough,
    country,
    declared,
    exchange,
    retreat,
    standing,
)
from ecs.rulesets.war_against_russia.data import Effect
from ecs.rulesets.war_against_russia.exchange import X, attackers, defenders
from ecs.rulesets.war_against_russia.lay import (
    disperse,
    eliminate,
    fighters_at,
    intrinsic_factor,
    is_air,
    is_defended,
    is_dispersed,
    rules,
    turn_side,
)
from ecs.rulesets.war_against_russia.odds import LOSS, Odds, column_name, convert
from ecs.rulesets.war_against_russia.site import FIRM, odds_of
from ecs.systems import counts
from ecs.systems.naming import label, named
from ecs.view import Refusal
from ecs.world import Unit, World

FIGHTING = "fight"


# -- which battles (9.1) ------------------------------------------------------------------------------------


def battle_commands(w: World) -> list[Command]:
    """The battles that can be fought now."""
    keys = [key for key in declared.assigned(w) if cannot_resolve(w, *key) is None]
    return [Resolve(label(w, index), wave) for index, wave in keys]


def cannot_resolve(w: World, index: int, wave: int) -> Refusal | None:
    """Why a declared battle cannot be fought now."""
    if not w.phase.startswith(FIGHTING):
        return Refusal("no-combat", "Battles are fought after all attacks of the phase are declared.", "5")
    if w.clash.hex >= 0:
        return Refusal("fighting", "Another battle is not over yet.", "9.1")
    if (index, wave) not in declared.assigned(w):
        return Refusal("no-attackers", f"Nobody is assigned to this attack on {named(w, index)}.", "9.1")
    if not is_defended(w, index, turn_side(w)):
        return Refusal("nothing-there", f"Nobody is left to fight at {named(w, index)}.", "9.1")
    refusal = attack.too_weak(w, index, wave)
    if refusal is not None:
        return refusal
    if any(n < wave and attack.too_weak(w, index, n) is None for n in declared.waves(w, index)):
        return Refusal("wave-order", f"The waves against {named(w, index)} are fought in their order.", "9.1")
    return None


def may_end_fight(w: World) -> Refusal | None:
    """What still stands in the way of ending the fight phase."""
    for index, wave in declared.assigned(w):
        if cannot_resolve(w, index, wave) is None:
            return Refusal("unresolved", f"The attack on {named(w, index)} has still to be fought.", "9.1")
    return None


# -- opening a battle ---------------------------------------------------------------------------------------


def resolve(w: World, command: Resolve) -> None:
    """Fight a declared battle, or that after a breakthrough."""
    index, wave = w.board.by_label[command.hex], command.wave
    extra = breakthrough.is_open(w)
    units = declared.assigned(w)[(index, wave)] if extra else declared.party(w, index, wave)
    if extra:
        w.answered(breakthrough.QUESTION)
    _engage(w, index, wave, units, extra)
    if standing.may_stand(w):
        w.ask("stand")
    else:
        throw(w)


def _engage(w: World, index: int, wave: int, units: Sequence[Unit], extra: bool) -> None:
    """Write down and tell who takes part."""
    side, ground = turn_side(w), [u for u in units if not is_air(u)]
    bases = tuple(sorted({u.hex for u in ground}))
    foes = fighters_at(w, index, side.other)
    loose = tuple(e for e in w.operation.loose if e not in {u.entity for u in ground})
    for unit in ground:
        declared.release(w, unit)
        w.mark(unit.activity, fought=True)
    w.mark(
        w.clash,
        hex=index,
        attackers=tuple(u.entity for u in ground),
        defenders=tuple(u.entity for u in foes),
        came_from=bases,
    )
    struck = tuple(sorted({*w.operation.struck, index}))
    w.mark(w.operation, wave=wave, extra=extra, loose=loose, struck=struck)
    odds = _odds(w, index, units)
    w.mark(w.operation, worth=odds.defence.total)
    w.mark(w.clash, odds=odds.column, drm=sum(line.value for line in odds.shifts))
    who = ", ".join(u.type.name for u in units), ", ".join(u.type.name for u in foes) or "the city's own people"
    figures = f"{odds.attack.total} to {odds.defence.total}, {column_name(odds.ratio)}"
    w.emit(
        BattleBegan(
            text=f"Attack on {named(w, index)}: {who[0]} against {who[1]}, {figures}.",
            where=tuple(label(w, i) for i in (index, *bases)),
            rule="9.4" if extra else "9.1",
            hex=label(w, index),
            attackers=tuple(u.id for u in ground),
            defenders=tuple(u.id for u in foes),
        )
    )


def _odds(w: World, index: int, units: Sequence[Unit], surrounded: bool = False) -> Odds:
    return odds_of(w, index, turn_side(w), units, None, surrounded)


# -- No Retreat! (9.6) --------------------------------------------------------------------------------------


def stand_fast(w: World, command: StandFast) -> None:
    """The Germans do not retreat; or defenders in mountains refuse an exchange."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    if question == "stand":
        standing.order(w, standing.germans(w))
        throw(w)
    else:
        w.mark(w.clash, code=rules(w).convert.declined[w.board.hexes[w.clash.hex].terrain][X])
        text = f"The defenders of {named(w, w.clash.hex)} refuse the exchange."
        w.emit(Event(text=text, where=(label(w, w.clash.hex),), rule="8"))
        inflict(w)


def hold(w: World, command: Hold) -> None:
    """One German alone does not retreat."""
    w.answered("stand")
    standing.order(w, [w.by_id[command.unit]])
    throw(w)


# -- the die (9.1, 9.2) -------------------------------------------------------------------------------------


def throw(w: World) -> None:
    """Throw the die, read the table, convert the result; the Germans may buy the defenders instead."""
    index, side = w.clash.hex, turn_side(w)
    units = [*attackers(w), *_aircraft(w)]
    plain = _odds(w, index, units)
    die = roll(w)
    raw = plain.result(die)
    far = rules(w).result[raw].retreat[1] or retreat.FARTHEST
    surrounded = retreat.is_surrounded(w, index, w.clash.came_from, far)
    odds = _odds(w, index, units, surrounded)
    code = raw if raw == X else odds.code(die)
    if _aircraft(w):
        declared.fly(w, index)
    w.mark(w.clash, die=die, odds=odds.column, code=code)
    shifts = "".join(f", {line.text} {line.value:+d}" for line in odds.shifts)
    became = "" if code == raw else f" becomes {code}"
    text = f"{odds.title}{shifts}; die {die}: {raw}{became}, {_meaning(w, code)}."
    w.emit(Rolled(text=text, where=(label(w, index),), rule="9.2", what="combat", faces=(die,)))
    if side is Side.AXIS and exchange.price(w) is not None:
        w.ask("buy")
    else:
        inflict(w)


def _meaning(w: World, code: str) -> str:
    effect = rules(w).result[code]
    if defenders(w) or effect.attackers:
        return effect.text
    return "the city stands open" if code in rules(w).exchange.intrinsic_falls else "the city's own people hold out"


def _aircraft(w: World) -> list[Unit]:
    """The aircraft of the battle being fought: if it is declared, and the first wave left there."""
    later = w.operation.extra or any(n < w.operation.wave for n in declared.waves(w, w.clash.hex))
    return [] if later else declared.support(w, w.clash.hex)


# -- the result (9.3) ---------------------------------------------------------------------------------------


def inflict(w: World) -> None:
    """Apply the result: an exchange, or what befalls either side."""
    if w.clash.code == X:
        _exchange(w)
        return
    code = w.clash.code
    effect = rules(w).result[code]
    if effect.breakthrough and not w.operation.extra:
        w.mark(w.operation, loose=tuple(u.entity for u in attackers(w) if not is_dispersed(u)))
    fleeing: list[Unit] = []
    fates = [(unit, _fate(w, unit)) for unit in defenders(w)]
    for unit, fate in fates:
        if fate.eliminated:
            eliminate(w, unit, f"result {code}")
        if fate.dispersed:
            disperse(w, [unit], f"result {code}")
        if max(fate.retreat):
            fleeing.append(unit)
    if effect.attackers:
        w.mark(w.operation, owed=2 * w.operation.worth)
    retreat.begin(w, fleeing)
    go_on(w)


def _fate(w: World, unit: Unit) -> Effect:
    """What the result does to a defender: who stacks with Germans who stand follows it as it would be without that
    (9.6)."""
    code = w.clash.code
    if w.clash.stood and not standing.stands(w, unit):
        code = _without_order(w)
    return rules(w).result[code]


def _without_order(w: World) -> str:
    here, team = exchange.scene(w)
    raw = rules(w).crt.cells[w.clash.die - 1][w.clash.odds]
    return convert(raw, here, team, False, False)


def _exchange(w: World) -> None:
    """An X: nobody there to be exchanged, nobody to be paid for, or a choice (9.5)."""
    if not defenders(w):
        go_on(w)
    elif not exchange.affordable(w):
        w.mark(w.clash, code=LOSS)
        text = "The attackers cannot pay for anybody: the result is AE."
        w.emit(Event(text=text, where=(label(w, w.clash.hex),), rule="9.5"))
        inflict(w)
    elif exchange.may_decline(w):
        w.ask("decline")
    else:
        _pick(w)


def _pick(w: World) -> None:
    if not exchange.picking(w):
        exchange.settle(w)
        go_on(w)


def go_on(w: World) -> None:
    """Go on with the battle until somebody has a choice or it is over: losses, retreat, advance."""
    if exchange.pending(w):
        return
    if rules(w).result[w.clash.code].attackers:
        disperse(w, attackers(w), f"result {w.clash.code}")
    if retreat.flee(w):
        return
    _people_give_way(w)
    if not advance.press_on(w):
        finish(w)


def _people_give_way(w: World) -> None:
    """A victory city's own people, left alone, fight no more after a result that destroys them (8)."""
    index = w.clash.hex
    alone = intrinsic_factor(w, index) and not fighters_at(w, index)
    if alone and w.clash.code in rules(w).exchange.intrinsic_falls:
        w.mark(w.ground[index], garrisoned=False)
        text = f"The city's own people of {named(w, index)} are beaten."
        w.emit(Event(text=text, where=(label(w, index),), rule="8"))


def finish(w: World) -> None:
    """The battle is over: whoever was to attack a hex now empty is free; units that have broken through may go on."""
    if turn_side(w) is Side.AXIS:
        country.open_rumania(w, w.clash.came_from)
    w.reset(w.clash)
    w.mark(w.operation, wave=0, extra=False, picked=(), owed=0, bought=False, worth=0, driven=0, entered=())
    counts.put(w, FIRM, 0)
    for index, wave in list(declared.assigned(w)):
        if not is_defended(w, index, turn_side(w)):
            breakthrough.disband(w, declared.assigned(w)[(index, wave)])
            breakthrough.disband(w, declared.support(w, index))
    if breakthrough.can_go_on(w):
        w.mark(w.operation, extra=True)
        w.ask(breakthrough.QUESTION)
    else:
        w.mark(w.operation, loose=())


# -- answers ------------------------------------------------------------------------------------------------


def buy(w: World, command: Exchange) -> None:
    """The Germans pay for the defenders."""
    w.answered("buy")
    exchange.buy_out(w)
    go_on(w)


def take_hit(w: World, command: TakeHit) -> None:
    """A defender is picked for the exchange, or an attacker pays."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    unit = w.by_id[command.unit]
    if question in ("pick", "cede"):
        exchange.pick(w, unit)
        _pick(w)
    else:
        exchange.pay(w, unit)
        go_on(w)


def fall_back(w: World, command: Retreat) -> None:
    """The unit goes to the hex chosen."""
    w.answered("retreat")
    retreat.step(w, w.by_id[command.unit], w.board.by_label[command.hex])
    go_on(w)


def go_forward(w: World, command: Advance) -> None:
    """An attacker advances; the question stays open while others can."""
    w.answered("advance")
    advance.go_forward(w, command)
    if not advance.press_on(w):
        finish(w)


def done(w: World, command: Done) -> None:
    """The open question is answered with no, or with enough."""
    (*_, question) = w.decisions.stack
    w.answered(question)
    if question == "stand":
        w.mark(w.clash, asked=True)
        throw(w)
    elif question == "buy":
        inflict(w)
    elif question == "decline":
        _pick(w)
    elif question == "pick":
        exchange.settle(w)
        go_on(w)
    elif question == "retreat":
        retreat.stay(w)
        go_on(w)
    elif question == breakthrough.QUESTION:
        breakthrough.close(w)
    else:
        finish(w)


# -- the questions, and judging -----------------------------------------------------------------------------


def _defender(w: World) -> Side:
    return turn_side(w).other


DECISIONS: dict[str, Decision] = {
    standing.QUESTION: Decision(standing.QUESTION, _defender, standing.commands, standing.view),
    "buy": Decision("buy", turn_side, exchange.buy_commands, exchange.buy_view),
    "decline": Decision("decline", _defender, exchange.decline_commands, exchange.decline_view),
    "pick": Decision("pick", turn_side, exchange.pick_commands, exchange.pick_view),
    "cede": Decision("cede", _defender, exchange.cede_commands, exchange.cede_view),
    "losses": Decision("losses", turn_side, exchange.loss_commands, exchange.loss_view),
    "retreat": Decision("retreat", turn_side, retreat.retreat_commands, retreat.retreat_view),
    "advance": Decision("advance", turn_side, advance.choices, advance.advance_view),
    breakthrough.QUESTION: Decision(breakthrough.QUESTION, turn_side, breakthrough.commands, breakthrough.view),
}


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why a battle may not be fought."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "3")
    if breakthrough.is_open(w):
        if breakthrough.gathering(w) != (index, command.wave):
            return Refusal("no-attackers", f"No unit that has broken through is to attack {named(w, index)}.", "9.4")
        return attack.too_weak(w, index, command.wave)
    return cannot_resolve(w, index, command.wave)


def judge_stand(w: World, command: StandFast) -> Refusal | None:
    """Why nobody can be told to stand now."""
    if w.decisions.stack[-1:] in (("stand",), ("decline",)):
        return None
    return Refusal("no-stand-now", "Germans are told to stand when they are attacked, before the die.", "9.6")


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why there is nothing to close."""
    (question,) = w.decisions.stack[-1:] or ("",)
    if question not in DECISIONS:
        return Refusal("nothing-open", "There is no open decision to close.", "9")
    if Done() in DECISIONS[question].commands(w):
        return None
    return Refusal("must-choose", "This has to be decided before play goes on.", DECISIONS[question].view(w).rule)
