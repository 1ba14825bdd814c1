"""rasputitsa scenarios: what can be played, and by which rules of choice."""

from __future__ import annotations

import argparse
from textwrap import fill
from typing import Any

from ecs import MapError, Scenario, SetupError, TableError, load_scenario, options_of, ruleset_of
from game.cli.options import Subparsers, add_json, complain, print_json
from game.play.scenarios import list_scenarios


def add(commands: Subparsers) -> None:
    """Its place on the command line."""
    parser = commands.add_parser("scenarios", help="list what can be played, with the rules of choice")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list; 1 if a scenario file is broken (the others are listed all the same)."""
    found, code = [], 0
    for path in list_scenarios():
        try:
            found.append(_facts(load_scenario(path)))
        except (SetupError, TableError, MapError) as e:
            complain(str(e))
            code = 1
    if args.json:
        print_json(found)
    else:
        for facts in found:
            _show(facts)
    return code


def _facts(scenario: Scenario) -> dict[str, Any]:
    ruleset = ruleset_of(scenario)
    options = [
        {
            "key": o.key,
            "title": o.title,
            "rule": o.rule,
            "note": o.note,
            "default": scenario.options.get(o.key, o.default),
            "choices": [{"value": value, "text": text} for value, text in o.choices],
        }
        for o in options_of(ruleset)
    ]
    return {
        "id": scenario.id,
        "title": scenario.title,
        "ruleset": ruleset.id,
        "rules": ruleset.title,
        "turns": scenario.turns - scenario.start_turn + 1,
        "minutes": scenario.minutes,
        "blurb": scenario.blurb,
        "options": options,
    }


def _show(facts: dict[str, Any]) -> None:
    print(f"{facts['id']}  {facts['title']}")
    print(f"    {facts['rules']} ({facts['ruleset']}), {facts['turns']} turns, about {facts['minutes']} minutes")
    print(fill(facts["blurb"], 90, initial_indent="    ", subsequent_indent="    "))
    for option in facts["options"]:
        rule = f" [{option['rule']}]" if option["rule"] else ""
        print(f"    --option {option['key']}=...  {option['title']}{rule}")
        for choice in option["choices"]:
            mark = "*" if choice["value"] == option["default"] else " "
            print(f"      {mark} {choice['value']}: {choice['text']}")
