"""Attacks announced first and fought later, on one of several tables: their support and their state."""

from __future__ import annotations

from ecs import Command
from ecs.core.commands import Aim, Assign, Join, Lead, Overwhelm, Resolve, Unassign
from ecs.core.view import BattleView, Forecast, UnitView
from game.ui.descriptions import listed, percent, place_near, refusal_markup, rule_link, say
from game.ui.interaction.click_commands import place_name
from game.ui.interaction.controller import TableController
from game.ui.widgets import Ui, escape

HELP = (Aim, Lead, Assign)
KINDS = (("air", "Aircraft"), ("art", "Guns"), ("marshal", "Field Marshal"))
WORDS = {"air": "aircraft", "art": "guns", "marshal": "a Field Marshal"}
COLUMN = ("/tab2/", "/question", "/planner/")  # where the planner and the questions stand
ALLOTTED = "allotted"  # the state of a unit that the rules have assigned to its attack
NEAR = 2  # attacks that have so many parts of an automatic victory are listed: a half


def begins(desk: TableController, kind: type[Command], index: int, wave: int = 1) -> Command:
    """The command that fights the battle for a hex on one table."""
    label = desk.view.board.hexes[index].label
    return Resolve(label, wave) if kind is Resolve else kind(label)  # type: ignore[call-arg]


def may_begin(desk: TableController, order: Command, index: int) -> bool:
    """Can the battle be fought this way now?"""
    return order in desk.orders.by_hex.get(index, ())


def fought_now(desk: TableController, index: int) -> bool:
    """Is this the time to fight the battle for a hex?"""
    kinds = tuple(kind for _, _, kind in desk.terms.tables)
    return any(isinstance(c, kinds) for c in desk.orders.by_hex.get(index, ()))


# -- both tables --------------------------------------------------------------------------------------------


def told(name: str, ahead: Forecast) -> str:
    """A table, the odds on it and the chance: "Blitzkrieg 4-1: 71.0 %"; "4-1, 71.0 %" without a name."""
    if ahead.refusal:
        return f"{name}: not possible" if name else "not possible"
    if not name:
        return f"{ahead.odds}, {percent(ahead.p_cleared)}"
    return f"{name} {ahead.odds}: {percent(ahead.p_cleared)}"


def table_choice(ui: Ui, desk: TableController) -> None:
    """The attack on either table; a click shows that one below, or fights on it when its time has come."""
    plans = desk.plans
    fight = fought_now(desk, plans.target) and not plans.changes()
    for number, name, kind in desk.terms.tables:
        ahead = plans.on_table(number)
        order = begins(desk, kind, plans.target, plans.wave)
        with ui.scope(f"table {number}"):
            if len(desk.terms.tables) == 1 and not fight:
                continue
            if fight:
                gold = number == best_table(desk, plans.target, plans.wave)
                if _fight_button(ui, desk, name, order, ahead, plans.target, True, gold):
                    return
            elif ui.button(
                told(name, ahead),
                name="table",
                pressed=plans.press == number,
                enabled=bool(ahead.faces),
                tooltip="See this table's chances below.",
            ):
                plans.press = number
            if ahead.refusal and (number or fight):
                say(ui, desk.out, escape(ahead.refusal), "small", "muted")


def fight_buttons(ui: Ui, desk: TableController, index: int, wave: int) -> bool:
    """A button for each table that fights the declared attack; True when it was fought."""
    for number, name, kind in desk.terms.tables:
        with ui.scope(f"fight {number}"):
            order, gold = begins(desk, kind, index, wave), number == best_table(desk, index, wave)
            if _fight_button(ui, desk, name, order, desk.plans.on_table(number), index, gold=gold):
                return True
    return False


def best_table(desk: TableController, index: int, wave: int) -> int:
    """The table on which a declared attack promises most, of those on which it can be fought now."""
    tables = desk.terms.tables
    able = [number for number, _, kind in tables if may_begin(desk, begins(desk, kind, index, wave), index)]
    return max(able, key=lambda number: desk.plans.on_table(number).p_cleared, default=-1)


def _fight_button(
    ui: Ui,
    desk: TableController,
    name: str,
    order: Command,
    ahead: Forecast,
    index: int,
    by_key: bool = False,
    gold: bool = False,
) -> bool:
    """A button that fights an attack on a table.  ``by_key``: Enter may press it; ``gold``: it is the first choice."""
    able = may_begin(desk, order, index)
    why = "" if able else refusal_markup_of(desk, order)
    kind, tip = "primary" if able and gold else "normal", why or "This rolls the die at once."
    name = name if len(desk.terms.tables) > 1 else ""
    text = f"Fight{':' if name else ' at'} {told(name, ahead)}" if able else told(name, ahead)
    key, intent = by_enter(ui, desk) if able and by_key and gold else ("", "")
    if ui.button(text, key, name=order.text(), kind=kind, enabled=able, tooltip=tip, intent=intent):
        return desk.give(order)
    return False


def by_enter(ui: Ui, desk: TableController) -> tuple[str, str]:
    """The key and the intent of the planner's button, if Enter presses it; else two times "".

    It does unless the hex cursor is out elsewhere; then it does after a click in the column.
    """
    cursor = desk.state.cursor
    if cursor is None or cursor in desk.plans.hexes(desk.plans.target):
        return "Enter", "cursor_click"
    return "", "cursor_click" if any(part in ui.focus for part in COLUMN) else ""


def refusal_markup_of(desk: TableController, order: Command) -> str:
    """Why an order may not be given, with a link to its rule."""
    refusal = desk.session.game.why_not(order, desk.view.side)
    return refusal_markup(refusal) if refusal is not None else ""


# -- what is given to an attack -----------------------------------------------------------------------------


def helpers(desk: TableController, index: int) -> list[tuple[UnitView, Command]]:
    """Aircraft, guns and Field Marshals that support an attack or could, each with the order that does it."""
    hexes = desk.plans.hexes(index)
    found: list[tuple[UnitView, Command]] = []
    for unit in desk.view.units:
        if unit.side is not desk.view.side or desk.terms.fights(unit):
            continue
        given = unit.target in hexes
        here = [c for i in hexes for c in desk.orders.hexes(unit.id).get(i, ())]
        orders = [c for c in desk.orders.buttons(unit.id) if isinstance(c, Unassign)] if given else here
        order = next((c for c in orders if given or isinstance(c, HELP)), None)
        if order is not None:
            found.append((unit, order))
    return found


def support(ui: Ui, desk: TableController, index: int) -> bool:
    """Checkboxes for everything that can support an announced attack; True when an order was given."""
    if desk.plans.gathering:
        return False
    if desk.plans.declared is None:
        kinds = _kinds(desk)
        if kinds and not desk.plans.fighting and desk.plans.attacker is desk.view.side:
            say(ui, desk.out, f"Once the attack is declared, you can add {kinds}.", "small", "muted")
        return False
    if desk.plans.wave != _first_wave(desk, index):
        return False
    team = helpers(desk, index)
    for trait, title in KINDS:
        alike = [(unit, order) for unit, order in team if trait in unit.traits]
        if not alike:
            continue
        count = sum(1 for unit, _ in alike if isinstance(_, Unassign))
        ui.label(f"{title}: {count} assigned" if count else title, bold=True)
        for unit, order in alike:
            with ui.scope(f"help {unit.id}"):
                on = isinstance(order, Unassign)
                where = f"  from {place_name(desk.view.board, unit.hex)}" if unit.hex >= 0 else ""
                if ui.checkbox(f"{unit.name}  {unit.factors}{where}", on) != on:
                    return desk.give(order)
    return _no_aircraft(ui, desk, index, team) or _joins(ui, desk, index)


def _kinds(desk: TableController) -> str:
    """Our kinds of support for an attack, in words."""
    ours = [u for u in desk.view.units if u.side is desk.view.side and (u.hex >= 0 or desk.orders.hexes(u.id))]
    words = [words for trait, words in WORDS.items() if any(trait in u.traits for u in ours)]
    return listed(words)


def _first_wave(desk: TableController, index: int) -> int:
    """The first attack declared on a hex: aircraft go with it."""
    return min((b.wave for b in desk.view.battles if b.hex == index and b.state == "declared"), default=1)


def _no_aircraft(ui: Ui, desk: TableController, index: int, team: list[tuple[UnitView, Command]]) -> bool:
    """Say why no further air group can fly, if one is waiting; returns False."""
    given = all(isinstance(order, Unassign) for unit, order in team if "air" in unit.traits)
    if not given or fought_now(desk, index):
        return False
    label = desk.view.board.hexes[index].label
    idle = [u for u in desk.view.units if u.side is desk.view.side and "air" in u.traits]
    idle = [u for u in idle if u.target < 0 and "spent" not in u.badges and (u.hex >= 0 or desk.orders.hexes(u.id))]
    for unit in idle[:1]:
        refusal = desk.session.game.why_not(Aim(unit.id, label), desk.view.side)
        if refusal is not None and refusal.reason != "not-now":
            say(ui, desk.out, f"No more aircraft: {refusal_markup(refusal)}", "small", "muted")
    return False


def _joins(ui: Ui, desk: TableController, index: int) -> bool:
    """Hexes that could be attacked in the same battle."""
    for order in [c for c in desk.orders.by_hex.get(index, ()) if isinstance(c, Join)]:
        there = place_name(desk.view.board, desk.view.board.by_label[order.other])
        tip = "One battle for both hexes: all factors, worst terrain."
        if ui.button(f"Attack {there} in the same battle", name=order.text(), tooltip=tip + rule_link("10.1")):
            return desk.give(order)
    return False


# -- automatic victories ------------------------------------------------------------------------------------


def overrun_sheet(ui: Ui, desk: TableController) -> bool:
    """How near the ticked units come to an automatic victory, and the button; True when it was won."""
    plans = desk.plans
    ahead = plans.overrun()
    if ahead is None:
        return False
    ui.label("Automatic victory", bold=True)
    missing = ahead.needed - ahead.attack
    part = ahead.attack / ahead.needed if ahead.needed else 1.0
    ui.progress(part, f"{ahead.attack} of {ahead.needed} factors", "good" if not ahead.refusal else "warn")
    if missing > 0:
        factors = "1 more factor" if missing == 1 else f"{missing} more factors"
        say(ui, desk.out, f"{factors} needed against a defence of {ahead.defence}.{rule_link('9.1')}", "small")
    elif ahead.refusal:
        say(ui, desk.out, f"[warn]{escape(ahead.refusal)}[/]", "small")
    able = not ahead.refusal and not plans.obstacle_to_join()
    tip = "Removes the defenders at once. The attackers are done for this impulse." + rule_link("9.4")
    key, intent = by_enter(ui, desk) if able else ("", "")
    kind = "primary" if able else "normal"
    if ui.button("Win it now", key, name="overwhelm", kind=kind, enabled=able, tooltip=tip, intent=intent):
        return plans.overwhelm()
    why = plans.obstacle()
    with ui.row(3, 2):
        what = "Declare attack" if plans.declared is None else "Change the attack"
        tip = escape(why) or "Assign units first, then aircraft."
        if ui.button(what, name="declare", enabled=not why and bool(plans.changes()), tooltip=tip):
            return plans.declare()
        if ui.button("Close", "Esc", name="close planner"):
            plans.close()
            return True
    chances = [told(name, plans.on_table(number)).replace(":", ",") for number, name, _ in desk.terms.tables]
    say(ui, desk.out, f"Chance to take the hex in battle: {escape('; '.join(chances))}.", "small", "muted")
    return False


def overrun_list(ui: Ui, desk: TableController) -> bool:
    """Hexes where an automatic victory can, or nearly can, be won; True when one was opened."""
    found = desk.plans.targets.overruns(desk.position)
    near = [(index, ahead) for index, ahead in found if ahead.attack * NEAR >= ahead.needed]
    if not near:
        return False
    ui.separator()
    ui.label("Automatic victories", "large", bold=True)
    for index, ahead in near:
        name, missing = place_near(desk.view.board, index), ahead.needed - ahead.attack
        state = "can be won" if not ahead.refusal else f"{missing} short" if missing > 0 else "not possible"
        text = f"{name}: {ahead.attack} of {ahead.needed}, {state}"
        if ui.button(text, name=f"overrun {index}", tooltip=escape(ahead.refusal)):
            desk.out.look_at = desk.here = index
            desk.plans.open(index)
            return True
    return False


# -- the list of announced attacks --------------------------------------------------------------------------


def _how_many(part: int, whole: int) -> str:
    """A count of an attack's units: "All are", "2 of 3 are"; "The unit is" if it is alone."""
    if part == whole:
        return "The unit is" if whole == 1 else "All are"
    return f"{part} of {whole} {'is' if part == 1 else 'are'}"


def announced(ui: Ui, desk: TableController, battle: BattleView) -> bool:
    """One attack of the list, with its chance on either table; True when an order was given."""
    view, game = desk.view, desk.session.game
    first = view.unit(battle.attackers[0]) if battle.attackers else None
    side = first.side if first else view.side
    names = " and ".join(place_near(view.board, i) for i in desk.plans.hexes(battle.hex))
    hexes = desk.plans.hexes(battle.hex) if battle.wave == _first_wave(desk, battle.hex) else ()
    flying = sum(1 for u in view.units if u.target in hexes and "air" in u.traits)
    several = sum(1 for b in view.battles if b.hex == battle.hex) > 1
    names += f", wave {battle.wave}" if several else ""
    planes = f", {flying} air group{'s' if flying != 1 else ''}" if flying else ""
    names = names[:1].upper() + names[1:]
    say(ui, desk.out, f"**{escape(names)}** — {len(battle.attackers)} against {len(battle.defenders)}{planes}")
    allotted = sum(1 for name in battle.attackers if (u := view.unit(name)) is not None and ALLOTTED in u.badges)
    if allotted and battle.state == "declared":
        say(ui, desk.out, f"{_how_many(allotted, len(battle.attackers))} assigned for you.", "small", "muted")
    chances = []
    for number, name, kind in desk.terms.tables:
        ahead = game.forecast(side, battle.hex, battle.attackers, press=number)
        chances.append(told(name if len(desk.terms.tables) > 1 else "", ahead))
        order = begins(desk, kind, battle.hex, battle.wave)
        with ui.scope(f"{number}"):
            if fought_now(desk, battle.hex) and _fight_button(ui, desk, name, order, ahead, battle.hex):
                return True
    if not fought_now(desk, battle.hex):
        say(ui, desk.out, escape(" · ".join(chances)), "small", "muted")
    order_now = Overwhelm(view.board.hexes[battle.hex].label)
    if may_begin(desk, order_now, battle.hex) and ui.button("Win it now", name="overwhelm"):
        return desk.give(order_now)
    if ui.button("Look", name="look"):
        desk.out.look_at = battle.hex
        desk.plans.open(battle.hex)
        if battle.wave in desk.plans.waves():
            desk.plans.use_wave(battle.wave)
        return True
    return False
