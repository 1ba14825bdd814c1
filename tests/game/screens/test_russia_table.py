"""Can War Against Russia be played in the window?  Waves, aircraft, purchases, breakthroughs, lost units, winter."""

from __future__ import annotations

import random

import pytest

from ecs import Command, Game, Side
from ecs.core.commands import (
    Advance,
    Aim,
    Airlift,
    Assign,
    CallReserve,
    CancelAttacks,
    Done,
    EndPhase,
    Enter,
    Exchange,
    Move,
    Raise,
    Resolve,
    Retreat,
    StandFast,
)
from ecs.core.known_facts import Fact
from game.screens.shared.screen_reader import Reader
from game.ui.interaction.click_commands import LegalOrders, why_idle
from game.ui.map_view.counters.counter_faces import laid_over, look_of
from game.ui.panels.arrivals_box import arriving
from game.ui.panels.declared_attacks import helpers
from game.ui.panels.force_pool import force_pool
from game.ui.panels.legend import entries
from game.ui.panels.phase_end import checks
from tests.game.screens.test_besieged_table import hex_of, plan, press
from tests.kits.window import HUMANS, Seat, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET
WAR, LARGE, SMALL = "war-barbarossa-1941", (1600, 1000), (1280, 720)


def at_phase(phase: str, turn: int = 1, question: str = "", luck: int = 1, quiet: bool = False, **more: object) -> Seat:
    """A seat at the first time this phase comes, or this question is asked; ``quiet``: nobody moves or attacks."""
    seat = sit_down(HUMANS, scenario=WAR, seed=1, **{"size": LARGE, **more})  # type: ignore[arg-type]
    session, dice = seat.scene.session, random.Random(luck)
    for _ in range(6000):
        game = session.game
        if game.turn >= turn and phase in ("", game.moment[1]) and question in ("", asked(game)):
            break
        session.do(_next(game, dice, quiet))
    else:
        raise AssertionError(f"{phase} {question} never comes")
    side = session.game.to_act
    assert side is not None
    session.take_seat(side)
    seat.scene.desk.refresh()
    seat.scene.desk.look_on(60)
    seat.scene.drain()
    seat.pilot.wait(0.3, 3)
    return seat


def asked(game: Game) -> str:
    """The open question, or ""."""
    return game.moment[2]


def _next(game: Game, luck: random.Random, quiet: bool) -> Command:
    """Attack and move by chance, do nothing else that is not asked for."""
    legal = game.legal()
    if asked(game):
        return luck.choice(legal)
    wanted = {"plan": Assign, "move": Move}.get(game.moment[1].partition("-")[0].rstrip("12"))
    found = [c for c in legal if wanted is not None and isinstance(c, wanted) and getattr(c, "wave", 1) == 1]
    if found and not quiet and luck.random() < 0.95:
        return luck.choice(found)
    battle = next((c for c in legal if isinstance(c, Resolve)), None)
    if battle is not None or game.is_legal(EndPhase()):
        return battle or EndPhase()
    return CancelAttacks()


def declare(seat: Seat, label: str) -> None:
    """Plan an attack on a hex and declare it as it is proposed."""
    plan(seat, hex_of(seat, label))
    press(seat, "/Declare attack")
    seat.pilot.wait(0.3, 3)


# -- a whole turn -------------------------------------------------------------------------------------------


def test_a_turn_can_be_played_as_the_axis_with_the_mouse() -> None:
    seat = sit_down({AXIS: "human", SOVIET: "human"}, scenario=WAR, seed=3)
    scene, desk, game = seat.scene, seat.scene.desk, seat.scene.session.game
    done: list[str] = []
    questions: set[str] = set()
    moved = False
    for _ in range(600):
        if game.moment[1] == "initial-soviet":
            break
        phase = desk.view.phase.id
        done.append(phase)
        if game.to_act is not scene.session.viewer:
            scene.seat(game.to_act or AXIS)
        elif desk.view.decision is not None:
            questions.add(desk.view.decision.id)
            answer(seat)
        elif phase.startswith("plan") and done.count(phase) <= 4:
            free = [i for i, ahead in desk.plans.targets.of(desk.position) if not ahead.refusal and not _taken(seat, i)]
            if not free:
                press(seat, "/end anyway" if scene.panels.checks else "/end phase")
                continue
            plan(seat, free[0])
            if desk.plans.changes() and not desk.plans.obstacle():
                press(seat, "/Declare attack")
            desk.plans.close()
        elif phase.startswith("fight") and any(b.state == "declared" for b in desk.view.battles):
            plan(seat, next(b.hex for b in desk.view.battles if b.state == "declared"))
            seat.pilot.press("Fight at")
        elif phase.startswith("move") and not moved:
            moved = True
            march(seat)
        else:
            press(seat, "/end anyway" if scene.panels.checks else "/end phase")
        seat.settle()
    assert game.moment[1] == "initial-soviet", (game.moment, done[-12:])
    assert {"initial-axis", "plan1-axis", "fight1-axis", "move-axis"} <= set(done)
    assert questions & {"buy", "retreat", "advance"}


def _taken(seat: Seat, index: int) -> bool:
    return any(b.hex == index for b in seat.scene.desk.view.battles)


def answer(seat: Seat) -> None:
    """Answer the open question as a player would: with the first button that there is."""
    desk = seat.scene.desk
    general = [c for c in desk.orders.general if not isinstance(c, Done)]
    if general:
        press(seat, f"/{general[0].text()}")
    elif desk.orders.by_unit and not desk.plans.gathering:
        ways = [spot for spot in seat.app.ui.spots if "/to " in spot.id]
        seat.pilot.click(*ways[0].clip.center)
    elif desk.orders.on_unit and not desk.plans.gathering:
        unit = sorted(desk.orders.on_unit)[0]
        press(seat, desk.orders.buttons(unit)[0].text())
    else:
        press(seat, f"/{Done().text()}")


def march(seat: Seat) -> None:
    """One unit goes one hex, by two clicks."""
    desk, board = seat.scene.desk, seat.scene.session.game.board
    units = [u for u in desk.view.units if desk.orders.hexes(u.id) and u.hex >= 0 and len(desk.view.at(u.hex)) == 1]
    unit = units[0]
    goal = next(i for i, cs in desk.orders.hexes(unit.id).items() if isinstance(cs[0], Move) and not desk.view.at(i))
    seat.click_counter(board.hexes[unit.hex].label)
    assert desk.state.selection == (unit.id,)
    seat.click(board.hexes[goal].label)
    after = desk.view.unit(unit.id)
    assert after is not None and after.hex == goal and "moved" in after.badges


# -- prepared attacks ---------------------------------------------------------------------------------------


def test_units_left_out_of_an_attack_may_make_a_second_one_as_another_wave() -> None:
    seat = at_phase("plan1-axis", quiet=True)
    desk = seat.scene.desk
    plan(seat, hex_of(seat, "T4"))
    assert len(desk.plans.ticked) == 6 and desk.plans.waves() == ()
    for unit in ("1.PzGr", "3.PzKps"):
        desk.plans.tick(unit, False)
    seat.pilot.wait(0.3, 3)
    press(seat, "/Declare attack")
    seat.pilot.wait(0.3, 3)
    assert desk.plans.waves() == (1, 2)
    seat.pilot.press("New wave 2")
    seat.pilot.wait(0.3, 3)
    assert desk.plans.wave == 2 and set(desk.plans.ticked) == {"1.PzGr", "3.PzKps"}
    press(seat, "/Declare attack")
    seat.pilot.wait(0.3, 3)
    assert [(b.wave, len(b.attackers)) for b in desk.view.battles] == [(1, 4), (2, 2)]
    assert desk.plans.wave == 2
    desk.plans.close()
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)
    press(seat, "end phase")
    press(seat, "/end anyway")
    seat.pilot.wait(0.3, 3)
    assert desk.view.phase.id == "fight1-axis"
    fights = [spot for spot in seat.app.ui.spots if "/resolve T4" in spot.id]
    assert [spot.enabled for spot in fights] == [True, False]


def test_aircraft_off_the_map_are_given_to_an_attack_with_a_tick() -> None:
    seat = at_phase("plan1-axis", quiet=True)
    desk, here = seat.scene.desk, hex_of(seat, "T4")
    assert "Off the map: Lft.1, Lft.2, Lft.4" in seat.pilot.texts()
    plan(seat, here)
    assert helpers(desk, here) == []
    declare(seat, "T4")
    assert {type(order) for _, order in helpers(desk, here)} == {Aim}
    before = desk.plans.forecast.odds
    press(seat, "/Lft.1  +1")
    seat.pilot.wait(0.3, 3)
    assert [u.id for u in desk.view.units if u.target == here and u.hex < 0] == ["Lft.1"]
    assert desk.plans.forecast.odds != before
    assert any("Aircraft" in text for _, text, _ in entries(seat.scene.table, desk.state))
    press(seat, "/Lft.1  +1")
    assert not [u for u in desk.view.units if u.target == here and u.hex < 0]


def test_an_air_unit_feeds_a_hex_from_the_list() -> None:
    seat = at_phase("initial-axis", quiet=True)
    desk = seat.scene.desk
    assert [u.id for u in arriving(desk)[1]] == ["Lft.1", "Lft.2", "Lft.4"]
    press(seat, "/flyers")
    seat.pilot.wait(0.3, 3)
    press(seat, "unit:Lft.1")
    assert desk.state.selection == ("Lft.1",)
    seat.click("Q2")
    fed = desk.view.unit("Lft.1")
    assert fed is not None and fed.box == "lift" and fed.target == hex_of(seat, "Q2")
    assert Airlift("Lft.1", "Q2").text() in [record.command for record in seat.scene.session.game.log]


# -- questions ----------------------------------------------------------------------------------------------


def test_the_germans_are_asked_whether_they_pay_for_the_defenders() -> None:
    seat = at_phase("", question="buy")
    desk, texts = seat.scene.desk, seat.pilot.texts()
    assert desk.view.decision is not None and "factor" in desk.view.decision.prompt
    assert {"Pay for the defenders", "Keep the result"} <= set(texts)
    said: list[str] = []
    Reader(seat.app, said.append).look()
    asked = next(line for line in said if line.startswith("Question: "))
    assert asked.endswith("Answers: Pay for the defenders; Keep the result."), "the words of the buttons"
    assert not any(line.startswith("Planner: ") for line in said), "the die has fallen"
    seat.pilot.press("Pay for the defenders")
    assert Exchange().text() in [record.command for record in seat.scene.session.game.log]


def test_the_attacker_drives_the_defenders_to_a_lit_hex() -> None:
    seat = at_phase("", question="retreat")
    desk, board = seat.scene.desk, seat.scene.session.game.board
    (unit,) = desk.orders.by_unit
    assert desk.picked is not None and desk.picked.id == unit and desk.picked.side is not desk.view.side
    goal = min(desk.state.choices)
    seat.click(board.hexes[goal].label)
    assert Retreat(unit, board.hexes[goal].label).text() in [r.command for r in seat.scene.session.game.log]


def test_attackers_advance_by_a_click_on_a_lit_hex() -> None:
    seat = at_phase("", question="advance")
    desk, board = seat.scene.desk, seat.scene.session.game.board
    unit = desk.state.selection[0]
    goal = min(desk.state.choices)
    seat.click(board.hexes[goal].label)
    assert Advance(unit, board.hexes[goal].label).text() in [r.command for r in seat.scene.session.game.log]


def test_enter_never_says_no_where_something_can_still_be_done() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk = seat.scene.desk
    assert any(isinstance(c, Done) for c in desk.orders.general) and desk.orders.several()
    buttons = [spot for spot in seat.app.ui.spots if spot.intent == "cursor_click" and spot.enabled]
    assert [spot.id.rpartition("/")[2] for spot in buttons] == ["staff"]


def test_an_attack_after_a_breakthrough_is_put_together_in_the_planner() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk = seat.scene.desk
    loose = [u for u in desk.view.units if "broken_through" in u.badges]
    assert loose and seat.scene.kit.pack.has("badges/broken_through")
    target = min(desk.state.targets)
    plan(seat, target)
    assert desk.plans.gathering and desk.plans.ticked == ()
    able = [unit for unit, reason in desk.plans.candidates() if not reason]
    press(seat, f"/{able[0].name}  {able[0].factors}  from {desk.view.board.hexes[able[0].hex].label}")
    seat.pilot.wait(0.3, 3)
    assert desk.plans.ticked == (able[0].id,)
    fight = seat.pilot.find("Fight at")
    assert fight.enabled
    seat.scene.panels.column_open = False
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)
    gold = [spot.text for spot in seat.app.ui.spots if spot.kind == "primary" and spot.enabled]
    assert len(gold) == 1 and gold[0].startswith("Fight at"), "in the planner alone"
    seat.app.ui.notice("The staff: To Kaunas.")
    seat.pilot.wait(0.1)
    (told,) = [spot.rect for spot in seat.app.ui.spots if spot.id.rpartition("/")[2].startswith("notice:")]
    question = next(spot.rect for spot in seat.app.ui.spots if spot.id.endswith("panel:question"))
    assert told.right < question.left and told.bottom > question.top, "a message lies beside the question, not over it"
    seat.pilot.key("Enter")
    assert seat.scene.session.game.log[-1].command.startswith("resolve")


@pytest.mark.parametrize("where", ["planner", "end of the phase"])
def test_9_1_attacks_that_are_owed_are_made_with_one_button(where: str) -> None:
    seat = at_phase("plan1-soviet")
    game, desk = seat.scene.session.game, seat.scene.desk
    desk.give(Assign("6.CosKav", "Q2", 1))
    plan(seat, hex_of(seat, "Q2"))
    press(seat, "/close planner")
    seat.pilot.wait(0.3, 3)
    refusal = game.why_not(EndPhase(), SOVIET)
    assert refusal is not None and refusal.reason == "must-be-attacked"
    for _ in range(10):
        if game.is_legal(EndPhase()):
            break
        if where == "planner":
            press(seat, "/remedy")
        else:
            seat.pilot.key("Ctrl+Enter")
            press(seat, "/mend")
        seat.pilot.wait(0.3, 3)
    assert game.is_legal(EndPhase()) and desk.view.battles and not seat.scene.panels.checks


def test_escape_closes_the_planner_but_leaves_the_question_open() -> None:
    seat = at_phase("", question="breakthrough", luck=5)
    desk = seat.scene.desk
    plan(seat, min(desk.state.targets))
    seat.pilot.key("Esc")
    assert desk.plans.target < 0 and desk.view.decision is not None
    assert "No more attacks" in seat.pilot.texts()


def test_orders_to_stand_have_the_words_of_the_rules() -> None:
    seat = at_phase("", question="stand")
    assert {"No Retreat! for all Germans there", "Let all retreat"} <= set(seat.pilot.texts())


# -- the Russian initial phase ------------------------------------------------------------------------------


def test_what_cannot_be_taken_back_asks_again() -> None:
    seat = at_phase("initial-soviet", turn=3)
    game, desk = seat.scene.session.game, seat.scene.desk
    for text, order in (("Call the Siberian reserve", CallReserve()), ("No Retreat! for all Soviets", StandFast())):
        assert game.is_legal(order)
        seat.pilot.press(text)
        seat.pilot.wait(0.3, 3)
        assert game.is_legal(order) and "Do it" in seat.pilot.texts()
        seat.pilot.press("Not now")
        seat.pilot.wait(0.3, 3)
    seat.pilot.press("No Retreat! for all Soviets")
    seat.pilot.wait(0.3, 3)
    seat.pilot.press("Do it")
    assert (
        not game.is_legal(StandFast()) and Fact("No Retreat!", "all Soviets stand fast", means=True) in desk.view.facts
    )


def test_lost_units_lie_in_one_list_and_are_raised_by_a_click_on_the_map() -> None:
    seat = at_phase("initial-soviet", turn=3)
    desk, board = seat.scene.desk, seat.scene.session.game.board
    kinds = force_pool(desk)
    assert kinds and kinds[0].placed and not kinds[0].orders
    unit = kinds[0].unit
    assert unit.id not in {u.id for u in arriving(desk)[0]}
    seat.pilot.press("Close")  # the dispatches, which leave the list little room
    seat.pilot.wait(0.2, 2)
    press(seat, f"unit:{unit.id}")
    assert desk.state.selection == (unit.id,)
    goal = min(desk.state.choices)
    seat.click(board.hexes[goal].label)
    after = desk.view.unit(unit.id)
    assert after is not None and after.hex == goal and laid_over(look_of(after)) == "dispersed"
    assert Raise(unit.id, board.hexes[goal].label).text() in [r.command for r in seat.scene.session.game.log]


def test_units_that_have_arrived_are_missed_at_the_end_of_the_phase() -> None:
    seat = at_phase("initial-soviet", turn=3)
    desk = seat.scene.desk
    assert any(isinstance(c, Enter) for c in desk.orders.all())
    (found,) = checks(desk, lambda kind: True)
    assert found.kind == "replacements_unspent" and "not on the map yet" in found.text


# -- the look of it -----------------------------------------------------------------------------------------


def test_the_weather_line_lies_on_the_map_in_subarctic_months_alone() -> None:
    seat = at_phase("move-axis", turn=7, quiet=True)
    state = seat.scene.desk.state
    assert state.cold == frozenset(seat.scene.session.game.board.regions["subarctic"])
    assert any("Subarctic" in text for _, text, _ in entries(seat.scene.table, state))
    assert seat.scene.table.weather == "snow"
    assert not at_phase("move-axis", quiet=True).scene.desk.state.cold


def test_nothing_in_this_game_lacks_a_picture() -> None:
    for phase, turn in (("initial-axis", 1), ("initial-axis", 6), ("plan1-soviet", 7), ("initial-axis", 10)):
        seat = at_phase(phase, turn, quiet=True)
        for badge in seat.scene.desk.terms.badges:
            assert seat.scene.kit.pack.has(f"badges/{badge}"), badge
        assert seat.scene.kit.pack.warnings == []


def test_the_month_before_the_first_turn_has_no_number() -> None:
    seat = at_phase("initial-axis", turn=0, options={"may_turn": "on"})
    assert "May 1941" in seat.pilot.texts() and seat.scene.desk.view.turn == 0


def test_the_bar_stays_on_one_line_at_the_smallest_window() -> None:
    for phase in ("initial-axis", "fight1-axis"):
        seat = at_phase(phase, luck=3, size=SMALL)
        seat.pilot.wait(0.2)
        assert seat.scene.layout.map_rect.y <= 50, phase


def test_a_unit_that_cannot_attack_is_told_why_and_not_that_it_is_no_aircraft() -> None:
    seat = at_phase("plan1-axis", luck=3)
    session, told = seat.scene.session, dict[str, str]()
    for _ in range(40):
        game, side = session.game, session.game.to_act
        if side is None or not game.moment[1].startswith("plan"):
            break
        view, orders = game.view(side), LegalOrders(game)
        for unit in view.units:
            if unit.side is side and unit.hex >= 0 and not orders.hexes(unit.id) and not orders.buttons(unit.id):
                refusal = why_idle(game, view, orders, unit)
                assert refusal is not None and refusal.rule and "air unit" not in refusal.text, refusal
                told[refusal.reason] = refusal.text
        session.do(next((c for c in game.legal() if isinstance(c, Assign)), None) or EndPhase())
    assert "nobody-near" in told and told["nobody-near"].endswith("has no enemy next to it that it can attack.")


def test_the_bar_never_cuts_off_that_the_soviets_win_only_later() -> None:
    for size in (SMALL, LARGE):
        texts = at_phase("fight1-axis", size=size).pilot.texts()
        assert any(text.startswith("Axis 0, needs 7") for text in texts)
        assert not any(text.endswith("need 8") for text in texts), size


def test_with_large_letters_what_can_come_into_play_lies_above_the_seal() -> None:
    seat = sit_down(HUMANS, scenario="war-crimea-1942", size=SMALL, text_scale=2.0)
    assert seat.scene.desk.end_phase()
    seat.scene.panels.column_open = False
    seat.settle()
    layout, ui = seat.scene.layout, seat.app.ui
    boxes = [spot for spot in ui.spots if spot.kind == "panel" and spot.id.endswith(("panel:muster", "musterfoot"))]
    assert boxes and not any(spot.rect.colliderect(layout.seal) for spot in boxes)


def test_a_warning_puts_the_staff_s_advice_away_until_it_is_read() -> None:
    seat = at_phase("plan1-axis", quiet=True)
    seat.pilot.key("H")
    seat.settle()
    advice = [spot for spot in seat.app.ui.spots if spot.id.endswith("/staff accept")]
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.wait(0.3)
    assert advice and seat.scene.panels.checks
    assert not [spot for spot in seat.app.ui.spots if spot.id.endswith("/staff accept")]
    seat.pilot.key("Esc")
    seat.pilot.wait(0.3)
    assert [spot for spot in seat.app.ui.spots if spot.id.endswith("/staff accept")]
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.wait(0.3)
    assert seat.scene.desk.state.looked >= 0
    seat.pilot.key("Ctrl+Enter")
    seat.pilot.wait(0.3)
    assert not seat.scene.panels.checks and seat.scene.desk.state.looked < 0, "what was pointed out is no longer ringed"
