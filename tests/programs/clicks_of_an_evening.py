"""What every click of a recorded evening means: a line a click, to be compared before and after a change.

Run: python -m tests.programs.clicks_of_an_evening [scenario ...] [--turns N] [--positions N]
     python -m tests.programs.clicks_of_an_evening --golden > tests/golden/clicks.txt

Two officers play.  Before each of their orders the desk of the side that acts is clicked at the counter that is to act,
at the hex its order names, at what lies beside both and at some hexes anywhere, with nobody and with somebody picked.
Nothing is done: what the click would give, pick, plan, ask or explain is written down instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import copy
from random import Random

from ecs import Command, Side, find_scenario, parse, start
from ecs.core.view import Refusal
from game.play.session import HUMAN, Session
from game.ui.interaction.click_commands import hex_of, unit_of
from game.ui.interaction.controller import TableController
from tests.kits.recruits_games import played
from tests.programs.inputs_of_an_evening import GAMES, SEED, orders_of

EVERY = 7
"""One order in so many is clicked at; all would take an hour."""
ANYWHERE = 4
"""Hexes anywhere on the map that are clicked besides."""

GOLDEN = (("crusade-1", 60), ("valley-3", 60), ("besieged-3", 60), ("war-3", 60))
"""Games of recruits, and after how many commands they are clicked at."""
MOST_GOLDEN = 2


class Listener:
    """Clicks at a desk, and hears what would come of it."""

    def __init__(self, desk: TableController) -> None:
        self.desk = desk
        self.heard: list[str] = []
        desk.give = self._give  # type: ignore[method-assign]
        desk.refuse = self._refuse  # type: ignore[method-assign]

    def _give(self, command: Command, follows: bool = False) -> bool:
        self.heard.append(f"{'+' if follows else ''}{command.text()}")
        return True

    def _refuse(self, why: str | Refusal) -> None:
        self.heard.append(f"no: {why}")

    def click(self, picked: tuple[str, ...], index: int, unit: str) -> str:
        """What a click comes to, with these picked and nothing planned."""
        desk, self.heard = self.desk, []
        desk.plans.close()
        desk.select(picked)
        desk.selection.tops.clear()
        before = copy(desk.out)
        desk.click(index, unit)
        told = list(self.heard)
        if desk.state.selection != picked:
            told.append(f"pick {' '.join(desk.state.selection)}")
        if desk.plans.target >= 0 and not desk.plans.fighting:
            told.append(f"plan {desk.view.board.hexes[desk.plans.target].label} {' '.join(desk.plans.ticked)}")
        told += [f"ask {choice.text}" for choice in desk.menu]
        desk.menu, desk.out = (), before
        return "; ".join(told) or "nothing"


def clicks(scenario: str, turns: int, most: int) -> Iterator[str]:
    """The lines of one game."""
    orders, chance = orders_of(scenario, turns), Random(SEED)
    session = Session(start(find_scenario(scenario), {}, SEED), dict.fromkeys(Side, HUMAN))
    taken = 0
    for number, (side, text) in enumerate(orders):
        command = parse(text)
        asked = session.game.look(side or Side.AXIS).decision is not None
        if side is not None and unit_of(command) and (number % EVERY == 0 or asked) and taken < most:
            taken += 1
            yield from _at(session, side, command, number, chance)
        session.do(command)


def _at(session: Session, side: Side, command: Command, number: int, chance: Random) -> Iterator[str]:
    session.take_seat(side)
    desk = TableController(session)
    desk.orders.go_on()
    listener, view = Listener(desk), desk.view
    unit, there = view.unit(unit_of(command)), view.board.by_label.get(hex_of(command), -1)
    here = unit.hex if unit is not None else -1
    near = [j for i in (here, there) if i >= 0 for j in view.board.neighbours[i]]
    spots = dict.fromkeys(i for i in (here, there, *near) if i >= 0)
    spots |= dict.fromkeys(chance.sample(range(len(view.board.hexes)), ANYWHERE))
    for index in spots:
        top = next((u.id for u in view.at(index)), "")
        for picked in ((), (unit_of(command),) if unit is not None else ()):
            for name in dict.fromkeys((top, "")):
                told = listener.click(picked, index, name)
                where = f"{view.phase.id} {view.board.hexes[index].label} {name or '-'}"
                yield f"{number} {where} with {' '.join(picked) or '-'}: {told}"


def golden() -> Iterator[str]:
    """Clicks in games that recruits have played, the same on every machine."""
    for record, commands in GOLDEN:
        game = played(record, commands)
        session = Session(game, dict.fromkeys(Side, HUMAN))
        side = game.to_act
        assert side is not None
        for command in [c for c in game.legal() if unit_of(c)][::97][:MOST_GOLDEN]:
            for line in _at(session, side, command, len(game.log), Random(SEED)):
                yield f"{record} {line}"
        game.close()


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", default=GAMES)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--golden", action="store_true")
    args = parser.parse_args()
    if args.golden:
        print("\n".join(golden()))
        return
    for scenario in args.scenarios or GAMES:
        for line in clicks(scenario, args.turns, args.positions):
            print(scenario, line, flush=True)


if __name__ == "__main__":
    main()
