"""The attack being planned: target, ticked attackers, press, and its exact forecast."""

from __future__ import annotations

from collections.abc import Container, Set
from fractions import Fraction
from typing import Protocol

from ecs import Command, Forecast, Side, View
from ecs.core.commands import Aim, Assign, Blitz, Fire, Overwhelm, Resolve, Strike, Unassign
from ecs.core.glossary import Glossary
from ecs.core.view import BattleView, OverrunView, UnitView
from game.play.session import Session
from game.ui.interaction.click_commands import LegalOrders
from game.ui.interaction.meaning import OpenPlan
from game.ui.interaction.selection import SidePosition

# -- Hexes that can be attacked now, with the forecast of everybody who may join, worked out once a position. --------

MOST = 40


class Targets:
    """Hexes that can be attacked, each with what all possible attackers would bring; worked out once a position."""

    def __init__(self) -> None:
        self._of: View | None = None
        self._found: list[tuple[int, Forecast]] = []
        self._near: tuple[object, list[tuple[int, OverrunView]]] = (None, [])

    def of(self, position: SidePosition) -> list[tuple[int, Forecast]]:
        """The hexes and forecasts, the best chance first."""
        if self._of is not position.view:
            self._of, self._found = position.view, _work_out(position)
        return self._found

    def overruns(self, position: SidePosition) -> list[tuple[int, OverrunView]]:
        """Hexes with what all possible attackers bring towards an automatic victory, the nearest to one first."""
        key = (position.view, position.orders.found)
        if self._near[0] != key:
            self._near = (key, _overruns(position))
        return self._near[1]


def _teams(position: SidePosition) -> dict[int, list[str]]:
    """For every hex that can be attacked, who may join or has joined, as far as looked up."""
    teams: dict[int, list[str]] = {}
    for unit, by in position.orders.so_far.items():
        for index, commands in by.items():
            if any(isinstance(c, Assign) for c in commands):
                teams.setdefault(index, []).append(unit)
    return teams


def _overruns(position: SidePosition) -> list[tuple[int, OverrunView]]:
    game, side = position.game, position.view.side
    teams = _teams(position)
    for battle in position.view.battles:
        if battle.state == "declared":
            teams[battle.hex] = [*teams.get(battle.hex, ()), *battle.attackers]
    found = [(index, game.overrun(side, index, team)) for index, team in sorted(teams.items())]
    known = [(index, ahead) for index, ahead in found if ahead is not None]
    return sorted(known, key=lambda entry: (bool(entry[1].refusal), entry[1].needed - entry[1].attack, entry[0]))


def _work_out(position: SidePosition) -> list[tuple[int, Forecast]]:
    position.orders.go_on()
    teams = _teams(position)
    game, side = position.game, position.view.side
    found = [(index, game.forecast(side, index, team)) for index, team in sorted(teams.items())]
    found.sort(key=lambda entry: (bool(entry[1].refusal), -entry[1].p_cleared, entry[0]))
    return found[:MOST]


# -- Who of those beside a hex is wanted elsewhere.  Where whoever stands beside an enemy must attack, that matters. -


def targets_of(orders: LegalOrders, name: str) -> set[int]:
    """Hexes a unit may attack."""
    return {i for i, commands in orders.hexes(name).items() if isinstance(commands[0], Assign)}


def free_elsewhere(orders: LegalOrders, target: int, team: tuple[str, ...]) -> frozenset[str]:
    """Members of a team who could attack another hex instead; the others must come along."""
    return frozenset(name for name in team if targets_of(orders, name) - {target})


def less_those_needed(orders: LegalOrders, target: int, taken: Set[int], team: tuple[str, ...]) -> tuple[str, ...]:
    """A team without one for each other hex that no other unit could attack; ``taken``: hexes under attack already."""
    can = {name: targets_of(orders, name) for name in team}
    others = {i for hexes in can.values() for i in hexes} - {target} - taken
    spare = {i for name in orders.by_unit if name not in team for i in targets_of(orders, name)}
    kept = list(team)
    for there in sorted(others - spare):
        if not any(there in can[name] for name in team if name not in kept):
            able = [name for name in kept if there in can[name]]
            if len(kept) > 1 and able:
                kept.remove(able[-1])
    return tuple(kept)


NOBODY = "choose at least one unit"
HARDLY, FACTORS = Fraction(1, 30), Fraction(1, 4)  # chance, and mean losses, that are worth no further unit
NOT_NOW = ("no-declaring", "no-planning", "not-your-turn")
"""Reasons why no unit may be sent at this time: the attack can still be worked out."""


class PlanningDesk(Protocol):
    """The planner's view of the side, with its commands."""

    view: View
    orders: LegalOrders
    session: Session

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""

    def give(self, command: Command) -> bool:
        """Give a command; True if it was carried out."""


class BattlePlan:
    """The battle planner's state; `target` below 0 means it is closed."""

    def __init__(self, desk: PlanningDesk) -> None:
        self.desk = desk
        self.target, self.wave, self.press, self.stand = -1, 1, 0, True
        self.ticked: tuple[str, ...] = ()
        self.targets = Targets()
        self._fought = False
        self._known: tuple[object, list[tuple[UnitView, str]]] | None = None
        self._worked_out: tuple[object, dict[int, Forecast]] = (None, {})

    # -- opening ------------------------------------------------------------------------------------

    def may_open(self, index: int) -> bool:
        """Is there anything there to attack?"""
        return any(self.desk.terms.fights(u) for u in self.desk.view.at(index))

    def open(self, index: int) -> None:
        """Plan the attack on a hex: ours, or the enemy's if the hex is ours; not during a battle."""
        if self.battle is not None:
            self.keep_up()
            return
        index = self.first_of(index)
        self.target, self.press, self.stand = index, 0, True
        waves = [b.wave for b in self.desk.view.battles if b.hex == index and b.state == "declared"]
        self.wave = self._asked_wave(index) if self.gathering else min(waves, default=1)
        self.ticked = self._sent() or (() if self.gathering else self._best_team())

    def open_with(self, index: int, team: tuple[str, ...] = ()) -> bool:
        """Plan the attack on a hex, with those of a team who can join it; False if none of them can, and nothing is
        planned then."""
        before = self.target
        self.open(index)
        if not team or self.gathering or self.fighting:
            return True
        able = {unit.id for unit, reason in self.candidates() if not reason}
        self.ticked = tuple(name for name in team if name in able) or self.ticked
        if able.isdisjoint(team) and before < 0:
            self.close()
        return not able.isdisjoint(team)

    def on_screen(self) -> OpenPlan:
        """The attack being planned, as a click on it sees it."""
        if self.target < 0 or self.fighting or self.gathering or self.wins_outright:
            return OpenPlan()
        hexes = self.hexes(self.target) if self.desk.terms.tables else (self.target,)
        if self.changes():
            return OpenPlan(frozenset(hexes), not self.obstacle())
        ways = [c for c in self.desk.orders.by_hex.get(self.target, ()) if isinstance(c, Resolve | Blitz | Strike)]
        return OpenPlan(frozenset(hexes), False, ways[0] if len(ways) == 1 else None)

    def propose(self, index: int) -> tuple[str, ...]:
        """Open the plan of an attack a question asks for; return the proposed team, empty once units were sent."""
        self.open(index)
        return () if self._sent() else self._best_team()

    def close(self) -> None:
        """Close the plan."""
        self.target, self.ticked = -1, ()

    def keep_up(self) -> None:
        """The game has changed: follow the present battle; drop units that are gone."""
        battle = self.battle
        if battle is not None:
            if self.target != battle.hex:
                self.press = 0
            self.target, self.wave = battle.hex, battle.wave
            self.ticked = battle.attackers
            self.press = min(self.press, self.most_press)
            self._fought = True
        elif self._fought:
            self._fought = False
            self.close()
        elif self.target >= 0:
            there = {u.id for u in self.desk.view.units if u.hex >= 0}
            self.ticked = tuple(u for u in self.ticked if u in there)
            if self.gathering:
                self.use_wave(self._asked_wave(self.target))
            if not self.may_open(self.target) and not self.desk.view.decision:
                self.close()

    def sketch(self) -> BattleView | None:
        """The attack as it would be with the ticked units that are not yet sent; None if there is none."""
        if self.target < 0 or self.fighting:
            return None
        team = tuple(unit for unit in self.ticked if unit not in self._sent())
        defenders = tuple(unit.id for unit in self.desk.view.at(self.target))
        return BattleView(self.target, self.wave, team, defenders, "planned") if team else None

    # -- asking -------------------------------------------------------------------------------------

    @property
    def battle(self) -> BattleView | None:
        """The present battle, or None."""
        return next((b for b in self.desk.view.battles if b.state == "fighting"), None)

    @property
    def fighting(self) -> bool:
        """Is a battle under way?"""
        return self.battle is not None

    @property
    def gathering(self) -> bool:
        """Is an attack being put together in answer to an open question?"""
        decision = self.desk.view.decision
        return decision is not None and Assign in self.desk.terms.answers.get(decision.id, ())

    def _asked_wave(self, index: int) -> int:
        """The wave of the attack on a hex that the open question is about."""
        orders, found = self.desk.orders, list[int]()
        found += [c.wave for c in orders.by_hex.get(index, ()) if isinstance(c, Resolve)]
        found += [c.wave for by in orders.by_unit.values() for c in by.get(index, ()) if isinstance(c, Assign)]
        there = [b for b in self.desk.view.battles if b.hex == index]
        found += [b.wave for b in there if any(name in orders.on_unit for name in b.attackers)]
        return found[0] if found else 1

    @property
    def attacker(self) -> Side:
        """The side whose attack is shown."""
        side = self.desk.view.side
        if self.battle is not None:
            first = self.desk.view.unit(self.battle.attackers[0]) if self.battle.attackers else None
            return first.side if first else side
        holders = {u.side for u in self.desk.view.at(self.target)} if self.target >= 0 else set()
        return side.other if side in holders else side

    @property
    def presses(self) -> tuple[int, ...]:
        """By how many columns the round may be pressed: the choices that are legal now."""
        return tuple(sorted(c.press for c in self.desk.orders.general if isinstance(c, Fire)))

    @property
    def most_press(self) -> int:
        """The highest of them."""
        return max(self.presses, default=0)

    def hexes(self, index: int) -> tuple[int, ...]:
        """The hexes fought for in the battle of this hex: it, and those that are attacked together with it."""
        found = {index}
        for battle in self.desk.view.battles:
            if battle.hex == index:
                found |= {u.hex for name in battle.defenders if (u := self.desk.view.unit(name)) and u.hex >= 0}
        return (index, *sorted(found - {index}))

    def first_of(self, index: int) -> int:
        """The hex that names a battle for several hexes; else the hex itself."""
        if not self.desk.terms.tables:
            return index
        return next((b.hex for b in self.desk.view.battles if index in self.hexes(b.hex)), index)

    @property
    def declared(self) -> BattleView | None:
        """The declared attack on the target."""
        return self._declared()

    def _sent(self) -> tuple[str, ...]:
        """Who is assigned to the attack; guns, aircraft and leaders are listed apart where attacks are announced."""
        declared = self._declared()
        names = declared.attackers if declared else ()
        if not self.desk.terms.tables:
            return names
        return tuple(n for n in names if (u := self.desk.view.unit(n)) is not None and self.desk.terms.fights(u))

    def _declared(self) -> BattleView | None:
        wanted = (self.target, self.wave)
        battles = [b for b in self.desk.view.battles if b.state == "declared"]
        return next((b for b in battles if (b.hex, b.wave) == wanted), None)

    def waves(self) -> tuple[int, ...]:
        """Waves declared against the target, and the one that could be opened."""
        declared = sorted(b.wave for b in self.desk.view.battles if b.hex == self.target and b.state == "declared")
        if not declared or (self.desk.terms.tables and not self._may_open_wave(declared[-1] + 1)):
            return tuple(declared)
        return (*declared, declared[-1] + 1)

    def _may_open_wave(self, wave: int) -> bool:
        ways = (by.get(self.target, ()) for by in self.desk.orders.by_unit.values())
        return any(isinstance(c, Assign) and c.wave == wave for commands in ways for c in commands)

    def use_wave(self, wave: int) -> None:
        """Plan another wave against the same hex."""
        self.wave = wave
        self.ticked = self._sent()

    def open_wave(self, wave: int) -> None:
        """The same, with the best free units ticked if none have been sent yet."""
        self.use_wave(wave)
        if self.desk.terms.tables and not self.gathering:
            self.ticked = self.ticked or self._best_team()

    def follow(self, order: Command) -> None:
        """A unit was sent or called back on the map: show that attack as it is now."""
        if isinstance(order, (Assign, Aim)):
            index = self.desk.view.board.by_label[order.hex]
            if self.target != index:
                self.open(index)
        if self.desk.terms.tables and self.target >= 0 and isinstance(order, Assign):
            self.use_wave(order.wave)

    @property
    def attacking(self) -> bool:
        """Is an attack fought, or is there a unit that could take part in one?"""
        return self.fighting or bool(self.ticked or self.candidates())

    def candidates(self) -> list[tuple[UnitView, str]]:
        """Units beside the target, each with the reason why it may not attack now ("" if it may), able ones first."""
        key = (self.desk.view, self.target, self.wave)
        if self._known is None or self._known[0] != key:
            self._known = (key, self._candidates())
        return self._known[1]

    def _candidates(self) -> list[tuple[UnitView, str]]:
        view, side = self.desk.view, self.attacker
        near = set(view.board.neighbours[self.target])
        units = [u for u in view.units if u.side is side and u.hex in near and self.desk.terms.fights(u)]
        known = [(u, self._reason(u)) for u in sorted(units, key=lambda u: (u.hex, -u.attack, u.id))]
        return sorted(known, key=lambda entry: bool(entry[1]))

    def _reason(self, unit: UnitView) -> str:
        if self.attacker is not self.desk.view.side or self.fighting:
            return ""
        declared = self._declared()
        if declared is not None and unit.id in declared.attackers:
            return ""
        label = self.desk.view.board.hexes[self.target].label
        refusal = self.desk.session.game.why_not(Assign(unit.id, label, self.wave), self.desk.view.side)
        return str(refusal) if refusal and refusal.reason not in NOT_NOW else ""

    def _best_team(self) -> tuple[str, ...]:
        """All units that may attack together, the strongest first."""
        if self.desk.terms.odds:
            return self._least_team()
        team: tuple[str, ...] = ()
        for unit, reason in sorted(self.candidates(), key=lambda entry: -entry[0].attack):
            if not reason and not unit.disrupted and unit.attack > 0 and not unit.id.startswith("?"):
                larger = (*team, unit.id)
                if not self._work_out(larger).refusal:
                    team = larger
        return self._enough(team, team)

    def _least_team(self) -> tuple[str, ...]:
        """All who may attack together, less those who would change nothing; where attacks are
        announced, all who are not needed elsewhere: a unit beside an enemy must attack."""
        able = sorted(
            (unit for unit, reason in self.candidates() if not reason), key=lambda u: (u.attack, u.id), reverse=True
        )
        team = tuple(unit.id for unit in able)
        march = self._marching_team(team)
        if march or self.desk.terms.all_attack:
            orders, taken = self.desk.orders, {b.hex for b in self.desk.view.battles}
            needed = less_those_needed(orders, self.target, taken, team) or team
            return march or self._enough(needed, free_elsewhere(orders, self.target, team))
        while len(team) > 1 and self._work_out(team).refusal:
            team = team[:-1]
        ahead = self._work_out(team)
        for unit in reversed(able):
            fewer = tuple(name for name in team if name != unit.id)
            if fewer and len(fewer) < len(team):
                then = self._work_out(fewer)
                same = then.p_cleared >= ahead.p_cleared and then.die == ahead.die
                if same and not then.refusal:
                    team, ahead = fewer, then
        return team

    def _enough(self, team: tuple[str, ...], spare: Container[str]) -> tuple[str, ...]:
        """A team without those of the spare, the last first, that hardly raise its chance and save it no losses."""
        whole = self._work_out(team)
        for name in team[::-1]:
            fewer = tuple(other for other in team if other != name)
            if name in spare and fewer and whole.p_cleared > 0:
                then = self._work_out(fewer)
                fair = then.p_cleared >= whole.p_cleared - HARDLY
                dearer = then.mean_attacker_factors_lost - whole.mean_attacker_factors_lost
                if fair and dearer <= FACTORS and not then.refusal:
                    team = fewer
        return team

    def _marching_team(self, team: tuple[str, ...]) -> tuple[str, ...]:
        """The fewest that win an automatic victory; all where they do not; none where none can be won now."""
        game = self.desk.session.game
        found = game.overrun(self.attacker, self.target, team) if self.desk.terms.tables else None
        if found is None or found.refusal:
            return team if found is not None else ()
        for name in team[::-1]:
            fewer = tuple(other for other in team if other != name)
            ahead = game.overrun(self.attacker, self.target, fewer)
            if ahead is not None and not ahead.refusal:
                team = fewer
        return team

    def _work_out(self, team: tuple[str, ...], press: int = -1) -> Forecast:
        battle = self.battle
        rounds = battle.rounds - battle.round if battle is not None else 0
        game = self.desk.session.game
        wanted = self.press if press < 0 else press
        return game.forecast(self.attacker, self.target, team, wanted, self.stand, max(0, rounds))

    @property
    def forecast(self) -> Forecast:
        """The forecast of the planned attack."""
        return self.on_table(self.press)

    def on_table(self, press: int) -> Forecast:
        """The plan with this press, or on this table, whichever the game has."""
        now = (self.desk.view, self.target, self.ticked, self.stand)
        if self._worked_out[0] != now:
            self._worked_out = (now, {})
        known = self._worked_out[1]
        if press not in known:
            known[press] = self._work_out(self.ticked, press)
        return known[press]

    def overrun(self) -> OverrunView | None:
        """How near the ticked units are to an automatic victory; None if none can be won now."""
        if not self.desk.terms.tables or self.target < 0:
            return None
        return self.desk.session.game.overrun(self.attacker, self.target, self.ticked)

    @property
    def wins_outright(self) -> bool:
        """Can the ticked units win an automatic victory now?  Then no second click declares an attack instead."""
        ahead = self.overrun()
        return ahead is not None and not ahead.refusal

    # -- doing --------------------------------------------------------------------------------------

    def tick(self, unit: str, on: bool) -> None:
        """Tick a unit or untick it; it attacks at once where a question asks for an attack."""
        if self.gathering:
            label = self.desk.view.board.hexes[self.target].label
            self.desk.give(Assign(unit, label, self.wave) if on else Unassign(unit))
            return
        rest = tuple(u for u in self.ticked if u != unit)
        self.ticked = (*rest, unit) if on else rest

    def changes(self) -> list[Command]:
        """Commands that carry out the plan: units taken out, units sent in."""
        before = self._sent()
        label = self.desk.view.board.hexes[self.target].label
        out: list[Command] = [Unassign(u) for u in before if u not in self.ticked]
        joining = [u for u in self.ticked if u not in before]
        if len(out) == len(before) and joining and before:
            return [*[Assign(u, label, self.wave) for u in joining], *out]
        return [*out, *[Assign(u, label, self.wave) for u in joining]]

    @property
    def at_once(self) -> bool:
        """Are attacks fought one at a time, as they are declared?"""
        return self.desk.terms.odds and not self.desk.terms.tables

    @property
    def may_fight(self) -> bool:
        """Can an attack be carried out as soon as it is declared?"""
        return self.at_once and self.attacker is self.desk.view.side and self.desk.session.human_to_act

    def declare(self, fight: bool = False) -> bool:
        """Declare the planned attack, and carry it out if wanted; False at the first refusal."""
        target, wave = self.target, self.wave
        for command in self.changes():
            if not self.desk.give(command):
                return False
        self.close()
        if self.desk.terms.tables:
            self.open(target)
            if wave in self.waves():
                self.use_wave(wave)
            return True
        return not fight or self.desk.give(Resolve(self.desk.view.board.hexes[target].label, wave))

    def obstacle(self) -> str:
        """Why the attack cannot be declared now; "" if it can."""
        if self.attacker is not self.desk.view.side:
            return "This is what the enemy could do to you."
        press = 0 if self.desk.terms.tables else self.press
        if self.on_table(press).refusal:
            return self.on_table(press).refusal
        return self.obstacle_to_join()

    def obstacle_to_join(self) -> str:
        """Why the ticked units cannot be sent in, or already are; "" if they can."""
        changes = self.changes()
        if not changes and (self.may_fight or self.overrun() is not None):
            return ""
        if not changes:
            return "You have declared this attack already."
        refusal = self.desk.session.game.why_not(changes[0], self.desk.view.side)
        return str(refusal) if refusal else ""

    def overwhelm(self) -> bool:
        """Send in the ticked units and win the automatic victory; False at the first refusal."""
        target = self.target
        for command in self.changes():
            if not self.desk.give(command):
                return False
        self.close()
        return self.desk.give(Overwhelm(self.desk.view.board.hexes[target].label))
