"""The open question in a box at the foot of the column: its words, its buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ecs import Command, Game, View
from ecs.core.commands import Done, Exchange, Fire, TakeHit
from ecs.core.view import UnitView
from game.packs.loader import SpritePack
from game.ui.descriptions import place_in_brief, question_words, rule_link, say
from game.ui.interaction.click_commands import words
from game.ui.interaction.controller import TableController
from game.ui.panels.chit_cup import choice_tiles
from game.ui.panels.declared_attacks import fight_buttons, fought_now
from game.ui.panels.inspector import command_buttons
from game.ui.widgets import Ui, escape

# -- What an exchange would cost.  Its price is in factors, but whole units pay it: they are named before it is made.

MOST = 12  # units that are given up before the reckoning ends


class ExchangePrice:
    """Works out the price of an exchange once a position."""

    def __init__(self) -> None:
        self._of: View | None = None
        self._told = ""

    def build(self, ui: Ui, desk: TableController) -> None:
        """A line under the question, if it is about an exchange."""
        if not any(isinstance(command, Exchange) for command in desk.orders.general):
            return
        if self._of is not desk.view:
            self._of, self._told = desk.view, price_words(desk)
        if self._told:
            say(ui, desk.out, self._told, "small")


def price_words(desk: TableController) -> str:
    """ "It costs 17.A 4-4-4 whole."; where there is a choice, the cheapest of those who could pay."""
    lost, choice = cheapest(desk.session.game, desk.view, Exchange())
    names = " and ".join(f"**{escape(unit.name)}** {escape(unit.factors)}" for unit in lost)
    if not lost:
        return ""
    return f"You pay in whole units: {'the least would be' if choice else 'it costs'} {names}."


def cheapest(game: Game, view: View, order: Command) -> tuple[list[UnitView], bool]:
    """Own units that an order would destroy, the smallest that can pay first, and whether others could pay."""
    side, choice = view.side, False
    with game.what_if() as table:
        table.apply(order)
        for _ in range(MOST):
            asked = table.look(side).decision
            hits = [command for command in table.legal() if isinstance(command, TakeHit)]
            if asked is None or asked.side is not side or not hits:
                break
            choice = True
            table.apply(_smallest(view, hits, asked.count))
        after = table.look(side)
    own = (unit for unit in view.units if unit.side is side and unit.hex >= 0)
    return [u for u in own if (now := after.unit(u.id)) is None or now.hex < 0], choice


def _smallest(view: View, hits: list[TakeHit], owed: int) -> TakeHit:
    """The cheapest loss: the smallest unit that pays all, else the largest."""

    def worth(hit: TakeHit) -> int:
        unit = view.unit(hit.unit)
        return unit.attack if unit is not None else 0

    paying = [hit for hit in hits if worth(hit) >= owed]
    return min(paying, key=worth) if paying else max(hits, key=worth)


FEW = 3


def question_box(ui: Ui, desk: TableController, pack: SpritePack, price: ExchangePrice) -> None:
    """The open question, if it is for the player at the table; the buttons that end it are at the foot."""
    decision = desk.view.decision
    if decision is None:
        return
    asked = question_words(desk.view, desk.orders)
    say(ui, desk.out, f"**{escape(asked)}**{rule_link(decision.rule)}", "large")
    if not desk.session.human_to_act:
        say(ui, desk.out, escape(desk.session.awaited) or "The computer decides.", "small", "muted")
        return
    if decision.id == "fire" or answered_unasked(desk):
        return
    price.build(ui, desk)
    _sent(ui, desk)
    if not desk.orders.by_unit:
        command_buttons(ui, desk, [c for cs in desk.orders.on_unit.values() for c in cs])
    if any(command.text() in desk.terms.advice for command in desk.orders.general):
        told = [c for c in desk.orders.general if not isinstance(c, Done)]
        if choice_tiles(ui, desk, pack, told):
            return
    _answers(ui, desk, [c for c in answers(desk) if not at_foot(desk, c)])


def answers(desk: TableController) -> list[Command]:
    """The answers given by a plain button."""
    return [c for c in desk.orders.general if c.text() not in desk.terms.advice]


def at_foot(desk: TableController, command: Command) -> bool:
    """Does its button stay in sight at the foot of the box?  Those that end the question do, and all if few."""
    return isinstance(command, Done) or len(answers(desk)) <= FEW


def gold_key(desk: TableController, key: Callable[[str], str]) -> tuple[str, str]:
    """The key and the intent of a question's gold button: Enter, or while the hex cursor takes that, the seal's key."""
    if desk.state.cursor is None:
        return "Enter", "cursor_click"
    return key("end_phase"), "end_phase"


@dataclass(frozen=True, slots=True)
class GoldAnswer:
    """The answer on the seal.  ``more``: a line on what it means; ``tip``: what it does not say."""

    text: str
    more: str
    name: str
    tip: str
    act: Callable[[], object]


def gold_answer(desk: TableController) -> GoldAnswer | None:
    """What the seal answers the open question with; None where there is none, or the planner has the button."""
    decision, view = desk.view.decision, desk.view
    if decision is None or not desk.session.human_to_act or answered_unasked(desk) or _may_fight(desk):
        return None
    if decision.id == "fire":
        fire = next((c for c in desk.orders.general if isinstance(c, Fire) and c.press == desk.plans.press), None)
        battle = desk.plans.battle
        told = f"Round {min(battle.round + 1, battle.rounds)} of {battle.rounds}" if battle is not None else ""
        return GoldAnswer(words(fire, view, desk.terms), told, "fire", "", lambda: desk.give(fire)) if fire else None
    if desk.quick.advances():
        text = "Advance all" if len(desk.quick.advances()) > 1 else f"Advance {_only_name(desk)}"
        brief = place_in_brief(view.board, decision.hex)
        where = f"Into {'the hex ' if ' of ' in brief else ''}{brief}"
        tip = "All units that can. One undo takes it back."
        return GoldAnswer(text, where, "all advance", tip, desk.quick.advance_all)
    if desk.orders.several():
        where = "on the map" if desk.orders.by_hex or desk.orders.by_unit or desk.orders.on_unit else "above"
        return GoldAnswer("Let the staff choose", f"Or choose {where}", "staff", "", desk.staff.answer)
    done = _only_end(desk)
    return GoldAnswer(words(done, view, desk.terms), "", done.text(), "", lambda: desk.give(done)) if done else None


def _only_end(desk: TableController) -> Command | None:
    """The answer that ends a question to which there is no other."""
    ends = (c for c in answers(desk) if isinstance(c, Done))
    return None if desk.orders.several() else next(ends, None)


def question_foot(ui: Ui, desk: TableController, planned: bool) -> None:
    """The other buttons that end the question: always in sight, however long it is.  The first choice is on the seal.

    :param planned: the planner is beside the battle, with its button that fights.
    """
    if desk.view.decision is None or not asks(desk):
        return
    if not planned and _may_fight(desk) and fight_buttons(ui, desk, desk.plans.target, desk.plans.wave):
        return
    advances = bool(desk.quick.advances())
    if advances and ui.button("Advance all, always this turn", name="always advance", tooltip="Esc stops it."):
        desk.quick.advance_always()
        return
    on_seal = None if advances or _may_fight(desk) else _only_end(desk)
    _answers(ui, desk, [c for c in answers(desk) if at_foot(desk, c) and c != on_seal])
    if not desk.orders.several():
        return
    apart = advances or _may_fight(desk)
    if apart and ui.button("Let the staff choose", name="staff"):
        desk.staff.answer()
    elif any(isinstance(c, TakeHit) for cs in desk.orders.on_unit.values() for c in cs):
        _losses_to_staff(ui, desk)


def _losses_to_staff(ui: Ui, desk: TableController) -> None:
    """The button that leaves all losses, which come one after the other, to the staff."""
    with ui.flow():
        if ui.button("Staff for this battle", name="staff battle", fill=False):
            desk.staff.entrust(battle=True)
        elif ui.button("Staff for this phase", name="staff phase", fill=False):
            desk.staff.entrust(battle=False)


def asks(desk: TableController) -> bool:
    """Is there a question answered in the box by the player at the table?"""
    decision = desk.view.decision
    waits = decision is not None and decision.id != "fire" and desk.session.human_to_act
    return waits and not answered_unasked(desk)


def answered_unasked(desk: TableController) -> bool:
    """Is it about to be answered by a standing order of the player's?"""
    return desk.staff.entrusted or desk.quick.advances_unasked or desk.quick.standing_answer is not None


def _answers(ui: Ui, desk: TableController, commands: list[Command]) -> None:
    """A button for each answer."""
    for command in commands:
        if ui.button(words(command, desk.view, desk.terms), name=command.text()):
            desk.give(command)
            return


def _may_fight(desk: TableController) -> bool:
    """Can the attack that the question asks for be fought?  Enter does that, in the planner."""
    return desk.plans.gathering and desk.plans.target >= 0 and fought_now(desk, desk.plans.target)


def _sent(ui: Ui, desk: TableController) -> None:
    """Units that go somewhere: which, and where."""
    view, picked = desk.view, desk.picked
    units = [u for name in sorted(desk.orders.by_unit) if (u := view.unit(name)) is not None]
    if not units or view.decision is None:
        return
    if picked not in units or len(units) > 1:
        with ui.flow():
            for unit in units:
                on = picked is not None and unit.id == picked.id
                if ui.button(f"{unit.name} {unit.factors}", name=f"pick {unit.id}", fill=False, pressed=on):
                    desk.select((unit.id,))
    if picked is not None and desk.orders.retreats(picked.id):
        _retreats(ui, desk, picked)
    elif picked in units:
        told = "attacks a lit hex." if desk.plans.gathering else "goes to a lit hex:"
        say(ui, desk.out, f"{escape(picked.name)} {told}", "small", "muted")
        wanted = view.decision.hex
        ways = sorted(desk.orders.hexes(picked.id).items(), key=lambda way: (way[0] != wanted, way[0]))
        for index, commands in () if desk.plans.gathering else ways[:8]:
            if _place_button(ui, desk, index):
                desk.choose(commands)
                return


def _retreats(ui: Ui, desk: TableController, unit: UnitView) -> None:
    """A button for each hex in which the retreat can end, those first in which the unit lives."""
    ends = desk.orders.retreats(unit.id)
    for index in sorted(ends, key=lambda i: (not ends[i].survives, i)):
        if _place_button(ui, desk, index, "" if ends[index].survives else f": {unit.name} is destroyed"):
            desk.give_as_one(ends[index].orders)
            return


def _place_button(ui: Ui, desk: TableController, index: int, more: str = "") -> bool:
    """A button that names a place, with the number of its hex in grey."""
    board = desk.view.board
    place, label = place_in_brief(board, index), board.hexes[index].label
    place = place[:1].upper() + place[1:]
    return ui.button(f"{place}{more}", "" if place == label else label, name=f"to {index}")


def _only_name(desk: TableController) -> str:
    unit = desk.view.unit(desk.quick.advances()[0].unit)
    return unit.name if unit is not None else ""
