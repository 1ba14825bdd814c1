"""Does every figure a row of Darkest Crusade's charts may carry change an answer, or is it refused?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from ecs.core.components import Weather
from ecs.core.files.figures import PRINTED
from ecs.rulesets.darkest_crusade.combat.fire import AttackConditions, Combatant, defence_salvo
from ecs.rulesets.darkest_crusade.data.tables import GROUND, HEXSIDES, SHELF, HexsideRow, TerrainRow, tables
from ecs.rulesets.darkest_crusade.ground.supply import roads
from ecs.rulesets.darkest_crusade.ground.terrain import is_clear, is_closed, is_narrow, is_rough
from tests.ecs.staging import stage
from tests.kits.row_figures import Figure, every_figure, works_or_is_refused
from tests.kits.rows import of_each

CHARTS = {"terrain": (TerrainRow, GROUND), "side": (HexsideRow, HEXSIDES)}


@pytest.fixture(autouse=True)
def printed_figures() -> Iterator[None]:
    yield
    SHELF.lay(PRINTED, "")


def answers() -> Iterator[object]:
    """What the rules say to a list of questions, by the figures in force."""
    team = tuple(Combatant("a", 4, 4, 4, german=True, base=base) for base in range(8))
    foes = tuple(Combatant("d", 0, 1, 1) for _ in range(8))
    for ground, weather in product(GROUND, ("Good", "Snow")):
        yield defence_salvo(foes, team, AttackConditions(ground, weather)).strength
    sides = frozenset(range(8))
    for weather in ("Good", "Snow"):
        yield defence_salvo(foes, team, AttackConditions(weather=weather, rivers=sides)).strength
        yield defence_salvo(foes, team, AttackConditions(weather=weather, stalin=sides)).strength
    in_force, w = tables(), stage("A2a-move")._w
    w.rules = in_force  # a game begins with its own figures
    for weather in ("Good", "Snow"):
        w.mark(Weather, w.table, name=weather)
        yield [(is_rough(w, spot.index), is_clear(w, spot.index)) for spot in w.board.hexes if spot.terrain in GROUND]
        yield [(is_closed(w, one.a, one.b), is_narrow(w, one.a, one.b)) for one in w.board.hexsides]
        yield roads(w)


@pytest.fixture(scope="module")
def as_printed() -> list[object]:
    SHELF.lay(PRINTED, "")
    return [*answers()]


@of_each("figure", every_figure(tables(), CHARTS))
def test_a_figure_of_any_row_works_or_is_refused(figure: Figure, as_printed: list[object]) -> None:
    assert works_or_is_refused(SHELF, tables, figure, answers, as_printed)
