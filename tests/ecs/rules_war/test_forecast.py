"""The forecast of an attack on the map, and that a battle fought on every face of the die ends as it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from ecs.core.commands import (
    Command,
    Done,
    Resolve,
    StandFast,
)
from ecs.core.components import Assignment, Clock, Disruption, Garrison, Place, Side
from ecs.core.ruleset import AttackQuery
from ecs.core.view import Outcome
from ecs.core.world import World
from ecs.rulesets.war_against_russia import RULESET
from ecs.rulesets.war_against_russia.combat import battle
from ecs.rulesets.war_against_russia.data.components import NoRetreat
from ecs.rulesets.war_against_russia.data.units import turn_side
from ecs.rulesets.war_against_russia.ground.control import is_defended
from ecs.rulesets.war_against_russia.table.forecast import forecast
from ecs.systems.combat.odds import AttackEnd
from tests.ecs.rules_war.stage import PHASES, at, load_dice, position

AXIS, SOVIET = Side.AXIS, Side.SOVIET
OPEN = {"A": ("ger_pzgr", "P10"), "B": ("ger_army", "P10"), "R": ("rus_army41", "P11")}
PEN = {"A": ("ger_army", "P10"), "R": ("rus_rifkor", "P11"), "T": ("rus_kavkor", "P11"), "S": ("rus_kavkor", "P12"),
       "Z1": ("ger_infkps", "O10"), "Z2": ("ger_infkps", "Q10"), "Z3": ("ger_infkps", "O13"),
       "Z4": ("ger_infkps", "Q13"), "Z5": ("ger_infkps", "P14")}  # fmt: skip


def staged(units: dict[str, tuple[str, str]] | None = None, **facts: Any) -> World:
    return position(units or OPEN, **{"phase": "plan1-axis", **facts})


# -- what it says -----------------------------------------------------------------------------------------


def test_chances_add_up_and_the_column_is_named() -> None:
    w = staged()
    found = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "B")))
    assert (found.odds, found.refusal, found.hex) == ("4-1", "", "P11")
    assert (found.attack_total, found.defence_total) == (8, 2)
    assert sum(o.probability for o in found.outcomes) == 1 and len(found.faces) == 6
    assert found.retreats and found.p_cleared == 1
    assert found.mean_defenders_lost == Fraction(2, 6)


def test_units_may_be_thought_of_elsewhere() -> None:
    w = staged(OPEN | {"A": ("ger_pzgr", "P7")})
    far = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",)))
    assert "not next to" in far.refusal
    assert not forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",), at={"A": at(w, "P10")})).refusal


def test_nobody_to_attack_and_nobody_to_attack_with() -> None:
    w = staged()
    assert "nothing to attack" in forecast(w, AttackQuery(AXIS, at(w, "P9"), ("A",))).refusal
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ())).refusal == "Choose at least one attacker."
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("R", "nobody"))).refusal == "Choose at least one attacker."


def test_units_that_cannot_attack_are_said_to() -> None:
    w = staged(dispersed=["A"])
    assert "Dispersed" in forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "B"))).refusal
    w = staged({"A": ("rum_corps", "P10"), "R": ("rus_army42", "P11"), "S": ("rus_shock", "P11")})
    assert "1 against 5 is below 1-4" in forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",))).refusal


def test_supply_as_it_was_judged_counts() -> None:
    w = staged(unsupplied=["A", "B"])
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "B"))).odds == "2-1"


def test_aircraft_named_or_aimed_count_and_used_ones_do_not() -> None:
    w = staged(OPEN | {"L": ("ger_air", "[air]")})
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",))).odds == "2-1"
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "L"))).odds == "3-1"
    w.mark(Assignment, w.by_id["L"], target=at(w, "P11"))
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",))).odds == "3-1"
    w.mark(Place, w.by_id["L"], box="flown")
    assert forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "L"))).odds == "2-1"


def test_a_city_is_doubled_and_its_people_count_until_it_is_taken() -> None:
    w = staged({"A": ("ger_pzgr", "Q12"), "B": ("ger_army", "Q12")}, control={"soviet": ["Q13"]})
    found = forecast(w, AttackQuery(AXIS, at(w, "Q13"), ("A", "B")))
    assert (found.defence_total, found.odds) == (1, "7-1") and not found.refusal
    w.mark(Garrison, w.hexes[at(w, "Q13")], garrisoned=False)
    assert "nothing to attack" in forecast(w, AttackQuery(AXIS, at(w, "Q13"), ("A", "B"))).refusal


def test_russians_standing_and_defenders_hemmed_in() -> None:
    w = staged(OPEN | {"A": ("ger_army", "P10")})
    plain = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",)))
    assert [text.partition(":")[0] for _, text in plain.faces] == ["X", "D", "dw", "DW", "DR", "DR"]
    w.mark(NoRetreat, w.table, ordered=True)
    stood = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",)))
    assert [text.partition(":")[0] for _, text in stood.faces] == ["X", "D", "-", "D", "DE", "DE"]
    ring = {f"Z{n}": ("ger_infkps", spot) for n, spot in enumerate(("O11", "O12", "Q11"))}
    w = staged(OPEN | ring | {"A": ("ger_army", "P10")})
    shut = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A",)))
    assert not shut.retreats and "The defenders have no way to retreat (9.6)." in shut.notes
    assert shut.faces[5][1].startswith("DE: ")


def test_a_stack_with_one_place_to_go_to_cannot_go_whole() -> None:
    w = staged(PEN | {"B": ("ger_army", "P10")})
    found = forecast(w, AttackQuery(AXIS, at(w, "P11"), ("A", "B")))
    ends = {o.text.partition(":")[0]: (o.cleared, o.defenders_lost) for o in found.outcomes}
    assert found.odds == "4-1" and found.retreats == ("P12",)
    assert ends == {"dw": (False, 0), "DW": (False, 0), "DR": (True, 1), "DE": (True, 2), "BR": (True, 2)}


def test_germans_may_be_thought_of_as_standing() -> None:
    w = staged({"A": ("rus_shock", "P11"), "B": ("rus_army42", "P11"), "G": ("ger_infkps", "P10")},
               phase="plan1-soviet")  # fmt: skip
    plain, stood = (forecast(w, AttackQuery(SOVIET, at(w, "P10"), ("A", "B"), press=n)) for n in (0, 1))
    assert plain.odds == "2-1" and plain.faces[5][1].startswith("DR") and stood.faces[5][1].startswith("DE")


# -- what the battle makes of it (9) ------------------------------------------------------------------------


def fight(
    monkeypatch: pytest.MonkeyPatch,
    w: World,
    spot: str,
    team: tuple[str, ...],
    die: int,
    answers: list[int],
    stand: int = 0,
) -> int:
    """Fight an attack on one face, free choices answered by number, then by the first; how many the next one had (0:
    the battle is over).  Exchanges are not bought and, in mountains, refused; nobody stands but by order."""
    index = at(w, spot)
    phase = w.phase.replace("plan", "fight")
    for name in team:
        w.mark(Assignment, w.by_id[name], target=index, wave=1)
    w.mark(Clock, w.table, phase=PHASES.index(phase))
    load_dice(monkeypatch, die)
    battle.resolve(w, Resolve(spot, 1))
    queue = list(answers)
    while w.decisions.stack:
        question = w.decisions.stack[-1]
        if question in ("advance", "breakthrough"):
            break
        commands = battle.DECISIONS[question].commands(w)
        choice: Command = Done()
        if question == "stand" and stand:
            choice = StandFast() if stand == 1 else commands[stand - 1]
        elif question in ("stand", "buy"):
            pass
        elif question == "decline":
            choice = StandFast()
        elif not queue:
            return len(commands)
        else:
            choice = commands[queue.pop(0)]
        RULESET.orders[type(choice)].handle(w, choice)
    return 0


def ends_of(
    monkeypatch: pytest.MonkeyPatch, units: dict[str, tuple[str, str]], spot: str, die: int, stand: int, **facts: Any
) -> Iterator[AttackEnd]:
    """Every way a face can end in the game itself, over all free choices."""
    todo: list[list[int]] = [[]]
    while todo:
        path = todo.pop()
        w = staged(units, **facts)
        team = attackers(w)
        foes = [u for u in w.units if u.hex == at(w, spot)]
        with monkeypatch.context() as patch:
            more = fight(patch, w, spot, team, die, path, stand)
        if more:
            todo += [[*path, n] for n in range(more)]
            continue
        ours = [w.by_id[name] for name in team]
        dead, paid = ([u for u in group if u.hex < 0] for group in (foes, ours))
        yield AttackEnd(
            "",
            not is_defended(w, at(w, spot), turn_side(w)),
            len(dead),
            sum(1 for u in foes if u.hex >= 0 and u.hex != at(w, spot)),
            sum(1 for u in foes if u.hex >= 0 and u[Disruption].disrupted),
            len(paid),
            sum(1 for u in ours if u.hex >= 0 and u[Disruption].disrupted),
            sum(u.type.cost for u in dead),
            sum(u.type.cost for u in paid),
        )


def attackers(w: World) -> tuple[str, ...]:
    """In a staged battle they are called A, B and C."""
    return tuple(name for name in ("A", "B", "C") if w.unit(name) is not None)


CASES: dict[str, tuple[dict[str, tuple[str, str]], str, dict[str, Any]]] = {
    "even": ({"A": ("ger_infkps", "P10"), "R": ("rus_army41", "P11")}, "P11", {}),
    "stack": ({"A": ("ger_army", "P10"), "B": ("ger_infkps", "P10"), "C": ("rum_army", "O11"),
               "R": ("rus_army41", "P11"), "T": ("rus_mexkor", "P11")}, "P11", {}),
    "weak": ({"A": ("ger_infkps", "P10"), "B": ("rum_corps", "P10"), "C": ("ger_pzkps", "O11"),
              "R": ("rus_shock", "P11"), "T": ("rus_gdskor", "P11")}, "P11", {"dispersed": ["T"]}),
    "overrun": ({"A": ("ger_pzgr", "P10"), "B": ("ger_pzkps", "P10"), "R": ("rus_army41", "P11")}, "P11", {}),
    "allies": ({"A": ("rum_army", "P10"), "B": ("hun_mob", "O11"), "R": ("rus_army41", "P11")}, "P11", {}),
    "operational": ({"A": ("ger_army", "P10"), "B": ("ger_army", "O11"), "R": ("rus_mexkor", "P11")}, "P11",
                    {"phase": "plan2-axis"}),
    "city": ({"A": ("ger_army", "Q12"), "B": ("ger_pzgr", "Q12"), "R": ("rus_army41", "Q13")}, "Q13", {}),
    "people": ({"A": ("ger_infkps", "Q12")}, "Q13", {"control": {"soviet": ["Q13"]}}),
    "mountains": ({"A": ("ger_army", "NN20"), "B": ("ger_army", "NN19"), "R": ("rus_army41", "OO19")}, "OO19", {}),
    "russians": ({"A": ("rus_shock", "P11"), "B": ("rus_army42", "P11"), "G": ("ger_infkps", "P10"),
                  "H": ("rum_corps", "P10")}, "P10", {"phase": "plan1-soviet"}),
    "cold": ({"A": ("rus_shock", "P11"), "B": ("rus_army42", "P11"), "G": ("ger_army", "P10")}, "P10",
             {"phase": "plan1-soviet", "weather": "Subarctic", "turn": 7}),
    "friends beside those who stand": (
        {"A": ("rus_shock", "P11"), "B": ("rus_army42", "P11"), "G": ("ger_pzkps", "P10"), "H": ("hun_mob", "P10"),
         "I": ("ger_infkps", "P9"), "Z1": ("rus_army41", "O11"), "Z2": ("rus_army41", "Q11"),
         "Z3": ("rus_army41", "O8"), "Z4": ("rus_army41", "Q8"), "Z5": ("rus_army41", "P7")},
        "P10", {"phase": "plan1-soviet"}),
    "two Germans": ({"A": ("rus_shock", "P11"), "B": ("rus_army42", "P11"), "G": ("ger_infkps", "P10"),
                     "H": ("ger_pzkps", "P10")}, "P10", {"phase": "plan1-soviet"}),
    "one way, one place": (PEN, "P11", {}),
    "one way, for an end": (PEN | {"B": ("ger_army", "P10")}, "P11", {}),
}  # fmt: skip


STANDING = ("russians", "cold", "friends beside those who stand", "two Germans")
WAYS = [*((name, 0) for name in CASES), *((name, 1) for name in STANDING), ("two Germans", 2), ("two Germans", 3)]


@pytest.mark.parametrize(("name", "stand"), WAYS)
def test_every_face_ends_as_the_forecast_says(monkeypatch: pytest.MonkeyPatch, name: str, stand: int) -> None:
    units, spot, facts = CASES[name]
    w = staged(units, **facts)
    team = attackers(w)
    told = forecast(w, AttackQuery(turn_side(w), at(w, spot), team, press=stand))
    assert not told.refusal
    met: Counter[Outcome] = Counter()
    mean = Fraction(0)
    for die, (_, text) in enumerate(told.faces, 1):
        code = text.partition(":")[0]
        found = set(ends_of(monkeypatch, units, spot, die, stand, **facts))
        matches = [(o, e) for o in told.outcomes for e in found if o.text.partition(":")[0] == code and is_told(o, e)]
        assert len({o for o, _ in matches}) == 1, (die, text, told.outcomes, found)
        met[matches[0][0]] += 1
        least = min(e.a_factors for _, e in matches)
        assert code not in ("AE", "D/AE") or least == min(e.a_factors for e in found)
        mean += Fraction(least, 6)
    assert {o: Fraction(n, 6) for o, n in met.items()} == {o: o.probability for o in told.outcomes}
    assert mean == told.mean_attacker_factors_lost


def is_told(o: Outcome, e: AttackEnd) -> bool:
    """Does an outcome say what an end is?"""
    told = o.cleared, o.defenders_lost, o.defenders_disrupted, o.attackers_lost, o.attackers_disrupted
    factors = o.defender_factors_lost, o.attacker_factors_lost
    driven = re.search(r"(\d+) driven back", o.text)
    left = int(driven[1]) if driven else 0
    found = e.cleared, e.d_lost, e.d_tired, e.a_lost, e.a_tired
    return (*told, *factors, left) == (*found, e.d_factors, e.a_factors, e.left)
