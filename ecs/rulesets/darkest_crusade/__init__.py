"""Darkest Crusade (Louis R. Coatney's minigame of 2014): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core import commands as c
from ecs.core.ruleset import Handler, Judge, Option, Ruleset
from ecs.rulesets.darkest_crusade import sequence
from ecs.rulesets.darkest_crusade.campaign import replacements, setup, siberian_reserve, victory
from ecs.rulesets.darkest_crusade.combat import battle, retreat, rounds
from ecs.rulesets.darkest_crusade.combat.advance import judge_advance
from ecs.rulesets.darkest_crusade.combat.attacks import declaring
from ecs.rulesets.darkest_crusade.data.components import MARKS
from ecs.rulesets.darkest_crusade.data.tables import tables
from ecs.rulesets.darkest_crusade.ground import losses, movement, sea, supply, zones
from ecs.rulesets.darkest_crusade.table import forecast, view
from ecs.rulesets.darkest_crusade.table.glossary import GLOSSARY

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
    Option(
        "new_units",
        "New units in a hex",
        "16.3",
        (("one", "One a turn; at Leningrad one of infantry and one of tanks"), ("each", "One of each kind everywhere")),
        "one",
        older="each",
    ),
)

HANDLERS: dict[type[c.Command], Handler] = {
    c.Move: movement.move,
    c.Sail: sea.sail,
    c.Fortify: replacements.fortify,
    c.Assign: declaring.assign,
    c.Unassign: declaring.unassign,
    c.CancelAttacks: declaring.cancel_attacks,
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
    c.Disband: replacements.disband,
    c.Substitute: replacements.substitute,
    c.Raise: replacements.raise_unit,
    c.Evacuate: replacements.evacuate,
    c.CallReserve: siberian_reserve.call_reserve,
    c.Enter: siberian_reserve.enter,
    c.Emplace: replacements.emplace,
    c.Lift: setup.lift,
    c.Deploy: setup.deploy,
}

JUDGES: dict[type[c.Command], Judge] = {
    c.Move: movement.judge_move,
    c.Sail: sea.judge_sail,
    c.Fortify: replacements.judge_fortify,
    c.Assign: declaring.judge_assign,
    c.Unassign: declaring.judge_unassign,
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
    c.Disband: replacements.judge_disband,
    c.Substitute: replacements.judge_substitute,
    c.Raise: replacements.judge_raise,
    c.Evacuate: replacements.judge_evacuate,
    c.CallReserve: siberian_reserve.judge_call,
    c.Enter: siberian_reserve.judge_enter,
    c.Emplace: replacements.judge_emplace,
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
    components=MARKS,
    options=OPTIONS,
    phases=sequence.PHASES,
    decisions=sequence.DECISIONS,
    handlers=HANDLERS,
    judges=JUDGES,
    load_rules=tables,
    set_up=setup.set_up,
    turn_name=view.turn_name,
    weather_text=view.weather_text,
    turn_track=view.turn_track,
    unit_view=view.unit_view,
    concealed=view.concealed,
    battles=view.battles,
    score=victory.score,
    score_text=victory.score_text,
    boxes=view.boxes,
    facts=view.facts,
    result=victory.result,
    reach=movement.reach,
    forecast=forecast.forecast,
    supply=supply.in_supply,
    zones=zones.zones,
    tables=view.all_tables,
    odds=forecast.odds,
    glossary=GLOSSARY,
    odds_arguments=forecast.ODDS_ARGUMENTS,
    traits=TRAITS,
    seals=setup.seals,
    guesses=view.guesses,
)
