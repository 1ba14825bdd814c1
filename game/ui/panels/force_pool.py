"""The force pool: lost units by class with their price; a click rebuilds one, a drag places it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.core.commands import Raise, Rebuild
from ecs.core.view import UnitView
from game.ui.descriptions import class_name, refusal_markup, say
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.panels.inspector import picture
from game.ui.widgets import Ui, escape

FACE = 44


@dataclass(slots=True)
class Kind:
    """Lost units that are alike: the one to come back first, how many, and at how many steps down.

    ``placed``: it comes back by being placed on the map.
    """

    unit: UnitView
    count: int = 0
    orders: list[Rebuild] = field(default_factory=list)
    placed: bool = False

    @property
    def able(self) -> bool:
        """Can one of them come back now?"""
        return self.placed or bool(self.orders)


def force_pool(desk: TableController) -> list[Kind]:
    """Own lost units, those alike together, those that can come back now first."""
    box = desk.terms.pool
    if not box or not desk.session.human_to_act or desk.view.decision is not None:
        return []
    kinds: dict[tuple[str, ...], Kind] = {}
    for unit in desk.view.units:
        if unit.box != box or unit.side is not desk.view.side or not unit.cost:
            continue
        alike = (unit.nation, unit.style, unit.symbol, unit.size, unit.factors, unit.outlook, *sorted(unit.traits))
        kind = kinds.setdefault(alike, Kind(unit))
        kind.count += 1
        orders = [c for c in desk.orders.buttons(unit.id) if isinstance(c, Rebuild)]
        if orders:
            kind.unit, kind.orders = unit, sorted(orders, key=lambda c: c.lost)
        elif desk.orders.hexes(unit.id):
            kind.unit, kind.placed = unit, True
    return sorted(kinds.values(), key=lambda kind: (not kind.able, kind.unit.cost, kind.unit.name))


def pool_list(ui: Ui, desk: TableController, table: BoardView, found: list[Kind], shown: bool) -> bool:
    """The pool under a heading that opens and closes it; returns whether it is open."""
    if not found:
        return shown
    able, name = sum(kind.able for kind in found), "Lost units" if _is_raised(desk) else "Force pool"
    rebuilt = f"{able} kind{'s' if able != 1 else ''} can be rebuilt" if able else "none can be rebuilt now"
    title = f"{name}: {sum(kind.count for kind in found)}, {rebuilt}"
    if ui.button(title, name="force pool", pressed=shown, tooltip="Units you can rebuild with replacements"):
        shown = not shown
    for kind in found if shown else ():
        with ui.scope(f"pool {kind.unit.id}"):
            if _row(ui, desk, table, kind):
                return shown
    return shown


def _row(ui: Ui, desk: TableController, table: BoardView, kind: Kind) -> bool:
    """A class: its counter (which can be dragged onto the map), how many, the price, and a button for each strength."""
    unit, size, pad = kind.unit, ui.px(FACE), ui.px(6)
    rect = ui.place(ui.px(200), size + 2 * pad)
    name = ui.name(f"unit:{unit.id}")
    picked = desk.picked is not None and desk.picked.id == unit.id
    tip = "Drag it onto the map, or use a button" if kind.orders else "Click it, then a lit hex; or drag it there"
    tip = tip if kind.able else _why(desk, unit)
    spot = ui.spot(name, "button", rect, text=unit.name, enabled=kind.able, tooltip=tip)
    if picked:
        ui.note_box(rect, ui.theme.selection, ui.theme.accent, 5)
    picture(ui, table.counters, unit, (rect.x + pad, rect.y + pad), size)
    left, high = rect.x + size + 3 * pad, ui.text_of.line_height("body")
    ink = "text" if kind.able else "muted"
    title = class_name(desk.terms, unit) or unit.name
    words = f"{kind.count} × {title}" if kind.count > 1 else title
    ui.note_text(ui.text_of.fit(words, "body", False, rect.right - left), (left, rect.centery - high), ink)
    cost = f"{unit.cost} a step" if unit.hits > 1 or not _is_raised(desk) else f"costs {unit.cost}"
    price = f"{unit.factors} · {cost} · next: {unit.name}"
    ui.note_text(ui.text_of.fit(price, "small", False, rect.right - left), (left, rect.centery + 2), "muted", "small")
    ui.ring(spot)
    if unit.outlook:
        say(ui, desk.out, escape(f"{unit.name} {unit.outlook}."), "small", "muted")
    if ui.used(name) and kind.able:
        if kind.orders:
            return rebuild(desk, kind.orders[-1])
        desk.select((unit.id,))
        return True
    if not kind.orders:
        return False
    with ui.row(*(1 for _ in kind.orders)):
        for order in kind.orders:
            text = f"{'Reduced' if order.lost else 'Full'}: {_price(kind, order)}"
            if ui.button(text, name=order.text(), tooltip=f"Rebuild {escape(unit.name)}, then click where it arrives."):
                return rebuild(desk, order)
    return False


def _price(kind: Kind, order: Rebuild) -> str:
    return f"{kind.unit.cost * max(1, kind.unit.hits - order.lost)} RP"


def _is_raised(desk: TableController) -> bool:
    """Are lost units rebuilt by placing them at once?"""
    return Rebuild not in desk.session.game.ruleset.orders


def _why(desk: TableController, unit: UnitView) -> str:
    order = Raise(unit.id, desk.view.board.hexes[0].label) if _is_raised(desk) else None
    refusal = desk.session.game.why_not(order or Rebuild(unit.id, max(0, unit.hits - 1)), desk.view.side)
    return refusal_markup(refusal) if refusal is not None else ""


def rebuild(desk: TableController, order: Rebuild) -> bool:
    """Rebuild a unit and pick it up, if it can be placed now."""
    if not desk.give(order):
        return False
    if desk.orders.hexes(order.unit):
        desk.select((order.unit,))
    else:
        say_where(desk, order)
    return True


def say_where(desk: TableController, order: Rebuild) -> None:
    """Say that it has been raised but cannot be placed yet."""
    unit = desk.view.unit(order.unit)
    if unit is not None:
        desk.tell(f"{escape(unit.name)} is rebuilt. Now place it.")


def carried(desk: TableController, unit_id: str) -> bool:
    """A counter was dragged off a list: rebuild it first if it lies in the pool; can it be put down somewhere?"""
    kind = next((kind for kind in force_pool(desk) if kind.unit.id == unit_id and kind.orders), None)
    if kind is not None:
        return rebuild(desk, kind.orders[0]) and bool(desk.orders.hexes(unit_id))
    if not desk.orders.hexes(unit_id):
        return False
    desk.select((unit_id,))
    return True
