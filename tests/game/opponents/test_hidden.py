"""Under the secret set-up the Axis player learns nothing he may not know: random games, looked at move by move."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ecs import Command, Game, Side, View, new_game, parse, told
from ecs.core.components import Concealment, CounterInHand, Place
from ecs.core.world import Unit
from ecs.rulesets.darkest_crusade.data.components import UNIT_CONDITION, UNIT_MARKS
from tests.ecs.staging import stage
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
STEPS = 260


def secret(seed: int) -> Game:
    """A game with the secret set-up, somewhat shuffled by the Soviet player."""
    return new_game("barbarossa-1941", options={"secret_setup": "on"}, seed=seed)


def choose(game: Game, rng: random.Random) -> Command:
    """A move at random; phases end often enough for the game to get on."""
    legal = game.legal()
    ends = [c for c in legal if c.verb in ("end", "done", "fire")]
    return rng.choice(ends) if ends and rng.random() < 0.15 else rng.choice(legal)


def played(seed: int) -> Iterator[Game]:
    """The game after each of many random moves."""
    game, rng = secret(seed), random.Random(seed)
    yield game
    for _ in range(STEPS):
        if game.over:
            return
        game.apply(choose(game, rng))
        yield game


def hidden(game: Game) -> list[Unit]:
    """Counters that lie face down on the map, dummies among them."""
    return [u for u in world_of(game).units if u[Concealment].hidden and u.hex >= 0]


def names(game: Game, text: str, unit: Unit) -> bool:
    """Does a text name the unit, by its id or by a name that no open counter bears as well?"""
    words = {unit.id, unit.type.name} - {u.type.name for u in world_of(game).units if u is not unit}
    return any(re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w.(-])", text) for word in words)


def writing(view: View) -> str:
    """Everything in a view that can be read, apart from the counters in the boxes."""
    counters = [(u.id, u.name) for u in view.units if u.hex >= 0]
    prompt = view.decision.prompt if view.decision else ""
    parts: list[Any] = [counters, view.battles, view.facts, prompt, view.score_text, view.phase.text]
    return "\n".join([*map(repr, parts), *(c.text() for c in view.legal)])


@pytest.mark.parametrize("seed", [1, 2])
def test_the_axis_view_and_log_name_no_hidden_unit_and_no_dummy(seed: int) -> None:
    before: set[str] = set()
    for game in played(seed):
        text = writing(game.view(AXIS))
        revealed = {getattr(e, "unit", "") for e in game.log[-1].events if getattr(e, "state", "") == "revealed"}
        now = {u.id for u in hidden(game)}
        lines = "\n".join(told(event, AXIS) for event in game.log[-1].events)
        assert "Dummy" not in text and "Dummy" not in lines
        for unit in world_of(game).units:
            if unit.id in now:
                assert not names(game, text, unit), (unit.id, text)
                assert game.view(AXIS).unit(unit.id) is None
            if unit.id in now | (before - revealed):
                assert not names(game, lines, unit), (unit.id, lines)
        before = now


def test_the_log_as_the_axis_reads_it_is_what_each_event_tells() -> None:
    *_, game = played(4)
    lines = [text for _, text in game.reading(AXIS)]
    assert lines == [text for r in game.log for e in r.events if (text := told(e, AXIS))]
    assert not any("Dummy" in line for line in lines)


def swap(game: Game, one: Unit, other: Unit) -> None:
    """Let two counters change places, with all that is marked on them."""
    w = world_of(game)
    for kind in (Place, *UNIT_CONDITION, *UNIT_MARKS):
        mine, theirs = one[kind], other[kind]
        fields = mine.__dataclass_fields__
        old = {name: getattr(mine, name) for name in fields}
        w.mark(kind, one, **{name: getattr(theirs, name) for name in fields})
        w.mark(kind, other, **old)
    in_hand = {one.entity: other.entity, other.entity: one.entity}
    lifted = w[CounterInHand].lifted
    w.mark(CounterInHand, w.table, lifted=in_hand.get(lifted, lifted))


def outlook(game: Game) -> tuple[object, ...]:
    """All the Axis player can ask: his view, the overlays, and a forecast of every attack he might declare."""
    view = game.view(AXIS)
    attacks = sorted({(c.text().split()[1], c.text().split()[2]) for c in view.legal if c.verb == "attack"})[:3]
    forecasts = [game.forecast(AXIS, game.board.by_label[spot], [unit]) for unit, spot in attacks]
    return view, game.supply(AXIS), game.supply(SOVIET), game.zones(AXIS), game.zones(SOVIET), forecasts


@pytest.mark.parametrize("seed", [6, 7])
def test_the_axis_sees_the_same_whichever_hidden_unit_stands_where(seed: int) -> None:
    rng = random.Random(seed)
    for game in played(seed):
        faces_down = hidden(game)
        if len(faces_down) < 2:
            continue
        one, other = rng.sample(faces_down, 2)
        seen = outlook(game)
        swap(game, one, other)
        assert outlook(game) == seen, (one.id, other.id, game.log[-1].command)
        swap(game, one, other)


def test_the_axis_sees_the_same_whoever_left_the_map_and_whoever_is_hidden() -> None:
    rng, swapped = random.Random(9), 0
    for game in played(9):
        closed = game.concealed(AXIS).boxes
        units = world_of(game).units
        gone = [u for u in units if u.place.box in closed and u.type.side is SOVIET and "dummy" not in u.type]
        faces_down = [u for u in hidden(game) if "dummy" not in u.type]
        if not gone or not faces_down:
            continue
        one, other = rng.choice(faces_down), rng.choice(gone)
        seen = outlook(game)
        swap(game, one, other)
        assert outlook(game) == seen, (one.id, other.id, game.log[-1].command)
        swap(game, one, other)
        swapped += 1
    assert swapped > 20


def test_the_axis_sees_the_same_whichever_unit_of_a_mixed_stack_is_hidden_beside_a_known_one() -> None:
    game = stage("A2a-attack", {"J8": ["4.A"], "J9": ["3.A", "16.A"], "K10": ["28.A"]}, options={"secret_setup": "on"})
    for name in ("3.A", "28.A"):
        world_of(game).mark(Concealment, world_of(game).by_id[name], hidden=True)
    seen = outlook(game)
    swap(game, world_of(game).by_id["3.A"], world_of(game).by_id["28.A"])
    assert outlook(game) == seen


def test_a_hidden_unit_has_no_factors_and_no_badges_but_its_being_hidden() -> None:
    view = secret(1).view(AXIS)
    unknown = [u for u in view.units if u.name == "?"]
    assert unknown
    for unit in unknown:
        assert (unit.attack, unit.defence, unit.hits, unit.factors) == (0, 0, 0, "?")
        assert unit.badges == ("hidden",) and unit.traits == frozenset() and unit.target == -1


def test_the_axis_cannot_ask_the_forecast_about_soviet_attackers() -> None:
    game = secret(1)
    found = game.forecast(AXIS, game.board.by_label["E3"], ["11.A(R)"])
    assert found.attackers == () and found.refusal == "Choose at least one attacker."


@pytest.mark.parametrize("line", ["lift 28.A", "move 28.A F10", "attack 28.A F10 1", "sail 28.A D5", "disband 28.A"])
def test_a_refusal_does_not_tell_where_a_hidden_unit_stands(line: str) -> None:
    for phase in ("A1", "A2a-move", "A2a-attack"):
        answers = []
        for spot in ("F11", "D5", "K10"):
            game = stage(phase, {spot: ["28.A"], "F3": ["4.A"]}, options={"secret_setup": "on"})
            world_of(game).mark(Concealment, world_of(game).by_id["28.A"], hidden=True)
            answers.append(game.why_not(parse(line), AXIS))
        assert answers[0] == answers[1] == answers[2]


def test_in_the_soviet_turn_the_axis_is_told_nothing_of_what_the_soviets_may_do() -> None:
    refusal = secret(1).why_not(parse("lift 28.A"), AXIS)
    assert refusal is not None and refusal.reason == "not-your-turn"
