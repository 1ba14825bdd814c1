"""What is answered when a battle asks: who bleeds, who falls back and where, who follows."""

from __future__ import annotations

from ecs.core.commands import Advance, Done, Retreat, RollAgain, StandFast, TakeHit
from ecs.core.view import UnitView
from game.opponents.campaign.position import Position, is_fighter, strength
from game.opponents.player import Choice
from game.opponents.shared.map_analysis import FAR

WORTH_ROLLING = 0.4
ENTERED = 2.2
LINE_KEPT = 4.0
ROOM = 3
NEARNESS = (*(0.9**away for away in range(FAR)), 0.0)


def answer(now: Position) -> Choice:
    """The answer to the open question."""
    legal = now.view.legal
    kinds = {type(c) for c in legal}
    if TakeHit in kinds:
        hits = [c for c in legal if isinstance(c, TakeHit)]
        return min(hits, key=lambda c: (_pain(now.by_id[c.unit]), c.unit)), "The loss that hurts least."
    if RollAgain in kinds:
        return _again(now)
    if StandFast in kinds:
        return _stand(now)
    if Retreat in kinds:
        ways = [c for c in legal if isinstance(c, Retreat)]
        return max(ways, key=lambda c: (_haven(now, c), c.hex)), "Back to where there is most cover."
    if Advance in kinds:
        return _advance(now, [c for c in legal if isinstance(c, Advance)])
    return legal[0], ""


def _pain(unit: UnitView) -> float:
    loss = unit.attack / max(unit.hits, 1)
    return loss * (1.8 if "mech" in unit.traits else 1.0)


def _again(now: Position) -> Choice:
    """A second result of no effect costs a step: only where the attack is likely to succeed."""
    battle = now.battle
    if battle and float(now.seat.forecast(battle.hex, battle.attackers).p_cleared) >= WORTH_ROLLING:
        return RollAgain(), "The odds are good enough for another throw."
    return Done(), "Not worth a second throw."


def _stand(now: Position) -> Choice:
    decision = now.view.decision
    assert decision is not None
    here = now.mine_at.get(decision.hex, [])
    steps = sum(u.hits for u in here)
    if now.atlas.worth[decision.hex] >= 2 and steps >= 3:
        return StandFast(), f"{now.name(decision.hex)} is worth a step."
    return Done(), "The garrison saves itself."


def _haven(now: Position, command: Retreat) -> float:
    h = now.board.by_label[command.hex]
    value = 0.5 * now.atlas.cover[h] + 0.3 * min(now.far_foe[h], 4) + 0.5 * now.atlas.worth[h]
    value -= 3.0 if now.open_ground[h] else 0.0
    value -= 0.3 * min(now.gap[h], 5)
    if now.own_cf[h] > 0 and len(now.mine_at.get(h, ())) < 3:
        value += 0.5
    return value


def _advance(now: Position, ways: list[Advance]) -> Choice:
    """Into places worth having, on towards the next one where it is safe; nobody into a trap."""
    battle = now.battle
    comers: dict[int, list[UnitView]] = {}
    for c in ways:
        comers.setdefault(now.board.by_label[c.hex], []).append(now.by_id[c.unit])
    best: tuple[float, str, str] | None = None
    pick: Advance | None = None
    for c in ways:
        unit, h = now.by_id[c.unit], now.board.by_label[c.hex]
        value = _forward(now, unit, h, battle.hex if battle else h, comers[h])
        key = (value, c.unit, c.hex)
        if best is None or key > best:
            best, pick = key, c
    if pick is None or best is None or (best[0] <= 0 and Done() in now.view.legal):
        return Done(), "Nobody else follows."
    return pick, f"Follows up into {now.name(now.board.by_label[pick.hex])}."


def _forward(now: Position, unit: UnitView, h: int, won: int, comers: list[UnitView]) -> float:
    """What it is worth that a unit advances, where ``comers`` may do so too."""
    friends = sorted((strength(u) for u in comers if u.id != unit.id), reverse=True)

    strongholds = {g.hex for g in now.last_stand}

    def ground(i: int, fresh: bool) -> float:
        value: float = 0.0
        mates = [u for u in now.mine_at.get(i, ()) if u.id != unit.id and is_fighter(u)]
        force = sum(strength(u) for u in mates) + max(strength(unit), 0.5)
        force += sum(friends[: max(0, ROOM - 1 - len(mates))]) if fresh else 0.0
        odds = now.threat[i] / (force * now.atlas.cover[i])
        value -= 0.5 * strength(unit) * min(0.9, max(0.0, (odds - 1.5) / 5))
        value -= 0.6 * min(now.open_ground[i], 3) * float(max(strength(unit), 1.0) ** 0.5)
        value -= 0.12 * min(now.gap[i], 8)
        value += 0.25 * pull(now, i)
        if fresh and now.holder(i) is not now.side:
            value += 0.8 * now.atlas.worth[i] + 0.1
        if not mates and now.atlas.worth[i] >= 2 and now.far_foe[i] <= 3:
            value += now.atlas.worth[i]
        if not mates and i in now.railways.covered:
            value += LINE_KEPT
        if i in strongholds and not fresh:
            value += LINE_KEPT
        return value

    value = ground(h, True) - ground(unit.hex, False)
    if h != won and now.holder(won) is not now.side:
        value += 0.8 * now.atlas.worth[won]
    if h == won and not now.mine_at.get(h):
        value += ENTERED
    return value


def pull(now: Position, index: int) -> float:
    """How near the next places to take are."""
    far = now.atlas.far
    near = (goal.worth**0.5 * NEARNESS[far(goal.hex)[index]] for goal in now.goals if goal.taking)
    return 10.0 * max(near, default=0.0)
