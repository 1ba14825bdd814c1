"""One storyteller: whoever tells of a game says what the events of its log say, and all say the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import pytest

from ecs import Game, Side, find_scenario, start, veiled
from ecs.core.events import (
    Advanced,
    BattleBegan,
    Captured,
    Cause,
    CountryLeft,
    Destroyed,
    Event,
    Moved,
    PhaseBegan,
    Record,
    Retreated,
    ScoreChanged,
    StepLost,
)
from game.play.atlas.record import gather
from game.play.atlas.text import battle_words
from game.play.briefing import briefing, unread
from game.play.great_events import moments
from game.play.session import Session
from game.play.story import Fold, Kind, Story, bill, captures, of, story_of, told_of
from game.screens.game_report import losses
from game.simulation.chronicle import Chronicle, _read, passages
from game.ui.panels.event_log import Log
from tests.kits.recruits_games import RECORDS, played

AXIS, SOVIET = Side.AXIS, Side.SOVIET
DARKEST = next(iter(RECORDS))


@lru_cache(maxsize=2)
def recorded(name: str) -> Game:
    """A game between recruits, as far as it is written down."""
    return played(name, RECORDS[name][4]) if name != "crusade-4" else played(name)


@lru_cache(maxsize=2)
def owners(name: str) -> dict[str, Side]:
    """Whose each counter is, those among them that have left the game."""
    game = recorded(name)
    first = start(game.scenario, game.options, game.seed)
    return {u.id: u.side for g in (first, game) for side in Side for u in g.look(side).units}


def dead_by_side(name: str, side: Side | None = None) -> Counter[Side]:
    """Units off the map as the bare events of the log say, in the eyes of a side or with everything seen."""
    events = [e if side is None else veiled(e, side) for r in recorded(name).log for e in r.events]
    return Counter(owners(name)[e.unit] for e in events if isinstance(e, Destroyed))


# -- all say the same -------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=RECORDS)
def name(request: pytest.FixtureRequest) -> str:
    """Of a game that all its tests share."""
    record: str = request.param
    recorded(record)
    return record


def test_all_who_tell_of_a_game_count_the_losses_that_the_events_of_its_log_tell_of(name: str) -> None:
    game = recorded(name)
    for side in Side:
        dead = dead_by_side(name, side)
        session = Session(game, dict.fromkeys(Side, "recruit"))
        session.viewer = side
        told = {line.kind: line.number for line in briefing(game, side)}
        headlines = [one for row in session.story().told for one in row if isinstance(one.seen, Destroyed)]
        assert {who: losses(session)[who].units for who in Side} == {who: dead[who] for who in Side} or game.over
        assert (told.get("destroyed", 0), told.get("killed", 0)) == (dead[side], dead[side.other])
        assert len(headlines) == sum(dead.values())
        tones = Counter(line.great for line in Log(session).lines("Headlines") if line.great in ("good", "bad"))
        assert tones["bad"] >= dead[side] and tones["good"] >= dead[side.other]
    dead = dead_by_side(name)
    parts = passages(game, {record.number: "Attack." for record in game.log if record.side is not None})
    assert sum(part.own_lost + part.enemy_lost for part in parts) == sum(dead.values()) > 0


def test_all_who_tell_of_a_game_name_the_places_that_the_events_of_its_log_name(name: str) -> None:
    game = recorded(name)
    spots = game.board.hexes
    fell: dict[int, list[tuple[Side, int]]] = {}
    turn = 0
    for record in game.log:
        for event in record.events:
            turn = event.turn if isinstance(event, PhaseBegan) else turn
            if isinstance(event, Captured):
                index = game.board.by_label[event.hex]
                if event.worth or (spots[index].place and spots[index].name):
                    fell.setdefault(index, []).append((event.side, turn))
    kept = {index: row[-1][0] for index, row in fell.items() if row[0][0] is row[-1][0]}
    assert {one.hex: one.side for one in captures(story_of(game).happenings)} == kept
    for side in Side:
        told = {line.kind: line.number for line in briefing(game, side)}
        assert told.get("taken", 0) == sum(who is side for who in kept.values())
        assert told.get("lost", 0) == sum(who is side.other for who in kept.values())
    book = Chronicle(1, "draw", "")
    _read(game, book, [spots[index].name for index in fell])
    assert book.fell == {spots[index].name: row[0][1] for index, row in fell.items()}
    assert sum(sum(pair) for pair in book.losses.values()) == sum(
        e.factors for r in game.log for e in r.events if isinstance(e, Destroyed | StepLost)
    )


def test_the_atlas_tells_the_same_losses_battles_and_luck_as_the_table() -> None:
    game = recorded("crusade-2")
    session = Session(game, dict.fromkeys(Side, "recruit"))
    atlas = gather(game, session.viewer)
    for side in Side:
        assert sum(turn.dead[side] for turn in atlas.turns) == losses(session)[side].units
        assert sum(turn.factors[side] for turn in atlas.turns) == losses(session)[side].factors
    assert len(atlas.battles) == len([b for b in session.story().fold.battles.values() if b.weighed and b.dice])
    assert atlas.luck.throws and atlas.luck.in_words() == session.luck().in_words() != ""
    assert atlas.luck.fortune(AXIS).unluckier == pytest.approx(1 - atlas.luck.fortune(SOVIET).unluckier)


def test_who_has_left_the_war_keeps_his_side_and_his_name() -> None:
    """Romania makes peace in this game, and its counters are gone; what they lost and fought is told all the same."""
    game = recorded("besieged-4")
    gone = {e.unit for r in game.log for e in r.events if isinstance(e, Destroyed)} - {
        u.id for u in game.look(AXIS).units
    }
    story = Story(game, AXIS).follow()
    assert gone and all(story.roster.side_of(unit) is AXIS for unit in gone)
    assert bill(story.happenings, AXIS).units == dead_by_side("besieged-4")[AXIS]
    atlas = gather(game, AXIS)
    assert atlas.battles and not any("unknown" in battle_words(atlas, battle) for battle in atlas.battles)


# -- what belongs to a battle -----------------------------------------------------------------------


def test_a_battle_is_one_from_its_first_shot_to_the_advance_and_each_loss_belongs_to_one() -> None:
    board = recorded(DARKEST).board
    fold = Fold(board, {"a": AXIS, "s": SOVIET, "t": SOVIET}.get, AXIS)
    events: tuple[Event, ...] = (
        BattleBegan(hex="H9", attackers=("a",), defenders=("s", "t"), odds="3-1"),
        StepLost(unit="a", hex="G8", cause=Cause.FIRE, factors=2),
        Destroyed(unit="s", hex="H9", cause=Cause.FIRE, factors=3),
        Retreated(unit="t", path=("H9", "H10")),
        Advanced(unit="a", path=("G8", "H9")),
        Captured(hex="H9", side=AXIS, worth=2),
        BattleBegan(hex="H10", attackers=("a",), defenders=("t",), automatic=True),
        Destroyed(unit="t", hex="H10", cause=Cause.OVERRUN, factors=5),
        PhaseBegan(phase="A3", turn=1),
        Destroyed(unit="s", hex="H9", cause=Cause.NO_SUPPLY, factors=1),
    )
    for event in events:
        fold.take(event)
    first, second = fold.battles.values()
    assert (first.lost, first.killed, first.back, first.taken) == (2, 3, 1, AXIS), "an advance is no retreat"
    assert (second.killed, second.weighed, second.taken) == (5, False, None)
    assert [one.battle for one in of(fold.happenings, Kind.DESTROYED)] == [1, 2, 0]
    assert of(fold.happenings, Kind.DESTROYED)[2].starved


def test_units_that_go_beyond_a_hex_the_battle_has_emptied_are_through_the_hole() -> None:
    """Neither who stops in the hex, nor who goes back, nor an enemy; and a hole is one until the turn ends."""
    board = recorded(DARKEST).board
    hole = board.by_label["H9"]
    beside = board.neighbours[hole]
    behind, ahead = beside[0], max(beside, key=lambda i: board.distance(i, beside[0]))
    further = max(board.neighbours[ahead], key=lambda i: board.distance(i, behind))
    b, h, a, f = (board.hexes[i].label for i in (behind, hole, ahead, further))
    fold = Fold(board, {"p": AXIS, "q": AXIS, "r": AXIS, "s": SOVIET}.get, AXIS)
    fold.take(PhaseBegan(phase="A3", turn=1))
    assert fold.take(Moved(unit="r", path=(b, h, a), how="move")) is None, "nobody has been driven out"
    fold.take(BattleBegan(hex=h, attackers=("p", "q"), defenders=("s",), odds="3-1"))
    fold.take(Retreated(unit="s", path=(h, a)))
    assert fold.take(Advanced(unit="p", path=(b, h))) is None
    fold.take(PhaseBegan(phase="A4", turn=1))
    assert fold.take(Moved(unit="r", path=(h, b), how="move")) is None
    assert fold.take(Moved(unit="s", path=(a, h, f), how="move")) is None
    first = fold.take(Moved(unit="p", path=(h, a), how="move"))
    second = fold.take(Moved(unit="q", path=(b, h, a, f), how="move"))
    assert first is not None and (first.kind, first.hex, first.units, first.side) == (Kind.THROUGH, hole, ("p",), AXIS)
    assert second is not None and second.units == ("p", "q") and second.now == 2
    fold.take(PhaseBegan(phase="A1", turn=2))
    assert fold.take(Moved(unit="r", path=(b, h, a), how="move")) is None


def test_news_weighs_more_for_the_side_it_happens_to() -> None:
    board = recorded(DARKEST).board
    dead = Destroyed(unit="a", hex="H9", cause=Cause.FIRE)
    moscow, brest = Captured(hex="H9", side=AXIS, worth=2), Captured(hex="G3", side=AXIS)
    found = {side: [Fold(board, {"a": AXIS}.get, side).take(event) for event in (dead, moscow, brest)] for side in Side}
    weights = {side: [one.weight for one in row if one is not None] for side, row in found.items()}
    assert weights == {AXIS: [6, 30, 3], SOVIET: [4, 30, 3]}


def test_a_country_that_leaves_the_war_is_shown_at_its_capital_or_where_its_troops_stood() -> None:
    game = start(find_scenario("rb-campaign-1941"), {}, 1)
    fold, capital = Fold(game.board, {}.get, AXIS), game.board.named("Helsinki")[0]
    peace = CountryLeft(country="FIN", how="peace", where=(game.board.hexes[0].label,), text="Finland leaves the war.")
    told = [fold.take(event) for event in (peace, replace(peace, country="Italy"))]
    assert [one.hex for one in told if one is not None] == [capital, 0]
    (moment,) = moments([peace], game.look(AXIS))
    assert moment.hex == capital
    game.close()


# -- the fold ---------------------------------------------------------------------------------------


def test_read_on_record_by_record_it_tells_the_same_and_begins_anew_after_an_undo() -> None:
    game = recorded("crusade-2")
    whole, log = story_of(game, AXIS), game.log
    stub = SimpleNamespace(
        log=[], board=game.board, look=game.look, ruleset=game.ruleset, scenario=game.scenario,
        options=game.options, seed=game.seed,
    )  # fmt: skip
    story = Story(stub, AXIS)  # type: ignore[arg-type]
    for record in log:
        stub.log.append(record)
        story.follow()
    assert story.told == whole.told and story.edition == 0
    stub.log[-1] = replace(stub.log[-1], events=())
    assert story.follow().edition == 1 and story.told[:-1] == whole.told[:-1] and story.told[-1] == ()


def test_what_a_side_may_not_read_is_no_happening_to_it() -> None:
    game = recorded("crusade-2")
    board, dead = game.board, Destroyed(unit="a", hex="H9", cause=Cause.FIRE, veil="Something.", owner=AXIS)
    record = Record(1, AXIS, "", 1, "A1", (dead, replace(dead, veil="-")))
    seen = {side: Fold(board, {"a": AXIS}.get, side) for side in Side}
    kept = {side: [one.seen for one in told_of(fold, record)] for side, fold in seen.items()}
    assert len(kept[AXIS]) == len(seen[AXIS].happenings) == 2
    assert [event.text for event in kept[SOVIET]] == ["Something."] and not seen[SOVIET].happenings


# -- the window of the briefing ---------------------------------------------------------------------


def order(number: int, side: Side | None, phase: str, *events: Event, turn: int = 1, command: str = "end") -> Record:
    """A record; ``phase``: which the order led to."""
    return Record(number, side, command, turn, phase, events)


def test_who_moves_first_is_told_of_the_enemy_s_whole_turn_and_of_the_new_one_and_of_no_deed_of_his_own() -> None:
    """In Darkest Crusade the Axis has a phase of its own after the Soviets, whose end leads to the new turn."""
    deed = Destroyed(unit="a", hex="H9", cause=Cause.FIRE)
    began = {phase: PhaseBegan(phase=phase, turn=1) for phase in ("B1", "B5")}
    lost, next_turn = ScoreChanged(side=AXIS, before=4, now=3), PhaseBegan(phase="A1", turn=2)
    log = [
        order(0, None, "A1"),
        order(1, AXIS, "A1", deed, command="move a H9"),
        order(2, SOVIET, "B1", deed, began["B1"], command="retreat s H10"),  # an answer ends the last Axis battle
        order(3, SOVIET, "B1", deed, command="move s H9"),
        order(4, AXIS, "B1", deed, command="retreat a G8"),  # an answer in the enemy's phase
        order(5, SOVIET, "B5", began["B5"]),
        order(6, AXIS, "A1", deed, next_turn, lost, turn=2),
    ]
    game = SimpleNamespace(log=log, ruleset=recorded(DARKEST).ruleset, turn=2)

    def told() -> list[tuple[Event, ...]]:
        return [record.events for record in unread(game, AXIS).records]  # type: ignore[arg-type]

    news = [(), (began["B1"],), (deed,), (deed,), (began["B5"],), (next_turn, lost)]
    assert told() == news
    log.append(order(7, AXIS, "A1", turn=2, command="renew 17"))
    assert told() == [*news, ()], "fresh dice are no order"
    log.append(order(8, AXIS, "A1", deed, turn=2, command="move a H9"))
    assert told() == [*news, ()], "taken up again in the middle of the turn"


@pytest.mark.parametrize("name", ["besieged-4", "war-4", "valley-4", "crusade-3"])
def test_a_game_taken_up_again_tells_of_the_enemy_s_whole_turn(name: str) -> None:
    """At the beginning of each turn, and after the first orders in it: nothing the enemy did since is forgotten."""
    game = recorded(name)
    sides = {phase.id: phase.side for phase in game.ruleset.sequence.phases}
    in_phase = [None, *(sides[record.phase] for record in game.log)]
    asked = 0
    for number in range(2, len(game.log)):
        side = in_phase[number]
        if side is None or game.log[number].side is not side or in_phase[number - 1] is side:
            continue
        before = [n for n in range(1, number) if game.log[n].side is side is in_phase[n]]
        for more in range(1, 4):
            if set(in_phase[number : number + more]) == {side}:
                stub = SimpleNamespace(log=game.log[: number + more], ruleset=game.ruleset, turn=game.log[number].turn)
                told = {record.number for record in unread(stub, side).records}  # type: ignore[arg-type]
                own = {n for n in range(max(before, default=0) + 1, number) if in_phase[n] is not side}
                assert own <= told
                asked += 1
    assert asked > 3


def test_a_card_tells_of_no_event_that_the_story_does_not() -> None:
    """Each great moment of a game is one of its headlines."""
    game = recorded("crusade-2")
    view = game.look(AXIS)
    for record, row in zip(game.log, story_of(game, AXIS).told, strict=True):
        great = {one.happening.hex for one in row if one.happening is not None and one.happening.great}
        assert {m.hex for m in moments([one.seen for one in row], view)} <= great, record
