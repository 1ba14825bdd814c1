"""Chapter 8.13: Defensive Works, Weak Forts and Forts."""

from __future__ import annotations

from ecs.core.commands import Build, Command, Raze
from ecs.core.components import Side
from ecs.core.events import Fortified, Income, Unfortified
from ecs.core.files.toml_files import by_turn
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import is_combat_unit
from ecs.rulesets.dark_valley.ground import supply
from ecs.rulesets.dark_valley.ground.occupancy import army_at, fighters_at
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, build_fort, built, fort_at, has_works
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named

WHAT = WORKS, WEAK, STRONG = "works", "weak_fort", "fort"
HAND, MOVED = Count("works-hand"), this_turn("works")
WEAK_BUILT, STRONG_BUILT = this_turn(WEAK), Count(STRONG)


def printed(w: World) -> tuple[tuple[int, int], ...]:
    """The forts on the map before the first shot."""
    return tuple(
        (h.index, 2 if "fortress" in h.traits else 1)
        for h in w.board.hexes
        if "fortress" in h.traits or "weak_fort" in h.traits
    )


def is_festung(w: World, index: int) -> bool:
    """A Fort the Axis has built, whose garrison holds out (8.13)."""
    return fort_at(w, index) == 2 and scorekeeping.has_flag(w, built(w, index))


# -- the start of the phase -------------------------------------------------------------------------


def open_axis(w: World) -> None:
    """Forts that have fallen are gone; garrisons of the others are ordered to stay (8.13)."""
    tidy(w)
    for unit in w.units:
        stays = unit.hex >= 0 and unit.type.side is Side.AXIS and is_combat_unit(unit) and is_festung(w, unit.hex)
        if unit[Immobility].rooted is not stays:
            w.mark(Immobility, unit, rooted=stays)


def tidy(w: World) -> None:
    """Forget forts of the Axis that the Soviets have taken: they went with the hex."""
    fallen = {built(w, index) for index, ground in enumerate(w.ground) if ground.control is Side.SOVIET}
    scorekeeping.strike(w, fallen.__contains__)


def open_soviet(w: World) -> None:
    """New markers of Defensive Works (8.13)."""
    table, turn = rules(w).forts.works, w.clock.turn
    fresh = by_turn(table, turn)[0] - by_turn(table, turn - 1)[0]
    if fresh > 0:
        scorekeeping.add(w, HAND, fresh)
        w.emit(Income(rule="8.13", side=Side.SOVIET, points=((WORKS, fresh),)))


# -- commands --------------------------------------------------------------------------------------


def commands(w: World) -> list[Command]:
    """Everything that may be built or taken up now."""
    if w.phase == "build-soviet":
        return _soviet_commands(w)
    if w.phase != "build-axis":
        return []
    out: list[Command] = []
    for what, size in ((WEAK, 1), (STRONG, 2)):
        if axis_left(w, what) > 0:
            out += [Build(what, label(w, i)) for i in axis_sites(w, size)]
    return out


def _soviet_commands(w: World) -> list[Command]:
    out: list[Command] = []
    if scorekeeping.count(w, HAND) > 0:
        out += [Build(WORKS, label(w, i)) for i in works_sites(w)]
    if scorekeeping.count(w, MOVED) < rules(w).forts.works_moved:
        out += [Raze(label(w, i)) for i in DEFENSIVE_WORKS.hexes(w)]
    return out


@remembered()
def cities(w: World) -> list[int]:
    """Cities, and towns that count for victory: where works and forts are built (8.13)."""
    return [h.index for h in w.board.hexes if h.place == "major" or h.vp]


def works_sites(w: World) -> list[int]:
    """Soviet cities with a line of communications and no works yet."""
    loc = supply.loc_map(w, Side.SOVIET)
    mine = [i for i in cities(w) if w.ground[i].control is Side.SOVIET and loc[i]]
    return [i for i in mine if not has_works(w, i)]


def axis_left(w: World, what: str) -> int:
    """Forts of a kind the Axis may still build this turn (8.13)."""
    table, turn = rules(w).forts, w.clock.turn
    if what == WEAK:
        first, last = table.weak_turns
        return int(first <= turn <= last) - scorekeeping.count(w, WEAK_BUILT)
    if what == STRONG and turn >= table.strong_from:
        return min(table.strong_most, 1 + (turn - table.strong_from) // table.strong_every) - scorekeeping.count(
            w, STRONG_BUILT
        )
    return 0


def axis_sites(w: World, size: int) -> list[int]:
    """Axis cities in supply, with nothing as strong there yet; for a Fort garrisoned ones (8.13)."""
    fed = supply.in_supply(w, Side.AXIS)
    open_ = [i for i in cities(w) if w.ground[i].control is Side.AXIS and fort_at(w, i) < size and i in fed]
    return [i for i in open_ if size == 1 or army_at(w, i) is Side.AXIS]


def build(w: World, command: Build) -> None:
    """Place the work."""
    index = w.board.by_label[command.hex]
    if command.what == WORKS:
        scorekeeping.add(w, HAND, -1)
        DEFENSIVE_WORKS.lay(w, index)
        w.emit(Fortified(where=(command.hex,), rule="8.13", side=Side.SOVIET, hex=command.hex, what=WORKS))
        return
    size = 2 if command.what == STRONG else 1
    scorekeeping.add(w, STRONG_BUILT if size == 2 else WEAK_BUILT)
    build_fort(w, index, size)
    scorekeeping.flag(w, built(w, index))
    if size == 2:
        for unit in fighters_at(w, index):
            w.mark(Immobility, unit, rooted=True)
    w.emit(Fortified(where=(command.hex,), rule="8.13", side=Side.AXIS, hex=command.hex, what=command.what))


def raze(w: World, command: Raze) -> None:
    """Take the works up; they may be placed again."""
    index = w.board.by_label[command.hex]
    scorekeeping.add(w, HAND)
    scorekeeping.add(w, MOVED)
    DEFENSIVE_WORKS.lift(w, [index])
    w.emit(Unfortified(where=(command.hex,), rule="8.13", hex=command.hex, what=WORKS))


def judge_build(w: World, command: Build) -> Refusal | None:
    """Why nothing may be built there."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "11")
    if command.what == WORKS:
        if w.phase != "build-soviet":
            return Refusal("no-building", "You can place Defensive Works only at the start of the Soviet turn.", "8.13")
        if scorekeeping.count(w, HAND) <= 0:
            return Refusal("no-works", "You have no Defensive Works to place.", "8.13")
        text = f"{named(w, index)} must be a Soviet city with a line of communications and no works yet."
        return Refusal("not-a-city", text, "8.13")
    if command.what not in (WEAK, STRONG) or w.phase != "build-axis":
        return Refusal("no-building", "You can build forts only at the start of the Axis turn.", "8.13")
    if axis_left(w, command.what) <= 0:
        return Refusal("no-forts", "You cannot build any more forts of this kind this turn.", "8.13")
    if command.what == STRONG and index in axis_sites(w, 1):
        return Refusal("not-garrisoned", f"No Axis combat unit holds {named(w, index)}.", "8.13")
    return Refusal("no-fort-site", f"{named(w, index)} must be an Axis city in supply with no fort yet.", "8.13")


def judge_raze(w: World, command: Raze) -> Refusal | None:
    """Why no works may be taken up there."""
    index = w.board.by_label.get(command.hex)
    if index is None or not has_works(w, index):
        where = command.hex if index is None else named(w, index)
        return Refusal("no-works", f"There are no Defensive Works at {where}.", "8.13")
    if w.phase != "build-soviet":
        return Refusal("no-building", "You can move Defensive Works only at the start of the Soviet turn.", "8.13")
    most = rules(w).forts.works_moved
    return Refusal("enough-moved", f"You may move at most {most} Defensive Works a turn.", "8.13")


ORDERS = (Handler(Build, build, judge_build), Handler(Raze, raze, judge_raze))
