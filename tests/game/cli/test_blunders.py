"""Every blunder of the diary on a small position: counted once where it is made, and not where it is none."""

from __future__ import annotations

from typing import Any

import pytest

from ecs import Game, Side, new_game, parse
from ecs.core.commands import Advance, Airlift, EndPhase
from ecs.core.components import Place
from ecs.core.events import AttacksOwed, BattleBegan, Event, Moved, RagesOn, Record
from ecs.core.view import UnitView
from tests.ecs.rules_dc.ground import GERMANS, ring
from tests.ecs.staging import load_dice, stage
from tests.ecs.worlds import world_of
from tests.workshop.tournament.blunders.attacks import PoorAttack
from tests.workshop.tournament.blunders.diary import Diary
from tests.workshop.tournament.blunders.watcher import Table
from tests.workshop.tournament.blunders.winter import ColdAndHungry
from tests.workshop.tournament.command import whole_games

OPEN = "L10"
POCKET = {**ring("G5", GERMANS), "G5": ["16.A", "20.A"]}
GAP = "G4"
RING_WITH_A_GAP = {spot: names for spot, names in ring("G5", GERMANS).items() if spot != GAP}


def written(game: Game, *lines: str, enemy: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    """What the diary says of a player-turn with these commands, after which phases are ended; then of the enemy's."""
    diary, side = Diary(game), game.to_act
    for mover, orders in ((side, lines), (side.other if side else None, enemy)):
        for line in orders:
            give(game, diary, line)
        while not game.over and diary._table.mover is mover and (orders or mover is side):
            give(game, diary, "end")
    if not game.over:
        diary.before(game.legal()[0])
    return [(e.side, e.blunder, e.what) for e in diary.entries]


def give(game: Game, diary: Diary, line: str) -> None:
    command = parse(line)
    diary.before(command)
    game.apply(command)
    diary.after()


# -- capitals ---------------------------------------------------------------------------------------------


def moscow(units: dict[str, list[str]], *lines: str) -> list[tuple[str, str, str]]:
    return written(stage("B2a-move", units, control={"soviet": ["G8", "H8", "H9", "G9", "H10", "H11", "H12"]}), *lines)


def test_a_capital_that_is_left_counts_once() -> None:
    units = {"H9": ["16.A"], "H7": ["2.PzGr"]}
    assert moscow(units, "move 16.A H11") == [("soviet", "open-capital", "H9")]
    assert moscow(units) == []


def test_a_capital_that_a_unit_could_have_reached_counts() -> None:
    assert moscow({"H11": ["16.A"], "H7": ["2.PzGr"]}) == [("soviet", "open-capital", "H9")]
    assert moscow({"H11": ["16.A"], "H7": ["2.PzGr"]}, "move 16.A H9") == []


def test_a_capital_that_nobody_could_have_reached_or_nobody_threatens_does_not_count() -> None:
    assert moscow({"N10": ["16.A"], "H7": ["2.PzGr"]}) == []
    assert moscow({"H11": ["16.A"], "E4": ["2.PzGr"]}) == []


# -- winter -----------------------------------------------------------------------------------------------


def test_a_fit_unit_whose_way_to_supply_its_own_side_opens_to_the_enemy_counts_once_in_winter() -> None:
    units = {**RING_WITH_A_GAP, GAP: ["16.A"], "G5": ["20.A"]}
    away = ("move 16.A G3",)
    assert written(stage("B2a-move", units, weather="Snow"), *away) == [("soviet", "winter-supply", "20.A")]
    assert written(stage("B2a-move", units, weather="Snow")) == []
    assert written(stage("B2a-move", units, weather="Good"), *away) == []


def test_who_is_disrupted_or_was_cut_off_before_and_cannot_move_into_supply_does_not_count() -> None:
    assert written(stage("B2a-move", POCKET, weather="Snow")) == []
    units = {**RING_WITH_A_GAP, GAP: ["16.A"], "G5": ["20.A"]}
    assert written(stage("B2a-move", units, weather="Snow", disrupted=["20.A"]), "move 16.A G3") == []


class OpenRoad(Table):
    """A table at which every unit can move to a hex in supply."""

    def reach(self, unit: UnitView) -> frozenset[int]:
        """The hexes in supply."""
        return self.in_supply(unit.side)


@pytest.mark.parametrize(
    ("kind", "unsupplied", "counted"),
    [(OpenRoad, ("16.A", "20.A"), ["16.A", "20.A"]), (Table, ("16.A", "20.A"), []), (OpenRoad, ("16.A",), ["16.A"])],
)
def test_who_was_out_of_supply_and_could_have_moved_into_it_counts(
    kind: type[Table], unsupplied: tuple[str, ...], counted: list[str]
) -> None:
    """A unit that the rules call supplied where no path leads needs none."""
    found: list[str] = []
    game = stage("B2a-move", POCKET, weather="Snow", unsupplied=unsupplied)
    watcher = ColdAndHungry(kind(game), lambda side, what: found.append(what))
    watcher.turn_begins(Side.SOVIET)
    watcher.phase_begins(Side.SOVIET)
    watcher.turn_ends(Side.SOVIET)
    assert sorted(found) == counted


def test_who_is_fed_from_the_air_does_not_count() -> None:
    found: list[str] = []
    game = stage("B2a-move", POCKET, weather="Snow", unsupplied=("16.A", "20.A"))
    watcher = ColdAndHungry(OpenRoad(game), lambda side, what: found.append(what))
    watcher.turn_begins(Side.SOVIET)
    watcher.after(Record(1, Side.SOVIET, f"{Airlift.verb} Air G5", 2, "B1"))
    watcher.phase_begins(Side.SOVIET)
    watcher.turn_ends(Side.SOVIET)
    assert found == []


# -- hexes that were won ----------------------------------------------------------------------------------


KORPS = ("1.Mech", "2.Mech", "5.Mech")


def won(monkeypatch: Any, *answers: str, host: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
    load_dice(monkeypatch, *[6] * 20)
    game = stage("A2a-attack", {"F4": ["2.PzGr"], "E4": ["3.PzGr"], "F5": ["16.A", "20.A"], "F8": ["3.A", *host]})
    declared = ("attack 2.PzGr F5 1", "attack 3.PzGr F5 1", "end", "resolve F5 1", "fire 0")
    fought = ("hit 20.A", "hit 16.A", "hit 2.PzGr", "retreat 16.A F6", "retreat 20.A F6")
    return [
        entry
        for entry in written(game, *declared, *fought, *answers, enemy=("end", "move 3.A F9"))
        if "entered" in entry[1]
    ]


def test_a_won_hex_that_nobody_enters_counts_once(monkeypatch: Any) -> None:
    assert won(monkeypatch, "done") == [("axis", "hex-not-entered", "F5")]
    assert won(monkeypatch, "advance 3.PzGr F5") == []


def test_a_won_hex_that_was_entered_and_left_again_does_not_count(monkeypatch: Any) -> None:
    load_dice(monkeypatch, *[6] * 20)
    game = stage("A2a-attack", {"E4": ["3.PzGr", "18.A", "4.A"], "F5": ["16.A"], "F8": ["3.A"]})
    diary = Diary(game)
    for line in ("attack 3.PzGr F5 1", "attack 18.A F5 1", "end", "resolve F5 1", "fire 0"):
        give(game, diary, line)
    while not any(isinstance(order, Advance) for order in game.legal()):
        give(game, diary, game.legal()[-1].text())
    give(game, diary, "advance 18.A F5")
    assert parse("advance 3.PzGr F5") in game.legal()
    for line in ("done", "move 18.A E4"):
        give(game, diary, line)
    while diary._table.mover is Side.AXIS:
        give(game, diary, "end")
    diary.before(parse("move 3.A F9"))
    assert [entry.what for entry in diary.entries if "entered" in entry.blunder] == []


def test_a_won_hex_in_which_everybody_would_be_lost_does_not_count(monkeypatch: Any) -> None:
    assert won(monkeypatch, "done", host=("1.Mech", "2.Mech")) == [("axis", "hex-not-entered", "F5")]
    assert won(monkeypatch, "done", host=("1.GdsK", "1.Shock", "2.Shock", "3.Shock", "4.Shock", *KORPS)) == []


# -- replacements -----------------------------------------------------------------------------------------


def soviet_replacements(points: int) -> Game:
    game = stage("B1", {"H9": ["16.A"], "E4": ["2.PzGr"]}, infantry_points=points)
    world_of(game).mark(Place, world_of(game).by_id["20.A"], hex=-1, box="pool")
    return game


def test_replacements_that_are_not_spent_though_a_unit_is_in_the_pool_count_once() -> None:
    assert written(soviet_replacements(4)) == [("soviet", "unspent", "B1")]


def test_nothing_counts_when_they_are_spent_or_there_are_none() -> None:
    game = soviet_replacements(1)
    line = next(command.text() for command in game.legal() if command.verb == "raise")
    assert written(game, line) == []
    assert written(soviet_replacements(0)) == []


# -- poor attacks -----------------------------------------------------------------------------------------


def poor(monkeypatch: Any, game: Game, *lines: str) -> list[tuple[str, str]]:
    load_dice(monkeypatch, *[6] * 40)
    diary = Diary(game)
    for line in lines:
        give(game, diary, line)
    return [(e.side, e.what) for e in diary.entries if e.blunder == "poor-attack"]


def test_an_attack_that_costs_more_factors_than_it_kills_counts_once(monkeypatch: Any) -> None:
    units = {"K9": ["40.PzKps"], OPEN: ["16.A", "1.GdsK"]}
    lines = (f"attack 40.PzKps {OPEN} 1", "end", f"resolve {OPEN} 1", "fire 0")
    assert poor(monkeypatch, stage("A2a-attack", units), *lines) == [("axis", OPEN)]


def test_an_attack_with_less_fire_that_kills_more_than_it_costs_or_is_taken_back_does_not_count(
    monkeypatch: Any,
) -> None:
    lines = (f"attack 40.PzKps {OPEN} 1", "end", f"resolve {OPEN} 1")
    korps = {"K9": ["40.PzKps"], OPEN: ["1.Mech", "2.Mech", "5.Mech"]}
    assert poor(monkeypatch, stage("A2a-attack", korps), *lines) == []
    back = (f"attack 40.PzKps {OPEN} 1", "withdraw 40.PzKps", "end")
    units = {"K9": ["40.PzKps"], OPEN: ["16.A", "1.GdsK"]}
    assert poor(monkeypatch, stage("A2a-attack", units), *back) == []


def owed(monkeypatch: Any, marches: bool) -> list[tuple[str, str]]:
    """A fair attack, and a poor one on L9 to which it obliges."""
    guest, home = "2.Mech", "J9" if marches else "K9"
    units: dict[str, list[str]] = {"K9": ["5.Mech"], OPEN: ["40.PzKps"], "L9": ["18.A"]}
    units[home] = [*units.get(home, []), guest]
    march = (f"move {guest} K9",) if marches else ()
    orders = (*march, "end", f"attack 5.Mech {OPEN} 1", f"attack {guest} L9 1", "end")
    return poor(monkeypatch, stage("B2a-move", units), *orders, "resolve L9 1")


def test_an_attack_to_which_another_obliges_does_not_count_unless_its_units_have_marched_there(
    monkeypatch: Any,
) -> None:
    assert owed(monkeypatch, marches=False) == []
    assert owed(monkeypatch, marches=True) == [("soviet", "L9")]


def fought(*events: Event) -> list[str]:
    """What is counted of a poor attack on L9, of units that have marched, after these events of the player-turn."""
    found: list[str] = []
    game = stage("B2a-attack", {"K9": ["5.Mech"], "L9": ["18.A"]})
    watcher = PoorAttack(Table(game), lambda side, what: found.append(what))
    watcher.turn_begins(Side.SOVIET)
    march = Moved(unit="5.Mech", path=("J9", "K9"), how="move")
    battle = BattleBegan(hex="L9", attackers=("5.Mech",), defenders=("18.A",))
    watcher.after(Record(1, Side.SOVIET, "move 5.Mech K9", 2, "B2a-move", (march, *events)))
    game.apply(parse("attack 5.Mech L9 1"))
    watcher.before(EndPhase())
    watcher.after(Record(2, Side.SOVIET, "resolve L9 1", 2, "B2c", (battle,)))
    return found


def test_attacks_that_are_owed_and_battles_that_rage_on_do_not_count() -> None:
    assert fought() == ["L9"]
    assert fought(AttacksOwed(side=Side.SOVIET, number=1)) == []
    assert fought(RagesOn(hex="L9")) == []


# -- armour -----------------------------------------------------------------------------------------------


def given_back(unit: str, *enemy: str) -> list[tuple[str, str, str]]:
    """A unit takes a town and moves on; then the enemy."""
    units = {"F4": [unit], "I6": ["16.A"], "E2": ["4.A"]}
    game = stage("A2a-move", units, control={"soviet": ["G5", "G6", "H5", "H6", "I5"]})
    found = written(game, f"move {unit} G5", "end", f"move {unit} G4", enemy=enemy)
    return [entry for entry in found if entry[1] == "armour-gave-back"]


def test_what_armour_took_and_the_enemy_has_again_counts_once() -> None:
    assert given_back("2.PzGr", "end", "move 16.A G5") == [("axis", "armour-gave-back", "G5")]
    assert given_back("2.PzGr", "end") == []


def test_what_infantry_took_and_lost_does_not_count() -> None:
    assert given_back("18.A", "end", "move 16.A G5") == []


# -- pockets ----------------------------------------------------------------------------------------------


def pocketed(game: Game, turns: int) -> list[tuple[int, str, str, str]]:
    """The diary when so many turns have been passed by both sides."""
    diary, last = Diary(game), game.turn + turns
    while not game.over and game.turn <= last:
        lines = [command.text() for command in game.legal()]
        give(game, diary, next((line for line in ("end", "done") if line in lines), lines[0]))
    return [(e.turn, e.side, e.blunder, e.what) for e in diary.entries if e.blunder == "old-pocket"]


def test_a_pocket_counts_once_when_it_is_older_than_two_turns() -> None:
    assert pocketed(stage("B2a-move", POCKET), 4) == [(6, "axis", "old-pocket", "G5")]
    assert pocketed(stage("B2a-move", POCKET), 3) == []


def test_one_unit_alone_is_no_pocket() -> None:
    assert pocketed(stage("B2a-move", {**POCKET, "G5": ["16.A"]}), 5) == []


# -- what the games declare ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", whole_games())
def test_every_game_says_what_is_a_capital_what_is_armour_and_when_it_snows(scenario: str) -> None:
    game = new_game(scenario)
    view = game.view(Side.SOVIET)
    assert view.known.capitals and not view.known.winter
    for side in Side:
        held = game.view(side).known.capitals
        assert all(game.view(side).control[index] is side for index in held)
        assert any(unit.armour for unit in view.units if unit.side is side)
    assert not any(unit.armour for unit in view.units if not (unit.attack or unit.defence))
    game.close()
