"""War Against Russia (Louis R. Coatney, 2005): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core import commands as c
from ecs.core.ruleset import Handler, Judge, Ruleset, nothing_hidden
from ecs.rulesets.war_against_russia import sequence
from ecs.rulesets.war_against_russia.campaign import (
    arrivals,
    deployment,
    replacements,
    setup,
    siberian_reserve,
    victory,
)
from ecs.rulesets.war_against_russia.combat import (
    advance,
    air,
    battle,
    breakthrough,
    losses,
    no_retreat,
    questions,
    retreat,
)
from ecs.rulesets.war_against_russia.combat.attacks import declared_attacks, declaring, resolving
from ecs.rulesets.war_against_russia.data.components import MARKS
from ecs.rulesets.war_against_russia.data.options import OPTIONS
from ecs.rulesets.war_against_russia.data.tables import tables
from ecs.rulesets.war_against_russia.ground import movement, supply, zones
from ecs.rulesets.war_against_russia.ground.transport import rail, sea
from ecs.rulesets.war_against_russia.table import (
    command_routing,
    forecast,
    odds_calculator,
    reference_tables,
    view,
)
from ecs.rulesets.war_against_russia.table.glossary import GLOSSARY
from ecs.rulesets.war_against_russia.table.sentences import SENTENCES

HANDLERS: dict[type[c.Command], Handler] = {
    c.Lift: deployment.lift,
    c.Deploy: deployment.deploy,
    c.Move: movement.move,
    c.MoveByRail: rail.move_by_rail,
    c.Sail: sea.sail,
    c.Assign: declaring.assign,
    c.Unassign: command_routing.unassign,
    c.CancelAttacks: declaring.cancel_attacks,
    c.Aim: air.aim,
    c.Airlift: air.airlift,
    c.Resolve: battle.resolve,
    c.StandFast: command_routing.stand,
    c.Hold: battle.hold,
    c.Exchange: battle.buy,
    c.TakeHit: battle.take_hit,
    c.Retreat: battle.fall_back,
    c.Advance: battle.go_forward,
    c.Done: battle.done,
    c.Enter: arrivals.enter,
    c.Raise: replacements.raise_unit,
    c.CallReserve: siberian_reserve.call_reserve,
}

JUDGES: dict[type[c.Command], Judge] = {
    c.Lift: deployment.judge_lift,
    c.Deploy: deployment.judge_deploy,
    c.Move: movement.judge_move,
    c.MoveByRail: rail.judge_rail,
    c.Sail: sea.judge_sail,
    c.Assign: breakthrough.judge_assign,
    c.Unassign: command_routing.judge_unassign,
    c.CancelAttacks: declaring.judge_cancel,
    c.Aim: air.judge_aim,
    c.Airlift: air.judge_airlift,
    c.Resolve: resolving.judge_resolve,
    c.StandFast: command_routing.judge_stand,
    c.Hold: no_retreat.judge_hold,
    c.Exchange: losses.judge_buy,
    c.TakeHit: losses.judge_hit,
    c.Retreat: retreat.judge_retreat,
    c.Advance: advance.judge_advance,
    c.Done: questions.judge_done,
    c.Enter: arrivals.judge_enter,
    c.Raise: replacements.judge_raise,
    c.CallReserve: siberian_reserve.judge_call,
}

TRAITS = {
    "sequence": ("fight", "move", "fight"),
    "zoc": "stop",
    "zoc_side": "both",
    "crt": "odds",
    "retreat": "result",
    "stacking": 2,
    "weather": "calendar",
}

RULESET = Ruleset(
    id="war-against-russia",
    title="War Against Russia",
    credit="Follows the combat and terrain effects tables of Louis R. Coatney’s “War Against Russia” (2005); the rest"
    " is this project’s reconstruction.",
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
    known=view.known,
    result=victory.result,
    reach=movement.reach,
    forecast=forecast.forecast,
    supply=supply.in_supply,
    zones=zones.zones,
    tables=reference_tables.all_tables,
    odds=odds_calculator.odds,
    glossary=GLOSSARY,
    odds_arguments=odds_calculator.ODDS_ARGUMENTS,
    markers=view.markers,
    traits=TRAITS,
    sentences=SENTENCES,
)
