"""The forecast: its chances are those of playing every die, and the command line works it out from figures."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from ecs import Game, Side
from ecs.core.components import Battle, RetreatUnderway
from ecs.rulesets.dark_valley.combat import retreat_and_advance
from ecs.rulesets.dark_valley.combat.battlefield import combatant
from ecs.rulesets.dark_valley.combat.retreat_and_advance import defenders, takers
from ecs.rulesets.dark_valley.data.units import cf
from ecs.rulesets.dark_valley.table import forecast as forecasts
from ecs.rulesets.dark_valley.table.forecast import next_loss, odds
from ecs.systems.forecast import OddsError
from tests.ecs.rules_tdv.fights import OPEN, do, question, texts
from tests.ecs.rules_tdv.ground import Field, plain
from tests.ecs.rules_tdv.stage import load_dice, only_fort, position

GERMANS = ["inf_corps", "inf_div", "panzer41", "mot_div", "rum_corps", "ss_panzer"]
SOVIETS = ["army42", "rifle_div", "tank_corps", "guards", "rifle_corps", "cav_corps", "tank_army"]
BASES = [(0, -1), (1, -1), (-1, 0)]


def answer(game: Game, stand: bool) -> None:
    """Answer the open decision as the forecast supposes it will be."""
    w, asked = game._w, question(game)
    if asked == "losses":
        units = takers(w)
        do(game, f"hit {units[next_loss([combatant(w, u) for u in units])].id}")
    elif asked == "noeffect":
        do(game, "again")
    elif asked == "stand":
        do(game, "stand" if stand else "done")
    elif asked == "retreat":
        do(game, cheapest(game))
    else:
        do(game, "done")


def cheapest(game: Game) -> str:
    """The retreat that costs fewest steps in all."""
    w, units = game._w, defenders(game._w)
    side, trail, bases = units[0].type.side, w[RetreatUnderway].trail, w[Battle].came_from

    def cost(line: str) -> int:
        j = w.board.by_label[line.split()[2]]
        onward = retreat_and_advance.best(w, units, (*trail, j), bases) if len(trail) == 1 else []
        return sum(int(retreat_and_advance.costs_step(w, side, k)) for k in (j, *onward[:1]))

    return min(texts(game), key=cost)


def play(monkeypatch: Any, game: Game, index: int, team: list[str], dice: tuple[int, ...], stand: bool) -> Any:
    """Play the attack with these dice: how it ended, and how many dice it took."""
    w, spot = game._w, game.board.hexes[index].label
    ours = [w.by_id[n] for n in team]
    theirs = [u for u in w.units if u.hex == index]
    before = [sum(cf(u) for u in side) for side in (ours, theirs)]
    load_dice(monkeypatch, *dice)
    thrown = w.dice.thrown
    do(game, *(f"attack {n} {spot} 1" for n in team), f"resolve {spot} 1")
    while question(game) and question(game) != "advance":
        answer(game, stand)
    after = [sum(cf(u) for u in side if u.hex >= 0) for side in (ours, theirs)]
    cleared = not any(u.hex == index for u in theirs)
    dead = [sum(1 for u in side if u.hex < 0) for side in (ours, theirs)]
    return (cleared, dead[1], dead[0], before[1] - after[1], before[0] - after[0]), w.dice.thrown - thrown


def every_die(monkeypatch: Any, game: Game, index: int, team: list[str], stand: bool) -> dict[Any, Fraction]:
    """End -> its chance, by playing each face, and each face after a result of no effect."""
    found: dict[Any, Fraction] = {}
    start = game._w.snapshot()
    for first in range(1, 7):
        again = []
        for second in range(1, 7):
            game._w.restore(start)
            end, dice = play(monkeypatch, game, index, team, (first, second), stand)
            again.append(end)
            if dice < 2:
                break
        for end in again:
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 6 * len(again))
    game._w.restore(start)
    return found


def told(game: Game, side: Side, index: int, team: list[str], stand: bool) -> dict[Any, Fraction]:
    """The forecast in the same form, as far as counts of units go."""
    w = game._w
    found: dict[Any, Fraction] = {}
    foes = forecasts.foes_at(w, index, side)
    ours = forecasts.team_of(w, [w.by_id[n] for n in team], index)
    view = game.forecast(side, index, tuple(team), stand=stand)
    assert sum(o.probability for o in view.outcomes) == 1
    firm = forecasts.garrison_may_stand(w, index, side.other)
    bases = sorted({w.by_id[n].hex for n in team})
    price = retreat_and_advance.price(w, [u for u in w.units if u.hex == index], index, bases)
    terms = forecasts.RetreatCosts(price, stand and firm)
    weighed = forecasts.work_out_odds(forecasts.attack_conditions(w, index, side), ours, foes)
    for code, p in forecasts.codes(weighed, side).items():
        end = forecasts.outcome_of(code, side, ours, foes, terms)
        key = (end.cleared, end.d_lost, end.a_lost, end.d_factors, end.a_factors)
        found[key] = found.get(key, Fraction(0)) + p
    assert view.p_cleared == sum(p for key, p in found.items() if key[0])
    assert view.mean_defender_factors_lost == sum(p * key[3] for key, p in found.items())
    assert view.mean_attacker_factors_lost == sum(p * key[4] for key, p in found.items())
    return found


@pytest.mark.parametrize("seed", range(24))
def test_the_forecast_is_every_die_played(seed: int, monkeypatch: Any) -> None:
    chance = Random(seed)
    soviet = seed % 2 == 1
    field: Field = plain("woods") if seed % 4 > 1 else OPEN
    ours, theirs = (SOVIETS, GERMANS) if soviet else (GERMANS, SOVIETS)
    units = {f"a{n}": (chance.choice(ours), field(*chance.choice(BASES))) for n in range(chance.randint(2, 5))}
    foes = {f"d{n}": (chance.choice(theirs), field()) for n in range(chance.randint(1, 3))}
    if chance.random() < 0.5:
        foes["x"] = (chance.choice(ours), field(0, 3))
    turn = chance.choice([2, 6, 8, 12, 20, 30])
    phase, chit = ("fight-soviet", "SU_CB") if soviet else ("fight-axis", "AX_MC")
    reduced = [n for n in (*units, *foes) if chance.random() < 0.3]
    game = position({**units, **foes}, turn=turn, phase=phase, chit=chit, reduced=only_two(units | foes, reduced))
    side = Side.SOVIET if soviet else Side.AXIS
    if chance.random() < 0.4:
        only_fort(game._w, field.index, chance.choice([1, 2]))
    stand = chance.random() < 0.5
    team = list(units)
    if "Volga" not in game.forecast(side, field.index, tuple(team)).refusal:
        expected = every_die(monkeypatch, game, field.index, team, stand)
        assert told(game, side, field.index, team, stand) == expected


def only_two(units: dict[str, tuple[str, str]], names: list[str]) -> list[str]:
    from ecs.rulesets.dark_valley.data.tables import classes

    return [n for n in names if classes()[units[n][0]].reduced]


def test_a_retreat_through_zones_is_in_the_price(monkeypatch: Any) -> None:
    walls = {f"w{n}": ("inf_corps", OPEN(*at)) for n, at in enumerate([(2, 0), (-2, 2), (0, 3)])}
    units = {"a": ("inf_corps", OPEN(0, -1)), "b": ("inf_corps", OPEN(0, -1)), "d": ("army42", OPEN())}
    game = position({**units, **walls})
    assert told(game, Side.AXIS, OPEN.index, ["a", "b"], True) == every_die(
        monkeypatch, game, OPEN.index, ["a", "b"], True
    )
    assert "Retreating through enemy zones costs the defenders a step (5.9)." in notes(game, "a", "b")


def test_no_way_back_means_elimination(monkeypatch: Any) -> None:
    around = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    ring = {f"w{n}": ("inf_div", OPEN(*at)) for n, at in enumerate(around)}
    units = {"a": ("inf_corps", OPEN(0, -1)), "b": ("inf_corps", OPEN(0, -1)), "d": ("army42", OPEN())}
    game = position({**units, **ring})
    view = game.forecast(Side.AXIS, OPEN.index, ("a", "b"))
    assert view.retreats == ()
    assert "The defenders have no way to retreat: a retreat eliminates them (5.9)." in view.notes
    assert told(game, Side.AXIS, OPEN.index, ["a", "b"], True) == every_die(
        monkeypatch, game, OPEN.index, ["a", "b"], True
    )


def notes(game: Game, *team: str) -> tuple[str, ...]:
    return game.forecast(Side.AXIS, OPEN.index, team).notes


def test_the_forecast_says_the_odds_and_what_each_face_brings() -> None:
    units = {"a": ("inf_corps", OPEN(0, -1)), "p": ("panzer41", OPEN(1, -1)), "d": ("army42", OPEN())}
    view = position(units).forecast(Side.AXIS, OPEN.index, ("a", "p"))
    assert (view.odds, view.attack_total, view.defence_total) == ("2-1", 9, 4)
    assert [face for face, _ in view.faces] == ["2", "3", "4", "5", "6", "7"]
    assert [text.split(":")[0] for _, text in view.faces] == ["AL1", "BL1", "BL1", "DR", "DR", "DR*"]
    assert "Die +1: no enemy armour (5.4)." in view.notes
    assert sum(line.value for line in view.attack_lines) == view.attack_strength == 9


def test_the_forecast_says_why_an_attack_may_not_be_made() -> None:
    units = {"a": ("inf_corps", OPEN(0, -1)), "d": ("army42", OPEN())}
    game = position(units)
    assert "alone" in game.forecast(Side.AXIS, OPEN.index, ("a",)).refusal
    assert "at least one attacker" in game.forecast(Side.AXIS, OPEN.index, ()).refusal
    assert "no enemy" in game.forecast(Side.AXIS, OPEN.at(0, 1), ("a",)).refusal
    assert game.forecast(Side.AXIS, OPEN.at(0, 1), ()).outcomes == ()


def test_units_can_be_put_where_they_do_not_stand() -> None:
    units = {"a": ("panzer41", OPEN(0, -3)), "d": ("rifle_div", OPEN())}
    game = position(units)
    assert "not next" in game.forecast(Side.AXIS, OPEN.index, ("a",)).refusal
    view = game.forecast(Side.AXIS, OPEN.index, ("a",), at={"a": OPEN.at(0, -1)})
    assert (view.refusal, view.odds) == ("", "4-1")


@pytest.mark.parametrize("offsets", [((0, -1), (0, 1)), ((0, -1), (1, -1), (-1, 1)), ((1, -1), (-1, 0), (0, 1))])
def test_attackers_put_round_a_hex_close_its_ways_out_as_if_they_stood_there(offsets: Any) -> None:
    names = [f"p{n}" for n, _ in enumerate(offsets)]
    enemy = {"d": ("rifle_div", OPEN()), "e": ("rifle_div", OPEN())}
    far = position({**enemy, **dict.fromkeys(names, ("panzer41", OPEN(0, -3)))})
    near = position({**enemy, **{n: ("panzer41", OPEN(*at)) for n, at in zip(names, offsets, strict=True)}})
    there = dict(zip(names, (OPEN.at(*at) for at in offsets), strict=True))
    planned = far.forecast(Side.AXIS, OPEN.index, names, at=there)
    stood = near.forecast(Side.AXIS, OPEN.index, names)
    assert planned.outcomes == stood.outcomes
    assert planned.retreats == stood.retreats


# -- from figures -------------------------------------------------------------------------------------------


def test_odds_from_figures() -> None:
    view = odds({"attack": "5/2g,5/2g,5/2g,4/2tg,4/2tg,4/2tg", "defend": "1,1,1", "turn": "1"})
    assert (view.odds, view.attack_total, view.faces[2]) == ("6-1", 27, ("5", "DE: defenders eliminated"))
    view = odds({"attack": "4/2tr,4/2tr", "defend": "1", "terrain": "woods"})
    assert view.attack_total == 2
    view = odds({"attack": "6,6,6,6", "defend": "6", "side": "axis", "turn": "7", "weather": "Snow"})
    assert (view.odds, "Combat results table B (5.5)." in view.notes) == ("4-1", True)
    view = odds({"attack": "3", "defend": "10", "side": "soviet"})
    assert (view.odds, [o.text[:2] for o in view.outcomes]) == ("AE", ["AE"])


def test_the_re_roll_of_no_effect_is_in_the_chances() -> None:
    view = odds({"attack": "8", "defend": "4", "side": "soviet", "turn": "12"})  # AL1 AL1 NE NE DR BL1
    chances = {o.text.split(":")[0]: o.probability for o in view.outcomes}
    assert chances == {
        "AL1": Fraction(2, 6) + Fraction(2, 6) * Fraction(4, 6),
        "DR": Fraction(1, 6) * Fraction(8, 6),
        "BL1": Fraction(1, 6) * Fraction(8, 6),
    }


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"attak": "1"}, "no argument 'attak'"),
        ({"attack": "x", "defend": "1"}, "'x'"),
        ({"attack": "5", "defend": ""}, "at least one unit"),
        ({"attack": "5r", "defend": "1"}, "no reduced side"),
        ({"attack": "5w", "defend": "1", "water": "volga"}, "Volga"),
        ({"attack": "5", "defend": "1", "turn": "49"}, "turn"),
        ({"attack": "5", "defend": "1", "place": "castle"}, "place"),
    ],
)
def test_wrong_figures_are_named(arguments: dict[str, str], word: str) -> None:
    with pytest.raises(OddsError, match=word):
        odds(arguments)
