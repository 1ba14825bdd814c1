"""What does the mouse do on the table?  Clicks, drags, the menu of a hex, the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.input import Intent
from game.panels.desk import Choice
from game.scenes.furniture import HEX

if TYPE_CHECKING:
    from game.scenes.table import TableScene

PAN = 60


class Mouse:
    """Answers intents of the mouse; remembers a drag."""

    def __init__(self, scene: TableScene) -> None:
        self.scene = scene
        self._held = ""
        self._from = (0, 0)

    def _at(self, pos: tuple[int, int]) -> tuple[int | None, str]:
        table, state = self.scene.table, self.scene.desk.state
        unit = table.unit_at(*pos, state) or ""
        known = self.scene.desk.view.unit(unit) if unit else None
        index = known.hex if known is not None else table.hex_at(*pos)
        return index, unit

    def on_hover(self, intent: Intent) -> bool:
        """The pointer moves over the map."""
        desk = self.scene.desk
        index, _unit = self._at(intent.pos)
        if index == desk.state.hover:
            return False
        desk.hover(index)
        return True

    def on_click(self, intent: Intent) -> bool:
        """Left click: act, pick, explain; a second click at once spreads the stack out."""
        desk = self.scene.desk
        index, unit = self._at(intent.pos)
        button = self.scene.app.inputs.keymap.style.move_button
        if intent.clicks == 2 and index is not None and len(desk.view.at(index)) > 1 and desk.state.fan is None:
            desk.state.fan = index
        elif index is not None and intent.ctrl:
            desk.here = index
            desk.select(u.id for u in desk.view.at(index) if u.side is desk.view.side)
        else:
            if index != desk.state.fan:
                desk.state.fan = None
            desk.click(index, unit, add=intent.shift, acts=button == 1)
            self._unfold(intent.pos)
        return True

    def on_right_click(self, intent: Intent) -> bool:
        """Right click: one step back, or the menu of the hex; in one preset it moves."""
        desk = self.scene.desk
        index, _unit = self._at(intent.pos)
        if self.scene.app.inputs.keymap.style.move_button == 3 and index is not None and desk.state.selection:
            desk.click(index)
            self._unfold(intent.pos)
        elif not desk.cancel() and index is not None:
            self._context(index, intent.pos)
        return True

    def _context(self, index: int, pos: tuple[int, int]) -> None:
        """What can be done at a hex, when nothing is picked."""
        scene, desk = self.scene, self.scene.desk
        choices = [desk.choice(c) for c in desk.orders.by_hex.get(index, [])[:8]]
        for unit in desk.view.at(index):
            if desk.orders.hexes(unit.id):
                choices.append(Choice(f"Pick {unit.name}", lambda name=unit.id: desk.select((name,))))  # type: ignore[misc]
        if desk.plans.may_open(index):
            choices.append(
                Choice("Plan a battle here", lambda: desk.plans.open(index), scene.app.key("battle_planner"))
            )
        choices.append(Choice("Look at this hex", lambda: self._inspect(index), scene.app.key("inspect")))
        choices.append(Choice("Centre the map here", lambda: scene.table.centre_on(index)))
        desk.menu = tuple(choices)
        self._unfold(pos)

    def _inspect(self, index: int) -> None:
        self.scene.desk.here = index
        self.scene.furniture.tab, self.scene.furniture.column_open = HEX, True

    def _unfold(self, pos: tuple[int, int]) -> None:
        if self.scene.desk.menu:
            self.scene.furniture.open_orders(pos)

    def on_drag_start(self, intent: Intent) -> bool:
        """A counter is taken up, or the map."""
        desk, preset = self.scene.desk, self.scene.app.inputs.keymap.style
        _index, unit = self._at(intent.start)
        known = desk.view.unit(unit) if unit else None
        self._held, self._from = "", intent.start
        if preset.drag_moves and known is not None and known.side is desk.view.side and desk.orders.hexes(unit):
            self._held = unit
            if unit not in desk.state.selection:
                desk.select((unit,))
        return True

    def on_drag(self, intent: Intent) -> bool:
        """The map follows the pointer; a counter shows where it could go."""
        if self._held:
            return self.on_hover(intent)
        self.scene.table.camera.pan(self._from[0] - intent.pos[0], self._from[1] - intent.pos[1])
        self._from = intent.pos
        return True

    def on_drag_end(self, intent: Intent) -> bool:
        """The counter is put down."""
        if self._held:
            index = self.scene.table.hex_at(*intent.pos)
            picked = self.scene.desk.picked
            if index is not None and picked is not None and index != picked.hex:
                self.scene.desk.click(index)
                self._unfold(intent.pos)
        self._held = ""
        return True

    def on_pan(self, intent: Intent) -> bool:
        """The middle button drags the map."""
        self.scene.table.camera.pan(-intent.delta[0], -intent.delta[1])
        return True

    def on_zoom(self, intent: Intent) -> bool:
        """The wheel zooms at the pointer."""
        self.scene.table.camera.zoom_by(1 if intent.amount > 0 else -1, intent.pos)
        return True

    def on_scroll(self, intent: Intent) -> bool:
        """The wheel moves the map."""
        self.scene.table.camera.pan(-intent.delta[0] * PAN, -intent.delta[1] * PAN)
        return True
