"""The armies of 22 June 1941, hex by hex: they stand on their own ground, within the limits, and both sides are fed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ecs.components import Side
from ecs.rulesets.russia_besieged import movement, setup, supply
from ecs.rulesets.russia_besieged.data import tables
from ecs.rulesets.russia_besieged.lay import cf, fights
from ecs.rulesets.russia_besieged.stacks import over
from ecs.scenario import ScenarioFile
from ecs.systems.stacking import stacks
from ecs.tables import load
from ecs.world import World
from tests.rules_rb.stage import PHASES, board, scenario

FILE = Path(__file__).with_name("june_1941.toml")
AXIS, SOVIET = Side.AXIS, Side.SOVIET


@cache
def june() -> World:
    """The table as it is set up; read only."""
    data = load(FILE, ScenarioFile)
    entries = [*(("axis", e) for e in data.axis), *(("soviet", e) for e in data.soviet)]
    staged = scenario(entries)
    w = World(board(), tables(), {}, staged.turns, PHASES)
    w.scenario = staged
    setup.set_up(w, staged)
    w.mark(w.clock, phase=PHASES.index("move1-axis"))
    w.mark(w.weather, name="Clear")
    w.mark(w.impulse, number=1, first="Clear", second="Clear")
    w.forget()
    return w


def test_no_stack_is_too_high_and_nobody_stands_on_the_enemys_ground() -> None:
    w = june()
    assert [over(w, i) for i in stacks(w) if over(w, i)] == []
    strays = [u.id for u in w.units if u.hex >= 0 and w.ground[u.hex].control is not u.type.side]
    assert strays == []


def test_fifty_corps_face_fifty_seven_weaker_ones() -> None:
    w = june()
    armies = {side: [u for u in w.units if u.hex >= 0 and fights(u) and u.type.side is side] for side in Side}
    assert [len(armies[side]) for side in (AXIS, SOVIET)] == [50, 57]
    assert [sum(cf(u) for u in armies[side]) for side in (AXIS, SOVIET)] == [257, 142]


def test_everybody_has_a_path_of_supply() -> None:
    w = june()
    cut = [u.id for u in w.units if u.hex >= 0 and fights(u) and supply.supply_state(w, u)]
    assert cut == []


def test_the_panzers_may_march_and_the_soviets_wait() -> None:
    w = june()
    panzers = [u for u in w.units if u.hex >= 0 and u.id.endswith(".Pz")]
    assert len(panzers) >= 9
    assert all(movement.move_commands(w, u) for u in panzers)
    assert not any(movement.move_commands(w, u) for u in w.units if u.type.side is SOVIET)
