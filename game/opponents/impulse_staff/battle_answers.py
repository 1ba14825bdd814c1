"""Answers to the questions of a battle: who takes losses, who retreats and where, who advances."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import Blitz, Done, Resolve, Spend
from ecs.core.view import BattleView, UnitView
from game.opponents.impulse_staff.attack_value import AttackValue
from game.opponents.impulse_staff.figures import ADVANCE, LOSS, RETREAT
from game.opponents.impulse_staff.position import Position, is_fast
from game.opponents.players import Choice
from game.opponents.shared.answers import best_advance, best_retreat, least_loss, of_kind


def answer(now: Position) -> Choice:
    """The answer to the open question."""
    legal = now.seat.legal()
    helpers = of_kind(legal, Spend)
    if helpers:
        return _help(now, helpers)
    return (
        least_loss(now, legal, _pain)
        or best_retreat(now, legal, lambda h: _haven(now, h), "Retreat to the safest hex.")
        or _follow(now, legal)
        or (Done() if Done() in legal else legal[0], "")
    )


def _pain(unit: UnitView) -> float:
    """The cost of a step: the factors that go with it, more for the last or for armour."""
    loss = unit.attack / max(unit.hits, 1) * (LOSS.mech if "mech" in unit.traits else 1.0)
    if "german" not in unit.traits and "armour" not in unit.traits:
        loss *= LOSS.allied
    return loss + (LOSS.last if unit.hits == 1 else 0.0)


# -- a Field Marshal in defence -----------------------------------------------------------------------------------


def _help(now: Position, helpers: Sequence[Spend]) -> Choice:
    """Keep each Field Marshal for the largest battle he can still affect; use one who has none larger now."""
    here = now.battle
    assert here is not None
    rivals = {c.unit: max((_size(now, b) for b in _in_reach(now, c.unit)), default=(0, 0)) for c in helpers}
    best = min(helpers, key=lambda c: (rivals[c.unit], c.unit))
    if rivals[best.unit] > _size(now, here):
        return Done(), "Save him for a larger battle in range."
    return best, "The largest battle he can still affect."


def _size(now: Position, battle: BattleView) -> tuple[int, int]:
    """The size of a battle: what the defenders have at stake, then what comes against them."""
    ours, theirs = ([now.by_id[name].attack for name in team] for team in (battle.defenders, battle.attackers))
    return sum(ours), sum(theirs)


def _in_reach(now: Position, name: str) -> list[BattleView]:
    """Battles still to be fought whose defenders stand with a Field Marshal or next to him."""
    spot = now.by_id[name].hex
    near = {spot, *now.board.neighbours[spot]}
    waiting = (b for b in now.view.battles if b.state == "declared")
    return [b for b in waiting if any(now.by_id[d].hex in near for d in b.defenders)]


# -- falling back ---------------------------------------------------------------------------------------------


def _haven(now: Position, h: int) -> float:
    """How good a hex is for a retreat."""
    value = RETREAT.far * min(now.far_foe[h], RETREAT.far_most) + min(now.worth[h], RETREAT.place_most)
    value += RETREAT.fed if h in now.supply else 0.0
    value -= RETREAT.hunger * min(now.gap[h], RETREAT.hunger_most)
    value -= RETREAT.zone if h in now.foe_zones else 0.0
    spot = now.board.hexes[h].terrain
    value += RETREAT.cover if spot in ("woods", "marsh", "mountain") else 0.0
    value += RETREAT.company if now.mine_at.get(h) else 0.0
    exits = sum(1 for j in now.net[h] if j not in now.foe_zones and not now.foes_at.get(j))
    return value + RETREAT.exit * min(exits, RETREAT.exits_most)


# -- following up ---------------------------------------------------------------------------------------------


def _follow(now: Position, legal: Sequence[Command]) -> Choice | None:
    """Advance into what was won, armour on towards the next goal; never where a unit would be lost."""
    return best_advance(
        now, legal, lambda unit, h: round(_ground(now, unit, h) - _ground(now, unit, unit.hex), 6), ADVANCE.least
    )


def _ground(now: Position, unit: UnitView, index: int) -> float:
    """The value of having a unit in a hex at the end of this battle: a hex that was won is not left empty unless
    the unit there would be lost."""
    mates = [u for u in now.mine_at.get(index, ()) if u.id != unit.id]
    force = unit.attack + sum(u.attack for u in mates)
    last = now.impulse == 2
    value = ADVANCE.drive * now.pull_take[index]
    worth = now.worth[index]
    if index != unit.hex and now.holder(index) is not now.side:
        value += ADVANCE.capture * worth + ADVANCE.ground
    if not mates and worth >= 1 and now.threat[index] > 0:
        value += ADVANCE.empty * worth
    won = now.view.decision.hex if now.view.decision is not None else -1
    if index == won and not mates and now.threat[index] <= ADVANCE.hopeless * force:
        value += ADVANCE.entered
    value -= ADVANCE.beyond * min(now.gap[index], ADVANCE.beyond_most) * (1.0 if is_fast(unit) else ADVANCE.foot)
    danger = now.threat[index] / max(force, 1.0)
    risk = min(ADVANCE.fear_most, max(0.0, danger - ADVANCE.bearable))
    value -= (ADVANCE.late_fear if last else ADVANCE.fear) * risk * unit.attack / 5
    if now.impulse == 1 and not is_fast(unit):
        value += ADVANCE.march * unit.movement
    near = [j for j in now.net[index] if now.foes_at.get(j) and j in now.foe_supply]
    return value + (ADVANCE.bold * len(near) if now.side_is_bold else -ADVANCE.weak * len(near) * last)


# -- The order in which battles are fought, and on which table. ------------------------------------------------------


def next_battle(now: Position, ruler: AttackValue) -> Choice | None:
    """The surest battle left that opens the way or shuts a way out; costly duties last."""
    rated: list[tuple[float, str, Choice]] = []
    legal = now.seat.legal()
    for command in of_kind(legal, Resolve):
        target = now.at(command.hex)
        team = [u for u in now.mine if u.target == target]
        presses = (0, 1) if Blitz(command.hex) in legal else (0,)
        tables = [ruler.weigh(target, now.seat.forecast(target, [u.id for u in team], p), team, p) for p in presses]
        found = max(tables, key=lambda measured: measured.value)
        rank = (
            found.cleared
            + ADVANCE.way_out * len(now.zone_net[target]) * found.cleared
            - (1.0 if found.value < 0 else 0.0)
        )
        table = " on the Blitzkrieg table" if found.press else ""
        words = f"{now.name(target)}{table}: {100 * found.cleared:.0f} % to take it."
        rated.append((rank, command.hex, (Blitz(command.hex) if found.press else command, words)))
    return max(rated, key=lambda battle: battle[:2])[2] if rated else None
