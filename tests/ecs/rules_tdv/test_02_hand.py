"""2.2, 8.9: the chits in hand.  When is their owner asked, and how does he play them at any other time?"""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, parse
from ecs.core.commands import EndPhase
from ecs.core.components import Flags
from ecs.rulesets.dark_valley.data.components import ChitInPlay, Cup
from tests.ecs.rules_tdv.stage import do, load_dice, position, texts, why

UNITS = {
    "G": ("inf_corps", "W1827"),
    "R": ("rifle_div", "E3511"),
    "STAVKA": ("stavka", "E2314"),
    "Rum": ("rum_corps", "W4042"),
}
CUP = ("SU_MV", "SU_MV", "SU_MV", "SU_MV")


def month(phase: str, held: str, inside: tuple[str, ...] = CUP, **marks: Any) -> Game:
    """A game in the middle of a month, with a chit in hand."""
    game = position(UNITS, turn=3, phase=phase, chit="")
    in_play = {name: marks.pop(name) for name in ("chit", "mode", "quota") if name in marks}
    game._w.mark(ChitInPlay, game._w.table, **in_play)
    game._w.mark(Cup, game._w.table, **{"inside": inside, "held": (held,), "gone": ("AX_MC",), **marks})
    return game


def asked(game: Game, chit: str) -> int:
    """How often the owner of the chit is asked until the month is over, if everybody only ends his phases."""
    times = 0
    while game.turn == 3:
        times += f"chit {chit}" in texts(game)
        game.apply(EndPhase() if EndPhase() in game.legal() else game.legal()[0])
    return times


def test_2_2_stavka_is_asked_for_once_and_again_when_the_last_chance_has_come() -> None:
    assert asked(month("held-soviet", "SU_ST"), "SU_ST") == 2
    assert asked(month("held-soviet", "SU_ST", inside=()), "SU_ST") == 1


def test_8_9_the_odessa_front_is_asked_for_once_and_again_after_the_last_axis_chit() -> None:
    inside = ("AX_PZ1", "AX_PZ1", "AX_PZ1", "SU_MV")
    game = month("held-axis", "AX_OD", inside=inside)
    assert asked(game, "AX_OD") == 2


def test_2_2_a_chit_that_is_not_wanted_this_month_is_asked_for_no_more() -> None:
    game = month("held-soviet", "SU_ST")
    assert texts(game) == ["chit SU_ST", "defer SU_ST", "end", "waive SU_ST"]
    do(game, "waive SU_ST")
    assert asked(game, "SU_ST") == 0


def test_2_2_who_wants_to_be_asked_again_is_asked_after_the_next_chit() -> None:
    game = month("held-soviet", "SU_ST")
    for _ in CUP:
        do(game, "defer SU_ST", "end")
    assert texts(game) == ["chit SU_ST", "end"], "the last chance: nothing can be put off"
    do(game, "end")
    assert game.turn == 4


def test_2_2_the_next_month_asks_afresh() -> None:
    game = month("held-soviet", "SU_ST")
    do(game, "waive SU_ST")
    while game.turn == 3:
        do(game, "end")
    assert not any("SU_ST" in flag for flag in game._w[Flags].flags)


@pytest.mark.parametrize("answer", ["end", "waive SU_ST"])
def test_2_2_stavka_may_be_announced_while_any_chit_is_in_play_and_comes_next(monkeypatch: Any, answer: str) -> None:
    load_dice(monkeypatch, 1, 3, 4)
    game = month("held-soviet", "SU_ST")
    do(game, answer)
    assert game._w.phase == "move-soviet" and game.asides(Side.SOVIET) == (parse("announce SU_ST"),)
    do(game, "announce SU_ST")
    assert game._w.phase == "move-soviet" and game.asides(Side.SOVIET) == (parse("retract SU_ST"),)
    do(game, "end")
    assert game._w[ChitInPlay].chit == "SU_ST" and game._w.phase in ("entry-soviet", "move-soviet")
    assert not game._w[Cup].held and not game.asides(Side.SOVIET)


def test_2_2_stavka_may_be_announced_while_an_axis_chit_is_in_play(monkeypatch: Any) -> None:
    load_dice(monkeypatch, 1, 3, 4)
    game = month("held-soviet", "SU_ST", inside=("AX_MC", "SU_MV"))
    do(game, "end")
    assert game.to_act is Side.AXIS and parse("announce SU_ST") not in game.legal()
    assert game.why_not(parse("announce SU_ST"), Side.SOVIET) is None
    assert game.why_not(parse("announce SU_ST"), Side.AXIS) is not None
    game.apply(parse("announce SU_ST"))
    assert game.log[-1].side is Side.SOVIET and game.to_act is Side.AXIS
    do(game, "mode move", "end")
    assert game._w[ChitInPlay].chit == "SU_ST"


def test_8_9_the_odessa_front_announced_in_a_soviet_chit_waits_for_an_axis_chit(monkeypatch: Any) -> None:
    load_dice(monkeypatch, 3, 1)
    game = month("held-axis", "AX_OD", inside=("AX_MC", "AX_PZ1", "SU_MV"))
    do(game, "end")
    assert game._w[ChitInPlay].chit == "SU_MV"
    do(game, "announce AX_OD", "end")
    assert game._w[ChitInPlay].chit == "AX_MC"
    do(game, "mode move", "end")
    assert game._w[ChitInPlay].chit == "AX_OD" and game._w.phase == "move-axis"


def test_2_2_what_was_announced_can_be_taken_back_and_undone() -> None:
    game = month("move-soviet", "SU_ST", chit="SU_MV")
    do(game, "announce SU_ST")
    assert game.undo() == parse("announce SU_ST") and game.asides(Side.SOVIET) == (parse("announce SU_ST"),)
    do(game, "announce SU_ST", "retract SU_ST", "end")
    assert game._w.phase == "held-soviet" and game._w[Cup].held == ("SU_ST",)


def test_2_6_an_announced_stavka_that_could_only_move_its_headquarters_is_asked_for_after_all() -> None:
    game = month("move-soviet", "SU_ST", chit="SU_MV")
    do(game, "announce SU_ST")
    game._w.mark(Flags, game._w.table, flags=(*game._w[Flags].flags, "displaced:STAVKA"))
    do(game, "end")
    assert game._w.phase == "held-soviet" and "chit SU_ST" in texts(game)


def test_refusals_of_what_is_said_of_chits_in_hand() -> None:
    game = month("move-soviet", "SU_ST", chit="SU_MV")
    assert why(game, "announce AX_OD") == "not-held" and why(game, "defer NONE") == "no-such-chit"
    assert why(game, "retract SU_ST") == "said" and why(game, "waive SU_ST") == "not-asked"
    assert why(month("held-soviet", "SU_ST"), "announce SU_ST") == "no-chit"
