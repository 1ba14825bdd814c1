"""Keys that move the map and the hex cursor."""

from __future__ import annotations

from collections.abc import Callable

from game.app.intents import Inputs, Intent
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.map_view.camera import first, leap, step
from game.ui.panels.decision_box import asks

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
