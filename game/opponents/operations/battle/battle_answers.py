"""The answers to each question in a battle: stand, buy, losses, retreats, advances, breakthroughs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecs import Command
from ecs.core.commands import (
    Advance,
    Assign,
    Done,
    Exchange,
    Hold,
    Resolve,
    Retreat,
    StandFast,
    TakeHit,
)
from ecs.core.known_facts import ResultEffects, SideEffect
from ecs.core.view import BattleView, UnitView
from game.opponents.operations.battle.attack_planner import AttackPlanner, PlannedAttack
from game.opponents.operations.battle.attack_value import HOPELESS, AttackValue, Team, results, toll
from game.opponents.operations.position import Position, is_armour
from game.opponents.operations.unit_price import price

Choice = tuple[Command, str]
GO_ON = 0.3
EXCHANGED, SHAKEN, SHAKEN_HUNGRY, SHIFTED = 0.7, 0.3, 0.7, 0.05  # what is lost of a unit's worth


def answer(front: Position, ruler: AttackValue) -> Choice:
    """The answer to the open question, and why."""
    question = front.view.decision
    assert question is not None
    legal = front.view.legal
    replies = {
        "stand": stand,
        "buy": buy,
        "losses": losses,
        "pick": pick,
        "cede": cede,
        "retreat": retreat,
        "advance": advance,
        "breakthrough": breakthrough,
    }
    choice = replies[question.id](front, ruler) if question.id in replies else None
    if choice is not None and choice[0] in legal:
        return choice
    if question.id == "decline":
        return next(c for c in legal if isinstance(c, StandFast)), "Dispersed is better than dead."
    return next((c for c in legal if isinstance(c, Done)), legal[0]), ""


def _team(front: Position, battle: BattleView) -> Team:
    return tuple((n, front.by_id[n].hex) for n in battle.attackers)


# -- the defenders stand, or the attackers buy (9.5, 9.6) --------------------------------------------------------------


def stand(front: Position, ruler: AttackValue) -> Choice | None:
    """Which Germans stand?  All, one alone or none: each way is worked out face by face."""
    battle = front.battle
    if battle is None:
        return None
    units = [front.by_id[name] for name in battle.defenders]
    germans = [u.id for u in units if u.leading]
    ways: list[tuple[Command, int, list[str]]] = [(Done(), 0, []), (StandFast(), 1, germans)]
    ways += [(Hold(n), number, [n]) for number, n in enumerate(germans, 2) if Hold(n) in front.view.legal]
    team = list(battle.attackers)
    faces = [[one for one, _ in results(front.seat.forecast(battle.hex, team, number))] for _, number, _ in ways]
    loss = [
        sum(_suffered(front, units, held, pair, battle.hex) for pair in zip(row, faces[0], strict=True))
        for (_, _, held), row in zip(ways, faces, strict=True)
    ]
    command = ways[loss.index(min(loss))][0]
    if isinstance(command, Hold):
        return command, f"{front.by_id[command.unit].name} holds {front.name(battle.hex)}, the others may go."
    if isinstance(command, StandFast):
        return command, f"Holding {front.name(battle.hex)} is worth the risk."
    return command, f"Better to give way at {front.name(battle.hex)} than to be destroyed."


def _suffered(
    front: Position,
    units: Sequence[UnitView],
    held: Sequence[str],
    pair: tuple[ResultEffects, ResultEffects],
    index: int,
) -> float:
    """What a face costs a stack: the results are for those who hold, and for the others."""
    ground = 0.8 + front.worth[index]
    doomed = index not in front.supply
    fates = [(price(u), (pair[0] if u.id in held else pair[1]).defenders) for u in units]
    total = sum(stake * _share_lost(fate, doomed) for stake, fate in fates)
    return total + ground * min((_given_up(fate) for _, fate in fates), default=0.0)


def _share_lost(fate: SideEffect, doomed: bool) -> float:
    """What a result takes of a unit's worth; ``doomed``: out of supply, where nobody recovers."""
    if fate.all or fate.pays:
        return 1.0 if fate.all else EXCHANGED
    if fate.disrupted:
        return SHAKEN_HUNGRY if doomed else SHAKEN
    return SHIFTED if fate.retreat[1] else 0.0


def _given_up(fate: SideEffect) -> float:
    """How surely the hex is lost by it."""
    return 1.0 if fate.all or fate.retreat[1] else EXCHANGED if fate.pays else 0.0


def buy(front: Position, ruler: AttackValue) -> Choice | None:
    """Do the Germans pay for the defenders instead of taking the result?"""
    battle, question = front.battle, front.view.decision
    if battle is None or question is None or question.result is None:
        return None
    team = _team(front, battle)
    found = front.forecast(battle.hex, team)
    prepared = front.work == "fight" and front.part == 1
    plain = ruler.result(found, question.result, battle.hex, team, prepared)
    germans = [front.by_id[n] for n in battle.attackers if front.by_id[n].leading]
    cost = ruler.temper.loss * toll(germans, question.count)
    bought = ruler.stake(battle.hex) + ruler.gain(battle.hex, (b for _, b in team)) - cost
    if bought > plain + 0.2:
        return Exchange(), f"{front.name(battle.hex)} is worth its price."
    return Done(), f"The result at {front.name(battle.hex)} will do."


# -- losses ------------------------------------------------------------------------


def losses(front: Position, ruler: AttackValue) -> Choice | None:
    """The unit to be lost: one of those that together pay what is owed at the least cost."""
    question = front.view.decision
    units = _hits(front)
    if question is None or not units:
        return None
    owed = max(1, question.count)
    best = min(
        units, key=lambda u: (price(u) + toll((v for v in units if v is not u), owed - u.attack), price(u), u.id)
    )
    if owed <= best.attack:
        best = min((u for u in units if u.attack >= owed), key=lambda u: (price(u), u.id))
    return TakeHit(best.id), f"{best.name} can best be missed."


def pick(front: Position, ruler: AttackValue) -> Choice | None:
    """The defenders to be exchanged: all that can be paid for."""
    units = _hits(front)
    if not units:
        return None
    best = max(units, key=lambda u: (price(u), u.id))
    return TakeHit(best.id), f"{best.name} is to go."


def cede(front: Position, ruler: AttackValue) -> Choice | None:
    """The own defender given up in an exchange: whom it is easiest to do without, allies before Germans."""
    units = _hits(front)
    if not units:
        return None
    least = min(units, key=lambda u: (price(u), not u.disrupted, u.id))
    return TakeHit(least.id), f"{least.name} can best be missed."


def _hits(front: Position) -> list[UnitView]:
    return [front.by_id[c.unit] for c in front.view.legal if isinstance(c, TakeHit)]


# -- retreats (10.1) ------------------------------------------------------------------------


def retreat(front: Position, ruler: AttackValue) -> Choice | None:
    """Beaten enemies are driven where they are worst off: out of supply, beside us, away from what they guard."""
    battle, options = front.battle, [c for c in front.view.legal if isinstance(c, Retreat)]
    if battle is None or not options:
        return None
    unit = front.by_id[options[0].unit]
    ranked = max(options, key=lambda c: (_misery(front, unit, front.at(c.hex)), c.hex))
    may_stay = any(isinstance(c, Done) for c in front.view.legal)
    if (
        may_stay
        and unit.hex != battle.hex
        and _misery(front, unit, unit.hex) >= _misery(front, unit, front.at(ranked.hex))
    ):
        return Done(), "They may stay there."
    return ranked, f"{unit.name} is driven to {front.name(front.at(ranked.hex))}."


def _misery(front: Position, unit: UnitView, index: int) -> float:
    spot = front.board.hexes[index]
    value = 0.0 if index in front.foe_supply else 1.5
    value += 0.5 * min(3, sum(j in front.mine_at for j in front.net[index]))
    value -= 0.8 * bool(spot.place) + 0.4 * (spot.terrain != "clear") + (1.5 if spot.place == "victory" else 0.0)
    value -= 0.5 * (index in front.foes_at) - 0.1 * front.pull_take[unit.hex] + 0.1 * front.pull_take[index]
    return value


# -- advances (10.2) ------------------------------------------------------------------------


def advance(front: Position, ruler: AttackValue) -> Choice | None:
    """Forward where it takes a place, shuts a way out or gains ground, and not into a trap."""
    options = [c for c in front.view.legal if isinstance(c, Advance)]
    if not options:
        return None
    scored = [(_advantage(front, ruler, c), c) for c in options]
    value, best = max(scored, key=lambda pair: (pair[0], pair[1].text()))
    if value <= 0.0 and any(isinstance(c, Done) for c in front.view.legal):
        return Done(), "Nobody else goes forward."
    return best, f"{best.unit} goes forward to {front.name(front.at(best.hex))}."


def _advantage(front: Position, ruler: AttackValue, command: Advance) -> float:
    unit, there = front.by_id[command.unit], front.at(command.hex)
    here = unit.hex
    value = 0.0
    if front.holder(there) is not front.side:
        value += front.worth[there] + 0.2
    value += 0.5 * max(-3.0, min(3.0, front.pull_take[there] - front.pull_take[here]))
    value += 0.6 * len(_cut(front, there) - _cut(front, here))
    left = [u for u in front.mine_at.get(here, ()) if u is not unit]
    if not left and front.holder(here) is front.side:
        value -= front.worth[here] * (1.0 if front.threat(here) > 0 else 0.2)
    value += ruler.exposure(here, [unit]) - ruler.exposure(there, [unit])
    if there not in front.supply and not any(j in front.supply for j in front.net[there]):
        value -= 0.5 * price(unit)
    return value + 0.2 * (is_armour(unit) and not left)


def _cut(front: Position, index: int) -> set[int]:
    """Enemy-held or open hexes beyond that a unit there would cover."""
    return {j for j in front.zone_net[index] if j in front.foe_supply and j not in front.own_zones}


# -- breakthroughs (9.4) ------------------------------------------------------------------------


def breakthrough(front: Position, ruler: AttackValue) -> Choice | None:
    """One more attack: the best that those who have broken through and their neighbours can make."""
    legal = front.view.legal
    ready = [c for c in legal if isinstance(c, Resolve)]
    joining = [c for c in legal if isinstance(c, Assign)]
    loose = [u.id for u in front.mine if "broken_through" in u.badges]
    started = next((u for u in front.mine if u.id in loose and u.target >= 0), None)
    targets = [started.target] if started else sorted({front.at(c.hex) for c in joining})
    best: PlannedAttack | None = None
    for target in targets:
        found = _further(front, ruler, target, loose)
        if found is not None and (best is None or found.value > best.value):
            best = found
    if best is None or best.value < GO_ON:
        return Done(), "Nothing more is to be had from the breakthrough."
    words = f"Out of the breakthrough, {front.name(best.target)}."
    inside = {u.id for u in front.mine if u.target == best.target}
    for name in sorted(best.names, key=lambda n: (n not in loose, n)):
        command = next((c for c in joining if c.unit == name and front.at(c.hex) == best.target), None)
        if command is not None and name not in inside:
            return command, words
    return (ready[0], words) if ready else None


def _further(front: Position, ruler: AttackValue, target: int, loose: Sequence[str]) -> PlannedAttack | None:
    near = [u for h in front.net[target] for u in front.mine_at.get(h, ())]
    forced = [u for u in near if u.target == target and _in_extra(front, u)]
    others = [u for u in near if u.id in loose and u.target < 0]
    others += [u for u in near if u.id not in loose and u.can_act and u.target < 0 and u.attack]
    team: list[tuple[str, int]] = [(u.id, u.hex) for u in forced]
    best: PlannedAttack | None = None
    for unit in (None, *sorted(others, key=lambda u: (u.id not in loose, -u.attack, u.id))):
        if unit is not None:
            team.append((unit.id, unit.hex))
        if not any(n in loose for n, _ in team):
            continue
        value = ruler.judge(target, tuple(team))
        if value > HOPELESS and (best is None or value > best.value + 0.1):
            best = PlannedAttack(target, tuple(team), (), value)
    return best


def _in_extra(front: Position, unit: UnitView) -> bool:
    last = max((b.wave for b in front.view.battles if b.hex == unit.target and b.state == "declared"), default=0)
    return any(unit.id in b.attackers for b in front.view.battles if b.hex == unit.target and b.wave == last)


# -- which battle next ------------------------------------------------------------------------


def next_battle(front: Position, ruler: AttackValue) -> Choice | None:
    """Sure battles first: the holes they make help the others, and the beaten find their neighbours gone."""
    ready = [c for c in front.view.legal if isinstance(c, Resolve)]
    if not ready:
        return None
    teams = {(b.hex, b.wave): b.attackers for b in front.view.battles if b.state == "declared"}

    def surety(command: Resolve) -> tuple[float, str]:
        target = front.at(command.hex)
        names: Iterable[str] = teams.get((target, command.wave), ())
        found = front.forecast(target, [(n, front.by_id[n].hex) for n in names])
        dead = sum(brings.defenders.all for brings, _ in results(found))
        return float(dead + found.p_cleared), command.hex

    best = max(ready, key=surety)
    return best, f"The attack on {front.name(front.at(best.hex))}."


__all__ = ["AttackPlanner", "answer", "next_battle"]
