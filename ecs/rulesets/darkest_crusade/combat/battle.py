"""Chapters 8, 9.3 and 9.4: a declared attack, round by round, each begun by fire."""

from __future__ import annotations

from dataclasses import replace

from ecs.core.commands import Advance, CallOff, Command, Done, Fire, Ford, Reserve, Resolve, Retreat, TakeHit
from ecs.core.components import Assignment, Battle, Disruption, Engagement, Marched, Readiness, Side
from ecs.core.dice import roll
from ecs.core.events import BorderOpened, CalledOff, Cleared, Event, Fired, Joined, Lapsed
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat import declaring, retreat_and_advance
from ecs.rulesets.darkest_crusade.combat.fire import (
    AttackConditions,
    SideFire,
    attack_conditions,
    attack_salvo,
    combatant,
    defence_salvo,
    dice_needed,
    hits_needed,
    may_ford,
    press_limit,
    pressed_column,
    score,
    spectrum,
    surprise,
)
from ecs.rulesets.darkest_crusade.data.components import (
    BATTLE_MARKS,
    Borders,
    FireRounds,
    PhaseBattles,
    Strength,
    UnderFire,
    turn_side,
)
from ecs.rulesets.darkest_crusade.ground.control import needs_assault
from ecs.rulesets.darkest_crusade.ground.losses import factors, is_fortified, reveal, room, take_one
from ecs.rulesets.darkest_crusade.ground.terrain import RUMANIA, in_rumania
from ecs.systems.combat import battles, losses
from ecs.systems.combat.battles import announce, go_on, take_hit
from ecs.systems.combat.declared_attacks import assigned_by_wave, stand_down
from ecs.systems.combat.losses import write_down
from ecs.systems.combat.retreat_and_advance import ADVANCE_DECISION, advance, advances, judge_advance, still_due
from ecs.systems.combat.rules import CombatRules, LossRules, question
from ecs.systems.sentences import called, label, named, tell_change
from ecs.systems.stacking import side_at, units_at

# -- Chapters 8, 9.3 and 9.4: the fire that begins a round, and the attacker's choices before the roll. --------------


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
    battle, more = w[FireRounds], ", or call it off" if w[FireRounds].round else ""
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
            "You may call off a battle after its first round, unless a linked attack was fought for two rounds.",
            "9.3",
        )
    return Refusal(
        "no-reserve",
        "In the second round, a fresh unit may replace a lost or Disrupted unit from the same hex.",
        "8",
    )


# -- Chapter 9.3: a declared attack, round by round. -----------------------------------------------------------------

ROUNDS = {"A2a0-fight": 2, "A2c": 2, "B2c": 2, "A2d-fight": 1, "B2d-fight": 1}


def resolve_commands(w: World) -> list[Command]:
    """The declared battles that can be fought next: of each hex, the first wave."""
    first: dict[int, int] = {}
    for target, wave in assigned_by_wave(w):
        first.setdefault(target, wave)
    return [Resolve(label(w, t), wave) for t, wave in sorted(first.items())]


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why a battle may not be resolved now."""
    return Refusal("no-such-battle", f"There is no attack on {command.hex} to fight.", "9.3")


def battles_left(w: World) -> Refusal | None:
    """Why the phase cannot end yet: declared attacks are still to be fought."""
    if not assigned_by_wave(w):
        return None
    (target, _), *_ = assigned_by_wave(w)
    return Refusal("battles-open", f"Resolve the attack on {named(w, target)} first.", "9.3")


def rounds_now(w: World) -> int:
    """How many rounds an attack declared or fought in this phase lasts (6.3, 9.3)."""
    return ROUNDS.get(w.phase, 1 if w.phase.startswith(("A2d", "B2d")) else 2)


def start_fighting(w: World) -> None:
    """Begin a resolution phase: note who is Disrupted already and who is under attack (10)."""
    targets = {t for t, _ in assigned_by_wave(w)}
    for unit in w.units:
        if unit.hex >= 0:
            w.mark(
                UnderFire, unit, was_disrupted=unit[Disruption].disrupted, attacked=unit.hex in targets, struck=False
            )
            w.mark(Engagement, unit, fought=False)


# -- a battle begins ----------------------------------------------------------------------------------


def resolve(w: World, command: Resolve) -> None:
    """Begin the battle, or let it lapse if there is nothing left to attack."""
    index, side = w.board.by_label[command.hex], turn_side(w)
    units = assigned_by_wave(w)[(index, command.wave)]
    defenders = units_at(w, index)
    lapsed = side_at(w, index) is side or (not defenders and not needs_assault(w, index, side))
    stand_down(w, units)
    if lapsed:
        w.emit(Lapsed(where=(command.hex,), rule="8", hex=command.hex))
        return
    _write_down(w, index, command.wave, units, defenders)
    reveal(w, [*defenders, *units])
    _open_rumania(w, units)
    announce(w, "9.3", units, defenders)
    for unit in units:
        _commit(w, unit)
    w.ask("fire")


def _write_down(w: World, index: int, wave: int, units: list[Unit], defenders: list[Unit]) -> None:
    """The battle as it begins: who takes part, from where, and for how many rounds."""
    write_down(w, index, units, (), tuple(sorted(u.hex for u in units)))
    w.mark(
        FireRounds,
        w.table,
        wave=wave,
        rounds=1 if linked(w, index).intersection(w[PhaseBattles].broken_off) else ROUNDS[w.phase],
        strength0=sum(factors(u)[1] for u in defenders),
        had_defender=bool(defenders),
        ford=surprise(w, units),
    )


def _commit(w: World, unit: Unit) -> None:
    """A unit that goes into battle gives up its fortification (13)."""
    w.mark(Engagement, unit, fought=True)
    if is_fortified(unit):
        w.mark(Strength, unit, strong=False)
        tell_change(w, unit, "unfortified", "13")


def _open_rumania(w: World, units: list[Unit]) -> None:
    if not w[Borders].rumania_open and any(in_rumania(w, u.hex) and u.type.side is Side.AXIS for u in units):
        w.mark(Borders, w.table, rumania_open=True)
        w.emit(BorderOpened(rule="9.2", side=Side.SOVIET, country=RUMANIA))


# -- a round --------------------------------------------------------------------------------------------


def ford(w: World, command: Ford) -> None:
    """Use the one river crossing of the first turn here (19)."""
    w.mark(FireRounds, w.table, ford=True)
    w.mark(Borders, w.table, ford_used=True)
    where = label(w, w[Battle].hex)
    w.emit(
        Event(text=f"The attackers ignore one river hexside at {named(w, w[Battle].hex)}.", where=(where,), rule="19")
    )


def reserve(w: World, command: Reserve) -> None:
    """A fresh unit joins for the second round."""
    unit = w.by_id[command.unit]
    w.mark(Battle, w.table, attackers=tuple(sorted((*w[Battle].attackers, unit.entity))))
    w.emit(Joined(where=(label(w, unit.hex),), rule="8", unit=unit.id, hex=label(w, w[Battle].hex)))
    _commit(w, unit)
    reveal(w, [unit])


def call_off(w: World, command: CallOff) -> None:
    """The attacker breaks off; if he could have gone on, linked attacks last one round too (9.2)."""
    w.answered("fire")
    if engaged(w):
        w.mark(PhaseBattles, w.table, broken_off=(*w[PhaseBattles].broken_off, w[Battle].hex))
    where = label(w, w[Battle].hex)
    w.emit(CalledOff(where=(where,), rule="9.3", hex=where))
    battles.finish(w)


def fire(w: World, command: Fire) -> None:
    """Both sides roll at once; then the hits are spread, the defender's first (9.3)."""
    w.answered("fire")
    w.mark(FireRounds, w.table, round=w[FireRounds].round + 1)
    ours, theirs = salvos(w)
    side = turn_side(w)
    ours_hits = _shoot(w, side, ours, command.press)
    theirs_hits = _shoot(w, side.other, theirs, 0)
    alone = not units_at(w, w[Battle].hex)
    w.mark(FireRounds, w.table, surplus=ours_hits if alone else 0)
    losses.owe(w, defender=0 if alone else ours_hits, attacker=theirs_hits)
    go_on(w)


def _shoot(w: World, side: Side, salvo: SideFire, press: int) -> int:
    mode = w.options["combat_dice"]
    faces = tuple(roll(w) for _ in range(dice_needed(salvo, mode)))
    scored = score(salvo, faces, press)
    rows, total = spectrum(salvo, mode, press)
    mean = sum(n * weight for n, weight in rows) * 6 // total
    lines = tuple((line.text, line.value) for line in salvo.lines)
    column = max(0, pressed_column(salvo, faces[0], press) if press else salvo.column)
    w.emit(
        Fired(
            where=(label(w, w[Battle].hex),),
            rule="9.3",
            hex=label(w, w[Battle].hex),
            side=side,
            round=w[FireRounds].round,
            lines=lines,
            strength=salvo.strength,
            column=column,
            faces=faces,
            hits=scored,
            expected_sixths=mean,
            press=press,
            chances=rows,
        )
    )
    return scored


def _note_hits(w: World, defender: int, attacker: int) -> None:
    w.mark(FireRounds, w.table, defender_hits=defender, attacker_hits=attacker)


def _note_surplus(w: World, hits: int, defender: bool) -> None:
    """Hits that no defender is left to take still fall on the place."""
    if defender:
        w.mark(FireRounds, w.table, surplus=hits)


def end_round(w: World) -> bool:
    """After the hits: who is out of the battle, is the hex cleared, may the defenders retreat (9.3)?  True if somebody
    must choose now."""
    for unit in [*engaged(w), *units_at(w, w[Battle].hex)]:
        w.mark(UnderFire, unit, hurt=0)
        if unit[Disruption].disrupted and unit[Strength].strong:
            w.mark(Strength, unit, strong=False)
    w.mark(Battle, w.table, attackers=tuple(u.entity for u in engaged(w) if u.ready))
    if not units_at(w, w[Battle].hex):
        return _cleared(w) if w[FireRounds].surplus >= hits_left(w) else _next_round(w)
    if w[FireRounds].round == 1 and retreat_and_advance.retreat_commands(w):
        w.ask("retreat")
        return True
    return _next_round(w)


def hits_left(w: World) -> int:
    """Hits still needed, in one round, to take the place once it is empty (13)."""
    return hits_needed(w, w[Battle].hex, turn_side(w).other, w[FireRounds].had_defender)


def after_retreat(w: World) -> None:
    """The defenders have retreated, or stand."""
    free = not units_at(w, w[Battle].hex) and hits_left(w) == 0
    if not (_cleared(w) if free else _next_round(w)):
        battles.finish(w)


def _next_round(w: World) -> bool:
    """Another round, if there is one and units to fight it."""
    w.mark(FireRounds, w.table, surplus=0)
    more = w[FireRounds].round < w[FireRounds].rounds and bool(engaged(w) or reserves(w))
    if more:
        w.ask("fire")
    return more


def _cleared(w: World) -> bool:
    """The place has fallen: who advances?"""
    where = label(w, w[Battle].hex)
    w.emit(Cleared(where=(where,), rule="11.1", hex=where))
    more = bool(advances(w))
    if more:
        w.ask("advance")
    return more


def _end(w: World) -> None:
    """Note for linked attacks how long this one lasted."""
    w.mark(PhaseBattles, w.table, fought_rounds=(*w[PhaseBattles].fought_rounds, (w[Battle].hex, w[FireRounds].round)))


# -- the answers to its questions ---------------------------------------------------------------------


def fall_back(w: World, command: Retreat) -> None:
    """Make a retreat; when no other unit can, the battle continues by itself."""
    retreat_and_advance.fall_back(w, command)
    if not retreat_and_advance.retreat_commands(w):
        battles.done(w, Done())


def go_forward(w: World, command: Advance) -> None:
    """Make an advance; when no other unit can, the battle is over."""
    advance(w, command)
    if not advances(w):
        battles.done(w, Done())


def _hits_words(w: World) -> str:
    hits = losses.owed(w)
    words, taken = ("one hit", "takes it") if hits == 1 else (f"{hits} hits", "takes one")
    return f"{words} must be taken at {named(w, w[Battle].hex)}. Which unit {taken}?"


def judge_hit(w: World, command: TakeHit) -> Refusal | None:
    """Why a unit may not take the hit."""
    return Refusal("not-in-battle", f"{called(w, command.unit)} does not have to take a hit in this battle.", "9.5")


def judge_done(w: World, command: Done) -> Refusal | None:
    """Why there is nothing to close now."""
    if w.decisions.stack[-1:] == ("advance",):
        return still_due(w)
    return Refusal("nothing-open", "There is no retreat or advance to end.", "11")


HITS = LossRules(
    "9.5",
    steps_left=room,
    takers=losses.involved,
    likeness=lambda unit: unit.entity,
    lose=lambda w, unit, defender: take_one(w, unit),
    nobody_left=_note_surplus,
    owed=lambda w: (w[FireRounds].defender_hits, w[FireRounds].attacker_hits),
    note=_note_hits,
    question="hits",
)
DECISIONS = {
    "fire": ASKED,
    HITS.question: losses.loss_question(HITS.question, _hits_words),
    "retreat": retreat_and_advance.ASKED,
    "advance": replace(ADVANCE_DECISION, alone=True, gently=lambda w: True),
}
COMBAT = CombatRules(
    "9.3",
    turn_side,
    retreat_and_advance.ADVANCE,
    course=(losses.pending, end_round),
    marks=BATTLE_MARKS,
    ends=_end,
    closes={"retreat": after_retreat},
    losses=HITS,
    holding=retreat_and_advance.retreaters,
)
ORDERS = (
    Handler(Resolve, resolve, judge_resolve),
    Handler(Ford, ford, judge_fire),
    Handler(Fire, fire, judge_fire),
    Handler(Reserve, reserve, judge_fire),
    Handler(CallOff, call_off, judge_fire),
    Handler(TakeHit, take_hit, judge_hit),
    Handler(Retreat, fall_back, retreat_and_advance.judge_retreat),
    Handler(Advance, go_forward, judge_advance),
    Handler(Done, battles.done, judge_done),
)
