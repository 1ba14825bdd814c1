"""The answers to each question in a battle: stand, buy, losses, retreats, advances, breakthroughs."""

from __future__ import annotations

from collections.abc import Sequence

from ecs import Command
from ecs.core.commands import (
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
from game.opponents.operations_staff.attack_value import HOPELESS, AttackValue, results, toll
from game.opponents.operations_staff.figures import ANSWER
from game.opponents.operations_staff.position import Position, is_armour, price
from game.opponents.players import Choice
from game.opponents.shared.answers import best_advance, of_kind, surest_battle
from game.opponents.shared.attack_plan import PlannedAttack, Team


def answer(now: Position, ruler: AttackValue) -> Choice:
    """The answer to the open question, and why."""
    question = now.view.decision
    assert question is not None
    legal = now.view.legal
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
    choice = replies[question.id](now, ruler) if question.id in replies else None
    if choice is not None and choice[0] in legal:
        return choice
    if question.id == "decline":
        return StandFast(), "Better Dispersed than destroyed."
    return (Done() if Done() in legal else legal[0]), ""


def _team(now: Position, battle: BattleView) -> Team:
    return tuple((n, now.by_id[n].hex) for n in battle.attackers)


# -- the defenders stand, or the attackers buy (9.5, 9.6) --------------------------------------------------------------


def stand(now: Position, ruler: AttackValue) -> Choice | None:
    """Which Germans stand: all, one alone or none.  Each choice is worked out face by face."""
    battle = now.battle
    if battle is None:
        return None
    units = [now.by_id[name] for name in battle.defenders]
    germans = [u.id for u in units if u.leading]
    ways: list[tuple[Command, int, list[str]]] = [(Done(), 0, []), (StandFast(), 1, germans)]
    ways += [(Hold(n), number, [n]) for number, n in enumerate(germans, 2) if Hold(n) in now.view.legal]
    team = list(battle.attackers)
    faces = [[one for one, _ in results(now.seat.forecast(battle.hex, team, number))] for _, number, _ in ways]
    loss = [
        sum(_suffered(now, units, held, pair, battle.hex) for pair in zip(row, faces[0], strict=True))
        for (_, _, held), row in zip(ways, faces, strict=True)
    ]
    command = ways[loss.index(min(loss))][0]
    if isinstance(command, Hold):
        return command, f"{now.by_id[command.unit].long_name} holds {now.name(battle.hex)}. The others may retreat."
    if isinstance(command, StandFast):
        return command, f"{now.name(battle.hex)} is worth the risk."
    return command, f"Better to retreat from {now.name(battle.hex)} than to die there."


def _suffered(
    now: Position,
    units: Sequence[UnitView],
    held: Sequence[str],
    pair: tuple[ResultEffects, ResultEffects],
    index: int,
) -> float:
    """What a face costs a stack, with results for those who hold and for the others."""
    ground = ANSWER.ground + now.worth[index]
    doomed = index not in now.supply
    fates = [(price(u), (pair[0] if u.id in held else pair[1]).defenders) for u in units]
    total = sum(stake * _share_lost(fate, doomed) for stake, fate in fates)
    return total + ground * min((_given_up(fate) for _, fate in fates), default=0.0)


def _share_lost(fate: SideEffect, doomed: bool) -> float:
    """What a result takes of a unit's worth; ``doomed``: out of supply, where no unit recovers."""
    if fate.all or fate.pays:
        return 1.0 if fate.all else ANSWER.exchanged
    if fate.disrupted:
        return ANSWER.shaken_hungry if doomed else ANSWER.shaken
    return ANSWER.shifted if fate.retreat[1] else 0.0


def _given_up(fate: SideEffect) -> float:
    """How surely a result loses the hex."""
    return 1.0 if fate.all or fate.retreat[1] else ANSWER.exchanged if fate.pays else 0.0


def buy(now: Position, ruler: AttackValue) -> Choice | None:
    """Should the Germans pay for the defenders instead of taking the result?"""
    battle, question = now.battle, now.view.decision
    if battle is None or question is None or question.result is None:
        return None
    team = _team(now, battle)
    found = now.forecast(battle.hex, team)
    prepared = now.work == "fight" and now.part == 1
    plain = ruler.result(found, question.result, battle.hex, team, prepared)
    germans = [now.by_id[n] for n in battle.attackers if now.by_id[n].leading]
    cost = ruler.temper.loss * toll(germans, question.count)
    bought = ruler.stake(battle.hex) + ruler.gain(battle.hex, (b for _, b in team)) - cost
    if bought > plain + ANSWER.buy:
        return Exchange(), f"{now.name(battle.hex)} is worth its price."
    return Done(), f"The result {now.where(battle.hex)} is good enough."


# -- losses ------------------------------------------------------------------------


def losses(now: Position, ruler: AttackValue) -> Choice | None:
    """The unit to lose: one of those that together pay what is owed at the least cost."""
    question = now.view.decision
    units = _hits(now)
    if question is None or not units:
        return None
    owed = max(1, question.count)
    best = min(
        units, key=lambda u: (price(u) + toll((v for v in units if v is not u), owed - u.attack), price(u), u.id)
    )
    if owed <= best.attack:
        best = min((u for u in units if u.attack >= owed), key=lambda u: (price(u), u.id))
    return TakeHit(best.id), f"{best.long_name} will be missed least."


def pick(now: Position, ruler: AttackValue) -> Choice | None:
    """The defenders to be exchanged: all that can be paid for."""
    best = max(_hits(now), key=lambda u: (price(u), u.id), default=None)
    return (TakeHit(best.id), f"Destroy {best.long_name}.") if best is not None else None


def cede(now: Position, ruler: AttackValue) -> Choice | None:
    """The own defender to give up in an exchange: the easiest to do without, allies before Germans."""
    least = min(_hits(now), key=lambda u: (price(u), not u.disrupted, u.id), default=None)
    return (TakeHit(least.id), f"{least.long_name} will be missed least.") if least is not None else None


def _hits(now: Position) -> list[UnitView]:
    return [now.by_id[c.unit] for c in of_kind(now.view.legal, TakeHit)]


# -- retreats (10.1) ------------------------------------------------------------------------


def retreat(now: Position, ruler: AttackValue) -> Choice | None:
    """Drive beaten enemies where they are worst off: out of supply, beside us, away from what they guard."""
    battle, options = now.battle, of_kind(now.view.legal, Retreat)
    if battle is None or not options:
        return None
    unit = now.by_id[options[0].unit]
    ranked = max(options, key=lambda c: (_misery(now, unit, now.at(c.hex)), c.hex))
    gained = _misery(now, unit, now.at(ranked.hex)) - _misery(now, unit, unit.hex)
    if Done() in now.view.legal and unit.hex != battle.hex and gained <= 0:
        return Done(), "They can stay there."
    return ranked, f"Drive {unit.long_name} to {now.name(now.at(ranked.hex))}."


def _misery(now: Position, unit: UnitView, index: int) -> float:
    spot = now.board.hexes[index]
    value = 0.0 if index in now.foe_supply else ANSWER.starved
    value += ANSWER.hemmed * min(ANSWER.hemmed_most, sum(j in now.mine_at for j in now.net[index]))
    ground = ANSWER.place * bool(spot.place) + ANSWER.cover * (spot.terrain != "clear")
    value -= ground + (ANSWER.victory if spot.place == "victory" else 0.0)
    friends = ANSWER.friends * (index in now.foes_at)
    value -= friends - ANSWER.pull * now.pull_take[unit.hex] + ANSWER.pull * now.pull_take[index]
    return value


# -- advances (10.2) ------------------------------------------------------------------------


def advance(now: Position, ruler: AttackValue) -> Choice | None:
    """Advance where it takes a place, shuts a way out or gains ground, but not into a trap."""
    return best_advance(now, now.view.legal, lambda unit, there: _advantage(now, ruler, unit, there))


def _advantage(now: Position, ruler: AttackValue, unit: UnitView, there: int) -> float:
    here = unit.hex
    value = 0.0
    if now.holder(there) is not now.side:
        value += now.worth[there] + ANSWER.taken
    most, ahead = ANSWER.forward_most, now.pull_take[there] - now.pull_take[here]
    value += ANSWER.forward * max(-most, min(most, ahead))
    value += ANSWER.cut * len(_cut(now, there) - _cut(now, here))
    left = [u for u in now.mine_at.get(here, ()) if u is not unit]
    if not left and now.holder(here) is now.side:
        value -= now.worth[here] * (1.0 if now.threat(here) > 0 else ANSWER.left)
    value += ruler.exposure(here, [unit]) - ruler.exposure(there, [unit])
    if there not in now.supply and not any(j in now.supply for j in now.net[there]):
        value -= ANSWER.unfed * price(unit)
    return value + ANSWER.armour * (is_armour(unit) and not left)


def _cut(now: Position, index: int) -> set[int]:
    """Hexes beyond, enemy-held or open, that a unit there would cover."""
    return {j for j in now.zone_net[index] if j in now.foe_supply and j not in now.own_zones}


# -- breakthroughs (9.4) ------------------------------------------------------------------------


def breakthrough(now: Position, ruler: AttackValue) -> Choice | None:
    """One more attack: the best open to units that broke through and their neighbours."""
    legal = now.view.legal
    ready, joining = of_kind(legal, Resolve), of_kind(legal, Assign)
    loose = [u.id for u in now.mine if "broken_through" in u.badges]
    started = next((u for u in now.mine if u.id in loose and u.target >= 0), None)
    targets = [started.target] if started else sorted({now.at(c.hex) for c in joining})
    best: PlannedAttack | None = None
    for target in targets:
        found = _further(now, ruler, target, loose)
        if found is not None and (best is None or found.value > best.value):
            best = found
    if best is None or best.value < ANSWER.go_on:
        return Done(), "The breakthrough can gain no more."
    words = f"Exploit to {now.name(best.target)}."
    inside = {u.id for u in now.mine if u.target == best.target}
    for name in sorted(best.names, key=lambda n: (n not in loose, n)):
        command = next((c for c in joining if c.unit == name and now.at(c.hex) == best.target), None)
        if command is not None and name not in inside:
            return command, words
    return (ready[0], words) if ready else None


def _further(now: Position, ruler: AttackValue, target: int, loose: Sequence[str]) -> PlannedAttack | None:
    near = [u for h in now.net[target] for u in now.mine_at.get(h, ())]
    forced = [u for u in near if u.target == target and _in_extra(now, u)]
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
        if value > HOPELESS and (best is None or value > best.value + ANSWER.joiner):
            best = PlannedAttack(target, tuple(team), value)
    return best


def _in_extra(now: Position, unit: UnitView) -> bool:
    last = max((b.wave for b in now.view.battles if b.hex == unit.target and b.state == "declared"), default=0)
    return any(unit.id in b.attackers for b in now.view.battles if b.hex == unit.target and b.wave == last)


# -- which battle next ------------------------------------------------------------------------


def next_battle(now: Position, ruler: AttackValue) -> Choice | None:
    """Fight sure battles first: the gaps help the others, and the beaten find their neighbours gone."""
    ready = of_kind(now.view.legal, Resolve)
    if not ready:
        return None

    def surety(target: int, names: Sequence[str]) -> float:
        found = now.forecast(target, [(n, now.by_id[n].hex) for n in names])
        return float(sum(brings.defenders.all for brings, _ in results(found)) + found.p_cleared)

    best = surest_battle(now, ready, surety)
    return best, "The surest battle first." if len(ready) > 1 else ""
