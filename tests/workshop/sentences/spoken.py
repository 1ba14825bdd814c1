"""Sentences of games as they are played, and of the screens as they are drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any
from unittest.mock import patch

from ecs import Game, Side, list_scenarios, new_game
from ecs.board.board import Board
from ecs.core.commands import Command, parse
from game.ui.widgets.style.text_rendering import Text
from tests import TESTS
from tests.kits.rewording import PROSE
from tests.kits.showroom import rooms
from tests.kits.window import HUMANS, sit_down
from tests.workshop.sentences.sources import Said, is_prose

GOLDEN = TESTS / "golden"
SEED = 2  # of the recorded games
LOOK = 12  # commands from one look at the views to the next
MARKUP = re.compile(r"\[/?[a-z]*\]|\*\*|\]\([^)]*\)|\[(?=[A-Z0-9])")


def scenarios() -> list[str]:
    """The scenarios of which a game is recorded."""
    return sorted(path.stem for path in list_scenarios() if (GOLDEN / f"{path.stem}.txt").is_file())


def of_game(scenario: str) -> Iterator[Said]:
    """What a recorded game says on its way: log, views, buttons and refusals."""
    game = new_game(scenario, seed=SEED)
    lines = (GOLDEN / f"{scenario}.txt").read_text(encoding="utf-8").splitlines()
    commands = [line.partition(" ")[2] for line in lines if line[:1].isalpha()]
    former: list[str] = []
    for number, command in enumerate(commands):
        if number % LOOK == 0:
            yield from _looked_at(game, scenario, former)
            former = [other.text() for other in game.legal()[::7]][:10]
        game.apply(parse(command))
    for record in game.log:
        yield from (Said(event.text, "log", scenario) for event in record.events if event.text)
    game.close()


def _looked_at(game: Game, where: str, former: list[str]) -> Iterator[Said]:
    for side in Side:
        yield from (Said(text, "view", where) for text in prose_of(game.view(side)))
    for text in former:
        refusal = game.why_not(parse(text))
        if refusal is not None:
            yield Said(refusal.text, "refusal", where)
    for command in game.legal():
        yield Said(command.label, "label", where)


def prose_of(value: Any) -> Iterator[str]:
    """All that a record has to say to people."""
    if isinstance(value, tuple | list):
        for each in value:
            yield from prose_of(each)
    if not is_dataclass(value) or isinstance(value, type | Board | Command) or type(value).__name__ not in PROSE:
        return
    for field in fields(value):
        held = getattr(value, field.name)
        if field.name in PROSE[type(value).__name__]:
            yield from _texts(held)
        else:
            yield from prose_of(held)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if is_prose(value) else []
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts(each)
    else:
        yield from _texts(getattr(value, "words", ()))


def of_screens() -> Iterator[Said]:
    """What every screen writes, in every state it can be in, with the tooltips."""
    drawn: set[str] = set()
    seat = sit_down(HUMANS)
    with patch.object(Text, "wrap", _noting(Text.wrap, drawn)):
        for name, app in rooms(seat):
            app.step()
            for spot in app.ui.spots:
                drawn |= {spot.text, spot.tooltip}
            yield from (Said(text, "screen", name) for text in sorted(map(plain_text, drawn)) if is_prose(text))
            drawn.clear()


def plain_text(markup: str) -> str:
    """A text as it is read, without its marks."""
    return " ".join(MARKUP.sub("", markup).split())


def _noting(wrap: Callable[..., tuple[str, ...]], into: set[str]) -> Callable[..., tuple[str, ...]]:
    def noted(self: Text, text: str, size: str, bold: bool, width: int) -> tuple[str, ...]:
        into.add(text)
        return wrap(self, text, size, bold, width)

    return noted
