"""Lines made from templates: every fact that one names is a fact of its event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from string import Formatter

import pytest

from ecs import Side, new_game
from ecs.core.events import Event, Moved, Mustered
from ecs.core.ruleset import Ruleset
from ecs.rulesets import RULESETS
from ecs.systems.sentences import ENDS, Says, SaysBy
from tests.ecs.worlds import world_of


def templates(ruleset: Ruleset) -> Iterator[tuple[type[Event], str]]:
    for kind, sentence in ruleset.sentences.items():
        if isinstance(sentence, Says):
            yield kind, sentence.template
        elif isinstance(sentence, SaysBy):
            assert sentence.fact in {f.name for f in fields(kind)}
            yield from ((kind, template) for template in sentence.templates.values())


@pytest.mark.parametrize("name", list(RULESETS))
def test_a_template_names_facts_of_its_event(name: str) -> None:
    found = list(templates(RULESETS[name]))
    assert len(found) > 3
    for kind, template in found:
        known = {f.name for f in fields(kind)} | (set(ENDS) if "path" in {f.name for f in fields(kind)} else set())
        assert {part for _, part, _, _ in Formatter().parse(template) if part is not None} <= known, (kind, template)


def test_counters_and_places_are_told_by_name_and_other_facts_as_they_are() -> None:
    w = world_of(new_game("barbarossa-1941", seed=1))
    one, two = w.units[0], w.units[1]
    march = Moved(rule="", unit=one.id, path=("K8", "K9"), how="move")
    told = f"German {one.type.long_name}: Voronezh K8–Liski K9, move"
    assert Says("{unit}: {start}–{end}, {how}")(w, march) == told, "both sides have units of such a name"
    come = Mustered(rule="", side=Side.AXIS, units=(one.id, two.id), source="reserve")
    assert Says("{side}: {units}")(w, come) == f"{Side.AXIS}: {one.type.name}, {two.type.name}"
    assert SaysBy("source", {"reserve": "From afar: {units}", "x": ""})(w, come).startswith(
        "From afar: " + one.type.name
    )
