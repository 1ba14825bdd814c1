"""2.3, 2.5-2.7, 8.7, 8.9: whom does each chit let act?"""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, parse
from ecs.core.commands import Move
from ecs.core.components import Clock, Flags, Place
from ecs.core.events import PhaseBegan
from ecs.rulesets.dark_valley.campaign import chit_cup
from ecs.rulesets.dark_valley.combat import declaring
from ecs.rulesets.dark_valley.data.chits import EXPLOIT
from ecs.rulesets.dark_valley.data.components import Activation, ChitInPlay
from ecs.rulesets.dark_valley.ground import removal
from ecs.rulesets.dark_valley.ground.terrain import within
from tests.ecs.rules_tdv.ground import board, plain
from tests.ecs.rules_tdv.stage import do, load_dice, position, texts, where, why

OPEN = plain()
NAMES = board().by_label


def active(game: Game) -> set[str]:
    """Counters the chit in play names."""
    return {u.id for u in game._w.units if u[Activation].active}


def at(n: int) -> str:
    """A hex so many hexes south of the middle of the open field."""
    return OPEN(0, n)


def entered(game: Game) -> list[str]:
    """The segments entered since the position was staged, until the chit was laid aside."""
    phases = [e.phase for record in game.log[1:] for e in record.events if isinstance(e, PhaseBegan)]
    return phases[: phases.index("close") + 1]


def refused(game: Game, line: str) -> tuple[str, str]:
    """Reason id and rule number of a refusal."""
    refusal = game.why_not(parse(line))
    assert refusal is not None, line
    return refusal.reason, refusal.rule


EVERYBODY = {
    "C": ("inf_corps", OPEN()),
    "P": ("panzer41", OPEN()),
    "H": ("pz_hq", OPEN()),
    "R": ("rum_corps", "W3650"),
    "A": ("ger_arty", OPEN()),
    "F": ("ger_air2", "W2725"),
    "D": ("depot", "W2725"),
    "S": ("rifle_div", "E2314"),
    "T": ("tank_corps", "E2314"),
    "V": ("sov_air2", "E2314"),
    "Zhukov": ("zhukov", "E2314"),
}


@pytest.mark.parametrize(
    ("chit", "wanted"),
    [
        ("AX_MC", {"C", "P", "H", "R", "A"}),
        ("SU_MV", {"S", "T", "Zhukov"}),
        ("SU_CB", {"S", "T", "Zhukov"}),
        ("SU_CA", {"S", "T", "Zhukov"}),
    ],
)
def test_chits_for_everybody(chit: str, wanted: set[str]) -> None:
    assert active(position(EVERYBODY, turn=13, chit=chit)) == wanted


# -- Move/Combat (2.3) --------------------------------------------------------------------------------


def test_move_combat_is_for_one_thing_or_the_other() -> None:
    game = position({"C": ("inf_corps", OPEN())}, phase="mode-axis", chit="AX_MC")
    assert texts(game) == ["mode combat", "mode move"]
    assert refused(game, "end") == ("choose-mode", "2.3")
    do(game, "mode move")
    assert game._w.phase == "move-axis" and refused(game, "mode combat") == ("no-mode", "2.3")
    do(game, "end")
    assert entered(game)[-2:] == ["move-axis", "close"]


def test_move_combat_used_for_combat_moves_nobody() -> None:
    units = {"P": ("panzer41", OPEN()), "S": ("rifle_div", OPEN(0, 1))}
    game = position(units, phase="mode-axis", chit="AX_MC")
    do(game, "mode combat")
    assert game._w.phase == "fight-axis" and texts(game, "attack") and not texts(game, "move")
    do(game, "end")
    assert entered(game)[-2:] == ["fight-axis", "close"]


@pytest.mark.parametrize(
    ("chit", "phases"),
    [
        ("AX_PZ1", ["move-axis", "fight-axis", "close"]),
        ("AX_OD", ["move-axis", "fight-axis", "close"]),
        ("SU_ZH", ["move-soviet", "fight-soviet", "close"]),
        ("SU_MV", ["move-soviet", "close"]),
        ("SU_CB", ["fight-soviet", "close"]),
        ("SU_CA", ["fight-soviet", "close"]),
        ("SU_ZC", ["fight-soviet", "close"]),
        ("SU_SC", ["fight-soviet", "close"]),
        ("SU_ST", ["entry-soviet", "move-soviet", "fight-soviet", "close"]),
        ("LOG", ["partisans-soviet", "log-axis", "depots-axis", "close"]),
    ],
)
def test_the_segments_of_a_chit(chit: str, phases: list[str]) -> None:
    game = position({"STAVKA": ("stavka", "E2314"), "Zhukov": ("zhukov", "E2314")}, phase="draw", chit=chit)
    w = game._w
    w.mark(ChitInPlay, w.table, chit=chit)
    seen = [chit_cup.onward(w)]
    by_id = {phase.id: phase for phase in game.ruleset.sequence.phases}
    while seen[-1] != "close":
        w.mark(Clock, w.table, phase=w.phases.index(seen[-1]))
        then = by_id[seen[-1]].then
        seen.append(then(w) if then else w.phases[w.clock.phase + 1])
    assert seen == phases


# -- panzer armies (2.3) ---------------------------------------------------------------------------------


def panzer_army(**more: Any) -> Game:
    """1st Panzer Army with two divisions, a horseman and five corps within three hexes, and others."""
    units = {
        "PzA1": ("pz_hq", OPEN()),
        "PzA2": ("pz_hq", OPEN()),
        "P": ("panzer41", at(3)),
        "M": ("mot_div", at(1)),
        "K": ("cav_div", at(1)),
        "I1": ("inf_corps", at(2)),
        "I2": ("inf_corps", at(2)),
        "I3": ("inf_div", at(2)),
        "I4": ("inf_div", at(-1)),
        "A": ("ger_arty", at(-1)),
        "Rum": ("rum_corps", at(-2)),
        "Far": ("panzer41", OPEN(4, 0)),
    }
    return position(units, **{"chit": "AX_PZ1", "phase": "move-axis"} | more)


def test_a_panzer_chit_marks_the_germans_within_three_hexes() -> None:
    assert active(panzer_army()) == {"PzA1", "P", "M", "K", "I1", "I2", "I3", "I4", "A"}


def test_units_are_marked_before_anybody_moves() -> None:
    game = panzer_army()
    do(game, f"move PzA1 {OPEN(3, 0)}")
    assert refused(game, f"move Far {OPEN(3, 0)}") == ("not-named", "2.3")
    do(game, f"move P {at(4)}")


def test_2_3_every_german_unit_within_range_may_move_and_fight() -> None:
    game = panzer_army()
    do(game, f"move I1 {at(0)}", f"move I2 {at(0)}", f"move I3 {at(0)}")
    movers = {command.unit for command in game.legal() if isinstance(command, Move)}
    assert movers == {"PzA1", "P", "M", "K", "I4", "A"}
    do(game, f"move I4 {at(-2)}", f"move A {at(-2)}")
    assert {"I4", "A"} <= active(game)
    assert next(c for c in game.look(Side.AXIS).chits if c.state == "now").on_foot is None


def test_2_3_as_many_units_on_foot_as_stand_in_range_may_attack() -> None:
    units = {"PzA1": ("pz_hq", at(-1)), "S": ("guards", at(1))}
    units |= {f"I{n}": ("inf_corps", at(0) if n < 3 else at(2)) for n in range(6)}
    game = position(units, chit="AX_PZ1", phase="fight-axis")
    do(game, *(f"attack I{n} {at(1)} 1" for n in range(6)))
    assert game.forecast(Side.AXIS, OPEN.at(1, 0), tuple(f"I{n}" for n in range(6))).attack_total == 30


THREE = {"panzer_foot": "three"}


def test_by_an_option_three_units_on_foot_are_taken_along() -> None:
    game = panzer_army(options=THREE)
    assert next(c for c in game.look(Side.AXIS).chits if c.state == "now").on_foot == 3
    do(game, f"move I1 {at(0)}", f"move I2 {at(0)}", f"move I3 {at(0)}")
    assert refused(game, f"move I4 {at(-2)}") == ("extras-spent", "2.3")
    assert refused(game, f"move A {at(-2)}") == ("extras-spent", "2.3")
    for line in (f"move P {at(2)}", f"move M {at(2)}", f"move K {at(2)}", f"move PzA1 {at(2)}"):
        assert why(game, line) == ""


def test_the_three_that_moved_are_the_three_that_fight() -> None:
    units = {"PzA1": ("pz_hq", at(-1)), "S": ("rifle_div", at(1)), "S2": ("rifle_div", at(3))}
    units |= {f"I{n}": ("inf_corps", at(0) if n < 4 else at(2)) for n in (1, 2, 3, 4)}
    game = position(units, chit="AX_PZ1", phase="move-axis", options=THREE)
    do(game, f"move I1 {OPEN(1, 0)}", f"move I2 {OPEN(1, 0)}", "end")
    assert game._w.phase == "fight-axis"
    do(game, f"attack I1 {at(1)} 1", f"attack I2 {at(1)} 1", f"attack I3 {at(1)} 1")
    assert refused(game, f"attack I4 {at(1)} 1") == ("extras-spent", "2.3")
    do(game, "withdraw I3")
    assert why(game, f"attack I4 {at(1)} 1") == ""


def test_a_new_chit_lets_other_units_on_foot_come_along() -> None:
    game = panzer_army(options=THREE)
    do(game, f"move I1 {at(0)}")
    assert len(game._w[ChitInPlay].extras) == 1
    chit_cup.take(game._w, "AX_PZ1", "drawn")
    assert game._w[ChitInPlay].extras == ()


# -- Soviet headquarters (2.3, 2.6) --------------------------------------------------------------------------

RING = {f"S{n}": ("rifle_div", at(n)) for n in (0, 1, 2, 3)} | {"N": ("rifle_div", OPEN(0, -3))}


def spread_out(chit: str, **heads: tuple[str, str]) -> set[str]:
    far = "E3511"
    units = RING | {"Zhukov": ("zhukov", far), "STAVKA": ("stavka", far)} | heads
    return active(position(units, turn=20, chit=chit, phase="move-soviet"))


def test_zhukov_names_the_units_within_three_hexes_and_himself() -> None:
    head = ("zhukov", OPEN(0, 0))
    assert spread_out("SU_ZH", Zhukov=head) == {*RING, "Zhukov"}
    assert spread_out("SU_ZH", Zhukov=("zhukov", at(1))) == {*RING, "Zhukov"} - {"N"}


def test_the_combat_chits_of_the_headquarters() -> None:
    assert spread_out("SU_ZC", Zhukov=("zhukov", at(1))) == set(RING) - {"N"}
    assert spread_out("SU_SC", STAVKA=("stavka", at(3))) == set(RING)
    assert spread_out("SU_SC", Zhukov=("zhukov", at(1))) == set(RING) - {"N"}


def test_range_goes_round_lakes_and_past_enemies() -> None:
    game = position(RING | {"G": ("inf_corps", at(1)), "Zhukov": ("zhukov", at(3))} | {"S1": ("rifle_div", "E3511")})
    assert NAMES[at(0)] in chit_cup.reach_of(game._w, "SU_ZH")
    for side in board().hexsides:
        if "lake" in side.kinds:
            assert side.b not in within(game._w, side.a, 1)


def test_headquarters_have_no_factor_no_zone_and_ignore_stacking() -> None:
    units = {"R1": ("rifle_div", at(0)), "R2": ("rifle_div", at(0)), "R3": ("rifle_div", at(0))}
    game = position(units | {"Zhukov": ("zhukov", at(1))}, chit="SU_MV", phase="move-soviet")
    assert why(game, f"move Zhukov {at(0)}") == ""
    assert not game.zones(game._w.by_id["Zhukov"].type.side)


# -- displaced headquarters (2.6) -----------------------------------------------------------------------------------


def test_headquarters_alone_escape_to_the_nearest_place_with_communications() -> None:
    units = {"G": ("panzer41", "E2218"), "Zhukov": ("zhukov", "E2219")}
    nearest, cut_off = "E2420", "E2019"
    game = position(units, phase="move-axis", control={"axis": []})
    found = removal.refuge(game._w, game._w.by_id["Zhukov"], NAMES["E2219"])
    assert board().hexes[found].place and chit_cup.headquarters_of(game._w, "SU_ZH")
    do(game, "move G E2219")
    assert where(game, "Zhukov") == board().hexes[found].label
    assert where(game, "Zhukov") in (nearest, cut_off)
    assert "displaced:Zhukov" in game._w[Flags].flags


def test_refuge_needs_communications() -> None:
    kaluga = "E2019"
    ring = [board().hexes[j].label for j in board().neighbours[NAMES[kaluga]]]
    units = {f"G{n}": ("inf_div", spot) for n, spot in enumerate(ring)} | {"Zhukov": ("zhukov", "E2017")}
    free, shut = position({"Zhukov": ("zhukov", "E2017")}), position(units)
    for game in (free, shut):
        game._w.mark(Place, game._w.by_id["Zhukov"], hex=NAMES[ring[0]])
    spot = NAMES[ring[0]]
    assert board().hexes[removal.refuge(free._w, free._w.by_id["Zhukov"], spot)].label == kaluga
    assert board().hexes[removal.refuge(shut._w, shut._w.by_id["Zhukov"], spot)].label != kaluga


def test_a_displaced_headquarters_only_moves_for_the_rest_of_the_month() -> None:
    units = RING | {"Zhukov": ("zhukov", at(0)), "STAVKA": ("stavka", at(0)), "P": ("rifle_div", "[reserve]")}
    game = position(units, turn=20, phase="draw", chit="")
    game._w.mark(Flags, game._w.table, flags=("displaced:STAVKA", "displaced:Zhukov"))
    for chit in ("SU_ZH", "SU_ZC", "SU_SC", "SU_ST"):
        head = "Zhukov" if "Z" in chit else "STAVKA"
        assert [u.id for u in chit_cup.units_of(game._w, chit)] == [head]
    chit_cup.take(game._w, "SU_ST", "played")
    assert chit_cup.onward(game._w) == "move-soviet" and active(game) == {"STAVKA"}


def test_headquarters_with_nowhere_to_go_come_back_later() -> None:
    every = [h.label for h in board().hexes if h.place and h.owner != "axis"]
    game = position({"Zhukov": ("zhukov", at(0)), "G": ("panzer41", at(1))}, phase="move-axis", control={"axis": every})
    do(game, f"move G {at(0)}")
    assert where(game, "Zhukov") == "dead" and any("no safe hex" in e.text for r in game.log for e in r.events)


@pytest.mark.parametrize(("side", "head", "foe"), [("soviet", "zhukov", "inf_corps"), ("axis", "pz_hq", "army41")])
def test_headquarters_alone_in_a_zone_get_away_before_their_side_moves(side: str, head: str, foe: str) -> None:
    units = {"H": (head, at(0)), "F": (foe, at(1)), "B": ("inf_corps", "W2725")}
    game = position(units, turn=4, phase=f"move-{side}", chit="")
    before = game._w.by_id["H"].hex
    removal.drive_back(game._w, game._w.by_id["H"].type.side)
    assert game._w.by_id["H"].hex != before and not any("displaced" in f for f in game._w[Flags].flags)
    with_guard = units | {"G": ("mot_div" if side == "axis" else "rifle_div", at(0))}
    game = position(with_guard, turn=4, phase=f"move-{side}", chit="")
    removal.drive_back(game._w, game._w.by_id["H"].type.side)
    assert where(game, "H") == at(0)


def test_both_sides_drive_headquarters_back_when_they_begin_to_move() -> None:
    names = {p.id: [s.__name__ for s in p.on_enter] for p in position({}).ruleset.sequence.phases}
    assert names["move-axis"] == ["drive_back", "pull_back"] and names["move-soviet"] == ["drive_back"]


# -- STAVKA keeps its units in range (8.7) ------------------------------------------------------------------------


def test_units_of_stavka_stay_in_range() -> None:
    units = {"STAVKA": ("stavka", "E2314"), "T": ("tank_corps", "E2314"), "Far": ("rifle_div", "E3511")}
    game = position(units, turn=13, phase="entry-soviet", chit="SU_ST")
    chit_cup.stavka_acts(game._w)
    game._w.mark(Clock, game._w.table, phase=game._w.phases.index("move-soviet"))
    zone = set(game._w[ChitInPlay].zone)
    assert zone == within(game._w, NAMES["E2314"], 6) and active(game) == {"STAVKA", "T"}
    moves = {line.split()[1]: set[int]() for line in texts(game, "move")}
    for line in texts(game, "move"):
        moves[line.split()[1]].add(NAMES[line.split()[2]])
    assert moves["T"] <= zone and moves["STAVKA"] - zone


def test_a_unit_of_stavka_does_not_leave_the_range() -> None:
    edge = sorted(i for i in within(position({})._w, NAMES["E2314"], 6) if board().distance(i, NAMES["E2314"]) == 6)
    start = next(board().hexes[i].label for i in edge if board().hexes[i].terrain == "clear")
    out = next(
        board().hexes[j].label
        for j in board().neighbours[NAMES[start]]
        if board().distance(j, NAMES["E2314"]) == 7 and board().hexes[j].terrain == "clear"
    )
    units = {"STAVKA": ("stavka", "E2314"), "T": ("tank_corps", start)}
    game = position(units, turn=13, phase="entry-soviet", chit="SU_ST")
    chit_cup.stavka_acts(game._w)
    game._w.mark(Clock, game._w.table, phase=game._w.phases.index("move-soviet"))
    assert refused(game, f"move T {out}") == ("out-of-range", "8.7")


# -- the Odessa Front (8.9) ---------------------------------------------------------------------------------------


def test_the_odessa_front_names_romanians_and_the_11th_army_in_the_south() -> None:
    units = {
        "R1": ("rum_corps", "W4042"),
        "R2": ("rum_corps", "W4342"),
        "R3": ("rum_corps", "E2314"),
        "LIV.K": ("inf_corps", "W4042"),
        "XI.K": ("inf_corps", "E1342"),
        "XXX.K": ("inf_corps", "W4731"),
        "III.K": ("inf_corps", "W4042"),
        "Air": ("rum_air", "W4042"),
        "P": ("panzer41", "W4042"),
    }
    assert active(position(units, turn=3, chit="AX_OD", phase="move-axis")) == {"R1", "R2", "LIV.K", "XI.K"}


# -- Deep Battle (2.7) --------------------------------------------------------------------------------------------

SPEARS = ["tank_army42", "tank_army", "gd_tank_army", "gd_mech", "gd_tank"]


@pytest.mark.parametrize("kind", [*SPEARS, "tank_corps", "mech42", "guards", "gd_cav"])
def test_who_may_lead_a_breakthrough(kind: str) -> None:
    game = position({"S": (kind, at(0))}, turn=30, phase="spear-soviet", chit="SU_DB")
    assert texts(game, "spearhead") == (["spearhead S"] if kind in SPEARS else [])
    if kind not in SPEARS:
        assert refused(game, "spearhead S") == ("no-spearhead", "2.7")


@pytest.mark.parametrize("state", [1, 2])
def test_a_spearhead_is_in_supply(state: int) -> None:
    lost = [h.label for h in board().hexes if h.place or "rail" in h.traits]
    game = position({"S": ("gd_tank", at(0))}, turn=30, phase="spear-soviet", chit="SU_DB", supply={"S": state})
    assert texts(game, "spearhead") == ["spearhead S"], "reached again when the chit comes up (4.3)"
    cut = {"turn": 30, "phase": "spear-soviet", "chit": "SU_DB", "supply": {"S": state}}
    assert not texts(position({"S": ("gd_tank", at(0))}, control={"axis": lost}, **cut), "spearhead")


def breakthrough(**more: tuple[str, str]) -> Game:
    units = {
        "S": ("gd_tank_army", at(0)),
        "T": ("tank_corps", at(2)),
        "R": ("rifle_div", at(-2)),
        "Far": ("tank_corps", at(3)),
        "Zhukov": ("zhukov", at(1)),
        "V": ("sov_air2", "E2314"),
    } | more
    return position(units, turn=30, phase="spear-soviet", chit="SU_DB")


def test_the_units_round_the_spearhead_move_and_fight() -> None:
    game = breakthrough()
    do(game, "spearhead S")
    assert active(game) == {"S", "T", "R"} and game._w.phase == "move-soviet"
    assert why(game, "move Far " + at(2)) == "not-named"


def test_a_spearhead_leads_once_a_month() -> None:
    game = breakthrough()
    do(game, "spearhead S")
    game._w.mark(ChitInPlay, game._w.table, mode="")
    game._w.mark(Clock, game._w.table, phase=game._w.phases.index("spear-soviet"))
    chit_cup.take(game._w, "SU_DB", "drawn")
    assert texts(game, "spearhead") == [] and why(game, "spearhead S") == "no-spearhead"


def test_without_a_spearhead_the_chit_does_nothing() -> None:
    game = breakthrough()
    do(game, "end")
    assert entered(game) == ["close"]


def test_the_mechanised_go_on_at_half_speed() -> None:
    game = breakthrough(G=("inf_corps", at(5)), T2=("tank_corps", OPEN(1, 0)))
    do(game, "spearhead S", f"move T {at(4)}", f"move S {OPEN(-1, 0)}", "end")
    if game._w.phase == "fight-soviet":
        do(game, "end")
    assert game._w[ChitInPlay].mode == EXPLOIT and game._w.phase == "move-soviet"
    assert active(game) == {"S", "T2"}, "T stands next to an enemy, R goes on foot"
    spots = {NAMES[t.split()[2]] for t in texts(game, "move") if t.split()[1] == "S"}
    middle = NAMES[OPEN(-1, 0)]
    assert max(board().distance(middle, i) for i in spots) == 3
    do(game, f"move S {OPEN(-1, 1)}", "end")
    assert entered(game) == ["move-soviet", "fight-soviet", "move-soviet", "close"]


# -- hooks of Counterattack! (5.12) and of each chit afresh (2.5) --------------------------------------------


def test_counterattack_rolls_its_quota_as_the_segment_opens(monkeypatch: Any) -> None:
    units = {"S1": ("mech41", at(0)), "S2": ("rifle_div", at(0)), "G": ("inf_div", at(1))}
    game = position(units, phase="fight-soviet", chit="SU_CA")
    load_dice(monkeypatch, 4)
    declaring.demand(game._w)
    assert game._w[ChitInPlay].quota == 4 and refused(game, "end") == ("counterattack-corps", "5.12")
    chit_cup.close(game._w)
    assert game._w[ChitInPlay].quota == 0


def test_a_unit_acts_once_with_a_chit_and_again_with_the_next() -> None:
    game = position({"R": ("rifle_div", at(0))}, chit="SU_MV", phase="move-soviet")
    do(game, f"move R {at(1)}")
    assert refused(game, f"move R {at(0)}") == ("moved", "2.5")
    chit_cup.close(game._w)
    chit_cup.take(game._w, "SU_MV", "drawn")
    assert why(game, f"move R {at(0)}") == ""


def test_no_chit_no_action() -> None:
    game = position({"R": ("rifle_div", at(0)), "G": ("inf_div", "W2725")}, chit="", phase="move-soviet")
    assert refused(game, f"move R {at(1)}") == ("no-chit", "2.3")
    game = position({"G": ("inf_div", "W2725")}, chit="SU_MV", phase="move-axis")
    assert refused(game, "move G W2726") == ("no-chit", "2.3")


def test_unknown_counters_and_hexes() -> None:
    game = position({"R": ("rifle_div", at(0))}, chit="SU_MV", phase="move-soviet")
    assert refused(game, f"move X {at(1)}") == ("no-such-unit", "1.2")
    assert refused(game, "move R Z9") == ("no-such-hex", "11")
    assert refused(game, "spearhead X") == ("no-such-unit", "1.2")
