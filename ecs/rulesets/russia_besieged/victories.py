"""Chapter 9: automatic victories, won in the middle of a move."""

from __future__ import annotations

from ecs.commands import Command, Overwhelm
from ecs.events import BattleBegan
from ecs.rulesets.russia_besieged import declared, rings
from ecs.rulesets.russia_besieged.capture import drive_out
from ecs.rulesets.russia_besieged.lay import eliminate, fights, is_gun, is_second_stage, letter, surrender, turn_side
from ecs.rulesets.russia_besieged.leaders import left_alone
from ecs.rulesets.russia_besieged.odds import Odds, victory_refusal
from ecs.rulesets.russia_besieged.site import foes_at, is_defended, odds_of, site, team_of
from ecs.rulesets.russia_besieged.supply import is_surrounded
from ecs.systems.naming import label, named
from ecs.systems.stacking import units_at
from ecs.view import Refusal
from ecs.world import Unit, World


def victors(w: World, index: int) -> list[Unit]:
    """The combat units assigned to a hex, and the air groups given to them; guns take no part (9.3)."""
    return [u for u in declared.party(w, index) if fights(u) or letter(u) == "AIR"]


def odds(w: World, index: int) -> Odds:
    """The factors compared; die and column mean nothing here."""
    return odds_of(w, (index,), turn_side(w), victors(w, index))


def cannot_overwhelm(w: World, index: int) -> Refusal | None:
    """Why the units assigned to a hex cannot overrun it in passing (9)."""
    side, name = turn_side(w), named(w, index)
    if not w.phase.startswith("move"):
        return Refusal("no-march", "Automatic victories are won during movement.", "9.1")
    if not declared.assigned(w).get(index):
        return Refusal("no-attackers", f"Nobody is assigned to an attack on {name}.", "9.1")
    if not is_defended(w, index, side):
        return Refusal("nothing-there", f"Nobody at {name} has to be overrun: it is simply entered.", "9.5")
    if any(index in declared.hexes_of(w, locked) for locked, _ in w.impulse.locked):
        return Refusal("locked", f"The battle at {name} rages on: it is fought, not overrun.", "10.6")
    units = victors(w, index)
    return victory_refusal(site(w, (index,), side, units), team_of(w, units, (index,)))


def victory_commands(w: World) -> list[Command]:
    """The automatic victories that can be won now."""
    return [Overwhelm(label(w, i)) for i in declared.assigned(w) if cannot_overwhelm(w, i) is None]


def judge_overwhelm(w: World, command: Overwhelm) -> Refusal | None:
    """Why there is no automatic victory to be won."""
    index = w.board.by_label.get(command.hex)
    if index is None:
        return Refusal("no-such-hex", f"There is no hex {command.hex} on this map.", "2.1")
    return cannot_overwhelm(w, index)


def overwhelm(w: World, command: Overwhelm) -> None:
    """Remove the defenders, and partisans with them; those who did it have done their work for this impulse (9.2,
    9.4)."""
    index, side = w.board.by_label[command.hex], turn_side(w)
    units, foes, found = victors(w, index), foes_at(w, index, side), odds(w, index)
    text = f"Automatic victory at {named(w, index)}: {found.attack.total} to {found.defence.total}."
    w.emit(
        BattleBegan(
            text=text,
            where=(command.hex,),
            rule="9.2",
            hex=command.hex,
            attackers=tuple(u.id for u in units),
            defenders=tuple(u.id for u in foes),
        )
    )
    for unit in declared.support(w, index):
        if is_gun(unit):
            declared.release(w, unit)
    for unit in units:
        if fights(unit):
            declared.release(w, unit)
        else:
            w.mark(unit.duty, done=True)
    w.mark(w.impulse, av=tuple(sorted({*w.impulse.av, *(u.entity for u in units if fights(u))})))
    captives = [u for u in foes if is_surrounded(w, u)]
    rings.note(w, (index,), side.other)
    for unit in foes:
        if unit in captives:
            surrender(w, unit, "automatic victory", "9.2")
        else:
            eliminate(w, unit, "automatic victory", "9.2")
    left_alone(w, index, side.other, bool(captives))
    for unit in units_at(w, index):
        if unit.type.side is not side and (is_gun(unit) or is_second_stage(unit)):
            drive_out(w, unit)
