"""Everything wrong with a pack, for `rasputitsa check`; every picture and sound is decoded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ecs import RULESETS, SetupError, TableError, list_scenarios, load_scenario, start
from ecs.untrusted_input import likely, meant, plain
from game.packs.addons.library import addon_of, roots
from game.packs.listing import taken
from game.packs.loader import KIN, SoundPack, SpritePack, load_sound_pack, load_sprite_pack, read_raw, settled
from game.packs.manifest import SpriteManifest, Terrain, TerrainTint
from game.packs.media_trial import Inspection
from game.packs.safe_files import (
    FONTS,
    PICTURES,
    SOUNDS,
    PackError,
    check_folder,
    line_of,
    litter_in,
    read_file,
)
from game.system.paths import OWN_PACKS, data_root, is_own_pack

# -- Whether everybody can read a pack's colours: what must stand out from what, and by how much (WCAG 2.1). ---------

Colour = tuple[int, int, int]
WORDS = ("text", "muted", "accent", "warn", "good", "bad")


class Pair(NamedTuple):
    """Two colours of a table that must differ, and the least contrast."""

    table: str
    first: str
    second: str
    colours: tuple[Colour, Colour]
    least: float


def luminance(colour: Colour) -> float:
    """Relative luminance, 0-1 (WCAG 2.1)."""
    r, g, b = (_linear(channel / 255) for channel in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio, 1-21 (WCAG 2.1)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4


def hard_to_read(manifest: SpriteManifest) -> Iterator[str]:
    """Pairs of a pack's colours with less contrast than the game's own packs must have, a sentence each."""
    for pair in _pairs(manifest):
        found = contrast(*pair.colours)
        if found < pair.least:
            yield (
                f"[{pair.table}] {pair.first} on {pair.second}: a contrast of {found:.1f}:1; at least {pair.least:g}:1 "
                "is needed for everyone to read it"
            )


def _pairs(manifest: SpriteManifest) -> Iterator[Pair]:
    for name, style in manifest.counters.items():
        for part in ("ink", "symbol"):
            yield Pair(f"counters.{name}", part, "face", (getattr(style, part), style.face), 4.5)
    for name, theme in manifest.theme.items():
        least = 7.0 if name == "contrast" else 4.5
        for ground, word in ((ground, word) for ground in ("panel", "panel2") for word in WORDS):
            yield Pair(f"theme.{name}", word, ground, (getattr(theme, word), getattr(theme, ground)), least)
        for ground in ("button", "button_hover"):
            yield Pair(f"theme.{name}", "button_text", ground, (theme.button_text, getattr(theme, ground)), least)
        yield Pair(f"theme.{name}", "focus", "panel", (theme.focus, theme.panel), 3.0)
    for name, overlay in manifest.overlay.items():
        yield Pair(f"overlay.{name}", "colour", "casing", (overlay.colour, overlay.casing), 3.0)
    yield from _names_on_grounds(manifest)


def _names_on_grounds(manifest: SpriteManifest) -> Iterator[Pair]:
    ink = manifest.colours.get("name")
    for table in ("terrain", "terrain_mud", "terrain_snow") if ink is not None else ():
        for name, ground in getattr(manifest, table).items():
            if ground.fill is not None:
                assert ink is not None
                yield Pair(f"{table}.{name}", "colours.name", "fill", (ink, ground.fill), 4.5)


# -- The names that a sprite pack may use: those of the game's own pack, and whatever a pack calls new. --------------

TABLES = ("colours", "terrain", "terrain_mud", "terrain_snow", "lines", "counters", "overlay", "theme")
FOLDERS = ("symbols", "echelons", "badges", "icons")
"""Folders of pictures that are looked up by name; the pack names those in `terrain`, units those in `units`."""
OTHERS = ("terrain", "units", "fonts")


@lru_cache(maxsize=1)
def _standard() -> SpritePack:
    return load_sprite_pack(OWN_PACKS[0], (data_root() / "sprites",))


@lru_cache(maxsize=32)
def known(table: str) -> frozenset[str]:
    """The names that a table, or a folder of pictures, may use."""
    (folder,), (manifest,) = _standard().folders, _standard().manifests
    if table in TABLES:
        found = getattr(manifest, "terrain" if table.startswith("terrain") else table)
        return frozenset(found) | (frozenset(KIN) if table.startswith("terrain") else frozenset())
    if table == "tints":
        return frozenset(f"{inner}/{name}" for inner in FOLDERS for name in known(inner))
    return frozenset(path.stem for path in (folder / table).iterdir() if path.suffix in PICTURES)


@lru_cache(maxsize=1)
def sounds_known() -> frozenset[str]:
    """The sounds that the game plays."""
    return frozenset(load_sound_pack(OWN_PACKS[0], (data_root() / "sounds",)).names())


def strange_names(
    file: Path, manifest: SpriteManifest, names: Sequence[str], line: Callable[[str], int]
) -> Iterator[PackError]:
    """Faults for entries and pictures that the game does not use.

    :param names: of the pack's files; ``line``: the line of a key, as a function.
    """
    for table in (*TABLES, "tints"):
        for name in getattr(manifest, table):
            if name not in known(table) and f"{table}.{name}" not in manifest.new:
                key = f"{table}.{name}"
                yield PackError(file, _unknown(table, name, f"{table}.{name}"), key, line(key))
    for name in names:
        folder, _, rest = name.partition("/")
        stem = rest.rpartition(".")[0]
        if not name.endswith(PICTURES):
            continue
        if folder not in (*FOLDERS, *OTHERS):
            cause = f"there is no folder '{folder}' in a sprite pack" if rest else "a picture must be in a folder"
            yield PackError(file.parent / name, cause + meant(folder, (*FOLDERS, *OTHERS)))
        elif folder in FOLDERS and stem not in known(folder) and f"{folder}/{stem}" not in manifest.new:
            yield PackError(file.parent / name, _unknown(folder, stem, f"{folder}/{stem}"))


def _unknown(table: str, name: str, whole: str) -> str:
    asked = f"the game uses nothing called '{name}'{meant(name, known(table))}"
    return asked if asked.endswith("?") else f'{asked}; if it is intended, write new = ["{whole}"]'


@lru_cache(maxsize=1)
def _counters_of_the_rules() -> frozenset[str]:
    """The ids of the counters that come or are made in each game, whatever its scenario names."""
    found = set[str]()
    for ruleset, path in {load_scenario(path).ruleset: path for path in list_scenarios()}.items():
        found.update(text.partition(":")[0] for _, text, _ in RULESETS[ruleset].figures.calendar())
        with closing(start(load_scenario(path))) as game:
            found.update(game.unit_ids())
    return frozenset(found)


def counters_known() -> frozenset[str]:
    """The ids of the counters of all scenarios here."""
    found = set(_counters_of_the_rules())
    for path in (path for folder in roots("scenarios") for path in list_scenarios(folder)):
        with suppress(SetupError, TableError):
            units = load_scenario(path).units
            found.update(text.partition(":")[0] for _, entry in units for text in entry.units)
    return frozenset(found)


def nobody_called_so(folder: Path) -> Iterator[str]:
    """Pictures of single counters that no scenario has, a sentence each."""
    pictures = sorted(path for path in folder.glob("units/*") if path.suffix in PICTURES)
    known = counters_known() if pictures else frozenset()
    for path in pictures:
        if path.stem not in known:
            yield plain(f"{path}: no scenario here has a counter '{path.stem}'{meant(path.stem, known)}")


def new_names(manifest: SpriteManifest) -> Iterator[str]:
    """Entries of ``new`` that name nothing that can be new."""
    for entry in manifest.new:
        table = entry.partition("/")[0] if "/" in entry else entry.partition(".")[0]
        if table not in (*TABLES, "tints", *FOLDERS):
            yield entry


def check_pack(folder: Path, addon: str = "") -> list[str]:
    """All that is wrong with the pack in a folder, one sentence each; an empty list means it is fine.

    Of the game's own packs too every file is decoded in another process here.

    :param addon: the id of the add-on that holds it: another copy of that one takes no id from it.
    """
    folder = folder.resolve()
    if not (folder / "pack.toml").is_file():
        return [f"{folder}: there is no pack.toml"]
    try:
        inspection = Inspection()
        names = check_folder(folder, inspection.look)
        if faults := settled(folder, inspection):
            return [str(fault) for fault in faults]
        if "sounds" in read_raw(folder) or any(name.endswith(SOUNDS) for name in names):
            pack = load_sound_pack(folder.name, (folder.parent, *roots("sounds")))
            return [*_taken(folder, roots("sounds"), addon), *map(str, _check_sounds(pack, names))]
        sprites = load_sprite_pack(folder.name, (folder.parent, *roots("sprites")))
        return [*_taken(folder, roots("sprites"), addon), *_check_sprites(sprites, names)]
    except PackError as error:
        return [str(fault) for fault in (error, *error.others)]


def pack_warnings(folder: Path) -> list[str]:
    """Warnings about a pack that are no faults: files left out, counters unknown, colours that are hard to read."""
    folder = folder.resolve()
    found = [f"{folder}: '{name}' is ignored" for name in litter_in(folder)]
    found += nobody_called_so(folder)
    try:
        pack = load_sprite_pack(folder.name, (folder.parent, *roots("sprites"))).manifests[0]
        text = read_file(folder, "pack.toml").decode("utf-8", "replace")
    except PackError:  # a fault, or a sound pack
        return found
    for told in hard_to_read(pack):
        table = told[1 : told.index("]")]
        line = line_of(text, table)
        found.append(f"{folder / 'pack.toml'}{f', line {line}' if line else ''} {told}")
    return found


def _taken(folder: Path, where: Sequence[Path], addon: str) -> list[str]:
    """Faults of a pack that lies behind another of its id and is never used."""
    others = [root / folder.name for root in where if (root / folder.name / "pack.toml").is_file()]
    used = next(iter(others), folder)
    owner = addon_of(used) if addon else None
    ours = is_own_pack(folder) or used.resolve() == folder or (owner is not None and owner.id == addon)
    return [] if ours else [taken(folder, used)]


def _check_sounds(pack: SoundPack, names: Sequence[str]) -> Iterator[PackError]:
    file, sounds, known = pack.folders[0] / "pack.toml", pack.manifests[0].sounds, sounds_known()
    text = read_file(file.parent, file.name).decode("utf-8-sig", "replace")
    for name in sorted(set(sounds) - known):
        key = f"sounds.{name}"
        yield PackError(file, f"the game uses nothing called '{name}'{meant(name, known)}", key, line_of(text, key))
    for name, sound in sorted(sounds.items()):
        if sound.file not in names:
            key, cause = f"sounds.{name}.file", f"there is no file '{sound.file}'{likely(sound.file, names)}"
            yield PackError(file, cause, key, line_of(text, key))


def _check_sprites(pack: SpritePack, names: Sequence[str]) -> list[str]:
    file, manifest = pack.folders[0] / "pack.toml", pack.manifests[0]
    for name in names:
        if name.endswith(PICTURES):
            pack.surface(name.rpartition(".")[0], 32)
    text = read_file(pack.folders[0], "pack.toml").decode("utf-8-sig", "replace")
    grounds: dict[str, Mapping[str, Terrain | TerrainTint]] = {
        "terrain": manifest.terrain, "terrain_mud": manifest.terrain_mud, "terrain_snow": manifest.terrain_snow,
    }  # fmt: skip
    missing = {
        str(PackError(file, f"there is no picture '{glyph}'", key, line_of(text, key)))
        for table, rows in grounds.items()
        for code, ground in rows.items()
        for glyph in ground.glyphs or ()
        for key in (f"{table}.{code}.glyphs",)
        if not pack.has(glyph)
    }
    strange = [str(fault) for fault in _names(pack, names)]
    return strange + sorted(missing) + pack.warnings


def _names(pack: SpritePack, names: Sequence[str]) -> Iterator[PackError]:
    """Faults of the names in a sprite pack: of entries, pictures, games and fonts."""
    folder, manifest = pack.folders[0], pack.manifests[0]
    file, text = folder / "pack.toml", read_file(folder, "pack.toml").decode("utf-8", "replace")
    yield from strange_names(file, manifest, names, lambda key: line_of(text, key))
    for entry in new_names(manifest):
        yield PackError(file, f"'{entry}' is nothing that a pack can add", "new", line_of(text, "new"))
    for nation, looks in manifest.looks.items():
        for game in looks:
            if game not in RULESETS:
                key = f"counters.{nation}.{game}"
                cause = f"there is no game '{game}'{meant(game, RULESETS)}"
                yield PackError(file, cause, key, line_of(text, key))
    yield from _fonts(file, manifest, names, text)


def _fonts(file: Path, manifest: SpriteManifest, names: Sequence[str], text: str) -> Iterator[PackError]:
    for face in ("plain", "bold", "title"):
        name, key = getattr(manifest.fonts, face), f"fonts.{face}"
        if name and name not in names:
            yield PackError(file, f"there is no file '{name}'{likely(name, names)}", key, line_of(text, key))
    if any(name.endswith(FONTS) for name in names):
        licences = [name for name in names if name.startswith("fonts/") and name.endswith((".txt", ".md"))]
        if not licences:
            yield PackError(file.parent / "fonts", "a font needs its licence beside it, such as fonts/OFL.txt")
