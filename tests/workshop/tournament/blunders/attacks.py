"""Attacks made at less than even strength, without need."""

from __future__ import annotations

from ecs import Command, Side
from ecs.core.commands import Blitz, EndPhase, Resolve, Unassign
from ecs.core.events import Advanced, Assigned, AttacksOwed, BattleBegan, Moved, RagesOn, Record, Retreated
from ecs.core.view import BattleView
from tests.workshop.tournament.blunders.watcher import Found, Table, Watcher

DECLARED = "declared"


class PoorAttack(Watcher):
    """A battle below even strength, by the forecast its side could see: with fewer factors than the defenders have, or,
    where fire is counted, at the price of more factors than it kills.

    Where both sides fire, less fire than the defenders have is no measure: units without fire take hits for the others,
    and four factors destroy a lone unit of five.

    It is the side's own doing, and counted, if one of the attackers has marched in this player-turn, or if the attack
    could have been taken back: without it the phase could be ended, and the rules would not have ordered it.  This is
    tried out on the very position.  As long as a side owes attacks, it must make those there are, and a battle that
    rages must be fought on: they are not counted.
    """

    def __init__(self, table: Table, found: Found) -> None:
        super().__init__(table, found)
        self._marched: set[str] = set()
        self._judged: dict[str, bool] = {}
        self._raging: set[str] = set()
        self._owed = 0

    def turn_begins(self, side: Side) -> None:
        self._marched, self._judged, self._raging, self._owed = set(), {}, set(), 0

    def before(self, command: Command) -> None:
        side = self.table.game.to_act
        if side is None or not isinstance(command, EndPhase | Resolve | Blitz):
            return
        for battle in self.table.view(side).battles:
            label = self.table.game.board.hexes[battle.hex].label
            is_asked = isinstance(command, EndPhase) or (command.hex == label and label not in self._judged)
            if battle.state == DECLARED and is_asked:
                self._judged[label] = self._is_poor(side, battle) and not self._is_forced(side, label, battle)

    def after(self, record: Record) -> None:
        for event in record.events:
            if isinstance(event, AttacksOwed):
                self._owed = event.number
            elif isinstance(event, RagesOn):
                self._raging.add(event.hex)
            elif isinstance(event, Moved) and not isinstance(event, Retreated | Advanced):
                self._marched.add(event.unit)
            elif isinstance(event, BattleBegan):
                is_own_doing = self._judged.pop(event.hex, False)
                if is_own_doing and not event.automatic and record.side is not None:
                    self.found(record.side, event.hex)
                self._owed -= 1

    def _is_poor(self, side: Side, battle: BattleView) -> bool:
        told = self.table.game.forecast(side, battle.hex, battle.attackers)
        if told.odds:
            return told.attack_total < told.defence_total
        return bool(told.defenders) and told.mean_attacker_factors_lost > told.mean_defender_factors_lost

    def _is_forced(self, side: Side, label: str, battle: BattleView) -> bool:
        """Must the attack be made, or another like it that the rules would order?"""
        if self._owed > 0 or label in self._raging:
            return True
        if not self._marched.isdisjoint(battle.attackers):
            return False
        game = self.table.game
        with game.what_if():
            for unit in battle.attackers:
                if not game.is_legal(Unassign(unit)):
                    return True
                game.apply(Unassign(unit))
            if game.to_act is not side or not game.is_legal(EndPhase()):
                return True
            return any(isinstance(e, Assigned) and e.hex == label for e in game.apply(EndPhase()))
