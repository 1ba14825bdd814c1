"""The declared attacks, other possible targets, and the dice of the last battle."""

from __future__ import annotations

from fractions import Fraction

from pygame import Rect

from ecs.core.commands import Assign, EndPhase, Resolve, Unassign
from ecs.core.events import Attacked, BattleBegan, Fired
from ecs.core.view import BattleView, Forecast, Refusal
from game.packs.loader import SpritePack
from game.play.session import Session
from game.play.story import Kind, of
from game.ui.descriptions import number, percent, place_in_brief, place_near, refusal_markup, rule_link, say
from game.ui.interaction.battle_plan import Targets
from game.ui.interaction.controller import TableController
from game.ui.panels.declared_attacks import announced, overrun_list
from game.ui.panels.odds_table import draw_die, strikes
from game.ui.panels.phase_end import FIGHT_ALL, REMEDY
from game.ui.widgets import Ui, escape

# -- The list of hexes that can be attacked, under the declared battles, the likeliest first. ------------------------


def target_list(ui: Ui, desk: TableController, known: Targets) -> None:
    """A button for each hex that can be attacked; it opens the planner there."""
    declared = frozenset(battle.hex for battle in desk.view.battles if battle.state == "declared")
    found = known.of(desk.position)
    attacked = frozenset[int]() if desk.plans.gathering else declared
    fresh = [entry for entry in found if entry[0] not in attacked]
    again = [entry for entry in found if entry[0] in attacked]
    for title, entries in (("Can be attacked", fresh), ("Attack again, in another wave", again)):
        if entries and _targets(ui, desk, title, entries):
            return


def _targets(ui: Ui, desk: TableController, title: str, found: list[tuple[int, Forecast]]) -> bool:
    """One list with its heading; True when a hex of it was chosen."""
    ui.separator()
    ui.label(title, "large", bold=True)
    for index, ahead in found:
        chance = "not alone" if ahead.refusal else f"{percent(ahead.p_cleared)} at {ahead.odds}"
        losses = number(ahead.mean_attacker_factors_lost)
        many = len(ahead.attackers)
        team = "the unit in reach attacks" if many == 1 else f"all {many} units in reach attack"
        tip = f"{place_near(desk.view.board, index)}: the chance if {team}, losing {losses} factors on average."
        text = f"{place_in_brief(desk.view.board, index)}: {chance}"
        if ui.button(text, name=f"target {index}", tooltip=tip):
            desk.out.look_at = desk.here = index
            if not desk.quick.propose(index):
                desk.plans.open(index)
            return True
    return False


def last_rolls(ui: Ui, desk: TableController, pack: SpritePack) -> None:
    """The dice of the last battle: who fired, how strongly, the roll, the hits."""
    began, throws = last_battle(desk.session)
    if began is None or not throws:
        return
    name = place_near(desk.view.board, desk.view.board.by_label[began.hex])
    if not desk.plans.fighting:
        ui.separator()
        ui.label(f"Last battle: {name}", "large", bold=True)
    for event in throws:
        if isinstance(event, Attacked):
            _dice(ui, pack, event.faces)
            say(ui, desk.out, f"{escape(event.text)}{rule_link(event.rule)}", "small")
            continue
        hits = "1 hit" if event.hits == 1 else f"{event.hits} hits"
        expected = number(Fraction(event.expected_sixths, 6))
        _dice(ui, pack, event.faces)
        say(
            ui,
            desk.out,
            f"Round {event.round}, {event.side} fire: **{hits}**, {expected} expected from strength {event.strength} "
            f"on column {event.column}",
            "small",
        )


def last_battle(session: Session) -> tuple[BattleBegan | None, list[Fired | Attacked]]:
    """The battle that began last, and its throws so far."""
    for one in reversed(told := session.story().happenings):
        if one.kind is Kind.BATTLE:
            return one.event, [throw.event for throw in of(told, Kind.THROW) if throw.battle == one.battle]
    return None, []


def _dice(ui: Ui, pack: SpritePack, faces: tuple[int, ...]) -> None:
    """Dice as they fell, side by side."""
    size = ui.px(30)
    fit = max(1, ui.layout.width_for(10**5, fill=True) // (size + ui.px(4)))
    shown = [face for face in faces if face >= 1][:fit]
    if not shown:
        return
    rect = ui.place(ui.px(200), size)
    for index, face in enumerate(shown):
        draw_die(ui, pack, face, Rect(rect.x + index * (size + ui.px(4)), rect.y, size, size))


def battle_list(ui: Ui, desk: TableController, whole: bool = False) -> None:
    """Declared battles, each with its chance and its buttons, and other possible targets.

    :param whole: with all of it, though an attack is being planned and stands elsewhere.
    """
    view = desk.view
    whole = whole or desk.plans.target < 0
    battles = [b for b in view.battles if b.state == "declared"]
    if strikes(ui, desk):
        return
    if desk.plans.gathering and whole:
        target_list(ui, desk, desk.plans.targets)
    ui.label("Declared battles", "large", bold=True)
    several = len(desk.quick.fights()) > 1 and desk.view.decision is None
    if several and ui.button("Fight all battles", name="fight all", tooltip=FIGHT_ALL):
        desk.quick.fight_all()  # the list stays as it is until the dice have fallen
    good_attacks(ui, desk)
    owed = _owed(desk)
    if owed is not None:
        say(ui, desk.out, f"[bad]Still to do:[/] {refusal_markup(owed)}")
        if owed.remedy and ui.button(REMEDY, name="remedy", tooltip="You can change it until the phase ends."):
            desk.give_all(owed.remedy)
            return
    if not battles:
        plan = "None. Click an enemy hex, or press B over it, to plan an attack."
        say(ui, desk.out, "No battles left." if desk.plans.fighting else plan, color="muted")
    for battle in battles:
        with ui.scope(f"battle{battle.hex}.{battle.wave}"):
            if not desk.terms.tables:
                _battle(ui, desk, battle)
            elif announced(ui, desk, battle):
                return
    if desk.terms.tables and whole and overrun_list(ui, desk):
        return
    if desk.terms.odds and desk.view.decision is None and whole:
        target_list(ui, desk, desk.plans.targets)


def good_attacks(ui: Ui, desk: TableController) -> None:
    """The quality of the attacks that the button above the seal makes together."""
    habits = desk.quick.habits
    if habits is not None and fights_together(desk):
        shown = ui.slider("Attack together at", habits.fight_at, 50, 100, 5, shown=lambda value: f"{value:.0f} %")
        habits.fight_at = int(shown)


def fights_together(desk: TableController) -> bool:
    """Are there attacks that one button could make, as far as looked up?"""
    if desk.quick.habits is None or desk.view.decision is not None or not desk.session.human_to_act:
        return False
    if desk.quick.going or desk.quick.fights():
        return True
    ready = Assign in desk.orders.types and desk.orders.complete and len(desk.terms.tables) < 2
    return ready and bool(desk.plans.targets.of(desk.position))


def fights_well(desk: TableController) -> bool:
    """Are any of them good enough?"""
    return fights_together(desk) and desk.quick.good_fights() > 0


def fight_button(ui: Ui, desk: TableController) -> None:
    """One button for all attacks that are good enough."""
    quick = desk.quick
    count, fights = quick.good_fights(), bool(quick.fights()) or desk.plans.at_once
    verb = "Fight" if fights else "Declare up to" if count > 1 else "Declare"  # two may want the same unit
    many = "attack" if count == 1 else "attacks"
    text = f"{verb} {count} {many} at {quick.threshold} %"
    tip = (
        f"All with a chance of {quick.threshold} % or better, from north to south. Questions wait for you; "
        "it stops if you lose a unit or press Esc. The planner shows each chance."
    )
    if ui.button(text, name="fight good", tooltip=tip):
        quick.fight_good()


def _owed(desk: TableController) -> Refusal | None:
    """What the rules still demand before this allocation of attacks can end; None if nothing."""
    view = desk.view
    if view.decision is not None or not any(isinstance(c, (Assign, Unassign)) for c in desk.orders.all()):
        return None
    return desk.session.game.why_not(EndPhase(), view.side)


def _battle(ui: Ui, desk: TableController, battle: BattleView) -> None:
    view = desk.view
    name = place_near(view.board, battle.hex) + (f", wave {battle.wave}" if battle.wave > 1 else "")
    first = view.unit(battle.attackers[0]) if battle.attackers else None
    side = first.side if first else view.side
    ahead = desk.session.game.forecast(side, battle.hex, battle.attackers, rounds=battle.rounds)
    label = view.board.hexes[battle.hex].label
    resolve = Resolve(label, battle.wave)
    say(
        ui,
        desk.out,
        f"**{escape(name[:1].upper() + name[1:])}** — {percent(ahead.p_cleared)} to take it, "
        f"{len(battle.attackers)} against {len(battle.defenders) or 'an empty hex'}",
    )
    with ui.row(1, 1):
        if ui.button("Look", name="look"):
            desk.out.look_at = battle.hex
            desk.plans.open(battle.hex)
            desk.plans.use_wave(battle.wave)
        if resolve in desk.orders.by_hex.get(battle.hex, ()):
            if ui.button("Fight", name="fight"):
                desk.give(resolve)
        elif not desk.terms.odds:
            ui.label(f"{battle.rounds} round{'s' if battle.rounds != 1 else ''}", "small", "muted")
