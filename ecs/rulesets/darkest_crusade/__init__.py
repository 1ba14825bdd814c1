"""Darkest Crusade (Louis R. Coatney's minigame of 2014): the table of contents of its rulebook."""

from __future__ import annotations

from ecs.core.ruleset import (
    BattlefieldAnswers,
    CombatAnswers,
    DisplayAnswers,
    Option,
    Ruleset,
    Secrecy,
    SequenceOfPlay,
    VictoryAnswers,
    gathered,
)
from ecs.rulesets.darkest_crusade import sequence
from ecs.rulesets.darkest_crusade.campaign import replacements, setup, siberian_reserve, victory
from ecs.rulesets.darkest_crusade.combat import battle
from ecs.rulesets.darkest_crusade.combat.attacks import declaring
from ecs.rulesets.darkest_crusade.data.components import MARKS
from ecs.rulesets.darkest_crusade.data.former_marks import TOLD
from ecs.rulesets.darkest_crusade.data.tables import tables
from ecs.rulesets.darkest_crusade.ground import movement, sea, supply, zones
from ecs.rulesets.darkest_crusade.table import forecast, view
from ecs.rulesets.darkest_crusade.table.glossary import GLOSSARY
from ecs.rulesets.darkest_crusade.table.sentences import SENTENCES

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
    told=TOLD,
    options=OPTIONS,
    load_rules=tables,
    set_up=setup.set_up,
    sequence=SequenceOfPlay(sequence.PHASES, sequence.DECISIONS),
    orders=gathered(movement, sea, supply, declaring, battle, sequence, replacements, siberian_reserve, setup),
    secrecy=Secrecy(concealed=view.concealed, seals=setup.seals, guesses=view.guesses),
    battlefield=BattlefieldAnswers(reach=movement.reach, supply=supply.in_supply, zones=zones.zones),
    display=DisplayAnswers(
        unit_view=view.unit_view,
        turn_name=view.turn_name,
        turn_track=view.turn_track,
        weather_text=view.weather_text,
        boxes=view.boxes,
        facts=view.facts,
        known=view.known,
    ),
    combat=CombatAnswers(
        battles=view.battles,
        forecast=forecast.forecast,
        odds=forecast.odds,
        odds_arguments=forecast.ODDS_ARGUMENTS,
    ),
    victory=VictoryAnswers(score=victory.score, tally=victory.tally, result=victory.result),
    tables=view.all_tables,
    glossary=GLOSSARY,
    traits=TRAITS,
    sentences=SENTENCES,
)
