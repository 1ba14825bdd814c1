"""How are units, hexes and badges put into words?  For panels, tooltips and speech."""

from __future__ import annotations

from collections.abc import Iterable

from ecs import Game, Refusal, View
from ecs.view import UnitView
from game.panels.orders import place_name
from game.ui import escape

BADGES: dict[str, tuple[str, str]] = {
    "disrupted": ("Disrupted", "cannot move or attack and does not fire in defence; the next hit destroys it"),
    "unsupplied": ("Out of supply", "fires at half strength, and is lost if it is Disrupted when supply is checked"),
    "isolated": ("Isolated", "cannot trace supply"),
    "fortified": ("Fortified", "takes one more hit; gives it up when it moves or attacks"),
    "emplaced": ("Emplaced", "on its stronger side until it moves or attacks"),
    "attacking": ("Attacking", "assigned to a declared attack"),
    "noattack": ("Cannot attack", "used its movement bonus or crossed a strait"),
    "moved": ("Has acted", "has moved or fought in this phase"),
    "hidden": ("Face down", "the enemy does not know what it is"),
    "packed": ("Packed", "ready to be sent east; produces nothing"),
    "transit": ("On the railway", "produces nothing until it arrives"),
}
TRAITS: dict[str, str] = {
    "zoc_all": "zone of control into all terrain",
    "zoc_clear": "zone of control into clear terrain",
    "can_fortify": "can fortify",
    "panzer": "armour",
    "proriv": "takes part in Proriv",
    "may_return_hidden": "may come back face down",
    "later": "formed later in the war",
    "shock": "can be emplaced",
    "finnish": "Finnish restrictions",
}
NATIONS = {"GER": "German", "RUM": "Rumanian", "HUN": "Hungarian", "FIN": "Finnish", "ITA": "Italian", "SOV": "Soviet"}
SYMBOLS = {"armour": "armoured"}
SIZES = {"army": "army", "army_group": "army group", "corps": "corps", "division": "division", "none": ""}
PLACES = {"victory": "victory city", "major": "major city", "town": "town"}
HEX_TRAITS = {
    "port": "port",
    "fortress": "fortress",
    "tankfactory": "tank factory site",
    "irc": "infantry replacement centre",
    "edge_axis": "Axis map edge: supply",
    "edge_rus_supply": "eastern edge: Soviet supply",
    "edge_rus_entry": "eastern edge: Soviet units enter here",
    "frontier": "frontier hex",
}
SIDES = {
    "river": "river",
    "lake": "lake",
    "strait": "strait",
    "stalin_line": "Stalin Line",
    "highway": "highway",
    "impassable": "impassable",
    "supply_only": "supply only",
}


def full_name(unit: UnitView) -> str:
    """ "18.A, German infantry army"."""
    if unit.id.startswith("?"):
        return "Unknown unit, face down"
    if unit.symbol == "factory":
        return f"{unit.name}, tank factory"
    symbol = SYMBOLS.get(unit.symbol, unit.symbol.replace("_", " "))
    words = (NATIONS.get(unit.nation, unit.nation), symbol, SIZES.get(unit.size, unit.size))
    return f"{unit.name}, {' '.join(word for word in words if word)}"


def figures(unit: UnitView) -> str:
    """Its factors, spelt out; "" for what has none."""
    if unit.id.startswith("?") or unit.symbol == "factory":
        return ""
    hits = "1 hit" if unit.hits == 1 else f"{unit.hits} hits"
    return f"attack {unit.attack} · defence {unit.defence} · takes {hits}"


def badge_words(unit: UnitView) -> list[str]:
    """Each of its badges in a sentence."""
    out = []
    for badge in unit.badges:
        title, meaning = BADGES.get(badge, (badge.replace("_", " ").capitalize(), ""))
        out.append(f"**{title}**: {meaning}." if meaning else f"**{title}**")
    return out


def trait_words(unit: UnitView) -> str:
    """What it can do besides."""
    return ", ".join(TRAITS[t] for t in sorted(unit.traits) if t in TRAITS)


def short(unit: UnitView) -> str:
    """A unit in a few words, for tooltips."""
    badges = ", ".join(BADGES[b][0] if b in BADGES else b for b in unit.badges)
    name = "Unknown, face down" if unit.id.startswith("?") else f"{unit.name}  {unit.factors}".rstrip()
    return f"{name} — {badges}" if badges and not unit.id.startswith("?") else name


def hex_title(view: View, index: int) -> str:
    """ "Brest-Litovsk (G3)"."""
    return place_name(view.board, index)


def hex_lines(view: View, index: int) -> list[str]:
    """Terrain, place, holder and hexsides of a hex, one line each."""
    here = view.board.hexes[index]
    place = PLACES.get(here.place, here.place)
    extras = [HEX_TRAITS[t] for t in sorted(here.traits) if t in HEX_TRAITS]
    lines = [", ".join(part for part in (here.terrain.capitalize(), place, *extras) if part) + "."]
    holder = view.control[index]
    lines.append(f"{holder}-held." if holder else "Held by nobody.")
    for line in view.score:
        if here.label in line.hexes:
            who = f"counts for the {line.counts_for}" if line.counts_for else line.note or "counts for nobody"
            lines.append(f"**{line.points} victory point{'s' if line.points != 1 else ''}**: {line.name}, {who}.")
    lines += side_lines(view, index)
    return lines


def side_lines(view: View, index: int) -> list[str]:
    """Rivers and the like, by direction."""
    found: dict[str, list[str]] = {}
    for other in view.board.neighbours[index]:
        for kind in sorted(view.board.kinds(index, other) | view.board.kinds(other, index)):
            found.setdefault(SIDES.get(kind, kind), []).append(view.board.hexes[other].label)
    return [f"{kind.capitalize()} towards {', '.join(labels)}." for kind, labels in sorted(found.items())]


def supply_line(game: Game, view: View, index: int) -> str:
    """Whether the viewer's side is in supply there."""
    fed = index in game.supply(view.side)
    return f"The {view.side} side {'can' if fed else '[warn]cannot[/]'} trace supply to here."


def hover_text(game: Game, view: View, index: int, picked: str = "") -> str:
    """The tooltip of a hex: what is there, and what it costs to go."""
    lines = [f"**{escape(hex_title(view, index))}**", *hex_lines(view, index)]
    units = view.at(index)
    if units:
        lines.append("")
        lines += [f"· {escape(short(unit))}" for unit in units[:6]]
        if len(units) > 6:
            lines.append(f"· and {len(units) - 6} more")
    step = game.reach(picked).get(index) if picked else None
    if step:
        late = f", {step.text}" if step.text else ""
        lines.append(f"[accent]{step.cost} hex{'es' if step.cost != 1 else ''} from the picked unit{late}.[/]")
    return "\n".join(lines)


def refusal_markup(refusal: Refusal) -> str:
    """A refusal with a link to its rule."""
    return escape(refusal.text) + rule_link(refusal.rule)


def rule_link(rule: str) -> str:
    """ " [Rule 9.2](rule:9.2)", or nothing."""
    return f" [Rule {rule}](rule:{rule.replace(' ', '_')})" if rule else ""


def hex_links(labels: Iterable[str]) -> str:
    """Links that take the map to these hexes."""
    return " ".join(f"[{label}](hex:{label})" for label in labels)
