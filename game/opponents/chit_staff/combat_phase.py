"""Fighting a combat segment: bombardment, then the attacks, best first, each checked once more."""

from __future__ import annotations

from ecs.core.commands import (
    Advance,
    Aim,
    Assign,
    CancelAttacks,
    Done,
    EndPhase,
    Resolve,
    RollAgain,
    StandFast,
    Strike,
    Unassign,
)
from ecs.core.view import Forecast, UnitView
from game.opponents.chit_staff.attack_planner import AttackPlanner, LossWeights
from game.opponents.chit_staff.figures import ADVANCE, ATTACK, BOMB, ODDS, RETREAT
from game.opponents.chit_staff.position import FAINT, Position, is_fighter, strength
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.answers import best_advance, best_retreat, least_loss, of_kind
from game.opponents.shared.attack_plan import PlannedAttack
from game.opponents.shared.map_analysis import FAR

MOST_PLANS = 12  # times the attacks of a segment are planned anew


class Battles:
    """One combat segment: a queue of commands, planned again when it is empty or no longer fits."""

    def __init__(self, mood: LossWeights) -> None:
        self.mood = mood
        self.queue: list[Choice] = []
        self.attacks: list[PlannedAttack] = []
        self.bombed = False
        self.plans = 0

    def next(self, seat: Seat) -> Choice | None:
        """The next command; None if nothing is worth doing any more."""
        while True:
            while self.queue:
                choice = self.queue.pop(0)
                if seat.allows(choice[0]):
                    return choice
            if not self.bombed:
                self.bombed = True
                self.queue = bombardments(Position(seat))
                if self.queue:
                    continue
            if not self.attacks:
                if self.plans >= MOST_PLANS:
                    return None
                self.plans += 1
                self.attacks = self._plan(seat)
                if not self.attacks:
                    return self._owed(seat)
            self._line_up(seat, self.attacks.pop(0))

    def _plan(self, seat: Seat) -> list[PlannedAttack]:
        now = Position(seat)
        bases = {name: (now.by_id[name].hex,) for name in now.assignable}
        targets = {h for hexes in now.assignable.values() for h in hexes}
        for h in now.treasures:
            there = [u for u in now.mine_at.get(h, []) if u.id in bases]
            if there and len(there) == len(now.mine_at[h]) and now.exposed(h):
                bases.pop(min(there, key=lambda u: (u.attack, u.id)).id)
        return AttackPlanner(now, self.mood).plan(bases, sorted(targets))

    def _line_up(self, seat: Seat, attack: PlannedAttack) -> None:
        """Queue an attack if it still looks as it did when planned."""
        names = attack.names
        forecast = seat.forecast(attack.target, names)
        if forecast.refusal or not forecast.defenders or float(forecast.p_cleared) < attack.cleared - ATTACK.again:
            return
        label = forecast.hex
        why = f"Attack at {forecast.odds}: {round(100 * float(forecast.p_cleared))} % to take the hex."
        self.queue = [(Assign(name, label, 1), why) for name in names]
        self.queue.append((Resolve(label, 1), why))

    def _owed(self, seat: Seat) -> Choice | None:
        """Nothing is worth attacking: move on, or make the owed attack that costs least."""
        legal = seat.legal()
        if EndPhase() in legal:
            return None
        now = Position(seat)
        loose = [c for c in legal if isinstance(c, Unassign)]
        if CancelAttacks() in legal:
            return CancelAttacks(), "Not worth it: call off these attacks."
        if loose:
            return loose[0], "Not worth it: call off these attacks."
        teams: dict[int, list[str]] = {}
        for name, targets in now.assignable.items():
            for target in targets:
                teams.setdefault(target, []).append(name)
        rated = []
        for target, names in sorted(teams.items()):
            forecast = seat.forecast(target, names)
            if not forecast.refusal and len(names) > 1:
                cheap = self._cheapest(now, seat, target, names)
                rated.append(
                    (AttackPlanner(now, self.mood).gain(target, cheap[1]), -target, cheap[0], cheap[1].column > 0)
                )
        if not rated:
            return None
        _, minus, team, _ = max(rated, key=lambda r: (r[3], r[0], r[1]))
        label = now.label(-minus)
        self.queue = [(Assign(n, label, 1), "The rules require an attack.") for n in team]
        self.queue.append((Resolve(label, 1), "The rules require an attack."))
        return self.queue.pop(0)

    def _cheapest(self, now: Position, seat: Seat, target: int, names: list[str]) -> tuple[list[str], Forecast]:
        """The fewest of these units, mechanised ones first, that can make the attack at a bearable price."""
        best: tuple[tuple[bool, float], list[str], Forecast] | None = None
        names = sorted(names, key=lambda name: "mech" not in now.by_id[name].traits)
        for n in range(2, len(names) + 1):
            forecast = seat.forecast(target, names[:n])
            if forecast.refusal and n < len(names):
                continue
            key = (forecast.column > 0, -float(forecast.mean_attacker_factors_lost))
            if best is None or key > best[0]:
                best = (key, names[:n], forecast)
        assert best is not None
        return best[1], best[2]


def bombardments(now: Position) -> list[Choice]:
    """Aim every gun and aircraft, strongest first, where a loss is likely and helps an attack most."""
    aims: dict[str, list[int]] = {}
    for c in of_kind(now.view.legal, Aim):
        aims.setdefault(c.unit, []).append(now.at(c.hex))
    out: list[Choice] = []
    struck: set[int] = set()
    for name in sorted(aims, key=lambda n: (-now.by_id[n].support, n)):
        rated = [(bomb_value(now, h, name), -h) for h in aims[name] if h not in struck]
        if not rated or max(rated)[0] <= 0:
            continue
        target = -max(rated)[1]
        struck.add(target)
        out += [(Aim(name, now.label(target)), ""), (Strike(now.label(target)), "")]
    return out


def bomb_value(now: Position, target: int, name: str) -> float:
    """The chance of a loss, times what an attack from beside the hex would make of it."""
    forecast = now.seat.bombardment(target, (name,))
    if forecast is None or forecast.refusal:
        return 0.0
    near = sum(now.own_cf[j] for j in now.atlas.net[target])
    steps = max(1, sum(u.hits for u in now.foes_at.get(target, [])))
    loss = now.foe_cf[target] / steps
    prize = loss + BOMB.place * now.atlas.worth[target]
    return float(forecast.loss) * prize * min(BOMB.most, BOMB.alone + near / (BOMB.enough * now.foe_cf[target] + 1))


# -- What is answered when a battle asks: who bleeds, who falls back and where, who follows. -------------------------


def answer(now: Position) -> Choice:
    """The answer to the open question."""
    legal = now.view.legal
    return (
        least_loss(now, legal, _pain)
        or (_again(now) if RollAgain() in legal else None)
        or (_stand(now) if StandFast() in legal else None)
        or best_retreat(now, legal, lambda h: _haven(now, h), "Retreat to the best cover.")
        or _advance(now)
        or (legal[0], "")
    )


def _pain(unit: UnitView) -> float:
    loss = unit.attack / max(unit.hits, 1)
    return loss * (RETREAT.fast if "mech" in unit.traits else 1.0)


def _again(now: Position) -> Choice:
    """Roll again only where the attack is likely to succeed: a second result of no effect costs a step."""
    battle = now.battle
    if battle and float(now.seat.forecast(battle.hex, battle.attackers).p_cleared) >= ATTACK.rolling:
        return RollAgain(), "The odds justify a reroll."
    return Done(), "Not worth a reroll."


def _stand(now: Position) -> Choice:
    decision = now.view.decision
    assert decision is not None
    here = now.mine_at.get(decision.hex, [])
    steps = sum(u.hits for u in here)
    if now.atlas.worth[decision.hex] >= RETREAT.stand_place and steps >= RETREAT.stand_steps:
        return StandFast(), f"{now.name(decision.hex)} is worth a step."
    return Done(), "Save the garrison."


def _haven(now: Position, h: int) -> float:
    value = RETREAT.cover * now.atlas.cover[h] + RETREAT.far * min(now.far_foe[h], RETREAT.far_most)
    value += RETREAT.place * now.atlas.worth[h]
    value -= RETREAT.pocket if now.open_ground[h] else 0.0
    value -= RETREAT.hunger * min(now.gap[h], RETREAT.hunger_most)
    if now.own_cf[h] > 0 and len(now.mine_at.get(h, ())) < now.room_each:
        value += RETREAT.company
    return value


def _advance(now: Position) -> Choice | None:
    """Advance into places worth having, and towards the next one where it is safe, but never into a trap."""
    battle = now.battle
    comers: dict[int, list[UnitView]] = {}
    for c in of_kind(now.view.legal, Advance):
        comers.setdefault(now.at(c.hex), []).append(now.by_id[c.unit])
    return best_advance(
        now, now.view.legal, lambda unit, h: _forward(now, unit, h, battle.hex if battle else h, comers[h])
    )


def _forward(now: Position, unit: UnitView, h: int, won: int, comers: list[UnitView]) -> float:
    """The value of a unit's advance, where ``comers`` may advance too."""
    friends = sorted((strength(u) for u in comers if u.id != unit.id), reverse=True)

    strongholds = {g.hex for g in now.last_stand}

    def ground(i: int, fresh: bool) -> float:
        value: float = 0.0
        mates = [u for u in now.mine_at.get(i, ()) if u.id != unit.id and is_fighter(u)]
        force = sum(strength(u) for u in mates) + max(strength(unit), FAINT)
        force += sum(friends[: max(0, now.room_each - 1 - len(mates))]) if fresh else 0.0
        odds = now.threat[i] / (force * now.atlas.cover[i])
        value -= ADVANCE.fear * strength(unit) * min(ADVANCE.fear_most, max(0.0, (odds - ADVANCE.bearable) / ODDS.ruin))
        value -= ADVANCE.pocket * min(now.open_ground[i], ADVANCE.pocket_most) * float(max(strength(unit), 1.0) ** 0.5)
        value -= ADVANCE.hunger * min(now.gap[i], ADVANCE.hunger_most)
        value += ADVANCE.goals * pull(now, i)
        if fresh and now.holder(i) is not now.side:
            value += ADVANCE.taken * now.atlas.worth[i] + ADVANCE.ground
        if not mates and now.atlas.worth[i] >= ADVANCE.left and now.far_foe[i] <= ADVANCE.left_near:
            value += now.atlas.worth[i]
        if not mates and i in now.railways.covered:
            value += ADVANCE.line
        if i in strongholds and not fresh:
            value += ADVANCE.line
        return value

    value = ground(h, True) - ground(unit.hex, False)
    if h != won and now.holder(won) is not now.side:
        value += ADVANCE.taken * now.atlas.worth[won]
    if h == won and not now.mine_at.get(h):
        value += ADVANCE.entered
    return value


NEARNESS = (*(ADVANCE.nearness**away for away in range(FAR)), 0.0)


def pull(now: Position, index: int) -> float:
    """How near the next objectives are."""
    far = now.atlas.far
    near = (goal.worth**0.5 * NEARNESS[far(goal.hex)[index]] for goal in now.goals if goal.taking)
    return 10.0 * max(near, default=0.0)
