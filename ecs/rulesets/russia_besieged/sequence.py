"""Chapter 3: in what order does a turn go by?"""

from __future__ import annotations

from ecs.components import Side
from ecs.ruleset import Decision, Phase
from ecs.rulesets.russia_besieged import (
    air,
    airbases,
    allies,
    allotment,
    arrivals,
    attack,
    battle,
    capture,
    drops,
    favours,
    fortress,
    free_setup,
    joining,
    leaders,
    movement,
    obligation,
    orders,
    partisans,
    rails,
    regauge,
    replacements,
    sea,
    supply,
    surrender,
    victories,
    victory,
    weather,
)
from ecs.rulesets.russia_besieged.lay import turn_side
from ecs.world import World

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ENTRY = (
    arrivals.enter_commands,
    replacements.commands,
    airbases.join_commands,
    partisans.rise_commands,
    partisans.promote_commands,
    air.rebase_commands,
    favours.feed_commands,
)
MARCH = (movement.move_commands, orders.attack_commands)
FIRST_MARCH = (*MARCH, orders.rail_commands, sea.sail_commands, drops.drop_commands, favours.ready_commands)
FIRST, SECOND = "First Impulse", "Second Impulse"


def never(w: World) -> bool:
    """Is the phase played?  Airbases are laid among the arrivals; a game that was saved in their own phase goes on."""
    return False


def open_arrivals(w: World) -> None:
    """Who comes, goes and changes, and what there is to spend; bands may rise and airbases be laid again (11.1, 11.3,
    16.1, 18)."""
    if turn_side(w) is SOVIET:
        partisans.rise(w)
    arrivals.open_phase(w)
    airbases.trim_pool(w)
    airbases.begin_bases(w)


def get_ready(w: World) -> None:
    """Partisans are hunted, aircraft get ready (16.3, 11.9)."""
    if turn_side(w) is AXIS:
        partisans.hunt(w)
    air.get_ready(w)


def close_player_turn(w: World) -> None:
    """A player turn is over: ground changes hands by zones, bands overtaken by the front vanish, who has won at once
    (4.1, 16.5, 22.1)."""
    capture.settle_control(w)
    partisans.fade(w)
    weather.close_player_turn(w)
    victory.check_instant(w)


def impulse_phases(side: Side, number: int) -> tuple[Phase, ...]:
    """Movement, planning, combat and landing of one impulse."""
    title, rule = (FIRST, "3.0") if number == 1 else (SECOND, "3.0")
    start = (weather.open_impulse, attack.open_impulse)
    tail = f"-{side.value}"
    return (
        Phase(
            f"move{number}{tail}",
            f"{title}: movement",
            side,
            "Units march; trains and ships go; what is overwhelmed is removed at once."
            if number == 1
            else "Units march again, more slowly; no trains and no ships.",
            rule,
            on_enter=(*start, rails.open_rail, sea.set_sail) if number == 1 else start,
            commands=(attack.cancel_commands, victories.victory_commands),
            unit_commands=FIRST_MARCH if number == 1 else MARCH,
            on_exit=(weather.close_movement,),
        ),
        Phase(
            f"plan{number}{tail}",
            f"{title}: attacks",
            side,
            "Announce every attack and give it aircraft, guns and a Field Marshal.",
            "10.1",
            on_enter=(attack.start_planning, allotment.allot_forced),
            commands=(joining.join_commands, attack.cancel_commands, allotment.allot_commands),
            unit_commands=(orders.attack_commands,),
            may_end=obligation.may_end_plan,
            on_exit=(air.settle_aims,),
            auto_end=True,
        ),
        Phase(
            f"fight{number}{tail}",
            f"{title}: combat",
            side,
            "The attacks are fought one after another, in any order, on either table.",
            "10.2",
            commands=(battle.battle_commands,),
            may_end=battle.may_end_fight,
            on_exit=(attack.stop_fighting,),
            auto_end=True,
        ),
        Phase(
            f"land{number}{tail}",
            f"{title}: landing",
            side,
            "Air groups that have flown land at any base in reach.",
            "11.6",
            unit_commands=(air.rebase_commands,),
            on_exit=(air.end_landing,),
            auto_end=True,
        ),
    )


def player_turn(side: Side) -> tuple[Phase, ...]:
    """All phases of one side's turn."""
    tail = f"-{side.value}"
    return (
        Phase(
            f"supply{tail}",
            "Supply",
            None,
            f"The supply of all {side} units is judged.",
            "13.1",
            on_enter=(weather.open_player_turn, supply.judge, favours.tell),
        ),
        Phase(
            f"arrive{tail}",
            "Arrivals and replacements",
            side,
            "Bring in new units, spend replacement points, place Field Marshals and air groups, lay or move airbases.",
            "18",
            on_enter=(open_arrivals,),
            commands=(fortress.declare_commands,),
            unit_commands=ENTRY,
            on_exit=(arrivals.close_phase,),
        ),
        Phase(
            f"bases{tail}",
            "Airbases",
            side,
            "Airbases are laid and moved among the arrivals.",
            "11.1",
            when=never,
            unit_commands=(air.rebase_commands,),
        ),
        Phase(
            f"ready{tail}",
            "Readying",
            None,
            "Partisans are hunted, air groups get ready.",
            "11.9",
            on_enter=(get_ready,),
        ),
        *impulse_phases(side, 1),
        *impulse_phases(side, 2),
        Phase(
            f"convert{tail}",
            "Rail conversion",
            side,
            "Rail groups change the gauge of railways that have been won.",
            "7.2",
            commands=(regauge.regauge_commands,),
            auto_end=True,
        ),
        Phase(
            f"surrender{tail}",
            "Surrender",
            side,
            "Units surrounded for a whole player turn lay down their arms; a Ready air group may feed one of them.",
            "13.1",
            unit_commands=(surrender.airlift_commands, favours.feed_commands),
            on_exit=(surrender.surrender_check,),
            auto_end=True,
        ),
        Phase(
            f"check{tail}",
            "End of the player turn",
            None,
            "Ground changes hands; is a Dictator dead and his capital taken?",
            "22.1",
            on_enter=(close_player_turn,),
        ),
    )


PHASES = (
    *free_setup.PHASES,
    Phase("weather", "Weather", None, "The weather of both impulses, for both.", "17", on_enter=(weather.dawn,)),
    *player_turn(AXIS),
    *player_turn(SOVIET),
    Phase(
        "end",
        "End of the turn",
        None,
        "Allies may leave the war; victory is checked.",
        "22",
        on_enter=(allies.end_of_turn, victory.check, leaders.close_turn),
    ),
)

DECISIONS: dict[str, Decision] = {**battle.DECISIONS, **free_setup.DECISIONS}
