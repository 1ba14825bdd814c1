"""What a pack.toml may say. The typed records behind its tables; a wrong key or colour is refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ecs.untrusted_input import NO_LETTERS, cause_of

Percent = Annotated[int, Meta(ge=0, le=100)]
Pixels = Annotated[int, Meta(ge=0, le=64)]
Word = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,40}$")]
PackId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,39}$")]
Fallback = Annotated[str, Meta(pattern=r"^([a-z0-9][a-z0-9_-]{0,39})?$")]
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

    @classmethod
    def parse(cls, text: object) -> Rgb:
        """The colour of "#rrggbb"; ValueError for anything else."""
        if not isinstance(text, str) or not _HEX.fullmatch(text):
            raise ValueError(f'a colour is written "#rrggbb", not {str(text)[:20]!r}')
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
    """What a season changes of a Terrain; None leaves it as it is."""

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
    """What one game changes of a CounterStyle; None leaves it as it is."""

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
    version: Line
    title: Line
    author: Line
    licence: Line
    engine: Line
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
    """Are symbols drawn in a box? The first pack of a chain that says so is heard."""
    return next((pack.boxes for pack in packs if pack.boxes is not None), True)


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One sound: its file, how loud (percent), and which volume slider rules it."""

    file: FileName
    volume: Percent = 100
    group: Literal["effects", "ui", "bed"] = "effects"


class SoundManifest(PackHead, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sound pack's pack.toml."""

    sounds: dict[Word, Sound] = {}


def decode(kind: type, value: object) -> Any:
    """msgspec's hook for colours."""
    assert kind is Rgb, kind
    return Rgb.parse(value)


Tinted = TypeVar("Tinted", Terrain, CounterStyle)


def tinted(style: Tinted, change: TerrainTint | CounterTint) -> Tinted:
    """The style with what a season, or a game, changes."""
    changes = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not None}
    return msgspec.structs.replace(style, **changes)


def with_looks(raw: dict[str, Any]) -> dict[str, Any]:
    """A pack.toml as read, with the tables inside those of its counters taken out as ``looks``."""
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


def between(dry: Terrain, wet: Terrain) -> Terrain:
    """Ground half way between two seasons, with the glyphs of the first."""

    def half(a: Rgb, b: Rgb) -> Rgb:
        return Rgb(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2))

    return msgspec.structs.replace(
        dry, fill=half(dry.fill, wet.fill), mottle=half(dry.mottle, wet.mottle), ink=half(dry.ink, wet.ink)
    )


@lru_cache(maxsize=4)
def _fields(kind: type) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def where_wrong(raw: dict[str, Any], kind: type, error: msgspec.ValidationError) -> tuple[str, str]:
    """Key and cause of a refused pack.toml; msgspec alone does not name the entry of a table."""
    for field in _fields(kind):
        entries = raw.get(field.name)
        if isinstance(entries, dict):
            for name, entry in entries.items():
                try:
                    msgspec.convert({name: entry}, field.type, dec_hook=decode)
                except msgspec.ValidationError as inner:
                    cause, _, place = cause_of(inner).partition(" - at `")
                    rest = place.strip("`").removeprefix("key in ").removeprefix("$").removeprefix("[...]")
                    return f"{field.name}.{name[:40]}{rest}", cause
    cause, _, place = cause_of(error).partition(" - at `")
    return place.strip("`").removeprefix("$."), cause


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
