"""Chapter 5: the sequence of play of a turn."""

from __future__ import annotations

from ecs.core.components import Side
from ecs.core.ruleset import Decision, Phase
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign import arrivals, replacements, setup
from ecs.rulesets.war_against_russia.campaign.arrivals import allies_return
from ecs.rulesets.war_against_russia.combat import air, battle, breakthrough, declaring, mandatory_attacks
from ecs.rulesets.war_against_russia.data.components import NoRetreat
from ecs.rulesets.war_against_russia.data.units import turn_side
from ecs.rulesets.war_against_russia.ground import movement, terrain, transport
from ecs.rulesets.war_against_russia.table import command_routing
from ecs.systems import deployment, marches, scorekeeping, supply, trains, victory, weather
from ecs.systems.arrivals import muster
from ecs.systems.combat.declared_attacks import lapse
from ecs.systems.replacements import draw_income, recover

PREPARED, OPERATIONAL = 1, 2


def lift_order(w: World) -> None:
    """Lift the Soviet order not to retreat as the Soviet player-turn begins (5 C1)."""
    if turn_side(w) is Side.SOVIET:
        w.mark(NoRetreat, w.table, ordered=False)


def _attack_phases(side: Side, number: int) -> tuple[Phase, Phase]:
    """Attacks are declared, then fought."""
    prepared = number == PREPARED
    title = "Prepared attacks" if prepared else "Operational attacks"
    plan = Phase(
        f"plan{number}-{side.value}",
        title,
        side,
        "Units that have not moved may attack. Those that attack cannot move."
        if prepared
        else "Units that have not attacked may attack, even after moving.",
        "5",
        on_enter=(declaring.start_planning,),
        commands=(declaring.plan_commands,),
        unit_commands=(command_routing.attack_commands,),
        may_end=mandatory_attacks.may_end_plan,
        auto_end=True,
        alone=True,
        work="plan",
        part=number,
    )
    fight = Phase(
        f"fight{number}-{side.value}",
        f"{title}: battles",
        side,
        "Fight the attacks one by one, in any order." + (" A breakthrough brings one more attack." if prepared else ""),
        "9.1",
        commands=(breakthrough.battle_commands,),
        may_end=breakthrough.may_end_fight,
        on_exit=(lapse,),
        auto_end=True,
        alone=True,
        work="fight",
        part=number,
    )
    return plan, fight


OPENING = (
    lift_order,
    air.get_ready,
    supply.judge,
    recover,
    trains.open_transport,
    muster,
    arrivals.muster,
    allies_return,
    draw_income,
)


def player_turn(side: Side) -> tuple[Phase, ...]:
    """All phases of one side's turn."""
    tail = f"-{side.value}"
    return (
        Phase(
            f"initial{tail}",
            "Initial phase",
            side,
            "Dispersed units in supply recover. Replacements and reinforcements arrive. Units go by rail and sea.",
            "5",
            on_enter=OPENING,
            commands=(command_routing.initial_commands,),
            unit_commands=(command_routing.entry_commands, trains.rail_commands, transport.sail_commands),
            on_exit=(replacements.close,),
            alone=True,
            work="opening",
        ),
        *_attack_phases(side, PREPARED),
        Phase(
            f"move{tail}",
            "Operational movement",
            side,
            "Units that have not attacked may move.",
            "7",
            on_exit=(movement.close,),
            unit_commands=(marches.move_commands,),
            afield=True,
            alone=True,
            work="march",
        ),
        *_attack_phases(side, OPERATIONAL),
        Phase(
            f"check{tail}",
            "Supply and victory",
            None,
            "Dispersed units out of supply are lost. Count the victory cities.",
            "11",
            on_enter=(supply.judge, supply.starve, victory.check),
        ),
    )


PHASES = (
    *setup.PHASES,
    Phase("turn", "Weather", None, "The month and its weather.", "4", on_enter=(scorekeeping.new_turn, weather.turn)),
    *player_turn(Side.AXIS),
    *player_turn(Side.SOVIET),
    Phase(
        "end",
        "Re-facing",
        None,
        "Units that have acted become ready.",
        "5",
        on_enter=(terrain.close_turn, victory.check),
    ),
)

DECISIONS: dict[str, Decision] = {**battle.DECISIONS, **deployment.DECISIONS}
