"""Chapter 9.3: how is a declared attack fought, round by round?"""

from __future__ import annotations

from ecs.core.commands import CallOff, Command, Fire, Ford, Reserve, Resolve, TakeHit
from ecs.core.components import Activity, Condition, Side
from ecs.core.dice import roll
from ecs.core.events import BattleBegan, BorderOpened, CalledOff, Changed, Cleared, Event, Fired, Joined, Lapsed
from ecs.core.ruleset import Order
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat import advance, retreat, rounds
from ecs.rulesets.darkest_crusade.combat.battlefield import hits_needed, surprise
from ecs.rulesets.darkest_crusade.combat.fire import SideFire, dice_needed, pressed_column, score, spectrum
from ecs.rulesets.darkest_crusade.combat.rounds import attacker_side, engaged, linked, reserves, salvos
from ecs.rulesets.darkest_crusade.data.components import Battle, Ledger
from ecs.rulesets.darkest_crusade.ground import losses
from ecs.rulesets.darkest_crusade.ground.control import needs_assault
from ecs.rulesets.darkest_crusade.ground.losses import (
    factors,
    hit_side,
    is_fortified,
    reveal,
    spread,
    take_one,
    takers,
)
from ecs.rulesets.darkest_crusade.ground.terrain import RUMANIA, in_rumania
from ecs.systems.combat.waves import assigned, release
from ecs.systems.ground.stacking import side_at, units_at
from ecs.systems.table.names import label, named

ROUNDS = {"A2a0-fight": 2, "A2c": 2, "B2c": 2, "A2d-fight": 1, "B2d-fight": 1}


def resolve_commands(w: World) -> list[Command]:
    """The declared battles that can be fought next: of each hex, the first wave."""
    first: dict[int, int] = {}
    for target, wave in assigned(w):
        first.setdefault(target, wave)
    return [Resolve(label(w, t), wave) for t, wave in sorted(first.items())]


def judge_resolve(w: World, command: Resolve) -> Refusal | None:
    """Why a battle may not be resolved now."""
    return Refusal("no-such-battle", f"No attack on {command.hex} waits to be resolved now.", "9.3")


def battles_left(w: World) -> Refusal | None:
    """Every declared attack is fought before the phase ends."""
    if not assigned(w):
        return None
    (target, _), *_ = assigned(w)
    return Refusal("battles-open", f"The attack on {named(w, target)} is still to be resolved.", "9.3")


def rounds_now(w: World) -> int:
    """How many rounds an attack lasts that is declared or fought in this phase (6.3, 9.3)."""
    return ROUNDS.get(w.phase, 1 if w.phase.startswith(("A2d", "B2d")) else 2)


def start_fighting(w: World) -> None:
    """Begin a resolution phase: note who is Disrupted already and who is under attack (10)."""
    targets = {t for t, _ in assigned(w)}
    for unit in w.units:
        if unit.hex >= 0:
            w.mark(
                Activity,
                unit,
                was_disrupted=unit[Condition].disrupted,
                attacked=unit.hex in targets,
                struck=False,
                fought=False,
            )


# -- a battle begins ----------------------------------------------------------------------------------


def resolve(w: World, command: Resolve) -> None:
    """Begin the battle, or let it lapse if there is nothing left to attack."""
    index, side = w.board.by_label[command.hex], attacker_side(w)
    units = assigned(w)[(index, command.wave)]
    defenders = units_at(w, index)
    lapsed = side_at(w, index) is side or (not defenders and not needs_assault(w, index, side))
    for unit in units:
        release(w, unit)
    if lapsed:
        w.emit(Lapsed(where=(command.hex,), rule="8", hex=command.hex))
        return
    _write_down(w, index, command.wave, units, defenders)
    reveal(w, [*defenders, *units])
    _open_rumania(w, units)
    _announce(w, units, defenders)
    for unit in units:
        _commit(w, unit)
    w.ask("fire")


def _write_down(w: World, index: int, wave: int, units: list[Unit], defenders: list[Unit]) -> None:
    """The battle as it begins: who takes part, from where, and for how many rounds."""
    w.mark(
        Battle,
        w.table,
        hex=index,
        wave=wave,
        rounds=1 if linked(w, index).intersection(w[Ledger].broken_off) else ROUNDS[w.phase],
        round=0,
        engaged=tuple(u.entity for u in units),
        bases=tuple(sorted(u.hex for u in units)),
        defender_hits=0,
        attacker_hits=0,
        surplus=0,
        vacated=False,
        strength0=sum(factors(u)[1] for u in defenders),
        had_defender=bool(defenders),
        ford=surprise(w, units),
        entered=(),
        advanced=(),
    )


def _announce(w: World, units: list[Unit], defenders: list[Unit]) -> None:
    index = w[Battle].hex
    w.emit(
        BattleBegan(
            where=(label(w, index), *(label(w, b) for b in sorted(set(w[Battle].bases)))),
            rule="9.3",
            hex=label(w, index),
            attackers=tuple(u.id for u in units),
            defenders=tuple(u.id for u in defenders),
        )
    )


def _commit(w: World, unit: Unit) -> None:
    """A unit that goes into battle gives up its fortification (13)."""
    w.mark(Activity, unit, fought=True)
    if is_fortified(unit):
        w.mark(Condition, unit, strong=False)
        where = label(w, unit.hex)
        w.emit(Changed(where=(where,), rule="13", unit=unit.id, state="unfortified", hex=where))


def _open_rumania(w: World, units: list[Unit]) -> None:
    if not w[Ledger].rumania_open and any(in_rumania(w, u.hex) and u.type.side is Side.AXIS for u in units):
        w.mark(Ledger, w.table, rumania_open=True)
        w.emit(BorderOpened(rule="9.2", side=Side.SOVIET, country=RUMANIA))


# -- a round --------------------------------------------------------------------------------------------


def ford(w: World, command: Ford) -> None:
    """Use the one river crossing of the first turn here (19)."""
    w.mark(Battle, w.table, ford=True)
    w.mark(Ledger, w.table, ford_used=True)
    where = label(w, w[Battle].hex)
    w.emit(Event(text=f"One river side is ignored at {named(w, w[Battle].hex)}.", where=(where,), rule="19"))


def reserve(w: World, command: Reserve) -> None:
    """A fresh unit joins for the second round."""
    unit = w.by_id[command.unit]
    w.mark(Battle, w.table, engaged=tuple(sorted((*w[Battle].engaged, unit.entity))))
    w.emit(Joined(where=(label(w, unit.hex),), rule="8", unit=unit.id, hex=label(w, w[Battle].hex)))
    _commit(w, unit)
    reveal(w, [unit])


def call_off(w: World, command: CallOff) -> None:
    """The attacker breaks off; if he could have gone on, linked attacks last one round too (9.2)."""
    w.answered("fire")
    if engaged(w):
        w.mark(Ledger, w.table, broken_off=(*w[Ledger].broken_off, w[Battle].hex))
    where = label(w, w[Battle].hex)
    w.emit(CalledOff(where=(where,), rule="9.3", hex=where))
    finish(w)


def fire(w: World, command: Fire) -> None:
    """Both sides roll at once; then the hits are spread, the defender's first (9.3)."""
    w.answered("fire")
    w.mark(Battle, w.table, round=w[Battle].round + 1)
    ours, theirs = salvos(w)
    side = attacker_side(w)
    ours_hits = _shoot(w, side, ours, command.press)
    theirs_hits = _shoot(w, side.other, theirs, 0)
    for unit in [*engaged(w), *units_at(w, w[Battle].hex)]:
        w.mark(Activity, unit, hurt=0)
    alone = not units_at(w, w[Battle].hex)
    w.mark(
        Battle,
        w.table,
        defender_hits=0 if alone else ours_hits,
        attacker_hits=theirs_hits,
        surplus=ours_hits if alone else 0,
    )
    absorb(w)


def _shoot(w: World, side: Side, salvo: SideFire, press: int) -> int:
    mode = w.options["combat_dice"]
    faces = tuple(roll(w) for _ in range(dice_needed(salvo, mode)))
    scored = score(salvo, faces, press)
    rows, total = spectrum(salvo, mode, press)
    mean = sum(n * weight for n, weight in rows) * 6 // total
    battle = w[Battle]
    lines = tuple((line.text, line.value) for line in salvo.lines)
    column = max(0, pressed_column(salvo, faces[0], press) if press else salvo.column)
    w.emit(
        Fired(
            where=(label(w, battle.hex),),
            rule="9.3",
            hex=label(w, battle.hex),
            side=side,
            round=battle.round,
            lines=lines,
            strength=salvo.strength,
            column=column,
            faces=faces,
            hits=scored,
            expected_sixths=mean,
            press=press,
        )
    )
    return scored


def absorb(w: World) -> None:
    """Spread hits while there is no choice; ask while there is; then end the round."""
    battle, side = w[Battle], attacker_side(w)
    if battle.defender_hits:
        left = spread(w, side.other, battle.defender_hits)
        if left and takers(w, side.other):
            w.mark(Battle, w.table, defender_hits=left)
            w.ask("hits")
            return
        w.mark(Battle, w.table, defender_hits=0, surplus=left)
    if battle.attacker_hits:
        left = spread(w, side, battle.attacker_hits)
        if left and takers(w, side):
            w.mark(Battle, w.table, attacker_hits=left)
            w.ask("hits")
            return
        w.mark(Battle, w.table, attacker_hits=0)
    end_round(w)


def take_hit(w: World, command: TakeHit) -> None:
    """The owner has chosen who takes the next hit."""
    battle, side = w[Battle], hit_side(w)
    w.answered("hits")
    take_one(w, w.by_id[command.unit])
    if side is attacker_side(w):
        w.mark(Battle, w.table, attacker_hits=battle.attacker_hits - 1)
    else:
        w.mark(Battle, w.table, defender_hits=battle.defender_hits - 1)
    absorb(w)


def end_round(w: World) -> None:
    """After the hits: who is out of the battle, is the hex cleared, may the defenders retreat (9.3)?"""
    battle = w[Battle]
    for unit in [*engaged(w), *units_at(w, battle.hex)]:
        w.mark(Activity, unit, hurt=0)
        if unit[Condition].disrupted and unit[Condition].strong:
            w.mark(Condition, unit, strong=False)
    w.mark(Battle, w.table, engaged=tuple(u.entity for u in engaged(w) if u.ready))
    if not units_at(w, battle.hex):
        _place_alone(w)
    elif battle.round == 1 and retreat.retreat_commands(w):
        w.ask("retreat")
    else:
        next_round(w)


def _place_alone(w: World) -> None:
    """Nobody is left in the hex: does the place still hold out?"""
    if w[Battle].surplus >= hits_left(w):
        _cleared(w)
    else:
        next_round(w)


def hits_left(w: World) -> int:
    """Hits still needed, in one round, to take the place once it is empty (13)."""
    return hits_needed(w, w[Battle].hex, attacker_side(w).other, w[Battle].had_defender)


def after_retreat(w: World) -> None:
    """The defenders have retreated or stand."""
    if not units_at(w, w[Battle].hex) and hits_left(w) == 0:
        _cleared(w)
    else:
        next_round(w)


def next_round(w: World) -> None:
    """Go on to another round if there is one and anybody to fight it."""
    w.mark(Battle, w.table, surplus=0)
    if w[Battle].round < w[Battle].rounds and (engaged(w) or reserves(w)):
        w.ask("fire")
    else:
        finish(w)


def _cleared(w: World) -> None:
    where = label(w, w[Battle].hex)
    w.emit(Cleared(where=(where,), rule="11.1", hex=where))
    if advance.advance_commands(w):
        w.ask("advance")
    else:
        finish(w)


def finish(w: World) -> None:
    """The battle is over."""
    battle = w[Battle]
    w.mark(Ledger, w.table, fought_rounds=(*w[Ledger].fought_rounds, (battle.hex, battle.round)))
    for unit in w.units:
        if unit[Activity].hurt:
            w.mark(Activity, unit, hurt=0)
    w.reset(Battle, w.table)


ORDERS = (
    Order(Resolve, resolve, judge_resolve),
    Order(Ford, ford, rounds.judge_fire),
    Order(Fire, fire, rounds.judge_fire),
    Order(Reserve, reserve, rounds.judge_fire),
    Order(CallOff, call_off, rounds.judge_fire),
    Order(TakeHit, take_hit, losses.judge_hit),
)
