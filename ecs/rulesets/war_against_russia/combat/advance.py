"""Chapter 10.2: who advances after combat, who must, and how far."""

from __future__ import annotations

from ecs.core.commands import Advance, Done
from ecs.core.components import Battle
from ecs.core.world import Unit, World
from ecs.rulesets.war_against_russia.data.components import Pursuit
from ecs.rulesets.war_against_russia.data.tables import rules
from ecs.rulesets.war_against_russia.data.turn import turn_side
from ecs.rulesets.war_against_russia.data.unit_facts import is_armour, is_dispersed
from ecs.rulesets.war_against_russia.ground import borders
from ecs.rulesets.war_against_russia.ground.control import is_defended, take_control
from ecs.rulesets.war_against_russia.ground.stacking import no_room
from ecs.rulesets.war_against_russia.ground.terrain import is_closed, is_narrow, weather_at
from ecs.systems.combat.advance import QUESTION, AdvanceChoice, Path
from ecs.systems.combat.participants import attackers
from ecs.systems.ground.journeys import travel
from ecs.systems.ground.stacking import units_at
from ecs.systems.table.names import named


def is_vacant(w: World) -> bool:
    """Is the attacked hex empty of enemies, the city's own people included?"""
    return not is_defended(w, w[Battle].hex, turn_side(w))


def able(w: World) -> list[Unit]:
    """UnDispersed attackers."""
    return [u for u in attackers(w) if not is_dispersed(u)]


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
    return inside < w[Pursuit].worth and any(w[Battle].hex in advances(w, u) for u in CHOICE.candidates(w))


def press_on(w: World) -> bool:
    """Make the advances that leave no choice; True if the attacker has to choose now."""
    while is_vacant(w):
        found = CHOICE.choices(w)
        if found == [Done()]:
            return False
        if len(found) > 1:
            w.ask(QUESTION)
            return True
        (only,) = found
        assert isinstance(only, Advance)
        CHOICE.advance(w, only)
    return False


def _go(w: World, unit: Unit, path: Path) -> None:
    """Advance the unit; it takes the hexes it goes through."""
    if path[-1] == w[Battle].hex:
        w.mark(Pursuit, w.table, entered=(*w[Pursuit].entered, unit.entity))
    travel(w, unit, path, QUESTION, "10.2")
    for index in path[1:]:
        take_control(w, index, unit.type.side)


def _asked(w: World) -> str:
    here = named(w, w[Battle].hex)
    return f"who must advance into {here} and stay there" if is_due(w) else f"who else advances into or beside {here}"


CHOICE = AdvanceChoice(
    "10.2",
    turn_side,
    able,
    advances,
    _go,
    _asked,
    not_now="Attackers advance when they have emptied a hex.",
    not_able="no UnDispersed attacker of this battle that could still advance",
    elsewhere=(
        "An advance leads into the vacated hex, or an empty one next to it, where there is room; armour goes a second "
        "hex through the vacated one if weather and retreat allow."
    ),
    due=is_due,
    takes_it=lambda w, path: path[-1] == w[Battle].hex,
    due_words=lambda w: f"First as many factors as the defenders had go to {named(w, w[Battle].hex)}, and stay there.",
)
