"""Can The Dark Valley be played in the window?  A month of chits by mouse and keys, planner, cup, muster, ranges."""

from __future__ import annotations

import pytest

from ecs import Side
from ecs.core.commands import Aim, EndPhase, PlayChit
from ecs.rulesets.dark_valley.data.components import ChitInPlay, Cup
from ecs.rulesets.dark_valley.ground.terrain import PARTISANS
from game.ui.panels.open_panels import CUP, PLANNER
from tests.ecs.worlds import world_of
from tests.kits.window import HUMANS, Seat, sit_down

AXIS, SOVIET = Side.AXIS, Side.SOVIET
VALLEY = "tdv-barbarossa-1941"


def press_likeliest(seat: Seat) -> None:
    """The first button of the list of hexes that can be attacked."""
    seat.pilot.press(next(spot.id for spot in seat.app.ui.spots if "/target " in spot.id))


def axis_against_computer() -> Seat:
    return sit_down({AXIS: "human", SOVIET: "recruit"}, scenario=VALLEY, seed=5)


def to_phase(seat: Seat, phase: str) -> None:
    """End phases, and begin with the first chit there is, until this one."""
    scene = seat.scene
    for _ in range(60):
        game = scene.session.game
        if game.moment[1] == phase:
            break
        scene.session.do(EndPhase() if game.is_legal(EndPhase()) else game.legal()[0])
    assert scene.session.game.moment[1] == phase
    side = scene.session.game.to_act
    assert side is not None
    if side in scene.session.humans:
        scene.session.take_seat(side)
    scene.desk.refresh()
    scene.drain()
    seat.pilot.wait(0.3, 3)


def answer(seat: Seat) -> None:
    seat.pilot.press("Let the staff choose")
    seat.settle()


def test_a_month_of_chits_can_be_played_as_the_axis_with_the_mouse() -> None:
    seat = axis_against_computer()
    scene, desk = seat.scene, seat.scene.desk
    done: set[str] = set()
    for _ in range(300):
        seat.machine(20000)
        if scene.session.game.turn > 1:
            break
        phase = desk.view.phase.id
        fresh = phase not in done
        done.add(phase)
        if desk.view.decision is not None:
            answer(seat)
        elif phase == "first-axis":
            seat.pilot.press("2nd Panzer Army")
        elif phase == "mode-axis":
            seat.pilot.press("Fight")
        elif phase == "fight-axis" and fresh:
            scene.panels.tab = PLANNER
            seat.pilot.wait(0.2)
            press_likeliest(seat)
            seat.pilot.press("Attack now")
            seat.settle()
        else:
            seat.pilot.press("end anyway" if scene.panels.checks else "end phase")
    assert scene.session.game.turn == 2
    assert {"first-axis", "move-axis", "fight-axis", "mode-axis", "depots-axis"} <= done


def test_a_chit_shows_in_the_bar_and_lights_those_it_names() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "first-axis")
    seat.pilot.press("1st Panzer Army")
    assert seat.scene.desk.view.phase.id == "move-axis"
    assert "1st Panzer Army" in seat.pilot.texts()
    state, view = seat.scene.desk.state, seat.scene.desk.view
    named = {u.hex for u in view.units if u.can_act}
    assert state.choices and state.choices <= named
    assert [area.unit for area in state.areas] == ["PzA1"]
    seat.pilot.key("N")
    picked = seat.scene.desk.picked
    assert picked is not None and picked.can_act and picked.hex in named


def test_the_cup_tab_is_there_only_while_there_are_chits() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    assert "Cup" not in seat.pilot.texts()
    to_phase(seat, "first-axis")
    seat.scene.panels.tab = CUP
    seat.pilot.wait(0.2)
    assert {"Cup", "Move/Combat"} <= set(seat.pilot.texts())


def test_a_chit_is_chosen_by_a_large_button_and_may_be_taken_back() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "first-axis")
    chosen = [c for c in seat.scene.desk.orders.general if isinstance(c, PlayChit)]
    assert len(chosen) == 5
    seat.pilot.press("Move/Combat")
    assert seat.scene.desk.view.phase.id == "mode-axis"
    seat.pilot.key("U")
    assert seat.scene.desk.view.phase.id == "first-axis"


def test_the_planner_reads_the_odds_and_fights_at_once() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "first-axis")
    seat.pilot.press("1st Panzer Army")
    to_phase(seat, "fight-axis")
    desk = seat.scene.desk
    press_likeliest(seat)
    seat.pilot.wait(0.2)
    forecast = desk.plans.forecast
    assert forecast.odds and len(forecast.faces) == 6 and not forecast.refusal
    smaller = len(desk.plans.ticked)
    assert smaller <= sum(1 for _, reason in desk.plans.candidates() if not reason)
    seat.pilot.press("Attack now")
    seat.settle()
    log = " ".join(event.text for record in seat.scene.session.game.log[-3:] for event in record.events)
    assert "die" in log


@pytest.mark.parametrize(("scenario", "phase"), [(VALLEY, "fight-axis"), ("barbarossa-1941", "A2a0-attack")])
def test_a_hex_without_a_neighbour_shows_its_defence_and_no_attack(
    scenario: str, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Odds and dice of an attack by nobody would only be in the way."""
    seat = sit_down(HUMANS, scenario=scenario, seed=5)
    to_phase(seat, phase)
    ui, view, said = seat.app.ui, seat.scene.desk.view, [""]
    label, text = ui.label, ui.text
    monkeypatch.setattr(ui, "label", lambda words, *rest, **more: label(said.append(words) or words, *rest, **more))
    monkeypatch.setattr(ui, "text", lambda words, *rest, **more: text(said.append(words) or words, *rest, **more))
    enemies = {unit.hex for unit in view.units if unit.side is SOVIET and unit.hex >= 0}
    ours = {unit.hex for unit in view.units if unit.side is AXIS}
    seat.scene.desk.plans.open(next(i for i in sorted(enemies) if ours.isdisjoint(view.board.neighbours[i])))
    seat.pilot.wait(0.3, 3)
    assert any(spot.id.endswith("close planner") for spot in ui.spots)
    assert not {"Attack now", "Declare attack"} & {spot.text for spot in ui.spots}
    told = " ".join(said)
    assert "No unit is next to this hex." in told and "defence" in told
    assert not any(words in told for words in ("Axis attack", "Axis fire", "Odds", "Chance"))


def test_an_air_unit_is_aimed_by_a_tick_and_its_chances_are_told() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "first-axis")
    seat.pilot.press("1st Panzer Army")
    to_phase(seat, "fight-axis")
    desk = seat.scene.desk
    meant = next(c for c in desk.orders.all() if isinstance(c, Aim) and desk.view.unit(c.unit).name == "II.Air")  # type: ignore[union-attr]
    index = desk.view.board.by_label[meant.hex]
    desk.plans.open(index)
    seat.pilot.wait(0.2)
    assert desk.give(meant)
    ahead = seat.scene.session.game.bombardment(AXIS, index, ("II.Air",))
    assert ahead is not None and 0 <= ahead.loss <= 1 and ahead.odds
    seat.pilot.wait(0.2)
    assert desk.view.unit("II.Air").target == index  # type: ignore[union-attr]


def test_a_depot_shows_its_reach_and_its_railway() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "air-axis")
    desk = seat.scene.desk
    desk.select(("D-Center",))
    assert [(a.kind, a.unit, bool(a.line)) for a in desk.state.areas] == [("depot", "D-Center", True)]
    desk.select(())
    assert not desk.state.areas
    seat.pilot.key("O")
    assert {area.kind for area in desk.state.areas} == {"headquarters", "depot", "air"}


def test_orders_are_looked_up_bit_by_bit_and_come_to_the_legal_list() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "rail-soviet")
    game, orders = seat.scene.session.game, seat.scene.desk.orders
    found = sorted([*orders.all(), *([EndPhase()] if orders.end else [])])
    assert tuple(found) == game.legal()


def test_the_bar_has_a_mark_for_each_part_of_the_month() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "air-axis")
    texts = seat.pilot.texts()
    assert {"Build-up", "Airbases", "Chits", "End of the month"} <= set(texts)
    assert "Set-up" not in texts and "Next chit" not in texts


def test_a_choice_that_is_owed_stays_on_the_screen_when_the_phase_is_to_be_ended() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    to_phase(seat, "first-axis")
    seat.pilot.press("Move/Combat")
    seat.pilot.key("Ctrl+Enter")
    assert {"Choose first", "Go back", "Move", "Fight"} <= set(seat.pilot.texts())
    seat.pilot.press("Fight")
    assert seat.scene.desk.view.phase.id == "fight-axis" and not seat.scene.panels.checks


def test_a_game_that_takes_long_to_save_passes_over_phases_and_saves_when_it_is_left() -> None:
    seat = sit_down(HUMANS, scenario=VALLEY, seed=5)
    session = seat.scene.session
    session._save_took = 100.0
    session.do(EndPhase())
    assert session.owed and session.autosave() is None
    session.close()
    assert not session.owed


def test_a_click_that_means_nothing_is_explained_while_works_may_be_built() -> None:
    seat = sit_down(HUMANS, scenario="tdv-zitadelle-1943", seed=5)
    to_phase(seat, "build-soviet")
    desk = seat.scene.desk
    unlit = next(h.index for h in desk.view.board.hexes if not h.place and h.index not in desk.orders.by_hex)
    desk.explain(unlit)
    assert desk.out.messages and desk.out.messages[-1].kind == "warn"


def test_stations_are_lit_first_and_the_rest_of_the_railway_on_request() -> None:
    seat = sit_down(HUMANS, scenario="tdv-campaign-1942", seed=5)
    to_phase(seat, "rail-soviet")
    desk = seat.scene.desk
    unit = max(desk.orders.by_unit, key=lambda name: len(desk.orders.hexes(name)))
    desk.select((unit,))
    stations = desk.session.game.stations(SOVIET)
    trains = {i for i, cs in desk.orders.hexes(unit).items() if {c.verb for c in cs} == {"rail"}}
    assert trains & stations and trains - stations
    assert trains & desk.state.choices == trains & stations
    seat.pilot.wait(0.2)
    seat.pilot.press("Light every railway hex")
    assert trains <= desk.state.choices
    seat.pilot.press("Light every railway hex")
    assert trains & desk.state.choices == trains & stations
    quiet = min(trains - stations)
    desk.click(quiet)
    assert desk.view.unit(unit).hex == quiet, "a click on an unlit stop sends the train there all the same"  # type: ignore[union-attr]


def test_partisans_are_placed_by_clicks_and_the_rest_by_one_button() -> None:
    seat = sit_down(HUMANS, scenario="tdv-zitadelle-1943", seed=3)
    to_phase(seat, "partisans-soviet")
    desk, game = seat.scene.desk, seat.scene.session.game
    due = world_of(game)[ChitInPlay].quota
    assert due > 1 and "Place the rest as advised" in seat.pilot.texts()
    assert [m.kind for m in desk.view.markers].count("advised") == due
    desk.click(min(desk.state.choices))
    assert world_of(game)[ChitInPlay].quota == due - 1
    seat.pilot.wait(0.2)
    seat.pilot.press("Place the rest as advised")
    assert game.moment[1] != "partisans-soviet" and len(PARTISANS.hexes(world_of(game))) == due


def test_who_must_make_room_sees_where_to_go() -> None:
    seat = sit_down(HUMANS, scenario="tdv-zitadelle-1943", seed=5)
    to_phase(seat, "move-soviet")
    desk = seat.scene.desk

    def is_full(index: int) -> bool:
        return sum(unit.attack > 0 for unit in desk.view.at(index)) == 3

    fighters = [u.id for u in desk.view.units if u.attack > 0 and u.id in desk.orders.by_unit]
    name, home = next((n, h) for n in fighters for h in desk.orders.hexes(n) if is_full(h))
    desk.give(desk.orders.hexes(name)[home][0])
    seat.settle()
    desk.select((name,))
    ways = set(desk.orders.hexes(name))
    assert ways and ways <= desk.state.choices
    seat.pilot.key("Ctrl+Enter")
    assert "Too many units" in seat.scene.panels.checks[0].text


def test_stavka_is_kept_by_the_end_of_its_phase_and_a_button_in_the_cup_tab_plays_it() -> None:
    seat = sit_down(HUMANS, scenario="tdv-fall-blau-1942", seed=1)
    to_phase(seat, "held-soviet")
    seat.pilot.press("Cup")
    shown = seat.pilot.texts()
    assert {"STAVKA", "Keep it", "Ask me after the next chit", "Not this month", "Play it now"} <= set(shown)
    seat.scene.session.do(EndPhase())
    to_phase(seat, "move-soviet")
    game = seat.scene.session.game
    seat.pilot.press("Play it after this chit")
    assert game.log[-1].command == "announce SU_ST"
    seat.pilot.press("Keep it in hand")
    assert game.log[-1].command == "retract SU_ST"
    seat.pilot.press("Play it after this chit")
    while world_of(game)[ChitInPlay].chit != "SU_ST":
        seat.scene.session.do(EndPhase())
    assert world_of(game)[Cup].held == ()


def test_stavka_can_be_announced_while_the_computer_plays_the_axis() -> None:
    seat = sit_down(HUMANS, scenario="tdv-fall-blau-1942", seed=1)
    scene, session = seat.scene, seat.scene.session
    to_phase(seat, "fight-axis")
    session.reseat({AXIS: "recruit", SOVIET: "human"})
    scene.playback.paused = True
    scene.desk.refresh()
    assert session.machine_to_act and session.viewer is SOVIET
    seat.pilot.press("Cup")
    seat.pilot.press("Play it after this chit")
    assert (session.game.log[-1].command, session.game.log[-1].side) == ("announce SU_ST", SOVIET)
    assert session.game.asides(SOVIET)[0].text() == "retract SU_ST" and session.machine_to_act
