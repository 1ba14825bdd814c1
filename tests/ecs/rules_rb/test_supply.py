"""Chapter 13: paths of supply, limited sources, and how units are judged."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from ecs.core.components import Clock, Flags, Ground, Place, SupplyState, Tallies
from ecs.core.world import World
from ecs.rulesets.russia_besieged.combat import fortresses
from ecs.rulesets.russia_besieged.data.components import Impulse
from ecs.rulesets.russia_besieged.data.tables import rules
from ecs.rulesets.russia_besieged.ground import railways, supply
from ecs.rulesets.russia_besieged.ground.terrain import has_rail, is_closed
from ecs.systems.rail import rail_hexes, rail_net
from ecs.systems.supply import judge
from tests.ecs.rules_rb.stage import at, majors, position, spots

FIELD = "3127"


def thirds(spot: str) -> list[str]:
    """Labels of every second hex round one."""
    w = position({})
    found = combinations(w.board.neighbours[at(w, spot)], 3)
    trio = next(t for t in found if all(w.board.distance(i, j) == 2 for i, j in combinations(t, 2)))
    return [w.board.hexes[i].label for i in trio]


def ring(spot: str, kind: str = "army_43") -> dict[str, tuple[str, str]]:
    """Enemies on every hex round one."""
    w = position({})
    hexes = [w.board.hexes[j].label for j in w.board.neighbours[at(w, spot)]]
    return {f"R{n}": (kind, label) for n, label in enumerate(hexes)}


def state(w: World, unit: str) -> int:
    """How a unit would be judged."""
    return supply.supply_state(w, w.by_id[unit])


def oracle(w: World, starts: set[int], limit: int, northern: bool) -> set[int]:
    """Supply paths on an empty board, worked out the plain way: hexes and the mountains behind them."""
    best = {(i, 0): 0 for i in starts}
    queue = sorted(best)
    mire = set(w.board.regions["northern_swamp"])
    for here, crossed in queue:
        if best[here, crossed] == limit or crossed > 1 or (northern and here in mire):
            continue
        for j in w.board.neighbours[here]:
            h = w.board.hexes[j]
            spot = j, crossed + (h.terrain == "mountain" and "rail" not in h.traits)
            if not is_closed(w, here, j) and spot not in best:
                best[spot] = best[here, crossed] + 1
                queue.append(spot)
    return {i for i, _ in best}


@pytest.mark.parametrize(
    ("turn", "weather", "limit"), [(2, "Clear", 14), (3, "Clear", 12), (3, "Mud", 7), (5, "Snow", 8)]
)
def test_axis_supply_reaches_so_far_from_the_railways(turn: int, weather: str, limit: int) -> None:
    w = position({}, turn=turn, weather=weather)
    fed = railways.fed_rail(w, railways.GERMAN)
    starts = {i for i, on in enumerate(fed) if on} | set(railways.sources(w, railways.GERMAN))
    found = supply.in_supply(w, railways.side_of(railways.GERMAN)) - supply.caucasus(w)
    assert found and found == oracle(w, starts, limit, True) - supply.caucasus(w)


def test_a_unit_far_ahead_is_out_of_supply_but_not_surrounded() -> None:
    w = position({"G": ("ger_pz_97", "3420"), "H": ("ger_inf_54", "1425")})
    assert (state(w, "G"), state(w, "H")) == (1, 0)
    assert supply.attack_supply(w, w.by_id["G"]) and supply.attack_supply(w, w.by_id["H"]) == 0


def test_a_ringed_unit_is_surrounded_and_a_way_out_relieves_it() -> None:
    w = position({"G": ("ger_inf_54", FIELD), **ring(FIELD)})
    assert state(w, "G") == 2 and supply.is_surrounded(w, w.by_id["G"])
    for n in range(6):
        w.mark(Place, w.by_id[f"R{n}"], hex=-1, box="dead")
    assert state(w, "G") < 2


def test_zones_close_the_ring_unless_own_units_stand_in_them() -> None:
    enemies = {f"R{n}": ("army_43", label) for n, label in enumerate(thirds(FIELD))}
    w = position({"G": ("ger_inf_54", FIELD), **enemies})
    assert state(w, "G") == 2
    taken = {u.hex for u in w.units if u.hex >= 0}
    hole = next(w.board.hexes[j].label for j in w.board.neighbours[at(w, FIELD)] if j not in taken)
    assert state(position({"G": ("ger_inf_54", FIELD), "H": ("ger_inf_54", hole), **enemies}), "G") == 1


def test_all_axis_units_are_supplied_in_the_first_axis_turn_only() -> None:
    units = {"G": ("ger_inf_54", FIELD), **ring(FIELD)}
    w = position(units, turn=1)
    assert state(w, "G") == 0 and supply.attack_supply(w, w.by_id["G"]) == 0
    assert state(position(units, turn=1, phase="fight1-soviet"), "G") == 2


def test_those_who_live_off_their_city_or_need_nothing_are_always_supplied() -> None:
    units = {"M": ("ger_marshal", FIELD), "A": ("ger_air", FIELD), "V": ("volkssturm", FIELD), "P": ("hitler", FIELD)}
    w = position({**units, **ring(FIELD)})
    assert {state(w, name) for name in units} == {0}


def test_lone_guns_trace_from_their_own_hex_though_a_zone_covers_it() -> None:
    w = position({"A": ("ger_art_62", "1626"), "R": ("army_43", "1726"), "G": ("ger_inf_54", "1625")})
    assert not supply.path_map(w, railways.GERMAN)[at(w, "1626")] and state(w, "A") == 0


# -- nations ------------------------------------------------------------------------------------------------


def test_every_nation_has_sources_of_its_own() -> None:
    w = position({})
    names = {
        g: {w.board.hexes[i].name for i in railways.sources(w, g)} for g in ("axis", "german", "ROM", "FIN", "soviet")
    }
    assert names["axis"] == {"Berlin", "Prague", "Vienna", "Budapest"}
    assert names["german"] == names["axis"] | {"Bucharest", "Ploesti"}
    assert names["ROM"] == {"Bucharest", "Ploesti"} and "Helsinki" in names["FIN"]
    assert names["soviet"] == {"Kazan", "Kuibyshev", "Uralsk", "Archangel"}
    assert len(railways.sources(position({}, weather="Snow"), "soviet")) == 3
    assert len(railways.sources(position({}, control={"soviet": ["1842", "0735"]}), "german")) == 4


def test_an_ally_out_of_the_war_feeds_nobody() -> None:
    w = position({})
    w.mark(Flags, w.table, flags=(railways.out_of_war("HUN"),))
    assert "Budapest" not in {w.board.hexes[i].name for i in railways.sources(w, "german")}
    assert railways.sources(w, "FIN")
    w.mark(Flags, w.table, flags=(railways.out_of_war("FIN"),))
    assert not railways.sources(w, "FIN")


def test_germans_in_finland_live_on_helsinki() -> None:
    w = position({"G": ("ger_inf_54", "2301"), "H": ("ger_inf_54", FIELD), "R": ("rum_inf_33", "2137")})
    assert [railways.group_of(w, w.by_id[u]) for u in "GHR"] == ["german-north", "german", "ROM"]
    assert state(w, "G") == 0 and state(w, "R") == 0


# -- limited sources ----------------------------------------------------------------------------------------


def test_a_city_of_ones_own_feeds_four_units_armies_first() -> None:
    kiev = "2630"
    defenders = {f"D{n}": ("army_43", kiev) for n in range(4)} | {"C": ("cav_25", kiev)}
    ring_round = {f"G{n}": ("ger_inf_54", label) for n, (_, label) in enumerate(ring(kiev).values())}
    w = position({**defenders, **ring_round}, phase="supply-soviet", control={"soviet": [kiev]})
    assert [state(w, name) for name in ("D0", "D1", "D2", "D3", "C")] == [0, 0, 0, 0, 1]
    assert at(w, kiev) in supply.combat_hexes(w, "soviet")


def test_a_captured_city_feeds_three_units_for_three_turns() -> None:
    smolensk = "2822"
    garrison = {f"G{n}": ("ger_inf_54", smolensk) for n in range(4)}
    w = position({**garrison, **ring(smolensk)}, phase="supply-axis")
    found = []
    for _ in range(4):
        judge(w)
        found.append([w.by_id[name][SupplyState].level for name in sorted(garrison)])
    assert found == [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [2, 2, 2, 2]]
    w.mark(Place, w.by_id["R0"], hex=-1, box="dead")
    for name in ("R1", "R2", "R3", "R4", "R5"):
        w.mark(Place, w.by_id[name], hex=-1, box="dead")
    judge(w)
    assert w[Tallies].tally == ()


def kerch(**facts: Any) -> World:
    """A German corps alone in Kerch, far from any railway of its own."""
    units = {"G": ("ger_inf_54", "3541"), "F": ("sov_air", facts.pop("airbase", "5323"))}
    return position(units, **facts)


def test_ships_feed_a_port_from_another_that_is_joined_to_a_source() -> None:
    assert state(kerch(turn=3), "G") == 0
    assert state(kerch(turn=2), "G") == 1, "not before the third turn"
    assert state(kerch(turn=3, airbase="3742"), "G") == 1, "aircraft near by shut the port"
    w = kerch(turn=3)
    assert supply.attack_supply(w, w.by_id["G"]) == 0
    w.mark(Ground, w.hexes[at(w, "2243")], control=railways.side_of("soviet"))
    assert state(w, "G") == 1, "Constanza is lost"


def test_the_ice_road_feeds_leningrad_in_snow_but_not_its_attacks() -> None:
    siege = {f"G{n}": ("ger_inf_54", s) for n, s in enumerate(["2611", "2711", "2612", "2812", "2713"])}
    for weather, fed in (("Snow", 1), ("Clear", 0)):
        w = position({"L": ("army_43", "2712"), "B": ("army_43", "2912"), **siege}, turn=5, weather=weather)
        assert supply.path_map(w, "soviet")[at(w, "2712")] == fed
        assert not supply.path_map(w, "soviet", supply.COMBAT)[at(w, "2712")]
    shut = position({"L": ("army_43", "2712"), **siege, "X": ("ger_inf_54", "2913")}, turn=5, weather="Snow")
    assert not supply.path_map(shut, "soviet")[at(shut, "2712")]


def test_baku_or_tiflis_feeds_the_caucasus() -> None:
    for lost, general, combat in (([], 0, True), (["5949"], 0, False), (["5949", "5047"], 2, False)):
        w = position(
            {"S": ("army_43", "4345"), "G": ("ger_inf_54", "4043"), **ring_axis("4345")}, control={"axis": lost}
        )
        assert state(w, "S") == general, lost
        assert (supply.attack_supply(w, w.by_id["S"]) == 0) is combat, lost


def ring_axis(spot: str) -> dict[str, tuple[str, str]]:
    """Germans all round a hex."""
    return {f"A{n}": ("ger_inf_54", label) for n, (_, label) in enumerate(ring(spot).values())}


# -- judging ------------------------------------------------------------------------------------------------


def test_judging_marks_the_side_in_its_turn_and_says_what_changed() -> None:
    w = position({"G": ("ger_inf_54", FIELD), **ring(FIELD)}, phase="supply-axis")
    w.mark(SupplyState, w.by_id["G"], dropped=True, relieved=True)
    judge(w)
    state = w.by_id["G"][SupplyState]
    assert (state.level, state.dropped, state.relieved) == (2, False, False)
    assert [e.text for e in w.events] == [f"G is surrounded at {FIELD} near Bryansk."] and w.events[0].rule == "13.1"
    assert w.by_id["R0"][SupplyState].level == 0


def test_landed_from_the_air_a_unit_is_supplied() -> None:
    w = position({"G": ("airborne_13", "1026")}, phase="fight1-soviet")
    w.mark(SupplyState, w.by_id["G"], dropped=True)
    assert state(w, "G") == 0 and supply.attack_supply(w, w.by_id["G"]) == 0


def test_the_weather_of_the_first_impulse_counts_before_it_and_that_of_the_second_after_it() -> None:
    for phase, word in (("supply-axis", "Clear"), ("surrender-axis", "Mud"), ("fight1-axis", "Snow")):
        w = position({}, phase=phase, weather="Snow")
        w.mark(Impulse, w.table, first="Clear", second="Mud")
        assert railways.supply_weather(w) == word


def test_railways_join_only_along_their_line() -> None:
    w = position({})
    assert all(has_rail(w, i, j) for i in rail_hexes(w) for j in rail_net(w)[i])


def test_how_a_unit_attacks_out_of_a_hex() -> None:
    units = {"G": ("ger_inf_54", "1425"), "H": ("ger_inf_54", "1425"), "F": ("ger_pz_97", "3420")}
    w = position(units, supply={"H": 1})
    assert [supply.attack_supply(w, w.by_id[u]) for u in "GHF"] == [0, 2, 1]
    assert supply.attack_supply(w, w.by_id["G"], at(w, "3420")) == 1
    assert supply.attack_supply(w, w.by_id["F"], at(w, "1425")) == 0


# -- beyond what a limited source feeds ----------------------------------------------------------------------


def judged(w: World, side: str, units: Iterable[str]) -> list[int]:
    """How units are marked when their player turn begins, and where they are when it ends."""
    judge(w)
    w.mark(Clock, w.table, phase=w.phases.index(f"surrender-{side}"))
    assert not fortresses.doomed(w, railways.side_of(side))
    fortresses.surrender_check(w)
    assert all(w.by_id[name].hex >= 0 for name in units)
    return [w.by_id[name][SupplyState].level for name in units]


def test_5_4_a_fifth_unit_joined_to_a_major_city_is_out_of_supply_and_does_not_surrender() -> None:
    kiev = "2630"
    armies = {f"D{n}": ("army_43", kiev if n < 4 else "2631") for n in range(6)}
    near = [w.board.hexes[j].label for w in [position({})] for i in (at(w, kiev), at(w, "2631"))
            for j in w.board.neighbours[i] if j not in (at(w, kiev), at(w, "2631"))]  # fmt: skip
    ring_round = {f"G{n}": ("ger_inf_54", label) for n, label in enumerate(sorted(set(near)))}
    w = position(armies | ring_round, phase="supply-soviet", control={"soviet": [kiev]})
    assert sorted(judged(w, "soviet", armies)) == [0, 0, 0, 0, 1, 1]


def test_5_4_beyond_the_four_units_of_a_port_armies_are_out_of_supply_not_surrounded() -> None:
    """Six armies on the Kerch peninsula, whose port ships feed from Novorossiysk."""
    kerch, taman = "3541", "3641"
    armies = {f"D{n}": ("army_43", (kerch, "3441", "3341")[n // 2]) for n in range(6)}
    germans = {"G0": ("ger_inf_54", "3241"), "G1": ("ger_inf_54", taman)}
    w = position(armies | germans, phase="supply-soviet", turn=4, control={"soviet": [kerch]})
    found = judged(w, "soviet", armies)
    assert sorted(found) == [0, 0, 0, 0, 1, 1], found


def test_5_4_without_the_city_or_the_port_there_is_no_path_and_they_surrender() -> None:
    w = position({"D": ("army_43", FIELD), **ring_axis(FIELD)}, phase="supply-soviet")
    judge(w)
    w.mark(Clock, w.table, phase=w.phases.index("surrender-soviet"))
    assert w.by_id["D"][SupplyState].level == 2 and [
        u.id for u in fortresses.doomed(w, railways.side_of("soviet"))
    ] == ["D"]


def test_5_4_who_is_merely_far_from_the_city_is_not_surrounded_a_taken_city_is_another_matter() -> None:
    supplies = rules(position({})).supply
    cities = majors("soviet")
    kiev = cities.pop("Kiev")
    gone = {*cities.values(), *spots(*supplies.soviet_sources, *supplies.caucasus_sources)}
    w = position({"D": ("army_43", "2626")}, phase="supply-soviet", turn=4, control={"axis": gone})
    assert w.board.distance(at(w, "2626"), at(w, kiev)) == 4 and state(w, "D") == 1
    w.mark(Ground, w.hexes[at(w, kiev)], control=railways.side_of("german"))
    assert state(w, "D") == 2
