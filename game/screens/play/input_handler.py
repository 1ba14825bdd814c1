"""Input of the table: sends each intent to map keys, mouse, or actions on units, phase and panels."""

from __future__ import annotations

from typing import Protocol

from game.app.intents import Inputs, Intent
from game.screens.play.map_input import MapKeys, MouseInput
from game.screens.play.playback import Playback
from game.screens.play.table_panels import take
from game.screens.play.turn_strips import BRIEFED
from game.ui.interaction.controller import TableController
from game.ui.map_view.overlays.registry import OVERLAYS
from game.ui.panels.open_panels import HEX, ORDERS, PLANNER, Finder, OpenPanels
from game.ui.widgets import Ui, escape

LINES = {"up": -1, "down": 1}
OPENS = {"save": "save", "load": "load", "settings": "settings", "help": "help", "statistics": "statistics"}


class ScreenActions(Protocol):
    """What keys can ask of the screen itself."""

    def drain(self) -> None:
        """Carry out what the desk asks for."""

    def end_phase(self, anyway: bool = False) -> None:
        """End the phase; `anyway` overrules warnings."""

    def leave_for(self, what: str) -> None:
        """Open another screen: "save", "load", "settings", "help", "statistics"."""

    def quick_save(self) -> None:
        """Save in the quick slot."""

    def quick_load(self) -> None:
        """Load the quick save."""

    def flip_column(self) -> None:
        """Move the side column to the other side."""

    def flip_sound(self) -> None:
        """Switch the sound on or off."""

    def go_to(self, index: int) -> None:
        """Show a hex and what is in it."""

    def follow_link(self, link: str) -> bool:
        """Show a hex or a rule; False if the link leads nowhere."""


class InputHandler:
    """Handles all intents of the table."""

    def __init__(
        self,
        desk: TableController,
        playback: Playback,
        panels: OpenPanels,
        ui: Ui,
        inputs: Inputs,
        mouse: MouseInput,
        map_keys: MapKeys,
        screen: ScreenActions,
    ) -> None:
        self.desk, self.state, self.plans = desk, desk.state, desk.plans
        self.playback, self.animation = playback, playback.animation
        self.panels, self.ui, self.inputs = panels, ui, inputs
        self.mouse, self.map_keys, self.screen = mouse, map_keys, screen

    def handle(self, intent: Intent) -> bool:
        """Carry out an intent; False if it means nothing here.  Any other key closes the hex cursor's tooltip."""
        done = self._do(intent)
        if self.state.by_keys and not intent.name.startswith("cursor_"):
            self.ui.drop_hint()
        return done

    def _do(self, intent: Intent) -> bool:
        name = intent.name
        kind, _, what = name.partition("_")
        if kind == "overlay":
            return self._number(int(what))
        if kind == "pan" and what:
            if what in LINES and not intent.shift and self._go_to_line(LINES[what]):
                return True
            return self.map_keys.pan(what, intent.shift)
        if kind == "cursor" and what.isdigit():
            return self.map_keys.step_cursor(what, intent.shift)
        if name in OPENS:
            self.screen.leave_for(OPENS[name])
            return True
        if name == "cursor_click" and self.state.cursor is None and self.playback.put_away():
            return True
        for part in (self, self.mouse, self.map_keys):
            act = getattr(part, f"on_{name}", None)
            if act is not None:
                answer: bool = act(intent)
                return answer
        return False

    def _go_to_line(self, way: int) -> bool:
        """Go to the next or previous line of the briefing and its place; False if none is shown."""
        index = self.playback.step_line(way)
        if index is None:
            return False
        self.screen.go_to(index)
        name = f"/{BRIEFED}{self.playback.briefing_at}/"
        for spot in [spot for spot in self.ui.spots if name in spot.id][:1]:
            self.ui.reveal(spot)
        return True

    def _number(self, number: int) -> bool:
        """Handle a digit: a line of the open menu, else an overlay."""
        choices = self.desk.menu
        if choices and self.ui.popup == ORDERS:
            if number <= len(choices):
                self.ui.popup = ""
                take(self.desk, choices[number - 1], self.screen.drain)
            return True
        overlay = OVERLAYS[number - 1]
        if self.desk.toggle(overlay.id) and overlay.empty and not self.desk.lit.shows(overlay.id):
            self.ui.notice(overlay.empty)
        return True

    def on_hide_counters(self, intent: Intent) -> bool:
        """Hide the counters while the key is held."""
        self.state.counters = "hidden" if intent.amount else "shown"
        return True

    # -- units ----------------------------------------------------------------------------------------

    def on_next_unit(self, intent: Intent) -> bool:
        """Select the next unit that can act."""
        del intent
        self._go_round(1)
        return True

    def on_previous_unit(self, intent: Intent) -> bool:
        """Select the previous unit that can act."""
        del intent
        self._go_round(-1)
        return True

    def _go_round(self, way: int) -> None:
        self.desk.next_unit(way)
        picked = self.desk.picked
        if self.state.cursor is not None and picked is not None and picked.hex >= 0:
            self.state.cursor = picked.hex

    def on_guard(self, intent: Intent) -> bool:
        """Leave this unit out of the round."""
        del intent
        self.desk.guard()
        return True

    def on_whole_stack(self, intent: Intent) -> bool:
        """Pick the whole stack of the picked counter, or only that counter again."""
        del intent
        self.desk.quick.whole_stack()
        return True

    def on_whole_army(self, intent: Intent) -> bool:
        """Pick all units under the same headquarters."""
        del intent
        self.desk.quick.whole_army()
        return True

    def on_march(self, intent: Intent) -> bool:
        """March the picked units on along their waypoints; if none are picked, all units with any."""
        del intent
        marches = self.desk.quick.marches
        picked = [name for name in self.state.selection if marches.left(name)]
        if not marches.march(picked or marches.able()) and not picked:
            self.desk.tell("No unit with waypoints can move now. Shift+click sets a waypoint.")
        return True

    def on_waypoint(self, intent: Intent) -> bool:
        """Set a waypoint for the picked units at the cursor or under the pointer, even during a drag."""
        del intent
        index = self.state.hover if self.state.held else self._pointed()
        if index is not None:
            self.mouse.waypoint(index)
        return True

    def on_orders_menu(self, intent: Intent) -> bool:
        """Open the menu of the hex at the cursor or under the pointer."""
        del intent
        index = self._pointed()
        if index is not None:
            self.mouse.open_menu(index, self.mouse.table.to_screen(index))
        return True

    def on_flash(self, intent: Intent) -> bool:
        """Point out the units that can still act, or stop."""
        del intent
        self.state.flash = frozenset() if self.state.flash else frozenset(self.desk.can_act())
        return True

    # -- battles --------------------------------------------------------------------------------------

    def _pointed(self) -> int | None:
        """The hex at the cursor or under the pointer."""
        return self.state.cursor if self.state.cursor is not None else self.state.hover

    def on_battle_planner(self, intent: Intent) -> bool:
        """Open the planner for the hex under the pointer or the cursor; again closes it."""
        del intent
        plans, panels, index = self.plans, self.panels, self._pointed()
        if index is not None and plans.may_open(index) and index != plans.target and not plans.fighting:
            plans.open(index)
            panels.turn_to(PLANNER)
        elif panels.tab == PLANNER and not plans.fighting:
            plans.close()
            panels.tab = HEX
        else:
            panels.turn_to(PLANNER)
        return True

    def on_attack_now(self, intent: Intent) -> bool:
        """Attack as planned, or say why not."""
        del intent
        if not self.desk.quick.attack():
            plans = self.plans
            why = plans.obstacle() if plans.target >= 0 and not plans.fighting else ""
            self.desk.refuse(escape(why) or "There is no planned attack to make now.")
        return True

    def on_add_attacker(self, intent: Intent) -> bool:
        """Tick the unit under the pointer in the planner, or take it out."""
        del intent
        _index, unit = self.mouse.at(self.ui.mouse)
        unit = unit or self.desk.selection.first
        if self.plans.target >= 0 and unit:
            self.plans.tick(unit, unit not in self.plans.ticked)
        else:
            self.desk.refuse("First open the planner on an enemy hex (B).")
        return True

    def on_add_defender(self, intent: Intent) -> bool:
        """Plan an attack on the hex under the pointer."""
        return self.on_battle_planner(intent)

    # -- the turn -------------------------------------------------------------------------------------

    def on_undo(self, intent: Intent) -> bool:
        """Undo, or say why not."""
        del intent
        self.desk.undo()
        return True

    def on_repeat(self, intent: Intent) -> bool:
        """Repeat what was done in this phase of an earlier turn, as far as it is legal."""
        del intent
        if not self.desk.quick.routine.repeat():
            self.desk.tell("No orders from an earlier turn can be repeated now.")
        return True

    def on_redo(self, intent: Intent) -> bool:
        """Redo."""
        del intent
        self.desk.redo()
        return True

    def on_end_phase(self, intent: Intent) -> bool:
        """End the phase; a second press overrules warnings."""
        del intent
        self.screen.end_phase(anyway=self.panels.only_warned)
        return True

    def on_skip(self, intent: Intent) -> bool:
        """Skip the animation."""
        del intent
        if self.animation.running(self.ui.now):
            self.animation.skip()
            return True
        return False

    def on_skip_to_me(self, intent: Intent) -> bool:
        """Skip the animation."""
        return self.on_skip(intent)

    def on_faster(self, intent: Intent) -> bool:
        """Make counters and computer play faster."""
        del intent
        self.ui.notice(f"Speed: {self.playback.change_speed(1).lower()}.")
        return True

    def on_slower(self, intent: Intent) -> bool:
        """Make counters and computer play slower."""
        del intent
        self.ui.notice(f"Speed: {self.playback.change_speed(-1).lower()}.")
        return True

    def on_back(self, intent: Intent) -> bool:
        """Esc: one step back, finally the menu.  Advances that run by themselves stop when nothing is open any more."""
        del intent
        desk = self.desk
        if self.panels.checks:
            self.panels.checks = []
            return True
        if desk.staff.dismiss() or desk.led.stop() or (desk.quick.going and desk.quick.stop()):
            return True
        planned = desk.plans.target >= 0  # it is put away before the dispatches under it
        if not (
            (planned and desk.cancel())
            or self.playback.put_away()
            or desk.cancel()
            or desk.quick.stop()
            or self.map_keys.on_cursor_leave()
        ):
            self.panels.menu_open = True
        return True

    # -- the staff ------------------------------------------------------------------------------------

    def on_staff(self, intent: Intent) -> bool:
        """Ask for staff advice."""
        del intent
        self.desk.staff.ask()
        return True

    def on_staff_accept(self, intent: Intent) -> bool:
        """Follow the staff's advice."""
        del intent
        self.desk.staff.accept()
        return True

    def on_staff_all(self, intent: Intent) -> bool:
        """Follow all advice in this phase."""
        del intent
        self.desk.staff.accept_all()
        return True

    def on_briefing(self, intent: Intent) -> bool:
        """Show what happened before it was this side's turn."""
        del intent
        self.screen.leave_for("briefing")
        return True

    # -- panels ---------------------------------------------------------------------------------------

    def on_inspect(self, intent: Intent) -> bool:
        """Open or close the side column; with something under the pointer it shows that."""
        del intent
        panels, index = self.panels, self._pointed()
        if index is not None and (index != self.desk.here or not panels.column_open or panels.tab != HEX):
            self.mouse.inspect(index)
        else:
            panels.column_open = not panels.column_open
        return True

    def on_find(self, intent: Intent) -> bool:
        """Open the find dialog."""
        del intent
        self.panels.finder = Finder()
        return True

    def on_log(self, intent: Intent) -> bool:
        """Enlarge or shrink the log."""
        del intent
        self.panels.log_open = not self.panels.log_open
        return True

    def on_minimap(self, intent: Intent) -> bool:
        """Show or hide the small map."""
        del intent
        self.panels.show_minimap = not self.panels.show_minimap
        return True

    def on_flip_column(self, intent: Intent) -> bool:
        """Move the column to the other side."""
        del intent
        self.screen.flip_column()
        return True

    def on_mute(self, intent: Intent) -> bool:
        """Switch the sound on or off."""
        del intent
        self.screen.flip_sound()
        return True

    def on_quick_save(self, intent: Intent) -> bool:
        """Save in the quick slot."""
        del intent
        self.screen.quick_save()
        return True

    def on_quick_load(self, intent: Intent) -> bool:
        """Load the quick save."""
        del intent
        self.screen.quick_load()
        return True

    def on_link(self, intent: Intent) -> bool:
        """Follow a link to a hex or a rule."""
        return self.screen.follow_link(intent.text)
