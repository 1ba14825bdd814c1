"""Chapter 24.2: cities that are fortresses, and what their garrisons withstand (9.9).

Markers lie on the fortresses there are now; counts keep which cities have ever been one, the units of a battle that
have held their ground, and the turns a fortress has been surrounded.
"""

from __future__ import annotations

from collections.abc import Iterable

from ecs.core.commands import Build, Command
from ecs.core.components import Side
from ecs.core.events import Cause, Fortified
from ecs.core.remembered_answers import remembered
from ecs.core.view import Refusal
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.options import is_on
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.data.units import cf, is_army, is_german
from ecs.rulesets.russia_besieged.ground.control import siege
from ecs.rulesets.russia_besieged.ground.occupancy import army_at, fighters_at, holder
from ecs.rulesets.russia_besieged.ground.removal import lose_step
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES, is_fortress, is_major, is_minor
from ecs.systems import scorekeeping
from ecs.systems.scorekeeping import Count, this_turn
from ecs.systems.sentences import label, named, tell_change, unknown_hex

WORK, OPTION, PHASE = "fortress", "fortress", "arrive"
RULE = "24.2"


def _ever(w: World, index: int) -> Count:
    return Count(f"fortress:{label(w, index)}")


def _stood(w: World, index: int) -> Count:
    return Count(f"stood:{label(w, index)}")


def _declared(side: Side) -> Count:
    return Count(f"fortresses:{side.value}")


# -- declaring ----------------------------------------------------------------------------------------------


def cannot_declare(w: World) -> Refusal | None:
    """Why no city may be declared a fortress now."""
    table, side = rules(w).fortress, turn_side(w)
    if not is_on(w, OPTION):
        return Refusal("no-fortresses", "This game has no fortresses.", RULE)
    if not w.phase.startswith(PHASE):
        return Refusal("no-fortress-now", "Declare fortresses during arrivals.", RULE)
    if side is Side.AXIS and w.clock.turn < table.from_turn:
        return Refusal("too-early", f"The Axis declares no fortress before turn {table.from_turn}.", RULE)
    if scorekeeping.count(w, this_turn(_declared(side))) >= table.declared:
        return Refusal("once", f"At most {table.declared} fortress a turn.", RULE)
    if side is Side.AXIS and scorekeeping.count(w, _declared(side)) >= table.most:
        return Refusal("enough", f"The Axis declares at most {table.most} fortresses in a game.", RULE)
    return None


def no_fortress(w: World, index: int) -> Refusal | None:
    """Why a hex may not become a fortress."""
    side, name = turn_side(w), named(w, index)
    if scorekeeping.count(w, _ever(w, index)):
        return Refusal("declared", f"{name} has already been a fortress.", RULE)
    if side is Side.SOVIET:
        cities = rules(w).fortress.soviet
        if index not in w.board.spots(cities):
            return Refusal("no-such-fortress", f"Only {', '.join(cities)} can become Soviet fortresses.", RULE)
    elif not (is_major(w, index) or is_minor(w, index)):
        return Refusal("no-city", f"{name} is neither a Major nor a Minor City.", RULE)
    if holder(w, index) is not side or not _is_manned(w, index, side):
        whose = "German" if side is Side.AXIS else "Soviet"
        return Refusal("no-garrison", f"No {whose} combat unit stands in {name}.", RULE)
    return None


def _is_manned(w: World, index: int, side: Side) -> bool:
    if army_at(w, index) is not side:
        return False
    return side is Side.SOVIET or any(is_german(u) for u in fighters_at(w, index))


@remembered()
def _cities(w: World) -> tuple[int, ...]:
    return tuple(h.index for h in w.board.hexes if h.place in ("major", "town"))


def declare_commands(w: World) -> list[Command]:
    """Every city that may be declared a fortress."""
    if cannot_declare(w) is not None:
        return []
    return [Build(WORK, label(w, i)) for i in _cities(w) if no_fortress(w, i) is None]


def judge_declare(w: World, command: Build) -> Refusal | None:
    """Why a hex may not be declared a fortress."""
    refusal = unknown_hex(w, command.hex, "2.1") or cannot_declare(w)
    return refusal or no_fortress(w, w.board.by_label[command.hex])


def declare(w: World, command: Build) -> None:
    """Make a city a fortress."""
    side, index = turn_side(w), w.board.by_label[command.hex]
    FORTRESSES.lay(w, index)
    scorekeeping.add(w, _ever(w, index))
    scorekeeping.add(w, _declared(side))
    scorekeeping.add(w, this_turn(_declared(side)))
    w.emit(Fortified(where=(command.hex,), rule=RULE, side=side, hex=command.hex, what="fortress"))


# -- holding out in battle ----------------------------------------------------------------------------------


def begin_retreats(w: World) -> None:
    """The retreats of a battle begin: no unit has held its ground yet."""
    for index in FORTRESSES.hexes(w):
        scorekeeping.put(w, _stood(w, index), 0)


def may_stand(w: World, unit: Unit) -> bool:
    """May a unit hold its ground instead of retreating: it stands in a fortress, and not too many have before it?"""
    held = is_fortress(w, unit.hex) and holder(w, unit.hex) is unit.type.side
    return held and scorekeeping.count(w, _stood(w, unit.hex)) < rules(w).fortress.units


def stand(w: World, unit: Unit) -> None:
    """The unit holds its ground: the retreat becomes the loss of a step."""
    scorekeeping.add(w, _stood(w, unit.hex))
    lose_step(w, unit, Cause.STOOD_FAST, "the fortress is held", RULE)


# -- holding out surrounded ---------------------------------------------------------------------------------


def spared(w: World, doomed: Iterable[Unit]) -> frozenset[int]:
    """Of units that would surrender, those a fortress saves for a time, by entity: armies and the strongest first."""
    table = rules(w).fortress
    out: set[int] = set()
    trapped = list(doomed)
    for index in FORTRESSES.hexes(w):
        if scorekeeping.count(w, siege(w, index)) >= table.held:
            continue
        inside = sorted((u for u in trapped if u.hex == index), key=lambda u: (not is_army(u), -cf(u), u.entity))
        out.update(u.entity for u in inside[: table.units])
    return frozenset(out)


def count_sieges(w: World, surrounded: Iterable[Unit]) -> None:
    """The surrender of a side has been checked: count the turns running its fortresses have been surrounded."""
    cut = {u.hex for u in surrounded}
    for index in FORTRESSES.hexes(w):
        if holder(w, index) is turn_side(w):
            scorekeeping.put(w, siege(w, index), scorekeeping.count(w, siege(w, index)) + 1 if index in cut else 0)


def tell_spared(w: World, units: Iterable[Unit]) -> None:
    """Tell which units hold out."""
    for unit in units:
        tell_change(w, unit, "held", RULE)
