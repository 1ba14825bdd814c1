"""How the staff for prepared and operational attacks fights, in positions of War Against Russia."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from ecs import Game, Side, find_scenario, new_game, start
from ecs.core.commands import (
    Assign,
    CancelAttacks,
    Done,
    EndPhase,
    Exchange,
    Resolve,
    StandFast,
    TakeHit,
)
from ecs.core.components import (
    Assignment,
    Clock,
    Disruption,
    Engagement,
    Marched,
    Place,
    Readiness,
    SupplyState,
    Weather,
)
from ecs.rulesets.war_against_russia.ground.control import take_control
from ecs.rulesets.war_against_russia.sequence import PHASES
from game.opponents import Seat, make_player
from game.opponents.operations_staff import battle_answers
from game.opponents.operations_staff.attack_planner import AttackPlanner
from game.opponents.operations_staff.attack_value import AttackValue, covered, has_exit, results, temper_of, toll
from game.opponents.operations_staff.officer import OperationsOfficer
from game.opponents.operations_staff.position import Position
from tests.ecs.rules_war.stage import load_dice
from tests.ecs.worlds import world_of

AXIS, SOVIET = Side.AXIS, Side.SOVIET
ORDER = [phase.id for phase in PHASES]
SIX_POINTS = ("Q8", "Q13", "Y10", "GG8", "DD14", "BB16")
ARMOUR = {"1.PzGr": "AA17", "2.PzGr": "AA18", "24.PzKps": "AA18"}


def stage(
    phase: str,
    units: Mapping[str, str],
    *,
    turn: int = 3,
    weather: str = "Good",
    held: Mapping[str, Iterable[str]] | None = None,
    dispersed: Iterable[str] = (),
) -> Game:
    """A phase with only these counters on the map.  ``held``: what a side holds besides; the rest is Russian."""
    game = new_game("war-barbarossa-1941", seed=1)
    w = world_of(game)
    w.mark(Clock, w.table, turn=turn, phase=ORDER.index(phase), over=False)
    w.mark(Weather, w.table, name=weather)
    for unit in w.units:
        if unit.hex >= 0:
            w.mark(Place, unit, hex=-1, box="aside")
        w.mark(Disruption, unit, disrupted=unit.id in set(dispersed))
        w.mark(SupplyState, unit, level=0)
        w.mark(Marched, unit, moved=0)
        w.mark(Assignment, unit, target=-1, wave=0)
        w.mark(Engagement, unit, fought=False)
        w.mark(Readiness, unit, spent=False)
    for side, labels in (held or {}).items():
        for spot in labels:
            take_control(w, w.board.by_label[spot], Side(side))
    for name, spot in units.items():
        unit = w.by_id[name]
        w.mark(Place, unit, hex=w.board.by_label[spot], box="")
        take_control(w, unit.hex, unit.type.side)
    w.forget()
    w.events = []
    game._undo.clear()
    return game


def front_of(game: Game) -> Position:
    """The front as the side to act sees it."""
    assert game.to_act is not None
    return Position(Seat(game, game.to_act))


def planner(game: Game, mode: str = "stay") -> AttackPlanner:
    """The joint plan of the side to act."""
    front = front_of(game)
    return AttackPlanner(front, AttackValue(front, temper_of(front, True)), mode)


def run(game: Game, until: str, level: str = "officer") -> list[str]:
    """Play the side to act up to a phase; the command lines it gave."""
    assert game.to_act is not None
    side = game.to_act
    mind, seat, out = OperationsOfficer(side, 1, level), Seat(game, side), []
    while game.to_act is side and game.moment[1] != until and len(out) < 300:
        command, _ = mind.choose(seat)
        out.append(command.text())
        game.apply(command)
    return out


# -- what is attacked ---------------------------------------------------------------------------------------


def test_strong_odds_next_door_are_taken_and_hopeless_ones_are_not() -> None:
    spots = {"6.A": "R8", "2.PzGr": "Q8", "24.PzKps": "Q8", "5.A": "R9", "29.InfKps": "Y8", "21.A": "Y9", "20.A": "Y9"}
    given = run(stage("plan1-axis", spots, held={"axis": ("Q8", "Q13")}), "fight1-axis")
    assert any(line.startswith("attack") and "R9" in line for line in given)
    assert not any("Y9" in line for line in given)


def test_attackers_on_opposite_sides_leave_no_way_out() -> None:
    front = front_of(stage("plan1-axis", {"6.A": "T8", "4.A": "T10", "5.A": "T9"}))
    target, one, other = front.at("T9"), front.at("T8"), front.at("T10")
    assert has_exit(front, target, {one}, covered(front, [one]), {one})
    assert not has_exit(front, target, {one, other}, covered(front, [one, other]), {one, other})


def test_marches_to_bases_on_both_sides_of_its_prey() -> None:
    spots = {"2.PzGr": "R7", "3.PzGr": "P8", "24.PzKps": "P8", "5.A": "R9"}
    game = stage("move-axis", spots, held={"axis": ("Q8", "Q13", "Y10")})
    front = front_of(game)
    attack = next(a for a in planner(game, "move").plan() if a.target == front.at("R9"))
    bases = set(attack.bases)
    assert not has_exit(front, attack.target, bases, covered(front, bases), bases)


def test_takes_the_seventh_point_whatever_the_odds() -> None:
    spots = {"1.PzGr": "Y18", "24.PzKps": "Y18", "12.A": "Y19"}
    game = stage("plan2-axis", spots, held={"axis": SIX_POINTS})
    assert front_of(game).points(AXIS) == 6
    assert Assign("1.PzGr", "Y19", 1).text() in run(game, "fight2-axis")


def test_the_city_that_decides_is_worth_more_than_others() -> None:
    front = front_of(stage("plan2-axis", {"1.PzGr": "Y18"}, held={"axis": SIX_POINTS}))
    early = front_of(stage("plan2-axis", {"1.PzGr": "Y18"}))
    assert front.worth[front.at("Y19")] > 3 * early.worth[early.at("Y19")]


def test_a_city_that_decides_nothing_is_not_stormed_below_even_strength() -> None:
    spots = {"4.PzGr": "H15", "56.PzKps": "H15", "23.A": "G15", "56.RifKor": "G15"}
    game = stage("plan2-axis", spots, held={"axis": ("Q8", "Q13", "Y10")})
    front = front_of(game)
    found = front.forecast(front.at("G15"), [(name, front.at("H15")) for name in ("4.PzGr", "56.PzKps")])
    assert not found.refusal and found.attack_total < found.defence_total
    assert not any("G15" in line for line in run(game, "fight2-axis"))


def test_an_attack_that_may_cost_a_city_its_garrison_is_worth_less() -> None:
    panzers = {"2.PzGr": "P18", "24.PzKps": "P18", "1.PzGr": "O19", "47.PzKps": "O19", "9.A": "P19"}
    value = {}
    for spot in ("Q19", "P20"):
        game = stage("plan1-soviet", {**panzers, "16.A(R)": spot, "7.MexKor": spot}, turn=7, weather="Subarctic")
        front = front_of(game)
        team = tuple((name, front.at(spot)) for name in ("16.A(R)", "7.MexKor"))
        value[spot] = AttackValue(front, temper_of(front, True)).judge(front.at("P19"), team)
    assert value["Q19"] < value["P20"] - 2.0


# -- the Russian duty -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("other", ["5.InfKps", "9.A"])
def test_every_german_stack_next_to_russian_attackers_is_attacked(other: str) -> None:
    spots = {"7.InfKps": "T12", other: "R12", "20.A": "S12", "5.MexKor": "S12", "21.A": "T13", "7.MexKor": "T13"}
    game = stage("plan1-soviet", spots, dispersed=["7.InfKps"])
    given = run(game, "fight1-soviet")
    assert CancelAttacks().text() not in given
    assert game.moment[1] != "plan1-soviet"


def test_russians_do_not_throw_themselves_at_an_army_for_nothing() -> None:
    game = stage("plan1-soviet", {"9.A": "T12", "5.InfKps": "T12", "20.A": "T13"})
    assert not [line for line in run(game, "fight1-soviet") if line.startswith("attack")]


# -- answers ---------------------------------------------------------------------------------------------------


def test_buys_the_defenders_when_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = {"1.PzGr": "Y18", "24.PzKps": "Y18", "2.PzGr": "Y20", "47.PzKps": "Y20", "9.A": "X19", "5.InfKps": "X19"}
    game = stage("plan2-axis", {**ring, "12.A": "Y19"}, held={"axis": SIX_POINTS})
    for name in ring:
        game.apply(Assign(name, "Y19", 1))
    game.apply(EndPhase())
    front = front_of(game)
    brings, cost = results(front.forecast(front.at("Y19"), [(n, front.at(spot)) for n, spot in ring.items()]))[0]
    assert (brings.code, cost) == ("-", 15)
    load_dice(monkeypatch, 1)
    game.apply(Resolve("Y19", 1))
    assert OperationsOfficer(AXIS, 1, "officer").choose(Seat(game, AXIS))[0] == Exchange()


def test_losses_are_paid_at_the_least_cost() -> None:
    front = front_of(stage("plan1-axis", {"3.RomA": "S8", "9.A": "T8", "5.InfKps": "T8"}))
    allied, army, corps = (front.by_id[name] for name in ("3.RomA", "9.A", "5.InfKps"))
    assert toll([allied, army, corps], 2) == pytest.approx(2.0)
    assert toll([army, corps], 3) == pytest.approx(7.2)
    assert toll([corps], 5) == pytest.approx(3.6)


@pytest.mark.parametrize(("spot", "expected"), [("Q19", True), ("T12", False)])
def test_germans_stand_in_a_great_city_and_give_way_in_the_open(
    spot: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = {"Q19": ("Q20", "P20"), "T12": ("T13", "S12")}[spot]
    spots = {"5.InfKps": spot, "20.A": near[0], "5.MexKor": near[0], "21.A": near[1], "7.MexKor": near[1]}
    game = stage("plan1-soviet", spots)
    for name in ("20.A", "5.MexKor", "21.A", "7.MexKor"):
        game.apply(Assign(name, spot, 1))
    game.apply(EndPhase())
    game.apply(Resolve(spot, 1))
    if game.moment[2] == "stand":
        front = Position(Seat(game, AXIS))
        command, _ = battle_answers.answer(front, AttackValue(front))
        assert (command == StandFast()) is expected
    else:
        assert not expected


def test_9_5_the_staff_gives_up_the_unit_it_can_best_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = {"11.A": "V23", "RomMtnCrps": "V23", "1.Shock": "V22", "2.Shock": "W22", "29.A": "U22"}
    game = stage("plan1-soviet", spots)
    for name in ("1.Shock", "2.Shock", "29.A"):
        game.apply(Assign(name, "V23", 1))
    game.apply(EndPhase())
    load_dice(monkeypatch, 1)  # 8 against 5: 3:2, X
    game.apply(Resolve("V23", 1))
    while game.moment[2] == "stand":
        game.apply(Done())
    assert game.to_act is AXIS and game.moment[2] == "cede"
    assert OperationsOfficer(AXIS, 1, "officer").choose(Seat(game, AXIS))[0] == TakeHit("RomMtnCrps")


def test_9_1_the_staff_makes_the_attacks_it_owes_or_those_that_bring_them_about_are_called_off() -> None:
    spots = {"11.A": "V23", "30.InfKps": "V23", "54.InfKps": "U23", "22.A": "U22", "5.KavKor": "U22", "20.A": "V24",
             "2.KavKor": "V24"}  # fmt: skip
    game = stage("plan1-soviet", spots)
    for name in ("22.A", "5.KavKor", "20.A", "2.KavKor"):
        game.apply(Assign(name, "U23", 1))
    assert not game.is_legal(EndPhase())
    mind = OperationsOfficer(SOVIET, 1, "officer")
    for _ in range(12):
        if game.moment[1] != "plan1-soviet":
            return
        game.apply(mind.choose(Seat(game, SOVIET))[0])
    raise AssertionError("the phase does not end")


# -- whole turns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["officer", "recruit"])
def test_the_first_month_is_played_without_a_refusal(level: str) -> None:
    game = new_game("war-barbarossa-1941", seed=5)
    minds = {side: make_player(level, side, 5) for side in Side}
    battles = 0
    while game.turn == 1 and game.to_act is not None:
        command, _ = minds[game.to_act].choose(Seat(game, game.to_act))
        battles += isinstance(command, Resolve)
        game.apply(command)
    lost = [u for u in game.view(AXIS).units if u.side is SOVIET and u.box == "dead"]
    assert battles >= 8
    assert len(lost) >= 5


@pytest.mark.parametrize(("axis", "soviet", "turn"), [(11, 6, 14), (5, 9, 12)])
def test_the_staff_plays_for_the_points_and_the_turn_of_the_scenario(axis: int, soviet: int, turn: int) -> None:
    """A city that would win the war draws more than its points; which one that is, the scenario says."""
    crimea = find_scenario("war-crimea-1942")
    figures = {"tables": {**crimea.figures["tables"], "first_russian_win": turn}}
    own = {**crimea.rules, "axis_win": axis, "soviet_win": soviet}
    game = start(replace(crimea, rules=own, figures=figures), {}, 1)
    now = Position(Seat(game, AXIS))
    assert now.needed == {AXIS: axis, SOVIET: soviet} and now.asked_from[SOVIET] == turn
    city = next(h for h, spot in enumerate(now.board.hexes) if spot.vp and now.holder(h) is SOVIET)
    points = now.board.hexes[city].vp
    for missing, decides in ((points, True), (points + 1, False)):
        now.needed[AXIS] = now.points(AXIS) + missing
        assert now._decides(city, points) is decides
