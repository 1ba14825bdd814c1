"""The pictures, colours and sounds used at the table.  Packs are folders with a pack.toml."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import pygame

from ecs.core.files.faults import Fault, key_of, parsed, shape_faults
from ecs.untrusted_input import UnreadableError, meant, parse_toml, plain
from game.packs.addons.library import roots as content_roots
from game.packs.manifest import (
    GREY,
    PLAIN,
    CounterStyle,
    LineStyle,
    OverlayStyle,
    Rgb,
    Sound,
    SoundManifest,
    SpriteManifest,
    Terrain,
    TerrainTint,
    Theme,
    between,
    filled,
    grey,
    tinted,
    with_looks,
)
from game.packs.media_trial import Inspection, TrialError, decoded
from game.packs.picture_store import Store
from game.packs.plain_media import LARGEST_SIZE, Tint, draw_picture, placeholder, recolour, scaled, sound_of
from game.packs.safe_files import (
    MEDIA,
    PICTURES,
    PackError,
    check_folder,
    is_name,
    line_of,
    read_file,
)
from game.system.paths import is_own_pack

__all__ = [
    "PackError",
    "Rgb",
    "SoundPack",
    "SpritePack",
    "load_sound_pack",
    "load_sprite_pack",
    "settled",
]

Kind = Literal["sprites", "sounds"]
Entry = TypeVar("Entry", Rgb, Terrain, LineStyle, CounterStyle, OverlayStyle, Theme)
Manifest = TypeVar("Manifest", SpriteManifest, SoundManifest)
Key = tuple[str, int, Tint | None]
Tell = Callable[[], None] | None

ENGINE = (0, 1)
MOST_TOLD = 20
"""Most faults reported of one file."""
MAX_SIZE = LARGEST_SIZE
KIN = {"woods": "forest", "marsh": "swamp", "rough": "hills"}
"""Ground of some maps that is drawn like another."""
_ENGINE = re.compile(r">=\s*(\d{1,4})\.(\d{1,4})")


def load_sprite_pack(pack_id: str, roots: Sequence[Path] | None = None, tell: Tell = None) -> SpritePack:
    """The sprite pack and its fallbacks, checked; PackError says what is wrong and where.

    :param tell: is called if new pictures must be decoded first, which takes a while.
    """
    where = roots if roots is not None else content_roots("sprites")
    return SpritePack(*_chain(pack_id, where, SpriteManifest, tell))


def load_sound_pack(pack_id: str, roots: Sequence[Path] | None = None, tell: Tell = None) -> SoundPack:
    """The sound pack and its fallbacks, checked; PackError says what is wrong and where.

    :param tell: as above.
    """
    where = roots if roots is not None else content_roots("sounds")
    return SoundPack(*_chain(pack_id, where, SoundManifest, tell))


def _check(folder: Path, tell: Tell) -> None:
    """Every file of a stranger's pack, its media decoded as well; raises PackError on the first bad one.

    What came with the game is not looked at again: the tests did, by ``check_pack``.
    """
    if is_own_pack(folder):
        return
    inspection = Inspection(tell)
    check_folder(folder, inspection.look)
    for fault in settled(folder, inspection):
        raise fault


def settled(folder: Path, inspection: Inspection) -> list[PackError]:
    """The files of a pack that could not be decoded, once all have been tried."""
    try:
        return [PackError(path, cause) for path, cause in sorted(inspection.settle())]
    except TrialError as error:
        return [PackError(folder, str(error))]


def _chain(
    pack_id: str, roots: Sequence[Path], kind: type[Manifest], tell: Tell = None
) -> tuple[tuple[Path, ...], tuple[Manifest, ...]]:
    folders: list[Path] = []
    wanted = pack_id
    while wanted or not folders:
        folder = _find(wanted, roots, folders)
        if folder in folders:
            raise PackError(folders[-1] / "pack.toml", f"'{wanted}' falls back on itself", "fallback")
        _check(folder, tell)
        folders.append(folder)
        wanted = read_manifest(folder, kind).fallback
    raws: list[dict[str, Any]] = []
    manifests: list[Manifest] = []
    for folder in reversed(folders):
        raw, manifest = _read(folder, kind, raws)
        raws.insert(0, raw)
        manifests.insert(0, manifest)
    return tuple(folders), tuple(manifests)


def _find(pack_id: str, roots: Sequence[Path], askers: Sequence[Path]) -> Path:
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", pack_id):
        for root in roots:
            if (root / pack_id / "pack.toml").is_file():
                return root / pack_id
    if askers:
        text = read_file(askers[-1], "pack.toml").decode("utf-8-sig", "replace")
        known = [path.parent.name for root in roots for path in root.glob("*/pack.toml")]
        cause = f"no pack with this id is installed: '{pack_id}'{meant(pack_id, known)}"
        raise PackError(askers[-1] / "pack.toml", cause, "fallback", line_of(text, "fallback"))
    raise PackError(pack_id, "no pack with this id is installed")


def read_manifest(folder: Path, kind: type[Manifest]) -> Manifest:
    """The pack.toml of a folder by itself: gaps that packs beneath would fill are grey.

    :raises PackError: that names line and key of what is wrong.
    """
    return _read(folder, kind, None)[1]


def read_raw(folder: Path) -> dict[str, Any]:
    """The tables of a folder's pack.toml as they stand there.

    :raises PackError: if it is not TOML.
    """
    try:
        return parse_toml(read_file(folder, "pack.toml"))
    except UnreadableError as error:
        raise PackError(folder / "pack.toml", str(error)) from error


def _read(
    folder: Path, kind: type[Manifest], beneath: Sequence[dict[str, Any]] | None
) -> tuple[dict[str, Any], Manifest]:
    """A pack.toml with its entries completed from those beneath; None: from grey ones."""
    path, data = folder / "pack.toml", read_file(folder, "pack.toml")
    raw = read_raw(folder)
    if kind is SpriteManifest:
        raw = with_looks(raw) if "looks" not in raw else raw
        raw = filled(raw, [grey(raw)] if beneath is None else beneath)
    if faults := [
        _told(path, data, fault, beneath or ()) for fault in islice(_joined(shape_faults(raw, kind)), MOST_TOLD)
    ]:
        faults[0].others = tuple(faults[1:])
        raise faults[0]
    pack = msgspec.convert(raw, kind, dec_hook=parsed)
    _check_manifest(path, pack.id, pack.engine)
    return raw, pack


def _joined(faults: Iterable[Fault]) -> Iterator[Fault]:
    """The faults; those of keys that one entry lacks are one."""
    for (path, lacks), same in groupby(faults, lambda fault: (fault.path, fault.missing and len(fault.path) == 2)):
        first, *more = same
        if lacks and more:
            names = ", ".join(fault.cause.partition(" is missing")[0] for fault in (first, *more))
            yield Fault(path, f"{names} are missing", missing=True)
        else:
            yield from (first, *more)


def _told(path: Path, data: bytes, fault: Fault, beneath: Sequence[dict[str, Any]]) -> PackError:
    """A fault with its line and key as written in the file."""
    key, cause = key_of(fault.path), fault.cause
    if fault.missing and len(fault.path) == 2:
        table, name = map(str, fault.path)
        known = {entry for pack in beneath for entry in pack.get(table, {})}
        cause += f" (no pack beneath has [{plain(key, 60)}]{meant(name, known)})"
    key = key.replace("looks", "counters", 1) if key.startswith("looks.") else key
    return PackError(path, cause, key, line_of(data.decode("utf-8-sig", "replace"), key))


def _check_manifest(path: Path, pack_id: str, engine: str) -> None:
    if pack_id != path.parent.resolve().name:
        raise PackError(path, f"the folder is called '{path.parent.name}', but the pack is called '{pack_id}'", "id")
    match = _ENGINE.fullmatch(engine.strip())
    if not match:
        raise PackError(path, f'expected ">=0.1", not "{engine}"', "engine")
    if (int(match[1]), int(match[2])) > ENGINE:
        raise PackError(path, f"the pack needs Rasputitsa {engine[2:].strip()} or later", "engine")


def media_file(folder: Path, name: str) -> bytes:
    """A file of one of the game's own packs unchanged; of a stranger's, its data decoded in another process.

    :raises PackError: if it cannot be used.
    """
    data = read_file(folder, name)
    if is_own_pack(folder):
        return data
    if not name.lower().endswith(MEDIA):
        raise PackError(folder / name, "not a picture, a sound or a font")
    try:
        return decoded(folder / name, data)
    except ValueError as error:
        raise PackError(folder / name, str(error)) from None


@dataclass(frozen=True, slots=True, eq=False)
class SoundPack:
    """One set of sounds: its own, then those of its fallbacks."""

    folders: tuple[Path, ...]
    manifests: tuple[SoundManifest, ...]

    @property
    def id(self) -> str:
        """The pack's own id."""
        return self.manifests[0].id

    def names(self) -> tuple[str, ...]:
        """Every sound of the pack, sorted."""
        return tuple(sorted({name for pack in self.manifests for name in pack.sounds}))

    def record(self, name: str) -> Sound | None:
        """The sound's entry in the pack or a fallback; None if none has it."""
        found = self._find(name)
        return found[1] if found else None

    def data(self, name: str) -> bytes:
        """The sound as a WAV; PackError if there is none or it cannot be used."""
        found = self._find(name)
        if not found:
            raise PackError(self.folders[0] / "pack.toml", "there is no such sound", f"sounds.{name}")
        folder, file = found[0], found[1].file
        data = media_file(folder, file)
        try:
            return data if is_own_pack(folder) else sound_of(data)
        except ValueError as error:
            raise PackError(folder / file, str(error)) from None

    def _find(self, name: str) -> tuple[Path, Sound] | None:
        for folder, pack in zip(self.folders, self.manifests, strict=True):
            if name in pack.sounds:
                return folder, pack.sounds[name]
        return None


@dataclass(frozen=True, slots=True, eq=False)
class SpritePack:
    """One look of the table: its own tables and pictures, then those of its fallbacks.

    To switch packs, load another and draw again: nothing of a pack enters a save.
    """

    folders: tuple[Path, ...]
    manifests: tuple[SpriteManifest, ...]
    warnings: list[str] = field(default_factory=list)
    _cache: Store[Key] = field(default_factory=Store)
    _files: dict[Path, bytes] = field(default_factory=dict)
    game: str = ""
    _games: dict[str, SpritePack] = field(default_factory=dict)
    _names: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The pack's own id."""
        return self.manifests[0].id

    def of_game(self, game: str) -> SpritePack:
        """The pack as it looks for one game, by the id of its rules; always the same object for the same id."""
        if not any(game in looks for pack in self.manifests for looks in pack.looks.values()):
            return self
        return self._games.setdefault(game, replace(self, game=game))

    def ink(self, name: str, usual: Tint) -> Tint:
        """A colour of [colours] that a pack may leave to the game."""
        return next((pack.colours[name] for pack in self.manifests if name in pack.colours), usual)

    def place(self, name: str) -> str:
        """The name shown on the map for a place."""
        return next((pack.places[name] for pack in self.manifests if name in pack.places), name)

    def has_unit(self, unit: str) -> bool:
        """Is there a picture for this very unit, by its id?"""
        if "units" not in self._names:
            found = (path.stem for folder in self.folders for path in (folder / "units").glob("*") if path.is_file())
            self._names["units"] = frozenset(found)
        return unit in self._names["units"]

    def font(self, face: str) -> bytes:
        """The decoded letters of a face ("plain", "bold", "title"); b"" for the game's own.

        :raises PackError: if the file may not be used.
        """
        for folder, pack in zip(self.folders, self.manifests, strict=True):
            if name := getattr(pack.fonts, face):
                return media_file(folder, name)
        return b""

    def colour(self, path: str) -> Rgb:
        """A colour by dotted name: "grid" of [colours], or "theme.dark.panel", "terrain.clear.fill"."""
        table, _, rest = path.partition(".")
        if not rest:
            return self._entry("colours", path, GREY)
        name, _, part = rest.rpartition(".")
        value = getattr(self._styled(table, name), part, None)
        if not isinstance(value, Rgb):
            self._warn(f'no colour "{path}"; grey is used')
            return GREY
        return value

    def _styled(self, table: str, name: str) -> object:
        asks: dict[str, Callable[[str], object]] = {
            "terrain": self.terrain,
            "lines": self.line,
            "counters": self.counter,
            "overlay": self.overlay,
            "theme": self.theme,
        }
        return asks[table](name) if table in asks else None

    def terrain(self, code: str, weather: str = "good") -> Terrain:
        """The ground of a hex in "good", "mixed", "mud" or "snow" weather; "mixed" is half way to mud."""
        code = KIN.get(code, code)
        plain = self._entry("terrain", code, PLAIN.terrain["plain"])
        if weather == "mixed":
            return between(plain, self.terrain(code, "mud"))
        table = f"terrain_{weather}"
        for pack in self.manifests:
            tints: dict[str, TerrainTint] = getattr(pack, table, {})
            if code in tints:
                return tinted(plain, tints[code])
            if code in pack.terrain:  # a pack that redraws the ground does not get another's season
                return plain
        return plain

    def line(self, kind: str) -> LineStyle:
        """The style of a hexside or road."""
        return self._entry("lines", kind, PLAIN.lines["plain"])

    def counter(self, nation: str, colour: str = "") -> CounterStyle:
        """A nation's counter, or its variant "NATION_colour" where the pack has one."""
        variant = f"{nation}_{colour}"
        name = variant if colour and any(variant in pack.counters for pack in self.manifests) else nation
        style = self._entry("counters", name, PLAIN.counters["plain"])
        for pack in self.manifests:
            if self.game in pack.looks.get(name, {}):
                return tinted(style, pack.looks[name][self.game])
            if name in pack.counters:  # a pack that redraws a nation does not get another's look for a game
                return style
        return style

    def overlay(self, name: str) -> OverlayStyle:
        """Colour and pattern of a map overlay."""
        return self._entry("overlay", name, PLAIN.overlay["plain"])

    def theme(self, name: str) -> Theme:
        """A palette for panels; an unknown name gives "dark"."""
        for pack in self.manifests:
            if name in pack.theme:
                return pack.theme[name]
        return self._entry("theme", "dark", PLAIN.theme["plain"])

    def _entry(self, table: str, name: str, drawn: Entry) -> Entry:
        for pack in self.manifests:
            entries: dict[str, Entry] = getattr(pack, table)
            if name in entries:
                return entries[name]
        self._warn(f"no [{table}.{name}]; a plain grey one is used")
        return drawn

    def has(self, name: str) -> bool:
        """Is there a picture of this name in the pack or its fallbacks?"""
        return any(self._there(folder, f"{name}{end}") for folder in self.folders for end in PICTURES)

    def surface(self, name: str, size: int, tint: Tint | None = None) -> pygame.Surface:
        """The picture "symbols/infantry" in a square of size pixels, black turned to tint; do not draw on it.

        A picture no pack has is drawn as a crossed box and named once in `warnings`.
        """
        if not 1 <= size <= MAX_SIZE:
            raise ValueError(f"a picture cannot be {size} pixels in size, only 1 to {MAX_SIZE}")
        tint = next((pack.tints[name] for pack in self.manifests if name in pack.tints), tint)
        if tint is None:
            return self._plain(name, size)
        return self._cache.get((name, size, tint), lambda: recolour(self._plain(name, size), tint))

    def _plain(self, name: str, size: int) -> pygame.Surface:
        """The picture in its own colours, kept as well since it may be needed in other inks."""
        return self._cache.get((name, size, None), lambda: self._picture(name, size))

    def _picture(self, name: str, size: int) -> pygame.Surface:
        cause = "no pack has it"
        for folder in self.folders:
            for end in PICTURES:
                if self._there(folder, f"{name}{end}"):
                    try:
                        data = self._file(folder, f"{name}{end}")
                        return draw_picture(data, end, size) if is_own_pack(folder) else scaled(data, size)
                    except (pygame.error, ValueError) as error:
                        cause = str(error)
        self._warn(f'picture "{name}": {cause}; a crossed box is drawn')
        return placeholder(size)

    def remember(self) -> None:
        """Read all pictures of strangers now, so that files that change or go away do not affect the table."""
        for folder in self.folders:
            for path in () if is_own_pack(folder) else sorted(folder.rglob("*")):
                name = path.relative_to(folder).as_posix()
                if path.suffix in PICTURES and is_name(name) and path.is_file():
                    with suppress(PackError):
                        self._file(folder, name)

    def _there(self, folder: Path, name: str) -> bool:
        return is_name(name) and (folder / name in self._files or (folder / name).is_file())

    def _file(self, folder: Path, name: str) -> bytes:
        if folder / name not in self._files:
            self._files[folder / name] = media_file(folder, name)
        return self._files[folder / name]

    def _warn(self, text: str) -> None:
        line = f"sprites/{self.id}: {text}"
        if line not in self.warnings:
            self.warnings.append(line)
