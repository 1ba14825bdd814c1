"""Chapter 2.2-2.7: the cup of chits: what is in it, who draws, and whom a chit lets act."""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import ChooseMode, Command, PlayChit
from ecs.core.components import Assignment, Engagement, Marched, Side, SupplyState
from ecs.core.dice import roll
from ecs.core.events import ChitPlayed, ChitSettled
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.data.chits import EXPLOIT, HEADQUARTERS, NAMES, PANZERS, is_panzer, side_of
from ecs.rulesets.dark_valley.data.components import CUP_MARKS, Activation, ChitInPlay, Cup
from ecs.rulesets.dark_valley.data.options import BOTH_SUMMERS, FIRST_SUMMER, SUMMER_CHITS
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import displaced, has, is_combat_unit, is_german, line, turn_side
from ecs.rulesets.dark_valley.ground import supply
from ecs.rulesets.dark_valley.ground.terrain import within
from ecs.systems import scorekeeping
from ecs.systems.marches import start_afresh
from ecs.systems.stacking import on_map

MODES = ("combat", "move")
FIRST = {
    "AX_MC": "mode-axis",
    "AX_OD": "move-axis",
    "SU_MV": "move-soviet",
    "SU_CB": "fight-soviet",
    "SU_CA": "fight-soviet",
    "SU_ZH": "move-soviet",
    "SU_ZC": "fight-soviet",
    "SU_ST": "entry-soviet",
    "SU_SC": "fight-soviet",
    "SU_DB": "spear-soviet",
    "LOG": "partisans-soviet",
}
NEXT = {
    "first-axis": "first-soviet",
    "first-soviet": "held-axis",
    "held-axis": "held-soviet",
    "held-soviet": "draw",
    "draw": "end",
}


def headquarters_of(w: World, chit: str) -> Unit | None:
    """The headquarters a chit belongs to, if it is on the map."""
    name = f"PzA{chit[5:]}" if is_panzer(chit) else HEADQUARTERS.get(chit, "")
    unit = w.unit(name)
    return unit if unit is not None and unit.hex >= 0 else None


# -- filling the cup -------------------------------------------------------------------------------


def fill(w: World) -> None:
    """Put the turn's chits into the cup; those of headquarters that are not on the map stay out (2.2, 2.4)."""
    today = line(w)
    chits = ["LOG"] + ["AX_MC"] * move_combat(w) + ["SU_MV"] * today.move + ["SU_CB"] * today.combat
    chits += ["SU_CA"] * today.counter + ["SU_DB"] * today.deep + [f"AX_PZ{n}" for n in today.panzer]
    chits += [f"SU_{word}" for word in today.soviet]
    chits = [c for c in chits if (FIRST.get(c, "") and not HEADQUARTERS.get(c)) or headquarters_of(w, c) is not None]
    held = ["SU_ST"] if "SU_ST" in chits else []
    chits = [c for c in chits if c != "SU_ST"]
    first, last = rules(w).chits.odessa
    if first <= w.clock.turn <= last:
        held.append("AX_OD")
    w.wipe(w.table, CUP_MARKS)
    w.mark(Cup, w.table, inside=tuple(sorted(chits)), held=tuple(held))


def move_combat(w: World) -> int:
    """The Move/Combat chits of the turn; by an option more of them in summer (2.4)."""
    table, choice = rules(w).chits, w.options[SUMMER_CHITS]
    summers = table.summers if choice == BOTH_SUMMERS else table.summers[:1] if choice == FIRST_SUMMER else ()
    if any(first <= w.clock.turn <= last for first, last in summers):
        return table.summer_mc
    return line(w).mc


def panzers_inside(w: World) -> list[str]:
    """Panzer chits in the cup."""
    return [c for c in w[Cup].inside if is_panzer(c)]


def still_to_choose(w: World) -> int:
    """Panzer chits the Axis has still to pick in secret (2.4)."""
    today = line(w)
    return today.choose + today.twice - len(panzers_inside(w)) if today.choose else 0


def secret_choices(w: World) -> list[Command]:
    """The panzer chits that may be put into the cup: different ones first, then those that are doubled."""
    chosen, today = panzers_inside(w), line(w)
    if still_to_choose(w) <= 0:
        return []
    ready = [c for c in PANZERS if headquarters_of(w, c) is not None]
    fresh = [c for c in ready if c not in chosen]
    if len(set(chosen)) < today.choose and fresh:
        return [PlayChit(c) for c in fresh]
    if len(set(chosen)) < today.choose:
        return []
    return [PlayChit(c) for c in ready if chosen.count(c) == 1]


def must_choose(w: World) -> Refusal | None:
    """What the Axis must still choose for the cup; None if nothing."""
    if secret_choices(w):
        chits = "one more panzer chit" if still_to_choose(w) == 1 else f"{still_to_choose(w)} more panzer chits"
        return Refusal("choose-chits", f"Choose {chits} for the cup.", "2.4")
    return None


def chooses(w: World) -> bool:
    """Does the Axis choose panzer chits this turn?"""
    return line(w).choose > 0


def first_is(w: World, side: Side) -> bool:
    """Has the side the initiative this turn (2.2)?"""
    return line(w).first == side.value


def first_choices(w: World) -> list[Command]:
    """Own chits in the cup, from which the side with the initiative takes one."""
    if w[ChitInPlay].chit:
        return []
    side = turn_side(w)
    return [PlayChit(c) for c in sorted({c for c in w[Cup].inside if side_of(c) is side})]


def must_pick(w: World) -> Refusal | None:
    """Why the side with the initiative must begin with a chit of its own; None if it need not."""
    return Refusal("pick-first", "Choose your first chit.", "2.2") if first_choices(w) else None


def play_chit(w: World, command: PlayChit) -> None:
    """Choose a chit for the cup in secret, begin with one, or play one from the hand."""
    chit = command.chit
    if w.phase == "choose-axis":
        w.mark(Cup, w.table, inside=tuple(sorted((*w[Cup].inside, chit))))
        w.emit(
            ChitSettled(
                chit=chit,
                how="cup",
                rule="2.4",
                veil="The Axis secretly puts a panzer chit into the cup.",
                owner=Side.AXIS,
            )
        )
        return
    if chit in w[Cup].held:
        w.mark(Cup, w.table, held=tuple(c for c in w[Cup].held if c != chit))
    else:
        _take_out(w, chit)
    take(w, chit, "first" if w.phase.startswith("first") else "played")


def _take_out(w: World, chit: str) -> None:
    inside = list(w[Cup].inside)
    inside.remove(chit)
    w.mark(Cup, w.table, inside=tuple(inside))


def draw(w: World) -> None:
    """Draw the next chit, if there is one (2.2)."""
    if w[Cup].inside:
        chit = w[Cup].inside[roll(w, len(w[Cup].inside)) - 1]
        _take_out(w, chit)
        take(w, chit, "drawn")


def take(w: World, chit: str, how: str) -> None:
    """Put a chit into play: "drawn" from the cup, "first" of its owner's, or "played" by him."""
    w.mark(ChitInPlay, w.table, chit=chit, mode="", extras=(), quota=0, zone=())
    w.emit(ChitPlayed(rule="2.3", chit=chit, how=how))
    if chit not in ("LOG", "SU_ST", "SU_DB") or (chit == "SU_ST" and is_confined(w, chit)):
        activate(w, units_of(w, chit))


# -- whom a chit lets act ----------------------------------------------------------------------------


def reach_of(w: World, chit: str) -> frozenset[int]:
    """The hexes within range of a headquarters chit (2.3, 2.6)."""
    table = rules(w).chits
    head = headquarters_of(w, chit)
    if head is None:
        return frozenset()
    if chit not in ("SU_ST", "SU_SC"):
        return within(w, head.hex, table.headquarters)
    zhukov = headquarters_of(w, "SU_ZH")
    near = within(w, zhukov.hex, table.headquarters) if zhukov else frozenset()
    return within(w, head.hex, table.stavka) | near


def is_confined(w: World, chit: str) -> bool:
    """Was the headquarters of the chit driven out this month, so that its chits let only itself move (2.6)?"""
    head = headquarters_of(w, chit)
    return head is not None and scorekeeping.has_flag(w, displaced(head))


def odessa_units(w: World) -> list[Unit]:
    """Romanians and the corps of the 11th Army in Romania, Moldavia or near Odessa (8.9)."""
    table = rules(w).chits
    near = set(w.board.regions.get("OMD", ()))
    near.update(*(within(w, city, table.odessa_reach) for city in w.board.spots([table.odessa_city])))
    names = set(table.odessa_units)
    return [
        u
        for u in on_map(w, Side.AXIS)
        if (u.type.nation == "ROM" or u.id in names)
        and is_combat_unit(u)
        and (u.hex in near or w.board.hexes[u.hex].nation == "ROM")
    ]


def units_of(w: World, chit: str) -> list[Unit]:
    """The units a chit names, its own headquarters included."""
    side = side_of(chit)
    assert side is not None, chit
    ground = [u for u in on_map(w, side) if not has(u, "air") and not has(u, "depot")]
    if chit in ("AX_MC", "SU_MV", "SU_CB", "SU_CA"):
        return ground
    if chit == "AX_OD":
        return odessa_units(w)
    head, area = headquarters_of(w, chit), reach_of(w, chit)
    if head is not None and is_confined(w, chit):
        return [head]
    near = [u for u in ground if u.hex in area and not has(u, "hq")]
    if is_panzer(chit):
        near = [u for u in near if is_german(u)]
    return [*near, head] if head is not None and chit not in ("SU_ZC", "SU_SC") else near


def activate(w: World, units: Iterable[Unit]) -> None:
    """Mark the units a chit names; those that supply has reached again act as supplied (4.3)."""
    named = list(units)
    for unit in named:
        w.wipe(unit, (Marched, Assignment))
        w.mark(Activation, unit, active=True)
        w.mark(Engagement, unit, fought=False)
    supply.relieve(w, [u for u in named if u[SupplyState].level])


def mode_choices(w: World) -> list[Command]:
    """The two uses of the chit: move or fight."""
    return [] if w[ChitInPlay].mode else [ChooseMode(mode) for mode in MODES]


def choose_mode(w: World, command: ChooseMode) -> None:
    """Say what the Move/Combat chit is for."""
    w.mark(ChitInPlay, w.table, mode=command.mode)
    w.emit(ChitSettled(rule="2.3", chit=w[ChitInPlay].chit, how=command.mode))


def must_choose_mode(w: World) -> Refusal | None:
    """Why the Axis must first choose what the chit is for; None if it has chosen."""
    return (
        None
        if w[ChitInPlay].mode
        else Refusal("choose-mode", "Choose first: do all Axis units move, or do all fight?", "2.3")
    )


def stavka_acts(w: World) -> None:
    """The reserve is on: all units in range may act, and stay in range (8.7)."""
    w.mark(ChitInPlay, w.table, zone=tuple(sorted(reach_of(w, "SU_ST"))), quota=0)
    activate(w, units_of(w, "SU_ST"))


# -- the way through the segments -----------------------------------------------------------------------


def onward(w: World) -> str:
    """The first segment of the chit in play, or the next chance to play one from the hand."""
    chit = w[ChitInPlay].chit
    if chit == "SU_ST" and is_confined(w, chit):
        return "move-soviet"
    if chit:
        return "move-axis" if is_panzer(chit) else FIRST[chit]
    return NEXT[w.phase]


def after_mode(w: World) -> str:
    """The id of the segment that the Axis chose."""
    return "move-axis" if w[ChitInPlay].mode == "move" else "fight-axis"


def after_move(w: World) -> str:
    """A Move chit is finished; after any other the units fight."""
    if w[ChitInPlay].chit in ("AX_MC", "SU_MV") or w[ChitInPlay].mode == EXPLOIT:
        return "close"
    return "fight-axis" if turn_side(w) is Side.AXIS else "fight-soviet"


def after_fight(w: World) -> str:
    """After Deep Battle the units go on; any other chit is finished."""
    return "move-soviet" if w[ChitInPlay].chit == "SU_DB" and w[ChitInPlay].mode == EXPLOIT else "close"


def close(w: World) -> None:
    """Lay the chit aside and wipe what it let units do."""
    start_afresh(w)
    for unit in w.units:
        if unit[Engagement].fought:
            w.mark(Engagement, unit, fought=False)
        if unit[SupplyState].relieved:
            w.mark(SupplyState, unit, relieved=False)
    w.mark(Cup, w.table, gone=(*w[Cup].gone, w[ChitInPlay].chit))
    w.mark(ChitInPlay, w.table, chit="", mode="", extras=(), quota=0, zone=())


def clear(w: World) -> None:
    """End of turn: the cup is emptied, a held chit is lost."""
    w.wipe(w.table, CUP_MARKS)


# -- why not ---------------------------------------------------------------------------------------------


def judge_chit(w: World, command: PlayChit) -> Refusal | None:
    """Why a chit may not be played now."""
    if command.chit not in NAMES:
        return Refusal("no-such-chit", f"There is no chit {command.chit}.", "2.3")
    return Refusal("chit-not-yours", f"You cannot take the {NAMES[command.chit][0]} chit now.", "2.2")


def judge_mode(w: World, command: ChooseMode) -> Refusal | None:
    """Why there is nothing to choose between moving and fighting."""
    return Refusal("no-mode", "Only a Move/Combat chit lets you choose between moving and fighting.", "2.3")


ORDERS = (Handler(PlayChit, play_chit, judge_chit), Handler(ChooseMode, choose_mode, judge_mode))
