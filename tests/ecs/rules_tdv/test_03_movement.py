"""3.1, 3.6: stacking, where a move may end, and what it leaves behind; every refusal of a move."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from ecs import Game, parse
from ecs.core.components import Marched, Place, Readiness, Side
from ecs.rulesets.dark_valley.data.components import Immobility
from ecs.rulesets.dark_valley.ground import movement
from ecs.rulesets.dark_valley.ground.occupancy import excess, full_for, zone_map
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, PARTISANS
from tests.ecs.rules_tdv.ground import board, level
from tests.ecs.rules_tdv.stage import do, load_dice, only, position, texts, where, why

AXIS, SOVIET = Side.AXIS, Side.SOVIET
OPEN = level()
NAMES = board().by_label


def refused(game: Game, line: str) -> tuple[str, str]:
    refusal = game.why_not(parse(line))
    assert refusal is not None, line
    assert refusal.text.endswith(".")
    return refusal.reason, refusal.rule


def moving(units: dict[str, tuple[str, str]], side: str = "axis", **more: Any) -> Game:
    chit = {"axis": "AX_MC", "soviet": "SU_MV"}[side]
    return position(units, **{"phase": f"move-{side}", "chit": chit} | more)


def ends(game: Game, unit: str) -> set[str]:
    return {line.split()[2] for line in texts(game, "move") if line.split()[1] == unit}


def holder(game: Game, spot: str) -> Side | None:
    side: Side | None = game._w.ground[NAMES[spot]].control
    return side


# -- stacking (3.1) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "fits"),
    [
        (["inf_corps"] * 3, True),
        (["inf_div"] * 4, False),
        (["panzer41", "panzer41", "inf_div", "pz_hq"], True),
        (["inf_div"] * 3 + ["ger_air2", "depot", "pz_hq", "pz_hq"], True),
        (["inf_div"] * 3 + ["ger_arty"], True),
        (["ger_arty"] * 2, False),
        (["army41", "army41", "rifle_div"], True),
        (["army41", "tank_army", "guards"], False),
        (["rum_corps", "rum_cav"], True),
        (["rum_corps", "hun_corps"], False),
        (["rum_corps", "ita_corps"], False),
        (["slo_fast", "hun_fast"], False),
        (["rum_corps", "inf_corps", "panzer41"], True),
        (["rum_corps", "inf_corps", "inf_corps", "inf_div"], False),
        (["pol_army", "bul_army", "rifle_div"], True),
    ],
)
def test_what_may_share_a_hex(kinds: list[str], fits: bool) -> None:
    w = position({f"U{n}": (kind, OPEN()) for n, kind in enumerate(kinds)}, turn=41)._w
    assert (excess(w, w.units[: len(kinds)]) == "") is fits
    last = w.units[len(kinds) - 1]
    others = list(w.units[: len(kinds) - 1])
    w.mark(Place, last, hex=NAMES[OPEN(0, 1)])
    assert (NAMES[OPEN()] in full_for(w, last)) is bool(excess(w, [*others, last]))


@pytest.mark.parametrize(
    ("guests", "mover", "fits"),
    [
        (["inf_div"] * 3, "inf_div", True),
        (["inf_div"] * 3, "pz_hq", True),
        (["inf_div"] * 3, "ger_arty", True),
        (["inf_div"] * 2, "inf_div", True),
        (["hun_corps"], "rum_corps", False),
        (["rum_corps"], "rum_corps", True),
    ],
)
def test_where_a_move_may_end(guests: list[str], mover: str, fits: bool) -> None:
    units = {f"G{n}": (kind, OPEN(0, 1)) for n, kind in enumerate(guests)}
    game = moving({"U": (mover, OPEN()), **units}, turn=20)
    assert (OPEN(0, 1) in ends(game, "U")) is fits
    if not fits:
        assert refused(game, f"move U {OPEN(0, 1)}") == ("overstacked", "3.1")


def crowd(**more: tuple[str, str]) -> Game:
    """Three divisions south of a fourth, which has a hex to go on to."""
    guests = {f"G{n}": ("inf_div", OPEN(0, 1)) for n in range(3)}
    return moving({"U": ("inf_div", OPEN()), **guests, **more})


def test_3_1_a_move_may_end_on_a_full_hex_that_somebody_leaves_afterwards() -> None:
    game = crowd()
    do(game, f"move U {OPEN(0, 1)}")
    assert refused(game, "end") == ("overstacked", "3.1")
    assert [u.id for u in game.view(Side.AXIS).units if "crowded" in u.badges] == ["U", "G0", "G1", "G2"]
    do(game, f"move G0 {OPEN(0, 3)}")
    assert why(game, "end") == ""


def test_3_1_who_overstacked_a_hex_goes_one_hex_on() -> None:
    game = crowd()
    w = game._w
    do(game, f"move U {OPEN(0, 1)}")
    for n in range(3):
        w.mark(Marched, w.by_id[f"G{n}"], moved=1)
    ways = {text for text in texts(game) if text.startswith("move")}
    beside = [OPEN(q, r) for q, r in ((0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1))]
    assert ways == {f"move {name} {spot}" for name in ("U", "G0", "G1", "G2") for spot in beside}, "the owner chooses"
    assert why(game, f"move U {OPEN(0, 3)}") == "moved"
    do(game, f"move G2 {beside[3]}")
    assert texts(game) == ["end"]


def test_3_1_nobody_makes_room_into_an_enemy_zone_if_there_is_another_way() -> None:
    game = crowd(S=("rifle_corps", OPEN(0, 3)))
    w = game._w
    do(game, f"move U {OPEN(0, 1)}")
    for n in range(3):
        w.mark(Marched, w.by_id[f"G{n}"], moved=1)
    zones = zone_map(w, Side.SOVIET)
    spots = {text.split()[-1] for text in texts(game) if text.startswith("move")}
    assert spots and not any(zones[NAMES[spot]] for spot in spots)


def test_3_1_where_nobody_can_make_room_one_is_eliminated_whom_the_owner_chooses() -> None:
    ring = [(0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1)]
    walls = {f"S{n}": ("rifle_corps", OPEN(*spot)) for n, spot in enumerate(ring)}
    units = {f"G{n}": ("inf_div", OPEN(0, 1)) for n in range(4)}
    game = moving({**units, **walls})
    assert [text for text in texts(game) if text != "end"] == [f"disband G{n}" for n in range(4)]
    assert refused(game, "end") == ("overstacked", "3.1")
    do(game, "disband G1")
    assert where(game, "G1") == "dead" and why(game, "end") == ""
    assert refused(game, "disband G2") == ("not-overstacked", "3.1")


def test_3_1_three_armies_may_not_stay_in_a_hex() -> None:
    units = {"A": ("army41", OPEN(0, 1)), "B": ("tank_army42", OPEN(0, 1)), "C": ("army41", OPEN())}
    game = moving({**units, "D": ("tank_corps", OPEN())}, "soviet", turn=13)
    do(game, f"move C {OPEN(0, 1)}")
    assert refused(game, "end") == ("overstacked", "3.1")
    do(game, f"move B {OPEN(0, 2)}")
    assert why(game, "end") == ""


def test_full_hexes_are_passed_through() -> None:
    full = {f"G{n}": ("inf_div", OPEN(0, 1)) for n in (1, 2, 3)}
    wall = {f"S{n}": ("rifle_div", OPEN(*at)) for n, at in enumerate([(1, 0), (-1, 1), (1, -1), (0, -1), (-1, 0)])}
    game = moving({"U": ("panzer41", OPEN()), **full, **wall})
    assert {OPEN(0, 1), OPEN(0, 2)} <= ends(game, "U")


def test_room_is_made_by_who_leaves_first() -> None:
    full = {f"G{n}": ("inf_div", OPEN(0, 1)) for n in (1, 2, 3)}
    game = moving({"U": ("inf_div", OPEN()), **full})
    do(game, f"move G1 {OPEN(0, 2)}")
    assert why(game, f"move U {OPEN(0, 1)}") == ""


def test_3_1_no_stack_is_over_the_limit_when_the_segment_of_a_crowd_ends() -> None:
    crowd = {f"U{n}": ("inf_div", OPEN(0, -1 + n % 3)) for n in range(9)}
    game = moving(crowd)
    for name in crowd:
        do(game, f"move {name} {OPEN(0, 2)}")
    assert why(game, "end") == "overstacked"
    while why(game, "end"):
        do(game, next(text for text in texts(game) if text.startswith("move")))
    w = game._w
    hexes = {u.hex for u in w.units if u.hex >= 0}
    assert not [i for i in hexes if excess(w, [u for u in w.units if u.hex == i])]


# -- how far (3.6) ------------------------------------------------------------------------------------------


def test_a_unit_goes_as_far_as_its_points_last() -> None:
    game = moving({"I": ("inf_corps", OPEN()), "P": ("panzer41", OPEN())})
    near = {i for i in range(len(board().hexes)) if 0 < board().distance(NAMES[OPEN()], i) <= 2}
    for unit in ("I", "P"):
        assert near <= {NAMES[spot] for spot in ends(game, unit)}
    assert all(step.cost <= 4 for step in game.reach("I").values())
    assert max(step.cost for step in game.reach("P").values()) == 6


def test_one_hex_is_always_allowed() -> None:
    wide = {h.index: [j for j in board().neighbours[h.index] if board().kinds(h.index, j) == {"major_river"}]
            for h in board().hexes if h.terrain == "marsh" and not h.place}  # fmt: skip
    swamp = board().hexes[next(i for i, row in wide.items() if row)]
    near = next(j for j in board().neighbours[swamp.index] if board().kinds(swamp.index, j) == {"major_river"})
    start = board().hexes[near].label
    game = moving({"P": ("panzer41", start)}, weather="Mud", supply={"P": 2}, turn=20)
    assert movement.allowance(game._w, game._w.by_id["P"]) == 2 and swamp.label in ends(game, "P")
    assert not any(swamp.index in s.path[1:-1] for s in game.reach("P").values()), "and it takes the whole move"


def test_the_volga_is_the_whole_move_of_a_panzer_division() -> None:
    side = next(s for s in board().hexsides if s.kinds == {"volga"} and board().hexes[s.b].terrain == "clear")
    game = moving({"P": ("panzer41", board().hexes[side.a].label)}, turn=20, weather="Fair")
    step = game.reach("P")[side.b]
    assert step.path == (side.a, side.b) and step.cost == 6
    behind = next(j for j in board().neighbours[side.a] if not board().kinds(side.a, j))
    game = moving({"P": ("panzer41", board().hexes[behind].label)}, turn=20, weather="Fair")
    for step in game.reach("P").values():
        crossed = [pair for pair in pairwise(step.path) if "volga" in board().kinds(*pair)]
        assert not crossed or len(step.path) == 2


def test_crossing_the_kerch_straits_ends_a_move() -> None:
    game = moving({"P": ("panzer41", "E2447")}, turn=20)
    assert "E2546" in ends(game, "P")
    assert not any(NAMES["E2546"] in s.path[1:-1] for s in game.reach("P").values())


# -- where not (3.6) ---------------------------------------------------------------------------------------------


def test_nobody_enters_a_hex_with_an_enemy_combat_unit() -> None:
    game = moving({"P": ("panzer41", OPEN()), "S": ("militia", OPEN(0, 1))})
    assert refused(game, f"move P {OPEN(0, 1)}") == ("enemy-occupied", "3.6")


@pytest.mark.parametrize("foe", ["zhukov", "sov_air2", "art_corps"])
def test_who_cannot_fight_does_not_enter_on_an_enemy_counter(foe: str) -> None:
    units = {"H": ("pz_hq", OPEN()), "A": ("ger_arty", OPEN()), "P": ("panzer41", OPEN())}
    game = moving({**units, "S": (foe, OPEN(0, 1))}, turn=20)
    for name in "HA":
        assert OPEN(0, 1) not in ends(game, name)
        assert refused(game, f"move {name} {OPEN(0, 1)}") == ("enemy-occupied", "3.6")
    assert OPEN(0, 1) in ends(game, "P")


def test_water_without_a_way() -> None:
    for side in [s for s in board().hexsides if "lake" in s.kinds][:6]:
        a, b = board().hexes[side.a].label, board().hexes[side.b].label
        game = moving({"P": ("panzer41", a)}, turn=20, weather="Mud")
        step = game.reach("P").get(side.b)
        assert step is None or len(step.path) > 2, "round the lake"
        if step is None:
            assert refused(game, f"move P {b}") == ("water-between", "3.6")


def test_closed_country() -> None:
    border = next(i for i in board().regions["OMD_border"]
                  if any(j in board().regions["romania"] for j in board().neighbours[i]))  # fmt: skip
    there = next(j for j in board().neighbours[border] if j in board().regions["romania"])
    a, b = board().hexes[border].label, board().hexes[there].label
    assert refused(moving({"R": ("rifle_div", a)}, "soviet", turn=1), f"move R {b}") == ("closed-country", "8.8")
    assert why(moving({"R": ("rifle_div", a)}, "soviet", turn=2), f"move R {b}") == ""


def test_the_other_reasons() -> None:
    units = {"P": ("panzer41", OPEN()), "F": ("ger_air2", "W2725"), "D": ("depot", "W2725"), "O": ("inf_div", "[dead]")}
    game = moving({**units, "S": ("rifle_div", "E2314")})
    assert refused(game, f"move P {OPEN()}") == ("same-hex", "3.6")
    assert refused(game, "move P W2725") == ("too-far", "3.6")
    assert refused(game, "move F W2726") == ("no-legs", "3.6")
    assert refused(game, "move D W2726") == ("no-legs", "3.6")
    assert refused(game, f"move O {OPEN()}") == ("off-map", "3.6")
    assert refused(game, "move S E2315") == ("enemy-unit", "2.3")
    do(game, f"move P {OPEN(0, 1)}")
    assert refused(game, f"move P {OPEN()}") == ("moved", "2.5")
    fighting = position(units, phase="fight-axis")
    assert refused(fighting, f"move P {OPEN(0, 1)}") == ("no-movement", "2.3")


def test_a_garrison_that_must_hold_its_fortress_stays() -> None:
    game = moving({"I": ("inf_corps", OPEN())})
    game._w.mark(Immobility, game._w.by_id["I"], rooted=True)
    assert refused(game, f"move I {OPEN(0, 1)}") == ("rooted", "8.13") and not ends(game, "I")


def test_who_waits_in_june_1941() -> None:
    game = moving({"R": ("rum_corps", "W4042"), "G": ("inf_corps", "W4042")}, turn=1)
    assert refused(game, "move R W4043") == ("not-at-war", "8.9")
    assert refused(game, "move G W4043") == ("waiting", "8.9")


# -- what a move leaves behind (9.2, 2.6, 4.5, 5.9, 6.4) ------------------------------------------------------------


def test_vehicles_take_what_they_pass_and_others_where_they_end() -> None:
    for kind, taken in (("panzer41", [True, True, True]), ("inf_corps", [False, False, True])):
        game = moving({"U": (kind, OPEN())})
        do(game, f"move U {OPEN(0, 3)}")
        path = game.log[-1].events[0].path  # type: ignore[attr-defined]
        assert [holder(game, spot) is AXIS for spot in path[1:]] == taken


def test_headquarters_and_guns_take_nothing() -> None:
    for kind in ("pz_hq", "ger_arty"):
        game = moving({"U": (kind, OPEN())}, turn=20)
        do(game, f"move U {OPEN(0, 1)}")
        assert holder(game, OPEN(0, 1)) is SOVIET


def test_a_town_that_changes_hands_is_reported() -> None:
    town = next(h for h in board().hexes if h.place == "town" and h.nation == "SOV" and h.terrain == "clear")
    near = next(j for j in board().neighbours[town.index] if board().kinds(town.index, j) <= {"rail", "road"})
    game = moving({"U": ("inf_corps", board().hexes[near].label)})
    do(game, f"move U {town.label}")
    assert holder(game, town.label) is AXIS
    assert f"The Axis takes {town.name} {town.label}." in [e.text for e in game.log[-1].events]


def test_works_and_partisans_go_when_the_axis_comes() -> None:
    game = moving({"U": ("inf_corps", OPEN())})
    there = NAMES[OPEN(0, 1)]
    only(game._w, DEFENSIVE_WORKS, there)
    only(game._w, PARTISANS, there)
    do(game, f"move U {OPEN(0, 1)}")
    assert not DEFENSIVE_WORKS.hexes(game._w) and not PARTISANS.hexes(game._w)


@pytest.mark.parametrize("kind", ["tank_corps", "rifle_div"])
def test_a_depot_is_captured_even_in_passing(kind: str) -> None:
    wall = [(1, 0), (-1, 1), (1, -1), (0, -1), (-1, 0)]
    game = moving(
        {"U": (kind, OPEN()), "D-South": ("depot", OPEN(0, 1))}
        | {f"G{n}": ("inf_div", OPEN(*at)) for n, at in enumerate(wall)},
        "soviet",
        turn=20,
    )
    do(game, f"move U {OPEN(0, 2)}")
    assert where(game, "D-South") == "depots"


def test_guns_left_alone_are_overrun_and_aircraft_fly_off(monkeypatch: Any) -> None:
    game = moving({"U": ("tank_corps", OPEN()), "A": ("ger_arty", OPEN(0, 1))}, "soviet", turn=20)
    do(game, f"move U {OPEN(0, 1)}")
    assert where(game, "A") == "dead"
    game = moving({"U": ("panzer41", OPEN()), "V": ("sov_air2", OPEN(0, 1))}, turn=20)
    load_dice(monkeypatch, 4)
    do(game, f"move U {OPEN(0, 1)}")
    base = board().hexes[game._w.by_id["V"].hex]
    assert base.place and game._w.by_id["V"][Readiness].spent


def test_aircraft_look_for_a_base_with_room(monkeypatch: Any) -> None:
    def flown(**others: tuple[str, str]) -> str:
        game = moving({"U": ("panzer41", OPEN()), "V": ("sov_air2", OPEN(0, 1)), **others}, turn=20)
        load_dice(monkeypatch, 4)
        do(game, f"move U {OPEN(0, 1)}")
        return where(game, "V")

    nearest = flown()
    assert flown(X=("sov_air2", nearest)) == nearest
    assert flown(X=("sov_air2", nearest), Y=("sov_air4", nearest)) != nearest


def test_aircraft_without_any_base_are_lost(monkeypatch: Any) -> None:
    every = [h.label for h in board().hexes if h.place]
    game = moving({"U": ("panzer41", OPEN()), "V": ("sov_air2", OPEN(0, 1))}, turn=20, control={"axis": every})
    load_dice(monkeypatch, 4)
    do(game, f"move U {OPEN(0, 1)}")
    assert where(game, "V") == "dead"


def test_the_listed_moves_are_the_legal_ones() -> None:
    units = {"I": ("inf_corps", OPEN()), "G": ("inf_div", OPEN(0, -1)), "S": ("army41", OPEN(0, 1))}
    game = moving(units)
    listed = ends(game, "I")
    for index in range(len(board().hexes)):
        if board().distance(index, NAMES[OPEN()]) <= 5:
            spot = board().hexes[index].label
            assert (spot in listed) is (why(game, f"move I {spot}") == "")


def test_an_isolated_unit_takes_control_of_nothing() -> None:
    units = {"1.SD": ("rifle_div", "W3823"), "2.SD": ("rifle_div", "W3826")}
    game = position(
        units, phase="move-soviet", chit="SU_MV", control={"axis": ["W3822", "W3827"]}, supply={"1.SD": 2}, turn=3
    )
    do(game, "move 1.SD W3822", "move 2.SD W3827")
    held = {label: game._w.ground[game.board.by_label[label]].control for label in ("W3822", "W3827")}
    assert held == {"W3822": Side.AXIS, "W3827": Side.SOVIET}
