"""What is picked, in what order, and what is lit on the map because of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs import Command, Game, View
from ecs.core.commands import Aim, Assign, Blitz, Join, Move, MoveByRail, Overwhelm, Regauge, Resolve, Strike
from ecs.core.glossary import Glossary
from ecs.core.view import RangeArea, UnitView
from game.play.front import front_of
from game.ui.interaction.click_commands import LegalOrders, cycle, in_hand
from game.ui.map_view import TableState
from game.ui.map_view.overlays.earlier_fronts import FrontHistory
from game.ui.map_view.overlays.registry import GAUGES, MY_REACH, OVERLAYS, RANGES, SUPPLY, known_of

# -- The selection: picked units, the hex last looked at, the order in the piles, and the round of units. ------------

# -- A position as one side has it: what it sees and may do now, and what that tells of the phase. -------------------

PLANNED = (Join, Blitz, Overwhelm, Resolve, Strike)
"""Given in the planner, as a die falls: the first click on the hex opens it."""


@dataclass(frozen=True, slots=True)
class SidePosition:
    """What one side can see and do now."""

    game: Game
    view: View
    orders: LegalOrders

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""
        return self.game.ruleset.glossary

    @property
    def converts(self) -> bool:
        """Can railways be converted now?"""
        return Regauge in self.orders.types

    @property
    def has_stations(self) -> bool:
        """Can trains run now, with so many stops that only some are lit?"""
        return MoveByRail in self.orders.types and bool(self.game.stations(self.view.side))

    @property
    def on_the_march(self) -> bool:
        """Are attacks declared while units move, for an automatic victory?"""
        return bool(self.terms.tables) and any(kind.verb == "move" for kind in self.orders.types)

    @property
    def names_units(self) -> bool:
        """Does something in play decide which units may act?"""
        return self.view.decision is None and any(chit.state == "now" for chit in self.view.chits)

    @property
    def leading(self) -> frozenset[str]:
        """The headquarters whose chit is in play."""
        return frozenset(name for chit in self.view.chits if chit.state == "now" for name in chit.units)

    def direct(self, commands: list[Command]) -> list[Command]:
        """Orders that a click on their hex gives."""
        return [c for c in commands if not isinstance(c, PLANNED)]


def mine(view: View, unit_id: str) -> bool:
    """Is this a unit of the viewing side?"""
    unit: UnitView | None = view.unit(unit_id)
    return unit is not None and unit.side is view.side


def away_from_foes(view: View) -> dict[int, int]:
    """The distance from every hex to the nearest enemy."""
    found = {u.hex: 0 for u in view.units if u.side is not view.side and u.hex >= 0}
    edge = list(found)
    while edge:
        fresh = {j: found[i] + 1 for i in edge for j in view.board.neighbours[i] if j not in found}
        found |= fresh
        edge = list(fresh)
    return found


class Selection:
    """Keeps the picked units in the table's state; the first one acts.

    `here`: the hex looked at last, or -1. `tops`: the unit to lay uppermost, by hex. `guarded`: units left out of the
    round; `led`: those that the staff leads, who are left out as well.
    """

    def __init__(self, state: TableState, position: SidePosition) -> None:
        self.state, self.position = state, position
        self.here = -1
        self.tops: dict[int, str] = {}
        self.guarded: set[str] = set()
        self.led: frozenset[str] = frozenset()
        self._away: tuple[View | None, Mapping[int, int]] = (None, {})

    @property
    def first(self) -> str:
        """The id of the unit that acts, or ""."""
        return self.state.selection[0] if self.state.selection else ""

    @property
    def picked(self) -> UnitView | None:
        """The unit that acts."""
        return self.position.view.unit(self.first) if self.first else None

    def pick(self, units: Iterable[str]) -> None:
        """Pick these units, and look at the hex of the first."""
        self.state.selection = tuple(units)
        unit = self.picked
        if unit is not None and unit.hex >= 0:
            self.here = unit.hex

    def kept(self) -> tuple[str, ...]:
        """What stays picked after the game changes; the unit a question is about, if any."""
        view, orders = self.position.view, self.position.orders
        there = tuple(unit for unit in self.state.selection if mine(view, unit))
        held = in_hand(view, orders)
        return (held,) if held and not any(unit in orders.by_unit for unit in there) else there

    def uncover(self, units: Iterable[str]) -> None:
        """Put units on top of their piles from now on."""
        for name in units:
            unit = self.position.view.unit(name)
            if unit is not None and unit.hex >= 0:
                self.tops[unit.hex] = name

    def following(self, step: int) -> UnitView | None:
        """The unit that many steps on in the round of those that can act, uppermost from now on; None if none can."""
        units = self.useful()
        if not units:
            return None
        place = units.index(self.first) + step if self.first in units else (0 if step > 0 else -1)
        unit = self.position.view.unit(units[place % len(units)])
        assert unit is not None
        self.tops[unit.hex] = unit.id
        return unit

    def useful(self) -> tuple[str, ...]:
        """Of the units that can act, those with more to do than march away from the enemy; all if there are none."""
        units, view = self.can_act(), self.position.view
        if self._away[0] is not view:
            self._away = (view, away_from_foes(view))
        away = self._away[1]
        found = tuple(name for name in units if self._gains(name, away))
        return found or units

    def _gains(self, name: str, away: Mapping[int, int]) -> bool:
        unit = self.position.view.unit(name)
        here = away.get(unit.hex, 0) if unit is not None else 0
        ways = self.position.orders.hexes(name)
        nearer = any(away.get(i, here) < here or any(not isinstance(c, Move) for c in cs) for i, cs in ways.items())
        return nearer or bool(self.position.orders.buttons(name))

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""
        return cycle(self.position.view, self.position.orders.actors(), self.guarded | self.led)


# -- Highlights on the map: hexes that can be clicked, attacks, ranges, overlays, and the way to the pointer. --------

CHAIN = "chain"


class Highlights:
    """Works out the highlights for the picked units, and writes them into the table's state.

    `overlays`: what the player has switched on. `all_stops`: every hex a train may be left in is lit, not only
    stations.

    :param overruns: hexes where an automatic victory can be won.
    :param via: the hexes via which a unit marches.
    """

    def __init__(
        self,
        state: TableState,
        position: SidePosition,
        overruns: Callable[[], Iterable[int]],
        via: Callable[[str], tuple[int, ...]],
    ) -> None:
        self.state, self.position, self.overruns, self.via = state, position, overruns, via
        self.overlays = {overlay.id for overlay in OVERLAYS if overlay.standing}
        self.all_stops = False
        self.chains: dict[str, RangeArea] = {}
        self.fronts = FrontHistory(position.game)
        self._asked: tuple[View | None, dict[str, object]] = (None, {})
        self._put_off = frozenset(self.overlays)  # until the first picture has been seen

    def light(self, tops: Mapping[int, str]) -> None:
        """Work everything out again; `tops`: the units on top of their piles, by hex."""
        state = self.state
        state.overruns = frozenset(self.overruns())
        if state.selection:
            self._light_unit(state.selection[0])
        else:
            self._light_all()
        region, state.cold_text = self.position.terms.climate.get(self.position.view.weather, ("", ""))
        state.cold = frozenset(self.position.view.board.regions.get(region, ()))
        state.tops = dict(tops)
        if self.position.orders.complete and self.position.view.decision is None:
            state.fresh = frozenset(self.position.orders.actors())
        state.overlays = frozenset({*self.overlays, *((GAUGES.id,) if self.position.converts else ())})
        self._show_areas()
        self._lay_over()
        self.hover(state.hover)

    def _light_unit(self, unit: str) -> None:
        """Where the picked unit can go, and what it can attack."""
        state, hexes = self.state, self.position.orders.hexes(unit)
        moves = {i for i, cs in hexes.items() if any(c.verb == "move" for c in cs)}
        attacks = {i for i, cs in hexes.items() if any(isinstance(c, (Assign, Aim)) for c in cs)}
        by_rail = {i for i, cs in hexes.items() if all(isinstance(c, MoveByRail) for c in cs)}
        via = self.via(unit) if moves else ()
        reach = self.position.game.reach(unit, via) if moves else {}
        state.reach = {i: step for i, step in reach.items() if i in moves}
        state.dry = self._dry(unit)
        moves = moves if via else moves & reach.keys()
        state.choices = (frozenset(hexes) - moves - attacks - self._quiet_stops(by_rail)) | self._asked_of()
        state.choices = frozenset(self.position.orders.retreats(unit)) or state.choices
        state.targets = frozenset(attacks | self._battles())
        others = (c for i in state.choices for c in hexes.get(i, ()) if not isinstance(c, Assign))
        state.choice_text = " or ".join(dict.fromkeys(c.label for c in others))

    def _dry(self, name: str) -> frozenset[int]:
        """Lit hexes from which no supply can be traced, even by a unit that stands in an enemy zone; none for a unit
        that needs none."""
        game, unit = self.position.game, self.position.view.unit(name)
        if unit is None or not self.state.reach:
            return frozenset()
        fed = game.supply(self.position.view.side)
        spared = not (unit.attack or unit.defence) or (unit.hex not in fed and game.is_fed(name))
        if spared or not fed:
            return frozenset()
        beside = self.position.view.board.neighbours
        return frozenset(i for i in self.state.reach.keys() - fed if fed.isdisjoint(beside[i]))

    def _light_all(self) -> None:
        """Nothing is picked: what can be clicked, attacked or reached at all, as far as it has been looked up."""
        state, position, orders = self.state, self.position, self.position.orders
        attacks = {i for by in orders.so_far.values() for i, cs in by.items() if isinstance(cs[0], Assign)}
        attacks = {*state.overruns} if position.on_the_march else attacks
        direct = {i: rest for i, cs in orders.by_hex.items() if (rest := position.direct(cs))}
        state.choices = frozenset(direct) | self._asked_of()
        state.targets = frozenset(attacks | self._battles())
        state.reach, state.dry = {}, frozenset()
        if MY_REACH.id in self.overlays:
            state.reach = {i: step for unit in orders.by_unit for i, step in position.game.reach(unit).items()}
        if position.names_units:
            named = (position.view.unit(name) for name in orders.actors_so_far())
            state.choices |= {unit.hex for unit in named if unit is not None}
            state.choices -= {-1}
        state.choice_text = ""

    def _battles(self) -> set[int]:
        """Hexes whose battle can be opened by a click."""
        by_hex = self.position.orders.by_hex
        return {i for i, cs in by_hex.items() if any(isinstance(c, PLANNED) for c in cs)}

    def _asked_of(self) -> frozenset[int]:
        """Hexes of the units that can answer an open question."""
        view, orders = self.position.view, self.position.orders
        if view.decision is None or not orders.on_unit or orders.by_unit:
            return frozenset()
        return frozenset(u.hex for u in view.units if u.id in orders.on_unit and u.hex >= 0)

    def _quiet_stops(self, by_rail: set[int]) -> frozenset[int]:
        """Hexes to which a train can go but which are not lit at first, since they are many: all but stations."""
        if self.all_stops or not by_rail:
            return frozenset()
        stations = self.position.game.stations(self.position.view.side)
        return frozenset(by_rail) - stations if stations & by_rail else frozenset()

    def _show_areas(self) -> None:
        """Ranges of the picked units, of the headquarters whose chit is in play, or of all with the overlay."""
        state, position, on = self.state, self.position, RANGES.id in self.overlays
        side = position.view.side
        wanted = {*state.selection, *(() if state.selection else position.leading)}
        sides = {u.side for u in position.view.units if u.id in wanted} | ({side} if on else set())
        areas = [a for each in sorted(sides) for a in position.game.areas(each) if a.kind != CHAIN]
        own = position.game.areas(side) if position.converts else ()
        self.chains = {a.unit: a for a in own if a.kind == CHAIN}
        state.areas = tuple(a for a in areas if on or a.unit in wanted)
        if state.areas:
            state.overlays |= {RANGES.id}

    def _lay_over(self) -> None:
        """What the active overlays need to know; worked out once for each view."""
        state, view = self.state, self.position.view
        if self._asked[0] is not view:
            self._put_off = frozenset() if self._asked[0] else self._put_off
            self._asked = (view, {})
        if not self._put_off:
            self.fronts.note(view, front_of(self.position.game, view))
            state.former = self.fronts.shown(view)
            if not front_of(self.position.game, view).cut_off.units.isdisjoint(state.selection):
                state.overlays |= {SUPPLY.id}
        known = self._asked[1]
        known.update(known_of(state.overlays - known.keys() - self._put_off, self.position.game, view))
        state.known = {name: known[name] for name in state.overlays if name in known}
        state.supposed = bool(self.position.game.concealed(view.side))

    @property
    def owes(self) -> bool:
        """Is anything still to be found: pockets, fronts of earlier turns?"""
        return bool(self._put_off) or (self.state.far and not self.fronts.complete)

    def look_back(self, seconds: float) -> bool:
        """Look for what the first picture went without, or for the fronts of earlier turns for so long; has it come to
        light just now?"""
        if self._put_off:
            self._put_off = frozenset()
            self._lay_over()
            return True
        if not self.owes or not self.fronts.look_back(seconds):
            return False
        self.state.former = self.fronts.shown(self.position.view)
        return True

    def hover(self, index: int | None) -> None:
        """The pointer or the cursor is over this hex: preview the way there."""
        state = self.state
        state.hover = index
        step = state.reach.get(index) if index is not None and state.selection else None
        state.path = step.path if step else ()
        state.chain = self.chains.get(self.position.view.board.hexes[index].label) if index is not None else None
        state.path_text = ""
        if step:
            state.path_text = f"{step.cost} · no attack after" if step.bonus else str(step.cost)

    def toggle(self, overlay: str) -> bool:
        """Switch an overlay; return whether it is on now."""
        self.overlays ^= {overlay}
        return overlay in self.overlays

    def shows(self, overlay: str) -> bool:
        """Does an active overlay have anything to show?"""
        return bool(self.state.reach if overlay == MY_REACH.id else self.state.known.get(overlay))
