"""The picked stack as a fan of large counters, strongest first; a click takes one into the order or out of it."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from ecs.core.view import UnitView
from game.ui.cards.placing import NEVER, Shunned, best_place, corners, hex_rect, in_the_way
from game.ui.descriptions import class_name, place_in_brief
from game.ui.interaction.controller import TableController
from game.ui.interaction.group_orders import leading_first
from game.ui.map_view import BoardView
from game.ui.panels.inspector import command_buttons, picture
from game.ui.widgets import Ui, escape
from game.ui.widgets.style import drawing

CARD = "stackfan"
FACE, SMALL_FACE, LEAST_FACE = 68, 50, 40
MANY, MOST = 5, 12
"""Counters from which they are shown smaller; counters shown at most, with the number of the others."""
PAD, GAP = 8, 8


class StackFan:
    """Declares the card of the picked stack.  ``rect``: its place, empty while it is not shown.

    :param key: the key of an action.
    """

    def __init__(self, desk: TableController, table: BoardView, key: Callable[[str], str]) -> None:
        self.desk, self.table, self.key = desk, table, key
        self.rect = Rect(0, 0, 0, 0)

    def units(self) -> list[UnitView]:
        """The own counters of the picked hex, or all that are picked, if they stand apart; the strongest first."""
        desk = self.desk
        picked = [unit for name in desk.state.selection if (unit := desk.view.unit(name)) is not None]
        picked = [unit for unit in picked if unit.hex >= 0 and unit.side is desk.view.side]
        if desk.view.decision is not None or not picked or desk.state.held or not desk.session.human_to_act:
            return []
        here = picked[0].hex
        if all(unit.hex == here for unit in picked):
            picked = [unit for unit in desk.view.at(here) if unit.side is desk.view.side]
        return sorted(picked, key=lambda unit: (-unit.attack, -unit.defence, unit.id))

    def build(self, ui: Ui, area: Rect, shunned: Shunned, buttons: bool) -> None:
        """Declare the card in a corner of the clear part of the map, away from its hexes.

        :param buttons: the column is shut: the card says what the picked counter can do where it is.
        """
        units = self.units()
        self.rect = Rect(0, 0, 0, 0)
        if not units or area.width < ui.px(3 * LEAST_FACE) or area.height < ui.px(4 * LEAST_FACE):
            return
        shown, own = units[:MOST], self._own(units)
        size = max(
            ui.px(LEAST_FACE), min(ui.px(FACE if len(shown) <= MANY else SMALL_FACE), area.width // 7, area.height // 6)
        )
        pitch = size + ui.px(GAP)
        columns = max(1, min(len(shown), 6, (area.width * 2 // 3 - ui.px(2 * PAD)) // pitch))
        columns = -(-len(shown) // -(-len(shown) // columns))  # rows of one length
        wide = max(columns * pitch + ui.px(2 * PAD), ui.px(190), self._head_wide(ui, units) + ui.px(2 * PAD))
        wide = min(wide, area.width * 2 // 3)
        high = min(ui.height_of(CARD, 2 * size) + 2 * ui.px(PAD), area.height - 2 * ui.px(GAP))
        room = area.inflate(-2 * ui.px(GAP), -2 * ui.px(GAP))
        place = best_place(corners(wide, high, room), room, [*own, *shunned])
        if in_the_way(place, [*own, *shunned]) and not buttons:
            return  # no room here, and the column tells of the stack as well
        self.rect = place
        with ui.above():
            ui.note(drawing.draw_shadow, self.rect, ui.theme.shadow, ui.px(8))
            with ui.panel(CARD, self.rect, pad=PAD):
                self._head(ui, units)
                for first in range(0, len(shown), columns):
                    self._row(ui, shown[first : first + columns], size)
                if len(units) > MOST:
                    ui.label(f"{len(units) - MOST} more are picked", "small", "muted")
                self._waypoints(ui)
                if buttons:
                    for name in self.desk.state.selection[:1]:
                        command_buttons(ui, self.desk, self.desk.orders.buttons(name))

    def _own(self, units: list[UnitView]) -> list[tuple[Rect, int]]:
        """The hexes of the card."""
        return [(hex_rect(self.table, index), NEVER) for index in sorted({unit.hex for unit in units})]

    # -- what it says --------------------------------------------------------------------------------

    def _title(self, units: list[UnitView]) -> str:
        apart = len({unit.hex for unit in units}) > 1
        return "Picked" if apart else place_in_brief(self.desk.view.board, units[0].hex)

    def _told(self, units: list[UnitView]) -> str:
        """How many are picked, and their total strength."""
        chosen = [unit for unit in units if unit.id in self.desk.state.selection]
        if len(chosen) == 1:
            return f"{chosen[0].name}, {class_name(self.desk.terms, chosen[0])}"
        attack, defence = sum(unit.attack for unit in chosen), sum(unit.defence for unit in chosen)
        worth = f"combat {attack}" if self.desk.terms.odds else f"attack {attack} · defence {defence}"
        return f"{len(chosen)} of {len(units)} together: {worth}"

    def _head_wide(self, ui: Ui, units: list[UnitView]) -> int:
        texts = (self._title(units), self._told(units))
        return max(ui.text_of.width(text, "small", True) for text in texts) + ui.px(4)

    def _head(self, ui: Ui, units: list[UnitView]) -> None:
        ui.label(self._title(units), "small", bold=True, one_line=True)
        ui.text(escape(self._told(units)), "small", "muted")
        chosen = [unit for unit in units if unit.id in self.desk.state.selection]
        state = self._state(chosen[0]) if len(chosen) == 1 else ""
        if state:
            ui.text(f"[warn]{escape(state)}[/]", "small")

    # -- counters ------------------------------------------------------------------------------------

    def _row(self, ui: Ui, units: list[UnitView], size: int) -> None:
        place = ui.place(ui.px(100), size + ui.px(9))
        for number, unit in enumerate(units):
            x = place.x + number * (size + ui.px(GAP)) + ui.px(3)
            self._counter(ui, unit, Rect(x, place.y + ui.px(6), size, size))

    def _counter(self, ui: Ui, unit: UnitView, face: Rect) -> None:
        """A counter; the picked ones are lifted and framed."""
        desk, theme = self.desk, ui.theme
        name, picked = ui.name(f"fan:{unit.id}"), unit.id in desk.state.selection
        whole = Rect(face.x - ui.px(3), face.y - ui.px(6), face.width + ui.px(6), face.height + ui.px(9))
        with ui.about(f"unit:{unit.id}"):
            spot = ui.spot(name, "button", whole, text=unit.name, tooltip=self._tip(unit, picked))
        spot.state = "picked" if picked else ""
        ui.tell_of(f"unit:{unit.id}", whole)
        if picked:
            face = face.move(0, -ui.px(3))
            ui.note_box(face.inflate(ui.px(7), ui.px(7)), theme.accent, None, 5)
        picture(ui, self.table.counters, unit, face.topleft, face.width, unit.id in desk.state.fresh)
        ui.ring(spot)
        used = ui.used(name)
        if used == 1:
            self.take(unit)
        elif used:
            desk.pick_stack(unit.hex)

    def _state(self, unit: UnitView) -> str:
        """The state of a unit in a word or two; "" if there is nothing to say."""
        known = (self.desk.terms.badges.get(badge, (badge.replace("_", " "), ""))[0] for badge in unit.badges)
        return ", ".join(known)

    def _tip(self, unit: UnitView, picked: bool) -> str:
        """Its state, and what a click does."""
        state = self._state(unit)
        lines = [f"**{escape(state)}**"] if state else []
        if not picked:
            lines.append("Click: add to the order. Double click: add the whole stack. Drag to a lit hex: move alone.")
        elif len(self.desk.state.selection) == 1:
            lines.append("The order is for this unit only. Double click: order the whole stack.")
        else:
            lines.append("Click: leave this unit out. Double click: take the whole stack.")
        return "\n".join(lines)

    def _waypoints(self, ui: Ui) -> None:
        """Buttons for the waypoints of the picked units."""
        marches = self.desk.quick.marches
        picked = [name for name in self.desk.state.selection if marches.left(name)]
        if not picked:
            return
        with ui.flow(gap=6):
            able = bool(set(picked) & set(marches.able()))
            tip = "Moves along the waypoints as far as this phase allows. The rest of the route is kept."
            if ui.button("March on", self.key("march"), name="march", fill=False, enabled=able, tooltip=tip):
                marches.march(picked)
            elif ui.button("Clear the waypoints", name="forget waypoints", fill=False):
                marches.forget(picked)

    def take(self, unit: UnitView) -> None:
        """Take a counter into the order or out of it, except the last one."""
        desk = self.desk
        picked = desk.state.selection
        rest = tuple(name for name in picked if name != unit.id)
        chosen = rest if unit.id in picked else (*picked, unit.id)
        found = [u for name in chosen if (u := desk.view.unit(name)) is not None]
        if found:
            desk.select(leading_first(found, desk.orders))
