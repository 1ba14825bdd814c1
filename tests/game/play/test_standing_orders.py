"""Standing orders: they answer by legal commands, are kept with the save, and can be switched off."""

from __future__ import annotations

from pathlib import Path

import pytest

from ecs import Side
from ecs.core.commands import Advance, Done, Retreat, TakeHit
from game.play.session import HUMAN, Session, reopen
from game.play.standing_orders import (
    ADVANCES,
    ALL,
    ASK,
    AWAY,
    LOSSES,
    NONE,
    RETREATS,
    WEAKEST,
    answer_of,
    order_once_for_all,
    ordered,
)
from game.saves.storage.save_folder import Saves
from game.ui.interaction.controller import TableController
from tests.kits.recruits_games import orders, played

pytestmark = pytest.mark.usefixtures("worlds_given_back")


def asked_for(kind: type, record: str = "valley-3", least: int = 2) -> Session:
    """A recorded game up to a question with several answers of a kind, asked of a person."""
    session = Session(played(record, 0), dict.fromkeys(Side, HUMAN))
    for command in orders(record):
        side = session.game.to_act
        assert side is not None
        if session.game.moment[2] and sum(isinstance(c, kind) for c in session.game.legal()) >= least:
            session.take_seat(side)
            return session
        session.do(command)
    raise AssertionError(f"{kind.__name__} is never asked for")


def test_nothing_is_answered_unless_it_was_ordered() -> None:
    session = asked_for(Retreat)
    assert answer_of(session) is None
    order_once_for_all(session, session.viewer, ADVANCES, ALL)
    assert answer_of(session) is None, "an order for advances says nothing of retreats"
    session.game.close()


def test_losses_fall_on_a_unit_that_survives_them_if_there_is_one() -> None:
    session = asked_for(TakeHit)
    order_once_for_all(session, session.viewer, LOSSES, WEAKEST)
    answer = answer_of(session)
    assert answer is not None and len(answer.orders) == 1
    (hit,) = answer.orders
    hits = [c for c in session.game.legal() if isinstance(c, TakeHit)]
    assert isinstance(hit, TakeHit) and hit in hits
    assert not session.destroys(hit) or all(session.destroys(c) for c in hits)
    session.game.close()


def test_a_retreat_goes_away_from_the_enemy_to_its_end() -> None:
    session = asked_for(Retreat)
    order_once_for_all(session, session.viewer, RETREATS, AWAY)
    desk = TableController(session)
    before, asked = len(session.game.log), session.game.moment[2]
    assert desk.quick.step() and len(session.game.log) > before and asked == "retreat"
    assert session.game.moment[2] != "retreat"
    assert any(message.text.startswith("Standing order:") for message in desk.out.messages)
    session.game.close()


def test_all_advance_or_nobody_and_asking_again_switches_it_off() -> None:
    session = asked_for(Advance)
    desk = TableController(session)
    desk.quick.stand_by(ADVANCES, NONE)
    answer = answer_of(session)
    assert answer is None or answer.orders == (Done(),)
    desk.quick.stand_by(ADVANCES, ALL)
    answer = answer_of(session)
    assert answer is not None and all(c in session.game.legal() for c in answer.orders)
    desk.quick.stand_by(ADVANCES, ASK)
    assert answer_of(session) is None and not session.about.standing
    session.game.close()


def test_they_are_kept_with_the_save(tmp_path: Path) -> None:
    session = asked_for(Retreat)
    session.saves = Saves(tmp_path)
    order_once_for_all(session, session.viewer, RETREATS, AWAY)
    path = session.save("kept")
    session.game.close()
    again, _ = reopen(path, Saves(tmp_path), copy=True)
    side = session.viewer
    assert ordered(again, side, RETREATS) == AWAY and ordered(again, side.other, RETREATS) == ASK
    again.game.close()
