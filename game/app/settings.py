"""The player's settings, one file in the player's folder; a damaged one is set aside, never fatal."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ecs.untrusted_input import plain
from game.packs.addons.library import Choice
from game.system.disk import DISK, write_whole
from game.system.paths import user_root

FILE = "settings.json"
LARGEST = 1_000_000  # bytes
MOST_PIXELS = 40_000_000
USED = "the defaults are used."
LARGEST_UNSEEN = (6144, 3456)
"""Of a window or a picture where there is no display to go by: larger ones take more than 512 MB."""

CONFIRMATIONS = {
    "attack_missed": "A unit with good odds does not attack",
    "out_of_supply": "Units will be out of supply",
    "objective_left": "An objective is left empty",
    "replacements_unspent": "Unspent replacements",
    "quit": "Quitting a game",
    "overwrite_save": "Overwriting a save",
    "delete_save": "Deleting a save",
}

Percent = Annotated[int, Meta(ge=0, le=100)]
Pause = Annotated[int, Meta(ge=0, le=10_000)]
Name = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.-]+$")]
Key = Annotated[str, Meta(max_length=40)]
Effort = Literal["quick", "normal", "patient"]
Wheel = Literal["zoom", "scroll"]
Drama = Literal["off", "brisk", "full"]
Phase = Annotated[str, Meta(max_length=80)]
Title = Annotated[str, Meta(max_length=200)]
PASSED_MOST = 100
AddonName = Annotated[str, Meta(min_length=1, max_length=80)]
MOST_ADDONS = 400
Keys = Annotated[list[Key], Meta(max_length=8)]


SPEEDS = {"Slow": 0.5, "Normal": 1.0, "Fast": 2.0, "Very fast": 4.0}
"""How fast counters move and the computer plays, in words."""


class Settings(msgspec.Struct, kw_only=True):
    """Everything the options screen can change; unknown fields of a newer version are ignored."""

    format: Annotated[int, Meta(ge=1, le=1)] = 1
    first_run: bool = True
    tutorial_done: bool = False
    # sight
    text_scale: Annotated[float, Meta(ge=0.8, le=2.0)] = 1.0
    theme: Name = "light"
    sprite_pack: Name = "standard"
    reduce_motion: bool = False
    campaign_map: bool = True  # counters too small to be read are gathered into formations
    map_margins: bool = True  # turn track, pools, chits and tables of results lie beside the map
    animation_speed: Annotated[float, Meta(ge=0.25, le=8.0)] = 1.0
    column_side: Literal["left", "right"] = "right"
    fullscreen: bool = False
    window: tuple[Annotated[int, Meta(ge=640, le=16_384)], Annotated[int, Meta(ge=360, le=16_384)]] = (1280, 720)
    maximised: bool = False
    # sound
    sound_pack: Name = "standard"
    effects_volume: Percent = 80
    ui_volume: Percent = 60
    bed_volume: Percent = 30  # of the season's quiet sound
    mute: bool = False
    mute_on_focus_loss: bool = True
    # hands
    controls: Literal["classic", "grigsby", "vassal"] = "classic"
    keys: Annotated[dict[Key, Keys], Meta(max_length=500)] = {}
    wheel: Wheel | Literal[""] = ""  # and two fingers on a trackpad; "": as the preset of controls has it
    wheel_reversed: bool = False
    fight_at: Annotated[int, Meta(ge=50, le=100)] = 90  # percent: attacks that one button makes have this chance
    next_after_march: bool = False  # the nearest unit that can still act is picked when one has marched
    # pace
    tooltip_ms: Annotated[int, Meta(ge=-1, le=3000)] = 500  # -1: none
    ai_pause_ms: Pause = 300
    battle_pause_ms: Pause = 1000
    drama: Drama = "brisk"  # of cards that tell great events
    dispatches: bool = True  # a page of news before the player's turn, if there is any
    show_ai_reasons: bool = True
    patience: Effort = "normal"  # of computer generals
    hints: bool = True  # in the first turn of a game
    hints_seen: Annotated[list[Phase], Meta(max_length=500)] = []  # put away for good
    offers_taken: Annotated[list[Phase], Meta(max_length=PASSED_MOST)] = []  # first phases ended in every new game
    passed: Annotated[dict[Phase, Title], Meta(max_length=PASSED_MOST)] = {}  # phases ended as they begin
    # safety
    confirm: Annotated[dict[Key, bool], Meta(max_length=500)] = {}
    autosave_keep: Annotated[int, Meta(ge=0, le=100)] = 10
    # add-ons
    addon_order: Annotated[list[AddonName], Meta(max_length=MOST_ADDONS)] = []
    addons_off: Annotated[list[AddonName], Meta(max_length=MOST_ADDONS)] = []

    def asks(self, prompt: str) -> bool:
        """Whether the game puts this question to the player: yes, unless turned off."""
        return self.confirm.get(prompt, True)

    @property
    def addons(self) -> Choice:
        """The add-ons in use, in order."""
        return Choice(tuple(self.addon_order), frozenset(self.addons_off))


def chosen_addons() -> Choice:
    """The contents of the add-on settings file; an unreadable one is left for the window to report."""
    try:
        path = user_root() / FILE
        return _what_is_sound(DISK.read(path, LARGEST)).addons if path.is_file() else Choice()
    except OSError:
        return Choice()


def load(folder: Path | None = None) -> tuple[Settings, str]:
    """The settings, and a sentence for the player if the file was damaged and set aside ("" if not)."""
    path = (folder or user_root()) / FILE
    try:
        if not os.path.lexists(path):
            return Settings(), ""
        if path.is_file() and path.stat().st_size > LARGEST:
            return Settings(), _set_aside(path, "it is too large for a settings file")
        if not path.is_file():
            return Settings(), f"The settings in {plain(str(path))} cannot be read: that is not a file; {USED}"
        raw = DISK.read(path, LARGEST + 1)
    except OSError as error:
        return Settings(), f"The settings in {plain(str(path))} cannot be read: {error.strerror or error}; {USED}"
    try:
        return _checked(msgspec.json.decode(raw, type=Settings)), ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        left = _what_is_sound(raw)
        message = _set_aside(path, plain(str(error)), all_lost=left == Settings())
    if left != Settings():
        with suppress(OSError):
            save(left, folder)
    return left, message


def _checked(found: Settings) -> Settings:
    if found.window[0] * found.window[1] > MOST_PIXELS:
        raise msgspec.ValidationError("the window is larger than any screen - at `$.window`")
    return found


def _what_is_sound(raw: bytes) -> Settings:
    """The settings, with every usable value from a damaged file and defaults for the others."""
    found = Settings()
    try:
        values = msgspec.json.decode(raw, type=dict[str, Any])
        msgspec.convert({"format": values.get("format", 1)}, Settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return found
    for name in Settings.__struct_fields__:
        with suppress(msgspec.ValidationError):
            if name in values:
                setattr(found, name, getattr(_checked(msgspec.convert({name: values[name]}, Settings)), name))
    return found


def save(settings: Settings, folder: Path | None = None) -> Path:
    """Write the file whole or not at all; raises OSError, and msgspec.ValidationError for a value out of bounds."""
    path = (folder or user_root()) / FILE
    msgspec.convert(msgspec.to_builtins(settings), Settings)
    write_whole(path, as_text(settings))
    return path


def as_text(settings: Settings) -> bytes:
    """The contents of the file."""
    return msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n"


def _set_aside(path: Path, cause: str, *, all_lost: bool = True) -> str:
    """Keep the damaged file under another name, so that nothing the player wrote is lost."""
    for number in range(1, 100):
        aside = path.with_name(f"settings.damaged-{number}.json")
        if not os.path.lexists(aside):
            break
    try:
        DISK.rename(path, aside)
        with suppress(OSError):
            DISK.flush_name(aside)
    except OSError as error:
        return f"The settings in {plain(str(path))} are damaged ({cause}) and cannot be moved away ({error.strerror})."
    used = "the defaults are used" if all_lost else "the rest is used"
    return f"The settings were damaged ({cause}). They are kept as {plain(str(aside))}, and {used}."


def nearest_speed(speed: float) -> int:
    """The index in `SPEEDS` of the nearest speed."""
    known = list(SPEEDS.values())
    return min(range(len(known)), key=lambda i: abs(known[i] - speed))
