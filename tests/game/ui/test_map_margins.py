"""The margins of the map: they carry what the view knows, light the column in play, show nothing hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pygame
import pytest

from ecs import Forecast, Game, Side, new_game
from ecs.core.commands import Resolve
from game.app.application import App
from game.app.settings import Settings
from game.app.settings import load as load_settings
from game.packs.loader import load_sprite_pack
from game.packs.picture_store import BUDGET
from game.packs.validation import contrast
from game.screens.all_screens import all_resources
from game.screens.options import Options
from game.screens.play.play_screen import TableScene
from game.ui.help.map_help import turn_card
from game.ui.interaction.controller import TableController
from game.ui.map_view.camera import Camera
from game.ui.map_view.margins import margins as margins_module
from game.ui.map_view.margins.margin_facts import MOST_TURNS, MarginContents, contents_of, lit_columns, turn_boxes
from game.ui.map_view.margins.margin_sheets import laid, parts_of, short_name
from game.ui.map_view.margins.margins import MOST_TIMES, Margins, _peeps
from game.ui.map_view.margins.sheet_painting import Face, Lettering, Plan, palette_of
from tests.kits.pilot import Pilot
from tests.kits.random_play import Picker
from tests.kits.shown_to_a_side import seated, twins
from tests.kits.window import Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

AXIS, SOVIET = Side.AXIS, Side.SOVIET
GAMES = {
    "barbarossa-1941": 90,
    "tdv-barbarossa-1941": 700,
    "rb-campaign-1941": 400,
    "war-barbarossa-1941": 200,
}
"""A scenario of each game, and after how many commands something lies off the map."""


def contents(game: Game, side: Side, forecast: Forecast | None = None) -> MarginContents:
    """What the margins show a side."""
    return contents_of(game.look(side), game.ruleset.glossary, game.tables(), forecast)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game that has been played for a while."""
    found, picker = new_game(request.param, seed=4), Picker(4, careful=True)
    for _ in range(GAMES[request.param]):
        if found.over:
            break
        found.apply(picker.pick(found))
    yield found
    found.close()


# -- what they carry -------------------------------------------------------------------------------------


def test_every_turn_has_a_box_with_its_weather_and_those_who_arrive(game: Game) -> None:
    view = game.look(AXIS)
    boxes = turn_boxes(view)
    assert [box.name for box in boxes] == [name for name, _ in view.turn_track]
    assert [box.turn for box in boxes if box.when == "now"] == [view.turn]
    known = {unit.id: unit for unit in view.units}
    for box in boxes:
        if box.when != "now" and view.known.calendar:
            assert box.weather == view.known.calendar[box.turn - 1]
        for side, ids in box.due:
            assert box.turn > view.turn and all(known[name].side is side and known[name].hex < 0 for name in ids)
    coming = {unit.id for unit in view.units if unit.box.startswith("turn:") and int(unit.box[5:]) > view.turn}
    told = {name for box in boxes for _, ids in box.due for name in ids}
    assert {name for name in coming if int(known[name].box[5:]) <= view.turns} <= told


def test_what_arrives_is_what_comes() -> None:
    for scenario in ("barbarossa-1941", "war-barbarossa-1941", "rb-barbarossa-5"):
        game = new_game(scenario)
        due = dict(game.look(AXIS).known.due)
        assert due and min(due) > game.turn
        picker, first = Picker(2, careful=True), min(due)
        while game.turn <= first and not game.over:
            game.apply(picker.pick(game))
        assert all(unit.box != f"turn:{first}" for unit in game.look(AXIS).units if unit.id in due[first])
        game.close()


def test_boxes_off_the_map_hold_whom_the_view_shows_there(game: Game) -> None:
    for side in Side:
        view, terms = game.look(side), game.ruleset.glossary
        off = [(u.box.partition(":")[0], u.side) for u in view.units if u.hex < 0]
        wanted = Counter(pair for pair in off if pair[0] in terms.boxes)
        found = contents(game, side).pools
        assert {(box.box, box.side): box.count for box in found} == dict(wanted) and wanted
        assert [box.title for box in found] == [terms.boxes[box.box] for box in found]
        known = {unit.id: unit for unit in view.units}
        for box in found:
            for kind in box.kinds:
                assert {known[name].factors for name in kind.ids} == {kind.look.factors}


def test_titles_of_boxes_off_the_map_are_those_of_the_score_tab(game: Game) -> None:
    told = " ".join(title for title, _ in game.look(AXIS).boxes)
    assert any(box.title in told for box in contents(game, AXIS).pools)


def test_tables_of_results_are_those_of_the_game_in_force(game: Game) -> None:
    tables = dict(game.tables())
    found = contents(game, AXIS).results
    assert len(found) == len(game.ruleset.glossary.charts) and not any(table.lit for table in found)
    for table in found:
        wanted = [[str(cell) for cell in row] for row in tables[table.title]]
        assert [list(table.head), *map(list, table.rows)] == wanted


def test_chits_lie_where_the_side_sees_them() -> None:
    game, picker = new_game("tdv-barbarossa-1941", seed=2), Picker(2, careful=True)
    seen = set()
    for _ in range(400):
        for side in Side:
            found = contents(game, side).chits
            assert Counter(found) == Counter(game.look(side).chits)
            seen |= {chit.state for chit in found}
        if {"now", "cup", "gone"} <= seen:
            break
        game.apply(picker.pick(game))
    assert {"now", "cup", "gone"} <= seen
    game.close()


def test_a_long_war_shows_the_turns_around_this_one() -> None:
    game = new_game("tdv-campaign-1944")
    track = tuple((f"Month {n}", "") for n in range(1, 201))
    boxes = turn_boxes(replace(game.look(AXIS), turn=100, turns=200, turn_track=track))
    assert len(boxes) == MOST_TURNS and boxes[0].turn < 100 < boxes[-1].turn
    game.close()


# -- the column in play ----------------------------------------------------------------------------------


def attacks(game: Game) -> Iterator[Forecast]:
    """What any unit would bring about beside an enemy, on every table."""
    view = game.look(SOVIET)
    tables = [number for number, *_ in game.ruleset.glossary.tables] or [0]
    for attacker in view.units:
        for index in game.board.neighbours[attacker.hex] if attacker.hex >= 0 else ():
            if any(unit.side is not attacker.side for unit in view.at(index)):
                for press in tables:
                    yield game.forecast(attacker.side, index, [attacker.id], press=press)


def test_the_column_that_is_lit_is_that_of_the_forecast(game: Game) -> None:
    both, lit = game.ruleset.glossary.charts[0].both, set()
    for forecast in islice(attacks(game), 60):
        found = contents(game, SOVIET, forecast).results
        cells = [(n, table.head[cell]) for n, table in enumerate(found) for cell in table.lit]
        if both:
            columns = {forecast.attack_column, forecast.defence_column} if forecast.attackers else set()
            assert {int(name) for _, name in cells} == columns - {0}
        else:
            read = forecast.column and forecast.attackers
            assert cells == ([(forecast.table, forecast.odds)] if read else [])
        lit |= set(cells)
    assert len(lit) > 1


def test_a_blitzkrieg_lights_its_own_table() -> None:
    game, picker = new_game("rb-campaign-1941", seed=4), Picker(4, careful=True)
    tables = set()
    for _ in range(400):
        found = [lit_columns(forecast, game.ruleset.glossary.charts) for forecast in islice(attacks(game), 200)]
        tables |= {table for columns in found for table, _ in columns}
        if tables == {0, 1}:
            break
        for _ in range(40):
            game.apply(picker.pick(game))
    assert tables == {0, 1}
    game.close()


def test_without_an_attack_nothing_is_lit(game: Game) -> None:
    assert lit_columns(None, game.ruleset.glossary.charts) == ()


def test_the_planner_lights_it_and_closing_puts_it_out() -> None:
    seat = from_afar("barbarossa-1941")
    desk = seat.scene.desk
    spot = next(unit.hex for unit in desk.view.units if unit.side is SOVIET and _team(desk, unit.hex))
    desk.plans.open(spot)
    forecast = desk.plans.forecast
    _again(seat)
    found = sheets(seat).contents
    assert found is not None and found.results[0].lit
    lit = {int(found.results[0].head[cell]) for cell in found.results[0].lit}
    assert lit == {forecast.attack_column, forecast.defence_column} - {0}
    desk.plans.close()
    _again(seat)
    found = sheets(seat).contents
    assert found is not None and not found.results[0].lit


def _team(desk: TableController, index: int) -> bool:
    """Would anybody be proposed to attack this hex?"""
    if index < 0 or not desk.plans.may_open(index):
        return False
    desk.plans.open(index)
    found = bool(desk.plans.ticked)
    desk.plans.close()
    return found


# -- what is hidden --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["barbarossa-1941", "tdv-zitadelle-1943"])
def test_margins_tell_nothing_hidden(scenario: str) -> None:
    looked = 0
    for pair in twins(scenario, 1, 24, 8):
        looked += 1
        game, hidden = pair.one, pair.one.concealed(pair.blind)
        assert contents(game, pair.blind) == contents(pair.other, pair.blind)
        view, terms = game.look(pair.blind), game.ruleset.glossary
        cards = [turn_card(view, terms, game.ruleset.id, str(n)) for n in range(1, view.turns + 1)]
        told = repr(contents(game, pair.blind)) + repr(cards)
        assert not [name for name in hidden.units if f"'{name}'" in told]
        theirs = [box for box in contents(game, pair.blind).pools if box.side is not pair.blind]
        assert not [box for box in theirs if box.box in hidden.boxes]
    assert looked


def test_the_picture_of_the_margins_is_one_whatever_is_hidden() -> None:
    pair = next(twins("tdv-zitadelle-1943", 1, 1, 1))
    pictures = {side: [_pictured(game, side) for game in (pair.one, pair.other)] for side in Side}
    assert pictures[pair.blind][0] == pictures[pair.blind][1]
    assert pictures[pair.blind.other][0] != pictures[pair.blind.other][1], "its owner sees it"
    pair.close()


def _pictured(game: Game, side: Side) -> bytes:
    """The table from afar, its margins full of chits."""
    app = App(Settings(first_run=False, hints=False, drama="off"), headless=True, size=(1600, 900))
    scene = TableScene(all_resources(app, silent=True), seated(game, side), eager=True)
    scene.playback.paused = True
    app.push(scene)
    seat = Seat(app, scene, Pilot(app))
    _fit(seat)
    found = sheets(seat).contents
    assert found is not None and found.chits
    return pygame.image.tobytes(app.surface, "RGB")


# -- on the screen ---------------------------------------------------------------------------------------


def from_afar(scenario: str, size: tuple[int, int] = (1920, 1080), eager: bool = True, **settings: object) -> Seat:
    """A table from so far away that the whole map is seen, the column shut.

    ``eager``: the map is painted at once and wholly; without it where the sheets lie is seen sooner.
    """
    seat = sit_down(scenario=scenario, size=size, **settings)  # type: ignore[arg-type]
    seat.scene.table.eager = eager
    seat.scene.panels.column_open = False
    _again(seat)
    _fit(seat)
    return seat


def _fit(seat: Seat) -> None:
    seat.scene.table.camera.fit()
    _again(seat)


def _again(seat: Seat) -> None:
    """Everything is declared and drawn anew."""
    for _ in range(3):
        seat.app.dirty = True
        seat.app.step((), 0.1)


def sheets(seat: Seat) -> Margins:
    return seat.scene.widgets.parts.edge.margins.margins


def rects(seat: Seat) -> list[pygame.Rect]:
    return [rect for _, rect, _ in sheets(seat).rects(seat.scene.table.camera)]


SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (2560, 1080)]


@pytest.mark.parametrize(
    ("scenario", "size"), [*product(GAMES, SIZES[:1]), *zip(GAMES, SIZES[1:] + SIZES[1:], strict=False)], ids=str
)
def test_sheets_fill_the_room_beside_every_map_and_cover_neither_it_nor_each_other(
    scenario: str, size: tuple[int, int]
) -> None:
    seat = from_afar(scenario, size, eager=False)
    camera, board = seat.scene.table.camera, seat.scene.session.game.board
    ground = pygame.Rect(*camera.to_screen(0, 0), round(board.width * camera.zoom), round(board.height * camera.zoom))
    found = rects(seat)
    assert len(found) >= 3 and not ground.collidelistall(found)
    assert all(len(rect.collidelistall(found)) == 1 for rect in found)
    assert all(camera.view.contains(rect) for rect in found), "all of them can be seen at once"


def test_above_and_below_in_a_window_that_is_higher_than_wide() -> None:
    seat = from_afar("rb-barbarossa-5", (900, 1600), eager=False)
    camera, board = seat.scene.table.camera, seat.scene.session.game.board
    top, bottom = camera.to_screen(0, 0)[1], camera.to_screen(0, board.height)[1]
    above, below = (
        [r for r in rects(seat) if test(r)] for test in (lambda r: r.bottom <= top, lambda r: r.top >= bottom)
    )
    assert above and below and len(above) + len(below) == len(rects(seat))


def test_sheets_grow_with_the_map_up_to_a_size_and_can_be_scrolled_to() -> None:
    seat = from_afar("war-barbarossa-1941", eager=False)
    camera = seat.scene.table.camera
    before = max(rect.width for rect in rects(seat))
    camera.zoom_by(6)
    _again(seat)
    after = max(rect.width for rect in rects(seat))
    assert before < after <= round(before * MOST_TIMES) + 1
    camera.pan(-100_000, -100_000)
    assert min(rect.left for rect in rects(seat)) >= camera.view.left
    camera.pan(200_000, 0)
    assert max(rect.right for rect in rects(seat)) <= camera.view.right


def test_a_camera_goes_beyond_the_map_as_far_as_something_lies_there() -> None:
    camera = Camera(4000, 4000)
    camera.pan(-100_000, 0)
    left = camera.x
    camera.beyond = 900, 0
    camera.pan(-100_000, 0)
    assert camera.x < left
    camera.beyond = 0, 0
    camera.pan(-1, 0)
    assert camera.x == left


def test_at_rest_nothing_is_laid_out_or_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = from_afar("tdv-barbarossa-1941")
    done: list[object] = []
    monkeypatch.setattr(margins_module, "painted", lambda *_: done.append("painted"))
    monkeypatch.setattr(margins_module, "laid", lambda *_: done.append("laid"))
    _again(seat)
    assert not done


def test_a_sheet_is_painted_again_only_if_what_is_on_it_has_changed() -> None:
    seat = from_afar("barbarossa-1941")
    plans = {place.plan.cells[0].topic.partition(":")[0]: place.plan for place, _, _ in sheets(seat).rects(_eye(seat))}
    found = sheets(seat).contents
    assert found is not None
    sheets(seat).contents = replace(found, results=tuple(replace(table, lit=(4,)) for table in found.results))
    after = {place.plan.cells[0].topic.partition(":")[0]: place.plan for place, _, _ in sheets(seat).rects(_eye(seat))}
    assert after["turn"] is plans["turn"] and after["pool"] is plans["pool"]
    assert after["results"] is not plans["results"]


def _eye(seat: Seat) -> Camera:
    return seat.scene.table.camera


def test_what_is_painted_is_bounded() -> None:
    seat = from_afar("tdv-barbarossa-1941", (2560, 1440), eager=False)
    store = sheets(seat)._pictures
    assert len(store)
    for _ in range(8):
        seat.scene.table.camera.zoom_by(1)
        seat.app.dirty = True
        seat.app.step((), 0.1)
        assert store.held <= BUDGET.held <= BUDGET.limit


def test_the_option_takes_them_away_for_good() -> None:
    seat = from_afar("barbarossa-1941")
    spots = [rect.center for rect in rects(seat)]
    with_them = seat.app.surface.copy()
    seat.app.push(Options(seat.scene.kit))
    seat.pilot.wait(0.1)
    seat.pilot.press("Map margins: turns, pools, chits and tables")
    seat.pilot.key("Esc")
    _again(seat)
    assert seat.scene.desk.state.margins is None and _eye(seat).beyond == (0, 0)
    assert not load_settings()[0].map_margins
    desk = seat.scene.table.terrain.around.desk
    for x, y in spots:
        cloth = seat.app.surface.get_at((x, y))
        assert all(abs(a - b) < 24 for a, b in zip(cloth[:3], desk, strict=True)), "bare cloth"
    assert any(with_them.get_at(spot) != seat.app.surface.get_at(spot) for spot in spots)


# -- asking ----------------------------------------------------------------------------------------------


def cell(seat: Seat, topic: str) -> tuple[int, int]:
    """The pixel in the middle of what is told of a topic."""
    for place, rect, times in sheets(seat).rects(_eye(seat)):
        for one in place.plan.cells:
            if one.topic == topic:
                left, top, wide, high = (n * times for n in one.box)
                return round(rect.x + left + wide / 2), round(rect.y + top + high / 2)
    raise LookupError(topic)


def test_a_click_on_a_turn_opens_what_arrives_then() -> None:
    seat = from_afar("war-barbarossa-1941")
    seat.pilot.click(*cell(seat, "turn:2"))
    seat.pilot.wait(0.1)
    card = seat.app.help.card
    assert card is not None and card.title.startswith("July 1941")
    assert "29.A" in " ".join(card.lines) and card.rule


def test_the_pointer_and_f1_explain_a_box_a_counter_in_it_and_a_table() -> None:
    seat = from_afar("barbarossa-1941")
    for topic, title, word in (
        ("pool:soviet:siberia", "Siberian reserve", "1.GdsK"),
        ("unit:1.GdsK", "1.GdsK", ""),
        ("results", "Results", ""),
    ):
        seat.pilot.move(*cell(seat, topic))
        seat.pilot.wait(0.1)
        seat.pilot.key("F1")
        card = seat.app.help.card
        assert card is not None and card.title.startswith(title) and word in " ".join(card.lines)
        seat.pilot.key("Esc")


def test_the_pointer_is_told_what_it_is_on() -> None:
    seat = from_afar("barbarossa-1941")
    for topic, words in (
        ("results", "Combat table"),
        ("turn:3", "August 1941"),
        ("pool:soviet:pool", "Replacement pool"),
    ):
        x, y = cell(seat, topic)
        found = sheets(seat).cell_at(_eye(seat), (x, y))
        assert found is not None and words in found[0].tip and found[1].collidepoint(x, y)
    assert sheets(seat).cell_at(_eye(seat), seat.scene.table.to_screen(0)) is None


def test_the_map_can_be_dragged_by_its_margins() -> None:
    seat = from_afar("barbarossa-1941")
    _eye(seat).zoom_by(5)
    _again(seat)
    _eye(seat).pan(100_000, -300)
    _eye(seat).pan(-100, 0)
    _again(seat)
    x, y = cell(seat, "results")
    seat.pilot.move(x, y)
    before = _eye(seat).x
    seat.pilot.drag((x, y), (x + 60, y))
    assert _eye(seat).x < before


# -- looks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("ground", ["good", "mixed", "mud", "snow"])
@pytest.mark.parametrize("pack", ["standard", "staff", "silhouettes"])
def test_words_can_be_read_in_every_theme_and_season(theme: str, ground: str, pack: str) -> None:
    palette = palette_of(load_sprite_pack(pack), theme, ground)
    weathers = [name for name, _ in palette.parts if name.startswith("weather:")]
    for part in ("paper", "lit", "past", *weathers):
        assert contrast(palette.of("ink"), palette.of(part)) >= 4.5, part
    assert contrast(palette.of("muted"), palette.of("paper")) >= 4.5
    assert contrast(palette.of("muted"), palette.of("past")) >= 3.9
    for side in Side:
        for part in ("paper", *weathers):
            assert contrast(palette.of(side.value), palette.of(part)) >= 4.5, part


def test_months_are_shortened_but_for_what_is_no_month() -> None:
    assert short_name("June 1941") == "Jun 41" and short_name("September/October 1941") == "Sep/Oct 41"
    assert short_name("The last turn") == "The last turn"


def test_no_word_is_laid_outside_its_sheet(game: Game) -> None:
    found = contents(game, AXIS)
    for wide, scale in ((168.0, 1.0), (300.0, 1.35), (700.0, 2.0)):
        for kind, _ in parts_of(found):
            plan: Plan = laid(kind, found, wide, scale)
            assert plan.width == wide and plan.height > 0
            for item in plan.items:
                left, top, across, down = item.box
                if isinstance(item, Lettering | Face):
                    assert (
                        -6 * scale <= left and left + across <= wide + 1 and top + 6 >= 0 and top + down <= plan.height
                    )


def test_the_battle_that_is_fought_keeps_its_column_lit() -> None:
    seat = from_afar("barbarossa-1941")
    desk, pilot = seat.scene.desk, seat.pilot
    picker = Picker(3, careful=True)
    game = seat.scene.session.game
    for _ in range(400):
        if desk.plans.fighting:
            break
        fights = [c for c in game.legal() if isinstance(c, Resolve)]
        desk.give(fights[0] if fights else picker.pick(game))
    pilot.wait(0.1, 2)
    found = sheets(seat).contents
    assert desk.plans.fighting and found is not None
    if desk.plans.forecast.attackers:
        assert found.results[0].lit


def test_no_sheet_peeps_out_from_behind_the_column_or_a_card_or_is_cut_off_at_the_edge() -> None:
    camera, none = Camera(1000, 1000), pygame.Rect(0, 0, 0, 0)
    view = pygame.Rect(0, 46, 1280, 674)
    behind, beside = pygame.Rect(900, 100, 200, 90), pygame.Rect(600, 100, 200, 90)
    camera.resize(view, pygame.Rect(0, 46, 940, 674))
    assert _peeps(behind, camera, none) and not _peeps(beside, camera, none)
    camera.resize(view, pygame.Rect(340, 46, 940, 674))
    assert _peeps(pygame.Rect(300, 100, 90, 90), camera, none) and not _peeps(behind, camera, none)
    camera.resize(view, view)
    assert not _peeps(behind, camera, none) and _peeps(behind, camera, pygame.Rect(1000, 80, 318, 500))
    assert _peeps(pygame.Rect(-60, 100, 200, 90), camera, none), "half of its words are cut through"
