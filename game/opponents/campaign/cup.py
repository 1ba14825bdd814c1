"""Which chit is taken or played, and what is it used for?"""

from __future__ import annotations

from ecs import Command
from ecs.commands import ChooseMode, Defer, EndPhase, PlayChit, Spearhead
from ecs.view import Area
from game.opponents.campaign.assault import Mood, Planner
from game.opponents.campaign.situation import Situation, is_fighter, strength

Choice = tuple[Command, str]
FIGHT, HEAD = 1.6, 0.25
MARCH = (0.0, 0.05, 0.12, 0.32, 0.4)


def attack_value(now: Situation, mood: Mood) -> float:
    """What attacks from where everybody stands would bring."""
    bases = {u.id: (u.hex,) for u in now.mine if now.far_foe[u.hex] == 1}
    return sum(FIGHT * a.gain for a in Planner(now, mood).plan(bases, sorted(now.foes_at)))


def move_value(now: Situation) -> float:
    """What marching would bring: everybody who is not in touch with the enemy comes nearer."""
    away = now.far_foe
    return sum(MARCH[min(away[u.hex], 4)] * float(strength(u) ** 0.7) for u in now.mine)


def mode(now: Situation, mood: Mood) -> Choice:
    """Move or fight?"""
    fight, march = attack_value(now, mood), move_value(now)
    if fight > march:
        return ChooseMode("combat"), f"Attacks are worth {fight:.0f}, marches {march:.0f}."
    return ChooseMode("move"), f"Marches are worth {march:.0f}, attacks {fight:.0f}."


def pick(now: Situation, mood: Mood) -> Choice | None:
    """The chit to begin with, to choose in secret, or to play from the hand."""
    options = [c for c in now.view.legal if isinstance(c, PlayChit)]
    if not options:
        return None
    areas = now.seat.areas()
    if EndPhase() in now.view.legal:
        return _held(now, options[0], areas)
    values = {c: _worth(now, mood, c.chit, areas) for c in options}
    best = max(options, key=lambda c: (values[c], c.chit))
    return best, "There is most to gain with it now."


def _head(areas: tuple[Area, ...], chit: str, name: str) -> Area | None:
    """The headquarters a chit belongs to: the number or the name says so."""
    for area in areas:
        if area.kind == "headquarters":
            digit = area.unit[-1]
            if (digit.isdigit() and chit.endswith(digit)) or area.unit.casefold() in name.casefold():
                return area
    return None


def _worth(now: Situation, mood: Mood, chit: str, areas: tuple[Area, ...]) -> float:
    name = next((c.name for c in now.view.chits if c.id == chit), chit)
    area = _head(areas, chit, name)
    if area is None:
        text = next((c.text for c in now.view.chits if c.id == chit), "")
        fight = attack_value(now, mood) if "fight" in text else 0.0
        march = 0.5 * move_value(now) if "move" in text else 0.0
        return max(fight, march)
    inside = frozenset(area.hexes)
    force = sum(strength(u) * (1.0 if "mech" in u.traits else 0.2) for u in now.mine if u.hex in inside)
    contact = sum(now.foe_cf[h] for h in inside)
    return HEAD * force * (1.0 if contact else 0.6)


def _held(now: Situation, command: PlayChit, areas: tuple[Area, ...]) -> Choice | None:
    """A chit in hand: played when there is something to do within its reach, at the latest when the cup is empty."""
    name = next((c.name for c in now.view.chits if c.id == command.chit), command.chit)
    area = _head(areas, command.chit, name)
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


def spearhead(now: Situation) -> Choice | None:
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
