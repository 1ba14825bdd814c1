"""Can Russia Besieged be played in the window?  Weather, automatic victories, attacks with aircraft, trains, pool."""

from __future__ import annotations

import random

import pytest

from ecs import Command, Game, Side
from ecs.core.commands import (
    Aim,
    Allot,
    Assign,
    Blitz,
    CancelAttacks,
    EndPhase,
    Join,
    Lead,
    Overwhelm,
    Rebuild,
    Regauge,
    Resolve,
)
from game.ui.cards.placing import hex_rect
from game.ui.interaction.click_commands import words
from game.ui.map_view.view_state import sky_name
from game.ui.panels import declared_attacks
from game.ui.panels.declared_attacks import helpers, told
from game.ui.panels.force_pool import Kind, force_pool
from game.ui.panels.legend import entries
from game.ui.panels.open_panels import PLANNER
from game.ui.widgets.layout import Spot
from tests.kits.window import HUMANS, Seat, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET
SEVEN, WAR = "rb-barbarossa-7", "rb-campaign-1943"
AIRY = "1729"  # Kovel: one corps stands beside it on the first day, and Warsaw is in range


def at_phase(phase: str, scenario: str = SEVEN, **more: object) -> Seat:
    """A seat at the first time this phase comes, with every attack made that is owed."""
    seat = sit_down(HUMANS, scenario=scenario, seed=5, **more)  # type: ignore[arg-type]
    to_phase(seat, phase)
    return seat


def to_phase(seat: Seat, phase: str) -> None:
    session, luck = seat.scene.session, random.Random(1)
    for _ in range(3000):
        if session.game.moment[1] == phase:
            break
        session.do(_next(session.game, luck))
    assert session.game.moment[1] == phase
    side = session.game.to_act
    assert side is not None
    session.take_seat(side)
    seat.scene.desk.refresh()
    seat.scene.desk.look_on(60)  # however busy this machine is
    seat.scene.drain()
    seat.pilot.wait(0.3, 3)


def _next(game: Game, luck: random.Random) -> Command:
    """Go on; where attacks are owed, make them one way or another."""
    if game.is_legal(EndPhase()):
        return EndPhase()
    legal = game.legal()
    attacks = [c for c in legal if isinstance(c, Assign)]
    if game.moment[1].startswith("plan"):
        return luck.choice(attacks) if attacks else CancelAttacks()
    return next((c for c in legal if isinstance(c, Resolve)), legal[0])


def press(seat: Seat, end: str) -> None:
    """Press the widget whose name ends like this."""
    seat.pilot.click(*find(seat, end).clip.center)


def find(seat: Seat, end: str) -> Spot:
    return next(spot for spot in seat.app.ui.spots if spot.id.endswith(end) and spot.clip.width)


def plan(seat: Seat, index: int) -> None:
    """Open the planner on a hex."""
    seat.scene.desk.plans.open(index)
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)


def hex_of(seat: Seat, label: str) -> int:
    return seat.scene.session.game.board.by_label[label]


def test_a_turn_can_be_played_as_the_axis_with_the_mouse() -> None:
    seat = sit_down({AXIS: "human", SOVIET: "recruit"}, scenario=SEVEN, seed=5)
    scene, desk, game = seat.scene, seat.scene.desk, seat.scene.session.game
    done: list[str] = []
    for _ in range(400):
        seat.machine(40000, hurried=True)
        if game.turn > 1:
            break
        phase = desk.view.phase.id
        done.append(phase)
        if desk.view.decision is not None:
            press(seat, "/staff")
        elif phase.startswith("move") and desk.state.overruns and done.count(phase) < 4:
            plan(seat, min(desk.state.overruns))
            seat.pilot.press("Win it now")
        elif phase.startswith("plan") and game.why_not(EndPhase()) is not None:
            free = [i for i, ahead in desk.plans.targets.of(desk.position) if desk.plans.first_of(i) == i]
            if not free:
                seat.pilot.press("Cancel all attacks")
                continue
            plan(seat, free[done.count(phase) % len(free)])
            if desk.plans.changes() and not desk.plans.obstacle():
                press(seat, "/Declare attack" if desk.plans.declared is None else "/Change the attack")
            desk.plans.close()
        elif phase.startswith("fight") and desk.view.battles:
            plan(seat, desk.view.battles[0].hex)
            seat.pilot.press("Fight: Combat results")
        else:
            press(seat, "/end anyway" if scene.panels.checks else "/end phase")
        seat.settle()
    assert game.turn == 2, (game.moment, done[-12:])
    assert {"arrive-axis", "move1-axis", "plan1-axis", "fight1-axis", "move2-axis"} <= set(done)


# -- the bar ------------------------------------------------------------------------------------------------


def test_the_bar_shows_the_weather_of_both_impulses_and_marks_the_one_being_played() -> None:
    seat = at_phase("move1-axis")
    assert [sky.state for sky in seat.scene.desk.view.skies] == ["now", "next"]
    assert {"First Impulse: Clear", "Second Impulse: Clear"} <= set(seat.pilot.texts())
    to_phase(seat, "move2-axis")
    assert [sky.state for sky in seat.scene.desk.view.skies] == ["done", "now"]


def test_the_bar_stays_on_one_line_at_the_smallest_window() -> None:
    for scenario in (SEVEN, WAR):
        seat = sit_down(HUMANS, scenario=scenario, seed=5)
        seat.pilot.wait(0.2)
        assert seat.scene.layout.map_rect.y <= 50, scenario


def test_a_weather_has_a_picture_whatever_the_game_calls_it() -> None:
    seat = at_phase("move1-axis")
    skies = {f'weather_{sky_name(sky.weather)}"' for sky in seat.scene.desk.view.skies}
    assert skies and not [line for line in seat.scene.kit.pack.warnings if any(sky in line for sky in skies)]


# -- automatic victories ------------------------------------------------------------------------------------


def test_stars_mark_where_an_automatic_victory_can_be_won_and_the_legend_says_so() -> None:
    seat = at_phase("move1-axis")
    desk = seat.scene.desk
    assert desk.state.overruns and desk.state.overruns == desk.state.targets
    for index in desk.state.overruns:
        ahead = next(found for i, found in desk.plans.targets.overruns(desk.position) if i == index)
        assert ahead.attack >= ahead.needed == 10 * ahead.defence
    assert "Automatic victory possible here" in [text for _, text, _ in entries(seat.scene.table, desk.state)]


def test_an_automatic_victory_is_won_with_two_clicks() -> None:
    seat = at_phase("move1-axis")
    desk = seat.scene.desk
    index = min(desk.state.overruns)
    before = {u.id for u in desk.view.at(index)}
    seat.click(desk.view.board.hexes[index].label)
    assert desk.plans.target == index and seat.scene.panels.tab == PLANNER
    seat.pilot.press("Win it now")
    seat.settle()
    assert not before & {u.id for u in desk.view.at(index)}
    assert any("victor" in u.badges for u in desk.view.units)
    seat.pilot.key("U")
    assert desk.session.game.can_redo


def test_the_planner_tells_how_many_factors_are_missing_and_what_a_battle_could_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(declared_attacks, "say", lambda _ui, _out, text, *_style, **_more: said.append(text))
    seat = at_phase("move1-axis")
    desk = seat.scene.desk
    index = next(i for i, ahead in desk.plans.targets.overruns(desk.position) if ahead.attack < ahead.needed)
    plan(seat, index)
    ahead = desk.plans.overrun()
    assert ahead is not None and ahead.refusal
    assert not find(seat, "overwhelm").enabled
    assert any(text.startswith("Chance to take the hex in battle: Combat results ") for text in said)
    assert any(spot.text.startswith("Declare attack") for spot in seat.app.ui.spots)


def test_a_second_click_during_movement_declares_the_attack_unless_it_would_win_outright() -> None:
    seat = at_phase("move1-axis")
    desk = seat.scene.desk
    near = dict(desk.plans.targets.overruns(desk.position))
    won = next(i for i, ahead in near.items() if not ahead.refusal)
    owed = next(i for i, ahead in near.items() if ahead.refusal)
    plan(seat, won)
    assert not desk.plans.on_screen().hexes and not desk.quick.attack()
    plan(seat, owed)
    assert owed in desk.plans.on_screen().hexes and desk.plans.on_screen().ready
    x, y = seat.at(desk.view.board.hexes[owed].label)
    seat.pilot.click(x, y - 4, button=3)
    assert desk.plans.declared is not None and desk.view.battles


# -- attacks ------------------------------------------------------------------------------------------------


def test_an_attack_is_announced_given_aircraft_and_fought_on_the_table_that_is_clicked() -> None:
    seat = at_phase("plan1-axis")
    desk, index = seat.scene.desk, hex_of(seat, AIRY)
    desk.give(CancelAttacks())  # what the rules have assigned by themselves
    plan(seat, index)
    seat.pilot.press("Declare attack")
    assert desk.plans.target == index and desk.plans.declared is not None
    plain = desk.plans.forecast.attack_total
    unit, order = next((u, c) for u, c in helpers(desk, index) if isinstance(c, Aim))
    seat.pilot.press(f"{unit.name}  {unit.factors}")
    assert isinstance(order, Aim) and desk.view.unit(unit.id).target == index  # type: ignore[union-attr]
    assert desk.plans.forecast.attack_total > plain
    assert any("Aircraft fly" in text for _, text, _ in entries(seat.scene.table, desk.state))
    while (refusal := seat.scene.session.game.why_not(EndPhase())) is not None:
        more = [c for c in desk.orders.all() if isinstance(c, Assign)]
        assert more and desk.give(more[0]), refusal
    desk.plans.close()
    desk.end_phase()
    seat.scene.drain()
    plan(seat, index)
    assert not find(seat, "blitz 1729").enabled  # no armour there
    seat.pilot.press("Fight: Combat results")
    seat.settle()
    log = " ".join(event.text for record in seat.scene.session.game.log[-2:] for event in record.events)
    assert f"XVII.K, {unit.name} against 5.A" in log


def test_attacks_that_are_owed_are_assigned_by_one_click_where_the_phase_cannot_end() -> None:
    seat = sit_down(HUMANS, scenario="rb-blue-1942", text_scale=1.4)
    while not seat.scene.desk.view.phase.id.startswith("plan1"):
        seat.scene.desk.give(EndPhase())
        seat.settle()
    game = seat.scene.session.game
    assert game.is_legal(Allot())
    seat.scene.end_phase()
    seat.pilot.wait(0.5)
    assert seat.scene.panels.checks and not game.is_legal(EndPhase())
    seat.pilot.press("Assign the rest")
    seat.settle()
    assert not seat.scene.panels.checks and game.is_legal(EndPhase()) and game.moment[1] == "plan1-axis"
    target = next(u.target for u in seat.scene.desk.view.units if "allotted" in u.badges)
    plan(seat, target)
    seat.pilot.wait(0.3, 3)
    assert all("allotted" in u.badges for u in seat.scene.desk.view.units if u.id in seat.scene.desk.plans.ticked)
    assert seat.scene.kit.pack.has("badges/allotted")


def test_a_click_on_a_battle_opens_it_and_fights_nothing() -> None:
    seat = at_phase("plan1-axis")
    desk = seat.scene.desk
    to_phase(seat, "fight1-axis")
    battle = desk.view.battles[0]
    here = desk.orders.by_hex[battle.hex]
    assert any(isinstance(c, (Resolve, Blitz)) for c in here)
    seat.click(desk.view.board.hexes[battle.hex].label)
    assert desk.plans.target == battle.hex and not desk.menu
    assert desk.view.battles[0].state == "declared"


def test_enter_fights_on_the_gold_table_and_the_card_stays_beside_its_battle_when_it_has_been_fought() -> None:
    seat = at_phase("plan1-axis", size=(1920, 1080), column=False)
    to_phase(seat, "fight1-axis")
    desk, table = seat.scene.desk, seat.scene.table
    plan(seat, desk.view.battles[0].hex)
    (gold,) = [spot for spot in seat.app.ui.spots if spot.kind == "primary" and spot.enabled]
    assert gold.text.startswith("Fight: ") and gold.intent == "cursor_click"
    seat.pilot.key("Enter")
    seat.settle()
    assert desk.plans.fighting
    seat.app.dirty = True
    seat.pilot.wait(0.3, 3)
    box, target = seat.app.ui.find("panel:planner").rect, hex_rect(table, desk.plans.target)  # type: ignore[union-attr]
    assert box.colliderect(target.inflate(4 * target.width, 4 * target.height)) and not box.colliderect(target)


def test_both_tables_are_told_with_odds_or_with_the_reason() -> None:
    seat = at_phase("plan1-axis")
    desk = seat.scene.desk
    desk.give(CancelAttacks())
    told_ = []
    for index, _ in desk.plans.targets.of(desk.position):
        desk.plans.open(index)
        told_ += [told(name, desk.plans.on_table(n)) for n, name, _ in desk.terms.tables]
    assert any(text.startswith("Blitzkrieg ") and text.endswith("%") for text in told_)
    assert "Blitzkrieg: not possible" in told_


def test_orders_of_two_hexes_and_of_leaders_are_named() -> None:
    seat = at_phase("plan1-axis")
    desk = seat.scene.desk
    text = words(Join("1729", "1531"), desk.view, desk.terms)
    assert "Kovel (1729)" in text and "1531" in text
    assert "Kovel" in words(Lead("Bock", "1729"), desk.view, desk.terms)
    assert "1531" in words(Overwhelm("1531"), desk.view, desk.terms)


# -- railways and the pool ----------------------------------------------------------------------------------


def test_the_railway_that_would_be_converted_is_drawn_before_the_click() -> None:
    seat = at_phase("convert-axis")
    desk = seat.scene.desk
    assert desk.position.converts and "gauges" in desk.state.overlays
    ends = {desk.view.board.by_label[c.hex] for c in desk.orders.all() if isinstance(c, Regauge)}
    for end in ends:
        desk.hover(end)
        assert desk.state.chain is not None and desk.state.chain.line[-1] == end
    desk.hover(None)
    assert desk.state.chain is None
    end = max(ends, key=lambda i: len(desk.lit.chains[desk.view.board.hexes[i].label].line))
    before = desk.view.gauges
    seat.click(desk.view.board.hexes[end].label)
    assert desk.view.gauges[end] is AXIS is not before[end]


def test_a_key_shows_whose_trains_run_where() -> None:
    seat = at_phase("move1-axis")
    seat.pilot.key("T")
    assert "gauges" in seat.scene.desk.state.overlays
    assert "Soviet trains run here" in [text for _, text, _ in entries(seat.scene.table, seat.scene.desk.state)]


def test_the_pool_lists_the_eliminated_by_class_and_a_button_rebuilds_one() -> None:
    seat = sit_down(HUMANS, scenario=WAR, seed=5)
    desk = seat.scene.desk
    assert desk.view.phase.id == "arrive-axis"
    pool = force_pool(desk)
    dead = [u for u in desk.view.units if u.box == "dead" and u.side is AXIS and u.cost]
    assert sum(kind.count for kind in pool) == len(dead) and pool[0].orders
    order: Rebuild = pool[0].orders[-1]
    press(seat, order.text())
    assert desk.view.unit(order.unit).box != "dead"  # type: ignore[union-attr]
    assert desk.state.selection == (order.unit,) and desk.state.choices


def test_a_counter_is_dragged_from_the_pool_to_the_map() -> None:
    seat = sit_down(HUMANS, scenario=WAR, seed=5)
    desk, unit = seat.scene.desk, force_pool(seat.scene.desk)[0].unit
    desk.give(force_pool(desk)[0].orders[0])
    place = min(desk.orders.hexes(unit.id))
    desk.undo()
    x, y = seat.at(desk.view.board.hexes[place].label)
    spot = find(seat, f"pool {unit.id}/unit:{unit.id}")
    seat.pilot.drag(spot.clip.center, (x, y))
    seat.settle()
    assert desk.view.unit(unit.id).hex == place  # type: ignore[union-attr]


@pytest.mark.parametrize("able", [True, False])
def test_a_pool_from_which_nothing_can_be_rebuilt_stands_below_the_units_that_arrive(
    able: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = sit_down(HUMANS, scenario=WAR, seed=5)
    desk = seat.scene.desk
    order = force_pool(desk)[0].orders[-1]
    desk.give(order)
    if not able:
        lost = [Kind(kind.unit, kind.count) for kind in force_pool(desk)]
        monkeypatch.setattr("game.ui.panels.arrivals_box.force_pool", lambda desk: lost)
    desk.select(())
    seat.pilot.wait(0.2, 2)
    spots = [spot for spot in seat.app.ui.spots if spot.id.endswith(("force pool", f"unit:{order.unit}"))]
    assert [spot.id.endswith("force pool") for spot in sorted(spots, key=lambda spot: spot.rect.y)] == [able, not able]


# -- counters -----------------------------------------------------------------------------------------------


def test_leaders_bases_and_bands_have_symbols_of_their_own() -> None:
    seat = at_phase("move1-axis")
    shown = {u.symbol for u in seat.scene.desk.view.units}
    assert {"marshal", "dictator", "air"} <= shown
    for symbol in ("marshal", "dictator", "airbase", "partisans"):
        assert seat.scene.kit.pack.has(f"symbols/{symbol}")
    for badge in seat.scene.desk.terms.badges:
        assert seat.scene.kit.pack.has(f"badges/{badge}"), badge


# -- tooltips -----------------------------------------------------------------------------------------------


def test_a_tooltip_never_repeats_the_button_nor_covers_the_next_choice() -> None:
    seat = at_phase("plan1-axis")
    ui = seat.app.ui
    seat.scene.desk.give(CancelAttacks())
    seat.scene.panels.tab = PLANNER
    seat.pilot.wait(0.3, 3)
    for spot in [s for s in ui.spots if s.kind in ("button", "primary") and s.tooltip and s.clip.width]:
        assert spot.tooltip != spot.text, spot.id
    spot = next(s for s in ui.spots if "/target " in s.id)
    box = ui._beside(spot.rect, 300, 60)
    others = [s for s in ui.spots if s.focusable and s.enabled and s.clip.width and s.id != spot.id]
    assert not [s.id for s in others if s.clip.colliderect(box)]
