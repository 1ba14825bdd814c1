"""Changes on disk while the game is open: packs, maps, scenarios and add-ons are reloaded at once.

Asked about once a second, by names, sizes and times alone.  A sentence says what is faulty, and the last good one
stays; a game that is being played keeps its map and its rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ecs import MapError, SetupError, TableError, check_board, load_scenario, ruleset_of
from game.packs.addons.library import further, in_words, installed, things_in
from game.packs.loader import PackError, load_sound_pack, load_sprite_pack
from game.packs.safe_files import stamp
from game.play.plugins import look_again
from game.screens.shared.resources import SharedResources
from game.system.paths import is_own_pack
from game.ui.widgets import escape

Stamps = dict[Path, tuple[int, int]]
MOST_TOLD = 3


class Live:
    """Watches the player's folder for the screens of a window."""

    def __init__(self, kit: SharedResources) -> None:
        self.kit = kit
        self._addons = self._sources()
        self._files = _stamps()
        self._pictures = self._sounds = ""
        self._look_at_packs(first=True)

    def look(self) -> None:
        """Reload what has changed since the last look."""
        self.kit.audio.look_again()
        self._look_at_packs()
        addons, files = self._sources(), _stamps()
        if addons == self._addons and files == self._files:
            return
        changed = sorted(path for path, known in files.items() if self._files.get(path) != known)
        if addons != self._addons:
            look_again()
        told = [*self._new_addons(addons), *(fault for path in changed for fault in _faults_of(path))]
        self._addons, self._files = addons, files
        for sentence in told[:MOST_TOLD]:
            self._say(in_words(sentence))
        if len(told) > MOST_TOLD:
            self._say(f"… and {len(told) - MOST_TOLD} more faults; `rasputitsa check` lists them all.")
        for scene in self.kit.app.scenes:
            scene.on_content()
        self.kit.app.dirty = True

    def _say(self, sentence: str) -> None:
        self.kit.app.ui.notice(escape(sentence), "warn")

    @staticmethod
    def _sources() -> dict[Path, tuple[str, str]]:
        """Every add-on's digest and fault."""
        return {addon.source: (addon.digest, addon.fault) for addon in installed()}

    def _new_addons(self, now: dict[Path, tuple[str, str]]) -> Iterator[str]:
        """Sentences about add-ons that appeared, vanished, or changed their fault."""
        titles = {addon.source: addon.called for addon in installed()}
        for source, (digest, fault) in now.items():
            before = self._addons.get(source)
            if fault and (before is None or before[1] != fault):
                yield fault
            elif before is None or (before[1] and not fault):
                yield f"The add-on {titles[source]} was added."
            elif before[0] != digest:
                yield f"The add-on {titles[source]} has changed."
        for source in self._addons:
            if source not in now:
                yield f"The add-on {source.name} was removed."

    # -- packs ---------------------------------------------------------------------------------------

    def _look_at_packs(self, first: bool = False) -> None:
        """Reload the packs in use if one of their files has changed; the last good ones stay."""
        pictures = _of_packs(self.kit.pack.folders)
        if pictures != self._pictures:
            if not first and self._pictures:
                self._reload_pictures()
            self.kit.pack.remember()
            self._pictures = _of_packs(self.kit.pack.folders)
        sounds = _of_packs(self.kit.sounds.folders)
        if sounds != self._sounds:
            if not first and self._sounds:
                self._reload_sounds()
            self._sounds = _of_packs(self.kit.sounds.folders)

    def _reload_pictures(self) -> None:
        kit = self.kit
        if kit.pack.id != kit.app.settings.sprite_pack:
            return
        try:
            kit.take_pictures(load_sprite_pack(kit.pack.id))
        except PackError as error:
            self._say(in_words(str(error)))
        kit.app.dirty = True

    def _reload_sounds(self) -> None:
        try:
            self.kit.take_sounds(load_sound_pack(self.kit.sounds.id))
        except PackError as error:
            self._say(in_words(str(error)))


def _of_packs(folders: tuple[Path, ...]) -> str:
    """A value that changes when a file of strangers' packs does, or another pack is in use."""
    return str([(folder, () if is_own_pack(folder) else stamp(folder)) for folder in folders])


def _stamps() -> Stamps:
    """Size and time of every scenario and map beyond the game's own."""
    found: Stamps = {}
    for kind in ("scenarios", "maps"):
        for content in further("scenarios" if kind == "scenarios" else "maps"):
            for _, path in things_in("scenarios" if kind == "scenarios" else "maps", content.folder):
                try:
                    known = path.stat()
                except OSError:
                    continue
                found[path] = (known.st_size, known.st_mtime_ns)
    return found


def _faults_of(path: Path) -> list[str]:
    """What is wrong with a newly written scenario or map."""
    try:
        if path.suffix == ".tmx":
            return check_board(path)[0][:MOST_TOLD]
        ruleset_of(load_scenario(path))
    except MapError as error:
        return [str(fault) for fault in error.faults[:MOST_TOLD]]
    except (SetupError, TableError) as error:
        return [str(error)]
    except OSError:  # gone again
        return []
    return []
