"""The staff for games of chits and odds tables: small positions of The Dark Valley, and what it does in them."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

import pytest

from ecs import Game, Side, new_game
from ecs.core.commands import Advance, Aim, Assign, EndPhase, MoveDepot, Refit, Resolve
from ecs.core.components import Engagement, Marched, Replacements
from ecs.rulesets.dark_valley.combat import declaring
from ecs.rulesets.dark_valley.data.components import ChitInPlay, Cup
from game.opponents import LEVELS, Seat, make_player
from game.opponents.chit_staff.attack_planner import AttackPlanner
from game.opponents.chit_staff.combat_phase import answer, bombardments
from game.opponents.chit_staff.movement_orders import TEMPERS
from game.opponents.chit_staff.position import Position
from game.opponents.chit_staff.supply_railways import Railways
from tests import ROOT
from tests.ecs.rules_tdv.stage import position
from tests.ecs.worlds import world_of

HOME = ROOT / "game/opponents/chit_staff"
AXIS, SOVIET = Side.AXIS, Side.SOVIET


def lead(game: Game, side: Side, level: str = "officer", most: int = 80) -> list[str]:
    """What a player does in the phase in play, command by command; every one must be legal."""
    player, seat, given = make_player(level, side, 7), Seat(game, side), list[str]()
    phase, turn = game.moment[1], game.turn
    while game.to_act is side and game.moment[1] == phase and game.turn == turn and len(given) < most:
        command, _ = player.choose(seat)
        given.append(command.text())
        game.apply(command)
    return given


def hexes_of(game: Game, *names: str) -> set[str]:
    """Where units stand."""
    return {game.board.hexes[u.hex].label for u in game.view(AXIS).units if u.id in names}


def test_an_undefended_city_within_reach_is_taken() -> None:
    game = position(
        {"Pz1": ("panzer41", "E2627"), "1.SD": ("rifle_div", "E3115"), "D-South": ("depot", "E2227")},
        phase="move-axis",
        chit="AX_MC",
        ground="axis_1942_06",
    )
    voronezh = game.board.by_label["E2827"]
    assert game.view(AXIS).control[voronezh] is SOVIET
    lead(game, AXIS)
    assert game.view(AXIS).control[voronezh] is AXIS


def test_corps_mass_for_the_odds_that_the_table_rewards() -> None:
    units = {
        f"{n}.K": ("inf_corps", spot) for n, spot in zip("ABCD", ("W3919", "W3919", "W3918", "W3918"), strict=True)
    }
    game = position({**units, "1.A": ("army41", "W4121")}, phase="fight-axis")
    now = Position(Seat(game, AXIS))
    near = now.atlas.net[game.board.by_label["W4121"]]
    bases = dict.fromkeys(units, near)
    (plan,) = AttackPlanner(now, TEMPERS["usual"].mood).plan(bases, [game.board.by_label["W4121"]])
    assert len(plan.team) >= 3
    assert plan.odds in {"3-1", "4-1", "5-1", "6-1"}


def test_an_attack_at_bad_odds_is_not_made() -> None:
    game = position({"1.ID": ("inf_div", "W3919"), "2.ID": ("inf_div", "W3919"), "1.A": ("army42", "W3920"),
                     "2.A": ("army42", "W3920")})  # fmt: skip
    assert lead(game, AXIS) == ["end"]


def test_a_good_attack_is_declared_and_carried_out() -> None:
    game = position({"I.K": ("inf_corps", "W3919"), "II.K": ("inf_corps", "W3919"), "1.SD": ("rifle_div", "W3920")})
    given = lead(game, AXIS, most=3)
    assert [text.split()[0] for text in given] == [Assign.verb, Assign.verb, Resolve.verb]


def test_bombs_fall_where_a_loss_is_likelier() -> None:
    """Both armies stand beside the same corps; one is in a city, and bombs hurt it less."""
    game = position(
        {
            "1.A": ("army41", "W4121"),
            "2.A": ("army41", "W4021"),
            "A.K": ("inf_corps", "W4120"),
            "F": ("ger_air4", "W3921"),
        },
        phase="fight-axis",
    )
    seat = Seat(game, AXIS)
    city, field = (seat.bombardment(game.board.by_label[h], ["F"]) for h in ("W4121", "W4021"))
    assert city is not None and field is not None and city.loss < field.loss
    assert bombardments(Position(seat))[0][0] == Aim("F", "W4021")
    assert seat.bombardment(game.board.by_label["W4021"], ["1.A"]).units == ()  # type: ignore[union-attr]


def test_the_last_unit_in_a_victory_city_does_not_march_away_from_a_raider() -> None:
    game = position(
        {
            "1.ID": ("inf_div", "W2725"),
            "2.ID": ("inf_div", "W2728"),
            "1.SD": ("rifle_div", "W3025"),
        },
        phase="move-axis",
        chit="AX_MC",
    )
    lead(game, AXIS)
    warsaw = game.board.by_label["W2725"]
    assert any(u.hex == warsaw and u.side is AXIS for u in game.view(AXIS).units)


def test_replacements_are_spent() -> None:
    game = position(
        {"I.K": ("inf_corps", "W2926"), "D-Center": ("depot", "W2925"), "1.SD": ("rifle_div", "W3626")},
        turn=2,
        phase="build-axis",
        chit="",
        reduced=["I.K"],
        control={"axis": ["W2725", "W2825", "W2925"]},
    )
    w = world_of(game)
    w.mark(Replacements, w.table, infantry=4)
    if Refit("I.K") not in game.legal():
        pytest.skip("the staged railway does not reach the corps")
    assert Refit("I.K").text() in lead(game, AXIS)


def test_a_city_is_entered_after_the_battle() -> None:
    game = position(
        {"Pz1": ("panzer41", "W4120"), "Pz2": ("panzer41", "W4120"), "Pz3": ("panzer41", "W4120"),
         "1.SD": ("rifle_div", "W4121")},
        seed=3,
    )  # fmt: skip
    for name in ("Pz1", "Pz2", "Pz3"):
        game.apply(Assign(name, "W4121", 1))
    game.apply(Resolve("W4121", 1))
    while game.moment[2] and game.moment[2] != "advance":
        side = game.to_act
        assert side is not None
        game.apply(answer(Position(Seat(game, side)))[0])
    if game.moment[2] == "advance":
        command, why = answer(Position(Seat(game, AXIS)))
        assert isinstance(command, Advance)
        assert why


def test_a_depot_makes_for_a_victory_city_along_the_rails() -> None:
    game = position({"D-Center": ("depot", "W2925"), "I.K": ("inf_corps", "W3126"), "1.SD": ("rifle_div", "W4121")})
    now = Position(Seat(game, AXIS))
    way = Railways(now).ways["D-Center"]
    assert way[0] == game.board.by_label["W2925"]
    assert now.atlas.worth[way[-1]] >= 4
    assert all(b in now.atlas.rails[a] for a, b in pairwise(way))


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_room_is_made_in_a_hex_that_is_too_full(level: str) -> None:
    units = {f"{n}.ID": ("inf_div", "W3919") for n in range(5)}
    game = position(units, phase="move-axis", chit="AX_MC")
    for name in units:
        world_of(game).mark(Marched, world_of(game).by_id[name], moved=1)
    assert game.why_not(EndPhase()) is not None
    given = lead(game, AXIS, level)
    assert [line.split()[0] for line in given] == ["move", "move", "end"]


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_mechanised_corps_do_their_duty_in_a_counterattack(level: str) -> None:
    units = {"a": ("rifle_div", "W4121"), "m": ("mech41", "W4121"), "n": ("mech41", "W4221")}
    foes = {"o": ("rifle_div", "W4221"), "d": ("inf_div", "W4021"), "p": ("mot_div", "W4120")}
    game = position({**units, **foes}, turn=2, phase="fight-soviet", chit="SU_CA")
    declaring.demand(world_of(game))
    owing = set(declaring.obliged(world_of(game)))
    players = {side: make_player(level, side, 7) for side in Side}
    fought: set[int] = set()
    for _ in range(40):
        if game.moment[1] != "fight-soviet":
            break
        fought |= {e for e in owing if world_of(game).by_entity[e][Engagement].fought}
        side = game.to_act
        assert side is not None
        game.apply(players[side].choose(Seat(game, side))[0])
    assert owing == fought and game.moment[1] != "fight-soviet"


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_partisans_rise_where_the_staff_advises(level: str) -> None:
    game = position({}, turn=37, phase="partisans-soviet", chit="LOG", ground="axis_1942_06")
    world_of(game).mark(ChitInPlay, world_of(game).table, quota=3)
    assert lead(game, SOVIET, level) == ["advised"]


def test_two_turns_of_officers_are_legal_and_depots_advance() -> None:
    game = new_game("tdv-barbarossa-1941", seed=5)
    players = {side: make_player("officer", side, 5) for side in Side}
    seats = {side: Seat(game, side) for side in Side}
    verbs = set()
    while game.turn < 2 and game.to_act is not None:
        command, _ = players[game.to_act].choose(seats[game.to_act])
        verbs.add(type(command))
        game.apply(command)
    assert MoveDepot in verbs and Resolve in verbs
    axis = [u for u in game.view(AXIS).units if u.side is AXIS and u.hex >= 0]
    assert sum(1 for u in axis if u.hex > 0) > 60


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_every_level_plays_the_first_combat_chit(level: str) -> None:
    game = position({"I.K": ("inf_corps", "W3919"), "II.K": ("inf_corps", "W3919"), "1.SD": ("rifle_div", "W3920")})
    assert lead(game, AXIS, level, most=8)


def test_the_same_seed_gives_the_same_orders() -> None:
    runs = []
    for _ in range(2):
        game = new_game("tdv-barbarossa-1941", seed=9)
        players = {side: make_player("officer", side, 3) for side in Side}
        for _ in range(120):
            assert game.to_act is not None
            game.apply(players[game.to_act].choose(Seat(game, game.to_act))[0])
        runs.append(game.digest())
        game.close()
    assert runs[0] == runs[1]


def test_the_staff_knows_no_rulebook_by_name_and_sees_only_its_seat() -> None:
    for path in sorted(HOME.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert "dark" not in text.casefold() and not re.search(r"\._w\b", text), path.name
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ecs"):
                assert node.module in {"ecs", "ecs.core.commands", "ecs.core.known_facts", "ecs.core.view"}, path.name
                assert not {a.name for a in node.names} & {"Game", "new_game"}, path.name
            if isinstance(node, ast.Import):
                assert not {a.name for a in node.names} & {"time", "random", "pygame"}, path.name


def test_ending_a_phase_is_allowed_to_a_seat_only_in_its_turn() -> None:
    game = position({"I.K": ("inf_corps", "W3919"), "1.SD": ("rifle_div", "W3920")})
    assert Seat(game, AXIS).allows(EndPhase())
    assert not Seat(game, SOVIET).allows(EndPhase())


@pytest.mark.parametrize("level", ["recruit", "officer"])
@pytest.mark.parametrize(("foe", "answer_of_the_staff"), [("E2321", "chit SU_ST"), ("W2725", "defer SU_ST")])
def test_stavka_is_played_when_there_is_something_to_strike_at_and_else_asked_for_again(
    level: str, foe: str, answer_of_the_staff: str
) -> None:
    units = {"STAVKA": ("stavka", "E2320"), "1.Gd": ("guards", "E2320"), "G": ("inf_div", foe)}
    game = position(units, turn=20, phase="held-soviet", chit="")
    w = world_of(game)
    w.mark(Cup, w.table, inside=("AX_MC", "SU_CB", "SU_MV", "SU_MV"), held=("SU_ST",), gone=("AX_MC",))
    command, reason = make_player(level, SOVIET, 7).choose(Seat(game, SOVIET))
    assert (command.text(), bool(reason)) == (answer_of_the_staff, True)
