"""rasputitsa scenarios: what can be played, and with which optional rules."""

from __future__ import annotations

import argparse
from textwrap import fill
from typing import Any

from ecs import (
    RULESETS,
    MapError,
    Option,
    Scenario,
    SetupError,
    TableError,
    changed_figures,
    load_scenario,
    options_of,
    ruleset_of,
)
from game.cli.options import Subparsers, add_json, complain, print_json, print_table
from game.play.plugins import not_allowed, waiting
from game.play.scenarios import find_scenario, list_scenarios


def add(commands: Subparsers) -> None:
    """Add the subcommand to the command line."""
    parser = commands.add_parser(
        "scenarios",
        help="list the scenarios and optional rules",
        description="Lists the scenarios.  With --options it adds each game's optional rules; with a scenario id it "
        "prints everything about that one.",
    )
    parser.add_argument("scenario", metavar="ID", nargs="?", help="print everything about this scenario")
    parser.add_argument("--options", action="store_true", help="print the optional rules of every game")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list; return 1 if a scenario file is broken (the others are still listed)."""
    if args.scenario is not None:
        return _tell_one(find_scenario(args.scenario), args.json)
    found, code = [], 0
    for path in list_scenarios():
        try:
            found.append(_facts(load_scenario(path)))
        except (SetupError, TableError, MapError) as e:
            complain(str(e))
            code = 1
    if args.json:
        print_json(found)
        return code
    rows = [[facts[key] for key in ("id", "title", "rules", "turns", "minutes")] for facts in found]
    print_table(rows, ("id", "title", "game", "turns", "minutes"))
    if args.options:
        _show_games(found)
    else:
        print("\nrasputitsa scenarios ID prints everything about one; --options prints every game's optional rules.")
    for plugin in waiting():
        print(f"Not listed: {not_allowed(plugin)}.")
    return code


def _tell_one(scenario: Scenario, as_json: bool) -> int:
    facts = _facts(scenario)
    if as_json:
        print_json(facts)
        return 0
    print(f"{facts['id']}  {facts['title']}")
    print(f"{facts['rules']} ({facts['ruleset']}), {facts['turns']} turns, about {facts['minutes']} minutes")
    for text in (facts["blurb"], facts["history"]):
        if text:
            print("\n" + fill(text, 90))
    if facts["figures"]:
        print("\nChanged figures; all others are as printed.")
        for figure in facts["figures"]:
            print(f"  {figure['text']}")
    print("\nOptional rules; a star marks the default.")
    _show_options(facts["options"])
    return 0


def _show_games(found: list[dict[str, Any]]) -> None:
    """Print the optional rules, once for each game, and where scenarios differ."""
    print("\nOptional rules; a star marks the default unless the scenario sets another.")
    for ruleset in dict.fromkeys(facts["ruleset"] for facts in found):
        ours = [facts for facts in found if facts["ruleset"] == ruleset]
        print(f"\n{ours[0]['rules']} ({ruleset})")
        usual = {option.key: option.default for option in options_of(RULESETS[ruleset])}
        _show_options([_option(option, option.default) for option in options_of(RULESETS[ruleset])])
        for facts in ours:
            other = [f"{o['key']}={o['default']}" for o in facts["options"] if o["default"] != usual[o["key"]]]
            unused = [f"no {key}" for key in facts["unused_options"]]
            if other or unused:
                print(f"  {facts['id']}: {', '.join((*other, *unused))}")


def _option(option: Option, default: str) -> dict[str, Any]:
    return {
        "key": option.key,
        "title": option.title,
        "rule": option.rule,
        "note": option.note,
        "default": default,
        "choices": [{"value": value, "text": text} for value, text in option.choices],
    }


def _facts(scenario: Scenario) -> dict[str, Any]:
    ruleset = ruleset_of(scenario)
    options = [_option(o, scenario.options.get(o.key, o.default)) for o in options_of(ruleset, scenario)]
    return {
        "id": scenario.id,
        "title": scenario.title,
        "ruleset": ruleset.id,
        "rules": ruleset.title,
        "turns": scenario.turns - scenario.start_turn + 1,
        "minutes": scenario.minutes,
        "blurb": scenario.blurb,
        "history": scenario.history,
        "options": options,
        "unused_options": list(scenario.unused_options),
        "figures": [
            {"place": figure.place, "printed": figure.old, "now": figure.new, "text": str(figure)}
            for figure in changed_figures(scenario)
        ],
    }


def _show_options(options: list[dict[str, Any]]) -> None:
    for option in options:
        rule = f" [{option['rule']}]" if option["rule"] else ""
        print(f"  --option {option['key']}=...  {option['title']}{rule}")
        for choice in option["choices"]:
            mark = "*" if choice["value"] == option["default"] else " "
            print(f"    {mark} {choice['value']}: {choice['text']}")
