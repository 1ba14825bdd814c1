"""What can be made better while armies are built up.  Lists of refits, rebuilding, conversions, works, by kind."""

from __future__ import annotations

from ecs import Command
from game.ui.interaction.click_commands import hex_of, place_name, unit_of, words
from game.ui.interaction.controller import TableController
from game.ui.widgets import Ui, escape

MANY = 60


def improvements(desk: TableController) -> dict[str, list[Command]]:
    """The orders of the phase that change or raise units or works: title -> orders, in the order of the game."""
    kinds = desk.terms.improve
    if not kinds or desk.view.decision is not None or not desk.session.human_to_act:
        return {}
    found: dict[str, list[Command]] = {}
    every = [c for c in desk.orders.all() if isinstance(c, kinds)]
    for kind in kinds:
        alike = [c for c in every if type(c) is kind]
        if alike:
            found[kind.label] = alike
    return found


def row_text(desk: TableController, command: Command) -> str:
    """A row of the list: the unit, its numbers, where it is, and what becomes of it."""
    view = desk.view
    unit = view.unit(unit_of(command))
    if unit is None:
        return words(command, view, desk.terms)
    where = f" at {place_name(view.board, unit.hex)}" if unit.hex >= 0 else ""
    told = f"{unit.name}  {unit.factors}{where}"
    into = getattr(command, "into", "")
    by = view.unit(str(getattr(command, "by", "")))
    if into:
        told += f" → {desk.terms.kind(into)}"
    if by is not None:
        told += f" on {by.name} at {place_name(view.board, by.hex)}"
    if hasattr(command, "lost"):
        told += ", reduced" if command.lost else f", full strength, worth {unit.cost}"
    return told


def improve_list(ui: Ui, desk: TableController, shown: str) -> str:
    """A tab for each kind and the rows of the one that is open; returns which is open now ("": none)."""
    found = improvements(desk)
    if not found:
        return ""
    for title in [title for title, commands in found.items() if len(commands) > MANY and not unit_of(commands[0])]:
        by = found.pop(title)
        kinds = dict.fromkeys(desk.terms.kind(str(getattr(c, "what", ""))) for c in by)
        ui.text(f"**{escape(title)} {escape(' or '.join(kinds))}**: click a lit hex on the map.", "small")
    with ui.flow(gap=4):
        for title, commands in found.items():
            on = title == shown
            if ui.button(f"{title} ({len(commands)})", name=f"list {title}", fill=False, pressed=on):
                shown = "" if on else title
    for command in found.get(shown, ()):
        with ui.scope(command.text()):
            if ui.button(row_text(desk, command), name="do"):
                index = _place(desk, command)
                if index >= 0:
                    desk.here = desk.out.look_at = index
                desk.give(command)
                return shown
    return shown


def _place(desk: TableController, command: Command) -> int:
    unit = desk.view.unit(unit_of(command))
    if unit is not None and unit.hex >= 0:
        return unit.hex
    return desk.view.board.by_label.get(hex_of(command), -1)
