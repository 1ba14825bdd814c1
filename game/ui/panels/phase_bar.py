"""The bar at the top: where in the war and in the turn we are, and what ends the phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect

from ecs import View
from ecs.core.glossary import Glossary
from ecs.core.view import PhaseView, WeatherView
from game.packs.loader import SpritePack
from game.ui.interaction.controller import TableController
from game.ui.map_view.view_state import sky_name
from game.ui.panels.edges.gauge import score_gauge, score_tip
from game.ui.panels.forces.chit_cup import chooses, face, in_play, leaving
from game.ui.panels.text.descriptions import rule_link
from game.ui.widgets import Ui, escape
from game.ui.widgets.core import PAD
from game.ui.widgets.layout import Flow
from game.ui.widgets.style.theme import Colour, mix

BAR_GAP = 5
ROMAN = {1: "I", 2: "II", 3: "III"}
NEAR = 12  # turns the tooltip of the date lists at most
WORDS = {"done": "Done", "now": "Now", "next": "To come", "skipped": "Skipped this turn"}


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar shows beside the view.

    ``mine``: the player at the table acts. ``chips``: modes that are on. ``key``: the key of an action.
    """

    end: str
    mine: bool
    may_end: bool
    undo: str
    can_undo: bool
    can_redo: bool
    chips: tuple[str, ...]
    key: Callable[[str], str]


def end_words(desk: TableController) -> str:
    """The text of the button that ends the phase, with what is still open."""
    view = desk.view
    if not desk.session.human_to_act:
        return "Game over" if view.result else "Please wait"
    if view.decision is not None:
        return "Decide first"
    if chooses(desk):
        return leaving(desk)[0] if desk.orders.end else "Choose first"
    battles = sum(1 for b in view.battles if b.state == "declared")
    if desk.orders.by_hex and battles:
        return f"End phase — {battles} battle{'s' if battles != 1 else ''} open"
    able = desk.able
    return f"End phase — {able} can act" if able else "End phase"


def parts_of(view: View, terms: Glossary) -> tuple[PhaseView, ...]:
    """What the bar has a mark for: each phase, or each part of the turn with its phases named in its text."""
    if not terms.parts:
        return tuple(p for p in view.phases if not (p.state == "skipped" and p.set_up))
    return _parts(view.phases, terms.parts)


@lru_cache(maxsize=64)
def _parts(phases: tuple[PhaseView, ...], parts: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[PhaseView, ...]:
    known = {phase.id: phase for phase in phases}
    at = next((i for i, (_, ids) in enumerate(parts) if any(known[n].state == "now" for n in ids)), -1)
    found = []
    for number, (title, ids) in enumerate(parts):
        inside = [known[name] for name in ids]
        state = "now" if number == at else "done" if number < at else "next"
        before = number == 0 < at and all(phase.set_up for phase in inside)
        if before or all(phase.state == "skipped" for phase in inside):
            continue
        names = dict.fromkeys(phase.title for phase in inside)
        now = next((phase.title for phase in inside if phase.state == "now"), "")
        text = " · ".join(f"{name} (now)" if name == now else name for name in names)
        found.append(PhaseView(f"part:{number}", title, None, text, "", state))
    return tuple(found)


def phase_bar(ui: Ui, view: View, terms: Glossary, pack: SpritePack, bar: Bar) -> str:
    """Declare the bar; returns "menu", "undo", "redo", "end" or "" (nothing was used)."""
    wide = ui.size[0]
    used = ""
    high = max(ui.px(46), ui.height_of("phasebar") + ui.px(12))
    with ui.panel("phasebar", Rect(0, 0, wide, high), pad=6, radius=0), ui.flow(gap=BAR_GAP):
        if ui.button("Menu", fill=False, name="menu", tooltip="Save, load, options, rules, leave", intent="menu"):
            used = "menu"
        _date(ui, view, pack)
        with ui.about(f"phase:{view.phase.id}"):
            _side(ui, view, pack)
        _track(ui, parts_of(view, terms))
        _chit_in_play(ui, view, pack)
        with ui.about("tally"):
            _tally(ui, view, pack, _room_for_buttons(ui, bar))
        for chip in bar.chips:
            _chip(ui, chip)
        pressed = _buttons(ui, bar)
    return pressed or used


def _date(ui: Ui, view: View, pack: SpritePack) -> None:
    rows = [f"{i}. {escape(name)}: {escape(text)}" for i, (name, text) in enumerate(view.turn_track, 1)]
    near = [(i, row) for i, row in enumerate(rows, 1) if len(rows) <= NEAR or 0 <= i - view.turn < NEAR // 2]
    months = "\n".join(f"**{row}**" if i == view.turn else row for i, row in near)
    turn = f"Turn {view.turn} of {view.turns}" if view.turn else "Before the first turn"
    tip = f"**{escape(view.title)}**\n{turn}. {escape(view.score_text)}\n{months}"
    count = f" · {view.turn}/{view.turns}" if view.turn else ""
    with ui.about("date"):
        ui.label(f"{view.turn_name}{count}", bold=True, tooltip=tip)
    with ui.about("weather"):
        _weather(ui, view, pack)


def _weather(ui: Ui, view: View, pack: SpritePack) -> None:
    if view.skies:
        for number, sky in enumerate(view.skies, 1):
            _sky(ui, pack, sky, ROMAN[number])
    else:
        _icon(ui, pack, f"icons/weather_{sky_name(view.weather)}", f"**{view.weather}**\n{escape(view.weather_text)}")
        ui.label(view.weather, color="muted", tooltip=escape(view.weather_text))


def _sky(ui: Ui, pack: SpritePack, sky: WeatherView, number: str) -> None:
    """The weather of an impulse: its number, picture and name; framed while it is being played."""
    tip = f"**{sky.title}: {sky.weather}** — {WORDS[sky.state].lower()}\n{escape(sky.text)}"
    pad, size, now = ui.px(4), ui.px(20), sky.state == "now"
    words = f"{number} {sky.weather}"
    wide = ui.text_of.width(words, "small", now) + size + 3 * pad
    rect = ui.place(wide, ui.px(34), fill=False)
    box = rect.inflate(0, -ui.px(6))
    ink = "text" if now else "muted"
    if now:
        ui.note_box(box, ui.theme.selection, ui.theme.accent, 8)
    picture = pack.surface(f"icons/weather_{sky_name(sky.weather)}", size, ui.theme.colour(ink))
    ui.note_picture(picture, (rect.x + pad, rect.centery - size // 2))
    at = (rect.x + size + 2 * pad, rect.centery - ui.text_of.line_height("small") // 2)
    ui.note_text(words, at, ink, "small", now)
    ui.spot(ui.name(sky.title), "label", rect, text=f"{sky.title}: {sky.weather}", focusable=False, tooltip=tip)


def _side(ui: Ui, view: View, pack: SpritePack) -> None:
    side = view.to_act or view.phase.side
    if side is not None:
        _icon(ui, pack, f"icons/flag_{side.value}", f"The {side} player is to act.", pack.colour(side.value))
    title = "The game is over" if view.result else view.phase.title
    ui.label(title, bold=True, tooltip=phase_tip(view.phase))


def _icon(ui: Ui, pack: SpritePack, name: str, tip: str, tint: Colour | None = None) -> None:
    size = ui.px(24)
    rect = ui.place(size, ui.px(34), fill=False)
    picture = pack.surface(name, size, tint or ui.theme.text)
    ui.note_picture(picture, (rect.x, rect.centery - size // 2))
    ui.spot(ui.name(name), "label", rect, focusable=False, tooltip=tip)


@lru_cache(maxsize=128)
def phase_tip(phase: PhaseView) -> str:
    """What a phase allows, with its rule."""
    who = f"{phase.side}. " if phase.side else ""
    return f"**{escape(phase.title)}** — {WORDS[phase.state].lower()}\n{who}{escape(phase.text)}{rule_link(phase.rule)}"


def _chit_in_play(ui: Ui, view: View, pack: SpritePack) -> None:
    """The chit being played: its picture and its name."""
    chit = in_play(view)
    if chit is None:
        return
    left = sum(c.count for c in view.chits if c.state == "cup")
    tip = f"**{escape(chit.name)}**{rule_link(chit.rule)}\n{escape(chit.text)}\n{left} still in the cup."
    size = ui.px(34)
    rect = ui.place(size, size, fill=False)
    ui.note_picture(face(pack, chit.id, size, chit.side, False), rect.topleft)
    with ui.about(f"chit:{chit.id}"):
        ui.spot(ui.name("chit"), "label", rect, text=chit.name, focusable=False, tooltip=tip)
        ui.label(chit.name, bold=True, tooltip=tip)


def _tally(ui: Ui, view: View, pack: SpritePack, buttons: int) -> None:
    """The score and what it takes to win, always in sight: the gauge, and as many words as there is room for beside it
    on the line."""
    flow = ui.layout
    free = flow.right - flow.x - buttons if isinstance(flow, Flow) else 0
    taken = score_gauge(ui, view, pack, free)
    free -= taken + ui.px(BAR_GAP)
    parts, goal = view.tally.parts, view.tally.goal
    texts = [" · ".join(parts[:n]) for n in range(len(parts), 0, -1)]
    texts[-1:-1] = [f"{parts[0]} · {goal}"] if goal else []
    fits = next((text for text in texts if ui.text_of.width(text, "small") < free), "" if taken else texts[-1])
    if fits:
        ui.label(fits, "small", "muted", tooltip=score_tip(view))


def _track(ui: Ui, phases: tuple[PhaseView, ...]) -> None:
    """One mark a phase or part: filled when done, tall now, hollow to come, a dot when skipped."""
    step, high = ui.px(7 if len(phases) > 8 else 12), ui.px(34)
    rect = ui.place(step * len(phases), high, fill=False)
    for index, phase in enumerate(phases):
        place = Rect(rect.x + index * step, rect.y, step, high)
        name = ui.name(f"phase:{phase.id}")
        ui.spot(name, "label", place, text=phase.title, focusable=False, tooltip=phase_tip(phase))
        ui.note(_mark, place, phase.state, ui.theme.accent, mix(ui.theme.panel, ui.theme.border, 0.9), ui.hover == name)


def _mark(surface: pygame.Surface, place: Rect, state: str, accent: Colour, quiet: Colour, hot: bool) -> None:
    wide = max(4, place.width * 6 // 10)
    tall = {"now": place.height * 7 // 10, "skipped": max(3, wide // 2)}.get(state, place.height * 4 // 10)
    mark = Rect(0, 0, wide if state != "skipped" else max(3, wide // 2), tall)
    mark.center = place.center
    colour = accent if state == "now" or hot else quiet
    pygame.draw.rect(surface, colour, mark, 0 if state in ("done", "now", "skipped") else 2, border_radius=2)


def _chip(ui: Ui, text: str) -> None:
    pad = ui.px(8)
    rect = ui.place(ui.text_of.width(text, "small", True) + 2 * pad, ui.px(34), fill=False)
    box = rect.inflate(0, -ui.px(8))
    ui.tell_of("phase:", rect)
    ui.note_box(box, mix(ui.theme.panel, ui.theme.warn, 0.25), ui.theme.warn, 10)
    ui.note_text(text, (rect.x + pad, rect.centery - ui.text_of.line_height("small") // 2), "text", "small", True)


def _buttons(ui: Ui, bar: Bar) -> str:
    used = ""
    if not bar.mine:
        return ""
    key = bar.key("end_phase")
    undo = f"{escape(bar.undo)}  [muted]{bar.key('undo')}[/]"
    redo = f"Do again what was taken back  [muted]{bar.key('redo')}[/]"
    room, shown = _room_for_buttons(ui, bar), key
    if not _push_right(ui, room + _key_room(ui, key)):
        shown = "" if _push_right(ui, room) else key
    if ui.button("Undo", fill=False, enabled=bar.can_undo, tooltip=undo, intent="undo"):
        used = "undo"
    if ui.button("Redo", fill=False, enabled=bar.can_redo, intent="redo", tooltip=redo):
        used = "redo"
    if ui.button(
        bar.end,
        shown,
        name="end phase",
        kind="primary",
        fill=False,
        guarded=True,
        enabled=bar.may_end,
        intent="end_phase",
        tooltip="Close this phase and go on" + ("" if shown else f"  [muted]{key}[/]"),
    ):
        used = "end"
    return used


def _room_for_buttons(ui: Ui, bar: Bar) -> int:
    """Pixels the buttons take on one line, with the gap before them."""
    if not bar.mine:
        return 0
    pad, gap = 2 * ui.px(PAD), ui.px(BAR_GAP)
    need = sum(ui.text_of.width(text) + pad + gap for text in ("Undo", "Redo"))
    return need + ui.text_of.width(bar.end) + pad + gap


def _key_room(ui: Ui, key: str) -> int:
    """Pixels a key takes on a button."""
    return ui.text_of.width(key, "small") + ui.px(PAD)


def _push_right(ui: Ui, need: int) -> bool:
    """Leave so much room that the buttons end at the right edge; False if they do not fit on this line."""
    flow = ui.layout
    free = flow.right - flow.x - need if isinstance(flow, Flow) else 0
    if free > 0:
        ui.place(free, ui.px(34), fill=False)
    return free >= -ui.px(BAR_GAP)
