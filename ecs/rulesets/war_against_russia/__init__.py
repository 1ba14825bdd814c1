"""War Against Russia (Louis R. Coatney, 2005): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core.ruleset import (
    BattlefieldAnswers,
    CombatAnswers,
    FigureAnswers,
    Ruleset,
    SequenceOfPlay,
    VictoryAnswers,
    gathered,
)
from ecs.rulesets.war_against_russia import sequence
from ecs.rulesets.war_against_russia.campaign import arrivals, replacements, setup, victory
from ecs.rulesets.war_against_russia.combat import air, battle, breakthrough, declaring
from ecs.rulesets.war_against_russia.data.components import MARKS
from ecs.rulesets.war_against_russia.data.options import OPTIONS, TERMS
from ecs.rulesets.war_against_russia.data.tables import SHELF, tables
from ecs.rulesets.war_against_russia.data.units import classes
from ecs.rulesets.war_against_russia.ground import control, movement, supply, terrain, transport
from ecs.rulesets.war_against_russia.table import command_routing, forecast, view
from ecs.rulesets.war_against_russia.table.glossary import GLOSSARY
from ecs.rulesets.war_against_russia.table.sentences import SENTENCES
from ecs.systems import deployment, marches, trains
from ecs.systems.rulebook import Rulebook
from ecs.systems.victory import result

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
    terms=TERMS,
    figures=FigureAnswers(SHELF, tables, classes, SHELF.outside(view.all_tables), lambda: tables().map),
    set_up=setup.set_up,
    sequence=SequenceOfPlay(sequence.PHASES, sequence.DECISIONS),
    orders=gathered(
        deployment,
        command_routing,
        arrivals,
        replacements,
        marches,
        trains,
        transport,
        declaring,
        breakthrough,
        battle,
        air,
    ),
    battlefield=BattlefieldAnswers(
        reach=marches.reach,
        reach_by=marches.reach_by,
        supply=supply.in_supply,
        zones=control.zones,
        judged=supply.SUPPLY.level,
        ways=supply.ways,
        excess=control.untenable,
        pace=view.pace,
    ),
    combat=CombatAnswers(
        battles=declaring.battles,
        forecast=forecast.forecast,
        odds=SHELF.outside(forecast.odds),
        odds_arguments=forecast.ODDS_ARGUMENTS,
    ),
    victory=VictoryAnswers(victory.score, victory.tally, result),
    glossary=GLOSSARY,
    traits=TRAITS,
    sentences=SENTENCES,
    rulebook=Rulebook(
        march=movement.MARCH,
        rail=transport.RAIL,
        stacking=control.LIMITS,
        combat=battle.COMBAT,
        weather=terrain.WEATHER,
        deployment=setup.DEPLOYMENT,
        control=control.CONTROL,
        supply=supply.SUPPLY,
        recovery=replacements.RECOVERY,
        arrivals=arrivals.ENTRY,
        income=replacements.INCOME,
        victory=victory.VICTORY,
        display=view.DISPLAY,
    ),
)
