"""Cards on the map: the picked stack as a fan, the planner beside its battle; neither covers what it is about."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from ecs import Side
from game.ui.cards.placing import NEVER, best_place, hex_rect, in_the_way
from game.ui.cards.stack_fan import StackFan
from game.ui.descriptions import hex_words, hover_text, place_in_brief
from game.ui.interaction.click_commands import place_name
from game.ui.panels.legend import legend
from game.ui.panels.phase_end import Check
from tests.kits.recruits_games import played
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
QUIET = {Side.AXIS: "human", Side.SOVIET: "recruit"}
GAMES = ("barbarossa-1941", "war-barbarossa-1941", "rb-barbarossa-5", "tdv-barbarossa-1941")
FAN, PLANNER, HINT = "panel:stackfan", "panel:planner", "panel:firsthint"


def attacking(**settings: object) -> Seat:
    """The first attacks of June 1941."""
    seat = sit_down(QUIET, **settings)  # type: ignore[arg-type]
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.key("Ctrl+Enter")
    seat.scene.panels.checks = []
    return seat


def card(seat: Seat, name: str) -> Rect | None:
    """Where a card lies; None without it."""
    seat.app.dirty = True
    seat.pilot.wait(0.2)
    spot = seat.app.ui.find(name)
    return spot.rect if spot is not None else None


def with_stack() -> tuple[Seat, int, list[str]]:
    """A table, a hex with several own counters that can attack, and their names."""
    seat = attacking()
    desk = seat.scene.desk
    able = [unit for name in desk.can_act() if (unit := desk.view.unit(name)) is not None]
    index = next(u.hex for u in able if sum(1 for other in able if other.hex == u.hex) > 1)
    return seat, index, [u.id for u in desk.view.at(index) if u.side is desk.view.side]


def test_the_picked_stack_lies_on_the_map_as_a_fan_while_it_is_picked() -> None:
    seat, index, units = with_stack()
    assert card(seat, FAN) is None
    seat.scene.desk.select((units[0],))
    seat.scene.table.centre_on(index)
    box = card(seat, FAN)
    assert box is not None and not box.colliderect(hex_rect(seat.scene.table, index))
    assert all(seat.app.ui.find(f"TableScene/stackfan/fan:{name}") for name in units)
    seat.pilot.key("Esc")
    assert card(seat, FAN) is None


def test_the_strongest_counter_lies_first_in_the_fan() -> None:
    seat, _, units = with_stack()
    desk = seat.scene.desk
    desk.select((units[0],))
    card(seat, FAN)
    shown = [spot.id.rpartition(":")[2] for spot in seat.app.ui.spots if "/fan:" in spot.id]
    attacks = [unit.attack for name in shown if (unit := desk.view.unit(name)) is not None]
    assert len(shown) == len(units) and attacks == sorted(attacks, reverse=True)


def test_a_click_in_the_fan_takes_a_counter_in_or_out_and_a_double_click_takes_all() -> None:
    seat, _, units = with_stack()
    desk = seat.scene.desk
    desk.select((units[0],))
    card(seat, FAN)
    seat.pilot.press(f"TableScene/stackfan/fan:{units[1]}")
    assert set(desk.state.selection) == {units[0], units[1]}
    seat.pilot.wait(1)
    seat.pilot.press(f"TableScene/stackfan/fan:{units[1]}")
    assert desk.state.selection == (units[0],)
    seat.pilot.wait(1)
    seat.pilot.press(f"TableScene/stackfan/fan:{units[0]}")
    assert desk.state.selection == (units[0],)
    seat.pilot.wait(1)
    spot = seat.pilot.find(f"TableScene/stackfan/fan:{units[1]}")
    seat.pilot.double_click(*spot.clip.center)
    assert set(desk.state.selection) == set(units)


def test_the_keyboard_takes_counters_in_the_fan_in_and_out() -> None:
    seat, _, units = with_stack()
    desk = seat.scene.desk
    desk.select((units[0],))
    card(seat, FAN)
    seat.focus(f"fan:{units[1]}")
    seat.pilot.key("Enter")
    assert set(desk.state.selection) == {units[0], units[1]}


def test_the_fan_goes_to_another_corner_before_it_covers_its_hex() -> None:
    seat, index, units = with_stack()
    desk, table = seat.scene.desk, seat.scene.table
    desk.select((units[0],))
    box = card(seat, FAN)
    assert box is not None
    for _ in range(8):
        x, y = table.to_screen(index)
        table.camera.pan(x - box.centerx, y - box.centery)
        seat.app.dirty = True
        here = card(seat, FAN)
        assert here is None or not here.colliderect(hex_rect(table, index))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_planner_lies_beside_its_battle_and_the_list_of_attacks_in_the_column(size: tuple[int, int]) -> None:
    seat = attacking(size=size)
    desk, table = seat.scene.desk, seat.scene.table
    seat.click("G3")
    box = card(seat, PLANNER)
    assert box is not None and seat.scene.layout.map_rect.contains(box)
    beside = {unit.hex for unit, _ in desk.plans.candidates()}
    assert all(not box.colliderect(hex_rect(table, index).inflate(-8, -8)) for index in {desk.plans.target, *beside})
    assert seat.pilot.find("Declare attack").id.startswith("TableScene/planner/")
    assert any("/tab2/" in region.id or region.id.startswith("tab2") for region in seat.app.ui.regions)
    seat.click("G3")
    assert desk.view.battles and card(seat, PLANNER) is None


def test_the_first_planner_of_a_newcomer_hides_neither_its_hex_nor_the_hint() -> None:
    seat = sit_down(QUIET, scenario="war-barbarossa-1941", column=False, hints=True)
    scene = seat.scene
    scene.first.introduce()
    scene.first.introducing = False
    seat.pilot.wait(0.3)
    seat.pilot.press("Skip trains and ships")
    assert card(seat, HINT) is not None
    target = scene.first._spoken_of()
    scene.desk.plans.open(target)
    box, hint = card(seat, PLANNER), card(seat, HINT)
    assert box is not None
    assert not box.colliderect(hex_rect(scene.table, target).inflate(-8, -8))
    attackers = {unit.hex for unit, why in scene.desk.plans.candidates() if not why}
    spoken = [hex_rect(scene.table, index).inflate(-8, -8) for index in {target, *attackers}]
    assert hint is not None and not any(hint.colliderect(rect) for rect in (box, *spoken))


def test_a_hint_makes_room_for_the_planner_and_does_not_push_it_onto_its_battle() -> None:
    seat = sit_down(
        QUIET, (1920, 1080), scenario="war-barbarossa-1941", column=False, text_scale=2.0, hints=True, seed=7
    )
    seat.scene.first.introduce()
    seat.pilot.wait(0.3)
    seat.pilot.press("Skip trains and ships")
    desk, table = seat.scene.desk, seat.scene.table
    assert card(seat, "panel:firsthint") is not None
    seat.click("S4")
    hint, box = card(seat, "panel:firsthint"), card(seat, PLANNER)
    assert box is not None and (hint is None or not hint.colliderect(box))
    beside = {unit.hex for name in desk.plans.ticked if (unit := desk.view.unit(name)) is not None}
    assert all(not box.colliderect(hex_rect(table, index).inflate(-8, -8)) for index in {desk.plans.target, *beside})


def test_the_planner_stays_on_the_screen_when_the_map_is_moved() -> None:
    seat = attacking()
    seat.click("G3")
    for dx, dy in ((400, 0), (-900, 200), (300, -700)):
        seat.scene.table.camera.pan(dx, dy)
        box = card(seat, PLANNER)
        assert box is not None and seat.scene.layout.map_rect.contains(box)


def test_the_planner_does_not_jump_when_an_attacker_is_ticked() -> None:
    seat = attacking()
    seat.click("G3")
    before = card(seat, PLANNER)
    assert before is not None
    unit = next(unit.id for unit, why in seat.scene.desk.plans.candidates() if not why)
    seat.scene.desk.plans.tick(unit, unit not in seat.scene.desk.plans.ticked)
    after = card(seat, PLANNER)
    assert after is not None and after.topleft == before.topleft


def test_with_large_letters_in_a_small_window_the_planner_stands_in_the_column() -> None:
    seat = attacking(text_scale=2.0)
    seat.scene.desk.plans.open(seat.scene.session.game.board.by_label["G3"])
    assert card(seat, PLANNER) is None
    assert [spot.id for spot in seat.app.ui.spots if "attacker" in spot.topic or spot.text == "Declare attack"]
    assert all("/tab2/" in spot.id for spot in seat.app.ui.spots if spot.text == "Declare attack")


def test_the_legend_lies_above_a_panel_in_its_corner_or_is_left_out() -> None:
    seat = attacking(column=False)
    ui, table, state = seat.app.ui, seat.scene.table, seat.scene.desk.state
    area, asked = Rect(200, 60, 1000, 600), Rect(900, 560, 300, 90)
    for top, shown in ((560, True), (60, False)):
        ui.begin(ui.size)
        asked.top, asked.height = top, 650 - top
        with ui.panel("question", asked):
            ui.label("Cancel all attacks")
        legend(ui, table, state, area)
        ui.end()
        lies = ui.find("legend")
        assert (lies is not None) is shown
        assert lies is None or not lies.rect.colliderect(asked)


def test_the_button_above_the_seal_is_as_high_as_its_words_and_a_hint_that_does_not_fit_is_not_shown() -> None:
    seat = sit_down(QUIET, column=False, text_scale=2.0, hints=True)
    seat.scene.first.introduce()
    seat.scene.first.introducing = False
    seat.pilot.wait(0.3)
    seat.pilot.press("Skip digging in")
    card(seat, FAN)
    button = seat.pilot.find("Declare up to")
    assert button.rect.height > 34 * 2, "its words take two lines"
    assert not button.rect.colliderect(seat.scene.layout.seal)
    seat.pilot.key("Ctrl+Enter")
    card(seat, FAN)
    assert seat.scene.panels.checks and not any(spot.id.endswith("panel:firsthint") for spot in seat.app.ui.spots)


def test_a_counter_of_the_fan_is_explained_by_f1() -> None:
    seat, _, units = with_stack()
    seat.scene.desk.select((units[0],))
    card(seat, FAN)
    seat.pilot.move(*seat.pilot.find(f"TableScene/stackfan/fan:{units[0]}").clip.center)
    seat.pilot.key("F1")
    shown = seat.app.help.card
    unit = seat.scene.desk.view.unit(units[0])
    assert shown is not None and unit is not None and unit.name in shown.title


def test_a_tooltip_lies_beside_its_hex_and_not_over_the_planner_or_the_column() -> None:
    seat = attacking()
    seat.click("G3")
    panels = [panel for name in (PLANNER, "panel:tabs") if (panel := card(seat, name)) is not None]
    assert len(panels) == 2
    about = [hex_rect(seat.scene.table, index) for index in range(len(seat.scene.session.game.board.hexes))]
    seen = [rect for rect in about if seat.scene.layout.map_rect.contains(rect) and rect.collidelist(panels) < 0]
    assert len(seen) > 5
    for rect in seen:
        box = seat.app.ui._beside(rect, 300, 120)
        assert not box.colliderect(rect) and box.collidelist(panels) < 0


def test_fan_and_tooltip_name_a_hex_by_the_nearest_place() -> None:
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941")
    view, desk = seat.scene.desk.view, seat.scene.desk
    unit = next(u for u in view.units if u.side is view.side and u.hex >= 0 and not view.board.hexes[u.hex].name)
    title, label = place_in_brief(view.board, unit.hex), view.board.hexes[unit.hex].label
    assert title != label and StackFan(desk, seat.scene.table, str)._title([unit]) == title
    told = hover_text(seat.scene.session.game, view, unit.hex)
    assert told.startswith(f"**{title}** [muted]{label}[/]") and "\n\n" not in told


@pytest.mark.parametrize("scenario", GAMES)
def test_the_tooltip_of_a_hex_has_two_lines_that_fit(scenario: str) -> None:
    seat = sit_down(HUMANS, scenario=scenario)
    game, view, ui = seat.scene.session.game, seat.scene.desk.view, seat.app.ui
    two = 2 * ui.text_of.line_height("small")
    for here in view.board.hexes:
        told = hover_text(game, view, here.index)
        assert told.count("\n") == 1 and told.rpartition("\n")[2]
        assert ui.rich_of.layout(told, "small", ui.px(360))[1] <= two, told


def test_a_tooltip_tells_first_what_it_costs_to_go_and_then_who_is_there() -> None:
    game = played("crusade-1", 60)
    while not (movers := [name for name in sorted(game.unit_ids()) if game.reach(name)]):
        game.apply(game.legal()[0])
    assert game.to_act is not None
    view, reach = game.view(game.to_act), game.reach(movers[0])
    far = max(reach, key=lambda index: reach[index].cost)
    second = hover_text(game, view, far, movers[0]).partition("\n")[2]
    assert second.startswith(f"[accent]{reach[far].cost} hex")
    pile = max((unit.hex for unit in view.units if unit.hex >= 0), key=lambda index: len(view.at(index)))
    units = view.at(pile)
    assert f"{len(units)} counters: {units[0].name} and {len(units) - 1} more" in hover_text(game, view, pile)
    assert all(unit.name in hex_words(game, view, pile) for unit in units[:6])
    game.close()


def test_a_tooltip_lies_neither_over_the_latest_news_nor_over_the_legend() -> None:
    seat = attacking()
    seat.scene.panels.column_open = False
    legend = card(seat, "legend")
    assert legend is not None
    lying = [legend, seat.scene.layout.log]
    about = [hex_rect(seat.scene.table, index) for index in range(len(seat.scene.session.game.board.hexes))]
    seen = [rect for rect in about if seat.scene.layout.map_rect.contains(rect) and rect.collidelist(lying) < 0]
    assert len(seen) > 5
    assert not [rect for rect in seen if seat.app.ui._beside(rect, 200, 60).collidelist(lying) >= 0]


def test_the_tabs_of_the_column_stand_still_whatever_is_asked_or_advised() -> None:
    seat = attacking()
    before = [spot.rect for spot in seat.app.ui.spots if spot.kind == "tab"]
    seat.pilot.key("H")
    assert card(seat, "panel:staff") is not None
    assert [spot.rect for spot in seat.app.ui.spots if spot.kind == "tab"] == before


def test_the_fan_is_not_in_the_way_of_a_counter_that_is_dragged() -> None:
    seat, index, _ = with_stack()
    x, y = seat.at(seat.scene.session.game.board.hexes[index].label)
    seat.pilot.move(x, y - 4)
    seat.pilot._post(pygame.MOUSEBUTTONDOWN, pos=(x, y - 4), button=1)
    seat.pilot.move(x + 30, y + 30, (1, 0, 0))
    assert seat.scene.desk.state.selection and card(seat, FAN) is None
    seat.pilot._post(pygame.MOUSEBUTTONUP, pos=(x + 30, y + 30), button=1)
    assert not seat.scene.desk.state.held


def test_the_planner_lies_beyond_the_ways_out_and_not_across_the_map() -> None:
    seat = sit_down(QUIET, scenario="war-barbarossa-1941", size=(1920, 1080))
    desk, table = seat.scene.desk, seat.scene.table
    while desk.view.phase.id != "plan1-axis":
        desk.end_phase()
    target = desk.view.board.by_label["N5"]
    desk.plans.open(target)  # near a corner of the first look, where the card used to go to the far side
    box = card(seat, PLANNER)
    assert box is not None
    ways = [desk.view.board.by_label[label] for label in desk.plans.forecast.retreats]
    assert ways and not any(box.colliderect(hex_rect(table, index).inflate(-8, -8)) for index in (*ways, target))
    hexagon = hex_rect(table, target)
    away = max(box.left - hexagon.right, hexagon.left - box.right, 0) / hexagon.width
    assert away <= 4


@pytest.mark.parametrize("scenario", ["war-crimea-1942", "barbarossa-1941", "rb-barbarossa-5"])
def test_the_small_map_never_takes_a_quarter_of_the_width(scenario: str) -> None:
    seat = sit_down(QUIET, scenario=scenario)
    layout = seat.scene.layout
    assert 0 < layout.minimap.width * 4 < layout.map_rect.width


def test_dispatches_wait_while_a_battle_is_planned_on_the_map() -> None:
    seat = attacking(column=False)
    desk, playback = seat.scene.desk, seat.scene.playback
    playback.review, playback.review_at = [("Minsk falls.", -1, 0)], 0
    assert card(seat, "panel:review") is not None
    desk.plans.open(next(iter(desk.state.targets)))
    assert card(seat, PLANNER) is not None and card(seat, "panel:review") is None
    seat.pilot.key("Esc")
    assert card(seat, PLANNER) is None and card(seat, "panel:review") is not None


@pytest.mark.parametrize("text_scale", [1.0, 1.25])
def test_the_planner_lies_aside_of_a_high_question_with_the_column_shut(text_scale: float) -> None:
    seat = attacking(size=(1280, 720), column=False, text_scale=text_scale)
    told = "Some units are out of supply, and the staff would look at them before the phase ends."
    seat.scene.panels.checks = [Check(f"kind {number}", told) for number in range(6)]
    for target in sorted(seat.scene.desk.state.targets):
        seat.scene.table.centre_on(target)
        seat.scene.desk.plans.open(target)
        for across in (0, -200, 400):
            seat.scene.table.camera.pan(across, 0)
            box, asked = card(seat, PLANNER), card(seat, "panel:question")
            assert box is not None and asked is not None and asked.height > 200
            assert not box.colliderect(asked), seat.scene.table.board.hexes[target].label


def test_the_planner_finds_the_one_place_between_two_panels() -> None:
    seat = attacking()
    seat.click("G3")
    planner, room = seat.scene.widgets.cards.planner, Rect(0, 50, 1200, 600)
    walls = [(Rect(0, 50, 500, 600), NEVER), (Rect(830, 50, 370, 600), NEVER)]
    assert not in_the_way(planner._best(seat.app.ui, 318, 400, room, walls), walls)


def test_a_card_lies_near_its_hex_upwards_too() -> None:
    room, target = Rect(0, 0, 1920, 1080), Rect(900, 900, 60, 60)
    near, far = Rect(700, 870, 180, 100), Rect(900, 10, 180, 100)
    assert best_place([far, near], room, [(near, 3)], target) == near, "a little covered is better than far above"


def test_no_card_lies_on_the_seal_or_the_button_above_it() -> None:
    seat = attacking()
    seat.pilot.wait(1, 10)
    cards, layout = seat.scene.widgets.cards, seat.scene.layout
    for place in (layout.seal, layout.second):
        assert place.height and in_the_way(place, cards._others(seat.app.ui))


def test_no_button_for_good_attacks_while_there_is_none() -> None:
    seat = attacking()
    seat.pilot.wait(1, 10)
    assert seat.scene.layout.second.height and seat.app.ui.find("TableScene/seal/fight good") is not None
    seat.scene.desk.quick.good_fights = lambda: 0  # type: ignore[method-assign]
    card(seat, PLANNER)
    assert not seat.scene.layout.second.height and seat.app.ui.find("TableScene/seal/fight good") is None


def test_a_place_without_a_name_is_told_by_the_next_one() -> None:
    board = sit_down(QUIET, scenario="tdv-typhoon-1941").scene.desk.view.board
    nameless = next(spot.index for spot in board.hexes if not spot.name)
    assert " near " in place_name(board, nameless)


def test_advice_does_not_lie_on_the_hex_it_speaks_of() -> None:
    seat = attacking()
    desk, table = seat.scene.desk, seat.scene.table
    seat.scene.panels.column_open = False
    desk.staff.ask()
    about = desk.state.advised[0].way[-1]
    box = card(seat, "panel:staff")
    assert box is not None
    desk.staff.dismiss()
    (x, y), (here, there) = table.to_screen(about), (box.centerx, box.bottom - 8)
    table.camera.pan(x - here, y - there)
    assert box.collidepoint(table.to_screen(about))
    desk.staff.ask()
    box = card(seat, "panel:staff")
    assert box is not None and not box.collidepoint(table.to_screen(about))


@pytest.mark.parametrize("column", [True, False])
def test_a_headline_lies_below_the_advice_on_the_map(column: bool) -> None:
    seat = sit_down(QUIET, scenario="war-barbarossa-1941", column=column)
    desk = seat.scene.desk
    while not desk.plans.targets.of(desk.position):
        assert desk.end_phase()
        seat.scene.drain()
    desk.staff.ask()
    strip = card(seat, "panel:staff")
    assert strip is not None and seat.scene.layout.map_rect.contains(strip)
    assert seat.scene.layout.card_top(seat.app.ui) > strip.bottom
