"""Chapter 10: is every counter there, in its place, in its turn?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache

import pytest

from ecs.board.board import Board
from ecs.board.map_loader import load_board
from ecs.core.files.scenarios import UnitEntry, ZoneEntry, find_scenario, maps_root
from ecs.core.ruleset import Scenario
from ecs.core.world import World
from ecs.rulesets.dark_valley import RULESET
from ecs.rulesets.dark_valley.campaign.fortifications import HAND
from ecs.rulesets.dark_valley.campaign.setup import set_up
from ecs.rulesets.dark_valley.data.tables import UnitClass, arrivals, classes, tables
from ecs.rulesets.dark_valley.ground.terrain import DEFENSIVE_WORKS, FORTS
from ecs.systems import scorekeeping as counts

BARBAROSSA, BLAU, ZITADELLE, BAGRATION = (
    "tdv-barbarossa-1941", "tdv-fall-blau-1942", "tdv-zitadelle-1943", "tdv-bagration-1944",
)  # fmt: skip
SET_UPS = (BARBAROSSA, BLAU, ZITADELLE, BAGRATION)
BOXES = {"reserve", "withdrawn", "dead", "gone"}
NO_FIGHTERS = {"hq", "air", "depot", "art"}


@lru_cache(maxsize=1)
def the_board() -> Board:
    return load_board(find_scenario(BARBAROSSA).map)


@lru_cache(maxsize=8)
def scenario(sid: str) -> Scenario:
    return find_scenario(sid)


def counters(sid: str) -> Iterator[tuple[str, UnitEntry, str, str]]:
    """Side, entry, id and class of every counter of a set-up."""
    for side, entry in scenario(sid).units:
        for text in entry.units:
            name, _, kind = text.partition(":")
            yield side, entry, name, kind


def named(texts: list[str]) -> dict[str, str]:
    """Id -> class of "id:class" texts."""
    return {text.partition(":")[0]: text.partition(":")[2] for text in texts}


def fights(kind: str) -> bool:
    return NO_FIGHTERS.isdisjoint(classes()[kind].traits)


def stands(sid: str) -> dict[int, list[tuple[str, str, UnitClass]]]:
    """Hex -> side, id and class of the counters there."""
    board, out = the_board(), defaultdict(list)
    for side, entry, name, kind in counters(sid):
        if entry.hex:
            out[board.by_label[entry.hex]].append((side, name, classes()[kind]))
    return out


def axis_ground(sid: str) -> set[int]:
    board, region = the_board(), scenario(sid).ground
    return set(board.regions[region]) if region else {h.index for h in board.hexes if h.owner == "axis"}


def zone_ground(sid: str, zone: ZoneEntry, side: str) -> set[int]:
    """The hexes of a set-up zone."""
    board, axis = the_board(), axis_ground(sid)
    inside = {h.index for h in board.hexes if (h.index in axis) is (side == "axis")}
    if zone.regions:
        inside &= {i for name in zone.regions for i in board.regions[name]} | {board.by_label[s] for s in zone.also}
    if zone.front:
        front = board.regions[zone.front]
        inside = {i for i in inside if min(board.distance(i, j) for j in front) <= zone.depth}
    inside = {i for i in inside if zone.rows[0] <= int(board.hexes[i].label[-2:]) <= zone.rows[1]}
    return {i for i in inside if board.hexes[i].place in ("town", "major")} if zone.places else inside


def tally(sid: str, side: str, zone: str) -> Counter[str]:
    """How many of every class a zone holds; "fixed": those on the map without one; or a box."""
    found: Counter[str] = Counter()
    for its_side, entry, _, kind in counters(sid):
        where = entry.zone or entry.box or "fixed"
        if its_side == side and where == zone:
            found[kind] += 1
    return found


# -- the counters -----------------------------------------------------------------------------------


def test_every_class_is_drawn_with_a_known_symbol_and_echelon() -> None:
    pictures = maps_root().parent / "sprites" / "standard"
    for name, card in classes().items():
        assert (pictures / "symbols" / f"{card.symbol}.svg").is_file(), name
        assert (pictures / "echelons" / f"{card.size}.svg").is_file(), name


def test_classes_that_the_rules_name_are_printed() -> None:
    t = tables()
    wanted = {c.old for c in t.convert} | {c.new for c in t.convert} | {b.grade for b in t.back if b.grade}
    wanted |= {t.merge.rifle_into, t.merge.tank_into, t.merge.split_into}
    assert wanted <= set(classes())


@pytest.mark.parametrize(
    ("kind", "full", "reduced"),
    [
        ("rifle_div", (1, 4), None), ("inf_corps", (5, 4), (2, 4)), ("panzer41", (4, 6), (2, 6)),
        ("panzer43", (5, 6), (2, 6)), ("ss_panzer", (6, 6), (3, 6)), ("mot_div", (3, 6), (1, 6)),
        ("army41", (3, 4), (1, 4)), ("army42", (4, 4), (2, 4)), ("shock", (5, 4), (2, 4)), ("guards", (6, 4), (3, 4)),
        ("mech41", (2, 5), None), ("tank_corps", (3, 6), None), ("gd_mech", (5, 6), None), ("gd_cav", (3, 6), None),
        ("tank_army42", (5, 6), (3, 6)), ("tank_army", (8, 6), (4, 6)), ("gd_tank_army", (10, 6), (5, 6)),
    ],
)  # fmt: skip
def test_factors_of_the_counters(kind: str, full: tuple[int, int], reduced: tuple[int, int] | None) -> None:
    card = classes()[kind]
    assert (card.full, card.reduced) == (full, reduced)


def test_infantry_is_all_that_neither_rides_nor_drives() -> None:
    for name, card in classes().items():
        mobile = bool({"mech", "cav"} & set(card.traits))
        assert ("inf" in card.traits) is (fights(name) and not mobile), name
        assert "mech" in card.traits or "panzer_tank" not in card.traits, name


# -- every set-up on the map -------------------------------------------------------------------------


@pytest.mark.parametrize("sid", SET_UPS)
def test_no_counter_twice_and_every_class_known(sid: str) -> None:
    start = scenario(sid).start_turn
    ids = [name for _, _, name, kind in counters(sid) if kind in classes()]
    assert len(ids) == len(list(counters(sid)))
    present = set(ids)
    assert len(present) == len(ids)
    assert all(" " not in i for i in ids)
    later = [i for a in arrivals().arrive if a.turn > start for i in named(a.units)]
    mint = [i for entry in arrivals().mint for i in named(entry.units)]
    assert not present & set(mint)
    assert present & set(later) <= ({"D-Cauc"} if sid == BLAU else set())


@pytest.mark.parametrize("sid", SET_UPS)
def test_every_counter_stands_on_its_own_ground_in_its_zone(sid: str) -> None:
    board, axis = the_board(), axis_ground(sid)
    zones = {n: (zone_ground(sid, z, "axis"), zone_ground(sid, z, "soviet")) for n, z in scenario(sid).zones.items()}
    for side, entry, name, kind in counters(sid):
        assert 0 <= entry.lost < classes()[kind].steps
        if entry.box:
            assert entry.box in BOXES and not entry.hex
            continue
        index = board.by_label[entry.hex]
        assert (index in axis) is (side == "axis"), name
        if entry.zone:
            assert index in zones[entry.zone][side == "soviet"], name
        traits = classes()[kind].traits
        assert "air" not in traits or board.hexes[index].place in ("town", "major"), name
        assert "depot" not in traits or "rail" in board.hexes[index].traits, name


@pytest.mark.parametrize("sid", SET_UPS)
def test_no_hex_holds_too_many(sid: str) -> None:
    for index, stack in stands(sid).items():
        where = the_board().hexes[index].label
        fighters = [(side, card) for side, _, card in stack if NO_FIGHTERS.isdisjoint(card.traits)]
        assert len({side for side, _, _ in stack}) == 1, where
        assert len(fighters) <= 3, where
        assert sum(card.size == "army" for _, card in fighters) <= 2, where
        assert len({card.nation for side, card in fighters if side == "axis"} - {"GER"}) <= 1, where
        assert sum("air" in card.traits for _, _, card in stack) <= 2, where
        assert sum("art" in card.traits for _, _, card in stack) <= 1, where


@pytest.mark.parametrize("sid", SET_UPS)
def test_panzer_headquarters_start_with_german_mechanised_units(sid: str) -> None:
    for stack in stands(sid).values():
        if any(name.startswith("PzA") for _, name, _ in stack):
            assert any({"german", "mech"} <= set(card.traits) for _, _, card in stack)


@pytest.mark.parametrize("sid", SET_UPS)
def test_borders_are_held_and_fronts_have_no_wide_gap(sid: str) -> None:
    board = the_board()
    held = {i for i, stack in stands(sid).items() if any(NO_FIGHTERS.isdisjoint(c.traits) for _, _, c in stack)}
    for zone in scenario(sid).zones.values():
        for i in board.regions[zone.cover] if zone.cover else ():
            if zone.every == 1:
                assert i in held, board.hexes[i].label
            elif zone.rows[0] <= int(board.hexes[i].label[-2:]) <= zone.rows[1]:
                assert i in held or held & set(board.neighbours[i]), board.hexes[i].label


# -- June 1941 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "counts"),
    [
        ("BMD", {"rifle_div": 15, "mech41": 2, "airborne": 1}),
        ("WMD", {"rifle_div": 24, "mech41": 6, "cav_corps": 1, "airborne": 1}),
        ("KMD", {"rifle_div": 26, "mtn_rifle": 6, "mech41": 6, "cav_corps": 1, "airborne": 1}),
        ("OMD", {"rifle_div": 11, "mtn_rifle": 1, "mech41": 2, "airborne": 1}),
        ("R", {"rifle_div": 26, "mech41": 4}),
        ("fixed", {"rifle_div": 14, "mech41": 6, "cav_corps": 2}),
    ],
)
def test_soviet_districts_of_june_1941(zone: str, counts: dict[str, int]) -> None:
    assert tally(BARBAROSSA, "soviet", zone) == counts


def test_the_red_army_of_june_1941_altogether() -> None:
    every = Counter(kind for side, _, _, kind in counters(BARBAROSSA) if side == "soviet")
    assert every == {"rifle_div": 116, "mtn_rifle": 7, "mech41": 26, "cav_corps": 4, "airborne": 4}


@pytest.mark.parametrize(
    ("zone", "counts"),
    [
        ("AGN", {"pz_hq": 1, "panzer41": 3, "mot_div": 2, "ss_mot": 1, "inf_corps": 6, "weak_div": 2, "ger_air2": 1}),
        ("AGC", {"pz_hq": 2, "panzer41": 9, "mot_div": 5, "ss_mot": 1, "cav_div": 1, "inf_corps": 11, "inf_div": 1,
                 "weak_div": 2, "ger_air4": 1, "ger_air8": 1}),
        ("AGS", {"pz_hq": 1, "panzer41": 5, "mot_div": 2, "ss_mot": 2, "inf_corps": 6, "mtn_corps": 1, "light_div": 4,
                 "weak_div": 2, "ger_air2": 1}),
        ("ROM", {"inf_corps": 3, "rum_corps": 4, "rum_mtn": 1, "rum_cav": 1, "rum_arm": 1, "ger_air2": 1}),
        ("fixed", {"depot": 4}),
    ],
)  # fmt: skip
def test_army_groups_of_june_1941(zone: str, counts: dict[str, int]) -> None:
    assert tally(BARBAROSSA, "axis", zone) == counts


def test_printed_hexes_of_june_1941() -> None:
    at = {name: entry.hex for _, entry, name, _ in counters(BARBAROSSA)}
    printed = {"22.SD": "W3804", "191.SD": "W4304", "22.MK": "W3529", "98.SD": "W4416", "112.SD": "W4614",
               "9.MK": "W4330", "2.KK": "W4539", "190.SD": "W4633", "190a.SD": "E1134", "4.KK": "E3147",
               "172.SD": "E1849", "53.SD": "E2019", "129.SD": "E2123", "148.SD": "E1026", "25.MK": "E1026",
               "170.SD": "E1013", "7.MK": "E1013", "70.SD": "W4702", "10.MK": "W4702", "1.MK": "W4309",
               "D-North": "W3018", "D-Center": "W2925", "D-South": "W2832", "D-Rom": "W4042"}  # fmt: skip
    assert {name: at[name] for name in printed} == printed


def test_reserve_units_start_one_to_a_town_outside_the_districts() -> None:
    board = the_board()
    districts = {i for name in tables().districts.names for i in board.regions[name]}
    spots = [board.by_label[entry.hex] for _, entry, _, _ in counters(BARBAROSSA) if entry.zone == "R"]
    assert len(spots) == len(set(spots)) == 30
    assert not districts & set(spots)


# -- the later fronts -----------------------------------------------------------------------------------

CORPS = {"inf_corps", "mtn_corps", "rum_mtn", "rum_cav"}
PANZER = {"panzer41", "panzer43"}
ARMIES = {"army41", "army42", "shock", "guards"}
BRIGADED = {"tank_corps", "gd_tank", "mech42", "gd_mech"}


def strength(found: Counter[str]) -> dict[str, int]:
    """A tally in the words of 10.6."""
    words = {
        "corps": CORPS, "div": {"inf_div", "weak_div", "light_div", "blue_div"}, "pz": PANZER,
        "mot": {"mot_div", "pzgren", "gd", "gd_panzer", "ss_mot"}, "ss pz": {"ss_panzer"}, "hq": {"pz_hq"},
        "allies": {"rum_corps", "rum_arm", "hun_corps", "hun_fast", "ita_corps", "ita_fast", "slo_fast", "slo_div"},
        "armies": ARMIES, "shock": {"shock"}, "guards": {"guards"}, "tank": BRIGADED, "cav": {"cav_corps", "gd_cav"},
        "ta": {"tank_army", "gd_tank_army", "tank_army42"}, "art": {"art_corps"}, "rifle": {"rifle_div"},
    }  # fmt: skip
    out = {word: sum(found[kind] for kind in kinds) for word, kinds in words.items()}
    return {word: n for word, n in out.items() if n}


@pytest.mark.parametrize(
    ("sid", "side", "zone", "counts"),
    [
        (BLAU, "axis", "axis_north", {"corps": 12, "div": 6, "pz": 2, "mot": 1}),
        (BLAU, "axis", "axis_center", {"hq": 2, "corps": 16, "div": 6, "pz": 9, "mot": 4}),
        (BLAU, "axis", "axis_south", {"hq": 2, "corps": 15, "div": 6, "pz": 9, "mot": 6, "allies": 9}),
        (BLAU, "axis", "fixed", {"corps": 5, "allies": 5}),
        (BLAU, "soviet", "soviet_north", {"armies": 14, "shock": 2, "rifle": 6, "tank": 2}),
        (BLAU, "soviet", "soviet_center", {"armies": 15, "shock": 2, "tank": 8, "cav": 2}),
        (BLAU, "soviet", "soviet_south", {"armies": 15, "tank": 12, "cav": 3, "rifle": 20}),
        (BLAU, "soviet", "fixed", {"armies": 2, "rifle": 3}),
        (BLAU, "soviet", "reserve", {"ta": 1, "armies": 6, "tank": 4}),
        (ZITADELLE, "axis", "axis_north", {"corps": 12, "div": 8}),
        (ZITADELLE, "axis", "axis_center", {"hq": 2, "corps": 16, "div": 6, "pz": 8, "mot": 3}),
        (ZITADELLE, "axis", "axis_south", {"hq": 2, "corps": 14, "pz": 8, "mot": 2, "ss pz": 3}),
        (ZITADELLE, "axis", "axis_kuban", {"corps": 5}),
        (ZITADELLE, "soviet", "soviet_north", {"armies": 12, "shock": 3, "tank": 2, "art": 1}),
        (ZITADELLE, "soviet", "soviet_center", {"armies": 16, "guards": 4, "ta": 3, "tank": 9, "art": 2}),
        (ZITADELLE, "soviet", "soviet_south", {"armies": 16, "guards": 6, "shock": 1, "ta": 2, "tank": 12, "art": 2}),
        (ZITADELLE, "soviet", "soviet_kuban", {"armies": 2}),
        (BAGRATION, "axis", "axis_north", {"hq": 1, "corps": 9, "div": 8, "pz": 1, "mot": 1}),
        (BAGRATION, "axis", "axis_center", {"corps": 12, "div": 8, "pz": 1, "mot": 3}),
        (BAGRATION, "axis", "axis_south", {"hq": 2, "corps": 17, "pz": 12, "mot": 1, "ss pz": 2, "allies": 11}),
        (BAGRATION, "soviet", "soviet_north", {"armies": 11, "shock": 3, "tank": 3}),
        (BAGRATION, "soviet", "soviet_center", {"armies": 15, "guards": 5, "ta": 1, "tank": 6, "cav": 2, "art": 3}),
        (BAGRATION, "soviet", "soviet_south",
         {"armies": 20, "guards": 6, "shock": 2, "ta": 5, "tank": 10, "cav": 3, "art": 3}),
    ],
)  # fmt: skip
def test_forces_of_the_later_fronts(sid: str, side: str, zone: str, counts: dict[str, int]) -> None:
    assert strength(tally(sid, side, zone)) == counts


@pytest.mark.parametrize(
    ("sid", "divisions"),
    [
        (BLAU, "1 2 3 4 5 8 9 10 11 12 13 14 16 17 18 19 20 22 23 24"),
        (ZITADELLE, "2 3 4 5 6 7 8 9 11 12 13 17 18 19 20 23"),
        (BAGRATION, "1 3 4 5 7 8 12 13 14 16 17 20 23 24"),
    ],
)
def test_panzer_divisions_of_the_later_fronts(sid: str, divisions: str) -> None:
    there = {name for _, entry, name, kind in counters(sid) if kind in PANZER and entry.hex}
    assert there == {f"Pz{n}" for n in divisions.split()}


def test_six_corps_of_army_group_center_are_reduced_in_june_1944() -> None:
    reduced = [kind for _, entry, _, kind in counters(BAGRATION) if entry.lost]
    assert reduced == ["inf_corps"] * 6


@pytest.mark.parametrize(
    ("sid", "hexes"),
    [
        (BLAU, ["W4606", "E1716", "E2233", "E2738", "E2037"]),
        (ZITADELLE, ["W4606", "E1722", "E2233", "E2738", "E1744"]),
        (BAGRATION, ["W3511", "W4121", "W3333", "W4042"]),
    ],
)
def test_depots_of_the_later_fronts(sid: str, hexes: list[str]) -> None:
    assert [entry.hex for _, entry, _, kind in counters(sid) if kind == "depot"] == hexes


@pytest.mark.parametrize(("sid", "cities"), [(BARBAROSSA, 14), (BLAU, 32), (ZITADELLE, 32), (BAGRATION, 20)])
def test_victory_cities_of_the_axis_at_the_start(sid: str, cities: int) -> None:
    axis = axis_ground(sid)
    assert sum(h.vp for h in the_board().hexes if h.index in axis) == cities


@pytest.mark.parametrize(
    ("sid", "works", "forts", "in_hand"),
    [
        (BARBAROSSA, [], [], 0),
        (BLAU, [], [], 6),
        (ZITADELLE, ["E2126", "E2227", "E2229"], [], 3),
        (BAGRATION, [], ["W4523", "W4717", "W4719", "W4721"], 6),
    ],
)
def test_works_and_forts_that_stand_at_the_start(sid: str, works: list[str], forts: list[str], in_hand: int) -> None:
    w, board = (
        World(
            the_board(),
            tables(),
            {},
            48,
            ("setup-soviet",),
            RULESET.kinds,
            RULESET.sentences,
            rulebook=RULESET.rulebook,
        ),
        the_board(),
    )
    w.scenario = scenario(sid)
    set_up(w, scenario(sid))
    assert [board.hexes[i].label for i in DEFENSIVE_WORKS.hexes(w)] == works
    printed = {"fortress", "weak_fort"}
    assert sorted(board.hexes[i].label for i in FORTS.hexes(w) if not printed & board.hexes[i].traits) == forts
    assert counts.count(w, HAND) == in_hand
