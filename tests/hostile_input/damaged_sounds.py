"""What do the readers make of sound files that were damaged at random?  Bytes, structure and kinds are changed."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests import ROOT
from tests.hostile_input import doors, sounds
from tests.hostile_input.harm import Case, Outcome, Watch, attempt, bound, environment, how_it_died
from tests.kits.patience import watched

WORDS = [
    "",
    "0",
    "-1",
    "1",
    "2",
    "99999999999999999999",
    "9" * 5000,
    "1e308",
    "nan",
    "inf",
    "true",
    "false",
    "1.5",
    "\u00e9",
    "\u00b2",
    "\u0661",
    "&#233;",
    "&#10;",
    "\u202e",
    "\u009b31m",
    "../../x",
    "/etc/passwd",
    "C:\\x",
    "\\\\host\\x",
    "con",
    "x" * 3000,
    "axis",
    "soviet",
    "1,1",
    "0,0 nan,4",
    "\u00e9" * 200,
    "0x" + "F" * 4000,
    "%s%n",
    "{0}",
    "\U0001f600",
]
VALUES: list[Any] = [
    0,
    -1,
    1,
    2,
    65,
    2**31,
    2**63 - 1,
    2**64,
    10**30,
    -(2**63),
    0.5,
    float("inf"),
    float("nan"),
    True,
    False,
    None,
    "",
    "x",
    "../../x",
    "/etc/passwd",
    "\u202e",
    "\u009b",
    "\n",
    "\x00",
    "\u00e9" * 200,
    "9" * 5000,
    "x" * 3000,
    [],
    [[]],
    {},
    {"": 0},
    {"x": {"y": [1]}},
    ["x"],
    [1, 2],
    [["x"]],
    "axis",
    "E4",
    "#102030",
    "clear",
    [0, 0],
]
Edit = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """How many files were tried, and what speaks against the reader."""

    tries: int
    faults: tuple[str, ...]


# -- damage ---------------------------------------------------------------------------------------


def damaged(data: bytes, edits: list[Edit], kind: str) -> bytes:
    """The text or picture with these changes, one after the other."""
    for what, at, choice in edits:
        if what == "tree" and kind in TREES:
            data = TREES[kind](data, at, choice)
        elif what == "word":
            found = list(re.finditer(rb"[A-Za-z0-9_.#-]+", data[:200_000]))
            if found:
                spot = found[at % len(found)]
                word = WORDS[choice % len(WORDS)].encode("utf-8", "surrogatepass")
                data = data[: spot.start()] + word + data[spot.end() :]
        elif what == "lines":
            lines = data.split(b"\n")
            here, there = at % len(lines), choice % len(lines)
            lines[here], lines[there] = lines[there], lines[here]
            if choice % 3 == 0:
                lines[here:here] = lines[there : there + 3]
            if choice % 3 == 1:
                del lines[here : here + 1 + choice % 4]
            data = b"\n".join(lines)
        else:
            here, long = at % (len(data) + 1), choice % 7
            put = bytes((choice * (i + 3) + at) % 256 for i in range(choice % 5))
            data = data[:here] + put + data[here + long :]
    return data


def _spots(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield place
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _spots(part, (*place, key))


def _changed(tree: Any, at: int, choice: int) -> Any:
    """A tree of values with one of them replaced, taken out, doubled or renamed."""
    spots = list(_spots(tree))[1:]
    if not spots:
        return tree
    *way, last = spots[at % len(spots)]
    holder = tree
    for key in way:
        holder = holder[key]
    act, value = choice % 6, VALUES[choice // 6 % len(VALUES)]
    if act == 0:
        del holder[last]
    elif act == 1 and isinstance(holder, dict):
        holder[str(value)[:40]] = holder.pop(last)
    elif act == 2 and isinstance(holder, list):
        holder.extend(holder[last : last + 1] * 3)
    else:
        holder[last] = json.loads(json.dumps(value))
    return tree


def _toml(data: bytes, at: int, choice: int) -> bytes:
    try:
        tree = tomllib.loads(data.decode())
    except (ValueError, RecursionError):
        return data
    lines = [f"{_key(key)} = {_value(value)}" for key, value in _changed(tree, at, choice).items()]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _key(key: str) -> str:
    return json.dumps(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value if isinstance(value, (str, int)) else str(value))


def _json(data: bytes, at: int, choice: int) -> bytes:
    try:
        tree = json.loads(data)
    except (ValueError, RecursionError):
        return data
    return json.dumps(_changed(tree, at, choice)).encode()


def _save(data: bytes, at: int, choice: int) -> bytes:
    """A save changed by a forger who knows the checksum: in its first line, or elsewhere."""
    body = data.partition(b"\n# sha256")[0]
    first, _, rest = body.partition(b"\n")
    if choice % 2:
        first = _json(first, at, choice // 2)
    else:
        rest = damaged(rest, [(("word", "lines")[choice // 2 % 2], at, choice // 4)], "")
    return sounds.resummed([first, rest])


def _xml(data: bytes, at: int, choice: int) -> bytes:
    """An element or attribute taken out, doubled, renamed, or filled with something else."""
    text = data.decode("utf-8", "replace")
    marks = list(re.finditer(r'<[^<>]*>|[\w:.-]+="[^"]*"', text))
    if not marks:
        return data
    spot, other = marks[at % len(marks)], marks[choice // 5 % len(marks)]
    word = WORDS[choice // 5 % len(WORDS)]
    acts = ("", spot[0] * 2, other[0], re.sub('="[^"]*"', lambda _: f'="{word}"', spot[0], count=1), f"<{word[:9]}>")
    return (text[: spot.start()] + acts[choice % 5] + text[spot.end() :]).encode("utf-8", "surrogatepass")


TREES: dict[str, Callable[[bytes, int, int], bytes]] = {
    ".toml": _toml,
    ".json": _json,
    ".save": _save,
    ".tmx": _xml,
    ".tsx": _xml,
    ".svg": _xml,
}


# -- what is damaged ------------------------------------------------------------------------------


def _one(door: str, make: Callable[[Path], Path], *inner: str) -> tuple[str, Callable[[Path], Path], tuple[str, ...]]:
    return door, make, inner or ("",)


SEEDS: dict[str, tuple[str, Callable[[Path], Path], tuple[str, ...]]] = {
    "map": _one("check", lambda f: sounds.the_map(f / "map"), "tiny.tmx", "tiny.tmx", "tiny.tsx"),
    "scenario": _one("check", lambda f: sounds.the_scenario(f / "game")),
    "settings": _one("settings", lambda f: sounds.the_settings(f / "settings")),
    "save": _one("save", lambda f: sounds.the_save(f / "saves")),
    "letter": _one("letter", lambda f: sounds.the_letter(f / "post")),
    "journal": _one("journal", lambda f: sounds.the_journal(f / "saves")),
    "sprites": _one(
        "pack", lambda f: sounds.the_sprites(f / "sprites/mine"), "pack.toml", "icons/town.svg", "icons/port.png"
    ),
    "sounds": _one("pack", lambda f: sounds.the_sounds(f / "sounds/loud"), "bell.wav", "pack.toml"),
    "command": _one("command", lambda f: sounds.the_commands(f / "commands")),
    "words": _one("words", lambda f: sounds.the_words(sounds.the_map(f / "map").parent, "check", "@")),
    **{
        f"table-{name.replace('/', '-')}": _one("table", lambda f, name=name: sounds.the_table(f / "t", name))
        for name in sounds.TABLES
    },
}
"""What is fuzzed: its door, the sound thing, and the files of it that are damaged in turn."""

EDITS = st.lists(
    st.tuples(
        st.sampled_from(("tree", "tree", "word", "lines", "bytes")), st.integers(0, 10**5), st.integers(0, 10**5)
    ),
    min_size=1,
    max_size=4,
)


def child(names: list[str], tries: int, seed: int, folder: Path) -> None:
    """Fuzz some readers in this process, a line for each; the file last tried stays, for a process that dies."""
    for name in names:
        doors.warm(SEEDS[name][0])
    bound()
    watch = Watch()
    for name in names:
        print(json.dumps({"name": name, "begin": True}), flush=True)
        found = _fuzz(name, tries, seed, folder / name, folder / "last", watch)
        print(json.dumps({"name": name, **found}), flush=True)


def _fuzz(name: str, tries: int, seed: int, folder: Path, last: Path, watch: Watch) -> dict[str, Any]:
    door, make, files = SEEDS[name]
    whole = make(folder)
    inside = whole if whole.is_dir() else whole.parent
    sound = {file: (inside / file if file else whole).read_bytes() for file in files}
    found: dict[str, Any] = {"tries": 0, "faults": []}
    os.environ["RASPUTITSA_HOME"] = str(folder)

    @hypothesis.seed(seed)
    @settings(
        max_examples=tries,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
    )
    @given(st.sampled_from(files), EDITS)
    def one(file: str, edits: list[Edit]) -> None:
        path = inside / file if file else whole
        data = damaged(sound[file], edits, path.suffix)
        path.write_bytes(data)
        last.write_bytes(data)
        found["tries"] += 1
        messages, harm = attempt(watch, doors.DOORS[door], whole, folder)
        path.write_bytes(sound[file])
        faults = Outcome(Case(name, door, whole, folder, None), tuple(messages), tuple(harm)).faults
        if faults:
            last.with_suffix(path.suffix).write_bytes(data)
            found["faults"] = faults
        assert not faults, faults

    with suppress(Exception):
        one()
    return found


def fuzzed(names: Sequence[str], tries: int, seed: int, keep: Path | None = None) -> Fuzzed:
    """Fuzz readers, one after the other, in a process of their own.  ``keep``: where files that show a fault go."""
    folder = Path(tempfile.mkdtemp(prefix="rasputitsa-fuzz-"))
    code = (
        "import sys; from pathlib import Path; from tests.hostile_input.damaged_sounds import child; "
        "child(sys.argv[1].split(), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))"
    )
    words = [sys.executable, "-c", code, " ".join(names), str(tries), str(seed), str(folder)]
    done = watched(words, ROOT, environment())
    told = [json.loads(line) for line in done.out.splitlines() if line.startswith("{")]
    ended = [line for line in told if "tries" in line]
    faults = [f"{line['name']}: {fault}" for line in ended for fault in line["faults"][:2]]
    if len(ended) < len(names):
        where = told[-1]["name"] if told else names[0]
        faults.append(f"{where}: {how_it_died(done)}")
    if faults and keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        for number, file in enumerate(sorted(folder.glob("last*"))):
            shutil.copy(file, keep / f"{names[0]}-{seed}-{number}{file.suffix}")
    shutil.rmtree(folder, ignore_errors=True)
    return Fuzzed(sum(line["tries"] for line in ended), tuple(faults))
