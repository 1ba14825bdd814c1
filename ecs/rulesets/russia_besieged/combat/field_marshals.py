"""Chapter 14.2: the battle in which the defenders spend a Field Marshal.

While the question stands, the battle is neither begun nor over: ``Battle.hex`` names it, ``CombatRoll.code`` its table.
"""

from __future__ import annotations

from ecs.core.commands import Command, Done, Spend
from ecs.core.components import Battle, CombatRoll, Readiness
from ecs.core.events import Changed
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat.battlefield import defending_marshals, foes_at, odds_of
from ecs.rulesets.russia_besieged.combat.declared_attacks import assigned, battle_hexes, party
from ecs.rulesets.russia_besieged.combat.odds import AttackOdds, ratio_name
from ecs.rulesets.russia_besieged.data.calendar import impulse, turn_side
from ecs.rulesets.russia_besieged.data.units import is_combat_unit
from ecs.systems.combat.losses import bases_of, defending_side, write_down
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.combat.rules import question
from ecs.systems.sentences import label, named

QUESTION = "marshal"


def candidates(w: World, index: int) -> list[Unit]:
    """The Field Marshals who could help the defenders of a declared battle, by entity."""
    return defending_marshals(w, battle_hexes(w, index), turn_side(w).other)


def _odds(w: World, index: int, table: str, helped: bool) -> AttackOdds:
    return odds_of(w, battle_hexes(w, index), turn_side(w), party(w, index), table, helped=helped)


def matters(w: World, index: int, table: str) -> bool:
    """Would a Field Marshal change the result of any face of the die?"""
    helped, alone = (_odds(w, index, table, there) for there in (True, False))
    return alone.column != NO_COLUMN and any(
        a.result != b.result for a, b in zip(helped.faces(), alone.faces(), strict=True)
    )


def elsewhere(w: World, unit: Unit, index: int) -> list[int]:
    """Other battles left in this segment in which a Field Marshal could help."""
    return [i for i in assigned(w) if i != index and unit in candidates(w, i)]


def is_idle(w: World, unit: Unit, index: int) -> bool:
    """Is the battle the last in this player turn in which he could help, as far as can be seen?"""
    return impulse(w) == 2 and not elsewhere(w, unit, index)


def chosen(w: World, index: int, table: str) -> tuple[bool, Unit | None]:
    """Whether the defenders must choose, and if not, whom they send into the battle.

    No one where he changes nothing.  One who has nothing else to do this player turn goes by himself.
    """
    found = candidates(w, index)
    if not found or not matters(w, index, table):
        return False, None
    idle = next((unit for unit in found if is_idle(w, unit, index)), None)
    return idle is None, idle


def ask(w: World, index: int, table: str) -> None:
    """Ask the defenders before the battle begins."""
    team = [u for u in party(w, index) if is_combat_unit(u)]
    foes = [u for i in battle_hexes(w, index) for u in foes_at(w, i, turn_side(w))]
    write_down(w, index, team, foes, bases_of(team))
    w.mark(CombatRoll, w.table, code=table)
    w.ask(QUESTION)


def send(w: World, unit: Unit, index: int) -> None:
    """Spend a Field Marshal on the defence of a battle."""
    w.mark(Readiness, unit, spent=True)
    spot = label(w, index)
    w.emit(Changed(where=(label(w, unit.hex), spot), rule="14.2", unit=unit.id, state="helping", hex=spot))


# -- the question -------------------------------------------------------------------------------------------


def spend_commands(w: World) -> list[Command]:
    """The choices: to send one of them in, or none."""
    return [*(Spend(u.id) for u in candidates(w, w[Battle].hex)), Done()]


def _asked(w: World) -> str:
    """The question: the attack, and where else he could help."""
    index = w[Battle].hex
    found = candidates(w, index)
    names = " or ".join(u.type.long_name for u in found)
    text = f"send {names} into the battle of {named(w, index)}, {_figures(w, index)}? Die −1."
    return text + "".join(_choices(w, unit, index) for unit in found)


def _figures(w: World, index: int) -> str:
    odds = _odds(w, index, w[CombatRoll].code, False)
    return f"{odds.attack.total} to {odds.defence.total}, {ratio_name(odds.ratio)}"


def _choices(w: World, unit: Unit, index: int) -> str:
    places = [f"{named(w, i)} ({_figures(w, i)})" for i in elsewhere(w, unit, index)]
    if places:
        return f" {unit.type.long_name} could also help at {', '.join(places)}."
    return f" {unit.type.long_name} could also wait for the Second Impulse." if impulse(w) == 1 else ""


DECISION = question(QUESTION, defending_side, spend_commands, _asked, "14.2")


def judge_spend(w: World, command: Spend) -> Refusal | None:
    """Why a Field Marshal may not be sent in."""
    unit = w.unit(command.unit)
    if w.decisions.stack[-1:] != (QUESTION,) or unit is None:
        words = "Defenders send in a Field Marshal only before the battle die."
        return Refusal("no-question", words, "14.2")
    if unit in candidates(w, w[Battle].hex):
        return None
    return Refusal("no-help", f"{unit.type.long_name} is not a Field Marshal who can help there.", "14.2")
