"""What the staff for games of impulses does behind the front, in positions of Russia Besieged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ecs import Game, Side, new_game
from ecs.core.commands import (
    AirDrop,
    Airlift,
    Enter,
    Move,
    MoveByRail,
    Rebase,
    Rebuild,
    Refit,
    Regauge,
)
from ecs.core.components import Assignment, Clock, Ground, Place, Readiness, Replacements, Steps, SupplyState, Weather
from ecs.rulesets.russia_besieged.data.components import Impulse, Track
from ecs.rulesets.russia_besieged.sequence import PHASES
from game.opponents import Seat
from game.opponents.impulse_staff import rear_orders
from game.opponents.impulse_staff.position import Position
from game.opponents.shared.map_analysis import atlas_of
from tests.ecs.rules_rb.stage import board
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ORDER = [phase.id for phase in PHASES]
MINSK, SMOLENSK, MOSCOW, BERLIN, WARSAW = "2223", "2822", "3520", "0223", "1326"
VYAZMA = "3121"


def stage(
    phase: str,
    at: Mapping[str, str],
    *,
    turn: int = 3,
    boxes: Mapping[str, str] | None = None,
    west_of: int = 0,
    reduced: Iterable[str] = (),
    weather: str = "Clear",
) -> Game:
    """June 1941 with nobody on the map but those named.

    :param at: counter id -> hex; ``boxes``: counter id -> box.  ``west_of``: the Axis holds everything west of this
        column, and its trains run there.
    """
    game = new_game("rb-barbarossa-7", seed=1)
    w = world_of(game)
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    w.mark(Weather, w.table, name=weather)
    w.mark(Impulse, w.table, number=2 if phase.split("-")[0].endswith("2") else 1, first=weather, second=weather)
    for hex_ in w.board.hexes:
        if hex_.col + 1 < west_of:
            w.mark(Ground, w.hexes[hex_.index], control=AXIS)
            if w.by_hex(Track)[hex_.index].gauge is not None:
                w.mark(Track, w.hexes[hex_.index], gauge=AXIS)
    for unit in w.units:
        w.mark(Place, unit, hex=-1, box=(boxes or {}).get(unit.id, "aside"))
    for name, spot in at.items():
        unit = w.by_id[name]
        w.mark(Place, unit, hex=w.board.by_label[spot], box="")
        w.mark(Ground, w.hexes[unit.hex], control=unit.type.side)
    for name in reduced:
        w.mark(Steps, w.by_id[name], lost=1)
    game.close_past("staged")
    return game


def give(game: Game, *spots: str, side: Side = AXIS, trains: bool = True) -> Game:
    """Hand ground to a side, railways and all."""
    w = world_of(game)
    for spot in spots:
        index = w.board.by_label[spot]
        w.mark(Ground, w.hexes[index], control=side)
        if trains:
            w.mark(Track, w.hexes[index], gauge=side)
    game.close_past("staged")
    return game


def line(*places: str) -> list[str]:
    """The labels of the railway by way of some places."""
    rails, hexes = atlas_of(board()).rails, board().hexes
    out: list[str] = []
    for a, b in pairwise(board().by_label[p] for p in places):
        before, ring = {b: b}, [b]
        for i in ring:
            for j in rails[i]:
                if j not in before:
                    before[j] = i
                    ring.append(j)
        while a != b:
            out.append(hexes[a].label)
            a = before[a]
    return [*out, places[-1]]


def seat(game: Game) -> Seat:
    """The chair of the side to act."""
    assert game.to_act is not None
    return Seat(game, game.to_act)


def orders(game: Game, most: int = 40) -> list[str]:
    """Everything ordered behind the front in this phase, carried out."""
    refused: set[object] = set()
    out: list[str] = []
    phase = game.moment[1]
    while len(out) < most and game.moment[1] == phase:
        choice = rear_orders.order(Position(seat(game)), refused)  # type: ignore[arg-type]
        if choice is None:
            break
        refused.add(choice[0])
        assert choice[1]
        game.apply(choice[0])
        out.append(choice[0].text())
    return out


def far(game: Game, a: str, b: str) -> int:
    """Hexes between two labels."""
    return game.board.distance(game.board.by_label[a], game.board.by_label[b])


# -- railways -------------------------------------------------------------------------------------------------


def test_railways_are_converted_towards_the_spearhead_and_smolensk() -> None:
    game = stage("convert-axis", {"XLVII.Pz": "2723", "XII.K": "2622", "16.A": "3021"}, west_of=24)
    give(game, *line(MINSK, SMOLENSK), trains=False)
    first = rear_orders.order(Position(seat(game)), set())
    assert first is not None and isinstance(first[0], Regauge)
    assert far(game, first[0].hex, SMOLENSK) <= 1


def test_nothing_is_converted_where_nobody_fights() -> None:
    game = stage("convert-axis", {"XLVII.Pz": MINSK, "16.A": "3021"}, west_of=24)
    give(game, "3142", trains=False)
    assert not [c for c in orders(game) if c.endswith("3142")]


# -- arrivals -------------------------------------------------------------------------------------------------


def test_replacements_go_to_weakened_infantry_before_they_raise_the_dead() -> None:
    game = stage(
        "arrive-axis",
        {"XII.K": "2223", "XIII.K": "2224", "16.A": "2622", "Hitler": BERLIN},
        boxes={"XLIII.K": "dead"},
        west_of=24,
        reduced=("XII.K",),
    )
    world_of(game).mark(Replacements, world_of(game).table, infantry=1, panzer=1)
    given = orders(game)
    assert given[0] == Refit("XII.K").text() and not any(c.startswith("rebuild") for c in given)


def test_points_left_over_raise_the_dead() -> None:
    game = stage("arrive-axis", {"XII.K": MINSK, "16.A": "2622"}, boxes={"XLIII.K": "dead"}, west_of=24)
    world_of(game).mark(Replacements, world_of(game).table, infantry=3, panzer=2)
    given = orders(game)
    assert given[0] == Rebuild("XLIII.K", 0).text() and given[1].startswith("enter XLIII.K ")


def test_new_armies_come_in_before_the_threatened_city_and_not_under_the_guns() -> None:
    army = {"XLVII.Pz": "2922", "XXIV.Pz": "2923", "XII.K": "2921", "XIII.K": SMOLENSK}
    game = stage("arrive-soviet", {**army, "16.A": "3121", "Stalin": MOSCOW}, boxes={"31.A": "arrived"}, west_of=29)
    assert orders(game)[0] == Enter("31.A", MOSCOW).text()


def test_partisans_rise_on_the_railway_the_enemy_lives_by() -> None:
    army = {"XLVII.Pz": "2922", "XXIV.Pz": "2923", "XII.K": "2921", "XIII.K": SMOLENSK}
    game = stage("arrive-soviet", {**army, "16.A": "3121"}, boxes={"Partisan-1": "pool"}, west_of=29)
    given = orders(game)
    assert len(given) == 1 and given[0].startswith("enter Partisan-1 ")
    spot = game.board.by_label[given[0].split()[-1]]
    assert game.view(SOVIET).gauges[spot] is AXIS


# -- aircraft -------------------------------------------------------------------------------------------------


def test_an_airbase_is_laid_behind_the_spearhead() -> None:
    army = {"XLVII.Pz": "2522", "XXIV.Pz": "2523", "16.A": "2822", "Luft-1": WARSAW}
    game = stage("arrive-axis", army, boxes={"Axis-base-1": "pool"}, west_of=26)
    given = orders(game)
    assert len(given) == 1
    command = given[0].split()
    assert command[:2] == [Rebase.verb, "Axis-base-1"] and 2 <= far(game, command[2], SMOLENSK) <= 6


def test_a_base_left_behind_is_brought_forward_but_not_from_under_its_aircraft() -> None:
    army = {"XLVII.Pz": "2522", "XXIV.Pz": "2523", "16.A": "2822", "Luft-1": "1426"}
    game = stage("arrive-axis", {**army, "Axis-base-1": "1426", "Axis-base-2": "1425"}, west_of=26)
    given = orders(game)
    assert len(given) == 1 and given[0].startswith(f"{Rebase.verb} Axis-base-2 ")


def test_aircraft_land_where_they_reach_the_next_fighting() -> None:
    army = {"XLVII.Pz": "2522", "16.A": "2822", "Luft-1": "2023", "Axis-base-1": "2023", "Axis-base-2": "2323"}
    game = stage("land1-axis", army, west_of=26)
    w = world_of(game)
    w.mark(Readiness, w.by_id["Luft-1"], spent=True)
    w.mark(Assignment, w.by_id["Luft-1"], target=w.board.by_label["2622"])
    game.close_past("staged")
    assert orders(game) in ([Rebase("Luft-1", "2323").text()], [Rebase("Luft-1", MINSK).text()])


def test_the_strongest_unit_about_to_surrender_is_fed_from_the_air() -> None:
    pocket = {"XLVII.Pz": "2623", "XII.K": "2526"}
    west = {"12.MC": "2622", "16.A": "2624", "8.A": "2523", "3.A": "2425"}
    east = {"11.A": "2723", "10.A": "2627", "4.A": "2527"}
    game = stage("surrender-axis", {**pocket, "Luft-1": "2222", **west, **east}, west_of=24)
    for name in pocket:
        world_of(game).mark(SupplyState, world_of(game).by_id[name], level=2)
    game.close_past("staged")
    assert orders(game) == [Airlift("Luft-1", "2623").text()]


# -- journeys and leaders -------------------------------------------------------------------------------------


def test_reserves_ride_to_the_front_and_those_with_other_orders_stay() -> None:
    army = {"XLVII.Pz": "2522", "XII.K": "2523", "16.A": "2822", "L.K": WARSAW, "XXVII.K": WARSAW}
    game = stage("move1-axis", army, west_of=26)
    found = rear_orders.trains(Position(seat(game)), frozenset({"L.K"}))
    rides = [c for c, _ in found if isinstance(c, MoveByRail)]
    assert [c.unit for c in rides] == ["XXVII.K"]
    assert far(game, rides[0].hex, SMOLENSK) < far(game, WARSAW, SMOLENSK)
    for command in rides:
        game.apply(command)


def test_a_field_marshal_joins_the_fighting() -> None:
    army = {"XLVII.Pz": "2522", "XXIV.Pz": "2522", "XII.K": "2523", "16.A": "2622", "Bock": MINSK}
    game = stage("move1-axis", army, west_of=26)
    found = rear_orders.leaders(Position(seat(game)))
    assert [c for c, _ in found] == [Move("Bock", "2522")]


def test_stalin_stays_until_moscow_is_about_to_fall() -> None:
    near = {"XLVII.Pz": "3120", "XXIV.Pz": "3121", "XII.K": "3122"}
    calm = stage("move1-soviet", {**near, "16.A": MOSCOW, "Stalin": MOSCOW}, west_of=32)
    assert rear_orders.leaders(Position(seat(calm))) == []
    close = {"XLVII.Pz": "3419", "XXIV.Pz": "3420", "XII.K": "3521"}
    game = stage("move1-soviet", {**close, "16.A": MOSCOW, "Stalin": MOSCOW}, west_of=34)
    found = rear_orders.leaders(Position(seat(game)))
    assert len(found) == 1 and isinstance(found[0][0], Move | MoveByRail) and found[0][0].unit == "Stalin"


def test_airborne_corps_jump_on_the_only_railway_behind_the_spearhead() -> None:
    army = {"XLVII.Pz": "3319", "XXIV.Pz": "3320", "XII.K": "3321"}
    game = stage("move1-soviet", {**army, "5.AB": "3125", "16.A": MOSCOW}, west_of=23)
    give(game, *line(MINSK, SMOLENSK, VYAZMA, MOSCOW)[:-2])
    found = rear_orders.trains(Position(seat(game)), frozenset())
    jumps = [c for c, _ in found if isinstance(c, AirDrop)]
    assert len(jumps) == 1 and game.view(SOVIET).gauges[game.board.by_label[jumps[0].hex]] is AXIS
    assert far(game, jumps[0].hex, "3320") > 3


# -- lines that may be cut ------------------------------------------------------------------------------------


def test_partisans_on_a_railway_are_driven_off_by_who_is_missed_least() -> None:
    army = {"XLVII.Pz": "2822", "XXIV.Pz": "2821", "16.A": "3021", "L.K": "2123", "XLVI.Pz": "2222"}
    game = stage("move1-axis", {**army, "Partisan-1": "2324"}, west_of=29)
    found = [c for c, _ in rear_orders.trains(Position(seat(game)), frozenset())]
    assert Move("L.K", "2324") in found or Move("XLVI.Pz", "2324") in found


def test_a_second_line_is_converted_before_the_only_one_is_cut() -> None:
    armour = dict.fromkeys(("XLVII.Pz", "XXIV.Pz", "XLVI.Pz"), "2921")
    army = {**armour, **dict.fromkeys(("XII.K", "XIII.K", "VII.K"), SMOLENSK)}
    game = stage("convert-axis", {**army, "16.A": "3121"})
    give(game, *line(WARSAW, "1624", "2025", MINSK, "2822"))
    give(game, *line("1526", "1626", "2025"), *line("2223", "2425"), trains=False)
    text = " ".join(orders(game))
    assert "2025" not in text
    gauges = game.view(AXIS).gauges
    joined = [gauges[game.board.by_label[h]] for h in line("1626", "2025")]
    assert AXIS in joined and joined.count(AXIS) >= len(joined) - 1
