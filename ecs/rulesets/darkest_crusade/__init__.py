"""Darkest Crusade (Louis R. Coatney's minigame of 2014): the table of contents of its rulebook."""

from __future__ import annotations

from ecs import commands as c
from ecs.ruleset import Handler, Judge, Option, Ruleset
from ecs.rulesets.darkest_crusade import (
    attack,
    battle,
    economy,
    forecast,
    losses,
    movement,
    retreat,
    rounds,
    sea,
    sequence,
    setup,
    siberia,
    supply,
    victory,
    views,
    zones,
)
from ecs.rulesets.darkest_crusade.advance import judge_advance
from ecs.rulesets.darkest_crusade.data import tables
from ecs.rulesets.darkest_crusade.glossary import GLOSSARY

OPTIONS = (
    Option(
        "combat_dice",
        "Combat dice",
        "9.1",
        (("table", "One die on the strength table"), ("lotsa_dice", "Lotsa Dice: one die a strength point")),
        "table",
    ),
    Option(
        "weather_mode",
        "Weather and fire",
        "14",
        (("columns", "Two columns down"), ("die", "The die reads one worse")),
        "columns",
    ),
    Option(
        "supply_mode", "Fire out of supply", "15.3", (("halve", "Halved"), ("die", "The die reads one worse")), "halve"
    ),
    Option(
        "first_turn_river_mode",
        "First-turn river surprise",
        "19",
        (("per_attack", "Each attack ignores one river side"), ("once", "One river side in the whole turn")),
        "per_attack",
    ),
    Option(
        "panzer_op_move",
        "Panzer operational move",
        "Q1",
        (("1", "One hex"), ("2", "Two hexes")),
        "1",
        "The rules text gives two hexes to Soviet tanks only.",
    ),
    Option(
        "secret_setup",
        "Secret Soviet set-up",
        "20",
        (("off", "Historical set-up"), ("on", "Face down, anywhere; all thresholds 2 in the Axis' favour")),
        "off",
    ),
    Option(
        "finns", "Finnish army", "22.1", (("restricted", "Keeps to Karelia"), ("free", "Goes anywhere")), "restricted"
    ),
    Option(
        "rumania",
        "Rumania before it attacks",
        "9.2",
        (("spared", "The Soviets may enter it, but not attack anybody there"), ("closed", "The Soviets keep out")),
        "spared",
        "Until an Axis attack has come out of Rumania. If it may be entered, Bucharest wants a garrison in June.",
        older="closed",
    ),
)

HANDLERS: dict[type[c.Command], Handler] = {
    c.Move: movement.move,
    c.Sail: sea.sail,
    c.Fortify: economy.fortify,
    c.Assign: attack.assign,
    c.Unassign: attack.unassign,
    c.CancelAttacks: attack.cancel_attacks,
    c.Resolve: battle.resolve,
    c.Ford: battle.ford,
    c.Fire: battle.fire,
    c.Reserve: battle.reserve,
    c.CallOff: battle.call_off,
    c.TakeHit: battle.take_hit,
    c.Retreat: sequence.fall_back,
    c.Advance: sequence.go_forward,
    c.Done: sequence.done,
    c.Abandon: supply.abandon,
    c.Disband: economy.disband,
    c.Substitute: economy.substitute,
    c.Raise: economy.raise_unit,
    c.Evacuate: economy.evacuate,
    c.CallReserve: siberia.call_reserve,
    c.Enter: siberia.enter,
    c.Emplace: economy.emplace,
    c.Lift: setup.lift,
    c.Deploy: setup.deploy,
}

JUDGES: dict[type[c.Command], Judge] = {
    c.Move: movement.judge_move,
    c.Sail: sea.judge_sail,
    c.Fortify: economy.judge_fortify,
    c.Assign: attack.judge_assign,
    c.Unassign: attack.judge_unassign,
    c.Resolve: battle.judge_resolve,
    c.Ford: rounds.judge_fire,
    c.Fire: rounds.judge_fire,
    c.Reserve: rounds.judge_fire,
    c.CallOff: rounds.judge_fire,
    c.TakeHit: losses.judge_hit,
    c.Retreat: retreat.judge_retreat,
    c.Advance: judge_advance,
    c.Done: sequence.judge_done,
    c.Abandon: supply.judge_abandon,
    c.Disband: economy.judge_disband,
    c.Substitute: economy.judge_substitute,
    c.Raise: economy.judge_raise,
    c.Evacuate: economy.judge_evacuate,
    c.CallReserve: siberia.judge_call,
    c.Enter: siberia.judge_enter,
    c.Emplace: economy.judge_emplace,
    c.Lift: setup.judge_lift,
    c.Deploy: setup.judge_deploy,
}

TRAITS = {
    "sequence": ("move", "attack", "fight", "exploit"),
    "zoc": "stop",
    "zoc_side": "axis",
    "crt": "strength",
    "mandatory_attack": "linked",
    "retreat": "voluntary",
    "stacking": None,
    "weather": "table",
}

RULESET = Ruleset(
    id="darkest-crusade",
    title="Darkest Crusade",
    credit="Follows the tables of Louis R. Coatney's “Darkest Crusade” minigame (2014, revision of 14 June 2018).",
    options=OPTIONS,
    phases=sequence.PHASES,
    decisions=sequence.DECISIONS,
    handlers=HANDLERS,
    judges=JUDGES,
    load_rules=tables,
    set_up=setup.set_up,
    turn_name=views.turn_name,
    weather_text=views.weather_text,
    turn_track=views.turn_track,
    unit_view=views.unit_view,
    concealed=views.concealed,
    battles=views.battles,
    score=victory.score,
    score_text=victory.score_text,
    boxes=views.boxes,
    facts=views.facts,
    result=victory.result,
    reach=movement.reach,
    forecast=forecast.forecast,
    supply=supply.in_supply,
    zones=zones.zones,
    tables=views.all_tables,
    odds=forecast.odds,
    glossary=GLOSSARY,
    odds_arguments=forecast.ODDS_ARGUMENTS,
    traits=TRAITS,
    seals=setup.seals,
    guesses=views.guesses,
)
