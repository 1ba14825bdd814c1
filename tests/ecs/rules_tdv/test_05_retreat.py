"""5.9, 5.10: retreats hex by hex, and advances after combat."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Engagement, Ground, Marched
from ecs.rulesets.dark_valley.combat import retreat_and_advance
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.ground.supply import far_from_source
from tests.ecs.rules_tdv.fights import OPEN, SOVIET, do, fight, question, settle, steps, texts, where
from tests.ecs.rules_tdv.ground import beside, plain
from tests.ecs.rules_tdv.stage import load_dice, position, why

CORPS3 = {"a": "inf_corps", "b": "inf_corps", "c": "inf_corps"}
ALL_ROUND = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]


def beaten(monkeypatch: Any, defenders: dict[str, str] | None = None, **more: Any) -> Game:
    """Two corps attack from the north: 10:4, DR."""
    return fight(monkeypatch, {"a": "inf_corps", "b": "inf_corps"}, defenders or {"d": "army42"}, 5, **more)


# -- retreat ------------------------------------------------------------------------------------------


def test_the_first_hex_is_anywhere_the_second_farther_from_the_attackers(monkeypatch: Any) -> None:
    game = beaten(monkeypatch)
    assert set(texts(game)) == {f"retreat d {OPEN(*at)}" for at in [(0, 1), (1, 0)]}
    do(game, f"retreat d {OPEN(0, 1)}")
    assert set(texts(game)) == {f"retreat d {OPEN(*at)}" for at in [(0, 2), (1, 1), (-1, 2)]}


def test_of_hexes_just_as_good_none_leads_away_from_supply(monkeypatch: Any) -> None:
    game = beaten(monkeypatch)
    far = far_from_source(game._w, Side.SOVIET)
    assert [far[OPEN.at(*at)] - far[OPEN.index] for at in [(1, 0), (0, 1), (-1, 1)]] == [-1, 0, 1]
    assert why(game, f"retreat d {OPEN(-1, 1)}") == "retreat-preferred"


@pytest.mark.parametrize("at", ALL_ROUND)
@pytest.mark.parametrize("more", [None, (1, 0), (-1, 1), (0, 1)])
def test_5_9_a_retreat_of_two_hexes_ends_two_hexes_away(at: tuple[int, int], more: tuple[int, int] | None) -> None:
    units = {"d": ("rifle_div", OPEN())}
    w, bases = position(units)._w, [OPEN.at(*at), *([OPEN.at(*more)] if more else [])]
    beaten = [w.by_id["d"]]
    for first_hex in retreat_and_advance.exits(w, beaten, (OPEN.index,), bases):
        onward = retreat_and_advance.exits(w, beaten, (OPEN.index, first_hex), bases)
        assert onward and {w.board.distance(OPEN.index, second) for second in onward} == {2}


def test_5_9_a_stack_does_not_circle_back_beside_its_hex() -> None:
    """18.A went E2436, E2435, E2335: farther from its attackers with each pace, and next to where it began."""
    w = position({"d": ("army41", "E2436"), "a": ("inf_corps", "E2536")})._w
    label, units = w.board.by_label, [w.by_id["d"]]
    for base in w.board.neighbours[label["E2436"]]:
        onward = retreat_and_advance.exits(w, units, (label["E2436"], label["E2435"]), [base])
        assert label["E2335"] not in onward


def test_enemy_zones_count_for_more_than_the_way_to_supply(monkeypatch: Any) -> None:
    game = beaten(monkeypatch, others={"z": ("inf_corps", OPEN(1, 1))})
    assert where(game, "d") == OPEN(-1, 1)


def test_axis_depots_are_sources_to_fall_back_on_while_a_railway_feeds_them() -> None:
    units = {"D-Center": ("depot", "W2925")}
    w = position(units)._w
    assert far_from_source(w, Side.AXIS)[w.board.by_label["W2925"]] == 0
    cut = position(units, control={"soviet": ["W2925"]})._w
    cut.mark(Ground, cut.hexes[cut.board.by_label["W2925"]], control=Side.SOVIET)
    assert far_from_source(cut, Side.AXIS)[cut.board.by_label["W2925"]] > 0


def test_refusals_of_a_retreat(monkeypatch: Any) -> None:
    quiet = position({"d": ("army42", OPEN())})
    assert why(quiet, f"retreat d {OPEN(0, 1)}") == "no-retreat-now"
    game = beaten(monkeypatch, others={"x": ("inf_div", OPEN(-1, 1))})
    assert why(game, f"retreat d {OPEN(0, 2)}") == "retreat-one-hex"
    assert why(game, f"retreat d {OPEN(-1, 1)}") == "retreat-closed"


def test_nobody_stands_fast_in_the_open(monkeypatch: Any) -> None:
    assert why(beaten(monkeypatch), "stand") == "no-garrison"


def test_hexes_in_enemy_zones_come_last(monkeypatch: Any) -> None:
    game = beaten(monkeypatch, others={"z": ("inf_corps", OPEN(1, 1))})
    assert where(game, "d") == OPEN(-1, 1), "the only hex beyond their zone is taken without a question"
    settle(game)
    assert steps(game, "d") == [2]


def test_an_enemy_zone_costs_the_stack_a_step_each_hex(monkeypatch: Any) -> None:
    walls = {f"w{n}": ("inf_corps", OPEN(*at)) for n, at in enumerate([(2, 0), (-2, 2), (0, 3)])}
    game = beaten(monkeypatch, {"d": "army42"}, others=walls)
    settle(game)
    assert OPEN.index != game._w.by_id["d"].hex
    assert steps(game, "d") == [1]


def test_friends_in_the_hex_keep_the_zone_off(monkeypatch: Any) -> None:
    others = {f"w{n}": ("inf_corps", OPEN(*at)) for n, at in enumerate([(2, 0), (-2, 2), (0, 3)])}
    others["f"] = ("rifle_div", OPEN(0, 2))
    game = beaten(monkeypatch, others=others)
    settle(game)
    assert steps(game, "d", "f") == [2, 1]


def test_vector_8_no_second_hex_is_elimination(monkeypatch: Any) -> None:
    beyond = [(2, -1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1)]
    ring = {f"z{n}": ("inf_div", OPEN(*at)) for n, at in enumerate([*beyond, (1, -1), (-1, 0)])}
    game = beaten(monkeypatch, others=ring)
    assert where(game, "d") == "dead"
    assert question(game) == "advance"


def test_surrounded_defenders_are_eliminated(monkeypatch: Any) -> None:
    ring = {f"z{n}": ("inf_div", OPEN(*at)) for n, at in enumerate(ALL_ROUND[1:])}
    game = beaten(monkeypatch, others=ring)
    assert where(game, "d") == "dead"


def test_the_whole_stack_goes_with_one_command(monkeypatch: Any) -> None:
    game = fight(monkeypatch, CORPS3, {"d": "army41", "e": "rifle_div", "f": "rifle_div"}, 4)  # 15:5 = 3-1 DR
    assert why(game, f"retreat e {OPEN(0, 1)}") == "whole-stack"
    do(game, f"retreat d {OPEN(0, 1)}", f"retreat d {OPEN(0, 2)}")
    assert [where(game, u) for u in "def"] == [OPEN(0, 2)] * 3
    assert [game._w.by_id[n][Marched].moved for n in "def"] == [0] * 3


def test_artillery_goes_with_the_stack_and_a_headquarters_stays(monkeypatch: Any) -> None:
    game = beaten(monkeypatch, {"d": "army42", "g": "art_corps", "Zhukov": "zhukov"})
    do(game, f"retreat d {OPEN(0, 1)}", f"retreat d {OPEN(0, 2)}")
    assert (where(game, "g"), where(game, "Zhukov")) == (OPEN(0, 2), OPEN())
    do(game, f"advance a {OPEN()}")
    assert where(game, "Zhukov") != OPEN()


def test_room_before_none_at_the_end(monkeypatch: Any) -> None:
    full = {f"f{n}": ("rifle_div", OPEN(0, 2)) for n in range(3)}
    game = beaten(monkeypatch, others=full)
    do(game, f"retreat d {OPEN(0, 1)}")
    assert f"retreat d {OPEN(0, 2)}" not in texts(game)
    assert why(game, f"retreat d {OPEN(0, 2)}") == "retreat-preferred"


def test_out_of_a_full_hex_a_third_one_or_death(monkeypatch: Any) -> None:
    places = [(0, 2), (1, 1), (-1, 2), (2, 0), (2, -1), (-2, 2), (-2, 1)]
    full = {f"f{n}{k}": ("rifle_div", OPEN(*at)) for n, at in enumerate(places) for k in range(3)}
    game = beaten(monkeypatch, others=full)
    do(game, f"retreat d {OPEN(0, 1)}", f"retreat d {OPEN(0, 2)}")
    assert question(game) == "retreat"
    settle(game)
    assert game.board.distance(game._w.by_id["d"].hex, OPEN.index) == 3


def test_units_that_fell_back_onto_a_stack_add_nothing_to_it(monkeypatch: Any) -> None:
    others = {"f": ("army42", OPEN(0, 2)), "x": ("inf_corps", OPEN(1, 2)), "y": ("inf_corps", OPEN(1, 2))}
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_corps"}, {"d": "army42"}, 5, 2, others=others)
    do(game, f"retreat d {OPEN(0, 1)}", f"retreat d {OPEN(0, 2)}", "done")
    assert game._w.by_id["d"][Engagement].routed
    odds = game.forecast(Side.AXIS, OPEN.at(0, 2), ("x", "y"))
    assert (odds.defence_total, odds.odds) == (4, "2-1")
    do(game, f"attack x {OPEN(0, 2)} 1", f"attack y {OPEN(0, 2)} 1", f"resolve {OPEN(0, 2)} 1")
    settle(game)
    do(game, "end")
    assert not game._w.by_id["d"][Engagement].routed or game._w.phase != "fight-axis"


def test_the_axis_never_falls_back_across_the_volga() -> None:
    here, there = beside("volga")
    game = position({"d": ("inf_corps", here)}, phase="fight-soviet", chit="SU_CB")
    w = game._w
    a, b = w.board.by_label[here], w.board.by_label[there]
    assert b not in retreat_and_advance.ways_on(w, Side.AXIS, a, frozenset())
    game = position({"d": ("army42", here)})
    assert b in retreat_and_advance.ways_on(game._w, Side.SOVIET, a, frozenset())


# -- advance ----------------------------------------------------------------------------------------------


def won(monkeypatch: Any, *dice: int, team: dict[str, str] | None = None, **more: Any) -> Game:
    """Panzers and a corps destroy a division: 6-1, DE on a 5 or 6."""
    return fight(monkeypatch, team or {"p": "panzer41", "c": "inf_corps"}, {"d": "rifle_div"}, *(dice or (5,)), **more)


def test_only_into_the_emptied_hex_for_units_on_foot(monkeypatch: Any) -> None:
    game = won(monkeypatch)
    assert [t for t in texts(game) if t.startswith("advance c")] == [f"advance c {OPEN()}"]


def test_mechanised_units_may_go_one_hex_further(monkeypatch: Any) -> None:
    game = won(monkeypatch)
    there = {t.split()[2] for t in texts(game) if t.startswith("advance p")}
    assert there == {OPEN(), *(OPEN(*at) for at in ALL_ROUND[1:])}
    do(game, f"advance p {OPEN(0, 1)}")
    assert where(game, "p") == OPEN(0, 1)
    assert {game._w.ground[OPEN.at(*at)].control for at in [(0, 0), (0, 1)]} == {Side.AXIS}
    do(game, "done")
    assert not question(game)


def test_one_hex_after_an_exchange(monkeypatch: Any) -> None:
    game = won(monkeypatch, 3, team={"p": "panzer41", "c": "inf_corps"})  # +1: 4 on 6-1 is EX
    settle_losses(game)
    assert [t for t in texts(game) if t.startswith("advance p")] == [f"advance p {OPEN()}"]


def settle_losses(game: Game) -> None:
    while question(game) == "losses":
        do(game, texts(game)[0])


def test_one_hex_out_of_supply(monkeypatch: Any) -> None:
    game = won(monkeypatch, 6, team={"p": "panzer41", "c": "inf_corps", "e": "inf_corps"}, supply={"p": 1})
    assert [t for t in texts(game) if t.startswith("advance p")] == [f"advance p {OPEN()}"]


def test_no_more_than_may_stack(monkeypatch: Any) -> None:
    bases = {"p": (1, -1)}
    team = {"p": "panzer41", "a": "inf_corps", "b": "inf_corps", "c": "inf_corps"}
    game = fight(monkeypatch, team, {"d": "rifle_div"}, 5, bases=bases)
    do(game, *(f"advance {u} {OPEN()}" for u in "abc"))
    assert f"advance p {OPEN()}" not in texts(game)


def test_nobody_advances_when_the_hex_is_held(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_div"}, {"d": "guards"}, 4)
    assert not question(game)


def test_a_second_hex_is_not_marsh_mountain_or_across_a_great_river() -> None:
    here, there = beside("major_river")
    game = position({})
    w = game._w
    a, b = w.board.by_label[here], w.board.by_label[there]
    unit = next(iter(position({"p": ("panzer41", plain()())})._w.units))
    assert not retreat_and_advance._is_easy(w, unit, a, b)
    for spot in w.board.hexes:
        beside_it = [j for j in w.board.neighbours[spot.index] if not w.board.kinds(spot.index, j)]
        if spot.terrain in ("marsh", "mountain") and beside_it:
            assert not retreat_and_advance._is_easy(w, unit, beside_it[0], spot.index)


def test_a_garrison_bound_to_its_fortress_does_not_advance(monkeypatch: Any) -> None:
    units = {n: ("inf_corps", OPEN(0, -1)) for n in "ab"} | {"d": ("rifle_div", OPEN())}
    game = position(units)
    game._w.mark(Immobility, game._w.by_id["a"], rooted=True)
    load_dice(monkeypatch, 5)
    do(game, f"attack a {OPEN()} 1", f"attack b {OPEN()} 1", f"resolve {OPEN()} 1")
    assert texts(game) == [f"advance b {OPEN()}", "done"]


def test_a_soviet_victory_takes_the_hex(monkeypatch: Any) -> None:
    game = fight(monkeypatch, {"a": "guards", "b": "guards"}, {"d": "inf_div"}, 5, **SOVIET)
    settle_losses(game)
    do(game, f"advance a {OPEN()}")
    assert game._w.ground[OPEN.index].control is Side.SOVIET
