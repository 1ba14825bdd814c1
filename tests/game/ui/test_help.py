"""Does F1 explain what is under the pointer or the focus, in every game, with a rule that is on the page?"""

from __future__ import annotations

import re

import pytest

from ecs import RULESETS, Side, new_game
from game.screens.new_game import NewGame
from game.screens.options import PAGES, Options
from game.screens.rules import Rules
from game.screens.saved_games import SaveList
from game.screens.title import Title
from game.ui.descriptions import question_words
from game.ui.help.help_card import WINDOW, WORDS, Card, Meant, entries, rule_title
from game.ui.help.map_help import figure
from game.ui.help.rules_pages import Grid, read_pages
from game.ui.help.screen_help import plain_name
from game.ui.widgets import plain
from tests.kits.rules_pages import CODE, headings
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

GAMES = {
    "darkest-crusade": ("barbarossa-1941",),
    "dark-valley": ("tdv-barbarossa-1941", "tdv-bagration-1944"),
    "russia-besieged": ("rb-barbarossa-5", "rb-bagration-1944"),
    "war-against-russia": ("war-barbarossa-1941",),
}
EVERYWHERE = (
    "score",
    "supply",
    "zones",
    "control",
    "odds",
    "results",
    "attackers",
    "battles",
    "calendar",
    "luck",
    "question",
    "muster",
    "off_map",
)


def ask(seat: Seat, x: int, y: int) -> Card:
    """F1 with the pointer at a pixel."""
    seat.app.help.close()
    seat.pilot.move(x, y)
    seat.pilot.key("F1")
    assert seat.app.help.card is not None
    return seat.app.help.card


def ask_widget(seat: Seat, name: str) -> Card:
    """F1 with the pointer on a widget, by the end of its name."""
    spot = next(s for s in seat.app.ui.spots if s.id.endswith(name) and s.clip.width > 0)
    return ask(seat, *spot.clip.center)


def words_of(card: Card) -> str:
    return " ".join([card.title, *(plain(line) for line in card.lines), card.link])


# -- the entries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_everything_there_is_in_a_game_has_an_entry(game: str) -> None:
    rules, known = RULESETS[game], entries(game)
    terms = rules.glossary
    wanted: dict[str, set[str]] = {
        "phases": {phase.id for phase in rules.sequence.phases},
        "orders": {kind.verb for kind in rules.orders} | {"end"},
        "questions": set(rules.sequence.decisions),
        "states": set(terms.badges),
        "options": {option.key for option in rules.options if not option.note},  # the others speak for themselves
        "table": set(EVERYWHERE),
        "ground": set(terms.ground) | set(terms.places),
        "sides": set(terms.hexsides),
        "kinds": set(),
        "markers": set(
            re.findall(r'Marker\([^"]*?"(\w+)"', (CODE / game.replace("-", "_") / "table" / "view.py").read_text())
        ),
        "weather": set(),
    }
    for scenario in GAMES[game]:
        played = new_game(scenario)
        for side in Side:
            view = played.look(side)
            board = view.board
            wanted["kinds"] |= {unit.symbol for unit in view.units}
            wanted["ground"] |= {here.terrain for here in board.hexes}
            wanted["ground"] |= {place for here in board.hexes if (place := here.place)}
            wanted["sides"] |= {
                kind
                for here in board.hexes
                for other in board.neighbours[here.index]
                for kind in board.kinds(here.index, other)
            }
            wanted["weather"] |= {name.replace(" ", "_") for name in (view.weather, *(s.weather for s in view.skies))}
            for unit in view.units:
                parts = [part for part in terms.figures(unit).split(" · ") if part]
                assert all(figure(game, part) is not None for part in parts), (unit.id, parts)
    missing = {kind: names - set(known.get(kind, {})) for kind, names in wanted.items()}
    assert not {kind: names for kind, names in missing.items() if names}


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_short_and_its_rule_has_a_heading_on_the_page(game: str) -> None:
    rules, numbers = entries(game), set(headings(game))
    assert rules
    for kind, table in rules.items():
        for name, found in table.items():
            assert found.rule in numbers, (kind, name, found.rule)
            assert len(found.text.split()) <= WORDS, (kind, name)
    assert set(rules["phases"]) <= {phase.id for phase in RULESETS[game].sequence.phases}
    assert set(rules["orders"]) <= {kind.verb for kind in RULESETS[game].orders} | {"end"}
    assert set(rules["options"]) <= {option.key for option in RULESETS[game].options}


def test_entries_of_the_window_are_short_too() -> None:
    found = entries(WINDOW)
    screens = {
        "Title",
        "NewGame",
        "AddOns",
        "Options",
        "SaveList",
        "Rules",
        "Report",
        "Replay",
        "SetupEditor",
        "HandOver",
        "TableScene",
    }
    assert all("screen" in found[screen] for screen in screens)
    for screen, table in found.items():
        assert all(len(each.text.split()) <= WORDS for each in table.values()), screen
        assert all(name == plain_name(name) or "." in name for name in table), screen


# -- at the table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_counter_a_hex_a_phase_and_a_button_are_explained_with_their_rules(game: str) -> None:
    seat = sit_down(HUMANS, scenario=GAMES[game][0])
    desk = seat.scene.desk
    unit = next(u for u in desk.view.units if u.hex >= 0 and u.side is desk.view.side and desk.terms.figures(u))
    x, y = seat.at(desk.view.board.hexes[unit.hex].label)
    card = ask(seat, x, y - 3)
    assert any(desk.terms.figures(u).split(" · ")[0] in words_of(card).lower() for u in desk.view.at(unit.hex))
    assert card.link.startswith("Rule ") and "—" in card.link and card.rule in headings(game)
    empty = next(i for i in desk.view.board.neighbours[unit.hex] if not desk.view.at(i))
    x, y = seat.at(desk.view.board.hexes[empty].label)
    card = ask(seat, x, y)
    assert "-held" in words_of(card) or "Held by" in words_of(card)
    assert "trace supply" in words_of(card) and desk.view.board.hexes[empty].label in card.title
    mark = next(s for s in seat.app.ui.spots if "phase:" in s.id)
    card = ask(seat, *mark.clip.center)
    assert card.rule in headings(game) and len(card.lines) >= 2
    card = ask_widget(seat, "end phase")
    assert "Ctrl+Enter" in words_of(card) and card.link


def test_the_card_is_put_away_by_escape_f1_or_a_click_and_enter_opens_the_rule() -> None:
    seat = sit_down()
    seat.app.settings.tooltip_ms = 0
    ask_widget(seat, "/phasebar/menu")
    seat.pilot.key("Esc")
    assert seat.app.help.card is None and not seat.scene.panels.menu_open
    ask_widget(seat, "/phasebar/menu")
    seat.pilot.key("F1")
    assert seat.app.help.card is None
    ask_widget(seat, "/phasebar/menu")
    seat.pilot.click(seat.pilot.pos[0], seat.pilot.pos[1])
    assert seat.app.help.card is None and not seat.scene.panels.menu_open, "the click only puts the card away"
    card = ask_widget(seat, "phase:T0")
    seat.pilot.key("Enter")
    top = seat.app.top
    assert isinstance(top, Rules) and top.sections[top.row].rule == card.rule == "14"
    seat.pilot.key("Esc")
    assert seat.app.top is seat.scene and seat.app.help.card is None


def test_a_click_on_the_rule_of_a_card_opens_it_and_a_tooltip_never_covers_the_card() -> None:
    seat = sit_down(tooltip_ms=0)
    ask_widget(seat, "phase:A2c")
    seat.pilot.wait(1)
    assert not any(spot.layer >= 3000 for spot in seat.app.ui.spots)
    link = [s for s in seat.app.ui.spots if s.kind == "link" and "/foot/" in s.id]
    seat.pilot.click(*link[0].clip.center)
    top = seat.app.top
    assert isinstance(top, Rules) and top.sections[top.row].rule == "9.3"


def test_a_button_that_is_grey_says_why_with_the_rule() -> None:
    seat = sit_down()
    seat.click_counter("D3")
    seat.pilot.wait(0.3)
    card = seat.scene.guide.explain(grey("fortify 3.A"))
    assert card is not None and "Not now" in words_of(card) and re.search(r"\(rule:\d", " ".join(card.lines))
    card = ask_widget(seat, "/phasebar/Undo")
    assert "Nothing to undo" in words_of(card)


def grey(order: str) -> Meant:
    """A button of the Stack tab that cannot be pressed."""
    return Meant((0, 0), name=f"TableScene/tab1/{order}", kind="button", enabled=False)


def test_the_keyboards_focus_and_hex_cursor_are_explained_where_the_pointer_is_not() -> None:
    seat = sit_down()
    seat.focus("/phasebar/menu")
    seat.pilot.key("F1")
    assert seat.app.help.card is not None and seat.app.help.card.title == "Menu"
    seat.pilot.key("Esc")
    seat.pilot.key("Esc")
    seat.pilot.key("C")
    cursor = seat.scene.desk.state.cursor
    assert cursor is not None
    seat.pilot.key("Q")
    seat.pilot.key("F1")
    here = seat.scene.desk.state.cursor
    units = seat.scene.desk.view.at(here)
    label = seat.scene.desk.view.board.hexes[here].label
    assert seat.app.help.card is not None
    assert label in seat.app.help.card.title or any(u.name in seat.app.help.card.title for u in units)


def test_on_nothing_in_particular_the_phase_and_the_main_keys_are_told() -> None:
    seat = sit_down()
    seat.app.help.close()
    seat.pilot.move(1100, 600)
    seat.pilot.key("F1")
    card = seat.app.help.card
    assert card is not None and seat.scene.desk.view.phase.title in words_of(card) and "Ctrl+Enter" in words_of(card)
    assert card.rule == seat.scene.desk.view.phase.rule


def test_f1_works_in_a_dialog_and_over_a_line_of_the_planner() -> None:
    seat = sit_down()
    seat.pilot.key("Esc")
    assert seat.scene.panels.menu_open
    card = ask_widget(seat, "modal:menu/statistics")
    assert "losses" in words_of(card)
    seat.pilot.key("Esc")
    assert seat.scene.panels.menu_open and seat.app.help.card is None
    seat.pilot.key("Esc")
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    seat.pilot.wait(0.3)
    box = next(s for s in seat.app.ui.spots if s.kind == "checkbox" and s.topic.startswith("attacker:"))
    card = ask(seat, *box.clip.center)
    assert "take part" in words_of(card) and card.rule == "9.2"


def test_a_line_of_the_log_tells_what_was_said_and_leads_to_its_rule() -> None:
    seat = sit_down()
    seat.pilot.key("L")
    seat.pilot.wait(0.2, 2)
    field = next(f for f in seat.app.ui.fields if f.topic.startswith("said:14"))
    card = ask(seat, field.rect.right - 4, field.rect.centery)
    assert card.title == "From the log" and card.rule == "14"


# -- other screens ----------------------------------------------------------------------------------


def test_every_widget_of_title_new_game_options_and_saves_has_words_of_its_own() -> None:
    seat = sit_down()
    kit = seat.scene.kit
    seat.scene.quick_save()
    for screen in (Title(kit), NewGame(kit), Options(kit), SaveList(kit), SaveList(kit, seat.scene.session)):
        seat.app.push(screen)
        for page in range(len(PAGES) if isinstance(screen, Options) else 1):
            if isinstance(screen, Options):
                screen.page, seat.app.dirty = page, True
            seat.pilot.wait(0.1, 2)
            general = screen.help_card()
            spots = [s for s in seat.app.ui.spots if s.focusable and s.layer < 1000]
            assert spots
            for spot in spots:
                seat.app.ui.focus, seat.app.ui.focus_shown = spot.id, True
                seat.app.help._keyboard = True
                meant, _ = seat.app.help._meant()
                card = screen.explain(meant)
                assert card is not None and card.lines and card.title != general.title, spot.id
        seat.app.pop()


def test_a_rule_of_choice_tells_what_it_changes_and_its_number() -> None:
    seat = sit_down()
    seat.app.push(NewGame(seat.scene.kit))
    seat.pilot.wait(0.2)
    seat.pilot.press("Optional rules")
    seat.pilot.wait(0.2)
    field = next(f for f in seat.app.ui.fields if f.topic == "option:combat_dice")
    card = ask(seat, field.rect.x + 20, field.rect.y + 6)
    assert card.title == "Combat dice" and card.link == rule_title("darkest-crusade", "9.1")
    assert "average" in words_of(card)


# -- the rules screen -------------------------------------------------------------------------------


def test_the_rules_of_all_four_games_are_on_the_rules_screen() -> None:
    seat = sit_down()
    screen = Rules(seat.scene.kit, "darkest-crusade", "9.2")
    seat.app.push(screen)
    seat.pilot.wait(0.2)
    for game in RULESETS:
        seat.pilot.click(*next(s for s in seat.app.ui.spots if s.id.endswith("contents/game")).clip.center)
        rows = [s for s in seat.app.ui.spots if s.kind == "row" and s.layer >= 1000]
        assert [row.text for row in rows] == [rules.title for rules in RULESETS.values()]
        seat.pilot.click(*next(row for row in rows if row.text == RULESETS[game].title).clip.center)
        seat.pilot.wait(0.1)
        assert screen.game == game and screen.sections and not screen.problem


def test_tables_have_columns_and_results_keep_their_stars() -> None:
    for game in RULESETS:
        found, _ = read_pages(game)
        grids = [part for section in found for part in section.paragraphs if isinstance(part, Grid)]
        assert len(grids) > 10 and all(len(row) == len(grid.head) for grid in grids for row in grid.rows)
    besieged, _ = read_pages("russia-besieged")
    table = next(p for s in besieged if s.rule == "10.2" for p in s.paragraphs if isinstance(p, Grid))
    assert plain(table.rows[0][1]) == "AE*" and table.head[-1] == "7-1"


def test_numbers_in_brackets_lead_to_their_sections() -> None:
    seat = sit_down()
    screen = Rules(seat.scene.kit, "darkest-crusade", "9.3")
    seat.app.push(screen)
    seat.pilot.wait(0.2)
    link = next(s for s in seat.app.ui.spots if s.kind == "link" and s.id.endswith("rule:15.3"))
    assert ask(seat, *link.clip.center).title.startswith("Rule 15.3")
    seat.pilot.key("Esc")
    seat.pilot.click(*link.clip.center)
    assert screen.sections[screen.row].rule == "15.3"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_table_is_wider_than_the_page(scale: float) -> None:
    seat = sit_down(text_scale=scale)
    screen = Rules(seat.scene.kit, "russia-besieged", "10.2")
    seat.app.push(screen)
    for rule in ("10.2", "6.0", "17"):
        screen.turn_to("russia-besieged", rule)
        seat.app.dirty = True
        seat.pilot.wait(0.1, 2)
        plans = [plan for plan in seat.app.ui._plans.values() if plan is not None]
        room = next(r.rect.width for r in seat.app.ui.regions if r.id.endswith("page:body"))
        assert all(plan.wide <= room for plan in plans)
        assert plans or scale == 2.0


# -- questions and Enter ----------------------------------------------------------------------------


def test_the_button_that_ends_a_question_is_in_sight_with_large_text() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: "recruit"}, text_scale=1.5)
    session = seat.scene.session
    for _ in range(400):
        if session.game.look(Side.AXIS).decision is not None and session.game.look(Side.AXIS).decision.id == "advance":
            break
        session.think()
    session.reseat(dict.fromkeys(Side, "human"))
    session.take_seat(session.game.to_act)
    seat.scene.desk.refresh()
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    assert seat.scene.desk.view.decision is not None
    foot = [s for s in seat.app.ui.spots if "/questionfoot/" in s.id and s.kind in ("button", "primary")]
    assert foot and all(s.clip == s.rect and seat.app.surface.get_rect().contains(s.rect) for s in foot)
    card = ask(seat, foot[0].rect.x - 6, foot[0].rect.centery)
    assert card.title == question_words(seat.scene.desk.view, seat.scene.desk.orders) and card.rule.startswith("11")
    assert any(s.text == "No more advances" for s in foot) or not any(c.verb == "done" for c in session.game.legal())


def test_words_of_the_hex_cursor_go_when_the_mouse_or_the_computer_plays() -> None:
    seat = sit_down({Side.AXIS: "human", Side.SOVIET: "recruit"})
    ui, desk = seat.app.ui, seat.scene.desk

    def told() -> str:
        seat.pilot.wait(1.0, 2)
        return ui._tip_shown[0] if ui._tip_shown else ""

    pointed = seat.at("C9")
    seat.pilot.move(*pointed)
    by_mouse = told()
    seat.pilot.key("Num 9")
    seat.pilot.key("Num 9")
    by_keys = told()
    assert by_mouse and by_keys and by_keys != by_mouse
    seat.pilot.move(pointed[0] + 1, pointed[1])
    assert told() == by_mouse and desk.state.cursor is not None, "the cursor stays where it is"
    seat.pilot.key("Num 3")
    assert told() not in ("", by_mouse)
    seat.scene.playback.paused = True
    desk.end_phase()
    while not seat.scene.session.machine_to_act:
        desk.end_phase()
        seat.settle()
    seat.app.dirty = True
    assert desk.view.board.hexes[desk.state.cursor].label not in told()


def test_enter_declares_the_attack_when_the_hex_cursor_is_on_the_target_and_only_there() -> None:
    seat = sit_down()
    seat.pilot.key("Ctrl+Enter")
    seat.click("G3")
    seat.pilot.wait(0.3)
    desk = seat.scene.desk
    target, log = desk.plans.target, len(seat.scene.session.game.log)
    assert target >= 0
    desk.state.cursor = desk.view.board.by_label["D3"]
    seat.app.inputs.cursor_mode, seat.app.ui.focus, seat.app.dirty = True, "", True
    seat.pilot.wait(0.1, 2)
    assert not any(s.intent == "cursor_click" for s in seat.app.ui.spots)
    desk.state.cursor, seat.app.dirty = target, True
    seat.pilot.wait(0.1, 2)
    seat.pilot.key("Enter")
    assert len(seat.scene.session.game.log) > log
    assert any(b.hex == target for b in desk.view.battles)
