"""Chapters 2.2, 2.7, 8.9: the chits held in hand, when they may be played, and Deep Battle.

The game asks once, at the first chance of the month.  After that he may announce the chit while any other is in play.
It asks again when the last chance has come, unless he has declined the chit for this month.
"""

from __future__ import annotations

from ecs.core.commands import Announce, Command, Defer, PlayChit, Retract, Spearhead, Waive
from ecs.core.components import Marched, Side
from ecs.core.events import ChitSettled
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.dark_valley.campaign.chit_cup import (
    activate,
    first_is,
    headquarters_of,
    is_confined,
    odessa_units,
    take,
)
from ecs.rulesets.dark_valley.data.chits import EXPLOIT, NAMES, side_of
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup
from ecs.rulesets.dark_valley.data.tables import rules
from ecs.rulesets.dark_valley.data.units import current_class, has, is_combat_unit, strange, turn_side
from ecs.rulesets.dark_valley.ground import supply
from ecs.rulesets.dark_valley.ground.occupancy import SUPPLIED, state, zone_map
from ecs.rulesets.dark_valley.ground.terrain import within
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Flag
from ecs.systems.sentences import tell_change
from ecs.systems.stacking import on_map

# -- Chapters 2.2, 8.9: the chits held in hand: when they may be played, and when the game asks their owner. ---------

HELD = {Side.AXIS: "AX_OD", Side.SOVIET: "SU_ST"}
KEPT, DEFERRED, WAIVED, ANNOUNCED = "kept:", "deferred:", "waived:", "announced:"
SAID = (KEPT, DEFERRED, WAIVED, ANNOUNCED)


def said(word: str, chit: str) -> Flag:
    """Flag for what the owner has said of a chit this month."""
    return Flag(word + chit)


def may_play_odessa(w: World) -> bool:
    """May the Axis play the Odessa Front now: right after an Axis chit (8.9)?"""
    gone = w[Cup].gone
    return "AX_OD" in w[Cup].held and bool(gone) and side_of(gone[-1]) is Side.AXIS and bool(odessa_units(w))


def may_play_stavka(w: World) -> bool:
    """May the Soviets play STAVKA now: after the first Axis chit if the Axis has the initiative (2.2)?"""
    if "SU_ST" not in w[Cup].held or headquarters_of(w, "SU_ST") is None:
        return False
    return first_is(w, Side.SOVIET) or any(side_of(c) is Side.AXIS for c in w[Cup].gone)


def is_last_chance(w: World, side: Side) -> bool:
    """Is there no chit left in the cup after which the held one could still be played?"""
    return not any(side is Side.SOVIET or side_of(chit) is Side.AXIS for chit in w[Cup].inside)


# -- the question between two chits ------------------------------------------------------------------


def asks_axis(w: World) -> bool:
    """Is it time to ask for the Odessa Front?"""
    return may_play_odessa(w) and _is_due(w, Side.AXIS)


def asks_soviet(w: World) -> bool:
    """Is it time to ask for STAVKA?"""
    return may_play_stavka(w) and _is_due(w, Side.SOVIET)


def _is_due(w: World, side: Side) -> bool:
    chit = HELD[side]
    if scorekeeping.has_flag(w, said(ANNOUNCED, chit)):
        return True
    if scorekeeping.has_flag(w, said(WAIVED, chit)):
        return False
    return not scorekeeping.has_flag(w, said(KEPT, chit)) or is_last_chance(w, side)


def play_announced(w: World) -> None:
    """Play the chit that was announced; ask its owner after all if only its headquarters could move (2.6)."""
    chit = HELD[turn_side(w)]
    if not scorekeeping.has_flag(w, said(ANNOUNCED, chit)):
        return
    scorekeeping.flag(w, said(ANNOUNCED, chit), on=False)
    if not is_confined(w, chit):
        w.mark(Cup, w.table, held=tuple(c for c in w[Cup].held if c != chit))
        take(w, chit, "played")


def choices(w: World) -> list[Command]:
    """The held chit may be played; or, while there will be another chance, put off or waived."""
    side = turn_side(w)
    chit = HELD[side]
    if (
        w[ChitInPlay].chit
        or chit not in w[Cup].held
        or any(scorekeeping.has_flag(w, said(word, chit)) for word in (DEFERRED, WAIVED))
    ):
        return []
    return [PlayChit(chit)] if is_last_chance(w, side) else [PlayChit(chit), Defer(chit), Waive(chit)]


def settle(w: World) -> None:
    """The question is answered: a chit left in hand stays there, unless its owner wants to be asked again."""
    chit = HELD[turn_side(w)]
    if chit in w[Cup].held:
        scorekeeping.flag(w, said(KEPT, chit), on=not scorekeeping.has_flag(w, said(DEFERRED, chit)))
        scorekeeping.flag(w, said(DEFERRED, chit), on=False)


def defer(w: World, command: Defer) -> None:
    """Ask again at the next chance."""
    scorekeeping.flag(w, said(DEFERRED, command.chit))


def waive(w: World, command: Waive) -> None:
    """Ask no more this month."""
    scorekeeping.flag(w, said(WAIVED, command.chit))
    w.emit(ChitSettled(rule="2.2", chit=command.chit, how="waived"))


# -- at any time ---------------------------------------------------------------------------------------


def asides(w: World, side: Side) -> tuple[Command, ...]:
    """While another chit is in play, the held one may be announced, or kept back again."""
    chit = HELD[side]
    if not w[ChitInPlay].chit or chit not in w[Cup].held:
        return ()
    return (Retract(chit),) if scorekeeping.has_flag(w, said(ANNOUNCED, chit)) else (Announce(chit),)


def announce(w: World, command: Announce) -> None:
    """The chit comes as soon as it may be played."""
    scorekeeping.flag(w, said(ANNOUNCED, command.chit))
    w.emit(ChitSettled(rule=rule_of(command.chit), chit=command.chit, how="announced"))


def retract(w: World, command: Retract) -> None:
    """The chit stays in hand after all."""
    scorekeeping.flag(w, said(ANNOUNCED, command.chit), on=False)
    w.emit(ChitSettled(rule=rule_of(command.chit), chit=command.chit, how="retracted"))


def rule_of(chit: str) -> str:
    """The rule on when a held chit may be played."""
    return "8.9" if chit == "AX_OD" else "2.2"


def clear(w: World) -> None:
    """End of turn: forget what the owners said of held chits."""
    scorekeeping.strike(w, lambda name: name.startswith(SAID))


def judge(w: World, command: Defer | Waive | Announce | Retract) -> Refusal | None:
    """Why a held chit can be neither put off, waived nor announced now."""
    if command.chit in NAMES and command.chit not in w[Cup].held:
        return Refusal("not-held", f"The {NAMES[command.chit][0]} chit is not in hand.", "2.2")
    if command.chit not in NAMES:
        return Refusal("no-such-chit", f"There is no chit {command.chit}.", "2.3")
    name = NAMES[command.chit][0]
    if isinstance(command, Announce | Retract) and w[ChitInPlay].chit:
        word = "already announced" if isinstance(command, Announce) else "not announced"
        return Refusal("said", f"{name} is {word}.", rule_of(command.chit))
    if isinstance(command, Announce | Retract):
        return Refusal("no-chit", f"You can announce {name} only while another chit is in play.", rule_of(command.chit))
    return Refusal("not-asked", f"There is nothing to decide about {name} now.", rule_of(command.chit))


# -- Chapter 2.7: Deep Battle: who leads a breakthrough, and who moves again after it. -------------------------------

SPEARS = frozenset({"tank_army42", "tank_army", "gd_tank_army", "gd_mech", "gd_tank"})


def spear_choices(w: World, unit: Unit) -> list[Command]:
    """May the unit lead a breakthrough: a supplied tank army or Guards mobile corps, once a turn (2.7)?"""
    if unit.hex < 0 or current_class(unit) not in SPEARS or unit.entity in w[Cup].spears or w[ChitInPlay].mode:
        return []
    supplied = state(w, unit) == SUPPLIED or supply.supply_of(w, unit) == SUPPLIED
    return [Spearhead(unit.id)] if supplied else []


def spearhead(w: World, command: Spearhead) -> None:
    """Name the spearhead: all units round it may act."""
    unit = w.by_id[command.unit]
    w.mark(Cup, w.table, spears=(*w[Cup].spears, unit.entity))
    w.mark(ChitInPlay, w.table, mode="lead")
    tell_change(w, unit, "spearhead", "2.7")
    area = within(w, unit.hex, rules(w).chits.deep_battle)
    activate(w, [u for u in on_map(w, Side.SOVIET) if u.hex in area and not has(u, "air") and not has(u, "hq")])


def exploit(w: World) -> None:
    """After the fight the mechanised units not next to an enemy may go on, at half speed (2.7)."""
    if w[ChitInPlay].chit != "SU_DB" or w[ChitInPlay].mode == EXPLOIT:
        return
    foes = zone_map(w, Side.AXIS)
    beside = {j for u in on_map(w, Side.AXIS) if is_combat_unit(u) for j in w.board.neighbours[u.hex]}
    for unit in on_map(w, Side.SOVIET):
        if unit[Activation].active:
            goes = has(unit, "mech") and unit.hex not in beside and not foes[unit.hex]
            w.mark(Activation, unit, active=goes)
            w.mark(Marched, unit, moved=0)
    w.mark(ChitInPlay, w.table, mode=EXPLOIT)


def after_spear(w: World) -> str:
    """Without a spearhead there is no breakthrough."""
    return "move-soviet" if w[ChitInPlay].mode else "close"


def judge_spear(w: World, command: Spearhead) -> Refusal | None:
    """Why a unit may not lead."""
    refusal = strange(w, command.unit)
    return refusal or Refusal(
        "no-spearhead",
        "A Deep Battle needs a leader: a supplied tank army or Guards mobile corps that has not led this turn.",
        "2.7",
    )


ORDERS = (
    Handler(Defer, defer, judge),
    Handler(Waive, waive, judge),
    Handler(Announce, announce, judge),
    Handler(Retract, retract, judge),
    Handler(Spearhead, spearhead, judge_spear),
)
