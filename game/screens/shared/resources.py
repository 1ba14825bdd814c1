"""Resources shared by all screens: pictures, sounds and saves, which follow the settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.app.application import App
from game.app.audio import Audio
from game.app.settings import as_text
from game.app.settings import save as save_settings
from game.packs.addons.library import follow_choice
from game.packs.loader import PackError, SoundPack, SpritePack, load_sound_pack, load_sprite_pack
from game.packs.manifest import Theme as PackTheme
from game.saves.storage.save_folder import Saves
from game.screens.shared.base import Doors
from game.system.output_files import open_file
from game.ui.widgets import BUILT_IN, Theme, Ui, escape, theme_from
from game.ui.widgets.style.text_rendering import FACES, use_letters

STANDARD = "standard"
BEDS = {"good": "bed_good", "mixed": "bed_mud", "mud": "bed_mud", "snow": "bed_snow"}


class SharedResources:
    """The packs in use, the sound, the folder of saves.

    :param doors: makes what leads from screen to screen.
    :param silent: open no sound device (for pictures and tests).
    """

    def __init__(
        self, app: App, doors: Callable[[SharedResources], Doors], saves: Saves | None = None, silent: bool = False
    ) -> None:
        self.app = app
        self.doors = doors(self)
        follow_choice(lambda: app.settings.addons)
        self.saves = saves or Saves(keep=app.settings.autosave_keep)
        self.problems: list[str] = []
        self.pack = self._sprites(app.settings.sprite_pack)
        self.sounds = load_sound_pack(STANDARD) if silent else self._chosen_sounds()
        self.audio = Audio(self.sounds, muted=silent)
        self._write_with_pack()
        self._kept = as_text(app.settings)
        self.follow()

    def _chosen_sounds(self) -> SoundPack:
        chosen = self.app.settings.sound_pack
        try:
            return load_sound_pack(chosen, tell=lambda: self._wait_for(chosen))
        except PackError as error:
            why = str(error).removeprefix(f"{chosen}: ")
            self._refused(f"The sound pack '{chosen}' cannot be used: {why}. Using the standard sounds instead.")
            self.app.settings.sound_pack = STANDARD
            return load_sound_pack(STANDARD)

    def _sprites(self, pack_id: str) -> SpritePack:
        try:
            return load_sprite_pack(pack_id, tell=lambda: self._wait_for(pack_id))
        except PackError as error:
            why = str(error).removeprefix(f"{pack_id}: ")
            self._refused(f"The sprite pack '{pack_id}' cannot be used: {why}. Using the standard pictures instead.")
            self.app.settings.sprite_pack = STANDARD
            return load_sprite_pack(STANDARD)

    def _wait_for(self, pack_id: str) -> None:
        """Decode new files of strangers first, while the player waits at the window."""
        self.app.say_at_once(f"Checking the pack '{pack_id}'…")

    def _refused(self, sentence: str) -> None:
        """Tell of a refused pack when the window opens; of one chosen later, at once."""
        self.problems.append(sentence)
        if self.app.scenes:
            self.app.ui.notice(escape(sentence), "warn")

    def follow(self) -> None:
        """Apply the settings: volumes, packs, panel colours of the pack."""
        chosen = self.app.settings
        self.audio.muted = chosen.mute
        self.audio.set_volume("effects", chosen.effects_volume)
        self.audio.set_volume("ui", chosen.ui_volume)
        if chosen.sound_pack != self.sounds.id:
            self.take_sounds(self._chosen_sounds())
            chosen.sound_pack = self.sounds.id
        self.audio.set_volume("bed", chosen.bed_volume)
        if chosen.sprite_pack != self.pack.id:
            self.pack = self._sprites(chosen.sprite_pack)
            chosen.sprite_pack = self.pack.id
            self._write_with_pack()
        self.app.themes = {name: panel_theme(self.pack.theme(name), base) for name, base in BUILT_IN.items()}
        self.app.apply_settings()

    def take_pictures(self, pack: SpritePack) -> None:
        """Use the pictures of this pack from now on, even if it is the one in use, changed."""
        self.pack = pack
        self._write_with_pack()
        self.follow()
        if self.app.scenes:
            self.app.top.on_pack()

    def take_sounds(self, pack: SoundPack) -> None:
        """Use the sounds of this pack from now on."""
        self.sounds = pack
        self.audio.use(pack)

    def _write_with_pack(self) -> None:
        """Use the fonts of the pack, if it has any."""
        try:
            changed = use_letters({face: self.pack.font(face) for face in FACES})
        except ValueError as error:
            self._refused(f"A font of the pack '{self.pack.id}' cannot be used: {error}. Using the game's own instead.")
            changed = use_letters({})
        if changed:
            self.app.ui.renew_letters()

    def flip_sound(self) -> None:
        """Switch the sound on or off, and say so."""
        settings = self.app.settings
        settings.mute = not settings.mute
        self.follow()
        self.app.ui.notice("Sound is off." if settings.mute else "Sound is on.")

    def keep_settings(self) -> str:
        """Save the settings if any has changed; a sentence if that fails, else "".

        A file that could not be read when the program began is not written over for nothing.
        """
        if (now := as_text(self.app.settings)) == self._kept:
            return ""
        try:
            save_settings(self.app.settings)
        except OSError as error:
            return f"The settings could not be saved: {error.strerror or error}."
        self._kept = now
        return ""

    def show_folder(self, folder: Path) -> None:
        """Open a folder in the system's own window, or say where it is."""
        if not open_file(folder):
            self.app.ui.notice(escape(f"No program on this computer can open folders. The folder is {folder}"))

    def play(self, name: str) -> None:
        """Play a sound."""
        self.audio.play(name)

    def bed(self, weather: str) -> None:
        """Play the background sound of a season, by the look of the ground; "" for none."""
        self.audio.bed(BEDS.get(weather, ""))


def foot_height(ui: Ui) -> int:
    """Pixels for the strip of buttons at the foot of a screen: as in the last build."""
    return ui.height_of("foot", ui.px(36)) + 2 * ui.px(13)


def panel_theme(theme: PackTheme, base: Theme) -> Theme:
    """A pack's panel colours as a theme of the widgets."""
    return theme_from({name: getattr(theme, name) for name in theme.__struct_fields__}, base)
