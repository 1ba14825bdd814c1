"""The bar at the top: the place in the war and the turn, and the buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect

from ecs import View
from ecs.core.glossary import Glossary
from ecs.core.view import PhaseView, WeatherView
from game.packs.loader import SpritePack
from game.ui.descriptions import rule_link
from game.ui.interaction.controller import TableController
from game.ui.map_view.counters.chit_faces import chit_face
from game.ui.map_view.view_state import sky_name
from game.ui.panels.arrivals_box import arriving
from game.ui.panels.chit_cup import chooses, in_play, leaving
from game.ui.panels.gauge import LONG, SHORT, score_gauge, score_tip
from game.ui.panels.gauge import width as gauge_wide
from game.ui.widgets import Ui, escape
from game.ui.widgets.core import PAD
from game.ui.widgets.layout import Flow
from game.ui.widgets.seal import seal
from game.ui.widgets.style.theme import Colour, mix

# -- Room in the bar at the top.  One line at every size of window and letters: what gives way, and what lies where. -

BAR_GAP = 5
HIGH, MARGIN = 46, 6
CONTROL = 34
ICON = 24
GIVES_WAY = ("weather", "count", "chit", "gauge", "title", "modes", "sky", "track", "score")
"""What is left out or shortened where the window is too narrow, in this order: the first name is the first to go."""
SLOTS = (frozenset[str](), frozenset({"undo"}))
"""What gives way in the place of the buttons: their words."""
BUTTONS = ("Undo", "Redo", "Details")
SHARE = 0.22
"""The part of the window the buttons take at most, if they can."""


def bar_high(ui: Ui) -> int:
    """Pixels of the bar: always the same, so that it never moves the map."""
    return ui.px(HIGH)


@dataclass(frozen=True, slots=True)
class Room:
    """How a bar is laid out: `gone` has what gave way, `title` is as wide as the name of the phase may be, `slot` the
    place of the buttons at the right, `left` that of all else."""

    gone: frozenset[str]
    title: int
    left: Rect
    slot: Rect


def button_wide(ui: Ui, text: str) -> int:
    """Pixels of a button with this text."""
    return ui.text_of.width(text) + 2 * ui.px(PAD)


def slot_wide(ui: Ui, gone: frozenset[str]) -> int:
    """Pixels of the buttons."""
    return sum(_button_widths(ui, gone)) + (len(BUTTONS) - 1) * ui.px(BAR_GAP)


def _button_widths(ui: Ui, gone: frozenset[str]) -> list[int]:
    return [ui.px(ICON) + 2 * ui.px(PAD) if "undo" in gone else button_wide(ui, word) for word in BUTTONS]


def two_lines(ui: Ui, text: str) -> int:
    """Pixels a text needs on two lines of small letters."""
    whole = ui.text_of.width(text, "small", True)
    words = text.split(" ")
    pairs = (
        max(ui.text_of.width(" ".join(part), "small", True) for part in (words[:n], words[n:]) if part)
        for n in range(1, len(words) + 1)
    )
    return min(whole, *pairs) + ui.px(2)


def share_out(ui: Ui, parts: Mapping[str, int], title: str) -> Room:
    """The first way in which everything lies on one line.  The buttons take what they need at this size of window and
    letters, never more; the rest is shared.

    :param parts: pixels of each part on the left by its name in `GIVES_WAY`, or by another name if it always stays.
    """
    pad, gap = ui.px(MARGIN), ui.px(BAR_GAP)
    inside = Rect(pad, pad, ui.size[0] - 2 * pad, bar_high(ui) - 2 * pad)
    slots = [(slot_wide(ui, short), short) for short in SLOTS]
    slot, short = next((pair for pair in slots if pair[0] <= inside.width * SHARE), slots[-1])
    room = inside.width - slot - gap
    left = Rect(inside.x, inside.y, room, inside.height)
    place = Rect(inside.right - slot, inside.y, slot, inside.height)
    for number in range(len(GIVES_WAY) + 1):
        gone = frozenset(GIVES_WAY[:number])
        wide = two_lines(ui, title) if "title" in gone else ui.text_of.width(title, "body", True) + 1
        others = sum(part + gap for name, part in parts.items() if part and name not in gone)
        if room - others >= wide:
            return Room(gone | short, wide, left, place)
    return Room(gone | short, max(ui.px(60), room - others), left, place)


ROMAN = {1: "I", 2: "II", 3: "III"}
NEAR = 12  # turns the tooltip of the date lists at most
WORDS = {"done": "Done", "now": "Now", "next": "To come", "skipped": "Skipped this turn"}


@dataclass(frozen=True, slots=True)
class Bar:
    """What the bar shows besides the view.

     ``mine``: the player at the table acts. ``details``: the column is open. ``chips``: modes that are on.
    ``key``: the key of an action.
    """

    mine: bool
    undo: str
    can_undo: bool
    can_redo: bool
    details: bool
    chips: tuple[str, ...]
    key: Callable[[str], str]


def end_words(desk: TableController) -> tuple[str, str]:
    """The words of the seal: its action, and a line on what is still open."""
    view = desk.view
    if not desk.session.human_to_act:
        told = "Game over" if view.result else "Please wait"
    elif view.decision is not None:
        told = "Decide first"
    elif chooses(desk):
        told = leaving(desk)[0] if desk.orders.end else "Choose first"
    else:
        return _ending(desk)
    return told, ""


def _ending(desk: TableController) -> tuple[str, str]:
    """The words for a phase that can be ended."""
    battles = sum(1 for b in desk.view.battles if b.state == "declared")
    if desk.orders.by_hex and battles:
        return "End phase", f"{battles} battle{'s' if battles != 1 else ''} open"
    able, off = desk.able, len(arriving(desk)[0])
    if able > off or not off:
        return "End phase", f"{able} unit{'s' if able != 1 else ''} can still act" if able else ""
    return "End phase", f"{off} counter{'s wait' if off != 1 else ' waits'} off the map"


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
    """Declare the bar; returns "menu", "undo", "redo", "details" or "" (nothing was used)."""
    used = ""
    phases = parts_of(view, terms)
    room = share_out(ui, _widths(ui, view, bar, phases), title_of(view))
    with ui.panel("phasebar", Rect(0, 0, ui.size[0], bar_high(ui)), pad=MARGIN, radius=0):
        with ui.area(room.left), ui.flow(gap=BAR_GAP):
            if ui.button("Menu", fill=False, name="menu", tooltip="Save, load, options, rules, leave", intent="menu"):
                used = "menu"
            _date(ui, view, pack, room)
            with ui.about(f"phase:{view.phase.id}"):
                _side(ui, view, pack, phases, room)
            if "track" not in room.gone:
                _track(ui, phases)
            _chit_in_play(ui, view, pack, room)
            if "score" not in room.gone:
                with ui.about("tally"):
                    _tally(ui, view, pack, _modes_wide(ui, bar) if "modes" not in room.gone else 0)
            for chip in bar.chips if bar.mine and "modes" not in room.gone else ():
                _chip(ui, chip)
        with ui.area(room.slot):
            used = (_buttons(ui, bar, room) if bar.mine else _modes(ui, bar, room)) or used
    return used


def title_of(view: View) -> str:
    """The name of the phase in the bar."""
    return "The game is over" if view.result else view.phase.title


def _widths(ui: Ui, view: View, bar: Bar, phases: tuple[PhaseView, ...]) -> dict[str, int]:
    """Widths in pixels of everything on the left except the title, by the names under which it can give way."""
    text_of, gauge, chit = ui.text_of, view.tally.gauge, in_play(view)
    picture = ui.px(20) + 3 * ui.px(4)
    icons = [text_of.width(ROMAN[number], "small", True) + picture for number, _ in enumerate(view.skies, 1)]
    words = [f" {sky.weather}" for sky in view.skies] or [view.weather]
    short = gauge_wide(ui, gauge, SHORT) if gauge is not None else text_of.width(view.tally.parts[0], "small") + 1
    return {
        "menu": button_wide(ui, "Menu"),
        "date": text_of.width(view.turn_name, "body", True) + 1,
        "count": text_of.width(_count(view), "body", True),
        "weather now": icons[-1] if icons else ui.px(ICON),
        "sky": sum(icons[:-1]),
        "weather": sum(text_of.width(word, "small" if view.skies else "body", True) for word in words),
        "flag": ui.px(ICON) if view.to_act or view.phase.side else 0,
        "track": _step(ui, phases) * len(phases),
        "face": ui.px(CONTROL) if chit is not None else 0,
        "chit": text_of.width(chit.name, "body", True) + 1 if chit is not None else 0,
        "score": short,
        "gauge": ui.px(LONG - SHORT) if gauge is not None else 0,
        "modes": _modes_wide(ui, bar) if bar.mine else 0,
    }


def _count(view: View) -> str:
    return f" · {view.turn}/{view.turns}" if view.turn else ""


def _date(ui: Ui, view: View, pack: SpritePack, room: Room) -> None:
    rows = [f"{i}. {escape(name)}: {escape(text)}" for i, (name, text) in enumerate(view.turn_track, 1)]
    near = [(i, row) for i, row in enumerate(rows, 1) if len(rows) <= NEAR or 0 <= i - view.turn < NEAR // 2]
    months = "\n".join(f"**{row}**" if i == view.turn else row for i, row in near)
    turn = f"Turn {view.turn} of {view.turns}" if view.turn else "Before the first turn"
    tip = f"**{escape(view.title)}**\n{turn}. {escape(view.score_text)}\n{months}"
    count = "" if "count" in room.gone else _count(view)
    with ui.about("date"):
        ui.label(f"{view.turn_name}{count}", bold=True, tooltip=tip)
    with ui.about("weather"):
        _weather(ui, view, pack, "weather" not in room.gone, "sky" not in room.gone)


def _weather(ui: Ui, view: View, pack: SpritePack, worded: bool, several: bool) -> None:
    """The weather; of a turn with several that of each impulse, or only the present or next one."""
    skies = list(enumerate(view.skies, 1))
    if skies:
        now = next((pair for pair in skies if pair[1].state in ("now", "next")), skies[-1])
        for number, sky in skies if several else [now]:
            _sky(ui, pack, sky, ROMAN[number], worded)
        return
    _icon(ui, pack, f"icons/weather_{sky_name(view.weather)}", f"**{view.weather}**\n{escape(view.weather_text)}")
    if worded:
        ui.label(view.weather, color="muted", tooltip=escape(view.weather_text))


def _sky(ui: Ui, pack: SpritePack, sky: WeatherView, number: str, worded: bool) -> None:
    """The weather of an impulse: its number, picture and name; framed while it is being played."""
    tip = f"**{sky.title}: {sky.weather}** — {WORDS[sky.state].lower()}\n{escape(sky.text)}"
    pad, size, now = ui.px(4), ui.px(20), sky.state == "now"
    words = f"{number} {sky.weather}" if worded else number
    wide = ui.text_of.width(words, "small", now) + size + 3 * pad
    rect = ui.place(wide, ui.px(CONTROL), fill=False)
    box = rect.inflate(0, -ui.px(6))
    ink = "text" if now else "muted"
    if now:
        ui.note_box(box, ui.theme.selection, ui.theme.accent, 8)
    picture = pack.surface(f"icons/weather_{sky_name(sky.weather)}", size, ui.theme.colour(ink))
    ui.note_picture(picture, (rect.x + pad, rect.centery - size // 2))
    at = (rect.x + size + 2 * pad, rect.centery - ui.text_of.line_height("small") // 2)
    ui.note_text(words, at, ink, "small", now)
    ui.spot(ui.name(sky.title), "label", rect, text=f"{sky.title}: {sky.weather}", focusable=False, tooltip=tip)


def _side(ui: Ui, view: View, pack: SpritePack, phases: tuple[PhaseView, ...], room: Room) -> None:
    side = view.to_act or view.phase.side
    if side is not None:
        _icon(ui, pack, f"icons/flag_{side.value}", f"It is the {side} player's turn.", pack.colour(side.value))
    tip = phase_tip(view.phase)
    if "track" in room.gone:
        tip += "\n" + " · ".join(f"**{escape(p.title)}**" if p.state == "now" else escape(p.title) for p in phases)
    _title(ui, title_of(view), tip, room)


def _title(ui: Ui, title: str, tip: str, room: Room) -> None:
    """The name of the phase, on two lines of small letters if room is short."""
    size = "small" if "title" in room.gone else "body"
    lines = ui.text_of.wrap(title, size, True, room.title) if size == "small" else (title,)
    rect = ui.place(room.title, ui.px(CONTROL), fill=False)
    high = ui.text_of.line_height(size) - ui.px(2 if len(lines) > 1 else 0)
    top = rect.centery - high * min(2, len(lines)) // 2
    for number, line in enumerate(lines[:2]):
        rest = line if number == 0 or len(lines) == 2 else " ".join(lines[1:])
        ui.note_text(ui.text_of.fit(rest, size, True, rect.width), (rect.x, top + number * high), "text", size, True)
    ui.spot(ui.name(f"label:{title}"), "label", rect, text=title, focusable=False, tooltip=tip)


def _icon(ui: Ui, pack: SpritePack, name: str, tip: str, tint: Colour | None = None) -> None:
    size = ui.px(ICON)
    rect = ui.place(size, ui.px(CONTROL), fill=False)
    picture = pack.surface(name, size, tint or ui.theme.text)
    ui.note_picture(picture, (rect.x, rect.centery - size // 2))
    ui.spot(ui.name(name), "label", rect, focusable=False, tooltip=tip)


@lru_cache(maxsize=128)
def phase_tip(phase: PhaseView) -> str:
    """What a phase allows, with its rule."""
    who = f"{phase.side}. " if phase.side else ""
    return f"**{escape(phase.title)}** — {WORDS[phase.state].lower()}\n{who}{escape(phase.text)}{rule_link(phase.rule)}"


def _chit_in_play(ui: Ui, view: View, pack: SpritePack, room: Room) -> None:
    """The chit being played: its picture and its name."""
    chit = in_play(view)
    if chit is None:
        return
    left = sum(c.count for c in view.chits if c.state == "cup")
    tip = f"**{escape(chit.name)}**{rule_link(chit.rule)}\n{escape(chit.text)}\n{left} still in the cup."
    size = ui.px(CONTROL)
    rect = ui.place(size, size, fill=False)
    ui.note_picture(chit_face(pack, chit.id, size, chit.side, False), rect.topleft)
    with ui.about(f"chit:{chit.id}"):
        ui.spot(ui.name("chit"), "label", rect, text=chit.name, focusable=False, tooltip=tip)
        if "chit" not in room.gone:
            ui.label(chit.name, bold=True, tooltip=tip)


def _tally(ui: Ui, view: View, pack: SpritePack, kept: int) -> None:
    """The score and what it takes to win: the gauge, and as many words as fit beside it.

    :param kept: pixels that what comes after it takes.
    """
    flow = ui.layout
    free = flow.right - flow.x - kept if isinstance(flow, Flow) else 0
    taken = score_gauge(ui, view, pack, free)
    free -= taken + ui.px(BAR_GAP)
    parts, goal = view.tally.parts, view.tally.goal
    texts = [" · ".join(parts[:n]) for n in range(len(parts), 0, -1)]
    texts[-1:-1] = [f"{parts[0]} · {goal}"] if goal else []
    fits = next((text for text in texts if ui.text_of.width(text, "small") < free), "" if taken else texts[-1])
    if fits:
        ui.label(fits, "small", "muted", tooltip=score_tip(view))


def _step(ui: Ui, phases: tuple[PhaseView, ...]) -> int:
    return ui.px(7 if len(phases) > 8 else 12)


def _track(ui: Ui, phases: tuple[PhaseView, ...]) -> None:
    """One mark a phase or part: filled when done, tall now, hollow to come, a dot when skipped."""
    step, high = _step(ui, phases), ui.px(CONTROL)
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


# -- at the right: the buttons, or what the computer is at ----------------------------------------------


def _modes_wide(ui: Ui, bar: Bar) -> int:
    return sum(_chip_wide(ui, text) + ui.px(BAR_GAP) for text in bar.chips)


def _chip_wide(ui: Ui, text: str) -> int:
    return ui.text_of.width(text, "small", True) + 2 * ui.px(8)


def _modes(ui: Ui, bar: Bar, room: Room) -> str:
    """While no human acts, the active modes stand in place of the buttons."""
    free = room.slot.width
    with ui.flow(gap=BAR_GAP):
        for chip in bar.chips:
            free -= _chip_wide(ui, chip) + ui.px(BAR_GAP)
            if free >= -ui.px(BAR_GAP):
                _chip(ui, chip)
    return ""


def _chip(ui: Ui, text: str) -> None:
    pad = ui.px(8)
    rect = ui.place(_chip_wide(ui, text), ui.px(CONTROL), fill=False)
    box = rect.inflate(0, -ui.px(8))
    ui.tell_of("phase:", rect)
    ui.note_box(box, mix(ui.theme.panel, ui.theme.warn, 0.25), ui.theme.warn, 10)
    ui.note_text(text, (rect.x + pad, rect.centery - ui.text_of.line_height("small") // 2), "text", "small", True)


def _buttons(ui: Ui, bar: Bar, room: Room) -> str:
    """Undo, Redo and what opens the column, each always in its place."""
    used, drawn = "", "undo" in room.gone
    undo = f"{escape(bar.undo)}  [muted]{bar.key('undo')}[/]"
    redo = f"Redo what you undid  [muted]{bar.key('redo')}[/]"
    column = f"Hex, stack, planner, score  [muted]{bar.key('inspect')}[/]"
    tips = ((bar.can_undo, undo), (bar.can_redo, redo), (True, column))
    with ui.row(*(-wide / ui.scale for wide in _button_widths(ui, room.gone)), gap=BAR_GAP):
        for word, (can, tip) in zip(BUTTONS, tips, strict=True):
            name, intent = word.lower(), "" if word == "Details" else word.lower()
            face, held = (name if drawn else ""), word == "Details" and bar.details
            if ui.button(
                "" if drawn else word, name=word, icon=face, enabled=can, tooltip=tip, intent=intent, pressed=held
            ):
                used = name
    return used


def end_seal(ui: Ui, desk: TableController, place: Rect, may_end: bool, warned: bool, key: str) -> bool:
    """The seal that ends the phase, with the count of who can still act; True when it is used.  It is gold unless a
    button that was declared before it is what the player should press.

    :param warned: the player has read what speaks against it.
    """
    text, more = ("End anyway", "") if warned else end_words(desk)
    with ui.scope("seal"), ui.about("phase:"):
        return seal(
            *(ui, place, text, more, key),
            name="end anyway" if warned else "end phase",
            intent="end_phase",
            enabled=may_end,
            guarded=True,
            quiet=ui.has_primary,
        )
