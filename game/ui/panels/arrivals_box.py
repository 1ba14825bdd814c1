"""The box above the tabs with units to bring into play, and whatever else needs no counter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ecs import Command
from ecs.core.commands import Aim, Airlift, Enter, Raise, Rebuild, Refit, Regauge, Rise
from ecs.core.known_facts import Fact
from ecs.core.view import UnitView
from game.ui.descriptions import full_name, listed, rule_link, say
from game.ui.interaction.click_commands import hex_of, place_name, unit_of, waiting, words
from game.ui.interaction.controller import TableController
from game.ui.map_view import BoardView
from game.ui.panels.force_pool import force_pool, pool_list
from game.ui.panels.inspector import counter_line
from game.ui.widgets import Ui, escape

# -- What can be made better while armies are built up.  Lists of refits, rebuilding, conversions, works, by kind. ---

TOO_MANY = 60


def improvements(desk: TableController) -> dict[str, list[Command]]:
    """The orders of the phase that change or raise units or works: title -> orders, in the order of the game."""
    kinds = desk.terms.improve
    if not kinds or desk.view.decision is not None or not desk.session.human_to_act:
        return {}
    found: dict[str, list[Command]] = {}
    every = [c for c in desk.orders.all() if isinstance(c, kinds)]
    for kind in kinds:
        alike = [c for c in every if type(c) is kind]
        if alike:
            found[kind.label] = alike
    return found


def row_text(desk: TableController, command: Command) -> str:
    """A row of the list: the unit, its numbers, its place, and its new form."""
    view = desk.view
    unit = view.unit(unit_of(command))
    if unit is None:
        return words(command, view, desk.terms)
    where = f" at {place_name(view.board, unit.hex)}" if unit.hex >= 0 else ""
    told = f"{unit.name}  {unit.factors}{where}"
    into = getattr(command, "into", "")
    by = view.unit(str(getattr(command, "by", "")))
    if into:
        told += f" → {desk.terms.kind(into)}"
    if by is not None:
        told += f" on {by.name} at {place_name(view.board, by.hex)}"
    if hasattr(command, "lost"):
        told += ", reduced" if command.lost else f", full strength, worth {unit.cost}"
    return told


def improve_list(ui: Ui, desk: TableController, shown: str) -> str:
    """A tab for each kind and the rows of the open one; returns which is open now ("": none)."""
    found = improvements(desk)
    if not found:
        return ""
    for title in [title for title, commands in found.items() if len(commands) > TOO_MANY and not unit_of(commands[0])]:
        by = found.pop(title)
        kinds = dict.fromkeys(desk.terms.kind(str(getattr(c, "what", ""))) for c in by)
        ui.text(f"**{escape(title)} {escape(' or '.join(kinds))}**: click a lit hex on the map.", "small")
    with ui.flow(gap=4):
        for title, commands in found.items():
            on = title == shown
            if ui.button(f"{title} ({len(commands)})", name=f"list {title}", fill=False, pressed=on):
                shown = "" if on else title
    for command in found.get(shown, ()):
        with ui.scope(command.text()):
            if ui.button(row_text(desk, command), name="do"):
                index = _place(desk, command)
                if index >= 0:
                    desk.here = desk.out.look_at = index
                desk.give(command)
                return shown
    return shown


def _place(desk: TableController, command: Command) -> int:
    unit = desk.view.unit(unit_of(command))
    if unit is not None and unit.hex >= 0:
        return unit.hex
    return desk.view.board.by_label.get(hex_of(command), -1)


MANY = 12
AFAR = (Aim, Airlift)
RAISING = {Enter, Raise, Rebuild, Refit}
ON_THE_MAP: dict[type[Command], str] = {
    Regauge: "Point at a lit hex to see the stretch you would convert. Click to convert it.",
    Rise: "Click lit hexes on the map. Grey signs show staff advice.",
}
"""Orders given by a click on a lit hex, and their words."""
ALIKE_FROM = 6
"""From that many waiting counters on those that are alike share a line."""


def wanted(desk: TableController) -> bool:
    """Is there anything to bring into play, or to do without a counter, apart from a question?"""
    if desk.view.decision is not None or not desk.session.human_to_act or desk.plans.fighting:
        return False
    if waiting(desk.view, desk.orders) or desk.orders.general or desk.position.converts or desk.position.has_stations:
        return True
    return is_building(desk)


def is_building(desk: TableController) -> bool:
    """Are there orders that raise, change or improve units or works?"""
    return any(kind in desk.terms.improve for kind in desk.orders.types) or (
        bool({Raise, Rebuild} & desk.orders.types) and bool(desk.terms.pool)
    )


@dataclass(slots=True)
class ArrivalsState:
    """The open parts of the box: the risky command awaiting confirmation, a list, the letters of a filter."""

    asked: Command | None = None
    shown: str = ""
    filter: str = ""
    pool: bool = True
    flyers: bool = False


def muster_box(ui: Ui, desk: TableController, table: BoardView, muster: ArrivalsState) -> None:
    """Points left, what they buy, and the rest."""
    units, flyers = arriving(desk)
    if units or is_building(desk) or any(type(c) in desk.terms.risky for c in desk.orders.general):
        _title(ui, desk, "Bring into play")
    for hint in [told for kind, told in ON_THE_MAP.items() if kind in desk.orders.types]:
        _title(ui, desk, escape(desk.view.phase.title))
        say(ui, desk.out, hint, "small")
    if desk.position.has_stations:
        _trains(ui, desk)
    muster.asked = _buttons(ui, desk, desk.orders.general)
    pool = force_pool(desk) if RAISING.intersection(desk.orders.types) else []
    able = [kind for kind in pool if kind.able]
    muster.pool = pool_list(ui, desk, table, pool if able else [], muster.pool)
    muster.shown = improve_list(ui, desk, muster.shown)
    _waiting(ui, desk, table, muster, units)
    muster.pool = pool_list(ui, desk, table, [] if able else pool, muster.pool)  # nothing to do there: not before units
    _flyers(ui, desk, table, muster, flyers)
    for box, crowd in _boxes(desk) if units or is_building(desk) else ():
        say(ui, desk.out, f"**{escape(box)}**: {escape(crowd)}", "small", "muted")


def _title(ui: Ui, desk: TableController, title: str) -> None:
    """A heading with the rule of the phase, and the points to spend."""
    say(ui, desk.out, f"**{title}**{rule_link(desk.view.phase.rule)}", "large")
    for fact in _means(desk):
        say(ui, desk.out, f"{escape(fact.subject)}: **{escape(fact.state)}**", "small")


def _waiting(ui: Ui, desk: TableController, table: BoardView, muster: ArrivalsState, units: list[UnitView]) -> None:
    """The waiting units, like ones in one line; if there are many, with a search field."""
    alike = together(desk, units)
    if len(alike) > MANY:
        muster.filter = ui.entry("muster filter", muster.filter, hint="Find a waiting unit …")
        letters = muster.filter.casefold()
        alike = [mates for mates in alike if any(letters in full_name(desk.terms, u).casefold() for u in mates)]
    if alike:
        picked = desk.picked is not None and desk.picked.id in {u.id for u in units}
        hint = "Now click a lit hex on the map." if picked else "Click a counter, then a lit hex; or drag it there."
        say(ui, desk.out, hint, "small", "accent" if picked else "muted")
    known = {unit.id for unit in units}
    for mates in alike:
        unit = mates[0]
        counter_line(ui, desk, table, unit)
        names = _after(desk, mates, known)
        known |= {u.id for u in desk.view.units if u.name in names}
        if names:
            say(ui, desk.out, f"and {len(names)} like it: {escape(', '.join(names))}", "small", "muted")
        if any(c.verb == "raise" for cs in desk.orders.hexes(unit.id).values() for c in cs):
            say(ui, desk.out, f"Costs {unit.cost} factor{'s' if unit.cost != 1 else ''}.", "small", "muted")


def _trains(ui: Ui, desk: TableController) -> None:
    """Which stops of the railway are lit."""
    say(ui, desk.out, f"**Trains**{rule_link(desk.view.phase.rule)}", "large")
    told = "A rail move may end on any friendly railway hex outside enemy zones."
    lit = "" if desk.all_stops else " Stations are lit: towns, cities and headquarters."
    say(ui, desk.out, told + lit, "small")
    on = ui.checkbox("Light every railway hex", desk.all_stops, name="all stops")
    if on != desk.all_stops:
        desk.light_all_stops(on)


def arriving(desk: TableController) -> tuple[list[UnitView], list[UnitView]]:
    """Units off the map that can be brought on, without lost ones; and those that act without coming on."""
    units = [u for u in waiting(desk.view, desk.orders) if u.box != desk.terms.pool or not u.box]
    if not desk.terms.pool:
        return units, []
    flyers = [u for u in units if all(isinstance(c, AFAR) for cs in desk.orders.hexes(u.id).values() for c in cs)]
    return [u for u in units if u not in flyers], flyers


def together(desk: TableController, units: list[UnitView]) -> list[list[UnitView]]:
    """The units, like ones together if there are many; a picked one stands first among its like."""
    if len(units) < ALIKE_FROM or not desk.terms.pool:
        return [[unit] for unit in units]
    found: dict[tuple[str, ...], list[UnitView]] = {}
    for unit in units:
        mates = found.setdefault(_kind(unit), [])
        mates.insert(0 if unit.id in desk.state.selection else len(mates), unit)
    return [*found.values()]


def _kind(unit: UnitView) -> tuple[str, ...]:
    """What makes counters alike."""
    return unit.nation, unit.style, unit.symbol, unit.size, unit.factors, unit.box, unit.outlook


def _after(desk: TableController, units: list[UnitView], known: set[str]) -> list[str]:
    """The other units like these: those on the same line, and those whose turn comes later."""
    rest = [u for u in desk.view.units if u.id not in known and u.hex < 0 and u.box and u.side is desk.view.side]
    later = [u.name for u in rest if _kind(u) == _kind(units[0])] if desk.terms.pool else []
    return [*(unit.name for unit in units[1:]), *later]


def _flyers(ui: Ui, desk: TableController, table: BoardView, muster: ArrivalsState, units: list[UnitView]) -> None:
    """Counters that never come onto the map but can be sent to a hex, under a button that opens their list."""
    if not units:
        return
    names = ", ".join(unit.name for unit in units)
    labels = dict.fromkeys(c.label for u in units for cs in desk.orders.hexes(u.id).values() for c in cs)
    tip = f"They can {escape(listed(list(labels)).lower())}."
    picked = desk.picked is not None and desk.picked in units
    if ui.button(f"Off the map: {names}", name="flyers", pressed=muster.flyers or picked, tooltip=tip):
        muster.flyers = not muster.flyers
    if not (muster.flyers or picked):
        return
    hint = "Now click a lit hex on the map." if picked else "Click a counter, then a lit hex; or drag it there."
    say(ui, desk.out, hint, "small", "accent" if picked else "muted", name="flyers hint")
    for unit in units:
        counter_line(ui, desk, table, unit)


def _boxes(desk: TableController) -> list[tuple[str, str]]:
    """Our units off the map, where the game lists what can be improved."""
    if not desk.terms.improve or desk.terms.pool:
        return []
    theirs = str(desk.view.side.other)
    return [box for box in desk.view.boxes if theirs not in box[0]]


def _means(desk: TableController) -> list[Fact]:
    """The points for bringing units in; the other side's are left out where armies are built up."""
    theirs = desk.view.side.other if desk.terms.improve else None
    return [fact for fact in desk.view.facts if fact.means and (theirs is None or fact.side is not theirs)]


def _buttons(ui: Ui, desk: TableController, commands: Iterable[Command]) -> Command | None:
    for command in commands:
        risky = type(command) in desk.terms.risky
        if ui.button(_called(desk, command) + (" …" if risky else ""), name=command.text()):
            if risky:
                return command
            desk.give(command)
            return None
    return None


def _called(desk: TableController, command: Command) -> str:
    """The label of an order, outside questions."""
    return desk.terms.done.get(f":{command.text()}", words(command, desk.view, desk.terms))


def risked(desk: TableController, muster: ArrivalsState) -> Command | None:
    """What awaits confirmation, since it cannot be undone."""
    return muster.asked if muster.asked in desk.orders.general else None


def risk_box(ui: Ui, desk: TableController, command: Command) -> None:
    """What it is that cannot be undone, and its possible results."""
    rule = rule_link(desk.terms.risky[type(command)])
    say(ui, desk.out, f"**{_called(desk, command)}?**{rule}", "large")
    told = desk.terms.warnings.get(type(command), "")
    facts = [(escape(fact.subject), escape(fact.state)) for fact in desk.view.facts if fact.risk is type(command)]
    gamble = "This rolls a die at once. The game is **[bad]{}[/]**."
    risk = [f"{subject}: **{state}**." if told else gamble.format(state) for subject, state in facts]
    say(ui, desk.out, " ".join([escape(told), *risk]).strip() or "No risk now.")
    if not told or risk:
        say(ui, desk.out, "You cannot undo a die roll.", "small", "muted")


def risk_foot(ui: Ui, desk: TableController, muster: ArrivalsState) -> None:
    """The button that confirms it."""
    with ui.row(1, 1):
        if ui.button("Do it", name="sure", kind="primary") and muster.asked is not None:
            desk.give(muster.asked)
            muster.asked = None
        if ui.button("Not now", name="not sure"):
            muster.asked = None
