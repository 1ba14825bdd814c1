"""4.1, 4.2, 4.6, 3.4: lines of supply and communications."""

from __future__ import annotations

import pytest

from ecs import Game, Side
from ecs.core.components import Flags, Marched
from ecs.rulesets.dark_valley.ground import railways, supply
from ecs.rulesets.dark_valley.ground.terrain import PARTISANS
from ecs.systems.supply import distances
from tests.ecs.rules_tdv.railkit import all_rails, around, board, depots_alone, edge, rail_way, shut_in
from tests.ecs.rules_tdv.stage import only, position

GERMAN_SOURCES = ["W1121", "W1827", "W1436"]
WEST = edge("edge_axis")


def judged(game: Game, unit: str) -> int:
    """0 supplied, 1 out of supply, 2 isolated."""
    return supply.supply_of(game._w, game._w.by_id[unit])


@pytest.mark.parametrize(("weather", "reach"), [("Fair", 6), ("Mixed", 5), ("Mud", 4), ("Snow", 4)])
def test_axis_line_of_supply_ends_so_many_hexes_from_a_depot(weather: str, reach: int) -> None:
    game = position(
        {"D-Center": ("depot", "W2925"), "A": ("inf_div", f"W29{25 + reach}"), "B": ("inf_div", f"W29{26 + reach}")},
        weather=weather,
    )
    depots_alone(game)
    assert (judged(game, "A"), judged(game, "B")) == (0, 1)


@pytest.mark.parametrize(("choice", "reach"), [("printed", 6), ("longer", 9)])
@pytest.mark.parametrize("turn", [13, 26, 37])
def test_4_2_the_axis_line_of_supply_is_six_hexes_in_later_years_too_unless_chosen(
    turn: int, choice: str, reach: int
) -> None:
    units = {name: ("inf_div", f"W29{25 + far}") for name, far in (("A", reach), ("B", reach + 1))}
    options = {"axis_supply_line": choice}
    game = position({"D-Center": ("depot", "W2925"), **units}, turn=turn, weather="Fair", options=options)
    depots_alone(game)
    assert (judged(game, "A"), judged(game, "B")) == (0, 1)


@pytest.mark.parametrize(("choice", "reaches"), [("eight", (8, 7, 5, 5)), ("nine", (9, 8, 7, 7))])
@pytest.mark.parametrize("turn", [1, 13])
def test_4_2_by_an_option_the_axis_line_of_supply_is_longer_all_war(
    choice: str, reaches: tuple[int, ...], turn: int
) -> None:
    for weather, reach in zip(("Fair", "Mixed", "Mud", "Snow"), reaches, strict=True):
        units = {name: ("inf_div", f"W29{25 + far}") for name, far in (("A", reach), ("B", reach + 1))}
        options = {"axis_supply_line": choice}
        game = position({"D-Center": ("depot", "W2925"), **units}, turn=turn, weather=weather, options=options)
        depots_alone(game)
        assert (judged(game, "A"), judged(game, "B")) == (0, 1)
        assert {len(area.hexes) for area in game.areas(Side.AXIS)} == {
            sum(len(around("W2925", n)) for n in range(reach + 1))
        }


def test_axis_units_need_no_depot_near_a_source_city() -> None:
    game = depots_alone(position({"A": ("inf_div", "W1124"), "B": ("inf_div", "W2925")}))
    assert (judged(game, "A"), judged(game, "B")) == (0, 1)


def test_railways_at_home_and_behind_a_live_depot_feed_the_axis() -> None:
    way = rail_way("W2925", "W4121")
    units = {"D-Center": ("depot", "W4121"), "A": ("inf_div", "W2725"), "B": ("inf_div", way[4])}
    game = position(units, control={"axis": way})
    assert (judged(game, "A"), judged(game, "B")) == (0, 0)
    cut = position({**units, "C": ("inf_div", "W4121")}, control={"axis": way, "soviet": [way[6]]})
    assert judged(cut, "C") == 1


@pytest.mark.parametrize(
    ("turn", "weather", "reach"),
    [
        (1, "Fair", 5),
        (12, "Mixed", 5),
        (5, "Mud", 4),
        (8, "Snow", 4),
        (13, "Fair", 6),
        (29, "Mixed", 6),
        (34, "Mud", 5),
    ],
)
def test_soviet_line_of_supply_ends_so_many_hexes_from_a_fed_railway(turn: int, weather: str, reach: int) -> None:
    game = position({}, turn=turn, weather=weather, control={"axis": [s for s in all_rails() if s != "E4902"]})
    far = distances(board().neighbours, [board().by_label["E4902"]])
    los = supply.in_supply(game._w, Side.SOVIET)
    assert los and max(far[i] for i in los) == reach


def test_rail_hex_of_the_other_side_feeds_nobody() -> None:
    game = position({"A": ("rifle_div", "E2314")}, control={"axis": [s for s in all_rails() if s != "E2314"]})
    assert not supply.fed_rail(game._w, Side.SOVIET).before
    assert judged(game, "A") == 0  # Moscow feeds its own garrison


def test_lone_source_city_feeds_three_hexes_while_a_unit_holds_it() -> None:
    taken = [s for s in all_rails() if s != "E4234"]
    units = {"A": ("rifle_div", "E4234"), "B": ("rifle_div", "E4237"), "C": ("rifle_div", "E4238")}
    game = position(units, control={"axis": taken})
    assert [judged(game, name) for name in "ABC"] == [0, 0, 2]
    empty = position({"B": ("rifle_div", "E4237")}, control={"axis": taken})
    assert judged(empty, "B") == 2


def test_no_line_of_either_kind_means_isolated() -> None:
    units = {"A": ("inf_corps", "W4121")} | {f"S{n}": ("rifle_corps", s) for n, s in enumerate(shut_in("W4121"))}
    assert judged(position(units), "A") == 2


def test_own_unit_cancels_an_enemy_zone_for_supply() -> None:
    ring = shut_in("W4121")
    units = {"A": ("inf_corps", "W4121")} | {f"S{n}": ("rifle_corps", s) for n, s in enumerate(ring)}
    gap = next(s for s in around("W4121") if s not in ring)
    opened = position(units | {"B": ("inf_div", gap)})
    assert judged(position(units), "A") == 2
    assert (judged(opened, "A"), judged(opened, "B")) == (1, 1)


def at(spot: str) -> int:
    """Board index."""
    return board().by_label[spot]


def test_unit_without_a_zone_blocks_only_its_own_hex() -> None:
    units = {"A": ("inf_corps", "W4121")} | {f"S{n}": ("rifle_div", s) for n, s in enumerate(shut_in("W4121"))}
    assert judged(position(units), "A") == 1


def test_romanian_cities_feed_romanians_and_germans_near_them() -> None:
    units = {
        "R": ("rum_corps", "W3939"),
        "G": ("inf_corps", "W3939"),
        "H": ("inf_corps", "W3645"),
        "U": ("hun_corps", "W3644"),
    }
    game = position(units, control={"soviet": [*WEST, *GERMAN_SOURCES]})
    assert [judged(game, name) for name in "RGHU"] == [1, 2, 0, 1]


def test_budapest_feeds_hungarians_only() -> None:
    units = {"U": ("hun_corps", "W2039"), "G": ("inf_corps", "W2040")}
    game = position(units, control={"soviet": [*WEST, *GERMAN_SOURCES, "W3650", "W3648"]})
    assert (judged(game, "U"), judged(game, "G")) == (0, 2)


def test_germans_live_on_bucharest_no_farther_than_eight_hexes_when_the_lines_get_longer() -> None:
    names = {"G": "inf_corps", "R": "rum_corps"}
    index = board().by_label
    nine = next(h.label for h in board().hexes if board().distance(h.index, index["W3648"]) == 9 and h.col < 50)
    units, longer = {n: (k, nine) for n, k in names.items()}, {"axis_supply_line": "longer"}
    capital = position(units, turn=12, weather="Fair", control={"axis": ["W3648"]}, options=longer)
    depots_alone(capital)
    far = board().distance(index[nine], index["W3650"])
    assert far > 8 and [judged(capital, n) for n in "GR"] == [1, 0]


def test_bucharest_feeds_nobody_once_romania_has_changed_sides() -> None:
    units = {"G": ("inf_corps", "W3650"), "D-Rom": ("depot", "W3650")}
    game = position(units, turn=39, control={"soviet": [*WEST, *GERMAN_SOURCES]})
    w = game._w
    assert judged(game, "G") == 0 and railways.is_live(w, w.by_id["D-Rom"])
    w.mark(Flags, w.table, flags=("romania-switched",))
    assert judged(game, "G") == 2 and not railways.is_live(w, w.by_id["D-Rom"])


# -- depots and their railway ----------------------------------------------------------------------

MINSK_LINE = rail_way("W2925", "W4121")
MIDDLE = MINSK_LINE[len(MINSK_LINE) // 2 + 2]


def at_minsk(**more: tuple[str, str]) -> Game:
    """A depot at Minsk, at the end of the only railway held."""
    return position({"D-Center": ("depot", "W4121"), **more}, control={"axis": MINSK_LINE})


def live(game: Game) -> bool:
    return railways.is_live(game._w, game._w.by_id["D-Center"])


def test_depot_lives_on_an_unbroken_railway() -> None:
    game = at_minsk(A=("inf_div", "W4122"))
    line = [board().hexes[i].label for i in railways.rail_line(game._w, game._w.by_id["D-Center"])]
    assert live(game) and judged(game, "A") == 0
    assert line[-len(MINSK_LINE) :] == MINSK_LINE


def test_enemy_on_the_line_cuts_the_depot_off() -> None:
    game = at_minsk(S=("rifle_div", MIDDLE), A=("inf_div", "W4122"))
    assert not live(game) and judged(game, "A") == 1
    assert railways.rail_line(game._w, game._w.by_id["D-Center"]) == ()


def test_enemy_zone_on_the_line_cuts_it_unless_an_own_unit_stands_there() -> None:
    beside = next(s for s in around(MIDDLE) if s not in MINSK_LINE)
    touched = [s for s in MINSK_LINE if s in around(beside)]
    assert not live(at_minsk(S=("rifle_corps", beside)))
    guards = {f"G{n}": ("inf_div", s) for n, s in enumerate(touched)}
    assert live(at_minsk(S=("rifle_corps", beside), **guards)), touched


def test_hex_of_the_enemy_on_the_line_cuts_it() -> None:
    game = position({"D-Center": ("depot", "W4121")}, control={"axis": [s for s in MINSK_LINE if s != MIDDLE]})
    assert not live(game)


def test_partisans_on_the_line_cut_it() -> None:
    game = at_minsk()
    only(game._w, PARTISANS, at(MIDDLE))
    assert not live(game)


def test_romanian_depot_alone_lives_on_romanian_cities() -> None:
    units = {"D-Rom": ("depot", "W4042"), "D-South": ("depot", "W3944")}
    game = position(units, control={"soviet": [*WEST, *GERMAN_SOURCES]})
    w = game._w
    assert railways.is_live(w, w.by_id["D-Rom"]) and not railways.is_live(w, w.by_id["D-South"])


# -- special supply (4.6) -------------------------------------------------------------------------


def test_leningrad_is_fed_over_the_lake_while_volkhov_holds() -> None:
    ring = sorted({*around("W4702"), *around("W4702", 2)} - {"W4603"})
    units = {"A": ("rifle_corps", "W4702"), "B": ("militia", "W4603")}
    units |= {f"E{n}": ("inf_corps", s) for n, s in enumerate(ring)}
    held = position(units, control={"soviet": ["E1203"]})
    lost = position(units, control={"axis": ["E1203", "E1202", "E1102", "E1301"]})
    assert "W4603" in around("W4702")
    assert [judged(held, name) for name in "AB"] == [1, 1]
    assert [judged(lost, name) for name in "AB"] == [2, 2]


def siege(
    spot: str, turn: int = 2, garrison: str = "rifle_corps", enemy: str = "inf_corps", **control: list[str]
) -> Game:
    """Four units shut in at a port: three in it, one beside it."""
    beside = around(spot)[0]
    units = dict.fromkeys("ABC", (garrison, spot)) | {"D": ("militia" if enemy == "inf_corps" else "inf_div", beside)}
    ring = sorted({s for c in (spot, beside) for s in around(c)} | set(around(spot, 2)))
    units |= {f"E{n}": (enemy, s) for n, s in enumerate(ring) if s not in (spot, beside)}
    return position(units, turn=turn, control=control)


@pytest.mark.parametrize("port", ["E1849", "E1044", "E2447", "E2848"])
def test_ships_feed_three_units_of_a_besieged_black_sea_port(port: str) -> None:
    game = siege(port)
    assert [judged(game, name) for name in "ABCD"] == [1, 1, 1, 2]


def test_no_other_port_no_ships() -> None:
    game = siege("E1849", axis=[s for s in edge("coast_Black") if s != "E1849"])
    assert [judged(game, name) for name in "ABCD"] == [2, 2, 2, 2]


@pytest.mark.parametrize(("turn", "constanta", "state"), [(19, "axis", 2), (20, "axis", 1), (20, "soviet", 2)])
def test_axis_ships_feed_sevastopol_from_constanta(turn: int, constanta: str, state: int) -> None:
    game = siege("E1849", turn, "inf_corps", "rifle_corps", **{constanta: ["W4350"]})
    assert judged(game, "A") == state


def test_the_kuban_is_fed_four_hexes_from_novorossisk_but_not_east_of_it() -> None:
    far = {"A": "E2845", "B": "E2546", "C": "E3046"}
    units = {name: ("inf_corps", spot) for name, spot in far.items()}
    ring = {s for c in far.values() for s in (*around(c), *around(c, 2))} - set(far.values()) - {"E2848"}
    units |= {f"S{n}": ("rifle_corps", s) for n, s in enumerate(sorted(ring))}
    game = position(units, turn=26, control={"axis": ["W4350", "E2848"]})
    assert [judged(game, name) for name in "ABC"] == [1, 1, 2]


@pytest.mark.parametrize(("turn", "state"), [(39, 2), (40, 1)])
def test_baltic_pockets_are_never_isolated_from_september_1944(turn: int, state: int) -> None:
    assert judged(siege("W2912", turn, "inf_corps", "rifle_corps"), "D") == state


def test_off_map_units_are_in_supply() -> None:
    assert judged(position({"A": ("inf_div", "[dead]")}), "A") == 0


def test_mark_that_changes_nothing_on_the_ground_costs_no_new_flood() -> None:
    game = position({"D-Center": ("depot", "W4121"), "A": ("inf_div", "W4122")}, control={"axis": MINSK_LINE})
    w = game._w
    first = supply.los_map(w, Side.AXIS)
    w.mark(Marched, w.by_id["A"], moved=1)
    assert supply.los_map(w, Side.AXIS) is first
