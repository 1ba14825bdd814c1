"""Who handles which command: declared by the chapters, gathered once a game."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from ecs import RULESETS, Side, list_scenarios, load_scenario, start
from ecs.core.commands import Done, Move
from ecs.core.components import Weather
from ecs.core.ruleset import Handler, OrderClashError, Ruleset, gathered
from tests.ecs.worlds import world_of


def nothing(w: Any, command: Any) -> None:
    """An order that changes nothing."""


def chapter(name: str, *orders: Handler[Any]) -> Any:
    """A module that declares these orders."""
    made: Any = ModuleType(name)
    made.ORDERS = orders
    return made


def test_every_chapter_brings_its_own_orders() -> None:
    found = gathered(chapter("moving", Handler(Move, nothing)), chapter("fighting", Handler(Done, nothing)))
    assert list(found) == [Move, Done]


def test_two_chapters_for_one_command_are_refused_with_both_their_names() -> None:
    with pytest.raises(OrderClashError, match="Move is declared by moving and marching"):
        gathered(chapter("moving", Handler(Move, nothing)), chapter("marching", Handler(Move, nothing)))


def test_a_chapter_that_declares_a_command_twice_is_refused() -> None:
    with pytest.raises(OrderClashError, match="Done is declared by moving and moving"):
        gathered(chapter("moving", Handler(Done, nothing), Handler(Done, nothing)))


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_every_order_is_declared_where_it_is_handled_or_where_the_chapter_is_chosen(game: Ruleset) -> None:
    package = f"ecs.rulesets.{game.id.replace('-', '_')}"
    for order in game.orders.values():
        home = getattr(order.handle, "func", order.handle).__module__  # of a system that is given a rule number
        assert home.startswith((package, "ecs.systems.")), order.command


def test_the_rulebook_has_fewer_than_twenty_fields() -> None:
    assert len(Ruleset.__dataclass_fields__) < 20


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_a_view_tells_each_weather_by_what_it_does_and_each_month_as_the_calendar_has_it(game: Ruleset) -> None:
    scenario = next(found for path in list_scenarios() if (found := load_scenario(path)).ruleset == game.id)
    table = start(scenario)
    w, told = world_of(table), {}
    for name in game.terms.weathers:
        w.mark(Weather, w.table, name=name)
        told[name] = table.look(Side.AXIS).known.sky
    known = table.look(Side.SOVIET).known
    table.close()
    assert None not in told.values() and len({*told.values()}) == len(told) > 2
    assert known.skies == tuple(map(told.get, known.calendar))
