"""Help for the sheets beside the map: a turn with all that arrives, a box with all that lies in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ecs import View
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.ui.help.help_card import Card
from game.ui.help.help_texts import HelpEntry, entry
from game.ui.help.screen_help import card_of
from game.ui.map_view.margins.contents import pool_boxes, turn_boxes
from game.ui.panels.text.descriptions import class_name
from game.ui.widgets import escape

WHEN = {"past": "Gone by.", "now": "Being played.", "next": "To come."}
BY_DIE = "A die decides the weather."


def turn_card(view: View, terms: Glossary, rules: str, what: str) -> Card | None:
    """A turn of the track: its weather, and who arrives in it."""
    box = next((box for box in turn_boxes(view) if str(box.turn) == what), None)
    if box is None:
        return None
    found = entry(rules, "table", "calendar") or HelpEntry("", "")
    weather = f"**{escape(box.weather)}**." if box.weather else BY_DIE if box.when == "next" else ""
    known = {unit.id: unit for unit in view.units}
    come = [f"**{side}**: {crowd([known[name] for name in ids], terms)}." for side, ids in box.due]
    if box.when == "next" and not come:
        come = ["Nothing is due to arrive."]
    title = f"{box.name}: turn {box.turn} of {view.turns}"
    return card_of(title, [f"[muted]{WHEN[box.when]}[/] {weather}", *come, found.text], rules, found.rule)


def pool_card(view: View, terms: Glossary, rules: str, what: str) -> Card | None:
    """A box off the map: all of a side's counters in it that may be seen."""
    box = next((box for box in pool_boxes(view, terms) if f"{box.side.value}:{box.box}" == what), None)
    if box is None:
        return None
    found = entry(rules, "table", "off_map") or HelpEntry("", "")
    names = {name for kind in box.kinds for name in kind.ids}
    told = crowd([unit for unit in view.units if unit.id in names], terms)
    return card_of(f"{box.title} ({box.side})", [f"**{box.count}**: {told}.", found.text], rules, found.rule)


def crowd(units: Iterable[UnitView], terms: Glossary) -> str:
    """Units by their class, with their names where they are few."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(f"{class_name(terms, unit)} {unit.factors}".strip(), []).append(unit.name)
    count = Counter({words: len(names) for words, names in found.items()})
    parts = []
    for words, number in count.most_common():
        names = escape(", ".join(found[words][:4])) + (" …" if number > 4 else "")
        parts.append(f"{f'{number} × ' if number > 1 else ''}{escape(words)} ({names})")
    return "; ".join(parts)
