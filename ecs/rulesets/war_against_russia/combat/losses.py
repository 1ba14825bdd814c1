"""Chapters 9.3 and 9.5: which attackers are lost, and in payment for which defenders.

``ExchangeUnderway.owed`` is twice the factors still to be paid, since halved attackers count halves.
"""

from __future__ import annotations

from fractions import Fraction

from ecs.core.commands import Command, Done, Exchange, StandFast, TakeHit
from ecs.core.components import Battle, CombatRoll, Side, SupplyState
from ecs.core.events import Cause
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat import odds
from ecs.rulesets.war_against_russia.combat.battlefield import site, team_of
from ecs.rulesets.war_against_russia.combat.odds import AttackConditions, Team
from ecs.rulesets.war_against_russia.data.components import ExchangeUnderway
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.units import is_german, turn_side
from ecs.rulesets.war_against_russia.ground.control import eliminate
from ecs.rulesets.war_against_russia.ground.terrain import ground
from ecs.systems.combat.losses import attackers, defenders, defending_side
from ecs.systems.combat.odds import mixed
from ecs.systems.combat.rules import question
from ecs.systems.sentences import named

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
        eliminate(w, unit, Cause.EXCHANGE, "exchange paid by the attacker", "9.5")


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
PICK = question("pick", turn_side, _pick_commands, lambda w: f"which defender of {_here(w)} do you exchange?", "9.5")
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
    lambda w: f"{words_of(w[ExchangeUnderway].owed)} to lose at {_here(w)}. Which unit?",
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
    words = "After the die, in Good weather or Hard Frost, Germans may pay to destroy the Soviet units they attack."
    return Refusal("no-exchange-now", words, "9.5")
