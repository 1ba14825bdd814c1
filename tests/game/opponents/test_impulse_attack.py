"""How the staff for games of impulses attacks, in positions of Russia Besieged: victories, duties, tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import Advance, Assign, Blitz, EndPhase, Move, Overwhelm, Resolve
from ecs.core.components import Place
from ecs.core.known_facts import DieFace, ResultEffects, SideEffect
from ecs.rulesets.russia_besieged.data.components import Partisan
from game.opponents import Seat, make_player
from game.opponents.impulse_staff import battle_answers
from game.opponents.impulse_staff.attack_planner import AttackPlanner
from game.opponents.impulse_staff.attack_value import TEMPERS, AttackValue, DieResults, Stakes
from game.opponents.impulse_staff.figures import ADVANCE
from game.opponents.impulse_staff.obligatory_attacks import AttackSetSearch
from game.opponents.impulse_staff.officer import ImpulseOfficer
from game.opponents.impulse_staff.position import Position
from game.opponents.impulse_staff.railways import Lifelines, hunts
from tests.ecs.worlds import world_of
from tests.game.opponents.test_impulse_lines import stage
from tests.kits.patience import within

AXIS, SOVIET = Side.AXIS, Side.SOVIET
WEST = {"V.K": "2526", "VI.K": "2526", "VIII.K": "2526", "XX.K": "2527", "II.K": "2527", "XXIV.Pz": "2425"}
LONE = {**WEST, "13.A": "2626"}


def run(game: Game, until: str, level: str = "officer") -> list[str]:
    """Play the side to act up to a phase; the command lines it gave."""
    assert game.to_act is not None
    side = game.to_act
    mind, seat, out = ImpulseOfficer(side, 1, level), Seat(game, side), []
    while game.to_act is side and game.moment[1] != until and len(out) < 400:
        command, _ = mind.choose(seat)
        out.append(command.text())
        game.apply(command)
    return out


def planner(game: Game) -> AttackPlanner:
    """The joint plan of the side to act."""
    assert game.to_act is not None
    now = Position(Seat(game, game.to_act))
    return AttackPlanner(now, AttackValue(now, TEMPERS["usual"]))


def test_a_throw_is_worth_the_mean_of_its_faces_and_those_without_a_way_out_are_lost() -> None:
    back = DieFace(1, ResultEffects("D1 R2", defenders=SideEffect(1, retreat=(2, 2))), "", "", advance=2)
    even = DieFace(2, ResultEffects("EX", SideEffect(lost=4), SideEffect(lost=4)), "", "", even=True)
    results = DieResults([back, even])
    free = Stakes(steps=4, factors=8.0, own_steps=2, own=6.0, cheap=2.0, trapped=False)
    # D1 R2: one of four steps, the hex is empty; EX: neither loses more than the two steps the attackers have
    assert results.average(free) == (0.5, (2.0 + 4.0) / 2, 6.0 / 2, 1.0)
    assert results.average(free._replace(trapped=True)) == (0.5, (8.0 + 4.0) / 2, 6.0 / 2, 1.0)
    assert DieResults(()).average(free) == (0.0, 0.0, 6.0, 0.0), "below the table the attackers surrender"


def test_takes_an_automatic_victory_during_movement() -> None:
    game = stage("move1-axis", LONE)
    given = run(game, "plan1-axis")
    assert Overwhelm("2626").text() in given


def test_no_automatic_victory_in_mud() -> None:
    game = stage("move1-axis", LONE, weather="Mud")
    assert not [t for t in planner(game).plan() if t.outright]


def test_no_automatic_victory_over_a_major_city() -> None:
    game = stage("move1-axis", {**WEST, "13.A": "2630"})
    assert not [t for t in planner(game).plan() if t.outright and game.view(AXIS).board.hexes[t.target].label == "2630"]


def test_forecast_out_of_an_enemy_zone_counts_whoever_comes_there_as_supplied() -> None:
    game = stage("move1-axis", {**LONE, "V.K": "2426"})
    board = game.view(AXIS).board
    found = game.forecast(AXIS, board.by_label["2626"], ["V.K"], at={"V.K": board.by_label["2526"]})
    assert found.attack_total == 5


def test_every_unit_in_a_zone_attacks_and_every_enemy_there_is_attacked() -> None:
    spots = {"V.K": "2526", "VI.K": "2526", "VIII.K": "2527", "13.A": "2626", "4.A": "2627", "3.A": "2625"}
    game = stage("plan1-axis", spots)
    seat = Seat(game, AXIS)
    now = Position(seat)
    pledges = AttackSetSearch(now, AttackValue(now, TEMPERS["usual"]))
    plan = pledges.solve()
    assert all(plan.target[name] is not None for name in pledges.obliged)
    for command, _ in pledges.orders():
        if seat.allows(command):
            game.apply(command)
    assert seat.allows(EndPhase())


def test_a_plan_segment_ends_even_where_the_odds_are_hopeless() -> None:
    spots = {"Sp250": "2526", "13.A": "2626", "4.A": "2626", "3.A": "2625", "10.A": "2625"}
    game = stage("plan1-axis", spots)
    given = run(game, "fight1-axis")
    assert any(line.startswith("attack Sp250") for line in given)


def test_armour_at_high_odds_uses_the_blitzkrieg_table() -> None:
    spots = {"XXIV.Pz": "2526", "XLVII.Pz": "2526", "XLVI.Pz": "2525", "13.A": "2626"}
    game = stage("plan1-axis", spots)
    given = run(game, "land1-axis")
    assert Blitz("2626").text() in given and Resolve("2626", 1).text() not in given


def test_partisans_on_the_railway_are_driven_off_first() -> None:
    game = stage("move1-axis", {"V.K": "2024", "VI.K": "2526", "13.A": "2726"})
    w = world_of(game)
    band = w.by_id["Partisan-1"]
    w.mark(Place, band, hex=w.board.by_label["2025"], box="")
    game.close_past("staged")
    now = Position(Seat(game, AXIS))
    assert Lifelines(now).relief[w.board.by_label["2025"]] > 0
    assert [c for c, _ in hunts(now)] == [Move("V.K", "2025")]


def test_partisans_in_their_second_stage_can_be_weighed_like_other_targets() -> None:
    game = stage("plan1-axis", {"V.K": "2024", "VI.K": "2025", "13.A": "2726"})
    w = world_of(game)
    band = w.by_id["Partisan-1"]
    w.mark(Place, band, hex=w.board.by_label["2124"], box="")
    w.mark(Partisan, band, promoted=True)
    game.close_past("staged")
    now = Position(Seat(game, AXIS))
    target = now.board.by_label["2124"]
    found = AttackSetSearch(now, AttackValue(now, TEMPERS["usual"]))
    assert target in found.options["V.K"] and target not in now.foes_at
    assert found.solve().target["V.K"] in (target, None)
    weighed = found.battle(target)
    assert weighed is None or weighed.killed == 0.0


def test_a_ring_makes_a_retreat_deadly() -> None:
    game = stage("move1-axis", {"V.K": "2526", "VI.K": "2225", "13.A": "2626"})
    now = Position(Seat(game, AXIS))
    ruler, at = AttackValue(now, TEMPERS["usual"]), now.board.by_label
    target = at["2626"]
    assert not ruler.trapped(target, frozenset({at["2526"]}))
    assert ruler.trapped(target, frozenset({at["2526"], at["2726"], at["2627"]}))


def test_the_first_day_opens_holes_and_beats_the_frontier_armies() -> None:
    game = new_game("rb-barbarossa-7", seed=1)
    seats = {side: Seat(game, side) for side in Side}
    players = {side: make_player("officer", side, 1) for side in Side}
    given = []
    while game.moment[1] not in ("arrive-soviet", "move1-soviet"):
        assert game.to_act is not None
        command, _ = players[game.to_act].choose(seats[game.to_act])
        given.append(command)
        game.apply(command)
    assert sum(isinstance(c, Overwhelm) for c in given) >= 4
    assert any(isinstance(c, Advance) for c in given) and any(isinstance(c, Assign) for c in given)
    left = sum(u.attack for u in game.view(AXIS).units if u.side is SOVIET and u.hex >= 0 and "art" not in u.traits)
    assert left <= 105


def test_an_officer_and_a_recruit_play_a_turn_to_its_end_within_reason() -> None:
    game = new_game("rb-barbarossa-7", seed=3)
    seats = {side: Seat(game, side) for side in Side}
    players = {side: make_player(level, side, 1) for side, level in ((AXIS, "officer"), (SOVIET, "recruit"))}
    count = 0
    with within(60):
        while game.turn == 1 and game.to_act is not None and count < 900:
            command, _ = players[game.to_act].choose(seats[game.to_act])
            game.apply(command)
            count += 1
    assert count < 900


def test_a_won_hex_is_entered_by_those_who_would_stay_behind_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stage("plan1-axis", {"V.K": "2526", "VI.K": "2526", "VIII.K": "2526", "13.A": "2626"})
    minds = {side: ImpulseOfficer(side, 1, "officer") for side in Side}
    while not any(isinstance(order, Advance) for order in game.legal()):
        assert game.to_act is not None and len(game.log) < 200
        game.apply(minds[game.to_act].choose(Seat(game, game.to_act))[0])
    now = Position(Seat(game, AXIS))
    entry = next(order for order in game.legal() if isinstance(order, Advance))
    spot, unit = now.board.by_label[entry.hex], now.by_id[entry.unit]
    entered = battle_answers._ground(now, unit, spot)
    assert isinstance(battle_answers.answer(now)[0], Advance)
    monkeypatch.setattr(battle_answers, "ADVANCE", replace(ADVANCE, entered=0.0))
    assert battle_answers._ground(now, unit, spot) == entered - 1.0
    monkeypatch.setattr(battle_answers, "ADVANCE", replace(ADVANCE, hopeless=-1.0))
    assert battle_answers._ground(now, unit, spot) == entered - 1.0
