"""The planner: who takes part, every modifier, every result with its chance, as a card or a tab."""

from __future__ import annotations

from fractions import Fraction

from ecs import Board
from ecs.core.commands import Fire
from ecs.core.view import CalculationLine, Forecast
from game.packs.loader import SpritePack
from game.ui.descriptions import attack_title, battle_title, hex_links, number, percent, rule_link, say, sum_line
from game.ui.interaction.battle_plan import BattlePlan
from game.ui.interaction.controller import TableController
from game.ui.panels.attack_list import battle_list, last_rolls
from game.ui.panels.declared_attacks import ALLOTTED, by_enter, fought_now, overrun_sheet, support, table_choice
from game.ui.panels.inspector import command_buttons
from game.ui.panels.odds_table import bombing, odds_sheet
from game.ui.widgets import Ui, escape

BARS = 8
GUESS = "[warn]Face-down defenders count as average units, so these figures are a guess.[/]"


def planner_tab(ui: Ui, desk: TableController, pack: SpritePack, on_map: bool) -> None:
    """The attack being planned or fought, and the declared ones; ``on_map``: a card on the map shows the first."""
    if desk.plans.target < 0 or on_map:
        with ui.about("battles"):
            battle_list(ui, desk, on_map)
        if not (on_map and desk.plans.fighting):
            last_rolls(ui, desk, pack)
    elif plan_sheet(ui, desk, pack) and not desk.plans.fighting:
        ui.separator()
        battle_list(ui, desk)


def plan_sheet(ui: Ui, desk: TableController, pack: SpritePack) -> bool:
    """The attack being planned or fought; False if it ends early, since something was done or needs an answer first."""
    plans = desk.plans
    ui.heading(title(plans, desk.view.board))
    forecast = plans.forecast
    if plans.fighting:
        last_rolls(ui, desk, pack)
        _round(ui, desk, forecast)
        if desk.view.decision is not None and desk.view.decision.id != "fire":
            return False
    elif plans.overrun() is not None:
        if overrun_sheet(ui, desk):
            return False
    elif plans.attacking:
        _head(ui, desk, forecast)
    else:
        say(ui, desk.out, "No unit is next to this hex.", "small", "muted")
        if ui.button("Close", "Esc", name="close planner"):
            plans.close()
    if plans.target < 0:
        return False
    if plans.gathering or not fought_now(desk, plans.target):
        _attackers(ui, desk)
    if desk.terms.tables and not plans.fighting and support(ui, desk, plans.target):
        return False
    if desk.terms.odds:
        if not desk.terms.tables and bombing(ui, desk, plans.target):
            return False
        odds_sheet(ui, desk, pack, forecast)
    else:
        _stand(ui, desk, forecast)
        _fires(ui, desk, forecast)
    if plans.attacking:
        with ui.about("results"):
            _results(ui, forecast)
    return True


def title(plans: BattlePlan, board: Board) -> str:
    """ "Battle for Minsk (G5)", "Battle east of Minsk (G6)" while one is fought, else what would be attacked."""
    fought = plans.battle
    return attack_title(board, plans.target) if fought is None else battle_title(board, fought.hex)


def _head(ui: Ui, desk: TableController, forecast: Forecast) -> None:
    """The answer first: how likely, at what price, and the button."""
    plans, side = desk.plans, desk.plans.attacker
    waves = plans.waves()
    if len(waves) > 1 and not plans.gathering:
        open_ = {b.wave for b in desk.view.battles if b.hex == plans.target and b.state == "declared"}
        with ui.flow():
            for wave in waves:
                text = f"Wave {wave}" if wave in open_ else f"New wave {wave}"
                tip = "Waves against a hex fight one after another."
                if ui.button(text, fill=False, pressed=wave == plans.wave, tooltip=tip):
                    plans.open_wave(wave)
    at = f" at {forecast.odds}" if len(desk.terms.tables) == 1 and forecast.faces else ""
    _chance(ui, f"Chance to take the hex{at}" if at else f"Chance to take the hex ({side})", forecast)
    if desk.terms.tables:
        table_choice(ui, desk)
        ready = plans.target >= 0 and (plans.gathering or fought_now(desk, plans.target))
        if ready and ui.button("Close", "Esc", name="close planner"):
            plans.close()
        if plans.target < 0 or ready:
            return
    obstacle = plans.obstacle()
    if _attack_now(ui, desk, obstacle):
        return
    with ui.row(3, 2):
        kind = "normal" if plans.may_fight else "primary"
        able = not obstacle and bool(plans.changes())
        what = "Declare attack" if plans.declared is None or not desk.terms.tables else "Change the attack"
        key, intent = by_enter(ui, desk) if able and not plans.may_fight else ("", "")
        if ui.button(what, key, kind=kind, enabled=able, tooltip=escape(obstacle), intent=intent):
            plans.declare()
        if ui.button("Close", "Esc", name="close planner"):
            plans.close()
    with ui.holding("obstacle", plans.target, 2 * ui.text_of.line_height("small")):  # the ticks below keep their places
        if obstacle and not (desk.terms.tables and plans.declared is not None and not plans.changes()):
            say(ui, desk.out, escape(obstacle), "small", "muted")
        else:
            ui.text(_who(plans), "small", "muted")
        if forecast.estimate:
            say(ui, desk.out, GUESS, "small")


def _who(plans: BattlePlan) -> str:
    """How many of the possible attackers are ticked."""
    able = sum(1 for unit, reason in plans.candidates() if not reason or unit.id in plans.ticked)
    return f"{len(plans.ticked)} of {able} possible attackers ticked."


def _attack_now(ui: Ui, desk: TableController, obstacle: str) -> bool:
    """The button that declares and fights at once, where battles come one at a time; True when used."""
    if not desk.plans.may_fight:
        return False
    key, intent = by_enter(ui, desk) if not obstacle else ("", "")
    tip = escape(obstacle)
    if ui.button("Attack now", key, kind="primary", enabled=not obstacle, tooltip=tip, intent=intent):
        desk.plans.declare(fight=True)
        return True
    return False


def _chance(ui: Ui, text: str, forecast: Forecast) -> None:
    with ui.about("results"):
        _likely(ui, text, forecast)


def _likely(ui: Ui, text: str, forecast: Forecast) -> None:
    ui.label(text, "small", "muted")
    chance = forecast.p_cleared
    ui.progress(float(chance), percent(chance), "good" if chance >= Fraction(1, 2) else "warn")
    lost, took = forecast.mean_attacker_factors_lost, forecast.mean_defender_factors_lost
    shaken = forecast.mean_attackers_disrupted
    with ui.holding("expected", ""):
        losses = f"Expected losses: attacker **{number(lost)}**, defender **{number(took)}** factors"
        more = f"; {number(shaken)} attackers Disrupted" if shaken and not forecast.faces else ""
        ui.text(f"{losses}{more}." if lost or took or more else "No losses expected.", "small")


def _round(ui: Ui, desk: TableController, forecast: Forecast) -> None:
    """The round about to be fired: press, reserves, calling off; the seal fires it."""
    plans, battle, decision = desk.plans, desk.plans.battle, desk.view.decision
    assert battle is not None
    if decision is None or decision.id != "fire" or not desk.session.human_to_act:
        return
    ui.label(f"Round {min(battle.round + 1, battle.rounds)} of {battle.rounds}", "large", bold=True)
    _chance(ui, "Chance to take the hex now", forecast)
    if plans.most_press:
        value = ui.slider(
            "Press the attack",
            plans.press,
            0,
            plans.most_press,
            1,
            shown=_pressed,
            tooltip="You gain this many columns on a good roll and lose as many on a bad one." + rule_link("9.4"),
        )
        plans.press = int(value)
    for note in forecast.notes:
        say(ui, desk.out, escape(note), "small", "muted")
    rest = [c for c in desk.orders.general if not isinstance(c, Fire)]
    reserves = [c for cs in desk.orders.on_unit.values() for c in cs]
    command_buttons(ui, desk, [*rest, *reserves])


def _pressed(value: float) -> str:
    return f"by {value:.0f}" if value else "not pressed"


def _attackers(ui: Ui, desk: TableController) -> None:
    plans = desk.plans
    if plans.fighting:
        return
    candidates = plans.candidates()
    if candidates:
        with ui.about("attackers"):
            ui.label("Attackers", bold=True)
    for unit, reason in candidates:
        where = desk.view.board.hexes[unit.hex].label
        text = f"{unit.name}  {unit.factors}  from {where}"
        on = unit.id in plans.ticked
        with ui.scope(unit.id), ui.about(f"attacker:{unit.id}"):
            now = ui.checkbox(text, on, enabled=on or not reason, tooltip=escape(reason))
            if now != on:
                plans.tick(unit.id, now)
            with ui.holding(f"attacker {unit.id}", plans.target):
                if reason and not on:
                    say(ui, desk.out, escape(reason), "small", "muted")
                elif on and ALLOTTED in unit.badges:
                    say(ui, desk.out, "Assigned for you. Take it out to send it elsewhere.", "small", "muted")


def _stand(ui: Ui, desk: TableController, forecast: Forecast) -> None:
    plans = desk.plans
    if forecast.retreats:
        exits = hex_links(forecast.retreats)
        say(ui, desk.out, f"Retreats open after round 1: {exits} {rule_link('11.2')}", "small")
        plans.stand = not ui.checkbox(
            "Assume survivors retreat",
            not plans.stand,
            tooltip="After the first round defenders may retreat or stand.",
        )
    elif forecast.defenders:
        say(ui, desk.out, f"[good]No retreat is open:[/] the defenders must stand.{rule_link('11.2')}", "small")


def _fires(ui: Ui, desk: TableController, forecast: Forecast) -> None:
    """Both sides' fire, line by line."""
    ours = desk.plans.attacker
    parts = (
        (f"{ours} fire (attack)", forecast.attack_lines, forecast.attack_strength, forecast.attack_column),
        (f"{ours.other} fire (defence)", forecast.defence_lines, forecast.defence_strength, forecast.defence_column),
    )
    names = {u.id: u.name for u in desk.view.units}
    for title, lines, strength, column in parts if desk.plans.attacking else parts[1:]:
        with ui.scope(title):
            ui.separator()
            ui.label(title, bold=True)
            for line in lines:
                sum_line(ui, CalculationLine(names.get(line.text, line.text), line.value, line.rule))
            shift = f" · column {column}" if column != strength else ""
            sum_line(ui, CalculationLine(f"Strength{shift}", strength), bold=True)


def _results(ui: Ui, forecast: Forecast) -> None:
    """Every result with its chance; unlikely ones together."""
    if not forecast.outcomes:
        return
    ui.separator()
    ui.label("Results", bold=True)
    for outcome in forecast.outcomes[:BARS]:
        ui.progress(float(outcome.probability), percent(outcome.probability), "good" if outcome.cleared else "muted")
        ui.text(escape(outcome.text[:1].upper() + outcome.text[1:]) + ".", "small", "muted")
    rest = forecast.outcomes[BARS:]
    if rest:
        total = sum((o.probability for o in rest), Fraction(0))
        won = sum((o.probability for o in rest if o.cleared), Fraction(0))
        ui.progress(float(total), percent(total), "muted")
        ui.text(f"{len(rest)} rarer results; hex taken in {percent(won)} of battles.", "small", "muted")
