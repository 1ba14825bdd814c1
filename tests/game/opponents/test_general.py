"""Does a general rehearse fairly?  Nothing of it stays, no truth comes in, equal battles have equal luck."""

from __future__ import annotations

from random import Random

import pytest

from ecs import Game, IllegalCommand, Side, new_game, parse
from game.opponents import LEVELS, USUAL_LEVEL, Player, Seat, make_player, rehearsal
from game.opponents.evaluation import Terms, Weights, standing, weighed, weights_of
from game.opponents.rehearsal import (
    BOLD,
    CAREFUL,
    EFFORTS,
    NORMAL,
    Budget,
    RehearsingGeneral,
    Verdict,
    budgets_of,
    stretches,
    styles,
)
from game.opponents.shared.position_reading import USUAL, Style
from game.opponents.staffs import Family, Staff, family_of
from tests.ecs.staging import stage
from tests.kits.shown_to_a_side import HIDING, twins
from tests.programs.fitted_weights import Row, told

pytestmark = pytest.mark.usefixtures("worlds_given_back")

AXIS, SOVIET = Side.AXIS, Side.SOVIET
DARKEST, VALLEY = "barbarossa-1941", "tdv-zitadelle-1943"
OF_EACH: dict[str, Family] = {
    "barbarossa-1941": "salvo",
    "war-barbarossa-1941": "operations",
    "rb-barbarossa-5": "impulse",
    "tdv-zitadelle-1943": "campaign",
}
FEW = Budget((2,), 1, 12)


@pytest.fixture
def a_short_rehearsal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two styles, a dozen commands each: enough to see that the right thing is done with them."""
    monkeypatch.setattr(rehearsal, "budgets_of", lambda _: dict.fromkeys(EFFORTS, FEW))


def lead(game: Game, player: Player, most: int) -> list[str]:
    """Commands of a player while his side is to act; after each the game goes on."""
    side, out = game.to_act, list[str]()
    assert side is not None
    seat = Seat(game, side)
    while game.to_act is side and len(out) < most:
        command, _ = player.choose(seat)
        out.append(command.text())
        game.apply(command)
    return out


# -- the table on which things are tried --------------------------------------------------------------------


def test_nothing_of_a_rehearsal_stays() -> None:
    game = new_game(DARKEST, seed=3)
    before = game.digest(), len(game.log), len(game.marks), game.undo_reason, game.legal()
    seat = Seat(game, AXIS)
    with seat.rehearse(5) as table:
        officers = {side: Staff("officer", side, 1) for side in Side}
        for _ in range(30):
            assert table.to_act is not None
            table.do(officers[table.to_act].choose(table.seat(table.to_act))[0])
        assert game.digest() != before[0]
    assert (game.digest(), len(game.log), len(game.marks), game.undo_reason, game.legal()) == before
    with pytest.raises(IllegalCommand), seat.rehearse(5) as table:
        table.do(parse("move 2.PzGr A1"))
    assert (game.digest(), len(game.log), len(game.marks), game.undo_reason, game.legal()) == before


def fought(first: str, second: str, lot: int) -> dict[str, str]:
    """Two battles, rehearsed in an order: what is left in each hex."""
    where = {"F2": ["2.PzGr"], "F3": ["12.Mech"], "I3": ["1.PzGr"], "I4": ["16.A"]}
    game = stage("A2a-attack", where)
    left = {}
    seat = Seat(game, AXIS)
    with seat.rehearse(lot) as table:
        for text in ("attack 2.PzGr F3 1", "attack 1.PzGr I4 1", "end"):
            table.do(parse(text))
        for spot in (first, second):
            table.do(parse(f"resolve {spot} 1"))
            while table.to_act is not None and table.seat(table.to_act).moment[2]:
                table.do(table.seat(table.to_act).legal()[0])
            here = game.board.by_label[spot]
            left[spot] = str([(u.id, u.disrupted) for u in table.seat(AXIS).look.at(here)])
    game.close()
    return left


def test_equal_battles_have_equal_luck_whatever_was_fought_before() -> None:
    ends = [fought("F3", "I4", lot) for lot in range(1, 9)]
    assert ends == [fought("I4", "F3", lot) for lot in range(1, 9)]
    assert len({str(end) for end in ends}) > 2, "other dice, other luck"


# -- what is hidden -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", sorted(HIDING))
def test_what_is_supposed_is_the_same_whatever_the_truth_is(scenario: str) -> None:
    looked = 0
    for pair in twins(scenario, 1, 20, 6):
        for lot in (1, 2, 3):
            told = []
            for game in (pair.one, pair.other):
                with game.what_if(lot, game.suppose(pair.blind, lot)) as ahead:
                    told.append((ahead.digest(), ahead.look(pair.blind)))
            assert told[0] == told[1], pair.one.log[-1].command
            assert told[0][1] == pair.one.look(pair.blind), "and the side sees what it saw before"
            looked += 1
        with pair.one.what_if(1, pair.one.suppose(pair.blind.other, 1)) as ahead:
            assert ahead.look(pair.blind.other) == pair.one.look(pair.blind.other), "its owner knows"
    assert looked


def test_other_lots_suppose_other_things() -> None:
    for scenario in (DARKEST, VALLEY):
        pair = next(twins(scenario, 1, 1, 1))
        found = set()
        for lot in range(6):
            with pair.one.what_if(1, pair.one.suppose(pair.blind, lot)) as ahead:
                found.add(ahead.digest())
        assert len(found) > 1
        pair.close()


@pytest.mark.parametrize("level", sorted(LEVELS))
@pytest.mark.parametrize("scenario", [DARKEST, VALLEY])
@pytest.mark.usefixtures("a_short_rehearsal")
def test_no_level_decides_otherwise_when_what_is_hidden_is_otherwise(level: str, scenario: str) -> None:
    decided = 0
    for pair in twins(scenario, 1, 60, 3):
        if pair.one.to_act is not pair.blind:
            continue
        given = [make_player(level, pair.blind, 7).choose(Seat(game, pair.blind)) for game in (pair.one, pair.other)]
        assert given[0] == given[1]
        decided += 1
    assert decided


@pytest.mark.parametrize("scenario", sorted(OF_EACH))
@pytest.mark.usefixtures("a_short_rehearsal")
def test_a_general_cannot_feel_the_dice(scenario: str) -> None:
    games = [new_game(scenario, seed=seed) for seed in (1, 99)]
    side = games[0].to_act
    assert side is not None
    one, other = ([make_player("general", side, 7).choose(Seat(game, side))] for game in games)
    assert one == other
    for game in games:
        game.close()


# -- how it decides -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "family"), OF_EACH.items())
def test_phases_up_to_the_enemys_are_one_stretch(scenario: str, family: Family) -> None:
    game = new_game(scenario)
    assert family_of(game.ruleset.traits) == family
    view = game.look(AXIS)
    found = stretches(view.phases, family)
    assert set(found) == {phase.id for phase in view.phases}
    sides = {(found[phase.id], phase.side) for phase in view.phases if phase.side is not None}
    if family == "campaign":
        assert set(found.values()) == {0}
    elif family == "salvo":
        assert found["A1"] == found["A2b"] == found["A2e"] != found["B1"] == found["B2b"] == found["B4"]
    else:
        fighting = {(number, side) for number, side in sides if (number, side) != (0, SOVIET)}  # not the set-up
        assert len(fighting) == 2 == len({number for number, _ in fighting})
    game.close()


def test_styles_leave_the_worth_of_own_places_alone() -> None:
    game = new_game(DARKEST)
    view = game.look(AXIS)
    found = styles(view, 9, "south")
    assert found[0] is USUAL and found[1].name == "south" and {BOLD, CAREFUL} < set(found)
    for style in found:
        assert all(view.control[h] is SOVIET for h, _ in style.focus)
    worth = {found[1].focus[0][0]: 2.0}
    found[1].weigh(worth)
    assert list(worth.values()) == [2.0 * found[1].focus[0][1]]
    assert styles(view, 1, "") == [USUAL]
    game.close()


def test_the_usual_style_plays_as_an_officer_always_did() -> None:
    given = []
    for player in (make_player("officer", AXIS, 7), Staff("officer", AXIS, 7, Style())):
        game = new_game(DARKEST, seed=2)
        given.append(lead(game, player, 60))
        game.close()
    assert given[0] == given[1]


def test_the_best_style_leads_and_the_usual_one_wins_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = {USUAL.name: 1.0, BOLD.name: 1.05}

    def outcome(self: RehearsingGeneral, seat: Seat, course: object, style: Style, *rest: object) -> float:
        return worth.get(style.name, 0.0)

    monkeypatch.setattr(RehearsingGeneral, "_outcome", outcome)
    game = new_game(DARKEST, seed=2)
    _, words = make_player("general", AXIS, 7).choose(Seat(game, AXIS))
    count = budgets_of("salvo")[NORMAL].rehearsals
    assert words.startswith(f"Leads as usual: no better plan in {count} rehearsals.")
    worth[BOLD.name] = 4.25
    player = make_player("general-patient", AXIS, 7)
    _, words = player.choose(Seat(game, AXIS))
    assert "Presses on everywhere: 3.2 points better than the usual plan in" in words
    game.apply(player.choose(Seat(game, AXIS))[0])
    assert "rehearsals" not in player.choose(Seat(game, AXIS))[1], "once a stretch"
    game.close()


def test_whoever_watches_is_told_and_may_break_it_off() -> None:
    class Cancelled(Exception):
        pass

    class Watched(Seat):
        told: list[tuple[str, float]] = []

        def weighing(self, text: str, share: float = 0.0) -> None:
            self.told.append((text, share))
            if len(self.told) > 3:
                raise Cancelled

    game = new_game(DARKEST, seed=2)
    before, player = game.digest(), make_player("general", AXIS, 7)
    with pytest.raises(Cancelled):
        player.choose(Watched(game, AXIS))
    assert game.digest() == before and Watched.told[0] == ("Leads as usual …", 0.0)
    game.close()


def test_points_men_and_a_capital_in_danger_count() -> None:
    def worth(side: Side, **more: list[str]) -> float:
        game = stage("A1", {"F2": ["9.A"], "K10": ["28.A"], **more})
        with Seat(game, side).rehearse(1) as table:
            value = standing(table, side, weights_of("salvo"))
        game.close()
        return value

    assert worth(AXIS, F3=["16.A", "20.A"]) < worth(AXIS, H9=["16.A", "20.A"]), "two armies before Warsaw"
    assert worth(AXIS, E3=["2.PzGr"]) > worth(AXIS)
    assert worth(SOVIET, E3=["2.PzGr"]) < worth(SOVIET)


def test_the_fit_of_the_weights_finds_what_the_outcomes_were_made_with() -> None:
    """Positions by lot, worth what given weights make of them and some luck (tests/programs/fitted_weights.py)."""
    lots, rows = Random(5), list[Row]()
    given = Weights(0.25, 0.0, {AXIS: 0.5, SOVIET: 0.1}, 0.4, 0.2, {AXIS: 2.0, SOVIET: 1.0})
    for number in range(600):
        terms = Terms(
            ripe=number % 8 / 10,
            points=lots.gauss(0, 3),
            near=lots.gauss(0, 2),
            place=lots.gauss(0, 5),
            force={side: lots.gauss(30, 6) for side in Side},
            danger={side: lots.random() for side in Side},
        )
        rows.append(Row(number // 8, (number % 8,), terms, weighed(terms, given) + lots.gauss(0, 0.5)))
    said = list(told(rows, "salvo"))
    found = {name: float(value) for name, value in (word.rsplit(" ", 1) for word in said[1].strip().split(", "))}
    assert found == pytest.approx(
        {"early": 0.25, "near": 0.4, "place": 0.2, "force Axis": 0.5, "force Soviet": 0.1}
        | {"capital Axis": 2.0, "capital Soviet": 1.0},
        abs=0.35,
    )
    assert abs(found["force Axis"] - 0.5) < 0.05 and abs(found["place"] - 0.2) < 0.05
    assert float(said[0].rsplit(" ", 1)[1]) > 0.95, "and foretells the outcomes"


def test_an_unknown_effort_is_refused() -> None:
    with pytest.raises(ValueError, match="patient"):
        make_player("general-endless", AXIS, 1)
    assert USUAL_LEVEL in LEVELS


def test_a_verdict_says_what_was_weighed() -> None:
    assert (
        Verdict(BOLD, 3.21, 5).words == "Presses on everywhere: 3.2 points better than the usual plan in 5 rehearsals."
    )
