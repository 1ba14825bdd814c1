"""Does every game have a players' rules page, with every rule its program cites, and do the options stand on it?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import pytest
from msgspec import structs

from ecs import RULESETS, systems
from ecs.core.files.toml_files import ORIGINS
from ecs.core.origins import Origins, origin_faults
from game.ui.help.rules_pages import read_pages, section_of
from tests.kits.rules_pages import CODE, PAGES, as_we_write, headings, is_number, page, references

GAMES = sorted(path.stem for path in PAGES.glob("*.md"))
BY_POSITION = {"Refusal": 2, "Option": 2, "CalculationLine": 2, "DecisionView": 4}
BY_POSITION |= {"Phase": 4, "_moving": 4, "_allocating": 4, "_fighting": 4}
LAST = frozenset({"disrupt", "eliminate", "recover", "end_game", "lose_step", "go", "_displace", "_shift"})


@cache
def records_of_systems() -> dict[str, tuple[int, ...]]:
    """What the shared systems ask of a game: the name of each record, and which of its fields are rule numbers."""
    found = {}
    for module in walk_packages(systems.__path__, f"{systems.__name__}."):
        for name, kind in vars(import_module(module.name)).items():
            if isinstance(kind, type) and is_dataclass(kind):
                found[name] = tuple(n for n, field in enumerate(fields(kind)) if field.name.endswith("rule"))
    return found


def cited(game: str) -> Iterator[tuple[str, str]]:
    """(rule number, where) of every citation in the code of a game."""
    for path in sorted((CODE / game.replace("-", "_")).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for value in _rules_of(node):
                    yield value, f"{path.name}:{node.lineno}"
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_dotted(node.value):
                yield node.value, f"{path.name}:{node.lineno}"


def _is_dotted(text: str) -> bool:
    return "." in text and is_number(text)


def _rules_of(call: ast.Call) -> list[str]:
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    found = [k.value for k in call.keywords if (k.arg or "").endswith("rule")]
    places = (BY_POSITION[name],) if name in BY_POSITION else records_of_systems().get(name, ())
    found += [call.args[place] for place in places if len(call.args) > place]
    if name in LAST:
        found += call.args[-1:]
    words = [n.value for f in found for n in ast.walk(f) if isinstance(n, ast.Constant)]
    return [w for w in words if isinstance(w, str) and is_number(w)]


def test_every_game_has_a_page_and_every_page_a_game() -> None:
    assert set(RULESETS) <= set(GAMES)
    assert all((CODE / game.replace("-", "_")).is_dir() for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_cited_in_a_log_line_refusal_phase_option_or_forecast_has_a_heading(game: str) -> None:
    known = set(headings(game))
    missing = {f"{rule} ({spot})" for rule, spot in cited(game) if rule not in known}
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_clicked_in_the_game_opens_its_own_section(game: str) -> None:
    found, problem = read_pages(game)
    assert not problem
    for rule in headings(game):
        wanted = rule.partition(" ")[0].removeprefix("Q")
        if rule == wanted:
            assert found[section_of(found, rule)].rule == rule


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_number_has_two_headings(game: str) -> None:
    assert len(headings(game)) == len(set(headings(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_reference_in_brackets_leads_to_a_heading(game: str) -> None:
    known = set(headings(game))
    found = references(page(game))
    assert found and not {rule for rule in found if rule not in known}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_stands_on_the_page_with_its_rule(game: str) -> None:
    if game not in RULESETS:
        pytest.skip(f"{game} is not in the list of games")
    rows = {row[0]: row[-1] for row in _options(game)}
    wanted = {option.title: option.rule for option in RULESETS[game].options}
    assert set(wanted.values()) == set(rows.values()) and len(rows) == len(wanted)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_choice_of_an_option_on_the_page_is_the_one_in_force(game: str) -> None:
    rows = {row[0].removesuffix(" (no printed rule)"): row[1].split("; ") for row in _options(game)}
    for option in RULESETS[game].options if game in RULESETS else ():
        if option.title != "Handicap in favour of":
            title = next(label for value, label, *_ in option.choices if value == option.default)
            alike = [len(_words(title) & _words(choice)) for choice in rows[option.title]]
            assert alike[0] == max(alike) > 0, option.title


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold())) - {"the", "a", "of", "in", "or", "and"}


def _options(game: str) -> list[list[str]]:
    section = page(game).split("Options\n", 1)[1].split("\n#", 1)[0]
    rows = [[c.strip() for c in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


def test_the_citations_are_found_at_all() -> None:
    rules = {rule for rule, _ in cited("darkest-crusade")}
    assert {"5 A1", "9.2", "16.6", "22.1", "Q1", "12", "20", "11.2"} <= rules
    rules = {rule for rule, _ in cited("dark-valley")}
    assert {"2.2", "3.6", "5.8", "5.10", "8.11", "9.3", "10.1", "11"} <= rules
    rules = {rule for rule, _ in cited("russia-besieged")}
    assert {"2.1", "3.0", "9.4", "10.61", "12", "13.1", "14.15", "17", "18", "19.2", "23.8", "24.5"} <= rules
    rules = {rule for rule, _ in cited("war-against-russia")}
    assert {"3", "4", "5", "6", "7", "8", "9.1", "9.5", "9.6", "10.1", "11", "12", "14", "15"} <= rules


# -- where figures come from ------------------------------------------------------------------------------

HEADS = {
    "Tables and figures": "Where the figures of each table come from",
    "Options": "Where the options come from",
    "Maps and set-ups": "Where maps and set-ups come from",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_page_and_the_tables_command_say_where_figures_come_from(game: str) -> None:
    told = dict(RULESETS[game].figures.tables())
    rows = [
        line.strip("| ").split(" | ")
        for line in page(game).splitlines()
        if line.startswith(tuple(f"| {h} |" for h in HEADS))
    ]
    on_page = {(what, name): word for what, word, names in rows for name in names.split("; ")}
    assert on_page == {(what, as_we_write(row[0])): row[1] for what, head in HEADS.items() for row in told[head][1:]}


@pytest.mark.parametrize("game", GAMES)
def test_origins_are_those_of_tables_and_options_there_are(game: str) -> None:
    figures, options = RULESETS[game].figures, RULESETS[game].options
    origin = figures.rules().origin
    assert not [*origin_faults(figures.rules())] and origin.tables and origin.maps
    assert origin.options.keys() <= {option.key for option in options}
    absent = structs.replace(figures.rules(), origin=Origins(tables={"nowhere.at_all": "printed"}))
    assert [*origin_faults(absent)] == ["origin.tables.nowhere.at_all: no such table or figure"]
    for card in figures.classes().values():
        assert card.origin in ORIGINS
