"""Chapter 2: the sequence of play of a month."""

from __future__ import annotations

from collections.abc import Callable

from ecs.core.components import Engagement, Side
from ecs.core.ruleset import Decision, Phase, System, UnitLister
from ecs.core.view import Refusal
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign import (
    allies,
    arrivals,
    chit_cup,
    chits_in_hand,
    conversions,
    fortifications,
    partisans,
    replacements,
    setup,
    withdrawals,
)
from ecs.rulesets.dark_valley.combat import air, battle, bombardment, declaring
from ecs.rulesets.dark_valley.data.units import DISPLACED, turn_side
from ecs.rulesets.dark_valley.ground import logistics, movement, overstacking, removal, transport
from ecs.systems import deployment, marches, scorekeeping, trains, victory, weather
from ecs.systems.arrivals import muster
from ecs.systems.combat.declared_attacks import lapse, open_segment
from ecs.systems.replacements import draw_income

AXIS, SOVIET = Side.AXIS, Side.SOVIET
MayEnd = Callable[[World], Refusal | None] | None
BUILD = (
    arrivals.enter_commands,
    arrivals.store_commands,
    replacements.commands,
    conversions.commands,
    withdrawals.commands,
)
FIGHT = (declaring.attack_commands, bombardment.aim_commands)
BATTLE = (declaring.battle_commands, bombardment.strike_commands)


def is_later(w: World) -> bool:
    """Every turn but the first: a scenario begins with the airbases (2.1)."""
    return not setup.is_setting_up(w)


def drive_back(w: World) -> None:
    """Before a side moves, its headquarters alone in an enemy zone get away (3.5)."""
    removal.drive_back(w, turn_side(w))


def fresh_month(w: World) -> None:
    """Clear what lasts only one turn: landings, displaced headquarters."""
    for unit in w.units:
        if unit[Engagement].landed:
            w.mark(Engagement, unit, landed=False)
    scorekeeping.strike(w, lambda name: name.startswith(DISPLACED))
    chits_in_hand.clear(w)
    chit_cup.clear(w)


def _set_up(side: Side, text: str) -> Phase:
    """A side places its counters before the first turn."""
    return Phase(
        f"setup-{side.value}",
        f"{side} set-up",
        side,
        text,
        "10.1",
        when=setup.is_setting_up,
        unit_commands=(deployment.lift_commands,),
        may_end=setup.set_up_done,
        set_up=True,
    )


def _build(side: Side, text: str, rule: str, on_enter: tuple[System, ...], may_end: MayEnd = None) -> Phase:
    """A side brings in new units and makes good its losses."""
    return Phase(
        f"build-{side.value}",
        f"{side} reinforcements and replacements",
        side,
        text,
        rule,
        when=is_later,
        on_enter=on_enter,
        commands=(fortifications.commands,),
        unit_commands=BUILD,
        may_end=may_end,
        on_exit=(arrivals.close_build,),
    )


def _air(side: Side) -> Phase:
    """Air units of a side get ready, or change their base."""
    return Phase(
        f"air-{side.value}",
        f"{side} airbases",
        side,
        "An air unit that stays becomes ready. One that changes base is done for the month.",
        "6.4",
        on_enter=(air.start_air,),
        unit_commands=(air.base_commands,),
        on_exit=(air.end_air,),
    )


def _rail(side: Side, text: str, *drops: UnitLister) -> Phase:
    """Strategic movement of a side."""
    return Phase(
        f"rail-{side.value}",
        f"{side} strategic movement",
        side,
        text,
        "3.7",
        on_enter=(transport.start,),
        unit_commands=(trains.rail_commands, transport.sail_commands, *drops),
        afield=True,
    )


def _first(side: Side, text: str) -> Phase:
    """A side begins the month with a chit of its own."""
    return Phase(
        f"first-{side.value}",
        f"{side} initiative",
        side,
        text,
        "2.2",
        when=lambda w: chit_cup.first_is(w, side),
        commands=(chit_cup.first_choices,),
        may_end=chit_cup.must_pick,
        auto_end=True,
        then=chit_cup.onward,
    )


def _held(side: Side, title: str, text: str, rule: str, when: Callable[[World], bool]) -> Phase:
    """A side may play a chit it has in hand."""
    return Phase(
        f"held-{side.value}",
        title,
        side,
        text,
        rule,
        when=when,
        on_enter=(chits_in_hand.play_announced,),
        commands=(chits_in_hand.choices,),
        on_exit=(chits_in_hand.settle,),
        auto_end=True,
        then=chit_cup.onward,
    )


def _move(side: Side, on_enter: tuple[System, ...], on_exit: tuple[System, ...] = ()) -> Phase:
    """The units that a chit names move."""
    return Phase(
        f"move-{side.value}",
        f"{side} movement",
        side,
        "Units named by the chit may move.",
        "3.6",
        on_enter=on_enter,
        unit_commands=(marches.move_commands, movement.flee_commands, overstacking.commands),
        afield=True,
        may_end=overstacking.may_end,
        on_exit=on_exit,
        then=chit_cup.after_move,
    )


def _fight(side: Side, follows: System, may_end: MayEnd = None) -> Phase:
    """The units that a chit names fight."""
    return Phase(
        f"fight-{side.value}",
        f"{side} combat",
        side,
        "Bombard and attack, one battle at a time.",
        "5.1",
        on_enter=(lapse, open_segment, declaring.demand),
        commands=BATTLE,
        unit_commands=FIGHT,
        afield=True,
        may_end=may_end,
        on_exit=(lapse, follows),
        then=chit_cup.after_fight,
    )


PHASES = (
    _set_up(
        SOVIET,
        "Move units that have a zone within it. All others stay in their printed hex.",
    ),
    _set_up(AXIS, "Move units within their army group's zone."),
    Phase("dawn", "Weather", None, "Determine the month's weather.", "7.1", when=is_later, on_enter=(weather.turn,)),
    _build(
        AXIS,
        "Bring in new units, replace lost steps, convert and withdraw units, build forts.",
        "8.1",
        (
            scorekeeping.new_turn,
            allies.exits,
            allies.open_finland,
            fortifications.open_axis,
            muster,
            draw_income,
            withdrawals.open_turn,
            conversions.open_turn,
        ),
        withdrawals.may_end,
    ),
    _build(
        SOVIET,
        "Bring in units or keep them in the reserve, spend replacement factors, convert units, move Defensive Works.",
        "8.2",
        (fortifications.open_soviet, muster, draw_income),
    ),
    _air(AXIS),
    _air(SOVIET),
    _rail(AXIS, "Rail moves behind the depots, and sea moves."),
    _rail(SOVIET, "Rail moves, sea moves and air drops.", air.drop_commands),
    Phase("fill", "The cup", None, "The month's chits go into the cup.", "2.2", on_enter=(chit_cup.fill,)),
    Phase(
        "choose-axis",
        "Axis choice of panzer chits",
        AXIS,
        "Choose in secret which panzer armies get a chit this month.",
        "2.4",
        when=chit_cup.chooses,
        commands=(chit_cup.secret_choices,),
        may_end=chit_cup.must_choose,
        auto_end=True,
    ),
    _first(AXIS, "The Axis starts with a chit of its choice."),
    _first(SOVIET, "The Soviets start with a chit of their choice."),
    _held(
        AXIS,
        "Odessa Front",
        "Play it right after one of your chits, now or later from the Cup tab.",
        "8.9",
        chits_in_hand.asks_axis,
    ),
    _held(
        SOVIET,
        "STAVKA in hand",
        "Play it between any two chits, now or later from the Cup tab.",
        "2.2",
        chits_in_hand.asks_soviet,
    ),
    Phase(
        "draw",
        "Next chit",
        None,
        "A chit is drawn from the cup.",
        "2.2",
        on_enter=(chit_cup.draw,),
        then=chit_cup.onward,
    ),
    Phase(
        "mode-axis",
        "Move or combat",
        AXIS,
        "All Axis units move, or all fight.",
        "2.3",
        commands=(chit_cup.mode_choices,),
        may_end=chit_cup.must_choose_mode,
        auto_end=True,
        then=chit_cup.after_mode,
    ),
    Phase(
        "spear-soviet",
        "Deep Battle",
        SOVIET,
        "Choose the unit that leads the breakthrough.",
        "2.7",
        unit_commands=(chits_in_hand.spear_choices,),
        auto_end=True,
        then=chits_in_hand.after_spear,
    ),
    Phase(
        "entry-soviet",
        "STAVKA reserve",
        SOVIET,
        "Reserve units enter within range of STAVKA or Zhukov.",
        "8.7",
        on_enter=(arrivals.open_entry,),
        unit_commands=(arrivals.pool_commands,),
        on_exit=(chit_cup.stavka_acts,),
        then=lambda w: "move-soviet",
    ),
    _move(AXIS, (drive_back, logistics.pull_back), (partisans.sweep,)),
    _fight(AXIS, partisans.sweep),
    _move(SOVIET, (drive_back,)),
    _fight(SOVIET, chits_in_hand.exploit, declaring.may_end),
    Phase(
        "partisans-soviet",
        "Partisans",
        SOVIET,
        "Partisans cut railways far behind the Axis, in woods and marsh.",
        "8.12",
        on_enter=(partisans.rise,),
        commands=(partisans.commands,),
        may_end=partisans.may_end,
        auto_end=True,
        on_exit=(partisans.sleep,),
    ),
    Phase(
        "log-axis",
        "Logistics",
        AXIS,
        "Check supply on both sides. Air units may first supply a pocket.",
        "4.3",
        on_enter=(logistics.open_log,),
        unit_commands=(logistics.airlift_commands,),
        on_exit=(logistics.attrition,),
    ),
    Phase(
        "depots-axis",
        "Depots advance",
        AXIS,
        "Depots advance along the railways, or move back.",
        "4.5",
        on_enter=(logistics.roll_depots,),
        unit_commands=(logistics.depot_commands,),
    ),
    Phase(
        "close",
        "Chit done",
        None,
        "The chit is done.",
        "2.2",
        on_enter=(chit_cup.close,),
        then=lambda w: "held-axis",
    ),
    Phase(
        "end",
        "End of the month",
        None,
        "Allies may change sides. Check victory.",
        "9",
        on_enter=(allies.end_of_turn, victory.check, fresh_month),
    ),
)

DECISIONS: dict[str, Decision] = {**battle.DECISIONS, **deployment.DECISIONS}
