"""Chapters 9.1 and 5: who may be assigned to which attack."""

from __future__ import annotations

from typing import Any

from ecs.core.components import Assignment, Disruption, Engagement, Garrison, Marched, Readiness
from ecs.core.world import World
from ecs.rulesets.war_against_russia.combat import declaring, mandatory_attacks
from ecs.rulesets.war_against_russia.data.components import UNIT_MARKS
from ecs.systems.combat.declared_attacks import assigned_by_wave, waves_on
from tests.ecs.rules_war.fray import do, go_to, refusal, why
from tests.ecs.rules_war.stage import at, position

R = ("rus_army41", "V23")


def planning(units: dict[str, tuple[str, str]], phase: str = "plan1-axis", **facts: object) -> World:
    return position(units, phase=phase, **facts)  # type: ignore[arg-type]


def orders(w: World, unit: str) -> list[str]:
    return sorted(c.text() for c in declaring.attack_commands(w, w.by_id[unit]))


def test_units_are_assigned_and_taken_out_again() -> None:
    w = planning({"A": ("ger_army", "V22"), "B": ("ger_pzkps", "W22"), "R": R})
    assert orders(w, "A") == ["attack A V23 1"]
    do(w, "attack A V23 1", "attack B V23 1")
    assert [u.id for u in assigned_by_wave(w)[(at(w, "V23"), 1)]] == ["A", "B"]
    assert orders(w, "A") == ["withdraw A"] and why(w, "attack A V23 1") == "assigned"
    do(w, "withdraw A")
    assert [u.id for u in assigned_by_wave(w)[(at(w, "V23"), 1)]] == ["B"] and why(w, "withdraw A") == "not-assigned"
    do(w, "cancel")
    assert not assigned_by_wave(w) and why(w, "cancel") == "no-attacks"


def test_waves_follow_one_another_and_move_up() -> None:
    w = planning({"A": ("ger_army", "V22"), "B": ("ger_pzkps", "W22"), "C": ("ger_infkps", "W23"), "R": R})
    assert why(w, "attack A V23 2") == "no-such-wave"
    do(w, "attack A V23 1", "attack B V23 2", "attack C V23 3")
    assert waves_on(w, at(w, "V23")) == [1, 2, 3]
    do(w, "withdraw B")
    assert waves_on(w, at(w, "V23")) == [1, 2] and w.by_id["C"][Assignment].wave == 2


def test_at_most_four_waves() -> None:
    spots = ("V22", "W22", "W23", "U22", "U23")
    w = planning({f"A{n}": ("ger_army", spot) for n, spot in enumerate(spots)} | {"R": R})
    do(w, *(f"attack A{n} V23 {n + 1}" for n in range(4)))
    assert why(w, "attack A4 V23 5") == "no-such-wave" and not why(w, "attack A4 V23 4")


def test_who_cannot_attack() -> None:
    w = planning({"A": ("ger_army", "V22"), "F": ("ger_air", "[air]"), "R": R, "K": ("rus_rifkor", "W23"),
                  "D": ("ger_army", "[dead]"), "N": ("ger_army", "T24")})  # fmt: skip
    assert why(w, "attack R V22 1") == "enemy-unit" and why(w, "attack F V23 1") == "no-fighter"
    assert why(w, "attack D V23 1") == "off-map" and why(w, "attack N V23 1") == "not-adjacent"
    assert why(w, "attack A W22 1") == "nothing-there" and why(w, "attack Z V23 1") == "no-such-unit"
    assert why(w, "attack A ZZ 1") == "no-such-hex"
    done: tuple[tuple[type, dict[str, Any], str], ...] = (
        (Engagement, {"fought": True}, "fought"),
        (Readiness, {"spent": True}, "idle"),
        (Marched, {"moved": 1}, "moved"),
    )
    for kind, mark, reason in done:
        w.wipe(w.by_id["A"], UNIT_MARKS)
        w.mark(kind, w.by_id["A"], **mark)
        assert why(w, "attack A V23 1") == reason
    go_to(w, "plan2-axis")
    assert why(w, "attack A V23 1") == ""
    w.mark(Disruption, w.by_id["A"], disrupted=True)
    assert why(w, "attack A V23 1") == "dispersed"
    go_to(w, "move-axis")
    assert why(w, "attack A V23 1") == "no-planning"
    go_to(w, "plan1-soviet")
    assert why(w, "attack K V22 1") == "no-attack-factor"


def test_a_victory_city_defends_itself_until_it_is_taken() -> None:
    w = planning({"A": ("ger_army", "Q18")}, control={"soviet": ("Q19",)})
    assert orders(w, "A") == ["attack A Q19 1"]
    w.mark(Garrison, w.hexes[at(w, "Q19")], garrisoned=False)
    assert why(w, "attack A Q19 1") == "nothing-there"


def test_only_infantry_crosses_a_strait_without_its_sea() -> None:
    units = {"A": ("ger_pzkps", "KK13"), "B": ("ger_infkps", "KK13"), "R": ("rus_army41", "KK14")}
    w = planning(units, control={"soviet": ("KK10",)})
    assert why(w, "attack A KK14 1") == "infantry-only" and not why(w, "attack B KK14 1")
    w = planning(units, control={"axis": ("KK10",)})
    assert not why(w, "attack A KK14 1")


def test_only_infantry_crosses_an_open_lake() -> None:
    w = planning({"A": ("ger_army", "V22")})
    pairs = [pair for pair, kinds in sorted(w.board.sides.items()) if kinds == {"lake"}]
    a, b = (w.board.hexes[i].label for i in pairs[0])
    units = {"A": ("ger_pzkps", a), "B": ("ger_infkps", a), "R": ("rus_army41", b)}
    assert why(planning(units), f"attack A {b} 1") == "infantry-only" and not why(planning(units), f"attack B {b} 1")
    assert why(planning(units, weather="Snow"), f"attack A {b} 1") == ""


def test_6_one_armour_unit_out_of_a_hex_into_a_swamp_not_frozen() -> None:
    w = planning({"A": ("ger_army", "V22")})
    swamp = next(h for h in w.board.hexes if h.terrain == "swamp" and len(w.board.neighbours[h.index]) == 6)
    one, two = (w.board.hexes[j].label for j in w.board.neighbours[swamp.index][:2])
    units = {
        "A": ("ger_pzkps", one),
        "B": ("ger_pzkps", one),
        "C": ("ger_pzkps", two),
        "R": ("rus_army41", swamp.label),
    }
    w = planning(units)
    do(w, f"attack A {swamp.label} 1")
    assert why(w, f"attack B {swamp.label} 1") == "rough"
    assert not why(w, f"attack B {swamp.label} 2") and not why(w, f"attack C {swamp.label} 1")
    for sky, reason in (("Mud", "rough"), ("Hard Frost", "rough"), ("Snow", ""), ("Subarctic", "")):
        w = planning(units, weather=sky)
        do(w, f"attack A {swamp.label} 1")
        assert why(w, f"attack B {swamp.label} 1") == reason, sky


def test_rumania_is_closed_to_russian_attacks() -> None:
    w = planning({})
    spot = next(
        (w.board.hexes[i].label, w.board.hexes[j].label)
        for i in w.board.regions["rumania"]
        for j in w.board.neighbours[i]
        if j not in w.board.regions["rumania"] and "impassable" not in w.board.kinds(i, j)
    )
    w = planning({"R": ("rus_army41", spot[1]), "A": ("rum_corps", spot[0])}, phase="plan1-soviet")
    assert why(w, f"attack R {spot[0]} 1") == "rumania-closed"


def test_an_attack_below_one_to_four_cannot_stand() -> None:
    w = planning({"A": ("rum_cav", "V22"), "B": ("ger_infkps", "W22"), "R": ("rus_shock", "V23"),
                  "S": ("rus_gdskor", "V23")})  # fmt: skip
    do(w, "attack A V23 1")
    found = mandatory_attacks.may_end_plan(w)
    assert found is not None and found.reason == "too-weak" and "V23" in found.text
    do(w, "attack B V23 1")
    assert mandatory_attacks.may_end_plan(w) is None


def test_refusals_name_a_rule() -> None:
    w = planning({"A": ("ger_army", "V22"), "R": R})
    for line in ("attack R V22 1", "attack A W22 1", "attack A V23 7", "withdraw A", "cancel", "resolve V23 1", "done",
                 "stand", "buy", "hit A", "retreat R V24", "advance A V23"):  # fmt: skip
        found = refusal(w, line)
        assert found is not None and found.rule and found.text.endswith((".", "?")), line
