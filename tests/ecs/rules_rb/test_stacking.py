"""Chapter 5.0: how many may stand in a hex."""

from __future__ import annotations

import pytest

from ecs.rulesets.russia_besieged.ground.occupancy import excess, full_for, no_room, over
from tests.ecs.rules_rb.stage import at, position

INF, ARMY, CAV = "ger_inf_54", "army_33", "cav_25"


@pytest.mark.parametrize(
    ("spot", "kinds", "fair"),
    [
        ("3629", [INF] * 3, True),
        ("3629", [INF] * 4, False),
        ("3629", [ARMY, ARMY, CAV], True),
        ("3629", [ARMY, ARMY, ARMY], False),
        ("3629", [CAV] * 3, True),
        ("3629", [CAV] * 4, False),
        ("3520", [ARMY] * 4, True),
        ("3520", [CAV] * 5, False),
        ("1626", [CAV] * 4, False),
        ("3629", [INF] * 3 + ["ger_art_62"], True),
        ("3629", ["ger_art_62"] * 2, False),
        ("3629", [INF] * 3 + ["ger_marshal"], True),
        ("3629", ["ger_marshal"] * 2, False),
        ("0627", [INF] * 4 + ["volkssturm"] * 2, True),
        ("0627", ["volkssturm"] * 3, False),
        ("0627", [INF] * 4 + ["hitler", "ger_air", "ger_air", "ger_air"], True),
        ("3629", [ARMY, ARMY, CAV, "partisan"], True),
        ("0923", ["rum_inf_33", "hun_inf_33"], False),
        ("0923", ["rum_inf_33", INF, "ita_inf_33"], True),
        ("0923", ["hun_inf_33", INF, "ita_inf_33"], True),
        ("2409", ["fin_inf_44", INF, "fin_inf_34"], True),
        ("2409", ["fin_inf_44", "rum_inf_33"], False),
        ("2409", ["fin_inf_44", "hun_inf_33"], False),
    ],
)
def test_what_may_stand_together(spot: str, kinds: list[str], fair: bool) -> None:
    w = position({f"U{n}": (kind, spot) for n, kind in enumerate(kinds)})
    words = over(w, at(w, spot))
    assert (words == "") is fair, words
    assert excess(w, [u for u in w.units if u.hex >= 0], at(w, spot)) == words


def test_the_refusal_names_the_hex_and_the_rule() -> None:
    w = position({"A": (INF, "3629"), "B": (INF, "3629"), "C": (INF, "3629"), "D": (INF, "3630")})
    found = no_room(w, w.by_id["D"], at(w, "3629"))
    assert found is not None and found.reason == "overstacked" and found.rule == "5.0" and "3629" in found.text
    assert no_room(w, w.by_id["A"], at(w, "3629")) is None and no_room(w, w.by_id["D"], at(w, "3631")) is None


def test_full_hexes_are_full_for_some_and_not_for_others() -> None:
    units = {
        "A": (ARMY, "3629"), "B": (ARMY, "3629"), "C": (ARMY, "3630"), "D": (CAV, "3630"), "G": ("art_42", "3630"),
        "L": ("sov_air", "3630"), "M": ("sov_marshal", "3630"),
    }  # fmt: skip
    w = position(units)
    full = at(w, "3629")
    assert [full in full_for(w, w.by_id[name]) for name in ("C", "D", "G", "L", "M")] == [True] + [False] * 4
    assert full not in full_for(w, w.by_id["A"])  # it stands there itself
