"""Chapter 17: the Siberian reserve."""

from __future__ import annotations

from ecs.core.commands import CallReserve, Command, Enter
from ecs.core.components import Side
from ecs.core.remembered_answers import remembered
from ecs.core.ruleset import Handler
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.darkest_crusade.campaign.replacements import entries
from ecs.rulesets.darkest_crusade.data.components import SiberianReserve
from ecs.rulesets.darkest_crusade.data.tables import rules
from ecs.rulesets.darkest_crusade.ground.control import bar, take_control
from ecs.rulesets.darkest_crusade.ground.supply import in_supply, is_supplied
from ecs.rulesets.darkest_crusade.ground.terrain import is_closed
from ecs.systems.arrivals import CallableReserve, bring_in
from ecs.systems.sentences import called, label
from ecs.systems.stacking import on_map
from ecs.systems.victory import end_game

RESERVE = CallableReserve(
    Side.SOVIET,
    box="siberia",
    rule="17",
    groups=lambda w: rules(w).siberia.groups,
    safe_from=lambda w: rules(w).siberia.safe_turn,
    called=lambda w: w[SiberianReserve].called,
    write=lambda w, turn: w.mark(SiberianReserve, w.table, called=turn),
    lose=lambda w: end_game(w, "axis-gamble", "17"),
)
risk, waiting = RESERVE.risk, RESERVE.due


def call_reserve(w: World, command: CallReserve) -> None:
    """Call the first group; before December the game may be lost on the spot."""
    RESERVE.call(w)


def call_commands(w: World) -> list[Command]:
    """The call of the reserve, once, if there is one."""
    return [CallReserve()] if _exists(w) and RESERVE.called(w) == 0 else []


@remembered()
def _exists(w: World) -> bool:
    return any("white" in u.type for u in w.units)


def judge_call(w: World, command: CallReserve) -> Refusal | None:
    """Why the reserve may not be called."""
    return Refusal(
        "no-reserve-call", "You can call the Siberian reserve only once, in a Soviet replacement phase.", "17"
    )


def entry_hexes(w: World, newcomer: Unit) -> list[int]:
    """Where a white unit may enter: eastern edge, in or beside a supplied Soviet unit, supplied towns and cities.
    What could not be walked into, or lies across the sea, is no door."""
    found = set(entries(w))
    for unit in on_map(w, Side.SOVIET):
        if is_supplied(w, unit):
            found |= {unit.hex, *(j for j in w.board.neighbours[unit.hex] if not is_closed(w, unit.hex, j))}
    found |= {i for i in in_supply(w, Side.SOVIET) if w.board.hexes[i].place and w.ground[i].control is Side.SOVIET}
    return sorted(i for i in found if bar(w, newcomer, i) is None)


def enter_commands(w: World) -> list[Command]:
    """Every waiting unit and every place it may enter."""
    units = waiting(w)
    where = [label(w, i) for i in entry_hexes(w, units[0])] if units else []
    return [Enter(u.id, spot) for u in units for spot in where]


def enter(w: World, command: Enter) -> None:
    """Place the unit, UnDisrupted; a shock army may then be emplaced at once."""
    unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
    bring_in(w, unit, index, "17", source="reserve")
    take_control(w, index, Side.SOVIET)


def judge_enter(w: World, command: Enter) -> Refusal | None:
    """Why a unit may not enter there."""
    unit = w.unit(command.unit)
    if w.phase != "B1" or unit is None or unit not in waiting(w):
        return Refusal("not-waiting", f"{called(w, command.unit)} is not waiting to enter now.", "17")
    return Refusal(
        "no-entry",
        "White units enter at the eastern edge, in or next to a supplied Soviet unit's hex, "
        "or in a supplied Soviet town or city. They cannot enter an enemy hex.",
        "17",
    )


ORDERS = (Handler(CallReserve, call_reserve, judge_call), Handler(Enter, enter, judge_enter))
