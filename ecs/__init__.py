"""Rasputitsa's rules engine: new games, views, commands and events.  This is its whole public surface.

>>> game = new_game("barbarossa-1941", seed=7)
>>> game.apply(game.legal()[0])
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ecs.board.board import Board, per_board
from ecs.board.map_loader import BoardStore, compiled, load_board, read_drawing, source_digest
from ecs.board.map_starts import MapStart, start_of
from ecs.board.map_validator import MapError
from ecs.core.commands import Command, CommandError, parse
from ecs.core.components import Side
from ecs.core.events import told, veiled
from ecs.core.files.faults import MOST_FAULTS, Fault, key_of
from ecs.core.files.figures import ChangedFigure, Overlay, mark_of, without_figure
from ecs.core.files.scenario_source import UNKNOWN, ScenarioSource, located, refuse
from ecs.core.files.scenarios import (
    extended_by,
    find_map,
    find_scenario,
    list_scenarios,
    load_scenario,
    look_also_in,
    look_for_maps_in,
    made_of,
    maps_root,
    read_scenario,
    scenario_id_fault,
)
from ecs.core.files.toml_files import TableError, laid_over, toml_text
from ecs.core.ruleset import (
    FRESH,
    LOADING,
    Option,
    Ruleset,
    Scenario,
    SetupError,
    chosen_options,
    options_of,
)
from ecs.core.view import Forecast, Refusal, Result, View
from ecs.engine.drawn_setups import DrawnSetup, draft_drawn, drawn_map, object_faults, read_drawn
from ecs.engine.engine import Game, IllegalCommand, ReplayError, replay, replay_steps
from ecs.engine.figures_in_force import UNFIT, HouseRuleError, PluginCodeError, failed_in, place_in_code
from ecs.engine.queries import DigestMark
from ecs.engine.scenario_checks import role_faults, role_notes, scenario_faults
from ecs.engine.scenario_drafts import (
    DraftCounter,
    DraftFault,
    LaidOut,
    ScenarioDraft,
    draft_made_of,
    draft_of_position,
)
from ecs.engine.scenario_export import RetoldPosition, retold
from ecs.rulesets import RULESETS
from ecs.untrusted_input import likely

__all__ = [
    "FRESH_DICE",
    "RULESETS",
    "UNFIT",
    "Board",
    "BoardStore",
    "ChangedFigure",
    "Command",
    "CommandError",
    "DigestMark",
    "DraftCounter",
    "DraftFault",
    "DrawnSetup",
    "Forecast",
    "Game",
    "HouseRuleError",
    "IllegalCommand",
    "LaidOut",
    "MapError",
    "MapStart",
    "Option",
    "PluginCodeError",
    "Refusal",
    "ReplayError",
    "Result",
    "RetoldPosition",
    "Ruleset",
    "Scenario",
    "ScenarioDraft",
    "SetupError",
    "Side",
    "TableError",
    "View",
    "changed_figures",
    "check_board",
    "check_scenario",
    "chosen_options",
    "draft_drawn_on",
    "draft_faults",
    "draft_of",
    "draft_of_position",
    "drawn_faults",
    "drawn_map_of",
    "extended_by",
    "failed_in",
    "find_map",
    "find_scenario",
    "keep_boards",
    "lay_out",
    "list_scenarios",
    "load_board",
    "load_scenario",
    "look_also_in",
    "look_for_maps_in",
    "map_of",
    "maps_root",
    "mark_of",
    "new_game",
    "on_its_map",
    "options_of",
    "parse",
    "per_board",
    "place_in_code",
    "position_faults",
    "read_drawn",
    "replay",
    "replay_steps",
    "retold",
    "ruleset_of",
    "scenario_id_fault",
    "source_digest",
    "start",
    "start_of",
    "told",
    "toml_text",
    "veiled",
    "with_house_rules",
    "with_sound_figures",
    "without_figures",
]

FRESH_DICE = {LOADING: FRESH}
"""The option by which dice may be begun again in the middle of a game."""


MOST_PIXELS = 120_000_000  # a table draws the whole of its map at a quarter of its size

_stores: list[BoardStore] = []


def keep_boards(store: BoardStore) -> None:
    """Keep compiled maps in this store from now on."""
    _stores[:] = [store]


@lru_cache(maxsize=8)
def _board(path: Path, stamp: int) -> Board:
    return compiled(path, _stores[0]) if _stores else load_board(path)


@lru_cache(maxsize=8)
def _pointed(board: Board, points: tuple[tuple[int, int], ...]) -> Board:
    """The map with the scenario's points for its places, under a fingerprint of its own."""
    said = dict(points)
    hexes = tuple(replace(spot, vp=said.get(spot.index, spot.vp)) for spot in board.hexes)
    digest = hashlib.sha256(f"{board.digest} {sorted(said.items())}".encode()).hexdigest()
    return replace(board, hexes=hexes, digest=digest)


def board_of(scenario: Scenario) -> Board:
    """The compiled map of a scenario, with the points that the scenario gives its places."""
    board = map_of(scenario)
    points = {index: worth for index, worth in scenario.points_on(board).items() if board.hexes[index].vp != worth}
    return _pointed(board, tuple(sorted(points.items()))) if points else board


def map_of(scenario: Scenario) -> Board:
    """The compiled map of a scenario; compiled once per file version."""
    try:
        stamp = scenario.map.stat().st_mtime_ns
    except OSError:
        known = [path.name for folder in {scenario.map.parent, maps_root()} for path in folder.glob("*.tmx")]
        hint = likely(scenario.map.name, known)
        raise SetupError(f"{scenario.path.name}: map {scenario.map.name} is missing{hint}") from None
    board = _board(scenario.map, stamp)
    if board.width * board.height > MOST_PIXELS:
        most = f"{MOST_PIXELS // 10**6} million pixels"
        raise SetupError(f"{scenario.path.name}: map {scenario.map.name} has more than {most}: make it smaller")
    return board


def on_its_map(scenario: Scenario) -> Scenario:
    """The scenario with every place name replaced by the label of its hex.

    :raises SetupError: for an unknown ruleset, or a map that is not there.
    """
    return located(scenario, ruleset_of(scenario).terms, map_of(scenario))


def draft_of(scenario: Scenario, base: Scenario) -> ScenarioDraft:
    """A draft of a scenario; ``base``: the scenario its file will extend."""
    return draft_made_of(on_its_map(scenario), on_its_map(base))


def ruleset_of(scenario: Scenario) -> Ruleset:
    """The rules a scenario is played by.

    :raises SetupError: for an unknown ruleset, or an option or value of the scenario's that it does not have.
    """
    ruleset = RULESETS.get(scenario.ruleset)
    if ruleset is None:
        raise SetupError(f"{scenario.path.name}: {RULESETS.absent(scenario.ruleset)}")
    try:
        chosen_options(ruleset, scenario.options)
    except SetupError as error:
        raise SetupError(f"{scenario.path.name}: options: {error}") from None
    return ruleset


def start(scenario: Scenario, options: Mapping[str, str] | None = None, seed: int = 0) -> Game:
    """A fresh game of a loaded scenario, ready for its first command.

    :raises SetupError: for an unknown ruleset, option, counter class or hex; if nobody would have a legal command.
    """
    ruleset, board = ruleset_of(scenario), board_of(scenario)
    scenario, game = located(scenario, ruleset.terms, board), None
    try:
        _check_figures(scenario, ruleset, board)
        _check_map(scenario, ruleset, board)
        game = Game(ruleset, scenario, board, options or {}, seed)
        if not game.legal() and game.result is None:
            raise SetupError(f"{scenario.path.name}: {_standstill(game)}")
    except (SetupError, TableError):
        _give_up(game)
        raise
    except UNFIT as error:
        _give_up(game)
        raise _unfit(scenario, ruleset, error) from error
    return game


def _unfit(scenario: Scenario, ruleset: Ruleset, error: Exception) -> Exception:
    """The error to raise when a game cannot be set up."""
    if place := place_in_code(error, RULESETS.home_of(ruleset.id)):
        return PluginCodeError(ruleset, place, error)
    what = f"{type(error).__name__} {error}"
    return SetupError(f"{scenario.path.name}: counters, map and rules do not fit together: {what}")


def lay_out(scenario: Scenario) -> LaidOut:
    """A scenario laid out by its set-up, before the first phase; close it after use.

    :raises SetupError: for an unknown ruleset, option, counter class or hex.
    """
    ruleset, board = ruleset_of(scenario), board_of(scenario)
    try:
        return LaidOut(ruleset, located(scenario, ruleset.terms, board), board)
    except (SetupError, TableError):
        raise
    except UNFIT as error:
        raise _unfit(scenario, ruleset, error) from error


def draft_faults(draft: ScenarioDraft, name: str) -> list[DraftFault]:
    """Everything wrong with a draft saved under this id; empty if it can be played."""
    found = [*draft.shape_faults(name)]
    if not found:
        told = draft.told(name)
        found += [draft.blamed(fault) for fault in scenario_faults(draft.raw(name), ruleset_of(told), map_of(told))]
    if not found:
        try:
            start(draft.told(name)).close()
        except (SetupError, TableError, MapError) as error:
            found.append(DraftFault(str(error)))
    return found


def drawn_map_of(scenario: Scenario) -> bytes:
    """The map of a scenario with its counters drawn on it, as the bytes of a Tiled map.

    :raises MapError: if the map cannot be read.
    """
    return drawn_map(on_its_map(scenario), map_of(scenario))


def draft_drawn_on(drawn: DrawnSetup, base: Scenario) -> ScenarioDraft:
    """The counters drawn on a map as a scenario that extends another.

    :raises MapError: with a fault for each counter that cannot be read.
    """
    base = on_its_map(base)
    return draft_drawn(drawn, base, ruleset_of(base).figures.classes(), map_of(base).digest)


def drawn_faults(drawn: DrawnSetup, base: Scenario) -> list[str]:
    """Everything wrong with the counters drawn on a map, one sentence each with file, object and place."""
    try:
        draft = draft_drawn_on(drawn, base)
        faults = draft_faults(draft, "drawn")
    except MapError as error:
        return [str(fault) for fault in error.faults]
    if not faults:
        table = lay_out(draft.told("drawn"))
        try:
            faults = [draft.blamed(fault) for fault in table.position_faults()]
        finally:
            table.close()
    return [str(fault) for fault in object_faults(drawn, faults)]


def changed_figures(scenario: Scenario) -> tuple[ChangedFigure, ...]:
    """The house rules of a scenario: every figure that differs from the printed one.

    :raises SetupError: for an unknown ruleset.
    """
    return ruleset_of(scenario).figures.shelf.changes(scenario.figures)


def with_house_rules(scenario: Scenario, overlay: Overlay) -> Scenario:
    """The scenario with an add-on's house rules laid over its own; :func:`start` checks them."""
    return replace(scenario, figures=laid_over(scenario.figures, overlay))


def without_figures(scenario: Scenario, places: Iterable[Sequence[str]]) -> Scenario:
    """The scenario without its house rules at these places: the printed figures apply again."""
    figures = scenario.figures
    for keys in places:
        figures = without_figure(figures, keys)
    return replace(scenario, figures=figures)


def with_sound_figures(scenario: Scenario) -> Scenario:
    """The scenario without the house rules that the readers of the printed figures reject.

    :raises SetupError: for an unknown ruleset; MapError for its map.
    """
    if not scenario.figures:
        return scenario
    ruleset, board = ruleset_of(scenario), board_of(scenario)
    while scenario.figures and (faults := _figure_faults(scenario, ruleset, board)):
        keys = [part for part in faults[0].path if isinstance(part, str)]
        left = next((left for left in (without_figures(scenario, [keys[:size]]) for size in range(len(keys), 0, -1))
                     if left.figures != scenario.figures), None)  # fmt: skip
        scenario = left or replace(scenario, figures={})
    return scenario


def _figure_faults(scenario: Scenario, ruleset: Ruleset, board: Board) -> list[Fault]:
    return ruleset.figures.shelf.faults(scenario.figures, board.words, frozenset(board.regions))


def _check_figures(scenario: Scenario, ruleset: Ruleset, board: Board) -> None:
    """Refuse house rules that the readers of the printed figures reject."""
    if scenario.figures:
        faults = _figure_faults(scenario, ruleset, board)
        refuse([f"{scenario.path.name}: {key_of(fault.path)}: {fault.cause}" for fault in faults])


def _check_map(scenario: Scenario, ruleset: Ruleset, board: Board) -> None:
    """Refuse a map that lacks something the rules need."""
    lacking = ruleset.figures.needs().missing(board)
    refuse([f"{scenario.path.name}: map {scenario.map.name}: {lack} ({ruleset.title})" for lack in lacking])


def _standstill(game: Game) -> str:
    """Why a game cannot begin at a point where neither side has a legal command."""
    turn, phase, question = game.moment
    where = f"turn {turn}, phase {phase}" + (f", question {question}" if question else "")
    return f"nobody has a legal command where the game begins ({where}): check the counters, zones and turns"


def _give_up(game: Game | None) -> None:
    if game is not None:
        game.close()


def new_game(scenario_id: str, *, options: Mapping[str, str] | None = None, seed: int = 0) -> Game:
    """A fresh game of the scenario with this id.

    :raises SetupError: if there is no such scenario, option or value.
    """
    return start(find_scenario(scenario_id), options, seed)


def check_board(path: Path) -> tuple[list[str], list[str]]:
    """Everything wrong with a map, a sentence each, what it lacks for the game it is made for included; and notes on
    what was left out of it, and on which games can use it."""
    try:
        raw, board = read_drawing(path)
    except MapError as error:
        return [str(fault) for fault in error.faults], []
    faults = [f"{path.name}: {fault}" for fault in role_faults(board, RULESETS, RULESETS.absent)]
    return faults, [*raw.notes, *role_notes(board, RULESETS)]


def check_scenario(path: Path) -> list[str]:
    """Everything wrong with a scenario file, a sentence each with file, line and key; empty if it can be begun."""
    try:
        source = read_scenario(path)
        source.blame(_beside_rules_and_map(source))
        if not source.faults:
            start(made_of(source)).close()
    except MapError as e:
        return [f"{path.name}: {fault}" for fault in e.faults]
    except (SetupError, TableError) as e:
        return [str(e)]
    more = len(source.faults) - MOST_FAULTS
    return [*source.faults[:MOST_FAULTS], *([f"{path.name}: {more} more faults"] if more > 0 else [])]


def position_faults(path: Path) -> list[str]:
    """What is wrong with who stands where in a scenario that can be begun, a sentence each with file, line and key:
    stacks that may not stand, counters on ground of the enemy's."""
    source = read_scenario(path)
    table = lay_out(made_of(source))
    try:
        source.blame(table.position_faults(source.elsewhere))
    finally:
        table.close()
    return source.faults[:MOST_FAULTS]


def _beside_rules_and_map(source: ScenarioSource) -> list[Fault]:
    """What is wrong with a scenario of the right shape, by its rules and its map."""
    name = source.sound["ruleset"]
    if UNKNOWN in (name, source.sound["map"]):
        return []
    ruleset = RULESETS.get(name)
    if ruleset is None:
        return [Fault(("ruleset",), RULESETS.absent(name))]
    return scenario_faults(source.sound, ruleset, map_of(made_of(source)))
