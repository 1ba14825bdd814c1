"""The chit that is taken or played, and what it is used for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ecs.core.commands import ChooseMode, Defer, EndPhase, PlayChit, Spearhead
from ecs.core.view import RangeArea
from game.opponents.campaign.battle.attack_planner import AttackPlanner, LossWeights
from game.opponents.campaign.position import Position, is_fighter, strength
from game.opponents.player import Choice

FIGHT, HEAD = 1.6, 0.25
MARCH = (0.0, 0.1, 0.2, 0.5, 0.6)


def attack_value(now: Position, mood: LossWeights) -> float:
    """What attacks from where everybody stands would bring."""
    bases = {u.id: (u.hex,) for u in now.mine if now.far_foe[u.hex] == 1}
    return sum(FIGHT * a.value for a in AttackPlanner(now, mood).plan(bases, sorted(now.foes_at)))


def move_value(now: Position) -> float:
    """What marching would bring: everybody who is not in touch with the enemy comes nearer."""
    away = now.far_foe
    return sum(MARCH[min(away[u.hex], 4)] * float(strength(u) ** 0.7) for u in now.mine)


def mode(now: Position, mood: LossWeights) -> Choice:
    """Move or fight?"""
    fight, march = attack_value(now, mood), move_value(now)
    if fight > march:
        return ChooseMode("combat"), f"Attacks are worth {fight:.0f}, marches {march:.0f}."
    return ChooseMode("move"), f"Marches are worth {march:.0f}, attacks {fight:.0f}."


def pick(now: Position, mood: LossWeights) -> Choice | None:
    """The chit to begin with, to choose in secret, or to play from the hand."""
    options = [c for c in now.view.legal if isinstance(c, PlayChit)]
    if not options:
        return None
    areas = now.seat.areas()
    if EndPhase() in now.view.legal:
        return _held(now, options[0], areas)
    fight = cache(lambda: attack_value(now, mood))
    values = {c: _worth(now, fight, c.chit, areas) for c in options}
    best = max(options, key=lambda c: (values[c], c.chit))
    return best, "There is most to gain with it now."


def _head(areas: tuple[RangeArea, ...], chit: str) -> RangeArea | None:
    """What the headquarters reaches that a chit belongs to."""
    return next((area for area in areas if chit in area.chits), None)


def _worth(now: Position, attacks: Callable[[], float], chit: str, areas: tuple[RangeArea, ...]) -> float:
    """What a chit is good for; ``attacks``: what attacks would bring."""
    area = _head(areas, chit)
    if area is None:
        powers = next((c.powers for c in now.view.chits if c.id == chit), ())
        fight = attacks() if "fight" in powers else 0.0
        march = 0.5 * move_value(now) if "move" in powers else 0.0
        return max(fight, march)
    inside = frozenset(area.hexes)
    force = sum(strength(u) * (1.0 if "mech" in u.traits else 0.2) for u in now.mine if u.hex in inside)
    contact = sum(now.foe_cf[h] for h in inside)
    return HEAD * force * (1.0 if contact else 0.6)


def _held(now: Position, command: PlayChit, areas: tuple[RangeArea, ...]) -> Choice | None:
    """A chit in hand: played when there is something to do within its reach, at the latest when the cup is empty."""
    area = _head(areas, command.chit)
    left = sum(c.count for c in now.view.chits if c.state == "cup")
    if left <= 2 or area is None:
        return command, "Now or never."
    inside = frozenset(area.hexes)
    foes = sum(now.foe_cf[h] for h in inside)
    ours = sum(strength(u) for u in now.mine if u.hex in inside)
    if foes and ours >= foes:
        return command, "There is something to strike at within reach."
    later = Defer(command.chit)
    return (later, "There is nothing to strike at within reach yet.") if later in now.view.legal else None


def spearhead(now: Position) -> Choice | None:
    """Who leads a breakthrough: the unit with most friends and some enemies round it."""
    options = [c for c in now.view.legal if isinstance(c, Spearhead)]
    if not options:
        return None

    def merit(c: Spearhead) -> tuple[float, str]:
        unit = now.by_id[c.unit]
        disk = [h for h, _ in now.atlas.disk(unit.hex, 2)]
        force = sum(strength(u) for h in disk for u in now.mine_at.get(h, ()) if is_fighter(u))
        foes = any(now.foe_cf[h] for h in disk)
        return force * (1.0 if foes else 0.3), c.unit

    return max(options, key=merit), "Most strength stands round it."
