"""The fighting of a combat segment.  Bombardment first, then the attacks, the best first, each looked at once more."""

from __future__ import annotations

from ecs.core.commands import (
    Aim,
    Assign,
    CancelAttacks,
    EndPhase,
    Resolve,
    Strike,
    Unassign,
)
from ecs.core.view import Forecast
from game.opponents.campaign.battle.attack_planner import AttackPlanner, LossWeights
from game.opponents.campaign.position import Position
from game.opponents.player import Choice
from game.opponents.seat import Seat
from game.opponents.shared.attack_plan import PlannedAttack

MOST_PLANS = 12


class Battles:
    """One combat segment: a queue of commands, planned anew when it is empty or does not fit any more."""

    def __init__(self, mood: LossWeights) -> None:
        self.mood = mood
        self.queue: list[Choice] = []
        self.attacks: list[PlannedAttack] = []
        self.bombed = False
        self.plans = 0

    def next(self, seat: Seat) -> Choice | None:
        """The next command, or None if nothing is worth doing any more."""
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
        """Queue an attack if it still looks as it did when it was planned."""
        names = attack.names
        forecast = seat.forecast(attack.target, names)
        if forecast.refusal or not forecast.defenders or float(forecast.p_cleared) < attack.cleared - 0.2:
            return
        label = forecast.hex
        why = f"Attack at {forecast.odds}: {round(100 * float(forecast.p_cleared))} % to take the hex."
        self.queue = [(Assign(name, label, 1), why) for name in names]
        self.queue.append((Resolve(label, 1), why))

    def _owed(self, seat: Seat) -> Choice | None:
        """Nothing is worth attacking: go, or make the attack that is owed and costs least."""
        legal = seat.legal()
        if EndPhase() in legal:
            return None
        now = Position(seat)
        loose = [c for c in legal if isinstance(c, Unassign)]
        if CancelAttacks() in legal:
            return CancelAttacks(), "These attacks will not be made."
        if loose:
            return loose[0], "These attacks will not be made."
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
        self.queue = [(Assign(n, label, 1), "An attack is owed.") for n in team]
        self.queue.append((Resolve(label, 1), "An attack is owed."))
        return self.queue.pop(0)

    def _cheapest(self, now: Position, seat: Seat, target: int, names: list[str]) -> tuple[list[str], Forecast]:
        """The fewest of these units, mechanised ones first, that may make the attack at a bearable price."""
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
    """Every gun and aircraft, the strongest first, on the stack where a loss is likely and serves an attack most."""
    aims: dict[str, list[int]] = {}
    for c in now.view.legal:
        if isinstance(c, Aim):
            aims.setdefault(c.unit, []).append(now.board.by_label[c.hex])
    out: list[Choice] = []
    struck: set[int] = set()
    for name in sorted(aims, key=lambda n: (-now.by_id[n].support, n)):
        rated = [(bomb_value(now, h, name), -h) for h in aims[name] if h not in struck]
        if not rated or max(rated)[0] <= 0:
            continue
        target = -max(rated)[1]
        struck.add(target)
        why = f"Bombs on {now.name(target)}."
        out.append((Aim(name, now.label(target)), why))
        out.append((Strike(now.label(target)), why))
    return out


def bomb_value(now: Position, target: int, name: str) -> float:
    """The chance of a loss, times what an attack from beside the hex would make of it."""
    forecast = now.seat.bombardment(target, (name,))
    if forecast is None or forecast.refusal:
        return 0.0
    near = sum(now.own_cf[j] for j in now.atlas.net[target])
    steps = max(1, sum(u.hits for u in now.foes_at.get(target, [])))
    loss = now.foe_cf[target] / steps
    prize = loss + 0.1 * now.atlas.worth[target]
    return float(forecast.loss) * prize * min(2.0, 0.3 + near / (3 * now.foe_cf[target] + 1))
