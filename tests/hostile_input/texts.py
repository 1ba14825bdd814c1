"""Hostile texts: tables, scenarios, settings, saves, journals, commands, command lines."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from ecs.core.commands import verbs
from tests import TESTS
from tests.hostile_input.harm import Case
from tests.hostile_input.sounds import (
    TABLES,
    resummed,
    the_commands,
    the_journal,
    the_letter,
    the_map,
    the_save,
    the_scenario,
    the_settings,
    the_sprites,
    the_table,
    the_words,
    written,
)

FOUND = TESTS / "hostile" / "found"

TOML: dict[str, bytes] = {
    "nothing": b"",
    "zeros": b"\0" * 900,
    "no letters": b"x = '\xff\xfe'",
    "utf-16": "x = 1".encode("utf-16"),
    "mark of order": b"\xef\xbb\xbfid = 'x'",
    "half a letter": b"x = '\xc3",
    "half a text": b"x = '''" + b"y" * 5000,
    "key of many parts": b"a." * 100_000 + b"a = 1",
    "table of many parts": b"[" + b"a." * 100_000 + b"a]",
    "quoted key of many parts": b"'a'. " * 100_000 + b"a = 1",
    "lists in lists": b"x = " + b"[" * 100_000,
    "tables in tables": b"x = " + b"{a=" * 100_000,
    "forty lists": b"x = " + b"[" * 40 + b"]" * 40,
    "number of many digits": b"x = " + b"9" * 100_000,
    "hexadecimal number": b"x = 0x" + b"F" * 100_000,
    "large number": b"turns = 99999999999999999999",
    "no number": b"turns = nan",
    "endless number": b"turns = inf",
    "strange day": b"turns = 9999-99-99T99:99:99",
    "key twice": b"a = 1\na = 2",
    "table twice": b"[a]\n[a]",
    "long key": b"k" * 190_000 + b" = 1",
    "key that moves the cursor": b'"\\u001b[31m\\u009b\\u202e" = 1',
    "many keys": b"\n".join(b"k%d = 1" % i for i in range(15_000)),
    "line ends alone": b"a = 1\rb = 2\r",
    "a program": b"#!/bin/sh\nrm -rf /\n",
    "a zip": b"PK\x03\x04" + b"\0" * 90,
    "too large": b"# " + b"x" * 1_100_000,
}

SCENARIO: dict[str, tuple[str, str]] = {
    "map far up": ('map = "western_russia.tmx"', 'map = "../../../outside/x.tmx"'),
    "map absolute": ('map = "western_russia.tmx"', 'map = "/etc/passwd"'),
    "map with a zero": ('map = "western_russia.tmx"', 'map = "a\\u0000b.tmx"'),
    "map of a long name": ('map = "western_russia.tmx"', f'map = "{"é" * 190}"'),
    "map that is a folder": ('map = "western_russia.tmx"', 'map = "scenarios"'),
    "map that is the folder": ('map = "western_russia.tmx"', 'map = "."'),
    "map that is a table": ('map = "western_russia.tmx"', "map = {a = 1}"),
    "map that is this file": ('map = "western_russia.tmx"', 'map = "scenarios/darkest-crusade/barbarossa-1941.toml"'),
    "extends a path": ('id = "barbarossa-1941"', 'extends = "../../../outside/secret"'),
    "extends itself": ('id = "barbarossa-1941"', 'extends = "barbarossa-1941"'),
    "extends a number": ('id = "barbarossa-1941"', "extends = 7"),
    "another's id": ('id = "barbarossa-1941"', 'id = "other"'),
    "id of two lines": ('id = "barbarossa-1941"', 'id = "a\\nb"'),
    "title that moves the cursor": ('title = "Barbarossa 1941"', 'title = "\\u001b[2J"'),
    "title without end": ('title = "Barbarossa 1941"', f'title = "{"x" * 5000}"'),
    "rules unknown": ('ruleset = "darkest-crusade"', 'ruleset = "chess"'),
    "rules of another game": ('ruleset = "darkest-crusade"', 'ruleset = "dark-valley"'),
    "turns without end": ("turns = 9", "turns = 1000000000"),
    "no turns": ("turns = 9", "turns = -1"),
    "turns of true": ("turns = 9", "turns = true"),
    "start after the end": ("turns = 9", "turns = 9\nstart_turn = 10"),
    "ground unknown": ("turns = 9", 'turns = 9\nground = "nowhere"'),
    "options unknown": ("turns = 9", 'turns = 9\noptions = {magic = "on"}'),
    "counter of two lines": ("18.A:ger_army", "18.A\\nend:ger_army"),
    "counter with a space": ("18.A:ger_army", "18 A:ger_army"),
    "counter without a class": ("18.A:ger_army", "18.A"),
    "counter of no class": ("18.A:ger_army", "18.A:dragon"),
    "counter without an id": ("18.A:ger_army", ":ger_army"),
    "counter of a long id": ("18.A:ger_army", f"{'x' * 5000}:ger_army"),
    "counters without end": ("18.A:ger_army", '", "'.join(f"u{i}:ger_army" for i in range(5000))),
    "counter twice": ("18.A:ger_army", '18.A:ger_army", "18.A:ger_army'),
    "hex unknown": ('hex = "D4"', 'hex = "ZZ99"'),
    "hex and box": ('hex = "D4"', 'hex = "D4"\nbox = "coming"'),
    "steps lost without end": ('hex = "D4"', 'hex = "D4"\nlost = 1000000'),
}

JSON: dict[str, bytes] = {
    "nothing": b"",
    "no table": b"[]",
    "deep": b"[" * 300_000,
    "deep tables": b'{"a":' * 100_000,
    "no letters": b'{"theme":"\xff"}',
    "half a letter": b'{"theme":"\\ud800"}',
    "utf-16": '{"theme":"dark"}'.encode("utf-16"),
    "number of many digits": b'{"text_scale":' + b"9" * 100_000 + b"}",
    "no number": b'{"text_scale":NaN}',
    "endless number": b'{"text_scale":1e999}',
    "window as wide as the world": b'{"window":[16384,16384]}',
    "pack that is a path": b'{"sprite_pack":"../../x"}',
    "keys without end": b'{"keys":{' + b",".join(b'"k%d":["a"]' % i for i in range(9000)) + b"}}",
    "too large": b" " * 1_000_001,
}

ENDS = (" x", " x y", " x 9", " x y 9", " 18.A ZZ9", " nobody nowhere 1")
LINES: dict[str, str] = {
    "nothing": "",
    "an unknown verb": "explode 18.A",
    "words too many": "move 18.A E4 E5 E6",
    "number of many digits": "fire " + "9" * 5000,
    "numbers in other digits": "fire \u0661\nfire \u00b2\nfire 1_0\nfire +1\nfire -0\nfire 1e9\nfire 0x1",
    "number below all": "attack 18.A E9 -999999999",
    "a word without end": "move " + "x" * 100_000 + " E4",
    "letters that move the cursor": "move \x1b[2J E4\nmove \u202e E4\nmove \udcff E4",
    "no words": "move  \n move\nmove\tE4\n   ",
    "words of a program": "move __import__('os').system('x') E4\nmove {0.__class__} %s%n",
    "hexes that are none": "move 18.A -1\nmove 18.A A0\nmove 18.A ..\ndeploy ''\nregauge E4",
    "commands of other games": "chit AX_PZ1\nraze E4\nlead M1 E4\nbuild fort E4\nrebuild 18.A 99\nmerge x E4",
    "every verb": "\n".join(f"{verb}{words}" for verb in verbs() for words in ENDS),
}

WORDS: dict[str, list[str]] = {
    "a verb without end": ["x" * 100_000],
    "letters that move the cursor": ["check", "\x1b[2J\n\u202e"],
    "no such file": ["check", "@/gone.tmx"],
    "a very long name": ["check", "@/" + "x" * 5000 + ".tmx"],
    "a device": ["check", "/dev/zero"],
    "a zip": ["check", "@/pack.zip"],
    "a folder of hostile things": ["check", "@"],
    "the same as figures": ["check", "@", "--json"],
    "replay a map": ["replay", "@/tiny.tmx"],
    "replay a folder": ["replay", "@"],
    "replay a device": ["replay", "/dev/zero"],
    "replay a pipe": ["replay", "@/pipe.save"],
    "play a pipe": ["play", "--load", "@/pipe.save"],
    "play nothing": ["play", "--load", "@/gone.save"],
    "play a damaged save": ["play", "--load", "@/damaged.save"],
    "replay a damaged save": ["replay", "@/damaged.save", "--json"],
    "a scenario that is a path": ["play", "--scenario", "../../etc/passwd"],
    "a scenario without end": ["simulate", "--scenario", "x" * 5000],
    "an option without end": ["simulate", "--scenario", "barbarossa-1941", "--option", "x=" + "y" * 50_000],
    "a seed without end": ["simulate", "--scenario", "barbarossa-1941", "--seed", "9" * 5000],
    "a seed in other digits": ["simulate", "--scenario", "barbarossa-1941", "--games", "\u00b2"],
    "a size without end": ["screenshot", "--scenario", "barbarossa-1941", "--out", "@/x.png", "--size", "9999x9999"],
    "a figure without end": ["odds", "darkest-crusade", "--attack", "9" * 5000],
    "figures without end": ["odds", "darkest-crusade", "--attack", ",".join(["3"] * 5000)],
    "rules that are a path": ["tables", "../../x"],
    "the user's scenarios": ["scenarios"],
    "the same scenarios as figures": ["scenarios", "--json"],
}


def cases(root: Path) -> list[Case]:
    """Every hostile text."""
    makers = (_tables, _scenarios, _settings, _saves, _journals, _letters, _orders, _words, _kept)
    return [case for make in makers for case in make(root / make.__name__)]


def _each(root: Path, door: str, kind: str, make: Callable[[Path], Path], texts: dict[str, bytes]) -> list[Case]:
    found = []
    for number, (name, data) in enumerate(texts.items()):
        path = make(root / kind / str(number))
        path.write_bytes(data)
        found.append(Case(f"{kind}: {name}", door, path, root / kind / str(number)))
    return found + _strange(root / kind, door, kind, make)


def _strange(root: Path, door: str, kind: str, make: Callable[[Path], Path]) -> list[Case]:
    """The file is a pipe, a device, a folder, a link to itself."""
    acts: dict[str, Callable[[Path], object]] = {
        "pipe": os.mkfifo,
        "folder": Path.mkdir,
        "device": lambda path: path.symlink_to("/dev/zero"),
        "link to itself": lambda path: path.symlink_to(path.name),
    }
    found = []
    for name, act in acts.items():
        path = make(root / name)
        path.unlink()
        act(path)
        found.append(Case(f"{kind}: {name}", door, path, root / name))
    return found


def _tables(root: Path) -> list[Case]:
    small = {name: data for name, data in TOML.items() if len(data) < 50_000}
    found = _each(root, "table", "table", lambda folder: the_table(folder, TABLES[0]), TOML)
    for table in TABLES[1:]:
        kind = table.replace("/", "-")
        found += _each(root, "table", kind, lambda folder, name=table: the_table(folder, name), small)
    # A table of no rows at all is a table of unit classes still.
    return [case for case in found if not (case.path.stem == "units" and case.name.endswith("nothing"))]


def _scenarios(root: Path) -> list[Case]:
    found = _each(root, "check", "scenario", the_scenario, TOML)
    for number, (name, (old, new)) in enumerate(SCENARIO.items()):
        path = the_scenario(root / "edited" / str(number))
        text = path.read_text(encoding="utf-8")
        assert old in text, name
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        found.append(Case(f"scenario: {name}", "check", path, root / "edited" / str(number)))
    path = the_scenario(root / "linked")
    text = path.read_text(encoding="utf-8")
    path.write_text('extends = "other"\n' + text, encoding="utf-8")
    secret = written(root / "outside/secret.toml", text)
    path.with_name("other.toml").symlink_to(secret)
    found.append(Case("scenario: extends a link outside", "check", path, root / "linked"))
    path = the_scenario(root / "street")
    board = root / "street/maps/western_russia.tmx"
    text = board.read_text(encoding="utf-8")
    head, cells, tail = re.split(r'(?<=<data encoding="csv">)([^<]*)', text, maxsplit=1)
    rows = [row.strip(",").split(",") for row in cells.split()]
    cells = ",\n".join(",".join([*row, *row[:1] * (1500 - len(row))]) for row in rows)
    board.write_text(f"{head}\n{cells}\n{tail}".replace('width="12" height="18"', 'width="1500" height="18"'))
    found.append(Case("scenario: map as wide as a street", "check", path, root / "street"))
    path = the_scenario(root / "map")
    board = root / "map/maps/western_russia.tmx"
    shutil.move(board, root / "outside/secret.tmx")
    board.symlink_to(root / "outside/secret.tmx")
    return [*found, Case("scenario: map that is a link outside", "check", path, root / "map")]


def _settings(root: Path) -> list[Case]:
    return _each(root, "settings", "settings", the_settings, JSON)


def _saves(root: Path) -> list[Case]:
    whole = the_save(root / "whole").read_bytes()
    first, *lines = whole.partition(b"\n# sha256")[0].split(b"\n")
    header = json.loads(first)
    texts: dict[str, bytes] = {name: data for name, data in JSON.items() if "window" not in name}
    changes = {
        "format of many digits": {"rasputitsa_save": 10**4000},
        "format of true": {"rasputitsa_save": True},
        "scenario that is a path": {"scenario": "../../etc/passwd"},
        "rules unknown": {"ruleset": "chess"},
        "seed beyond bounds": {"seed": 2**63},
        "turn below nothing": {"turn": -1},
        "turn of words": {"turn": "x"},
        "names that move the cursor": {"name": "\x1b[2J"},
        "title of two lines": {"title": "a\nb"},
        "an option unknown": {"options": {"magic": "on"}},
        "salt of words": {"salt": "../.."},
        "more": {"x" * 900: 1},
        "commands without end": {"commands": 10**9},
        "board of words": {"board_digest": "x" * 16},
    }
    for name, change in changes.items():
        texts[name] = resummed([_encoded({**header, **change}), *lines])
    edits = {
        "a line without end": [b"move " + b"x" * 500_000],
        "lines of zeros": [b"\0" * 90],
        "no letters": [b"\xff" * 90],
        "a hidden line that does not open": [b"!" + b"A" * 900],
        "a mark that is none": [b"# 9 9 9 9"],
        "commands without end": [b"end"] * 70_000,
        "a command of many digits": [b"fire " + b"9" * 190],
    }
    for name, more in edits.items():
        texts[f"line: {name}"] = resummed([first, *lines[:9], *more, *lines[9:]])
    texts["cut"] = whole[: len(whole) // 3]
    texts["another checksum"] = whole.replace(b"# sha256 ", b"# sha256 0", 1)
    texts["shortcut that swells"] = whole.partition(b"\n~")[0] + b"\n~ 1 " + b"0" * 16 + b" " + b"0" * 64 + b"\n~AAAA\n"
    return _each(root, "save", "save", lambda folder: written(folder / "one.save", b""), texts)


def _encoded(header: dict[str, object]) -> bytes:
    """JSON with numbers of any length."""
    words = [
        f"{json.dumps(k)}: {v:x}" if isinstance(v, int) and v > 2**70 else f"{json.dumps(k)}: {json.dumps(v)}"
        for k, v in header.items()
    ]
    return ("{" + ", ".join(words) + "}").encode()


def _journals(root: Path) -> list[Case]:
    texts = {
        "another save's": b"rasputitsa_journal 1 " + b"1" * 64 + b" " + b"1" * 32 + b" envelope\n",
        "no letters": b"\xff" * 900 + b"\n",
        "zeros": b"\0" * 900 + b"\n",
        "too large": b"x" * 1_000_001,
        "one long line": b"x" * 900_000 + b"\n",
    }
    forged = {
        "undo of nothing": "undo",
        "a command of two lines": "move\x0bE4",
        "a word without end": "move " + "x" * 9000,
        "a hidden line that does not open": "!AAAA",
        "a hidden line of no letters": "!\u00e9",
    }
    found = _each(root, "journal", "journal", the_journal, texts)
    for number, (name, text) in enumerate(forged.items()):
        path = the_journal(root / "forged" / str(number), text)
        found.append(Case(f"journal: {name}", "journal", path, path.parent))
    return [case for case in found if case.name.split(": ")[1] not in ("pipe", "folder", "device", "link to itself")]


def _letters(root: Path) -> list[Case]:
    return _each(root, "letter", "letter", the_letter, {**JSON, "zeros": b"\0" * 900, "one long line": b"x" * 900_000})


def _orders(root: Path) -> list[Case]:
    found = []
    for number, (name, text) in enumerate(LINES.items()):
        path = the_commands(root / str(number))
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        found.append(Case(f"command: {name}", "command", path, path.parent))
    return found


def _words(root: Path) -> list[Case]:
    folder = the_map(root).parent
    written(folder / "tiny.tmx", b"<map>")
    written(folder / "pack.zip", b"PK\x03\x04")
    written(folder / "damaged.save", b"{\n# sha256 0\n")
    written(folder / "maps/scenarios/x/twice.toml", b"a." * 9000 + b"a = 1")
    written(folder / os.fsdecode(b"\xff\x1b.tmx"), b"<map>")
    the_sprites(folder / "sprites/mine")
    written(folder / "sprites/mine/icons/x.svg", b"<script>")
    os.mkfifo(folder / "pipe.save")
    os.mkfifo(folder / "sprites/mine/x.png")
    (folder / "ring").symlink_to(".", target_is_directory=True)
    found = []
    for number, (name, words) in enumerate(WORDS.items()):
        path = the_words(folder, *words).rename(folder / f"words{number}.json")
        found.append(Case(f"words: {name}", "words", path, folder))
    return found


def _kept(root: Path) -> list[Case]:
    """What fuzzing once found: each file is called "reader-number.ending"."""
    from tests.hostile_input.damaged_sounds import SEEDS

    found = []
    for kept in sorted(FOUND.iterdir()):
        door, make, files = SEEDS[kept.stem.rpartition("-")[0]]
        whole = make(root / kept.stem)
        fitting = [file for file in files if Path(file).suffix == kept.suffix]
        target = whole / fitting[0] if whole.is_dir() else whole
        target.write_bytes(kept.read_bytes())
        found.append(Case(f"found: {kept.name}", door, whole, root / kept.stem, None))
    return found
