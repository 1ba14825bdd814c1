"""Chapter 9.2: who may attack what, and who must be attacked?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

from ecs import Game, Side, parse
from ecs.core.components import Assignment, Battle, Disruption, Marched, Readiness
from ecs.rulesets.darkest_crusade.combat import declaring
from ecs.rulesets.darkest_crusade.data.components import Borders, FireRounds
from ecs.rulesets.darkest_crusade.ground.losses import factors
from ecs.systems.combat.declared_attacks import assigned_by_wave
from tests.ecs.rules_dc.battles import DUEL, OPEN, battle, declared, garrison, shoot
from tests.ecs.staging import do, stage, texts, why
from tests.kits.random_play import Picker


def refused(phase: str, units: Mapping[str, Iterable[str]], line: str, **more: Any) -> str:
    """The reason id; checks that it comes with a sentence and a rule number."""
    refusal = stage(phase, units, **more).why_not(parse(line))
    assert refusal is not None and refusal.text.endswith(".") and refusal.rule
    return refusal.reason


# -- who may attack what (9.2, 6.3, 19) --------------------------------------------------------------------


def test_every_refusal_to_declare_has_its_reason() -> None:
    line = f"attack 18.A {OPEN} 1"
    assert refused("A2a-move", DUEL, line) == "no-declaring"
    assert refused("A2a-attack", DUEL, "attack 19.A K9 1") == "enemy-unit"
    assert refused("A2a-attack", DUEL, f"attack 17.A {OPEN} 1") == "off-map"
    assert refused("A2a-attack", {**DUEL, "K10": ["17.A"]}, line, disrupted=["18.A"]) == "disrupted"
    assert refused("A2a-attack", DUEL, f"attack Nobody {OPEN} 1") == "no-such-unit"
    assert refused("A2a-attack", DUEL, "attack 18.A Z1 1") == "no-such-hex"
    assert refused("A2a-attack", DUEL, "attack 18.A M9 1") == "not-adjacent"
    assert refused("A2a-attack", DUEL, "attack 18.A K10 1") == "nothing-there"
    assert refused("A2a-attack", DUEL, "withdraw 18.A") == "not-assigned"
    assert refused("B2a-attack", {"D8": ["1.Mech"], "C9": ["18.A"]}, "attack TF-Leningrad C9 1") == "off-map"


def test_a_unit_that_does_nothing_else_this_turn_does_not_attack() -> None:
    game = stage("A2a-attack", {"K9": ["18.A", "17.A"], OPEN: ["19.A"]})
    game._w.mark(Readiness, game._w.by_id["18.A"], spent=True)
    assert why(game, f"attack 18.A {OPEN} 1") == "spent"


def test_disrupted_units_do_not_attack() -> None:
    assert why(stage("A2a-attack", {"K9": ["18.A"], OPEN: ["19.A"]}, disrupted=["18.A"]), f"attack 18.A {OPEN} 1")


def test_an_army_without_attack_factor_may_attack_to_absorb_hits() -> None:
    game = stage("B2a-attack", {"K9": ["19.A"], OPEN: ["40.PzKps"]})
    do(game, f"attack 19.A {OPEN} 1")


def test_an_undefended_victory_city_or_fortress_may_be_attacked_and_a_town_not() -> None:
    game = stage("A2a-attack", {"M9": ["18.A"], "G2": ["17.A"], "K9": ["6.A"]})
    garrison(game, "K8", False)
    assert why(game, "attack 18.A N10 1") == ""
    assert why(game, "attack 17.A G3 1") == ""
    assert why(game, "attack 6.A J10 1") == "nothing-there"
    assert why(game, "attack 6.A K8 1") == "nothing-there"


def test_the_extra_attacks_of_the_first_turn_are_for_germans() -> None:
    units = {"J2": ["HunMobKps"], "J3": ["12.A"], "H2": ["17.A"], "I2": ["26.A"]}
    game = stage("A2a0-attack", units, turn=1)
    assert why(game, "attack HunMobKps J3 1") == "germans-only"
    assert why(game, "attack 17.A I2 1") == ""


def test_no_attack_comes_out_of_rumania_in_the_first_turn() -> None:
    units = {"K2": ["11.A", "3.RumA"], "K3": ["18.A(R)"]}
    for phase in ("A2a0-attack", "A2a-attack"):
        assert why(stage(phase, units, turn=1), "attack 11.A K3 1") == "rumania-quiet"
    assert why(stage("A2a-attack", units, turn=2), "attack 11.A K3 1") == ""
    assert why(stage("A2a-attack", units, turn=2), "attack 3.RumA K3 1") == ""


def test_rumania_may_be_attacked_only_after_it_has_attacked(monkeypatch: Any) -> None:
    units = {"K2": ["11.A"], "K3": ["18.A(R)", "5.Mech"]}
    assert why(stage("B2a-attack", units), "attack 5.Mech K2 1") == "rumania-closed"
    game = battle(units, "11.A K3")
    assert game._w[Borders].rumania_open
    assert why(stage("B2a-attack", units, rumania_open=True), "attack 5.Mech K2 1") == ""


def test_in_blitzkrieg_only_germans_attack_and_in_snow_only_panzers() -> None:
    units = {"K9": ["18.A", "1.PzGr", "3.RumA", "40.PzKps"], OPEN: ["19.A"]}
    game = stage("A2d-attack", units)
    assert why(game, f"attack 3.RumA {OPEN} 1") == "germans-only"
    assert why(game, f"attack 18.A {OPEN} 1") == ""
    game = stage("A2d-attack", units, weather="Snow", turn=8)
    assert why(game, f"attack 18.A {OPEN} 1") == "panzers-only"
    assert why(game, f"attack 1.PzGr {OPEN} 1") == why(game, f"attack 40.PzKps {OPEN} 1") == ""


def test_in_blitzkrieg_the_finnish_army_does_not_attack() -> None:
    game = stage("A2d-attack", {"B9": ["KarelianA"], "B10": ["7.A"]})
    assert why(game, "attack KarelianA B10 1") == "germans-only"


def test_in_proriv_only_white_units_and_the_16th_army_attack() -> None:
    game = stage("B2d-attack", {"K9": ["19.A", "5.Mech", "16.A", "1.GdsK", "2.Shock"], OPEN: ["18.A"]})
    assert [why(game, f"attack {u} {OPEN} 1") for u in ("19.A", "5.Mech")] == ["proriv-only"] * 2
    assert [why(game, f"attack {u} {OPEN} 1") for u in ("16.A", "1.GdsK", "2.Shock")] == [""] * 3


def test_the_finnish_army_waits_until_july_and_spares_leningrad_and_kronshtat() -> None:
    units = {"C9": ["KarelianA"], "C8": ["23.A"], "D10": ["7.A"]}
    assert why(stage("A2a-attack", units, turn=1), "attack KarelianA D10 1") == "finns-wait"
    game = stage("A2a-attack", units)
    assert why(game, "attack KarelianA C8 1") == "finns"
    assert why(game, "attack KarelianA D10 1") == ""
    free = stage("A2a-attack", units, turn=1, options={"finns": "free"})
    assert why(free, "attack KarelianA C8 1") == ""


def test_all_units_of_the_attacked_hex_are_attacked(monkeypatch: Any) -> None:
    game = battle({"K9": ["18.A"], OPEN: ["19.A", "20.A", "5.Mech"]}, f"18.A {OPEN}")
    fired = shoot(game, monkeypatch, 6, 6)
    assert fired[1].strength == 3


# -- who must be attacked (9.2) ------------------------------------------------------------------------------

MECHS = ["5.Mech", "1.Mech", "2.Mech", "7.Mech"]


def test_a_german_army_beside_both_must_be_attacked_as_well() -> None:
    game = stage("B2a-attack", {"K9": MECHS, OPEN: ["40.PzKps"], "L9": ["18.A"]})
    do(game, f"attack 5.Mech {OPEN} 1")
    assert why(game, "end") == "must-attack-too"
    do(game, "attack 1.Mech L9 1")
    assert why(game, "end") == ""


def test_the_duty_does_not_spring_from_corps_allies_or_disrupted_armies() -> None:
    for others, tired in (["40.PzKps"], []), (["3.RumA"], []), (["17.A"], ["17.A"]):
        game = stage("B2a-attack", {"K9": MECHS, OPEN: ["18.A"], "L9": others}, disrupted=tired)
        do(game, f"attack 5.Mech {OPEN} 1")
        assert why(game, "end") == "", others


def test_the_duty_springs_from_a_panzergruppe_only_between_clear_hexes() -> None:
    game = stage("B2a-attack", {"K9": MECHS, OPEN: ["40.PzKps"], "L9": ["1.PzGr"]})
    do(game, f"attack 5.Mech {OPEN} 1")
    assert why(game, "end") == "must-attack-too"
    game = stage("B2a-attack", {"I10": MECHS, "J10": ["40.PzKps"], "J11": ["1.PzGr"]})  # I10 is forest
    do(game, "attack 5.Mech J10 1")
    assert why(game, "end") == ""
    game = stage("B2a-attack", {"I10": MECHS, "J10": ["40.PzKps"], "J11": ["18.A"]})
    do(game, "attack 5.Mech J10 1")
    assert why(game, "end") == "must-attack-too"


def test_an_army_that_is_not_beside_the_target_need_not_be_attacked() -> None:
    game = stage("B2a-attack", {"K9": MECHS, OPEN: ["40.PzKps"], "J9": ["18.A"]})
    do(game, f"attack 5.Mech {OPEN} 1")
    assert why(game, "end") == ""


def test_an_attack_on_an_empty_city_brings_no_duty() -> None:
    units = {"J4": MECHS, "K4": ["18.A"]}
    game = stage("B2a-attack", units, control={"axis": ["J5"]})
    do(game, "attack 5.Mech J5 1")
    assert why(game, "end") == ""


def test_the_points_are_split_as_equally_as_the_units_allow() -> None:
    game = stage("B2a-attack", {"K9": MECHS, OPEN: ["40.PzKps"], "L9": ["18.A"]})
    do(game, *[f"attack {u} {OPEN} 1" for u in MECHS[:3]], "attack 7.Mech L9 1")
    assert why(game, "end") == "unequal"
    do(game, "withdraw 2.Mech", "attack 2.Mech L9 1")
    assert why(game, "end") == ""


def test_one_point_of_difference_that_cannot_be_split_is_equal_enough() -> None:
    game = stage("B2a-attack", {"K9": MECHS[:3], OPEN: ["40.PzKps"], "L9": ["18.A"]})
    do(game, f"attack 5.Mech {OPEN} 1", f"attack 1.Mech {OPEN} 1", "attack 2.Mech L9 1")
    assert why(game, "end") == ""


def test_units_without_factors_do_not_disturb_the_balance() -> None:
    game = stage("B2a-attack", {"K9": ["5.Mech", "1.Mech", "19.A", "20.A"], OPEN: ["40.PzKps"], "L9": ["18.A"]})
    do(game, f"attack 5.Mech {OPEN} 1", f"attack 19.A {OPEN} 1", f"attack 20.A {OPEN} 1", "attack 1.Mech L9 1")
    assert why(game, "end") == ""


def test_a_unit_that_cannot_reach_the_other_attack_is_not_sent_there() -> None:
    units = {"K9": ["5.Mech", "1.Mech"], "K10": ["2.Mech", "7.Mech"], OPEN: ["40.PzKps"], "L9": ["18.A"]}
    game = stage("B2a-attack", units)
    do(game, f"attack 5.Mech {OPEN} 1", "attack 1.Mech L9 1", f"attack 2.Mech {OPEN} 1", f"attack 7.Mech {OPEN} 1")
    assert why(game, "end") == "unequal"  # 5.Mech can still go over to L9
    do(game, "withdraw 5.Mech", "attack 5.Mech L9 1")
    assert why(game, "end") == ""


def test_the_balance_counts_room_in_later_waves() -> None:
    units = {"K9": ["5.Mech", "1.Mech", "2.Mech", "7.Mech", "19.A", "20.A", "16.A", "22.A"], OPEN: ["40.PzKps"]}
    game = stage("B2a-attack", {**units, "L9": ["18.A"]})
    do(game, *[f"attack {u} {OPEN} 1" for u in ("5.Mech", "1.Mech", "2.Mech")])
    do(game, "attack 19.A L9 1", "attack 20.A L9 1", "attack 22.A L9 1", "attack 7.Mech L9 2")
    assert why(game, "end") == "unequal"  # the first wave on L9 is full, the second is not


def test_the_duty_spreads_from_hex_to_hex() -> None:
    units = {"K9": MECHS, OPEN: ["40.PzKps"], "L9": ["18.A"], "K8": ["17.A"]}
    game = stage("B2a-attack", units)
    do(game, f"attack 5.Mech {OPEN} 1", "attack 1.Mech L9 1")
    assert why(game, "end") == "must-attack-too"
    do(game, "attack 2.Mech K8 1")
    assert why(game, "end") == ""


def test_there_is_no_duty_to_attack_a_closed_rumania() -> None:
    units = {"K3": ["5.Mech", "1.Mech"], "J3": ["40.PzKps"], "K2": ["11.A"]}
    game = stage("B2a-attack", units)
    do(game, "attack 5.Mech J3 1")
    assert why(game, "end") == ""
    game = stage("B2a-attack", units, rumania_open=True)
    do(game, "attack 5.Mech J3 1")
    assert why(game, "end") == "must-attack-too"


def test_the_axis_has_no_such_duty() -> None:
    game = stage("A2a-attack", {"K9": ["18.A"], OPEN: ["19.A"], "L9": ["16.A"]})
    do(game, f"attack 18.A {OPEN} 1")
    assert why(game, "end") == ""


LINKED = {"K9": ["16.A", "1.GdsK"], OPEN: ["17.A"], "L9": ["18.A"]}


def test_after_two_rounds_here_the_linked_attack_is_not_called_off_after_one(monkeypatch: Any) -> None:
    game = battle(LINKED, "16.A L9", f"1.GdsK {OPEN}", phase="B2a-attack")
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    shoot(game, monkeypatch, 6, 6)
    do(game, f"resolve {OPEN} 1")
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    assert why(game, "calloff") == "no-calloff"
    assert texts(game) == ["fire 0"]


def test_after_calling_one_off_the_linked_attack_lasts_one_round_too(monkeypatch: Any) -> None:
    game = battle(LINKED, "16.A L9", f"1.GdsK {OPEN}", phase="B2a-attack")
    shoot(game, monkeypatch, 6, 6)
    do(game, "done", "calloff", f"resolve {OPEN} 1")
    assert game._w[FireRounds].rounds == 1
    shoot(game, monkeypatch, 6, 6)
    do(game, "done")
    assert game._w[Battle].hex == -1


def test_an_attack_that_could_not_go_on_does_not_shorten_the_linked_one(monkeypatch: Any) -> None:
    units = {"K9": ["16.A", "5.Mech", "1.Mech"], OPEN: ["40.PzKps"], "L9": ["18.A"]}
    game = declared("B2a-attack", units, "5.Mech L9", f"1.Mech {OPEN}")
    do(game, "resolve L9 1")
    shoot(game, monkeypatch, 6, 1)  # the korps is gone; 16.A could replace it
    do(game, "done", "calloff", f"resolve {OPEN} 1")
    assert game._w[FireRounds].rounds == 2


# -- free units count in the balance (9.2) -------------------------------------------------------------------

POLTAVA = {"J6": ["5.Mech", "1.Mech", "2.Mech"], "J7": ["31.A", "24.A"], "K8": ["7.Mech", "4.Mech", "8.Mech"]}


def follow(game: Game) -> None:
    """Give the orders that the refusal of ending the phase names."""
    refusal = game.why_not(parse("end"))
    assert refusal is not None and refusal.remedy
    do(game, *(order.text() for order in refusal.remedy))


def poltava(*more: str, **bases: list[str]) -> Game:
    """Three korps on 6th Army at K6, armies without a factor at K7 on 17th Army, and free korps at K8."""
    game = stage("B2a-attack", {**POLTAVA, **bases, "K6": ["6.A"], "K7": ["17.A"]})
    do(game, *(f"attack {u} K6 1" for u in POLTAVA["J6"]), "attack 31.A K6 1", "attack 24.A K7 1", *more)
    return game


def test_9_2_3_free_units_that_could_join_count_in_the_balance() -> None:
    game = poltava()
    refusal = game.why_not(parse("end"))
    assert refusal is not None and refusal.reason == "unequal" and refusal.rule == "9.2"
    assert refusal.text == (
        "The attacks on Poltava K6 and Belgorod K7 must be as equal as possible: "
        "send 4.Mech, 8.Mech and 7.Mech to Belgorod K7."
    )
    orders = [order.text() for order in refusal.remedy]
    assert orders == ["attack 4.Mech K7 1", "attack 8.Mech K7 1", "attack 7.Mech K7 1"]
    do(game, *orders[:2])
    assert why(game, "end") == "unequal", "3:2 could still be 3:3"
    do(game, orders[2])
    assert why(game, "end") == ""


def test_9_2_3_units_that_moved_by_bonus_or_are_disrupted_are_not_free_to_join() -> None:
    game = poltava()
    for name in POLTAVA["K8"][:2]:
        game._w.mark(Marched, game._w.by_id[name], moved=2)
    game._w.mark(Disruption, game._w.by_id["8.Mech"], disrupted=True)
    assert why(game, "end") == ""


def test_9_2_3_a_free_unit_that_would_not_make_the_attacks_more_equal_stays_free() -> None:
    game = poltava("attack 7.Mech K7 1", "attack 4.Mech K7 1", "attack 8.Mech K7 1", L7=["15.Mech"])
    assert why(game, "end") == ""


def test_9_2_3_nobody_joins_at_the_price_of_a_further_obligation() -> None:
    game = poltava(K8=[], L7=["7.Mech"])
    assert why(game, "end") == "unequal"
    game = stage("B2a-attack", {**POLTAVA, "K8": [], "L7": ["7.Mech"], "K6": ["6.A"], "K7": ["17.A"], "L8": ["18.A"]})
    do(game, *(f"attack {u} K6 1" for u in POLTAVA["J6"]), "attack 31.A K6 1", "attack 24.A K7 1")
    assert why(game, "end") == "", "out of L7 an attack on K7 obliges to one on 18th Army at L8"


def test_9_2_3_armies_without_a_factor_do_not_keep_others_out() -> None:
    game = poltava("attack 29.A K7 1", "attack 30.A K7 1", "attack 32.A K7 1", K8=["7.Mech", "29.A", "30.A", "32.A"])
    refusal = game.why_not(parse("end"))
    assert refusal is not None and "take 29.A out and send 7.Mech to Belgorod K7" in refusal.text
    follow(game)
    assert why(game, "end") == ""


def test_9_2_3_two_units_change_places_where_one_alone_does_not_help() -> None:
    units = {"K9": ["16.A", "1.GdsK", "5.Mech", "1.Mech", "2.Mech"], OPEN: ["40.PzKps"], "L9": ["18.A"]}
    game = stage("B2a-attack", {**units, "K10": ["7.Mech"]})
    orders = (("16.A", OPEN), ("1.GdsK", OPEN), ("7.Mech", OPEN), ("5.Mech", "L9"), ("1.Mech", "L9"), ("2.Mech", "L9"))
    do(game, *(f"attack {name} {spot} 1" for name, spot in orders))
    refusal = game.why_not(parse("end"))  # 5 to 3 is 4 to 4 when a korps and an army change places
    assert refusal is not None and refusal.reason == "unequal"
    assert sum(order.verb == "attack" for order in refusal.remedy) == 2
    follow(game)
    assert why(game, "end") == ""


def by_trying_all(game: Game, group: tuple[int, ...]) -> int:
    """The least unevenness of all ways to share out the units of a group, tried one by one."""
    w, best = game._w, 10**6
    units = [u for u in w.units if u.hex >= 0 and u.type.side is Side.SOVIET and factors(u)[0]]
    choices = []
    for unit in units:
        now = unit[Assignment].target
        open_to = [
            t
            for t in group
            if t == now
            or (
                declaring.cannot_target(w, unit, t) is None
                and (
                    set(declaring.must_also(w, unit.hex, t)) <= set(group)
                    or any(u.hex == unit.hex and u[Assignment].target == t for u in w.units)
                )
            )
        ]
        choices.append(open_to if now in group else [-1, *open_to] if now < 0 else [-1])
    idle = {u[Assignment].target for u in w.units if u.hex >= 0 and not factors(u)[0]}
    for picks in product(*choices):
        points = [sum(factors(u)[0] for u, t in zip(units, picks, strict=True) if t == target) for target in group]
        sides = {(u.hex, t): [v for v, s in zip(units, picks, strict=True) if (v.hex, s) == (u.hex, t)]
                 for u, t in zip(units, picks, strict=True) if t >= 0}  # fmt: skip
        fits = all(declaring.overfull(w, mates, *side) is None for side, mates in sides.items())
        manned = all(p or t in idle for p, t in zip(points, group, strict=True))
        if fits and manned:
            best = min(best, declaring.unevenness(points))
    return best


def test_9_2_3_the_most_equal_sharing_out_is_found_as_by_trying_all() -> None:
    picker, seen = Picker(9), 0
    for _ in range(30):
        units: dict[str, list[str]] = {OPEN: ["40.PzKps"], "L9": ["18.A"], "K8": ["17.A"]}
        for name in ("5.Mech", "1.Mech", "2.Mech", "16.A", "1.GdsK", "33.A", "29.A"):
            units.setdefault(("K9", "K10", "L8")[picker.below(3)], []).append(name)
        game = stage("B2a-attack", units)
        for _ in range(5):
            options = [line for line in texts(game, "attack") if line.endswith(" 1")]
            if options:
                do(game, options[picker.below(len(options))])
        for group in declaring.groups(game._w):
            if {t for t, _ in assigned_by_wave(game._w)}.issuperset(group):
                found = declaring.best(game._w, group)
                assert found is not None and declaring.unevenness(found[0]) == by_trying_all(game, group)
                seen += 1
        game.close()
    assert seen > 10


def test_9_2_3_following_the_refusal_meets_the_duty_wherever_it_springs_up() -> None:
    """Random declarations on a crowded front: whatever is refused as unequal can be mended as told, in few steps."""
    picker, mended = Picker(5), 0
    korps = ["5.Mech", "1.Mech", "2.Mech", "7.Mech", "4.Mech", "8.Mech", "16.A", "1.GdsK", "2.Shock", "29.A", "30.A"]
    for _ in range(40):
        units: dict[str, list[str]] = {OPEN: ["40.PzKps"], "L9": ["18.A"], "K8": ["17.A"], "M10": ["1.PzGr"]}
        for name in korps:
            units.setdefault(("K9", "K10", "L8", "M9")[picker.below(4)], []).append(name)
        game = stage("B2a-attack", units)
        for _ in range(9):
            options = texts(game, "attack")
            if options:
                do(game, options[picker.below(len(options))])
        for _ in range(12):
            if why(game, "end") == "unequal":
                mended += 1
                follow(game)
        assert why(game, "end") != "unequal"
        game.close()
    assert mended > 10
