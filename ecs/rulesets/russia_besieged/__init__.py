"""Russia Besieged (Art Lupinacci, L2 Design Group): the table of contents of its rulebook."""

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
from ecs.rulesets.russia_besieged import sequence
from ecs.rulesets.russia_besieged.campaign import arrivals, income, partisans, replacements, setup, victory
from ecs.rulesets.russia_besieged.combat import (
    air_and_artillery,
    automatic_victories,
    battle,
    declared_attacks,
    declaring,
    fortresses,
    mandatory_attacks,
    priorities,
)
from ecs.rulesets.russia_besieged.data import units
from ecs.rulesets.russia_besieged.data.components import MARKS
from ecs.rulesets.russia_besieged.data.options import OPTIONS, TERMS
from ecs.rulesets.russia_besieged.data.tables import SHELF, tables
from ecs.rulesets.russia_besieged.data.units import classes
from ecs.rulesets.russia_besieged.ground import (
    air_drops,
    control,
    impulses,
    movement,
    occupancy,
    rail_conversion,
    supply,
    transport,
)
from ecs.rulesets.russia_besieged.table import command_routing, forecast, view
from ecs.rulesets.russia_besieged.table.glossary import GLOSSARY
from ecs.rulesets.russia_besieged.table.sentences import SENTENCES
from ecs.systems import deployment, marches
from ecs.systems.rulebook import Rulebook
from ecs.systems.victory import result

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
    terms=TERMS,
    figures=FigureAnswers(
        SHELF,
        tables,
        classes,
        SHELF.outside(view.all_tables),
        lambda: tables().map,
        setup.calendar,
        lambda: (partisans.SECOND, fortresses.WORK),
    ),
    set_up=setup.set_up,
    sequence=SequenceOfPlay(sequence.PHASES, sequence.DECISIONS),
    orders=gathered(
        deployment,
        command_routing,
        replacements,
        partisans,
        marches,
        transport,
        air_drops,
        rail_conversion,
        priorities,
        declaring,
        mandatory_attacks,
        air_and_artillery,
        automatic_victories,
        battle,
        fortresses,
    ),
    battlefield=BattlefieldAnswers(
        reach=marches.reach,
        reach_by=marches.reach_by,
        supply=supply.in_supply,
        zones=occupancy.zones,
        judged=supply.supply_state,
        holds=lambda w, unit: units.is_combat_unit(unit),
        areas=view.areas,
        ways=supply.ways,
        excess=occupancy.LIMITS.excess,
        pace=view.pace,
    ),
    combat=CombatAnswers(
        battles=declared_attacks.battles,
        forecast=forecast.forecast,
        odds=SHELF.outside(forecast.odds),
        odds_arguments=forecast.ODDS_ARGUMENTS,
        overrun=view.overrun,
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
        weather=impulses.WEATHER,
        deployment=setup.DEPLOYMENT,
        control=control.CONTROL,
        supply=supply.SUPPLY,
        arrivals=arrivals.ENTRY,
        income=income.INCOME,
        victory=victory.VICTORY,
        display=view.DISPLAY,
    ),
)
