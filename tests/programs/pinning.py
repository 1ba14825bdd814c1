"""What a game shows, hashed command by command, so that the house can be rebuilt and the games stay as they are.

A pinned game is a scenario, options, a seed and the commands of one game; what is kept of it is a running hash every
few commands over the legal list, the lines of the log, both views with forecasts, reach, zones, supply and refusals,
and the dice.  Nothing here knows the names of components, modules or classes: a view is read by the names of its fields
alone, and only those listed below, so that new fields may be added to it.

    python -m tests.programs.pinning                       check them all, on every core
    python -m tests.programs.pinning --only rb- --quick    the first few hundred commands of some of them
    python -m tests.programs.pinning --show rb-blue-1942:r3 --at 120   what a game shows at a command
    python -m tests.programs.pinning --write           pin the games anew; only on purpose, the commit says why
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

from ecs import Game, Side, find_scenario, list_scenarios, new_game, options_of, ruleset_of
from ecs.core.commands import parse
from tests import TESTS

FOLDER = TESTS / "pins"
EVERY = 10  # commands from one kept hash to the next
LOOK = 7  # commands from one look at the views to the next
CHANNELS = ("legal", "log", "views", "dice")
QUICK = 150

PHASE = ("id", "title", "side", "text", "rule", "state")
UNIT = (
    *("id", "name", "side", "nation", "symbol", "size", "style", "hex", "box", "attack", "defence", "hits", "factors"),
    *("traits", "badges", "disrupted", "supplied", "target", "can_act", "cost", "outlook"),
)
Shape = tuple[str, ...] | list[str]
PAIR = ["subject", "state"]
"""The fields of a record that is hashed as the pair it once was: a list, not a tuple."""
VIEW: dict[str, Shape] = {
    **dict.fromkeys(
        ("side", "to_act", "scenario", "title", "turn", "turns", "turn_name", "weather", "weather_text"), ()
    ),
    "phase": PHASE,
    "phases": PHASE,
    "units": UNIT,
    "control": (),
    "decision": ("id", "side", "prompt", "hex", "rule", "count"),
    "battles": ("hex", "wave", "attackers", "defenders", "state", "round", "rounds"),
    "score": ("name", "points", "hexes", "holder", "counts_for", "note"),
    "score_text": (),
    "boxes": (),
    "facts": PAIR,
    "result": ("winner", "level", "text"),
    "turn_track": (),
    "chits": ("id", "name", "side", "state", "count", "text", "rule", "units"),
    "markers": ("hex", "kind", "text", "factor"),
    "gauges": (),
    "skies": ("title", "weather", "state", "text"),
}
LINES = ("text", "value", "rule", "shown")
FORECAST: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("hex", "attackers", "defenders", "attack_strength", "attack_column", "defence_strength"), ()),
    **dict.fromkeys(("defence_column", "notes", "retreats", "rounds", "p_cleared", "estimate", "refusal", "odds"), ()),
    **dict.fromkeys(("mean_defenders_lost", "mean_attackers_lost", "mean_attackers_disrupted", "faces"), ()),
    **dict.fromkeys(("mean_defender_factors_lost", "mean_attacker_factors_lost", "attack_total", "defence_total"), ()),
    "attack_lines": LINES,
    "defence_lines": LINES,
    "outcomes": (
        *("probability", "cleared", "defenders_lost", "defenders_disrupted", "attackers_lost", "attackers_disrupted"),
        *("text", "defender_factors_lost", "attacker_factors_lost"),
    ),
}
STEP = ("hex", "cost", "path", "bonus", "text")
AREA = ("kind", "unit", "title", "side", "hexes", "line", "live")


@dataclass(frozen=True)
class Pin:
    """A game that is pinned: how it goes, and what was seen of it.

    ``commands``: as given, whoever chose them; empty for a game drawn by lot from its seed.  ``most``: no more of them.
    ``seen``: a hash every ``EVERY`` commands and one at the end, eight hex digits each channel.
    """

    name: str
    scenario: str
    seed: int
    most: int
    options: Mapping[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()


def plain(value: Any, shape: Mapping[str, Shape] | Shape = ()) -> str:
    """A value in words that do not depend on what its class is called."""
    if value is None or isinstance(value, bool | int | str | Fraction):
        return repr(value) if isinstance(value, str) else str(value)
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, frozenset | set):
        return "{" + ",".join(sorted(plain(v, shape) for v in value)) + "}"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{plain(k)}:{plain(value[k], shape)}" for k in sorted(value)) + "}"
    if isinstance(value, tuple | list):
        return "(" + ",".join([plain(v, shape) for v in value]) + ")"
    assert shape, f"nothing is known of {type(value).__name__}"
    if isinstance(shape, list):
        return plain(tuple(getattr(value, name) for name in shape))
    if isinstance(shape, Mapping):
        return ";".join(f"{name}={plain(getattr(value, name), inner)}" for name, inner in shape.items())
    return ";".join([f"{name}={plain(getattr(value, name))}" for name in shape])


class Lots:
    """Numbers drawn by a seed, the same on every machine and for as long as this file stays as it is."""

    def __init__(self, seed: int) -> None:
        self._state = (seed * 2862933555777941757 + 3037000493) % 2**64

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % n


class Chance:
    """Draws a word, then a command that begins with it: phases end in time and every kind of order is given."""

    def __init__(self, seed: int) -> None:
        self._lots = Lots(seed)

    def choose(self, legal: Sequence[str]) -> str:
        """One of the commands."""
        kinds: dict[str, list[str]] = {}
        for text in legal:
            kinds.setdefault(text.partition(" ")[0], []).append(text)
        for word, seldom in (("withdraw", 4), ("cancel", 4), ("unassign", 4), ("disband", 9), ("call", 400)):
            if word in kinds and len(kinds) > 1 and self._lots.below(seldom):  # what takes back, or ends a game early
                del kinds[word]
        if len(kinds) > 1 and self._lots.below(6):
            kinds.pop("end", None)
        words = sorted(kinds)
        found = kinds[words[self._lots.below(len(words))]]
        return found[self._lots.below(len(found))]


class Witness:
    """Looks at a game after every command, and sums up what it shows."""

    def __init__(self, game: Game, show: int = -1) -> None:
        self.game, self.given, self.show = game, 0, show
        self._sums = {channel: hashlib.sha256() for channel in CHANNELS}
        self._read = 0
        self._former: list[str] = []
        self.seen: list[str] = []

    def look(self, legal: Sequence[str]) -> None:
        """The game as it stands, after so many commands."""
        self._put("legal", ["\n".join(legal)])
        self._put("log", self._news())
        self._put("dice", [str(self.game.thrown), str(self.game.to_act), "".join(self._dice())])
        if self.given % LOOK == 0 or self.game.over:
            self._put("views", self._views(legal))
        self._former = [*self._former[-3:], *legal[:: max(1, len(legal) // 2)][:2]]
        if self.given % EVERY == 0 or self.game.over:
            self.close()
        self.given += 1

    def close(self) -> None:
        """Keep what was seen so far."""
        self.seen.append("".join(self._sums[channel].hexdigest()[:8] for channel in CHANNELS))

    def _put(self, channel: str, texts: Iterable[str]) -> None:
        for text in texts:
            self._sums[channel].update(text.encode() + b"\0")
            if self.given == self.show:
                print(f"{channel}: {text}")

    def _news(self) -> Iterator[str]:
        records, self._read = self.game.log[self._read :], len(self.game.log)
        for record in records:
            yield f"{record.number} {record.side} {record.command} {record.turn} {record.phase}"
            for event in record.events:
                if event.text:
                    yield plain((event.text, event.where, event.rule, event.veil, event.owner))

    def _dice(self) -> Iterator[str]:
        for record in self.game.log[-1:]:
            for event in record.events:
                if event.text:
                    yield plain(getattr(event, "faces", ()))

    def _views(self, legal: Sequence[str]) -> Iterator[str]:
        game = self.game
        for side in Side:
            view = game.view(side)
            yield plain(view, VIEW)
            yield plain([c.text() for c in view.legal])
            yield plain(sorted(game.zones(side).items()))
            yield plain([sorted(game.supply(side)), sorted(game.stations(side))])
            yield plain([plain(area, AREA) for area in game.areas(side)])
            yield plain([c.text() for c in game.asides(side)])
            yield plain([text for _, text in game.reading(side)[-3:]])
        yield plain([game.can_undo, game.undo_reason, game.stuck])
        yield plain([str(game.why_not(parse(text))) for text in self._former])
        for battle in game.view(Side.AXIS).battles[:2]:
            if game.to_act is not None and not game.over:
                yield plain(game.forecast(game.to_act, battle.hex, battle.attackers), FORECAST)
        units = game.unit_ids()
        for unit in units[:: max(1, len(units) // 3)][:3]:
            yield plain([step for _, step in sorted(game.reach(unit).items())], dict.fromkeys(STEP, ()))


def walk(pin: Pin, most: int = 0, show: int = -1) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Play a pinned game: its commands, and what was seen of it."""
    game, chance = new_game(pin.scenario, seed=pin.seed, options=pin.options), Chance(pin.seed)
    witness, given = Witness(game, show), []
    most = min(most or pin.most, pin.most)
    try:
        for number in range(most + 1):
            legal = [command.text() for command in game.legal()]
            witness.look(legal)
            if game.over or number == most or (pin.commands and number == len(pin.commands)):
                break
            given.append(pin.commands[number] if pin.commands else chance.choose(legal))
            game.apply(parse(given[-1]))
        return tuple(given), tuple(witness.seen)
    finally:
        game.close()


# -- which games --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Share:
    """How many games of a scenario are pinned: drawn by lot, and between computer players; and the most commands."""

    by_lot: int
    most: int
    played: int
    most_played: int


WHOLE = 20_000
SHARES = {
    "barbarossa-1941": Share(70, WHOLE, 4, WHOLE),
    "tutorial-kiev-1941": Share(6, WHOLE, 0, 0),
    "war-barbarossa-1941": Share(30, WHOLE, 3, WHOLE),
    "rb-barbarossa-5": Share(8, WHOLE, 1, WHOLE),
    "tdv-zitadelle-1943": Share(4, 1500, 1, 1200),
}
OTHERS = Share(4, 400, 1, 400)


def _games(scenario: str) -> Iterator[Pin]:
    share = SHARES.get(scenario, OTHERS)
    told = find_scenario(scenario)
    every, offered = options_of(ruleset_of(told)), {o.key for o in options_of(ruleset_of(told), told)}
    for seed in range(1, share.by_lot + 1):
        lots = Lots(seed * 977)
        chosen = {o.key: o.choices[lots.below(len(o.choices))][0] for o in every if not lots.below(3)}
        chosen = {key: value for key, value in chosen.items() if key in offered}
        yield Pin(f"{scenario}:r{seed}", scenario, seed, share.most, chosen if seed % 2 else {})
    for seed in range(1, share.played + 1):
        yield Pin(f"{scenario}:o{seed}", scenario, seed, share.most_played)


def _written(pin: Pin) -> Pin:
    if ":o" not in pin.name:
        return replace(pin, seen=walk(pin)[1])
    from game.play.autoplay import make_players, play_on

    game = new_game(pin.scenario, seed=pin.seed, options=pin.options)
    play_on(game, make_players({Side.AXIS: "officer", Side.SOVIET: "officer"}, pin.seed), pin.most)
    given = tuple(r.command for r in game.log if r.command != "start")
    game.close()
    return replace(pin, commands=given, seen=walk(replace(pin, commands=given))[1])


def _lines(pin: Pin) -> Iterator[str]:
    options = ",".join(f"{key}={value}" for key, value in sorted(pin.options.items()))
    yield f"game {pin.name} {pin.scenario} {pin.seed} {pin.most} {options or '-'}"
    yield from (f"do {text}" for text in pin.commands)
    yield from (f"saw {seen}" for seen in pin.seen)


def _path(scenario: str) -> Path:
    return FOLDER / f"{scenario}.txt.xz"


def read(scenario: str) -> list[Pin]:
    """The pinned games of a scenario."""
    pins: list[Pin] = []
    for line in lzma.decompress(_path(scenario).read_bytes()).decode().splitlines():
        word, _, rest = line.partition(" ")
        if word == "game":
            name, scenario, seed, most, options = rest.split(" ")
            chosen = dict(pair.split("=", 1) for pair in options.split(",")) if options != "-" else {}
            pins.append(Pin(name, scenario, int(seed), int(most), chosen))
        elif word == "do":
            pins[-1] = replace(pins[-1], commands=(*pins[-1].commands, rest))
        else:
            pins[-1] = replace(pins[-1], seen=(*pins[-1].seen, rest))
    return pins


def differs(pin: Pin, most: int = 0) -> str:
    """Where a game no longer shows what it showed: one line; "" if it does all along."""
    try:
        _, seen = walk(pin, most)
    except Exception as e:  # noqa: BLE001 - whatever it is, it is told with the game it is of
        return f"{pin.name}: {type(e).__name__}: {e}"
    for index, (was, now) in enumerate(zip(pin.seen, seen)):
        if was != now:
            parts = [c for i, c in enumerate(CHANNELS) if was[8 * i : 8 * i + 8] != now[8 * i : 8 * i + 8]]
            return f"{pin.name}: differs in {', '.join(parts)} by command {index * EVERY}"
    return "" if most or len(seen) == len(pin.seen) else f"{pin.name}: ends elsewhere"


def _check(job: tuple[Pin, int]) -> tuple[str, str]:
    return job[0].name, differs(*job)


def main() -> int:
    """Check or write; 1 if a game differs."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.pinning", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="scenarios or games that begin so")
    parser.add_argument(
        "--quick", action="store_true", help=f"the first {QUICK} commands of the first two of a scenario"
    )
    parser.add_argument("--jobs", type=int, default=None, metavar="N", help="processes")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--show", default="", metavar="GAME")
    parser.add_argument("--at", type=int, default=0, metavar="COMMAND")
    args = parser.parse_args()
    scenarios = [p.stem for p in list_scenarios() if p.stem.startswith(args.only.partition(":")[0])]
    if args.write:
        FOLDER.mkdir(exist_ok=True)
        with ProcessPoolExecutor(args.jobs) as pool:
            for scenario in scenarios:
                lines = [line for pin in pool.map(_written, _games(scenario)) for line in _lines(pin)]
                _path(scenario).write_bytes(lzma.compress("\n".join(lines).encode()))
                print(scenario, len(lines), flush=True)
        return 0
    pins = [pin for scenario in scenarios for pin in read(scenario)[: 2 if args.quick else None]]
    if args.show:
        (pin,) = [pin for pin in pins if pin.name == args.show] or [
            p for s in scenarios for p in read(s) if p.name == args.show
        ]
        walk(pin, args.at, args.at)
        return 0
    wrong = 0
    with ProcessPoolExecutor(args.jobs) as pool:
        chosen = [pin for pin in pins if pin.name.startswith(args.only)]
        for name, line in pool.map(_check, [(pin, QUICK if args.quick else 0) for pin in chosen]):
            wrong += bool(line)
            print(line or f"{name}: as pinned", flush=True)
    print(f"{len(chosen)} games, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
