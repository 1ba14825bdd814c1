"""Chapter 3: the sequence of play of a turn."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.ruleset import Decision, Phase
from ecs.rulesets.russia_besieged.campaign import (
    allies,
    arrivals,
    conversions,
    income,
    leaders,
    partisans,
    replacements,
    setup,
)
from ecs.rulesets.russia_besieged.combat import (
    air_and_artillery,
    air_bases,
    automatic_victories,
    battle,
    declaring,
    fortresses,
    mandatory_attacks,
    priorities,
)
from ecs.rulesets.russia_besieged.ground import air_drops, control, impulses, rail_conversion, transport
from ecs.rulesets.russia_besieged.table import command_routing
from ecs.systems import deployment, marches, scorekeeping, supply, trains, victory, weather
from ecs.systems.arrivals import muster
from ecs.systems.replacements import draw_income

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ENTRY = (
    arrivals.enter_commands,
    replacements.commands,
    air_bases.join_commands,
    partisans.rise_commands,
    partisans.promote_commands,
    air_and_artillery.rebase_commands,
    priorities.feed_commands,
)
MARCH = (marches.move_commands, command_routing.attack_commands)
FIRST_MARCH = (
    *MARCH,
    command_routing.rail_commands,
    transport.sail_commands,
    air_drops.drop_commands,
    priorities.ready_commands,
)
FIRST, SECOND = "First Impulse", "Second Impulse"
OPEN_IMPULSE = (impulses.open_impulse, declaring.open_impulse)


def impulse_phases(side: Side, number: int) -> tuple[Phase, ...]:
    """Movement, planning, combat and landing of one impulse."""
    title = FIRST if number == 1 else SECOND
    return (
        movement(side, number, title),
        planning(side, number, title),
        fighting(side, number, title),
        landing(side, number, title),
    )


def movement(side: Side, number: int, title: str) -> Phase:
    """Movement of an impulse: in the First by land, rail, sea and air, in the Second by land only."""
    first = number == 1
    return Phase(
        f"move{number}-{side.value}",
        f"{title}: movement",
        side,
        "Units move by land, rail and sea. Automatic victories are won at once."
        if first
        else "Units move again, more slowly. No trains, no ships.",
        "3.0",
        on_enter=(*OPEN_IMPULSE, trains.open_transport) if first else OPEN_IMPULSE,
        commands=(declaring.cancel_commands, automatic_victories.victory_commands),
        unit_commands=FIRST_MARCH if first else MARCH,
        afield=True,
        on_exit=(impulses.close_movement,),
        work="march",
        part=number,
    )


def planning(side: Side, number: int, title: str) -> Phase:
    """The attacks of an impulse are declared and supported."""
    return Phase(
        f"plan{number}-{side.value}",
        f"{title}: attacks",
        side,
        "Declare every attack and assign aircraft, guns and Field Marshals.",
        "10.1",
        on_enter=(declaring.start_planning, mandatory_attacks.allot_forced),
        commands=(mandatory_attacks.join_commands, declaring.cancel_commands, mandatory_attacks.allot_commands),
        unit_commands=(command_routing.attack_commands,),
        afield=True,
        may_end=mandatory_attacks.may_end_plan,
        on_exit=(air_and_artillery.settle_aims,),
        auto_end=True,
        work="plan",
        part=number,
    )


def fighting(side: Side, number: int, title: str) -> Phase:
    """The attacks of an impulse are resolved."""
    return Phase(
        f"fight{number}-{side.value}",
        f"{title}: combat",
        side,
        "Fight the attacks one by one, in any order, on either table.",
        "10.2",
        commands=(battle.battle_commands,),
        may_end=battle.may_end_fight,
        on_exit=(declaring.stop_fighting,),
        auto_end=True,
        work="fight",
        part=number,
    )


def landing(side: Side, number: int, title: str) -> Phase:
    """Air groups that have flown in an impulse land."""
    return Phase(
        f"land{number}-{side.value}",
        f"{title}: landing",
        side,
        "Air groups that have flown land at any base in range.",
        "11.6",
        unit_commands=(air_and_artillery.rebase_commands,),
        on_exit=(air_and_artillery.end_landing,),
        auto_end=True,
        work="landing",
        part=number,
    )


def player_turn(side: Side) -> tuple[Phase, ...]:
    """All phases of one side's turn."""
    tail = f"-{side.value}"
    return (
        *opening_phases(side, tail),
        *impulse_phases(side, 1),
        *impulse_phases(side, 2),
        *closing_phases(side, tail),
    )


def opening_phases(side: Side, tail: str) -> tuple[Phase, ...]:
    """Before the impulses: supply, arrivals, readying."""
    return (
        Phase(
            *(f"supply{tail}", "Supply", None),
            f"Check the supply of all {side} units.",
            "13.1",
            on_enter=(impulses.open_player_turn, supply.judge, priorities.tell),
        ),
        Phase(
            f"arrive{tail}",
            "Arrivals and replacements",
            side,
            "Bring in new units, spend RP, place Field Marshals and air groups, place or move airbases.",
            "18",
            on_enter=(
                *((partisans.rise,) if side is SOVIET else ()),
                conversions.open_turn,
                leaders.open_turn,
                muster,
                draw_income,
                air_bases.trim_pool,
                air_bases.begin_bases,
            ),
            commands=(fortresses.declare_commands,),
            unit_commands=ENTRY,
            on_exit=(income.close,),
            work="arrivals",
        ),
        Phase(
            f"ready{tail}",
            "Readying",
            None,
            "Partisans are hunted. Air groups become Ready.",
            "11.9",
            on_enter=(*((partisans.hunt,) if side is AXIS else ()), air_and_artillery.get_ready),
        ),
    )


def closing_phases(side: Side, tail: str) -> tuple[Phase, ...]:
    """After the impulses: rail conversion, surrender, control of ground."""
    return (
        Phase(
            f"convert{tail}",
            "Rail conversion",
            side,
            "Rail groups convert the gauge of captured railways.",
            "7.2",
            commands=(rail_conversion.regauge_commands,),
            auto_end=True,
            work="conversion",
        ),
        Phase(
            f"surrender{tail}",
            "Surrender",
            side,
            "Units surrounded for a whole player turn surrender. A Ready air group may supply one of them.",
            "13.1",
            unit_commands=(fortresses.airlift_commands, priorities.feed_commands),
            on_exit=(fortresses.surrender_check,),
            auto_end=True,
            work="surrender",
        ),
        Phase(
            f"check{tail}",
            "End of the player turn",
            None,
            "Ground changes hands. If a Dictator is dead and his capital taken, the war is over.",
            "22.1",
            on_enter=(control.settle_control, partisans.fade, impulses.close_player_turn, victory.check),
        ),
    )


PHASES = (
    *setup.PHASES,
    Phase(
        "weather",
        "Weather",
        None,
        "Roll the weather of both impulses.",
        "17",
        on_enter=(scorekeeping.new_turn, weather.turn),
    ),
    *player_turn(AXIS),
    *player_turn(SOVIET),
    Phase(
        "end",
        "End of the turn",
        None,
        "Allies may leave the war. Check victory.",
        "22",
        on_enter=(allies.end_of_turn, victory.check, leaders.close_turn),
    ),
)

DECISIONS: dict[str, Decision] = {**battle.DECISIONS, **deployment.DECISIONS}
