"""The map of western Russia says what the printed map says: hexes, hexsides, regions, neighbours."""

import pytest

from ecs.board.board import Board, Hex, Hexside, make_board, per_board
from ecs.board.hexgrid import Layout
from ecs.board.map_loader import load_board
from tests import ROOT
from tests.kits.rows import of_each

MAP = ROOT / "maps" / "western_russia.tmx"

# label, terrain, nation, class of place, victory points, name: traits (the frontier is a region, below)
HEXES = """
A7  forest   FIN town    0 Tampere: edge_axis
A8  forest   FIN town    0 Mikkeli:
A9  forest   FIN -       0 Joensuu:
B7  forest   FIN victory 1 Helsinki: port coast_Baltic
B8  clear    SOV -       0 Kronshtat: fortress port coast_Baltic
B9  forest   SOV town    0 Sortavala:
B10 forest   SOV -       0 Suoyarvi:
C6  clear    SOV town    0 Tallinn: port coast_Baltic
C7  forest   SOV town    0 Narva: coast_Baltic
C8  clear    SOV victory 1 Leningrad: irc tankfactory port coast_Baltic
C9  forest   SOV -       0 Lodeinoye Pole:
C10 forest   SOV town    0 Petrozavodsk:
D3  clear    GER major   0 Koenigsberg: fortress port coast_Baltic edge_axis
D4  clear    GER town    0 Memel: port coast_Baltic
D5  clear    SOV major   0 Riga: port coast_Baltic
D6  forest   SOV -       0 Valmiera:
D7  clear    SOV town    0 Pskov:
D8  forest   SOV town    0 Novgorod:
D9  swamp    SOV town    0 Tikhvin:
D10 forest   SOV -       0 Babayevo:
D11 forest   SOV -       0 Belozersk:
D12 forest   SOV -       0 Kargopol: edge_rus_entry
E2  clear    GER -       0 Allenstein: edge_axis
E3  forest   GER -       0 Insterburg:
E4  clear    SOV town    0 Kaunas:
E5  clear    SOV town    0 Dvinsk:
E6  forest   SOV -       0 Opochka:
E7  forest   SOV -       0 Kholm:
E8  hills    SOV -       0 Demyansk:
E9  forest   SOV -       0 Bezhetsk:
E10 forest   SOV -       0 Cherepovets:
E11 forest   SOV -       0 Kubenskoye:
E12 forest   SOV -       0 Veliki Ustyug Road: edge_rus_entry
F2  clear    GER victory 1 Warsaw: edge_axis
F3  clear    GER -       0 Ostroleka:
F4  forest   SOV town    0 Bialystok:
F5  forest   SOV town    0 Vilna:
F6  forest   SOV -       0 Polotsk:
F7  forest   SOV town    0 Velikie Luki:
F8  forest   SOV -       0 Ostashkov:
F9  forest   SOV -       0 Vyshni Volochek:
F10 forest   SOV -       0 Rybinsk:
F11 forest   SOV town    0 Vologda:
F12 forest   SOV -       0 Totma: edge_rus_entry
G1  clear    GER town    0 Krakow: edge_axis
G2  clear    GER town    0 Lublin:
G3  clear    SOV town    0 Brest-Litovsk: fortress
G4  clear    SOV -       0 Baranovichi:
G5  clear    SOV major   0 Minsk: irc highway
G6  clear    SOV town    0 Orsha: highway
G7  clear    SOV victory 1 Smolensk: highway
G8  forest   SOV town    0 Vyazma: highway
G9  forest   SOV town    0 Kalinin:
G10 clear    SOV major   0 Yaroslavl:
G11 forest   SOV -       0 Kostroma:
G12 forest   SOV -       0 Makaryev: edge_rus_entry
H1  mountain SLO -       0 Slovakia: edge_axis
H2  hills    GER town    0 Przemysl:
H3  clear    SOV -       0 Kovel:
H4  swamp    SOV town    0 Pinsk:
H5  swamp    SOV -       0 Mozyr:
H6  forest   SOV town    0 Gomel:
H7  forest   SOV town    0 Roslavl:
H8  forest   SOV -       0 Spas-Demensk:
H9  clear    SOV victory 2 Moscow: irc highway
H10 forest   SOV -       0 Kolomna:
H11 forest   SOV -       0 Vladimir:
H12 clear    SOV major   0 Gorki: irc edge_rus_entry
I1  mountain HUN -       0 Uzhgorod: edge_axis
I2  hills    SOV major   0 Lvov:
I3  clear    SOV town    0 Rovno:
I4  clear    SOV town    0 Zhitomir:
I5  forest   SOV -       0 Chernobyl:
I6  clear    SOV -       0 Novgorod-Seversky:
I7  forest   SOV town    0 Bryansk:
I8  clear    SOV town    0 Orel:
I9  clear    SOV major   0 Tula:
I10 forest   SOV -       0 Ryazan:
I11 clear    SOV -       0 Arzamas:
I12 clear    SOV -       0 Alatyr: edge_rus_entry
J1  mountain HUN -       0 Cluj: edge_axis
J2  mountain HUN -       0 Sighet:
J3  hills    SOV town    0 Chernovtsy:
J4  clear    SOV town    0 Vinnitsa:
J5  clear    SOV victory 1 Kiev: irc
J6  clear    SOV town    0 Konotop:
J7  clear    SOV -       0 Sumy:
J8  clear    SOV town    0 Kursk:
J9  clear    SOV -       0 Yelets:
J10 clear    SOV town    0 Tambov:
J11 clear    SOV -       0 Morshansk:
J12 clear    SOV -       0 Saransk: edge_rus_entry
K1  mountain RUM -       0 Brasov: edge_axis
K2  clear    RUM town    0 Iasi:
K3  clear    SOV town    0 Balti:
K4  clear    SOV -       0 Uman:
K5  clear    SOV -       0 Zolotonosha:
K6  clear    SOV town    0 Poltava:
K7  clear    SOV town    0 Belgorod:
K8  clear    SOV major   0 Voronezh: irc
K9  clear    SOV -       0 Liski:
K10 clear    SOV -       0 Borisoglebsk:
K11 clear    SOV town    0 Penza:
K12 hills    SOV -       0 Kuznetsk: edge_rus_entry
L1  hills    RUM -       0 Pitesti: edge_axis
L2  clear    RUM -       0 Focsani:
L3  clear    SOV town    0 Kishinev:
L4  clear    SOV -       0 Pervomaisk:
L5  clear    SOV town    0 Kirovograd:
L6  clear    SOV major   0 Dnepropetrovsk: irc
L7  clear    SOV victory 1 Kharkov: irc tankfactory
L8  clear    SOV -       0 Kupyansk:
L9  clear    SOV -       0 Rossosh:
L10 clear    SOV -       0 Balashov:
L11 clear    SOV -       0 Rtishchevo:
L12 clear    SOV major   0 Saratov: irc edge_rus_entry
M1  clear    RUM major   0 Bucharest-Ploesti: edge_axis
M2  clear    RUM town    0 Galati-Constanta: port coast_Black
M3  clear    SOV major   0 Odessa: irc port coast_Black
M4  clear    SOV town    0 Nikolaev: port coast_Black
M5  clear    SOV -       0 Kakhovka:
M6  clear    SOV town    0 Zaporozhe:
M7  clear    SOV major   0 Stalino:
M8  clear    SOV town    0 Millerovo:
M9  clear    SOV -       0 Serafimovich:
M10 clear    SOV -       0 Kamyshin:
M11 clear    SOV -       0 Engels:
M12 clear    SOV -       0 Uralsk Road: edge_rus_entry
N5  clear    SOV town    0 Perekop: coast_Black coast_Azov
N6  clear    SOV town    0 Melitopol: port coast_Azov
N7  clear    SOV town    0 Mariupol: port coast_Azov
N8  clear    SOV victory 1 Rostov: irc port coast_Azov
N9  clear    SOV town    0 Tsimlyansk:
N10 clear    SOV victory 1 Stalingrad: irc tankfactory
N11 clear    SOV -       0 Leninsk:
N12 clear    SOV -       0 Volga Steppe: edge_rus_entry
O4  hills    SOV victory 1 Sevastopol: fortress port coast_Black
O5  clear    SOV town    0 Kerch: port coast_Black coast_Azov
O6  clear    SOV town    0 Taman: port coast_Black coast_Azov
O7  clear    SOV town    0 Tikhoretsk:
O8  clear    SOV -       0 Salsk:
O9  clear    SOV -       0 Kotelnikovo:
O10 clear    SOV -       0 Kalmyk Steppe:
O11 clear    SOV -       0 Cherny Yar:
O12 clear    SOV -       0 Baskunchak: edge_rus_entry
P6  mountain SOV town    0 Novorossisk: port coast_Black
P7  clear    SOV major   0 Krasnodar:
P8  clear    SOV town    0 Voroshilovsk:
P9  clear    SOV -       0 Divnoye:
P10 clear    SOV town    0 Elista:
P11 clear    SOV -       0 Enotayevka:
P12 clear    SOV -       0 Guryev Road: edge_rus_entry
Q6  mountain SOV -       0 Tuapse: port coast_Black
Q7  mountain SOV town    0 Maikop:
Q8  hills    SOV -       0 Pyatigorsk:
Q9  clear    SOV -       0 Budennovsk:
Q10 clear    SOV -       0 Kizlyar Steppe:
Q11 clear    SOV town    0 Astrakhan: edge_rus_entry
R7  mountain SOV -       0 Sukhumi: port coast_Black
R8  mountain SOV -       0 Elbrus: edge_rus_supply
R9  hills    SOV town    0 Mozdok: edge_rus_supply
R10 clear    SOV town    0 Grozny: edge_rus_supply
"""

RIVERS = {
    "Niemen": "D4/E3 E3/E4 E4/F4 F4/F5 F5/G4",
    "Western Dvina": "D4/D5 D5/E4 E4/E5 E5/F5 E5/F6 E6/F6 F6/F7 F7/G6 F7/G7",
    "Western Bug": "F2/F3 F3/G2 G2/G3 G2/H3 H2/H3",
    "Prut": "K2/K3 K2/L3 L2/L3",
    "Dniestr": "I2/J3 I3/J3 J3/J4 J4/K3 K3/K4 K3/L4 L3/L4",
    "Dnepr": "G5/H6 G6/H6 G6/H7 G7/H7 G7/H8 H5/H6 H6/I5 I5/I6 I5/J6 J5/J6 J5/K5 K4/K5 K5/L5 K5/L6 K6/L6 L6/L7"
    " L6/M6 L6/M5 L5/M5 M4/M5 M4/N5",
    "Donets": "L7/L8 L8/M7 M7/M8 M8/N8 N8/N9",
    "Don": "J9/J10 J9/K9 J9/K8 J8/K8 K7/K8 K8/L8 L8/L9 L9/M8 M8/M9 M9/N9 N9/N10 N9/O8 N9/O9 N8/O7 N8/O8",
    "Volga": "F9/G8 F9/G9 F10/G9 F10/G10 F11/G10 G10/G11 G11/H11 G11/H12 G12/H12 L11/M11 L12/M11"
    " L12/M12 M10/M11 M10/N11 N10/N11 N11/O10 O10/O11 O11/P11 P11/P12 P11/Q11 Q10/Q11",
    "Oka": "I7/I8 H8/I8 H9/I8 H9/I9 H10/I9 H10/I10 H11/I10 H11/I11 H11/H12",
    "Volkhov": "C8/D9 D8/D9 D8/E8",
    "Svir": "C9/D9 C9/D10 C10/D10",
    "Kuban": "O6/O7 O6/P7 P6/P7 P7/Q6 P7/Q7",
    "Danube": "M2/M3 L3/M2",
}
OTHER_SIDES = {
    "lake": "C8/C9 B9/C9 C6/D7",
    "strait": "O5/O6 B8/C8",
    "supply_only": "B7/B8",
    "impassable": "B7/C6 B7/C7 B8/C7 A7/B8 A8/B8 B8/B9 N6/O5 N6/O6 N7/O6 O5/P6",
    "highway": "G5/G6 G6/G7 G7/G8 G8/H9",
}
STALIN_LINE = (
    "C7>D8 D7>D8 D7>E7 E6>E7 E6>F7 E6>F6 E5>F6 F5>F6 F5>G5 G4>G5 G4>H5 H4>H5 H4>I4 I3>I4 I3>J4 J3>J4"
    " K3>J4 K3>K4 K3>L4 L3>L4"
)
REGIONS = {
    "romania": "K1 K2 L1 L2 M1 M2",
    "finland": "A7 A8 A9 B7",
    "hungary": "I1 J1 J2",
    "slovakia": "H1",
    "germany": "D3 D4 E2 E3 F2 F3 G1 G2 H2",
    "frontier": "D5 E4 F4 G3 H3 I2 J3 K3 L3 M3",
    "edge_axis": "A7 D3 E2 F2 G1 H1 I1 J1 K1 L1 M1",
    "edge_rus_entry": "D12 E12 F12 G12 H12 I12 J12 K12 L12 M12 N12 O12 P12 Q11",
    "edge_rus_supply": "R8 R9 R10",
}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


def pairs(text: str, mark: str = "/") -> set[tuple[str, str]]:
    return {(a, b) for a, _, b in (word.partition(mark) for word in text.split())}


def both_ways(found: set[tuple[str, str]]) -> set[tuple[str, str]]:
    return found | {(b, a) for a, b in found}


def sides_with(board: Board, kind: str) -> set[tuple[str, str]]:
    names = [h.label for h in board.hexes]
    return {(names[a], names[b]) for (a, b), kinds in board.sides.items() if kind in kinds}


def labels(board: Board, indexes) -> list[str]:
    return [board.hexes[i].label for i in indexes]


def test_there_are_162_hexes_numbered_in_reading_order(board):
    assert len(board.hexes) == 162 == len(HEXES.strip().splitlines())
    assert [h.index for h in board.hexes] == list(range(162))
    assert [h.label for h in board.hexes] == [row.split()[0] for row in HEXES.strip().splitlines()]
    assert sorted((h.row, h.col) for h in board.hexes) == [(h.row, h.col) for h in board.hexes]


@of_each("row", HEXES.strip().splitlines())
def test_every_hex_has_its_terrain_owner_place_and_traits(board, row):
    facts, _, traits = row.partition(":")
    label, terrain, nation, place, vp, name = facts.split(maxsplit=5)
    found = board.hexes[board.by_label[label]]
    assert (found.terrain, found.nation, found.place or "-", found.vp) == (terrain, nation, place, int(vp))
    assert found.name == name
    assert found.owner == ("soviet" if nation == "SOV" else "axis")
    assert found.traits - {"frontier"} == set(traits.split())


def test_the_label_is_row_letter_and_column(board):
    moscow = board.hexes[board.by_label["H9"]]
    assert (moscow.name, moscow.col, moscow.row, moscow.vp) == ("Moscow", 8, 7, 2)


def test_victory_cities_are_worth_eleven_points(board):
    assert sum(h.vp for h in board.hexes) == 11
    assert all((h.vp > 0) == (h.place == "victory") for h in board.hexes)


def test_leningrad_touches_six_hexes(board):
    around = board.neighbours[board.by_label["C8"]]
    assert labels(board, around) == ["B8", "B9", "C7", "C9", "D8", "D9"]


def test_neighbours_are_mutual_and_one_hex_apart(board):
    for a, around in enumerate(board.neighbours):
        assert list(around) == sorted(around)
        for b in around:
            assert a in board.neighbours[b]
            assert board.distance(a, b) == 1


def test_rivers_run_where_they_are_printed(board):
    printed = set().union(*(pairs(text) for text in RIVERS.values()))
    assert sides_with(board, "river") == both_ways(printed)


@pytest.mark.parametrize("name", RIVERS)
def test_each_river_carries_its_name(board, name):
    names = [h.label for h in board.hexes]
    found = {(names[s.a], names[s.b]) for s in board.hexsides if name in s.names}
    assert found == both_ways(pairs(RIVERS[name]))


@pytest.mark.parametrize("kind", OTHER_SIDES)
def test_lakes_straits_barriers_and_the_highway_lie_on_their_hexsides(board, kind):
    assert sides_with(board, kind) == both_ways(pairs(OTHER_SIDES[kind]))


def test_the_stalin_line_faces_west_only(board):
    assert sides_with(board, "stalin_line") == pairs(STALIN_LINE, ">")


def test_no_other_kind_lies_on_any_hexside(board):
    known = {"river", "stalin_line", *OTHER_SIDES}
    assert set().union(*board.sides.values()) == known


def test_the_highway_links_minsk_and_moscow(board):
    assert [h.label for h in board.hexes if "highway" in h.traits] == ["G5", "G6", "G7", "G8", "H9"]


@pytest.mark.parametrize("name", REGIONS)
def test_each_region_holds_its_hexes(board, name):
    printed = sorted(REGIONS[name].split(), key=board.by_label.__getitem__)
    assert labels(board, board.regions[name]) == printed


def test_there_are_no_regions_beyond_those_printed(board):
    assert set(board.regions) == set(REGIONS)


def test_frontier_hexes_carry_the_trait(board):
    assert [h.label for h in board.hexes if "frontier" in h.traits] == REGIONS["frontier"].split()


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [("E3", "C8", 6), ("F2", "H9", 8), ("F3", "G7", 5), ("G7", "H9", 2), ("G2", "J5", 4), ("H2", "N8", 9)],
)
def test_distances_are_those_of_the_printed_map(board, a, b, hexes):
    assert board.distance(board.by_label[a], board.by_label[b]) == hexes


def test_search_finds_labels_first_and_places_by_any_word(board):
    assert labels(board, board.find("h9")) == ["H9"]
    assert labels(board, board.find("G1"))[0] == "G1"
    assert labels(board, board.find("mosc")) == ["H9"]
    assert labels(board, board.find("litovsk")) == ["G3"]
    assert board.find("  ") == []


def test_a_pixel_finds_its_hex_and_the_sea_finds_none(board):
    kiev = board.by_label["J5"]
    x, y = board.centre(kiev)
    assert board.hex_at(x + 20, y - 20) == kiev
    assert board.hex_at(*board.layout.centre(2, 15)) is None
    assert board.hex_at(-500, -500) is None


def test_every_hexside_line_follows_hex_corners_and_every_road_hex_centres(board):
    corners = {p for h in board.hexes for p in board.corners(h.index)}
    assert all(point in corners for line in board.hexside_lines for point in line.points)
    centres = {board.centre(h.index) for h in board.hexes}
    assert all(point in centres for road in board.roads for point in road.points)


def test_the_coast_lakes_and_rivers_are_there_to_be_drawn(board):
    kinds = {line.kind for line in board.art}
    assert {"coastline", "lake_art", "river_art", "major_river_art", "rail_art", "border_art"} == kinds
    assert all(line.closed == (line.kind in ("coastline", "lake_art")) for line in board.art)
    assert {"Black Sea", "Caspian Sea", "Baltic Sea"} <= {la.name for la in board.labels if la.kind == "sea"}
    assert (board.width, board.height) == (1400, 1760)


def test_reservoirs_built_after_the_war_are_not_drawn(board):
    assert not [line.name for line in board.art if "eservoir" in line.name]


def tiny(terrain: str = "clear", art: tuple = ()) -> Board:
    grid = Layout("pointy", "odd", 112, 128, 64)
    hexes = [Hex(0, "A1", 0, 0, "clear"), Hex(1, "A2", 1, 0, terrain)]
    sides = [Hexside(0, 1, frozenset({"stalin_line"}), ("Line",))]
    return make_board("tiny", grid, hexes, hexsides=sides, regions={"all": (1, 0)}, art=art)


def test_a_directed_kind_works_one_way_only():
    board = tiny()
    assert board.kinds(0, 1) == {"stalin_line"}
    assert board.kinds(1, 0) == frozenset()


def test_the_digest_follows_the_rules_content_and_not_the_decoration(board):
    assert tiny().digest == tiny().digest != tiny("forest").digest
    assert tiny(art=(("coastline", "", True, ((0, 0), (9, 9))),)).digest == tiny().digest
    assert board.digest == load_board(MAP).digest
    assert len({tiny(), tiny()}) == 1


def test_what_follows_from_a_map_is_worked_out_once_for_each_map_and_question() -> None:
    asked: list[tuple[Board, int]] = []

    @per_board
    def doubled(board: Board, number: int) -> int:
        asked.append((board, number))
        return 2 * number

    one, twin = (load_board(ROOT / "maps/western_russia.tmx") for _ in range(2))
    assert [doubled(one, 3), doubled(one, 4), doubled(one, 3), doubled(twin, 3)] == [6, 8, 6, 6]
    assert [number for _, number in asked] == [3, 4, 3] and asked[2][0] is twin
