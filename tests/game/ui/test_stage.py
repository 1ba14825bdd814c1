"""A battle as a play: the dice fall before anything tells how it ended, and nothing waits unless the player asks."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from ecs import Side
from ecs.core.events import (
    Advanced,
    Attacked,
    BattleBegan,
    Captured,
    Cause,
    Cleared,
    Destroyed,
    Event,
    Fired,
    Moved,
    Retreated,
    StepLost,
)
from game.play.scenarios import new_game
from game.play.session import HUMAN
from game.play.story import Fold
from game.ui.map_view.animation import DICE_SECONDS, TUMBLE, Animation, tumbling
from game.ui.map_view.map_text import dice_words, outcome
from game.ui.widgets import Ui
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = ("barbarossa-1941", "rb-barbarossa-5")


def to_the_dice(scenario: str, drama: str) -> Seat:
    """The computer attacks, and its first dice are in the air; with the stage off, it has fought its first battle."""
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN}, scenario=scenario, seed=4, drama=drama)
    scene = seat.scene
    for _ in range(4000):
        if scene.table.held(seat.app.ui.now) or fought(seat):
            return seat
        seat.app.step((), 0.1)
    raise AssertionError("no battle is ever fought")


def fought(seat: Seat) -> bool:
    """Have dice of a battle been thrown in the game itself?"""
    events = [event for record in seat.scene.session.game.log[-3:] for event in record.events]
    return any(isinstance(event, Fired | Attacked) for event in events)


def shown(seat: Seat) -> str:
    """All words that stand on widgets."""
    return " ".join(spot.text for spot in seat.app.ui.spots)


@pytest.mark.parametrize("scenario", GAMES)
def test_map_and_panels_stay_as_they_were_until_the_dice_have_fallen(scenario: str) -> None:
    seat = to_the_dice(scenario, "full")
    scene, table = seat.scene, seat.scene.table
    assert fought(seat), "the game itself has gone on"
    assert table.held(seat.app.ui.now) and table.newest is scene.desk.view is not table.view
    seat.app.step((), 0.02)
    column = scene.layout.column
    still = pygame.image.tobytes(seat.app.surface.subsurface(column), "RGB")
    seat.app.step((), 0.1)
    assert pygame.image.tobytes(seat.app.surface.subsurface(column), "RGB") == still and shown(seat).strip() == ""
    for _ in range(80):
        if not table.held(seat.app.ui.now):
            break
        seat.app.step((), 0.1)
    seat.app.step((), 0.02)
    assert table.view is table.newest and shown(seat).strip()


def test_seal_and_latest_news_stay_while_the_dice_fall() -> None:
    seat = to_the_dice(GAMES[0], "full")
    scene = seat.scene
    seat.app.step((), 0.02)
    kept = [rect for _, rect in scene.stage._stills or ()]
    assert scene.layout.seal in kept, "what may be pressed does not vanish"
    assert any(rect.topleft == scene.layout.log.topleft for rect in kept)


def test_panels_are_kept_from_where_they_were_painted_and_not_from_a_build_nobody_saw() -> None:
    seat = sit_down(scenario=GAMES[0])
    stage, surface = seat.scene.stage, seat.app.surface
    seen, unseen = Rect(0, 0, 100, 50), Rect(0, 0, 100, 90)
    stage._panels = [seen]
    stage.keep(surface)
    stage._panels, stage._stills = [unseen], None
    stage.keep(surface)
    assert [rect for _, rect in stage._stills] == [seen]


def test_the_card_of_a_battle_and_its_line_go_while_dice_fall_elsewhere_or_the_map_is_moved() -> None:
    seat = to_the_dice(GAMES[0], "full")
    stage, table, ui = seat.scene.stage, seat.scene.table, seat.app.ui
    (label,) = set(stage._fought)
    here = table.board.by_label[label]
    card, other, tied = Rect(400, 300, 90, 60), Rect(700, 300, 20, 10), list[Ui]()
    stage._stills = [(pygame.Surface(rect.size), rect) for rect in (card, other)]

    def told(about: int, pan: int = 0) -> tuple[int, list[Rect]]:
        """How many lines are drawn, and what is taken for a panel."""
        tied.clear()
        stage.remember(ui, card, about)
        table.camera.pan(pan, 0)
        ui.begin(ui.size)
        assert stage.covers(ui, tied.append)
        return len(tied), ui.lying

    assert told(here) == (1, [card, other])
    assert told(table.board.neighbours[here][0]) == (0, [other])
    assert told(here, pan=200) == (0, [other])


@pytest.mark.parametrize("act", ["Space", "click"])
def test_any_key_and_any_click_show_the_end_at_once(act: str) -> None:
    seat = to_the_dice(GAMES[0], "full")
    seat.scene.playback.paused = True
    seat.app.step((), 0.02)
    assert seat.scene.table.held(seat.app.ui.now)
    seat.pilot.key("Space") if act == "Space" else seat.pilot.click(*seat.scene.layout.map_rect.center)
    assert not seat.scene.table.held(seat.app.ui.now)
    seat.pilot.wait(0.1)
    assert seat.scene.table.view is seat.scene.desk.view and "Menu" in shown(seat)


def test_turned_off_nothing_is_held_back() -> None:
    seat = to_the_dice(GAMES[0], "off")
    assert fought(seat) and not seat.scene.table.held(seat.app.ui.now)
    assert seat.scene.table.view is seat.scene.desk.view


def test_brisk_is_shorter_than_full_and_a_whole_battle_of_one_throw_is_over_soon() -> None:
    ends = []
    for pace in (0.75, 1.6):
        plan = Animation(pace=pace)
        plan.flash((0, 0), 0.0, "3-1")
        plan.dice((0, 0), (4,), 0.0, "DR")
        plan.hold()
        plan.word((0, 0), "DR", 0.0)
        assert plan.held(plan.held_until - 0.01) and not plan.held(plan.held_until)
        assert not plan.running(plan.held_until), "nothing waits for the words"
        ends.append(plan.held_until)
    assert ends[0] <= 1.2 and ends[0] < ends[1] <= 2.5


def test_words_stay_when_what_moves_is_skipped() -> None:
    plan = Animation()
    plan.dice((0, 0), (4,), 5.0, "DR")
    plan.word((0, 0), "DR · 9.A destroyed", 5.0)
    plan.skip()
    assert [cue.text for cue, _, _ in plan.at(5.5)] == ["DR · 9.A destroyed"]
    assert not plan.at(9.0) and not plan.running(5.5)


def test_a_die_tumbles_and_then_lies_still_and_without_motion_it_lies_at_once() -> None:
    moments = [part / 100 for part in range(100)]
    assert {tumbling(part) for part in moments if part >= TUMBLE} == {-1}
    assert len({tumbling(part) for part in moments}) > 5 and DICE_SECONDS > 0
    assert {tumbling(part, still=True) for part in moments} == {-1}


def test_what_came_of_it_is_told_in_few_words() -> None:
    names = {"a": "9.A", "b": "4.PzGr", "c": "1.A", "d": ""}
    fire = Fired(hex="E4", side=Side.AXIS, round=1, lines=(), strength=3, column=3, faces=(2, 6), hits=1)
    attack = Attacked(hex="E4", odds="3-1", result="DR", faces=(4,))
    gone = [Destroyed(unit=unit, hex="E4", cause=Cause.FIRE) for unit in "abcd"]
    step = StepLost(unit="a", hex="E4", cause=Cause.FIRE)
    back = Retreated(unit="b", path=("E4", "E5"))
    board = new_game(GAMES[0], seed=1).board

    def told(*events: Event) -> tuple[str, str] | None:
        found = outcome(Fold(board, {}.get, None), events, lambda unit: names[unit])
        return (board.hexes[found[0]].label, found[1]) if found else None

    assert dice_words(fire) == "1 hit" and dice_words(attack) == "DR"
    assert told(attack, back) == ("E4", "DR · 1 falls back")
    assert told(attack, step, gone[1]) == ("E4", "DR · 4.PzGr destroyed · 1 step lost")
    assert told(fire) == ("E4", "1 hit")
    missed = replace(fire, side=Side.SOVIET, hits=0)
    assert told(missed) == told(missed, replace(missed, side=Side.AXIS)) == ("E4", "no hit")
    assert told(fire, missed) == told(missed, fire) == ("E4", "Axis 1 hit"), "whoever fired last"
    assert told(fire, replace(missed, hits=2), fire) == ("E4", "Axis 2 hits, Soviet 2 hits")
    assert told(fire, missed, Cleared(hex="E4")) == ("E4", "Axis 1 hit · hex cleared")
    assert told(fire, missed, gone[0]) == ("E4", "9.A destroyed")
    assert told(gone[0]) == ("E4", "9.A destroyed")
    assert told(*gone) == ("E4", "9.A, 4.PzGr and 2 more destroyed")
    assert told(gone[3]) == ("E4", "a unit destroyed"), "of one that may not be told"
    assert told(step) is None and told(back) is None
    advance = Advanced(unit="b", path=("E3", "E4"))
    assert told(attack, step, back, advance, advance) == ("E4", "DR · 1 step lost · 1 falls back"), "nobody else does"


def test_a_place_taken_is_told_of_the_battle_and_not_its_last_shot() -> None:
    """Moscow falls by an advance, after a round of fire that hit nobody: all in one battle, by three commands."""
    board = new_game(GAMES[0], seed=1).board
    fold = Fold(board, {"a": Side.AXIS, "s": Side.SOVIET}.get, None)
    fire = Fired(hex="H9", side=Side.AXIS, round=1, lines=(), strength=3, column=3, faces=(2, 6), hits=1)
    rounds = (
        (BattleBegan(hex="H9", attackers=("a",), defenders=("s",)), fire, replace(fire, side=Side.SOVIET, hits=0)),
        (replace(fire, round=2, hits=0), Cleared(hex="H9")),
        (Advanced(unit="a", path=("G8", "H9")), Captured(hex="H9", side=Side.AXIS, worth=2)),
    )
    found = [told for events in rounds if (told := outcome(fold, events, str)) is not None]
    assert [words for _, words in found] == ["Axis 1 hit", "Axis 1 hit · hex cleared", "Moscow taken"]
    assert {index for index, _ in found} == {board.by_label["H9"]}


# -- the other side's turn -------------------------------------------------------------------------------


def watching(scenario: str = "rb-barbarossa-5") -> Seat:
    """The computer is about to march, with the map somewhere and the player looking on."""
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN}, scenario=scenario, seed=4, animation_speed=4.0)
    seat.app.step((), 0.1)
    return seat


def test_the_map_stays_where_it_is_while_the_computer_marches_and_goes_to_its_battles() -> None:
    seat = watching()
    scene, moved = seat.scene, 0
    for _ in range(6000):
        before, log = scene.table.camera.origin, len(scene.session.game.log)
        seat.app.step((), 0.1)
        events = [event for record in scene.session.game.log[log:] for event in record.events]
        if any(isinstance(event, Fired | Attacked) for event in events):
            break
        moved += any(isinstance(event, Moved) for event in events)
        assert scene.table.camera.origin == before or not any(isinstance(event, Moved) for event in events)
    place = scene.session.game.board.by_label[next(e.hex for e in events if isinstance(e, Fired | Attacked))]
    assert moved > 5 and scene.table.camera.clear.collidepoint(scene.table.to_screen(place))


def test_to_the_next_battle_plays_on_until_dice_fall_or_an_attack_begins() -> None:
    seat = watching()
    seat.pilot.press("To the next battle")
    assert seat.scene.playback.fast == "next"
    for _ in range(2000):
        if not seat.scene.playback.fast:
            break
        seat.app.step((), 0.02)
    last = seat.scene.session.game.log[-1].events
    assert any(isinstance(event, BattleBegan | Fired | Attacked) for event in last)
    assert seat.scene.session.machine_to_act


def test_full_stop_and_comma_change_the_speed_at_once() -> None:
    seat = watching()
    seat.scene.playback.paused = True
    animation, settings = seat.scene.table.animation, seat.app.settings
    seat.pilot.key(",")
    assert animation.speed == settings.animation_speed == 2.0 and "Speed: fast." in seat.notices()
    for _ in range(5):
        seat.pilot.key(",")
    assert animation.speed == settings.animation_speed == 0.5
    seat.pilot.key(".")
    assert animation.speed == settings.animation_speed == 1.0


def test_the_bar_keeps_to_one_row_while_the_computer_plays() -> None:
    seat = watching("barbarossa-1941")
    own = sit_down(scenario="barbarossa-1941")
    own.app.step((), 0.1)
    assert seat.scene.session.machine_to_act and own.scene.session.human_to_act
    assert seat.scene.layout.column.top == own.scene.layout.column.top > 0
