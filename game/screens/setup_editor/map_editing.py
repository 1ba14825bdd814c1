"""Mouse and keyboard on the map of the set-up editor: lifting and placing counters, painting ground."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ecs import Side
from game.app.intents import Inputs, Intent
from game.screens.setup_editor.draft_desk import DraftDesk
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.camera import first, leap, step
from game.ui.map_view.first_look import go_nearer

PAN = 60
FAST = 3
WAYS = {"pan_left": (-1, 0), "pan_right": (1, 0), "pan_up": (0, -1), "pan_down": (0, 1)}


class MapHand:
    """Handles intents on the map.

    ``painting``: ground is painted, else counters are moved; ``side``: whose ground it will be; ``reach``: how many
    hexes round the pointer are painted with it.
    """

    def __init__(self, desk: DraftDesk, table: BoardView, state: TableState, inputs: Inputs) -> None:
        self.desk, self.table, self.state, self.inputs = desk, table, state, inputs
        self.painting, self.side, self.reach = False, Side.AXIS, 0
        self._stroke: set[int] = set()
        self._held = ""
        self._from = (0, 0)

    def answer(self, intent: Intent) -> bool:
        """Handle an intent; False if it means nothing on the map."""
        name = intent.name
        if name in WAYS:
            pace = PAN * (FAST if intent.shift else 1)
            self.table.camera.pan(WAYS[name][0] * pace, WAYS[name][1] * pace)
        elif name.startswith("cursor_") and name[7:].isdigit():
            self._step(name[7:], intent.shift)
        elif (act := getattr(self, f"on_{name}", None)) is not None:
            return bool(act(intent))
        else:
            return False
        return True

    # -- the camera -----------------------------------------------------------------------------------

    def on_zoom(self, intent: Intent) -> bool:
        """The wheel zooms at the pointer."""
        self.table.camera.zoom_by(1 if intent.amount > 0 else -1, intent.pos)
        return True

    def on_zoom_in(self, intent: Intent) -> bool:
        """Zoom in a step."""
        del intent
        self.table.camera.zoom_by(1)
        return True

    def on_zoom_out(self, intent: Intent) -> bool:
        """Zoom out a step."""
        del intent
        self.table.camera.zoom_by(-1)
        return True

    def on_zoom_fit(self, intent: Intent) -> bool:
        """Show the whole map."""
        del intent
        self.table.camera.fit()
        return True

    def on_zoom_reset(self, intent: Intent) -> bool:
        """Zoom to natural size."""
        del intent
        self.table.camera.zoom_to(1.0)
        return True

    def on_pan(self, intent: Intent) -> bool:
        """The middle button drags the map."""
        self.table.camera.pan(-intent.delta[0], -intent.delta[1])
        return True

    def on_scroll(self, intent: Intent) -> bool:
        """The wheel, or two fingers, moves the map."""
        self.table.camera.pan(-intent.delta[0] * PAN, -intent.delta[1] * PAN)
        return True

    # -- pointing -------------------------------------------------------------------------------------

    def _at(self, pos: tuple[int, int]) -> tuple[int | None, str]:
        """The hex and the counter ("" for none) under a pixel."""
        name = self.table.unit_at(*pos, self.state) or ""
        unit = self.desk.unit(name) if name else None
        return (unit.hex if unit is not None else self.table.hex_at(*pos)), name

    def on_hover(self, intent: Intent) -> bool:
        """The pointer moves over the map."""
        index, _name = self._at(intent.pos)
        if index == self.state.hover:
            return False
        self.state.hover = index
        return True

    def on_click(self, intent: Intent) -> bool:
        """Click: paint, lift the counter there, or put down those in hand."""
        if not self.painting and go_nearer(self.table, intent.pos):
            return True
        index, name = self._at(intent.pos)
        if index is None:
            return False
        if intent.clicks == 2 and not self.painting and len(self.desk.view.at(index)) > 1 and self.state.fan is None:
            self.state.fan = index
            return True
        if index != self.state.fan:
            self.state.fan = None
        self.act(index, name, intent.shift)
        return True

    def on_right_click(self, intent: Intent) -> bool:
        """Put the counters in hand back."""
        del intent
        return self.let_go()

    def let_go(self) -> bool:
        """Empty the hand; False if it was empty."""
        was = bool(self.desk.picked) or self.state.fan is not None
        self.desk.picked, self.state.fan = (), None
        return was

    def act(self, index: int, name: str, add: bool = False) -> None:
        """Do what a click on a hex, or on a counter in it, means."""
        desk = self.desk
        if self.painting:
            self._stroke = self._painted(index)
            self._end_stroke()
        elif add and name:
            desk.pick(name, add=True)
        elif name and name not in desk.picked and not (desk.picked and self._friend(index)):
            desk.pick(name)
            self.state.tops = {**self.state.tops, index: name}
        elif desk.picked and any(self._hex_of(one) != index for one in desk.picked):
            desk.put(index)
        elif name:
            below = self.table.below(name)
            desk.picked = () if below == name else (below,)
            self.state.tops = {**self.state.tops, index: below}
        else:
            desk.picked = ()

    def _friend(self, index: int) -> bool:
        """Would those in hand join counters of their own side in another hex?"""
        first_one = self.desk.counter(self.desk.picked[0])
        here = self.desk.view.at(index)
        return bool(here) and first_one is not None and here[0].side is first_one.side

    def _hex_of(self, name: str) -> int:
        unit = self.desk.unit(name)
        return unit.hex if unit is not None else -1

    # -- dragging -------------------------------------------------------------------------------------

    def on_drag_start(self, intent: Intent) -> bool:
        """Pick up a counter, begin a stroke, or grab the map."""
        index, name = self._at(intent.start)
        self._held, self._from, self._stroke = "", intent.start, set()
        if self.painting and index is not None:
            self._stroke = self._painted(index)
            self._preview()
        elif not self.painting and name:
            self._held = name
            if name not in self.desk.picked:
                self.desk.picked = (name,)
        return True

    def on_drag(self, intent: Intent) -> bool:
        """Continue the stroke, or move the map with the pointer."""
        index, _name = self._at(intent.pos)
        if self._stroke:
            more = self._painted(index) if index is not None else set[int]()
            if more - self._stroke:
                self._stroke |= more
                self._preview()
                return True
            return False
        if self._held:
            self.state.hover = index
            return True
        self.table.camera.pan(self._from[0] - intent.pos[0], self._from[1] - intent.pos[1])
        self._from = intent.pos
        return True

    def on_drag_end(self, intent: Intent) -> bool:
        """Put the counters down, or finish the stroke as one change."""
        if self._stroke:
            self._end_stroke()
        index = self.table.hex_at(*intent.pos) if self._held else None
        if index is not None and index != self._hex_of(self._held):
            self.desk.put(index)
        self._held = ""
        return True

    # -- painting -------------------------------------------------------------------------------------

    def _painted(self, index: int) -> set[int]:
        """The hexes that the brush covers round one."""
        found, edge = {index}, {index}
        for _ in range(self.reach):
            edge = {other for i in edge for other in self.table.board.neighbours[i]} - found
            found |= edge
        return found

    def _preview(self) -> None:
        """The ground as it will be after the stroke."""
        view, side = self.desk.view, self.side
        control = tuple(side if i in self._stroke else owner for i, owner in enumerate(view.control))
        self.table.set_view(replace(view, control=control))

    def _end_stroke(self) -> None:
        self.desk.do(self.desk.draft.painted(self._labels(self._stroke), self.side, self.desk.held))
        self._stroke = set()

    def _labels(self, hexes: Iterable[int]) -> list[str]:
        return [self.table.board.hexes[i].label for i in sorted(hexes)]

    # -- the hex cursor -------------------------------------------------------------------------------

    def on_cursor_mode(self, intent: Intent) -> bool:
        """Switch the hex cursor on or off."""
        del intent
        self.inputs.cursor_mode = not self.inputs.cursor_mode
        self.state.cursor = self._cursor() if self.inputs.cursor_mode else None
        return True

    def on_cursor_leave(self, intent: Intent | None = None) -> bool:
        """Switch the hex cursor off; False if it was not on."""
        del intent
        was, self.state.cursor, self.inputs.cursor_mode = self.state.cursor is not None, None, False
        return was

    def _cursor(self) -> int:
        if self.state.cursor is not None:
            return self.state.cursor
        at = [index for name in self.desk.picked if (index := self._hex_of(name)) >= 0]
        return at[0] if at else first(self.table.board, self.table.camera.x, self.table.camera.y)

    def _step(self, digit: str, far: bool) -> None:
        """Move the cursor the way a digit lies on the number pad; ``far``: to the next hex that differs."""
        board, fresh = self.table.board, self.state.cursor is None
        here = self._cursor()
        if not fresh:
            here = leap(board, here, digit, self._looks) if far else step(board, here, digit)
        self.inputs.cursor_mode, self.state.cursor, self.state.hover = True, here, here
        self.table.show(here)

    def _looks(self, index: int) -> object:
        """What makes one hex differ from another."""
        units = self.desk.view.at(index)
        return self.table.board.hexes[index].terrain, units[0].side if units else None

    def on_cursor_click(self, intent: Intent) -> bool:
        """Enter: click at the hex cursor."""
        if self.state.cursor is None:
            return self.on_cursor_mode(intent)
        pile = self.table.stack(self.state.cursor, self.state)
        self.act(self.state.cursor, pile[0] if pile else "", intent.shift)
        return True
