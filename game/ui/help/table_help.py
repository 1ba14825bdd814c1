"""The help on the table: a card for the topic or widget under the pointer, with its rule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from pygame import Rect

from ecs import Command, CommandError, parse
from ecs.core.commands import EndPhase
from ecs.core.view import PhaseView
from game.ui.descriptions import question_words, refusal_markup, rule_link
from game.ui.help.help_card import WINDOW, Card, HelpEntry, Meant, entry, opening, rule_title
from game.ui.help.map_help import HelpPosition, hex_card, map_card, pool_card, turn_card, unit_card
from game.ui.help.screen_help import card_of, cited, rule_card, widget_card, with_keys
from game.ui.interaction.click_commands import words
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.map_view.overlays.registry import find_overlay, key_action
from game.ui.panels.phase_bar import WORDS, parts_of
from game.ui.panels.phase_end import Check
from game.ui.widgets import escape, plain

PANELS = {"question": "question", "questionfoot": "question", "phasebar": "phase:", "tab0": "hex:", "tab1": "hex:"}
DECLARING = ("Declare attack", "Change the attack", "Attack now", "declare")
TABLE = (
    "score",
    "odds",
    "results",
    "attackers",
    "battles",
    "calendar",
    "luck",
    "question",
    "muster",
    "off_map",
    "supply",
    "zones",
    "bombing",
    "overrun",
    "support",
)


class MapPlace(Protocol):
    """Knows where the map is."""

    map_rect: Rect


class Warned(Protocol):
    """Knows the warnings before a phase ends."""

    checks: list[Check]


class TableHelp:
    """The help of one table.

    :param shown: where the map lies on the screen.
    :param warned: the warnings before a phase ends.
    :param key: the key of an action.
    """

    def __init__(
        self, desk: TableController, table: BoardView, shown: MapPlace, warned: Warned, key: Callable[[str], str]
    ) -> None:
        self.desk, self.table, self.shown, self.warned, self.key = desk, table, shown, warned, key

    @property
    def rules(self) -> str:
        """The id of the rules."""
        return self.desk.session.game.ruleset.id

    @property
    def look(self) -> HelpPosition:
        """The position as the player sees it."""
        desk = self.desk
        return HelpPosition(desk.session.game, desk.view, desk)

    def explain(self, meant: Meant) -> Card | None:
        """The card for what is under the pointer or the focus."""
        order = self._order(meant)
        if order is not None:
            return self.order_card(order, meant)
        kind, _, what = meant.last.partition(":")
        if kind in ("unit", "phase") and what:
            return self.topic_card(meant.last)
        if meant.kind == "link" and meant.last.startswith("link:rule:"):
            return rule_card(self.rules, what.partition(":")[2].partition("#")[0])
        named = self._named(meant)
        if named is not None:
            return named
        if meant.topic:
            return self.topic_card(meant.topic, meant)
        if not meant.name:
            return self._on_map(meant.pos)
        panel = meant.last.removeprefix("panel:")
        if panel in PANELS:
            return self.topic_card(PANELS[panel])
        return self._widget(meant)

    # -- buttons ----------------------------------------------------------------------------------------

    def _order(self, meant: Meant) -> Command | None:
        """The order that a button gives, found by its text, or a menu line's by its number."""
        choices = self.desk.menu
        if meant.kind == "row" and "popup:orders" in meant.name and choices:
            row = int(meant.last.removeprefix("row"))
            text = choices[row].order if row < len(choices) else ""
        else:
            text = meant.last.partition("#")[0]
        try:
            return parse(text)
        except CommandError:
            return None

    def order_card(self, order: Command, meant: Meant) -> Card:
        """What an order does, and why if it cannot be given."""
        desk = self.desk
        found = entry(self.rules, "orders", order.verb) or HelpEntry(desk.view.phase.rule, "")
        chit = next((c for c in desk.view.chits if c.id == getattr(order, "chit", "")), None)
        lettered = meant.text if meant.kind in ("button", "primary") else ""
        title = lettered or words(order, desk.view, desk.terms)
        _name, advice = desk.terms.advice.get(order.text(), ("", ""))
        return card_of(
            title,
            [escape(chit.text) if chit else escape(advice), found.text, self._why_not(order)],
            self.rules,
            chit.rule if chit else found.rule,
        )

    def _why_not(self, order: Command) -> str:
        """The reason in red, with its rule; "" if the order can be given."""
        desk = self.desk
        if not desk.session.human_to_act:
            return "[warn]Not now:[/] the other side is acting."
        refusal = desk.session.game.why_not(order, desk.view.side)
        return f"[warn]Not now:[/] {refusal_markup(refusal)}" if refusal is not None else ""

    def _named(self, meant: Meant) -> Card | None:
        """Buttons whose card depends on the position."""
        desk = self.desk
        if meant.last == "end phase":
            card = self._widget(meant)
            order = self._why_not(EndPhase())
            return replace(card, lines=(*card.lines[:2], order)) if card is not None and order else card
        if meant.last == "Undo":
            reason = desk.undo_words
            return card_of("Undo", [escape(reason), self._text("undo")], self.rules, desk.view.phase.rule)
        if meant.last in DECLARING:
            return self._rule_of(self._widget(meant), "attackers")
        if meant.last.startswith(("to ", "pick ")) and desk.view.decision is not None:
            return self.topic_card("question")
        return None

    def _rule_of(self, card: Card | None, kind: str) -> Card | None:
        """A card with the rule of another entry at its foot."""
        found = entry(self.rules, "table", kind)
        if card is None or found is None:
            return card
        return replace(card, rule=found.rule, link=rule_title(self.rules, found.rule))

    def _text(self, name: str) -> str:
        found = entry(WINDOW, "TableScene", name)
        return with_keys(found.text, self.key) if found is not None else ""

    def _widget(self, meant: Meant) -> Card | None:
        """A widget by its own name, else by its words; the rule is from its tooltip, or the phase's."""
        card = widget_card("TableScene", meant, self.key)
        if card is None:
            return None
        rule = cited(meant.tooltip)
        link = rule_title(self.rules, rule) if rule else f"This phase: {rule_title(self.rules, self._now())}"
        return replace(card, rule=rule or self._now(), game=self.rules, link=link)

    # -- the map ----------------------------------------------------------------------------------------

    def _on_map(self, pos: tuple[int, int]) -> Card | None:
        """The counter at a pixel, else the hex."""
        if not self.shown.map_rect.collidepoint(pos):
            return None
        return map_card(self.look, self.table, self.desk.state, pos)

    # -- topics -----------------------------------------------------------------------------------------

    def topic_card(self, topic: str, meant: Meant | None = None) -> Card | None:
        """The card on a topic, such as "hex:12", "phase:A1", "odds"."""
        kind, _, what = topic.partition(":")
        answer = getattr(self, f"_{kind}", None)
        if answer is not None:
            card: Card | None = answer(what)
            return card
        found = entry(self.rules, "table", kind) if kind in TABLE else None
        if found is None:
            return self._widget(meant) if meant is not None and meant.name else None
        title = meant.text if meant is not None and meant.text and meant.kind != "panel" else ""
        lines = [found.text]
        if meant is not None and meant.tooltip:
            lines.insert(0, meant.tooltip)
        return card_of(
            title or kind.replace("_", " ").capitalize(),
            lines,
            self.rules,
            cited(meant.tooltip if meant is not None else "") or found.rule,
        )

    def _hex(self, what: str) -> Card | None:
        index = int(what) if what else self.desk.here
        return hex_card(self.look, index) if index >= 0 else None

    def _unit(self, what: str) -> Card | None:
        unit = self.desk.view.unit(what.partition("#")[0])
        return unit_card(self.look, unit) if unit is not None else None

    def _attacker(self, what: str) -> Card | None:
        """A line of the planner: may the unit take part, and if not, why?"""
        desk = self.desk
        unit = desk.view.unit(what)
        found = entry(self.rules, "table", "attackers")
        if unit is None or found is None:
            return None
        reason = next((r for u, r in desk.plans.candidates() if u.id == what), "")
        lines = [f"[warn]Cannot take part:[/] {escape(reason)}" if reason else "It may take part in this attack."]
        return card_of(
            unit.name,
            [*lines, *unit_card(self.look, unit).lines[:2], found.text],
            self.rules,
            cited(reason) or found.rule,
        )

    def _phase(self, what: str) -> Card:
        """What happens in a phase."""
        view, terms = self.desk.view, self.desk.terms
        known: dict[str, PhaseView] = {p.id: p for p in (*view.phases, *parts_of(view, terms))}
        phase = known.get(what, view.phase)
        found = entry(self.rules, "phases", phase.id)
        who = f"{phase.side}. " if phase.side else ""
        lines = [f"[muted]{WORDS.get(phase.state, '')}.[/] {who}{escape(phase.text)}", found.text if found else ""]
        if phase.id.startswith("part:"):
            return self._part(phase)
        return card_of(phase.title, lines, self.rules, phase.rule or (found.rule if found else ""))

    def _part(self, part: PhaseView) -> Card:
        """A part of the turn: its phases, and the purpose of the present or first one."""
        view = self.desk.view
        names = self.desk.terms.parts[int(part.id.partition(":")[2])][1]
        inside = [phase for phase in view.phases if phase.id in names]
        if len(inside) == 1:
            return self._phase(inside[0].id)
        shown = next((phase for phase in inside if phase.state == "now"), inside[0])
        found = entry(self.rules, "phases", shown.id)
        lines = [f"[muted]{WORDS.get(part.state, '')}.[/] {escape(part.text)}."]
        lines.append(f"**{escape(shown.title)}**: {escape(shown.text)}")
        return card_of(part.title, [*lines, found.text if found else ""], self.rules, shown.rule)

    def _now(self) -> str:
        return self.desk.view.phase.rule

    def _question(self, what: str) -> Card | None:
        """The open question, and how to answer it; else what keeps the phase from ending."""
        del what
        desk = self.desk
        decision = desk.view.decision
        if decision is None:
            reasons = [check.text for check in self.warned.checks]
            return card_of("Before the phase ends", reasons, self.rules, self._now()) if reasons else None
        found = entry(self.rules, "questions", decision.id) or HelpEntry(decision.rule, "")
        who = f"The {decision.side} player decides."
        return card_of(
            question_words(desk.view, desk.orders), [found.text, who], self.rules, decision.rule or found.rule
        )

    def _muster(self, what: str) -> Card:
        """Units that can be brought into play."""
        del what
        found = entry(self.rules, "table", "muster") or HelpEntry("", "")
        return card_of("Bring into play", [found.text], self.rules, self._now() or found.rule)

    def _weather(self, what: str) -> Card:
        del what
        view = self.desk.view
        found = entry(self.rules, "weather", view.weather.replace(" ", "_")) or HelpEntry(self._now(), "")
        skies = [f"**{escape(s.title)}: {escape(s.weather)}**. {escape(s.text)}" for s in view.skies]
        return card_of(view.weather, skies or [escape(view.weather_text) or found.text], self.rules, found.rule)

    def _date(self, what: str) -> Card:
        del what
        view = self.desk.view
        found = entry(self.rules, "table", "calendar") or HelpEntry("", "")
        at = view.turn - 1
        here = view.turn_track[at : at + 2] if at >= 0 else view.turn_track[:1]
        track = [f"**{escape(name)}**: {escape(text) or 'nothing arrives'}" for name, text in here]
        turn = f"Turn {view.turn} of {view.turns}." if view.turn else "Before the first turn."
        return card_of(f"{view.title}: {view.turn_name}", [turn, *track, found.text], self.rules, found.rule)

    def _tally(self, what: str) -> Card:
        del what
        found = entry(self.rules, "table", "score") or HelpEntry("", "")
        return card_of("Score", [escape(self.desk.view.score_text), found.text], self.rules, found.rule)

    def _chit(self, what: str) -> Card | None:
        chit = next((c for c in self.desk.view.chits if c.id == what), None)
        found = entry(self.rules, "table", "chit") or HelpEntry("", "")
        if chit is None:
            return None
        state = {"cup": "In the cup.", "held": "Held in hand.", "now": "Being played.", "gone": "Done this month."}
        return card_of(chit.name, [escape(chit.text), state.get(chit.state, ""), found.text], self.rules, chit.rule)

    def _turn(self, what: str) -> Card | None:
        return turn_card(self.desk.view, self.desk.terms, self.rules, what)

    def _pool(self, what: str) -> Card | None:
        return pool_card(self.desk.view, self.desk.terms, self.rules, what)

    def _fact(self, what: str) -> Card:
        """A line of the Score tab."""
        subject, _, state = what.partition("|")
        found = entry(self.rules, "table", "off_map") or HelpEntry("", "")
        return card_of(subject, [escape(state), found.text], self.rules, found.rule)

    def _said(self, what: str) -> Card:
        """A line of the log, and the beginning of its rule."""
        rule, _, text = what.partition("|")
        return card_of("From the log", [escape(text), opening(self.rules, rule)], self.rules, rule or self._now())

    def _sum(self, what: str) -> Card:
        """A line of a calculation: what it counts, and the beginning of its rule."""
        rule, value, text = what.split("|", 2)
        found = entry(self.rules, "table", "odds") or HelpEntry("", "")
        title = text[:1].upper() + text[1:]
        unit = any(text == known.name for known in self.desk.view.units)
        told = opening(self.rules, rule) if rule and not unit else found.text
        return card_of(title, [f"Counts **{escape(value)}** here.", told], self.rules, rule or found.rule)

    def _crt(self, what: str) -> Card:
        """A result of the table: its code, its meaning, its frequency."""
        chance, code, meaning = what.split("|", 2)
        found = entry(self.rules, "table", "results") or HelpEntry("", "")
        odds = entry(self.rules, "table", "odds") or HelpEntry("", "")
        lines = [f"{escape(meaning[:1].upper() + meaning[1:])}.", f"Chance {chance}.", odds.text]
        return card_of(f"Result {code}", lines, self.rules, found.rule)

    def _overlay(self, what: str) -> Card | None:
        """A line of the legend."""
        name, _, text = what.partition("|")
        declared, found = find_overlay(name), entry(WINDOW, "marks", name)
        game = entry(self.rules, "table", declared.rule) if declared is not None else None
        key = self.key(key_action(declared)) if declared is not None else ""
        said = declared.help if declared is not None else found.text if found is not None else ""
        switch = f"**{escape(key)}** turns it on and off." if key else ""
        lines = [said, game.text if game else "", switch]
        return card_of(plain(text) or name, lines, self.rules, game.rule if game else self._now())

    def screen(self, card: Card) -> Card:
        """The help of the table, with what the phase asks for."""
        view = self.desk.view
        found = entry(self.rules, "phases", view.phase.id)
        now = f"**{escape(view.phase.title)}**{rule_link(view.phase.rule)}: {escape(view.phase.text)}"
        lines = [now, found.text if found else "", *card.lines]
        return card_of(card.title, lines, self.rules, view.phase.rule)
