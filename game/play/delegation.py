"""Units that the player leaves to the staff: an officer orders those and no others, phase by phase.

The officer plans for the whole side on a look-ahead, and of his plan the orders of these units are given: as they stand
in it, where they are legal once the rest of the side is led by the player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ecs import Command, Game, Side
from ecs.core.commands import Assign, Blitz, EndPhase, Resolve, Strike
from ecs.core.view import View
from game.opponents import Seat, Thought, adviser
from game.opponents.table_players import answer_safely, purpose_of
from game.play.autoplay import player_seed
from game.play.great_events import breaks_through, broken_through
from game.play.session import Session
from game.play.story import Happening, Kind, of, still_cut_off

MOST = 300
"""Orders of a plan that are looked through."""
PHASE, TURN, NEWS = "phase", "turn", "news"
UNTIL = {PHASE: "this phase", TURN: "this turn", NEWS: "until something happens"}
"""How long units are left to the staff, and how that is called."""
FIGHTS = (Resolve, Blitz, Strike)

Order = tuple[Command, str]
"""A command, and what it is for."""


class Delegation:
    """Which units are left to the staff, and for how long; kept in the particulars of the save."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def led(self) -> frozenset[str]:
        """Units of the viewing side that the staff leads now."""
        view = self.session.view
        mine = {u.id for u in view.units if u.side is view.side and u.hex >= 0}
        return frozenset(name for name in self.session.about.led if name in mine and self._holds(name))

    def _holds(self, name: str) -> bool:
        until, _, since = self.session.about.led[name].partition(" ")
        turn, phase, _ = self.session.game.moment
        return until == NEWS or since == (f"{turn} {phase}" if until == PHASE else f"{turn}")

    def entrust(self, names: Iterable[str], until: str) -> None:
        """Leave units to the staff: for the phase or the turn as it is now, or until something happens: one of them is
        lost, a unit of the side is cut off, a city that scores falls, or the enemy breaks through."""
        turn, phase, _ = self.session.game.moment
        since = {PHASE: f" {turn} {phase}", TURN: f" {turn}", NEWS: f" {len(self.session.game.log)}"}[until]
        self.session.about.led.update(dict.fromkeys(names, f"{until}{since}"))

    def take_back(self, names: Iterable[str]) -> None:
        """Take these units back from the staff."""
        for name in names:
            self.session.about.led.pop(name, None)

    def expire(self) -> tuple[str, ...]:
        """Let go of whom the staff leads no longer: those who were lost, and if anything has happened all who were left
        to it until then.  What it says, in sentences."""
        view = self.session.view
        known = {u.id: u for u in view.units if u.side is view.side}
        whose = [name for name in self.session.about.led if name in known]
        lost = [name for name in whose if known[name].hex < 0]
        waiting = [name for name in whose if self.session.about.led[name].startswith(NEWS)]
        news = self._news(waiting) if waiting else ""
        over = [name for name in whose if not self._holds(name)]
        self.take_back({*over, *lost, *(waiting if lost or news else ())})
        told = [f"The staff has lost {', '.join(known[name].long_name for name in lost)}."] if lost else []
        return (*told, f"The staff needs you: {news}.") if news else tuple(told)

    def _news(self, waiting: Iterable[str]) -> str:
        """What has happened since that ends the delegation; "" for nothing."""
        side, view, log = self.session.view.side, self.session.view, self.session.game.log
        since = min(int(self.session.about.led[name].partition(" ")[2] or len(log)) for name in waiting)
        happened = [one for one in self.session.story().happenings if one.record >= since]
        fallen = [one for one in of(happened, Kind.CITY) if one.side is side.other]
        if fallen:
            return f"{view.board.hexes[fallen[0].hex].name} is lost"
        cut = (view.unit(one.units[0]) for one in still_cut_off(happened) if one.side is side)
        unit = next((unit for unit in cut if unit is not None and unit.hex >= 0), None)
        return f"{unit.long_name} is cut off" if unit is not None else self._broken(happened)

    def _broken(self, happened: Iterable[Happening]) -> str:
        """Where the enemy has broken through since."""
        view = self.session.view
        theirs = view.side.other
        hole = next((one for one in broken_through(happened, view) if one.side is theirs), None)
        return breaks_through(theirs, view, hole.hex) if hole is not None else ""


def orders_for(game: Game, side: Side, led: frozenset[str], thought: Thought) -> list[Order]:
    """The orders an officer would give these units in the rest of the phase, in sequence.

    :raises Hurry: if the player waits no longer.
    """
    with game.what_if() as table:
        return list(_planned(table, side, led, thought))


def _planned(table: Game, side: Side, led: frozenset[str], thought: Thought) -> Iterator[Order]:
    officer, phase, thrown = adviser(side, player_seed(table.seed, side)), table.moment[:2], table.thrown
    seat, other = Seat(table, side, thought), Seat(table, side.other)
    thought.begin(f"The {side} staff", shown=True)
    for _ in range(MOST):
        if table.to_act is None or table.moment[:2] != phase or (table.thrown != thrown and table.concealed(side)):
            return  # a die that fell among hidden things would tell of them
        if table.to_act is not side:
            table.apply(answer_safely(other.view))
            continue
        asked = bool(table.moment[2])
        command, reason = officer.choose(seat)
        if isinstance(command, EndPhase):
            return
        if not asked and is_for(command, led, table.look(side)):
            yield command, purpose_of(reason)[1]
        table.apply(command)


def is_for(command: Command, led: frozenset[str], view: View) -> bool:
    """Is this an order to these units: to one of them, or to fight a battle in which no others attack?"""
    unit = str(getattr(command, "unit", ""))
    if unit:
        return unit in led
    if not isinstance(command, FIGHTS):
        return False
    index = view.board.by_label[command.hex]
    sent = {u.id for u in view.units if u.side is view.side and u.target == index}
    sent |= {name for b in view.battles if b.hex == index for name in b.attackers}
    return bool(sent) and sent <= led


def is_alone(order: Command, led: frozenset[str], view: View) -> bool:
    """Does an attack leave those alone that the player has put together himself?"""
    if not isinstance(order, Assign):
        return True
    index = view.board.by_label[order.hex]
    return all(led.issuperset(battle.attackers) for battle in view.battles if battle.hex == index)


def asked_of(view: View, led: frozenset[str]) -> bool:
    """Does the open question concern only these units: all of the side's that are in the battle?"""
    if view.decision is None:
        return False
    fought = next((battle for battle in view.battles if battle.state == "fighting"), None)
    names = (*fought.attackers, *fought.defenders) if fought is not None else ()
    mine = {u.id for name in names if (u := view.unit(name)) is not None and u.side is view.side}
    return bool(mine) and mine <= led
