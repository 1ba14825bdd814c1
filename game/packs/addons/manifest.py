"""The contents of an addon.toml: who made the add-on, what it holds, what it needs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from ecs.core.files.faults import key_of, shape_faults
from ecs.untrusted_input import NO_LETTERS, UnreadableError, parse_toml, plain
from game.packs.safe_files import line_of

FILE = "addon.toml"
PACK = "pack.toml"
GAMES: Final = "rulesets"
"""The one folder of an add-on that holds code, a game a folder; it is not run before the player has said yes."""
MOST_BYTES = 64 * 1024
ENGINE = (0, 1)

Kind = Literal["sprites", "sounds", "maps", "scenarios", "rules", "help", "doctrines", "rulesets"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def _meta(expected: str, pattern: str) -> Meta:
    return Meta(pattern=pattern, extra={"expected": expected})


AddonId = Annotated[str, _meta("1 to 40 lower-case letters, digits, - and _", r"^[a-z0-9][a-z0-9_-]{0,39}\Z")]
Version = Annotated[str, _meta('numbers with dots between, such as "1.0"', r"^\d{1,5}(\.\d{1,5}){0,3}\Z")]
Line = Annotated[str, _meta("one line of text", rf"^[^{NO_LETTERS}]{{1,200}}\Z")]
Need = Annotated[
    str,
    _meta(
        'the id of an add-on, with a minimum version if you like: "crimea >=1.2"',
        r"^[a-z0-9][a-z0-9_-]{0,39}( ?>= ?\d{1,5}(\.\d{1,5}){0,3})?\Z",
    ),
]

_NEED = re.compile(r"([a-z0-9_-]+)(?: ?>= ?([\d.]+))?")
_ENGINE = re.compile(r">= ?(\d{1,4})\.(\d{1,4})(?: ?, ?< ?(\d{1,4})\.(\d{1,4}))?")


class AddonError(ValueError):
    """An add-on that cannot be used; the message names the file, the place in it, and the cause."""

    def __init__(self, file: Path | str, cause: str, key: str = "", line: int = 0) -> None:
        where = f"{f', line {line}' if line else ''}{f' [{plain(key, 100)}]' if key else ''}"
        super().__init__(f"{plain(str(file))}{where}: {plain(cause)}")


class AddonHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An addon.toml.  ``holds``: its folders; ``requires``: other add-ons, as "id" or "id >=1.2"."""

    id: AddonId
    version: Version
    title: Line
    authors: Annotated[list[Line], Meta(min_length=1, max_length=40)]
    licence: Line
    engine: Line
    holds: Annotated[list[Kind], Meta(min_length=1, max_length=len(KINDS))]
    requires: Annotated[list[Need], Meta(max_length=20)] = []
    about: Annotated[str, Meta(max_length=4000)] = ""


def no_head(source: Path, bare_pack: bool) -> AddonError:
    """The error for a folder or zip without an addon.toml; for a bare pack it says what to do."""
    if not bare_pack:
        cause = f"there is no {FILE} in it: it must lie at the top or in the one folder there, in small letters"
        return AddonError(source, cause)
    cause = "a pack by itself is not an add-on: put its folder into the folder sprites or sounds beside addons, or make"
    return AddonError(source, f"{cause} an add-on of it with `rasputitsa addon pack FOLDER`")


def parse_head(file: Path, data: bytes) -> AddonHead:
    """The addon.toml in these bytes.

    :param file: its name in a fault.
    :raises AddonError: naming the key of the first bad value, or the line of what is no TOML.
    """
    if len(data) > MOST_BYTES:
        raise AddonError(file, f"larger than {MOST_BYTES // 1024} KB")
    try:
        raw = parse_toml(data)
    except UnreadableError as error:
        raise AddonError(file, str(error)) from None
    for fault in shape_faults(raw, AddonHead):
        key = key_of(fault.path)
        line = line_of(data.decode("utf-8-sig", "replace"), key.partition("[")[0]) if key else 0
        raise AddonError(file, fault.cause, key, line)
    head = msgspec.convert(raw, AddonHead)
    _check_engine(file, head.engine)
    if len(set(head.holds)) < len(head.holds):
        raise AddonError(file, "a folder is listed twice", "holds")
    return head


def _check_engine(file: Path, text: str) -> None:
    match = _ENGINE.fullmatch(text.strip())
    if not match:
        raise AddonError(file, f'expected ">=0.1" or ">=0.1, <0.3", not "{text}"', "engine")
    here = ".".join(map(str, ENGINE))
    if (int(match[1]), int(match[2])) > ENGINE:
        raise AddonError(file, f"the add-on needs Rasputitsa {match[1]}.{match[2]} or later; this is {here}", "engine")
    if match[3] and (int(match[3]), int(match[4])) <= ENGINE:
        raise AddonError(file, f"the add-on is for versions before {match[3]}.{match[4]}; this is {here}", "engine")


def parsed_need(need: str) -> tuple[str, str]:
    """Id and least version ("" for any) of an entry of ``requires``."""
    match = _NEED.fullmatch(need)
    assert match is not None, need
    return match[1], match[2] or ""


def at_least(version: str, least: str) -> bool:
    """Is a version at least as new as another?  Missing parts count as 0."""
    have, want = ([int(part) for part in text.split(".")] for text in (version, least))
    return [*have, *[0] * (4 - len(have))] >= [*want, *[0] * (4 - len(want))]
