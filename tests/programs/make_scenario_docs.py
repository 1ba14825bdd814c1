"""docs/scenarios.md, made from what reads scenarios: the grammar, and what each game declares.

    python -m tests.programs.make_scenario_docs          write the page
    python -m tests.programs.make_scenario_docs --check  say whether it is up to date

The prose round the tables stands in scenario_docs.md beside it; a line ``{{name}}`` is replaced by what is generated.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ecs import RULESETS, Ruleset, options_of
from ecs.core.files.faults import described
from ecs.core.files.figures import FREE_TEXT
from ecs.core.files.scenario_grammar import (
    Additions,
    Briefings,
    Edits,
    MoveEntry,
    ReduceEntry,
    ScenarioFile,
    SideBriefing,
    UnitEntry,
    ZoneEntry,
)
from tests import ROOT, TESTS

PAGE, PROSE = ROOT / "docs" / "scenarios.md", TESTS / "programs" / "scenario_docs.md"
STRUCTS = (Edits, Additions, MoveEntry, ReduceEntry, ScenarioFile, Briefings, SideBriefing, UnitEntry, ZoneEntry)


def described_fields(struct: type[msgspec.Struct]) -> list[tuple[str, str, str, str]]:
    """(key, type and range, default, meaning) of every key of a struct."""
    hints, out = get_type_hints(struct, include_extras=True), []
    for field in msgspec.structs.fields(struct):
        kind = hints[field.name]
        metas = [meta for meta in get_args(kind)[1:] if isinstance(meta, Meta)] if get_origin(kind) is Annotated else []
        meaning = " ".join(meta.description for meta in metas if meta.description)
        out.append((field.encode_name, described(kind), _default(field), meaning))
    return out


def _default(field: Any) -> str:
    if field.required:
        return "required"
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if value is None or value in ("", [], {}) or isinstance(value, msgspec.Struct):
        return "nothing"
    return f"`{list(value) if isinstance(value, tuple) else value}`"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = [*heads]
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def keys_of(struct: type[msgspec.Struct]) -> str:
    """The table of the keys of a struct."""
    rows = (
        (f"`{key}`", kind or "text, or nothing", usual, text) for key, kind, usual, text in described_fields(struct)
    )
    return _table(("key", "what it may be", "left out", "meaning"), rows)


def game(ruleset: Ruleset) -> str:
    """What scenarios of one game may say."""
    terms = ruleset.terms
    end = "later ones are played like the last" if terms.endless else "no scenario is longer"
    parts = [
        f"### {ruleset.title}",
        _wrapped(f'`ruleset = "{ruleset.id}"`. The calendar has {terms.calendar} turns, from 1; {end}.'),
        _wrapped(f"**Zones.** {terms.zones}"),
        _wrapped(f"**Weather.** {_names(terms.weathers)}."),
        _wrapped(f"**Points.** {terms.points or 'No place counts.'}"),
    ]
    rows = [
        (
            f"`{number.key}{'HEX' if number.by_hex else ''}`",
            f"`{number.victory}`" if number.victory else "",
            f"{number.least} to {number.most}",
            number.usual,
            number.meaning,
        )
        for number in terms.numbers
    ]
    parts.append(_table(("`[rules]`", "`[victory]`", "range", "left out", "meaning"), rows))
    boxes = ((f"`{box.name}{'TURN' if box.name.endswith(':') else ''}`", box.meaning) for box in terms.boxes)
    parts.append(_table(("box", "meaning"), boxes))
    chosen = (
        (f"`{o.key}`", ", ".join(f"`{value}`" for value, _ in o.choices), f"`{o.default}`", o.title)
        for o in options_of(ruleset)
    )
    parts.append(_table(("option", "values", "left out", "what it is"), chosen))
    parts += _needs(ruleset)
    parts.append(_table(("house rules", "what you may name"), _figures(ruleset)))
    return "\n\n".join(parts)


def _needs(ruleset: Ruleset) -> list[str]:
    """What a map must have for a game, and what it may lack."""
    needs = ruleset.figures.needs()
    kinds = (("role or place", needs.hexes), ("region", needs.regions), ("trait", needs.traits))
    rows = [(f"`{name}`", kind, said) for kind, found in kinds for name, said in found.items()]
    rows += [("`vp`", "some place", needs.cities)] if needs.cities else []
    rows += [(f"`{name}`", "may be absent", f"then {said}") for name, said in needs.optional.items()]
    if not rows:
        return []
    return ["**The map.** What the rules look for ([maps.md](maps.md#what-the-rules-look-for)):",
            _table(("name", "what it is", "what for, or what is missing without it"), rows)]  # fmt: skip


def _figures(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """What of a game may be laid over."""
    for sheet in sorted(ruleset.figures.shelf.sheets, key=lambda sheet: sheet.part, reverse=True):
        if sheet.part == "units":
            fields = [f.encode_name for f in msgspec.structs.fields(get_args(sheet.kind)[1])]
            yield "keys of `[units.CLASS]`", _names(name for name in fields if name not in sheet.kept)
            yield "what a class keeps", _names(sheet.kept)
            yield "classes", _names(ruleset.figures.classes())
        else:
            yield "names of `[tables.NAME]`", _names(f.encode_name for f in msgspec.structs.fields(sheet.kind))


def _wrapped(text: str) -> str:
    return fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def page() -> str:
    """The whole page."""
    made = {struct.__name__: keys_of(struct) for struct in STRUCTS}
    made |= {"games": "\n\n".join(game(ruleset) for ruleset in RULESETS.values()), "free_text": _names(FREE_TEXT)}
    text = PROSE.read_text(encoding="utf-8")
    for name, words in made.items():
        assert f"{{{{{name}}}}}" in text, name
        text = text.replace(f"{{{{{name}}}}}", words)
    return text


def lines_of(text: str) -> Iterator[str]:
    """The lines of the page without what stands behind them."""
    return (line.rstrip() for line in text.splitlines())


def main(argv: Iterable[str] | None = None) -> int:
    """Write the page, or say whether it is as it should be."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.programs.make_scenario_docs", description="Make docs/scenarios.md."
    )
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    args = parser.parse_args(None if argv is None else list(argv))
    made = "\n".join(lines_of(page())) + "\n"
    if args.check:
        same = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made
        print(
            "up to date" if same else "docs/scenarios.md is not up to date: python -m tests.programs.make_scenario_docs"
        )
        return int(not same)
    PAGE.write_text(made, encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
