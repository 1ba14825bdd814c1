"""Chapter 11.2: where defenders may retreat after the first round."""

from __future__ import annotations

from ecs.core.commands import Command, Done, Retreat
from ecs.core.components import Battle, Disruption, Garrison, Place
from ecs.core.events import Advanced, Retreated
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.combat import declaring
from ecs.rulesets.darkest_crusade.data.components import Aftermath, FireRounds, Strength, UnderFire
from ecs.rulesets.darkest_crusade.ground.control import bar, take_control
from ecs.rulesets.darkest_crusade.ground.losses import disrupt, factors
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_closed
from ecs.systems.combat.declared_attacks import assigned_by_wave, release
from ecs.systems.combat.losses import defending_side
from ecs.systems.combat.retreat_and_advance import candidates
from ecs.systems.combat.rules import AdvanceRules, Path, question
from ecs.systems.sentences import label, named
from ecs.systems.stacking import side_at, units_at


def is_open(w: World, unit: Unit, origin: int, there: int, bases: tuple[int, ...]) -> bool:
    """May the unit retreat from ``origin`` to ``there``, attacked out of ``bases``?"""
    if not is_accessible(w, origin, there) or bar(w, unit, there) is not None:
        return False
    touching = any(there == b or (there in w.board.neighbours[b] and is_accessible(w, b, there)) for b in bases)
    if not touching:
        return True
    friends = units_at(w, there)
    return bool(friends) and not _overmatched(w, there, friends)


def _overmatched(w: World, there: int, friends: list[Unit]) -> bool:
    """Do the friends there face an unresolved attack at least as strong as they are?"""
    coming = declaring.attack_points(w, there)
    faced = any(target == there for target, _ in assigned_by_wave(w))
    return faced and coming >= sum(factors(u)[1] for u in friends)


def exits(w: World, unit: Unit, origin: int, bases: tuple[int, ...]) -> list[int]:
    """The hexes open to a retreating unit."""
    return [j for j in w.board.neighbours[origin] if is_open(w, unit, origin, j, bases)]


def retreaters(w: World) -> list[Unit]:
    """The defenders still in the attacked hex."""
    return units_at(w, w[Battle].hex)


def retreat_commands(w: World) -> list[Command]:
    """Every retreat open to the defenders; empty if none can."""
    return [Retreat(u.id, label(w, j)) for u in retreaters(w) for j in exits(w, u, w[Battle].hex, w[Battle].came_from)]


def choices(w: World) -> list[Command]:
    """The retreats, or an end to them."""
    return [*retreat_commands(w), Done()]


def fall_back(w: World, command: Retreat) -> None:
    """Retreat the unit; it becomes or stays Disrupted, and gives up fort or emplacement."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    origin = unit.hex
    w.mark(Strength, unit, strong=False)
    w.mark(Place, unit, hex=there)
    w.mark(UnderFire, unit, struck=True)
    release(w, unit)
    w.mark(Aftermath, w.table, vacated=True)
    w.mark(Garrison, w.hexes[there], garrisoned=True)
    path = (label(w, origin), command.hex)
    w.emit(Retreated(where=path, rule="11.2", unit=unit.id, path=path))
    take_control(w, there, unit.type.side)
    if not unit[Disruption].disrupted:
        disrupt(w, unit, "retreat", "11.2")


ASKED = question(
    "retreat", defending_side, choices, lambda w: f"retreat from {named(w, w[Battle].hex)} or stand?", "11.2"
)


def judge_retreat(w: World, command: Retreat) -> Refusal | None:
    """Why a unit may not retreat there."""
    unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
    if w.decisions.stack[-1:] != ("retreat",) or unit is None or there is None or unit not in retreaters(w):
        return Refusal(
            "no-retreat-now", "Only defenders may retreat, and only after the first round of their battle.", "11.2"
        )
    if there not in w.board.neighbours[unit.hex] or not is_accessible(w, unit.hex, there):
        return Refusal(
            "retreat-one-hex", "A unit retreats one hex, and not across a strait, an open lake or the sea.", "11.2"
        )
    return bar(w, unit, there) or Refusal(
        "retreat-closed",
        f"{named(w, there)} is next to a hex the attack came from, and no safe friendly unit holds it.",
        "11.2",
    )


# -- Chapter 11.1: who advances after combat, who must, and how far. -------------------------------------------------

RULE = "11.1"


def able(w: World) -> list[Unit]:
    """The UnDisrupted attackers of the battle."""
    return [u for e in w[Battle].attackers if (u := w.by_entity[e]).ready]


def first_steps(w: World, unit: Unit) -> list[int]:
    """The cleared hex, and empty hexes next to both it and the unit."""
    target = w[Battle].hex
    out = []
    for j in w.board.neighbours[unit.hex]:
        if j == target:
            if not is_closed(w, unit.hex, j) and _may_take(w, unit, j):
                out.append(j)
        elif (
            j in w.board.neighbours[target]
            and side_at(w, j) is None
            and is_accessible(w, unit.hex, j)
            and bar(w, unit, j) is None
        ):
            out.append(j)
    return out


def _may_take(w: World, unit: Unit, target: int) -> bool:
    """The cleared hex may be entered although it had to be assaulted."""
    refusal = bar(w, unit, target)
    return refusal is None or refusal.reason == "must-attack"


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first.  Panzers and tanks go a second hex on an active road."""
    found: dict[int, Path] = {j: (unit.hex, j) for j in first_steps(w, unit)}
    if "panzer" in unit.type:
        for j in list(found):
            for k in w.board.neighbours[j]:
                on_road = "highway" in w.board.kinds(j, k)
                if on_road and k != unit.hex and k not in found and bar(w, unit, k) is None:
                    found[k] = (unit.hex, j, k)
    return dict(sorted(found.items()))


def nearest_sums(values: list[int], wanted: int) -> set[int]:
    """The sums of non-empty choices of ``values`` that come nearest to ``wanted``."""
    sums: set[int] = set()
    for value in values:
        sums |= {value} | {s + value for s in sums}
    best = min((abs(s - wanted) for s in sums), default=0)
    return {s for s in sums if abs(s - wanted) == best}


def still_due(w: World) -> bool:
    """Must more attackers enter the cleared hex?  Not if the defenders chose to leave it."""
    if w[Aftermath].vacated:
        return False
    able = [u for u in candidates(w) if w[Battle].hex in first_steps(w, u)]
    inside = [factors(w.by_entity[e])[0] for e in w[Aftermath].entered]
    due = nearest_sums(inside + [factors(u)[0] for u in able], w[FireRounds].strength0)
    if not due:
        return False
    return not inside or not _reachable(inside, due)


def _reachable(values: list[int], due: set[int]) -> bool:
    sums: set[int] = set()
    for value in values:
        sums |= {value} | {s + value for s in sums}
    return bool(sums & due)


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; the hex it ends in is its side's."""
    there, before = path[-1], factors(unit)[0]
    w.mark(Strength, unit, strong=False)
    w.mark(Place, unit, hex=there)
    if enters(w, path):
        # an emplaced army flips as it goes, but it goes with the fire it attacked with
        flipped = before - factors(unit)[0]
        w.mark(Aftermath, w.table, entered=(*w[Aftermath].entered, unit.entity))
        w.mark(FireRounds, w.table, strength0=w[FireRounds].strength0 - flipped)
    labels = tuple(label(w, h) for h in path)
    w.emit(Advanced(where=(labels[0], labels[-1]), rule=RULE, unit=unit.id, path=labels))
    if len(path) > 2 and enters(w, path):
        take_control(w, w[Battle].hex, unit.type.side)
    take_control(w, there, unit.type.side)


def enters(w: World, path: Path) -> bool:
    """Does an advance lead into or through the cleared hex?"""
    return path[1] == w[Battle].hex


def _asked(w: World) -> str:
    must = "which unit must advance into" if still_due(w) else "who else advances into or next to"
    return f"{must} {named(w, w[Battle].hex)}"


ADVANCE = AdvanceRules(
    RULE,
    able,
    advances,
    _go,
    _asked,
    not_now="Attackers advance only after they clear a hex.",
    not_able="not an attacker of this battle that can advance",
    elsewhere=(
        "Advance one hex, into the cleared hex or into an empty hex next to both it "
        "and the unit. Panzers may go a second hex along a road."
    ),
    due=still_due,
    takes_it=enters,
    due_words=lambda w: (
        "The force that advances into the cleared hex must match the defenders' firepower as nearly as it can."
    ),
)
