"""What is one side shown, and can it tell two games apart that differ only in what is hidden from it?

``ASKED`` has every question of a game by its name, ``TOLD`` every text the program makes of one, ``DRAWN`` every
screen; ``REFEREE`` what no side is shown as it stands.  Tests see to it that the lists are whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from ecs import Command, Game, Side, new_game, parse
from ecs.core.commands import Deploy, EndPhase, Lift, PlayChit, Retreat
from ecs.core.events import veiled
from ecs.core.known_facts import Sky
from ecs.core.world import Unit
from game.app.application import App
from game.app.crash_reports import game_state
from game.app.settings import Settings
from game.cli.playing import replay as replay_command
from game.opponents import Thought
from game.play.briefing import heard, news, unread
from game.play.delegation import orders_for
from game.play.dispatches import dispatch_of
from game.play.front import front_of
from game.play.great_events import moments
from game.play.session import Session
from game.play.standing_orders import retreat_ends
from game.saves.saving import encode_game, header_of
from game.saves.storage.save_folder import Particulars
from game.screens.all_screens import all_resources
from game.screens.atlas_view import AtlasView
from game.screens.game_report import Report, losses
from game.screens.play.game_menu import HandOver
from game.screens.play.play_screen import TableScene
from game.screens.replay import Replay
from game.screens.saved_games import _about
from game.screens.shared.base import Scene
from game.screens.shared.resources import SharedResources
from game.ui.help.map_help import HelpPosition, hex_card, unit_card
from game.ui.map_view.margins.margin_facts import contents_of
from game.ui.map_view.overlays.advances import advances
from game.ui.map_view.overlays.enemy_reach import danger, enemy_reach
from game.ui.map_view.overlays.registry import overlay_ids
from game.ui.map_view.overlays.supply_lines import supply_lines
from game.ui.panels.event_log import Log, open_reason
from game.ui.panels.open_panels import TABS
from tests.ecs.worlds import world_of
from tests.kits.random_play import Picker

AXIS, SOVIET = Side.AXIS, Side.SOVIET
Ask = Callable[[Game, Side], Any]
LAST, FEW = 60, 3  # records, and units or hexes, that are looked at
SIZE = (900, 620)
PANZERS = tuple(f"AX_PZ{n}" for n in (1, 2, 3, 4))
LINES = ("end", "lift 28.A", "move 28.A F10", "attack 28.A F10 1", "sail 28.A D5", "disband 28.A", "raise 28.A H9",
         *(f"chit {chit}" for chit in PANZERS), "chit AX_MC", "move PzA1 1010")  # fmt: skip


# -- what a game answers ----------------------------------------------------------------------------


def _own(game: Game, side: Side) -> list[str]:
    return [u.id for u in game.look(side).units if u.side is side and u.hex >= 0][:FEW]


def _seen(game: Game, side: Side) -> list[tuple[str, int]]:
    """Counters a side sees beside its enemies, each with the hex of one."""
    units = [u for u in game.look(side).units if u.hex >= 0]
    held = {u.hex: u.side for u in units}
    pairs = [(u.id, j) for u in units for j in game.board.neighbours[u.hex] if held.get(j) is u.side.other]
    return pairs[:FEW] + pairs[-FEW:]


def _refusals(game: Game, side: Side) -> list[object]:
    commands = [parse(line) for line in LINES]
    return [game.why_not(c, side) for c in commands] + [
        game.why_not(c) if game.to_act is side else None for c in commands
    ]


def _mine(ask: Callable[[Game], Any]) -> Ask:
    """A question that is answered to the side to act alone."""
    return lambda game, side: ask(game) if game.to_act is side else None


ASKED: dict[str, Ask] = {
    "view": lambda game, side: game.view(side),
    "look": lambda game, side: game.look(side),
    "legal": _mine(lambda game: game.legal()),
    "why_not": _refusals,
    "is_legal": _mine(lambda game: [game.is_legal(parse(line)) for line in LINES]),
    "orders_for": _mine(lambda game: [game.orders_for(u) for s in Side for u in _own(game, s)]),
    "asides": lambda game, side: game.asides(side),
    "giver_of": lambda game, side: [game.giver_of(order) for order in game.asides(side)],
    "common_orders": _mine(lambda game: game.common_orders()),
    "by_unit": lambda game, side: game.by_unit,
    "hides": lambda game, side: game.hides,
    "changed_figures": lambda game, side: game.changed_figures(),
    "tables": lambda game, side: game.tables(),
    "odds": lambda game, side: game.odds({"attack": "4,3", "defend": "1,1"}),
    "unit_ids": lambda game, side: game.unit_ids(),
    "words": lambda game, side: game.words(),
    "moment": lambda game, side: game.moment,
    "turn": lambda game, side: game.turn,
    "to_act": lambda game, side: game.to_act,
    "over": lambda game, side: game.over,
    "result": lambda game, side: game.result,
    "stuck": lambda game, side: game.stuck,
    "reach": lambda game, side: [game.reach(u) for u in _own(game, side)],
    "forecast": lambda game, side: [game.forecast(s, j, [u]) for u, j in _seen(game, side) for s in Side],
    "bombardment": lambda game, side: [game.bombardment(s, j, [u]) for u, j in _seen(game, side) for s in Side],
    "overrun": lambda game, side: [game.overrun(side, j, [u]) for u, j in _seen(game, side)],
    "pace": lambda game, side: [game.pace(u, sky, game.turn) for u in _own(game, side) for sky in Sky],
    "supply": lambda game, side: [game.supply(s) for s in Side],
    "is_fed": lambda game, side: [game.is_fed(u) for u in _own(game, side)],
    "supply_ways": lambda game, side: [game.supply_ways(s) for s in Side],
    "areas": lambda game, side: [game.areas(s) for s in Side],
    "stations": lambda game, side: [game.stations(s) for s in Side],
    "zones": lambda game, side: [game.zones(s) for s in Side],
    "reading": lambda game, side: [(record.number, text) for record, text in game.reading(side)],
    "concealed": lambda game, side: bool(game.concealed(side)),
    "secret": lambda game, side: game.secret,
    "open_to": lambda game, side: game.open_to,
    "may_read": lambda game, side: [r.command if game.may_read(r, side) else "" for r in game.log],
    "is_sealed": lambda game, side: [game.is_sealed(record) for record in game.log],
    "guesses": lambda game, side: [
        (g.func, g.keywords) if isinstance(g, partial) else g for g in game.guesses(side)
    ],
    "suppose": lambda game, side: [
        (g.func, g.keywords) if isinstance(g, partial) else g for g in (game.suppose(side, 1),)
    ],
    "can_undo": lambda game, side: game.can_undo,
    "can_redo": lambda game, side: game.can_redo,
    "renews": lambda game, side: game.renews,
    "thrown": lambda game, side: game.thrown,
    "undo_words": lambda game, side: game.undo_words(side),
}  # fmt: skip

REFEREE = {
    "ruleset", "scenario", "board", "options", "seed", "log", "marks", "marked", "digest", "snapshot", "position",
    "fork", "apply", "undo", "redo", "undo_reason", "what_if", "recast", "resume", "close_past", "rest", "close",
    "forgetting", "FAIR", "is_fair", "house_rule_error", "plugin_code_error",
}  # fmt: skip
"""What a game has besides: the true position and log, and what changes them."""


# -- what the program tells of it ---------------------------------------------------------------------


def seated(game: Game, side: Side) -> Session:
    """A person on this side, the computer on the other, with a telling reason for every order."""
    session = Session(game, {side: "human", side.other: "recruit"})
    session.reasons = {r.number: f"because of {r.command}" for r in game.log if r.side is not None}
    return session


def _moments(game: Game, side: Side) -> object:
    seen = [veiled(event, side) for record in game.log[-LAST:] for event in record.events]
    return moments([event for event in seen if event is not None], game.look(side))


def _led(game: Game, side: Side) -> object:
    """What the staff orders the units that are left to it."""
    if game.to_act is not side or game.moment[2]:
        return None
    mine = frozenset(u.id for u in game.look(side).units if u.side is side and u.hex >= 0)
    return orders_for(game, side, mine, Thought())


def _log(game: Game, side: Side) -> object:
    session = seated(game, side)
    return [line.markup for line in Log(session).lines()], [open_reason(session, n) for n in session.reasons]


def _save(game: Game, side: Side) -> object:
    """What of a save can be read in a text editor: its particulars, but for what is drawn anew each time, and no line
    more than those that are closed and their checksum."""
    first, *lines = encode_game(game, Particulars()).split(b"\n")
    particulars = json.loads(first)
    del particulars["seal"]
    return particulars, [line for line in lines if line[:1] not in (b"!", b"#")]


TOLD: dict[str, Ask] = {
    "enemy reach": enemy_reach,
    "danger": danger,
    "front": lambda game, side: front_of(game, game.look(side)),
    "advances": lambda game, side: advances(game, game.look(side)),
    "supply lines": lambda game, side: supply_lines(game, game.look(side)),
    "margins of the map": lambda game, side: contents_of(game.look(side), game.ruleset.glossary, game.tables()),
    "log and reasons": _log,
    "briefing": lambda game, side: [line.text for line in news(game, side)],
    "dispatches": lambda game, side: dispatch_of(game, side, heard(game, side, unread(game, side).records)),
    "where retreats end": _mine(
        lambda game: [retreat_ends(game, c.unit) for c in game.legal() if isinstance(c, Retreat)]
    ),
    "orders of the staff": _led,
    "great events": _moments,
    "losses": lambda game, side: losses(seated(game, side)),
    "luck": lambda game, side: seated(game, side).luck(),
    "crash report": lambda game, side: game_state(game),
    "replay of a side": replay_command._lines,
    "replay for both": lambda game, side: replay_command._lines(game, None),
    "line of the save list": lambda game, side: _about(header_of(game, Particulars())),
    "open part of a save": _save,
    "cards of counters": lambda game, side: [
        unit_card(HelpPosition(game, game.look(side)), u) for u in game.look(side).units[-LAST:]
    ],
    "cards of hexes": lambda game, side: [
        hex_card(HelpPosition(game, game.look(side)), j) for _, j in _seen(game, side)
    ],
}


def told_apart(one: Game, other: Game, side: Side, asks: dict[str, Ask]) -> list[str]:
    """The questions whose answers tell a side which of two games it is in."""
    return [name for name, ask in asks.items() if ask(one, side) != ask(other, side)]


# -- what is drawn ------------------------------------------------------------------------------------


def _read(app: App) -> list[tuple[str, ...]]:
    return [(s.id, s.text, s.tooltip, s.topic) for s in app.ui.spots]


def _picture(app: App, frames: int = 2) -> tuple[str, list[tuple[str, ...]]]:
    for _ in range(frames):
        app.dirty = True
        app.step((), 0.1)
    return hashlib.sha256(pygame.image.tobytes(app.surface, "RGB")).hexdigest(), _read(app)


def _screen(make: Callable[[SharedResources, Session, TableScene], Scene], game: Game, side: Side) -> object:
    app = App(Settings(first_run=False), headless=True, size=SIZE)
    kit, session = all_resources(app, silent=True), seated(game, side)
    table = TableScene(kit, session)
    table.playback.paused = True
    app.push(make(kit, session, table))
    try:
        return _picture(app, 3)
    finally:
        pygame.display.quit()


def _atlas(game: Game, side: Side) -> object:
    """Every page of the atlas, and what stands on it."""
    app = App(Settings(first_run=False), headless=True, size=SIZE)
    view = AtlasView(all_resources(app, silent=True), seated(game, side))
    app.push(view)
    found: list[object] = []
    while view.pages is None:
        app.step((), 0.1)
    for number in range(len(view.pages.titles)):
        view.go(number)
        found.append((_picture(app, 1), view.aloud()))
    pygame.display.quit()
    return found


def _table(game: Game, side: Side) -> object:
    """The table, with every overlay and every tab in turn, all that can be read on it, and what it tells of itself."""
    app = App(Settings(first_run=False), headless=True, size=SIZE)
    session = seated(game, side)
    table = TableScene(all_resources(app, silent=True), session)
    table.playback.paused = True
    app.push(table)
    app.step()
    found: list[object] = [table.state_text(), table.help_card(), table.guide.topic_card("date")]
    found += [table.guide.topic_card(f"chit:{chit.id}") for chit in table.desk.view.chits]
    for number, name in enumerate(overlay_ids()):
        table.desk.toggle(name)
        table.panels.tab = number % len(TABS)
        found.append(_picture(app, 1))
        if name != "ranges":
            table.desk.toggle(name)
    table.panels.log_open = True
    found.append(_picture(app, 1))
    pygame.display.quit()
    return found


DRAWN: dict[type[Scene], Ask] = {
    TableScene: _table,
    AtlasView: _atlas,
    Report: partial(_screen, lambda kit, session, table: Report(kit, session)),
    Replay: partial(_screen, lambda kit, session, table: Replay(kit, session)),
    HandOver: partial(_screen, lambda kit, session, table: HandOver(session, session.viewer, table.seat)),
}


# -- two games that differ only in what is hidden -------------------------------------------------------

HIDING: dict[str, dict[str, str]] = {
    "barbarossa-1941": {"secret_setup": "on"},
    "tdv-zitadelle-1943": {},
    "tdv-bagration-1944": {},
    "tdv-campaign-1943": {},
}
"""Scenarios in which something is hidden soon, and by which option."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games that differ in what is hidden from ``blind``; ``parted``: ids of counters that lie otherwise."""

    one: Game
    other: Game
    blind: Side
    parted: frozenset[str] = frozenset()

    @property
    def untold(self) -> tuple[frozenset[str], int]:
        """What has still not come to light."""
        hidden = self.one.concealed(self.blind)
        return self.parted & hidden.units, len(hidden.chits)

    def close(self) -> None:
        """Give both games back."""
        self.one.close()
        self.other.close()


def twins(scenario: str, seed: int, most: int, every: int) -> Iterator[Pair]:
    """Two games, played by the rules from the start with the same commands but for those that hide something, at
    every so many positions for as long as nothing of it has come to light.

    :param most: commands after the games part.
    """
    picker = Picker(seed, careful=True)
    pair = _parted(new_game(scenario, seed=seed, options=HIDING[scenario]), picker)
    untold = pair.untold
    for number in range(most):
        if number % every == 0:
            yield pair
        command = _alike(pair, picker)
        if command is None:
            break
        pair.one.apply(command)
        pair.other.apply(command)
        if pair.untold != untold:
            break
    pair.close()


def _parted(one: Game, picker: Picker) -> Pair:
    """Play to where something is hidden, and there differently in a twin."""
    if one.ruleset.id == "dark-valley":
        while one.moment[1] != "choose-axis":
            one.apply(EndPhase() if one.is_legal(EndPhase()) else picker.pick(one))
        other = one.fork()
        while one.moment[1] == "choose-axis":
            first, last = one.legal()[0], other.legal()[-1]
            one.apply(first)
            other.apply(last)
        return Pair(one, other, SOVIET)
    x, y = _two_alike(one, picker)
    other, spots = one.fork(), {u.id: one.board.hexes[u.hex].label for u in (x, y)}
    for game, places in ((one, (x.id, y.id)), (other, (y.id, x.id))):
        for unit, place in zip((x.id, y.id), places, strict=True):
            game.apply(Lift(unit))
            game.apply(Deploy(spots[place]))
    return Pair(one, other, AXIS, frozenset(spots))


def _two_alike(game: Game, picker: Picker) -> tuple[Unit, Unit]:
    """Counters that look alike from behind: two of other kinds in different hexes, off the frontier."""
    frontier = game.board.regions["frontier"]
    units = [world_of(game).by_id[name] for name in sorted(game.concealed(AXIS).units)]
    units = [u for u in units if u.hex not in frontier and "dummy" not in u.type]
    pairs = [(x, y) for x in units for y in units if x.id < y.id and x.hex != y.hex and x.type.kind != y.type.kind]
    return pairs[picker.below(len(pairs))]


def _alike(pair: Pair, picker: Picker) -> Command | None:
    """A command for both games, of no counter that lies otherwise and no hidden chit; None if there is none."""
    theirs = set(pair.other.legal())
    shared = [c for c in pair.one.legal() if c in theirs and not pair.parted.intersection(c.text().split(" "))]
    shared = [c for c in shared if not (isinstance(c, PlayChit) and c.chit in PANZERS)]
    ends = [c for c in shared if isinstance(c, EndPhase)]
    if ends and not picker.below(8):
        return ends[0]
    return shared[picker.below(len(shared))] if shared else None
