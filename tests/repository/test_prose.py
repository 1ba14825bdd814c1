"""Does anybody play by what is written for people?  With every sentence in other words the officer plays the same."""

from __future__ import annotations

from dataclasses import fields
from typing import get_type_hints

import pytest

from ecs import Game, Side, new_game, parse
from ecs.core import known_facts, view
from ecs.core.known_facts import UNHURT, DieFace, Favour, ResultEffects, SideEffect
from game.opponents.seat import Seat
from game.play.autoplay import make_players
from game.ui.interaction.click_commands import LegalOrders, meant
from tests import TESTS
from tests.kits.rewording import PROSE, RewordedSeat, other_words, reworded
from tests.kits.window import HUMANS, sit_down
from tests.kits.window import Seat as WindowSeat

pytestmark = pytest.mark.usefixtures("worlds_given_back")

GOLDEN = TESTS / "golden"
SEED = 2  # of the golden games
STRETCHES = {  # a golden game: after so many of its commands, so many of the officers'
    "barbarossa-1941": ((0, 12), (13, 6), (35, 10)),
    "war-barbarossa-1941": ((0, 4), (97, 14), (172, 8), (262, 6)),
    "rb-barbarossa-5": ((17, 12), (60, 8), (111, 3)),
    "tdv-zitadelle-1943": ((85, 6), (102, 3), (166, 8)),
}
IDS = frozenset({"id", "nation", "symbol", "size", "style", "box", "traits", "badges", "state", "result", "level"}) | {
    *("attackers", "defenders", "hex", "hexes", "retreats", "halved", "code", "printed", "trapped", "units", "powers"),
    *("kind", "unit", "chits", "weather", "scenario", "calendar", "due", "apart", "work", "going", "where"),
}
"""Fields of text that are ids, or words out of fixed lists."""


def commands(scenario: str) -> list[str]:
    """The commands of a golden game."""
    lines = (GOLDEN / f"{scenario}.txt").read_text(encoding="utf-8").splitlines()
    return [line.partition(" ")[2] for line in lines if line[:1].isalpha()]


def golden(scenario: str, count: int) -> Game:
    """A golden game after so many commands."""
    game = new_game(scenario, seed=SEED)
    for text in commands(scenario)[:count]:
        game.apply(parse(text))
    return game


@pytest.mark.parametrize("scenario", STRETCHES)
def test_an_officer_plays_the_same_when_every_sentence_is_put_in_other_words(scenario: str) -> None:
    for skip, most in STRETCHES[scenario]:
        game = golden(scenario, skip)
        levels = dict.fromkeys(Side, "officer")
        plain, other = make_players(levels, SEED), make_players(levels, SEED)
        for number in range(skip, skip + most):
            side = game.to_act
            assert side is not None
            command, _ = plain[side].choose(Seat(game, side))
            again, _ = other[side].choose(RewordedSeat(game, side))
            assert again.text() == command.text(), f"{scenario}, command {number}, {game.moment}"
            game.apply(command)
        game.close()


def test_every_text_of_a_record_is_prose_or_an_id() -> None:
    """A new field of text has to be on one of the lists, or the test above would not see it."""
    records = {**vars(view), **vars(known_facts)}
    for name, prose in PROSE.items():
        kinds = get_type_hints(records[name], {**records, "Board": object, "Command": object})
        texts = {
            f.name
            for f in fields(records[name])
            if any(kind in str(kinds[f.name]) for kind in ("str", "Power", "Note"))
        }
        assert prose <= texts and texts - prose <= IDS, name


@pytest.mark.parametrize("scenario", STRETCHES)
def test_other_words_are_other_words(scenario: str) -> None:
    game = golden(scenario, 2)
    before = game.view(Side.AXIS)
    after = reworded(before)
    assert after.legal == before.legal and after.units[0].id == before.units[0].id
    assert after.tally.goal == other_words(before.tally.goal) and after.score_text != before.score_text
    assert {u.name for u in after.units}.isdisjoint(u.name for u in before.units)
    game.close()


@pytest.mark.parametrize("scenario", STRETCHES)
def test_a_click_means_the_same_when_every_sentence_is_put_in_other_words(scenario: str) -> None:
    for skip, _ in STRETCHES[scenario]:
        game = golden(scenario, skip)
        assert game.to_act is not None
        shown, orders = game.view(game.to_act), LegalOrders(game)
        both = shown, reworded(shown)
        clicks = [(unit, spot.label) for unit in ("", shown.units[0].id) for spot in game.board.hexes[::40]]
        for unit, label in clicks:
            found = [meant(game.ruleset.glossary, seen, orders, unit, label) for seen in both]
            assert found[0] == found[1]
        game.close()


@pytest.mark.parametrize("scenario", STRETCHES)
def test_what_a_click_means_is_said_of_phases_there_are(scenario: str) -> None:
    game = new_game(scenario)
    likely = game.ruleset.glossary.meant
    assert likely.keys() <= {phase.id for phase in game.ruleset.sequence.phases} and all(likely.values())
    game.close()


def offered(seat: WindowSeat) -> list[tuple[str, bool, str]]:
    """Everything on the screen that answers a click but for links in sentences: kind, may it be used, its key."""
    seat.app.dirty = True
    seat.pilot.wait(0.6, 2)
    found = [spot for spot in seat.app.ui.spots if spot.kind not in ("link", "label")]
    return [(spot.kind, spot.enabled, spot.intent) for spot in found]


@pytest.mark.parametrize("scenario", STRETCHES)
def test_the_window_offers_the_same_when_every_sentence_is_put_in_other_words(
    scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = sit_down(HUMANS, size=(1920, 2400), seed=SEED, scenario=scenario)
    desk, given = seat.scene.desk, commands(scenario)
    done = 0
    for skip, _ in STRETCHES[scenario]:
        for text in given[done:skip]:
            desk.session.do(parse(text))
        done = skip
        monkeypatch.undo()
        desk.session.viewer = desk.session.game.to_act or Side.AXIS
        desk.refresh()
        plain, before = desk.view.title, offered(seat)
        look, forecast = Game.look, Game.forecast
        monkeypatch.setattr(Game, "look", lambda self, side: reworded(look(self, side)))  # noqa: B023
        monkeypatch.setattr(Game, "forecast", lambda self, *args, **facts: reworded(forecast(self, *args, **facts)))  # noqa: B023
        desk.refresh()
        assert offered(seat) == before and len(before) > 10, desk.session.game.moment
        assert desk.view.title == other_words(plain)


STEP, ALL, AWAY = SideEffect(lost=1), SideEffect(all=True), SideEffect(retreat=(1, 2))


@pytest.mark.parametrize(
    ("ours", "theirs", "favours"),
    [
        (UNHURT, UNHURT, "nobody"),
        (ALL, UNHURT, "defender"),
        (SideEffect(retreat=(1, 2)), UNHURT, "defender"),
        (SideEffect(pays=True), SideEffect(disrupted=True), "defender"),
        (STEP, STEP, "nobody"),
        (UNHURT, ALL, "attacker"),
        (UNHURT, AWAY, "attacker"),
        (UNHURT, SideEffect(disrupted=True), "attacker"),
    ],
)
def test_a_result_is_good_for_whoever_is_less_hurt(ours: SideEffect, theirs: SideEffect, favours: Favour) -> None:
    assert DieFace(1, ResultEffects("", ours, theirs), "", "").favours == favours
