"""Is the language of scenarios one language, and is every fault in a file told at once, with its line and its key?"""

from __future__ import annotations

from pathlib import Path

import pytest

import ecs
from ecs import RULESETS, Game, Side, TableError, check_scenario, load_scenario, start
from ecs.core.commands import Enter
from ecs.core.components import Clock, Ground, Place
from ecs.core.files.toml_files import line_of, places
from ecs.systems.arrivals import entry_place
from game.cli.entry_point import main
from game.play.scenario_trial import faults_of_scenario, trial
from game.play.scenarios import clash_of, clashes, find_scenario, list_scenarios
from game.saves.scenario_export import write_scenario
from game.screens.new_game import NewGame
from tests.ecs.worlds import world_of
from tests.hostile_input import scenario_mutants
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")
FIRST = {
    "darkest-crusade": "barbarossa-1941",
    "dark-valley": "tdv-barbarossa-1941",
    "russia-besieged": "rb-barbarossa-7",
    "war-against-russia": "war-barbarossa-1941",
}


@pytest.fixture
def own(own_scenarios: Path) -> Path:
    """The folder of a player's own scenarios."""
    (own_scenarios / "mine").mkdir()
    return own_scenarios


def extended(folder: Path, base: str, more: str, name: str = "mine") -> Path:
    """A scenario that extends another and says more, from line 4 on."""
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\nextends = "{base}"\ntitle = "{name}"\n{more}', encoding="utf-8")
    return path


# -- lines --------------------------------------------------------------------------------------------

TEXT = '''a = 1
"b.c" = [1,
  {d = "]", e = [2]},  # [nothing]
]
[[f]]
g.h = """
[not.a.table]
"""
[[f]]
[f.i]
j = 'x = 1'
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("a",), 1), (("b.c",), 2), (("b.c", 0), 2), (("b.c", 1, "d"), 3), (("b.c", 1, "e", 0), 3), (("f",), 5),
        (("f", 0), 5), (("f", 0, "g", "h"), 6), (("f", 1), 9), (("f", 1, "i"), 10), (("f", 1, "i", "j"), 11),
        (("f", 1, "i", "unknown"), 10), (("nowhere",), 0),
    ],
)  # fmt: skip
def test_every_key_and_entry_of_a_text_has_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(places(TEXT), path) == line


@pytest.mark.parametrize("path", ecs.list_scenarios(), ids=lambda path: path.stem)
def test_the_lines_of_a_shipped_scenario_are_found(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = places("\n".join(lines))
    for where, line in found.items():
        if len(where) == 1:
            assert str(where[0]) in lines[line - 1]
    assert all((key,) in found for key in ("id", "title", "turns", "blurb"))


# -- one language -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", FIRST)
def test_ground_is_a_zone_of_the_scenario_in_every_game(game: str, own: Path) -> None:
    board = start(ecs.find_scenario(FIRST[game])).board
    region = next(name for name in sorted(board.regions) if 3 < len(board.regions[name]) < 60)
    spots = [spot.label for spot in board.hexes if spot.index not in board.regions[region]][:2]
    mine = {"name": "won", "title": "x", "regions": [region], "also": spots}
    zones = [*scenario_mutants.whole(ecs.find_scenario(FIRST[game]).path).get("zones", ()), mine]
    path = extended(own, FIRST[game], scenario_mutants.text_of({"ground": "won", "zones": zones}))
    opened = start(load_scenario(path))
    held = {i for i, side in enumerate(opened.look(Side.AXIS).control) if side is Side.AXIS}
    assert {*board.regions[region], *(board.by_label[spot] for spot in spots)} <= held
    told = extended(own, FIRST[game], f'ground = "{region}"\n', "told")
    assert set(board.regions[region]) <= {
        i for i, side in enumerate(start(load_scenario(told)).look(Side.AXIS).control) if side is Side.AXIS
    }


@pytest.mark.parametrize(
    ("game", "name", "key"),
    [
        ("darkest-crusade", "axis_win", "axis_win"),
        ("dark-valley", "conditions", "conditions"),
        ("russia-besieged", "par", "par"),
        ("war-against-russia", "axis_win", "axis_win"),
    ],
)
def test_what_decides_a_scenario_stands_in_victory(game: str, name: str, key: str, own: Path) -> None:
    path = extended(own, FIRST[game], f"rules = {{}}\nvictory = {{ {name} = 3 }}\n")
    assert check_scenario(path) == []
    assert load_scenario(path).rules == {key: 3}


def test_a_game_that_forgets_hits_has_no_steps_to_lose(own: Path) -> None:
    path = own / "mine.toml"
    text = 'id = "mine"\nextends = "barbarossa-1941"\nreduce = [{ units = ["2.PzGr"], lost = 2 }]\n'
    path.write_text(text, encoding="utf-8")
    assert faults_of_scenario(path) == [
        "mine.toml, line 3: reduce[1].lost: 2: no counter starts with losses in Darkest Crusade"
    ]


def test_points_that_win_are_the_scenarios_own(own: Path) -> None:
    path = extended(own, "war-barbarossa-1941", "victory = { axis_win = 5, soviet_win = 6 }\n")
    told = start(load_scenario(path)).look(Side.AXIS).tally
    assert "needs 5" in told.parts[0] and "need 6" in told.parts[1]


@pytest.mark.parametrize("game", FIRST)
def test_a_calendar_is_as_long_as_its_game_says(game: str) -> None:
    tables = RULESETS[game].figures.rules()
    turns = getattr(tables, "turn", None) or tables.turns
    assert RULESETS[game].terms.calendar in (len(turns), len(turns) - 1)


# -- what extends another -----------------------------------------------------------------------------


def test_counters_join_leave_move_and_lose_steps(own: Path) -> None:
    more = (
        'remove = ["SS-T"]\n[[move]]\nunits = ["Pz1", "X.K"]\nhex = "W2917"\nzone = ""\n'
        '[[move]]\nunits = ["Pz6"]\nbox = "turn:2"\n[[reduce]]\nunits = ["Pz1"]\n'
        '[[add.axis]]\nhex = "W2914"\nunits = ["New:inf_div"]\n'
    )
    path = extended(own, "tdv-barbarossa-1941", more)
    assert faults_of_scenario(path) == []
    before, after = ecs.find_scenario("tdv-barbarossa-1941"), load_scenario(path)
    ids = [{text.partition(":")[0] for _, e in s.units for text in e.units} for s in (before, after)]
    assert ids[1] - ids[0] == {"New"} and ids[0] - ids[1] == {"SS-T"}
    where = {text.partition(":")[0]: e for _, e in after.units for text in e.units}
    assert (where["Pz1"].hex, where["Pz1"].zone, where["Pz1"].lost) == ("W2917", "", 1)
    assert (where["X.K"].hex, where["X.K"].lost) == ("W2917", 0)
    assert (where["Pz6"].hex, where["Pz6"].box, where["Pz6"].zone) == ("", "turn:2", "AGN")


def test_one_extends_the_players_own_and_that_one_the_games(own: Path) -> None:
    extended(own / "mine", "war-barbarossa-1941", "minutes = 9\n", "below")
    other = own / "theirs"
    other.mkdir()
    path = extended(other, "below", "turns = 3\n", "above")
    found = find_scenario("above")
    assert (found.minutes, found.turns, found.ruleset) == (9, 3, "war-against-russia") and found.path == path


def test_a_fault_names_the_file_in_which_it_stands(own: Path) -> None:
    extended(
        own,
        "war-barbarossa-1941",
        'rules = { axis_wn = 3 }\n[[add.axis]]\nhex = "ZZ99"\nunits = ["a:ger_army"]\n',
        "below",
    )
    path = extended(own, "below", 'options = { setup = "fast" }\n', "above")
    assert check_scenario(path) == [
        "above.toml, line 4: options.setup: 'fast': expected one of: quick, corps, free",
        "below.toml, line 4: rules.axis_wn: no such number in this game; did you mean 'axis_win'?",
        "below.toml, line 6: add.axis[1].hex: 'ZZ99': no hex of the map russia_64km has this label or name",
    ]


# -- faults -------------------------------------------------------------------------------------------

FAULTS = {
    'titel = "x"': "titel: unknown key; did you mean 'title'?",
    'map = "nowhere.tmx"': "map nowhere.tmx is missing",
    'map = "western_rusia.tmx"': "map western_rusia.tmx is missing; did you mean 'western_russia.tmx'?",
    "turns = 0": "turns: 0: expected a whole number from 1 to 200",
    "turns = true": "turns: true: expected a whole number from 1 to 200",
    "turns = 1941-06-22": "turns: 1941-06-22: expected a whole number from 1 to 200",
    "briefing = { axis = { ideas = [] } }": "briefing.axis: 'aim' is missing: ",
    'briefing = { axis = { aim = "x", ideas = ["a", "b", "c", "d"] } }': "briefing.axis.ideas: ['a', 'b', 'c', 'd']:",
    'briefing = { axis = "x" }': "briefing.axis: 'x': expected a table",
    "start_turn = 9": "start_turn: 9: expected 1 to 8, its last turn",
    'minutes = "long"': "minutes: 'long': expected a whole number from 0 to 100000",
    "blurb = 7": "blurb: 7: expected text of at most 8000 characters",
    'ground = "axis_1942_6"': "ground: 'axis_1942_6': no zone of this scenario and no region of the map",
    "options = { partisan = 'on' }": "options.partisan: no option of The Dark Valley; did you mean 'partisans'?",
    "options = { partisans = 'maybe' }": "options.partisans: 'maybe': expected one of: on, off",
    "rules = { victry = 1 }": "rules.victry: no such number in this game; did you mean 'victory'?",
    "rules = { victory = 9 }": "rules.victory: 9: expected 0 to 4: which victory conditions apply",
    "rules = { fort_W9999 = 1 }": "rules.fort_W9999: 'W9999': no hex of the map east_front_36km",
    "victory = { condition = 1 }": "victory.condition: no such victory condition in this game; did you",
    'remove = ["Pz99"]': "remove[1]: no counter 'Pz99' in the extended scenario",
    'move = [{ units = ["Pz1"], hex = "W9999" }]': "move[1].hex: 'W9999': no hex of the map east_front_36km",
    'move = [{ units = ["Pz1"], zone = "ANG" }]': "move[1].zone: 'ANG': no zone of this scenario; did you mean 'AGS'?",
    'reduce = [{ units = ["Pz1"], lost = 2 }]': "reduce[1].lost: 2: Pz1 has 2 steps, and at least one must be left",
    'add = { axis = [{ box = "turn:soon", units = ["a:inf_div"] }] }': "add.axis[1].box: 'turn:soon': no box of",
    'add = { axis = [{ box = "turn:66", units = ["a:inf_div"] }] }': "add.axis[1].box: 'turn:66': the last turn is 48",
    'add = { axis = [{ units = ["a:inf_div"] }] }': "add.axis[1]: it needs a hex or a box",
    'add = { axis = [{ hex = "W2916", box = "dead", units = ["a:inf_div"] }] }': "add.axis[1]: it has a hex and a box",
    'add = { axis = [{ hex = "W2916", units = ["a:inf_dv"] }] }': "add.axis[1].units[1]: 'a:inf_dv': no unit",
    'add = { axis = [{ hex = "W2916", units = ["Pz1:inf_div"] }] }': "add.axis[1].units[1]: the counter 'Pz1'",
    'add = { axis = [{ hex = "W2916", units = ["a b:c"] }] }': "add.axis[1].units[1]: 'a b:c': expected a counter",
    'add = { axis = [{ hex = "W2916", hexx = 1, units = [] }] }': "add.axis[1].hexx: unknown key; did you mean 'hex'?",
    'add = { axis = [{ hex = "W2916", dispersed = true, units = ["a:inf_div"] }] }': "add.axis[1].dispersed: The Dark",
    'zones = [{ name = "a", title = "" }]': "zones[1].title: '': expected one line of 1 to 200 characters",
    'zones = [{ name = "a", title = "b", regions = ["AGX"] }]': "zones[1].regions[1]: 'AGX': no region of the map",
    'zones = [{ name = "a", title = "b", also = ["W9999"] }]': "zones[1].also[1]: 'W9999': no hex of the map",
    'zones = [{ name = "a", title = "b", rows = [1] }]': "zones[1].rows: [1]: expected a list of 2: a whole number,",
}


@pytest.mark.parametrize("line", FAULTS)
def test_a_fault_is_told_with_its_line_and_its_key(line: str, own: Path) -> None:
    said = check_scenario(extended(own, "tdv-barbarossa-1941", f"{line}\n"))
    where = "mine.toml: " if line.startswith("map") else "mine.toml, line 4: "
    assert any(fault.startswith(where + FAULTS[line]) for fault in said), said


def test_all_faults_of_a_file_are_told_at_once(own: Path) -> None:
    kept = [line for line in FAULTS if line.split(" ")[0] in ("titel", "minutes", "ground", "remove")]
    more = 'options = { partisan = "on" }\nrules = { victry = 1 }\n[units.panzer41]\nfull = [6, "x"]\n'
    said = check_scenario(extended(own, "tdv-barbarossa-1941", "\n".join([*kept, more])))
    wanted = [*(FAULTS[line] for line in kept), "options.partisan: ", "rules.victry: ", "units.panzer41.full[2]: "]
    assert len(said) == len(wanted)
    assert all(any(cause in fault for fault in said) for cause in wanted)


def test_a_file_of_hundreds_of_faults_tells_a_hundred_and_how_many_more(own: Path) -> None:
    wrong = "\n".join(f"key{number} = 1" for number in range(140))
    said = check_scenario(extended(own, "tdv-barbarossa-1941", wrong))
    assert len(said) == 101 and said[-1] == "mine.toml: 40 more faults"


def test_edits_stand_only_in_a_scenario_that_extends_another(own: Path) -> None:
    path = own / "mine.toml"
    path.write_text('id = "mine"\nremove = ["a"]\n', encoding="utf-8")
    said = check_scenario(path)
    assert "mine.toml, line 2: remove: allowed only in a scenario that extends another" in said
    assert any("'ruleset' is missing: text in quotes" in fault for fault in said)


def test_what_extends_nothing_that_is_there_says_that_alone(own: Path) -> None:
    said = check_scenario(extended(own, "no-such", ""))
    assert said == ["mine.toml, line 2: extends: 'no-such': there is no scenario with that id"]
    (fault,) = check_scenario(extended(own, "barbarosa-1941", ""))
    assert fault.endswith("there is no scenario with that id; did you mean 'barbarossa-1941'?")


def test_a_name_that_is_too_long_says_which_and_how_long_it_may_be(own: Path) -> None:
    (fault,) = check_scenario(extended(own, "war-barbarossa-1941", f'[[add.axis]]\nhex = "{"D" * 61}"\nunits = []\n'))
    assert fault.startswith("mine.toml, line 5: add.axis[1].hex: 'DDD")
    assert fault.endswith("expected one line of at most 60 characters")


# -- finding them -------------------------------------------------------------------------------------


def test_one_straight_in_the_folder_is_listed_and_finds_its_map(own: Path) -> None:
    path = extended(own, "war-barbarossa-1941", "turns = 1\n")
    assert path in list_scenarios() and find_scenario("mine").map == ecs.find_scenario("war-barbarossa-1941").map
    beside = own.parent / "russia_64km.tmx"
    beside.write_bytes(find_scenario("mine").map.read_bytes())
    assert find_scenario("mine").map == beside


def test_an_id_that_is_taken_is_a_fault_that_names_both_files(own: Path) -> None:
    games = extended(own, "war-barbarossa-1941", "", "rb-blue-1942")
    first, second = (
        extended(own / "mine", "war-barbarossa-1941", "", "twice"),
        extended(own, "war-barbarossa-1941", "", "twice"),
    )
    told = sorted(clashes(), key=lambda text: "twice" in text)
    assert len(told) == 2
    assert str(games) in told[0] and str(ecs.find_scenario("rb-blue-1942").path) in told[0]
    assert str(first) in told[1] and str(second) in told[1]
    used, unused = (first, second) if find_scenario("twice").path == first else (second, first)
    assert not clash_of(used) and clash_of(unused) in faults_of_scenario(unused)


def test_new_game_tells_of_taken_ids_and_refuses_what_cannot_be_played(own: Path) -> None:
    extended(own, "war-barbarossa-1941", "", "rb-blue-1942")
    extended(own, "war-barbarossa-1941", '[[add.axis]]\nbox = "somewhere"\nunits = ["a:ger_army"]\n')
    seat = sit_down()
    screen = NewGame(seat.scene.kit)
    seat.app.push(screen)
    assert any("rb-blue-1942" in notice and "is taken by" in notice for notice in seat.notices())
    screen.game = screen.games.index("war-against-russia")
    screen.row = next(i for i, scenario in enumerate(screen.scenarios) if scenario.id == "mine")
    screen.start()
    assert any(
        "mine.toml, line 5: add.axis[1].box: 'somewhere': no box" in notice.replace("\\", "")
        for notice in seat.notices()
    )
    assert seat.app.scenes[-1] is screen


def test_loading_lets_in_what_was_let_in_before(own: Path) -> None:
    """A save names its scenario: a box or number no rule knows was read over once, and is."""
    path = extended(
        own, "war-barbarossa-1941", 'rules = { wings = 1 }\n[[add.axis]]\nbox = "attic"\nunits = ["a:ger_army"]\n'
    )
    start(load_scenario(path)).close()
    assert len(check_scenario(path)) == 2


# -- the trial ----------------------------------------------------------------------------------------


def test_check_plays_a_turn_by_lot(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = extended(own, "war-barbarossa-1941", "turns = 1\n")
    assert main(["check", str(path)]) == 0
    monkeypatch.setattr("game.play.scenario_trial.RandomPlayer.choose", _breaks)
    (fault,) = faults_of_scenario(path)
    assert fault.startswith(
        "mine.toml: played with random orders, counters, map, rules and figures do not fit together in turn 1,"
    )
    assert fault.endswith("after 0 commands: KeyError 'C8'")


def _breaks(player: object, seat: object) -> None:
    raise KeyError("C8")


@pytest.mark.parametrize("game", FIRST)
def test_the_first_scenario_of_every_game_stands_the_trial(game: str) -> None:
    assert trial(ecs.find_scenario(FIRST[game])) == ""


def test_a_scenario_with_faults_is_refused_with_the_first_and_their_number(own: Path) -> None:
    path = extended(own, "war-barbarossa-1941", "wings = 1\nlegs = 2\n")
    with pytest.raises(TableError, match=r"^mine\.toml, line 4: wings: unknown key.* \(and 1 more; `rasputitsa check`"):
        load_scenario(path)


# -- arrivals -----------------------------------------------------------------------------------------

COMING = {
    "tdv-barbarossa-1941": ("L.K", "Pz2", "CSIR", "Riga", 'units = ["New:inf_div"]'),
    "rb-barbarossa-7": ("L.K", "CSIR", "LIX.K", "Warsaw", 'units = ["New:ger_inf_44"]'),
    "war-barbarossa-1941": ("ItAutoCrps", "29.A", "33.A", "Moscow", 'units = ["New:ger_infkps"]'),
}
"""Scenario -> counters that come later: one is removed, one comes in turn 3 by a place, one begins in a hex."""


def box_of(game: Game, unit: str) -> str:
    """Where a counter off the map is."""
    return world_of(game).by_id[unit].place.box


@pytest.mark.parametrize("base", COMING)
def test_every_counter_that_comes_later_can_be_removed_moved_and_reduced(base: str, own: Path) -> None:
    game = ecs.find_scenario(base).ruleset
    listed = [(text, e.box) for _, e in ecs.find_scenario(base).units for text in e.units if e.box.startswith("turn:")]
    coming = [*listed, *((text, box) for _, text, box in RULESETS[game].figures.calendar())]
    names = [text.partition(":")[0] for text, _ in coming]
    assert len(names) == len(set(names)) > 15
    path = extended(own, base, f"remove = {names!r}\n")
    assert faults_of_scenario(path) == []
    with_none = start(load_scenario(path))
    assert not {unit.id for unit in world_of(with_none).units}.intersection(names)
    path = extended(own, base, f'[[move]]\nunits = {names!r}\nbox = "turn:3"\n')
    assert check_scenario(path) == []
    moved = start(load_scenario(path))
    assert {box_of(moved, name) for name in names} == {"turn:3"}


@pytest.mark.parametrize("base", COMING)
def test_arrivals_change_by_turn_place_and_number_one_by_one(base: str, own: Path) -> None:
    gone, later, here, place, more = COMING[base]
    usual = ecs.new_game(base)
    whole = world_of(usual)
    side, taken = whole.by_id[here].type.side, {unit.hex for unit in whole.units}
    free = next(h.index for h in usual.board.hexes if whole.ground[h.index].control is side and h.index not in taken
                and h.terrain == "clear")  # fmt: skip
    label = usual.board.hexes[free].label
    path = extended(
        own,
        base,
        f'remove = ["{gone}"]\n[[move]]\nunits = ["{later}"]\nbox = "turn:3"\nat = "{place}"\n'
        f'[[move]]\nunits = ["{here}"]\nhex = "{label}"\n[[add.axis]]\nbox = "turn:2"\n{more}\n',
    )
    assert faults_of_scenario(path) == []
    game = start(find_scenario("mine"))
    w = world_of(game)
    assert w.unit(gone) is None and box_of(game, later) == "turn:3" and box_of(game, "New") == "turn:2"
    assert w.by_id[here].hex == free
    assert entry_place(w, w.by_id[later]) == game.board.called(place)[0] and entry_place(w, w.by_id[here]) == -1
    others = [unit for unit in whole.units if unit.id not in (gone, later, here)]
    assert all((w.by_id[u.id].hex, w.by_id[u.id].place.box) == (u.hex, u.place.box) for u in others)
    child = extended(own / "mine", "mine", f'[[reduce]]\nunits = ["{gone}"]\n', "child")
    assert f"reduce[1].units[1]: no counter '{gone}' in the extended scenario" in check_scenario(child)[0]


def test_a_unit_comes_in_at_the_place_the_scenario_names_while_its_side_holds_it(own: Path) -> None:
    for base, unit, place, box, phase in (
        ("tdv-barbarossa-1941", "Pz2", "Koenigsberg", "arrived", "build-axis"),
        ("rb-barbarossa-7", "CSIR", "Bucharest", "arrived", "arrive-axis"),
        ("war-barbarossa-1941", "ItAutoCrps", "Bucharest", "waiting", "initial-axis"),
    ):
        path = extended(own, base, f'[[move]]\nunits = ["{unit}"]\nbox = "turn:2"\nat = "{place}"\n')
        game = start(load_scenario(path))
        w = world_of(game)
        entry = RULESETS[game.ruleset.id].orders[Enter]
        w.mark(Clock, w.table, phase=w.phases.index(phase))
        w.mark(Place, w.by_id[unit], box=box)
        w.forget()
        spot = game.board.hexes[game.board.called(place)[0]]
        assert entry.judge(w, Enter(unit, spot.label)) is None, base
        ways = [h for h in game.board.hexes if entry.judge(w, Enter(unit, h.label)) is None]
        assert ways == [spot], base
        w.mark(Ground, w.hexes[spot.index], control=Side.SOVIET)
        w.forget()
        assert spot not in [h for h in game.board.hexes if entry.judge(w, Enter(unit, h.label)) is None], base


def test_who_never_comes_must_be_in_the_calendar_and_a_place_to_come_in_on_the_map(own: Path) -> None:
    path = extended(own, "tdv-barbarossa-1941", 'absent = ["Pz22", "Pz99"]\n')
    (fault,) = check_scenario(path)
    assert fault.startswith("mine.toml, line 4: absent[2]: 'Pz99': not in the calendar of The Dark Valley")
    path = extended(own, "war-barbarossa-1941", 'absent = ["18.A"]\n')
    assert "not in the calendar of War Against Russia" in check_scenario(path)[0]
    path = extended(own, "tdv-barbarossa-1941", '[[move]]\nunits = ["Pz2"]\nat = "Rigga"\n')
    assert "move[1].at: 'Rigga': no hex of the map" in check_scenario(path)[0]
    path = extended(own, "barbarossa-1941", '[[move]]\nunits = ["18.A"]\nat = "Warsaw"\n')
    assert "the rules of Darkest Crusade say where counters come in" in check_scenario(path)[0]


@pytest.mark.parametrize("base", COMING)
def test_changed_arrivals_are_told_beside_the_map_and_exported_as_they_are(base: str, own: Path) -> None:
    gone, later, _, place, _ = COMING[base]
    more = f'remove = ["{gone}"]\n[[move]]\nunits = ["{later}"]\nbox = "turn:4"\nat = "{place}"\n'
    game = start(load_scenario(extended(own, base, more)))
    tracks = [dict(enumerate(one.look(Side.AXIS).turn_track, 1)) for one in (ecs.new_game(base), game)]
    if game.ruleset.figures.calendar():
        assert tracks[0] != tracks[1] and tracks[0][7] == tracks[1][7]
    path = own / "again.toml"
    write_scenario(game, path)
    again = start(load_scenario(path))
    w = world_of(again)
    assert w.unit(gone) is None and box_of(again, later) == "turn:4" and entry_place(w, w.by_id[later]) >= 0


def test_of_thousands_of_faults_the_first_are_told_and_how_many_there_are(own: Path) -> None:
    more = "".join(f"k{number} = 1\n" for number in range(3_000))
    told = check_scenario(extended(own, "barbarossa-1941", more))
    assert told[0] == "mine.toml, line 4: k0: unknown key" and told[99] == "mine.toml, line 103: k99: unknown key"
    assert told[100:] == ["mine.toml: 2900 more faults"]
