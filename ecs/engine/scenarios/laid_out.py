"""A scenario on the table before its first phase: to be looked at from both sides, not to be played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ecs.board.board import Board
from ecs.core.components import Side
from ecs.core.files.faults import Fault
from ecs.core.files.scenario_source import SIDES
from ecs.core.files.toml_places import Path as Place
from ecs.core.ruleset import Ruleset, Scenario
from ecs.core.view import View
from ecs.engine.queries import GameQueries
from ecs.engine.scenarios.drafts import DraftCounter, counter_of
from ecs.engine.scenarios.scenario_export import made
from ecs.systems.ground.stacking import stacks


class LaidOut(GameQueries):
    """All that can be asked of a scenario as its set-up leaves it.

    :raises SetupError: for an unknown option, class, hex or region, or a counter named twice.
    """

    def __init__(self, ruleset: Ruleset, scenario: Scenario, board: Board) -> None:
        self.seed = 0
        self._set_out(ruleset, scenario, board, {}, {})
        self.log, self.marks = [], []

    def close(self) -> None:
        """Release the world."""
        self._world.close()

    def seen_whole(self) -> View:
        """The position with every counter as its own side sees it: for whoever designs it."""
        units = tuple(unit for side in Side for unit in self.look(side).units if unit.side is side)
        return replace(self.look(Side.AXIS), units=units)

    def turn_names(self) -> tuple[str, ...]:
        """What the turns of the calendar are called, from the first."""
        return tuple(
            self.ruleset.display.turn_name(self._w, turn) for turn in range(1, self.ruleset.terms.calendar + 1)
        )

    def counters(self) -> dict[str, DraftCounter]:
        """All counters there are, those too that the scenario does not name and the rules bring in."""
        found = made(self._w, self.ruleset, zones=True).items()
        return {name: counter_of(Side(side), entry, entry.units[0]) for name, (side, entry) in found}

    def untenable(self) -> Iterator[tuple[int, str]]:
        """Hexes in which the counters may not stand together: board index, and why in a sentence."""
        for index, units in sorted(stacks(self._w).items()):
            if len({unit.type.side for unit in units}) > 1:
                yield index, "counters of both sides stand there"
            elif why := self.ruleset.battlefield.excess(self._w, units, index):
                yield index, why

    def astray(self) -> Iterator[tuple[str, int, str]]:
        """Counters that take the hex they stand in and stand on ground of the enemy's: id, board index, and why not in
        a sentence."""
        for index, units in sorted(stacks(self._w).items()):
            held = self._w.ground[index].control
            if held is None or len({unit.type.side for unit in units}) > 1:
                continue
            for unit in units:
                if unit.type.side is not held and self.ruleset.battlefield.holds(self._w, unit):
                    yield unit.id, index, f"{unit.id} would stand on ground of the {held} side"

    def position_faults(self, changed: Collection[Place] = ()) -> Iterator[Fault]:
        """What is wrong with who stands where, told of the entry of the scenario that puts a counter there.

        :param changed: entries that a scenario has made of those of another; of several one of these is blamed.
        """
        entries: dict[str, Place] = {
            text.partition(":")[0]: (side, number, "hex")
            for side in SIDES
            for number, entry in enumerate(entry for whose, entry in self.scenario.units if whose == side)
            for text in entry.units
        }
        for index, why in self.untenable():
            places = [entries[unit.id] for unit in stacks(self._w)[index] if unit.id in entries]
            blamed = max(places, key=lambda place: (place[:2] in changed, place), default=())
            yield Fault(blamed, f"{self._named(index)}: {why}")
        for unit_id, index, why in self.astray():
            yield Fault(
                entries.get(unit_id, ()), f"{self._named(index)}: {why}; move it, or let 'ground' say otherwise"
            )

    def _named(self, index: int) -> str:
        spot = self.board.hexes[index]
        return f"{spot.label} ({spot.name})" if spot.name else spot.label
