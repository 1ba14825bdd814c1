"""Does every figure a row of Russia Besieged's charts may carry change an answer, or is it refused?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from ecs import Side
from ecs.core.components import Place
from ecs.core.files.figures import PRINTED
from ecs.core.world import World
from ecs.rulesets.russia_besieged.campaign import partisans, setup
from ecs.rulesets.russia_besieged.combat import air_bases, retreat_and_advance
from ecs.rulesets.russia_besieged.combat.odds import blitz_refusal, modifiers, victory_refusal
from ecs.rulesets.russia_besieged.combat.strength import AttackConditions, Combatant, DefendedHex
from ecs.rulesets.russia_besieged.data.ground_tables import SideLine, Terrain
from ecs.rulesets.russia_besieged.data.tables import GROUND, HEXSIDES, SHELF, tables
from ecs.rulesets.russia_besieged.ground import air_drops, movement, occupancy, railways, terrain
from ecs.rulesets.russia_besieged.table.view import rule_figures
from tests.ecs.rules_rb.stage import board, position
from tests.kits.row_figures import Figure, every_figure, works_or_is_refused
from tests.kits.rows import of_each

CHARTS = {"terrain": (Terrain, GROUND), "side": (SideLine, HEXSIDES)}
SOME = ["Clear"], ["Mud"]
WORDS = {
    "foot": ("stop", "free"), "mot": ("stop", "free"), "weather": SOME, "banned": (["I"],), "modifier": ("fortress",),
    "stop_foot": SOME, "stop_mot": SOME, "frozen": (*SOME, True),
}  # fmt: skip
UNITS = {"i": "ger_inf_54", "p": "ger_pz_87", "m": "ger_mtn_64", "a": "airborne_13", "b": "partisan"}


@pytest.fixture(autouse=True)
def printed_figures() -> Iterator[None]:
    yield
    SHELF.lay(PRINTED, "")
    board().answers.clear()


def fights() -> Iterator[object]:
    """What becomes of attacks on all ground and over all hexsides."""
    foe = (Combatant("f", "f", "I", 1, nation="SOV"),)
    for kind in "AM":
        for where in GROUND:
            here = AttackConditions(Side.AXIS, (DefendedHex(where, foe),))
            team = (Combatant("a", "a", kind, 10), Combatant("b", "b", "A", 10))
            yield modifiers(here, team), blitz_refusal(here, team), victory_refusal(here, team)
        for side in HEXSIDES:
            for weather in ("Clear", "Snow"):
                here = AttackConditions(Side.AXIS, (DefendedHex("clear", foe),), turn=20, weather=weather)
                team = (Combatant("a", "a", kind, 20, across=frozenset({(0, side)})),)
                yield modifiers(here, team), victory_refusal(here, team)


@cache
def samples() -> tuple[tuple[int, int], ...]:
    """Steps into two hexes of each kind of ground, and over two hexsides of each kind."""
    w, kinds = position({}), dict[str, list[tuple[int, int]]]()
    for h in board().hexes:
        for j in terrain.open_net(w)[h.index][:1]:
            kinds.setdefault(terrain.ground_word(w, h.index), []).append((j, h.index))
    for side in board().hexsides:
        for name in side.kinds & set(HEXSIDES):
            kinds.setdefault(name, []).append((side.a, side.b))
    return tuple(step for found in kinds.values() for step in found[:2])


def marches(w: World, weather: str) -> Iterator[object]:
    """How units of every gait step, and how far one goes out of all ground."""
    for name in UNITS:
        gait = movement.gait(w.by_id[name])
        yield [movement.entry(w, a, b, gait, weather) for a, b in samples()]
    for _, index in samples():
        w.mark(Place, w.by_id["i"], hex=index)
        yield {j: step.cost for j, step in movement.reach(w, w.by_id["i"]).items()}


def places(w: World) -> Iterator[object]:
    """What else the rules say of each hex."""
    for a, index in samples():
        yield retreat_and_advance._may_enter(w, w.by_id["i"], a, index), setup._is_fit(w, w.by_id["i"], index)
        w.mark(Place, w.by_id["a"], hex=a)
        yield air_drops.no_landing(w, w.by_id["a"], index)
        w.mark(Place, w.by_id["b"], hex=index)
        yield partisans.hunt_modifier(w, w.by_id["b"])
    yield air_bases._firm_ground(w), terrain.barring_axis_supply(w), railways.rough(w)
    yield terrain.open_net(w), occupancy.zone_net(w)


def answers() -> Iterator[object]:
    """What the rules say to a list of questions, by the figures in force."""
    board().answers.clear()
    yield from fights()
    yield rule_figures(10)
    for weather in ("Clear", "Mud", "Snow"):
        w = position({name: (kind, "[dead]") for name, kind in UNITS.items()}, turn=10, weather=weather)
        yield from marches(w, weather)
    yield from places(w)


@pytest.fixture(scope="module")
def as_printed() -> list[object]:
    SHELF.lay(PRINTED, "")
    return [*answers()]


FIGURES = [figure for figure in every_figure(tables(), CHARTS, WORDS) if figure[1:3] != ("major_city", "steep")]
"""All but one: every Major City of the map has a railway, and supply climbs nothing there."""


@of_each("figure", FIGURES)
def test_a_figure_of_any_row_works_or_is_refused(figure: Figure, as_printed: list[object]) -> None:
    assert works_or_is_refused(SHELF, tables, figure, answers, as_printed)
