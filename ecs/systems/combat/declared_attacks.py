"""Declared attacks: the units assigned to one carry its hex, and where there are several waves its wave,
written in their duty."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from ecs.core.commands import Assign, Command, Unassign
from ecs.core.components import Assignment, CombatPhase, Engagement, Place, Side, Steps
from ecs.core.entities import is_hidden
from ecs.core.events import Declared
from ecs.core.remembered_answers import MANY, remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.systems.sentences import label

WAVE = 1
"""The number such an attack has among those on its hex."""


@remembered(Place, Assignment, Steps)
def assigned(w: World, fights: Callable[[Unit], bool]) -> dict[int, list[Unit]]:
    """Target -> the combat units assigned to the attack on it, by entity.

    :param fights: is it a combat unit?  By its marks of place, duty and steps alone.
    """
    found: dict[int, list[Unit]] = {}
    for unit in w.units:
        if unit[Assignment].target >= 0 and unit.hex >= 0 and fights(unit):
            found.setdefault(unit[Assignment].target, []).append(unit)
    return dict(sorted(found.items()))


def tell(w: World, unit: Unit, rule: str, wave: int = WAVE, back: bool = False, owner: Side | None = None) -> None:
    """Tell that a unit's assigned attack has been declared, or taken back.

    :param owner: who reads more than the enemy, if the unit may be hidden.
    """
    spot, veil = label(w, unit[Assignment].target), "-" if is_hidden(unit) else ""
    where = (label(w, unit.hex), spot)
    w.emit(Declared(where=where, rule=rule, unit=unit.id, hex=spot, wave=wave, back=back, veil=veil, owner=owner))


def release(w: World, unit: Unit) -> None:
    """End a unit's assignment."""
    w.mark(Assignment, unit, target=-1, wave=0, allotted=False)


def stand_down(w: World, units: Iterable[Unit]) -> None:
    """These units attack nothing after all."""
    for unit in list(units):
        release(w, unit)


def engage(w: World, units: Iterable[Unit]) -> None:
    """The attack of these units is being fought, and they attack no more in this phase."""
    for unit in units:
        release(w, unit)
        w.mark(Engagement, unit, fought=True)


# -- The segment of combat opens and closes. -------------------------------------------------------------------------


def open_segment(w: World) -> None:
    """No hex has been attacked and no unit has fought in this segment, or fallen back onto another."""
    w.mark(CombatPhase, w.table, struck=())
    for unit in w.units:
        if unit[Engagement].fought or unit[Engagement].routed:
            w.mark(Engagement, unit, fought=False, routed=False)


def lapse(w: World) -> None:
    """Attacks that have not been fought are off."""
    lapses: Callable[[World, Unit], bool] = w.rulebook.combat.lapses
    stand_down(w, [u for u in w.units if u[Assignment].target >= 0 and lapses(w, u)])


# -- Attacks declared in waves: a hex may be attacked again by other units in the same phase. ------------------------
# An attack is named by its hex and its wave; both are written on the units assigned to it.

Attack = tuple[int, int]


@remembered(Place, Assignment)
def assigned_by_wave(w: World) -> dict[Attack, list[Unit]]:
    """(target hex, wave) -> the units assigned to that attack, by entity."""
    found: dict[Attack, list[Unit]] = {}
    for unit in w.units:
        if unit[Assignment].target >= 0 and unit.hex >= 0:
            found.setdefault((unit[Assignment].target, unit[Assignment].wave), []).append(unit)
    return dict(sorted(found.items()))


def waves_on(w: World, index: int) -> list[int]:
    """The waves declared against a hex, in order."""
    return [wave for target, wave in assigned_by_wave(w) if target == index]


def close_ranks(w: World, index: int) -> None:
    """Number the waves against a hex 1, 2, 3 ... again, after units have left them."""
    for number, wave in enumerate(waves_on(w, index), 1):
        for unit in assigned_by_wave(w)[(index, wave)] if wave != number else []:
            w.mark(Assignment, unit, wave=number)


# -- Declaring them. -------------------------------------------------------------------------------------------------


def open_targets(
    w: World,
    unit: Unit,
    foes: bytes,
    cannot_attack: Callable[[World, Unit], Refusal | None],
    cannot_target: Callable[[World, Unit, int], Refusal | None],
) -> list[int]:
    """The hexes next to a unit that it may attack.

    :param foes: of every hex, 1 if its side finds a unit to attack there.
    """
    near = [j for j in w.board.neighbours[unit.hex] if foes[j]]
    if not near or cannot_attack(w, unit) is not None:
        return []
    return [j for j in near if cannot_target(w, unit, j) is None]


@dataclass(frozen=True, slots=True, eq=False)
class AttackRules:
    """A game's rules on declaring attacks.

    ``rule``: of declaring; ``wave_rule``: of who is assigned already, and of waves.  ``strange``: why an order names
    what is not in the game.  ``cannot_join``: why a unit may not take part in the attack on a hex; ``targets``: the
    hexes in whose attacks it may.  ``no_wave``: a sentence for who counts waves otherwise.  ``most``: waves against a
    hex; None: a hex suffers one attack in a phase, and no wave is written on its attackers.  ``overfull``: why a group
    may not attack together out of one hex (a base) into another.  ``depends``: on what of a unit and of the moment its
    targets depend, besides the marks that age answers; None: found again each time.  ``left``: what comes of
    the attack on a hex that a unit has left.  ``secret``: units may be hidden, so only the owner reads of a
    declaration.
    """

    rule: str
    wave_rule: str
    strange: Callable[[World, str, str], Refusal | None]
    cannot_join: Callable[[World, Unit, int], Refusal | None]
    targets: Callable[[World, Unit], Sequence[int]]
    no_wave: Callable[[World], str]
    most: Callable[[World], int] | None = None
    overfull: Callable[[World, Sequence[Unit], int, int], Refusal | None] | None = None
    depends: Callable[[World, Unit], Hashable] | None = None
    left: Callable[[World, int], None] = lambda w, index: None
    secret: bool = False

    def last_wave(self, w: World, index: int) -> int:
        """The highest wave a unit can be assigned to: one more than there are, up to the limit."""
        return WAVE if self.most is None else min(self.most(w), len(waves_on(w, index)) + 1)

    def will_fit(self, w: World, unit: Unit, index: int, wave: int) -> Refusal | None:
        """Why the unit cannot join the attack of this wave."""
        if self.overfull is None:
            return None
        mates = [u for u in assigned_by_wave(w).get((index, wave), []) if u.hex == unit.hex and u is not unit]
        return self.overfull(w, [*mates, unit], unit.hex, index)

    def orders(self, w: World, unit: Unit) -> list[Command]:
        """The orders open to a unit of the declaring side: an attack in a wave, or out of its attack."""
        if unit[Assignment].target >= 0:
            return [Unassign(unit.id)]
        if self.depends is None:
            return self._attacks(w, unit)
        return self._known_attacks(w, unit, self.depends(w, unit))

    @remembered(most=MANY)
    def _known_attacks(self, w: World, unit: Unit, depends: Hashable) -> list[Command]:
        return self._attacks(w, unit)

    def _attacks(self, w: World, unit: Unit) -> list[Command]:
        return [
            Assign(unit.id, label(w, index), wave)
            for index in self.targets(w, unit)
            for wave in range(1, self.last_wave(w, index) + 1)
            if self.will_fit(w, unit, index, wave) is None
        ]

    def judge(self, w: World, command: Assign) -> Refusal | None:
        """Why a unit may not be assigned to an attack."""
        refusal = self.strange(w, command.unit, command.hex)
        if refusal is not None:
            return refusal
        unit, index = w.by_id[command.unit], w.board.by_label[command.hex]
        refusal = self.cannot_join(w, unit, index)
        if refusal is not None:
            return refusal
        if unit[Assignment].target >= 0:
            words = f"{unit.type.long_name} is already in an attack. Take it out of that one first."
            return Refusal("assigned", words, self.wave_rule)
        if not 1 <= command.wave <= self.last_wave(w, index):
            return Refusal("no-such-wave", self.no_wave(w), self.wave_rule)
        return self.will_fit(w, unit, index, command.wave)

    def assign(self, w: World, command: Assign) -> None:
        """Assign the unit."""
        unit, wave = w.by_id[command.unit], 0 if self.most is None else command.wave
        w.mark(Assignment, unit, target=w.board.by_label[command.hex], wave=wave)
        self._tell(w, unit)

    def unassign(self, w: World, command: Unassign) -> None:
        """Take the unit out of its attack."""
        self.left(w, self.take_out(w, w.by_id[command.unit]))

    def take_out(self, w: World, unit: Unit) -> int:
        """Take the unit out of its attack; return the hex that was its target.  Waves keep their numbers."""
        index = unit[Assignment].target
        self._tell(w, unit, back=True)
        release(w, unit)
        return index

    def _tell(self, w: World, unit: Unit, back: bool = False) -> None:
        tell(w, unit, self.rule, unit[Assignment].wave or WAVE, back, unit.type.side if self.secret else None)
