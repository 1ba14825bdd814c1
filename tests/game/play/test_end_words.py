"""The verdict in words: by what happened on the map, and never against the result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecs import Side
from ecs.core.view import Result
from game.play.atlas.end_words import headline, sentences
from game.play.atlas.record import Atlas, gather
from tests.kits.recruits_games import between


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    """Some turns between recruits."""
    return gather(between("barbarossa-1941", 4, 150), Side.AXIS)


def ended(atlas: Atlas, winner: Side | None, name: str = "", taker: Side = Side.AXIS) -> Atlas:
    """As if it were over, and a city had fallen in its last turn."""
    level = "draw" if winner is None else "win"
    view = replace(atlas.view, result=Result(winner, level, "It is over."))
    last = atlas.turns[-1]
    if name:
        index = view.board.named(name)[0]
        control = tuple(taker if n == index else holder for n, holder in enumerate(last.control))
        last = replace(last, control=control, taken={**last.taken, taker: (name,)})
    return replace(atlas, view=view, turns=[*atlas.turns[:-1], last])


def test_who_won_by_a_capital_reads_of_it_and_when(atlas: Atlas) -> None:
    month = atlas.turns[-1].name.split(" ")[0]
    assert headline(ended(atlas, Side.AXIS, "Moscow")) == f"Moscow in {month}"
    assert headline(ended(atlas, Side.AXIS, "Minsk")) == "The road to Moscow lies open", "that is no capital"
    assert headline(ended(atlas, Side.SOVIET, "Moscow")) != f"Moscow in {month}", "who took it has not won"


def test_who_came_near_a_capital_was_stopped_before_it(atlas: Atlas) -> None:
    told = {winner: headline(ended(atlas, winner, "Vyazma")) for winner in (Side.SOVIET, None)}
    assert told == {Side.SOVIET: "Stopped before Moscow", None: "Stopped before Moscow"}
    assert "Stopped" not in headline(ended(atlas, Side.AXIS, "Vyazma"))


def test_the_sentences_name_what_fell_last_unless_the_headline_does(atlas: Atlas) -> None:
    last = atlas.turns[-1].name
    assert f"Minsk fell in {last}." in sentences(ended(atlas, Side.AXIS, "Minsk"))
    assert not [line for line in sentences(ended(atlas, Side.AXIS, "Moscow")) if "fell in" in line]


def test_the_sentences_say_why_and_leave_what_it_cost_to_the_bill(atlas: Atlas) -> None:
    over = ended(atlas, Side.SOVIET)
    told = list(sentences(over))
    assert told[0] == "It is over." and "units" not in " ".join(told)
    result = Result(Side.SOVIET, "win", "Soviet victory: the front has held.")
    assert next(sentences(replace(over, view=replace(over.view, result=result)))) == "The front has held."


def test_how_far_the_axis_came_is_told_unless_it_won(atlas: Atlas) -> None:
    first = atlas.turns[-1]
    lost = replace(first, control=tuple(Side.SOVIET for _ in first.control), front=first.front)
    for winner in (None, *Side):
        over = ended(replace(atlas, turns=[first, lost]), winner)
        told = " ".join(sentences(over))
        assert (f"The Axis advance peaked in {first.name}." in told) is (winner is not Side.AXIS)
        assert over.farthest is (None if winner is Side.AXIS else first), "the map shows the first front instead"
