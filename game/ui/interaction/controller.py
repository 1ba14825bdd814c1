"""The player's seat at a game: what is picked, what a click does, commands given. Knows views, no window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ecs import Command, IllegalCommand, Refusal, View, parse, veiled
from ecs.core.commands import EndPhase, PlayChit
from ecs.core.events import ChitPlayed, Event
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.play.session import Deed, Session
from game.ui.descriptions import refusal_words
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.click_commands import LegalOrders, in_hand, place_name, unit_of, why_not, words
from game.ui.interaction.group_orders import follow, is_for_groups, leading_first
from game.ui.interaction.highlights import Highlights
from game.ui.interaction.quick_orders import QuickOrders
from game.ui.interaction.selection import Selection, SidePosition
from game.ui.interaction.staff_desk import StaffDesk
from game.ui.interaction.ui_messages import Message, Outbox, sounds_of
from game.ui.map_view import TableState
from game.ui.widgets import escape

HAD_TO_BE = "everything since then was automatic"
AT_ONCE, ENOUGH = 0.004, 600  # seconds spent on orders before a click is answered, unless there are few


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu that a click with several meanings unfolds; ``order`` is what it gives, as text."""

    text: str
    act: Callable[[], None]
    key: str = ""
    order: str = ""


class TableController:
    """Selection, lit hexes and clicks of one player's seat at a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = TableState()
        self.out = Outbox()
        self.menu: tuple[Choice, ...] = ()
        self.plans = BattlePlan(self)
        self.staff = StaffDesk(self)
        self._shown = ""
        self._stage: tuple[int, str, str] = (0, "", "")
        self.able = 0
        self.view: View = session.view
        self.orders = LegalOrders()
        self.position = SidePosition(session.game, self.view, self.orders)
        self.selection = Selection(self.state, self.position)
        self.quick = QuickOrders(self)
        self.lit = Highlights(self.state, self.position, self._overruns, self.quick.marches.via)
        self.refresh()

    # -- keeping up with the game -------------------------------------------------------------------

    def refresh(self) -> None:
        """The game has changed: look again."""
        self.view = self.session.view
        acts = self.session.human_to_act and not self.session.hands_over
        self.orders = LegalOrders(self.session.game) if acts else LegalOrders()
        self.orders.go_on(AT_ONCE, ENOUGH)
        self.position = SidePosition(self.session.game, self.view, self.orders)
        self.lit.position = self.selection.position = self.position
        asked = self.view.decision.id if self.view.decision is not None else ""
        now = (self.view.turn, self.view.phase.id, asked)
        if now != self._stage:
            self._stage, self.state.selection = now, ()
            led = [u.hex for u in self.view.units if u.id in self.position.leading and u.hex >= 0]
            led += [marker.hex for marker in self.view.markers if marker.kind == "advised"]
            if led and acts and not asked:
                self.out.look_at = led[0]
        kept = self.selection.kept()
        self.menu = ()
        self.plans.keep_up()
        self.staff.keep_up()
        self.select(kept)
        if self.view.decision is not None and acts and self._shown != str(self.view.decision):
            self.out.look_at = self.view.decision.hex
        self._shown = str(self.view.decision)

    def _overruns(self) -> list[int]:
        """Hexes where an automatic victory can be won."""
        return [index for index, ahead in self.plans.targets.overruns(self.position) if not ahead.refusal]

    def look_on(self, seconds: float) -> bool:
        """Look up more of the orders, if any are left to be looked up; has something come to light?"""
        if self.orders.complete:
            return self.lit.look_back(seconds)
        if self.orders.go_on(seconds):
            self.light()
        return self.orders.complete

    @property
    def terms(self) -> Glossary:
        """How this game is spoken of."""
        return self.session.game.ruleset.glossary

    @property
    def picked(self) -> UnitView | None:
        """The unit that acts."""
        return self.selection.picked

    @property
    def here(self) -> int:
        """The hex looked at last, or -1."""
        return self.selection.here

    @here.setter
    def here(self, index: int) -> None:
        self.selection.here = index

    def select(self, units: Iterable[str]) -> None:
        """Pick units; the first acts. Lights what can be clicked now."""
        self.selection.pick(units)
        self.light()

    def light(self) -> None:
        """Work out again what is lit."""
        if self.orders.complete:
            self.able = len(self.can_act())
        self.lit.light(self.selection.tops)
        self.quick.marches.show()

    @property
    def overlays(self) -> set[str]:
        """The overlays the player has switched on."""
        return self.lit.overlays

    @property
    def all_stops(self) -> bool:
        """Is every hex lit in which a train may be left, and not the stations alone?"""
        return self.lit.all_stops

    def light_all_stops(self, on: bool) -> None:
        """Light every hex a train may be left in, or the stations alone."""
        self.lit.all_stops = on
        self.light()

    def hover(self, index: int | None) -> None:
        """The pointer or the cursor is over this hex: preview the way there."""
        self.lit.hover(index)

    def toggle(self, overlay: str) -> bool:
        """Switch an overlay; is it on now?"""
        on = self.lit.toggle(overlay)
        self.light()
        return on

    # -- giving commands ----------------------------------------------------------------------------

    def give_all(self, commands: Iterable[Command]) -> None:
        """Give commands one after another; each refusal is told."""
        for command in commands:
            self.give(command)

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; a refusal is told. True if it was carried out.

        :param follows: it is part of the order before it, and is taken back with it.
        """
        try:
            deed = self.session.do(command, follows=follows or command == self.only_answer)
        except IllegalCommand as error:
            self.refuse(error.refusal)
            return False
        self.selection.guarded.discard(unit_of(command))
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
        self.out.sounds += sounds_of(seen, self.terms.new_turn, self.view)
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
        self.out.messages.append(Message(refusal_words(why, self.view, self.orders), "warn"))
        self.out.sounds.append("refuse")

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""
        self.out.messages.append(Message(text, kind, target))

    def choose(self, commands: list[Command]) -> None:
        """One command is given at once; of several the player picks."""
        if len(commands) == 1:
            self._give_to_picked(commands[0])
        elif commands:
            self.menu = tuple(self.choice(c) for c in commands)

    def choice(self, command: Command) -> Choice:
        """A menu line for a command."""
        told = words(command, self.view, self.terms)
        return Choice(told, lambda: self._give_to_picked(command), order=command.text())

    def _give_to_picked(self, command: Command) -> None:
        """Give an order to the unit it names, and after it to all others that are picked."""
        picked, start = self.state.selection, self.picked.hex if self.picked is not None else -1
        given = self.quick.marches.give(command)
        if given and len(picked) > 1 and picked[0] == unit_of(command) and is_for_groups(command):
            left = follow(self, command, picked[1:])
            self.select(left or self.selection.kept())
        if given:
            self.quick.march_on(command, start)

    @property
    def only_answer(self) -> Command | None:
        """The only answer to the open question; None if there are several, or if dice wait for the player's hand."""
        decision = self.view.decision
        if decision is None or decision.id == "fire" or self.orders.several():
            return None
        return next(self.orders.all(), None)

    @property
    def undo_words(self) -> str:
        """What undo would take back, or why there is nothing."""
        game, choice = self.session.game, self.session.last_choice
        if choice is None:
            return f"Nothing to undo: {HAD_TO_BE}." if game.can_undo else game.undo_words(self.view.side)
        if not game.may_read(choice, self.view.side):
            return game.undo_words(self.view.side)
        return f"Undo: {words(parse(choice.command), self.view, self.terms)}"

    def undo(self) -> None:
        """Take the last choice back, or say why not."""
        if not self.session.human_to_act or self.session.undo() is None:
            self.refuse(self.undo_words)
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
            self.refuse("There is nothing to redo.")

    def end_phase(self) -> bool:
        """Close the phase, or say why not."""
        if not self.session.human_to_act:
            self.refuse("It is the other side's turn.")
            return False
        if not self.orders.end:
            refusal = self.session.game.why_not(EndPhase(), self.view.side)
            self.refuse(refusal or "You cannot end the phase now.")
            return False
        self.selection.guarded.clear()
        return self.give(EndPhase())

    # -- clicks -------------------------------------------------------------------------------------

    def click(self, index: int | None, unit_id: str = "", add: bool = False, acts: bool = True) -> None:
        """A click: a lit hex is acted on, an own counter picked, anything else explained; `acts` off: it only picks."""
        self.menu = ()
        if index is None:
            self.cancel()
            return
        self.here = index
        unit = self.view.unit(unit_id) if unit_id else None
        if unit is not None and self._clicked_counter(unit, add):
            return
        if acts and self.quick.gather(index):
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
        if not self.state.selection and own and all(c.verb == "lift" for c in own):
            self.choose(own)
            return True
        if add and unit.side is self.view.side:
            self.select(self.selection.with_or_without(unit.id))
            return True
        return False

    def _lit(self, index: int) -> list[Command]:
        """The commands a click on this hex may mean."""
        return self.orders.hexes(self.selection.first).get(index) or self.position.direct(
            self.orders.by_hex.get(index, [])
        )

    def _unlit(self, index: int, unit: UnitView | None) -> None:
        picked, anybody = self.picked, unit is not None and self.selection.means_anybody(index)
        if unit is not None and unit.side is self.view.side:
            self._pick(unit)
        elif self.quick.confirm(index):
            self.out.sounds.append("click")
        elif index in self.state.targets or (anybody and self.plans.may_open(index)):
            self.plans.open(index)
        elif (picked is not None and picked.hex != index) or (
            self.view.decision is not None and self.session.human_to_act
        ):
            self.explain(index)

    def pick_stack(self, index: int) -> None:
        """Pick all own counters in a hex: one order is for all of them."""
        self.here = index
        own = [u for u in self.view.at(index) if u.side is self.view.side]
        self.select(leading_first(own, self.orders))

    def _pick(self, unit: UnitView) -> None:
        """Pick a counter; again on the same goes down the stack."""
        self.select((self.selection.uncover(unit),))
        self.out.sounds.append("click")

    def explain(self, index: int) -> None:
        """Say why a click there does nothing."""
        if not self.session.human_to_act:
            self.refuse("It is the other side's turn.")
            return
        label = self.view.board.hexes[index].label
        picked = self.selection.first
        refusal = self.reason_against(picked, label)
        if refusal is None and picked:
            refusal = self.reason_against("", label)
        self.refuse(refusal or f"Nothing to do at {place_name(self.view.board, index)} now.")

    def reason_against(self, unit: str, label: str) -> Refusal | None:
        """Why a unit ("": anybody) cannot do anything at a hex."""
        return why_not(self.session.game, self.view, self.orders, unit, label)

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
        unit = self.selection.following(step)
        if unit is None:
            self.tell("No unit can act any more this phase.")
            return
        self.select((unit.id,))
        self.out.look_at = unit.hex

    def guard(self) -> None:
        """Leave the picked unit out of the round, or take it in again."""
        if self.state.selection:
            self.selection.guarded ^= {self.selection.first}
            self.next_unit()

    def can_act(self) -> tuple[str, ...]:
        """Units that can still act."""
        return self.selection.can_act()
