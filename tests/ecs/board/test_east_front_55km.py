"""The map of Russia Besieged: its counts, places, borders, rivers, railways and fronts, typed in here."""

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

MAP = ROOT / "maps" / "east_front_55km.tmx"

MAJOR = """
    Berlin 0223; Breslau 0627; Konigsberg 1321; Warsaw 1326; Budapest 0735; Bucharest 1842; Helsinki 2010; Riga
    1817; Minsk 2223; Kiev 2630; Odessa 2638; Smolensk 2822; Dnepropetrovsk 3335; Kharkov 3431; Stalino 3736;
    Sevastopol 3042; Rostov 4037; Leningrad 2712; Moscow 3520; Voronezh 3828; Stalingrad 4733; Gorki 4418;
    Saratov 4827; Kuibyshev 5323; Baku 5949; Archangel 3702
"""
MINOR = """
    Vilna 1922; Lvov 1631; Reval 2012; Brest-Litovsk 1626; Vitebsk 2621; Bryansk 3125; Kursk 3428; Novorossiysk
    3742; Krasnodar 3942; Kalinin 3318; Tula 3623; Vologda 3813; Yaroslavl 3816; Penza 4624; Kazan 5018;
    Astrakhan 5337; Tiflis 5047; Batum 4448; Stettin 0421; Danzig 1021; Posen 0725; Lodz 1026; Cracow 1029;
    Prague 0228; Vienna 0432; Debrecen 1235; Jassy 2137; Galatz 2141; Constanza 2243; Belgrade 0840; Sofia 1245
"""
OIL = """
    Ploesti 1841; Maikop 4142; Grozny 5144
"""
TOWNS = """
    Memel 1419; Kovno 1721; Shavli 1719; Dvinsk 2120; Pskov 2415; Luga 2614; Novgorod 2814; Tikhvin 3012;
    Volkhov 2912; Petrozavodsk 3108; Viborg 2510; Narva 2412; Tartu 2214; Velikie-Luki 2719; Rzhev 3119; Vyazma
    3121; Kaluga 3422; Orel 3425; Gomel 2727; Mogilev 2623; Bobruisk 2425; Bialystok 1624; Baranovichi 2025;
    Pinsk 1927; Mozyr 2427; Kovel 1729; Rovno 1930; Zhitomir 2331; Tarnopol 1832; Vinnitsa 2333; Czernowitz
    1834; Kishinev 2338; Uman 2534; Cherkassy 2832; Kirovograd 2834; Krivoi-Rog 3036; Nikolaev 2837; Zaporozhe
    3336; Melitopol 3338; Perekop 3039; Simferopol 3142; Kerch 3541; Taman 3641; Poltava 3232; Konotop 3029;
    Belgorod 3531; Kupyansk 3632; Voroshilovgrad 3934; Millerovo 4033; Novocherkassk 4136; Tikhoretsk 4140;
    Salsk 4338; Kotelnikovo 4536; Elista 4738; Armavir 4241; Voroshilovsk 4441; Pyatigorsk 4643; Makhachkala
    5444; Derbent 5645; Tuapse 4043; Sukhum 4345; Kutais 4646; Yerevan 5050; Liski 3930; Stalinogorsk 3724;
    Tambov 4126; Michurinsk 4025; Ryazan 3822; Balashov 4427; Kamyshin 4830; Syzran 5124; Ulyanovsk 5021; Uralsk
    5626; Bologoe 3116; Rybinsk 3715; Ivanovo 4017; Konosha 3809; Belozersk 3512; Lublin 1428; Przemysl 1431;
    Radom 1227; Allenstein 1222; Suwalki 1622; Stolp 0820; Kuestrin 0423; Goerlitz 0426; Kaschau 1133; Cluj
    1437; Brasov 1740; Craiova 1442; Temesvar 1038
"""

PORTS = {
    "Baltic": "Stettin Danzig Konigsberg Memel Riga Reval Helsinki Leningrad",
    "Black": "Constanza Odessa Nikolaev Sevastopol Kerch Rostov Novorossiysk Tuapse Batum",
    "Caspian": "Baku Makhachkala Astrakhan",
    "White": "Archangel",
}
LAND_IN_EACH_ROW = """
    35 37 39 43 43 43 43 42 41 40 34 40 42 41 41 44 46 46 47 52 59 60 60 60 60 60 60
    60 60 60 60 60 60 60 59 57 54 51 45 40 47 42 38 35 32 26 18 16 13 13 11
"""
NORTHERN_SWAMP = """
    3406 3407 3408 3505 3506 3507 3508 3509 3603 3604 3605 3606 3607 3608 3609
"""
INVASION_COAST = """
    2044 2045 2046 2047 2144 2242 2243 2341 2342 2439 2440 2539 2638 2738 2838 2939 2941 3039 3040 3041 3042
    3139 3141 3142 3238 3239 3241 3338 3341 3438 3441 3538 3541 3637 3641 3737 3741 3742 3836 3838 3839 3840
    3842 3937 3938 3943 4043 4144 4244 4345 4445 4446 4448 4547 4548
"""
CROSSINGS = """
2630 2730 Dnieper
2526 2626 Dnieper
3335 3434 Dnieper
3336 3236 Dnieper
2623 2724 Dnieper
2822 2821 Dnieper
2729 2629 Desna
3125 3225 Desna
1326 1426 Vistula
1029 1030 Vistula
1021 1022 Vistula
0421 0521 Oder
0627 0727 Oder
0735 0835 Danube
0840 0940 Danube
2141 2142 Danube
2137 2237 Prut
2338 2437 Dniester
2837 2738 Southern Bug
1626 1526 Bug
1721 1722 Neman
1817 1818 Western Dvina
2120 2121 Western Dvina
2621 2620 Western Dvina
2313 2413 Narva
2712 2711 Neva
2814 2813 Volkhov
1927 2027 Pripet
2425 2525 Berezina
3318 3317 Volga
3816 3815 Volga
4418 4417 Volga
5018 5019 Volga
5323 5223 Volga
4827 4927 Volga
4733 4833 Volga
5337 5237 Volga
3822 3922 Oka
3425 3325 Oka
3531 3631 Donets
3828 3728 Don
4037 4038 Don
3942 3943 Kuban
5144 5143 Terek
3702 3703 Northern Dvina
"""
RAIL_LINKS = """
    Berlin>Kuestrin>Posen>Lodz>Warsaw; Posen>Breslau; Berlin>Goerlitz>Breslau>Cracow;
    Berlin>Stettin>Stolp>Danzig>Konigsberg; Kuestrin>Danzig; Danzig>Allenstein>Konigsberg; Warsaw>Allenstein;
    Warsaw>Radom>Cracow>Przemysl>Lvov; Warsaw>Lublin>Kovel; Prague>Vienna>Budapest; Berlin>Prague;
    Prague>Cracow; Budapest>Kaschau>Cracow; Kaschau>Lvov; Budapest>Debrecen>Cluj>Brasov>Ploesti>Bucharest;
    Debrecen>Lvov; Budapest>Temesvar>Craiova>Bucharest; Temesvar>Belgrade>Sofia; Bucharest>Constanza;
    Ploesti>Galatz>Jassy>Kishinev; Brasov>Jassy; Jassy>Czernowitz>Lvov; Konigsberg>Kovno>Vilna>Minsk;
    Konigsberg>Memel>Shavli>Riga; Kovno>Shavli; Vilna>Dvinsk>Pskov>Luga>Leningrad; Dvinsk>Riga>Pskov;
    Riga>Tartu>Narva; Reval>Narva>Leningrad; Dvinsk>Vitebsk>Smolensk; Warsaw>Bialystok>Vilna;
    Warsaw>Brest-Litovsk>Baranovichi>Minsk>Smolensk>Vyazma>Moscow; Bialystok>Baranovichi; Suwalki>Allenstein;
    Bialystok>Suwalki; Brest-Litovsk>Pinsk>Mozyr>Gomel>Bryansk; Brest-Litovsk>Kovel; Kovel>Rovno>Zhitomir>Kiev;
    Lvov>Rovno; Lvov>Tarnopol>Vinnitsa>Zhitomir; Vinnitsa>Uman>Kirovograd>Krivoi-Rog>Zaporozhe;
    Vinnitsa>Kishinev>Odessa; Vinnitsa>Odessa; Czernowitz>Tarnopol; Minsk>Bobruisk>Gomel>Konotop;
    Minsk>Mogilev>Smolensk; Vitebsk>Mogilev>Gomel; Vitebsk>Velikie-Luki>Novgorod;
    Dvinsk>Velikie-Luki>Rzhev>Moscow; Smolensk>Bryansk>Orel; Kiev>Konotop>Kursk>Voronezh;
    Konotop>Bryansk>Kaluga>Moscow; Kiev>Cherkassy>Kirovograd>Nikolaev; Nikolaev>Odessa; Nikolaev>Perekop;
    Kiev>Poltava>Kharkov; Poltava>Kirovograd; Poltava>Dnepropetrovsk; Kirovograd>Dnepropetrovsk>Stalino>Rostov;
    Dnepropetrovsk>Zaporozhe>Melitopol>Perekop>Simferopol>Sevastopol; Simferopol>Kerch;
    Krivoi-Rog>Dnepropetrovsk; Kharkov>Dnepropetrovsk; Kharkov>Stalino; Zaporozhe>Stalino;
    Moscow>Tula>Orel>Kursk>Belgorod>Kharkov; Belgorod>Kupyansk>Voroshilovgrad>Stalino; Kharkov>Kupyansk>Liski;
    Voronezh>Liski>Millerovo>Novocherkassk>Rostov; Voroshilovgrad>Millerovo>Stalingrad;
    Rostov>Tikhoretsk>Armavir>Pyatigorsk>Grozny>Makhachkala>Derbent>Baku; Tikhoretsk>Krasnodar>Novorossiysk;
    Krasnodar>Maikop>Tuapse>Sukhum>Kutais>Tiflis>Baku; Batum>Kutais; Tiflis>Yerevan; Armavir>Maikop;
    Armavir>Voroshilovsk; Salsk>Tikhoretsk; Salsk>Kotelnikovo>Stalingrad; Salsk>Rostov;
    Stalingrad>Kamyshin>Balashov; Stalingrad>Balashov>Michurinsk; Makhachkala>Astrakhan; Astrakhan>Saratov;
    Saratov>Balashov>Voronezh; Saratov>Tambov>Michurinsk>Ryazan>Moscow; Saratov>Uralsk; Saratov>Syzran;
    Saratov>Penza; Voronezh>Michurinsk; Voronezh>Stalinogorsk>Tula; Tambov>Penza>Syzran>Kuibyshev; Ryazan>Penza;
    Ryazan>Tula; Syzran>Ulyanovsk>Kazan; Kazan>Gorki; Moscow>Gorki; Moscow>Ivanovo>Gorki;
    Moscow>Yaroslavl>Vologda>Konosha>Archangel; Yaroslavl>Ivanovo; Yaroslavl>Rybinsk>Bologoe;
    Moscow>Kalinin>Bologoe>Novgorod>Leningrad; Bologoe>Pskov; Bologoe>Velikie-Luki; Rzhev>Kalinin;
    Rzhev>Vyazma>Bryansk; Vyazma>Kaluga>Tula; Leningrad>Volkhov>Tikhvin>Vologda; Volkhov>Petrozavodsk;
    Leningrad>Viborg>Helsinki; Vologda>Gorki; Bryansk>Kursk
"""
ROUND_THE_MOUNTAINS = {
    ("Kaschau", "Cracow"): 5,
    ("Kaschau", "Lvov"): 1,
    ("Pinsk", "Mozyr"): 1,  # round the marshes
    ("Tuapse", "Sukhum"): 2,
}
MAIN_LINES = {
    "Berlin - Moscow": """
    0223 0323 0423 0524 0624 0725 0825 0926 1026 1126 1226 1326 1426 1526 1626 1726 1825 1925 2025 2125 2224
    2223 2324 2423 2523 2622 2723 2822 2922 3021 3121 3220 3320 3420 3520
    """,
    "Konigsberg - Leningrad": """
    1321 1420 1521 1621 1721 1821 1922 2021 2020 2120 2119 2218 2217 2317 2316 2415 2515 2614 2613 2713 2712
    """,
    "Konigsberg - Riga - Leningrad": """
    1321 1420 1419 1519 1619 1719 1718 1817 1917 2016 2015 2115 2214 2213 2313 2412 2512 2612 2712
    """,
    "Reval - Narva": """
    2012 2112 2212 2313 2412
    """,
    "Leningrad - Helsinki": """
    2712 2611 2610 2510 2409 2310 2210 2110 2010
    """,
    "Warsaw - Kiev": """
    1326 1426 1427 1428 1529 1628 1729 1829 1930 2030 2130 2230 2331 2430 2531 2630
    """,
    "Breslau - Odessa": """
    0627 0728 0828 0929 1029 1130 1230 1331 1431 1531 1631 1732 1832 1933 2032 2133 2232 2333 2433 2434 2435
    2536 2537 2637 2638
    """,
    "Vienna - Constanza": """
    0432 0433 0534 0634 0735 0835 0935 1035 1135 1235 1336 1337 1437 1538 1539 1639 1740 1741 1841 1842 1943
    2042 2143 2243
    """,
    "Ploesti - Perekop": """
    1841 1941 2041 2141 2140 2139 2138 2137 2237 2338 2438 2538 2638 2738 2837 2938 2939 3039
    """,
    "Brest-Litovsk - Orel": """
    1626 1727 1826 1927 2026 2126 2225 2326 2426 2427 2527 2627 2727 2826 2926 3025 3125 3225 3325 3425
    """,
    "Moscow - Sevastopol": """
    3520 3521 3522 3622 3623 3524 3525 3425 3426 3427 3428 3429 3530 3531 3431 3432 3333 3334 3335 3336 3337
    3338 3238 3139 3039 3040 3141 3142 3042
    """,
    "Moscow - Baku": """
    3520 3620 3621 3722 3822 3823 3924 3925 4025 3926 3927 3827 3828 3929 3930 3931 3932 4032 4033 4034 4135
    4136 4036 4037 4038 4139 4140 4141 4241 4342 4442 4543 4643 4743 4843 4944 5043 5144 5244 5344 5444 5545
    5645 5646 5747 5847 5848 5949
    """,
    "Rostov - Stalingrad": """
    4037 4138 4237 4338 4437 4436 4536 4535 4634 4633 4733
    """,
    "Leningrad - Moscow": """
    2712 2812 2912 3012 3113 3213 3313 3413 3513 3613 3713 3813 3814 3815 3816 3717 3718 3618 3619 3520
    """,
    "Leningrad - Kalinin - Moscow": """
    2712 2713 2813 2814 2915 3015 3116 3216 3217 3318 3418 3419 3520
    """,
    "Archangel - Kuibyshev": """
    3702 3703 3704 3705 3706 3806 3807 3808 3809 3810 3811 3812 3813 3914 3915 4015 4116 4216 4217 4318 4418
    4519 4618 4719 4818 4918 5018 5019 5020 5021 5022 5123 5124 5223 5323
    """,
    "Moscow - Gorki": """
    3520 3619 3720 3819 3919 4019 4119 4218 4319 4418
    """,
    "Kiev - Moscow": """
    2630 2730 2829 2930 3029 3028 3027 3127 3126 3125 3224 3223 3323 3422 3421 3521 3520
    """,
    "Kiev - Stalingrad": """
    2630 2731 2831 2931 3031 3132 3232 3332 3431 3532 3632 3733 3833 3934 4033 4133 4233 4333 4433 4533 4633
    4733
    """,
    "Kirovograd - Rostov": """
    2834 2935 3034 3135 3235 3335 3435 3535 3635 3736 3836 3937 4037
    """,
    "Krasnodar - Baku": """
    3942 4041 4142 4042 4043 4143 4242 4343 4344 4345 4445 4546 4646 4747 4846 4947 5047 5148 5247 5348 5448
    5548 5648 5749 5848 5949
    """,
    "Batum - Kutais": """
    4448 4548 4547 4646
    """,
    "Saratov - Syzran": """
    4827 4727 4726 4625 4624 4724 4824 4924 5024 5124
    """,
    "Saratov - Makhachkala": """
    4827 4828 4929 4930 5030 5031 5032 5133 5134 5234 5235 5336 5337 5237 5238 5239 5240 5241 5342 5343 5443
    5444
    """,
    "Saratov - Uralsk": """
    4827 4927 5027 5127 5226 5327 5426 5527 5626
    """,
    "Budapest - Sofia": """
    0735 0835 0836 0937 0938 1038 0939 0940 0840 0941 0942 1042 1043 1144 1145 1245
    """,
}
FRONTS = {
    "front_1942_05": """
    2612 2713 2813 2714 2715 2716 2717 2718 2618 2619 2720 2821 2921 3020 3120 3220 3221 3222 3123 3124 3224
    3325 3425 3426 3527 3528 3529 3530 3531 3532 3432 3433 3434 3535 3634 3735 3835 3836
    """,
    "soviet_front_1942_05": """
    2712 2812 2913 2914 2814 2815 2816 2817 2818 2719 2820 2920 3019 3119 3219 3320 3321 3322 3223 3323 3324
    3424 3525 3526 3626 3627 3628 3629 3630 3631 3632 3533 3633 3534 3734 3834 3935 3936 3937 4037
    """,
    "front_1943_05": """
    2612 2713 2813 2714 2715 2716 2717 2617 2618 2619 2620 2721 2821 2922 3022 3023 3124 3224 3325 3425 3426
    3327 3227 3128 3129 3130 3230 3331 3430 3531 3532 3533 3633 3734 3834 3835 3836 3641 3742
    """,
    "soviet_front_1943_05": """
    2712 2812 2913 2914 2814 2815 2816 2817 2718 2719 2720 2820 2921 3021 3122 3123 3223 3324 3424 3525 3526
    3527 3427 3328 3228 3229 3330 3429 3530 3630 3631 3632 3733 3833 3934 3935 3936 3937 4037 3841 3842 3942
    """,
    "front_1944_05": """
    2412 2313 2316 2317 2318 2418 2419 2420 2521 2621 2622 2623 2624 2525 2425 2426 2327 2226 2127 2027 1928
    1828 1729 1730 1731 1732 1733 1633 1735 1736 1836 1937 2036 2137 2237 2338 2438 2439
    """,
    "soviet_front_1944_05": """
    2413 2414 2415 2416 2417 2518 2519 2520 2620 2721 2722 2723 2724 2725 2625 2526 2527 2427 2328 2227 2128
    2028 1929 1829 1830 1831 1832 1833 1734 1834 1835 1936 2035 2136 2236 2337 2437 2538 2539
    """,
}


def items(text):
    """'Name 0223; Name 0627' as pairs of name and label."""
    return [tuple(" ".join(item.split()).rsplit(" ", 1)) for item in text.split(";")]


PLACES = [(name, label, "major", 2) for name, label in items(MAJOR)]
PLACES += [(name, label, "town", 1) for name, label in items(MINOR) + items(OIL)]
PLACES += [(name, label, "", 0) for name, label in items(TOWNS)]


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


@pytest.fixture(scope="module")
def at(board):
    return {h.name: h.index for h in board.hexes if h.name}


def labels(board, members):
    return {board.hexes[i].label for i in members}


def row_of(h):
    return int(h.label[2:])


def reach(board, start, passes):
    """Every hex that can be reached from a hex by steps of which `passes` says yes, and in how many steps."""
    found, waiting = {start: 0}, [start]
    for here in waiting:
        for there in board.neighbours[here]:
            if there not in found and passes(here, there):
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def test_the_map_has_no_fault():
    assert check_map(MAP) == []


def test_columns_and_rows_are_numbered_from_0101_in_the_north_west(board):
    assert (board.name, len(board.by_label)) == ("east_front_55km", 2275)
    assert all((h.col + 1, h.row + 1) == (int(h.label[:2]), int(h.label[2:])) for h in board.hexes)


@pytest.mark.parametrize(
    ("label", "around"),
    [("2822", "2821 2922 2923 2823 2723 2722"), ("2223", "2222 2323 2324 2224 2124 2123"),
     ("2321", "2320 2420 2421 2322 2221 2220"), ("3335", "3334 3434 3435 3336 3235 3234")],
)  # fmt: skip
def test_even_columns_stand_half_a_hex_lower(board, label, around):
    assert labels(board, board.neighbours[board.by_label[label]]) == set(around.split())


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [("Brest-Litovsk", "Minsk", 6), ("Minsk", "Smolensk", 6), ("Brest-Litovsk", "Moscow", 19),
     ("Konigsberg", "Leningrad", 16), ("Lvov", "Kiev", 10), ("Kiev", "Kharkov", 8), ("Rostov", "Stalingrad", 8),
     ("Rostov", "Baku", 21)],
)  # fmt: skip
def test_distances_between_cities(board, at, one, other, hexes):
    assert board.distance(at[one], at[other]) == hexes


def test_land_and_terrain_are_counted(board):
    assert [sum(row_of(h) == row for h in board.hexes) for row in range(1, 52)] == [
        int(number) for number in LAND_IN_EACH_ROW.split()
    ]
    ground = {"clear": 1855, "woods": 278, "mountain": 101, "marsh": 41}
    assert Counter(h.terrain for h in board.hexes) == ground


@pytest.mark.parametrize(
    ("terrain", "where"),
    [("marsh", "1826 2027 2128 2428 5338 3741 2715 3507"), ("woods", "2023 2424 3025 3126 4510 3117"),
     ("mountain", "0831 1332 1736 1740 4043 4644 5149 5050"), ("clear", "2630 3335 4733 5818 2012 3041")],
)  # fmt: skip
def test_known_ground(board, terrain, where):
    assert {label: board.hexes[board.by_label[label]].terrain for label in where.split()} == dict.fromkeys(
        where.split(), terrain)  # fmt: skip


@of_each("name, label, place, vp", PLACES)
def test_every_place_stands_in_its_hex(board, name, label, place, vp):
    found = board.hexes[board.by_label[label]]
    assert (found.name, found.place, found.vp) == (name, place, vp)
    assert ("oil" in found.traits) == (name in dict(items(OIL)))


def test_there_are_26_major_cities_31_minor_cities_3_oil_wells_and_91_towns(board):
    assert Counter(h.place for h in board.hexes if h.name) == {"major": 26, "town": 34, "": 91}
    assert {h.name for h in board.hexes if h.place == "town" and "oil" in h.traits} == {"Ploesti", "Maikop", "Grozny"}
    assert Counter(h.owner for h in board.hexes if h.place == "major") == {"soviet": 19, "axis": 7}
    minor = (h for h in board.hexes if h.place == "town" and "oil" not in h.traits)
    assert Counter(h.owner for h in minor) == {"soviet": 18, "axis": 13}


def test_ports_lie_on_their_seas(board):
    for sea, names in PORTS.items():
        assert {h.name for h in board.hexes if f"coast_{sea}" in h.traits} == set(names.split())
    ports = {h.name for h in board.hexes if "port" in h.traits}
    assert ports == set(" ".join(PORTS.values()).split())


def test_nations_of_june_1941(board, at):
    assert Counter(h.nation for h in board.hexes) == {
        "SOV": 1734, "GER": 294, "FIN": 85, "ROM": 76, "HUN": 53, "BUL": 33,
    }  # fmt: skip
    assert all((h.owner == "soviet") == (h.nation == "SOV") for h in board.hexes)
    homes = {
        "GER": "Berlin Konigsberg Memel Warsaw Lublin Prague Vienna Belgrade Suwalki Kaschau Cracow",
        "HUN": "Budapest Debrecen Cluj",
        "ROM": "Bucharest Jassy Ploesti Constanza Craiova Galatz Brasov Temesvar",
        "BUL": "Sofia",
        "FIN": "Helsinki",
        "SOV": "Viborg Riga Kovno Brest-Litovsk Bialystok Przemysl Lvov Czernowitz Kishinev Odessa Baku Archangel",
    }
    wrong = {(name, nation) for nation, names in homes.items() for name in names.split()
             if board.hexes[at[name]].nation != nation}  # fmt: skip
    assert wrong == set()


def test_a_frontier_is_drawn_between_all_nations(board):
    for a in board.hexes:
        for b in board.neighbours[a.index]:
            assert ("border" in board.kinds(a.index, b)) == (a.nation != board.hexes[b].nation), (a.label, b)


def test_there_are_681_river_hexsides(board):
    assert sum("river" in side.kinds for side in board.hexsides if side.a < side.b) == 681
    kinds = set().union(*(side.kinds for side in board.hexsides))
    assert kinds == {"river", "strait", "impassable", "border", "rail"}


@of_each("line", CROSSINGS.strip().splitlines())
def test_rivers_at_known_places(board, line):
    one, other, river = line.split(maxsplit=2)
    a, b = board.by_label[one], board.by_label[other]
    assert "river" in board.kinds(a, b) & board.kinds(b, a)
    assert river in next(side.names for side in board.hexsides if (side.a, side.b) == (a, b))


def test_every_river_is_one_chain(board):
    rivers = {}
    for line in board.hexside_lines:
        if line.kind == "river":
            rivers.setdefault(line.name, []).append(set(line.points))
    for name, lines in rivers.items():
        chain = lines.pop()
        while near := next((points for points in lines if points & chain), None):
            lines.remove(near)
            chain |= near
        assert lines == [], name
    assert len(rivers) == 30


def test_the_straits_and_the_two_gulfs(board):
    def sides(kind):
        return {f"{board.hexes[s.a].label} {board.hexes[s.b].label}" for s in board.hexsides
                if kind in s.kinds and s.a < s.b}  # fmt: skip

    assert sides("strait") == {"3541 3641"}
    assert sides("impassable") == {"2611 2512", "2611 2612", "3937 3938"}


def test_only_perekop_leads_into_the_crimea(board):
    crimea = reach(board, board.by_label["3042"], lambda a, b: "strait" not in board.kinds(a, b)
                   and board.hexes[b].label != "3039")  # fmt: skip
    assert labels(board, crimea) >= {"3040", "3142", "3541", "3041"}
    assert len(crimea) < 20
    gate = board.by_label["3040"]
    assert labels(board, set(board.neighbours[gate]) - set(crimea)) == {"3039"}


def test_special_regions(board):
    def region(name):
        return labels(board, board.regions[name])

    assert region("northern_swamp") == set(NORTHERN_SWAMP.split())
    assert {board.hexes[i].terrain for i in board.regions["northern_swamp"]} == {"marsh"}
    assert region("ice_road") == {"2712", "2912"}
    assert "2811" not in board.by_label
    assert region("invasion_coast") == set(INVASION_COAST.split())
    assert region("caucasus") >= {"4345", "4445", "5645", "4646", "4448", "5047", "5050", "5949", "4144", "5045"}
    assert not region("caucasus") & {"4142", "3942", "5144", "5444", "4643"}
    assert len(region("caucasus")) == 103


def test_railways_leave_the_map_where_they_should(board):
    exits = {
        "exit_west": "0223 0228 0432", "exit_southwest": "0840", "exit_east": "5018 5323 5626",
        "exit_north": "3702", "exit_southeast": "5050",
    }  # fmt: skip
    for name, where in exits.items():
        assert labels(board, board.regions[name]) == set(where.split())
        assert all("rail" in board.hexes[i].traits for i in board.regions[name])
    assert {h.label for h in board.hexes if "edge_axis" in h.traits} == {"0223", "0228", "0432", "0840"}
    assert {h.label for h in board.hexes if "edge_rus_supply" in h.traits} == {"5018", "5323", "5626"}
    north = {h.label for h in board.hexes if h.nation == "FIN" and row_of(h) == 1}
    assert labels(board, board.regions["exit_finland"]) == north == {"2201", "2301", "2401", "2501", "2601"}


def test_every_railway_joins_its_two_places_by_the_shortest_way_over_land(board, at):
    links = [pair for chain in RAIL_LINKS.split(";") for pair in pairwise(chain.strip().split(">"))]
    assert len(links) == 233
    for one, other in links:
        rail = reach(board, at[one], lambda a, b: "rail" in board.kinds(a, b))
        land = reach(board, at[one], lambda a, b: not board.kinds(a, b) & {"strait", "impassable"})
        longer = rail[at[other]] - land[at[other]]
        assert longer == ROUND_THE_MOUNTAINS.get((one, other), 0), (one, other)


@of_each("name", MAIN_LINES)
def test_the_main_lines_run_hex_by_hex(board, name):
    for one, other in pairwise(MAIN_LINES[name].split()):
        assert "rail" in board.kinds(board.by_label[one], board.by_label[other]), (one, other)


def test_the_railways_are_one_net_without_loose_ends(board, at):
    net = reach(board, at["Berlin"], lambda a, b: "rail" in board.kinds(a, b))
    assert set(net) == {h.index for h in board.hexes if "rail" in h.traits}
    assert len(net) == 719
    assert {h.name for h in board.hexes if h.place and h.index not in net} == set()
    for i in net:
        ends = [there for there in board.neighbours[i] if "rail" in board.kinds(i, there)]
        assert len(ends) > 1 or board.hexes[i].name, board.hexes[i].label


def test_no_railway_crosses_water(board):
    assert not any("rail" in side.kinds and side.kinds & {"strait", "impassable"} for side in board.hexsides)


def test_every_hex_can_be_walked_to_from_berlin(board, at):
    dry = reach(board, at["Berlin"], lambda a, b: not board.kinds(a, b) & {"strait", "impassable"})
    assert len(dry) == len(board.hexes)


@pytest.mark.parametrize("name", FRONTS)
def test_the_fronts_of_the_later_scenarios(board, name):
    assert labels(board, board.regions[name]) == set(FRONTS[name].split())


@pytest.mark.parametrize(
    ("date", "axis", "soviet"),
    [
        ("1942_05", "Kharkov Stalino Simferopol Smolensk Orel Pskov Helsinki",
         "Leningrad Novgorod Sevastopol Kerch Moscow Voronezh Rostov Viborg"),
        ("1943_05", "Bryansk Orel Belgorod Stalino Kharkov Sevastopol Kerch Taman Novorossiysk Helsinki",
         "Kursk Rostov Velikie-Luki Krasnodar Moscow Leningrad"),
        ("1944_05", "Narva Tartu Vitebsk Minsk Mogilev Bobruisk Jassy Galatz Reval Riga Pinsk",
         "Leningrad Pskov Odessa Tarnopol Kiev Sevastopol Gomel Velikie-Luki Czernowitz Smolensk"),
    ],
)  # fmt: skip
def test_what_the_axis_holds_when_they_begin(board, at, date, axis, soviet):
    held = set(board.regions[f"axis_{date}"])
    assert {name for name in axis.split() if at[name] not in held} == set()
    assert {name for name in soviet.split() if at[name] in held} == set()
    assert set(board.regions[f"front_{date}"]) <= held
    assert not set(board.regions[f"soviet_front_{date}"]) & held
    lost = {h.label for h in board.hexes if h.owner == "axis" and h.index not in held}
    assert lost == ({"1835", "1936"} if date == "1944_05" else set())


def test_districts_and_setting_up_zones(board):
    where = {
        "LMD": ((22, 31), (5, 16)), "BMD": ((1, 22), (15, 21)), "WMD": ((1, 26), (22, 28)),
        "KMD": ((1, 27), (28, 34)), "OMD": ((1, 32), (35, 42)), "STAVKA": ((21, 45), (1, 51)),
        "TCMD": ((1, 60), (43, 51)),
    }  # fmt: skip
    for name, ((west, east), (north, south)) in where.items():
        assert labels(board, board.regions[name]) == {
            h.label for h in board.hexes
            if h.nation == "SOV" and west <= h.col + 1 <= east and north <= row_of(h) <= south
        }  # fmt: skip
    for name in ("LMD", "BMD", "WMD", "KMD", "OMD"):
        border = {i for i in board.regions[name] if any(board.hexes[o].nation != "SOV" for o in board.neighbours[i])}
        assert set(board.regions[f"{name}_border"]) == border
    for name, rows in {"AGN": (19, 22), "AGC": (22, 28), "AGS": (28, 33)}.items():
        assert labels(board, board.regions[name]) == {
            h.label for h in board.hexes if h.nation == "GER" and rows[0] <= row_of(h) <= rows[1]
        }  # fmt: skip
    for name, nation in {"ROM": "ROM", "FIN": "FIN", "romania": "ROM", "finland": "FIN", "bulgaria": "BUL"}.items():
        assert {board.hexes[i].nation for i in board.regions[name]} == {nation}


def test_areas_of_the_allies(board):
    finns = {h.index for h in board.hexes if h.nation == "FIN"}
    karelia = {h.index for h in board.hexes if h.nation == "SOV" and row_of(h) <= 11 and 22 <= h.col + 1 <= 35}
    assert set(board.regions["finnish_area"]) == finns | karelia
    assert set(board.regions["romanian_area"]) == {h.index for h in board.hexes if row_of(h) >= 27}
    hungarians = {h.index for h in board.hexes if row_of(h) >= 25 and h.nation != "ROM"}
    assert set(board.regions["hungarian_area"]) == hungarians


def test_labels_stand_inside_the_map(board):
    assert all(60 <= label.x <= board.width - 60 and 20 <= label.y <= board.height - 20 for label in board.labels)


def test_tiled_draws_the_map(tmp_path):
    picture = tmp_path / "map.png"
    if run_tiled("tmxrasterizer", tmp_path, str(MAP), str(picture)):
        assert pygame.image.load(picture).get_size() == (2896, 2884)


def test_tiled_saves_the_map_without_changing_the_board(tmp_path, board):
    maps = tmp_path / "maps"
    shutil.copytree(MAP.parent, maps)
    if run_tiled("tiled", tmp_path, "--export-map", "tmx", str(maps / MAP.name), str(maps / "saved.tmx")):
        assert load_board(maps / "saved.tmx") == board
