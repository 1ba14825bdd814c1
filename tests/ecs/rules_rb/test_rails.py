"""Chapters 7.0 and 7.2: movement by rail, and the conversion of railways."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import new_game
from ecs.core.components import Clock, Flags, Ground, Marched, Place, Side, Tallies, Transport
from ecs.core.world import World
from ecs.rulesets.russia_besieged.data.components import Impulse, Partisan
from ecs.rulesets.russia_besieged.ground import occupancy, rail_conversion, railways, transport
from ecs.rulesets.russia_besieged.ground.terrain import gauge
from ecs.systems import trains
from ecs.systems.rail import rail_hexes, rail_net
from tests.ecs.rules_rb.stage import at, do, position, refusal, where, why

WARSAW, BERLIN, BREST, BARANOVICHI, MINSK = "1326", "0223", "1626", "2025", "2223"


# -- movement -----------------------------------------------------------------------------------------------


def test_a_unit_goes_any_distance_along_its_railways_and_no_farther_that_impulse() -> None:
    w = position({"G": ("ger_inf_54", BERLIN)})
    do(w, f"rail G {WARSAW}")
    assert where(w, "G") == WARSAW and w.by_id["G"][Marched].moved and w[Transport].rail == 1
    assert w.events[-1].rule == "7.0" and why(w, f"rail G {BERLIN}") == "moved" == why(w, "move G 1426")
    trains.open_transport(w)
    assert w[Transport].rail == 0


def test_every_journey_offered_is_lawful_and_every_other_is_refused() -> None:
    w = position({"G": ("ger_inf_54", BERLIN), "R": ("army_43", "1526"), "H": ("ger_inf_54", "1228")})
    offered = {c.text().split()[-1] for c in trains.rail_commands(w, w.by_id["G"])}
    lawful = {h.label for h in w.board.hexes if not why(w, f"rail G {h.label}")}
    assert offered == lawful and WARSAW in offered and "1425" not in offered


def test_what_units_count_on_the_railway() -> None:
    kinds = ("ger_pz_97", "ger_art_62", "army_43", "tank_army_46", "guards_54", "cav_25", "stalin", "ger_air")
    w = position({kind: (kind, "[gone]") for kind in kinds})
    assert [transport.weight(w.by_id[kind]) for kind in kinds] == [1, 2, 1, 2, 2, 1, 0, 0]


def test_the_capacity_of_the_railways_is_limited_but_leaders_go_free() -> None:
    units = {"A": ("tank_army_46", "3828"), "B": ("army_43", "3828"), "S": ("stalin", "3520"), "D": ("army_43", "4418")}
    w = position(units, turn=1, phase="move1-soviet")
    assert trains.room_left(w, Side.SOVIET) == 2
    do(w, "rail B 3531")
    found = refusal(w, "rail A 3531")
    assert found is not None and found.reason == "trains-used" and "needs 2" in found.text
    do(w, "rail D 3520", "rail S 4418")
    assert why(w, "rail A 3531") == "trains-used" and where(w, "S") == "4418"


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"phase": "move2-axis"}, "no-rail"),
        ({"phase": "move1-soviet"}, "enemy-unit"),
        ({"supply": {"G": 1}}, "unsupplied"),
        ({"gauge": {"soviet": [WARSAW]}}, "no-railway"),
    ],
)
def test_who_may_not_board(facts: dict[str, Any], reason: str) -> None:
    w = position({"G": ("ger_inf_54", WARSAW)}, **facts)
    assert why(w, f"rail G {BERLIN}") == reason and not trains.rail_commands(w, w.by_id["G"])


def test_why_a_journey_is_refused() -> None:
    units = {
        "G": ("ger_inf_54", WARSAW), "H": ("ger_inf_54", "1327"), "V": ("volkssturm", BERLIN),
        "F": ("ger_inf_54", "1223"), "R": ("army_43", BREST), "M": ("ger_marshal", BERLIN), "A": ("ger_air", BERLIN),
        "X": ("ger_inf_54", "[gone]"), "N": ("rum_inf_33", "1842"),
    }  # fmt: skip
    w = position(units)
    assert why(w, "rail G 9999") == "no-such-hex" and why(w, f"rail Q {BERLIN}") == "no-such-unit"
    assert why(w, f"rail G {WARSAW}") == "same-hex" and why(w, f"rail G {MINSK}") == "no-line"
    assert why(w, "rail G 1526") == "enemy-zone" and why(w, f"rail V {WARSAW}") == "immobile"
    assert why(w, f"rail X {WARSAW}") == "off-map" and why(w, f"rail H {BERLIN}") == "no-railway"
    assert why(w, f"rail N {BERLIN}") == "closed-country"
    assert why(w, "rail M 0423") == "no-seat" and why(w, "rail A 0423") == "no-base"
    assert why(w, f"rail A {WARSAW}") == "" == why(w, f"rail M {WARSAW}")


def test_nobody_boards_in_an_enemy_zone_even_beside_friends() -> None:
    w = position({"G": ("ger_inf_54", "1526"), "R": ("army_43", BREST)})
    assert why(w, f"rail G {BERLIN}") == "enemy-zone"


def test_trains_pass_an_enemy_zone_only_where_own_units_stand() -> None:
    units = {"G": ("ger_inf_54", "1526"), "R": ("army_43", "1425")}
    w = position({**units, "W": ("ger_inf_54", BERLIN)})
    assert not railways.usable_rail(w, Side.AXIS)[at(w, WARSAW)] and why(w, f"rail W {WARSAW}") == "enemy-zone"
    assert railways.usable_rail(w, Side.AXIS)[at(w, "1526")]


def test_a_full_hex_takes_no_more_trains() -> None:
    full = {f"H{n}": ("ger_inf_54", WARSAW) for n in range(4)}
    w = position({**full, "G": ("ger_inf_54", BERLIN)})
    assert why(w, f"rail G {WARSAW}") == "overstacked"


def test_partisans_stop_axis_trains_in_their_hex_and_later_round_it() -> None:
    units = {"P": ("partisan", "2024"), "G": ("ger_inf_54", BARANOVICHI), "H": ("ger_inf_54", "1925")}
    line = [BREST, "1726", "1825", "1925", BARANOVICHI, "2024"]
    w = position(units, gauge={"axis": line}, control={"axis": line})
    assert not railways.usable_rail(w, Side.AXIS)[at(w, "2024")] and why(w, f"rail G {BERLIN}") == ""
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert why(w, f"rail G {BERLIN}") == "partisans"
    assert railways.usable_rail(w, Side.AXIS)[at(w, "1925")] and railways.usable_rail(w, Side.AXIS)[at(w, BARANOVICHI)]
    w.mark(Place, w.by_id["G"], hex=at(w, BERLIN))
    assert not railways.usable_rail(w, Side.AXIS)[at(w, BARANOVICHI)]


def test_7_0_a_train_needs_control_of_what_it_enters() -> None:
    w = position({"24.A": ("army_23", "3520"), "G": ("ger_inf_54", WARSAW)}, phase="move1-soviet",
                 control={"axis": [MINSK]})  # fmt: skip
    assert gauge(w, at(w, MINSK)) is Side.SOVIET and at(w, MINSK) not in occupancy.armies(w)
    found = refusal(w, f"rail 24.A {MINSK}")
    assert found is not None and found.reason == "not-yours" and "enemy hands" in found.text
    assert f"rail 24.A {MINSK}" not in [c.text() for c in trains.rail_commands(w, w.by_id["24.A"])]
    assert why(w, "rail 24.A 2822") == ""
    beyond = {w.board.hexes[i].label for i in trains.rail_goals(w, w.by_id["24.A"])}
    w.mark(Ground, w.hexes[at(w, MINSK)], control=Side.SOVIET)
    assert why(w, f"rail 24.A {MINSK}") == ""
    assert beyond <= {w.board.hexes[i].label for i in trains.rail_goals(w, w.by_id["24.A"])}


def test_7_0_nor_does_it_go_through_ground_the_enemy_controls() -> None:
    edge = [w.board.hexes[i].label for w in [position({})] for i in rail_net(w)[at(w, MINSK)]]
    w = position({"24.A": ("army_23", "3520")}, phase="move1-soviet", control={"axis": edge})
    assert why(w, f"rail 24.A {MINSK}") == "no-line"


def test_9_5_the_loss_of_the_dictator_does_not_stop_the_trains() -> None:
    w = position({"G": ("ger_inf_54", BERLIN)})
    w.mark(Flags, w.table, flags=("leaderless-axis",))
    assert why(w, "move G 0323") == "leaderless"
    assert why(w, f"rail G {WARSAW}") == "" and trains.rail_commands(w, w.by_id["G"])


def test_rail_heads_of_one_edge_are_joined_off_the_map() -> None:
    kazan, kuibyshev, uralsk = "5018", "5323", "5626"
    cut = {"G": ("ger_inf_54", "5226"), "A": ("army_43", kazan), "B": ("army_43", "5019")}
    w = position(cut, phase="move1-soviet", gauge={"axis": ["5021", "4919"]})
    assert {w.board.hexes[i].label for i in transport.off_map(w, w.by_id["A"])} == {kuibyshev, uralsk}
    assert transport.off_map(w, w.by_id["B"]) == ()
    do(w, f"rail A {uralsk}")
    assert where(w, "A") == uralsk


# -- conversion ---------------------------------------------------------------------------------------------


def behind_the_front(**facts: Any) -> World:
    """The Axis holds all ground west of Minsk, and converts railways."""
    w = position({}, phase="convert-axis")
    held = [h.label for h in w.board.hexes if h.col < 26]
    units = facts.pop("units", {})
    return position(units, control={"axis": held}, **{"phase": "convert-axis", **facts})


def test_a_group_converts_a_chain_on_from_the_railhead() -> None:
    w = behind_the_front()
    assert rail_conversion.groups_left(w) == 3
    line = rail_conversion.chain_to(w, at(w, BARANOVICHI))
    assert [w.board.hexes[i].label for i in line] == [BREST, "1726", "1825", "1925", BARANOVICHI]
    do(w, f"regauge {BARANOVICHI}")
    assert all(gauge(w, i) is Side.AXIS for i in line) and rail_conversion.groups_left(w) == 2
    assert w.events[-1].rule == "7.2" and railways.fed_rail(w, railways.GERMAN)[at(w, BARANOVICHI)]


def test_two_groups_on_one_line_go_half_as_far_again() -> None:
    w = behind_the_front()
    far = max(rail_conversion.chains(w).hexes.values())
    assert far == 12 and [rail_conversion.groups_for(w, n) for n in (1, 8, 9, 12, 13)] == [1, 1, 2, 2, 0]
    end = min(i for i, n in rail_conversion.chains(w).hexes.items() if n == far)
    do(w, f"regauge {w.board.hexes[end].label}")
    assert rail_conversion.groups_left(w) == 1 and max(rail_conversion.chains(w).hexes.values()) == 8


def test_mud_and_snow_shorten_the_chains() -> None:
    for pair, one, two in ((("Lt Mud", "Mud"), 6, 9), (("Mud", "Snow"), 5, 7), (("Clear", "Lt Mud"), 8, 12)):
        w = behind_the_front()
        w.mark(Impulse, w.table, first=pair[0], second=pair[1])
        assert max(rail_conversion.chains(w).hexes.values()) == two and rail_conversion.groups_for(w, one) == 1
        assert rail_conversion.groups_for(w, one + 1) == 2


def test_no_other_group_starts_where_one_has_just_ended() -> None:
    w = behind_the_front()
    do(w, f"regauge {BARANOVICHI}")
    fresh = rail_conversion.converted_now(w)
    assert len(fresh) == 5
    chain = rail_conversion.chain_to(w, at(w, MINSK))
    assert not fresh.intersection(chain) and chain
    used = w[Tallies].tally
    w.mark(Clock, w.table, turn=3)
    assert rail_conversion.groups_left(w) == 3 and not rail_conversion.converted_now(w)
    do(w, f"regauge {MINSK}")
    assert not set(used).intersection(w[Tallies].tally), "the last turn is forgotten"


def test_every_chain_offered_is_lawful_and_every_other_is_refused() -> None:
    w = behind_the_front(units={"P": ("partisan", "2424"), "R": ("army_43", "1922"), "G": ("ger_inf_54", "1823")})
    while True:
        offered = {c.text().split()[-1] for c in rail_conversion.regauge_commands(w)}
        assert offered == {h.label for h in w.board.hexes if not why(w, f"regauge {h.label}")}
        if not offered:
            break
        do(w, f"regauge {max(offered)}")
    assert rail_conversion.groups_left(w) == 0 and why(w, f"regauge {MINSK}") in ("groups-used", "own-gauge")


def test_why_a_railway_is_not_converted() -> None:
    units = {"P": ("partisan", "1825"), "R": ("army_43", "2225"), "G": ("ger_inf_54", "2024")}
    w = behind_the_front(units=units)
    bare = next(h.label for h in w.board.hexes if "rail" not in h.traits)
    assert why(w, "regauge 9999") == "no-such-hex" and why(w, f"regauge {bare}") == "no-railway"
    assert why(w, f"regauge {WARSAW}") == "own-gauge" and why(w, "regauge 3520") == "not-held"
    assert why(w, "regauge 1825") == "partisans" and why(w, "regauge 2125") == "enemy-zone"
    beyond = [
        w.board.hexes[i].label
        for i in rail_hexes(w)
        if i not in rail_conversion.chains(w).hexes
        and gauge(w, i) is Side.SOVIET
        and not rail_conversion.why_not(w, Side.AXIS, i)
    ]
    assert beyond and {why(w, f"regauge {spot}") for spot in beyond} == {"too-far"}
    w.mark(Partisan, w.by_id["P"], promoted=True)
    assert why(w, "regauge 1925") == "partisans"
    assert why(behind_the_front(phase="move1-axis"), f"regauge {BREST}") == "no-conversion"
    assert not rail_conversion.regauge_commands(behind_the_front(phase="move1-axis"))


def test_the_soviets_convert_back_what_they_retake() -> None:
    w = position({}, phase="convert-soviet", gauge={"axis": [BREST, "1726", "1825"]})
    assert rail_conversion.groups_left(w) == 4
    do(w, f"regauge {BREST}")
    assert gauge(w, at(w, BREST)) is Side.SOVIET
    late = position({}, turn=13, phase="convert-axis")
    assert rail_conversion.groups_left(late) == 2


def test_the_view_says_whose_trains_run_where() -> None:
    game = new_game("rb-barbarossa-7")
    view = game.view(Side.AXIS)
    spots = view.board.by_label
    assert view.gauges[spots["1326"]] is Side.AXIS and view.gauges[spots["2223"]] is Side.SOVIET
    assert all((who is None) == ("rail" not in h.traits) for who, h in zip(view.gauges, view.board.hexes, strict=True))
    assert new_game("tdv-barbarossa-1941").view(Side.AXIS).gauges == ()
