"""The log as a journal: chapters by turn, phase and battle, folded and searched, and no more than is told."""

from __future__ import annotations

from itertools import accumulate

import pytest

from ecs import Side, View, find_scenario, told
from ecs.core.events import (
    BattleBegan,
    Captured,
    Cause,
    Declared,
    Destroyed,
    Event,
    Fired,
    Moved,
    PhaseBegan,
    PocketClosed,
)
from game.play.great_events import pockets
from game.play.session import GameSetup, Session, begin
from game.play.story import START, happenings_of, passage_of
from game.screens.replay import Replay
from game.ui.panels.event_log import (
    BATTLE,
    FILTERS,
    HEADLINES,
    PHASE,
    TURN,
    Chapter,
    Log,
    LogLine,
    OtherNames,
    battle_title,
    by_place,
    in_chapters,
    rows,
)
from tests.kits.recruits_games import orders
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

AXIS, SOVIET = Side.AXIS, Side.SOVIET
MACHINES = {AXIS: "recruit", SOVIET: "recruit"}
DARKEST, VALLEY = "barbarossa-1941", "tdv-zitadelle-1943"


def played(scenario: str, commands: int, viewer: Side = AXIS) -> Session:
    """So much of a game between computer players, seen by one side."""
    session = begin(GameSetup(find_scenario(scenario), MACHINES, {}, 1))
    for order in orders("crusade-1")[:commands] if scenario == DARKEST else ():
        session.do(order)
    while len(session.game.log) <= commands:
        session.think()
    session.viewer = viewer
    return session


def unfolded(chapters: list[Chapter]) -> list[LogLine]:
    """All lines, with every chapter open."""
    return [row[1] for row in rows(chapters, lambda chapter: False) if isinstance(row, tuple)]


def reader(commands: int = 260, **settings: object) -> Seat:
    """A table at which computers have played so much, with the journal open."""
    seat = sit_down(MACHINES, **settings)  # type: ignore[arg-type]
    seat.scene.playback.paused = True
    for order in orders("crusade-1")[:commands]:
        seat.scene.session.do(order)
    seat.scene.desk.refresh()
    seat.pilot.key("L")
    seat.pilot.wait(0.2, 2)
    return seat


def headings(seat: Seat) -> dict[str, str]:
    """What the headings say, and whether they are folded."""
    found = [spot for spot in seat.app.ui.spots if "/log/fold " in spot.id and spot.state]
    return {spot.text.split(",")[0]: spot.state for spot in found}


# -- chapters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", [DARKEST, VALLEY, "rb-barbarossa-5", "war-barbarossa-1941"])
def test_the_journal_holds_every_line_of_the_log_once_and_in_order(scenario: str) -> None:
    session = played(scenario, 90)
    log = Log(session)
    lines = unfolded(in_chapters(log.lines(), session.view))
    assert lines == [line for line in log.lines() if not line.heads] and lines
    assert {line.passage.turn for line in lines} <= set(range(session.view.turn + 1))


def test_chapters_are_turns_in_them_phases_in_these_battles() -> None:
    session = played(DARKEST, 260)
    turns = in_chapters(Log(session).lines(), session.view)
    assert [turn.title for turn in turns][:2] == ["Turn 1: June 1941", "Turn 2: July 1941"]
    phases = {phase.title: phase for phase in turns[2].members if isinstance(phase, Chapter)}
    assert {turn.level for turn in turns} == {TURN} and {phase.level for phase in phases.values()} == {PHASE}
    battles = [battle for battle in phases["Axis battles"].members if isinstance(battle, Chapter)]
    assert [battle.title for battle in battles][-1] == "Battle for Lvov (I2)"
    lvov = [line.plain for line in battles[-1].members if isinstance(line, LogLine)]
    assert lvov[0].startswith("Battle for Lvov") and any("Soviet 12th Army destroyed" in text for text in lvov)
    assert battles[-1].level == BATTLE and battles[-1].total == len(lvov)
    assert battles[-1].great == 7, "six armies, and the city itself"
    asked = [one.title for one in phases["Axis attack allocation"].members if isinstance(one, Chapter)]
    assert asked[-1] == "Attack on Lvov (I2)", "announced, and not fought yet"


def test_a_battle_at_a_nameless_hex_is_told_by_the_place_near_it() -> None:
    board = played("tdv-barbarossa-1941", 0).view.board
    nameless = next(spot.label for spot in board.hexes if not spot.name)
    assert battle_title(board, nameless).startswith(f"Battle for {nameless}, near ")


def test_another_attack_on_the_same_hex_is_a_battle_of_its_own() -> None:
    events = [
        PhaseBegan(phase="fight", turn=1),
        Declared(unit="a", hex="A1"),
        BattleBegan(hex="A1", attackers=(), defenders=()),
        Fired(hex="A1", side=AXIS, round=1, lines=(), strength=1, column=1, faces=(1,), hits=0),
        BattleBegan(hex="A1", attackers=(), defenders=()),
        Moved(unit="a", path=("A1", "A2"), how="move"),
    ]
    found = list(accumulate(events, lambda was, event: passage_of(event, was), initial=START))[1:]
    assert [passage.fight for passage in found] == [0, 1, 1, 1, 2, 2]
    assert [passage.battle for passage in found] == ["", "A1", "A1", "A1", "A1", ""]


# -- headlines ------------------------------------------------------------------------------------


def test_fallen_cities_and_destroyed_units_are_headlines_coloured_for_who_reads() -> None:
    session = played(DARKEST, 0)
    view, own = session.view, next(unit for unit in session.view.units if unit.side is AXIS)
    taken = Captured(hex="J5", side=AXIS, worth=1)
    assert tones(view, taken) == ["good", "bad"]
    assert tones(view, Captured(hex="A1", side=AXIS)) == [], "mere ground"
    assert tones(view, Destroyed(unit=own.id, hex="J5", cause=Cause.FIRE)) == ["bad", "good"]


def tones(view: View, event: Event) -> list[str]:
    """What a headline is to the Axis and to the Soviets; nothing if it is none."""
    return [one.tone(side) for one in happenings_of([event], view) for side in Side if one.great]


def test_a_great_pocket_is_told_and_a_small_one_is_not() -> None:
    session = played(DARKEST, 0)
    names = tuple(unit.id for unit in session.view.units if unit.side is SOVIET)[:4]
    for few, great in ((names, True), (names[:2], False)):
        record, pocket = session.game.log[-1], PocketClosed(side=SOVIET, hexes=("J5",), units=few)
        session.game.log[-1] = type(record)(record.number, None, "", 1, record.phase, (pocket,))
        assert any("near Kiev" in line.plain and line.great == "good" for line in Log(session).lines()) is great


def test_the_filter_of_headlines_shows_nothing_else_and_the_others_are_kept() -> None:
    log = Log(played(DARKEST, 260))
    assert FILTERS == ("All", "Battles", "Moves", "Turns", HEADLINES)
    found = log.lines(HEADLINES)
    assert found and all(line.great and line.markup.startswith(f"[{line.great}]") for line in found)
    assert 0 < len(found) < len(log.lines("Battles")) < len(log.lines())


# -- what may be read -----------------------------------------------------------------------------


@pytest.mark.parametrize("side", [AXIS, SOVIET])
@pytest.mark.parametrize("scenario", [DARKEST, VALLEY])
def test_the_journal_says_what_the_side_is_told_and_nothing_else(scenario: str, side: Side) -> None:
    session = played(scenario, 60, side)
    log = Log(session, reasons=False)
    known = {told(event, side) for record in session.game.log for event in record.events}
    shut = [e for r in session.game.log for e in r.events if isinstance(e, PocketClosed) and not e.veil]
    known |= {f"{one.title}: {one.text}" for one in pockets(happenings_of(shut, session.view), session.view)}
    assert {line.plain for line in unfolded(in_chapters(log.lines(), session.view))} <= known


def test_a_veiled_battle_opens_no_chapter_for_the_other_side() -> None:
    session = played(DARKEST, 0)
    log, record = Log(session), session.game.log[-1]
    battle = BattleBegan(hex="J5", attackers=(), defenders=(), text="Battle.", veil="Something stirs.", owner=SOVIET)
    session.game.log[-1] = type(record)(record.number, None, "", 1, record.phase, (battle,))
    line = log.lines()[-1]
    assert line.plain == "Something stirs." and line.passage.battle == ""


# -- at the table ---------------------------------------------------------------------------------


def test_a_chapter_is_folded_and_unfolded_by_click() -> None:
    seat = reader()
    assert headings(seat)["Turn 1: June 1941"] == "folded", "older turns are folded at first"
    assert headings(seat)["Turn 3: August 1941"] == "unfolded"
    seat.pilot.press("Fold all")
    seat.pilot.press("Turn 1: June 1941")
    assert headings(seat)["Turn 1: June 1941"] == "unfolded" and len(headings(seat)) > 3
    assert headings(seat)["Turn 3: August 1941"] == "folded"
    seat.pilot.wait(0.6, 2)
    seat.pilot.press("Turn 1: June 1941")
    assert headings(seat)["Turn 1: June 1941"] == "folded"


def test_a_chapter_is_folded_by_key_and_all_are_by_a_button() -> None:
    seat = reader()
    seat.pilot.press("Fold all")
    assert set(headings(seat).values()) == {"folded"} and len(headings(seat)) == 3
    seat.focus("log/fold 3")
    seat.pilot.key("Enter")
    assert headings(seat)["Turn 3: August 1941"] == "unfolded"
    seat.pilot.key("Space")
    assert headings(seat)["Turn 3: August 1941"] == "folded"
    seat.pilot.press("Unfold all")
    assert set(headings(seat).values()) == {"unfolded"} and len(headings(seat)) > 3


def test_words_typed_narrow_the_journal_and_do_nothing_else() -> None:
    seat = reader()
    seat.pilot.press("Search")
    field = seat.app.ui.find("TableScene/log/search")
    seat.pilot.type("august lvov destroyed")
    seat.pilot.wait(0.2, 2)
    assert seat.scene.panels.log_open and seat.scene.panels.journal.words == "august lvov destroyed"
    chapters = in_chapters(seat.scene.log.lines(), seat.scene.desk.view, "august lvov destroyed")
    assert [line.plain.partition(" destroyed")[0] for line in unfolded(chapters)] == [
        "Soviet 12th Army",
        "Soviet 26th Army",
        "Soviet 4th Mechanised Corps",
        "Soviet 6th Army",
        "Soviet 8th Mechanised Corps",
        "Soviet 9th Mechanised Corps",
    ]
    assert "Battle for Lvov (I2)" in headings(seat) and "Axis movement" not in headings(seat)
    seat.pilot.type(" nowhere")
    seat.pilot.wait(0.2, 2)
    now = seat.app.ui.find("TableScene/log/search")
    assert not headings(seat) and field is not None and now is not None
    assert now.rect == field.rect, "the field stays under the hand while the lines grow fewer"


def test_a_unit_is_found_by_the_name_on_its_counter_and_by_its_long_name() -> None:
    session = played(DARKEST, 260)
    lines = Log(session).lines()
    by_counter, by_name = (
        unfolded(in_chapters(lines, session.view, words)) for words in ("12.a lvov", "12th army lvov")
    )
    told = [line.plain for line in by_counter]
    assert "Soviet 12th Army destroyed at Lvov I2." in told and any(" 12.A." in text for text in told)
    assert set(told) <= {line.plain for line in by_name}
    assert OtherNames(session.view).of("Soviet 12th Army destroyed at Lvov I2.") == "12.A", "and not 2.A"


def test_the_open_journal_grows_and_forgets_what_is_taken_back() -> None:
    seat = sit_down()
    while seat.title != "Axis movement":
        seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("L")
    seat.click_counter("F3")
    assert "Axis movement" not in headings(seat)
    seat.click("F2")
    seat.settle()
    assert "Axis movement" in headings(seat)
    seat.pilot.key("U")
    assert "Axis movement" not in headings(seat)


def test_a_line_of_the_journal_leads_to_its_place() -> None:
    seat = reader()
    seat.pilot.press("Search")
    seat.pilot.type("mikkeli 11th mech")
    seat.pilot.key("Esc")
    seat.pilot.press("A8")
    index = seat.scene.session.game.board.by_label["A8"]
    seat.settle()
    assert seat.scene.layout.map_rect.collidepoint(seat.scene.table.to_screen(index))


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 0.8)])
def test_the_search_field_stays_in_sight_and_the_journal_in_the_window(size: tuple[int, int], scale: float) -> None:
    seat = reader(size=size, text_scale=scale)
    panel, field = seat.app.ui.find("panel:log"), seat.app.ui.find("TableScene/log/search")
    assert panel is not None and field is not None and panel.rect.contains(field.rect)
    assert panel.rect.bottom <= size[1] and panel.rect.top >= seat.scene.layout.map_rect.bottom
    assert seat.scene.layout.minimap.top >= seat.scene.layout.window.top
    seat.pilot.press("Smaller")
    assert not seat.scene.panels.log_open and seat.app.ui.find("TableScene/log/search") is None


def test_any_line_can_be_shown_again_on_the_map_own_battles_included() -> None:
    seat = reader()
    lines = {line.plain: line.record for line in seat.scene.log.lines()}
    log = seat.scene.session.game.log
    assert all(
        any(told(event, AXIS) == plain for event in log[at].events) for plain, at in list(lines.items())[:40] if at
    )
    marks = [spot for spot in seat.app.ui.spots if "/again " in spot.id and spot.clip.height == spot.rect.height]
    assert marks
    seat.pilot.click(*marks[0].clip.center)
    replay = seat.app.top
    assert isinstance(replay, Replay) and replay.running
    assert replay.playback.at in {max(0, record - 1) for record in lines.values()}
    replay.leave()
    assert seat.app.top is seat.scene and seat.scene.panels.log_open


# -- the latest news ------------------------------------------------------------------------------------------


def test_the_latest_news_is_a_headline_what_a_phase_begins_with_or_the_last_line() -> None:
    session = played(DARKEST, 0)
    log, kinds = Log(session), set[str]()
    for order in orders("crusade-1")[:300]:
        session.do(order)
        now = [line for line in log.lines() if line.record == log.lines()[-1].record]
        told, news = [line for line in now if not line.heads], log.news()
        assert news in (*now, None)
        if any(line.great for line in told):
            kinds.add("headline")
            assert news is not None and news.great
        elif len(told) < len(now):
            kinds.add("phase")
            assert news == (told[0] if told else None), "the bar names the phase"
        else:
            kinds.add("order")
            assert news == now[-1]
    assert kinds == {"headline", "phase", "order"}


def test_a_house_rule_is_in_the_log_and_is_no_news() -> None:
    log = sit_down(HUMANS, scenario="tdv-typhoon-1941").scene.log
    assert any(line.plain.startswith("House rule") for line in log.lines())
    news = log.news()
    assert news is None or not news.plain.startswith("House rule")


def test_the_latest_news_names_places_and_leaves_their_numbers_to_the_log() -> None:
    board = played(VALLEY, 0).game.board
    minsk = next(spot.label for spot in board.hexes if spot.name == "Minsk")
    bare = next(spot.label for spot in board.hexes if not spot.name)
    text = f"Soviet 5th Army retreats to Minsk {minsk} and dies at {bare} near Minsk."
    told = LogLine("", (), (minsk, bare), text)
    assert by_place(told, board) == "Soviet 5th Army retreats to Minsk and dies near Minsk."


def test_a_click_on_the_latest_news_opens_the_log_and_it_lies_left_of_the_seal() -> None:
    seat = sit_down(column=False)
    news, seal = seat.app.ui.find("TableScene/ticker"), seat.app.ui.find("TableScene/seal/end phase")
    assert news is not None and seal is not None and news.rect.right < seal.rect.left
    seat.pilot.press("TableScene/ticker")
    assert seat.scene.panels.log_open
    seat.pilot.key("L")
    assert not seat.scene.panels.log_open
