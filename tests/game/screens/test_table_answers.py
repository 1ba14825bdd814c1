"""Answers at the table: what undo takes back, and what is asked of the player in a battle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs import Game, Side, find_scenario
from ecs.core.commands import TakeHit
from game.app.application import App
from game.app.settings import Settings
from game.opponents import Seat, adviser, make_player
from game.play.session import GameSetup, Session, begin
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.play.play_screen import TableScene
from game.ui.descriptions import class_name, place_near
from game.ui.interaction.controller import TableController
from tests.ecs.rules_dc.battles import OPEN, battle, shoot
from tests.ecs.staging import stage
from tests.kits.pilot import Pilot
from tests.kits.window import HUMANS
from tests.kits.window import Seat as WindowSeat

SCENARIO = "barbarossa-1941"
CORNERS = ("north-east", "north-west", "south-east", "south-west")


def _play_until_owed(desk: TableController) -> None:
    """Play on until an only answer has been given that can be taken back."""
    session = desk.session
    minds = {side: make_player("recruit", side, 1) for side in Side}
    for _ in range(400):
        if session.hands_over:
            session.take_seat(session.game.to_act or Side.AXIS)
            desk.refresh()
        owed = desk.only_answer
        if owed is not None:
            desk.give(owed)
            if session.game.can_undo and session.last_choice is not None:
                return
            continue
        assert session.game.to_act is not None
        desk.give(minds[session.game.to_act].choose(Seat(session.game, session.game.to_act))[0])
    pytest.fail("nobody ever had an only answer")


def test_undo_goes_back_to_the_players_last_real_choice_and_names_it() -> None:
    session = begin(GameSetup(find_scenario(SCENARIO), HUMANS, {"only_answers": "asked"}, 1))
    desk = TableController(session)
    _play_until_owed(desk)
    owed, chosen, commands = session.game.log[-1], session.game.log[-2], len(session.game.log)
    assert session.last_choice is chosen
    assert owed.command.split(" ")[1] not in desk.undo_words
    desk.undo()
    assert len(session.game.log) == commands - 2 and desk.only_answer is None
    desk.redo()
    assert desk.only_answer is not None and desk.only_answer.text() == owed.command


def test_where_all_that_was_done_was_owed_undo_says_so() -> None:
    session = begin(GameSetup(find_scenario(SCENARIO), HUMANS, {"only_answers": "asked"}, 1))
    desk = TableController(session)
    _play_until_owed(desk)
    session.forget_choices()
    assert session.game.can_undo and session.undo() is None
    assert "was automatic" in desk.undo_words


def _answer_hits(game: Game, side: Side, fresh: bool) -> None:
    """A staff answers all hits of a side; ``fresh``: another officer each time, who saw none of the former ones."""
    staff = adviser(side, 1)
    while game.moment[2] == "hits" and game.to_act is side:
        staff = adviser(side, 1) if fresh else staff
        game.apply(staff.choose(Seat(game, side))[0])


@pytest.mark.parametrize("fresh", [False, True])
def test_the_staff_lets_one_army_take_the_hits_and_the_others_fight_on(monkeypatch: Any, fresh: bool) -> None:
    units = {"K9": ["18.A", "17.A"], "K10": ["9.A"], OPEN: ["16.A", "19.A", "5.Mech"]}
    game = battle(units, *(f"{name} {OPEN}" for name in ("18.A", "17.A", "9.A")))
    shoot(game, monkeypatch, 6, 4)
    if game.to_act is Side.SOVIET:
        _answer_hits(game, Side.SOVIET, fresh)
    view = game.look(Side.AXIS)
    assert view.decision is not None and (view.decision.id, view.decision.count) == ("hits", 2)
    _answer_hits(game, Side.AXIS, fresh)
    armies = [u for u in game.look(Side.AXIS).units if u.id in ("18.A", "17.A", "9.A")]
    assert [u.disrupted for u in armies].count(True) == 1 and all(u.hex >= 0 for u in armies)


def _at_hits(monkeypatch: Any, theirs: int) -> WindowSeat:
    """Three armies of the player's in a battle, with hits to take."""
    units = {"K9": ["18.A", "17.A"], "K10": ["9.A"], OPEN: ["16.A", "19.A", "5.Mech"]}
    game = battle(units, *(f"{name} {OPEN}" for name in ("18.A", "17.A", "9.A")))
    shoot(game, monkeypatch, 6, theirs)
    _answer_hits(game, Side.SOVIET, fresh=False)
    return _seat_at(game)


def _seat_at(game: Game) -> WindowSeat:
    app = App(Settings(first_run=False), headless=True, size=(1280, 720))
    kit = all_resources(app, Saves(), silent=True)
    scene = TableScene(kit, Session(game, HUMANS))
    app.push(scene)
    seat = WindowSeat(app, scene, Pilot(app))
    seat.settle()
    return seat


def test_all_losses_of_a_battle_are_left_to_the_staff_with_one_button(monkeypatch: Any) -> None:
    seat = _at_hits(monkeypatch, 4)
    game = seat.scene.session.game
    seat.pilot.press("Staff for this battle")
    for _ in range(20):
        if game.moment[2] != "hits":
            break
        seat.settle()
    assert game.moment[2] != "hits" and not seat.scene.desk.staff.entrusted
    assert [record.command.split(" ")[0] for record in game.log[-2:]] == ["hit", "hit"]


def test_the_button_of_a_loss_says_whether_the_unit_dies_of_it(monkeypatch: Any) -> None:
    seat = _at_hits(monkeypatch, 4)
    session = seat.scene.session
    assert "18.A takes the hit" in seat.pilot.texts() and "Destroys 18.A" not in seat.pilot.texts()
    while session.game.moment[2] == "hits":
        command = TakeHit("18.A")
        told, before = session.destroys(command), session.game.digest()
        assert session.game.digest() == before
        session.do(command)
        unit = session.view.unit("18.A")
        assert told is (unit is None or unit.hex < 0)


def test_a_loss_that_destroys_is_called_so(monkeypatch: Any) -> None:
    units = {"K9": ["18.A"], OPEN: ["16.A", "19.A", "5.Mech"]}
    game = battle(units, f"18.A {OPEN}", disrupted=["16.A"])
    shoot(game, monkeypatch, 3, 6)
    session = Session(game, {Side.AXIS: "recruit", Side.SOVIET: "human"})
    assert session.destroys(TakeHit("16.A")) and not session.destroys(TakeHit("19.A"))
    seat = _seat_at(game)
    seat.scene.session.take_seat(Side.SOVIET)
    seat.scene.desk.refresh()
    seat.app.dirty = True
    seat.settle()
    assert {"Destroys 16.A", "19.A takes the hit"} <= set(seat.pilot.texts()), seat.pilot.texts()


def test_the_planner_proposes_no_more_than_the_chance_needs() -> None:
    units = {"K9": ["18.A", "17.A", "40.PzKps"], "K10": ["9.A", "4.A", "3.PzGr"], OPEN: ["16.A"]}
    desk = TableController(Session(stage("A2a-attack", units), HUMANS))
    plans = desk.plans
    plans.open(desk.view.board.by_label[OPEN])
    able = tuple(unit.id for unit, reason in plans.candidates() if not reason)
    proposed, chance = plans.ticked, plans.forecast.p_cleared
    assert 0 < len(proposed) < len(able)
    plans.ticked = able
    assert plans.forecast.refusal or chance >= plans.forecast.p_cleared - Fraction(1, 30)
    for name in proposed:
        plans.ticked = tuple(other for other in proposed if other != name)
        assert not plans.ticked or plans.forecast.p_cleared < chance or plans.forecast.mean_attacker_factors_lost > 0


def test_a_hex_without_a_name_is_called_by_the_place_nearest_to_it() -> None:
    board = begin(GameSetup(find_scenario("rb-campaign-1941"), HUMANS, {}, 1)).game.board
    towns = [spot.index for spot in board.hexes if spot.name]
    assert place_near(board, towns[0]) == f"{board.hexes[towns[0]].name} ({board.hexes[towns[0]].label})"
    told = {
        place_near(board, j).split(" of ")[0]
        for i in towns[::2]
        for j in board.neighbours[i]
        if not board.hexes[j].name
    }
    assert {"north-east", "south-west"} <= told <= {"north", "south", "east", "west", *CORNERS}
    assert all(place_near(board, spot.index).endswith(f"({spot.label})") for spot in board.hexes[::9])


@pytest.mark.parametrize(
    "scenario", ["barbarossa-1941", "rb-campaign-1941", "war-barbarossa-1941", "tdv-campaign-1941"]
)
def test_what_does_not_fight_has_no_size_and_no_badge_says_that_it_cannot_act(scenario: str) -> None:
    session = begin(GameSetup(find_scenario(scenario), HUMANS, {}, 1))
    terms = session.game.ruleset.glossary
    for unit in session.view.units:
        if not terms.fights(unit):
            assert not class_name(terms, unit).endswith((" corps", " army", " division"))
    assert terms.badges["moved"][0] == "Done"
