"""Do the figures on the rules page of War Against Russia agree with the tables, and is its example reckoned so?"""

from __future__ import annotations

import re

import pytest

from ecs import RULESETS, new_game
from ecs.core.components import Assignment, Disruption, Garrison, Side
from ecs.core.files.scenarios import find_scenario
from ecs.core.files.toml_files import by_turn
from ecs.core.world import World
from ecs.rulesets.war_against_russia.campaign.victory import needed
from ecs.rulesets.war_against_russia.combat import air
from ecs.rulesets.war_against_russia.combat.battlefield import odds_of
from ecs.rulesets.war_against_russia.combat.odds import (
    columns,
    is_overrun,
    offer,
    payment,
    price,
)
from ecs.rulesets.war_against_russia.combat.retreat_and_advance import has_way, is_surrounded
from ecs.rulesets.war_against_russia.data.tables import FACES, ROLL, tables
from ecs.rulesets.war_against_russia.data.units import classes, printed_values
from ecs.rulesets.war_against_russia.ground.control import held_points
from ecs.rulesets.war_against_russia.ground.movement import allowance
from ecs.rulesets.war_against_russia.ground.terrain import weather_at
from ecs.rulesets.war_against_russia.table.forecast import odds as imagined
from ecs.systems.combat.odds import NO_COLUMN
from ecs.systems.marches import reach
from tests.ecs.rules_war.fray import do, open_orders
from tests.ecs.rules_war.stage import at, board, load_dice, position, where
from tests.ecs.worlds import world_of
from tests.kits.rules_pages import as_we_write, page, section, table

GAME = "war-against-russia"
SPOT = re.compile(r"([A-Z][a-z]+(?:[- ][A-Z][a-z]+)?) ([A-Z]{1,2}\d{1,2})\b")


def signed(text: str) -> int:
    """A number with a printed minus or plus sign."""
    return int(text.replace("−", "-"))


def words(heading: str) -> str:
    """What stands under a heading, as one line without bold marks."""
    return re.sub(r"\s+", " ", section(GAME, heading).replace("**", ""))


def spots(text: str) -> dict[str, str]:
    """The places "Name A1, Name B2" of a cell."""
    return dict(part.rsplit(" ", 1) for part in text.split(", "))


# -- combat ---------------------------------------------------------------------------------------------------


def test_the_combat_results_on_the_page_are_those_in_force() -> None:
    rows = {int(row[0]): row[1:] for row in table(GAME, "### 9.2 ")}
    assert rows == {die: list(row) for die, row in enumerate(tables().crt.cells, 1)}
    head = next(line for line in section(GAME, "### 9.2 ").splitlines() if line.startswith("| Die"))
    assert re.findall(r"\d+-\d+", head) == [columns().title(i) for i in range(len(tables().crt.odds))]


def test_the_result_key_on_the_page_is_the_one_in_force() -> None:
    told = {row[0]: row[1] for row in table(GAME, "### 9.3 ")}
    assert told.keys() == tables().result.keys()
    for code, effect in tables().result.items():
        text = told[code]
        assert ("Dispersed" in text) == (effect.dispersed or effect.attackers), code
        assert ("re eliminated" in text) == effect.eliminated, code
        most, some = max(effect.retreat), effect.retreat[0] < effect.retreat[1]
        assert re.findall(r"retreat (up to )?(\d)", text) == ([("up to " if some else "", str(most))] if most else [])


def test_conversions_on_the_page_are_those_in_force() -> None:
    convert = tables().convert
    for code, *row in table(GAME, "### 9.6 "):
        assert row == [part.get(code, code) for part in (convert.surrounded, convert.overrun, convert.stand)], code
    listed = {row[0] for row in table(GAME, "### 9.6 ")}
    assert listed == convert.surrounded.keys() | convert.overrun.keys() | convert.stand.keys()
    assert tables().terrain["mountain"].declines == {"X": "D"}


def test_overrun_and_exchange_on_the_page_are_those_in_force() -> None:
    rules = tables().overrun
    assert f"more than {rules.times} times" in words("### 9.6 ")
    assert (rules.weather.axis, rules.weather.soviet[2:]) == (["Good", "Hard Frost"], ["Snow", "Subarctic"])
    trade = tables().exchange
    assert {code: float(cost) for code, cost in table(GAME, "### 9.5 ")} == {
        code: a / b for code, (a, b) in trade.prices.items()
    }
    assert trade.weather == ["Good", "Hard Frost"] and set(trade.spared) == {"RUM", "HUN", "ITA"}
    assert "DR, DW, DE, BR or X destroys them" in words("## 8. ")
    assert trade.intrinsic_falls == ["DR", "DW", "DE", "BR", "X"]


def test_terrain_on_the_page_is_that_in_force() -> None:
    d, ground, line = tables().defence, tables().terrain, tables().side["stalin_line"]
    wanted = {
        "Hills": ("infantry", ground["hills"].plus),
        "Mountain": ("infantry", ground["mountain"].plus),
        "Swamp, not frozen": ("Soviet infantry", ground["swamp"].plus),
        f"Stalin Line, from turn {line.from_turn}": ("Soviet infantry", line.plus),
        "Fortress": ("Soviet infantry", d.fortress),
        "Major city": ("infantry", d.major),
        "City": ("infantry", d.town),
        "Town": ("none", 0),
    }
    assert {row[0]: (row[1], int(row[2])) for row in table(GAME, "## 8. ")} == wanted
    text = words("## 8. ")
    assert f"Multiply the factor of every unit in the city by {d.victory_times}" in text
    assert f"Add {d.intrinsic} factor for the city's militia, {d.intrinsic_great} in Leningrad and Moscow" in text
    assert f"loses {-tables().side['river'].shift} column. If Germans are among the defenders, it loses" in text
    assert (tables().side["lake"].divisor, tables().attack.unsupplied_divisor) == (2, 2)


def test_shifts_on_the_page_are_those_in_force() -> None:
    shift, river, strait = tables().shift, tables().side["river"], tables().side["strait"]
    wanted = [river.shift, river.shift_german, strait.shift, shift.dispersed, shift.cold, shift.air]
    assert [signed(row[1]) for row in table(GAME, "### 9.1 ")] == wanted
    assert f"up to {tables().attack.waves} waves" in words("### 9.1 ")


def test_advances_on_the_page_are_those_in_force() -> None:
    rules = tables().advance
    told: dict[str, list[str]] = {sky: row[1:] for row in table(GAME, "### 10.2 ") for sky in row[0].split(", ")}
    assert told.keys() == {"Good", "Hard Frost", "Mud", "Snow", "Subarctic"}
    for sky, (armour, others) in told.items():
        pair = rules.armour.get(sky)
        found = [pair.of(side) if pair else rules.others for side in Side]
        shown = [int(number) for number in re.findall(r"\d", armour)]
        assert (shown * 2 if len(shown) == 1 else shown, int(others)) == (found, rules.others), sky


# -- calendar, counters, ground -------------------------------------------------------------------------------


def test_the_calendar_on_the_page_is_the_one_in_force() -> None:
    rolled = f"die: 1–{tables().may.good} Good, {tables().may.good + 1}–{FACES} Mud"
    for number, (turn, row) in enumerate(zip(tables().turn, table(GAME, "## 4. "), strict=True)):
        assert row[:2] == [str(number), turn.name]
        assert row[2].startswith(rolled) if turn.weather == ROLL else row[2] == turn.weather, row


@pytest.mark.parametrize("sky", ["Good", "Mud", "Hard Frost", "Snow", "Subarctic"])
def test_the_limits_of_marches_on_the_page_are_those_in_force(sky: str) -> None:
    units = {"A": ("ger_army", "Q1"), "B": ("ger_ltkps", "R2"), "C": ("ger_pzgr", "S2"), "D": ("rus_mexkor", "Q19")}
    w = position(units, weather=sky)
    row = {row[0]: row[1:] for row in table(GAME, "## 4. ", 1)}[sky]
    for name, cell in zip(units, row, strict=False):
        printed = printed_values(w.by_id[name]).move
        assert allowance(w, w.by_id[name]) == (printed if cell == "MF" else min(printed, int(cell))), name
    w = position({}, weather=sky, turn=7)
    flying = {side: air.number(w, side) for side in Side}
    at_most = {side: by_turn(tables().air.of(side), 7)[0] for side in Side}
    assert row[-1] == ", ".join("all" if flying[side] == at_most[side] else str(flying[side]) for side in Side)


def test_the_counters_on_the_page_are_those_in_force() -> None:
    wanted = [
        [
            as_we_write(c.name),
            f"{c.attack}-{c.defence}-{c.move}",
            c.size,
            c.arm + ", motorised" * ("motorised" in c.traits),
        ]
        for c in classes().values()
        if c.arm != "air"
    ]
    assert sorted(table(GAME, "### 2.2 ")) == sorted(wanted)
    assert {row[-1] for row in dict(RULESETS[GAME].figures.tables())["Counters (2.2)"][1:]} == {"ours"}  # says the page


def test_the_places_on_the_page_are_those_of_the_map() -> None:
    rows = {row[0]: spots(row[1]) for row in table(GAME, "### 3.3 ")}
    kinds = {"victory": "Victory", "major": "Major", "town": "Cities", "": "Towns"}
    for word, title in kinds.items():
        told = {name: spot for key, part in rows.items() if key.startswith(title) for name, spot in part.items()}
        assert told == {h.name: h.label for h in board().hexes if h.name and h.place == word}, title
    for key, part in rows.items():
        if key.endswith((", Axis", ", Soviet")):
            owner = key.rpartition(" ")[2].lower()
            assert {board().hexes[at_spot(spot)].owner for spot in part.values()} == {owner}, key
    assert set(rows["Fortresses"].values()) == {h.label for h in board().hexes if "fortress" in h.traits}
    for sea, title in (("Baltic", "Baltic"), ("Black", "Black Sea"), ("Azov", "Sea of Azov"), ("White", "White Sea")):
        told = next(part for key, part in rows.items() if key.endswith(f"on the {title}"))
        ports = {h.label for h in board().hexes if {"port", f"coast_{sea}"} <= h.traits}
        assert set(told.values()) == ports, title


def at_spot(label: str) -> int:
    return board().by_label[label]


def test_every_place_named_with_a_hex_stands_there_on_the_map() -> None:
    hexes = {h.label: h.name for h in board().hexes}
    named = {(name, label) for name, label in SPOT.findall(page(GAME)) if hexes.get(label)}
    wrong = {(name, label) for name, label in named if not name.endswith(hexes[label].rpartition("-")[2])}
    assert len(named) > 80 and not wrong


def test_the_control_of_seas_and_carriage_on_the_page_are_those_in_force() -> None:
    names = {"Black Sea": "Black", "Sea of Azov": "Azov", "White Sea": "White", "Baltic": "Baltic"}
    found = {names[row[0]]: re.findall(r"[A-Z]{1,2}\d+", row[1]) for row in table(GAME, "## 7. ")}
    holds = {sea: [board().hexes[i].label for i in board().spots(names)] for sea, names in tables().sea.holds.items()}
    assert found == {sea: hexes for sea, hexes in holds.items() if sea in found}
    text = words("## 7. ")
    assert f"The Axis may send {tables().rail.axis} units a turn, the Soviets {tables().rail.soviet}." in text
    assert f"In the Initial phase {tables().sea.units} UnDispersed unit may sail" in text


def test_stacking_on_the_page_is_that_in_force() -> None:
    rules, text = tables().stacking, words("## 6. ")
    assert f"At most {rules.most} units may stand in a hex. At most {rules.armies} of them" in text
    assert f"unfrozen swamp (4): at most {rules.rough_armour} armour unit" in text


def test_places_that_keep_units_alive_on_the_page_are_those_in_force() -> None:
    titles = {"Victory city": "victory", "Fortress": "fortress", "Major city": "major"}
    assert {titles[row[0]]: int(row[1]) for row in table(GAME, "## 11. ")} == tables().supply.sustain


def test_air_units_on_the_page_are_those_in_force() -> None:
    rows = [(int(row[0].rpartition("–")[2]), *map(int, row[1:])) for row in table(GAME, "## 12. ")]
    for turn in range(len(tables().turn)):
        wanted = tuple(by_turn(tables().air.of(side), turn)[0] for side in Side)
        assert tuple(by_turn(rows, turn)) == wanted, turn


# -- income, arrivals, victory --------------------------------------------------------------------------------


def test_income_on_the_page_is_that_in_force() -> None:
    axis, soviet, text = tables().axis, tables().soviet, words("## 13. ")
    assert f"gets {axis.armour} armour factor and {axis.infantry} infantry factors each turn, from turn" in text
    assert (axis.from_turn, soviet.from_turn) == (2, 2) and f"On turn {axis.allies_return}, April 1942" in text
    rows = {row[0]: tuple(map(int, row[1:])) for row in table(GAME, "## 13. ")}
    cities = {name: gain for key, gain in rows.items() for name in key.removeprefix("Tank factories ").split(", ")}
    irc = {h.name: h.label for h in board().hexes if "irc" in h.traits}
    for name in irc:
        great = name in tables().defence.great
        assert any(name in key and gain[0] == (soviet.infantry_great if great else soviet.infantry_city)
                   for key, gain in rows.items()), name  # fmt: skip
    factories = next(key for key in rows if key.startswith("Tank factories"))
    told = set(factories.removeprefix("Tank factories ").split(", "))
    assert told == {h.name for h in board().hexes if "tankfactory" in h.traits} and rows[factories] == (0, 1)
    assert cities.keys() - {"Siberia", f"Siberia from turn {soviet.armour_siberia_more_from}"} == irc.keys()
    assert rows["Siberia"] == (soviet.siberia, soviet.armour_siberia)
    more = soviet.armour_siberia + soviet.armour_siberia_more
    assert rows[f"Siberia from turn {soviet.armour_siberia_more_from}"] == (soviet.siberia, more)
    doors = {axis.entry: "Warsaw", axis.rumanian_entry: "Iasi", axis.finnish_entry: "Helsinki"}
    spots = {name: board().hexes[index] for name in doors for index in board().named(name)}
    assert {role: spot.name for role, spot in spots.items()} == doors
    assert all(f"{spot.name} {spot.label}" in text for spot in spots.values())


def test_arrivals_on_the_page_are_those_of_the_scenario() -> None:
    wanted: dict[int, list[str]] = {}
    for _, entry in find_scenario("war-barbarossa-1941").units:
        if entry.box.startswith("turn:"):
            turn = int(entry.box.removeprefix("turn:"))
            wanted.setdefault(turn, []).extend(text.partition(":")[0] for text in entry.units)
    told: dict[int, list[str]] = {}
    for row in table(GAME, "## 13. ", 1):
        names = row[1].removeprefix("Soviet reserve armies ").split(", ")
        told.setdefault(int(row[0]), []).extend(f"{name}.A" if name.isdigit() else name for name in names)
    other = {"Italian motorised corps": "ItAutoCrps", "2nd Hungarian Army": "2.HunA", "8th Italian Army": "8.ItA"}
    assert {turn: sorted(other.get(name, name) for name in names) for turn, names in told.items()} == {
        turn: sorted(names) for turn, names in wanted.items()
    }


def test_the_siberian_gamble_on_the_page_is_the_one_in_force() -> None:
    safe = tables().siberia.safe_from
    assert f"From turn {safe}, " in words("## 13. ")
    rows = {int(row[0]): int(row[1].rpartition("–")[2]) for row in table(GAME, "## 13. ", 2)}
    assert rows == {turn: min(FACES, safe - turn) for turn in range(1, safe)}
    assert tables().siberia.groups == [["1.GdsKor", "1.Shock", "3.Shock"], ["4.Shock"], ["2.Shock"]]


def test_victory_on_the_page_is_that_in_force() -> None:
    rows = {row[0]: int(row[1]) for row in table(GAME, "## 15. ")}
    assert rows == {h.name: h.vp for h in board().hexes if h.vp}
    text, rules = words("## 15. "), tables()
    assert f"add up to {sum(rows.values())}." in text
    assert f"holds cities worth {rules.victory.axis} points" in text
    assert f"from turn {rules.first_russian_win} (March 1942) on" in text
    assert f"hold cities worth {rules.victory.soviet} points" in text
    assert f"when turn {find_scenario('war-barbarossa-1941').turns} is over" in text


def test_the_limits_of_the_set_up_on_the_page_are_those_in_force() -> None:
    rules, text = tables().countries, words("## 14. ")
    assert f"Romania takes at most {rules.german_infantry_in_rumania} German infantry corps besides 11th Army" in text
    assert f"up to {rules.germans_in_rumania_free} German units" in text and rules.rumanian_army == "11.A"


def test_the_crimea_on_the_page_is_that_of_its_scenario_and_map() -> None:
    w = world_of(new_game("war-crimea-1942"))
    places, text = {h.name: h for h in w.board.hexes if h.name}, words("### 14.1 ")
    cities = {name: h.vp for name, h in places.items() if h.vp}
    assert {row[0]: int(row[1]) for row in table(GAME, "### 14.1 ")} == cities
    assert f"They add up to {sum(cities.values())}." in text
    assert f"the Axis holds {held_points(w, Side.AXIS)} of them and the Soviets {held_points(w, Side.SOVIET)}" in text
    assert f"the Axis holds {needed(w, Side.AXIS)} points" in text
    assert f"at the end of July the Soviets hold {needed(w, Side.SOVIET)} points" in text
    assert f"turns {w.clock.turn} to {w.turns}" in text and w.scenario.rules["by_sea"]
    assert w.rules.first_russian_win == w.turns and tables().turn[w.turns].name == "July 1942"
    kinds = {kind: {name for name, h in places.items() if h.place == kind} for kind in ("victory", "major")}
    assert kinds == {"victory": {"Sevastopol"}, "major": {"Simferopol", "Kerch", "Novorossisk"}}
    ports = dict(re.findall(r"Ports on the (?:Sea of )?(Black|Azov)(?: Sea)?: ([^.]+)", text))
    for sea in ("Black", "Azov"):
        assert set(re.split(", | and ", ports[sea])) == {n for n, h in places.items() if f"coast_{sea}" in h.traits}
    axis, soviet = w.rules.axis, w.rules.soviet
    assert (axis.armour, soviet.armour_siberia, soviet.armour_siberia_more) == (0, 0, 0)
    assert f"The Axis gets {axis.infantry} infantry factor a month and no armour" in text
    assert f"The Soviets get {soviet.siberia} infantry factors from Siberia and no armour" in text
    assert not any({"irc", "tankfactory"} & h.traits for h in w.board.hexes) and "subarctic" not in w.board.regions
    assert f"in Good weather all {by_turn(w.rules.air.axis, w.turns)[0]} fly" in text
    due: dict[int, list[str]] = {}
    for unit in w.units:
        if unit.place.box.startswith("turn:"):
            due.setdefault(int(unit.place.box.removeprefix("turn:")), []).append(unit.type.long_name)
    told = {int(row[0]): sorted(", ".join(row[2:]).split(", ")) for row in table(GAME, "### 14.1 ", 1)}
    assert told == {turn: sorted(names) for turn, names in due.items()}


# -- worked examples ------------------------------------------------------------------------------------------


def dvinsk() -> World:
    """The position of 17.1: panzers and infantry before Dvinsk in July."""
    return position(
        {
            "4.PzGr": ("ger_pzgr", "M8"),
            "56.PzKps": ("ger_pzkps", "M8"),
            "16.A": ("ger_army", "N9"),
            "2.InfKps": ("ger_infkps", "N9"),
            "Lft.1": ("ger_air", "[air]"),
            "27.A": ("rus_army41", "M9"),
            "12.MexKor": ("rus_mexkor", "M9"),
        },
        turn=2,
        phase="fight1-axis",
        dispersed=["27.A"],
    )


TEAM = ("4.PzGr", "56.PzKps", "16.A", "2.InfKps")


def test_the_attack_worked_through_on_the_page_is_reckoned_so() -> None:
    w = dvinsk()
    found = odds_of(w, at(w, "M9"), Side.AXIS, [w.by_id[name] for name in (*TEAM, "Lft.1")])
    assert (found.attack.total, found.defence.total, columns().title(found.ratio)) == (13, 4, "3-1")
    assert sorted(line.value for line in found.shifts) == [-1, 1, 1]
    assert (found.title, found.result(3), found.code(3), found.code(6)) == ("4-1", "DR", "DR", "BR")
    assert not is_overrun(found.site, found.team)
    cost = price(found.site, "DR")
    assert cost == 2 == offer(found.site, found.team, "DR")
    assert [payment(found.site, troop) for troop in found.team if troop.id == "2.InfKps"] == [2 * cost]


def test_the_defenders_of_the_example_retreat_as_the_page_says() -> None:
    w = dvinsk()
    bases = (at(w, "M8"), at(w, "N9"))
    assert not is_surrounded(w, at(w, "M9"), bases)
    for name in ("27.A", "12.MexKor"):
        assert has_way(w, w.by_id[name], bases)


def test_the_attack_on_the_command_line_of_the_page_is_that_of_the_example() -> None:
    line = section(GAME, "### 17.2 ").split(f"rasputitsa odds {GAME} ", 1)[1].splitlines()[0].split()
    found = imagined({key.removeprefix("--"): value for key, value in zip(line[::2], line[1::2], strict=True)})
    assert (found.attack_strength, found.defence_strength, found.odds, found.refusal) == (13, 4, "4-1", "")


def test_the_ratios_on_the_page_are_reckoned_rightly() -> None:
    for text, wanted in table(GAME, "### 17.2 "):
        column = columns().reached(*map(int, text.split(" : ")))
        assert wanted == ("not allowed" if column == NO_COLUMN else columns().title(column)), text


CHANCES = [
    {"attack": "4,2", "defend": "2"},
    {"attack": "4,2", "defend": "2d"},
    {"attack": "4,2", "defend": "2", "river": "yes"},
    {"attack": "4a,3a", "defend": "2"},
    {"attack": "4a,3a,4,2", "defend": "2", "place": "city", "fortress": "yes"},
    {"attack": "4a,3a,4,2", "defend": "2,1a", "place": "victory", "intrinsic": "1"},
    {"attack": "4a,3a,4,2", "defend": "2,1a", "place": "victory", "intrinsic": "1", "air": "1"},
    {"attack": "1,2a,1,2a", "defend": "4", "side": "soviet"},
    {"attack": "3,2,2,2", "defend": "4", "side": "soviet", "weather": "Subarctic", "turn": "8"},
    {"attack": "3,2,2,2", "defend": "4d", "side": "soviet", "weather": "Subarctic", "turn": "8"},
]


def test_the_chances_on_the_page_are_exact() -> None:
    found = [imagined(figures) for figures in CHANCES]
    assert [row[1:] for row in table(GAME, "### 17.2 ", 1)] == [
        [one.odds, f"{round(100 * one.p_cleared)} %", f"{float(one.mean_defenders_lost):.2f}"] for one in found
    ]


def test_the_smaller_examples_on_the_page_are_reckoned_rightly() -> None:
    w = position({"35.A": ("rus_army41", "GG8"), "M": ("rus_mexkor", "GG8"), "11.A": ("ger_army", "GG7")}, turn=3)
    w.mark(Garrison, w.hexes[at(w, "GG8")], garrisoned=True)
    found = odds_of(w, at(w, "GG8"), Side.AXIS, [w.by_id["11.A"]])
    assert [line.value for line in found.defence.lines] == [6, 2, 1]
    w = position({"3.PzGr": ("ger_pzgr", "O4"), "39.PzKps": ("ger_pzkps", "O4"), "11.A(R)": ("rus_army41", "N5")})
    found = odds_of(w, at(w, "N5"), Side.AXIS, [w.by_id["3.PzGr"], w.by_id["39.PzKps"]])
    assert is_overrun(found.site, found.team) and (found.title, found.code(4)) == ("3-1", "DE")


def test_the_cold_does_not_help_against_germans_in_a_town_as_the_page_says() -> None:
    for spot, wanted in (("O16", []), ("O17", [1])):
        w = position({"9.A": ("ger_army", spot), "1.Shock": ("rus_shock", "P17")}, turn=8, weather="Subarctic")
        found = odds_of(w, at(w, spot), Side.SOVIET, [w.by_id["1.Shock"]])
        assert [line.value for line in found.shifts] == wanted, spot


def test_the_battle_of_the_example_can_be_fought_as_the_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    w = dvinsk()
    for name in TEAM:
        w.mark(Assignment, w.by_id[name], target=at(w, "M9"), wave=1)
    w.mark(Assignment, w.by_id["Lft.1"], target=at(w, "M9"), wave=1)
    load_dice(monkeypatch, 3)
    do(w, "resolve M9 1")
    assert open_orders(w) == ["buy", "done"]
    do(w, "done")
    for name in ("27.A", "12.MexKor"):
        assert not {f"retreat {name} {spot}" for spot in ("L9", "N10")} & set(open_orders(w))
        do(w, f"retreat {name} M10", f"retreat {name} M11")
    assert w.by_id["27.A"][Disruption].disrupted and w.by_id["12.MexKor"][Disruption].disrupted
    assert "done" not in open_orders(w)
    do(w, "advance 4.PzGr M9")
    assert {"advance 56.PzKps M9", "advance 56.PzKps M10", "done"} <= set(open_orders(w))
    do(w, "advance 56.PzKps M10")
    assert (where(w, "12.MexKor"), where(w, "56.PzKps")) == ("M11", "M10")


def test_a_german_army_slips_from_zone_to_zone_as_the_page_says() -> None:
    units = {"4.A": ("ger_army", "R3"), "7.InfKps": ("ger_infkps", "R3"), "10.A": ("rus_army41", "Q3")}
    w = position(units)
    assert all(at(w, "R4") in reach(w, w.by_id[name]) for name in ("4.A", "7.InfKps"))
    w = position({"24.PzKps": ("ger_pzkps", "R3"), "10.A": ("rus_army41", "Q3")})
    assert len(reach(w, w.by_id["24.PzKps"])[at(w, "R4")].path) > 2


def test_the_weather_line_on_the_page_is_that_of_the_map() -> None:
    w = position({}, weather="Subarctic")
    cold, mild = words("### 3.4 ").partition("North-east of it")[2].split(" but not in ")
    named = {h.name: h.index for h in board().hexes if h.place == "victory"}
    for part, sky in ((cold, "Subarctic"), (mild.partition(".")[0], "Snow")):
        cities = [name for name in named if name in part]
        assert len(cities) == 3 and all(weather_at(w, named[name]) == sky for name in cities)
