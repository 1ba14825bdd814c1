"""The contents of a hex, and what its counters can do: the Hex and Stack tabs of the side column."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from ecs import Command
from ecs.core.commands import TakeHit
from ecs.core.view import UnitView
from game.ui.descriptions import (
    badge_words,
    class_name,
    full_name,
    hex_lines,
    hex_title,
    refusal_markup,
    rule_link,
    say,
    supply_line,
    trait_words,
)
from game.ui.interaction.click_commands import unit_of, waiting, why_idle, words
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.map_view.counters.counter_faces import Counters, look_of
from game.ui.map_view.first_look import out_of_sight
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import mix

FACE = 48
SET_UP = "Keep this set-up by ending the phase. Or click a counter to pick it up, then a lit hex."


def hex_tab(ui: Ui, desk: TableController, table: BoardView) -> None:
    """The hex last pointed at or picked."""
    if desk.here < 0 and desk.orders.lifts():
        say(ui, desk.out, SET_UP)
        return
    if desk.here < 0:
        phase_words(ui, desk)
        say(ui, desk.out, "Click a hex, or move the hex cursor there, to see what is in it.", color="muted")
        return
    view = desk.view
    ui.heading(hex_title(view, desk.here))
    with ui.about(f"hex:{desk.here}"):
        say(ui, desk.out, "\n".join(hex_lines(desk.terms, view, desk.here)))
        say(ui, desk.out, supply_line(desk.session.game, view, desk.here))
    zone = desk.session.game.zones(view.side.other).get(desk.here, ())
    if zone:
        names = ", ".join(escape(u.name) for u in view.units if u.id in zone)
        say(ui, desk.out, f"In an enemy zone of control: {names}.{rule_link(desk.terms.zone_rule)}")
    units = view.at(desk.here)
    if units:
        ui.separator()
        for unit in units:
            counter_line(ui, desk, table, unit)
    _sent_here(ui, desk, table)


def phase_words(ui: Ui, desk: TableController) -> None:
    """What the side to act can do in the phase."""
    phase = desk.view.phase
    if phase.text and desk.session.human_to_act:
        with ui.about(f"phase:{phase.id}"):
            say(ui, desk.out, f"**{escape(phase.title)}.** {escape(phase.text)}{rule_link(phase.rule)}")


def _sent_here(ui: Ui, desk: TableController, table: BoardView) -> None:
    """Counters off the map that have been sent to this hex."""
    units = [u for u in desk.view.units if u.hex < 0 and u.target == desk.here >= 0 and "spent" not in u.badges]
    if units:
        ui.separator()
        say(ui, desk.out, "Sent here from off the map:", "small", "muted")
    for unit in units:
        counter_line(ui, desk, table, unit)


def stack_tab(ui: Ui, desk: TableController, table: BoardView) -> None:
    """The picked stack: every counter, its state in words, and its buttons."""
    view = desk.view
    units = view.at(desk.here) if desk.here >= 0 else ()
    reserve = waiting(view, desk.orders)
    if not units and not reserve:
        say(
            ui,
            desk.out,
            "No units here. Click a unit on the map, or press N for the next unit that can act.",
            color="muted",
        )
        return
    if units:
        ui.heading(hex_title(view, desk.here))
        _totals(ui, desk, units)
        for unit in units:
            unit_card(ui, desk, table, unit)
        _sent_here(ui, desk, table)
    if reserve and not desk.terms.improve and not desk.terms.pool:
        ui.separator()
        ui.heading("Waiting to be placed")
        for unit in reserve:
            unit_card(ui, desk, table, unit)
    _button_units(ui, desk, table, {u.id for u in (*units, *reserve)})


def _totals(ui: Ui, desk: TableController, units: Iterable[UnitView]) -> None:
    """Sums of the picked counters, or of all of them."""
    chosen = [u for u in units if u.id in desk.state.selection] or list(units)
    known = [u for u in chosen if not u.id.startswith("?") and u.symbol != "factory"]
    if len(known) > 1:
        attack, defence = sum(u.attack for u in known), sum(u.defence for u in known)
        sums = f"combat {attack}" if desk.terms.odds else f"attack {attack} · defence {defence}"
        say(ui, desk.out, f"{len(known)} counters together: **{sums}**", "small")


def _button_units(ui: Ui, desk: TableController, table: BoardView, shown: set[str]) -> None:
    """Counters elsewhere that have only a button now, when no counter is picked."""
    others = [u for u in desk.view.units if u.id in desk.orders.on_unit and u.id not in shown]
    if not others or desk.state.selection or desk.orders.by_unit:
        return
    ui.separator()
    if all(c.verb == "lift" for u in others for c in desk.orders.buttons(u.id)):
        say(ui, desk.out, SET_UP, color="muted")
        return
    ui.heading("These can act")
    for unit in others:
        counter_line(ui, desk, table, unit)


def unit_card(ui: Ui, desk: TableController, table: BoardView, unit: UnitView) -> None:
    """One counter: picture, name, figures, badges in words, buttons."""
    picked = unit.id in desk.state.selection
    with ui.scope(unit.id), ui.about(f"unit:{unit.id}"):
        counter_line(ui, desk, table, unit)
        if picked or unit.badges:
            with ui.column():
                for line in badge_words(desk.terms, unit):
                    say(ui, desk.out, line, "small", "muted")
        traits = trait_words(desk.terms, unit) if picked else ""
        if traits:
            say(ui, desk.out, traits[:1].upper() + traits[1:] + ".", "small", "muted")
        if picked and unit.outlook:
            say(ui, desk.out, escape(f"{unit.name} {unit.outlook}."), "small", "muted")
        now = now_line(desk, unit) if picked else ""
        if now:
            say(ui, desk.out, now, "small")
        if picked or len(desk.view.at(unit.hex)) == 1 or unit.hex < 0:
            command_buttons(ui, desk, desk.orders.buttons(unit.id))


def now_line(desk: TableController, unit: UnitView) -> str:
    """What a picked counter can do now, or why it can do nothing."""
    if unit.side is not desk.view.side or not desk.session.human_to_act or desk.view.decision is not None:
        return ""
    ways = desk.orders.hexes(unit.id)
    if ways:
        verbs: dict[str, int] = {}
        for commands in ways.values():
            for label in {command.label for command in commands}:
                verbs[label] = verbs.get(label, 0) + 1
        told = (f"{label.lower()} ({count} hex{'es' if count != 1 else ''})" for label, count in verbs.items())
        return f"[good]Now:[/] {', '.join(told)}."
    if desk.orders.buttons(unit.id) or unit.hex < 0:
        return ""
    refusal = why_idle(desk.session.game, desk.view, desk.orders, unit)
    return f"[warn]Cannot act now:[/] {refusal_markup(refusal)}" if refusal is not None else ""


def command_buttons(ui: Ui, desk: TableController, commands: Iterable[Command]) -> bool:
    """A button for each command; True when one was given."""
    for command in commands:
        told = words(command, desk.view, desk.terms)
        if isinstance(command, TakeHit) and desk.session.human_to_act and desk.session.destroys(command):
            unit = desk.view.unit(command.unit)
            told = f"Destroys {unit.name}" if unit is not None else told
        if ui.button(told, name=command.text()):
            return desk.give(command)
    return False


def counter_line(ui: Ui, desk: TableController, table: BoardView, unit: UnitView) -> None:
    """A counter and its name; a click picks it (or, if it is not one's own, shows its hex)."""
    theme, size, pad = ui.theme, ui.px(FACE), ui.px(6)
    picked = unit.id in desk.state.selection
    lines = _lines_of(ui, desk, unit, picked, ui.layout.width_for(ui.px(200), True) - size - 4 * pad)
    high = sum(ui.text_of.line_height(size_name) for _, size_name, _, _ in lines)
    rect = ui.place(ui.px(200), max(size, high) + 2 * pad)
    name = ui.name(f"unit:{unit.id}")
    own = unit.side is desk.view.side
    spot = ui.spot(name, "button", rect, text=unit.name, tooltip="Pick this counter" if own else "")
    if picked or ui.hover == name:
        ground = theme.selection if picked else mix(theme.panel, theme.text, 0.07)
        ui.note_box(rect, ground, theme.accent if picked else None, 5)
    picture(ui, table.counters, unit, (rect.x + pad, rect.y + pad), size)
    left, room = rect.x + size + 3 * pad, rect.width - size - 4 * pad
    y = rect.centery - high // 2
    for text, size_name, bold, colour in lines:
        ui.note_text(ui.text_of.fit(text, size_name, bold, room), (left, y), colour, size_name, bold)
        y += ui.text_of.line_height(size_name)
    ui.ring(spot)
    if ui.used(name):
        pick(desk, unit)
        if unit.hex < 0 and unit.id in desk.state.selection:
            desk.out.look_at = out_of_sight(table, {*desk.state.reach, *desk.state.choices})


def _lines_of(ui: Ui, desk: TableController, unit: UnitView, bold: bool, room: int) -> list[tuple[str, str, bool, str]]:
    """(text, size, bold, colour) of the lines beside a counter: its name, on two lines if need be, and its numbers."""
    name = full_name(desk.terms, unit)
    lines = [(name, "body", bold, "text")]
    if ui.text_of.width(name, "body", bold) > room:
        kind = class_name(desk.terms, unit)
        short = unit.name if kind else name
        lines = [(short, "body", bold, "text"), (kind, "small", False, "text")]
    lines.append((desk.terms.figures(unit), "small", False, "muted"))
    return [line for line in lines if line[0]]


def pick(desk: TableController, unit: UnitView) -> None:
    """Choose a counter in a list."""
    if unit.hex >= 0:
        desk.here = desk.out.look_at = unit.hex
    if unit.side is desk.view.side:
        own = desk.orders.buttons(unit.id)
        if unit.hex >= 0:
            desk.selection.tops[unit.hex] = unit.id
        if own and all(c.verb == "lift" for c in own) and unit_of(own[0]) in desk.state.selection:
            desk.choose(own)
            return
        desk.select((unit.id,))


def picture(ui: Ui, counters: Counters, unit: UnitView, at: tuple[int, int], size: int, fresh: bool = False) -> None:
    """A counter with its face at a pixel; ``fresh``: it can act, though it may have moved before."""
    pad = counters.pad(size)
    ui.note(_blit, counters.picture(look_of(unit, fresh), size), (at[0] - pad, at[1] - pad))


def _blit(surface: pygame.Surface, drawn: pygame.Surface, at: tuple[int, int]) -> None:
    surface.blit(drawn, at, special_flags=pygame.BLEND_PREMULTIPLIED)
