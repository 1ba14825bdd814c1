"""The options: graphics, sound, controls, pace, safety; every change takes effect at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pygame
from pygame import Rect

from game.app.intents import Intent
from game.app.key_bindings import BY_NAME, PRESETS, Action, KeyMap
from game.app.settings import CONFIRMATIONS, SPEEDS, Drama, Wheel, nearest_speed
from game.packs.listing import list_packs
from game.play.atlas.text import percent
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources, foot_height
from game.screens.shared.start_choices import patience
from game.ui.widgets import Item, Ui, escape

PAGES = ("Display", "Sound", "Mouse and pace", "Keys", "Questions")
THEMES = ("light", "dark", "contrast")
QUESTIONS = {**CONFIRMATIONS, "hand_over": "Hotseat: a screen between the players' turns"}
SAMPLES = ("artillery", "shake", "dice", "enemy_loss", "own_loss", "flag", "flag_lost", "step", "tracks", "bell",
           "page", "click", "refuse", "victory", "defeat")  # fmt: skip
CAUGHT = Action("key_caught", "Change a key", "", ())


class Catcher(KeyMap):
    """A key map in which every key means the same: the awaited one."""

    def action(self, pressed: str, cursor: bool = False) -> Action | None:
        """The awaited key, whichever was pressed."""
        del pressed, cursor
        return CAUGHT


class Options(Scene):
    """The options screen; settings are written to the player's folder when it is left."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit
        self.page = 0
        self.row, self.words = 0, ""
        self.waiting = ""
        self._next = -1  # of the samples of a sound pack
        self.conflict: tuple[str, str, list[Action]] | None = None

    def on_leave(self) -> None:
        """Keep the settings."""
        self._caught("Esc")
        problem = self.kit.keep_settings()
        if problem:
            self.app.ui.notice(escape(problem), "warn")

    def build(self, ui: Ui) -> None:
        """Tabs, the page, and the way back."""
        margin = ui.px(16)
        wide = min(ui.size[0] - 2 * margin, ui.px(900))
        rect = Rect((ui.size[0] - wide) // 2, margin, wide, ui.size[1] - 2 * margin)
        foot = foot_height(ui)
        before = self._fingerprint()
        with ui.panel("options", Rect(rect.x, rect.y, rect.width, rect.height - foot), "Options", pad=18):
            self.page = ui.tabs("page", PAGES, self.page)
            ui.space(4)
            pages: tuple[Callable[[Ui], None], ...] = (
                self._display,
                self._sound,
                self._hands,
                self._keys,
                self._questions,
            )
            pages[self.page](ui)
        with ui.panel("foot", Rect(rect.x, rect.bottom - foot, rect.width, foot), pad=13):
            if ui.button("Back", "Esc", kind="primary"):
                self.app.pop()
                return
        self._conflict(ui)
        if self._fingerprint() != before:
            self.kit.follow()

    def _fingerprint(self) -> str:
        settings = self.app.settings
        return str([getattr(settings, name) for name in settings.__struct_fields__])

    # -- pages ----------------------------------------------------------------------------------------

    def _display(self, ui: Ui) -> None:
        chosen = self.app.settings
        chosen.text_scale = round(
            ui.slider("Size of text and buttons", chosen.text_scale, 0.8, 2.0, 0.1, shown=lambda v: percent(v, 0)), 2
        )
        ui.label("Panel colours", bold=True)
        now = THEMES.index(chosen.theme) if chosen.theme in THEMES else 0
        chosen.theme = THEMES[ui.radio("theme", ("Light paper", "Dark", "High contrast"), now)]
        self._packs(ui)
        chosen.reduce_motion = ui.checkbox("Reduce motion: show results at once", chosen.reduce_motion)
        chosen.campaign_map = ui.checkbox(
            "Campaign map: group counters too small to read into formations", chosen.campaign_map
        )
        chosen.map_margins = ui.checkbox("Map margins: turns, pools, chits and tables", chosen.map_margins)
        left = ui.checkbox("Side column on the left", chosen.column_side == "left")
        chosen.column_side = "left" if left else "right"
        full = ui.checkbox("Full screen", self.app.fullscreen)
        if full != self.app.fullscreen:
            self.app.toggle_fullscreen()

    def _packs(self, ui: Ui) -> None:
        packs = list_packs("sprites")
        good = [pack for pack in packs if not pack.problem]
        ids = [pack.id for pack in good]
        now = ids.index(self.app.settings.sprite_pack) if self.app.settings.sprite_pack in ids else 0
        with ui.row(1, 2):
            ui.label("Pictures", bold=True)
            now = ui.dropdown("pack", [f"{pack.called}, by {pack.author}" for pack in good], now)
        if ids:
            self.app.settings.sprite_pack = ids[now]
        for pack in packs:
            if pack.problem:
                ui.text(f"[warn]{escape(pack.problem)}[/]", "small")

    def _sound(self, ui: Ui) -> None:
        chosen = self.app.settings
        whole = "{:.0f} %".format
        effects = int(ui.slider("Effects: steps, guns, dice", chosen.effects_volume, 0, 100, 5, shown=whole))
        clicks = int(ui.slider("Clicks and pages", chosen.ui_volume, 0, 100, 5, shown=whole))
        bed = int(ui.slider("The season: wind, rain, distant guns", chosen.bed_volume, 0, 100, 5, shown=whole))
        chosen.bed_volume = bed
        if (effects, clicks) != (chosen.effects_volume, chosen.ui_volume):
            sample = "artillery" if effects != chosen.effects_volume else "click"
            chosen.effects_volume, chosen.ui_volume = effects, clicks
            self.kit.follow()
            self.kit.play(sample)
        self._sound_packs(ui)
        chosen.mute = ui.checkbox("No sound", chosen.mute)
        chosen.mute_on_focus_loss = ui.checkbox("Mute while another window is in front", chosen.mute_on_focus_loss)
        for warning in self.kit.audio.warnings:
            ui.text(f"[warn]{escape(warning)}[/]", "small")

    def _sound_packs(self, ui: Ui) -> None:
        packs = list_packs("sounds")
        good = [pack for pack in packs if not pack.problem]
        ids = [pack.id for pack in good]
        now = ids.index(self.kit.sounds.id) if self.kit.sounds.id in ids else 0
        with ui.row(2, 5, 2):
            ui.label("Sounds", bold=True)
            now = ui.dropdown("sound pack", [f"{pack.called}, by {pack.author}" for pack in good], now)
            if ui.button("Play", name="hear", enabled=not self.app.settings.mute):
                self._next = (self._next + 1) % len(SAMPLES)
                self.kit.play(SAMPLES[self._next])
        if ids:
            self.app.settings.sound_pack = ids[now]
        for pack in packs:
            if pack.problem:
                ui.text(f"[warn]{escape(pack.problem)}[/]", "small")

    def _hands(self, ui: Ui) -> None:
        chosen = self.app.settings
        ui.label("Mouse and keys as in", bold=True)
        names = list(PRESETS)
        index = ui.radio("controls", [f"{p.title}: {p.about}" for p in PRESETS.values()], names.index(chosen.controls))
        chosen.controls = names[index]  # type: ignore[assignment]
        self._wheel(ui)
        chosen.wheel_reversed = ui.checkbox("Reverse the wheel", chosen.wheel_reversed)
        ui.separator()
        seconds = lambda v: f"{v / 1000:.1f} s"  # noqa: E731
        chosen.ai_pause_ms = int(
            ui.slider("Pause between the computer's moves", chosen.ai_pause_ms, 0, 3000, 100, shown=seconds)
        )
        chosen.battle_pause_ms = int(
            ui.slider("Pause after each battle round", chosen.battle_pause_ms, 0, 5000, 250, shown=seconds)
        )
        tip = int(
            ui.slider(
                "Tooltip delay",
                max(-100, chosen.tooltip_ms),
                -100,
                3000,
                100,
                shown=lambda v: "never" if v < 0 else f"{v / 1000:.1f} s",
            )
        )
        chosen.tooltip_ms = -1 if tip < 0 else tip
        now = nearest_speed(chosen.animation_speed)
        with ui.row(1, 2):
            ui.label("Counter speed")
            now = ui.dropdown("speed", list(SPEEDS), now)
        chosen.animation_speed = list(SPEEDS.values())[now]
        words = "After a move, pick the nearest unit that can act"
        chosen.next_after_march = ui.checkbox(words, chosen.next_after_march, name="next after march")
        self._drama(ui)
        chosen.dispatches = ui.checkbox("Dispatches before my turn", chosen.dispatches, name="dispatches")
        patience(ui, chosen)
        chosen.show_ai_reasons = ui.checkbox("The computer explains its moves", chosen.show_ai_reasons)

    def _wheel(self, ui: Ui) -> None:
        """What the wheel and two fingers on a trackpad do, whatever the clicks do."""
        chosen, ways = self.app.settings, get_args(Wheel)
        with ui.row(1, 2):
            ui.label("Wheel or trackpad")
            at = ways.index(chosen.wheel or PRESETS[chosen.controls].wheel)
            now = ui.dropdown("wheel", ["Zoom the map", "Scroll the map; zoom with Ctrl"], at)
        if now != at:
            chosen.wheel = ways[now]

    def _drama(self, ui: Ui) -> None:
        """How much show a battle, a fallen city or a lost army gets."""
        levels: tuple[Drama, ...] = get_args(Drama)
        with ui.row(1, 2):
            ui.label("Battles and great moments")
            words = ["Off: log only", "Brisk: short", "Full: slower; the computer waits"]
            chosen = ui.dropdown("drama", words, levels.index(self.app.settings.drama))
        self.app.settings.drama = levels[chosen]

    def _keys(self, ui: Ui) -> None:
        """A searchable list; the next key pressed goes to the chosen action."""
        keymap = self.app.inputs.keymap
        self.words = ui.entry("search", self.words, hint="Search for an action or a key")
        found = keymap.search(self.words)
        items = [Item(action.label, ", ".join(keymap.keys(action.name)) or "no key") for action in found]
        self.row = ui.listbox("keys", items, min(self.row, len(found) - 1), max(140, ui.size[1] / ui.scale - 380))
        opened = ui.opened("keys")
        if not 0 <= self.row < len(found):
            return
        action = found[self.row]
        if self.waiting:
            waits = escape(BY_NAME[self.waiting].label)
            ui.text(f"Press the new key for **{waits}**, with Ctrl, Alt or Shift if you like. Esc cancels.", "large")
            return
        with ui.row(2, 1, 1):
            if ui.button("Change this key", kind="primary") or opened:
                self._await_key(action.name)
            if ui.button("Reset", name="reset one"):
                keymap.reset(action.name)
                self._keep_keys()
            if ui.button("Reset all keys", name="reset all"):
                keymap.reset()
                self._keep_keys()

    def _await_key(self, name: str) -> None:
        """Take the next key pressed for this action."""
        ui, inputs = self.app.ui, self.app.inputs
        self.waiting = name
        ui.focus, ui.focus_shown, ui.popup = "", False, ""
        inputs.keymap = Catcher(inputs.keymap.preset, inputs.keymap.changes, inputs.keymap.own_wheel)

    def _caught(self, pressed: str) -> None:
        """A key was pressed for the waiting action; Esc leaves it as it is."""
        name, self.waiting = self.waiting, ""
        inputs = self.app.inputs
        inputs.keymap = KeyMap(inputs.keymap.preset, inputs.keymap.changes, inputs.keymap.own_wheel)
        if pressed != "Esc" and name:
            self._bind(BY_NAME[name], pressed)

    def handle(self, intent: Intent) -> bool:
        """Take the awaited key."""
        if intent.name == CAUGHT.name:
            self._caught(intent.text or "Space")
            return True
        return False

    def _bind(self, action: Action, key: str) -> None:
        met = self.app.inputs.keymap.bind(action.name, [key])
        if met:
            self.conflict = (action.name, key, met)
        else:
            self._keep_keys()

    def _conflict(self, ui: Ui) -> None:
        if self.conflict is None:
            return
        name, key, met = self.conflict
        others = ", ".join(f"**{escape(action.label)}**" for action in met)
        answer = ui.dialog(
            "conflict",
            f"{key} is taken",
            f"{escape(key)} already means {others}, which would lose its key.",
            ("Reassign key", "Cancel"),
        )
        if answer == "Reassign key":
            self.app.inputs.keymap.bind(name, [key], take=True)
            self._keep_keys()
        if answer:
            self.conflict = None

    def _keep_keys(self) -> None:
        self.app.settings.keys = {name: list(keys) for name, keys in sorted(self.app.inputs.keymap.changes.items())}
        self.kit.follow()

    def _questions(self, ui: Ui) -> None:
        ui.label("Ask or warn before", bold=True)
        confirm = self.app.settings.confirm
        for key, text in QUESTIONS.items():
            now = ui.checkbox(text, self.app.settings.asks(key), name=key)
            if now != self.app.settings.asks(key):
                confirm[key] = now
        chosen = self.app.settings
        chosen.hints = ui.checkbox("Hints in the first turn of a game", chosen.hints)
        if chosen.hints_seen and ui.button("Show closed hints again", name="hints again", fill=False):
            chosen.hints_seen = []
        if chosen.offers_taken and ui.checkbox("Choices I skip in new games", True) is False:
            chosen.offers_taken = []
        passed = chosen.passed
        if passed:
            ui.label("Phases I skip", bold=True)
        for number, (key, title) in enumerate(list(passed.items())):
            if not ui.checkbox(escape(title), True, name=f"passed{number}"):
                del passed[key]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw a plain background."""
        surface.fill(self.app.ui.theme.panel2)
