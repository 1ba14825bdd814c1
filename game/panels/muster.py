"""What can be brought into play now, and what else needs no counter?  The box above the tabs in such a phase."""

from __future__ import annotations

from collections.abc import Iterable

from ecs import Command
from game.panels.desk import Desk
from game.panels.inspector import counter_line
from game.panels.orders import waiting, words
from game.panels.say import say
from game.panels.wording import rule_link
from game.table import Table
from game.ui import Ui, escape


def wanted(desk: Desk) -> bool:
    """Is there anything to bring into play, or anything to do without a counter, outside a question?"""
    if desk.view.decision is not None or not desk.session.human_to_act or desk.plans.fighting:
        return False
    return bool(waiting(desk.view, desk.orders) or desk.orders.general)


def muster_box(ui: Ui, desk: Desk, table: Table, asked: Command | None) -> Command | None:
    """Points left, what they buy, and the rest; returns the risky command that waits for a second word."""
    if asked in desk.orders.general and asked is not None:
        return _confirm(ui, desk, asked)
    units = waiting(desk.view, desk.orders)
    if units or any(type(c) in desk.terms.risky for c in desk.orders.general):
        say(ui, desk.out, f"**Bring into play**{rule_link(desk.view.phase.rule)}", "large")
        for subject, state in _facts(desk):
            say(ui, desk.out, f"{escape(subject)}: **{escape(state)}**", "small")
    risky = _buttons(ui, desk, desk.orders.general)
    if units:
        picked = desk.picked is not None and desk.picked.id in {u.id for u in units}
        hint = "Now click a lit hex on the map." if picked else "Click a counter here, then a lit hex on the map."
        say(ui, desk.out, hint, "small", "accent" if picked else "muted")
    for unit in units:
        counter_line(ui, desk, table, unit)
        if any(c.verb == "raise" for cs in desk.orders.hexes(unit.id).values() for c in cs):
            say(ui, desk.out, f"Costs {unit.cost} factor{'s' if unit.cost != 1 else ''}.", "small", "muted")
    return risky


def _facts(desk: Desk) -> list[tuple[str, str]]:
    return [fact for fact in desk.view.facts if any(word in fact[0] for word in desk.terms.telling)]


def _buttons(ui: Ui, desk: Desk, commands: Iterable[Command]) -> Command | None:
    for command in commands:
        risky = type(command) in desk.terms.risky
        if ui.button(words(command, desk.view, desk.terms) + (" …" if risky else ""), name=command.text()):
            if risky:
                return command
            desk.give(command)
            return None
    return None


def _confirm(ui: Ui, desk: Desk, command: Command) -> Command | None:
    """A second word before what cannot be taken back."""
    rule = rule_link(desk.terms.risky[type(command)])
    say(ui, desk.out, f"**{words(command, desk.view, desk.terms)}?**{rule}", "large")
    odds = [escape(state) for subject, state in desk.view.facts if "gamble" in subject]
    risk = [f"A die is rolled at once. The whole game is **[bad]{text}[/]**." for text in odds]
    say(ui, desk.out, " ".join(risk) or "It comes without risk now.")
    say(ui, desk.out, "A die that has been rolled is not taken back.", "small", "muted")
    with ui.row(1, 1):
        if ui.button("Do it", name="sure", kind="primary"):
            desk.give(command)
            return None
        if ui.button("Not now", name="not sure"):
            return None
    return command
