"""A march by way of hexes that are fixed: the same rules, another path, one order; in every game."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ecs import Game, IllegalCommand, find_scenario, parse, start
from ecs.core.commands import CommandError, EndPhase, Move, MoveBy
from ecs.core.events import Moved

GAMES = ("barbarossa-1941", "tdv-typhoon-1941", "rb-barbarossa-5", "war-barbarossa-1941")
Bent = tuple[str, int, int]  # unit, hex that is passed, hex in which the way ends


def marching(scenario: str) -> Game:
    """The first phase in which units march."""
    game = start(find_scenario(scenario), {}, 3)
    for _ in range(300):
        legal = game.legal()
        if any(isinstance(c, Move) for c in legal):
            return game
        game.apply(EndPhase() if EndPhase() in legal else legal[0])
    raise AssertionError("nobody marches")


def bent(game: Game, most: int = 12) -> list[Bent]:
    """Ways that are longer by way of a hex than without it."""
    found: list[Bent] = []
    ends = {(c.unit, game.board.by_label[c.hex]) for c in game.legal() if isinstance(c, Move)}
    for unit in sorted({name for name, _ in ends}):
        straight = game.reach(unit)
        for via in sorted(straight):
            by = game.reach(unit, (via,))
            longer = [
                i for i in by if (unit, i) in ends and via not in straight[i].path and by[i].cost > straight[i].cost
            ]
            if longer:
                found.append((unit, via, longer[0]))
                break
        if len(found) == most:
            break
    return found


@pytest.mark.parametrize("scenario", GAMES)
def test_a_bent_way_is_a_way_of_the_game_that_costs_no_less_and_leads_no_farther(scenario: str) -> None:
    game = marching(scenario)
    for unit, via, _ in bent(game):
        straight, by = game.reach(unit), game.reach(unit, (via,))
        assert by.keys() <= straight.keys() and by[via].path == straight[via].path
        for index, step in by.items():
            assert step.path[0] == straight[index].path[0] and step.path[-1] == index and via in step.path
            assert all(there in game.board.neighbours[here] for here, there in pairwise(step.path))
            assert step.cost >= straight[index].cost and step.path[0] not in step.path[1:]
        on_the_way = [i for i, step in straight.items() if via in step.path]
        assert all(by[i].cost == straight[i].cost for i in on_the_way)


@pytest.mark.parametrize("scenario", GAMES)
def test_it_is_one_order_that_goes_through_the_hex_and_is_taken_back_as_one(scenario: str) -> None:
    game = marching(scenario)
    ways, labels = bent(game), [spot.label for spot in game.board.hexes]
    assert len(ways) > 2
    for unit, via, end in ways:
        order = MoveBy(unit, labels[via], labels[end])
        assert parse(order.text()) == order and order not in game.legal() and game.is_legal(order)
        before, path = game.digest(), game.reach(unit, (via,))[end].path
        events = game.apply(parse(order.text()))
        gone = [event for event in events if isinstance(event, Moved) and event.unit == unit]
        assert gone[0].path == tuple(labels[i] for i in path)
        assert game.undo() == order and game.digest() == before
        assert game.redo() == order
        assert game.why_not(order) is not None, "it has moved"
        assert game.undo() == order


@pytest.mark.parametrize("scenario", GAMES)
def test_a_way_that_costs_too_much_is_refused_with_its_rule(scenario: str) -> None:
    game = marching(scenario)
    labels = [spot.label for spot in game.board.hexes]
    unit, via, _ = bent(game)[0]
    straight, by = game.reach(unit), game.reach(unit, (via,))
    home = straight[via].path[0]
    ends = {c.hex for c in game.legal() if isinstance(c, Move) and c.unit == unit}
    far = next(i for i in straight if i not in by and labels[i] in ends)
    reasons = {
        MoveBy(unit, labels[via], labels[far]): "way-too-far",
        MoveBy(unit, labels[home], labels[via]): "back-again",
        MoveBy(unit, f"{labels[via]},{labels[far]}", labels[via]): "waypoint-too-far",
    }
    for order, reason in reasons.items():
        refusal = game.why_not(order)
        assert refusal is not None and refusal.rule and unit[0] in refusal.text, order
        assert refusal.reason == reason, order
        with pytest.raises(IllegalCommand):
            game.apply(order)
    for strange in (
        f"march {unit} XX99 {labels[via]}",
        f"march nobody {labels[via]} {labels[via]}",
        f"march {unit} , E4",
    ):
        assert game.why_not(parse(strange)) is not None
    with pytest.raises(CommandError):
        parse(f"march {unit} {','.join([labels[via]] * 40)} {labels[via]}")


def test_nobody_marches_out_of_turn_or_while_something_is_asked() -> None:
    game = start(find_scenario("barbarossa-1941"), {}, 1)
    assert game.why_not(MoveBy("4.PzGr", "E4", "E5")) is not None
    assert game.why_not(MoveBy("4.A", "E4", "E5")) is not None
    assert MoveBy.along("1", ["1234"] * 13, "1235") is None and MoveBy.along("1", ["E4", "E5"], "E6") is not None
