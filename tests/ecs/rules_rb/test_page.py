"""Do the figures on the rules page of Russia Besieged agree with the tables, and is its example played so?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import pytest

from ecs import RULESETS, new_game
from ecs.core.commands import Aim, Assign, Command, EndPhase, Lead, Move, Overwhelm
from ecs.core.files.scenarios import find_scenario
from ecs.core.files.toml_files import by_turn
from ecs.engine.engine import Game
from ecs.rulesets.russia_besieged.combat.declared_attacks import odds_of
from ecs.rulesets.russia_besieged.combat.mandatory_attacks import unanswered
from ecs.rulesets.russia_besieged.combat.odds import BLITZKRIEG, CRT, column_of, lookup, ratio, ratio_name
from ecs.rulesets.russia_besieged.data.calendar import rail_chain
from ecs.rulesets.russia_besieged.data.ground_tables import AllowanceRule
from ecs.rulesets.russia_besieged.data.tables import WEATHERS, tables
from ecs.rulesets.russia_besieged.data.units import arrivals, classes, kinds, units
from tests.ecs.rules_rb.stage import board, majors, spots
from tests.kits.rules_pages import headings, page, section, table

GAME = "russia-besieged"
LABEL = re.compile(r"\b\d{4}\b")
SKIES = ("Clear", "Lt Mud", "Mud", "First winter", "Snow")


def signed(text: str) -> int:
    """A number with a printed minus sign."""
    return int(text.replace("−", "-"))


def last_turn(text: str) -> int:
    """The last turn of a row "7–12" or "13"."""
    return int(text.rpartition("–")[2])


def by_rows(heading: str, number: int = 0) -> list[tuple[int, ...]]:
    """A table of numbers by turns: last turn, numbers."""
    return [(last_turn(row[0]), *map(int, row[1:])) for row in table(GAME, heading, number)]


def at_every_turn(printed: Sequence[tuple[int, ...]], wanted: Sequence[Sequence[int]]) -> bool:
    """Do two tables by turns say the same of every turn?"""
    return all(by_turn(printed, turn) == by_turn(wanted, turn) for turn in range(1, len(tables().turns) + 1))


# -- the tables -----------------------------------------------------------------------------------------------


def test_the_combat_tables_on_the_page_are_those_in_force() -> None:
    crt, blitz = tables().crt, tables().blitz_table
    assert [(signed(row[0]), row[1:]) for row in table(GAME, "### 10.2 ")] == [
        (low, list(cells)) for (low, _), cells in zip(crt.rolls, crt.cells, strict=True)
    ]
    assert [[cell.replace(" Adv ", "+") for cell in row[1:]] for row in table(GAME, "### 10.9 ")] == [
        list(cells) for cells in blitz.cells
    ]
    assert [last_turn(row[0]) for row in table(GAME, "### 10.9 ")] == [high for _, high in blitz.rolls]
    heads = [line for line in section(GAME, "### 10.2 ").splitlines() if line.startswith("| Roll")]
    assert re.findall(r"\d-\d", heads[0]) == [ratio_name(head) for head in crt.odds]


def test_the_calendar_on_the_page_is_the_one_in_force() -> None:
    printed = {}
    for year, *row in table(GAME, "### 1.2 "):
        printed |= {
            code + year[2:]: int(turn)
            for code, turn in zip(("JF", "MA", "MJ", "JA", "SO", "ND"), row, strict=True)
            if turn != "–"
        }
    assert printed == {code: number for number, code in enumerate(tables().turns, 1)}


def test_the_classes_and_units_on_the_page_are_those_in_force() -> None:
    ways = {"motorised": "mot", "cavalry": "cav", "foot": "foot", "stays in its city": "fixed"}
    for letter, _, moves, armour, zone, _, price in table(GAME, "### 1.3 "):
        kind = kinds()[letter]
        assert (ways[moves], armour == "yes", zone == "yes") == (kind.mobility, kind.armour, kind.zoc), letter
        assert price == str(tables().replace.cost.get(letter, "–")), letter
    printed = sorted(tuple(row[1:]) for row in table(GAME, "### 1.3 ", 1))
    cards = [card for name, card in classes().items() if card.fights and name != tables().workers.counter]
    assert printed == sorted(
        (_pair(card.full), _pair(card.reduced) if card.reduced else "–", card.kind, card.size) for card in cards
    )


def test_all_counters_and_arrivals_are_ours_and_two_scenarios_published_as_the_page_says() -> None:
    told = dict(RULESETS[GAME].figures.tables())
    assert {row[-1] for head in ("Counters (1.3)", "Arrivals (25.4, 25.5)") for row in told[head][1:]} == {"ours"}
    assert [row[1] for row in told["Scenarios (23)"][1:] if row[-1] == "published account"] == ["1-7", "1-10"]


def _pair(figures: tuple[int, int]) -> str:
    return f"{figures[0]}-{figures[1]}"


def test_the_march_table_on_the_page_is_the_one_in_force() -> None:
    charts = [chart[sky] for sky in SKIES for chart in (tables().march.first, tables().march.second)]
    wanted = [[_pace(p) for p in (c.axis_mot, c.axis_foot, c.soviet_mot, c.soviet_cav, c.soviet_foot)] for c in charts]
    assert [row[2:] for row in table(GAME, "### 6.0 ")] == wanted


def _pace(pace: AllowanceRule) -> str:
    if pace.at is not None:
        late = f" ({pace.late} from turn {tables().march.late_from})" if pace.late is not None else ""
        return f"{pace.at}{late}"
    if pace.half:
        return "half, rounded up"
    least = f", at least {pace.least}" if pace.least else ""
    return f"−{pace.less}{least}" if pace.less else "full"


def test_supply_lengths_on_the_page_are_those_in_force() -> None:
    rules = tables().supply
    wanted = (rules.axis, rules.soviet, rules.axis_combat, rules.soviet_combat)
    titles = ("Axis, general", "Soviet, general", "Axis, combat", "Soviet, combat")
    for title, rows in zip(titles, wanted, strict=True):
        printed = [(last_turn(r[1]), *map(int, r[2:])) for r in table(GAME, "### 13.2 ") if r[0] == title]
        assert at_every_turn(printed, rows), title


def test_capacities_and_numbers_by_turn_on_the_page_are_those_in_force() -> None:
    rules = tables()
    assert at_every_turn(by_rows("### 7.0 "), rules.rail.capacity)
    assert at_every_turn(by_rows("### 7.2 "), rules.gauge.groups)
    assert at_every_turn(by_rows("### 11.3 "), rules.air.pool)
    assert at_every_turn(by_rows("### 19.1 ", 1), rules.replace.east)
    german = by_rows("### 19.1 ", 2)
    assert at_every_turn([row[:2] for row in german], rules.replace.german)
    assert at_every_turn([(row[0], row[2]) for row in german], rules.replace.german_armour)
    bands = by_rows("### 16.1 ")
    assert at_every_turn([row[:2] for row in bands], rules.partisans.placed)
    assert all(row[2] == (by_turn(rules.partisans.most, row[0])[0] if row[1] else 0) for row in bands)


def test_the_lengths_of_converted_chains_on_the_page_are_those_in_force() -> None:
    skies = (("Clear", "Clear"), ("Clear", "Mud"), ("Mud", "Snow"))
    one, two = ([rail_chain(pair, groups) for pair in skies] for groups in (1, 2))
    words = re.sub(r"\s+", " ", section(GAME, "### 7.2 "))
    assert f"{one[0]} hexes; {one[1]} in a turn with mud" in words and f"impulses, {one[2]} in one" in words
    assert f"{two[0]}, {two[1]} or {two[2]}" in words


def test_the_cities_that_give_rp_on_the_page_are_those_in_force() -> None:
    printed = {name: int(row[0]) for row in table(GAME, "### 19.1 ") for name in row[1].split(", ")}
    assert printed == tables().replace.cities


def test_the_weather_on_the_page_is_the_one_in_force() -> None:
    rules = tables().weather
    wanted = [[first, second] for code in tables().seasons for *_, first, second in rules.rolls[code]]
    assert [row[2:] for row in table(GAME, "## 17. ")] == wanted
    dice = [high for code in tables().seasons for _, high, *_ in rules.rolls[code]]
    assert [10 if row[1] == "no roll" else last_turn(row[1]) for row in table(GAME, "## 17. ")] == dice
    years = {tables().turns[int(row[0]) - 1]: row[2:] for row in table(GAME, "### 24.4 ")}
    assert years == {code: list(pair) for code, pair in rules.history.items()}
    rows = {row[0]: row[1:] for row in table(GAME, "## 17. ", 1)}
    assert list(map(int, rows["Air groups in an attack (11.4)"])) == tables().air.most.axis
    for name, skies in (
        ("Blitzkrieg attack (10.9)", tables().blitz.weather),
        ("Automatic victory (9.3)", tables().victory_at_odds.weather),
        ("Artillery (12)", tables().artillery.weather),
        ("Invasion (8.4)", tables().landing.weather),
    ):
        assert [sky for sky, cell in zip(WEATHERS, rows[name], strict=True) if cell == "yes"] == skies, name


def test_ships_on_the_page_sail_by_the_tables() -> None:
    sea = tables().sea
    words = {0: "no roll", -1: "–"}
    for row, mission in zip(table(GAME, "### 8.2 "), (sea.transport, sea.invasion, sea.evacuation), strict=True):
        needs = [*(mission.soviet.get(s, -1) for s in ("Black", "Baltic", "Caspian"))]
        needs += [mission.axis.get(s, -1) for s in ("Black", "Baltic")]
        assert row[1:] == [words.get(need, str(need)) for need in needs]
    printed = [set(LABEL.findall(row[1])) for row in table(GAME, "### 8.0 ")]
    assert printed == [set(spots(*ports)) for ports in sea.ports.values()]


def test_the_places_on_the_page_are_those_of_the_map() -> None:
    towns = [h for h in board().hexes if h.place == "town"]
    minor = [
        {h.name: h.label for h in towns if h.owner == owner and "oil" not in h.traits} for owner in ("axis", "soviet")
    ]
    wells = {h.name: h.label for h in towns if "oil" in h.traits}
    wanted = (majors("axis"), majors("soviet"), *minor, wells)
    rows = [dict(part.rsplit(" ", 1) for part in row[1].split(", ")) for row in table(GAME, "### 2.2 ")]
    assert rows == [*wanted]


def test_every_place_named_with_a_hex_stands_there_on_the_map() -> None:
    hexes = {h.label: h.name for h in board().hexes}
    named = re.findall(r"([A-Z][a-z]+(?:-[A-Z][a-z]+)?) (\d{4})\b", page(GAME))
    cities = [(name, label) for name, label in named if hexes.get(label)]
    assert len(cities) > 60 and not {(name, label) for name, label in cities if hexes[label] != name}


def test_field_marshals_on_the_page_are_those_in_force() -> None:
    printed = {name: [*map(int, turns.split("–"))] for name, _, turns in table(GAME, "### 14.2 ")}
    assert printed == {name: list(line.turns) for name, line in tables().marshals.who.items()}


def test_sudden_death_and_pars_on_the_page_are_those_in_force() -> None:
    assert [(int(row[0]), int(row[2])) for row in table(GAME, "### 22.2 ")] == [
        tuple(row) for row in tables().victory.sudden
    ]
    ids = {
        "Barbarossa, five turns": "rb-barbarossa-5", "Barbarossa, seven turns": "rb-barbarossa-7",
        "Barbarossa, ten turns": "rb-barbarossa-10", "Campaign 1941–45": "rb-campaign-1941",
        "Blue 1942": "rb-blue-1942", "Campaign 1942–45": "rb-campaign-1942", "Zitadelle 1943": "rb-zitadelle-1943",
        "Campaign 1943–45": "rb-campaign-1943", "Bagration 1944": "rb-bagration-1944",
        "Campaign 1944–45": "rb-campaign-1944",
    }  # fmt: skip
    rows = {row[1]: row for row in table(GAME, "## 23. ")}
    assert rows.keys() == ids.keys()
    for title, name in ids.items():
        found, (_, _, turns, wins) = find_scenario(name), rows[title]
        assert (found.title.replace("-", "–"), turns) == (title, f"{found.start_turn} to {found.turns}")
        rule = found.rules
        words = f"{rule['par']} VP" if "par" in rule else f"{rule.get('cities', '')} Major Cities".strip()
        assert wins == (words if {"par", "cities"} & rule.keys() else "Berlin, and 22.2 on the way"), title


@pytest.mark.parametrize(("heading", "side"), [("### 25.4 ", "axis"), ("### 25.5 ", "soviet")])
def test_the_arrivals_on_the_page_are_those_of_the_calendar(heading: str, side: str) -> None:
    wanted: dict[int, int] = {}
    for line in arrivals().arrive:
        if line.side == side:
            wanted[line.turn] = wanted.get(line.turn, 0) + len(line.units)
    assert {int(row[0]): _counted(row[1]) for row in table(GAME, heading)} == wanted


def _counted(words: str) -> int:
    return sum(map(int, re.findall(r"(?:^|[,;] )(\d+) ", words)))


def test_conversions_on_the_page_are_those_of_the_calendar() -> None:
    wanted: dict[int, set[str]] = {}
    for line in arrivals().convert:
        wanted.setdefault(line.turn, set()).add(line.unit)
    rows = table(GAME, "### 25.6 ")
    assert {int(row[0]): {part.split(" becomes ")[0] for part in row[1].split("; ")} for row in rows} == wanted


def test_the_armies_of_june_1941_on_the_page_are_those_of_the_roster() -> None:
    wanted = [_fighting(force.units) for force in units().force]
    assert [_counted(row[1]) for row in table(GAME, "### 25.2 ")] == [number for number in wanted if number]


def _fighting(texts: Iterable[str]) -> int:
    return sum(1 for text in texts if classes()[text.partition(":")[2]].fights)


def test_the_ratios_on_the_page_are_reckoned_rightly() -> None:
    for text, words in table(GAME, "### 26.3 "):
        found = ratio(*map(int, text.split(" : ")))
        assert words.startswith(ratio_name(found)), text
        assert ("surrender" in words) == (column_of(CRT, found) < 0)
        if "read as" in words:
            assert [column_of(name, found) for name in (CRT, BLITZKRIEG)] == [
                column_of(CRT, 7),
                column_of(BLITZKRIEG, 7),
            ]


def test_every_modifier_and_result_of_the_tables_is_explained_on_the_page() -> None:
    assert {row.rule for row in tables().modifier.values()} <= set(headings(GAME))
    told = {code.strip() for row in table(GAME, "### 10.6 ") for code in row[0].split(",")}
    assert tables().result.keys() - {"below"} <= told


# -- the example of play ----------------------------------------------------------------------------------------


def ring() -> Game:
    """The first Axis movement of June 1941 as the page tells it, and the aircraft and the Field Marshal given."""
    game = new_game("rb-barbarossa-7", seed=1)
    while not game._w.phase.startswith("move1"):
        game.apply(EndPhase())
    orders: list[Command] = [Assign(name, "1524", 1) for name in ("VI.K", "VIII.K", "XX.K", "VII.K")]
    orders += [Overwhelm("1524"), Move("IX.K", "1525"), Move("XIII.K", "1525")]
    orders += [Assign("IX.K", "1625", 1), Assign("XIII.K", "1625", 1), Overwhelm("1625"), Move("XLVII.Pz", "1625")]
    orders += [Move("XXXIX.Pz", "1723"), Move("LVII.Pz", "1723"), Move("Leeb", "1622"), Assign("XLVII.Pz", "1726", 1)]
    orders += [Assign("XXXIX.Pz", "1724", 1), Assign("LVII.Pz", "1724", 1), EndPhase()]
    orders += [Aim("Luft-3", "1724"), Aim("Luft-5", "1724"), Lead("Leeb", "1724")]
    for order in orders:
        game.apply(order)
    return game


def test_the_ring_of_bialystok_on_the_page_can_be_played() -> None:
    game = ring()
    w, spot = game._w, board().by_label
    side = w.by_id["IX.K"].type.side
    assert w.by_id["6.CC"].hex < 0 and w.by_id["13.MC"].hex < 0
    assert spot["1624"] not in unanswered(w)
    team = [w.by_id[name] for name in ("XXXIX.Pz", "LVII.Pz", "Luft-3", "Luft-5", "Leeb")]
    blitz = odds_of(w, (spot["1724"],), side, team, BLITZKRIEG)
    assert (blitz.attack.total, blitz.defence.total, blitz.title, blitz.drm) == (23, 5, "4-1", 1)
    assert blitz.result(6).title == "D2 Adv 2"
    alone = odds_of(w, (spot["1726"],), side, [w.by_id["XLVII.Pz"]])
    assert (alone.title, alone.drm, alone.result(5).title) == ("4-1", -1, "D2")
    at = {"XLVII.Pz": spot["1625"], "LVII.Pz": spot["1724"], "XXXIX.Pz": spot["1725"]}
    team = [w.by_id[name] for name in ("IX.K", "XIII.K", *at)]
    last = odds_of(w, (spot["1624"],), side, team, at=at)
    assert (last.attack.total, last.defence.total, last.title, last.drm) == (36, 8, "4-1", 0)
    assert lookup(CRT, last.column, 5).title == "D2" and lookup(CRT, last.column, 2).title == "X2"


def test_the_command_line_on_the_page_is_the_blitzkrieg_attack() -> None:
    words = section(GAME, "### 26.1 ").split(f"rasputitsa odds {GAME} ", 1)[1].split()
    figures = {key.removeprefix("--"): value for key, value in zip(words[::2], words[1::2], strict=True)}
    found = RULESETS[GAME].combat.odds(figures)
    assert found.odds.endswith("4-1") and not found.refusal


CHANCES = [
    {"attack": "5/2,5/2", "defend": "3/1"},
    {"attack": "9/5a,8/4a", "defend": "3/1,3/1"},
    {"attack": "9/5a,8/4a", "defend": "3/1,3/1", "table": "blitz", "air": "2"},
    {"attack": "8/4a,5/2", "defend": "3/1", "city": "yes"},
    {"attack": "8/4a,5/2", "defend": "3/1", "terrain": "forest", "river": "yes"},
    {"attack": "4/2a,3/1,3/1", "defend": "5/2", "side": "soviet", "turn": "4", "weather": "Snow"},
    {"attack": "8/4a,5/2,5/2", "defend": "4/2", "side": "soviet", "turn": "19", "table": "blitz"},
]


def test_the_chances_on_the_page_are_exact() -> None:
    printed = [tuple(row[1:]) for row in table(GAME, "### 26.3 ", 1)]
    found = [RULESETS[GAME].combat.odds(figures) for figures in CHANCES]
    assert printed == [(one.odds, f"{round(100 * one.p_cleared)} %") for one in found]
