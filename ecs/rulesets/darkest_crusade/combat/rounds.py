"""Chapters 8, 9.3 and 9.4: the fire that begins a round, and the attacker's choices before the roll."""

from __future__ import annotations

from dataclasses import replace

from ecs.core.commands import CallOff, Command, Fire, Ford, Reserve
from ecs.core.components import Assignment, Battle, Disruption, Engagement, Marched, Readiness
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat import declaring
from ecs.rulesets.darkest_crusade.combat.fire import (
    AttackConditions,
    SideFire,
    attack_conditions,
    attack_salvo,
    combatant,
    defence_salvo,
    may_ford,
    press_limit,
)
from ecs.rulesets.darkest_crusade.data.components import FireRounds, PhaseBattles, turn_side
from ecs.systems.combat.rules import question
from ecs.systems.sentences import named
from ecs.systems.stacking import units_at


def engaged(w: World) -> list[Unit]:
    """The attackers of the battle being fought, by entity."""
    return [w.by_entity[e] for e in w[Battle].attackers]


def present_site(w: World) -> AttackConditions:
    """The attacked hex as it is in this round."""
    units = engaged(w)
    return attack_conditions(
        w, w[Battle].hex, turn_side(w), [u.hex for u in units], w[FireRounds].had_defender, w[FireRounds].ford
    )


def salvos(w: World) -> tuple[SideFire, SideFire]:
    """Both sides' fire in the coming round."""
    here = present_site(w)
    attackers = [combatant(u) for u in engaged(w)]
    defenders = [combatant(u) for u in units_at(w, w[Battle].hex)]
    return attack_salvo(attackers, here), defence_salvo(defenders, attackers, here)


def most_press(w: World) -> int:
    """By how many columns the German player may press: his own attack factors (9.4)."""
    return press_limit([combatant(u) for u in engaged(w)], present_site(w))


def fire_commands(w: World) -> list[Command]:
    """The attacker's choices before a round is rolled."""
    out = []
    units = engaged(w)
    if units:
        out += [Fire(n) for n in range(most_press(w) + 1)]
    second: list[Command] = []
    if w[FireRounds].round == 1:
        second = [Reserve(u.id) for u in reserves(w)]
        if may_call_off(w) or not (units or second):
            second.append(CallOff())
    if w[FireRounds].round == 0 and may_ford(w, engaged(w)) and present_site(w).rivers:
        second.append(Ford())
    return [*out, *second]


def goes_on(w: World) -> bool:
    """Has the battle begun already?  With nothing to decide, its first round is fired as it begins."""
    return w[FireRounds].round > 0


def reserves(w: World) -> list[Unit]:
    """Fresh units of the attacking hexes that may come in for the second round: as many as have fallen out (8)."""
    out = []
    for base in sorted(set(w[Battle].came_from)):
        inside = [u for u in engaged(w) if u.hex == base]
        if len(inside) < w[Battle].came_from.count(base):
            fresh = [u for u in units_at(w, base) if _may_join(w, u)]
            out += [u for u in fresh if not declaring.overfull(w, [*inside, u], base, w[Battle].hex)]
    return out


def _may_join(w: World, unit: Unit) -> bool:
    if unit.type.side is not turn_side(w) or unit[Engagement].fought or unit[Assignment].target >= 0:
        return False
    if unit[Disruption].disrupted or unit[Readiness].spent or unit[Marched].by_bonus:
        return False
    if w.phase == "A2a0-fight" and "german" not in unit.type:
        return False
    return declaring.cannot_target(w, unit, w[Battle].hex) is None


def may_call_off(w: World) -> bool:
    """The attacker may break off after round 1, unless a linked attack was fought for two (9.2, 9.3)."""
    others = linked(w, w[Battle].hex)
    return not (engaged(w) and any(t in others and rounds > 1 for t, rounds in w[PhaseBattles].fought_rounds))


def linked(w: World, index: int) -> set[int]:
    """The other hexes that must be attacked for as many rounds as this one (9.2)."""
    return {t for group in w[PhaseBattles].links if index in group for t in group if t != index}


def _asked(w: World) -> str:
    """The question before a round."""
    battle, more = w[FireRounds], " or call it off" if w[FireRounds].round else ""
    return f"fire round {battle.round + 1} of {battle.rounds} at {named(w, w[Battle].hex)}{more}."


ASKED = replace(question("fire", turn_side, fire_commands, _asked, "9.3"), alone=True, gently=goes_on)


def judge_fire(w: World, command: Command) -> Refusal | None:
    """Why the attacker may not do this before a round."""
    if not w[Battle].underway or w.decisions.stack[-1:] != ("fire",):
        return Refusal("no-battle", "There is no battle round to fight.", "9.3")
    if isinstance(command, Fire):
        return Refusal("press-limit", f"You may press the attack by at most {most_press(w)} columns.", "9.4")
    if isinstance(command, Ford):
        return Refusal("no-ford", "You cannot ignore a river hexside here now.", "19")
    if isinstance(command, CallOff):
        return Refusal(
            "no-calloff",
            "You may call off a battle after its first round, unless a linked attack went two rounds.",
            "9.3",
        )
    return Refusal(
        "no-reserve",
        "In the second round a fresh unit may replace a lost or Disrupted one from the same hex.",
        "8",
    )
