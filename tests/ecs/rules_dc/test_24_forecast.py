"""Section 24: the exact forecast against thrown battles of the real engine, and against sampled figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecs import Game, parse
from ecs.core.components import Disruption
from ecs.core.view import Forecast
from ecs.rulesets.darkest_crusade.combat.battle import salvos
from ecs.rulesets.darkest_crusade.combat.fire import AttackConditions, Combatant, dice_needed, hits
from ecs.rulesets.darkest_crusade.data.components import UnderFire, turn_side
from ecs.rulesets.darkest_crusade.ground.losses import room
from ecs.rulesets.darkest_crusade.table.forecast import battle_odds, odds, work_out
from ecs.systems.forecast import OddsError
from tests.ecs.rules_dc.battles import OPEN, declared
from tests.ecs.staging import do, load_dice

# -- sampled figures --------------------------------------------------------------------------------------
#
# 20 000 sampled battles a row: percent cleared, defenders killed, left Disrupted, attackers killed, Disrupted.

SAMPLED: dict[str, tuple[dict[str, str], tuple[float, ...]]] = {
    "Kaunas, river ignored": ({"attack": "4,3", "defend": "0-1,1-0"}, (96, 1.96, 0, 0, 0.84)),
    "Kaunas, river": ({"attack": "4,3", "defend": "0-1,1-0", "rivers": "1"}, (96, 1.96, 0, 0, 1.05)),
    "Kaunas, they retreat": (
        {"attack": "4,3", "defend": "0-1,1-0", "rivers": "1", "stand": "no"},
        (100, 1.67, 0.33, 0, 0.83),
    ),
    "Lvov": ({"attack": "3,1", "defend": "0-1,0-1,1-0,1-0", "terrain": "hills"}, (0, 0.62, 1.19, 0.46, 1.45)),
    "army on army in clear": ({"attack": "3", "defend": "0-1"}, (69, 0.69, 0.22, 0, 0.54)),
    "army on army over a river": ({"attack": "3", "defend": "0-1", "rivers": "1"}, (62, 0.62, 0.26, 0, 0.76)),
    "Blitzkrieg": ({"attack": "4", "defend": "0-1", "rounds": "1"}, (67, 0.67, 0.33, 0, 0.5)),
    "Blitzkrieg on a Disrupted army": ({"attack": "4", "defend": "0-1d", "rounds": "1"}, (100, 1, 0, 0, 0)),
    "Blitzkrieg of two": ({"attack": "4,4", "defend": "0-1,0-1", "rounds": "1"}, (67, 1.51, 0.49, 0, 0.67)),
    "3 mech on a panzergruppe": (
        {"side": "soviet", "attack": "1-0,1-0,1-0", "defend": "4"},
        (32, 0.32, 0.58, 2.16, 0),
    ),
    "it retreats": ({"side": "soviet", "attack": "1-0,1-0,1-0", "defend": "4", "stand": "no"}, (100, 0, 1, 2.01, 0)),
    "6 mech on a panzergruppe": ({"side": "soviet", "attack": "1-0," * 6, "defend": "4"}, (95, 0.95, 0.05, 1.99, 0)),
    "it retreats from 6": (
        {"side": "soviet", "attack": "1-0," * 6, "defend": "4", "stand": "no"},
        (100, 0.16, 0.84, 1.99, 0),
    ),
    "3 mech on a panzer korps": ({"side": "soviet", "attack": "1-0," * 3, "defend": "2"}, (62, 0.62, 0.32, 1.15, 0)),
    "3 later armies on an army": ({"side": "soviet", "attack": "1,1,1", "defend": "3"}, (44, 0.44, 0.49, 0.04, 1.63)),
    "3 Siberians in Snow": (
        {"side": "soviet", "attack": "2,2,2", "defend": "3", "weather": "Snow"},
        (100, 1, 0, 0, 0.51),
    ),
    "3 Siberians in Snow, it retreats": (
        {"side": "soviet", "attack": "2,2,2", "defend": "3", "weather": "Snow", "stand": "no"},
        (100, 0.34, 0.66, 0, 0.49),
    ),
    "3 Siberians on a town": (
        {"side": "soviet", "attack": "2,2,2", "defend": "3", "weather": "Snow", "place": "town"},
        (96, 0.96, 0.04, 0, 1),
    ),
    "6 on army and panzergruppe in Snow": (
        {"side": "soviet", "attack": "2,2,2,1,1,1", "defend": "3,4", "weather": "Snow"},
        (53, 1.2, 0.8, 0, 1.76),
    ),
    "Leningrad, 2 sides": (
        {"attack": "4,3,3", "defend": "0-1,0-1,0-1", "rivers": "1", "sides": "2", "place": "victory"},
        (78, 2.89, 0.11, 0, 1.53),
    ),
    "Moscow, Good": (
        {"attack": "4,4,3,3,3", "defend": "1,1,1,1,1,1-0,1-0", "rivers": "1", "place": "moscow"},
        (61, 6.92, 0, 0, 2.5),
    ),
    "Moscow, Mud": (
        {"attack": "4,4,3,3,3", "defend": "1,1,1,1,1,1-0,1-0", "rivers": "1", "place": "moscow", "weather": "Mud"},
        (21, 6.29, 0.13, 0, 2.5),
    ),
    "Sevastopol, 7": (
        {"attack": "3,4", "defend": "0-1,0-1", "terrain": "hills", "place": "sevastopol"},
        (61, 1.75, 0.25, 0, 1.53),
    ),
    "Sevastopol, 5": (
        {"attack": "3,1,1", "defend": "0-1", "terrain": "hills", "place": "sevastopol"},
        (77, 0.94, 0.06, 0.03, 1.52),
    ),
    "empty victory city": ({"attack": "3", "place": "victory"}, (90, 0, 0, 0, 0.55)),
    "empty Moscow": ({"attack": "4,3", "place": "moscow"}, (100, 0, 0, 0, 0.5)),
    "7 on three": ({"attack": "4,3", "defend": "0-1,0-1,0-1"}, (45, 1.94, 1.01, 0, 1)),
    "7 on three, pressed": ({"attack": "4,3", "defend": "0-1,0-1,0-1", "press": "7"}, (54, 1.84, 0.42, 0, 1.25)),
    "7 on three, 1 round": ({"attack": "4,3", "defend": "0-1,0-1,0-1", "rounds": "1"}, (0, 0.83, 1.83, 0, 0.83)),
    "7 on three, 1 round, pressed": (
        {"attack": "4,3", "defend": "0-1,0-1,0-1", "rounds": "1", "press": "7"},
        (50, 1.5, 0, 0, 0.83),
    ),
}


def figures(f: Forecast) -> tuple[float, ...]:
    """A forecast in the columns of the sampled table."""
    left = sum((o.probability * o.defenders_disrupted for o in f.outcomes), Fraction(0))
    lost = (f.mean_defenders_lost, left, f.mean_attackers_lost, f.mean_attackers_disrupted)
    return (100 * float(f.p_cleared), *map(float, lost))


def near(found: tuple[float, ...], sampled: tuple[float, ...]) -> bool:
    """Within 2 points of percent cleared and 0.03 units in the means."""
    return abs(found[0] - sampled[0]) <= 2 and all(
        abs(a - b) <= 0.03 for a, b in zip(found[1:], sampled[1:], strict=True)
    )


@pytest.mark.parametrize("name", SAMPLED)
def test_the_forecast_agrees_with_sampled_battles(name: str) -> None:
    arguments, sampled = SAMPLED[name]
    found = figures(odds(arguments))
    assert near(found, sampled), found


# In four rows the sampled battles kept the bonus of the first round to the end, although the infantry that
# earned it was gone (forest), attackers by the river were out (Leningrad) or the river was frozen (Snow).  With
# the bonus fixed the forecast gives the same figures; by the rules it may fall away, which helps the attacker.
FIXED: dict[str, tuple[str, str, AttackConditions, tuple[float, ...]]] = {
    "Bialystok": ("4,3,3", "0-1,0-1,1-0,1-0", AttackConditions(intrinsic=1), (92, 3.89, 0, 0, 1.5)),
    "Bialystok, one side": ("4,3", "0-1,0-1,1-0,1-0", AttackConditions(intrinsic=1), (39, 2.75, 0.25, 0, 1.78)),
    "Leningrad, 3 sides": (
        "4,3,3,3",
        "0-1,0-1,0-1,2,1-0",
        AttackConditions(intrinsic=3, needed=1, sheltered=True),
        (45, 4.45, 0.40, 0, 2.51),
    ),
    "Moscow, Snow": (
        "4,4,3,3,3",
        "1,1,1,1,1,1-0,1-0",
        AttackConditions(intrinsic=2, needed=2, sheltered=True, weather="Snow"),
        (21, 6.3, 0.12, 0, 2.5),
    ),
}


def team(text: str) -> tuple[Combatant, ...]:
    """Units by their printed factors."""
    out = []
    for word in text.split(","):
        first, dash, second = word.partition("-")
        a, h = int(first), int(second if dash else first)
        out.append(Combatant(word, a, max(a, h), h, infantry=word != "1-0", german=True, base=0, cost=max(a, h)))
    return tuple(out)


@pytest.mark.parametrize("name", FIXED)
def test_where_a_bonus_can_fall_away_the_forecast_agrees_once_it_is_fixed(name: str) -> None:
    ours, theirs, here, sampled = FIXED[name]
    found = figures(work_out(team(ours), team(theirs), here, 2, 0, True))
    assert near(found, sampled), found


def test_pressing_to_the_limit_is_worth_half_a_hit_at_most_strengths() -> None:
    for strength, plain, pressed in ((3, 1.5, 2), (4, 2, 2.5), (7, 3.5, 4), (10, 5, 5.5), (12, 6, 6.5)):
        assert sum(hits(strength, a) for a in range(1, 7)) / 6 == plain
        assert sum(hits(2 * strength, a) for a in (1, 2, 3)) / 6 == pytest.approx(pressed, abs=0.34)


# -- every fall of the dice in the real engine ------------------------------------------------------------


class Fate(NamedTuple):
    """How a battle ended, in counts of units."""

    cleared: bool
    d_lost: int
    d_tired: int
    a_lost: int
    a_tired: int


class Trial:
    """A declared battle fought with every fall of the dice, by owners who spread hits as the forecast does.

    A second attack far away keeps the phase from ending, so that nobody recovers before the count.
    """

    def __init__(self, game: Game, target: str, attackers: Sequence[str], press: int, stand: bool) -> None:
        self.game, self.w, self.press, self.stand = game, game._w, press, stand
        self.attackers = [self.w.by_id[a] for a in attackers]
        here = game.board.by_label[target]
        self.defenders = [u for u in self.w.units if u.hex == here]
        self.fates: dict[Fate, Fraction] = defaultdict(Fraction)
        do(game, f"resolve {target} 1")

    def run(self, patch: Any) -> dict[Fate, Fraction]:
        """Fight it out; equal positions after a round are gone on from once, with their chances added."""
        waiting = {self.w.snapshot(): Fraction(1)}
        while waiting:
            after: dict[Any, Fraction] = defaultdict(Fraction)
            for position, chance in waiting.items():
                for rolls in self.rolls(position):
                    self.w.restore(position)
                    load_dice(patch, *rolls)
                    self.round()
                    share = chance / 6 ** len(rolls)
                    if self.w.decisions.stack[-1:] == ("fire",):
                        after[self.w.snapshot()] += share
                    else:
                        self.fates[self.fate()] += share
            waiting = after
        return dict(self.fates)

    def rolls(self, position: Any) -> list[tuple[int, ...]]:
        """All falls of the dice the coming round can throw."""
        self.w.restore(position)
        number = sum(dice_needed(s, self.w.options["combat_dice"]) for s in salvos(self.w))
        return list(product(range(1, 7), repeat=number))

    def round(self) -> None:
        """One round and all that it asks."""
        press = min(self.press, len([c for c in self.game.legal() if c.verb == "fire"]) - 1)
        self.act(f"fire {press}")
        fresh: dict[str, int] = {}
        while self.w.decisions.stack[-1:] in (("hits",), ("retreat",)):
            legal = [c.text() for c in self.game.legal()]
            if legal[0].startswith("hit"):
                self.act(f"hit {self.victim([t.split()[1] for t in legal], fresh)}")
            else:
                self.act("done" if self.stand else next(t for t in legal if t.startswith("retreat")))

    def victim(self, names: list[str], fresh: dict[str, int]) -> str:
        """Whole units first, the largest first; then the cheapest, and the Disrupted before others."""
        units = [self.w.by_id[n] for n in names]
        for u in units:
            fresh.setdefault(u.id, room(u) - 1 + u[UnderFire].hurt)
        whole = [u for u in units if room(u) > 1]
        if whole:
            return min(whole, key=lambda u: (-fresh[u.id], u.type.cost, u.entity)).id
        return min(units, key=lambda u: (u.type.cost, not u[Disruption].disrupted, u.entity)).id

    def act(self, line: str) -> None:
        """Apply a command without writing it down."""
        self.game.apply(parse(line))

    def fate(self) -> Fate:
        """Count what is left."""
        cleared = self.w.decisions.stack[-1:] == ("advance",) or self.cleared()
        return Fate(
            cleared,
            sum(u.hex < 0 for u in self.defenders),
            sum(u.hex >= 0 and u[Disruption].disrupted for u in self.defenders),
            sum(u.hex < 0 for u in self.attackers),
            sum(u.hex >= 0 and u[Disruption].disrupted for u in self.attackers),
        )

    def cleared(self) -> bool:
        """Was the hex cleared although nobody could advance?"""
        return any("attackers clear" in e.text for e in self.w.events)


class Position(NamedTuple):
    """A battle to be thrown: who stands where, who attacks what."""

    phase: str
    units: Mapping[str, Iterable[str]]
    target: str
    attackers: Sequence[str]
    press: int = 0
    stand: bool = True
    more: Mapping[str, Any] = {}


CITY = {"control": {"soviet": ["N10", "H9"]}}
CASES = {
    "army on army": Position("A2a-attack", {"K9": ["18.A"], OPEN: ["19.A"]}, OPEN, ["18.A"]),
    "army on army that retreats": Position("A2a-attack", {"K9": ["18.A"], OPEN: ["19.A"]}, OPEN, ["18.A"], stand=False),
    "pressed": Position("A2a-attack", {"K9": ["18.A"], OPEN: ["19.A", "16.A"]}, OPEN, ["18.A"], press=3),
    "pressed by one": Position("A2a-attack", {"K9": ["1.PzGr"], OPEN: ["19.A", "16.A"]}, OPEN, ["1.PzGr"], press=1),
    "over a river": Position("A2a-attack", {"K8": ["18.A"], "K9": ["19.A", "5.Mech"]}, "K9", ["18.A"]),
    "over a river and by land": Position(
        "A2a-attack", {"K8": ["18.A"], "L10": ["1.PzGr"], "K9": ["19.A", "5.Mech"]}, "K9", ["18.A", "1.PzGr"]
    ),
    "frozen river": Position(
        "A2a-attack", {"K8": ["18.A"], "K9": ["19.A", "5.Mech"]}, "K9", ["18.A"], more={"weather": "Snow"}
    ),
    "forest in Mud": Position(
        "A2a-attack",
        {"K9": ["18.A", "17.A"], "I10": ["19.A", "5.Mech"], "J10": ["6.A"]},
        "I10",
        ["6.A"],
        more={"weather": "Mud"},
    ),
    "mountain": Position(
        "A2a-attack", {"P7": ["18.A", "40.PzKps"], "Q7": ["19.A", "20.A"]}, "Q7", ["18.A", "40.PzKps"]
    ),
    "victory city": Position("A2a-attack", {"M9": ["18.A"], "N10": ["19.A", "5.Mech"]}, "N10", ["18.A"], more=CITY),
    "victory city that is left": Position(
        "A2a-attack", {"M9": ["18.A"], "N10": ["16.A"]}, "N10", ["18.A"], stand=False, more=CITY
    ),
    "empty Moscow": Position("A2a-attack", {"H10": ["40.PzKps"]}, "H9", ["40.PzKps"], more=CITY),
    "Blitzkrieg": Position("A2d-attack", {"K9": ["1.PzGr"], OPEN: ["19.A", "5.Mech"]}, OPEN, ["1.PzGr"]),
    "out of supply": Position(
        "A2a-attack",
        {"K9": ["18.A", "40.PzKps"], OPEN: ["16.A", "19.A"]},
        OPEN,
        ["18.A", "40.PzKps"],
        more={"unsupplied": ["18.A", "16.A"]},
    ),
    "out of supply by the die": Position(
        "A2a-attack",
        {"K9": ["18.A"], OPEN: ["16.A"]},
        OPEN,
        ["18.A"],
        more={"unsupplied": ["18.A", "16.A"], "options": {"supply_mode": "die"}},
    ),
    "out of supply by the hits": Position(
        "A2a-attack",
        {"K9": ["18.A", "40.PzKps"], OPEN: ["16.A", "19.A"]},
        OPEN,
        ["18.A", "40.PzKps"],
        press=2,
        more={"unsupplied": ["18.A", "16.A"], "options": {"supply_mode": "hits"}},
    ),
    "Lotsa Dice, some out of supply": Position(
        "A2d-attack",
        {"K9": ["40.PzKps"], OPEN: ["19.A", "5.Mech"]},
        OPEN,
        ["40.PzKps"],
        more={"unsupplied": ["5.Mech"], "options": {"combat_dice": "lotsa_dice"}},
    ),
    "Lotsa Dice, attackers out of supply": Position(
        "B2a-attack",
        {"K9": ["5.Mech"], OPEN: ["40.PzKps"]},
        OPEN,
        ["5.Mech"],
        more={"unsupplied": ["5.Mech", "40.PzKps"], "weather": "Mud", "options": {"combat_dice": "lotsa_dice"}},
    ),
    "weather by the die": Position(
        "A2a-attack",
        {"K9": ["18.A"], OPEN: ["16.A"]},
        OPEN,
        ["18.A"],
        more={"weather": "Mud", "options": {"weather_mode": "die"}},
    ),
    "tanks on a panzergruppe": Position(
        "B2a-attack", {"K9": ["5.Mech", "1.Mech", "2.Mech"], OPEN: ["1.PzGr"]}, OPEN, ["5.Mech", "1.Mech", "2.Mech"]
    ),
    "emplaced on fortified": Position(
        "B2a-attack",
        {"K9": ["2.Shock", "33.A"], OPEN: ["18.A"]},
        OPEN,
        ["2.Shock", "33.A"],
        more={"strong": ["2.Shock", "18.A"]},
    ),
    "emplaced in defence": Position(
        "A2a-attack",
        {"K9": ["18.A", "1.PzGr"], OPEN: ["2.Shock", "19.A"]},
        OPEN,
        ["18.A", "1.PzGr"],
        more={"strong": ["2.Shock"]},
    ),
    "Disrupted defenders": Position(
        "A2a-attack",
        {"K9": ["18.A"], OPEN: ["16.A", "19.A", "5.Mech"]},
        OPEN,
        ["18.A"],
        more={"disrupted": ["16.A"]},
    ),
    "Lotsa Dice": Position(
        "A2d-attack",
        {"K9": ["40.PzKps"], OPEN: ["19.A", "5.Mech"]},
        OPEN,
        ["40.PzKps"],
        more={"options": {"combat_dice": "lotsa_dice"}},
    ),
    "Lotsa Dice in Mud, two rounds": Position(
        "A2a-attack",
        {"K9": ["40.PzKps"], OPEN: ["19.A"]},
        OPEN,
        ["40.PzKps"],
        more={"weather": "Mud", "options": {"combat_dice": "lotsa_dice"}},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_forecast_equals_every_fall_of_the_dice_in_the_engine(name: str, monkeypatch: Any) -> None:
    case = CASES[name]
    axis = case.phase.startswith("A")
    decoys = {"D4": ["11.A"], "D5": ["8.A"]} if axis else {"C8": ["7.A"], "D8": ["4.RumA"]}
    far = "11.A D5" if axis else "7.A D8"
    orders = [f"{a} {case.target}" for a in case.attackers]
    game = declared(case.phase, {**case.units, **decoys}, *orders, far, **case.more)
    side = turn_side(game._w)
    f = game.forecast(side, game.board.by_label[case.target], case.attackers, case.press, case.stand)
    expected: dict[Fate, Fraction] = defaultdict(Fraction)
    for o in f.outcomes:
        fate = Fate(o.cleared, o.defenders_lost, o.defenders_disrupted, o.attackers_lost, o.attackers_disrupted)
        expected[fate] += o.probability
    thrown = Trial(game, case.target, case.attackers, case.press, case.stand).run(monkeypatch)
    assert sum(thrown.values()) == 1
    assert thrown == dict(expected)


# -- what is always true ----------------------------------------------------------------------------------

AXIS = st.lists(st.sampled_from(["3", "4", "2", "1"]), min_size=1, max_size=5)
SOVIET = st.lists(st.sampled_from(["0-1", "1-0", "1", "2"]), max_size=5)
SITES = st.builds(
    AttackConditions,
    terrain=st.sampled_from(["clear", "hills", "forest", "swamp", "mountain"]),
    weather=st.sampled_from(["Good", "Mud", "Snow"]),
    rivers=st.sampled_from([frozenset(), frozenset({0})]),
    intrinsic=st.integers(0, 2),
    needed=st.integers(0, 2),
    sheltered=st.booleans(),
)


@settings(max_examples=80)
@given(AXIS, SOVIET, SITES, st.integers(1, 2), st.integers(0, 9), st.booleans())
def test_the_chances_of_all_results_add_up_to_one(
    ours: list[str], theirs: list[str], here: AttackConditions, rounds: int, press: int, escape: bool
) -> None:
    foes = team(",".join(theirs)) if theirs else ()
    ends = battle_odds(team(",".join(ours)), foes, here, rounds, press, escape)
    assert sum(p for _, p in ends) == 1
    assert all(p > 0 for _, p in ends)
    for end, _ in ends:
        assert 0 <= end.d_lost + end.d_tired <= len(theirs)
        assert 0 <= end.a_lost + end.a_tired <= len(ours)
        assert not end.cleared or escape or end.d_lost == len(theirs)


@settings(max_examples=60)
@given(AXIS, SOVIET, SITES)
def test_in_one_round_another_attacker_never_lowers_the_chance(
    ours: list[str], theirs: list[str], here: AttackConditions
) -> None:
    # One round only: over two, a further hit may change which defenders are left to fire.
    foes = team(",".join(theirs)) if theirs else ()

    def chance(units: list[str]) -> Fraction:
        return sum(
            (p for end, p in battle_odds(team(",".join(units)), foes, here, 1, 0, False) if end.cleared), Fraction(0)
        )

    assert chance([*ours, "3"]) >= chance(ours)


def test_figures_that_make_no_battle_are_named() -> None:
    for arguments, word in (
        ({}, "attack"),
        ({"attack": "3", "wings": "1"}, "wings"),
        ({"attack": "x"}, "x"),
        ({"attack": "3", "rounds": "3"}, "rounds"),
        ({"attack": "3", "terrain": "moon"}, "terrain"),
        ({"attack": "3", "press": "4"}, "press"),
        ({"attack": "2", "press": "1", "side": "soviet"}, "press"),
        ({"attack": "3", "press": "1", "dice": "lotsa_dice"}, "press"),
        ({"attack": "3," * 19}, "18"),
    ):
        with pytest.raises(OddsError, match=word):
            odds(arguments)
