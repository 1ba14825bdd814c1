"""The East Front map agrees with the printed one: places, borders, fronts, rivers and railways, typed in here."""

import shutil
from collections import Counter
from itertools import pairwise

import pygame
import pytest

from ecs.board.board import Board
from ecs.board.map_loader import check_map, load_board
from tests import ROOT
from tests.ecs.board.test_mapfile import run_tiled
from tests.kits.rows import of_each

MAP = ROOT / "maps" / "east_front_36km.tmx"

# Name, hex and what it is (11.2, 11.3): C city, T town, P port, v victory, K key city, F fort, f weak fort.
GAZETTEER = """
    Berlin W1121 Cv; Stettin W1420 CPv; Dresden W1126 C; Breslau W1827 Cv; Posen W1824 Cv; Danzig W2318 CPv;
    Koenigsberg W2717 CPvF; Memel W2914 TP; Tilsit W3017 T; Insterburg W3018 T; Prague W1129 Cv; Bruenn W1633 T;
    Vienna W1436 Cv; Bratislava W1636 T; Oppeln W1929 T; Kattowitz W2231 C; Krakow W2432 Cv; Lodz W2326 Cv; Warsaw
    W2725 Cv; Radom W2727 T; Lublin W3029 T; Przemysl W3033 T; Rzeszow W2832 T; Suwalki W3220 T; Budapest W2039 Cv;
    Debrecen W2640 T; Miskolc W2537 T; Kosice W2636 T; Uzhgorod W2836 T; Szeged W2243 T; Cluj W3142 T; Brasov W3546 T;
    Iasi W4042 T; Galati W4146 T; Ploesti W3648 Tv; Bucharest W3650 Cv; Constanta W4350 TP; Belgrade W2248 C; Riga
    W3511 CPv; Libau W2912 TPf; Siauliai W3314 T; Kaunas W3418 T; Vilnius W3718 C; Dvinsk W3915 T; Tallinn W3804 CPv;
    Narva W4304 TP; Tartu W4007 T; Pskov W4309 T; Luga W4606 T; Leningrad W4702 CPvKF; Novgorod E1107 T; Volkhov E1203
    T; Tikhvin E1503 T; Staraya Russa E1108 T; Demyansk E1309 T; Kholm E1011 T; Brest-Litovsk W3326 Tf; Bialystok
    W3223 T; Grodno W3321 T; Lida W3621 T; Baranovichi W3823 T; Pinsk W3826 T; Minsk W4121 Cv; Bobruisk W4523 T;
    Mogilev W4721 T; Orsha W4719 T; Vitebsk W4717 Tv; Polotsk W4416 T; Nevel W4614 T; Velikie Luki E1013 T; Gomel
    E1026 Tv; Mozyr W4526 T; Smolensk E1218 Cv; Yelnya E1519 T; Rzhev E1713 T; Vyazma E1716 T; Kalinin E2012 Cv; Klin
    E2113 T; Moscow E2314 CvK; Kaluga E2019 T; Tula E2420 Cv; Ryazan E2818 T; Bryansk E1722 Tv; Orel E2123 Cv; Yelets
    E2624 T; Kursk E2227 Cv; Yaroslavl E2708 Cv; Rybinsk E2507 T; Vologda E2604 T; Ivanovo E2910 T; Gorki E3511 Cv;
    Kovel W3529 T; Lutsk W3630 T; Rovno W3831 T; Dubno W3731 T; Lwow W3333 Cv; Tarnopol W3634 T; Stanislav W3436 T;
    Chernovtsy W3738 T; Proskurov W3934 T; Shepetovka W4032 T; Zhitomir W4332 T; Korosten W4330 T; Berdichev W4333 T;
    Vinnitsa W4335 T; Mogilev-Podolsk W4137 T; Uman W4736 T; Balta W4539 T; Kishinev W4342 Tv; Tiraspol W4542 T;
    Odessa E1044 CPvf; Nikolaev E1342 TP; Kherson E1543 TP; Fastov W4633 T; Kiev W4731 CvK; Chernigov E1128 T; Konotop
    E1529 T; Sumy E1929 T; Poltava E1934 T; Kremenchug E1636 T; Cherkassy E1134 T; Kirovograd E1337 T; Krivoi Rog
    E1639 Tv; Dnepropetrovsk E2037 Cv; Zaporozhe E2039 Cv; Melitopol E2142 T; Perekop E1744 T; Simferopol E1948 T;
    Sevastopol E1849 CPvF; Feodosiya E2248 TP; Kerch E2447 TP; Kharkov E2233 CvK; Belgorod E2330 T; Kupyansk E2633 T;
    Izyum E2534 T; Artemovsk E2736 T; Stalino E2738 Cv; Mariupol E2641 TP; Taganrog E3040 TP; Voroshilovgrad E3036 Cv;
    Voronezh E2827 Cv; Lipetsk E2923 T; Tambov E3323 T; Penza E4020 T; Balashov E3726 T; Saratov E4325 Cv; Kamyshin
    E4329 T; Millerovo E3235 T; Kalach E4035 T; Stalingrad E4234 CvK; Kotelnikovo E3937 T; Elista E4341 T; Rostov
    E3140 Cv; Salsk E3642 T; Tikhoretsk E3344 T; Krasnodar E3147 Cv; Novorossisk E2848 TP; Tuapse E3149 TP; Maikop
    E3448 Tv; Armavir E3646 T; Stavropol E3846 T; Mozdok E4649 T; Grozny E4949 Tv; Ordzhonikidze E4651 T; Sukhumi
    E3752 TP
"""
MARKS = {"P": "port", "K": "key_city", "F": "fortress", "f": "weak_fort"}
AT_SEA = {"W2814", "W4647", "W4648", "W4746", "E2744"}

BORDERS = {
    "BMD_border": """
    W2915 W3015 W3016 W3116 W3217 W3218 W3219 W3319
    """,
    "WMD_border": """
    W3320 W3221 W3121 W3022 W3023 W3123 W3124 W3225 W3325 W3326
    """,
    "KMD_border": """
    W3327 W3328 W3329 W3430 W3431 W3331 W3232 W3132 W3033 W3034 W2934 W3035 W3135 W3236 W3237 W3337 W3438 W3439
    W3538 W3639
    """,
    "OMD_border": """
    W3738 W3838 W3938 W4039 W4040 W4140 W4141 W4242 W4243 W4244 W4245 W4246 W4346 W4447 W4546 W4647 W4746
    """,
}
FRONTS = {
    "front_1942_06": """
    W4703 E1003 E1103 E1204 E1205 E1206 E1105 E1106 E1107 E1108 E1008 E1209 E1210 E1309 E1310 E1211 E1110 E1111
    E1112 E1012 E1013 E1014 E1015 E1114 E1115 E1215 E1315 E1415 E1514 E1614 E1713 E1714 E1815 E1816 E1915 E1817
    E1818 E1717 E1718 E1719 E1720 E1821 E1921 E2022 E2122 E2222 E2223 E2224 E2324 E2325 E2326 E2427 E2428 E2429
    E2430 E2431 E2432 E2433 E2434 E2435 E2534 E2535 E2635 E2636 E2736 E2837 E2838 E2938 E2939 E2940
    """,
    "front_1943_07": """
    W4703 E1003 E1103 E1104 E1204 E1205 E1105 E1106 E1107 E1108 E1109 E1010 E1011 E1012 W4712 W4713 W4714 E1015
    E1016 E1115 E1116 E1216 E1217 E1316 E1417 E1418 E1517 E1518 E1619 E1620 E1720 E1821 E1921 E2021 E2022 E2121
    E2122 E2222 E2223 E2224 E2225 E2125 E2025 E2026 E1925 E1926 E1826 E1827 E1828 E1829 E1929 E2030 E2130 E2230
    E2330 E2331 E2431 E2432 E2433 E2434 E2534 E2535 E2635 E2735 E2836 E2837 E2936 E2937 E2938 E2939 E2940 E2744
    E2745 E2846 E2847 E2848
    """,
    "front_1944_06": """
    W4304 W4205 W4206 W4207 W4208 W4209 W4308 W4309 W4409 W4410 W4411 W4412 W4413 W4414 W4415 W4515 W4516 W4616
    W4617 W4716 E1017 E1018 E1019 E1020 E1021 E1022 W4722 W4723 W4624 W4625 W4525 W4526 W4426 W4427 W4326 W4327
    W4227 W4127 W4027 W3927 W3827 W3828 W3727 W3728 W3628 W3528 W3429 W3430 W3529 W3530 W3531 W3532 W3633 W3533
    W3534 W3535 W3536 W3537 W3538 W3638 W3639 W3739 W3740 W3841 W3940 W3941 W4041 W4141 W4242 W4341 W4342 W4442
    W4443 W4542 W4543 W4643 W4644 W4744
    """,
}
FORTIFIED = """
    W4310 W4416 W4221 W4222 W4330 W4231 W4232 W4233 W4137 W4138 W4238 W4631 W4607
"""

CROSSINGS = [
    ("W4731", "E1031", "major_river", "the Dnepr at Kiev"),
    ("E2037", "E2137", "major_river", "the Dnepr at Dnepropetrovsk"),
    ("E2039", "E1939", "major_river", "the Dnepr at Zaporozhe"),
    ("W4719", "E1020", "major_river", "the Dnepr at Orsha"),
    ("W4721", "E1021", "major_river", "the Dnepr at Mogilev"),
    ("E1218", "E1219", "river", "the Dnepr at Smolensk"),
    ("E1118", "E1119", "river", "the Dnepr above Orsha"),
    ("W2725", "W2826", "major_river", "the Vistula at Warsaw"),
    ("W2432", "W2433", "river", "the Vistula at Krakow"),
    ("W1827", "W1826", "major_river", "the Oder at Breslau"),
    ("W3511", "W3412", "major_river", "the Dvina at Riga"),
    ("W3915", "W3916", "major_river", "the Dvina at Dvinsk"),
    ("W4717", "W4716", "river", "the Dvina above Polotsk"),
    ("W4542", "W4442", "major_river", "the Dniester at Tiraspol"),
    ("W2039", "W1939", "major_river", "the Danube at Budapest"),
    ("W4702", "E1002", "major_river", "the Neva at Leningrad"),
    ("E4035", "E3935", "major_river", "the Don at Kalach"),
    ("E3140", "E3141", "major_river", "the Don at Rostov"),
    ("E2827", "E2727", "river", "the Don at Voronezh"),
    ("E4234", "E4334", "volga", "the Volga at Stalingrad"),
    ("E4325", "E4425", "volga", "the Volga at Saratov"),
    ("E2708", "E2707", "volga", "the Volga at Yaroslavl"),
    ("E2012", "E2011", "river", "the Volga at Kalinin"),
    ("W3326", "W3226", "river", "the Bug at Brest"),
    ("W4526", "W4525", "river", "the Pripyat at Mozyr"),
    ("W4146", "W4147", "major_river", "the Danube at Galati"),
    ("W4146", "W4247", "river", "the Prut at Galati"),
    ("W4146", "W4047", "river", "the Siret at Galati"),
    ("E2019", "E2119", "river", "the Oka at Kaluga"),
    ("E1108", "E1208", "river", "the mouth of the Lovat"),
    ("W2915", "W2815", "lake", "the Kurisches Haff"),
    ("W3418", "W3318", "river", "the Niemen at Kaunas"),
    ("W4206", "W4306", "lake", "Lake Peipus"),
    ("E1107", "E1108", "lake", "Lake Ilmen"),
    ("E1844", "E1845", "lake", "the Sivash"),
    ("E1944", "E1945", "major_river", "the Chongar narrows"),
    ("E2447", "E2546", "strait", "the Straits of Kerch"),
    ("W3326", "W3226", "border", "the frontier at Brest"),
]
SOURCES_WEST = {"W1022", "W1023", "W1025", "W1026", "W1030", "W1033", "W1034", "W1035"}
SOURCES_EAST = {"E4902", "E4908", "E4909", "E4914", "E4918", "E4924", "E4939", "E4949", "E4754"}
LINES = [
    ("Berlin", "Posen", "Warsaw", "Brest-Litovsk", "Baranovichi", "Minsk", "Orsha", "Smolensk", "Vyazma", "Moscow"),
    ("Koenigsberg", "Insterburg", "Kaunas", "Vilnius", "Dvinsk", "Pskov", "Luga", "Leningrad"),
    ("Krakow", "Przemysl", "Lwow", "Tarnopol", "Proskurov", "Vinnitsa", "Berdichev", "Kiev"),
    ("Vinnitsa", "Odessa"),
    ("Bucharest", "Ploesti", "Iasi", "Kishinev", "Odessa"),
    ("Moscow", "Tula", "Orel", "Kursk", "Belgorod", "Kharkov", "Rostov", "Tikhoretsk", "Armavir", "Grozny"),
    ("Moscow", "Ryazan", "Lipetsk", "Voronezh", "Millerovo", "Rostov"),
    ("Kharkov", "Dnepropetrovsk", "Zaporozhe", "Melitopol", "Simferopol", "Sevastopol"),
    ("Rostov", "Salsk", "Kotelnikovo", "Stalingrad"),
    ("Leningrad", "Volkhov", "Tikhvin", "Vologda", "Yaroslavl", "Moscow"),
    ("Moscow", "Kalinin", "Leningrad"),
    ("Moscow", "Gorki"),
    ("Kiev", "Gomel", "Bryansk", "Orel"),
    ("Tallinn", "Narva", "Leningrad"),
    ("Berlin", "Kuestrin", "Bromberg", "Marienburg", "Koenigsberg", "Insterburg", "Tilsit", "Memel"),
    ("Danzig", "Marienburg", "Allenstein", "Insterburg"),
    ("Berlin", "Posen", "Thorn", "Allenstein", "Warsaw"),
    ("Berlin", "Breslau", "Kattowitz", "Krakow"),
    ("Kattowitz", "Tschenstochau", "Bromberg", "Danzig"),
    ("Stettin", "Kuestrin", "Breslau"),
    ("Vienna", "Bruenn", "Kattowitz", "Warsaw", "Deblin", "Lublin", "Kovel", "Rovno", "Kiev"),
    ("Vilnius", "Lida", "Baranovichi", "Sarny", "Rovno"),
    ("Bialystok", "Volkovysk", "Slonim", "Baranovichi"),
    ("Brest-Litovsk", "Pinsk", "Kalinkovichi", "Gomel"),
    ("Korosten", "Mozyr", "Kalinkovichi", "Rogachev", "Mogilev", "Orsha", "Vitebsk", "Nevel", "Porkhov", "Leningrad"),
    ("Minsk", "Bobruisk", "Gomel", "Konotop", "Romny", "Kremenchug"),
    ("Riga", "Dvinsk", "Polotsk", "Vitebsk", "Smolensk", "Roslavl", "Bryansk"),
    ("Velikie Luki", "Rzhev", "Moscow"),
    ("Bologoe", "Ostashkov", "Rzhev", "Vyazma", "Bryansk"),
    ("Kaluga", "Tula", "Ryazan", "Saransk", "Syzran"),
    ("Voronezh", "Kursk", "Konotop", "Kiev"),
    ("Orel", "Yelets", "Lipetsk", "Povorino", "Stalingrad"),
    ("Kharkov", "Kupyansk", "Liski", "Balashov", "Penza", "Syzran"),
    ("Tambov", "Saratov"),
    ("Kiev", "Poltava", "Kharkov", "Izyum", "Kramatorsk", "Stalino", "Taganrog", "Rostov"),
    ("Kamensk", "Morozovsk", "Kalach", "Stalingrad"),
    ("Tikhoretsk", "Krasnodar", "Novorossisk"),
    ("Armavir", "Tuapse", "Sochi"),
    ("Simferopol", "Feodosiya", "Kerch"),
    ("Galati", "Akkerman"),
    ("Linz", "Vienna", "Budapest", "Szeged", "Bucharest", "Constanta"),
    ("Budapest", "Belgrade", "Nis", "Sofia", "Varna"),
]


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


def places():
    items = (item.split() for item in GAZETTEER.split(";"))
    return [(" ".join(name), label, kind) for *name, label, kind in items]


def labels(board, members):
    return {board.hexes[i].label for i in members}


def reach(board, start, passes):
    """Every hex that can be reached from a hex by steps of which `passes` says yes."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for there in board.neighbours[here]:
            if there not in found and passes(here, there):
                found.add(there)
                waiting.append(there)
    return found


def test_the_map_has_no_fault():
    assert check_map(MAP) == []


def test_columns_and_rows_are_numbered_as_on_the_two_sheets(board):
    assert len(board.by_label) == len(board.hexes)
    assert (board.hexes[board.by_label["W4731"]].col, board.hexes[board.by_label["E1031"]].col) == (37, 38)
    assert all(h.col == int(h.label[1:3]) - (10 if h.label[0] == "W" else -28) for h in board.hexes)
    assert all(h.row == int(h.label[3:]) - 1 for h in board.hexes)


@pytest.mark.parametrize(
    ("label", "around"),
    [
        ("W3018", "W2917 W2918 W3017 W3019 W3117 W3118"),
        ("W3319", "W3318 W3320 W3219 W3220 W3419 W3420"),
        ("E1031", "E1030 E1032 W4730 W4731 E1130 E1131"),
    ],
)
def test_odd_columns_stand_half_a_hex_lower(board, label, around):
    assert labels(board, board.neighbours[board.by_label[label]]) == set(around.split())


@of_each("name, label, kind", places())
def test_every_place_stands_in_its_hex_with_all_it_offers(board, name, label, kind):
    found = board.hexes[board.by_label[label]]
    assert (found.name, found.place) == (name, "major" if "C" in kind else "town")
    assert found.vp == ("v" in kind)
    assert found.traits & set(MARKS.values()) == {MARKS[mark] for mark in kind if mark in MARKS}
    assert ("P" in kind) == bool(found.traits & {"coast_Baltic", "coast_Black"})


def test_there_are_no_other_cities_and_towns(board):
    assert sum(h.place != "" for h in board.hexes) == len(places())


def test_the_axis_begins_with_14_victory_points_and_the_soviets_with_33(board):
    assert Counter(h.owner for h in board.hexes if h.vp) == {"axis": 14, "soviet": 33}


@pytest.mark.parametrize("name", BORDERS)
def test_the_frontier_hexes_of_each_district_are_soviet_and_lie_in_it(board, name):
    found = labels(board, board.regions[name])
    assert found == set(BORDERS[name].split()) - AT_SEA
    assert found <= labels(board, board.regions[name.removesuffix("_border")])
    assert {board.hexes[i].owner for i in board.regions[name]} == {"soviet"}


def test_the_districts_do_not_overlap_and_stop_where_they_should(board):
    districts = {name: board.regions[name] for name in ("BMD", "WMD", "KMD", "OMD")}
    assert len(set().union(*districts.values())) == sum(map(len, districts.values()))
    assert all(board.hexes[i].nation == "SOV" for members in districts.values() for i in members)
    where = {"Riga": "BMD", "Kaunas": "BMD", "Minsk": "WMD", "Lwow": "KMD", "Kiev": "KMD", "Odessa": "OMD"}
    for name, district in where.items():
        assert next(h.index for h in board.hexes if h.name == name) in districts[district]
    outside = {"Leningrad", "Orsha", "Smolensk", "Sevastopol", "Kirovograd"}
    assert all(h.index not in set().union(*districts.values()) for h in board.hexes if h.name in outside)


def test_the_axis_sets_up_along_the_frontier(board):
    zones = {name: labels(board, board.regions[name]) for name in ("AGN", "AGC", "AGS", "ROM")}
    assert sum(map(len, zones.values())) == len(set().union(*zones.values()))
    assert {"W2914", "W2815", "W2816", "W2916", "W3018", "W3118"} <= zones["AGN"]
    assert {"W3220", "W2925", "W3226"} <= zones["AGC"]
    assert {"W3227", "W2832", "W2932"} <= zones["AGS"]
    assert {"W3640", "W4042", "W4547"} <= zones["ROM"]
    nations = {name: {board.hexes[i].nation for i in board.regions[name]} for name in zones}
    assert nations == {"AGN": {"GER"}, "AGC": {"GER", "POL"}, "AGS": {"POL"}, "ROM": {"ROM"}}


@pytest.mark.parametrize("name", FRONTS)
def test_the_fronts_of_the_later_scenarios_are_the_hexes_listed(board, name):
    found = labels(board, board.regions[name])
    assert found == set(FRONTS[name].split()) - AT_SEA
    assert found <= labels(board, board.regions[name.replace("front", "axis")])


@pytest.mark.parametrize(
    ("name", "axis", "soviet"),
    [
        ("axis_1942_06", "Novgorod Demyansk Rzhev Orel Kursk Kharkov Stalino Mariupol Simferopol Kerch",
         "Leningrad Tikhvin Kalinin Moscow Tula Voronezh Rostov Sevastopol Krasnodar"),
        ("axis_1943_07", "Novgorod Smolensk Bryansk Orel Belgorod Kharkov Mariupol Sevastopol Kerch Novorossisk",
         "Leningrad Demyansk Rzhev Vyazma Kursk Voroshilovgrad Rostov Krasnodar"),
        ("axis_1944_06", "Riga Tallinn Narva Pskov Vitebsk Orsha Mogilev Minsk Kovel Lwow Iasi Kishinev",
         "Leningrad Novgorod Gomel Kiev Tarnopol Chernovtsy Odessa Sevastopol"),
    ],
)  # fmt: skip
def test_who_holds_what_when_the_later_scenarios_begin(board, name, axis, soviet):
    held = {board.hexes[i].name for i in board.regions[name]}
    assert set(axis.split()) <= held
    assert not set(soviet.split()) & held
    assert {"Berlin", "Warsaw", "Bucharest", "Budapest"} <= held


def test_the_taman_bridgehead_is_held_in_1943_and_oranienbaum_is_not(board):
    held = labels(board, board.regions["axis_1943_07"])
    assert {"E2546", "E2647", "E2745", "E2847"} <= held
    assert not {"W4603", "W4702", "E2945"} & held
    assert "W4603" not in labels(board, board.regions["axis_1942_06"])


def test_fortified_zones_and_map_edges(board):
    marked = {trait: {h.label for h in board.hexes if trait in h.traits}
              for trait in ("fortified_zone", "edge_axis", "edge_rus_supply")}  # fmt: skip
    assert marked["fortified_zone"] == set(FORTIFIED.split())
    assert (marked["edge_axis"], marked["edge_rus_supply"]) == (SOURCES_WEST, SOURCES_EAST)
    assert all("rail" in board.hexes[board.by_label[label]].traits for label in SOURCES_WEST | SOURCES_EAST)


@of_each("one, other, kind, where", CROSSINGS)
def test_what_lies_on_known_hexsides(board, one, other, kind, where):
    a, b = board.by_label[one], board.by_label[other]
    assert kind in board.kinds(a, b)
    assert kind in board.kinds(b, a)


def test_no_hexside_has_two_classes_of_river(board):
    rivers = {"river", "major_river", "volga"}
    assert all(len(side.kinds & rivers) < 2 for side in board.hexsides)


def pieces(lines):
    """How many separate pieces the lines of one river make."""
    groups = []
    for line in lines:
        points = set(line.points)
        touching = [group for group in groups if group & points]
        groups = [group for group in groups if not group & points] + [points.union(*touching)]
    return len(groups)


def test_every_river_is_one_chain(board):
    rivers = {}
    for line in board.hexside_lines:
        if line.kind in ("river", "major_river", "volga"):
            rivers.setdefault(line.name, []).append(line)
    broken = {name for name, lines in rivers.items() if pieces(lines) > 1}
    assert broken == {"Volga"}  # it flows through the lake of Rybinsk
    assert len(rivers) >= 40


def test_only_perekop_and_chongar_lead_into_the_crimea(board):
    crimea = reach(
        board, board.by_label["E1948"], lambda a, b: board.hexes[b].label not in ("E1744", "E1944", "E2546")
        and not board.kinds(a, b) & {"lake", "impassable"},
    )  # fmt: skip
    assert 15 <= len(crimea) <= 30
    assert {"E1849", "E2248", "E2447", "E1845"} <= labels(board, crimea)
    assert board.kinds(board.by_label["E1744"], board.by_label["E1845"]) <= {"rail", "road"}


@of_each("line", LINES)
def test_the_main_lines_run_from_town_to_town(board, line):
    at = {h.name: h.index for h in board.hexes if h.name}
    for one, other in pairwise(line):
        start, end = at[one], at[other]
        straight = board.distance(start, end) + 6
        near = {i for i in range(len(board.hexes)) if board.distance(start, i) + board.distance(i, end) <= straight}
        found = reach(board, start, lambda a, b, near=near: b in near and "rail" in board.kinds(a, b))
        assert end in found, f"{one} to {other}"


def test_a_railway_ends_at_a_named_place_or_at_the_edge_of_the_map(board):
    last = {"W": max(h.col for h in board.hexes), "S": max(h.row for h in board.hexes)}
    for h in board.hexes:
        ends = [there for there in board.neighbours[h.index] if "rail" in board.kinds(h.index, there)]
        edge = h.col in (0, last["W"]) or h.row in (0, last["S"])
        assert len(ends) != 1 or h.name or edge, h.label


@pytest.mark.parametrize(
    ("name", "river", "at_most"),
    [
        ("Moscow-Gorki road", "Volga", 1), ("Moscow-Ryazan-Penza road", "Oka", 1),
        ("Moscow-Voronezh-Rostov road", "Don", 2), ("Leningrad-Kiev road", "Dnepr", 2),
        ("Moscow-Minsk motor road", "Dnepr", 1), ("Moscow - Smolensk - Minsk - Brest", "Dnepr", 1),
        ("Ryazan - Ruzaevka - Syzran - Kuibyshev", "Oka", 0), ("Rzhev - Selizharovo - Ostashkov", "Volga", 1),
        ("Zagreb - Belgrade", "Sava", 1), ("Vienna - Linz", "Danube", 0),
    ],
)  # fmt: skip
def test_roads_and_railways_do_not_hop_to_and_fro_across_a_river(board, name, river, at_most):
    at = {board.centre(h.index): h.index for h in board.hexes}
    water = {(side.a, side.b) for side in board.hexsides if river in side.names}
    found = [pair for line in board.roads if line.name == name for pair in pairwise(at[p] for p in line.points)]
    assert found
    assert len(water & set(found)) <= at_most


@pytest.mark.parametrize(("town", "bank"), [("Orsha", "Mogilev"), ("Mogilev", "Rogachev"), ("Kalinkovichi", "Pinsk")])
def test_towns_on_one_bank_are_joined_without_a_crossing(board, town, bank):
    at = {h.name: h.index for h in board.hexes if h.name}
    near = {i for i in range(len(board.hexes)) if board.distance(at[town], i) <= 8}
    dry = reach(board, at[town], lambda a, b: b in near and "rail" in board.kinds(a, b)
                and not board.kinds(a, b) & {"river", "major_river"})  # fmt: skip
    assert at[bank] in dry


def test_memel_is_reached_along_the_spit_though_the_frontier_hexes_below_it_are_soviet(board):
    spit = [board.by_label[label] for label in ("W2914", "W2815", "W2816", "W2817", "W2717")]
    for a, b in pairwise(spit):
        assert board.hexes[b].owner == "axis"
        assert not board.kinds(a, b) & {"lake", "impassable", "strait"}
    for label in ("W2815", "W2816"):
        assert board.kinds(board.by_label[label], board.by_label["W2915"]) >= {"lake", "border"}


def test_labels_stand_inside_the_map(board):
    assert all(60 <= label.x <= board.width - 60 and 20 <= label.y <= board.height - 20 for label in board.labels)


def test_every_victory_city_is_on_the_one_railway_net(board):
    berlin = board.by_label["W1121"]
    net = reach(board, berlin, lambda a, b: "rail" in board.kinds(a, b))
    assert [h.name for h in board.hexes if h.vp and h.index not in net] == []
    assert {board.by_label[label] for label in (SOURCES_WEST | SOURCES_EAST) - {"E4754"}} <= net
    georgia = reach(board, board.by_label["E4754"], lambda a, b: "rail" in board.kinds(a, b))
    assert {h.index for h in board.hexes if "rail" in h.traits} == net | georgia


def test_no_railway_or_road_crosses_water(board):
    for side in board.hexsides:
        assert not (side.kinds & {"rail", "road"} and side.kinds & {"lake", "impassable", "strait"}), side


def test_every_hex_can_be_walked_to_from_berlin(board):
    dry = reach(board, board.by_label["W1121"], lambda a, b: not board.kinds(a, b) & {"lake", "impassable"})
    assert len(dry) == len(board.hexes)


def test_nations_of_june_1941(board):
    nations = Counter(h.nation for h in board.hexes)
    assert set(nations) == {"GER", "POL", "SLK", "HUN", "ROM", "BUL", "YUG", "SOV"}
    assert all((h.owner == "soviet") == (h.nation == "SOV") for h in board.hexes)
    homes = {
        "GER": "Berlin Vienna Prague Koenigsberg Suwalki Memel",
        "POL": "Warsaw Krakow Lublin",
        "SLK": "Bratislava",
        "HUN": "Budapest Cluj Kosice Uzhgorod",
        "ROM": "Iasi Bucharest",
        "YUG": "Belgrade",
        "SOV": "Przemysl Bialystok Kishinev Chernovtsy",
    }
    found = {h.name: h.nation for h in board.hexes if h.name}
    for nation, names in homes.items():
        assert {found[name] for name in names.split()} == {nation}


def test_a_frontier_is_drawn_between_all_nations(board):
    for a in board.hexes:
        for b in board.neighbours[a.index]:
            assert ("border" in board.kinds(a.index, b)) == (a.nation != board.hexes[b].nation), (a.label, b)


def test_the_ground_has_its_character(board):
    def share(terrain, columns, rows):
        seen = [h for h in board.hexes if h.col + 10 in columns and h.row + 1 in rows]
        return 100 * sum(h.terrain == terrain for h in seen) // len(seen)

    assert share("marsh", range(36, 47), range(25, 29)) >= 90  # Pripyat
    assert 40 <= share("woods", range(40, 70), range(5, 24)) <= 75
    assert share("clear", range(48, 70), range(28, 42)) >= 85  # Ukraine
    assert share("desert_steppe", range(80, 88), range(37, 46)) >= 70  # Kalmyk steppe
    assert share("mountain", range(72, 86), range(51, 53)) >= 90  # Caucasus
    assert {board.hexes[board.by_label[label]].terrain for label in ("W3438", "W3640", "W3743")} == {"mountain"}


def test_tiled_draws_the_map(tmp_path):
    picture = tmp_path / "map.png"
    if run_tiled("tmxrasterizer", tmp_path, str(MAP), str(picture)):
        assert pygame.image.load(picture).get_size() == (3760, 3052)


def test_tiled_saves_the_map_without_changing_the_board(tmp_path, board):
    maps = tmp_path / "maps"
    shutil.copytree(MAP.parent, maps)
    if run_tiled("tiled", tmp_path, "--export-map", "tmx", str(maps / MAP.name), str(maps / "saved.tmx")):
        assert load_board(maps / "saved.tmx") == board
