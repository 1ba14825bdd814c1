"""What is asked, and what a click or Enter answers: one retreat is one question, and no first click throws a die."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pygame import Rect

from ecs import Side, find_scenario, parse, start
from ecs.core.commands import Advance, Assign, Resolve, Retreat
from ecs.core.events import BattleBegan
from game.opponents.shared.phase_staff import Plan
from game.opponents.shared.position_reading import place_of
from game.play.atlas.record import Gathering
from game.play.standing_orders import retreat_ends
from game.ui.cards.placing import ASKED, NEVER
from game.ui.descriptions import question_words
from game.ui.interaction.controller import TableController
from game.ui.panels.decision_box import gold_answer
from game.ui.widgets.layout import Spot
from game.ui.widgets.seal import seal_rect
from tests.game.ui.test_battle_clicks import asked_at
from tests.kits.recruits_games import played
from tests.kits.window import HUMANS, Seat, sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
VALLEY, DARKEST, BESIEGED = "tdv-barbarossa-1941", "barbarossa-1941", "rb-barbarossa-5"


# -- retreats --------------------------------------------------------------------------------------------------


def far_retreat(seat: Seat) -> tuple[TableController, str]:
    """A retreat in which a unit can be told a hex that is not beside it."""
    for _ in range(30):
        desk = asked_at(seat, "retreat")
        name = desk.selection.first
        if any(len(end.orders) > 1 for end in desk.orders.retreats(name).values()):
            return desk, name
        desk.give(next(c for c in desk.session.game.legal() if isinstance(c, Retreat)))
    raise AssertionError("no retreat ever goes two hexes")


def test_a_retreat_over_several_hexes_is_one_question() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=1)
    desk, name = far_retreat(seat)
    ends = desk.orders.retreats(name)
    index, end = next((i, e) for i, e in sorted(ends.items()) if len(e.orders) > 1 and e.survives)
    before = len(desk.session.game.log)
    assert index in desk.state.choices
    desk.click(index)
    unit = desk.view.unit(name)
    given = [parse(record.command) for record in desk.session.game.log[before:]]
    assert given == list(end.orders) and unit is not None and unit.hex == index
    assert desk.view.decision is None or desk.view.decision.id != "retreat"


def test_the_ends_of_a_retreat_are_found_without_touching_the_game() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=1)
    desk, name = far_retreat(seat)
    game = desk.session.game
    before = game.digest()
    assert set(retreat_ends(game, name)) == set(desk.orders.retreats(name)) and game.digest() == before
    assert not retreat_ends(game, "nobody")


def test_the_buttons_of_a_retreat_name_places_and_no_label_is_a_hex_number() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=1)
    desk, name = far_retreat(seat)
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    labels = {spot.label for spot in desk.view.board.hexes}
    told = [s.text for s in seat.app.ui.spots if "/to " in s.id or s.id.startswith("to ")]
    assert len(told) >= 2 and not labels.intersection(told)
    unit = desk.view.unit(name)
    assert unit is not None and unit.long_name in question_words(desk.view, desk.orders)


# -- advances --------------------------------------------------------------------------------------------------


def test_enter_advances_all_and_one_undo_takes_it_back() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    desk = asked_at(seat, "advance")
    while len({c.unit for c in desk.quick.advances()}) < 2:
        desk.give(next(iter(desk.orders.all())))
        desk = asked_at(seat, "advance")
    able = {c.unit for c in desk.quick.advances()}
    before = len(desk.session.game.log)
    desk.out.events = []
    seat.settle()
    seat.pilot.key("Enter")
    seat.pilot.wait(0.2)
    gone = [c for r in desk.session.game.log[before:] if isinstance(c := parse(r.command), Advance)]
    assert len(gone) >= 2 and {c.unit for c in gone} <= able


# -- Enter gives nothing away ----------------------------------------------------------------------------------


def enter(seat: Seat) -> tuple[str, ...]:
    """The buttons that Enter would press."""
    seat.app.dirty = True
    seat.pilot.wait(0.3)
    return tuple(spot.text for spot in seat.app.ui.spots if spot.intent == "cursor_click" and spot.enabled)


def test_enter_leaves_a_loss_to_the_staff_and_never_brings_up_the_hex_cursor() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    desk = asked_at(seat, "hits")
    while not desk.orders.several():
        desk.give(next(iter(desk.orders.all())))
        desk = asked_at(seat, "hits")
    seat.settle()
    (button,) = enter(seat)
    assert button.startswith("Let the staff choose")
    game = desk.session.game
    advised = desk.session.staff.advise(desk.view.side).command
    before = len(game.log)
    seat.pilot.key("Enter")
    assert desk.state.cursor is None and game.log[before].command == advised.text()


def gold(seat: Seat) -> list[Spot]:
    """Filled buttons that can be pressed, all of them in sight."""
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)
    found = [spot for spot in seat.app.ui.spots if spot.kind == "primary" and spot.enabled]
    assert all(spot.clip.height > spot.rect.height // 2 for spot in found)
    return found


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(("question", "name"), [("advance", "all advance"), ("hits", "staff")])
def test_a_question_has_one_gold_button_in_sight_and_the_hex_cursor_leaves_it_a_key(
    question: str, name: str, scale: float
) -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1, column=False, text_scale=scale)
    desk = asked_at(seat, question)
    while not desk.orders.several():
        desk.give(next(iter(desk.orders.all())))
        desk = asked_at(seat, question)
    desk.out.events = []
    seat.settle()
    (button,) = gold(seat)
    assert button.id.endswith(f"seal/{name}") and button.intent == "cursor_click"
    ui = seat.app.ui
    assert button.rect == seal_rect(ui)
    asked = [spot.rect for spot in ui.spots if spot.id.endswith(("panel:question", "panel:questionfoot"))]
    assert seat.scene.widgets.cards.planner.rect.collidelist(asked) < 0, "what is asked is not covered"
    seat.pilot.key("C")
    seat.pilot.key("Up")
    assert desk.state.cursor is not None
    (button,) = gold(seat)
    assert button.id.endswith(f"seal/{name}") and button.intent == "end_phase"
    before = len(desk.session.game.log)
    seat.pilot.key("Ctrl+Enter")
    assert len(desk.session.game.log) > before and not seat.scene.panels.checks


def test_what_the_staff_says_to_an_answer_goes_with_the_next_order() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    said = set[str]()
    for question in ("hits", "advance", "hits", "advance"):
        asked_at(seat, question)
        seat.scene.desk.staff.answer()
        seat.scene.drain()
        told = [words for words in seat.notices() if words.startswith("The staff: ")]
        said.update(told)
        assert len(told) <= 1
    assert len(said) > 1


def test_who_takes_a_hit_is_asked_alike_of_the_first_and_of_the_next() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1)
    desk = asked_at(seat, "hits")
    while desk.view.decision is None or desk.view.decision.count < 2:
        desk.give(next(iter(desk.orders.all())))
        desk = asked_at(seat, "hits")
    assert question_words(desk.view, desk.orders).endswith("Which unit takes one?")


def test_the_seal_says_where_else_to_answer() -> None:
    """A question of yes or no is answered above it, one about hexes on the map."""
    seat = sit_down(HUMANS, scenario="war-barbarossa-1941", seed=1, column=False)
    for question, where in (("buy", "above"), ("retreat", "on the map")):
        desk = asked_at(seat, question)
        answer = gold_answer(desk)
        assert answer is not None and answer.more == f"Or choose {where}"


def test_a_counter_that_is_picked_beside_a_question_does_not_take_its_place() -> None:
    """The unit it asks about can be picked again, and nothing is said of hexes of the other."""
    seat = sit_down(HUMANS, scenario=VALLEY, seed=1)
    desk = asked_at(seat, "retreat")
    name = desk.selection.first
    other = next(u.id for u in desk.view.units if u.hex >= 0 and u.id not in desk.orders.by_unit)
    desk.select((other,))
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)
    assert not any("goes to a lit hex" in text for text in seat.pilot.texts())
    button = next(spot for spot in seat.app.ui.spots if spot.id.endswith(f"/pick {name}"))
    seat.pilot.click(*button.rect.center)
    assert desk.selection.first == name


# -- clicks ----------------------------------------------------------------------------------------------------


def test_a_click_on_a_pile_takes_a_unit_that_can_act() -> None:
    seat = sit_down(HUMANS, scenario="rb-barbarossa-5", seed=1)
    desk = seat.scene.desk
    while desk.view.phase.id != "move1-axis":
        desk.end_phase()
    view = desk.view
    for index in sorted({u.hex for u in view.units if u.side is view.side and u.hex >= 0}):
        pile = [u for u in view.at(index) if u.side is view.side]
        idle = [u for u in pile if not desk.orders.can_act(u.id)]
        if idle and len(idle) < len(pile):
            break
    else:
        raise AssertionError("every pile can act as a whole")
    desk.select(())
    desk.click(index, idle[0].id)
    assert desk.orders.can_act(desk.selection.first)
    desk.select(())
    desk.state.fan = index
    desk.click(index, idle[0].id)
    assert desk.selection.first == idle[0].id, "where the pile is spread out the counter itself is meant"


def test_the_first_click_on_a_declared_battle_shows_it_and_the_second_fights() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST)
    desk = seat.scene.desk
    for _ in range(30):
        if any(isinstance(c, Resolve) for cs in desk.orders.by_hex.values() for c in cs):
            break
        taken = {b.hex for b in desk.view.battles}
        fits = (c for c in desk.orders.all() if isinstance(c, Assign) and desk.view.board.by_label[c.hex] not in taken)
        fresh = next(fits, None)
        if fresh is not None and len(taken) < 2:  # one alone is fought unasked
            desk.give(fresh)
        else:
            desk.end_phase()
    desk.select(())
    desk.plans.close()
    index = next(b.hex for b in desk.view.battles)
    foe = next(u for u in desk.view.at(index))
    before = len(desk.session.game.log)
    desk.click(index, foe.id)
    assert len(desk.session.game.log) == before and desk.plans.target == index
    desk.click(index, foe.id)
    assert [r.command for r in desk.session.game.log[before:]] == [
        Resolve(desk.view.board.hexes[index].label, 1).text()
    ]


# -- sentences -------------------------------------------------------------------------------------------------


def test_who_breaks_into_enemy_ground_does_not_fall_back() -> None:
    game = start(find_scenario(VALLEY), {}, 1)
    view = game.look(Side.AXIS)
    plan = Plan(view, (), {})
    mine = [u for u in plan.mine if u.attack and plan._to_foe(u.hex) == 1][:4]
    deep = [i for i, side in enumerate(view.control) if side is Side.SOVIET and plan._to_foe(i) > 2][:4]
    home = [i for i, side in enumerate(view.control) if side is Side.AXIS and plan._to_foe(i) > 2][:4]
    assert len(mine) == len(deep) == len(home) == 4
    plan.marches = dict(zip((u.id for u in mine), deep, strict=True))
    assert not any("fall back" in clause for clause in plan.travels())
    plan.marches = dict(zip((u.id for u in mine), home, strict=True))
    assert any("fall back" in clause for clause in plan.travels())
    game.close()


def test_nobody_advances_on_a_place_of_their_own() -> None:
    game = start(find_scenario(VALLEY), {}, 1)
    view = game.look(Side.AXIS)
    plan = Plan(view, (), {})
    mine = [u for u in plan.mine if u.attack and plan._to_foe(u.hex) == 1][:4]
    (minsk,) = view.board.named("Minsk")
    plan.marches = dict.fromkeys((u.id for u in mine), minsk)
    assert plan.travels()[0].endswith("advance on Minsk")
    plan.view = replace(view, control=(Side.AXIS,) * len(view.control))
    assert plan.travels()[0].endswith("move up to Minsk")
    game.close()


def test_what_a_staff_does_beside_a_place_is_said_to_be_near_it() -> None:
    game = start(find_scenario(BESIEGED), {}, 1)
    board = game.board
    (minsk,) = board.named("Minsk")
    beside = next(i for i in board.neighbours[minsk] if not board.hexes[i].name)
    assert place_of(board, minsk) == "at Minsk" and place_of(board, beside) == "near Minsk"
    game.close()


def test_an_atlas_names_units_that_came_and_went_during_the_game() -> None:
    game = played("valley-4", 300)
    book = Gathering(game, Side.AXIS)
    first = next(r for r in game.log for e in r.events if isinstance(e, BattleBegan))
    (began,) = [e for e in first.events if isinstance(e, BattleBegan)]
    lost = began.defenders[0]
    del book.atlas.names[lost]  # as if it stood on the map neither at the start nor at the end
    while book.step():
        pass
    book.close()
    game.close()
    assert lost in book.atlas.names


def test_the_card_of_a_battle_stays_through_its_questions_unless_it_hides_an_answer() -> None:
    seat = sit_down(HUMANS, scenario=DARKEST, seed=1, column=False)
    desk = asked_at(seat, "hits")
    seat.settle()
    planner, ui, room = seat.scene.widgets.cards.planner, seat.app.ui, Rect(0, 50, 1200, 600)
    near = planner._place(ui, 200, 120, room, [])
    planner._kept = None
    first = planner._place(ui, 200, 120, room, [(near.inflate(200, 200), NEVER)])
    assert first != near, "a label was in the way"
    asked = desk.view.decision
    desk.give(next(iter(desk.orders.all())))
    assert desk.view.decision != asked
    assert planner._place(ui, 200, 120, room, []) == first
    assert planner._place(ui, 200, 120, room, [(first, ASKED)]) != first
