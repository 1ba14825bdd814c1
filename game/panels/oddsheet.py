"""What would this attack bring, by a table of odds?  Totals, odds, shifts and die, the row of results, face by face."""

from __future__ import annotations

from fractions import Fraction

from pygame import Rect

from ecs.view import Forecast, Line
from game.packs import SpritePack
from game.panels.desk import Desk
from game.panels.figures import percent, sum_line, whole_and_part
from game.panels.say import say
from game.panels.wording import hex_links, rule_link
from game.ui import Ui, escape
from game.ui.theme import mix

BAD, GOOD = "A", ("D", "d")  # how the codes of results begin that hurt the attacker, or the defender
LOST = "/AE"  # how a code ends that hurts both


def odds_sheet(ui: Ui, desk: Desk, pack: SpritePack, forecast: Forecast) -> None:
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
                sum_line(ui, Line(names.get(line.text, line.text), line.value, line.rule, line.shown))
            sum_line(ui, Line("Together", 0, "", whole_and_part(total)), bold=True)
    ui.separator()
    with ui.about("odds"):
        ui.label(f"Odds {forecast.odds}", "large", bold=True)
    for note in forecast.notes:
        say(ui, desk.out, _linked(note), "small", "muted")
    if forecast.retreats:
        say(ui, desk.out, f"Retreat leads to {hex_links(forecast.retreats)}{rule_link(desk.terms.retreats)}", "small")
    if forecast.faces:
        ui.label("The die", bold=True)
        faces(ui, pack, forecast.faces)


def _linked(note: str) -> str:
    """A note whose rule number, in brackets at its end, is a link."""
    words, bracket, rule = note.rpartition(" (")
    if bracket and rule.rstrip(").").replace(".", "").isdigit():
        return escape(words) + rule_link(rule.rstrip(")."))
    return escape(note)


def faces(ui: Ui, pack: SpritePack, found: tuple[tuple[str, str], ...]) -> None:
    """A line for each result: the faces that bring it, its code, what it means."""
    groups: dict[str, list[int]] = {}
    for number, (_, words) in enumerate(found, 1):
        groups.setdefault(words, []).append(number)
    for words, thrown in groups.items():
        chance = percent(Fraction(len(thrown), len(found)))
        with ui.about(f"crt:{chance}|{words}"):
            _face(ui, pack, words, thrown, chance)


def _face(ui: Ui, pack: SpritePack, words: str, thrown: list[int], chance: str) -> None:
    """One result of the table: its faces, its code, what it means."""
    code, _, meaning = words.partition(": ")
    size, gap = ui.px(24), ui.px(3)
    rect = ui.place(ui.px(200), max(size + gap, ui.text_of.line_height("body")))
    for place, number in enumerate(thrown):
        draw_die(ui, pack, number, Rect(rect.x + place * (size + gap), rect.y, size, size))
    x = rect.x + max(4, len(thrown)) * (size + gap) + gap
    hurts = code.startswith(BAD) or code.endswith(LOST)
    colour = "bad" if hurts else "good" if code.startswith(GOOD) else "text"
    ui.note_text(code, (x, rect.y), colour, bold=True)
    ui.note_text(chance, (rect.right - ui.text_of.width(chance, "small"), rect.y), "muted", "small")
    ui.text(escape(meaning[:1].upper() + meaning[1:]) + ".", "small", "muted")


def draw_die(ui: Ui, pack: SpritePack, number: int, box: Rect) -> None:
    """A die that shows a number; from 7 on with a figure instead of spots."""
    if number <= 6:
        ui.note_picture(pack.surface(f"icons/dice_{number}", box.width, ui.theme.text), box.topleft)
        return
    ui.note_box(box, mix(ui.theme.panel, ui.theme.text, 0.08), ui.theme.text, 4)
    wide = ui.text_of.width(str(number), "small", True)
    y = box.centery - ui.text_of.line_height("small") // 2
    ui.note_text(str(number), (box.centerx - wide // 2, y), "text", "small", True)
