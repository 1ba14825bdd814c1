"""A computer player's thinking: it shows itself, is not changed by being looked at, and can be cut short any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pygame
import pytest
from pygame.event import Event

from ecs import Game, Side, parse
from ecs.core.commands import EndPhase
from game.app import thinking_strip
from game.opponents import Hurry, Seat, Thought, make_player
from game.opponents.chit_staff import standing_tasks as campaign_line
from game.opponents.operations_staff import defence_line as operations_line
from game.opponents.shared import encirclement
from game.play.scenarios import new_game
from game.play.session import Session
from game.screens.play.play_screen import TableScene
from tests.kits.window import sit_down

BOTH = {Side.AXIS: "officer", Side.SOVIET: "officer"}
LARGE = ("barbarossa-1941", "rb-barbarossa-5", "tdv-barbarossa-1941", "war-barbarossa-1941")
TIMES = (1, 7, 40, 150)  # breaths after which the player at the table loses patience


@dataclass
class Impatience:
    """Waits for so many breaths, then hurries every time it is asked."""

    patience: int
    hurried: int = 0

    def __call__(self, thought: Thought) -> None:
        self.patience -= 1
        if self.patience < 0:
            self.hurried += 1
            raise Hurry


def table(scenario: str) -> Session:
    return Session(new_game(scenario, seed=3), BOTH)


@pytest.mark.parametrize("scenario", LARGE)
@pytest.mark.parametrize("patience", TIMES)
def test_a_question_that_is_cut_short_leaves_the_game_as_it_is(scenario: str, patience: int) -> None:
    game, thought = new_game(scenario, seed=3), Thought(breath=Impatience(patience))
    before = game.digest()
    seat = Seat(game, game.to_act or Side.AXIS, thought)
    with pytest.raises(Hurry):
        mind = make_player("officer", seat.side, 1)
        for _ in range(2000):  # the same position again and again: the plan is read on, the game is not played
            mind.choose(seat)
    assert game.digest() == before
    assert all(game.is_legal(command) for command in game.legal())


@pytest.mark.parametrize("scenario", LARGE)
@pytest.mark.parametrize("patience", TIMES)
def test_a_player_who_is_hurried_ends_the_phase_with_few_and_legal_orders(scenario: str, patience: int) -> None:
    session = table(scenario)
    session.thought.breath = restless = Impatience(patience)
    for _ in range(1500):
        moment = session.game.moment
        session.think()
        if restless.hurried:
            break
    assert restless.hurried == 1, "nobody thought that long"
    session.thought.breath, asked = None, session.thought.asked
    given, side = 0, session.game.log[-1].side
    phase = moment[:2]
    while session.game.moment[:2] == phase and session.game.to_act is side and given < 400:
        session.think()
        given += 1
    assert session.game.moment[:2] != phase or session.game.to_act is not side, "the phase does not end"
    assert session.thought.asked - asked < 10 * (given + 2) + 60, "it planned again"


@pytest.mark.parametrize("scenario", ["tdv-bagration-1944", "war-barbarossa-1941"])
def test_no_two_lines_are_searched_for_without_a_breath_between(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session, marks = table(scenario), list[int]()
    for module in (campaign_line, operations_line, encirclement):
        name = "cheapest_cuts" if module is encirclement else "cheapest_cut"
        search = getattr(module, name)

        def spy(*words: Any, search: Callable[..., Any] = search, **more: Any) -> Any:
            marks.append(session.thought.asked)
            assert "working" in more or len(words) > 5, "a search nobody can break off"
            return search(*words, **more)

        monkeypatch.setattr(module, name, spy)
    for _ in range(400):
        session.think()
        if len(marks) > 40:
            break
    assert len(marks) > 40 and len(set(marks)) == len(marks)


@pytest.mark.parametrize("patience", [3, 60, 400])
def test_a_general_hurried_in_a_rehearsal_ends_his_phase_on_the_real_table(patience: int) -> None:
    generals = dict.fromkeys(Side, "general")
    session = Session(new_game("barbarossa-1941", seed=3), generals)
    before, side = session.game.moment, session.game.to_act
    session.thought.breath = restless = Impatience(patience)
    deed = session.think()
    assert restless.hurried == 1 and deed.side is side and len(session.game.log) == 2, (
        "one order, none of the rehearsed"
    )
    session.thought.breath, asked = None, session.thought.asked
    for _ in range(200):
        if session.game.moment[:2] != before[:2] or session.game.to_act is not side:
            break
        session.think()
    assert session.game.moment[:2] != before[:2] or session.game.to_act is not side
    assert session.thought.asked - asked < 10 * len(session.game.log) + 60, "it rehearsed again"
    again = new_game("barbarossa-1941", seed=3)
    for record in session.game.log[1:]:
        again.apply(parse(record.command))
    assert again.digest() == session.game.digest()


def test_a_game_is_the_same_with_somebody_looking_on() -> None:
    def digests(breath: Callable[[Thought], None] | None) -> list[str]:
        session, found = table("barbarossa-1941"), []
        session.thought.breath = breath
        for _ in range(60):
            session.think()
            found.append(session.game.digest())
        return found

    looked: list[str] = []
    assert digests(lambda thought: looked.append(thought.about)) == digests(None)
    assert {about for about in looked if about}, "it says what it weighs"


def test_a_turn_that_was_cut_short_is_replayed_from_its_commands() -> None:
    session = table("barbarossa-1941")
    session.thought.breath = Impatience(30)
    for _ in range(40):
        session.think()
        session.thought.breath = Impatience(30)
    again = new_game("barbarossa-1941", seed=3)
    for record in session.game.log[1:]:
        again.apply(parse(record.command))
    assert again.digest() == session.game.digest()


# -- the window ----------------------------------------------------------------------------------------


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every breath is drawn."""
    monkeypatch.setattr(thinking_strip, "PAUSE", 0.0)
    monkeypatch.setattr(thinking_strip, "PATIENCE", 0.0)


def machine_first() -> TableScene:
    return sit_down({Side.AXIS: "officer", Side.SOVIET: "human"}).scene


def key(code: int) -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)


@pytest.mark.usefixtures("eager")
def test_esc_ends_a_thought_and_the_window_stays_alive_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = machine_first()
    shown: list[str] = []
    draw = thinking_strip.paint_strip

    def spy(surface: pygame.Surface, ui: object, lines: tuple[str, ...], *rest: object) -> None:
        shown.append(" | ".join(lines))
        draw(surface, ui, lines, *rest)  # type: ignore[arg-type]
        if len(shown) == 3:
            pygame.event.post(Event(pygame.WINDOWCLOSE))
            pygame.event.post(Event(pygame.VIDEORESIZE, size=(1280, 720), w=1280, h=720))
            pygame.event.post(key(pygame.K_ESCAPE))

    monkeypatch.setattr(thinking_strip, "paint_strip", spy)
    while len(shown) < 3:
        scene.session.think()
    assert 3 <= len(shown) <= 4 and shown[0].startswith("Axis (officer): ") and "Decide now  Esc" in shown[0]
    app = scene.kit.app
    assert [event.type for event in app.thinking.kept] == [pygame.WINDOWCLOSE], (
        "leaving is asked for when the thought is over"
    )
    app.step()  # type: ignore[attr-defined]
    assert app.ui.in_dialog and not app.thinking.kept


@pytest.mark.usefixtures("eager")
def test_a_shut_down_ends_a_thought_and_then_the_game() -> None:
    scene = machine_first()
    app, before = scene.kit.app, len(scene.session.game.log)
    pygame.event.post(Event(pygame.QUIT))
    while len(scene.session.game.log) == before:
        scene.session.think()
    assert [event.type for event in app.thinking.kept] == [pygame.QUIT]
    app.step()  # type: ignore[attr-defined]
    assert not app.running and not app.ui.in_dialog  # type: ignore[attr-defined]


@pytest.mark.usefixtures("eager")
def test_the_button_of_the_strip_ends_a_thought_like_the_key() -> None:
    scene = machine_first()
    strip, session = scene.kit.app.thinking, scene.session
    seen: list[int] = []

    def breathe(thought: Thought) -> None:
        strip.breathe(thought, "Movement")
        seen.append(thought.asked)
        if len(seen) == 2:
            pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=strip._button.center))

    session.thought.breath = breathe
    while len(seen) < 2:
        seen.clear()
        session.think()
    assert len(seen) == 2


@pytest.mark.usefixtures("eager")
def test_the_strip_tells_nothing_where_something_is_hidden() -> None:
    options = {"secret_setup": "on"}
    for chosen, expected in ((options, False), ({}, True)):
        session = Session(new_game("barbarossa-1941", options=chosen, seed=3), {**BOTH, Side.AXIS: "human"})
        lay_out(session.game)
        if session.machine_to_act:
            session.think()
            assert session.thought.shown is expected or not session.game.concealed(Side.AXIS)


def lay_out(game: Game) -> None:
    """On to the first order of the Soviets."""
    axis = make_player("random", Side.AXIS, 1)
    while game.to_act is Side.AXIS:
        end = EndPhase()
        game.apply(end if game.is_legal(end) else axis.choose(Seat(game, Side.AXIS))[0])
