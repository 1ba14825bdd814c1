"""Does any word of the command line, or any place it names, get more than a plain sentence out of the program?

    python -m tests.hostile_input.command_lines        every option of every subcommand with every hostile word

The options are found by walking the parser, so that a new one cannot be forgotten: whoever adds a subcommand is asked
for a call of it that is in order (CALLS).  Each word is tried in a process of its own making, which is watched for
its processor time; its answer must be one of the exit codes, and a short paragraph on standard error.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.cli.entry_point import parser
from game.cli.options import Parser
from tests import ROOT
from tests.hostile_input.harm import environment, how_it_died, in_time
from tests.kits.patience import watched

CODES = (0, 1, 2)
ALOUD = ("check", "addon check", "addon list")  # say what is wrong with files on standard output
SPARED = "what was asked for is in order, and is not done here"
LONGEST = 4000  # letters on standard error, of which most are the usage
LONGEST_SENTENCE = 1200
RANDOM = ("--axis", "random", "--soviet", "random")
GAME = ("--scenario", "barbarossa-1941")
CALLS: Mapping[str, Sequence[str]] = {
    "play": ("--first-frame",),
    "tutorial": (),
    "scenarios": (),
    "simulate": (*GAME, *RANDOM, "--games", "1"),
    "matrix": (*GAME, *RANDOM, "--games", "1"),
    "chronicle": (*GAME, *RANDOM, "--games", "1"),
    "mail new": ("--scenario", "tutorial-kiev-1941", "--folder", "@post"),
    "mail join": ("@save",),
    "mail open": (),
    "mail status": (),
    "mail watch": (),
    "mail receive": ("@save",),
    "replay": ("@save",),
    "advise": ("@save", "--orders", "1"),
    "briefing": ("@save", "--side", "axis"),
    "report": ("@save", "--side", "axis", "--out", "@new.html"),
    "export": ("@save", "--scenario", "@new.toml"),
    "to-tiled": ("war-barbarossa-1941", "--out", "@new.tmx"),
    "from-tiled": ("@map.tmx", "--scenario", "@new.toml"),
    "tables": ("darkest-crusade",),
    "odds darkest-crusade": (),
    "odds dark-valley": (),
    "odds russia-besieged": (),
    "odds war-against-russia": (),
    "check": ("@save",),
    "saves": (),
    "addon list": (),
    "addon check": ("@save",),
    "addon pack": ("@", "--out", "@new.zip"),
    "addon new": ("mine", "--out", "@mine"),
    "addon pictures": ("--out", "@new.png"),
    "screenshot": (*GAME, "--out", "@new.png", "--size", "640x480"),
    "docs": ("playing",),
    "completion": ("bash",),
}
"""A call of each subcommand that is in order; "@" is a folder of the trial."""

WORDS: Mapping[str, str] = {
    "not UTF-8": os.fsdecode(b"\xff\xfe\x80"),
    "half a UTF-8 letter": "a" + os.fsdecode(b"\xc3"),
    "surrogates": "\udcff\udc80",
    "controls": "\x1b[2J\x07\r\n\x7f",
    "lines": "a\nb\n" * 200,
    "turned round": "\u202etxt.exe",
    "nothing": "",
    "a blank": " ",
    "a point": ".",
    "minus": "-",
    "minus one": "-1",
    "a fraction": "0.5",
    "a huge number": "9" * 400,
    "a number Python does not read": "9" * 5000,
    "a large power": "1e999",
    "no number": "nan",
    "other digits": "١٢٣",
    "a grouped number": "1_0",
    "a long word": "x" * 100_000,
    "a long path": "x/" * 3000,
    "a long size": "9" * 9 + "x" + "9" * 9,
    "an equation": "a=" + "b" * 1000,
    "a format": "%s%n{0}{x.__class__}%(a)s",
}
PLACES = (
    "a folder",
    "full",
    "nothing there",
    "zeros",
    "pipe",
    "socket",
    "ring",
    "no folder/file",
    "file/in a file",
    "\udcff",
    "to a folder",
    "to nowhere",
    "read-only/file",
)


@dataclass(frozen=True, slots=True)
class Try:
    """One call: what is hostile in it, and its words."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it; ``harm``: the process died, or raised."""

    name: str
    code: int
    said: str
    harm: str = ""

    @property
    def fault(self) -> str:
        """What speaks against the program; "" if nothing."""
        lines = self.said.splitlines()
        sentence = lines[-1] if lines else ""
        if self.harm:
            return f"{self.name}: {self.harm}"
        if "Traceback" in self.said or "has failed" in self.said or "Exception ignored" in self.said:
            return f"{self.name}: a trace: {self.said[-400:]!r}"
        if self.code not in CODES:
            return f"{self.name}: exit code {self.code}"
        if self.code and not self.name.startswith(ALOUD) and not sentence.startswith("rasputitsa"):
            return f"{self.name}: exit code {self.code} without a sentence: {self.said[-200:]!r}"
        if len(self.said) > LONGEST or len(sentence) > LONGEST_SENTENCE:
            return f"{self.name}: {len(self.said)} letters: {self.said[:200]!r}"
        if not all(line.isprintable() for line in lines):
            return f"{self.name}: letters that cannot be printed: {self.said[-200:]!r}"
        return ""


# -- what is tried --------------------------------------------------------------------------------


def leaves(top: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every subcommand that does something, by its words."""
    if isinstance(top, Parser):
        top.complete()
    inner = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    for action in inner:
        for word, found in action.choices.items():
            yield from leaves(found, f"{name} {word}".strip())
    if not inner:
        yield name, top


def tries(places: Path) -> list[Try]:
    """Every option that takes a word, and every place for one, with every hostile word."""
    hostile = {**WORDS, **{place: str(places / place) for place in PLACES}}
    found = [Try(f"no such subcommand, {kind}", (word,)) for kind, word in hostile.items()]
    for name, leaf in leaves(parser()):
        usual = [word.replace("@", f"{places}/") for word in CALLS[name]]
        start = name.split()
        for kind, word in hostile.items():
            found.append(Try(f"{name}, one word more, {kind}", (*start, *usual, word)))
            for action in leaf._actions:
                if action.option_strings and action.nargs != 0:
                    option = action.option_strings[-1]
                    found.append(Try(f"{name} {option}, {kind}", (*start, *usual, f"{option}={word}")))
                elif not action.option_strings:
                    found.append(Try(f"{name} {action.dest}, {kind}", (*start, word)))
    return found


def furnish(folder: Path) -> Path:
    """A folder with one of each thing that is no ordinary file, and a save."""
    from ecs import new_game
    from game.saves.storage.save_folder import Particulars, write_save

    folder.mkdir(parents=True, exist_ok=True)
    write_save(folder / "save", new_game("barbarossa-1941", seed=1), Particulars("a game"))
    for name in ("a folder", "read-only"):
        (folder / name).mkdir()
    (folder / "read-only").chmod(0o500)
    (folder / "file").write_text("not empty")
    os.mkfifo(folder / "pipe")
    with suppress(OSError), socket.socket(socket.AF_UNIX) as door:  # a path too long for a socket is no place for one
        door.bind(str(folder / "socket"))
    for link, target in (
        ("full", "/dev/full"),
        ("zeros", "/dev/zero"),
        ("ring", "ring"),
        ("to a folder", "a folder"),
        ("to nowhere", "no folder/nothing"),
    ):
        (folder / link).symlink_to(target)
    return folder


# -- in the child ---------------------------------------------------------------------------------


def _spare_the_work() -> None:
    """The doors are tried, not what is behind them: what was asked for in order is not measured or played for hours."""
    from game.app import launch
    from game.cli.analysis import chronicle, simulate
    from game.cli.options import Refused

    def spared(*_: Any, **__: Any) -> Any:
        raise Refused(SPARED)

    for module, name in (
        (chronicle, "in_order"),
        (simulate, "play_series"),
        (launch, "App"),
    ):
        assert hasattr(module, name), (module, name)
        setattr(module, name, spared)


def child() -> None:
    """Make the calls named on standard input; a line before and a line after each."""
    from game.cli.entry_point import main

    _spare_the_work()
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    tried = json.loads(sys.stdin.readline())
    heard = tempfile.TemporaryFile()  # noqa: SIM115
    devnull = os.open(os.devnull, os.O_RDWR)
    os.dup2(devnull, 0)
    os.dup2(devnull, 1)
    told = os.dup(2)
    for number, words in enumerate(tried):
        heard.truncate(0)
        heard.seek(0)
        os.dup2(heard.fileno(), 2)
        code, harm = -1, ""
        with in_time():
            try:
                code = main([os.fsdecode(bytes.fromhex(word)) for word in words])
            except BaseException as error:  # noqa: BLE001
                harm = f"{type(error).__name__}: {str(error)[:300]}"
        sys.stderr.flush()
        os.dup2(told, 2)
        heard.seek(0)
        said = heard.read(100_000).decode("utf-8", "surrogateescape")
        print(json.dumps({"end": number, "code": code, "said": said, "harm": harm}), file=out, flush=True)


# -- in the parent --------------------------------------------------------------------------------


def answers(tried: Sequence[Try], folder: Path) -> Iterator[Answer]:
    """What comes of all calls, made in a folder; a process that dies is followed by another for those behind."""
    left = list(tried)
    while left:
        done = 0
        ends, died = _one_child(left, folder)
        for call, end in zip(left, ends):
            done += 1
            yield Answer(call.name, end["code"], end["said"], end["harm"])
        left = left[done:]
        if left:
            yield Answer(left[0].name, -1, "", died)
            left = left[1:]


def _one_child(tried: Sequence[Try], folder: Path) -> tuple[list[Any], str]:
    order = json.dumps([[os.fsencode(word).hex() for word in call.words] for call in tried])
    words = [sys.executable, "-c", "from tests.hostile_input.command_lines import child; child()"]
    here = {**environment(), "RASPUTITSA_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT)}
    done = watched(words, folder, here, order + "\n")
    return [json.loads(line) for line in done.out.splitlines()], how_it_died(done)


def main(argv: Iterable[str] | None = None) -> int:
    """Try every word at every door; 1 if a fault was found."""
    options = argparse.ArgumentParser(
        prog="python -m tests.hostile_input.command_lines", description="Hostile words at every door."
    )
    options.add_argument("--only", default="", help="only calls with this in their name")
    args = options.parse_args(None if argv is None else list(argv))
    with tempfile.TemporaryDirectory() as folder:
        places = furnish(Path(folder) / "places")
        chosen = [call for call in tries(places) if args.only in call.name]
        codes: Counter[int] = Counter()
        faults = passed = 0
        for answer in answers(chosen, Path(folder)):
            codes[answer.code] += 1
            passed += SPARED in answer.said
            if answer.fault:
                faults += 1
                print(answer.fault, flush=True)
    print(f"{len(chosen)} calls, exit codes {dict(sorted(codes.items()))}, {passed} in order, {faults} found wanting")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
