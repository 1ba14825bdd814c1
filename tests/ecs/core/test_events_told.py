"""Every kind of event a game emits has a sentence, but for those that are told nowhere; and its facts are right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from ecs import Game, Side, new_game, parse
from ecs.core.events import (
    EVENTS,
    Attacked,
    BattleBegan,
    Captured,
    Cause,
    CutOff,
    Destroyed,
    Event,
    PhaseBegan,
    PocketClosed,
    Retreated,
    ScoreChanged,
)
from ecs.core.unit_names import signed
from ecs.core.view import UnitView
from ecs.rulesets.dark_valley.table.sentences import battle_began
from ecs.rulesets.darkest_crusade.ground.control import take_control
from ecs.systems.sentences import die_read
from tests.programs.pinning import read

SILENT = (PocketClosed, ScoreChanged)
MOST = 1500
GAMES = ("barbarossa-1941", "war-barbarossa-1941", "rb-barbarossa-5", "tdv-zitadelle-1943")
PLAYED = {scenario: next(pin for pin in read(scenario) if pin.commands) for scenario in GAMES}


class Happened(NamedTuple):
    """An event of a pinned game: after which command, in which game, and the unit that was lost as it was seen then."""

    number: int
    game: Game
    event: Event
    unit: UnitView | None


@cache
def history(scenario: str) -> tuple[Happened, ...]:
    """What happens in a pinned game; played once for all tests."""
    pin, told, found = PLAYED[scenario], 0, list[Happened]()
    game = new_game(pin.scenario, seed=pin.seed, options=pin.options)
    for number, command in enumerate(("", *pin.commands[:MOST])):
        if command:
            game.apply(parse(command))
        for record in game.log[told:]:
            for event in record.events:
                unit = game.view(Side.AXIS).unit(event.unit) if isinstance(event, Destroyed) else None
                found.append(Happened(number, game, event, unit))
        told = len(game.log)
    return tuple(found)


@pytest.mark.parametrize("scenario", GAMES)
def test_the_heading_of_a_phase_names_its_side_once(scenario: str) -> None:
    headings = {one.event.text for one in history(scenario) if isinstance(one.event, PhaseBegan)}
    assert any(str(side) in text for text in headings for side in Side)
    assert [text for text in headings for side in Side if text.count(str(side)) > 1] == []


def events(scenario: str, most: int = MOST) -> Iterator[tuple[Game, Event]]:
    """What happens in the first commands of a pinned game, each event with the game."""
    return ((each.game, each.event) for each in history(scenario) if each.number <= most)


@pytest.mark.parametrize("scenario", GAMES)
def test_every_event_has_its_line_or_is_of_a_silent_kind(scenario: str) -> None:
    found: dict[type[Event], int] = {}
    for game, event in events(scenario):
        found[type(event)] = found.get(type(event), 0) + 1
        assert bool(event.text) is not isinstance(event, SILENT), event
        assert type(event) in game.ruleset.sentences or type(event) in (*SILENT, Event, PhaseBegan), event
        assert EVENTS[type(event).__name__] is type(event)
    assert len(found) > 14 and found.get(Event, 0) * 20 < sum(found.values()), found


@pytest.mark.parametrize("scenario", GAMES)
def test_what_is_told_of_a_lost_unit_is_so(scenario: str) -> None:
    lost = 0
    for number, game, event, view in history(scenario):
        if isinstance(event, Destroyed) and number <= 600:
            lost += 1
            assert view is not None and event.where == (event.hex,) and event.hex in game.board.by_label
            fights = event.factors > 0 or view.symbol == "artillery"  # which only supports others
            assert (view.long_name in event.text and fights) or event.cause in (Cause.DISBANDED, Cause.DRIVEN_OUT)
            assert isinstance(event.cause, Cause)
    assert lost


@pytest.mark.parametrize("scenario", GAMES)
def test_retreats_captures_pockets_and_scores_fit_the_board(scenario: str) -> None:
    found: set[type[Event]] = set()
    scores: dict[Side, int] = {}
    cut_off: dict[str, str] = {}
    for game, event in events(scenario):
        board = game.board
        if isinstance(event, Retreated):
            start, *rest = event.path
            assert board.by_label[rest[0]] in board.neighbours[board.by_label[start]] and event.how == "retreat"
        elif isinstance(event, Captured):
            assert event.worth >= 0 and (event.where, str(event.side) in event.text) == ((event.hex,), True)
        elif isinstance(event, CutOff):
            cut_off[event.unit] = event.hex
        elif isinstance(event, PocketClosed):
            assert len(event.units) >= 2 and {cut_off[u] for u in event.units} == set(event.hexes)
        elif isinstance(event, ScoreChanged):
            assert event.now != event.before == scores.get(event.side, event.before)
            scores[event.side] = event.now
        found.add(type(event))
    assert found >= {Retreated, Captured, CutOff, ScoreChanged}
    assert PocketClosed in found or scenario == "rb-barbarossa-5"  # in that game units are cut off one by one


def test_an_attack_on_the_table_of_odds_tells_column_die_and_result() -> None:
    began: BattleBegan | None = None
    thrown = 0
    for _, event in events("war-barbarossa-1941", 300):
        if isinstance(event, BattleBegan):
            began = event
            assert event.attackers and all(number > 0 for number in event.factors) and "-" in event.odds
        elif isinstance(event, Attacked):
            thrown += 1
            assert began is not None and event.hex == began.hex
            assert event.text.startswith(event.odds) and f"die {event.faces[0]}: {event.plain}" in event.text
            assert event.result == event.plain or f"becomes {event.result}" in event.text
            assert all(f"{words} {signed(amount)}" in event.text for words, amount in event.modifiers)
    assert thrown > 5


def test_a_number_below_0_has_a_minus_and_no_hyphen() -> None:
    game = new_game("tdv-barbarossa-1941", seed=1)
    spot = game.board.hexes[0].label
    fell = Attacked(hex=spot, odds="1-2", result="DR", read="-1", faces=(1,), modifiers=(("swamp", -2),))
    assert die_read(fell) == "die 1 becomes −1 (swamp −2)"
    even = Attacked(hex=spot, odds="1-2", result="DR", read="4", faces=(4,), modifiers=(("swamp", -1), ("winter", 1)))
    assert die_read(even) == "die 4 stays 4 (swamp −1, winter +1)"
    shifts = (("rough", -1), ("air", 1))
    began = BattleBegan(hex=spot, attackers=(), defenders=(), exact=("9", "5"), odds="1-2", shifts=shifts)
    assert battle_began(game._w, began).endswith(", 9 to 5, rough −1, air +1: 1-2.")
    game.close()


def test_a_region_that_is_no_longer_whole_changes_the_score() -> None:
    game = new_game("barbarossa-1941", seed=1)
    w = game._w
    name, points = next(iter(w.rules.victory.region_points.items()))
    hexes = w.board.regions[name]
    for side in (Side.AXIS, Side.SOVIET):
        for index in hexes:
            take_control(w, index, side)
    told = [event for event in w.events if isinstance(event, ScoreChanged)]
    assert told and all(event.side is Side.AXIS and not event.text for event in told)
    assert [b.before for b in told[1:]] == [a.now for a in told[:-1]] and any(e.before - e.now >= points for e in told)
    game.close()


@pytest.mark.parametrize("scenario", ["rb-barbarossa-5", "tdv-zitadelle-1943"])
def test_an_attack_tells_odds_modifiers_die_and_result(scenario: str) -> None:
    began: BattleBegan | None = None
    thrown = 0
    for _, event in events(scenario, 600):
        if isinstance(event, BattleBegan):
            began = event
            assert event.attackers and event.odds in event.text and f"{event.factors[0]}" in event.text
        elif isinstance(event, Attacked) and not event.bombardment:
            thrown += 1
            assert began is not None and event.hex == began.hex and not event.attackers
            assert event.text.startswith(event.odds) and f"die {event.faces[0]}" in event.text
            assert f": {event.result}, " in event.text
            assert all(f"{words} {signed(amount)}" in event.text for words, amount in event.modifiers)
        elif isinstance(event, Attacked):
            assert event.attackers and bool(event.result) is ("step loss" in event.text)
            assert event.spent is event.text.endswith(", done for the month.")
    assert thrown > 5
