"""Nothing jumps under the pointer: the bar is one line, and buttons stay where they are when others come or go."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from pygame import Rect

from ecs import Command, find_scenario
from ecs.core.commands import Assign, EndPhase, Resolve
from ecs.core.events import Attacked, Recovered
from game.play.session import GameSetup, begin
from game.ui.descriptions import percent, place_in_brief
from game.ui.interaction.click_commands import place_name
from game.ui.map_view.map_text import dice_words
from game.ui.panels.battle_planner import title
from game.ui.panels.event_log import Log
from game.ui.panels.phase_end import Check
from tests.game.screens.test_russia_table import at_phase
from tests.kits.window import AGAINST_RECRUIT, HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = ("barbarossa-1941", "tdv-barbarossa-1941", "rb-barbarossa-5", "war-barbarossa-1941")
SCALES = (0.8, 1.0, 1.3, 1.6, 2.0)
ENDS = ("/phasebar/Undo", "/phasebar/Redo", "/seal")  # the seal answers the open question, if there is one


def places(seat: Seat, *ends: str) -> dict[str, Rect]:
    """Where the widgets are whose names end so."""
    seat.app.dirty = True
    seat.pilot.wait(0.2, 2)
    named = {re.sub("/seal/(?!fight good).*", "/seal", spot.id): spot.rect for spot in seat.app.ui.spots}
    return {name: rect for name, rect in named.items() if name.endswith(ends)}


def go_on(seat: Seat) -> None:
    """The phase is ended, or what keeps it open is answered."""
    legal = seat.scene.session.game.legal()
    command: Command = EndPhase() if EndPhase() in legal else legal[0]
    seat.scene.desk.give(command)
    seat.scene.drain()


@pytest.mark.parametrize("scenario", GAMES)
def test_the_bar_is_one_line_and_its_buttons_stay_at_every_size_of_letters(scenario: str) -> None:
    for scale in SCALES if scenario == GAMES[0] else (SCALES[0], SCALES[-1]):
        seat = sit_down(AGAINST_RECRUIT, scenario=scenario, text_scale=scale)
        buttons = [*places(seat, *ENDS).values()]
        assert len(buttons) == 3
        for _ in range(12):
            assert seat.scene.layout.window.y == seat.app.ui.px(46), (scale, seat.title)
            bar = [spot for spot in seat.app.ui.spots if "/phasebar/" in spot.id]
            shown = [spot.rect for spot in bar if "label:" in spot.id or spot.kind != "label"]
            rects = sorted(shown, key=lambda rect: rect.x)
            assert all(one.right <= two.x + 1 for one, two in pairwise(rects)), (scale, seat.title)
            assert rects[-1].right <= 1280 and all(spot.rect.height <= seat.app.ui.px(46) for spot in bar)
            if seat.scene.session.machine_to_act:
                break
            go_on(seat)
            if not seat.scene.session.machine_to_act:
                assert [*places(seat, *ENDS).values()] == buttons, (scale, seat.title)
        seat.scene.session.close()


def test_a_bar_too_narrow_for_all_keeps_date_phase_and_buttons_and_tells_the_rest_as_tooltips() -> None:
    seat = sit_down(scenario="rb-barbarossa-5", text_scale=2.0)
    texts = seat.pilot.texts()
    assert seat.scene.desk.view.turn_name in texts and seat.title in texts
    told = {spot.text: spot.tooltip for spot in seat.app.ui.spots}
    assert seat.scene.desk.view.score_text in told[seat.scene.desk.view.turn_name]
    assert "First Impulse" in told[seat.title]


def test_a_question_displaces_nothing_in_the_column() -> None:
    seat = sit_down(AGAINST_RECRUIT, scenario="war-barbarossa-1941")
    desk, asked = seat.scene.desk, 0
    tabs = tuple(f"panel:tab{number}" for number in range(4))
    steady = ("panel:tabs", "panel:staffcall", "/staffcall/ask staff")
    before, corner, phase = places(seat, *steady), (0, 0), ""
    while not seat.scene.session.machine_to_act:
        if desk.view.decision is not None:
            asked += 1
            assert places(seat, *steady) == before and seat.app.top is seat.scene
            body, foot = places(seat, *tabs), places(seat, "panel:questionfoot", "panel:question")
            assert phase != desk.view.phase.id or [rect.topleft for rect in body.values()] == [corner], phase
            assert all(rect.bottom <= min(one.top for one in foot.values()) for rect in body.values())
            assert max(rect.bottom for rect in foot.values()) == seat.scene.layout.column.bottom
        else:
            corner, phase = next(iter(places(seat, *tabs).values())).topleft, desk.view.phase.id
        go_on(seat)
        for index in sorted(desk.state.targets)[:2] if desk.view.phase.id.startswith("plan") else ():
            desk.click(index)
            desk.click(index)
    assert asked


def test_warnings_displace_nothing_and_are_answered_with_the_column_shut_too() -> None:
    seat = sit_down()
    names = ("panel:tab0", "panel:staffcall", "/staffcall/ask staff")
    before = places(seat, *names)
    seat.scene.panels.checks = [Check("out_of_supply", "Some units are out of supply.")]
    assert places(seat, *names) == before and seat.app.ui.find("TableScene/questionfoot/go back")
    seat.pilot.key("I")
    assert not seat.scene.layout.column.width
    seat.pilot.press("Go back")
    assert not seat.scene.panels.checks


def test_the_buttons_of_the_computers_turn_stay_where_they_are() -> None:
    seat = sit_down(AGAINST_RECRUIT)
    while not seat.scene.session.machine_to_act:
        go_on(seat)
    names = ("/machinefoot/pause", "/machinefoot/skip", "/seal")
    before, told = places(seat, *names), set[str]()
    assert len(before) == 3
    for _ in range(60):
        seat.pilot.wait(1.0, 4)
        said, at = " ".join(seat.pilot.texts()), places(seat, *names)
        if seat.scene.playback.strip(warned=False) != "machine":
            break  # the battle asks the player
        told.add(said)
        assert at == before
        if len(told) == 5:
            seat.pilot.press("Pause")
            assert seat.scene.playback.paused and places(seat, *names) == before
            seat.pilot.press("Continue")
    assert len(told) > 5


def test_next_and_back_stay_where_they_are_while_one_leafs_through_what_happened() -> None:
    seat = sit_down(AGAINST_RECRUIT)
    while not seat.scene.session.machine_to_act:
        go_on(seat)
    while seat.scene.playback.strip(warned=False) != "review":
        if seat.scene.session.machine_to_act:
            seat.scene.playback.fast = "turn"
            seat.machine()
        else:
            go_on(seat)
    first = places(seat, "/reviewfoot/review next", "/reviewfoot/review close")
    assert len(first) == 2
    for _ in range(6):
        seat.pilot.press("TableScene/reviewfoot/review next")
        assert places(seat, "/reviewfoot/review next", "/reviewfoot/review close") == first
    assert seat.scene.playback.review_at == 5


def test_the_ticks_of_the_planner_stay_where_they_are_when_one_is_taken_out() -> None:
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941")
    desk = seat.scene.desk
    while not desk.state.targets:
        go_on(seat)
    desk.click(max(desk.state.targets, key=lambda index: len(desk.view.board.neighbours[index])))
    seat.scene.drain()
    ends = tuple(f"{unit.id}/" for unit, _ in desk.plans.candidates())
    ticks = {name: rect for name, rect in _ticks(seat).items() if any(end in name for end in ends)}
    assert len(ticks) > 1
    for name in ticks:
        seat.pilot.press(name)
        assert _ticks(seat) == ticks, name


def _ticks(seat: Seat) -> dict[str, Rect]:
    seat.app.dirty = True
    seat.pilot.wait(1.0, 2)
    return {spot.id: spot.rect for spot in seat.app.ui.spots if spot.kind == "checkbox" and "planner" in spot.id}


def test_the_box_of_arrivals_does_not_shrink_while_its_list_does() -> None:
    seat = at_phase("initial-axis", turn=2, size=(1280, 720))
    before, given = places(seat, "panel:muster"), 0
    assert before
    for _ in range(4):
        order = next((c for c in seat.scene.session.game.legal() if c.verb in ("raise", "enter")), None)
        if order is None:
            break
        seat.scene.desk.give(order)
        seat.scene.drain()
        given += 1
        assert places(seat, "panel:muster") in (before, {})
    assert given


def test_a_hint_of_the_first_turn_does_not_lie_on_the_planner_and_a_tooltip_of_the_bar_stays_by_its_button() -> None:
    seat = sit_down(AGAINST_RECRUIT, scenario="war-barbarossa-1941", hints=True)
    desk = seat.scene.desk
    while not desk.state.targets:
        go_on(seat)
    seat.scene.first.introduce()
    seat.scene.first.introducing = False
    for index in sorted(desk.state.targets)[:4]:
        seat.scene.go_to(index)
        desk.plans.open(index)
        hint, card = places(seat, "panel:firsthint"), places(seat, "panel:planner")
        assert len(hint) == len(card) == 1
        assert not next(iter(hint.values())).colliderect(next(iter(card.values())))
    end = seat.pilot.find("TableScene/seal/end phase").rect
    tip = seat.app.ui._beside(end, 300, 60)
    assert not tip.colliderect(end) and not tip.colliderect(seat.scene.layout.column)


def test_a_result_of_the_table_that_is_a_dash_is_told_in_words() -> None:
    assert dice_words(Attacked(hex="S4", result="-", faces=(3,), odds="1-1")) == "no effect"


def test_while_a_battle_is_fought_the_card_is_headed_by_its_hex_whatever_is_clicked() -> None:
    seat = sit_down(HUMANS)
    desk = seat.scene.desk
    while not any(isinstance(c, Assign) for c in desk.orders.all()):
        go_on(seat)
    first = next(c for c in desk.orders.all() if isinstance(c, Assign))
    other = next(c for c in desk.orders.all() if isinstance(c, Assign) and c.hex != first.hex)
    assert desk.give(first)
    while desk.plans.battle is None:
        wanted = [c for c in desk.session.game.legal() if isinstance(c, Resolve)]
        seat.scene.desk.give(wanted[0] if wanted else EndPhase())
        seat.scene.drain()
    fought, elsewhere = (desk.view.board.by_label[c.hex] for c in (first, other))
    desk.plans.open(elsewhere)
    assert desk.plans.target == fought
    desk.plans.target = elsewhere
    assert title(desk.plans, desk.view.board) == f"Battle for {place_name(desk.view.board, fought)}"


def test_chances_have_a_decimal_near_certainty_alone_and_a_list_names_places_in_brief() -> None:
    chances = [Fraction(*pair) for pair in ((1, 1), (0, 1), (5, 8), (1, 2), (35, 36), (1, 36), (1999, 2000))]
    assert [percent(chance) for chance in chances] == ["100 %", "0 %", "63 %", "50 %", "97.2 %", "2.8 %", "99.9 %"]
    board = sit_down(HUMANS, scenario="war-barbarossa-1941").scene.desk.view.board
    minsk = board.find("Minsk")[0]
    said = {place_in_brief(board, index) for index in board.neighbours[minsk]}
    assert place_in_brief(board, minsk) == "Minsk" and said == {
        *(f"{point} of Minsk" for point in ("NE", "E", "SE", "SW", "W")),
        "SE of Vilna",
    }


def test_each_step_that_is_leafed_through_can_be_shown_again_and_back_leads_to_the_summary() -> None:
    seat = sit_down(AGAINST_RECRUIT)
    while seat.scene.playback.strip(warned=False) != "review":
        if seat.scene.session.machine_to_act:
            seat.scene.playback.fast = "turn"
            seat.machine()
        else:
            go_on(seat)
    playback, buttons = seat.scene.playback, ("/reviewfoot/review again", "/reviewfoot/review back")
    before, whole = places(seat, *buttons), playback.again_from
    for _ in range(4):
        seat.pilot.press("TableScene/reviewfoot/review next")
    assert places(seat, *buttons) == before and whole < playback.again_from == playback.review[3][2] - 1
    for _ in range(4):
        seat.pilot.press("TableScene/reviewfoot/review back")
    assert playback.review_at == -1 and playback.again_from == whole
    seat.pilot.press("TableScene/reviewfoot/review next")
    seat.pilot.press("TableScene/reviewfoot/review again")
    assert seat.app.top is not seat.scene, "the replay has been opened"


def test_nobody_is_told_of_a_recovery_before_the_map_has_been_seen() -> None:
    session = begin(GameSetup(find_scenario("war-barbarossa-1941"), HUMANS, {}, 1))
    assert any(isinstance(event, Recovered) for event in session.game.log[0].events)
    assert not [line.plain for line in Log(session).lines() if "recovers" in line.plain]


def test_where_nothing_grave_happened_the_map_is_at_the_headquarters_that_acts() -> None:
    seat = sit_down(AGAINST_RECRUIT, scenario="tdv-barbarossa-1941")
    desk, playback = seat.scene.desk, seat.scene.playback
    while not desk.position.leading or seat.scene.session.machine_to_act:
        if seat.scene.session.machine_to_act:
            playback.fast = "turn"
            seat.machine(20000)
        else:
            go_on(seat)
    led = [unit.hex for unit in desk.view.units if unit.id in desk.position.leading and unit.hex >= 0]
    playback.briefing = ()
    playback._played = True
    playback.mark_read()
    playback._since = len(desk.session.game.log)
    playback.back_to_player()
    assert not any(line.hex >= 0 for line in playback.briefing) and desk.out.look_at == led[0]
