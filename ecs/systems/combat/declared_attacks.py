"""Attacks of which a hex suffers one in a phase: the units assigned to it have it written in their duty."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Assign, Command, Unassign
from ecs.core.components import Assignment, Place, Side, Steps
from ecs.core.entities import is_hidden
from ecs.core.events import Declared
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.table.names import label

WAVE = 1
"""The number such an attack has among those on its hex."""


def assigned(w: World, fights: Callable[[Unit], bool]) -> dict[int, list[Unit]]:
    """Target -> the combat units assigned to the attack on it, by entity.

    :param fights: is it a combat unit?  By its marks of place, duty and steps alone.
    """

    def make() -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in w.units:
            if unit[Assignment].target >= 0 and unit.hex >= 0 and fights(unit):
                found.setdefault(unit[Assignment].target, []).append(unit)
        return dict(sorted(found.items()))

    return w.lasting("assigned", (Place, Assignment, Steps), make)


def tell(w: World, unit: Unit, rule: str, wave: int = WAVE, back: bool = False, owner: Side | None = None) -> None:
    """Tell of the attack a unit is assigned to that it has declared it, or taken it back.

    :param owner: who reads more than the enemy, if the unit may be hidden.
    """
    spot, veil = label(w, unit[Assignment].target), "-" if is_hidden(unit) else ""
    where = (label(w, unit.hex), spot)
    w.emit(Declared(where=where, rule=rule, unit=unit.id, hex=spot, wave=wave, back=back, veil=veil, owner=owner))


@dataclass(frozen=True, slots=True)
class SingleAttacks:
    """What a game decides of attacks of which a hex suffers one in a phase.

    ``strange``: why an order names what is not in the game.  ``cannot_join``: why a unit may not take part in the
    attack on a hex.  ``targets``: the hexes in whose attacks it may, and ``depends``: on what of it and of the moment
    they depend, besides the marks that age answers.  ``one_wave``: a sentence for who counts waves.
    """

    rule: str
    strange: Callable[[World, str, str], Refusal | None]
    cannot_join: Callable[[World, Unit, int], Refusal | None]
    targets: Callable[[World, Unit], Sequence[int]]
    depends: Callable[[World, Unit], Hashable]
    one_wave: str

    def orders(self, w: World, unit: Unit) -> list[Command]:
        """The attacks a unit that is in none may be assigned to."""
        return w.latest(
            ("attack-orders", unit.entity),
            self.depends(w, unit),
            lambda: [Assign(unit.id, label(w, i), WAVE) for i in self.targets(w, unit)],
        )

    def judge(self, w: World, command: Assign) -> Refusal | None:
        """Why a unit may not be assigned to an attack."""
        refusal = self.strange(w, command.unit, command.hex)
        if refusal is not None:
            return refusal
        unit = w.by_id[command.unit]
        refusal = self.cannot_join(w, unit, w.board.by_label[command.hex])
        if refusal is not None:
            return refusal
        if unit[Assignment].target >= 0:
            words = f"{unit.type.name} is assigned to an attack already; take it out first."
            return Refusal("assigned", words, self.rule)
        return Refusal("no-such-wave", self.one_wave, self.rule) if command.wave != WAVE else None

    def assign(self, w: World, command: Assign) -> None:
        """Assign the unit."""
        unit = w.by_id[command.unit]
        w.mark(Assignment, unit, target=w.board.by_label[command.hex])
        tell(w, unit, self.rule)

    def take_out(self, w: World, command: Unassign) -> int:
        """Take the unit out of its attack; the hex that was to be attacked."""
        unit = w.by_id[command.unit]
        index = unit[Assignment].target
        tell(w, unit, self.rule, back=True)
        release(w, unit)
        return index


def release(w: World, unit: Unit) -> None:
    """End a unit's assignment."""
    w.mark(Assignment, unit, target=-1, allotted=False)
