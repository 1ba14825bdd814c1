"""The order in which battles are fought, and on which table."""

from __future__ import annotations

from ecs import Command
from ecs.core.commands import Blitz, Resolve
from game.opponents.impulse.battle.attack_value import AttackValue, MeasuredAttack
from game.opponents.impulse.position import Position
from game.opponents.player import Choice


def next_battle(now: Position, ruler: AttackValue) -> Choice | None:
    """The surest of those left that opens the way or shuts a way out; costly duties last."""
    best: tuple[float, str, Choice] | None = None
    legal = now.seat.legal()
    for command in legal:
        if not isinstance(command, Resolve):
            continue
        target = now.board.by_label[command.hex]
        team = [u for u in now.mine if u.target == target]
        names = [u.id for u in team]
        plain = ruler.weigh(target, now.seat.forecast(target, names), team, 0)
        choice: tuple[Command, MeasuredAttack] = (command, plain)
        if Blitz(command.hex) in legal:
            fast = ruler.weigh(target, now.seat.forecast(target, names, 1), team, 1)
            if fast.value > plain.value:
                choice = (Blitz(command.hex), fast)
        found = choice[1]
        rank = found.cleared + 0.05 * len(now.zone_net[target]) * found.cleared - (1.0 if found.value < 0 else 0.0)
        table = " on the Blitzkrieg table" if found.press else ""
        words = f"{now.name(target)}{table}: falls with {found.cleared:.0%}."
        if best is None or (rank, command.hex) > best[:2]:
            best = (rank, command.hex, (choice[0], words))
    return best[2] if best else None
