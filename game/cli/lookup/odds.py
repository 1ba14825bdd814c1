"""rasputitsa odds: the exact result of a battle given in figures."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from ecs import RULESETS, Forecast, Ruleset
from ecs.core.unit_names import signed
from ecs.core.view import CalculationLine
from game.cli.options import (
    Parser,
    Refused,
    Subparsers,
    add_json,
    option,
    print_json,
    print_table,
)
from game.play.atlas.text import percent


class FiguresParser(Parser):
    """A parser that takes words NAME=VALUE anywhere among the options."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse like argparse, but take the figures first: it would accept them in one place only."""
        figures = [word for word in args if re.match(r"\w[\w-]*=", word)]
        return super().parse_known_args([*figures, *(word for word in args if word not in figures)], namespace)


def add(commands: Subparsers) -> None:
    """Add the subcommand, with one more level: each ruleset has figures of its own."""
    parser = commands.add_parser("odds", help="calculate a battle exactly from figures")
    parser.later = _add_games


def _add_games(parser: Parser) -> None:
    games = parser.add_subparsers(title="rulesets", metavar="RULESET", required=True, parser_class=FiguresParser)
    for ruleset in sorted(RULESETS.values(), key=lambda r: r.id):
        own = games.add_parser(
            ruleset.id, help=ruleset.title, description="Without figures it lists them.  Every figure is optional."
        )
        own.add_argument("figures", metavar="NAME=VALUE", nargs="*", type=option, help="figures, such as attack=4,3")
        for name, words in ruleset.combat.odds_arguments:
            own.add_argument(
                f"--{name.replace('_', '-')}", dest=f"figure_{name}", metavar="X", help=words.replace("%", "%%")
            )
        add_json(own)
        own.set_defaults(run=run, ruleset=ruleset.id)


def run(args: argparse.Namespace) -> int:
    """Print the distribution, or without figures their names; 1 if they make no battle."""
    ruleset = RULESETS[args.ruleset]
    figures = _figures(ruleset, args)
    if not figures:
        _tell_names(ruleset, args.json)
        return 0
    forecast = worked_out(ruleset, figures)
    if args.json:
        print_json(_facts(ruleset, forecast))
    else:
        _show(forecast)
    return 0


def _tell_names(ruleset: Ruleset, as_json: bool) -> None:
    """Print the names and meanings of a game's figures."""
    known = ruleset.combat.odds_arguments
    if as_json:
        print_json({"ruleset": ruleset.id, "figures": dict(known)})
        return
    print(f"{ruleset.title}: what you can say of a battle. You may leave out any of it.\n")
    print_table(known, ("name", "meaning"))
    print(f"\nrasputitsa odds {ruleset.id} NAME=VALUE NAME=VALUE ...")


def _figures(ruleset: Ruleset, args: argparse.Namespace) -> dict[str, str]:
    """The figures, from words NAME=VALUE and from options.

    :raises Refused: for a name that the game does not have, or one that is given twice.
    """
    names = [name for name, _ in ruleset.combat.odds_arguments]
    given = [(name, value) for name in names if (value := getattr(args, f"figure_{name}")) is not None]
    found: dict[str, str] = {}
    for word, value in [*given, *args.figures]:
        name = word.replace("-", "_")
        if name not in names:
            raise Refused(_unknown(word, names))
        if name in found:
            raise Refused(f"the figure {name} is given twice: {found[name][:60]!r} and {value[:60]!r}")
        found[name] = value
    return found


def _unknown(word: str, names: Iterable[str]) -> str:
    likely = get_close_matches(word[:40], names, n=1)
    meant = f"; did you mean {likely[0]}?" if likely else ""
    return f"no figure {word[:40]!r}; choose from: {', '.join(names)}{meant}"


def worked_out(ruleset: Ruleset, figures: dict[str, str]) -> Forecast:
    """The battle, worked out.

    :raises Refused: saying which figure is wrong.
    """
    try:
        forecast: Forecast = ruleset.combat.odds(figures)
    except ValueError as e:
        raise Refused(str(e)) from None
    if forecast.refusal:
        raise Refused(forecast.refusal)
    return forecast


DISRUPTED = "mean_attackers_disrupted"
_MEANS = (
    ("defending units lost", "mean_defenders_lost"),
    ("defending factors lost", "mean_defender_factors_lost"),
    ("attacking units lost", "mean_attackers_lost"),
    ("attacking factors lost", "mean_attacker_factors_lost"),
    ("attackers disrupted", DISRUPTED),
)


def _facts(ruleset: Ruleset, f: Forecast) -> dict[str, Any]:
    return {
        "ruleset": ruleset.id,
        "rounds": f.rounds,
        "odds": f.odds,
        "attack": _fire(f, f.attack_lines, f.attack_strength, f.attack_column),
        "defence": _fire(f, f.defence_lines, f.defence_strength, f.defence_column),
        "notes": list(f.notes),
        "cleared": _chance(f.p_cleared),
        "means": {name: _chance(getattr(f, name)) for _, name in _MEANS},
        "outcomes": [
            {
                **_chance(o.probability),
                "cleared": o.cleared,
                "defenders_lost": o.defenders_lost,
                "defenders_disrupted": o.defenders_disrupted,
                "attackers_lost": o.attackers_lost,
                "attackers_disrupted": o.attackers_disrupted,
                "text": o.text,
            }
            for o in f.outcomes
        ],
    }


def _fire(f: Forecast, lines: tuple[CalculationLine, ...], strength: int, column: int) -> dict[str, Any]:
    told = [{"text": line.text, "value": line.value, "rule": line.rule} for line in lines]
    return {"lines": told, "strength": strength} | ({} if f.odds else {"column": column})


def _chance(value: Fraction) -> dict[str, Any]:
    return {"fraction": value, "value": float(value)}


def _show(f: Forecast) -> None:
    for title, lines, strength, column in (
        ("Attack", f.attack_lines, f.attack_strength, f.attack_column),
        ("Defence", f.defence_lines, f.defence_strength, f.defence_column),
    ):
        print(f"{title}: strength {strength}" + ("" if f.odds else f", column {column}"))
        print_table([(f"  {signed(line.value)}", line.text, f"[{line.rule}]" if line.rule else "") for line in lines])
    for note in f.notes:
        print(note)
    rounds = "" if f.odds else "1 round.  " if f.rounds == 1 else f"{f.rounds} rounds.  "
    print(f"\n{rounds}Hex taken: {percent(f.p_cleared, 2)} = {_short(f.p_cleared)}\n")
    rows = [(percent(o.probability, 2), _short(o.probability), o.text) for o in f.outcomes]
    print_table(rows, ("chance", "exactly", "result"))
    print()
    means = [(words, f"{float(getattr(f, name)):.3f}") for words, name in _MEANS if not (f.odds and name == DISRUPTED)]
    print_table(means, ("on average", ""))


def _short(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
