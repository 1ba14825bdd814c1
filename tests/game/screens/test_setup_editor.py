"""Is a set-up drawn in the window the one that is begun, in every game, by mouse and by keyboard alone?"""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import (
    ScenarioDraft,
    SetupError,
    Side,
    draft_faults,
    draft_of,
    find_scenario,
    lay_out,
    list_scenarios,
    load_scenario,
    new_game,
    start,
)
from ecs.core.components import Disruption, Steps
from game.app.application import App
from game.app.settings import Settings
from game.opponents import Seat as PlayersSeat
from game.opponents.players import RandomPlayer
from game.play.scenario_trial import faults_of_scenario
from game.saves.scenario_export import own_folder, write_draft
from game.saves.storage.save_folder import Saves
from game.screens.all_screens import all_resources
from game.screens.new_game import NewGame
from game.screens.setup_editor.draft_desk import DraftDesk
from game.screens.setup_editor.setup_screen import (
    FAULTS,
    GROUND,
    TERMS,
    SetupEditor,
    draft_of_game,
    draft_of_scenario,
    reserve_of,
)
from game.ui.map_view.camera import step
from tests.ecs.worlds import world_of
from tests.game.saves.test_export import played
from tests.game.screens.test_screens import check_places
from tests.kits.pilot import Pilot
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
GAMES = ("barbarossa-1941", "tdv-fall-blau-1942", "rb-blue-1942", "war-barbarossa-1941")
TUTORIAL = "tutorial-kiev-1941"


@pytest.fixture(autouse=True)
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of the player's scenarios."""
    monkeypatch.setenv("RASPUTITSA_HOME", str(tmp_path))
    return tmp_path / "maps" / "scenarios"


def desk_of(scenario: str) -> tuple[DraftDesk, list[str]]:
    """A desk, and what it has said."""
    said: list[str] = []
    found = find_scenario(scenario)
    return DraftDesk(draft_of(found, found), reserve_of(found.ruleset), said.append), said


def editor_of(scenario: str, scale: float = 1.0, size: tuple[int, int] = (1280, 720)) -> tuple[SetupEditor, Pilot]:
    app = App(Settings(first_run=False, text_scale=scale), headless=True, size=size)
    kit = all_resources(app, Saves(), silent=True)
    app.push(NewGame(kit, scenario))
    pilot = Pilot(app)
    if scale == 1.0:
        pilot.press("Edit set-up")
    else:
        app.push(kit.doors.setup_editor(find_scenario(scenario)))
        pilot.wait(0.2, 4)
    editor = app.top
    assert isinstance(editor, SetupEditor)
    return editor, pilot


def free_hex(desk: DraftDesk, side: Side) -> int:
    """A hex of a side that nobody is in, with as few counters round it as may be."""
    board, taken = desk.view.board, {unit.hex for unit in desk.view.units}
    free = [i for i, owner in enumerate(desk.view.control) if owner is side and i not in taken]
    return min(free, key=lambda i: (len(taken.intersection(board.neighbours[i])), -len(board.neighbours[i]), i))


def fighters(desk: DraftDesk, side: Side, steps: int = 1) -> list[str]:
    """Counters of a side on the map that the scenario names and that have so many steps."""
    mine = [u.id for u in desk.view.units if u.side is side and u.hex >= 0 and u.id in desk.draft.counters]
    return [name for name in mine if desk.steps_of(name) >= steps and not desk.draft.counters[name].lost]


# -- the draft --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", GAMES)
def test_a_scenario_begins_as_it_was_drawn_in_every_game(scenario: str, own: Path) -> None:
    desk, said = desk_of(scenario)
    moved, gone, waits = fighters(desk, Side.AXIS)[0], fighters(desk, Side.AXIS)[1], fighters(desk, Side.SOVIET)[0]
    desk.pick(moved)
    spot = free_hex(desk, Side.AXIS)
    assert desk.put(spot) and desk.unit(moved) is not None and desk.unit(moved).hex == spot  # type: ignore[union-attr]
    desk.pick(gone)
    assert desk.leave_out()
    desk.pick(waits)
    turn = desk.draft.scenario.start_turn + 1
    box = f"turn:{turn}" if desk.rules.terms.has_box("turn:1") else "siberia"
    assert desk.box(box)
    weak = next(iter(fighters(desk, Side.SOVIET, steps=2)), "")
    if weak:
        desk.picked = (weak,)
        assert desk.mark(lost=1)
    painted = free_hex(desk, Side.SOVIET)
    label = desk.view.board.hexes[painted].label
    assert desk.do(desk.draft.painted([label], Side.AXIS, desk.held))
    assert desk.say(title="As I drew it", turns=desk.draft.scenario.turns - 1)
    assert not said and desk.faults() == []
    path = own_folder() / "drawn.toml"
    write_draft(desk.draft, path)
    assert faults_of_scenario(path) == []
    drawn = load_scenario(path)
    assert (drawn.title, drawn.turns) == ("As I drew it", desk.draft.scenario.turns)
    table = lay_out(drawn)
    view, w = table.seen_whole(), world_of(table)
    assert {unit.id: unit for unit in view.units} == {unit.id: unit for unit in desk.view.units}
    assert view.control == desk.view.control
    assert view.control[painted] is Side.AXIS
    assert gone not in {u.id for u in view.units if u.hex >= 0} and w.by_id[waits].place.box == box
    assert not weak or Steps not in w.by_id[weak] or w.by_id[weak][Steps].lost == 1
    table.close()


@pytest.mark.parametrize("scenario", [path.stem for path in list_scenarios()])
def test_no_scenario_of_ours_has_a_fault_when_it_is_opened(scenario: str) -> None:
    draft, _ = draft_of_scenario(find_scenario(scenario))
    assert DraftDesk(draft, (), print).faults() == []


def test_a_draft_that_is_not_changed_says_nothing_but_its_name() -> None:
    for scenario in GAMES:
        found = find_scenario(scenario)
        table = draft_of(found, found).table("same")
        assert set(table) == {"id", "extends", "title", "blurb", "minutes", "start_turn"}, scenario


def test_changes_are_taken_back_and_made_again_one_by_one() -> None:
    desk, said = desk_of("war-barbarossa-1941")
    first, drafts = desk.draft, [desk.draft]
    for name in fighters(desk, Side.AXIS)[:3]:
        desk.picked = (name,)
        assert desk.put(free_hex(desk, Side.AXIS))
        drafts.append(desk.draft)
    desk.say(title="A")
    desk.say(title="AB")
    assert desk.steps == (4, 0)
    assert desk.undo() and desk.draft is drafts[-1]
    while desk.undo():
        pass
    assert desk.draft is first and said == ["There is nothing to undo."]
    assert desk.redo() and desk.draft is drafts[1]
    views = desk.view.units
    assert desk.undo() and desk.view.units != views
    desk.picked = (fighters(desk, Side.SOVIET)[0],)
    desk.put(free_hex(desk, Side.SOVIET))
    assert not desk.redo() and said[-1] == "There is nothing to redo."


def test_nobody_is_put_among_enemies_or_where_a_stack_may_not_stand() -> None:
    desk, said = desk_of("war-barbarossa-1941")
    before = desk.draft
    enemy = next(u.hex for u in desk.view.units if u.side is Side.SOVIET and u.hex >= 0)
    desk.pick(fighters(desk, Side.AXIS)[0])
    assert not desk.put(enemy) and said[-1].endswith("both sides have counters there.")
    spot = free_hex(desk, Side.AXIS)
    desk.picked = tuple(fighters(desk, Side.AXIS)[:3])
    assert not desk.put(spot) and "at most 2 units" in said[-1]
    assert desk.draft is before and desk.steps == (0, 0)


def test_a_counter_of_another_scenario_joins_and_one_may_be_had_twice(own: Path) -> None:
    desk, _ = desk_of(TUTORIAL)
    absent = desk.absent(Side.AXIS)
    assert absent and not desk.view.unit(absent[0].id)
    spot = free_hex(desk, Side.AXIS)
    desk.picked = (absent[0].id,)
    assert desk.put(spot) and desk.view.at(spot)[0].id == absent[0].id
    assert desk.copy() and desk.picked == (f"{absent[0].id}-2",)
    assert {u.id for u in desk.view.at(spot)} == {absent[0].id, f"{absent[0].id}-2"}
    assert {one.side for one in desk.draft.counters.values() if one.hex == desk.view.board.hexes[spot].label} == {
        Side.AXIS
    }


def test_a_counter_that_the_rules_bring_in_is_named_when_it_is_moved() -> None:
    desk, _ = desk_of("rb-blue-1942")
    name = next(
        u.id for u in desk.off_map(Side.SOVIET) if u.id not in desk.draft.counters and u.box.startswith("turn:")
    )
    desk.picked = (name,)
    assert desk.put(free_hex(desk, Side.SOVIET)) and name in desk.draft.counters
    assert name in str(desk.draft.table("x")["add.soviet"])


def test_counters_due_before_the_first_turn_are_a_fault_that_names_one() -> None:
    desk, _ = desk_of("war-barbarossa-1941")
    assert desk.faults() == []
    desk.say(start_turn=4)
    found = [fault for fault in desk.faults() if "before the first turn" in fault.text]
    assert len(found) == 1 and desk.draft.counters[found[0].counter].box.startswith("turn:")
    late = desk.late
    assert found[0].counter in late and desk.bring_on() and desk.faults() == []
    assert {desk.draft.counters[name].box for name in late} == {"turn:4"}
    assert desk.undo() and desk.late == late


@pytest.mark.parametrize("scenario", ["tdv-barbarossa-1941", "rb-barbarossa-7", "war-barbarossa-1941"])
def test_late_counters_that_are_brought_on_come_into_the_game(scenario: str) -> None:
    desk, _ = desk_of(scenario)
    desk.picked = tuple(fighters(desk, Side.SOVIET)[:2])
    desk.box("turn:2")
    desk.say(start_turn=3)
    late = desk.late
    assert late and desk.bring_on() and not [fault for fault in desk.faults() if "before the first" in fault.text]
    game = start(desk.draft.told("x"))
    seats = {side: (PlayersSeat(game, side), RandomPlayer(number, 4)) for number, side in enumerate(Side)}
    while game.turn < 5 and not game.over:
        assert game.to_act is not None
        seat, player = seats[game.to_act]
        game.apply(player.choose(seat)[0])
    waiting = {unit.id for unit in game.look(Side.AXIS).units if unit.box in ("turn:3", "turn:2", "turn:1")}
    assert waiting.isdisjoint(late)
    game.close()


def test_a_fault_names_the_counter_it_is_about() -> None:
    desk, _ = desk_of("war-barbarossa-1941")
    draft = desk.draft.marked([fighters(desk, Side.AXIS)[0]], zone="nowhere")
    assert not desk.do(draft)
    found = draft_faults(draft, "x")
    assert found and found[0].counter == fighters(desk, Side.AXIS)[0] and "no zone" in found[0].text


def test_the_dispersed_are_drawn_so_in_the_game_that_knows_them(own: Path) -> None:
    desk, _ = desk_of("war-barbarossa-1941")
    name = next(n for n in fighters(desk, Side.SOVIET) if not desk.draft.counters[n].dispersed)
    desk.picked = (name,)
    assert desk.mark(dispersed=True) and "dispersed" in desk.unit(name).badges  # type: ignore[union-attr]
    game = start(desk.draft.told("x"))
    assert world_of(game).by_id[name][Disruption].disrupted
    game.close()


# -- from a game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["tdv-barbarossa-1941", "rb-barbarossa-7"])
def test_the_position_of_a_game_is_drawn_as_it_stands(scenario: str) -> None:
    game = played(scenario, {}, 2, 30)
    draft, notes = draft_of_game(game)
    table = lay_out(draft.told("later"))
    view, now = table.seen_whole(), game.look(Side.AXIS)
    assert {u.id: u.hex for u in view.units if u.hex >= 0} == {u.id: u.hex for u in now.units if u.hex >= 0}
    assert [c is Side.AXIS for c in view.control] == [c is Side.AXIS for c in now.control]
    assert view.turn == game.turn and len(notes) > 2
    table.close()
    game.close()


def test_the_menu_of_the_table_opens_the_position_and_leaves_the_game_alone() -> None:
    seat = sit_down(scenario="war-barbarossa-1941")
    digest = seat.scene.session.game.digest()
    seat.scene.leave_for("setup")
    editor = seat.app.top
    assert isinstance(editor, SetupEditor) and editor.notes
    editor.desk.picked = (fighters(editor.desk, Side.AXIS)[0],)
    assert editor.desk.put(free_hex(editor.desk, Side.AXIS))
    seat.pilot.wait(0.2, 3)
    editor.desk.undo()
    editor.desk.saved = editor.desk.draft
    seat.pilot.key("Esc")
    seat.pilot.key("Esc")
    assert seat.app.top is seat.scene and seat.scene.session.game.digest() == digest


def test_hidden_counters_are_not_shown_by_the_editor() -> None:
    seat = sit_down(options={"secret_setup": "on"}, players=dict.fromkeys(Side, "human"))
    seat.scene.leave_for("setup")
    assert seat.app.top is seat.scene
    assert any("hides counters from one side" in notice for notice in seat.notices())


# -- in the window ----------------------------------------------------------------------------------


def pixel(editor: SetupEditor, pilot: Pilot, index: int) -> tuple[int, int]:
    """The middle of a hex, brought into view."""
    editor.table.centre_on(index)
    editor.redraw()
    pilot.wait(0.6, 2)
    x, y = editor.table.to_screen(index)
    return x, y


def test_a_set_up_is_drawn_and_saved_with_the_mouse_and_played_at_once(own: Path) -> None:
    editor, pilot = editor_of("war-barbarossa-1941")
    desk = editor.desk
    name = fighters(desk, Side.AXIS)[0]
    index, spot = desk.unit(name).hex, free_hex(desk, Side.AXIS)  # type: ignore[union-attr]
    x, y = pixel(editor, pilot, index)
    pilot.click(x, y)
    top = desk.picked[0]
    pilot.click(*pixel(editor, pilot, spot))
    assert desk.unit(top).hex == spot and desk.changed  # type: ignore[union-attr]
    editor.table.camera.fit()
    start_at, end_at = editor.table.to_screen(spot), editor.table.to_screen(index)
    editor.table.camera.zoom_to(1.0)
    editor.tab = GROUND
    ground = free_hex(desk, Side.SOVIET)
    pilot.click(*pixel(editor, pilot, ground))
    assert desk.view.control[ground] is Side.AXIS and start_at != end_at
    pilot.key("Ctrl+Z")
    assert desk.view.control[ground] is Side.SOVIET
    pilot.key("Ctrl+Y")
    assert desk.view.control[ground] is Side.AXIS
    pilot.key("Ctrl+S")
    pilot.press("Save and play scenario")
    assert [path.name for path in own.iterdir()] == ["war-barbarossa-1941-mine.toml"]
    assert faults_of_scenario(own / "war-barbarossa-1941-mine.toml") == []
    top_scene = editor.app.top
    assert isinstance(top_scene, NewGame) and top_scene.scenario is not None
    assert top_scene.scenario.id == "war-barbarossa-1941-mine"
    assert top_scene.scenario.title == "War barbarossa 1941 mine"


def test_the_name_that_is_suggested_for_a_file_is_replaced_by_what_is_typed(own: Path) -> None:
    editor, pilot = editor_of("war-barbarossa-1941")
    desk = editor.desk
    for name in ("my-summer", "my-second-summer"):
        pilot.key("Ctrl+S")
        pilot.type(name)
        pilot.key("Enter")
        text = (own / f"{name}.toml").read_text("utf-8")
        title = name.replace("-", " ").capitalize()
        assert f'title = "{title}"' in text and desk.draft.scenario.title == title and not desk.changed
        pilot.key("Ctrl+S")
        pilot.key("Enter")
        assert (own / f"{name}.toml").read_text("utf-8") == text
    desk.do(desk.draft.said(title="Hot"))
    pilot.key("Ctrl+S")
    pilot.key("Enter")
    assert 'title = "Hot"' in (own / "my-second-summer.toml").read_text("utf-8")


def test_a_drag_moves_a_counter_and_in_ground_paints_as_one_change() -> None:
    editor, pilot = editor_of("war-barbarossa-1941")
    desk, board = editor.desk, editor.desk.view.board
    name = fighters(desk, Side.AXIS)[0]
    index = desk.unit(name).hex  # type: ignore[union-attr]
    x, y = pixel(editor, pilot, index)
    empty = [i for i in board.neighbours[index] if not desk.view.at(i)]
    pilot.drag((x, y), editor.table.to_screen(empty[0]))
    assert desk.view.at(empty[0]) and desk.steps == (1, 0)
    editor.tab = GROUND
    ground = free_hex(desk, Side.SOVIET)
    there = pixel(editor, pilot, ground)
    other = board.neighbours[ground][0]
    pilot.drag(there, editor.table.to_screen(other))
    assert {desk.view.control[i] for i in (ground, other)} == {Side.AXIS} and desk.steps == (2, 0)


def test_all_of_it_goes_without_a_mouse(own: Path) -> None:
    editor, pilot = editor_of("war-barbarossa-1941")
    desk = editor.desk
    name = fighters(desk, Side.AXIS)[0]
    desk_hex = desk.unit(name).hex  # type: ignore[union-attr]
    editor.state.cursor = desk_hex
    editor.app.inputs.cursor_mode = True
    pilot.key("Enter")
    assert desk.picked
    held = desk.picked[0]
    way = next(
        d for d in "963147" if not desk.view.at(_next(editor, desk_hex, d)) and _next(editor, desk_hex, d) != desk_hex
    )
    pilot.key(f"Num {way}")
    pilot.key("Enter")
    assert desk.unit(held).hex == _next(editor, desk_hex, way)  # type: ignore[union-attr]
    assert desk.picked == (held,)
    pilot.key("Delete")
    assert held not in desk.draft.counters and desk.picked == ()
    pilot.key("Ctrl+S")
    pilot.key("Enter")
    assert [path.stem for path in own.iterdir()] == ["war-barbarossa-1941-mine"] and not desk.changed


def _next(editor: SetupEditor, index: int, digit: str) -> int:
    return step(editor.desk.view.board, index, digit)


def test_leaving_asks_if_something_would_be_lost() -> None:
    editor, pilot = editor_of(TUTORIAL)
    editor.desk.say(title="Mine")
    pilot.key("Esc")
    assert editor.app.top is editor and editor.leaving
    pilot.press("Keep editing")
    assert editor.app.top is editor and not editor.leaving and editor.quit_question()
    pilot.key("Esc")
    pilot.press("Quit editor")
    assert isinstance(editor.app.top, NewGame)


def test_a_name_that_is_taken_is_refused_in_the_dialog(own: Path) -> None:
    editor, pilot = editor_of(TUTORIAL)
    pilot.key("Ctrl+S")
    for name, cause in ((TUTORIAL, "is taken by"), ("no good", "an id of at most 80"), ("rb-blue-1942", "is taken by")):
        editor.saving.name = name
        pilot.press("Save scenario")
        assert editor.saving.open and cause in editor.saving.problem
    assert [*own.iterdir()] == []


def test_a_file_of_ones_own_is_edited_and_written_over(own: Path) -> None:
    editor, pilot = editor_of("war-barbarossa-1941")
    editor.desk.say(title="First")
    pilot.key("Ctrl+S")
    pilot.press("Save scenario")
    path = own / "war-barbarossa-1941-mine.toml"
    draft, there = draft_of_scenario(load_scenario(path))
    assert there == path and draft.base.id == "war-barbarossa-1941" and draft.scenario.title == "First"
    again = SetupEditor(editor.kit, draft, [], there)
    editor.app.replace(again)
    pilot.wait(0.2, 3)
    again.desk.say(title="Second")
    pilot.key("Ctrl+S")
    pilot.press("Save scenario")
    assert load_scenario(path).title == "Second" and faults_of_scenario(path) == []


def test_a_complete_file_is_not_made_to_extend_itself(own: Path) -> None:
    own.mkdir(parents=True)
    text = find_scenario(TUTORIAL).path.read_text(encoding="utf-8").replace(f'id = "{TUTORIAL}"', 'id = "whole"')
    (own / "whole.toml").write_text(text, encoding="utf-8")
    draft, there = draft_of_scenario(load_scenario(own / "whole.toml"))
    assert there is None and draft.base.id == "whole"
    with pytest.raises(SetupError, match="Choose another file name"):
        write_draft(draft, own / "whole.toml", force=True)
    assert (own / "whole.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("scale", [0.8, 2.0])
def test_every_tab_fits_at_1280_by_720_at_this_text_scale(scale: float) -> None:
    for scenario in (TUTORIAL, "tdv-zitadelle-1943")[: 1 + (scale == 2.0)]:
        editor, pilot = editor_of(scenario, scale)
        for tab in range(FAULTS + 1):
            editor.tab = tab
            editor.desk.picked = tuple(fighters(editor.desk, Side.AXIS)[:2])
            editor.redraw()
            pilot.wait(0.2, 4)
            check_places(editor.app)
        assert editor.map_rect.width >= 500 and TERMS < FAULTS
        editor.saving.ask()
        editor.redraw()
        pilot.wait(0.2, 4)
        check_places(editor.app)


def test_a_new_game_of_the_drawn_one_knows_its_options(own: Path) -> None:
    found = find_scenario("barbarossa-1941")
    draft: ScenarioDraft = draft_of(found, found).said(options={"finns": "free"}, rules={"axis_win": 5})
    write_draft(draft, own_folder() / "free.toml")
    game = start(load_scenario(own / "free.toml"))
    assert game.options["finns"] == "free" and game.scenario.rules["axis_win"] == 5
    game.close()
    new_game("barbarossa-1941").close()
