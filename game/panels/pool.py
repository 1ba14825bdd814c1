"""What lies in the force pool?  Eliminated units by class with their price: a click rebuilds one, a drag places it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ecs.commands import Rebuild
from ecs.view import UnitView
from game.panels.desk import Desk
from game.panels.inspector import picture
from game.panels.wording import full_name, refusal_markup
from game.table import Table
from game.ui import Ui, escape

FACE = 44


@dataclass(slots=True)
class Kind:
    """Eliminated units that are alike: the one that is rebuilt first, how many, and at how many steps down."""

    unit: UnitView
    count: int = 0
    orders: list[Rebuild] = field(default_factory=list)


def force_pool(desk: Desk) -> list[Kind]:
    """Own eliminated units, those alike together, those that can be rebuilt now first."""
    box = desk.terms.pool
    if not box or not desk.session.human_to_act or desk.view.decision is not None:
        return []
    kinds: dict[tuple[str, ...], Kind] = {}
    for unit in desk.view.units:
        if unit.box != box or unit.side is not desk.view.side or not unit.cost:
            continue
        alike = (unit.nation, unit.style, unit.symbol, unit.size, unit.factors, *sorted(unit.traits))
        kind = kinds.setdefault(alike, Kind(unit))
        kind.count += 1
        orders = [c for c in desk.orders.buttons(unit.id) if isinstance(c, Rebuild)]
        if orders:
            kind.unit, kind.orders = unit, sorted(orders, key=lambda c: c.lost)
    return sorted(kinds.values(), key=lambda kind: (not kind.orders, kind.unit.cost, kind.unit.name))


def pool_list(ui: Ui, desk: Desk, table: Table, shown: bool) -> bool:
    """The pool under a heading that opens and shuts it; returns whether it is open."""
    found = force_pool(desk)
    if not found:
        return shown
    able = sum(1 for kind in found if kind.orders)
    title = f"Force pool: {sum(kind.count for kind in found)}, {able} kind{'s' if able != 1 else ''} in reach"
    if ui.button(title, name="force pool", pressed=shown, tooltip="What can be rebuilt with replacement points"):
        shown = not shown
    for kind in found if shown else ():
        with ui.scope(f"pool {kind.unit.id}"):
            if _row(ui, desk, table, kind):
                return shown
    return shown


def _row(ui: Ui, desk: Desk, table: Table, kind: Kind) -> bool:
    """A class: its counter (which can be dragged onto the map), how many, the price, and a button for each strength."""
    unit, size, pad = kind.unit, ui.px(FACE), ui.px(6)
    rect = ui.place(ui.px(200), size + 2 * pad)
    name = ui.name(f"unit:{unit.id}")
    tip = "Drag it onto the map, or use a button" if kind.orders else _why(desk, unit)
    spot = ui.spot(name, "button", rect, text=unit.name, enabled=bool(kind.orders), tooltip=tip)
    picture(ui, table.counters, unit, (rect.x + pad, rect.y + pad), size)
    left, high = rect.x + size + 3 * pad, ui.text_of.line_height("body")
    ink = "text" if kind.orders else "muted"
    title = full_name(desk.terms, unit).partition(", ")[2] or unit.name
    words = f"{kind.count} × {title}" if kind.count > 1 else title
    ui.note_text(ui.text_of.fit(words, "body", False, rect.right - left), (left, rect.centery - high), ink)
    price = f"{unit.factors} · {unit.cost} a step · next: {unit.name}"
    ui.note_text(ui.text_of.fit(price, "small", False, rect.right - left), (left, rect.centery + 2), "muted", "small")
    ui.ring(spot)
    if ui.used(name) and kind.orders:
        return rebuild(desk, kind.orders[-1])
    if not kind.orders:
        return False
    with ui.row(*(1 for _ in kind.orders)):
        for order in kind.orders:
            text = f"{'Reduced' if order.lost else 'Full'}: {_price(kind, order)}"
            if ui.button(text, name=order.text(), tooltip=f"Rebuild {escape(unit.name)}; then click where it arrives."):
                return rebuild(desk, order)
    return False


def _price(kind: Kind, order: Rebuild) -> str:
    return f"{kind.unit.cost * max(1, kind.unit.hits - order.lost)} RP"


def _why(desk: Desk, unit: UnitView) -> str:
    refusal = desk.session.game.why_not(Rebuild(unit.id, max(0, unit.hits - 1)), desk.view.side)
    return refusal_markup(refusal) if refusal is not None else ""


def rebuild(desk: Desk, order: Rebuild) -> bool:
    """Rebuild a unit and take it in hand, if it can be placed now."""
    if not desk.give(order):
        return False
    if desk.orders.hexes(order.unit):
        desk.select((order.unit,))
    else:
        say_where(desk, order)
    return True


def say_where(desk: Desk, order: Rebuild) -> None:
    """It is raised, but cannot be placed yet."""
    unit = desk.view.unit(order.unit)
    if unit is not None:
        desk.tell(f"{escape(unit.name)} is rebuilt and waits to be placed.")


def carried(desk: Desk, unit_id: str) -> bool:
    """A counter was dragged off a list: rebuild it first if it lies in the pool; can it be put down somewhere?"""
    kind = next((kind for kind in force_pool(desk) if kind.unit.id == unit_id and kind.orders), None)
    if kind is not None:
        return rebuild(desk, kind.orders[0]) and bool(desk.orders.hexes(unit_id))
    if not desk.orders.hexes(unit_id):
        return False
    desk.select((unit_id,))
    return True
