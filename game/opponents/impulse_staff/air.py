"""Where aircraft are based to reach the spearheads: airbase markers, and landings."""

from __future__ import annotations

from collections.abc import Iterable

from ecs import Command
from ecs.core.commands import Airlift, MoveByRail, Rebase
from ecs.core.view import UnitView
from game.opponents.impulse_staff.figures import AIR
from game.opponents.impulse_staff.rear_position import RearPosition
from game.opponents.players import Choice

GROUND = ("clear", "woods")
AT_HAND = "pool"


def bases(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """Lay available markers near the spearheads; bring forward those left behind."""
    if not any("air" in u.traits for u in rear.now.tail):
        return None
    found = _best_site(rear)
    if found is None:
        return None
    value, site = found
    label, name = rear.now.label(site), rear.now.name(site)
    for unit in _at_hand(rear) if value >= AIR.good else ():
        lay = Rebase(unit.id, label)
        if lay not in refused and rear.now.seat.allows(lay):
            return lay, f"Airbase at {name}, behind the spearheads."
    for unit in sorted(_markers(rear), key=lambda u: (base_value(rear, u.hex), u.id)):
        shift = Rebase(unit.id, label)
        if shift in refused or value < base_value(rear, unit.hex) + AIR.better:
            continue
        if rear.now.seat.allows(shift):
            return shift, f"Move the airbase up to {name}."
    return None


def _markers(rear: RearPosition) -> list[UnitView]:
    return [u for u in rear.now.tail if "base" in u.traits]


def _at_hand(rear: RearPosition) -> list[UnitView]:
    """Markers that could be laid: of identical ones, only the first."""
    spare = [u for u in rear.now.view.units if "base" in u.traits and u.side is rear.side and u.box == AT_HAND]
    return sorted(spare, key=lambda u: u.id)[:1]


def _best_site(rear: RearPosition) -> tuple[float, int] | None:
    now = rear.now
    taken = {u.hex for u in _markers(rear)}

    def is_site(h: int) -> bool:
        spot = rear.board.hexes[h]
        fair = now.holder(h) is rear.side and spot.terrain in GROUND and not spot.place and h not in taken
        return fair and h not in now.foe_zones and 2 <= now.far_foe[h] <= AIR.forward

    ranked = [(base_value(rear, h) - _crowd(rear, h), -h) for h in now.supply if is_site(h)]
    value, minus = max(ranked, default=(0.0, 0))
    return (value, -minus) if ranked else None


def base_value(rear: RearPosition, h: int) -> float:
    """Own striking power within reach of a base, and how far forward it lies."""
    now = rear.now
    value = 0.0
    for spot, force in rear.spears:
        away = rear.board.distance(h, spot)
        if away <= AIR.wide:
            value += force * (1.0 - AIR.fade * away)
    reach = now.air_reach(rear.side)
    ahead = sum(rear.worth[c] for c, _ in rear.aims if rear.board.distance(h, c) <= reach)
    value = AIR.spear * value + AIR.ahead * ahead
    if rear.lines[h]:
        value += AIR.railway
    if h not in now.supply:
        value -= AIR.unfed
    if h in now.foe_zones or (now.far_foe[h] <= AIR.soon and rear.threat[h] > 2.0 * (rear.support[h] + 1)):
        value -= AIR.shelled
    return value


def _crowd(rear: RearPosition, h: int) -> float:
    """Room for aircraft already available near by."""
    return AIR.crowd * sum(capacity(rear, c) for c, _ in rear.atlas.disk(h, AIR.crowd_near))


def capacity(rear: RearPosition, h: int) -> int:
    """Air groups a hex can hold."""
    major, minor, marker, most = rear.now.figures.air_bases
    place, size = rear.board.hexes[h].place, 0
    if rear.now.holder(h) is rear.side and "oil" not in rear.board.hexes[h].traits:
        size = major if place == "major" else minor if place else 0
    size += sum(marker for u in _markers(rear) if u.hex == h)
    return min(size, most)


def landing(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """Land each group where it will be most useful next turn."""
    options: Iterable[Rebase] = [c for c in rear.now.seat.legal() if isinstance(c, Rebase) and c not in refused]
    best = max(options, key=lambda c: (base_value(rear, rear.board.by_label[c.hex]), c.unit, c.hex), default=None)
    if best is None:
        return None
    return best, f"Land {rear.now.where(rear.board.by_label[best.hex])}, near the next battle."


def transfers(rear: RearPosition) -> list[Choice]:
    """Send groups far behind the fighting forward by rail, which costs nothing; they fly from there at once."""
    now = rear.now
    groups = [
        u for u in now.tail if "air" in u.traits and u.can_act and rear.lines[u.hex] and u.hex not in now.foe_zones
    ]
    sites = {u.hex for u in _markers(rear)} | {h.index for h in rear.board.hexes if h.place}
    room = {h: capacity(rear, h) for h in sorted(sites) if rear.lines[h] and h not in now.foe_zones}
    for u in now.tail:
        if "air" in u.traits and u.hex in room:
            room[u.hex] -= 1
    worth = {h: base_value(rear, h) for h, n in room.items() if n > 0}
    out: list[Choice] = []
    for unit in sorted(groups, key=lambda u: (base_value(rear, u.hex), u.id)):
        here, number = base_value(rear, unit.hex), rear.lines[unit.hex]
        open_sites = [h for h in worth if room[h] > 0 and rear.lines[h] == number and h != unit.hex]
        best = max(open_sites, key=lambda h: (worth[h], -h), default=-1)
        if best < 0 or worth[best] < here + AIR.gain:
            continue
        command = MoveByRail(unit.id, now.label(best))
        if now.seat.allows(command):
            room[best] -= 1
            out.append((command, f"Move closer to the fighting, {now.where(best)}."))
    return out


# -- Whom aircraft feed, when stacks are about to lay down their arms. -----------------------------------------------


def relief(rear: RearPosition, refused: set[Command]) -> Choice | None:
    """The strongest unit that would surrender, and the nearest group that can supply it."""
    now = rear.now
    options = [c for c in now.seat.legal() if isinstance(c, Airlift) and c not in refused]

    def value(c: Airlift) -> tuple[float, float, str]:
        there = now.board.by_label[c.hex]
        best = max((float(u.attack) for u in now.mine_at.get(there, ())), default=0.0)
        return best + rear.worth[there], -float(now.board.distance(now.by_id[c.unit].hex, there)), c.unit

    choice = max(options, key=value, default=None)
    if choice is None:
        return None
    return choice, f"Supply the pocket {now.where(now.board.by_label[choice.hex])} by air."
