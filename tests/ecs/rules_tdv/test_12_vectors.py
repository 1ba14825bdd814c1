"""12.3: the fifteen cases the rules name, each with its figures, played on the map."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ecs import Game, Side
from ecs.core.components import CombatRoll, Readiness
from ecs.rulesets.dark_valley.combat import bombardment
from ecs.rulesets.dark_valley.combat.battlefield import attack_conditions, odds_of, team_of
from ecs.rulesets.dark_valley.combat.odds import AttackOdds, attack_worth, columns
from ecs.rulesets.dark_valley.data.components import DepotAdvance
from ecs.rulesets.dark_valley.data.units import cf
from ecs.rulesets.dark_valley.ground import logistics
from ecs.rulesets.dark_valley.sequence import PHASES
from ecs.systems.combat.odds import NO_COLUMN
from tests.ecs.rules_tdv.fights import OPEN, do, fight, question, steps, texts, where
from tests.ecs.rules_tdv.ground import WATER, Field, beside, board, first, plain
from tests.ecs.rules_tdv.railkit import rail_way
from tests.ecs.rules_tdv.stage import load_dice, position

LINE = rail_way("W2925", "W4121")
NORTH, NORTH_EAST = (0, -1), (1, -1)


def odds(game: Game, field: Field, *attackers: str, side: Side = Side.AXIS) -> AttackOdds:
    """The attack on the middle of a field by counters where they stand."""
    return odds_of(game._w, field.index, side, [game._w.by_id[name] for name in attackers])


def dry_side(index: int) -> str:
    """A hex next to this one with no water between."""
    return next(board().hexes[j].label for j in board().neighbours[index] if not WATER & board().kinds(index, j))


def enter_phase(game: Game) -> None:
    """Run what happens when the phase of a staged position begins."""
    phase = next(p for p in PHASES if p.id == game._w.phase)
    for system in phase.on_enter:
        system(game._w)


def leave_phase(game: Game) -> None:
    """Run what happens when it ends."""
    phase = next(p for p in PHASES if p.id == game._w.phase)
    for system in phase.on_exit:
        system(game._w)


def depot_at_minsk(turn: int, weather: str) -> Game:
    """The depot of the center, with the railway held far beyond it."""
    held = [*LINE, *rail_way("W4121", "E1716")]
    units = {"D-Center": ("depot", "W4121")}
    return position(units, phase="depots-axis", chit="LOG", turn=turn, weather=weather, control={"axis": held})


def farthest(game: Game) -> int:
    """Hexes along the line to Vyazma the depot may go."""
    ahead = rail_way("W4121", "E1716")
    goals = {text.split()[-1] for text in texts(game, "depot")}
    return max(n for n, label in enumerate(ahead) if label in goals)


def test_vector_1_the_border_in_june_1941(monkeypatch: Any) -> None:
    corps = {f"c{n}": ("inf_corps", OPEN(*NORTH)) for n in range(3)}
    tanks = {f"p{n}": ("panzer41", OPEN(*NORTH_EAST)) for n in range(3)}
    foes = {f"r{n}": ("rifle_div", OPEN()) for n in range(3)}
    game = position({**corps, **tanks, **foes}, turn=1)
    found = odds(game, OPEN, *corps, *tanks)
    assert (found.attack.total, found.defence.total, found.title, found.table) == (27, 3, "6-1", "A")
    assert [line.value for line in found.drms] == [1, 1] and found.drm == 2
    assert (found.read(3), found.result(3)) == (5, "DE")
    load_dice(monkeypatch, 3)
    do(game, *(f"attack {name} {OPEN()} 1" for name in (*corps, *tanks)), f"resolve {OPEN()} 1")
    assert [where(game, name) for name in foes] == ["dead"] * 3
    assert steps(game, *corps, *tanks) == [2] * 6


def test_vector_2_tanks_in_the_woods_in_october_1941() -> None:
    woods = plain("woods")
    units = {"p": ("panzer41", woods(*NORTH)), "m": ("ss_mot", woods(*NORTH)), "d": ("inf_div", woods(*NORTH))}
    units |= {f"r{n}": ("rifle_div", woods()) for n in range(3)}
    game = position(units, turn=5)
    assert game._w.weather.name == "Mud"
    assert sum(cf(game._w.by_id[name]) for name in "pmd") == 10
    found = odds(game, woods, "p", "m", "d")
    assert (found.attack.total, found.defence.total, found.title, found.drm) == (9, 3, "3-1", -1)


def test_vector_3_two_reduced_panzer_divisions_in_one_hex_against_woods() -> None:
    woods = plain("woods")
    units = {"p": ("panzer41", woods(*NORTH)), "q": ("panzer41", woods(*NORTH)), "r": ("rifle_div", woods())}
    w = position(units, reduced=["p", "q"])._w
    here, team = attack_conditions(w, woods.index, Side.AXIS), team_of(w, [w.by_id["p"], w.by_id["q"]], woods.index)
    assert [t.cf for t in team] == [2, 2] and attack_worth(here, team).total == 2
    ones = tuple(t._replace(weak=1) for t in team)
    assert [t.cf for t in ones] == [1, 1] and attack_worth(here, ones).total == 1


def test_vector_4_motorised_division_against_a_city() -> None:
    city = first("clear", "major")
    game = position({"m": ("mot_div", dry_side(city.index)), "r": ("rifle_div", city())})
    found = odds(game, city, "m")
    assert (found.attack.total, found.defence.total) == (Fraction(3, 2), 1)
    assert [line.value for line in found.shifts] == [-1]
    assert (columns().title(found.ratio), found.title) == ("1-1", "1-2")


def test_vector_5_one_attacker_not_across_the_river() -> None:
    here, there = beside("river")
    field = Field(board().by_label[there])
    units = {"a": ("inf_corps", here), "b": ("inf_corps", dry_side(field.index)), "r": ("rifle_div", there)}
    game = position(units)
    assert [line.value for line in odds(game, field, "a").shifts] == [-1]
    assert odds(game, field, "a", "b").shifts == ()


def test_vector_6_second_no_effect_in_may_1942_costs_a_step(monkeypatch: Any) -> None:
    team = {"a": "army42", "b": "army42"}
    game = fight(monkeypatch, team, {"d": "inf_div"}, 2, 2, phase="fight-soviet", chit="SU_CB", turn=12)
    assert (game._w[CombatRoll].code, question(game)) == ("NE", "noeffect")  # 8:2 = 4-1 on table B
    do(game, "again")
    assert question(game) != "noeffect" and sorted(steps(game, "a", "b")) == [1, 2] and steps(game, "d") == [1]


def test_vector_7_a_german_division_destroyed_costs_the_soviets_a_step(monkeypatch: Any) -> None:
    team = {"a": "guards", "b": "guards"}
    game = fight(monkeypatch, team, {"d": "inf_div"}, 6, phase="fight-soviet", chit="SU_CB", turn=20)
    assert (game._w[CombatRoll].code, where(game, "d")) == ("DE", "dead")  # 12:2 = 6-1 on table B
    assert sorted(steps(game, "a", "b")) == [1, 2]


def test_vector_8_no_second_hex_is_elimination(monkeypatch: Any) -> None:
    beyond = [(2, -1), (2, 0), (1, 1), (0, 2), (-1, 2), (-2, 2), (-2, 1)]
    ring = {f"z{n}": ("inf_div", OPEN(*at)) for n, at in enumerate([*beyond, (1, -1), (-1, 0)])}
    game = fight(monkeypatch, {"a": "inf_corps", "b": "inf_corps"}, {"d": "army42"}, 5, others=ring)
    assert game._w[CombatRoll].code == "DR" and where(game, "d") == "dead"


def test_vector_9_viii_air_corps_against_woods(monkeypatch: Any) -> None:
    woods = plain("woods")
    units = {"A": ("ger_air8", woods(-3, 0)), "g": ("inf_div", woods(*NORTH)), "r": ("rifle_div", woods())}
    game = position(units, turn=2)
    assert bombardment.forecast_lines(game._w, Side.AXIS, woods.index, [game._w.by_id["A"]]).odds == "2-1"
    load_dice(monkeypatch, 3)
    do(game, f"aim A {woods()}", f"strike {woods()}")
    assert (where(game, "r"), game._w.by_id["A"][Readiness].spent) == ("dead", True)


def test_vector_10_german_air_in_snow(monkeypatch: Any) -> None:
    units = {"A": ("ger_air4", OPEN(-3, 0)), "g": ("inf_div", OPEN(*NORTH)), "r": ("rifle_div", OPEN())}
    game = position(units, turn=8)
    assert game._w.weather.name == "Snow"
    assert bombardment.forecast_lines(game._w, Side.AXIS, OPEN.index, [game._w.by_id["A"]]).odds == "4-1"
    load_dice(monkeypatch, 5)
    do(game, f"aim A {OPEN()}", f"strike {OPEN()}")
    assert (where(game, "r"), game._w.by_id["A"][Readiness].spent) == ("dead", True)


def test_vector_11_depot_in_june_1941_on_a_two(monkeypatch: Any) -> None:
    game = depot_at_minsk(1, "Fair")
    load_dice(monkeypatch, 2)
    enter_phase(game)
    assert game._w.by_id["D-Center"][DepotAdvance].hexes == 6 and farthest(game) == 6


def test_vector_12_depot_in_mud_on_a_four(monkeypatch: Any) -> None:
    game = depot_at_minsk(5, "Mud")
    load_dice(monkeypatch, 4)
    enter_phase(game)
    assert game._w.by_id["D-Center"][DepotAdvance].hexes == 3 and farthest(game) == 3


def test_vector_13_axis_attack_in_the_first_winter() -> None:
    corps = {f"c{n}": ("inf_corps", OPEN(*NORTH)) for n in range(3)}
    others = {"d": ("inf_corps", OPEN(*NORTH_EAST)), "e": ("inf_div", OPEN(*NORTH_EAST))}
    units = {**corps, **others, "f": ("inf_div", OPEN(*NORTH_EAST))}
    game = position({**units, "g": ("guards", OPEN())}, turn=7)
    found = odds(game, OPEN, *units)
    assert (found.attack.total, found.defence.total, found.title, found.table) == (12, 6, "2-1", "B")


def test_vector_14_second_isolation_in_clear_ground_on_a_three(monkeypatch: Any) -> None:
    walls = {f"z{n}": ("rifle_corps", OPEN(*at)) for n, at in enumerate([(0, -1), (1, 0), (-1, 1)])}
    game = position({"k": ("inf_corps", OPEN()), **walls}, phase="log-axis", chit="LOG", supply={"k": 2})
    load_dice(monkeypatch, 3)
    assert logistics.is_sheltered(game._w, OPEN.index) is False
    leave_phase(game)
    assert steps(game, "k") == [1]


def test_vector_15_soviets_at_six_to_twenty(monkeypatch: Any) -> None:
    hill = first("mountain")
    base = dry_side(hill.index)
    units = {"a": ("shock", base), "b": ("rifle_div", base), "k": ("inf_corps", hill()), "l": ("inf_corps", hill())}
    game = position(units, phase="fight-soviet", chit="SU_CB", turn=30)
    found = odds(game, hill, "a", "b", side=Side.SOVIET)
    assert (found.attack.total, found.defence.total, found.ratio, found.column) == (6, 20, NO_COLUMN, NO_COLUMN)
    load_dice(monkeypatch)
    do(game, f"attack a {hill()} 1", f"attack b {hill()} 1", f"resolve {hill()} 1")
    assert steps(game, "a", "b", "k", "l") == [0, 0, 2, 2]
