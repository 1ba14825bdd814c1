"""Chapter 7: the zones of control of German armies and panzergruppen."""

from __future__ import annotations

from ecs import Game, Side
from tests.ecs.rules_dc.battles import BESIDE, OPEN
from tests.ecs.rules_dc.test_06_movement import reach
from tests.ecs.staging import do, stage, texts, why


def zone(game: Game, side: Side = Side.AXIS) -> dict[str, tuple[str, ...]]:
    """Hex label -> units whose zone covers it."""
    return {game.board.hexes[h].label: units for h, units in game.zones(side).items()}


def path(game: Game, unit: str, label: str) -> list[str]:
    """The way a unit would take to a hex; [] if it cannot."""
    step = game.reach(unit).get(game.board.by_label[label])
    return [game.board.hexes[h].label for h in step.path] if step else []


def test_an_undisrupted_german_army_controls_its_six_hexes_whatever_the_terrain() -> None:
    assert set(zone(stage("B2a-move", {OPEN: ["18.A"]}))) == set(BESIDE)
    game = stage("B2a-move", {"H6": ["18.A"]})
    assert len(zone(game)) == 6


def test_a_panzergruppe_controls_clear_hexes_from_a_clear_hex() -> None:
    game = stage("B2a-move", {"J8": ["1.PzGr"]})
    terrain = {h.label: h.terrain for h in game.board.hexes}
    around = {game.board.hexes[i].label for i in game.board.neighbours[game.board.by_label["J8"]]}
    assert set(zone(game)) == {label for label in around if terrain[label] == "clear"}


def test_a_panzergruppe_in_forest_controls_nothing() -> None:
    assert zone(stage("B2a-move", {"I7": ["1.PzGr"]})) == {}


def test_a_city_in_a_clear_hex_leaves_it_clear() -> None:
    game = stage("B2a-move", {"L9": ["1.PzGr"]})
    assert "K8" in zone(game)


def test_disrupted_units_corps_and_allies_control_nothing() -> None:
    units = {OPEN: ["18.A"], "J9": ["40.PzKps", "3.RumA"], "N8": ["HunMobKps"], "A8": ["KarelianA"]}
    assert zone(stage("B2a-move", units, disrupted=["18.A"])) == {}
    assert zone(stage("A2a-move", {OPEN: ["16.A", "1.GdsK", "5.Mech"]}), Side.SOVIET) == {}


def test_zones_do_not_reach_across_straits_open_lakes_or_sea() -> None:
    assert "O6" not in zone(stage("B2a-move", {"O5": ["18.A"]}))
    assert "D7" not in zone(stage("B2a-move", {"C6": ["18.A"]}))
    assert "D7" in zone(stage("B2a-move", {"C6": ["18.A"]}, weather="Snow"))
    assert "B7" not in zone(stage("B2a-move", {"C6": ["18.A"]}))


def test_axis_units_are_not_hindered_by_soviet_units() -> None:
    game = stage("A2a-move", {OPEN: ["18.A"], "J9": ["16.A"], "J10": ["1.GdsK"]})
    assert {"K9", "K10"} <= set(reach(game, "18.A"))


def test_a_soviet_unit_stops_on_entering_a_zone() -> None:
    game = stage("B2a-move", {"L8": ["18.A"], "L11": ["5.Mech"]})
    found = reach(game, "5.Mech")
    assert "L9" in found  # in the army's zone
    assert all(game.board.by_label["L9"] not in step.path[:-1] for step in game.reach("5.Mech").values())


def test_it_may_not_go_from_one_hex_to_another_in_the_same_units_zone() -> None:
    game = stage("B2a-move", {OPEN: ["18.A"], "K9": ["19.A"]})
    # with its bonus it may go round, out of the zone and in again
    assert path(game, "19.A", "K10") == ["K9", "J10", "K10"]
    game = stage("B2d-move", {OPEN: ["18.A"], "K9": ["1.GdsK"]})
    assert why(game, "move 1.GdsK K10") == why(game, "move 1.GdsK L9") == "zone-to-zone"


def test_it_may_leave_a_zone_freely() -> None:
    game = stage("B2a-move", {OPEN: ["18.A"], "K9": ["19.A"]})
    assert why(game, "move 19.A J9") == ""


def test_it_may_go_from_one_units_zone_into_that_of_another_and_stops_there() -> None:
    game = stage("B2a-move", {"M9": ["18.A"], "K11": ["17.A"], "L9": ["5.Mech"]})
    # L9 is in 18.A's zone only, K10 in 17.A's only
    covers = zone(game)
    assert covers["L9"] == ("18.A",) and covers["K10"] == ("17.A",)
    game = stage("B2a-move", {"M9": ["18.A"], "K11": ["17.A"], "K9": ["19.A"], "L9": ["5.Mech"]})
    assert "K10" in reach(game, "5.Mech")
    index = game.board.by_label["K10"]
    assert all(index not in step.path[:-1] for step in game.reach("5.Mech").values())


def test_two_units_in_one_hex_are_both_the_same_and_different_so_the_way_is_barred() -> None:
    game = stage("B2d-move", {OPEN: ["18.A", "17.A"], "K9": ["1.GdsK"]})
    assert why(game, "move 1.GdsK K10") == "zone-to-zone"


def test_within_one_zone_it_may_go_one_hex_onto_a_friendly_unit() -> None:
    game = stage("B2a-move", {OPEN: ["18.A"], "K9": ["19.A"], "K10": ["16.A"]})
    assert why(game, "move 19.A K10") == ""
    do(game, "move 19.A K10")


def test_onto_a_friend_within_the_zone_only_as_a_whole_move() -> None:
    game = stage("B2a-move", {OPEN: ["18.A"], "J9": ["5.Mech"], "K10": ["16.A"]})
    # J9 to K9 is in the zone and ends the move; K10 by way of K9 would be a second hex within it
    k10 = game.board.by_label["K10"]
    assert all(game.board.by_label["K9"] not in step.path[:-1] for step in game.reach("5.Mech").values())
    assert len(game.reach("5.Mech")[k10].path) == 3


def test_a_lake_crossing_within_one_units_zone_is_barred_too() -> None:
    units = {"D9": ["18.A"], "C8": ["23.A"]}
    game = stage("B2a-move", units)
    assert zone(game)["C8"] == zone(game)["C9"] == ("18.A",)
    assert path(game, "23.A", "C9") != ["C8", "C9"]


def test_a_disrupted_german_army_stops_nobody() -> None:
    game = stage("B2a-move", {OPEN: ["18.A"], "K9": ["19.A"]}, disrupted=["18.A"])
    assert "move 19.A K10" in texts(game, "move")
    assert path(game, "19.A", "K10") == ["K9", "K10"]


def test_zones_do_not_hinder_proriv_more_than_other_movement() -> None:
    game = stage("B2d-move", {OPEN: ["18.A"], "K9": ["1.GdsK"]})
    assert why(game, "move 1.GdsK K10") == "zone-to-zone"
    assert why(game, "move 1.GdsK J9") == ""
