"""An attack by a table of odds: totals, odds, shifts and die, the row of results, face by face."""

from __future__ import annotations

from fractions import Fraction

from pygame import Rect

from ecs import Command
from ecs.core.commands import Aim, Strike, Unassign
from ecs.core.known_facts import DieFace, Favour, Note
from ecs.core.view import CalculationLine, Forecast, UnitView
from game.packs.loader import SpritePack
from game.packs.validation import luminance
from game.ui.descriptions import hex_links, percent, rule_link, say, sum_line, whole_and_part
from game.ui.interaction.click_commands import place_name, words
from game.ui.interaction.controller import TableController
from game.ui.widgets import Ui, escape
from game.ui.widgets.style.theme import mix

COLOURS: dict[Favour, str] = {"attacker": "good", "defender": "bad", "nobody": "text"}


def odds_sheet(ui: Ui, desk: TableController, pack: SpritePack, forecast: Forecast) -> None:
    """Both sides' factors, the odds and their shifts, and the result of each face of the die; with no attacker what
    defends the hex."""
    ours = desk.plans.attacker
    parts = (
        (f"{ours} attack", forecast.attack_lines, forecast.attack_total),
        (f"{ours.other} defence", forecast.defence_lines, forecast.defence_total),
    )
    names = {u.id: u.name for u in desk.view.units}
    attacking = desk.plans.attacking
    for title, lines, total in parts if attacking else parts[1:]:
        with ui.scope(title):
            ui.separator()
            ui.label(title, bold=True)
            for line in lines:
                sum_line(ui, CalculationLine(names.get(line.text, line.text), line.value, line.rule, line.shown))
            sum_line(ui, CalculationLine("Total", 0, "", whole_and_part(total)), bold=True)
    if not attacking:
        return
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
    """A line for each result: its faces, its code, its meaning."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, face in enumerate(found, 1):
        groups.setdefault((face.result, face.meaning), []).append(number)
    for (code, meaning), thrown in groups.items():
        chance = percent(Fraction(len(thrown), len(found)))
        with ui.about(f"crt:{chance}|{code}|{meaning}"):
            _face(ui, pack, found[thrown[0] - 1], thrown, chance)


def _face(ui: Ui, pack: SpritePack, face: DieFace, thrown: list[int], chance: str) -> None:
    """One result of the table: its faces, its code, its meaning."""
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


# -- What a bombardment would bring, and who takes part.  The part of the planner for air units and artillery. -------


def strike_on(desk: TableController, index: int) -> Strike | None:
    """The order to bombard a hex, if it can be given now."""
    return next((c for c in desk.orders.by_hex.get(index, ()) if isinstance(c, Strike)), None)


def gunners(desk: TableController, index: int) -> list[tuple[UnitView, Command]]:
    """Units that bombard a hex or could, each with the order that takes it out or in."""
    found: list[tuple[UnitView, Command]] = []
    for unit in desk.view.units:
        if unit.side is not desk.view.side or unit.hex < 0 or desk.terms.fights(unit):
            continue
        orders = [*desk.orders.hexes(unit.id).get(index, ()), *desk.orders.buttons(unit.id)]
        wanted = Unassign if unit.target == index else Aim
        order = next((c for c in orders if isinstance(c, wanted)), None)
        if order is not None:
            found.append((unit, order))
    return found


def bombing(ui: Ui, desk: TableController, index: int) -> bool:
    """Who is aimed at a hex, and the likely result; True when an order was given."""
    team = gunners(desk, index)
    if not team or desk.plans.fighting:
        return False
    ui.separator()
    ui.label("Bombardment first", bold=True)
    for unit, order in team:
        with ui.scope(f"aim {unit.id}"):
            on = unit.target == index
            text = f"{unit.name}  {unit.factors}  from {place_name(desk.view.board, unit.hex)}"
            if ui.checkbox(text, on) != on:
                return desk.give(order)
    aimed = tuple(unit.id for unit, _ in team if unit.target == index)
    _chances(ui, desk, index, aimed or tuple(unit.id for unit, _ in team)[:3], bool(aimed))
    strike = strike_on(desk, index)
    if strike is not None and ui.button(words(strike, desk.view, desk.terms), name="strike", kind="primary"):
        return desk.give(strike)
    return False


def _chances(ui: Ui, desk: TableController, index: int, team: tuple[str, ...], aimed: bool) -> None:
    ahead = desk.session.game.bombardment(desk.view.side, index, team)
    if ahead is None:
        return
    who = "They have" if aimed else "Together they have" if len(team) > 1 else "It has"
    say(
        ui,
        desk.out,
        f"{who} odds **{ahead.odds}**: **{percent(ahead.loss)}** chance of a step loss, "
        f"{percent(ahead.spent)} chance the air unit is done for the month.{rule_link('6.1')}",
        "small",
    )
    if aimed:
        for line in ahead.lines:
            sum_line(ui, line)
        if ahead.refusal:
            say(ui, desk.out, f"[warn]{escape(ahead.refusal)}[/]", "small")


def strikes(ui: Ui, desk: TableController) -> bool:
    """Bombardments ready to be carried out; True when an order was given."""
    for index, commands in desk.orders.by_hex.items():
        for strike in (c for c in commands if isinstance(c, Strike)):
            team = tuple(u.id for u in desk.view.units if u.target == index and not desk.terms.fights(u))
            ahead = desk.session.game.bombardment(desk.view.side, index, team)
            with ui.scope(f"strike {index}"):
                chance = f" — {percent(ahead.loss)} chance of a step loss" if ahead is not None else ""
                say(ui, desk.out, f"**Bombardment of {escape(place_name(desk.view.board, index))}**{chance}")
                with ui.row(1, 1):
                    if ui.button("Look", name="look"):
                        desk.out.look_at = index
                        desk.plans.open(index)
                        return True
                    if ui.button("Bombard", name="strike"):
                        return desk.give(strike)
    return False
