"""Battles at the table: no picture tells the end too soon, questions say what they cost, an attack takes two clicks."""

from __future__ import annotations

import pygame
import pytest

from ecs import Command, Side
from ecs.core.commands import Done, EndPhase, Exchange, Resolve
from ecs.core.events import Attacked, Moved
from game.play.session import HUMAN
from game.screens.replay import Replay
from game.ui.descriptions import question_words, refusal_words
from game.ui.interaction.click_commands import in_hand
from game.ui.interaction.controller import TableController
from game.ui.map_view.first_look import READABLE
from game.ui.panels import attack_list, decision_box
from game.ui.panels.decision_box import cheapest, price_words
from game.ui.panels.open_panels import PLANNER
from tests.game.screens.test_russia_table import LARGE, at_phase
from tests.game.ui.test_in_sight import to_phase
from tests.kits.pilot import unwatched
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
DARKEST, WAR = "barbarossa-1941", "war-barbarossa-1941"


def asked_at(seat: Seat, question: str) -> TableController:
    """Let two recruits play until a question is asked."""
    session, desk = seat.scene.session, seat.scene.desk
    session.reseat(dict.fromkeys(Side, "recruit"))
    for _ in range(3000):
        side = session.game.to_act
        assert side is not None
        decision = session.game.look(side).decision
        if decision is not None and decision.id == question:
            session.reseat(HUMANS)
            session.take_seat(side)
            desk.refresh()
            return desk
        session.think()
    raise AssertionError(f"{question} is never asked")


# -- a click on the enemy, where a question asks for an attack ------------------------------------------------


def test_the_first_click_sends_whom_the_planner_proposes_and_one_undo_takes_all_back() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk = seat.scene.desk
    target = max(desk.state.targets, key=lambda i: sum(i in by for by in desk.orders.by_unit.values()))
    able = [name for name, by in desk.orders.by_unit.items() if target in by]
    desk.click(target)
    (battle,) = [b for b in desk.view.battles if b.hex == target]
    proposed = desk.plans.forecast.p_cleared
    everybody = seat.scene.session.game.forecast(desk.view.side, target, tuple(able)).p_cleared
    assert battle.attackers and proposed == everybody, "no unit that would have raised the chance is left out"
    desk.undo()
    assert not [b for b in desk.view.battles if b.hex == target and b.state == "declared"]


def test_the_second_click_fights_it_and_the_map_has_not_moved_between_them() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk, camera = seat.scene.desk, seat.scene.table.camera
    target = min(desk.state.targets)
    pos = seat.at(desk.view.board.hexes[target].label)
    camera.centre_on(camera.x, camera.y - 200 / camera.zoom)  # near the lower edge, where it used to be brought nearer
    pos = seat.scene.table.to_screen(target)
    before = (camera.x, camera.y)
    seat.pilot.click(pos[0], pos[1] - 4)
    assert (camera.x, camera.y) == before and desk.plans.target == target
    seat.pilot.wait(0.8, 3)
    seat.pilot.click(pos[0], pos[1] - 4)
    label = desk.view.board.hexes[target].label
    assert any(r.command == Resolve(label, 1).text() for r in seat.scene.session.game.log[-2:])


def test_whoever_is_picked_by_hand_is_sent_alone() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk = seat.scene.desk
    hexes = {index for by in desk.orders.by_unit.values() for index in by}
    teams = {i: [n for n, by in desk.orders.by_unit.items() if i in by] for i in sorted(hexes)}
    target, team = next((i, names) for i, names in teams.items() if len(names) > 1)
    chosen = next(name for name in team if name != in_hand(desk.view, desk.orders))
    desk.select((chosen,))
    desk.click(target)
    assert (chosen,) in [b.attackers for b in desk.view.battles if b.hex == target]


# -- questions -------------------------------------------------------------------------------------------------


def test_an_exchange_names_the_units_that_would_pay_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(decision_box, "say", lambda ui, out, text, *more: said.append(text))
    seat = sit_down(HUMANS, scenario=WAR, seed=4)
    desk = asked_at(seat, "buy")
    game, mine = seat.scene.session.game, desk.view.side
    told = price_words(desk)
    lost, choice = cheapest(game, desk.view, Exchange())
    assert lost and all(unit.name in told and unit.side is mine for unit in lost)
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    assert told in said
    before = game.digest()
    assert price_words(desk) == told and game.digest() == before, "nothing is done by asking"
    desk.give(Exchange())
    owed = desk.view.decision
    assert choice == (owed is not None and owed.id == "losses" and owed.side is mine)


def test_hits_and_advances_are_asked_for_in_plain_words() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    desk = asked_at(seat, "hits")
    asked = desk.view.decision
    assert asked is not None
    hits = "1 hit" if asked.count == 1 else f"{asked.count} hits"
    told = question_words(desk.view, desk.orders)
    assert told.startswith(f"{asked.side}: {hits} on the ") and told.endswith("?") and "absorb" not in told
    attacks = desk.view.unit(desk.plans.battle.attackers[0]).side is asked.side  # type: ignore[union-attr]
    assert ("attackers" if attacks else "defenders") in told
    refusal = seat.scene.session.game.why_not(EndPhase(), asked.side)
    assert refusal is not None and refusal.reason == "decision-open"
    words = refusal_words(refusal, desk.view, desk.orders)
    assert words.startswith(f"Answer this first: {told.partition(': ')[2]} [Rule ")
    assert refusal_words("No.", desk.view, desk.orders) == "No."
    desk = asked_at(seat, "advance")
    told = question_words(desk.view, desk.orders)
    must = not any(isinstance(c, Done) for c in desk.orders.general)
    assert told.endswith("One must.") == must


def test_what_is_answered_once_for_all_is_not_put_again() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    desk = asked_at(seat, "advance")
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    assert any(text.startswith("Advance all, always") for text in seat.pilot.texts())
    desk.quick._advancing = desk.quick._turn
    seat.app.dirty = True
    texts = seat.pilot.texts()
    assert desk.quick.advances_unasked and texts


# -- the dice --------------------------------------------------------------------------------------------------


def test_nothing_is_lit_that_tells_the_end_while_the_dice_are_in_the_air() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN}, seed=4, drama="full")
    scene, table = seat.scene, seat.scene.table
    with unwatched(seat.app):
        for _ in range(4000):
            if table.held(seat.app.ui.now):
                break
            seat.app.step((), 0.1)
    now, surface = seat.app.ui.now, pygame.Surface(seat.app.surface.get_size())
    assert table.held(now)

    def picture() -> bytes:
        table.draw(surface, scene.layout.window, scene.desk.state, now)
        return pygame.image.tobytes(surface, "RGB")

    for _ in range(40):
        picture()  # until the ground is sharp
    before, state = picture(), scene.desk.state
    state.choices = state.targets = frozenset(range(len(table.board.hexes)))
    state.selection = tuple(unit.id for unit in scene.desk.view.units if unit.hex >= 0)[:1]
    assert picture() == before
    table.animation.skip()
    assert picture() != before


# -- messages --------------------------------------------------------------------------------------------------


def test_a_refusal_goes_when_something_has_been_done() -> None:
    seat = sit_down(HUMANS, scenario=WAR)
    desk = seat.scene.desk
    desk.refuse("V6 is too far.")
    desk.tell("Saved.", "info")
    seat.scene.drain()
    assert seat.notices() == ["V6 is too far.", "Saved."]
    assert desk.end_phase()
    seat.scene.drain()
    assert "V6 is too far." not in seat.notices() and "Saved." in seat.notices()


# -- looking back ----------------------------------------------------------------------------------------------


def test_looking_back_begins_where_the_front_can_be_read_and_shows_the_place_of_each_command() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: "recruit"}, scenario=WAR)
    session = seat.scene.session
    while not any(isinstance(event, Moved) for event in session.game.log[-1].events):
        session.think()
    moved = next(event for event in session.game.log[-1].events if isinstance(event, Moved))
    screen = Replay(seat.scene.kit, session, at=len(session.game.log) - 1)
    seat.app.push(screen)
    seat.pilot.wait(0.2)
    camera = screen.table.camera
    assert camera.zoom >= READABLE
    x, y = screen.table.board.centre(screen.table.board.by_label[moved.path[-1]])
    assert camera.shows(x, y, 0)
    screen.leave()


# -- where things are ------------------------------------------------------------------------------------------


def test_the_planner_is_put_away_when_the_map_goes_elsewhere() -> None:
    seat = at_phase("plan1-axis")
    desk = seat.scene.desk
    target = min(desk.state.targets)
    desk.plans.open(target)
    seat.scene.end_phase()
    assert seat.scene.panels.checks and desk.plans.target < 0
    desk.plans.open(target)
    desk.staff.ask()
    assert desk.staff.advice is not None and desk.plans.target < 0


def test_what_is_attacked_already_is_listed_apart() -> None:
    seat = at_phase("plan1-axis")
    desk = seat.scene.desk
    target = max(desk.state.targets, key=lambda i: sum(i in by for by in desk.orders.by_unit.values()))
    desk.plans.open(target)
    assert desk.plans.declare()
    desk.plans.close()
    seat.scene.panels.turn_to(PLANNER)
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    texts = seat.pilot.texts()
    again = [spot for spot in seat.app.ui.spots if spot.id.endswith(f"/target {target}")]
    others = [spot for spot in seat.app.ui.spots if "/target " in spot.id and spot not in again]
    assert texts and others
    assert all(spot.rect.y > max(other.rect.y for other in others) for spot in again)


def test_where_a_question_was_answered_until_just_now_a_click_too_many_only_pauses() -> None:
    seat = sit_down({Side.AXIS: "recruit", Side.SOVIET: HUMAN}, scenario=WAR)
    for _ in range(40):
        seat.app.step((), 0.05)
        if seat.scene.session.machine_to_act and any(spot.id.endswith("/skip turn") for spot in seat.app.ui.spots):
            break
    places = {
        end: next(s.rect for s in seat.app.ui.spots if s.id.endswith(f"/{end}")) for end in ("pause", "skip turn")
    }
    assert places["skip turn"] == seat.scene.layout.seal, "where no question has an answer"
    assert seat.scene.layout.seal.top - seat.app.ui.px(20) < places["pause"].bottom <= seat.scene.layout.seal.top


def test_the_key_on_the_seal_fights_the_battles_that_keep_a_phase_open() -> None:
    seat = at_phase("plan1-axis", fight_at=50)
    desk = seat.scene.desk
    desk.plans.open(max(desk.state.targets, key=lambda i: sum(i in by for by in desk.orders.by_unit.values())))
    assert desk.plans.declare() and desk.end_phase()
    seat.scene.drain()
    phase = desk.view.phase.id
    assert desk.quick.fights()
    desk.plans.close()
    seat.scene.panels.column_open = False
    seat.app.dirty = True
    seat.pilot.wait(0.5, 5)
    (gold,) = [spot for spot in seat.app.ui.spots if spot.kind == "primary" and spot.enabled]
    assert gold.text == "Fight the battle" and gold.rect == seat.scene.layout.seal
    assert "Ctrl+Enter" in gold.tooltip, "the key that leads to it"
    assert desk.quick.good_fights() == 1 and not seat.scene.layout.second.height, "no second button for the same"
    seat.pilot.key("Enter")
    assert desk.quick.fights() and not desk.quick.going, "plain Enter rolls no dice"
    seat.pilot.key("Ctrl+Enter")
    assert not seat.scene.panels.checks and desk.view.phase.id == phase
    seat.settle()
    assert any(isinstance(event, Attacked) for record in seat.scene.session.game.log[-12:] for event in record.events)


def test_after_a_battle_the_column_lists_those_that_are_left_and_the_last_one_asks_for_no_plan(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, size=LARGE)
    to_phase(seat, "A2a0-attack")
    desk, session = seat.scene.desk, seat.scene.session
    while sum(b.state == "declared" for b in desk.view.battles) < 3:
        desk.plans.open(min(set(desk.state.targets) - {b.hex for b in desk.view.battles}))
        assert desk.plans.declare()
    assert desk.end_phase()
    seat.settle()

    def fight(order: Command) -> None:
        assert desk.give(order)
        seat.settle()
        assert desk.plans.fighting and seat.scene.panels.tab == PLANNER
        place = desk.plans.target
        while desk.plans.fighting and desk.plans.target == place:
            desk.give(session.game.legal()[0])
            session.take_seat(session.game.to_act or Side.AXIS)
            desk.refresh()
            seat.settle()

    fight(desk.quick.fights()[0])
    assert len(desk.quick.fights()) == 2 and seat.scene.panels.tab == PLANNER
    fight(desk.quick.fights()[0])
    assert desk.plans.fighting, "the last one begins by itself"
    seat.settle()
    words: list[str] = []
    monkeypatch.setattr(attack_list, "say", lambda _ui, _out, text, *_style, **_more: words.append(text))
    seat.app.dirty = True
    seat.pilot.wait(0.1)
    assert "No battles left." in words
