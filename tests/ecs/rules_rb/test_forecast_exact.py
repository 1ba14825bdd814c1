"""The forecast against the game: every face of the die fought out, and counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from ecs.core.components import Assignment, Engagement
from ecs.core.ruleset import AttackQuery
from ecs.core.world import Unit, World
from ecs.rulesets.russia_besieged.combat import retreat_and_advance
from ecs.rulesets.russia_besieged.combat.declared_attacks import foes_at, is_defended
from ecs.rulesets.russia_besieged.data.calendar import turn_side
from ecs.rulesets.russia_besieged.data.components import JointAttacks, Partisan
from ecs.rulesets.russia_besieged.data.units import card, cf, is_combat_unit, steps_left
from ecs.rulesets.russia_besieged.ground.terrain import FORTRESSES
from ecs.rulesets.russia_besieged.table.forecast import forecast
from tests.ecs.rules_rb.fray import go_to, open_orders, supply_by_marks
from tests.ecs.rules_rb.stage import at, do, load_dice, position

Units = Mapping[str, tuple[str, str]]
End = tuple[bool, int, int, int, int, int]
FIGURES = re.compile(r"loses (\d+) \((\d+) CF\)")


@pytest.fixture(autouse=True)
def marks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    supply_by_marks(monkeypatch)


def price(unit: Unit) -> int:
    """Factors that the unit's next step is worth."""
    weak = card(unit).reduced
    return cf(unit) - (weak[0] if weak and steps_left(unit) > 1 else 0)


def answer(w: World) -> str:
    """What a careful owner answers: the cheapest step, the first way back, no farther than he must."""
    orders = open_orders(w)
    if w.decisions.stack[-1] == "losses":
        return f"hit {min(retreat_and_advance.takers(w), key=lambda u: (price(u), u.entity)).id}"
    if w.decisions.stack[-1] == "marshal":
        return next(order for order in orders if order.startswith("spend"))
    return "done" if "done" in orders else orders[0]


def fight(w: World, order: str) -> End:
    """Fight a declared battle to its end: hex taken, units and factors lost on either side, defenders got away."""
    hexes = [w.board.by_label[spot] for spot in ("3831", "3832") if w.board.by_label[spot] in _hexes(w)]
    ours = [u for u in w.units if u.hex >= 0 and is_combat_unit(u) and u[Assignment].target >= 0]
    theirs = [u for i in hexes for u in foes_at(w, i, turn_side(w))]
    before = {u.id: cf(u) for u in (*ours, *theirs)}
    do(w, order)
    while w.decisions.stack:
        do(w, answer(w))
    taken = not any(is_defended(w, i, turn_side(w)) for i in hexes)
    alive = [u for u in theirs if u.hex >= 0]

    def lost(team: list[Unit]) -> int:
        return sum(before[u.id] - (cf(u) if u.hex >= 0 else 0) for u in team)

    away = len(alive) if taken else 0
    return taken, len(theirs) - len(alive), away, sum(1 for u in ours if u.hex < 0), lost(theirs), lost(ours)


def _hexes(w: World) -> tuple[int, ...]:
    first = at(w, "3831")
    return (first, *(other for one, other in w[JointAttacks].joined if one == first))


def told(text: str) -> tuple[int, int]:
    """Factors an outcome says either side loses."""
    (_, theirs), (_, ours) = FIGURES.findall(text)
    return int(theirs), int(ours)


PANZERS = {"A": ("ger_pz_87", "3731"), "B": ("ger_pz_87", "3732")}
MIXED = {"A": ("ger_inf_54", "3731"), "B": ("rum_inf_33", "3731"), "C": ("ger_pz_87", "3732")}
BATTLES: dict[str, tuple[Units, dict[str, Any]]] = {
    "five to one": (PANZERS | {"R": ("army_33", "3831")}, {}),
    "two to one": (PANZERS | {"R": ("guards_54", "3831"), "S": ("army_23", "3831")}, {}),
    "an exchange of many nations": (MIXED | {"R": ("guards_54", "3831"), "S": ("army_23", "3831")}, {}),
    "allies are most": (
        {"A": ("rum_inf_33", "3731"), "B": ("rum_inf_33", "3731"), "C": ("ger_inf_54", "3732"),
         "R": ("guards_54", "3831"), "S": ("cav_25", "3831")}, {}),
    "one to three": ({"A": ("ger_inf_34", "3731"), "R": ("army_23", "3831"), "S": ("guards_54", "3831")}, {}),
    "one step each": ({"A": ("ger_inf_54", "3731"), "R": ("cav_25", "3831")}, {"reduced": ["A"]}),
    "no way back": (PANZERS | {"R": ("guards_54", "3831"), "C": ("ger_inf_54", "3830"), "D": ("ger_inf_54", "3832"),
                               "E": ("ger_inf_54", "3931"), "F": ("ger_inf_54", "3932")}, {}),
    "guns, a Field Marshal, aircraft": (
        {"A": ("ger_inf_54", "3731"), "G": ("ger_art_62", "3731"), "L": ("ger_air", "3530"),
         "F": ("ger_marshal", "3731"), "R": ("guards_54", "3831"), "S": ("army_33", "3831"),
         "Z": ("sov_marshal", "3931")}, {}),
    "some have retreated here": (
        PANZERS | {"R": ("army_33", "3831"), "S": ("guards_54", "3831")}, {"routed": ["S"]}),
    "two hexes as one": (
        {"A": ("ger_pz_87", "3732"), "B": ("ger_inf_54", "3732"), "R": ("army_33", "3831"), "S": ("cav_25", "3832")},
        {"joined": True}),
    "below the table": ({"A": ("rum_inf_23", "3731"), "R": ("tank_army_76", "3831"), "S": ("tank_army_76", "3831")},
                        {}),
    "a fortress": (PANZERS | {"R": ("guards_54", "3831"), "C": ("ger_inf_54", "3830"), "D": ("ger_inf_54", "3832"),
                              "E": ("ger_inf_54", "3931"), "F": ("ger_inf_54", "3932")}, {"works": True}),
    "surrounded": (PANZERS | {"R": ("army_33", "3831")}, {"supply": {"R": 2}}),
    "militia and guards": (PANZERS | {"R": ("guards_54", "3831"), "S": ("militia", "3831")}, {}),
    "risen partisans": ({"A": ("ger_inf_54", "3731"), "P": ("partisan", "3831")}, {"promoted": ["P"]}),
}  # fmt: skip


def staged(name: str) -> World:
    """A battle as it is declared."""
    units, facts = BATTLES[name]
    marks = {key: facts[key] for key in ("reduced", "supply") if key in facts}
    w = position(units, phase="plan1-axis", **marks)
    for unit in facts.get("routed", ()):
        w.mark(Engagement, w.by_id[unit], routed=True)
    for unit in facts.get("promoted", ()):
        w.mark(Partisan, w.by_id[unit], promoted=True)
    order = [n for n in units if w.by_id[n].type.side is turn_side(w) and is_combat_unit(w.by_id[n]) and n in "ABC"]
    near = [n for n in order if at(w, "3831") in w.board.neighbours[w.by_id[n].hex] and units[n][1] in ("3731", "3732")]
    do(w, *(f"attack {n} 3831 1" for n in near))
    if "G" in units:
        do(w, "attack G 3831 1", "lead F 3831")
        w.mark(Assignment, w.by_id["L"], target=at(w, "3831"))
    if facts.get("works"):
        FORTRESSES.lay(w, at(w, "3831"))
    if facts.get("joined"):
        do(w, "join 3831 3832")
    return w


@pytest.mark.parametrize("verb", ["resolve 3831 1", "blitz 3831"])
@pytest.mark.parametrize("name", BATTLES)
def test_the_forecast_is_what_all_ten_faces_bring(monkeypatch: pytest.MonkeyPatch, name: str, verb: str) -> None:
    w = staged(name)
    declared, before = w.written, w.digest()
    press = int(verb.startswith("blitz"))
    team = tuple(u.id for u in w.units if u[Assignment].target >= 0 and is_combat_unit(u))
    promised = forecast(w, AttackQuery(turn_side(w), at(w, "3831"), team, press))
    if promised.refusal:
        assert press
        return
    found: Counter[End] = Counter()
    for die in range(1, 11):
        w.roll_back(declared)
        assert w.digest() == before
        go_to(w, "fight1-axis")
        load_dice(monkeypatch, die, *[9] * 6)  # a leader left alone throws too
        found[fight(w, verb)] += 1
    expected: dict[End, Fraction] = {}
    for o in promised.outcomes:
        theirs, ours = told(o.text)
        end = (o.cleared, o.defenders_lost, o.defenders_disrupted, o.attackers_lost, theirs, ours)
        expected[end] = expected.get(end, Fraction(0)) + o.probability
    assert {end: Fraction(n, 10) for end, n in found.items()} == expected
    assert promised.p_cleared == Fraction(sum(n for end, n in found.items() if end[0]), 10)
    assert promised.mean_attacker_factors_lost == Fraction(sum(end[5] * n for end, n in found.items()), 10)
