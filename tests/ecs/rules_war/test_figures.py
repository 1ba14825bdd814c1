"""Does every figure a row of War Against Russia's charts may carry change an answer, or is it refused?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ecs import Side
from ecs.core.components import Weather
from ecs.core.files.figures import PRINTED
from ecs.rulesets.war_against_russia.combat import battle
from ecs.rulesets.war_against_russia.combat.declaring import is_infantry_only
from ecs.rulesets.war_against_russia.combat.odds import AttackConditions, Combatant, declined, work_out_odds
from ecs.rulesets.war_against_russia.data.tables import GROUND, HEXSIDES, SHELF, HexsideRow, TerrainRow, tables
from ecs.rulesets.war_against_russia.ground.control import untenable
from ecs.rulesets.war_against_russia.ground.terrain import is_closed, is_narrow, is_rough, open_net
from tests.ecs.rules_war.stage import board, position
from tests.kits.row_figures import Figure, every_figure, works_or_is_refused
from tests.kits.rows import of_each

CHARTS = {"terrain": (TerrainRow, GROUND), "side": (HexsideRow, HEXSIDES)}
TURNS, FROST = (1, 4, 9), (False, True)


@pytest.fixture(autouse=True)
def printed_figures() -> Iterator[None]:
    yield
    SHELF.lay(PRINTED, "")


def fights() -> Iterator[object]:
    """What attacks are worth on all ground and over all hexsides, in frost and without."""
    armies = {Side.AXIS: ("GER", "infantry"), Side.SOVIET: ("SOV", "infantry")}
    for side in Side:
        (ours, arm), (theirs, _) = armies[side], armies[side.other]
        foes = (Combatant("foe", "foe", 3, 3, arm, theirs),)
        for frozen in FROST:
            for ground in GROUND:
                here = AttackConditions(side, foes, ground, frozen=frozen)
                yield work_out_odds(here, (Combatant("a", "a", 5, 5, arm, ours),)).defence, declined(here, "X")
            for water in HEXSIDES:
                row = tables().side[water]
                crossed = not row.closed or (frozen and row.freezes)
                team = (Combatant("a", "a", 5, 5, arm, ours, across=frozenset({water})),)
                for turn in TURNS:
                    for seas in (frozenset[str](), frozenset({"Black"})):
                        odds = work_out_odds(AttackConditions(side, foes, frozen=frozen, turn=turn, seas=seas), team)
                        yield (odds.attack, odds.defence, odds.shifts, odds.allowed) if crossed else None


def answers() -> Iterator[object]:
    """What the rules say to a list of questions, by the figures in force."""
    yield from fights()
    samples = [side for kind in HEXSIDES for side in [one for one in board().hexsides if kind in one.kinds][:2]]
    for weather in ("Good", "Snow"):
        w = position({"p": ("ger_pzgr", "V23"), "q": ("ger_pzgr", "V23")}, weather=weather)
        w.mark(Weather, w.table, name=weather)
        yield open_net(w)
        yield [is_rough(w, spot.index) for spot in board().hexes]
        yield [untenable(w, w.units, spot.index) for spot in board().hexes]
        yield [(is_closed(w, one.a, one.b), is_narrow(w, one.a, one.b)) for one in samples]
        yield [is_infantry_only(w, one.a, one.b, side) for one in samples for side in Side]


@pytest.fixture(scope="module")
def as_printed() -> list[object]:
    SHELF.lay(PRINTED, "")
    return [*answers()]


@of_each("figure", every_figure(tables(), CHARTS))
def test_a_figure_of_any_row_works_or_is_refused(figure: Figure, as_printed: list[object]) -> None:
    assert works_or_is_refused(SHELF, tables, figure, answers, as_printed)


@pytest.mark.parametrize(("ground", "code"), [("hills", "D"), ("mountain", "-")])
def test_what_defenders_may_have_instead_of_an_exchange_stands_in_the_row(ground: str, code: str) -> None:
    SHELF.lay({"tables": {"terrain": {ground: {"declines": {"X": code}}}}})
    foe: Any = Combatant("foe", "foe", 3, 3, nation="SOV")
    assert declined(AttackConditions(Side.AXIS, (foe,), ground), battle.X) == code
