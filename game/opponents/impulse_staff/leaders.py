"""Where Field Marshals command, and where the Dictator is safe."""

from __future__ import annotations

from collections.abc import Mapping

from ecs import Command
from ecs.core.commands import Move, MoveByRail
from ecs.core.view import UnitView
from game.opponents.impulse_staff.figures import LEADER
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.players import Choice
from game.opponents.shared.map_analysis import FAR


def staffs(rear: RearPosition, wanted: Mapping[str, int]) -> list[Choice]:
    """Move Field Marshals to the heaviest fighting, guns after it, the Dictator out of a capital about to fall."""
    out: list[Choice] = []
    taken: list[int] = []
    blows = _blows(rear, wanted)
    for unit in sorted(rear.now.tail, key=lambda u: u.id):
        if not unit.can_act:
            if "marshal" in unit.traits:
                taken.append(unit.hex)
        elif "marshal" in unit.traits:
            spot = _command_post(rear, unit, taken, blows if "spent" not in unit.badges else {})
            _lead(rear, blows, spot)
            if spot != unit.hex:
                out.append((_way(rear, unit, spot), f"{unit.long_name} takes command {rear.now.where(spot)}."))
            taken.append(spot)
        elif "dictator" in unit.traits:
            out += _bunker(rear, unit)
        elif "art" in unit.traits:
            out += _battery(rear, unit)
    return out


def _way(rear: RearPosition, unit: UnitView, spot: int) -> Command:
    label = rear.now.label(spot)
    march = Move(unit.id, label)
    return march if spot in rear.now.reach(unit.id) and rear.now.seat.allows(march) else MoveByRail(unit.id, label)


def _blows(rear: RearPosition, wanted: Mapping[str, int]) -> dict[int, dict[int, float]]:
    """By hex to be attacked: where the attackers stand, with their factors."""
    out: dict[int, dict[int, float]] = {}
    for name, target in sorted(wanted.items()):
        unit = rear.now.by_id.get(name)
        if unit is not None and unit.hex >= 0 and rear.board.distance(unit.hex, target) == 1:
            there = out.setdefault(target, {})
            there[unit.hex] = there.get(unit.hex, 0.0) + unit.attack
    return out


def _lead(rear: RearPosition, blows: dict[int, dict[int, float]], spot: int) -> None:
    """Have a marshal lead the heaviest attack in reach; the others look for another."""
    found = [t for t, force in blows.items() if any(rear.board.distance(spot, h) <= 1 for h in force)]
    if found:
        del blows[max(found, key=lambda t: (sum(blows[t].values()), -t))]


def _command_post(rear: RearPosition, unit: UnitView, taken: list[int], blows: dict[int, dict[int, float]]) -> int:
    now = rear.now
    spots = {h for h in now.reach(unit.id) if h in now.mine_at} | {unit.hex}
    if rear.lines[unit.hex] and now.impulse == 1:
        number = rear.lines[unit.hex]
        spots |= {h for h in now.mine_at if rear.lines[h] == number and h not in now.foe_zones}
    merit = {h: _pull(rear, h, taken, blows) for h in spots}
    for h in sorted(spots, key=lambda h: (-merit[h], h)):
        if h == unit.hex or merit[h] < merit[unit.hex] + LEADER.better:
            return unit.hex
        if now.seat.allows(_way(rear, unit, h)):
            return h
    return unit.hex


def _pull(rear: RearPosition, h: int, taken: list[int], blows: dict[int, dict[int, float]]) -> float:
    """The attack a marshal can lead from a hex; own factors there and around it, above all those in contact."""
    now = rear.now
    if not now.mine_at.get(h) and not now.is_city(h):
        return -LEADER.deserted
    value = 0.0
    for j in (h, *now.zone_net[h]):
        if now.own_cf[j]:
            touching = any(now.foe_cf[k] for k in now.zone_net[j])
            value += now.own_cf[j] * (LEADER.touching if touching else LEADER.following)
    value -= LEADER.far * min(now.far_foe[h], LEADER.far_most)
    if any(rear.board.distance(h, t) <= LEADER.apart for t in taken):
        value *= LEADER.shared
    led = [sum(force.values()) for force in blows.values() if any(rear.board.distance(h, b) <= 1 for b in force)]
    value = LEADER.sidelong * value + LEADER.led * max(led, default=0.0)
    if now.far_foe[h] <= 2 and rear.threat[h] > LEADER.doomed * (rear.support[h] + 1):
        value -= LEADER.lost
    return value


def _battery(rear: RearPosition, unit: UnitView) -> list[Choice]:
    """Move guns to troops before an enemy city, or nearer to one."""
    now = rear.now
    if "locked" in unit.badges or unit.target >= 0:
        return []
    spots = [h for h in now.reach(unit.id) if h in now.mine_at]
    best = max(spots, key=lambda h: (_target(rear, h), -h), default=unit.hex)
    if _target(rear, best) < _target(rear, unit.hex) + LEADER.nearer:
        return []
    return [(Move(unit.id, now.label(best)), f"Guns for {now.name(best)}.")]


def _target(rear: RearPosition, h: int) -> float:
    now, value = rear.now, 0.0
    if h not in now.mine_at:
        value -= LEADER.alone
    for j in now.zone_net[h]:
        if now.foe_cf[j]:
            value += LEADER.siege if now.is_city(j) else LEADER.field
    for c, draw in rear.aims:
        if now.is_city(c):
            value += draw * LEADER.nearness ** rear.atlas.far(c)[h]
    return value


def _bunker(rear: RearPosition, unit: UnitView) -> list[Choice]:
    """Move the Dictator out when his city is about to fall, and home when it is safe."""
    now = rear.now
    home = rear.now.capital(rear.side)
    if home < 0:
        return []
    if unit.hex == home or not now.is_city(unit.hex):
        if now.far_foe[unit.hex] > LEADER.close or rear.threat[unit.hex] < LEADER.doomed * (now.own_cf[unit.hex] + 1):
            return []
        havens = [h.index for h in rear.board.hexes if h.place == "major" and now.holder(h.index) is rear.side]
        havens = [h for h in havens if now.far_foe[h] > LEADER.safe]
        near = {h: now.board.distance(h, unit.hex) - LEADER.unseen * (now.far_foe[h] == FAR) for h in havens}
        havens.sort(key=lambda h: (near[h], h))
        words = "The capital is about to fall."
    elif now.holder(home) is rear.side and now.far_foe[home] > LEADER.safe:
        havens, words = [home], "Back to the capital."
    else:
        return []
    for h in havens:
        for command in (MoveByRail(unit.id, now.label(h)), Move(unit.id, now.label(h))):
            if now.seat.allows(command):
                return [(command, words)]
    if not havens:
        return []
    ways = sorted(
        now.reach(unit.id), key=lambda h: (-min(now.far_foe[h], LEADER.safe), now.board.distance(h, havens[0]), h)
    )
    if ways and now.far_foe[ways[0]] > now.far_foe[unit.hex]:
        return [(Move(unit.id, now.label(ways[0])), words)]
    return []
