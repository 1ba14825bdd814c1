"""The chit in play, those to come, and those to choose from: the Cup tab, and choices with pictures."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from ecs import Command, View
from ecs.core.commands import Defer, EndPhase, PlayChit, Retract, Waive
from ecs.core.view import ChitView
from game.packs.loader import SpritePack
from game.ui.descriptions import rule_link, say
from game.ui.interaction.click_commands import words
from game.ui.interaction.controller import TableController
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import mix

FACE, LARGE, SMALL = 40, 60, 34
LET_GO = ("Let it go", "Last chance: it is lost for this month.")
PARTS = (("held", "In hand"), ("cup", "In the cup"), ("gone", "Done this month"))


def in_play(view: View) -> ChitView | None:
    """The chit being played, or None."""
    return next((chit for chit in view.chits if chit.state == "now"), None)


def how_far(view: View) -> tuple[int, int]:
    """(done, all) of the turn: chits where there are any, else phases of the side to act."""
    if view.chits:
        return sum(c.count for c in view.chits if c.state == "gone"), sum(c.count for c in view.chits)
    phases = [p for p in view.phases if p.side is view.to_act]
    return sum(1 for p in phases if p.state == "done"), len(phases)


# -- the tab ---------------------------------------------------------------------------------------


def cup_tab(ui: Ui, desk: TableController, pack: SpritePack) -> None:
    """The chits of the month: in play, in hand, in the cup, gone."""
    view = desk.view
    now = in_play(view)
    ui.heading("In play" if now is not None else "No chit in play")
    if now is not None:
        chit_line(ui, desk, pack, now, LARGE)
    left = sum(chit.count for chit in view.chits if chit.state == "cup")
    for state, title in PARTS:
        chits = [chit for chit in view.chits if chit.state == state]
        if not chits:
            continue
        ui.separator()
        ui.label(f"{title}: {left} to be drawn" if state == "cup" else title, "large", bold=True)
        if state == "gone":
            _row_of(ui, pack, chits)
            continue
        with ui.column(gap=3):
            for chit in sorted(chits, key=lambda c: (c.side is not view.side, c.side is None, c.id)):
                with ui.scope(f"{state} {chit.id}"):
                    chit_line(ui, desk, pack, chit, FACE)
                    held_button(ui, desk, chit)


def chit_line(ui: Ui, desk: TableController, pack: SpritePack, chit: ChitView, size: int) -> None:
    """A chit with its name, its number, and what it does."""
    with ui.about(f"chit:{chit.id}"):
        _chit(ui, desk, pack, chit, ui.px(size))


def _chit(ui: Ui, desk: TableController, pack: SpritePack, chit: ChitView, wide: int) -> None:
    with ui.row(wide, max(wide, ui.layout.width_for(10**5, fill=True) - wide), gap=8):
        rect = ui.place(wide, wide, fill=False)
        ui.note_picture(chit_face(pack, chit.id, wide, chit.side, False), rect.topleft)
        with ui.column(gap=0):
            count = f"  ×{chit.count}" if chit.count > 1 else ""
            ui.label(f"{chit.name}{count}", bold=True)
            rule = rule_link(chit.rule) if chit.state == "now" else ""
            say(ui, desk.out, f"{escape(chit.text)}{rule}", "small", "muted")


def held_button(ui: Ui, desk: TableController, chit: ChitView) -> None:
    """Below a chit in the player's hand: what he can do with it now, even while the other side acts."""
    session, side = desk.session, desk.session.viewer
    if chit.state != "held" or chit.side is not side or side not in session.humans or session.hands_over:
        return
    asked: list[Command] = [c for c in desk.orders.general if isinstance(c, PlayChit) and c.chit == chit.id]
    for command in asked or [c for c in session.game.asides(side) if getattr(c, "chit", "") == chit.id]:
        text = "Play it now" if asked else command.label
        announced = isinstance(command, Retract)
        if announced:
            ui.label("It will be played as soon as possible.", color="accent")
        kind = "normal" if announced else "primary"
        if ui.button(text, name=command.verb, kind=kind, tooltip=told_of(command, desk)):
            desk.give(command)


def told_of(command: Command, desk: TableController) -> str:
    """The game's description of a command that names a chit."""
    return escape(advised(command.text(), desk)[1])


def _row_of(ui: Ui, pack: SpritePack, chits: Iterable[ChitView]) -> None:
    """Chits that have been played, small, in the order they came."""
    size = ui.px(SMALL)
    with ui.flow(gap=4):
        for number, chit in enumerate(chits):
            rect = ui.place(size, size, fill=False)
            ui.note_picture(chit_face(pack, chit.id, size, chit.side, True), rect.topleft)
            tip = f"**{escape(chit.name)}**\n{escape(chit.text)}"
            with ui.about(f"chit:{chit.id}"):
                ui.spot(ui.name(f"gone {number}"), "label", rect, text=chit.name, focusable=False, tooltip=tip)


# -- choices ---------------------------------------------------------------------------------------


def explained(command: Command, desk: TableController) -> str:
    """The effect of a choice, in a line; "" if its name says it all."""
    chit = next((c for c in desk.view.chits if c.id == getattr(command, "chit", "")), None)
    return (
        chit.text if chit is not None and command.text() not in desk.terms.advice else advised(command.text(), desk)[1]
    )


def advised(words: str, desk: TableController) -> tuple[str, str]:
    """(title, effect) of a choice, in the game's words."""
    title, text = desk.terms.advice.get(words, ("", ""))
    return title, text[:1].upper() + text[1:]


def puts_off(desk: TableController) -> list[Command]:
    """Answers that leave a chit in hand for another time."""
    return [c for c in desk.orders.general if isinstance(c, (Defer, Waive))]


def leaving(desk: TableController) -> tuple[str, str]:
    """(title, effect) of choosing nothing now, where that is allowed."""
    kept = advised(f"end {desk.view.phase.id}", desk) if puts_off(desk) else ("", "")
    return kept if kept[0] else LET_GO


def choice_tiles(
    ui: Ui, desk: TableController, pack: SpritePack, commands: Iterable[Command], pictures: bool = True
) -> bool:
    """A large button for each choice, with its picture and a line on its effect; True when one was taken."""
    for command in commands:
        chit = str(getattr(command, "chit", "")) if pictures else ""
        picture = chit_face(pack, chit, ui.px(FACE), desk.view.side, False) if chit else None
        if tile(ui, command.text(), words(command, desk.view, desk.terms), explained(command, desk), picture):
            return desk.give(command)
    return False


def choice_box(ui: Ui, desk: TableController, pack: SpritePack) -> None:
    """A phase for choosing a chit, or leaving it."""
    view = desk.view
    chosen = [c for c in desk.orders.general if hasattr(c, "chit") or c.text() in desk.terms.advice]
    later = puts_off(desk)
    say(ui, desk.out, f"**{escape(view.phase.title)}**{rule_link(view.phase.rule)}", "large")
    say(ui, desk.out, escape(view.phase.text), "small", "muted")
    if choice_tiles(ui, desk, pack, [c for c in chosen if c not in later]):
        return
    if desk.orders.end and tile(ui, "not now", *leaving(desk), None):
        desk.give(EndPhase())
        return
    choice_tiles(ui, desk, pack, later, pictures=False)


def chooses(desk: TableController) -> bool:
    """Is there a chit, or its use, to choose now?"""
    return (
        desk.view.decision is None
        and desk.session.human_to_act
        and any(hasattr(c, "chit") or hasattr(c, "mode") for c in desk.orders.general)
    )


def tile(ui: Ui, name: str, title: str, text: str, picture: pygame.Surface | None) -> bool:
    """A large button: picture, title, a line or two of explanation; True once used."""
    pad, theme = ui.px(8), ui.theme
    wide = ui.layout.width_for(ui.px(300), fill=True)
    left = pad + (picture.get_width() + pad if picture is not None else 0)
    titles = ui.text_of.wrap(title, "body", True, wide - left - pad)
    lines = ui.text_of.wrap(text, "small", False, wide - left - pad) if text else ()
    row, small = ui.text_of.line_height("body"), ui.text_of.line_height("small")
    high = row * len(titles) + small * len(lines)
    rect = ui.place(wide, max(high, picture.get_height() if picture is not None else 0, ui.px(24)) + 2 * pad)
    name = ui.name(name)
    spot = ui.spot(name, "button", rect, text=title, tooltip=escape(text))
    hot = ui.hover == name
    ui.note_box(rect, theme.button_hover if hot else theme.button, mix(theme.button, theme.border, 0.55))
    if picture is not None:
        ui.note_picture(picture, (rect.x + pad, rect.centery - picture.get_height() // 2))
    y = rect.centery - high // 2
    for line in titles:
        ui.note_text(line, (rect.x + left, y), theme.button_text, "body", True)
        y += row
    for line in lines:
        ui.note_text(line, (rect.x + left, y), mix(theme.button_text, theme.button, 0.2), "small")
        y += small
    ui.ring(spot)
    return ui.used(name) > 0
