"""The player's seat at a game: selection, clicks, commands. Knows views, but no window."""

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
from game.ui.interaction.meaning import (
    Act,
    Ask,
    Click,
    Declare,
    Explain,
    March,
    Meaning,
    Nothing,
    Pick,
    PlanAttack,
    Propose,
    Seen,
    meaning,
)
from game.ui.interaction.quick_orders import QuickOrders
from game.ui.interaction.selection import Highlights, Selection, SidePosition
from game.ui.interaction.staff_desk import LedUnits, StaffDesk
from game.ui.interaction.ui_messages import Message, Outbox, sounds_of
from game.ui.map_view import TableState
from game.ui.widgets import escape

HAD_TO_BE = "everything so far was automatic"
AT_ONCE, ENOUGH = 0.004, 600  # seconds spent on orders before a click is answered, unless there are few


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu for a click with several meanings; ``order`` is the command's text."""

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
        self.led = LedUnits(self)
        self._shown = ""
        self._stage: tuple[int, str, str] = (0, "", "")
        self.able = 0
        self.chits_told = True  # in a notice: where no moment shows them
        self.view: View = session.view
        self.orders = LegalOrders()
        self.position = SidePosition(session.game, self.view, self.orders)
        self.selection = Selection(self.state, self.position)
        self.quick = QuickOrders(self)
        self.lit = Highlights(self.state, self.position, self._overruns, self.quick.marches.via)
        self.refresh()

    # -- keeping up with the game -------------------------------------------------------------------

    def refresh(self) -> None:
        """The game has changed: look at it again."""
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
        self.selection.led = self.led.units
        self.select(kept)
        if self.view.decision is not None and acts and self._shown != str(self.view.decision):
            self.out.look_at = self.view.decision.hex
        self._shown = str(self.view.decision)

    def _overruns(self) -> list[int]:
        """Hexes where an automatic victory can be won."""
        return [index for index, ahead in self.plans.targets.overruns(self.position) if not ahead.refusal]

    def look_on(self, seconds: float) -> bool:
        """Look up more orders, if any are left; return whether something new was found."""
        if self.orders.complete:
            return self.lit.look_back(seconds)
        if self.orders.go_on(seconds):
            self.light()
        return self.orders.complete

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""
        return self.session.game.ruleset.glossary

    @property
    def picked(self) -> UnitView | None:
        """The unit that acts."""
        return self.selection.picked

    @property
    def here(self) -> int:
        """The hex last looked at, or -1."""
        return self.selection.here

    @here.setter
    def here(self, index: int) -> None:
        self.selection.here = index

    def select(self, units: Iterable[str]) -> None:
        """Pick units; the first acts. Lights what can be clicked now."""
        self.selection.pick(units)
        self.light()

    def light(self) -> None:
        """Work out the lit hexes again."""
        if self.orders.complete:
            committed = {name for b in self.view.battles if b.state == "declared" for name in b.attackers}
            self.able = len(set(self.can_act()) - committed)
        self.lit.light(self.selection.tops)
        self.state.led = frozenset(u.hex for u in self.view.units if u.id in self.selection.led)
        self.quick.marches.show()

    @property
    def overlays(self) -> set[str]:
        """The overlays the player has switched on."""
        return self.lit.overlays

    @property
    def all_stops(self) -> bool:
        """Are all stops for trains lit, and not only stations?"""
        return self.lit.all_stops

    def light_all_stops(self, on: bool) -> None:
        """Light every stop for trains, or stations only."""
        self.lit.all_stops = on
        self.light()

    def hover(self, index: int | None) -> None:
        """The pointer or the cursor is over this hex: preview the way there."""
        self.lit.hover(index)

    def toggle(self, overlay: str) -> bool:
        """Switch an overlay; return whether it is on now."""
        on = self.lit.toggle(overlay)
        self.light()
        return on

    # -- giving commands ----------------------------------------------------------------------------

    def give_all(self, commands: Iterable[Command]) -> None:
        """Give commands one after another; each refusal is reported."""
        for command in commands:
            self.give(command)

    def give_as_one(self, commands: Iterable[Command]) -> bool:
        """Give commands as one order, which one undo takes back; False at the first refusal."""
        return all(self.give(command, follows=number > 0) for number, command in enumerate(commands))

    def give(self, command: Command, follows: bool = False) -> bool:
        """Give a command; True if it was carried out, else the refusal is reported.

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
        """A command was carried out, by whomever: animate, sound, refresh."""
        seen = self.seen(deed.events)
        self.out.events += seen
        self.out.sounds += sounds_of(seen, self.terms.new_turn)
        self.tell_problem()
        self.refresh()
        chits = [event for event in seen if isinstance(event, ChitPlayed)]
        if self.chits_told and chits and self.session.human_to_act and not isinstance(deed.command, PlayChit):
            self.tell(f"**{escape(chits[-1].text)}**")

    def tell_problem(self) -> None:
        """Report what could not be saved, once."""
        if self.session.problem:
            self.tell(escape(self.session.problem), "bad")
            self.session.problem = ""

    def seen(self, events: Iterable[Event]) -> list[Event]:
        """The events as the viewing side may see them."""
        return [event for each in events if (event := veiled(each, self.session.viewer)) is not None]

    def refuse(self, why: str | Refusal) -> None:
        """Report why not."""
        self.out.messages.append(Message(refusal_words(why, self.view, self.orders), "warn"))
        self.out.sounds.append("refuse")

    def tell(self, text: str, kind: str = "info", target: str = "") -> None:
        """Show the player a message."""
        self.out.messages.append(Message(text, kind, target))

    def choose(self, commands: list[Command]) -> None:
        """Give a single command at once; let the player pick among several."""
        if len(commands) == 1:
            self._give_to_picked(commands[0])
        elif commands:
            self.menu = tuple(self.choice(c) for c in commands)

    def choice(self, command: Command) -> Choice:
        """The menu line of a command."""
        told = words(command, self.view, self.terms)
        return Choice(told, lambda: self._chosen(command), order=command.text())

    def _chosen(self, command: Command) -> None:
        self._give_to_picked(command)

    def _give_to_picked(self, command: Command) -> bool:
        """Give an order to the unit it names, and after it to all others that are picked; was it carried out?"""
        picked, start = self.state.selection, self.picked.hex if self.picked is not None else -1
        given = self.quick.marches.give(command)
        if given and len(picked) > 1 and picked[0] == unit_of(command) and is_for_groups(command):
            left = follow(self, command, picked[1:])
            self.select(left or self.selection.kept())
        if given:
            self.quick.march_on(command, start)
        return given

    @property
    def only_answer(self) -> Command | None:
        """The only answer to the open question; None if there are several, or if dice wait for the player's hand.

        They wait as long as there is something he could still take back.
        """
        decision = self.view.decision
        waits = decision is not None and decision.id == "fire" and self.session.last_choice is not None
        if decision is None or waits or self.orders.several():
            return None
        return next(self.orders.all(), None)

    @property
    def undo_words(self) -> str:
        """What undo would take back, or why it cannot."""
        game, choice = self.session.game, self.session.last_choice
        if choice is None:
            return f"Nothing to undo: {HAD_TO_BE}." if game.can_undo else game.undo_words(self.view.side)
        if not game.may_read(choice, self.view.side):
            return game.undo_words(self.view.side)
        return f"Undo: {words(parse(choice.command), self.view, self.terms)}"

    def undo(self) -> None:
        """Undo the last choice, or say why not."""
        if not self.session.human_to_act or self.session.undo() is None:
            self.refuse(self.undo_words)
            return
        self.out.still = True
        self.out.sounds.append("click")
        self.tell_problem()
        self.refresh()

    def redo(self) -> None:
        """Redo what was undone."""
        game = self.session.game
        if game.can_redo and self.session.redo() is not None:
            self.out.sounds.append("click")
            self.tell_problem()
            self.refresh()
        else:
            self.refuse("There is nothing to redo.")

    def end_phase(self) -> bool:
        """End the phase, or say why not."""
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

    def click(
        self, index: int | None, unit_id: str = "", add: bool = False, acts: bool = True, right: bool = False
    ) -> bool:
        """Handle a click by mouse or cursor (see ``meaning``); False if it means nothing."""
        self.menu = ()
        if index is None:
            return self.cancel()
        if not right:
            self.here = index
        return self._do(meaning(self.before_the_eyes(), Click(index, unit_id, add, acts, right)))

    def before_the_eyes(self) -> Seen:
        """What the player sees now that affects a click."""
        state, plans = self.state, self.plans
        way = self.quick.marches.ends()
        return Seen(
            self.view,
            self.orders,
            state.selection,
            state.fan,
            bool(state.reach),
            state.targets,
            way,
            plans.on_screen(),
            plans.gathering,
            plans.target,
            self.session.human_to_act,
            self.position.direct,
            self.terms.fights,
        )

    def _do(self, meant: Meaning) -> bool:
        """Carry out the meaning of a click; False if it has none."""
        if isinstance(meant, Act):
            return self.give_as_one(meant.orders) if len(meant.orders) > 1 else self._give_to_picked(meant.orders[0])
        if isinstance(meant, Ask):
            unit = self.view.unit(meant.pick)
            pick = (Choice(f"Pick {unit.name}", lambda: self.select((meant.pick,))),) if unit is not None else ()
            self.menu = (*(self.choice(c) for c in meant.orders), *pick)
        elif isinstance(meant, Pick):
            self.selection.uncover(meant.units)
            self.select(meant.units)
            self.out.sounds.append("click")
        elif isinstance(meant, PlanAttack):
            return self.plans.open_with(meant.hex, meant.team)
        elif isinstance(meant, Explain):
            self.explain(meant.hex)
        elif not isinstance(meant, Nothing):
            return self._carry_on(meant)
        return not isinstance(meant, Nothing)

    def _carry_on(self, meant: Propose | Declare | March) -> bool:
        """A second click, or a first one where a question asks for an attack."""
        if isinstance(meant, Propose):
            return self.quick.propose(meant.hex)
        if isinstance(meant, March):
            return self.quick.marches.march(self.state.selection) > 0
        done = self.plans.declare()
        self.out.sounds.append("click")
        return done

    def pick_stack(self, index: int) -> None:
        """Pick all own counters in a hex, so that one order goes to all of them."""
        self.here = index
        own = [u for u in self.view.at(index) if u.side is self.view.side]
        self.select(leading_first(own, self.orders))

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
        """Why a unit ("": any unit) cannot do anything at a hex."""
        return why_not(self.session.game, self.view, self.orders, unit, label)

    def cancel(self) -> bool:
        """Go one step back: the menu, the planner, the selection. False if there was nothing to leave."""
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
