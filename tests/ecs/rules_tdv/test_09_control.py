"""Chapter 9.2: whose is a hex, and when does it change hands without anybody entering it?"""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Place, SupplyState
from ecs.engine import invariants
from tests.ecs.rules_tdv.railkit import around, board, rail_way
from tests.ecs.rules_tdv.stage import do, position

SMOLENSK = "E1218"
LINE = rail_way("W2925", SMOLENSK)
REAR = around(SMOLENSK)[0]


def holder(game: Game, spot: str) -> Side | None:
    side: Side | None = game._w.ground[board().by_label[spot]].control
    return side


def cut_off_panzers(*, ringed: bool = False) -> Game:
    """A panzer division that its marker calls isolated stands before empty Smolensk; the ring round it may be gone."""
    ring = {f"S{n}": ("rifle_corps", spot) for n, spot in enumerate(around(SMOLENSK, 2))} if ringed else {}
    return position(
        {"Pz7": ("panzer41", REAR), "D-Center": ("depot", LINE[-4]), **ring},
        turn=3,
        phase="move-axis",
        chit="AX_MC",
        control={"axis": LINE[:-1], "soviet": [SMOLENSK]},
        supply={"Pz7": 2},
    )


def enter_smolensk(game: Game) -> None:
    do(game, f"move Pz7 {SMOLENSK}")
    assert holder(game, SMOLENSK) is Side.SOVIET, "an isolated unit takes nothing"


def logistics(game: Game) -> None:
    """The chit comes up: supply is judged on both sides."""
    from ecs.rulesets.dark_valley.ground import logistics

    logistics.attrition(game._w)


def test_9_2_a_hex_falls_to_the_unit_in_it_when_logistics_finds_it_isolated_no_longer() -> None:
    game = cut_off_panzers()
    enter_smolensk(game)
    with pytest.raises(invariants.InvariantViolation, match=f"possession: {SMOLENSK}"):
        game._w.mark(SupplyState, game._w.by_id["Pz7"], level=1)
        invariants.possession(game)
    game._w.mark(SupplyState, game._w.by_id["Pz7"], level=2)
    logistics(game)
    assert game._w.by_id["Pz7"][SupplyState].level < 2
    assert holder(game, SMOLENSK) is Side.AXIS
    invariants.possession(game)


def test_9_2_a_unit_that_stays_isolated_leaves_the_hex_to_the_enemy() -> None:
    game = cut_off_panzers(ringed=True)
    enter_smolensk(game)
    logistics(game)
    assert game._w.by_id["Pz7"][SupplyState].level == 2
    assert holder(game, SMOLENSK) is Side.SOVIET
    invariants.possession(game)


def test_9_2_a_hex_falls_to_the_unit_that_acts_as_supplied_again_at_the_start_of_its_chit() -> None:
    from ecs.rulesets.dark_valley.campaign import chit_cup

    game = cut_off_panzers()
    w = game._w
    unit = w.by_id["Pz7"]
    w.mark(Place, unit, hex=board().by_label[SMOLENSK])
    assert holder(game, SMOLENSK) is Side.SOVIET
    chit_cup.activate(w, [unit])
    assert unit[SupplyState].relieved and unit[SupplyState].level == 2
    assert holder(game, SMOLENSK) is Side.AXIS
