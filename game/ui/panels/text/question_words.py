"""What an open decision asks, in plain words: who takes how many hits, who must advance; else as the rules put it."""

from __future__ import annotations

from ecs import Refusal, View
from ecs.core.commands import Done
from game.ui.interaction.click_commands import Orders, place_name
from game.ui.panels.text.descriptions import refusal_markup, rule_link
from game.ui.widgets import escape

OPEN = "decision-open"


def question_words(view: View, orders: Orders) -> str:
    """What is asked; "" if nothing is."""
    asked = view.decision
    if asked is None:
        return ""
    place = place_name(view.board, asked.hex) if asked.hex >= 0 else ""
    if asked.id == "hits" and asked.count and place:
        hits = "1 hit" if asked.count == 1 else f"{asked.count} hits"
        who = "takes it" if asked.count == 1 else "takes the next"
        return f"{asked.side}: {hits} on the {_role(view)} at {place}. Which unit {who}?"
    if asked.id == "advance" and place and asked.side is view.side and _must(orders):
        return f"{asked.side}: who advances into {place}? Somebody must."
    return asked.prompt


def refusal_words(refusal: str | Refusal, view: View, orders: Orders) -> str:
    """A refusal with a link to its rule; that a question comes first is said in its plain words."""
    if isinstance(refusal, str):
        return refusal
    if refusal.reason == OPEN and view.decision is not None:
        return escape(f"First: {question_words(view, orders)}") + rule_link(refusal.rule)
    return refusal_markup(refusal)


def _role(view: View) -> str:
    """Whether the side that is asked attacks or defends in the battle being fought."""
    asked = view.decision
    fought = next((battle for battle in view.battles if battle.state == "fighting"), None)
    if asked is None or fought is None:
        return "units"
    first = next((unit for name in fought.attackers if (unit := view.unit(name)) is not None), None)
    return "attackers" if first is not None and first.side is asked.side else "defenders"


def _must(orders: Orders) -> bool:
    """Has the question no answer that ends it with nobody going?"""
    return bool(orders.by_unit) and not any(isinstance(command, Done) for command in orders.general)
