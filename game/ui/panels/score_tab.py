"""The Score tab: objectives, boxes, facts, and the luck of the dice."""

from __future__ import annotations

from ecs import View
from game.play.atlas.luck import Ledger
from game.play.atlas.text import ARMIES, counted
from game.play.great_events import THE
from game.ui.descriptions import Follows, hex_links, number, say
from game.ui.interaction.controller import TableController
from game.ui.widgets import Ui, escape

MANY = 20


def score_tab(ui: Ui, desk: TableController) -> None:
    """Objectives, boxes, facts, luck."""
    view = desk.view
    with ui.about("tally"):
        ui.heading("Score")
        say(ui, desk.out, escape(view.score_text))
    if len(view.score) > MANY:
        holders(ui, view, desk.out)
    for line in view.score if len(view.score) <= MANY else ():
        holder = THE[line.holder] if line.holder else "nobody"
        state = (
            f"[{'good' if line.counts_for is view.side else 'bad'}]counts for {THE[line.counts_for]}[/]"
            if line.counts_for
            else f"[warn]{line.note or 'counts for neither side'}[/]"
        )
        places = hex_links(line.hexes[:3])
        say(
            ui,
            desk.out,
            f"**{line.points}** {escape(line.name)} {places}: held by {holder}, {state}",
            "small",
        )
    ui.separator()
    facts = tuple((fact.subject, fact.state) for fact in view.facts)
    for heading, lines in (("Off the map", view.boxes), ("Facts", facts)):
        if lines:
            ui.heading(heading)
            for subject, state in lines:
                with ui.about(f"fact:{subject}|{state}"):
                    say(ui, desk.out, f"**{escape(subject)}**: {escape(state)}", "small")
            ui.separator()
    ledger = desk.session.luck()
    if not desk.terms.odds or ledger.throws:
        with ui.about("luck"):
            luck_lines(ui, ledger)
        ui.separator()
    with ui.about("calendar"):
        calendar(ui, desk)


def holders(ui: Ui, view: View, out: Follows) -> None:
    """Who holds which objectives, if there are too many for a line each."""
    for side in (view.side, view.side.other, None):
        lines = [line for line in view.score if line.holder is side]
        if not lines:
            continue
        title = ARMIES[side] if side is not None else "Neither side"
        places, points = counted(len(lines), "place"), counted(sum(line.points for line in lines), "point")
        names = ", ".join(f"[{escape(line.name)}](hex:{line.hexes[0]})" + ("*" if line.note else "") for line in lines)
        ui.label(f"{title}: {places}, {points}", bold=True)
        say(ui, out, names, "small", name=f"held {side}")
    notes = sorted({line.note for line in view.score if line.note})
    if notes:
        say(ui, out, f"* {escape(', '.join(notes))}", "small", "muted")


def calendar(ui: Ui, desk: TableController) -> None:
    """Every turn to come: its weather and its arrivals."""
    view = desk.view
    ui.heading("Calendar")
    for turn, (name, text) in enumerate(view.turn_track, 1):
        if turn >= view.turn:
            mark = "[accent]now:[/] " if turn == view.turn else ""
            say(ui, desk.out, f"{mark}**{turn}. {escape(name)}** — {escape(text)}", "small", name=f"turn{turn}")


def luck_lines(ui: Ui, ledger: Ledger) -> None:
    """The hits expected and scored by each side's fire, and how kind the dice were in all, in a sentence."""
    ui.heading("Luck of the dice")
    for side, fire in ledger.salvos.items():
        hits = f"{counted(fire.scored, 'hit')} in {counted(fire.fired, 'salvo')}; {number(fire.expected)} expected."
        ui.text(f"**{side}**: {hits if fire.fired else 'No fire yet.'}", "small")
    ui.text(ledger.in_words(), "small")
