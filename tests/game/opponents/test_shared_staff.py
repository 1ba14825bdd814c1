"""What all staffs have in common: how attacks are put together, orders handed out, and a strange game is led."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ecs import Command, Game, Side
from ecs.core.commands import Assign, EndPhase, Move
from game.opponents.players import Choice
from game.opponents.seat import Seat
from game.opponents.shared.attack_plan import PlannedAttack, best_first
from game.opponents.shared.encirclement import Cut, risk
from game.opponents.shared.front_line_search import close_by_few, posts_by_hex
from game.opponents.shared.map_analysis import FAR, RECALLED, spread, within
from game.opponents.shared.phase_staff import PhaseStaff, gathered
from game.opponents.shared.position_reading import USUAL, FrontReading
from game.opponents.staffs import Staff, family_of
from game.play.scenarios import new_game

AXIS = Side.AXIS
ROW = ((1,), (0, 2), (1, 3), (2, 4), (3,))


# -- attacks ------------------------------------------------------------------------------------------------


def attack(target: int, value: float, *names: str) -> PlannedAttack:
    return PlannedAttack(target, tuple((name, 10 * target) for name in names), value)


def test_the_best_attack_is_taken_and_those_it_upsets_are_worked_out_anew() -> None:
    built: list[int] = []

    def build(target: int) -> PlannedAttack | None:
        built.append(target)
        return attack(target, 1.0, "C") if target == 2 else None

    found = {1: attack(1, 5.0, "A", "B"), 2: attack(2, 4.0, "B", "C"), 3: attack(3, 3.0, "B"), 4: None}
    found |= {5: attack(5, 0.5, "D"), 6: attack(6, 2.0, "E")}
    taken = list(best_first(found, build, PlannedAttack.shares_units, least=0.6))
    assert [(a.target, a.value) for a in taken] == [(1, 5.0), (6, 2.0), (2, 1.0)]
    assert built == [2, 3], "only what shared a unit is worked out again"


def test_of_attacks_worth_the_same_the_first_on_the_map_is_taken_and_a_rank_may_say_otherwise() -> None:
    attacks = {t: attack(t, 1.0, *names) for t, names in ((7, "AB"), (4, "CDE"), (9, "F"))}
    assert [a.target for a in best_first(dict(attacks), attacks.get, lambda a, b: False)] == [4, 7, 9]
    ranked = best_first(dict(attacks), attacks.get, lambda a, b: False, lambda a: 1 / len(a.team))
    assert [a.target for a in ranked] == [9, 7, 4]


# -- rings and lines ----------------------------------------------------------------------------------------


def test_posts_close_with_their_zones_and_what_nobody_reaches_stays_open() -> None:
    able = posts_by_hex({"far": [1], "near": [1, 0]})
    posts, left = close_by_few({0, 1, 2, 4}, ROW, able, lambda h: 0.0, lambda name, h: float(name == "far"))
    assert posts == {"near": 1} and left == {4}


def test_whoever_is_inside_a_ring_cannot_come_over_its_line() -> None:
    disk = ((10, 0), (11, 1), (12, 2), (13, 3), (14, 4))
    net = within({k + 10: tuple(j + 10 for j in row) for k, row in enumerate(ROW)}, disk)  # type: ignore[arg-type]
    assert net == ROW
    assert Cut([h for h, _ in disk], net, [0], [3]).inside() == {10, 11, 12}


def test_a_stack_is_at_no_risk_at_odds_that_are_safe_and_never_quite_lost() -> None:
    assert [risk(odds) for odds in (0.0, 2.0, 5.0, 99.0)] == [0.0, 0.0, 0.5, 0.8]


# -- what is read off the map -------------------------------------------------------------------------------


@pytest.fixture
def crimea() -> FrontReading:
    game = new_game("war-crimea-1942", seed=1)
    assert game.to_act is not None
    return FrontReading(Seat(game, game.to_act), USUAL, lambda unit: "air" not in unit.traits)


def test_pressure_adds_up_and_fades_and_a_pull_is_the_strongest_there_is(crimea: FrontReading) -> None:
    here = min(crimea.mine_at)
    there = crimea.net[here][0]
    assert crimea.pressure({here: 4.0, there: 2.0}, (1.0, 0.5))[here] == 4.0 + 0.5 * 2.0
    pull = crimea.pull({here: 4.0, there: 3.0}, (1.0, 0.5))
    assert (pull[here], pull[there]) == (4.0, 3.0) and max(pull) == 4.0
    assert all(not pull[h] for h, away in enumerate(crimea.atlas.far(here)) if away > 2)


def test_what_the_map_fixes_is_found_once_and_just_as_it_would_be_found_anew(crimea: FrontReading) -> None:
    atlas, own, foes = crimea.atlas, list(crimea.mine_at), list(crimea.foes_at)
    shut = [h in foes for h in range(atlas.size)]
    for most in (0, 3, FAR):
        assert list(atlas.steps(own, foes, most)) == spread(atlas.net, own, shut, most)
    assert list(atlas.steps(own)) == spread(atlas.net, own) != list(atlas.steps(own, foes))
    assert atlas.steps(own, foes) is atlas.steps(reversed(own), iter(foes))
    assert atlas.joined(own, foes) == {h for h, away in enumerate(spread(atlas.net, own, shut)) if away < FAR}
    assert {h for ring in atlas.rings(own[0], 2) for h in ring} == {h for h, _ in atlas.disk(own[0], 2)}
    assert [len(ring) for ring in atlas.rings(own[0], 1)] == [1, len(atlas.net[own[0]])]


def test_old_answers_make_room_for_new_ones(crimea: FrontReading) -> None:
    asked: list[int] = []
    for question in (*range(RECALLED + 1), RECALLED, 0):
        assert (
            crimea.atlas.recall(question, lambda question=question: asked.append(question) or 2 * question)
            == 2 * question
        )  # type: ignore[misc]
    assert asked == [*range(RECALLED + 1), 0], "the oldest was forgotten, the last was not"


def test_a_question_is_asked_of_the_seat_once(crimea: FrontReading) -> None:
    unit = crimea.mine[0]
    assert crimea.reach(unit.id) is crimea.reach(unit.id)
    target = min(crimea.foes_at)
    team = [(unit.id, unit.hex)]
    assert crimea.forecast(target, team) is crimea.forecast(target, iter(team))
    assert {u.id for u in (*crimea.mine, *crimea.tail)} | {u.id for u in (*crimea.foes, *crimea.foe_tail)} == {
        u.id for u in crimea.view.units if u.hex >= 0
    }


# -- handing out --------------------------------------------------------------------------------------------


class Marcher(PhaseStaff):
    """Names one order over and over, and every phase anew."""

    def __init__(self, orders: list[Choice]) -> None:
        super().__init__(AXIS, 1, "officer")
        self.wanted, self.begun = orders, 0

    def _begin(self, seat: Seat) -> None:
        self.begun += 1

    def _answer(self, seat: Seat) -> Choice:
        return seat.legal()[0], "answered"

    def _next(self, seat: Seat) -> Choice | None:
        return self._behind(seat, lambda refused: next((c for c in self.wanted if c[0] not in refused), None))

    def _owed(self, seat: Seat) -> Choice:
        return seat.legal()[0], "owed"


def march_phase() -> Game:
    game = new_game("barbarossa-1941", seed=1)
    while not any(isinstance(command, Move) for command in game.legal()):
        game.apply(EndPhase())
    return game


def test_an_order_is_given_once_a_phase_and_none_that_is_not_allowed() -> None:
    game = march_phase()
    side = game.to_act
    assert side is not None
    seat = Seat(game, side)
    moves = [command for command in seat.legal() if isinstance(command, Move)]
    staff = Marcher([(Move("nobody", moves[0].hex), ""), (moves[0], "first"), (moves[0], "again")])
    assert staff.choose(seat) == (moves[0], "first")
    assert staff.choose(seat) == (EndPhase(), "") and staff.begun == 1
    staff.MOST = 2
    assert Marcher(staff.wanted).choose(seat) == (moves[0], "first")
    assert staff.choose(seat) == (EndPhase(), ""), "a phase does not go on for ever"


def test_units_go_to_their_attacks_one_by_one_and_who_cannot_stays() -> None:
    game = march_phase()
    side = game.to_act
    assert side is not None
    seat = Seat(game, side)
    now = FrontReading(seat, USUAL, lambda unit: True)
    moves = {c.unit: now.at(c.hex) for c in seat.legal() if isinstance(c, Move)}
    going = dict(list(moves.items())[:3])
    stays = next(unit for unit in now.mine if unit.id not in going)
    given = list(gathered(seat, now, {**going, stays.id: stays.hex}, lambda name: f"{name} goes"))
    assert given == [(Move(name, now.label(h)), f"{name} goes") for name, h in sorted(going.items())]
    far = next(h for h in range(now.atlas.size) if not seat.allows(Move(stays.id, now.label(h))) and h != stays.hex)
    assert list(gathered(seat, now, {stays.id: far}, lambda name: "")) == []


# -- a game nobody has seen ---------------------------------------------------------------------------------


class Stranger(Seat):
    """A seat at a game that declares nothing about itself."""

    __slots__ = ()

    @property
    def traits(self) -> Mapping[str, Any]:
        return {}


@pytest.mark.parametrize("scenario", ["tutorial-kiev-1941", "war-crimea-1942", "rb-bagration-1944", "tdv-typhoon-1941"])
@pytest.mark.parametrize("level", ["officer", "recruit"])
def test_a_game_of_which_nothing_is_known_is_played_on(scenario: str, level: str) -> None:
    game = new_game(scenario, seed=5)
    staffs = {side: Staff(level, side, 7) for side in Side}
    given: list[Command] = []
    while (side := game.to_act) is not None and len(given) < 150:
        command, _ = staffs[side].choose(Stranger(game, side))
        game.apply(command)
        given.append(command)
    assert any(isinstance(command, Move) for command in given)
    assert level == "recruit" or any(isinstance(command, Assign) for command in given)
    assert game.over or any(isinstance(command, EndPhase) for command in given)
    game.close()


def test_a_game_belongs_to_a_family_only_by_what_it_declares() -> None:
    assert family_of({}) == family_of({"crt": "differential"}) == family_of({"crt": "odds"}) == "campaign"
    assert family_of({"crt": "strength"}) == "salvo"
    assert family_of({"crt": "odds", "mandatory_attack": "10.1", "sequence": ("move", "fight")}) == "impulse"
    assert family_of({"crt": "odds", "mandatory_attack": True}) == "campaign"
    assert family_of({"sequence": ("fight", "move", "fight")}) == "operations"
