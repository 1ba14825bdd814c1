"""Chapter 2: the order in which a month goes by."""

from __future__ import annotations

from ecs.core.components import Engagement, Side
from ecs.core.ruleset import Decision, Phase
from ecs.core.world import World
from ecs.rulesets.dark_valley.campaign import (
    allies,
    arrivals,
    chit_cup,
    chits_in_hand,
    conversions,
    deep_battle,
    fortifications,
    partisans,
    replacements,
    setup,
    withdrawals,
)
from ecs.rulesets.dark_valley.combat import air, battle, bombardment, counterattack, declaring
from ecs.rulesets.dark_valley.data.units import DISPLACED, turn_side
from ecs.rulesets.dark_valley.ground import logistics, movement, overstacking, removal, transport
from ecs.systems import deployment, scorekeeping, victory, weather
from ecs.systems.arrivals import muster
from ecs.systems.replacements import draw_income

AXIS, SOVIET = Side.AXIS, Side.SOVIET
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
    """Every turn but the first: a scenario begins with the air bases (2.1)."""
    return not setup.is_setting_up(w)


def drive_back(w: World) -> None:
    """Before a side moves, its headquarters alone in an enemy zone get away (3.5)."""
    removal.drive_back(w, turn_side(w))


def fresh_month(w: World) -> None:
    """Wipe what lasted one turn only: landings, displaced headquarters."""
    for unit in w.units:
        if unit[Engagement].landed:
            w.mark(Engagement, unit, landed=False)
    scorekeeping.strike(w, lambda name: name.startswith(DISPLACED))
    chits_in_hand.clear(w)
    chit_cup.clear(w)


PHASES = (
    Phase(
        "setup-soviet",
        "Soviet set-up",
        SOVIET,
        "Units with a zone may be picked up and put down elsewhere in it; the others stand where they are printed.",
        "10.1",
        when=setup.is_setting_up,
        unit_commands=(deployment.lift_commands,),
        may_end=setup.set_up_done,
        set_up=True,
    ),
    Phase(
        "setup-axis",
        "Axis set-up",
        AXIS,
        "Units may be moved about in the zone of their army group.",
        "10.1",
        when=setup.is_setting_up,
        unit_commands=(deployment.lift_commands,),
        may_end=setup.set_up_done,
        set_up=True,
    ),
    Phase("dawn", "Weather", None, "The weather of the month.", "7.1", when=is_later, on_enter=(weather.turn,)),
    Phase(
        "build-axis",
        "Axis reinforcements and replacements",
        AXIS,
        "Bring in new units, restore steps, convert, withdraw, build forts.",
        "8.1",
        when=is_later,
        on_enter=(
            scorekeeping.new_turn,
            allies.exits,
            allies.open_finland,
            fortifications.open_axis,
            muster,
            draw_income,
            withdrawals.open_turn,
            conversions.open_turn,
        ),
        commands=(fortifications.commands,),
        unit_commands=BUILD,
        may_end=withdrawals.may_end,
        on_exit=(arrivals.close_build,),
    ),
    Phase(
        "build-soviet",
        "Soviet reinforcements and replacements",
        SOVIET,
        "Bring in new units or keep them in the reserve, spend replacement factors, convert, move Defensive Works.",
        "8.2",
        when=is_later,
        on_enter=(fortifications.open_soviet, muster, draw_income),
        commands=(fortifications.commands,),
        unit_commands=BUILD,
        on_exit=(arrivals.close_build,),
    ),
    Phase(
        "air-axis",
        "Axis air bases",
        AXIS,
        "An air unit that stays gets ready; one that changes its base is spent for the turn.",
        "6.4",
        on_enter=(air.start_air,),
        unit_commands=(air.base_commands,),
        on_exit=(air.end_air,),
    ),
    Phase(
        "air-soviet",
        "Soviet air bases",
        SOVIET,
        "An air unit that stays gets ready; one that changes its base is spent for the turn.",
        "6.4",
        on_enter=(air.start_air,),
        unit_commands=(air.base_commands,),
        on_exit=(air.end_air,),
    ),
    Phase(
        "rail-axis",
        "Axis strategic movement",
        AXIS,
        "By rail behind the depots, and by sea.",
        "3.7",
        on_enter=(transport.start,),
        unit_commands=(transport.rail_commands, transport.sail_commands),
        afield=True,
    ),
    Phase(
        "rail-soviet",
        "Soviet strategic movement",
        SOVIET,
        "By rail, by sea, and drops from the air.",
        "3.7",
        on_enter=(transport.start,),
        unit_commands=(transport.rail_commands, transport.sail_commands, air.drop_commands),
        afield=True,
    ),
    Phase("fill", "The cup", None, "The chits of the month go into the cup.", "2.2", on_enter=(chit_cup.fill,)),
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
    Phase(
        "first-axis",
        "Axis initiative",
        AXIS,
        "The Axis begins with a chit of its own.",
        "2.2",
        when=lambda w: chit_cup.first_is(w, AXIS),
        commands=(chit_cup.first_choices,),
        may_end=chit_cup.must_pick,
        auto_end=True,
        then=chit_cup.onward,
    ),
    Phase(
        "first-soviet",
        "Soviet initiative",
        SOVIET,
        "The Soviets begin with a chit of their own.",
        "2.2",
        when=lambda w: chit_cup.first_is(w, SOVIET),
        commands=(chit_cup.first_choices,),
        may_end=chit_cup.must_pick,
        auto_end=True,
        then=chit_cup.onward,
    ),
    Phase(
        "held-axis",
        "Odessa Front",
        AXIS,
        "Play it right after a chit of your own: now, or later from the Cup tab.",
        "8.9",
        when=chits_in_hand.asks_axis,
        on_enter=(chits_in_hand.play_announced,),
        commands=(chits_in_hand.choices,),
        on_exit=(chits_in_hand.settle,),
        auto_end=True,
        then=chit_cup.onward,
    ),
    Phase(
        "held-soviet",
        "STAVKA in hand",
        SOVIET,
        "Play it between any two chits: now, or later from the Cup tab.",
        "2.2",
        when=chits_in_hand.asks_soviet,
        on_enter=(chits_in_hand.play_announced,),
        commands=(chits_in_hand.choices,),
        on_exit=(chits_in_hand.settle,),
        auto_end=True,
        then=chit_cup.onward,
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
        "The chit lets all Axis units move, or all fight.",
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
        unit_commands=(deep_battle.spear_choices,),
        auto_end=True,
        then=deep_battle.after_spear,
    ),
    Phase(
        "entry-soviet",
        "STAVKA reserve",
        SOVIET,
        "Units of the reserve come on within range of STAVKA or Zhukov.",
        "8.7",
        on_enter=(arrivals.open_entry,),
        unit_commands=(arrivals.pool_commands,),
        on_exit=(chit_cup.stavka_acts,),
        then=lambda w: "move-soviet",
    ),
    Phase(
        "move-axis",
        "Axis movement",
        AXIS,
        "Units the chit names may move.",
        "3.6",
        on_enter=(drive_back, logistics.pull_back),
        unit_commands=(movement.move_commands, overstacking.commands),
        afield=True,
        may_end=overstacking.may_end,
        on_exit=(partisans.sweep,),
        then=chit_cup.after_move,
    ),
    Phase(
        "fight-axis",
        "Axis combat",
        AXIS,
        "Bombard and attack, one battle after another.",
        "5.1",
        on_enter=(declaring.start_fighting,),
        commands=BATTLE,
        unit_commands=FIGHT,
        afield=True,
        on_exit=(declaring.stop_fighting, partisans.sweep),
        then=chit_cup.after_fight,
    ),
    Phase(
        "move-soviet",
        "Soviet movement",
        SOVIET,
        "Units the chit names may move.",
        "3.6",
        on_enter=(drive_back,),
        unit_commands=(movement.move_commands, overstacking.commands),
        afield=True,
        may_end=overstacking.may_end,
        then=chit_cup.after_move,
    ),
    Phase(
        "fight-soviet",
        "Soviet combat",
        SOVIET,
        "Bombard and attack, one battle after another.",
        "5.1",
        on_enter=(declaring.start_fighting,),
        commands=BATTLE,
        unit_commands=FIGHT,
        afield=True,
        may_end=counterattack.may_end,
        on_exit=(declaring.stop_fighting, deep_battle.exploit),
        then=chit_cup.after_fight,
    ),
    Phase(
        "partisans-soviet",
        "Partisans",
        SOVIET,
        "Logistics begins: partisans break railways far behind the Axis, in woods and marsh.",
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
        "Supply is judged on both sides; a pocket may be fed from the air first.",
        "4.3",
        on_enter=(logistics.open_log,),
        unit_commands=(logistics.airlift_commands,),
        on_exit=(logistics.attrition,),
    ),
    Phase(
        "depots-axis",
        "Depots advance",
        AXIS,
        "Depots go forward along the railways, or come back.",
        "4.5",
        on_enter=(logistics.roll_depots,),
        unit_commands=(logistics.depot_commands,),
    ),
    Phase(
        "close",
        "Chit done",
        None,
        "The chit is laid aside.",
        "2.2",
        on_enter=(chit_cup.close,),
        then=lambda w: "held-axis",
    ),
    Phase(
        "end",
        "End of the month",
        None,
        "Allies change sides, victory is checked.",
        "9",
        on_enter=(allies.end_of_turn, victory.check, fresh_month),
    ),
)

DECISIONS: dict[str, Decision] = {**battle.DECISIONS, **deployment.DECISIONS}
