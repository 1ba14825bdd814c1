"""What an attack would bring, by a table of odds.  Totals, odds, shifts and die, the row of results, face by face."""

from __future__ import annotations

from fractions import Fraction

from pygame import Rect

from ecs.core.known_facts import DieFace, Favour, Note
from ecs.core.view import CalculationLine, Forecast
from game.packs.checks.contrast import luminance
from game.packs.loader import SpritePack
from game.ui.interaction.controller import TableController
from game.ui.panels.text.descriptions import hex_links, rule_link
from game.ui.panels.text.linked_text import say
from game.ui.panels.text.number_format import percent, sum_line, whole_and_part
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import mix

COLOURS: dict[Favour, str] = {"attacker": "good", "defender": "bad", "nobody": "text"}


def odds_sheet(ui: Ui, desk: TableController, pack: SpritePack, forecast: Forecast) -> None:
    """Both sides' factors, the odds and what changes them, and what each face of the die brings."""
    ours = desk.plans.attacker
    parts = (
        (f"{ours} attack", forecast.attack_lines, forecast.attack_total),
        (f"{ours.other} defence", forecast.defence_lines, forecast.defence_total),
    )
    names = {u.id: u.name for u in desk.view.units}
    for title, lines, total in parts:
        with ui.scope(title):
            ui.separator()
            ui.label(title, bold=True)
            for line in lines:
                sum_line(ui, CalculationLine(names.get(line.text, line.text), line.value, line.rule, line.shown))
            sum_line(ui, CalculationLine("Together", 0, "", whole_and_part(total)), bold=True)
    ui.separator()
    with ui.about("odds"):
        ui.label(f"Odds {forecast.odds}", "large", bold=True)
    for note in forecast.notes:
        say(ui, desk.out, _linked(note), "small", "muted")
    if forecast.retreats:
        say(ui, desk.out, f"Retreat leads to {hex_links(forecast.retreats)}{rule_link(desk.terms.retreats)}", "small")
    if forecast.die:
        ui.label("The die", bold=True)
        faces(ui, pack, forecast.die)


def _linked(note: Note) -> str:
    """A note whose rule number is a link."""
    return escape(note.words) + rule_link(note.rule)


def faces(ui: Ui, pack: SpritePack, found: tuple[DieFace, ...]) -> None:
    """A line for each result: the faces that bring it, its code, what it means."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, face in enumerate(found, 1):
        groups.setdefault((face.result, face.meaning), []).append(number)
    for (code, meaning), thrown in groups.items():
        chance = percent(Fraction(len(thrown), len(found)))
        with ui.about(f"crt:{chance}|{code}|{meaning}"):
            _face(ui, pack, found[thrown[0] - 1], thrown, chance)


def _face(ui: Ui, pack: SpritePack, face: DieFace, thrown: list[int], chance: str) -> None:
    """One result of the table: its faces, its code, what it means."""
    size, gap = ui.px(24), ui.px(3)
    rect = ui.place(ui.px(200), max(size + gap, ui.text_of.line_height("body")))
    for place, number in enumerate(thrown):
        draw_die(ui, pack, number, Rect(rect.x + place * (size + gap), rect.y, size, size))
    x = rect.x + max(4, len(thrown)) * (size + gap) + gap
    ui.note_text(face.result, (x, rect.y), COLOURS[face.favours], bold=True)
    ui.note_text(chance, (rect.right - ui.text_of.width(chance, "small"), rect.y), "muted", "small")
    ui.text(escape(face.meaning[:1].upper() + face.meaning[1:]) + ".", "small", "muted")


def draw_die(ui: Ui, pack: SpritePack, number: int, box: Rect) -> None:
    """A die that shows a number, with white spots on a dark face; from 7 on with a figure instead of spots."""
    if number <= 6:
        ink = min(ui.theme.text, ui.theme.panel, key=luminance)
        ui.note_box(box, ink, ui.theme.text, 4)
        ui.note_picture(pack.surface(f"icons/dice_{number}", box.width, ink), box.topleft)
        return
    ui.note_box(box, mix(ui.theme.panel, ui.theme.text, 0.08), ui.theme.text, 4)
    wide = ui.text_of.width(str(number), "small", True)
    y = box.centery - ui.text_of.line_height("small") // 2
    ui.note_text(str(number), (box.centerx - wide // 2, y), "text", "small", True)
