"""Do the figures on The Dark Valley's rules page agree with the tables, the map and the order of battle?"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

import pytest

from ecs import RULESETS, new_game
from ecs.board.board import Board
from ecs.board.map_loader import load_board
from ecs.core.components import Side
from ecs.core.files.scenarios import find_scenario
from ecs.core.files.toml_files import by_turn
from ecs.rulesets.dark_valley.campaign.victory import BARBAROSSA, scenario
from ecs.rulesets.dark_valley.combat.odds import (
    AttackConditions,
    AttackOdds,
    Combatant,
    Team,
    columns,
    work_out_odds,
)
from ecs.rulesets.dark_valley.data.tables import WEATHERS, arrivals, classes, tables
from ecs.rulesets.dark_valley.ground.occupancy import held
from ecs.systems.combat.odds import mixed
from tests import ROOT
from tests.ecs.worlds import world_of
from tests.kits.rules_pages import page, section, table

GAME = "dark-valley"
LABEL = re.compile(r"\b[WE]\d{4}\b")
PLAIN = frozenset({"hq", "depot", "air", "art"})


@lru_cache(maxsize=1)
def board() -> Board:
    """The map."""
    return load_board(ROOT / "maps" / "east_front_36km.tmx")


def signed(text: str) -> int:
    """A number with a printed minus sign."""
    return int(text.replace("−", "-"))


def test_the_combat_tables_on_the_page_are_those_in_force() -> None:
    for heading, rows in (("### 5.6 ", tables().crt_a), ("### 5.7 ", tables().crt_b)):
        assert table(GAME, heading) == [[str(n), *row] for n, row in enumerate(rows, 1)]


def test_the_bombardment_table_on_the_page_is_the_one_in_force() -> None:
    rules = tables().bombard
    printed = table(GAME, "### 6.1 ")
    assert [row[:4] for row in printed] == [[str(n), *row] for n, row in enumerate(rules.table, 1)]
    assert [row[4] == "yes" for row in printed] == [n <= rules.done_up_to for n in range(1, 7)]
    modifiers = [[signed(cell) for cell in row[1:]] for row in table(GAME, "### 6.1 ", 1)]
    assert modifiers == [rules.german, rules.soviet_18th]


def test_the_depot_table_on_the_page_is_the_one_in_force() -> None:
    printed = [[int(cell) for cell in row] for row in table(GAME, "### 4.5 ")]
    assert printed == [[n, *row] for n, row in enumerate(tables().depots.advance, 1)]


def test_the_terrain_chart_on_the_page_is_the_one_in_force() -> None:
    rows = {row[0]: row for row in table(GAME, "### 3.6 ")}
    names = {name: name.replace("_", " ").casefold() for name in tables().terrain}
    assert {name.casefold() for name in rows} == set(names.values())
    for name, line in tables().terrain.items():
        _, foot, mech, combat, bombard = next(r for key, r in rows.items() if key.casefold() == names[name])
        assert (foot, mech) == (tuple(map(str, line.cost)) if line.cost else (foot, mech)), name
        assert foot.startswith("OT") == (line.cost is None) and ("Axis +2" in foot) == (line.cost_axis == 2), name
        assert bombard == (str(line.bombard) if line.bombard else "OT"), name
        assert ("shift" in combat) == bool(line.shift) and ("doubled" in combat) == line.doubled, name
        assert ("defender halved" in combat) == line.halved, name
        assert ("mechanised halved" in combat) == line.mech_halved, name
        assert ("defender +1" in combat) == bool(line.plus) and ("tank unit −1" in combat) == bool(line.tanks_lose)


def test_the_hexsides_on_the_page_are_those_in_force() -> None:
    rows = {row[0]: row[1:3] for row in table(GAME, "### 3.6 ", 1)}
    side = tables().side
    words = {99: "the whole move", 0: "0"}
    for name, line, cost in (
        ("River", "river", side["river"].cost),
        ("Major river", "major_river", side["major_river"].cost),
        ("Volga, Axis", "volga", side["volga"].cost),
        ("Volga, Soviets", "volga", side["volga"].cost_soviet),
    ):
        assert cost is not None, line
        assert rows[name] == [words.get(points, f"+{points}") for points in cost]


def test_the_units_on_the_page_are_those_in_force() -> None:
    printed = sorted((row[1], row[2], row[3]) for row in table(GAME, "### 1.3 "))
    wanted = []
    for card in classes().values():
        full = f"{card.full[0]}-{card.full[1]}"
        if PLAIN.intersection(card.traits):
            full = f"MF {card.full[1]}" if card.full[1] else "–"
        reduced = f"{card.reduced[0]}-{card.reduced[1]}" if card.reduced else "–"
        wanted.append((full, reduced, "yes" if card.zoc else "no"))
    assert printed == sorted(wanted)


def test_the_calendar_on_the_page_is_the_one_in_force() -> None:
    titles = {"ZH": "Zhukov", "ZC": "Zhukov Combat", "ST": "STAVKA", "SC": "STAVKA Combat"}
    wanted = []
    for number, line in enumerate(tables().turn, 1):
        panzer = f"any {line.choose}" if line.choose else " ".join(map(str, line.panzer))
        axis = f"{line.mc} Move/Combat, panzer {panzer}{', one of them doubled' if line.twice else ''}"
        soviet = [f"{line.move} Move"]
        counted = ((line.counter, "Counterattack!"), (line.combat, "Combat"))
        soviet += [f"{n} {word}" for n, word in counted if n]
        soviet += [titles[word] for word in line.soviet]
        soviet += [f"{line.deep} Deep Battle"] if line.deep else []
        wanted.append([str(number), line.name, line.weather, line.first.capitalize(), axis, ", ".join(soviet)])
    assert table(GAME, "### 2.4 ") == wanted


def test_the_weather_on_the_page_is_the_one_in_force() -> None:
    rows = {row[0]: row[1:] for row in table(GAME, "### 7.2 ")}
    lines = [tables().weather[name] for name in WEATHERS]
    assert [signed(cell.split(",")[0]) for cell in rows["Axis mechanised MF"]] == [-line.axis_mech for line in lines]
    assert rows["Axis mechanised MF"][3].endswith(f"−{lines[3].axis_mech_winter}")
    assert [signed(cell) for cell in rows["Other Axis MF"]] == [-line.axis for line in lines]
    assert [signed(cell) for cell in rows["Soviet MF"]] == [-line.soviet for line in lines]
    assert [cell == "yes" for cell in rows["Zones of Axis mechanised units"]] == [line.mech_zone for line in lines]
    assert [cell == "yes" for cell in rows["Roads"]] == [line.roads for line in lines]
    assert [signed(cell) for cell in rows["German bombardment"]] == tables().bombard.german
    assert [signed(cell) for cell in rows["Combat die"]] == [0, 0, tables().combat.mud, 0]


def test_supply_lengths_and_rail_capacities_on_the_page_are_those_in_force() -> None:
    supply = tables().supply
    lengths = [[int(cell) for cell in row[2:]] for row in table(GAME, "### 4.2 ")]
    assert lengths == [supply.axis, supply.axis_late, supply.axis_eight, supply.soviet_early, supply.soviet_late]
    assert supply.axis_late_from == 10
    printed = [(int(row[0].partition("–")[2]), int(row[1]), int(row[2])) for row in table(GAME, "### 3.7 ")]
    assert printed == [tuple(row) for row in tables().rail.capacity]


def test_replacements_on_the_page_are_those_in_force() -> None:
    rows = table(GAME, "### 8.3 ")
    for row in rows:
        first, _, last = row[0].partition("–")
        for turn in range(int(first), int(last or first) + 1):
            assert by_turn(tables().replace.axis, turn) == (int(row[1]), int(row[2])), turn
    assert int(rows[-1][0].partition("–")[2]) == len(tables().turn)


def test_withdrawals_on_the_page_come_in_the_turns_of_the_table() -> None:
    assert [int(row[0]) for row in table(GAME, "### 8.6 ")] == [line.turn for line in tables().withdraw]


@pytest.mark.parametrize(("heading", "side"), [("### 10.3 ", "axis"), ("### 10.4 ", "soviet")])
def test_the_reinforcements_on_the_page_are_those_of_the_schedule(heading: str, side: str) -> None:
    wanted: dict[int, int] = {}
    for line in arrivals().arrive:
        if line.side == side:
            wanted[line.turn] = wanted.get(line.turn, 0) + len(line.units)
    printed = {int(row[0]): sum(map(int, re.findall(r"(?:^|, )(\d+) ", row[1]))) for row in table(GAME, heading)}
    assert {turn: number for turn, number in printed.items() if number} == wanted


def test_the_page_and_the_tables_command_say_where_counters_and_arrivals_come_from() -> None:
    told = dict(RULESETS[GAME].figures.tables())
    units = [(row[1], row[-1]) for row in told["Counters (1.3)"][1:] if row[-1] != "ours"]
    assert [(row[1], row[-1]) for row in table(GAME, "### 1.3 ") if row[-1] != "ours"] == units
    for heading, side in (("### 10.3 ", "axis"), ("### 10.4 ", "soviet")):
        page_says = {int(row[0]): row[-1] for row in table(GAME, heading) if row[1]}
        asked = {row[0]: row[-1] for row in told["Arrivals (10.3, 10.4)"][1:] if row[1] == side}
        assert {turn: word for turn, word in page_says.items() if turn in asked} == asked


def test_the_places_on_the_page_are_those_of_the_map() -> None:
    rows = {row[0]: set(LABEL.findall(row[1])) for row in table(GAME, "### 11.2 ")}
    hexes = board().hexes
    for name, trait in (
        ("Forts", "fortress"),
        ("Weak Forts", "weak_fort"),
        ("Key industrial cities (8.4)", "key_city"),
    ):
        assert rows[name] == {h.label for h in hexes if trait in h.traits}
    ports = {h.label for h in hexes if "port" in h.traits}
    assert rows["Baltic ports"] == {h.label for h in hexes if {"port", "coast_Baltic"} <= h.traits}
    assert rows["Black Sea and Azov ports"] == ports - rows["Baltic ports"]
    edges = [set(row[1].split()) for row in table(GAME, "### 11.1 ")]
    assert edges == [{h.label for h in hexes if trait in h.traits} for trait in ("edge_axis", "edge_rus_supply")]
    zones = {h.label for h in hexes if "fortified_zone" in h.traits}
    assert zones <= set(LABEL.findall(section(GAME, "### 8.13 ")))


def test_every_place_named_with_a_hex_stands_there_on_the_map() -> None:
    hexes = {h.label: h.name for h in board().hexes}
    named = re.findall(r"([A-Z][a-z-]+(?: Rog|-Litovsk)?) ([WE]\d{4})\b", page(GAME))
    wrong = {(name, label) for name, label in named if hexes[label] and hexes[label] not in (name, f"Krivoi {name}")}
    assert named and not {(n, spot) for n, spot in wrong if n not in ("In", "Romania")}


def test_the_victory_cities_on_the_page_are_those_of_the_map() -> None:
    rows = {row[0].casefold(): set(LABEL.findall(row[1])) for row in table(GAME, "### 9.2 ")}
    assert rows == {side: {h.label for h in board().hexes if h.vp and h.owner == side} for side in ("axis", "soviet")}


def test_the_thresholds_on_the_page_are_those_in_force() -> None:
    rules = tables().victory
    assert f"**{rules.barbarossa_cities}** victory" in section(GAME, "### 9.3 ")
    campaign = section(GAME, "### 9.4 ").replace("\n", " ")
    assert f"{rules.campaign_cities} victory cities" in campaign
    numbers = [f"{most} cities at the end of turn {turn}" if i == 0 else f"{most} at the end of turn {turn}"
               for i, (turn, most) in enumerate(rules.milestones)]  # fmt: skip
    assert all(words in re.sub(r"\s+", " ", campaign) for words in numbers)
    for heading, most, least in (
        ("### 9.5 ", rules.blau_win, rules.blau_lose),
        ("### 9.6 ", rules.zitadelle_win, rules.zitadelle_lose),
    ):
        assert {f"**{most}**", f"**{least}**"} <= set(re.findall(r"\*\*\d+\*\*", section(GAME, heading)))


def test_typhoon_on_the_page_is_that_of_its_scenario_and_map() -> None:
    w = world_of(new_game("tdv-typhoon-1941"))
    text, rules = re.sub(r"\s+", " ", section(GAME, "### 9.8 ")), w.rules
    cities = {h.name: h.vp for h in w.board.hexes if h.vp}
    assert {row[0]: int(row[1]) for row in table(GAME, "### 9.8 ")} == cities
    assert f"add up to {sum(cities.values())}. The Axis starts with {held(w, Side.AXIS)}." in text
    assert f"with **{rules.victory.barbarossa_cities}** points" in text and scenario(w) == BARBAROSSA
    aims = [told.aim for told in find_scenario("tdv-typhoon-1941").briefing.values()]
    assert len(aims) == 2 and all(f" {rules.victory.barbarossa_cities} points" in aim for aim in aims)
    months = [f"turn {w.clock.turn}, September 1941", "turn 7, December 1941"]
    assert [row[1:] for row in table(GAME, "### 9.1 ") if row[0].startswith("Typhoon")] == [months]
    assert (w.turns, tables().turn[3].name, tables().turn[6].name) == (7, "September 1941", "December 1941")
    reach = [rules.chits.headquarters, rules.chits.stavka, rules.supply.axis, rules.supply.soviet_early]
    told = [[int(n) for n in row[1].split(", ")] for row in table(GAME, "### 9.8 ", 1)]
    assert told == [n if isinstance(n, list) else [n] for n in reach]
    depots = [[int(n) for n in row[1:]] for row in table(GAME, "### 9.8 ", 2)]
    assert depots == [list(row) for row in rules.depots.advance]
    assert (w.options["summer_chits"], w.options["finns"]) == ("two", "off")
    for words, trait in (("Key cities** (8.4) are", "key_city"), ("Fortified Zones** (8.13) lie at", "fortified_zone")):
        named = text.split(words, 1)[1].split(".", 1)[0].strip()
        assert set(re.split(", | and ", named)) == {h.name for h in w.board.hexes if trait in h.traits}, trait
    homes = {w.board.hexes[u.hex].name for u in w.units if u.type.kind == "depot" and u.hex >= 0}
    assert homes == {"Velikie Luki", "Smolensk", "Unecha"}


# -- the examples ----------------------------------------------------------------------------------


def test_the_ratios_on_the_page_are_reckoned_rightly() -> None:
    heads = tables().odds
    for text, column, _ in table(GAME, "### 5.2 "):
        attack, defence = (Fraction(int(part)) for part in text.split(":"))
        found = columns().reached(attack, defence)
        assert column == ("AE" if found < 0 else heads[found]), text


def team(*factors: int, base: int = 0, water: str = "", supply: int = 0) -> list[Combatant]:
    """Units on foot of these factors."""
    return [Combatant(f"{base}-{n}", "unit", f, base=base, water=water, supply=supply) for n, f in enumerate(factors)]


def tank(factor: int, base: int = 0, supply: int = 0, water: str = "") -> Combatant:
    """A tank unit."""
    return Combatant(f"tank-{base}", "tanks", factor, base=base, water=water, supply=supply, tank=True, mech=True)


def truck(factor: int) -> Combatant:
    """A motorised unit."""
    return Combatant("truck", "motorised", factor, mech=True)


EXAMPLES: list[tuple[AttackConditions, list[Combatant], list[Combatant]]] = [
    (AttackConditions(Side.AXIS, turn=1), [*team(5, 5, 5), *(tank(4, base) for base in (0, 1, 2))], team(1, 1, 1)),
    (AttackConditions(Side.AXIS, ("woods",), 5, "Mud"), [*team(2, 2, 2), tank(4)], team(1, 1, 1)),
    (
        AttackConditions(Side.AXIS, turn=7, weather="Snow"),
        [*team(5, 5, 5, 5, supply=1), tank(4, 1, supply=1)],
        team(3, 3),
    ),
    (AttackConditions(Side.AXIS, ("clear", "city")), [truck(3), tank(4)], team(3)),
    (AttackConditions(Side.AXIS), team(5, 5, 5, water="river"), team(3)),
    (AttackConditions(Side.SOVIET, turn=12), [*team(5, 4), tank(3)], team(5)),
]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_attacks_worked_through_on_the_page_come_out_so(number: int) -> None:
    _, totals, column, drm, die, result = table(GAME, "### 12.3 ")[number]
    site, ours, theirs = EXAMPLES[number]
    found = work_out_odds(site, tuple(ours), tuple(theirs))
    assert totals == f"{mixed(found.attack.total)} : {mixed(found.defence.total)}"
    assert (column, signed(drm)) == (found.title, found.drm)
    assert found.result(int(die)) == result


def test_there_is_one_attack_in_the_test_for_each_on_the_page() -> None:
    assert len(EXAMPLES) == len(table(GAME, "### 12.3 "))


CHANCES = [
    {"attack": "4/2tmw,4/2tmw,5/2w", "defend": "1,1", "place": "town,weak_fort", "turn": "1", "led": "yes"},
    {"attack": "4/2tm", "defend": "1,1", "led": "yes"},
    {"attack": "4/2tm,4/2tm,5/2", "defend": "3/1", "led": "yes"},
    {"attack": "4/2tm,4/2tm,5/2", "defend": "3/1", "led": "yes", "turn": "5", "weather": "Mud"},
    {"attack": "5/2,5/2,5/2", "defend": "3/1", "terrain": "woods"},
    {"attack": "5/2,5/2,5/2", "defend": "3/1", "place": "city,works", "stand": "yes"},
    {"attack": "5/2o,5/2o,5/2o", "defend": "3/1", "turn": "7", "weather": "Snow"},
    {"side": "soviet", "attack": "5/2,3/1,3/1", "defend": "5/2g", "turn": "8", "weather": "Snow"},
    {"side": "soviet", "attack": "8/4tm,6/3,6/3", "defend": "5/2g", "turn": "27", "led": "yes"},
]


def test_the_chances_beside_the_examples_are_exact() -> None:
    printed = [(column, f"{chance}") for _, column, chance in table(GAME, "### 12.3 ", 1)]
    found = [RULESETS[GAME].combat.odds(figures) for figures in CHANCES]
    assert printed == [(one.odds, f"{round(100 * one.p_cleared)} %") for one in found]


def test_the_command_line_on_the_page_is_the_battle_of_brest() -> None:
    words = section(GAME, "### 12.1 ").split("rasputitsa odds dark-valley ", 1)[1].split()
    assert {key.removeprefix("--"): value for key, value in zip(words[::2], words[1::2], strict=True)} == CHANCES[0]


def brest() -> AttackOdds:
    """The attack on Brest-Litovsk as the page tells it."""
    corps = Combatant("XII.K", "XII.K", 5, 2, base=1, water="river", german=True)
    panzers = [Combatant(f"Pz{n}", f"Pz{n}", 4, 2, base=1, water="river", tank=True, mech=True) for n in (17, 18)]
    attackers: Team = (corps, *panzers)
    return work_out_odds(
        AttackConditions(Side.AXIS, ("clear", "town", "weak_fort"), 1, led=True), attackers, tuple(team(1, 1))
    )


def test_the_battle_of_brest_on_the_page_comes_out_so() -> None:
    found = brest()
    assert found.attack.total == 13 and found.defence.total == 3
    assert tables().odds[found.ratio] == "4-1" and found.title == "3-1"
    assert sum(line.value for line in found.drms) == 3 and found.drm == 2
    assert found.result(3) == "DR*"


def test_brest_lies_on_the_map_as_the_page_tells() -> None:
    spot, west = board().by_label["W3326"], board().by_label["W3226"]
    town = board().hexes[spot]
    assert (town.terrain, town.place) == ("clear", "town") and "weak_fort" in town.traits
    assert "river" in board().kinds(west, spot)
    behind = [board().hexes[i] for i in board().neighbours[spot] if board().hexes[i].owner == "soviet"]
    assert {h.label for h in behind if h.terrain != "marsh"} == {"W3325"}
    stacks = {(entry.hex, entry.zone): entry.units for _, entry in find_scenario("tdv-barbarossa-1941").units}
    assert stacks["W3325", "WMD"]
    assert {"Pz17:panzer41", "Pz18:panzer41", "XII.K:inf_corps"} <= set(stacks["W3226", "AGC"])
    assert stacks["W3326", "WMD"] == ["6.SD:rifle_div", "42.SD:rifle_div"]
