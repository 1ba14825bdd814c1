"""6.1-6.3: the bombardment table, the values of the ground, who may bombard what."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Battle, Engagement, Readiness, Steps, Weather
from ecs.rulesets.dark_valley.combat import bombardment
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS
from tests.ecs.rules_tdv.railkit import around, board
from tests.ecs.rules_tdv.stage import do, load_dice, only, only_fort, position, texts, where, why

# The published table: die -> result at 1-1, 2-1, 4-1+ and whether the units are Done
TABLE = {
    1: ("-", "-", "-", True),
    2: ("-", "-", "-", True),
    3: ("-", "-", "DL1", True),
    4: ("-", "DL1", "DL1", False),
    5: ("-", "DL1", "DL1", False),
    6: ("DL1", "DL1", "DL1", False),
}
# The bombardment column of the published terrain effects chart; None: other terrain in the hex
VALUES = {
    "clear": 1,
    "woods": 2,
    "marsh": 2,
    "rough": 2,
    "mountain": 4,
    "town": None,
    "city": 4,
    "fortified_zone": None,
    "works": 2,
    "weak_fort": 2,
    "fort": 4,
    "desert_steppe": 1,
}
MODIFIERS = {"Fair": (0, 0), "Mixed": (-1, 0), "Mud": (-1, -2), "Snow": (-2, 0)}


def plain(terrain: str) -> str:
    """A hex of one kind of ground with nothing on it and land all round."""
    return next(
        h.label
        for h in board().hexes
        if h.terrain == terrain
        and not h.place
        and len(board().neighbours[h.index]) == 6
        and h.nation == "SOV"
        and not h.traits & {"fortified_zone"}
    )


def raid(target: str, *kinds: str, turn: int = 3, weather: str = "Fair", enemy: str = "rifle_div", **more: Any) -> Game:
    """German air units two hexes from a Soviet unit that a German division touches."""
    base = around(target, 2)[0]
    units = {f"Air{n}": (kind, base) for n, kind in enumerate(kinds)}
    units |= {"G": ("inf_div", around(target)[0]), "S": (enemy, target)}
    return position(units | more.pop("units", {}), turn=turn, weather=weather, **more)


def index(spot: str) -> int:
    return board().by_label[spot]


# -- the charts -----------------------------------------------------------------------------------


@pytest.mark.parametrize("die", list(TABLE))
@pytest.mark.parametrize("number", [0, 1, 2])
def test_bombardment_table(number: int, die: int) -> None:
    w = raid(plain("clear"))._w
    assert bombardment.hits(w, number, die) is (TABLE[die][number] == "DL1")
    assert bombardment.is_spent(w, die) is TABLE[die][3]


@pytest.mark.parametrize("name", list(VALUES))
def test_bombardment_column_of_the_terrain_chart(name: str) -> None:
    w = raid(plain("clear"))._w
    assert w.rules.terrain[name].bombard == (VALUES[name] or 0)


@pytest.mark.parametrize("name", ["river", "major_river", "volga", "strait"])
def test_water_and_rails_do_not_change_the_value_of_a_hex(name: str) -> None:
    w = raid(plain("clear"))._w
    assert not hasattr(w.rules.side[name], "bombard")


@pytest.mark.parametrize(
    ("strength", "value", "odds"),
    [(4, 1, "4-1"), (8, 1, "4-1"), (3, 1, "2-1"), (4, 2, "2-1"), (4, 4, "1-1"), (2, 2, "1-1"), (2, 4, "below 1-1")],
)
def test_odds_are_rounded_down(strength: int, value: int, odds: str) -> None:
    assert bombardment.column(strength, value)[1] == odds


@pytest.mark.parametrize("weather", list(MODIFIERS))
@pytest.mark.parametrize(
    ("kind", "which"),
    [("ger_air4", 0), ("ger_air8", 0), ("sov_18air", 1), ("sov_air2", 2), ("rum_air", 2), ("ger_arty", 2)],
)
def test_weather_modifiers(kind: str, which: int, weather: str) -> None:
    game = position({"A": (kind, "W4121")}, weather=weather)
    expected = MODIFIERS[weather][which] if which < 2 else 0
    assert bombardment.weather_modifier(game._w, [game._w.by_id["A"]]) == expected


def test_the_highest_value_in_the_hex_counts() -> None:
    w = raid(plain("woods"))._w
    towns = (h for h in board().hexes if h.place == "town" and h.terrain == "clear")
    town = next(h for h in towns if not h.traits & {"weak_fort", "fortified_zone"})
    assert bombardment.bombard_value(w, town.index) == 1
    assert bombardment.bombard_value(w, index("W4121")) == 4
    spot = index(plain("woods"))
    only_fort(w, spot, 2)
    assert bombardment.bombard_value(w, spot) == 4
    only_fort(w, spot, 1)
    assert bombardment.bombard_value(w, spot) == 2


def test_defensive_works_in_clear_ground_count_two() -> None:
    game = raid(plain("clear"))
    w, spot = game._w, index(plain("clear"))
    assert bombardment.bombard_value(w, spot) == 1
    only(w, DEFENSIVE_WORKS, spot)
    assert bombardment.bombard_value(w, spot) == 2


# -- strikes --------------------------------------------------------------------------------------


def strike(game: Game, target: str, *units: str) -> None:
    """Aim and strike."""
    for unit in units:
        do(game, f"aim {unit} {target}")
    do(game, f"strike {target}")


def test_8th_air_against_woods_die_3_hits_and_is_done(monkeypatch: Any) -> None:
    target = plain("woods")
    game = raid(target, "ger_air8")
    load_dice(monkeypatch, 3)
    strike(game, target, "Air0")
    assert where(game, "S") == "dead" and game._w.by_id["Air0"][Readiness].spent


def test_german_air_in_snow_against_clear_die_5_hits_and_is_done(monkeypatch: Any) -> None:
    target = plain("clear")
    game = raid(target, "ger_air4", turn=19, weather="Snow")
    load_dice(monkeypatch, 5)
    strike(game, target, "Air0")
    assert where(game, "S") == "dead" and game._w.by_id["Air0"][Readiness].spent


@pytest.mark.parametrize("die", list(TABLE))
@pytest.mark.parametrize(
    ("kind", "terrain", "number"), [("ger_air4", "clear", 2), ("ger_air2", "clear", 1), ("ger_air2", "woods", 0)]
)
def test_strike_reads_the_table(monkeypatch: Any, kind: str, terrain: str, number: int, die: int) -> None:
    target = plain(terrain)
    game = raid(target, kind)
    load_dice(monkeypatch, die)
    strike(game, target, "Air0")
    assert (where(game, "S") == "dead") is (TABLE[die][number] == "DL1")
    assert game._w.by_id["Air0"][Readiness].spent is TABLE[die][3]


def test_units_add_strengths_and_share_one_die(monkeypatch: Any) -> None:
    target = plain("woods")
    game = raid(target, "ger_air2", "ger_air2", units={"Air2": ("ger_air4", around(target, 3)[0])})
    load_dice(monkeypatch, 3)
    strike(game, target, "Air0", "Air1", "Air2")  # 8 to 2
    assert where(game, "S") == "dead"
    assert all(game._w.by_id[f"Air{n}"][Readiness].spent for n in range(3))


def test_at_most_three_units_bombard_a_hex() -> None:
    target = plain("clear")
    more = {f"More{n}": ("ger_air2", around(target, 3)[n]) for n in range(2)}
    game = raid(target, "ger_air2", "ger_air2", units=more)
    do(game, f"aim Air0 {target}", f"aim Air1 {target}", f"aim More0 {target}")
    assert why(game, f"aim More1 {target}") == "enough"


def test_below_1_1_is_not_allowed() -> None:
    game = raid("W4121", "ger_air2", units={"H": ("ger_air2", around("W4121", 3)[0])})
    do(game, "aim Air0 W4121")
    assert texts(game, "strike") == [] and why(game, "strike W4121") == "too-weak"
    do(game, "aim H W4121")
    assert texts(game, "strike") == ["strike W4121"]


def test_a_unit_bombards_once_a_segment(monkeypatch: Any) -> None:
    target = plain("clear")
    game = raid(target, "ger_air4", enemy="army41")
    load_dice(monkeypatch, 4)
    strike(game, target, "Air0")
    assert not game._w.by_id["Air0"][Readiness].spent
    assert why(game, f"aim Air0 {target}") == "bombarded"


def test_spent_units_do_not_bombard() -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    game._w.mark(Readiness, game._w.by_id["Air0"], spent=True)
    assert why(game, f"aim Air0 {target}") == "spent" and texts(game, "aim") == []


def test_bombardment_comes_before_the_attacks_on_the_ground() -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    do(game, f"aim Air0 {target}")
    game._w.mark(Engagement, game._w.by_id["G"], fought=True)
    assert texts(game, "aim") == [] and texts(game, "strike") == []
    assert why(game, f"strike {target}") == "battle-joined"


def test_target_must_be_touched_by_an_own_combat_unit() -> None:
    target = plain("clear")
    units = {"Air0": ("ger_air4", around(target, 2)[0]), "S": ("rifle_div", target)}
    assert why(position(units, turn=2), f"aim Air0 {target}") == "not-touched"
    assert why(position(units, turn=1), f"aim Air0 {target}") == ""


def test_empty_hexes_are_no_targets() -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    assert why(game, f"aim Air0 {around(target, 2)[5]}") == "no-target"


@pytest.mark.parametrize(
    ("kind", "turn", "reach"),
    [
        ("ger_air4", 3, 8),
        ("sov_air2", 31, 6),
        ("sov_air2", 32, 8),
        ("sov_18air", 44, 12),
        ("ger_arty", 12, 1),
        ("art_corps", 20, 1),
    ],
)
def test_ranges(kind: str, turn: int, reach: int) -> None:
    game = position({"A": (kind, "W4121")}, turn=turn)
    assert bombardment.range_of(game._w, game._w.by_id["A"]) == reach


def test_out_of_range() -> None:
    target = plain("clear")
    units = {"Air0": ("ger_air4", around(target, 9)[0]), "Air1": ("ger_air4", around(target, 8)[0])}
    units |= {"G": ("inf_div", around(target)[0]), "S": ("rifle_div", target)}
    game = position(units, turn=3)
    assert why(game, f"aim Air0 {target}") == "out-of-range" and why(game, f"aim Air1 {target}") == ""


def test_artillery_bombards_adjacent_hexes_in_any_weather(monkeypatch: Any) -> None:
    target = plain("clear")
    units = {"Art": ("ger_arty", around(target)[0]), "G": ("inf_div", around(target)[0]), "S": ("rifle_div", target)}
    game = position(units, turn=19, weather="Snow")
    load_dice(monkeypatch, 4)
    strike(game, target, "Art")
    assert where(game, "S") == "dead" and not game._w.by_id["Art"][Readiness].spent


def test_the_owner_chooses_which_unit_of_two_steps_a_bombardment_costs_one(monkeypatch: Any) -> None:
    target = plain("clear")
    game = raid(target, "ger_air4", enemy="shock", units={"T": ("army41", target), "U": ("rifle_div", target)})
    load_dice(monkeypatch, 6)
    strike(game, target, "Air0")
    view = game.view(Side.SOVIET)
    assert view.decision is not None and (view.decision.side, view.battles) == (Side.SOVIET, ())
    assert texts(game) == ["hit S", "hit T"]
    assert why(game, "hit U") == "two-steps-first"
    do(game, "hit S")
    assert [game._w.by_id[u][Steps].lost for u in "STU"] == [1, 0, 0]
    assert game._w[Battle].hex == -1 and "end" in texts(game)


def test_of_units_just_alike_the_first_takes_the_step_unasked(monkeypatch: Any) -> None:
    target = plain("clear")
    game = raid(target, "ger_air4", enemy="army41", units={"T": ("army41", target), "U": ("rifle_div", target)})
    load_dice(monkeypatch, 6)
    strike(game, target, "Air0")
    assert [game._w.by_id[u][Steps].lost for u in "STU"] == [1, 0, 0] and "end" in texts(game)


def test_a_hex_emptied_by_bombs_is_not_advanced_into(monkeypatch: Any) -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    load_dice(monkeypatch, 6)
    strike(game, target, "Air0")
    assert where(game, "S") == "dead" and not texts(game, "advance") and game._w[Battle].hex == -1


def test_air_units_in_romania_wait_for_july_as_well() -> None:
    units = {"IV": ("ger_air2", "W4042"), "II": ("ger_air4", "W2832"), "S": ("rifle_div", "W4140")}
    june = position(units, turn=1)
    assert why(june, "aim IV W4140") == "waiting"
    july = position({**units, "R": ("rum_corps", "W4041")}, turn=2)
    assert "aim IV W4140" in texts(july, "aim")


def test_who_bombards_and_when() -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    attacker = next(u.id for u in game._w.units if u.type.side is Side.AXIS and u.id != "Air0")
    assert why(game, f"aim {attacker} {target}") == "no-bombs"
    quiet = position({"Air0": ("ger_air4", "W2725")}, phase="move-axis")
    assert (why(quiet, f"aim Air0 {target}"), why(quiet, f"strike {target}")) == ("no-bombardment", "no-bombardment")


def test_aimed_unit_is_released_again() -> None:
    target = plain("clear")
    game = raid(target, "ger_air4")
    do(game, f"aim Air0 {target}")
    assert f"aim Air0 {target}" not in texts(game, "aim") and why(game, f"aim Air0 {target}") == "aimed"
    do(game, "withdraw Air0")
    assert texts(game, "strike") == [] and why(game, f"strike {target}") == "nobody-aimed"


def test_forecast_is_exact() -> None:
    target = plain("woods")
    game = raid(target, "ger_air8")
    w = game._w
    chances = bombardment.forecast_lines(w, Side.AXIS, index(target), [w.by_id["Air0"]])
    assert (chances.odds, chances.loss, chances.spent) == ("2-1", Fraction(4, 6), Fraction(3, 6))
    w.mark(Weather, w.table, name="Snow")
    chances = bombardment.forecast_lines(w, Side.AXIS, index(target), [w.by_id["Air0"]])
    assert (chances.loss, chances.spent) == (Fraction(2, 6), Fraction(5, 6))
