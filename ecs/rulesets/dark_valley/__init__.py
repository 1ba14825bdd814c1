"""The Dark Valley (Ted S. Raicer, GMT 2013): the table of contents of its rulebook."""

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
from ecs.rulesets.dark_valley import sequence
from ecs.rulesets.dark_valley.campaign import (
    arrivals,
    chit_cup,
    chits_in_hand,
    conversions,
    fortifications,
    partisans,
    replacements,
    setup,
    victory,
    withdrawals,
)
from ecs.rulesets.dark_valley.combat import air, battle, bombardment, declaring
from ecs.rulesets.dark_valley.data import chits
from ecs.rulesets.dark_valley.data.components import MARKS
from ecs.rulesets.dark_valley.data.options import OPTIONS, TERMS
from ecs.rulesets.dark_valley.data.tables import SHELF, classes, tables
from ecs.rulesets.dark_valley.ground import (
    control,
    logistics,
    movement,
    occupancy,
    overstacking,
    supply,
    terrain,
    transport,
)
from ecs.rulesets.dark_valley.table import forecast, view
from ecs.rulesets.dark_valley.table.glossary import GLOSSARY
from ecs.rulesets.dark_valley.table.sentences import SENTENCES
from ecs.systems import deployment, marches, trains
from ecs.systems.rulebook import Rulebook
from ecs.systems.victory import result

TRAITS = {
    "sequence": ("chits", "move", "fight"),
    "zoc": "stop",
    "zoc_side": "both",
    "crt": "odds",
    "mandatory_attack": None,
    "retreat": "result",
    "stacking": 3,
    "weather": "calendar",
}

RULESET = Ruleset(
    id="dark-valley",
    title="The Dark Valley",
    credit="Follows the charts of Ted S. Raicer's “The Dark Valley” (GMT Games 2013, living document of March 2013).",
    components=MARKS,
    options=OPTIONS,
    terms=TERMS,
    figures=FigureAnswers(
        SHELF,
        tables,
        classes,
        SHELF.outside(view.all_tables),
        lambda: tables().map,
        setup.calendar,
        lambda: (*chits.NAMES, *chit_cup.MODES, *fortifications.WHAT, *conversions.made_into()),
    ),
    set_up=setup.set_up,
    sequence=SequenceOfPlay(sequence.PHASES, sequence.DECISIONS, asides=chits_in_hand.asides),
    orders=gathered(
        deployment,
        chit_cup,
        chits_in_hand,
        overstacking,
        movement,
        logistics,
        trains,
        transport,
        air,
        declaring,
        battle,
        bombardment,
        arrivals,
        replacements,
        conversions,
        withdrawals,
        fortifications,
        partisans,
    ),
    secrecy=Secrecy(concealed=view.concealed, guesses=view.guesses, suppose=view.suppose),
    battlefield=BattlefieldAnswers(
        reach=marches.reach,
        reach_by=marches.reach_by,
        supply=supply.in_supply,
        zones=occupancy.zones,
        judged=supply.judged,
        holds=control.takes_hexes,
        stations=transport.stations,
        areas=view.areas,
        ways=supply.ways,
        excess=occupancy.LIMITS.excess,
    ),
    combat=CombatAnswers(
        battles=declaring.battles,
        forecast=forecast.forecast,
        odds=SHELF.outside(forecast.odds),
        odds_arguments=forecast.ODDS_ARGUMENTS,
        bombardment=bombardment.forecast,
    ),
    victory=VictoryAnswers(victory.score, victory.tally, result),
    glossary=GLOSSARY,
    traits=TRAITS,
    sentences=SENTENCES,
    rulebook=Rulebook(
        march=movement.MARCH,
        rail=transport.RAIL,
        stacking=occupancy.LIMITS,
        combat=battle.COMBAT,
        weather=terrain.WEATHER,
        deployment=setup.DEPLOYMENT,
        control=control.CONTROL,
        supply=supply.SUPPLY,
        arrivals=arrivals.ENTRY,
        income=replacements.INCOME,
        victory=victory.VICTORY,
        display=view.DISPLAY,
    ),
)
