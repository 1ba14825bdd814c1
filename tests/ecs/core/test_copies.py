"""A copy of a game and its original know nothing of each other, however each is played on."""

from __future__ import annotations

import esper
import pytest

from ecs import Game, Side, new_game
from ecs.core.components import Concealment, Ground, Installation, Place, UnitType
from ecs.core.ruleset import ASKED, UNASKED
from ecs.core.world import UnknownMarkError, World
from ecs.engine import figures_in_force
from ecs.engine.invariants import replaying, worlds_kept
from ecs.rulesets.darkest_crusade.data.components import Factory
from tests.kits.random_play import Picker

pytestmark = pytest.mark.usefixtures("worlds_given_back")

SCENARIOS = {
    "barbarossa-1941": {"secret_setup": "on"},
    "war-crimea-1942": {},
    "rb-barbarossa-5": {},
    "tdv-typhoon-1941": {},
}
"""A scenario of each game, and its options."""
STEPS = 160  # things done to one of the games
MOST = 6  # games at once


def begun(scenario: str, seed: int) -> Game:
    return new_game(scenario, seed=seed, options=SCENARIOS[scenario])


def position(game: Game) -> tuple[object, ...]:
    """What a game tells of itself: read from its marks, from its digest, and from what it remembers."""
    return game.digest(), game.snapshot(), game.legal(), [game.view(side) for side in Side], len(game.log)


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games_copied_at_random_points_play_on_as_if_each_were_alone(scenario: str, seed: int) -> None:
    picker, games = Picker(seed, careful=True), [begun(scenario, seed)]
    for _ in range(STEPS):
        number = picker.below(len(games))
        game, chance = games[number], picker.below(16)
        if chance == 0 and len(games) < MOST:
            games.append(game.fork())
            assert position(games[-1]) == position(game)
        elif chance < 3:
            others = [(other, other.digest(), other.snapshot()) for other in games if other is not game]
            game.undo()
            assert all((other.digest(), other.snapshot()) == (told, marks) for other, told, marks in others)
        elif chance == 3 and not game.over:
            before = position(game)
            with game.what_if():
                game.apply(picker.pick(game))
                games.append(game.fork())
            assert position(game) == before
            games.pop().close()
        elif not game.over:
            game.apply(picker.pick(game))
    assert len(games) > 2
    for game in games:
        replaying(game)
        with game._w.unremembered():
            afresh = position(game)
        assert position(game) == afresh
    for game in games:
        game.close()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_that_was_begun_before_is_not_set_up_again(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Game] = []
    set_up, calls = World.seal, list[World]()
    monkeypatch.setattr(World, "seal", lambda w: (calls.append(w), set_up(w)))
    monkeypatch.setattr(figures_in_force, "_laid", [])
    for seed in (1, 1, 2):
        made.append(begun(scenario, seed))
    first, again, other = made
    assert len(calls) == 1
    assert position(again) == position(first) and again.log == first.log and other.digest() != first.digest()
    picker = Picker(5, careful=True)
    for _ in range(20):
        again.apply(picker.pick(again))
    fresh = begun(scenario, 1)
    assert position(first) == position(fresh) and first.log == fresh.log
    replaying(again)
    option = new_game(scenario, seed=1, options={**SCENARIOS[scenario], UNASKED: ASKED})
    assert len(calls) == 2 and option.options != first.options
    for game in (*made, fresh, option):
        game.close()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_written_on_either_is_not_read_on_the_other(scenario: str) -> None:
    game = begun(scenario, 1)
    for one, other in ((game, game.fork()), (game.fork(), game)):
        w, before, told = one._w, other._w.snapshot(), other.digest()
        written = w.written
        for entity, kind, values in w.marked():
            for name, value in values.items():
                w.mark(kind, entity, **{name: ("changed", value)})
        assert other._w.snapshot() == before == other.fork()._w.snapshot() and other.digest() == told != one.digest()
        assert not set(one._w.snapshot()).intersection(before)
        w.roll_back(written)
        assert one._w.snapshot() == before and one.digest() == told


def handles(w: World) -> list[tuple[object, ...]]:
    """Every component that a rule can come by."""
    asked = [(unit.id, kind, unit[kind]) for unit in w.by_id.values() for kind in (UnitType, *w.kinds) if kind in unit]
    asked += [(entity, kind, part) for kind in w.kinds for entity, part in w.each_entity(kind)]
    return [*asked, ("", None, w.clock), ("", None, w.dice), ("", None, w.decisions), ("", None, w.weather)]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_copy_has_the_same_components_in_the_same_places_and_shares_only_what_is_printed(scenario: str) -> None:
    game = begun(scenario, 1)
    w, twin = game._w, game.fork()._w
    ours, theirs = handles(w), handles(twin)
    assert ours == theirs and len(ours) > len(w.units)
    assert all((a is b) == (kind is UnitType) for (_, kind, a), (_, _, b) in zip(ours, theirs, strict=True))
    for u, v in zip(w.by_id.values(), twin.by_id.values(), strict=True):
        assert u is not v and u.type is v.type and v.place is v[Place] and (Concealment in u) is (Concealment in v)
        assert (Installation in u) is (Installation in v)
    assert twin.ground is twin.by_hex(Ground) and twin.ground == w.ground and twin.ground[0] is not w.ground[0]
    with pytest.raises(UnknownMarkError, match=r"no Factory here, only: UnitType.* Place"):
        twin.units[0][Factory]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_copy_tells_esper_of_its_own_components_when_esper_is_asked(scenario: str) -> None:
    game = begun(scenario, 1)
    twin = game.fork()._w
    moved = twin.units[0]
    twin.mark(Place, moved, hex=7)
    twin.activate()
    found = dict(esper.get_components(UnitType, Place))
    assert found == {unit.entity: (unit.type, unit.place) for unit in twin.by_entity.values()}
    assert found[moved.entity][1] is moved.place
    for kind in twin.kinds:
        asked = sorted(esper.get_component(kind))
        assert [entity for entity, _ in asked] == sorted(entity for entity, of, _ in twin.marked() if of is kind)
        assert [part for _, part in twin.each_entity(kind)] == [p for e, p in asked if e not in twin.by_entity]
    assert game._w.units[0].hex != 7


def test_a_copy_answers_what_nobody_has_asked_its_original_and_outlives_it() -> None:
    game = begun("barbarossa-1941", 1)
    twin = game.fork()
    game.close()
    kinds = (Factory, Installation, Place)
    found = twin._w.each(*kinds)
    assert [unit.id for unit, *_ in found] == ["TF-Leningrad", "TF-Kharkov", "TF-Stalingrad"]
    assert all(
        part is unit[kind] for unit, *parts in found for kind, part in zip((Factory, Installation, Place), parts)
    )
    twin.apply(twin.legal()[0])
    replaying(twin)


def test_a_copy_makes_no_more_than_the_counters_and_the_clock_until_something_is_read() -> None:
    game = begun("tdv-typhoon-1941", 1)
    before = worlds_kept()
    w = game.fork()._w
    made = [part for part in w._marks._parts if part is not None]
    assert len(made) == len(w.units) + 4 < len(w._marks.whose) / 8
    assert worlds_kept() == before + 1
    w.close()
    assert worlds_kept() == before
