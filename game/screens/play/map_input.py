"""Input on the map of the table: keys that move it, clicks, drags, the menu of a hex, the wheel."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from game.app.intents import Inputs, Intent
from game.app.key_bindings import Preset
from game.play.delegation import TURN, UNTIL
from game.ui.interaction.controller import Choice, TableController
from game.ui.interaction.group_orders import leading_first
from game.ui.interaction.selection import mine
from game.ui.map_view import BoardView
from game.ui.map_view.camera import first, leap, step
from game.ui.map_view.first_look import go_nearer
from game.ui.panels.decision_box import asks
from game.ui.panels.open_panels import HEX, OpenPanels
from game.ui.panels.staff_box import army_led

# -- Keys that move the map and the hex cursor. ----------------------------------------------------------------------

PAN = 60
FAST = 3
WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class MapKeys:
    """Handles intents of the camera and of the hex cursor.

    :param unfold: opens the menu of orders at a pixel, if there is one.
    """

    def __init__(
        self,
        desk: TableController,
        table: BoardView,
        inputs: Inputs,
        unfold: Callable[[tuple[int, int]], None],
    ) -> None:
        self.desk, self.table, self.camera = desk, table, table.camera
        self.inputs, self.unfold = inputs, unfold

    # -- the camera -----------------------------------------------------------------------------------

    def pan(self, way: str, fast: bool) -> bool:
        """Move the map: "left", "right", "up" or "down"."""
        dx, dy = WAYS[way]
        pace = PAN * (FAST if fast else 1)
        self.camera.pan(dx * pace, dy * pace)
        return True

    def on_zoom_in(self, intent: Intent) -> bool:
        """Zoom in a step."""
        del intent
        self.camera.zoom_by(1, self._eye())
        return True

    def on_zoom_out(self, intent: Intent) -> bool:
        """Zoom out a step."""
        del intent
        self.camera.zoom_by(-1, self._eye())
        return True

    def _eye(self) -> tuple[int, int] | None:
        cursor = self.desk.state.cursor
        return self.table.to_screen(cursor) if cursor is not None else None

    def on_zoom_reset(self, intent: Intent) -> bool:
        """Zoom to natural size."""
        del intent
        self.camera.zoom_to(1.0)
        return True

    def on_zoom_fit(self, intent: Intent) -> bool:
        """Show the whole map."""
        del intent
        self.camera.fit()
        return True

    # -- the hex cursor -------------------------------------------------------------------------------

    def on_cursor_mode(self, intent: Intent) -> bool:
        """Switch the hex cursor on or off."""
        self.inputs.cursor_mode = not self.inputs.cursor_mode
        if self.inputs.cursor_mode:
            self._place_cursor()
        else:
            self.on_cursor_leave(intent)
        return True

    def on_cursor_leave(self, intent: Intent | None = None) -> bool:
        """Switch the hex cursor off; False if it was not on."""
        del intent
        was = self.desk.state.cursor is not None
        self.inputs.cursor_mode = False
        self.desk.state.cursor, self.desk.state.by_keys = None, False
        self.desk.hover(None)
        return was

    def _place_cursor(self) -> int:
        desk, state = self.desk, self.desk.state
        state.by_keys = True
        if state.cursor is None:
            picked = desk.picked
            near = desk.here if desk.here >= 0 else first(self.table.board, self.camera.x, self.camera.y)
            state.cursor = picked.hex if picked is not None and picked.hex >= 0 else near
        return state.cursor

    def step_cursor(self, digit: str, far: bool) -> bool:
        """Move the cursor the way a digit lies on the number pad; `far`: to the next hex that differs."""
        desk, table, state = self.desk, self.table, self.desk.state
        self.inputs.cursor_mode = True
        fresh = state.cursor is None
        here = self._place_cursor()
        if not fresh:
            here = leap(table.board, here, digit, self._mark) if far else step(table.board, here, digit)
        state.cursor = here
        if not state.selection:
            desk.here = here
        desk.hover(here)
        table.show(here)
        return True

    def _mark(self, index: int) -> object:
        """What makes one hex differ from another."""
        view = self.desk.view
        units = view.at(index)
        return (view.board.hexes[index].terrain, units[0].side if units else None)

    def on_cursor_click(self, intent: Intent) -> bool:
        """Enter: click at the hex cursor; while a question waits for its button, Enter does not bring the cursor up."""
        del intent
        desk, state = self.desk, self.desk.state
        if state.cursor is None and asks(desk):
            return True
        if state.cursor is None:
            self.inputs.cursor_mode = True
            self._place_cursor()
            return True
        index = state.cursor
        pile = self.table.stack(index, state)
        desk.click(index, pile[0] if pile else "")
        if state.selection and desk.picked is not None and desk.picked.hex == index:
            desk.hover(index)
        self.unfold(self.table.to_screen(index))
        return True


# -- Mouse input of the table: clicks, drags, the menu of a hex, the wheel. ------------------------------------------


class MouseInput:
    """Handles intents of the mouse; remembers a drag.

    :param unfold: opens the menu of orders at a pixel, if there is one.
    """

    def __init__(
        self,
        desk: TableController,
        table: BoardView,
        panels: OpenPanels,
        inputs: Inputs,
        unfold: Callable[[tuple[int, int]], None],
    ) -> None:
        self.desk, self.table, self.camera, self.panels = desk, table, table.camera, panels
        self.inputs, self.unfold = inputs, unfold
        self._held, self._framing = "", False
        self._from = (0, 0)
        self._beside: object = None

    def at(self, pos: tuple[int, int]) -> tuple[int | None, str]:
        """The hex and the unit ("" for none) under a pixel."""
        unit = self.table.unit_at(*pos, self.desk.state) or ""
        known = self.desk.view.unit(unit) if unit else None
        return (known.hex if known is not None else self.table.hex_at(*pos)), unit

    def on_hover(self, intent: Intent) -> bool:
        """The pointer moves over the map."""
        self.desk.state.by_keys = False
        index, _unit = self.at(intent.pos)
        margins = self.desk.state.margins
        beside = margins.cell_at(self.camera, intent.pos) if margins is not None and index is None else None
        if index == self.desk.state.hover and beside == self._beside:
            return False
        self._beside = beside
        self.desk.state.looked = -1
        self.desk.hover(index)
        return True

    def on_click(self, intent: Intent) -> bool:
        """Left click: act, pick, explain; a second click at once spreads the stack out."""
        desk, state = self.desk, self.desk.state
        self.inputs.cursor_mode, state.cursor, state.by_keys = (
            False,
            None,
            False,
        )  # the mouse leads now, and the hex cursor tells of nothing
        if not state.selection and not state.targets and go_nearer(self.table, intent.pos):
            return True
        index, unit = self.at(intent.pos)
        if intent.clicks == 2 and index is not None and len(desk.view.at(index)) > 1 and state.fan is None:
            state.fan = index
        elif index is not None and intent.ctrl:
            desk.pick_stack(index)
            if intent.shift:
                desk.quick.whole_army()
        elif index is not None and intent.shift and state.selection and not self._own(unit):
            self.waypoint(index)
        else:
            if index != state.fan:
                state.fan = None
            again = intent.clicks == 2 and index == desk.plans.target  # a double click is no second thought
            if not again:
                desk.click(index, unit, add=intent.shift, acts=self._style.move_button == 1)
            self._stay(index)
            self.unfold(intent.pos)
        return True

    def _stay(self, index: int | None) -> None:
        """Keep the map still: the clicked hex is already in sight."""
        if self.desk.out.look_at == index:
            self.desk.out.look_at = -1

    def _own(self, unit: str) -> bool:
        known = self.desk.view.unit(unit) if unit else None
        return known is not None and known.side is self.desk.view.side

    @property
    def _style(self) -> Preset:
        return self.inputs.keymap.style

    def on_right_click(self, intent: Intent) -> bool:
        """Right click: what the hex means for the picked units; else one step back; else the menu of the hex."""
        desk = self.desk
        index, _unit = self.at(intent.pos)
        if index is not None and not desk.menu and desk.click(index, right=True):
            self._stay(index)
            self.unfold(intent.pos)
        elif self._style.move_button == 3 and index is not None and desk.state.selection:
            desk.click(index)
            self.unfold(intent.pos)
        elif not desk.cancel() and index is not None:
            self.open_menu(index, intent.pos)
        return True

    def on_context(self, intent: Intent) -> bool:
        """The right button held long, or with Ctrl: the menu of the hex, whichever units are picked."""
        index, _unit = self.at(intent.pos)
        if index is not None:
            self.open_menu(index, intent.pos)
        return True

    def open_menu(self, index: int, pos: tuple[int, int]) -> None:
        """Open the menu of a hex at a pixel."""
        self.desk.menu = tuple(self._context(index))
        self.unfold(pos)

    def _context(self, index: int) -> list[Choice]:
        """What can be done at a hex: by the picked units, then by any others."""
        desk, key = self.desk, self.inputs.keymap.text
        lit = desk.orders.hexes(desk.selection.first).get(index, []) if desk.selection.first else []
        choices = [desk.choice(c) for c in (*lit, *desk.orders.by_hex.get(index, [])[:8])]
        if desk.state.selection:
            choices.append(Choice("Add or remove a waypoint here", lambda: self.waypoint(index), key("waypoint")))
        choices += self._staff_leads()
        for unit in desk.view.at(index):
            if desk.orders.hexes(unit.id):
                choices.append(Choice(f"Pick {unit.name}", lambda name=unit.id: desk.select((name,))))  # type: ignore[misc]
        if desk.plans.may_open(index):
            choices.append(Choice("Plan a battle here", lambda: desk.plans.open(index), key("battle_planner")))
        choices.append(Choice("Look at this hex", lambda: self.inspect(index), key("inspect")))
        choices.append(Choice("Centre the map here", lambda: self.table.centre_on(index)))
        return choices

    def _staff_leads(self) -> list[Choice]:
        """Choices of how long the staff leads the picked units, or an end to that."""
        desk = self.desk
        names = [name for name in desk.state.selection if mine(desk.view, name)]
        if not names:
            return []
        if desk.led.units.issuperset(names):
            return [Choice("Lead them yourself", lambda: desk.led.take_back(names))]
        army, team = army_led(desk, names[0])
        whole = [Choice(f"The staff leads {army} {UNTIL[TURN]}", lambda: desk.led.entrust(team, TURN))] if army else []
        return [
            Choice(f"The staff leads them {told}", lambda until=until: desk.led.entrust(names, until))  # type: ignore[misc]
            for until, told in UNTIL.items()
        ] + whole

    def waypoint(self, index: int) -> None:
        """Add a waypoint for the picked units, or remove their last one."""
        if not self.desk.quick.marches.add(index):
            self.desk.tell("First pick a unit that can move.", "warn")

    def inspect(self, index: int) -> None:
        """Show a hex in the side column."""
        self.desk.here = index
        self.panels.turn_to(HEX)

    def on_drag_start(self, intent: Intent) -> bool:
        """Pick up a counter, or the map."""
        desk = self.desk
        _index, unit = self.at(intent.start)
        known = desk.view.unit(unit) if unit else None
        self._held, self._from = "", intent.start
        self._framing = intent.shift and not unit
        if self._style.drag_moves and known is not None and known.side is desk.view.side and desk.orders.hexes(unit):
            self._held, desk.state.held = unit, True
            if unit not in desk.state.selection:
                desk.select((unit,))
        return True

    def on_drag(self, intent: Intent) -> bool:
        """Move the map with the pointer, or show where the counter could go."""
        if self._held:
            return self.on_hover(intent)
        if self._framing:
            self.desk.state.box = _frame(intent.start, intent.pos)
            return True
        self.camera.pan(self._from[0] - intent.pos[0], self._from[1] - intent.pos[1])
        self._from = intent.pos
        return True

    def on_drag_corner(self, intent: Intent) -> bool:
        """A right click while a counter is dragged: set or remove a waypoint there."""
        index = self.table.hex_at(*intent.pos)
        if self._held and index is not None:
            self.waypoint(index)
            self.desk.hover(index)
        return True

    def on_drag_end(self, intent: Intent) -> bool:
        """Put the counter down, or pick all own units inside the frame."""
        if self._framing:
            self._framing, box = False, self.desk.state.box
            self.desk.state.box = None
            if box is not None:
                self._pick_inside(Rect(box))
            return True
        if self._held:
            index, picked = self.table.hex_at(*intent.pos), self.desk.picked
            if index is not None and picked is not None and index != picked.hex:
                self.desk.click(index)
                self.unfold(intent.pos)
        self._held, self.desk.state.held = "", False
        return True

    def _pick_inside(self, box: Rect) -> None:
        """Pick all own units inside a frame that can act; the slowest leads."""
        desk = self.desk
        able = [unit for name in desk.can_act() if (unit := desk.view.unit(name)) is not None]
        there = [unit for unit in able if box.collidepoint(self.table.to_screen(unit.hex))]
        if there:
            desk.select(leading_first(there, desk.orders))
        else:
            desk.tell("No unit inside that frame can act.")

    def on_pan(self, intent: Intent) -> bool:
        """The middle button drags the map."""
        self.camera.pan(-intent.delta[0], -intent.delta[1])
        return True

    def on_zoom(self, intent: Intent) -> bool:
        """The wheel zooms at the pointer."""
        self.camera.zoom_by(1 if intent.amount > 0 else -1, intent.pos)
        return True

    def on_scroll(self, intent: Intent) -> bool:
        """The wheel, or two fingers, moves the map."""
        self.camera.pan(-intent.delta[0] * PAN, -intent.delta[1] * PAN)
        return True


def _frame(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int, int, int]:
    """The frame between two corners: left, top, width, height."""
    left, top = min(start[0], end[0]), min(start[1], end[1])
    return left, top, max(1, abs(end[0] - start[0])), max(1, abs(end[1] - start[1]))
