"""situation: what the same attack yields under every game's tables."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from ecs import RULESETS, Forecast
from ecs.core.view import UnitView
from game.cli.options import (
    Refused,
    Subparsers,
    add_json,
    check_seeds,
    count,
    print_json,
    print_table,
    seed,
)
from game.play.atlas.text import percent
from tests.workshop.situations.attack_results import Rung, Yield, climbed
from tests.workshop.situations.reenactment import Stage, played, staged
from tests.workshop.situations.situation_file import Situation, SituationError, find_situation

GAMES = 400
ROWS = (
    ("hex taken", "taken"),
    ("defenders destroyed", "destroyed"),
    ("defenders driven out", "driven"),
    ("defenders hurt in place", "shaken"),
    ("defenders unhurt in place", "steady"),
    ("some attacker hurt", "hurt"),
    ("defending factors lost", "theirs"),
    ("attacking factors lost", "ours"),
)
LADDER = (
    ("hex taken", "taken"),
    ("destroyed", "destroyed"),
    ("driven out", "driven"),
    ("attacker hurt", "hurt"),
    ("defender loses", "theirs"),
    ("attacker loses", "ours"),
)


@dataclass(frozen=True, slots=True)
class Column:
    """The attack in one game: who meets whom, how the tables read it, what it yields by forecast and in play."""

    ruleset: str
    title: str
    place: str
    ground: str
    attackers: str
    defenders: str
    attack: int
    defence: int
    reading: str
    notes: tuple[str, ...]
    exact: Yield
    played: Yield
    ladder: tuple[Rung, ...]

    @property
    def ratio(self) -> str:
        """Printed factors, to one defending factor."""
        return f"{mixed(Fraction(self.attack, self.defence))} to 1"


def add(tools: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = tools.add_parser(
        "situation",
        help="fight one attack in every game, and compare it with the exact chances",
        description="Fights one attack N times in every game, with the dice of seeds K, K+1, ..., and compares what "
        "came of it with the exact chances.  See docs/four-games.md.",
    )
    parser.add_argument("situation", metavar="S", help="an attack told in every game, e.g. bug-1941, or a file")
    parser.add_argument("--games", metavar="N", type=count(1, 1_000_000), default=GAMES, help="battles in each game")
    parser.add_argument("--seed", metavar="K", type=seed, default=0, help="of the first battle")
    parser.add_argument("--markdown", action="store_true", help="print the tables for a page of text")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Fight the situation in every game and print what came of it."""
    seeds = check_seeds(args)
    try:
        situation = find_situation(args.situation)
        columns = [column(situation, ruleset, seeds) for ruleset in situation.games]
    except SituationError as e:
        raise Refused(str(e)) from None
    if args.json:
        print_json(_facts(situation, columns, seeds))
    elif args.markdown:
        print("\n".join(markdown(columns, seeds)))
    else:
        _show(situation, columns, seeds)
    return 0


def column(situation: Situation, ruleset: str, seeds: range) -> Column:
    """One game's part of the comparison.

    :raises SituationError: if the attack cannot be made there.
    """
    attack, where = situation.games[ruleset], f"{situation.id}, {ruleset}"
    with staged(attack, ruleset, where) as stage:
        return Column(
            ruleset,
            RULESETS[ruleset].title,
            _place(stage),
            stage.ground,
            _army(stage.attackers),
            _army(stage.defenders),
            stage.attack,
            stage.defence,
            reading(stage.forecast),
            stage.forecast.notes,
            stage.expected,
            played(stage, seeds),
            tuple(climbed(ruleset, attack.ladder, where)),
        )


def _place(stage: Stage) -> str:
    place = stage.game.board.hexes[stage.target]
    return f"{place.label} {place.name}".strip()


def _army(units: Sequence[UnitView]) -> str:
    return ", ".join(f"{unit.name} ({unit.factors})" for unit in units)


def reading(forecast: Forecast) -> str:
    """The column of the table the attack is read in, shifts included."""
    if forecast.odds:
        return f"column {forecast.odds}"
    length = "one round" if forecast.rounds == 1 else "two rounds"
    return f"columns {forecast.attack_column} and {forecast.defence_column}, {length}"


def mixed(value: Fraction) -> str:
    """A ratio in figures: whole, or with a place behind the point."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


# -- tables -----------------------------------------------------------------------------------------------


def attack_table(columns: Sequence[Column]) -> list[list[str]]:
    """Who meets whom, where, and what the forecast and the played games say; the heading first."""
    table = [["", *(c.title for c in columns)]]
    for words, name in (
        ("hex attacked", "place"),
        ("ground", "ground"),
        ("attackers", "attackers"),
        ("defenders", "defenders"),
    ):
        table.append([words, *(str(getattr(c, name)) for c in columns)])
    table.append(["printed factors", *(f"{c.attack} to {c.defence}" for c in columns)])
    table.append(["ratio", *(c.ratio for c in columns)])
    table.append(["read in", *(c.reading for c in columns)])
    table += [[words, *(_both(c, name) for c in columns)] for words, name in ROWS]
    return table


def _both(c: Column, name: str) -> str:
    return f"{percent(getattr(c.exact, name))} ({percent(getattr(c.played, name))})"


def ladder_table(columns: Sequence[Column]) -> list[list[str]]:
    """The attack at every ratio in every game, exactly; the heading first."""
    table = [["ratio", "game", "attackers", "read in", *(words for words, _ in LADDER)]]
    ratios = list(dict.fromkeys(rung.ratio for c in columns for rung in c.ladder))
    for ratio in ratios:
        for c in columns:
            for rung in c.ladder:
                if rung.ratio == ratio:
                    chances = [percent(getattr(rung.expected, name)) for _, name in LADDER]
                    table.append([ratio, c.title, rung.attack, reading(rung.forecast), *chances])
    return table


def note_lines(columns: Sequence[Column]) -> list[str]:
    """What moved the column or the die, game by game."""
    return [f"{c.title}: {' '.join(c.notes) if c.notes else 'nothing shifts the columns.'}" for c in columns]


def legend(seeds: range) -> str:
    """How to read the figures of the attack."""
    return (
        f"Exact chances; behind them, in brackets, the shares of {len(seeds)} battles played with the dice of seeds "
        f"{seeds[0]} to {seeds[-1]}."
    )


def markdown(columns: Sequence[Column], seeds: range) -> list[str]:
    """Both tables as a page of documentation holds them."""
    notes = [f"* {line}" for line in note_lines(columns)]
    return [*_piped(attack_table(columns)), "", legend(seeds), "", *notes, "", *_piped(ladder_table(columns))]


def _piped(table: Sequence[Sequence[str]]) -> list[str]:
    heading, *rows = (f"| {' | '.join(row)} |" for row in table)
    return [heading, "|---" * len(table[0]) + "|", *rows]


def _show(situation: Situation, columns: Sequence[Column], seeds: range) -> None:
    print(f"{situation.title}\n{situation.history}\n")
    for table in (attack_table(columns), ladder_table(columns)):
        print_table(table[1:], table[0])
        print()
    print(legend(seeds))
    for line in note_lines(columns):
        print(line)


def _facts(situation: Situation, columns: Sequence[Column], seeds: range) -> dict[str, Any]:
    return {
        "situation": situation.id,
        "title": situation.title,
        "seeds": [seeds[0], seeds[-1]],
        "games": {
            c.ruleset: {
                "title": c.title,
                "place": c.place,
                "ground": c.ground,
                "attackers": c.attackers,
                "defenders": c.defenders,
                "attack": c.attack,
                "defence": c.defence,
                "read": c.reading,
                "notes": list(c.notes),
                "exact": asdict(c.exact),
                "played": asdict(c.played),
                "ladder": [
                    {"ratio": r.ratio, "attack": r.attack, "read": reading(r.forecast), "exact": asdict(r.expected)}
                    for r in c.ladder
                ],
            }
            for c in columns
        },
    }
