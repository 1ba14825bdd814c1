"""Chapter 5: the sequence of play: what each phase and decision lets each side do."""

from __future__ import annotations

from collections.abc import Callable

from ecs.core.components import Side
from ecs.core.ruleset import Decision, Phase, System
from ecs.core.world import World
from ecs.rulesets.darkest_crusade.campaign import replacements, setup, siberian_reserve
from ecs.rulesets.darkest_crusade.campaign.replacements import begin_turn
from ecs.rulesets.darkest_crusade.combat import battle, declaring
from ecs.rulesets.darkest_crusade.data.components import turn_side
from ecs.rulesets.darkest_crusade.ground import movement, terrain
from ecs.rulesets.darkest_crusade.ground.supply import abandon_commands, abandon_view
from ecs.systems import deployment, marches, supply, victory, weather
from ecs.systems.replacements import draw_income, recover
from ecs.systems.victory import is_last_turn

AXIS, SOVIET = Side.AXIS, Side.SOVIET
Fact = Callable[[World], bool]


def is_first_turn(w: World) -> bool:
    """June 1941."""
    return w.clock.turn == 1


def always(w: World) -> bool:
    """True: ask the player even where the only answer would cost an undo."""
    return True


def _moving(phase: str, title: str, side: Side, text: str, rule: str, when: Fact | None = None) -> Phase:
    """A phase of movement."""
    start, marching = (marches.start_afresh,), (marches.move_commands,)
    return Phase(phase, title, side, text, rule, on_enter=start, unit_commands=marching, when=when, alone=True)


def _allocating(phase: str, title: str, side: Side, text: str, rule: str, when: Fact | None = None) -> Phase:
    """A phase of declaring attacks; the Soviets must meet their obligations in it, and show who attacks."""
    soviet = side is SOVIET
    closing = (declaring.fix_links, setup.reveal_attackers) if soviet else (declaring.fix_links,)
    owed = declaring.still_owed if soviet else None
    commands = (declaring.attack_commands,)
    return Phase(
        phase, title, side, text, rule, commands=commands, on_exit=closing, when=when, may_end=owed, alone=True
    )


def _fighting(
    phase: str, title: str, side: Side, text: str, rule: str, on_exit: tuple[System, ...] = (), when: Fact | None = None
) -> Phase:
    """A phase of battles; it closes itself when the last one is fought."""
    return Phase(
        phase,
        title,
        side,
        text,
        rule,
        on_enter=(battle.start_fighting,),
        commands=(battle.resolve_commands,),
        on_exit=on_exit,
        when=when,
        may_end=battle.battles_left,
        auto_end=True,
        alone=True,
    )


PHASES = (
    Phase(
        "S1",
        "Secret Soviet set-up",
        SOVIET,
        "Place your units face down anywhere in Soviet territory. Each frontier hex needs a real unit.",
        "20",
        on_enter=(setup.hide_soviets,),
        unit_commands=(deployment.lift_commands,),
        when=setup.is_secret,
        set_up=True,
    ),
    Phase(
        "S2",
        "German set-up",
        AXIS,
        "Place German units in Germany, the 11th Army there or in Romania.",
        "20",
        unit_commands=(deployment.lift_commands,),
        on_exit=(setup.remove_dummies,),
        when=setup.is_secret,
        set_up=True,
    ),
    Phase("T0", "Weather", None, "Determine the month's weather.", "14", on_enter=(weather.turn,)),
    Phase(
        "A1",
        "Axis reinforcements",
        AXIS,
        "Reinforcements arrive, armies may fortify, one unit may go by sea.",
        "5 A1",
        on_enter=(begin_turn, replacements.bring_reinforcements),
        commands=(replacements.fortify_commands, movement.sail_commands),
        alone=True,
    ),
    Phase(
        "A2a0-attack",
        "First-turn German attacks",
        AXIS,
        "German units may attack once before anyone moves.",
        "19",
        on_enter=(marches.start_afresh,),
        commands=(declaring.attack_commands,),
        on_exit=(declaring.fix_links,),
        when=is_first_turn,
        alone=True,
    ),
    _fighting(
        "A2a0-fight",
        "First-turn battles",
        AXIS,
        "Resolve the extra attacks, two rounds each.",
        "19",
        when=is_first_turn,
    ),
    _moving("A2a-move", "Axis movement", AXIS, "Every unit in good order may move once.", "6.1"),
    _allocating("A2a-attack", "Axis attack allocation", AXIS, "Declare every attack before any is resolved.", "9.2"),
    Phase(
        "A2b",
        "Soviet recovery",
        SOVIET,
        "Soviet units in supply and not under attack recover. White units and the 16th Army do so later.",
        "10",
        on_enter=(recover,),
    ),
    _fighting(
        "A2c",
        "Axis battles",
        AXIS,
        "Resolve the declared attacks, two rounds each.",
        "9.3",
        on_exit=(recover,),
    ),
    _moving(
        "A2d-move",
        "Blitzkrieg movement",
        AXIS,
        "Panzers may move one hex and attack. Other units may move one hex, but then cannot attack.",
        "6.3",
        when=terrain.blitzkrieg_weather,
    ),
    _allocating(
        "A2d-attack", "Blitzkrieg attacks", AXIS, "Declare one-round attacks.", "6.3", when=terrain.blitzkrieg_weather
    ),
    _fighting(
        "A2d-fight",
        "Blitzkrieg battles",
        AXIS,
        "Resolve the attacks, one round each.",
        "6.3",
        when=terrain.blitzkrieg_weather,
    ),
    Phase(
        "A2e",
        "German recovery",
        AXIS,
        "Disrupted German and Finnish units in supply recover.",
        "10",
        on_enter=(recover,),
    ),
    Phase(
        "A3",
        "Axis supply",
        AXIS,
        "Check supply: Disrupted units out of supply are lost.",
        "15.2",
        on_enter=(supply.judge, supply.starve),
    ),
    Phase(
        "A4",
        "Soviet victory check",
        SOVIET,
        "In the last month, check whether the Soviets have held out.",
        "21",
        on_enter=(victory.check,),
        when=is_last_turn,
    ),
    Phase(
        "B1",
        "Soviet replacements",
        SOVIET,
        "Disband, relieve and rebuild units, evacuate factories, emplace armies, call the Siberians, ship one unit.",
        "16",
        on_enter=(begin_turn, draw_income),
        commands=(
            replacements.disband_commands,
            replacements.substitute_commands,
            replacements.raise_commands,
            replacements.evacuate_commands,
            replacements.emplace_commands,
            siberian_reserve.call_commands,
            siberian_reserve.enter_commands,
            movement.sail_commands,
        ),
        alone=True,
    ),
    _moving("B2a-move", "Soviet movement", SOVIET, "Every unit in good order may move once.", "6.1"),
    _allocating(
        "B2a-attack",
        "Soviet attack allocation",
        SOVIET,
        "Declare every attack. You must also attack German armies next to the attackers.",
        "9.2",
    ),
    Phase(
        "B2b",
        "Allied recovery",
        AXIS,
        "Romanian and Hungarian units in supply and not under attack recover.",
        "10",
        on_enter=(recover,),
    ),
    _fighting(
        "B2c",
        "Soviet battles",
        SOVIET,
        "Resolve the declared attacks, two rounds each.",
        "9.3",
        on_exit=(recover,),
    ),
    _moving("B2d-move", "Proriv movement", SOVIET, "White units and the 16th Army may move one hex.", "6.3"),
    _allocating("B2d-attack", "Proriv attacks", SOVIET, "Declare one-round attacks.", "6.3"),
    _fighting("B2d-fight", "Proriv battles", SOVIET, "Resolve the attacks, one round each.", "6.3"),
    Phase(
        "B3",
        "Soviet supply",
        SOVIET,
        "Check supply: Disrupted units out of supply are lost.",
        "15.2",
        on_enter=(supply.judge, supply.starve),
    ),
    Phase(
        "B4",
        "Soviet recovery",
        SOVIET,
        "Disrupted white units and the 16th Army in supply recover.",
        "10",
        on_enter=(recover,),
    ),
    Phase("B5", "Victory check", AXIS, "Count the cities in supply.", "21", on_enter=(victory.check,)),
)

DECISIONS = {
    **battle.DECISIONS,
    "abandon": Decision("abandon", turn_side, abandon_commands, abandon_view, True, always),
    **deployment.DECISIONS,
}
