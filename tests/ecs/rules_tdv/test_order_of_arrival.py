"""10.3, 10.4, 6.5: does everybody come in the right month?  And what scenarios may extend."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ecs.core.files.scenarios import find_scenario, load_scenario
from ecs.core.files.toml_files import TableError
from ecs.rulesets.dark_valley.data.tables import arrivals, classes, tables

AXIS = {
    2: {"inf_corps": 5, "inf_div": 8, "mot_div": 1, "hun_fast": 1, "slo_fast": 1, "slo_div": 1, "rum_air": 1},
    3: {"weak_div": 1, "ita_fast": 1},
    4: {"panzer41": 2},
    5: {"blue_div": 1},
    8: {"inf_div": 2},
    9: {"inf_div": 4, "panzer41": 1},
    10: {"inf_div": 2, "ger_arty": 1},
    11: {"panzer41": 2, "inf_div": 2},
    12: {"inf_div": 2, "light_div": 2, "gd": 1, "hun_corps": 3},
    13: {"inf_div": 2, "rum_corps": 1, "ita_corps": 1},
    14: {"depot": 1, "ita_corps": 1, "ita_alpini": 1},
    15: {"inf_div": 2, "rum_corps": 3, "rum_cav": 1},
    18: {"weak_div": 4},
    20: {"inf_corps": 1},
    21: {"inf_corps": 1},
    22: {"inf_corps": 1},
    24: {"ger_air2": 1},
    25: {"inf_corps": 1, "inf_div": 2},
    29: {"inf_div": 2},
    30: {"panzer43": 1},
    31: {"inf_div": 4, "ss_mot": 1},
    34: {"ss_panzer": 2, "hun_corps": 3},
    35: {"inf_div": 4},
    38: {"pz_brigade": 3, "hun_corps": 2},
    39: {"panzer43": 1, "inf_div": 4},
    40: {"inf_div": 4},
    41: {"inf_div": 4},
    43: {"inf_div": 4, "pzgren": 1},
    45: {"ss_panzer": 1},
    46: {"inf_div": 3},
    47: {"volkssturm": 4, "pz_brigade": 1},
}
SOVIET = {
    2: {"army41": 5, "mech41": 1},
    3: {"army41": 14, "rifle_corps": 4, "zhukov": 1, "stavka": 1},
    4: {"army41": 5, "militia": 8},
    5: {"army41": 4, "gd_cav": 1},
    6: {"army41": 4, "airborne": 1, "gd_cav": 2},
    7: {"shock": 1, "army41": 4, "rifle_corps_fe": 4},
    8: {"shock": 2, "army41": 2, "cav_corps": 1, "airborne": 1},
    9: {"shock": 1, "army41": 1, "cav_corps": 1, "airborne": 1},
    10: {"army41": 1},
    11: {"tank_corps": 4},
    12: {"tank_corps": 12, "army41": 1},
    13: {"tank_corps": 8, "tank_army42": 1, "army41": 2, "sov_air2": 2},
    14: {"tank_army42": 1, "army41": 2},
    15: {"tank_army42": 2, "guards": 1, "tank_corps": 2},
    16: {"guards": 1, "tank_corps": 1, "mech42": 2},
    17: {"guards": 1, "mech42": 1},
    18: {"mech42": 2, "army41": 1, "art_corps": 1, "sov_air2": 1, "sov_air4": 2},
    19: {"shock": 1, "mech42": 1, "army41": 1},
    20: {"army41": 1, "tank_corps": 1},
    21: {"army41": 1, "tank_corps": 1},
    22: {"art_corps": 1},
    23: {"guards": 2},
    24: {"guards": 2, "sov_air2": 3},
    26: {"tank_corps": 1, "art_corps": 2, "sov_air2": 1},
    27: {"mech42": 1},
    28: {"mech42": 2},
    29: {"pol_corps": 1},
    31: {"art_corps": 1},
    32: {"tank_army": 1},
    37: {"art_corps": 2},
    38: {"pol_army": 1},
    40: {"pol_army": 1},
    41: {"bul_army": 1},
    43: {"sov_18air": 1},
    44: {"art_corps": 2},
    45: {"guards": 1},
}
ARMIES = {
    2: "16 19 20 21 22",
    3: "24 28 29 30 31 32 33 34 43 48 49 50 38 40",
    4: "37 51 52 54",
    5: "5 26 55 18",
    6: "10 39 59 61",
    7: "56 57 58 60",
}


@pytest.mark.parametrize(("side", "schedule"), [("axis", AXIS), ("soviet", SOVIET)])
def test_every_turn_brings_what_the_schedule_says(side: str, schedule: dict[int, dict[str, int]]) -> None:
    found: dict[int, Counter[str]] = {}
    for arrival in arrivals().arrive:
        if arrival.side == side:
            found.setdefault(arrival.turn, Counter()).update(text.partition(":")[2] for text in arrival.units)
    assert found == schedule


def test_armies_of_1941_come_by_name() -> None:
    for arrival in arrivals().arrive:
        if arrival.side == "soviet" and arrival.turn in ARMIES:
            ids = {text.partition(":")[0] for text in arrival.units if text.endswith(":army41")} - {"Coastal"}
            assert ids == {f"{n}.A" for n in ARMIES[arrival.turn].split()}


def test_no_counter_comes_twice_in_the_whole_war() -> None:
    texts = [text for a in arrivals().arrive for text in a.units]
    texts += [text for entry in arrivals().mint for text in entry.units]
    texts += [text for _, entry in find_scenario("tdv-barbarossa-1941").units for text in entry.units]
    ids = [text.partition(":")[0] for text in texts]
    assert sorted(ids) == sorted(set(ids))
    assert {text.partition(":")[2] for text in texts} <= set(classes())


def test_units_that_the_tables_name_are_counters_of_the_game() -> None:
    t = tables()
    ids = {text.partition(":")[0] for a in arrivals().arrive for text in a.units}
    ids |= {text.partition(":")[0] for _, e in find_scenario("tdv-barbarossa-1941").units for text in e.units}
    wanted = {name for line in t.withdraw for name in line.units} | {line.unit for line in t.back}
    assert wanted | set(t.chits.odessa_units) <= ids


def test_the_box_holds_what_conversions_bring() -> None:
    mint = Counter(text.partition(":")[2] for entry in arrivals().mint for text in entry.units)
    assert mint == {"army41": 30, "tank_army": 6, "inf_div": 20, "sov_rum_corps": 4, "fin_corps": 2}


# -- scenarios that extend others ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "base"),
    [
        ("1941", "tdv-barbarossa-1941"),
        ("1942", "tdv-fall-blau-1942"),
        ("1943", "tdv-zitadelle-1943"),
        ("1944", "tdv-bagration-1944"),
    ],
)
def test_a_campaign_starts_as_its_scenario_and_lasts_to_may_1945(year: str, base: str) -> None:
    campaign, short = find_scenario(f"tdv-campaign-{year}"), find_scenario(base)
    assert (campaign.units, campaign.zones, campaign.ground) == (short.units, short.zones, short.ground)
    assert (campaign.start_turn, campaign.turns) == (short.start_turn, 48)
    assert campaign.rules == {**short.rules, "victory": 0}
    assert campaign.title != short.title


def scenario_file(folder: Path, name: str, text: str) -> Path:
    """A scenario file of its own in a maps folder."""
    path = folder / "maps" / "scenarios" / "game" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["../secret", "/etc/hosts", "a/b", "A", "", 3])
def test_a_scenario_extends_no_path_and_nothing_that_is_not_there(tmp_path: Path, name: object) -> None:
    path = scenario_file(tmp_path, "one", f"extends = {name!r}\n")
    with pytest.raises(TableError, match=r"^one\.toml, line 1: extends: "):
        load_scenario(path)


def test_a_scenario_extends_one_that_extends_another(tmp_path: Path) -> None:
    scenario_file(tmp_path, "two", 'extends = "tdv-campaign-1941"\nid = "two"\nminutes = 7\n')
    found = load_scenario(scenario_file(tmp_path, "one", 'extends = "two"\nid = "one"\nturns = 9\n'))
    assert (found.id, found.turns, found.minutes) == ("one", 9, 7)
    assert found.units == find_scenario("tdv-barbarossa-1941").units


def test_scenarios_that_extend_one_another_in_a_ring_are_refused(tmp_path: Path) -> None:
    scenario_file(tmp_path, "two", 'extends = "one"\n')
    with pytest.raises(TableError, match=r"two\.toml, line 1: extends: 'one' itself extends this scenario"):
        load_scenario(scenario_file(tmp_path, "one", 'extends = "two"\n'))
