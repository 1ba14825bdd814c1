"""The map of War Against Russia: its ground, places, rivers, lines, roads, railways and regions, typed in here."""

import shutil
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise

import pygame
import pytest

from ecs.board.board import Board
from ecs.board.map_loader import check_map, load_board
from tests import ROOT
from tests.ecs.board.test_mapfile import run_tiled
from tests.kits.rows import of_each

MAP = ROOT / "maps" / "russia_64km.tmx"

TERRAIN = """
    A  ##~~~~~~....................
    B  #~~~~~~~....................
    C  ~~~~~~~~....................
    D  ~~~~~~~~...........l........
    E  ~~~~~~~~~.~~~..l...l........
    F  ~~~~~~~~...~~~.ll..l........
    G  ~~~~~~~~.......l............
    H  ~~~~~~~~~..l...ss...........
    I  ~~~~..~~..l...ss............
    J  ~~~~........................
    K  ~~~...........sh............
    L  .~............shh...........
    M  ..............hh............
    N  ...............h............
    O  ............................
    P  ............................
    Q  ............................
    R  ............................
    S  ....ss......................
    T  ....sssss...................
    U  .....ssss...................
    V  .......sss..................
    W  ..h.......................hh
    X  m.hh......................hh
    Y  m.h.......................hh
    Z  .m........................hh
    AA mm.......................hh.
    BB .mm......................hh.
    CC .m......................hh..
    DD .mm.........................
    EE mm..............h...........
    FF mmm.............hhh.........
    GG ........~........h..........
    HH .....s~~~~..................
    II ##..s~~~~~..~~~~............
    JJ ##..~~~~~~..~~~~............
    KK ###~~~~~~.m...~s............
    LL ##~~~~~~~~~~~~..............
    MM ##~~~~~~~~~~~~.....hh......~
    NN ##~~~~~~~~~~~~~~mm..hh.....~
    OO ##~~~~~~~~~~~~~~mmm.......~~
    PP ###~~~~~~~~~~~~~~mmmm......~
    QQ ##########~~~~~~~~mmmm.....~
"""
PLACES = """
    Leningrad G15 victory 2: irc tankfactory port fortress
    Moscow Q19 victory 2: irc
    Kiev Y10 victory 1: irc
    Kharkov BB16 victory 1: irc tankfactory
    Minsk Q8 victory 1: irc
    Smolensk Q13 victory 1
    Odessa GG8 victory 1: irc port fortress
    Dnepropetrovsk DD14 victory 1: irc
    Rostov HH19 victory 1: irc port
    Sevastopol KK10 victory 1: port fortress
    Stalingrad FF25 victory 1: irc tankfactory
    Voronezh Y19 victory 1: irc
    Riga J8 major: port
    Gorki Q25 major: irc
    Saratov AA26 major: irc
    Lvov W2 major
    Stalino FF17 major: irc
    Tula T19 major
    Yaroslavl N22 major
    Krasnodar LL17 major
    Warsaw Q1 major axis
    Koenigsberg L3 major axis: port fortress
    Helsinki E10 major axis: port
    Bucharest HH2 major axis
    Tallinn F10 city: port
    Kaunas N6 city
    Vilna O7 city
    Dvinsk M9 city
    Pskov J12 city
    Novgorod J15 city
    Velikie Luki N13 city
    Kalinin N18 city
    Vologda K22 city
    Arkhangelsk A25 city: port
    Petrozavodsk D19 city
    Vyborg E14 city: port
    Vitebsk P12 city
    Mogilev R12 city
    Gomel U12 city
    Bryansk U15 city
    Orel V17 city
    Kursk Y16 city
    Vyazma Q16 city
    Brest-Litovsk S4 city: fortress
    Bialystok Q3 city
    Rovno W5 city
    Zhitomir X8 city
    Vinnitsa Z7 city
    Chernovtsy AA4 city
    Kishinev DD6 city
    Nikolaev FF10 city: port
    Poltava BB14 city
    Zaporozhe FF14 city
    Belgorod AA16 city
    Lugansk FF19 city
    Mariupol HH16 city: port
    Kerch KK13 city: port
    Novorossisk MM15 city: port
    Maikop MM18 city: oil
    Voroshilovsk MM20 city
    Grozny QQ25 city: oil
    Elista KK23 city
    Astrakhan KK28 city
    Tambov X22 city
    Penza X26 city
    Ryazan T21 city
    Kaluga S17 city
    Przemysl W1 city: fortress
    Ploesti GG1 city axis: oil
    Iasi DD5 city axis
    Constanta JJ4 city axis: port
    Galati GG4 city axis
    Memel K4 city axis: port
    Lublin T2 city axis
    Luga I13 town
    Tikhvin I17 town
    Rzhev O16 town
    Bobruisk S10 town
    Borisov Q10 town
    Konotop Y13 town
    Kremenchug CC13 town
    Uman BB9 town
    Izyum DD17 town
    Millerovo EE20 town
    Tsimlyansk HH22 town
    Melitopol HH14 town
    Perekop II11 town
    Mozdok PP24 town
    Tilsit M4 town axis
    Suwalki O4 town axis
"""
COASTS = {
    "Baltic": "Leningrad Riga Tallinn Vyborg Koenigsberg Helsinki Memel",
    "Black": "Odessa Sevastopol Nikolaev Kerch Novorossisk Constanta",
    "Azov": "Rostov Mariupol Kerch",
    "White": "Arkhangelsk",
}
RIVERS = {
    "Niemen": """
    K4/L4 L4/L5 L5/M4 M4/M5 M5/N5 N5/N6 N6/O5 O5/O6 O5/P6 P5/P6 P6/Q5 P6/Q6 P7/Q6 Q6/Q7 Q7/R7 Q7/R8 Q8/R8
    """,
    "Western Dvina": """
    J7/J8 J8/K8 J8/K7 J9/K8 K8/K9 K9/L9 L9/L10 L9/M9 M8/M9 M9/N10 M9/N9 M10/N10 N10/N11 N11/O10 N14/O14 N15/O14
    O10/O11 O11/P12 O11/P11 O12/P13 O12/P12 O13/O14 O13/P14 O13/P13
    """,
    "Western Bug": """
    P2/Q2 P3/Q2 Q2/Q3 Q3/R3 R3/R4 R4/S3 S3/S4 S3/T4 T3/T4 T4/U3 U3/U4 U3/V4 V3/V4 V4/W3 W3/W4 W3/X4
    """,
    "Dniestr": """
    W1/X2 W2/X2 X2/X3 X3/Y2 Y2/Y3 Y3/Z3 Y3/Z4 Y4/Z4 Y4/Z5 Y5/Z5 Z5/Z6 Z6/AA5 AA5/AA6 AA6/BB6 BB6/BB7 BB7/CC6 CC6/CC7
    CC6/DD7 DD6/DD7 DD7/EE6 EE6/EE7 EE7/FF7 FF7/FF8 FF8/GG7
    """,
    "Prut": """
    Z3/AA2 Z3/AA3 Z4/AA3 Z4/AA4 Z5/AA4 AA4/AA5 AA4/BB5 BB4/BB5 BB5/CC4 CC4/CC5 CC5/DD5 DD5/DD6 DD5/EE5 EE4/EE5
    EE5/FF5 FF5/FF6 FF5/GG5 GG4/GG5 GG4/HH5
    """,
    "Dnepr": """
    P15/Q15 Q12/R13 Q13/R13 Q13/R14 Q14/Q15 Q14/R14 Q14/R15 R11/S11 R12/R13 R12/S11 R12/S12 S10/S11 S11/T11 T11/T12
    T11/U11 U10/U11 U10/V11 V10/V11 V11/W10 W10/W11 W10/X11 X10/X11 X11/Y10 Y10/Y11 Y10/Z11 Z10/Z11 Z11/AA10
    AA10/AA11 AA11/BB11 BB11/BB12 BB12/CC11 BB12/CC12 BB13/CC12 CC12/CC13 CC13/DD13 CC13/DD14 CC14/DD14 DD14/DD15
    DD14/EE14 EE12/FF13 EE13/EE14 EE13/FF13 EE13/FF14 FF12/FF13 FF12/GG12 GG10/HH11 GG11/GG12 GG11/HH11 GG11/HH12
    """,
    "Donets": """
    Z17/AA16 AA16/AA17 AA16/BB17 BB16/BB17 BB17/CC16 CC16/CC17 CC17/DD17 DD17/DD18 DD18/EE17 EE17/EE18 EE18/FF18
    EE18/FF19 EE19/FF19 FF19/FF20 FF20/GG19 GG19/GG20 GG20/HH20 HH20/HH21
    """,
    "Don": """
    U19/U20 U19/V20 V19/V20 V20/W19 W19/W20 W19/X20 X19/X20 X19/Y19 Y18/Y19 Y19/Z19 Z19/Z20 Z20/AA19 AA19/AA20
    AA20/BB20 BB20/BB21 BB21/CC20 CC20/CC21 CC21/DD21 DD21/DD22 DD22/EE21 DD22/EE22 DD23/EE22 EE22/EE23 EE23/FF23
    FF23/FF24 FF23/GG23 GG22/GG23 GG22/HH23 HH18/II18 HH19/II18 HH19/II19 HH20/II19 HH20/II20 HH21/II20 HH21/II21
    HH22/HH23 HH22/II21 HH22/II22
    """,
    "Volga": """
    L21/M21 L22/M21 M17/N18 M18/N18 M20/M21 M20/N21 M21/M22 M22/N22 M22/N23 M23/N23 N17/N18 N17/O17 N18/N19 N19/O18
    N19/O19 N20/N21 N20/O19 N20/O20 N23/N24 N24/O23 O16/O17 O23/O24 O24/P24 O24/P25 O25/P25 P25/P26 P26/Q25 Q25/Q26
    Q26/R26 Q26/R27 Q27/R27 Q27/R28 Q28/R28 Z27/AA27 Z28/AA27 Z28/AA28 AA26/AA27 AA26/BB27 BB26/BB27 BB26/CC26
    CC25/CC26 CC25/DD26 DD25/DD26 DD25/EE25 EE24/EE25 EE25/FF25 FF25/FF26 FF26/GG25 GG25/GG26 GG26/HH26 HH26/HH27
    HH27/II26 II26/II27 II27/JJ27 JJ27/JJ28 JJ28/KK27 KK27/KK28 KK28/LL28
    """,
    "Oka": """
    P25/Q25 Q24/Q25 Q24/R25 R18/S18 R19/S18 R19/S19 R20/S19 R20/S20 R21/S20 R23/S23 R24/R25 R24/S23 R24/S24 S17/S18
    S17/T18 S20/S21 S21/T21 S21/T22 S22/S23 S22/T22 S22/T23 T17/T18 T17/U17 U16/U17 U16/V17 V16/V17 V17/W16
    """,
    "Volkhov": """
    H16/H17 H16/I16 I15/I16 I15/J16 J15/J16 J15/K15
    """,
    "Kuban": """
    KK16/LL16 LL16/LL17 LL17/MM17 LL17/MM16 LL18/MM18 LL18/MM17 LL19/MM19 LL19/MM18 LL20/MM19 MM19/MM20
    MM20/NN20 NN20/NN21 NN20/OO20 OO19/OO20 OO20/PP20
    """,
    "Terek": """
    PP24/QQ24 PP25/QQ25 PP25/QQ24 PP26/QQ26 PP26/QQ25 PP27/QQ27 PP27/QQ26 QQ23/QQ24
    """,
    "Svir": """
    F18/G18 F18/G17 F19/G19 F19/G18
    """,
}
STALIN_LINE = """
    G12/H13 J11/J12 K11/J12 K11/K12 K11/L12 L11/L12 L11/M11 M10/M11 N11/M11 N10/O10 N11/N12 N11/O11 N11/O10
    O9/O10 O9/P10 P9/P10 P9/Q9 Q8/Q9 Q8/R9 R8/R9 R8/S8 S7/S8 T8/S8 T8/T9 T8/U8 U7/U8 U7/V8 V7/V8 W7/V8 W6/X7
    W7/W8 W7/X8 W7/X7 X6/X7 X6/Y6 Y5/Y6 Z6/Y6 Z6/Z7 Z6/AA6 AA5/AA6 BB6/AA6 BB6/BB7 CC6/BB7 CC6/CC7 CC6/DD7
    DD6/DD7 EE6/DD7 EE6/EE7 FF7/EE7 FF7/FF8 GG7/FF8
"""
"""From outside to the hex that is defended."""
LAKES = """
    A10/A11 A10/B11 A12/B13 A14/B15 A19/B19 A19/A20 A20/B20 H21/I21 J15/K14 JJ22/KK21 KK21/KK22 KK22/LL22
"""
OPEN_SEA = """
    E10/F10 E10/F11 F15/G14 HH17/II17 HH18/II17 II12/JJ12
"""
ROADS = {
    "Warsaw, Brest-Litovsk, Minsk, Smolensk, Vyazma, Moscow": """
    Q1 R2 R3 S3 S4 S5 R6 R7 Q7 Q8 Q9 Q10 Q11 Q12 Q13 Q14 Q15 Q16 Q17 Q18 Q19
    """,
    "Leningrad, Novgorod, Kalinin, Moscow": """
    G15 H15 I15 J15 K15 L16 L17 M17 N18 O18 P19 Q19
    """,
    "Moscow, Tula, Orel, Kursk, Belgorod, Kharkov, Izyum, Lugansk, Rostov": """
    Q19 R19 S19 T19 U18 U17 V17 W16 X17 Y16 Z17 AA16 BB16 CC16 DD17 EE17 EE18 FF19 GG19 HH19
    """,
    "Lvov, Rovno, Zhitomir, Kiev, Poltava, Kharkov": """
    W2 W3 W4 W5 W6 X7 X8 X9 Y9 Y10 Z11 Z12 AA12 AA13 BB14 BB15 BB16
    """,
    "Koenigsberg, Tilsit, Riga, Pskov, Luga, Leningrad": """
    L3 M3 M4 L5 L6 K6 K7 J8 J9 J10 J11 J12 J13 I13 H14 H15 G15
    """,
    "Kaunas, Dvinsk, Pskov": """
    N6 N7 N8 M8 M9 L10 L11 K11 J12
    """,
    "Iasi, Kishinev, Odessa, Nikolaev": """
    DD5 DD6 EE6 FF7 FF8 GG8 FF9 FF10
    """,
    "Kiev, Uman, Odessa": """
    Y10 Z10 AA9 BB9 CC8 DD9 EE8 FF9 GG8
    """,
    "Rostov, Krasnodar, Novorossisk": """
    HH19 II18 JJ18 KK17 LL17 MM16 MM15
    """,
    "Rostov, Voroshilovsk, Mozdok, Grozny": """
    HH19 II19 JJ20 KK19 LL20 MM20 NN21 NN22 OO22 OO23 PP24 QQ24 QQ25
    """,
    "Moscow, Gorki": """
    Q19 Q20 Q21 Q22 Q23 Q24 Q25
    """,
}
RAILWAYS = {
    "Leningrad, Tikhvin, Vologda, Arkhangelsk": """
    G15 H16 H17 I17 I18 J19 J20 J21 K21 K22 J23 I23 H23 G23 F24 E24 D25 C24 B25 A25
    """,
    "Moscow, Yaroslavl, Vologda": """
    Q19 P20 P21 O21 N22 M22 L22 K22
    """,
    "Moscow, Ryazan, Penza, Saratov": """
    Q19 R20 S20 T21 U21 U22 V23 V24 W24 W25 X26 Y26 Z26 AA26
    """,
    "Ryazan, Voronezh, Millerovo, Rostov": """
    T21 U20 V20 W20 X20 Y19 Z20 AA19 BB20 CC20 DD20 EE20 FF20 GG19 HH19
    """,
    "Voronezh, Stalingrad": """
    Y19 Z20 AA20 AA21 BB22 CC22 DD23 DD24 EE24 FF25
    """,
    "Rostov, Tsimlyansk, Stalingrad": """
    HH19 HH20 HH21 HH22 HH23 GG23 GG24 FF25
    """,
    "Kharkov, Dnepropetrovsk, Zaporozhe, Melitopol, Perekop, Sevastopol": """
    BB16 CC15 CC14 DD14 EE14 FF14 GG14 HH14 HH13 II12 II11 JJ11 KK10
    """,
    "Kiev, Kremenchug, Dnepropetrovsk, Stalino, Rostov": """
    Y10 Z11 AA11 AA12 BB13 CC13 DD14 EE14 EE15 FF16 FF17 GG17 GG18 HH19
    """,
    "Lvov, Vinnitsa, Uman, Odessa": """
    W2 X3 X4 Y4 Y5 Z6 Z7 AA7 AA8 BB9 CC8 DD9 EE8 FF9 GG8
    """,
    "Minsk, Bobruisk, Gomel, Bryansk, Orel": """
    Q8 R9 R10 S10 T11 T12 U12 U13 U14 U15 V16 V17
    """,
    "Smolensk, Bryansk": """
    Q13 R14 S14 T15 U15
    """,
    "Riga, Dvinsk, Velikie Luki, Rzhev, Moscow": """
    J8 K8 L9 M9 M10 N11 N12 N13 N14 O14 O15 O16 P17 P18 Q18 Q19
    """,
    "Vitebsk, Smolensk": """
    P12 Q12 Q13
    """,
    "Kiev, Konotop, Kursk, Voronezh": """
    Y10 Y11 Y12 Y13 Y14 Y15 Y16 Y17 Y18 Y19
    """,
    "Vyborg, Leningrad": """
    E14 F15 G15
    """,
    "Leningrad, Petrozavodsk": """
    G15 H16 H17 G17 F18 E18 D19
    """,
    "Stalingrad, Astrakhan": """
    FF25 GG25 HH26 II26 II27 JJ28 KK28
    """,
    "Moscow, Kaluga, Bryansk": """
    Q19 R19 R18 S17 T17 T16 U15
    """,
}
HIGHWAY = "Q13 Q14 Q15 Q16 Q17 Q18 Q19"
COUNTRIES = {
    "GER": """
    K4 L1 L3 L4 M1 M2 M3 M4 N1 N2 N3 N4 O1 O2 O3 O4 P1 P2 P3 Q1 Q2 R1 R2 R3 S1 S2 S3 T1 T2 T3 U1 U2 U3 V1 V2
    """,
    "HUN": """
    X1 Y1 Z1 Z2 AA1 BB1 BB2 CC1 CC2 DD2 DD3 EE2
    """,
    "RUM": """
    BB3 BB4 CC3 CC4 DD1 DD4 DD5 EE1 EE3 EE4 FF1 FF2 FF3 FF4 FF5 GG1 GG2 GG3 GG4 HH1 HH2 HH3 HH4 HH5 II3 II4 II5
    JJ3 JJ4
    """,
    "FIN": """
    A9 A10 A11 A12 A13 A14 B9 B10 B11 B12 B13 B14 C9 C10 C11 C12 C13 C14 D9 D10 D11 D12 D13 D14 E10
    """,
}
SUBARCTIC_FROM = """
    A9 B9 C9 D9 E10 F9 G9 H10 I9 J10 K10 L11 M12 N13 O13 P14 Q14 R15 S15 T16 U16 V18 W18 X19 Y19 Z21 AA21 BB22
    CC23 DD24 EE25 FF27 GG28
"""
"""The westernmost subarctic hex of each row."""
AXIS_STARTS = """
    C14 D13 L4 M4 N4 O3 O4 P3 Q1 Q2 R3 S2 S3 T3 U2 U3 V1 V2 X1 BB4 CC4 DD4 FF5
"""
SOVIET_STARTS = """
    A18 A25 C17 E14 G15 I13 J11 K5 L5 N5 N6 N12 N13 N18 P4 Q3 Q4 Q8 Q13 Q16 S4 S5 T4 U12 W1 W2 W3 W5 X2 X3 X7
    Y10 Y13 AA4 CC6 CC13 DD6 EE6 FF6 GG6
"""

GROUND = {".": "clear", "s": "swamp", "h": "hills", "m": "mountain", "l": "lake", "~": "sea", "#": "offmap"}
KINDS = {"victory": "victory", "major": "major", "city": "town", "town": ""}


def gazetteer():
    """Each line of PLACES as name, label, kind, points, axis or not, and traits."""
    for line in PLACES.strip().splitlines():
        entry, _, traits = line.strip().partition(":")
        words = entry.split()
        axis = words[-1] == "axis" and bool(words.pop())
        points = int(words.pop()) if words[-1].isdigit() else 0
        *name, label, kind = words
        yield " ".join(name), label, kind, points, axis, frozenset(traits.split())


PLACE_LINES = list(gazetteer())


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


@pytest.fixture(scope="module")
def at(board):
    return {h.name: h.index for h in board.hexes if h.name}


def labels(board, members):
    return {board.hexes[i].label for i in members}


def row_of(h):
    return h.row + 1


def sides(board, kind):
    """The hexsides of a kind as pairs of labels, both ways."""
    return {(board.hexes[s.a].label, board.hexes[s.b].label) for s in board.hexsides if kind in s.kinds}


def both_ways(text):
    pairs = [tuple(side.split("/")) for side in text.split()]
    return set(pairs) | {(b, a) for a, b in pairs}


def ways(lines):
    """The hexsides that roads written hex by hex cross, both ways."""
    steps = [step for line in lines for step in pairwise(line.split())]
    return set(steps) | {(b, a) for a, b in steps}


def reach(board, start, passes):
    """Every hex that can be reached from a hex by steps of which `passes` says yes, and in how many steps."""
    found, waiting = {start: 0}, [start]
    for here in waiting:
        for there in board.neighbours[here]:
            if there not in found and passes(here, there):
                found[there] = found[here] + 1
                waiting.append(there)
    return found


def on_foot(board):
    return lambda a, b: not board.kinds(a, b) & {"strait", "impassable", "lake"}


def test_the_map_has_no_fault():
    assert check_map(MAP) == []


def test_every_cell_has_its_ground(board):
    root = ET.parse(MAP).getroot()
    tiles = ET.parse(MAP.parent / "tilesets" / "terrain.tsx").getroot()
    codes = {int(tile.get("id")) + 1: tile.find("properties/property").get("value") for tile in tiles.iter("tile")}
    drawn = [[codes[int(gid)] for gid in row.rstrip(",").split(",")]
             for row in root.find("layer/data").text.strip().splitlines()]  # fmt: skip
    typed = [line.split()[1] for line in TERRAIN.strip().splitlines()]
    assert drawn == [[GROUND[mark] for mark in row] for row in typed]
    assert (len(typed), {len(row) for row in typed}) == (43, {28})
    for h in board.hexes:
        assert h.terrain == GROUND[typed[h.row][h.col]]


def test_hexes_are_counted_and_lettered_from_a_to_qq(board):
    assert (board.name, len(board.by_label)) == ("russia_64km", 970)
    assert Counter(h.terrain for h in board.hexes) == {"clear": 885, "hills": 33, "mountain": 29, "swamp": 23}
    names = [line.split()[0] for line in TERRAIN.strip().splitlines()]
    assert (names[0], names[25], names[26], names[42]) == ("A", "Z", "AA", "QQ")
    assert all(h.label == f"{names[h.row]}{h.col + 1}" for h in board.hexes)


@pytest.mark.parametrize(
    ("label", "around"),
    [("S4", "R4 R5 S5 T5 T4 S3"), ("T5", "S4 S5 T6 U5 U4 T4"), ("A20", "A21 B21 B20 A19"),
     ("G15", "F15 H16 H15 G14"), ("AA4", "Z4 Z5 AA5 BB5 BB4 AA3"), ("QQ22", "QQ21 QQ23 PP22 PP23")],
)  # fmt: skip
def test_odd_rows_stand_half_a_hex_to_the_right(board, label, around):
    assert labels(board, board.neighbours[board.by_label[label]]) == set(around.split())


@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [("Brest-Litovsk", "Minsk", 5), ("Minsk", "Smolensk", 5), ("Smolensk", "Moscow", 6),
     ("Koenigsberg", "Leningrad", 15), ("Lvov", "Kiev", 9), ("Kiev", "Kharkov", 7), ("Rostov", "Stalingrad", 7)],
)  # fmt: skip
def test_distances_between_cities(board, at, one, other, hexes):
    assert board.distance(at[one], at[other]) == hexes


@of_each("place", PLACE_LINES)
def test_every_place_stands_in_its_hex(board, place):
    name, label, kind, points, axis, traits = place
    found = board.hexes[board.by_label[label]]
    assert (found.name, found.place, found.vp, found.owner) == (
        name, KINDS[kind], points, "axis" if axis else "soviet")  # fmt: skip
    assert found.traits & {"fortress", "port", "irc", "tankfactory", "oil"} == traits


def test_places_are_counted(board):
    assert Counter(kind for _, _, kind, *_ in PLACE_LINES) == {"victory": 12, "major": 12, "city": 50, "town": 16}
    assert sum(1 for h in board.hexes if h.name) == len(PLACE_LINES) == 90
    assert sum(h.vp for h in board.hexes) == 14
    assert {h.name for h in board.hexes if "tankfactory" in h.traits} == {"Leningrad", "Kharkov", "Stalingrad"}


def test_ports_lie_on_their_seas(board):
    for sea, names in COASTS.items():
        assert {h.name for h in board.hexes if f"coast_{sea}" in h.traits} == set(names.split())
    assert {h.name for h in board.hexes if "port" in h.traits} == set(" ".join(COASTS.values()).split())


@pytest.mark.parametrize("name", RIVERS)
def test_every_river_runs_along_its_hexsides(board, name):
    found = {(board.hexes[s.a].label, board.hexes[s.b].label) for s in board.hexsides
             if "river" in s.kinds and name in s.names}  # fmt: skip
    assert found == both_ways(RIVERS[name])


def test_river_hexsides_are_counted(board):
    rivers = {side for text in RIVERS.values() for side in both_ways(text)}
    assert sides(board, "river") == rivers
    assert len(rivers) == 2 * 323
    kinds = set().union(*(side.kinds for side in board.hexsides))
    assert kinds == {
        "river", "stalin_line", "strait", "lake", "impassable", "border", "road", "highway", "rail",
    }  # fmt: skip


def test_the_stalin_line_helps_its_eastern_side_only(board):
    line = {tuple(side.split("/")) for side in STALIN_LINE.split()}
    assert sides(board, "stalin_line") == line
    assert len(line) == 51
    assert not line & {(b, a) for a, b in line}


def test_lakes_straits_and_arms_of_the_sea(board):
    assert sides(board, "lake") == both_ways(LAKES)
    assert sides(board, "impassable") == both_ways(OPEN_SEA)
    assert sides(board, "strait") == both_ways("KK13/KK14")


def test_only_perekop_leads_into_the_crimea(board, at):
    walk = on_foot(board)
    crimea = reach(board, at["Sevastopol"], lambda a, b: walk(a, b) and board.hexes[b].name != "Perekop")
    assert labels(board, crimea) == {"JJ11", "JJ12", "KK10", "KK11", "KK12", "KK13"}


def test_leningrad_lies_between_the_gulf_and_the_lake(board, at):
    walk = on_foot(board)
    ways_in = {board.hexes[i].label for i in board.neighbours[at["Leningrad"]] if walk(at["Leningrad"], i)}
    assert ways_in == {"F15", "G14", "H15", "H16"}
    isthmus = board.by_label["F15"]
    assert {board.hexes[i].label for i in board.neighbours[isthmus] if walk(isthmus, i)} == {"E14", "E15", "G15"}


def test_every_hex_can_be_walked_to_from_moscow(board, at):
    assert len(reach(board, at["Moscow"], on_foot(board))) == len(board.hexes)


@pytest.fixture(scope="module")
def stops(board):
    """The names of the given places a line passes, in order."""

    def found(names, line):
        hexes = (board.hexes[board.by_label[label]] for label in line.split())
        return [h.name for h in hexes if h.name in names]

    return found


def test_roads_run_hex_by_hex(board, stops):
    assert sides(board, "road") == ways(ROADS.values())
    assert sides(board, "highway") == ways([HIGHWAY])
    for names, line in ROADS.items():
        assert stops(names.split(", "), line) == names.split(", ")


def test_railways_run_along_all_roads_and_hex_by_hex(board, stops):
    assert sides(board, "rail") == ways([*ROADS.values(), *RAILWAYS.values()])
    for names, line in RAILWAYS.items():
        assert stops(names.split(", "), line) == names.split(", ")


def test_roads_and_railways_are_straight_where_the_land_lets_them(board, at):
    for names in [*ROADS, *RAILWAYS]:
        line = {**ROADS, **RAILWAYS}[names].split()
        where = {label: i for i, label in enumerate(line)}
        for one, other in pairwise(names.split(", ")):
            steps = where[board.hexes[at[other]].label] - where[board.hexes[at[one]].label]
            detour = {("Leningrad", "Petrozavodsk"): 1}.get((one, other), 0)
            assert steps == board.distance(at[one], at[other]) + detour, (one, other)


def test_no_road_or_railway_crosses_water(board):
    assert not any("rail" in side.kinds and side.kinds & {"strait", "impassable", "lake"} for side in board.hexsides)


def test_countries_of_june_1941(board):
    for nation, text in COUNTRIES.items():
        assert {h.label for h in board.hexes if h.nation == nation} == set(text.split())
    assert Counter(h.nation for h in board.hexes) == {"SOV": 869, "GER": 35, "RUM": 29, "FIN": 25, "HUN": 12}
    assert all((h.owner == "soviet") == (h.nation == "SOV") for h in board.hexes)
    regions = {"germany": "GER", "hungary": "HUN", "rumania": "RUM", "finland": "FIN"}
    for name, nation in regions.items():
        assert labels(board, board.regions[name]) == set(COUNTRIES[nation].split())
    assert {h.index for h in board.hexes if h.owner == "axis"} == set(board.regions["axis_land"])


def test_finland_and_rumania_end_where_they_should(board):
    finland = {h.label for h in board.hexes if row_of(h) <= 5 and h.col + 1 <= 14} - {"E14"}
    assert labels(board, board.regions["finland"]) == finland
    assert all(28 <= row_of(h) <= 36 and h.col + 1 <= 5 for h in board.hexes if h.nation == "RUM")
    allies = {h.label for h in board.hexes if 28 <= row_of(h) <= 36 and h.col + 1 <= 5 and h.owner == "axis"}
    assert allies - labels(board, board.regions["rumania"]) == {"BB1", "BB2", "CC1", "CC2", "DD2", "DD3", "EE2"}


def test_armies_start_in_their_own_country(board):
    assert {board.hexes[board.by_label[label]].owner for label in AXIS_STARTS.split()} == {"axis"}
    assert {board.hexes[board.by_label[label]].owner for label in SOVIET_STARTS.split()} == {"soviet"}


def test_a_frontier_is_drawn_between_all_nations(board):
    for a in board.hexes:
        for b in board.neighbours[a.index]:
            water = board.kinds(a.index, b) & {"impassable", "lake"}
            frontier = a.nation != board.hexes[b].nation and not water
            assert ("border" in board.kinds(a.index, b)) == frontier, (a.label, board.hexes[b].label)


def test_the_subarctic_lies_north_east_of_the_weather_line(board):
    first = {board.hexes[board.by_label[label]].row: board.hexes[board.by_label[label]].col
             for label in SUBARCTIC_FROM.split()}  # fmt: skip
    frozen = {h.label for h in board.hexes if h.row in first and h.col >= first[h.row]}
    assert labels(board, board.regions["subarctic"]) == frozen
    assert len(frozen) == 435


def test_the_edges_of_the_map(board):
    def edge(trait):
        return {h.label for h in board.hexes if trait in h.traits}

    west = {h.label for h in board.hexes if h.col == 0 and 12 <= row_of(h) <= 36}
    finland = set(COUNTRIES["FIN"].split())
    assert edge("edge_axis") == west | finland
    assert len(west) == 23
    east = {h.label for h in board.hexes if h.col == 27}
    north_and_south = {f"A{col}" for col in range(20, 29)} | {f"QQ{col}" for col in range(20, 27)}
    assert edge("edge_rus_entry") == edge("edge_rus_supply") == east | north_and_south
    assert len(east | north_and_south) == 53


def test_labels_stand_inside_the_map(board):
    assert all(60 <= label.x <= board.width - 60 and 20 <= label.y <= board.height - 20 for label in board.labels)


def test_tiled_draws_the_map(tmp_path):
    picture = tmp_path / "map.png"
    if run_tiled("tmxrasterizer", tmp_path, str(MAP), str(picture)):
        assert pygame.image.load(picture).get_size() == (3192, 4160)


def test_tiled_saves_the_map_without_changing_the_board(tmp_path, board):
    maps = tmp_path / "maps"
    shutil.copytree(MAP.parent, maps)
    if run_tiled("tiled", tmp_path, "--export-map", "tmx", str(maps / MAP.name), str(maps / "saved.tmx")):
        assert load_board(maps / "saved.tmx") == board
