"""Chapter 11.1: who advances after combat, who must, and how far?"""

from __future__ import annotations

from ecs.core.commands import Advance, Command, Done
from ecs.core.components import AdvanceUnderway, Battle, Place, Side
from ecs.core.events import Advanced
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.data.components import Aftermath, FireRounds, Strength
from ecs.rulesets.darkest_crusade.data.turn import turn_side
from ecs.rulesets.darkest_crusade.ground.borders import bar
from ecs.rulesets.darkest_crusade.ground.control import take_control
from ecs.rulesets.darkest_crusade.ground.losses import factors
from ecs.rulesets.darkest_crusade.ground.terrain import is_accessible, is_closed
from ecs.systems.ground.stacking import side_at
from ecs.systems.table.names import label, named


def candidates(w: World) -> list[Unit]:
    """UnDisrupted attackers of the battle that have not advanced."""
    return [w.by_entity[e] for e in w[Battle].attackers if e not in w[AdvanceUnderway].ahead and w.by_entity[e].ready]


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


def advances(w: World, unit: Unit) -> dict[int, tuple[int, ...]]:
    """Where the unit may advance: hex -> path, start first.  Panzers and tanks go a second hex on an active road."""
    found: dict[int, tuple[int, ...]] = {j: (unit.hex, j) for j in first_steps(w, unit)}
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
    """Must more attackers enter the cleared hex?  Not if the defenders left it of their own will."""
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


def advance_commands(w: World) -> list[Command]:
    """Every advance open to the attackers."""
    return [Advance(u.id, label(w, j)) for u in candidates(w) for j in advances(w, u)]


def choices(w: World) -> list[Command]:
    """While somebody still has to go: the advances into or through the cleared hex; then all, or an end of it."""
    if not still_due(w):
        return [*advance_commands(w), Done()]
    into = w[Battle].hex
    return [Advance(u.id, label(w, j)) for u in candidates(w) for j, path in advances(w, u).items() if path[1] == into]


def advance_side(w: World) -> Side:
    """The attacker chooses."""
    return turn_side(w)


def go_forward(w: World, command: Advance) -> None:
    """Advance the unit; the hex it ends in is its side's."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    path = advances(w, unit)[there]
    before = factors(unit)[0]
    w.mark(Strength, unit, strong=False)
    w.mark(Place, unit, hex=there)
    w.mark(AdvanceUnderway, w.table, ahead=(*w[AdvanceUnderway].ahead, unit.entity))
    if path[1] == w[Battle].hex:
        # an emplaced army flips as it goes, but it goes with the fire it attacked with
        flipped = before - factors(unit)[0]
        w.mark(Aftermath, w.table, entered=(*w[Aftermath].entered, unit.entity))
        w.mark(FireRounds, w.table, strength0=w[FireRounds].strength0 - flipped)
    w.emit(
        Advanced(
            where=(label(w, path[0]), command.hex),
            rule="11.1",
            unit=unit.id,
            path=tuple(label(w, h) for h in path),
        )
    )
    if len(path) > 2 and w[Battle].hex == path[1]:
        take_control(w, w[Battle].hex, unit.type.side)
    take_control(w, there, unit.type.side)


def advance_view(w: World) -> DecisionView:
    """What is asked."""
    side = advance_side(w)
    must = "somebody must advance into" if still_due(w) else "who else advances into or beside"
    return DecisionView("advance", side, f"{side}: {must} {named(w, w[Battle].hex)}?", w[Battle].hex, "11.1")


def judge_advance(w: World, command: Advance | Done) -> Refusal | None:
    """Why a unit may not advance there, or why the advance is not over."""
    if w.decisions.stack[-1:] != ("advance",):
        return Refusal("no-advance-now", "Attackers advance when they have cleared a hex.", "11.1")
    if isinstance(command, Done):
        return Refusal(
            "advance-due",
            "Attackers as near as possible to the defenders' firepower must advance into the cleared hex.",
            "11.1",
        )
    unit = w.unit(command.unit)
    if unit is None or unit not in candidates(w):
        return Refusal(
            "not-an-attacker", f"{command.unit} is no UnDisrupted attacker of this battle that could advance.", "11.1"
        )
    return Refusal(
        "advance-where",
        "An advance is one hex: into the cleared hex, or an empty one next to it and to the unit; "
        "panzers a second along a road.",
        "11.1",
    )
