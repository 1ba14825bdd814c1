"""Keys and mouse: what each means, and how the player changes it."""

from __future__ import annotations

from itertools import product

import pygame
import pytest
from pygame.event import Event

from game.app.intents import Inputs, KeyMap
from game.app.key_bindings import ACTIONS, BY_NAME, PRESETS, parse_chord, tidy
from game.ui.widgets.key_names import CODES, chords
from tests.kits.rows import of_each


def key(code: int, mod: int = 0, unicode: str = "", scancode: int = 0, kind: int = pygame.KEYDOWN) -> Event:
    return Event(kind, key=code, mod=mod, unicode=unicode, scancode=scancode)


def names(inputs: Inputs, *events: Event) -> list[str]:
    found = []
    for event in events:
        found += [intent.name for intent in inputs.translate(event)]
        inputs.watch(event)
    return found


def mouse(kind: int, pos: tuple[int, int], button: int = 1) -> Event:
    if kind == pygame.MOUSEMOTION:
        return Event(kind, pos=pos, rel=(3, 4), buttons=(1, 0, 0))
    return Event(kind, pos=pos, button=button)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_two_actions_of_a_preset_share_a_key(preset: str) -> None:
    keymap = KeyMap(preset)
    assert [
        (action.name, k, [o.name for o in keymap.conflicts(action.name, k)])
        for action in ACTIONS
        for k in keymap.keys(action.name)
        if keymap.conflicts(action.name, k)
    ] == []


def test_every_default_key_is_spelt_as_the_keyboard_reports_it() -> None:
    assert [k for action in ACTIONS for k in action.keys if tidy(k) != k] == []


def test_the_phase_ends_with_ctrl_enter_and_never_with_plain_enter_or_space() -> None:
    keymap = KeyMap()
    assert keymap.action("Ctrl+Enter") == BY_NAME["end_phase"]
    assert all(keymap.action(k) != BY_NAME["end_phase"] for k in ("Enter", "Space", "Num Enter", "N"))


def test_a_chord_is_named_with_its_modifiers_in_fixed_order() -> None:
    assert chords(pygame.K_RETURN, pygame.KMOD_LSHIFT | pygame.KMOD_LCTRL)[0] == "Ctrl+Shift+Enter"
    assert chords(pygame.K_LCTRL, pygame.KMOD_LCTRL) == ()


def test_a_sign_goes_by_its_print_whatever_shift_it_needs() -> None:
    assert chords(pygame.K_7, pygame.KMOD_LSHIFT, "/")[0] == "/"
    assert chords(pygame.K_EQUALS, pygame.KMOD_LSHIFT, "+")[0] == "+"


def test_a_letter_on_a_russian_keyboard_goes_by_its_place() -> None:
    assert chords(0x442, 0, "т", pygame.KSCAN_N)[0] == "N"


AMERICAN = "`1234567890-= qwertyuiop[] asdfghjkl;'\\ zxcvbnm,./"
LAYOUTS = {
    "us": AMERICAN,
    "us-intl": "·1234567890-= qwertyuiop[] asdfghjkl;·\\ zxcvbnm,./",
    "fr": "²&é\"'(-è_çà)= azertyuiop·$ qsdfghjklmù* wxcvbn,;:!",
    "de": "·1234567890ß· qwertzuiopü+ asdfghjklöä# yxcvbnm,.-",
    "es": "º1234567890'¡ qwertyuiop·+ asdfghjklñ·ç zxcvbnm,.-",
    "it": "\\1234567890'ì qwertyuiopè+ asdfghjklòàù zxcvbnm,.-",
    "pl": AMERICAN,
    "cz": ";+ěščřžýáíé=· qwertzuiopú) asdfghjklů§· yxcvbnm,.-",
    "ru": "ё1234567890-= йцукенгшщзхъ фывапролджэ\\ ячсмитьбю.",
    "gr": "`1234567890-= ;ςερτυθιοπ[] ασδφγηξκλ·'\\ ζχψωβνμ,./",
    "il": ";1234567890-= /'קראטוןםפ][ שדגכעיחלךף,\\ זסבהנמצתץ.",
    "jp": "·1234567890-^ qwertyuiop@[ asdfghjkl;:] zxcvbnm,./",
}
"""What stands on the caps, row by row; "·" for an accent that waits for a letter, which has no code."""
PLACES = [
    getattr(pygame, f"KSCAN_{name}")
    for name in (
        *("GRAVE", *"1234567890", "MINUS", "EQUALS", *"QWERTYUIOP", "LEFTBRACKET", "RIGHTBRACKET"),
        *(*"ASDFGHJKL", "SEMICOLON", "APOSTROPHE", "BACKSLASH", *"ZXCVBNM", "COMMA", "PERIOD", "SLASH"),
    )
]


def presses(layout: str, typing: bool) -> list[tuple[int, str, int, int]]:
    """(code, unicode, scancode, modifiers) of every letter, digit and sign key as SDL tells them, plain and held.

    Without text input a dead key and a letter that is not Latin have no unicode, and Shift changes none.
    """
    shift, ctrl = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL
    digits = {getattr(pygame, f"KSCAN_{digit}"): ord(digit) for digit in "1234567890"}
    found = []
    for cap, place in zip(LAYOUTS[layout].replace(" ", ""), PLACES, strict=True):
        code = digits.get(place, 0x40000000 if cap == "·" else ord(cap))
        typed = cap if cap != "·" else ""
        for mods in (0, shift, ctrl, pygame.KMOD_LALT, ctrl | shift):
            unicode = typed if typing and not mods else chr(code) if not mods & pygame.KMOD_CTRL and code < 128 else ""
            found.append((code, unicode, place, mods))
    return found


@of_each("layout, preset, typing", product(sorted(LAYOUTS), sorted(PRESETS), (False, True)))
def test_every_action_can_be_typed_on_every_keyboard(layout: str, preset: str, typing: bool) -> None:
    keymap, names = KeyMap(preset), set()
    for code, unicode, place, mods in presses(layout, typing):
        for cursor in (False, True):
            names.add(keymap.meaning(chords(code, mods, unicode, place), cursor)[1])
    by_sign = [action for action in ACTIONS if not any(k.split("+")[-1] in CODES for k in keymap.keys(action.name))]
    by_sign = [action for action in by_sign if keymap.keys(action.name)]
    assert [action.name for action in by_sign if action not in names] == []


@pytest.mark.parametrize("typing", [False, True])
def test_on_an_american_keyboard_every_default_key_does_what_it_says(typing: bool) -> None:
    keymap = KeyMap()
    typed = {n for code, unicode, place, mods in presses("us", typing) for n in chords(code, mods, unicode, place)}
    wanted = {k for action in ACTIONS for k in action.keys if k.split("+")[-1] not in CODES}
    assert wanted - typed == set()
    for action in ACTIONS:
        for k in action.keys:
            assert keymap.action(k, action.where == "cursor") == action


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_the_upper_row_switches_overlays_and_nothing_else(layout: str) -> None:
    keymap = KeyMap()
    for digit in "123456789":
        place = getattr(pygame, f"KSCAN_{digit}")
        for typing in (False, True):
            (press,) = [p for p in presses(layout, typing) if p[2] == place and p[3] == 0]
            action = keymap.meaning(chords(press[0], 0, press[1], place))[1]
            assert action == keymap.action(digit) and action is not None, f"{digit} on {layout}"


def test_what_a_german_types_with_shift_is_known_while_text_is_typed_and_goes_by_the_cap_else() -> None:
    assert chords(pygame.K_7, pygame.KMOD_LSHIFT, "/", pygame.KSCAN_7)[0] == "/"
    assert chords(pygame.K_7, pygame.KMOD_LSHIFT, "7", pygame.KSCAN_7) == ("Shift+7", "7")
    assert chords(pygame.K_PLUS, 0, "+", pygame.KSCAN_RIGHTBRACKET)[0] == "+"


def test_chords_are_read_however_the_player_writes_them() -> None:
    assert parse_chord("shift+ctrl+enter") == ("Ctrl", "Shift", "Enter")
    assert parse_chord("Ctrl++") == ("Ctrl", "+")
    assert parse_chord("+") == ("+",)


@pytest.mark.parametrize("text", ["", "Ctrl", "Ctrl+", "Hyper+N", "Enter+N", "nonsense"])
def test_what_names_no_key_is_refused_with_an_example(text: str) -> None:
    if text == "Ctrl+":
        assert tidy(text) == "Ctrl++"
        return
    with pytest.raises(ValueError, match="Ctrl\\+Enter"):
        tidy(text)


def test_giving_a_key_away_takes_it_from_its_old_action_only_if_wanted() -> None:
    keymap = KeyMap()
    assert [action.name for action in keymap.bind("guard", ["N"])] == ["next_unit"]
    assert keymap.text("guard") == "G"
    keymap.bind("guard", ["N"], take=True)
    assert keymap.action("N") == BY_NAME["guard"]
    assert keymap.keys("next_unit") == ()
    keymap.reset()
    assert keymap.action("N") == BY_NAME["next_unit"]


def test_damaged_key_changes_are_reported_and_the_rest_is_kept() -> None:
    keymap = KeyMap("classic", {"guard": ["Hyper+X"], "fly": ["N"], "log": ["ctrl+l"]})
    assert keymap.text("guard") == "G"
    assert keymap.text("log") == "Ctrl+L"
    assert len(keymap.problems) == 2


def test_actions_are_found_by_word_group_or_key() -> None:
    keymap = KeyMap()
    assert [action.name for action in keymap.search("end phase")] == ["end_phase"]
    assert "quick_save" in [action.name for action in keymap.search("F5")]
    assert len(keymap.search("")) == len(ACTIONS)


def test_cursor_letters_count_only_in_cursor_mode_but_the_number_pad_always() -> None:
    keymap = KeyMap()
    assert keymap.action("Q") is None
    assert keymap.action("Q", cursor=True) == BY_NAME["cursor_7"]
    assert keymap.action("C") == BY_NAME["cursor_mode"]
    assert keymap.action("C", cursor=True) == BY_NAME["cursor_3"]
    assert keymap.action("Num 9") == BY_NAME["cursor_9"]


def test_shift_makes_an_arrow_or_a_cursor_step_stronger() -> None:
    inputs = Inputs()
    (pan,) = inputs.translate(key(pygame.K_LEFT, pygame.KMOD_LSHIFT))
    assert (pan.name, pan.shift) == ("pan_left", True)


def test_a_key_held_down_repeats_only_what_may_be_repeated() -> None:
    inputs = Inputs()
    assert names(inputs, *[key(pygame.K_RETURN, pygame.KMOD_LCTRL)] * 3) == ["end_phase"]
    assert names(inputs, *[key(pygame.K_n, 0, "n")] * 3) == ["next_unit"] * 3


def test_repeats_that_piled_up_in_a_slow_frame_are_dropped_when_the_key_is_let_go() -> None:
    inputs, press = Inputs(), key(pygame.K_u, 0, "u")
    up = key(pygame.K_u, kind=pygame.KEYUP)
    assert names(inputs, *inputs.settled([press])) == ["undo"]
    assert names(inputs, *inputs.settled([press, press, up])) == [], "undone once, however long it took"
    assert names(inputs, *inputs.settled([press, up, press, up])) == ["undo"] * 2, "pressed twice"
    assert names(inputs, *inputs.settled([press])) == ["undo"]
    assert names(inputs, *inputs.settled([press, press, press])) == ["undo"], "held: one more a frame"


def test_space_skips_when_let_go_but_not_if_it_moved_the_map() -> None:
    inputs = Inputs()
    up = key(pygame.K_SPACE, kind=pygame.KEYUP)
    assert names(inputs, key(pygame.K_SPACE), up) == ["skip"]
    drag = [
        mouse(pygame.MOUSEBUTTONDOWN, (5, 5)),
        mouse(pygame.MOUSEMOTION, (50, 5)),
        mouse(pygame.MOUSEBUTTONUP, (50, 5)),
    ]
    assert names(inputs, key(pygame.K_SPACE), *drag, up) == ["pan"]


def test_counters_hide_as_long_as_the_key_is_held() -> None:
    inputs = Inputs()
    (down,) = inputs.translate(key(pygame.K_BACKQUOTE, 0, "`"))
    (up,) = inputs.translate(key(pygame.K_BACKQUOTE, 0, "", kind=pygame.KEYUP))
    assert (down.name, down.amount, up.name, up.amount) == ("hide_counters", 1, "hide_counters", 0)


def test_a_press_that_moves_is_a_drag_and_one_that_stays_is_a_click() -> None:
    inputs = Inputs()
    down, up = mouse(pygame.MOUSEBUTTONDOWN, (10, 10)), mouse(pygame.MOUSEBUTTONUP, (12, 11))
    assert names(inputs, down, mouse(pygame.MOUSEMOTION, (12, 11)), up) == ["click"]
    far = mouse(pygame.MOUSEBUTTONUP, (60, 10))
    assert names(inputs, down, mouse(pygame.MOUSEMOTION, (60, 10)), far) == ["drag_start", "drag", "drag_end"]


def test_two_quick_clicks_are_a_double_click() -> None:
    inputs = Inputs()
    events = [mouse(pygame.MOUSEBUTTONDOWN, (10, 10)), mouse(pygame.MOUSEBUTTONUP, (10, 10))] * 3
    clicks = [intent.clicks for event in events for intent in inputs.translate(event)]
    assert clicks == [1, 2, 1]


def test_ctrl_held_is_told_with_the_click() -> None:
    inputs = Inputs()
    inputs.watch(key(pygame.K_LCTRL))
    inputs.translate(mouse(pygame.MOUSEBUTTONDOWN, (10, 10)))
    (click,) = inputs.translate(mouse(pygame.MOUSEBUTTONUP, (10, 10)))
    assert click.ctrl and not click.shift


def test_the_middle_button_moves_the_map_and_the_right_one_steps_back() -> None:
    inputs = Inputs()
    middle = [
        mouse(pygame.MOUSEBUTTONDOWN, (5, 5), 2),
        mouse(pygame.MOUSEMOTION, (50, 5)),
        mouse(pygame.MOUSEBUTTONUP, (50, 5), 2),
    ]
    assert names(inputs, *middle) == ["pan"]
    assert names(inputs, mouse(pygame.MOUSEBUTTONDOWN, (5, 5), 3), mouse(pygame.MOUSEBUTTONUP, (5, 5), 3)) == [
        "right_click"
    ]


def fingers(x: float, y: float) -> Event:
    """Two fingers on a trackpad: small parts of notches."""
    return Event(pygame.MOUSEWHEEL, x=round(x), y=round(y), precise_x=x, precise_y=y, flipped=False)


def test_two_fingers_zoom_by_whole_notches_and_scroll_by_small_parts_in_every_direction() -> None:
    inputs = Inputs()
    assert names(inputs, *[fingers(0.0, 0.25)] * 8) == ["zoom", "zoom"]
    assert names(inputs, fingers(0, 0.75), fingers(0, -0.25), fingers(0, -0.5)) == [], "another way begins anew"
    (farther,) = inputs.translate(fingers(0, -0.25))
    assert (farther.name, farther.amount) == ("zoom", -1)
    scrolling = Inputs(KeyMap("classic", wheel="scroll"))
    (intent,) = scrolling.translate(fingers(0.3, -0.1))
    assert (intent.name, intent.delta) == ("scroll", (0.3, -0.1))
    scrolling.watch(key(pygame.K_LCTRL))
    assert names(scrolling, fingers(0, 1.0)) == ["zoom"], "a pinch on Windows is Ctrl and the wheel"


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("wheel", ["zoom", "scroll"])
def test_what_the_wheel_does_is_a_choice_of_its_own(preset: str, wheel: str) -> None:
    assert names(Inputs(KeyMap(preset, wheel=wheel)), fingers(0, 1)) == [wheel]
    assert KeyMap(preset, wheel=wheel).style == KeyMap(preset).style, "clicks stay as they are"


def test_a_pinch_zooms() -> None:
    inputs = Inputs()
    apart = Event(pygame.MULTIGESTURE, touch_id=1, x=0.5, y=0.5, pinched=0.025, rotated=0.0, num_fingers=2)
    assert [i.amount for event in [apart] * 5 for i in inputs.translate(event)] == [1, 1]
    together = Event(pygame.MULTIGESTURE, touch_id=1, x=0.5, y=0.5, pinched=-0.13, rotated=0.0, num_fingers=2)
    assert [i.amount for i in inputs.translate(together)] == [-1, -1]
    assert inputs.translate(Event(pygame.MULTIGESTURE, pinched=0.5, num_fingers=3)) == []


def test_the_wheel_zooms_or_scrolls_as_the_preset_says() -> None:
    wheel = Event(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
    assert names(Inputs(), wheel) == ["zoom"]
    vassal = Inputs(KeyMap("vassal"))
    assert names(vassal, wheel) == ["scroll"]
    vassal.watch(key(pygame.K_LCTRL))
    assert names(vassal, wheel) == ["zoom"]
