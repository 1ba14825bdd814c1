"""On which bank of its river does each town stand?  For every map and river, typed in here from geography.

A table names a river, the hexsides at its source, and the towns whose hexes it washes: hex, bank (looking downstream),
and the hexes that lie across it.  Kursk and Odessa have none.  A town on both banks has the bank that its map gives it:
Budapest, Leningrad, Luga, Novgorod, Orel, Rzhev, Smolensk.
"""

from collections import Counter
from itertools import pairwise

import pytest

from ecs.board.board import Board
from ecs.board.map_loader import load_board
from tests import ROOT
from tests.kits.rows import of_each

MAPS = ROOT / "maps"
RIVERS = {"river", "major_river", "volga"}

BESIEGED = """
    Berezina from 2322/2421
        Bobruisk, 2425, right: 2424 2525 2526
    Bug from 1731/1732
        Brest-Litovsk, 1626, right: 1526 1527 1627
    Danube from 0232/0332
        Vienna, 0432, right: 0431 0332 0532 0533
        Budapest, 0735, right: 0734 0834 0835 0736
        Belgrade, 0840, right: 0839 0940
        Galatz, 2141, left: 2241 2142
    Desna from 2923/3023
        Bryansk, 3125, right: 3124 3224 3225 3126
    Dnieper from 3020/3021
        Smolensk, 2822, left: 2821 2722
        Mogilev, 2623, right: 2723 2624 2724
        Kiev, 2630, right: 2629 2730 2731
        Cherkassy, 2832, right: 2831 2932 2933
        Dnepropetrovsk, 3335, right: 3234 3334 3434 3435 3336
        Zaporozhe, 3336, left: 3235 3335 3236
    Dniester from 1531/1532
        Kishinev, 2338, right: 2437
    Don from 3724/3823
        Stalinogorsk, 3724, right: 3823 3824
        Voronezh, 3828, left: 3728 3729 3829
        Liski, 3930, left: 3829 3830 3931
        Novocherkassk, 4136, right: 4137
        Kotelnikovo, 4536, left: 4435
        Rostov, 4037, right: 4137 3938 4038 4138
    Donets from 3531/3630
        Belgorod, 3531, right: 3630 3631 3532
        Voroshilovgrad, 3934, right: 3833 3933 4033 4034
    Kuban from 4442/4443
        Taman, 3641, left: 3741
        Armavir, 4241, left: 4240 4141 4341
        Voroshilovsk, 4441, right: 4342
        Krasnodar, 3942, right: 3842 4042 3943
    Lovat from 2618/2719
        Velikie-Luki, 2719, right: 2618
    Luga from 2614/2615
        Narva, 2412, left: 2513
        Luga, 2614, right: 2514 2515 2615
    Manych from 4539/4638
        Salsk, 4338, left: 4337 4437
    Narva from 2313/2413
        Narva, 2412, left: 2413
    Neman from 2024/2124
        Kovno, 1721, right: 1621 1722
    Neva from 2711/2712
        Leningrad, 2712, left: 2611 2711
    Northern Dvina from 4407/4408
        Archangel, 3702, right: 3602 3703
    Oder from 0729/0829
        Stettin, 0421, left: 0521 0422 0522
        Kuestrin, 0423, right: 0323 0324
        Breslau, 0627, left: 0626 0727 0728
    Oka from 3327/3426
        Kaluga, 3422, left: 3423 3523
        Ryazan, 3822, right: 3821 3722 3922
        Orel, 3425, right: 3325 3326
    Pripet from 1727/1827
        Pinsk, 1927, left: 1827 2027 1928
        Mozyr, 2427, right: 2426 2327 2527 2528
    Prut from 1734/1735
        Czernowitz, 1834, right: 1833 1734 1934 1935
        Jassy, 2137, right: 2136 2236 2237
        Galatz, 2141, right: 2240
    San from 1331/1431
        Przemysl, 1431, right: 1331
    Southern Bug from 2132/2133
        Vinnitsa, 2333, left: 2233 2334
        Nikolaev, 2837, left: 2738
    Terek from 4744/4844
        Grozny, 5144, right: 5143
    Velikaya from 2418/2519
        Pskov, 2415, right: 2316
    Vistula from 0830/0930
        Danzig, 1021, left: 1022 1122
        Warsaw, 1326, left: 1225 1325 1425 1426
        Cracow, 1029, left: 1030 1130
    Volga from 3119/3219
        Rybinsk, 3715, right: 3614 3714 3814 3615 3815
        Yaroslavl, 3816, right: 3815 3916
        Kalinin, 3318, right: 3217 3317 3417 3218
        Gorki, 4418, right: 4417 4318 4518
        Kazan, 5018, left: 4919 5019
        Rzhev, 3119, left: 3219
        Ulyanovsk, 5021, right: 5121
        Kuibyshev, 5323, left: 5223
        Syzran, 5124, right: 5224 5125
        Saratov, 4827, right: 4927 4928
        Kamyshin, 4830, right: 4930 4831 4931
        Stalingrad, 4733, right: 4832 4833
        Astrakhan, 5337, left: 5236 5237 5338
    Volkhov from 2715/2814
        Volkhov, 2912, right: 2812
        Novgorod, 2814, right: 2813 2714 2715
    Western Dvina from 2818/2819
        Riga, 1817, right: 1717 1718 1818 1918
        Dvinsk, 2120, right: 2019 2020 2220 2121
        Vitebsk, 2621, left: 2620
"""
VALLEY = """
    Berezina from W4219/W4318
        Borisov, W4420, left: W4320
        Bobruisk, W4523, right: W4522 W4623 W4624
    Bug from W3433/W3532
        Brest-Litovsk, W3326, right: W3226 W3227
    Danube from W1034/W1035
        Linz, W1035, right: W1034 W1134
        Vienna, W1436, right: W1435 W1535
        Bratislava, W1636, left: W1536 W1637
        Gyor, W1737, right: W1736 W1837
        Budapest, W2039, left: W1938 W1939
        Novi Sad, W2145, left: W2046 W2146
        Galati, W4146, left: W4147
        Braila, W4047, left: W4147
        Izmail, W4447, left: W4347 W4547 W4448
        Belgrade, W2248, right: W2347
        Giurgiu, W3651, left: W3751 W3652
        Ruse, W3652, right: W3551 W3651
    Desna from E1520/E1621
        Bryansk, E1722, right: E1721 E1822 E1723 E1823
        Chernigov, E1128, right: E1129 E1229
    Dnepr from E1515/E1616
        Dorogobuzh, E1517, left: E1516 E1417 E1418
        Smolensk, E1218, right: E1219
        Orsha, W4719, right: E1020
        Mogilev, W4721, right: E1021 E1022
        Rogachev, W4624, right: W4723 W4724
        Kiev, W4731, right: E1031 E1032
        Kremenchug, E1636, left: E1535 E1536 E1736 E1637
        Dnepropetrovsk, E2037, right: E1936 E2036 E2136 E2137 E2038
        Zaporozhe, E2039, left: E1938 E1939
        Nikopol, E1940, right: E2040 E1841 E1941 E2041
        Kherson, E1543, right: E1643 E1444 E1544 E1644
    Dniester from W3034/W3134
        Sambor, W3133, left: W3134
        Stanislav, W3436, right: W3435 W3535
        Mogilev-Podolsk, W4137, left: W4038 W4138
        Tiraspol, W4542, left: W4442 W4443 W4543
    Don from E2520/E2620
        Voronezh, E2827, left: E2726 E2727 E2828
        Liski, E2928, left: E2828 E2829 E2929
        Boguchar, E3232, right: E3231 E3331
        Serafimovich, E3732, right: E3731 E3632 E3832
        Kletskaya, E3833, right: E3832
        Kalach, E4035, left: E3934 E3935
        Rostov, E3140, right: E3141 E3241
    Elbe from W1329/W1330
        Dresden, W1126, left: W1125 W1226 W1227
        Prague, W1129, left: W1229
    Ingulets from E1537/E1638
        Krivoi Rog, E1639, right: E1638 E1738 E1739 E1640
    Khoper from E3822/E3922
        Borisoglebsk, E3526, right: E3627
        Balashov, E3726, left: E3725 E3626
        Povorino, E3527, right: E3627 E3528 E3628
    Kuban from E3850/E3949
        Kropotkin, E3445, right: E3545 E3446
        Armavir, E3646, left: E3645 E3745 E3746
        Krasnodar, E3147, right: E3247 E3048 E3148 E3248
        Cherkessk, E3948, right: E3848 E3849
    Lovat from W4713/E1014
        Staraya Russa, E1108, left: E1208 E1209
        Kholm, E1011, right: W4710 E1010 W4711
        Velikie Luki, E1013, right: W4712 W4713
    Luga from W4606/W4706
        Narva, W4304, left: W4303 W4404
        Luga, W4606, left: W4605 W4705 W4706
    Narew from W3224/W3323
        Bialystok, W3223, right: W3123 W3224
    Narva from W4205/W4305
        Narva, W4304, left: W4303 W4404 W4305 W4405
    Neva from E1002/E1102
        Leningrad, W4702, left: W4701 W4602 E1002
    Niemen from W3822/W3922
        Tilsit, W3017, left: W3016 W3116
        Kaunas, W3418, right: W3317 W3318
        Grodno, W3321, right: W3221 W3222 W3322 W3422
    Northern Donets from E2330/E2431
        Belgorod, E2330, right: E2431
        Izyum, E2534, right: E2533 E2434 E2634 E2635
        Voroshilovgrad, E3036, right: E2935 E3035 E3135
        Kamensk, E3237, right: E3236 E3336
    Oder from W1930/W1931
        Stettin, W1420, left: W1419 W1519 W1520 W1421
        Frankfurt, W1322, left: W1422 W1423
        Kuestrin, W1422, right: W1321 W1322
        Breslau, W1827, left: W1726 W1826 W1926 W1927
        Oppeln, W1929, right: W1829 W1830 W1930
    Oka from E2123/E2224
        Gorki, E3511, right: E3411 E3412
        Murom, E3214, left: E3313 E3314
        Serpukhov, E2317, left: E2318 E2418
        Kolomna, E2617, left: E2517 E2717 E2618
        Ryazan, E2818, right: E2817 E2917
        Kaluga, E2019, left: E2119
        Belev, E2120, left: E2119 E2220 E2221
        Orel, E2123, left: E2223 E2224
        Mtsensk, E2223, right: E2122 E2123
    Pripyat from W3527/W3528
        Kalinkovichi, W4525, left: W4526
        Pinsk, W3826, left: W3827
        Mozyr, W4526, right: W4525 W4426 W4626 W4627
    Prut from W3537/W3538
        Chernovtsy, W3738, right: W3737 W3838
        Iasi, W4042, right: W4141
        Galati, W4146, right: W4246 W4247
    Psel from E2029/E2030
        Sumy, E1929, right: E1930 E2030
        Kremenchug, E1636, right: E1735
    San from W2933/W3034
        Przemysl, W3033, right: W2932 W2933
    Sava from W1042/W1043
        Zagreb, W1243, left: W1143 W1244
        Belgrade, W2248, right: W2147 W2247
    Siret from W3842/W3941
        Focsani, W3946, right: W4046
        Galati, W4146, left: W4047
        Braila, W4047, right: W4046 W4146
    Southern Bug from W4236/W4335
        Vinnitsa, W4335, left: W4236 W4336
        Nikolaev, E1342, left: E1242 E1243
    Sozh from E1220/E1319
        Gomel, E1026, right: E1125 E1126 E1027
    Terek from E4551/E4651
        Mozdok, E4649, left: E4549 E4749 E4650
        Ordzhonikidze, E4651, right: E4550 E4551
    Tisza from W3238/W3239
        Szeged, W2243, right: W2342 W2343 W2244
    Velikaya from W4413/W4414
        Pskov, W4309, right: W4209 W4210
        Ostrov, W4310, right: W4210 W4211 W4311
    Vistula from W2231/W2232
        Danzig, W2318, left: W2419
        Marienburg, W2419, right: W2318 W2319
        Bromberg, W2121, left: W2222
        Thorn, W2222, right: W2121 W2221 W2122 W2223
        Warsaw, W2725, left: W2724 W2825 W2826
        Deblin, W2927, right: W2828
        Krakow, W2432, left: W2531 W2332 W2532 W2433
    Volga from E1311/E1411 and E2506/E2507
        Rybinsk, E2507, right: E2506 E2607 E2408
        Yaroslavl, E2708, right: E2707 E2808
        Kostroma, E2908, left: E2809 E2909 E3009
        Kineshma, E3108, right: E3107 E3008 E3208
        Gorki, E3511, right: E3510 E3611
        Kazan, E4611, left: E4511
        Kalinin, E2012, right: E1911 E2011 E2111
        Rzhev, E1713, right: E1712 E1613
        Ulyanovsk, E4616, right: E4615 E4715 E4716
        Syzran, E4719, right: E4819 E4720 E4820
        Saratov, E4325, right: E4425 E4426
        Engels, E4425, left: E4324 E4424 E4325
        Kamyshin, E4329, right: E4429 E4330 E4430
        Stalingrad, E4234, right: E4333 E4334
    Volkhov from E1107/E1207
        Volkhov, E1203, right: E1102 E1202 E1103
        Novgorod, E1107, left: E1207
    Vorskla from E2130/E2231
        Poltava, E1934, right: E1933 E2034 E1935 E2035
    Warthe from W2229/W2329
        Kuestrin, W1422, right: W1522 W1423
        Posen, W1824, left: W1923
        Tschenstochau, W2229, left: W2228 W2328 W2329
    Western Dvina from E1213/E1312
        Riga, W3511, right: W3412 W3512
        Dvinsk, W3915, right: W3815 W3816 W3916 W4016
        Polotsk, W4416, right: W4316 W4417
        Vitebsk, W4717, left: W4716 W4617
"""
AGAINST = """
    Dnepr from P15/Q15
        Smolensk, Q13, right: R13 R14
        Mogilev, R12, right: R13 S11 S12
        Kiev, Y10, right: X11 Y11 Z11
        Kremenchug, CC13, left: CC12 DD13 DD14
        Dnepropetrovsk, DD14, right: CC13 CC14 DD15 EE14
        Zaporozhe, FF14, left: EE13
    Dniestr from W1/X2
        Lvov, W2, left: X2
        Kishinev, DD6, right: DD7
    Don from U19/U20
        Voronezh, Y19, left: X19 Y18 Z19
        Rostov, HH19, right: II18 II19
        Tsimlyansk, HH22, right: HH23 II21 II22
    Donets from AA16/Z17
        Belgorod, AA16, right: Z17 AA17 BB17
        Kharkov, BB16, right: BB17
        Izyum, DD17, right: CC17 DD18
        Lugansk, FF19, right: EE18 EE19 FF20
    Kuban from OO20/PP20
        Krasnodar, LL17, right: LL16 MM16 MM17
        Voroshilovsk, MM20, right: MM19 NN20
    Niemen from Q8/R8
        Tilsit, M4, left: L5 M5
        Kaunas, N6, right: N5 O5
    Oka from W16/V17
        Gorki, Q25, right: P25 Q24
        Kaluga, S17, left: S18 T18
        Ryazan, T21, right: S21
        Orel, V17, right: U16 V16 W16
    Prut from AA2/Z3
        Chernovtsy, AA4, right: Z4 Z5 AA5 BB5
        Iasi, DD5, right: CC5 DD6 EE5
        Galati, GG4, right: GG5 HH5
    Terek from QQ23/QQ24
        Mozdok, PP24, left: QQ24
        Grozny, QQ25, right: PP25 PP26
    Volga from O16/O17 and Z28/AA28
        Kalinin, N18, right: M17 M18 N17 N19
        Yaroslavl, N22, right: M22
        Rzhev, O16, left: O17
        Gorki, Q25, right: P26 Q26
        Saratov, AA26, right: AA27 BB27
        Stalingrad, FF25, right: EE25 FF26
        Astrakhan, KK28, left: KK27 LL28
    Volkhov from J15/K15
        Novgorod, J15, left: J16 K15
    Western Bug from W3/X4
        Brest-Litovsk, S4, right: S3
    Western Dvina from O14/N15
        Riga, J8, right: J7 K7 K8
        Dvinsk, M9, right: L9 M8 N9 N10
        Vitebsk, P12, left: O11 O12
"""
CRUSADE = """
    Dnepr from G7/H8
        Orsha, G6, right: H6 H7
        Smolensk, G7, right: H7 H8
        Gomel, H6, left: G5 G6 H5 I5
        Chernobyl, I5, right: H6 I6 J6
        Kiev, J5, right: J6 K5
        Zolotonosha, K5, left: J5 K4 L5 L6
        Dnepropetrovsk, L6, right: K5 K6 L7 M5 M6
        Nikolaev, M4, right: M5 N5
        Kakhovka, M5, left: L5 L6 M4
        Zaporozhe, M6, left: L6
    Dniestr from I2/J3
        Lvov, I2, left: J3
        Chernovtsy, J3, right: I2 I3 J4
        Balti, K3, right: J4 K4 L4
        Kishinev, L3, right: L4
    Don from J9/J10
        Yelets, J9, right: J10 K8 K9
        Voronezh, K8, left: J8 J9 K7 L8
        Liski, K9, left: J9
        Rostov, N8, right: O7 O8
        Tsimlyansk, N9, right: M9 N10 O8 O9
        Stalingrad, N10, left: N9
        Kotelnikovo, O9, left: N9
    Donets from L7/L8
        Kharkov, L7, right: L8
        Kupyansk, L8, left: L7 M7
        Millerovo, M8, left: M7 N8
    Kuban from P7/Q7
        Taman, O6, left: O7 P7
        Tikhoretsk, O7, right: O6
        Novorossisk, P6, left: P7
        Krasnodar, P7, right: O6 P6 Q6 Q7
    Niemen from G4/F5
        Memel, D4, right: E3
        Insterburg, E3, left: D4 E4
        Kaunas, E4, right: E3 F4
        Baranovichi, G4, left: F5
    Oka from I7/I8
        Kolomna, H10, left: I9 I10
        Gorki, H12, right: H11
        Orel, I8, right: H8 H9 I7
        Tula, I9, right: H9 H10
        Ryazan, I10, right: H10 H11
    Prut from K2/K3
        Iasi, K2, right: K3 L3
        Balti, K3, left: K2
        Kishinev, L3, left: K2 L2
    Volga from G8/F9 and L12/M12
        Kalinin, G9, right: F9 F10
        Yaroslavl, G10, right: F10 F11 G11
        Kostroma, G11, left: G10 H11 H12
        Gorki, H12, right: G11 G12
        Saratov, L12, right: M11 M12
        Kamyshin, M10, right: M11 N11
        Engels, M11, left: L11 L12 M10
        Stalingrad, N10, right: N11
        Astrakhan, Q11, left: P11 Q10
    Volkhov from D8/E8
        Novgorod, D8, left: D9 E8
    Western Bug from H2/H3
        Warsaw, F2, left: F3
        Brest-Litovsk, G3, right: G2
        Kovel, H3, right: G2 H2
    Western Dvina from F7/G7
        Riga, D5, right: D4 E4
        Dvinsk, E5, right: E4 F5 F6
"""
TABLES = {
    "east_front_55km": BESIEGED,
    "east_front_36km": VALLEY,
    "russia_64km": AGAINST,
    "western_russia": CRUSADE,
}


def towns():
    """Each line of the tables as map, river, its sources, town, hex, bank and the hexes across."""
    for name, table in TABLES.items():
        for line in table.strip().splitlines():
            if " from " in line:
                river, _, sources = line.strip().partition(" from ")
                continue
            town, _, across = line.strip().partition(": ")
            place, label, bank = town.split(", ")
            yield name, river, sources.split(" and "), place, label, bank, across.split()


TOWNS = list(towns())


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {name: load_board(MAPS / f"{name}.tmx") for name in TABLES}


def water(board, river):
    """Every hexside of a river, as its two ends."""
    lines = [line.points for line in board.hexside_lines if line.kind in RIVERS and line.name == river]
    return {frozenset(step) for points in lines for step in pairwise(points)}


def downstream(board, river, sources):
    """The corners a river passes, one list for each of its pieces, from the hexside at its source."""
    left = water(board, river)
    for source in sources:
        a, b = (board.by_label[label] for label in source.split("/"))
        ends = board.hexside_points(a, b)
        ahead = Counter(corner for side in left for corner in side)
        course = sorted(ends, key=lambda corner: ahead[corner])
        left.discard(frozenset(course))
        while step := next((side for side in left if course[-1] in side), None):
            left.discard(step)
            course.extend(step - {course[-1]})
        yield course
    assert not left, "a piece of the river has no source in the table"


def on_the_right(board, course):
    """The hexes on the right bank, and those on the left."""
    banks = set(), set()
    steps = set(pairwise(course))
    for h in board.hexes:
        corners = board.corners(h.index)
        for one, other in pairwise((*corners, corners[0])):  # clockwise: the hex is on the right hand
            for bank, step in zip(banks, ((one, other), (other, one)), strict=True):
                if step in steps:
                    bank.add(h.label)
    return banks


@of_each("town", TOWNS)
def test_every_town_stands_on_its_bank(boards, town):
    name, river, sources, place, label, bank, across = town
    board = boards[name]
    here = board.by_label[label]
    assert board.hexes[here].name == place
    washed = {board.hexes[side.b].label for side in board.hexsides
              if side.a == here and river in side.names and side.kinds & RIVERS}  # fmt: skip
    assert washed == set(across)
    banks = [on_the_right(board, course) for course in downstream(board, river, sources)]
    right, left = (set().union(*hexes) for hexes in zip(*banks, strict=True))
    assert label in (right if bank == "right" else left)
    assert label not in (left if bank == "right" else right)
    assert washed <= (left if bank == "right" else right)


@of_each("name, river", sorted({(town[0], town[1]) for town in TOWNS}))
def test_no_river_breaks_or_forks(boards, name, river):
    board = boards[name]
    sources = next(town[2] for town in TOWNS if town[:2] == (name, river))
    meeting = Counter(corner for side in water(board, river) for corner in side)
    assert max(meeting.values()) == 2
    assert sum(times == 1 for times in meeting.values()) == 2 * len(sources)
    assert len(list(downstream(board, river, sources))) == len(sources)


@pytest.mark.parametrize(
    ("name", "river", "into"),
    [("east_front_55km", "Desna", "Dnieper"), ("east_front_55km", "Bug", "Vistula"),
     ("east_front_55km", "Donets", "Don"), ("east_front_55km", "Prut", "Danube"),
     ("east_front_55km", "Oka", "Volga"), ("east_front_55km", "Narva", "Luga"), ("russia_64km", "Oka", "Volga"),
     ("russia_64km", "Donets", "Don"), ("western_russia", "Oka", "Volga"), ("western_russia", "Donets", "Don")],
)  # fmt: skip
def test_rivers_meet_where_one_flows_into_the_other(boards, name, river, into):
    smaller, larger = (Counter(corner for side in water(boards[name], one) for corner in side)
                       for one in (river, into))  # fmt: skip
    assert sum(corner in larger for corner in smaller) == 1


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [("east_front_55km", "Prut", "Dniester"), ("russia_64km", "Prut", "Dniestr"),
     ("western_russia", "Prut", "Dniestr"), ("western_russia", "Don", "Volga"),
     ("western_russia", "Western Dvina", "Niemen"), ("western_russia", "Western Dvina", "Dnepr")],
)  # fmt: skip
def test_rivers_that_never_meet_are_kept_apart(boards, name, one, other):
    corners = [{corner for side in water(boards[name], river) for corner in side} for river in (one, other)]
    assert not corners[0] & corners[1]
