"""Are changed figures of a scenario played, told, kept in a save, and refused where they make no sense?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import ecs
from ecs import RULESETS, Game, HouseRuleError, IllegalCommand, Scenario, SetupError, Side, TableError
from ecs.core.files.figures import PRINTED, mark_of
from ecs.core.files.toml_files import read_toml
from ecs.core.view import Fact
from ecs.core.world import World
from game.cli.entry_point import main
from game.opponents import Seat
from game.opponents.players import RandomPlayer
from game.packs.addons.house_rules import rules_faults
from game.play.scenario_trial import RulesTrial, faults_of_scenario, trial
from game.play.scenarios import find_scenario
from game.play.session import GameSetup, begin, reopen
from game.saves.file_format import SaveError
from game.saves.listing import all_saves
from game.saves.storage.save_folder import HUMAN, Saves, load_game
from game.screens.new_game import NewGame
from game.screens.play.play_screen import TableScene
from game.screens.title import Title
from tests.ecs.worlds import world_of
from tests.hostile_input import shaken_figures
from tests.kits.window import sit_down

pytestmark = pytest.mark.usefixtures("worlds_given_back")

WAR, VALLEY = "war-against-russia", "dark-valley"
GAMES: dict[str, tuple[dict[str, Any], str, int, dict[str, str]]] = {
    "barbarossa-1941": (
        {"units": {"ger_army": {"attack": 9}}, "tables": {"hits": [[25] * 25] * 6}},
        "18.A", 9, {"attack": "3", "defend": "1-1"},
    ),
    "tdv-barbarossa-1941": (
        {"units": {"panzer41": {"full": [9, 6]}}, "tables": {"crt_a": [["DE"] * 8] * 8, "crt_b": [["DE"] * 8] * 8}},
        "Pz1", 9, {"attack": "5/2,5/2,5/2", "defend": "3/1", "terrain": "woods"},
    ),
    "rb-barbarossa-7": (
        {"units": {"ger_pz_87": {"full": [20, 7]}}, "tables": {"modifier": {"river": {"defender": -3}}}},
        "XLI.Pz", 20, {"attack": "8/4a,5/2", "defend": "3/1", "river": "yes"},
    ),
    "war-barbarossa-1941": (
        {"units": {"ger_infkps": {"attack": 9}}, "tables": {"side": {"river": {"shift": -3, "shift_german": -3}}}},
        "1.InfKps", 9, {"attack": "4,2", "defend": "2", "river": "yes"},
    ),
}  # fmt: skip
"""Scenario -> what is laid over its figures, a counter and its attack factor then, and an attack from typed figures."""


@pytest.fixture
def own(own_scenarios: Path) -> Path:
    """The folder of a player's own scenarios."""
    folder = own_scenarios / "mine"
    folder.mkdir()
    return folder


def written(folder: Path, name: str, base: str, more: str = "") -> Path:
    """A scenario that extends another and says more."""
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\nextends = "{base}"\ntitle = "{name}"\n{more}', encoding="utf-8")
    return path


def changed(name: str) -> tuple[Scenario, Game, Game]:
    """The scenario under the house rules of this test, a game of it, and one with the printed figures."""
    printed = ecs.find_scenario(name)
    scenario = replace(printed, figures=GAMES[name][0])
    return scenario, ecs.start(scenario, seed=1), ecs.start(printed, seed=1)


@pytest.mark.parametrize("name", GAMES)
def test_counters_carry_the_changed_figures_and_others_keep_theirs(name: str) -> None:
    _, game, printed = changed(name)
    _, unit, factor, _ = GAMES[name]
    ours, theirs = ({u.id: u.attack for u in one.look(Side.AXIS).units} for one in (game, printed))
    assert ours[unit] == factor != theirs[unit]
    other = {text.partition(":")[0]: text.partition(":")[2] for _, entry in game.scenario.units for text in entry.units}
    changed_class = other[unit]
    assert {ours[u] == theirs[u] for u in ours if other.get(u, changed_class) != changed_class} == {True}
    game.close()
    printed.close()


@pytest.mark.parametrize("name", GAMES)
def test_forecasts_go_by_the_figures_of_their_game_in_whatever_order_games_are_asked(name: str) -> None:
    _, game, printed = changed(name)
    figures = GAMES[name][3]
    before, after = printed.odds(figures), game.odds(figures)
    assert before.outcomes != after.outcomes or before.odds != after.odds
    assert (printed.odds(figures), game.odds(figures), printed.odds(figures)) == (before, after, before)
    game.close()
    assert RULESETS[printed.ruleset.id].combat.odds(figures) == before
    printed.close()


@pytest.mark.parametrize("name", GAMES)
def test_tables_to_look_up_are_those_of_the_game_and_outside_it_the_printed_ones(name: str) -> None:
    _, game, printed = changed(name)
    assert game.tables() != printed.tables()
    assert game.tables() != game.ruleset.figures.tables() == printed.tables()
    game.close()
    printed.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_log_begins_with_what_is_not_as_printed(name: str) -> None:
    _, game, printed = changed(name)
    told = [event.text for event in game.log[0].events]
    assert len(game.changed_figures()) > 1
    assert told[: len(game.changed_figures())] == [f"House rule. {figure}." for figure in game.changed_figures()]
    assert not any("House rule" in event.text for event in printed.log[0].events)
    game.close()
    printed.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_can_be_played_by_lot_under_changed_figures(name: str) -> None:
    assert trial(replace(ecs.find_scenario(name), figures=GAMES[name][0])) == ""


def test_a_game_and_its_twin_play_on_alike_while_another_is_asked_in_between() -> None:
    scenario, game, printed = changed("war-barbarossa-1941")
    alone = ecs.start(scenario, seed=1)
    one, other = RandomPlayer(5), RandomPlayer(5)
    for _ in range(150):
        side = game.to_act
        assert side is not None and side is alone.to_act
        game.apply(one.choose(Seat(game, side))[0])
        printed.look(side)
        alone.apply(other.choose(Seat(alone, side))[0])
        printed.odds(GAMES["war-barbarossa-1941"][3])
        assert game.digest() == alone.digest()
    for each in (game, printed, alone):
        each.close()


def test_remembered_answers_of_rules_are_those_of_the_figures_in_force() -> None:
    """Every answer a game remembers beside its world is forgotten with the figures it was worked out from."""
    root = Path(ecs.__file__).parent / "rulesets"
    kept = {path.relative_to(root).as_posix() for path in root.rglob("*.py") if "lru_cache" in path.read_text()}
    assert kept == {"russia_besieged/data/calendar.py", "dark_valley/data/units.py"}  # whose phase it is, by its name


def test_what_an_add_on_lays_over_a_scenario_goes_before_the_scenarios_own() -> None:
    scenario = replace(ecs.find_scenario("war-barbarossa-1941"), figures=GAMES["war-barbarossa-1941"][0])
    more = ecs.with_house_rules(scenario, {"units": {"ger_infkps": {"attack": 3}}})
    found = {figure.place: figure.new for figure in ecs.changed_figures(more)}
    assert found["units.ger_infkps.attack"] == 3 and found["tables.side.river.shift"] == -3
    with pytest.raises(TableError, match=r"-1941\.toml: units\.ger_infkps\.attack: -1: expected 0"):
        ecs.start(ecs.with_house_rules(scenario, {"units": {"ger_infkps": {"attack": -1}}}))


# -- files --------------------------------------------------------------------------------------------

OVERLAY = "[units.ger_infkps]\nattack = 9\n\n[tables.side.river]\nshift = -3\n"


def test_a_scenario_with_house_rules_is_sound_shown_and_listed(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(own, "strong", "war-barbarossa-1941", OVERLAY)
    assert faults_of_scenario(path) == []
    lines = [str(figure) for figure in ecs.changed_figures(find_scenario("strong"))]
    assert lines == [
        "German infantry corps, attack factor: 9 instead of 2",
        "Hexside, river, column shift: −3 instead of −1",
    ]
    seat = sit_down()
    screen = NewGame(seat.scene.kit)
    seat.app.push(screen)
    screen.game = screen.games.index("war-against-russia")
    screen.row = next(i for i, scenario in enumerate(screen.scenarios) if scenario.id == "strong")
    seat.app.step()
    assert "Changed figures" in " ".join(spot.text for spot in seat.app.ui.spots)


@pytest.mark.parametrize(
    ("base", "more", "lines"),
    [
        (
            "tdv-barbarossa-1941",
            '[tables.turn.5]\nweather = "Snow"\n',
            ["Calendar, row 5, weather: Snow instead of Mud"],
        ),
        (
            "war-barbarossa-1941",
            '[tables.crt.cells]\n1 = ["DE", "DE", "DE", "DE", "DE", "DE", "DE", "DE", "DE", "DE", "DE"]\n'
            "[tables.air.soviet]\n1 = { 2 = 3 }\n",
            [],
        ),
    ],
)
def test_one_row_of_a_list_is_changed_without_the_others(own: Path, base: str, more: str, lines: list[str]) -> None:
    path = written(own, "row", base, more)
    assert faults_of_scenario(path) == []
    scenario = ecs.load_scenario(path)
    said = [str(figure) for figure in ecs.changed_figures(scenario)]
    assert said == lines or (not lines and len(said) == 2)
    ruleset = ecs.ruleset_of(scenario)
    ruleset.figures.shelf.lay(PRINTED)
    printed = ruleset.figures.rules()
    ruleset.figures.shelf.lay(scenario.figures)
    now = ruleset.figures.rules()
    ruleset.figures.shelf.lay(PRINTED)
    rows = [pair for pair in zip(printed.turn, now.turn, strict=True) if pair[0] != pair[1]]
    assert len(rows) == len(lines) and all(row.name == other.name for row, other in rows)
    if not lines:
        assert now.crt.cells[1:] == printed.crt.cells[1:] and now.crt.cells[0] == ["DE"] * 11
        assert now.air.soviet == [(6, 3), (99, 1)] and now.air.axis == printed.air.axis
    below = written(own, "below", "row", '[tables.turn.3]\nweather = "Mud"\n')
    assert faults_of_scenario(below) == [] and len(ecs.changed_figures(ecs.load_scenario(below))) == len(said) + 1


def test_the_shipped_scenarios_tell_their_house_rules_in_words() -> None:
    crimea, typhoon = (
        [str(figure) for figure in ecs.changed_figures(find_scenario(name))]
        for name in ("war-crimea-1942", "tdv-typhoon-1941")
    )
    assert crimea[0] == "Axis air units: 3 to the end instead of 3 until turn 6, 2 to the end"
    assert "Range of a STAVKA headquarters, in hexes: 9 instead of 6" in typhoon
    assert not [line for line in (*crimea, *typhoon) if "_" in line or "Table" in line or "changed" in line]


def keys_of(table: object) -> set[str]:
    """All keys of a table and of the tables in it."""
    return {*table}.union(*map(keys_of, table.values())) if isinstance(table, dict) else set()


def test_the_words_for_figures_name_figures_that_there_are() -> None:
    for ruleset in RULESETS.values():
        for sheet in ruleset.figures.shelf.sheets:
            printed = read_toml(sheet.path)[sheet.key] if sheet.key else read_toml(sheet.path)
            for name in read_toml(sheet.path.with_name("figure_words.toml"))[sheet.part]:
                *tables, key = name.removesuffix(".row").split(".")
                if tables == ["*"]:
                    assert key in keys_of(printed), name
                else:
                    assert key in reduce(lambda here, table: here[table], tables, printed), name


CORPS = "[units.ger_infkps]\n"
FAULTS: Mapping[str, tuple[str, str]] = {
    "unknown class": (
        "[units.ger_infkp]\nattack = 9\n",
        "line 4: units.ger_infkp: no such figure; did you mean 'ger_infkps'?",
    ),
    "unknown figure": (
        f"{CORPS}atack = 9\n",
        "line 5: units.ger_infkps.atack: no such figure; did you mean 'attack'?",
    ),
    "kept": (
        f'{CORPS}nation = "SOV"\n',
        "line 5: units.ger_infkps.nation: a house rule cannot change this for a class of counters",
    ),
    "no number": (f'{CORPS}attack = "nine"\n', "line 5: units.ger_infkps.attack: 'nine': expected a whole number"),
    "below nothing": (f"{CORPS}attack = -1\n", "line 5: units.ger_infkps.attack: -1: expected 0 to 1000"),
    "too large": (f"{CORPS}attack = 1001\n", "line 5: units.ger_infkps.attack: 1001: expected 0 to 1000"),
    "unknown table": ("[tables.shifts]\nriver = 1\n", "line 4: tables.shifts: no such figure; did you mean 'shift'?"),
    "divisor": (
        "[tables.attack]\nunsupplied_divisor = 0\n",
        "line 5: tables.attack.unsupplied_divisor: 0: expected a whole number, at least 1",
    ),
    "unknown word": (
        '[tables.weather]\nfrozen = ["Ice"]\n',
        "line 5: tables.weather.frozen[1]: 'Ice': no weather; choose from: Good, ",
    ),
    "shape": (
        '[tables.crt]\ncells = [["DE"]]\n',
        "line 5: tables.crt.cells: 1 rows; expected one for each face of the die",
    ),
    "no row": (
        '[tables.turn.16]\nweather = "Mud"\n',
        "line 4: tables.turn.16: no such row; they are numbered from 1 to 15",
    ),
    "row of another shape": (
        "[tables.turn.2]\nweather = 3\n",
        "line 5: tables.turn.2.weather: 3: expected text in quotes",
    ),
    "no figure of a row": ("[tables.turn.2]\nwether = 3\n", "line 5: tables.turn.2.wether: no such figure"),
    "no table": ("units = 3\n", "line 4: units: 3: expected a table"),
    "too long": (f'{CORPS}name = "{"x" * 300}"\n', "line 5: units.ger_infkps.name: 'xxx"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_the_readers_of_the_originals_would_not_let_in_is_refused_with_its_line(own: Path, name: str) -> None:
    text, said = FAULTS[name]
    path = written(own, "wrong", "war-barbarossa-1941", text)
    shelf = RULESETS["war-against-russia"].figures.shelf
    shelf.lay(PRINTED)
    (fault,) = faults_of_scenario(path)
    assert fault.startswith(f"wrong.toml, {said}")
    with pytest.raises((SetupError, TableError), match=r"^wrong\.toml"):
        ecs.start(ecs.load_scenario(path))
    assert shelf.overlay == PRINTED


def test_house_rules_of_what_is_extended_hold_as_well_and_the_later_word_counts(own: Path) -> None:
    written(own, "first", "war-barbarossa-1941", OVERLAY)
    second = written(own, "second", "first", "[units.ger_infkps]\nattack = 4\nmove = 9\n")
    assert ecs.load_scenario(second).figures == {
        "units": {"ger_infkps": {"attack": 4, "move": 9}},
        "tables": {"side": {"river": {"shift": -3}}},
    }


# -- saves --------------------------------------------------------------------------------------------


@pytest.fixture
def save(own: Path, tmp_path: Path) -> Path:
    """A finished game of a scenario with house rules."""
    written(own, "strong", "war-barbarossa-1941", "turns = 1\n" + OVERLAY)
    play = ["simulate", "--scenario", "strong", "--games", "1", "--axis", "random", "--soviet", "random"]
    assert main([*play, "--save", str(tmp_path)]) == 0
    return tmp_path / "strong-0.save"


def test_a_save_says_its_figures_and_is_played_again_by_them(save: Path) -> None:
    assert (
        '"figures":{"units":{"ger_infkps":{"attack":9}},"tables":{"side":{"river":{"shift":-3}}}}' in save.read_text()
    )
    loaded = load_game(save, thorough=True)
    assert loaded.game.over and mark_of(loaded.game.scenario.figures)
    assert not any("figures" in note for note in loaded.warnings)
    loaded.game.close()


def test_a_save_of_the_printed_figures_says_nothing_of_them(own: Path, tmp_path: Path) -> None:
    written(own, "plain", "war-barbarossa-1941", "turns = 1\n")
    play = ["simulate", "--scenario", "plain", "--games", "1", "--axis", "random", "--soviet", "random"]
    assert main([*play, "--save", str(tmp_path)]) == 0
    assert "figures" not in (tmp_path / "plain-0.save").read_text().partition("\n")[0]


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("", "units.ger_infkps.attack is 9 in this game, 2 in strong.toml (and 1 more figures)."),
        (
            "[units.ger_infkps]\nattack = 5\n[tables.side.river]\nshift = -3\n",
            "attack is 9 in this game, 5 in strong.toml.",
        ),
    ],
)
def test_a_game_goes_on_by_its_own_figures_and_says_which_is_another_today(
    save: Path, own: Path, now: str, said: str
) -> None:
    written(own, "strong", "war-barbarossa-1941", "turns = 1\n" + now)
    loaded = load_game(save)
    (note,) = [note for note in loaded.warnings if "figures" in note]
    assert note.startswith("It keeps the figures it began with: ") and note.endswith(said)
    assert loaded.game.scenario.figures["units"] == {"ger_infkps": {"attack": 9}}
    assert {u.attack for u in loaded.game.look(Side.AXIS).units if u.id == "1.InfKps"} == {9}
    loaded.game.close()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"attack":9', '"attack":99999'),
        ('"attack":9', '"wings":9'),
        ('"attack":9', f'"attack":{"[" * 200}{"]" * 200}'),
    ],
)
def test_a_save_with_figures_that_make_no_sense_is_refused_in_a_sentence(save: Path, old: str, new: str) -> None:
    text = save.read_text()
    assert old in text
    save.write_text(text.replace(old, new, 1))
    with pytest.raises(SaveError, match=r"^strong-0\.save, line \d+: "):
        load_game(save, allow_edited=True)


def test_a_map_that_has_changed_is_named_by_its_file(save: Path) -> None:
    text = save.read_text()
    digest = text.partition('"board_digest":"')[2].partition('"')[0]
    save.write_text(text.replace(digest, "0" * len(digest), 1))
    loaded = load_game(save, allow_edited=True)
    assert "The map file russia_64km.tmx (russia_64km) has changed since this save." in loaded.warnings
    loaded.game.close()


def test_a_game_that_is_saved_and_taken_up_in_the_middle_keeps_its_figures(own: Path, tmp_path: Path) -> None:
    written(own, "strong", "war-barbarossa-1941", OVERLAY)
    saves = Saves(tmp_path / "saves")
    session = begin(GameSetup(find_scenario("strong"), dict.fromkeys(Side, HUMAN)), saves)
    session.autosave()
    session.do(session.game.legal()[0])
    session.autosave()
    before = session.game.digest()
    session.close()
    newest = max(all_saves(saves.folder), key=lambda info: info.path.stat().st_mtime_ns)
    session, told = reopen(newest.path, saves)
    assert session.game.digest() == before and not any("figures" in note for note in told)
    assert [str(figure) for figure in session.game.changed_figures()] == [
        "German infantry corps, attack factor: 9 instead of 2",
        "Hexside, river, column shift: −3 instead of −1",
    ]
    session.close()


def test_the_command_line_tells_what_a_scenario_changes(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(own, "strong", "war-barbarossa-1941", OVERLAY)
    assert main(["scenarios", "strong"]) == 0
    assert "Hexside, river, column shift: −3 instead of −1" in capsys.readouterr().out
    assert main(["scenarios", "war-barbarossa-1941"]) == 0
    assert "instead of" not in capsys.readouterr().out


# -- figures no game can be played by -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "figures", "said"),
    [
        (WAR, {"first_russian_win": 20}, "tables.first_russian_win: 20: expected a whole number from 0 to 14"),
        (VALLEY, {"chits": {"stavka_more": []}}, "tables.chits.stavka_more: an empty list"),
        (VALLEY, {"weather": {"Fair": {"column": 9}}}, "tables.weather.Fair.column: 9: expected a whole number from 0"),
        (VALLEY, {"forts": {"works": [[4, 4], [48, 0]]}}, "tables.forts.works: [4, 0] markers; expected no fewer"),
        (VALLEY, {"supply": {"axis": [6, 5, 4]}}, "tables.supply.axis: [6, 5, 4]: expected a list of 4 entries"),
        (VALLEY, {"combat": {"faces": 9}}, "tables.combat.faces: 9: expected a whole number from 1 to 8"),
        (WAR, {"air": {"axis": [[6, 3]]}}, "tables.air.axis: last turns [6]; expected rising turns up to 14"),
        ("darkest-crusade", {"hits": [[1] * 25] * 5}, "tables.hits: "),
        ("russia-besieged", {"sea": {"faces": 0}}, "tables.sea.faces: 0: expected a whole number, at least 1"),
    ],
)  # fmt: skip
def test_tables_know_the_ranges_and_lengths_the_rules_rely_on(ruleset: str, figures: Any, said: str) -> None:
    scenario = replace(shaken_figures.scenario_of(ruleset), figures={"tables": figures})
    with pytest.raises(TableError, match=re.escape(said)):
        ecs.start(scenario)


SAMPLE = 60  # shaken figures of each game that are read
TOGETHER = 25  # of them that are played at once


@pytest.mark.parametrize("ruleset", shaken_figures.PLAYED)
def test_a_shaken_figure_is_refused_by_name_or_played_to_the_end_of_a_game(ruleset: str) -> None:
    scenario, found = shaken_figures.scenario_of(ruleset), shaken_figures.shakes(ruleset)
    sample = sorted(found, key=lambda shake: shaken_figures.hash_of(7, str(shake)))[:SAMPLE]
    let_in = [shake for shake in sample if not shaken_figures.is_refused(shake, scenario)]
    assert 0 < len(let_in) < SAMPLE
    together = next(shaken_figures.handfuls(let_in, 7, TOGETHER))
    assert shaken_figures.broken(together, scenario) == ((), "")


def careless(monkeypatch: pytest.MonkeyPatch, first: int = 2) -> None:
    """Rules that trust a figure, before the Soviets' eyes and from a turn on, of which their tables let in any."""
    war = RULESETS[WAR]

    def facts(w: World, side: Side) -> tuple[Fact, ...]:
        found = war.rulebook.display.facts(w, side)
        most = w.rules.stacking.most
        return found if side is Side.AXIS or w.clock.turn < first else found[: (0, len(found), len(found))[most]]

    book = replace(war.rulebook, display=replace(war.rulebook.display, facts=facts))
    there = replace(war, rulebook=book)
    monkeypatch.setitem(RULESETS._read, WAR, there)


BAD = {"tables": {"stacking": {"most": 4}, "movement": {"mud": 2}}, "units": {"ger_infkps": {"attack": 9}}}
NAMED = "the game breaks under the house rule tables.stacking.most, 4 instead of 2 (IndexError "


def test_the_trial_looks_from_both_sides_to_the_end_and_names_the_figure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scenario = replace(ecs.find_scenario("war-crimea-1942"), figures=BAD)
    assert trial(scenario, to_its_end=True) == ""
    careless(monkeypatch, first=scenario.start_turn + 2)
    assert trial(scenario) == ""
    assert NAMED in trial(scenario, to_its_end=True)
    path = tmp_path / "rules" / "bad.toml"
    path.parent.mkdir()
    path.write_text(f'ruleset = "{WAR}"\n[tables.stacking]\nmost = 4\n')
    assert rules_faults(path) == []
    shares, going = list[float](), RulesTrial([path])
    while going.going:
        shares.append(going.share)
        going.step()
    assert shares == sorted(shares) and len(shares) > 100, "a step is a command"
    (fault,) = rules_faults(path)
    assert fault.startswith(f"{path.parent}/bad.toml: ") and NAMED in fault
    assert RulesTrial([path]).path is None, "what is known is not tried again"


def test_a_game_that_meets_a_bad_figure_names_it_and_is_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = replace(ecs.find_scenario("war-crimea-1942"), figures=BAD)
    careless(monkeypatch, first=scenario.start_turn)
    game = ecs.start(scenario)
    before = game.digest()
    game.look(Side.AXIS)
    with pytest.raises(HouseRuleError, match=re.escape(NAMED)) as told:
        game.look(Side.SOVIET)
    assert [figure.place for figure in told.value.changed] == ["tables.stacking.most"] and game.digest() == before
    game.close()


def test_an_illegal_command_is_no_fault_of_house_rules() -> None:
    game = ecs.start(replace(ecs.find_scenario("war-crimea-1942"), figures=BAD))
    with pytest.raises(IllegalCommand):
        game.apply(ecs.parse("move 1.InfKps A1"))
    game.close()


def test_a_game_that_meets_a_bad_figure_leaves_for_the_title_and_its_save_opens(
    monkeypatch: pytest.MonkeyPatch, own: Path
) -> None:
    written(own, "bad", "war-crimea-1942", "[tables.stacking]\nmost = 4\n")
    seat = sit_down()
    kit, saves = seat.scene.kit, seat.scene.kit.saves
    session = begin(GameSetup(find_scenario("bad"), {Side.AXIS: "recruit", Side.SOVIET: HUMAN}), saves)
    session.autosave()
    seat.app.replace(TableScene(kit, session))
    session.do(session.game.legal()[0])
    careless(monkeypatch, first=0)
    session.game.ruleset = RULESETS[WAR]
    world_of(session.game).rulebook = RULESETS[WAR].rulebook
    seat.app.guarded_step([], 0.1)
    assert isinstance(seat.app.top, Title)
    (told,) = [text for text in seat.notices() if "house rule" in text]
    assert NAMED.partition(" (")[0] in told and told.startswith("bad.toml: ")
    newest = max(all_saves(saves.folder), key=lambda info: info.path.stat().st_mtime_ns)
    again, notes = reopen(newest.path, saves)
    assert any(NAMED in note and "The printed figure applies from here on." in note for note in notes)
    assert len(again.game.log) == len(session.game.log)
    assert "tables.stacking.most" not in [figure.place for figure in again.game.changed_figures()]
    again.game.look(Side.SOVIET)
    again.close()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"first_russian_win":11', '"first_russian_win":20', "tables.first_russian_win, 20 instead of 10"),
        ('{"units":', '{"wings":{"a":1},"units":', "wings"),
    ],
)
def test_a_save_of_a_figure_no_longer_let_in_opens_without_it(
    own: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    written(own, "late", "war-crimea-1942", "[tables]\nfirst_russian_win = 11\n[units.ger_infkps]\nattack = 4\n")
    saves = Saves(tmp_path / "saves")
    session = begin(GameSetup(find_scenario("late"), dict.fromkeys(Side, HUMAN)), saves)
    for _ in range(5):
        session.do(session.game.legal()[0])
    session.autosave()
    turn, log = session.game.turn, len(session.game.log)
    session.close()
    newest = max(all_saves(saves.folder), key=lambda info: info.path.stat().st_mtime_ns)
    text = newest.path.read_text()
    assert old in text
    newest.path.write_text(text.replace(old, new, 1))
    loaded = load_game(newest.path, allow_edited=True)
    assert f"No game can be played with {said}; the printed figure applies." in loaded.warnings
    assert "units.ger_infkps.attack" in [figure.place for figure in loaded.game.changed_figures()]
    assert (loaded.game.turn, len(loaded.game.log)) == (turn, log)
    loaded.game.close()
