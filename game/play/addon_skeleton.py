"""A new add-on to start from: every folder asked for contains something that works."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import ecs
from ecs.untrusted_input import plain
from game.opponents.doctrine import in_force
from game.packs.addons.manifest import FILE, GAMES, KINDS, AddonError, Kind
from game.packs.manifest import PackHead
from game.system.disk import write_whole
from game.system.paths import data_root

HEAD = '''id = "{id}"                  # lower-case letters, digits, - and _; other add-ons and saves know it by this
version = "{version}"              # raise it with every new release
title = {title}
authors = [{author}]
licence = {licence}
engine = ">=0.1"             # the oldest Rasputitsa it works with; ">=0.1, <0.3" sets an upper limit too
holds = [{holds}]
requires = []                # ids of add-ons that must be there: ["steppe", "crimea >=1.2"]
about = """
What it is, in a sentence or two. The Add-ons screen shows this text.
"""
'''
PACK = """id = "{id}"
version = "1.0"
title = "{title}"
author = "Your name"
licence = "CC0-1.0"
engine = ">=0.1"
fallback = "standard"        # whatever you leave out comes from this pack
"""
SPRITES = """
# What shows at once in every game: towns and stars of your own, and German counters in dark blue.  Change the colours,
# save, and look at the table.  `rasputitsa addon pictures --out all.png` draws every picture you can replace.

[tints]
"icons/victory" = "#3060C0"

[counters.GER]
face = "#34506E"
edge = "#16263A"
ink = "#F2EFE4"
symbol = "#F2EFE4"
stripe = "#8FA9C4"
frame = "square"

[terrain.clear]
fill = "#E4DCC8"
mottle = "#D9CFB6"
ink = "#B5A577"
glyphs = ["terrain/grass_1", "terrain/grass_2"]
density = 1
size = 12
"""
SOUNDS = """
[sounds.click]
file = "click.wav"
volume = 60
group = "ui"
"""
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
    '<path fill="#000" d="M8 56V32l12-10 12 10v-8l12-14 12 14v32z"/>'
    '<path fill="#fff" d="M16 38h8v8h-8zM40 30h8v8h-8zM40 44h8v12h-8z"/></svg>\n'
)
CODE = '''"""{title}: a game as a plug-in; see docs/adding-a-game.md and docs/world.md."""

from dataclasses import replace

from ecs import RULESETS

__version__ = "1.0"
BASE = RULESETS["{base}"]
RULESET = replace(BASE, id="{ruleset}", title="{title}", credit="After “" + BASE.title + "”.")
'''
README = """# {title}

Put this folder, or the zip that `rasputitsa addon pack` makes of it, into the folder `addons` of your own folder
(`rasputitsa --version` names it).
"""


def write_skeleton(folder: Path, name: str, kinds: Iterable[Kind]) -> list[str]:
    """Write a new working add-on; return the names of its files.

    :raises AddonError: if the folder is not empty, or cannot be written into.
    """
    wanted = [kind for kind in KINDS if kind in set(kinds)]
    title = name.replace("-", " ").replace("_", " ").strip().capitalize() or name
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AddonError(folder, "the folder already exists. Name another folder, or empty it")
    files = {FILE: _head(name, title, wanted).encode()}
    files["README.md"] = README.format(title=title).encode()
    for kind in wanted:
        files.update({f"{kind}/{inner}": data for inner, data in _MAKERS[kind](name, title).items()})
    if "maps" in wanted:  # its scenario is played on its own map
        for inner in (inner for inner in files if inner.startswith("scenarios/")):
            files[inner] = re.sub(rb'(?m)^map = ".*"', f'map = "{name}.tmx"'.encode(), files[inner], count=1)
    try:
        for inner, data in files.items():
            write_whole(folder / inner, data)
    except OSError as error:
        raise AddonError(folder, f"the folder cannot be written ({error.strerror or error})") from None
    return sorted(files)


def _head(
    name: str,
    title: str,
    kinds: Iterable[Kind],
    version: str = "1.0",
    author: str = "Your name",
    licence: str = "CC0-1.0",
) -> str:
    quoted = {key: json.dumps(text) for key, text in (("title", title), ("author", author), ("licence", licence))}
    return HEAD.format(id=name, version=version, holds=", ".join(f'"{kind}"' for kind in kinds), **quoted)


def head_round(pack: PackHead, kind: Kind) -> bytes:
    """The addon.toml of an add-on that holds one pack and nothing else."""
    version = pack.version if re.fullmatch(r"\d{1,5}(\.\d{1,5}){0,3}", pack.version) else "1.0"
    return _head(pack.id, pack.title, [kind], version, pack.author, pack.licence).encode()


def _sprites(name: str, title: str) -> dict[str, bytes]:
    text = PACK.format(id=name, title=title) + SPRITES
    return {f"{name}/pack.toml": text.encode(), f"{name}/icons/town.svg": ICON.encode()}


def _sounds(name: str, title: str) -> dict[str, bytes]:
    sound = next(path for path in sorted((data_root() / "sounds" / "standard").glob("click*.wav")))
    text = PACK.format(id=name, title=title) + SOUNDS
    return {f"{name}/pack.toml": text.encode(), f"{name}/click.wav": sound.read_bytes()}


def _first_scenario() -> ecs.Scenario:
    """The shortest of the game's scenarios that stands by itself."""
    whole = (path for path in ecs.list_scenarios() if "\nextends" not in f"\n{path.read_text('utf-8')}")
    return min(map(ecs.load_scenario, whole), key=lambda scenario: (scenario.minutes, scenario.id))


def _scenarios(name: str, title: str) -> dict[str, bytes]:
    """A copy of one of the game's scenarios under another id, to change line by line."""
    scenario = _first_scenario()
    text = scenario.path.read_text("utf-8")
    text = re.sub(r'(?m)^id = ".*"$', f'id = "{name}"', text, count=1)
    text = re.sub(r'(?m)^title = ".*"$', f'title = "{plain(title)}"', text, count=1)
    return {f"{scenario.ruleset}/{name}.toml": text.encode()}


def _maps(name: str, title: str) -> dict[str, bytes]:
    """A copy of that scenario's map and its tilesets, to draw on in Tiled."""
    del title
    board = _first_scenario().map
    tiles = sorted((board.parent / "tilesets").iterdir())
    copies = {f"tilesets/{path.name}": path.read_bytes() for path in tiles if path.suffix in (".png", ".tsx")}
    return {f"{name}.tmx": board.read_bytes(), **copies}


def _rules(name: str, title: str) -> dict[str, bytes]:
    text = f"""# Figures of {title}: every new game of these rules uses them, and says so.
# [units.CLASS] and [tables.NAME] as in a scenario: see docs/scenarios.md, House rules.
ruleset = "{_first_scenario().ruleset}"
"""
    return {f"{name}.toml": text.encode()}


def _help(name: str, title: str) -> dict[str, bytes]:
    return {f"{name}.md": f"# {title}\n\nWhat a player should know. The Add-ons screen shows this text.\n".encode()}


def _doctrines(name: str, title: str) -> dict[str, bytes]:
    """One figure of a doctrine, ready to be changed."""
    text = f"""# How the computer weighs things under {title}: what is left out stays as it is.
# docs/opponent.md, Doctrines, says what the tables are.
[temper.usual]
fear = {in_force("campaign")["temper"]["usual"]["fear"]}     # of being attacked: more makes the staff careful
"""
    return {"campaign.toml": text.encode()}


def _games(name: str, title: str) -> dict[str, bytes]:
    """A built-in game under another name, with a scenario and a rules page, to change chapter by chapter."""
    scenario = _first_scenario()
    game = name.replace("-", "_") if name[0].isalpha() else f"game_{name.replace('-', '_')}"
    ruleset = game.replace("_", "-")
    text = f'id = "{ruleset}-game"\nextends = "{scenario.id}"\nruleset = "{ruleset}"\ntitle = "{title}"\n'
    code = CODE.format(title=title, base=scenario.ruleset, ruleset=ruleset)
    return {
        f"{game}/__init__.py": code.encode(),
        f"{game}/maps/scenarios/{ruleset}/{ruleset}-game.toml": text.encode(),
        f"{game}/rules/{ruleset}.md": f"# {title}\n\n## 1 Everything\n\nIs as printed.\n".encode(),
    }


_MAKERS: dict[Kind, Callable[[str, str], dict[str, bytes]]] = {
    "sprites": _sprites,
    "sounds": _sounds,
    "maps": _maps,
    "scenarios": _scenarios,
    "rules": _rules,
    "help": _help,
    "doctrines": _doctrines,
    GAMES: _games,
}
