"""Units, hexes, attacks and questions in words, for panels, tooltips and speech."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import atan2, pi
from typing import Protocol

from ecs import Board, Game, Refusal, View, per_board
from ecs.board.board import Hex
from ecs.core.commands import Done
from ecs.core.glossary import Glossary
from ecs.core.unit_names import printed, signed
from ecs.core.view import CalculationLine, ReachStep, UnitView
from game.opponents.shared.position_reading import nearest_place
from game.play.atlas.text import ARMIES
from game.play.front import front_of
from game.play.great_events import THE
from game.play.standing_orders import RETREAT
from game.ui.interaction.click_commands import LegalOrders, place_name
from game.ui.widgets import Ui, escape

# -- Units, hexes and badges in words.  For panels, tooltips and speech. ---------------------------------------------

BRIEF = {"north": "N", "east": "E", "south": "S", "west": "W", "-": ""}
MOST_FACTS = 2  # in the second line of a tooltip
POINTS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def full_name(terms: Glossary, unit: UnitView) -> str:
    """ "18.A, German infantry army"."""
    if unit.id.startswith("?"):
        return "Unknown unit, face down"
    return f"{unit.name}, {class_name(terms, unit)}"


def class_name(terms: Glossary, unit: UnitView) -> str:
    """ "German infantry army"; "" for an unknown counter."""
    if unit.id.startswith("?"):
        return ""
    if unit.symbol == "factory":
        return "tank factory"
    symbol = terms.symbols.get(unit.symbol, unit.symbol.replace("_", " "))
    size = terms.sizes.get(unit.size, unit.size) if terms.fights(unit) else ""
    words = (terms.nations.get(unit.nation, unit.nation), symbol, size)
    return " ".join(word for word in words if word)


def badge_words(terms: Glossary, unit: UnitView) -> list[str]:
    """Each of its badges as a sentence."""
    out = []
    for badge in unit.badges:
        title, meaning = terms.badges.get(badge, (badge.replace("_", " ").capitalize(), ""))
        out.append(f"**{title}**: {meaning}." if meaning else f"**{title}**")
    return out


def trait_words(terms: Glossary, unit: UnitView) -> str:
    """Its special abilities."""
    return ", ".join(terms.traits[t] for t in sorted(unit.traits) if t in terms.traits)


def short(terms: Glossary, unit: UnitView) -> str:
    """A unit in a few words, for tooltips."""
    badges = ", ".join(terms.badges[b][0] if b in terms.badges else b for b in unit.badges)
    name = "Unknown, face down" if unit.id.startswith("?") else f"{unit.name}  {unit.factors}".rstrip()
    return f"{name} — {badges}" if badges and not unit.id.startswith("?") else name


def place_near(board: Board, index: int) -> str:
    """ "Minsk (G5)", "east of Minsk (G6)", "2 hexes north of Minsk (E5)": a hex by its nearest named place."""
    point, name, away = _bearing(board, index)
    if not away:
        return place_name(board, index)
    far = f"{away} hexes " if away > 1 else ""
    return f"{far}{point} of {name} ({board.hexes[index].label})"


def place_at(board: Board, index: int) -> str:
    """ "at Minsk (G5)", "east of Minsk (G6)": the place of an event."""
    near = place_near(board, index)
    return f"at {near}" if near == place_name(board, index) else near


def place_in_brief(board: Board, index: int) -> str:
    """ "Minsk", "E of Minsk", "2 hexes SW of Minsk": for lists in which each has one line."""
    point, name, away = _bearing(board, index)
    if not away:
        return name or place_name(board, index)
    for word, letter in BRIEF.items():
        point = point.replace(word, letter)
    return f"{away} hexes {point} of {name}" if away > 1 else f"{point} of {name}"


@per_board
def _bearing(board: Board, index: int) -> tuple[str, str, int]:
    """The position of a hex relative to its nearest named place: compass point, place, distance."""
    name, away = nearest_place(board, index) if index >= 0 else ("", 0)
    if not away:
        return "", name, 0
    there = next(spot.index for spot in board.hexes if spot.name == name and board.distance(index, spot.index) == away)
    return _point(board, there, index), name, away


def _point(board: Board, start: int, end: int) -> str:
    """The compass point of one hex as seen from another."""
    (from_x, from_y), (x, y) = board.centre(start), board.centre(end)
    return POINTS[round(atan2(x - from_x, from_y - y) * 4 / pi) % 8]


def attack_title(board: Board, index: int) -> str:
    """ "Attack on Minsk (G5)", "Attack east of Minsk (G6)"; of a hex far from every named place "Attack on G6"."""
    near = place_near(board, index)
    return f"Attack on {near}" if near == place_name(board, index) else f"Attack {near}"


def battle_title(board: Board, index: int) -> str:
    """ "Battle for Minsk (G5)", "Battle east of Minsk (G6)"; of a hex far from every named place "Battle for G6"."""
    near = place_near(board, index)
    return f"Battle for {near}" if near == place_name(board, index) else f"Battle {near}"


def hex_title(view: View, index: int) -> str:
    """ "Brest-Litovsk (G3)", "East of Minsk (G6)": the heading of a hex's description."""
    near = place_near(view.board, index)
    return near[:1].upper() + near[1:]


def hex_lines(terms: Glossary, view: View, index: int) -> list[str]:
    """Terrain, place, holder and hexsides of a hex, one line each."""
    here = view.board.hexes[index]
    extras = [terms.ground[t] for t in sorted(here.traits) if t in terms.ground]
    lines = [f"{', '.join([*_ground(terms, here), *extras])}."]
    laid = [marker.text for marker in view.markers if marker.hex == index]
    lines += [f"**{'; '.join(laid)}**."] if laid else []
    region, climate = terms.climate.get(view.weather, ("", ""))
    lines += [f"{climate}."] if index in view.board.regions.get(region, ()) else []
    holder = view.control[index]
    lines.append(f"{holder}-held." if holder else "Held by neither side.")
    for line in view.score:
        if here.label in line.hexes:
            who = f"counts for {THE[line.counts_for]}" if line.counts_for else line.note or "counts for neither side"
            lines.append(f"**{line.points} victory point{'s' if line.points != 1 else ''}**: {line.name}, {who}.")
    lines += side_lines(terms, view, index)
    return lines


def _ground(terms: Glossary, here: Hex) -> list[str]:
    """Terrain and place: "Woods", "city"."""
    ground = here.terrain.replace("_", " ").capitalize()
    return [part for part in (ground, terms.places.get(here.place, here.place)) if part]


def side_lines(terms: Glossary, view: View, index: int) -> list[str]:
    """Rivers and the like, by direction."""
    found: dict[str, list[str]] = {}
    for other in view.board.neighbours[index]:
        for kind in sorted(view.board.kinds(index, other) | view.board.kinds(other, index)):
            found.setdefault(terms.hexsides.get(kind, kind), []).append(_point(view.board, index, other))
    return [
        f"{kind.capitalize()}: {', '.join(sorted(points, key=POINTS.index))}." for kind, points in sorted(found.items())
    ]


def supply_line(game: Game, view: View, index: int) -> str:
    """Whether the viewer's side is in supply there."""
    own = (unit.id for unit in view.at(index) if unit.side is view.side)
    fed = index in game.supply(view.side) or any(game.is_fed(name) for name in own)
    return f"{ARMIES[view.side]} {'can' if fed else '[warn]cannot[/]'} trace supply to this hex."


def hex_words(game: Game, view: View, index: int, picked: str = "") -> str:
    """All that is known of a hex, one line each: ground, holder, sides, counters, and the cost of going there."""
    terms, units = game.ruleset.glossary, view.at(index)
    lines = [_named(view.board, index), *hex_lines(terms, view, index)]
    lines += [f"· {escape(short(terms, unit))}" for unit in units[:6]]
    if len(units) > 6:
        lines.append(f"· and {len(units) - 6} more")
    step = game.reach(picked).get(index) if picked else None
    return "\n".join([*lines, *([_cost_words(terms, step)] if step else [])])


def hover_text(game: Game, view: View, index: int, picked: str = "") -> str:
    """The tooltip of a hex in two lines: its name and ground, and the two facts that matter most there."""
    terms, units, here = game.ruleset.glossary, view.at(index), view.board.hexes[index]
    step = game.reach(picked).get(index) if picked else None
    hungry = front_of(game, view).cut_off.units if units else frozenset()
    worth = sum(line.points for line in view.score if here.label in line.hexes)
    facts = [
        _cost_words(terms, step) if step else "",
        "[bad]Cut off at the next supply check[/]" if any(unit.id in hungry for unit in units) else "",
        _in_brief(terms, units),
        f"{worth} victory point{'s' if worth > 1 else ''}" if worth else "",
        f"{view.control[index]}-held" if view.control[index] else "Held by neither side",
    ]
    told = [fact for fact in facts if fact][:MOST_FACTS]
    return f"{_named(view.board, index)} · {', '.join(_ground(terms, here))}\n{' · '.join(told)}"


def _named(board: Board, index: int) -> str:
    """ "**Minsk** G5", "**E of Minsk** G6": how a tooltip begins."""
    label, named = board.hexes[index].label, place_in_brief(board, index)
    return f"**{escape(named)}**" + (f" [muted]{label}[/]" if named != label else "")


def _in_brief(terms: Glossary, units: Sequence[UnitView]) -> str:
    """One counter with its state, or how many lie there and the first by name."""
    if len(units) < 2:
        return escape(short(terms, units[0])) if units else ""
    first = next((unit.name for unit in units if not unit.id.startswith("?")), "")
    return f"{len(units)} counters" + (f": {escape(first)} and {len(units) - 1} more" if first else "")


def _cost_words(terms: Glossary, step: ReachStep) -> str:
    late = f", {step.text}" if step.text else ""
    return f"[accent]{step.cost} {terms.cost[step.cost != 1]} to go there{late}[/]"


def refusal_markup(refusal: Refusal) -> str:
    """A refusal with a link to its rule."""
    return escape(refusal.text) + rule_link(refusal.rule)


def rule_link(rule: str) -> str:
    """ " [Rule 9.2](rule:9.2)", or nothing."""
    return f" [Rule {rule}](rule:{rule.replace(' ', '_')})" if rule else ""


def hex_links(labels: Iterable[str]) -> str:
    """Links that take the map to these hexes."""
    return " ".join(f"[{label}](hex:{label})" for label in labels)


# -- Text in a panel whose links are followed. -----------------------------------------------------------------------


class Follows(Protocol):
    """Where a clicked link goes: "hex:G3", "rule:9.2"."""

    link: str


def say(ui: Ui, out: Follows, markup: str, size: str = "body", color: str = "text", name: str = "") -> None:
    """Wrapped, marked-up text; a link clicked in it goes to `out`."""
    target = ui.text(markup, size, color, name)
    if target:
        out.link = target


# -- The look of chances, means and sums. ----------------------------------------------------------------------------

PARTS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def percent(value: Fraction) -> str:
    """A chance in whole numbers, "63 %"; near certainty, where it matters, to one decimal: "97.2 %".  Only
    what is certain reads "100 %" or "0 %"."""
    if value in (0, 1) or Fraction(1, 10) <= value <= Fraction(9, 10):
        return f"{int((200 * value + 1) // 2)} %"
    tenths = min(max(round(value * 1000), 1), 999)
    return f"{tenths // 10}.{tenths % 10} %"


def number(value: Fraction) -> str:
    """A mean to one decimal."""
    tenths = round(value * 10)
    return f"{tenths // 10}.{tenths % 10}"


def whole_and_part(value: Fraction) -> str:
    """A sum with its quarters: 3, 1½."""
    whole, rest = divmod(value, 1)
    part = PARTS.get(rest)
    if part is None:
        return number(value)
    return f"{whole}{part}" if whole or not part else part


def sum_line(ui: Ui, line: CalculationLine, bold: bool = False) -> None:
    """Words on the left, on as many lines as needed; rule and figure on the right."""
    value = line.shown or (printed(line.value) if bold else signed(line.value))
    wide = ui.text_of.width(value, "body", True)
    rule = ui.text_of.width(line.rule, "small") + ui.px(10) if line.rule else 0
    across = ui.layout.width_for(ui.px(200), True)
    text = line.text[:1].upper() + line.text[1:]
    lines = ui.text_of.wrap(text, "body", bold, across - wide - ui.px(10) - rule)
    row = ui.text_of.line_height("body")
    with ui.about(f"sum:{line.rule}|{value}|{line.text}"):
        rect = ui.place(ui.px(200), row * len(lines))
    ui.note_text(value, (rect.right - wide, rect.y), "text", bold=True)
    if line.rule:
        ui.note_text(line.rule, (rect.right - wide - rule, rect.y + ui.px(2)), "muted", "small")
    for at, words in enumerate(lines):
        ui.note_text(words, (rect.x, rect.y + at * row), "text", bold=bold)


# -- What an open decision asks, in plain words: who takes how many hits, who must advance; else as the rules put it.

OPEN = "decision-open"


def question_words(view: View, orders: LegalOrders) -> str:
    """The open question in words; "" if there is none."""
    asked = view.decision
    if asked is None:
        return ""
    place = place_at(view.board, asked.hex) if asked.hex >= 0 else ""
    if asked.id == "hits" and asked.count and place:
        hits = "1 hit" if asked.count == 1 else f"{asked.count} hits"
        who = "takes it" if asked.count == 1 else "takes one"
        return f"{asked.side}: {hits} on the {_role(view)} {place}. Which unit {who}?"
    if asked.id == "advance" and place and asked.side is view.side:
        where = place.removeprefix("at ") if place.startswith("at ") else f"the hex {place}"
        return f"{asked.side}: who advances into {where}?{' At least one must.' if _must(orders) else ''}"
    if asked.id == RETREAT and place and asked.side is view.side:
        return f"{asked.side}: {_retreat_words(view, orders, asked.hex)}"
    return asked.prompt


def _retreat_words(view: View, orders: LegalOrders, index: int) -> str:
    """Who retreats, and from where."""
    place = place_near(view.board, index)
    beaten = [unit for name in sorted(orders.by_unit) if (unit := view.unit(name)) is not None]
    if len(beaten) != 1:
        return f"who retreats from {place}?"
    if beaten[0].side is not view.side:
        return f"{beaten[0].long_name} is driven from {place}. Where to?"
    return f"{beaten[0].long_name} retreats from {place}. Where to?"


def refusal_words(refusal: str | Refusal, view: View, orders: LegalOrders) -> str:
    """A refusal with a link to its rule; one for an open question uses plain words."""
    if isinstance(refusal, str):
        return refusal
    if refusal.reason == OPEN and view.decision is not None:
        words = question_words(view, orders).removeprefix(f"{view.decision.side}: ")
        return escape(f"Answer this first: {words}") + rule_link(refusal.rule)
    return refusal_markup(refusal)


def _role(view: View) -> str:
    """Whether the deciding side attacks or defends in the present battle."""
    asked = view.decision
    fought = next((battle for battle in view.battles if battle.state == "fighting"), None)
    if asked is None or fought is None:
        return "units"
    first = next((unit for name in fought.attackers if (unit := view.unit(name)) is not None), None)
    return "attackers" if first is not None and first.side is asked.side else "defenders"


def _must(orders: LegalOrders) -> bool:
    """Does every answer to the question send a unit somewhere?"""
    return bool(orders.by_unit) and not any(isinstance(command, Done) for command in orders.general)


def listed(words: Sequence[str]) -> str:
    """Words in a row, with "and" before the last."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
