"""What is on the player's desk: what is picked and lit, and what a click does? Knows views and commands, no window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ecs import Command, IllegalCommand, Refusal, View, veiled
from ecs.commands import Aim, Assign, Blitz, EndPhase, Join, MoveByRail, Overwhelm, PlayChit, Regauge, Resolve
from ecs.events import ChitPlayed, Event
from ecs.view import Area, Glossary, UnitView
from game.panels.orders import Orders, cycle, in_hand, place_name, unit_of, why_not, words
from game.panels.outbox import Message, Outbox, sounds_of
from game.panels.plans import Plans
from game.panels.threats import enemy_reach
from game.panels.wording import refusal_markup
from game.session import Deed, Session
from game.table import TableState
from game.ui import escape

LIFTS, CHAIN = ("lift",), "chain"
PLANNED = (Join, Blitz, Overwhelm)  # given in the planner: a click on the hex opens it
AT_ONCE, ENOUGH = 0.004, 600  # seconds spent on orders before a click is answered, unless there are few


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu that a click with several meanings unfolds; ``order`` is what it gives, as text."""

    text: str
    act: Callable[[], None]
    key: str = ""
    order: str = ""


class Desk:
    """Selection, lit hexes and clicks of one player's seat at a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = TableState()
        self.out = Outbox()
        self.menu: tuple[Choice, ...] = ()
        self.guarded: set[str] = set()
        self.overlays: set[str] = set()
        self.here = -1
        self.my_reach = self.all_stops = False
        self.tops: dict[int, str] = {}
        self.plans = Plans(self)
        self._shown = ""
        self._stage: tuple[int, str, str] = (0, "", "")
        self._chains: dict[str, Area] = {}
        self._threats: tuple[View | None, Mapping[int, int]] = (None, {})
        self.able = 0
        self.view: View = session.view
        self.orders = Orders()
        self.refresh()

    # -- keeping up with the game -------------------------------------------------------------------

    def refresh(self) -> None:
        """The game has changed: look again."""
        self.view = self.session.view
        mine = self.session.human_to_act and not self.session.hands_over
        self.orders = Orders(self.session.game) if mine else Orders()
        self.orders.go_on(AT_ONCE, ENOUGH)
        asked = self.view.decision.id if self.view.decision is not None else ""
        now = (self.view.turn, self.view.phase.id, asked)
        if now != self._stage:
            self._stage, self.state.selection = now, ()
            led = [u.hex for u in self.view.units if u.id in self.leading and u.hex >= 0]
            led += [marker.hex for marker in self.view.markers if marker.kind == "advised"]
            if led and mine and not asked:
                self.out.look_at = led[0]
        there = {u.id for u in self.view.units}
        kept = tuple(u for u in self.state.selection if u in there and self._mine(u))
        held = in_hand(self.view, self.orders)
        if held and not any(u in self.orders.by_unit for u in kept):
            kept = (held,)
        self.menu = ()
        self.plans.keep_up()
        self.select(kept)
        if self.view.decision is not None and mine and self._shown != str(self.view.decision):
            self.out.look_at = self.view.decision.hex
        self._shown = str(self.view.decision)

    def look_on(self, seconds: float) -> bool:
        """Look up more of the orders, if any are left to be looked up; has something come to light?"""
        if self.orders.complete:
            return False
        if self.orders.go_on(seconds):
            self.light()
        return self.orders.complete

    def _mine(self, unit_id: str) -> bool:
        unit = self.view.unit(unit_id)
        return unit is not None and unit.side is self.view.side

    @property
    def terms(self) -> Glossary:
        """How this game is spoken of."""
        return self.session.game.ruleset.glossary

    @property
    def picked(self) -> UnitView | None:
        """The unit that acts."""
        return self.view.unit(self.state.selection[0]) if self.state.selection else None

    def select(self, units: Iterable[str]) -> None:
        """Pick units; the first acts. Lights what can be clicked now."""
        self.state.selection = tuple(units)
        first = self.state.selection[0] if self.state.selection else ""
        unit = self.view.unit(first) if first else None
        if unit is not None and unit.hex >= 0:
            self.here = unit.hex
        self.light()

    def light(self) -> None:
        """Work out again what is lit."""
        state, first = self.state, self.state.selection[0] if self.state.selection else ""
        hexes = self.orders.hexes(first)
        moves = {i for i, cs in hexes.items() if any(c.verb == "move" for c in cs)}
        attacks = {i for i, cs in hexes.items() if any(isinstance(c, (Assign, Aim)) for c in cs)}
        by_rail = {i for i, cs in hexes.items() if all(isinstance(c, MoveByRail) for c in cs)}
        reach = self.session.game.reach(first) if moves else {}
        moves &= reach.keys()
        state.reach = {i: step for i, step in reach.items() if i in moves}
        state.choices = frozenset(hexes) - moves - attacks - self._quiet_stops(by_rail)
        if self.orders.complete:
            self.able = len(self.can_act())
        direct = {i: rest for i, cs in self.orders.by_hex.items() if (rest := self._direct(cs))}
        state.overruns = frozenset(i for i, ahead in self.plans.targets.overruns(self) if not ahead.refusal)
        if not first:
            attacks = {i for by in self.orders.so_far.values() for i, cs in by.items() if isinstance(cs[0], Assign)}
            attacks = {*state.overruns} if self.on_the_march else attacks
            state.choices = frozenset(i for i, cs in direct.items() if not isinstance(cs[0], Resolve))
        battles = {i for i, cs in self.orders.by_hex.items() if any(isinstance(c, (Resolve, *PLANNED)) for c in cs)}
        state.targets = frozenset(attacks | battles)
        if self.my_reach and not first:
            state.reach = {i: s for u in self.orders.by_unit for i, s in self.session.game.reach(u).items()}
        if self.view.decision is not None and self.orders.on_unit and not self.orders.by_unit:
            state.choices |= {u.hex for u in self.view.units if u.id in self.orders.on_unit and u.hex >= 0}
        if not first and self.names_units:
            state.choices |= {u.hex for name in self.orders.actors_so_far() if (u := self.view.unit(name)) is not None}
            state.choices -= {-1}
        others = (c for i in state.choices for c in hexes.get(i, ()) if not isinstance(c, Assign))
        labels = dict.fromkeys(c.label for c in others) if first else {}
        state.choice_text = " or ".join(labels)
        region, state.cold_text = self.terms.climate.get(self.view.weather, ("", ""))
        state.cold = frozenset(self.view.board.regions.get(region, ()))
        state.tops = dict(self.tops)
        state.overlays = frozenset({*self.overlays, *(("gauges",) if self.converts else ())})
        self._show_areas()
        self._lay_over()
        self.hover(self.state.hover)

    def _quiet_stops(self, by_rail: set[int]) -> frozenset[int]:
        """Hexes to which a train may go but which are not lit unasked, as there are many: all but stations."""
        if self.all_stops or not by_rail:
            return frozenset()
        stations = self.session.game.stations(self.view.side)
        return frozenset(by_rail) - stations if stations & by_rail else frozenset()

    @property
    def has_stations(self) -> bool:
        """Do trains run now of whose many stops only some are lit?"""
        return MoveByRail in self.orders.types and bool(self.session.game.stations(self.view.side))

    def light_all_stops(self, on: bool) -> None:
        """Light every hex a train may be left in, or the stations alone."""
        self.all_stops = on
        self.light()

    def _direct(self, commands: list[Command]) -> list[Command]:
        """Those that a click on their hex gives."""
        held = (Resolve, *PLANNED) if self.terms.tables else PLANNED
        return [c for c in commands if not isinstance(c, held)]

    @property
    def on_the_march(self) -> bool:
        """Are attacks declared while units move, for an automatic victory?"""
        return bool(self.terms.tables) and any(kind.verb == "move" for kind in self.orders.types)

    @property
    def converts(self) -> bool:
        """Can railways be converted now?"""
        return Regauge in self.orders.types

    @property
    def names_units(self) -> bool:
        """Is there something in play that says which units may act?"""
        return self.view.decision is None and any(chit.state == "now" for chit in self.view.chits)

    @property
    def leading(self) -> frozenset[str]:
        """The headquarters whose chit is in play."""
        return frozenset(name for chit in self.view.chits if chit.state == "now" for name in chit.units)

    def _show_areas(self) -> None:
        """Reaches of the picked units, of the headquarters whose chit is in play, or of all with the overlay."""
        state, on = self.state, "ranges" in self.overlays
        wanted = {*state.selection, *(() if state.selection else self.leading)}
        sides = {u.side for u in self.view.units if u.id in wanted} | ({self.view.side} if on else set())
        areas = [a for side in sorted(sides) for a in self.session.game.areas(side) if a.kind != CHAIN]
        own = self.session.game.areas(self.view.side) if self.converts else ()
        self._chains = {a.unit: a for a in own if a.kind == CHAIN}
        state.areas = tuple(a for a in areas if on or a.unit in wanted)
        if state.areas:
            state.overlays |= {"ranges"}

    def _lay_over(self) -> None:
        """What the overlays that are on need to know."""
        game, view = self.session.game, self.view
        on = self.overlays
        self.state.supply = {view.side: game.supply(view.side)} if "supply" in on else {}
        self.state.zones = {view.side.other: game.zones(view.side.other)} if "zones" in on else {}
        self.state.enemy_reach = self._threat() if "enemy_reach" in on else {}
        self.state.supposed = bool(game.concealed(view.side))

    def _threat(self) -> Mapping[int, int]:
        if self._threats[0] is not self.view:
            self._threats = (self.view, enemy_reach(self.session))
        return self._threats[1]

    def hover(self, index: int | None) -> None:
        """The pointer or the cursor is over this hex: preview the way there."""
        state = self.state
        state.hover = index
        step = state.reach.get(index) if index is not None and state.selection else None
        state.path = step.path if step else ()
        state.chain = self._chains.get(self.view.board.hexes[index].label) if index is not None else None
        state.path_text = ""
        if step:
            state.path_text = f"{step.cost} · no attack after" if step.bonus else str(step.cost)

    def toggle(self, overlay: str) -> bool:
        """Switch an overlay; is it on now?"""
        if overlay == "my_reach":
            self.my_reach = not self.my_reach
            self.light()
            return self.my_reach
        self.overlays ^= {overlay}
        self.light()
        return overlay in self.overlays

    # -- giving commands ----------------------------------------------------------------------------

    def give_all(self, commands: Iterable[Command]) -> None:
        """Give commands one after another; each refusal is told."""
        for command in commands:
            self.give(command)

    def give(self, command: Command) -> bool:
        """Give a command; a refusal is told. True if it was carried out."""
        try:
            deed = self.session.do(command)
        except IllegalCommand as error:
            self.refuse(error.refusal)
            return False
        self.guarded.discard(unit_of(command))
        if isinstance(command, EndPhase):
            self.state.selection = ()
            self.plans.close()
        self.take_in(deed)
        self.plans.follow(command)
        return True

    def take_in(self, deed: Deed) -> None:
        """A command has been carried out, by whomever: animate, sound, refresh."""
        seen = self.seen(deed.events)
        self.out.events += seen
        self.out.sounds += sounds_of(seen)
        self.tell_problem()
        self.refresh()
        chits = [event for event in seen if isinstance(event, ChitPlayed)]
        if chits and self.session.human_to_act and not isinstance(deed.command, PlayChit):
            self.tell(f"**{escape(chits[-1].text)}**")

    def tell_problem(self) -> None:
        """Tell what could not be kept, once."""
        if self.session.problem:
            self.tell(escape(self.session.problem), "bad")
            self.session.problem = ""

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """What the side that looks on may see of these events."""
        return [event for each in events if (event := veiled(each, self.session.viewer)) is not None]

    def refuse(self, why: str | Refusal) -> None:
        """Tell why not."""
        self.out.messages.append(Message(why if isinstance(why, str) else refusal_markup(why), "warn"))
        self.out.sounds.append("refuse")

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""
        self.out.messages.append(Message(text, kind, target))

    def choose(self, commands: list[Command]) -> None:
        """One command is given at once; of several the player picks."""
        if len(commands) == 1:
            self.give(commands[0])
        elif commands:
            self.menu = tuple(self.choice(c) for c in commands)

    def choice(self, command: Command) -> Choice:
        """A menu line for a command."""
        told = words(command, self.view, self.terms)
        return Choice(told, lambda: self._give_quietly(command), order=command.text())

    def _give_quietly(self, command: Command) -> None:
        self.give(command)

    def undo(self) -> None:
        """Take the last command back, or say why not."""
        game = self.session.game
        if not self.session.human_to_act or self.session.undo() is None:
            self.refuse(game.undo_words(self.view.side))
            return
        self.out.still = True
        self.out.sounds.append("click")
        self.tell_problem()
        self.refresh()

    def redo(self) -> None:
        """Do again what was taken back."""
        game = self.session.game
        if game.can_redo and self.session.redo() is not None:
            self.out.sounds.append("click")
            self.tell_problem()
            self.refresh()
        else:
            self.refuse("Nothing has been taken back.")

    def end_phase(self) -> bool:
        """Close the phase, or say why not."""
        if not self.session.human_to_act:
            self.refuse("It is the other side's turn.")
            return False
        if not self.orders.end:
            refusal = self.session.game.why_not(EndPhase(), self.view.side)
            self.refuse(refusal or "The phase cannot be ended now.")
            return False
        self.guarded.clear()
        return self.give(EndPhase())

    # -- clicks -------------------------------------------------------------------------------------

    def click(self, index: int | None, unit_id: str = "", add: bool = False, acts: bool = True) -> None:
        """The player clicks a hex, perhaps on a counter in it.

        A lit hex is acted on; an own counter is picked; anything else is explained. With `acts` off a click
        only picks.
        """
        self.menu = ()
        if index is None:
            self.cancel()
            return
        self.here = index
        unit = self.view.unit(unit_id) if unit_id else None
        if unit is not None and self._clicked_counter(unit, add):
            return
        lit = self._lit(index) if acts or not self.state.selection else []
        if lit and unit is not None and unit.side is self.view.side and not self.orders.by_hex.get(index):
            pick = Choice(f"Pick {unit.name}", lambda: self.select((unit.id,)))
            self.menu = (*(self.choice(c) for c in lit), pick)
        elif lit:
            self.choose(lit)
        else:
            self._unlit(index, unit)

    def _clicked_counter(self, unit: UnitView, add: bool) -> bool:
        """Clicks that mean the counter itself: a hit to take, a counter to lift, one to add or take out."""
        own = self.orders.buttons(unit.id)
        if self.view.decision is not None and own and not self.orders.by_unit:
            self.choose(own)
            return True
        if not self.state.selection and own and all(c.verb in LIFTS for c in own):
            self.choose(own)
            return True
        if add and unit.side is self.view.side:
            chosen = self.state.selection
            self.select(tuple(u for u in chosen if u != unit.id) if unit.id in chosen else (*chosen, unit.id))
            return True
        return False

    def _lit(self, index: int) -> list[Command]:
        """The commands a click on this hex may mean."""
        first = self.state.selection[0] if self.state.selection else ""
        return self.orders.hexes(first).get(index) or self._direct(self.orders.by_hex.get(index, []))

    def _unlit(self, index: int, unit: UnitView | None) -> None:
        picked = self.picked
        if unit is not None and unit.side is self.view.side:
            self._pick(unit)
        elif index in self.state.targets or (unit is not None and picked is None and self.plans.may_open(index)):
            self.plans.open(index)
        elif (picked is not None and picked.hex != index) or (
            self.view.decision is not None and self.session.human_to_act
        ):
            self.explain(index)

    def _pick(self, unit: UnitView) -> None:
        """Pick a counter; again on the same goes down the stack."""
        if self.state.selection[:1] == (unit.id,):
            pile = [u.id for u in self.view.at(unit.hex) if u.side is unit.side]
            unit = self.view.unit(pile[(pile.index(unit.id) + 1) % len(pile)]) or unit
        self.tops[unit.hex] = unit.id
        self.select((unit.id,))
        self.out.sounds.append("click")

    def explain(self, index: int) -> None:
        """Say why a click there does nothing."""
        if not self.session.human_to_act:
            self.refuse("It is the other side's turn.")
            return
        label = self.view.board.hexes[index].label
        picked = self.state.selection[0] if self.state.selection else ""
        refusal = why_not(self.session.game, self.view, self.orders, picked, label)
        if refusal is None and picked:
            refusal = why_not(self.session.game, self.view, self.orders, "", label)
        self.refuse(refusal or f"There is nothing to do at {place_name(self.view.board, index)} now.")

    def cancel(self) -> bool:
        """One step back: the menu, the planner, the selection. False if there was nothing to leave."""
        if self.menu:
            self.menu = ()
        elif self.plans.target >= 0 and not self.plans.fighting:
            self.plans.close()
        elif self.state.fan is not None:
            self.state.fan = None
        elif self.state.selection and not in_hand(self.view, self.orders):
            self.select(())
        else:
            return False
        return True

    # -- going round ----------------------------------------------------------------------------------

    def next_unit(self, step: int = 1) -> None:
        """The next (or previous) unit that can still act."""
        units = self.can_act()
        if not units:
            self.tell("No unit can still act in this phase.")
            return
        now = self.state.selection[0] if self.state.selection else ""
        place = units.index(now) + step if now in units else (0 if step > 0 else -1)
        unit = self.view.unit(units[place % len(units)])
        assert unit is not None
        self.tops[unit.hex] = unit.id
        self.select((unit.id,))
        self.out.look_at = unit.hex

    def guard(self) -> None:
        """Leave the picked unit out of the round, or take it in again."""
        if self.state.selection:
            self.guarded ^= {self.state.selection[0]}
            self.next_unit()

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""
        return cycle(self.view, self.orders.actors(), self.guarded)
