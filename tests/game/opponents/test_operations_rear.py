"""What is done in the initial phase, in positions of War Against Russia."""

from __future__ import annotations

from ecs import Command, Game, Side
from ecs.core.commands import Airlift, CallReserve, Enter, MoveByRail, Raise, StandFast
from ecs.core.components import Place, Replacements, SupplyState
from game.opponents import Seat
from game.opponents.operations_staff import rear_orders
from game.opponents.operations_staff.position import Position
from tests.ecs.worlds import world_of
from tests.game.opponents.test_operations_posts import HOST, far, stage

AXIS, SOVIET = Side.AXIS, Side.SOVIET


def orders(game: Game, most: int = 40) -> list[Command]:
    """Everything ordered in this phase, carried out."""
    refused: set[Command] = set()
    out: list[Command] = []
    side = game.to_act
    assert side is not None
    while len(out) < most:
        choice = rear_orders.order(Position(Seat(game, side)), refused)
        if choice is None:
            break
        assert choice[1] and game.is_legal(choice[0])
        refused.add(choice[0])
        game.apply(choice[0])
        out.append(choice[0])
    return out


def box(game: Game, word: str, *names: str) -> None:
    """Put counters into a box."""
    w = world_of(game)
    for name in names:
        w.mark(Place, w.by_id[name], hex=-1, box=word)
    game.close_past("staged")


def funds(game: Game, **much: int) -> None:
    """Replacement factors in hand."""
    w = world_of(game)
    w.mark(Replacements, w.table, **much)
    game.close_past("staged")


# -- arrivals and replacements ------------------------------------------------------------------------------


def test_new_armies_come_in_by_moscow_when_it_is_in_danger() -> None:
    game = stage("initial-soviet", {**HOST, "7.MexKor": "Q21"}, west_of=15)
    box(game, "waiting", "29.A")
    assert [c.hex for c in orders(game) if isinstance(c, Enter)] == ["Q19"]


def test_an_army_is_raised_before_a_cavalry_corps() -> None:
    game = stage("initial-soviet", {**HOST, "7.MexKor": "Q21"}, west_of=15)
    box(game, "dead", "29.A", "5.KavKor")
    funds(game, factors=2)
    assert [c.unit for c in orders(game) if isinstance(c, Raise)] == ["29.A"]


def test_the_germans_raise_panzers_first() -> None:
    game = stage("initial-axis", {**HOST, "20.A": "Q16"})
    box(game, "dead", "24.PzKps", "5.InfKps")
    funds(game, panzer=3, infantry=0)
    assert next(c.unit for c in orders(game) if isinstance(c, Raise)) == "24.PzKps"


# -- trains ---------------------------------------------------------------------------------------------------


def test_trains_bring_armies_from_the_rear_to_the_threatened_city() -> None:
    game = stage(
        "initial-soviet", {**HOST, "28.A": "A25", "7.MexKor": "Q19", "23.A": "G15", "1.MexKor": "G15"}, west_of=15
    )
    trips = [c for c in orders(game) if isinstance(c, MoveByRail)]
    assert [c.unit for c in trips if far(game, c.hex, "Q19") <= 5] == ["28.A"]


def test_no_train_takes_the_garrison_out_of_a_threatened_city() -> None:
    game = stage("initial-soviet", {**HOST, "16.A(R)": "Q19", "7.MexKor": "Q19"}, west_of=15)
    assert not [c for c in orders(game) if isinstance(c, MoveByRail)]


# -- the whole army -------------------------------------------------------------------------------------------


def test_the_siberians_are_called_when_that_is_safe() -> None:
    for turn, called in ((6, False), (7, True)):
        game = stage("initial-soviet", {**HOST, "24.A": "N18"}, turn=turn, west_of=15)
        box(game, "siberia", "1.Shock", "3.Shock")
        assert any(isinstance(c, CallReserve) for c in orders(game)) is called


def test_the_russians_stand_when_that_may_save_a_great_city_and_not_for_the_sake_of_a_field() -> None:
    for spot, stand in (("Q19", True), ("P19", False)):
        game = stage("initial-soviet", {**HOST, "16.A(R)": spot, "7.MexKor": spot}, west_of=15)
        assert any(isinstance(c, StandFast) for c in orders(game)) is stand


def test_the_more_armies_are_exposed_the_more_a_city_must_be_worth_for_all_to_stand() -> None:
    line = {"20.A": "Q15", "22.A": "R15", "24.A": "P15", "21.A": "O15", "19.A": "S15", "5.A": "N15", "8.A": "T15"}
    stand = {}
    for few in (True, False):
        spots = dict(list(line.items())[:1]) if few else line
        game = stage("initial-soviet", {**HOST, **spots, "16.A(R)": "Q19", "7.MexKor": "Q19"})
        rear = rear_orders.Rear(Position(Seat(game, SOVIET)))
        rear.__dict__["storm"] = [8.0 if hex_.name == "Moscow" else 7.0 for hex_ in game.board.hexes]
        stand[few] = rear.stand(list(game.legal())) is not None
    assert stand == {True: True, False: False}


def test_a_cut_off_army_is_fed_from_the_air() -> None:
    ring = {"20.A": "O21", "22.A": "O23", "24.A": "M21", "5.MexKor": "M22", "7.MexKor": "N20", "21.A": "N24"}
    game = stage("initial-axis", {"4.A": "N22", "24.PzKps": "N22", "9.A": "Q8", **ring})
    w = world_of(game)
    for name in ("4.A", "24.PzKps"):
        w.mark(SupplyState, w.by_id[name], level=1)
    flyer = next(u for u in w.units if "air" in u.type.traits and u.type.side is AXIS)
    box(game, "air", flyer.id)
    assert [c.hex for c in orders(game) if isinstance(c, Airlift)] == ["N22"]
