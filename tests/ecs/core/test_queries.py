"""What the world answers about its entities: as esper has them, in entity order, asked once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import esper
import pytest

from ecs import Game, list_scenarios, new_game
from ecs.core.components import Disruption, Engagement, Ground, Installation, Marched, Place, UnitType
from ecs.core.ruleset import Scenario
from ecs.core.world import ClosedWorldError, UnknownMarkError, World
from ecs.rulesets.dark_valley.data.components import Fort
from ecs.rulesets.darkest_crusade.data.components import Factory, Garrison

ASKED: tuple[tuple[type, ...], ...] = (
    (Marched,),
    (Marched, Engagement),
    (UnitType, Place, Marched),
    (Place, Marched, Engagement, Disruption),
    (Factory,),
    (Factory, Installation),
    (Ground,),
    (Ground, Garrison),
)


def by_esper(w: World, *kinds: type) -> list[tuple[Any, ...]]:
    w.activate()
    return sorted(((entity, *parts) for entity, parts in esper.get_components(*kinds)), key=lambda row: row[0])


@pytest.mark.parametrize("kinds", ASKED, ids=lambda kinds: "-".join(kind.__name__ for kind in kinds))
def test_counters_are_those_of_esper_in_entity_order_with_live_components(kinds: tuple[type, ...]) -> None:
    w = new_game("barbarossa-1941", seed=1)._w
    found, wanted = w.each(*kinds), [row for row in by_esper(w, *kinds) if row[0] in w.by_entity]  # type: ignore[call-overload]
    assert [(unit.entity, *parts) for unit, *parts in found] == wanted
    assert all(part is unit[kind] for unit, *parts in found for kind, part in zip(kinds, parts, strict=True))
    assert w.each(*kinds) is found  # type: ignore[call-overload]


def test_counters_are_in_the_order_of_the_units() -> None:
    for path in list_scenarios():
        w = new_game(path.stem, seed=1)._w
        every = sorted((*w.units, *w.installations), key=lambda unit: unit.entity)
        assert [unit for unit, _ in w.each(Place)] == every
        assert [unit for unit, _, _ in w.each(Marched, Engagement)] == [u for u in every if Marched in u]


def test_hexes_are_told_by_index_and_are_no_counters() -> None:
    w = new_game("barbarossa-1941", seed=1)._w
    assert w.each(Ground) == []
    assert w.each_entity(Ground) == by_esper(w, Ground)
    assert [entity for entity, _ in w.each_entity(Garrison)] == w.hexes
    assert w.by_hex(Garrison) == [part for _, part in by_esper(w, Garrison)]
    index = w.board.by_label["K8"]
    w.mark(Garrison, w.hexes[index], garrisoned=not w.by_hex(Garrison)[index].garrisoned)
    assert w.by_hex(Garrison)[index] is w.each_entity(Garrison)[index][1]


def test_a_kind_that_only_some_hexes_could_have_is_no_list_by_hex() -> None:
    w = new_game("tdv-barbarossa-1941", seed=1)._w
    assert 0 < len(w.each_entity(Fort)) < len(w.hexes) and w.each(Fort) == []
    with pytest.raises(AssertionError, match="not every hex has a Fort"):
        w.by_hex(Fort)


@dataclass(slots=True, kw_only=True)
class Morale:
    """A mark of a later game."""

    level: int = 3


def test_an_unknown_kind_is_refused_and_a_later_world_that_knows_it_lets_no_other_see_it() -> None:
    known = new_game("barbarossa-1941", seed=1)

    def set_up(w: World, scenario: Scenario) -> None:
        w.create(Morale())
        known.ruleset.set_up(w, scenario)

    rules = replace(known.ruleset, components=(*known.ruleset.components, Morale), set_up=set_up)
    later = Game(rules, known.scenario, known.board, {}, 1)._w
    assert [part.level for _, part in later.each_entity(Morale)] == [3] and later.each(Morale) == []
    for ask in (known._w.each, known._w.each_entity, known._w.by_hex):
        with pytest.raises(UnknownMarkError, match="this game has registered no Morale"):
            ask(Morale)
    with pytest.raises(UnknownMarkError, match="registered no Morale"):
        known._w.each(Marched, Morale)
    with pytest.raises(UnknownMarkError, match="registered no int"):
        known._w.each(int)


def test_a_game_whose_world_was_given_back_says_so_instead_of_answering_with_nothing() -> None:
    game = new_game("barbarossa-1941", seed=1)
    w = game._w
    asked = w.each(Marched)
    game.close()
    assert w.each(Marched) is asked
    with pytest.raises(ClosedWorldError, match="was closed"):
        w.each(Marched, Disruption)
    with pytest.raises(ClosedWorldError, match="was closed"):
        w.each_entity(Factory)
