"""One gold action on the screen, always in the lower right corner; the column is shut until the player opens it."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import Assign
from game.play.briefing import BriefingLine
from game.ui.widgets import Ui
from game.ui.widgets.layout import Spot
from game.ui.widgets.seal import seal_rect
from tests.game.ui.test_battle_clicks import asked_at
from tests.kits.window import AGAINST_RECRUIT, HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
SIZES = ((1280, 720), (1600, 1000))


def at_table(size: tuple[int, int], scenario: str = "barbarossa-1941", fresh: bool = False) -> Seat:
    """A game that has just begun, the column shut; ``fresh``: with its opening card."""
    seat = sit_down(AGAINST_RECRUIT, size, scenario=scenario, column=False)
    if fresh:
        seat.scene.first.introduce()
    seat.pilot.wait(0.5, 5)
    return seat


def in_attack(size: tuple[int, int]) -> Seat:
    """The first attacks of June 1941, all of them looked up."""
    seat = at_table(size)
    desk = seat.scene.desk
    while not any(isinstance(c, Assign) for c in desk.orders.all()):
        assert desk.end_phase()
        seat.scene.drain()
    seat.pilot.wait(1, 10)
    return seat


def gold(seat: Seat) -> list[Spot]:
    """Filled buttons that can be pressed."""
    return [spot for spot in seat.app.ui.spots if spot.kind == "primary" and spot.enabled]


def plan(seat: Seat) -> None:
    """Open the planner on the target that is likeliest to fall."""
    desk = seat.scene.desk
    desk.plans.open(desk.plans.targets.of(desk.position)[0][0])
    seat.app.dirty = True
    seat.pilot.wait(0.2, 2)


def panels(seat: Seat) -> list[str]:
    """The names of the panels on the screen."""
    return [spot.id.rpartition("panel:")[2] for spot in seat.app.ui.spots if spot.kind == "panel"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scenario", ["barbarossa-1941", "war-barbarossa-1941"])
def test_the_seal_is_the_button_of_the_opening_card(size: tuple[int, int], scenario: str) -> None:
    seat = at_table(size, scenario, fresh=True)
    (seal,) = gold(seat)
    assert seal.id.endswith("seal/first offer") and seal.rect == seal_rect(seat.app.ui)
    assert not {"tabs", "muster"} & set(panels(seat)), "nothing peeps out"
    phase = seat.scene.desk.view.phase.id
    seat.pilot.key("Enter")
    seat.pilot.wait(0.5, 5)
    assert seat.scene.desk.view.phase.id != phase
    (seal,) = gold(seat)
    assert seal.id.endswith("seal/end phase") and seal.rect == seal_rect(seat.app.ui)


@pytest.mark.parametrize("size", SIZES)
def test_an_open_column_ends_above_the_seal(size: tuple[int, int]) -> None:
    seat = at_table(size)
    seat.pilot.press("Details")
    assert "tabs" in panels(seat)
    (seal,) = gold(seat)
    column = seat.scene.layout.column
    assert column.width and not column.colliderect(seal.rect) and seal.rect == seal_rect(seat.app.ui)
    seat.pilot.press("Details")
    assert "tabs" not in panels(seat)


def test_the_planner_and_a_warning_take_the_gold_from_the_seal() -> None:
    seat = in_attack(SIZES[0])
    plan(seat)
    (button,) = gold(seat)
    assert button.text == "Declare attack" and button.intent == "cursor_click", "Enter presses what is gold"
    seat.pilot.key("Enter")
    assert seat.scene.desk.state.cursor is None and seat.scene.desk.view.battles
    seat.pilot.key("U")
    seat.pilot.wait(0.2, 2)
    plan(seat)
    seat.pilot.key("Esc")
    seat.pilot.press("End phase")
    (button,) = gold(seat)
    assert button.text == "End anyway" and button.rect == seal_rect(seat.app.ui)
    asked = next(spot.rect for spot in seat.app.ui.spots if spot.id.endswith("panel:questionfoot"))
    assert not asked.colliderect(button.rect)
    seat.pilot.key("Esc")
    assert gold(seat)[0].text == "End phase"


def test_all_good_attacks_are_one_button_above_the_seal_and_esc_leaves_it_there() -> None:
    seat = in_attack(SIZES[0])
    count = seat.scene.desk.quick.good_fights()
    words = f"Declare up to {count} attacks at {seat.app.settings.fight_at} %"
    assert count > 1 and seat.pilot.find(words).rect.bottom < seal_rect(seat.app.ui).top
    plan(seat)
    seat.pilot.key("Esc")
    seat.pilot.press(words)
    seat.pilot.wait(2, 40)
    declared = [b for b in seat.scene.desk.view.battles if b.state == "declared"]
    assert len(declared) >= count - 1 and seat.scene.desk.view.to_act is Side.AXIS


def test_a_question_lies_above_the_seal_wherever_the_column_would_open() -> None:
    """And not under the small map."""
    seat = sit_down(HUMANS, seed=1)
    seat.app.settings.column_side = "left"
    asked_at(seat, "hits")
    seat.scene.panels.column_open = False
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    (card,) = [spot.rect for spot in seat.app.ui.spots if spot.kind == "panel" and spot.id.endswith("panel:question")]
    layout = seat.scene.layout
    assert card.right == layout.seal.right and card.bottom <= layout.seal.top and not card.colliderect(layout.minimap)


def test_the_tooltip_of_the_seal_says_nothing_that_is_written_on_it() -> None:
    (seal,) = gold(sit_down(HUMANS, seed=1))
    assert seal.text == "End phase" and not seal.tooltip


def test_what_can_come_into_play_lies_in_the_corner_while_the_column_is_shut() -> None:
    seat = at_table(SIZES[1], "war-barbarossa-1941")
    (muster,) = [spot.rect for spot in seat.app.ui.spots if spot.id.endswith("panel:muster")]
    seal = seal_rect(seat.app.ui)
    assert muster.bottom <= seal.top and muster.right == seal.right


def test_dispatches_lie_beside_what_can_come_into_play_and_not_on_it() -> None:
    seat = at_table(SIZES[0], "war-barbarossa-1941")
    playback = seat.scene.playback
    playback.briefing = (BriefingLine("arrived", "Arrived", (("Luftflotte 1.", -1),), 1),) * 9
    playback._told_at = len(seat.scene.session.game.log)
    seat.app.dirty = True
    seat.pilot.wait(0.2, 2)
    rects = {name: spot.rect for spot in seat.app.ui.spots for name in ("review", "muster") if spot.id.endswith(name)}
    assert len(rects) == 2 and not rects["review"].colliderect(rects["muster"])
    assert "Details" in seat.pilot.texts() and "tabs" not in panels(seat)


@pytest.mark.parametrize("size", SIZES)
def test_the_seal_that_fights_all_battles_names_its_key_in_a_small_window_too(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = in_attack(size)
    desk = seat.scene.desk
    for _ in range(2):
        foes = {desk.view.board.hexes[battle.hex].label for battle in desk.view.battles}
        desk.give(next(c for c in desk.orders.all() if isinstance(c, Assign) and c.hex not in foes))
    assert desk.end_phase()
    seat.scene.drain()
    seat.pilot.wait(1, 10)
    drawn: list[str] = []
    monkeypatch.setattr(Ui, "note_text", lambda ui, text, *at, **how: drawn.append(text))
    seat.app.dirty = True
    seat.app.step()
    assert any(text.startswith("Fight") for text in drawn) and "Ctrl+Enter" in drawn
