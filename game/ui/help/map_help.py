"""The help on a hex and on a counter: figures, states, ground and sides, each with its rule in this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ecs import Game, View
from ecs.core.glossary import Glossary
from ecs.core.view import UnitView
from game.ui.descriptions import badge_words, class_name, full_name, hex_title, rule_link, supply_line, trait_words
from game.ui.help.help_card import Card, HelpEntry, entries, entry
from game.ui.help.screen_help import card_of
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView, TableState
from game.ui.map_view.margins.margin_facts import pool_boxes, turn_boxes
from game.ui.panels.inspector import now_line
from game.ui.widgets import escape

PLAIN_SIDES = ("rail", "road", "border", "highway")  # told only where nothing else lies on the sides
NAMED = 4  # counters named in a line
MOST = 6


@dataclass(frozen=True, slots=True)
class HelpPosition:
    """A position to explain, as one side sees it; ``desk``: who can act in it, if anyone."""

    game: Game
    view: View
    desk: TableController | None = None

    @property
    def rules(self) -> str:
        """The id of the rules."""
        return self.game.ruleset.id

    @property
    def terms(self) -> Glossary:
        """The game's vocabulary."""
        return self.game.ruleset.glossary


def told(title: str, found: HelpEntry | None) -> str:
    """ "**Swamp**: what it does. Rule 12", or "" without an entry."""
    if found is None:
        return ""
    text = f": {found.text}" if found.text else "."
    return f"**{escape(title)}**{text}{rule_link(found.rule)}"


# -- counters ---------------------------------------------------------------------------------------


def figure(game: str, part: str) -> HelpEntry | None:
    """The entry of a figure, such as "combat 5": the first whose name is in its words."""
    known = entries(game).get("figures", {})
    return next((found for name, found in known.items() if name.replace("_", " ") in part), None)


def unit_card(look: HelpPosition, unit: UnitView) -> Card:
    """A counter: the meaning of its figures, its state, its kind, and what it can do now."""
    game, terms, desk = look.rules, look.terms, look.desk
    if unit.id.startswith("?"):
        hidden = entry(game, "states", "hidden")
        line = "Only its owner knows what it is. It turns face up when it attacks or is attacked."
        return card_of(full_name(terms, unit), [line], game, hidden.rule if hidden else "")
    kind = entry(game, "kinds", unit.symbol)
    parts = [part for part in terms.figures(unit).split(" · ") if part]
    figures = [told(part[:1].upper() + part[1:], found) for part in parts if (found := figure(game, part))]
    states = [_state(game, terms, unit, badge) for badge in unit.badges]
    now = now_line(desk, unit) if desk is not None else ""
    rest = [_others(look.view, unit), now, kind.text if kind else "", _also(terms, unit)]
    rest = [line for line in rest if line]
    if len(figures) + len(states) + min(2, len(rest)) > MOST:
        figures = [" ".join(figures)]
    if len(states) > 2:
        states = [" ".join(states)]
    return card_of(full_name(terms, unit), [*figures, *states, *rest], game, kind.rule if kind else "")


def _state(game: str, terms: Glossary, unit: UnitView, badge: str) -> str:
    """One of its states in a sentence, with the rule and when it ends."""
    words = badge_words(terms, unit)[unit.badges.index(badge)]
    found = entry(game, "states", badge)
    if found is None:
        return words
    return f"{words} {found.text}".rstrip() + rule_link(found.rule)


def _others(view: View, unit: UnitView) -> str:
    """The other units in its hex."""
    others = [u for u in view.at(unit.hex) if u.id != unit.id] if unit.hex >= 0 else []
    if not others:
        return ""
    return f"Stack of {len(others) + 1}, with {_names(others)}. Click again for the next."


def _names(units: Iterable[UnitView]) -> str:
    names = ["a unit face down" if u.id.startswith("?") else escape(u.name) for u in units]
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _also(terms: Glossary, unit: UnitView) -> str:
    words = trait_words(terms, unit)
    return f"{words[:1].upper()}{words[1:]}." if words else ""


# -- hexes ------------------------------------------------------------------------------------------


def hex_card(look: HelpPosition, index: int) -> Card:
    """A hex: what its ground does in this game, its sides, its holder, its units."""
    view, terms, rules = look.view, look.terms, look.rules
    here = view.board.hexes[index]
    ground = entry(rules, "ground", here.terrain)
    name = here.terrain.replace("_", " ").capitalize()
    place = told(terms.places.get(here.place, here.place).capitalize(), entry(rules, "ground", here.place))
    extras = [
        told(terms.ground[t].capitalize(), entry(rules, "ground", t)) for t in sorted(here.traits) if t in terms.ground
    ]
    lines = [
        " ".join(part for part in (told(name, ground), place) if part),
        " ".join(extra for extra in extras if extra),
        _sides(rules, terms, view, index),
        _marks(rules, view, terms, index),
        _state_of(look, index),
        _there(look, index),
    ]
    return card_of(hex_title(view, index), lines, rules, ground.rule if ground else view.phase.rule)


def _sides(rules: str, terms: Glossary, view: View, index: int) -> str:
    """Rivers and the like: in which direction, and what they do."""
    found: dict[str, list[str]] = {}
    for other in view.board.neighbours[index]:
        for kind in sorted(view.board.kinds(index, other) | view.board.kinds(other, index)):
            found.setdefault(kind, []).append(view.board.hexes[other].label)
    weighty = {kind: labels for kind, labels in found.items() if kind not in PLAIN_SIDES}
    parts = []
    for kind, labels in sorted((weighty or found).items()):
        title = terms.hexsides.get(kind, kind.replace("_", " ")).capitalize()
        parts.append(told(f"{title} towards {', '.join(labels)}", entry(rules, "sides", kind)))
    return " ".join(part for part in parts if part)


def _marks(rules: str, view: View, terms: Glossary, index: int) -> str:
    """Markers in the hex, and weather of its own."""
    parts = []
    for marker in view.markers:
        found = entry(rules, "markers", marker.kind) if marker.hex == index else None
        if found is not None:
            parts.append(f"{found.text}{rule_link(found.rule)}")
    region, climate = terms.climate.get(view.weather, ("", ""))
    if index in view.board.regions.get(region, ()):
        found = entry(rules, "weather", view.weather.replace(" ", "_"))
        parts.append(told(climate, found))
    return " ".join(parts)


def _state_of(look: HelpPosition, index: int) -> str:
    """Holder, points, supply, enemy zones."""
    game, view, rules = look.game, look.view, look.rules
    holder = view.control[index]
    parts = [f"{holder}-held." if holder else "Held by neither side."]
    label = view.board.hexes[index].label
    for line in view.score:
        if label in line.hexes:
            score = entry(rules, "table", "score")
            worth = f"{line.points} point{'s' if line.points != 1 else ''}"
            parts.append(f"Worth **{worth}**.{rule_link(score.rule if score else '')}")
    supply = entry(rules, "table", "supply")
    parts.append(supply_line(game, view, index) + rule_link(supply.rule if supply else ""))
    if game.zones(view.side.other).get(index, ()):
        parts.append(f"In an enemy zone of control.{rule_link(look.terms.zone_rule)}")
    return " ".join(parts)


def _there(look: HelpPosition, index: int) -> str:
    """The units there, and what it costs the picked unit to go there."""
    parts, desk = [], look.desk
    step = desk.state.reach.get(index) if desk is not None and desk.state.selection else None
    if step is not None and desk is not None and desk.picked is not None:
        cost = look.terms.cost[step.cost != 1]
        late = f", {step.text}" if step.text else ""
        parts.append(f"{escape(desk.picked.name)} can go there for {step.cost} {cost}{late}.")
    units = look.view.at(index)
    if units:
        parts.append(f"Here: {_names(units)}.")
    return " ".join(parts)


def map_card(look: HelpPosition, table: BoardView, state: TableState, pos: tuple[int, int]) -> Card | None:
    """The counter at a pixel of the map, else the hex; None outside the map."""
    unit = look.view.unit(table.unit_at(*pos, state) or "")
    if unit is not None:
        return unit_card(look, unit)
    index = table.hex_at(*pos)
    return hex_card(look, index) if index is not None else None


# -- Help for the sheets beside the map: a turn with all that arrives, a box with all that lies in it. ---------------

WHEN = {"past": "Past.", "now": "Now.", "next": "To come."}
BY_DIE = "A die roll decides the weather."


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
        come = ["No arrivals."]
    title = f"{box.name}: turn {box.turn} of {view.turns}"
    return card_of(title, [f"[muted]{WHEN[box.when]}[/] {weather}", *come, found.text], rules, found.rule)


def pool_card(view: View, terms: Glossary, rules: str, what: str) -> Card | None:
    """A box off the map: all of a side's visible counters in it."""
    box = next((box for box in pool_boxes(view, terms) if f"{box.side.value}:{box.box}" == what), None)
    if box is None:
        return None
    found = entry(rules, "table", "off_map") or HelpEntry("", "")
    names = {name for kind in box.kinds for name in kind.ids}
    told = crowd([unit for unit in view.units if unit.id in names], terms)
    return card_of(f"{box.title} ({box.side})", [f"**{box.count}**: {told}.", found.text], rules, found.rule)


def crowd(units: Iterable[UnitView], terms: Glossary) -> str:
    """Units by class, with their names if there are few."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(f"{class_name(terms, unit)} {unit.factors}".strip(), []).append(unit.name)
    count = Counter({words: len(names) for words, names in found.items()})
    parts = []
    for words, number in count.most_common():
        names = escape(", ".join(found[words][:4])) + (" …" if number > 4 else "")
        parts.append(f"{f'{number} × ' if number > 1 else ''}{escape(words)} ({names})")
    return "; ".join(parts)
