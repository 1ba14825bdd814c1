"""Chapter 10.2: who advances after combat, who must, and how far?"""

from __future__ import annotations

from ecs.core.commands import Advance, Command, Done
from ecs.core.components import AdvanceUnderway, Battle
from ecs.core.view import DecisionView, Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.combat.losses import attackers
from ecs.rulesets.war_against_russia.data.components import Pursuit
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import is_armour, is_dispersed
from ecs.rulesets.war_against_russia.ground import borders
from ecs.rulesets.war_against_russia.ground.control import is_defended, take_control
from ecs.rulesets.war_against_russia.ground.stacking import no_room
from ecs.rulesets.war_against_russia.ground.terrain import is_closed, is_narrow, weather_at
from ecs.systems.ground.movement import travel
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import label, named

Path = tuple[int, ...]


def is_vacant(w: World) -> bool:
    """Is the attacked hex empty of enemies, the city's own people included?"""
    return not is_defended(w, w[Battle].hex, turn_side(w))


def candidates(w: World) -> list[Unit]:
    """UnDispersed attackers that have not advanced."""
    return [u for u in attackers(w) if u.entity not in w[AdvanceUnderway].ahead and not is_dispersed(u)]


def reach_of(w: World, unit: Unit) -> int:
    """Hexes a unit may advance: armour by the weather, never further than the defenders were driven back; after their
    elimination that is no limit."""
    table = rules(w).advance
    row = table.armour.get(weather_at(w, w[Battle].hex)) if is_armour(unit) else None
    most = row.of(unit.type.side) if row is not None else table.others
    return min(most, w[Pursuit].driven) if w[Pursuit].driven else most


def can_enter(w: World, unit: Unit, here: int, there: int) -> bool:
    """May an advance go on from one hex to the next: nobody there to stop it, and room to stand?"""
    if is_closed(w, here, there) or is_defended(w, there, unit.type.side):
        return False
    return borders.barred(w, unit, there) is None and no_room(w, unit, there) is None


def advances(w: World, unit: Unit) -> dict[int, Path]:
    """Where the unit may advance: hex -> path, start first.  One hex: the vacated one, or an empty one next to it; a
    second only through the vacated one."""
    target, start, near = w[Battle].hex, unit.hex, w.board.neighbours
    found: dict[int, Path] = {
        j: (start, j)
        for j in near[start]
        if (j == target or (j in near[target] and not units_at(w, j))) and can_enter(w, unit, start, j)
    }
    if target in found and reach_of(w, unit) > 1 and not is_narrow(w, start, target):
        for j in near[target]:
            if j != start and not is_narrow(w, target, j) and can_enter(w, unit, target, j):
                found[j] = (start, target, j)
    return dict(sorted(found.items()))


def is_due(w: World) -> bool:
    """Must more attackers move into the vacated hex: fewer factors stay there than the defenders had, and somebody can?
    Who passes through it does not count."""
    inside = sum(w.by_entity[e].type.attack for e in w[Pursuit].entered)
    return inside < w[Pursuit].worth and any(w[Battle].hex in advances(w, u) for u in candidates(w))


def choices(w: World) -> list[Command]:
    """The advances into the vacated hex while some must go there; then all, or an end of it."""
    due, target = is_due(w), w[Battle].hex
    going: list[Command] = [
        Advance(u.id, label(w, j)) for u in candidates(w) for j in advances(w, u) if not due or j == target
    ]
    return going if due else [*going, Done()]


def press_on(w: World) -> bool:
    """Make the advances that leave no choice; True if the attacker has to choose now."""
    while is_vacant(w):
        found = choices(w)
        if found == [Done()]:
            return False
        if len(found) > 1:
            w.ask("advance")
            return True
        (only,) = found
        assert isinstance(only, Advance)
        go_forward(w, only)
    return False


def go_forward(w: World, command: Advance) -> None:
    """Advance the unit; it takes the hexes it goes through."""
    unit, there = w.by_id[command.unit], w.board.by_label[command.hex]
    path = advances(w, unit)[there]
    w.mark(AdvanceUnderway, w.table, ahead=(*w[AdvanceUnderway].ahead, unit.entity))
    if there == w[Battle].hex:
        w.mark(Pursuit, w.table, entered=(*w[Pursuit].entered, unit.entity))
    travel(w, unit, path, "advance", "10.2")
    for index in path[1:]:
        take_control(w, index, unit.type.side)


def advance_view(w: World) -> DecisionView:
    """What is asked."""
    side, index = turn_side(w), w[Battle].hex
    here = named(w, index)
    words = f"who must advance into {here} and stay there" if is_due(w) else f"who else advances into or beside {here}"
    return DecisionView("advance", side, f"{side}: {words}?", index, "10.2")


def judge_advance(w: World, command: Advance) -> Refusal | None:
    """Why a unit may not advance there."""
    if w.decisions.stack[-1:] != ("advance",):
        return Refusal("no-advance-now", "Attackers advance when they have emptied a hex.", "10.2")
    unit, there = w.unit(command.unit), w.board.by_label.get(command.hex)
    if unit is None or unit not in candidates(w):
        words = f"{command.unit} is no UnDispersed attacker of this battle that could still advance."
        return Refusal("not-an-attacker", words, "10.2")
    found = advances(w, unit)
    if there is not None and there in found:
        if not is_due(w) or there == w[Battle].hex:
            return None
        words = f"First as many factors as the defenders had go to {named(w, w[Battle].hex)}, and stay there."
        return Refusal("advance-due", words, "10.2")
    words = (
        "An advance leads into the vacated hex, or an empty one next to it, where there is room; armour goes a second "
        "hex through the vacated one if weather and retreat allow."
    )
    return Refusal("advance-where", words, "10.2")
