"""How many inputs an evening costs: the orders of an officer, given in the real window by clicks and keys.

Run: python -m tests.programs.inputs_of_an_evening [scenario ...] [--turns N] [--old]

The orders of a computer officer are written down first.  Then they are given again through the window, in their order,
each press of a button of the mouse or of a key counted as one: marches and declarations by posted events, questions and
battles by what they would take, so that the dice stay those of the record.  The map is brought to where the next click
is for nothing.  ``--old`` gives them as they had to
be given before: every unit picked by hand, each attack declared by the button, each battle fought and each advance
made one by one.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, field

from ecs import Command, Side, find_scenario, parse, start
from ecs.core.commands import Advance, Assign, Done, EndPhase, Fire, Move, Resolve, TakeHit
from ecs.core.view import UnitView
from game.play.autoplay import make_players, play_on
from game.ui.interaction.click_commands import hex_of, unit_of
from game.ui.interaction.controller import TableController
from tests.kits.window import Seat, sit_down

GAMES = ("barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941")
OFFICERS = dict.fromkeys(Side, "officer")
SEED = 1


@dataclass
class Tally:
    """Inputs by what they were for, and how many of each thing were done."""

    inputs: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        """A line of the table."""
        moved, fought = max(1, self.done["moved"]), max(1, self.done["attacks"])
        attack = self.inputs["attack"] / fought
        fight = (self.inputs["fight"] + self.inputs["advance"] + self.inputs["answer"]) / fought
        return (
            f"| {name} | {self.done['moved']} | {self.inputs['move'] / moved:.2f} | {self.done['attacks']} "
            f"| {attack:.2f} | {fight:.2f} | {self.inputs.total()} |"
        )


def orders_of(scenario: str, turns: int) -> list[tuple[Side | None, str]]:
    """What two officers order in the first turns."""
    game = start(find_scenario(scenario), {}, SEED)
    players = make_players(OFFICERS, SEED)
    while not game.over and game.turn < game.scenario.start_turn + turns:
        play_on(game, players, 1)
    found = [(record.side, record.command) for record in game.log[1:]]
    game.close()
    return found


class Clerk:
    """Gives the orders of one side through the window, and counts."""

    def __init__(self, seat: Seat, old: bool) -> None:
        self.seat, self.old, self.tally = seat, old, Tally()
        self.desk, self.game = seat.scene.desk, seat.scene.session.game
        self._sent = ""  # the hex of the attack that was ordered and fought by one key

    def press(self, kind: str, times: int = 1) -> None:
        """So many inputs were made for this."""
        self.tally.inputs[kind] += times

    def run(self, orders: list[tuple[Side | None, str]]) -> Tally:
        """All orders; those of the other side are laid on the table for nothing."""
        left = [(side, parse(text)) for side, text in orders]
        while left:
            side, command = left[0]
            if side is not self.desk.view.side:
                self._given(command)
                del left[0]
                continue
            if isinstance(command, Move):
                self._bring_forward(left)
            group = self._group(left)
            self._give(group[0], group)
            del left[: len(group)]
        return self.tally

    def _bring_forward(self, left: list[tuple[Side | None, Command]]) -> None:
        """Of the marches that come now the one of the unit that is picked, if it can go already."""
        picked = self.desk.selection.first
        for at, (side, command) in enumerate(left):
            if side is not left[0][0] or not isinstance(command, Move):
                return
            index = self.desk.view.board.by_label[command.hex]
            if command.unit == picked and command in self.desk.orders.hexes(picked).get(index, ()):
                left.insert(0, left.pop(at))
                return

    def _group(self, left: list[tuple[Side | None, Command]]) -> list[Command]:
        """The first orders that one stands for: a stack that goes together, an attack, an advance."""
        mine, first = left[0]
        group: list[Command] = [first]
        for side, command in left[1:]:
            same = side is mine and type(command) is type(first) and hex_of(command) == hex_of(first)
            together = isinstance(first, Assign | Advance) or (
                isinstance(first, Move) and not self.old and self._place(command) == self._place(first)
            )
            if not (same and together):
                break
            group.append(command)
        return group

    def _place(self, command: Command) -> int:
        unit = self.desk.view.unit(unit_of(command))
        return unit.hex if unit is not None else -1

    def _given(self, command: Command) -> None:
        """Carry an order out, as the window would."""
        self.desk.take_in(self.seat.scene.session.do(command))
        self.desk.out.events, self.desk.out.sounds, self.desk.out.messages = [], [], []

    def _give(self, command: Command, group: list[Command]) -> None:
        if isinstance(command, Assign):
            self._attack(command, [c for c in group if isinstance(c, Assign)])
        elif isinstance(command, Move):
            self._march(group)
        elif isinstance(command, Advance):
            self._advance(group)
        else:
            self._other(command)

    def _march(self, group: list[Command]) -> None:
        """Pick, unless the unit is picked already; click the hex; choose where the click has several meanings.

        A counter that lies uppermost, and goes alone, is dragged there instead: one press of the button.
        """
        first, before = group[0], len(self.game.log)
        if not self.old and len(group) == 1 and (self._drag(first, before) or self._from_fan(first, before)):
            return
        if self.desk.selection.first != unit_of(first) or len(group) > 1:
            self._pick([unit_of(order) for order in group])
        self.seat.click(hex_of(first))
        self.press("move")
        for number, choice in enumerate(self.desk.menu, 1):
            if choice.order == first.text():
                self.seat.pilot.key(str(number))
                self.press("move")
                break
        self._finish(group, before)
        self.tally.done["moved"] += len(group)

    def _drag(self, order: Command, before: int) -> bool:
        """Drag a counter to the hex, if it can be taken hold of and both are in sight; was that the order?"""
        table, unit = self.seat.scene.table, desk_unit(self.desk, unit_of(order))
        index = self.desk.view.board.by_label[hex_of(order)]
        lit = self.desk.orders.hexes(unit.id).get(index, [])
        if self.desk.selection.first == unit.id or [c.text() for c in lit] != [order.text()]:
            return False
        x, y = self.seat.at(self.desk.view.board.hexes[unit.hex].label)
        start, end = (x, y - 4), table.to_screen(index)
        inside = table.camera.clear.inflate(-40, -40)
        if table.unit_at(*start, self.desk.state) != unit.id or not inside.collidepoint(end):
            return False
        if self.seat.app.ui.over(start) or self.seat.app.ui.over(end):
            return False
        self.seat.pilot.drag(start, end)
        self.press("move")
        self._finish([order], before)
        self.tally.done["moved"] += 1
        return True

    def _from_fan(self, order: Command, before: int) -> bool:
        """Drag a counter that lies deeper out of the fan of its stack, which a click on the stack opens; was that
        the order?"""
        unit, board = desk_unit(self.desk, unit_of(order)), self.desk.view.board
        index = board.by_label[hex_of(order)]
        lit = self.desk.orders.hexes(unit.id).get(index, [])
        if self.desk.selection.first == unit.id or unit.hex < 0 or [c.text() for c in lit] != [order.text()]:
            return False
        picked, inputs = self.desk.picked, 1
        if picked is None or picked.hex != unit.hex:
            self.seat.click_counter(board.hexes[unit.hex].label)
            inputs = 2
        else:
            self.seat.at(board.hexes[unit.hex].label)
        self.seat.settle()
        face = self.seat.app.ui.find(f"TableScene/stackfan/fan:{unit.id}")
        table = self.seat.scene.table
        end = table.to_screen(index)
        inside = table.camera.clear.inflate(-40, -40).collidepoint(end)
        if face is None or not inside or self.seat.app.ui.over(end) or len(self.desk.state.selection) != 1:
            self.press("move", inputs - 1)
            return False
        self.seat.pilot.drag(face.rect.center, end)
        self.press("move", inputs)
        self._finish([order], before)
        self.tally.done["moved"] += 1
        return True

    def _pick(self, units: list[str]) -> None:
        """A whole stack is picked by one click; a unit in it by as many as it lies deep; others are added."""
        desk, first = self.desk, desk_unit(self.desk, units[0])
        label = desk.view.board.hexes[first.hex].label
        able = [u.id for u in desk.view.at(first.hex) if desk.orders.hexes(u.id)]
        if len(units) > 1 and set(able) == set(units):
            x, y = self.seat.at(label)
            self.seat.pilot.click(x, y - 4, mods="Ctrl")
            self.press("move")
            return
        self.seat.click_counter(label)
        self.press("move")
        pick = next((n for n, choice in enumerate(desk.menu, 1) if choice.text == f"Pick {first.name}"), 0)
        if pick:
            self.seat.pilot.key(str(pick))
            self.press("move")
        elif desk.menu:
            self.seat.pilot.key("Esc")
            self.press("move")
        if desk.selection.first != units[0]:  # two clicks spread the stack out, one picks
            self.press("move", 3)
        self.press("move", len(units) - 1)
        desk.select(tuple(units))

    def _finish(self, group: list[Command], before: int) -> None:
        """If the clicks have done something else it is taken back, and each order counts as an input more."""
        done = sorted(record.command for record in self.game.log[before:])
        if done == sorted(order.text() for order in group):
            return
        while len(self.game.log) > before and self.seat.scene.session.undo() is not None:
            self.press("missed")
        self.desk.refresh()
        for order in group:
            self.press("missed")
            self._given(order)

    def _attack(self, first: Assign, group: list[Assign]) -> None:
        """Click the enemy, tick those who are wanted and are not proposed, declare; or pick a stack and click with the
        right button, where that is less.  Where battles are fought one at a time a key declares and fights."""
        before = len(self.game.log)
        self.desk.quick.stop()
        self.desk.select(())
        self.desk.plans.close()
        self.seat.settle()
        if self.desk.plans.gathering and not self.old:
            self._attack_once_more(first, group)
            return
        self.seat.click(first.hex)
        self.press("attack")
        wanted, proposed = {order.unit for order in group}, set(self.desk.plans.ticked)
        self.press("attack", min(len(wanted ^ proposed), self._whole_stack(wanted)))
        for unit in sorted(wanted ^ proposed):
            self.desk.plans.tick(unit, unit in wanted)
        self._sent = first.hex if self.desk.plans.may_fight and not self.old else ""
        if self.old and any("Declare attack" in text for text in self.seat.pilot.texts()):
            self.seat.pilot.press("Declare attack")
        else:
            self.seat.click(first.hex)
        self.press("attack")
        self._finish(list(group), before)
        self.tally.done["attacks"] += 1

    def _attack_once_more(self, first: Assign, group: list[Assign]) -> None:
        """Where a question asks for an attack the first click sends those who are proposed; the others are ticked."""
        before = len(self.game.log)
        self.seat.click(first.hex)
        sent = {order.unit for r in self.game.log[before:] if isinstance(order := parse(r.command), Assign)}
        self.press("attack", 1 + len({order.unit for order in group} ^ sent))
        while len(self.game.log) > before and self.seat.scene.session.undo() is not None:
            pass
        self.desk.refresh()
        for order in group:
            self._given(order)
        self.tally.done["attacks"] += 1

    def _whole_stack(self, wanted: set[str]) -> int:
        """One input more if they are all that can join of one hex: Ctrl+click, then the right button; else many."""
        hexes = {desk_unit(self.desk, name).hex for name in wanted}
        able = {unit.id for unit, reason in self.desk.plans.candidates() if not reason and unit.hex in hexes}
        return 1 if not self.old and len(hexes) == 1 and able == wanted else 100

    def _advance(self, group: list[Command]) -> None:
        """Everybody at once where all go; else one after the other."""
        everybody = {unit_of(c) for c in self.desk.quick.advances()} == {unit_of(c) for c in group}
        self.press("advance", 1 if everybody and not self.old else len(group))
        for order in group:
            self._given(order)

    def _other(self, command: Command) -> None:
        """A question, a battle, the end of the phase, anything else."""
        if isinstance(command, Resolve | Fire):
            by_key, self._sent = self._sent == hex_of(command) != "", ""
            if self.old or not (self.desk.quick.going or by_key):
                self.press("fight")
            if not self.old and not self.desk.plans.may_fight:
                self.desk.quick.fight_all()
        elif isinstance(command, EndPhase):
            self.press("end")
            self.desk.quick.stop()
        elif isinstance(command, TakeHit | Done):
            self.press("answer")
        else:
            unit = unit_of(command)
            self.press("else", 1 + bool(unit and self.desk.selection.first != unit))
        self._given(command)


def desk_unit(desk: TableController, name: str) -> UnitView:
    """A unit that is there."""
    unit = desk.view.unit(name)
    assert unit is not None, name
    return unit


def count(scenario: str, turns: int, old: bool) -> Tally:
    """The inputs of the Axis player over the first turns of a game."""
    players = {Side.AXIS: "human", Side.SOVIET: "random"}
    seat = sit_down(players, scenario=scenario, seed=SEED, next_after_march=not old)
    seat.scene.playback.paused = True
    return Clerk(seat, old).run(orders_of(scenario, turns))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=GAMES)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--old", action="store_true")
    args = parser.parse_args()
    print("| game | units moved | inputs a unit | attacks | to declare one | to fight one | whole turns |")
    print("|---|---|---|---|---|---|---|")
    for scenario in args.scenarios or GAMES:
        tally = count(scenario, args.turns, args.old)
        print(tally.row(scenario), dict(tally.inputs), flush=True)


if __name__ == "__main__":
    main()
