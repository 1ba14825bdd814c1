"""Darkest Crusade (Louis R. Coatney's minigame of 2014): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core.ruleset import (
    BattlefieldAnswers,
    CombatAnswers,
    FigureAnswers,
    Ruleset,
    Secrecy,
    SequenceOfPlay,
    VictoryAnswers,
    gathered,
)
from ecs.rulesets.darkest_crusade import sequence
from ecs.rulesets.darkest_crusade.campaign import replacements, setup, siberian_reserve, victory
from ecs.rulesets.darkest_crusade.combat import battle, declaring
from ecs.rulesets.darkest_crusade.data.components import MARKS
from ecs.rulesets.darkest_crusade.data.options import OPTIONS, TERMS
from ecs.rulesets.darkest_crusade.data.tables import SHELF, classes, tables
from ecs.rulesets.darkest_crusade.ground import control, movement, supply, terrain
from ecs.rulesets.darkest_crusade.table import forecast, view
from ecs.rulesets.darkest_crusade.table.glossary import GLOSSARY
from ecs.rulesets.darkest_crusade.table.sentences import SENTENCES
from ecs.systems import deployment, marches
from ecs.systems.rulebook import Rulebook
from ecs.systems.victory import result

TRAITS = {
    "sequence": ("move", "attack", "fight", "exploit"),
    "zoc": "stop",
    "zoc_side": "axis",
    "crt": "strength",
    "mandatory_attack": "linked",
    "retreat": "voluntary",
    "stacking": None,
    "weather": "table",
    "reserve": "siberia",  # the box of units that come in beside any of their side in supply
}

RULESET = Ruleset(
    id="darkest-crusade",
    title="Darkest Crusade",
    credit="Follows the tables of Louis R. Coatney's “Darkest Crusade” minigame (2014, revision of 14 June 2018).",
    components=MARKS,
    options=OPTIONS,
    terms=TERMS,
    figures=FigureAnswers(SHELF, tables, classes, SHELF.outside(view.all_tables), lambda: tables().map),
    set_up=setup.set_up,
    sequence=SequenceOfPlay(sequence.PHASES, sequence.DECISIONS),
    orders=gathered(marches, movement, supply, declaring, battle, replacements, siberian_reserve, deployment),
    secrecy=Secrecy(
        concealed=view.concealed,
        ever=view.ever_conceals,
        seals=setup.seals,
        guesses=view.guesses,
        suppose=view.suppose,
    ),
    battlefield=BattlefieldAnswers(
        reach=marches.reach,
        supply=supply.in_supply,
        zones=control.zones,
        judged=supply.SUPPLY.level,
        ways=supply.ways,
        reach_by=marches.reach_by,
    ),
    combat=CombatAnswers(
        battles=view.battles,
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
        combat=battle.COMBAT,
        weather=terrain.WEATHER,
        deployment=setup.DEPLOYMENT,
        control=control.CONTROL,
        supply=supply.SUPPLY,
        recovery=replacements.RECOVERY,
        income=replacements.INCOME,
        victory=victory.VICTORY,
        display=view.DISPLAY,
    ),
)
