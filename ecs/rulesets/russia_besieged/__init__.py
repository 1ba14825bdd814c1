"""Russia Besieged (Art Lupinacci, L2 Design Group): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core import commands as c
from ecs.core.events import Ended
from ecs.core.ruleset import Handler, Judge, Ruleset, nothing_hidden
from ecs.rulesets.russia_besieged import sequence
from ecs.rulesets.russia_besieged.campaign import deployment, partisans, replacements, setup, victory
from ecs.rulesets.russia_besieged.campaign.leadership import field_marshals
from ecs.rulesets.russia_besieged.combat import (
    advance,
    automatic_victories,
    battle,
    fortresses,
    losses,
    retreat,
    surrender,
)
from ecs.rulesets.russia_besieged.combat.attacks import (
    attack_allocation,
    declared_attacks,
    declaring,
    joint_attacks,
)
from ecs.rulesets.russia_besieged.combat.support import air
from ecs.rulesets.russia_besieged.data import unit_facts
from ecs.rulesets.russia_besieged.data.components import MARKS
from ecs.rulesets.russia_besieged.data.options import OPTIONS
from ecs.rulesets.russia_besieged.data.tables import tables
from ecs.rulesets.russia_besieged.ground import movement, zones
from ecs.rulesets.russia_besieged.ground.supply import paths, priorities
from ecs.rulesets.russia_besieged.ground.transport import air_drops, rail_conversion, sea
from ecs.rulesets.russia_besieged.table import (
    command_routing,
    forecast,
    odds_calculator,
    reference_tables,
    view,
)
from ecs.rulesets.russia_besieged.table.glossary import GLOSSARY
from ecs.systems.table.sentences import JOURNEYS, ended

HANDLERS: dict[type[c.Command], Handler] = {
    c.Lift: deployment.lift,
    c.Deploy: deployment.deploy,
    c.Move: movement.move,
    c.MoveByRail: command_routing.move_by_rail,
    c.Sail: sea.sail,
    c.AirDrop: air_drops.air_drop,
    c.Assign: declaring.assign,
    c.Unassign: command_routing.unassign,
    c.CancelAttacks: declaring.cancel_attacks,
    c.Join: joint_attacks.join,
    c.Lead: declaring.lead,
    c.Allot: attack_allocation.allot,
    c.Aim: air.aim,
    c.Overwhelm: automatic_victories.overwhelm,
    c.Resolve: battle.resolve,
    c.Blitz: battle.blitz,
    c.TakeHit: battle.take_hit,
    c.Spend: battle.spend,
    c.Retreat: battle.fall_back,
    c.Advance: battle.go_forward,
    c.Done: battle.done,
    c.Rebase: air.rebase,
    c.Build: fortresses.declare,
    c.Enter: command_routing.enter,
    c.Refit: replacements.refit,
    c.Rebuild: replacements.rebuild,
    c.Convert: partisans.promote,
    c.Regauge: rail_conversion.regauge,
    c.Airlift: surrender.airlift,
    c.Feed: priorities.feed,
    c.Ready: priorities.ready,
}

JUDGES: dict[type[c.Command], Judge] = {
    c.Lift: deployment.judge_lift,
    c.Deploy: deployment.judge_deploy,
    c.Move: movement.judge_move,
    c.MoveByRail: command_routing.judge_rail,
    c.Sail: sea.judge_sail,
    c.AirDrop: air_drops.judge_drop,
    c.Assign: declaring.judge_assign,
    c.Unassign: command_routing.judge_unassign,
    c.CancelAttacks: declaring.judge_cancel,
    c.Join: joint_attacks.judge_join,
    c.Lead: declaring.judge_lead,
    c.Allot: attack_allocation.judge_allot,
    c.Aim: air.judge_aim,
    c.Overwhelm: automatic_victories.judge_overwhelm,
    c.Resolve: battle.judge_resolve,
    c.Blitz: battle.judge_blitz,
    c.TakeHit: losses.judge_hit,
    c.Spend: field_marshals.judge_spend,
    c.Retreat: retreat.judge_retreat,
    c.Advance: advance.judge_advance,
    c.Done: battle.judge_done,
    c.Rebase: air.judge_rebase,
    c.Build: command_routing.judge_build,
    c.Enter: command_routing.judge_enter,
    c.Refit: replacements.judge_refit,
    c.Rebuild: replacements.judge_rebuild,
    c.Convert: partisans.judge_promote,
    c.Regauge: rail_conversion.judge_regauge,
    c.Airlift: surrender.judge_airlift,
    c.Feed: priorities.judge_feed,
    c.Ready: priorities.judge_ready,
}

TRAITS = {
    "sequence": ("move", "fight"),
    "zoc": "stop",
    "zoc_side": "both",
    "crt": "odds",
    "mandatory_attack": "10.1",
    "retreat": "result",
    "stacking": 3,
    "weather": "dice",
}

RULESET = Ruleset(
    id="russia-besieged",
    title="Russia Besieged",
    credit="Follows the combat tables of Art Lupinacci’s “Russia Besieged” (L2 Design Group; Deluxe Edition, Compass"
    " Games 2018); the rest is this project’s reconstruction.",
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
    concealed=nothing_hidden,
    battles=declared_attacks.battles,
    score=victory.score,
    score_text=victory.score_text,
    boxes=view.boxes,
    facts=view.facts,
    result=victory.result,
    reach=movement.reach,
    forecast=forecast.forecast,
    supply=paths.in_supply,
    zones=zones.zones,
    tables=reference_tables.all_tables,
    odds=odds_calculator.odds,
    glossary=GLOSSARY,
    odds_arguments=odds_calculator.ODDS_ARGUMENTS,
    areas=view.areas,
    markers=view.markers,
    gauges=view.gauges,
    skies=view.skies,
    known=view.known,
    overrun=view.overrun,
    traits=TRAITS,
    holds=lambda w, unit: unit_facts.is_combat_unit(unit),
    sentences={**JOURNEYS, Ended: ended(victory.RESULTS)},
)
