"""2.1, 2.2: the month and the cup of chits, one after the other."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, parse
from ecs.core.components import Engagement, Flags, Place
from ecs.rulesets.dark_valley import sequence
from ecs.rulesets.dark_valley.campaign import chits_in_hand
from ecs.rulesets.dark_valley.data.chits import side_of
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay, Cup
from tests.ecs.rules_tdv.stage import ORDER, do, load_dice, position, texts, why

HEADS = {f"PzA{n}": ("pz_hq", "W2725") for n in (1, 2, 3, 4)}
UNITS = {"G": ("inf_corps", "W1827"), "R": ("rifle_div", "E3511")}


def at_the_cup(turn: int, units: dict[str, tuple[str, str]] | None = None, **more: Any) -> Game:
    """The end of strategic movement, so that the next thing is the cup."""
    game = position(UNITS | (units or {}), turn=turn, phase="rail-soviet", chit="", **more)
    do(game, "end")
    return game


def with_cup(phase: str, inside: tuple[str, ...], turn: int = 3, **marks: Any) -> Game:
    """A game between two chits."""
    units = UNITS | {"STAVKA": ("stavka", "E2314"), "Zhukov": ("zhukov", "E2314"), "Rum": ("rum_corps", "W4042")}
    game = position(units, turn=turn, phase=phase, chit="")
    in_play = {name: marks.pop(name) for name in ("chit", "mode", "quota") if name in marks}
    game._w.mark(ChitInPlay, game._w.table, **in_play)
    game._w.mark(Cup, game._w.table, inside=inside, **marks)
    return game


# -- the turn (2.1) ---------------------------------------------------------------------------------


def test_the_phases_come_in_order() -> None:
    wanted = ["setup-soviet", "setup-axis", "dawn", "build-axis", "build-soviet", "air-axis", "air-soviet"]
    wanted += ["rail-axis", "rail-soviet", "fill", "choose-axis", "first-axis", "first-soviet"]
    assert ORDER[: len(wanted)] == wanted and ORDER[-1] == "end"


def test_the_first_turn_of_a_scenario_has_the_set_up_and_no_reinforcements() -> None:
    first, later = position({}, turn=1)._w, position({}, turn=2)._w
    when = {phase.id: phase.when for phase in sequence.PHASES if phase.when}
    for name in ("setup-soviet", "setup-axis"):
        assert when[name](first) and not when[name](later)
    for name in ("dawn", "build-axis", "build-soviet"):
        assert not when[name](first) and when[name](later)


def test_a_later_scenario_begins_its_own_first_turn_so() -> None:
    assert not sequence.is_later(position({}, turn=13, start_turn=13)._w)
    assert sequence.is_later(position({}, turn=14, start_turn=13)._w)


def test_landings_displacements_and_chits_end_with_the_month() -> None:
    game = position({"R": ("rifle_div", "E2314")}, turn=3)
    w = game._w
    w.mark(Engagement, w.by_id["R"], landed=True)
    w.mark(Flags, w.table, flags=("displaced:Zhukov", "start:1"))
    w.mark(Cup, w.table, held=("SU_ST",), spears=(1,), gone=("LOG",))
    sequence.fresh_month(w)
    assert not w.by_id["R"][Engagement].landed and w[Flags].flags == ("start:1",)
    assert (w[Cup].held, w[Cup].spears, w[Cup].gone) == ((), (), ())


# -- initiative (2.2) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "side"), [(2, "axis"), (6, "axis"), (5, "soviet"), (12, "soviet"), (22, "axis")])
def test_the_side_with_the_initiative_picks_one_of_its_own_chits(turn: int, side: str) -> None:
    game = at_the_cup(turn)
    assert game._w.phase == f"first-{side}"
    assert game.to_act is Side(side)
    picks = texts(game, "chit")
    assert picks and {side_of(p.split()[1]) for p in picks} == {Side(side)}
    assert "end" not in texts(game) and why(game, "end") == "pick-first"


def test_the_picked_chit_is_played_first_and_leaves_the_cup() -> None:
    game = at_the_cup(2)
    before = game._w[Cup].inside.count("AX_MC")
    do(game, "chit AX_MC")
    assert (game._w[ChitInPlay].chit, game._w.phase, game._w[Cup].inside.count("AX_MC")) == (
        "AX_MC",
        "mode-axis",
        before - 1,
    )


def test_logistics_and_the_other_sides_chits_are_not_picked() -> None:
    game = at_the_cup(2)
    for chit in ("LOG", "SU_MV", "SU_ST"):
        assert why(game, f"chit {chit}") == "chit-not-yours"
    assert why(game, "chit NONE") == "no-such-chit"


def test_soviet_initiative_picks_before_stavka_may_be_played() -> None:
    game = at_the_cup(5, {"STAVKA": ("stavka", "E2314")})
    assert game._w[Cup].held == ("AX_OD", "SU_ST") or game._w[Cup].held == ("SU_ST", "AX_OD")
    assert game._w.phase == "first-soviet" and "chit SU_ST" not in texts(game)
    do(game, "chit SU_MV", "end")
    assert game._w.phase == "held-soviet" and texts(game, "chit") == ["chit SU_ST"]


# -- drawing (2.2) ----------------------------------------------------------------------------------------


def test_chits_are_drawn_at_random_one_after_the_other(monkeypatch: Any) -> None:
    game = with_cup("held-soviet", ("AX_MC", "SU_CB", "SU_MV"), gone=("LOG",))
    load_dice(monkeypatch, 3, 1)
    do(game, "end")
    assert (game._w[ChitInPlay].chit, game._w[Cup].inside) == ("SU_MV", ("AX_MC", "SU_CB"))
    do(game, "end")
    assert (game._w[ChitInPlay].chit, game._w[Cup].inside, game._w[Cup].gone) == ("AX_MC", ("SU_CB",), ("LOG", "SU_MV"))


def test_one_side_may_have_any_number_of_chits_in_a_row(monkeypatch: Any) -> None:
    game = with_cup("held-soviet", ("SU_MV", "SU_MV"), gone=("SU_MV", "SU_MV"))
    load_dice(monkeypatch, 1, 1)
    do(game, "end", "end")
    assert game._w[ChitInPlay].chit == "SU_MV"


def test_the_month_ends_when_the_cup_is_empty(monkeypatch: Any) -> None:
    game = with_cup("move-soviet", (), turn=3, chit="SU_MV")
    do(game, "end")
    assert game.turn == 4


# -- STAVKA in hand (2.2) -----------------------------------------------------------------------------------


def test_stavka_waits_for_the_first_axis_chit_on_axis_initiative() -> None:
    for gone, allowed in (((), False), (("SU_MV", "LOG"), False), (("AX_MC",), True), (("AX_MC", "SU_MV"), True)):
        w = with_cup("held-soviet", ("SU_MV",), held=("SU_ST",), gone=gone)._w
        assert chits_in_hand.may_play_stavka(w) is allowed


def test_stavka_is_free_from_the_first_gap_on_soviet_initiative() -> None:
    w = with_cup("held-soviet", ("SU_MV",), turn=5, held=("SU_ST",), gone=("SU_MV",))._w
    assert chits_in_hand.may_play_stavka(w)


def test_stavka_is_played_once_and_only_if_it_is_held_and_on_the_map() -> None:
    assert not chits_in_hand.may_play_stavka(with_cup("held-soviet", (), gone=("AX_MC",))._w)
    game = with_cup("held-soviet", ("SU_MV",), held=("SU_ST",), gone=("AX_MC",))
    game._w.mark(Place, game._w.by_id["STAVKA"], hex=-1, box="dead")
    assert not chits_in_hand.may_play_stavka(game._w)


def test_stavka_may_still_be_played_when_the_cup_is_empty_or_is_lost(monkeypatch: Any) -> None:
    game = with_cup("move-soviet", (), held=("SU_ST",), gone=("AX_MC",), chit="SU_MV")
    do(game, "end")
    assert game._w.phase == "held-soviet" and texts(game) == ["chit SU_ST", "end"]
    do(game, "end")
    assert game.turn == 4
    game = with_cup("move-soviet", (), held=("SU_ST",), gone=("AX_MC",), chit="SU_MV")
    do(game, "end")
    load_dice(monkeypatch, 3, 4)
    do(game, "chit SU_ST")
    assert (game._w[ChitInPlay].chit, game._w[Cup].held) == ("SU_ST", ())


def test_stavka_brings_the_reserve_then_moves_then_fights(monkeypatch: Any) -> None:
    units = UNITS | {"STAVKA": ("stavka", "E2314"), "P": ("rifle_div", "[reserve]"), "N": ("rifle_div", "E2315")}
    game = position(units, turn=3, phase="held-soviet", chit="")
    game._w.mark(Cup, game._w.table, held=("SU_ST",), gone=("AX_MC",))
    load_dice(monkeypatch, 3, 4)
    do(game, "chit SU_ST")
    assert game._w.phase == "entry-soviet" and game._w[ChitInPlay].quota == 7
    do(game, "enter P E2314", "end")
    assert game._w.phase == "move-soviet"
    assert {u.id for u in game._w.units if u[Activation].active} == {"STAVKA", "P", "N"}


# -- the Odessa Front (8.9) -----------------------------------------------------------------------------------


def test_odessa_front_comes_right_after_an_axis_chit() -> None:
    for gone, allowed in (((), False), (("AX_MC",), True), (("AX_MC", "SU_MV"), False), (("AX_MC", "LOG"), False)):
        w = with_cup("held-axis", ("SU_MV",), held=("AX_OD",), gone=gone)._w
        assert chits_in_hand.may_play_odessa(w) is allowed
    assert not chits_in_hand.may_play_odessa(with_cup("held-axis", (), gone=("AX_MC",))._w)


def test_odessa_front_is_offered_when_the_axis_chit_is_done() -> None:
    game = with_cup("move-axis", ("SU_MV",), chit="AX_MC", mode="move", held=("AX_OD",))
    do(game, "end")
    assert game._w.phase == "held-axis" and texts(game) == ["chit AX_OD", "end"]
    do(game, "chit AX_OD")
    assert (game._w.phase, game._w[Cup].held) == ("move-axis", ())
    assert {u.id for u in game._w.units if u[Activation].active} == {"Rum"}


def test_odessa_front_may_be_declined_for_now(monkeypatch: Any) -> None:
    load_dice(monkeypatch, 1)
    game = with_cup("move-axis", ("SU_MV",), chit="AX_MC", mode="move", held=("AX_OD",))
    do(game, "end", "end")
    assert (game._w[ChitInPlay].chit, game._w[Cup].held) == ("SU_MV", ("AX_OD",))


def test_odessa_front_without_units_is_not_offered() -> None:
    game = position({"G": ("inf_corps", "W1827"), "R": ("rifle_div", "E3511")}, turn=3, phase="held-axis", chit="")
    game._w.mark(Cup, game._w.table, held=("AX_OD",), gone=("AX_MC",))
    assert not chits_in_hand.may_play_odessa(game._w)


# -- the secret choice (2.4) -----------------------------------------------------------------------------------


def chosen(*picks: str) -> Game:
    """October 1941, after the Axis has put chits into the cup."""
    game = at_the_cup(5, HEADS)
    do(game, *(f"chit {pick}" for pick in picks))
    return game


def secrets(game: Game, side: Side) -> str:
    """All a side can read: chits, facts, boxes, log, phases, legal commands."""
    view = game.view(side)
    words = [view.chits, view.facts, view.boxes, view.phase, view.score_text, [c.text() for c in view.legal]]
    return repr([*words, [text for _, text in game.reading(side)]])


def test_the_soviets_do_not_learn_which_panzer_chits_were_chosen() -> None:
    one, other = chosen("AX_PZ1", "AX_PZ2", "AX_PZ3"), chosen("AX_PZ2", "AX_PZ3", "AX_PZ4")
    assert secrets(one, Side.SOVIET) == secrets(other, Side.SOVIET)
    assert secrets(one, Side.AXIS) != secrets(other, Side.AXIS)
    mine = {c.id: c.count for c in one.view(Side.AXIS).chits if c.id.startswith("AX_PZ")}
    theirs = {c.id: c.count for c in one.view(Side.SOVIET).chits if c.id.startswith(("AX_PZ", "?"))}
    assert mine == {"AX_PZ1": 1, "AX_PZ2": 1, "AX_PZ3": 1} and theirs == {"?": 3}


def test_the_forecast_tells_nothing_of_the_choice() -> None:
    units = HEADS | {"A": ("inf_corps", "W2725"), "B": ("inf_corps", "W2725"), "S": ("rifle_div", "W2726")}
    told = []
    for picks in (("AX_PZ1", "AX_PZ2", "AX_PZ3"), ("AX_PZ2", "AX_PZ3", "AX_PZ4")):
        game = at_the_cup(5, units)
        do(game, *(f"chit {pick}" for pick in picks))
        told.append(game.forecast(Side.SOVIET, game.board.by_label["W2725"], ["S"]))
        told.append(game.forecast(Side.AXIS, game.board.by_label["W2726"], ["A", "B"]))
    assert told[:2] == told[2:]


def test_saved_commands_of_the_choice_are_marked_secret() -> None:
    game = chosen("AX_PZ1", "AX_PZ2", "AX_PZ3")
    veiled = [record.command for record in game.log if any(event.veil for event in record.events)]
    assert veiled == ["chit AX_PZ1", "chit AX_PZ2", "chit AX_PZ3"]


def test_a_chosen_chit_is_seen_when_it_is_drawn(monkeypatch: Any) -> None:
    game = chosen("AX_PZ1", "AX_PZ2", "AX_PZ3")
    do(game, "chit SU_MV", "end")
    place = game._w[Cup].inside.index("AX_PZ2") + 1
    load_dice(monkeypatch, place)
    while game._w[ChitInPlay].chit != "AX_PZ2":
        do(game, "end")
    shown = {c.id: c.state for c in game.view(Side.SOVIET).chits}
    assert shown["AX_PZ2"] == "now"


def test_fixed_panzer_chits_are_open() -> None:
    game = at_the_cup(6, HEADS)
    assert {c.id for c in game.view(Side.SOVIET).chits if "PZ" in c.id} == {f"AX_PZ{n}" for n in (1, 2, 3, 4)}


def test_the_cup_must_be_filled_first() -> None:
    game = at_the_cup(5, HEADS)
    assert why(game, "end") == "choose-chits"
    refusal = game.why_not(parse("end"))
    assert refusal is not None and refusal.rule == "2.4"
    do(game, "chit AX_PZ1")
    assert why(game, "chit AX_PZ1") == "chit-not-yours"
