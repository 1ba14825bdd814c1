"""Questions about a game: legal commands, refusals, views, forecasts.  Nothing here changes anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from ecs.board.board import Board
from ecs.core.commands import Command, EndPhase, Renew, in_order, joined_in_order
from ecs.core.components import Ground, Side
from ecs.core.events import Record, told
from ecs.core.known_facts import Sky
from ecs.core.remembered_answers import per_position, remembered
from ecs.core.ruleset import FRESH, LOADING, Decision, Phase, System, nothing_hidden
from ecs.core.unit_names import weather_words
from ecs.core.view import HiddenInformation, PhaseView, RangeArea, ReachStep, Refusal, Result, View
from ecs.core.world import Entity, Snapshot, Unit, World
from ecs.engine.figures_in_force import GameFigures, under_house_rules
from ecs.systems.rulebook import rulebook

# -- The digests of a game, kept at the start of every phase. --------------------------------------------------------


@remembered()
def _counters_of(w: World, side: Side | None) -> tuple[Unit, ...]:
    return tuple(u for u in w.units if side is None or u.type.side is side)


@remembered(Ground)
def _control(w: World) -> tuple[Side | None, ...]:
    return tuple([g.control for g in w.ground])


@dataclass(frozen=True, slots=True)
class DigestMark:
    """A digest at the start of a phase: after ``commands`` commands."""

    commands: int
    turn: int
    phase: str
    digest: str


class GameQueries(GameFigures):
    """The half of a game that answers questions; :class:`ecs.engine.engine.Game` is the half that plays."""

    board: Board
    seed: int
    log: list[Record]
    marks: list[DigestMark]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._w.clock.over

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self.ruleset.victory.result(self._w)

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._w.clock.turn

    @property
    def to_act(self) -> Side | None:
        """The side that must give the next command; None when the game is over."""
        if self.over:
            return None
        decision = self._decision()
        return decision.side(self._w) if decision else self._phase.side

    @property
    def moment(self) -> tuple[int, str, str]:
        """Turn, id of the phase, and of the open decision or ""."""
        stack = self._w.decisions.stack
        return self._w.clock.turn, self._phase.id, stack[-1] if stack else ""

    @property
    def _phase(self) -> Phase:
        return self.ruleset.sequence.phases[self._w.clock.phase]

    def _decision(self) -> Decision | None:
        stack = self._w.decisions.stack
        return self.ruleset.sequence.decisions[stack[-1]] if stack else None

    @under_house_rules
    @per_position
    def legal(self) -> tuple[Command, ...]:
        """Every command the side to act may give, sorted; empty when the game is over."""
        if self.over:
            return ()
        decision = self._decision()
        if decision is not None:
            return tuple(in_order(decision.commands(self._w)))
        w, listers, able = self._w, self._phase.unit_commands, self._able()
        orders = [found for lister in listers for unit in able if (found := lister(w, unit))]
        return tuple(joined_in_order([self._common(), *orders]))

    def words(self) -> tuple[str, ...]:
        """Every name that commands of this game may use, besides hexes and numbers: its counters in set-up order, those
        that are still to come among them, and then what its rules name, as chits.  The same from first to last."""
        return tuple(dict.fromkeys((*self._w.by_id, *self.ruleset.figures.words())))

    def forgetting(self) -> AbstractContextManager[None]:
        """Work every answer out again in here, to check what is remembered."""
        return self._w.unremembered()

    @under_house_rules
    def asides(self, side: Side) -> tuple[Command, ...]:
        """What a side may announce now, whether it is to act or not; not in the list of what it may do."""
        return () if self.over else self.ruleset.sequence.asides(self._w, side)

    def giver_of(self, command: Command) -> Side | None:
        """The side that gives a command if it is given now."""
        if not command.aside:
            return self.to_act
        return next((side for side in Side if command in self.asides(side)), None)

    def _common(self) -> list[Command]:
        """What may be done in the phase besides the orders of single units."""
        found = [c for lister in self._phase.commands for c in lister(self._w)]
        return [*found, EndPhase()] if self._may_end() else found

    def _able(self) -> Sequence[Unit]:
        """The counters that may have orders in the phase: those of the side that is to act, in set-up order; only those
        on the map, if the phase says so."""
        mine = _counters_of(self._w, self._phase.side)
        return [u for u in mine if u.place.hex >= 0] if self._phase.afield else mine

    def _orders_of(self, unit: Unit) -> list[Command]:
        return [c for lister in self._phase.unit_commands for c in lister(self._w, unit)]

    def _has_order(self) -> bool:
        """Is there anything to do in the phase but to close it?"""
        if any(True for lister in self._phase.commands for _ in lister(self._w)):
            return True
        listers, w = self._phase.unit_commands, self._w
        return any(True for lister in listers for unit in self._able() for _ in lister(w, unit))

    @property
    def stuck(self) -> bool:
        """Does the game continue although neither side has a legal command?  It never should."""
        if self.over:
            return False
        if self._w.decisions.stack:
            return not self.legal()
        return not self._may_end() and not self._has_order()

    @property
    def renews(self) -> bool:
        """Does a player who resumes from a save get fresh dice?"""
        return not self.over and self.options[LOADING] == FRESH

    @property
    def thrown(self) -> int:
        """How many dice have been thrown so far."""
        return self._w.dice.thrown

    @property
    def by_unit(self) -> bool:
        """Are orders listed unit by unit now, so that those of one unit can be had without the others'?"""
        return not self.over and not self._w.decisions.stack and bool(self._phase.unit_commands)

    def unit_ids(self) -> tuple[str, ...]:
        """Ids of all counters there ever are, in set-up order."""
        return tuple(unit.id for unit in self._w.units)

    def marked(self) -> Iterator[tuple[str, str, type, dict[str, Any]]]:
        """Every mark: "units" and an id, "hexes" and a label, or "table" and ""; its kind; its fields."""
        w = self._w
        labels = {entity: spot.label for entity, spot in zip(w.hexes, self.board.hexes, strict=True)}
        for entity, kind, values in w.marked():
            unit = w.by_entity.get(entity)
            group = "units" if unit is not None else "hexes" if entity in labels else "table"
            yield group, unit.id if unit is not None else labels.get(Entity(entity), ""), kind, values

    def orders_for(self, unit_id: str) -> list[Command]:
        """The part of the legal list that names one unit, sorted; in a phase that lists them unit by unit."""
        unit = self._w.unit(unit_id)
        return in_order(self._orders_of(unit)) if unit is not None and self.by_unit else []

    def common_orders(self) -> list[Command]:
        """The part of the legal list that names no unit, sorted; in a phase that lists orders unit by unit."""
        return in_order(self._common()) if self.by_unit else []

    def is_legal(self, command: Command) -> bool:
        """Is the command in the legal list, or the referee's to give?"""
        if isinstance(command, Renew):
            return self.renews
        if command.aside:
            return self.giver_of(command) is not None
        if command.unlisted:
            return self._is_judged_fair(command)
        if isinstance(command, EndPhase) and not self.over and not self._w.decisions.stack:
            return self._may_end()
        if self.by_unit:
            named = "unit" in command.names
            return command in (self.orders_for(command.unit) if named else self._common())  # type: ignore[attr-defined]
        legal = self.legal()
        place = bisect_left(legal, command.sort_key(), key=Command.sort_key)
        return place < len(legal) and legal[place] == command

    def _is_judged_fair(self, command: Command) -> bool:
        order = self.ruleset.orders.get(type(command))
        if order is None or order.judge is None or self.over or self._w.decisions.stack:
            return False
        return order.judge(self._w, command) is None

    def _may_end(self) -> bool:
        return self._phase.may_end is None or self._phase.may_end(self._w) is None

    @under_house_rules
    def why_not(self, command: Command, side: Side | None = None) -> Refusal | None:
        """Why a command may not be given: reason id, sentence, rule number.  None if it may.

        :param side: who asks; a side that is not to act learns so.
        """
        if self.over:
            return Refusal("game-over", "The game is over.", "")
        if side is not None and side is not (self.giver_of(command) or self.to_act):
            return Refusal("not-your-turn", f"It is the {self.to_act} player's turn.", "5")
        if self.is_legal(command):
            return None
        if isinstance(command, Renew):
            return Refusal("same-dice", "This game keeps its dice after loading.", "")
        order = self.ruleset.orders.get(type(command))
        refusal = order.judge(self._w, command) if order and order.judge else None
        if refusal is not None:
            return refusal
        decision = self._decision()
        if decision is not None:
            asked = decision.view(self._w)
            return Refusal("decision-open", f"First: {asked.prompt.removeprefix(f'{asked.side}: ')}", asked.rule)
        if isinstance(command, EndPhase) and self._phase.may_end is not None:
            refusal = self._phase.may_end(self._w)
            if refusal is not None:
                return refusal
        return Refusal(
            "not-now", f"“{command.label}” is not possible in this phase ({self._phase.title}).", self._phase.rule
        )

    @per_position
    def view(self, side: Side) -> View:
        """What one side may see.  Its legal commands are empty unless it is to act."""
        look = self.look(side)
        return replace(look, legal=self.legal()) if side is self.to_act else look

    @under_house_rules
    @per_position
    def look(self, side: Side) -> View:
        """What one side may see, without the list of its commands: ``legal`` stays empty."""
        w, shown, victory = self._w, rulebook(self._w).display, self.ruleset.victory
        views = shown.unit_views(w, side)
        # unknown counters come last, by number: their place among the others would tell who they are
        unknown = sorted((v for v in views if v.id[0] == "?"), key=lambda v: v.id) if w.hidden_units() else []
        if unknown:
            views = [*(v for v in views if v.id[0] != "?"), *unknown]
        decision = self._decision()
        return View(
            side=side,
            to_act=self.to_act,
            scenario=self.scenario.id,
            title=self.scenario.title,
            turn=w.clock.turn,
            turns=w.turns,
            turn_name=shown.turn_name(w, w.clock.turn),
            weather=weather_words(w.weather.name),
            weather_text=shown.weather_text(w),
            phase=self._phase_view(w.clock.phase),
            phases=tuple(self._phase_view(i) for i in range(len(self.ruleset.sequence.phases))),
            board=self.board,
            units=tuple(views),
            control=_control(w),
            decision=decision.view(w) if decision and not self.over else None,
            battles=self.ruleset.combat.battles(w, side),
            legal=(),
            score=victory.score(w),
            tally=victory.tally(w),
            boxes=shown.boxes(w, side),
            facts=shown.facts(w, side),
            result=self.result,
            turn_track=shown.turn_track(w),
            chits=shown.chits(w, side),
            markers=shown.markers(w),
            gauges=shown.gauges(w),
            skies=shown.skies(w),
            known=shown.known(w, side),
        )

    def _phase_view(self, index: int) -> PhaseView:
        phase, now = self.ruleset.sequence.phases[index], self._w.clock.phase
        state = "now" if index == now else "done" if index < now else "next"
        if index > now and phase.when is not None and not phase.when(self._w):
            state = "skipped"
        about = phase.id, phase.title, phase.side, phase.text, phase.rule
        return PhaseView(*about, state, phase.set_up, phase.work, phase.part)

    def reach(self, unit_id: str, via: tuple[int, ...] = ()) -> dict[int, ReachStep]:
        """Where a unit of the side to act could move now: board index -> step.  Empty if it cannot.

        :param via: hexes it is to pass in turn.
        """
        unit, shown = self._w.unit(unit_id), self.ruleset.battlefield
        if unit is None:
            return {}
        return shown.reach_by(self._w, unit, via) if via else shown.reach(self._w, unit)

    def pace(self, unit_id: str, sky: Sky, turn: int) -> int | None:
        """Hexes a unit in order and in supply may go in some weather of a turn; None where weather changes nothing."""
        unit, pace = self._w.unit(unit_id), self.ruleset.battlefield.pace
        return pace(self._w, unit, sky, turn) if unit is not None and pace is not None else None

    def supply(self, side: Side) -> frozenset[int]:
        """Board indices from which ``side`` can trace supply now."""
        return self.ruleset.battlefield.supply(self._w, side)

    def is_fed(self, unit_id: str) -> bool:
        """Would a unit on the map be judged in supply if the supply check came now?  Not if there is no such unit."""
        unit = self._w.unit(unit_id)
        return unit is not None and unit.hex >= 0 and not self.ruleset.battlefield.judged(self._w, unit)

    @per_position
    def supply_ways(self, side: Side) -> Mapping[int, int]:
        """For every board index that ``side`` can trace supply from now, the next one on a shortest way back; one that
        leads to itself is where the way begins: a source, or a port fed by ships."""
        return self.ruleset.battlefield.ways(self._w, side)

    def stations(self, side: Side) -> frozenset[int]:
        """Of the hexes in which ``side`` may leave trains, those that are wanted most often; empty: all alike."""
        return self.ruleset.battlefield.stations(self._w, side)

    def areas(self, side: Side) -> tuple[RangeArea, ...]:
        """Ranges and lines to draw for a side: headquarters, depots and their railways, airbases."""
        return self.ruleset.battlefield.areas(self._w, side)

    def zones(self, side: Side) -> Mapping[int, tuple[str, ...]]:
        """Hexes in ``side``'s zones of control: board index -> ids of the units that exert them."""
        return self.ruleset.battlefield.zones(self._w, side)

    def reading(self, side: Side) -> list[tuple[Record, str]]:
        """The log as one side may read it: (record, line) pairs, veiled where it must be."""
        lines = []
        for record in self.log:
            for event in record.events:
                text = told(event, side)
                if text:
                    lines.append((record, text))
        return lines

    # -- who may know what ----------------------------------------------------------------------------

    @per_position
    def concealed(self, side: Side) -> HiddenInformation:
        """What is hidden from a side just now; false if nothing is.  What it names is not for that side's eyes."""
        return self.ruleset.secrecy.concealed(self._w, side)

    @property
    def secret(self) -> bool:
        """Is anything hidden from either side just now?"""
        return any(self.concealed(side) for side in Side)

    @property
    def hides(self) -> bool:
        """May anything be hidden from either side in this game, now or later?"""
        secrecy = self.ruleset.secrecy
        return secrecy.ever(self._w) if secrecy.ever is not None else secrecy.concealed is not nothing_hidden

    @property
    def open_to(self) -> Side | None:
        """The side whose view shows no more than both may know; None where each has something to hide."""
        blind = [side for side in Side if self.concealed(side)]
        return blind[0] if len(blind) == 1 else None if blind else self.to_act or Side.AXIS

    def may_read(self, record: Record, side: Side) -> bool:
        """May a side read the command of a record?  Which of its events it may read: :meth:`reading`."""
        return record.side is side or not self.is_sealed(record)

    def is_sealed(self, record: Record) -> bool:
        """Must the command of a record stay secret from the other side?"""
        if any(event.veil for event in record.events) or self.ruleset.secrecy.seals(self._w, record):
            return True
        hidden = self._face_down()
        return bool(hidden) and not hidden.isdisjoint(record.command.split(" "))

    @per_position
    def _face_down(self) -> frozenset[str]:
        return frozenset[str]().union(*(self.concealed(side).units for side in Side))

    def guesses(self, side: Side) -> tuple[System, ...]:
        """What a side may suppose of what is hidden from it, for ``Game.what_if``; empty: nothing."""
        return self.ruleset.secrecy.guesses(self._w, side)

    def suppose(self, side: Side, lot: int) -> System:
        """The position as it may be for all a side knows, by lot: for playing on in ``Game.what_if``."""
        return self.ruleset.secrecy.suppose(self._w, side, lot)

    def digest(self) -> str:
        """16 hex digits that are equal for equal positions in every process."""
        return self._w.digest()

    def snapshot(self) -> Snapshot:
        """All marks of the position."""
        return self._w.snapshot()
