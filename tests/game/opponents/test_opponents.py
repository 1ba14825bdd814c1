"""Do the computer players play by the rules, fairly, to an end, and the same way every time?"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from ecs import RULESETS, Command, Game, Side, new_game
from ecs.core.commands import (
    Assign,
    CallReserve,
    Deploy,
    EndPhase,
    Fire,
    Lift,
    Move,
    Resolve,
)
from game.opponents import LEVELS, Seat, make_player
from game.opponents.players import RandomChoice
from game.opponents.salvo_staff.officer import SalvoOfficer
from game.opponents.salvo_staff.position import Position, nearer_than, roads
from game.opponents.shared.map_analysis import FAR, flood, spread
from game.opponents.table_players import purpose_of
from game.play.autoplay import make_players, player_seed
from tests import ROOT

SCENARIO = "barbarossa-1941"
HOME = ROOT / "game" / "opponents"
OUT_OF_HAND = sorted(set(LEVELS) - {"general"})  # who rehearses, and is looked at in test_general.py
NOBODY: tuple[tuple[str, str], ...] = ()
SWAPS = (("16.A", "F7"), ("22.A", "J5"), ("5.Mech", "H6"), ("21.A", "J6"), ("20.A", "G8"), ("7.Mech", "G7"))
Given = list[tuple[Side, str, Command, str]]


def start(options: Mapping[str, str] | None = None, seed: int = 1) -> Game:
    return new_game(SCENARIO, options=options or {}, seed=seed)


def play(game: Game, levels: Mapping[Side, str], seed: int = 1, turns: int = 99) -> Given:
    """Play on; every command must be in the legal list."""
    players = make_players(levels, seed)
    seats = {side: Seat(game, side) for side in Side}
    given: Given = []
    while (side := game.to_act) is not None and game.turn <= turns:
        command, why = players[side].choose(seats[side])
        assert game.is_legal(command), (command, game.view(side).phase.id)
        given.append((side, f"{game.turn} {game.view(side).phase.id}", command, why))
        game.apply(command)
    return given


def opening(game: Game, side: Side, level: str) -> list[str]:
    """A player's commands up to its first battle."""
    player, seat, out = make_player(level, side, 7), Seat(game, side), []
    while game.to_act is side:
        command, _ = player.choose(seat)
        out.append(command.text())
        if isinstance(command, (Fire, Resolve)):
            break
        game.apply(command)
    return out


# -- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("axis", "soviet", "options"),
    [
        ("officer", "random", {"secret_setup": "on"}),
        ("random", "officer", {}),
        ("random", "recruit", {"secret_setup": "on"}),
        ("recruit", "officer", {"combat_dice": "lotsa_dice", "first_turn_river_mode": "once", "panzer_op_move": "2"}),
    ],
)
def test_every_level_plays_a_whole_game_with_legal_commands_and_no_endless_phase(
    axis: str, soviet: str, options: dict[str, str]
) -> None:
    game = start(options, seed=3)
    given = play(game, {Side.AXIS: axis, Side.SOVIET: soviet}, 3)
    assert game.over and game.result is not None
    for side, level in ((Side.AXIS, axis), (Side.SOVIET, soviet)):
        mine = [row for row in given if row[0] is side]
        assert mine
        assert max(Counter(row[1] for row in mine).values()) <= SalvoOfficer.MOST + 60
        if level != "random":
            told = [why for _, _, command, why in mine if isinstance(command, (Move, Assign))]
            assert told and all(purpose_of(why)[1] and why.count("\n") <= 1 for why in told)
    if axis == "officer" and soviet == "random":
        assert game.result.winner is Side.AXIS
    if axis == "random" and soviet == "officer":
        assert game.result.winner is Side.SOVIET


def test_the_same_seed_plays_the_same_game() -> None:
    digests = []
    for _ in range(2):
        game = start(seed=5)
        play(game, {Side.AXIS: "officer", Side.SOVIET: "officer"}, 5, turns=1)
        digests.append((game.digest(), len(game.log)))
    assert digests[0] == digests[1]


def test_an_officer_who_takes_over_in_the_middle_of_a_phase_goes_on_legally() -> None:
    game = start(seed=2)
    for number in range(70):
        side = game.to_act
        assert side is not None
        command, _ = make_player("officer", side, number).choose(Seat(game, side))
        assert game.is_legal(command)
        game.apply(command)
    assert len(game.log) > 70


# -- fairness -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", OUT_OF_HAND)
def test_a_player_cannot_feel_the_dice(level: str) -> None:
    games = [start(seed=seed) for seed in (1, 2, 99)]
    first, *others = [opening(game, Side.AXIS, level) for game in games]
    assert len(first) > 2 and all(other == first for other in others)


@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_hidden_counters_may_change_places_and_the_axis_plays_the_same(level: str) -> None:
    openings = []
    for swaps in (NOBODY, SWAPS):
        game = start({"secret_setup": "on"})
        for name, label in swaps:
            game.apply(Lift(name))
            game.apply(Deploy(label))
        game.apply(EndPhase())
        openings.append(opening(game, Side.AXIS, level))
    assert openings[0] == openings[1]


def test_a_seat_shows_neither_the_game_nor_the_enemy_s_choices() -> None:
    game = start()
    seat = Seat(game, Side.SOVIET)
    shown = {name for name in dir(seat) if not name.startswith("_")}
    known = {"allows", "areas", "forecast", "legal", "look", "moment", "reach", "rehearse", "remedy", "side", "supply"}
    known |= {"bombardment", "pace", "traits", "view", "weighing", "working", "zones"}
    assert shown == known
    assert not any(isinstance(getattr(seat, name), Game) for name in shown)
    assert seat.legal() == ()
    assert seat.reach("18.A") == {}
    assert seat.bombardment(0, ["18.A"]) is None, "there are no guns in this game"


def test_a_seat_does_not_forecast_for_units_it_cannot_see() -> None:
    game = start({"secret_setup": "on"})
    game.apply(EndPhase())
    index = game.board.by_label["E3"]
    assert not Seat(game, Side.AXIS).forecast(index, ["3.Mech"]).attackers


def test_computer_players_know_no_rulebook_by_name_and_import_only_the_public_surface() -> None:
    allowed = {"ecs", "ecs.core.commands", "ecs.core.known_facts", "ecs.core.view", "ecs.untrusted_input"}
    for path in sorted(HOME.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                top = name.split(".")[0]
                assert top not in {"pygame", "esper", "random", "time"}, (path.name, name)
                assert top != "ecs" or name in allowed, (path.name, name)
        assert not any(ruleset in text for ruleset in RULESETS), path.name
        assert not re.search(r"\._w\b", text), path.name


def test_only_the_seat_touches_a_game() -> None:
    for path in sorted(HOME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "ecs":
                taken = {a.name for a in node.names}
                assert not taken & {"Game", "new_game", "RULESETS"} or path.stem == "seat", path.name


# -- sense ----------------------------------------------------------------------------------------------


def test_the_officer_opens_with_attacks_on_the_frontier_that_will_probably_succeed() -> None:
    game = start()
    attacks = [text for text in opening(game, Side.AXIS, "officer") if text.startswith("attack")]
    assert len({text.split()[2] for text in attacks}) >= 3
    assert len(attacks) >= 6


def test_the_reserve_is_not_called_while_that_could_lose_the_game() -> None:
    for level in OUT_OF_HAND:
        game = start(seed=4)
        given = play(game, {Side.AXIS: "random", Side.SOVIET: level}, 4, turns=2)
        assert not any(isinstance(command, CallReserve) for _, _, command, _ in given)


def test_warsaw_is_never_left_open_by_the_officer_in_a_game_against_the_recruit() -> None:
    game = start(seed=6)
    play(game, {Side.AXIS: "officer", Side.SOVIET: "recruit"}, 6, turns=3)
    assert game.view(Side.AXIS).control[game.board.by_label["F2"]] is Side.AXIS


def test_an_unknown_level_is_refused_with_the_list_of_levels() -> None:
    with pytest.raises(ValueError, match="officer"):
        make_player("marshal", Side.AXIS, 1)


# -- tools ----------------------------------------------------------------------------------------------


def test_lots_are_the_same_for_the_same_seed_and_differ_for_another() -> None:
    draws = [
        [RandomChoice(seed).draw(1000), *(RandomChoice(seed + 1).draw(1000) for _ in range(2))] for seed in (1, 1, 2)
    ]
    assert draws[0] == draws[1] != draws[2]
    assert player_seed(1, Side.AXIS) != player_seed(1, Side.SOVIET)


def test_a_way_never_leaves_a_wall_and_never_enters_what_is_shut() -> None:
    game = start()
    net = roads(game.board)
    a, b = game.board.by_label["F2"], game.board.by_label["H9"]
    assert spread(net, [a])[b] == 8
    ring = set(net[a])
    assert spread(net, [a], [h in ring for h in range(len(net))])[b] == FAR
    assert dict(nearer_than(net, a, 9, ())).get(b) == 8
    assert dict(nearer_than(net, a, 9, ring)) == {a: 0} | dict.fromkeys(ring, 1)
    assert set(flood(net, [a], lambda h: h not in ring)) == {a} and b in flood(net, [a], lambda h: True)


def test_home_cities_are_worth_most() -> None:
    reading = Position(start().view(Side.AXIS))
    best = sorted(reading.worth, key=lambda h: -reading.worth[h])[:3]
    assert {reading.label(h) for h in best} == {"F2", "M1", "H9"}
