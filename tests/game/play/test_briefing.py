"""Dispatches: told from the facts of the log, in all games, and to nobody who may not know."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import UnionType

import pytest

from ecs import Game, Side, start
from ecs.core.commands import EndPhase
from ecs.core.events import (
    Arrived,
    Captured,
    Cause,
    CutOff,
    Destroyed,
    Event,
    Mustered,
    PhaseBegan,
    ScoreChanged,
    WeatherTurned,
    Withdrawn,
)
from game.cli.entry_point import main
from game.opponents import Seat, make_player
from game.play.autoplay import make_players
from game.play.briefing import BriefingLine, briefing, news, unread
from game.play.scenarios import new_game
from game.saves.saving import Particulars
from game.saves.storage.save_folder import write_save
from game.screens.play.playback import Playback
from game.screens.replay import Replay
from tests.kits.recruits_games import between
from tests.kits.window import AGAINST_RECRUIT, sit_down
from tests.kits.window import Seat as TableSeat

GAMES = {
    "barbarossa-1941": 600,
    "war-barbarossa-1941": 500,
    "rb-barbarossa-5": 500,
    "tdv-barbarossa-1941": 700,
}


MADE_OF: dict[str, type[Event] | UnionType] = {
    **dict.fromkeys(("lost", "taken"), Captured),
    **dict.fromkeys(("destroyed", "killed"), Destroyed),
    **dict.fromkeys(("cut off", "encircled"), CutOff),
    "points": ScoreChanged,
    "weather": WeatherTurned,
    "arrived": Arrived | Mustered,
    "left": Withdrawn,
}
"""By kind of line: the events it is made of."""


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Some hundred commands between recruits."""
    return between(request.param, 4, GAMES[request.param])


def by_kind(lines: tuple[BriefingLine, ...]) -> dict[str, int]:
    """How many of each kind are told."""
    return {line.kind: line.number for line in lines if line.kind not in ("points", "weather")}


def test_every_place_and_every_loss_of_the_log_is_counted(game: Game) -> None:
    """Counted anew here, from the bare events of the log."""
    first = start(game.scenario, game.options, game.seed)  # with the units of a country that left the war meanwhile
    sides = {unit.id: unit.side for at in (first, game) for unit in at.look(Side.AXIS).units}
    events = [event for record in game.log for event in record.events]
    dead = [sides[e.unit] for e in events if isinstance(e, Destroyed) and e.unit in sides]
    holders: dict[str, list[Side]] = {}
    for event in events:
        spot = game.board.hexes[game.board.by_label[event.hex]] if isinstance(event, Captured) else None
        if isinstance(event, Captured) and spot is not None and (event.worth or (spot.place and spot.name)):
            holders.setdefault(event.hex, []).append(event.side)
    for side in Side:
        told = by_kind(briefing(game, side))
        assert told.get("destroyed", 0) == dead.count(side) and told.get("killed", 0) == dead.count(side.other)
        for kind, winner in (("taken", side), ("lost", side.other)):
            kept = [h for h, row in holders.items() if row[0] is winner and row[-1] is winner]
            assert told.get(kind, 0) == len(kept)
    assert dead and holders, "something happened in these games"


def test_what_is_bad_news_to_one_side_is_good_to_the_other(game: Game) -> None:
    axis, soviet = (briefing(game, side) for side in (Side.AXIS, Side.SOVIET))
    for mine, theirs in (("lost", "taken"), ("destroyed", "killed"), ("cut off", "encircled")):
        assert by_kind(axis).get(mine) == by_kind(soviet).get(theirs)
    assert all(line.bad for line in axis if line.kind in ("lost", "destroyed", "cut off"))
    assert not any(line.bad for line in axis if line.kind in ("taken", "killed", "arrived"))


def test_lines_lead_to_hexes_of_the_board_and_are_short(game: Game) -> None:
    for side in Side:
        for line in briefing(game, side):
            assert -1 <= line.hex < len(game.board.hexes) and len(line.text) < 200 and "_" not in line.text


def test_each_line_knows_the_record_that_tells_the_first_of_it(game: Game) -> None:
    for side in Side:
        for line in briefing(game, side):
            record = game.log[line.record]
            assert record.number == line.record >= 0
            assert any(isinstance(event, MADE_OF[line.kind]) for event in record.events), line
            if line.kind in ("lost", "taken"):
                assert any(isinstance(e, Captured) and (e.side is side) != line.bad for e in record.events)
        later = briefing(game, side, game.log[len(game.log) // 2 :])
        assert all(line.record >= len(game.log) // 2 for line in later)


def test_a_stretch_of_the_log_is_told_by_itself(game: Game) -> None:
    half = len(game.log) // 2
    first, second = briefing(game, Side.AXIS, game.log[:half]), briefing(game, Side.AXIS, game.log[half:])
    both = by_kind(briefing(game, Side.AXIS))
    for kind in ("destroyed", "killed"):
        assert by_kind(first).get(kind, 0) + by_kind(second).get(kind, 0) == both.get(kind, 0)
    assert briefing(game, Side.AXIS, ()) == ()


def test_the_news_begins_after_a_side_s_own_last_order_and_ends_before_its_next(game: Game) -> None:
    """Followed here move by move: whoever gives an order in his own phase has read all there was until then."""
    sides = {phase.id: phase.side for phase in game.ruleset.sequence.phases}
    last = dict.fromkeys(Side, 0)
    latest = dict.fromkeys(Side, 0)
    for number, record in enumerate(game.log[1:], 1):
        side = record.side
        if side is None or side is not sides[game.log[number - 1].phase]:
            continue
        if latest[side.other] > latest[side]:
            last[side] = latest[side]
        latest[side] = number
    for side in Side:
        found = unread(game, side)
        waits = latest[side.other] > latest[side]
        assert found.after == (latest[side] if waits else last[side])
        if waits:
            assert found.records[-1] is game.log[-1]
        assert any(r.side is side.other for r in found.records)
        orders = [r for r in found.records[1:] if r.side is side and sides[game.log[r.number - 1].phase] is side]
        assert all(not r.events or isinstance(r.events[0], PhaseBegan) for r in orders), "nobody is told his own moves"


def test_what_an_order_led_to_after_its_phase_is_news_and_what_it_did_is_not() -> None:
    game = between("barbarossa-1941", 4, 125)
    number = unread(game, Side.SOVIET).after
    order = game.log[number]
    assert order.turn > game.log[number - 1].turn, "the Soviet turn has just ended, and a new month begun"
    deed = next(e for r in game.log for e in r.events if isinstance(e, Destroyed))
    game.log[number] = replace(order, events=(deed, *order.events))
    assert unread(game, Side.SOVIET).records[0].events == order.events
    assert isinstance(order.events[0], PhaseBegan)
    game.close()


@pytest.mark.parametrize("scenario", GAMES)
def test_who_sits_there_reads_the_same_as_who_opens_the_save(scenario: str) -> None:
    """The computer's turn is watched at the table by one, and found in a save by another."""
    seat = sit_down({Side.AXIS: "human", Side.SOVIET: "recruit"}, seed=4, scenario=scenario)
    scene, told = seat.scene, 0
    for _ in range(1500):
        session = scene.session
        if session.machine_to_act:
            scene.playback.fast = "turn"
            seat.machine()
            if scene.desk.view.decision is None and session.game.to_act is Side.AXIS:
                again = Playback(session, scene.desk, scene.stage, scene.log, scene.app.settings, str, str)
                assert scene.playback.briefing == again.briefing == news(session.game, Side.AXIS)
                told += bool(again.briefing)
                if told:
                    break
        else:
            legal = session.game.legal()
            scene.desk.give(EndPhase() if EndPhase() in legal else legal[0])  # as the staff would: no key
            scene.drain()
    assert told


def test_what_the_other_side_reads_nothing_of_is_not_told() -> None:
    game = between("barbarossa-1941", 4, 200)
    number = next(n for n, r in enumerate(game.log) if any(isinstance(e, Destroyed) for e in r.events))
    record = game.log[number]
    owner = next(u.side for u in game.look(Side.AXIS).units for e in record.events if getattr(e, "unit", "") == u.id)
    hidden = replace(record, events=tuple(replace(e, veil="-", owner=owner) for e in record.events))

    class Told:
        """The game with this one record, as if its units lay face down."""

        log, board, look, ruleset = (hidden,), game.board, game.look, game.ruleset

    assert by_kind(briefing(Told(), owner))["destroyed"] >= 1  # type: ignore[arg-type]
    assert "killed" not in by_kind(briefing(Told(), owner.other))  # type: ignore[arg-type]
    game.close()


def test_it_comes_after_the_computer_s_turn_goes_with_esc_and_comes_back() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: "human"}, seed=4)
    scene = seat.scene
    for _ in range(40):
        scene.playback.fast = "turn"
        seat.machine()
        if scene.playback.strip(warned=False) == "review":
            break
        scene.desk.give(next(iter(scene.desk.orders.all())))
        scene.drain()
    seat.settle()
    lost = next(line for line in scene.playback.briefing if line.kind in ("lost", "destroyed"))
    spots = {spot.id: spot for spot in seat.app.ui.spots}
    assert any("briefed0" in name for name in spots) and lost.bad
    show_it_again(seat)
    walk_the_lines(seat)
    seat.pilot.key("J")
    seat.pilot.key("Esc")
    assert scene.playback.strip(warned=False) == "" and not scene.panels.menu_open
    seat.pilot.key("J")
    assert scene.playback.strip(warned=False) == "review" and lost.kind in {x.kind for x in scene.playback.briefing}
    staff = scene.session.staff.advise(Side.SOVIET)
    scene.desk.give(staff.command)
    scene.drain()
    seat.settle()
    assert scene.playback.strip(warned=False) in ("", "machine"), "it goes when the player acts"


def test_dispatches_of_a_turn_without_news_open_only_when_asked_for() -> None:
    seat = sit_down(AGAINST_RECRUIT, scenario="tdv-barbarossa-1941")
    scene = seat.scene
    while not scene.playback.review:
        if scene.session.machine_to_act:
            scene.playback.fast = "turn"
            seat.machine()
        else:
            scene.desk.give(next(iter(scene.desk.orders.all())) if scene.desk.view.decision else EndPhase())
            scene.drain()
    seat.settle()
    assert not scene.playback.briefing, "the Soviets have only set up and sailed"
    assert scene.playback.strip(warned=False) == ""
    seat.pilot.key("J")
    assert scene.playback.strip(warned=False) == "review"
    seat.pilot.key("Esc")
    assert scene.playback.strip(warned=False) == ""


def show_it_again(seat: TableSeat) -> None:
    """The replay runs from before the line that is looked at, and nothing of the game is touched."""
    playback, digest = seat.scene.playback, seat.scene.session.game.digest()
    seat.pilot.key("Down")
    seat.pilot.key("Down")
    line = playback.briefing[playback.briefing_at]
    seat.pilot.press("Show it again")
    replay = seat.app.top
    assert isinstance(replay, Replay) and replay.running and replay.playback.at in (line.record - 1, line.record)
    while replay.playback.at < line.record:
        seat.pilot.wait(0.2)
    seat.pilot.key("Esc")
    assert seat.app.top is seat.scene and seat.scene.session.game.digest() == digest
    playback.briefing_at = -1


def test_a_friend_who_takes_the_seat_is_told_since_he_last_had_it() -> None:
    seat = sit_down(dict.fromkeys(Side, "human"), seed=4, confirm={"hand_over": False})
    scene, players = seat.scene, make_players(dict.fromkeys(Side, "recruit"), 4)
    game, told = scene.session.game, 0
    last = scene.session.viewer
    while told < 2 and game.to_act is not None:
        side = scene.session.viewer
        scene.desk.give(players[side].choose(Seat(game, side))[0])
        scene.drain()
        scene.table.animation.skip()
        scene.update(0.0)
        while scene.session.hands_over:
            scene.update(0.0)
        if scene.session.viewer is last or scene.desk.view.decision is not None:
            assert scene.playback.strip(warned=False) == "", "nothing is told for a question, nor after it"
            continue
        last = scene.session.viewer
        expected = news(game, last)
        assert expected and scene.playback.briefing == expected
        assert scene.playback.strip(warned=False) == "review"
        told += 1
    assert told == 2


def walk_the_lines(seat: TableSeat) -> None:
    """Down and Up take the map from line to line, Shift still pans, Enter puts the briefing away."""
    playback, desk = seat.scene.playback, seat.scene.desk
    leading = [number for number, line in enumerate(playback.briefing) if line.hex >= 0]
    assert len(leading) > 1
    for number in (*leading, leading[-1]):
        seat.pilot.key("Down")
        assert playback.briefing_at == number
        assert desk.here == playback.briefing[playback.briefing_at].hex
        x, y = seat.scene.table.to_screen(desk.here)
        assert seat.scene.layout.map_rect.collidepoint(x, y), "the line's hex is in sight"
    for _ in leading:
        seat.pilot.key("Up")
    assert playback.briefing_at == leading[0]
    at = seat.scene.table.camera.y
    seat.pilot.key("Shift+Down")
    assert playback.briefing_at == leading[0] and seat.scene.table.camera.y != at
    seat.pilot.key("Enter")
    assert playback.strip(warned=False) == "" and desk.state.cursor is None


def test_every_named_place_leads_to_where_it_happened(game: Game) -> None:
    """The hexes behind the words are those of the log's own events."""
    for side in Side:
        fallen = [e for record in game.log for e in record.events if isinstance(e, Destroyed)]
        where = {game.board.by_label[e.hex] for e in fallen if e.hex in game.board.by_label}
        for line in briefing(game, side):
            led = [index for _, index in line.pieces if index >= 0]
            assert line.text == f"{line.head}: {''.join(words for words, _ in line.pieces)}"
            if line.kind in ("lost", "taken"):
                assert led and led[0] == line.hex
                names = [words for words, index in line.pieces if index >= 0]
                assert [game.board.hexes[index].name for index in led] == names
            elif line.kind in ("destroyed", "killed"):
                assert set(led) <= where and line.hex in where


def test_the_units_that_fell_cut_off_are_counted(game: Game) -> None:
    """One sentence names how many of the destroyed were out of supply or surrendered."""
    for side in Side:
        own = {unit.id for unit in game.look(side).units if unit.side is side}
        fell = [e for r in game.log for e in r.events if isinstance(e, Destroyed) and e.unit in own]
        cut = sum(e.captive or e.cause in (Cause.NO_SUPPLY, Cause.SURRENDER) for e in fell)
        line = next((line for line in briefing(game, side) if line.kind == "destroyed"), None)
        assert (line is None) is (not fell)
        if line is not None and 1 < len(fell) != cut:
            assert (f"{cut} of them cut off" in line.text) is (cut > 0)


def test_the_command_line_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = between("barbarossa-1941", 4, 300)
    side = game.to_act or Side.AXIS
    expected = [line.text for line in news(game, side)]
    path = str(write_save(tmp_path / "told.save", game, Particulars()))
    game.close()
    assert main(["briefing", path, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [line["text"] for line in told["lines"]] == expected and expected
    assert main(["briefing", path]) == 0
    assert expected[0] in capsys.readouterr().out
    assert main(["briefing", str(tmp_path / "no.save")]) == 1


def test_the_command_line_asks_for_whom_while_something_is_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = new_game("barbarossa-1941", options={"secret_setup": "on"}, seed=3)
    players = {side: make_player("random", side, 1) for side in Side}
    while not game.secret and game.to_act is not None:
        game.apply(players[game.to_act].choose(Seat(game, game.to_act))[0])
    path = str(write_save(tmp_path / "told.save", game, Particulars()))
    game.close()
    assert main(["briefing", path]) == 1 and "add --side axis" in capsys.readouterr().err
    assert main(["briefing", path, "--side", "axis"]) == 0
