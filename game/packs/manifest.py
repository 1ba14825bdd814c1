"""The contents of a pack.toml: the typed records behind its tables.  A wrong key or colour is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from ecs.untrusted_input import NO_LETTERS

Percent = Annotated[int, Meta(ge=0, le=100)]
Pixels = Annotated[int, Meta(ge=0, le=64)]
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,40}$")]
_ID: Final = {"expected": "1 to 40 lower-case letters, digits, - and _"}
PackId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$", extra=_ID)]
Fallback = Annotated[str, Meta(pattern=r"^([a-z0-9][a-z0-9_-]{0,39})?$", extra=_ID)]
Dash = Annotated[int, Meta(ge=1, le=64)]
Line = Annotated[str, Meta(pattern=rf"^[^{NO_LETTERS}]{{1,200}}\Z")]
PictureName = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}/[A-Za-z0-9_.-]{1,60}\Z")]
PlaceName = Annotated[str, Meta(pattern=rf"^[^{NO_LETTERS}]{{1,60}}\Z")]
NewName = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}[./][A-Za-z0-9_./-]{1,80}\Z")]
FontFile = Annotated[str, Meta(pattern=r"^([A-Za-z0-9_./-]{1,95}\.(ttf|otf))?\Z")]
FileName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_./-]{1,100}\Z")]
_HEX = re.compile(r"#[0-9a-fA-F]{6}")

Pattern = Literal[
    "none", "solid", "dash", "dots", "sparse", "bar", "diagonal", "hatch", "ring", "notch", "double", "fringe", "comb"
]


class Rgb(tuple[int, int, int]):
    """A colour as pygame takes it; written "#rrggbb" in a pack."""

    __slots__ = ()
    expected = 'a colour, written "#rrggbb"'

    @classmethod
    def parse(cls, text: object) -> Rgb:
        """The colour of "#rrggbb"; ValueError for anything else."""
        if not isinstance(text, str) or not _HEX.fullmatch(text):
            raise ValueError(f'a colour must be written "#rrggbb", not {str(text)[:20]!r}')
        return cls((int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)))


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ground of one kind: `density` glyphs a hex, each `size` map pixels at 1x, recoloured to `ink`."""

    fill: Rgb
    mottle: Rgb
    ink: Rgb
    glyphs: Annotated[tuple[FileName, ...], Meta(max_length=40)] = ()
    density: Annotated[int, Meta(ge=0, le=24)] = 0
    size: Pixels = 16


class TerrainTint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a season changes in a Terrain; None leaves it as it is."""

    fill: Rgb | None = None
    mottle: Rgb | None = None
    ink: Rgb | None = None
    glyphs: Annotated[tuple[FileName, ...], Meta(max_length=40)] | None = None
    density: Annotated[int, Meta(ge=0, le=24)] | None = None


class LineStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hexside or a road: widths in map pixels at 1x, casing 0 wide is no edge; dash = drawn, left out."""

    colour: Rgb
    width: Pixels
    casing: Rgb
    casing_width: Pixels = 0
    pattern: Literal["solid", "dash", "cross", "teeth"] = "solid"
    dash: tuple[Dash, Dash] = (8, 6)


class CounterStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit's counter; `frame` tells the sides apart without colour."""

    face: Rgb
    edge: Rgb
    ink: Rgb
    stripe: Rgb
    symbol: Rgb
    frame: Literal["square", "round", "cut"]


class OverlayStyle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A layer over the map: colour and pattern always together."""

    colour: Rgb
    casing: Rgb
    pattern: Pattern
    width: Pixels = 3
    opacity: Percent = 100


class CounterTint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What one game changes in a CounterStyle; None leaves it as it is."""

    face: Rgb | None = None
    edge: Rgb | None = None
    ink: Rgb | None = None
    stripe: Rgb | None = None
    symbol: Rgb | None = None
    frame: Literal["square", "round", "cut"] | None = None


class Fonts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The letters of window and map: files of the pack; "" leaves those of the fallback."""

    plain: FontFile = ""
    bold: FontFile = ""
    title: FontFile = ""


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Colours of panels and buttons."""

    panel: Rgb
    panel2: Rgb
    border: Rgb
    text: Rgb
    muted: Rgb
    accent: Rgb
    warn: Rgb
    good: Rgb
    bad: Rgb
    focus: Rgb
    button: Rgb
    button_hover: Rgb
    button_text: Rgb


class PackHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who made a pack, and which pack fills its gaps."""

    id: PackId
    title: Line
    licence: Line
    version: Line = "1.0"
    author: Line = "unknown"
    engine: Line = ">=0.1"
    fallback: Fallback = ""


class SpriteManifest(PackHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sprite pack's pack.toml.

    ``boxes``: symbols are drawn in a box, and its inside is lit.  ``tints``: the ink of single pictures, whatever the
    game would choose; ``places``: what is written on the map for a name; ``looks``: by counter and game, written as
    tables inside those of ``counters``; ``new``: names that no part of the game asks for by itself, such as symbols of
    units in an add-on.
    """

    boxes: bool | None = None
    colours: dict[Word, Rgb] = {}
    terrain: dict[Word, Terrain] = {}
    terrain_mud: dict[Word, TerrainTint] = {}
    terrain_snow: dict[Word, TerrainTint] = {}
    lines: dict[Word, LineStyle] = {}
    counters: dict[Word, CounterStyle] = {}
    overlay: dict[Word, OverlayStyle] = {}
    theme: dict[Word, Theme] = {}
    tints: dict[PictureName, Rgb] = {}
    places: Annotated[dict[PlaceName, PlaceName], Meta(max_length=2000)] = {}
    fonts: Fonts = Fonts()
    looks: dict[Word, dict[Word, CounterTint]] = {}
    new: Annotated[tuple[NewName, ...], Meta(max_length=400)] = ()


def boxed(packs: Sequence[SpriteManifest]) -> bool:
    """Are symbols drawn in a box?  Decided by the first pack of the chain that says."""
    return next((pack.boxes for pack in packs if pack.boxes is not None), True)


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sound: its file, how loud (percent), which volume slider rules it, and by how many percent the beds go down
    while it plays (None: as its group does it)."""

    file: FileName
    volume: Percent = 100
    group: Literal["effects", "ui", "bed"] = "effects"
    duck: Percent | None = None


class SoundManifest(PackHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sound pack's pack.toml."""

    sounds: dict[Word, Sound] = {}


Tinted = TypeVar("Tinted", Terrain, CounterStyle)


def tinted(style: Tinted, change: TerrainTint | CounterTint) -> Tinted:
    """The style with the changes of a season or a game."""
    changes = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
    return msgspec.structs.replace(style, **changes)


def with_looks(raw: dict[str, Any]) -> dict[str, Any]:
    """A pack.toml as read, with the tables inside its counters moved to ``looks``."""
    counters = raw.get("counters")
    if not isinstance(counters, dict):
        return raw
    looks, rest = dict[str, Any](), dict[str, Any]()
    for nation, entry in counters.items():
        inner = (
            {key: value for key, value in entry.items() if isinstance(value, dict)} if isinstance(entry, dict) else {}
        )
        if inner:
            looks[nation] = inner
            entry = {key: value for key, value in entry.items() if key not in inner}
        if entry or not inner:
            rest[nation] = entry
    return {**raw, "counters": rest, **({"looks": looks} if looks else {})}


def filled(raw: dict[str, Any], beneath: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A pack.toml as read, with the gaps of each entry filled from the packs beneath, nearest first.

    An entry that gives every key it must replaces the one beneath; a shorter one changes just what it says, and keeps
    the seasons of its ground and the looks of its nation in each game.
    """
    done = dict(raw)
    for table, kind in STYLES.items():
        entries = _entries(raw, table)
        if entries:
            done[table] = {name: _over(entry, kind, _below(beneath, table, name)) for name, entry in entries.items()}
    for table, of in FOLLOWERS.items():
        if followers := {**_inherited(raw, beneath, table, of), **_merged(raw, beneath, table, of)}:
            done[table] = followers
    return done


def _entries(raw: dict[str, Any], table: str) -> dict[str, Any]:
    found = raw.get(table)
    return found if isinstance(found, dict) else {}


def _whole(entry: object, kind: type[msgspec.Struct]) -> bool:
    return isinstance(entry, dict) and all(name in entry for name in required(kind))


def _over(entry: Any, kind: type[msgspec.Struct], beneath: dict[str, Any]) -> Any:
    return {**beneath, **entry} if isinstance(entry, dict) and not _whole(entry, kind) else entry


def _below(beneath: Sequence[dict[str, Any]], table: str, name: str) -> dict[str, Any]:
    """The entry beneath; for a variant of a counter without one, that of its nation."""
    names = (name, name.partition("_")[0]) if table == "counters" else (name,)
    return next((pack[table][each] for each in names for pack in beneath if each in pack.get(table, {})), {})


def _follower(beneath: Sequence[dict[str, Any]], table: str, of: str, name: str) -> dict[str, Any]:
    """What follows an entry beneath: a pack that redraws the entry and says nothing of what follows has none."""
    for pack in beneath:
        if name in pack.get(table, {}):
            found = pack[table][name]
            return found if isinstance(found, dict) else {}
        if name in pack.get(of, {}):
            break
    return {}


def _inherited(raw: dict[str, Any], beneath: Sequence[dict[str, Any]], table: str, of: str) -> dict[str, Any]:
    """What follows the entries a pack changes only in part; a change of a counter is seen in every game."""
    found = dict[str, Any]()
    for name, entry in _entries(raw, of).items():
        if not isinstance(entry, dict) or _whole(entry, STYLES[of]):
            continue
        if below := _follower(beneath, table, of, name):
            found[name] = _without(below, entry) if table == "looks" else below
    return found


def _without(looks: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    return {game: {key: value for key, value in look.items() if key not in entry} for game, look in looks.items()}


def _merged(raw: dict[str, Any], beneath: Sequence[dict[str, Any]], table: str, of: str) -> dict[str, Any]:
    found = dict[str, Any]()
    inherited = _inherited(raw, beneath, table, of)
    for name, entry in _entries(raw, table).items():
        redrawn = _whole(_entries(raw, of).get(name), STYLES[of])
        below = {} if redrawn else inherited.get(name) or _follower(beneath, table, of, name)
        if table == "looks" and isinstance(entry, dict):
            found[name] = {**below, **{game: {**below.get(game, {}), **look} for game, look in entry.items()}}
        else:
            found[name] = {**below, **entry} if isinstance(entry, dict) else entry
    return found


def between(dry: Terrain, wet: Terrain) -> Terrain:
    """Ground half way between two seasons, with the glyphs of the first."""

    def half(a: Rgb, b: Rgb) -> Rgb:
        return Rgb(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2))

    return msgspec.structs.replace(
        dry, fill=half(dry.fill, wet.fill), mottle=half(dry.mottle, wet.mottle), ink=half(dry.ink, wet.ink)
    )


@lru_cache(maxsize=16)
def required(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The keys an entry needs to stand alone."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.required)


STYLES: dict[str, type[msgspec.Struct]] = {
    "terrain": Terrain,
    "lines": LineStyle,
    "counters": CounterStyle,
    "overlay": OverlayStyle,
    "theme": Theme,
}
FOLLOWERS = {"terrain_mud": "terrain", "terrain_snow": "terrain", "looks": "counters"}
"""Tables whose entries change those of another table: in a season, in a game."""

GREY = Rgb((128, 128, 128))
_WHITE, _BLACK = Rgb((255, 255, 255)), Rgb((0, 0, 0))

# What is drawn for a name that neither a pack nor its fallbacks know.
PLAIN = SpriteManifest(
    id="plain",
    version="",
    title="",
    author="",
    licence="",
    engine="",
    terrain={"plain": Terrain(fill=Rgb((200, 200, 200)), mottle=GREY, ink=GREY)},
    lines={"plain": LineStyle(colour=GREY, width=3, casing=_WHITE, casing_width=1)},
    counters={"plain": CounterStyle(face=_WHITE, edge=_BLACK, ink=_BLACK, stripe=GREY, symbol=_BLACK, frame="cut")},
    overlay={"plain": OverlayStyle(colour=GREY, casing=_WHITE, pattern="dash")},
    theme={
        "plain": Theme(
            panel=_WHITE,
            panel2=_WHITE,
            border=_BLACK,
            text=_BLACK,
            muted=_BLACK,
            accent=_BLACK,
            warn=_BLACK,
            good=_BLACK,
            bad=_BLACK,
            focus=_BLACK,
            button=_WHITE,
            button_hover=_WHITE,
            button_text=_BLACK,
        )
    },
)


def grey(raw: dict[str, Any]) -> dict[str, Any]:
    """A plain grey entry for each in a pack.toml, which stands beneath it when it is read by itself."""
    return {table: dict.fromkeys(_entries(raw, table), _written(getattr(PLAIN, table)["plain"])) for table in STYLES}


def _written(style: msgspec.Struct) -> dict[str, Any]:
    """A style as spelt in a file, where it must be."""
    every = msgspec.structs.asdict(style)
    return {name: _hex(every[name]) if isinstance(every[name], Rgb) else every[name] for name in required(type(style))}


def _hex(colour: Rgb) -> str:
    return "#" + bytes(colour).hex()
