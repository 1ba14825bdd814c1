"""Is every changed scenario refused in one sentence, or playable?  Shipped scenarios, a fact changed at a time.

    python -m tests.hostile_input.scenario_mutants                        every change of every scenario
    python -m tests.hostile_input.scenario_mutants --every 40 --game war-against-russia

A change is refused with a sentence that names the file, or somebody has a legal command at the start (or the game is
over with a result), and so after each of COMMANDS random commands.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ecs import RULESETS, MapError, SetupError, TableError, list_scenarios, load_scenario, start
from tests.hostile_input.harm import unkind
from tests.kits.random_play import Picker

COMMANDS = 60
Data = dict[str, Any]

VALUES: tuple[Any, ...] = (0, -1, 1, 2**62, True, 1.5, "", "nowhere", "a\nb", [], [1], {}, {"a": 1})
"""What a key is set to, whatever it should be."""
NUMBERS = (-1, 0, 1, 2, 9, 99, 10**9, 2**62)
WORDS = ("", "nowhere", "sea", "x" * 300)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A scenario with one fact changed: which, and how."""

    scenario: str
    change: str
    data: Data

    @property
    def name(self) -> str:
        return f"{self.scenario}: {self.change}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a mutant: ``refusal`` in words, "" if it was played; ``fault``: what must not be, "" if nothing."""

    name: str
    refusal: str
    fault: str


# -- making them ----------------------------------------------------------------------------------


def whole(path: Path) -> Data:
    """What a scenario file says, with what it extends."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if "extends" in data:
        data = {**whole(path.with_name(f"{data.pop('extends')}.toml")), **data}
    return data


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change of one scenario."""
    sound = whole(path)
    for makers in (_of_keys, _of_times, _of_sides, _of_counters, _of_zones, _of_rules):
        for change, data in makers(sound):
            yield Mutant(path.stem, change, data)


Changes = Iterator[tuple[str, Data]]


def _set(data: Any, value: Any, *keys: Any) -> Any:
    """A copy in which the value stands under the keys; the rest is shared."""
    copied = copy(data)
    copied[keys[0]] = value if len(keys) == 1 else _set(data[keys[0]], value, *keys[1:])
    return copied


def _without(data: Any, *keys: Any) -> Any:
    copied = copy(data)
    if len(keys) == 1:
        del copied[keys[0]]
    else:
        copied[keys[0]] = _without(data[keys[0]], *keys[1:])
    return copied


def _of_keys(sound: Data) -> Changes:
    """Each key left out, and set to what it should not be."""
    for key in sound:
        yield f"no {key}", _without(sound, key)
        for value in VALUES:
            if key != "id":
                yield f"{key} = {str(value)[:30]!r}", _set(sound, value, key)
    yield "an unknown key", _set(sound, 1, "wings")
    for path in sorted({load_scenario(path).map.name for path in list_scenarios()}):
        yield f"map = {path}", _set(sound, path, "map")
    for ruleset in RULESETS:
        yield f"ruleset = {ruleset}", _set(sound, ruleset, "ruleset")


def _of_times(sound: Data) -> Changes:
    for turns in (*range(-1, 60), 199, 200, 201, 10**9):
        yield f"turns = {turns}", _set(sound, turns, "turns")
        yield f"start_turn = {turns}", _set(sound, turns, "start_turn")
        yield f"both turns = {turns}", _set(_set(sound, turns, "turns"), turns, "start_turn")


def _of_sides(sound: Data) -> Changes:
    """Orders of battle as a whole."""
    for side, other in (("axis", "soviet"), ("soviet", "axis")):
        yield f"no {side} counters", _set(sound, [], side)
        yield f"one {side} counter", _set(sound, sound[side][:1], side)
        yield f"no {side} counter on the map", _set(sound, [e for e in sound[side] if "hex" not in e], side)
        yield f"all {side} counters on the map", _set(sound, [e for e in sound[side] if "hex" in e], side)
        yield f"{side} counters nowhere", _set(sound, [_bare(e) for e in sound[side]], side)
        yield f"{side} counters at their weakest", _set(sound, [{**e, "lost": 9} for e in sound[side]], side)
        yield f"{side} counters dispersed", _set(sound, [{**e, "dispersed": True} for e in sound[side]], side)
        yield f"{side} counters have the other's", _set(sound, sound[other], side)
        yield f"{side} counters twice", _set(sound, sound[side] * 2, side)
        places = sorted({e["hex"] for e in sound[side] if "hex" in e})
        theirs = sorted({e["hex"] for e in sound[other] if "hex" in e})
        for place in (*places[:: max(1, len(places) // 6)], *theirs[:: max(1, len(theirs) // 6)]):
            crowd = [{**e, "hex": place} if "hex" in e else e for e in sound[side]]
            yield f"all {side} counters at {place}", _set(sound, crowd, side)
        for kind in sorted({unit.partition(":")[2] for e in sound[side] for unit in e["units"]}):
            yield f"no {kind} of the {side}", _set(sound, list(_thinned(sound[side], kind)), side)
            yield f"nothing but {kind} of the {side}", _set(sound, list(_only(sound[side], kind)), side)
        for place in sorted({e["box"] for e in sound[side] if "box" in e}):
            moved = [{**_bare(e), "box": place} for e in sound[side]]
            yield f"all {side} counters in box {place}", _set(sound, moved, side)
    yield "no counters", _set(_set(sound, [], "axis"), [], "soviet")
    yield "the sides changed about", _set(_set(sound, sound["soviet"], "axis"), sound["axis"], "soviet")
    yield (
        "nobody on the map",
        _set(
            _set(sound, [e for e in sound["axis"] if "hex" not in e], "axis"),
            [e for e in sound["soviet"] if "hex" not in e],
            "soviet",
        ),
    )


def _bare(entry: Data) -> Data:
    return {key: value for key, value in entry.items() if key not in ("hex", "box", "zone")}


def _thinned(entries: list[Data], kind: str) -> Iterator[Data]:
    for entry in entries:
        yield {**entry, "units": [unit for unit in entry["units"] if unit.partition(":")[2] != kind]}


def _only(entries: list[Data], kind: str) -> Iterator[Data]:
    for entry in entries:
        yield {**entry, "units": [unit for unit in entry["units"] if unit.partition(":")[2] == kind]}


def _of_counters(sound: Data) -> Changes:
    """Each entry of an order of battle."""
    everybody = [unit for side in ("axis", "soviet") for entry in sound[side] for unit in entry["units"]]
    classes = sorted({unit.partition(":")[2] for unit in everybody})
    for side, other in (("axis", "soviet"), ("soviet", "axis")):
        theirs = [e["hex"] for e in sound[other] if "hex" in e]
        for number, entry in enumerate(sound[side]):
            where = f"{side} entry {number}"
            yield f"{where} left out", _without(sound, side, number)
            yield f"{where} twice", _set(sound, [*sound[side], entry], side)
            yield f"{where} on the other side", _set(_without(sound, side, number), [*sound[other], entry], other)
            for key in entry:
                yield f"{where} without {key}", _without(sound, side, number, key)
                yield f"{where}: {key} = 7", _set(sound, 7, side, number, key)
            changes: dict[str, tuple[Any, ...]] = {
                "units": (
                    [],
                    [""],
                    ["x"],
                    entry["units"] * 2,
                    [f"{unit.partition(':')[0]}:{classes[number % len(classes)]}" for unit in entry["units"]],
                ),
                "hex": (*WORDS[1:], *theirs[number : number + 1]),
                "box": WORDS[1:],
                "zone": WORDS,
                "lost": (1, 9, 10),
                "dispersed": (True,),
            }
            for key, values in changes.items():
                for value in values:
                    yield f"{where}: {key} = {str(value)[:40]}", _set(sound, value, side, number, key)


def _of_zones(sound: Data) -> Changes:
    """Each set-up zone."""
    yield "no zones", _set(sound, [], "zones")
    for number, zone in enumerate(sound.get("zones", ())):
        yield f"zone {number} left out", _without(sound, "zones", number)
        yield f"zone {number} twice", _set(sound, [*sound["zones"], zone], "zones")
        for key in zone:
            yield f"zone {number} without {key}", _without(sound, "zones", number, key)
        lists: tuple[Any, ...] = ([], ["nowhere"], [""])
        changes: dict[str, tuple[Any, ...]] = {
            "regions": lists,
            "also": lists,
            "outside": (*lists, zone.get("regions", [])),
            "air_in": lists,
            "front": WORDS,
            "cover": WORDS,
            "name": WORDS,
            "title": WORDS,
            "depth": NUMBERS,
            "air": NUMBERS,
            "most": NUMBERS,
            "every": NUMBERS,
            "rows": ([0, 0], [9, 1], [-5, -1], [0, 2**62], [1]),
            "places": (True,),
        }
        for key, values in changes.items():
            for value in values:
                yield f"zone {number}: {key} = {str(value)[:40]}", _set(sound, value, "zones", number, key)


def _of_rules(sound: Data) -> Changes:
    """Rules of choice, the scenario's own numbers, and the ground held."""
    sound = {"options": {}, "rules": {}, **sound}
    for option in RULESETS[sound["ruleset"]].options:
        for value in (*(value for value, _ in option.choices), "", "nowhere", 1):
            yield f"option {option.key} = {value}", _set(sound, value, "options", option.key)
    yield "an unknown option", _set(sound, "on", "options", "magic")
    known = {key for path in list_scenarios() for key in (load_scenario(path).rules)}
    for key in sorted({*known, *sound["rules"], "magic"}):
        for value in (*NUMBERS, "x"):
            yield f"rule {key} = {value}", _set(sound, value, "rules", key)
    for key in sound["rules"]:
        yield f"no rule {key}", _without(sound, "rules", key)
    grounds = {scenario.ground for path in list_scenarios() if (scenario := load_scenario(path)).ground}
    for ground in sorted({*grounds, "frontier", "germany", *WORDS}):
        yield f"ground = {ground[:40]}", _set(sound, ground, "ground")


# -- writing and trying them ----------------------------------------------------------------------


def text_of(data: Data) -> str:
    """A scenario as TOML."""
    return "".join(f"{key} = {_value(value)}\n" for key, value in data.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_value(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return repr(value) if isinstance(value, (int, float)) else _quoted(str(value))


def _quoted(text: str) -> str:
    safe = (c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in text)
    return f'"{"".join(safe)}"'


def tried(mutant: Mutant, folder: Path, seed: int = 1) -> Verdict:
    """Read, begin and play a mutant."""
    path = folder / "maps" / "scenarios" / "mutants" / f"{mutant.scenario}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text_of(mutant.data), encoding="utf-8")
    try:
        refusal, fault = _played(path, seed)
    except Exception as error:  # noqa: BLE001
        where = traceback.extract_tb(error.__traceback__)[-1]
        refusal, fault = "", f"{type(error).__name__} {error} at {Path(where.filename).name}:{where.lineno}"
    return Verdict(mutant.name, refusal, fault or (unkind(refusal, path) if refusal else ""))


def _played(path: Path, seed: int) -> tuple[str, str]:
    """The refusal, or what went wrong in play."""
    try:
        game = start(load_scenario(path), seed=seed)
    except (SetupError, TableError, MapError) as error:
        return str(error), ""
    picker = Picker(seed)
    try:
        for number in range(COMMANDS):
            if game.over:
                return "", "" if game.result is not None else f"over after {number} commands, without a result"
            if not game.legal():
                return "", f"nobody has a legal command after {number}: {game.moment}"
            game.apply(picker.pick(game))
    finally:
        game.close()
    return "", ""


def report(verdicts: Iterable[Verdict]) -> str:
    """How many were refused, played, and found wanting."""
    counts = Counter("found wanting" if v.fault else "refused" if v.refusal else "played" for v in verdicts)
    return ", ".join(f"{counts[word]} {word}" for word in ("refused", "played", "found wanting"))


def main(argv: Iterable[str] | None = None) -> int:
    """Try them; 1 if any is found wanting."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.hostile_input.scenario_mutants", description="Try changed scenarios."
    )
    parser.add_argument("--every", type=int, default=1, help="only every so manieth")
    parser.add_argument("--from", type=int, default=0, dest="first", help="and of these from this one on")
    parser.add_argument("--game", choices=sorted(RULESETS), action="append", help="only of this game")
    parser.add_argument("--show", action="store_true", help="print every refusal")
    args = parser.parse_args(None if argv is None else list(argv))
    paths = [path for path in list_scenarios() if not args.game or path.parent.name in args.game]
    every = (mutant for path in paths for mutant in mutants(path))
    verdicts = []
    with TemporaryDirectory() as folder:
        for mutant in islice(every, args.first, None, args.every):
            verdicts.append(verdict := tried(mutant, Path(folder)))
            if verdict.fault or args.show:
                print(f"{mutant.name}: {verdict.fault or verdict.refusal or 'played'}", flush=True)
    print(f"{len(verdicts)} changed scenarios: {report(verdicts)}", flush=True)
    return int(any(verdict.fault for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
