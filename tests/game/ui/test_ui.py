"""The window: every widget by mouse and by keyboard, at every size, through real events."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.app.application import App
from game.app.crash_reports import CrashGuard
from game.app.intents import Intent
from game.app.settings import Settings
from game.packs.loader import load_sprite_pack
from game.packs.validation import contrast
from game.screens.shared.base import Scene
from game.ui.panels.odds_table import draw_die
from game.ui.widgets import BUILT_IN, Item, Ui, escape, plain, theme_from
from game.ui.widgets.style.rich_text import RichText
from tests import ROOT
from tests.kits.patience import NET
from tests.kits.pilot import Pilot
from tests.programs.widget_gallery import Gallery

INKS = ("text", "muted", "accent", "warn", "good", "bad")


class Page(Scene):
    """A screen that shows what it is given and remembers what reaches it."""

    def __init__(self, build: Callable[[Ui], None] | None = None, question: str = "") -> None:
        self.seen: list[Intent] = []
        self.page = build
        self.question = question

    def build(self, ui: Ui) -> None:
        if self.page:
            self.page(ui)

    def handle(self, intent: Intent) -> bool:
        self.seen.append(intent)
        return intent.name not in ("back", "hover")

    def quit_question(self) -> str:
        return self.question

    @property
    def names(self) -> list[str]:
        return [intent.name for intent in self.seen if intent.name != "hover"]


def open_page(build: Callable[[Ui], None] | None = None, **settings: object) -> tuple[Pilot, Page]:
    app = App(Settings(**settings), headless=True, size=(1280, 720))
    page = Page(build)
    app.push(page)
    return Pilot(app), page


def open_gallery(**settings: object) -> tuple[Pilot, Gallery, Page]:
    gallery = Gallery()
    pilot, page = open_page(gallery.build, **settings)
    return pilot, gallery, page


# ---- looks ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_every_ink_reads_on_every_ground(name: str) -> None:
    theme = BUILT_IN[name]
    grounds = (theme.panel, theme.panel2)
    poor = [(ink, ground) for ink in INKS for ground in grounds if contrast(theme.colour(ink), ground) < 4.5]
    poor += [("button_text", g) for g in (theme.button, theme.button_hover) if contrast(theme.button_text, g) < 4.5]
    poor += [("text", theme.selection)] if contrast(theme.text, theme.selection) < 4.5 else []
    assert poor == []
    assert contrast(theme.focus, theme.panel) >= 3


def test_a_pack_palette_replaces_what_it_names() -> None:
    theme = theme_from({"panel": "#010203", "unknown": "#000000"})
    assert theme.panel == (1, 2, 3)
    assert theme.text == BUILT_IN["dark"].text


def test_a_colour_nobody_defined_is_named_in_the_error() -> None:
    with pytest.raises(KeyError, match="mauve"):
        BUILT_IN["dark"].colour("mauve")


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_everything_stays_inside_the_window_at_every_size(scale: float) -> None:
    pilot, _, _ = open_gallery(text_scale=scale)
    ui = pilot.app.ui
    window = pygame.Rect(0, 0, 1280, 720)
    assert [spot.id for spot in ui.spots if not window.contains(spot.clip) and spot.clip.size != (0, 0)] == []
    wide = [spot.id for spot in ui.spots if spot.rect.left < 0 or spot.rect.right > 1280]
    assert wide == []


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_what_is_clicked_is_at_least_32_pixels_high(scale: float) -> None:
    pilot, _, _ = open_gallery(text_scale=scale)
    kinds = ("button", "primary", "checkbox", "radio", "slider", "dropdown", "entry", "tab", "row")
    low = [spot.id for spot in pilot.app.ui.spots if spot.kind in kinds and spot.rect.height < 32 * scale]
    assert low == []


def test_drawing_changes_nothing() -> None:
    pilot, _, page = open_gallery()
    app = pilot.app

    def digest() -> str:
        page.draw(app.surface)
        app.ui.draw(app.surface)
        return hashlib.sha256(app.surface.get_buffer().raw).hexdigest()

    assert digest() == digest()
    assert not app.ui.changed


def test_text_breaks_at_spaces_and_long_words_are_cut() -> None:
    pilot, _ = open_page()
    text = pilot.app.ui.text_of
    for width in (40, 90, 300):
        lines = text.wrap("Donaudampfschifffahrt auf dem Dnjepr", "body", False, width)
        assert max(text.width(line) for line in lines) <= width
        assert "".join(lines).replace(" ", "") == "DonaudampfschifffahrtaufdemDnjepr"


def test_text_that_must_stay_on_a_line_ends_in_dots() -> None:
    pilot, _ = open_page()
    text = pilot.app.ui.text_of
    assert text.fit("short", "body", False, 500) == "short"
    cut = text.fit("a very long name of a formation", "body", False, 100)
    assert cut.endswith("…")
    assert text.width(cut) <= 100


def test_marks_in_text_are_bold_colours_and_links() -> None:
    assert plain("**6th Army** is [bad]cut off[/], see [8.3](rule:8.3)") == "6th Army is cut off, see 8.3"
    assert plain(escape("[bad]**name**")) == "[bad]**name**"


def test_a_full_stop_stays_with_its_word_when_a_line_breaks() -> None:
    pilot, _ = open_page()
    words, _ = RichText(pilot.app.ui.text_of).layout("one two **three**. four **five**, six", "body", 90)
    firsts = [word.run.text for word in words if word.x == 0]
    assert all(text[0] not in ".," for text in firsts)


def test_a_link_to_a_rule_stays_on_one_line_with_its_number() -> None:
    pilot, _ = open_page()
    rich = RichText(pilot.app.ui.text_of)
    for wide in range(90, 260, 10):
        words, _ = rich.layout("Call the strategic reserve? [Rule 17.2](rule:17.2)", "body", wide)
        assert [word.run.text for word in words if word.run.target] == ["Rule 17.2"], wide


def test_a_percent_sign_stays_with_its_number_when_a_line_breaks() -> None:
    pilot, _ = open_page()
    text_of, told = pilot.app.ui.text_of, "A good attack: 83 % chance of success"
    for wide in range(90, 260, 10):
        words, _ = RichText(text_of).layout(told, "body", wide)
        assert not any(word.x == 0 and word.run.text.startswith("%") for word in words), wide
        assert not any(line.startswith("%") for line in text_of.wrap(told, "body", False, wide)), wide


# ---- mouse ------------------------------------------------------------------------------------------
def test_a_button_is_used_once_for_a_click() -> None:
    pilot, gallery, page = open_gallery()
    pilot.press("Attack")
    assert gallery.done == ["attack"]
    assert page.names == []


def test_a_press_that_leaves_the_button_uses_nothing() -> None:
    pilot, gallery, page = open_gallery()
    pilot.drag(pilot.find("Attack").rect.center, (1270, 700))
    assert gallery.done == []
    assert page.names == []


def test_a_disabled_button_answers_nothing() -> None:
    used: list[bool] = []
    pilot, _ = open_page(lambda ui: used.append(ui.button("No", enabled=False)))
    pilot.press("No")
    assert not any(used)


def test_a_click_beside_the_panels_reaches_the_screen() -> None:
    pilot, page = open_page()
    pilot.click(600, 400)
    pilot.wheel(1, 600, 400)
    pilot.click(600, 400, button=3)
    assert page.names == ["click", "zoom", "right_click"]
    assert page.seen[-1].pos == (600, 400)


def test_a_click_on_a_panel_never_reaches_the_screen_below() -> None:
    pilot, _, page = open_gallery()
    pilot.click(640, 600)
    pilot.click(640, 600, button=3)
    pilot.wheel(-1, 640, 600)
    assert page.names == []


def test_boxes_are_ticked_and_choices_made() -> None:
    pilot, gallery, _ = open_gallery()
    pilot.press("Fog of war")
    pilot.press("Both")
    pilot.press("Log")
    assert (gallery.fog, gallery.side, gallery.tab) == (True, 2, 1)


def test_a_slider_follows_the_mouse_in_steps() -> None:
    pilot, gallery, _ = open_gallery()
    rect = pilot.find("Effects").rect
    pilot.drag(rect.center, (rect.right + 50, rect.centery))
    assert gallery.volume == 100
    pilot.click(*rect.center)
    assert gallery.volume == 50


def test_a_slider_takes_a_tap_that_is_over_before_the_next_picture() -> None:
    pilot, gallery, page = open_gallery()
    rect = pilot.find("Effects").rect
    pilot.move(*rect.center)
    tap = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    page.app.step([pygame.event.Event(kind, pos=rect.center, button=1) for kind in tap])
    assert gallery.volume == 50


def test_a_suggestion_is_replaced_by_the_first_letter_and_edited_after_a_click() -> None:
    held = ["kiev-mine", True]

    def build(ui: Ui) -> None:
        if held[1]:
            ui.suggest("name")
            held[1] = False
        held[0] = ui.entry("name", str(held[0]))

    pilot, page = open_page(build)
    pilot.key("Tab")
    pilot.key("O")
    pilot.type("odessa")
    assert held[0] == "odessa"
    pilot.key("Ctrl+A")
    pilot.key("R")
    pilot.type("riga")
    assert held[0] == "riga"
    held[:] = ["a-longer-suggestion", True]
    page.app.dirty = True
    pilot.wait(0.1, 2)
    pilot.key("End")
    pilot.type("!")
    assert held[0] == "a-longer-suggestion!"


def test_a_dropdown_unfolds_and_takes_the_row_clicked() -> None:
    pilot, gallery, _ = open_gallery()
    pilot.press("Major river")
    pilot.press("Swamp")
    assert gallery.terrain == 2
    assert "Forest" not in pilot.texts()


def test_a_click_elsewhere_folds_a_dropdown_and_does_nothing_else() -> None:
    pilot, gallery, _ = open_gallery()
    pilot.press("Major river")
    pilot.press("Attack")
    assert gallery.done == []
    pilot.press("Attack")
    assert (gallery.done, gallery.terrain) == (["attack"], 4)


def test_a_list_scrolls_under_the_wheel_and_a_double_click_opens_a_row() -> None:
    pilot, gallery, _ = open_gallery()
    rect = pilot.find("units").rect
    pilot.wheel(-40, *rect.center)
    row = pilot.find("14. Panzer-Division")
    pilot.double_click(*row.clip.center)
    assert (gallery.unit, gallery.done) == (13, ["opened 13"])


def test_the_thumb_of_a_scroll_bar_can_be_dragged() -> None:
    pilot, _, _ = open_gallery()
    thumb = next(spot for spot in pilot.app.ui.spots if spot.kind == "thumb")
    pilot.drag(thumb.rect.center, (thumb.rect.centerx, 710))
    assert any("14." in text for text in pilot.texts())


def test_a_menu_shows_at_the_pointer_and_its_dead_items_answer_nothing() -> None:
    pilot, gallery, _ = open_gallery()
    pilot.press("Menu")
    pilot.press("Entrench")
    assert gallery.done == []
    pilot.press("Guard")
    assert gallery.done == ["menu 2"]


def test_a_link_in_text_gives_its_target() -> None:
    followed: list[str] = []
    pilot, _ = open_page(lambda ui: followed.append(ui.text("See [Rule 8.3](rule:8.3).")))
    pilot.press("Rule 8.3")
    assert [target for target in followed if target] == ["rule:8.3"]


# ---- keyboard -----------------------------------------------------------------------------------------
def test_every_widget_is_reached_with_tab_and_back_again() -> None:
    pilot, _, _ = open_gallery()
    ui = pilot.app.ui
    wanted = [spot.id for spot in ui.spots if spot.focusable and spot.enabled]
    seen = []
    for _ in wanted:
        pilot.key("Tab")
        seen.append(ui.focus)
        assert ui.focus_shown
    assert seen == wanted
    pilot.key("Shift+Tab")
    assert ui.focus == wanted[-2]


def test_enter_and_space_use_the_widget_in_focus() -> None:
    pilot, gallery, page = open_gallery()
    ui = pilot.app.ui
    while not ui.focus.endswith("Attack"):
        pilot.key("Tab")
    pilot.key("Enter")
    pilot.key("Space")
    assert gallery.done == ["attack", "attack"]
    assert page.names == []


def test_holding_enter_uses_a_button_once() -> None:
    pilot, gallery, _ = open_gallery()
    while not pilot.app.ui.focus.endswith("Attack"):
        pilot.key("Tab")
    for _ in range(5):
        pilot.key_down("Enter")
    assert gallery.done == ["attack"]


def test_enter_and_space_never_end_a_phase_but_ctrl_enter_and_a_click_do() -> None:
    pilot, gallery, _ = open_gallery()
    while "End Combat" not in pilot.app.ui.focus:
        pilot.key("Tab")
    pilot.key("Enter")
    pilot.key("Space")
    assert gallery.done == []
    assert any("Enter does not press" in notice.text for notice in pilot.app.ui.notices)
    pilot.key("Ctrl+Enter")
    pilot.press("End Combat")
    assert gallery.done == ["end phase", "end phase"]


def test_arrows_go_to_the_next_widget_in_their_direction() -> None:
    pilot, _, _ = open_gallery()
    ui = pilot.app.ui
    while not ui.focus.endswith("Attack"):
        pilot.key("Tab")
    pilot.key("Right")
    assert ui.focus.endswith("Move")
    pilot.key("Down")
    assert ui.focus.endswith("Delete game")
    pilot.key("Left")
    assert not ui.focus.endswith("Undo")


def test_after_a_mouse_click_the_keys_belong_to_the_map_again() -> None:
    pilot, _, page = open_gallery()
    pilot.press("Attack")
    pilot.key("Left")
    pilot.key("Space")
    pilot.key("N")
    assert page.names == ["pan_left", "skip", "next_unit"]


def test_lists_sliders_and_dropdowns_take_arrow_keys() -> None:
    pilot, gallery, page = open_gallery()
    pilot.press("3. Panzer-Division")
    pilot.key("Down")
    pilot.key("End")
    pilot.key("Enter")
    assert (gallery.unit, gallery.done) == (13, ["opened 13"])
    pilot.click(*pilot.find("Effects").rect.center)
    pilot.key("Right")
    pilot.key("Page Down")
    assert gallery.volume == 30
    while "terrain" not in pilot.app.ui.focus:
        pilot.key("Tab")
    pilot.key("Up")
    assert gallery.terrain == 3
    pilot.key("Enter")
    pilot.key("Home")
    pilot.key("Enter")
    assert gallery.terrain == 0
    assert page.names == []


def test_a_line_of_text_is_typed_and_edited() -> None:
    pilot, gallery, page = open_gallery()
    pilot.press("Sixth Army")
    pilot.key("End")
    pilot.key("Backspace")
    pilot.type("ée n")
    pilot.key("Home")
    pilot.key("Delete")
    pilot.key("n")
    pilot.key("Enter")
    assert gallery.name == "ixth Armée n"
    assert gallery.done == ["named ixth Armée n"]
    pilot.key("Ctrl+A")
    pilot.type("Ж")
    assert gallery.name == "Ж"
    assert page.names == []


def test_escape_takes_one_step_back_at_a_time() -> None:
    pilot, _, page = open_gallery()
    ui = pilot.app.ui
    pilot.press("Major river")
    pilot.key("Esc")
    assert ui.popup == ""
    pilot.key("Tab")
    pilot.key("Esc")
    assert not ui.focus_shown
    assert page.names == []
    pilot.key("Esc")
    assert page.names == ["back"]


def test_a_focused_widget_out_of_sight_is_scrolled_into_view() -> None:
    pilot, _, _ = open_gallery(text_scale=2.0)
    ui = pilot.app.ui
    for _ in range(len([spot for spot in ui.spots if spot.focusable and spot.enabled])):
        pilot.key("Tab")
        spot = ui.find(ui.focus)
        assert spot is not None
        assert spot.clip.height >= min(spot.rect.height, 60), spot.id


# ---- dialogs, notices, tooltips ---------------------------------------------------------------------------
def test_a_dialog_holds_keyboard_and_mouse_until_answered() -> None:
    pilot, gallery, page = open_gallery()
    pilot.press("Delete game")
    pilot.press("Attack")
    pilot.key("Ctrl+Enter")
    pilot.key("N")
    pilot.click(5, 715)
    assert (gallery.done, page.names) == ([], [])
    for _ in range(6):
        pilot.key("Tab")
        assert pilot.app.ui.focus.rsplit("/", 1)[-1] in ("Delete", "Keep")
    pilot.press("Delete")
    assert gallery.done == ["Delete"]


@pytest.mark.parametrize("key", ["Esc", "Enter"])
def test_escape_and_enter_both_keep_what_a_dangerous_question_would_destroy(key: str) -> None:
    pilot, gallery, _ = open_gallery()
    pilot.press("Delete game")
    pilot.key(key)
    assert (gallery.done, gallery.dialog) == (["Keep"], False)


def test_a_tooltip_waits_for_its_delay_and_goes_with_the_pointer() -> None:
    pilot, _, _ = open_gallery(tooltip_ms=500)
    app = pilot.app
    pilot.move(*pilot.find("Attack").rect.center)
    before = pilot.app.frames
    pilot.wait(0.4)
    assert app.frames == before
    assert app.ui.wake_in() is not None
    pilot.wait(0.2)
    assert app.ui._tip_shown is not None
    pilot.move(5, 715)
    assert app.ui._tip_shown is None


def test_tooltips_can_be_turned_off() -> None:
    pilot, _, _ = open_gallery(tooltip_ms=-1)
    pilot.move(*pilot.find("Attack").rect.center)
    pilot.wait(5)
    assert pilot.app.ui._tip_shown is None


@pytest.mark.parametrize("theme", BUILT_IN)
def test_the_spots_of_a_die_are_seen_on_every_panel(theme: str) -> None:
    pack, boxes = load_sprite_pack("standard"), [Rect(20 + 60 * n, 20, 40, 40) for n in range(6)]

    def build(ui: Ui) -> None:
        with ui.panel("dice", Rect(0, 0, 400, 100)):
            for number, box in enumerate(boxes, 1):
                draw_die(ui, pack, number, box)

    pilot, _ = open_page(build, theme=theme)
    pilot.app.step()
    surface = pilot.app.surface
    for number, box in enumerate(boxes, 1):
        face = surface.get_at((box.x + 20, box.y + 4))[:3]
        spots = [(x, y) for x in range(0, 40, 2) for y in range(0, 40, 2)]
        seen = [at for at in spots if contrast(surface.get_at((box.x + at[0], box.y + at[1]))[:3], face) >= 7]
        assert len(seen) >= 3 * number, f"{number} spots in the theme {theme}"
        edge = surface.get_at((box.x + 20, box.y))[:3]
        assert contrast(edge, tuple(BUILT_IN[theme].panel)[:3]) >= 3, "a die stands out from its panel"


@pytest.mark.parametrize(
    ("code", "mods", "unicode", "place"),
    [
        (pygame.K_v, pygame.KMOD_LCTRL, "", pygame.KSCAN_V),
        (0x43C, pygame.KMOD_LCTRL, "м", pygame.KSCAN_V),  # Russian, with text input
        (0x43C, pygame.KMOD_LCTRL, "", pygame.KSCAN_V),  # and without
        (0x3C9, pygame.KMOD_LCTRL, "", pygame.KSCAN_V),  # Greek
        (0x5D4, pygame.KMOD_RCTRL, "", pygame.KSCAN_V),  # Hebrew
        (pygame.K_v, pygame.KMOD_LMETA, "", pygame.KSCAN_V),  # a Mac
    ],
)
def test_text_is_pasted_by_the_same_key_on_every_keyboard(
    monkeypatch: pytest.MonkeyPatch, code: int, mods: int, unicode: str, place: int
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "Żyto")
    value = [""]

    def build(ui: Ui) -> None:
        value[0] = ui.entry("name", value[0])

    pilot, page = open_page(build)
    pilot.key("Tab")
    pilot._post(pygame.KEYDOWN, key=code, mod=mods, unicode=unicode, scancode=place)
    pilot.app.step()
    assert value == ["Żyto"] and not page.seen


def test_a_letter_typed_with_altgr_is_no_hot_key_and_an_unfinished_word_takes_all_keys() -> None:
    value = [""]

    def build(ui: Ui) -> None:
        value[0] = ui.entry("name", value[0])

    pilot, page = open_page(build)
    pilot.key("Tab")
    pilot._post(pygame.KEYDOWN, key=pygame.K_s, mod=pygame.KMOD_RALT, unicode="ś", scancode=pygame.KSCAN_S)
    pilot._post(pygame.TEXTINPUT, text="ś")
    pilot.app.step()
    assert value == ["ś"] and not page.seen
    before = pygame.image.tobytes(pilot.app.surface, "RGB")
    pilot._post(pygame.TEXTEDITING, text="にほ", start=0, length=2)
    pilot.app.step()
    assert pilot.app.ui.composed == "にほ" and pygame.image.tobytes(pilot.app.surface, "RGB") != before
    for name in ("Enter", "Esc", "Left", "Backspace", "F5"):
        pilot.key(name)
    assert value == ["ś"] and not page.seen and pilot.app.ui.typing, "they are for the input method"
    pilot._post(pygame.TEXTINPUT, text="日本")
    pilot.app.step()
    assert value == ["ś日本"] and pilot.app.ui.composed == ""


def test_text_input_is_on_only_while_a_field_has_the_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("off"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", lambda rect: told.append(tuple(rect)))

    def build(ui: Ui) -> None:
        ui.button("One", name="one")
        ui.entry("name", "")

    pilot, _ = open_page(build)
    pilot.key("Tab")
    pilot.app.step()
    assert told == ["off"]
    pilot.key("Tab")
    pilot.app.step()
    field = next(spot.rect for spot in pilot.app.ui.spots if spot.kind == "entry")
    assert told == ["off", tuple(field), "on"]
    pilot.key("Esc")
    pilot.app.step()
    assert told == ["off", tuple(field), "on", "off"]


def tap_alt(pilot: Pilot) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pilot._post(kind, key=pygame.K_LALT, mod=0, unicode="", scancode=0)


@pytest.mark.parametrize("pinned", [False, True])
def test_no_tooltip_stays_behind_when_the_player_goes_to_another_window(pinned: bool) -> None:
    pilot, _, _ = open_gallery()
    place = pilot.find("End Combat").rect.center
    pilot.move(*place)
    pilot.wait(0.6)
    if pinned:
        tap_alt(pilot)
    pilot._post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)  # Alt+Tab: the desktop takes the Tab
    pilot._post(pygame.WINDOWFOCUSLOST)
    pilot.wait(2)
    assert pilot.app.ui._tip_shown is None and not pilot.app.ui.pinned
    pilot._post(pygame.WINDOWFOCUSGAINED)
    pilot._post(pygame.KEYUP, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    pilot.wait(2)
    assert pilot.app.ui._tip_shown is None and not pilot.app.ui.pinned
    pilot.move(place[0] + 1, place[1])
    pilot.wait(0.6)
    assert pilot.app.ui._tip_shown is not None


@pytest.mark.parametrize("other", ["Enter", "click"])
def test_alt_with_something_else_pins_nothing(other: str) -> None:
    pilot, _, _ = open_gallery()
    pilot.move(*pilot.find("End Combat").rect.center)
    pilot.wait(0.6)
    pilot._post(pygame.KEYDOWN, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    if other == "click":
        pilot.click(1, 1)
    else:
        pilot.key(f"Alt+{other}")
    pilot._post(pygame.KEYUP, key=pygame.K_LALT, mod=0, unicode="", scancode=0)
    assert not pilot.app.ui.pinned


def test_a_tooltip_goes_when_the_pointer_leaves_the_window() -> None:
    pilot, _, _ = open_gallery()
    pilot.move(*pilot.find("End Combat").rect.center)
    pilot.wait(0.6)
    assert pilot.app.ui._tip_shown is not None
    pilot._post(pygame.WINDOWLEAVE)
    pilot.wait(0.1)
    assert pilot.app.ui._tip_shown is None


def test_a_pinned_tooltip_stays_and_its_links_work() -> None:
    pilot, _, page = open_gallery()
    pilot.move(*pilot.find("End Combat").rect.center)
    pilot.wait(0.6)
    tap_alt(pilot)
    pilot.wait(0.1)
    pilot.press("Rule 8.1")
    assert [intent.text for intent in page.seen if intent.name == "link"] == ["rule:8.1"]


def test_a_notice_leads_to_its_place_and_can_be_closed_or_goes_by_itself() -> None:
    pilot, page = open_page()
    ui = pilot.app.ui
    ui.notice("5th Army is out of supply.", "warn", "hex:1203")
    pilot.wait(0.1)
    assert not ui.focus
    pilot.press("Go there")
    assert [intent.text for intent in page.seen if intent.name == "link"] == ["hex:1203"]
    assert ui.notices == []
    ui.notice("Saved.")
    pilot.wait(0.1)
    pilot.press("Close")
    assert ui.notices == []
    ui.notice("Saved.")
    pilot.move(1000, 100)
    pilot.wait(20)
    assert ui.notices == []


def test_notices_lie_above_or_beside_the_panels_in_their_corner() -> None:
    places = [pygame.Rect(10, 500, 400, 210), pygame.Rect(0, 10, 420, 500)]

    def page(ui: Ui) -> None:
        for number, place in enumerate(places):
            with ui.panel(f"card{number}", place):
                ui.label("dice")

    pilot, _ = open_page(page)
    ui = pilot.app.ui
    for count in (2, 1):
        del places[count:]
        ui.notice("Good weather.")
        ui.notice("5th Army is out of supply.")
        pilot.app.dirty = True
        pilot.wait(0.1)
        boxes = [spot.rect for spot in ui.spots if spot.kind == "panel" and "notice:" in spot.id]
        assert len(boxes) == 2 and not boxes[0].colliderect(boxes[1])
        assert all(box.collidelist(places) < 0 and ui.size[0] > box.right for box in boxes)


# ---- the application -----------------------------------------------------------------------------------
def test_nothing_is_drawn_while_nothing_happens() -> None:
    pilot, _, _ = open_gallery()
    pilot.move(5, 715)
    pilot.wait(1)
    frames = pilot.app.frames
    pilot.wait(60, steps=100)
    assert pilot.app.frames == frames


def test_screens_lie_on_one_another_and_escape_goes_back() -> None:
    pilot, page = open_page(lambda ui: None)
    used: list[bool] = []
    over = Page(lambda ui: used.append(ui.button("Close")))
    over.covers = False
    pilot.app.push(over)
    pilot.app.step()
    pilot.key("Esc")
    assert pilot.app.scenes == [page]
    pilot.key("Esc")
    assert not pilot.app.running


def test_widgets_of_a_covered_screen_are_seen_but_dead() -> None:
    gallery = Gallery()
    pilot, _ = open_page(gallery.build)
    over = Page()
    over.covers = False
    pilot.app.push(over)
    pilot.app.step()
    pilot.press("Attack")
    pilot.key("Tab")
    assert (gallery.done, pilot.app.ui.focus) == ([], "")


def test_a_game_in_progress_asks_before_the_window_closes() -> None:
    pilot, page = open_page()
    page.question = "The game is saved at every phase."
    pilot._post(pygame.WINDOWCLOSE)
    pilot.key("Esc")
    assert pilot.app.running
    pilot._post(pygame.WINDOWCLOSE)
    pilot.press("Leave")
    assert not pilot.app.running


def test_text_grows_and_shrinks_at_once_with_its_keys() -> None:
    pilot, _, _ = open_gallery()
    before = pilot.find("Attack").rect.height
    for _ in range(15):
        pilot.key("Ctrl++")
    assert pilot.app.settings.text_scale == 2.0
    assert pilot.find("Attack").rect.height > before
    pilot.key("Ctrl+-")
    assert pilot.app.settings.text_scale == 1.9


def test_the_window_may_change_its_size_and_fill_the_screen() -> None:
    pilot, _, _ = open_gallery()
    pilot.app.window.resize((1600, 900))
    pilot._post(pygame.VIDEORESIZE, size=(1600, 900), w=1600, h=900)
    assert pilot.app.ui.size == (1600, 900)
    pilot.key("F11")
    assert pilot.app.fullscreen
    pilot.key("Alt+Enter")
    assert not pilot.app.fullscreen


def test_what_is_animated_is_drawn_every_frame() -> None:
    class Moving(Page):
        @property
        def animating(self) -> bool:
            return True

    app = App(Settings(), headless=True)
    app.push(Moving())
    pilot = Pilot(app)
    frames = app.frames
    pilot.wait(0.1, steps=7)
    assert app.frames == frames + 7


@pytest.mark.parametrize("late", [0.01, 5.0])
def test_what_was_animated_is_drawn_once_more_where_it_came_to_rest(late: float) -> None:
    """A slow machine notices the end only when it is long over."""

    class Moving(Page):
        until = 1.0
        drawn: list[bool] = []

        @property
        def animating(self) -> bool:
            return self.app.ui.now < self.until

        def draw(self, surface: pygame.Surface) -> None:
            super().draw(surface)
            self.drawn.append(self.animating)

    app = App(Settings(), headless=True)
    scene = Moving()
    app.push(scene)
    pilot = Pilot(app)
    pilot.wait(0.9, steps=9)
    assert scene.drawn[-1]
    pilot.wait(late + 0.1)
    assert not scene.drawn[-1], "at rest"
    frames = app.frames
    pilot.wait(1.0, steps=10)
    assert app.frames == frames, "and then no more"


def test_an_uncaught_error_is_written_down_and_its_file_named(home: Path) -> None:
    told: list[str] = []
    with pytest.raises(SystemExit) as stopped, CrashGuard(lambda: "turn 4, movement", told.append):
        raise ZeroDivisionError("no steps left")
    (report,) = (home / "crash").iterdir()
    text = report.read_text(encoding="utf-8")
    assert str(report) in str(stopped.value)
    assert told == [str(stopped.value)]
    wanted = ("ZeroDivisionError: no steps left", "turn 4, movement", "pygame-ce 2", "Python 3")
    assert all(words in text for words in wanted)


def test_without_a_display_one_sentence_names_what_works_instead() -> None:
    keep = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    }
    code = "from game.app.window import Shape, Window; Window(Shape())"
    for extra in ({}, {"DISPLAY": ":987"}, {"SDL_VIDEODRIVER": "bogus"}):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**keep, **extra},
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
            timeout=NET,
        )
        assert done.returncode == 1
        assert "`rasputitsa simulate`" in done.stderr
        assert "`rasputitsa screenshot`" in done.stderr
        assert "Traceback" not in done.stderr


def test_an_empty_list_says_so_and_survives_every_key() -> None:
    pilot, _ = open_page(lambda ui: ui.listbox("empty", [], -1) and None)
    pilot.key("Tab")
    for key in ("Down", "Up", "End", "Page Down", "Enter", "Space"):
        pilot.key(key)
    assert pilot.app.ui.focus.endswith("empty")


def test_a_row_that_the_program_chooses_is_scrolled_to() -> None:
    chosen = [0]

    def build(ui: Ui) -> None:
        chosen[0] = ui.listbox("rows", [f"row {n}" for n in range(40)], chosen[0], 150)

    pilot, page = open_page(build)
    assert "row 0" in pilot.texts() and "row 30" not in pilot.texts()
    chosen[0] = 30
    page.app.dirty = True
    pilot.wait(0.1, 2)
    assert "row 30" in pilot.texts() and "row 0" not in pilot.texts()
    rect = pilot.find("rows").rect
    pilot.wheel(40, *rect.center)
    assert "row 0" in pilot.texts() and chosen == [30]


def test_a_row_that_is_not_enabled_cannot_be_chosen_by_mouse() -> None:
    chosen = [0]

    def build(ui: Ui) -> None:
        chosen[0] = ui.listbox("rows", [Item("a"), Item("b", enabled=False)], chosen[0])

    pilot, _ = open_page(build)
    pilot.press("b")
    assert chosen == [0]


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((1280, 720), 1.0),
        ((1920, 1080), 1.0),
        ((2560, 1440), 1.25),
        ((3840, 2160), 2.0),
        ((3840, 1080), 1.0),
        ((7680, 4320), 2.5),
    ],
)
def test_a_display_of_many_pixels_draws_everything_larger(size: tuple[int, int], scale: float) -> None:
    ui = Ui(scale=1.0)
    ui.begin(size)
    assert ui.scale == scale and ui.px(100) == round(100 * scale)
    ui.set_look(ui.theme, 1.2)
    assert ui.scale == pytest.approx(1.2 * scale) and ui.text_scale == 1.2


@pytest.mark.parametrize("wide", [50, 62, 74, 240])
def test_the_caption_of_a_bar_is_never_cut_in_two_colours(wide: int) -> None:
    """ "50.0 %" in a narrow bar, longer than either half: written once, whole, and readable on what lies under it."""
    ui = Ui()
    ui.begin((320, 200))
    with ui.area(Rect(10, 10, wide, 40)):
        rect = ui.progress(0.5, "50.0 %")
    ui.end()
    notes = [(clip, arguments) for layer in ui._notes.values() for clip, _, arguments in layer]
    words = [(clip, arguments) for clip, arguments in notes if isinstance(arguments[0], pygame.Surface)]
    assert len(words) == 1 and words[0][0] is None
    picture, at = words[0][1]
    assert rect.contains(picture.get_rect(topleft=at).inflate(0, -8))
