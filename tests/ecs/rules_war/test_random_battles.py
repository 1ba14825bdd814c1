"""Chapters 9 and 10 in positions nobody has arranged: every decision can be answered, every battle ends, and the board
is as it should be afterwards."""

from __future__ import annotations

import pytest

from ecs.core.components import Assignment, Battle, CombatRoll, Dice, Place, Side
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import breakthrough, declaring, mandatory_attacks
from ecs.rulesets.war_against_russia.data.components import Breakthrough, ExchangeUnderway, NoRetreat, Pursuit
from ecs.rulesets.war_against_russia.ground import control
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.systems.combat.declared_attacks import assigned_by_wave, lapse
from ecs.systems.stacking import stacks as all_stacks
from tests.ecs.rules_war.fray import do, go_to, open_orders, question
from tests.ecs.rules_war.stage import at, board, position
from tests.kits.random_play import Picker

AXIS = ("ger_army", "ger_pzgr", "ger_pzkps", "ger_infkps", "rum_army", "rum_cav", "hun_mob", "fin_corps")
RUSSIANS = ("rus_army41", "rus_army42", "rus_shock", "rus_gdskor", "rus_rifkor", "rus_mexkor", "rus_kavkor")
CENTRES = ("V23", "Q19", "G15", "KK13", "W8", "NN18", "GG8")  # plain, cities, a strait, swamp, mountains, a port
WEATHERS = ("Good", "Mud", "Hard Frost", "Snow", "Subarctic")
MOST = 400


def crowd(seed: int) -> World:
    """Some thirty units of both sides thrown on the ground round a place."""
    dice, spread = Picker(seed), 3
    centre = board().by_label[CENTRES[seed % len(CENTRES)]]
    near = [h for h in board().hexes if board().distance(h.index, centre) <= spread]
    units: dict[str, tuple[str, str]] = {}
    for here in near:
        kinds = (AXIS, RUSSIANS)[dice.below(2)] if dice.below(5) else ()
        for _ in range(1 + dice.below(2)) if kinds else ():
            units[f"u{len(units)}"] = kinds[dice.below(len(kinds))], here.label
    side = ("axis", "soviet")[dice.below(2)]
    names = list(units)
    w = position(
        units,
        phase=f"plan{1 + dice.below(2)}-{side}",
        weather=WEATHERS[dice.below(len(WEATHERS))],
        turn=1 + dice.below(12),
        dispersed=[n for n in names if not dice.below(6)],
        unsupplied=[n for n in names if not dice.below(6)],
        control={"soviet": [h.label for h in near if h.place == "victory" and dice.below(2)]},
    )
    for index, stack in all_stacks(w).items():
        while control.over(w, index):
            w.mark(Place, stack.pop(), hex=-1, box="dead")
    w.mark(Dice, w.table, state=seed * 977 + 5)
    w.mark(NoRetreat, w.table, ordered=not dice.below(4))
    return w


def declare(w: World, dice: Picker) -> None:
    """Throw the units that can attack into attacks until the phase may end."""
    for unit in w.units:
        orders = [c.text() for c in declaring.attack_commands(w, unit)]
        if orders and dice.below(5):
            do(w, orders[dice.below(len(orders))])
    for _ in range(60):
        refusal = mandatory_attacks.may_end_plan(w)
        if refusal is None:
            return
        free = [c.text() for u in w.units if u[Assignment].target < 0 for c in declaring.attack_commands(w, u)]
        weak = [k for k in assigned_by_wave(w) if declaring.too_weak(w, *k)]
        if weak or not free:
            key = (weak or list(assigned_by_wave(w)))[0]
            do(w, f"withdraw {assigned_by_wave(w)[key][0].id}")
        else:
            do(w, free[dice.below(len(free))])
    do(w, "cancel")


@pytest.mark.parametrize("seed", range(60))
def test_battles_end_and_leave_the_board_in_order(seed: int) -> None:
    w, dice = crowd(seed), Picker(seed + 1000)
    declare(w, dice)
    assert mandatory_attacks.may_end_plan(w) is None
    go_to(w, w.phase.replace("plan", "fight"))
    for _ in range(MOST):
        if question(w):
            orders = open_orders(w)
            assert orders, question(w)
            tame = [o for o in orders if not o.startswith("withdraw")] or orders
            do(w, tame[dice.below(len(tame))])
            continue
        check(w)
        battles = [c.text() for c in breakthrough.battle_commands(w)]
        if not battles:
            break
        do(w, battles[dice.below(len(battles))])
    assert not question(w) and breakthrough.may_end_fight(w) is None
    lapse(w)
    assert not assigned_by_wave(w)


def check(w: World) -> None:
    """Between battles nothing of the last one is left, and no hex is in disorder."""
    assert w[Battle].hex == -1 and w[CombatRoll].code == "" and not w[Breakthrough].extra and not w[Breakthrough].loose
    assert not (w[ExchangeUnderway].picked or w[ExchangeUnderway].owed or w[Pursuit].entered or w[Pursuit].driven)
    for index, stack in all_stacks(w).items():
        (side,) = {u.type.side for u in stack}
        assert not control.over(w, index), [u.id for u in stack]
        assert w.ground[index].control is side or not is_defended(w, index, side)
    for index, _ in assigned_by_wave(w):
        assert is_defended(w, index, Side.AXIS if w.phase.endswith("axis") else Side.SOVIET)


def test_the_crowds_are_where_they_should_be() -> None:
    assert all(spot in board().by_label for spot in CENTRES) and at(crowd(0), "V23") >= 0
